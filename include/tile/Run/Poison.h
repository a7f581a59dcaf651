//===- Poison.h - Elements that a kernel never wrote ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Outputs start with a pattern that no kernel is likely to compute, so that an
// element that was never written stands out; and a report of such elements from
// an exact record of the writes.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_RUN_POISON_H
#define TILE_RUN_POISON_H

#include "tile/Run/HostArray.h"

namespace mlir::tile::run {

/// The bits of an element never written: a quiet NaN with the payload 0xA5A5...
/// (in 8 bits 0x7F, a NaN of both types), or an integer of bytes 0xA5.
uint64_t getPoison(ElementType type);

void fillPoison(HostArray &array);

/// Whether the element holds the pattern. In 8 bits, a kernel may well have
/// written it.
bool isPoison(const HostArray &array, uint64_t index);

/// The elements of `array` that were not written: "out: 24 of 98432 elements
/// never written: 98408 to 98431"; empty if all were. `writtenBytes` has one
/// bit a byte of the array, bit k of the array in bit k % 64 of word k / 64. An
/// element is "partly written" if only some of its bytes were written. The
/// first five ranges are named.
std::string formatUnwritten(llvm::StringRef name, const HostArray &array,
                            llvm::ArrayRef<uint64_t> writtenBytes);

} // namespace mlir::tile::run

#endif // TILE_RUN_POISON_H
