/*===- Hostile.h - What generated hostile calls are made of ------*- C -*-===*\
|*
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* Good and bad values for each kind of parameter, the checks around a call, and
|* the driver that calls each function with them.
|*
\*===----------------------------------------------------------------------===*/
/*
 * generate.py writes for each function of the C API its arguments as a struct,
 * a function that fills that with good values, one that makes a single argument
 * bad, and one that calls. The driver does the rest in a process of its own for
 * each function: so a crash names its call, and the others still run.
 */

#ifndef TILE_TEST_CAPI_HOSTILE_H
#define TILE_TEST_CAPI_HOSTILE_H

#include "tile-c/AOT.h"
#include "tile-c/Builder.h"
#include "tile-c/Compiler.h"
#include "tile-c/Dialect.h"
#include "tile-c/Inspect.h"
#include "tile-c/Launches.h"
#include "tile-c/Memory.h"
#include "tile-c/Modules.h"
#include "tile-c/Passes.h"
#include "tile-c/Runtime.h"
#include "tile-c/Tuner.h"

/* What a call has to do. Later ones are stricter; of several bad arguments the
 * strictest decides. */
typedef enum Expectation {
  NoMore,      /* There is no such variant. */
  MayFail,     /* Either way, but by the rules. */
  MustFail,    /* Any error; a result that is null, 0, false or empty. */
  BadArgument, /* TileStatusInvalidArgument. */
  BadHandle,   /* TileStatusInvalidHandle. */
  MustSucceed,
} Expectation;

typedef struct Function {
  const char *name;
  unsigned numParameters;
  /* Bytes of the arguments' struct. */
  size_t size;
  void (*fill)(void *arguments);
  /* Makes a parameter bad; `variant` loses the number of those that were not
   * it. */
  Expectation (*vary)(void *arguments, unsigned parameter, unsigned *variant);
  void (*call)(void *arguments, Expectation expectation);
  /* What all arguments 0 have to give. */
  Expectation zero;
} Function;

extern const Function functions[];
extern const unsigned numFunctions;

/* Around a call. `endCall` takes whether the call failed: by its status, or for
 * functions without one by an empty result. */
void beginCall(void);
void endStatus(TileStatus status, Expectation expectation);
void endValue(bool isEmpty, Expectation expectation);
/* A complaint about the present call. */
void complain(const char *format, ...);
/* The present call, for complaints; the text has to stay. */
void describe(const char *text, long long number);

/* Where a result goes. */
typedef struct Room {
  union {
    uint64_t alignment;
    unsigned char bytes[1024];
  } memory;
} Room;
void clearRoom(Room *room);
/* After a failure nothing was written, else at most `size` bytes. */
void checkRoom(const Room *room, bool failed, size_t size);
/* That a string of ours ends in a null character. */
void checkString(MlirStringRef string);

/* Handles of this library, one per process, and new ones. */
#define EACH_HANDLE(X)                                                         \
  X(TileCompilerOptions)                                                       \
  X(TileCompiler)                                                              \
  X(TileKernelImage)                                                           \
  X(TileCache)                                                                 \
  X(TileDevice)                                                                \
  X(TileStream)                                                                \
  X(TileEvent)                                                                 \
  X(TileModule)                                                                \
  X(TileKernel)                                                                \
  X(TileSpecializer)                                                           \
  X(TileLinearLayout)                                                          \
  X(TileTuner)                                                                 \
  X(TileGraph)                                                                 \
  X(TileMemoryPool)

#define DECLARE_HANDLE(type)                                                   \
  type good##type(void);                                                       \
  type new##type(void);
EACH_HANDLE(DECLARE_HANDLE)
#undef DECLARE_HANDLE

typedef enum Kind {
#define DECLARE_KIND(type) Kind##type,
  EACH_HANDLE(DECLARE_KIND)
#undef DECLARE_KIND
      NumKinds
} Kind;
/* `ptr` is a handle's; with `nullable` a null handle is no error. */
Expectation varyHandle(void **ptr, Kind kind, bool nullable, unsigned *variant);

