/*===- compiler-options.c - Options by name and by function ------*- C -*-===*\
|*
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
\*===----------------------------------------------------------------------===*/
// RUN: %cc_capi %s -o %t
// RUN: env TILEWRIGHT_CACHE_DIR=%t.cache %t 2> %t.err
// RUN: count 0 < %t.err
// RUN: not ls %t.cache

#include "Check.h"

#include "tile-c/Compiler.h"

/* What a callback was given last, and how often it was called. */
static char text[4096];
static int calls;

static void keepText(MlirStringRef string, void *userData) {
  EXPECT(userData == &calls);
  EXPECT(string.length < sizeof(text));
  memcpy(text, string.data, string.length);
  text[string.length] = 0;
  EXPECT(string.data[string.length] == 0);
  ++calls;
}

static const char *get(TileCompilerOptions options, const char *name) {
  int before = calls;
  EXPECT_OK(
      tileCompilerOptionsGet(options, tileString(name), keepText, &calls));
  EXPECT(calls == before + 1);
  return text;
}

static bool has(TileCompilerOptions options, const char *name,
                const char *value) {
  return strcmp(get(options, name), value) == 0;
}

/* Options: the default, a value and how it reads, a wrong value and what was
 * expected instead. testListed does without such rows. */
static const struct {
  const char *name, *initial, *value, *read, *wrong, *expected;
} rows[] = {
    {"target", "", "sm_100a", "sm_100a", "sm_99", "one of sm_80, "},
    {"num-warps", "0", "8", "8", "3", "0, 1, 2, 4, 8, 16 or 32"},
    {"programs-per-cta", "auto", "4", "4", "3",
     "auto, 0, 1, 2, 4, 8, 16 or 32"},
    {"num-stages", "3", "4", "4", "33", "0 to 32"},
    {"tensor-maps", "true", "false", "false", "maybe", "true or false"},
    {"producer-warp", "auto", "false", "false", "maybe", "auto, true or false"},
    {"persistent-grid", "auto", "true", "true", "1", "auto, true or false"},
    {"split-loops", "true", "false", "false", "maybe", "true or false"},
    {"cta-pairs", "auto", "false", "false", "2", "auto, true or false"},
    {"overlap-products", "true", "false", "false", "maybe", "true or false"},
    {"ptx-version", "0", "8.7", "87", "8.x", "a version such as 8.7 or 87"},
    {"fast-math", "false", "true", "true", "maybe", "true or false"},
    {"tf32", "cut", "nearest", "nearest", "up", "cut, compensated or nearest"},
    {"fp-contract", "fast", "on", "on", "slow", "off, on or fast"},
    {"asm-check", "error", "warn", "warn", "on", "error, warn or off"},
    {"asm", "auto", "native", "native", "fast", "auto, native or fallback"},
    {"line-info", "false", "on", "true", "", "true or false"},
    {"remarks", "false", "on", "true", "yes", "true or false"},
    {"max-registers", "0", "255", "255", "256", "0 to 255"},
    {"kernel", "", "add", "add", NULL, NULL},
    {"assume", "", "p:16,n=-1", "p:16,n=-1", "p:15",
     "an argument, a colon and a power of two (n:16), or an equals sign and a "
     "value (n=1)"},
    {"ptxas", "", "/a b/ptxas", "/a b/ptxas", NULL, NULL},
    {"libdevice", "", "/a b/libdevice.10.bc", "/a b/libdevice.10.bc", NULL,
     NULL},
    {"ptxas-opt-level", "3", "0", "0", "4", "0 to 3"},
    {"ptxas-time-limit", "300", "0", "0", "-1", "a number of seconds"},
    {"threads", "1", "0", "0", "1025", "0 to 1024"},
    {"verify-each", "false", "true", "true", "yes", "true or false"},
    {"verify-ptx", "false", "1", "true", "2", "true or false"},
    {"keep-stages", "false", "true", "true", "maybe", "true or false"},
    {"cache", "default", "/no/cache", "/no/cache", "",
     "off, default or a folder"},
};
enum { kNumRows = sizeof(rows) / sizeof(rows[0]) };

/* An option whose message lists its values takes each of them, and reads it as
 * a value that it takes; one at least is not the default. */
