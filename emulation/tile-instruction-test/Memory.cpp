//===- Memory.cpp - Cases of loads, stores and atomics --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each thread has 16 bytes of its own in each state space, so that results do
// not depend on the order of threads; atomics of a warp on one address are
// tried where the order does not matter for the sum.
//
//===----------------------------------------------------------------------===//

#include "KernelWriter.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir::tile;
using namespace mlir::tile::itest;
using llvm::SmallVector;
using llvm::StringRef;
using llvm::Twine;
using ptx::OperandPattern;

namespace {
class MemoryCases {
public:
  MemoryCases(InputArena &arena, const ptx::EnumeratedInstruction &instruction)
      : arena(arena), match(instruction.getMatch()),
        mnemonic(instruction.getMnemonic()), opcode(instruction.form->opcode),
        words(instruction.words) {
    static constexpr const char *kSpaces[] = {
        "const",  "global",       "local",
        "param",  "param::entry", "param::func",
        "shared", "shared::cta",  "shared::cluster"};
    for (StringRef word : words)
      if (llvm::is_contained(kSpaces, word))
        space = word;
    if (!match.types.empty())
      type = match.types[0];
    count = std::max(1u, match.vectorSize);
    bits = std::max(8u, ptx::getTypeBits(type));
  }

  CaseList make() {
    CaseList list;
    if (llvm::is_contained(words, "async") || llvm::is_contained(words, "bulk"))
      list.whyNone = "asynchronous";
    else if (opcode == "ld" || opcode == "ldu")
      makeLoads(list);
    else if (opcode == "st")
      makeStores(list);
    else if (opcode == "atom" || opcode == "red")
      makeAtomics(list);
    else if (opcode == "ldmatrix")
      makeLoadMatrix(list);
    else if (opcode == "stmatrix")
      makeStoreMatrix(list);
    else
      list.whyNone = "needs a setting of its own";
    return list;
  }

private:
  bool isShared() const { return space.starts_with("shared"); }
  /// Few words besides space and type: tried in more ways.
  bool isPlain() const {
    return words.size() <= 1u + !space.empty() + (match.vectorSize != 0);
  }

  /// The same for atomics, whose operation is a word.
  bool isPlainAtomic() const {
    return words.size() <= 2u + !space.empty() + match.has("noftz");
  }
  /// Cache operators and scopes do not change values.
  static constexpr unsigned kFewThreads = 512;
  unsigned getThreads() const { return isPlain() ? kThreads : kFewThreads; }

  static std::string getRaw(unsigned width) {
    return "b" + std::to_string(width);
  }

  /// The 32-bit address of the thread's 16 bytes of shared memory.
  static std::string makeShared(KernelWriter &w) {
    w.declare(".shared .align 128 .b8 buffer[" + Twine(16 * kBlock) + "];");
    std::string base = w.makeRegister(32), address = w.makeRegister(32);
    w.emit("mov.u32 " + base + ", buffer;");
    w.emit("mad.lo.u32 " + address + ", " + KernelWriter::kThread +
           Twine(", 16, ") + base + ";");
    return address;
  }
  static std::string makeGeneric(KernelWriter &w, StringRef shared) {
    std::string wide = w.makeRegister(64), generic = w.makeRegister(64);
    w.emit("cvt.u64.u32 " + wide + ", " + shared + ";");
    w.emit("cvta.shared.u64 " + generic + ", " + wide + ";");
    return generic;
  }
  static std::string makeLocal(KernelWriter &w) {
    w.declare(".local .align 16 .b8 frame[16];");
    std::string address = w.makeRegister(64);
    w.emit("mov.u64 " + address + ", frame;");
    return address;
  }
  static void storeRaw(KernelWriter &w, StringRef where, StringRef address,
                       unsigned offset, StringRef reg, unsigned width) {
    if (width < 128) {
      w.emit("st." + where + ".b" + Twine(width) + " [" + address + "+" +
             Twine(offset) + "], " + reg + ";");
      return;
    }
    std::string low = w.makeRegister(64), high = w.makeRegister(64);
    w.emit("mov.b128 {" + low + ", " + high + "}, " + reg + ";");
    w.emit("st." + where + ".v2.b64 [" + address + "], {" + low + ", " + high +
           "};");
  }
  /// Copies what is in memory to an output.
  static void copyOut(KernelWriter &w, StringRef where, StringRef address,
                      unsigned width) {
    if (width <= 64) {
      std::string value = w.makeRegister(std::max(width, 16u));
      w.emit("ld." + where + ".b" + Twine(width) + " " + value + ", [" +
             address + "];");
      w.store(value, width, "memory");
      return;
    }
    for (unsigned half : {0, 8}) {
      std::string value = w.makeRegister(64);
      w.emit("ld." + where + ".b64 " + value + ", [" + address + "+" +
             Twine(half) + "];");
      w.store(value, 64, half ? "memory, high" : "memory");
    }
  }

