//===- TileDialect.cpp - The tile dialect -------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Dialect/Tile/IR/AsmInfo.h"
#include "tile/Dialect/Tile/IR/DynamicSharedMemory.h"
#include "tile/Dialect/Tile/IR/LayoutMaps.h"
#include "tile/Dialect/Tile/IR/LoopHints.h"
#include "tile/Dialect/Tile/IR/ProgramsPerCTA.h"
#include "tile/Dialect/Tile/IR/TensorMaps.h"
#include "tile/Dialect/Tile/IR/Tile.h"
#include "tile/Dialect/Tile/IR/Tunable.h"
#include "tile/Dialect/Tile/IR/WarpRegions.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/DialectImplementation.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Transforms/InliningUtils.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::tile;

#include "tile/Dialect/Tile/IR/TileDialect.cpp.inc"
#include "tile/Dialect/Tile/IR/TileEnums.cpp.inc"

#define GET_TYPEDEF_CLASSES
#include "tile/Dialect/Tile/IR/TileTypes.cpp.inc"

namespace {

/// Short names for the layouts of a printed module: `#blocked`, `#linear`.
struct TileAsmInterface : OpAsmDialectInterface {
  using OpAsmDialectInterface::OpAsmDialectInterface;

  AliasResult getAlias(Attribute attr, raw_ostream &os) const override {
    if (isa<BlockedLayoutAttr>(attr)) {
      os << "blocked";
      return AliasResult::FinalAlias;
    }
    if (isa<LinearLayoutAttr>(attr)) {
      os << "linear";
      return AliasResult::FinalAlias;
    }
    if (isa<NvidiaMmaLayoutAttr>(attr)) {
      os << "mma";
      return AliasResult::FinalAlias;
    }
    if (isa<DotOperandLayoutAttr>(attr)) {
      os << "dot_op";
      return AliasResult::FinalAlias;
    }
    return AliasResult::NoAlias;
  }
};

/// Calls of private functions are inlined unless `noinline` forbids it.
struct TileInlinerInterface : DialectInlinerInterface {
  using DialectInlinerInterface::DialectInlinerInterface;

  bool isLegalToInline(Operation *, Operation *callable, bool) const override {
    auto func = dyn_cast<FuncOp>(callable);
    return func && !func.isNoInline();
  }
  bool isLegalToInline(Region *, Region *, bool, IRMapping &) const override {
    return true;
  }
  bool isLegalToInline(Operation *, Region *, bool,
                       IRMapping &) const override {
    return true;
  }
  void handleTerminator(Operation *op, Block *newDest) const override {
    OpBuilder builder(op);
    cf::BranchOp::create(builder, op->getLoc(), newDest, op->getOperands());
    op->erase();
  }
  void handleTerminator(Operation *op, ValueRange results) const override {
    for (auto [result, operand] : llvm::zip(results, op->getOperands()))
      result.replaceAllUsesWith(operand);
  }
};

} // namespace

void TileDialect::initialize() {
  addTypes<
#define GET_TYPEDEF_LIST
#include "tile/Dialect/Tile/IR/TileTypes.cpp.inc"
      >();
  registerAttributes();
  registerTileDialectOperations(this);
  addInterfaces<TileAsmInterface, TileInlinerInterface, LayoutMaps>();
  addAsmInfoCache(*this);
}

Operation *TileDialect::materializeConstant(OpBuilder &builder, Attribute value,
                                            Type type, Location loc) {
  if (auto poison = dyn_cast<ub::PoisonAttr>(value))
    return ub::PoisonOp::create(builder, loc, type, poison);
  return arith::ConstantOp::materialize(builder, value, type, loc);
}

/// Every layout must distribute over the warps that run its region.
static LogicalResult verifyLayoutsFitWarps(Operation *root, TargetAttr target) {
  std::optional<MisfitLayout> misfit =
      findMisfitLayout(root, target.getNumWarps());
  if (!misfit)
    return success();
  return misfit->op->emitOpError("expected a layout over the ")
         << (misfit->isOfRegion ? "region" : "module") << "'s "
         << misfit->numWarps << " warps, found one over "
         << misfit->layout.getNumWarps() << ": " << misfit->layout;
}

