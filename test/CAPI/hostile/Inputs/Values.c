/*===- Values.c - Bad values of each kind ------------------------*- C -*-===*\
|*
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* Each function makes its first argument the variant with the number
|* `*variant`, or takes the number of its variants off and returns NoMore.
|*
\*===----------------------------------------------------------------------===*/

#include "Hostile.h"

#include "mlir-c/Diagnostics.h"

#include <math.h>
#include <stdlib.h>

/*===----------------------------------------------------------------------===*\
|* Handles
\*===----------------------------------------------------------------------===*/

static void *getGood(Kind kind) {
  switch (kind) {
#define CASE(type)                                                             \
  case Kind##type:                                                             \
    return good##type().ptr;
    EACH_HANDLE(CASE)
#undef CASE
  default:
    abort();
  }
}

/* A handle whose object is gone; its place may have another by now. */
static void *getDestroyed(Kind kind) {
  switch (kind) {
  case KindTileModule: {
    TileModule module = newTileModule();
    tileModuleDestroy(module);
    return module.ptr;
  }
  case KindTileKernel: {
    TileModule module = newTileModule();
    TileKernel kernel;
    if (tileModuleGetKernel(module, tileString("double"), &kernel))
      abort();
    tileModuleDestroy(module);
    return kernel.ptr;
  }
#define CASE(type)                                                             \
  case Kind##type: {                                                           \
    type object = new##type();                                                 \
    type##_Destroy(object);                                                    \
    return object.ptr;                                                         \
  }
#define TileCompilerOptions_Destroy tileCompilerOptionsDestroy
#define TileCompiler_Destroy tileCompilerDestroy
#define TileKernelImage_Destroy tileKernelImageDestroy
#define TileCache_Destroy tileCacheDestroy
#define TileDevice_Destroy tileDeviceDestroy
#define TileStream_Destroy tileStreamDestroy
#define TileGraph_Destroy tileGraphDestroy
#define TileMemoryPool_Destroy tileMemoryPoolDestroy
#define TileEvent_Destroy tileEventDestroy
#define TileSpecializer_Destroy tileSpecializerDestroy
#define TileLinearLayout_Destroy tileLinearLayoutDestroy
#define TileTuner_Destroy tileTunerDestroy
    CASE(TileCompilerOptions)
    CASE(TileCompiler)
    CASE(TileKernelImage)
    CASE(TileCache)
    CASE(TileDevice)
    CASE(TileStream)
    CASE(TileEvent)
    CASE(TileSpecializer)
    CASE(TileLinearLayout)
    CASE(TileTuner)
    CASE(TileGraph)
    CASE(TileMemoryPool)
#undef CASE
  default:
    abort();
  }
}

/* A kernel of a specializer that is gone. */
static void *getKernelOfSpecializer(void) {
  TileSpecializer specializer = newTileSpecializer();
  Arguments arguments;
  fillArguments(&arguments);
  TileKernel kernel;
  if (tileKernelSpecialize(specializer, arguments.values, 4, NULL, &kernel))
    abort();
  tileSpecializerDestroy(specializer);
  return kernel.ptr;
}

