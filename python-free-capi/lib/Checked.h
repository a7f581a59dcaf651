//===- Checked.h - Types and attributes from unchecked values ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How the C API makes types and attributes: what their verifiers say becomes
// the thread's error, and a diagnostic where the caller gave a location.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_CAPI_CHECKED_H
#define TILE_CAPI_CHECKED_H

#include "mlir/CAPI/IR.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace mlir::tile::capi {

/// Where the complaints about a value go.
class Checked {
public:
  using EmitError = llvm::function_ref<InFlightDiagnostic()>;

  /// Only to the thread's error.
  explicit Checked(MlirContext context);
  /// Also to the handlers of the location's context, at that location.
  explicit Checked(MlirLocation location);
  /// The first form, for the context of something that may be null.
  explicit Checked(MLIRContext *context);

  /// Calls `make` with what emits an error, and returns what it returns. Does
  /// not call it, and returns null, if there is no context, or the tile dialect
  /// is not loaded in it.
  template <typename Result>
  Result make(llvm::function_ref<Result(EmitError, MLIRContext *)> make) {
    Result result{};
    run([&](EmitError emitError) { result = make(emitError, context); });
    return result;
  }

private:
  void run(llvm::function_ref<void(EmitError)> body);

  MLIRContext *context;
  /// Null: do not tell the handlers.
  LocationAttr location;
};

/// An array from C; with a null pointer and a length, `isNull` gets true.
template <typename T>
ArrayRef<T> wrapArray(const T *values, size_t size, bool &isNull) {
  if (!values && size != 0) {
    isNull = true;
    return {};
  }
  return ArrayRef<T>(values, size);
}

} // namespace mlir::tile::capi

#endif // TILE_CAPI_CHECKED_H
