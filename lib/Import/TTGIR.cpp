//===- TTGIR.cpp - Reading the stage after TTIR ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TTGIR.h"

#include "TTIRNames.h"
#include "tile/Dialect/Tile/IR/Tile.h"
#include "tile/Dialect/TileGPU/IR/TileGPU.h"

#include "mlir/IR/DialectImplementation.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/OpImplementation.h"

using namespace mlir;
using namespace mlir::tile;

//===----------------------------------------------------------------------===//
// Layouts and types
//===----------------------------------------------------------------------===//

/// The text after `#ttg.`.
static Attribute parseLayout(DialectAsmParser &parser, Type type) {
  SMLoc loc = parser.getCurrentLocation();
  StringRef name;
  if (parser.parseKeyword(&name))
    return {};
  if (name == BlockedLayoutAttr::getMnemonic())
    return BlockedLayoutAttr::parse(parser, type);
  if (name == SliceLayoutAttr::getMnemonic())
    return SliceLayoutAttr::parse(parser, type);
  if (name == LinearLayoutAttr::getMnemonic())
    return LinearLayoutAttr::parse(parser, type);
  if (name == NvidiaMmaLayoutAttr::getMnemonic())
    return NvidiaMmaLayoutAttr::parse(parser, type);
  if (name == DotOperandLayoutAttr::getMnemonic())
    return DotOperandLayoutAttr::parse(parser, type);
  if (name == tilegpu::SwizzledSharedAttr::getMnemonic())
    return tilegpu::SwizzledSharedAttr::parse(parser, type);
  // The space of all places: it needs no name.
  if (name == "shared_memory")
    return UnitAttr::get(parser.getContext());
  parser.emitError(loc, explainUnsupported(("ttg." + name).str()));
  return {};
}

/// `<2x64x64xf16, #shared, #smem, mutable, 3x64x64>`.
static Type parseMemDesc(AsmParser &parser, SMLoc loc) {
  SmallVector<int64_t> shape, allocated;
  Type element;
  tilegpu::SharedLayoutAttrInterface layout;
  UnitAttr space;
  if (parser.parseLess() ||
      parser.parseDimensionList(shape, /*allowDynamic=*/false) ||
      parser.parseType(element) || parser.parseComma() ||
      parser.parseAttribute(layout) || parser.parseComma() ||
      parser.parseAttribute(space))
    return {};
  while (succeeded(parser.parseOptionalComma()))
    if (failed(parser.parseOptionalKeyword("mutable")) &&
        parser.parseDimensionList(allocated, /*allowDynamic=*/false,
                                  /*withTrailingX=*/false))
      return {};
  if (parser.parseGreater())
    return {};
  if (!allocated.empty() && allocated != shape) {
    parser.emitError(loc, "expected all of a place in shared memory, found a "
                          "part of one");
    return {};
  }
  return parser.getChecked<tilegpu::MemDescType>(loc, shape, element, layout);
}

//===----------------------------------------------------------------------===//
// Syntax
//===----------------------------------------------------------------------===//

namespace {
/// Operations by what stands between their operands and types.
enum class Syntax {
  Arrow,
  Function,
  Single,
  Index,
  Copy,
  Tokens,
  Spaces,
  None
};
} // namespace

static std::optional<Syntax> getSyntax(StringRef name) {
  return llvm::StringSwitch<std::optional<Syntax>>(name)
      .Cases({"ttg.convert_layout", "ttg.local_load", "ttg.local_store"},
             Syntax::Arrow)
      .Case("ttg.local_alloc", Syntax::Function)
      .Case("ttg.local_dealloc", Syntax::Single)
      .Case("ttg.memdesc_index", Syntax::Index)
      .Case("ttg.async_copy_global_to_local", Syntax::Copy)
      .Cases({"ttg.async_commit_group", "ttg.async_wait"}, Syntax::Tokens)
      .Case("ttg.barrier", Syntax::Spaces)
      .Case("ttg.local_barrier", Syntax::None)
      .Default(std::nullopt);
}

