/*===- tuner.c - Finds the fastest configuration -----------------*- C -*-===*\
|*
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* On the simulator, whose counts decide, and on a CUDA driver that simulates
|* its GPUs, whose times do.
|*
\*===----------------------------------------------------------------------===*/
// RUN: %cc_capi %s -o %t
// RUN: rm -rf %t.sim %t.cuda
// RUN: %t sim %t.sim
// RUN: env LD_LIBRARY_PATH=%build/lib/sim %t cuda:0 %t.cuda

#include "Check.h"

#include "tile-c/Tuner.h"

enum { kCount = 4096 };

static TileDevice device;
static TileCompilerOptions options;
static TileDeviceAddress x;
static bool isSimulator;
static const TileStream noStream = {NULL};

/* x += STEP, where the loop runs ROUNDS times: so many times the work. */
static const char work[] =
    "tile.func public @work(\n"
    "    %x_ptr: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %n: i32) {\n"
    "  %size = arith.constant 1024 : i32\n"
    "  %id = tile.get_program_id x : i32\n"
    "  %start = arith.muli %id, %size : i32\n"
    "  %starts = tile.splat %start : i32 -> tensor<1024xi32>\n"
    "  %range = tile.make_range {end = 1024 : i32, start = 0 : i32} : "
    "tensor<1024xi32>\n"
    "  %i = arith.addi %starts, %range : tensor<1024xi32>\n"
    "  %base = tile.splat %x_ptr : !tile.ptr<f32> -> "
    "tensor<1024x!tile.ptr<f32>>\n"
    "  %ptrs = tile.addptr %base, %i : tensor<1024x!tile.ptr<f32>>, "
    "tensor<1024xi32>\n"
    "  %step = arith.constant {tile.tunable = \"STEP\"} dense<1.0> : "
    "tensor<1024xf32>\n"
    "  %zero = arith.constant 0 : i32\n"
    "  %one = arith.constant 1 : i32\n"
    "  %rounds = arith.constant {tile.tunable = \"ROUNDS\"} 1 : i32\n"
    "  scf.for %k = %zero to %rounds step %one : i32 {\n"
    "    %v = tile.load %ptrs : tensor<1024x!tile.ptr<f32>>\n"
    "    %w = arith.addf %v, %step : tensor<1024xf32>\n"
    "    tile.store %ptrs, %w : tensor<1024x!tile.ptr<f32>>\n"
    "  }\n"
    "  tile.return\n"
    "}\n";

static TileTuner newTuner(void) {
  TileTuner tuner = {NULL};
  EXPECT_OK(tileTunerCreate(options, device, tileString("work"), &tuner));
  return tuner;
}

static TileTunerConfiguration configure(const char *name, const char *option,
                                        const char *tunables) {
  TileTunerConfiguration configuration = {0};
  configuration.name = tileString(name);
  configuration.source = tileString(work);
  configuration.options = tileString(option);
  configuration.tunables = tileString(tunables);
  configuration.grid = tileGrid(kCount / 1024, 1, 1);
  return configuration;
}

static void add(TileTuner tuner, const char *name, const char *option,
                const char *tunables) {
  TileTunerConfiguration configuration = configure(name, option, tunables);
  EXPECT_OK(tileTunerAddConfiguration(tuner, &configuration));
}

static void addError(TileStatus status, const char *message,
                     const TileTunerConfiguration *configuration) {
  TileTuner tuner = newTuner();
  EXPECT_ERROR(status, message,
               tileTunerAddConfiguration(tuner, configuration));
  EXPECT(tileTunerGetNumConfigurations(tuner) == 0);
  tileTunerDestroy(tuner);
}

/* Runs with x and n. */
static TileStatus run(TileTuner tuner, TileTunerCallback onProgress,
                      void *userData) {
  TileArgument arguments[] = {tileArgumentPointer(x), tileArgumentI32(kCount)};
  return tileTunerRun(tuner, arguments, 2, onProgress, userData);
}

