//===- HostArray.cpp - A typed array in the host's memory -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Run/HostArray.h"

#include "llvm/Support/Endian.h"
#include "llvm/Support/ErrorHandling.h"

#include <cstring>

using namespace mlir::tile::run;
using llvm::Expected;

std::optional<uint64_t>
mlir::tile::run::getNumBytes(ElementType type, llvm::ArrayRef<uint64_t> shape) {
  uint64_t numBytes = getByteSize(type);
  for (uint64_t size : shape) {
    if (size && numBytes > kMaxArrayBytes / size)
      return std::nullopt;
    numBytes *= size;
  }
  return numBytes;
}

std::string mlir::tile::run::formatShape(ElementType type,
                                         llvm::ArrayRef<uint64_t> shape) {
  std::string text;
  for (uint64_t size : shape)
    text += std::to_string(size) + "x";
  return text + getName(type).str();
}

/// At least one byte, so that null means failure.
static uint8_t *allocateZeros(uint64_t numBytes) {
  return static_cast<uint8_t *>(
      std::calloc(std::max<uint64_t>(numBytes, 1), 1));
}

HostArray::HostArray() : bytes(allocateZeros(1)) {
  if (!bytes)
    llvm::report_bad_alloc_error("no memory for one byte");
}

Expected<HostArray> HostArray::create(ElementType type,
                                      llvm::ArrayRef<uint64_t> shape) {
  std::optional<uint64_t> numBytes = getNumBytes(type, shape);
  if (!numBytes)
    return llvm::createStringError(
        llvm::Twine("expected an array of at most 64 GiB, found ") +
        formatShape(type, shape));
  HostArray array;
  array.bytes.reset(allocateZeros(*numBytes));
  if (!array.bytes)
    return llvm::createStringError(llvm::Twine("not enough memory for ") +
                                   formatShape(type, shape));
  array.type = type;
  array.elementSize = getByteSize(type);
  array.shape.assign(shape.begin(), shape.end());
  array.numBytes = *numBytes;
  array.numElements = *numBytes / array.elementSize;
  return array;
}

Expected<HostArray> HostArray::clone() const {
  Expected<HostArray> copy = create(type, shape);
  if (copy)
    std::memcpy(copy->bytes.get(), bytes.get(), numBytes);
  return copy;
}

uint64_t HostArray::getBits(uint64_t index) const {
  using namespace llvm::support::endian;
  const uint8_t *at = bytes.get() + index * elementSize;
  switch (elementSize) {
  case 1:
    return *at;
  case 2:
    return read16le(at);
  case 4:
    return read32le(at);
  default:
    return read64le(at);
  }
}

void HostArray::setBits(uint64_t index, uint64_t bits) {
  using namespace llvm::support::endian;
  uint8_t *at = bytes.get() + index * elementSize;
  switch (elementSize) {
  case 1:
    *at = static_cast<uint8_t>(bits);
    return;
  case 2:
    return write16le(at, static_cast<uint16_t>(bits));
  case 4:
    return write32le(at, static_cast<uint32_t>(bits));
  default:
    return write64le(at, bits);
  }
}

double HostArray::getDouble(uint64_t index) const {
  if (isFloat(type))
    return decodeFloat(type, getBits(index));
  return static_cast<double>(decodeInteger(type, getBits(index)));
}

int64_t HostArray::getInteger(uint64_t index) const {
  if (isFloat(type))
    return static_cast<int64_t>(
        convertToInteger(ElementType::I64, getDouble(index)));
  return static_cast<int64_t>(decodeInteger(type, getBits(index)));
}

void HostArray::setDouble(uint64_t index, double value) {
  setBits(index, isFloat(type)
                     ? encodeFloat(type, value)
                     : encodeInteger(type, convertToInteger(type, value)));
}

void HostArray::setInteger(uint64_t index, int64_t value) {
  if (!isFloat(type))
    return setBits(index, encodeInteger(type, value));
  if (getBitWidth(type) == 8)
    return setDouble(index, static_cast<double>(value));
  // Not through double, which would round a large integer twice.
  llvm::APFloat number(getSemantics(type));
  number.convertFromAPInt(llvm::APInt(64, value, /*isSigned=*/true),
                          /*IsSigned=*/true,
                          llvm::APFloat::rmNearestTiesToEven);
  setBits(index, number.bitcastToAPInt().getZExtValue());
}

std::string HostArray::format(uint64_t index) const {
  if (isFloat(type))
    return formatFloat(type, getDouble(index));
  return formatInteger(decodeInteger(type, getBits(index)));
}
