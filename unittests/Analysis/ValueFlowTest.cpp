//===- ValueFlowTest.cpp - How values pass through control flow -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Analysis/ValueFlow.h"

#include "tile/Compiler/Compiler.h"
#include "tile/Dialect/Tile/IR/Tile.h"

#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::tile;

namespace {

/// The flow in a function with this body, and places in it by text: a result is
/// `op:r0`, an argument of a block `op:b0a0`, with the operation that holds the
/// block, a use `op#0`. The first operation of a name counts, outer ones first.
class Flow {
public:
  explicit Flow(StringRef body) : context(Compiler::createContext()) {
    context->allowUnregisteredDialects();
    std::string text = "tile.func private @f(%a: i32, %b: i32, %c: i1) {\n" +
                       body.str() + "\n}\n";
    module = parseSourceString<ModuleOp>(text, context.get());
    EXPECT_TRUE(module) << text;
    if (module)
      flow.emplace(*module);
  }

  Operation *find(StringRef name) {
    Operation *found = nullptr;
    module->walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (op->getName().getStringRef() != name)
        return WalkResult::advance();
      found = op;
      return WalkResult::interrupt();
    });
    EXPECT_TRUE(found) << name.str();
    return found;
  }
  Value result(StringRef name, unsigned index) {
    return find(name)->getResult(index);
  }
  Value argument(StringRef name, unsigned block, unsigned index) {
    Region &region = find(name)->getRegion(0);
    return std::next(region.begin(), block)->getArgument(index);
  }

  std::string sources(Value value) {
    return join(flow->getSources(value), [](OpOperand *use) {
      return (use->getOwner()->getName().getStringRef() + "#" +
              Twine(use->getOperandNumber()))
          .str();
    });
  }
  std::string targets(StringRef name, unsigned operand) {
    return join(flow->getTargets(find(name)->getOpOperand(operand)), describe);
  }
  bool hasAll(Value value) { return flow->hasAllSources(value); }

private:
  static std::string describe(Value value) {
    if (auto result = dyn_cast<OpResult>(value))
      return (result.getOwner()->getName().getStringRef() + ":r" +
              Twine(result.getResultNumber()))
          .str();
    auto argument = cast<BlockArgument>(value);
    Block *block = argument.getOwner();
    unsigned index =
        std::distance(block->getParent()->begin(), block->getIterator());
    return (block->getParentOp()->getName().getStringRef() + ":b" +
            Twine(index) + "a" + Twine(argument.getArgNumber()))
        .str();
  }
  template <typename T, typename Fn>
  static std::string join(ArrayRef<T> list, Fn print) {
    std::string text;
    for (const T &item : list)
      text += (text.empty() ? "" : " ") + print(item);
    return text;
  }

  std::unique_ptr<MLIRContext> context;
  OwningOpRef<ModuleOp> module;
  std::optional<ValueFlow> flow;
};

constexpr StringLiteral kLoop = R"(
  %lower = arith.constant 0 : i32
  %upper = arith.constant UPPER : i32
  %step = arith.constant 1 : i32
  %r = scf.for %i = %lower to %upper step %step iter_args(%x = %a) -> (i32) : i32 {
    %y = arith.addi %x, %b : i32
    scf.yield %y : i32
  }
  tile.return)";

std::string getLoop(StringRef upper) {
  std::string text = kLoop.str();
  return text.replace(text.find("UPPER"), 5, upper.str());
}

TEST(ValueFlow, LoopWithoutIterations) {
  Flow flow(getLoop("0"));
  EXPECT_EQ(flow.sources(flow.argument("scf.for", 0, 1)),
            "scf.for#3 scf.yield#0");
  EXPECT_EQ(flow.sources(flow.result("scf.for", 0)), "scf.for#3 scf.yield#0");
}

TEST(ValueFlow, LoopWithOneIteration) {
  Flow flow(getLoop("1"));
  EXPECT_EQ(flow.sources(flow.result("scf.for", 0)), "scf.for#3 scf.yield#0");
  EXPECT_EQ(flow.targets("scf.for", 3), "scf.for:b0a1 scf.for:r0");
  EXPECT_EQ(flow.targets("scf.yield", 0), "scf.for:b0a1 scf.for:r0");
}

TEST(ValueFlow, BoundsOfALoopGoNowhere) {
  Flow flow(getLoop("7"));
  for (unsigned bound : {0, 1, 2})
    EXPECT_EQ(flow.targets("scf.for", bound), "");
  EXPECT_EQ(flow.sources(flow.argument("scf.for", 0, 0)), "");
  EXPECT_FALSE(flow.hasAll(flow.argument("scf.for", 0, 0)));
  EXPECT_TRUE(flow.hasAll(flow.argument("scf.for", 0, 1)));
  EXPECT_TRUE(flow.hasAll(flow.result("scf.for", 0)));
}

