//===- DistributeMemory.cpp - Loads and stores --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each access covers a group of registers whose elements are consecutive in
// memory. Without a mask and without hints an access is an LLVM load or store
// of a vector, which LLVM can reason about; with a mask it is a predicated PTX
// instruction, since only that leaves the address of a masked-off access
// unread without a branch. Cache and eviction hints, which LLVM's own
// operations cannot say, take the second way too. Where registers are known to
// hold elements of one address under one mask, as registers of a weight per
// group do, one access serves all of them, unless it is volatile.
//
//===----------------------------------------------------------------------===//

#include "AsmText.h"
#include "LaneShuffle.h"
#include "Patterns.h"
#include "RegisterGroups.h"

#include "tile/Conversion/TileGPUToLLVM/ThreadLayout.h"
#include "tile/Dialect/TileGPU/IR/TileGPU.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::tile;

/// The operand of `.L2::cache_hint`, for all bytes of an access (PTX ISA,
/// "createpolicy"). It has no effects: LLVM makes one of equal ones.
static Value emitCachePolicy(OpBuilder &builder, Location loc,
                             EvictionPolicy policy) {
  return emitAsm(builder, loc, builder.getI64Type(), {},
                 "createpolicy.fractional.L2::" +
                     stringifyEvictionPolicy(policy) + ".b64 $0, 1.0;",
                 "=l", /*hasSideEffects=*/false)
      .getRes();
}

namespace {

/// How a group of elements travels through PTX: `words` registers of
/// `wordBits` bits.
struct AccessShape {
  unsigned elementBits; ///< of an element in memory
  unsigned width;       ///< elements
  unsigned wordBits;
  unsigned words;

  /// `elementType` is a converted one: an integer, a float or an LLVM pointer.
  AccessShape(Type elementType, unsigned width)
      : elementBits(8 * getMemoryBytes(elementType)), width(width) {
    unsigned total = elementBits * width;
    wordBits = std::max(elementBits, std::min(total, 32u));
    words = total / wordBits;
  }

  /// The letter of LLVM's constraint for a word; 8 bits ride in 16.
  StringRef getConstraint() const {
    return wordBits == 64 ? "l" : wordBits == 32 ? "r" : "h";
  }
  Type getRegisterType(MLIRContext *context) const {
    return IntegerType::get(context, std::max(wordBits, 16u));
  }
  /// ".v4.b32" or ".b8".
  std::string getSuffix() const {
    std::string suffix;
    if (words > 1)
      suffix = ".v" + std::to_string(words);
    return suffix + ".b" + std::to_string(wordBits);
  }
};

/// The state space of the accessed memory, numbered as LLVM does.
template <typename MemOp> unsigned getAddressSpace(MemOp op) {
  return cast<PtrType>(getScalarType(op.getPtr().getType())).getAddressSpace();
}

/// PTX ISA, "ld": .volatile is for the generic, global and shared spaces.
/// Memory that is constant or a thread's own does not change between its
/// accesses.
template <typename MemOp> bool isVolatile(MemOp op) {
  return op.getIsVolatile() && getAddressSpace(op) <= 3;
}

/// Whether the L2 cache gets the eviction priority, too. PTX ISA, "st":
/// .level::cache_hint is for addresses in global memory. Loads do without: on
/// an H200 a group norm with such loads took 5 % longer.
bool hasCachePolicy(StoreOp op) {
  return !isVolatile(op) && op.getCache() == CacheModifier::None &&
         op.getEvict() != EvictionPolicy::Normal && getAddressSpace(op) == 1;
}

/// The qualifiers of `ld` or `st` between the state space and the type.
template <typename MemOp> std::string getQualifiers(MemOp op) {
  // PTX ISA, "ld": .volatile takes no cache operator, and an eviction priority
  // goes with the default cache operator only. The cache operator wins. Only
  // global and generic addresses have an eviction priority.
  if (isVolatile(op))
    return "";
  if (op.getCache() != CacheModifier::None)
    return ("." + stringifyCacheModifier(op.getCache())).str();
  if (op.getEvict() != EvictionPolicy::Normal && getAddressSpace(op) <= 1)
    return (".L1::" + stringifyEvictionPolicy(op.getEvict())).str();
  return "";
}

/// The bytes that the L2 cache is asked to fetch, as a qualifier of `ld`. PTX
/// ISA, "ld": .level::prefetch_size is for global memory.
std::string getPrefetchSize(LoadOp op) {
  auto bytes = op->getAttrOfType<IntegerAttr>(tilegpu::kPrefetchBytesAttrName);
  if (!bytes || !getQualifiers(op).empty() || isVolatile(op) ||
      getAddressSpace(op) != 1)
    return "";
  return ".L2::" + std::to_string(bytes.getInt()) + "B";
}

/// Whether the access needs words that only PTX can say.
template <typename MemOp> bool needsInlinePTX(MemOp op) {
  return !getQualifiers(op).empty();
}

class AccessEmitter {
public:
  AccessEmitter(Location loc, Type elementType, unsigned width,
                ConversionPatternRewriter &rewriter)
      : loc(loc), elementType(elementType), shape(elementType, width),
        rewriter(rewriter) {}

