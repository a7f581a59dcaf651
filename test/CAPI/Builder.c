/*===- Builder.c - Kernels made operation by operation -----------*- C -*-===*\
|*
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
\*===----------------------------------------------------------------------===*/
// RUN: %cc_capi %s -o %t
// RUN: %t 2> %t.err | FileCheck %s
// RUN: count 0 < %t.err

#include "Check.h"

#include "mlir-c/Diagnostics.h"
#include "tile-c/Builder.h"

static const MlirType noType = {NULL};
static const MlirValue noValue = {NULL};
static const TileStatus invalid = TileStatusInvalidArgument;

static int diagnostics;
static MlirLogicalResult countDiagnostic(MlirDiagnostic diagnostic,
                                         void *userData) {
  (void)diagnostic;
  (void)userData;
  ++diagnostics;
  return mlirLogicalResultSuccess();
}

static MlirContext makeContext(bool hasDialects) {
  MlirContext context = mlirContextCreate();
  if (hasDialects)
    EXPECT_OK(tileContextRegister(context));
  mlirContextAttachDiagnosticHandler(context, countDiagnostic, NULL, NULL);
  return context;
}

/* A kernel with a pointer and an i32. */
static MlirBlock appendKernel(MlirModule module, const char *name) {
  MlirContext context = mlirModuleGetContext(module);
  const MlirType types[] = {
      tilePointerTypeGet(mlirF32TypeGet(context), TileAddressSpaceGlobal),
      mlirIntegerTypeGet(context, 32)};
  const int64_t divisibility[] = {16, 0};
  MlirBlock body;
  EXPECT_OK(tileModuleAppendKernel(module, mlirLocationUnknownGet(context),
                                   tileString(name), 2, types, divisibility,
                                   &body));
  return body;
}

static intptr_t countOperations(MlirBlock block) {
  intptr_t count = 0;
  for (MlirOperation operation = mlirBlockGetFirstOperation(block);
       !mlirOperationIsNull(operation);
       operation = mlirOperationGetNextInBlock(operation))
    ++count;
  return count;
}

