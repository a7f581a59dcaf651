//===- AsmOps.cpp - Inline PTX ------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/AsmCheck/AsmPlace.h"
#include "tile/Dialect/Tile/IR/AsmInfo.h"
#include "tile/Dialect/Tile/IR/AsmSource.h"
#include "tile/Dialect/Tile/IR/PaddedShapes.h"
#include "tile/Dialect/Tile/IR/Tile.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::tile;

AsmSourceInterface *tile::getAsmSource(MLIRContext *context) {
  auto *dialect = context->getLoadedDialect<TileDialect>();
  return dialect ? dialect->getRegisteredInterface<AsmSourceInterface>()
                 : nullptr;
}

ParseResult tile::parseAsmText(OpAsmParser &parser, StringAttr &text) {
  SMLoc place = parser.getCurrentLocation();
  if (parser.parseAttribute(text, NoneType::get(parser.getContext())))
    return failure();
  if (AsmSourceInterface *source = getAsmSource(parser.getContext()))
    source->noteParsed(parser, place, text);
  return success();
}

void tile::printAsmText(OpAsmPrinter &printer, Operation *, StringAttr text) {
  printer.printAttributeWithoutType(text);
}

ParseResult tile::parseAsmSignature(
    OpAsmParser &parser, SmallVectorImpl<OpAsmParser::UnresolvedOperand> &args,
    SmallVectorImpl<Type> &argTypes, SmallVectorImpl<Type> &resultTypes) {
  if (parser.parseOperandList(args))
    return failure();
  if (!args.empty()) {
    SMLoc loc = parser.getCurrentLocation();
    if (failed(parser.parseOptionalColon()))
      return parser.emitError(loc)
             << "expected ':' and the types of the operands; an asm without "
                "operands and results ends in '-> ()'";
    if (parser.parseTypeList(argTypes))
      return failure();
  }
  if (failed(parser.parseOptionalArrow()))
    return success();
  if (succeeded(parser.parseOptionalLParen()))
    return parser.parseRParen();
  return parser.parseTypeList(resultTypes);
}

void tile::printAsmSignature(OpAsmPrinter &printer, Operation *,
                             OperandRange args, TypeRange argTypes,
                             TypeRange resultTypes) {
  if (!args.empty())
    printer << args << " : " << argTypes;
  if (!resultTypes.empty())
    printer << (args.empty() ? "" : " ") << "-> " << resultTypes;
  else if (args.empty())
    printer << "-> ()";
}

ParseResult
tile::parseAsmFallback(OpAsmParser &parser,
                       SmallVectorImpl<std::unique_ptr<Region>> &regions) {
  SmallVector<OpAsmParser::Argument> arguments;
  if (parser.parseArgumentList(arguments, OpAsmParser::Delimiter::Paren,
                               /*allowType=*/true))
    return failure();
  regions.push_back(std::make_unique<Region>());
  return parser.parseRegion(*regions.back(), arguments);
}

void tile::printAsmFallback(OpAsmPrinter &printer, Operation *,
                            RegionRange regions) {
  printer << "(";
  llvm::interleaveComma(
      regions.front()->getArguments(), printer,
      [&](BlockArgument argument) { printer.printRegionArgument(argument); });
  printer << ") ";
  printer.printRegion(*regions.front(), /*printEntryBlockArgs=*/false);
}

/// As emitOpError(), but without the operation as a note: printed alone it
/// shows none of its operands' names, as its region is isolated.
static InFlightDiagnostic
emitAsmError(ElementwiseInlineAsmOp op,
             std::optional<Location> place = std::nullopt) {
  return emitError(place.value_or(op.getLoc()))
         << "'" << op->getName() << "' op ";
}

/// The same about a place in the asm, which is shown.
static LogicalResult emitErrorAt(ElementwiseInlineAsmOp op,
                                 ptx::Location location, const Twine &message,
                                 StringRef registers = "") {
  std::optional<Location> place;
  if (AsmSourceInterface *source = getAsmSource(op.getContext()))
    place = source->locate(op, location.offset);
  InFlightDiagnostic diag = emitAsmError(op, place);
  diag << ptx::describePlace(location) << message;
  if (!place)
    diag << ptx::showPlace(op.getAsmString(), location);
  if (!registers.empty())
    diag.attachNote() << registers;
  return diag;
}

