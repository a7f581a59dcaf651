//===- ConversionPlan.h - How elements get from layout to layout *- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A plan for turning a tile in one layout into the same tile in another: which
// registers are renamed, which lanes exchange, or where each element lies in
// shared memory meanwhile; and what that costs. It follows from the two linear
// maps alone. Needs no MLIR.
//
//===----------------------------------------------------------------------===//
//
// 1. The idea
//
// `destination.invertAndCompose(source)` says for each place (register, lane,
// warp) of the destination from which place of the source it reads. The highest
// dimension that this map mixes decides what has to be done:
//
//   nothing      each place reads itself
//   registers    each thread reads its own registers: a renaming
//   lanes        each warp reads its own lanes: selects and `shfl.sync.idx`
//   shared       everything else goes through shared memory
//
// 2. Lanes
//
// Write r, l for register and lane of the destination, r', l' of the source:
//
//   r' = A r + B l      l' = D r + E l
//
// A shuffle gives each lane one value of one other lane, and the sender decides
// which. In round k, for each k that r can be, lane l receives what belongs to
// its register k + G l, with a matrix G that we choose. The sender is then
// D k + T l, T = D G + E. The sender x must know which register to send: with
// the right G that is P k + Q x. So round k is
//
//   send    v(x) = source register P k + Q x of lane x      selects, by lane
//   shuffle w(l) = v(D k + T l)                             none if D k + T l =
//   l receive destination register k + G l of lane l = w(l)   selects, by lane
//
// G is right if no two lanes that want different registers read the same lane
// in one round: if T l = 0 then A G l + B l = 0. The spans of the registers'
// images and of what a single lane holds have a common complement (Subspace.h)
// unless the second is larger, and G is a choice of it.
//
// Example: two lanes with two registers each, transposed: r' = l, l' = r. Then
// A = E = 0, B = D = 1, and G = 1 gives T = 1, Q = 1, P = 1. Round 0 needs no
// shuffle: lane l keeps its register l. In round 1 lane x sends register 1 + x
// to the other lane, which puts it into register 1 + l. One shuffle in all.
//
// Where all lanes want the same 16 elements, and each has one of them, G = 0 is
// better: 16 shuffles from lane k, for all lanes. With G = 1 lane l keeps its
// own one, and the other 15 go through 64 selects.
//
// 3. Shared memory
//
// The shared layout maps an offset (in elements) to the element there. Its low
// bits are the elements that one thread moves at once, up to 128 bits; the bits
// up to 128 bytes, one wavefront, are the banks; the bits above are lines. The
// lanes that the hardware serves in one wavefront (all 32 for accesses of up to
// 32 bits, 16 for 64 bits, 8 for 128 bits) meet in a bank if an XOR of their
// elements lies in the span of the lines. So the lines are a common complement
// of what these lanes reach when they store and when they load, which always
// exists: neither side has a bank conflict. Elements of 8 and 16 bits that no
// thread may move together fill up their words first: lanes that meet in a word
// are no conflict, so the lines are chosen among what is left over.
//
// That holds for the vectors of this plan. Where `ldmatrix` or `stmatrix` fits
// the same place, a copy may be done with it instead (MatrixAccess.h), and the
// place was not chosen for its rows of 16 bytes. These may meet in a bank, and
// the instruction is still taken where it needs no more wavefronts than the
// vectors. Example: each lane loads 8 elements of 16 bits, one at a time. That
// is 8 loads of one wavefront, half of it empty. One `ldmatrix` of four
// matrices has rows that meet in pairs. It takes 8 wavefronts, too, 4 of them
// conflicts, and is one instruction.
//
// Source of the method: "Linear Layouts", arXiv 2505.23819, sections on optimal
// swizzling and on shuffles. Here the lane exchange takes any linear map, not
// only permutations of bits.
//
// 4. Limits
//
// One CTA: an input dimension "block" must be read at the same block. Elements
// of less than 8 bits count as 8. Lanes whose register or lane depends on the
// warp go through shared memory, though a warp may do that alone.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LAYOUT_CONVERSIONPLAN_H
#define TILE_LAYOUT_CONVERSIONPLAN_H

#include "tile/Hardware/Cost.h"
#include "tile/Layout/LinearLayout.h"
#include "tile/Layout/SharedAccess.h"

#include <optional>
#include <string>

namespace mlir::tile {

/// The exchange between the lanes of a warp; the head of this file says what
/// the matrices are. Each is given by its columns: what bit i of its argument
/// adds.
struct LaneExchange {
  /// P and D: of the round's number k, one column for each register bit of the
  /// destination.
  SmallVector<uint32_t> sentByRound, senderByRound;
  /// Q, T and G: one column for each lane bit.
  SmallVector<uint32_t> sentByLane, senderByLane, receivedByLane;
  /// The register bits of the destination that k has. The others are copies of
  /// registers with the same elements, or in `packed`.
  uint32_t rounds = 0;
  /// What travels in the same 32 bits as register 0: bits of the destination's
  /// register, and what each adds to the source's.
  SmallVector<std::pair<uint32_t, uint32_t>> packed;

  /// The lane from which `lane` receives in this round.
  [[nodiscard]] uint32_t getSender(uint32_t round, uint32_t lane) const;
  /// The source register that `lane` sends in this round.
  [[nodiscard]] uint32_t getSentRegister(uint32_t round, uint32_t lane) const;
  /// The destination register of `lane` that receives in this round.
  [[nodiscard]] uint32_t getReceivedRegister(uint32_t round,
                                             uint32_t lane) const;
  /// Whether each lane receives from itself in this round.
  [[nodiscard]] bool isLocal(uint32_t round) const;
};

/// The way through shared memory.
struct SharedExchange {
  /// "offset", in elements, to the element's coordinates. A bijection.
  LinearLayout layout;
  SharedAccess store, load;
  /// Whether each warp reads only what it wrote itself, and needs no barrier of
  /// the CTA.
  bool isWithinWarp = false;
  /// Of the CTA.
  unsigned bytes = 0;
};

class ConversionPlan {
public:
  enum class Kind { Nothing, Registers, Lanes, Shared };

  /// Plans the conversion of elements of `elementBits` (1 to 64). Both layouts
  /// have inputs among register, lane, warp and block, and the same outputs up
  /// to order. Both reach every element. Otherwise returns nothing and sets
  /// `error`, if it is not null, to one lower-case clause.
  [[nodiscard]] static std::optional<ConversionPlan>
  create(const LinearLayout &source, const LinearLayout &destination,
         unsigned elementBits, std::string *error = nullptr);

  /// As `create`, but never by lanes: for comparison.
  [[nodiscard]] static std::optional<ConversionPlan>
  createShared(const LinearLayout &source, const LinearLayout &destination,
               unsigned elementBits, std::string *error = nullptr);

  [[nodiscard]] Kind getKind() const { return kind; }
  /// What a warp does.
  [[nodiscard]] const Work &getWork() const { return work; }

  /// From the place of the destination to the place of the source. A register,
  /// a lane or a warp that the destination holds twice may read the same place.
  [[nodiscard]] const LinearLayout &getMap() const { return map; }

  /// Of a plan of kind Lanes.
  [[nodiscard]] const LaneExchange &getLanes() const { return lanes; }
  /// Of a plan of kind Shared.
  [[nodiscard]] const SharedExchange &getShared() const { return shared; }

private:
  Kind kind = Kind::Nothing;
  LinearLayout map;
  LaneExchange lanes;
  SharedExchange shared;
  Work work;
};

} // namespace mlir::tile

#endif // TILE_LAYOUT_CONVERSIONPLAN_H
