/*===- tile-c/Dialect.h - Types, layouts and targets -------------*- C -*-===*\
|*
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* Makes and inspects the types and attributes of the tile dialect, for programs
|* that build or read kernels through mlir-c; and answers who has what.
|*
\*===----------------------------------------------------------------------===*/
/*
 * Operations need no functions of their own: mlirOperationCreate makes
 * "tile.load" as it makes any other, tile-c/Builder.h is shorter, and
 * docs/reference/TileDialect.md lists operands and attributes. A tile's type is
 * a ranked tensor:
 * mlirRankedTensorTypeGetChecked makes it, with a layout as its encoding or a
 * null attribute for none, and mlirRankedTensorTypeGetEncoding returns that.
 *
 * Ownership. Types and attributes belong to their context, as in mlir-c, and so
 * do the strings read from them. Only a TileLinearLayout is to be destroyed.
 *
 * Errors. ...Get returns null for values that make no valid type or attribute,
 * and tileGetLastErrorMessage says why; nothing is emitted. ...GetChecked also
 * emits that as an error at the location, to the context's handlers. The
 * context must have the tile dialect loaded. A function that reads a field
 * returns null, 0, false or an empty string for a null attribute, one of
 * another kind, or an index out of range.
 *
 * Threads. As for the context: any threads at once, if it was made with
 * threading and no dialect is loaded meanwhile.
 *
 * fork(). Other threads may be inside any function of this library meanwhile,
 * mlir-c's among them, with contexts of their own: what all contexts share is
 * whole in the child, which can make contexts of its own and go on with those
 * that no other thread was using. Two kinds are lost in it, and hang when they
 * are used or destroyed: a context that another thread was using at that
 * moment, and one that has threads of its own (mlirContextCreate makes such;
 * mlirContextCreateWithThreading(false) does not).
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

/* Adds all dialects that kernels use, before and after each stage of a compile,
 * Triton's among them, and their translations to LLVM IR. Those that are there
 * already stay. InvalidArgument for a null registry. */
MLIR_CAPI_EXPORTED TileStatus
tileRegisterAllDialects(MlirDialectRegistry registry);

/* Adds the same to a context, and loads the dialects: it can then parse, build
 * and lower kernels. Doing it again does nothing. One thread may use the
 * context meanwhile. InvalidArgument for a null context. */
MLIR_CAPI_EXPORTED TileStatus tileContextRegister(MlirContext context);

/*===----------------------------------------------------------------------===*\
|* Pointers
\*===----------------------------------------------------------------------===*/

/* State spaces of PTX, in the numbers of LLVM's NVPTX back end. */
typedef enum TileAddressSpace {
  TileAddressSpaceGeneric = 0,
  TileAddressSpaceGlobal = 1, /* What kernels get. */
  TileAddressSpaceShared = 3,
  TileAddressSpaceConstant = 4,
  TileAddressSpaceLocal = 5
} TileAddressSpace;

/* `!tile.tensor_map`, of parameters of a kernel's second entry only. */
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
/* `chip`: sm_80 ... sm_121a. `numWarps` of a CTA: 1, 2, 4, 8, 16 or 32.
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
|* In an operation each is an integer of type i32 with one of these values; its
|* description says in which attribute. For each enumeration `Tile<Name>`:
|*
|*   MlirAttribute tile<Name>AttrGet(MlirContext context, Tile<Name> value)
|*       that integer, null for a value that is none of these;
|*   bool tileAttributeIsA<Name>(MlirAttribute attribute)
|*       whether it is such an integer; mlirIntegerAttrGetValueInt returns it;
|*   MlirStringRef tile<Name>GetName(Tile<Name> value)
|*       as the dialect writes it, "ca"; empty for other values. Never freed.
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

/* `scope` of tile.inline_asm: how often an impure one runs. */
typedef enum TileAsmScope {
  TileAsmScopeElement = 0,
  TileAsmScopeThread = 1
} TileAsmScope;
TILE_DECLARE_ENUM(AsmScope);

/* `atomic_rmw_op` of tile.atomic_rmw: what becomes of the old value. */
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

/* `scope` of tile.atomic_rmw and the other atomic operations: for whom they are
 * atomic. */
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
|* elements in all. Lists are arrays of as many numbers as there are dimensions.
\*===----------------------------------------------------------------------===*/

