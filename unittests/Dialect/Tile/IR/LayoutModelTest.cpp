//===- LayoutModelTest.cpp - What operations mean for layouts -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Dialect/Tile/IR/LayoutModel.h"

#include "tile/Compiler/Compiler.h"
#include "tile/Conversion/Passes.h"
#include "tile/Dialect/TileGPU/IR/TileGPU.h"
#include "tile/Dialect/TileGPU/Transforms/Passes.h"

#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::tile;

namespace {

//===----------------------------------------------------------------------===//
// An operation with three layouts
//===----------------------------------------------------------------------===//

BlockedLayoutAttr getFragment(MLIRContext *context, unsigned layoutClass) {
  unsigned row = layoutClass == 1 ? 1 : 2, column = layoutClass == 2 ? 1 : 2;
  return BlockedLayoutAttr::get(context, {row, column}, {8, 4}, {1, 1}, {1, 0});
}

/// A matrix product as LayoutOpInterface.h describes it.
class DotOp : public Op<DotOp, OpTrait::NOperands<3>::Impl, OpTrait::OneResult,
                        OpTrait::ZeroRegions, OpTrait::ZeroSuccessors,
                        LayoutOpInterface::Trait> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(DotOp)
  using Op::Op;
  static StringRef getOperationName() { return "layout_test.dot"; }
  static ArrayRef<StringRef> getAttributeNames() { return {}; }

  unsigned getNumLayoutClasses() { return 3; }
  unsigned getOperandLayoutClass(unsigned operand) { return operand; }
  unsigned getResultLayoutClass(unsigned) { return 2; }
  Attribute getPreferredLayout(unsigned layoutClass, unsigned) {
    return getFragment(getContext(), layoutClass);
  }
  bool isLayoutAnchor() { return true; }
};

/// Says that its layouts are tied, but never how.
class StuckOp
    : public Op<StuckOp, OpTrait::OneOperand, OpTrait::OneResult,
                OpTrait::ZeroRegions, OpTrait::ZeroSuccessors,
                LayoutOpInterface::Trait, OpTrait::tile::TiedLayouts> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(StuckOp)
  using Op::Op;
  static StringRef getOperationName() { return "layout_test.stuck"; }
  static ArrayRef<StringRef> getAttributeNames() { return {}; }

  unsigned getNumLayoutClasses() { return 2; }
  unsigned getResultLayoutClass(unsigned) { return 1; }
};

class TestDialect : public Dialect {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(TestDialect)
  explicit TestDialect(MLIRContext *context)
      : Dialect(getDialectNamespace(), context, TypeID::get<TestDialect>()) {
    addOperations<DotOp, StuckOp>();
  }
  static StringRef getDialectNamespace() { return "layout_test"; }
};

class LayoutModelTest : public testing::Test {
protected:
  LayoutModelTest() : context(Compiler::createContext()) {
    context->allowUnregisteredDialects();
    context->loadDialect<TileDialect, TestDialect>();
  }

  /// The first operation of a name in the body of a function.
  Operation *parse(StringRef body, StringRef name) {
    std::string text =
        "module attributes {tile.target = #tile.target<\"sm_90a\", num_warps = "
        "1>} {\ntile.func public @f(%p: !tile.ptr<f32>, %x: f32) {\n" +
        body.str() + "\n  tile.return\n}\n}\n";
    module = parseSourceString<ModuleOp>(text, context.get());
    EXPECT_TRUE(module) << text;
    return module ? find(name) : nullptr;
  }
  Operation *find(StringRef name) {
    Operation *found = nullptr;
    module->walk([&](Operation *op) {
      if (op->getName().getStringRef() == name && !found)
        found = op;
    });
    EXPECT_TRUE(found) << name.str();
    return found;
  }

  std::unique_ptr<MLIRContext> context;
  OwningOpRef<ModuleOp> module;
};

constexpr StringLiteral kOps = R"(
  %t = tile.splat %x : f32 -> tensor<8xf32>
  %pt = tile.splat %p : !tile.ptr<f32> -> tensor<8x!tile.ptr<f32>>
  %one = arith.constant dense<1.0> : tensor<8xf32>
  %s = arith.addf %t, %one : tensor<8xf32>
  %e = math.exp %s : tensor<8xf32>
  %bits = tile.bitcast %e : tensor<8xf32> -> tensor<8xi32>
  %v = tile.load %pt : tensor<8x!tile.ptr<f32>>
  tile.store %pt, %v : tensor<8x!tile.ptr<f32>>
  %w = tile.load %p : !tile.ptr<f32>
  %g = tile.expand_dims %v {axis = 0 : i32} : tensor<8xf32> -> tensor<1x8xf32>
  %h = tile.broadcast %g : tensor<1x8xf32> -> tensor<4x8xf32>
  tile.print "x" {hex = false, isSigned = array<i32: 0, 0>} : %v, %h : tensor<8xf32>, tensor<4x8xf32>
  %u = "test.use"(%v) : (tensor<8xf32>) -> tensor<8xf32>
)";

