//===- BlockScaling.cpp - Matrix instructions that take scales ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Dialect/Tile/IR/BlockScaling.h"

#include "tile/Dialect/Tile/IR/ProgramsPerCTA.h"
#include "tile/Dialect/Tile/IR/WarpRegions.h"
#include "tile/Hardware/GPUInfo.h"

#include "mlir/Interfaces/LoopLikeInterface.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::tile;

/// PTX ISA, "mma": `.block_scale` from PTX 8.7 on, of sm_120 and its family,
/// with the names that end in a or f.
static bool hasBlockScaling(const TargetInfo &target) {
  return getGPUInfo(target.capability).family == 120 && target.suffix != 0;
}

static bool isSmallFloat(ScaledElement element) {
  switch (element) {
  case ScaledElement::E4M3:
  case ScaledElement::E5M2:
  case ScaledElement::E2M3:
  case ScaledElement::E3M2:
    return true;
  case ScaledElement::E2M1:
  case ScaledElement::BF16:
  case ScaledElement::FP16:
    return false;
  }
  return false;
}

ScaledTypes ScaledTypes::get(DotScaledOp op) {
  ScaledElement a = op.getAElemType(), b = op.getBElemType();
  bool isPackedA = a == ScaledElement::E2M1,
       isPackedB = b == ScaledElement::E2M1;
  auto getElement = [](Value scale) {
    return scale ? getScalarType(scale.getType()) : Type();
  };
  Type scaleOfA = getElement(op.getAScale()),
       scaleOfB = getElement(op.getBScale());
  if (!scaleOfA)
    scaleOfA = scaleOfB;
  if (!scaleOfB)
    scaleOfB = scaleOfA;
  int64_t depth = cast<RankedTensorType>(op.getA().getType()).getShape().back();
  if (isPackedA && op.getLhsKPack())
    depth *= 2;
  return {a, b,
          (!isPackedA || op.getLhsKPack()) && (!isPackedB || op.getRhsKPack()),
          scaleOfA == scaleOfB ? scaleOfA : Type(), depth};
}

ScaledTypes ScaledTypes::getUnpacked(ScaledElement byte) const {
  ScaledTypes types = *this;
  for (ScaledElement *element : {&types.a, &types.b})
    if (*element == ScaledElement::E2M1)
      *element = byte;
  return types;
}

/// The instruction of pairs of e2m1.
static std::optional<BlockScaling> getPairScaling(const ScaledTypes &types) {
  constexpr int64_t kDepth = 64;
  if (types.a != ScaledElement::E2M1 || types.b != ScaledElement::E2M1 ||
      !types.arePairsAlongK || types.depth % kDepth != 0)
    return std::nullopt;
  if (types.scale.isInteger(8))
    return BlockScaling{"mxf4", kDepth, 2, "ue8m0"};
  return BlockScaling{"mxf4nvf4", kDepth, 4, "ue4m3"};
}

std::optional<BlockScaling> tile::getBlockScaling(const ScaledTypes &types,
                                                  const TargetInfo &target) {
  if (!hasBlockScaling(target) || !types.scale)
    return std::nullopt;
  bool isExponent = types.scale.isInteger(8);
  if (isSmallFloat(types.a) && isSmallFloat(types.b)) {
    if (!isExponent)
      return std::nullopt;
    return BlockScaling{"mxf8f6f4", 32, 1, "ue8m0"};
  }
  return getPairScaling(types);
}

std::optional<BlockScaling>
tile::getTensorBlockScaling(const ScaledTypes &types) {
  auto isByte = [](ScaledElement element) {
    return element == ScaledElement::E4M3 || element == ScaledElement::E5M2;
  };
  if (!types.scale)
    return std::nullopt;
  if (!isByte(types.a) || !isByte(types.b)) {
    std::optional<BlockScaling> pairs = getPairScaling(types);
    if (pairs && pairs->kind == "mxf4")
      pairs->minPTXVersion = 86;
    return pairs;
  }
  constexpr int64_t kDepth = 32;
  if (!types.scale.isInteger(8) || types.depth % kDepth != 0)
    return std::nullopt;
  return BlockScaling{"mxf8f6f4", kDepth, 1, "ue8m0", /*minPTXVersion=*/86};
}

int64_t tile::getMostSums(unsigned numWarps, bool areInParts) {
  constexpr unsigned kOthers = 32;
  unsigned registers = std::min(kMaxThreadRegisters + 1,
                                kRegistersPerSM / (numWarps * kThreadsPerWarp));
  return areInParts ? registers
                    : std::min(kMaxThreadRegisters, registers) - kOthers;
}

bool tile::isSumOfProducts(Operation *dot) {
  constexpr unsigned kSum = 2;
  auto isConstant = [](Value value) {
    Operation *op = value.getDefiningOp();
    return op && (op->hasTrait<OpTrait::ConstantLike>() || isa<SplatOp>(op));
  };
  Value sum = dot->getOperand(kSum), result = dot->getResult(0);
  if (isConstant(sum))
    return true;
  auto carried = dyn_cast<BlockArgument>(sum);
  auto loop =
      carried ? dyn_cast<LoopLikeOpInterface>(carried.getOwner()->getParentOp())
              : LoopLikeOpInterface();
  OpOperand *init = loop ? loop.getTiedLoopInit(carried) : nullptr;
  return init && isConstant(init->get()) && carried.hasOneUse() &&
         result.hasOneUse() &&
         &*result.use_begin() == loop.getTiedLoopYieldedValue(carried);
}

bool tile::fitsTensorMemory(DotScaledOp op) {
  constexpr int64_t kGroup = 4, kLeastRows = 128, kLeastColumns = 16;
  auto type = cast<RankedTensorType>(op.getResult().getType());
  auto func = op->getParentOfType<FuncOp>();
  unsigned numWarps = getNumWarps(op);
  if (type.getRank() != 2 || !func || !func.isKernel() ||
      getProgramsPerCTA(op) != 1 || numWarps % kGroup != 0)
    return false;
  int64_t m = llvm::PowerOf2Ceil(type.getDimSize(0)),
          n = llvm::PowerOf2Ceil(type.getDimSize(1));
  return m >= kLeastRows && n >= kLeastColumns &&
         m * n / (numWarps * kThreadsPerWarp) <=
             getMostSums(numWarps, isSumOfProducts(op));
}
