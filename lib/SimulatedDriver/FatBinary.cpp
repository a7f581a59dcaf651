//===- FatBinary.cpp - The PTX in images of modules -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A fat binary is a header and entries with a header each, of PTX or machine
// code, that may be compressed. fatbinary_section.h of the CUDA toolkit has the
// wrapper that programs have around it; the rest is what files of CUDA 11 to 13
// look like.
//
//===----------------------------------------------------------------------===//

#include "State.h"

#include "tile/PTX/Lexer.h"
#include "tile/Runtime/CudaTarget.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Compression.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/Error.h"

#include <cstring>

using namespace mlir::tile;
using namespace mlir::tile::cuda;
using llvm::support::endian::read16le;
using llvm::support::endian::read32le;
using llvm::support::endian::read64le;

static constexpr uint32_t kElf = 0x464C457F, kFatBinary = 0xBA55ED50,
                          kWrapper = 0x466243B1;
static constexpr uint16_t kPTX = 1;
/// Flags of an entry.
static constexpr uint64_t kIsLZ4 = 0x2000, kIsZstd = 0x8000;

namespace {
struct Entry {
  bool isPTX;
  unsigned capability;
  uint64_t flags;
  llvm::ArrayRef<uint8_t> bytes;
  uint64_t textSize;
};
} // namespace

/// LZ4 block format: a token with two lengths, literals, and a match of what is
/// there already, again and again. False if it is damaged.
static bool expandLZ4(llvm::ArrayRef<uint8_t> from, size_t size,
                      std::string &to) {
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
    to.append(reinterpret_cast<const char *>(from.data()) + at, literals);
    at += literals;
    // The last sequence has no match.
    if (at + 2 > from.size())
      break;
    size_t distance = from[at] | from[at + 1] << 8;
    at += 2;
    size_t length = readLength(token & 15) + 4;
    if (distance == 0 || distance > to.size() || length > size - to.size())
      return false;
    for (; length; --length)
      to += to[to.size() - distance];
  }
  return to.size() == size;
}

/// The text of an entry; false if it is damaged.
static bool expand(const Entry &entry, std::string &text) {
  text.clear();
  if (entry.flags & kIsZstd) {
    llvm::SmallVector<uint8_t> bytes;
    if (!llvm::compression::zstd::isAvailable())
      return false;
    if (llvm::Error error = llvm::compression::zstd::decompress(
            entry.bytes, bytes, entry.textSize)) {
      llvm::consumeError(std::move(error));
      return false;
    }
    text.assign(bytes.begin(), bytes.end());
    return true;
  }
  if (entry.flags & kIsLZ4)
    return expandLZ4(entry.bytes, entry.textSize, text);
  text.assign(reinterpret_cast<const char *>(entry.bytes.data()),
              entry.bytes.size());
  return true;
}

static std::vector<Entry> readEntries(const uint8_t *image) {
  std::vector<Entry> entries;
  uint64_t at = read16le(image + 6), end = at + read64le(image + 8);
  while (at + 64 <= end) {
    const uint8_t *header = image + at;
    uint64_t headerSize = read32le(header + 4), size = read64le(header + 8);
    uint64_t compressed = read32le(header + 16);
    if (headerSize < 64 || size > end - at - headerSize)
      break;
    uint64_t flags = read64le(header + 40);
    bool isCompressed = flags & (kIsLZ4 | kIsZstd);
    if (isCompressed && compressed > size)
      break;
    entries.push_back({read16le(header) == kPTX,
                       read32le(header + 28),
                       flags,
                       {header + headerSize, isCompressed ? compressed : size},
                       read64le(header + 56)});
    at += headerSize + size;
  }
  return entries;
}

/// The `.target` of a text.
static llvm::StringRef getTarget(llvm::StringRef text) {
  size_t at = text.find("\n.target ");
  return at == llvm::StringRef::npos
             ? ""
             : text.substr(at + 9).take_until(
                   [](char c) { return c == ',' || c == '\n' || c == ' '; });
}

Result mlir::tile::cuda::findText(const void *image, std::string &text,
                                  std::string &errors) {
  const char *bytes = static_cast<const char *>(image);
  auto startsWith = [&](uint32_t magic) {
    // A text may be shorter, and is ended by a zero.
    char word[4];
    std::memcpy(word, &magic, 4);
    return std::strncmp(bytes, word, 4) == 0;
  };
  if (startsWith(kWrapper)) {
    std::memcpy(&bytes, bytes + 8, sizeof(bytes));
    if (!bytes)
      return Result::InvalidImage;
  }
  // Machine code is often what a program tries first; it says itself if it has
  // nothing else.
  if (startsWith(kElf))
    return Result::NoBinaryForGPU;
  if (!startsWith(kFatBinary)) {
    text = bytes;
    return Result::Success;
  }
  // Of what the device can run, the newest.
  unsigned capability = State::get().capability, best = 0;
  std::string found;
  for (const Entry &entry :
       readEntries(reinterpret_cast<const uint8_t *>(bytes))) {
    std::string candidate;
    if (!entry.isPTX) {
      found += (found.empty() ? "" : ", ") +
               std::string("machine code of sm_") +
               std::to_string(entry.capability);
      continue;
    }
    if (!expand(entry, candidate)) {
      errors = "expected PTX in the fat binary, found an entry that is "
               "damaged\n";
      return Result::InvalidImage;
    }
    llvm::StringRef name = getTarget(candidate);
    std::optional<runtime::CudaTarget> target =
        runtime::CudaTarget::parse(name);
    found += (found.empty() ? "" : ", ") + std::string("PTX of ") + name.str();
    // sm_90a before sm_90.
    unsigned rank = 2 * entry.capability + !llvm::isDigit(name.back());
    if (!target || !target->fitsPTX(capability) || rank <= best)
      continue;
    best = rank;
    text = std::move(candidate);
  }
  if (best)
    return Result::Success;
  errors = "expected PTX that compute capability " +
           runtime::toString(capability) + " can run, found " +
           (found.empty() ? "an empty fat binary" : found) +
           "; nvcc -gencode arch=compute_90,code=compute_90 puts PTX into a "
           "program\n";
  return Result::NoBinaryForGPU;
}
