//===- AsmElements.cpp - Elements of a group, computed alike --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel around the body loads its operands and stores its results. Lanes 0
// to 15 of a warp have groups of elements; lanes 16 to 31 the same groups, with
// each element one place lower, and the first one last. What the body gives for
// an element has to be the same, bit by bit, at both places.
//
//===----------------------------------------------------------------------===//

#include "tile/Simulator/AsmElements.h"

#include "tile/PTX/OperandAccess.h"
#include "tile/PTX/Parser.h"
#include "tile/Simulator/Simulator.h"

#include "llvm/ADT/StringExtras.h"

using namespace mlir::tile;
using namespace mlir::tile::sim;
using llvm::StringRef;
using llvm::Twine;

static constexpr unsigned kLanes = 32, kHalf = kLanes / 2, kWarps = 4;
static constexpr unsigned kThreads = kWarps * kLanes;
static constexpr StringRef kMarker = "body_of_asm";

namespace {

class ElementComparison {
public:
  ElementComparison(const ptx::AsmBody &body, const ptx::AsmContext &context)
      : body(body), context(context), operands(context.operands) {}

  std::optional<ptx::Finding> run() {
    if (!isSuitable())
      return std::nullopt;
    std::string text = writeKernel();
    ptx::ParseResult<ptx::Module> module = ptx::parseModule(text);
    if (!module || !insertBody(module.value))
      return std::nullopt;
    GlobalMemory memory;
    std::vector<ptx::Diagnostic> errors;
    std::unique_ptr<Program> program =
        Program::load(std::move(module.value), memory, errors);
    words.resize(size_t(kThreads) * operands.size());
    uint64_t address = memory.allocate(words.size() * 8, "operands");
    if (!program || address == 0)
      return std::nullopt;
    fill();
    llvm::MutableArrayRef<uint8_t> bytes(
        reinterpret_cast<uint8_t *>(words.data()), words.size() * 8);
    Launch launch;
    launch.grid = {1};
    launch.block = Dim3{kThreads};
    launch.addArgument(address);
    RunOptions options;
    options.threads = 1;
    options.stepLimit = 1 << 16;
    options.maxReports = 1;
    options.findGlobalRaces = options.findSharedRaces = false;
    if (!memory.write(address, bytes) ||
        !program->run(launch, options).succeeded() ||
        !memory.read(address, bytes))
      return std::nullopt;
    return compare();
  }

private:
  static unsigned getSize(const ptx::AsmOperand &operand) {
    return operand.valueBits / std::max(1u, operand.numElements);
  }

  /// Whether the body is a map of groups, of registers that a lane can load.
  bool isSuitable() {
    // Of a scalar, one element of the group counts.
    if (!context.target || context.isScalar ||
        ptx::getAsmEffects(body) & ~ptx::ControlFlow ||
        ptx::mayDifferByThread(body) || hasRandomRounding(body.statements))
      return false;
    for (const ptx::AsmOperand &operand : operands) {
      if (operand.isImmediate && !operand.constant)
        return false;
      if (operand.isImmediate)
        continue;
      bool isPlain = operand.valueBits > 0 && operand.valueBits <= 64 &&
                     operand.space.empty();
      // Random bits for a group are divided among its elements.
      bool isNumber = !operand.floatFormat.empty();
      bool isShared = operand.isOfWholeGroup && !operand.isOutput;
      if (!isPlain || (isShared && !isNumber))
        return false;
      if (operand.isOutput || !operand.isOfWholeGroup)
        numPlaces =
            std::max(numPlaces, operand.firstElement + operand.numElements);
    }
    return numPlaces > 1;
  }

  static std::string getName(unsigned k) { return "%op" + std::to_string(k); }

  /// `cvt.rs` takes some of its random bits for each element.
  static bool hasRandomRounding(const std::vector<ptx::Statement> &statements) {
    return llvm::any_of(statements, [](const ptx::Statement &statement) {
      if (const auto *block = statement.getIf<ptx::Block>())
        return hasRandomRounding(block->statements);
      const auto *instruction = statement.getIf<ptx::Instruction>();
      return instruction && llvm::is_contained(instruction->modifiers, "rs");
    });
  }

  std::string writeKernel() const {
    std::string text;
    llvm::raw_string_ostream os(text);
    unsigned version = context.version ? context.version : 90;
    os << ".version " << version / 10 << '.' << version % 10 << "\n.target "
       << context.target->getName() << "\n.address_size 64\n"
       << ".visible .entry k(.param .u64 p) {\n"
       << ".reg .b64 %place; .reg .b32 %thread, %bit;\n"
       << "ld.param.u64 %place, [p];\nmov.u32 %thread, %tid.x;\n"
       << "mad.wide.u32 %place, %thread, " << 8 * operands.size()
       << ", %place;\n";
    for (auto [k, operand] : llvm::enumerate(operands))
      if (!operand.isImmediate && operand.tiedTo < 0)
        os << ".reg ." << operand.type << ' ' << getName(k) << ";\n";
    for (auto [k, operand] : llvm::enumerate(operands)) {
      if (operand.isImmediate || operand.isOutput)
        continue;
      unsigned to = operand.tiedTo >= 0 ? operand.tiedTo : k;
      if (operand.type == "pred")
        os << "ld.global.b32 %bit, [%place+" << 8 * k << "];\nsetp.ne.b32 "
           << getName(to) << ", %bit, 0;\n";
      else
        os << "ld.global." << operand.type << ' ' << getName(to) << ", [%place+"
           << 8 * k << "];\n";
    }
    os << kMarker << ":\n";
    for (auto [k, operand] : llvm::enumerate(operands))
      if (operand.isOutput && operand.type == "pred")
        os << "selp.b32 %bit, 1, 0, " << getName(k)
           << ";\nst.global.b32 [%place+" << 8 * k << "], %bit;\n";
      else if (operand.isOutput)
        os << "st.global." << operand.type << " [%place+" << 8 * k << "], "
           << getName(k) << ";\n";
    os << "ret;\n}\n";
    return text;
  }

