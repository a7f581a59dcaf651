/*===- AnyOrder.c - Calls of random functions on shared objects --*- C -*-===*\
|*
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* Objects and addresses that all calls share, and that any call may change or
|* destroy: a graph whose module is gone, a stream that is captured, memory of a
|* device whose allocator is another one by now. What was destroyed stays among
|* them, and so do results of calls. New ones come every few calls.
|*
\*===----------------------------------------------------------------------===*/

#include "Hostile.h"

#include <stdlib.h>

enum { Slots = 6, Addresses = 12 };

bool isAnyOrder;
static void *objects[NumKinds][Slots];
static TileDeviceAddress addresses[Addresses];

#define REQUIRE(call)                                                          \
  if (call) {                                                                  \
    complain("%s: %s", #call, tileGetLastErrorMessage().data);                 \
    abort();                                                                   \
  }

void keepObject(Kind kind, void *object) {
  objects[kind][getRandom(Slots)] = object;
}

void keepAddress(TileDeviceAddress address) {
  addresses[getRandom(Addresses)] = address;
}

void *someObject(Kind kind) { return objects[kind][getRandom(Slots)]; }
TileDeviceAddress someAddress(void) { return addresses[getRandom(Addresses)]; }

/* A device, and one of each kind that belongs to it; the first time in all
 * places. */
static void addObjects(unsigned times) {
  TileCompilerOptions options = newTileCompilerOptions();
  TileDevice device = newTileDevice();
  TileStream stream;
  TileEvent event;
  TileModule module;
  TileKernel kernel;
  TileGraph graph;
  TileMemoryPool pool;
  TileSpecializer specializer;
  TileTuner tuner;
  TileDeviceAddress address;
  TileTunerConfiguration configuration = {0};
  Arguments arguments;
  LinkInputs inputs;
  REQUIRE(tileStreamCreate(device, &stream));
  REQUIRE(tileEventCreate(device, &event));
  REQUIRE(tileEventRecord(event, stream));
  fillLinkInputs(&inputs);
  REQUIRE(tileModuleLink(device, inputs.values, 2, &module));
  REQUIRE(tileModuleGetKernel(module, tileString("double"), &kernel));
  REQUIRE(tileMemoryPoolCreate(device, &pool));
  REQUIRE(tileDeviceAllocate(device, AddressBytes, &address));
  fillArguments(&arguments);
  arguments.values[0] = tileArgumentPointer(address);
  REQUIRE(tileStreamBeginCapture(stream));
  REQUIRE(
      tileKernelLaunch(kernel, tileGrid(1, 1, 1), arguments.values, 4, stream));
  REQUIRE(tileStreamEndCapture(stream, &graph));
  REQUIRE(tileSpecializerCreate(goodTileCompiler(), device, kernelText(),
                                tileString("double.mlir"), tileString("double"),
                                &specializer));
  configuration.source = kernelText();
  configuration.grid = tileGrid(1, 1, 1);
  REQUIRE(tileTunerCreate(options, device, tileString("double"), &tuner));
  REQUIRE(tileTunerAddConfiguration(tuner, &configuration));
  for (unsigned i = 0; i < times; ++i) {
    keepObject(KindTileCompilerOptions, options.ptr);
    keepObject(KindTileCompiler, newTileCompiler().ptr);
    keepObject(KindTileKernelImage, newTileKernelImage().ptr);
    keepObject(KindTileCache, newTileCache().ptr);
    keepObject(KindTileDevice, device.ptr);
    keepObject(KindTileStream, stream.ptr);
    keepObject(KindTileEvent, event.ptr);
    keepObject(KindTileModule, module.ptr);
    keepObject(KindTileKernel, kernel.ptr);
    keepObject(KindTileSpecializer, specializer.ptr);
    keepObject(KindTileLinearLayout, newTileLinearLayout().ptr);
    keepObject(KindTileTuner, tuner.ptr);
    keepObject(KindTileGraph, graph.ptr);
    keepObject(KindTileMemoryPool, pool.ptr);
    keepAddress(address);
  }
}

void callInAnyOrder(unsigned long calls) {
  /* The good ones, which no call gets, are made before. */
  (void)goodAddress();
  isAnyOrder = true;
  addObjects(4 * Slots);
  for (unsigned long i = 0; i < calls; ++i) {
    if (i % 100 == 99)
      addObjects(1);
    callSome(&functions[getRandom(numFunctions)]);
  }
}
