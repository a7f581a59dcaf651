//===- BuilderParts.cpp - What operations are made of ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BuilderParts.h"

#include "Status.h"

#include "tile/Dialect/Tile/IR/Tile.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace mlir::tile;
using namespace mlir::tile::capi;
using llvm::Twine;

static constexpr StringLiteral kSegmentsName = "operandSegmentSizes";

/// The dialects of kernels. Verifiers of others, LLVM's among them, take for
/// granted what only MLIR's own passes keep.
static constexpr StringLiteral kDialects[] = {
    "tile", "tilegpu", "arith", "math", "scf", "cf", "ub"};

//===----------------------------------------------------------------------===//
// Where an operation can go
//===----------------------------------------------------------------------===//

static bool hasTerminator(Block &block) {
  return !block.empty() && block.back().hasTrait<OpTrait::IsTerminator>();
}

bool capi::isFinished(Operation &operation) {
  return llvm::all_of(operation.getRegions(), [](Region &region) {
    return llvm::all_of(region, hasTerminator);
  });
}

bool capi::checkBlock(Block *block, MLIRContext *context, EmitError emitError) {
  Operation *parent = block->getParentOp();
  if (!parent)
    emitError() << "expected a block in a function, found one in none";
  else if (parent->getContext() != context)
    emitError() << "expected a location of the block's context, found one of "
                   "another";
  else if (hasTerminator(*block))
    emitError() << "expected a block without a terminator, found one that "
                   "ends in '"
                << block->back().getName() << "'";
  else if (!block->empty() && !isFinished(block->back()))
    emitError() << "expected the regions of '" << block->back().getName()
                << "' to be finished before anything comes after it, found a "
                   "block in them without a terminator";
  else
    return true;
  return false;
}

StringRef capi::getTerminatorName(OperationName parent, unsigned region) {
  return llvm::StringSwitch<StringRef>(parent.getStringRef())
      .Case(FuncOp::getOperationName(), ReturnOp::getOperationName())
      .Case(ElementwiseInlineAsmOp::getOperationName(),
            AsmReturnOp::getOperationName())
      .Case(ReduceOp::getOperationName(), ReduceReturnOp::getOperationName())
      .Case(ScanOp::getOperationName(), ScanReturnOp::getOperationName())
      .Case(MapElementwiseOp::getOperationName(),
            MapElementwiseReturnOp::getOperationName())
      .Case(scf::WhileOp::getOperationName(),
            region == 0 ? scf::ConditionOp::getOperationName()
                        : scf::YieldOp::getOperationName())
      .Cases({scf::ForOp::getOperationName(), scf::IfOp::getOperationName()},
             scf::YieldOp::getOperationName())
      .Default({});
}

TileStatus capi::checkGiven(ArrayRef<Given> parameters) {
  for (const Given &given : parameters)
    if (!given.pointer && given.count != 0)
      return failNull(given.parameter);
  return TileStatusSuccess;
}

TileStatus capi::checkPlace(MlirBlock block, MlirLocation location,
                            ArrayRef<Given> others) {
  if (TileStatus status =
          checkGiven({{block.ptr, "block"}, {location.ptr, "location"}}))
    return status;
  return checkGiven(others);
}

/// Whether operations in the block can use the value: it is of a block around
/// them, and nothing between cuts off what is outside.
static bool isVisible(Value value, Block *block) {
  Region *home = value.getParentRegion();
  for (Region *region = block->getParent(); region;
       region = region->getParentRegion()) {
    if (region == home)
      return true;
    if (region->getParentOp()->hasTrait<OpTrait::IsIsolatedFromAbove>())
      return false;
  }
  return false;
}

//===----------------------------------------------------------------------===//
// Parts
//===----------------------------------------------------------------------===//

/// What kernels compute with. MLIR's verifiers end the process for some
/// mixtures of the others, vectors with tiles that have layouts.
static bool checkType(Type type, const Twine &what, EmitError emitError) {
  if (isa<IntegerType, IndexType, FloatType, PtrType, RankedTensorType>(type))
    return true;
  emitError() << "expected a scalar or a tile as " << what << ", found "
              << type;
  return false;
}

std::optional<Parts> Parts::start(Block *block, Location location,
                                  StringRef name, EmitError emitError) {
  MLIRContext *context = location.getContext();
  if (!checkBlock(block, context, emitError))
    return std::nullopt;
  std::optional<RegisteredOperationName> kind =
      RegisteredOperationName::lookup(name, context);
  if (kind && llvm::is_contained(kDialects, kind->getDialectNamespace()))
    return Parts(*kind, location, block);
  emitError() << "expected an operation of "
              << llvm::join(ArrayRef(kDialects), ", ")
              << ", in a dialect that is loaded, found '" << name << "'";
  return std::nullopt;
}

bool Parts::addAttributes(ArrayRef<MlirNamedAttribute> values,
                          EmitError emitError) {
  MLIRContext *context = location.getContext();
  for (auto [i, value] : llvm::enumerate(values)) {
    if (!checkContext(value.name, "a name as attribute " + Twine(i), context,
                      emitError) ||
        !checkContext(value.attribute, "a value as attribute " + Twine(i),
                      context, emitError))
      return false;
    StringAttr attributeName = unwrap(value.name);
    if (attributeName.empty()) {
      emitError() << "expected a name as attribute " << i
                  << ", found an empty one";
      return false;
    }
    if (attributes.set(attributeName, unwrap(value.attribute))) {
      emitError() << "expected each attribute once, found '"
                  << attributeName.getValue() << "' twice";
      return false;
    }
  }
  return succeeded(name.verifyInherentAttrs(attributes, emitError));
}