TEST_F(LayoutModelTest, WhatIsCheap) {
  ASSERT_TRUE(parse(kOps, "tile.splat"));
  for (StringRef name : {"tile.splat", "arith.constant", "arith.addf",
                         "tile.bitcast", "tile.expand_dims", "tile.broadcast"})
    EXPECT_TRUE(LayoutModel(find(name)).isCheap()) << name.str();
  for (StringRef name :
       {"math.exp", "tile.load", "tile.store", "tile.print", "test.use"})
    EXPECT_FALSE(LayoutModel(find(name)).isCheap()) << name.str();
}

TEST_F(LayoutModelTest, WhatActsOncePerElement) {
  ASSERT_TRUE(parse(kOps, "tile.splat"));
  for (StringRef name : {"tile.store", "tile.print", "test.use"})
    EXPECT_TRUE(LayoutModel(find(name)).isOncePerElement()) << name.str();
  for (StringRef name : {"tile.load", "math.exp", "arith.addf", "tile.splat"})
    EXPECT_FALSE(LayoutModel(find(name)).isOncePerElement()) << name.str();
}

TEST_F(LayoutModelTest, AccessesOfTilesAreAnchors) {
  Operation *load = parse(kOps, "tile.load");
  ASSERT_TRUE(load);
  EXPECT_TRUE(LayoutModel(load).isAnchor());
  EXPECT_EQ(LayoutModel(load).getAccessedPointers(), load->getOperand(0));
  EXPECT_EQ(LayoutModel(load).getData(), load->getResult(0));
  Operation *store = find("tile.store");
  EXPECT_EQ(LayoutModel(store).getData(), store->getOperand(1));
  Operation *scalar = find("tile.expand_dims")->getPrevNode();
  EXPECT_FALSE(LayoutModel(scalar).isAnchor());
}

TEST_F(LayoutModelTest, CopiesToAndFromSharedMemoryTakeAnyLayout) {
  Operation *store = parse(R"(
  %m = tilegpu.local_alloc : !tilegpu.memdesc<32x32xf32, #tilegpu.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>>
  %t = tile.splat %x : f32 -> tensor<32x32xf32, #tile.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [1, 1], order = [1, 0]}>>
  tilegpu.local_store %t, %m : tensor<32x32xf32, #tile.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [1, 1], order = [1, 0]}>>, !tilegpu.memdesc<32x32xf32, #tilegpu.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>>
  %v = tilegpu.local_load %m : !tilegpu.memdesc<32x32xf32, #tilegpu.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>> -> tensor<32x32xf32, #tile.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [1, 1], order = [1, 0]}>>)",
                           "tilegpu.local_store");
  ASSERT_TRUE(store);
  // Rows of words are a wavefront each; columns, in vectors of four, meet in
  // the same banks.
  auto getLanesAlong = [&](unsigned dim) {
    return BlockedLayoutAttr::get(
        context.get(), {1, 1},
        dim ? ArrayRef<unsigned>{1, 32} : ArrayRef<unsigned>{32, 1}, {1, 1},
        dim ? ArrayRef<unsigned>{1, 0} : ArrayRef<unsigned>{0, 1});
  };
  for (Operation *op : {store, find("tilegpu.local_load")}) {
    LayoutModel model(op);
    EXPECT_TRUE(model.isKnown() && !model.isFixed() && model.isAnchor());
    EXPECT_EQ(model.getNumClasses(), 1u);
    EXPECT_TRUE(model.accepts(0, getLanesAlong(0)));
    EXPECT_EQ(model.getWork(getLanesAlong(1)).wavefronts, 32);
    EXPECT_EQ(model.getWork(getLanesAlong(0)).wavefronts, 32 * 32 / 4);
    EXPECT_EQ(model.isOncePerElement(), op == store);
  }
  LayoutModel place(find("tilegpu.local_alloc"));
  EXPECT_TRUE(place.isKnown() && place.getTiles(0).empty());
}

TEST_F(LayoutModelTest, ClassesOfAMap) {
  Operation *add = parse(kOps, "arith.addf");
  ASSERT_TRUE(add);
  LayoutModel model(add);
  EXPECT_TRUE(model.isKnown());
  EXPECT_EQ(model.getNumClasses(), 1u);
  EXPECT_EQ(model.getTiles(0).size(), 3u);
}

