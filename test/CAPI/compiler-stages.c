/*===- compiler-stages.c - Sources, stages and what an image has -*- C -*-===*\
|*
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
\*===----------------------------------------------------------------------===*/
// REQUIRES: ptxas
// RUN: %cc_capi %s -o %t
// RUN: env TILEWRIGHT_CACHE_DIR=%t.cache %t %kernels/vector_add.mlir 2> %t.err
// RUN: count 0 < %t.err

#include "Check.h"

#include "mlir-c/IR.h"
#include "tile-c/Compiler.h"
#include "tile-c/Dialect.h"

static const TileStage stages[] = {TileStageTile, TileStageTileGPU,
                                   TileStageLLVM, TileStageLLVMIR,
                                   TileStagePTX,  TileStageCubin};
static const char *const stageNames[] = {"tile",   "tilegpu", "llvm",
                                         "llvmir", "ptx",     "cubin"};
/* What the text of a stage has in it. */
static const char *const marks[] = {"tile.get_program_id", "#tile.blocked",
                                    "llvm.func",           "define ",
                                    ".visible .entry",     "\177ELF"};

static bool contains(MlirStringRef text, const char *part) {
  size_t length = strlen(part);
  for (size_t i = 0; i + length <= text.length; ++i)
    if (memcmp(text.data + i, part, length) == 0)
      return true;
  return false;
}

static char kept[1 << 16];
static size_t keptLength;
static void keep(MlirStringRef text, void *userData) {
  (void)userData;
  EXPECT(keptLength + text.length < sizeof(kept));
  memcpy(kept + keptLength, text.data, text.length);
  keptLength += text.length;
  kept[keptLength] = 0;
}

static TileCompiler makeCompiler(const char *name, const char *value) {
  TileCompilerOptions options = tileCompilerOptionsCreate();
  EXPECT_OK(
      tileCompilerOptionsSet(options, tileString("cache"), tileString("off")));
  if (name)
    EXPECT_OK(
        tileCompilerOptionsSet(options, tileString(name), tileString(value)));
  TileCompiler compiler;
  EXPECT_OK(tileCompilerCreate(options, &compiler));
  EXPECT(!tileCompilerIsNull(compiler));
  /* A compiler has a copy. */
  tileCompilerOptionsDestroy(options);
  return compiler;
}

static TileKernelImage compileFile(TileCompiler compiler, const char *file,
                                   TileStage last) {
  TileKernelImage image = {NULL};
  EXPECT_OK(
      tileCompilerCompileFile(compiler, tileString(file), last, NULL, &image));
  EXPECT(!tileKernelImageIsNull(image));
  EXPECT(!tileKernelImageIsFromCache(image));
  return image;
}

/* Each stage ends with its text, and PTX is there from then on; with
 * keep-stages so are all before. */
static void testStages(const char *file) {
  EXPECT(tileStageGetName((TileStage)6).length == 0);
  for (int keepStages = 0; keepStages < 2; ++keepStages) {
    TileCompiler compiler =
        makeCompiler("keep-stages", keepStages ? "true" : "false");
    for (int last = 0; last < 6; ++last) {
      EXPECT(equals(tileStageGetName(stages[last]), stageNames[last]));
      TileKernelImage image = compileFile(compiler, file, stages[last]);
      EXPECT(equals(tileKernelImageGetTarget(image), "sm_90a"));
      for (int stage = 0; stage < 6; ++stage) {
        MlirStringRef text = tileKernelImageGetStage(image, stages[stage]);
        bool isThere =
            stage <= last && (keepStages || stage == last || stage == 4);
        EXPECT((text.length != 0) == isThere);
        EXPECT(contains(text, marks[stage]) == isThere);
        EXPECT(text.data[text.length] == 0);
      }
      EXPECT(tileKernelImageGetStage(image, (TileStage)6).length == 0);
      tileKernelImageDestroy(image);
    }
    tileCompilerDestroy(compiler);
  }
}

