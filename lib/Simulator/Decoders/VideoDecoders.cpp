//===- VideoDecoders.cpp - Arithmetic on parts of words -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// PTX ISA 9.0, 9.7.18 "Video Instructions": vadd, vsub, vabsdiff, vmin, vmax,
// vshl, vshr, vmad and vset on one byte, half or word each, and those that end
// in 2 and 4 on all halves and bytes. They are rare: nothing here is fast.
//
// All give what an H200 gives. It has none of those on one part of a word:
// ptxas makes them of other instructions, mostly on 64 bits, and these do what
// PTX ISA says except in some places, which are marked with "ptxas" below. That
// is from the machine code for sm_90a of CUDA 13.0.
//
//===----------------------------------------------------------------------===//

#include "Decoder.h"
#include "Lanes.h"

#include "tile/Simulator/Float/FloatArithmetic.h"

#include "llvm/ADT/StringSwitch.h"

using namespace mlir::tile;
using namespace mlir::tile::sim;
using llvm::StringRef;

/// Wide enough for products of words and what is added to them.
using Wide = __int128;

namespace {
enum class VideoOp : uint8_t {
  Add,
  Sub,
  AbsDiff,
  Min,
  Max,
  Average,
  Shl,
  Shr,
  Mad,
  Set
};

/// What happens to the results and the last operand.
enum class Secondary : uint8_t { None, Merge, Add, Min, Max };

/// What the words and the selections of an instruction say.
struct VideoPlan {
  VideoOp op = VideoOp::Add;
  Secondary secondary = Secondary::None;
  Comparison comparison = Comparison::Eq;
  bool isSignedA = false, isSignedB = false, isSignedD = false;
  bool saturates = false, wraps = false, addsOne = false;
  /// Of vmad: -a or -b, and -c.
  bool negatesProduct = false, negatesAddend = false;
  /// Of vmad: 0, 7 or 15.
  uint8_t scale = 0;
  /// Results; 1, 2 or 4.
  uint8_t count = 1;
  /// The width of each source part and result.
  uint8_t bitsA = 32, bitsB = 32, bitsD = 32;
  /// Of each result, which part of a and of b. Of two or four, parts are
  /// numbered through a and then b.
  uint8_t partA[4] = {}, partB[4] = {};
  /// The parts of the destination: of one result, its place; else a mask.
  uint8_t place = 0, mask = 0xf;
};
} // namespace

//===----------------------------------------------------------------------===//
// Execution
//===----------------------------------------------------------------------===//

static Wide getPart(uint64_t word, unsigned bits, unsigned part,
                    bool isSigned) {
  uint64_t mask = bits == 64 ? ~uint64_t(0) : (uint64_t(1) << bits) - 1;
  Wide value = Wide((word >> (bits * part)) & mask);
  return isSigned && (value >> (bits - 1)) ? value - (Wide(1) << bits) : value;
}

static Wide clampTo(Wide value, unsigned bits, bool isSigned) {
  Wide min = isSigned ? -(Wide(1) << (bits - 1)) : 0;
  Wide max = (Wide(1) << (isSigned ? bits - 1 : bits)) - 1;
  return value < min ? min : value > max ? max : value;
}

static bool compareNumbers(Comparison comparison, Wide a, Wide b) {
  switch (comparison) {
  case Comparison::Eq:
    return a == b;
  case Comparison::Ne:
    return a != b;
  case Comparison::Lt:
    return a < b;
  case Comparison::Le:
    return a <= b;
  case Comparison::Gt:
    return a > b;
  default:
    return a >= b;
  }
}

/// The low bits, as a signed number.
static Wide extend(Wide value, unsigned bits) {
  Wide low = value & ((Wide(1) << bits) - 1);
  return low >> (bits - 1) ? low - (Wide(1) << bits) : low;
}

static Wide compute(const VideoPlan &plan, Wide a, Wide b) {
  switch (plan.op) {
  case VideoOp::Add:
    return a + b;
  case VideoOp::Sub:
    return a - b;
  case VideoOp::AbsDiff:
    return a > b ? a - b : b - a;
  case VideoOp::Min:
    return a < b ? a : b;
  case VideoOp::Max:
    return a > b ? a : b;
  case VideoOp::Average:
    return a + b >= 0 ? (a + b + 1) >> 1 : (a + b) >> 1;
  case VideoOp::Shl:
  case VideoOp::Shr: {
    // ptxas: shifts 64 bits; of these, 34 are left where the result saturates.
    unsigned amount = plan.wraps ? unsigned(b & 31) : unsigned(b < 32 ? b : 32);
    Wide shifted =
        plan.op == VideoOp::Shl ? a * (Wide(1) << amount) : a >> amount;
    return extend(shifted, plan.saturates ? 34 : 64);
  }
  case VideoOp::Set:
    return compareNumbers(plan.comparison, a, b);
  case VideoOp::Mad:
    break;
  }
  return 0;
}

