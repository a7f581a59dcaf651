/*===- tile-c/Builder.h - Kernels made operation by operation ----*- C -*-===*\
|*
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* Puts kernels together without text: functions, operations and their types,
|* each checked as it is made. examples/build_vector_add.c shows how.
|*
\*===----------------------------------------------------------------------===*/
/*
 * Operations are made as the parser makes them: one that is wrong is not made,
 * and the error, InvalidArgument, is also emitted at the location, to the
 * context's handlers. What spans operations (a value is made before it is used,
 * a block has an end) mlirOperationVerify and the compiler check.
 *
 * Everything belongs to the module, and is of one context, which must have the
 * tile dialect loaded. One thread at a time may change a module.
 */

#ifndef TILE_C_BUILDER_H
#define TILE_C_BUILDER_H

#include "mlir-c/BuiltinAttributes.h"
#include "tile-c/Dialect.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Appends to the module a kernel, which is a public tile.func, and gives its
 * body: a block with the kernel's arguments and without operations. The last
 * one has to be a tile.return.
 *
 * The types are scalars and pointers. `divisibility` has a power of two for
 * each, up to 2^30: in every launch the integer, or the pointer in bytes, is a
 * multiple of it, so that accesses can be wide. 1 or 0 promises nothing; null
 * promises nothing for all. */
MLIR_CAPI_EXPORTED TileStatus tileModuleAppendKernel(
    MlirModule module, MlirLocation location, MlirStringRef name,
    size_t numArguments, const MlirType *types, const int64_t *divisibility,
    MlirBlock *body);

/* Appends an operation of tile, tilegpu, arith, math, scf, cf or ub, without
 * regions and successors, to a block in a function that has no terminator yet.
 * Its operands and its result, of which it has at most one, are scalars and
 * tiles. `*result` becomes that, or null; `result` may be null.
 *
 * `type` is the result's. It is null if there is none, and may be where the
 * operands and attributes tell it: for tile.load, arith.constant, arith.addf
 * and most others.
 *
 * An operation with optional operands in its middle (tile.load has an address,
 * a mask and another value) takes them in order, null for one that is left out.
 * It needs no "operandSegmentSizes", unless that is given. */
MLIR_CAPI_EXPORTED TileStatus tileBlockAppendOperation(
    MlirBlock block, MlirLocation location, MlirStringRef name, MlirType type,
    size_t numOperands, const MlirValue *operands, size_t numAttributes,
    const MlirNamedAttribute *attributes, MlirValue *result);

/*===----------------------------------------------------------------------===*\
|* Builders
|*
|* The rest is made of that function and mlir-c. A builder appends to a block,
|* and keeps the first failure: after it nothing is appended and results are
|* null, so it is enough to look at `status` in the end.
\*===----------------------------------------------------------------------===*/

typedef struct TileBuilder {
  /* Where operations go, and where in the source they come from. */
  MlirBlock block;
  MlirLocation location;
  TileStatus status;
} TileBuilder;

/* Any operation; a null type as above. */
static inline MlirValue tileBuild(TileBuilder *builder, const char *name,
                                  MlirType type, size_t numOperands,
                                  const MlirValue *operands,
                                  size_t numAttributes,
                                  const MlirNamedAttribute *attributes) {
  MlirValue result = {NULL};
  if (builder->status == TileStatusSuccess)
    builder->status = tileBlockAppendOperation(
        builder->block, builder->location, tileString(name), type, numOperands,
        operands, numAttributes, attributes, &result);
  return result;
}

/* One whose operands tell the type: "math.exp", "tile.return" without any. */
static inline MlirValue tileBuildFrom(TileBuilder *builder, const char *name,
                                      size_t numOperands,
                                      const MlirValue *operands) {
  const MlirType inferred = {NULL};
  return tileBuild(builder, name, inferred, numOperands, operands, 0, NULL);
}

/* "arith.addf", "tile.addptr": of two operands, without attributes. */
static inline MlirValue tileBuildBinary(TileBuilder *builder, const char *name,
                                        MlirValue left, MlirValue right) {
  const MlirValue operands[] = {left, right};
  return tileBuildFrom(builder, name, 2, operands);
}

/* An attribute that is an integer of 1 to 64 bits; null for other widths. */
static inline MlirNamedAttribute tileBuildAttribute(const TileBuilder *builder,
                                                    const char *name,
                                                    unsigned width,
                                                    int64_t value) {
  MlirNamedAttribute attribute = {{NULL}, {NULL}};
  if (builder->location.ptr && width >= 1 && width <= 64) {
    MlirContext context = mlirLocationGetContext(builder->location);
    attribute.name = mlirIdentifierGet(context, tileString(name));
    attribute.attribute =
        mlirIntegerAttrGet(mlirIntegerTypeGet(context, width), value);
  }
  return attribute;
}