/// The same about `$k`, at its first place. An asm need not name all.
static LogicalResult emitErrorAboutRegister(ElementwiseInlineAsmOp op,
                                            unsigned number,
                                            const Twine &message) {
  if (auto location = findAsmReference(op.getAsmString(), number))
    return emitErrorAt(op, *location, message);
  return emitAsmError(op) << message;
}

/// The class that holds a register of the asm.
static std::string suggestClass(const AsmRegister &reg) {
  unsigned bits = reg.getBits();
  bool isFloat = reg.count == 1 && isa<FloatType>(reg.elementType);
  StringRef letters = bits <= 16              ? "'h'"
                      : bits <= 32 && isFloat ? "'f' or 'r'"
                      : bits <= 32            ? "'r'"
                      : bits <= 64 && isFloat ? "'d' or 'l'"
                      : bits <= 64            ? "'l'"
                      : bits <= 128           ? "'q'"
                                              : "";
  return letters.empty() ? "" : "; use " + letters.str();
}

/// The constraint string against the registers of one invocation.
static LogicalResult verifyConstraints(ElementwiseInlineAsmOp op) {
  auto emitError = [&] { return emitAsmError(op); };
  std::shared_ptr<const AsmInfo> info = getAsmInfo(op);
  const std::optional<AsmConstraints> &constraints = info->constraints;
  if (!constraints)
    return parseAsmConstraints(op.getConstraints(), emitError);
  SmallVector<AsmRegister> registers = getAsmRegisters(op);
  size_t outputs = llvm::count_if(
      registers, [](const AsmRegister &r) { return r.isResult; });
  size_t givenOutputs =
      llvm::count_if(constraints->registers,
                     [](const AsmConstraint &c) { return c.isOutput; });
  size_t inputs = registers.size() - outputs;
  size_t givenInputs = constraints->registers.size() - givenOutputs;
  auto describeRegisters = [&] {
    std::string list;
    for (auto [k, reg] : llvm::enumerate(registers))
      list += (k ? ", " : "the registers are ") + reg.describe(k);
    return list;
  };
  auto emitCountError = [&](size_t expected, StringRef kind, StringRef values,
                            size_t found, StringRef hint) {
    InFlightDiagnostic diag = emitError();
    diag << "expected " << expected << " " << kind
         << " constraints, one for each register of the " << values
         << ", found " << found << hint;
    if (!registers.empty())
      diag.attachNote() << describeRegisters();
    return diag;
  };
  bool lacksSigns =
      constraints->registers.size() == registers.size() && givenOutputs == 0;
  if (outputs != givenOutputs)
    return emitCountError(outputs, "output", "results", givenOutputs,
                          lacksSigns ? "; write '=' before each of an output"
                                     : "");
  if (inputs != givenInputs)
    return emitCountError(inputs, "input", "operands", givenInputs, "");
  for (auto [k, item] :
       llvm::enumerate(llvm::zip(registers, constraints->registers))) {
    auto &[reg, constraint] = item;
    if (constraint.isImmediate) {
      if (reg.count != 1 || !getAsmImmediate(op, reg.index))
        return emitErrorAboutRegister(
            op, k,
            "expected a constant for an immediate, found " + reg.describe(k));
      continue;
    }
    unsigned available = getRegisterClassBits(constraint.letter);
    bool isPredicate = constraint.letter == 'b';
    bool isLoneBool = reg.count == 1 && reg.elementType.isInteger(1);
    if (isPredicate && !isLoneBool)
      return emitErrorAboutRegister(
          op, k,
          "expected a lone i1 in a predicate register (b), found " +
              reg.describe(k));
    if (!isPredicate && reg.getBits() > available)
      return emitErrorAboutRegister(
          op, k,
          "expected a register class of at least " + Twine(reg.getBits()) +
              " bits, found '" + StringRef(&constraint.letter, 1) + "' of " +
              Twine(available) + " for " + reg.describe(k) + suggestClass(reg));
  }
  const AsmSummary &body = info->summary;
  if (!body.badReference.empty())
    return emitErrorAt(op, body.badLocation,
                       "expected '$' to begin a register as in '$0' or "
                       "'${0}', '${:uid}', or '$$', found '" +
                           body.badReference + "'");
  if (body.maxRegister >= int(registers.size())) {
    std::string found = ", found $" + std::to_string(body.maxRegister);
    if (registers.empty())
      return emitErrorAt(op, body.maxLocation,
                         "expected no registers, as the asm has neither "
                         "results nor operands" +
                             found);
    return emitErrorAt(op, body.maxLocation,
                       "expected registers up to $" +
                           Twine(registers.size() - 1) + found,
                       describeRegisters());
  }
  if (!body.error.empty())
    return emitErrorAt(op, body.errorLocation, body.error);
  return success();
}

