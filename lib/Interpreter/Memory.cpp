//===- Memory.cpp - The memory of an interpreted launch -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Interpreter/Memory.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

#include <cstring>

using namespace mlir::tile::interp;

/// Between two buffers, so that a small step past one is not in the next.
static constexpr uint64_t kGap = 256;
/// More than any host has.
static constexpr uint64_t kMaxBytes = uint64_t(1) << 46;

uint64_t Memory::allocate(uint64_t size, llvm::StringRef name,
                          bool followWrites, uint64_t alignment) {
  if (size > kMaxBytes || alignment > kMaxBytes || next > kMaxBytes * 16)
    return 0;
  auto buffer = std::make_unique<Buffer>();
  // No buffer has no memory, so that calloc gives an address.
  buffer->memory.reset(static_cast<uint8_t *>(std::calloc(size + 1, 1)));
  if (!buffer->memory)
    return 0;
  if (followWrites) {
    buffer->writtenMemory.reset(
        static_cast<uint8_t *>(std::calloc(size + 1, 1)));
    if (!buffer->writtenMemory)
      return 0;
  }
  buffer->bytes = buffer->memory.get();
  buffer->written = buffer->writtenMemory.get();
  buffer->address = llvm::alignTo(next + kGap, std::max(kGap, alignment));
  buffer->size = size;
  buffer->name = name.str();
  next = buffer->address + size + kGap;
  buffers.push_back(std::move(buffer));
  return buffers.back()->address;
}

bool Memory::release(uint64_t address) {
  auto found = llvm::find_if(
      buffers, [&](const auto &buffer) { return buffer->address == address; });
  if (found == buffers.end())
    return false;
  buffers.erase(found);
  return true;
}

Memory::Buffer *Memory::find(uint64_t address, uint64_t size) {
  auto above =
      llvm::upper_bound(buffers, address, [](uint64_t at, const auto &buffer) {
        return at < buffer->address;
      });
  if (above == buffers.begin())
    return nullptr;
  Buffer *buffer = std::prev(above)->get();
  return buffer->contains(address, size) ? buffer : nullptr;
}

bool Memory::read(uint64_t address,
                  llvm::MutableArrayRef<uint8_t> bytes) const {
  const Buffer *buffer = find(address, bytes.size());
  if (!buffer)
    return false;
  if (!bytes.empty())
    std::memcpy(bytes.data(), buffer->bytes + (address - buffer->address),
                bytes.size());
  return true;
}

bool Memory::write(uint64_t address, llvm::ArrayRef<uint8_t> bytes) {
  Buffer *buffer = find(address, bytes.size());
  if (!buffer)
    return false;
  if (!bytes.empty())
    std::memcpy(buffer->bytes + (address - buffer->address), bytes.data(),
                bytes.size());
  return true;
}

static std::string countBytes(uint64_t number) {
  return std::to_string(number) + (number == 1 ? " byte" : " bytes");
}

std::string Memory::describe(uint64_t address) const {
  // The nearest buffer; farther than this the address has another reason.
  constexpr uint64_t kNear = uint64_t(1) << 20;
  const Buffer *nearest = nullptr;
  uint64_t distance = kNear;
  bool isBehind = false;
  for (const auto &buffer : buffers) {
    uint64_t end = buffer->address + buffer->size;
    bool behind = address >= buffer->address;
    uint64_t away = !behind          ? buffer->address - address
                    : address >= end ? address - end
                                     : 0;
    if (away >= distance)
      continue;
    nearest = buffer.get();
    distance = away;
    isBehind = behind;
  }
  if (!nearest)
    return "where no buffer is";
  std::string place;
  if (address >= nearest->address && address < nearest->address + nearest->size)
    place = "across the end of '";
  else if (isBehind)
    place = distance == 0 ? "at the end of '"
                          : countBytes(distance) + " past the end of '";
  else
    place = countBytes(distance) + " before the start of '";
  return place + nearest->name + "', which has " + countBytes(nearest->size) +
         " at 0x" + llvm::utohexstr(nearest->address, /*LowerCase=*/true);
}
