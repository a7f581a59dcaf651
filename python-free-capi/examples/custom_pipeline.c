/*===- custom_pipeline.c - Passes in an order of one's own -------*- C -*-===*\
|*
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* Runs passes over a kernel, one of them written in C, shows what each changed
|* and how long it took, on standard error, and compiles what came out.
|*
|*   custom_pipeline [--device=auto|sim|sim:sm_80|cuda:N]
|*
\*===----------------------------------------------------------------------===*/

#include "mlir-c/Transforms.h"
#include "tile-c/Dialect.h"
#include "tile-c/Passes.h"
#include "tile-c/Runtime.h"

#include <stdio.h>
#include <stdlib.h>

static const char source[] =
    "tile.func public @f(%p: !tile.ptr<f32> {tile.divisibility = 16 : i32}) {\n"
    "  %r = tile.make_range {start = 0 : i32, end = 512 : i32} : "
    "tensor<512xi32>\n"
    "  %b = tile.splat %p : !tile.ptr<f32> -> tensor<512x!tile.ptr<f32>>\n"
    "  %a = tile.addptr %b, %r : tensor<512x!tile.ptr<f32>>, tensor<512xi32>\n"
    "  %x = tile.load %a : tensor<512x!tile.ptr<f32>>\n"
    "  %y = arith.addf %x, %x : tensor<512xf32>\n"
    "  tile.store %a, %y : tensor<512x!tile.ptr<f32>>\n"
    "  tile.return\n"
    "}\n";

static void check(TileStatus status) {
  if (status == TileStatusSuccess)
    return;
  fprintf(stderr, "error: %s\n", tileGetLastErrorMessage().data);
  exit(EXIT_FAILURE);
}

/* The pass written in C: counts the conversions between layouts that are left;
 * each may move data between threads. */
static MlirWalkResult countConversion(MlirOperation operation, void *count) {
  MlirStringRef name = mlirIdentifierStr(mlirOperationGetName(operation));
  if (mlirStringRefEqual(name, tileString("tilegpu.convert_layout")))
    ++*(int *)count;
  return MlirWalkResultAdvance;
}
static void runCount(MlirOperation module, MlirExternalPass pass, void *count) {
  (void)pass;
  mlirOperationWalk(module, countConversion, count, MlirWalkPreOrder);
}
static void ignore(void *count) { (void)count; }
static void *keep(void *count) { return count; }

static MlirPass createCountPass(int *count) {
  static _Alignas(8) const char id; /* Its address tells passes apart. */
  MlirExternalPassCallbacks callbacks = {ignore, ignore, NULL, keep, runCount};
  return mlirCreateExternalPass(
      mlirTypeIDCreate(&id), tileString("count"),
      tileString("count-conversions"), tileString("counts layout conversions"),
      tileString("builtin.module"), 0, NULL, callbacks, count);
}

int main(int argc, char **argv) {
  bool isNamed = argc == 2 && strncmp(argv[1], "--device=", 9) == 0;
  if (argc != 1 && !isNamed)
    return fprintf(stderr, "usage: %s [--device=auto|sim|cuda:N]\n", argv[0]),
           EXIT_FAILURE;
  TileDevice device;
  TileDeviceInfo info;
  check(tileDeviceOpen(tileString(isNamed ? argv[1] + 9 : "auto"), &device));
  check(tileDeviceGetInfo(device, &info));

  /* One thread, so that what is printed of passes does not mix. */
  MlirContext context = mlirContextCreateWithThreading(false);
  check(tileContextRegister(context));
  MlirModule input = mlirModuleCreateParse(context, tileString(source));
  if (mlirModuleIsNull(input))
    return EXIT_FAILURE; /* MLIR has printed why. */

  /* The list: it begins as in every compile, and goes on as we like. */
  int conversions = 0;
  MlirPassManager manager = mlirPassManagerCreate(context);
  TilePipelineOptions target = {.target = info.target, .numWarps = 4};
  check(tilePipelineBuildImport(mlirPassManagerGetAsOpPassManager(manager),
                                &target));
  mlirPassManagerAddOwnedPass(manager, tileCreateAssignLayoutsPass());
  mlirPassManagerAddOwnedPass(manager, tileCreateCoalesceMemoryPass());
  mlirPassManagerAddOwnedPass(manager, tileCreateRemoveLayoutConversionsPass());
  mlirPassManagerAddOwnedPass(manager, mlirCreateTransformsCSE());
  mlirPassManagerAddOwnedPass(manager, createCountPass(&conversions));

  /* Print after each pass that changed something; times come at the end. */
  MlirOpPrintingFlags flags = mlirOpPrintingFlagsCreate();
  mlirPassManagerEnableIRPrinting(manager, false, true, false, true, false,
                                  flags, tileString(""));
  mlirPassManagerEnableTiming(manager);
  if (mlirLogicalResultIsFailure(
          mlirPassManagerRunOnOp(manager, mlirModuleGetOperation(input))))
    return EXIT_FAILURE; /* MLIR has printed why. */
  mlirPassManagerDestroy(manager);
  mlirOpPrintingFlagsDestroy(flags);

  /* The compiler goes on from there: tiles that have layouts keep them. */
  TileCompilerOptions options = tileCompilerOptionsCreate();
  TileCompiler compiler;
  TileKernelImage image;
  check(tileCompilerCreate(options, &compiler));
  check(tileCompilerCompileModule(compiler, input, TileStagePTX, NULL, &image));
  printf("// %d layout conversions, compiled for %s\n%s", conversions,
         tileKernelImageGetTarget(image).data,
         tileKernelImageGetStage(image, TileStagePTX).data);
  tileKernelImageDestroy(image);
  tileCompilerDestroy(compiler);
  tileCompilerOptionsDestroy(options);
  mlirModuleDestroy(input);
  mlirContextDestroy(context);
  tileDeviceDestroy(device);
  return EXIT_SUCCESS;
}