static TileTunerResult getResult(TileTuner tuner, size_t index) {
  TileTunerResult result;
  EXPECT_OK(tileTunerGetResult(tuner, index, &result));
  return result;
}

static TileTunerChoice getChoice(TileTuner tuner) {
  TileTunerChoice choice;
  EXPECT_OK(tileTunerGetChoice(tuner, &choice));
  return choice;
}

static void fillX(float value) {
  EXPECT_OK(tileDeviceFill(device, x, &value, 4, kCount, noStream));
}

static void expectX(float value) {
  static float found[kCount];
  EXPECT_OK(tileDeviceCopyToHost(device, found, x, sizeof found, noStream));
  for (int i = 0; i < kCount; ++i)
    EXPECT(found[i] == value);
}

static bool isEmpty(MlirStringRef text) { return text.length == 0; }

/* The least work wins, wherever it stands. */
static void testLeastWorkWins(void) {
  TileTuner tuner = newTuner();
  add(tuner, "much", "num-warps=4", "ROUNDS=30000");
  add(tuner, "little", "num-warps=4", "ROUNDS=1");
  add(tuner, "more", "num-warps=8", "ROUNDS=15000");
  EXPECT(tileTunerGetNumConfigurations(tuner) == 3);
  EXPECT_OK(run(tuner, NULL, NULL));
  TileTunerChoice choice = getChoice(tuner);
  EXPECT(choice.index == 1 && !choice.isFromCache);
  EXPECT(choice.grid.x == 4 && choice.grid.y == 1 && choice.grid.z == 1);
  TileTunerResult best = getResult(tuner, 1), worst = getResult(tuner, 0);
  EXPECT(equals(best.name, "little") && best.fate == TileTunerFateMeasured);
  EXPECT(isEmpty(best.reason) && best.compileMilliseconds > 0);
  EXPECT(best.score > 0 && best.score < worst.score);
  EXPECT(best.numSamples == 1 || !isSimulator);
  /* A GPU stops measuring what is clearly slower. */
  if (!isSimulator) {
    EXPECT(worst.fate == TileTunerFateSlower);
    EXPECT(worst.numSamples >= 3 && best.numSamples >= worst.numSamples);
  }
  tileTunerDestroy(tuner);
}

/* The kernel is launched, and is the chosen one. */
static void testKernelOfTheChoice(void) {
  TileTuner tuner = newTuner();
  TileKernel kernel;
  TileKernelImage image;
  TileKernelInfo info;
  add(tuner, "much", "num-warps=4", "ROUNDS=3000");
  add(tuner, "little", "num-warps=2", "ROUNDS=3 STEP=2");
  EXPECT_OK(run(tuner, NULL, NULL));
  EXPECT_OK(tileTunerGetKernel(tuner, &kernel));
  EXPECT_OK(tileKernelGetInfo(kernel, &info));
  EXPECT(info.numWarps == 2);
  TileArgument arguments[] = {tileArgumentPointer(x), tileArgumentI32(kCount)};
  fillX(10);
  EXPECT_OK(
      tileKernelLaunch(kernel, getChoice(tuner).grid, arguments, 2, noStream));
  expectX(16);
  /* The image lives longer than the tuner, its kernel does not. */
  EXPECT_OK(tileTunerGetImage(tuner, &image));
  tileTunerDestroy(tuner);
  EXPECT_ERROR(TileStatusInvalidHandle, "expected a TileKernel",
               tileKernelGetInfo(kernel, &info));
  EXPECT(tileKernelImageGetNumKernels(image) == 1);
  EXPECT(!isEmpty(tileKernelImageGetStage(image, TileStagePTX)));
  tileKernelImageDestroy(image);
}

/* An array that is restored is what it was; another one has what was written.
 */
