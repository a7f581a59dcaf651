//===- TTIRAccesses.cpp - Loads and stores of TTIR ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TTIRAccesses.h"

#include "TTIR.h"

using namespace mlir;
using namespace mlir::tile;

/// `cacheModifier = cg` and `evictionPolicy = evict_first`, in any order.
template <typename EnumAttrT, typename EnumT>
static ParseResult parseCase(OpAsmParser &parser, NamedAttrList &attributes,
                             StringRef name,
                             std::optional<EnumT> (*symbolize)(StringRef)) {
  if (attributes.get(name))
    return parser.emitError(parser.getCurrentLocation(), "expected '")
           << name << "' once, found it twice";
  StringRef keyword;
  if (parser.parseEqual())
    return failure();
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseKeyword(&keyword))
    return failure();
  std::optional<EnumT> value = symbolize(keyword);
  if (!value)
    return parser.emitError(loc, "expected a case of '")
           << name << "', found '" << keyword << "'";
  attributes.append(name, EnumAttrT::get(parser.getContext(), *value));
  return success();
}

LogicalResult
tile::convertAccessAttributes(StringRef name, NamedAttrList &attributes,
                              function_ref<InFlightDiagnostic()> emit) {
  if (name == "tt.store" &&
      isa_and_present<UnitAttr>(attributes.get("ignore_cta")))
    attributes.erase("ignore_cta");
  Attribute policy = attributes.erase("cachePolicy");
  if (!policy)
    return success();
  auto hints = dyn_cast<ttir::CachePolicyAttr>(policy);
  if (!hints)
    return emit() << "expected 'cachePolicy' to be a #tt.cache_policy, found "
                  << policy;
  if (attributes.get("cache") || attributes.get("evict"))
    return emit() << "expected cache hints once, found them outside of "
                     "'cachePolicy', too";
  MLIRContext *context = policy.getContext();
  attributes.set("cache",
                 CacheModifierAttr::get(context, hints.getCacheModifier()));
  attributes.set("evict",
                 EvictionPolicyAttr::get(context, hints.getEvictionPolicy()));
  return success();
}

namespace {

/// What a load or a store has: operands, attributes, and the type of the first
/// operand.
struct Access {
  SmallVector<OpAsmParser::UnresolvedOperand> operands;
  SMLoc operandsLoc, typeLoc;
  NamedAttrList attributes;
  Type ptrType;

  ParseResult parse(OpAsmParser &parser) {
    operandsLoc = parser.getCurrentLocation();
    if (parser.parseOperandList(operands))
      return failure();
    while (true) {
      if (succeeded(parser.parseOptionalKeyword("cacheModifier"))) {
        if (parseCase<CacheModifierAttr, CacheModifier>(
                parser, attributes, "cache", symbolizeCacheModifier))
          return failure();
      } else if (succeeded(parser.parseOptionalKeyword("evictionPolicy"))) {
        if (parseCase<EvictionPolicyAttr, EvictionPolicy>(
                parser, attributes, "evict", symbolizeEvictionPolicy))
          return failure();
      } else {
        break;
      }
    }
    if (parser.parseOptionalAttrDict(attributes) || parser.parseColon())
      return failure();
    typeLoc = parser.getCurrentLocation();
    return parser.parseType(ptrType);
  }

  /// Gives the operation its name and its attributes, which must be of the
  /// types that it has.
  ParseResult start(OpAsmParser &parser, OperationState &state,
                    StringRef name) {
    StringRef written = state.name.getStringRef();
    auto emit = [&] {
      return parser.emitError(parser.getNameLoc()) << "'" << written << "' op ";
    };
    if (failed(convertAccessAttributes(written, attributes, emit)))
      return failure();
    state.addAttributes(attributes);
    state.name = OperationName(name, parser.getContext());
    return state.name.verifyInherentAttrs(state.attributes, emit);
  }

