//===- TensorMapCache.h - Encoded maps by their values ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A table from keys to values, both of a fixed number of words, which threads
// read and write at once without a lock.
//
//===----------------------------------------------------------------------===//
//
// Each place of the table is a seqlock: a version, which is odd while a thread
// writes, and words that are read one by one. A reader that finds another
// version afterwards has read two entries in parts, and found nothing. A writer
// that comes upon a place in which another one writes leaves it alone. So
// nothing waits, and nothing is allocated or freed after construction: an entry
// that is replaced is written over. What a call does not find is encoded again,
// which is always right.
//
// A lock would be simpler, and 16 threads that launch one kernel would wait for
// each other. Entries after pointers need to know when no thread reads them any
// more.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_RUNTIME_TENSORMAPCACHE_H
#define TILE_RUNTIME_TENSORMAPCACHE_H

#include <atomic>
#include <cstdint>
#include <memory>

namespace mlir::tile::runtime {

class TensorMapCache {
public:
  /// A key may be in one of the `kWays` places of its set. The layers of a
  /// large model, which launch one kernel with weights of their own, mostly all
  /// fit.
  static constexpr unsigned kSets = 16, kWays = 8;

  TensorMapCache(unsigned keyWords, unsigned valueWords);

  /// False if the key is not there; `value` is then written in part.
  bool find(const uint64_t *key, uint64_t *value) const;
  /// Replaces the oldest entry of the key's set.
  void insert(const uint64_t *key, const uint64_t *value);

private:
  using Word = std::atomic<uint64_t>;
  /// The first place of the key's set: a version, the key, the value.
  unsigned getSet(const uint64_t *key) const;
  Word *getPlace(unsigned set, unsigned way) const {
    return words.get() + (set * kWays + way) * placeWords;
  }

  unsigned keyWords, valueWords, placeWords;
  std::unique_ptr<Word[]> words;
  /// The place of each set that is written next.
  std::atomic<unsigned> next[kSets] = {};
};

} // namespace mlir::tile::runtime

#endif // TILE_RUNTIME_TENSORMAPCACHE_H