/* Text, file, bytecode and a module in memory make the same PTX. */
static void testSources(const char *file) {
  TileCompiler compiler = makeCompiler(NULL, NULL);
  TileKernelImage image = compileFile(compiler, file, TileStagePTX);
  MlirStringRef expected = tileKernelImageGetStage(image, TileStagePTX);

  FILE *stream = fopen(file, "rb");
  EXPECT(stream);
  static char source[1 << 16];
  /* The text does not end in a null character. */
  size_t length = fread(source, 1, sizeof(source), stream);
  fclose(stream);
  EXPECT(length > 0 && length < sizeof(source));
  source[length] = '}';
  TileKernelImage second;
  EXPECT_OK(tileCompilerCompileText(
      compiler, mlirStringRefCreate(source, length), tileString("a text"),
      TileStagePTX, NULL, &second));
  EXPECT(mlirStringRefEqual(expected,
                            tileKernelImageGetStage(second, TileStagePTX)));
  tileKernelImageDestroy(second);

  MlirContext context = mlirContextCreateWithThreading(false);
  EXPECT_OK(tileContextRegister(context));
  source[length] = 0;
  MlirModule module = mlirModuleCreateParse(context, tileString(source));
  EXPECT(!mlirModuleIsNull(module));
  MlirOperation op = mlirModuleGetOperation(module);
  EXPECT_OK(
      tileCompilerCompileModule(compiler, module, TileStagePTX, NULL, &second));
  EXPECT(mlirStringRefEqual(expected,
                            tileKernelImageGetStage(second, TileStagePTX)));
  tileKernelImageDestroy(second);
  /* The module stays as it is. */
  keptLength = 0;
  mlirOperationPrint(op, keep, NULL);
  EXPECT(contains(tileString(kept), "tile.func public @vector_add"));
  EXPECT(mlirOperationVerify(op));

  keptLength = 0;
  mlirOperationWriteBytecode(op, keep, NULL);
  EXPECT(memcmp(kept, "ML\xefR", 4) == 0);
  EXPECT_OK(tileCompilerCompileText(
      compiler, mlirStringRefCreate(kept, keptLength), tileString("bytecode"),
      TileStagePTX, NULL, &second));
  EXPECT(mlirStringRefEqual(expected,
                            tileKernelImageGetStage(second, TileStagePTX)));
  tileKernelImageDestroy(second);
  mlirModuleDestroy(module);
  mlirContextDestroy(context);

  /* The options of a compiler are those of its making. */
  TileCompiler other = makeCompiler("target", "sm_80");
  second = compileFile(other, file, TileStagePTX);
  EXPECT(equals(tileKernelImageGetTarget(second), "sm_80"));
  EXPECT(
      contains(tileKernelImageGetStage(second, TileStagePTX), ".target sm_80"));
  EXPECT(contains(expected, ".target sm_90a"));
  tileKernelImageDestroy(second);
  tileCompilerDestroy(other);
  /* An image needs no compiler. */
  tileCompilerDestroy(compiler);
  EXPECT(contains(tileKernelImageGetStage(image, TileStagePTX), ".entry"));
  tileKernelImageDestroy(image);
}

/* A compile goes on from the text of a stage. */
static void testStagesAgain(const char *file) {
  TileCompiler compiler = makeCompiler("keep-stages", "true");
  TileKernelImage image = compileFile(compiler, file, TileStagePTX);
  MlirStringRef expected = tileKernelImageGetStage(image, TileStagePTX);
  for (int first = 0; first < 3; ++first) {
    TileKernelImage again;
    EXPECT_OK(tileCompilerCompileText(
        compiler, tileKernelImageGetStage(image, stages[first]),
        tileString("a stage"), TileStagePTX, NULL, &again));
    for (int stage = first; stage < 3; ++stage)
      EXPECT(mlirStringRefEqual(tileKernelImageGetStage(image, stages[stage]),
                                tileKernelImageGetStage(again, stages[stage])));
    EXPECT(mlirStringRefEqual(expected,
                              tileKernelImageGetStage(again, TileStagePTX)));
    tileKernelImageDestroy(again);
  }
  tileKernelImageDestroy(image);
  tileCompilerDestroy(compiler);
}