static void testRestore(void) {
  TileTuner tuner = newTuner();
  add(tuner, "a", "", "");
  add(tuner, "b", "num-warps=8", "");
  EXPECT_OK(tileTunerRestore(tuner, 0, kCount * sizeof(float)));
  fillX(5);
  EXPECT_OK(run(tuner, NULL, NULL));
  expectX(5);
  EXPECT_OK(tileTunerRestore(tuner, 1, 4));
  EXPECT_ERROR(TileStatusInvalidArgument,
               "expected a pointer to restore, found argument 1, which is i32",
               run(tuner, NULL, NULL));
  EXPECT_OK(tileTunerRestore(tuner, 2, 4));
  tileTunerDestroy(tuner);

  tuner = newTuner();
  add(tuner, "a", "", "");
  EXPECT_OK(run(tuner, NULL, NULL));
  float first;
  EXPECT_OK(tileDeviceCopyToHost(device, &first, x, 4, noStream));
  EXPECT(first > 5);
  EXPECT_OK(tileTunerRestore(tuner, 2, 4));
  EXPECT_ERROR(TileStatusInvalidArgument,
               "expected the number of an argument below 2 to restore, found 2",
               run(tuner, NULL, NULL));
  tileTunerDestroy(tuner);
}

/* A GPU may have stopped early, where another configuration is faster. */
static bool isMeasured(TileTunerFate fate) {
  return fate == TileTunerFateMeasured ||
         (!isSimulator && fate == TileTunerFateSlower);
}

/* Two options that make the same code are one configuration, with one score. */
static void testDuplicates(void) {
  TileTuner tuner = newTuner();
  add(tuner, "much", "num-warps=4", "ROUNDS=3000");
  add(tuner, "little", "num-warps=4 num-stages=2", "ROUNDS=1");
  add(tuner, "same", "num-warps=4 num-stages=9", "ROUNDS=1");
  TileTunerConfiguration other = configure("grid", "num-warps=4", "ROUNDS=1");
  other.grid = tileGrid(1, 1, 1);
  EXPECT_OK(tileTunerAddConfiguration(tuner, &other));
  EXPECT_OK(run(tuner, NULL, NULL));
  TileTunerResult first = getResult(tuner, 1), second = getResult(tuner, 2);
  EXPECT(isMeasured(first.fate) && first.numSamples > 0);
  EXPECT(second.fate == TileTunerFateDuplicate && second.numSamples == 0);
  EXPECT(equals(second.reason, "launches the same code as 'little'"));
  EXPECT(second.score == first.score && second.score > 0);
  /* Another grid is another launch. */
  EXPECT(isMeasured(getResult(tuner, 3).fate));
  EXPECT(getChoice(tuner).index != 2);
  tileTunerDestroy(tuner);
}

/* What fails is no failure of the tuning, and says why. */
static void testFailingConfigurations(void) {
  TileTuner tuner = newTuner();
  TileTunerConfiguration wrong = configure("wrong", "", "");
  wrong.source = tileString("tile.func public @work() { nothing }");
  EXPECT_OK(tileTunerAddConfiguration(tuner, &wrong));
  wrong = configure("other", "", "");
  wrong.source = tileString("tile.func public @other() { tile.return }");
  EXPECT_OK(tileTunerAddConfiguration(tuner, &wrong));
  add(tuner, "unknown", "", "SIZE=3");
  add(tuner, "promise", "assume=n=8", "");
  wrong = configure("grid", "", "");
  wrong.grid = tileGrid(0, 1, 1);
  EXPECT_OK(tileTunerAddConfiguration(tuner, &wrong));
  add(tuner, "fits", "", "");
  EXPECT_OK(run(tuner, NULL, NULL));
  EXPECT(getChoice(tuner).index == 5);
  static const struct {
    TileTunerFate fate;
    const char *reason;
  } expected[] = {
      {TileTunerFateCompileFailed, "<tuned>:1:28: error: "},
      {TileTunerFateCompileFailed, "work"},
      {TileTunerFateCompileFailed,
       "expected the name of a tunable of the source, one of ROUNDS, STEP, "
       "found 'SIZE'"},
      {TileTunerFateLaunchFailed, "argument 1 'n' of kernel 'work'"},
      {TileTunerFateLaunchFailed,
       "expected a grid's size of 1 to 2147483647, found 0"},
  };
  for (int i = 0; i < 5; ++i) {
    TileTunerResult result = getResult(tuner, i);
    EXPECT(result.fate == expected[i].fate && result.numSamples == 0);
    if (!strstr(result.reason.data, expected[i].reason)) {
      printf("expected '%s', found '%s'\n", expected[i].reason,
             result.reason.data);
      exit(1);
    }
  }
  tileTunerDestroy(tuner);

  /* If none is left, the first one's reason is the tuning's. */
  tuner = newTuner();
  add(tuner, "unknown", "", "SIZE=3");
  EXPECT_ERROR(TileStatusInvalidArgument,
               "expected a configuration that runs, found none; 'unknown': "
               "expected the name of a tunable",
               run(tuner, NULL, NULL));
  tileTunerDestroy(tuner);
}

