//===- LibFuzzerMutator.cpp - libFuzzer's changes, and ours ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TextMutator.h"

#include <cstring>

using llvm::StringRef;
using mlir::tile::fuzz::changeLinesAndWords;

// The interface of libFuzzer (its header FuzzerInterface.h).
extern "C" {
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t maxSize);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t maxSize,
                               unsigned seed);
size_t LLVMFuzzerCustomCrossOver(const uint8_t *data1, size_t size1,
                                 const uint8_t *data2, size_t size2,
                                 uint8_t *out, size_t maxOutSize,
                                 unsigned seed);
}

static StringRef toText(const uint8_t *data, size_t size) {
  return {reinterpret_cast<const char *>(data), size};
}

static size_t write(StringRef text, uint8_t *out, size_t maxSize) {
  text = text.take_front(maxSize);
  std::memcpy(out, text.data(), text.size());
  return text.size();
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t maxSize,
                               unsigned seed) {
  // Bytes and words of the dictionary change, too.
  if (seed % 4 == 0)
    return LLVMFuzzerMutate(data, size, maxSize);
  std::mt19937_64 random(seed);
  StringRef text = toText(data, size);
  return write(changeLinesAndWords(text, text, random), data, maxSize);
}

size_t LLVMFuzzerCustomCrossOver(const uint8_t *data1, size_t size1,
                                 const uint8_t *data2, size_t size2,
                                 uint8_t *out, size_t maxOutSize,
                                 unsigned seed) {
  std::mt19937_64 random(seed);
  return write(
      changeLinesAndWords(toText(data1, size1), toText(data2, size2), random),
      out, maxOutSize);
}
