//===- CheckInlineAsmTest.cpp - How often inline PTX is analysed ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Dialect/Tile/Transforms/CheckInlineAsm.h"
#include "tile/Dialect/Tile/Transforms/InlineAsmAnalyzer.h"

#include "tile/Compiler/Compiler.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::tile;

namespace {

/// A module with one asm a line, of text and attributes.
InlineAsmStatistics check(ArrayRef<StringRef> asms, AsmCheck mode) {
  std::unique_ptr<MLIRContext> context = Compiler::createContext();
  ScopedDiagnosticHandler silent(context.get(),
                                 [](Diagnostic &) { return success(); });
  std::string text = "tile.func private @f(%x: f32) {\n";
  for (StringRef item : asms)
    text += "  tile.elementwise_inline_asm " + item.str() + "\n";
  text += "  tile.return\n}\n";
  auto module = parseSourceString<ModuleOp>(text, context.get());
  InlineAsmStatistics statistics;
  EXPECT_TRUE(module);
  if (module) {
    InlineAsmAnalyzer analyzer(*module);
    bool passed = succeeded(
        checkInlineAsm(*module, mode, AsmChoice::Auto, statistics, analyzer));
    EXPECT_EQ(passed, statistics.errors == 0);
  }
  return statistics;
}

constexpr StringLiteral kGood =
    R"("neg.f32 $0, $1;" {constraints = "=f,f", packed_element = 1 : i32, )"
    R"(pure = true} %x : f32 -> f32)";
constexpr StringLiteral kImpure =
    R"("neg.f32 $0, $1;" {constraints = "=f,f", packed_element = 1 : i32, )"
    R"(pure = false} %x : f32 -> f32)";
constexpr StringLiteral kOtherClass =
    R"("neg.f32 $0, $1;" {constraints = "=r,f", packed_element = 1 : i32, )"
    R"(pure = true} %x : f32 -> f32)";
constexpr StringLiteral kBad =
    R"("nge.f32 $0, $1;" {constraints = "=f,f", packed_element = 1 : i32, )"
    R"(pure = true} %x : f32 -> f32)";

TEST(CheckInlineAsm, AnalysesEachAsmOnce) {
  InlineAsmStatistics statistics = check(
      {kGood, kGood, kBad, kGood, kBad, kImpure, kOtherClass}, AsmCheck::Error);
  EXPECT_EQ(statistics.checked, 7u);
  EXPECT_EQ(statistics.analyzed, 4u);
  EXPECT_EQ(statistics.errors, 2u);
  EXPECT_EQ(statistics.warnings, 0u);
}

TEST(CheckInlineAsm, Modes) {
  EXPECT_EQ(check({kBad}, AsmCheck::Warn).warnings, 1u);
  EXPECT_EQ(check({kBad}, AsmCheck::Warn).errors, 0u);
  EXPECT_EQ(check({kBad}, AsmCheck::Off).checked, 0u);
}

TEST(CheckInlineAsm, IsPartOfWhatACompileDependsOn) {
  StringRef source = "tile.func public @f(%p: !tile.ptr<f32>, %x: f32) {\n"
                     "  %y = tile.elementwise_inline_asm \"nge.f32 $0, $1;\" "
                     "{constraints = \"=f,f\", packed_element = 1 : i32, pure "
                     "= true} %x : f32 -> f32\n"
                     "  tile.store %p, %y : !tile.ptr<f32>\n"
                     "  tile.return\n}\n";
  // One session, whose pass managers are kept from compile to compile.
  CompilerSession session;
  ScopedDiagnosticHandler silent(session.getContext(),
                                 [](Diagnostic &) { return success(); });
  for (AsmCheck mode : {AsmCheck::Off, AsmCheck::Error, AsmCheck::Warn}) {
    CompilerOptions options;
    options.asmCheck = mode;
    auto module = parseSourceString<ModuleOp>(source, session.getContext());
    ASSERT_TRUE(module);
    EXPECT_EQ(
        succeeded(Compiler(options).compile(*module, Stage::PTX, session)),
        mode != AsmCheck::Error);
  }
}

} // namespace
