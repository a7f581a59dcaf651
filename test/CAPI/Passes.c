/*===- Passes.c - Passes and pipelines ---------------------------*- C -*-===*\
|*
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
\*===----------------------------------------------------------------------===*/
// RUN: python3 %S/Inputs/pass-table.py %src/include > %t.inc
// RUN: %cc_capi -DPASS_TABLE='"%t.inc"' %s -o %t
// RUN: %t 2> %t.err | FileCheck %s
// RUN: count 0 < %t.err

#include "Check.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/Diagnostics.h"
#include "mlir-c/Transforms.h"
#include "tile-c/Dialect.h"
#include "tile-c/Passes.h"

#include <pthread.h>

static const MlirPass noPass = {NULL};

static void ignoreString(MlirStringRef string, void *userData) {
  (void)string;
  (void)userData;
}

static MlirLogicalResult onDiagnostic(MlirDiagnostic diagnostic, void *data) {
  (void)data;
  printf("diagnostic: ");
  mlirDiagnosticPrint(diagnostic, printString, NULL);
  printf("\n");
  return mlirLogicalResultSuccess();
}

static MlirModule parse(MlirContext context) {
  MlirModule module = mlirModuleCreateParse(
      context,
      tileString(
          "tile.func public @f(%p: !tile.ptr<f32> {tile.divisibility = 16 : "
          "i32}) {\n"
          "  %r = tile.make_range {start = 0 : i32, end = 512 : i32} : "
          "tensor<512xi32>\n"
          "  %b = tile.splat %p : !tile.ptr<f32> -> "
          "tensor<512x!tile.ptr<f32>>\n"
          "  %a = tile.addptr %b, %r : tensor<512x!tile.ptr<f32>>, "
          "tensor<512xi32>\n"
          "  %x = tile.load %a : tensor<512x!tile.ptr<f32>>\n"
          "  %y = arith.addf %x, %x : tensor<512xf32>\n"
          "  tile.store %a, %y : tensor<512x!tile.ptr<f32>>\n"
          "  tile.return\n"
          "}\n"));
  EXPECT(!mlirModuleIsNull(module));
  return module;
}

/* Passes of the project and of MLIR, with options, in a pass manager. */
static void testPassManager(MlirContext context) {
  MlirModule module = parse(context);
  MlirPassManager manager = mlirPassManagerCreate(context);
  MlirOpPassManager passes = mlirPassManagerGetAsOpPassManager(manager);
  mlirPassManagerEnableVerifier(manager, true);
  MlirPass setTarget = tileCreateSetTargetPass();
  EXPECT_OK(
      tilePassSetOptions(setTarget, tileString("target=sm_80 num-warps=0x2")));
  EXPECT_OK(tilePassSetOptions(setTarget, tileString("ptx-version='87'")));
  EXPECT_OK(tilePassSetOptions(setTarget, tileString("")));
  mlirOpPassManagerAddOwnedPass(passes, tileCreateImportTTIRPass());
  mlirOpPassManagerAddOwnedPass(passes, setTarget);
  mlirOpPassManagerAddOwnedPass(passes, tileCreateAssignLayoutsPass());
  mlirOpPassManagerAddOwnedPass(passes, tileCreateCoalesceMemoryPass());
  mlirOpPassManagerAddOwnedPass(passes, mlirCreateTransformsCSE());
  mlirPrintPassPipeline(passes, printString, NULL);
  printf("\n");
  // CHECK: any(tile-import-ttir,tile-set-target{num-warps=2 ptx-version=87
  // CHECK-SAME: target=sm_80},tile-assign-layouts,tile-coalesce-memory,cse)
  EXPECT(mlirLogicalResultIsSuccess(
      mlirPassManagerRunOnOp(manager, mlirModuleGetOperation(module))));
  mlirOperationPrint(mlirModuleGetOperation(module), printString, NULL);
  // 4 floats are 16 bytes, the widest access, which the pointer's divisibility
  // allows.
  // CHECK: #[[B:.*]] = #tile.blocked<{sizePerThread = [4],
  // CHECK-SAME: threadsPerWarp = [32], warpsPerCTA = [2], order = [0]}>
  // CHECK: module attributes {tile.target = #tile.target<"sm_80",
  // CHECK-SAME: num_warps = 2, ptx = 87>}
  // CHECK: tile.load {{.*}} tensor<512x!tile.ptr<f32>, #[[B]]>
  mlirPassManagerDestroy(manager);
  mlirModuleDestroy(module);
}