  /// "{a, b}", or the register alone.
  std::string list(llvm::ArrayRef<std::string> regs) const {
    if (match.vectorSize == 0)
      return regs[0];
    return "{" + llvm::join(regs, ", ") + "}";
  }

  /// ", policy" where the instruction has one.
  std::string makePolicy(KernelWriter &w) const {
    if (!llvm::is_contained(words, "L2::cache_hint"))
      return "";
    std::string policy = w.makeRegister(64);
    w.emit("createpolicy.fractional.L2::evict_first.b64 " + policy + ", 1.0;");
    return ", " + policy;
  }

  /// The registers of `~T`: as wide as it, wider, and wider still.
  SmallVector<unsigned> getRegisterWidths() const {
    SmallVector<unsigned> widths{std::max(bits, 16u)};
    bool mayBeWider = match.form->operands.contains("~T");
    if (mayBeWider && !ptx::isFloatType(type) && isPlain())
      for (unsigned width : {32, 64})
        if (width > widths[0])
          widths.push_back(width);
    return widths;
  }

  static std::string getWidthName(unsigned width, unsigned natural) {
    return width == natural ? ""
                            : "registers of " + std::to_string(width) + " bits";
  }

  void makeLoads(CaseList &list_) {
    bool isParameter = space == "param" || space == "param::entry";
    if (space == "param::func" || (isParameter && bits * count > 64)) {
      list_.whyNone = "parameters of functions, and large ones";
      return;
    }
    SmallVector<bool> choices{false};
    if (space.empty() && isPlain())
      choices.push_back(true);
    for (unsigned width : getRegisterWidths())
      for (bool fromShared : choices) {
        std::string variant = getWidthName(width, std::max(bits, 16u));
        if (fromShared)
          variant += variant.empty() ? "from shared" : ", from shared";
        KernelWriter w(arena, mnemonic, variant,
                       isParameter ? kBlock : getThreads());
        unsigned total = bits * count;
        std::string address;
        if (isParameter) {
          address = KernelWriter::kParameter;
        } else if (space == "const") {
          std::string base = w.makeRegister(64);
          address = w.makeRegister(64);
          w.emit("mov.u64 " + base + ", table;");
          w.emit("mad.wide.u32 " + address + ", " + KernelWriter::kThread +
                 Twine(", 16, ") + base + ";");
        } else if (isShared() || fromShared || space == "local") {
          std::string value = w.load(getRaw(total), 1, 0);
          address = space == "local" ? makeLocal(w) : makeShared(w);
          storeRaw(w, space == "local" ? "local" : "shared", address, 0, value,
                   total);
          if (fromShared)
            address = makeGeneric(w, address);
        } else {
          address = w.getAddress({getRaw(total), 1, 0, getThreads()});
        }
        SmallVector<std::string> regs;
        for (unsigned i = 0; i < count; ++i)
          regs.push_back(w.makeRegister(width));
        std::string policy = makePolicy(w);
        w.emit(mnemonic + " " + list(regs) + ", [" + address + "]" + policy +
               ";");
        for (auto [i, reg] : llvm::enumerate(regs))
          w.store(reg, width, "d" + std::to_string(i));
        list_.cases.push_back(w.finish());
      }
  }

