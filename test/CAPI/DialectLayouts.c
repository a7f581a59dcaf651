/*===- DialectLayouts.c - Layout attributes ----------------------*- C -*-===*\
|*
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
\*===----------------------------------------------------------------------===*/
// RUN: %cc_capi %s -o %t
// RUN: %t 2> %t.err | FileCheck %s
// RUN: count 0 < %t.err

#include "Check.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/Diagnostics.h"
#include "tile-c/Dialect.h"

static const MlirContext noContext = {NULL};
static const MlirAttribute noAttribute = {NULL};
static const TileLinearLayout noLayout = {NULL};

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

static const unsigned size[] = {1, 4}, threads[] = {8, 4}, warps[] = {2, 1},
                      order[] = {1, 0};

static MlirAttribute getBlocked(MlirContext context) {
  return tileBlockedLayoutAttrGet(context, 2, size, threads, warps, order);
}

static void testBlocked(MlirContext context) {
  MlirAttribute blocked = getBlocked(context);
  printAttribute(blocked);
  // CHECK: #tile.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4],
  // CHECK-SAME: warpsPerCTA = [2, 1], order = [1, 0]}>
  EXPECT(tileAttributeIsALayout(blocked));
  EXPECT(tileAttributeIsABlockedLayout(blocked));
  EXPECT(!tileAttributeIsASliceLayout(blocked));
  EXPECT(!tileAttributeIsALinearLayout(blocked));
  EXPECT(tileLayoutAttrGetRank(blocked) == 2);
  EXPECT(tileLayoutAttrGetNumWarps(blocked) == 2);
  for (unsigned dim = 0; dim < 2; ++dim) {
    EXPECT(tileLayoutAttrGetOrder(blocked, dim) == order[dim]);
    EXPECT(tileBlockedLayoutAttrGetSizePerThread(blocked, dim) == size[dim]);
    EXPECT(tileBlockedLayoutAttrGetThreadsPerWarp(blocked, dim) ==
           threads[dim]);
    EXPECT(tileBlockedLayoutAttrGetWarpsPerCTA(blocked, dim) == warps[dim]);
  }
  EXPECT(mlirTypeIDEqual(mlirAttributeGetTypeID(blocked),
                         tileBlockedLayoutAttrGetTypeID()));

  /* As a tile's encoding. */
  int64_t shape[] = {16, 16};
  MlirType tile =
      mlirRankedTensorTypeGetChecked(mlirLocationUnknownGet(context), 2, shape,
                                     mlirF32TypeGet(context), blocked);
  EXPECT(mlirAttributeEqual(mlirRankedTensorTypeGetEncoding(tile), blocked));

  /* Out of range, and other attributes. */
  EXPECT(tileLayoutAttrGetOrder(blocked, 2) == 0);
  EXPECT(tileBlockedLayoutAttrGetSizePerThread(blocked, 2) == 0);
  EXPECT(tileBlockedLayoutAttrGetThreadsPerWarp(blocked, 1000) == 0);
  EXPECT(tileBlockedLayoutAttrGetWarpsPerCTA(blocked, (unsigned)-1) == 0);
  MlirAttribute others[] = {noAttribute, mlirUnitAttrGet(context)};
  for (unsigned i = 0; i < 2; ++i) {
    EXPECT(!tileAttributeIsALayout(others[i]));
    EXPECT(!tileAttributeIsABlockedLayout(others[i]));
    EXPECT(!tileAttributeIsASliceLayout(others[i]));
    EXPECT(!tileAttributeIsALinearLayout(others[i]));
    EXPECT(tileLayoutAttrGetRank(others[i]) == 0);
    EXPECT(tileLayoutAttrGetNumWarps(others[i]) == 0);
    EXPECT(tileLayoutAttrGetOrder(others[i], 0) == 0);
    EXPECT(tileBlockedLayoutAttrGetSizePerThread(others[i], 0) == 0);
    EXPECT(tileBlockedLayoutAttrGetThreadsPerWarp(others[i], 0) == 0);
    EXPECT(tileBlockedLayoutAttrGetWarpsPerCTA(others[i], 0) == 0);
  }
}

