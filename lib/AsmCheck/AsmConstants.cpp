//===- AsmConstants.cpp - Which values a constant may have ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AsmOperands.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir::tile::ptx;
using llvm::StringRef;

namespace {
/// The values that an operand may have where it is a constant. Words before "!"
/// must be there, words after it must not.
struct ConstantRange {
  llvm::StringLiteral opcode;
  llvm::StringLiteral words;
  unsigned position;
  int64_t min, max;
  int64_t multipleOf = 1;
};
} // namespace

// PTX ISA 9.0, the section of each instruction; and ptxas, which goes less far
// for some.
static constexpr ConstantRange kRanges[] = {
    {"bar", "!warp red", 0, 0, 15},
    {"bar", "red !warp", 1, 0, 15},
    {"barrier", "!red", 0, 0, 15},
    {"barrier", "red", 1, 0, 15},
    {"bfe", "", 2, 0, 255},
    {"bfe", "", 3, 0, 255},
    {"bfi", "", 3, 0, 255},
    {"bfi", "", 4, 0, 255},
    {"cp", "async cg !bulk", 2, 16, 16},
    {"cp", "async cg !bulk", 3, 0, 16},
    {"cp", "async wait_group", 0, 0, INT64_MAX},
    {"cp", "async bulk prefetch !tensor", 1, 0, 1048560, 16},
    {"cp", "async bulk !prefetch tensor wait_group", 2, 0, 1048560, 16},
    // ptxas takes more, and drops the bits above.
    {"lop3", "", 4, 0, 255},
    {"prmt", "!f4e !b4e !rc8 !ecl !ecr !rc16", 3, 0, 65535},
    {"prmt", "f4e", 3, 0, 3},
    {"prmt", "b4e", 3, 0, 3},
    {"prmt", "rc8", 3, 0, 3},
    {"prmt", "ecl", 3, 0, 3},
    {"prmt", "ecr", 3, 0, 3},
    {"prmt", "rc16", 3, 0, 3},
    {"setmaxnreg", "", 0, 24, 256, 8},
    {"pmevent", "!mask", 0, 0, 15},
    {"pmevent", "mask", 0, 0, 65535},
    {"applypriority", "", 1, 128, 128},
    {"discard", "", 1, 128, 128},
    {"fence", "tensormap::generic acquire", 1, 128, 128},
    {"tensormap", "cp_fenceproxy", 2, 128, 128},
    {"mbarrier", "init", 1, 1, (1 << 20) - 1},
    {"mbarrier", "test_wait parity", 2, 0, 1},
    {"mbarrier", "try_wait parity", 2, 0, 1},
    {"mbarrier", "arrive !expect_tx", 2, 1, INT64_MAX},
    {"mbarrier", "arrive_drop !expect_tx", 2, 1, INT64_MAX},
    {"st", "bulk", 1, 0, 1 << 20, 8},
    {"st", "bulk", 2, 0, 0},
    {"tcgen05", "alloc", 1, 32, 512},
    {"tcgen05", "dealloc", 1, 32, 512, 32},
    {"wgmma", "wait_group", 0, 0, INT64_MAX},
    {"tensormap", "replace box_dim", 1, 0, 4},
    {"tensormap", "replace global_dim", 1, 0, 4},
    {"tensormap", "replace global_stride", 1, 0, 4},
    {"tensormap", "replace element_stride", 1, 0, 4},
    {"tensormap", "replace elemtype", 1, 0, 12},
    {"tensormap", "replace interleave_layout", 1, 0, 2},
    {"tensormap", "replace swizzle_mode", 1, 0, 3},
    {"tensormap", "replace swizzle_atomicity", 1, 0, 3},
    {"tensormap", "replace fill_mode", 1, 0, 1},
};

static bool applies(const ConstantRange &range, const Instruction &instruction,
                    const InstructionMatch &match, size_t position) {
  if (range.opcode != instruction.opcode || range.position != position)
    return false;
  llvm::SmallVector<StringRef, 4> words;
  StringRef(range.words).split(words, ' ', -1, /*KeepEmpty=*/false);
  bool isExcluded = false;
  for (StringRef word : words) {
    isExcluded |= word.consume_front("!");
    if (match.has(word) == isExcluded)
      return false;
  }
  return true;
}

bool mlir::tile::ptx::hasConstantRange(const Instruction &instruction,
                                       const InstructionMatch &match,
                                       size_t position) {
  return llvm::any_of(kRanges, [&](const ConstantRange &range) {
    return applies(range, instruction, match, position);
  });
}

static std::optional<OperandProblem> makeProblem(const Operand &operand,
                                                 const Instruction &instruction,
                                                 size_t position,
                                                 const std::string &expected,
                                                 const std::string &found) {
  return OperandProblem{operand.location, "constant-range",
                        "expected " + expected + ", found " + found +
                            " as operand " + std::to_string(position + 1) +
                            " of '" + instruction.getMnemonic() + "'",
                        ""};
}

