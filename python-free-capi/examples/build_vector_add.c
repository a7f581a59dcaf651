/*===- build_vector_add.c - A kernel without a line of text ------*- C -*-===*\
|*
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* Builds z = x + y operation by operation, compiles it, runs it, checks it.
|*
\*===----------------------------------------------------------------------===*/
/* Usage: build_vector_add [--device=auto|sim|cuda:N]
 *
 * bench/kernels/vector_add.mlir is the same kernel as text. */

#include "mlir-c/BuiltinAttributes.h"
#include "tile-c/Dialect.h"
#include "tile-c/Runtime.h"

#include <stdio.h>
#include <stdlib.h>

enum { kTile = 1024, kSize = 98432 }; /* 96 full tiles, and one of 128. */

static void check(TileStatus status) {
  if (status == TileStatusSuccess)
    return;
  fprintf(stderr, "error: %s\n", tileGetLastErrorMessage().data);
  exit(EXIT_FAILURE);
}

/* Where operations go, and the types that they use. */
static MlirContext context;
static MlirLocation nowhere;
static MlirBlock body;
static MlirType i1, i32, f32, pointer;

static MlirType tileOf(MlirType element) {
  const int64_t shape[] = {kTile};
  return mlirRankedTensorTypeGet(1, shape, element, mlirAttributeGetNull());
}

static MlirNamedAttribute named(const char *name, MlirAttribute attribute) {
  return mlirNamedAttributeGet(mlirIdentifierGet(context, tileString(name)),
                               attribute);
}

static MlirAttribute integer(int64_t value) {
  return mlirIntegerAttrGet(i32, value);
}

/* Appends an operation to the body, and returns its result, if it has one (a
 * null type: it has none). Operands and attributes end with a null one. */
static MlirValue add(const char *name, MlirType result, const MlirValue *values,
                     const MlirNamedAttribute *attributes) {
  MlirOperationState state = mlirOperationStateGet(tileString(name), nowhere);
  if (result.ptr)
    mlirOperationStateAddResults(&state, 1, &result);
  for (; values && values->ptr; ++values)
    mlirOperationStateAddOperands(&state, 1, values);
  for (; attributes && attributes->attribute.ptr; ++attributes)
    mlirOperationStateAddAttributes(&state, 1, attributes);
  MlirOperation operation = mlirOperationCreate(&state);
  if (mlirOperationIsNull(operation))
    exit(EXIT_FAILURE); /* MLIR has printed why. */
  mlirBlockAppendOwnedOperation(body, operation);
  return result.ptr ? mlirOperationGetResult(operation, 0) : (MlirValue){NULL};
}

#define VALUES(...) ((MlirValue[]){__VA_ARGS__, {NULL}})
#define ATTRIBUTES(...) ((MlirNamedAttribute[]){__VA_ARGS__, {{NULL}, {NULL}}})

/* The addresses of a vector's elements at these offsets. */
static MlirValue addresses(MlirValue base, MlirValue offsets) {
  MlirValue all = add("tile.splat", tileOf(pointer), VALUES(base), NULL);
  return add("tile.addptr", tileOf(pointer), VALUES(all, offsets), NULL);
}

static MlirValue load(MlirValue base, MlirValue offsets, MlirValue mask) {
  /* Of three kinds of operands: one address, one mask, no other value. */
  const int32_t segments[] = {1, 1, 0};
  return add("tile.load", tileOf(f32), VALUES(addresses(base, offsets), mask),
             ATTRIBUTES(named("operandSegmentSizes",
                              mlirDenseI32ArrayGet(context, 3, segments))));
}

/* What one CTA does: the elements from 1024 * program id, as far as there are
 * any. */
static void buildBody(void) {
  MlirValue size = mlirBlockGetArgument(body, 3);
  MlirValue id =
      add("tile.get_program_id", i32, NULL,
          ATTRIBUTES(named("axis",
                           tileProgramAxisAttrGet(context, TileProgramAxisX))));
  MlirValue tile = add("arith.constant", i32, NULL,
                       ATTRIBUTES(named("value", integer(kTile))));
  MlirValue start = add("arith.muli", i32, VALUES(id, tile), NULL);
  MlirValue range =
      add("tile.make_range", tileOf(i32), NULL,
          ATTRIBUTES(named("start", integer(0)), named("end", integer(kTile))));
  MlirValue starts = add("tile.splat", tileOf(i32), VALUES(start), NULL);
  MlirValue offsets =
      add("arith.addi", tileOf(i32), VALUES(starts, range), NULL);
  MlirValue sizes = add("tile.splat", tileOf(i32), VALUES(size), NULL);
  MlirAttribute less = mlirIntegerAttrGet(mlirIntegerTypeGet(context, 64), 2);
  MlirValue mask = add("arith.cmpi", tileOf(i1), VALUES(offsets, sizes),
                       ATTRIBUTES(named("predicate", less)));
  MlirValue x = load(mlirBlockGetArgument(body, 0), offsets, mask);
  MlirValue y = load(mlirBlockGetArgument(body, 1), offsets, mask);
  MlirValue z = add("arith.addf", tileOf(f32), VALUES(x, y), NULL);
  MlirValue to = addresses(mlirBlockGetArgument(body, 2), offsets);
  add("tile.store", (MlirType){NULL}, VALUES(to, z, mask), NULL);
  add("tile.return", (MlirType){NULL}, NULL, NULL);
}