/* A kernel that goes wrong is dropped, on the simulator, which finds it. */
static void testLaunchThatFails(void) {
  TileTuner tuner = newTuner();
  TileTunerConfiguration far = configure("far", "", "");
  far.grid = tileGrid(1000, 1, 1);
  TileTunerSettings settings = tileTunerSettingsGetDefault();
  settings.simulatedCTAs = UINT64_MAX;
  EXPECT_OK(tileTunerSetSettings(tuner, &settings));
  EXPECT_OK(tileTunerAddConfiguration(tuner, &far));
  add(tuner, "fits", "", "");
  EXPECT_OK(run(tuner, NULL, NULL));
  TileTunerResult result = getResult(tuner, 0);
  EXPECT(result.fate == TileTunerFateLaunchFailed);
  EXPECT(strstr(result.reason.data, "out-of-bounds: a load of 16 bytes"));
  EXPECT(getChoice(tuner).index == 1);
  tileTunerDestroy(tuner);
}

/* What needs more shared memory than there is does not compile, or, compiled
 * for another GPU, does not load. */
static void testSharedMemory(void) {
  static char sources[3][512];
  static const int bytes[] = {120000, 120000, 1024};
  static const char *const targets[] = {"target=sm_86", "target=sm_90a",
                                        "target=sm_86"};
  TileDevice small;
  TileTuner tuner;
  EXPECT_OK(tileDeviceOpen(tileString("sim:sm_86"), &small));
  EXPECT_OK(tileTunerCreate(options, small, tileString("work"), &tuner));
  for (int i = 0; i < 3; ++i) {
    snprintf(sources[i], sizeof sources[i],
             "llvm.mlir.global external @__tile_dynamic_shared() {addr_space = "
             "3 : i32, alignment = 16 : i64} : !llvm.array<0 x i8>\n"
             "llvm.func @work() attributes {nvvm.kernel, nvvm.reqntid = "
             "array<i32: 64>, tile.dynamic_shared_memory = %d : i64} {\n"
             "  llvm.return\n"
             "}\n",
             bytes[i]);
    TileTunerConfiguration configuration = {0};
    char name[2] = {(char)('a' + i), '\0'};
    configuration.name = tileString(name);
    configuration.source = tileString(sources[i]);
    configuration.options = tileString(targets[i]);
    configuration.grid = tileGrid(1, 1, 1);
    EXPECT_OK(tileTunerAddConfiguration(tuner, &configuration));
  }
  EXPECT_OK(tileTunerRun(tuner, NULL, 0, NULL, NULL));
  EXPECT(getChoice(tuner).index == 2);
  TileTunerResult result = getResult(tuner, 0);
  EXPECT(result.fate == TileTunerFateCompileFailed);
  EXPECT(strstr(result.reason.data, "expected at most 101376 bytes of shared"));
  result = getResult(tuner, 1);
  EXPECT(result.fate == TileTunerFateLoadFailed);
  EXPECT(result.sharedMemory == 120000);
  EXPECT(strstr(result.reason.data, "expected at most 101376 bytes of shared"));
  EXPECT(getResult(tuner, 2).sharedMemory == 1024);
  tileTunerDestroy(tuner);
  tileDeviceDestroy(small);
}

typedef struct Watch {
  size_t calls, compiled, measured, stopAt;
  bool isOrdered, isAtEnd;
} Watch;

