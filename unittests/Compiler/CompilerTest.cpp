//===- CompilerTest.cpp - A compile as one object -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Compiler/Compiler.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "gtest/gtest.h"

#include <atomic>
#include <thread>

using namespace mlir;
using namespace mlir::tile;

namespace {

constexpr StringLiteral kStore = R"(
tile.func public @"store.i32"(%p: !tile.ptr<i32> {tile.divisibility = 16 : i32},
                              %n: i32) {
  tile.store %p, %n : !tile.ptr<i32>
  tile.return
}
)";

constexpr StringLiteral kFatal = R"(
llvm.func @k(%p: !llvm.ptr<1>, %x: f128) attributes {nvvm.kernel} {
  %0 = llvm.fadd %x, %x : f128
  llvm.store %0, %p : f128, !llvm.ptr<1>
  llvm.return
}
)";

/// Compiles, keeping the messages.
struct Compile {
  explicit Compile(StringRef source, CompilerOptions options = {},
                   Stage last = Stage::PTX)
      : context(Compiler::createContext()) {
    ScopedDiagnosticHandler handler(context.get(), [&](Diagnostic &diagnostic) {
      messages += diagnostic.str() + "\n";
      return success();
    });
    result = Compiler(std::move(options))
                 .compile(llvm::MemoryBufferRef(source, "test.mlir"),
                          context.get(), last);
  }
  std::unique_ptr<MLIRContext> context;
  std::string messages;
  FailureOr<CompileResult> result = failure();
};

TEST(Compiler, DescribesTheKernel) {
  CompilerOptions options;
  options.target = "sm_80";
  options.numWarps = 8;
  Compile run(kStore, options);
  ASSERT_TRUE(succeeded(run.result)) << run.messages;
  EXPECT_EQ(run.result->target, "sm_80");
  EXPECT_EQ(run.result->text, run.result->ptx);
  ASSERT_EQ(run.result->kernels.size(), 1u);
  const KernelInfo &kernel = run.result->kernels[0];
  EXPECT_EQ(kernel.symbol, "store.i32");
  EXPECT_EQ(kernel.name, "store_i32");
  EXPECT_NE(run.result->ptx.find(".entry store_i32("), std::string::npos);
  EXPECT_EQ(kernel.numWarps, 8u);
  EXPECT_EQ(kernel.numThreads, 256u);
  EXPECT_EQ(kernel.sharedMemory, 0u);
  EXPECT_FALSE(kernel.resources);
  ASSERT_EQ(kernel.arguments.size(), 2u);
  EXPECT_EQ(kernel.arguments[0].name, "p");
  EXPECT_EQ(kernel.arguments[0].type, "!tile.ptr<i32>");
  EXPECT_TRUE(kernel.arguments[0].isPointer);
  EXPECT_EQ(kernel.arguments[0].size, 8u);
  EXPECT_EQ(kernel.arguments[0].divisibility, 16);
  EXPECT_EQ(kernel.arguments[1].name, "n");
  EXPECT_FALSE(kernel.arguments[1].isPointer);
  EXPECT_EQ(kernel.arguments[1].size, 4u);
  EXPECT_EQ(kernel.arguments[1].divisibility, 1);
}

TEST(Compiler, CountsSharedMemory) {
  Compile run(R"(
llvm.mlir.global internal @buffer() {addr_space = 3 : i32} : !llvm.array<256 x i32>
llvm.func @with() attributes {nvvm.kernel, nvvm.reqntid = array<i32: 64>} {
  %p = llvm.mlir.addressof @buffer : !llvm.ptr<3>
  %0 = llvm.mlir.constant(1 : i32) : i32
  llvm.store volatile %0, %p : i32, !llvm.ptr<3>
  llvm.return
}
llvm.func @without() attributes {nvvm.kernel} {
  llvm.return
}
)");
  ASSERT_TRUE(succeeded(run.result)) << run.messages;
  ASSERT_EQ(run.result->kernels.size(), 2u);
  EXPECT_EQ(run.result->kernels[0].sharedMemory, 1024u);
  EXPECT_EQ(run.result->kernels[0].numThreads, 64u);
  EXPECT_EQ(run.result->kernels[1].sharedMemory, 0u);
}