/// Which lanes have the metadata of a sparse mma, up to the value. PTX ISA,
/// "Matrix multiply-accumulate operation using mma.sp": with more elements in
/// all, more lanes have some.
static int64_t getMaxSelector(const Instruction &instruction,
                              const InstructionMatch &match) {
  if (llvm::any_of(match.types, [](StringRef type) {
        return isFloatType(type) && getTypeBits(type) <= 8;
      }))
    return 0;
  bool isLarge = instruction.operands.size() > 1 &&
                 instruction.operands[1].elements.size() == 4;
  bool isInteger = match.has("s32");
  return isInteger ? (isLarge ? 0 : 1) : (isLarge ? 1 : 3);
}

/// The scales (1 or -1) and transpositions (0 or 1) after the predicate of a
/// wgmma.
static bool isWrongMatrixFlag(const Instruction &instruction,
                              const InstructionMatch &match, size_t position,
                              int64_t value, std::string &expected) {
  if (instruction.opcode != "wgmma" || !match.has("mma_async"))
    return false;
  bool isSparse = match.has("sp");
  size_t scale = isSparse ? 6 : 4;
  if (position == scale - 1) {
    expected = "0 or 1";
    return value != 0 && value != 1;
  }
  // Of 8 bits all lanes have metadata.
  if (isSparse && position == 4) {
    bool isSmall = llvm::any_of(
        match.types, [](StringRef type) { return getTypeBits(type) == 8; });
    expected = isSmall ? "0" : "0 or 1";
    return value != 0 && (isSmall || value != 1);
  }
  if (position == scale || position == scale + 1) {
    expected = "-1 or 1";
    return value != 1 && value != -1;
  }
  expected = "0 or 1";
  return position > scale + 1 && value != 0 && value != 1;
}

/// PTX ISA, "Block Scaling for mma.sync": which byte of the register that holds
/// the scales is meant, and which lanes of four have it.
static std::optional<OperandProblem>
checkScaleSelector(const Instruction &instruction,
                   const InstructionMatch &match, size_t position) {
  const Operand &selector = instruction.operands[position];
  bool isOfA = position < (match.has("sp::ordered_metadata") ? 8u : 6u);
  bool areTwo = match.has("scale_vec::2X") || match.has("kind::mxf4");
  int64_t maxByte = match.has("scale_vec::4X") ? 0 : areTwo ? 2 : 3;
  const int64_t maxima[] = {maxByte, isOfA ? 1 : 3};
  for (auto [element, max] : llvm::zip(selector.elements, maxima)) {
    bool isWarpSize =
        element.kind == Operand::Name && element.name == "WARP_SZ";
    bool isKnown = element.kind == Operand::Integer && element.name.empty();
    if (!isWarpSize && !isKnown)
      continue;
    int64_t value = isWarpSize ? 32 : int64_t(element.bits);
    bool isByte = &element == &selector.elements.front();
    if (value >= 0 && value <= max && !(isByte && areTwo && value == 1))
      continue;
    std::string expected = max == 0           ? "0"
                           : isByte && areTwo ? "0 or 2"
                                              : "0 to " + std::to_string(max);
    return makeProblem(element, instruction, position,
                       expected + (isByte ? " as the byte" : " as the lane"),
                       std::to_string(value));
  }
  return std::nullopt;
}

/// The power of two by which tcgen05.mma divides what it adds to.
static bool isInputScale(const Instruction &instruction,
                         const InstructionMatch &match, size_t position) {
  if (instruction.opcode != "tcgen05" || !match.has("mma") || match.has("ws"))
    return false;
  bool hasLanes = llvm::any_of(instruction.operands, [](const Operand &o) {
    return o.kind == Operand::Vector;
  });
  return position == 5u + (match.has("sp") ? 1 : 0) + (hasLanes ? 1 : 0);
}

/// A number of threads, which are whole warps.
static bool isThreadCount(const Instruction &instruction,
                          const InstructionMatch &match, size_t position) {
  bool isBarrier =
      instruction.opcode == "bar" || instruction.opcode == "barrier";
  return isBarrier && !match.has("warp") &&
         position == (match.has("red") ? 2u : 1u);
}

