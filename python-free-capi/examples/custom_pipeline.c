/*===- custom_pipeline.c - Passes in an order of one's own -------*- C -*-===*\
|*
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* Runs a list of passes over a kernel, one of them written in C, shows what
|* each did and how long it took, and compiles what came out.
|*
\*===----------------------------------------------------------------------===*/
/* Usage: custom_pipeline [--device=auto|sim|cuda:N]
 *
 * Compiles for that device ("sim:sm_80" is one, too). The module after each
 * pass that changed it, and the times, go to standard error; the PTX goes to
 * standard output. */

#include "mlir-c/Transforms.h"
#include "tile-c/Dialect.h"
#include "tile-c/Passes.h"
#include "tile-c/Runtime.h"

#include <stdio.h>
#include <stdlib.h>

static const char source[] =
    "tile.func public @twice(%p: !tile.ptr<f32> {tile.divisibility = 16 : "
    "i32}) {\n"
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

/* The pass written in C: counts the conversions between layouts that are left,
 * each of which may move data between threads. */
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
static void doNothing(void *count) { (void)count; }
static void *keep(void *count) { return count; }

static MlirPass createCountPass(MlirTypeID id, int *count) {
  MlirExternalPassCallbacks callbacks = {doNothing, doNothing, NULL, keep,
                                         runCount};
  return mlirCreateExternalPass(
      id, tileString("count"), tileString("count-conversions"),
      tileString("counts layout conversions"), tileString("builtin.module"), 0,
      NULL, callbacks, count);
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

  /* One thread, so that what is printed of passes does not mix. */
  MlirContext context = mlirContextCreateWithThreading(false);
  check(tileContextRegister(context));
  MlirModule module = mlirModuleCreateParse(context, tileString(source));
  if (mlirModuleIsNull(module))
    return EXIT_FAILURE; /* MLIR has printed why. */

  /* The list. Options come as text, as on tile-opt's command line. */
  int conversions = 0;
  MlirTypeIDAllocator ids = mlirTypeIDAllocatorCreate();
  MlirPassManager manager = mlirPassManagerCreate(context);
  char options[64];
  snprintf(options, sizeof options, "target=%s num-warps=4", info.target.data);
  MlirPass setTarget = tileCreateSetTargetPass();
  check(tilePassSetOptions(setTarget, tileString(options)));
  const MlirPass passes[] = {
      tileCreateImportTTIRPass(),
      setTarget,
      tileCreateAssignLayoutsPass(),
      tileCreateCoalesceMemoryPass(),
      tileCreateRemoveLayoutConversionsPass(),
      mlirCreateTransformsCSE(),
      createCountPass(mlirTypeIDAllocatorAllocateTypeID(ids), &conversions)};
  for (size_t i = 0; i < sizeof passes / sizeof *passes; ++i)
    mlirPassManagerAddOwnedPass(manager, passes[i]);

  /* Print after each pass that changed something; times come at the end. */
  MlirOpPrintingFlags flags = mlirOpPrintingFlagsCreate();
  mlirPassManagerEnableIRPrinting(manager, false, true, false, true, false,
                                  flags, tileString(""));
  mlirPassManagerEnableTiming(manager);
  mlirPassManagerEnableVerifier(manager, true);
  MlirLogicalResult ran =
      mlirPassManagerRunOnOp(manager, mlirModuleGetOperation(module));
  mlirPassManagerDestroy(manager);
  mlirOpPrintingFlagsDestroy(flags);
  mlirTypeIDAllocatorDestroy(ids);
  if (mlirLogicalResultIsFailure(ran))
    return EXIT_FAILURE; /* MLIR has printed why. */

  /* The compiler goes on from there: tiles that have layouts keep them. */
  TileCompilerOptions compilerOptions = tileCompilerOptionsCreate();
  TileCompiler compiler;
  TileKernelImage image;
  check(tileCompilerCreate(compilerOptions, &compiler));
  check(
      tileCompilerCompileModule(compiler, module, TileStagePTX, NULL, &image));
  printf("// %d layout conversions, compiled for %s\n%s", conversions,
         tileKernelImageGetTarget(image).data,
         tileKernelImageGetStage(image, TileStagePTX).data);
  tileKernelImageDestroy(image);
  tileCompilerDestroy(compiler);
  tileCompilerOptionsDestroy(compilerOptions);
  mlirModuleDestroy(module);
  mlirContextDestroy(context);
  tileDeviceDestroy(device);
  return EXIT_SUCCESS;
}
