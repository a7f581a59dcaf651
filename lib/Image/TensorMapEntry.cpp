//===- TensorMapEntry.cpp - Checks what is known of a second entry --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Image/TensorMapEntry.h"

#include "llvm/ADT/Twine.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir::tile;
using llvm::StringRef;
using llvm::Twine;

/// CUDA driver API, cuTensorMapEncodeTiled.
static constexpr unsigned kMaxBox = 256;
/// CUDA C++ Programming Guide, "Thread Block Clusters".
static constexpr unsigned kMaxCluster = 8;

/// Whether a launch reads it as a number.
static bool isInteger(const KernelArgument &argument) {
  StringRef type = argument.type;
  unsigned bits;
  bool isNamed = type == "index" ||
                 (type.consume_front("i") && !type.getAsInteger(10, bits));
  return isNamed && !argument.isPointer && argument.size <= 8 &&
         llvm::isPowerOf2_32(argument.size);
}

namespace {
/// Keeps the first problem.
struct Check {
  const KernelInfo &kernel;
  std::string problem;

  bool expect(bool holds, const Twine &expected, const Twine &found) {
    if (!holds && problem.empty())
      problem = ("expected " + expected + " for the tensor maps of kernel '" +
                 kernel.symbol + "', found " + found)
                    .str();
    return holds;
  }
  void check(const ArgumentSum &sum) {
    for (const ArgumentTerm &term : sum)
      for (unsigned argument : term.arguments)
        expect(argument < kernel.arguments.size() &&
                   isInteger(kernel.arguments[argument]),
               "integers as arguments of sums", "argument " + Twine(argument));
  }
  void check(const TensorMapInfo &map);
  void check(const TensorMapEntry &entry);
};
} // namespace

void Check::check(const TensorMapInfo &map) {
  expect(map.argument < kernel.arguments.size() &&
             kernel.arguments[map.argument].isPointer &&
             kernel.arguments[map.argument].size == sizeof(uint64_t),
         "pointers of 8 bytes", "argument " + Twine(map.argument));
  expect(!map.dims.empty() && map.dims.size() <= kMaxTensorMapDims,
         "1 to " + Twine(kMaxTensorMapDims) + " dimensions",
         Twine(map.dims.size()));
  expect(map.swizzle == 0 || map.swizzle == 32 || map.swizzle == 64 ||
             map.swizzle == 128,
         "a swizzle of 0, 32, 64 or 128 bytes", Twine(map.swizzle));
  for (const TensorMapDim &dim : map.dims) {
    expect(dim.box >= 1 && dim.box <= kMaxBox,
           "boxes of 1 to " + Twine(kMaxBox) + " elements", Twine(dim.box));
    if (dim.extent)
      check(*dim.extent);
    check(dim.stride);
  }
}

void Check::check(const TensorMapEntry &entry) {
  expect(!entry.name.empty() && entry.name != kernel.name,
         "an entry of another name", "'" + entry.name + "'");
  expect(kernel.programsPerCTA == 1, "one program per CTA",
         Twine(kernel.programsPerCTA));
  constexpr unsigned kMaxThreads = 1024;
  expect(entry.numThreads >= kernel.numThreads &&
             entry.numThreads <= kMaxThreads,
         Twine(kernel.numThreads) + " to " + Twine(kMaxThreads) + " threads",
         Twine(entry.numThreads));
  expect(llvm::isPowerOf2_32(entry.ctasPerCluster) &&
             entry.ctasPerCluster <= kMaxCluster,
         "clusters of 1, 2, 4 or 8 CTAs", Twine(entry.ctasPerCluster));
  expect(!entry.maps.empty() && entry.maps.size() <= kMaxTensorMaps,
         "1 to " + Twine(kMaxTensorMaps) + " maps", Twine(entry.maps.size()));
  for (const TensorMapInfo &map : entry.maps)
    check(map);
  for (const ArgumentSum &sum : entry.positives)
    check(sum);
  if (!entry.split)
    return;
  check(entry.split->length);
  expect(entry.split->step >= 1, "a loop's step of 1 or more",
         Twine(entry.split->step));
  expect(entry.ctasPerCluster == 1, "a split loop without other clusters",
         "clusters of " + Twine(entry.ctasPerCluster) + " CTAs");
}

unsigned mlir::tile::countGridParameters(const TensorMapEntry &entry) {
  return entry.isPersistent ? kNumPersistentParameters
                            : entry.ctasPerCluster > 1;
}

std::string mlir::tile::findTensorMapProblem(const KernelInfo &kernel) {
  Check check{kernel, ""};
  if (kernel.tensorMapEntry)
    check.check(*kernel.tensorMapEntry);
  return std::move(check.problem);
}