/// One kernel has dynamic shared memory, one also a function with static one.
constexpr StringLiteral kDynamicShared = R"(
llvm.mlir.global external @__tile_dynamic_shared()
    {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<0 x i8>
llvm.mlir.global internal @buffer() {addr_space = 3 : i32} : !llvm.array<256 x i32>
llvm.func @"a.b"() attributes {nvvm.kernel, nvvm.reqntid = array<i32: 64>,
                               tile.dynamic_shared_memory = 65536 : i64} {
  %p = llvm.mlir.addressof @__tile_dynamic_shared : !llvm.ptr<3>
  %0 = llvm.mlir.constant(1 : i32) : i32
  llvm.store volatile %0, %p : i32, !llvm.ptr<3>
  llvm.return
}
llvm.func @both() attributes {nvvm.kernel, tile.dynamic_shared_memory = 16 : i64} {
  %p = llvm.mlir.addressof @__tile_dynamic_shared : !llvm.ptr<3>
  %0 = llvm.mlir.constant(1 : i32) : i32
  llvm.store volatile %0, %p : i32, !llvm.ptr<3>
  llvm.call @callee() : () -> ()
  llvm.return
}
llvm.func @without() attributes {nvvm.kernel} {
  llvm.return
}
llvm.func internal @callee() attributes {no_inline} {
  %p = llvm.mlir.addressof @buffer : !llvm.ptr<3>
  %0 = llvm.mlir.constant(1 : i32) : i32
  llvm.store volatile %0, %p : i32, !llvm.ptr<3>
  llvm.return
}
)";

TEST(Compiler, DynamicSharedMemory) {
  Compile run(kDynamicShared);
  ASSERT_TRUE(succeeded(run.result)) << run.messages;
  ASSERT_EQ(run.result->kernels.size(), 3u);
  const std::vector<KernelInfo> &kernels = run.result->kernels;
  EXPECT_EQ(kernels[0].name, "a_b");
  EXPECT_EQ(kernels[0].sharedMemory, 0u);
  EXPECT_EQ(kernels[0].dynamicSharedMemory, 65536u);
  EXPECT_EQ(kernels[1].sharedMemory, 1024u);
  EXPECT_EQ(kernels[1].dynamicSharedMemory, 16u);
  EXPECT_EQ(kernels[2].sharedMemory, 0u);
  EXPECT_EQ(kernels[2].dynamicSharedMemory, 0u);
  EXPECT_NE(run.result->ptx.find(
                ".extern .shared .align 16 .b8 __tile_dynamic_shared[];"),
            std::string::npos)
      << run.result->ptx;
  KernelImage image = makeImage(std::move(*run.result));
  EXPECT_EQ(image.findKernel("a.b")->dynamicSharedMemory, 65536u);
}

TEST(Compiler, DynamicSharedMemoryOfTheKernelThatIsKept) {
  CompilerOptions options;
  options.kernel = "both";
  // It is known before there is PTX.
  for (Stage stage : {Stage::LLVM, Stage::LLVMIR, Stage::PTX}) {
    Compile run(kDynamicShared, options, stage);
    ASSERT_TRUE(succeeded(run.result)) << run.messages;
    ASSERT_EQ(run.result->kernels.size(), 1u);
    EXPECT_EQ(run.result->kernels[0].symbol, "both");
    EXPECT_EQ(run.result->kernels[0].dynamicSharedMemory, 16u);
  }
}

TEST(Compiler, TooMuchSharedMemory) {
  auto compile = [](StringRef target, StringRef bytes) {
    std::string source = kDynamicShared.str();
    source.replace(source.find("65536"), 5, bytes.str());
    CompilerOptions options;
    options.target = target.str();
    return Compile(source, options).messages;
  };
  EXPECT_EQ(compile("sm_90", "232448"), "");
  EXPECT_EQ(compile("sm_90", "232449"),
            "kernel 'a.b': expected at most 232448 bytes of shared memory per "
            "CTA on sm_90, found 232449: 0 static and 232449 dynamic\n");
  EXPECT_EQ(compile("sm_120a", "101377"),
            "kernel 'a.b': expected at most 101376 bytes of shared memory per "
            "CTA on sm_120a, found 101377: 0 static and 101377 dynamic\n");
}

TEST(Compiler, HandsOutEachStage) {
  std::vector<Stage> stages;
  CompilerOptions options;
  options.onStage = [&](Stage stage, StringRef text) {
    EXPECT_FALSE(text.empty());
    stages.push_back(stage);
  };
  Compile run(kStore, options);
  ASSERT_TRUE(succeeded(run.result)) << run.messages;
  std::vector<Stage> expected = {Stage::Tile, Stage::TileGPU, Stage::LLVM,
                                 Stage::LLVMIR, Stage::PTX};
  EXPECT_EQ(stages, expected);
  EXPECT_EQ(run.result->times.size(), 6u);
}