bool tile::isTTGOperation(StringRef name) {
  return getSyntax(name).has_value();
}

/// Reads over the hints of an asynchronous copy, which change speed only.
static ParseResult skipHints(OpAsmParser &parser) {
  StringRef word;
  while (succeeded(
      parser.parseOptionalKeyword(&word, {"cacheModifier", "evictionPolicy"})))
    if (parser.parseEqual() || parser.parseKeyword(&word))
      return failure();
  return success();
}

/// Reads `%p, %place mask %m other %o : tensor<...> -> <64x32xf16, ...>`.
static ParseResult parseAsyncCopy(OpAsmParser &parser, OperationState &state) {
  OpAsmParser::UnresolvedOperand ptr, place, mask, other;
  bool hasMask = false, hasOther = false;
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseOperand(ptr) || parser.parseComma() ||
      parser.parseOperand(place))
    return failure();
  if (succeeded(parser.parseOptionalKeyword("mask"))) {
    hasMask = true;
    if (parser.parseOperand(mask))
      return failure();
  }
  if (succeeded(parser.parseOptionalKeyword("other"))) {
    hasOther = true;
    if (parser.parseOperand(other))
      return failure();
  }
  Type ptrType, placeType;
  if (skipHints(parser) || parser.parseOptionalAttrDict(state.attributes) ||
      parser.parseColonType(ptrType) || parser.parseArrow())
    return failure();
  // The place may lack its name.
  SMLoc placeLoc = parser.getCurrentLocation();
  OptionalParseResult named = parser.parseOptionalType(placeType);
  if (named.has_value()) {
    if (failed(*named))
      return failure();
  } else {
    placeType = parseMemDesc(parser, placeLoc);
    if (!placeType)
      return failure();
  }
  if (!isa<PtrType>(getScalarType(ptrType)))
    return parser.emitError(loc, "expected a tile of pointers, found ")
           << ptrType;
  state.addTypes(parser.getBuilder().getI1Type());
  state.addAttribute("operandSegmentSizes",
                     parser.getBuilder().getDenseI32ArrayAttr(
                         {1, 1, int32_t(hasMask), int32_t(hasOther)}));
  return failure(
      parser.resolveOperand(ptr, ptrType, state.operands) ||
      parser.resolveOperand(place, placeType, state.operands) ||
      (hasMask &&
       parser.resolveOperand(mask, getI1Like(ptrType), state.operands)) ||
      (hasOther &&
       parser.resolveOperand(other, getPointeeLike(ptrType), state.operands)));
}

/// Reads the tokens of a group or a wait. They are not kept.
static ParseResult parseTokens(OpAsmParser &parser, OperationState &state) {
  SmallVector<OpAsmParser::UnresolvedOperand> tokens;
  bool hasTokens = state.name.getStringRef() == "ttg.async_wait" ||
                   succeeded(parser.parseOptionalKeyword("tokens"));
  if ((hasTokens && parser.parseOperandList(tokens)) ||
      parser.parseOptionalAttrDict(state.attributes))
    return failure();
  state.addTypes(parser.getBuilder().getI1Type());
  return success();
}

/// Reads the kinds of memory that a barrier orders, as `local|global_read`.
/// They are not kept: our barrier orders all memory.
static ParseResult parseSpaces(OpAsmParser &parser, OperationState &state) {
  StringRef word;
  do {
    if (parser.parseOptionalKeyword(&word, {"none", "local", "global_read",
                                            "global_write", "tensor_read",
                                            "tensor_write", "all"}))
      return parser.emitError(parser.getCurrentLocation(),
                              "expected the memory that it orders: none, "
                              "local, global_read, global_write, tensor_read, "
                              "tensor_write or all");
  } while (succeeded(parser.parseOptionalVerticalBar()));
  return parser.parseOptionalAttrDict(state.attributes);
}

