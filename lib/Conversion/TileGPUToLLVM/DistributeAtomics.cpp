//===- DistributeAtomics.cpp - Atomic operations --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each element, or each group of neighbours that one instruction takes, is one
// `atom` or `red` of inline PTX, under a predicate: the thread is the one that
// acts for the element, and the mask is true. LLVM's own atomicrmw would need a
// branch for that, and of its order and scope LLVM 22 writes neither into the
// instruction. Results go on to the threads that hold copies: between lanes by
// shuffles, between warps through shared memory, which
// `tile-insert-shared-memory` has made explicit.
//
// Where a thread has several of them, a fence before or after all takes the
// place of the order of each (PTX ISA, "Release and Acquire Patterns"): each
// `.release` would wait for the one before it.
//
// Targets before sm_90 have no `atom.add` on bf16. A loop of `atom.cas` takes
// its place: `fma.rn.bf16` of the old value, 1 and the operand rounds as the
// sum would.
//
// A pair of 64 bits is a register of 128 bits within the inline PTX only: LLVM
// has none for this back end.
//
//===----------------------------------------------------------------------===//

#include "LaneShuffle.h"
#include "Patterns.h"
#include "RegisterGroups.h"
#include "Replicas.h"

#include "tile/Conversion/TileGPUToLLVM/ThreadLayout.h"
#include "tile/Dialect/Tile/IR/WarpRegions.h"
#include "tile/Dialect/TileGPU/Transforms/SharedMemory.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;
using namespace mlir::tile;

//===----------------------------------------------------------------------===//
// PTX
//===----------------------------------------------------------------------===//

namespace {

/// How a group of elements travels through PTX: words, each of one element or
/// of two of 16 bits.
struct AtomicShape {
  unsigned elementBits;
  bool isFloat; ///< of 32 or 64 bits
  unsigned perWord;
  unsigned words;

  /// `elementType` is a converted one: an integer, a float or an LLVM pointer.
  AtomicShape(Type elementType, unsigned width)
      : elementBits(8 * getMemoryBytes(elementType)),
        isFloat(isa<FloatType>(elementType) && elementBits >= 32),
        perWord(elementBits == 16 && width > 1 ? 2 : 1),
        words(width / perWord) {}

  unsigned getWordBits() const { return elementBits * perWord; }
  /// ".v4", or nothing.
  std::string getVector() const {
    return words > 1 ? ".v" + std::to_string(words) : std::string();
  }
  /// LLVM's letter for a register of a word.
  StringRef getConstraint() const {
    switch (getWordBits()) {
    case 16:
      return "h";
    case 32:
      return isFloat ? "f" : "r";
    default:
      return isFloat ? "d" : "l";
    }
  }
};

/// An operation as PTX writes it.
struct AtomicText {
  /// ".acq_rel.gpu.global".
  std::string order;
  /// ".relaxed.gpu.global", for a read beside it.
  std::string relaxed;
  /// ".acq_rel.gpu", of a fence.
  std::string fence;
  /// ".add.v4.f32", behind the order.
  std::string operation;
  /// "red" or "atom".
  StringRef opcode;
  /// Whether a loop of `atom.cas` takes its place.
  bool isLoop = false;
  /// Whether it is on pairs, so that each operand and the result are two words.
  bool isPair = false;
};

} // namespace

static bool acquires(MemSemantic sem) {
  return sem == MemSemantic::Acquire || sem == MemSemantic::AcqRel;
}
static bool releases(MemSemantic sem) {
  return sem == MemSemantic::Release || sem == MemSemantic::AcqRel;
}

/// ".gpu" or the like. Without clusters each CTA is one.
static std::string getScope(MemSyncScope scope, const TargetInfo &target) {
  if (scope == MemSyncScope::Cluster && !target.hasClusters())
    scope = MemSyncScope::CTA;
  return ("." + stringifyMemSyncScope(scope)).str();
}

template <typename OpTy>
static AtomicText getText(OpTy op, const TargetInfo &target) {
  unsigned space =
      cast<PtrType>(getScalarType(op.getPtr().getType())).getAddressSpace();
  std::string scope = getScope(op.getScope(), target);
  std::string place = scope + getStateSpace(space).str();
  AtomicText text;
  text.opcode = "atom";
  text.relaxed = ".relaxed" + place;
  text.fence = ".acq_rel" + scope;
  text.order = ("." + stringifyMemSemantic(op.getSem())).str() + place;
  return text;
}

