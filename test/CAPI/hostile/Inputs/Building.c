/*===- Building.c - Values for what builds kernels ---------------*- C -*-===*\
|*
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
\*===----------------------------------------------------------------------===*/

#include "Hostile.h"

#include "mlir-c/BuiltinAttributes.h"

#include <stdio.h>
#include <stdlib.h>

MlirStringRef newKernelName(void) {
  static char names[16][32];
  static unsigned number;
  char *name = names[number % 16];
  snprintf(name, sizeof names[0], "kernel%u", number++);
  return tileString(name);
}

static MlirContext getOtherContext(void) {
  static MlirContext context;
  if (!context.ptr) {
    context = mlirContextCreate();
    if (tileContextRegister(context))
      abort();
  }
  return context;
}

/*===----------------------------------------------------------------------===*\
|* Types
\*===----------------------------------------------------------------------===*/

void fillTypes(Types *types) {
  for (unsigned i = 0; i < ArraySize; ++i)
    types->values[i] = makeType(i % 2 ? TypeInteger : TypePointer);
}

Expectation varyTypes(Types *types, unsigned *variant) {
  if (*variant == 0) {
    types->values[0].ptr = NULL;
    describe("a null type", 0);
    return MustFail;
  }
  --*variant;
  if (*variant == 0) {
    types->values[0] = mlirIndexTypeGet(getOtherContext());
    describe("a type of another context", 0);
    return MustFail;
  }
  --*variant;
  for (unsigned kind = 1; kind <= TypeTensorMap; kind *= 2) {
    if (*variant == 0) {
      types->values[0] = makeType(kind);
      describe("a type of kind", kind);
      return MayFail;
    }
    --*variant;
  }
  return NoMore;
}

/*===----------------------------------------------------------------------===*\
|* Blocks and values
\*===----------------------------------------------------------------------===*/

enum { NumArguments = 8 };

static MlirBlock current;
static MlirValue tiles[NumArguments];

/* A tile of an argument. */
static MlirValue makeTile(unsigned argument) {
  MlirValue value = mlirBlockGetArgument(current, (intptr_t)argument), tile;
  int64_t shape[] = {128};
  MlirType type = mlirRankedTensorTypeGet(1, shape, mlirValueGetType(value),
                                          mlirAttributeGetNull());
  if (tileBlockAppendOperation(current, goodMlirLocation(),
                               tileString("tile.splat"), type, 1, &value, 0,
                               NULL, &tile))
    abort();
  return tile;
}

/* The body of a kernel with arguments of many types, and tiles of them. */
MlirBlock newMlirBlock(void) {
  static MlirModule module;
  if (module.ptr)
    mlirModuleDestroy(module);
  module = mlirModuleCreateEmpty(goodMlirLocation());
  MlirContext context = goodMlirContext();
  MlirType f32 = mlirF32TypeGet(context);
  MlirType types[NumArguments] = {
      makeType(TypeInteger),           makeType(TypeInteger),
      mlirIntegerTypeGet(context, 1),  f32,
      tilePointerTypeGet(f32, 1),      makeType(TypePointer),
      mlirIntegerTypeGet(context, 64), mlirF16TypeGet(context)};
  if (tileModuleAppendKernel(module, goodMlirLocation(), newKernelName(),
                             NumArguments, types, NULL, &current))
    abort();
  for (unsigned i = 0; i < NumArguments; ++i)
    tiles[i] = makeTile(i);
  MlirBlock called;
  MlirValue argument;
  if (tileModuleAppendFunction(module, goodMlirLocation(), calledFunction(), 1,
                               types, 1, types, &called) ||
      tileBlockGetArgument(called, 0, &argument) ||
      tileBlockEnd(called, goodMlirLocation(), 1, &argument, NULL))
    abort();
  return current;
}

MlirStringRef calledFunction(void) { return tileString("called"); }

MlirValue blockValue(unsigned argument) {
  return mlirBlockGetArgument(current, (intptr_t)argument);
}