static void testBlockedErrors(MlirContext context) {
  const unsigned three[] = {1, 3}, twice[] = {1, 1}, many[] = {64, 1},
                 huge[] = {1u << 31, 1u << 31};
  EXPECT_NULL(
      "expected powers of two",
      tileBlockedLayoutAttrGet(context, 2, three, threads, warps, order));
  EXPECT_NULL("expected the product of threadsPerWarp to be 32, found 2",
              tileBlockedLayoutAttrGet(context, 2, size, warps, warps, order));
  EXPECT_NULL("expected the product of warpsPerCTA to be at most 32",
              tileBlockedLayoutAttrGet(context, 2, size, threads, many, order));
  EXPECT_NULL(
      "expected powers of two",
      tileBlockedLayoutAttrGet(context, 2, huge, threads, warps, order));
  EXPECT_NULL(
      "expected order to be a permutation",
      tileBlockedLayoutAttrGet(context, 2, size, threads, warps, twice));
  EXPECT_NULL("expected a layout of 1 to 20 dimensions, found 0",
              tileBlockedLayoutAttrGet(context, 0, NULL, NULL, NULL, NULL));
  EXPECT_NULL("expected a layout of 1 to 20 dimensions, found 1000000000",
              tileBlockedLayoutAttrGet(context, 1000000000, size, threads,
                                       warps, order));
  EXPECT_NULL("found a null pointer",
              tileBlockedLayoutAttrGet(context, 2, size, NULL, warps, order));
  EXPECT_NULL("found null", tileBlockedLayoutAttrGet(noContext, 2, size,
                                                     threads, warps, order));
  EXPECT(tileBlockedLayoutAttrGetChecked(mlirLocationUnknownGet(context), 2,
                                         size, threads, warps, order)
             .ptr == getBlocked(context).ptr);
  EXPECT_NULL("expected powers of two",
              tileBlockedLayoutAttrGetChecked(mlirLocationUnknownGet(context),
                                              2, three, threads, warps, order));
  // CHECK-NEXT: diagnostic: expected powers of two up to 1048576 in
  // CHECK-SAME: sizePerThread, found 3
}

static void testForShape(MlirContext context) {
  /* 8 warps on 64x256, last dimension fastest: a warp's 32 lanes take 32 of the
   * 256 columns, the 8 warps the rest of them. */
  int64_t shape[] = {64, 256};
  printAttribute(
      tileBlockedLayoutAttrGetForShape(context, 2, shape, NULL, NULL, 8));
  // CHECK-NEXT: #tile.blocked<{sizePerThread = [1, 1],
  // CHECK-SAME: threadsPerWarp = [1, 32], warpsPerCTA = [1, 8], order = [1, 0]
  /* Blocks of 2x4, first dimension fastest: 32 blocks in the 64 rows, so that
   * the warps go along the columns, where there are 64 blocks. */
  unsigned block[] = {2, 4}, first[] = {0, 1};
  printAttribute(
      tileBlockedLayoutAttrGetForShape(context, 2, shape, block, first, 4));
  // CHECK-NEXT: #tile.blocked<{sizePerThread = [2, 4],
  // CHECK-SAME: threadsPerWarp = [32, 1], warpsPerCTA = [1, 4], order = [0, 1]
  unsigned zero[] = {0, 4}, wrong[] = {0, 2};
  int64_t negative[] = {64, -1}, none[] = {0, 0},
          large[] = {INT64_C(1) << 62, INT64_C(1) << 62};
  EXPECT_NULL("expected powers of two", tileBlockedLayoutAttrGetForShape(
                                            context, 2, shape, zero, first, 4));
  EXPECT_NULL(
      "expected order to be a permutation",
      tileBlockedLayoutAttrGetForShape(context, 2, shape, block, wrong, 4));
  EXPECT_NULL("32 warps, found 64", tileBlockedLayoutAttrGetForShape(
                                        context, 2, shape, NULL, NULL, 64));
  EXPECT_NULL("32 warps, found 0", tileBlockedLayoutAttrGetForShape(
                                       context, 2, shape, NULL, NULL, 0));
  EXPECT_NULL("found -1", tileBlockedLayoutAttrGetForShape(context, 2, negative,
                                                           NULL, NULL, 4));
  EXPECT_NULL("found 0", tileBlockedLayoutAttrGetForShape(context, 2, none,
                                                          NULL, NULL, 4));
  EXPECT_NULL(
      "at most 1048576 elements",
      tileBlockedLayoutAttrGetForShape(context, 2, large, NULL, NULL, 4));
  EXPECT_NULL("null pointer", tileBlockedLayoutAttrGetForShape(context, 2, NULL,
                                                               NULL, NULL, 4));
  EXPECT_NULL(
      "1 to 20 dimensions, found 0",
      tileBlockedLayoutAttrGetForShape(context, 0, NULL, NULL, NULL, 4));
  EXPECT_NULL("found null", tileBlockedLayoutAttrGetForShape(
                                noContext, 2, shape, NULL, NULL, 4));
}