  /// The type of an element in memory: i1 takes a byte.
  Type getMemoryType() const {
    return elementType.isInteger(1) ? rewriter.getI8Type() : elementType;
  }
  Type getVectorType() const {
    if (shape.width == 1)
      return getMemoryType();
    return VectorType::get({static_cast<int64_t>(shape.width)},
                           getMemoryType());
  }

  Value toMemory(Value element) {
    if (!elementType.isInteger(1))
      return element;
    return LLVM::ZExtOp::create(rewriter, loc, rewriter.getI8Type(), element);
  }
  Value fromMemory(Value element) {
    if (!elementType.isInteger(1))
      return element;
    Value zero = LLVM::ConstantOp::create(rewriter, loc, element.getType(),
                                          rewriter.getI8IntegerAttr(0));
    return LLVM::ICmpOp::create(rewriter, loc, LLVM::ICmpPredicate::ne, element,
                                zero);
  }

  Value packVector(ArrayRef<Value> elements) {
    if (shape.width == 1)
      return toMemory(elements[0]);
    Value vector = LLVM::PoisonOp::create(rewriter, loc, getVectorType());
    for (auto [i, element] : llvm::enumerate(elements))
      vector = LLVM::InsertElementOp::create(
          rewriter, loc, vector, toMemory(element), emitI32(rewriter, loc, i));
    return vector;
  }
  SmallVector<Value> unpackVector(Value vector) {
    if (shape.width == 1)
      return {fromMemory(vector)};
    SmallVector<Value> elements;
    for (unsigned i = 0; i < shape.width; ++i)
      elements.push_back(fromMemory(LLVM::ExtractElementOp::create(
          rewriter, loc, vector, emitI32(rewriter, loc, i))));
    return elements;
  }

  /// The elements as the words of a PTX register list.
  SmallVector<Value> packWords(ArrayRef<Value> elements) {
    Type registerType = shape.getRegisterType(rewriter.getContext());
    unsigned perWord = shape.wordBits / shape.elementBits;
    SmallVector<Value> words;
    for (unsigned w = 0; w < shape.words; ++w) {
      Value word;
      if (perWord == 1) {
        word = toInteger(rewriter, loc, toMemory(elements[w]));
      } else {
        auto type =
            VectorType::get({static_cast<int64_t>(perWord)}, getMemoryType());
        Value vector = LLVM::PoisonOp::create(rewriter, loc, type);
        for (unsigned i = 0; i < perWord; ++i)
          vector = LLVM::InsertElementOp::create(
              rewriter, loc, vector, toMemory(elements[w * perWord + i]),
              emitI32(rewriter, loc, i));
        word = LLVM::BitcastOp::create(
            rewriter, loc, rewriter.getIntegerType(shape.wordBits), vector);
      }
      if (word.getType() != registerType)
        word = LLVM::ZExtOp::create(rewriter, loc, registerType, word);
      words.push_back(word);
    }
    return words;
  }
  SmallVector<Value> unpackWords(ArrayRef<Value> words) {
    unsigned perWord = shape.wordBits / shape.elementBits;
    SmallVector<Value> elements;
    for (Value word : words) {
      Type wordType = rewriter.getIntegerType(shape.wordBits);
      if (word.getType() != wordType)
        word = LLVM::TruncOp::create(rewriter, loc, wordType, word);
      if (perWord == 1) {
        elements.push_back(
            fromMemory(fromInteger(rewriter, loc, word, getMemoryType())));
        continue;
      }
      auto type =
          VectorType::get({static_cast<int64_t>(perWord)}, getMemoryType());
      Value vector = LLVM::BitcastOp::create(rewriter, loc, type, word);
      for (unsigned i = 0; i < perWord; ++i)
        elements.push_back(fromMemory(LLVM::ExtractElementOp::create(
            rewriter, loc, vector, emitI32(rewriter, loc, i))));
    }
    return elements;
  }