MlirValue blockTile(unsigned argument) { return tiles[argument]; }

Expectation varyMlirBlock(MlirBlock *block, unsigned *variant) {
  if (*variant == 0) {
    block->ptr = NULL;
    describe("a null block", 0);
    return MustFail;
  }
  --*variant;
  if (*variant == 0) {
    *block = mlirBlockCreate(0, NULL, NULL);
    describe("a block in no function", 0);
    return MustFail;
  }
  --*variant;
  if (*variant == 0) {
    MlirType none = {NULL};
    if (tileBlockAppendOperation(*block, goodMlirLocation(),
                                 tileString("tile.return"), none, 0, NULL, 0,
                                 NULL, NULL))
      abort();
    describe("a block with an end", 0);
    return MustFail;
  }
  --*variant;
  if (*variant == 0) {
    *block = mlirModuleGetBody(mlirModuleCreateEmpty(goodMlirLocation()));
    describe("a module's block", 0);
    return MayFail;
  }
  --*variant;
  return NoMore;
}

void fillValues(Values *values) {
  for (unsigned i = 0; i < ArraySize; ++i)
    values->values[i] = mlirBlockGetArgument(current, i % 2);
}

Expectation varyValues(Values *values, unsigned *variant) {
  /* Numbers of arguments; those of tiles are 10 more, 99 is null. */
  static const unsigned char profiles[][5] = {
      {3, 3, 3, 3, 3},      {2, 2, 2, 2, 2},      {4, 4, 4, 4, 4},
      {4, 3, 3, 3, 3},      {4, 2, 3, 3, 3},      {2, 0, 0, 0, 0},
      {6, 6, 6, 6, 6},      {7, 7, 7, 7, 7},      {10, 10, 10, 10, 10},
      {13, 13, 13, 13, 13}, {12, 10, 10, 10, 10}, {14, 14, 14, 14, 14},
      {14, 10, 10, 10, 10}, {14, 12, 13, 13, 13}, {14, 13, 12, 12, 12},
      {14, 12, 10, 10, 10}, {10, 0, 10, 0, 10},   {0, 10, 0, 10, 0},
      {14, 99, 13, 99, 99}, {14, 12, 99, 99, 99}, {99, 99, 99, 99, 99},
      {4, 99, 99, 99, 99},  {0, 99, 0, 0, 0},     {99, 0, 0, 0, 0},
      {17, 17, 17, 17, 17}, {15, 16, 12, 16, 16}, {5, 0, 2, 0, 0},
  };
  enum { NumProfiles = sizeof profiles / sizeof *profiles };
  if (*variant < NumProfiles) {
    for (unsigned i = 0; i < ArraySize; ++i) {
      unsigned code = profiles[*variant][i % 5];
      if (code == 99)
        values->values[i].ptr = NULL;
      else if (code >= 10)
        values->values[i] = tiles[code - 10];
      else
        values->values[i] = mlirBlockGetArgument(current, code);
    }
    describe("operands of profile", *variant);
    return MayFail;
  }
  *variant -= NumProfiles;
  if (*variant == 0) {
    MlirLocation location = mlirLocationUnknownGet(getOtherContext());
    MlirType type = mlirIntegerTypeGet(getOtherContext(), 32);
    values->values[0] =
        mlirBlockGetArgument(mlirBlockCreate(1, &type, &location), 0);
    describe("an operand of another context", 0);
    return MustFail;
  }
  --*variant;
  return NoMore;
}

Expectation varyMlirValue(MlirValue *value, unsigned *variant) {
  Values values;
  fillValues(&values);
  Expectation expectation = varyValues(&values, variant);
  if (expectation != NoMore)
    *value = values.values[0];
  return expectation;
}

/*===----------------------------------------------------------------------===*\
|* Names and attributes of operations
\*===----------------------------------------------------------------------===*/

