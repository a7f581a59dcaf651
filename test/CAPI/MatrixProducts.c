/*===- MatrixProducts.c - Matrix products in C --------------------*- C -*-===*\
|*
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
\*===----------------------------------------------------------------------===*/
// RUN: %cc_capi %s -o %t
// RUN: %t 2> %t.err | FileCheck %s
// RUN: count 0 < %t.err

#include "Check.h"

#include "tile-c/Builder.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/Diagnostics.h"

static const MlirAttribute noAttribute = {NULL};
static const MlirContext noContext = {NULL};
static const MlirLocation nowhere = {NULL};

static MlirLogicalResult onDiagnostic(MlirDiagnostic diagnostic, void *data) {
  (void)data;
  printf("diagnostic: ");
  mlirDiagnosticPrint(diagnostic, printString, NULL);
  printf("\n");
  return mlirLogicalResultSuccess();
}

static void printAttribute(MlirAttribute attribute) {
  mlirAttributePrint(attribute, printString, NULL);
  printf("\n");
}

static const unsigned warps[] = {2, 4}, instruction[] = {16, 8};

static void testAccumulators(MlirContext context) {
  MlirAttribute mma =
      tileNvidiaMmaLayoutAttrGet(context, 2, 1, 2, warps, instruction);
  printAttribute(mma);
  // CHECK: #tile.nvidia_mma<{versionMajor = 2, versionMinor = 1,
  // CHECK-SAME: warpsPerCTA = [2, 4], instrShape = [16, 8]}>
  EXPECT(tileAttributeIsALayout(mma));
  EXPECT(tileAttributeIsANvidiaMmaLayout(mma));
  EXPECT(!tileAttributeIsADotOperandLayout(mma));
  EXPECT(!tileAttributeIsABlockedLayout(mma));
  EXPECT(tileLayoutAttrGetRank(mma) == 2);
  EXPECT(tileLayoutAttrGetNumWarps(mma) == 8);
  EXPECT(tileNvidiaMmaLayoutAttrGetVersionMajor(mma) == 2);
  EXPECT(tileNvidiaMmaLayoutAttrGetVersionMinor(mma) == 1);
  for (unsigned dim = 0; dim < 2; ++dim) {
    EXPECT(tileNvidiaMmaLayoutAttrGetWarpsPerCTA(mma, dim) == warps[dim]);
    EXPECT(tileNvidiaMmaLayoutAttrGetInstrShape(mma, dim) == instruction[dim]);
  }
  EXPECT(tileNvidiaMmaLayoutAttrGetWarpsPerCTA(mma, 2) == 0);
  EXPECT(tileNvidiaMmaLayoutAttrGetInstrShape(mma, (unsigned)-1) == 0);
  EXPECT(mlirTypeIDEqual(mlirAttributeGetTypeID(mma),
                         tileNvidiaMmaLayoutAttrGetTypeID()));

  /* Register 2 of lane 5 of warp 1: row 1 + 8, column 2 and the warp's 8. */
  int64_t shape[] = {32, 32};
  int32_t place[] = {2, 5, 1, 0}, element[2];
  TileLinearLayout map;
  EXPECT_OK(tileLinearLayoutCreateFromAttribute(mma, 2, shape, &map));
  EXPECT_OK(tileLinearLayoutApply(map, place, 4, element, 2));
  EXPECT(element[0] == 9 && element[1] == 10);
  tileLinearLayoutDestroy(map);

  EXPECT_NULL("expected versionMajor to be 2 (mma.sync), 3 (wgmma) or 5 "
              "(tcgen05.mma), found 4",
              tileNvidiaMmaLayoutAttrGet(context, 4, 0, 2, warps, instruction));
  EXPECT_NULL("expected 2 or 3 sizes in warpsPerCTA, found 1",
              tileNvidiaMmaLayoutAttrGet(context, 2, 0, 1, warps, instruction));
  EXPECT_NULL("found a null pointer",
              tileNvidiaMmaLayoutAttrGet(context, 2, 0, 2, NULL, instruction));
  EXPECT_NULL("found a null pointer",
              tileNvidiaMmaLayoutAttrGet(context, 2, 0, 2, warps, NULL));
  EXPECT_NULL("found null", tileNvidiaMmaLayoutAttrGet(noContext, 2, 0, 2,
                                                       warps, instruction));
  EXPECT_NULL("expected instrShape to be [16, 8]",
              tileNvidiaMmaLayoutAttrGetChecked(mlirLocationUnknownGet(context),
                                                2, 0, 2, warps, warps));
  // CHECK-NEXT: diagnostic: expected instrShape to be [16, 8]
  EXPECT_NULL("found null", tileNvidiaMmaLayoutAttrGetChecked(
                                nowhere, 2, 0, 2, warps, instruction));
}