/// PTX ISA, "atom": what stands between the space and the operands.
static std::string getRMWOperation(AtomicRMWOp op, const AtomicShape &shape) {
  std::string bits = std::to_string(shape.elementBits);
  Type element = getScalarType(op.getVal().getType());
  switch (op.getAtomicRmwOp()) {
  case RMWOp::And:
  case RMWOp::Or:
  case RMWOp::Xor:
  case RMWOp::Exch:
    return ("." + stringifyRMWOp(op.getAtomicRmwOp()) + ".b" + bits).str();
  case RMWOp::Add:
    return ".add.u" + bits;
  case RMWOp::Max:
  case RMWOp::Min:
    return ("." + stringifyRMWOp(op.getAtomicRmwOp()) + ".s" + bits).str();
  case RMWOp::UMax:
    return ".max.u" + bits;
  case RMWOp::UMin:
    return ".min.u" + bits;
  case RMWOp::FAdd:
    break;
  }
  if (shape.elementBits != 16)
    return ".add" + shape.getVector() + ".f" + bits;
  return ".add.noftz" + shape.getVector() +
         (element.isBF16() ? ".bf16" : ".f16") +
         (shape.perWord == 2 ? "x2" : "");
}

//===----------------------------------------------------------------------===//
// Code
//===----------------------------------------------------------------------===//

namespace {

/// Emits the operation for one group of elements after another.
class AtomicEmitter {
public:
  AtomicEmitter(OpBuilder &builder, Location loc, Type elementType,
                unsigned width, AtomicText text, bool hasResult)
      : builder(builder), loc(loc), elementType(elementType),
        shape(elementType, width), text(std::move(text)), hasResult(hasResult) {
    // A register of 128 bits is made of integers.
    shape.isFloat &= !this->text.isPair;
  }

  /// `data` has the elements of each operand. Returns what was in memory, or
  /// zeros where `predicate`, which may be null, is false; nothing if no result
  /// was asked for.
  SmallVector<Value> emit(Value ptr, Value predicate,
                          ArrayRef<SmallVector<Value>> data) {
    unsigned numResults = hasResult ? text.isPair ? 2 : shape.words : 0;
    SmallVector<Value> operands{ptr};
    std::string constraints = "l";
    // Behind the results, in the order of the constraints.
    unsigned next = numResults;
    std::string address = "[$" + std::to_string(next++) + "]";
    SmallVector<std::string> lists;
    for (ArrayRef<Value> elements : data) {
      SmallVector<Value> words = pack(elements);
      lists.push_back(getList(next));
      next += words.size();
      for (Value word : words) {
        operands.push_back(word);
        constraints += ("," + shape.getConstraint()).str();
      }
    }
    std::string condition;
    if (predicate) {
      condition = "$" + std::to_string(next++);
      operands.push_back(predicate);
      constraints += ",b";
      // The results keep these values where nothing happens.
      for (unsigned w = 0; w < numResults; ++w) {
        operands.push_back(LLVM::ZeroOp::create(builder, loc, getWordType()));
        constraints += "," + std::to_string(w);
      }
    }
    std::string outputs;
    for (unsigned w = 0; w < numResults; ++w)
      outputs += ("=" + shape.getConstraint() + ",").str();
    std::string body = text.isLoop ? getLoop(address, lists.front(), condition)
                       : text.isPair
                           ? getPair(address, lists, condition)
                           : getInstruction(address, lists, condition);
    SmallVector<Type> types;
    if (hasResult)
      types.push_back(numResults == 1
                          ? getWordType()
                          : LLVM::LLVMStructType::getLiteral(
                                builder.getContext(),
                                SmallVector<Type>(numResults, getWordType())));
    auto inlineAsm = LLVM::InlineAsmOp::create(
        builder, loc, types, operands, body,
        outputs + constraints + ",~{memory}", /*has_side_effects=*/true,
        /*is_align_stack=*/false, LLVM::TailCallKind::None,
        LLVM::AsmDialectAttr(), ArrayAttr());
    if (!hasResult)
      return {};
    SmallVector<Value> words{inlineAsm.getRes()};
    if (numResults > 1) {
      Value all = words.pop_back_val();
      for (unsigned w = 0; w < numResults; ++w)
        words.push_back(LLVM::ExtractValueOp::create(builder, loc, all, w));
    }
    return unpack(words);
  }