/// vmad: a * b + c, shifted. ptxas: all three are signed words, and an unsigned
/// sum of 64 bits is shifted, whose sign only saturates if it is not.
static uint32_t computeMad(const VideoPlan &plan, Wide a, Wide b, uint32_t c) {
  bool isSigned = plan.isSignedA || plan.isSignedB || plan.negatesProduct ||
                  plan.negatesAddend;
  Wide product = extend(a, 32) * extend(b, 32), addend = extend(c, 32);
  Wide sum = (plan.negatesProduct ? -product : product) +
             (plan.negatesAddend ? -addend : addend) + (plan.addsOne ? 1 : 0);
  if (!isSigned && plan.scale)
    sum &= (Wide(1) << 64) - 1;
  sum >>= plan.scale;
  return uint32_t(plan.saturates ? clampTo(sum, 32, isSigned) : sum);
}

/// `.sat` of an instruction on one part.
static Wide saturate(const VideoPlan &plan, Wide value) {
  if (plan.op == VideoOp::Shl || plan.op == VideoOp::Shr)
    return clampTo(value, 32, plan.isSignedD);
  if (plan.bitsD == 32)
    // ptxas: an unsigned result has no upper bound.
    return plan.isSignedD ? clampTo(value, 32, true) : std::max(value, Wide(0));
  // ptxas: what is below 0 is as large as can be.
  Wide max = clampTo(Wide(1) << 64, plan.bitsD, plan.isSignedD);
  return value < 0 || value > max ? max : value;
}

/// Whether the result is less than c, for `.min` and `.max`. ptxas: compared
/// are 64 bits; of sums, differences and saturated shifts the sign of the word
/// fills the high half, also where the comparison is unsigned.
static bool isLess(const VideoPlan &plan, Wide result, uint32_t c) {
  bool isShift = plan.op == VideoOp::Shl || plan.op == VideoOp::Shr;
  if (plan.op == VideoOp::Add || plan.op == VideoOp::Sub ||
      (isShift && plan.saturates))
    result = extend(result, 32);
  return plan.isSignedD ? result < extend(c, 32) : uint64_t(result) < c;
}

static uint32_t computeOne(const VideoPlan &plan, uint32_t a, uint32_t b,
                           uint32_t c) {
  Wide x = getPart(a, plan.bitsA, plan.partA[0], plan.isSignedA);
  Wide y = getPart(b, plan.bitsB, plan.partB[0], plan.isSignedB);
  if (plan.op == VideoOp::Mad)
    return computeMad(plan, x, y, c);
  Wide result = compute(plan, x, y);
  if (plan.saturates)
    result = saturate(plan, result);
  switch (plan.secondary) {
  case Secondary::None:
    return uint32_t(result);
  case Secondary::Add:
    return uint32_t(result) + c;
  case Secondary::Min:
  case Secondary::Max:
    return isLess(plan, result, c) == (plan.secondary == Secondary::Min)
               ? uint32_t(result)
               : c;
  case Secondary::Merge:
    break;
  }
  // ptxas: `.h1` takes the high half of the result, not the low one.
  if (plan.bitsD == 16 && plan.place == 1)
    return (uint32_t(result) & 0xFFFF0000) | (c & 0xFFFF);
  unsigned shift = plan.bitsD * plan.place;
  uint32_t mask = plan.bitsD == 32 ? ~0u : ((1u << plan.bitsD) - 1) << shift;
  return (uint32_t(result) << shift & mask) | (c & ~mask);
}

static uint32_t computeSeveral(const VideoPlan &plan, uint32_t a, uint32_t b,
                               uint32_t c) {
  uint64_t sources = uint64_t(b) << 32 | a;
  uint32_t result = c, mask = (1u << plan.bitsD) - 1;
  for (unsigned k = 0; k < plan.count; ++k) {
    if (!((plan.mask >> k) & 1))
      continue;
    Wide value = compute(
        plan, getPart(sources, plan.bitsA, plan.partA[k], plan.isSignedA),
        getPart(sources, plan.bitsB, plan.partB[k], plan.isSignedB));
    if (plan.saturates)
      value = clampTo(value, plan.bitsD, plan.isSignedD);
    unsigned shift = plan.bitsD * k;
    if (plan.secondary == Secondary::Add)
      result += uint32_t(value);
    else
      result = (result & ~(mask << shift)) | (uint32_t(value) & mask) << shift;
  }
  return result;
}

