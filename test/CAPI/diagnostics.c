/*===- diagnostics.c - What the compiler says of a source --------*- C -*-===*\
|*
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
\*===----------------------------------------------------------------------===*/
// REQUIRES: ptxas
// RUN: rm -rf %t && mkdir -p %t
// RUN: %cc_capi %s -o %t/test
// RUN: %t/test %t/cache 2> %t/err | FileCheck %s
// RUN: count 0 < %t/err

#include "Check.h"

#include "mlir-c/IR.h"
#include "tile-c/Compiler.h"
#include "tile-c/Dialect.h"

#include <pthread.h>

static const char *const severities[] = {"error", "warning", "remark", "note"};

static int calls;

static void print(const TileDiagnostic *diagnostic, const char *indent) {
  printf("%s%s at '%s':%u:%u: %.*s\n", indent, severities[diagnostic->severity],
         diagnostic->file.data, diagnostic->line, diagnostic->column,
         (int)strcspn(diagnostic->message.data, "\n"),
         diagnostic->message.data);
  EXPECT(strlen(diagnostic->file.data) == diagnostic->file.length);
  EXPECT(strlen(diagnostic->message.data) == diagnostic->message.length);
  for (size_t i = 0; i < diagnostic->numNotes; ++i)
    print(&diagnostic->notes[i], "  ");
}

static void onDiagnostic(const TileDiagnostic *diagnostic, void *userData) {
  EXPECT(userData == &calls);
  ++calls;
  print(diagnostic, "");
}

static TileStatus compile(TileCompiler compiler, const char *source,
                          const char *name, TileStage last,
                          TileKernelImage *image) {
  TileCompileCallbacks callbacks = {0};
  callbacks.onDiagnostic = onDiagnostic;
  callbacks.userData = &calls;
  calls = 0;
  return tileCompilerCompileText(compiler, tileString(source), tileString(name),
                                 last, &callbacks, image);
}

static void testErrors(TileCompiler compiler) {
  TileKernelImage image = {NULL};
  /* The parser. */
  // CHECK: error at 'a b.mlir':2:14: use of undeclared SSA value name
  EXPECT_ERROR(TileStatusCompileFailed,
               "a b.mlir:2:14: error: use of undeclared SSA value name",
               compile(compiler,
                       "tile.func public @f(%v: f32) {\n"
                       "  tile.store %q, %v : !tile.ptr<f32>\n"
                       "  tile.return\n}\n",
                       "a b.mlir", TileStagePTX, &image));
  EXPECT(calls == 1);
  /* With a note. */
  // CHECK-NEXT: error at 'twice.mlir':3:3: redefinition of SSA value '%a'
  // CHECK-NEXT:   note at 'twice.mlir':2:3: previously defined here
  EXPECT_ERROR(TileStatusCompileFailed,
               "twice.mlir:3:3: error: redefinition of SSA value '%a'",
               compile(compiler,
                       "tile.func public @f() {\n"
                       "  %a = arith.constant 1 : i32\n"
                       "  %a = arith.constant 2 : i32\n"
                       "  tile.return\n}\n",
                       "twice.mlir", TileStagePTX, &image));
  EXPECT(calls == 1);
  EXPECT(strchr(tileGetLastErrorMessage().data, '\n') == NULL);
  /* A verifier. */
  // CHECK-NEXT: error at '-':2:8: 'tile.make_range' op
  EXPECT_ERROR(TileStatusCompileFailed, "error: 'tile.make_range' op ",
               compile(compiler,
                       "tile.func public @f() {\n"
                       "  %r = tile.make_range {start = 0 : i32, end = 7 : "
                       "i32} : tensor<8xi32>\n"
                       "  tile.return\n}\n",
                       "", TileStagePTX, &image));
  /* No MLIR at all, and nothing. */
  // CHECK: error at 'bytes':1:1:
  EXPECT_ERROR(TileStatusCompileFailed, "bytes:1:1: error: ",
               compile(compiler, "\x01\x02", "bytes", TileStagePTX, &image));
  EXPECT(image.ptr == NULL);
}

