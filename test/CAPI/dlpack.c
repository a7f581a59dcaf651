/* Views of arrays of other libraries: which a kernel can use, and a launch.
 *
 * RUN: %cc_capi %s -o %t
 * RUN: %t %kernels/vector_add.mlir | FileCheck %s
 * CHECK: 300 sums are right
 */
#include "tile-c/DLPack.h"
#include "Check.h"
#include "tile-c/Runtime.h"

#include <stdio.h>
#include <stdlib.h>

static int numDeleted;
static void deleteIt(TileDLManagedTensor *self) {
  free(self->tensor.data);
  self->deleter = NULL;
  ++numDeleted;
}

/* A row of 300 f32 after 4 others, as a producer would hand it out. */
static int64_t shape[2] = {1, 300};
static TileDLManagedTensor produce(float start) {
  TileDLManagedTensor managed = {
      {NULL, {TileDLCPU, 0}, 2, {TileDLFloat, 32, 1}, shape, NULL, 16},
      NULL,
      deleteIt};
  float *data = aligned_alloc(64, 1280);
  for (int i = 0; i < 304; ++i)
    data[i] = start + (float)i;
  managed.tensor.data = data;
  return managed;
}

static int startsWith(const char *text, const char *start) {
  return text && strncmp(text, start, strlen(start)) == 0;
}

static void checkViews(void) {
  char bytes[8];
  int64_t sizes[] = {2, 1, 3}, dense[] = {3, 77, 1}, gaps[] = {4, 4, 1};
  TileDLTensor tensor = {bytes, {TileDLCPU, 0}, 3, {TileDLInt, 16, 1},
                         sizes, NULL,           0};
  EXPECT(tileDLTensorGetNumElements(&tensor) == 6);
  EXPECT(tileDLTensorGetBytes(&tensor) == 12);
  EXPECT(!tileDLTensorFindProblem(&tensor));
  tensor.strides = dense;
  EXPECT(tileDLTensorIsDense(&tensor) && !tileDLTensorFindProblem(&tensor));
  tensor.strides = gaps;
  EXPECT(!tileDLTensorIsDense(&tensor));
  EXPECT(startsWith(tileDLTensorFindProblem(&tensor), "expected elements in"));
  sizes[0] = 0; /* No elements have no gaps. */
  EXPECT(!tileDLTensorFindProblem(&tensor) && !tileDLTensorGetBytes(&tensor));
  sizes[0] = -1;
  EXPECT(startsWith(tileDLTensorFindProblem(&tensor), "expected dimensions"));
  tensor.rank = 0; /* A scalar. */
  EXPECT(tileDLTensorGetBytes(&tensor) == 2);
  tensor.data = NULL;
  EXPECT(startsWith(tileDLTensorFindProblem(&tensor), "expected an address"));
  tensor.rank = -1;
  EXPECT(startsWith(tileDLTensorFindProblem(&tensor), "expected a shape"));
  EXPECT(startsWith(tileDLTensorFindProblem(NULL), "expected a tensor"));

  /* Sizes whose product 64 bits do not have. */
  int64_t huge[] = {(int64_t)1 << 32, (int64_t)1 << 31, 2};
  TileDLTensor large = tensor;
  large.rank = 3;
  large.shape = huge;
  large.strides = NULL;
  EXPECT(tileDLTensorGetNumElements(&large) == UINT64_MAX);
  EXPECT(tileDLTensorGetBytes(&large) == UINT64_MAX);
  EXPECT(startsWith(tileDLTensorFindProblem(&large), "expected fewer than"));
  large.rank = 2;
  EXPECT(tileDLTensorGetNumElements(&large) == (uint64_t)1 << 63);
  EXPECT(tileDLTensorGetBytes(&large) == UINT64_MAX);
  EXPECT(startsWith(tileDLTensorFindProblem(&large), "expected fewer than"));
  huge[1] = 0;
  EXPECT(tileDLTensorGetNumElements(&large) == 0);
  EXPECT(tileDLTensorGetBytes(&large) == 0);

  static const struct {
    TileDLType type;
    const char *name;
  } types[] = {{{TileDLInt, 8, 1}, "i8"},       {{TileDLUInt, 64, 1}, "i64"},
               {{TileDLFloat, 16, 1}, "f16"},   {{TileDLFloat, 64, 1}, "f64"},
               {{TileDLBFloat, 16, 1}, "bf16"}, {{TileDLBool, 8, 1}, "i1"},
               {{TileDLFloat, 32, 4}, ""},      {{TileDLInt, 4, 1}, ""},
               {{TileDLFloat, 80, 1}, ""},      {{5, 64, 1}, ""}};
  for (size_t i = 0; i < sizeof(types) / sizeof(types[0]); ++i)
    EXPECT(strcmp(tileDLTypeGetName(types[i].type), types[i].name) == 0);
  tensor.type = types[9].type; /* A complex number. */
  tensor.rank = 0;
  EXPECT(startsWith(tileDLTensorFindProblem(&tensor), "expected elements of"));
}

int main(int argc, char **argv) {
  checkViews();
  EXPECT(argc == 2);
  TileDLManagedTensor arrays[3] = {produce(0), produce(1000), produce(0)};
  TileDevice device;
  EXPECT_OK(tileDeviceOpen(tileString("sim"), &device));
  TileCompilerOptions options = tileCompilerOptionsCreate();
  TileCompiler compiler;
  EXPECT_OK(tileCompilerCreate(options, &compiler));
  TileKernelImage image;
  EXPECT_OK(tileCompilerCompileFile(compiler, tileString(argv[1]), TileStagePTX,
                                    NULL, &image));
  TileModule module;
  TileKernel kernel;
  EXPECT_OK(tileModuleLoad(device, image, &module));
  EXPECT_OK(tileModuleGetKernel(module, tileString(""), &kernel));

  TileArgument arguments[4];
  for (int i = 0; i < 3; ++i) {
    const TileDLTensor *tensor = &arrays[i].tensor;
    EXPECT(!tileDLTensorFindProblem(tensor));
    void *data = tileDLTensorGetData(tensor);
    EXPECT_OK(tileDeviceAddHostMemory(
        device, data, tileDLTensorGetBytes(tensor), tileString("array"), NULL));
    arguments[i] = tileArgumentPointer((TileDeviceAddress)(uintptr_t)data);
  }
  arguments[3] = tileArgumentI32(300);
  TileStream noStream = {NULL};
  EXPECT_OK(
      tileKernelLaunch(kernel, tileGrid(1, 1, 1), arguments, 4, noStream));
  const float *sums = tileDLTensorGetData(&arrays[2].tensor);
  for (int i = 0; i < 300; ++i)
    EXPECT(sums[i] == 1008.0f + 2 * (float)i);
  /* What comes before and after is as it was. */
  EXPECT(sums[-1] == 3);
  puts("300 sums are right");

  for (int i = 0; i < 3; ++i) {
    EXPECT_OK(tileDeviceRemoveHostMemory(
        device, tileDLTensorGetData(&arrays[i].tensor)));
    arrays[i].deleter(&arrays[i]);
  }
  EXPECT(numDeleted == 3);
  tileModuleDestroy(module);
  tileKernelImageDestroy(image);
  tileCompilerDestroy(compiler);
  tileCompilerOptionsDestroy(options);
  tileDeviceDestroy(device);
  return 0;
}