  /// A fence, in the threads that act; `owner` may be null.
  void emitFence(Value owner) {
    std::string code = "fence" + text.fence + ";";
    if (owner)
      code = "@$0 " + code;
    LLVM::InlineAsmOp::create(
        builder, loc, TypeRange(), owner ? ValueRange(owner) : ValueRange(),
        code, owner ? "b,~{memory}" : "~{memory}", /*has_side_effects=*/true,
        /*is_align_stack=*/false, LLVM::TailCallKind::None,
        LLVM::AsmDialectAttr(), ArrayAttr());
  }

private:
  Type getWordType() {
    if (shape.isFloat)
      return elementType;
    return builder.getIntegerType(shape.getWordBits());
  }

  /// "$2", or "{$2, $3}".
  std::string getList(unsigned first) const {
    std::string list;
    for (unsigned w = 0; w < shape.words; ++w)
      list += (w ? ", $" : "$") + std::to_string(first + w);
    return shape.words == 1 ? list : "{" + list + "}";
  }

  std::string getInstruction(StringRef address, ArrayRef<std::string> lists,
                             StringRef condition) const {
    std::string line;
    if (!condition.empty())
      line = ("@" + condition + " ").str();
    line += text.opcode.str() + text.order + text.operation + " ";
    if (hasResult)
      line += getList(0) + ", ";
    line += address;
    for (const std::string &list : lists)
      line += ", " + list;
    return line + ";";
  }

  /// On two pairs: what is expected, and what is written then.
  std::string getPair(StringRef address, ArrayRef<std::string> words,
                      StringRef condition) const {
    std::string guard =
        condition.empty() ? std::string() : ("@" + condition + " ").str();
    std::string code =
        "{\n.reg .b128 expected, wanted, old;\nmov.b128 expected, {" +
        words[0] + ", " + words[1] + "};\nmov.b128 wanted, {" + words[2] +
        ", " + words[3] + "};\n" + guard + text.opcode.str() + text.order +
        text.operation + " old, " + address.str() + ", expected, wanted;\n";
    if (hasResult)
      code += guard + "mov.b128 {$0, $1}, old;\n";
    return code + "}";
  }

  /// A sum of bf16, one or two, on a target without an instruction for it.
  std::string getLoop(StringRef address, StringRef operand,
                      StringRef condition) const {
    bool isPair = shape.perWord == 2;
    std::string bits = std::to_string(shape.getWordBits());
    std::string code = "{\n.reg .pred different;\n.reg .b" + bits +
                       " old, expected, sum, one;\n";
    if (!condition.empty())
      code += ("@!" + condition + " bra done;\n").str();
    code += "mov.b" + bits + " one, " + (isPair ? "0x3F803F80" : "0x3F80") +
            ";\nld" + text.relaxed + ".b" + bits + " old, " + address.str() +
            ";\nagain:\nmov.b" + bits + " expected, old;\nfma.rn.bf16" +
            (isPair ? "x2" : "") + " sum, expected, one, " + operand.str() +
            ";\natom" + text.order + ".cas.b" + bits + " old, " +
            address.str() + ", expected, sum;\nsetp.ne.b" + bits +
            " different, old, expected;\n@different bra again;\n";
    if (hasResult)
      code += "mov.b" + bits + " $0, old;\n";
    return code + "done:\n}";
  }

  SmallVector<Value> pack(ArrayRef<Value> elements) {
    SmallVector<Value> words;
    if (shape.perWord == 1) {
      for (Value element : elements)
        words.push_back(shape.isFloat ? element
                                      : toInteger(builder, loc, element));
      return words;
    }
    auto pair = VectorType::get({2}, elementType);
    for (size_t i = 0; i < elements.size(); i += 2) {
      Value vector = LLVM::PoisonOp::create(builder, loc, pair);
      for (unsigned half = 0; half < 2; ++half)
        vector = LLVM::InsertElementOp::create(builder, loc, vector,
                                               elements[i + half],
                                               emitI32(builder, loc, half));
      words.push_back(
          LLVM::BitcastOp::create(builder, loc, getWordType(), vector));
    }
    return words;
  }