/* Each function of the header, in what is valid as a whole. */
static void testAll(MlirModule module) {
  MlirContext context = mlirModuleGetContext(module);
  TileBuilder b = {appendKernel(module, "all"), mlirLocationUnknownGet(context),
                   TileStatusSuccess};
  const int64_t shape[] = {64};
  MlirValue base = mlirBlockGetArgument(b.block, 0);
  MlirValue n = mlirBlockGetArgument(b.block, 1);
  MlirValue id = tileBuildProgramId(&b, TileProgramAxisY);
  MlirValue sum = tileBuildBinary(&b, "arith.addi", id, n);
  MlirValue range = tileBuildRange(&b, -32, 32);
  MlirValue limit = tileBuildSplat(&b, sum, 1, shape);
  MlirValue mask = tileBuildCompare(&b, TilePredicateUGE, range, limit);
  MlirValue bases = tileBuildSplat(&b, base, 1, shape);
  MlirValue pointers = tileBuildBinary(&b, "tile.addptr", bases, range);
  MlirValue plain = tileBuildLoad(&b, pointers, noValue, noValue);
  MlirValue masked = tileBuildLoad(&b, pointers, mask, noValue);
  MlirValue filled = tileBuildLoad(&b, pointers, mask, plain);
  const MlirValue three[] = {mask, masked, filled};
  MlirValue chosen = tileBuildFrom(&b, "arith.select", 3, three);
  tileBuildStore(&b, pointers, chosen, mask);
  tileBuildStore(&b, pointers, tileBuildFrom(&b, "math.exp", 1, &chosen),
                 noValue);
  /* With a type and an attribute. */
  const MlirNamedAttribute axis = tileBuildAttribute(&b, "axis", 32, 0);
  MlirValue row =
      tileBuild(&b, "tile.expand_dims", noType, 1, &chosen, 1, &axis);
  MlirValue tiles = tileBuild(&b, "tile.broadcast",
                              tileBuildTileType(&b, mlirF32TypeGet(context), 2,
                                                (const int64_t[]){2, 64}),
                              1, &row, 0, NULL);
  EXPECT(tiles.ptr);
  EXPECT(tileBuildInteger(&b, 1, 1).ptr);
  EXPECT(tileBuildInteger(&b, 64, -5).ptr);
  /* Groups said by hand. */
  const int32_t segments[] = {1, 1, 0, 0, 0};
  const MlirNamedAttribute groups = mlirNamedAttributeGet(
      mlirIdentifierGet(context, tileString("operandSegmentSizes")),
      mlirDenseI32ArrayGet(context, 5, segments));
  const MlirValue given[] = {pointers, mask};
  tileBuild(&b, "tile.load", noType, 2, given, 1, &groups);
  EXPECT_OK(b.status);
  EXPECT(!tileBuildLoad(&b, pointers, noValue, plain).ptr);
  EXPECT(b.status == invalid && lastErrorHas("a mask before 'other'"));
  b.status = TileStatusSuccess;
  EXPECT(!tileBuildFrom(&b, "tile.return", 0, NULL).ptr);
  EXPECT_OK(b.status);
  EXPECT(mlirOperationVerify(mlirModuleGetOperation(module)));
  MlirOperation kernel = mlirBlockGetParentOperation(b.block);
  mlirOperationPrint(kernel, printString, NULL);
  printf("\n");
  // CHECK: @all(%[[P:.+]]: !tile.ptr<f32> {tile.divisibility = 16 : i32},
  // CHECK-SAME: %[[N:.+]]: i32) {
  // CHECK-NEXT: %[[ID:.+]] = tile.get_program_id y : i32
  // CHECK-NEXT: %[[SUM:.+]] = arith.addi %[[ID]], %[[N]] : i32
  // CHECK-NEXT: %[[RANGE:.+]] = tile.make_range
  // CHECK-SAME: {end = 32 : i32, start = -32 : i32} : tensor<64xi32>
  // CHECK-NEXT: %[[LIMIT:.+]] = tile.splat %[[SUM]] : i32 -> tensor<64xi32>
  // CHECK-NEXT: %[[MASK:.+]] = arith.cmpi uge, %[[RANGE]], %[[LIMIT]]
  // CHECK-NEXT: %[[BASES:.+]] = tile.splat %[[P]]
  // CHECK-NEXT: %[[PTRS:.+]] = tile.addptr %[[BASES]], %[[RANGE]]
  // CHECK-NEXT: %[[A:.+]] = tile.load %[[PTRS]] :
  // CHECK-NEXT: %[[B:.+]] = tile.load %[[PTRS]], %[[MASK]] :
  // CHECK-NEXT: %[[C:.+]] = tile.load %[[PTRS]], %[[MASK]], %[[A]] :
  // CHECK-NEXT: %[[D:.+]] = arith.select %[[MASK]], %[[B]], %[[C]] :
  // CHECK-NEXT: tile.store %[[PTRS]], %[[D]], %[[MASK]] :
  // CHECK-NEXT: %[[EXP:.+]] = math.exp %[[D]] : tensor<64xf32>
  // CHECK-NEXT: tile.store %[[PTRS]], %[[EXP]] :
  // CHECK-NEXT: %[[ROW:.+]] = tile.expand_dims %[[D]] {axis = 0 : i32}
  // CHECK-NEXT: tile.broadcast %[[ROW]] : tensor<1x64xf32> -> tensor<2x64xf32>
  // CHECK-NEXT: arith.constant true
  // CHECK-NEXT: arith.constant -5 : i64
  // CHECK-NEXT: tile.load %[[PTRS]], %[[MASK]] :
  // CHECK-NEXT: tile.return
}

