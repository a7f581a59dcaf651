//===- ProgramOps.cpp - The grid, printing, assertions --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Apply.h"

#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::tile;
using namespace mlir::tile::interp;

static LogicalResult evaluateProgramId(const Step &s) {
  unsigned axis = unsigned(cast<GetProgramIdOp>(s.op).getAxis());
  return s.give(
      Elements::makeScalar(ElementType::I32, s.e.getProgramId()[axis]));
}

static LogicalResult evaluateNumPrograms(const Step &s) {
  unsigned axis = unsigned(cast<GetNumProgramsOp>(s.op).getAxis());
  return s.give(Elements::makeScalar(ElementType::I32, s.e.options.grid[axis]));
}

/// As printf on the device prints it.
static void printElement(raw_ostream &os, Type scalar, uint64_t bits, bool hex,
                         bool isSigned) {
  if (isa<PtrType>(scalar)) {
    os << llvm::format_hex(bits, 0);
    return;
  }
  unsigned width = getBitWidth(scalar);
  ElementType type = *getElementType(scalar);
  // 8-bit floats have no conversion of printf.
  if (hex || (run::isFloat(type) && width == 8)) {
    os << "0x" << llvm::format_hex_no_prefix(bits, std::max(1u, width / 4));
    return;
  }
  if (run::isFloat(type)) {
    os << llvm::format("%f", run::decodeFloat(type, bits));
    return;
  }
  if (!isSigned || width == 1) {
    os << bits;
    return;
  }
  os << llvm::SignExtend64(bits, width);
}

static LogicalResult evaluatePrint(const Step &s) {
  if (!s.e.options.output)
    return success();
  auto op = cast<PrintOp>(s.op);
  raw_ostream &os = *s.e.options.output;
  std::array<uint32_t, 3> id = s.e.getProgramId();
  auto start = [&] {
    os << "pid (" << id[0] << ", " << id[1] << ", " << id[2] << ")";
  };
  if (op.getArgs().empty()) {
    start();
    os << op.getPrefix() << '\n';
  }
  for (auto [k, arg] : llvm::enumerate(op.getArgs())) {
    const Elements &value = s.get(k);
    Type scalar = getScalarType(arg.getType());
    ArrayRef<int64_t> shape;
    if (auto tile = dyn_cast<RankedTensorType>(arg.getType()))
      shape = tile.getShape();
    SmallVector<int64_t> index(shape.size(), 0);
    auto isPadding = [&] {
      return op.getExtents() &&
             llvm::any_of(llvm::zip(index, *op.getExtents()), [](auto pair) {
               auto [at, extent] = pair;
               return at >= extent;
             });
    };
    auto printOne = [&, k = k](uint32_t n) {
      start();
      if (!shape.empty()) {
        os << " idx (";
        llvm::interleaveComma(index, os);
        os << ')';
      }
      os << op.getPrefix();
      printElement(os, scalar, value.getBits(n), op.getHex(),
                   op.getIsSigned()[k] != 0);
      os << '\n';
    };
    for (uint32_t n = 0; n < value.size(); ++n) {
      if (!isPadding())
        printOne(n);
      for (size_t d = shape.size(); d-- > 0; index[d] = 0)
        if (++index[d] < shape[d])
          break;
    }
  }
  return success();
}

static LogicalResult evaluateAssert(const Step &s) {
  const Elements &condition = s.get(0);
  for (uint32_t k = 0; k < condition.size(); ++k)
    if (!condition.getBits(k))
      return s.failAt(k, "failed: " + cast<AssertOp>(s.op).getMessage());
  return success();
}

/// What a program assumes must be true.
static LogicalResult evaluateAssume(const Step &s) {
  if (s.get(0).getBits(0))
    return success();
  return s.fail("expected an assumption that is true, found false");
}

/// The operations of a program happen one after the other anyway.
static LogicalResult evaluateBarrier(const Step &) { return success(); }

void interp::addProgramEvaluators(EvaluatorTable &table) {
  table.addWithBounds("tile.get_program_id", evaluateProgramId);
  table.addWithBounds("tile.get_num_programs", evaluateNumPrograms);
  table.addWithBounds("tile.print", evaluatePrint);
  table.addWithBounds("tile.assert", evaluateAssert);
  // What Triton makes of tl.assume.
  table.addWithBounds("llvm.intr.assume", evaluateAssume);
  table.addWithBounds("tilegpu.barrier", evaluateBarrier);
  // Each grid has ended before the next one begins.
  table.addWithBounds("tile.grid_dependency_wait", evaluateBarrier);
  table.addWithBounds("tile.grid_dependency_launch_dependents",
                      evaluateBarrier);
}
