//===- StackDecoders.cpp - stacksave, stackrestore, alloca ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// PTX ISA 9.0, 9.7.17 "Stack Manipulation Instructions". The stack of a frame
// is after its `.local` variables. The lanes that are in a frame share its
// end: all get the same address, with room for the lane that asks for most.
//
//===----------------------------------------------------------------------===//

#include "Decoder.h"
#include "Lanes.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir::tile;
using namespace mlir::tile::sim;
using llvm::StringRef;

/// PTX ISA, "alloca": without an alignment.
static constexpr uint64_t kDefaultAlignment = 8;

/// `Inst::imm` is the alignment, `Inst::a` the size.
template <typename T>
static void runAlloca(Warp &w, const Inst &i, uint32_t mask) {
  const T *sizes = w.reg<T>(i.a);
  unsigned most = __builtin_ctz(mask);
  for (uint32_t lanes = mask; lanes; lanes &= lanes - 1) {
    unsigned lane = __builtin_ctz(lanes);
    if (sizes[lane] > sizes[most])
      most = lane;
  }
  Frame &frame = w.frame();
  uint64_t begin = llvm::alignTo(frame.localEnd, i.imm), size = sizes[most];
  if (begin > kMaxLocal || size > kMaxLocal - begin) {
    w.report(ReportKind::OutOfBounds, i, most,
             "alloca of " + llvm::Twine(size) + " bytes with " +
                 llvm::Twine(frame.localEnd) +
                 " bytes of local memory in use; a thread has " +
                 llvm::Twine(kMaxLocal));
    w.stopRun();
    return;
  }
  frame.localEnd = begin + size;
  w.forgetLocal(begin, frame.localEnd, mask);
  T *d = w.reg<T>(i.dst);
  forLanes(mask, [&](unsigned l) { d[l] = T(begin); });
}

static void decodeAlloca(Decoder &d) {
  StringRef type = d.type();
  int64_t alignment = kDefaultAlignment;
  if (d.numOperands() > 2 && !d.immediate(d.operand(2), alignment))
    return;
  if (alignment <= 0 || !llvm::isPowerOf2_64(uint64_t(alignment)) ||
      uint64_t(alignment) > kMaxLocal)
    return d.fail("expected an alignment that is a power of two, found " +
                  llvm::Twine(alignment));
  d.inst.imm = uint64_t(alignment);
  d.inst.a = d.read(1, type);
  d.inst.dst = d.write(0, type);
  // So that it may end the run.
  d.inst.control = Control::Wait;
  d.program().followsLocal = true;
  d.emit(type == "u64" ? runAlloca<uint64_t> : runAlloca<uint32_t>);
}

template <typename T>
static void runSave(Warp &w, const Inst &i, uint32_t mask) {
  T *d = w.reg<T>(i.dst);
  uint64_t end = w.frame().localEnd;
  forLanes(mask, [&](unsigned l) { d[l] = T(end); });
}

static void decodeSave(Decoder &d) {
  d.inst.dst = d.write(0, d.type());
  d.emit(d.type() == "u64" ? runSave<uint64_t> : runSave<uint32_t>);
}

template <typename T>
static void runRestore(Warp &w, const Inst &i, uint32_t mask) {
  const T *a = w.reg<T>(i.a);
  Frame &frame = w.frame();
  uint64_t least = frame.localBase + frame.function->localSize;
  uint64_t end = least;
  for (uint32_t lanes = mask; lanes; lanes &= lanes - 1) {
    unsigned lane = __builtin_ctz(lanes);
    if (a[lane] < least || a[lane] > frame.localEnd)
      return w.report(
          ReportKind::Undefined, i, lane,
          "expected what stacksave gave, from " + llvm::Twine(least) + " to " +
              llvm::Twine(frame.localEnd) + ", found " + llvm::Twine(a[lane]));
    end = std::max<uint64_t>(end, a[lane]);
  }
  // Lanes of the frame that are elsewhere may still have something after it.
  if (mask == (frame.lanes & w.live()))
    frame.localEnd = end;
}

static void decodeRestore(Decoder &d) {
  d.inst.a = d.read(0, d.type());
  d.emit(d.type() == "u64" ? runRestore<uint64_t> : runRestore<uint32_t>);
}

void mlir::tile::sim::addStackDecoders(DecoderTable &table) {
  table.add("alloca", decodeAlloca, InstructionClass::Local);
  table.add("stacksave", decodeSave, InstructionClass::Local);
  table.add("stackrestore", decodeRestore, InstructionClass::Local);
}
