//===- TileTraits.h - Traits of tile operations -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The verifiers that many tile operations share.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_DIALECT_TILE_IR_TILETRAITS_H
#define TILE_DIALECT_TILE_IR_TILETRAITS_H

#include "mlir/IR/OpDefinition.h"

namespace mlir::OpTrait::tile {

namespace impl {
LogicalResult verifyLegalTiles(Operation *op);
LogicalResult verifySameLayout(Operation *op);
} // namespace impl

/// Every tile among operands and results is one the dialect takes, see
/// `verifyTileType`.
template <typename ConcreteType>
class LegalTiles : public TraitBase<ConcreteType, LegalTiles> {
public:
  static LogicalResult verifyTrait(Operation *op) {
    return impl::verifyLegalTiles(op);
  }
};

/// All tiles among operands and results have the same layout, or none has one.
template <typename ConcreteType>
class SameLayout : public TraitBase<ConcreteType, SameLayout> {
public:
  static LogicalResult verifyTrait(Operation *op) {
    return impl::verifySameLayout(op);
  }
};

} // namespace mlir::OpTrait::tile

#endif // TILE_DIALECT_TILE_IR_TILETRAITS_H
