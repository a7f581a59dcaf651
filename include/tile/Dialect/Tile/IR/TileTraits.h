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

namespace mlir::tile {

/// Whether the types are the same, apart from the layouts of tiles.
bool areEqualExceptLayouts(TypeRange a, TypeRange b);

} // namespace mlir::tile

namespace mlir::OpTrait::tile {

namespace impl {
LogicalResult verifyLegalTiles(Operation *op);
LogicalResult verifySameLayout(Operation *op);
LogicalResult verifyTiedLayouts(Operation *op);
LogicalResult verifyNoLayouts(Operation *op);
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

/// The layouts of all tiles are tied as the operation's LayoutOpInterface says;
/// see the trait in TileOpBase.td. Verified with the regions, since only there
/// InferTypeOpInterface verifies the shapes.
template <typename ConcreteType>
class TiedLayouts : public TraitBase<ConcreteType, TiedLayouts> {
public:
  static LogicalResult verifyRegionTrait(Operation *op) {
    return impl::verifyTiedLayouts(op);
  }
};

/// No tile among operands and results has a layout: a pass replaces the
/// operation before layouts are given out.
template <typename ConcreteType>
class NoLayouts : public TraitBase<ConcreteType, NoLayouts> {
public:
  static LogicalResult verifyTrait(Operation *op) {
    return impl::verifyNoLayouts(op);
  }
};

/// The operation accesses no memory that programs share: its effects only keep
/// it in its place among other operations.
template <typename ConcreteType>
class AccessesNoMemory : public TraitBase<ConcreteType, AccessesNoMemory> {};

} // namespace mlir::OpTrait::tile

#endif // TILE_DIALECT_TILE_IR_TILETRAITS_H
