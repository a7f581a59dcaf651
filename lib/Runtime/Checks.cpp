//===- Checks.cpp - What both kinds of devices refuse ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Checks.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir::tile;
using namespace mlir::tile::runtime;
using llvm::Twine;

/// CUDA C++ Programming Guide, "Technical Specifications per Compute
/// Capability".
static constexpr unsigned kMaxThreads = 1024;

std::string mlir::tile::runtime::toHex(uint64_t value) {
  return "0x" + llvm::utohexstr(value, /*LowerCase=*/true);
}

llvm::Error mlir::tile::runtime::makeGridError(const Kernel &kernel,
                                               const Grid &grid) {
  return makeError(StatusCode::InvalidArgument,
                   "expected a grid of at most " + Twine(kMaxGridX) + " x " +
                       Twine(kMaxGridYZ) + " x " + Twine(kMaxGridYZ) +
                       " CTAs for kernel '" + kernel.getName() + "', found " +
                       Twine(grid.x) + " x " + Twine(grid.y) + " x " +
                       Twine(grid.z));
}

llvm::Error mlir::tile::runtime::checkFill(DeviceAddress destination,
                                           unsigned patternBytes,
                                           uint64_t count) {
  if (!llvm::isPowerOf2_32(patternBytes) || patternBytes > 16)
    return makeError(
        StatusCode::InvalidArgument,
        "expected a pattern of 1, 2, 4, 8 or 16 bytes to fill with, found " +
            Twine(patternBytes));
  unsigned alignment = std::min(patternBytes, 4u);
  if (destination % alignment != 0)
    return makeError(StatusCode::InvalidArgument,
                     "expected an address to fill that is a multiple of " +
                         Twine(alignment) + ", found " + toHex(destination));
  if (count > (uint64_t(1) << 59))
    return makeError(StatusCode::InvalidArgument,
                     "expected at most 2^59 patterns to fill with, found " +
                         Twine(count));
  return llvm::Error::success();
}

llvm::Error mlir::tile::runtime::checkImage(const KernelImage &image) {
  for (const KernelInfo &kernel : image.kernels)
    if (kernel.numThreads == 0 || kernel.numThreads > kMaxThreads)
      return makeError(StatusCode::InvalidArgument,
                       "expected 1 to " + Twine(kMaxThreads) +
                           " threads per CTA for kernel '" + kernel.symbol +
                           "' of the image, found " + Twine(kernel.numThreads));
  return llvm::Error::success();
}

llvm::Error mlir::tile::runtime::checkSharedMemory(const Kernel &kernel,
                                                   uint64_t dynamicBytes,
                                                   unsigned maxBytes) {
  unsigned fixed = std::min(kernel.getInfo().sharedMemory, maxBytes);
  if (dynamicBytes <= maxBytes - fixed)
    return llvm::Error::success();
  return makeError(StatusCode::InvalidArgument,
                   "expected at most " + Twine(maxBytes - fixed) +
                       " bytes of dynamic shared memory for kernel '" +
                       kernel.getName() + "', found " + Twine(dynamicBytes));
}

llvm::Expected<size_t>
mlir::tile::runtime::findKernelIndex(llvm::ArrayRef<const Kernel *> kernels,
                                     llvm::StringRef name) {
  if (name.empty() && kernels.size() == 1)
    return 0;
  std::string names;
  for (auto [i, kernel] : llvm::enumerate(kernels)) {
    const KernelInfo &info = kernel->getInfo();
    if (!name.empty() && (info.symbol == name || info.name == name))
      return i;
    names += (i ? ", '" : "'") + info.symbol + "'";
  }
  if (kernels.empty())
    return makeError(StatusCode::NotFound,
                     "expected a kernel in the module, found none");
  if (name.empty())
    return makeError(StatusCode::InvalidArgument,
                     "expected the name of a kernel, as the module has "
                     "several: " +
                         names);
  return makeError(StatusCode::NotFound, "expected one of the kernels " +
                                             names + ", found '" + name + "'");
}