  void makeStores(CaseList &list_) {
    if (space.starts_with("param")) {
      list_.whyNone = "parameters of functions";
      return;
    }
    SmallVector<bool> choices{false};
    if (space.empty() && isPlain())
      choices.push_back(true);
    for (unsigned width : getRegisterWidths())
      for (bool toShared : choices) {
        std::string variant = getWidthName(width, std::max(bits, 16u));
        if (toShared)
          variant += variant.empty() ? "to shared" : ", to shared";
        KernelWriter w(arena, mnemonic, variant, getThreads());
        SmallVector<std::string> regs;
        for (unsigned i = 0; i < count; ++i)
          regs.push_back(w.load(getRaw(width), 4, i));
        bool isLocal = space == "local";
        bool isCopied = isShared() || toShared || isLocal;
        std::string place = !isCopied ? w.makeOutput(bits * count / 8, "memory")
                            : isLocal ? makeLocal(w)
                                      : makeShared(w);
        std::string address = toShared ? makeGeneric(w, place) : place;
        std::string policy = makePolicy(w);
        w.emit(mnemonic + " [" + address + "], " + list(regs) + policy + ";");
        if (isCopied)
          copyOut(w, isLocal ? "local" : "shared", place, bits * count);
        list_.cases.push_back(w.finish());
      }
  }

  void makeAtomics(CaseList &list_) {
    bool isCompare = llvm::is_contained(words, "cas");
    for (bool isEqual : {false, true}) {
      if (isEqual && !isCompare)
        continue;
      KernelWriter w(arena, mnemonic,
                     !isCompare ? ""
                     : isEqual  ? "equal"
                                : "different",
                     isPlainAtomic() ? kThreads : kFewThreads);
      makeAtomic(list_, w, isCompare, isEqual);
    }
    // Which thread comes first is not known, but often it does not matter.
    static constexpr const char *kCommutative[] = {"and", "or",  "xor", "add",
                                                   "min", "max", "inc", "dec"};
    if (isPlainAtomic() && match.vectorSize == 0 && !ptx::isFloatType(type) &&
        llvm::any_of(kCommutative, [&](StringRef operation) {
          return llvm::is_contained(words, operation);
        }))
      makeSharedAtomic(list_);
  }

  void makeAtomic(CaseList &list_, KernelWriter &w, bool isCompare,
                  bool isEqual) {
    SmallVector<std::string> initial, operands;
    std::string compared;
    for (unsigned i = 0; i < count; ++i) {
      // The first element gets each special value with each.
      initial.push_back(w.load(type, i ? 4 : 2, 2 * i));
      operands.push_back(w.load(type, i ? 4 : 2, 2 * i + 1));
    }
    std::string place =
        isShared() ? makeShared(w) : w.makeOutput(bits * count / 8, "memory");
    StringRef where = isShared() ? "shared" : "global";
    for (unsigned i = 0; i < count; ++i)
      storeRaw(w, where, place, i * bits / 8, initial[i], bits);
    if (isCompare)
      compared = (isEqual ? initial[0] : w.load(type, 4, 2)) + ", ";
    std::string policy = makePolicy(w);
    if (opcode == "red") {
      w.emit(mnemonic + " [" + place + "], " + list(operands) + policy + ";");
    } else {
      SmallVector<std::string> old;
      for (unsigned i = 0; i < count; ++i)
        old.push_back(w.makeRegister(bits));
      w.emit(mnemonic + " " + list(old) + ", [" + place + "], " + compared +
             list(operands) + policy + ";");
      for (auto [i, reg] : llvm::enumerate(old))
        w.store(reg, bits, "old" + std::to_string(i));
    }
    if (isShared())
      copyOut(w, "shared", place, bits * count);
    list_.cases.push_back(w.finish());
  }