/* A builder keeps its first failure, and appends nothing after it. */
static void testStatus(MlirModule module) {
  MlirContext context = mlirModuleGetContext(module);
  TileBuilder b = {appendKernel(module, "status"),
                   mlirLocationUnknownGet(context), TileStatusSuccess};
  const int64_t shape[] = {0};
  MlirValue n = mlirBlockGetArgument(b.block, 1);
  diagnostics = 0;
  EXPECT(!tileBuildSplat(&b, n, 1, shape).ptr);
  EXPECT(b.status == invalid);
  int first = diagnostics;
  EXPECT(first > 0);
  EXPECT(!tileBuildProgramId(&b, TileProgramAxisX).ptr);
  tileBuildStore(&b, n, n, n);
  EXPECT(b.status == invalid && diagnostics == first);
  EXPECT(countOperations(b.block) == 0);

  /* What is no value, type or attribute becomes an error, too. */
  const TileBuilder good = {b.block, b.location, TileStatusSuccess};
#define EXPECT_BAD(text, call)                                                 \
  do {                                                                         \
    b = good;                                                                  \
    (void)(call);                                                              \
    EXPECT(b.status == invalid && lastErrorHas(text));                         \
  } while (0)
  EXPECT_BAD("as operand 0 of 'arith.addi' of the same context, found null",
             tileBuildBinary(&b, "arith.addi", noValue, n));
  EXPECT_BAD("as operand 0 of 'tile.splat' of the same context, found null",
             tileBuildSplat(&b, noValue, 1, shape));
  EXPECT_BAD("expected a type for the result of 'tile.splat'",
             tileBuildSplat(&b, n, 1, NULL));
  EXPECT_BAD("expected a type for the result of 'tile.make_range'",
             tileBuildRange(&b, 0, -4));
  EXPECT_BAD("at most 1048576 elements", tileBuildRange(&b, 0, 3 << 19));
  EXPECT_BAD("a type for the constant", tileBuildInteger(&b, 0, 1));
  EXPECT_BAD("a type for the constant", tileBuildInteger(&b, 65, 1));
  EXPECT_BAD("axis", tileBuildProgramId(&b, (TileProgramAxis)3));
  EXPECT_BAD("predicate", tileBuildCompare(&b, (TilePredicate)10, n, n));
  EXPECT_BAD("'tile.load'", tileBuildLoad(&b, n, noValue, noValue));
  EXPECT_BAD("'tile.load'", tileBuildLoad(&b, noValue, n, noValue));
  EXPECT_BAD("found ''", tileBuildFrom(&b, NULL, 0, NULL));
  EXPECT(countOperations(b.block) == 0);
  TileBuilder empty = {{NULL}, {NULL}, TileStatusSuccess};
  EXPECT(!tileBuildRange(&empty, 0, 4).ptr && empty.status == invalid);
  EXPECT(lastErrorHas("'block'"));
  empty = good;
  empty.location.ptr = NULL;
  EXPECT(!tileBuildInteger(&empty, 32, 4).ptr && empty.status == invalid);
  EXPECT(lastErrorHas("'location'"));
}

