/*===- tile-c/Builder.h - Kernels made operation by operation ----*- C -*-===*\
|*
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* Builds kernels without text: functions, operations and their types. Each is
|* checked when it is made. examples/build_vector_add.c shows a simple kernel,
|* examples/build_divide.c a kernel with a loop and inline PTX.
|*
|* Above 600 lines because the builders at its end have a line or two each.
|*
\*===----------------------------------------------------------------------===*/
/*
 * Operations are checked as the parser checks them. A wrong operation is not
 * made: the function returns InvalidArgument, and emits the error at the
 * location, to the context's handlers. A failure changes nothing.
 *
 * Blocks are built from their beginning to their end. A function that makes an
 * operation with a body (a loop, a branch, a fallback) returns the body's
 * block. tileBlockEnd ends the body. Only then can the results be used, and
 * other operations be appended after this one. An operand is a value of
 * the same block, or of a block around it. So each value is made before it is
 * used, if only these functions change the module.
 *
 * Everything belongs to the module and to its context, which must have the tile
 * dialect loaded. One thread at a time may change a module.
 */

#ifndef TILE_C_BUILDER_H
#define TILE_C_BUILDER_H

#include "mlir-c/BuiltinAttributes.h"
#include "tile-c/Dialect.h"

#ifdef __cplusplus
extern "C" {
#endif

/*===----------------------------------------------------------------------===*\
|* Functions
\*===----------------------------------------------------------------------===*/

/* Appends a kernel, which is a public tile.func, to the module. `*body` becomes
 * its body: a block with the kernel's arguments and no operations.
 *
 * The types are scalars and pointers. `divisibility` has a power of two for
 * each argument, up to 2^30. It promises that in every launch the integer, or
 * the pointer's address in bytes, is a multiple of it, so that accesses can be
 * wide. 1 or 0 promises nothing for the argument; a null `divisibility`
 * promises nothing for any. */
MLIR_CAPI_EXPORTED TileStatus tileModuleAppendKernel(
    MlirModule module, MlirLocation location, MlirStringRef name,
    size_t numArguments, const MlirType *types, const int64_t *divisibility,
    MlirBlock *body);

/* Appends a private function, which kernels and other functions of the module
 * call. Its arguments and results are scalars, pointers and tiles. */
MLIR_CAPI_EXPORTED TileStatus tileModuleAppendFunction(
    MlirModule module, MlirLocation location, MlirStringRef name,
    size_t numArguments, const MlirType *types, size_t numResults,
    const MlirType *resultTypes, MlirBlock *body);

/* An argument of a block: of a function, or of a loop's body. Unlike
 * mlirBlockGetArgument, it returns a status for a number that is too large. */
MLIR_CAPI_EXPORTED TileStatus tileBlockGetArgument(MlirBlock block,
                                                   size_t argument,
                                                   MlirValue *value);

/* Names an argument of a kernel. A name has letters, digits and '_', and does
 * not begin with a digit. Images, messages and --assume use it; arguments
 * without a name are called arg0, arg1 and so on. Two arguments of a kernel
 * cannot have the same name. */
MLIR_CAPI_EXPORTED TileStatus tileBlockSetArgumentName(MlirBlock block,
                                                       size_t argument,
                                                       MlirStringRef name);

/*===----------------------------------------------------------------------===*\
|* Operations without a body
|*
|* They belong to tile, tilegpu, arith, math, scf, cf or ub, and have no regions
|* and no successors. Operands and results are scalars and tiles.
\*===----------------------------------------------------------------------===*/

/* Appends an operation to a block that has no terminator yet. `*result` becomes
 * its first result, or null if it has none; `result` may be null.
 *
 * `type` is the type of the result. It is null if there is no result. It may be
 * null if the type follows from the operands and attributes, as for tile.load,
 * arith.constant, arith.addf and most others.
 *
 * An operation with optional operands in its middle (tile.load has an address,
 * a mask and another value) takes them in order, with null for one that is left
 * out. It does not need the attribute "operandSegmentSizes". */
MLIR_CAPI_EXPORTED TileStatus tileBlockAppendOperation(
    MlirBlock block, MlirLocation location, MlirStringRef name, MlirType type,
    size_t numOperands, const MlirValue *operands, size_t numAttributes,
    const MlirNamedAttribute *attributes, MlirValue *result);

/* The same for any number of results: tile.split has two. `results` has room
 * for as many as the operation has. `types` may be null if they follow
 * from the operands and attributes. */
MLIR_CAPI_EXPORTED TileStatus tileBlockAppendOperationWithResults(
    MlirBlock block, MlirLocation location, MlirStringRef name,
    size_t numResults, const MlirType *types, size_t numOperands,
    const MlirValue *operands, size_t numAttributes,
    const MlirNamedAttribute *attributes, MlirValue *results);

/* A constant. `type` is an integer of 1 to 64 bits, index, or a tile of these,
 * whose elements all get the value. The value must fit the type as a signed or
 * as an unsigned number: i8 takes -128 to 255. */
MLIR_CAPI_EXPORTED TileStatus tileBlockAppendInteger(MlirBlock block,
                                                     MlirLocation location,
                                                     MlirType type,
                                                     int64_t value,
                                                     MlirValue *result);

/* The same for floats of any format. The value is rounded to nearest even.
 * Infinities and NaN are allowed if the format has them; a number that is too
 * large is not. */
MLIR_CAPI_EXPORTED TileStatus tileBlockAppendFloat(MlirBlock block,
                                                   MlirLocation location,
                                                   MlirType type, double value,
                                                   MlirValue *result);

/* A call of a private function that the module already has. `results` has room
 * for each of its results. */
MLIR_CAPI_EXPORTED TileStatus tileBlockAppendCall(
    MlirBlock block, MlirLocation location, MlirStringRef function,
    size_t numOperands, const MlirValue *operands, size_t numResults,
    MlirValue *results);

/*===----------------------------------------------------------------------===*\
|* Operations with a body
|*
|* Each function sets `*body` to the block of the first body, where operations
|* can be appended.
\*===----------------------------------------------------------------------===*/

/* Appends scf.for: the body runs for i = from, from + step, ... below `to`,
 * signed integers of one type. Its arguments are i and the values that are
 * carried from iteration to iteration. `values` is what the first iteration
 * gets. tileBlockEnd takes what the next iteration gets, with the same types.
 * `results` gets the values after the last iteration. */
MLIR_CAPI_EXPORTED TileStatus tileBlockAppendFor(
    MlirBlock block, MlirLocation location, MlirValue from, MlirValue to,
    MlirValue step, size_t numValues, const MlirValue *values,
    MlirValue *results, MlirBlock *body);

/* Appends scf.if, whose condition is a scalar i1. An scf.if with results has an
 * else, and the tileBlockEnd of each body takes a value for each result. */
MLIR_CAPI_EXPORTED TileStatus
tileBlockAppendIf(MlirBlock block, MlirLocation location, MlirValue condition,
                  bool hasElse, size_t numResults, const MlirType *types,
                  MlirValue *results, MlirBlock *body);

/* Appends scf.while. Its first body gets the values. The tileBlockEnd of this
 * body takes an i1, which is true if the loop continues, and then a value for
 * each result. The second body gets these, and its tileBlockEnd takes the next
 * values. */
MLIR_CAPI_EXPORTED TileStatus tileBlockAppendWhile(
    MlirBlock block, MlirLocation location, size_t numValues,
    const MlirValue *values, size_t numResults, const MlirType *types,
    MlirValue *results, MlirBlock *body);

/* What the arguments and results of a fallback's body are. */
typedef enum TileAsmFallback {
  TileAsmFallbackNone = 0,    /* There is none. */
  TileAsmFallbackElement = 1, /* An element of each operand and result. */
  TileAsmFallbackGroup = 2    /* `packedElement` of each. */
} TileAsmFallback;

/* Inline PTX. Start with `= {0}`: later versions may append fields.
 * docs/inline-ptx.md has what the fields mean. */
typedef struct TileInlineAsm {
  /* "rcp.approx.ftz.f32 $0, $1;" */
  MlirStringRef text;
  /* "=r,r" */
  MlirStringRef constraints;
  /* Elements of each operand that one invocation gets; 0 is 1. */
  unsigned packedElement;
  /* Without side effects. */
  bool isPure;
  /* Sign-extend an integer that is alone in a wider register. */
  bool signExtend;
  /* How often an asm that is not pure runs. */
  TileAsmScope scope;
  TileAsmFallback fallback;
  /* If bit k is set, an invocation gets one element of operand k. */
  uint64_t perGroup;
} TileInlineAsm;

/* Appends tile.elementwise_inline_asm. If it has a fallback, which runs on GPUs
 * without the asm's instructions, `*fallback` becomes the fallback's body.
 * Otherwise `fallback` may be null, and `*fallback` does not change. */
MLIR_CAPI_EXPORTED TileStatus tileBlockAppendInlineAsm(
    MlirBlock block, MlirLocation location, const TileInlineAsm *inlineAsm,
    size_t numOperands, const MlirValue *operands, size_t numResults,
    const MlirType *types, MlirValue *results, MlirBlock *fallback);

/* Appends tile.reduce of one tile or several along a dimension. The body
 * combines two elements of each tile: its arguments are the first element of
 * each, then the second of each, and its tileBlockEnd takes the combined ones.
 * There are as many results as operands.
 *
 * If the body has one addition, maximum or the like per operand, the compiler
 * knows that the two sides can be exchanged. For another body of this kind, set
 * an attribute on the operation around it, before the body is ended:
 *
 *   mlirOperationSetInherentAttributeByName(
 *       mlirBlockGetParentOperation(body), tileString("commutative"),
 *       mlirUnitAttrGet(context)); */
MLIR_CAPI_EXPORTED TileStatus tileBlockAppendReduce(
    MlirBlock block, MlirLocation location, unsigned axis, size_t numOperands,
    const MlirValue *operands, MlirValue *results, MlirBlock *body);

/* The same, but the elements may be combined in any order. */
MLIR_CAPI_EXPORTED TileStatus tileBlockAppendCommutativeReduce(
    MlirBlock block, MlirLocation location, unsigned axis, size_t numOperands,
    const MlirValue *operands, MlirValue *results, MlirBlock *body);

/* Appends tile.scan of one tile or several along a dimension, from its end to
 * its beginning if `reverse`. The body is like the body of tile.reduce. */
MLIR_CAPI_EXPORTED TileStatus
tileBlockAppendScan(MlirBlock block, MlirLocation location, unsigned axis,
                    bool reverse, size_t numOperands, const MlirValue *operands,
                    MlirValue *results, MlirBlock *body);

/* Appends tile.map_elementwise, whose body takes `pack` elements of each
 * operand and ends in `pack` elements of each result; `types` are the types of
 * the results. */
MLIR_CAPI_EXPORTED TileStatus tileBlockAppendMap(
    MlirBlock block, MlirLocation location, unsigned pack, size_t numOperands,
    const MlirValue *operands, size_t numResults, const MlirType *types,
    MlirValue *results, MlirBlock *body);

/* Ends a block with the terminator that belongs there: tile.return in a
 * function, scf.yield in a loop or branch, scf.condition, tile.asm.return,
 * tile.reduce.return, tile.scan.return or tile.map_elementwise.return. When the
 * last body of an operation, or of a function, ends, it is checked as a whole.
 *
 * `*next` becomes the block where building continues: the next body of the same
 * operation (else after then), or the block that contains the operation, or
 * null after a function. `next` may be null. */
MLIR_CAPI_EXPORTED TileStatus tileBlockEnd(MlirBlock block,
                                           MlirLocation location,
                                           size_t numValues,
                                           const MlirValue *values,
                                           MlirBlock *next);

/*===----------------------------------------------------------------------===*\
|* Builders
|*
|* The rest of this header calls the functions above and mlir-c. A builder
|* appends to a block. After a failure it appends nothing more, and results are
|* null, so it is enough to check `status` at the end. A function that makes an
|* operation with a body moves the builder into the body; tileBuildEnd moves it
|* out again.
\*===----------------------------------------------------------------------===*/

typedef struct TileBuilder {
  /* The block that operations are appended to, and their source location. */
  MlirBlock block;
  MlirLocation location;
  TileStatus status;
} TileBuilder;

static inline void tileBuildClear(size_t numValues, MlirValue *values) {
  for (size_t i = 0; values && i < numValues; ++i)
    values[i].ptr = NULL;
}

/* Any operation. `type` may be null, as for tileBlockAppendOperation. */
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

/* An operation whose result type follows from the operands, such as "math.exp",
 * or one without a result, such as "tile.return". */
static inline MlirValue tileBuildFrom(TileBuilder *builder, const char *name,
                                      size_t numOperands,
                                      const MlirValue *operands) {
  const MlirType inferred = {NULL};
  return tileBuild(builder, name, inferred, numOperands, operands, 0, NULL);
}

/* An operation with two operands and no attributes: "arith.addf",
 * "tile.addptr". */
static inline MlirValue tileBuildBinary(TileBuilder *builder, const char *name,
                                        MlirValue left, MlirValue right) {
  const MlirValue operands[] = {left, right};
  return tileBuildFrom(builder, name, 2, operands);
}

/* Results of "tile.split" and others with several; a null `types` as above. The
 * results are null after a failure. */
static inline void
tileBuildResults(TileBuilder *builder, const char *name, size_t numResults,
                 const MlirType *types, size_t numOperands,
                 const MlirValue *operands, size_t numAttributes,
                 const MlirNamedAttribute *attributes, MlirValue *results) {
  tileBuildClear(numResults, results);
  if (builder->status == TileStatusSuccess)
    builder->status = tileBlockAppendOperationWithResults(
        builder->block, builder->location, tileString(name), numResults, types,
        numOperands, operands, numAttributes, attributes, results);
}

/* An argument of the block: of the kernel, or of a loop's body. */
static inline MlirValue tileBuildArgument(TileBuilder *builder,
                                          size_t argument) {
  MlirValue value = {NULL};
  if (builder->status == TileStatusSuccess)
    builder->status = tileBlockGetArgument(builder->block, argument, &value);
  return value;
}

/* The same, and names the argument. */
static inline MlirValue tileBuildNamedArgument(TileBuilder *builder,
                                               size_t argument,
                                               const char *name) {
  if (builder->status == TileStatusSuccess)
    builder->status =
        tileBlockSetArgumentName(builder->block, argument, tileString(name));
  return tileBuildArgument(builder, argument);
}

/*===----------------------------------------------------------------------===*\
|* Attributes. They are null if the value or the location is null.
\*===----------------------------------------------------------------------===*/

/* An attribute of any kind. */
static inline MlirNamedAttribute
tileBuildNamedAttribute(const TileBuilder *builder, const char *name,
                        MlirAttribute value) {
  MlirNamedAttribute attribute = {{NULL}, {NULL}};
  if (builder->location.ptr && value.ptr) {
    MlirContext context = mlirLocationGetContext(builder->location);
    attribute.name = mlirIdentifierGet(context, tileString(name));
    attribute.attribute = value;
  }
  return attribute;
}

/* true or false. */
static inline MlirNamedAttribute
tileBuildBoolAttribute(const TileBuilder *builder, const char *name,
                       bool value) {
  MlirAttribute attribute = {NULL};
  if (builder->location.ptr)
    attribute =
        mlirBoolAttrGet(mlirLocationGetContext(builder->location), value);
  return tileBuildNamedAttribute(builder, name, attribute);
}

/* A unit attribute, which has no value: "noinline". */
static inline MlirNamedAttribute
tileBuildUnitAttribute(const TileBuilder *builder, const char *name) {
  MlirAttribute attribute = {NULL};
  if (builder->location.ptr)
    attribute = mlirUnitAttrGet(mlirLocationGetContext(builder->location));
  return tileBuildNamedAttribute(builder, name, attribute);
}

static inline MlirNamedAttribute
tileBuildStringAttribute(const TileBuilder *builder, const char *name,
                         const char *value) {
  MlirAttribute attribute = {NULL};
  if (builder->location.ptr && value)
    attribute = mlirStringAttrGet(mlirLocationGetContext(builder->location),
                                  tileString(value));
  return tileBuildNamedAttribute(builder, name, attribute);
}

/* A float of type `type`. */
static inline MlirNamedAttribute
tileBuildFloatAttribute(const TileBuilder *builder, const char *name,
                        MlirType type, double value) {
  MlirAttribute attribute = {NULL};
  if (builder->location.ptr && type.ptr)
    attribute = mlirFloatAttrDoubleGetChecked(builder->location, type, value);
  return tileBuildNamedAttribute(builder, name, attribute);
}

/* A list of i32, like the "order" of tile.trans. */
static inline MlirNamedAttribute
tileBuildArrayAttribute(const TileBuilder *builder, const char *name,
                        size_t size, const int32_t *values) {
  MlirAttribute attribute = {NULL};
  if (builder->location.ptr && (values || size == 0))
    attribute = mlirDenseI32ArrayGet(mlirLocationGetContext(builder->location),
                                     (intptr_t)size, values);
  return tileBuildNamedAttribute(builder, name, attribute);
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

/*===----------------------------------------------------------------------===*\
|* Operations
\*===----------------------------------------------------------------------===*/

/* An integer, or a tile of equal integers. */
static inline MlirValue tileBuildIntegers(TileBuilder *builder, MlirType type,
                                          int64_t value) {
  MlirValue result = {NULL};
  if (builder->status == TileStatusSuccess)
    builder->status = tileBlockAppendInteger(builder->block, builder->location,
                                             type, value, &result);
  return result;
}

/* A float, or a tile of equal floats: `type` is f32, or a tile of f16. */
static inline MlirValue tileBuildFloat(TileBuilder *builder, MlirType type,
                                       double value) {
  MlirValue result = {NULL};
  if (builder->status == TileStatusSuccess)
    builder->status = tileBlockAppendFloat(builder->block, builder->location,
                                           type, value, &result);
  return result;
}

/* A constant with `width` bits: 32 for i32, 1 for i1. */
static inline MlirValue tileBuildInteger(TileBuilder *builder, unsigned width,
                                         int64_t value) {
  MlirType type = {NULL};
  if (builder->location.ptr && width >= 1 && width <= 64)
    type = mlirIntegerTypeGet(mlirLocationGetContext(builder->location), width);
  return tileBuildIntegers(builder, type, value);
}

/* true or false, of type i1. */
static inline MlirValue tileBuildBool(TileBuilder *builder, bool value) {
  return tileBuildInteger(builder, 1, value);
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

/* A tile of i32: start, start + 1, ..., end - 1. Its size is a power of two. */
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

/* arith.cmpf's `predicate`. If an operand is NaN, O... is false and U... is
 * true. */
typedef enum TileFloatPredicate {
  TileFloatPredicateOEQ = 1,
  TileFloatPredicateOGT = 2,
  TileFloatPredicateOGE = 3,
  TileFloatPredicateOLT = 4,
  TileFloatPredicateOLE = 5,
  TileFloatPredicateONE = 6,
  TileFloatPredicateORD = 7, /* No operand is NaN. */
  TileFloatPredicateUEQ = 8,
  TileFloatPredicateUGT = 9,
  TileFloatPredicateUGE = 10,
  TileFloatPredicateULT = 11,
  TileFloatPredicateULE = 12,
  TileFloatPredicateUNE = 13,
  TileFloatPredicateUNO = 14 /* An operand is NaN. */
} TileFloatPredicate;

/* Compares floats; the result is i1. */
static inline MlirValue tileBuildCompareFloats(TileBuilder *builder,
                                               TileFloatPredicate predicate,
                                               MlirValue left,
                                               MlirValue right) {
  const MlirType inferred = {NULL};
  const MlirValue operands[] = {left, right};
  const MlirNamedAttribute attribute =
      tileBuildAttribute(builder, "predicate", 64, predicate);
  return tileBuild(builder, "arith.cmpf", inferred, 2, operands, 1, &attribute);
}

/* Compares integers; the result is i1. */
static inline MlirValue tileBuildCompare(TileBuilder *builder,
                                         TilePredicate predicate,
                                         MlirValue left, MlirValue right) {
  const MlirType inferred = {NULL};
  const MlirValue operands[] = {left, right};
  const MlirNamedAttribute attribute =
      tileBuildAttribute(builder, "predicate", 64, predicate);
  return tileBuild(builder, "arith.cmpi", inferred, 2, operands, 1, &attribute);
}

/* Reads where the mask is true, or everywhere if it is null. An element that is
 * not read is `other`, or undefined if `other` is null. */
static inline MlirValue tileBuildLoad(TileBuilder *builder, MlirValue pointers,
                                      MlirValue mask, MlirValue other) {
  const MlirValue operands[] = {pointers, mask, other};
  return tileBuildFrom(builder, "tile.load", 3, operands);
}

/* a * b + c of matrices of M x K, K x N and M x N elements, or of batches of
 * them. */
static inline MlirValue tileBuildDot(TileBuilder *builder, MlirValue a,
                                     MlirValue b, MlirValue c,
                                     TileInputPrecision precision) {
  const MlirType inferred = {NULL};
  const MlirValue operands[] = {a, b, c};
  const MlirNamedAttribute attribute =
      tileBuildAttribute(builder, "inputPrecision", 32, precision);
  return tileBuild(builder, "tile.dot", inferred, 3, operands, 1, &attribute);
}

/* An operand of tileBuildDotScaled; start with `= {0}`. */
typedef struct TileScaledOperand {
  MlirValue matrix;
  /* A scale per 32 elements along K, or per 16 if scales are floats. Null: 1.
   */
  MlirValue scales;
  TileScaledElement element;
  /* Pairs of e2m1 lie along the other dimension instead of along K. */
  bool isPackedAcrossK;
} TileScaledOperand;

/* (a * a's scales) * (b * b's scales) + c. */
static inline MlirValue tileBuildDotScaled(TileBuilder *builder,
                                           const TileScaledOperand *a,
                                           const TileScaledOperand *b,
                                           MlirValue c) {
  const MlirType inferred = {NULL};
  const MlirValue operands[] = {a->matrix, b->matrix, c, a->scales, b->scales};
  const MlirNamedAttribute attributes[] = {
      tileBuildAttribute(builder, "a_elem_type", 32, a->element),
      tileBuildAttribute(builder, "b_elem_type", 32, b->element),
      tileBuildBoolAttribute(builder, "fastMath", false),
      tileBuildBoolAttribute(builder, "lhs_k_pack", !a->isPackedAcrossK),
      tileBuildBoolAttribute(builder, "rhs_k_pack", !b->isPackedAcrossK)};
  return tileBuild(builder, "tile.dot_scaled", inferred, 5, operands, 5,
                   attributes);
}

/* Writes where the mask is true; a null one is true everywhere. */
static inline void tileBuildStore(TileBuilder *builder, MlirValue pointers,
                                  MlirValue value, MlirValue mask) {
  const MlirValue operands[] = {pointers, value, mask};
  (void)tileBuildFrom(builder, "tile.store", mask.ptr ? 3 : 2, operands);
}

/* A call of a function of the module. */
static inline void tileBuildCall(TileBuilder *builder, const char *function,
                                 size_t numOperands, const MlirValue *operands,
                                 size_t numResults, MlirValue *results) {
  tileBuildClear(numResults, results);
  if (builder->status == TileStatusSuccess)
    builder->status = tileBlockAppendCall(builder->block, builder->location,
                                          tileString(function), numOperands,
                                          operands, numResults, results);
}

/* A loop, into whose body the builder moves: argument 0 is the index, the
 * others are the values. tileBuildEnd with the next values moves it out. */
static inline void tileBuildFor(TileBuilder *builder, MlirValue from,
                                MlirValue to, MlirValue step, size_t numValues,
                                const MlirValue *values, MlirValue *results) {
  tileBuildClear(numValues, results);
  if (builder->status == TileStatusSuccess)
    builder->status =
        tileBlockAppendFor(builder->block, builder->location, from, to, step,
                           numValues, values, results, &builder->block);
}

/* A branch without an else and without results; tileBuildEnd moves out. */
static inline void tileBuildIf(TileBuilder *builder, MlirValue condition) {
  if (builder->status == TileStatusSuccess)
    builder->status =
        tileBlockAppendIf(builder->block, builder->location, condition, false,
                          0, NULL, NULL, &builder->block);
}

/* A branch with an else: the first tileBuildEnd moves into the else, the second
 * one out. Both take a value for each result. */
static inline void tileBuildIfElse(TileBuilder *builder, MlirValue condition,
                                   size_t numResults, const MlirType *types,
                                   MlirValue *results) {
  tileBuildClear(numResults, results);
  if (builder->status == TileStatusSuccess)
    builder->status =
        tileBlockAppendIf(builder->block, builder->location, condition, true,
                          numResults, types, results, &builder->block);
}

/* Inline PTX. If it has a fallback, the builder moves into the fallback. */
static inline void tileBuildInlineAsm(TileBuilder *builder,
                                      const TileInlineAsm *inlineAsm,
                                      size_t numOperands,
                                      const MlirValue *operands,
                                      size_t numResults, const MlirType *types,
                                      MlirValue *results) {
  tileBuildClear(numResults, results);
  if (builder->status == TileStatusSuccess)
    builder->status = tileBlockAppendInlineAsm(
        builder->block, builder->location, inlineAsm, numOperands, operands,
        numResults, types, results, &builder->block);
}

/* A reduction of one tile, into whose body the builder moves. */
static inline MlirValue tileBuildReduce(TileBuilder *builder, MlirValue tile,
                                        unsigned axis) {
  MlirValue result = {NULL};
  if (builder->status == TileStatusSuccess)
    builder->status =
        tileBlockAppendReduce(builder->block, builder->location, axis, 1, &tile,
                              &result, &builder->block);
  return result;
}

/* Ends the block, and moves the builder to the next one, as tileBlockEnd says.
 * After a function the builder has no block. */
static inline void tileBuildEnd(TileBuilder *builder, size_t numValues,
                                const MlirValue *values) {
  if (builder->status == TileStatusSuccess)
    builder->status = tileBlockEnd(builder->block, builder->location, numValues,
                                   values, &builder->block);
}

#ifdef __cplusplus
}
#endif

#endif /* TILE_C_BUILDER_H */