/* What is known of kernels, arguments and steps. */
static void testFacts(const char *file) {
  TileCompiler compiler = makeCompiler("assume", "n=64,z_ptr:4");
  TileKernelImage image = compileFile(compiler, file, TileStageCubin);
  EXPECT(tileKernelImageGetNumKernels(image) == 1);
  size_t index = 7;
  EXPECT_OK(tileKernelImageFindKernel(image, tileString(""), &index));
  EXPECT(index == 0);
  EXPECT_OK(tileKernelImageFindKernel(image, tileString("vector_add"), &index));
  EXPECT_ERROR(TileStatusNotFound,
               "expected one of the kernels vector_add, found 'add'",
               tileKernelImageFindKernel(image, tileString("add"), &index));
  TileKernelInfo kernel;
  EXPECT_OK(tileKernelImageGetKernel(image, 0, &kernel));
  EXPECT(equals(kernel.symbol, "vector_add"));
  EXPECT(equals(kernel.name, "vector_add"));
  EXPECT(kernel.numArguments == 4 && kernel.numWarps == 4);
  EXPECT(kernel.numThreads == 128 && kernel.sharedMemory == 0);
  EXPECT(kernel.hasResources);
  EXPECT(kernel.registers >= 8 && kernel.registers <= 255);
  EXPECT(kernel.stack == 0 && kernel.spillStores == 0 &&
         kernel.spillLoads == 0);

  static const char *const names[] = {"x_ptr", "y_ptr", "z_ptr", "n"};
  for (size_t i = 0; i < 4; ++i) {
    TileArgumentInfo argument;
    EXPECT_OK(tileKernelImageGetArgument(image, 0, i, &argument));
    EXPECT(equals(argument.name, names[i]));
    EXPECT(equals(argument.type, i < 3 ? "!tile.ptr<f32>" : "i32"));
    EXPECT(argument.isPointer == (i < 3));
    EXPECT(argument.size == (i < 3 ? 8 : 4));
    EXPECT(argument.divisibility == (i < 2 ? 16 : i == 2 ? 4 : 1));
    EXPECT(argument.hasFixedValue == (i == 3));
    EXPECT(argument.fixedValue == (i == 3 ? 64 : 0));
  }

  static const char *const steps[] = {"parse", "tile",      "tilegpu",
                                      "llvm",  "translate", "optimize",
                                      "ptx",   "cubin"};
  EXPECT(tileKernelImageGetNumSteps(image) == 8);
  for (size_t i = 0; i < 8; ++i) {
    MlirStringRef name;
    double milliseconds = -1;
    EXPECT_OK(tileKernelImageGetStep(image, i, &name, &milliseconds));
    EXPECT(equals(name, steps[i]));
    EXPECT(milliseconds > 0 && milliseconds < 60000);
  }
  keptLength = 0;
  EXPECT_OK(tileKernelImageGetMetadata(image, keep, NULL));
  static const char *const facts[] = {
      "\"target\": \"sm_90a\"", "\"symbol\": \"vector_add\"",
      "\"name\": \"x_ptr\"",    "\"fixedValue\": 64",
      "\"numThreads\": 128",    "\"registers\": "};
  for (size_t i = 0; i < sizeof(facts) / sizeof(facts[0]); ++i)
    EXPECT(contains(tileString(kept), facts[i]));

  TileArgumentInfo argument;
  MlirStringRef name;
  double milliseconds;
  EXPECT_ERROR(TileStatusInvalidArgument,
               "expected a kernel's number below 1, found 1",
               tileKernelImageGetKernel(image, 1, &kernel));
  EXPECT_ERROR(TileStatusInvalidArgument,
               "expected an argument's number below 4, found 4",
               tileKernelImageGetArgument(image, 0, 4, &argument));
  EXPECT_ERROR(TileStatusInvalidArgument,
               "expected a step's number below 8, found 8",
               tileKernelImageGetStep(image, 8, &name, &milliseconds));
  tileKernelImageDestroy(image);
  tileCompilerDestroy(compiler);
  EXPECT(tileKernelImageGetTarget(image).length == 0);
  EXPECT(tileKernelImageGetNumKernels(image) == 0);
  EXPECT_ERROR(TileStatusInvalidHandle, "expected a TileKernelImage",
               tileKernelImageGetKernel(image, 0, &kernel));
}

/* Resources without a cubin, where an option asks for them. */
static void testVerifyPTX(const char *file) {
  TileCompiler compiler = makeCompiler("verify-ptx", "true");
  TileKernelImage image = compileFile(compiler, file, TileStagePTX);
  TileKernelInfo kernel;
  EXPECT_OK(tileKernelImageGetKernel(image, 0, &kernel));
  EXPECT(kernel.hasResources && kernel.registers >= 8);
  EXPECT(tileKernelImageGetStage(image, TileStageCubin).length == 0);
  tileKernelImageDestroy(image);
  tileCompilerDestroy(compiler);

  compiler = makeCompiler("max-registers", "16");
  image = compileFile(compiler, file, TileStagePTX);
  EXPECT_OK(tileKernelImageGetKernel(image, 0, &kernel));
  EXPECT(!kernel.hasResources && kernel.registers == 0);
  EXPECT(contains(tileKernelImageGetStage(image, TileStagePTX), ".maxnreg 16"));
  tileKernelImageDestroy(image);
  tileCompilerDestroy(compiler);

  compiler = makeCompiler("ptxas", "/no/ptxas");
  EXPECT_ERROR(TileStatusCompileFailed, "/no/ptxas",
               tileCompilerCompileFile(compiler, tileString(file),
                                       TileStageCubin, NULL, &image));
  image = compileFile(compiler, file, TileStagePTX);
  tileKernelImageDestroy(image);
  tileCompilerDestroy(compiler);
}

