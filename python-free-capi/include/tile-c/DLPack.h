/*===- tile-c/DLPack.h - Arrays of other libraries ---------------*- C -*-===*\
|*
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* Views of arrays that torch, numpy, JAX and others exchange by DLPack. The
|* structs have the layout of DLPack's first version, which all of them support.
|* No file of DLPack is needed. Since 0.1.
|*
\*===----------------------------------------------------------------------===*/
/*
 *   TileDLManagedTensor *managed = ...;  from the capsule of x.__dlpack__()
 *   const char *problem = tileDLTensorFindProblem(&managed->tensor);
 *   void *data = tileDLTensorGetData(&managed->tensor);
 *   uint64_t bytes = tileDLTensorGetBytes(&managed->tensor);
 *   tileDeviceAddHostMemory(device, data, bytes, tileString("x"), NULL);
 *   ... launches with tileArgumentPointer((TileDeviceAddress)(uintptr_t)data)
 *   tileDeviceRemoveHostMemory(device, data);
 *   managed->deleter(managed);
 *
 * This is for the simulator and arrays in host memory. An array on a GPU
 * already has an address of the device, so only a launch is needed. A program
 * that takes the struct from its capsule calls the deleter, once. If the struct
 * stays in the capsule, the array lives as long as the capsule.
 *
 * This header defines all of these functions. Any thread may call them.
 */

#ifndef TILE_C_DLPACK_H
#define TILE_C_DLPACK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Where an array is. The numbers are DLPack's. */
enum { TileDLCPU = 1, TileDLCUDA = 2, TileDLCUDAHost = 3, TileDLManaged = 13 };
/* What an element is. */
enum {
  TileDLInt = 0,
  TileDLUInt = 1,
  TileDLFloat = 2,
  TileDLBFloat = 4,
  TileDLBool = 6
};

typedef struct TileDLDevice {
  int32_t type; /* TileDLCPU ... */
  int32_t id;   /* The N of cuda:N. */
} TileDLDevice;

typedef struct TileDLType {
  uint8_t code; /* TileDLInt ... */
  uint8_t bits;
  uint16_t lanes; /* 1 if an element is not a vector. */
} TileDLType;

typedef struct TileDLTensor {
  void *data;
  TileDLDevice device;
  int32_t rank;
  TileDLType type;
  int64_t *shape;
  int64_t *strides;    /* In elements; null: row-major without gaps. */
  uint64_t byteOffset; /* From `data` to the first element. */
} TileDLTensor;

typedef struct TileDLManagedTensor {
  TileDLTensor tensor;
  void *context; /* The producer's. */
  /* Gives the array back; may be null. */
  void (*deleter)(struct TileDLManagedTensor *self);
} TileDLManagedTensor;

/* The number of elements: 1 for a scalar, UINT64_MAX if 64 bits cannot count
 * them. No dimension may be negative. */
static inline uint64_t tileDLTensorGetNumElements(const TileDLTensor *tensor) {
  uint64_t count = 1;
  bool isTooLarge = false;
  for (int32_t i = 0; i < tensor->rank; ++i) {
    uint64_t size = (uint64_t)tensor->shape[i];
    if (size == 0)
      return 0;
    isTooLarge = isTooLarge || count > UINT64_MAX / size;
    count *= size;
  }
  return isTooLarge ? UINT64_MAX : count;
}

/* The bytes of the elements, which must have no gaps; UINT64_MAX if 64 bits
 * cannot count them. */
static inline uint64_t tileDLTensorGetBytes(const TileDLTensor *tensor) {
  uint64_t bits = (uint64_t)tensor->type.bits * tensor->type.lanes;
  uint64_t count = tileDLTensorGetNumElements(tensor);
  if (bits != 0 && count > (UINT64_MAX - 7) / bits)
    return UINT64_MAX;
  return (count * bits + 7) / 8;
}

/* The address of the first element. */
static inline void *tileDLTensorGetData(const TileDLTensor *tensor) {
  return (char *)tensor->data + tensor->byteOffset;
}

/* Whether the elements are row-major without gaps, as a kernel that takes one
 * pointer and a number of elements expects. */
static inline bool tileDLTensorIsDense(const TileDLTensor *tensor) {
  uint64_t expected = 1;
  if (!tensor->strides || tileDLTensorGetNumElements(tensor) == 0)
    return true;
  for (int32_t i = tensor->rank - 1; i >= 0; --i) {
    /* A dimension of one element may have any stride. */
    if (tensor->shape[i] != 1 && (uint64_t)tensor->strides[i] != expected)
      return false;
    expected *= (uint64_t)tensor->shape[i];
  }
  return true;
}

/* The type's name in kernels: "f32", "i8", "bf16"; empty if kernels lack it.
 * Unsigned integers are i8 to i64, as in kernels. */
static inline const char *tileDLTypeGetName(TileDLType type) {
  if (type.lanes != 1)
    return "";
  if (type.code == TileDLBool)
    return type.bits == 8 ? "i1" : "";
  if (type.code == TileDLBFloat)
    return type.bits == 16 ? "bf16" : "";
  if (type.code == TileDLFloat)
    return type.bits == 16   ? "f16"
           : type.bits == 32 ? "f32"
           : type.bits == 64 ? "f64"
                             : "";
  if (type.code != TileDLInt && type.code != TileDLUInt)
    return "";
  return type.bits == 8    ? "i8"
         : type.bits == 16 ? "i16"
         : type.bits == 32 ? "i32"
         : type.bits == 64 ? "i64"
                           : "";
}

/* Why a kernel cannot use the array by one pointer, as one sentence without a
 * full stop; null if it can. */
static inline const char *tileDLTensorFindProblem(const TileDLTensor *tensor) {
  if (!tensor)
    return "expected a tensor, found null";
  if (tensor->rank < 0 || (tensor->rank > 0 && !tensor->shape))
    return "expected a shape for each dimension, found none";
  for (int32_t i = 0; i < tensor->rank; ++i)
    if (tensor->shape[i] < 0)
      return "expected dimensions of 0 or more elements, found a negative one";
  if (!*tileDLTypeGetName(tensor->type))
    return "expected elements of i1, i8 to i64, f16, bf16, f32 or f64, found "
           "another type";
  if (tileDLTensorGetBytes(tensor) > INT64_MAX)
    return "expected fewer than 2^63 bytes, found more";
  if (!tileDLTensorIsDense(tensor))
    return "expected elements in row-major order without gaps, found other "
           "strides; make a contiguous copy";
  if (!tensor->data && tileDLTensorGetNumElements(tensor) != 0)
    return "expected an address of the elements, found null";
  return NULL;
}

#ifdef __cplusplus
}
#endif

#endif /* TILE_C_DLPACK_H */
