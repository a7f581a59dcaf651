//===- TileMathOps.td - Conversions and mathematics --------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What arith and math lack. docs/math.md says how fast and how exact arith and
// math themselves are.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_MATH_OPS_TD
#define TILE_MATH_OPS_TD

include "tile/Dialect/Tile/IR/TileOpBase.td"

def Tile_BitcastOp : Tile_ElementwiseOp<"bitcast", [LayoutOpInterface]> {
  let summary = "the same bits as another type";
  let description = [{
    Both types have the same width; i1 counts as 1 bit and casts to i1 only.
    Pointers cast to pointers of the same address space.

    Example:

    ```mlir
    %1 = tile.bitcast %0 : tensor<128xf32> -> tensor<128xi32>
    ```
  }];
  let extraClassDeclaration = "bool isCheap() { return true; }";
  let arguments = (ins
    /// The value.
    Tile_AnyLike:$src);
  let results = (outs Tile_AnyLike:$result);
  let assemblyFormat = "$src attr-dict `:` type($src) `->` type($result)";
  let hasFolder = 1;
  let hasVerifier = 1;
}

def Tile_FpToFpOp : Tile_ElementwiseOp<"fp_to_fp"> {
  let summary = "converts between floating-point types";
  let description = [{
    Widening is exact. Narrowing rounds to nearest even (`rtne`, the default) or
    toward zero (`rtz`). A value beyond the range of an 8-bit type becomes its
    largest finite value of the same sign. A value beyond the range of f16 or
    bf16 becomes an infinity (`rtne`) or the largest finite value (`rtz`). NaN
    stays NaN.

    Becomes `cvt` if the target has it (PTX ISA, "cvt"), otherwise integer
    arithmetic that gives the same bits.

    Example:

    ```mlir
    %1 = tile.fp_to_fp %0, rounding = rtne : tensor<128xf32> -> tensor<128xf8E4M3FN>
    ```
  }];
  let arguments = (ins
    /// The value.
    Tile_FloatLike:$src,
    /// How a narrowing conversion rounds.
    OptionalAttr<Tile_RoundingMode>:$rounding);
  let results = (outs Tile_FloatLike:$result);
  let assemblyFormat = [{
    $src attr-dict (`,` `rounding` `=` $rounding^)? `:` type($src) `->` type($result)
  }];
  let hasFolder = 1;
  let hasVerifier = 1;
}

def Tile_ClampFOp : Tile_ElementwiseOp<"clampf", [AllTypesMatch<["x", "min", "max", "result"]>]> {
  let summary = "min(max(x, min), max)";
  let description = [{
    With `propagateNan = none`, a NaN `x` gives `min`; with `all`, NaN. The
    result is unspecified if `min > max` or one of the two is NaN.

    Becomes `max` and `min`, with `.NaN` if NaN propagates (PTX ISA, "max").

    Example:

    ```mlir
    %1 = tile.clampf %x, %lo, %hi, propagateNan = none : tensor<128xf16>
    ```
  }];
  let arguments = (ins
    /// The value.
    Tile_FloatLike:$x,
    /// The lower bound.
    Tile_FloatLike:$min,
    /// The upper bound.
    Tile_FloatLike:$max,
    Tile_PropagateNan:$propagateNan);
  let results = (outs Tile_FloatLike:$result);
  let assemblyFormat = [{
    $x `,` $min `,` $max `,` `propagateNan` `=` $propagateNan attr-dict `:` type($result)
  }];
}

def Tile_PreciseSqrtOp : Tile_ElementwiseOp<"precise_sqrt", [SameOperandsAndResultType]> {
  let summary = "square root, correctly rounded";
  let description = [{
    Becomes `sqrt.rn` (PTX ISA, "sqrt"); `math.sqrt` on f32 is approximate.

    Example:

    ```mlir
    %1 = tile.precise_sqrt %0 : tensor<128xf32>
    ```
  }];
  let arguments = (ins
    /// f32 or f64.
    Tile_FloatLike:$x);
  let results = (outs Tile_FloatLike:$result);
  let assemblyFormat = "$x attr-dict `:` type($x)";
  let hasVerifier = 1;
}

def Tile_PreciseDivFOp : Tile_ElementwiseOp<"precise_divf", [SameOperandsAndResultType]> {
  let summary = "division, correctly rounded";
  let description = [{
    Becomes `div.rn` (PTX ISA, "div"); `arith.divf` on f32 is `div.full`, with an
    error of up to 2 units in the last place.

    Example:

    ```mlir
    %q = tile.precise_divf %a, %b : tensor<128xf32>
    ```
  }];
  let arguments = (ins
    /// The dividend; f32 or f64.
    Tile_FloatLike:$x,
    /// The divisor.
    Tile_FloatLike:$y);
  let results = (outs Tile_FloatLike:$result);
  let assemblyFormat = "$x `,` $y attr-dict `:` type($x)";
  let hasVerifier = 1;
}

def Tile_ApproxDivFOp : Tile_ElementwiseOp<"approx_divf", [SameOperandsAndResultType]> {
  let summary = "division, approximate";
  let description = [{
    Faster than `arith.divf`. The error is up to 2 units in the last place if
    the divisor's magnitude is in [2^-126, 2^126]. For a larger divisor the
    result is 0, or NaN if the dividend is infinite.

    Becomes `div.approx.f32` (PTX ISA, "div").

    Example:

    ```mlir
    %q = tile.approx_divf %a, %b : tensor<128xf32>
    ```
  }];
  let arguments = (ins
    /// The dividend; f32.
    Tile_FloatLike:$x,
    /// The divisor.
    Tile_FloatLike:$y);
  let results = (outs Tile_FloatLike:$result);
  let assemblyFormat = "$x `,` $y attr-dict `:` type($x)";
  let hasVerifier = 1;
}