TEST_F(LayoutModelTest, EachPrintedTileHasItsOwnLayout) {
  Operation *print = parse(kOps, "tile.print");
  ASSERT_TRUE(print);
  LayoutModel model(print);
  EXPECT_EQ(model.getNumClasses(), 2u);
  EXPECT_EQ(model.getClass(print->getOpOperand(1)), 1u);
  EXPECT_FALSE(model.mapBit(0, {0, 0}, 1));
  EXPECT_FALSE(model.inferLayout(
      0, getDefaultLayout(context.get(), {8}, /*numWarps=*/1), 1));
}

TEST_F(LayoutModelTest, UnknownOperationsKeepAll) {
  Operation *use = parse(kOps, "test.use");
  ASSERT_TRUE(use);
  LayoutModel model(use);
  EXPECT_FALSE(model.isKnown());
  EXPECT_TRUE(model.isFixed());
  EXPECT_EQ(model.getNumClasses(), 2u);
  EXPECT_FALSE(model.inferLayout(
      0, getDefaultLayout(context.get(), {8}, /*numWarps=*/1), 1));
}

TEST_F(LayoutModelTest, TransposedBitsThereAndBack) {
  Operation *trans = parse(R"(
  %t = tile.splat %x : f32 -> tensor<2x4x8xf32>
  %u = tile.trans %t {order = array<i32: 2, 0, 1>} : tensor<2x4x8xf32> -> tensor<8x2x4xf32>)",
                           "tile.trans");
  ASSERT_TRUE(trans);
  LayoutModel model(trans);
  for (unsigned dim : {0, 1, 2}) {
    std::optional<CoordinateBit> there = model.mapBit(0, {dim, 0}, 1);
    ASSERT_TRUE(there);
    EXPECT_EQ(there->dim, (dim + 1) % 3);
    std::optional<CoordinateBit> back = model.mapBit(1, *there, 0);
    ASSERT_TRUE(back);
    EXPECT_EQ(back->dim, dim);
  }
}

/// Each layout of a free class has one of each other class, and that is tied.
TEST_F(LayoutModelTest, FreeClassesCanHaveAnyLayout) {
  ASSERT_TRUE(parse(R"(
  %t = tile.splat %x : f32 -> tensor<8x16xf32>
  %e = tile.expand_dims %t {axis = 1 : i32} : tensor<8x16xf32> -> tensor<8x1x16xf32>
  %r = tile.reshape %t : tensor<8x16xf32> -> tensor<32x4xf32>
  %s = tile.trans %t {order = array<i32: 1, 0>} : tensor<8x16xf32> -> tensor<16x8xf32>
  %j = tile.join %t, %t : tensor<8x16xf32> -> tensor<8x16x2xf32>
  %k:2 = tile.split %j : tensor<8x16x2xf32> -> tensor<8x16xf32>
  %m = "tile.reduce"(%t) <{axis = 1 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    tile.reduce.return %a : f32
  }) : (tensor<8x16xf32>) -> tensor<8xf32>)",
                    "tile.splat"));
  unsigned count = 0;
  module->walk([&](Operation *op) {
    LayoutModel model(op);
    if (model.getNumClasses() != 2 || model.isFixed())
      return;
    ++count;
    unsigned from = model.getFreeClass();
    ArrayRef<int64_t> shape = model.getType(from).getShape();
    auto order = llvm::to_vector(llvm::seq<unsigned>(0, shape.size()));
    do {
      for (unsigned size : {1, 2, 4}) {
        auto layout = BlockedLayoutAttr::get(
            context.get(), shape, SmallVector<unsigned>(shape.size(), size),
            order, /*numWarps=*/2);
        Attribute other = model.inferLayout(from, layout, 1 - from);
        EXPECT_TRUE(other) << op->getName().getStringRef().str();
        if (!other)
          return;
        EXPECT_TRUE(model.areTied(from, layout, 1 - from, other));
        EXPECT_TRUE(model.areTied(1 - from, other, from, layout));
      }
    } while (std::next_permutation(order.begin(), order.end()));
  });
  EXPECT_EQ(count, 6u);
}

/// Of a slice, the parent; of any other layout, one of which it is a slice.
TEST_F(LayoutModelTest, ExpandDimsInfersALayoutOfAnyKind) {
  auto blocked = getDefaultLayout(context.get(), {32, 4}, /*numWarps=*/1);
  auto linear =
      LinearLayoutAttr::get(context.get(), blocked.toLinearLayout({32, 4}));
  auto line = getDefaultLayout(context.get(), {32}, /*numWarps=*/1);
  OpBuilder builder(context.get());
  Location loc = builder.getUnknownLoc();
  OwningOpRef<ModuleOp> holder = ModuleOp::create(loc);
  builder.setInsertionPointToStart(holder->getBody());
  auto expand = [&](ArrayRef<int64_t> shape, Attribute layout) {
    auto type = RankedTensorType::get(shape, builder.getF32Type(), layout);
    Value x = arith::ConstantOp::create(
        builder, loc, DenseElementsAttr::get(type, builder.getF32FloatAttr(0)));
    return getLayout(ExpandDimsOp::create(builder, loc, x, 1).getType());
  };
  EXPECT_EQ(expand({32}, SliceLayoutAttr::get(1, blocked)), blocked);
  EXPECT_TRUE(expand({32}, SliceLayoutAttr::get(0, blocked)));
  EXPECT_TRUE(expand({32}, line));
  EXPECT_TRUE(expand({32, 4}, linear));
  EXPECT_TRUE(succeeded(verify(*holder)));
}