/* A pass far down: its place is still that of the source. */
static void testLatePlace(TileCompiler compiler) {
  TileKernelImage image;
  // CHECK: error at 'asm.mlir':3:8: ptxas: {{.*}}nonsense
  // CHECK-NEXT:   note at 'asm.mlir':3:8: in the PTX: nonsense.f32
  EXPECT_ERROR(
      TileStatusCompileFailed, "asm.mlir:3:8: error: ptxas: ",
      compile(compiler,
              "tile.func public @f(%p: !tile.ptr<f32>) {\n"
              "  %x = tile.load %p : !tile.ptr<f32>\n"
              "  %y = tile.elementwise_inline_asm \"nonsense.f32 $0, $1;\" "
              "{constraints = \"=f,f\", packed_element = 1 : i32, pure = true} "
              "%x : f32 -> f32\n"
              "  tile.store %p, %y : !tile.ptr<f32>\n"
              "  tile.return\n}\n",
              "asm.mlir", TileStageCubin, &image));
}

static const char warns[] =
    "\n\n tt.func public @f(%p: !tt.ptr<i8>) attributes {tt.wish = 1 : i32} {\n"
    "  tt.return\n}\n";

/* A compile with a warning succeeds, and says it again when the image comes
 * from the cache. */
static void testReplay(const char *folder) {
  TileCache cache;
  EXPECT_OK(tileCacheCreate(tileString(folder), 0, &cache));
  TileCompilerOptions options = tileCompilerOptionsCreate();
  EXPECT_OK(tileCompilerOptionsSetCache(options, cache));
  TileCompiler compiler;
  EXPECT_OK(tileCompilerCreate(options, &compiler));
  // CHECK: replay 0
  // CHECK-NEXT: warning at 'wish.ttir':3:2: {{.*}}'tt.wish', which is dropped
  // CHECK-NEXT: replay 1
  // CHECK-NEXT: warning at 'wish.ttir':3:2: {{.*}}'tt.wish', which is dropped
  // CHECK-NEXT: replay 2
  // CHECK-NEXT: warning at 'wish.ttir':3:2: {{.*}}'tt.wish', which is dropped
  for (int i = 0; i < 3; ++i) {
    printf("replay %d\n", i);
    TileKernelImage image;
    EXPECT_OK(compile(compiler, warns, "wish.ttir", TileStagePTX, &image));
    EXPECT(calls == 1);
    EXPECT(tileKernelImageIsFromCache(image) == (i > 0));
    tileKernelImageDestroy(image);
  }
  /* Another name is another place, so another entry. */
  // CHECK-NEXT: warning at 'other.ttir':3:2:
  TileKernelImage image;
  EXPECT_OK(compile(compiler, warns, "other.ttir", TileStagePTX, &image));
  EXPECT(!tileKernelImageIsFromCache(image));
  tileKernelImageDestroy(image);
  /* Who does not listen is not called. */
  TileCompileCallbacks deaf = {0};
  EXPECT_OK(tileCompilerCompileText(compiler, tileString(warns),
                                    tileString("wish.ttir"), TileStagePTX,
                                    &deaf, &image));
  EXPECT(tileKernelImageIsFromCache(image));
  tileKernelImageDestroy(image);
  /* An error is kept nowhere. */
  // CHECK-NEXT: error at 'wrong':1:1:
  // CHECK-NEXT: error at 'wrong':1:1:
  for (int i = 0; i < 2; ++i)
    EXPECT_ERROR(TileStatusCompileFailed, "wrong:1:1: ",
                 compile(compiler, "wrong", "wrong", TileStagePTX, &image));
  TileCacheStatistics statistics;
  EXPECT_OK(tileCacheGetStatistics(cache, &statistics));
  EXPECT(statistics.hits == 3 && statistics.stores == 2);
  tileCompilerDestroy(compiler);
  tileCompilerOptionsDestroy(options);
  tileCacheDestroy(cache);
}

