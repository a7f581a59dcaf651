/*===- Fixture.c - Good values of each kind ----------------------*- C -*-===*\
|*
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
\*===----------------------------------------------------------------------===*/

#include "Hostile.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/Diagnostics.h"

#include <stdio.h>
#include <stdlib.h>

static void require(TileStatus status, const char *what) {
  if (!status)
    return;
  complain("cannot make %s: %s", what, tileGetLastErrorMessage().data);
  abort();
}
#define REQUIRE(call) require(call, #call)

/*===----------------------------------------------------------------------===*\
|* Objects of this library
\*===----------------------------------------------------------------------===*/

#define DEFINE_GOOD(type)                                                      \
  type good##type(void) {                                                      \
    static type object;                                                        \
    if (!object.ptr)                                                           \
      object = new##type();                                                    \
    return object;                                                             \
  }
EACH_HANDLE(DEFINE_GOOD)

static const char text[] =
    "tile.func public @double(%x: !tile.ptr<f32> {tile.divisibility = 16 : "
    "i32},\n"
    "    %n: i32, %flag: i1, %scale: f32) {\n"
    "  %range = tile.make_range {end = 128 : i32, start = 0 : i32} : "
    "tensor<128xi32>\n"
    "  %ns = tile.splat %n : i32 -> tensor<128xi32>\n"
    "  %mask = arith.cmpi slt, %range, %ns : tensor<128xi32>\n"
    "  %base = tile.splat %x : !tile.ptr<f32> -> "
    "tensor<128x!tile.ptr<f32>>\n"
    "  %p = tile.addptr %base, %range : tensor<128x!tile.ptr<f32>>, "
    "tensor<128xi32>\n"
    "  %v = tile.load %p, %mask : tensor<128x!tile.ptr<f32>>\n"
    "  %s = tile.splat %scale : f32 -> tensor<128xf32>\n"
    "  %w = arith.mulf %v, %s : tensor<128xf32>\n"
    "  tile.store %p, %w, %mask : tensor<128x!tile.ptr<f32>>\n"
    "  tile.return\n"
    "}\n";

MlirStringRef kernelText(void) { return tileString(text); }

TileCompilerOptions newTileCompilerOptions(void) {
  TileCompilerOptions options = tileCompilerOptionsCreate();
  REQUIRE(
      tileCompilerOptionsSet(options, tileString("cache"), tileString("off")));
  return options;
}

TileCompiler newTileCompiler(void) {
  TileCompilerOptions options = newTileCompilerOptions();
  TileCompiler compiler;
  REQUIRE(tileCompilerCreate(options, &compiler));
  tileCompilerOptionsDestroy(options);
  return compiler;
}

TileKernelImage newTileKernelImage(void) {
  TileKernelImage image;
  REQUIRE(tileCompilerCompileText(goodTileCompiler(), kernelText(),
                                  tileString("double.mlir"), TileStagePTX, NULL,
                                  &image));
  return image;
}

TileCache newTileCache(void) {
  TileCache cache;
  REQUIRE(tileCacheCreate(tileString("cache"), 0, &cache));
  return cache;
}

TileDevice newTileDevice(void) {
  TileDevice device;
  REQUIRE(tileDeviceOpen(tileString("sim"), &device));
  return device;
}

TileStream newTileStream(void) {
  TileStream stream;
  REQUIRE(tileStreamCreate(goodTileDevice(), &stream));
  return stream;
}

TileEvent newTileEvent(void) {
  TileEvent event;
  TileStream stream = {NULL};
  REQUIRE(tileEventCreate(goodTileDevice(), &event));
  REQUIRE(tileEventRecord(event, stream));
  return event;
}

MlirStringRef foreignCode(void) {
  return tileString(".version 8.0\n.target sm_80\n.address_size 64\n"
                    ".visible .global .align 4 .u32 offset = 3;\n"
                    ".visible .entry foreign() .reqntid 32 { ret; }\n");
}

void fillLinkInputs(LinkInputs *inputs) {
  memset(inputs, 0, sizeof *inputs);
  inputs->values[0].image = goodTileKernelImage();
  inputs->values[1].code = foreignCode();
  inputs->values[1].name = tileString("foreign.ptx");
}

/* With code of its own, and foreign code. */
TileModule newTileModule(void) {
  TileModule module;
  LinkInputs inputs;
  fillLinkInputs(&inputs);
  REQUIRE(tileModuleLink(goodTileDevice(), inputs.values, 2, &module));
  return module;
}

