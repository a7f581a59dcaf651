//===- BuilderParts.h - What operations are made of -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the functions of tile-c/Builder.h share: checks of what C gives, and the
// parts of an operation that is not made yet.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_CAPI_BUILDERPARTS_H
#define TILE_CAPI_BUILDERPARTS_H

#include "Checked.h"

#include "tile-c/Support.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/OwningOpRef.h"

namespace mlir::tile::capi {

using EmitError = Checked::EmitError;

/// Complains about something that is null or of another context.
template <typename T>
bool checkContext(T value, const Twine &what, MLIRContext *context,
                  EmitError emitError) {
  if (value.ptr && unwrap(value).getContext() == context)
    return true;
  emitError() << "expected " << what << " of the same context, found "
              << (value.ptr ? "one of another" : "null");
  return false;
}

/// What an operation is made of, checked as far as its kind does not matter.
/// Each function that adds something complains, and returns false, if it is
/// wrong.
class Parts {
public:
  /// An operation of this name that can go to the end of the block; nothing if
  /// there is none. The location belongs to the block's context.
  static std::optional<Parts> start(Block *block, Location location,
                                    StringRef name, EmitError emitError);

  /// Null ones leave their group of operands empty, where there are groups.
  bool addOperands(ArrayRef<MlirValue> values, EmitError emitError);
  bool addAttributes(ArrayRef<MlirNamedAttribute> values, EmitError emitError);
  /// The types of the results.
  bool addTypes(ArrayRef<MlirType> values, EmitError emitError);
  /// The same, from operands and attributes.
  bool inferTypes(EmitError emitError);

  /// Puts the operation at the end of the block. `regions` has for each region
  /// the types of its block's arguments, or nothing for a region without a
  /// block. Null, with nothing changed, if the operation's verifier complains.
  Operation *
  append(ArrayRef<std::optional<SmallVector<Type>>> regions = {}) const;

  RegisteredOperationName name;
  Location location;
  Block *block;
  SmallVector<Value> operands;
  SmallVector<Type> types;
  NamedAttrList attributes;

private:
  Parts(RegisteredOperationName name, Location location, Block *block)
      : name(name), location(location), block(block) {}
  /// Without the checks of the operation's verifier.
  OwningOpRef<Operation *> make(unsigned numRegions = 0) const;
};

/// Whether something can be put at the end of a block, from this context: the
/// block is in a function and has no terminator, and what is in it is finished.
bool checkBlock(Block *block, MLIRContext *context, EmitError emitError);

/// The name of the operation that ends the blocks of a region; empty for an
/// operation that the builder knows no ends of.
StringRef getTerminatorName(OperationName parent, unsigned region);

/// Whether each block in the operation has its end.
bool isFinished(Operation &operation);

/// The part of `tileBlockAppend...` that all have: the null checks.
TileStatus checkPlace(MlirBlock block, MlirLocation location);

/// Writes the results, and the first block of the operation if `body` is not
/// null.
void giveResults(Operation *operation, MlirValue *results, MlirBlock *body);

} // namespace mlir::tile::capi

#endif // TILE_CAPI_BUILDERPARTS_H
