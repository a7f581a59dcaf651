//===- ArgumentSpec.h - A kernel's arguments on a command line -*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads the values of --input, --output and --expected. The --input and
// --output flags, in the order in which they stand, are the parameters of the
// kernel. Parsing touches no file; makeArgument makes the data.
//
//===----------------------------------------------------------------------===//
//
//   --input   [NAME:]TYPE=VALUE                 a scalar: i32=98432, f32=0.5
//             [NAME:]SHAPExTYPE[=INIT]          an array: 128x64xf16=rand
//             [NAME:][TYPE=]FILE.npy            type and shape of the file
//             [NAME:]tensormap:BOX[:swizzle=N][:fill=nan]:ARRAY
//                                               an array by its tensor map:
//                                               tensormap:64x64:swizzle=128:
//                                               512x512xf16=rand
//   --output  the arrays of --input, then [:save=FILE.npy]
//   --expected [NAME=]FILE.npy                  what an output should be
//
// A tensor map is passed by value, with its array after. BOX has as many sizes
// as the array, and the last is that of the contiguous dimension. The swizzle
// is of 32, 64 or 128 bytes; elements outside are zeros if not `fill=nan`.
//
// An --output is written by the kernel; one with an INIT is also read (inout).
//
//   INIT                     float types              integer types
//   zeros                    0                        0
//   const:VALUE              VALUE                    VALUE
//   iota[:START[:STEP]]      0, 1, 2, ...             the same, wrapping
//   rand[:LO:HI][:seed=N]    uniform, default -1:1    uniform, HI included,
//                                                     default all values
//   randn[:MEAN:DEV][:seed=N]  normal, default 0:1    (none)
//   special[:HOLD]           16 values such as -0, inf, nan, the subnormal
//                            numbers, or 8 integers such as -1, min and max,
//                            again and again, each HOLD (1) times in a row
//   poison                   a pattern that shows what was never written
//   FILE.npy                 the file's elements, as many as SHAPE has
//
// The default is `rand` for an input and `poison` for an output. The default
// seed is the argument's position, from 1, so that two inputs differ. The same
// seed gives the same numbers on every machine, whatever the shape.
//
// VALUE is decimal; also inf and nan, true and false (i1), or 0x and the bits
// of an integer. A TYPE before a file reinterprets integers of the same width:
// bf16=x.npy reads u16. A file name that contains a `:` needs a `/` before it,
// as in ./a:b.npy.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_RUN_ARGUMENTSPEC_H
#define TILE_RUN_ARGUMENTSPEC_H

#include "tile/Run/HostArray.h"

namespace mlir::tile::run {

enum class ArgumentRole : uint8_t { Input, Output };

/// The first contents of an array.
struct Initializer {
  enum class Kind : uint8_t {
    Poison,
    Constant, ///< `bits`; `zeros` too.
    Iota,     ///< From `first` in steps of `second`.
    Uniform,  ///< From `first` to `second`.
    Normal,   ///< Mean `first`, deviation `second`; float types only.
    Special,  ///< Each value `hold` times.
    File,
  };
  Kind kind = Kind::Poison;
  uint64_t bits = 0;
  /// The numbers of a float type.
  double first = 0, second = 0;
  /// The numbers of an integer type.
  Integer firstInteger = 0, secondInteger = 0;
  std::optional<uint64_t> seed;
  uint64_t hold = 1;
  std::string file;
};

/// How bulk copies see an array.
struct TensorMapSpec {
  Shape box;
  /// Bytes; 0: none.
  unsigned swizzle = 0;
  bool fillsNaN = false;
};

struct ArgumentSpec {
  ArgumentRole role = ArgumentRole::Input;
  /// As on the command line.
  std::string text;
  /// Empty if none was given.
  std::string name;
  /// A value in the parameter list; otherwise the parameter is a pointer.
  bool isScalar = false;
  /// None if the file decides.
  std::optional<ElementType> type;
  /// None if the file decides; empty for a scalar.
  std::optional<Shape> shape;
  Initializer init;
  /// The parameter is a tensor map of the array.
  std::optional<TensorMapSpec> tensorMap;
  /// Where an output is written; empty if nowhere.
  std::string saveFile;
};

/// Reads the value of one flag. Errors name the flag, the value and the column:
/// "--input '8xf32=const:q', column 13: expected a number after 'const:',
/// found 'q'".
llvm::Expected<ArgumentSpec> parseArgumentSpec(llvm::StringRef text,
                                               ArgumentRole role);

/// Makes an argument's first contents; a scalar is an array of no dimensions.
/// `position`, from 1, is the argument's place in the parameter list. Reads the
/// file of the spec.
llvm::Expected<HostArray> makeArgument(const ArgumentSpec &spec,
                                       unsigned position);

struct ExpectedSpec {
  /// The output's name; empty: the only output.
  std::string name;
  std::string file;
};

/// Reads the value of one --expected, or of another option with the same form.
llvm::Expected<ExpectedSpec>
parseExpectedSpec(llvm::StringRef text, llvm::StringRef option = "--expected");

} // namespace mlir::tile::run

#endif // TILE_RUN_ARGUMENTSPEC_H
