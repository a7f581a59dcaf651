/*===- DialectLinearLayouts.c - Who holds what -------------------*- C -*-===*\
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
#include "tile-c/Dialect.h"

static const TileLinearLayout noLayout = {NULL};

/* Blocks of 1x4 elements, warps of 8x4 threads, 2 warps below each other. */
static MlirAttribute getBlocked(MlirContext context) {
  const unsigned size[] = {1, 4}, threads[] = {8, 4}, warps[] = {2, 1},
                 order[] = {1, 0};
  return tileBlockedLayoutAttrGet(context, 2, size, threads, warps, order);
}

/* The owner by what the numbers above mean, in usual arithmetic: registers
 * repeat the pattern of 16x16 elements, columns first. */
static void expectBlockedOwner(int32_t row, int32_t column,
                               const int32_t *place) {
  EXPECT(place[0] == column % 4 + 4 * (column / 16) +
                         (row / 16) * 8 /* 32 columns have 8 registers */);
  EXPECT(place[1] == (column / 4) % 4 + 4 * (row % 8));
  EXPECT(place[2] == (row / 8) % 2);
  EXPECT(place[3] == 0);
}

static void testBlocked(MlirContext context) {
  int64_t shape[] = {64, 32};
  MlirAttribute blocked = getBlocked(context);
  TileLinearLayout map = noLayout;
  EXPECT_OK(tileLinearLayoutCreateFromAttribute(blocked, 2, shape, &map));
  EXPECT(!tileLinearLayoutIsNull(map));
  EXPECT(tileLinearLayoutGetNumIns(map) == 4);
  EXPECT(tileLinearLayoutGetNumOuts(map) == 2);
  const char *names[] = {"register", "lane", "warp", "block"};
  const int32_t sizes[] = {32, 32, 2, 1};
  for (size_t in = 0; in < 4; ++in) {
    EXPECT(equals(tileLinearLayoutGetInName(map, in), names[in]));
    EXPECT(tileLinearLayoutGetInSize(map, in) == sizes[in]);
  }
  EXPECT(equals(tileLinearLayoutGetOutName(map, 0), "dim0"));
  EXPECT(equals(tileLinearLayoutGetOutName(map, 1), "dim1"));
  EXPECT(tileLinearLayoutGetOutName(map, 1).data[4] == '\0');
  EXPECT(tileLinearLayoutGetOutSize(map, 0) == 64);
  EXPECT(tileLinearLayoutGetOutSize(map, 1) == 32);
  EXPECT(tileLinearLayoutIsSurjective(map) && tileLinearLayoutIsInjective(map));
  EXPECT(tileLinearLayoutGetNumOwners(map) == 1);
  EXPECT(tileLinearLayoutGetContiguity(map, 0, 1) == 4);
  EXPECT(tileLinearLayoutGetContiguity(map, 0, 0) == 1);

  for (int32_t row = 0; row < 64; ++row)
    for (int32_t column = 0; column < 32; ++column) {
      int32_t element[] = {row, column}, place[4], back[2];
      EXPECT_OK(tileLinearLayoutGetOwner(map, element, 2, place, 4));
      expectBlockedOwner(row, column, place);
      EXPECT_OK(tileLinearLayoutApply(map, place, 4, back, 2));
      EXPECT(back[0] == row && back[1] == column);
    }

  /* The same by the type; and its inverse, and what that makes of it. */
  TileLinearLayout same = noLayout, inverse = noLayout, both = noLayout;
  MlirType tile =
      mlirRankedTensorTypeGet(2, shape, mlirF32TypeGet(context), blocked);
  EXPECT_OK(tileLinearLayoutCreateFromType(tile, &same));
  EXPECT(tileLinearLayoutEqual(map, same));
  EXPECT_OK(tileLinearLayoutInvert(map, &inverse));
  EXPECT(!tileLinearLayoutEqual(map, inverse));
  int32_t element[] = {17, 22}, place[4];
  EXPECT_OK(tileLinearLayoutApply(inverse, element, 2, place, 4));
  expectBlockedOwner(17, 22, place);
  EXPECT_OK(tileLinearLayoutCompose(inverse, map, &both));
  int32_t image[2];
  EXPECT_OK(tileLinearLayoutApply(both, element, 2, image, 2));
  EXPECT(image[0] == 17 && image[1] == 22);
  tileLinearLayoutDestroy(same);
  tileLinearLayoutDestroy(inverse);
  tileLinearLayoutDestroy(both);
  tileLinearLayoutDestroy(map);
  EXPECT(tileLinearLayoutGetNumIns(map) == 0);
}