/* Of a launch. */
TileGraph newTileGraph(void) {
  TileStream stream = newTileStream();
  TileGraph graph;
  Arguments arguments;
  fillArguments(&arguments);
  REQUIRE(tileStreamBeginCapture(stream));
  REQUIRE(tileKernelLaunch(goodTileKernel(), tileGrid(1, 1, 1),
                           arguments.values, 4, stream));
  REQUIRE(tileStreamEndCapture(stream, &graph));
  tileStreamDestroy(stream);
  return graph;
}

TileMemoryPool newTileMemoryPool(void) {
  TileMemoryPool pool;
  REQUIRE(tileMemoryPoolCreate(goodTileDevice(), &pool));
  return pool;
}

void *newPinnedMemory(void) {
  void *memory;
  REQUIRE(tileDeviceAllocateHost(goodTileDevice(), 64, &memory));
  return memory;
}

TileKernel newTileKernel(void) {
  TileKernel kernel;
  REQUIRE(tileModuleGetKernel(newTileModule(), tileString("double"), &kernel));
  return kernel;
}

TileSpecializer newTileSpecializer(void) {
  TileSpecializer specializer;
  REQUIRE(tileSpecializerCreate(goodTileCompiler(), goodTileDevice(),
                                kernelText(), tileString("double.mlir"),
                                tileString("double"), &specializer));
  return specializer;
}

TileLinearLayout newTileLinearLayout(void) {
  TileLinearLayout layout;
  REQUIRE(tileLinearLayoutCreateFromType(tileType(), &layout));
  return layout;
}

/* One that ran. */
TileTuner newTileTuner(void) {
  TileCompilerOptions options = newTileCompilerOptions();
  TileTunerConfiguration configuration = {0};
  TileTuner tuner;
  Arguments arguments;
  configuration.source = kernelText();
  configuration.grid = tileGrid(1, 1, 1);
  fillArguments(&arguments);
  REQUIRE(
      tileTunerCreate(options, goodTileDevice(), tileString("double"), &tuner));
  REQUIRE(tileTunerAddConfiguration(tuner, &configuration));
  REQUIRE(tileTunerRun(tuner, arguments.values, 4, NULL, NULL));
  tileCompilerOptionsDestroy(options);
  return tuner;
}

TileLinearLayout invertedLayout(void) {
  static TileLinearLayout layout;
  if (!layout.ptr)
    REQUIRE(tileLinearLayoutInvert(goodTileLinearLayout(), &layout));
  return layout;
}

static void keepBytes(MlirStringRef bytes, void *userData) {
  MlirStringRef *kept = userData;
  char *copy = malloc(bytes.length);
  memcpy(copy, bytes.data, bytes.length);
  *kept = mlirStringRefCreate(copy, bytes.length);
}

MlirStringRef imageBytes(void) {
  static MlirStringRef bytes;
  if (!bytes.data)
    REQUIRE(tileKernelImageSerialize(goodTileKernelImage(), keepBytes, &bytes));
  return bytes;
}

MlirStringRef imagePath(void) {
  REQUIRE(tileKernelImageSave(goodTileKernelImage(), tileString("good.image")));
  return tileString("good.image");
}

MlirStringRef kernelPath(void) {
  FILE *file = fopen("good.mlir", "w");
  if (!file || fwrite(text, 1, sizeof text - 1, file) != sizeof text - 1 ||
      fclose(file))
    abort();
  return tileString("good.mlir");
}

MlirStringRef tuningPath(void) {
  static const char tuning[] = "{\"source\": \"good.mlir\", \"options\": "
                               "{\"num-warps\": [1, 2]}}";
  (void)kernelPath();
  FILE *file = fopen("good.json", "w");
  if (!file || fputs(tuning, file) < 0 || fclose(file))
    abort();
  return tileString("good.json");
}

TileDeviceAddress newAddress(void) {
  if (isAnyOrder)
    return someAddress();
  TileDeviceAddress address;
  uint32_t zero = 0;
  TileStream stream = {NULL};
  REQUIRE(tileDeviceAllocate(goodTileDevice(), AddressBytes, &address));
  REQUIRE(tileDeviceFill(goodTileDevice(), address, &zero, sizeof zero,
                         AddressBytes / sizeof zero, stream));
  return address;
}

TileDeviceAddress goodAddress(void) {
  static TileDeviceAddress address;
  if (isAnyOrder)
    return someAddress();
  if (!address)
    address = newAddress();
  return address;
}

const void *hostMemory(void) {
  static uint64_t memory[AddressBytes / 8];
  return memory;
}

void *newHostMemory(bool isAdded) {
  static char memory[1 << 20];
  static size_t next;
  void *result = memory + next;
  next += 128;
  REQUIRE(next <= sizeof memory ? TileStatusSuccess : TileStatusOutOfMemory);
  if (isAdded)
    REQUIRE(tileDeviceAddHostMemory(goodTileDevice(), result, 64,
                                    tileString("added"), NULL));
  return result;
}

