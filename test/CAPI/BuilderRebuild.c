/*===- BuilderRebuild.c - Every kernel can be built --------------*- C -*-===*\
|*
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* Reads a file of kernels, and makes each operation of it once more by the
|* functions of Builder.h: the same text has to come out.
|*
\*===----------------------------------------------------------------------===*/
// RUN: %cc_capi %s -o %t
// RUN: %t %kernels/*.mlir %src/docs/cookbook/*.mlir %S/Inputs/all-regions.mlir
// | FileCheck %s CHECK-DAG: bytes_max.mlir: 1 functions CHECK-DAG:
// copy_rows.mlir: 1 functions CHECK-DAG: fp8_quantize.mlir: {{[1-9]+}}
// functions CHECK-DAG: nvfp4_quantize.mlir: {{[1-9][0-9]+}} functions
// CHECK-DAG: all-regions.mlir: 3 functions
// CHECK: {{^[1-9][0-9]}} files rebuilt

#include "Check.h"

#include "tile-c/Builder.h"

/* Old values and those made for them. */
enum { MaxValues = 4096, MaxOperands = 64 };
static MlirValue before[MaxValues], after[MaxValues];
static size_t numValues;

static void map(MlirValue from, MlirValue to) {
  EXPECT(numValues < MaxValues);
  before[numValues] = from;
  after[numValues++] = to;
}

static MlirValue lookup(MlirValue from) {
  for (size_t i = numValues; i-- > 0;)
    if (mlirValueEqual(before[i], from))
      return after[i];
  EXPECT(!"a value that was mapped");
  return from;
}

/* The parts of an operation, as the builder wants them. */
typedef struct Parts {
  MlirStringRef name;
  size_t numOperands, numResults, numAttributes;
  MlirValue operands[MaxOperands], results[MaxOperands];
  MlirType types[MaxOperands];
  MlirNamedAttribute attributes[MaxOperands];
} Parts;

static void takeApart(MlirOperation operation, Parts *parts) {
  parts->name = mlirIdentifierStr(mlirOperationGetName(operation));
  parts->numOperands = (size_t)mlirOperationGetNumOperands(operation);
  parts->numResults = (size_t)mlirOperationGetNumResults(operation);
  parts->numAttributes = (size_t)mlirOperationGetNumAttributes(operation);
  EXPECT(parts->numOperands <= MaxOperands && parts->numResults <= MaxOperands);
  for (size_t i = 0; i < parts->numOperands; ++i)
    parts->operands[i] =
        lookup(mlirOperationGetOperand(operation, (intptr_t)i));
  for (size_t i = 0; i < parts->numResults; ++i)
    parts->types[i] =
        mlirValueGetType(mlirOperationGetResult(operation, (intptr_t)i));
  for (size_t i = 0; i < parts->numAttributes; ++i)
    parts->attributes[i] = mlirOperationGetAttribute(operation, (intptr_t)i);
}

static MlirAttribute getAttribute(MlirOperation operation, const char *name) {
  return mlirOperationGetAttributeByName(operation, tileString(name));
}

static TileInlineAsm takeInlineAsmApart(MlirOperation operation) {
  MlirAttribute scope = getAttribute(operation, "scope");
  MlirAttribute perGroup = getAttribute(operation, "per_group");
  TileInlineAsm inlineAsm = {
      .text = mlirStringAttrGetValue(getAttribute(operation, "asm_string")),
      .constraints =
          mlirStringAttrGetValue(getAttribute(operation, "constraints")),
      .packedElement = (unsigned)mlirIntegerAttrGetValueInt(
          getAttribute(operation, "packed_element")),
      .isPure = mlirBoolAttrGetValue(getAttribute(operation, "pure")),
      .signExtend = getAttribute(operation, "sign_extend").ptr != NULL};
  if (scope.ptr && mlirAttributeEqual(scope, tileAsmScopeAttrGet(
                                                 mlirAttributeGetContext(scope),
                                                 TileAsmScopeThread)))
    inlineAsm.scope = TileAsmScopeThread;
  for (intptr_t i = 0;
       perGroup.ptr && i < mlirDenseArrayGetNumElements(perGroup); ++i)
    inlineAsm.perGroup |= UINT64_C(1)
                          << mlirDenseI32ArrayGetElement(perGroup, i);
  if (mlirOperationGetNumRegions(operation)) {
    MlirBlock body =
        mlirRegionGetFirstBlock(mlirOperationGetRegion(operation, 0));
    bool isElement = mlirBlockGetNumArguments(body) ==
                     mlirOperationGetNumOperands(operation);
    inlineAsm.fallback =
        isElement ? TileAsmFallbackElement : TileAsmFallbackGroup;
  }
  return inlineAsm;
}

static void rebuildBody(TileBuilder *b, MlirBlock body);