static void testListed(MlirStringRef name) {
  char copy[64], list[256], initial[64], end[128];
  EXPECT(name.length < sizeof(copy));
  memcpy(copy, name.data, name.length);
  copy[name.length] = 0;
  TileCompilerOptions options = tileCompilerOptionsCreate();
  snprintf(initial, sizeof(initial), "%s", get(options, copy));
  snprintf(end, sizeof(end), " for '%s', found '?'", copy);
  EXPECT_ERROR(TileStatusInvalidArgument, end,
               tileCompilerOptionsSet(options, name, tileString("?")));
  const char *message = tileGetLastErrorMessage().data;
  EXPECT(strncmp(message, "expected ", 9) == 0);
  snprintf(list, sizeof(list), "%s", message + 9);
  EXPECT(has(options, copy, initial));
  char *after = strstr(list, end);
  EXPECT(after != NULL);
  *after = 0;
  bool changes = false;
  for (char *value = strtok(list, ", "); value; value = strtok(NULL, ", ")) {
    if (strcmp(value, "or") == 0)
      continue;
    char read[64];
    EXPECT_OK(tileCompilerOptionsSet(options, name, tileString(value)));
    snprintf(read, sizeof(read), "%s", get(options, copy));
    TileCompilerOptions other = tileCompilerOptionsCreate();
    EXPECT_OK(tileCompilerOptionsSet(other, name, tileString(read)));
    EXPECT(has(other, copy, read));
    tileCompilerOptionsDestroy(other);
    changes |= strcmp(read, initial) != 0;
  }
  EXPECT(changes);
  tileCompilerOptionsDestroy(options);
}

static size_t seen, listed;
static void onOption(MlirStringRef name, MlirStringRef description,
                     void *userData) {
  EXPECT(userData == rows);
  EXPECT(description.length > 10);
  if (seen < kNumRows && equals(name, rows[seen].name)) {
    ++seen;
    return;
  }
  testListed(name);
  ++listed;
}

static void testNames(void) {
  size_t number = tileCompilerOptionsForEach(NULL, NULL);
  EXPECT(tileCompilerOptionsForEach(onOption, (void *)rows) == number);
  EXPECT(seen == kNumRows && seen + listed == number);
  testListed(tileString("programs-per-cta"));
  testListed(tileString("tf32"));
}

static void testByName(void) {
  for (size_t i = 0; i < kNumRows; ++i) {
    const char *name = rows[i].name;
    TileCompilerOptions options = tileCompilerOptionsCreate();
    EXPECT(!tileCompilerOptionsIsNull(options));
    EXPECT(has(options, name, rows[i].initial));
    /* What an option reads is a value that it takes. */
    EXPECT_OK(tileCompilerOptionsSet(options, tileString(name),
                                     tileString(rows[i].initial)));
    EXPECT(has(options, name, rows[i].initial));
    EXPECT_OK(tileCompilerOptionsSet(options, tileString(name),
                                     tileString(rows[i].value)));
    EXPECT(has(options, name, rows[i].read));
    TileCompilerOptions other = tileCompilerOptionsCreate();
    EXPECT_OK(tileCompilerOptionsSet(other, tileString(name),
                                     tileString(get(options, name))));
    EXPECT(has(other, name, rows[i].read));
    /* A wrong value changes nothing. */
    if (rows[i].wrong) {
      char expected[256], found[256];
      snprintf(expected, sizeof(expected), "expected %s", rows[i].expected);
      snprintf(found, sizeof(found), " for '%s', found '%s'", name,
               rows[i].wrong);
      EXPECT_ERROR(TileStatusInvalidArgument, expected,
                   tileCompilerOptionsSet(options, tileString(name),
                                          tileString(rows[i].wrong)));
      EXPECT(lastErrorHas(found));
      EXPECT(has(options, name, rows[i].read));
    }
    /* Nor is another option changed. */
    for (size_t k = 0; k < kNumRows; ++k)
      EXPECT(k == i || has(options, rows[k].name, rows[k].initial));
    tileCompilerOptionsDestroy(other);
    tileCompilerOptionsDestroy(options);
  }
}