/// Whether it is a constant with one value, which another can replace. Lowering
/// to other dialects keeps the attribute on their constants.
static bool isTunable(Operation *op) {
  Attribute value = op->hasTrait<OpTrait::ConstantLike>() ? op->getAttr("value")
                                                          : Attribute();
  auto elements = dyn_cast_or_null<ElementsAttr>(value);
  return isa_and_nonnull<IntegerAttr, FloatAttr>(value) ||
         (elements && elements.isSplat());
}

/// By name, as this dialect does not load that one.
static bool isCalled(Operation *op, StringRef name) {
  return op->getName().getStringRef() == name;
}

template <typename OpType, typename... Attrs>
static bool isOn(Operation *op, Attribute value) {
  return isa<OpType>(op) && isa<Attrs...>(value);
}

static bool isOnEntry(Operation *op) {
  return isa<FunctionOpInterface>(op) && !getEntryOf(op).empty();
}

static bool isOnFunction(Operation *op) {
  return isa<FuncOp>(op) || isCalled(op, "llvm.func");
}

static bool isNumber(Attribute value, unsigned width, int64_t least,
                     int64_t most) {
  auto number = dyn_cast<IntegerAttr>(value);
  return number && number.getType().isSignlessInteger(width) &&
         number.getInt() >= least && number.getInt() <= most;
}

static bool areTensorMaps(Operation *op, Attribute value) {
  auto maps = dyn_cast<ArrayAttr>(value);
  auto function = dyn_cast<FunctionOpInterface>(op);
  return isCalled(op, "llvm.func") && maps && function &&
         llvm::all_of(maps, [&](Attribute attr) {
           std::optional<TensorMapInfo> map = readTensorMap(attr);
           return map && map->argument < function.getNumArguments() &&
                  !function.getArgumentTypes()[map->argument].isIntOrFloat();
         });
}

static bool arePromises(Operation *op, Attribute value, unsigned rank) {
  auto values = dyn_cast<DenseElementsAttr>(value);
  SmallVector<int64_t> numbers;
  // A splat can claim any number of elements: count before looking at them.
  if (values && isa<IntegerType>(values.getElementType()) &&
      values.getNumElements() == rank)
    for (const APInt &value : values.getValues<APInt>())
      numbers.push_back(value.trySExtValue().value_or(0));
  else if (auto array = dyn_cast<DenseI32ArrayAttr>(value))
    numbers.append(array.asArrayRef().begin(), array.asArrayRef().end());
  return numbers.size() == rank && llvm::all_of(numbers, [](int64_t n) {
           return n >= 1 && llvm::isPowerOf2_64(n);
         });
}

namespace {
/// What an attribute of the dialect has to be, and on what: in words, and as a
/// test.
struct AttributeRule {
  StringRef name;
  std::string expected;
  bool (*holds)(Operation *, Attribute);
};
} // namespace