Expectation varyOperationName(MlirStringRef *name, unsigned *variant) {
  static const char *const names[] = {"tile.addptr",
                                      "tile.assert",
                                      "tile.bitcast",
                                      "tile.broadcast",
                                      "tile.call",
                                      "tile.clampf",
                                      "tile.elementwise_inline_asm",
                                      "tile.expand_dims",
                                      "tile.extern_elementwise",
                                      "tile.fp_to_fp",
                                      "tile.func",
                                      "tile.get_num_programs",
                                      "tile.get_program_id",
                                      "tile.int_to_ptr",
                                      "tile.load",
                                      "tile.make_range",
                                      "tile.mulhiui",
                                      "tile.precise_divf",
                                      "tile.precise_sqrt",
                                      "tile.print",
                                      "tile.ptr_to_int",
                                      "tile.return",
                                      "tile.splat",
                                      "tile.store",
                                      "tile.unsplat",
                                      "tilegpu.convert_layout",
                                      "arith.constant",
                                      "arith.addf",
                                      "arith.cmpi",
                                      "arith.cmpf",
                                      "arith.select",
                                      "arith.extsi",
                                      "arith.extf",
                                      "arith.truncf",
                                      "arith.sitofp",
                                      "arith.addui_extended",
                                      "arith.mulsi_extended",
                                      "arith.bitcast",
                                      "arith.index_cast",
                                      "math.exp",
                                      "math.fma",
                                      "math.ctpop",
                                      "math.powf",
                                      "math.isnan",
                                      "math.sincos",
                                      "scf.for",
                                      "scf.if",
                                      "scf.while",
                                      "scf.yield",
                                      "scf.execute_region",
                                      "scf.parallel",
                                      "cf.br",
                                      "cf.cond_br",
                                      "cf.switch",
                                      "cf.assert",
                                      "ub.poison",
                                      "llvm.add",
                                      "llvm.load",
                                      "llvm.store",
                                      "llvm.getelementptr",
                                      "llvm.call",
                                      "llvm.func",
                                      "llvm.mlir.constant",
                                      "llvm.extractvalue",
                                      "llvm.insertvalue",
                                      "llvm.inline_asm",
                                      "llvm.return",
                                      "llvm.br",
                                      "llvm.alloca",
                                      "llvm.icmp",
                                      "llvm.switch",
                                      "llvm.call_intrinsic",
                                      "llvm.mlir.addressof",
                                      "llvm.atomicrmw",
                                      "llvm.shufflevector",
                                      "nvvm.barrier0",
                                      "nvvm.shfl.sync",
                                      "nvvm.mma.sync",
                                      "nvvm.read.ptx.sreg.tid.x",
                                      "nvvm.wgmma.mma_async",
                                      "nvvm.cp.async.shared.global",
                                      "gpu.thread_id",
                                      "gpu.func",
                                      "gpu.launch",
                                      "gpu.shuffle",
                                      "builtin.module",
                                      "builtin.unrealized_conversion_cast",
                                      "tt.load",
                                      "tt.func",
                                      "ttg.convert_layout",
                                      "arith",
                                      "arith.",
                                      ".addi",
                                      "tile.addi"};
  enum { NumNames = sizeof names / sizeof *names };
  if (*variant < NumNames) {
    *name = tileString(names[*variant]);
    describe(names[*variant], 0);
    return MayFail;
  }
  *variant -= NumNames;
  return varyMlirStringRef(name, variant);
}

static MlirNamedAttribute makeNamed(MlirContext context, const char *name,
                                    MlirAttribute value) {
  return mlirNamedAttributeGet(mlirIdentifierGet(context, tileString(name)),
                               value);
}

void fillNamedAttributes(NamedAttributes *attributes) {
  char name[16];
  for (unsigned i = 0; i < ArraySize; ++i) {
    snprintf(name, sizeof name, "unused%u", i);
    attributes->values[i] =
        makeNamed(goodMlirContext(), name, makeAttribute(AttrUnit));
  }
}