static bool watch(const TileTunerProgress *progress, void *userData) {
  Watch *seen = userData;
  ++seen->calls;
  seen->isOrdered &= progress->done <= progress->total &&
                     progress->seconds >= 0 && progress->secondsLeft >= 0;
  if (progress->phase == TileTunerPhaseCompile)
    seen->compiled = progress->done;
  else
    seen->measured = progress->done;
  seen->isAtEnd = progress->done == progress->total;
  return seen->stopAt && seen->calls >= seen->stopAt;
}

static void testProgress(void) {
  TileTuner tuner = newTuner();
  Watch seen = {0, 0, 0, 0, true, false};
  add(tuner, "a", "num-warps=2", "");
  add(tuner, "b", "num-warps=4", "");
  EXPECT_OK(run(tuner, watch, &seen));
  EXPECT(seen.calls >= 2 && seen.compiled == 2 && seen.isOrdered);
  EXPECT(seen.measured >= 1 && seen.isAtEnd);
  tileTunerDestroy(tuner);
}

static void testCancel(void) {
  TileTuner tuner = newTuner();
  Watch seen = {0, 0, 0, 1, true, false};
  TileTunerResult result;
  add(tuner, "a", "num-warps=2", "");
  add(tuner, "b", "num-warps=4", "");
  EXPECT_ERROR(TileStatusCancelled, "the tuning was cancelled by its callback",
               run(tuner, watch, &seen));
  EXPECT(seen.calls == 1);
  EXPECT_ERROR(TileStatusNotFound, "expected a tuner that ran",
               tileTunerGetResult(tuner, 0, &result));
  EXPECT_OK(run(tuner, NULL, NULL));
  tileTunerDestroy(tuner);
}

static bool enumerate(size_t number, TileTunerConfiguration *configuration,
                      void *userData) {
  static char tunables[64];
  if (number == 4)
    return false;
  snprintf(tunables, sizeof tunables, "ROUNDS=%d", 8 >> number);
  *configuration = configure("", "num-warps=4", tunables);
  (void)userData;
  return true;
}

static void testEnumerate(void) {
  TileTuner tuner = newTuner();
  EXPECT_OK(tileTunerEnumerate(tuner, enumerate, NULL));
  EXPECT(tileTunerGetNumConfigurations(tuner) == 4);
  EXPECT_OK(run(tuner, NULL, NULL));
  EXPECT(equals(getResult(tuner, 3).name, "num-warps=4 ROUNDS=1"));
  EXPECT(getChoice(tuner).index == 3 || !isSimulator);
  /* The same names again. */
  EXPECT_ERROR(TileStatusInvalidArgument,
               "found a second 'num-warps=4 ROUNDS=8'",
               tileTunerEnumerate(tuner, enumerate, NULL));
  tileTunerDestroy(tuner);
}

static void writeFile(const char *path, const char *text) {
  FILE *file = fopen(path, "w");
  EXPECT(file && fputs(text, file) >= 0 && fclose(file) == 0);
}

static void testFile(const char *folder) {
  char path[4096], source[4096];
  snprintf(path, sizeof path, "%s.json", folder);
  snprintf(source, sizeof source, "%s.mlir", folder);
  writeFile(source, work);
  const char *name = strrchr(source, '/') + 1;
  char text[8192];
  snprintf(text, sizeof text,
           "{\"kernel\": \"work\", \"options\": {\"num-warps\": [2, 4]},"
           "\"source\": {\"file\": \"%s\", \"values\": {\"TILE\": 1024}},"
           "\"tunables\": {\"ROUNDS\": [2, 1]},"
           "\"grid\": [\"ceildiv(n, TILE)\", 1]}",
           name);
  writeFile(path, text);
  TileTuner tuner;
  EXPECT_OK(tileTunerCreate(options, device, tileString(""), &tuner));
  EXPECT_OK(tileTunerAddFile(tuner, tileString(path)));
  EXPECT(tileTunerGetNumConfigurations(tuner) == 4);
  EXPECT_OK(run(tuner, NULL, NULL));
  EXPECT(equals(getResult(tuner, 0).name, "num-warps=2 ROUNDS=2"));
  EXPECT(equals(getResult(tuner, 3).name, "num-warps=4 ROUNDS=1"));
  EXPECT(getChoice(tuner).grid.x == 4);
  tileTunerDestroy(tuner);

  tuner = newTuner();
  EXPECT_ERROR(TileStatusIOError, "cannot read 'nowhere.json'",
               tileTunerAddFile(tuner, tileString("nowhere.json")));
  writeFile(path, "{\"options\": {}}");
  EXPECT_ERROR(TileStatusInvalidArgument,
               ".json: expected a 'source' for each configuration",
               tileTunerAddFile(tuner, tileString(path)));
  writeFile(path, "{\"source\": \"nowhere.mlir\"}");
  EXPECT_ERROR(TileStatusIOError, "nowhere.mlir': No such file",
               tileTunerAddFile(tuner, tileString(path)));
  EXPECT(tileTunerGetNumConfigurations(tuner) == 0);
  tileTunerDestroy(tuner);
}

