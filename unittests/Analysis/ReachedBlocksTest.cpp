//===- ReachedBlocksTest.cpp - Where control may go -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Analysis/ReachedBlocks.h"
#include "tile/Analysis/ForwardFlow.h"

#include "tile/Compiler/Compiler.h"
#include "tile/Dialect/Tile/IR/Tile.h"

#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"

#include <set>

using namespace mlir;
using namespace mlir::tile;

namespace {

/// The names of operations that have run, for all ways and since the last
/// "t.wait"; those that ran in an earlier iteration end with a '.
struct Names {
  bool unite(const Names &other) {
    size_t before = names.size();
    names.insert(other.names.begin(), other.names.end());
    return names.size() != before;
  }
  std::set<std::string> names;
};

class NameFlow : public ForwardFlow<NameFlow, Names> {
public:
  using ForwardFlow::ForwardFlow;

  void transfer(Operation *op, Names &state) {
    StringRef name = op->getName().getStringRef();
    if (name == "t.wait")
      state.names.clear();
    else if (name != "t.show" && name.consume_front("t."))
      state.names.insert(name.str());
  }
  void repeat(Names &state) {
    Names repeated;
    for (StringRef name : state.names)
      repeated.names.insert((name.rtrim('\'') + "'").str());
    state.unite(repeated);
  }
};

/// What may have run before each "t.show" of a function, one line for each.
std::string show(StringRef body) {
  std::unique_ptr<MLIRContext> context = Compiler::createContext();
  context->allowUnregisteredDialects();
  std::string text =
      "tile.func private @f(%n: i32, %c: i1) {\n" + body.str() + "\n}\n";
  OwningOpRef<ModuleOp> module =
      parseSourceString<ModuleOp>(text, context.get());
  EXPECT_TRUE(module) << text;
  if (!module)
    return "";
  FuncOp func = *module->getOps<FuncOp>().begin();
  ReachedBlocks reached(func);
  std::string lines;
  NameFlow(func->getRegion(0), reached)
      .run([&](Operation *op, const Names &state) {
        if (op->getName().getStringRef() == "t.show")
          lines += llvm::join(state.names, " ") + "\n";
      });
  return lines;
}

TEST(ReachedBlocks, BothSidesOfABranchMeet) {
  EXPECT_EQ(show(R"(
    scf.if %c {
      "t.a"() : () -> ()
    } else {
      "t.b"() : () -> ()
    }
    "t.show"() : () -> ()
    tile.return)"),
            "a b\n");
}

TEST(ReachedBlocks, AConstantConditionLeavesOneSide) {
  EXPECT_EQ(show(R"(
    %true = arith.constant true
    scf.if %true {
      "t.a"() : () -> ()
    } else {
      "t.b"() : () -> ()
      "t.show"() : () -> ()
    }
    "t.show"() : () -> ()
    tile.return)"),
            "a\n");
}

TEST(ReachedBlocks, ALoopComesBackToItsBeginning) {
  EXPECT_EQ(show(R"(
    %0 = arith.constant 0 : i32
    %1 = arith.constant 1 : i32
    "t.a"() : () -> ()
    scf.for %i = %0 to %n step %1 : i32 {
      "t.show"() : () -> ()
      "t.wait"() : () -> ()
      "t.b"() : () -> ()
    }
    "t.show"() : () -> ()
    tile.return)"),
            "a b b'\na b b'\n");
}

TEST(ReachedBlocks, BlocksBranchToEachOther) {
  EXPECT_EQ(show(R"(
    "t.a"() : () -> ()
    cf.br ^head
  ^head:
    "t.show"() : () -> ()
    cf.cond_br %c, ^body, ^end
  ^body:
    "t.b"() : () -> ()
    cf.br ^head
  ^end:
    tile.return)"),
            "a a' b b'\n");
}

TEST(ReachedBlocks, NothingIsKnownOfOtherRegions) {
  EXPECT_EQ(show(R"(
    "t.a"() : () -> ()
    "t.region"() ({
      "t.show"() : () -> ()
      "t.b"() : () -> ()
    }) : () -> ()
    "t.show"() : () -> ()
    tile.return)"),
            "\na region\n");
}

} // namespace
