//===- TileAsmOps.td - Inline PTX --------------------------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILE_ASM_OPS_TD
#define TILE_ASM_OPS_TD

include "tile/Dialect/Tile/IR/TileOpBase.td"

def Tile_ElementwiseInlineAsmOp : Tile_Op<"elementwise_inline_asm", [
    Tile_SameLayout, IsolatedFromAbove,
    DeclareOpInterfaceMethods<LayoutOpInterface,
        ["getLayoutDemands", "acceptsLayout", "isLayoutAnchor"]>,
    DeclareOpInterfaceMethods<UniformOpInterface, ["isUniformMap"]>,
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>,
    DeclareOpInterfaceMethods<ConditionallySpeculatable>]> {
  let summary = "a map over elements, written in PTX";
  let description = [{
    Runs `asm_string` on groups of `packed_element` elements: one invocation gets
    the elements of every operand at the same positions, and returns the elements
    at these positions of every result. Which positions form a group is
    unspecified.

    Operands broadcast to one shape, the results' shape: scalars and dimensions
    of size 1 repeat. Operands and results may have different element types.

    `$0`, `$1`, ... in the asm string are the registers: all registers of result
    0, of result 1, ..., then of operand 0, ... An element of 32 bits or more
    has its own register. Narrower elements are packed, `min(32 / width,
    packed_element)` per register, the first in the low bits, and i1 as a byte.
    An element that is alone in a wider register is zero-extended.

    `constraints` has one item per register, separated by commas, as in LLVM's
    inline assembly. Outputs come first: `=` and a letter, or `=&` and a letter
    if the output is written before all inputs are read. Then come the
    inputs: a letter, or the number of the output whose register they share.
    Clobbers come last: `~{memory}`. The letter is the register class, and the
    value is bit-cast to it: h 16 bits, r 32, l 64, q 128, f f32, d f64, b
    predicate.

    A body of several statements gets its own `{ }` and early-clobber outputs if
    it has none, since without `&` an output may share a register with an input
    that a later statement still reads. An input that the body writes without a
    tie is copied first. The pass `tile-check-inline-asm` reports mistakes in
    a body; docs/inline-ptx.md lists them.

    A `pure` asm may be removed, duplicated and moved. An asm that is not pure
    is volatile, clobbers memory and is convergent. With `scope = element` (the
    default) it runs exactly once for each element of the tile, with `scope =
    thread` once in every thread of the CTA. With `scope = element` a tile
    has at least `packed_element` elements. With `extents` the asm runs
    only for elements whose index is smaller than the extent along each dimension;
    `tile-pad-tiles` writes this. Its results for other elements are unspecified.

    An asm without operands and results ends in `-> ()`.

    The region is the fallback: it computes the same by operations on scalars.
    It has an argument for each operand and returns an element of each result
    (`tile.asm.return`). If elements of a group depend on one another, it has
    all elements of a group: `packed_element` arguments for each operand, one
    for a `per_group` operand, and `packed_element` values for each result. It
    may load. It has no side effects if the asm is pure; otherwise it has only
    effects that inline asm may have. `tile-select-inline-asm` chooses the
    region if the target lacks an instruction of the asm, and marks it by
    `use_fallback`.

    Becomes `llvm.inline_asm`, or copies of the region, one per group.

    Example: divide by multiplying with the approximate reciprocal.

    ```mlir
    %r = tile.elementwise_inline_asm "rcp.approx.ftz.f32 $0, $1;" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %b : tensor<128xf32> -> tensor<128xf32>
    ```

    Example: two f32 as 4-bit floats. The fallback gives 0 or 1.

    ```mlir
    %q = tile.elementwise_inline_asm "{ .reg .b8 t; cvt.rn.satfinite.e2m1x2.f32 t, $1, $2; cvt.u32.u8 $0, t; }" {constraints = "=r,r,r", packed_element = 1 : i32, pure = true} %hi, %lo : tensor<128xf32>, tensor<128xf32> -> tensor<128xi8> fallback (%h: f32, %l: f32) {
      %half = arith.constant 0.5 : f32
      %2 = arith.constant 2 : i8
      %32 = arith.constant 32 : i8
      %0 = arith.constant 0 : i8
      %a = arith.cmpf ogt, %h, %half : f32
      %b = arith.cmpf ogt, %l, %half : f32
      %c = arith.select %a, %32, %0 : i8
      %d = arith.select %b, %2, %0 : i8
      %e = arith.ori %c, %d : i8
      tile.asm.return %e : i8
    }
    ```
  }];
  let arguments = (ins
    /// PTX with `$0`, `$1`, ... for the registers.
    StrAttr:$asm_string,
    /// One item per register, then clobbers.
    StrAttr:$constraints,
    /// Whether the asm has no side effects.
    BoolAttr:$pure,
    /// Elements of each operand that one invocation gets.
    I32Attr:$packed_element,
    /// The numbers of the operands that give one element to an invocation.
    OptionalAttr<DenseI32ArrayAttr>:$per_group,
    /// Whether an integer that is alone in a wider register is sign-extended.
    UnitAttr:$sign_extend,
    /// Whether the region runs instead of the asm.
    UnitAttr:$use_fallback,
    /// How often an asm that is not pure runs.
    DefaultValuedAttr<Tile_AsmScope, "::mlir::tile::AsmScope::Element">:$scope,
    /// The extents of the part of the tile for which the asm runs, from the
    /// first element on. Only for an asm that runs once for each element.
    OptionalAttr<DenseI64ArrayAttr>:$extents,
    /// Tiles or scalars that broadcast to one shape.
    Variadic<Tile_AnyLike>:$args);
  let results = (outs
    /// Tiles of the operands' shape, or scalars.
    Variadic<Tile_AnyLike>:$results);
  let regions = (region
    /// What the asm computes; at most one.
    VariadicRegion<SizedRegion<1>>:$fallbacks);
  let assemblyFormat = [{
    custom<AsmText>($asm_string) (`scope` `=` $scope^)? attr-dict
    custom<AsmSignature>($args, type($args), type($results))
    (`fallback` custom<AsmFallback>($fallbacks)^)?
  }];
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
  let extraClassDeclaration = [{
    bool hasFallback() { return !getFallbacks().empty(); }
    /// The region, which must exist.
    ::mlir::Region &getFallback() { return getFallbacks().front(); }
    /// Whether an invocation gets one element of an operand, not a group.
    bool isPerGroup(unsigned operand) {
      auto list = getPerGroup();
      return list && ::llvm::is_contained(*list, int32_t(operand));
    }
    /// Whether an asm with side effects runs once for each element of the tile,
    /// or each group of elements, rather than once for each thread.
    bool isOncePerElement() {
      return !getPure() && getScope() == AsmScope::Element;
    }
    /// Whether the region has one element of each operand, not a group.
    bool isFallbackPerElement();
  }];
}

def Tile_AsmReturnOp : Tile_Op<"asm.return", [
    HasParent<"ElementwiseInlineAsmOp">, Pure, Terminator]> {
  let summary = "ends the fallback of an inline asm";
  let description = [{
    Example: a reciprocal in which the last bits do not matter.

    ```mlir
    %r = tile.elementwise_inline_asm "rcp.approx.ftz.f32 $0, $1;" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %b : tensor<128xf32> -> tensor<128xf32> fallback (%x: f32) {
      %one = arith.constant 1.0 : f32
      %y = arith.divf %one, %x : f32
      tile.asm.return %y : f32
    }
    ```
  }];
  let arguments = (ins
    /// One element of each result, or all elements of a group of each.
    Variadic<Tile_Scalar>:$values);
  let assemblyFormat = "attr-dict ($values^ `:` type($values))?";
}

#endif // TILE_ASM_OPS_TD
