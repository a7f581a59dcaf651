//===- PadMaps.cpp - Maps over padded tiles -------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Inline asm and tile.map_elementwise, whose authors have seen no padding.
//
//===----------------------------------------------------------------------===//

#include "TilePadder.h"

#include "tile/Dialect/Tile/IR/AsmInfo.h"
#include "tile/Dialect/Tile/Transforms/BroadcastAsmOperands.h"
#include "tile/PTX/Instructions.h"

#include "mlir/IR/IRMapping.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace mlir::tile;

//===----------------------------------------------------------------------===//
// Inline asm
//===----------------------------------------------------------------------===//

/// The shape that operands and results have once broadcast.
static SmallVector<int64_t> getCommonShape(const PaddedOp &padded) {
  SmallVector<int64_t> shape;
  auto widen = [&](ArrayRef<int64_t> other) {
    if (shape.empty())
      shape.assign(other.begin(), other.end());
    for (unsigned dim = 0; dim < other.size(); ++dim)
      shape[dim] = std::max(shape[dim], other[dim]);
  };
  for (unsigned number = 0; number < padded.operandTypes.size(); ++number)
    widen(padded.getOperandShape(number));
  for (unsigned number = 0; number < padded.resultTypes.size(); ++number)
    widen(padded.getResultShape(number));
  return shape;
}

/// Whether the asm may be harmed by what the padding has: by addresses.
static bool accessesMemory(ElementwiseInlineAsmOp op) {
  if (!op.getUseFallback())
    return (getAsmInfo(op)->getEffects() &
            (ptx::ReadsMemory | ptx::WritesMemory)) != 0;
  return !runsForAnyValues(op.getFallback());
}

/// Gives operands and results the shape of groups in rows, so that no group is
/// padding in part.
static SmallVector<int64_t> arrangeGroups(TilePadder &padder,
                                          ElementwiseInlineAsmOp op,
                                          ArrayRef<int64_t> shape) {
  IRRewriter rewriter(padder.getBuilder());
  broadcastAsmOperands(rewriter, op);
  padder.setPlace(op);
  int64_t pack = op.getPackedElement(), elements = 1;
  for (int64_t size : shape)
    elements *= size;
  SmallVector<int64_t> rows{elements / pack, pack};
  for (OpOperand &operand : op->getOpOperands())
    operand.set(rearrange(padder, operand.get(), shape, rows));
  if (op->getNumResults() == 0)
    return rows;
  padder.setPlace(op->getNextNode());
  for (OpResult result : op->getResults()) {
    SmallVector<OpOperand *> uses = llvm::map_to_vector(
        result.getUses(), [](OpOperand &use) { return &use; });
    result.setType(
        cast<RankedTensorType>(result.getType()).clone(getPaddedShape(rows)));
    Value back = rearrange(padder, result, rows, shape);
    for (OpOperand *use : uses)
      use->set(back);
  }
  return rows;
}

void tile::padAsm(TilePadder &padder, const PaddedOp &padded,
                  ElementwiseInlineAsmOp op) {
  SmallVector<int64_t> shape = getCommonShape(padded);
  if (op.isOncePerElement()) {
    if (op.getPackedElement() > 1)
      shape = arrangeGroups(padder, op, shape);
    op.setExtents(shape);
    return;
  }
  if (op.getPure() && !accessesMemory(op))
    return;
  for (OpOperand &operand : op->getOpOperands())
    if (ArrayRef<int64_t> own =
            padded.getOperandShape(operand.getOperandNumber());
        needsPadding(own))
      operand.set(padder.repeatLast(operand.get(), own));
}

//===----------------------------------------------------------------------===//
// tile.map_elementwise
//===----------------------------------------------------------------------===//

void tile::padMap(TilePadder &padder, const PaddedOp &padded,
                  MapElementwiseOp op) {
  unsigned pack = op.getPack();
  Region &region = op.getScalarOp();
  if (pack == 1 && runsForAnyValues(region))
    return;
  OpBuilder &builder = padder.getBuilder();
  Location loc = op.getLoc();
  Block &body = region.front();
  unsigned count = body.getNumArguments();
  op.getSrcsMutable().append(padder.getMask(padded.getOperandShape(0)));
  SmallVector<Value> own;
  for (unsigned i = 0; i < pack; ++i)
    own.push_back(body.addArgument(builder.getI1Type(), loc));

  OpBuilder::InsertionGuard guard(builder);
  Operation *end = body.getTerminator();
  SmallVector<Operation *> moved;
  for (Operation &nested : body.without_terminator())
    moved.push_back(&nested);
  builder.setInsertionPointToStart(&body);
  // The first element of the tile's own stands in for each that is padding.
  SmallVector<Value> arguments;
  Value any = own[0];
  for (Value flag : ArrayRef(own).drop_front())
    any = arith::OrIOp::create(builder, loc, any, flag);
  for (unsigned first = 0; first < count; first += pack) {
    Value other = body.getArgument(first + pack - 1);
    for (unsigned i = pack - 1; i-- > 0;)
      other = arith::SelectOp::create(builder, loc, own[i],
                                      body.getArgument(first + i), other);
    for (unsigned i = 0; i < pack; ++i)
      arguments.push_back(pack == 1 ? body.getArgument(first)
                                    : arith::SelectOp::create(
                                          builder, loc, own[i],
                                          body.getArgument(first + i), other)
                                          .getResult());
  }
  SmallVector<Type> types(end->getOperandTypes());
  auto branch =
      scf::IfOp::create(builder, loc, types, any, /*withElseRegion=*/true);
  IRMapping mapping;
  mapping.map(body.getArguments().take_front(count), arguments);
  builder.setInsertionPointToStart(branch.thenBlock());
  for (Operation *nested : moved)
    builder.clone(*nested, mapping);
  scf::YieldOp::create(
      builder, loc, llvm::map_to_vector(end->getOperands(), [&](Value value) {
        return mapping.lookupOrDefault(value);
      }));
  builder.setInsertionPointToStart(branch.elseBlock());
  SmallVector<Value> nothing;
  for (Type type : types)
    nothing.push_back(ub::PoisonOp::create(builder, loc, type));
  scf::YieldOp::create(builder, loc, nothing);
  end->setOperands(branch.getResults());
  for (Operation *nested : llvm::reverse(moved))
    nested->erase();
}
