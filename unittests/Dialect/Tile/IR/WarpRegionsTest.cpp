//===- WarpRegionsTest.cpp - How many warps run a region ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// scf.execute_region stands for an operation of some of the warps: here, its
// attributes say which.
//
//===----------------------------------------------------------------------===//

#include "tile/Dialect/Tile/IR/WarpRegions.h"

#include "tile/Compiler/Compiler.h"
#include "tile/Conversion/Passes.h"
#include "tile/Conversion/TileToTileGPU/AssignLayouts.h"
#include "tile/Dialect/Tile/IR/Tile.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "gtest/gtest.h"

#include <map>
#include <set>

using namespace mlir;
using namespace mlir::tile;

namespace {

struct SomeWarps
    : WarpRegionsOpInterface::ExternalModel<SomeWarps, scf::ExecuteRegionOp> {
  static unsigned get(Operation *op, StringRef name) {
    return op->getAttrOfType<IntegerAttr>(name).getInt();
  }
  unsigned getRegionNumWarps(Operation *op, unsigned) const {
    return get(op, "warps");
  }
  unsigned getRegionFirstWarp(Operation *op, unsigned) const {
    return get(op, "first");
  }
};

class WarpRegions : public testing::Test {
protected:
  WarpRegions() : context(Compiler::createContext()) {
    context->loadAllAvailableDialects();
    scf::ExecuteRegionOp::attachInterface<SomeWarps>(*context);
  }

  /// A kernel of 8 warps: `outside` stands in it, `inside` in a region of 4
  /// warps from warp 2 on, and `nested` in one of the last 2 of these.
  OwningOpRef<ModuleOp> parse(std::string outside, std::string inside,
                              std::string nested) {
    // The texts are the same, but a name stands for one value.
    std::replace(outside.begin(), outside.end(), '@', '0');
    std::replace(inside.begin(), inside.end(), '@', '1');
    std::replace(nested.begin(), nested.end(), '@', '2');
    std::string text =
        ("module attributes {tile.target = #tile.target<\"sm_90a\", num_warps "
         "= 8>} {\n tile.func public @k(%p: !tile.ptr<i32>) {\n" +
         outside + "scf.execute_region {\n" + inside +
         "scf.execute_region {\n" + nested +
         "scf.yield } {first = 2, warps = 2}\n"
         "scf.yield } {first = 2, warps = 4}\n tile.return }}\n");
    ScopedDiagnosticHandler handler(context.get(), [&](Diagnostic &diagnostic) {
      messages += diagnostic.str() + "\n";
      return success();
    });
    return parseSourceString<ModuleOp>(text, context.get());
  }

  /// Stores the numbers of a tile's elements.
  static constexpr const char *kTile =
      "%r@ = tile.make_range {end = 1024 : i32, start = 0 : i32} : "
      "tensor<1024xi32>\n"
      "%ps@ = tile.splat %p : !tile.ptr<i32> -> tensor<1024x!tile.ptr<i32>>\n"
      "%qs@ = tile.addptr %ps@, %r@ : tensor<1024x!tile.ptr<i32>>, "
      "tensor<1024xi32>\n"
      "tile.store %qs@, %r@ : tensor<1024x!tile.ptr<i32>>\n";

  /// A range over so many warps.
  static std::string range(StringRef warps) {
    return ("%r@ = tile.make_range {end = 1024 : i32, start = 0 : i32} : "
            "tensor<1024xi32, #tile.blocked<{sizePerThread = [1], "
            "threadsPerWarp = [32], warpsPerCTA = [" +
            warps + "], order = [0]}>>\n")
        .str();
  }

  std::unique_ptr<MLIRContext> context;
  std::string messages;
};

TEST_F(WarpRegions, TheNearestOperationSaysTheNumber) {
  OwningOpRef<ModuleOp> module = parse(kTile, kTile, kTile);
  ASSERT_TRUE(module) << messages;
  std::vector<std::pair<unsigned, unsigned>> found;
  module->walk([&](MakeRangeOp op) {
    found.emplace_back(getNumWarps(op), getFirstThread(op->getParentRegion()));
  });
  // The threads of the innermost count from those of the region around it.
  std::vector<std::pair<unsigned, unsigned>> expected{
      {8, 0}, {4, 64}, {2, 128}};
  EXPECT_EQ(found, expected);
}

TEST_F(WarpRegions, NothingSaysTheNumber) {
  OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(
      "tile.func public @k() { tile.return }", context.get());
  ASSERT_TRUE(module);
  EXPECT_EQ(getNumWarps(&module->getBody()->front()), 0u);
  EXPECT_EQ(getFirstThread(&module->getBodyRegion()), 0u);
}

TEST_F(WarpRegions, LayoutsFitTheirRegion) {
  EXPECT_TRUE(parse(range("8"), range("4"), range("2"))) << messages;
}

TEST_F(WarpRegions, LayoutOverTheWarpsOfTheModuleInARegion) {
  EXPECT_FALSE(parse(range("8"), range("8"), range("2")));
  EXPECT_NE(messages.find("'tile.make_range' op expected a layout over the "
                          "region's 4 warps, found one over 8"),
            std::string::npos)
      << messages;
}

TEST_F(WarpRegions, LayoutOverTheWarpsOfARegionOutsideOfIt) {
  EXPECT_FALSE(parse(range("4"), range("4"), range("2")));
  EXPECT_NE(messages.find("expected a layout over the module's 8 warps, found "
                          "one over 4"),
            std::string::npos)
      << messages;
}

TEST_F(WarpRegions, DefaultLayoutsAreThoseOfTheRegion) {
  OwningOpRef<ModuleOp> module = parse(kTile, kTile, kTile);
  ASSERT_TRUE(module) << messages;
  for (FuncOp func : module->getOps<FuncOp>())
    ASSERT_TRUE(succeeded(assignDefaultLayouts(func)));
  std::vector<unsigned> found;
  module->walk([&](MakeRangeOp op) {
    found.push_back(
        cast<LayoutAttrInterface>(getLayout(op.getType())).getNumWarps());
  });
  EXPECT_EQ(found, (std::vector<unsigned>{8, 4, 2}));
}

TEST_F(WarpRegions, ThreadsCountFromTheFirstOfTheRegion) {
  OwningOpRef<ModuleOp> module = parse(kTile, kTile, kTile);
  ASSERT_TRUE(module) << messages;
  PassManager passes(context.get());
  passes.addPass(createTileAssignLayouts());
  passes.addPass(createTileDistributeToThreads());
  ASSERT_TRUE(succeeded(passes.run(*module)));
  // By the depth of regions: what is taken from the number of the thread.
  std::map<unsigned, std::set<int64_t>> firsts;
  module->walk([&](NVVM::ThreadIdXOp op) {
    unsigned depth = 0;
    for (Operation *parent = op->getParentOp(); parent;
         parent = parent->getParentOp())
      depth += isa<scf::ExecuteRegionOp>(parent);
    for (Operation *user : op->getUsers()) {
      auto sub = dyn_cast<LLVM::SubOp>(user);
      APInt first(32, 0);
      if (sub)
        ASSERT_TRUE(matchPattern(sub.getRhs(), m_ConstantInt(&first)));
      firsts[depth].insert(first.getSExtValue());
    }
  });
  std::map<unsigned, std::set<int64_t>> expected{
      {0, {0}}, {1, {64}}, {2, {128}}};
  EXPECT_EQ(firsts, expected);
}

} // namespace
