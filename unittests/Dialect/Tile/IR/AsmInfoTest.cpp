//===- AsmInfoTest.cpp - What the strings of an inline asm say ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Dialect/Tile/IR/AsmInfo.h"

#include "tile/Compiler/Compiler.h"

#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"

#include <thread>

using namespace mlir;
using namespace mlir::tile;

namespace {

/// A kernel with an asm of each text, all with side effects.
std::string makeKernel(ArrayRef<std::string> texts) {
  std::string kernel = "tile.func public @k(%p: !tile.ptr<i32>) {\n";
  for (const std::string &text : texts)
    kernel += "tile.elementwise_inline_asm \"" + text +
              "\" {constraints = \"l\", packed_element = 1 : i32, pure = "
              "false} %p : !tile.ptr<i32> -> ()\n";
  return kernel + "tile.return }\n";
}

std::string store(unsigned value) {
  return "st.global.b32 [$0], " + std::to_string(value) + ";";
}

TEST(AsmInfo, ACompileReadsEachAsmOnce) {
  // Two of three are the same.
  std::string kernel = makeKernel({store(1), store(2), store(1)});
  std::unique_ptr<MLIRContext> context = Compiler::createContext();
  ASSERT_TRUE(succeeded(Compiler({}).compile(
      llvm::MemoryBufferRef(kernel, "k.mlir"), context.get(), Stage::PTX)));
  EXPECT_EQ(getAsmInfoCounts(context.get()).numRead, 2u);
}

TEST(AsmInfo, AContextKeepsSome) {
  std::vector<std::string> texts;
  for (unsigned i = 0; i < 1000; ++i)
    texts.push_back(store(i));
  std::unique_ptr<MLIRContext> context = Compiler::createContext();
  OwningOpRef<ModuleOp> module =
      parseSourceString<ModuleOp>(makeKernel(texts), context.get());
  ASSERT_TRUE(module);
  EXPECT_EQ(getAsmInfoCounts(context.get()).numRead, 1000u);
  EXPECT_LE(getAsmInfoCounts(context.get()).numKept, 256u);
}

TEST(AsmInfo, AContextKeepsFewLongOnes) {
  std::vector<std::string> texts;
  for (unsigned i = 0; i < 20; ++i)
    texts.push_back(std::string(50'000, ' ') + store(i));
  std::unique_ptr<MLIRContext> context = Compiler::createContext();
  OwningOpRef<ModuleOp> module =
      parseSourceString<ModuleOp>(makeKernel(texts), context.get());
  ASSERT_TRUE(module);
  EXPECT_LE(getAsmInfoCounts(context.get()).numKept, 5u);
}

TEST(AsmInfo, WrongConstraintsAreNoneWithoutAMessage) {
  for (const char *text : {"=x", "+r", "r,=r", "~{a},r", "~a", "=r,0,0", "7"}) {
    SCOPED_TRACE(text);
    EXPECT_TRUE(failed(parseAsmConstraints(text, nullptr)));
    EXPECT_FALSE(AsmInfo("", text).constraints);
  }
}

TEST(AsmInfo, WhatIsNotKeptAnyMoreLivesWhileItIsUsed) {
  std::unique_ptr<MLIRContext> context = Compiler::createContext();
  OwningOpRef<ModuleOp> module =
      parseSourceString<ModuleOp>(makeKernel({store(7)}), context.get());
  ASSERT_TRUE(module);
  std::shared_ptr<const AsmInfo> info;
  module->walk([&](ElementwiseInlineAsmOp op) { info = getAsmInfo(op); });
  std::vector<std::string> texts;
  for (unsigned i = 1000; i < 2000; ++i)
    texts.push_back(store(i));
  OwningOpRef<ModuleOp> others =
      parseSourceString<ModuleOp>(makeKernel(texts), context.get());
  ASSERT_TRUE(others);
  EXPECT_EQ(info.use_count(), 1);
  EXPECT_EQ(info->body.statements.size(), 1u);
  EXPECT_EQ(info->getEffects(), unsigned(ptx::WritesMemory));
  module->walk([&](ElementwiseInlineAsmOp op) {
    EXPECT_NE(getAsmInfo(op), info);
    EXPECT_EQ(getAsmInfo(op)->summary.numStatements, 1u);
  });
}

TEST(AsmInfo, ManyThreadsAsk) {
  std::vector<std::string> texts;
  for (unsigned i = 0; i < 300; ++i)
    texts.push_back(store(i) + " " + store(i + 1));
  std::unique_ptr<MLIRContext> context = Compiler::createContext();
  OwningOpRef<ModuleOp> module =
      parseSourceString<ModuleOp>(makeKernel(texts), context.get());
  ASSERT_TRUE(module);
  SmallVector<ElementwiseInlineAsmOp> ops;
  module->walk([&](ElementwiseInlineAsmOp op) { ops.push_back(op); });
  std::atomic<unsigned> wrong = 0;
  std::vector<std::thread> threads;
  for (unsigned t = 0; t < 4; ++t)
    threads.emplace_back([&, t] {
      for (unsigned i = 0; i < 4 * ops.size(); ++i) {
        auto info = getAsmInfo(ops[(i * (t + 1)) % ops.size()]);
        wrong += info->summary.numStatements != 2 || !info->constraints ||
                 info->getEffects() != unsigned(ptx::WritesMemory);
      }
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(wrong, 0u);
  EXPECT_LE(getAsmInfoCounts(context.get()).numKept, 256u);
}

TEST(AsmInfo, WrongConstraints) {
  AsmInfo info("mov.b32 $0, $1;", "=r,+r");
  EXPECT_FALSE(info.constraints);
  EXPECT_EQ(info.summary.maxRegister, 1);
}

} // namespace
