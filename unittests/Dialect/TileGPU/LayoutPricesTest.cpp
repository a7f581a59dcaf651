//===- LayoutPricesTest.cpp - Which layout is cheaper ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The order of choices that were measured on an H200 by bench/peers/movement.py
// and reductions.py, and the figures that headers work out.
//
//===----------------------------------------------------------------------===//

#include "tile/Dialect/TileGPU/Transforms/LayoutPrices.h"

#include "tile/Analysis/AxisInfo.h"
#include "tile/Compiler/Compiler.h"
#include "tile/Dialect/Tile/IR/LayoutModel.h"
#include "tile/Hardware/SharedMemory.h"

#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::tile;
using namespace mlir::tilegpu;

namespace {

/// A 64x64 tile of f32, rows consecutive, is loaded and stored.
constexpr StringLiteral kKernel = R"(
tile.func @kernel(%p: !tile.ptr<f32> {tile.divisibility = 16 : i32}) {
  %r = tile.make_range {start = 0 : i32, end = 4096 : i32} : tensor<4096xi32>
  %o = tile.reshape %r : tensor<4096xi32> -> tensor<64x64xi32>
  %ps = tile.splat %p : !tile.ptr<f32> -> tensor<64x64x!tile.ptr<f32>>
  %pq = tile.addptr %ps, %o : tensor<64x64x!tile.ptr<f32>>, tensor<64x64xi32>
  %x = tile.load %pq : tensor<64x64x!tile.ptr<f32>>
  tile.store %pq, %x : tensor<64x64x!tile.ptr<f32>>
  %s = "tile.reduce"(%x) <{axis = 1 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %c = arith.addf %a, %b : f32
    tile.reduce.return %c : f32
  }) : (tensor<64x64xf32>) -> tensor<64xf32>
  tile.return
}
)";

class LayoutPricesTest : public ::testing::Test {
protected:
  void SetUp() override {
    module = parseSourceString<ModuleOp>(kKernel, context.get());
    ASSERT_TRUE(module);
    axisInfo.emplace(*module);
    prices.emplace(*axisInfo, kDefaultSharedMemory);
    module->walk([&](Operation *op) {
      StringRef name = op->getName().getStringRef();
      if (name == "tile.load")
        load = op;
      else if (name == "tile.store")
        store = op;
      else if (name == "tile.reduce")
        reduce = op;
    });
    ASSERT_TRUE(load && store && reduce);
    type = cast<RankedTensorType>(load->getResult(0).getType());
  }

  /// Of 4 warps.
  Attribute makeLayout(ArrayRef<unsigned> sizePerThread,
                       ArrayRef<unsigned> threadsPerWarp,
                       ArrayRef<unsigned> warps, ArrayRef<unsigned> order) {
    return BlockedLayoutAttr::get(type.getContext(), sizePerThread,
                                  threadsPerWarp, warps, order);
  }
  double inClocks(int64_t price) { return double(price) / kClock; }

  std::unique_ptr<MLIRContext> context = Compiler::createContext();
  OwningOpRef<ModuleOp> module;
  std::optional<ModuleAxisInfo> axisInfo;
  std::optional<LayoutPrices> prices;
  Operation *load = nullptr, *store = nullptr, *reduce = nullptr;
  RankedTensorType type;
};

TEST_F(LayoutPricesTest, FiguresOfTheHeader) {
  Attribute rows = makeLayout({1, 4}, {2, 16}, {4, 1}, {1, 0});
  Attribute pairs = makeLayout({1, 4}, {16, 2}, {1, 4}, {1, 0});
  Attribute columns = makeLayout({1, 1}, {32, 1}, {2, 2}, {0, 1});
  EXPECT_EQ(inClocks(prices->getAccess(store, rows)), 1184);
  EXPECT_EQ(inClocks(prices->getAccess(store, pairs)), 1568);
  EXPECT_EQ(inClocks(prices->getAccess(store, columns)), 12416);
  EXPECT_EQ(inClocks(prices->getAccess(load, rows)), 1024);
  EXPECT_EQ(inClocks(prices->getAccess(load, pairs)), 1216);
  EXPECT_EQ(inClocks(prices->getAccess(load, columns)), 5312);
  EXPECT_EQ(prices->getAccessCost(load, rows).memory, 1024 * kClock);
  EXPECT_EQ(prices->getAccessCost(load, rows).issue, 0);
}

