//===- ImportTTIR.cpp - TTIR becomes tile -------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Import/ImportTTIR.h"

#include "ScalarTiles.h"
#include "Steps.h"
#include "TTGIR.h"
#include "TTIRAccesses.h"
#include "TTIRAsm.h"
#include "TTIRNames.h"
#include "UnrollLoops.h"
#include "tile/Dialect/Tile/IR/CombineRegions.h"
#include "tile/Dialect/Tile/IR/LoopHints.h"
#include "tile/Dialect/Tile/IR/Tile.h"
#include "tile/Dialect/TileGPU/IR/TileGPU.h"
#include "tile/Import/Passes.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/SourceMgr.h"

namespace mlir::tile {
#define GEN_PASS_DEF_TILEIMPORTTTIR
#include "tile/Import/Passes.h.inc"
} // namespace mlir::tile

using namespace mlir;
using namespace mlir::tile;

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

/// What Triton makes of tl.debug_barrier.
static constexpr StringLiteral kBarrierName = "gpu.barrier";

static bool isFromTriton(StringRef dialect) {
  return dialect == kTTNamespace || dialect == kTTGNamespace ||
         dialect == kTTNGNamespace;
}

/// Finds the operations in generic form that become tile operations, inner ones
/// first. Fails with an error for each operation that does not.
static LogicalResult collectOperations(ModuleOp module,
                                       SmallVectorImpl<Operation *> &found) {
  bool allSupported = true;
  module.walk<WalkOrder::PreOrder>([&](Operation *op) {
    StringRef name = op->getName().getStringRef();
    if (name == kBarrierName || isTTGOperation(name)) {
      found.push_back(op);
      return WalkResult::advance();
    }
    if (!isFromTriton(op->getName().getDialectNamespace()))
      return WalkResult::advance();
    if (getTileOperation(name, op->getContext())) {
      found.push_back(op);
      return WalkResult::advance();
    }
    if (op->isRegistered() && name != kUnsupportedName)
      return WalkResult::advance();
    allSupported = false;
    if (name != kUnsupportedName)
      emitError(op->getLoc(), explainUnsupported(name));
    // What is inside, its terminator above all, is no news.
    return WalkResult::skip();
  });
  std::reverse(found.begin(), found.end());
  return success(allSupported);
}

