//===- TTIRDialect.cpp - Reading TTIR -----------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The dialects `tt` and `ttg`, which have no operations of their own: their
// hooks let the parser create operations and types of the tile dialect.
//
//===----------------------------------------------------------------------===//

#include "TTIRNames.h"
#include "tile/Dialect/Tile/IR/Tile.h"
#include "tile/Import/ImportTTIR.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/DialectImplementation.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/IR/OpImplementation.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::tile;

/// Other kinds that a first error mentions.
static constexpr unsigned kMaxNotes = 8;

/// The operation that a line of text begins with, behind the names of its
/// results and the quotation mark of the generic form; empty if there is none.
static StringRef getOperationOfLine(StringRef line) {
  line = line.ltrim();
  if (line.starts_with("%"))
    line = line.split('=').second.ltrim();
  line.consume_front("\"");
  return line.take_while(
      [](char c) { return llvm::isAlnum(c) || c == '_' || c == '.'; });
}

/// The parser stops at the first operation it cannot read. So that a user sees
/// at once what a kernel needs, names the other kinds in the rest of the text:
/// line by line, as Triton prints one operation a line.
static void noteOtherUnsupported(InFlightDiagnostic &diag, OpAsmParser &parser,
                                 StringRef first) {
  // The end is a null, as MLIR's lexer demands of a buffer.
  StringRef text(parser.getCurrentLocation().getPointer());
  llvm::SmallSetVector<StringRef, kMaxNotes> kinds;
  kinds.insert(first);
  while (!text.empty() && kinds.size() <= kMaxNotes) {
    text = text.drop_front(std::min(text.find('\n'), text.size() - 1) + 1);
    StringRef line = text.take_until([](char c) { return c == '\n'; });
    StringRef name = getOperationOfLine(line);
    if (!name.starts_with("tt.") && name != "gpu.barrier")
      continue;
    if (isBodyTerminator(name) || getTileOperation(name, parser.getContext()) ||
        !kinds.insert(name))
      continue;
    diag.attachNote(
        parser.getEncodedSourceLoc(SMLoc::getFromPointer(name.data())))
        << explainUnsupported(name);
  }
}

/// Reads `tt.reduce.return %a, %b : f32, f32` as an operation that is not
/// registered, so that the error is the one for the operation it ends.
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

/// Reads an operation `tt.x`: with the parser of `tile.x`, and as that.
static ParseResult parseTTOperation(OpAsmParser &parser,
                                    OperationState &state) {
  StringRef name = state.name.getStringRef();
  if (auto tileName = getTileOperation(name, parser.getContext())) {
    state.name = *tileName;
    return tileName->getParseAssemblyFn()(parser, state);
  }
  if (isBodyTerminator(name))
    return parseBodyTerminator(parser, state);
  InFlightDiagnostic diag =
      emitError(parser.getEncodedSourceLoc(parser.getNameLoc()),
                explainUnsupported(name));
  noteOtherUnsupported(diag, parser, name);
  return diag;
}

static ParseResult parseTTGOperation(OpAsmParser &parser,
                                     OperationState &state) {
  return emitError(parser.getEncodedSourceLoc(parser.getNameLoc()),
                   explainUnsupported(state.name.getStringRef()));
}

namespace {

/// `tt`, as the parser needs it.
class TTDialect : public Dialect {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(TTDialect)

  static constexpr StringLiteral getDialectNamespace() { return kTTNamespace; }

  explicit TTDialect(MLIRContext *context)
      : Dialect(kTTNamespace, context, TypeID::get<TTDialect>()) {
    // The hooks look up its operations.
    context->getOrLoadDialect<TileDialect>();
    // Those in generic form stay as they are until `convertTTIR`.
    allowUnknownOperations();
  }

  std::optional<ParseOpHook> getParseOperationHook(StringRef) const override {
    return ParseOpHook(parseTTOperation);
  }

  Type parseType(DialectAsmParser &parser) const override {
    SMLoc loc = parser.getCurrentLocation();
    StringRef keyword;
    if (parser.parseKeyword(&keyword))
      return {};
    if (keyword == PtrType::getMnemonic())
      return PtrType::parse(parser);
    if (keyword == "tensordesc")
      parser.emitError(loc, "type '!tt.tensordesc' is not supported yet");
    else
      parser.emitError(loc, "expected a type of Triton 3.6, found '!tt.")
          << keyword << "'";
    return {};
  }
};

/// `ttg`, only to say that TTGIR is the wrong stage.
class TTGDialect : public Dialect {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(TTGDialect)

  static constexpr StringLiteral getDialectNamespace() { return kTTGNamespace; }

  explicit TTGDialect(MLIRContext *context)
      : Dialect(kTTGNamespace, context, TypeID::get<TTGDialect>()) {
    allowUnknownOperations();
  }

  std::optional<ParseOpHook> getParseOperationHook(StringRef) const override {
    return ParseOpHook(parseTTGOperation);
  }
  Attribute parseAttribute(DialectAsmParser &parser, Type) const override {
    emitWrongStage(parser, '#');
    return {};
  }
  Type parseType(DialectAsmParser &parser) const override {
    emitWrongStage(parser, '!');
    return {};
  }

private:
  static void emitWrongStage(DialectAsmParser &parser, char sigil) {
    SMLoc loc = parser.getCurrentLocation();
    StringRef keyword;
    if (succeeded(parser.parseKeyword(&keyword)))
      parser.emitError(loc, explainUnsupported(("ttg." + keyword).str()));
  }
};

} // namespace

template <typename DialectT>
static void insertUnlessKnown(DialectRegistry &registry) {
  // Two dialects of one name are a fatal error in MLIR.
  if (!registry.getDialectAllocator(DialectT::getDialectNamespace()))
    registry.insert<DialectT>();
}

void tile::registerTTIRDialects(DialectRegistry &registry) {
  insertUnlessKnown<TTDialect>(registry);
  insertUnlessKnown<TTGDialect>(registry);
  insertUnlessKnown<gpu::GPUDialect>(registry);
}
