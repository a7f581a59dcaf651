//===- ConversionByText.h - Conversions for the tests -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A conversion from the text of an instruction, and floats as bits.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_UNITTESTS_SIMULATOR_FLOAT_CONVERSIONBYTEXT_H
#define TILE_UNITTESTS_SIMULATOR_FLOAT_CONVERSIONBYTEXT_H

#include "tile/Simulator/Float/Conversion.h"

#include "ExactFloats.h"

#include "llvm/ADT/SmallVector.h"

#include "gtest/gtest.h"

namespace mlir::tile::sim::exact {

/// The conversion of an instruction as one writes it: "rn.relu.f16x2.f32".
inline std::optional<Conversion> find(llvm::StringRef text) {
  llvm::SmallVector<llvm::StringRef> words;
  text.split(words, '.');
  llvm::StringRef from = words.pop_back_val(), to = words.pop_back_val();
  return Conversion::get(to, from, words);
}

inline Conversion get(llvm::StringRef text) {
  std::optional<Conversion> conversion = find(text);
  EXPECT_TRUE(conversion) << text.str();
  return conversion ? *conversion : *find("u32.u32");
}

inline uint32_t f32(float value) { return bitCast<uint32_t>(value); }
inline uint64_t f64(double value) { return bitCast<uint64_t>(value); }

} // namespace mlir::tile::sim::exact

#endif // TILE_UNITTESTS_SIMULATOR_FLOAT_CONVERSIONBYTEXT_H
