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

LogicalResult TileDialect::verifyOperationAttribute(Operation *op,
                                                    NamedAttribute attr) {
  if (attr.getName() == kTargetAttrName) {
    auto target = dyn_cast<TargetAttr>(attr.getValue());
    if (!isa<ModuleOp>(op) || !target)
      return op->emitOpError("expected '")
             << kTargetAttrName << "' to be a #tile.target on a module, found "
             << attr.getValue();
    return verifyLayoutsFitWarps(op, target);
  }
  if (attr.getName() == kKeepLayoutsAttrName) {
    if (!isa<ModuleOp>(op) || !isa<UnitAttr>(attr.getValue()))
      return op->emitOpError("expected '")
             << kKeepLayoutsAttrName << "' to be a unit on a module, found "
             << attr.getValue();
    return success();
  }
  if (attr.getName() == kVersionedAttrName) {
    if (!isa<scf::IfOp>(op) || !isa<UnitAttr>(attr.getValue()))
      return op->emitOpError("expected '")
             << kVersionedAttrName << "' to be a unit on scf.if, found "
             << attr.getValue();
    return success();
  }
  if (attr.getName() == kNumStagesAttrName) {
    auto number = dyn_cast<IntegerAttr>(attr.getValue());
    if (!isa<scf::ForOp>(op) || !number ||
        !number.getType().isSignlessInteger(32) || number.getInt() < 0 ||
        number.getInt() > kMaxStages)
      return op->emitOpError("expected '")
             << kNumStagesAttrName << "' to be an i32 of 0 to " << kMaxStages
             << " on scf.for, found " << attr.getValue();
    return success();
  }
  if (attr.getName() == kFlattenAttrName) {
    if (!isa<scf::ForOp>(op) || !isa<UnitAttr>(attr.getValue()))
      return op->emitOpError("expected '")
             << kFlattenAttrName << "' to be a unit on scf.for, found "
             << attr.getValue();
    return success();
  }
  if (isLoopHint(attr.getName())) {
    if (!isa<scf::ForOp>(op) || !isa<UnitAttr, BoolAttr>(attr.getValue()))
      return op->emitOpError("expected '")
             << attr.getName().getValue()
             << "' to be a unit or a boolean on scf.for, found "
             << attr.getValue();
    return success();
  }
  if (attr.getName() == kTunableAttrName) {
    if (!isTunable(op) || !isa<StringAttr>(attr.getValue()))
      return op->emitOpError("expected '")
             << kTunableAttrName
             << "' to be a string on a constant: an integer, an index, a "
                "float or a tile of equal ones, found "
             << attr.getValue();
    return success();
  }
  if (attr.getName() == kNeverCopiedAttrName) {
    // By name, as this dialect does not load that one.
    if (op->getName().getStringRef() != "llvm.inline_asm" ||
        !isa<UnitAttr>(attr.getValue()))
      return op->emitOpError("expected '")
             << kNeverCopiedAttrName
             << "' to be a unit on llvm.inline_asm, found " << attr.getValue();
    return success();
  }
  if (attr.getName() == kTensorMapEntryOfAttrName ||
      attr.getName() == kPositiveArgumentsAttrName) {
    bool isFunction =
        isa<FuncOp>(op) || op->getName().getStringRef() == "llvm.func";
    if (!isFunction || (attr.getName() == kTensorMapEntryOfAttrName
                            ? !isa<StringAttr>(attr.getValue())
                            : !readSums(attr.getValue())))
      return op->emitOpError("expected '")
             << attr.getName().getValue() << "' to be "
             << (attr.getName() == kTensorMapEntryOfAttrName
                     ? "the name of a kernel"
                     : "an array of sums of arguments")
             << ", on a function, found " << attr.getValue();
    return success();
  }
  if (attr.getName() == kTensorMapsAttrName) {
    auto maps = dyn_cast<ArrayAttr>(attr.getValue());
    auto function = dyn_cast<FunctionOpInterface>(op);
    auto isOfPointer = [&](Attribute attr) {
      std::optional<TensorMapInfo> map = readTensorMap(attr);
      return map && map->argument < function.getNumArguments() &&
             !function.getArgumentTypes()[map->argument].isIntOrFloat();
    };
    if (op->getName().getStringRef() != "llvm.func" || !maps || !function ||
        !llvm::all_of(maps, isOfPointer))
      return op->emitOpError("expected '")
             << kTensorMapsAttrName
             << "' to describe tensors at arguments that are pointers, on "
                "llvm.func, found "
             << attr.getValue();
    return success();
  }
  if (attr.getName() == kLoopSplitAttrName) {
    if (!isa<FunctionOpInterface>(op) || getEntryOf(op).empty() ||
        !readLoopSplit(attr.getValue()))
      return op->emitOpError("expected '")
             << kLoopSplitAttrName
             << "' to be {length = a sum of arguments, step = a positive i64} "
                "on the entry of a kernel for tensor maps, found "
             << attr.getValue();
    return success();
  }
  if (attr.getName() == kPersistentAttrName) {
    auto function = dyn_cast<FunctionOpInterface>(op);
    if (!function || getEntryOf(op).empty() || !isa<UnitAttr>(attr.getValue()))
      return op->emitOpError("expected '") << kPersistentAttrName
                                           << "' to be a unit on the entry of "
                                              "a kernel for tensor maps, found "
                                           << attr.getValue();
    ArrayRef<Type> types = function.getArgumentTypes();
    if (types.size() < kNumPersistentParameters ||
        !llvm::all_of(types.take_back(kNumPersistentParameters),
                      [](Type type) { return type.isInteger(32); }))
      return op->emitOpError("expected the last ")
             << kNumPersistentParameters << " parameters of an entry with '"
             << kPersistentAttrName
             << "' to be the programs along x, y and z, each an i32, found "
             << function.getFunctionType();
    return success();
  }
  if (attr.getName() == kCTAPairsAttrName) {
    auto function = dyn_cast<FunctionOpInterface>(op);
    if (!function || getEntryOf(op).empty() || !isa<UnitAttr>(attr.getValue()))
      return op->emitOpError("expected '") << kCTAPairsAttrName
                                           << "' to be a unit on the entry of "
                                              "a kernel for tensor maps, found "
                                           << attr.getValue();
    ArrayRef<Type> types = function.getArgumentTypes();
    if (types.empty() || !types.back().isInteger(32))
      return op->emitOpError("expected the last parameter of an entry with '")
             << kCTAPairsAttrName
             << "' to be the programs along x, an i32, found "
             << function.getFunctionType();
    return success();
  }
  if (attr.getName() == kDynamicSharedMemoryAttrName) {
    auto bytes = dyn_cast<IntegerAttr>(attr.getValue());
    if (op->getName().getStringRef() != "llvm.func" || !bytes ||
        !bytes.getType().isSignlessInteger(64) || bytes.getInt() < 0 ||
        !llvm::isInt<32>(bytes.getInt()))
      return op->emitOpError("expected '")
             << kDynamicSharedMemoryAttrName
             << "' to be a number of bytes, an i64 of 0 to 2147483647, on "
                "llvm.func, found "
             << attr.getValue();
    return success();
  }
  if (attr.getName() == kProgramsPerCTAAttrName) {
    auto number = dyn_cast<IntegerAttr>(attr.getValue());
    bool isPlace =
        isa<ModuleOp>(op) || op->getName().getStringRef() == "llvm.func";
    if (!isPlace || !number || !number.getType().isSignlessInteger(32) ||
        number.getInt() < 1 || number.getInt() > kMaxWarpsPerCTA ||
        !llvm::isPowerOf2_64(number.getInt()))
      return op->emitOpError("expected '")
             << kProgramsPerCTAAttrName
             << "' to be an i32, a power of two up to " << kMaxWarpsPerCTA
             << ", on a module or llvm.func, found " << attr.getValue();
    auto function = dyn_cast<FunctionOpInterface>(op);
    if (function && number.getInt() > 1 &&
        (function.getNumArguments() == 0 ||
         !function.getArgumentTypes().back().isInteger(32)))
      return op->emitOpError("expected the last parameter of a kernel with '")
             << kProgramsPerCTAAttrName
             << "' to be the number of programs, an i32, found "
             << function.getFunctionType();
    return success();
  }
  if (attr.getName() == kContiguityAttrName ||
      attr.getName() == kConstancyAttrName ||
      attr.getName() == kDivisibilityAttrName) {
    auto values = dyn_cast<DenseElementsAttr>(attr.getValue());
    auto array = dyn_cast<DenseI32ArrayAttr>(attr.getValue());
    auto tile = op->getNumResults() == 1
                    ? dyn_cast<RankedTensorType>(op->getResult(0).getType())
                    : RankedTensorType();
    unsigned rank = tile ? tile.getRank() : 1;
    SmallVector<int64_t> numbers;
    // A splat can claim any number of elements: count before looking at them.
    if (values && isa<IntegerType>(values.getElementType()) &&
        values.getNumElements() == rank)
      for (const APInt &value : values.getValues<APInt>())
        numbers.push_back(value.trySExtValue().value_or(0));
    else if (array)
      numbers.append(array.asArrayRef().begin(), array.asArrayRef().end());
    if (numbers.size() != rank || llvm::any_of(numbers, [](int64_t n) {
          return n < 1 || !llvm::isPowerOf2_64(n);
        }))
      return op->emitOpError("expected '")
             << attr.getName().getValue() << "' to be an array of " << rank
             << " powers of two, found " << attr.getValue();
    return success();
  }
  if (attr.getName() == kBitcodeLibrariesAttrName) {
    auto paths = dyn_cast<ArrayAttr>(attr.getValue());
    if (!isa<ModuleOp>(op) || !paths ||
        !llvm::all_of(paths, llvm::IsaPred<StringAttr>))
      return op->emitOpError("expected '")
             << kBitcodeLibrariesAttrName
             << "' to be an array of strings on a module, found "
             << attr.getValue();
    return success();
  }
  return op->emitOpError("unknown attribute '")
         << attr.getName().getValue() << "'";
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