static ArrayRef<AttributeRule> getAttributeRules() {
  static const AttributeRule rules[] = {
      {kTargetAttrName, "a #tile.target on a module",
       isOn<ModuleOp, TargetAttr>},
      {kKeepLayoutsAttrName, "a unit on a module", isOn<ModuleOp, UnitAttr>},
      {kVersionedAttrName, "a unit on scf.if", isOn<scf::IfOp, UnitAttr>},
      {kNumStagesAttrName,
       "an i32 of 0 to " + std::to_string(kMaxStages) + " on scf.for",
       [](Operation *op, Attribute value) {
         return isa<scf::ForOp>(op) && isNumber(value, 32, 0, kMaxStages);
       }},
      {kFlattenAttrName, "a unit on scf.for", isOn<scf::ForOp, UnitAttr>},
      {kTunableAttrName,
       "a string on a constant: an integer, an index, a float or a tile of "
       "equal ones",
       [](Operation *op, Attribute value) {
         return isTunable(op) && isa<StringAttr>(value);
       }},
      {kNeverCopiedAttrName, "a unit on llvm.inline_asm",
       [](Operation *op, Attribute value) {
         return isCalled(op, "llvm.inline_asm") && isa<UnitAttr>(value);
       }},
      {kTensorMapEntryOfAttrName, "the name of a kernel, on a function",
       [](Operation *op, Attribute value) {
         return isOnFunction(op) && isa<StringAttr>(value);
       }},
      {kPositiveArgumentsAttrName,
       "an array of sums of arguments, on a function",
       [](Operation *op, Attribute value) {
         return isOnFunction(op) && readSums(value).has_value();
       }},
      {kTensorMapsAttrName,
       "descriptions of tensors at arguments that are pointers, on llvm.func",
       areTensorMaps},
      {kLoopSplitAttrName,
       "{length = a sum of arguments, step = a positive i64} on the entry of a "
       "kernel for tensor maps",
       [](Operation *op, Attribute value) {
         return isOnEntry(op) && readLoopSplit(value).has_value();
       }},
      {kPersistentAttrName, "a unit on the entry of a kernel for tensor maps",
       [](Operation *op, Attribute value) {
         return isOnEntry(op) && isa<UnitAttr>(value);
       }},
      {kCTAPairsAttrName, "a unit on the entry of a kernel for tensor maps",
       [](Operation *op, Attribute value) {
         return isOnEntry(op) && isa<UnitAttr>(value);
       }},
      {kDynamicSharedMemoryAttrName,
       "a number of bytes, an i64 of 0 to 2147483647, on llvm.func",
       [](Operation *op, Attribute value) {
         return isCalled(op, "llvm.func") && isNumber(value, 64, 0, INT32_MAX);
       }},
      {kProgramsPerCTAAttrName,
       "an i32, a power of two up to " + std::to_string(kMaxWarpsPerCTA) +
           ", on a module or llvm.func",
       [](Operation *op, Attribute value) {
         return (isa<ModuleOp>(op) || isCalled(op, "llvm.func")) &&
                isNumber(value, 32, 1, kMaxWarpsPerCTA) &&
                llvm::isPowerOf2_64(cast<IntegerAttr>(value).getInt());
       }},
      {kBitcodeLibrariesAttrName, "an array of strings on a module",
       [](Operation *op, Attribute value) {
         auto paths = dyn_cast<ArrayAttr>(value);
         return isa<ModuleOp>(op) && paths &&
                llvm::all_of(paths, llvm::IsaPred<StringAttr>);
       }},
  };
  return rules;
}

/// What must be true of an operation with an attribute that holds by itself.
static LogicalResult verifyAround(Operation *op, StringRef name,
                                  Attribute value) {
  if (name == kTargetAttrName)
    return verifyLayoutsFitWarps(op, cast<TargetAttr>(value));
  auto function = dyn_cast<FunctionOpInterface>(op);
  if (!function)
    return success();
  ArrayRef<Type> types = function.getArgumentTypes();
  auto endsWithNumbers = [&](size_t count) {
    return types.size() >= count &&
           llvm::all_of(types.take_back(count),
                        [](Type type) { return type.isInteger(32); });
  };
  auto fail = [&](const Twine &parameters, StringRef meaning) {
    return op->emitOpError("expected the last ")
           << parameters << " with '" << name << "' to be the " << meaning
           << ", found " << function.getFunctionType();
  };
  if (name == kPersistentAttrName && !endsWithNumbers(kNumPersistentParameters))
    return fail(Twine(kNumPersistentParameters) + " parameters of an entry",
                "programs along x, y and z, each an i32");
  if (name == kCTAPairsAttrName && !endsWithNumbers(1))
    return fail("parameter of an entry", "programs along x, an i32");
  if (name == kProgramsPerCTAAttrName &&
      cast<IntegerAttr>(value).getInt() > 1 && !endsWithNumbers(1))
    return fail("parameter of a kernel", "number of programs, an i32");
  return success();
}