std::optional<OperandProblem> mlir::tile::ptx::checkConstantWidth(
    const Instruction &instruction, const Operand &operand,
    const OperandPattern &pattern, size_t position) {
  unsigned bits = getTypeBits(pattern.type);
  bool isKnown = operand.kind == Operand::Integer && operand.name.empty();
  if (!isKnown || pattern.kind != OperandPattern::Value || bits < 8 ||
      bits >= 64)
    return std::nullopt;
  int64_t value = operand.bits;
  bool isBeyondSigned = operand.isUnsigned && value < 0;
  // A negative one of 16 bits may be written in 32: 0xffff8000.
  bool isNegative = value >> 32 == 0 && llvm::isIntN(bits, int32_t(value));
  if (llvm::isIntN(bits, value) || isNegative ||
      (!isBeyondSigned && llvm::isUIntN(bits, value)))
    return std::nullopt;
  uint64_t rest = operand.bits & llvm::maskTrailingOnes<uint64_t>(bits);
  auto problem = makeProblem(operand, instruction, position,
                             "a constant of " + std::to_string(bits) + " bits",
                             "0x" + llvm::utohexstr(operand.bits));
  problem->hint = "0x" + llvm::utohexstr(rest) + " is all that is left of it";
  problem->isWarning = true;
  return problem;
}

std::optional<OperandProblem>
mlir::tile::ptx::checkConstant(const Instruction &instruction,
                               const InstructionMatch &match, size_t position) {
  const Operand &operand = instruction.operands[position];
  if (instruction.opcode == "createpolicy" && match.has("fractional") &&
      (operand.kind == Operand::F32 || operand.kind == Operand::F64)) {
    double value = operand.kind == Operand::F64
                       ? llvm::bit_cast<double>(operand.bits)
                       : llvm::bit_cast<float>(uint32_t(operand.bits));
    if (!(value > 0.0 && value <= 1.0))
      return makeProblem(operand, instruction, position,
                         "a fraction above 0 and up to 1",
                         std::to_string(value));
  }
  if (instruction.opcode == "mma" && operand.kind == Operand::Vector &&
      match.has("block_scale") && position > 4)
    return checkScaleSelector(instruction, match, position);
  // An integer with a name is `$k`, whose value is not known here.
  bool isWarpSize = operand.kind == Operand::Name && operand.name == "WARP_SZ";
  bool isKnown = operand.kind == Operand::Integer && operand.name.empty();
  if (!isWarpSize && !isKnown)
    return std::nullopt;
  constexpr int64_t kWarpSize = 32;
  int64_t value = isWarpSize ? kWarpSize : int64_t(operand.bits);
  auto fail = [&](const std::string &expected) {
    return makeProblem(operand, instruction, position, expected,
                       std::to_string(value));
  };
  bool isPower = llvm::isPowerOf2_64(value & 0xffffffff);
  bool isTensorMemory = instruction.opcode == "tcgen05" &&
                        (match.has("alloc") || match.has("dealloc")) &&
                        position == 1;
  if (((instruction.opcode == "alloca" && position == 2) || isTensorMemory) &&
      !isPower)
    return fail("a power of two");
  constexpr int64_t kMaxAlignment = 1 << 23;
  if (instruction.opcode == "alloca" && position == 2 &&
      (value > kMaxAlignment || value < 0))
    return fail("at most " + std::to_string(kMaxAlignment));
  if (instruction.opcode == "cp" && match.has("ca") && position == 2 &&
      value != 4 && value != 8 && value != 16)
    return fail("4, 8 or 16");
  if (instruction.opcode == "cp" && match.has("ca") && position == 3 &&
      instruction.operands[2].kind == Operand::Integer &&
      (value < 0 || value > int64_t(instruction.operands[2].bits)))
    return fail("at most the size of the copy");
  if (isThreadCount(instruction, match, position) && value % 32 != 0)
    return fail("a multiple of 32 threads");
  if (isThreadCount(instruction, match, position) && match.has("arrive") &&
      value == 0)
    return fail("a number of threads");
  if (instruction.opcode == "createpolicy" && match.has("range") &&
      position == 2 && instruction.operands.size() > 3 &&
      instruction.operands[3].kind == Operand::Integer &&
      uint32_t(value) > uint32_t(instruction.operands[3].bits))
    return fail("at most the size of all");
  constexpr int64_t kMaxInputScale = 15;
  if (isInputScale(instruction, match, position) &&
      (value < 0 || value > kMaxInputScale))
    return fail("0 to " + std::to_string(kMaxInputScale));
  int64_t maxSelector = getMaxSelector(instruction, match);
  if (instruction.opcode == "mma" && position == 5 &&
      (value < 0 || value > maxSelector))
    return fail("0 to " + std::to_string(maxSelector));
  std::string expected;
  if (isWrongMatrixFlag(instruction, match, position, value, expected))
    return fail(expected);
  for (const ConstantRange &range : kRanges) {
    if (!applies(range, instruction, match, position))
      continue;
    if (value < range.min || value > range.max)
      return fail(range.min == range.max ? std::to_string(range.min)
                  : range.max == INT64_MAX
                      ? "at least " + std::to_string(range.min)
                      : std::to_string(range.min) + " to " +
                            std::to_string(range.max));
    if (value % range.multipleOf != 0)
      return fail("a multiple of " + std::to_string(range.multipleOf));
  }
  return std::nullopt;
}
