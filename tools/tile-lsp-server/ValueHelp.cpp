//===- ValueHelp.cpp - A value's type and layout for editors --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A value of the source is found again in the compiled module by its location,
// the number of its result, and its shape.
//
//===----------------------------------------------------------------------===//

#include "ValueHelp.h"

#include "SourceText.h"

#include "tile/Dialect/Tile/IR/Tile.h"
#include "tile/Layout/LinearLayout.h"

#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"

using namespace mlir;
using namespace mlir::tile;
namespace json = llvm::json;

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

//===----------------------------------------------------------------------===//
// What the compiler chooses
//===----------------------------------------------------------------------===//

void ChosenLayouts::add(Location location, int number, Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  if (!type || !getLayout(type))
    return;
  location->walk([&](Location part) {
    if (auto place = dyn_cast<FileLineColLoc>(part))
      types[{place.getLine(), place.getColumn(), number}].insert(type);
    return WalkResult::advance();
  });
}

ChosenLayouts::ChosenLayouts(StringRef text, StringRef kernel,
                             std::shared_ptr<CompilerSession> given)
    : session(std::move(given)) {
  MLIRContext *context = session->getContext();
  ScopedDiagnosticHandler silent(context,
                                 [](Diagnostic &) { return success(); });
  module = Compiler::parse(llvm::MemoryBufferRef(text, "kernel.mlir"), context);
  if (!module)
    return;
  CompilerOptions options;
  options.asmCheck = AsmCheck::Off;
  options.kernel = kernel.str();
  FailureOr<CompileResult> result =
      Compiler(options).compile(*module, Stage::TileGPU, *session);
  if (failed(result))
    return;
  target = result->target;
  numWarps = result->numWarps;
  module->walk([&](Operation *op) {
    for (Region &region : op->getRegions())
      for (Block &block : region)
        for (BlockArgument argument : block.getArguments())
          add(argument.getLoc(), kArgument, argument);
    for (OpResult result : op->getResults())
      add(op->getLoc(), int(result.getResultNumber()), result);
  });
}

SmallVector<RankedTensorType> ChosenLayouts::lookup(Value value) const {
  auto place = dyn_cast<FileLineColLoc>(value.getLoc());
  auto wanted = dyn_cast<RankedTensorType>(value.getType());
  if (!place || !wanted)
    return {};
  auto result = dyn_cast<OpResult>(value);
  auto it = types.find({place.getLine(), place.getColumn(),
                        result ? int(result.getResultNumber()) : kArgument});
  SmallVector<RankedTensorType> found;
  if (it != types.end())
    for (RankedTensorType type : it->second)
      if (type.getShape() == wanted.getShape())
        found.push_back(type);
  return found;
}

/// The kernel whose compile gives the values of a function their layouts: the
/// function itself, or the first kernel that calls it. Empty if that is not
/// known, and if there is one kernel only.
static std::string findKernel(ModuleOp module, FuncOp wanted) {
  llvm::StringMap<FuncOp> functions;
  SmallVector<FuncOp> kernels;
  for (auto func : module.getOps<FuncOp>()) {
    functions[func.getSymName()] = func;
    if (func.isPublic() && !func.isExternal())
      kernels.push_back(func);
  }
  if (kernels.size() < 2)
    return "";
  for (FuncOp kernel : kernels) {
    llvm::SetVector<Operation *> reached;
    reached.insert(kernel);
    for (size_t i = 0; i < reached.size(); ++i)
      reached[i]->walk([&](CallOp call) {
        if (FuncOp callee = functions.lookup(call.getCallee()))
          reached.insert(callee);
      });
    if (reached.contains(wanted))
      return kernel.getSymName().str();
  }
  return "";
}

static FuncOp getFunction(Value value) {
  Operation *op = value.getDefiningOp();
  if (!op)
    op = cast<BlockArgument>(value).getOwner()->getParentOp();
  while (op && !isa<FuncOp>(op))
    op = op->getParentOp();
  return dyn_cast_or_null<FuncOp>(op);
}

/// The kernel for all functions that have a part between two bytes; empty if
/// they need several.
static std::string findKernel(ParsedPart &part, size_t begin, size_t end) {
  std::optional<std::string> common;
  for (const AsmParserState::OperationDefinition &op : part.state.getOpDefs()) {
    auto func = dyn_cast<FuncOp>(op.op);
    if (!func || !op.scopeLoc.isValid() ||
        part.getOffset(op.scopeLoc.End) < begin ||
        part.getOffset(op.scopeLoc.Start) > end)
      continue;
    std::string kernel = findKernel(*part.module, func);
    if (common && *common != kernel)
      return "";
    common = std::move(kernel);
  }
  return common.value_or("");
}