/* Calls of random functions: their good objects and addresses are those that
 * earlier calls left, dead or alive (AnyOrder.c). */
extern bool isAnyOrder;
void callInAnyOrder(unsigned long calls);
void callSome(const Function *function);
void *someObject(Kind kind);
void keepObject(Kind kind, void *object);
TileDeviceAddress someAddress(void);
void keepAddress(TileDeviceAddress address);
unsigned getRandom(unsigned bound);

/* Objects of mlir-c. */
MlirContext goodMlirContext(void);
MlirLocation goodMlirLocation(void);
MlirModule goodMlirModule(void);
MlirType goodMlirType(void);
MlirType tileType(void);
MlirPass newMlirPass(void);
MlirPass goodMlirPass(void);
MlirOpPassManager goodMlirOpPassManager(void);
MlirDialectRegistry goodMlirDialectRegistry(void);
MlirLlvmThreadPool goodMlirLlvmThreadPool(void);
Expectation varyMlirContext(MlirContext *context, unsigned *variant);
Expectation varyMlirLocation(MlirLocation *location, unsigned *variant);
Expectation varyMlirModule(MlirModule *module, unsigned *variant);
Expectation varyMlirPass(MlirPass *pass, unsigned *variant);
Expectation varyMlirOpPassManager(MlirOpPassManager *passes, unsigned *variant);
Expectation varyMlirDialectRegistry(MlirDialectRegistry *registry,
                                    unsigned *variant);
Expectation varyMlirLlvmThreadPool(MlirLlvmThreadPool *pool, unsigned *variant);

/* Types and attributes by kind; the others have to be refused. */
enum {
  TypeInteger = 1,
  TypePointer = 2,
  TypeTile = 4,
  TypePlainTile = 8,
  TypeFunction = 16,
  TypeFloat = 32,
  TypeTensorMap = 64,
  AttrBlocked = 1,
  AttrSlice = 2,
  AttrLinear = 4,
  AttrTarget = 8,
  AttrInteger = 16,
  AttrString = 32,
  AttrUnit = 64,
  AttrMma = 128,
  AttrOperand = 256,
  AttrLast = AttrOperand,
  AttrLayout = AttrBlocked | AttrSlice | AttrLinear | AttrMma | AttrOperand
};
MlirType makeType(unsigned kind);
MlirAttribute makeAttribute(unsigned kind);
Expectation varyMlirType(MlirType *type, unsigned right, unsigned *variant);
Expectation varyMlirAttribute(MlirAttribute *attribute, unsigned right,
                              unsigned *variant);

/* Numbers. */
Expectation vary_unsigned(unsigned *value, unsigned *variant);
Expectation vary_uint32_t(uint32_t *value, unsigned *variant);
Expectation vary_int32_t(int32_t *value, unsigned *variant);
Expectation vary_int64_t(int64_t *value, unsigned *variant);
Expectation vary_uint64_t(uint64_t *value, unsigned *variant);
Expectation vary_size_t(size_t *value, unsigned *variant);
Expectation vary_double(double *value, unsigned *variant);
Expectation vary_bool(bool *value, unsigned *variant);
/* How many elements of an array there are: up to 64, as all arrays have. */
Expectation varyCount(size_t *value, unsigned *variant);
Expectation varyMlirStringRef(MlirStringRef *string, unsigned *variant);
/* `values` are those that there are. */
Expectation varyEnum(int *value, const int *values, unsigned numValues,
                     unsigned *variant);
/* Pointers to one or several, and functions: null. */
Expectation varyPointer(const void **pointer, Expectation ifNull,
                        unsigned *variant);

