//===- Undefined.h - Bits without a value -----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Bits that were never set may be copied, computed with and thrown away. They
// are a mistake where they decide something or leave the kernel.
//
//===----------------------------------------------------------------------===//
//
// The rule is memcheck's (Seward and Nethercote, "Using Valgrind to detect
// undefined value errors with bit-precision", USENIX 2005). Each bit of a
// register and of memory has a second bit, its shadow, 1 if it is undefined.
// Shadows go along with the values:
//
//     @%p ld.shared.f32 %f1, [%rd1]    lanes without %p: 32 undefined bits
//     shfl.sync.bfly %f2|%q, %f1, ...  they go to other lanes
//     max.f32 %f3, %f1, %f2            one undefined source: all undefined
//     @%q st.shared.f32 [%rd2], %f3    lanes without %q: no thread sees them
//
// and are reported where they matter (InstInfo::hasEffect): a branch, the guard
// of an instruction with an effect, an address, an operand of a barrier, of an
// atomic operation, what is stored to global memory.
//
// What it costs. Whether a register may have undefined bits at all follows from
// the code (Definedness.cpp): what every way has written, with values that have
// none, needs no shadow. A kernel that only loads global memory has no shadow
// at all. One that loads shared or local memory has; but as long as no register
// of the frame really has undefined bits, an instruction pays one comparison
// (Frame::numUndefined).
//
// Shadows of registers are a second frame right before the registers: the
// shadow of a register at `offset` is at `shadow + offset`. So an instruction
// that only moves bits does to shadows what it does to values: its handler runs
// with the shadows as registers (flowMove). The operands that say where bits
// go, such as the amount of a shift, are a frame further: real again. The
// shadow of a lane is 0 if the lane's bit in Frame::undefined is.
//
// Shadows of memory are 8 bits for each byte, where Warp::shadows points after
// an access.
//
// Limits: one origin for all lanes of a register; global memory has no shadow,
// as nothing undefined gets there unreported.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_SIMULATOR_SHADOW_UNDEFINED_H
#define TILE_LIB_SIMULATOR_SHADOW_UNDEFINED_H

#include "Warp.h"

namespace mlir::tile::sim {

//===----------------------------------------------------------------------===//
// Flows: how undefined bits go through instructions
//===----------------------------------------------------------------------===//

/// An undefined bit makes the results of the lane undefined.
void flowAll(Warp &w, const Inst &inst, const InstInfo &info, uint32_t mask);
/// The instruction moves bits, as InstInfo::controls say.
void flowMove(Warp &w, const Inst &inst, const InstInfo &info, uint32_t mask);
/// Sums and products: a bit depends on those below it only.
void flowCarry(Warp &w, const Inst &inst, const InstInfo &info, uint32_t mask);
/// Parts of InstInfo::table bits that have nothing to do with each other.
void flowParts(Warp &w, const Inst &inst, const InstInfo &info, uint32_t mask);
/// The first half of the registers of `Inst::list` makes the high half of the
/// result, the second one the low half.
void flowPair(Warp &w, const Inst &inst, const InstInfo &info, uint32_t mask);
/// A function of bits, InstInfo::table; `Inst::imm` does not matter except for
/// predicates: what to flip of b and, above, of a.
void flowTable(Warp &w, const Inst &inst, const InstInfo &info, uint32_t mask);

inline constexpr uint8_t kTableAnd = 0xC0, kTableOr = 0xFC, kTableXor = 0x3C;

//===----------------------------------------------------------------------===//
// Registers
//===----------------------------------------------------------------------===//

/// The shadow of a register of the frame that runs.
template <typename T> T *getShadow(const Warp &w, uint32_t offset) {
  return reinterpret_cast<T *>(w.frame().shadow + offset);
}

/// All bits of a register are undefined, or defined, in these lanes.
void setUndefined(Frame &frame, const RegisterUse &use, uint32_t lanes,
                  uint32_t origin);
void setDefined(Frame &frame, const RegisterUse &use, uint32_t lanes);
/// After the register's shadow was written: notes in which of these lanes it
/// has undefined bits.
void noteShadow(Frame &frame, const RegisterUse &use, uint32_t lanes,
                uint32_t origin);
/// The lanes in which an instruction's handled operands have undefined bits,
/// and where these are from.
uint32_t findHandled(const Warp &w, const Inst &inst, uint32_t mask,
                     uint32_t &origin);

/// Runs a handler with shadows as registers.
template <typename F> void withShadows(Warp &w, F f) {
  uint8_t *saved = w.registers;
  w.registers = w.frame().shadow;
  f();
  w.registers = saved;
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

/// After a load of these lanes into the registers of `Inst::list`, whose writes
/// are known to be defined so far: gives them what memory has. `load` loads
/// from pointers into the current registers.
using ShadowAccess = void (*)(Warp &, const Inst &, uint32_t, uint8_t *const *);
void followLoad(Warp &w, const Inst &inst, uint32_t lanes, unsigned bytes,
                ShadowAccess load);
/// After a store of the lanes `good` of `mask`, whose memory is known to be
/// defined so far.
void followStore(Warp &w, const Inst &inst, uint32_t mask, uint32_t good,
                 unsigned bytes, ShadowAccess store);

/// After a store of undefined bits: where they are from.
void noteOrigin(Warp &w, const uint8_t *shadow, unsigned bytes,
                uint32_t origin);

/// Whether any bit of the shadow is set.
inline bool hasUndefinedBits(const uint8_t *shadow, uint64_t bytes) {
  for (; bytes >= 8; bytes -= 8, shadow += 8) {
    uint64_t word;
    std::memcpy(&word, shadow, 8);
    if (word)
      return true;
  }
  for (; bytes; --bytes)
    if (*shadow++)
      return true;
  return false;
}

//===----------------------------------------------------------------------===//
// Origins
//===----------------------------------------------------------------------===//

/// Where undefined bits are from: an instruction, and which of its reads found
/// a register that was never written, or which memory it loaded. 0: unknown.
struct Origin {
  uint32_t pc = 0;
  unsigned read = 0;
  /// Space::Generic if it is not from memory.
  Space memory = Space::Generic;
};
uint32_t packOrigin(const Origin &origin);
Origin unpackOrigin(uint32_t packed);

} // namespace mlir::tile::sim

#endif // TILE_LIB_SIMULATOR_SHADOW_UNDEFINED_H
