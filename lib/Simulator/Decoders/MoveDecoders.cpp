//===- MoveDecoders.cpp - Moves, packs, and kinds of addresses ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// PTX ISA 9.0, 9.7.9.1 "mov", 9.7.9.20 "cvta", 9.7.9.19 "isspacep", 9.7.9.23
// "mapa", 9.7.9.24 "getctarank", and special registers.
//
//===----------------------------------------------------------------------===//

#include "Block.h"
#include "Decoder.h"
#include "Lanes.h"
#include "Shadow/Undefined.h"

using namespace mlir::tile;
using namespace mlir::tile::sim;
using llvm::StringRef;

//===----------------------------------------------------------------------===//
// mov
//===----------------------------------------------------------------------===//

template <typename T>
static void runMove(Warp &w, const Inst &i, uint32_t mask) {
  T *d = w.reg<T>(i.dst);
  const T *a = w.reg<T>(i.a);
  forLanes(mask, [&](unsigned l) { d[l] = a[l]; });
}

static void runMovePredicate(Warp &w, const Inst &i, uint32_t mask) {
  w.setPredicate(i.dst, mask, w.pred(i.a) ^ uint32_t(i.imm));
}

static Handler getMove(unsigned bits) {
  switch (bits) {
  case 1:
    return runMovePredicate;
  case 8:
    return runMove<uint8_t>;
  case 16:
    return runMove<uint16_t>;
  case 32:
    return runMove<uint32_t>;
  case 64:
    return runMove<uint64_t>;
  default:
    return runMove<Bits128>;
  }
}

/// dst = {list...}, the first element in the low bits.
template <typename T>
static void runPack(Warp &w, const Inst &i, uint32_t mask) {
  T *d = w.reg<T>(i.dst);
  unsigned size = i.listSize;
  for (unsigned e = 0; e < size; ++e) {
    const T *a = w.reg<T>(i.list[e]);
    forLanes(mask, [&](unsigned l) { d[l * size + e] = a[l]; });
  }
}

/// {list...} = a.
template <typename T>
static void runUnpack(Warp &w, const Inst &i, uint32_t mask) {
  const T *a = w.reg<T>(i.a);
  unsigned size = i.listSize;
  for (unsigned e = 0; e < size; ++e) {
    T *d = w.reg<T>(i.list[e]);
    forLanes(mask, [&](unsigned l) { d[l] = a[l * size + e]; });
  }
}

template <typename T> static Handler getPack(bool packs) {
  return packs ? runPack<T> : runUnpack<T>;
}

/// The type of an element of a vector: "b8" to "b64".
static StringRef getElementType(unsigned bits) {
  return bits == 8 ? "b8" : bits == 16 ? "b16" : bits == 32 ? "b32" : "b64";
}

static void decodeMove(Decoder &d) {
  StringRef type = d.type();
  unsigned bits = ptx::getTypeBits(type);
  const ptx::Operand &to = d.operand(0), &from = d.operand(1);
  // Of a predicate, which may be flipped, each bit is by itself.
  if (type != "pred")
    d.info.flow = flowMove;
  bool packs = from.kind == ptx::Operand::Vector;
  if (!packs && to.kind != ptx::Operand::Vector) {
    // `mov.u32` of a special register of 64 bits takes its low half.
    unsigned found;
    d.inst.a = d.readWide(from, type, found);
    if (found < bits || (found != bits && found != 64))
      return d.fail("expected a register of " + llvm::Twine(bits) +
                    " bits, found '" + from.name + "' with " +
                    llvm::Twine(found));
    d.inst.imm = from.isNegated ? ~0u : 0;
    d.inst.dst = d.write(0, type);
    return d.emit(getMove(bits));
  }
  llvm::ArrayRef<ptx::Operand> elements = Decoder::elements(packs ? from : to);
  unsigned elementBits = elements.empty() ? 0 : bits / elements.size();
  if (elementBits < 8 || elementBits * elements.size() != bits ||
      !llvm::isPowerOf2_32(elementBits))
    return d.fail("expected a vector whose elements fill " + llvm::Twine(bits) +
                  " bits, found " + llvm::Twine(elements.size()) + " elements");
  d.inst.mode = elementBits / 8;
  llvm::SmallVector<uint32_t, 8> list;
  if (packs) {
    for (const ptx::Operand &element : elements)
      list.push_back(d.read(element, getElementType(elementBits)));
    d.inst.dst = d.write(0, type);
  } else {
    d.inst.a = d.read(1, type);
    for (const ptx::Operand &element : elements)
      list.push_back(d.write(element, getElementType(elementBits)));
  }
  d.setList(list);
  d.emit(elementBits == 8    ? getPack<uint8_t>(packs)
         : elementBits == 16 ? getPack<uint16_t>(packs)
         : elementBits == 32 ? getPack<uint32_t>(packs)
                             : getPack<uint64_t>(packs));
}

//===----------------------------------------------------------------------===//
// Special registers that change
//===----------------------------------------------------------------------===//

template <typename T>
static void runSpecial(Warp &w, const Inst &i, uint32_t mask) {
  T *d = w.reg<T>(i.dst);
  uint64_t value = w.getSpecialValue(Special(i.mode), 0, 0);
  forLanes(mask, [&](unsigned l) { d[l] = value; });
}

