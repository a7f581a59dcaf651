//===- Dialect.cpp - Registration, pointers, targets, enumerations --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile-c/Dialect.h"

#include "Checked.h"
#include "ForkGate.h"
#include "Status.h"

#include "tile/Compiler/Registration.h"
#include "tile/Dialect/Tile/IR/Tile.h"
#include "tile/Dialect/TileGPU/IR/TileGPU.h"
#include "tile/Target/CodeGen.h"

#include "mlir/CAPI/Registration.h"
#include "mlir/CAPI/Support.h"
#include "llvm/Support/Threading.h"

using namespace mlir;
using namespace mlir::tile;
using namespace mlir::tile::capi;

//===----------------------------------------------------------------------===//
// Registration
//===----------------------------------------------------------------------===//

MLIR_DEFINE_CAPI_DIALECT_REGISTRATION(Tile, tile, TileDialect)
MLIR_DEFINE_CAPI_DIALECT_REGISTRATION(TileGPU, tilegpu, tilegpu::TileGPUDialect)

TileStatus tileRegisterAllDialects(MlirDialectRegistry registry) {
  if (!registry.ptr)
    return failNull("registry");
  WorkInside work;
  registerDialects(*unwrap(registry));
  registerTranslations(*unwrap(registry));
  return TileStatusSuccess;
}

TileStatus tileContextRegister(MlirContext context) {
  if (!context.ptr)
    return failNull("context");
  WorkInside work;
  DialectRegistry registry;
  registerDialects(registry);
  registerTranslations(registry);
  unwrap(context)->appendDialectRegistry(registry);
  for (StringRef name : registry.getDialectNames()) {
    unwrap(context)->getOrLoadDialect(name);
    work.pause();
  }
  return TileStatusSuccess;
}

//===----------------------------------------------------------------------===//
// Checked values
//===----------------------------------------------------------------------===//

Checked::Checked(MlirContext context) : Checked(unwrap(context)) {}

Checked::Checked(MLIRContext *context) : context(context) {}

Checked::Checked(MlirLocation location) : context(nullptr) {
  if (!location.ptr)
    return;
  this->location = unwrap(location);
  context = this->location.getContext();
}

void Checked::run(llvm::function_ref<void(EmitError)> body) {
  if (!context) {
    (void)setError(StatusCode::InvalidArgument,
                   "expected a context, location, type or attribute, found "
                   "null");
    return;
  }
  // Diagnostics of other threads on this context are not ours.
  uint64_t thread = llvm::get_threadid();
  ScopedDiagnosticHandler handler(context, [&](Diagnostic &diagnostic) {
    if (llvm::get_threadid() != thread)
      return failure();
    (void)setError(StatusCode::InvalidArgument, diagnostic.str());
    return success(!location);
  });
  Location where = location ? Location(location) : UnknownLoc::get(context);
  auto emit = [&] { return emitError(where); };
  if (!context->getLoadedDialect<TileDialect>())
    emit() << "expected the tile dialect to be loaded in the context; "
              "tileContextRegister does that";
  else
    body(emit);
}

//===----------------------------------------------------------------------===//
// Pointers
//===----------------------------------------------------------------------===//

static PtrType getPointer(MlirType type) {
  return dyn_cast_if_present<PtrType>(unwrap(type));
}

static MlirType makePointer(Checked checked, MlirType pointee,
                            unsigned addressSpace) {
  return wrap(checked.make<Type>([&](auto emitError, MLIRContext *) -> Type {
    if (!pointee.ptr) {
      emitError() << "expected a type to point to, found null";
      return {};
    }
    return PtrType::getChecked(emitError, unwrap(pointee), addressSpace);
  }));
}

bool tileTypeIsATensorMap(MlirType type) {
  return isa_and_present<TensorMapType>(unwrap(type));
}

MlirType tileTensorMapTypeGet(MlirContext context) {
  if (!context.ptr)
    return MlirType{nullptr};
  return wrap(Type(TensorMapType::get(unwrap(context))));
}

bool tileTypeIsAPointer(MlirType type) { return bool(getPointer(type)); }

