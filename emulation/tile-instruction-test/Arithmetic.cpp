//===- Arithmetic.cpp - Cases of what computes on registers ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelWriter.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir::tile;
using namespace mlir::tile::itest;
using llvm::SmallVector;
using llvm::StringRef;
using ptx::OperandPattern;

namespace {
struct Variant {
  std::string name;
  /// `~T` operands have registers of this many times the width.
  unsigned widening = 1;
  /// Of `#` operands.
  int64_t immediate = 0;
  /// Of an add.cc or sub.cc before the instruction, and of the addc or subc
  /// after it; empty: none.
  StringRef before = "", after = "";
  /// Divisors may be zero, operands of mul24 too long.
  bool isUndefined = false;
};

/// Makes the cases of one instruction.
class ArithmeticCases {
public:
  ArithmeticCases(InputArena &arena,
                  const ptx::EnumeratedInstruction &instruction)
      : arena(arena), match(instruction.getMatch()),
        patterns(ptx::getOperandPatterns(match)),
        mnemonic(instruction.getMnemonic()), opcode(instruction.form->opcode) {}

  CaseList make() {
    static constexpr std::pair<const char *, const char *> kSkipped[] = {
        {"createpolicy", "the encoding of policies is not documented"},
        {"mbarrier", "the encoding of states is not documented"},
        {"cp", "no result"},
        {"prefetch", "no result"},
        {"prefetchu", "no result"},
        {"applypriority", "no result"},
        {"stacksave", "addresses differ from run to run"},
        {"stackrestore", "no result"},
        {"alloca", "addresses differ from run to run"},
        {"istypep", "textures are not simulated"},
    };
    CaseList list;
    for (auto [name, why] : kSkipped)
      if (opcode == name) {
        list.whyNone = why;
        return list;
      }
    if (opcode == "mov" && match.form->operands.contains("any")) {
      makeVectorMoves(list);
      return list;
    }
    for (const Variant &variant : getVariants())
      makeCase(list, variant);
    return list;
  }

private:
  std::vector<Variant> getVariants() const {
    std::vector<Variant> result;
    bool hasImmediate = llvm::any_of(patterns, [](const OperandPattern &p) {
      return p.kind == OperandPattern::Immediate;
    });
    if (hasImmediate) { // The table of lop3.
      for (unsigned table :
           {0x00, 0x01, 0x1b, 0x3c, 0x80, 0x96, 0xca, 0xe8, 0xfe, 0xff}) {
        Variant variant;
        variant.name = "table 0x" + llvm::utohexstr(table);
        variant.immediate = table;
        result.push_back(variant);
      }
      return result;
    }
    bool usesCarry = opcode == "addc" || opcode == "subc" || opcode == "madc";
    bool makesCarry = match.has("cc");
    if (usesCarry || makesCarry) {
      bool isSub = opcode == "sub" || opcode == "subc";
      StringRef before = !usesCarry ? "" : isSub ? "sub" : "add";
      StringRef after = !makesCarry ? "" : isSub ? "subc" : "addc";
      result.push_back({"", 1, 0, before, after});
      // One flag is both carry and borrow.
      if (usesCarry)
        result.push_back({"mixed before", 1, 0, isSub ? "add" : "sub", after});
      if (makesCarry)
        result.push_back(
            {"mixed after", 1, 0, before, isSub ? "addc" : "subc"});
      return result;
    }
    result.push_back({});
    if (llvm::any_of(patterns,
                     [](const OperandPattern &p) { return p.mayBeWider; }) &&
        llvm::all_of(patterns, [](const OperandPattern &p) {
          return !p.mayBeWider || !ptx::isFloatType(p.type);
        })) {
      Variant wide;
      wide.name = "wider registers";
      wide.widening = 2;
      result.push_back(wide);
    }
    bool isInteger =
        !ptx::isFloatType(match.types.empty() ? "" : match.types[0]);
    if (((opcode == "div" || opcode == "rem") && isInteger) ||
        opcode == "mul24" || opcode == "mad24") {
      Variant undefined;
      undefined.name = "undefined operands";
      undefined.isUndefined = true;
      result.push_back(undefined);
    }
    return result;
  }

  /// The values of operand `i`, the `position`-th of those that are combined.
  std::string getKind(unsigned i, const Variant &variant) const {
    const OperandPattern &pattern = patterns[i];
    std::string type = pattern.type.str();
    if (pattern.widthFactor == 2)
      type = type.substr(0, 1) + std::to_string(pattern.getBits());
    bool isCount = (opcode == "shl" || opcode == "shr") ? i == 2
                   : opcode == "shf"                    ? i == 3
                   : opcode == "bfe"                    ? i >= 2
                   : opcode == "bfi"                    ? i >= 3
                   : opcode == "szext"                  ? i == 2
                   : opcode == "bmsk"                   ? i >= 1
                                                        : false;
    if (isCount)
      return "count";
    if (opcode == "fns" && i >= 2)
      return i == 2 ? "lane" : "offset";
    if (variant.isUndefined)
      return type;
    if ((opcode == "div" || opcode == "rem") && i == 2 &&
        !ptx::isFloatType(type))
      return "nonzero-" + type;
    if ((opcode == "mul24" || opcode == "mad24") && i < 3)
      return "int24-" + type;
    return type;
  }

  static unsigned getRegisterBits(const OperandPattern &pattern,
                                  const Variant &variant) {
    if (pattern.type == "pred")
      return 1;
    unsigned bits = std::max(pattern.getBits(), 16u);
    return pattern.mayBeWider ? std::min(bits * variant.widening, 64u) : bits;
  }