LogicalResult TileDialect::verifyOperationAttribute(Operation *op,
                                                    NamedAttribute attr) {
  StringRef name = attr.getName();
  Attribute value = attr.getValue();
  auto fail = [&](const Twine &expected) {
    return op->emitOpError("expected '")
           << name << "' to be " << expected << ", found " << value;
  };
  if (name == kContiguityAttrName || name == kConstancyAttrName ||
      name == kDivisibilityAttrName) {
    auto tile = op->getNumResults() == 1
                    ? dyn_cast<RankedTensorType>(op->getResult(0).getType())
                    : RankedTensorType();
    unsigned rank = tile ? tile.getRank() : 1;
    return arePromises(op, value, rank)
               ? success()
               : LogicalResult(
                     fail("an array of " + Twine(rank) + " powers of two"));
  }
  ArrayRef<AttributeRule> rules = getAttributeRules();
  const AttributeRule *rule = llvm::find_if(
      rules, [&](const AttributeRule &rule) { return rule.name == name; });
  if (rule != rules.end())
    return rule->holds(op, value) ? verifyAround(op, name, value)
                                  : LogicalResult(fail(rule->expected));
  if (isLoopHint(attr.getName()))
    return isOn<scf::ForOp, UnitAttr, BoolAttr>(op, value)
               ? success()
               : LogicalResult(fail("a unit or a boolean on scf.for"));
  return op->emitOpError("unknown attribute '") << name << "'";
}

LogicalResult TileDialect::verifyRegionArgAttribute(Operation *op, unsigned,
                                                    unsigned argIndex,
                                                    NamedAttribute attr) {
  auto func = dyn_cast<FuncOp>(op);
  if (attr.getName() == kValueAttrName && func) {
    auto value = dyn_cast<IntegerAttr>(attr.getValue());
    Type type = func.getArgumentTypes()[argIndex];
    if (!value || !type.isSignlessInteger() || value.getType() != type)
      return op->emitOpError("expected '")
             << kValueAttrName << "' of argument " << argIndex
             << " to be an integer of the argument's type " << type
             << ", found " << attr.getValue();
    return success();
  }
  if (attr.getName() == kTensorMapAttrName && func) {
    std::optional<TensorMapInfo> map = readTensorMap(attr.getValue());
    bool isPointer = map && map->argument < argIndex &&
                     isa<PtrType>(func.getArgumentTypes()[map->argument]);
    if (!isPointer || !isa<TensorMapType>(func.getArgumentTypes()[argIndex]))
      return op->emitOpError("expected '")
             << kTensorMapAttrName << "' of argument " << argIndex
             << " to describe a tensor at an argument before this tensor map, "
                "found "
             << attr.getValue();
    return success();
  }
  if (attr.getName() != kDivisibilityAttrName || !func)
    return op->emitOpError("unknown argument attribute '")
           << attr.getName().getValue() << "'";
  auto value = dyn_cast<IntegerAttr>(attr.getValue());
  Type type = func.getArgumentTypes()[argIndex];
  if (!isa<PtrType>(type) && !type.isSignlessInteger())
    return op->emitOpError("expected '")
           << attr.getName().getValue()
           << "' on an integer or a pointer, found argument " << argIndex
           << " of type " << type;
  if (!value || !value.getType().isSignlessIntOrIndex() ||
      value.getValue().isNegative() || !value.getValue().isPowerOf2() ||
      value.getValue().getActiveBits() > 31)
    return op->emitOpError("expected '")
           << attr.getName().getValue() << "' of argument " << argIndex
           << " to be a power of two, found " << attr.getValue();
  return success();
}

bool tile::keepsLayouts(ModuleOp module) {
  return module->hasAttr(kKeepLayoutsAttrName);
}

bool tile::isElementwise(Operation *op) {
  // Inline asm broadcasts its operands, so it is a map of positions to the same
  // positions only once tile-broadcast-asm-operands has run.
  if (isa<ElementwiseInlineAsmOp>(op)) {
    std::optional<ArrayRef<int64_t>> shape;
    auto hasShape = [&](Type type) {
      auto tile = dyn_cast<RankedTensorType>(type);
      ArrayRef<int64_t> found = tile ? tile.getShape() : ArrayRef<int64_t>();
      if (!shape)
        shape = found;
      return *shape == found;
    };
    return llvm::all_of(op->getOperandTypes(), hasShape) &&
           llvm::all_of(op->getResultTypes(), hasShape);
  }
  return op->getNumResults() > 0 && op->hasTrait<OpTrait::Elementwise>();
}
