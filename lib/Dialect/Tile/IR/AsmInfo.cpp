//===- AsmInfo.cpp - What the strings of an inline asm say ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Dialect/Tile/IR/AsmInfo.h"

#include "tile/PTX/Parser.h"

#include "mlir/IR/DialectInterface.h"
#include "llvm/ADT/DenseMap.h"

#include <list>
#include <mutex>

using namespace mlir;
using namespace mlir::tile;

AsmInfo::AsmInfo(StringRef text, StringRef constraintText) {
  FailureOr<AsmConstraints> parsed =
      parseAsmConstraints(constraintText, /*emitError=*/nullptr);
  if (succeeded(parsed))
    constraints = std::move(*parsed);
  ptx::ParseResult<ptx::AsmBody> result = ptx::parseAsmBody(text);
  summary = summarizeAsmBody(text, result);
  body = std::move(result.value);
}

unsigned AsmInfo::getEffects() const {
  // Two threads may both compute it, and find the same.
  int known = effects.load(std::memory_order_relaxed);
  if (known < 0) {
    known = static_cast<int>(ptx::getAsmEffects(body));
    effects.store(known, std::memory_order_relaxed);
  }
  return static_cast<unsigned>(known);
}

namespace {

/// The most that a context keeps: asms, and bytes of their strings. What is
/// read takes at most some 32 times the bytes.
constexpr size_t kMaxKept = 256;
constexpr size_t kMaxKeptBytes = 256 << 10;

class AsmInfoCache : public DialectInterface::Base<AsmInfoCache> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(AsmInfoCache)

  explicit AsmInfoCache(Dialect *dialect) : Base(dialect) {}

  std::shared_ptr<const AsmInfo> get(StringAttr text, StringAttr constraints);
  AsmInfoCounts getCounts() {
    std::lock_guard<std::mutex> lock(mutex);
    return {entries.size(), numRead};
  }

private:
  /// Strings of a context are compared by their addresses.
  using Key = std::pair<StringAttr, StringAttr>;
  struct Entry {
    Key key;
    std::shared_ptr<const AsmInfo> info;
    size_t getBytes() const { return key.first.size() + key.second.size(); }
  };

  std::shared_ptr<const AsmInfo> lookup(const Key &key);

  std::mutex mutex;
  /// The one that was asked for last is the first.
  std::list<Entry> entries;
  DenseMap<Key, std::list<Entry>::iterator> places;
  size_t bytes = 0, numRead = 0;
};

} // namespace

std::shared_ptr<const AsmInfo> AsmInfoCache::lookup(const Key &key) {
  auto it = places.find(key);
  if (it == places.end())
    return nullptr;
  entries.splice(entries.begin(), entries, it->second);
  return it->second->info;
}

std::shared_ptr<const AsmInfo> AsmInfoCache::get(StringAttr text,
                                                 StringAttr constraints) {
  Key key(text, constraints);
  {
    std::lock_guard<std::mutex> lock(mutex);
    if (auto info = lookup(key))
      return info;
  }
  auto info =
      std::make_shared<const AsmInfo>(text.getValue(), constraints.getValue());
  std::lock_guard<std::mutex> lock(mutex);
  ++numRead;
  // Another thread may have read it meanwhile.
  if (auto other = lookup(key))
    return other;
  entries.push_front({key, info});
  places[key] = entries.begin();
  bytes += entries.front().getBytes();
  while (entries.size() > kMaxKept || bytes > kMaxKeptBytes) {
    bytes -= entries.back().getBytes();
    places.erase(entries.back().key);
    entries.pop_back();
  }
  return info;
}

static AsmInfoCache &getCache(MLIRContext *context) {
  Dialect *dialect = context->getLoadedDialect<TileDialect>();
  return *dialect->getRegisteredInterface<AsmInfoCache>();
}

std::shared_ptr<const AsmInfo> tile::getAsmInfo(ElementwiseInlineAsmOp op) {
  return getCache(op.getContext())
      .get(op.getAsmStringAttr(), op.getConstraintsAttr());
}

AsmInfoCounts tile::getAsmInfoCounts(MLIRContext *context) {
  return getCache(context).getCounts();
}

void tile::addAsmInfoCache(TileDialect &dialect) {
  dialect.addInterfaces<AsmInfoCache>();
}