static void testOptionErrors(void) {
  const TileStatus invalid = TileStatusInvalidArgument;
  MlirPass pass = tileCreateSetTargetPass();
  EXPECT_ERROR(
      invalid,
      "a number from 0 to 4294967295 for the option "
      "'num-warps' of 'tile-set-target', found 'many'",
      tilePassSetOptions(pass, tileString("target=sm_80 num-warps=many")));
  EXPECT_ERROR(invalid, "found '-1'",
               tilePassSetOptions(pass, tileString("num-warps=-1")));
  EXPECT_ERROR(invalid, "found '4294967296'",
               tilePassSetOptions(pass, tileString("num-warps=4294967296")));
  EXPECT_ERROR(invalid, "found ''",
               tilePassSetOptions(pass, tileString("num-warps=")));
  EXPECT_ERROR(invalid, "found ''",
               tilePassSetOptions(pass, tileString("num-warps")));
  EXPECT_ERROR(invalid, "no such option warps",
               tilePassSetOptions(pass, tileString("warps=4")));
  EXPECT_ERROR(invalid, "'options'",
               tilePassSetOptions(pass, mlirStringRefCreate(NULL, 3)));
  const char *broken[] = {"{",        "}",          "'",
                          "=",        "\"",         "target={",
                          "target='", " = = ",      "target={sm_80",
                          "(",        "num-warps={"};
  for (size_t i = 0; i < sizeof broken / sizeof *broken; ++i)
    (void)tilePassSetOptions(pass, tileString(broken[i]));
  tilePassDestroy(pass);

  pass = tileCreateVersionMaskedBlocksPass();
  EXPECT_OK(tilePassSetOptions(pass, tileString("max-ops=-5 all-masks")));
  EXPECT_ERROR(invalid,
               "expected 'true' or 'false' for the option "
               "'all-masks'",
               tilePassSetOptions(pass, tileString("all-masks=maybe")));
  tilePassDestroy(pass);

  /* A pass without options, and one of MLIR. */
  pass = tileCreateAssignLayoutsPass();
  EXPECT_ERROR(invalid, "no such option x",
               tilePassSetOptions(pass, tileString("x=1")));
  tilePassDestroy(pass);
  pass = mlirCreateTransformsCanonicalizer();
  EXPECT_OK(tilePassSetOptions(pass, tileString("max-iterations=3")));
  tilePassDestroy(pass);

  EXPECT_ERROR(invalid, "'pass'", tilePassSetOptions(noPass, tileString("")));
  tilePassDestroy(noPass);
}

/* Before anything is registered no name is known; then single ones are. */
static bool isKnown(MlirContext context, const char *name) {
  char pipeline[200];
  snprintf(pipeline, sizeof pipeline, "builtin.module(%s)", name);
  MlirPassManager manager =
      mlirPassManagerCreateOnOperation(context, tileString("builtin.module"));
  bool known = mlirLogicalResultIsSuccess(
      mlirParsePassPipeline(mlirPassManagerGetAsOpPassManager(manager),
                            tileString(pipeline), ignoreString, NULL));
  mlirPassManagerDestroy(manager);
  return known;
}

static void *registerAll(void *unused) {
  for (int i = 0; i < 100; ++i) {
    tileRegisterAllPasses();
    tileRegisterSetTargetPass();
  }
  return unused;
}