static bool printPlace(const int32_t *place, size_t numIns, void *userData) {
  EXPECT(numIns == 4);
  printf("register %d, lane %d, warp %d, block %d\n", place[0], place[1],
         place[2], place[3]);
  return userData == NULL || --*(int *)userData > 0;
}

/* A tile of 4 rows has room for half of a warp's 8 rows of threads, and for one
 * warp: lane bit 4 and the warp's bit hold copies. */
static void testReplicas(MlirContext context) {
  int64_t shape[] = {4, 16};
  TileLinearLayout map = noLayout;
  EXPECT_OK(
      tileLinearLayoutCreateFromAttribute(getBlocked(context), 2, shape, &map));
  EXPECT(tileLinearLayoutIsSurjective(map));
  EXPECT(!tileLinearLayoutIsInjective(map));
  EXPECT(tileLinearLayoutGetNumOwners(map) == 4);
  int32_t element[] = {3, 6};
  EXPECT_OK(tileLinearLayoutForEachOwner(map, element, 2, printPlace, NULL));
  // CHECK: register 2, lane 13, warp 0, block 0
  // CHECK-NEXT: register 2, lane 29, warp 0, block 0
  // CHECK-NEXT: register 2, lane 13, warp 1, block 0
  // CHECK-NEXT: register 2, lane 29, warp 1, block 0
  int32_t place[4];
  EXPECT_OK(tileLinearLayoutGetOwner(map, element, 2, place, 4));
  EXPECT(place[0] == 2 && place[1] == 13 && place[2] == 0 && place[3] == 0);
  printf("stopped:\n");
  int left = 2;
  EXPECT_ERROR(
      TileStatusCancelled, "the callback ended",
      tileLinearLayoutForEachOwner(map, element, 2, printPlace, &left));
  // CHECK-NEXT: stopped:
  // CHECK-NEXT: register 2, lane 13, warp 0, block 0
  // CHECK-NEXT: register 2, lane 29, warp 0, block 0
  tileLinearLayoutDestroy(map);

  /* Without the columns, a row's four threads hold the same. */
  int64_t rows = 16;
  MlirAttribute slice = tileSliceLayoutAttrGet(1, getBlocked(context));
  EXPECT_OK(tileLinearLayoutCreateFromAttribute(slice, 1, &rows, &map));
  EXPECT(tileLinearLayoutGetInSize(map, 0) == 1);
  EXPECT(tileLinearLayoutGetNumOwners(map) == 4);
  int32_t row = 11;
  printf("slice:\n");
  EXPECT_OK(tileLinearLayoutForEachOwner(map, &row, 1, printPlace, NULL));
  // CHECK-NEXT: slice:
  // CHECK-NEXT: register 0, lane 12, warp 1, block 0
  // CHECK-NEXT: register 0, lane 13, warp 1, block 0
  // CHECK-NEXT: register 0, lane 14, warp 1, block 0
  // CHECK-NEXT: register 0, lane 15, warp 1, block 0
  tileLinearLayoutDestroy(map);
}

/* The 4x8 tile of two warps of four lanes that tile/Layout/LinearLayout.h
 * explains. */
static TileLinearLayout makeExample(void) {
  const int32_t bases[] = {0, 1, 0, 2, 0, 4, 1, 0, 2, 0};
  TileLayoutDimension ins[] = {{tileString("register"), 4},
                               {tileString("lane"), 4},
                               {tileString("warp"), 2}};
  TileLayoutDimension outs[] = {{tileString("row"), 4},
                                {tileString("column"), 8}};
  TileLinearLayout map = noLayout;
  EXPECT_OK(tileLinearLayoutCreate(3, ins, 2, outs, 10, bases, &map));
  return map;
}

