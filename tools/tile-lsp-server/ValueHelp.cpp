//===- ValueHelp.cpp - A value's type and layout for editors --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A value of the source is found again in the compiled module by its location,
// the number of its result, and its shape.
//
//===----------------------------------------------------------------------===//

#include "ValueHelp.h"

#include "tile/Compiler/Compiler.h"
#include "tile/Dialect/Tile/IR/Tile.h"
#include "tile/Layout/LinearLayout.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/AsmParser/AsmParserState.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;
using namespace mlir::tile;

static bool contains(SMRange range, const char *place) {
  return range.isValid() && range.Start.getPointer() <= place &&
         place <= range.End.getPointer();
}

static bool isNamedAt(const AsmParserState::SMDefinition &definition,
                      const char *place) {
  return contains(definition.loc, place) ||
         llvm::any_of(definition.uses,
                      [&](SMRange use) { return contains(use, place); });
}

/// The value whose name has this character of the text.
static Value findValue(const AsmParserState &state, const char *place) {
  for (const AsmParserState::OperationDefinition &op : state.getOpDefs()) {
    for (const auto &[index, group] : llvm::enumerate(op.resultGroups)) {
      if (!isNamedAt(group.definition, place))
        continue;
      return op.op->getResult(group.startIndex);
    }
  }
  for (const AsmParserState::BlockDefinition &block : state.getBlockDefs())
    for (const auto &[index, argument] : llvm::enumerate(block.arguments))
      if (isNamedAt(argument, place))
        return block.block->getArgument(index);
  return nullptr;
}

static LayoutAttrInterface getLayout(RankedTensorType type) {
  return dyn_cast_or_null<LayoutAttrInterface>(type.getEncoding());
}

static void printLayout(raw_ostream &os, RankedTensorType type) {
  LayoutAttrInterface layout = getLayout(type);
  os << "```mlir\n" << layout << "\n```\n";
  auto map = layout.toLinearLayout(type.getShape());
  os << "```\n";
  for (const char *dim : {"register", "lane", "warp"})
    if (llvm::is_contained(map.getInDimNames(), dim))
      os << map.getInDimSize(dim) << ' ' << dim
         << (map.getInDimSize(dim) == 1 ? "" : "s") << ", ";
  os << "and which element each bit of their numbers leads to:\n"
     << map << "```\n";
}

/// The part of a location that is a place in the text.
static bool hasPlace(Location location, FileLineColLoc place) {
  bool found = false;
  location->walk([&](Location part) {
    found |= part == Location(place);
    return found ? WalkResult::interrupt() : WalkResult::advance();
  });
  return found;
}

/// The types that the compiler gives a value of the source.
static llvm::SetVector<RankedTensorType>
findCompiledTypes(ModuleOp module, FileLineColLoc place, unsigned number,
                  bool isArgument, ArrayRef<int64_t> shape) {
  llvm::SetVector<RankedTensorType> types;
  auto add = [&](Value value) {
    auto type = dyn_cast<RankedTensorType>(value.getType());
    if (type && type.getShape() == shape && getLayout(type))
      types.insert(type);
  };
  module.walk([&](Operation *op) {
    for (Region &region : op->getRegions())
      for (Block &block : region)
        for (BlockArgument argument : block.getArguments())
          if (isArgument && hasPlace(argument.getLoc(), place))
            add(argument);
    if (!isArgument && number < op->getNumResults() &&
        hasPlace(op->getLoc(), place))
      add(op->getResult(number));
  });
  return types;
}

/// What the compiler chooses; nothing after errors.
static void printChosen(raw_ostream &os, StringRef text, FileLineColLoc place,
                        unsigned number, bool isArgument,
                        ArrayRef<int64_t> shape) {
  std::unique_ptr<MLIRContext> context = Compiler::createContext();
  ScopedDiagnosticHandler silent(context.get(),
                                 [](Diagnostic &) { return success(); });
  OwningOpRef<ModuleOp> module = Compiler::parse(
      llvm::MemoryBufferRef(text, place.getFilename().getValue()),
      context.get());
  if (!module)
    return;
  CompilerOptions options;
  options.asmCheck = AsmCheck::Off;
  FailureOr<CompileResult> result =
      Compiler(options).compile(*module, Stage::TileGPU);
  if (failed(result))
    return;
  auto there = FileLineColLoc::get(context.get(), place.getFilename(),
                                   place.getLine(), place.getColumn());
  constexpr size_t kMaxTypes = 3;
  auto types = findCompiledTypes(*module, there, number, isArgument, shape);
  if (types.empty())
    return;
  os << "\nLayout that the compiler chooses for " << result->target << " and "
     << result->numWarps << " warps"
     << (types.size() > 1 ? " (several, as the value is copied):\n" : ":\n");
  for (RankedTensorType type : types.getArrayRef().take_front(kMaxTypes))
    printLayout(os, type);
}

std::string tile::describeValue(StringRef text, size_t offset) {
  std::unique_ptr<MLIRContext> context = Compiler::createContext();
  ScopedDiagnosticHandler silent(context.get(),
                                 [](Diagnostic &) { return success(); });
  llvm::SourceMgr sources;
  auto buffer = llvm::MemoryBuffer::getMemBufferCopy(text, "kernel.mlir");
  const char *begin = buffer->getBufferStart();
  sources.AddNewSourceBuffer(std::move(buffer), SMLoc());
  Block block;
  AsmParserState state;
  ParserConfig config(context.get(), /*verifyAfterParse=*/false);
  if (failed(parseAsmSourceFile(sources, &block, config, &state)))
    return "";
  Value value = findValue(state, begin + offset);
  auto type = value ? dyn_cast<RankedTensorType>(value.getType()) : nullptr;
  if (!type)
    return "";
  std::string result;
  llvm::raw_string_ostream os(result);
  os << "```mlir\n" << type << "\n```\n";
  if (getLayout(type)) {
    os << "\nLayout:\n";
    printLayout(os, type);
    return result;
  }
  auto place = dyn_cast<FileLineColLoc>(value.getLoc());
  auto opResult = dyn_cast<OpResult>(value);
  if (place)
    printChosen(os, text, place, opResult ? opResult.getResultNumber() : 0,
                !opResult, type.getShape());
  return result;
}
