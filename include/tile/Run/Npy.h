//===- Npy.h - Arrays in numpy's file format --------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads and writes .npy files, one array a file, in the versions 1.0 to 3.0.
// Source: numpy's documentation, "numpy.lib.format" (NEP 1).
//
//===----------------------------------------------------------------------===//
//
//   dtype in the file                type read       types written so
//   <f8 <f4 <f2                      f64 f32 f16     f64 f32 f16
//   <i8 <i4 <i2 |i1 (and u)          i64 ... u8      i64 ... u8
//   |b1                              i1              i1
//   <u2, |u1                         u16, u8         bf16; f8e4m3, f8e5m2
//   |V2, |V1 (ml_dtypes' own types)  u16, u8
//
// Arrays in Fortran order are transposed. Other dtypes, big-endian data and
// files that are shorter or longer than their header says are errors.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_RUN_NPY_H
#define TILE_RUN_NPY_H

#include "tile/Run/HostArray.h"

namespace mlir::tile::run {

/// Reads a file's contents. `name` is for the messages: "x.npy: expected ...".
llvm::Expected<HostArray> parseNpy(llvm::StringRef contents,
                                   llvm::StringRef name);

/// Reads a file, at most as much memory as it is long.
llvm::Expected<HostArray> readNpy(llvm::StringRef path);

/// Reads a file that holds elements of the type, or integers of its width whose
/// bits are the elements.
llvm::Expected<HostArray> readNpyAs(llvm::StringRef path, ElementType type);

/// The magic, version and header of a file, after which the bytes of the array
/// follow.
std::string makeNpyHeader(const HostArray &array);

llvm::Error writeNpy(llvm::StringRef path, const HostArray &array);

/// What a reader of a written file must know of a type that numpy lacks:
/// "bf16 is stored as u16"; empty for the others.
std::string getNpyNote(ElementType type);

} // namespace mlir::tile::run

#endif // TILE_RUN_NPY_H
