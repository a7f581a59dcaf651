//===- Nesting.cpp - How deep a source may nest ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Nesting.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"

using namespace mlir;
using namespace mlir::tile;

namespace {

/// Measures attributes and types, each once.
class SymbolDepths {
public:
  /// False if it nests too deeply.
  bool check(Attribute attribute) {
    return !attribute || measure(attribute.getAsOpaquePointer(), attribute, {});
  }
  bool check(Type type) {
    return !type || measure(type.getAsOpaquePointer(), {}, type);
  }

private:
  /// An attribute or a type whose parts are being measured.
  struct Frame {
    const void *key;
    SmallVector<std::pair<Attribute, Type>> parts;
    unsigned depth = 1;
  };

  static Frame open(const void *key, Attribute attribute, Type type) {
    Frame frame;
    frame.key = key;
    auto onAttribute = [&](Attribute part) {
      if (part)
        frame.parts.emplace_back(part, Type());
    };
    auto onType = [&](Type part) {
      if (part)
        frame.parts.emplace_back(Attribute(), part);
    };
    if (attribute)
      attribute.walkImmediateSubElements(onAttribute, onType);
    else
      type.walkImmediateSubElements(onAttribute, onType);
    return frame;
  }

  bool measure(const void *key, Attribute attribute, Type type) {
    if (depths.count(key))
      return true;
    SmallVector<Frame, 4> stack;
    stack.push_back(open(key, attribute, type));
    while (!stack.empty()) {
      Frame &frame = stack.back();
      if (frame.depth > kMaxNesting || stack.size() > kMaxNesting)
        return false;
      if (frame.parts.empty()) {
        unsigned depth = frame.depth;
        depths[frame.key] = depth;
        stack.pop_back();
        if (!stack.empty())
          stack.back().depth = std::max(stack.back().depth, depth + 1);
        continue;
      }
      auto [part, partType] = frame.parts.pop_back_val();
      const void *partKey =
          part ? part.getAsOpaquePointer() : partType.getAsOpaquePointer();
      auto known = depths.find(partKey);
      if (known != depths.end())
        frame.depth = std::max(frame.depth, known->second + 1);
      else
        stack.push_back(open(partKey, part, partType));
    }
    return true;
  }

  DenseMap<const void *, unsigned> depths;
};

} // namespace

/// All operations, an outer one before those in it, with their depths.
static SmallVector<std::pair<Operation *, unsigned>> listNested(Operation *op) {
  SmallVector<std::pair<Operation *, unsigned>> list = {{op, 0}};
  for (size_t i = 0; i < list.size(); ++i) {
    auto [outer, depth] = list[i];
    for (Region &region : outer->getRegions())
      for (Block &block : region)
        for (Operation &inner : block)
          list.emplace_back(&inner, depth + 1);
  }
  return list;
}

bool tile::isNestedTooDeeply(Operation *op) {
  SymbolDepths depths;
  for (auto [inner, depth] : listNested(op)) {
    if (depth > kMaxNesting || !depths.check(inner->getAttrDictionary()) ||
        !depths.check(inner->getLoc()))
      return true;
    for (Type type : inner->getResultTypes())
      if (!depths.check(type))
        return true;
    for (Region &region : inner->getRegions())
      for (Block &block : region)
        for (BlockArgument argument : block.getArguments())
          if (!depths.check(argument.getType()) ||
              !depths.check(Attribute(argument.getLoc())))
            return true;
  }
  return false;
}

void tile::eraseNested(Operation *op) {
  auto list = listNested(op);
  for (auto [inner, depth] : llvm::reverse(list)) {
    inner->dropAllUses();
    if (inner != op)
      inner->erase();
  }
  op->destroy();
}
