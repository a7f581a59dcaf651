/*===- BuilderRegions.c - What is wrong in and around bodies -----*- C -*-===*\
|*
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* One rule, one function: the status and the message of each mistake.
|*
\*===----------------------------------------------------------------------===*/
// RUN: %cc_capi %s -o %t
// RUN: env TILEWRIGHT_CACHE_DIR=%t.cache %t

#include "Check.h"

#include "tile-c/Builder.h"
#include "tile-c/Compiler.h"

#include "mlir-c/Diagnostics.h"

static const TileStatus invalid = TileStatusInvalidArgument;
static const MlirValue noValue = {NULL};
static const MlirBlock noBlock = {NULL};
static MlirContext context;
static MlirModule module;
static MlirLocation here;
static MlirType f32, i32;

static MlirLogicalResult ignore(MlirDiagnostic diagnostic, void *userData) {
  (void)diagnostic;
  (void)userData;
  return mlirLogicalResultSuccess();
}

/* A kernel of its own for each test: argument 0 is a pointer, 1 an i32. */
static TileBuilder start(void) {
  static char name[16];
  static int number;
  snprintf(name, sizeof name, "kernel%d", number++);
  const MlirType types[] = {tilePointerTypeGet(f32, TileAddressSpaceGlobal),
                            i32};
  TileBuilder b = {.location = here};
  EXPECT_OK(tileModuleAppendKernel(module, here, tileString(name), 2, types,
                                   NULL, &b.block));
  return b;
}

#define EXPECT_BAD(text, call)                                                 \
  do {                                                                         \
    b.status = TileStatusSuccess;                                              \
    MlirBlock before_ = b.block;                                               \
    (void)(call);                                                              \
    EXPECT(b.status == invalid && mlirBlockEqual(b.block, before_));           \
    EXPECT(lastErrorHas(text));                                                \
    b.status = TileStatusSuccess;                                              \
  } while (0)

static void blocksAreFinishedInOrder(void) {
  TileBuilder b = start();
  MlirBlock outer = b.block;
  MlirValue n = tileBuildArgument(&b, 1);
  tileBuildFor(&b, n, n, n, 0, NULL, NULL);
  EXPECT_OK(b.status);
  MlirBlock inner = b.block;
  b.block = outer;
  EXPECT_BAD("expected the regions of 'scf.for' to be finished before anything "
             "comes after it, found a block in them without a terminator",
             tileBuildBinary(&b, "arith.addi", n, n));
  EXPECT_BAD("expected the regions of 'scf.for' to be finished",
             tileBuildEnd(&b, 0, NULL));
  b.block = inner;
  tileBuildEnd(&b, 0, NULL);
  tileBuildEnd(&b, 0, NULL);
  EXPECT_OK(b.status);
}

static void nothingComesAfterAnEnd(void) {
  TileBuilder b = start();
  MlirBlock body = b.block;
  tileBuildEnd(&b, 0, NULL);
  EXPECT_BAD("'block'", tileBuildEnd(&b, 0, NULL));
  b.block = body;
  EXPECT_BAD("found one that ends in 'tile.return'", tileBuildEnd(&b, 0, NULL));
  EXPECT_BAD("found one that ends in 'tile.return'",
             tileBuildInteger(&b, 32, 1));
}

static void valuesStayInTheirBodies(void) {
  TileBuilder b = start(), other = start();
  MlirValue n = tileBuildArgument(&b, 1);
  EXPECT_BAD(
      "operand 0 of 'arith.addi', found one of another function or "
      "region",
      tileBuildBinary(&b, "arith.addi", tileBuildArgument(&other, 1), n));
  tileBuildFor(&b, n, n, n, 0, NULL, NULL);
  MlirValue i = tileBuildArgument(&b, 0);
  EXPECT(tileBuildBinary(&b, "arith.addi", i, n).ptr);
  tileBuildEnd(&b, 0, NULL);
  EXPECT_BAD("operand 1 of 'arith.addi', found one of another",
             tileBuildBinary(&b, "arith.addi", n, i));
  /* A fallback sees nothing of what is around it. */
  const TileInlineAsm move = {.text = tileString("mov.b32 $0, $1;"),
                              .constraints = tileString("=r,r"),
                              .isPure = true,
                              .fallback = TileAsmFallbackElement};
  MlirValue moved;
  tileBuildInlineAsm(&b, &move, 1, &n, 1, &i32, &moved);
  EXPECT_OK(b.status);
  EXPECT_BAD("operand 0 of 'tile.asm.return', found one of another",
             tileBuildEnd(&b, 1, &n));
}