static void expectLog(const char *log) {
  MlirStringRef found = tileGetLastCompileLog();
  EXPECT(strlen(found.data) == found.length);
  if (!equals(found, log)) {
    printf("expected the log\n%sfound\n%s", log, found.data);
    exit(1);
  }
}

static void *expectNoLog(void *compiler) {
  expectLog("");
  TileKernelImage image;
  EXPECT(tileCompilerCompileText(*(TileCompiler *)compiler, tileString("x"),
                                 tileString("x"), TileStagePTX, NULL,
                                 &image) == TileStatusCompileFailed);
  EXPECT(tileGetLastCompileLog().length > 0);
  return NULL;
}

/* Compiles something else, while it is called by a compile. */
static void compileWithin(const TileDiagnostic *diagnostic, void *userData) {
  (void)diagnostic;
  TileKernelImage image;
  EXPECT(tileCompilerCompileText(*(TileCompiler *)userData, tileString("y"),
                                 tileString("within"), TileStagePTX, NULL,
                                 &image) == TileStatusCompileFailed);
  EXPECT(strncmp(tileGetLastCompileLog().data, "within:1:1: error: ", 19) == 0);
}

static bool cancel(void *userData) {
  (void)userData;
  return true;
}

/* The whole of a compile as one text. */
static void testLog(TileCompiler compiler) {
  static const char twice[] = "tile.func public @f() {\n"
                              "  %a = arith.constant 1 : i32\n"
                              "  %a = arith.constant 2 : i32\n"
                              "  tile.return\n}\n";
  static const char twiceLog[] =
      "twice.mlir:3:3: error: redefinition of SSA value '%a'\n"
      "twice.mlir:2:3: note: previously defined here\n";
  static const char quiet[] = "tile.func public @f() {\n  tile.return\n}\n";
  TileKernelImage image, none = {NULL};
  EXPECT(tileCompilerCompileText(compiler, tileString(twice),
                                 tileString("twice.mlir"), TileStagePTX, NULL,
                                 &image) == TileStatusCompileFailed);
  expectLog(twiceLog);
  /* Another thread has its own. */
  pthread_t thread;
  EXPECT(pthread_create(&thread, NULL, expectNoLog, &compiler) == 0);
  EXPECT(pthread_join(thread, NULL) == 0);
  expectLog(twiceLog);
  /* Other calls leave it, whether they fail or not. */
  EXPECT(tileKernelImageGetNumKernels(none) == 0);
  EXPECT(tileCacheCreate(tileString(""), 0, NULL) == TileStatusInvalidArgument);
  expectLog(twiceLog);

  /* A success with warnings, and one without. */
  EXPECT_OK(tileCompilerCompileText(compiler, tileString(warns),
                                    tileString("wish.ttir"), TileStagePTX, NULL,
                                    &image));
  tileKernelImageDestroy(image);
  EXPECT(strncmp(tileGetLastCompileLog().data,
                 "wish.ttir:3:2: warning: ", 24) == 0);
  EXPECT(strstr(tileGetLastCompileLog().data, "'tt.wish', which is dropped"));
  EXPECT_OK(tileCompilerCompileText(compiler, tileString(quiet), tileString(""),
                                    TileStagePTX, NULL, &image));
  tileKernelImageDestroy(image);
  expectLog("");

  /* A compile within another's callback does not replace the outer one's. */
  TileCompileCallbacks callbacks = {0};
  callbacks.onDiagnostic = compileWithin;
  callbacks.userData = &compiler;
  EXPECT(tileCompilerCompileText(
             compiler, tileString(twice), tileString("twice.mlir"),
             TileStagePTX, &callbacks, &image) == TileStatusCompileFailed);
  expectLog(twiceLog);

  /* Failures before there is a diagnostic. */
  EXPECT(tileCompilerCompileFile(compiler, tileString("/no/file"), TileStagePTX,
                                 NULL, &image) == TileStatusIOError);
  expectLog("error: cannot read '/no/file': No such file or directory\n");
  EXPECT(tileCompilerCompileText(compiler, tileString(quiet), tileString(""),
                                 (TileStage)77, NULL,
                                 &image) == TileStatusInvalidArgument);
  EXPECT(strncmp(tileGetLastCompileLog().data, "error: expected ", 16) == 0);
  TileCompiler noCompiler = {NULL};
  EXPECT(tileCompilerCompileText(noCompiler, tileString(quiet), tileString(""),
                                 TileStagePTX, NULL,
                                 &image) == TileStatusInvalidHandle);
  expectLog("error: expected a TileCompiler, found a null handle\n");
  callbacks.onDiagnostic = NULL;
  callbacks.shouldCancel = cancel;
  EXPECT(tileCompilerCompileText(compiler, tileString(quiet), tileString(""),
                                 TileStagePTX, &callbacks,
                                 &image) == TileStatusCancelled);
  expectLog("error: the compile was cancelled by its callback\n");
}