static const ChosenLayouts &getChosen(Document &document, ParsedPart &part,
                                      const std::string &kernel) {
  for (const std::string &name : {std::string(), kernel})
    if (auto it = part.layouts.find(name); it != part.layouts.end())
      return *it->second;
  auto &made = part.layouts[kernel];
  made = std::make_unique<ChosenLayouts>(part.getText(), kernel,
                                         document.getSession());
  if (made->hasFailed())
    document.dropSession();
  return *made;
}

std::string tile::describeValue(Document &document, size_t offset) {
  ParsedPart *part = document.getPart(offset);
  if (!part)
    return "";
  Value value = findValue(part->state, part->getPlace(offset).getPointer());
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
  FuncOp func = getFunction(value);
  const ChosenLayouts &chosen = getChosen(
      document, *part, func ? findKernel(*part->module, func) : std::string());
  SmallVector<RankedTensorType> types = chosen.lookup(value);
  if (types.empty())
    return result;
  os << "\nLayout that the compiler chooses for " << chosen.target << " and "
     << chosen.numWarps << " warps"
     << (types.size() > 1 ? " (several, as the value is copied):\n" : ":\n");
  constexpr size_t kMaxTypes = 3;
  for (RankedTensorType type : ArrayRef(types).take_front(kMaxTypes))
    printLayout(os, type);
  return result;
}

//===----------------------------------------------------------------------===//
// Hints in the line
//===----------------------------------------------------------------------===//

/// "blocked, 8 per thread": the kind of the layout, and the registers that each
/// thread has of the tile.
static std::string summarizeLayout(RankedTensorType type) {
  LayoutAttrInterface layout = getLayout(type);
  StringRef kind = Attribute(layout).getAbstractAttribute().getName();
  auto map = layout.toLinearLayout(type.getShape());
  std::string text = kind.split('.').second.str();
  if (llvm::is_contained(map.getInDimNames(), "register"))
    text += ", " + std::to_string(map.getInDimSize("register")) + " per thread";
  return text;
}

json::Array tile::makeLayoutHints(Document &document, size_t begin,
                                  size_t end) {
  json::Array hints;
  // Label and description of each type, as many values have the same.
  std::map<const void *, std::pair<std::string, std::string>> known;
  auto add = [&](ParsedPart &part, const std::string &kernel, SMRange range,
                 Value value) {
    auto type = dyn_cast<RankedTensorType>(value.getType());
    if (!range.isValid() || !type || getLayout(type))
      return;
    size_t place = part.getOffset(range.End);
    if (place < begin || place > end)
      return;
    SmallVector<RankedTensorType> types =
        getChosen(document, part, kernel).lookup(value);
    if (types.empty())
      return;
    SmallVector<std::string> labels;
    std::string tooltip;
    for (RankedTensorType type : types) {
      auto [it, isNew] = known.try_emplace(type.getAsOpaquePointer());
      auto &[label, about] = it->second;
      if (isNew) {
        label = summarizeLayout(type);
        llvm::raw_string_ostream os(about);
        printLayout(os, type);
      }
      if (!llvm::is_contained(labels, label))
        labels.push_back(label);
      tooltip += about;
    }
    hints.push_back(
        json::Object{{"position", document.makePosition(place)},
                     {"label", ": " + llvm::join(labels, " | ")},
                     {"kind", 1},
                     {"paddingLeft", false},
                     {"tooltip", json::Object{{"kind", "markdown"},
                                              {"value", std::move(tooltip)}}}});
  };
  for (size_t at = begin; at <= std::min(end, document.getText().size());) {
    auto [text, first] = findPart(document.getText(), at);
    if (ParsedPart *part = document.getPart(at)) {
      std::string kernel = findKernel(*part, begin, end);
      for (const AsmParserState::OperationDefinition &op :
           part->state.getOpDefs())
        for (const auto &group : op.resultGroups)
          add(*part, kernel, group.definition.loc,
              op.op->getResult(group.startIndex));
      for (const AsmParserState::BlockDefinition &block :
           part->state.getBlockDefs())
        for (const auto &[i, argument] : llvm::enumerate(block.arguments))
          add(*part, kernel, argument.loc, block.block->getArgument(i));
    }
    at = std::max(at, first + text.size()) + 1;
  }
  return hints;
}
