//===- KernelImage.cpp - Images of tile-c/Compiler.h ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CompilerObjects.h"

#include "tile/Support/InputFile.h"
#include "tile/Support/OutputFile.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace mlir::tile;
using namespace mlir::tile::capi;

bool capi::unwrapStage(TileStage stage, Stage &result) {
  auto number = static_cast<unsigned>(stage);
  if (number >= kNumStages) {
    (void)setError(StatusCode::InvalidArgument,
                   "expected a TileStage, found " + llvm::Twine(number));
    return false;
  }
  result = static_cast<Stage>(number);
  return true;
}

TileKernelInfo capi::wrapKernel(const KernelInfo &kernel) {
  TileKernelInfo info = {};
  info.symbol = wrapString(kernel.symbol);
  info.name = wrapString(kernel.name);
  info.numArguments = kernel.arguments.size();
  info.numWarps = kernel.numWarps;
  info.numThreads = kernel.numThreads;
  info.programsPerCTA = kernel.programsPerCTA;
  info.sharedMemory = kernel.sharedMemory;
  info.dynamicSharedMemory = kernel.dynamicSharedMemory;
  info.hasResources = kernel.resources.has_value();
  if (kernel.resources) {
    info.registers = kernel.resources->registers;
    info.stack = kernel.resources->stack;
    info.spillStores = kernel.resources->spillStores;
    info.spillLoads = kernel.resources->spillLoads;
  }
  return info;
}

TileArgumentInfo capi::wrapArgument(const KernelArgument &argument) {
  TileArgumentInfo info = {};
  info.name = wrapString(argument.name);
  info.type = wrapString(argument.type);
  info.isPointer = argument.isPointer;
  info.size = argument.size;
  info.divisibility = argument.divisibility;
  info.hasFixedValue = argument.fixedValue.has_value();
  info.fixedValue = argument.fixedValue.value_or(0);
  return info;
}

MlirStringRef tileStageGetName(TileStage stage) {
  auto number = static_cast<unsigned>(stage);
  return wrapString(number < kNumStages
                        ? getStageName(static_cast<Stage>(number))
                        : llvm::StringRef());
}

void tileKernelImageDestroy(TileKernelImage image) { destroyHandle(image); }

MlirStringRef tileKernelImageGetTarget(TileKernelImage image) {
  ImageObject *object = lookupHandle(image);
  return wrapString(object ? llvm::StringRef(object->image.target)
                           : llvm::StringRef());
}

MlirStringRef tileKernelImageGetStage(TileKernelImage image, TileStage stage) {
  ImageObject *object = lookupHandle(image);
  auto number = static_cast<unsigned>(stage);
  return wrapString(object && number < kNumStages
                        ? llvm::StringRef(object->image.stages[number])
                        : llvm::StringRef());
}

size_t tileKernelImageGetNumKernels(TileKernelImage image) {
  ImageObject *object = lookupHandle(image);
  return object ? object->image.kernels.size() : 0;
}

TileStatus tileKernelImageFindKernel(TileKernelImage image, MlirStringRef name,
                                     size_t *index) {
  ImageObject *object = getObject(image);
  if (!object)
    return TileStatusInvalidHandle;
  llvm::StringRef text;
  if (!unwrapString(name, "name", text))
    return TileStatusInvalidArgument;
  if (!index)
    return failNull("index");
  const KernelInfo *kernel = object->image.findKernel(text);
  if (!kernel) {
    std::vector<llvm::StringRef> names;
    for (const KernelInfo &entry : object->image.kernels)
      names.push_back(entry.symbol);
    return setError(StatusCode::NotFound,
                    "expected one of the kernels " +
                        (names.empty() ? std::string("(there is none)")
                                       : llvm::join(names, ", ")) +
                        ", found '" + text + "'");
  }
  *index = kernel - object->image.kernels.data();
  return TileStatusSuccess;
}

/// Null, with the error set, for a bad handle or number.
static const KernelInfo *getKernel(TileKernelImage image, size_t index,
                                   TileStatus &status) {
  status = TileStatusInvalidHandle;
  ImageObject *object = getObject(image);
  if (!object)
    return nullptr;
  size_t count = object->image.kernels.size();
  if (index < count)
    return &object->image.kernels[index];
  status = setError(StatusCode::InvalidArgument,
                    "expected a kernel's number below " + llvm::Twine(count) +
                        ", found " + llvm::Twine(index));
  return nullptr;
}

