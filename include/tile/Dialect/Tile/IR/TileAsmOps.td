//===- TileAsmOps.td - Inline PTX --------------------------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILE_ASM_OPS_TD
#define TILE_ASM_OPS_TD

include "tile/Dialect/Tile/IR/TileOpBase.td"

def Tile_ElementwiseInlineAsmOp : Tile_Op<"elementwise_inline_asm", [
    Tile_SameLayout,
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>,
    DeclareOpInterfaceMethods<ConditionallySpeculatable>]> {
  let summary = "a map over elements, written in PTX";
  let description = [{
    Runs `asm_string` on groups of `packed_element` elements: one invocation gets
    the elements of every operand at the same positions and returns those
    positions of every result. Which positions form a group is unspecified.

    Operands broadcast to one shape, the results' shape: scalars and dimensions
    of size 1 repeat. Element types are free.

    The `$k` of the asm string are numbered over registers: all of result 0, of
    result 1, ..., then of operand 0, ... An element of 32 bits or more has a
    register of its own; narrower ones are packed, `min(32 / width,
    packed_element)` to a register, the first in the low bits, i1 as a byte. A
    lone element narrower than its register is zero-extended.

    `constraints` has one item a register, separated by commas, as in LLVM's
    inline assembly: outputs first, `=` and a letter, `=&` where the output is
    written before all inputs are read; then the inputs, a letter, or the number
    of the output whose register they share; then clobbers, `~{memory}`. The
    letter is the register class, and the value is bit-cast to it:
    h 16 bits, r 32, l 64, q 128, f f32, d f64, b predicate.

    A body of several statements gets its own `{ }` and early-clobber outputs if
    it has none, since without `&` an output may share a register with an input
    that a later statement still reads. An input that the body writes without a
    tie is copied first. The pass `tile-check-inline-asm` says what is wrong with
    a body; docs/inline-ptx.md lists it.

    A `pure` asm may be removed, duplicated and moved. Another one is
    volatile, clobbers memory, is convergent, and with `scope = element` (the
    default) runs exactly once for each element of the tile, with
    `scope = thread` in every thread of the CTA.

    An asm without operands and results ends in `-> ()`.

    Becomes `llvm.inline_asm`, one a group.

    Example: divide by multiplying with the approximate reciprocal.

    ```mlir
    %r = tile.elementwise_inline_asm "rcp.approx.ftz.f32 $0, $1;" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %b : tensor<128xf32> -> tensor<128xf32>
    ```
  }];
  let arguments = (ins
    /// PTX with `$0`, `$1`, ... for the registers.
    StrAttr:$asm_string,
    /// One item a register, then clobbers.
    StrAttr:$constraints,
    /// Whether the asm has no side effects.
    BoolAttr:$pure,
    /// Elements of each operand that one invocation gets.
    I32Attr:$packed_element,
    /// How often an asm that is not pure runs.
    DefaultValuedAttr<Tile_AsmScope, "::mlir::tile::AsmScope::Element">:$scope,
    /// Tiles or scalars that broadcast to one shape.
    Variadic<Tile_AnyLike>:$args);
  let results = (outs
    /// Tiles of that shape, or scalars.
    Variadic<Tile_AnyLike>:$results);
  let assemblyFormat = [{
    $asm_string (`scope` `=` $scope^)? attr-dict
    custom<AsmSignature>($args, type($args), type($results))
  }];
  let hasVerifier = 1;
}

#endif // TILE_ASM_OPS_TD