/// The region is isolated: what it needs comes in as an operand. Said here, as
/// the trait does not say what to do.
static LogicalResult verifyFallbackIsClosed(ElementwiseInlineAsmOp op) {
  for (Region &region : op.getFallbacks()) {
    WalkResult result = region.walk([&](Operation *nested) {
      for (Value operand : nested->getOperands())
        if (operand && !region.isAncestor(operand.getParentRegion())) {
          nested->emitOpError("expected only values of the fallback, found one "
                              "from around the inline asm; make it an operand "
                              "of the asm");
          return WalkResult::interrupt();
        }
      return WalkResult::advance();
    });
    if (result.wasInterrupted())
      return failure();
  }
  return success();
}

RankedTensorType tile::getTileOf(ElementwiseInlineAsmOp op) {
  for (TypeRange types :
       {TypeRange(op.getResultTypes()), TypeRange(op.getOperandTypes())})
    for (Type type : types)
      if (auto tile = dyn_cast<RankedTensorType>(type))
        return tile;
  return {};
}

LogicalResult ElementwiseInlineAsmOp::verify() {
  if (failed(verifyFallbackIsClosed(*this)))
    return failure();
  int32_t pack = getPackedElement();
  if (pack < 1 || !llvm::isPowerOf2_32(pack) || pack > 32)
    return emitAsmError(*this)
           << "expected packed_element to be 1, 2, 4, 8, 16 or 32, "
              "found "
           << pack;
  if (getPure() && getNumResults() == 0)
    return emitAsmError(*this)
           << "expected a pure asm to have results, found none";
  for (int32_t number : getPerGroup().value_or(ArrayRef<int32_t>()))
    if (number < 0 || number >= int32_t(getArgs().size()))
      return emitAsmError(*this)
             << "expected per_group to list operands from 0 to "
             << int(getArgs().size()) - 1 << ", found " << number;
  if (getFallbacks().size() > 1)
    return emitAsmError(*this) << "expected at most one fallback region, found "
                               << getFallbacks().size();
  if (getUseFallback() && !hasFallback())
    return emitAsmError(*this)
           << "expected a fallback region with use_fallback";

  // The common shape: that of the results, or what the operands broadcast to.
  SmallVector<int64_t> shape;
  bool isTile = false;
  for (Value arg : getArgs()) {
    auto type = dyn_cast<RankedTensorType>(arg.getType());
    if (!type)
      continue;
    if (!isTile) {
      shape.assign(type.getShape().begin(), type.getShape().end());
      isTile = true;
      continue;
    }
    if (type.getRank() != int64_t(shape.size()))
      return emitAsmError(*this)
             << "expected operands of one number of dimensions, "
                "found "
             << shape.size() << " and " << type.getRank();
    for (auto [dim, size] : llvm::enumerate(type.getShape())) {
      if (shape[dim] != size && shape[dim] != 1 && size != 1)
        return emitAsmError(*this)
               << "expected operands whose shapes broadcast, found "
               << shape[dim] << " and " << size << " in dimension " << dim;
      shape[dim] = std::max(shape[dim], size);
    }
  }
  for (Value result : getResults()) {
    auto type = dyn_cast<RankedTensorType>(result.getType());
    // Scalars, and no operands at all, broadcast to any shape.
    if (isTile && (!type || type.getShape() != ArrayRef(shape))) {
      auto diag = emitAsmError(*this)
                  << "expected results of the operands' common shape ";
      llvm::interleave(shape, diag, "x");
      return diag << ", found " << result.getType();
    }
    auto first = dyn_cast<RankedTensorType>(getResult(0).getType());
    if (bool(type) != bool(first) ||
        (type && type.getShape() != first.getShape()))
      return emitAsmError(*this)
             << "expected results of one shape, found "
             << getResult(0).getType() << " and " << result.getType();
  }
  // Each element belongs to one invocation, and a padded one would repeat some.
  if (isOncePerElement()) {
    if (getNumResults())
      if (auto type = dyn_cast<RankedTensorType>(getResult(0).getType()))
        shape.assign(type.getShape().begin(), type.getShape().end());
    int64_t elements = 1;
    for (int64_t size : shape)
      elements *= size;
    if (elements > pack && elements % pack != 0)
      return emitAsmError(*this)
             << "expected a multiple of packed_element elements in the tile of "
                "an asm that runs once for each, which is "
             << pack << ", found " << elements;
    if (elements < pack)
      return emitAsmError(*this)
             << "expected at least packed_element elements in the tile of an "
                "asm that runs once for each, which are "
             << pack << ", found " << elements;
  }
  if (getExtents() && !isOncePerElement())
    return emitAsmError(*this) << "expected an asm with 'extents' to run once "
                                  "for each element, found another";
  if (getExtents() &&
      failed(verifyExtents(*this, getTileOf(*this), *getExtents())))
    return failure();
  if (getExtents() && pack > 1 &&
      (getExtents()->back() != pack || shape.back() != pack))
    return emitAsmError(*this)
           << "expected packed_element, which is " << pack
           << ", as the last extent with 'extents', found "
           << getExtents()->back() << " of " << shape.back();
  if (failed(verifyConstraints(*this)))
    return failure();
  if (AsmSourceInterface *source = getAsmSource(getContext()))
    source->noteVerified(*this);
  return success();
}