static void testBases(void) {
  TileLinearLayout map = makeExample();
  int32_t place[] = {2, 3, 1}, element[2];
  EXPECT_OK(tileLinearLayoutApply(map, place, 3, element, 2));
  EXPECT(element[0] == 3 && element[1] == 6);
  EXPECT_OK(tileLinearLayoutGetBasis(map, 1, 1, element, 2));
  EXPECT(element[0] == 1 && element[1] == 0);
  EXPECT_OK(tileLinearLayoutPrint(map, printString, NULL));
  // CHECK-NEXT: - register=1 -> (0, 1), 2 -> (0, 2)
  // CHECK-NEXT: - lane=1 -> (0, 4), 2 -> (1, 0)
  // CHECK-NEXT: - warp=1 -> (2, 0)
  // CHECK-NEXT: into row (size 4), column (size 8)
  EXPECT_OK(
      tileLinearLayoutPrintTable(map, tileString("warp"), printString, NULL));
  // CHECK: 0 W0:L0:R0
  // CHECK-NEXT: 1 W0:L2:R0
  // CHECK-NEXT: 2 W1:L0:R0
  EXPECT_OK(tileLinearLayoutPrintTable(map, tileString(""), printString, NULL));
  // CHECK: 3 T6:R0

  /* Swizzled: row bits flip column bits, so that element (r, c) is at offset
   * 8 r + (c ^ r). */
  const int32_t swizzled[] = {0, 1, 0, 2, 0, 4, 1, 1, 2, 2};
  TileLayoutDimension offset = {tileString("offset"), 32};
  TileLayoutDimension outs[] = {{tileString("row"), 4},
                                {tileString("column"), 8}};
  TileLinearLayout memory = noLayout, conversion = noLayout;
  EXPECT_OK(tileLinearLayoutCreate(1, &offset, 2, outs, 10, swizzled, &memory));
  for (int32_t row = 0; row < 4; ++row)
    for (int32_t column = 0; column < 8; ++column) {
      int32_t wanted[] = {row, column}, found;
      EXPECT_OK(tileLinearLayoutGetOwner(memory, wanted, 2, &found, 1));
      EXPECT(found == 8 * row + (column ^ row));
    }
  /* Where each register reads: warp 1, lane 3, register 2 has (3, 6). */
  EXPECT_OK(tileLinearLayoutConvert(memory, map, &conversion));
  int32_t where;
  EXPECT_OK(tileLinearLayoutApply(conversion, place, 3, &where, 1));
  EXPECT(where == 8 * 3 + (6 ^ 3));
  tileLinearLayoutDestroy(conversion);
  tileLinearLayoutDestroy(memory);
  tileLinearLayoutDestroy(map);
}

/* Sixteen places, of which every fourth offset is one: x -> 4 x. */
static void testNotSurjective(void) {
  const int32_t bases[] = {4, 8};
  TileLayoutDimension in = {tileString("x"), 4}, out = {tileString("y"), 16};
  TileLinearLayout map = noLayout, result = noLayout;
  EXPECT_OK(tileLinearLayoutCreate(1, &in, 1, &out, 2, bases, &map));
  EXPECT(!tileLinearLayoutIsSurjective(map));
  EXPECT(tileLinearLayoutIsInjective(map));
  int32_t element = 12, place = -1;
  EXPECT_OK(tileLinearLayoutGetOwner(map, &element, 1, &place, 1));
  EXPECT(place == 3);
  element = 5;
  EXPECT_ERROR(TileStatusNotFound, "found (5)",
               tileLinearLayoutGetOwner(map, &element, 1, &place, 1));
  EXPECT(place == 3);
  EXPECT_ERROR(
      TileStatusNotFound, "found (5)",
      tileLinearLayoutForEachOwner(map, &element, 1, printPlace, NULL));
  EXPECT_ERROR(TileStatusInvalidArgument, "reaches 2^2 of 2^4",
               tileLinearLayoutInvert(map, &result));
  EXPECT_ERROR(TileStatusInvalidArgument, "an input 'y'",
               tileLinearLayoutCompose(map, map, &result));

  /* Twice side by side: x gets two more bits, which go to y's bits 4 to 7. */
  EXPECT_OK(tileLinearLayoutMultiply(map, map, &result));
  EXPECT(tileLinearLayoutGetInSize(result, 0) == 16);
  EXPECT(tileLinearLayoutGetOutSize(result, 0) == 256);
  int32_t basis;
  EXPECT_OK(tileLinearLayoutGetBasis(result, 0, 2, &basis, 1));
  EXPECT(basis == 64);
  EXPECT_ERROR(TileStatusInvalidArgument, "expected two layouts",
               tileLinearLayoutConvert(map, result, &result));
  tileLinearLayoutDestroy(result);
  tileLinearLayoutDestroy(map);
}

