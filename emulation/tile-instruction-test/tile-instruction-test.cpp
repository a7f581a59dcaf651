//===- tile-instruction-test.cpp - Each instruction, on a GPU and here ----===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Makes a kernel for each instruction of the table, writes them for a GPU, and
// holds the simulator to the results. test/Integration/instructions-on-gpu.py
// runs them on a GPU, where nothing of Tilewright is needed.
//
//===----------------------------------------------------------------------===//

#include "Recording.h"
#include "Results.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/WithColor.h"

using namespace mlir::tile::itest;
using llvm::StringRef;
namespace cl = llvm::cl;
namespace json = llvm::json;

namespace {
struct Flags {
  cl::OptionCategory category{"tile-instruction-test options"};
  cl::opt<std::string> emit{
      "emit", cl::desc("Write the kernels, their inputs and an index"),
      cl::value_desc("folder"), cl::cat(category)};
  cl::opt<bool> run{"run", cl::desc("Simulate all and say what was found"),
                    cl::cat(category)};
  cl::opt<std::string> compare{
      "compare", cl::desc("Simulate, and compare with the outputs of a GPU"),
      cl::value_desc("folder"), cl::cat(category)};
  cl::opt<std::string> compareHashes{
      "compare-hashes",
      cl::desc("Simulate, and compare with the hashes of a GPU's outputs"),
      cl::value_desc("file"), cl::cat(category)};
  cl::opt<std::string> record{
      "record",
      cl::desc("Simulate, and write outputs as instructions-on-gpu.py does"),
      cl::value_desc("folder"), cl::cat(category)};
  cl::opt<bool> hashes{
      "hashes",
      cl::desc("Simulate, and print the hashes of what is approximate or "
               "undefined: the same on every host"),
      cl::cat(category)};
  cl::opt<std::string> only{
      "only", cl::desc("Only mnemonics with this beginning, such as 'add.rn'"),
      cl::value_desc("text"), cl::cat(category)};
  cl::opt<bool> list{
      "list", cl::desc("With --run: name all instructions that did not run"),
      cl::cat(category)};
  cl::opt<unsigned> threads{"threads",
                            cl::desc("Host threads (default: one per core)"),
                            cl::init(0), cl::cat(category)};
};
} // namespace

static int fail(const llvm::Twine &message) {
  llvm::WithColor::error(llvm::errs(), "tile-instruction-test")
      << message << '\n';
  return 1;
}

/// index.json, inputs.bin and m0.ptx, m1.ptx ...
static llvm::Error emit(const TestSuite &suite, const std::string &folder) {
  if (std::error_code error = llvm::sys::fs::create_directories(folder))
    return llvm::createStringError(error, "cannot make the folder '" + folder +
                                              "': " + error.message());
  std::vector<uint8_t> inputs = suite.arena.getBytes();
  if (llvm::Error error =
          writeFile(folder + "/inputs.bin",
                    StringRef(reinterpret_cast<const char *>(inputs.data()),
                              inputs.size())))
    return error;
  json::Array modules;
  for (unsigned number = 0; number < suite.getNumModules(); ++number) {
    std::string file = "m" + std::to_string(number) + ".ptx";
    if (llvm::Error error = writeFile(
            folder + "/" + file, suite.getModuleText(suite.getModule(number))))
      return error;
    json::Array kernels;
    for (const TestCase &test : suite.getModule(number)) {
      json::Array outputs;
      for (const Output &output : test.outputs)
        outputs.push_back(json::Array{output.name, output.bytes});
      kernels.push_back(json::Object{
          {"name", test.name},
          {"mnemonic", test.mnemonic},
          {"variant", test.variant},
          {"class", getName(test.cls)},
          {"threads", test.threads},
          {"outputs", std::move(outputs)},
          {"identity", formatHash(test.getIdentity(suite.arena))}});
    }
    modules.push_back(
        json::Object{{"file", file}, {"kernels", std::move(kernels)}});
  }
  json::Object index{{"block", kBlock},
                     {"value", formatHash(KernelWriter::kValue)},
                     {"inputs", formatHash(hashBytes(inputs))},
                     {"modules", std::move(modules)}};
  std::string text;
  llvm::raw_string_ostream os(text);
  os << llvm::formatv("{0:1}", json::Value(std::move(index))) << '\n';
  return writeFile(folder + "/index.json", text);
}

int main(int argc, char **argv) {
  Flags flags;
  cl::HideUnrelatedOptions(flags.category);
  cl::ParseCommandLineOptions(
      argc, argv, "Tries each PTX instruction, here and on a GPU\n");
  std::unique_ptr<TestSuite> suite = makeTestSuite(flags.only);
  if (suite->cases.empty())
    return fail("no instruction of sm_90a starts with '" + flags.only + "'");
  if (!flags.emit.empty())
    if (llvm::Error error = emit(*suite, flags.emit))
      return fail(llvm::toString(std::move(error)));
  auto check = [](llvm::Expected<bool> result) {
    return result ? !*result : fail(llvm::toString(result.takeError()));
  };
  if (!flags.record.empty())
    if (llvm::Error error = record(*suite, flags.threads, flags.record))
      return fail(llvm::toString(std::move(error)));
  int code = 0;
  if (flags.run)
    code |= !runAndSummarize(*suite, flags.threads, flags.list);
  if (flags.hashes)
    code |= !printHashes(*suite, flags.threads);
  if (!flags.compare.empty())
    code |= check(compareOutputs(*suite, flags.threads, flags.compare));
  if (!flags.compareHashes.empty())
    code |= check(compareHashes(*suite, flags.threads, flags.compareHashes));
  return code;
}