/* Arrays, of 64 elements or more. */
enum { ArraySize = 64 };
typedef struct Arguments {
  TileArgument values[ArraySize];
} Arguments;
void fillArguments(Arguments *arguments);
Expectation varyArguments(Arguments *arguments, unsigned *variant);
typedef struct Dimensions {
  TileLayoutDimension values[ArraySize];
} Dimensions;
void fillDimensions(Dimensions *dimensions, const char *first);
Expectation varyDimensions(Dimensions *dimensions, unsigned *variant);
typedef struct Images {
  TileKernelImage values[ArraySize];
} Images;
void fillImages(Images *images);
Expectation varyImages(Images *images, unsigned *variant);
typedef struct LinkInputs {
  TileLinkInput values[ArraySize];
} LinkInputs;
void fillLinkInputs(LinkInputs *inputs);
Expectation varyLinkInputs(LinkInputs *inputs, unsigned *variant);
typedef struct HostArrays {
  TileHostArray values[ArraySize];
} HostArrays;
void fillHostArrays(HostArrays *arrays);
Expectation varyHostArrays(HostArrays *arrays, unsigned *variant);
/* The kernel's arguments, with a pointer into the first array. */
void fillHostArguments(Arguments *arguments);
typedef struct Parameters {
  void *values[ArraySize];
} Parameters;
void fillParameters(Parameters *parameters);

/* What builds kernels. Each new block is in a module of its own, and the values
 * are of the last one. */
MlirBlock newMlirBlock(void);
MlirStringRef newKernelName(void);
/* A function in the module of the last block. */
MlirStringRef calledFunction(void);
/* Values of the last block: its arguments, and tiles of them. */
MlirValue blockValue(unsigned argument);
MlirValue blockTile(unsigned argument);
Expectation varyMlirValue(MlirValue *value, unsigned *variant);
Expectation varyMlirBlock(MlirBlock *block, unsigned *variant);
Expectation varyOperationName(MlirStringRef *name, unsigned *variant);
typedef struct Types {
  MlirType values[ArraySize];
} Types;
void fillTypes(Types *types);
Expectation varyTypes(Types *types, unsigned *variant);
typedef struct Values {
  MlirValue values[ArraySize];
} Values;
void fillValues(Values *values);
Expectation varyValues(Values *values, unsigned *variant);
typedef struct NamedAttributes {
  MlirNamedAttribute values[ArraySize];
} NamedAttributes;
void fillNamedAttributes(NamedAttributes *attributes);
Expectation varyNamedAttributes(NamedAttributes *attributes, unsigned *variant);

/* Things that good calls need. */
MlirStringRef kernelText(void);
MlirStringRef imageBytes(void);
MlirStringRef kernelPath(void);
MlirStringRef imagePath(void);
TileDeviceAddress goodAddress(void);
TileDeviceAddress newAddress(void);
enum { AddressBytes = 16384 };
const void *hostMemory(void);
/* 64 bytes that no call had before; added to the device or not. */
void *newHostMemory(bool isAdded);
TileLinearLayout invertedLayout(void);
void ignoreString(MlirStringRef string, void *userData);
void ignoreOption(MlirStringRef name, MlirStringRef description,
                  void *userData);
bool ignorePlace(const int32_t *place, size_t numIns, void *userData);
TileStatus doNothing(void *userData);
MlirStringRef foreignCode(void);
void *newPinnedMemory(void);
TileStatus findNothing(MlirStringRef key, MlirStringCallback sink,
                       void *sinkData, void *userData);
TileDeviceAddress giveMemory(uint64_t bytes, void *cuStream, bool isAsync,
                             void *userData);
void takeMemory(TileDeviceAddress address, uint64_t bytes, void *cuStream,
                bool isAsync, void *userData);
void ignoreCall(void *userData);
void ignoreAsmFinding(const TileAsmFinding *finding, void *userData);
void ignoreNumber(MlirStringRef name, int64_t number, void *userData);
void ignoreFinding(const TileFinding *finding, void *userData);
bool enumerateNothing(size_t number, TileTunerConfiguration *configuration,
                      void *userData);
bool goOn(const TileTunerProgress *progress, void *userData);
/* A file of configurations. */
MlirStringRef tuningPath(void);
void ignoreDiagnostic(const TileDiagnostic *diagnostic, void *userData);
bool neverCancel(void *userData);

/* What makes use of what a call has set. */
void compileWith(TileCompilerOptions options);
void launchOnce(void);

#endif /* TILE_TEST_CAPI_HOSTILE_H */
