//===- ExactArrays.cpp - Arrays in exact arithmetic -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Run/ExactArrays.h"

using namespace mlir::tile;
using namespace mlir::tile::run;
using sim::exact::Number;

void mlir::tile::run::encodeExact(HostArray &array) {
  std::optional<sim::exact::Format> format =
      sim::exact::getFormat(getName(array.getType()));
  if (!format)
    return;
  for (uint64_t i = 0; i < array.getNumElements(); ++i)
    array.setBits(
        i, sim::exact::encode(Number::fromDouble(array.getDouble(i)), *format));
}

Number mlir::tile::run::getExact(const HostArray &array, uint64_t index) {
  if (std::optional<sim::exact::Format> format =
          sim::exact::getFormat(getName(array.getType())))
    return sim::exact::decode(array.getBits(index), *format);
  if (isFloat(array.getType()))
    return Number::fromDouble(array.getDouble(index));
  return Number::fromInteger(array.getInteger(index));
}

llvm::Expected<HostArray>
mlir::tile::run::makeExactFloats(const HostArray &array) {
  if (!sim::exact::getFormat(getName(array.getType())))
    return array.clone();
  bool isLong = array.getType() == ElementType::F64;
  llvm::Expected<HostArray> floats = HostArray::create(
      isLong ? ElementType::F64 : ElementType::F32, array.getShape());
  if (!floats)
    return floats;
  for (uint64_t i = 0; i < array.getNumElements(); ++i)
    floats->setDouble(i, getExact(array, i).toDouble());
  return floats;
}