static void testSlice(MlirContext context) {
  MlirAttribute blocked = getBlocked(context);
  MlirAttribute slice = tileSliceLayoutAttrGet(1, blocked);
  printAttribute(slice);
  // CHECK-NEXT: #tile.slice<{dim = 1, parent = #tile.blocked<{
  EXPECT(tileAttributeIsALayout(slice) && tileAttributeIsASliceLayout(slice));
  EXPECT(!tileAttributeIsABlockedLayout(slice));
  EXPECT(tileSliceLayoutAttrGetDim(slice) == 1);
  EXPECT(mlirAttributeEqual(tileSliceLayoutAttrGetParent(slice), blocked));
  EXPECT(tileLayoutAttrGetRank(slice) == 1);
  EXPECT(tileLayoutAttrGetNumWarps(slice) == 2);
  EXPECT(tileBlockedLayoutAttrGetSizePerThread(slice, 0) == 0);
  EXPECT(mlirTypeIDEqual(mlirAttributeGetTypeID(slice),
                         tileSliceLayoutAttrGetTypeID()));

  EXPECT(tileSliceLayoutAttrGetDim(blocked) == 0);
  EXPECT(!tileSliceLayoutAttrGetParent(blocked).ptr);
  EXPECT(!tileSliceLayoutAttrGetParent(noAttribute).ptr);
  EXPECT_NULL("expected dim to be one of the parent's 2 dimensions, found 2",
              tileSliceLayoutAttrGet(2, blocked));
  EXPECT_NULL("expected a parent layout of at least 2 dimensions",
              tileSliceLayoutAttrGet(0, slice));
  EXPECT_NULL("expected a parent that is a layout, found unit",
              tileSliceLayoutAttrGet(0, mlirUnitAttrGet(context)));
  EXPECT_NULL("found null", tileSliceLayoutAttrGet(0, noAttribute));
  EXPECT_NULL("found null",
              tileSliceLayoutAttrGetChecked(mlirLocationUnknownGet(context), 0,
                                            noAttribute));
  // CHECK-NEXT: diagnostic: expected a parent that is a layout, found null
}

/* One element per thread along each row of 32; 2 registers and 2 warps for the
 * rows; the third row bit has none but copies. */
static TileLinearLayout makeMap(const char *out1, int32_t outSize0,
                                int32_t lanes) {
  const int32_t bases[] = {1, 0, 0, 1, 0, 2, 0, 4, 0, 8, 0, 16, 2, 0, 0, 0};
  TileLayoutDimension ins[] = {{tileString("register"), 2},
                               {tileString("lane"), lanes},
                               {tileString("warp"), 4},
                               {tileString("block"), 1}};
  TileLayoutDimension outs[] = {{tileString("dim0"), outSize0},
                                {tileString(out1), 32}};
  TileLinearLayout map = noLayout;
  EXPECT_OK(tileLinearLayoutCreate(4, ins, 2, outs, lanes == 32 ? 16 : 14,
                                   bases, &map));
  return map;
}

