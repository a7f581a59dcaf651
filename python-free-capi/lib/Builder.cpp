//===- Builder.cpp - Kernels made operation by operation ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile-c/Builder.h"

#include "Checked.h"
#include "Status.h"

#include "tile/Dialect/Tile/IR/Tile.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::tile;
using namespace mlir::tile::capi;
using EmitError = Checked::EmitError;
using llvm::Twine;

/// Complains about something that is null or of another context.
template <typename T>
static bool check(T value, const Twine &what, MLIRContext *context,
                  EmitError emitError) {
  if (value.ptr && unwrap(value).getContext() == context)
    return true;
  emitError() << "expected " << what << " of the same context, found "
              << (value.ptr ? "one of another" : "null");
  return false;
}

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

/// What `tile.divisibility` says of each argument; null if one is wrong.
static ArrayAttr makeArgumentAttrs(Builder builder,
                                   ArrayRef<int64_t> divisibility,
                                   EmitError emitError) {
  SmallVector<Attribute> attrs;
  for (auto [i, divisor] : llvm::enumerate(divisibility)) {
    SmallVector<NamedAttribute> entries;
    if (divisor < 0 || divisor > (int64_t(1) << 30) ||
        (divisor & (divisor - 1)) != 0) {
      emitError() << "expected a power of two up to 2^30, or 0, as the "
                     "divisibility of argument "
                  << i << ", found " << divisor;
      return {};
    }
    if (divisor > 1)
      entries.push_back(builder.getNamedAttr(
          kDivisibilityAttrName, builder.getI32IntegerAttr(divisor)));
    attrs.push_back(builder.getDictionaryAttr(entries));
  }
  return builder.getArrayAttr(attrs);
}

static Block *appendKernel(ModuleOp module, Location location, StringRef name,
                           ArrayRef<MlirType> types,
                           ArrayRef<int64_t> divisibility,
                           EmitError emitError) {
  MLIRContext *context = module.getContext();
  if (!check(wrap(location), "a location", context, emitError))
    return nullptr;
  if (name.empty()) {
    emitError() << "expected a name for the kernel, found an empty one";
    return nullptr;
  }
  if (SymbolTable::lookupSymbolIn(module, name)) {
    emitError() << "expected a new name for the kernel, found '" << name
                << "', which the module has already";
    return nullptr;
  }
  for (auto [i, type] : llvm::enumerate(types))
    if (!check(type, "a type as argument " + Twine(i), context, emitError))
      return nullptr;
  OpBuilder builder(context);
  ArrayAttr argumentAttrs = makeArgumentAttrs(builder, divisibility, emitError);
  if (!argumentAttrs)
    return nullptr;

  SmallVector<Type> inputs =
      llvm::map_to_vector(types, [](MlirType type) { return unwrap(type); });
  OperationState state(location, FuncOp::getOperationName());
  FuncOp::build(builder, state, name, builder.getFunctionType(inputs, {}));
  OwningOpRef<FuncOp> function = cast<FuncOp>(Operation::create(state));
  function->setPublic();
  if (!divisibility.empty())
    function->setArgAttrsAttr(argumentAttrs);
  Block *body = function->addEntryBlock();
  if (failed(function->getOperation()->getName().verifyInvariants(*function)))
    return nullptr;
  module.push_back(function.release());
  return body;
}