/* A second tuner with the same configurations takes the choice from the cache,
 * without a callback, that is, without a compile or a measurement. */
static void testCache(const char *folder) {
  Watch seen = {0, 0, 0, 0, true, false};
  size_t choice = 0;
  double score = 0;
  TileCache cache;
  EXPECT_OK(tileCacheCreate(tileString(folder), 0, &cache));
  EXPECT_OK(tileCompilerOptionsSetCache(options, cache));
  for (int start = 0; start < 5; ++start) {
    TileTuner tuner = newTuner();
    add(tuner, "much", "num-warps=4", "ROUNDS=3000");
    add(tuner, "little", "num-warps=4", "");
    add(tuner, "wrong", "", "SIZE=2");
    /* Another key, and another kernel, are tuned anew. */
    if (start == 2)
      EXPECT_OK(tileTunerSetKey(tuner, tileString("large")));
    if (start == 3)
      add(tuner, "more", "num-warps=2", "");
    seen.calls = 0;
    EXPECT_OK(run(tuner, watch, &seen));
    bool isKnown = start == 1 || start == 4;
    EXPECT(getChoice(tuner).isFromCache == isKnown);
    EXPECT((seen.calls == 0) == isKnown);
    if (isKnown) {
      EXPECT(getChoice(tuner).index == choice && getChoice(tuner).grid.x == 4);
      EXPECT(getResult(tuner, choice).score == score);
      EXPECT(getResult(tuner, 2).fate == TileTunerFateCompileFailed);
      EXPECT(strstr(getResult(tuner, 2).reason.data, "found 'SIZE'"));
    } else if (start == 0) {
      choice = getChoice(tuner).index;
      score = getResult(tuner, choice).score;
    }
    TileKernel kernel;
    EXPECT_OK(tileTunerGetKernel(tuner, &kernel));
    TileArgument arguments[] = {tileArgumentPointer(x),
                                tileArgumentI32(kCount)};
    fillX(1);
    EXPECT_OK(tileKernelLaunch(kernel, getChoice(tuner).grid, arguments, 2,
                               noStream));
    if (start < 2)
      expectX(2);
    tileTunerDestroy(tuner);
  }
  /* Other arguments are another choice. */
  TileTuner tuner = newTuner();
  add(tuner, "much", "num-warps=4", "ROUNDS=3000");
  add(tuner, "little", "num-warps=4", "");
  add(tuner, "wrong", "", "SIZE=2");
  TileArgument others[] = {tileArgumentPointer(x), tileArgumentI32(100)};
  EXPECT_OK(tileTunerRun(tuner, others, 2, NULL, NULL));
  EXPECT(!getChoice(tuner).isFromCache);
  tileTunerDestroy(tuner);
  const TileCache none = {NULL};
  EXPECT_OK(tileCompilerOptionsSetCache(options, none));
  tileCacheDestroy(cache);
}

