//===- Video.cpp - Cases of the video instructions ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// PTX ISA 9.0, 9.7.18. The table describes their words, but not the parts of
// their operands: samples with parts are made here, the same at each run.
//
//===----------------------------------------------------------------------===//

#include "KernelWriter.h"

using namespace mlir::tile;
using namespace mlir::tile::itest;
using llvm::ArrayRef;
using llvm::StringRef;

namespace {
/// Draws the words and operands of one instruction.
class VideoInstruction {
public:
  VideoInstruction(StringRef opcode, unsigned number)
      : opcode(opcode),
        state(mix(number + hashBytes({opcode.bytes_begin(), opcode.size()}))) {
    parts = opcode.ends_with("2") ? 2 : opcode.ends_with("4") ? 4 : 1;
    if (parts == 1)
      makeScalar();
    else
      makeParallel();
  }

  /// "vadd.s32.u32.s32.sat", "d.b1, a.h0, b, c"
  std::string mnemonic, destination = "d", a = "a", b = "b", c;

private:
  unsigned draw(unsigned count) {
    state = mix(state);
    return unsigned(state % count);
  }
  std::string choose(ArrayRef<const char *> texts) {
    return texts[draw(texts.size())];
  }
  std::string chooseType() { return choose({".u32", ".s32"}); }
  std::string choosePart() {
    return choose({"", ".b0", ".b1", ".b2", ".b3", ".h0", ".h1"});
  }

  void makeScalar() {
    mnemonic = opcode.str();
    bool isShift = opcode == "vshl" || opcode == "vshr";
    bool isSet = opcode == "vset";
    if (!isSet)
      mnemonic += chooseType();
    mnemonic += chooseType();
    mnemonic += isShift ? std::string(".u32") : chooseType();
    a += choosePart();
    b += choosePart();
    if (opcode == "vmad") {
      c = "c";
      bool addsOne = draw(3) == 0;
      mnemonic += addsOne ? ".po" : "";
      mnemonic += choose({"", ".sat"});
      mnemonic += choose({"", ".shr7", ".shr15"});
      if (addsOne)
        return;
      // A product or a sum may be negated, not both.
      unsigned negated = draw(4);
      if (negated == 1)
        a = "-" + a;
      else if (negated == 2)
        c = "-c";
      return;
    }
    if (isSet)
      mnemonic += choose({".eq", ".ne", ".lt", ".le", ".gt", ".ge"});
    else
      mnemonic += choose({"", ".sat"});
    if (isShift)
      mnemonic += choose({".clamp", ".wrap"});
    unsigned secondary = draw(3);
    if (secondary == 1)
      mnemonic += choose({".add", ".min", ".max"});
    if (secondary == 2)
      destination += choose({".b0", ".b1", ".b2", ".b3", ".h0", ".h1"});
    if (secondary)
      c = "c";
  }

  void makeParallel() {
    mnemonic = opcode.str();
    bool isSet = opcode.starts_with("vset");
    if (!isSet)
      mnemonic += chooseType();
    std::string typeOfB = chooseType();
    mnemonic += chooseType() + typeOfB;
    if (isSet)
      mnemonic += choose({".eq", ".ne", ".lt", ".le", ".gt", ".ge"});
    // The sum of the parts, or the parts.
    bool adds = draw(3) == 0;
    if (adds)
      mnemonic += ".add";
    else if (!isSet)
      mnemonic += choose({"", ".sat"});
    c = "c";
    auto select = [&](std::string &operand) {
      if (draw(3) == 0)
        return;
      operand += parts == 2 ? ".h" : ".b";
      for (unsigned i = 0; i < parts; ++i)
        operand += char('0' + draw(2 * parts));
    };
    select(a);
    select(b);
    unsigned mask = draw(1u << parts);
    if (mask == 0)
      return;
    destination += parts == 2 ? ".h" : ".b";
    for (unsigned i = parts; i-- > 0;)
      if (mask >> i & 1)
        destination += char('0' + i);
  }

  StringRef opcode;
  uint64_t state;
  unsigned parts = 1;
};
} // namespace

CaseList mlir::tile::itest::makeVideoCases(InputArena &arena,
                                           StringRef opcode) {
  constexpr unsigned kCases = 30;
  CaseList list;
  for (unsigned i = 0; i < kCases; ++i) {
    VideoInstruction instruction(opcode, i);
    std::string operands =
        instruction.destination + ", " + instruction.a + ", " + instruction.b;
    if (!instruction.c.empty())
      operands += ", " + instruction.c;
    KernelWriter w(arena, instruction.mnemonic, operands);
    std::string text = instruction.mnemonic + " ";
    std::string d = w.makeRegister(32);
    text += d + instruction.destination.substr(1);
    for (unsigned position = 0; position < 3; ++position) {
      StringRef operand = position == 0   ? instruction.a
                          : position == 1 ? instruction.b
                                          : instruction.c;
      if (operand.empty())
        continue;
      text += operand.consume_front("-") ? ", -" : ", ";
      text += w.load("b32", 3, position) + operand.drop_front(1).str();
    }
    w.emit(text + ";");
    w.store(d, 32, "d");
    list.cases.push_back(w.finish());
  }
  return list;
}