//===----------------------------------------------------------------------===//
// Three layouts through the passes
//===----------------------------------------------------------------------===//

TEST_F(LayoutModelTest, EachOperandGetsTheLayoutThatItsClassPrefers) {
  Operation *dot = parse(R"(
  %pt = tile.splat %p : !tile.ptr<f32> -> tensor<16x16x!tile.ptr<f32>>
  %a = tile.load %pt : tensor<16x16x!tile.ptr<f32>>
  %b = tile.load %pt : tensor<16x16x!tile.ptr<f32>>
  %c = arith.constant dense<0.0> : tensor<16x16xf32>
  %d = "layout_test.dot"(%a, %b, %c) : (tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
  %e = math.exp %d : tensor<16x16xf32>
  tile.store %pt, %e : tensor<16x16x!tile.ptr<f32>>)",
                         "layout_test.dot");
  ASSERT_TRUE(dot);
  PassManager manager(context.get());
  manager.addPass(createTileAssignLayouts());
  manager.addPass(createTileCoalesceMemory());
  manager.addPass(createTileRemoveLayoutConversions());
  ASSERT_TRUE(succeeded(manager.run(*module)));
  dot = find("layout_test.dot");
  for (unsigned i : {0, 1, 2})
    EXPECT_EQ(getLayout(dot->getOperand(i).getType()),
              getFragment(context.get(), i));
  EXPECT_EQ(getLayout(dot->getResult(0).getType()),
            getFragment(context.get(), 2));
  // Loads and stores follow: no element moves.
  module->walk([](tilegpu::ConvertLayoutOp op) {
    ADD_FAILURE() << "a conversion stays";
  });
}

TEST_F(LayoutModelTest, MatrixInAnotherLayoutIsConvertedForItsOperandOnly) {
  Operation *dot = parse(R"(
  %pt = tile.splat %p : !tile.ptr<f32> -> tensor<16x16x!tile.ptr<f32>>
  %a = tile.load %pt : tensor<16x16x!tile.ptr<f32>>
  %c = arith.constant dense<0.0> : tensor<16x16xf32>
  %d = "layout_test.dot"(%a, %a, %c) : (tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
  tile.store %pt, %d : tensor<16x16x!tile.ptr<f32>>)",
                         "layout_test.dot");
  ASSERT_TRUE(dot);
  PassManager manager(context.get());
  manager.addPass(createTileAssignLayouts());
  manager.addPass(createTileCoalesceMemory());
  manager.addPass(createTileRemoveLayoutConversions());
  ASSERT_TRUE(succeeded(manager.run(*module)));
  dot = find("layout_test.dot");
  unsigned conversions = 0;
  for (unsigned i : {0, 1, 2}) {
    EXPECT_EQ(getLayout(dot->getOperand(i).getType()),
              getFragment(context.get(), i));
    conversions +=
        bool(dot->getOperand(i).getDefiningOp<tilegpu::ConvertLayoutOp>());
  }
  EXPECT_EQ(conversions, 1u);
}

TEST_F(LayoutModelTest, WithoutATieAVerifierSaysSo) {
  std::string message;
  ScopedDiagnosticHandler handler(context.get(), [&](Diagnostic &diagnostic) {
    message += diagnostic.str() + "\n";
    return success();
  });
  auto layout = getDefaultLayout(context.get(), {32}, /*numWarps=*/1);
  auto type =
      RankedTensorType::get({32}, Float32Type::get(context.get()), layout);
  OpBuilder builder(context.get());
  Location loc = builder.getUnknownLoc();
  OwningOpRef<ModuleOp> holder = ModuleOp::create(loc);
  builder.setInsertionPointToStart(holder->getBody());
  Value x = arith::ConstantOp::create(
      builder, loc, DenseElementsAttr::get(type, builder.getF32FloatAttr(0)));
  OperationState state(loc, StuckOp::getOperationName());
  state.addOperands(x);
  state.addTypes(type);
  builder.create(state);
  EXPECT_TRUE(failed(verify(*holder)));
  EXPECT_NE(
      message.find("'layout_test.stuck' op expected a layout that determines "
                   "the layouts of the other tiles, found #tile.blocked"),
      std::string::npos)
      << message;
}

} // namespace
