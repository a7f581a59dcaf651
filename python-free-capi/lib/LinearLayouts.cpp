//===- LinearLayouts.cpp - Linear layouts in C ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LinearLayout asserts what it expects of its arguments; here they are checked
// first, so that nothing a caller passes gets that far.
//
//===----------------------------------------------------------------------===//

#include "LinearLayoutHandle.h"

#include "mlir/CAPI/Support.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir::tile;
using namespace mlir::tile::capi;
using llvm::Twine;
using NamedInt = LinearLayout::NamedInt;

static TileStatus failArgument(const Twine &message) {
  return setError(StatusCode::InvalidArgument, message);
}

//===----------------------------------------------------------------------===//
// Making and reading
//===----------------------------------------------------------------------===//

static TileStatus readDimensions(size_t count, const TileLayoutDimension *dims,
                                 const char *parameter,
                                 SmallVectorImpl<NamedInt> &result) {
  // More cannot have distinct names and a size of 2 or more, and a bound keeps
  // the checks below short.
  constexpr size_t kMaxDims = 64;
  if (!dims && count != 0)
    return failNull(parameter);
  if (count > kMaxDims)
    return failArgument("expected at most " + Twine(kMaxDims) +
                        " dimensions in '" + parameter + "', found " +
                        Twine(count));
  for (size_t i = 0; i < count; ++i) {
    StringRef name;
    if (!unwrapString(dims[i].name, "name", name))
      return TileStatusInvalidArgument;
    if (dims[i].size < 1 || !llvm::isPowerOf2_32(dims[i].size))
      return failArgument("expected a power of two for the size of '" + name +
                          "', found " + Twine(dims[i].size));
    result.emplace_back(name.str(), dims[i].size);
  }
  return TileStatusSuccess;
}

TileStatus tileLinearLayoutCreate(size_t numIns, const TileLayoutDimension *ins,
                                  size_t numOuts,
                                  const TileLayoutDimension *outs,
                                  size_t numCoordinates,
                                  const int32_t *coordinates,
                                  TileLinearLayout *result) {
  SmallVector<NamedInt> inDims, outDims;
  if (TileStatus status = readDimensions(numIns, ins, "ins", inDims))
    return status;
  if (TileStatus status = readDimensions(numOuts, outs, "outs", outDims))
    return status;
  if (!coordinates && numCoordinates != 0)
    return failNull("coordinates");
  if (!result)
    return failNull("result");
  size_t numBases = 0;
  for (const NamedInt &dim : inDims)
    numBases += llvm::Log2_32(dim.second);
  if (numCoordinates != numBases * numOuts)
    return failArgument("expected " + Twine(numBases * numOuts) +
                        " coordinates, " + Twine(numOuts) + " for each of " +
                        Twine(numBases) + " bases, found " +
                        Twine(numCoordinates));
  LinearLayout::BasesT bases;
  for (const auto &[name, size] : inDims) {
    auto &vectors =
        bases.emplace_back(name, std::vector<std::vector<int32_t>>()).second;
    for (unsigned bit = 0; bit < llvm::Log2_32(size); ++bit) {
      vectors.emplace_back(coordinates, coordinates + numOuts);
      coordinates += numOuts;
    }
  }
  std::string error;
  std::optional<LinearLayout> layout = LinearLayout::tryCreate(
      bases, outDims, /*requireSurjective=*/false, &error);
  if (!layout)
    return failArgument(error);
  return giveLinearLayout(std::move(*layout), result);
}

void tileLinearLayoutDestroy(TileLinearLayout layout) { destroyHandle(layout); }

size_t tileLinearLayoutGetNumIns(TileLinearLayout layout) {
  const LinearLayout *object = getObject(layout);
  return object ? object->getNumInDims() : 0;
}

size_t tileLinearLayoutGetNumOuts(TileLinearLayout layout) {
  const LinearLayout *object = getObject(layout);
  return object ? object->getNumOutDims() : 0;
}

MlirStringRef tileLinearLayoutGetInName(TileLinearLayout layout, size_t in) {
  const LinearLayout *object = getObject(layout);
  return wrapString(object && in < size_t(object->getNumInDims())
                        ? object->getInDimNames()[in]
                        : StringRef());
}