Expectation varyHandle(void **ptr, Kind kind, bool nullable,
                       unsigned *variant) {
  if (*variant == 0) {
    *ptr = NULL;
    describe("null", 0);
    return nullable ? MayFail : BadHandle;
  }
  --*variant;
  if (*variant < NumKinds - 1) {
    Kind other = *variant < kind ? *variant : *variant + 1;
    *ptr = getGood(other);
    describe("a handle of kind", other);
    return BadHandle;
  }
  *variant -= NumKinds - 1;
  uint64_t good = (uint64_t)(uintptr_t)*ptr;
  const uint64_t madeUp[] = {
      1,
      ~(uint64_t)0,
      0x7fff00001000,
      good & 0xffffffff,
      good ^ (uint64_t)1 << 32,
      good + ((uint64_t)1 << 32),
      good & ~((uint64_t)0xffffff << 32),
      good | (uint64_t)0xffffff << 32,
      good | 0xffffffff,
      (good & ~(uint64_t)0xffffffff) | 0x00fffffe,
      (good & ~(uint64_t)0xffffffff) | 0x01000000,
      (good & ~(uint64_t)0xffffffff) | 1023,
      (good & 0x00ffffffffffffff) | (uint64_t)0xff << 56,
      (good & 0x00ffffffffffffff) | (uint64_t)13 << 56,
      good ^ (uint64_t)1 << 63,
  };
  enum { NumMadeUp = sizeof madeUp / sizeof *madeUp };
  if (*variant < NumMadeUp) {
    uint64_t bad = madeUp[*variant];
    // Handles are salted: what is set may have been so.
    if (bad == good)
      bad = ~good;
    *ptr = (void *)(uintptr_t)bad;
    describe("a made-up handle", (long long)bad);
    return BadHandle;
  }
  *variant -= NumMadeUp;
  if (*variant < 2) {
    *ptr = getDestroyed(kind);
    describe("a destroyed object", 0);
    /* The second time its place is taken again. */
    if (*variant)
      switch (kind) {
#define CASE(type)                                                             \
  case Kind##type:                                                             \
    (void)new##type();                                                         \
    break;
        EACH_HANDLE(CASE)
#undef CASE
      default:
        abort();
      }
    return BadHandle;
  }
  *variant -= 2;
  if (kind == KindTileKernel) {
    if (*variant == 0) {
      *ptr = getKernelOfSpecializer();
      describe("a kernel of a destroyed specializer", 0);
      return BadHandle;
    }
    --*variant;
  }
  return NoMore;
}

/*===----------------------------------------------------------------------===*\
|* Numbers
\*===----------------------------------------------------------------------===*/

#define DEFINE_NUMBER(type, ...)                                               \
  Expectation vary_##type(type *value, unsigned *variant) {                    \
    static const type values[] = {__VA_ARGS__};                                \
    enum { Count = sizeof values / sizeof *values };                           \
    if (*variant < Count) {                                                    \
      *value = values[*variant];                                               \
      describe("the number", (long long)*value);                               \
      return MayFail;                                                          \
    }                                                                          \
    *variant -= Count;                                                         \
    return NoMore;                                                             \
  }

DEFINE_NUMBER(unsigned, 0, 1, 2, 3, 31, 32, 33, 64, 65535, 65536, 0x7fffffff,
              0x80000000, 0xfffffffe, 0xffffffff)
DEFINE_NUMBER(int32_t, 0, 1, 2, 3, -1, 64, 0x40000000, INT32_MAX, INT32_MIN)
DEFINE_NUMBER(int64_t, 0, 1, 2, 3, -1, 64, INT32_MAX, (int64_t)1 << 32,
              (int64_t)1 << 62, INT64_MAX, INT64_MIN)
DEFINE_NUMBER(uint64_t, 0, 1, 2, 3, 255, 256, 257, 0x7fffffff, 0x80000000,
              (uint64_t)1 << 32, (uint64_t)1 << 47, (uint64_t)1 << 62,
              (uint64_t)1 << 63, UINT64_MAX - 255, UINT64_MAX)
DEFINE_NUMBER(size_t, 0, 1, 2, 3, 255, (size_t)1 << 31, (size_t)1 << 32,
              SIZE_MAX / 2, SIZE_MAX / 2 + 1, SIZE_MAX)

/* Grids: sizes that are run in no time, or are too large. */
Expectation vary_uint32_t(uint32_t *value, unsigned *variant) {
  static const uint32_t values[] = {0, 1, 2, 0x80000000, 0xffffffff};
  enum { Count = sizeof values / sizeof *values };
  if (*variant < Count) {
    *value = values[*variant];
    describe("the number", *value);
    return MayFail;
  }
  *variant -= Count;
  return NoMore;
}

Expectation vary_double(double *value, unsigned *variant) {
  const double values[] = {NAN, -NAN, INFINITY, -INFINITY, -1, -0.0, 0, 5e-324};
  enum { Count = sizeof values / sizeof *values };
  if (*variant < Count) {
    *value = values[*variant];
    describe("special number", *variant);
    return MayFail;
  }
  *variant -= Count;
  return NoMore;
}

