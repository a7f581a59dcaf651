//===- Poison.cpp - Elements that a kernel never wrote --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Run/Poison.h"

#include "llvm/ADT/Twine.h"

using namespace mlir::tile::run;

uint64_t mlir::tile::run::getPoison(ElementType type) {
  switch (type) {
  case ElementType::F64:
    return 0x7FFDA5A5A5A5A5A5;
  case ElementType::F32:
    return 0x7FE5A5A5;
  case ElementType::F16:
    return 0x7FA5;
  case ElementType::BF16:
    return 0x7FE5;
  case ElementType::F8E4M3:
  case ElementType::F8E5M2:
    return 0x7F;
  default:
    // Also of I1, where it is neither 0 nor 1.
    return 0xA5A5A5A5A5A5A5A5 >> (64 - 8 * getByteSize(type));
  }
}

void mlir::tile::run::fillPoison(HostArray &array) {
  uint64_t poison = getPoison(array.getType());
  for (uint64_t k = 0, e = array.getNumElements(); k < e; ++k)
    array.setBits(k, poison);
}

bool mlir::tile::run::isPoison(const HostArray &array, uint64_t index) {
  return array.getBits(index) == getPoison(array.getType());
}

namespace {

/// Collects indices in ascending order as ranges and keeps the first few.
class RangeList {
public:
  void add(uint64_t index) {
    ++count;
    if (index != end || numRanges == 0) {
      close();
      ++numRanges;
      start = index;
    }
    end = index + 1;
  }

  /// "3, 98408 to 98431 and 2 more ranges".
  std::string finish() {
    close();
    if (numRanges > kMaxRanges)
      text += " and " + std::to_string(numRanges - kMaxRanges) +
              (numRanges - kMaxRanges == 1 ? " more range" : " more ranges");
    return text;
  }

  uint64_t count = 0;

private:
  static constexpr uint64_t kMaxRanges = 5;

  void close() {
    if (numRanges == 0 || numRanges > kMaxRanges)
      return;
    text += (text.empty() ? "" : ", ") + std::to_string(start);
    if (end - start > 1)
      text += " to " + std::to_string(end - 1);
  }

  uint64_t numRanges = 0;
  uint64_t start = 0, end = 0;
  std::string text;
};

} // namespace

std::string
mlir::tile::run::formatUnwritten(llvm::StringRef name, const HostArray &array,
                                 llvm::ArrayRef<uint64_t> writtenBytes) {
  uint64_t numElements = array.getNumElements();
  unsigned size = getByteSize(array.getType());
  uint64_t allBytes = (uint64_t(1) << size) - 1;
  RangeList never, partly;
  for (uint64_t k = 0; k < numElements; ++k) {
    // Element sizes divide 64: an element's bits are in one word.
    uint64_t word = writtenBytes[k * size / 64];
    uint64_t written = (word >> (k * size % 64)) & allBytes;
    if (written == 0)
      never.add(k);
    else if (written != allBytes)
      partly.add(k);
  }
  std::string text;
  auto append = [&](RangeList &ranges, llvm::StringRef what) {
    if (!ranges.count)
      return;
    text += text.empty() ? name.str() + ": " : "; ";
    if (ranges.count == numElements)
      text += (llvm::Twine("none of its ") + llvm::Twine(numElements) +
               (what == "never" ? " elements was written"
                                : " elements was written completely"))
                  .str();
    else
      text += (llvm::Twine(ranges.count) + " of " + llvm::Twine(numElements) +
               " elements " + what + " written: " + ranges.finish())
                  .str();
  };
  append(never, "never");
  append(partly, "partly");
  return text;
}
