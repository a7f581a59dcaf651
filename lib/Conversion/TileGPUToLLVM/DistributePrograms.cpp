//===- DistributePrograms.cpp - Programs that share a CTA -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A row of threads, which have the same %tid.y, runs one program.
// ProgramsPerCTA.h says how rows, memory and barriers are numbered.
//
//===----------------------------------------------------------------------===//

#include "DistributePrograms.h"

#include "tile/Conversion/TileGPUToLLVM/ThreadLayout.h"
#include "tile/Dialect/Tile/IR/ProgramsPerCTA.h"
#include "tile/Dialect/Tile/IR/TensorMaps.h"
#include "tile/Dialect/TileGPU/IR/TileGPU.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::tile;

/// Such that each program's tiles have the banks that their layouts say.
static constexpr int64_t kSharedAlignment = 128;

static unsigned getProgramsAt(OpBuilder &builder) {
  return getProgramsPerCTA(builder.getInsertionBlock()->getParentOp());
}

static Value emitRow(OpBuilder &builder, Location loc) {
  auto row = NVVM::ThreadIdYOp::create(builder, loc, builder.getI32Type());
  row.setRangeAttr(LLVM::ConstantRangeAttr::get(
      builder.getContext(), APInt(32, 0), APInt(32, getProgramsAt(builder))));
  return row;
}

/// Whether a launch of the function around may run each program by a cluster.
static bool mayShareProgram(OpBuilder &builder) {
  Operation *op = builder.getInsertionBlock()->getParentOp();
  while (op && !isa<FunctionOpInterface>(op))
    op = op->getParentOp();
  return op && op->hasAttr(kLoopSplitAttrName);
}

Value tile::emitNumPrograms(OpBuilder &builder, Location loc,
                            ProgramAxis axis) {
  Type i32 = builder.getI32Type();
  if (axis == ProgramAxis::Y)
    return NVVM::GridDimYOp::create(builder, loc, i32);
  if (axis == ProgramAxis::Z)
    return NVVM::GridDimZOp::create(builder, loc, i32);
  if (mayShareProgram(builder))
    return NVVM::ClusterDimXOp::create(builder, loc, i32);
  return NVVM::GridDimXOp::create(builder, loc, i32);
}

Value tile::emitProgramId(OpBuilder &builder, Location loc, ProgramAxis axis) {
  Type i32 = builder.getI32Type();
  if (axis == ProgramAxis::Y)
    return NVVM::BlockIdYOp::create(builder, loc, i32);
  if (axis == ProgramAxis::Z)
    return NVVM::BlockIdZOp::create(builder, loc, i32);
  if (mayShareProgram(builder))
    return NVVM::ClusterIdXOp::create(builder, loc, i32);
  Value cta = NVVM::BlockIdXOp::create(builder, loc, i32);
  unsigned programs = getProgramsAt(builder);
  if (programs == 1)
    return cta;
  // A grid has at most 2^31 - 1 programs, and their number in a CTA divides
  // 2^31: no row has a number above 2^31 - 1.
  auto flags =
      LLVM::IntegerOverflowFlags::nsw | LLVM::IntegerOverflowFlags::nuw;
  Value first = LLVM::MulOp::create(builder, loc, i32, cta,
                                    emitI32(builder, loc, programs), flags);
  return LLVM::AddOp::create(builder, loc, i32, first, emitRow(builder, loc),
                             flags);
}

int64_t tile::getSharedStride(int64_t bytes, unsigned programs) {
  return programs == 1 ? bytes : llvm::alignTo(bytes, kSharedAlignment);
}

Value tile::emitSharedPart(OpBuilder &builder, Location loc, Value base,
                           int64_t stride) {
  if (getProgramsAt(builder) == 1)
    return base;
  Value offset = LLVM::MulOp::create(builder, loc, emitRow(builder, loc),
                                     emitI32(builder, loc, stride));
  return LLVM::GEPOp::create(builder, loc, base.getType(), builder.getI8Type(),
                             base, ValueRange{offset},
                             LLVM::GEPNoWrapFlags::inbounds);
}

void tile::emitProgramBarrier(OpBuilder &builder, Location loc) {
  Operation *parent = builder.getInsertionBlock()->getParentOp();
  unsigned numWarps = getTarget(parent).getNumWarps();
  if (getProgramsPerCTA(parent) == 1) {
    auto func = dyn_cast<FunctionOpInterface>(parent);
    if (!func)
      func = parent->getParentOfType<FunctionOpInterface>();
    // Without the producer, whose warp may have ended.
    if (func->hasAttr(tilegpu::kProducerWarpAttrName))
      NVVM::BarrierOp::create(builder, loc, TypeRange(),
                              emitI32(builder, loc, 0),
                              emitI32(builder, loc, kThreadsPerWarp * numWarps),
                              NVVM::BarrierReductionAttr(), Value());
    else
      NVVM::Barrier0Op::create(builder, loc);
    return;
  }
  if (numWarps == 1) {
    NVVM::SyncWarpOp::create(builder, loc, emitI32(builder, loc, -1));
    return;
  }
  Value number = LLVM::AddOp::create(builder, loc, emitRow(builder, loc),
                                     emitI32(builder, loc, 1));
  NVVM::BarrierOp::create(builder, loc, TypeRange(), number,
                          emitI32(builder, loc, kThreadsPerWarp * numWarps),
                          NVVM::BarrierReductionAttr(), Value());
}