Expectation vary_bool(bool *value, unsigned *variant) {
  if (*variant < 2) {
    *value = *variant != 0;
    describe("the flag", *value);
    return MayFail;
  }
  *variant -= 2;
  return NoMore;
}

Expectation varyCount(size_t *value, unsigned *variant) {
  static const size_t values[] = {0, 1, 2, 3, 5, 6, ArraySize};
  enum { Count = sizeof values / sizeof *values };
  if (*variant < Count) {
    *value = values[*variant];
    describe("the count", (long long)*value);
    return MayFail;
  }
  *variant -= Count;
  return NoMore;
}

Expectation varyEnum(int *value, const int *values, unsigned numValues,
                     unsigned *variant) {
  if (*variant < numValues) {
    *value = values[*variant];
    describe("the case", *value);
    return MayFail;
  }
  *variant -= numValues;
  const int others[] = {-1, 1000, 65536, INT32_MAX, INT32_MIN};
  enum { Count = sizeof others / sizeof *others };
  if (*variant < Count) {
    *value = others[*variant];
    describe("no case", *value);
    return MustFail;
  }
  *variant -= Count;
  return NoMore;
}

Expectation varyPointer(const void **pointer, Expectation ifNull,
                        unsigned *variant) {
  if (*variant == 0) {
    *pointer = NULL;
    describe("a null pointer", 0);
    return ifNull;
  }
  --*variant;
  return NoMore;
}

/*===----------------------------------------------------------------------===*\
|* Strings
\*===----------------------------------------------------------------------===*/

/* A megabyte of a text again and again, after another one. */
static MlirStringRef makeLong(const char *prefix, const char *unit) {
  enum { Size = 1 << 20 };
  size_t start = strlen(prefix), length = strlen(unit);
  size_t count = (Size - start) / length;
  char *text = malloc(Size);
  memcpy(text, prefix, start);
  for (size_t i = 0; i < count; ++i)
    memcpy(text + start + i * length, unit, length);
  return mlirStringRefCreate(text, start + count * length);
}

Expectation varyMlirStringRef(MlirStringRef *string, unsigned *variant) {
  if (*variant == 0) {
    *string = mlirStringRefCreate(NULL, 5);
    describe("a null string with a length", 0);
    return BadArgument;
  }
  --*variant;
#define TEXT(literal) {literal, sizeof literal - 1}
  static const MlirStringRef values[] = {
      {NULL, 0},
      TEXT(""),
      TEXT("\xff\xfe\x80"),
      TEXT("\xc3"),
      TEXT("a\0b"),
      TEXT("\0"),
      TEXT("%s%n%s"),
      TEXT("0"),
      TEXT("-1"),
      TEXT("99999999999999999999999"),
      TEXT("n:0"),
      TEXT("n:-9223372036854775808"),
      TEXT("n=99999999999999999999"),
      TEXT("cuda:99999999999"),
      TEXT("sim:"),
      TEXT("sm_"),
      TEXT("sm_99999999999999"),
      TEXT("../"),
      TEXT("."),
      TEXT("nowhere/at/all"),
      TEXT("ML\xefR"),
      TEXT("ML\xefR\x0d\x01\xff\xff\xff\xff\xff\xff\xff\xff\xff"),
      TEXT("#0 = !x<"),
      TEXT("module { tile.func @f() { tile.return } }"),
      TEXT("\"\\"),
  };
  enum { Count = sizeof values / sizeof *values };
  if (*variant < Count) {
    *string = values[*variant];
    describe("the string", *variant);
    return MayFail;
  }
  *variant -= Count;
  static const struct {
    const char *prefix, *unit;
  } parts[] = {
      {"", "a"},
      {"", " "},
      {"", "\xff"},
      {"", "["},
      {"", "("},
      {"", "{"},
      {"", "a="},
      {"", "/"},
      {"", "\n"},
      {"", "a={"},
      {"", "module{"},
      {"", "module{//}\n"},
      {"", "module attributes{s=\"}\"}{"},
      {"", "\"builtin.module\"() ({"},
      {"module attributes {a = ", "["},
      {"module attributes {a = ", "{a="},
      {"module attributes {a = ", "tensor<1x"},
      {"module attributes {a = ", "!tile.ptr<"},
      {"module attributes {a = ", "memref<1xf32,"},
      {"module attributes {a = ", "tuple<"},
      {"module attributes {a = ", "("},
      {"module attributes {a = ", "() -> "},
      {"module attributes {a = ", "!llvm.struct<("},
      {"module attributes {a = ", "#tile.slice<{dim = 0, parent = "},
      {"module attributes {a = affine_map<(d0) -> (", "("},
      {"module attributes {a = affine_map<(d0) -> (", "-"},
      {"module attributes {a = affine_map<(d0) -> (d0", "+d0"},
      {"module attributes {a = dense<", "["},
      {"module attributes {a = #tile<", "<"},
      {"module {} ", "loc("},
      {"module {} loc(", "callsite("},
      {"module {} loc(", "fused["},
      {"module {} loc(", "\"a\"("},
      {"tile.func @f() {", "scf.execute_region {"},
  };
  enum { NumParts = sizeof parts / sizeof *parts };
  static MlirStringRef longs[NumParts];
  if (*variant < NumParts) {
    if (!longs[*variant].data)
      longs[*variant] = makeLong(parts[*variant].prefix, parts[*variant].unit);
    *string = longs[*variant];
    describe(parts[*variant].prefix, 0);
    describe("with a megabyte of", 0);
    describe(parts[*variant].unit, 0);
    return MayFail;
  }
  *variant -= NumParts;
  return NoMore;
}