  /// A predicated load; `others` are the elements where `predicate` is false.
  SmallVector<Value> emitLoad(Value ptr, Value predicate,
                              ArrayRef<Value> others, StringRef qualifiers,
                              bool isVolatile) {
    SmallVector<Value> operands{ptr};
    std::string constraints;
    for (unsigned w = 0; w < shape.words; ++w)
      constraints += ("=" + shape.getConstraint() + ",").str();
    constraints += "l";
    std::string text;
    unsigned address = shape.words;
    if (predicate) {
      operands.push_back(predicate);
      constraints += ",b";
      text = "@$" + std::to_string(address + 1) + " ";
      // The words keep these values where nothing is read.
      for (auto [w, word] : llvm::enumerate(packWords(others))) {
        operands.push_back(word);
        constraints += "," + std::to_string(w);
      }
    }
    text += ("ld" + Twine(isVolatile ? ".volatile" : "") + getSpace(ptr) +
             qualifiers + shape.getSuffix() + " " + getRegisterList(0) +
             ", [$" + Twine(address) + "];")
                .str();
    Type resultType = shape.getRegisterType(rewriter.getContext());
    if (shape.words > 1)
      resultType = LLVM::LLVMStructType::getLiteral(
          rewriter.getContext(), SmallVector<Type>(shape.words, resultType));
    Value result =
        emitAsm(rewriter, loc, resultType, operands, text, constraints)
            .getRes();
    if (shape.words == 1)
      return unpackWords({result});
    SmallVector<Value> words;
    for (unsigned w = 0; w < shape.words; ++w)
      words.push_back(LLVM::ExtractValueOp::create(rewriter, loc, result, w));
    return unpackWords(words);
  }

  /// A predicated store; `policy` is that of the L2 cache, or null.
  void emitStore(Value ptr, Value predicate, ArrayRef<Value> elements,
                 StringRef qualifiers, Value policy, bool isVolatile) {
    SmallVector<Value> operands = packWords(elements);
    std::string constraints;
    for (unsigned w = 0; w < shape.words; ++w)
      constraints += (shape.getConstraint() + ",").str();
    operands.push_back(ptr);
    constraints += "l";
    std::string text, hint;
    if (predicate) {
      text = "@$" + std::to_string(operands.size()) + " ";
      operands.push_back(predicate);
      constraints += ",b";
    }
    if (policy) {
      hint = ", $" + std::to_string(operands.size());
      operands.push_back(policy);
      constraints += ",l";
    }
    text +=
        ("st" + Twine(isVolatile ? ".volatile" : "") + getSpace(ptr) +
         qualifiers + (policy ? ".L2::cache_hint" : "") + shape.getSuffix() +
         " [$" + Twine(shape.words) + "], " + getRegisterList(0) + hint + ";")
            .str();
    emitAsm(rewriter, loc, {}, operands, text, constraints);
  }

private:
  StringRef getSpace(Value ptr) const {
    return getStateSpace(
        cast<LLVM::LLVMPointerType>(ptr.getType()).getAddressSpace());
  }

  /// "$0", or "{$0, $1, $2, $3}".
  std::string getRegisterList(unsigned first) const {
    std::string list;
    for (unsigned w = 0; w < shape.words; ++w)
      list += (w ? ", $" : "$") + std::to_string(first + w);
    return shape.words == 1 ? list : "{" + list + "}";
  }

