/*===- images.c - Kernel images as bytes and as files ------------*- C -*-===*\
|*
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
\*===----------------------------------------------------------------------===*/
// RUN: rm -rf %t && mkdir -p %t
// RUN: %cc_capi %s -o %t/test
// RUN: cd %t && ./test %kernels/divide_rcp.mlir 2> err
// RUN: count 0 < err

#define _POSIX_C_SOURCE 200809L

#include "Check.h"

#include "tile-c/Compiler.h"

#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* What a callback was given, and how often. */
typedef struct Bytes {
  char *data;
  size_t length;
  int calls;
} Bytes;

static void keep(MlirStringRef bytes, void *userData) {
  Bytes *kept = userData;
  kept->data = malloc(bytes.length + 1);
  memcpy(kept->data, bytes.data, bytes.length);
  kept->length = bytes.length;
  ++kept->calls;
}

static Bytes serialize(TileKernelImage image) {
  Bytes bytes = {NULL, 0, 0};
  EXPECT_OK(tileKernelImageSerialize(image, keep, &bytes));
  EXPECT(bytes.calls == 1);
  return bytes;
}

static TileKernelImage compile(const char *file, const char *keepStages) {
  TileCompilerOptions options = tileCompilerOptionsCreate();
  EXPECT_OK(
      tileCompilerOptionsSet(options, tileString("cache"), tileString("off")));
  EXPECT_OK(tileCompilerOptionsSet(options, tileString("keep-stages"),
                                   tileString(keepStages)));
  EXPECT_OK(tileCompilerOptionsAssumeValue(options, tileString("n"), 64));
  TileCompiler compiler;
  EXPECT_OK(tileCompilerCreate(options, &compiler));
  TileKernelImage image;
  EXPECT_OK(tileCompilerCompileFile(compiler, tileString(file), TileStagePTX,
                                    NULL, &image));
  tileCompilerDestroy(compiler);
  tileCompilerOptionsDestroy(options);
  return image;
}

/* Everything that can be asked of an image. */
static void expectEqual(TileKernelImage a, TileKernelImage b) {
  EXPECT(mlirStringRefEqual(tileKernelImageGetTarget(a),
                            tileKernelImageGetTarget(b)));
  for (int stage = 0; stage < 6; ++stage)
    EXPECT(mlirStringRefEqual(tileKernelImageGetStage(a, (TileStage)stage),
                              tileKernelImageGetStage(b, (TileStage)stage)));
  EXPECT(tileKernelImageGetNumKernels(a) == tileKernelImageGetNumKernels(b));
  TileKernelInfo first, second;
  EXPECT_OK(tileKernelImageGetKernel(a, 0, &first));
  EXPECT_OK(tileKernelImageGetKernel(b, 0, &second));
  EXPECT(mlirStringRefEqual(first.symbol, second.symbol));
  EXPECT(mlirStringRefEqual(first.name, second.name));
  EXPECT(first.numArguments == second.numArguments);
  EXPECT(first.numThreads == second.numThreads);
  EXPECT(first.sharedMemory == second.sharedMemory);
  EXPECT(first.hasResources == second.hasResources);
  for (size_t i = 0; i < first.numArguments; ++i) {
    TileArgumentInfo x, y;
    EXPECT_OK(tileKernelImageGetArgument(a, 0, i, &x));
    EXPECT_OK(tileKernelImageGetArgument(b, 0, i, &y));
    EXPECT(mlirStringRefEqual(x.name, y.name));
    EXPECT(mlirStringRefEqual(x.type, y.type));
    EXPECT(x.isPointer == y.isPointer && x.size == y.size);
    EXPECT(x.divisibility == y.divisibility);
    EXPECT(x.hasFixedValue == y.hasFixedValue && x.fixedValue == y.fixedValue);
  }
  Bytes one = serialize(a), two = serialize(b);
  EXPECT(one.length == two.length);
  EXPECT(memcmp(one.data, two.data, one.length) == 0);
  free(one.data);
  free(two.data);
}

static void testRoundTrip(TileKernelImage image) {
  Bytes bytes = serialize(image);
  TileKernelImage read, loaded;
  EXPECT_OK(tileKernelImageDeserialize(
      mlirStringRefCreate(bytes.data, bytes.length), &read));
  EXPECT(!tileKernelImageIsFromCache(read));
  /* The image has a copy. */
  memset(bytes.data, 0, bytes.length);
  expectEqual(image, read);
  EXPECT_OK(tileKernelImageSave(image, tileString("saved.tile")));
  EXPECT_OK(tileKernelImageLoad(tileString("saved.tile"), &loaded));
  expectEqual(image, loaded);
  tileKernelImageDestroy(loaded);
  /* Over a file that is there. */
  EXPECT_OK(tileKernelImageSave(read, tileString("saved.tile")));
  EXPECT_OK(tileKernelImageLoad(tileString("saved.tile"), &loaded));
  expectEqual(image, loaded);
  tileKernelImageDestroy(loaded);
  tileKernelImageDestroy(read);
  free(bytes.data);
}