  SmallVector<Value> unpack(ArrayRef<Value> words) {
    SmallVector<Value> elements;
    auto pair = VectorType::get({2}, elementType);
    for (Value word : words) {
      if (shape.perWord == 1) {
        elements.push_back(fromInteger(builder, loc, word, elementType));
        continue;
      }
      Value vector = LLVM::BitcastOp::create(builder, loc, pair, word);
      for (unsigned half = 0; half < 2; ++half)
        elements.push_back(LLVM::ExtractElementOp::create(
            builder, loc, vector, emitI32(builder, loc, half)));
    }
    return elements;
  }

  OpBuilder &builder;
  Location loc;
  Type elementType;
  AtomicShape shape;
  AtomicText text;
  bool hasResult;
};

//===----------------------------------------------------------------------===//
// Patterns
//===----------------------------------------------------------------------===//

/// The type of all values, behind the pointers.
static Type getDataType(Operation *op) { return op->getOperand(1).getType(); }

/// What all of them share: who acts, and who gets the results.
template <typename OpTy> struct AtomicLowering : OpConversionPattern<OpTy> {
  using Base = OpConversionPattern<OpTy>;

  AtomicLowering(const TypeConverter &converter, MLIRContext *context,
                 const VectorShapes &shapes, const TargetInfo &target)
      : Base(converter, context), shapes(shapes), target(target) {}

  /// Replaces `op`. `data` has the registers of each operand, `masks` those of
  /// the mask, if there is one.
  LogicalResult lower(OpTy op, ValueRange ptrs, ArrayRef<ValueRange> data,
                      ValueRange masks, AtomicText text,
                      ConversionPatternRewriter &rewriter) const {
    if (failed(verifyResultsAreShared(op)))
      return failure();
    Location loc = op.getLoc();
    Type type = getDataType(op);
    bool isUsed = !op->use_empty();
    SmallVector<SmallVector<unsigned>> groups =
        groupRegisters(type, shapes.lookup(op), /*owned=*/true);
    bool isFenced = groups.size() > 1;
    if (isFenced)
      text.order = text.relaxed;
    AtomicEmitter emitter(
        rewriter, loc,
        this->getTypeConverter()->convertType(getScalarType(type)),
        shapes.lookup(op).width, text, /*hasResult=*/text.opcode == "atom");
    Value owner = emitOwnerPredicate(rewriter, loc, type);
    if (isFenced && releases(op.getSem()))
      emitter.emitFence(owner);
    SmallVector<SmallVector<Value>> results(op->getNumResults(),
                                            SmallVector<Value>(ptrs.size()));
    for (ArrayRef<unsigned> group : groups) {
      SmallVector<SmallVector<Value>> elements;
      for (ValueRange registers : data) {
        SmallVector<Value> &list = elements.emplace_back();
        for (unsigned reg : group)
          list.push_back(registers[reg]);
      }
      Value predicate =
          masks.empty() ? owner
                        : emitAnd(rewriter, loc, owner, masks[group.front()]);
      SmallVector<Value> old =
          emitter.emit(ptrs[group.front()], predicate, elements);
      // Of the registers of a group, or of both results of one register.
      for (auto [i, value] : llvm::enumerate(old))
        (text.isPair ? results[i][group.front()] : results[0][group[i]]) =
            value;
    }
    if (isFenced && acquires(op.getSem()))
      emitter.emitFence(owner);
    if (!isUsed) {
      rewriter.eraseOp(op);
      return success();
    }
    for (MutableArrayRef<Value> result : results)
      handOn(op, result, rewriter);
    rewriter.replaceOpWithMultiple(
        op, SmallVector<ValueRange>(results.begin(), results.end()));
    return success();
  }

private:
  /// Completes `results`, which the registers have that acted.
  void handOn(OpTy op, MutableArrayRef<Value> results,
              OpBuilder &builder) const {
    unsigned freeThreads = getNumWarps(op) * kThreadsPerWarp - 1;
    if (auto tile = dyn_cast<RankedTensorType>(getDataType(op))) {
      ThreadLayout layout(tile);
      freeThreads = layout.getFreeThreadMask();
      SmallVector<Value> ofOwner(results.size());
      for (auto [reg, value] : llvm::enumerate(results))
        if (value)
          ofOwner[layout.getOwnerRegister(reg)] = value;
      // Of registers that hold one element, all have what the first one got.
      for (auto [reg, value] : llvm::enumerate(results))
        value = ofOwner[layout.getOwnerRegister(reg)];
    }
    if (freeThreads != 0 && !tilegpu::needsSharedMemory(op))
      shareInWarp(builder, op.getLoc(), results, freeThreads);
  }

protected:
  const VectorShapes &shapes;
  const TargetInfo &target;
};

struct AtomicRMWLowering : AtomicLowering<AtomicRMWOp> {
  using AtomicLowering::AtomicLowering;