/* Whether it is a layout of any kind. The next functions take all kinds. */
MLIR_CAPI_EXPORTED bool tileAttributeIsALayout(MlirAttribute attribute);
MLIR_CAPI_EXPORTED unsigned tileLayoutAttrGetRank(MlirAttribute layout);
MLIR_CAPI_EXPORTED unsigned tileLayoutAttrGetNumWarps(MlirAttribute layout);
/* The dimensions, the one that moves fastest over registers first: the one at
 * `position`, from 0 to rank - 1. */
MLIR_CAPI_EXPORTED unsigned tileLayoutAttrGetOrder(MlirAttribute layout,
                                                   unsigned position);
/* Whether two layouts give each element of a tile of this shape to the same
 * registers of the same threads, though the attributes may differ. */
MLIR_CAPI_EXPORTED bool tileLayoutAttrIsEquivalent(MlirAttribute a,
                                                   MlirAttribute b, size_t rank,
                                                   const int64_t *shape);

/* `#tile.blocked<{...}>`: each thread owns a block of `sizePerThread`
 * neighbours, a warp is a grid of `threadsPerWarp` threads (their product is
 * 32), the CTA one of `warpsPerCTA` warps (at most 32). `order` lists the
 * dimensions, fastest first. Sizes are powers of two. */
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

/* `#tile.slice<{dim = 1, parent = ...}>`: the layout `parent`, of one dimension
 * more, without `dim`. In the parent's context. */
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
 * for each of 2 or 3 dimensions. The two sizes of `instrShape` are what an
 * instruction gives a warp: 16 by 8 for mma.sync, 16 by 8 to 256 for wgmma. */
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

/* `#tile.dot_op<{opIdx = 0, parent = ..., kWidth = 2}>`: what threads need of
 * operand a (0) or b (1) of a product whose result has the layout `parent`, of
 * 2 or 3 dimensions. `kWidth`, 1 to 16, is how many neighbours along K a thread
 * has if the parent is a #tile.nvidia_mma, and 0 for others. In the parent's
 * context. */
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
|* Linear layouts: who has what
|*
|* A linear layout maps a place, (register, lane, warp, block), to the
|* coordinates of the element that lives there: the bitwise exclusive or of the
|* bases of all bits set in the place. Every layout is one. In general it maps
|* any named dimensions to others; each has a power of two of positions, at most
|* 2^30, and all inputs, or outputs, together at most 2^62. Dimensions and bits
|* have numbers from 0; the head of tile/Layout/LinearLayout.h is an
|* introduction.
|*
|*   TileLinearLayout map;
|*   int32_t element[] = {7, 3}, owner[4];
|*   tileLinearLayoutCreateFromType(tileType, &map);
|*   tileLinearLayoutGetOwner(map, element, 2, owner, 4);
|*   tileLinearLayoutDestroy(map);
|*
|* Does not change; read it from any threads at once. Needs no context: it may
|* outlive the one it was made from.
\*===----------------------------------------------------------------------===*/

TILE_DEFINE_HANDLE(TileLinearLayout);

/* A dimension of a linear layout. */
typedef struct TileLayoutDimension {
  MlirStringRef name;
  int32_t size; /* Positions, a power of two. */
} TileLayoutDimension;

/* The map of a layout, of any kind, for a tile of this shape: from "register",
 * "lane", "warp" and "block" to "dim0", "dim1", ... The shape has the layout's
 * rank. InvalidArgument if it is not a layout or not a tile shape. */
MLIR_CAPI_EXPORTED TileStatus tileLinearLayoutCreateFromAttribute(
    MlirAttribute layout, size_t rank, const int64_t *shape,
    TileLinearLayout *result);
/* The same for a type that has a layout. */
MLIR_CAPI_EXPORTED TileStatus
tileLinearLayoutCreateFromType(MlirType tile, TileLinearLayout *result);
/* Any map, by its bases: for each input, for each of its bits from the lowest,
 * a coordinate in each output. `numCoordinates` is the length of this list. */
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
/* Where a single bit of an input goes; as tileLinearLayoutApply. */
MLIR_CAPI_EXPORTED TileStatus tileLinearLayoutGetBasis(TileLinearLayout layout,
                                                       size_t in, unsigned bit,
                                                       int32_t *coordinates,
                                                       size_t numOuts);

/* Whether each element has an owner (that of a tile always has), and whether
 * none has two. */
MLIR_CAPI_EXPORTED bool tileLinearLayoutIsSurjective(TileLinearLayout layout);
MLIR_CAPI_EXPORTED bool tileLinearLayoutIsInjective(TileLinearLayout layout);
/* Same map, same names, same order. */
MLIR_CAPI_EXPORTED bool tileLinearLayoutEqual(TileLinearLayout a,
                                              TileLinearLayout b);
