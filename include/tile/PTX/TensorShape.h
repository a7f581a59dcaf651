//===- TensorShape.h - Kinds, types, sizes of tcgen05.mma -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The words and the instruction descriptor of a product: kinds, types, sizes.
//
//===----------------------------------------------------------------------===//
//
// An instruction descriptor (PTX ISA 9.0, 9.7.16.4.2) has 32 bits:
//
//     0-1, 2   selector and flag of a sparse A
//     3        saturate (i8)
//     4-5      type of D: 0 f16, 1 f32, 2 s32; of block-scaled kinds, where the
//              scales of B begin in their word
//     7-9, 10-12   types of A and B
//     13, 14   negate A, B
//     15, 16   A, B are MN-major
//     17-22    N / 8
//     23       of block-scaled kinds, the type of scales: 0 ue4m3, 1 ue8m0
//     24-28    M / 16
//     29-30    of block-scaled kinds, where the scales of A begin
//     30-31    of .ws, by how many columns B may be shifted: 0, 8, 16, 32
//
//===----------------------------------------------------------------------===//

#ifndef TILE_PTX_TENSORSHAPE_H
#define TILE_PTX_TENSORSHAPE_H

#include "tile/PTX/Instructions.h"

#include <string>

namespace mlir::tile::ptx {

enum class TensorKind : uint8_t {
  F16,
  TF32,
  F8F6F4,
  I8,
  MXF8F6F4,
  MXF4,
  MXF4NVF4
};

/// How a matrix's elements are encoded.
enum class TensorElement : uint8_t {
  F16,
  BF16,
  TF32,
  E4M3,
  E5M2,
  E2M3,
  E3M2,
  E2M1,
  U8,
  S8
};

/// The words of the instruction that say what a product is.
struct TensorForm {
  TensorKind kind = TensorKind::F16;
  bool isPair = false, isWeightStationary = false;
  /// A is in tensor memory.
  bool isInTensorMemory = false;
  /// Scales per row and instruction; 0: no block scaling.
  unsigned numScales = 0;
  /// Of A half is stored (SparseMetadata.h).
  bool isSparse = false;
  bool isExact = false;
};

/// An instruction descriptor.
struct TensorShape {
  unsigned m = 0, n = 0;
  TensorElement a = TensorElement::F16, b = TensorElement::F16;
  bool negatesA = false, negatesB = false;
  bool isTransposedA = false, isTransposedB = false;
  bool saturates = false, isHalf = false, isInteger = false;
  /// The first byte of a word of scales.
  unsigned scaleA = 0, scaleB = 0;
  bool hasUE8M0 = false;
  /// Of a sparse A: which of its columns of metadata. Of .ws: by how many
  /// columns B may be shifted.
  unsigned selector = 0, maxShift = 0;

  unsigned elementBytes() const {
    return a == TensorElement::TF32                              ? 4
           : a == TensorElement::F16 || a == TensorElement::BF16 ? 2
                                                                 : 1;
  }
  /// Two elements per byte.
  bool isPacked = false;
  bool isSparse = false;
  /// Elements of K that are stored of a row of A, which are 32 bytes; a row of
  /// B has twice as many if A is sparse.
  unsigned k() const { return isPacked ? 64 : 32 / elementBytes(); }
  unsigned kOfB() const { return isSparse ? 2 * k() : k(); }
};

/// "cta_group::2" of an instruction on tensor memory, or "".
llvm::StringRef getTensorGroup(const Instruction &instruction);

/// The descriptor's fields; or what is wrong with it: "N of 16 to 256 ...,
/// found 8".
bool readTensorShape(uint32_t descriptor, const TensorForm &form,
                     TensorShape &shape, std::string &wrong);

/// Bits of an element in shared memory, and their name: "e4m3".
unsigned getElementBits(TensorElement element);
const char *getElementName(TensorElement element);

/// What the words of a `tcgen05.mma` say; false if they name no kind.
bool readTensorForm(const InstructionMatch &match, TensorForm &form);

} // namespace mlir::tile::ptx

#endif // TILE_PTX_TENSORSHAPE_H