static void testCreateErrors(MlirContext context) {
  const int32_t bases[] = {1, 2, 4, 8};
  TileLayoutDimension in = {tileString("x"), 4}, out = {tileString("y"), 4};
  TileLayoutDimension twice[] = {in, in}, six = {tileString("x"), 6},
                      negative = {tileString("x"), -4},
                      unnamed = {tileString(""), 4},
                      broken = {mlirStringRefCreate(NULL, 3), 4};
  TileLinearLayout map = noLayout;
  const TileStatus invalid = TileStatusInvalidArgument;
  EXPECT_ERROR(invalid, "'ins'",
               tileLinearLayoutCreate(1, NULL, 1, &out, 2, bases, &map));
  EXPECT_ERROR(invalid, "'outs'",
               tileLinearLayoutCreate(1, &in, 1, NULL, 2, bases, &map));
  EXPECT_ERROR(invalid, "'coordinates'",
               tileLinearLayoutCreate(1, &in, 1, &out, 2, NULL, &map));
  EXPECT_ERROR(invalid, "'result'",
               tileLinearLayoutCreate(1, &in, 1, &out, 2, bases, NULL));
  EXPECT_ERROR(invalid, "found 6",
               tileLinearLayoutCreate(1, &six, 1, &out, 2, bases, &map));
  EXPECT_ERROR(invalid, "found -4",
               tileLinearLayoutCreate(1, &negative, 1, &out, 2, bases, &map));
  EXPECT_ERROR(invalid, "empty name",
               tileLinearLayoutCreate(1, &unnamed, 1, &out, 2, bases, &map));
  EXPECT_ERROR(invalid, "'name'",
               tileLinearLayoutCreate(1, &broken, 1, &out, 2, bases, &map));
  EXPECT_ERROR(invalid, "appears twice",
               tileLinearLayoutCreate(2, twice, 1, &out, 4, bases, &map));
  EXPECT_ERROR(invalid,
               "expected 2 coordinates, 1 for each of 2 bases, found 3",
               tileLinearLayoutCreate(1, &in, 1, &out, 3, bases, &map));
  EXPECT_ERROR(invalid, "must be in [0, 4)",
               tileLinearLayoutCreate(1, &in, 1, &out, 2, bases + 1, &map));
  EXPECT_ERROR(invalid, "at most 64 dimensions",
               tileLinearLayoutCreate(1000, &in, 1, &out, 2, bases, &map));
  EXPECT(tileLinearLayoutIsNull(map));

  MlirAttribute none = {NULL}, blocked = getBlocked(context);
  int64_t shape[] = {16, 16}, three[] = {16, 3},
          large[] = {INT64_C(1) << 40, INT64_C(1) << 40};
  EXPECT_ERROR(invalid, "found a null attribute",
               tileLinearLayoutCreateFromAttribute(none, 2, shape, &map));
  EXPECT_ERROR(invalid, "found another attribute",
               tileLinearLayoutCreateFromAttribute(mlirUnitAttrGet(context), 2,
                                                   shape, &map));
  EXPECT_ERROR(invalid, "found 3",
               tileLinearLayoutCreateFromAttribute(blocked, 2, three, &map));
  EXPECT_ERROR(invalid, "at most 1048576 elements",
               tileLinearLayoutCreateFromAttribute(blocked, 2, large, &map));
  EXPECT_ERROR(invalid, "the layout's 2 dimensions, found one of 1",
               tileLinearLayoutCreateFromAttribute(blocked, 1, shape, &map));
  EXPECT_ERROR(invalid, "1 to 20 dimensions, found 0",
               tileLinearLayoutCreateFromAttribute(blocked, 0, shape, &map));
  EXPECT_ERROR(invalid, "'shape'",
               tileLinearLayoutCreateFromAttribute(blocked, 2, NULL, &map));
  EXPECT_ERROR(invalid, "'result'",
               tileLinearLayoutCreateFromAttribute(blocked, 2, shape, NULL));
  MlirType noType = {NULL}, f32 = mlirF32TypeGet(context);
  EXPECT_ERROR(invalid, "found a null type",
               tileLinearLayoutCreateFromType(noType, &map));
  EXPECT_ERROR(invalid, "found another type",
               tileLinearLayoutCreateFromType(f32, &map));
  EXPECT_ERROR(invalid, "found a null attribute",
               tileLinearLayoutCreateFromType(
                   mlirRankedTensorTypeGet(2, shape, f32, none), &map));
  EXPECT(tileLinearLayoutIsNull(map));
}

