//===- Images.cpp - The PTX in images of modules --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An image is text, a cubin, a fat binary, or the wrapper that programs of nvcc
// have around one: fatbinary_section.h of the CUDA toolkit.
//
//===----------------------------------------------------------------------===//

#include "State.h"

#include "tile/Runtime/FatBinary.h"
#include "tile/Support/Status.h"

#include <cstring>

using namespace mlir::tile;
using namespace mlir::tile::cuda;

static constexpr uint32_t kElf = 0x464C457F, kWrapper = 0x466243B1;

Result mlir::tile::cuda::findText(const void *image, std::string &text,
                                  std::string &errors) {
  const char *bytes = static_cast<const char *>(image);
  auto startsWith = [&](uint32_t magic) {
    // A text may be shorter, and is ended by a zero.
    char word[4];
    std::memcpy(word, &magic, 4);
    return std::strncmp(bytes, word, 4) == 0;
  };
  if (startsWith(kWrapper)) {
    std::memcpy(&bytes, bytes + 8, sizeof(bytes));
    if (!bytes)
      return Result::InvalidImage;
  }
  // Machine code is often what a program tries first; it says itself if it has
  // nothing else.
  if (startsWith(kElf))
    return Result::NoBinaryForGPU;
  if (!startsWith(runtime::kFatBinaryMagic)) {
    text = bytes;
    return Result::Success;
  }
  llvm::Expected<std::string> found = runtime::findPTX(
      {bytes, runtime::getFatBinarySize(bytes)}, State::get().capability);
  if (found) {
    text = std::move(*found);
    return Result::Success;
  }
  auto [code, message] = takeStatus(found.takeError());
  errors = message + "\n";
  return code == StatusCode::CorruptData ? Result::InvalidImage
                                         : Result::NoBinaryForGPU;
}
