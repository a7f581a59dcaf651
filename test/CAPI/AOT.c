/*===- AOT.c - Tests of tile-c/AOT.h ------------------------------*- C -*-===*\
|*
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
\*===----------------------------------------------------------------------===*/
/*
 * RUN: rm -rf %t.dir && mkdir -p %t.dir
 * RUN: %cc_capi %s -o %t && %t %kernels/vector_add.mlir %t.dir/written
 * RUN: cd %t.dir && mkdir tilec && tilec %kernels/vector_add.mlir --emit=c \
 * RUN:   --target=sm_80,sm_90 --ptxas= -o tilec/written
 * RUN: cd %t.dir && diff tilec/written.h written.h
 * RUN: cd %t.dir && diff tilec/written.c written.c
 * RUN: cd %t.dir && cc -std=c11 -Wall -Wextra -Wpedantic -Werror -c written.c
 */

#include "Check.h"

#include "tile-c/AOT.h"

/* What the callbacks got: two texts, the header first. */
typedef struct Texts {
  char *header, *source;
  size_t numHeaders, numSources;
} Texts;

static char *copy(MlirStringRef text) {
  char *result = (char *)malloc(text.length + 1);
  memcpy(result, text.data, text.length);
  result[text.length] = '\0';
  return result;
}
static void keepHeader(MlirStringRef text, void *userData) {
  Texts *texts = (Texts *)userData;
  EXPECT(texts->numSources == texts->numHeaders++);
  free(texts->header);
  texts->header = copy(text);
}
static void keepSource(MlirStringRef text, void *userData) {
  Texts *texts = (Texts *)userData;
  ++texts->numSources;
  free(texts->source);
  texts->source = copy(text);
}

static TileKernelImage compile(const char *path, const char *target,
                               int64_t value) {
  TileCompilerOptions options = tileCompilerOptionsCreate();
  TileCompiler compiler;
  TileKernelImage image;
  EXPECT_OK(tileCompilerOptionsSetTarget(options, tileString(target)));
  EXPECT_OK(tileCompilerOptionsSetCache(options, (TileCache){NULL}));
  if (value)
    EXPECT_OK(tileCompilerOptionsAssumeValue(options, tileString("n"), value));
  EXPECT_OK(tileCompilerCreate(options, &compiler));
  EXPECT_OK(tileCompilerCompileFile(compiler, tileString(path), TileStagePTX,
                                    NULL, &image));
  tileCompilerDestroy(compiler);
  tileCompilerOptionsDestroy(options);
  return image;
}

static bool fileHas(const char *prefix, const char *suffix, const char *text) {
  char path[1024];
  FILE *file;
  char *content;
  size_t size;
  bool isSame;
  snprintf(path, sizeof(path), "%s%s", prefix, suffix);
  file = fopen(path, "rb");
  if (!file)
    return false;
  content = (char *)malloc(strlen(text) + 2);
  size = fread(content, 1, strlen(text) + 1, file);
  isSame = size == strlen(text) && memcmp(content, text, size) == 0;
  free(content);
  fclose(file);
  return isSame;
}

int main(int argc, char **argv) {
  TileKernelImage images[2], fixed, pair[2];
  Texts texts = {NULL, NULL, 0, 0};
  EXPECT(argc == 3);
  images[0] = compile(argv[1], "sm_80", 0);
  images[1] = compile(argv[1], "sm_90", 0);
  fixed = compile(argv[1], "sm_90", 16);

  EXPECT_OK(tileAOTEmitC(images, 2, tileString("written"), keepHeader,
                         keepSource, &texts));
  EXPECT(texts.numHeaders == 1 && texts.numSources == 1);
  EXPECT(strstr(texts.header, "WrittenStatus written_vector_add("));
  EXPECT(strstr(texts.source, ".target sm_80\\n"));
  EXPECT(strstr(texts.source, ".target sm_90\\n"));

  /* The same as files. */
  EXPECT_OK(tileAOTWriteC(images, 2, tileString(argv[2])));
  EXPECT(fileHas(argv[2], ".h", texts.header));
  EXPECT(fileHas(argv[2], ".c", texts.source));

  /* What is wrong calls no callback. */
  pair[0] = images[0];
  pair[1] = images[0];
  EXPECT_ERROR(
      TileStatusInvalidArgument,
      "expected images for different targets, found two for sm_80",
      tileAOTEmitC(pair, 2, tileString("a"), keepHeader, keepSource, &texts));
  pair[1] = fixed;
  EXPECT_ERROR(
      TileStatusInvalidArgument,
      "expected the same type and assumptions of argument 3 'n' of "
      "kernel 'vector_add' in the images for sm_80 and sm_90",
      tileAOTEmitC(pair, 2, tileString("a"), keepHeader, keepSource, &texts));
  EXPECT_ERROR(TileStatusInvalidArgument,
               "expected a C identifier as the name of C sources, found '1a'",
               tileAOTEmitC(images, 2, tileString("1a"), keepHeader, keepSource,
                            &texts));
  EXPECT_ERROR(
      TileStatusInvalidArgument, "expected at least one image, found none",
      tileAOTEmitC(NULL, 0, tileString("a"), keepHeader, keepSource, &texts));
  EXPECT_ERROR(
      TileStatusInvalidArgument, "expected a pointer for 'images', found null",
      tileAOTEmitC(NULL, 1, tileString("a"), keepHeader, keepSource, &texts));
  EXPECT_ERROR(
      TileStatusInvalidArgument,
      "expected a pointer for 'onHeader', found null",
      tileAOTEmitC(images, 2, tileString("a"), NULL, keepSource, &texts));
  EXPECT_ERROR(
      TileStatusInvalidArgument,
      "expected a pointer for 'onSource', found null",
      tileAOTEmitC(images, 2, tileString("a"), keepHeader, NULL, &texts));
  pair[1].ptr = NULL;
  EXPECT_ERROR(
      TileStatusInvalidHandle,
      "expected a TileKernelImage, found a null handle",
      tileAOTEmitC(pair, 2, tileString("a"), keepHeader, keepSource, &texts));
  EXPECT(texts.numHeaders == 1 && texts.numSources == 1);
  EXPECT_ERROR(TileStatusIOError, "cannot write '/absent/a.h'",
               tileAOTWriteC(images, 2, tileString("/absent/a")));
  EXPECT_ERROR(TileStatusInvalidArgument, "expected a C identifier",
               tileAOTWriteC(images, 2, tileString("folder/")));
  tileKernelImageDestroy(images[1]);
  EXPECT_ERROR(TileStatusInvalidHandle, "of an object that was destroyed",
               tileAOTWriteC(images, 2, tileString(argv[2])));

  free(texts.header);
  free(texts.source);
  tileKernelImageDestroy(images[0]);
  tileKernelImageDestroy(fixed);
  return 0;
}