static void testUseErrors(void) {
  TileLinearLayout map = makeExample(), result = noLayout;
  const TileStatus invalid = TileStatusInvalidArgument;
  int32_t place[] = {2, 3, 1}, element[] = {3, 6}, wrong[] = {4, 0, 0};
  int32_t below[] = {0, -1, 0};
  EXPECT_ERROR(invalid, "a position of 'register' from 0 to 3, found 4",
               tileLinearLayoutApply(map, wrong, 3, element, 2));
  EXPECT_ERROR(invalid, "found -1",
               tileLinearLayoutApply(map, below, 3, element, 2));
  EXPECT_ERROR(invalid, "expected 3 positions",
               tileLinearLayoutApply(map, place, 4, element, 2));
  EXPECT_ERROR(invalid, "room for 2 positions",
               tileLinearLayoutApply(map, place, 3, element, 1));
  EXPECT_ERROR(invalid, "'place'",
               tileLinearLayoutApply(map, NULL, 3, element, 2));
  EXPECT_ERROR(invalid, "'coordinates'",
               tileLinearLayoutApply(map, place, 3, NULL, 2));
  EXPECT_ERROR(invalid, "a position of 'row' from 0 to 3, found 4",
               tileLinearLayoutGetOwner(map, wrong, 2, place, 3));
  EXPECT_ERROR(invalid, "'place'",
               tileLinearLayoutGetOwner(map, element, 2, NULL, 3));
  EXPECT_ERROR(invalid, "room for 3 positions",
               tileLinearLayoutGetOwner(map, element, 2, place, 4));
  EXPECT_ERROR(invalid, "'callback'",
               tileLinearLayoutForEachOwner(map, element, 2, NULL, NULL));
  EXPECT_ERROR(invalid, "one of 3 inputs, found 3",
               tileLinearLayoutGetBasis(map, 3, 0, element, 2));
  EXPECT_ERROR(invalid, "one of 2 bits of 'lane', found 2",
               tileLinearLayoutGetBasis(map, 1, 2, element, 2));
  EXPECT_ERROR(invalid, "'callback'", tileLinearLayoutPrint(map, NULL, NULL));
  EXPECT_ERROR(invalid, "'callback'",
               tileLinearLayoutPrintTable(map, tileString(""), NULL, NULL));
  EXPECT_ERROR(
      invalid, "style",
      tileLinearLayoutPrintTable(map, tileString("round"), printString, NULL));
  EXPECT_ERROR(invalid, "'result'", tileLinearLayoutInvert(map, NULL));
  EXPECT_ERROR(invalid, "'result'", tileLinearLayoutCompose(map, map, NULL));
  EXPECT_ERROR(invalid, "'result'", tileLinearLayoutConvert(map, map, NULL));
  EXPECT_ERROR(invalid, "'result'", tileLinearLayoutMultiply(map, map, NULL));
  EXPECT_ERROR(invalid, "2 and 3", tileLinearLayoutCompose(map, map, &result));
  EXPECT(equals(tileLinearLayoutGetInName(map, 3), ""));
  EXPECT(equals(tileLinearLayoutGetOutName(map, 2), ""));
  EXPECT(tileLinearLayoutGetInSize(map, 3) == 0);
  EXPECT(tileLinearLayoutGetOutSize(map, 2) == 0);
  EXPECT(tileLinearLayoutGetContiguity(map, 0, 2) == 0);
  EXPECT(tileLinearLayoutGetContiguity(map, 3, 0) == 0);

  /* Beyond 2^62 in all, by a product. */
  TileLayoutDimension in = {tileString("x"), 1 << 30},
                      out = {tileString("y"), 1};
  const int32_t zeros[60] = {0};
  TileLinearLayout big = noLayout;
  EXPECT_OK(tileLinearLayoutCreate(1, &in, 1, &out, 30, zeros, &big));
  EXPECT(tileLinearLayoutGetNumOwners(big) == 1 << 30);
  EXPECT_ERROR(invalid, "", tileLinearLayoutMultiply(big, big, &result));
  tileLinearLayoutDestroy(big);

  /* Null, destroyed and made up. */
  tileLinearLayoutDestroy(map);
  TileLinearLayout bad[] = {noLayout, map, {(void *)(uintptr_t)0x1234}};
  for (int i = 0; i < 3; ++i) {
    const TileStatus handle = TileStatusInvalidHandle;
    tileLinearLayoutDestroy(bad[i]);
    EXPECT(tileLinearLayoutGetNumIns(bad[i]) == 0);
    EXPECT(tileLinearLayoutGetNumOuts(bad[i]) == 0);
    EXPECT(equals(tileLinearLayoutGetInName(bad[i], 0), ""));
    EXPECT(equals(tileLinearLayoutGetOutName(bad[i], 0), ""));
    EXPECT(tileLinearLayoutGetInSize(bad[i], 0) == 0);
    EXPECT(tileLinearLayoutGetOutSize(bad[i], 0) == 0);
    EXPECT(!tileLinearLayoutIsSurjective(bad[i]));
    EXPECT(!tileLinearLayoutIsInjective(bad[i]));
    EXPECT(!tileLinearLayoutEqual(bad[i], bad[i]));
    EXPECT(tileLinearLayoutGetContiguity(bad[i], 0, 0) == 0);
    EXPECT(tileLinearLayoutGetNumOwners(bad[i]) == 0);
    EXPECT_ERROR(handle, "TileLinearLayout",
                 tileLinearLayoutGetBasis(bad[i], 0, 0, element, 2));
    EXPECT_ERROR(handle, "TileLinearLayout",
                 tileLinearLayoutApply(bad[i], place, 3, element, 2));
    EXPECT_ERROR(handle, "TileLinearLayout",
                 tileLinearLayoutGetOwner(bad[i], element, 2, place, 3));
    EXPECT_ERROR(
        handle, "TileLinearLayout",
        tileLinearLayoutForEachOwner(bad[i], element, 2, printPlace, NULL));
    EXPECT_ERROR(handle, "TileLinearLayout",
                 tileLinearLayoutInvert(bad[i], &result));
    EXPECT_ERROR(handle, "TileLinearLayout",
                 tileLinearLayoutCompose(bad[i], bad[i], &result));
    EXPECT_ERROR(handle, "TileLinearLayout",
                 tileLinearLayoutConvert(bad[i], bad[i], &result));
    EXPECT_ERROR(handle, "TileLinearLayout",
                 tileLinearLayoutMultiply(bad[i], bad[i], &result));
    EXPECT_ERROR(handle, "TileLinearLayout",
                 tileLinearLayoutPrint(bad[i], printString, NULL));
    EXPECT_ERROR(
        handle, "TileLinearLayout",
        tileLinearLayoutPrintTable(bad[i], tileString(""), printString, NULL));
  }
}

int main(void) {
  MlirContext context = mlirContextCreate();
  EXPECT_OK(tileContextRegister(context));
  testBlocked(context);
  testReplicas(context);
  testBases();
  testNotSurjective();
  testCreateErrors(context);
  testUseErrors();
  mlirContextDestroy(context);
  printf("done\n");
  // CHECK: done
  return 0;
}