/* What the files Passes.td define. */
static const struct {
  const char *name;
  void (*registerPass)(void);
  MlirPass (*create)(void);
} allPasses[] = {
#define PASS(name, function)                                                   \
  {name, tileRegister##function##Pass, tileCreate##function##Pass},
#define OPTION(name, option, type)
#include PASS_TABLE
#undef PASS
#undef OPTION
};

static const struct {
  const char *pass, *name, *type;
} allOptions[] = {
#define PASS(name, function)
#define OPTION(pass, option, type) {pass, option, type},
#include PASS_TABLE
#undef PASS
#undef OPTION
};

typedef struct Text {
  char data[1000];
  size_t length;
} Text;

static void appendString(MlirStringRef string, void *userData) {
  Text *text = userData;
  EXPECT(text->length + string.length < sizeof text->data);
  memcpy(text->data + text->length, string.data, string.length);
  text->length += string.length;
}

/* Gives each option of the pass a wrong value, or a text; returns how many it
 * has. */
static size_t testOptions(MlirPass pass, const char *name) {
  size_t count = 0;
  for (size_t i = 0; i < sizeof allOptions / sizeof *allOptions; ++i) {
    if (strcmp(allOptions[i].pass, name) != 0)
      continue;
    char text[200];
    snprintf(text, sizeof text, "%s=x", allOptions[i].name);
    ++count;
    if (strcmp(allOptions[i].type, "std::string") == 0) {
      EXPECT_OK(tilePassSetOptions(pass, tileString(text)));
      continue;
    }
    char message[200];
    snprintf(message, sizeof message, "for the option '%s' of '%s', found 'x'",
             allOptions[i].name, name);
    EXPECT_ERROR(TileStatusInvalidArgument, message,
                 tilePassSetOptions(pass, tileString(text)));
  }
  return count;
}

static void testRegistration(MlirContext context) {
  EXPECT(!isKnown(context, "tile-to-llvm"));
  const size_t count = sizeof allPasses / sizeof *allPasses;
  EXPECT(count > 30);
  size_t numOptions = 0;
  for (size_t i = 0; i < count; ++i) {
    const char *name = allPasses[i].name;
    EXPECT(!isKnown(context, name));
    allPasses[i].registerPass();
    allPasses[i].registerPass();
    EXPECT(isKnown(context, name));
    MlirPassManager manager = mlirPassManagerCreate(context);
    MlirOpPassManager passes = mlirPassManagerGetAsOpPassManager(manager);
    MlirPass pass = allPasses[i].create();
    numOptions += testOptions(pass, name);
    mlirOpPassManagerAddOwnedPass(passes, pass);
    Text text = {0};
    mlirPrintPassPipeline(passes, appendString, &text);
    char expected[200];
    int length = snprintf(expected, sizeof expected, "any(%s", name);
    EXPECT(strncmp(text.data, expected, length) == 0 &&
           strchr("{)", text.data[length]));
    mlirPassManagerDestroy(manager);
  }
  EXPECT(numOptions == sizeof allOptions / sizeof *allOptions);

  EXPECT(!isKnown(context, "cse") && !isKnown(context, "convert-scf-to-cf"));
  mlirRegisterTransformsCSE();
  EXPECT(isKnown(context, "cse") && !isKnown(context, "tile-to-tilegpu"));
  pthread_t threads[8];
  for (int i = 0; i < 8; ++i)
    EXPECT(pthread_create(&threads[i], NULL, registerAll, NULL) == 0);
  for (int i = 0; i < 8; ++i)
    EXPECT(pthread_join(threads[i], NULL) == 0);
  mlirRegisterTransformsPasses();
  mlirRegisterTransformsCSE();
  EXPECT(isKnown(context, "tile-to-tilegpu{target=sm_80 num-warps=8}, cse"));
  EXPECT(isKnown(context, "tilegpu-to-llvm, canonicalize, inline"));
  EXPECT(isKnown(context, "tile-to-llvm, convert-scf-to-cf, symbol-dce"));
  EXPECT(isKnown(context, "loop-invariant-code-motion"));
}

typedef TileStatus (*BuildPipeline)(MlirOpPassManager,
                                    const TilePipelineOptions *);

static void testPipelines(MlirContext context) {
  const struct {
    const char *name;
    BuildPipeline build;
  } pipelines[] = {{"import", tilePipelineBuildImport},
                   {"layout", tilePipelineBuildLayout},
                   {"tile-to-tilegpu", tilePipelineBuildTileToTileGPU},
                   {"tilegpu-to-llvm", tilePipelineBuildTileGPUToLLVM},
                   {"tile-to-llvm", tilePipelineBuildTileToLLVM}};
  TilePipelineOptions options = {0};
  options.target = tileString("sm_100a");
  options.numWarps = 8;
  options.ptxVersion = 88;
  options.fastMath = true;
  options.asmCheck = TileAsmCheckWarn;
  options.asmChoice = TileAsmChoiceNative;
  options.programsPerCTA = 2;
  options.numStages = 4;
  for (size_t i = 0; i < sizeof pipelines / sizeof *pipelines; ++i) {
    MlirPassManager manager =
        mlirPassManagerCreateOnOperation(context, tileString("builtin.module"));
    MlirOpPassManager passes = mlirPassManagerGetAsOpPassManager(manager);
    EXPECT_OK(pipelines[i].build(passes, &options));
    printf("%s: ", pipelines[i].name);
    mlirPrintPassPipeline(passes, printString, NULL);
    printf("\n");
    mlirPassManagerDestroy(manager);
  }
  // CHECK: import: builtin.module(tile-import-ttir,tile-set-target{
  // CHECK-SAME: num-warps=8 ptx-version=88 remarks=false target=sm_100a},
  // CHECK-SAME: tile-raise-ptx-version{choice=native newest=0},
  // CHECK-SAME: tile-check-inline-asm{choice=native mode=warn},
  // CHECK-SAME: tile-select-inline-asm{choice=native},
  // CHECK-SAME: tile-group-programs{programs=2},
  // CHECK-SAME: tile-specialize-kernels{assume= kernel=})
  // CHECK-NEXT: layout: builtin.module(tile-fix-arguments,
  // CHECK-SAME: tile-inline-functions
  // CHECK-SAME: tile-assign-layouts
  // CHECK-SAME: tile-remove-layout-conversions,cse,
  // CHECK-SAME: tile-schedule-loops{cta-pairs=auto num-stages=4{{[^}]*}}},tile-pipeline-loops,
  // CHECK-SAME: tile-split-reductions,
  // CHECK-SAME: tile-split-scans,tile-expand-sorts,
  // CHECK-SAME: tile-insert-shared-memory{remarks=false},
  // CHECK-SAME: tile-use-warpgroup-dots,
  // CHECK-SAME: tile-schedule-products{overlap-products=true},
  // CHECK-SAME: tile-overlap-products,
  // CHECK-SAME: tile-slice-dots,
  // CHECK-SAME: tile-allocate-shared-memory,
  // CHECK-SAME: tile-weaken-atomics,
  // CHECK-SAME: tile-insert-barriers)
  // CHECK-NEXT: tile-to-tilegpu: builtin.module(tile-import-ttir,
  // CHECK-SAME: tile-remove-layout-conversions,cse,
  // CHECK-SAME: tile-schedule-loops{cta-pairs=auto num-stages=4{{[^}]*}}},tile-pipeline-loops,
  // CHECK-SAME: tile-split-reductions,
  // CHECK-SAME: tile-split-scans,tile-expand-sorts,
  // CHECK-SAME: tile-insert-shared-memory{remarks=false},
  // CHECK-SAME: tile-use-warpgroup-dots,
  // CHECK-SAME: tile-schedule-products{overlap-products=true},
  // CHECK-SAME: tile-overlap-products,
  // CHECK-SAME: tile-slice-dots,
  // CHECK-SAME: tile-allocate-shared-memory,
  // CHECK-SAME: tile-weaken-atomics,
  // CHECK-SAME: tile-insert-barriers)
  // CHECK-NEXT: tilegpu-to-llvm: builtin.module(
  // CHECK-SAME: tile-distribute-to-threads{tf32=cut},
  // CHECK-SAME: tile-convert-to-llvm{fast-math=true})
  // CHECK-NEXT: tile-to-llvm: builtin.module(tile-import-ttir,
  // CHECK-SAME: target=sm_100a
  // CHECK-SAME: tile-convert-to-llvm{fast-math=true})

  /* The same as the pipeline by its name; null options are the defaults. */
  MlirModule module = parse(context);
  MlirPassManager manager = mlirPassManagerCreate(context);
  EXPECT_OK(tilePipelineBuildTileToLLVM(
      mlirPassManagerGetAsOpPassManager(manager), NULL));
  EXPECT(mlirLogicalResultIsSuccess(
      mlirPassManagerRunOnOp(manager, mlirModuleGetOperation(module))));
  MlirAttribute target = mlirOperationGetAttributeByName(
      mlirModuleGetOperation(module), tileString("tile.target"));
  EXPECT(equals(tileTargetAttrGetChip(target), "sm_90a"));
  EXPECT(tileTargetAttrGetNumWarps(target) == 4);
  mlirPassManagerDestroy(manager);
  mlirModuleDestroy(module);

  /* A target that there is not: an error when the passes run. */
  printf("unknown target:\n");
  module = parse(context);
  manager = mlirPassManagerCreate(context);
  options.target = tileString("sm_10");
  EXPECT_OK(tilePipelineBuildImport(mlirPassManagerGetAsOpPassManager(manager),
                                    &options));
  EXPECT(!mlirLogicalResultIsSuccess(
      mlirPassManagerRunOnOp(manager, mlirModuleGetOperation(module))));
  // CHECK: unknown target:
  // CHECK-NEXT: diagnostic: {{.*}}unknown target 'sm_10'
  mlirPassManagerDestroy(manager);
  mlirModuleDestroy(module);

  /* A number of stages that there is not. */
  manager = mlirPassManagerCreate(context);
  options.numStages = 33;
  EXPECT_ERROR(TileStatusInvalidArgument,
               "expected 0 to 32 for 'numStages', found 33",
               tilePipelineBuildLayout(
                   mlirPassManagerGetAsOpPassManager(manager), &options));
  mlirPassManagerDestroy(manager);

  /* Pass managers that the passes do not fit into. */
  MlirOpPassManager none = {NULL};
  manager = mlirPassManagerCreate(context);
  MlirOpPassManager functions =
      mlirPassManagerGetNestedUnder(manager, tileString("tile.func"));
  for (size_t i = 0; i < sizeof pipelines / sizeof *pipelines; ++i) {
    EXPECT_ERROR(TileStatusInvalidArgument, "'passes'",
                 pipelines[i].build(none, NULL));
    EXPECT_ERROR(TileStatusInvalidArgument,
                 "expected a pass manager for 'builtin.module', found one for "
                 "'tile.func'",
                 pipelines[i].build(functions, NULL));
  }
  options.target = mlirStringRefCreate(NULL, 1);
  EXPECT_ERROR(TileStatusInvalidArgument, "'target'",
               tilePipelineBuildImport(
                   mlirPassManagerGetAsOpPassManager(manager), &options));
  mlirPassManagerDestroy(manager);
}

int main(void) {
  MlirContext context = mlirContextCreate();
  EXPECT_OK(tileContextRegister(context));
  mlirContextAttachDiagnosticHandler(context, onDiagnostic, NULL, NULL);
  testPassManager(context);
  testOptionErrors();
  testRegistration(context);
  testPipelines(context);
  mlirContextDestroy(context);
  printf("done\n");
  // CHECK: done
  return 0;
}
