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

/// A pointer or an array that C gives; null is right only for an array of none.
struct Given {
  const void *pointer;
  const char *parameter;
  size_t count = 1;
};

/// The error for the first that is null and may not be.
TileStatus checkGiven(ArrayRef<Given> parameters);

/// The null checks of `tileBlockAppend...`: of the place, then of the others.
TileStatus checkPlace(MlirBlock block, MlirLocation location,
                      ArrayRef<Given> others = {});

/// The operation of this name that `make` makes of its parts; null, with the
/// error set, if that or the place is wrong.
Operation *
makeOperation(MlirBlock block, MlirLocation location, StringRef name,
              llvm::function_ref<Operation *(Parts &, EmitError)> make);

/// Writes the results, and the first block of the operation if `body` is not
/// null. InvalidArgument, with nothing written, without an operation.
TileStatus giveResults(Operation *operation, MlirValue *results,
                       MlirBlock *body = nullptr);

} // namespace mlir::tile::capi

#endif // TILE_CAPI_BUILDERPARTS_H
