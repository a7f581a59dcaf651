//===- TileDotOps.td - Matrix products ---------------------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILE_DOT_OPS_TD
#define TILE_DOT_OPS_TD

include "tile/Dialect/Tile/IR/TileOpBase.td"

// An operation with a layout for each of `a`, `b` and `c`, which
// `tile-choose-dot-layouts` chooses; no layout spreads across it.
class Tile_DotLikeOp<string mnemonic, list<Trait> traits = []> :
    Tile_Op<mnemonic, !listconcat(traits, [
      Pure, UniformOpInterface, AllTypesMatch<["c", "result"]>,
      DeclareOpInterfaceMethods<LayoutOpInterface,
          ["getOperandLayoutClass", "getResultLayoutClass"]>])> {
  let hasVerifier = 1;
}

def Tile_DotOp : Tile_DotLikeOp<"dot"> {
  let summary = "adds the product of two matrices to a third";
  let description = [{
    `result = a * b + c` for tiles of M x K, K x N and M x N elements, or for
    batches of them: with three dimensions the first one counts independent
    products.

    The rules, which the verifier checks:

    - dot_c1: `a`, `b` and `c` have the same number of dimensions, 2 or 3.
    - dot_c2: the last extent of `a` is the last but one of `b`; the other
      extents are the extents of `c`.
    - dot_c3: the element types are one of the combinations below.
    - dot_c4: `maxNumImpreciseAcc` is not negative.

    | a and b | c and result |
    |---|---|
    | f16 | f16, f32 |
    | bf16 | f32, bf16 |
    | f32 | f32 |
    | f64 | f64 |
    | f8E4M3FN, f8E5M2, the same or one of each | f32, f16 |
    | i8, signed | i32 |

    Products are exact. Sums are computed in the type of `c` or a type with more
    bits, in any order. The order depends only on types, shape, target and
    number of warps, so that a kernel gives the same bits in every run.
    `inputPrecision` says how operands of f32 are multiplied (other operands
    ignore it):

    - `ieee`: products and sums of f32, by fused multiply-add.
    - `tf32`: operands keep 10 bits of mantissa. The other bits are cut, unless
      the option `tf32` says otherwise.
    - `tf32x3`: each operand is split into a sum of two numbers of tf32; the
      three largest of the four products are added.
    - `bf16x3`, `bf16x6`: each operand is split into a sum of two or three
      numbers of bf16; the three or six largest products are added.

    `maxNumImpreciseAcc` is for 8-bit floats: after this many steps of K the
    tensor cores' sum is added to a sum of full precision. With 0, all sums are
    the tensor cores'.

    Becomes `mma.sync` if the target has it for the types (PTX ISA,
    "Warp-level matrix instructions"), or else fused multiply-add.

    Example:

    ```mlir
    %1 = tile.dot %a, %b, %c : tensor<64x32xf16> * tensor<32x16xf16> -> tensor<64x16xf32>
    %2 = tile.dot %x, %y, %z, inputPrecision = tf32 : tensor<64x32xf32> * tensor<32x16xf32> -> tensor<64x16xf32>
    ```
  }];
  let arguments = (ins
    /// The left matrix, M x K.
    Tile_Tile:$a,
    /// The right matrix, K x N.
    Tile_Tile:$b,
    /// What the product is added to, M x N.
    Tile_Tile:$c,
    /// How f32 operands are multiplied.
    DefaultValuedAttr<Tile_InputPrecision, "::mlir::tile::InputPrecision::IEEE">:$inputPrecision,
    /// Steps of K over which sums of 8-bit floats may have lower precision.
    DefaultValuedAttr<I32Attr, "0">:$maxNumImpreciseAcc);
  let results = (outs
    /// The sum, of the type of `c`.
    Tile_Tile:$result);
  let assemblyFormat = [{
    $a `,` $b `,` $c (`,` `inputPrecision` `=` $inputPrecision^)? attr-dict `:`
    type($a) `*` type($b) `->` type($result)
  }];
  let extraClassDeclaration = [{
    unsigned getNumLayoutClasses() { return 3; }
    bool hasFixedLayouts() { return true; }
    bool wantsLargeCTAs() { return true; }
  }];
}