MlirStringRef tileLinearLayoutGetOutName(TileLinearLayout layout, size_t out) {
  const LinearLayout *object = getObject(layout);
  return wrapString(object && out < size_t(object->getNumOutDims())
                        ? object->getOutDimNames()[out]
                        : StringRef());
}

int32_t tileLinearLayoutGetInSize(TileLinearLayout layout, size_t in) {
  const LinearLayout *object = getObject(layout);
  return object && in < size_t(object->getNumInDims())
             ? object->getInDims()[in].second
             : 0;
}

int32_t tileLinearLayoutGetOutSize(TileLinearLayout layout, size_t out) {
  const LinearLayout *object = getObject(layout);
  return object && out < size_t(object->getNumOutDims())
             ? object->getOutDims()[out].second
             : 0;
}

bool tileLinearLayoutIsSurjective(TileLinearLayout layout) {
  const LinearLayout *object = getObject(layout);
  return object && object->isSurjective();
}

bool tileLinearLayoutIsInjective(TileLinearLayout layout) {
  const LinearLayout *object = getObject(layout);
  return object && object->isInjective();
}

bool tileLinearLayoutEqual(TileLinearLayout a, TileLinearLayout b) {
  const LinearLayout *first = getObject(a), *second = getObject(b);
  return first && second && *first == *second;
}

int32_t tileLinearLayoutGetContiguity(TileLinearLayout layout, size_t in,
                                      size_t out) {
  const LinearLayout *object = getObject(layout);
  if (!object || in >= size_t(object->getNumInDims()) ||
      out >= size_t(object->getNumOutDims()))
    return 0;
  return object->getContiguity(object->getInDimNames()[in],
                               object->getOutDimNames()[out]);
}

//===----------------------------------------------------------------------===//
// As a function, and back
//===----------------------------------------------------------------------===//

/// Checks positions from outside against the dimensions they are in.
static TileStatus checkPositions(ArrayRef<NamedInt> dims,
                                 const int32_t *positions, size_t count,
                                 const char *parameter) {
  if (!positions && count != 0)
    return failNull(parameter);
  if (count != dims.size())
    return failArgument("expected " + Twine(dims.size()) + " positions in '" +
                        parameter + "', found " + Twine(count));
  for (size_t i = 0; i < count; ++i)
    if (positions[i] < 0 || positions[i] >= dims[i].second)
      return failArgument("expected a position of '" + Twine(dims[i].first) +
                          "' from 0 to " + Twine(dims[i].second - 1) +
                          ", found " + Twine(positions[i]));
  return TileStatusSuccess;
}

/// Checks where a list goes.
static TileStatus checkResults(size_t expected, const int32_t *results,
                               size_t count, const char *parameter) {
  if (!results && count != 0)
    return failNull(parameter);
  if (count != expected)
    return failArgument("expected room for " + Twine(expected) +
                        " positions in '" + parameter + "', found " +
                        Twine(count));
  return TileStatusSuccess;
}

TileStatus tileLinearLayoutGetBasis(TileLinearLayout layout, size_t in,
                                    unsigned bit, int32_t *coordinates,
                                    size_t numOuts) {
  const LinearLayout *object = getObject(layout);
  if (!object)
    return TileStatusInvalidHandle;
  if (TileStatus status = checkResults(object->getNumOutDims(), coordinates,
                                       numOuts, "coordinates"))
    return status;
  if (in >= size_t(object->getNumInDims()))
    return failArgument("expected one of " + Twine(object->getNumInDims()) +
                        " inputs, found " + Twine(in));
  StringRef name = object->getInDimNames()[in];
  unsigned numBits = object->getInDimSizeLog2(name);
  if (bit >= numBits)
    return failArgument("expected one of " + Twine(numBits) + " bits of '" +
                        name + "', found " + Twine(bit));
  llvm::copy(object->getBasis(name, bit), coordinates);
  return TileStatusSuccess;
}

TileStatus tileLinearLayoutApply(TileLinearLayout layout, const int32_t *place,
                                 size_t numIns, int32_t *coordinates,
                                 size_t numOuts) {
  const LinearLayout *object = getObject(layout);
  if (!object)
    return TileStatusInvalidHandle;
  if (TileStatus status =
          checkPositions(object->getInDims(), place, numIns, "place"))
    return status;
  if (TileStatus status = checkResults(object->getNumOutDims(), coordinates,
                                       numOuts, "coordinates"))
    return status;
  SmallVector<int32_t> element;
  object->applyInto({place, numIns}, element);
  llvm::copy(element, coordinates);
  return TileStatusSuccess;
}

