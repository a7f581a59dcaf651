//===- Checks.h - What both kinds of devices refuse -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The errors of calls that are wrong whatever the device, so that the simulator
// and a GPU give the same ones.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_RUNTIME_CHECKS_H
#define TILE_LIB_RUNTIME_CHECKS_H

#include "tile/Runtime/Runtime.h"

namespace mlir::tile::runtime {

/// CUDA C++ Programming Guide, "Technical Specifications per Compute
/// Capability".
inline constexpr uint32_t kMaxGridX = 0x7FFF'FFFF, kMaxGridYZ = 65535;
inline constexpr unsigned kMaxThreads = 1024, kMaxThreadsZ = 64;

inline bool isEmpty(const Grid &grid) { return !grid.x || !grid.y || !grid.z; }
inline bool isTooLarge(const Grid &grid) {
  return grid.x > kMaxGridX || grid.y > kMaxGridYZ || grid.z > kMaxGridYZ;
}

/// The CTAs along x of a launch.
inline uint32_t getNumCTAs(const KernelInfo &kernel, const Grid &programs) {
  return (programs.x + kernel.programsPerCTA - 1) / kernel.programsPerCTA;
}
llvm::Error makeGridError(const Kernel &kernel, const Grid &grid);

/// The size of the pattern, the address, and that the bytes can be counted.
llvm::Error checkFill(DeviceAddress destination, unsigned patternBytes,
                      uint64_t count);

/// That the rows of a side do not overlap, and that its bytes can be counted;
/// `what` is "destination" or "source".
llvm::Error checkRows(const char *what, const Rows &rows, uint64_t width,
                      uint64_t height);
/// The pattern of a fill of rows.
llvm::Error checkRowPattern(const Rows &rows, unsigned patternBytes);
/// That what the stream is used for is done now, not when a graph is launched.
/// `use` and `hint` are for the message, as for memory.
inline constexpr llvm::StringLiteral kMemoryUse =
                                         "allocate or free memory with",
                                     kMemoryHint =
                                         "allocate before the capture";
llvm::Error checkNotCaptured(Stream *stream, const llvm::Twine &use,
                             const llvm::Twine &hint);

/// Whether an image can become a module on a device whose CTAs can have
/// `maxSharedMemory` bytes of shared memory: numbers of threads are there, and
/// no kernel needs more dynamic shared memory than there is.
llvm::Error checkImage(const KernelImage &image, unsigned maxSharedMemory,
                       const DeviceInfo &device);

/// That these bytes of dynamic shared memory fit in addition to what the kernel
/// itself needs, static and dynamic.
llvm::Error checkDynamicSharedMemory(const Kernel &kernel,
                                     uint64_t dynamicBytes,
                                     unsigned maxSharedMemory);

/// That a cluster is one that GPUs have, and divides the grid.
llvm::Error checkCluster(const Kernel &kernel, const Grid &ctas,
                         const LaunchOptions &options);

/// That all CTAs of a cooperative launch can be there at once.
llvm::Error checkCooperative(const Kernel &kernel, const Grid &ctas,
                             uint64_t maxCTAs);
/// That CTAs can have so many threads.
llvm::Error checkThreads(const Kernel &kernel, unsigned threads);
/// A percentage, or -1.
llvm::Error checkCarveout(int percent);
/// Whether a launch with these options takes the plain entry, whatever other
/// one the kernel has.
inline bool takesPlainEntry(const LaunchOptions &options) {
  return options.block.x || options.cluster.x || options.isCooperative ||
         options.dynamicSharedMemory;
}

/// The index of the kernel with that symbol or PTX name; an empty name finds
/// the only one.
llvm::Expected<size_t> findKernelIndex(llvm::ArrayRef<const Kernel *> kernels,
                                       llvm::StringRef name);

/// "0x1000".
std::string toHex(uint64_t value);

} // namespace mlir::tile::runtime

#endif // TILE_LIB_RUNTIME_CHECKS_H