void tile::emitClusterBarrier(OpBuilder &builder, Location loc) {
  NVVM::ClusterArriveOp::create(builder, loc, builder.getUnitAttr());
  NVVM::ClusterWaitOp::create(builder, loc, builder.getUnitAttr());
}

namespace {

/// Hands the number of programs to the functions that ask for it.
class NumProgramsPasser {
public:
  explicit NumProgramsPasser(ModuleOp module) : module(module) {
    for (FuncOp func : module.getOps<FuncOp>()) {
      if (func.isDeclaration())
        continue;
      bool asks = func.isKernel();
      func.walk(
          [&](GetNumProgramsOp op) { asks |= op.getAxis() == ProgramAxis::X; });
      if (asks)
        takers.insert(func);
    }
    // Their callers must have it.
    for (unsigned before = 0; before != takers.size();) {
      before = takers.size();
      module.walk([&](CallOp call) {
        if (takes(call))
          takers.insert(call->getParentOfType<FuncOp>());
      });
    }
  }

  LogicalResult run() {
    for (FuncOp func : takers) {
      Location loc = func.getLoc();
      auto name = StringAttr::get(func.getContext(), "programs");
      if (failed(func.insertArgument(
              func.getNumArguments(), IntegerType::get(func.getContext(), 32),
              DictionaryAttr(), NameLoc::get(name, loc))))
        return failure();
      SmallVector<GetNumProgramsOp> queries;
      func.walk([&](GetNumProgramsOp op) {
        if (op.getAxis() == ProgramAxis::X)
          queries.push_back(op);
      });
      for (GetNumProgramsOp op : queries) {
        op.replaceAllUsesWith(func.getArguments().back());
        op.erase();
      }
    }
    module.walk([&](CallOp call) {
      if (!takes(call))
        return;
      call.getOperandsMutable().append(
          call->getParentOfType<FuncOp>().getArguments().back());
      if (ArrayAttr old = call.getArgAttrsAttr()) {
        SmallVector<Attribute> attrs(old.getValue());
        attrs.push_back(DictionaryAttr::get(call.getContext()));
        call.setArgAttrsAttr(ArrayAttr::get(call.getContext(), attrs));
      }
    });
    return success();
  }

private:
  bool takes(CallOp call) {
    return takers.contains(module.lookupSymbol<FuncOp>(call.getCallee()));
  }

  ModuleOp module;
  llvm::SetVector<FuncOp> takers;
};

} // namespace

/// Ends rows without a program before the kernel's first operation.
static void guardKernel(FuncOp func) {
  Location loc = func.getLoc();
  Block &entry = func.getBody().front();
  Block *body = entry.splitBlock(entry.begin());
  auto builder = OpBuilder::atBlockEnd(&entry);
  Value program = emitProgramId(builder, loc, ProgramAxis::X);
  Value exists = LLVM::ICmpOp::create(builder, loc, LLVM::ICmpPredicate::ult,
                                      program, func.getArguments().back());
  Block *end = builder.createBlock(&func.getBody(), func.getBody().end());
  ReturnOp::create(builder, loc, ValueRange());
  builder.setInsertionPointToEnd(&entry);
  cf::CondBranchOp::create(builder, loc, exists, body, ValueRange(), end,
                           ValueRange());

  SmallVector<GetProgramIdOp> queries;
  func.walk([&](GetProgramIdOp op) {
    if (op.getAxis() == ProgramAxis::X)
      queries.push_back(op);
  });
  for (GetProgramIdOp op : queries) {
    op.replaceAllUsesWith(program);
    op.erase();
  }
}

LogicalResult tile::distributePrograms(ModuleOp module) {
  unsigned programs = getProgramsPerCTA(module);
  if (programs == 1)
    return success();
  std::string problem =
      checkProgramsPerCTA(programs, getTarget(module).getNumWarps());
  if (!problem.empty())
    return module.emitError(problem);
  if (failed(NumProgramsPasser(module).run()))
    return failure();
  for (FuncOp func : module.getOps<FuncOp>())
    if (func.isKernel())
      guardKernel(func);
  return success();
}
