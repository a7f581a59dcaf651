//===- PlaceAccessesTest.cpp - What operations do to places ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Dialect/TileGPU/IR/TileGPU.h"
#include "tile/Dialect/TileGPU/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::tile;
using namespace mlir::tilegpu;

namespace {

using By = PlaceAccess::By;
using Until = PlaceAccess::Until;

/// An operation that no pass has heard of. It reads a place, or begins to fill
/// it.
class TouchOp : public Op<TouchOp, OpTrait::OneOperand, OpTrait::ZeroResults,
                          OpTrait::ZeroRegions, OpTrait::ZeroSuccessors,
                          PlaceAccessOpInterface::Trait> {
public:
  using Op::Op;
  static StringRef getOperationName() { return "foreign.touch"; }
  static ArrayRef<StringRef> getAttributeNames() { return {}; }
  SmallVector<PlaceAccess, 2> getPlaceAccesses() {
    PlaceAccess access{getOperand()};
    bool fills = (*this)->hasAttr("fills");
    access.reads = !fills;
    access.writes = fills;
    access.by = fills ? By::Owners : By::Threads;
    access.until = fills ? Until::Group : Until::Now;
    return {access};
  }
};

class ForeignDialect : public Dialect {
public:
  explicit ForeignDialect(MLIRContext *context)
      : Dialect(getDialectNamespace(), context, TypeID::get<ForeignDialect>()) {
    addOperations<TouchOp>();
  }
  static StringRef getDialectNamespace() { return "foreign"; }
};

struct PlaceAccessesTest : testing::Test {
  PlaceAccessesTest() {
    context.loadDialect<arith::ArithDialect, scf::SCFDialect, TileDialect,
                        TileGPUDialect, ForeignDialect>();
  }

  OwningOpRef<ModuleOp> parse(StringRef body) {
    std::string text = R"(
      #blocked = #tile.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
      #shared = #tilegpu.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
      module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
        tile.func private @f(%p: tensor<64x32x!tile.ptr<f32>, #blocked>, %t: tensor<64x32xf32, #blocked>) {
          %a = tilegpu.local_alloc {tilegpu.offset = 0 : i32} : !tilegpu.memdesc<64x32xf32, #shared>
    )" + body.str() + "tile.return } }";
    return parseSourceString<ModuleOp>(text, &context);
  }
  /// What stands between the names: the operations of a function in order.
  std::string list(ModuleOp module) {
    std::string names;
    module.walk([&](Operation *op) {
      if (op->getParentOp() && isa<FuncOp>(op->getParentOp()))
        names +=
            (names.empty() ? "" : " ") + op->getName().stripDialect().str();
    });
    return names;
  }
  std::string insertBarriers(StringRef body) {
    OwningOpRef<ModuleOp> module = parse(body);
    if (!module)
      return "does not parse";
    PassManager manager(&context);
    manager.addPass(createTileInsertBarriers());
    return failed(manager.run(*module)) ? "fails" : list(*module);
  }
  template <typename OpTy> SmallVector<PlaceAccess, 2> get(ModuleOp module) {
    SmallVector<PlaceAccess, 2> accesses;
    module.walk([&](OpTy op) { accesses = getPlaceAccesses(op); });
    return accesses;
  }

  MLIRContext context;
};

constexpr StringRef kStore =
    "tilegpu.local_store %t, %a : tensor<64x32xf32, #blocked>, "
    "!tilegpu.memdesc<64x32xf32, #shared>\n";
constexpr StringRef kTouch =
    "\"foreign.touch\"(%a) : (!tilegpu.memdesc<64x32xf32, #shared>) -> ()\n";
constexpr StringRef kFill = "\"foreign.touch\"(%a) {fills} : "
                            "(!tilegpu.memdesc<64x32xf32, #shared>) -> ()\n";

TEST_F(PlaceAccessesTest, ThreadsAndWhenItIsOver) {
  OwningOpRef<ModuleOp> module = parse(
      kStore.str() +
      "tilegpu.async_copy %p, %a : tensor<64x32x!tile.ptr<f32>, #blocked>, "
      "!tilegpu.memdesc<64x32xf32, #shared>\n"
      "%l = tilegpu.local_load %a at [0, 0] : !tilegpu.memdesc<64x32xf32, "
      "#shared> -> tensor<32x32xf32, #blocked>\n");
  ASSERT_TRUE(module);
  auto store = get<LocalStoreOp>(*module), copy = get<AsyncCopyOp>(*module),
       load = get<LocalLoadOp>(*module);
  ASSERT_EQ(store.size(), 1u);
  EXPECT_TRUE(store[0].writes && !store[0].reads && !store[0].writesLater());
  EXPECT_EQ(store[0].by, By::Owners);
  ASSERT_EQ(copy.size(), 1u);
  EXPECT_TRUE(copy[0].writesLater());
  EXPECT_EQ(copy[0].until, Until::Group);
  ASSERT_EQ(load.size(), 1u);
  EXPECT_TRUE(load[0].reads && !load[0].writes);
  // Any part of the place may be read: as if each thread had all of them.
  ASSERT_TRUE(load[0].touched);
  EXPECT_EQ(load[0].touched->getTotalOutDimSize(), 64 * 32);
}

TEST_F(PlaceAccessesTest, OthersTouchNothing) {
  OwningOpRef<ModuleOp> module = parse("tilegpu.barrier cta\n");
  ASSERT_TRUE(module);
  EXPECT_TRUE(get<BarrierOp>(*module).empty());
  EXPECT_TRUE(get<LocalAllocOp>(*module).empty());
}

TEST_F(PlaceAccessesTest, BarriersBeforeForeignReads) {
  EXPECT_EQ(insertBarriers(kStore.str() + kTouch.str() + kTouch.str()),
            "local_alloc local_store barrier touch touch return");
}

TEST_F(PlaceAccessesTest, BarriersAroundForeignCopies) {
  EXPECT_EQ(insertBarriers(kTouch.str() + kFill.str() +
                           "tilegpu.async_commit_group\n"
                           "tilegpu.async_wait {pending = 0 : i32}\n" +
                           kTouch.str()),
            "local_alloc touch barrier touch async_commit_group async_wait "
            "barrier touch return");
}

} // namespace