static unsigned getNumber(MlirOperation operation, const char *name) {
  return (unsigned)mlirIntegerAttrGetValueInt(getAttribute(operation, name));
}

/* Makes the operation, and moves the builder into its body if it has one. */
static void rebuild(TileBuilder *b, MlirOperation operation) {
  Parts parts;
  takeApart(operation, &parts);
  b->location = mlirOperationGetLocation(operation);
  MlirBlock next =
      mlirOperationGetNextInBlock(operation).ptr ? b->block : (MlirBlock){NULL};
  if (!next.ptr) {
    tileBuildEnd(b, parts.numOperands, parts.operands);
    return;
  }
  if (equals(parts.name, "scf.for")) {
    tileBuildFor(b, parts.operands[0], parts.operands[1], parts.operands[2],
                 parts.numOperands - 3, parts.operands + 3, parts.results);
    /* What the loop says of itself, as its number of stages. */
    MlirOperation loop = mlirBlockGetParentOperation(b->block);
    for (size_t i = 0; i < parts.numAttributes; ++i)
      mlirOperationSetAttributeByName(
          loop, mlirIdentifierStr(parts.attributes[i].name),
          parts.attributes[i].attribute);
  } else if (equals(parts.name, "scf.if") &&
             !mlirRegionGetFirstBlock(mlirOperationGetRegion(operation, 1)).ptr)
    tileBuildIf(b, parts.operands[0]);
  else if (equals(parts.name, "scf.if"))
    tileBuildIfElse(b, parts.operands[0], parts.numResults, parts.types,
                    parts.results);
  else if (equals(parts.name, "scf.while"))
    EXPECT_OK(tileBlockAppendWhile(b->block, b->location, parts.numOperands,
                                   parts.operands, parts.numResults,
                                   parts.types, parts.results, &b->block));
  else if (equals(parts.name, "tile.reduce")) {
    bool commutes = getAttribute(operation, "commutative").ptr;
    EXPECT_OK(
        (commutes ? tileBlockAppendCommutativeReduce : tileBlockAppendReduce)(
            b->block, b->location, getNumber(operation, "axis"),
            parts.numOperands, parts.operands, parts.results, &b->block));
  } else if (equals(parts.name, "tile.scan"))
    EXPECT_OK(tileBlockAppendScan(
        b->block, b->location, getNumber(operation, "axis"),
        mlirBoolAttrGetValue(getAttribute(operation, "reverse")),
        parts.numOperands, parts.operands, parts.results, &b->block));
  else if (equals(parts.name, "tile.map_elementwise"))
    EXPECT_OK(
        tileBlockAppendMap(b->block, b->location, getNumber(operation, "pack"),
                           parts.numOperands, parts.operands, parts.numResults,
                           parts.types, parts.results, &b->block));
  else if (equals(parts.name, "tile.elementwise_inline_asm")) {
    TileInlineAsm inlineAsm = takeInlineAsmApart(operation);
    tileBuildInlineAsm(b, &inlineAsm, parts.numOperands, parts.operands,
                       parts.numResults, parts.types, parts.results);
  } else if (equals(parts.name, "tile.call")) {
    MlirStringRef callee =
        mlirFlatSymbolRefAttrGetValue(getAttribute(operation, "callee"));
    EXPECT_OK(tileBlockAppendCall(b->block, b->location, callee,
                                  parts.numOperands, parts.operands,
                                  parts.numResults, parts.results));
  } else {
    EXPECT_OK(tileBlockAppendOperationWithResults(
        b->block, b->location, parts.name, parts.numResults, parts.types,
        parts.numOperands, parts.operands, parts.numAttributes,
        parts.attributes, parts.results));
  }
  EXPECT_OK(b->status);
  for (size_t i = 0; i < parts.numResults; ++i)
    map(mlirOperationGetResult(operation, (intptr_t)i), parts.results[i]);
  for (intptr_t i = 0; i < mlirOperationGetNumRegions(operation); ++i) {
    MlirBlock body =
        mlirRegionGetFirstBlock(mlirOperationGetRegion(operation, i));
    if (body.ptr)
      rebuildBody(b, body);
  }
  EXPECT(mlirBlockEqual(b->block, next));
}

/* The arguments and operations, its end included. */
static void rebuildBody(TileBuilder *b, MlirBlock body) {
  for (intptr_t i = 0; i < mlirBlockGetNumArguments(body); ++i)
    map(mlirBlockGetArgument(body, i), tileBuildArgument(b, (size_t)i));
  EXPECT_OK(b->status);
  for (MlirOperation operation = mlirBlockGetFirstOperation(body);
       !mlirOperationIsNull(operation);
       operation = mlirOperationGetNextInBlock(operation))
    rebuild(b, operation);
}