static void loopsHaveNumbersOfOneType(void) {
  TileBuilder b = start();
  MlirValue n = tileBuildArgument(&b, 1), f = tileBuildFloat(&b, f32, 1.0);
  MlirValue wide = tileBuildInteger(&b, 64, 1), last;
  EXPECT_BAD("operand 0 of 'scf.for' of the same context, found null",
             tileBuildFor(&b, noValue, n, n, 0, NULL, NULL));
  EXPECT_BAD("'scf.for' op", tileBuildFor(&b, f, f, f, 0, NULL, NULL));
  EXPECT_BAD("'scf.for' op", tileBuildFor(&b, n, wide, n, 0, NULL, NULL));
  EXPECT_BAD("'values'", tileBuildFor(&b, n, n, n, 1, NULL, &last));
  EXPECT_BAD("'results'", tileBuildFor(&b, n, n, n, 1, &n, NULL));
  EXPECT_ERROR(invalid, "'body'",
               tileBlockAppendFor(b.block, here, n, n, n, 0, NULL, NULL, NULL));
}

static void endsPassValuesOfTheRightTypes(void) {
  TileBuilder b = start();
  MlirValue n = tileBuildArgument(&b, 1), f = tileBuildFloat(&b, f32, 1.0);
  MlirValue last, result;
  tileBuildFor(&b, n, n, n, 1, &f, &last);
  EXPECT_BAD("expected values of types ('f32') at the end of a region of "
             "'scf.for', found ('i32')",
             tileBuildEnd(&b, 1, &n));
  EXPECT_BAD("found ()", tileBuildEnd(&b, 0, NULL));
  EXPECT_BAD("'values'", tileBuildEnd(&b, 1, NULL));
  tileBuildEnd(&b, 1, &f);
  tileBuildIfElse(&b, tileBuildBool(&b, true), 1, &f32, &result);
  EXPECT_BAD("a region of 'scf.if', found ('i32')", tileBuildEnd(&b, 1, &n));
  tileBuildEnd(&b, 1, &f);
  tileBuildEnd(&b, 1, &last);
  EXPECT_BAD("expected values of the function's result types",
             tileBuildEnd(&b, 1, &n));
  tileBuildEnd(&b, 0, NULL);
  EXPECT_OK(b.status);
}

static void branchesAreOnAScalarBoolean(void) {
  TileBuilder b = start();
  MlirValue n = tileBuildArgument(&b, 1), result;
  MlirValue yes = tileBuildBool(&b, true);
  MlirBlock body;
  EXPECT_BAD("'scf.if' op", tileBuildIf(&b, n));
  EXPECT_BAD("found null", tileBuildIf(&b, noValue));
  EXPECT_BAD("'types'", tileBuildIfElse(&b, yes, 1, NULL, &result));
  EXPECT_ERROR(
      invalid, "expected an else for the 1 results of 'scf.if'",
      tileBlockAppendIf(b.block, here, yes, false, 1, &i32, &result, &body));
}