  //===--- The body -------------------------------------------------------===//

  void rename(ptx::Operand &operand) const {
    for (ptx::Operand &element : operand.elements)
      rename(element);
    if (operand.kind != ptx::Operand::Placeholder ||
        operand.bits >= operands.size())
      return;
    const ptx::AsmOperand &of = operands[operand.bits];
    if (!of.isImmediate) {
      operand.kind = ptx::Operand::Name;
      operand.name =
          getName(of.tiedTo >= 0 ? unsigned(of.tiedTo) : operand.bits);
      return;
    }
    operand.kind = of.type == "f32"   ? ptx::Operand::F32
                   : of.type == "f64" ? ptx::Operand::F64
                                      : ptx::Operand::Integer;
    operand.bits = *of.constant;
  }

  void rename(std::vector<ptx::Statement> &statements) const {
    for (ptx::Statement &statement : statements) {
      if (auto *block = statement.getIf<ptx::Block>())
        rename(block->statements);
      auto *instruction = statement.getIf<ptx::Instruction>();
      if (!instruction)
        continue;
      if (instruction->guard)
        rename(*instruction->guard);
      for (ptx::Operand &operand : instruction->operands)
        rename(operand);
    }
  }

  bool insertBody(ptx::Module &module) const {
    for (ptx::ModuleItem &item : module.items) {
      auto *function = std::get_if<ptx::Function>(&item);
      if (!function || !function->body)
        continue;
      for (ptx::Statement &statement : function->body->statements) {
        auto *label = statement.getIf<ptx::Label>();
        if (!label || label->name != kMarker)
          continue;
        ptx::Block block;
        block.statements = body.statements;
        rename(block.statements);
        statement.value = std::move(block);
        return true;
      }
    }
    return false;
  }

  //===--- Elements -------------------------------------------------------===//

  /// Steele, Lea, Flood: "Fast Splittable Pseudorandom Number Generators".
  uint64_t random() {
    uint64_t z = seed += 0x9e3779b97f4a7c15;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
  }

  /// Numbers near 1, subnormal ones, small integers, and any bits.
  uint64_t makeElement(const ptx::AsmOperand &operand) {
    unsigned size = getSize(operand);
    uint64_t mask = size >= 64 ? ~uint64_t(0) : (uint64_t(1) << size) - 1;
    uint64_t bits = random(), kind = random() % 8;
    if (operand.isBoolean || operand.type == "pred")
      return bits & 1;
    StringRef format = operand.floatFormat;
    unsigned mantissa = format == "f32"    ? 23
                        : format == "f64"  ? 52
                        : format == "f16"  ? 10
                        : format == "bf16" ? 7
                                           : 0;
    if (mantissa > 0 && kind < 6) {
      // The exponent of 1, and up to 4 more or less.
      uint64_t one = (uint64_t(1) << (size - 2)) - (uint64_t(1) << mantissa);
      uint64_t fraction = (uint64_t(1) << mantissa) - 1;
      uint64_t sign = uint64_t(1) << (size - 1);
      return one + (((bits >> 58) % 9) << mantissa) -
             (uint64_t(4) << mantissa) + (bits & fraction) + (bits & sign);
    }
    if (mantissa > 0 && kind == 6)
      return bits & ((uint64_t(1) << mantissa) - 1);
    if (mantissa == 0 && kind == 0)
      return bits & 15;
    return bits & mask;
  }

  uint64_t &at(unsigned thread, unsigned k) {
    return words[size_t(thread) * operands.size() + k];
  }

  /// The place of an element of a thread's group in that of the thread half a
  /// warp further on.
  unsigned move(unsigned place) const {
    return (place + numPlaces - 1) % numPlaces;
  }

  void put(unsigned thread, unsigned value, unsigned place, uint64_t bits) {
    for (auto [k, operand] : llvm::enumerate(operands))
      if (!operand.isOutput && !operand.isImmediate && operand.value == value &&
          operand.firstElement <= place &&
          place < operand.firstElement + operand.numElements)
        at(thread, k) |= bits
                         << ((place - operand.firstElement) * getSize(operand));
  }