/* The function around it, in a module. */
static MlirModule buildModule(void) {
  nowhere = mlirLocationUnknownGet(context);
  i1 = mlirIntegerTypeGet(context, 1);
  i32 = mlirIntegerTypeGet(context, 32);
  f32 = mlirF32TypeGet(context);
  pointer = tilePointerTypeGet(f32, TileAddressSpaceGlobal);
  MlirType types[] = {pointer, pointer, pointer, i32};
  MlirLocation locations[] = {nowhere, nowhere, nowhere, nowhere};
  body = mlirBlockCreate(4, types, locations);
  buildBody();

  /* Promise aligned pointers: each access is then 16 bytes wide. */
  MlirNamedAttribute divisible = named("tile.divisibility", integer(16));
  MlirAttribute aligned = mlirDictionaryAttrGet(context, 1, &divisible);
  MlirAttribute none = mlirDictionaryAttrGet(context, 0, NULL);
  MlirAttribute arguments[] = {aligned, aligned, aligned, none};
  MlirNamedAttribute attributes[] = {
      named("sym_name", mlirStringAttrGet(context, tileString("vector_add"))),
      named("sym_visibility", mlirStringAttrGet(context, tileString("public"))),
      named("function_type",
            mlirTypeAttrGet(mlirFunctionTypeGet(context, 4, types, 0, NULL))),
      named("arg_attrs", mlirArrayAttrGet(context, 4, arguments))};
  MlirOperationState state =
      mlirOperationStateGet(tileString("tile.func"), nowhere);
  MlirRegion region = mlirRegionCreate();
  mlirRegionAppendOwnedBlock(region, body);
  mlirOperationStateAddOwnedRegions(&state, 1, &region);
  mlirOperationStateAddAttributes(&state, 4, attributes);
  MlirModule module = mlirModuleCreateEmpty(nowhere);
  MlirOperation function = mlirOperationCreate(&state);
  if (mlirOperationIsNull(function))
    exit(EXIT_FAILURE);
  mlirBlockAppendOwnedOperation(mlirModuleGetBody(module), function);
  if (!mlirOperationVerify(mlirModuleGetOperation(module)))
    exit(EXIT_FAILURE); /* MLIR has printed why. */
  return module;
}

int main(int argc, char **argv) {
  const char *name = "auto";
  if (argc == 2 && strncmp(argv[1], "--device=", 9) == 0)
    name = argv[1] + 9;
  else if (argc != 1)
    return fprintf(stderr, "usage: %s [--device=auto|sim|cuda:N]\n", argv[0]),
           EXIT_FAILURE;
  TileDevice device;
  TileDeviceInfo info;
  check(tileDeviceOpen(tileString(name), &device));
  check(tileDeviceGetInfo(device, &info));

  /* The module, compiled for this device. */
  context = mlirContextCreate();
  check(tileContextRegister(context));
  MlirModule source = buildModule();
  TileCompilerOptions options = tileCompilerOptionsCreate();
  TileCompiler compiler;
  TileKernelImage image;
  TileModule module;
  TileKernel kernel;
  check(tileCompilerOptionsSetTarget(options, info.target));
  check(tileCompilerCreate(options, &compiler));
  check(
      tileCompilerCompileModule(compiler, source, TileStagePTX, NULL, &image));
  check(tileModuleLoad(device, image, &module));
  check(tileModuleGetKernel(module, tileString("vector_add"), &kernel));

  /* Small integers, whose sums are exact. */
  static float x[kSize], y[kSize], z[kSize];
  const uint64_t bytes = sizeof x;
  TileStream wait = {NULL}; /* The default stream: each call waits. */
  TileDeviceAddress at[3];
  for (int i = 0; i < kSize; ++i) {
    x[i] = (float)i;
    y[i] = 2.0f * (float)i;
  }
  for (int i = 0; i < 3; ++i)
    check(tileDeviceAllocate(device, bytes, &at[i]));
  check(tileDeviceCopyToDevice(device, at[0], x, bytes, wait));
  check(tileDeviceCopyToDevice(device, at[1], y, bytes, wait));
  TileArgument arguments[] = {
      tileArgumentPointer(at[0]), tileArgumentPointer(at[1]),
      tileArgumentPointer(at[2]), tileArgumentI32(kSize)};
  check(tileKernelLaunch(kernel, tileGrid(tileCeilDiv(kSize, kTile), 1, 1),
                         arguments, 4, wait));
  check(tileDeviceCopyToHost(device, z, at[2], bytes, wait));
  int wrong = 0;
  for (int i = 0; i < kSize; ++i)
    wrong += z[i] != 3.0f * (float)i;
  printf("%s: %d sums, %d wrong\n", info.name.data, kSize, wrong);

  for (int i = 0; i < 3; ++i)
    check(tileDeviceFree(device, at[i]));
  tileModuleDestroy(module);
  tileKernelImageDestroy(image);
  tileCompilerDestroy(compiler);
  tileCompilerOptionsDestroy(options);
  tileDeviceDestroy(device);
  mlirModuleDestroy(source);
  mlirContextDestroy(context);
  return wrong ? EXIT_FAILURE : EXIT_SUCCESS;
}