static void inlineAsmIsChecked(void) {
  TileBuilder b = start();
  MlirValue n = tileBuildArgument(&b, 1), result;
  MlirBlock fallback;
  TileInlineAsm move = {.text = tileString("mov.b32 $0, $1;"),
                        .constraints = tileString("=r"),
                        .isPure = true};
#define ASM(numOperands)                                                       \
  tileBuildInlineAsm(&b, &move, numOperands, &n, 1, &i32, &result)
  EXPECT_BAD("expected 1 input constraints", ASM(1));
  move.constraints = tileString("=r,r");
  move.packedElement = 3;
  EXPECT_BAD("packed_element to be 1, 2, 4, 8, 16 or 32, found 3", ASM(1));
  move.packedElement = 4000000000u;
  EXPECT_BAD("expected packedElement to be 1, 2", ASM(1));
  move.packedElement = 0;
  move.perGroup = 2;
  EXPECT_BAD("of the 1 operands of the inline asm, found bit 1", ASM(1));
  move.perGroup = 0;
  move.scope = (TileAsmScope)2;
  EXPECT_BAD("expected scope to be a TileAsmScope, found 2", ASM(1));
  move.scope = TileAsmScopeElement;
  move.fallback = (TileAsmFallback)3;
  EXPECT_BAD("expected fallback to be a TileAsmFallback, found 3", ASM(1));
  move.fallback = TileAsmFallbackElement;
  EXPECT_ERROR(invalid, "'fallback'",
               tileBlockAppendInlineAsm(b.block, here, &move, 1, &n, 1, &i32,
                                        &result, NULL));
  EXPECT_ERROR(invalid, "'inlineAsm'",
               tileBlockAppendInlineAsm(b.block, here, NULL, 1, &n, 1, &i32,
                                        &result, &fallback));
  move.text = mlirStringRefCreate(NULL, 4);
  EXPECT_BAD("'text'", ASM(1));
  move.text = tileString("mov.b32 $0, $1;");
  ASM(1);
  /* What the fallback must not do is found at its end. */
  MlirValue pointer = tileBuildArgument(&b, 0);
  EXPECT_OK(b.status);
  tileBuildStore(&b, pointer, pointer, noValue);
  EXPECT(b.status == invalid);
}

static void reductionsAreChecked(void) {
  TileBuilder b = start();
  MlirValue n = tileBuildArgument(&b, 1);
  MlirValue range = tileBuildRange(&b, 0, 16);
  EXPECT_BAD("'tile.reduce'", tileBuildReduce(&b, n, 0));
  EXPECT_BAD("'tile.reduce'", tileBuildReduce(&b, range, 1));
  EXPECT_BAD("'tile.reduce'", tileBuildReduce(&b, range, ~0u));
  (void)tileBuildReduce(&b, range, 0);
  MlirValue f = tileBuildFloat(&b, f32, 0.0);
  EXPECT_BAD("expected values of types ('i32'), found ('f32')",
             tileBuildEnd(&b, 1, &f));
}

static void callsAreOfFunctions(void) {
  TileBuilder b = start();
  MlirValue n = tileBuildArgument(&b, 1), results[2];
  TileBuilder f = {.location = here};
  EXPECT_OK(tileModuleAppendFunction(module, here, tileString("f"), 1, &i32, 1,
                                     &i32, &f.block));
  EXPECT_BAD("expected a function of the module, found 'g', which is none",
             tileBuildCall(&b, "g", 1, &n, 1, results));
  EXPECT_BAD("room for the 1 results of 'f', found it for 2",
             tileBuildCall(&b, "f", 1, &n, 2, results));
  EXPECT_BAD("expected operands of types ('i32'), found ()",
             tileBuildCall(&b, "f", 0, NULL, 1, results));
  EXPECT_ERROR(invalid, "expected a new name for the function, found 'f'",
               tileModuleAppendFunction(module, here, tileString("f"), 0, NULL,
                                        0, NULL, &f.block));
  EXPECT_ERROR(invalid, "'resultTypes'",
               tileModuleAppendFunction(module, here, tileString("h"), 0, NULL,
                                        1, NULL, &f.block));
  MlirValue argument = tileBuildArgument(&f, 0);
  tileBuildEnd(&f, 1, &argument);
  EXPECT_OK(f.status);
}

static void argumentsHaveNumbersAndNames(void) {
  TileBuilder b = start();
  MlirValue value;
  EXPECT_BAD("expected an argument of the block, which has 2, found number 2",
             tileBuildArgument(&b, 2));
  EXPECT_BAD("which has 2, found number 9", tileBuildNamedArgument(&b, 9, "x"));
  EXPECT_BAD("of letters, digits and '_' for the argument, found '2x'",
             tileBuildNamedArgument(&b, 0, "2x"));
  EXPECT_BAD("found ''", tileBuildNamedArgument(&b, 0, NULL));
  (void)tileBuildNamedArgument(&b, 0, "x");
  (void)tileBuildNamedArgument(&b, 0, "x");
  EXPECT_OK(b.status);
  EXPECT_BAD("expected a new name for argument 1, found 'x', which argument 0 "
             "has already",
             tileBuildNamedArgument(&b, 1, "x"));
  EXPECT_ERROR(invalid, "'block'", tileBlockGetArgument(noBlock, 0, &value));
  EXPECT_ERROR(invalid, "'value'", tileBlockGetArgument(b.block, 0, NULL));
  EXPECT_ERROR(invalid, "'block'",
               tileBlockSetArgumentName(noBlock, 0, tileString("x")));
}