  /// Between `least` and `most` operands.
  ParseResult checkCount(OpAsmParser &parser, size_t least, size_t most) const {
    if (operands.size() >= least && operands.size() <= most)
      return success();
    InFlightDiagnostic error = parser.emitError(operandsLoc, "expected ");
    error << least;
    if (most != least)
      error << " to " << most;
    return error << " operands, found " << operands.size();
  }

  ParseResult checkPointer(OpAsmParser &parser, StringRef name) const {
    if (isa<PtrType>(getScalarType(ptrType)))
      return success();
    return parser.emitError(parser.getNameLoc(), "custom op '")
           << name
           << "' 'ptr' must be tile pointer or tile of pointers of tile "
              "pointer values, but got "
           << ptrType;
  }
};

} // namespace

ParseResult tile::parseTTLoad(OpAsmParser &parser, OperationState &state) {
  Access access;
  if (access.parse(parser))
    return failure();
  if (auto block = dyn_cast<ttir::BlockPtrType>(access.ptrType)) {
    if (access.start(parser, state, ttir::BlockLoadOp::getOperationName()))
      return failure();
    state.addTypes(block.getTileType());
    return failure(access.checkCount(parser, 1, 1) ||
                   parser.resolveOperands(access.operands, access.ptrType,
                                          access.operandsLoc, state.operands));
  }
  if (access.checkCount(parser, 1, 3) || access.checkPointer(parser, "tt.load"))
    return failure();
  Type value = getPointeeLike(access.ptrType);
  Type types[] = {access.ptrType, getI1Like(access.ptrType), value};
  size_t count = access.operands.size();
  if (access.start(parser, state, LoadOp::getOperationName()))
    return failure();
  state.getOrAddProperties<LoadOp::Properties>().operandSegmentSizes = {
      1, count > 1, count > 2, /*map=*/0, /*coordinates=*/0};
  state.addTypes(value);
  return parser.resolveOperands(access.operands,
                                ArrayRef<Type>(types).take_front(count),
                                access.operandsLoc, state.operands);
}

ParseResult tile::parseTTStore(OpAsmParser &parser, OperationState &state) {
  Access access;
  if (access.parse(parser))
    return failure();
  if (auto block = dyn_cast<ttir::BlockPtrType>(access.ptrType)) {
    if (access.start(parser, state, ttir::BlockStoreOp::getOperationName()))
      return failure();
    return failure(access.checkCount(parser, 2, 2) ||
                   parser.resolveOperands(access.operands,
                                          {access.ptrType, block.getTileType()},
                                          access.operandsLoc, state.operands));
  }
  if (access.checkCount(parser, 2, 3) ||
      access.checkPointer(parser, "tt.store"))
    return failure();
  Type types[] = {access.ptrType, getPointeeLike(access.ptrType),
                  getI1Like(access.ptrType)};
  if (access.start(parser, state, StoreOp::getOperationName()))
    return failure();
  state.getOrAddProperties<StoreOp::Properties>().operandSegmentSizes = {
      1, 1, access.operands.size() > 2, /*map=*/0, /*coordinates=*/0};
  return parser.resolveOperands(
      access.operands, ArrayRef<Type>(types).take_front(access.operands.size()),
      access.operandsLoc, state.operands);
}

std::optional<RegisteredOperationName> tile::getBlockOperation(Operation *op) {
  if (op->getNumOperands() == 0 ||
      !isa<ttir::BlockPtrType>(op->getOperand(0).getType()))
    return std::nullopt;
  StringRef name = op->getName().getStringRef();
  if (name == "tt.load")
    return RegisteredOperationName::lookup(
        ttir::BlockLoadOp::getOperationName(), op->getContext());
  if (name == "tt.store")
    return RegisteredOperationName::lookup(
        ttir::BlockStoreOp::getOperationName(), op->getContext());
  return std::nullopt;
}

LogicalResult tile::verifyBlockOperands(Operation *op) {
  unsigned expected = op->getName().getStringRef() == "tt.load" ? 1 : 2;
  if (op->getNumOperands() == expected)
    return success();
  return op->emitError() << "'" << op->getName() << "' op expected " << expected
                         << " operands with a block pointer, found "
                         << op->getNumOperands();
}
