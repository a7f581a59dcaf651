//===- Checks.cpp - What both kinds of devices refuse ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Checks.h"

#include "tile/Hardware/SharedMemory.h"
#include "tile/Image/TensorMapEntry.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir::tile;
using namespace mlir::tile::runtime;
using llvm::Twine;

/// CTAs of a cluster: PTX ISA, "Cluster of Cooperative Thread Arrays".
static constexpr unsigned kMaxCluster = 16;

std::string mlir::tile::runtime::toHex(uint64_t value) {
  return "0x" + llvm::utohexstr(value, /*LowerCase=*/true);
}

llvm::Error mlir::tile::runtime::makeGridError(const Kernel &kernel,
                                               const Grid &grid) {
  return makeError(
      StatusCode::InvalidArgument,
      "expected a grid of at most " + Twine(kMaxGridX) + " x " +
          Twine(kMaxGridYZ) + " x " + Twine(kMaxGridYZ) +
          (kernel.getInfo().programsPerCTA > 1 ? " programs" : " CTAs") +
          " for kernel '" + kernel.getName() + "', found " + Twine(grid.x) +
          " x " + Twine(grid.y) + " x " + Twine(grid.z));
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

llvm::Error mlir::tile::runtime::checkRows(const char *what, const Rows &rows,
                                           uint64_t width, uint64_t height) {
  if (height > 1 && rows.pitch < width)
    return makeError(StatusCode::InvalidArgument,
                     Twine("expected a pitch of the ") + what +
                         " of at least the width of " + Twine(width) +
                         " bytes, found " + Twine(rows.pitch));
  constexpr uint64_t kMostBytes = uint64_t(1) << 59;
  if (width > kMostBytes || rows.pitch > kMostBytes ||
      (rows.pitch && height > kMostBytes / rows.pitch))
    return makeError(StatusCode::InvalidArgument,
                     "expected at most 2^59 bytes of rows, found " +
                         Twine(height) + " rows with a pitch of " +
                         Twine(rows.pitch));
  return llvm::Error::success();
}

llvm::Error mlir::tile::runtime::checkRowPattern(const Rows &rows,
                                                 unsigned patternBytes) {
  if (patternBytes != 1 && patternBytes != 2 && patternBytes != 4)
    return makeError(StatusCode::InvalidArgument,
                     "expected a pattern of 1, 2 or 4 bytes to fill rows with, "
                     "found " +
                         Twine(patternBytes));
  if (rows.address % patternBytes || rows.pitch % patternBytes)
    return makeError(StatusCode::InvalidArgument,
                     "expected an address and a pitch to fill that are "
                     "multiples of " +
                         Twine(patternBytes) + ", found " +
                         toHex(rows.address) + " and " + Twine(rows.pitch));
  return llvm::Error::success();
}

llvm::Error mlir::tile::runtime::checkNotCaptured(Stream *stream,
                                                  const Twine &use,
                                                  const Twine &hint) {
  if (!stream)
    return llvm::Error::success();
  llvm::Expected<bool> isCaptured = stream->isCapturing();
  if (!isCaptured)
    return isCaptured.takeError();
  if (*isCaptured)
    return makeError(StatusCode::InvalidArgument,
                     "expected a stream that is not captured to " + use +
                         ", found one that is; " + hint);
  return llvm::Error::success();
}

/// Of one of a kernel's entries.
static llvm::Error checkEntryMemory(const KernelInfo &kernel,
                                    uint64_t staticBytes, uint64_t dynamic,
                                    unsigned maxSharedMemory,
                                    const DeviceInfo &device) {
  // Static memory alone is for the loader of the code to judge.
  if (!dynamic || staticBytes + dynamic <= maxSharedMemory)
    return llvm::Error::success();
  return makeError(StatusCode::Unsupported,
                   "expected at most " + Twine(maxSharedMemory) +
                       " bytes of shared memory per CTA for kernel '" +
                       kernel.symbol + "' of the image, which is what '" +
                       device.name + "' has, found " +
                       describeSharedMemory(staticBytes, dynamic));
}

llvm::Error mlir::tile::runtime::checkImage(const KernelImage &image,
                                            unsigned maxSharedMemory,
                                            const DeviceInfo &device) {
  for (const KernelInfo &kernel : image.kernels) {
    if (kernel.numThreads == 0 || kernel.numThreads > kMaxThreads)
      return makeError(StatusCode::InvalidArgument,
                       "expected 1 to " + Twine(kMaxThreads) +
                           " threads per CTA for kernel '" + kernel.symbol +
                           "' of the image, found " + Twine(kernel.numThreads));
    if (kernel.programsPerCTA == 0 ||
        kernel.numThreads % kernel.programsPerCTA != 0)
      return makeError(StatusCode::InvalidArgument,
                       "expected a divisor of " + Twine(kernel.numThreads) +
                           " threads as the number of programs per CTA for "
                           "kernel '" +
                           kernel.symbol + "' of the image, found " +
                           Twine(kernel.programsPerCTA));
    if (llvm::Error error = checkEntryMemory(kernel, kernel.sharedMemory,
                                             kernel.dynamicSharedMemory,
                                             maxSharedMemory, device))
      return error;
    if (!kernel.tensorMapEntry)
      continue;
    if (llvm::Error error =
            checkEntryMemory(kernel, kernel.tensorMapEntry->sharedMemory,
                             kernel.tensorMapEntry->dynamicSharedMemory,
                             maxSharedMemory, device))
      return error;
    if (std::string problem = findTensorMapProblem(kernel); !problem.empty())
      return makeError(StatusCode::InvalidArgument, problem);
  }
  return llvm::Error::success();
}

llvm::Error mlir::tile::runtime::checkDynamicSharedMemory(
    const Kernel &kernel, uint64_t dynamicBytes, unsigned maxSharedMemory) {
  const KernelInfo &info = kernel.getInfo();
  uint64_t needed = uint64_t(info.sharedMemory) + info.dynamicSharedMemory;
  uint64_t left = maxSharedMemory - std::min<uint64_t>(needed, maxSharedMemory);
  if (dynamicBytes <= left)
    return llvm::Error::success();
  std::string beside = info.dynamicSharedMemory
                           ? " in addition to the " +
                                 std::to_string(info.dynamicSharedMemory) +
                                 " that its code needs"
                           : "";
  return makeError(StatusCode::InvalidArgument,
                   "expected at most " + Twine(left) +
                       " bytes of dynamic shared memory for kernel '" +
                       kernel.getName() + "'" + beside + ", found " +
                       Twine(dynamicBytes));
}

llvm::Error mlir::tile::runtime::checkCluster(const Kernel &kernel,
                                              const Grid &ctas,
                                              const LaunchOptions &options) {
  const Grid &cluster = options.cluster;
  if (!cluster.x)
    return llvm::Error::success();
  std::string found = std::to_string(cluster.x) + " x " +
                      std::to_string(cluster.y) + " x " +
                      std::to_string(cluster.z);
  if (!cluster.y || !cluster.z || cluster.x > kMaxCluster ||
      cluster.y > kMaxCluster || cluster.z > kMaxCluster ||
      cluster.x * cluster.y * cluster.z > kMaxCluster)
    return makeError(StatusCode::InvalidArgument,
                     "expected a cluster of 1 to " + Twine(kMaxCluster) +
                         " CTAs for kernel '" + kernel.getName() + "', found " +
                         found);
  if (ctas.x % cluster.x || ctas.y % cluster.y || ctas.z % cluster.z)
    return makeError(StatusCode::InvalidArgument,
                     "expected a grid of whole clusters of " + found +
                         " CTAs for kernel '" + kernel.getName() + "', found " +
                         Twine(ctas.x) + " x " + Twine(ctas.y) + " x " +
                         Twine(ctas.z));
  return llvm::Error::success();
}

llvm::Error mlir::tile::runtime::checkCooperative(const Kernel &kernel,
                                                  const Grid &ctas,
                                                  uint64_t maxCTAs) {
  uint64_t count = uint64_t(ctas.x) * ctas.y * ctas.z;
  if (count <= maxCTAs)
    return llvm::Error::success();
  return makeError(StatusCode::InvalidArgument,
                   "expected at most " + Twine(maxCTAs) +
                       " CTAs, which the device runs at a time, in a "
                       "cooperative launch of kernel '" +
                       kernel.getName() + "', found " + Twine(count));
}

llvm::Error mlir::tile::runtime::checkThreads(const Kernel &kernel,
                                              unsigned threads) {
  if (threads && threads <= kMaxThreads)
    return llvm::Error::success();
  return makeError(StatusCode::InvalidArgument,
                   "expected 1 to " + Twine(kMaxThreads) +
                       " threads in a CTA of kernel '" + kernel.getName() +
                       "', found " + Twine(threads));
}

llvm::Error mlir::tile::runtime::checkCarveout(int percent) {
  if (percent >= -1 && percent <= 100)
    return llvm::Error::success();
  return makeError(StatusCode::InvalidArgument,
                   "expected 0 to 100 per cent of shared memory, or -1 for the "
                   "driver's choice, found " +
                       Twine(percent));
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
