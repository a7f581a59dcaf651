//===- FatBinary.cpp - The PTX in fat binaries ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Runtime/FatBinary.h"

#include "tile/Runtime/CudaTarget.h"
#include "tile/Support/Status.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Compression.h"
#include "llvm/Support/Endian.h"

#include <vector>

using namespace mlir::tile;
using namespace mlir::tile::runtime;
using llvm::StringRef;
using llvm::Twine;
using llvm::support::endian::read16le;
using llvm::support::endian::read32le;
using llvm::support::endian::read64le;

static constexpr uint16_t kPTX = 1;
/// Flags of an entry.
static constexpr uint64_t kIsLZ4 = 0x2000, kIsZstd = 0x8000;
/// Bytes of an entry's header, at least.
static constexpr uint64_t kEntryHeader = 64;
/// As sources of a compile: what claims more is damaged.
static constexpr uint64_t kMaxText = uint64_t(256) << 20;

namespace {
struct Entry {
  bool isPTX;
  unsigned capability;
  uint64_t flags;
  StringRef bytes;
  uint64_t textSize;
};
} // namespace

uint64_t mlir::tile::runtime::getFatBinarySize(const void *header) {
  const auto *bytes = static_cast<const uint8_t *>(header);
  return llvm::SaturatingAdd(uint64_t(read16le(bytes + 6)),
                             read64le(bytes + 8));
}

static llvm::Error makeDamaged(const Twine &what) {
  return makeError(StatusCode::CorruptData,
                   "expected whole entries in the fat binary, found " + what);
}

//===----------------------------------------------------------------------===//
// Entries
//===----------------------------------------------------------------------===//

static llvm::Expected<std::vector<Entry>> readEntries(StringRef image) {
  if (image.size() < kFatBinaryHeader ||
      read32le(image.data()) != kFatBinaryMagic)
    return makeDamaged("no header of one");
  if (getFatBinarySize(image.data()) > image.size())
    return makeDamaged(Twine(image.size()) + " bytes of the " +
                       Twine(getFatBinarySize(image.data())) +
                       " that its header says");
  std::vector<Entry> entries;
  StringRef rest =
      image.slice(read16le(image.data() + 6), getFatBinarySize(image.data()));
  while (rest.size() >= kEntryHeader) {
    uint64_t headerSize = read32le(rest.data() + 4);
    uint64_t size = read64le(rest.data() + 8);
    uint64_t compressed = read32le(rest.data() + 16);
    uint64_t flags = read64le(rest.data() + 40);
    bool isCompressed = flags & (kIsLZ4 | kIsZstd);
    if (headerSize < kEntryHeader || headerSize > rest.size() ||
        size > rest.size() - headerSize || (isCompressed && compressed > size))
      return makeDamaged(
          "entry " + Twine(entries.size()) + ", which has a header of " +
          Twine(headerSize) + " bytes and says that " + Twine(size) +
          " follow it, where " + Twine(rest.size()) + " bytes are left");
    StringRef bytes = rest.substr(headerSize, isCompressed ? compressed : size);
    entries.push_back({read16le(rest.data()) == kPTX,
                       read32le(rest.data() + 28), flags, bytes,
                       read64le(rest.data() + 56)});
    rest = rest.drop_front(headerSize + size);
  }
  return entries;
}

/// LZ4 block format: a token with two lengths, literals, and a match of what is
/// there already, again and again. False if it is damaged.
static bool expandLZ4(StringRef from, size_t size, std::string &to) {
  size_t at = 0;
  auto readLength = [&](size_t length) {
    if (length == 15)
      while (at < from.size()) {
        uint8_t more = from[at++];
        length += more;
        if (more != 255)
          break;
      }
    return length;
  };
  while (at < from.size()) {
    uint8_t token = from[at++];
    size_t literals = readLength(token >> 4);
    if (literals > from.size() - at || literals > size - to.size())
      return false;
    to.append(from.data() + at, literals);
    at += literals;
    // The last sequence has no match.
    if (at + 2 > from.size())
      break;
    size_t distance = read16le(from.data() + at);
    at += 2;
    size_t length = readLength(token & 15) + 4;
    if (distance == 0 || distance > to.size() || length > size - to.size())
      return false;
    for (; length; --length)
      to += to[to.size() - distance];
  }
  return to.size() == size;
}

/// The text of an entry without the zeros at its end; false if it is damaged.
static bool expand(const Entry &entry, std::string &text) {
  text.clear();
  bool isCompressed = entry.flags & (kIsLZ4 | kIsZstd);
  if (isCompressed && entry.textSize > kMaxText)
    return false;
  if (entry.flags & kIsZstd) {
    llvm::SmallVector<uint8_t> bytes;
    if (!llvm::compression::zstd::isAvailable())
      return false;
    if (llvm::Error error = llvm::compression::zstd::decompress(
            llvm::arrayRefFromStringRef(entry.bytes), bytes, entry.textSize)) {
      llvm::consumeError(std::move(error));
      return false;
    }
    text.assign(bytes.begin(), bytes.end());
  } else if (entry.flags & kIsLZ4) {
    if (!expandLZ4(entry.bytes, entry.textSize, text))
      return false;
  } else {
    text = entry.bytes.str();
  }
  text.resize(StringRef(text).rtrim('\0').size());
  return true;
}

//===----------------------------------------------------------------------===//
// Texts
//===----------------------------------------------------------------------===//

/// The `.target` of a text.
static StringRef getTarget(StringRef text) {
  size_t at = text.find("\n.target ");
  return at == StringRef::npos ? ""
                               : text.substr(at + 9).take_until([](char c) {
                                   return c == ',' || c == '\n' || c == ' ';
                                 });
}

llvm::Expected<std::string> mlir::tile::runtime::findPTX(StringRef fatBinary,
                                                         unsigned capability) {
  llvm::Expected<std::vector<Entry>> entries = readEntries(fatBinary);
  if (!entries)
    return entries.takeError();
  unsigned best = 0;
  std::string result, found;
  for (const Entry &entry : *entries) {
    found += found.empty() ? "" : ", ";
    if (!entry.isPTX) {
      found += "machine code of sm_" + std::to_string(entry.capability);
      continue;
    }
    std::string text;
    if (!expand(entry, text))
      return makeDamaged("PTX of sm_" + Twine(entry.capability) +
                         " that cannot be expanded");
    StringRef name = getTarget(text);
    std::optional<CudaTarget> target = CudaTarget::parse(name);
    found += "PTX of " + (name.empty() ? "no target" : name.str());
    if (!target || !target->fitsPTX(capability))
      continue;
    // sm_90a before sm_90.
    unsigned rank = 2 * target->capability + (target->suffix != 0);
    if (rank <= best)
      continue;
    best = rank;
    result = std::move(text);
  }
  if (best)
    return result;
  return makeError(
      StatusCode::Unsupported,
      "expected PTX that compute capability " + toString(capability) +
          " can run, found " + (found.empty() ? "an empty fat binary" : found) +
          "; nvcc -gencode arch=compute_90,code=compute_90 puts PTX into a "
          "program");
}