TEST(ValueFlow, WhileExchangesItsValues) {
  Flow flow(R"(
  %r:2 = scf.while (%x = %a, %y = %b) : (i32, i32) -> (i32, i32) {
    scf.condition(%c) %x, %y : i32, i32
  } do {
  ^bb0(%v: i32, %w: i32):
    scf.yield %w, %v : i32, i32
  }
  tile.return)");
  EXPECT_EQ(flow.sources(flow.argument("scf.while", 0, 0)),
            "scf.while#0 scf.yield#0");
  EXPECT_EQ(flow.targets("scf.condition", 0), "");
  EXPECT_EQ(flow.sources(flow.result("scf.while", 1)), "scf.condition#2");
  Value after = flow.find("scf.while")->getRegion(1).front().getArgument(0);
  EXPECT_EQ(flow.sources(after), "scf.condition#1");
  EXPECT_TRUE(flow.hasAll(after));
}

TEST(ValueFlow, IfTakesBothSides) {
  Flow flow(R"(
  %yes = arith.constant true
  %r = scf.if %yes -> (i32) {
    scf.yield %a : i32
  } else {
    scf.yield %b : i32
  }
  tile.return)");
  EXPECT_EQ(flow.sources(flow.result("scf.if", 0)), "scf.yield#0 scf.yield#0");
  EXPECT_EQ(flow.targets("scf.if", 0), "");
  EXPECT_TRUE(flow.hasAll(flow.result("scf.if", 0)));
}

TEST(ValueFlow, IndexSwitchTakesAllCases) {
  Flow flow(R"(
  %k = arith.constant 1 : index
  %r = scf.index_switch %k -> i32
  case 1 {
    scf.yield %a : i32
  }
  case 2 {
    scf.yield %b : i32
  }
  default {
    scf.yield %a : i32
  }
  tile.return)");
  EXPECT_EQ(flow.sources(flow.result("scf.index_switch", 0)),
            "scf.yield#0 scf.yield#0 scf.yield#0");
}

TEST(ValueFlow, BranchesInALoop) {
  Flow flow(R"(
  cf.br ^loop(%a : i32)
^loop(%x: i32):
  cf.cond_br %c, ^loop(%b : i32), ^end(%x, %a : i32, i32)
^end(%y: i32, %z: i32):
  tile.return)");
  EXPECT_EQ(flow.sources(flow.argument("tile.func", 1, 0)),
            "cf.br#0 cf.cond_br#1");
  EXPECT_EQ(flow.sources(flow.argument("tile.func", 2, 1)), "cf.cond_br#3");
  EXPECT_EQ(flow.targets("cf.cond_br", 2), "tile.func:b2a0");
  EXPECT_TRUE(flow.hasAll(flow.argument("tile.func", 1, 0)));
}

TEST(ValueFlow, BothWaysToOneBlock) {
  Flow flow(R"(
  cf.cond_br %c, ^end(%a : i32), ^end(%b : i32)
^end(%x: i32):
  tile.return)");
  EXPECT_EQ(flow.sources(flow.argument("tile.func", 1, 0)),
            "cf.cond_br#1 cf.cond_br#2");
}

TEST(ValueFlow, BlockThatNothingReaches) {
  Flow flow(R"(
  tile.return
^never(%x: i32):
  tile.return)");
  EXPECT_EQ(flow.sources(flow.argument("tile.func", 1, 0)), "");
  EXPECT_TRUE(flow.hasAll(flow.argument("tile.func", 1, 0)));
}

TEST(ValueFlow, NestedRegions) {
  Flow flow(R"(
  %lower = arith.constant 0 : i32
  %step = arith.constant 1 : i32
  %r = scf.for %i = %lower to %b step %step iter_args(%x = %a) -> (i32) : i32 {
    %s = scf.if %c -> (i32) {
      %t = scf.execute_region -> i32 {
        cf.cond_br %c, ^left(%x : i32), ^right
      ^left(%l: i32):
        scf.yield %l : i32
      ^right:
        scf.yield %b : i32
      }
      scf.yield %t : i32
    } else {
      scf.yield %x : i32
    }
    scf.yield %s : i32
  }
  tile.return)");
  EXPECT_EQ(flow.sources(flow.result("scf.execute_region", 0)),
            "scf.yield#0 scf.yield#0");
  EXPECT_EQ(flow.sources(flow.argument("scf.execute_region", 1, 0)),
            "cf.cond_br#1");
  EXPECT_EQ(flow.sources(flow.result("scf.if", 0)), "scf.yield#0 scf.yield#0");
  EXPECT_EQ(flow.sources(flow.result("scf.for", 0)), "scf.for#3 scf.yield#0");
}

TEST(ValueFlow, WhatIsComputedOrGivenHasNoSources) {
  Flow flow("  %x = arith.addi %a, %b : i32\n  tile.return");
  for (Value value :
       {flow.result("arith.addi", 0), flow.argument("tile.func", 0, 0)}) {
    EXPECT_EQ(flow.sources(value), "");
    EXPECT_FALSE(flow.hasAll(value));
  }
}

TEST(ValueFlow, UnknownOperations) {
  Flow flow(R"(
  %r = "test.loop"(%a) ({
  ^bb0(%x: i32):
    "test.branch"(%x)[^bb1] : (i32) -> ()
  ^bb1(%y: i32):
    "test.yield"(%y) : (i32) -> ()
  }) : (i32) -> i32
  tile.return)");
  EXPECT_EQ(flow.targets("test.loop", 0), "");
  for (Value value :
       {flow.result("test.loop", 0), flow.argument("test.loop", 0, 0),
        flow.argument("test.loop", 1, 0)})
    EXPECT_FALSE(flow.hasAll(value));
}

} // namespace