/// Reads an operation as one that is not registered, for `convertTTGOperation`.
static ParseResult parseTTGOperation(OpAsmParser &parser,
                                     OperationState &state) {
  StringRef name = state.name.getStringRef();
  std::optional<Syntax> syntax = getSyntax(name);
  if (!syntax)
    return emitError(parser.getEncodedSourceLoc(parser.getNameLoc()),
                     explainUnsupported(name));
  if (*syntax == Syntax::Copy)
    return parseAsyncCopy(parser, state);
  if (*syntax == Syntax::Tokens)
    return parseTokens(parser, state);
  if (*syntax == Syntax::Spaces)
    return parseSpaces(parser, state);
  SmallVector<OpAsmParser::UnresolvedOperand> operands;
  SmallVector<Type> types;
  SMLoc loc = parser.getCurrentLocation();
  // Nothing stands between a barrier and the next operation's results.
  if (*syntax != Syntax::None && parser.parseOperandList(operands))
    return failure();
  if (*syntax == Syntax::Index &&
      (parser.parseLSquare() || parser.parseOperand(operands.emplace_back()) ||
       parser.parseRSquare()))
    return failure();
  OpAsmParser::UnresolvedOperand token;
  if (name == "ttg.local_load" &&
      succeeded(parser.parseOptionalKeyword("token")) &&
      parser.parseOperand(token))
    return failure();
  if (parser.parseOptionalAttrDict(state.attributes))
    return failure();
  switch (*syntax) {
  case Syntax::None:
  case Syntax::Copy:
  case Syntax::Tokens:
  case Syntax::Spaces:
    break;
  case Syntax::Single:
    if (parser.parseColonTypeList(types))
      return failure();
    break;
  case Syntax::Function: {
    FunctionType function;
    if (parser.parseColonType(function))
      return failure();
    llvm::append_range(types, function.getInputs());
    state.addTypes(function.getResults());
    break;
  }
  case Syntax::Arrow:
  case Syntax::Index: {
    Type from, to;
    if (parser.parseColonType(from) || parser.parseArrow() ||
        parser.parseType(to))
      return failure();
    types.push_back(from);
    // Of a store both are operands.
    if (name == "ttg.local_store")
      types.push_back(to);
    else
      state.addTypes(to);
    if (*syntax == Syntax::Index)
      types.push_back(parser.getBuilder().getI32Type());
    break;
  }
  }
  return parser.resolveOperands(operands, types, loc, state.operands);
}

//===----------------------------------------------------------------------===//
// Conversion
//===----------------------------------------------------------------------===//

/// Whether `op` has so many operands and results.
static LogicalResult verifyCounts(Operation *op, unsigned leastOperands,
                                  unsigned mostOperands, unsigned results) {
  if (op->getNumOperands() < leastOperands ||
      op->getNumOperands() > mostOperands) {
    InFlightDiagnostic error = op->emitError();
    error << "'" << op->getName() << "' op expected " << leastOperands;
    if (mostOperands != leastOperands)
      error << " to " << mostOperands;
    return error << " operands, found " << op->getNumOperands();
  }
  if (op->getNumResults() != results)
    return op->emitError() << "'" << op->getName() << "' op expected "
                           << results << " results, found "
                           << op->getNumResults();
  return success();
}

/// The operation's type, which tells what to create, must be known before it is
/// created; the rest is its verifier's.
template <typename T>
static LogicalResult verifyIs(Operation *op, Type type, StringRef what) {
  if (isa<T>(type))
    return success();
  return op->emitError() << "'" << op->getName() << "' op expected " << what
                         << ", found " << type;
}