template <uint32_t (*Compute)(const VideoPlan &, uint32_t, uint32_t, uint32_t)>
static void runVideo(Warp &w, const Inst &i, uint32_t mask) {
  const auto &plan = *static_cast<const VideoPlan *>(i.data);
  uint32_t *d = w.reg<uint32_t>(i.dst);
  const uint32_t *a = w.reg<uint32_t>(i.a), *b = w.reg<uint32_t>(i.b),
                 *c = w.reg<uint32_t>(i.c);
  forLanes(mask, [&](unsigned l) { d[l] = Compute(plan, a[l], b[l], c[l]); });
}

//===----------------------------------------------------------------------===//
// Words and selections
//===----------------------------------------------------------------------===//

static Secondary getSecondary(StringRef word) {
  return llvm::StringSwitch<Secondary>(word)
      .Case("add", Secondary::Add)
      .Case("min", Secondary::Min)
      .Case("max", Secondary::Max)
      .Default(Secondary::None);
}

/// Reads the words after the opcode; false if one is unknown.
static bool readWords(const Decoder &d, VideoPlan &plan) {
  llvm::ArrayRef<std::string> words = d.source.modifiers;
  unsigned numTypes = plan.op == VideoOp::Set ? 2 : 3;
  bool *types[] = {&plan.isSignedD, &plan.isSignedA, &plan.isSignedB};
  if (words.size() < numTypes)
    return false;
  for (unsigned k = 0; k < numTypes; ++k) {
    if (words[k] != "u32" && words[k] != "s32")
      return false;
    *types[k + 3 - numTypes] = words[k] == "s32";
  }
  words = words.drop_front(numTypes);
  if (plan.op == VideoOp::Set) {
    // ptxas: `.min` and `.max` compare as the type of a says.
    plan.isSignedD = plan.isSignedA;
    std::optional<Comparison> comparison =
        llvm::StringSwitch<std::optional<Comparison>>(
            words.empty() ? StringRef() : StringRef(words.front()))
            .Case("eq", Comparison::Eq)
            .Case("ne", Comparison::Ne)
            .Case("lt", Comparison::Lt)
            .Case("le", Comparison::Le)
            .Case("gt", Comparison::Gt)
            .Case("ge", Comparison::Ge)
            .Default(std::nullopt);
    if (!comparison)
      return false;
    plan.comparison = *comparison;
    words = words.drop_front();
  }
  for (StringRef word : words) {
    bool isShift = plan.op == VideoOp::Shl || plan.op == VideoOp::Shr;
    if (word == "sat")
      plan.saturates = true;
    else if (isShift && (word == "clamp" || word == "wrap"))
      plan.wraps = word == "wrap";
    else if (plan.op == VideoOp::Mad && word == "po")
      plan.addsOne = true;
    else if (plan.op == VideoOp::Mad && (word == "shr7" || word == "shr15"))
      plan.scale = word == "shr7" ? 7 : 15;
    else if (getSecondary(word) != Secondary::None &&
             plan.secondary == Secondary::None)
      plan.secondary = getSecondary(word);
    else
      return false;
  }
  return true;
}

/// The digits of `.b3210`, the first in the word being the highest part; false
/// if it is no such selection of parts below `numParts`.
static bool readSelection(StringRef component, char letter, unsigned numParts,
                          llvm::SmallVectorImpl<uint8_t> &parts) {
  if (component.size() < 3 || component[0] != '.' || component[1] != letter)
    return false;
  for (char c : llvm::reverse(component.drop_front(2))) {
    if (c < '0' || unsigned(c - '0') >= numParts)
      return false;
    parts.push_back(uint8_t(c - '0'));
  }
  return true;
}

/// `.b0` to `.b3`, `.h0`, `.h1`, or nothing.
static bool readPart(StringRef component, uint8_t &bits, uint8_t &part) {
  llvm::SmallVector<uint8_t, 4> parts;
  if (component.empty())
    return true;
  bits = component.size() > 1 && component[1] == 'h' ? 16 : 8;
  if (!readSelection(component, bits == 16 ? 'h' : 'b', 32 / bits, parts) ||
      parts.size() != 1)
    return false;
  part = parts.front();
  return true;
}