TileStatus tileModuleAppendKernel(MlirModule module, MlirLocation location,
                                  MlirStringRef name, size_t numArguments,
                                  const MlirType *types,
                                  const int64_t *divisibility,
                                  MlirBlock *body) {
  if (!module.ptr)
    return failNull("module");
  if (!location.ptr)
    return failNull("location");
  if (!types && numArguments != 0)
    return failNull("types");
  if (!body)
    return failNull("body");
  StringRef text;
  if (!unwrapString(name, "name", text))
    return TileStatusInvalidArgument;
  Block *block = Checked(location).make<Block *>([&](EmitError emitError,
                                                     MLIRContext *) {
    return appendKernel(
        unwrap(module), unwrap(location), text, ArrayRef(types, numArguments),
        ArrayRef(divisibility, divisibility ? numArguments : 0), emitError);
  });
  if (!block)
    return TileStatusInvalidArgument;
  *body = wrap(block);
  return TileStatusSuccess;
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

// The numbers of C are those of the dialect.
static_assert(int(TilePredicateEQ) == int(arith::CmpIPredicate::eq));
static_assert(int(TilePredicateNE) == int(arith::CmpIPredicate::ne));
static_assert(int(TilePredicateSLT) == int(arith::CmpIPredicate::slt));
static_assert(int(TilePredicateSLE) == int(arith::CmpIPredicate::sle));
static_assert(int(TilePredicateSGT) == int(arith::CmpIPredicate::sgt));
static_assert(int(TilePredicateSGE) == int(arith::CmpIPredicate::sge));
static_assert(int(TilePredicateULT) == int(arith::CmpIPredicate::ult));
static_assert(int(TilePredicateULE) == int(arith::CmpIPredicate::ule));
static_assert(int(TilePredicateUGT) == int(arith::CmpIPredicate::ugt));
static_assert(int(TilePredicateUGE) == int(arith::CmpIPredicate::uge));

static constexpr StringLiteral kSegmentsName = "operandSegmentSizes";

namespace {

/// What an operation is made of, checked as far as its kind does not matter.
struct Parts {
  RegisteredOperationName name;
  Location location;
  SmallVector<Value> operands;
  NamedAttrList attributes;

  /// Without the checks of its verifier.
  OwningOpRef<Operation *> make(TypeRange types) const {
    OperationState state(location, name);
    state.addOperands(operands);
    state.addTypes(types);
    state.attributes = attributes;
    return Operation::create(state);
  }
};

} // namespace

/// What kernels compute with. MLIR's verifiers end the process for some
/// mixtures of the others, vectors with tiles that have layouts.
static bool checkType(Type type, const Twine &what, EmitError emitError) {
  if (isa<IntegerType, IndexType, FloatType, PtrType, RankedTensorType>(type))
    return true;
  emitError() << "expected a scalar or a tile as " << what << ", found "
              << type;
  return false;
}

/// False if the attributes have no null, no other context, no name twice.
static bool addAttributes(ArrayRef<MlirNamedAttribute> values, Parts &parts,
                          EmitError emitError) {
  MLIRContext *context = parts.location.getContext();
  for (auto [i, value] : llvm::enumerate(values)) {
    if (!check(value.name, "a name as attribute " + Twine(i), context,
               emitError) ||
        !check(value.attribute, "a value as attribute " + Twine(i), context,
               emitError))
      return false;
    StringAttr name = unwrap(value.name);
    if (name.empty()) {
      emitError() << "expected a name as attribute " << i
                  << ", found an empty one";
      return false;
    }
    if (parts.attributes.set(name, unwrap(value.attribute))) {
      emitError() << "expected each attribute once, found '" << name.getValue()
                  << "' twice";
      return false;
    }
  }
  return succeeded(parts.name.verifyInherentAttrs(parts.attributes, emitError));
}

/// Adds the operands. Where they are in groups, a null one leaves its group
/// empty.
static bool addOperands(ArrayRef<MlirValue> values, Parts &parts,
                        EmitError emitError) {
  MLIRContext *context = parts.location.getContext();
  StringRef name = parts.name.getStringRef();
  bool hasGroups = parts.name.hasTrait<OpTrait::AttrSizedOperandSegments>() &&
                   !parts.attributes.get(kSegmentsName);
  SmallVector<int32_t> sizes;
  if (hasGroups) {
    // As many zeros as there are groups, as nothing has set them.
    auto groups = dyn_cast_if_present<DenseI32ArrayAttr>(
        parts.make({})->getInherentAttr(kSegmentsName).value_or(Attribute()));
    sizes.assign(groups ? groups.size() : 0, 0);
    if (values.size() > sizes.size()) {
      emitError() << "expected up to " << sizes.size() << " operands of '"
                  << name << "', or an attribute '" << kSegmentsName
                  << "', found " << values.size() << " operands";
      return false;
    }
  }
  for (auto [i, value] : llvm::enumerate(values)) {
    if (hasGroups && !value.ptr)
      continue;
    std::string what = ("operand " + Twine(i) + " of '" + name + "'").str();
    if (!check(value, "a value as " + what, context, emitError) ||
        !checkType(unwrap(value).getType(), what, emitError))
      return false;
    parts.operands.push_back(unwrap(value));
    if (hasGroups)
      sizes[i] = 1;
  }
  if (hasGroups)
    parts.attributes.set(kSegmentsName, DenseI32ArrayAttr::get(context, sizes));
  return true;
}

/// Adds the types of the results, as far as operands and attributes tell them.
static bool inferTypes(const Parts &parts, SmallVectorImpl<Type> &types,
                       EmitError emitError) {
  StringRef name = parts.name.getStringRef();
  auto *interface = parts.name.getInterface<InferTypeOpInterface>();
  if (!interface) {
    if (!parts.name.hasTrait<OpTrait::OneResult>())
      return true;
    emitError() << "expected a type for the result of '" << name
                << "', which its operands do not tell, found null";
    return false;
  }
  OwningOpRef<Operation *> draft = parts.make({});
  LogicalResult found = interface->inferReturnTypes(
      parts.location.getContext(), std::nullopt, draft->getOperands(),
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

/// Appends the operation, or returns null.
static Operation *appendOperation(Block *block, Parts &parts, Type type,
                                  EmitError emitError) {
  SmallVector<Type> types;
  if (type)
    types.push_back(type);
  else if (!inferTypes(parts, types, emitError))
    return nullptr;
  // Some verifiers look at what is around the operation.
  Operation *operation = parts.make(types).release();
  block->push_back(operation);
  if (succeeded(parts.name.verifyInvariants(operation)))
    return operation;
  operation->erase();
  return nullptr;
}

/// The dialects of kernels. Verifiers of others, LLVM's among them, take for
/// granted what only MLIR's own passes keep.
static constexpr StringLiteral kDialects[] = {
    "tile", "tilegpu", "arith", "math", "scf", "cf", "ub"};

/// The kind of operation, if it is one that can be made here.
static std::optional<RegisteredOperationName>
findKind(StringRef name, MLIRContext *context, EmitError emitError) {
  std::optional<RegisteredOperationName> kind =
      RegisteredOperationName::lookup(name, context);
  if (!kind || !llvm::is_contained(kDialects, kind->getDialectNamespace())) {
    emitError() << "expected an operation of "
                << llvm::join(ArrayRef(kDialects), ", ")
                << ", in a dialect that is "
                << "loaded, found '" << name << "'";
    return std::nullopt;
  }
  if (!kind->hasTrait<OpTrait::ZeroRegions>()) {
    emitError() << "expected an operation without regions, found '" << name
                << "', which mlirOperationCreate makes";
    return std::nullopt;
  }
  return kind;
}

/// Whether something can be appended to it, from this context.
static bool checkBlock(Block *block, MLIRContext *context,
                       EmitError emitError) {
  Operation *parent = block->getParentOp();
  if (!parent)
    emitError() << "expected a block in a function, found one in none";
  else if (parent->getContext() != context)
    emitError() << "expected a location of the block's context, found one of "
                   "another";
  else if (!block->empty() && block->back().hasTrait<OpTrait::IsTerminator>())
    emitError() << "expected a block without a terminator, found one that "
                   "ends in '"
                << block->back().getName() << "'";
  else
    return true;
  return false;
}

TileStatus tileBlockAppendOperation(
    MlirBlock block, MlirLocation location, MlirStringRef name, MlirType type,
    size_t numOperands, const MlirValue *operands, size_t numAttributes,
    const MlirNamedAttribute *attributes, MlirValue *result) {
  if (!block.ptr)
    return failNull("block");
  if (!location.ptr)
    return failNull("location");
  if (!operands && numOperands != 0)
    return failNull("operands");
  if (!attributes && numAttributes != 0)
    return failNull("attributes");
  StringRef text;
  if (!unwrapString(name, "name", text))
    return TileStatusInvalidArgument;
  auto make = [&](EmitError emitError, MLIRContext *context) -> Operation * {
    if (!checkBlock(unwrap(block), context, emitError))
      return nullptr;
    auto kind = findKind(text, context, emitError);
    if (!kind)
      return nullptr;
    Parts parts{*kind, unwrap(location), {}, {}};
    if (!addAttributes(ArrayRef(attributes, numAttributes), parts, emitError) ||
        !addOperands(ArrayRef(operands, numOperands), parts, emitError) ||
        (type.ptr && (!check(type, "a type", context, emitError) ||
                      !checkType(unwrap(type), "the result", emitError))))
      return nullptr;
    return appendOperation(unwrap(block), parts, unwrap(type), emitError);
  };
  auto *operation = Checked(location).make<Operation *>(make);
  if (!operation)
    return TileStatusInvalidArgument;
  if (result)
    *result = wrap(operation->getNumResults() ? Value(operation->getResult(0))
                                              : Value());
  return TileStatusSuccess;
}