template <typename OpT>
static LogicalResult replace(Operation *op, unsigned operands,
                             unsigned results) {
  if (failed(verifyCounts(op, operands, operands, results)))
    return failure();
  OpBuilder builder(op);
  OperationState state(op->getLoc(), OpT::getOperationName());
  state.addOperands(op->getOperands());
  state.addTypes(op->getResultTypes());
  Operation *converted = builder.create(state);
  op->replaceAllUsesWith(converted);
  op->erase();
  return converted->getName().verifyInvariants(converted);
}

static LogicalResult convertAlloc(Operation *op) {
  if (failed(verifyCounts(op, 0, 1, 1)) ||
      failed(verifyIs<tilegpu::MemDescType>(op, op->getResult(0).getType(),
                                            "a place in shared memory")))
    return failure();
  OpBuilder builder(op);
  auto alloc = tilegpu::LocalAllocOp::create(builder, op->getLoc(),
                                             op->getResult(0).getType());
  LogicalResult outcome = success();
  if (op->getNumOperands() == 1) {
    auto store = tilegpu::LocalStoreOp::create(builder, op->getLoc(),
                                               op->getOperand(0), alloc);
    outcome = store->getName().verifyInvariants(store);
  }
  op->replaceAllUsesWith(alloc);
  op->erase();
  return outcome;
}

/// An attribute in generic form, which may stand in either place.
static Attribute getAttribute(Operation *op, StringRef name) {
  if (Attribute attr = op->getDiscardableAttr(name))
    return attr;
  auto inherent =
      dyn_cast_if_present<DictionaryAttr>(op->getPropertiesAsAttribute());
  return inherent ? inherent.get(name) : Attribute();
}

/// Ends an operation whose result is a token.
static LogicalResult eraseWithToken(Operation *op) {
  if (op->getNumResults() > 1 ||
      (op->getNumResults() == 1 && !op->getResult(0).getType().isInteger(1)))
    return op->emitError() << "'" << op->getName()
                           << "' op expected a token as its result";
  OpBuilder builder(op);
  if (!op->use_empty())
    op->replaceAllUsesWith(arith::ConstantOp::create(
        builder, op->getLoc(), builder.getBoolAttr(false)));
  op->erase();
  return success();
}

static LogicalResult convertAsyncCopy(Operation *op) {
  auto sizes = dyn_cast_if_present<DenseI32ArrayAttr>(
      getAttribute(op, "operandSegmentSizes"));
  ArrayRef<int32_t> counts = sizes ? sizes.asArrayRef() : ArrayRef<int32_t>();
  bool isRight = counts.size() == 4 && counts[0] == 1 && counts[1] == 1 &&
                 llvm::is_contained({0, 1}, counts[2]) &&
                 llvm::is_contained({0, 1}, counts[3]) &&
                 2 + counts[2] + counts[3] == int64_t(op->getNumOperands());
  if (!isRight)
    return op->emitError() << "'" << op->getName()
                           << "' op expected 'operandSegmentSizes' to be of a "
                              "pointer, a place, a mask and another value";
  if (counts[3]) {
    Value other = op->getOperand(2 + counts[2]);
    if (!matchPattern(other, m_Zero()) &&
        !matchPattern(other, m_PosZeroFloat()))
      return op->emitError()
             << "'" << op->getName()
             << "' op expected 0 where the mask is false, found another value";
  }
  OpBuilder builder(op);
  auto copy = tilegpu::AsyncCopyOp::create(
      builder, op->getLoc(), op->getOperand(0), op->getOperand(1),
      counts[2] ? op->getOperand(2) : Value(), /*pred=*/Value(),
      CacheModifier::None);
  if (failed(copy->getName().verifyInvariants(copy)))
    return failure();
  return eraseWithToken(op);
}

static LogicalResult convertAsyncWait(Operation *op) {
  auto num = dyn_cast_if_present<IntegerAttr>(getAttribute(op, "num"));
  if (!num || !num.getType().isSignlessInteger(32))
    return op->emitError() << "'" << op->getName()
                           << "' op expected 'num' to be an i32";
  OpBuilder builder(op);
  auto wait = tilegpu::AsyncWaitOp::create(builder, op->getLoc(),
                                           uint32_t(num.getInt()));
  if (failed(wait->getName().verifyInvariants(wait)))
    return failure();
  return eraseWithToken(op);
}

