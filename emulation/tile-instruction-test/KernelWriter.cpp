//===- KernelWriter.cpp - A kernel that tries one instruction -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelWriter.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"

#include <set>

using namespace mlir::tile;
using namespace mlir::tile::itest;
using llvm::StringRef;
using llvm::Twine;

StringRef mlir::tile::itest::getName(ResultClass cls) {
  static constexpr const char *kNames[] = {"exact", "approx", "undefined"};
  return kNames[unsigned(cls)];
}

size_t TestCase::getOutputBytes() const {
  size_t bytes = 0;
  for (const Output &output : outputs)
    bytes += size_t(output.bytes) * threads;
  return bytes;
}

std::string TestCase::getText(const InputArena &arena) const {
  std::string result;
  StringRef rest = text;
  while (!rest.empty()) {
    auto [before, behind] = rest.split("@(");
    result += before;
    if (behind.empty())
      break;
    auto [array, after] = behind.split(')');
    result += std::to_string(arena.lookup(array)->offset);
    rest = after;
  }
  return result;
}

uint64_t TestCase::getIdentity(const InputArena &arena) const {
  // The name of the entry is not part of it.
  StringRef rest = StringRef(text).split('(').second;
  uint64_t hash = hashBytes({rest.bytes_begin(), rest.size()});
  for (const std::string &input : inputs)
    hash = mix(hash ^ arena.lookup(input)->hash);
  return hash;
}

KernelWriter::KernelWriter(InputArena &arena, std::string mnemonic,
                           std::string variant, unsigned threads)
    : arena(arena) {
  test.mnemonic = std::move(mnemonic);
  test.variant = std::move(variant);
  test.threads = threads;
}

static unsigned getRegisterClass(unsigned bits) {
  return bits == 1 ? 0 : llvm::Log2_32(bits);
}

std::string KernelWriter::makeRegister(unsigned bits) {
  static constexpr const char *kNames[] = {"p", "",  "",  "c",
                                           "h", "r", "d", "x"};
  unsigned index = getRegisterClass(bits);
  return ("%" + Twine(kNames[index]) + Twine(counts[index]++)).str();
}

void KernelWriter::emit(const Twine &line) { body += (line + "\n").str(); }

void KernelWriter::declare(const Twine &line) {
  declarations += (line + "\n").str();
}

std::string KernelWriter::getAddress(const InputKey &key) {
  return getAddress(key, kIndex, arena.get(key).elementBytes);
}

std::string KernelWriter::getAddress(const InputKey &key, StringRef index,
                                     unsigned bytes) {
  const InputArray &array = arena.get(key);
  if (!llvm::is_contained(test.inputs, array.name))
    test.inputs.push_back(array.name);
  std::string address = makeRegister(64);
  emit("mad.wide.u32 " + address + ", " + index + ", " + Twine(bytes) +
       ", %in;");
  std::string result = makeRegister(64);
  emit("add.u64 " + result + ", " + address + ", @(" + array.name + ");");
  return result;
}

std::string KernelWriter::load(InputKey key) {
  key.threads = test.threads;
  std::string address = getAddress(key);
  unsigned bits = arena.get(key).elementBytes * 8;
  std::string result = makeRegister(std::max(bits, 16u));
  if (bits < 128) {
    emit("ld.global.b" + Twine(bits) + " " + result + ", [" + address + "];");
    return result;
  }
  std::string low = makeRegister(64), high = makeRegister(64);
  emit("ld.global.v2.b64 {" + low + ", " + high + "}, [" + address + "];");
  emit("mov.b128 " + result + ", {" + low + ", " + high + "};");
  return result;
}

std::string KernelWriter::loadPredicate(unsigned position) {
  std::string word = load("b32", 4, position), bit = makeRegister(32);
  std::string result = makeRegister(1);
  // Bit 7: of the special values about half have it.
  emit("and.b32 " + bit + ", " + word + ", 128;");
  emit("setp.ne.u32 " + result + ", " + bit + ", 0;");
  return result;
}

std::string KernelWriter::makeOutput(unsigned bytes, StringRef name) {
  std::string address = makeRegister(64);
  emit("mad.wide.u32 " + address + ", " + kIndex + ", " + Twine(bytes) +
       ", %out;");
  std::string result = makeRegister(64);
  emit("add.u64 " + result + ", " + address + ", " + Twine(outputBytes) + ";");
  outputBytes += size_t(bytes) * test.threads;
  test.outputs.push_back({name.str(), bytes});
  return result;
}

