//===- InterpreterTest.cpp - The interpreter as a library -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Interpreter/Interpreter.h"

#include "tile/Compiler/Compiler.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/Parser/Parser.h"
#include "llvm/ADT/STLExtras.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::tile;
using namespace mlir::tile::interp;

namespace {

/// A module with a function `f`, and what it says when that runs.
class Launch {
public:
  explicit Launch(StringRef text) : context(Compiler::createContext()) {
    context->printOpOnDiagnostic(false);
    module = parseSourceString<ModuleOp>(text, context.get());
    EXPECT_TRUE(module) << text.str();
  }

  bool run(ArrayRef<uint64_t> arguments) {
    ScopedDiagnosticHandler handler(context.get(), [&](Diagnostic &diagnostic) {
      message = diagnostic.str();
      return success();
    });
    return succeeded(interpret(module->lookupSymbol<FuncOp>("f"), arguments,
                               memory, options));
  }

  Memory memory;
  InterpreterOptions options;
  std::string message;

private:
  std::unique_ptr<MLIRContext> context;
  OwningOpRef<ModuleOp> module;
};

} // namespace

TEST(InterpreterTest, ScalarsArriveAsBits) {
  Launch launch(R"(tile.func public @f(%p: !tile.ptr<f16>, %x: f16) {
    tile.store %p, %x : !tile.ptr<f16>
    tile.return
  })");
  uint64_t address = launch.memory.allocate(2, "p");
  ASSERT_TRUE(launch.run({address, 0xffff3c00})) << launch.message;
  uint8_t bytes[2];
  ASSERT_TRUE(launch.memory.read(address, bytes));
  EXPECT_EQ(bytes[0], 0x00);
  EXPECT_EQ(bytes[1], 0x3c);
}

TEST(InterpreterTest, NumberOfArguments) {
  Launch launch("tile.func public @f(%x: i32) { tile.return }");
  EXPECT_FALSE(launch.run({}));
  EXPECT_EQ(launch.message,
            "'tile.func' op expected 1 arguments, as the kernel "
            "has, found 0");
}

TEST(InterpreterTest, TypesOfArguments) {
  Launch launch("tile.func private @f(%x: tensor<4xi32>) { tile.return }");
  EXPECT_FALSE(launch.run({0}));
  EXPECT_EQ(launch.message, "'tile.func' op expected scalars and pointers as "
                            "arguments, found 'tensor<4xi32>'");
}

TEST(InterpreterTest, FunctionWithoutABody) {
  Launch launch("tile.func private @f(%x: i32)");
  EXPECT_FALSE(launch.run({0}));
  EXPECT_EQ(launch.message, "'tile.func' op expected a function with a body, "
                            "found 'f' without one");
}

TEST(InterpreterTest, ProgressAfterEachProgram) {
  Launch launch("tile.func public @f() { tile.return }");
  std::vector<uint64_t> seen;
  launch.options.grid = {2, 1, 2};
  launch.options.onProgress = [&](uint64_t done, uint64_t total) {
    seen.push_back(done);
    EXPECT_EQ(total, 4u);
  };
  ASSERT_TRUE(launch.run({}));
  EXPECT_EQ(seen, (std::vector<uint64_t>{1, 2, 3, 4}));
}

TEST(InterpreterTest, AnEmptyGridRunsNothing) {
  Launch launch(R"(tile.func public @f() {
    %false = arith.constant false
    tile.assert %false, "runs" : i1
    tile.return
  })");
  launch.options.grid = {0, 1, 1};
  EXPECT_TRUE(launch.run({}));
}

TEST(InterpreterTest, NamesOfOperationsAreInOrder) {
  std::vector<std::string> names = getEvaluatedOperations();
  EXPECT_TRUE(llvm::is_sorted(names));
  for (const char *name : {"arith.addi", "math.exp", "scf.for", "tile.load"})
    EXPECT_TRUE(llvm::is_contained(names, name)) << name;
}

TEST(InterpreterTest, EveryOperationOfTheDialectIsEvaluated) {
  std::vector<std::string> names = getEvaluatedOperations();
  std::unique_ptr<MLIRContext> context = Compiler::createContext();
  context->getOrLoadDialect<TileDialect>();
  unsigned count = 0;
  for (RegisteredOperationName name : context->getRegisteredOperations()) {
    // What ends a block is part of what holds the block.
    if (!name.getStringRef().starts_with("tile.") ||
        name.hasTrait<OpTrait::IsTerminator>() ||
        name.getStringRef() == FuncOp::getOperationName())
      continue;
    ++count;
    EXPECT_TRUE(llvm::is_contained(names, name.getStringRef().str()))
        << name.getStringRef().str();
  }
  EXPECT_GT(count, 30u);
}

TEST(InterpreterMemoryTest, AddressesAreMultiples) {
  Memory memory;
  EXPECT_EQ(memory.allocate(3, "a") % 256, 0u);
  EXPECT_EQ(memory.allocate(3, "b", false, 1 << 20) % (1 << 20), 0u);
}

TEST(InterpreterMemoryTest, AnAccessIsInOneBuffer) {
  Memory memory;
  uint64_t a = memory.allocate(4, "a");
  EXPECT_TRUE(memory.find(a, 4));
  EXPECT_TRUE(memory.find(a + 3, 1));
  EXPECT_FALSE(memory.find(a + 3, 2));
  EXPECT_FALSE(memory.find(a - 1, 1));
  EXPECT_FALSE(memory.find(a + 1, UINT64_MAX));
}

TEST(InterpreterMemoryTest, AReleasedBufferIsNoMemory) {
  Memory memory;
  uint64_t a = memory.allocate(4, "a");
  EXPECT_TRUE(memory.release(a));
  EXPECT_FALSE(memory.release(a));
  EXPECT_FALSE(memory.find(a, 1));
}

TEST(InterpreterMemoryTest, Places) {
  Memory memory;
  uint64_t a = memory.allocate(4, "a");
  std::string buffer = "'a', which has 4 bytes at 0x100000100";
  EXPECT_EQ(memory.describe(a + 4), "at the end of " + buffer);
  EXPECT_EQ(memory.describe(a + 5), "1 byte past the end of " + buffer);
  EXPECT_EQ(memory.describe(a - 8), "8 bytes before the start of " + buffer);
  EXPECT_EQ(memory.describe(a + 2), "across the end of " + buffer);
  EXPECT_EQ(memory.describe(7), "where no buffer is");
}

TEST(InterpreterMemoryTest, StoresAreFollowedWhereAsked) {
  Launch launch(R"(tile.func public @f(%p: !tile.ptr<i16>) {
    %x = arith.constant 0 : i16
    tile.store %p, %x : !tile.ptr<i16>
    tile.return
  })");
  uint64_t address = launch.memory.allocate(4, "p", /*followWrites=*/true);
  ASSERT_TRUE(launch.run({address}));
  const uint8_t *written = launch.memory.find(address, 4)->written;
  EXPECT_EQ(ArrayRef(written, 4), (ArrayRef<uint8_t>{1, 1, 0, 0}));
}

TEST(InterpreterMemoryTest, TooLarge) {
  Memory memory;
  EXPECT_EQ(memory.allocate(UINT64_MAX, "a"), 0u);
}
