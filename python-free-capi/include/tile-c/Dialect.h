/*===- tile-c/Dialect.h - Types, layouts and targets -------------*- C -*-===*\
|*
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* Makes and inspects the types and attributes of the tile dialect, for programs
|* that build or read kernels through mlir-c. Also says which thread has which
|* element.
|*
\*===----------------------------------------------------------------------===*/
/*
 * Operations have no functions here: mlirOperationCreate makes "tile.load" like
 * any other, or tile-c/Builder.h with less code. docs/reference/TileDialect.md
 * lists operands and attributes. A tile's type is a ranked tensor:
 * mlirRankedTensorTypeGetChecked makes it, with a layout as its encoding, or a
 * null attribute if it has none. mlirRankedTensorTypeGetEncoding returns the
 * layout.
 *
 * Ownership. Types and attributes belong to their context, as in mlir-c, and so
 * do the strings read from them. The caller destroys only TileLinearLayouts.
 *
 * Errors. ...Get returns null for values that make no valid type or attribute,
 * and tileGetLastErrorMessage says why. ...GetChecked also emits this message
 * as an error at the location, to the context's handlers. The context must have
 * the tile dialect loaded. A function that reads a field returns null, 0, false
 * or an empty string for a null attribute, one of another kind, or an index out
 * of range.
 *
 * Threads. Any threads may call these functions at once, if the context was
 * made with threading and no dialect is loaded meanwhile.
 *
 * fork(). Meanwhile other threads may be inside any function of this library,
 * mlir-c's among them, with other contexts. The child can make new contexts,
 * and can use each context that no other thread was using. Two kinds of
 * contexts hang in the child when they are used or destroyed: a context that
 * another thread was using at that moment, and a context that has threads of
 * its own (mlirContextCreate makes them; mlirContextCreateWithThreading(false)
 * does not).
 */

#ifndef TILE_C_DIALECT_H
#define TILE_C_DIALECT_H

#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/IR.h"
#include "tile-c/Support.h"