/// Replaces `"tt.x"(...)` by the same `tile.x`. As in MLIR's parser, inherent
/// attributes may stand between `<` and `>` or among the others.
static LogicalResult convertOperation(Operation *op) {
  if (isTTGOperation(op->getName().getStringRef()))
    return convertTTGOperation(op);
  if (op->getName().getStringRef() == kBarrierName) {
    OpBuilder builder(op);
    tilegpu::BarrierOp::create(builder, op->getLoc(),
                               tilegpu::BarrierScope::CTA);
    op->erase();
    return success();
  }
  std::optional<RegisteredOperationName> block = getBlockOperation(op);
  if (block && failed(verifyBlockOperands(op)))
    return failure();
  RegisteredOperationName name =
      block ? *block
            : *getTileOperation(op->getName().getStringRef(), op->getContext());
  OperationState state(op->getLoc(), name);
  state.addOperands(op->getOperands());
  state.addTypes(op->getResultTypes());
  state.addSuccessors(op->getSuccessors());
  state.addAttributes(op->getDiscardableAttrDictionary().getValue());
  Attribute properties = op->getPropertiesAsAttribute();
  auto emit = [&] {
    return op->emitError() << "'" << op->getName() << "' op as '" << name
                           << "': ";
  };
  StringRef written = op->getName().getStringRef();
  NamedAttrList inherent(dyn_cast_if_present<DictionaryAttr>(properties));
  for (NamedAttrList *attributes : {&state.attributes, &inherent})
    if ((written == "tt.load" || written == "tt.store") &&
        failed(convertAccessAttributes(written, *attributes, emit)))
      return failure();
  // Triton's have no box, and so nothing that says which operands there are.
  if (written == "tt.store" || written == "tt.atomic_rmw")
    (properties ? inherent : state.attributes)
        .set("operandSegmentSizes",
             DenseI32ArrayAttr::get(
                 op->getContext(),
                 {1, 1, int32_t(op->getNumOperands()) - 2, 0, 0}));
  if (written == "tt.load") {
    NamedAttrList &list = properties ? inherent : state.attributes;
    if (auto sizes = dyn_cast_or_null<DenseI32ArrayAttr>(
            list.get("operandSegmentSizes"));
        sizes && sizes.size() == 3) {
      SmallVector<int32_t> counts(sizes.asArrayRef());
      counts.append({0, 0});
      list.set("operandSegmentSizes",
               DenseI32ArrayAttr::get(op->getContext(), counts));
    }
  }
  // Triton's has no mask, and so nothing that says which operands there are.
  if (written == "tt.atomic_poll")
    (properties ? inherent : state.attributes)
        .set("operandSegmentSizes",
             DenseI32ArrayAttr::get(
                 op->getContext(),
                 {1, 1, 0, int32_t(op->getNumOperands()) - 2}));
  if (properties)
    properties = inherent.getDictionary(op->getContext());
  if (!properties && failed(name.verifyInherentAttrs(state.attributes, emit)))
    return failure();
  for (unsigned i = 0, e = op->getNumRegions(); i < e; ++i)
    state.addRegion();

  Operation *converted = OpBuilder(op).create(state);
  if (properties &&
      failed(converted->setPropertiesFromAttribute(properties, emit))) {
    converted->erase();
    return failure();
  }
  if (auto inlineAsm = dyn_cast<ElementwiseInlineAsmOp>(converted)) {
    auto get = [&](StringRef name) {
      return properties ? inherent.get(name) : state.attributes.get(name);
    };
    if (needsThreadScope(get("asm_string"), get("pure"), get("scope")))
      inlineAsm.setScope(AsmScope::Thread);
  }
  for (auto [from, to] : llvm::zip(op->getRegions(), converted->getRegions()))
    to.takeBody(from);
  if (auto map = dyn_cast<MapElementwiseOp>(converted);
      map && failed(liftControlFlow(map)))
    return failure();
  // What is next relies on these before the module is verified.
  if ((block || isa<FuncOp, CallOp>(converted)) &&
      failed(converted->getName().verifyInvariants(converted)))
    return failure();
  // Triton combines registers before lanes, in whatever order they are.
  if (auto reduce = dyn_cast<ReduceOp>(converted);
      reduce && reduce->getNumRegions() == 1 &&
      !reduce.getCombineOp().empty() &&
      !reduce.getCombineOp().front().empty() &&
      !isSymmetric(reduce.getCombineOp().front()))
    reduce.setCommutative(true);
  op->replaceAllUsesWith(converted);
  op->erase();
  return success();
}

//===----------------------------------------------------------------------===//
// Attributes
//===----------------------------------------------------------------------===//

/// The largest power of two that divides `n`. If a value is a multiple of 24,
/// or runs of 24 follow one another, the same is true of 8; and powers of two
/// are all that the tile dialect speaks of.
static int32_t getPowerOfTwoDivisor(int64_t n) {
  return int32_t(std::min<uint64_t>(uint64_t(n) & -uint64_t(n), 1u << 30));
}

/// A promise of `tt.divisibility` and its like in the tile dialect's form, or
/// null if it is none. An argument has one number, an operation's result one
/// per dimension.
static Attribute convertPromise(Attribute value, bool ofArgument) {
  MLIRContext *context = value.getContext();
  if (auto number = dyn_cast<IntegerAttr>(value); number && ofArgument) {
    std::optional<int64_t> n = number.getValue().trySExtValue();
    if (!n || *n < 1)
      return {};
    return IntegerAttr::get(IntegerType::get(context, 32),
                            getPowerOfTwoDivisor(*n));
  }
  auto numbers = dyn_cast<DenseIntElementsAttr>(value);
  // A splat can claim any number of elements: count before looking at them.
  if (!numbers || ofArgument || numbers.getNumElements() > int64_t(kMaxRank))
    return {};
  SmallVector<int32_t> divisors;
  for (const APInt &number : numbers.getValues<APInt>()) {
    std::optional<int64_t> n = number.trySExtValue();
    if (!n || *n < 1)
      return {};
    divisors.push_back(getPowerOfTwoDivisor(*n));
  }
  return DenseI32ArrayAttr::get(context, divisors);
}

/// `tt.num_stages` of a loop in the tile dialect's form, null if it is no
/// number of stages. More than there can be mean as many as there can be.
static Attribute convertStages(Attribute value) {
  auto number = dyn_cast<IntegerAttr>(value);
  std::optional<int64_t> n =
      number ? number.getValue().trySExtValue() : std::nullopt;
  if (!n || *n < 0)
    return {};
  return IntegerAttr::get(IntegerType::get(value.getContext(), 32),
                          std::min(*n, kMaxStages));
}

