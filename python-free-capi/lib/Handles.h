//===- Handles.h - Objects that handles of the C API name -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The table that turns a handle's number into an object, or into nothing when
// the handle is null, of another kind, made up, or of a destroyed object.
//
//===----------------------------------------------------------------------===//
//
// A handle's `ptr` is a number: the kind of object, a generation, and the index
// of a slot. The slot holds the number of its present object; a handle is good
// if it is that number. A lookup is three loads and a comparison, without a
// lock. A destroyed object's slot gets the next generation; a slot whose
// generations are used up is not used again, so no number ever comes back.
//
// A process can hold two copies of the library, each with a table. The `ptr` is
// the number with a salt, which is another one in each copy. So a copy finds
// another's handles to be bad ones, as it does made up ones.
//
//   struct Scanner { ... };
//   template <> struct HandleTraits<TileScanner> {
//     using Object = Scanner;
//     static constexpr HandleKind kind = HandleKind::Scanner;
//     static constexpr const char *name = "TileScanner";
//   };
//   TileScanner scanner = createHandle<TileScanner>(std::make_unique<...>());
//   Scanner *object = lookupHandle(scanner);      // null if it is a bad one
//   destroyHandle(scanner);
//
//===----------------------------------------------------------------------===//

#ifndef TILE_CAPI_HANDLES_H
#define TILE_CAPI_HANDLES_H

#include <atomic>
#include <cstdint>
#include <memory>

namespace mlir::tile::capi {

enum class HandleKind : uint8_t {
  CompilerOptions = 1,
  Compiler,
  KernelImage,
  Cache,
  Device,
  Stream,
  Event,
  Module,
  Kernel,
  Specializer,
  LinearLayout,
  Tuner,
  Graph,
  MemoryPool,
};

template <typename Handle> struct HandleTraits;

namespace detail {

struct HandleSlot {
  /// The handle's number; 0 while there is no object.
  std::atomic<uint64_t> number{0};
  std::atomic<void *> object{nullptr};
  /// Of the last object; under the table's lock.
  uint32_t generation = 0;
};

constexpr unsigned kSlotsPerChunkLog2 = 10;
constexpr unsigned kMaxChunks = 1u << 14;
using HandleChunk = HandleSlot[1u << kSlotsPerChunkLog2];

/// Null pointers as long as a chunk is not needed.
extern std::atomic<HandleChunk *> handleChunks[kMaxChunks];

/// What a number is combined with by exclusive or; no number is equal to it.
extern const uint64_t handleSalt;

inline uint64_t removeSalt(const void *ptr) {
  return reinterpret_cast<uintptr_t>(ptr) ^ handleSalt;
}

/// The object, or null.
inline void *lookup(HandleKind kind, const void *ptr) {
  uint64_t number = removeSalt(ptr);
  uint32_t index = static_cast<uint32_t>(number);
  if ((number >> 56) != static_cast<uint64_t>(kind) ||
      index >> kSlotsPerChunkLog2 >= kMaxChunks)
    return nullptr;
  HandleChunk *chunk =
      handleChunks[index >> kSlotsPerChunkLog2].load(std::memory_order_acquire);
  if (!chunk)
    return nullptr;
  HandleSlot &slot = (*chunk)[index & ((1u << kSlotsPerChunkLog2) - 1)];
  if (slot.number.load(std::memory_order_acquire) != number)
    return nullptr;
  return slot.object.load(std::memory_order_relaxed);
}

/// Null if there are too many objects.
void *add(HandleKind kind, void *object);
/// Takes the object out; null if the handle is bad.
void *remove(HandleKind kind, const void *ptr);

} // namespace detail

/// The object of a handle, or null.
template <typename Handle>
typename HandleTraits<Handle>::Object *lookupHandle(Handle handle) {
  return static_cast<typename HandleTraits<Handle>::Object *>(
      detail::lookup(HandleTraits<Handle>::kind, handle.ptr));
}

/// Gives an object a handle, which then owns it. A null handle, and no object
/// left, if there are more than about 16 million.
template <typename Handle>
Handle
createHandle(std::unique_ptr<typename HandleTraits<Handle>::Object> object) {
  Handle handle;
  handle.ptr = detail::add(HandleTraits<Handle>::kind, object.get());
  if (handle.ptr)
    object.release();
  return handle;
}

/// Destroys the object; nothing if the handle is bad.
template <typename Handle> void destroyHandle(Handle handle) {
  delete static_cast<typename HandleTraits<Handle>::Object *>(
      detail::remove(HandleTraits<Handle>::kind, handle.ptr));
}

/// Around fork(): a child must not find the table's lock held by a thread that
/// it does not have.
void lockHandles();
void unlockHandles();

/// For objects that belong to others: a handle without ownership, to be taken
/// back by `releaseHandle`.
template <typename Handle>
Handle lendHandle(typename HandleTraits<Handle>::Object *object) {
  Handle handle;
  handle.ptr = detail::add(HandleTraits<Handle>::kind, object);
  return handle;
}
template <typename Handle> void releaseHandle(Handle handle) {
  (void)detail::remove(HandleTraits<Handle>::kind, handle.ptr);
}

} // namespace mlir::tile::capi

#endif // TILE_CAPI_HANDLES_H