  LogicalResult
  matchAndRewrite(AtomicRMWOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    AtomicText text = getText(op, target);
    Type elementType =
        getTypeConverter()->convertType(getScalarType(op.getVal().getType()));
    text.operation =
        getRMWOperation(op, AtomicShape(elementType, shapes.lookup(op).width));
    text.isLoop = elementType.isBF16() && !target.hasBF16Atomics();
    // PTX ISA, "red": neither exchanges nor acquires.
    if (op.getResult().use_empty() && !acquires(op.getSem()) &&
        op.getAtomicRmwOp() != RMWOp::Exch)
      text.opcode = "red";
    return lower(op, adaptor.getPtr(), {adaptor.getVal()}, adaptor.getMask(),
                 text, rewriter);
  }
};

struct AtomicCASLowering : AtomicLowering<AtomicCASOp> {
  using AtomicLowering::AtomicLowering;

  LogicalResult
  matchAndRewrite(AtomicCASOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    AtomicText text = getText(op, target);
    Type elementType =
        getTypeConverter()->convertType(getScalarType(op.getVal().getType()));
    text.operation = ".cas.b" + std::to_string(8 * getMemoryBytes(elementType));
    return lower(op, adaptor.getPtr(), {adaptor.getCmp(), adaptor.getVal()},
                 adaptor.getMask(), text, rewriter);
  }
};

struct AtomicCASPairLowering : AtomicLowering<AtomicCASPairOp> {
  using AtomicLowering::AtomicLowering;

  LogicalResult
  matchAndRewrite(AtomicCASPairOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    AtomicText text = getText(op, target);
    text.operation = ".cas.b128";
    text.isPair = true;
    return lower(op, adaptor.getPtr(),
                 {adaptor.getCmpFirst(), adaptor.getCmpSecond(),
                  adaptor.getFirst(), adaptor.getSecond()},
                 adaptor.getMask(), text, rewriter);
  }
};

} // namespace

LogicalResult tile::verifyAtomicPairs(ModuleOp module,
                                      const TargetInfo &target) {
  unsigned version = getTarget(module).getPtxVersion();
  if (version == 0)
    version = target.getDefaultPTXVersion();
  WalkResult result = module.walk([&](AtomicCASPairOp op) {
    if (!target.has128BitAtomics()) {
      op.emitOpError("expected a target with atomic operations on 128 bits, "
                     "which sm_90 and later ones have, found ")
          << StringRef(target.name);
      return WalkResult::interrupt();
    }
    unsigned needed = op.getNeededPTXVersion();
    if (version >= needed)
      return WalkResult::advance();
    op.emitOpError("expected PTX ISA ")
        << needed / 10 << "." << needed % 10
        << " or later for an atomic operation on 128 bits of scope "
        << stringifyMemSyncScope(op.getScope()) << ", found " << version / 10
        << "." << version % 10;
    return WalkResult::interrupt();
  });
  return failure(result.wasInterrupted());
}

void tile::populateAtomicPatterns(const ThreadTypeConverter &converter,
                                  RewritePatternSet &patterns,
                                  const VectorShapes &shapes,
                                  const TargetInfo &target) {
  patterns.add<AtomicRMWLowering, AtomicCASLowering, AtomicCASPairLowering>(
      converter, patterns.getContext(), shapes, target);
}
