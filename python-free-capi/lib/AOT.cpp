//===- AOT.cpp - tile-c/AOT.h ---------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CompilerObjects.h"

#include "tile-c/AOT.h"
#include "tile/AOT/EmitC.h"

using namespace mlir::tile;
using namespace mlir::tile::capi;

/// The images of handles; a status other than success if one is bad.
static TileStatus
unwrapImages(const TileKernelImage *handles, size_t count,
             llvm::SmallVectorImpl<const KernelImage *> &images) {
  if (!handles && count != 0)
    return failNull("images");
  for (size_t i = 0; i < count; ++i) {
    ImageObject *object = getObject(handles[i]);
    if (!object)
      return TileStatusInvalidHandle;
    images.push_back(&object->image);
  }
  return TileStatusSuccess;
}

TileStatus tileAOTEmitC(const TileKernelImage *images, size_t numImages,
                        MlirStringRef name, MlirStringCallback onHeader,
                        MlirStringCallback onSource, void *userData) {
  llvm::SmallVector<const KernelImage *> pointers;
  if (TileStatus status = unwrapImages(images, numImages, pointers))
    return status;
  llvm::StringRef text;
  if (!unwrapString(name, "name", text))
    return TileStatusInvalidArgument;
  if (!onHeader)
    return failNull("onHeader");
  if (!onSource)
    return failNull("onSource");
  llvm::Expected<CSources> sources = emitC(pointers, text);
  if (!sources)
    return setError(sources.takeError());
  onHeader(wrapString(sources->header), userData);
  onSource(wrapString(sources->source), userData);
  return TileStatusSuccess;
}

TileStatus tileAOTWriteC(const TileKernelImage *images, size_t numImages,
                         MlirStringRef prefix) {
  llvm::SmallVector<const KernelImage *> pointers;
  if (TileStatus status = unwrapImages(images, numImages, pointers))
    return status;
  llvm::StringRef text;
  if (!unwrapString(prefix, "prefix", text))
    return TileStatusInvalidArgument;
  return setError(writeC(pointers, text));
}