/// The first place that holds an element; nothing if there is none. It is where
/// a layout of one bit, whose basis is the element, finds it.
static std::optional<SmallVector<int32_t>>
findOwner(const LinearLayout &layout, ArrayRef<int32_t> element) {
  std::string name = "element";
  while (layout.hasInDim(name))
    name += '\'';
  std::optional<LinearLayout> wanted =
      LinearLayout::tryCreate({{name, {element.vec()}}}, layout.getOutDims(),
                              /*requireSurjective=*/false);
  std::optional<LinearLayout> found;
  if (wanted)
    found = wanted->tryInvertAndCompose(layout);
  if (!found)
    return std::nullopt;
  SmallVector<int32_t> place;
  found->applyInto(1, place);
  return place;
}

/// For each free bit of the layout, from the lowest: the differences of places
/// that hold the same element, where this is the highest bit.
static SmallVector<SmallVector<int32_t>>
getReplicas(const LinearLayout &layout) {
  SmallVector<SmallVector<int32_t>> replicas;
  for (auto [in, dim] : llvm::enumerate(layout.getFreeVariableMasks()))
    for (int32_t bits = dim.second; bits; bits &= bits - 1) {
      int32_t bit = llvm::countr_zero(unsigned(bits));
      auto replica = findOwner(layout, layout.getBasis(dim.first, bit));
      (*replica)[in] ^= 1 << bit;
      replicas.push_back(std::move(*replica));
    }
  return replicas;
}

/// Checks the arguments of a search.
static TileStatus checkElement(TileLinearLayout layout,
                               const int32_t *coordinates, size_t numOuts,
                               const LinearLayout *&object) {
  object = getObject(layout);
  if (!object)
    return TileStatusInvalidHandle;
  return checkPositions(object->getOutDims(), coordinates, numOuts,
                        "coordinates");
}

static TileStatus failNoOwner(ArrayRef<int32_t> element) {
  std::string list;
  for (int32_t coordinate : element)
    list += (list.empty() ? "" : ", ") + std::to_string(coordinate);
  return setError(StatusCode::NotFound,
                  "expected an element that a place holds, found (" +
                      Twine(list) + ")");
}

TileStatus tileLinearLayoutGetOwner(TileLinearLayout layout,
                                    const int32_t *coordinates, size_t numOuts,
                                    int32_t *place, size_t numIns) {
  const LinearLayout *object;
  if (TileStatus status = checkElement(layout, coordinates, numOuts, object))
    return status;
  if (TileStatus status =
          checkResults(object->getNumInDims(), place, numIns, "place"))
    return status;
  auto owner = findOwner(*object, {coordinates, numOuts});
  if (!owner)
    return failNoOwner({coordinates, numOuts});
  llvm::copy(*owner, place);
  return TileStatusSuccess;
}

int64_t tileLinearLayoutGetNumOwners(TileLinearLayout layout) {
  const LinearLayout *object = getObject(layout);
  if (!object)
    return 0;
  return int64_t(1) << (object->getTotalInDimSizeLog2() - object->rank());
}

TileStatus tileLinearLayoutForEachOwner(TileLinearLayout layout,
                                        const int32_t *coordinates,
                                        size_t numOuts,
                                        TilePlaceCallback callback,
                                        void *userData) {
  const LinearLayout *object;
  if (TileStatus status = checkElement(layout, coordinates, numOuts, object))
    return status;
  if (!callback)
    return failNull("callback");
  auto owner = findOwner(*object, {coordinates, numOuts});
  if (!owner)
    return failNoOwner({coordinates, numOuts});
  // The callback may destroy the layout.
  SmallVector<SmallVector<int32_t>> replicas = getReplicas(*object);
  // Counting up in the free bits: as each is the highest bit of its replica,
  // the places come in ascending order.
  for (uint64_t count = 0, e = uint64_t(1) << replicas.size(); count < e;
       ++count) {
    SmallVector<int32_t> place = *owner;
    for (uint64_t bits = count; bits; bits &= bits - 1)
      for (auto [in, position] :
           llvm::enumerate(replicas[llvm::countr_zero(bits)]))
        place[in] ^= position;
    if (!callback(place.data(), place.size(), userData))
      return setError(StatusCode::Cancelled, "the callback ended the search");
  }
  return TileStatusSuccess;
}