TEST(Compiler, AnErrorFailsThoughTheStepWentOn) {
  std::unique_ptr<MLIRContext> context = Compiler::createContext();
  unsigned seen = 0;
  ScopedDiagnosticHandler handler(context.get(), [&](Diagnostic &) {
    ++seen;
    return success();
  });
  CompilerOptions options;
  options.onStage = [&](Stage stage, StringRef) {
    if (stage == Stage::TileGPU)
      emitError(UnknownLoc::get(context.get())) << "said by the way";
  };
  EXPECT_TRUE(failed(Compiler(options).compile(
      llvm::MemoryBufferRef(kStore, "test.mlir"), context.get(), Stage::PTX)));
  EXPECT_EQ(seen, 1u);
}

TEST(Compiler, SurvivesFatalErrors) {
  for (int i = 0; i < 3; ++i) {
    Compile run(kFatal);
    EXPECT_TRUE(failed(run.result));
    EXPECT_EQ(run.messages, "LLVM cannot compile this: unsupported library "
                            "call operation\n");
    EXPECT_TRUE(succeeded(Compile(kStore).result));
  }
}

TEST(Compiler, ManyThreads) {
  std::string reference = Compile(kStore).result->ptx;
  std::vector<std::thread> threads;
  std::atomic<unsigned> good = 0;
  for (unsigned i = 0; i < 8; ++i)
    threads.emplace_back([&, i] {
      for (unsigned k = 0; k < 4; ++k) {
        if ((i + k) % 2) {
          good += failed(Compile(kFatal).result);
          continue;
        }
        Compile run(kStore);
        good += succeeded(run.result) && run.result->ptx == reference;
      }
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(good, 32u);
}

TEST(Compiler, UnknownTarget) {
  CompilerOptions options;
  options.target = "sm_1";
  Compile run(kStore, options);
  EXPECT_TRUE(failed(run.result));
  EXPECT_NE(run.messages.find("unknown target 'sm_1', expected one of sm_80"),
            std::string::npos);
}

/// Kernels that differ in an argument.
constexpr StringLiteral kTwo = R"(
tile.func public @first(%p: !tile.ptr<i32>, %n: i32) {
  tile.store %p, %n : !tile.ptr<i32>
  tile.return
}
tile.func public @second(%p: !tile.ptr<f32>, %x: f32) {
  tile.store %p, %x : !tile.ptr<f32>
  tile.return
}
)";

TEST(Compiler, KeepsOneKernel) {
  CompilerOptions options;
  options.kernel = "first";
  // The other's `x` is not an integer, which would be an error.
  options.assumptions.push_back({"1", 1, 5});
  Compile run(kTwo, options);
  ASSERT_TRUE(succeeded(run.result)) << run.messages;
  ASSERT_EQ(run.result->kernels.size(), 1u);
  EXPECT_EQ(run.result->kernels[0].arguments[1].fixedValue, 5);
  EXPECT_EQ(run.result->ptx.find("second"), std::string::npos);
  options.kernel = "third";
  Compile wrong(kTwo, options);
  EXPECT_TRUE(failed(wrong.result));
  EXPECT_EQ(wrong.messages,
            "expected one of the kernels first, second, found 'third'\n");
}

TEST(Compiler, CanBeCancelledAtEachPass) {
  unsigned asked = 0, limit = ~0u;
  CompilerOptions options;
  options.shouldCancel = [&] { return ++asked > limit; };
  EXPECT_TRUE(succeeded(Compile(kStore, options).result));
  unsigned total = asked;
  // Import, target, layouts, lowering, and LLVM's own passes.
  EXPECT_GT(total, 25u);
  for (limit = 0; limit < total; limit += 7) {
    asked = 0;
    Compile run(kStore, options);
    EXPECT_TRUE(failed(run.result));
    EXPECT_EQ(run.messages, "");
    // After the answer, the callback is not called again.
    EXPECT_EQ(asked, limit + 1);
  }
}

TEST(Compiler, MakesAnImage) {
  CompilerOptions options;
  options.assumptions.push_back({"n", 16, std::nullopt});
  Compile run(kStore, options);
  ASSERT_TRUE(succeeded(run.result));
  std::string ptx = run.result->ptx;
  KernelImage image = makeImage(std::move(*run.result));
  EXPECT_EQ(image.getStage(Stage::PTX), ptx);
  EXPECT_EQ(image.getStage(Stage::LLVM), "");
  EXPECT_EQ(image.target, "sm_90a");
  const KernelInfo *kernel = image.findKernel("store.i32");
  ASSERT_TRUE(kernel);
  EXPECT_EQ(kernel->arguments[0].divisibility, 16);
  EXPECT_EQ(kernel->arguments[1].divisibility, 16);
}

TEST(Compiler, StageNames) {
  for (unsigned i = 0; i < kNumStages; ++i) {
    auto stage = static_cast<Stage>(i);
    EXPECT_EQ(getStageByName(getStageName(stage)), stage);
  }
  EXPECT_FALSE(getStageByName("sass"));
}

} // namespace
