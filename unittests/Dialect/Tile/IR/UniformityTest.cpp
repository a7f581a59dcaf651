//===- UniformityTest.cpp - What all threads agree on ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Dialect/Tile/IR/Uniformity.h"

#include "tile/Compiler/Compiler.h"
#include "tile/Dialect/Tile/IR/Tile.h"

#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::tile;

namespace {

/// Says that its result depends on its operand alone.
class SameOp : public Op<SameOp, OpTrait::OneOperand, OpTrait::OneResult,
                         OpTrait::ZeroRegions, OpTrait::ZeroSuccessors,
                         UniformOpInterface::Trait> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(SameOp)
  using Op::Op;
  static StringRef getOperationName() { return "uniform_test.same"; }
  static ArrayRef<StringRef> getAttributeNames() { return {}; }
};

/// Has the interface, and says that it may differ.
class OwnOp : public Op<OwnOp, OpTrait::OneOperand, OpTrait::OneResult,
                        OpTrait::ZeroRegions, OpTrait::ZeroSuccessors,
                        UniformOpInterface::Trait> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(OwnOp)
  using Op::Op;
  static StringRef getOperationName() { return "uniform_test.own"; }
  static ArrayRef<StringRef> getAttributeNames() { return {}; }
  bool isUniformMap() { return false; }
};

/// A registered operation that says nothing.
class SilentOp : public Op<SilentOp, OpTrait::OneOperand, OpTrait::OneResult,
                           OpTrait::ZeroRegions, OpTrait::ZeroSuccessors> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(SilentOp)
  using Op::Op;
  static StringRef getOperationName() { return "uniform_test.silent"; }
  static ArrayRef<StringRef> getAttributeNames() { return {}; }
};

class TestDialect : public Dialect {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(TestDialect)
  explicit TestDialect(MLIRContext *context)
      : Dialect(getDialectNamespace(), context, TypeID::get<TestDialect>()) {
    addOperations<SameOp, OwnOp, SilentOp>();
  }
  static StringRef getDialectNamespace() { return "uniform_test"; }
};

class UniformityTest : public testing::Test {
protected:
  UniformityTest() : context(Compiler::createContext()) {
    context->allowUnregisteredDialects();
    context->loadDialect<TileDialect, TestDialect>();
  }

  /// Whether the operand of "test.use" in the body is the same in all threads.
  bool isUniform(StringRef body) {
    std::string text = "tile.func private @f(%n: i32, %p: !tile.ptr<i32>, %c: "
                       "i1) {\n" +
                       body.str() + "\n  tile.return\n}\n";
    OwningOpRef<ModuleOp> module =
        parseSourceString<ModuleOp>(text, context.get());
    EXPECT_TRUE(module) << text;
    bool result = false;
    if (module)
      module->walk([&](Operation *op) {
        if (op->getName().getStringRef() == "test.use")
          result = tile::isUniform(op->getOperand(0));
      });
    return result;
  }

  std::unique_ptr<MLIRContext> context;
};

TEST_F(UniformityTest, AnOperationWithTheInterfaceIsAsItsOperands) {
  EXPECT_TRUE(isUniform(R"(
    %x = "uniform_test.same"(%n) : (i32) -> i32
    "test.use"(%x) : (i32) -> ())"));
  EXPECT_FALSE(isUniform(R"(
    %x = "test.make"() : () -> i32
    %y = "uniform_test.same"(%x) : (i32) -> i32
    "test.use"(%y) : (i32) -> ())"));
}

TEST_F(UniformityTest, AnOperationMaySayThatItDiffers) {
  EXPECT_FALSE(isUniform(R"(
    %x = "uniform_test.own"(%n) : (i32) -> i32
    "test.use"(%x) : (i32) -> ())"));
}

TEST_F(UniformityTest, OfAnUnknownOperationNothingIsKnown) {
  EXPECT_FALSE(isUniform(R"(
    %x = "uniform_test.silent"(%n) : (i32) -> i32
    "test.use"(%x) : (i32) -> ())"));
  EXPECT_FALSE(isUniform(R"(
    %x = "test.make"(%n) : (i32) -> i32
    "test.use"(%x) : (i32) -> ())"));
}

TEST_F(UniformityTest, LoopsAreAsTheirBoundsAndWhatTheyCarry) {
  constexpr StringLiteral loop = R"(
    %one = arith.constant 1 : i32
    %k = BOUND
    %x = scf.for %i = %one to %k step %one iter_args(%a = %n) -> i32 : i32 {
      %b = "uniform_test.same"(%a) : (i32) -> i32
      scf.yield %b : i32
    }
    "test.use"(%x) : (i32) -> ())";
  auto withBound = [&](StringRef bound) {
    std::string text = loop.str();
    text.replace(text.find("BOUND"), 5, bound.str());
    return text;
  };
  EXPECT_TRUE(isUniform(withBound("tile.load %p : !tile.ptr<i32>")));
  EXPECT_FALSE(isUniform(withBound(R"("test.make"() : () -> i32)")));
}

TEST_F(UniformityTest, BranchesAreAsTheirConditions) {
  constexpr StringLiteral branch = R"(
    %x = scf.if %k -> i32 {
      scf.yield %n : i32
    } else {
      %zero = arith.constant 0 : i32
      scf.yield %zero : i32
    }
    "test.use"(%x) : (i32) -> ())";
  EXPECT_TRUE(isUniform("%k = arith.xori %c, %c : i1" + branch.str()));
  EXPECT_FALSE(isUniform("%k = \"test.make\"() : () -> i1" + branch.str()));
}

TEST_F(UniformityTest, RegionsCountToo) {
  constexpr StringLiteral reduce = R"(
    %t = tile.make_range {start = 0 : i32, end = 8 : i32} : tensor<8xi32>
    %x = "tile.reduce"(%t) <{axis = 0 : i32}> ({
    ^bb0(%a: i32, %b: i32):
      %r = tile.elementwise_inline_asm "ASM" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %a : i32 -> i32
      tile.reduce.return %r : i32
    }) : (tensor<8xi32>) -> i32
    "test.use"(%x) : (i32) -> ())";
  auto withAsm = [&](StringRef code) {
    std::string text = reduce.str();
    text.replace(text.find("ASM"), 3, code.str());
    return text;
  };
  EXPECT_TRUE(isUniform(withAsm("add.u32 $0, $1, 1;")));
  EXPECT_FALSE(isUniform(withAsm("add.u32 $0, $1, %laneid;")));
}

TEST_F(UniformityTest, ManyValuesAreLookedAtOnce) {
  OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(R"(
    tile.func private @f(%n: i32) {
      %x = "uniform_test.same"(%n) : (i32) -> i32
      %y = "uniform_test.silent"(%x) : (i32) -> i32
      tile.return
    })",
                                                             context.get());
  ASSERT_TRUE(module);
  Uniformity uniformity;
  module->walk([&](Operation *op) {
    if (op->getNumResults() == 1)
      for (int i = 0; i < 2; ++i)
        EXPECT_EQ(uniformity.isUniform(op->getResult(0)), isa<SameOp>(op));
  });
}

} // namespace
