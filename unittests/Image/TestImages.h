//===- TestImages.h - Images to write and read ------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the tests of images and of their cache share: an image with everything
// set, comparing two, and making the bytes of one by hand.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_UNITTESTS_IMAGE_TESTIMAGES_H
#define TILE_UNITTESTS_IMAGE_TESTIMAGES_H

#include "tile/Image/KernelImage.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/SHA256.h"
#include "gtest/gtest.h"

#include <limits>

namespace mlir::tile {

/// A kernel with a second entry, each of whose fields differs from its default.
inline KernelInfo makeMappedKernel() {
  KernelArgument pointer;
  pointer.name = "a";
  pointer.type = "!tile.ptr<bf16>";
  pointer.isPointer = true;
  pointer.size = 8;
  KernelArgument rows;
  rows.name = "m";
  rows.type = "i32";
  rows.size = 4;
  KernelArgument pitch = rows;
  pitch.type = "i64";
  pitch.size = 8;

  TensorMapInfo map;
  map.argument = 0;
  map.elementType = "bf16";
  map.swizzle = 128;
  // Inner: no end. Outer: -m + 2^62 m pitch rows, `pitch` from row to row.
  map.dims.resize(2);
  map.dims[0].box = 64;
  map.dims[1].extent = {{-1, {1}}, {int64_t(1) << 62, {1, 2, 1}}};
  map.dims[1].stride = {{1, {2}}};
  map.dims[1].box = 256;
  map.dims[1].origin = 1024;
  TensorMapInfo line;
  line.elementType = "i8";
  line.dims.resize(1);
  line.dims[0].extent = ArgumentSum();

  KernelInfo kernel;
  kernel.symbol = kernel.name = "mapped";
  kernel.arguments = {pointer, rows, pitch};
  kernel.numThreads = 128;
  TensorMapEntry &entry = kernel.tensorMapEntry.emplace();
  entry.name = "mapped_tma";
  entry.maps = {map, line};
  entry.positives = {{{1, {1}}}, {{7, {}}}};
  entry.numThreads = kernel.numThreads + 32;
  entry.ctasPerCluster = 4;
  entry.isPersistent = true;
  entry.sharedMemory = 1040;
  entry.dynamicSharedMemory = 196608;
  entry.resources = KernelResources{"mapped_tma", 90, 17, 1, 2, 3, 4};
  return kernel;
}

/// Each field differs from its default and from the fields beside it.
inline KernelImage makeFullImage() {
  KernelArgument pointer;
  pointer.name = "x";
  pointer.type = "!tile.ptr<f32>";
  pointer.isPointer = true;
  pointer.size = 8;
  pointer.divisibility = 16;
  KernelArgument smallest;
  smallest.name = "n \"quoted\" \\ \n \xC3\xA4";
  smallest.type = "i64";
  smallest.size = 4294967295u;
  smallest.divisibility = std::numeric_limits<int64_t>::max();
  smallest.fixedValue = std::numeric_limits<int64_t>::min();
  KernelArgument largest = smallest;
  largest.fixedValue = std::numeric_limits<int64_t>::max();
  KernelArgument odd = smallest;
  // Not a double: 2^53 + 1.
  odd.fixedValue = -9007199254740993;
  odd.divisibility = 9007199254740993;
  KernelArgument zero = pointer;
  zero.fixedValue = 0;

  KernelInfo first;
  first.symbol = "a.b::<lambda>";
  first.name = "a_b__lambda_";
  first.arguments = {pointer, smallest, largest, odd, zero};
  first.numWarps = 8;
  first.numThreads = 512;
  first.programsPerCTA = 2;
  first.sharedMemory = 227 * 1024;
  first.dynamicSharedMemory = 64 * 1024;
  first.resources = KernelResources{"a_b__lambda_", 168, 1024, 16, 24, 32, 5};
  KernelInfo second;
  second.symbol = "second";
  second.name = "a.b::<lambda>";

  KernelImage image;
  image.target = "sm_90a";
  image.numWarps = 4;
  image.kernels = {first, second, makeMappedKernel()};
  image.stages = {"module {}",
                  "tilegpu",
                  std::string("\0\xFF\x80", 3),
                  "define void @f()",
                  ".version 8.0\n",
                  std::string("\x7F"
                              "ELF\0\0",
                              6)};
  image.times = {{"parse", 0.25}, {"ptxas", 1234.000001}};
  image.messages = {"a.mlir:1:2: warning: slow", "", std::string("\0", 1)};
  return image;
}

/// An image with PTX of about `size` bytes, and a kernel as a real one has.
inline KernelImage makeImage(size_t size, char filler = 'x') {
  KernelImage image;
  image.target = "sm_90a";
  image.numWarps = 4;
  KernelInfo kernel;
  kernel.symbol = kernel.name = "kernel";
  kernel.arguments.resize(8);
  for (KernelArgument &argument : kernel.arguments) {
    argument.name = "argument";
    argument.type = "!tile.ptr<f32>";
    argument.isPointer = true;
    argument.size = 8;
  }
  image.kernels = {kernel};
  image.stages[static_cast<unsigned>(Stage::PTX)] = std::string(size, filler);
  return image;
}

inline void expectEqual(const KernelArgument &a, const KernelArgument &b) {
  EXPECT_EQ(a.name, b.name);
  EXPECT_EQ(a.type, b.type);
  EXPECT_EQ(a.isPointer, b.isPointer);
  EXPECT_EQ(a.size, b.size);
  EXPECT_EQ(a.divisibility, b.divisibility);
  EXPECT_EQ(a.fixedValue, b.fixedValue);
}

inline void expectEqual(const std::optional<KernelResources> &a,
                        const std::optional<KernelResources> &b) {
  ASSERT_EQ(a.has_value(), b.has_value());
  if (!a)
    return;
  EXPECT_EQ(a->name, b->name);
  EXPECT_EQ(a->registers, b->registers);
  EXPECT_EQ(a->sharedMemory, b->sharedMemory);
  EXPECT_EQ(a->stack, b->stack);
  EXPECT_EQ(a->spillStores, b->spillStores);
  EXPECT_EQ(a->spillLoads, b->spillLoads);
  EXPECT_EQ(a->barriers, b->barriers);
}

inline void expectEqual(const KernelInfo &a, const KernelInfo &b) {
  EXPECT_EQ(a.symbol, b.symbol);
  EXPECT_EQ(a.name, b.name);
  ASSERT_EQ(a.arguments.size(), b.arguments.size());
  for (size_t i = 0; i < a.arguments.size(); ++i)
    expectEqual(a.arguments[i], b.arguments[i]);
  EXPECT_EQ(a.numWarps, b.numWarps);
  EXPECT_EQ(a.numThreads, b.numThreads);
  EXPECT_EQ(a.programsPerCTA, b.programsPerCTA);
  EXPECT_EQ(a.sharedMemory, b.sharedMemory);
  EXPECT_EQ(a.dynamicSharedMemory, b.dynamicSharedMemory);
  expectEqual(a.resources, b.resources);
  ASSERT_EQ(a.tensorMapEntry.has_value(), b.tensorMapEntry.has_value());
  if (!a.tensorMapEntry)
    return;
  const TensorMapEntry &x = *a.tensorMapEntry, &y = *b.tensorMapEntry;
  EXPECT_EQ(x.name, y.name);
  EXPECT_TRUE(x.maps == y.maps);
  EXPECT_TRUE(x.positives == y.positives);
  EXPECT_EQ(x.numThreads, y.numThreads);
  EXPECT_EQ(x.ctasPerCluster, y.ctasPerCluster);
  EXPECT_EQ(x.isPersistent, y.isPersistent);
  EXPECT_EQ(x.sharedMemory, y.sharedMemory);
  EXPECT_EQ(x.dynamicSharedMemory, y.dynamicSharedMemory);
  expectEqual(x.resources, y.resources);
}

inline void expectEqual(const KernelImage &a, const KernelImage &b) {
  EXPECT_EQ(a.target, b.target);
  EXPECT_EQ(a.numWarps, b.numWarps);
  ASSERT_EQ(a.kernels.size(), b.kernels.size());
  for (size_t i = 0; i < a.kernels.size(); ++i)
    expectEqual(a.kernels[i], b.kernels[i]);
  EXPECT_EQ(a.stages, b.stages);
  ASSERT_EQ(a.times.size(), b.times.size());
  for (size_t i = 0; i < a.times.size(); ++i) {
    EXPECT_EQ(a.times[i].name, b.times[i].name);
    EXPECT_EQ(a.times[i].milliseconds, b.times[i].milliseconds);
  }
  EXPECT_EQ(a.messages, b.messages);
}

/// Adds the checksum that belongs at the end of the bytes.
inline std::string sign(std::string bytes) {
  bytes +=
      llvm::toStringRef(llvm::SHA256::hash(llvm::arrayRefFromStringRef(bytes)));
  return bytes;
}

/// An image of that header and those contents; `size` is what it says of the
/// header's size.
inline std::string makeBytes(llvm::StringRef header, llvm::StringRef contents,
                             uint64_t size) {
  std::string bytes = "TILEIMG1";
  for (unsigned i = 0; i < 8; ++i)
    bytes += static_cast<char>(size >> (8 * i));
  return sign(bytes + header.str() + contents.str());
}

inline std::string makeBytes(llvm::StringRef header,
                             llvm::StringRef contents = "") {
  return makeBytes(header, contents, header.size());
}

} // namespace mlir::tile

#endif // TILE_UNITTESTS_IMAGE_TESTIMAGES_H