Expectation varyNamedAttributes(NamedAttributes *attributes,
                                unsigned *variant) {
  static const struct {
    const char *name, *value;
  } pairs[] = {
      {"value", "1 : i32"},
      {"value", "dense<1> : tensor<128xi32>"},
      {"value", "\"text\""},
      {"value", "unit"},
      {"value", "array<i32: 1, 2>"},
      {"axis", "0 : i32"},
      {"axis", "-1 : i32"},
      {"axis", "99 : i64"},
      {"axis", "dense<7> : tensor<2xi32>"},
      {"start", "-5 : i32"},
      {"end", "2147483647 : i32"},
      {"predicate", "2 : i64"},
      {"predicate", "1000 : i64"},
      {"operandSegmentSizes", "array<i32: 1000, -1, 0>"},
      {"operandSegmentSizes", "array<i32: 2147483647, 2147483647, 4>"},
      {"operandSegmentSizes", "array<i32: -1, 2, 1>"},
      {"operandSegmentSizes", "array<i32>"},
      {"operandSegmentSizes", "array<i64: 1, 1, 0>"},
      {"operandSegmentSizes", "array<i32: 1, 1, 0>"},
      {"operandSegmentSizes", "dense<1> : vector<3xi32>"},
      {"operandSegmentSizes", "array<i32: 1, 1, 0, 0, 0, 0, 0, 0, 0, 0>"},
      {"resultSegmentSizes", "array<i32: 4, 4>"},
      {"cache", "77 : i32"},
      {"evict", "\"x\""},
      {"axis", "4294967295 : i64"},
      {"dim", "-1 : i32"},
      {"rounding", "9 : i32"},
      {"asm_string", "\"$99 %n\""},
      {"constraints", "\"=r,=r,r,r,r\""},
      {"asmString", "\"mov.b32 $0, $1;\""},
      {"packed_element", "0 : i32"},
      {"packed_element", "-7 : i32"},
      {"scope", "5 : i32"},
      {"callee", "@nowhere"},
      {"callee", "\"nowhere\""},
      {"function_type", "() -> i32"},
      {"function_type", "i32"},
      {"sym_name", "\"\""},
      {"sym_name", "@x::@y"},
      {"position", "array<i64: 1, 9, -3>"},
      {"rawConstantIndices", "array<i32: -2147483648, 5>"},
      {"elem_type", "i32"},
      {"fastmath", "#arith.fastmath<fast>"},
      {"fastmath", "1 : i32"},
      {"overflowFlags", "unit"},
      {"case_values", "dense<0> : tensor<5xi32>"},
      {"tile.divisibility", "-1 : i32"},
      {"", "unit"},
      {"\xff", "unit"},
  };
  enum { NumPairs = sizeof pairs / sizeof *pairs };
  MlirContext context = goodMlirContext();
  for (unsigned place = 0; place < 2; ++place) {
    if (*variant < NumPairs) {
      MlirAttribute value =
          mlirAttributeParseGet(context, tileString(pairs[*variant].value));
      if (!value.ptr)
        abort();
      if (pairs[*variant].name[0])
        attributes->values[place] =
            makeNamed(context, pairs[*variant].name, value);
      describe(pairs[*variant].name, 0);
      describe("=", 0);
      describe(pairs[*variant].value, 0);
      return MayFail;
    }
    *variant -= NumPairs;
  }
  switch ((*variant)++) {
  case 0:
    attributes->values[0].attribute.ptr = NULL;
    describe("a null attribute", 0);
    break;
  case 1:
    attributes->values[0].name.ptr = NULL;
    describe("a null name", 0);
    break;
  case 2:
    attributes->values[1] = attributes->values[0];
    describe("a name twice", 0);
    return MayFail;
  case 3:
    attributes->values[0] =
        makeNamed(getOtherContext(), "x", mlirUnitAttrGet(getOtherContext()));
    describe("an attribute of another context", 0);
    break;
  default:
    *variant -= 5;
    return NoMore;
  }
  return MayFail;
}