/* Each typed setter sets the option of its name. */
static void testTyped(void) {
  TileCompilerOptions o = tileCompilerOptionsCreate();
  EXPECT_OK(tileCompilerOptionsSetTarget(o, tileString("sm_89")));
  EXPECT(has(o, "target", "sm_89"));
  for (unsigned warps = 1; warps <= 32; warps *= 2)
    EXPECT_OK(tileCompilerOptionsSetNumWarps(o, warps));
  EXPECT(has(o, "num-warps", "32"));
  EXPECT_OK(tileCompilerOptionsSetProgramsPerCTA(o, 8));
  EXPECT(has(o, "programs-per-cta", "8"));
  EXPECT_OK(tileCompilerOptionsSetProgramsPerCTA(o, 0));
  EXPECT(has(o, "programs-per-cta", "auto"));
  EXPECT_OK(tileCompilerOptionsSetNumStages(o, 5));
  EXPECT(has(o, "num-stages", "5"));
  EXPECT_OK(tileCompilerOptionsSetPTXVersion(o, 86));
  EXPECT(has(o, "ptx-version", "86"));
  EXPECT_OK(tileCompilerOptionsSetFastMath(o, true));
  EXPECT(has(o, "fast-math", "true"));
  EXPECT_OK(tileCompilerOptionsSetFPContract(o, TileFPContractOff));
  EXPECT(has(o, "fp-contract", "off"));
  EXPECT_OK(tileCompilerOptionsSetFPContract(o, TileFPContractOn));
  EXPECT(has(o, "fp-contract", "on"));
  EXPECT_OK(tileCompilerOptionsSetFPContract(o, TileFPContractFast));
  EXPECT(has(o, "fp-contract", "fast"));
  EXPECT_OK(tileCompilerOptionsSetAsmCheck(o, TileAsmCheckError));
  EXPECT(has(o, "asm-check", "error"));
  EXPECT_OK(tileCompilerOptionsSetAsmCheck(o, TileAsmCheckWarn));
  EXPECT(has(o, "asm-check", "warn"));
  EXPECT_OK(tileCompilerOptionsSetAsmCheck(o, TileAsmCheckOff));
  EXPECT(has(o, "asm-check", "off"));
  EXPECT_OK(tileCompilerOptionsSetAsmChoice(o, TileAsmChoiceNative));
  EXPECT(has(o, "asm", "native"));
  EXPECT_OK(tileCompilerOptionsSetAsmChoice(o, TileAsmChoiceFallback));
  EXPECT(has(o, "asm", "fallback"));
  EXPECT_OK(tileCompilerOptionsSetAsmChoice(o, TileAsmChoiceAuto));
  EXPECT(has(o, "asm", "auto"));
  EXPECT_OK(tileCompilerOptionsSetLineInfo(o, true));
  EXPECT(has(o, "line-info", "true"));
  EXPECT_OK(tileCompilerOptionsSetRemarks(o, true));
  EXPECT(has(o, "remarks", "true"));
  EXPECT_OK(tileCompilerOptionsSetMaxRegisters(o, 64));
  EXPECT(has(o, "max-registers", "64"));
  EXPECT_OK(tileCompilerOptionsSetKernel(o, tileString("k")));
  EXPECT(has(o, "kernel", "k"));
  EXPECT_OK(tileCompilerOptionsSetPtxasPath(o, tileString("/x/ptxas")));
  EXPECT(has(o, "ptxas", "/x/ptxas"));
  EXPECT_OK(tileCompilerOptionsSetLibdevicePath(o, tileString("/x/lib.bc")));
  EXPECT(has(o, "libdevice", "/x/lib.bc"));
  EXPECT_OK(tileCompilerOptionsSetPtxasOptLevel(o, 2));
  EXPECT(has(o, "ptxas-opt-level", "2"));
  EXPECT_OK(tileCompilerOptionsSetPtxasTimeLimit(o, 4000000000u));
  EXPECT(has(o, "ptxas-time-limit", "4000000000"));
  EXPECT_OK(tileCompilerOptionsSetVerifyEach(o, true));
  EXPECT(has(o, "verify-each", "true"));
  EXPECT_OK(tileCompilerOptionsSetVerifyPTX(o, true));
  EXPECT(has(o, "verify-ptx", "true"));
  EXPECT_OK(tileCompilerOptionsSetKeepStages(o, true));
  EXPECT(has(o, "keep-stages", "true"));
  EXPECT_OK(tileCompilerOptionsSetVerifyEach(o, false));
  EXPECT(has(o, "verify-each", "false"));

  EXPECT_ERROR(TileStatusInvalidArgument, "for 'num-warps', found '5'",
               tileCompilerOptionsSetNumWarps(o, 5));
  EXPECT_ERROR(TileStatusInvalidArgument, "for 'max-registers', found '1000'",
               tileCompilerOptionsSetMaxRegisters(o, 1000));
  EXPECT_ERROR(TileStatusInvalidArgument, "expected a TileFPContract, found 9",
               tileCompilerOptionsSetFPContract(o, (TileFPContract)9));
  EXPECT_ERROR(TileStatusInvalidArgument, "expected a TileAsmCheck, found 9",
               tileCompilerOptionsSetAsmCheck(o, (TileAsmCheck)9));
  EXPECT_ERROR(TileStatusInvalidArgument, "expected a TileAsmChoice, found 9",
               tileCompilerOptionsSetAsmChoice(o, (TileAsmChoice)9));

  TileCache cache;
  EXPECT_OK(tileCacheCreate(tileString("/no/folder"), 0, &cache));
  EXPECT_OK(tileCompilerOptionsSetCache(o, cache));
  EXPECT(has(o, "cache", "/no/folder"));
  TileCache none = {NULL};
  EXPECT_OK(tileCompilerOptionsSetCache(o, none));
  EXPECT(has(o, "cache", "off"));
  EXPECT_OK(
      tileCompilerOptionsSet(o, tileString("cache"), tileString("default")));
  EXPECT(has(o, "cache", "default"));
  tileCacheDestroy(cache);
  EXPECT_ERROR(TileStatusInvalidHandle, "expected a TileCache, found a handle",
               tileCompilerOptionsSetCache(o, cache));
  EXPECT(has(o, "cache", "default"));
  tileCompilerOptionsDestroy(o);
}

