//===- TensorMaps.h - How launches make tensor maps -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the IR says of a kernel's second entry, which has tensor maps after its
// arguments (KernelInfo.h, TensorMapEntry).
//
//===----------------------------------------------------------------------===//
//
// A sum of arguments is an array of products, each an array<i64: factor,
// arguments...>: [array<i64: 2, 3, 4>, array<i64: 5>] is 2 * a3 * a4 + 5. On
// the parameter that is a tensor map:
//
//   tile.tensor_map = {argument = 0 : i32, element = "bf16",
//                      extents = [[array<i64: 1, 5>], unit],
//                      strides = [[], [array<i64: 1, 6>]],
//                      box = array<i32: 64, 128>, swizzle = 128 : i32}
//
// is a tensor of bf16 at argument 0, of a5 columns and any number of rows, each
// a6 elements after the other. `box` and `swizzle` are there when a copy takes
// boxes of it. With `origins = array<i32: 0, 256>`, row 256 is the one that the
// argument points to.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_DIALECT_TILE_IR_TENSORMAPS_H
#define TILE_DIALECT_TILE_IR_TENSORMAPS_H

#include "tile/Image/TensorMapEntry.h"

#include "mlir/Interfaces/FunctionInterfaces.h"

namespace mlir::tile {

inline constexpr llvm::StringLiteral kTensorMapAttrName = "tile.tensor_map";
/// The same of all arguments, on a function of the llvm dialect.
inline constexpr llvm::StringLiteral kTensorMapsAttrName = "tile.tensor_maps";
inline constexpr llvm::StringLiteral kTensorMapEntryOfAttrName =
    "tile.tensor_map_entry_of";
inline constexpr llvm::StringLiteral kPositiveArgumentsAttrName =
    "tile.positive_arguments";
/// Of a second entry: CTAs take several programs, and the last three arguments
/// are the programs along x, y and z.
inline constexpr llvm::StringLiteral kPersistentAttrName = "tile.persistent";
/// Of a second entry: the CTAs of a cluster share a program (`LoopSplit`).
inline constexpr llvm::StringLiteral kLoopSplitAttrName = "tile.loop_split";
/// Of a second entry: CTAs with the numbers 2 i and 2 i + 1 along x work
/// together, and the last argument is the number of programs along x.
inline constexpr llvm::StringLiteral kCTAPairsAttrName = "tile.cta_pairs";

/// What its address is a multiple of (CUDA driver API, "CUtensorMap").
inline constexpr unsigned kTensorMapAlignment = 64;
/// The most elements of a box along a dimension.
inline constexpr int64_t kMaxBox = 256;

Attribute makeSumAttr(MLIRContext *context, const ArgumentSum &sum);
Attribute makeSumsAttr(MLIRContext *context, ArrayRef<ArgumentSum> sums);
Attribute makeTensorMapAttr(MLIRContext *context, const TensorMapInfo &map);
Attribute makeLoopSplitAttr(MLIRContext *context, const LoopSplit &split);

/// What the attributes say, or nothing if they are not of that form.
std::optional<ArgumentSum> readSum(Attribute attr);
std::optional<std::vector<ArgumentSum>> readSums(Attribute attr);
std::optional<TensorMapInfo> readTensorMap(Attribute attr);
std::optional<LoopSplit> readLoopSplit(Attribute attr);

/// The kernel that `function` is another entry of; empty if it is none.
StringRef getEntryOf(Operation *function);

/// Whether the CTAs of the kernel that an operation is in work in pairs.
bool hasCTAPairs(Operation *op);

/// Whether an operation is in nothing but loops: what rings of boxes carry from
/// one run of a loop to the next goes through these alone.
bool isInLoopsOnly(Operation *op);

} // namespace mlir::tile

#endif // TILE_DIALECT_TILE_IR_TENSORMAPS_H