bool ElementwiseInlineAsmOp::isLayoutAnchor() {
  return isOncePerElement() && getPackedElement() > 1 && getTileOf(*this);
}

/// Elements that share a register had better be neighbours in one thread, where
/// there are so many per thread. Of an asm that runs once per element, a thread
/// needs as many as an invocation takes; where tiles are large enough, any
/// layout has them.
SmallVector<LayoutDemand>
ElementwiseInlineAsmOp::getLayoutDemands(int64_t numThreads) {
  RankedTensorType tile = getTileOf(*this);
  int64_t pack = getPackedElement();
  if (!tile || pack == 1)
    return {};
  int64_t room = tile.getNumElements() / numThreads;
  int64_t together = pack;
  if (!isOncePerElement()) {
    together = 1;
    for (const AsmRegister &reg : getAsmRegisters(*this))
      together = std::max<int64_t>(together, reg.count);
    if (together > room)
      return {};
  } else if (room >= pack && !getExtents()) {
    return {};
  }
  LayoutDemand demand{0, {}};
  for (unsigned dim = tile.getRank(); dim-- > 0;)
    for (unsigned pos = 0; 1 << pos < tile.getDimSize(dim) && together > 1;
         ++pos, together /= 2)
      demand.bits.push_back({dim, pos});
  if (demand.bits.empty())
    return {};
  return {demand};
}

/// Whether the elements along the last dimension are registers of one thread,
/// and nothing else moves along it.
static bool hasGroupsInLastDim(const LinearLayout &map) {
  for (const auto &[inDim, vectors] : map.getBases())
    for (ArrayRef<int32_t> vector : vectors)
      if (vector.back() != 0 &&
          (inDim != kRegister ||
           llvm::any_of(vector.drop_back(), [](int32_t c) { return c != 0; })))
        return false;
  return true;
}

/// One that runs once per element needs whole groups in each thread. With
/// extents they are the rows of the tile, so that no group is padding in part.
bool ElementwiseInlineAsmOp::isUniformMap() {
  // One thread runs it for each element, and all get its results.
  if (isOncePerElement())
    return true;
  return getPure() && !getAsmInfo(*this)->mayDifferByThread();
}