void KernelWriter::store(StringRef reg, unsigned bits, StringRef name) {
  if (bits == 1) {
    std::string word = makeRegister(32);
    emit("selp.u32 " + word + ", 1, 0, " + reg + ";");
    store(word, 32, name);
    return;
  }
  std::string address = makeOutput(bits / 8, name);
  if (bits < 128) {
    emit("st.global.b" + Twine(bits) + " [" + address + "], " + reg + ";");
    return;
  }
  std::string low = makeRegister(64), high = makeRegister(64);
  emit("mov.b128 {" + low + ", " + high + "}, " + reg + ";");
  emit("st.global.v2.b64 [" + address + "], {" + low + ", " + high + "};");
}

TestCase KernelWriter::finish(ResultClass cls) {
  test.cls = cls;
  std::string &text = test.text;
  text = "(.param .u64 in, .param .u64 out, .param .u64 value)\n"
         ".reqntid " +
         std::to_string(kBlock) + ", 1, 1\n{\n";
  static constexpr std::pair<unsigned, const char *> kClasses[] = {
      {1, "pred"}, {8, "b8"},   {16, "b16"},
      {32, "b32"}, {64, "b64"}, {128, "b128"}};
  for (auto [bits, name] : kClasses)
    if (unsigned count = counts[getRegisterClass(bits)]) {
      std::string first = makeRegister(bits);
      text += (".reg ." + Twine(name) + " " + StringRef(first).take_front(2) +
               "<" + Twine(count) + ">;\n")
                  .str();
    }
  text += ".reg .b32 %index, %thread, %lane;\n.reg .b64 %in, %out;\n";
  text += declarations;
  text += "mov.u32 %thread, %tid.x;\nmov.u32 %index, %ctaid.x;\n"
          "mad.lo.u32 %index, %index, " +
          std::to_string(kBlock) +
          ", %thread;\n"
          "and.b32 %lane, %thread, 31;\n"
          "ld.param.u64 %in, [in];\nld.param.u64 %out, [out];\n"
          "cvta.to.global.u64 %in, %in;\ncvta.to.global.u64 %out, %out;\n";
  text += body;
  text += "ret;\n}\n";
  return std::move(test);
}

//===----------------------------------------------------------------------===//
// All cases
//===----------------------------------------------------------------------===//

std::string
TestSuite::getModuleText(llvm::ArrayRef<TestCase> moduleCases) const {
  std::string text = ".version 9.0\n.target sm_90a\n.address_size 64\n";
  // What ld.const reads.
  text += ".const .align 16 .b8 table[2048] = {";
  for (unsigned i = 0; i < 2048; ++i)
    text += (i ? "," : "") + std::to_string(mix(i) & 255);
  text += "};\n";
  for (const TestCase &test : moduleCases)
    text += ".visible .entry " + test.name + test.getText(arena);
  return text;
}

std::unique_ptr<TestSuite> mlir::tile::itest::makeTestSuite(StringRef only) {
  auto suite = std::make_unique<TestSuite>();
  std::set<uint64_t> identities;
  llvm::StringSet<> videoOpcodes;
  std::optional<ptx::Target> target = ptx::Target::parse("sm_90a");
  for (const ptx::EnumeratedInstruction &instruction :
       ptx::enumerateInstructions(*target, 90)) {
    std::string mnemonic = instruction.getMnemonic();
    if (!StringRef(mnemonic).starts_with(only))
      continue;
    const ptx::InstructionForm &form = *instruction.form;
    CaseList list;
    if (llvm::is_contained({"cvta", "isspacep", "mapa", "getctarank"},
                           form.opcode))
      list = makeAddressCases(suite->arena, instruction);
    else if (form.opcode == "wmma")
      list = makeFragmentCases(suite->arena, instruction);
    else if (form.operands.contains("...") || form.words.contains("..."))
      list.whyNone = "not described in the table";
    else if (form.effects & (ptx::ControlFlow))
      list.whyNone = "control flow";
    else if (form.effects & ptx::Convergent &&
             !(form.effects & (ptx::ReadsMemory | ptx::WritesMemory)))
      list = makeLaneCases(suite->arena, instruction);
    else if (form.effects & (ptx::ReadsMemory | ptx::WritesMemory))
      list = makeMemoryCases(suite->arena, instruction);
    else if (form.effects)
      list.whyNone = "no result";
    else
      list = makeArithmeticCases(suite->arena, instruction);
    // Video instructions, with parts of words: once per opcode.
    if (form.opcode.starts_with("v") && !form.effects &&
        videoOpcodes.insert(form.opcode).second)
      llvm::append_range(list.cases,
                         makeVideoCases(suite->arena, form.opcode).cases);
    if (list.cases.empty())
      suite->skipped.push_back({mnemonic, list.whyNone});
    for (TestCase &test : list.cases) {
      // Rows overlap.
      if (!identities.insert(test.getIdentity(suite->arena)).second)
        continue;
      test.name = "k" + std::to_string(suite->cases.size());
      suite->cases.push_back(std::move(test));
    }
  }
  return suite;
}