def Tile_DotScaledOp : Tile_DotLikeOp<"dot_scaled", [AttrSizedOperandSegments]> {
  let summary = "a matrix product of narrow floats with a scale for each block";
  let description = [{
    `result = (a * a_scale) * (b * b_scale) + c`. Each scale is for 32
    neighbouring elements along K, or for 16 if the scales are f8E4M3FN (OCP
    Microscaling Formats, version 1.0; nvfp4). `lhs` and `rhs` say what the
    elements of `a` and `b` are. Two `e2m1` are packed in an i8, the first in
    the low bits: two neighbours along K, or along the other dimension if
    `lhs_k_pack` or `rhs_k_pack` is false. `e4m3` and `e5m2` have the types
    f8E4M3FN, f8E5M2 or i8; `bf16` and `fp16` have these types and no scale.

    `a_scale` has M x K / 32 elements, `b_scale` N x K / 32: in both, the last
    dimension counts blocks. A scale of i8 is the exponent of a power of two,
    with bias 127; 255 is NaN. A scale of f8E4M3FN is not negative. An operand
    without scales has the scale 1.

    - dot_scaled_c1: all have two or three dimensions, as in `tile.dot`.
    - dot_scaled_c2: the extents fit as in `tile.dot`; a packed extent counts
      twice.
    - dot_scaled_c3: the elements of `a` and `b` have the types that `lhs` and
      `rhs` name.
    - dot_scaled_c4: scales are i8 or f8E4M3FN, one per 32 or 16 elements.
    - dot_scaled_c5: `c` is of f32.

    Example:

    ```mlir
    %1 = tile.dot_scaled %a scale %s, %b scale %t, %c lhs = e4m3 rhs = e4m3 {fastMath = false} : tensor<64x64xf8E4M3FN>, tensor<64x2xi8> * tensor<64x32xf8E4M3FN>, tensor<32x2xi8> -> tensor<64x32xf32>
    ```
  }];
  let arguments = (ins
    /// The left matrix.
    Tile_Tile:$a,
    /// The right matrix.
    Tile_Tile:$b,
    /// What the product is added to.
    Tile_FloatTile:$c,
    /// The scales of `a`, M x K / 32.
    Optional<Tile_Tile>:$a_scale,
    /// The scales of `b`, N x K / 32.
    Optional<Tile_Tile>:$b_scale,
    /// What the elements of `a` are.
    Tile_ScaledElement:$a_elem_type,
    /// What the elements of `b` are.
    Tile_ScaledElement:$b_elem_type,
    /// Whether scales are assumed not to be NaN.
    BoolAttr:$fastMath,
    /// Whether pairs of `a` lie along K.
    DefaultValuedAttr<BoolAttr, "true">:$lhs_k_pack,
    /// Whether pairs of `b` lie along K.
    DefaultValuedAttr<BoolAttr, "true">:$rhs_k_pack);
  let results = (outs
    /// The sum, of the type of `c`.
    Tile_FloatTile:$result);
  let assemblyFormat = [{
    $a (`scale` $a_scale^)? `,` $b (`scale` $b_scale^)? `,` $c
    `lhs` `=` $a_elem_type `rhs` `=` $b_elem_type attr-dict `:`
    type($a) (`,` type($a_scale)^)? `*` type($b) (`,` type($b_scale)^)?
    `->` type($result)
  }];
  let extraClassDeclaration = [{
    unsigned getNumLayoutClasses() { return 5; }
    bool hasFixedLayouts() { return true; }
    bool wantsLargeCTAs() { return true; }
  }];
}

#endif // TILE_DOT_OPS_TD