  /// One element in all registers of an operand.
  void putShared(unsigned thread, unsigned first) {
    uint64_t element = makeElement(operands[first]);
    for (auto [k, operand] : llvm::enumerate(operands)) {
      if (operand.isOutput || operand.value != operands[first].value)
        continue;
      uint64_t bits = 0;
      for (unsigned i = 0; i < operand.numElements; ++i)
        bits |= element << (i * getSize(operand));
      at(thread, k) = at(thread + kHalf, k) = bits;
    }
  }

  void fill() {
    for (unsigned thread = 0; thread < kThreads; ++thread) {
      if (thread % kLanes >= kHalf)
        continue;
      for (auto [k, operand] : llvm::enumerate(operands)) {
        if (operand.isOutput || operand.isImmediate)
          continue;
        if (operand.isOfWholeGroup) {
          putShared(thread, k);
          continue;
        }
        for (unsigned i = 0; i < operand.numElements; ++i) {
          uint64_t bits = makeElement(operand);
          put(thread, operand.value, operand.firstElement + i, bits);
          put(thread + kHalf, operand.value, move(operand.firstElement + i),
              bits);
        }
      }
    }
  }

  struct Result {
    unsigned k;
    uint64_t bits;
  };

  std::optional<Result> get(unsigned thread, unsigned value, unsigned place) {
    for (auto [k, operand] : llvm::enumerate(operands))
      if (operand.isOutput && operand.value == value &&
          operand.firstElement <= place &&
          place < operand.firstElement + operand.numElements) {
        unsigned size = getSize(operand);
        uint64_t mask = size >= 64 ? ~uint64_t(0) : (uint64_t(1) << size) - 1;
        uint64_t bits =
            at(thread, k) >> ((place - operand.firstElement) * size);
        return Result{unsigned(k), bits & mask};
      }
    return std::nullopt;
  }

  static bool isNaN(StringRef format, uint64_t bits) {
    if (format == "f32")
      return (bits & 0x7fffffff) > 0x7f800000;
    if (format == "f64")
      return (bits << 1) > (uint64_t(0x7ff) << 53);
    if (format == "f16")
      return (bits & 0x7fff) > 0x7c00;
    return format == "bf16" && (bits & 0x7fff) > 0x7f80;
  }

  std::optional<ptx::Finding> compare() {
    for (const ptx::AsmOperand &operand : operands) {
      if (!operand.isOutput)
        continue;
      for (unsigned thread = 0; thread < kThreads; ++thread) {
        if (thread % kLanes >= kHalf)
          continue;
        for (unsigned i = 0; i < operand.numElements; ++i) {
          unsigned place = operand.firstElement + i;
          std::optional<Result> here = get(thread, operand.value, place);
          std::optional<Result> there =
              get(thread + kHalf, operand.value, move(place));
          if (!here || !there || here->bits == there->bits ||
              (isNaN(operand.floatFormat, here->bits) &&
               isNaN(operand.floatFormat, there->bits)))
            continue;
          return report(*here, place, *there, move(place));
        }
      }
    }
    return std::nullopt;
  }

  ptx::Finding report(const Result &here, unsigned place, const Result &there,
                      unsigned otherPlace) {
    auto hex = [](uint64_t bits) { return "0x" + llvm::utohexstr(bits); };
    auto name = [&](const Result &result, unsigned at) {
      return "element " + std::to_string(at) + ", in $" +
             std::to_string(result.k);
    };
    return {
        findLastWrite(body.statements, here.k).value_or(ptx::Location{0, 1, 1}),
        ptx::Severity::Warning, "element-unequal",
        "expected the same result wherever an element is in its group, "
        "found that of the same operands " +
            name(here, place) + ", becomes " + hex(here.bits) + ", and " +
            name(there, otherPlace) + ", " + hex(there.bits),
        "the same instructions and constants for all elements"};
  }

  static std::optional<ptx::Location>
  findLastWrite(const std::vector<ptx::Statement> &statements, unsigned k) {
    std::optional<ptx::Location> found;
    for (const ptx::Statement &statement : statements) {
      if (const auto *block = statement.getIf<ptx::Block>())
        if (auto inside = findLastWrite(block->statements, k))
          found = inside;
      const auto *instruction = statement.getIf<ptx::Instruction>();
      if (!instruction)
        continue;
      std::optional<ptx::InstructionMatch> row = ptx::findRow(*instruction);
      ptx::forEachAccess(
          *instruction, row ? &*row : nullptr,
          [&](const ptx::Operand &operand, ptx::AccessContext access) {
            if (access.access == ptx::Access::Write &&
                operand.kind == ptx::Operand::Placeholder && operand.bits == k)
              found = operand.location;
          });
    }
    return found;
  }

  const ptx::AsmBody &body;
  const ptx::AsmContext &context;
  llvm::ArrayRef<ptx::AsmOperand> operands;
  unsigned numPlaces = 1;
  /// By thread and operand.
  std::vector<uint64_t> words;
  uint64_t seed = 1;
};

} // namespace

std::optional<ptx::Finding>
mlir::tile::sim::compareAsmElements(const ptx::AsmBody &body,
                                    const ptx::AsmContext &context) {
  return ElementComparison(body, context).run();
}