/* A constant of that many bits: of type i32, of i1. */
static inline MlirValue tileBuildInteger(TileBuilder *builder, unsigned width,
                                         int64_t value) {
  const MlirType inferred = {NULL};
  const MlirNamedAttribute attribute =
      tileBuildAttribute(builder, "value", width, value);
  return tileBuild(builder, "arith.constant", inferred, 0, NULL, 1, &attribute);
}

/* Which program of the grid this is. */
static inline MlirValue tileBuildProgramId(TileBuilder *builder,
                                           TileProgramAxis axis) {
  const MlirType inferred = {NULL};
  const MlirNamedAttribute attribute =
      tileBuildAttribute(builder, "axis", 32, axis);
  return tileBuild(builder, "tile.get_program_id", inferred, 0, NULL, 1,
                   &attribute);
}

/* Tiles without a layout, which the compiler chooses. */
static inline MlirType tileBuildTileType(const TileBuilder *builder,
                                         MlirType element, size_t rank,
                                         const int64_t *shape) {
  const MlirType none = {NULL};
  if (!builder->location.ptr || !element.ptr || (rank && !shape))
    return none;
  return mlirRankedTensorTypeGetChecked(builder->location, (intptr_t)rank,
                                        shape, element, mlirAttributeGetNull());
}

/* A tile of i32: start, start + 1, ..., end - 1; a power of two of them. */
static inline MlirValue tileBuildRange(TileBuilder *builder, int32_t start,
                                       int32_t end) {
  const int64_t size = (int64_t)end - start;
  MlirType element = {NULL};
  if (builder->location.ptr)
    element = mlirIntegerTypeGet(mlirLocationGetContext(builder->location), 32);
  const MlirNamedAttribute attributes[] = {
      tileBuildAttribute(builder, "start", 32, start),
      tileBuildAttribute(builder, "end", 32, end)};
  return tileBuild(builder, "tile.make_range",
                   tileBuildTileType(builder, element, 1, &size), 0, NULL, 2,
                   attributes);
}

/* A tile whose elements all are the value. */
static inline MlirValue tileBuildSplat(TileBuilder *builder, MlirValue value,
                                       size_t rank, const int64_t *shape) {
  MlirType element = {NULL};
  if (value.ptr)
    element = mlirValueGetType(value);
  return tileBuild(builder, "tile.splat",
                   tileBuildTileType(builder, element, rank, shape), 1, &value,
                   0, NULL);
}

/* arith.cmpi's `predicate`. */
typedef enum TilePredicate {
  TilePredicateEQ = 0,
  TilePredicateNE = 1,
  TilePredicateSLT = 2, /* Signed. */
  TilePredicateSLE = 3,
  TilePredicateSGT = 4,
  TilePredicateSGE = 5,
  TilePredicateULT = 6, /* Unsigned. */
  TilePredicateULE = 7,
  TilePredicateUGT = 8,
  TilePredicateUGE = 9
} TilePredicate;

/* Compares integers, to i1. */
static inline MlirValue tileBuildCompare(TileBuilder *builder,
                                         TilePredicate predicate,
                                         MlirValue left, MlirValue right) {
  const MlirType inferred = {NULL};
  const MlirValue operands[] = {left, right};
  const MlirNamedAttribute attribute =
      tileBuildAttribute(builder, "predicate", 64, predicate);
  return tileBuild(builder, "arith.cmpi", inferred, 2, operands, 1, &attribute);
}

/* Reads where the mask is true, or everywhere if it is null. What is not read
 * is `other`, or anything if that is null. */
static inline MlirValue tileBuildLoad(TileBuilder *builder, MlirValue pointers,
                                      MlirValue mask, MlirValue other) {
  const MlirValue operands[] = {pointers, mask, other};
  return tileBuildFrom(builder, "tile.load", 3, operands);
}

/* Writes where the mask is true; a null one is true everywhere. */
static inline void tileBuildStore(TileBuilder *builder, MlirValue pointers,
                                  MlirValue value, MlirValue mask) {
  const MlirValue operands[] = {pointers, value, mask};
  (void)tileBuildFrom(builder, "tile.store", mask.ptr ? 3 : 2, operands);
}

#ifdef __cplusplus
}
#endif

#endif /* TILE_C_BUILDER_H */
