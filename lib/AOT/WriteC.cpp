//===- WriteC.cpp - A pair of C sources as files --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/AOT/EmitC.h"

#include "tile/Support/OutputFile.h"
#include "tile/Support/Status.h"

using namespace mlir;
using namespace mlir::tile;

llvm::Error tile::writeC(llvm::ArrayRef<const KernelImage *> images,
                         llvm::StringRef prefix) {
  // All of the prefix if there is no '/'.
  llvm::StringRef name = prefix.substr(prefix.rfind('/') + 1);
  auto sources = emitC(images, name);
  if (!sources)
    return sources.takeError();
  std::string header = prefix.str() + ".h", source = prefix.str() + ".c";
  if (llvm::Error error =
          writeOutputs({{header, sources->header}, {source, sources->source}}))
    return makeError(StatusCode::IOError, llvm::toString(std::move(error)));
  return llvm::Error::success();
}