static void testLinear(MlirContext context) {
  TileLinearLayout map = makeMap("dim1", 4, 32);
  MlirAttribute linear = tileLinearLayoutAttrGet(context, map);
  printAttribute(linear);
  // CHECK-NEXT: #tile.linear<{register = {{\[\[}}1, 0]], lane = {{\[\[}}0, 1],
  // CHECK-SAME: [0, 2], [0, 4], [0, 8], [0, 16]],
  // CHECK-SAME: warp = {{\[\[}}2, 0], [0, 0]], block = []}>
  EXPECT(tileAttributeIsALayout(linear) &&
         tileAttributeIsALinearLayout(linear));
  EXPECT(!tileAttributeIsABlockedLayout(linear));
  EXPECT(tileLayoutAttrGetRank(linear) == 2);
  EXPECT(tileLayoutAttrGetNumWarps(linear) == 4);
  EXPECT(tileLayoutAttrGetOrder(linear, 0) == 0);
  EXPECT(tileLayoutAttrGetOrder(linear, 1) == 1);
  EXPECT(mlirTypeIDEqual(mlirAttributeGetTypeID(linear),
                         tileLinearLayoutAttrGetTypeID()));
  TileLinearLayout back = noLayout;
  EXPECT_OK(tileLinearLayoutAttrGetMap(linear, &back));
  EXPECT(tileLinearLayoutEqual(map, back));
  tileLinearLayoutDestroy(back);
  tileLinearLayoutDestroy(map);

  EXPECT_ERROR(TileStatusInvalidArgument, "expected a #tile.linear",
               tileLinearLayoutAttrGetMap(noAttribute, &back));
  EXPECT_ERROR(TileStatusInvalidArgument, "expected a #tile.linear",
               tileLinearLayoutAttrGetMap(getBlocked(context), &back));
  EXPECT_ERROR(TileStatusInvalidArgument, "'result'",
               tileLinearLayoutAttrGetMap(linear, NULL));
  EXPECT_NULL("TileLinearLayout", tileLinearLayoutAttrGet(context, noLayout));
  EXPECT_NULL("TileLinearLayout", tileLinearLayoutAttrGet(context, map));

  /* A wrong name of an output, an element that nobody has, 16 lanes. */
  map = makeMap("column", 4, 32);
  EXPECT_NULL("expected the outputs dim0, dim1, ..., found 'column'",
              tileLinearLayoutAttrGet(context, map));
  EXPECT_NULL("found null", tileLinearLayoutAttrGet(noContext, map));
  tileLinearLayoutDestroy(map);
  map = makeMap("dim1", 8, 32);
  EXPECT_NULL("that reaches every element, found one that reaches 2^7 of 2^8",
              tileLinearLayoutAttrGet(context, map));
  tileLinearLayoutDestroy(map);
  const int32_t bases[] = {1, 2, 4, 8};
  TileLayoutDimension ins[] = {{tileString("register"), 1},
                               {tileString("lane"), 16},
                               {tileString("warp"), 1},
                               {tileString("block"), 1}};
  TileLayoutDimension out = {tileString("dim0"), 16};
  EXPECT_OK(tileLinearLayoutCreate(4, ins, 1, &out, 4, bases, &map));
  EXPECT_NULL(
      "expected 5 lane bases, found 4",
      tileLinearLayoutAttrGetChecked(mlirLocationUnknownGet(context), map));
  // CHECK-NEXT: diagnostic: expected 5 lane bases, found 4
  tileLinearLayoutDestroy(map);
  EXPECT_OK(tileLinearLayoutCreate(3, ins, 1, &out, 4, bases, &map));
  EXPECT_NULL("expected the inputs register, lane, warp and block",
              tileLinearLayoutAttrGet(context, map));
  tileLinearLayoutDestroy(map);
}

/* 2^24 registers that all hold the same: a map for a larger tile, whose
 * elements would need 2^15 times as many, is refused. */
