//===- Lanes.cpp - Cases of what the lanes of a warp do together ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// All lanes take part in all of them.
//
//===----------------------------------------------------------------------===//

#include "KernelWriter.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir::tile;
using namespace mlir::tile::itest;
using llvm::SmallVector;
using llvm::StringRef;
using llvm::Twine;
using ptx::OperandPattern;

namespace {
class LaneCases {
public:
  LaneCases(InputArena &arena, const ptx::EnumeratedInstruction &instruction)
      : arena(arena), match(instruction.getMatch()),
        patterns(ptx::getOperandPatterns(match)),
        mnemonic(instruction.getMnemonic()), opcode(instruction.form->opcode) {}

  CaseList make() {
    CaseList list;
    if (opcode == "shfl")
      makeShuffles(list);
    else if (opcode == "vote" || match.has("red"))
      makeVotes(list);
    else if (opcode == "match")
      makeMatches(list);
    else if (opcode == "mma" && match.types.size() == 4)
      makeMatrixProducts(list);
    else if (opcode == "redux")
      makeUnary(list, "b32", 4, ", -1");
    else if (opcode == "movmatrix")
      makeUnary(list, "b32", 4, "");
    else if (opcode == "activemask" || opcode == "elect")
      makeNullary(list);
    else
      list.whyNone = "no result";
    return list;
  }

private:
  /// The predicates differ, or are the same in all lanes of a warp.
  std::string makePredicate(KernelWriter &w, bool agrees) {
    if (!agrees)
      return w.loadPredicate();
    std::string bit = w.makeRegister(32), result = w.makeRegister(1);
    // All warps of a CTA agree, too.
    w.emit("and.b32 " + bit + ", " + KernelWriter::kIndex + Twine(", ") +
           Twine(kBlock) + ";");
    w.emit("setp.ne.u32 " + result + ", " + bit + ", 0;");
    return result;
  }

  void makeShuffles(CaseList &list) {
    bool isUp = match.has("up");
    for (bool isUsual : {true, false}) {
      KernelWriter w(arena, mnemonic, isUsual ? "whole warp" : "any operands");
      std::string d = w.makeRegister(32), p = w.makeRegister(1);
      std::string a = w.load("b32", 1, 0), b = w.load("lane", 1, 0);
      std::string c = !isUsual ? w.load("clamp", 1, 0) : isUp ? "0" : "31";
      w.emit(mnemonic + " " + d + "|" + p + ", " + a + ", " + b + ", " + c +
             ", -1;");
      w.store(d, 32, "d");
      w.store(p, 1, "p");
      list.cases.push_back(w.finish());
    }
  }

  void makeVotes(CaseList &list) {
    for (bool agrees : {false, true})
      for (bool isNegated : {false, true}) {
        KernelWriter w(arena, mnemonic,
                       std::string(agrees ? "agreeing" : "differing") +
                           (isNegated ? ", negated" : ""));
        std::string p = makePredicate(w, agrees);
        unsigned bits = patterns[0].type == "pred" ? 1 : 32;
        std::string d = w.makeRegister(bits);
        std::string text = mnemonic + " " + d;
        // A barrier's number, and its threads, where they are.
        if (opcode != "vote")
          text +=
              patterns.size() == 4 ? ", 1, " + std::to_string(kBlock) : ", 1";
        text += std::string(isNegated ? ", !" : ", ") + p;
        w.emit(text + (opcode == "vote" ? ", -1;" : ";"));
        w.store(d, bits, "d");
        list.cases.push_back(w.finish());
      }
  }

  void makeMatches(CaseList &list) {
    unsigned bits = patterns[1].getBits();
    for (bool agrees : {false, true}) {
      KernelWriter w(arena, mnemonic, agrees ? "agreeing" : "differing");
      std::string value;
      if (!agrees) {
        value = w.load(bits == 64 ? "few64" : "few", 1, 0);
      } else {
        value = w.makeRegister(bits);
        std::string warp = bits == 64 ? w.makeRegister(32) : value;
        w.emit("shr.u32 " + warp + ", " + KernelWriter::kIndex + ", 5;");
        if (bits == 64)
          w.emit("cvt.u64.u32 " + value + ", " + warp + ";");
      }
      std::string d = w.makeRegister(32), p;
      if (patterns[0].mayBePair)
        p = w.makeRegister(1);
      w.emit(mnemonic + " " + d + (p.empty() ? "" : "|" + p) + ", " + value +
             ", -1;");
      w.store(d, 32, "d");
      if (!p.empty())
        w.store(p, 1, "p");
      list.cases.push_back(w.finish());
    }
  }