  /// All threads of a warp at the address of its first one.
  void makeSharedAtomic(CaseList &list_) {
    KernelWriter w(arena, mnemonic, "one address a warp");
    std::string initial = w.load(type, 4, 0), operand = w.load(type, 4, 1);
    std::string own =
        isShared() ? makeShared(w) : w.makeOutput(bits / 8, "memory");
    StringRef where = isShared() ? "shared" : "global";
    storeRaw(w, where, own, 0, initial, bits);
    unsigned width = isShared() ? 32 : 64, step = isShared() ? 16 : bits / 8;
    std::string back = w.makeRegister(32), place = w.makeRegister(width);
    w.emit("mul.lo.u32 " + back + ", " + KernelWriter::kLane + Twine(", ") +
           Twine(step) + ";");
    if (isShared()) {
      w.emit("sub.u32 " + place + ", " + own + ", " + back + ";");
    } else {
      std::string wide = w.makeRegister(64);
      w.emit("cvt.u64.u32 " + wide + ", " + back + ";");
      w.emit("sub.u64 " + place + ", " + own + ", " + wide + ";");
    }
    // These two wrap at the operand, so it must be everyone's.
    if (match.has("inc") || match.has("dec"))
      operand = "1000";
    w.emit("bar.warp.sync -1;");
    if (opcode == "red") {
      w.emit(mnemonic + " [" + place + "], " + operand + ";");
    } else {
      std::string old = w.makeRegister(bits);
      w.emit(mnemonic + " " + old + ", [" + place + "], " + operand + ";");
    }
    w.emit("bar.warp.sync -1;");
    if (isShared())
      copyOut(w, "shared", own, bits);
    list_.cases.push_back(w.finish());
  }

  /// The address of a row of 16 bytes that is another thread's of the warp.
  std::string makeRow(KernelWriter &w, StringRef own) const {
    std::string row = w.makeRegister(32), first = w.makeRegister(32),
                back = w.makeRegister(32), address = w.makeRegister(32);
    w.emit("mad.lo.u32 " + row + ", " + KernelWriter::kLane + ", 5, 3;");
    w.emit("and.b32 " + row + ", " + row + ", 31;");
    w.emit("mul.lo.u32 " + back + ", " + KernelWriter::kLane + ", 16;");
    w.emit("sub.u32 " + first + ", " + own + ", " + back + ";");
    w.emit("mad.lo.u32 " + address + ", " + row + ", 16, " + first + ";");
    return space.empty() ? makeGeneric(w, address) : address;
  }

  unsigned getMatrixCount() const {
    return match.has("x4") ? 4 : match.has("x2") ? 2 : 1;
  }

  void makeLoadMatrix(CaseList &list_) {
    KernelWriter w(arena, mnemonic);
    std::string own = makeShared(w);
    storeRaw(w, "shared", own, 0, w.load("b128", 1, 0), 128);
    w.emit("bar.warp.sync -1;");
    std::string row = makeRow(w, own);
    SmallVector<std::string> regs;
    for (unsigned i = 0; i < getMatrixCount(); ++i)
      regs.push_back(w.makeRegister(32));
    w.emit(mnemonic + " {" + llvm::join(regs, ", ") + "}, [" + row + "];");
    for (auto [i, reg] : llvm::enumerate(regs))
      w.store(reg, 32, "d" + std::to_string(i));
    list_.cases.push_back(w.finish());
  }

  void makeStoreMatrix(CaseList &list_) {
    KernelWriter w(arena, mnemonic);
    std::string own = makeShared(w);
    storeRaw(w, "shared", own, 0, w.load("b128", 1, 0), 128);
    std::string row = makeRow(w, own);
    SmallVector<std::string> regs;
    for (unsigned i = 0; i < getMatrixCount(); ++i)
      regs.push_back(w.load("b32", 4, i));
    w.emit("bar.warp.sync -1;");
    w.emit(mnemonic + " [" + row + "], {" + llvm::join(regs, ", ") + "};");
    w.emit("bar.warp.sync -1;");
    copyOut(w, "shared", own, 128);
    list_.cases.push_back(w.finish());
  }

  InputArena &arena;
  ptx::InstructionMatch match;
  std::string mnemonic;
  StringRef opcode;
  std::vector<std::string> words;
  StringRef space, type;
  unsigned count = 1, bits = 8;
};
} // namespace

CaseList mlir::tile::itest::makeMemoryCases(
    InputArena &arena, const ptx::EnumeratedInstruction &instruction) {
  return MemoryCases(arena, instruction).make();
}