static void testTooManyRegisters(MlirContext context) {
  int32_t bases[29] = {0};
  for (int bit = 0; bit < 5; ++bit)
    bases[24 + bit] = 1 << bit;
  TileLayoutDimension ins[] = {{tileString("register"), 1 << 24},
                               {tileString("lane"), 32},
                               {tileString("warp"), 1},
                               {tileString("block"), 1}};
  TileLayoutDimension out = {tileString("dim0"), 32};
  TileLinearLayout map = noLayout, result = noLayout;
  EXPECT_OK(tileLinearLayoutCreate(4, ins, 1, &out, 29, bases, &map));
  MlirAttribute linear = tileLinearLayoutAttrGet(context, map);
  EXPECT(linear.ptr != NULL);
  int64_t small = 32, large = 1 << 20;
  EXPECT_OK(tileLinearLayoutCreateFromAttribute(linear, 1, &small, &result));
  EXPECT(tileLinearLayoutGetInSize(result, 0) == 1);
  tileLinearLayoutDestroy(result);
  EXPECT_ERROR(TileStatusInvalidArgument,
               "at most 2^30 registers of a layout for this tile, found 2^39",
               tileLinearLayoutCreateFromAttribute(linear, 1, &large, &result));
  EXPECT(!tileLayoutAttrIsEquivalent(linear, linear, 1, &large));
  tileLinearLayoutDestroy(map);

  /* The largest tile has 2^15 registers in each of 32 lanes. */
  for (int bit = 0; bit < 20; ++bit)
    bases[bit] = 1 << bit;
  ins[0].size = 1 << 15;
  out.size = 1 << 20;
  EXPECT_OK(tileLinearLayoutCreate(4, ins, 1, &out, 20, bases, &map));
  linear = tileLinearLayoutAttrGet(context, map);
  EXPECT_OK(tileLinearLayoutCreateFromAttribute(linear, 1, &large, &result));
  EXPECT(tileLinearLayoutEqual(map, result));
  tileLinearLayoutDestroy(result);
  tileLinearLayoutDestroy(map);
}

static void testEquivalent(MlirContext context) {
  /* What differs lies beyond the tile's 16 columns and 8 rows. */
  const unsigned one[] = {1, 1}, fourWarps[] = {2, 2}, otherWarps[] = {1, 4};
  MlirAttribute a =
      tileBlockedLayoutAttrGet(context, 2, size, threads, fourWarps, order);
  MlirAttribute b =
      tileBlockedLayoutAttrGet(context, 2, size, threads, otherWarps, order);
  int64_t small[] = {8, 16}, large[] = {16, 16}, wrong[] = {8, 3};
  EXPECT(tileLayoutAttrIsEquivalent(a, b, 2, small));
  EXPECT(!tileLayoutAttrIsEquivalent(a, b, 2, large));
  EXPECT(tileLayoutAttrIsEquivalent(a, a, 2, large));
  EXPECT(!tileLayoutAttrIsEquivalent(
      a, tileBlockedLayoutAttrGet(context, 2, one, threads, fourWarps, order),
      2, small));
  EXPECT(!tileLayoutAttrIsEquivalent(a, b, 2, wrong));
  EXPECT(!tileLayoutAttrIsEquivalent(a, b, 1, small));
  EXPECT(!tileLayoutAttrIsEquivalent(a, b, 2, NULL));
  EXPECT(!tileLayoutAttrIsEquivalent(a, noAttribute, 2, small));
  EXPECT(!tileLayoutAttrIsEquivalent(mlirUnitAttrGet(context), b, 2, small));
}

int main(void) {
  MlirContext context = mlirContextCreate();
  EXPECT_OK(tileContextRegister(context));
  mlirContextAttachDiagnosticHandler(context, onDiagnostic, NULL, NULL);
  testBlocked(context);
  testBlockedErrors(context);
  testForShape(context);
  testSlice(context);
  testLinear(context);
  testTooManyRegisters(context);
  testEquivalent(context);
  mlirContextDestroy(context);
  printf("done\n");
  // CHECK-NEXT: done
  return 0;
}
