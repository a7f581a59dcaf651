//===- DistributeBoxCopies.cpp - Copies of boxes of tensors ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Thread 0 makes the barriers and the copies. It arrives with the bytes before
// the copies begin, so that no phase ends early. The instructions are inline
// asm, as they are to be predicated: a branch would part the warps of a
// warpgroup.
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"
#include "RegisterGroups.h"

#include "tile/Conversion/TileGPUToLLVM/ThreadLayout.h"
#include "tile/Dialect/Tile/IR/TensorMaps.h"
#include "tile/Dialect/TileGPU/IR/TileGPU.h"
#include "tile/Layout/WarpgroupPlan.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;
using namespace mlir::tile;
using namespace mlir::tilegpu;

namespace {

/// Lines of inline asm and their operands.
class AsmLines {
public:
  AsmLines(OpBuilder &builder, Location loc) : builder(builder), loc(loc) {}

  /// Returns its name in the text.
  std::string add(Value value, StringRef constraint) {
    operands.push_back(value);
    constraints += constraint.str() + ",";
    return "$" + std::to_string(operands.size() - 1);
  }
  std::string addAddress(Value place) {
    return add(
        LLVM::PtrToIntOp::create(builder, loc, builder.getI32Type(), place),
        "r");
  }
  void line(const Twine &text) { this->text += text.str() + "\n"; }
  void create() {
    LLVM::InlineAsmOp::create(
        builder, loc, TypeRange(), operands, text, constraints + "~{memory}",
        /*has_side_effects=*/true, /*is_align_stack=*/false,
        LLVM::TailCallKind::None, LLVM::AsmDialectAttr(), ArrayAttr());
  }

private:
  OpBuilder &builder;
  Location loc;
  SmallVector<Value> operands;
  std::string text, constraints;
};

/// Whether the thread is the one that acts for the program.
Value emitIsFirst(OpBuilder &builder, Location loc) {
  return emitOwnerPredicate(builder, loc, builder.getI32Type());
}

struct MBarrierInitLowering : OpConversionPattern<MBarrierInitOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(MBarrierInitOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto type = cast<MemDescType>(op.getBarriers().getType());
    AsmLines lines(rewriter, op.getLoc());
    std::string isFirst = lines.add(emitIsFirst(rewriter, op.getLoc()), "b");
    std::string address = lines.addAddress(adaptor.getBarriers());
    constexpr unsigned kBytes = 8;
    for (int64_t i = 0; i < *type.getNumPlaces(); ++i)
      lines.line("@" + isFirst + " mbarrier.init.shared::cta.b64 [" + address +
                 "+" + Twine(i * kBytes) + "], " + Twine(op.getCount()) + ";");
    lines.line("@" + isFirst + " fence.mbarrier_init.release.cluster;");
    lines.create();
    rewriter.eraseOp(op);
    return success();
  }
};

struct MBarrierWaitLowering : OpConversionPattern<MBarrierWaitOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(MBarrierWaitOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    AsmLines lines(rewriter, op.getLoc());
    std::string address = lines.addAddress(adaptor.getBarrier());
    std::string parity = lines.add(adaptor.getParity(), "r");
    lines.line("{");
    lines.line(".reg .pred done;");
    lines.line("again:");
    lines.line("mbarrier.try_wait.parity.shared::cta.b64 done, [" + address +
               "], " + parity + ";");
    lines.line("@!done bra again;");
    lines.line("}");
    lines.create();
    rewriter.eraseOp(op);
    return success();
  }
};

struct BoxCopyLowering : OpConversionPattern<BoxCopyOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(BoxCopyOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    auto place = cast<MemDescType>(op.getDst().getType());
    ArrayRef<int64_t> shape = place.getTileShape();
    unsigned order[] = {unsigned(op.getDims()[0]), unsigned(op.getDims()[1])};
    unsigned bytes = getByteWidth(place.getElementType());
    unsigned line = getWarpgroupLine(shape, bytes, order);
    int64_t lineElements = line / bytes, rows = shape[order[1]];

    AsmLines lines(rewriter, loc);
    Value predicate = emitIsFirst(rewriter, loc);
    if (op.getPred())
      predicate = emitAnd(rewriter, loc, predicate, adaptor.getPred());
    std::string does = lines.add(predicate, "b");
    std::string barrier = lines.addAddress(adaptor.getBarrier());
    std::string to = lines.addAddress(adaptor.getDst());
    std::string map =
        lines.add(LLVM::PtrToIntOp::create(rewriter, loc, rewriter.getI64Type(),
                                           adaptor.getMap()),
                  "l");
    SmallVector<std::string> coordinates;
    for (Value coordinate : adaptor.getCoordinates())
      coordinates.push_back(lines.add(coordinate, "r"));
    lines.line("{");
    lines.line(".reg .b32 c0, c1;");
    lines.line("@" + does + " mbarrier.arrive.expect_tx.shared::cta.b64 _, [" +
               barrier + "], " + Twine(place.getNumBytes()) + ";");
    int64_t offset = 0;
    for (int64_t column = 0; column < shape[order[0]]; column += lineElements)
      for (int64_t row = 0; row < rows; row += kMaxBox) {
        lines.line("add.s32 c0, " + coordinates[0] + ", " + Twine(column) +
                   ";");
        lines.line("add.s32 c1, " + coordinates[1] + ", " + Twine(row) + ";");
        std::string at = "c0, c1";
        for (const std::string &other : ArrayRef(coordinates).drop_front(2))
          at += ", " + other;
        lines.line("@" + does + " cp.async.bulk.tensor." +
                   Twine(coordinates.size()) +
                   "d.shared::cluster.global.tile.mbarrier::complete_tx::bytes "
                   "[" +
                   to + "+" + Twine(offset) + "], [" + map + ", {" + at +
                   "}], [" + barrier + "];");
        offset += std::min(rows - row, kMaxBox) * line;
      }
    lines.line("}");
    lines.create();
    rewriter.eraseOp(op);
    return success();
  }
};

} // namespace

void tile::populateBoxCopyPatterns(const ThreadTypeConverter &converter,
                                   RewritePatternSet &patterns) {
  patterns.add<MBarrierInitLowering, MBarrierWaitLowering, BoxCopyLowering>(
      converter, patterns.getContext());
}