LogicalResult tile::convertTTGOperation(Operation *op) {
  StringRef name = op->getName().getStringRef();
  if (name == "ttg.convert_layout")
    return replace<tilegpu::ConvertLayoutOp>(op, 1, 1);
  if (name == "ttg.local_load") {
    // After the place may be a token.
    if (op->getNumOperands() == 2)
      op->eraseOperand(1);
    return replace<tilegpu::LocalLoadOp>(op, 1, 1);
  }
  if (name == "ttg.async_copy_global_to_local")
    return convertAsyncCopy(op);
  if (name == "ttg.async_wait")
    return convertAsyncWait(op);
  if (name == "ttg.async_commit_group") {
    OpBuilder builder(op);
    tilegpu::AsyncCommitGroupOp::create(builder, op->getLoc());
    return eraseWithToken(op);
  }
  if (name == "ttg.local_store")
    return replace<tilegpu::LocalStoreOp>(op, 2, 0);
  if (name == "ttg.memdesc_index")
    return replace<tilegpu::MemDescIndexOp>(op, 2, 1);
  if (name == "ttg.local_alloc")
    return convertAlloc(op);
  if (name == "ttg.local_barrier" || name == "ttg.barrier") {
    if (failed(verifyCounts(op, 0, 0, 0)))
      return failure();
    OpBuilder builder(op);
    tilegpu::BarrierOp::create(builder, op->getLoc(),
                               tilegpu::BarrierScope::CTA);
  } else if (failed(verifyCounts(op, 1, 1, 0))) {
    // A place ends with its last load: ttg.local_dealloc says nothing new.
    return failure();
  }
  op->erase();
  return success();
}

/// The chip of `cuda:90`, with its own instructions where it has any.
static std::optional<std::string> getChip(Attribute value) {
  auto text = dyn_cast<StringAttr>(value);
  StringRef number = text ? text.getValue() : StringRef();
  unsigned version = 0;
  if (!number.consume_front("cuda:") || number.getAsInteger(10, version))
    return std::nullopt;
  return ("sm_" + Twine(version) + (version >= 90 ? "a" : "")).str();
}

static std::optional<int64_t> getNumber(Attribute value) {
  auto number = dyn_cast<IntegerAttr>(value);
  return number ? number.getValue().trySExtValue() : std::nullopt;
}

LogicalResult tile::convertTTGModule(ModuleOp module) {
  std::optional<std::string> chip;
  std::optional<int64_t> warps;
  SmallVector<StringAttr> taken;
  for (NamedAttribute attr : module->getDiscardableAttrs()) {
    StringRef name = attr.getName();
    if (!name.starts_with("ttg."))
      continue;
    Attribute value = attr.getValue();
    std::optional<int64_t> number = getNumber(value);
    auto expect = [&](StringRef what) {
      return emitError(module.getLoc()) << "expected '" << name << "' to be "
                                        << what << ", found " << value;
    };
    if (name == "ttg.num-warps") {
      if (!number || *number < 1 || *number > 32 ||
          !llvm::isPowerOf2_64(*number))
        return expect("a power of two up to 32");
      warps = number;
    } else if (name == "ttg.threads-per-warp") {
      if (number != kThreadsPerWarp)
        return expect("32");
    } else if (name == "ttg.num-ctas") {
      if (number != 1)
        return expect("1");
    } else if (name == "ttg.target") {
      chip = getChip(value);
      if (!chip)
        return expect("\"cuda:80\" or the like");
    } else {
      // The walk over attributes reports others.
      continue;
    }
    taken.push_back(attr.getName());
  }
  for (StringAttr name : taken)
    module->removeDiscardableAttr(name);
  // TTIR has no layouts, whatever attributes its module has.
  bool hasLayouts = false;
  module.walk([&](Operation *op) {
    hasLayouts |= llvm::any_of(op->getResultTypes(), getLayout);
  });
  if (warps && hasLayouts)
    module->setAttr(kKeepLayoutsAttrName, UnitAttr::get(module.getContext()));
  if (!warps || module->hasAttr(kTargetAttrName))
    return success();
  std::string name = chip.value_or("sm_90a");
  auto target = TargetAttr::getChecked(
      [&] { return emitError(module.getLoc()); }, module.getContext(),
      StringRef(name), unsigned(*warps), 0u);
  if (!target)
    return failure();
  module->setAttr(kTargetAttrName, target);
  return success();
}

