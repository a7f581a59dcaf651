//===- Builder.cpp - Functions that are made operation by operation -------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile-c/Builder.h"

#include "BuilderParts.h"
#include "Status.h"

#include "tile/Dialect/Tile/IR/Tile.h"

#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::tile;
using namespace mlir::tile::capi;
using llvm::Twine;

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

/// What a function is made of, apart from its context.
struct Signature {
  StringRef name;
  bool isKernel;
  ArrayRef<MlirType> types;
  ArrayRef<int64_t> divisibility;
  ArrayRef<MlirType> resultTypes;
};

static bool checkTypes(ArrayRef<MlirType> types, const Twine &what,
                       MLIRContext *context, EmitError emitError) {
  for (auto [i, type] : llvm::enumerate(types))
    if (!checkContext(type, "a type as " + what + " " + Twine(i), context,
                      emitError))
      return false;
  return true;
}

static Block *appendFunction(ModuleOp module, Location location,
                             const Signature &signature, EmitError emitError) {
  MLIRContext *context = module.getContext();
  const char *kind = signature.isKernel ? "kernel" : "function";
  if (!checkContext(wrap(location), "a location", context, emitError))
    return nullptr;
  if (signature.name.empty()) {
    emitError() << "expected a name for the " << kind << ", found an empty one";
    return nullptr;
  }
  if (SymbolTable::lookupSymbolIn(module, signature.name)) {
    emitError() << "expected a new name for the " << kind << ", found '"
                << signature.name << "', which the module has already";
    return nullptr;
  }
  if (!checkTypes(signature.types, "argument", context, emitError) ||
      !checkTypes(signature.resultTypes, "result", context, emitError))
    return nullptr;
  OpBuilder builder(context);
  ArrayAttr argumentAttrs =
      makeArgumentAttrs(builder, signature.divisibility, emitError);
  if (!argumentAttrs)
    return nullptr;

  auto unwrapTypes = [](ArrayRef<MlirType> types) {
    return llvm::map_to_vector(types,
                               [](MlirType type) { return unwrap(type); });
  };
  OperationState state(location, FuncOp::getOperationName());
  FuncOp::build(builder, state, signature.name,
                builder.getFunctionType(unwrapTypes(signature.types),
                                        unwrapTypes(signature.resultTypes)));
  OwningOpRef<FuncOp> function = cast<FuncOp>(Operation::create(state));
  if (signature.isKernel)
    function->setPublic();
  else
    function->setPrivate();
  if (!signature.divisibility.empty())
    function->setArgAttrsAttr(argumentAttrs);
  Block *body = function->addEntryBlock();
  if (failed(function->getOperation()->getName().verifyInvariants(*function)))
    return nullptr;
  module.push_back(function.release());
  return body;
}

static TileStatus appendFunction(MlirModule module, MlirLocation location,
                                 const Signature &signature, MlirBlock *body) {
  Block *block =
      Checked(location).make<Block *>([&](EmitError emitError, MLIRContext *) {
        return appendFunction(unwrap(module), unwrap(location), signature,
                              emitError);
      });
  if (!block)
    return TileStatusInvalidArgument;
  *body = wrap(block);
  return TileStatusSuccess;
}

TileStatus tileModuleAppendKernel(MlirModule module, MlirLocation location,
                                  MlirStringRef name, size_t numArguments,
                                  const MlirType *types,
                                  const int64_t *divisibility,
                                  MlirBlock *body) {
  if (TileStatus status = checkGiven({{module.ptr, "module"},
                                      {location.ptr, "location"},
                                      {types, "types", numArguments},
                                      {body, "body"}}))
    return status;
  StringRef text;
  if (!unwrapString(name, "name", text))
    return TileStatusInvalidArgument;
  return appendFunction(
      module, location,
      {text,
       /*isKernel=*/true,
       ArrayRef(types, numArguments),
       ArrayRef(divisibility, divisibility ? numArguments : 0),
       {}},
      body);
}

TileStatus tileModuleAppendFunction(MlirModule module, MlirLocation location,
                                    MlirStringRef name, size_t numArguments,
                                    const MlirType *types, size_t numResults,
                                    const MlirType *resultTypes,
                                    MlirBlock *body) {
  if (TileStatus status = checkGiven({{module.ptr, "module"},
                                      {location.ptr, "location"},
                                      {types, "types", numArguments},
                                      {resultTypes, "resultTypes", numResults},
                                      {body, "body"}}))
    return status;
  StringRef text;
  if (!unwrapString(name, "name", text))
    return TileStatusInvalidArgument;
  return appendFunction(module, location,
                        {text,
                         /*isKernel=*/false,
                         ArrayRef(types, numArguments),
                         {},
                         ArrayRef(resultTypes, numResults)},
                        body);
}

//===----------------------------------------------------------------------===//
// Arguments
//===----------------------------------------------------------------------===//

/// Argument `argument` of the block; null, with the error set, if it has fewer.
static BlockArgument getArgument(MlirBlock block, size_t argument) {
  unsigned count = unwrap(block)->getNumArguments();
  if (argument < count)
    return unwrap(block)->getArgument(argument);
  (void)setError(StatusCode::InvalidArgument,
                 "expected an argument of the block, which has " +
                     Twine(count) + ", found number " + Twine(argument));
  return {};
}

TileStatus tileBlockGetArgument(MlirBlock block, size_t argument,
                                MlirValue *value) {
  if (TileStatus status = checkGiven({{block.ptr, "block"}, {value, "value"}}))
    return status;
  BlockArgument found = getArgument(block, argument);
  if (!found)
    return TileStatusInvalidArgument;
  *value = wrap(Value(found));
  return TileStatusSuccess;
}

TileStatus tileBlockSetArgumentName(MlirBlock block, size_t argument,
                                    MlirStringRef name) {
  if (!block.ptr)
    return failNull("block");
  StringRef text;
  if (!unwrapString(name, "name", text))
    return TileStatusInvalidArgument;
  auto fail = [](const Twine &message) {
    return setError(StatusCode::InvalidArgument, message);
  };
  auto isLetter = [](char c) { return llvm::isAlpha(c) || c == '_'; };
  if (text.empty() || !isLetter(text.front()) ||
      !llvm::all_of(text,
                    [&](char c) { return isLetter(c) || llvm::isDigit(c); }))
    return fail("expected a name of letters, digits and '_' for the argument, "
                "found '" +
                text + "'");
  BlockArgument found = getArgument(block, argument);
  if (!found)
    return TileStatusInvalidArgument;
  auto getName = [](BlockArgument value) {
    auto name = dyn_cast<NameLoc>(value.getLoc());
    return name ? name.getName().strref() : StringRef();
  };
  for (BlockArgument other : unwrap(block)->getArguments())
    if (other != found && getName(other) == text)
      return fail("expected a new name for argument " + Twine(argument) +
                  ", found '" + text + "', which argument " +
                  Twine(other.getArgNumber()) + " has already");
  Location inner = found.getLoc();
  if (auto named = dyn_cast<NameLoc>(inner))
    inner = named.getChildLoc();
  found.setLoc(NameLoc::get(StringAttr::get(found.getContext(), text), inner));
  return TileStatusSuccess;
}