/*===----------------------------------------------------------------------===*\
|* Arrays
\*===----------------------------------------------------------------------===*/

void fillArguments(Arguments *arguments) {
  memset(arguments, 0, sizeof *arguments);
  arguments->values[0] = tileArgumentPointer(goodAddress());
  arguments->values[1] = tileArgumentI32(100);
  arguments->values[2] = tileArgumentBits(TileArgumentTypeI1, 1);
  arguments->values[3] = tileArgumentF32(2);
}

void fillDimensions(Dimensions *dimensions, const char *first) {
  static const char *const names[] = {"b", "c", "d", "e"};
  for (unsigned i = 0; i < ArraySize; ++i) {
    dimensions->values[i].name = tileString(i ? names[i % 4] : first);
    dimensions->values[i].size = 2;
  }
}

static float hostArray[256];

void fillHostArrays(HostArrays *arrays) {
  memset(arrays, 0, sizeof *arrays);
  arrays->values[0].memory = hostArray;
  arrays->values[0].bytes = sizeof hostArray;
}

void fillHostArguments(Arguments *arguments) {
  fillArguments(arguments);
  arguments->values[0] = tileArgumentPointer((uintptr_t)hostArray);
}

void fillImages(Images *images) {
  for (unsigned i = 0; i < ArraySize; ++i)
    images->values[i] = goodTileKernelImage();
}

void fillParameters(Parameters *parameters) {
  static TileDeviceAddress x;
  static int32_t n = 100;
  static uint64_t flag = 1;
  static float scale = 2;
  x = goodAddress();
  memset(parameters, 0, sizeof *parameters);
  parameters->values[0] = &x;
  parameters->values[1] = &n;
  parameters->values[2] = &flag;
  parameters->values[3] = &scale;
}

/*===----------------------------------------------------------------------===*\
|* Objects of mlir-c
\*===----------------------------------------------------------------------===*/

static MlirLogicalResult ignore(MlirDiagnostic diagnostic, void *userData) {
  (void)diagnostic;
  (void)userData;
  return mlirLogicalResultSuccess();
}

MlirContext goodMlirContext(void) {
  static MlirContext context;
  if (!context.ptr) {
    context = mlirContextCreate();
    mlirContextAttachDiagnosticHandler(context, ignore, NULL, NULL);
    REQUIRE(tileContextRegister(context));
  }
  return context;
}

MlirLocation goodMlirLocation(void) {
  return mlirLocationUnknownGet(goodMlirContext());
}

MlirModule goodMlirModule(void) {
  static MlirModule module;
  if (!module.ptr)
    module = mlirModuleCreateParse(goodMlirContext(), kernelText());
  return module;
}

MlirType makeType(unsigned kind) {
  MlirType integer = mlirIntegerTypeGet(goodMlirContext(), 32);
  int64_t shape[] = {128};
  switch (kind) {
  case TypeInteger:
    return integer;
  case TypePointer:
    return tilePointerTypeGet(integer, 1);
  case TypeTile:
    return mlirRankedTensorTypeGet(1, shape, integer,
                                   makeAttribute(AttrBlocked));
  case TypePlainTile:
    return mlirRankedTensorTypeGet(1, shape, integer, mlirAttributeGetNull());
  case TypeTensorMap:
    return tileTensorMapTypeGet(goodMlirContext());
  case TypeFloat:
    return mlirF32TypeGet(goodMlirContext());
  default:
    return mlirFunctionTypeGet(goodMlirContext(), 1, &integer, 0, NULL);
  }
}

MlirType goodMlirType(void) { return makeType(TypeInteger); }
MlirType tileType(void) { return makeType(TypeTile); }

MlirAttribute makeAttribute(unsigned kind) {
  MlirContext context = goodMlirContext();
  int64_t shape[] = {128, 128};
  switch (kind) {
  case AttrBlocked:
    return tileBlockedLayoutAttrGetForShape(context, 1, shape, NULL, NULL, 4);
  case AttrSlice:
    return tileSliceLayoutAttrGet(
        1, tileBlockedLayoutAttrGetForShape(context, 2, shape, NULL, NULL, 4));
  case AttrLinear: {
    TileLinearLayout map = newTileLinearLayout();
    MlirAttribute attribute = tileLinearLayoutAttrGet(context, map);
    tileLinearLayoutDestroy(map);
    return attribute;
  }
  case AttrMma: {
    const unsigned warps[] = {4, 1}, shape[] = {16, 8};
    return tileNvidiaMmaLayoutAttrGet(context, 2, 0, 2, warps, shape);
  }
  case AttrOperand:
    return tileDotOperandLayoutAttrGet(1, makeAttribute(AttrMma), 2);
  case AttrTarget:
    return tileTargetAttrGet(context, tileString("sm_90a"), 4, 80);
  case AttrInteger:
    return mlirIntegerAttrGet(makeType(TypeInteger), 1);
  case AttrString:
    return mlirStringAttrGet(context, tileString("sm_90a"));
  default:
    return mlirUnitAttrGet(context);
  }
}

