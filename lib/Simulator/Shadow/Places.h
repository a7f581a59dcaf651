//===- Places.h - What an address is the address of -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For messages about accesses that go wrong: the state space and the variable
// or buffer that an address is in. An address means something else in each
// space; which mistake was made follows from what the number would mean
// elsewhere.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_SIMULATOR_SHADOW_PLACES_H
#define TILE_LIB_SIMULATOR_SHADOW_PLACES_H

#include "Warp.h"

namespace mlir::tile::sim {

/// A byte that a thread can reach.
struct Place {
  Space space;
  /// "byte 16 of 'x' in global memory"
  std::string text;
};

/// What a thread has at a generic address.
std::optional<Place> findPlace(const Warp &warp, uint64_t address);

/// "byte 4 of 'x' in shared memory"
std::string describeSharedByte(const Warp &warp, uint64_t offset);

/// The end of a message about an access to a space, at an address that is not
/// one of it, if that is known to be one of another space, or a generic
/// address: "expected an address of constant memory, found the generic address
/// of byte 0 of 'in' in global memory". Empty if it is not.
std::string explainOtherSpace(const Warp &warp, Space space, uint64_t address);

/// Whether that would not be empty, if nothing is to be guessed.
bool isInOtherSpace(const Warp &warp, Space space, uint64_t address);

/// "a load of 4 bytes at 0x10, expected ..."; or `otherwise` for the end, if
/// the address is in no other space.
std::string describeOtherSpace(const Warp &warp, const Access &access,
                               Space space, uint64_t address,
                               const llvm::Twine &otherwise);

} // namespace mlir::tile::sim

#endif // TILE_LIB_SIMULATOR_SHADOW_PLACES_H