  Location loc;
  Type elementType;
  AccessShape shape;
  ConversionPatternRewriter &rewriter;
};

LogicalResult lowerLoad(LoadOp op, Parts<LoadOp> adaptor,
                        ConversionPatternRewriter &rewriter,
                        const TypeConverter &converter,
                        const VectorShapes &shapes,
                        const EqualRegisters &equal) {
  Location loc = op.getLoc();
  Type elementType = converter.convertType(getScalarType(op.getType()));
  ModuleAxisInfo::VectorShape shape = shapes.lookup(op);
  ValueRange ptrs = adaptor.getPtr();
  ValueRange masks = adaptor.getMask(), others = adaptor.getOther();
  Value zero;
  if (op.getMask() && !op.getOther())
    zero = LLVM::ZeroOp::create(rewriter, loc, elementType);
  AccessEmitter emitter(loc, elementType, shape.width, rewriter);
  SmallVector<Value> results(ptrs.size());
  std::string qualifiers = getQualifiers(op) + getPrefetchSize(op);
  auto equals = equal.find(op);
  for (ArrayRef<unsigned> group :
       groupRegisters(op.getType(), shape, /*owned=*/false)) {
    // An element of the same address is there already.
    if (unsigned reg = group.front();
        group.size() == 1 && equals != equal.end() &&
        equals->second[reg] != reg && results[equals->second[reg]]) {
      results[reg] = results[equals->second[reg]];
      continue;
    }
    Value ptr = ptrs[group.front()];
    SmallVector<Value> elements;
    if (!op.getMask() && qualifiers.empty()) {
      elements = emitter.unpackVector(LLVM::LoadOp::create(
          rewriter, loc, emitter.getVectorType(), ptr,
          getMemoryBytes(elementType) * shape.width, isVolatile(op)));
    } else {
      SmallVector<Value> fallback;
      for (unsigned reg : group)
        if (op.getMask())
          fallback.push_back(zero ? zero : others[reg]);
      elements =
          emitter.emitLoad(ptr, op.getMask() ? masks[group.front()] : Value(),
                           fallback, qualifiers, isVolatile(op));
    }
    for (auto [reg, element] : llvm::zip(group, elements))
      results[reg] = element;
  }
  rewriter.replaceOpWithMultiple(op, {results});
  return success();
}

LogicalResult lowerStore(StoreOp op, Parts<StoreOp> adaptor,
                         ConversionPatternRewriter &rewriter,
                         const TypeConverter &converter,
                         const VectorShapes &shapes) {
  Location loc = op.getLoc();
  Type elementType =
      converter.convertType(getScalarType(op.getValue().getType()));
  ModuleAxisInfo::VectorShape shape = shapes.lookup(op);
  ValueRange ptrs = adaptor.getPtr(), values = adaptor.getValue(),
             masks = adaptor.getMask();
  Value owner = emitOwnerPredicate(rewriter, loc, op.getValue().getType());
  AccessEmitter emitter(loc, elementType, shape.width, rewriter);
  std::string qualifiers = getQualifiers(op);
  Value policy;
  if (hasCachePolicy(op))
    policy = emitCachePolicy(rewriter, loc, op.getEvict());
  for (ArrayRef<unsigned> group :
       groupRegisters(op.getValue().getType(), shape, /*owned=*/true)) {
    Value ptr = ptrs[group.front()];
    SmallVector<Value> elements;
    for (unsigned reg : group)
      elements.push_back(values[reg]);
    Value predicate = op.getMask()
                          ? emitAnd(rewriter, loc, owner, masks[group.front()])
                          : owner;
    if (!predicate && !needsInlinePTX(op))
      LLVM::StoreOp::create(rewriter, loc, emitter.packVector(elements), ptr,
                            getMemoryBytes(elementType) * shape.width,
                            isVolatile(op));
    else
      emitter.emitStore(ptr, predicate, elements, qualifiers, policy,
                        isVolatile(op));
  }
  rewriter.eraseOp(op);
  return success();
}

} // namespace

void tile::populateMemoryPatterns(const Distribution &d) {
  addLowering(d.converter, d.patterns, lowerLoad, d.converter, d.shapes,
              d.equal);
  addLowering(d.converter, d.patterns, lowerStore, d.converter, d.shapes);
}