#ifdef __cplusplus
extern "C" {
#endif

/*===----------------------------------------------------------------------===*\
|* Registration
\*===----------------------------------------------------------------------===*/

/* mlirGetDialectHandle__tile__() and mlirGetDialectHandle__tilegpu__(), for the
 * mlirDialectHandle... functions. Never freed, any thread. */
MLIR_DECLARE_CAPI_DIALECT_REGISTRATION(Tile, tile);
MLIR_DECLARE_CAPI_DIALECT_REGISTRATION(TileGPU, tilegpu);

/* Adds all dialects that kernels use at any stage of a compile, Triton's among
 * them, and their translations to LLVM IR. Dialects that are already in the
 * registry stay. InvalidArgument for a null registry. */
MLIR_CAPI_EXPORTED TileStatus
tileRegisterAllDialects(MlirDialectRegistry registry);

/* Adds the same to a context, and loads the dialects: it can then parse, build
 * and lower kernels. A second call does nothing. No other thread may use the
 * context meanwhile. InvalidArgument for a null context. */
MLIR_CAPI_EXPORTED TileStatus tileContextRegister(MlirContext context);

/*===----------------------------------------------------------------------===*\
|* Pointers
\*===----------------------------------------------------------------------===*/

/* State spaces of PTX, in the numbers of LLVM's NVPTX back end. */
typedef enum TileAddressSpace {
  TileAddressSpaceGeneric = 0,
  TileAddressSpaceGlobal = 1, /* Of the pointers that kernels get. */
  TileAddressSpaceShared = 3,
  TileAddressSpaceConstant = 4,
  TileAddressSpaceLocal = 5
} TileAddressSpace;

/* `!tile.tensor_map`: only parameters of a kernel's second entry have this
 * type. */
MLIR_CAPI_EXPORTED bool tileTypeIsATensorMap(MlirType type);
MLIR_CAPI_EXPORTED MlirType tileTensorMapTypeGet(MlirContext context);

MLIR_CAPI_EXPORTED bool tileTypeIsAPointer(MlirType type);
/* `!tile.ptr<pointee>`, in the pointee's context. The pointee is an integer, a
 * floating-point type or a pointer. */
MLIR_CAPI_EXPORTED MlirType tilePointerTypeGet(MlirType pointee,
                                               unsigned addressSpace);
MLIR_CAPI_EXPORTED MlirType tilePointerTypeGetChecked(MlirLocation location,
                                                      MlirType pointee,
                                                      unsigned addressSpace);
MLIR_CAPI_EXPORTED MlirType tilePointerTypeGetPointee(MlirType type);
MLIR_CAPI_EXPORTED unsigned tilePointerTypeGetAddressSpace(MlirType type);
MLIR_CAPI_EXPORTED MlirTypeID tilePointerTypeGetTypeID(void);

/*===----------------------------------------------------------------------===*\
|* Target: `#tile.target<"sm_90a", num_warps = 4>`
|*
|* A module has it as its attribute "tile.target".
\*===----------------------------------------------------------------------===*/

MLIR_CAPI_EXPORTED bool tileAttributeIsATarget(MlirAttribute attribute);
/* `chip`: sm_80 or later. `numWarps`, per CTA: 1, 2, 4, 8, 16 or 32.
 * `ptxVersion`: major * 10 + minor, or 0 for the chip's first. */
MLIR_CAPI_EXPORTED MlirAttribute tileTargetAttrGet(MlirContext context,
                                                   MlirStringRef chip,
                                                   unsigned numWarps,
                                                   unsigned ptxVersion);
MLIR_CAPI_EXPORTED MlirAttribute tileTargetAttrGetChecked(MlirLocation location,
                                                          MlirStringRef chip,
                                                          unsigned numWarps,
                                                          unsigned ptxVersion);
MLIR_CAPI_EXPORTED MlirStringRef tileTargetAttrGetChip(MlirAttribute target);
MLIR_CAPI_EXPORTED unsigned tileTargetAttrGetNumWarps(MlirAttribute target);
MLIR_CAPI_EXPORTED unsigned tileTargetAttrGetPTXVersion(MlirAttribute target);
MLIR_CAPI_EXPORTED MlirTypeID tileTargetAttrGetTypeID(void);

/*===----------------------------------------------------------------------===*\
|* Enumerations
|*
|* An operation has each as an i32 attribute with one of these values. The
|* comment of the enumeration names the attribute. For each enumeration
|* `Tile<Name>`:
|*
|*   MlirAttribute tile<Name>AttrGet(MlirContext context, Tile<Name> value)
|*       the i32 attribute; null for another value;
|*   bool tileAttributeIsA<Name>(MlirAttribute attribute)
|*       whether it is one; mlirIntegerAttrGetValueInt returns its value;
|*   MlirStringRef tile<Name>GetName(Tile<Name> value)
|*       the name in the dialect, "ca"; empty for other values. Never freed.
\*===----------------------------------------------------------------------===*/

#define TILE_DECLARE_ENUM(name)                                                \
  MLIR_CAPI_EXPORTED MlirAttribute tile##name##AttrGet(MlirContext context,    \
                                                       Tile##name value);      \
  MLIR_CAPI_EXPORTED bool tileAttributeIsA##name(MlirAttribute attribute);     \
  MLIR_CAPI_EXPORTED MlirStringRef tile##name##GetName(Tile##name value)

/* `axis` of tile.get_program_id and tile.get_num_programs. */
typedef enum TileProgramAxis {
  TileProgramAxisX = 0,
  TileProgramAxisY = 1,
  TileProgramAxisZ = 2
} TileProgramAxis;
TILE_DECLARE_ENUM(ProgramAxis);

/* `cache` of tile.load and tile.store; PTX ISA, "Cache Operators". */
typedef enum TileCacheModifier {
  TileCacheModifierNone = 1,
  TileCacheModifierCA = 2,
  TileCacheModifierCG = 3,
  TileCacheModifierWB = 4,
  TileCacheModifierCS = 5,
  TileCacheModifierWT = 6,
  TileCacheModifierCV = 7
} TileCacheModifier;
TILE_DECLARE_ENUM(CacheModifier);

/* `evict` of tile.load and tile.store. */
typedef enum TileEvictionPolicy {
  TileEvictionPolicyNormal = 1,
  TileEvictionPolicyEvictFirst = 2,
  TileEvictionPolicyEvictLast = 3
} TileEvictionPolicy;
TILE_DECLARE_ENUM(EvictionPolicy);

/* `rounding` of tile.fp_to_fp: to zero, or to the nearest even number. */
typedef enum TileRoundingMode {
  TileRoundingModeRTZ = 0,
  TileRoundingModeRTNE = 1
} TileRoundingMode;
TILE_DECLARE_ENUM(RoundingMode);

/* `propagateNan` of tile.clampf: whether a NaN operand makes the result NaN. */
typedef enum TilePropagateNan {
  TilePropagateNanNONE = 0,
  TilePropagateNanALL = 65535
} TilePropagateNan;
TILE_DECLARE_ENUM(PropagateNan);

/* `scope` of tile.inline_asm: how often an asm that is not pure runs. */
typedef enum TileAsmScope {
  TileAsmScopeElement = 0,
  TileAsmScopeThread = 1
} TileAsmScope;
TILE_DECLARE_ENUM(AsmScope);

/* `atomic_rmw_op` of tile.atomic_rmw: how the old value changes. */
typedef enum TileRMWOp {
  TileRMWOpAnd = 1,
  TileRMWOpOr = 2,
  TileRMWOpXor = 3,
  TileRMWOpAdd = 4,
  TileRMWOpFAdd = 5,
  TileRMWOpMax = 6,
  TileRMWOpMin = 7,
  TileRMWOpUMax = 8,
  TileRMWOpUMin = 9,
  TileRMWOpExch = 10
} TileRMWOp;
TILE_DECLARE_ENUM(RMWOp);

/* `sem` of tile.atomic_rmw and the other atomic operations: the order among
 * other accesses; PTX ISA, "Memory Consistency Model". */
typedef enum TileMemSemantic {
  TileMemSemanticRelaxed = 1,
  TileMemSemanticAcquire = 2,
  TileMemSemanticRelease = 3,
  TileMemSemanticAcqRel = 4
} TileMemSemantic;
TILE_DECLARE_ENUM(MemSemantic);

/* `scope` of tile.atomic_rmw and the other atomic operations: the threads for
 * which they are atomic. */
typedef enum TileMemSyncScope {
  TileMemSyncScopeGPU = 1,
  TileMemSyncScopeCTA = 2,
  TileMemSyncScopeSystem = 3,
  TileMemSyncScopeCluster = 4
} TileMemSyncScope;
TILE_DECLARE_ENUM(MemSyncScope);

/* `inputPrecision` of tile.dot: how f32 operands are multiplied. */
typedef enum TileInputPrecision {
  TileInputPrecisionTF32 = 0,
  TileInputPrecisionTF32x3 = 1,
  TileInputPrecisionIEEE = 2,
  TileInputPrecisionBF16x3 = 3,
  TileInputPrecisionBF16x6 = 4
} TileInputPrecision;
TILE_DECLARE_ENUM(InputPrecision);

/* `a_elem_type` and `b_elem_type` of tile.dot_scaled: what the elements are. */
typedef enum TileScaledElement {
  TileScaledElementE4M3 = 0,
  TileScaledElementE5M2 = 1,
  TileScaledElementE2M3 = 2,
  TileScaledElementE3M2 = 3,
  TileScaledElementE2M1 = 4, /* Two in an i8, the first in the low bits. */
  TileScaledElementBF16 = 5,
  TileScaledElementFP16 = 6
} TileScaledElement;
TILE_DECLARE_ENUM(ScaledElement);

/*===----------------------------------------------------------------------===*\
|* Layouts
|*
|* How the elements of a tile are spread over the registers, lanes and warps of
|* a CTA. Tiles have 1 to 20 dimensions, powers of two, with at most 2^20
|* elements in all. A list is an array with one number per dimension.
\*===----------------------------------------------------------------------===*/

/* Whether it is a layout of any kind. The next functions take all kinds. */
MLIR_CAPI_EXPORTED bool tileAttributeIsALayout(MlirAttribute attribute);
MLIR_CAPI_EXPORTED unsigned tileLayoutAttrGetRank(MlirAttribute layout);
MLIR_CAPI_EXPORTED unsigned tileLayoutAttrGetNumWarps(MlirAttribute layout);
/* The dimension at `position`, from 0 to rank - 1, in the order of the
 * dimensions. The dimension at 0 changes fastest over registers. */
MLIR_CAPI_EXPORTED unsigned tileLayoutAttrGetOrder(MlirAttribute layout,
                                                   unsigned position);
/* Whether two layouts give each element of a tile of this shape to the same
 * registers of the same threads, though the attributes may differ. */
MLIR_CAPI_EXPORTED bool tileLayoutAttrIsEquivalent(MlirAttribute a,
                                                   MlirAttribute b, size_t rank,
                                                   const int64_t *shape);

/* `#tile.blocked<{...}>`: each thread owns a block of `sizePerThread`
 * neighbours, a warp is a grid of `threadsPerWarp` threads (their product is
 * 32), and the CTA is a grid of `warpsPerCTA` warps (at most 32). `order` lists
 * the dimensions, fastest first. Sizes are powers of two. */
MLIR_CAPI_EXPORTED bool tileAttributeIsABlockedLayout(MlirAttribute attribute);
MLIR_CAPI_EXPORTED MlirAttribute tileBlockedLayoutAttrGet(
    MlirContext context, size_t rank, const unsigned *sizePerThread,
    const unsigned *threadsPerWarp, const unsigned *warpsPerCTA,
    const unsigned *order);
MLIR_CAPI_EXPORTED MlirAttribute tileBlockedLayoutAttrGetChecked(
    MlirLocation location, size_t rank, const unsigned *sizePerThread,
    const unsigned *threadsPerWarp, const unsigned *warpsPerCTA,
    const unsigned *order);
/* Spreads threads over a tile of this shape, along the fastest dimension first.
 * A null `sizePerThread` is 1 everywhere, a null `order` takes the last
 * dimension as the fastest: with both null it is what tile-assign-layouts gives
 * a tile. */
MLIR_CAPI_EXPORTED MlirAttribute tileBlockedLayoutAttrGetForShape(
    MlirContext context, size_t rank, const int64_t *shape,
    const unsigned *sizePerThread, const unsigned *order, unsigned numWarps);
MLIR_CAPI_EXPORTED unsigned
tileBlockedLayoutAttrGetSizePerThread(MlirAttribute layout, unsigned dim);
MLIR_CAPI_EXPORTED unsigned
tileBlockedLayoutAttrGetThreadsPerWarp(MlirAttribute layout, unsigned dim);
MLIR_CAPI_EXPORTED unsigned
tileBlockedLayoutAttrGetWarpsPerCTA(MlirAttribute layout, unsigned dim);
MLIR_CAPI_EXPORTED MlirTypeID tileBlockedLayoutAttrGetTypeID(void);

/* `#tile.slice<{dim = 1, parent = ...}>`: the layout `parent`, which has one
 * dimension more, without its dimension `dim`. In the parent's context. */
MLIR_CAPI_EXPORTED bool tileAttributeIsASliceLayout(MlirAttribute attribute);
MLIR_CAPI_EXPORTED MlirAttribute tileSliceLayoutAttrGet(unsigned dim,
                                                        MlirAttribute parent);
MLIR_CAPI_EXPORTED MlirAttribute tileSliceLayoutAttrGetChecked(
    MlirLocation location, unsigned dim, MlirAttribute parent);
MLIR_CAPI_EXPORTED unsigned tileSliceLayoutAttrGetDim(MlirAttribute layout);
MLIR_CAPI_EXPORTED MlirAttribute
tileSliceLayoutAttrGetParent(MlirAttribute layout);
MLIR_CAPI_EXPORTED MlirTypeID tileSliceLayoutAttrGetTypeID(void);

/* `#tile.nvidia_mma<{...}>`: a matrix as tensor cores leave it in registers.
 * `versionMajor` is 2 for mma.sync and 3 for wgmma; `warpsPerCTA` has a size
 * for each of 2 or 3 dimensions. `instrShape` has the rows and columns that an
 * instruction computes for a warp: 16 by 8 for mma.sync, 16 by 8 to 256 for
 * wgmma. */
MLIR_CAPI_EXPORTED bool
tileAttributeIsANvidiaMmaLayout(MlirAttribute attribute);
MLIR_CAPI_EXPORTED MlirAttribute tileNvidiaMmaLayoutAttrGet(
    MlirContext context, unsigned versionMajor, unsigned versionMinor,
    size_t rank, const unsigned *warpsPerCTA, const unsigned *instrShape);
MLIR_CAPI_EXPORTED MlirAttribute tileNvidiaMmaLayoutAttrGetChecked(
    MlirLocation location, unsigned versionMajor, unsigned versionMinor,
    size_t rank, const unsigned *warpsPerCTA, const unsigned *instrShape);
MLIR_CAPI_EXPORTED unsigned
tileNvidiaMmaLayoutAttrGetVersionMajor(MlirAttribute layout);
MLIR_CAPI_EXPORTED unsigned
tileNvidiaMmaLayoutAttrGetVersionMinor(MlirAttribute layout);
MLIR_CAPI_EXPORTED unsigned
tileNvidiaMmaLayoutAttrGetWarpsPerCTA(MlirAttribute layout, unsigned dim);
/* Of the rows (0) or the columns (1). */
MLIR_CAPI_EXPORTED unsigned
tileNvidiaMmaLayoutAttrGetInstrShape(MlirAttribute layout, unsigned dim);
MLIR_CAPI_EXPORTED MlirTypeID tileNvidiaMmaLayoutAttrGetTypeID(void);

/* `#tile.dot_op<{opIdx = 0, parent = ..., kWidth = 2}>`: the elements that each
 * thread needs of operand a (0) or b (1) of a product whose result has the
 * layout `parent`, with 2 or 3 dimensions. If the parent is a #tile.nvidia_mma,
 * `kWidth`, 1 to 16, is how many neighbours along K a thread has; for other
 * parents it is 0. In the parent's context. */
MLIR_CAPI_EXPORTED bool
tileAttributeIsADotOperandLayout(MlirAttribute attribute);
MLIR_CAPI_EXPORTED MlirAttribute tileDotOperandLayoutAttrGet(
    unsigned opIdx, MlirAttribute parent, unsigned kWidth);
MLIR_CAPI_EXPORTED MlirAttribute
tileDotOperandLayoutAttrGetChecked(MlirLocation location, unsigned opIdx,
                                   MlirAttribute parent, unsigned kWidth);
MLIR_CAPI_EXPORTED unsigned
tileDotOperandLayoutAttrGetOpIdx(MlirAttribute layout);
MLIR_CAPI_EXPORTED MlirAttribute
tileDotOperandLayoutAttrGetParent(MlirAttribute layout);
MLIR_CAPI_EXPORTED unsigned
tileDotOperandLayoutAttrGetKWidth(MlirAttribute layout);
MLIR_CAPI_EXPORTED MlirTypeID tileDotOperandLayoutAttrGetTypeID(void);

/*===----------------------------------------------------------------------===*\
|* Linear layouts: which thread has which element
|*
|* A linear layout maps a place, (register, lane, warp, block), to the
|* coordinates of the element that is there: the bitwise exclusive or of the
|* bases of all bits that are set in the place. Every layout is a linear layout.
|* In general it maps named dimensions to named dimensions. The size of each is
|* a power of two, at most 2^30; all inputs together have at most 2^62
|* positions, and so have all outputs. Dimensions and bits are numbered from 0.
|* The head of tile/Layout/LinearLayout.h is an introduction.
|*
|*   TileLinearLayout map;
|*   int32_t element[] = {7, 3}, owner[4];
|*   tileLinearLayoutCreateFromType(tileType, &map);
|*   tileLinearLayoutGetOwner(map, element, 2, owner, 4);
|*   tileLinearLayoutDestroy(map);
|*
|* A linear layout does not change; any threads may read it at once. It needs no
|* context, and may outlive the context that it was made from.
\*===----------------------------------------------------------------------===*/

TILE_DEFINE_HANDLE(TileLinearLayout);

/* A dimension of a linear layout. */
typedef struct TileLayoutDimension {
  MlirStringRef name;
  int32_t size; /* Positions, a power of two. */
} TileLayoutDimension;

/* The map of any layout for a tile of this shape: from "register", "lane",
 * "warp" and "block" to "dim0", "dim1", ... The shape has the layout's
 * rank. InvalidArgument if it is not a layout or not a tile shape. */
MLIR_CAPI_EXPORTED TileStatus tileLinearLayoutCreateFromAttribute(
    MlirAttribute layout, size_t rank, const int64_t *shape,
    TileLinearLayout *result);
/* The same for a type that has a layout. */
MLIR_CAPI_EXPORTED TileStatus
tileLinearLayoutCreateFromType(MlirType tile, TileLinearLayout *result);
/* Any map, made from its bases: for each bit of each input, the lowest bit
 * first, a coordinate in each output. `numCoordinates` is the length of this
 * list. */
MLIR_CAPI_EXPORTED TileStatus tileLinearLayoutCreate(
    size_t numIns, const TileLayoutDimension *ins, size_t numOuts,
    const TileLayoutDimension *outs, size_t numCoordinates,
    const int32_t *coordinates, TileLinearLayout *result);
MLIR_CAPI_EXPORTED void tileLinearLayoutDestroy(TileLinearLayout layout);
static inline bool tileLinearLayoutIsNull(TileLinearLayout layout) {
  return !layout.ptr;
}

/* Names live as long as the layout. */
MLIR_CAPI_EXPORTED size_t tileLinearLayoutGetNumIns(TileLinearLayout layout);
MLIR_CAPI_EXPORTED size_t tileLinearLayoutGetNumOuts(TileLinearLayout layout);
MLIR_CAPI_EXPORTED MlirStringRef
tileLinearLayoutGetInName(TileLinearLayout layout, size_t in);
MLIR_CAPI_EXPORTED MlirStringRef
tileLinearLayoutGetOutName(TileLinearLayout layout, size_t out);
MLIR_CAPI_EXPORTED int32_t tileLinearLayoutGetInSize(TileLinearLayout layout,
                                                     size_t in);
MLIR_CAPI_EXPORTED int32_t tileLinearLayoutGetOutSize(TileLinearLayout layout,
                                                      size_t out);
/* The coordinates that a single bit of an input maps to, as by
 * tileLinearLayoutApply. */
MLIR_CAPI_EXPORTED TileStatus tileLinearLayoutGetBasis(TileLinearLayout layout,
                                                       size_t in, unsigned bit,
                                                       int32_t *coordinates,
                                                       size_t numOuts);

/* Whether each element has an owner (true for the layout of a tile), and
 * whether no element has two owners. */
MLIR_CAPI_EXPORTED bool tileLinearLayoutIsSurjective(TileLinearLayout layout);
MLIR_CAPI_EXPORTED bool tileLinearLayoutIsInjective(TileLinearLayout layout);
/* Same map, same names, same order. */
MLIR_CAPI_EXPORTED bool tileLinearLayoutEqual(TileLinearLayout a,
                                              TileLinearLayout b);
/* How many neighbours along output `out` each aligned group of positions of
 * input `in` has. For the input "register" this is the width of a vector
 * access, in elements.
 */
MLIR_CAPI_EXPORTED int32_t
tileLinearLayoutGetContiguity(TileLinearLayout layout, size_t in, size_t out);

/* The element at a place. `place` has a position for each input, and
 * `coordinates` gets one for each output. InvalidArgument if `numIns` or
 * `numOuts` is wrong, or a position is out of range. */
MLIR_CAPI_EXPORTED TileStatus tileLinearLayoutApply(TileLinearLayout layout,
                                                    const int32_t *place,
                                                    size_t numIns,
                                                    int32_t *coordinates,
                                                    size_t numOuts);
/* The first place that has an element. Places are ordered by block, then warp,
 * lane and register: the first input changes fastest. NotFound if no place has
 * it. */
MLIR_CAPI_EXPORTED TileStatus
tileLinearLayoutGetOwner(TileLinearLayout layout, const int32_t *coordinates,
                         size_t numOuts, int32_t *place, size_t numIns);
/* How many places have the same element: 1 if there are no copies. */
MLIR_CAPI_EXPORTED int64_t
tileLinearLayoutGetNumOwners(TileLinearLayout layout);
/* Calls back with each place that has an element, in the same order. If the
 * callback returns false, the call ends with Cancelled. `place` is valid during
 * the callback. NotFound if there is no such place. */
typedef bool (*TilePlaceCallback)(const int32_t *place, size_t numIns,
                                  void *userData);
MLIR_CAPI_EXPORTED TileStatus tileLinearLayoutForEachOwner(
    TileLinearLayout layout, const int32_t *coordinates, size_t numOuts,
    TilePlaceCallback callback, void *userData);

/* New layouts, which the caller destroys. InvalidArgument if there is no such
 * layout.
 *
 * x -> second(first(x)). The outputs of the first are the inputs of the second,
 * by name, and no larger. */
MLIR_CAPI_EXPORTED TileStatus tileLinearLayoutCompose(TileLinearLayout first,
                                                      TileLinearLayout second,
                                                      TileLinearLayout *result);
/* The elements' first owners: the inverse, if there are no copies. The layout
 * must be surjective. */
MLIR_CAPI_EXPORTED TileStatus tileLinearLayoutInvert(TileLinearLayout layout,
                                                     TileLinearLayout *result);
/* Maps each place of layout `to` to the nearest place of layout `from` that has
 * the same element. It says what a conversion from `from` to `to` has to move.
 * Both have the same outputs, by name, and `from` has all elements that `to`
 * has. */
MLIR_CAPI_EXPORTED TileStatus tileLinearLayoutConvert(TileLinearLayout from,
                                                      TileLinearLayout to,
                                                      TileLinearLayout *result);
/* The product: `inner`, repeated as `outer` says. If both have a dimension of
 * the same name, its low bits are inner's and its high bits outer's. */
MLIR_CAPI_EXPORTED TileStatus tileLinearLayoutMultiply(
    TileLinearLayout inner, TileLinearLayout outer, TileLinearLayout *result);

/* Calls back once with the bases as text, one line per input. */
MLIR_CAPI_EXPORTED TileStatus tileLinearLayoutPrint(TileLinearLayout layout,
                                                    MlirStringCallback callback,
                                                    void *userData);
/* The tile as a table whose cells name their owners. The layout has one or two
 * outputs. `style` is "thread" (also if it is empty) or "warp". InvalidArgument
 * for other layouts or styles, and beyond 2^20 cells or owners. */
MLIR_CAPI_EXPORTED TileStatus
tileLinearLayoutPrintTable(TileLinearLayout layout, MlirStringRef style,
                           MlirStringCallback callback, void *userData);

/* The attribute `#tile.linear<{...}>`, which contains its map. `map` is
 * surjective, from register, lane (32), warp (at most 32) and block (1) to 1 to
 * 5 outputs "dim0", "dim1", ... with at most 2^20 positions. */
MLIR_CAPI_EXPORTED bool tileAttributeIsALinearLayout(MlirAttribute attribute);
MLIR_CAPI_EXPORTED MlirAttribute tileLinearLayoutAttrGet(MlirContext context,
                                                         TileLinearLayout map);
MLIR_CAPI_EXPORTED MlirAttribute
tileLinearLayoutAttrGetChecked(MlirLocation location, TileLinearLayout map);
/* The map in the attribute, which does not depend on the shape of a tile.
 * InvalidArgument for other attributes. */
MLIR_CAPI_EXPORTED TileStatus
tileLinearLayoutAttrGetMap(MlirAttribute layout, TileLinearLayout *result);
MLIR_CAPI_EXPORTED MlirTypeID tileLinearLayoutAttrGetTypeID(void);

#ifdef __cplusplus
}
#endif

#endif /* TILE_C_DIALECT_H */