/*===----------------------------------------------------------------------===*\
|* Arrays
\*===----------------------------------------------------------------------===*/

Expectation varyArguments(Arguments *arguments, unsigned *variant) {
  for (unsigned i = 0; i < 4; ++i) {
    TileArgument *argument = &arguments->values[i];
    static const uint32_t types[] = {
        0, 1,  2,  3,  4,  5,          6,          7,         8,
        9, 10, 11, 12, 13, 0x7fffffff, 0x80000000, 0xffffffff};
    enum { NumTypes = sizeof types / sizeof *types };
    if (*variant < NumTypes) {
      argument->type = types[*variant];
      describe("an argument of type", argument->type);
      return argument->type < 12 ? MayFail : MustFail;
    }
    *variant -= NumTypes;
    Expectation found = vary_uint64_t(&argument->value.bits, variant);
    if (found != NoMore)
      return found;
  }
  if (*variant == 0) {
    arguments->values[0].reserved = 0xffffffff;
    describe("an argument's reserved field", 0);
    return MayFail;
  }
  --*variant;
  return NoMore;
}

Expectation varyDimensions(Dimensions *dimensions, unsigned *variant) {
  for (unsigned i = 0; i < 2; ++i) {
    Expectation found = varyMlirStringRef(&dimensions->values[i].name, variant);
    if (found != NoMore)
      return i == 0 ? found : MayFail;
    found = vary_int32_t(&dimensions->values[i].size, variant);
    if (found != NoMore)
      return found;
  }
  return NoMore;
}

Expectation varyImages(Images *images, unsigned *variant) {
  return varyHandle(&images->values[0].ptr, KindTileKernelImage, false,
                    variant);
}

Expectation varyHostArrays(HostArrays *arrays, unsigned *variant) {
  if (*variant == 0) {
    arrays->values[0].memory = NULL;
    describe("a null array", 0);
    return MayFail;
  }
  --*variant;
  return NoMore;
}

Expectation varyLinkInputs(LinkInputs *inputs, unsigned *variant) {
  static const int kinds[] = {0, 1, 2, 3, 4, 5};
  TileLinkInput *input = &inputs->values[0];
  Expectation found =
      varyHandle(&input->image.ptr, KindTileKernelImage, true, variant);
  if (found != NoMore)
    return found;
  /* Code of the second one is looked at: the first is an image. */
  found = varyMlirStringRef(&inputs->values[1].code, variant);
  if (found != NoMore)
    return MayFail;
  found = varyMlirStringRef(&input->name, variant);
  if (found != NoMore)
    return found;
  int kind = 0;
  found = varyEnum(&kind, kinds, sizeof kinds / sizeof *kinds, variant);
  if (found != NoMore)
    input->kind = (TileCodeKind)kind;
  return found;
}

