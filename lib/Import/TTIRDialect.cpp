//===- TTIRDialect.cpp - Reading TTIR -----------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The dialect `tt`: its hooks let the parser create operations and types of the
// tile dialect. It has operations of its own for what the tile dialect lacks
// (TTIROps.td).
//
//===----------------------------------------------------------------------===//

#include "ScalarTiles.h"
#include "TTGIR.h"
#include "TTIR.h"
#include "TTIRAccesses.h"
#include "TTIRAsm.h"
#include "TTIRNames.h"
#include "tile/Dialect/Tile/IR/Tile.h"
#include "tile/Import/ImportTTIR.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/DialectImplementation.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/IR/OpImplementation.h"

using namespace mlir;
using namespace mlir::tile;
using ttir::TTDialect;

#include "tile/Import/TTIRDialect.cpp.inc"

namespace {

/// Stands where the parser met an operation that is not supported, and has
/// reported it. It lets the parser go on, so that a user sees at once all that
/// a kernel needs, and keeps the module from being valid.
class UnsupportedOp
    : public Op<UnsupportedOp, OpTrait::ZeroOperands, OpTrait::VariadicResults,
                OpTrait::ZeroRegions, OpTrait::ZeroSuccessors> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(UnsupportedOp)
  using Op::Op;

  static StringRef getOperationName() { return kUnsupportedName; }
  static ArrayRef<StringRef> getAttributeNames() { return {}; }
  LogicalResult verify() { return failure(); }
};

} // namespace

/// Reads over the rest of an operation that is not supported, as Triton prints
/// them all: operands, keywords and attributes up to a colon, then types, the
/// results' after an arrow.
static ParseResult skipOperation(OpAsmParser &parser, OperationState &state) {
  while (failed(parser.parseOptionalColon())) {
    OpAsmParser::UnresolvedOperand operand;
    OptionalParseResult parsed = parser.parseOptionalOperand(operand);
    if (parsed.has_value()) {
      if (failed(*parsed))
        return failure();
      continue;
    }
    StringRef keyword;
    if (succeeded(parser.parseOptionalKeyword(&keyword)) ||
        succeeded(parser.parseOptionalComma()) ||
        succeeded(parser.parseOptionalEqual()) ||
        succeeded(parser.parseOptionalLSquare()) ||
        succeeded(parser.parseOptionalRSquare()))
      continue;
    NamedAttrList attrs;
    SMLoc before = parser.getCurrentLocation();
    if (parser.parseOptionalAttrDict(attrs) ||
        parser.getCurrentLocation() == before)
      return failure();
  }

  SmallVector<Type> types;
  bool hasArrow = false;
  while (true) {
    if (parser.parseType(types.emplace_back()))
      return failure();
    if (succeeded(parser.parseOptionalArrow())) {
      hasArrow = true;
      types.clear();
    } else if (failed(parser.parseOptionalComma()) &&
               failed(parser.parseOptionalStar())) {
      break;
    }
  }
  if (auto function = dyn_cast<FunctionType>(types.back())) {
    hasArrow = true;
    types.assign(function.getResults().begin(), function.getResults().end());
  }
  // Results of one type, as of `tt.split`, have it printed once.
  if (types.size() == 1)
    types.resize(parser.getNumResults(), types.front());
  if (!hasArrow || types.size() != parser.getNumResults())
    return failure();
  state.name = OperationName(kUnsupportedName, parser.getContext());
  state.addTypes(types);
  return success();
}

/// Reads `tt.reduce.return %a, %b : f32, f32` as an operation that is not
/// registered, as the one it ends is, which comes in generic form: both become
/// tile operations, or are reported, together.
static ParseResult parseBodyTerminator(OpAsmParser &parser,
                                       OperationState &state) {
  SmallVector<OpAsmParser::UnresolvedOperand> operands;
  SmallVector<Type> types;
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseOptionalAttrDict(state.attributes) ||
      parser.parseOperandList(operands))
    return failure();
  if (!operands.empty() && parser.parseColonTypeList(types))
    return failure();
  return parser.resolveOperands(operands, types, loc, state.operands);
}

/// Some inherent attributes are properties yet, others among the attributes.
static void setAsmScope(OperationState &state) {
  auto &properties =
      state.getOrAddProperties<ElementwiseInlineAsmOp::Properties>();
  auto get = [&](StringRef name, Attribute property) {
    return property ? property : state.attributes.get(name);
  };
  if (needsThreadScope(get("asm_string", properties.asm_string),
                       get("pure", properties.pure),
                       get("scope", properties.scope)))
    properties.setScope(
        AsmScopeAttr::get(state.getContext(), AsmScope::Thread));
}

/// Reads an operation `tt.x`: with the parser of `tile.x`, and as that.
static ParseResult parseAsTileOperation(OpAsmParser &parser,
                                        OperationState &state) {
  StringRef name = state.name.getStringRef();
  if (isBodyTerminator(name))
    return parseBodyTerminator(parser, state);
  if (name == "tt.load")
    return parseTTLoad(parser, state);
  if (name == "tt.store")
    return parseTTStore(parser, state);
  if (auto tileName = getTileOperation(name, parser.getContext())) {
    state.name = *tileName;
    if (tileName->getParseAssemblyFn()(parser, state))
      return failure();
    if (tileName->getStringRef() == ElementwiseInlineAsmOp::getOperationName())
      setAsmScope(state);
    return success();
  }
  emitError(parser.getEncodedSourceLoc(parser.getNameLoc()),
            explainUnsupported(name));
  return success(isTritonOperation(name) &&
                 succeeded(skipOperation(parser, state)));
}

static ParseResult parseTTOperation(OpAsmParser &parser,
                                    OperationState &state) {
  StringRef name = state.name.getStringRef();
  if (parseAsTileOperation(parser, state))
    return failure();
  if (isa_and_present<TileDialect>(state.name.getDialect()))
    keepScalarTiles(state, name);
  return success();
}

void TTDialect::initialize() {
  registerAttributes();
  registerTypes();
  addOperations<UnsupportedOp,
#define GET_OP_LIST
#include "tile/Import/TTIROps.cpp.inc"
                >();
  // Those in generic form stay as they are until `convertTTIR`.
  allowUnknownOperations();
}

std::optional<Dialect::ParseOpHook>
TTDialect::getParseOperationHook(StringRef) const {
  return ParseOpHook(parseTTOperation);
}

template <typename DialectT>
static void insertUnlessKnown(DialectRegistry &registry) {
  // Two dialects of one name are a fatal error in MLIR.
  if (!registry.getDialectAllocator(DialectT::getDialectNamespace()))
    registry.insert<DialectT>();
}

void tile::registerTTIRDialects(DialectRegistry &registry) {
  insertUnlessKnown<TTDialect>(registry);
  registerTTGDialects(registry);
  insertUnlessKnown<gpu::GPUDialect>(registry);
}