static bool readParts(const Decoder &d, VideoPlan &plan) {
  StringRef components[3];
  for (unsigned k = 0; k < 3; ++k)
    components[k] = d.operand(k).component;
  if (plan.count == 1) {
    if (!readPart(components[0], plan.bitsD, plan.place) ||
        !readPart(components[1], plan.bitsA, plan.partA[0]) ||
        !readPart(components[2], plan.bitsB, plan.partB[0]))
      return false;
    if (plan.bitsD != 32 && plan.secondary != Secondary::None)
      return false;
    if (plan.bitsD != 32)
      plan.secondary = Secondary::Merge;
    return true;
  }
  plan.bitsA = plan.bitsB = plan.bitsD = 32 / plan.count;
  char letter = plan.count == 2 ? 'h' : 'b';
  llvm::SmallVector<uint8_t, 4> parts;
  if (!components[0].empty()) {
    if (!readSelection(components[0], letter, plan.count, parts))
      return false;
    plan.mask = 0;
    for (uint8_t part : parts)
      plan.mask |= 1 << part;
  }
  for (unsigned k = 0; k < 2; ++k) {
    uint8_t *to = k == 0 ? plan.partA : plan.partB;
    parts.clear();
    if (components[k + 1].empty())
      for (unsigned part = 0; part < plan.count; ++part)
        parts.push_back(k * plan.count + part);
    else if (!readSelection(components[k + 1], letter, 2 * plan.count, parts) ||
             parts.size() != plan.count)
      return false;
    llvm::copy(parts, to);
  }
  return true;
}

/// The operation that an opcode begins with, as vadd of vadd4.
static VideoOp getOperation(StringRef opcode) {
  return llvm::StringSwitch<VideoOp>(opcode.rtrim("24"))
      .Case("vadd", VideoOp::Add)
      .Case("vsub", VideoOp::Sub)
      .Case("vabsdiff", VideoOp::AbsDiff)
      .Case("vmin", VideoOp::Min)
      .Case("vmax", VideoOp::Max)
      .Case("vavrg", VideoOp::Average)
      .Case("vshl", VideoOp::Shl)
      .Case("vshr", VideoOp::Shr)
      .Case("vmad", VideoOp::Mad)
      .Default(VideoOp::Set);
}

static void decodeVideo(Decoder &d) {
  StringRef opcode = d.source.opcode;
  VideoPlan plan;
  plan.op = getOperation(opcode);
  plan.count = opcode.ends_with("2") ? 2 : opcode.ends_with("4") ? 4 : 1;
  if (!readWords(d, plan))
    return d.fail("expected the words of '" + opcode + "', found '" +
                  d.source.getMnemonic() + "'");
  if (d.numOperands() != 3 && d.numOperands() != 4)
    return d.fail("expected 3 or 4 operands, found " +
                  llvm::Twine(d.numOperands()));
  if (!readParts(d, plan))
    return d.fail("expected parts of words as in '.b0' or '.h1', and in "
                  "instructions of two or four '.h10' or '.b3210'");
  bool needsLast = plan.count > 1 || plan.secondary != Secondary::None ||
                   plan.op == VideoOp::Mad;
  if (needsLast && d.numOperands() == 3)
    return d.fail("expected 4 operands, found 3");
  bool hasMinus[4] = {};
  for (unsigned k = 0; k < d.numOperands(); ++k) {
    hasMinus[k] = d.operand(k).isMinus;
    if (hasMinus[k] && (plan.op != VideoOp::Mad || k == 0))
      return d.fail("expected an operand without '-', found '-" +
                    d.operand(k).name + "'");
  }
  plan.negatesProduct = hasMinus[1] != hasMinus[2];
  plan.negatesAddend = hasMinus[3];
  // Else a fourth operand has no part that could stay: the result is all of it.
  d.inst.a = d.read(1, "b32");
  d.inst.b = d.read(2, "b32");
  if (needsLast)
    d.inst.c = d.read(3, "b32");
  d.inst.dst = d.write(0, "b32");
  d.setData(plan);
  d.emit(plan.count == 1 ? runVideo<computeOne> : runVideo<computeSeveral>);
}

void mlir::tile::sim::addVideoDecoders(DecoderTable &table) {
  for (StringRef opcode :
       {"vadd",      "vsub",      "vabsdiff", "vmin",  "vmax",  "vshl",
        "vshr",      "vmad",      "vset",     "vadd2", "vsub2", "vavrg2",
        "vabsdiff2", "vmin2",     "vmax2",    "vset2", "vadd4", "vsub4",
        "vavrg4",    "vabsdiff4", "vmin4",    "vmax4", "vset4"})
    table.add(opcode, decodeVideo, InstructionClass::Integer);
}