bool Parts::addOperands(ArrayRef<MlirValue> values, EmitError emitError) {
  MLIRContext *context = location.getContext();
  StringRef text = name.getStringRef();
  bool hasGroups = name.hasTrait<OpTrait::AttrSizedOperandSegments>() &&
                   !attributes.get(kSegmentsName);
  SmallVector<int32_t> sizes;
  if (hasGroups) {
    // As many zeros as there are groups, as nothing has set them.
    auto groups = dyn_cast_if_present<DenseI32ArrayAttr>(
        make()->getInherentAttr(kSegmentsName).value_or(Attribute()));
    sizes.assign(groups ? groups.size() : 0, 0);
    if (values.size() > sizes.size()) {
      emitError() << "expected up to " << sizes.size() << " operands of '"
                  << text << "', or an attribute '" << kSegmentsName
                  << "', found " << values.size() << " operands";
      return false;
    }
  }
  for (auto [i, value] : llvm::enumerate(values)) {
    if (hasGroups && !value.ptr)
      continue;
    std::string what = ("operand " + Twine(i) + " of '" + text + "'").str();
    if (!checkContext(value, "a value as " + what, context, emitError) ||
        !checkType(unwrap(value).getType(), what, emitError))
      return false;
    if (!isVisible(unwrap(value), block)) {
      emitError() << "expected a value of this block or of one around it as "
                  << what << ", found one of another function or region";
      return false;
    }
    operands.push_back(unwrap(value));
    if (hasGroups)
      sizes[i] = 1;
  }
  if (hasGroups)
    attributes.set(kSegmentsName, DenseI32ArrayAttr::get(context, sizes));
  return true;
}

bool Parts::addTypes(ArrayRef<MlirType> values, EmitError emitError) {
  for (auto [i, value] : llvm::enumerate(values)) {
    std::string what =
        values.size() == 1 ? "the result" : ("result " + Twine(i)).str();
    if (!checkContext(value, "a type as " + what, location.getContext(),
                      emitError) ||
        !checkType(unwrap(value), what, emitError))
      return false;
    types.push_back(unwrap(value));
  }
  return true;
}

bool Parts::inferTypes(EmitError emitError) {
  auto *interface = name.getInterface<InferTypeOpInterface>();
  if (!interface) {
    if (name.hasTrait<OpTrait::ZeroResults>())
      return true;
    if (!name.hasTrait<OpTrait::OneResult>())
      return true; // its verifier says how many it has
    emitError() << "expected a type for the result of '" << name
                << "', which its operands do not tell, found null";
    return false;
  }
  OwningOpRef<Operation *> draft = make();
  LogicalResult found = interface->inferReturnTypes(
      location.getContext(), std::nullopt, draft->getOperands(),
      draft->getAttrDictionary(), draft->getPropertiesStorage(),
      draft->getRegions(), types);
  if (succeeded(found) && llvm::all_of(types, [](Type type) { return !!type; }))
    return true;
  emitError() << "expected operands and attributes that tell the type of the "
                 "result of '"
              << name << "', found operands of types ("
              << draft->getOperandTypes() << ") and "
              << draft->getAttrDictionary();
  return false;
}

OwningOpRef<Operation *> Parts::make(unsigned numRegions) const {
  OperationState state(location, name);
  state.addOperands(operands);
  state.addTypes(types);
  state.attributes = attributes;
  for (unsigned i = 0; i < numRegions; ++i)
    state.addRegion();
  return Operation::create(state);
}

Operation *
Parts::append(ArrayRef<std::optional<SmallVector<Type>>> regions) const {
  OwningOpRef<Operation *> made = make(regions.size());
  Operation *operation = made.get();
  SmallVector<Operation *> placeholders;
  for (auto [region, arguments] : llvm::zip(operation->getRegions(), regions)) {
    if (!arguments)
      continue;
    Block &body = region.emplaceBlock();
    for (Type type : *arguments)
      body.addArgument(type, location);
    // Verifiers want blocks that have an end, of the right kind.
    OperationState end(location,
                       getTerminatorName(name, region.getRegionNumber()));
    placeholders.push_back(Operation::create(end));
    body.push_back(placeholders.back());
  }
  // Some verifiers look at what is around the operation.
  block->push_back(made.release());
  bool isRight = succeeded(name.verifyInvariants(operation));
  for (Operation *placeholder : placeholders)
    placeholder->erase();
  if (isRight)
    return operation;
  operation->erase();
  return nullptr;
}

Operation *
capi::makeOperation(MlirBlock block, MlirLocation location, StringRef name,
                    llvm::function_ref<Operation *(Parts &, EmitError)> make) {
  return Checked(location).make<Operation *>([&](EmitError emitError,
                                                 MLIRContext *) -> Operation * {
    auto parts = Parts::start(unwrap(block), unwrap(location), name, emitError);
    return parts ? make(*parts, emitError) : nullptr;
  });
}

TileStatus capi::giveResults(Operation *operation, MlirValue *results,
                             MlirBlock *body) {
  if (!operation)
    return TileStatusInvalidArgument;
  for (auto [i, result] : llvm::enumerate(operation->getResults()))
    results[i] = wrap(Value(result));
  if (body)
    *body = wrap(&operation->getRegion(0).front());
  return TileStatusSuccess;
}