/* Two kernels, one of whose names is none in PTX. */
static void testKernels(void) {
  static const char source[] =
      "tile.func public @\"copy one\"(%p: !tile.ptr<i32>, %v: i32) {\n"
      "  tile.store %p, %v : !tile.ptr<i32>\n"
      "  tile.return\n"
      "}\n"
      "tile.func public @none() {\n"
      "  tile.return\n"
      "}\n";
  TileCompiler compiler = makeCompiler(NULL, NULL);
  TileKernelImage image;
  EXPECT_OK(tileCompilerCompileText(compiler, tileString(source),
                                    tileString("two.mlir"), TileStagePTX, NULL,
                                    &image));
  EXPECT(tileKernelImageGetNumKernels(image) == 2);
  TileKernelInfo first, second;
  EXPECT_OK(tileKernelImageGetKernel(image, 0, &first));
  EXPECT_OK(tileKernelImageGetKernel(image, 1, &second));
  EXPECT(equals(first.symbol, "copy one") && !equals(first.name, "copy one"));
  EXPECT(first.numArguments == 2 && second.numArguments == 0);
  size_t index = 9;
  EXPECT_OK(tileKernelImageFindKernel(image, first.name, &index));
  EXPECT(index == 0);
  EXPECT_OK(tileKernelImageFindKernel(image, tileString("none"), &index));
  EXPECT(index == 1);
  EXPECT_ERROR(TileStatusNotFound,
               "expected one of the kernels copy one, none, found ''",
               tileKernelImageFindKernel(image, tileString(""), &index));
  EXPECT(index == 1);
  tileKernelImageDestroy(image);
  tileCompilerDestroy(compiler);

  compiler = makeCompiler("kernel", "none");
  EXPECT_OK(tileCompilerCompileText(compiler, tileString(source),
                                    tileString("two.mlir"), TileStagePTX, NULL,
                                    &image));
  EXPECT(tileKernelImageGetNumKernels(image) == 1);
  EXPECT_OK(tileKernelImageFindKernel(image, tileString(""), &index));
  EXPECT(index == 0);
  EXPECT(!contains(tileKernelImageGetStage(image, TileStagePTX), "copy"));
  tileKernelImageDestroy(image);
  tileCompilerDestroy(compiler);

  compiler = makeCompiler("kernel", "some");
  EXPECT_ERROR(TileStatusCompileFailed,
               "expected one of the kernels copy one, none, found 'some'",
               tileCompilerCompileText(compiler, tileString(source),
                                       tileString("two.mlir"), TileStagePTX,
                                       NULL, &image));
  tileCompilerDestroy(compiler);
}

static void testMistakes(const char *file) {
  TileCompiler compiler = makeCompiler(NULL, NULL), none = {NULL};
  TileCompilerOptions noOptions = {NULL};
  TileKernelImage image = {&image};
  MlirModule noModule = {NULL};
  MlirStringRef path = tileString(file);
  EXPECT_ERROR(TileStatusInvalidHandle, "expected a TileCompilerOptions",
               tileCompilerCreate(noOptions, &compiler));
  EXPECT_ERROR(TileStatusIOError,
               "cannot read '/no/file': No such file or directory",
               tileCompilerCompileFile(compiler, tileString("/no/file"),
                                       TileStagePTX, NULL, &image));
  EXPECT_ERROR(TileStatusIOError, "cannot read '/': Is a directory",
               tileCompilerCompileFile(compiler, tileString("/"), TileStagePTX,
                                       NULL, &image));
  EXPECT_ERROR(TileStatusInvalidHandle,
               "expected a TileCompiler, found a null handle",
               tileCompilerCompileFile(none, path, TileStagePTX, NULL, &image));
  EXPECT_ERROR(
      TileStatusInvalidArgument, "expected a TileStage, found 6",
      tileCompilerCompileFile(compiler, path, (TileStage)6, NULL, &image));
  EXPECT_ERROR(
      TileStatusInvalidArgument, "expected a pointer for 'image', found null",
      tileCompilerCompileFile(compiler, path, TileStagePTX, NULL, NULL));
  EXPECT_ERROR(TileStatusInvalidArgument, "expected a module, found null",
               tileCompilerCompileModule(compiler, noModule, TileStagePTX, NULL,
                                         &image));
  /* A call that fails leaves its result as it was. */
  EXPECT(image.ptr == &image);
  tileCompilerDestroy(compiler);
}

int main(int argc, char **argv) {
  EXPECT(argc == 2);
  testStages(argv[1]);
  testStagesAgain(argv[1]);
  testSources(argv[1]);
  testFacts(argv[1]);
  testVerifyPTX(argv[1]);
  testKernels();
  testMistakes(argv[1]);
  return 0;
}
