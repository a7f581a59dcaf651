//===- TensorMapCache.cpp - Encoded maps by their values ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Why the orders are enough: a reader that sees one word of a writer by an
// acquiring load also sees the odd version, which the writer stored before it.
//
//===----------------------------------------------------------------------===//

#include "tile/Runtime/TensorMapCache.h"

using namespace mlir::tile::runtime;

TensorMapCache::TensorMapCache(unsigned keyWords, unsigned valueWords)
    : keyWords(keyWords), valueWords(valueWords),
      placeWords(1 + keyWords + valueWords),
      words(new Word[kSets * kWays * placeWords]()) {}

unsigned TensorMapCache::getSet(const uint64_t *key) const {
  // Addresses are multiples of large powers of 2: what counts is above.
  uint64_t hash = 0;
  for (unsigned i = 0; i < keyWords; ++i) {
    hash = (hash ^ key[i]) * 0x9E37'79B9'7F4A'7C15;
    hash ^= hash >> 32;
  }
  return hash % kSets;
}

bool TensorMapCache::find(const uint64_t *key, uint64_t *value) const {
  unsigned set = getSet(key);
  for (unsigned way = 0; way < kWays; ++way) {
    const Word *place = getPlace(set, way);
    uint64_t version = place->load(std::memory_order_acquire);
    // Nothing was ever written there, or a thread is writing.
    if (version == 0 || version % 2)
      continue;
    const Word *word = place + 1;
    unsigned i = 0;
    while (i < keyWords && word[i].load(std::memory_order_acquire) == key[i])
      ++i;
    if (i < keyWords)
      continue;
    word += keyWords;
    for (i = 0; i < valueWords; ++i)
      value[i] = word[i].load(std::memory_order_acquire);
    if (place->load(std::memory_order_relaxed) == version)
      return true;
  }
  return false;
}

void TensorMapCache::insert(const uint64_t *key, const uint64_t *value) {
  unsigned set = getSet(key);
  Word *place =
      getPlace(set, next[set].fetch_add(1, std::memory_order_relaxed) % kWays);
  uint64_t version = place->load(std::memory_order_relaxed);
  if (version % 2 || !place->compare_exchange_strong(version, version + 1,
                                                     std::memory_order_acquire))
    return;
  Word *word = place + 1;
  for (unsigned i = 0; i < keyWords; ++i)
    word[i].store(key[i], std::memory_order_release);
  word += keyWords;
  for (unsigned i = 0; i < valueWords; ++i)
    word[i].store(value[i], std::memory_order_release);
  place->store(version + 2, std::memory_order_release);
}