static void testKernels(MlirModule module) {
  MlirContext context = mlirModuleGetContext(module);
  MlirContext other = makeContext(true);
  MlirContext bare = makeContext(false);
  MlirLocation here = mlirLocationUnknownGet(context), noLocation = {NULL};
  MlirModule noModule = {NULL};
  MlirType i32 = mlirIntegerTypeGet(context, 32), f32 = mlirF32TypeGet(context);
  const int64_t size = 4;
  MlirType tile =
      mlirRankedTensorTypeGet(1, &size, f32, mlirAttributeGetNull());
  const MlirType none[] = {i32, noType};
  const MlirType foreign[] = {mlirIntegerTypeGet(other, 32)};
  const int64_t three = 3, negative = -16, large = INT64_C(1) << 31, one = 1;
  MlirStringRef name = tileString("kernel");
  MlirBlock body = {NULL};
  EXPECT_OK(tileModuleAppendKernel(module, here, tileString("no_arguments"), 0,
                                   NULL, NULL, &body));
  EXPECT(mlirBlockGetNumArguments(body) == 0);
  EXPECT_OK(tileModuleAppendKernel(module, here, tileString("promises_nothing"),
                                   1, &f32, &one, &body));
  MlirBlock last = body;
  intptr_t count = countOperations(mlirModuleGetBody(module));

  EXPECT_ERROR(
      invalid, "'module'",
      tileModuleAppendKernel(noModule, here, name, 1, &i32, NULL, &body));
  EXPECT_ERROR(
      invalid, "'location'",
      tileModuleAppendKernel(module, noLocation, name, 1, &i32, NULL, &body));
  EXPECT_ERROR(
      invalid, "'types'",
      tileModuleAppendKernel(module, here, name, 1, NULL, NULL, &body));
  EXPECT_ERROR(invalid, "'body'",
               tileModuleAppendKernel(module, here, name, 1, &i32, NULL, NULL));
  EXPECT_ERROR(invalid, "'name'",
               tileModuleAppendKernel(module, here,
                                      mlirStringRefCreate(NULL, 3), 1, &i32,
                                      NULL, &body));
  diagnostics = 0;
  EXPECT_ERROR(invalid, "expected a name for the kernel",
               tileModuleAppendKernel(module, here, tileString(""), 1, &i32,
                                      NULL, &body));
  EXPECT(diagnostics == 1);
  EXPECT_ERROR(invalid, "found 'no_arguments', which the module has already",
               tileModuleAppendKernel(module, here, tileString("no_arguments"),
                                      1, &i32, NULL, &body));
  EXPECT_ERROR(
      invalid, "expected a type as argument 1 of the same context, found null",
      tileModuleAppendKernel(module, here, name, 2, none, NULL, &body));
  EXPECT_ERROR(
      invalid, "argument 0 of the same context, found one of another",
      tileModuleAppendKernel(module, here, name, 1, foreign, NULL, &body));
  EXPECT_ERROR(invalid, "expected a location of the same context",
               tileModuleAppendKernel(module, mlirLocationUnknownGet(other),
                                      name, 1, &i32, NULL, &body));
  EXPECT_ERROR(
      invalid, "expected scalars as a kernel's arguments",
      tileModuleAppendKernel(module, here, name, 1, &tile, NULL, &body));
  EXPECT_ERROR(
      invalid, "argument 0, found 3",
      tileModuleAppendKernel(module, here, name, 1, &i32, &three, &body));
  EXPECT_ERROR(
      invalid, "found -16",
      tileModuleAppendKernel(module, here, name, 1, &i32, &negative, &body));
  EXPECT_ERROR(
      invalid, "found 2147483648",
      tileModuleAppendKernel(module, here, name, 1, &i32, &large, &body));
  const int64_t sixteen = 16;
  EXPECT_ERROR(
      invalid, "on an integer or a pointer, found argument 0",
      tileModuleAppendKernel(module, here, name, 1, &f32, &sixteen, &body));
  MlirLocation nowhere = mlirLocationUnknownGet(bare);
  MlirModule empty = mlirModuleCreateEmpty(nowhere);
  EXPECT_ERROR(
      invalid, "expected the tile dialect to be loaded",
      tileModuleAppendKernel(empty, nowhere, name, 0, NULL, NULL, &body));
  EXPECT(mlirBlockEqual(body, last));
  EXPECT(countOperations(mlirModuleGetBody(module)) == count);
  mlirModuleDestroy(empty);
  mlirContextDestroy(bare);
  mlirContextDestroy(other);
}