  void makeUnary(CaseList &list, StringRef kind, unsigned arity,
                 StringRef behind) {
    KernelWriter w(arena, mnemonic);
    std::string d = w.makeRegister(32), a = w.load(kind, arity, 0);
    w.emit(mnemonic + " " + d + ", " + a + behind + ";");
    w.store(d, 32, "d");
    list.cases.push_back(w.finish());
  }

  void makeNullary(CaseList &list) {
    KernelWriter w(arena, mnemonic);
    std::string d = w.makeRegister(32);
    if (opcode == "elect") {
      std::string p = w.makeRegister(1);
      w.emit(mnemonic + " " + d + "|" + p + ", -1;");
      w.store(p, 1, "p");
    } else {
      w.emit(mnemonic + " " + d + ";");
    }
    w.store(d, 32, "d");
    list.cases.push_back(w.finish());
  }

  void makeMatrixProducts(CaseList &list) {
    bool isFloat = ptx::isFloatType(match.types[0]);
    SmallVector<StringRef> ranges{"small"};
    if (isFloat)
      ranges.append({"near", "far"});
    for (unsigned selector = 0; selector < getNumSelectors(); ++selector)
      for (StringRef range : ranges)
        makeMatrixProduct(list, isFloat ? range : "", selector);
  }

  /// Of mma.sp: 1 where there is none. PTX ISA, "Sparsity selector".
  unsigned getNumSelectors() const {
    if (patterns.size() < 6)
      return 1;
    StringRef type = match.types[1];
    unsigned bits = type == "tf32" ? 32 : ptx::getTypeBits(type);
    // All four lanes of a group hold metadata where k is as long as it gets.
    unsigned k = 0;
    for (StringRef word : match.words)
      if (word.starts_with("m16n8k"))
        (void)word.drop_front(6).getAsInteger(10, k);
    return k * bits >= 512 ? (bits >= 16 ? 2 : 1) : bits >= 16 ? 4 : 2;
  }

  void makeMatrixProduct(CaseList &list, StringRef range, unsigned selector) {
    constexpr unsigned kMatrixThreads = 512;
    std::string variant = range.str();
    if (patterns.size() > 4)
      variant += (variant.empty() ? "selector " : ", selector ") +
                 std::to_string(selector);
    KernelWriter w(arena, mnemonic, variant, kMatrixThreads);
    std::string text = mnemonic;
    SmallVector<std::pair<std::string, unsigned>> results;
    for (auto [i, pattern] : llvm::enumerate(patterns)) {
      text += i ? ", " : " ";
      if (i >= 4) {
        text +=
            pattern.kind == OperandPattern::Immediate
                ? std::to_string(selector)
                : w.load(match.types[1] == "tf32" ? "metadata1" : "metadata2",
                         1, 0);
        continue;
      }
      text += "{";
      unsigned bits = pattern.getBits();
      std::string kind = InputKey::getFragmentKind(range, match.types[i]);
      for (unsigned j = 0; j < pattern.vectorSize; ++j) {
        std::string reg = pattern.isWritten ? w.makeRegister(bits)
                                            : w.load(kind, 4, (i - 1) * 8 + j);
        if (pattern.isWritten)
          results.push_back({reg, bits});
        text += (j ? ", " : "") + reg;
      }
      text += "}";
    }
    w.emit(text + ";");
    for (auto [i, result] : llvm::enumerate(results))
      w.store(result.first, result.second, "d" + std::to_string(i));
    // The simulator cuts sums off where an sm_90 does.
    list.cases.push_back(w.finish());
  }

  InputArena &arena;
  ptx::InstructionMatch match;
  SmallVector<OperandPattern, 6> patterns;
  std::string mnemonic;
  StringRef opcode;
};
} // namespace

CaseList mlir::tile::itest::makeLaneCases(
    InputArena &arena, const ptx::EnumeratedInstruction &instruction) {
  return LaneCases(arena, instruction).make();
}