MlirType tilePointerTypeGet(MlirType pointee, unsigned addressSpace) {
  return makePointer(
      Checked(pointee.ptr ? unwrap(pointee).getContext() : nullptr), pointee,
      addressSpace);
}

MlirType tilePointerTypeGetChecked(MlirLocation location, MlirType pointee,
                                   unsigned addressSpace) {
  return makePointer(Checked(location), pointee, addressSpace);
}

MlirType tilePointerTypeGetPointee(MlirType type) {
  PtrType pointer = getPointer(type);
  return wrap(pointer ? pointer.getPointeeType() : Type());
}

unsigned tilePointerTypeGetAddressSpace(MlirType type) {
  PtrType pointer = getPointer(type);
  return pointer ? pointer.getAddressSpace() : 0;
}

MlirTypeID tilePointerTypeGetTypeID(void) { return wrap(PtrType::getTypeID()); }

//===----------------------------------------------------------------------===//
// Target
//===----------------------------------------------------------------------===//

static TargetAttr getTargetAttr(MlirAttribute attribute) {
  return dyn_cast_if_present<TargetAttr>(unwrap(attribute));
}

static MlirAttribute makeTarget(Checked checked, MlirStringRef chip,
                                unsigned numWarps, unsigned ptxVersion) {
  StringRef name;
  if (!unwrapString(chip, "chip", name))
    return {nullptr};
  return wrap(checked.make<Attribute>(
      [&](auto emitError, MLIRContext *context) -> Attribute {
        return TargetAttr::getChecked(emitError, context, name, numWarps,
                                      ptxVersion);
      }));
}

bool tileAttributeIsATarget(MlirAttribute attribute) {
  return bool(getTargetAttr(attribute));
}

MlirAttribute tileTargetAttrGet(MlirContext context, MlirStringRef chip,
                                unsigned numWarps, unsigned ptxVersion) {
  return makeTarget(Checked(context), chip, numWarps, ptxVersion);
}

MlirAttribute tileTargetAttrGetChecked(MlirLocation location,
                                       MlirStringRef chip, unsigned numWarps,
                                       unsigned ptxVersion) {
  return makeTarget(Checked(location), chip, numWarps, ptxVersion);
}

MlirStringRef tileTargetAttrGetChip(MlirAttribute target) {
  TargetAttr attr = getTargetAttr(target);
  return wrapString(attr ? attr.getChip() : "");
}

unsigned tileTargetAttrGetNumWarps(MlirAttribute target) {
  TargetAttr attr = getTargetAttr(target);
  return attr ? attr.getNumWarps() : 0;
}

unsigned tileTargetAttrGetPTXVersion(MlirAttribute target) {
  TargetAttr attr = getTargetAttr(target);
  return attr ? attr.getPtxVersion() : 0;
}

MlirTypeID tileTargetAttrGetTypeID(void) {
  return wrap(TargetAttr::getTypeID());
}

//===----------------------------------------------------------------------===//
// Enumerations
//===----------------------------------------------------------------------===//

/// The i32, or null if `name`, that of the value, is empty.
static MlirAttribute makeEnum(MlirContext context, uint32_t value,
                              StringRef name, const char *enumeration) {
  if (!context.ptr) {
    (void)failNull("context");
    return {nullptr};
  }
  if (name.empty()) {
    (void)setError(StatusCode::InvalidArgument,
                   "expected a value of " + llvm::Twine(enumeration) +
                       ", found " + llvm::Twine(value));
    return {nullptr};
  }
  return wrap(
      Attribute(Builder(unwrap(context)).getI32IntegerAttr(int32_t(value))));
}

#define TILE_DEFINE_ENUM(name)                                                 \
  MlirStringRef tile##name##GetName(Tile##name value) {                        \
    auto symbol = symbolize##name(static_cast<uint32_t>(value));               \
    return wrapString(symbol ? stringify##name(*symbol) : StringRef());        \
  }                                                                            \
  MlirAttribute tile##name##AttrGet(MlirContext context, Tile##name value) {   \
    return makeEnum(context, static_cast<uint32_t>(value),                     \
                    unwrap(tile##name##GetName(value)), "Tile" #name);         \
  }                                                                            \
  bool tileAttributeIsA##name(MlirAttribute attribute) {                       \
    return isa_and_present<name##Attr>(unwrap(attribute));                     \
  }

