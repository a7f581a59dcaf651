/* A part of a larger program, which loads it together with other libraries: it
 * compiles a file, and returns how many kernels the file has, or -1. */
#include <stdio.h>
#include <string.h>
#include <tile-c/Compiler.h>

static int report(const char *what) {
  fprintf(stderr, "%s: %s\n", what, tileGetLastErrorMessage().data);
  return -1;
}

int compileAndCount(const char *path) {
  TileCompilerOptions options = tileCompilerOptionsCreate();
  TileCompiler compiler = {NULL};
  TileKernelImage image = {NULL};
  TileKernelInfo info;
  int count;
  if (tileCompilerOptionsSet(options, tileString("cache"), tileString("off")) ||
      tileCompilerOptionsSetTarget(options, tileString("sm_90a")) ||
      tileCompilerCreate(options, &compiler))
    return report("create");
  tileCompilerOptionsDestroy(options);
  if (tileCompilerCompileFile(compiler, tileString(path), TileStagePTX, NULL,
                              &image))
    return report("compile");
  if (!strstr(tileKernelImageGetStage(image, TileStagePTX).data, ".entry"))
    return -1;
  count = (int)tileKernelImageGetNumKernels(image);
  if (tileKernelImageGetKernel(image, 0, &info))
    return report("kernel");
  printf("%s: %zu arguments\n", info.name.data, info.numArguments);
  fflush(stdout);
  tileKernelImageDestroy(image);
  tileCompilerDestroy(compiler);
  return count;
}