static void testAssumptions(void) {
  TileCompilerOptions o = tileCompilerOptionsCreate();
  EXPECT_OK(tileCompilerOptionsAssumeDivisible(o, tileString("p"), 16));
  EXPECT_OK(tileCompilerOptionsAssumeValue(o, tileString("n"),
                                           -9223372036854775807 - 1));
  EXPECT_OK(tileCompilerOptionsSet(o, tileString("assume"), tileString("2:1")));
  EXPECT(has(o, "assume", "p:16,n=-9223372036854775808,2:1"));
  EXPECT_ERROR(TileStatusInvalidArgument,
               "expected a power of two for 'divisor', found 0",
               tileCompilerOptionsAssumeDivisible(o, tileString("p"), 0));
  EXPECT_ERROR(TileStatusInvalidArgument,
               "expected a power of two for 'divisor', found -16",
               tileCompilerOptionsAssumeDivisible(o, tileString("p"), -16));
  EXPECT_ERROR(TileStatusInvalidArgument,
               "expected the name or number of an argument, found ''",
               tileCompilerOptionsAssumeValue(o, tileString(""), 1));
  EXPECT_OK(tileCompilerOptionsClearAssumptions(o));
  EXPECT(has(o, "assume", ""));
  tileCompilerOptionsDestroy(o);
}

static void testMistakes(void) {
  TileCompilerOptions none = {NULL}, o = tileCompilerOptionsCreate();
  MlirStringRef name = tileString("target"), value = tileString("sm_80");
  EXPECT_ERROR(TileStatusNotFound,
               "unknown option 'targets', expected one of target, num-warps, ",
               tileCompilerOptionsSet(o, tileString("targets"), value));
  EXPECT(lastErrorHas(", keep-stages, cache"));
  EXPECT_ERROR(
      TileStatusNotFound,
      "unknown option 'targets', expected one of target, num-warps, ",
      tileCompilerOptionsGet(o, tileString("targets"), keepText, &calls));
  EXPECT_ERROR(TileStatusInvalidArgument,
               "expected a pointer for 'callback', found null",
               tileCompilerOptionsGet(o, name, NULL, NULL));
  EXPECT_ERROR(TileStatusInvalidArgument,
               "expected a string for 'value', found a null pointer with a "
               "length",
               tileCompilerOptionsSet(o, name, mlirStringRefCreate(NULL, 3)));
  EXPECT_ERROR(TileStatusInvalidHandle,
               "expected a TileCompilerOptions, found a null handle",
               tileCompilerOptionsSet(none, name, value));
  EXPECT_ERROR(TileStatusInvalidHandle,
               "expected a TileCompilerOptions, found a null handle",
               tileCompilerOptionsSetTarget(none, value));
  tileCompilerOptionsDestroy(none);
  tileCompilerOptionsDestroy(o);
  tileCompilerOptionsDestroy(o);
  EXPECT_ERROR(TileStatusInvalidHandle,
               "expected a TileCompilerOptions, found a handle of another kind "
               "or of an object that was destroyed",
               tileCompilerOptionsSetNumWarps(o, 4));
}

int main(void) {
  testNames();
  testByName();
  testTyped();
  testAssumptions();
  testMistakes();
  return 0;
}