//===----------------------------------------------------------------------===//
// The dialect
//===----------------------------------------------------------------------===//

namespace {

/// `ttg`, as the parser needs it.
class TTGDialect : public Dialect {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(TTGDialect)

  static constexpr StringLiteral getDialectNamespace() { return kTTGNamespace; }

  explicit TTGDialect(MLIRContext *context)
      : Dialect(kTTGNamespace, context, TypeID::get<TTGDialect>()) {
    // Layouts and types are theirs.
    context->getOrLoadDialect<TileDialect>();
    context->getOrLoadDialect<tilegpu::TileGPUDialect>();
    // All stay as they are until `convertTTGOperation`.
    allowUnknownOperations();
  }

  std::optional<ParseOpHook> getParseOperationHook(StringRef) const override {
    return ParseOpHook(parseTTGOperation);
  }
  Attribute parseAttribute(DialectAsmParser &parser, Type type) const override {
    return parseLayout(parser, type);
  }
  Type parseType(DialectAsmParser &parser) const override {
    SMLoc loc = parser.getCurrentLocation();
    StringRef keyword;
    if (parser.parseKeyword(&keyword))
      return {};
    if (keyword == "memdesc")
      return parseMemDesc(parser, loc);
    // A token only says what waits for what, and tilegpu has none: a number
    // stands for it, which nothing uses.
    if (keyword == "async.token")
      return parser.getBuilder().getI1Type();
    parser.emitError(loc, explainUnsupported(("ttg." + keyword).str()));
    return {};
  }
};

/// `ttng`, TTGIR's part for NVIDIA's GPUs: it only says that nothing of it is
/// supported.
class TTNGDialect : public Dialect {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(TTNGDialect)

  static constexpr StringLiteral getDialectNamespace() {
    return kTTNGNamespace;
  }

  explicit TTNGDialect(MLIRContext *context)
      : Dialect(kTTNGNamespace, context, TypeID::get<TTNGDialect>()) {
    // Those in generic form are reported with all others.
    allowUnknownOperations();
  }

  std::optional<ParseOpHook> getParseOperationHook(StringRef) const override {
    return ParseOpHook([](OpAsmParser &parser, OperationState &state) {
      return ParseResult(
          emitError(parser.getEncodedSourceLoc(parser.getNameLoc()),
                    explainUnsupported(state.name.getStringRef())));
    });
  }
  Attribute parseAttribute(DialectAsmParser &parser, Type) const override {
    return refuse(parser), Attribute();
  }
  Type parseType(DialectAsmParser &parser) const override {
    return refuse(parser), Type();
  }

private:
  static void refuse(DialectAsmParser &parser) {
    SMLoc loc = parser.getCurrentLocation();
    StringRef keyword;
    if (succeeded(parser.parseKeyword(&keyword)))
      parser.emitError(loc, explainUnsupported(("ttng." + keyword).str()));
  }
};

} // namespace

void tile::registerTTGDialects(DialectRegistry &registry) {
  if (!registry.getDialectAllocator(kTTGNamespace))
    registry.insert<TTGDialect>();
  if (!registry.getDialectAllocator(kTTNGNamespace))
    registry.insert<TTNGDialect>();
}
