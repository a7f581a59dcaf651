/*===- inspect.c - Limits, counts, checks, reports, interpreter --*- C -*-===*\
|*
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
\*===----------------------------------------------------------------------===*/
// RUN: %cc_capi %s -o %t
// RUN: %t sim
// RUN: env LD_LIBRARY_PATH=%build/lib/sim %t cuda:0
// RUN: %if cuda %{ %t cuda:0 %}

#include "tile-c/Inspect.h"
#include "Inputs/CompileOnce.h"

static const char addSource[] =
    "tile.func public @add(%x: !tile.ptr<f32>, %y: !tile.ptr<f32>) {\n"
    "  %range = tile.make_range {end = 64 : i32, start = 0 : i32} : "
    "tensor<64xi32>\n"
    "  %xs = tile.splat %x : !tile.ptr<f32> -> tensor<64x!tile.ptr<f32>>\n"
    "  %ys = tile.splat %y : !tile.ptr<f32> -> tensor<64x!tile.ptr<f32>>\n"
    "  %p = tile.addptr %xs, %range : tensor<64x!tile.ptr<f32>>, "
    "tensor<64xi32>\n"
    "  %q = tile.addptr %ys, %range : tensor<64x!tile.ptr<f32>>, "
    "tensor<64xi32>\n"
    "  %v = tile.load %p : tensor<64x!tile.ptr<f32>>\n"
    "  %w = arith.addf %v, %v : tensor<64xf32>\n"
    "  tile.store %q, %w : tensor<64x!tile.ptr<f32>>\n"
    "  tile.return\n"
    "}\n";

static const TileStream noStream = {NULL};

/* The numbers with two names, and how many there were. */
typedef struct Numbers {
  const char *names[2];
  int64_t values[2];
  unsigned count;
} Numbers;

static void keepNumber(MlirStringRef name, int64_t number, void *userData) {
  Numbers *numbers = userData;
  ++numbers->count;
  for (unsigned i = 0; i < 2; ++i)
    if (equals(name, numbers->names[i]))
      numbers->values[i] = number;
}

static void testVersion(void) {
  char text[32];
  snprintf(text, sizeof text, "%d.%d.%d", TILE_VERSION_MAJOR,
           TILE_VERSION_MINOR, TILE_VERSION_PATCH);
  EXPECT(equals(tileGetVersion(), text));
#if !TILE_VERSION_AT_LEAST(0, 1, 0) || TILE_VERSION_AT_LEAST(99, 0, 0)
  EXPECT(false);
#endif
}

static void testLimits(TileDevice device) {
  Numbers numbers = {{"warp-size", "max-threads-per-cta"}, {0, 0}, 0};
  int64_t shared = 0, major = 0;
  EXPECT_OK(tileDeviceForEachLimit(device, keepNumber, &numbers));
  EXPECT(numbers.values[0] == 32 && numbers.values[1] == 1024);
  EXPECT(numbers.count > 15);
  EXPECT_OK(tileDeviceGetLimit(device, tileString("max-shared-memory-per-cta"),
                               &shared));
  EXPECT_OK(tileDeviceGetLimit(device, tileString("compute-capability-major"),
                               &major));
  EXPECT(major >= 8 && shared >= 99 << 10);
  EXPECT_ERROR(TileStatusNotFound, "expected one of the limits max-threads",
               tileDeviceGetLimit(device, tileString("speed"), &shared));
}

static void testCounts(TileDevice device, TileCompiler compiler) {
  TileDeviceInfo info;
  TileKernelImage image;
  TileModule module;
  TileKernel kernel;
  TileDeviceAddress memory;
  Numbers numbers = {{"blocks", "grid_blocks"}, {0, 0}, 0};
  EXPECT_OK(tileDeviceGetInfo(device, &info));
  EXPECT_OK(tileCompilerCompileText(compiler, tileString(addSource),
                                    tileString("add.mlir"), TileStagePTX, NULL,
                                    &image));
  EXPECT_OK(tileModuleLoad(device, image, &module));
  EXPECT_OK(tileModuleGetKernel(module, tileString("add"), &kernel));
  EXPECT_OK(tileDeviceAllocate(device, 4096, &memory));
  TileArgument arguments[2] = {tileArgumentPointer(memory),
                               tileArgumentPointer(memory + 2048)};
  TileGrid grid = tileGrid(5, 1, 1);
  if (info.isSimulator) {
    EXPECT_OK(
        tileKernelCount(kernel, grid, arguments, 2, 2, keepNumber, &numbers));
    EXPECT(numbers.values[0] == 2 && numbers.values[1] == 5);
    EXPECT(numbers.count > 20);
  } else {
    EXPECT_ERROR(
        TileStatusUnsupported, "expected a kernel on the simulator",
        tileKernelCount(kernel, grid, arguments, 2, 2, keepNumber, &numbers));
  }
  EXPECT_OK(tileDeviceFree(device, memory));
  tileModuleDestroy(module);
  tileKernelImageDestroy(image);
}

/* The last finding. */
typedef struct Found {
  char name[64], message[512];
  unsigned line, column, count;
  bool isWarning;
} Found;