uint32_t FunctionDecoder::readDynamicSpecial(Special special, unsigned bits) {
  Inst inst;
  inst.dst = makeTemporary(bits);
  inst.mode = uint8_t(special);
  inst.flags = IsHidden;
  inst.control = Control::Wait;
  inst.run = bits == 64   ? runSpecial<uint64_t>
             : bits == 16 ? runSpecial<uint16_t>
                          : runSpecial<uint32_t>;
  emit(inst, {});
  return inst.dst;
}

//===----------------------------------------------------------------------===//
// Addresses
//===----------------------------------------------------------------------===//

/// What generic addresses of a space are more than its own; 0 of global.
static uint64_t getWindow(Decoder &d) {
  if (d.has("shared") || d.has("shared::cta") || d.has("shared::cluster"))
    return kSharedWindow;
  if (d.has("local"))
    return kLocalWindow;
  if (d.has("param") || d.has("param::entry"))
    return kParamWindow;
  if (d.has("const"))
    return d.program().constantBase;
  return 0;
}

template <typename T>
static void runAddConstant(Warp &w, const Inst &i, uint32_t mask) {
  T *d = w.reg<T>(i.dst);
  const T *a = w.reg<T>(i.a);
  forLanes(mask, [&](unsigned l) { d[l] = a[l] + T(i.imm); });
}

/// A null pointer of any space is the generic null, and the other way round:
/// not in PTX, where offset 0 of shared memory is a valid address.
static void decodeCvta(Decoder &d) {
  uint64_t window = getWindow(d);
  d.inst.imm = d.has("to") ? -window : window;
  d.info.flow = flowCarry;
  d.inst.a = d.read(1, d.type());
  d.inst.dst = d.write(0, d.type());
  if (ptx::getTypeBits(d.type()) == 32)
    return d.fail("expected generic addresses of 64 bits, found cvta of 32");
  d.emit(runAddConstant<uint64_t>);
}

static void runIsSpace(Warp &w, const Inst &i, uint32_t mask) {
  const uint64_t *a = w.reg<uint64_t>(i.a);
  uint32_t result = collectLanes(mask, [&](unsigned l) {
    uint64_t address = a[l];
    if (i.mode == 0) {
      // Global or const: a buffer of its kind, or at least no window.
      const Buffer *buffer =
          w.block.launch().program.memory.findBefore(address);
      bool isConst =
          buffer && buffer->contains(address, 1) && buffer->isReadOnly;
      bool isGlobal = address >= GlobalMemory::kFirstAddress && !isConst;
      return i.imm ? isConst : isGlobal;
    }
    if (address - i.imm >= kWindowSize)
      return false;
    // .shared::cta are the addresses of the CTA itself.
    return i.mode != 2 ||
           (address - kSharedWindow) / kClusterStride == w.block.rank;
  });
  w.setPredicate(i.dst, mask, result);
}

static void decodeIsSpace(Decoder &d) {
  bool isConst = d.has("const");
  d.inst.imm = isConst ? 1 : getWindow(d);
  d.inst.mode = !isConst && d.inst.imm ? 1 : 0;
  if (d.has("shared") || d.has("shared::cta"))
    d.inst.mode = 2;
  d.inst.a = d.read(1, "b64");
  d.inst.dst = d.write(0, "pred");
  d.emit(runIsSpace);
}

/// The address in another CTA of the cluster that stands for one in this.
template <typename T>
static void runMapa(Warp &w, const Inst &i, uint32_t mask) {
  T *d = w.reg<T>(i.dst);
  const T *a = w.reg<T>(i.a);
  const uint32_t *rank = w.reg<uint32_t>(i.b);
  for (; mask; mask &= mask - 1) {
    unsigned lane = __builtin_ctz(mask);
    uint64_t base = i.mode ? kSharedWindow : 0;
    uint64_t offset = (a[lane] - base) % kClusterStride;
    d[lane] = T(base + uint64_t(rank[lane]) * kClusterStride + offset);
  }
}

template <typename T>
static void runGetRank(Warp &w, const Inst &i, uint32_t mask) {
  uint32_t *d = w.reg<uint32_t>(i.dst);
  const T *a = w.reg<T>(i.a);
  forLanes(mask, [&](unsigned l) {
    d[l] = uint32_t((a[l] - (i.mode ? kSharedWindow : 0)) / kClusterStride);
  });
}

static void decodeMapa(Decoder &d) {
  bool isWide = ptx::getTypeBits(d.type()) == 64;
  d.inst.mode = !d.has("shared::cluster");
  d.inst.a = d.read(1, d.type());
  d.inst.b = d.read(2, "b32");
  d.inst.dst = d.write(0, d.type());
  d.emit(isWide ? runMapa<uint64_t> : runMapa<uint32_t>);
}

static void decodeGetRank(Decoder &d) {
  bool isWide = ptx::getTypeBits(d.type()) == 64;
  d.inst.mode = !d.has("shared::cluster");
  d.inst.a = d.read(1, d.type());
  d.inst.dst = d.write(0, "b32");
  d.emit(isWide ? runGetRank<uint64_t> : runGetRank<uint32_t>);
}

void mlir::tile::sim::addMoveDecoders(DecoderTable &table) {
  auto add = [&](StringRef opcode, DecodeFunction decode) {
    table.add(opcode, decode, InstructionClass::Move);
  };
  add("mov", decodeMove);
  add("cvta", decodeCvta);
  add("isspacep", decodeIsSpace);
  add("mapa", decodeMapa);
  add("getctarank", decodeGetRank);
}
