//===- ConvertDecoders.cpp - cvt ------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// PTX ISA 9.0, 9.7.9.21 "cvt" and 9.7.9.22 "cvt.pack". What is computed is in
// Conversion.
//
//===----------------------------------------------------------------------===//

#include "Decoder.h"
#include "Lanes.h"
#include "Shadow/Undefined.h"

#include "tile/Simulator/Float/Conversion.h"

using namespace mlir::tile;
using namespace mlir::tile::sim;
using llvm::StringRef;

/// One source, from registers of S to registers of D.
template <typename D, typename S>
static void runConvert(Warp &w, const Inst &i, uint32_t mask) {
  const auto &conversion = *static_cast<const Conversion *>(i.data);
  D *d = w.reg<D>(i.dst);
  const S *a = w.reg<S>(i.a);
  if (mask == kAllLanes)
    return conversion.convertAll(d, a, kNumLanes);
  for (; mask; mask &= mask - 1) {
    unsigned lane = __builtin_ctz(mask);
    conversion.convertAll(d + lane, a + lane, 1);
  }
}

template <typename D> static Handler getConvert(unsigned sourceBits) {
  switch (sourceBits) {
  case 8:
    return runConvert<D, uint8_t>;
  case 16:
    return runConvert<D, uint16_t>;
  case 32:
    return runConvert<D, uint32_t>;
  default:
    return runConvert<D, uint64_t>;
  }
}

static Handler getConvert(unsigned resultBits, unsigned sourceBits) {
  switch (resultBits) {
  case 8:
    return getConvert<uint8_t>(sourceBits);
  case 16:
    return getConvert<uint16_t>(sourceBits);
  case 32:
    return getConvert<uint32_t>(sourceBits);
  default:
    return getConvert<uint64_t>(sourceBits);
  }
}

namespace {
/// Several sources: where they are, and the widths of their registers.
struct PackedConversion {
  Conversion conversion;
  llvm::SmallVector<unsigned, 5> sourceBytes;
  unsigned resultBytes;
};
} // namespace

static void runPackedConvert(Warp &w, const Inst &i, uint32_t mask) {
  const auto &packed = *static_cast<const PackedConversion *>(i.data);
  uint8_t *d = w.reg<uint8_t>(i.dst);
  for (; mask; mask &= mask - 1) {
    unsigned lane = __builtin_ctz(mask);
    uint64_t sources[5] = {};
    for (unsigned s = 0; s < i.listSize; ++s) {
      unsigned bytes = packed.sourceBytes[s];
      std::memcpy(&sources[s], w.reg<uint8_t>(i.list[s]) + lane * bytes, bytes);
    }
    uint64_t result = packed.conversion.convert(
        sources[0], sources[1], sources[2], sources[3], sources[4]);
    std::memcpy(d + lane * packed.resultBytes, &result, packed.resultBytes);
  }
}

static void decodeConvert(Decoder &d) {
  std::optional<Conversion> conversion =
      Conversion::get(d.type(0), d.type(1), d.match.words);
  if (!conversion)
    return d.emitNotSimulated();
  if (conversion->getNumSources() == 1) {
    unsigned sourceBits, resultBits;
    bool isFloat = ptx::isFloatType(d.type(0)) || ptx::isFloatType(d.type(1));
    if (!isFloat && !d.has("sat"))
      d.info.flow = flowMove;
    d.inst.a = d.readWide(d.operand(1), d.type(1), sourceBits);
    d.inst.dst = d.writeWide(d.operand(0), d.type(0), resultBits);
    d.setData(*conversion);
    return d.emit(getConvert(resultBits, sourceBits));
  }
  PackedConversion packed{*conversion, {}, 0};
  llvm::SmallVector<uint32_t, 5> list;
  for (unsigned i = 1; i < d.numOperands(); ++i)
    for (const ptx::Operand &element : Decoder::elements(d.operand(i))) {
      if (list.size() == conversion->getNumSources())
        return d.emitNotSimulated();
      unsigned bits = conversion->getSourceBits(list.size());
      StringRef type = bits == 64   ? "b64"
                       : bits == 32 ? d.type(1) == "f32" ? "f32" : "b32"
                                    : "b16";
      list.push_back(d.readWide(element, type, bits));
      packed.sourceBytes.push_back(bits / 8);
    }
  unsigned resultBits;
  d.inst.dst = d.writeWide(d.operand(0), d.type(0), resultBits);
  packed.resultBytes = resultBits / 8;
  bool isPair = d.type(0).ends_with("x2") && list.size() == 2;
  d.info.flow = isPair ? flowPair : flowAll;
  d.setList(list);
  d.setData(std::move(packed));
  d.emit(runPackedConvert);
}

void mlir::tile::sim::addConvertDecoders(DecoderTable &table) {
  table.add("cvt", decodeConvert, InstructionClass::Conversion);
}