namespace {

/// Gives Triton's attributes the tile dialect's names and forms.
class AttributeConverter {
public:
  explicit AttributeConverter(TTIRConversion &done) : done(done) {}

  LogicalResult convert(Operation *op);

  /// The loops that are to be unrolled, inner ones first.
  SmallVector<ttir_loops::LoopToUnroll> loops;

private:
  /// Converts the attributes of `op`, or of one of its arguments or results,
  /// which has type `argument`. True if anything changed.
  FailureOr<bool> convert(Operation *op, NamedAttrList &attrs,
                          Type argument = {});

  TTIRConversion &done;
};

} // namespace

FailureOr<bool> AttributeConverter::convert(Operation *op, NamedAttrList &attrs,
                                            Type argument) {
  bool ofArgument = bool(argument);
  bool changed = false;
  NamedAttrList kept;
  for (NamedAttribute attr : attrs) {
    StringRef name = attr.getName();
    if (!isFromTriton(name.split('.').first) || !name.contains('.')) {
      kept.push_back(attr);
      continue;
    }
    changed = true;
    if (!name.starts_with("tt.")) {
      emitError(op->getLoc(), explainUnsupported(name));
      return failure();
    }
    AttributeFate fate = getAttributeFate(name);
    if (fate == AttributeFate::Reject) {
      emitError(op->getLoc())
          << "attribute '" << name << "' is not supported yet";
      return failure();
    }
    if (fate == AttributeFate::Unknown)
      emitWarning(op->getLoc())
          << "expected an attribute of " << kTritonVersions << ", found '"
          << name << "', which is dropped";
    if (fate == AttributeFate::KeepOnLoop && isa<scf::ForOp>(op) &&
        isa<UnitAttr, BoolAttr>(attr.getValue())) {
      kept.set(("tile." + name.drop_front(3)).str(), attr.getValue());
      ++done.renamedAttributes;
      continue;
    }
    if (auto loop = dyn_cast<scf::ForOp>(op);
        loop && fate == AttributeFate::Unroll) {
      FailureOr<unsigned> factor = ttir_loops::readUnrollFactor(loop, attr);
      if (failed(factor))
        return failure();
      loops.push_back({loop, *factor});
      ++done.renamedAttributes;
      continue;
    }
    // The tile dialect needs no other promise about an argument, and none about
    // one that is a float or a tile.
    if (fate != AttributeFate::Rename ||
        (ofArgument &&
         (name != "tt.divisibility" ||
          !(argument.isSignlessInteger() || isa<PtrType>(argument))))) {
      ++done.droppedAttributes;
      continue;
    }
    if (name == "tt.num_stages" && isa<scf::ForOp>(op)) {
      Attribute stages = convertStages(attr.getValue());
      if (!stages) {
        emitError(op->getLoc())
            << "expected '" << name
            << "' to be an integer of at least 0, found " << attr.getValue();
        return failure();
      }
      kept.set(kNumStagesAttrName, stages);
      ++done.renamedAttributes;
      continue;
    }
    if (name == "tt.flatten") {
      // It means something on loops, and is a unit there.
      auto flag = dyn_cast<BoolAttr>(attr.getValue());
      if (isa<scf::ForOp>(op) && (!flag || flag.getValue())) {
        kept.set(kFlattenAttrName, UnitAttr::get(op->getContext()));
        ++done.renamedAttributes;
      } else {
        ++done.droppedAttributes;
      }
      continue;
    }
    Attribute promise = convertPromise(attr.getValue(), ofArgument);
    if (!promise) {
      emitError(op->getLoc()) << "expected '" << name << "' to be "
                              << (ofArgument ? "a positive integer"
                                             : "a tensor of positive integers")
                              << ", found " << attr.getValue();
      return failure();
    }
    kept.set(("tile." + name.drop_front(3)).str(), promise);
    ++done.renamedAttributes;
  }
  attrs = std::move(kept);
  return changed;
}

