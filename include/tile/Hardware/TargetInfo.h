//===- TargetInfo.h - What each GPU is and has ------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The one table of targets: names, PTX versions and the features on which
// lowerings decide. Needs only LLVM's ADT, no MLIR.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_HARDWARE_TARGETINFO_H
#define TILE_HARDWARE_TARGETINFO_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <string>

namespace mlir::tile {

/// A GPU that PTX can be made for.
struct TargetInfo {
  /// The name that ptxas takes: "sm_90a".
  llvm::StringLiteral name;
  /// Compute capability as major * 10 + minor: 90.
  unsigned capability;
  /// 'a' (this architecture only), 'f' (its family), or 0 (all later ones).
  char suffix;
  /// The first PTX ISA version that knows the target, major * 10 + minor.
  /// Source: PTX ISA, "PTX Module Directives: .target".
  unsigned minPTXVersion;

  /// The version that is written unless another one is asked for: at least 8.1
  /// (CUDA 12.1), from which on all features of the targets up to sm_90 exist.
  unsigned getDefaultPTXVersion() const {
    return minPTXVersion > 81 ? minPTXVersion : 81;
  }

  /// `cvt` from and to e4m3x2 and e5m2x2. PTX ISA, "cvt": sm_89 and higher.
  bool hasFP8Conversions() const { return capability >= 89; }
  /// `mma` on e4m3 and e5m2. PTX ISA, "mma": sm_89 and higher, PTX 8.4.
  bool hasFP8Products() const { return capability >= 89; }
  /// `add`, `sub`, `mul` on bf16. PTX ISA, "Half Precision Floating Point
  /// Instructions": sm_90 and higher; fma.rn.bf16 is there from sm_80 on.
  bool hasBF16Arithmetic() const { return capability >= 90; }
  /// `atom.add` and `red.add` on bf16. PTX ISA, "atom": sm_90 and higher.
  bool hasBF16Atomics() const { return capability >= 90; }
  /// `atom.add` and `red.add` on vectors of f32, f16x2 and bf16x2 in global
  /// memory. PTX ISA, "atom": sm_90 and higher, PTX 8.1.
  bool hasVectorAtomics() const { return capability >= 90; }
  /// `atom.cas` and `atom.exch` on 128 bits. PTX ISA, "atom": sm_90 and higher,
  /// PTX 8.3.
  bool has128BitAtomics() const { return capability >= 90; }
  /// Clusters of CTAs, and so the scope `.cluster`. PTX ISA, "atom": sm_90 and
  /// higher.
  bool hasClusters() const { return capability >= 90; }
  /// `griddepcontrol`. PTX ISA, "griddepcontrol": sm_90 and higher.
  bool hasGridDependencies() const { return capability >= 90; }
  /// `clusterlaunchcontrol`. PTX ISA, "clusterlaunchcontrol": sm_100 and
  /// higher, PTX 8.6.
  bool hasClusterLaunchControl() const { return capability >= 100; }
  /// `stmatrix`. PTX ISA, "stmatrix": sm_90 and higher.
  bool hasMatrixStores() const { return capability >= 90; }
  /// `wgmma`. PTX ISA, "wgmma.mma_async": sm_90a and no other.
  bool hasWarpgroupProducts() const {
    return capability == 90 && suffix == 'a';
  }
  /// Tensor memory, and `tcgen05` products with their sums in it. PTX ISA,
  /// "tcgen05.mma": sm_100a, sm_103a and sm_110a, and their families.
  bool hasTensorMemory() const {
    return capability >= 100 && capability < 120 && suffix != 0;
  }
  /// `tcgen05.mma.kind::i8`. PTX ISA, "tcgen05.mma": sm_100a and sm_110a.
  bool hasIntegerTensorMemoryProducts() const {
    return (capability == 100 || capability == 110) && suffix == 'a';
  }
  /// Products that read their operands in shared memory, by any instruction.
  bool hasProductsOfSharedMemory() const {
    return hasWarpgroupProducts() || hasTensorMemory();
  }
};

/// Bytes of parameters that a kernel can have. PTX ISA, "Kernel Function
/// Parameters": 4,352, and 32,764 from PTX 8.1 and sm_70 on.
inline unsigned getMaxParameterBytes(unsigned ptxVersion) {
  return ptxVersion < 81 ? 4352 : 32764;
}

/// All targets, in ascending order.
llvm::ArrayRef<TargetInfo> getTargets();

/// The target of that name, or null.
const TargetInfo *lookupTarget(llvm::StringRef name);

/// The names of all targets, for messages: "sm_80, sm_86, ...".
std::string getTargetNames();

/// The PTX ISA versions that there are, from the first of `getTargets()`, in
/// ascending order. Source: PTX ISA, "Release Notes".
inline constexpr unsigned kPTXVersions[] = {
    70, 71, 72, 73, 74, 75, 76, 77, 78, 80, 81, 82, 83, 84, 85, 86, 87, 88, 90};

/// The newest PTX ISA version that LLVM can write and the toolkit that the
/// project is tested with accepts.
inline constexpr unsigned kMaxPTXVersion = 90;

} // namespace mlir::tile

#endif // TILE_HARDWARE_TARGETINFO_H