/*===----------------------------------------------------------------------===*\
|* Objects of mlir-c: null ones, and those that do not fit
\*===----------------------------------------------------------------------===*/

#define VARY_NULL(name)                                                        \
  if (*variant == 0) {                                                         \
    (name)->ptr = NULL;                                                        \
    describe("null", 0);                                                       \
    return MustFail;                                                           \
  }                                                                            \
  --*variant

/* Without dialects. */
static MlirContext getBareContext(void) {
  static MlirContext context;
  if (!context.ptr)
    context = mlirContextCreate();
  return context;
}

static MlirLogicalResult ignore(MlirDiagnostic diagnostic, void *userData) {
  (void)diagnostic;
  (void)userData;
  return mlirLogicalResultSuccess();
}

Expectation varyMlirContext(MlirContext *context, unsigned *variant) {
  VARY_NULL(context);
  if (*variant == 0) {
    *context = getBareContext();
    describe("a context without dialects", 0);
    return MayFail;
  }
  --*variant;
  return NoMore;
}

Expectation varyMlirLocation(MlirLocation *location, unsigned *variant) {
  VARY_NULL(location);
  if (*variant == 0) {
    static bool isQuiet;
    if (!isQuiet)
      mlirContextAttachDiagnosticHandler(getBareContext(), ignore, NULL, NULL);
    isQuiet = true;
    *location = mlirLocationUnknownGet(getBareContext());
    describe("a location of a context without dialects", 0);
    return MustFail;
  }
  --*variant;
  return NoMore;
}

Expectation varyMlirModule(MlirModule *module, unsigned *variant) {
  VARY_NULL(module);
  static const char *const texts[] = {
      "", "module @a { module @b { } }", "tile.func @f() { tile.return }",
      "module attributes {tile.target = \"x\"} {}"};
  enum { Count = sizeof texts / sizeof *texts };
  if (*variant < Count) {
    *module =
        mlirModuleCreateParse(goodMlirContext(), tileString(texts[*variant]));
    describe("another module", *variant);
    return module->ptr ? MayFail : MustFail;
  }
  *variant -= Count;
  return NoMore;
}

Expectation varyMlirPass(MlirPass *pass, unsigned *variant) {
  VARY_NULL(pass);
  return NoMore;
}

Expectation varyMlirOpPassManager(MlirOpPassManager *passes,
                                  unsigned *variant) {
  VARY_NULL(passes);
  if (*variant == 0) {
    static MlirPassManager manager;
    if (!manager.ptr)
      manager = mlirPassManagerCreate(goodMlirContext());
    *passes = mlirPassManagerGetNestedUnder(manager, tileString("tile.func"));
    describe("a pass manager of functions", 0);
    return MustFail;
  }
  --*variant;
  return NoMore;
}

Expectation varyMlirDialectRegistry(MlirDialectRegistry *registry,
                                    unsigned *variant) {
  VARY_NULL(registry);
  return NoMore;
}

Expectation varyMlirLlvmThreadPool(MlirLlvmThreadPool *pool,
                                   unsigned *variant) {
  if (*variant == 0) {
    pool->ptr = NULL;
    describe("null", 0);
    return MayFail;
  }
  --*variant;
  return NoMore;
}

Expectation varyMlirType(MlirType *type, unsigned right, unsigned *variant) {
  VARY_NULL(type);
  for (unsigned kind = 1; kind <= TypeTensorMap; kind *= 2) {
    if (*variant == 0) {
      *type = makeType(kind);
      describe("a type of kind", kind);
      return kind & right ? MayFail : MustFail;
    }
    --*variant;
  }
  return NoMore;
}

Expectation varyMlirAttribute(MlirAttribute *attribute, unsigned right,
                              unsigned *variant) {
  VARY_NULL(attribute);
  for (unsigned kind = 1; kind <= AttrLast; kind *= 2) {
    if (*variant == 0) {
      *attribute = makeAttribute(kind);
      describe("an attribute of kind", kind);
      return kind & right ? MayFail : MustFail;
    }
    --*variant;
  }
  return NoMore;
}
