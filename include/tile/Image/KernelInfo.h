//===- KernelInfo.h - What a launch must know of a kernel -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Plain data about compiled kernels: names, arguments, sizes, and what the code
// relies on. Needs no MLIR.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_IMAGE_KERNELINFO_H
#define TILE_IMAGE_KERNELINFO_H

#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

namespace mlir::tile {

/// What a compile goes through, in this order.
enum class Stage {
  Tile,    ///< The tile dialect, as written or imported.
  TileGPU, ///< Tiles carry layouts.
  LLVM,    ///< The llvm and nvvm dialects.
  LLVMIR,  ///< Optimised LLVM IR.
  PTX,
  Cubin
};

inline constexpr unsigned kNumStages = 6;

/// "tile", "tilegpu", "llvm", "llvmir", "ptx", "cubin".
llvm::StringRef getStageName(Stage stage);
std::optional<Stage> getStageByName(llvm::StringRef name);
/// What files of the stage are called: "mlir", "ll", "ptx", "cubin".
llvm::StringRef getStageSuffix(Stage stage);

/// What ptxas says of one kernel or function.
struct KernelResources {
  std::string name;
  unsigned registers = 0;
  /// Static shared memory, in bytes.
  unsigned sharedMemory = 0;
  /// Bytes of the stack frame, and of stores and loads of spilled registers.
  unsigned stack = 0, spillStores = 0, spillLoads = 0;
  unsigned barriers = 0;
};

struct KernelArgument {
  /// The name in the source, or "arg<N>".
  std::string name;
  /// As MLIR writes it: "!tile.ptr<f32>", "i32".
  std::string type;
  bool isPointer = false;
  /// Size in bytes of the kernel parameter.
  unsigned size = 0;
  /// What the code relies on: the argument (of a pointer: its address in bytes)
  /// is a multiple of this; 1 if nothing.
  int64_t divisibility = 1;
  /// The code was compiled for this value of an integer alone.
  std::optional<int64_t> fixedValue;
};

/// A number that a launch computes of its integer arguments, in 64-bit
/// arithmetic: a sum of products. Without terms it is 0.
struct ArgumentTerm {
  int64_t factor = 1;
  /// Numbers of arguments; one may come several times.
  std::vector<unsigned> arguments;

  bool operator==(const ArgumentTerm &other) const {
    return std::tie(factor, arguments) ==
           std::tie(other.factor, other.arguments);
  }
};
using ArgumentSum = std::vector<ArgumentTerm>;

/// A dimension of a tensor in global memory, from which copies take boxes.
struct TensorMapDim {
  /// In elements, from what the argument points to; none: no launch reads
  /// beyond the end.
  std::optional<ArgumentSum> extent;
  /// Elements from one to the next; of dimension 0 it is 1 and not looked at.
  ArgumentSum stride;
  /// Elements of a box.
  unsigned box = 1;
  /// The coordinate of what the argument points to: the map has so many
  /// elements before that, as no copy reads at negative coordinates.
  unsigned origin = 0;

  bool operator==(const TensorMapDim &other) const {
    return std::tie(extent, stride, box, origin) ==
           std::tie(other.extent, other.stride, other.box, other.origin);
  }
};

/// What a CUtensorMap is made of (CUDA driver API, cuTensorMapEncodeTiled).
/// Elements beyond the extents are read as zeros.
struct TensorMapInfo {
  /// The number of the argument that points to the tensor.
  unsigned argument = 0;
  /// As MLIR writes it: "bf16", "f8E4M3FN", "i8".
  std::string elementType;
  /// One to five, dimension 0, the contiguous one, first.
  std::vector<TensorMapDim> dims;
  /// Bytes of the lines within which a box is swizzled in shared memory: 32, 64
  /// or 128; 0 if it is not.
  unsigned swizzle = 0;

  bool operator==(const TensorMapInfo &other) const {
    return std::tie(argument, elementType, dims, swizzle) ==
           std::tie(other.argument, other.elementType, other.dims,
                    other.swizzle);
  }
};

/// A loop whose iterations the CTAs of a cluster may share: about `length /
/// step` iterations.
struct LoopSplit {
  ArgumentSum length;
  /// At least 1.
  int64_t step = 1;
};

/// A second entry of a kernel, which does the same by bulk copies. After the
/// arguments it has a parameter of 128 bytes for each of `maps`. A launch takes
/// it if it can encode all maps, and `positives` are all greater than 0.
///
/// A persistent entry has fewer CTAs than programs: as many as the GPU runs at
/// a time. After the maps it has three more parameters of 4 bytes: the
/// programs along x, y and z. A launch of n CTAs along x has CTA c run programs
/// c, c + n, c + 2n ..., counted along x first, then y, then z. It takes the
/// entry for up to `kMaxPersistentPrograms`, in whole clusters.
///
/// Of an entry with `split`, a launch may run each program by a cluster of 2, 4
/// or 8 CTAs along x, which share the loop's iterations: it has as many
/// clusters as programs, a persistent one, too. Program p is that of cluster p.
///
/// An entry of clusters that is not persistent has a CTA for each program, and
/// as many more along x as make clusters whole. After the maps it has one more
/// parameter of 4 bytes: the programs along x.
struct TensorMapEntry {
  /// The entry's name in PTX and cubin.
  std::string name;
  std::vector<TensorMapInfo> maps;
  std::vector<ArgumentSum> positives;
  /// Of a CTA; not less than the kernel's other entry has.
  unsigned numThreads = 0;
  /// CTAs of a cluster, along x.
  unsigned ctasPerCluster = 1;
  bool isPersistent = false;
  std::optional<LoopSplit> split;
  /// As in KernelInfo.
  unsigned sharedMemory = 0, dynamicSharedMemory = 0;
  std::optional<KernelResources> resources;
};

struct KernelInfo {
  /// The symbol in the module, and the entry's name in PTX and cubin.
  std::string symbol, name;
  std::vector<KernelArgument> arguments;
  /// Of a program.
  unsigned numWarps = 0;
  /// Of a CTA.
  unsigned numThreads = 0;
  /// Programs that share a CTA, each on a row of `numThreads / programsPerCTA`
  /// threads. If they are several, CTAs have as many rows, a launch of n
  /// programs along x has n / programsPerCTA CTAs, rounded up, and the code has
  /// a last parameter after the arguments: n, 4 bytes.
  unsigned programsPerCTA = 1;
  /// Bytes of static shared memory per CTA; known from the PTX stage on.
  unsigned sharedMemory = 0;
  /// Bytes of dynamic shared memory per CTA that the code needs at every
  /// launch, in addition to the static ones; known from the LLVM stage on.
  unsigned dynamicSharedMemory = 0;
  /// What ptxas says; none if it did not run.
  std::optional<KernelResources> resources;
  /// The other entry, if the compile made one.
  std::optional<TensorMapEntry> tensorMapEntry;
};

struct StageTime {
  std::string name;
  double milliseconds = 0;
};

} // namespace mlir::tile

#endif // TILE_IMAGE_KERNELINFO_H
