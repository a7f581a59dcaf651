//===- BlockScaling.cpp - Matrix instructions that take scales ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Dialect/Tile/IR/BlockScaling.h"

using namespace mlir;
using namespace mlir::tile;

/// PTX ISA, "mma": `.block_scale` from PTX 8.7 on, of sm_120 and its family,
/// with the names that end in a or f.
static bool hasBlockScaling(const TargetInfo &target) {
  return target.capability / 10 == 12 && target.suffix != 0;
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

ScaledTypes ScaledTypes::getUnpacked() const {
  ScaledTypes types = *this;
  for (ScaledElement *element : {&types.a, &types.b})
    if (*element == ScaledElement::E2M1)
      *element = ScaledElement::E2M3;
  return types;
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
  constexpr int64_t kDepth = 64;
  if (types.a != ScaledElement::E2M1 || types.b != ScaledElement::E2M1 ||
      !types.arePairsAlongK || types.depth % kDepth != 0)
    return std::nullopt;
  if (isExponent)
    return BlockScaling{"mxf4", kDepth, 2, "ue8m0"};
  return BlockScaling{"mxf4nvf4", kDepth, 4, "ue4m3"};
}