/* How many neighbours along output `out` input `in` has, side by side, in
 * each aligned group: with the input "register", the width of a vector access.
 */
MLIR_CAPI_EXPORTED int32_t
tileLinearLayoutGetContiguity(TileLinearLayout layout, size_t in, size_t out);

/* The element at a place. `place` has a position for each input, `coordinates`
 * gets one for each output; the numbers of both are given to be checked.
 * InvalidArgument for wrong numbers, or a position out of range. */
MLIR_CAPI_EXPORTED TileStatus tileLinearLayoutApply(TileLinearLayout layout,
                                                    const int32_t *place,
                                                    size_t numIns,
                                                    int32_t *coordinates,
                                                    size_t numOuts);
/* The first place that has an element. Places are ordered as numbers whose
 * lowest digit is the first input: by block, then warp, lane, register.
 * NotFound if none has it. */
MLIR_CAPI_EXPORTED TileStatus
tileLinearLayoutGetOwner(TileLinearLayout layout, const int32_t *coordinates,
                         size_t numOuts, int32_t *place, size_t numIns);
/* How many places have each element that any place has: 1 if there are no
 * copies. */
MLIR_CAPI_EXPORTED int64_t
tileLinearLayoutGetNumOwners(TileLinearLayout layout);
/* Calls back with each place that has an element, in that order, until the
 * callback returns false, which ends it with Cancelled. `place` is good during
 * the call. NotFound if there is none. */
typedef bool (*TilePlaceCallback)(const int32_t *place, size_t numIns,
                                  void *userData);
MLIR_CAPI_EXPORTED TileStatus tileLinearLayoutForEachOwner(
    TileLinearLayout layout, const int32_t *coordinates, size_t numOuts,
    TilePlaceCallback callback, void *userData);

/* New layouts, which the caller destroys. InvalidArgument where there is none.
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
/* From the places of layout `to` to places of layout `from` that have the same
 * element, the nearest ones: what a conversion from the one to the other has to
 * move. Both have the same outputs, by name, and `from` has all that `to`
 * does. */
MLIR_CAPI_EXPORTED TileStatus tileLinearLayoutConvert(TileLinearLayout from,
                                                      TileLinearLayout to,
                                                      TileLinearLayout *result);
/* The product: `inner` repeated as `outer` says; where both have a dimension of
 * one name, it gets inner's bits below outer's. */
MLIR_CAPI_EXPORTED TileStatus tileLinearLayoutMultiply(
    TileLinearLayout inner, TileLinearLayout outer, TileLinearLayout *result);

/* The bases as text, a line for each input, in one callback. */
MLIR_CAPI_EXPORTED TileStatus tileLinearLayoutPrint(TileLinearLayout layout,
                                                    MlirStringCallback callback,
                                                    void *userData);
/* The tile as a table whose cells name their owners; for one or two outputs.
 * `style` is "thread" (also if it is empty) or "warp". InvalidArgument for
 * other layouts or styles, and beyond 2^20 cells or owners. */
MLIR_CAPI_EXPORTED TileStatus
tileLinearLayoutPrintTable(TileLinearLayout layout, MlirStringRef style,
                           MlirStringCallback callback, void *userData);

/* The attribute `#tile.linear<{...}>`: a layout that is written out. `map` is
 * surjective, from register, lane (32), warp (at most 32) and block (1) to 1 to
 * 5 outputs "dim0", "dim1", ... of at most 2^20 positions. */
MLIR_CAPI_EXPORTED bool tileAttributeIsALinearLayout(MlirAttribute attribute);
MLIR_CAPI_EXPORTED MlirAttribute tileLinearLayoutAttrGet(MlirContext context,
                                                         TileLinearLayout map);
MLIR_CAPI_EXPORTED MlirAttribute
tileLinearLayoutAttrGetChecked(MlirLocation location, TileLinearLayout map);
/* The map as it is written, whatever the shape of a tile. InvalidArgument for
 * other attributes. */
MLIR_CAPI_EXPORTED TileStatus
tileLinearLayoutAttrGetMap(MlirAttribute layout, TileLinearLayout *result);
MLIR_CAPI_EXPORTED MlirTypeID tileLinearLayoutAttrGetTypeID(void);

#ifdef __cplusplus
}
#endif

#endif /* TILE_C_DIALECT_H */
