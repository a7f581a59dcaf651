//===- Recording.h - Outputs of kernels in files ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A folder of outputs-0.bin, outputs-1.bin ... holds outputs by identities of
// cases, and hashes.json their hashes. instructions-on-gpu.py writes the same.
//
//===----------------------------------------------------------------------===//
//
// outputs-*.bin are records of three words of 8 bytes, little endian: identity,
// bytes of the output, bytes that follow; these are the output in zlib's
// format.
//
// hashes.json: {"device": "...", "hashes": {"<identity>": "<hash>", ...}}, both
// as 16 hexadecimal digits.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_INSTRUCTIONTEST_RECORDING_H
#define TILE_INSTRUCTIONTEST_RECORDING_H

#include "Simulate.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/Support/Error.h"

namespace mlir::tile::itest {

/// Outputs that were recorded, in zlib's format until they are asked for.
class Recording {
public:
  static llvm::Expected<Recording> load(llvm::StringRef folder);

  bool contains(uint64_t identity) const { return outputs.count(identity); }
  llvm::Expected<std::vector<uint8_t>> get(uint64_t identity) const;

private:
  struct Entry {
    uint64_t size;
    std::string compressed;
  };
  llvm::DenseMap<uint64_t, Entry> outputs;
};

/// Hashes that were recorded, by identities.
struct HashRecording {
  std::string device;
  llvm::DenseMap<uint64_t, uint64_t> hashes;

  static llvm::Expected<HashRecording> load(llvm::StringRef file);
};

/// Simulates, and records what came out in a folder: for tests of what reads
/// recordings.
llvm::Error record(const TestSuite &suite, unsigned workers,
                   llvm::StringRef folder);

/// "00123456789abcde"
std::string formatHash(uint64_t hash);

llvm::Error writeFile(const llvm::Twine &path, llvm::StringRef bytes);

} // namespace mlir::tile::itest

#endif // TILE_INSTRUCTIONTEST_RECORDING_H