static void testOperations(MlirModule module) {
  MlirContext context = mlirModuleGetContext(module);
  MlirContext other = makeContext(true);
  MlirLocation here = mlirLocationUnknownGet(context);
  MlirType i32 = mlirIntegerTypeGet(context, 32);
  MlirBlock body = appendKernel(module, "operations");
  MlirValue n = mlirBlockGetArgument(body, 1), result = n;
  const MlirValue two[] = {n, n}, six[] = {n, n, n, n, n, n};
  const MlirIdentifier value = mlirIdentifierGet(context, tileString("value"));
  const MlirNamedAttribute one = {value, mlirIntegerAttrGet(i32, 1)};
  const MlirNamedAttribute twice[] = {one, one},
                           noName = {{NULL}, one.attribute},
                           noValueOf = {value, {NULL}};
  const MlirNamedAttribute foreign = {
      value, mlirIntegerAttrGet(mlirIntegerTypeGet(other, 32), 1)};
#define APPEND(name, type, numOperands, operands, numAttributes, attributes)   \
  tileBlockAppendOperation(body, here, tileString(name), type, numOperands,    \
                           operands, numAttributes, attributes, &result)
  EXPECT_ERROR(invalid, "'operands'",
               APPEND("arith.addi", i32, 2, NULL, 0, NULL));
  EXPECT_ERROR(invalid, "'attributes'",
               APPEND("arith.constant", i32, 0, NULL, 1, NULL));
  EXPECT_ERROR(invalid, "found 'tile.nothing'",
               APPEND("tile.nothing", i32, 0, NULL, 0, NULL));
  EXPECT_ERROR(invalid, "found 'llvm.mlir.zero'",
               APPEND("llvm.mlir.zero", i32, 0, NULL, 0, NULL));
  EXPECT_ERROR(invalid, "without regions, found 'scf.if'",
               APPEND("scf.if", noType, 1, &n, 0, NULL));
  EXPECT_ERROR(invalid, "successor", APPEND("cf.br", noType, 0, NULL, 0, NULL));
  EXPECT_ERROR(invalid, "expected 2 results",
               APPEND("arith.addui_extended", noType, 2, two, 0, NULL));
  EXPECT_ERROR(invalid, "expected 2 operands",
               APPEND("arith.addi", noType, 1, &n, 0, NULL));
  EXPECT_ERROR(invalid, "tell the type of the result of 'arith.addi'",
               APPEND("arith.addi", noType, 0, NULL, 0, NULL));
  EXPECT_ERROR(invalid, "tell the type of the result of 'tile.unsplat'",
               APPEND("tile.unsplat", noType, 1, &n, 0, NULL));
  EXPECT_ERROR(invalid, "tell the type of the result of 'tile.expand_dims'",
               APPEND("tile.expand_dims", noType, 0, NULL, 0, NULL));
  EXPECT_ERROR(invalid, "floating",
               APPEND("arith.addf", noType, 2, two, 0, NULL));
  EXPECT_ERROR(
      invalid, "same type",
      APPEND("arith.addi", mlirIntegerTypeGet(context, 64), 2, two, 0, NULL));
  EXPECT_ERROR(invalid, "zero results",
               APPEND("tile.return", i32, 0, NULL, 0, NULL));
  EXPECT_ERROR(invalid, "up to 5 operands of 'tile.load'",
               APPEND("tile.load", noType, 6, six, 0, NULL));
  EXPECT_ERROR(
      invalid, "expected a type as the result of the same context",
      APPEND("arith.addi", mlirIntegerTypeGet(other, 32), 2, two, 0, NULL));
  EXPECT_ERROR(
      invalid, "a scalar or a tile as the result, found 'vector<4xi32>'",
      APPEND("arith.constant", mlirVectorTypeGet(1, (const int64_t[]){4}, i32),
             0, NULL, 1, &one));
  EXPECT_ERROR(invalid, "found 'value' twice",
               APPEND("arith.constant", noType, 0, NULL, 2, twice));
  EXPECT_ERROR(invalid, "a name as attribute 0",
               APPEND("arith.constant", noType, 0, NULL, 1, &noName));
  EXPECT_ERROR(invalid, "a value as attribute 0",
               APPEND("arith.constant", noType, 0, NULL, 1, &noValueOf));
  EXPECT_ERROR(invalid, "attribute 0 of the same context, found one of another",
               APPEND("arith.constant", noType, 0, NULL, 1, &foreign));
  EXPECT(mlirValueEqual(result, n));
  EXPECT(countOperations(body) == 0);

  MlirBlock block = {NULL};
  EXPECT_ERROR(invalid, "'block'",
               tileBlockAppendOperation(block, here, tileString("tile.return"),
                                        noType, 0, NULL, 0, NULL, NULL));
  block = mlirBlockCreate(0, NULL, NULL);
  EXPECT_ERROR(invalid, "expected a block in a function",
               tileBlockAppendOperation(block, here, tileString("tile.return"),
                                        noType, 0, NULL, 0, NULL, NULL));
  mlirBlockDestroy(block);
  EXPECT_ERROR(invalid, "location",
               tileBlockAppendOperation(body, mlirLocationUnknownGet(other),
                                        tileString("tile.return"), noType, 0,
                                        NULL, 0, NULL, NULL));
  EXPECT_ERROR(invalid, "tile.func",
               tileBlockAppendOperation(mlirModuleGetBody(module), here,
                                        tileString("tile.return"), noType, 0,
                                        NULL, 0, NULL, NULL));
  EXPECT_OK(APPEND("arith.constant", noType, 0, NULL, 1, &one));
  EXPECT(mlirTypeEqual(mlirValueGetType(result), i32));
  EXPECT_OK(APPEND("tile.return", noType, 0, NULL, 0, NULL));
  EXPECT(!result.ptr);
  EXPECT_ERROR(invalid,
               "without a terminator, found one that ends in "
               "'tile.return'",
               APPEND("tile.return", noType, 0, NULL, 0, NULL));
  mlirContextDestroy(other);
}

int main(void) {
  MlirContext context = makeContext(true);
  MlirModule module = mlirModuleCreateEmpty(mlirLocationUnknownGet(context));
  testAll(module);
  testStatus(module);
  testKernels(module);
  testOperations(module);
  mlirModuleDestroy(module);
  mlirContextDestroy(context);
  printf("done\n");
  // CHECK: done
  return 0;
}