bool ElementwiseInlineAsmOp::acceptsLayout(unsigned, Attribute layout) {
  if (!isLayoutAnchor())
    return true;
  LinearLayout map = cast<LayoutAttrInterface>(layout).toLinearLayout(
      getTileOf(*this).getShape());
  if (getExtents() && !hasGroupsInLastDim(map))
    return false;
  return map.getNumDistinct(kRegister) >=
         static_cast<int32_t>(getPackedElement());
}

bool ElementwiseInlineAsmOp::isFallbackPerElement() {
  unsigned operands = getArgs().size();
  unsigned arguments = getFallback().getNumArguments();
  for (unsigned i = 0; i < operands && getPackedElement() > 1; ++i)
    if (!isPerGroup(i))
      return arguments == operands;
  // Both forms have the same arguments.
  Block &body = getFallback().front();
  return body.empty() || body.back().getNumOperands() == getNumResults();
}

LogicalResult ElementwiseInlineAsmOp::verifyRegions() {
  if (!hasFallback())
    return success();
  // Element form, or group form: the scalars that the region has and returns.
  auto getTypes = [&](TypeRange types, bool areOperands, bool isGroup) {
    SmallVector<Type> scalars;
    for (auto [index, type] : llvm::enumerate(types)) {
      bool isSingle = !isGroup || (areOperands && isPerGroup(index));
      scalars.append(isSingle ? 1 : getPackedElement(), getScalarType(type));
    }
    return scalars;
  };
  Block &body = getFallback().front();
  bool isGroup = !isFallbackPerElement();
  SmallVector<Type> elements =
      getTypes(getOperandTypes(), /*areOperands=*/true, /*isGroup=*/false);
  SmallVector<Type> groups =
      getTypes(getOperandTypes(), /*areOperands=*/true, /*isGroup=*/true);
  if (!llvm::equal(body.getArgumentTypes(), isGroup ? groups : elements)) {
    InFlightDiagnostic diag =
        emitAsmError(*this)
        << "expected a fallback with an argument for each operand, ("
        << elements << ")";
    if (groups != elements)
      diag << ", or for each of its elements in a group, (" << groups << ")";
    return diag << ", found (" << body.getArgumentTypes() << ")";
  }
  auto ret =
      dyn_cast_if_present<AsmReturnOp>(body.empty() ? nullptr : &body.back());
  if (!ret)
    return emitAsmError(*this)
           << "expected a fallback that ends in tile.asm.return";
  SmallVector<Type> expected =
      getTypes(getResultTypes(), /*areOperands=*/false, isGroup);
  if (!llvm::equal(ret.getOperandTypes(), expected))
    return ret.emitOpError("expected values of types (")
           << expected << "), found (" << ret.getOperandTypes() << ")";
  WalkResult result = getFallback().walk([&](Operation *nested) {
    for (TypeRange types : {TypeRange(nested->getOperandTypes()),
                            TypeRange(nested->getResultTypes())})
      for (Type type : types)
        if (isa<ShapedType>(type)) {
          nested->emitOpError()
              << "expected only scalars in the fallback of an "
                 "inline asm, found "
              << type;
          return WalkResult::interrupt();
        }
    // What stands in the regions of another operation is visited, too.
    bool mayHaveEffects =
        nested->hasTrait<OpTrait::HasRecursiveMemoryEffects>() ||
        isa<LoadOp>(nested) ||
        (!getPure() && isa<ElementwiseInlineAsmOp>(nested));
    if (mayHaveEffects || isMemoryEffectFree(nested))
      return WalkResult::advance();
    nested->emitOpError(getPure() ? "expected no side effects in the fallback "
                                    "of a pure inline asm"
                                  : "expected only side effects that inline "
                                    "asm may have in its fallback");
    return WalkResult::interrupt();
  });
  return failure(result.wasInterrupted());
}

void ElementwiseInlineAsmOp::getEffects(
    SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {
  if (getPure())
    return;
  effects.emplace_back(MemoryEffects::Read::get());
  effects.emplace_back(MemoryEffects::Write::get());
}

Speculation::Speculatability ElementwiseInlineAsmOp::getSpeculatability() {
  return getPure() ? Speculation::Speculatable : Speculation::NotSpeculatable;
}