static void constantsFitTheirTypes(void) {
  TileBuilder b = start();
  const int64_t unknown = mlirShapedTypeGetDynamicSize();
  MlirType f16 = mlirF16TypeGet(context);
  MlirType open =
      mlirRankedTensorTypeGet(1, &unknown, f32, mlirAttributeGetNull());
  EXPECT_BAD("expected a number of 8 bits, signed or unsigned, found 256",
             tileBuildInteger(&b, 8, 256));
  EXPECT_BAD("found -129", tileBuildInteger(&b, 8, -129));
  EXPECT_BAD("an integer of 1 to 64 bits, or a tile of them, as the type of "
             "the constant, found 'f32'",
             tileBuildIntegers(&b, f32, 1));
  EXPECT_BAD("expected a float, or a tile of them, as the type of the "
             "constant, found 'i32'",
             tileBuildFloat(&b, i32, 1.0));
  EXPECT_BAD("expected a number that 'f16' has, found 7.0",
             tileBuildFloat(&b, f16, 70000.0));
  EXPECT_BAD("sizes are known", tileBuildFloat(&b, open, 1.0));
  EXPECT_BAD("a type for the constant of the same context, found null",
             tileBuildFloat(&b, (MlirType){NULL}, 1.0));
  EXPECT(tileBuildInteger(&b, 8, 255).ptr && tileBuildInteger(&b, 8, -128).ptr);
  EXPECT(tileBuildFloat(&b, f16, 65504.0).ptr);
}

static void unfinishedKernelsDoNotCompile(void) {
  MlirModule unfinished = mlirModuleCreateEmpty(here);
  MlirBlock body;
  TileBuilder b = {.location = here};
  EXPECT_OK(tileModuleAppendKernel(unfinished, here, tileString("k"), 1, &i32,
                                   NULL, &b.block));
  MlirValue n = tileBuildArgument(&b, 0);
  tileBuildFor(&b, n, n, n, 0, NULL, NULL);
  body = b.block;
  TileCompilerOptions options = tileCompilerOptionsCreate();
  TileCompiler compiler;
  TileKernelImage image;
  EXPECT_OK(tileCompilerCreate(options, &compiler));
  EXPECT(tileCompilerCompileModule(compiler, unfinished, TileStagePTX, NULL,
                                   &image) != TileStatusSuccess);
  EXPECT(tileGetLastErrorMessage().length != 0);
  b.block = body;
  tileBuildEnd(&b, 0, NULL);
  tileBuildEnd(&b, 0, NULL);
  EXPECT_OK(b.status);
  EXPECT_OK(tileCompilerCompileModule(compiler, unfinished, TileStagePTX, NULL,
                                      &image));
  tileKernelImageDestroy(image);
  tileCompilerDestroy(compiler);
  tileCompilerOptionsDestroy(options);
  mlirModuleDestroy(unfinished);
}

int main(void) {
  context = mlirContextCreate();
  EXPECT_OK(tileContextRegister(context));
  mlirContextAttachDiagnosticHandler(context, ignore, NULL, NULL);
  here = mlirLocationUnknownGet(context);
  module = mlirModuleCreateEmpty(here);
  f32 = mlirF32TypeGet(context);
  i32 = mlirIntegerTypeGet(context, 32);
  blocksAreFinishedInOrder();
  nothingComesAfterAnEnd();
  valuesStayInTheirBodies();
  loopsHaveNumbersOfOneType();
  endsPassValuesOfTheRightTypes();
  branchesAreOnAScalarBoolean();
  inlineAsmIsChecked();
  reductionsAreChecked();
  callsAreOfFunctions();
  argumentsHaveNumbersAndNames();
  constantsFitTheirTypes();
  unfinishedKernelsDoNotCompile();
  mlirModuleDestroy(module);
  mlirContextDestroy(context);
  return 0;
}