static void testOperands(MlirContext context) {
  MlirAttribute mma =
      tileNvidiaMmaLayoutAttrGet(context, 2, 0, 2, warps, instruction);
  MlirAttribute b = tileDotOperandLayoutAttrGet(1, mma, 2);
  printAttribute(b);
  // CHECK-NEXT: #tile.dot_op<{opIdx = 1, parent = {{.*}}, kWidth = 2}>
  EXPECT(tileAttributeIsALayout(b));
  EXPECT(tileAttributeIsADotOperandLayout(b));
  EXPECT(!tileAttributeIsANvidiaMmaLayout(b));
  EXPECT(tileDotOperandLayoutAttrGetOpIdx(b) == 1);
  EXPECT(tileDotOperandLayoutAttrGetKWidth(b) == 2);
  EXPECT(mlirAttributeEqual(tileDotOperandLayoutAttrGetParent(b), mma));
  EXPECT(mlirTypeIDEqual(mlirAttributeGetTypeID(b),
                         tileDotOperandLayoutAttrGetTypeID()));

  /* Of a blocked layout. */
  int64_t shape[] = {32, 32};
  MlirAttribute blocked =
      tileBlockedLayoutAttrGetForShape(context, 2, shape, NULL, NULL, 4);
  MlirAttribute a = tileDotOperandLayoutAttrGet(0, blocked, 0);
  EXPECT(tileDotOperandLayoutAttrGetKWidth(a) == 0);
  EXPECT(mlirAttributeEqual(tileDotOperandLayoutAttrGetParent(a), blocked));

  EXPECT_NULL("expected opIdx to be 0 or 1, found 2",
              tileDotOperandLayoutAttrGet(2, mma, 2));
  EXPECT_NULL("expected kWidth to be a power of two up to 16, found 3",
              tileDotOperandLayoutAttrGet(0, mma, 3));
  EXPECT_NULL("found null", tileDotOperandLayoutAttrGet(0, noAttribute, 2));
  EXPECT_NULL("expected a parent that is a layout, found unit",
              tileDotOperandLayoutAttrGet(0, mlirUnitAttrGet(context), 2));
  EXPECT_NULL("expected a parent that is a layout, found null",
              tileDotOperandLayoutAttrGetChecked(
                  mlirLocationUnknownGet(context), 0, noAttribute, 2));
  // CHECK-NEXT: diagnostic: expected a parent that is a layout, found null

  MlirAttribute others[] = {noAttribute, mlirUnitAttrGet(context), blocked};
  for (unsigned i = 0; i < 3; ++i) {
    EXPECT(!tileAttributeIsANvidiaMmaLayout(others[i]));
    EXPECT(!tileAttributeIsADotOperandLayout(others[i]));
    EXPECT(tileNvidiaMmaLayoutAttrGetVersionMajor(others[i]) == 0);
    EXPECT(tileNvidiaMmaLayoutAttrGetVersionMinor(others[i]) == 0);
    EXPECT(tileNvidiaMmaLayoutAttrGetWarpsPerCTA(others[i], 0) == 0);
    EXPECT(tileNvidiaMmaLayoutAttrGetInstrShape(others[i], 0) == 0);
    EXPECT(tileDotOperandLayoutAttrGetOpIdx(others[i]) == 0);
    EXPECT(tileDotOperandLayoutAttrGetKWidth(others[i]) == 0);
    EXPECT(!tileDotOperandLayoutAttrGetParent(others[i]).ptr);
  }
}

/* A layout of two elements in 2^24 registers, which is that of the rows of an
 * operand: K adds registers, up to the most that a layout can have. */
static void testTooManyRegisters(MlirContext context) {
  int32_t bases[60] = {0};
  bases[0] = 1;
  bases[3] = 1;
  TileLayoutDimension ins[] = {{tileString("register"), 1 << 24},
                               {tileString("lane"), 32},
                               {tileString("warp"), 1},
                               {tileString("block"), 1}};
  TileLayoutDimension outs[] = {{tileString("dim0"), 2},
                                {tileString("dim1"), 2}};
  TileLinearLayout map, result;
  EXPECT_OK(tileLinearLayoutCreate(4, ins, 2, outs, 58, bases, &map));
  MlirAttribute linear = tileLinearLayoutAttrGet(context, map);
  tileLinearLayoutDestroy(map);
  MlirAttribute a = tileDotOperandLayoutAttrGet(0, linear, 0);
  EXPECT(a.ptr);
  int64_t small[] = {2, 64}, large[] = {2, 128};
  EXPECT_OK(tileLinearLayoutCreateFromAttribute(a, 2, small, &result));
  tileLinearLayoutDestroy(result);
  EXPECT_ERROR(TileStatusInvalidArgument,
               "at most 2^30 registers of a layout for this tile, found 2^31",
               tileLinearLayoutCreateFromAttribute(a, 2, large, &result));
}