/* A module without kernels compiles: with a warning, as it may be a mistake. */
static void testNoKernel(TileCompiler compiler) {
  static const char *const sources[] = {
      "", "module {}", "tile.func private @f() {\n  tile.return\n}\n"};
  TileKernelImage image;
  for (int i = 0; i < 3; ++i) {
    EXPECT_OK(tileCompilerCompileText(compiler, tileString(sources[i]),
                                      tileString("none.mlir"), TileStagePTX,
                                      NULL, &image));
    EXPECT(tileKernelImageGetNumKernels(image) == 0);
    tileKernelImageDestroy(image);
    EXPECT(strstr(tileGetLastCompileLog().data,
                  "warning: expected a kernel, a public 'tile.func', in the "
                  "module, found none\n"));
  }
}

/* The places of a module in memory are those that it has. */
static void testModule(TileCompiler compiler) {
  MlirContext context = mlirContextCreateWithThreading(false);
  EXPECT_OK(tileContextRegister(context));
  MlirModule module = mlirModuleCreateParse(
      context,
      tileString("tile.func public @f(%p: !tile.ptr<f32>) {\n"
                 "  %x = tile.load %p : !tile.ptr<f32>\n"
                 "  %y = tile.elementwise_inline_asm \"nonsense.f32 $0, $1;\" "
                 "{constraints = \"=f,f\", packed_element = 1 : i32, "
                 "pure = true} %x : f32 -> f32 loc(\"x.py\":7:9)\n"
                 "  tile.store %p, %y : !tile.ptr<f32>\n"
                 "  tile.return\n}\n"));
  EXPECT(!mlirModuleIsNull(module));
  TileCompileCallbacks callbacks = {0};
  callbacks.onDiagnostic = onDiagnostic;
  callbacks.userData = &calls;
  TileKernelImage image;
  // CHECK-NEXT: module
  // CHECK-NEXT: error at 'x.py':7:9: ptxas:
  printf("module\n");
  EXPECT_ERROR(TileStatusCompileFailed, "x.py:7:9: error: ptxas: ",
               tileCompilerCompileModule(compiler, module, TileStageCubin,
                                         &callbacks, &image));
  mlirModuleDestroy(module);
  mlirContextDestroy(context);
}

int main(int argc, char **argv) {
  EXPECT(argc == 2);
  TileCompilerOptions options = tileCompilerOptionsCreate();
  EXPECT_OK(
      tileCompilerOptionsSet(options, tileString("cache"), tileString("off")));
  // So that ptxas is the first to see that there is no such instruction.
  EXPECT_OK(tileCompilerOptionsSetAsmCheck(options, TileAsmCheckOff));
  TileCompiler compiler;
  EXPECT_OK(tileCompilerCreate(options, &compiler));
  testErrors(compiler);
  testLatePlace(compiler);
  testReplay(argv[1]);
  testLog(compiler);
  testNoKernel(compiler);
  testModule(compiler);
  tileCompilerDestroy(compiler);
  tileCompilerOptionsDestroy(options);
  printf("done\n");
  // CHECK: done
  return 0;
}