//===----------------------------------------------------------------------===//
// Layouts from layouts
//===----------------------------------------------------------------------===//

TileStatus tileLinearLayoutCompose(TileLinearLayout first,
                                   TileLinearLayout second,
                                   TileLinearLayout *result) {
  const LinearLayout *inner = getObject(first);
  const LinearLayout *outer = inner ? getObject(second) : nullptr;
  if (!outer)
    return TileStatusInvalidHandle;
  if (!result)
    return failNull("result");
  if (inner->getNumOutDims() != outer->getNumInDims())
    return failArgument("expected as many outputs of the first layout as "
                        "inputs of the second, found " +
                        Twine(inner->getNumOutDims()) + " and " +
                        Twine(outer->getNumInDims()));
  for (const auto &[name, size] : inner->getOutDims())
    if (!outer->hasInDim(name) || outer->getInDimSize(name) < size)
      return failArgument("expected an input '" + Twine(name) +
                          "' of the second layout with at least " +
                          Twine(size) + " positions, found " +
                          (outer->hasInDim(name)
                               ? Twine(outer->getInDimSize(name))
                               : Twine("none")));
  return giveLinearLayout(inner->compose(*outer), result);
}

TileStatus tileLinearLayoutInvert(TileLinearLayout layout,
                                  TileLinearLayout *result) {
  const LinearLayout *object = getObject(layout);
  if (!object)
    return TileStatusInvalidHandle;
  if (!result)
    return failNull("result");
  std::optional<LinearLayout> inverse = object->tryPseudoinvert();
  if (!inverse)
    return failArgument("expected a surjective layout, found one that reaches "
                        "2^" +
                        Twine(object->rank()) + " of 2^" +
                        Twine(object->getTotalOutDimSizeLog2()) + " elements");
  return giveLinearLayout(std::move(*inverse), result);
}

TileStatus tileLinearLayoutConvert(TileLinearLayout from, TileLinearLayout to,
                                   TileLinearLayout *result) {
  const LinearLayout *source = getObject(from);
  const LinearLayout *target = source ? getObject(to) : nullptr;
  if (!target)
    return TileStatusInvalidHandle;
  if (!result)
    return failNull("result");
  std::optional<LinearLayout> conversion = target->tryInvertAndCompose(*source);
  if (!conversion)
    return failArgument("expected two layouts with the same outputs, and a "
                        "first one that holds all elements of the second");
  return giveLinearLayout(std::move(*conversion), result);
}

TileStatus tileLinearLayoutMultiply(TileLinearLayout inner,
                                    TileLinearLayout outer,
                                    TileLinearLayout *result) {
  const LinearLayout *left = getObject(inner);
  const LinearLayout *right = left ? getObject(outer) : nullptr;
  if (!right)
    return TileStatusInvalidHandle;
  if (!result)
    return failNull("result");
  std::string error;
  std::optional<LinearLayout> product = left->tryMultiply(*right, &error);
  if (!product)
    return failArgument(error);
  return giveLinearLayout(std::move(*product), result);
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

TileStatus tileLinearLayoutPrint(TileLinearLayout layout,
                                 MlirStringCallback callback, void *userData) {
  const LinearLayout *object = getObject(layout);
  if (!object)
    return TileStatusInvalidHandle;
  if (!callback)
    return failNull("callback");
  std::string text = object->toString();
  callback(wrapString(text), userData);
  return TileStatusSuccess;
}

TileStatus tileLinearLayoutPrintTable(TileLinearLayout layout,
                                      MlirStringRef style,
                                      MlirStringCallback callback,
                                      void *userData) {
  const LinearLayout *object = getObject(layout);
  if (!object)
    return TileStatusInvalidHandle;
  StringRef styleName;
  if (!unwrapString(style, "style", styleName))
    return TileStatusInvalidArgument;
  if (!callback)
    return failNull("callback");
  std::string text, error;
  llvm::raw_string_ostream stream(text);
  if (!object->printTable(stream, styleName.empty() ? "thread" : styleName,
                          &error))
    return failArgument(error);
  callback(wrapString(text), userData);
  return TileStatusSuccess;
}