/* Every file cut off, and every bit turned over, is refused. */
static void testDamage(TileKernelImage image) {
  Bytes bytes = serialize(image);
  TileKernelImage read = {NULL};
  for (size_t length = 0; length < bytes.length; ++length)
    EXPECT(tileKernelImageDeserialize(mlirStringRefCreate(bytes.data, length),
                                      &read) == TileStatusCorruptData);
  for (size_t i = 0; i < bytes.length; ++i) {
    bytes.data[i] ^= (char)(1 << i % 8);
    EXPECT(tileKernelImageDeserialize(
               mlirStringRefCreate(bytes.data, bytes.length), &read) ==
           TileStatusCorruptData);
    EXPECT(tileGetLastErrorMessage().length > 0);
    bytes.data[i] ^= (char)(1 << i % 8);
  }
  EXPECT(read.ptr == NULL);
  FILE *file = fopen("damaged.tile", "wb");
  EXPECT(file);
  fwrite(bytes.data, 1, bytes.length / 2, file);
  fclose(file);
  EXPECT(tileKernelImageLoad(tileString("damaged.tile"), &read) ==
         TileStatusCorruptData);
  free(bytes.data);
  EXPECT_ERROR(TileStatusCorruptData, "",
               tileKernelImageDeserialize(tileString("tile"), &read));
  EXPECT_ERROR(TileStatusIOError, "'none.tile': No such file or directory",
               tileKernelImageLoad(tileString("none.tile"), &read));
  EXPECT_ERROR(TileStatusIOError, "",
               tileKernelImageLoad(tileString("."), &read));
  EXPECT_ERROR(TileStatusIOError, "no/folder/x.tile",
               tileKernelImageSave(image, tileString("no/folder/x.tile")));
  EXPECT_ERROR(TileStatusInvalidArgument,
               "expected a file for 'path', found ''",
               tileKernelImageSave(image, tileString("")));
}

static int countFiles(const char *folder) {
  DIR *stream = opendir(folder);
  EXPECT(stream);
  int count = 0;
  while (readdir(stream))
    ++count;
  closedir(stream);
  return count - 2;
}

/* A disk that is full half way: the old file stays as it was, and nothing is
 * left beside it. */
static void testFullDisk(TileKernelImage small, TileKernelImage large) {
  EXPECT(mkdir("full", 0777) == 0);
  EXPECT_OK(tileKernelImageSave(small, tileString("full/image")));
  signal(SIGXFSZ, SIG_IGN);
  struct rlimit old, limit;
  EXPECT(getrlimit(RLIMIT_FSIZE, &old) == 0);
  limit = old;
  limit.rlim_cur = 6000;
  EXPECT(setrlimit(RLIMIT_FSIZE, &limit) == 0);
  TileStatus status = tileKernelImageSave(large, tileString("full/image"));
  EXPECT(setrlimit(RLIMIT_FSIZE, &old) == 0);
  EXPECT(status == TileStatusIOError);
  EXPECT(lastErrorHas("full/image") && lastErrorHas(strerror(EFBIG)));
  EXPECT(countFiles("full") == 1);
  TileKernelImage loaded;
  EXPECT_OK(tileKernelImageLoad(tileString("full/image"), &loaded));
  expectEqual(small, loaded);
  tileKernelImageDestroy(loaded);
}

/* A writer is killed at any moment; a reader finds the one or the other image,
 * whole. */
static void testKill(TileKernelImage small, TileKernelImage large) {
  EXPECT(mkdir("killed", 0777) == 0);
  MlirStringRef path = tileString("killed/image");
  EXPECT_OK(tileKernelImageSave(small, path));
  for (int i = 0; i < 40; ++i) {
    pid_t child = fork();
    EXPECT(child >= 0);
    if (child == 0)
      for (int k = 0;; ++k)
        if (tileKernelImageSave(k % 2 ? small : large, path))
          _exit(1);
    struct timespec pause = {0, 1000000 + i * 137000};
    nanosleep(&pause, NULL);
    EXPECT(kill(child, SIGKILL) == 0);
    int result;
    EXPECT(waitpid(child, &result, 0) == child && WIFSIGNALED(result));
    TileKernelImage loaded;
    EXPECT_OK(tileKernelImageLoad(path, &loaded));
    size_t length = tileKernelImageGetStage(loaded, TileStageTile).length;
    expectEqual(length ? large : small, loaded);
    tileKernelImageDestroy(loaded);
  }
}

int main(int argc, char **argv) {
  EXPECT(argc == 2);
  TileKernelImage small = compile(argv[1], "false");
  TileKernelImage large = compile(argv[1], "true");
  EXPECT(tileKernelImageGetStage(large, TileStageTile).length);
  EXPECT(!tileKernelImageGetStage(small, TileStageTile).length);
  testRoundTrip(small);
  testRoundTrip(large);
  testDamage(small);
  testFullDisk(small, large);
  testKill(small, large);
  tileKernelImageDestroy(small);
  tileKernelImageDestroy(large);
  return 0;
}