static void testBuilders(MlirContext context) {
  MlirLocation location = mlirLocationUnknownGet(context);
  MlirModule module = mlirModuleCreateEmpty(location);
  TileBuilder b = {.location = location};
  MlirType f32 = mlirF32TypeGet(context), i8 = mlirIntegerTypeGet(context, 8),
           e4m3 = mlirFloat8E4M3FNTypeGet(context);
  const int64_t left[] = {32, 64}, right[] = {64, 16}, sum[] = {32, 16},
                packed[] = {32, 32}, scales[] = {32, 2};
  const MlirType types[] = {tileBuildTileType(&b, f32, 2, left),
                            tileBuildTileType(&b, f32, 2, right),
                            tileBuildTileType(&b, f32, 2, sum),
                            tileBuildTileType(&b, i8, 2, packed),
                            tileBuildTileType(&b, e4m3, 2, right),
                            tileBuildTileType(&b, i8, 2, scales)};
  EXPECT_OK(tileModuleAppendFunction(module, location, tileString("products"),
                                     6, types, 1, &types[2], &b.block));
  MlirValue c = tileBuildArgument(&b, 2);
  c = tileBuildDot(&b, tileBuildArgument(&b, 0), tileBuildArgument(&b, 1), c,
                   TileInputPrecisionTF32);
  const TileScaledOperand x = {.matrix = tileBuildArgument(&b, 3),
                               .scales = tileBuildArgument(&b, 5),
                               .element = TileScaledElementE2M1};
  const TileScaledOperand y = {.matrix = tileBuildArgument(&b, 4),
                               .element = TileScaledElementE4M3};
  c = tileBuildDotScaled(&b, &x, &y, c);
  tileBuildEnd(&b, 1, &c);
  EXPECT_OK(b.status);
  mlirOperationPrint(mlirModuleGetOperation(module), printString, NULL);
  printf("\n");
  // CHECK: tile.dot %{{.*}}, inputPrecision = tf32
  // CHECK-SAME: tensor<32x64xf32> * tensor<64x16xf32> -> tensor<32x16xf32>
  // CHECK: tile.dot_scaled %{{.*}} scale %{{.*}}, %{{.*}}, %{{.*}} lhs = e2m1
  // CHECK-SAME: rhs = e4m3 {fastMath = false}

  /* The rules of the operations. */
  TileBuilder wrong = {.location = location};
  EXPECT_OK(tileModuleAppendFunction(module, location, tileString("wrong"), 6,
                                     types, 0, NULL, &wrong.block));
  c = tileBuildArgument(&wrong, 2);
  EXPECT(!tileBuildDot(&wrong, c, c, c, TileInputPrecisionIEEE).ptr);
  EXPECT_ERROR(TileStatusInvalidArgument,
               "expected tiles of MxK, KxN and MxN elements", wrong.status);
  // CHECK: diagnostic: 'tile.dot' op expected tiles of MxK, KxN and MxN
  mlirModuleDestroy(module);
}

static void testEnums(MlirContext context) {
  EXPECT(equals(tileInputPrecisionGetName(TileInputPrecisionBF16x6), "bf16x6"));
  EXPECT(equals(tileScaledElementGetName(TileScaledElementE2M1), "e2m1"));
  EXPECT(tileAttributeIsAInputPrecision(
      tileInputPrecisionAttrGet(context, TileInputPrecisionTF32)));
  EXPECT(tileAttributeIsAScaledElement(
      tileScaledElementAttrGet(context, TileScaledElementFP16)));
  EXPECT_NULL("expected a value of TileScaledElement, found 7",
              tileScaledElementAttrGet(context, (TileScaledElement)7));
}

int main(void) {
  MlirContext context = mlirContextCreate();
  EXPECT_OK(tileContextRegister(context));
  mlirContextAttachDiagnosticHandler(context, onDiagnostic, NULL, NULL);
  testAccumulators(context);
  testOperands(context);
  testTooManyRegisters(context);
  testBuilders(context);
  testEnums(context);
  mlirContextDestroy(context);
  printf("done\n");
  // CHECK: done
  return 0;
}
