//===- Status.h - How functions of the C API fail ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Statuses with the message of the thread's last error, and the checks that
// every function begins with.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_CAPI_STATUS_H
#define TILE_CAPI_STATUS_H

#include "Handles.h"

#include "tile-c/Support.h"
#include "tile/Support/Status.h"

#include "llvm/ADT/StringRef.h"

namespace mlir::tile::capi {

/// Sets the thread's message and returns the code.
TileStatus setError(StatusCode code, const llvm::Twine &message);
/// The same for an error; Success, and the message as it was, if there is none.
TileStatus setError(llvm::Error error);
/// "expected a TileDevice, found a null handle" or what else it is.
TileStatus failHandle(const char *handleName, const void *ptr);
/// "expected a pointer for 'image', found null".
TileStatus failNull(const char *parameter);

/// The object of a handle; where the handle is bad it is null, and the error
/// set.
template <typename Handle>
typename HandleTraits<Handle>::Object *getObject(Handle handle) {
  auto *object = lookupHandle(handle);
  if (LLVM_UNLIKELY(!object))
    (void)failHandle(HandleTraits<Handle>::name, handle.ptr);
  return object;
}

/// False, with the error set, for a null pointer with a length.
bool unwrapString(MlirStringRef string, const char *parameter,
                  llvm::StringRef &result);

inline MlirStringRef wrapString(llvm::StringRef string) {
  return mlirStringRefCreate(string.data() ? string.data() : "", string.size());
}

/// Success, or the error that there are too many objects.
template <typename Handle>
TileStatus
giveHandle(std::unique_ptr<typename HandleTraits<Handle>::Object> object,
           Handle *result) {
  Handle handle = createHandle<Handle>(std::move(object));
  if (!handle.ptr)
    return setError(StatusCode::OutOfMemory, "too many objects");
  *result = handle;
  return TileStatusSuccess;
}

} // namespace mlir::tile::capi

#endif // TILE_CAPI_STATUS_H