/// "transpose f32 64x64": 0.96 of Triton's speed and more with the store on a
/// detour, and 0.13 with the load's layout for both.
TEST_F(LayoutPricesTest, StoreOfATransposedTileGoesOnADetour) {
  Attribute blocks = makeLayout({4, 4}, {2, 16}, {4, 1}, {1, 0});
  Attribute turned = makeLayout({4, 4}, {16, 2}, {1, 4}, {0, 1});
  Attribute rows = makeLayout({1, 4}, {2, 16}, {4, 1}, {1, 0});
  Attribute columns = makeLayout({4, 1}, {16, 2}, {1, 4}, {0, 1});
  int64_t detour = prices->getAccess(load, blocks) +
                   prices->getAccess(store, rows) +
                   prices->getConversion(type, turned, rows, store);
  int64_t inBlocks =
      prices->getAccess(load, blocks) + prices->getAccess(store, turned);
  int64_t asLoaded =
      prices->getAccess(load, rows) + prices->getAccess(store, columns);
  EXPECT_LT(detour, inBlocks);
  EXPECT_LT(inBlocks, asLoaded);
}

/// Short reductions ("row dots", "best 8 of 64"): a row in one thread is
/// cheaper to combine than a row in lanes, and that than a row in warps; but
/// not cheaper to load.
TEST_F(LayoutPricesTest, RowsOfReductionsStayInFewThreads) {
  Attribute inThread = makeLayout({1, 64}, {32, 1}, {4, 1}, {1, 0});
  Attribute inLanes = makeLayout({1, 4}, {2, 16}, {4, 1}, {1, 0});
  Attribute inWarps = makeLayout({1, 4}, {8, 4}, {1, 4}, {1, 0});
  int64_t thread = prices->getOperation(reduce, inThread);
  int64_t lanes = prices->getOperation(reduce, inLanes);
  int64_t warps = prices->getOperation(reduce, inWarps);
  EXPECT_LT(lanes, warps);
  EXPECT_LE(thread, warps);
  EXPECT_LT(prices->getAccess(load, inLanes) + lanes,
            prices->getAccess(load, inWarps) + warps);
}

/// Sums of rows of 128 bytes and more ("dot f16 128, 128 rows"): 3,000 GB/s if
/// lanes load a row's lines whole, 1,230 to 2,300 if a thread loads a row,
/// whose lines come by a sector per request.
TEST_F(LayoutPricesTest, LinesOfRowsAreLoadedWhole) {
  Attribute inThread = makeLayout({1, 32}, {32, 1}, {2, 2}, {1, 0});
  Attribute inPairs = makeLayout({1, 4}, {16, 2}, {4, 1}, {1, 0});
  Attribute inLanes = makeLayout({1, 4}, {2, 16}, {4, 1}, {1, 0});
  int64_t whole = prices->getAccess(load, inLanes);
  EXPECT_EQ(inClocks(whole), 1024);
  EXPECT_GT(inClocks(prices->getAccess(load, inPairs)), 1.15 * 1024);
  EXPECT_GT(prices->getAccess(load, inThread),
            prices->getAccess(load, inPairs));
}

/// What is in a loop, and what no GPU is sure to have.
TEST_F(LayoutPricesTest, ConversionsOfMuchSharedMemoryAreNotToBeHad) {
  Attribute rows = makeLayout({1, 4}, {2, 16}, {4, 1}, {1, 0});
  Attribute columns = makeLayout({4, 1}, {16, 2}, {1, 4}, {0, 1});
  auto large = RankedTensorType::get({128, 128}, type.getElementType());
  EXPECT_EQ(prices->getConversion(type, rows, rows, load), 0);
  EXPECT_LT(prices->getConversion(type, rows, columns, load), kNever);
  EXPECT_EQ(prices->getConversion(large, rows, columns, load), kNever);
}

} // namespace