TILE_DEFINE_ENUM(ProgramAxis)
TILE_DEFINE_ENUM(CacheModifier)
TILE_DEFINE_ENUM(EvictionPolicy)
TILE_DEFINE_ENUM(RoundingMode)
TILE_DEFINE_ENUM(PropagateNan)
TILE_DEFINE_ENUM(AsmScope)
TILE_DEFINE_ENUM(RMWOp)
TILE_DEFINE_ENUM(MemSemantic)
TILE_DEFINE_ENUM(MemSyncScope)
TILE_DEFINE_ENUM(InputPrecision)
TILE_DEFINE_ENUM(ScaledElement)

// The enumerations of C have the dialect's numbers.
#define TILE_SAME_CASE(name, item)                                             \
  static_assert(uint32_t(Tile##name##item) == uint32_t(name::item))
TILE_SAME_CASE(ProgramAxis, X);
TILE_SAME_CASE(ProgramAxis, Y);
TILE_SAME_CASE(ProgramAxis, Z);
TILE_SAME_CASE(CacheModifier, None);
TILE_SAME_CASE(CacheModifier, CA);
TILE_SAME_CASE(CacheModifier, CG);
TILE_SAME_CASE(CacheModifier, WB);
TILE_SAME_CASE(CacheModifier, CS);
TILE_SAME_CASE(CacheModifier, WT);
TILE_SAME_CASE(CacheModifier, CV);
TILE_SAME_CASE(EvictionPolicy, Normal);
TILE_SAME_CASE(EvictionPolicy, EvictFirst);
TILE_SAME_CASE(EvictionPolicy, EvictLast);
TILE_SAME_CASE(RoundingMode, RTZ);
TILE_SAME_CASE(RoundingMode, RTNE);
TILE_SAME_CASE(PropagateNan, NONE);
TILE_SAME_CASE(PropagateNan, ALL);
TILE_SAME_CASE(AsmScope, Element);
TILE_SAME_CASE(AsmScope, Thread);
TILE_SAME_CASE(RMWOp, And);
TILE_SAME_CASE(RMWOp, Or);
TILE_SAME_CASE(RMWOp, Xor);
TILE_SAME_CASE(RMWOp, Add);
TILE_SAME_CASE(RMWOp, FAdd);
TILE_SAME_CASE(RMWOp, Max);
TILE_SAME_CASE(RMWOp, Min);
TILE_SAME_CASE(RMWOp, UMax);
TILE_SAME_CASE(RMWOp, UMin);
TILE_SAME_CASE(RMWOp, Exch);
TILE_SAME_CASE(MemSemantic, Relaxed);
TILE_SAME_CASE(MemSemantic, Acquire);
TILE_SAME_CASE(MemSemantic, Release);
TILE_SAME_CASE(MemSemantic, AcqRel);
TILE_SAME_CASE(MemSyncScope, GPU);
TILE_SAME_CASE(MemSyncScope, CTA);
TILE_SAME_CASE(MemSyncScope, System);
TILE_SAME_CASE(MemSyncScope, Cluster);
TILE_SAME_CASE(InputPrecision, TF32);
TILE_SAME_CASE(InputPrecision, TF32x3);
TILE_SAME_CASE(InputPrecision, IEEE);
TILE_SAME_CASE(InputPrecision, BF16x3);
TILE_SAME_CASE(InputPrecision, BF16x6);
TILE_SAME_CASE(ScaledElement, E4M3);
TILE_SAME_CASE(ScaledElement, E5M2);
TILE_SAME_CASE(ScaledElement, E2M3);
TILE_SAME_CASE(ScaledElement, E3M2);
TILE_SAME_CASE(ScaledElement, E2M1);
TILE_SAME_CASE(ScaledElement, BF16);
TILE_SAME_CASE(ScaledElement, FP16);