def Tile_MulhiUIOp : Tile_ElementwiseOp<"mulhiui", [SameOperandsAndResultType]> {
  let summary = "the upper half of the unsigned product";
  let description = [{
    Becomes `mul.hi.u32` or `mul.hi.u64` (PTX ISA, "mul").

    Example:

    ```mlir
    %h = tile.mulhiui %a, %b : tensor<128xi32>
    ```
  }];
  let arguments = (ins
    /// A factor; i32 or i64.
    Tile_IntLike:$x,
    /// The other factor.
    Tile_IntLike:$y);
  let results = (outs Tile_IntLike:$result);
  let assemblyFormat = "$x `,` $y attr-dict `:` type($x)";
  let hasVerifier = 1;
}

def Tile_ExternElementwiseOp : Tile_Op<"extern_elementwise", [
    Elementwise, SameOperandsAndResultShape, Tile_SameLayout,
    DeclareOpInterfaceMethods<UniformOpInterface, ["isUniformMap"]>,
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>,
    DeclareOpInterfaceMethods<ConditionallySpeculatable>]> {
  let summary = "applies a function of a bitcode library to each element";
  let description = [{
    Calls `symbol`, a device function that takes and returns scalars of the
    operands' and the result's element types. `libpath` names the LLVM bitcode
    file that defines it; an empty path means libdevice, which is looked up in
    the CUDA toolkit.

    Example:

    ```mlir
    %1 = tile.extern_elementwise %0 {libname = "libdevice", libpath = "", symbol = "__nv_tanhf", pure = true} : (tensor<128xf32>) -> tensor<128xf32>
    ```
  }];
  let arguments = (ins
    /// The function's arguments, in order.
    Variadic<Tile_AnyLike>:$srcs,
    StrAttr:$libname,
    StrAttr:$libpath,
    StrAttr:$symbol,
    /// Whether the function has no side effects.
    BoolAttr:$pure);
  let results = (outs Tile_AnyLike:$result);
  let assemblyFormat = "operands attr-dict `:` functional-type(operands, $result)";
  let hasVerifier = 1;
}

def Tile_MapElementwiseOp : Tile_Op<"map_elementwise", [
    UniformOpInterface,
    DeclareOpInterfaceMethods<LayoutOpInterface, ["getLayoutDemands"]>,
    RecursiveMemoryEffects, RecursivelySpeculatable, SingleBlock,
    SameOperandsAndResultShape, Tile_SameLayout]> {
  let summary = "a map written for scalars, with control flow";
  let description = [{
    The region runs for each element, or for each group of `pack` elements. The
    positions of a group are unspecified, but the same in all operands and
    results. Its arguments are scalars: `pack` elements of the first operand,
    `pack` of the second, and so on; `tile.map_elementwise.return` names `pack`
    elements of the first result, and so on. It may contain scf.if, scf.for and
    scf.while, whose conditions may differ between threads. It has no side
    effects, except that it may assert something.

    A copy of the region becomes part of each thread's code for each `pack`
    elements that the thread holds. A thread that holds fewer than `pack`
    elements repeats its last one; tiles of at least `pack` elements per thread
    get a layout in which this does not happen. Threads that hold copies of
    elements compute them, too.

    Example:

    ```mlir
    %2 = "tile.map_elementwise"(%0, %1) <{pack = 1 : i32}> ({
    ^bb0(%a: f32, %b: f32):
      %less = arith.cmpf olt, %a, %b : f32
      %c = scf.if %less -> (f32) {
        %d = math.sin %a : f32
        scf.yield %d : f32
      } else {
        scf.yield %b : f32
      }
      tile.map_elementwise.return %c : f32
    }) : (tensor<128xf32>, tensor<128xf32>) -> tensor<128xf32>
    ```
  }];
  let arguments = (ins
    /// Tiles of one shape and layout.
    Variadic<Tile_Tile>:$srcs,
    /// How many elements of each operand the region takes.
    I32Attr:$pack);
  let results = (outs
    /// Tiles of the operands' shape and layout.
    Variadic<Tile_Tile>:$result);
  let regions = (region
    /// Computes `pack` elements of each result.
    SizedRegion<1>:$scalarOp);
  let hasRegionVerifier = 1;
}

def Tile_MapElementwiseReturnOp : Tile_Op<"map_elementwise.return", [
    HasParent<"MapElementwiseOp">, Pure, Terminator]> {
  let summary = "ends the region of tile.map_elementwise";
  let description = [{
    Example:

    ```mlir
    %1 = "tile.map_elementwise"(%0) <{pack = 1 : i32}> ({
    ^bb0(%a: i32):
      %b = arith.addi %a, %a : i32
      tile.map_elementwise.return %b : i32
    }) : (tensor<16xi32>) -> tensor<16xi32>
    ```
  }];
  let arguments = (ins
    /// `pack` elements of the first result, then the elements of the second,
    /// and so on.
    Variadic<Tile_Scalar>:$result);
  let assemblyFormat = "attr-dict ($result^ `:` type($result))?";
}

#endif // TILE_MATH_OPS_TD
