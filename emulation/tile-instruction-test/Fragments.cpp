//===- Fragments.cpp - Cases of wmma --------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// PTX ISA 9.0, 9.7.14.4. Which element a register holds is not defined, so each
// product loads its matrices and stores the result.
//
//===----------------------------------------------------------------------===//

#include "KernelWriter.h"

#include "llvm/ADT/StringExtras.h"

#include <cstdio>

using namespace mlir::tile;
using namespace mlir::tile::itest;
using llvm::SmallVector;
using llvm::StringRef;
using llvm::Twine;

namespace {
class FragmentCases {
public:
  FragmentCases(InputArena &arena,
                const ptx::EnumeratedInstruction &instruction)
      : arena(arena), match(instruction.getMatch()),
        patterns(ptx::getOperandPatterns(match)),
        mnemonic(instruction.getMnemonic()) {}

  CaseList make() {
    CaseList list;
    if (!match.has("mma")) {
      list.whyNone = "tried with wmma.mma";
      return list;
    }
    SmallVector<StringRef> layouts;
    for (StringRef word : match.words) {
      if (word == "row" || word == "col")
        layouts.push_back(word);
      if (std::sscanf(word.str().c_str(), "m%un%uk%u", &m, &n, &k) == 3)
        shape = word;
    }
    bool isHalf = match.types.size() == 2;
    types[0] = match.types[0];
    types[1] = isHalf ? StringRef("f16") : match.types[1];
    types[2] = isHalf ? StringRef("f16") : match.types[2];
    types[3] = match.types.back();
    layoutA = layouts[0];
    layoutB = layouts[1];
    bool isFloat = ptx::isFloatType(types[0]);
    for (StringRef range : {"small", "near", "far"})
      if (isFloat || range == "small")
        makeCase(list, isFloat ? range : "");
    return list;
  }

private:
  /// Loads a matrix of rows and columns; "{%r0, %r1}".
  std::string load(KernelWriter &w, StringRef warp, unsigned operand,
                   StringRef layout, unsigned rows, unsigned columns,
                   StringRef range) {
    StringRef type = types[operand];
    unsigned bytes = rows * columns * ptx::getTypeBits(type) / 8;
    InputKey key{InputKey::getFragmentKind(range, type), 4, operand};
    key.threads = kWarps * bytes / (type == "f64" ? 8 : 4);
    std::string address = w.getAddress(key, warp, bytes);
    std::string list = makeList(w, operand);
    w.emit("wmma.load." + Twine("?abc"[operand]) + ".sync.aligned." + layout +
           "." + shape + ".global." + type + " " + list + ", [" + address +
           "], " + Twine(layout == "row" ? columns : rows) + ";");
    return list;
  }

  std::string makeList(KernelWriter &w, unsigned operand) {
    SmallVector<std::string> regs;
    for (unsigned i = 0; i < patterns[operand].vectorSize; ++i)
      regs.push_back(w.makeRegister(patterns[operand].getBits()));
    return "{" + llvm::join(regs, ", ") + "}";
  }

  void makeCase(CaseList &list, StringRef range) {
    KernelWriter w(arena, mnemonic, range.str(), 32 * kWarps);
    std::string warp = w.makeRegister(32);
    w.emit("shr.u32 " + warp + ", " + KernelWriter::kIndex + ", 5;");
    // All four pairs of layouts of the sums come with some of the operands.
    StringRef layoutC = layoutA, layoutD = layoutB == "row" ? "col" : "row";
    std::string a = load(w, warp, 1, layoutA, m, k, range);
    std::string b = load(w, warp, 2, layoutB, k, n, range);
    std::string c = load(w, warp, 3, layoutC, m, n, range);
    std::string d = makeList(w, 0);
    w.emit(mnemonic + " " + d + ", " + a + ", " + b + ", " + c + ";");
    // A thread's part of the output is not a part of the matrix that it holds.
    unsigned bytes = m * n * ptx::getTypeBits(types[0]) / 8 / 32;
    std::string own = w.makeOutput(bytes, "d");
    std::string back = w.makeRegister(64), first = w.makeRegister(64);
    w.emit("mul.wide.u32 " + back + ", " + KernelWriter::kLane + Twine(", ") +
           Twine(bytes) + ";");
    w.emit("sub.u64 " + first + ", " + own + ", " + back + ";");
    w.emit("wmma.store.d.sync.aligned." + layoutD + "." + shape + ".global." +
           types[0] + " [" + first + "], " + d + ", " +
           Twine(layoutD == "row" ? n : m) + ";");
    w.setProductType(types[0]);
    list.cases.push_back(w.finish());
  }

  static constexpr unsigned kWarps = 8;
  InputArena &arena;
  ptx::InstructionMatch match;
  SmallVector<ptx::OperandPattern, 6> patterns;
  std::string mnemonic;
  /// Of d, a, b and c.
  StringRef types[4];
  StringRef shape, layoutA, layoutB;
  unsigned m = 0, n = 0, k = 0;
};
} // namespace

CaseList mlir::tile::itest::makeFragmentCases(
    InputArena &arena, const ptx::EnumeratedInstruction &instruction) {
  return FragmentCases(arena, instruction).make();
}
