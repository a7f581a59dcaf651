//===- ValueHelp.cpp - A value's type and layout for editors --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ValueHelp.h"

#include "ChosenLayouts.h"
#include "SourceText.h"

#include "tile/Layout/LinearLayout.h"

#include "llvm/ADT/StringExtras.h"

#include <map>

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

static ChosenLayouts &getChosen(Document &document, ParsedPart &part) {
  if (!part.layouts)
    part.layouts = std::make_unique<ChosenLayouts>(document, part);
  return *part.layouts;
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
  ChosenLayouts &chosen = getChosen(document, *part);
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

void tile::writeLayoutHints(Document &document, size_t begin, size_t end,
                            json::OStream &os) {
  // Label and description of each type, as many values have the same.
  std::map<const void *, std::pair<std::string, std::string>> known;
  auto add = [&](ParsedPart &part, SMRange range, Value value) {
    auto type = dyn_cast<RankedTensorType>(value.getType());
    if (!range.isValid() || !type || getLayout(type))
      return;
    size_t place = part.getOffset(range.End);
    if (place < begin || place > end)
      return;
    SmallVector<RankedTensorType> types =
        getChosen(document, part).lookup(value);
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
    os.object([&] {
      os.attribute("kind", 1);
      os.attribute("label", ": " + llvm::join(labels, " | "));
      os.attribute("paddingLeft", false);
      os.attributeBegin("position");
      document.writePosition(place, os);
      os.attributeEnd();
      os.attributeObject("tooltip", [&] {
        os.attribute("kind", "markdown");
        os.attribute("value", tooltip);
      });
    });
  };
  os.arrayBegin();
  for (size_t at = begin; at <= std::min(end, document.getText().size());) {
    auto [text, first] = findPart(document.getText(), at);
    if (ParsedPart *part = document.getPart(at)) {
      for (const AsmParserState::OperationDefinition &op :
           part->state.getOpDefs())
        for (const auto &group : op.resultGroups)
          add(*part, group.definition.loc, op.op->getResult(group.startIndex));
      for (const AsmParserState::BlockDefinition &block :
           part->state.getBlockDefs())
        for (const auto &[i, argument] : llvm::enumerate(block.arguments))
          add(*part, argument.loc, block.block->getArgument(i));
    }
    at = std::max(at, first + text.size()) + 1;
  }
  os.arrayEnd();
}