TileStatus tileKernelImageGetKernel(TileKernelImage image, size_t index,
                                    TileKernelInfo *info) {
  TileStatus status;
  const KernelInfo *kernel = getKernel(image, index, status);
  if (!kernel)
    return status;
  if (!info)
    return failNull("info");
  *info = wrapKernel(*kernel);
  return TileStatusSuccess;
}

TileStatus tileKernelImageGetArgument(TileKernelImage image, size_t kernel,
                                      size_t argument, TileArgumentInfo *info) {
  TileStatus status;
  const KernelInfo *found = getKernel(image, kernel, status);
  if (!found)
    return status;
  if (argument >= found->arguments.size())
    return setError(StatusCode::InvalidArgument,
                    "expected an argument's number below " +
                        llvm::Twine(found->arguments.size()) + ", found " +
                        llvm::Twine(argument));
  if (!info)
    return failNull("info");
  *info = wrapArgument(found->arguments[argument]);
  return TileStatusSuccess;
}

bool tileKernelImageIsFromCache(TileKernelImage image) {
  ImageObject *object = lookupHandle(image);
  return object && object->isFromCache;
}

size_t tileKernelImageGetNumSteps(TileKernelImage image) {
  ImageObject *object = lookupHandle(image);
  return object ? object->image.times.size() : 0;
}

TileStatus tileKernelImageGetStep(TileKernelImage image, size_t index,
                                  MlirStringRef *name, double *milliseconds) {
  ImageObject *object = getObject(image);
  if (!object)
    return TileStatusInvalidHandle;
  size_t count = object->image.times.size();
  if (index >= count)
    return setError(StatusCode::InvalidArgument,
                    "expected a step's number below " + llvm::Twine(count) +
                        ", found " + llvm::Twine(index));
  if (!name)
    return failNull("name");
  if (!milliseconds)
    return failNull("milliseconds");
  *name = wrapString(object->image.times[index].name);
  *milliseconds = object->image.times[index].milliseconds;
  return TileStatusSuccess;
}

TileStatus tileKernelImageGetMetadata(TileKernelImage image,
                                      MlirStringCallback callback,
                                      void *userData) {
  ImageObject *object = getObject(image);
  if (!object)
    return TileStatusInvalidHandle;
  if (!callback)
    return failNull("callback");
  callback(wrapString(getMetadataAsJSON(object->image)), userData);
  return TileStatusSuccess;
}

TileStatus tileKernelImageSerialize(TileKernelImage image,
                                    MlirStringCallback callback,
                                    void *userData) {
  ImageObject *object = getObject(image);
  if (!object)
    return TileStatusInvalidHandle;
  if (!callback)
    return failNull("callback");
  callback(wrapString(serialize(object->image)), userData);
  return TileStatusSuccess;
}

TileStatus tileKernelImageSave(TileKernelImage image, MlirStringRef path) {
  ImageObject *object = getObject(image);
  if (!object)
    return TileStatusInvalidHandle;
  llvm::StringRef text;
  if (!unwrapString(path, "path", text))
    return TileStatusInvalidArgument;
  if (text.empty() || text == "-")
    return setError(StatusCode::InvalidArgument,
                    "expected a file for 'path', found '" + text + "'");
  if (llvm::Error error = writeOutput(text, serialize(object->image)))
    return setError(StatusCode::IOError, llvm::toString(std::move(error)));
  return TileStatusSuccess;
}

static TileStatus load(llvm::StringRef bytes, TileKernelImage *image) {
  llvm::Expected<KernelImage> read = deserialize(bytes);
  if (!read)
    return setError(read.takeError());
  auto object = std::make_unique<ImageObject>();
  object->image = std::move(*read);
  return giveHandle(std::move(object), image);
}

TileStatus tileKernelImageDeserialize(MlirStringRef bytes,
                                      TileKernelImage *image) {
  llvm::StringRef text;
  if (!unwrapString(bytes, "bytes", text))
    return TileStatusInvalidArgument;
  return image ? load(text, image) : failNull("image");
}

TileStatus tileKernelImageLoad(MlirStringRef path, TileKernelImage *image) {
  llvm::StringRef text;
  if (!unwrapString(path, "path", text))
    return TileStatusInvalidArgument;
  if (!image)
    return failNull("image");
  auto buffer = readInputFile(text);
  if (!buffer)
    return setError(buffer.takeError());
  return load((*buffer)->getBuffer(), image);
}
