//===- Modules.cpp - Foreign code and linking of tile-c/Modules.h ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CompilerObjects.h"
#include "RuntimeObjects.h"

#include "tile-c/Modules.h"

using namespace mlir::tile;
using namespace mlir::tile::capi;
using llvm::Expected;

static_assert(TileCodeKindPTX == unsigned(runtime::CodeKind::PTX) &&
              TileCodeKindLibrary == unsigned(runtime::CodeKind::Library));

/// False, with the error set, for a number that is not a kind.
static bool unwrapKind(TileCodeKind kind, runtime::CodeKind &result) {
  if (unsigned(kind) > TileCodeKindLibrary) {
    (void)setError(StatusCode::InvalidArgument,
                   "expected a TileCodeKind of 0 to " +
                       llvm::Twine(unsigned(TileCodeKindLibrary)) + ", found " +
                       llvm::Twine(unsigned(kind)));
    return false;
  }
  result = static_cast<runtime::CodeKind>(kind);
  return true;
}

static TileStatus giveModule(Expected<std::unique_ptr<runtime::Module>> linked,
                             TileModule *module) {
  if (!linked)
    return setError(linked.takeError());
  return giveHandle(std::make_unique<ModuleObject>(std::move(*linked)), module);
}

TileStatus tileModuleLink(TileDevice device, const TileLinkInput *inputs,
                          size_t numInputs, TileModule *module) {
  DeviceObject *object = getObject(device);
  if (!object)
    return TileStatusInvalidHandle;
  if (!inputs && numInputs)
    return failNull("inputs");
  if (!module)
    return failNull("module");
  std::vector<runtime::LinkInput> parts(numInputs);
  for (size_t i = 0; i < numInputs; ++i) {
    runtime::LinkInput &part = parts[i];
    if (!unwrapString(inputs[i].name, "name", part.name) ||
        !unwrapString(inputs[i].code, "code", part.code) ||
        !unwrapKind(inputs[i].kind, part.kind))
      return TileStatusInvalidArgument;
    if (!inputs[i].image.ptr)
      continue;
    ImageObject *image = getObject(inputs[i].image);
    if (!image)
      return TileStatusInvalidHandle;
    part.image = &image->image;
  }
  return giveModule(object->device->link(parts), module);
}

TileStatus tileModuleLoadCode(TileDevice device, MlirStringRef code,
                              TileCodeKind kind, TileModule *module) {
  DeviceObject *object = getObject(device);
  if (!object)
    return TileStatusInvalidHandle;
  runtime::LinkInput part;
  if (!unwrapString(code, "code", part.code) || !unwrapKind(kind, part.kind))
    return TileStatusInvalidArgument;
  if (!module)
    return failNull("module");
  return giveModule(object->device->link(part), module);
}

TileStatus tileModuleForEachKernel(TileModule module,
                                   MlirStringCallback callback,
                                   void *userData) {
  ModuleObject *object = getObject(module);
  if (!object)
    return TileStatusInvalidHandle;
  if (!callback)
    return failNull("callback");
  Expected<std::vector<std::string>> names = object->get().getKernelNames();
  if (!names)
    return setError(names.takeError());
  for (const std::string &name : *names)
    callback(wrapString(name), userData);
  return TileStatusSuccess;
}

TileStatus tileModuleGetGlobal(TileModule module, MlirStringRef name,
                               TileDeviceAddress *address, uint64_t *bytes) {
  ModuleObject *object = getObject(module);
  if (!object)
    return TileStatusInvalidHandle;
  llvm::StringRef text;
  if (!unwrapString(name, "name", text))
    return TileStatusInvalidArgument;
  if (!address)
    return failNull("address");
  if (!bytes)
    return failNull("bytes");
  Expected<runtime::GlobalVariable> found = object->get().findGlobal(text);
  if (!found)
    return setError(found.takeError());
  *address = found->address;
  *bytes = found->bytes;
  return TileStatusSuccess;
}

void *tileModuleGetCUDA(TileModule module) {
  ModuleObject *object = lookupHandle(module);
  return object ? object->get().getNative() : nullptr;
}

TileStatus tileKernelGetUsage(TileKernel kernel, TileKernelUsage *usage) {
  runtime::Kernel *object = getObject(kernel);
  if (!object)
    return TileStatusInvalidHandle;
  if (!usage)
    return failNull("usage");
  Expected<runtime::KernelUsage> found = object->getUsage();
  if (!found)
    return setError(found.takeError());
  *usage = {found->isKnown,      found->registers,      found->localMemory,
            found->sharedMemory, found->constantMemory, found->maxThreads,
            found->ptxTarget,    found->binaryTarget};
  return TileStatusSuccess;
}

TileStatus tileKernelGetOccupancy(TileKernel kernel, unsigned threads,
                                  uint64_t dynamicBytes, unsigned *ctas) {
  runtime::Kernel *object = getObject(kernel);
  if (!object)
    return TileStatusInvalidHandle;
  if (!ctas)
    return failNull("ctas");
  Expected<unsigned> found = object->countResidentCTAs(threads, dynamicBytes);
  if (!found)
    return setError(found.takeError());
  *ctas = *found;
  return TileStatusSuccess;
}