static int64_t getDivisibility(MlirOperation function, intptr_t argument) {
  MlirAttribute all = getAttribute(function, "arg_attrs");
  if (!all.ptr)
    return 0;
  MlirAttribute value = mlirDictionaryAttrGetElementByName(
      mlirArrayAttrGetElement(all, argument), tileString("tile.divisibility"));
  return value.ptr ? mlirIntegerAttrGetValueInt(value) : 0;
}

static void rebuildFunction(MlirModule module, MlirOperation function) {
  MlirStringRef name =
      mlirStringAttrGetValue(getAttribute(function, "sym_name"));
  MlirType type = mlirTypeAttrGetValue(getAttribute(function, "function_type"));
  size_t numArguments = (size_t)mlirFunctionTypeGetNumInputs(type);
  size_t numResults = (size_t)mlirFunctionTypeGetNumResults(type);
  MlirType arguments[MaxOperands], results[MaxOperands];
  int64_t divisibility[MaxOperands], isAny = 0;
  EXPECT(numArguments <= MaxOperands && numResults <= MaxOperands);
  for (size_t i = 0; i < numArguments; ++i) {
    arguments[i] = mlirFunctionTypeGetInput(type, (intptr_t)i);
    divisibility[i] = getDivisibility(function, (intptr_t)i);
    isAny |= divisibility[i];
  }
  for (size_t i = 0; i < numResults; ++i)
    results[i] = mlirFunctionTypeGetResult(type, (intptr_t)i);
  TileBuilder b = {.location = mlirOperationGetLocation(function)};
  MlirStringRef visibility =
      mlirStringAttrGetValue(getAttribute(function, "sym_visibility"));
  if (equals(visibility, "public"))
    EXPECT_OK(tileModuleAppendKernel(module, b.location, name, numArguments,
                                     arguments, isAny ? divisibility : NULL,
                                     &b.block));
  else
    EXPECT_OK(tileModuleAppendFunction(module, b.location, name, numArguments,
                                       arguments, numResults, results,
                                       &b.block));
  /* Public is what a function without the attribute is. */
  if (equals(visibility, "public"))
    mlirOperationRemoveAttributeByName(function, tileString("sym_visibility"));
  numValues = 0;
  rebuildBody(&b, mlirRegionGetFirstBlock(mlirOperationGetRegion(function, 0)));
  EXPECT_OK(b.status);
  EXPECT(mlirBlockIsNull(b.block));
}

typedef struct Text {
  char bytes[1 << 20];
  size_t size;
} Text;

static void appendText(MlirStringRef string, void *userData) {
  Text *text = userData;
  EXPECT(text->size + string.length < sizeof text->bytes);
  memcpy(text->bytes + text->size, string.data, string.length);
  text->size += string.length;
  text->bytes[text->size] = 0;
}

static void rebuildFile(MlirContext context, const char *path) {
  static Text source, old, made;
  source.size = old.size = made.size = 0;
  FILE *file = fopen(path, "rb");
  EXPECT(file);
  source.size = fread(source.bytes, 1, sizeof source.bytes - 1, file);
  source.bytes[source.size] = 0;
  fclose(file);
  MlirModule from = mlirModuleCreateParse(
      context, mlirStringRefCreate(source.bytes, source.size));
  EXPECT(!mlirModuleIsNull(from));
  MlirModule to = mlirModuleCreateEmpty(mlirLocationUnknownGet(context));
  MlirOperation fromOperation = mlirModuleGetOperation(from);
  for (intptr_t i = 0; i < mlirOperationGetNumAttributes(fromOperation); ++i) {
    MlirNamedAttribute attribute = mlirOperationGetAttribute(fromOperation, i);
    mlirOperationSetAttributeByName(mlirModuleGetOperation(to),
                                    mlirIdentifierStr(attribute.name),
                                    attribute.attribute);
  }
  int count = 0;
  for (MlirOperation function =
           mlirBlockGetFirstOperation(mlirModuleGetBody(from));
       !mlirOperationIsNull(function);
       function = mlirOperationGetNextInBlock(function), ++count)
    rebuildFunction(to, function);
  EXPECT(mlirOperationVerify(mlirModuleGetOperation(to)));
  mlirOperationPrint(fromOperation, appendText, &old);
  mlirOperationPrint(mlirModuleGetOperation(to), appendText, &made);
  if (strcmp(old.bytes, made.bytes) != 0) {
    printf("%s becomes\n%s\ninstead of\n%s\n", path, made.bytes, old.bytes);
    exit(1);
  }
  printf("%s: %d functions\n", path, count);
  mlirModuleDestroy(to);
  mlirModuleDestroy(from);
}

int main(int argc, char **argv) {
  MlirContext context = mlirContextCreate();
  EXPECT_OK(tileContextRegister(context));
  for (int i = 1; i < argc; ++i)
    rebuildFile(context, argv[i]);
  printf("%d files rebuilt\n", argc - 1);
  mlirContextDestroy(context);
  return 0;
}