MlirPass newMlirPass(void) { return tileCreateSetTargetPass(); }

MlirPass goodMlirPass(void) {
  static MlirPass pass;
  if (!pass.ptr)
    pass = newMlirPass();
  return pass;
}

MlirOpPassManager goodMlirOpPassManager(void) {
  static MlirPassManager manager;
  if (!manager.ptr)
    manager = mlirPassManagerCreate(goodMlirContext());
  return mlirPassManagerGetAsOpPassManager(manager);
}

MlirDialectRegistry goodMlirDialectRegistry(void) {
  static MlirDialectRegistry registry;
  if (!registry.ptr)
    registry = mlirDialectRegistryCreate();
  return registry;
}

MlirLlvmThreadPool goodMlirLlvmThreadPool(void) {
  static MlirLlvmThreadPool pool;
  if (!pool.ptr)
    pool = mlirLlvmThreadPoolCreate();
  return pool;
}

/*===----------------------------------------------------------------------===*\
|* Callbacks
\*===----------------------------------------------------------------------===*/

void ignoreString(MlirStringRef string, void *userData) {
  (void)userData;
  checkString(string);
}

void ignoreOption(MlirStringRef name, MlirStringRef description,
                  void *userData) {
  (void)userData;
  checkString(name);
  checkString(description);
}

bool ignorePlace(const int32_t *place, size_t numIns, void *userData) {
  (void)userData;
  int32_t sum = 0;
  for (size_t i = 0; i < numIns; ++i)
    sum += place[i];
  return sum >= 0;
}

TileDeviceAddress giveMemory(uint64_t bytes, void *cuStream, bool isAsync,
                             void *userData) {
  (void)cuStream;
  (void)isAsync;
  (void)userData;
  return bytes > 1 << 20
             ? 0
             : (uintptr_t)aligned_alloc(256, (bytes + 255) / 256 * 256);
}

void takeMemory(TileDeviceAddress address, uint64_t bytes, void *cuStream,
                bool isAsync, void *userData) {
  (void)bytes;
  (void)cuStream;
  (void)isAsync;
  (void)userData;
  free((void *)(uintptr_t)address);
}

TileStatus findNothing(MlirStringRef key, MlirStringCallback sink,
                       void *sinkData, void *userData) {
  (void)key;
  (void)sink;
  (void)sinkData;
  (void)userData;
  return TileStatusNotFound;
}

void ignoreCall(void *userData) { (void)userData; }

void ignoreAsmFinding(const TileAsmFinding *finding, void *userData) {
  (void)userData;
  checkString(finding->name);
  checkString(finding->message);
}

void ignoreNumber(MlirStringRef name, int64_t number, void *userData) {
  (void)number;
  (void)userData;
  checkString(name);
}

void ignoreFinding(const TileFinding *finding, void *userData) {
  (void)finding;
  (void)userData;
}

TileStatus doNothing(void *userData) {
  (void)userData;
  return TileStatusSuccess;
}

bool enumerateNothing(size_t number, TileTunerConfiguration *configuration,
                      void *userData) {
  (void)number, (void)configuration, (void)userData;
  return false;
}

bool goOn(const TileTunerProgress *progress, void *userData) {
  (void)progress, (void)userData;
  return false;
}

void ignoreDiagnostic(const TileDiagnostic *diagnostic, void *userData) {
  (void)userData;
  checkString(diagnostic->file);
  checkString(diagnostic->message);
  for (size_t i = 0; i < diagnostic->numNotes; ++i)
    checkString(diagnostic->notes[i].message);
}

bool neverCancel(void *userData) {
  (void)userData;
  return false;
}

/*===----------------------------------------------------------------------===*\
|* Uses of what a call has set
\*===----------------------------------------------------------------------===*/

void compileWith(TileCompilerOptions options) {
  TileCompiler compiler;
  if (tileCompilerCreate(options, &compiler))
    return;
  TileKernelImage image;
  if (!tileCompilerCompileText(compiler, kernelText(),
                               tileString("double.mlir"), TileStagePTX, NULL,
                               &image))
    tileKernelImageDestroy(image);
  tileCompilerDestroy(compiler);
}

void launchOnce(void) {
  Arguments arguments;
  fillArguments(&arguments);
  TileStream stream = {NULL};
  (void)tileKernelLaunch(goodTileKernel(), tileGrid(1, 1, 1), arguments.values,
                         4, stream);
}