static void keepFinding(const TileAsmFinding *finding, void *userData) {
  Found *found = userData;
  snprintf(found->name, sizeof found->name, "%s", finding->name.data);
  snprintf(found->message, sizeof found->message, "%s", finding->message.data);
  found->line = finding->line;
  found->column = finding->column;
  found->isWarning = finding->isWarning;
  ++found->count;
}

static Found check(const char *text, const char *constraints) {
  Found found = {0};
  EXPECT_OK(tileAsmCheckText(tileString(text), tileString(constraints),
                             tileString("sm_90a"), 80, keepFinding, &found));
  return found;
}

static void testAsm(void) {
  EXPECT(check("add.u32 $0, $1, $2;", "=r,r,r").count == 0);
  Found found = check("add.u32 $1, $1, $2;", "=r,r,r");
  EXPECT(found.count > 0 && found.line == 1);
  found = check("mov.b32 $0, $1;\nnope.u32 $0, $1;", "=r,r");
  EXPECT(found.count == 1 && found.line == 2 && found.column == 1 &&
         !found.isWarning);
  EXPECT(strstr(found.message, "nope") != NULL);
  found = check("add.u32 $0 $1;", "=r,r");
  EXPECT(found.count > 0 && strcmp(found.name, "syntax") == 0);
  EXPECT_ERROR(TileStatusInvalidArgument, "expected a target",
               tileAsmCheckText(tileString(""), tileString(""),
                                tileString("sm_1x"), 0, keepFinding, &found));
  EXPECT_ERROR(TileStatusInvalidArgument, "expected constraints",
               tileAsmCheckText(tileString(""), tileString("=?"),
                                tileString(""), 0, keepFinding, &found));
}

static void keepText(MlirStringRef text, void *userData) {
  EXPECT(text.length > 500);
  *(bool *)userData = strstr(text.data, "arith.addf") != NULL;
}

static void testReport(TileCompiler compiler) {
  bool hasSource = false;
  EXPECT_OK(tileCompilerReport(compiler, tileString(addSource),
                               tileString("add.mlir"), TileReportFormatJSON,
                               keepText, &hasSource));
  EXPECT(hasSource);
  hasSource = false;
  EXPECT_OK(tileCompilerReport(compiler, tileString(addSource),
                               tileString("add.mlir"), TileReportFormatHTML,
                               keepText, &hasSource));
  EXPECT(hasSource);
  EXPECT_ERROR(TileStatusCompileFailed, "bad.mlir",
               tileCompilerReport(compiler, tileString("nope"),
                                  tileString("bad.mlir"), TileReportFormatJSON,
                                  keepText, &hasSource));
}

static void testInterpreter(TileCompiler compiler) {
  /* One begins where the other one ends. */
  float both[128] = {0}, *x = both, *y = both + 64;
  TileHostArray arrays[2] = {{x, 64 * sizeof *x}, {y, 64 * sizeof *y}};
  TileArgument arguments[2] = {tileArgumentPointer((uintptr_t)x),
                               tileArgumentPointer((uintptr_t)y)};
  MlirStringRef source = tileString(addSource), name = tileString("add.mlir");
  TileGrid grid = tileGrid(1, 1, 1);
  for (int i = 0; i < 64; ++i)
    x[i] = (float)i + 0.5f;
  EXPECT_OK(tileCompilerInterpret(compiler, source, name, tileString("add"),
                                  grid, arguments, 2, arrays, 2, 0));
  for (int i = 0; i < 64; ++i)
    EXPECT(y[i] == 2 * x[i]);
  arguments[1] = tileArgumentPointer((uintptr_t)(y + 1));
  EXPECT_ERROR(TileStatusLaunchFailed, "add.mlir",
               tileCompilerInterpret(compiler, source, name, tileString(""),
                                     grid, arguments, 2, arrays, 2, 0));
  arguments[1] = tileArgumentPointer((uintptr_t)&grid);
  EXPECT_ERROR(TileStatusInvalidArgument, "in one of the arrays for argument 1",
               tileCompilerInterpret(compiler, source, name, tileString(""),
                                     grid, arguments, 2, arrays, 2, 0));
  EXPECT_ERROR(TileStatusNotFound, "expected one of the kernels add",
               tileCompilerInterpret(compiler, source, name, tileString("sub"),
                                     grid, arguments, 2, arrays, 2, 0));
  EXPECT_ERROR(TileStatusInvalidArgument, "expected 2 arguments",
               tileCompilerInterpret(compiler, source, name, tileString(""),
                                     grid, arguments, 1, arrays, 2, 0));
}

int main(int argc, char **argv) {
  TileCache off = {NULL};
  TileCompiler compiler = makeCompiler(off, NULL, NULL);
  TileDevice device;
  EXPECT(argc == 2);
  EXPECT_OK(tileDeviceOpen(tileString(argv[1]), &device));
  EXPECT_OK(tileDeviceCopyToHost(device, &device, 0, 0, noStream));
  testVersion();
  testLimits(device);
  testCounts(device, compiler);
  testAsm();
  testReport(compiler);
  testInterpreter(compiler);
  tileDeviceDestroy(device);
  tileCompilerDestroy(compiler);
  return 0;
}
