//===- Collective.h - Instructions that lanes execute together --*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What shuffles, votes and the like have in common: lanes that name each other
// in a mask wait for each other, exchange values, and go on.
//
//===----------------------------------------------------------------------===//
//
// The lanes of a mask need not be in one fragment, nor at one instruction. Each
// fragment waits until the other lanes have come, then all are served:
//
//     lanes 0-15:  @p bra A            shfl.sync ..., 0xffffffff   waits
//     lanes 16-31: A:  shfl.sync ..., 0xffffffff                   both go on
//
// Lanes that have exited, or that the warp never had, are not waited for (PTX
// ISA 9.0, 9.7.9.6: "all non-exited threads").
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_SIMULATOR_COLLECTIVE_H
#define TILE_LIB_SIMULATOR_COLLECTIVE_H

#include "Warp.h"

namespace mlir::tile::sim {

class Decoder;

/// What lanes that execute an instruction together give each other.
struct Exchange {
  /// The lanes that take part.
  uint32_t lanes = 0;
  /// Of each, the operand; 0 or 1 of a predicate.
  uint64_t values[32];
  /// Whether a lane has undefined bits in its operands, and the shadows of the
  /// values, only then; see Undefined.h.
  bool hasUndefined = false;
  uint64_t shadows[32];
  /// Lanes with undefined bits in other operands, which say what happens to the
  /// value; where undefined bits are from.
  uint32_t unsure = 0, origin = 0;
};

/// A kind of collective instruction; `Inst::data` points to one. Lanes meet
/// only at instructions of the same kind. `Inst::d` is the mask of lanes.
struct Collective {
  /// Puts the operand of the lanes into `values`; null if there is none.
  void (*collect)(Warp &warp, const Inst &inst, uint32_t lanes,
                  Exchange &exchange);
  /// Computes the results of the lanes, which are a part of the lanes of the
  /// exchange.
  void (*finish)(Warp &warp, const Inst &inst, uint32_t lanes,
                 const Exchange &exchange);
  /// Sets the shadows of the results of the lanes, after an exchange with
  /// undefined bits and before `finish`. Null: all results are undefined then.
  void (*follow)(Warp &warp, const Inst &inst, uint32_t lanes,
                 const Exchange &exchange) = nullptr;
};

/// `bar.warp.sync`
void decodeWarpSync(Decoder &d);

} // namespace mlir::tile::sim

#endif // TILE_LIB_SIMULATOR_COLLECTIVE_H
