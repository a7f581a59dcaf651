//===- NamedOptionsTest.cpp - Compiler options by name --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Compiler/NamedOptions.h"

#include "tile/Compiler/Pipelines.h"

#include "mlir/IR/MLIRContext.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "gtest/gtest.h"

#include <map>

using namespace mlir;
using namespace mlir::tile;

namespace {

CompilerOptions with(StringRef name, StringRef value) {
  CompilerOptions options;
  llvm::cantFail(setOption(options, name, value));
  return options;
}

/// A value that is not the default. Most options list their values, or the
/// first and the last number.
StringRef getOtherValue(const NamedOption &option) {
  static const std::map<StringRef, StringRef> kValues{
      {"target", "sm_80"},      {"ptx-version", "87"},
      {"kernel", "k"},          {"assume", "n:16"},
      {"ptxas", "/bin/true"},   {"libdevice", "/bin/true"},
      {"ptxas-time-limit", "7"}};
  if (auto found = kValues.find(option.name); found != kValues.end())
    return found->second;
  StringRef rest = option.expected;
  while (!rest.empty()) {
    size_t end = std::min(
        {rest.find(", "), rest.find(" or "), rest.find(" to "), rest.size()});
    StringRef value = rest.take_front(end);
    if (option.get(with(option.name, value)) != option.get(CompilerOptions()))
      return value;
    rest = rest.drop_front(end).ltrim(", ");
    rest.consume_front("or ");
    rest.consume_front("to ");
  }
  return {};
}

class NamedOptions : public testing::Test {
protected:
  NamedOptions() : context(Compiler::createContext()) { registerPipelines(); }

  /// The passes that a session would keep, with all their options.
  std::string printPasses(const CompilerOptions &options) {
    PassManager manager(context.get(), ModuleOp::getOperationName());
    buildImportPipeline(manager, options);
    buildLayoutPipeline(manager, options);
    buildTileGPUToLLVMPipeline(manager, options);
    return print(manager);
  }

  /// The same of a named pipeline; the error if there is one.
  std::string printNamed(StringRef text) {
    PassManager manager(context.get(), ModuleOp::getOperationName());
    std::string message;
    llvm::raw_string_ostream stream(message);
    if (failed(parsePassPipeline(text, manager, stream)))
      return message;
    return print(manager);
  }

  static std::string print(OpPassManager &manager) {
    std::string text;
    llvm::raw_string_ostream stream(text);
    manager.printAsTextualPipeline(stream);
    return text;
  }

  std::unique_ptr<MLIRContext> context;
};

TEST_F(NamedOptions, EachHasAnotherValueHere) {
  for (const NamedOption &option : getNamedOptions()) {
    CompilerOptions options = with(option.name, getOtherValue(option));
    EXPECT_NE(option.get(options), option.get(CompilerOptions()))
        << option.name.str();
  }
}

TEST_F(NamedOptions, EachChangesTheKeyOfPassesOrNoPass) {
  auto describe = [](const CompilerOptions &options) {
    return describePassOptions(options, Stage::Tile);
  };
  std::string key = describe(CompilerOptions());
  std::string later = describePassOptions(CompilerOptions(), Stage::TileGPU);
  std::string passes = printPasses(CompilerOptions());
  for (const NamedOption &option : getNamedOptions()) {
    CompilerOptions options = with(option.name, getOtherValue(option));
    bool isInKey = describe(options) != key;
    EXPECT_EQ(isInKey, option.use != OptionUse::Compile &&
                           option.use != OptionUse::Speed)
        << option.name.str();
    // A cache has one image for all.
    EXPECT_EQ(describeOptions(options) != describeOptions(CompilerOptions()),
              option.use != OptionUse::Speed)
        << option.name.str();
    // What is not in the key leaves all passes and their options as they are.
    bool isOfFirst = option.use == OptionUse::FirstPasses;
    EXPECT_EQ(printPasses(options) != passes,
              isOfFirst || option.use == OptionUse::Passes)
        << option.name.str();
    EXPECT_EQ(describePassOptions(options, Stage::TileGPU) != later,
              isInKey && !isOfFirst)
        << option.name.str();
  }
}

TEST_F(NamedOptions, ASessionKeepsNoPassesOfOtherOptions) {
  constexpr StringLiteral source = R"(
tile.func public @k(%p: !tile.ptr<f32>, %x: f32, %n: i32) {
  %0 = math.exp %x : f32
  %1 = tile.elementwise_inline_asm "add.f32 $0, $1, $1;" {constraints = "=f,f", packed_element = 1 : i32, pure = true} %0 : f32 -> f32 fallback (%v: f32) {
    %s = arith.addf %v, %v : f32
    tile.asm.return %s : f32
  }
  tile.store %p, %1 : !tile.ptr<f32>
  tile.return
})";
  CompilerSession session;
  auto compile = [&](const CompilerOptions &options,
                     CompilerSession &in) -> std::string {
    Compiler compiler(options);
    OwningOpRef<ModuleOp> module = Compiler::parse(
        llvm::MemoryBufferRef(source, "k.mlir"), in.getContext());
    FailureOr<CompileResult> result =
        compiler.compile(*module, Stage::LLVM, in);
    return succeeded(result) ? result->text : "failed";
  };
  for (const NamedOption &option : getNamedOptions()) {
    if (option.use == OptionUse::Run)
      continue; // They start ptxas.
    CompilerOptions options = with(option.name, getOtherValue(option));
    // The session has the passes of the option before.
    CompilerSession fresh;
    EXPECT_EQ(compile(options, session), compile(options, fresh))
        << option.name.str();
  }
}

TEST_F(NamedOptions, NamedPipelinesTakeThoseOfPasses) {
  for (const NamedOption &option : getNamedOptions()) {
    StringRef value = getOtherValue(option);
    std::string text =
        ("tile-to-llvm{" + option.name + "=" + value + "}").str();
    if (option.use == OptionUse::Passes || option.use == OptionUse::FirstPasses)
      EXPECT_EQ(printNamed(text), printPasses(with(option.name, value)));
    else
      EXPECT_NE(printNamed(text).find("failed to add"), std::string::npos)
          << printNamed(text);
  }
}

TEST_F(NamedOptions, ASwitchOfANamedPipelineNeedsNoValue) {
  EXPECT_EQ(printNamed("tile-to-llvm{fast-math}"),
            printPasses(with("fast-math", "true")));
}

TEST_F(NamedOptions, AWrongValueOfANamedPipeline) {
  std::string message = printNamed("tile-to-llvm{num-warps=3}");
  EXPECT_NE(message.find("'tile-to-llvm': expected 0, 1, 2, 4, 8, 16 or 32 "
                         "for 'num-warps', found '3'"),
            std::string::npos)
      << message;
}

} // namespace