LogicalResult AttributeConverter::convert(Operation *op) {
  if (DictionaryAttr dictionary = op->getRawDictionaryAttrs();
      !dictionary.empty()) {
    NamedAttrList attrs(dictionary);
    FailureOr<bool> changed = convert(op, attrs);
    if (failed(changed))
      return failure();
    if (*changed)
      op->setDiscardableAttrs(attrs.getDictionary(op->getContext()));
  }

  auto func = dyn_cast<FunctionOpInterface>(op);
  if (!func)
    return success();
  for (bool ofResults : {false, true}) {
    unsigned count = ofResults ? func.getNumResults() : func.getNumArguments();
    for (unsigned i = 0; i < count; ++i) {
      NamedAttrList attrs(ofResults ? func.getResultAttrDict(i)
                                    : func.getArgAttrDict(i));
      FailureOr<bool> changed = convert(op, attrs,
                                        ofResults ? func.getResultTypes()[i]
                                                  : func.getArgumentTypes()[i]);
      if (failed(changed))
        return failure();
      if (!*changed)
        continue;
      DictionaryAttr converted = attrs.getDictionary(op->getContext());
      if (ofResults)
        func.setResultAttrs(i, converted);
      else
        func.setArgAttrs(i, converted);
    }
  }
  return success();
}

//===----------------------------------------------------------------------===//
// The module
//===----------------------------------------------------------------------===//

LogicalResult tile::convertTTIR(ModuleOp module, TTIRConversion *done) {
  // Whoever parses TTIR loads one of these dialects.
  MLIRContext *context = module.getContext();
  if (!context->getLoadedDialect(kTTNamespace) &&
      !context->getLoadedDialect(kTTGNamespace) &&
      !context->getLoadedDialect(kTTNGNamespace) &&
      !context->getLoadedDialect("gpu"))
    return success();

  convertScalarTiles(module);
  SmallVector<Operation *> generic;
  if (failed(collectOperations(module, generic)))
    return failure();
  TTIRConversion counts;
  for (Operation *op : generic) {
    if (failed(convertOperation(op)))
      return failure();
    ++counts.operations;
  }
  // The parser did not check what it read as unregistered operations.
  bool isVerified = !generic.empty();
  if (isVerified && failed(verify(module)))
    return failure();
  raiseGridDependencies(module);
  if (failed(verifyNoRecursion(module)))
    return failure();
  if (hasBlocks(module) &&
      ((!isVerified && failed(verify(module))) || failed(lowerBlocks(module))))
    return failure();
  if (failed(convertTTGModule(module)))
    return failure();
  AttributeConverter attributes(counts);
  WalkResult result = module.walk([&](Operation *op) {
    return succeeded(attributes.convert(op)) ? WalkResult::advance()
                                             : WalkResult::interrupt();
  });
  if (result.wasInterrupted())
    return failure();
  if (!attributes.loops.empty()) {
    if (failed(verify(module)))
      return failure();
    uint64_t budget = ttir_loops::kMaxUnrolledOperations;
    for (const ttir_loops::LoopToUnroll &wish : attributes.loops)
      if (scf::ForOp rest = ttir_loops::unrollLoop(wish, budget))
        rest->setAttr(kNumStagesAttrName,
                      IntegerAttr::get(IntegerType::get(context, 32), 1));
  }
  if (done)
    *done = counts;
  return success();
}

OwningOpRef<ModuleOp> tile::importTTIR(llvm::SourceMgr &sourceMgr,
                                       MLIRContext *context) {
  DialectRegistry registry;
  registry.insert<TileDialect, tilegpu::TileGPUDialect, arith::ArithDialect,
                  math::MathDialect, scf::SCFDialect, cf::ControlFlowDialect,
                  ub::UBDialect, LLVM::LLVMDialect>();
  registerTTIRDialects(registry);
  context->appendDialectRegistry(registry);
  // What the text has none of, but the conversion makes.
  context->loadDialect<TileDialect, tilegpu::TileGPUDialect,
                       arith::ArithDialect, scf::SCFDialect>();

  auto module = parseSourceFile<ModuleOp>(sourceMgr, ParserConfig(context));
  if (!module || failed(convertTTIR(*module)) || failed(verify(*module)))
    return {};
  return module;
}

namespace {

struct TileImportTTIR : tile::impl::TileImportTTIRBase<TileImportTTIR> {
  void runOnOperation() override {
    TTIRConversion done;
    if (failed(convertTTIR(getOperation(), &done)))
      return signalPassFailure();
    numOperations += done.operations;
    numRenamedAttributes += done.renamedAttributes;
    numDroppedAttributes += done.droppedAttributes;
  }
};

} // namespace