  void makeCase(CaseList &list, const Variant &variant) {
    unsigned arity = 0;
    for (auto [i, pattern] : llvm::enumerate(patterns))
      arity += isCombined(i, variant);
    // All values of 16 bits, where there is one operand of them.
    const OperandPattern *source = nullptr;
    for (auto [i, pattern] : llvm::enumerate(patterns))
      if (isCombined(i, variant))
        source = &pattern;
    bool isExhaustive =
        arity == 1 && patterns.size() == 2 && ptx::isFloatType(source->type) &&
        (source->getBits() <= 16 || source->type.contains("16x2"));
    KernelWriter w(arena, mnemonic, variant.name,
                   isExhaustive ? kExhaustiveThreads : kThreads);

    std::string text = mnemonic + " ";
    SmallVector<std::pair<std::string, unsigned>> results;
    unsigned position = 0, predicates = 0;
    std::string separator;
    for (auto [i, pattern] : llvm::enumerate(patterns)) {
      text += separator;
      separator = ", ";
      if (pattern.kind == OperandPattern::Immediate) {
        text += std::to_string(variant.immediate);
        continue;
      }
      if (pattern.kind != OperandPattern::Value || pattern.vectorSize ||
          pattern.mustBeSink) {
        list.whyNone = "operands that are not values";
        return;
      }
      unsigned bits = getRegisterBits(pattern, variant);
      if (pattern.isWritten) {
        results.push_back({w.makeRegister(bits), bits});
        text += results.back().first;
        if (pattern.mayBePair || pattern.mustBePair) {
          results.push_back({w.makeRegister(1), 1});
          text += "|" + results.back().first;
        }
        continue;
      }
      if (bits == 1) {
        text += w.loadPredicate(predicates++);
        continue;
      }
      std::string kind = getKind(i, variant);
      bool combined = isCombined(i, variant);
      // What is above the operand in its register must not matter.
      if (pattern.mayBeWider && bits != pattern.getBits())
        kind = "b" + std::to_string(bits);
      text += w.load(kind, combined ? std::max(arity, 1u) : 1,
                     combined ? position++ : i);
    }
    emitCarry(w, variant.before);
    w.emit(text + ";");
    if (!variant.after.empty()) {
      unsigned bits = getRegisterBits(patterns[0], variant);
      results.push_back({w.makeRegister(bits), bits});
      w.emit(variant.after + (bits == 64 ? ".u64 " : ".u32 ") +
             results.back().first + ", 0, 0;");
    }
    static constexpr const char *kNames[] = {"d", "e"};
    for (auto [i, result] : llvm::enumerate(results))
      w.store(result.first, result.second, kNames[i]);
    list.cases.push_back(w.finish(variant.isUndefined ? ResultClass::Undefined
                                  : isApproximate()   ? ResultClass::Approximate
                                                      : ResultClass::Exact));
  }

  bool isApproximate() const {
    return match.has("approx") || match.has("full");
  }

  /// Counts and predicates are not part of the cross product.
  bool isCombined(unsigned i, const Variant &variant) const {
    const OperandPattern &pattern = patterns[i];
    if (pattern.isWritten || pattern.kind != OperandPattern::Value ||
        pattern.type == "pred")
      return false;
    std::string kind = getKind(i, variant);
    return kind != "count" && kind != "lane" && kind != "offset";
  }

  /// Sets or clears the carry.
  static void emitCarry(KernelWriter &w, StringRef operation) {
    if (operation.empty())
      return;
    std::string a = w.load("u32", 4, 2), b = w.load("u32", 4, 3);
    std::string unused = w.makeRegister(32);
    w.emit(operation + ".cc.u32 " + unused + ", " + a + ", " + b + ";");
    w.store(unused, 32, "carried");
  }

  void makeVectorMoves(CaseList &list) {
    unsigned bits =
        patterns[0].vectorSize ? patterns[1].getBits() : patterns[0].getBits();
    bool unpacks = patterns[0].vectorSize != 0;
    for (unsigned count : {2, 4}) {
      unsigned part = bits / count;
      if (part < 8 || (part == 8 && bits == 16 && count == 4))
        continue;
      KernelWriter w(arena, mnemonic,
                     (unpacks ? "to " : "from ") + std::to_string(count));
      std::string whole = unpacks ? w.load("b" + std::to_string(bits), 1, 0)
                                  : w.makeRegister(bits);
      std::string vector = "{";
      SmallVector<std::string> parts;
      for (unsigned i = 0; i < count; ++i) {
        if (part == 8 || unpacks) {
          parts.push_back(w.makeRegister(part));
          if (!unpacks) {
            std::string loaded = w.load("b16", 4, i);
            w.emit("cvt.u8.u16 " + parts.back() + ", " + loaded + ";");
          }
        } else {
          parts.push_back(w.load("b" + std::to_string(part), 4, i));
        }
        vector += (i ? ", " : "") + parts.back();
      }
      vector += "}";
      w.emit(mnemonic + " " + (unpacks ? vector : whole) + ", " +
             (unpacks ? whole : vector) + ";");
      if (unpacks)
        for (auto [i, reg] : llvm::enumerate(parts))
          w.store(reg, part, "d" + std::to_string(i));
      else
        w.store(whole, bits, "d");
      list.cases.push_back(w.finish());
    }
  }

  InputArena &arena;
  ptx::InstructionMatch match;
  SmallVector<OperandPattern, 6> patterns;
  std::string mnemonic;
  StringRef opcode;
};
} // namespace

CaseList mlir::tile::itest::makeArithmeticCases(
    InputArena &arena, const ptx::EnumeratedInstruction &instruction) {
  return ArithmeticCases(arena, instruction).make();
}
