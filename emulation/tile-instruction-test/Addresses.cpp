//===- Addresses.cpp - Cases of what computes with addresses --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Addresses differ between devices and runs, so what is stored is what they
// lead to: the values there, and whether they came back unchanged.
//
//===----------------------------------------------------------------------===//

#include "KernelWriter.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir::tile;
using namespace mlir::tile::itest;
using llvm::SmallVector;
using llvm::StringRef;
using llvm::Twine;

/// A 64-bit address in a space, where the thread's word of an array is.
static std::string makeAddress(KernelWriter &w, StringRef space) {
  if (space == "global")
    return w.getAddress({"b32", 1, 0});
  std::string result = w.makeRegister(64);
  if (space == "const") {
    w.emit("mov.u64 " + result + ", table;");
    return result;
  }
  std::string value = w.load("b32", 1, 0);
  if (space == "local") {
    w.declare(".local .align 16 .b8 frame[16];");
    w.emit("mov.u64 " + result + ", frame;");
  } else {
    std::string base = w.makeRegister(64);
    w.declare(".shared .align 16 .b8 buffer[" + Twine(4 * kBlock) + "];");
    w.emit("mov.u64 " + base + ", buffer;");
    w.emit("mad.wide.u32 " + result + ", " + KernelWriter::kThread +
           Twine(", 4, ") + base + ";");
  }
  w.emit("st." + StringRef(space == "local" ? "local" : "shared") + ".b32 [" +
         result + "], " + value + ";");
  return result;
}

static std::string makeGeneric(KernelWriter &w, StringRef space) {
  std::string address = makeAddress(w, space), result = w.makeRegister(64);
  w.emit("cvta." + space + ".u64 " + result + ", " + address + ";");
  return result;
}

static void storeLoaded(KernelWriter &w, StringRef space, StringRef address) {
  std::string value = w.makeRegister(32);
  w.emit("ld" + space + ".b32 " + value + ", [" + address + "];");
  w.store(value, 32, "value");
}

CaseList mlir::tile::itest::makeAddressCases(
    InputArena &arena, const ptx::EnumeratedInstruction &instruction) {
  ptx::InstructionMatch match = instruction.getMatch();
  std::string mnemonic = instruction.getMnemonic();
  StringRef opcode = instruction.form->opcode, space;
  bool isShort = match.types.size() == 1 && match.types[0] == "u32";
  for (StringRef word : match.words)
    if (!word.empty() && word != "to" && word != "u32" && word != "u64")
      space = word;
  CaseList list;
  if (space.starts_with("param")) {
    list.whyNone = "parameters have no addresses here";
    return list;
  }
  if (opcode == "isspacep") {
    for (StringRef of : {"global", "shared", "local", "const"}) {
      KernelWriter w(arena, mnemonic, ("of " + of).str(), kBlock);
      std::string address = makeGeneric(w, of), p = w.makeRegister(1);
      w.emit(mnemonic + " " + p + ", " + address + ";");
      w.store(p, 1, "p");
      list.cases.push_back(w.finish());
    }
    return list;
  }
  if (opcode == "cvta") {
    if (isShort) {
      list.whyNone = "addresses of 32 bits";
      return list;
    }
    KernelWriter w(arena, mnemonic, "", kBlock);
    std::string address = makeAddress(w, space);
    std::string generic = w.makeRegister(64), back = w.makeRegister(64);
    std::string difference = w.makeRegister(64);
    w.emit("cvta." + space + ".u64 " + generic + ", " + address + ";");
    w.emit("cvta.to." + space + ".u64 " + back + ", " + generic + ";");
    w.emit("sub.u64 " + difference + ", " + back + ", " + address + ";");
    w.store(difference, 64, "difference");
    storeLoaded(w, "", generic);
    list.cases.push_back(w.finish());
    return list;
  }
  // mapa and getctarank; the cluster has one CTA.
  KernelWriter w(arena, mnemonic, "", kBlock);
  std::string address =
      space.empty() ? makeGeneric(w, "shared") : makeAddress(w, "shared");
  if (isShort) {
    if (space.empty()) {
      list.whyNone = "addresses of 32 bits";
      return list;
    }
    std::string low = w.makeRegister(32);
    w.emit("cvt.u32.u64 " + low + ", " + address + ";");
    address = low;
  }
  if (opcode == "getctarank") {
    std::string rank = w.makeRegister(32);
    w.emit(mnemonic + " " + rank + ", " + address + ";");
    w.store(rank, 32, "rank");
  } else {
    std::string mapped = w.makeRegister(isShort ? 32 : 64);
    w.emit(mnemonic + " " + mapped + ", " + address + ", 0;");
    storeLoaded(w, space.empty() ? "" : ".shared::cluster", mapped);
  }
  list.cases.push_back(w.finish());
  return list;
}