static void testMistakes(void) {
  TileTunerConfiguration wrong = configure("a", "", "");
  wrong.source = tileString("");
  addError(TileStatusInvalidArgument,
           "expected a source or a file of a configuration, found neither",
           &wrong);
  wrong = configure("a", "", "");
  wrong.file = tileString("b.mlir");
  addError(TileStatusInvalidArgument, "found both", &wrong);
  wrong.source = tileString("");
  addError(TileStatusIOError, "cannot read 'b.mlir'", &wrong);
  wrong = configure("a", "warps=4", "");
  addError(TileStatusNotFound, "unknown option 'warps'", &wrong);
  wrong = configure("a", "num-warps=3", "");
  addError(TileStatusInvalidArgument, "'num-warps', found '3'", &wrong);
  wrong = configure("a", "num-warps", "");
  addError(TileStatusInvalidArgument,
           "expected names and values for 'options', as num-warps=8, found "
           "'num-warps'",
           &wrong);
  wrong = configure("a", "", "ROUNDS=x");
  addError(TileStatusInvalidArgument,
           "expected an integer for the tunable 'ROUNDS', found 'x'", &wrong);

  TileTuner tuner = newTuner();
  TileTunerChoice choice;
  TileKernel kernel;
  TileKernelImage image;
  EXPECT_ERROR(TileStatusInvalidArgument,
               "expected a configuration to tune, found none",
               run(tuner, NULL, NULL));
  EXPECT_ERROR(TileStatusNotFound, "found one without results",
               tileTunerGetChoice(tuner, &choice));
  EXPECT_ERROR(TileStatusNotFound, "found one without results",
               tileTunerGetKernel(tuner, &kernel));
  EXPECT_ERROR(TileStatusNotFound, "found one without results",
               tileTunerGetImage(tuner, &image));
  add(tuner, "a", "", "");
  EXPECT_OK(run(tuner, NULL, NULL));
  TileTunerResult result;
  EXPECT_ERROR(TileStatusInvalidArgument,
               "expected a configuration's number below 1, found 1",
               tileTunerGetResult(tuner, 1, &result));
  TileTunerSettings settings = tileTunerSettingsGetDefault();
  EXPECT(settings.minSamples == 3 && settings.maxSamples == 20);
  EXPECT(settings.duration == 1000 && settings.slowerThan == 1.5);
  EXPECT(settings.threads == 0 && settings.simulatedCTAs == 4);
  settings.minSamples = 21;
  EXPECT_ERROR(TileStatusInvalidArgument,
               "found minSamples 21 and maxSamples 20",
               tileTunerSetSettings(tuner, &settings));
  settings = tileTunerSettingsGetDefault();
  settings.slowerThan = 0.5;
  EXPECT_ERROR(TileStatusInvalidArgument,
               "expected a factor of 1 or more for slowerThan",
               tileTunerSetSettings(tuner, &settings));
  settings = tileTunerSettingsGetDefault();
  settings.duration = -1;
  EXPECT_ERROR(TileStatusInvalidArgument,
               "expected a duration that is not negative",
               tileTunerSetSettings(tuner, &settings));
  tileTunerDestroy(tuner);
}

int main(int argc, char **argv) {
  EXPECT(argc == 3);
  EXPECT_OK(tileDeviceOpen(tileString(argv[1]), &device));
  isSimulator = strcmp(argv[1], "sim") == 0;
  options = tileCompilerOptionsCreate();
  EXPECT_OK(
      tileCompilerOptionsSet(options, tileString("cache"), tileString("off")));
  EXPECT_OK(tileDeviceAllocate(device, kCount * sizeof(float), &x));
  fillX(0);
  testLeastWorkWins();
  testKernelOfTheChoice();
  testRestore();
  testDuplicates();
  testFailingConfigurations();
  if (isSimulator)
    testLaunchThatFails();
  testSharedMemory();
  testProgress();
  testCancel();
  testEnumerate();
  testFile(argv[2]);
  testCache(argv[2]);
  testMistakes();
  EXPECT_OK(tileDeviceFree(device, x));
  tileCompilerOptionsDestroy(options);
  tileDeviceDestroy(device);
  return 0;
}
