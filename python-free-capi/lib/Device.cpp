//===- Device.cpp - Devices, memory and streams of tile-c/Runtime.h -------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RuntimeObjects.h"

#include "tile/Simulator/Float/ExactArithmetic.h"
#include "tile/Simulator/Report.h"

using namespace mlir::tile;
using namespace mlir::tile::capi;
using llvm::Expected;

//===----------------------------------------------------------------------===//
// Devices
//===----------------------------------------------------------------------===//

static TileStatus giveDevice(Expected<std::shared_ptr<runtime::Device>> opened,
                             TileDevice *device) {
  if (!opened)
    return setError(opened.takeError());
  auto object = std::make_unique<DeviceObject>();
  object->device = std::move(*opened);
  return giveHandle(std::move(object), device);
}

TileStatus tileDeviceOpen(MlirStringRef name, TileDevice *device) {
  llvm::StringRef text;
  if (!unwrapString(name, "name", text))
    return TileStatusInvalidArgument;
  if (!device)
    return failNull("device");
  return giveDevice(runtime::Device::open(text), device);
}

TileStatus tileDeviceAdoptCUDA(void *cuContext, TileDevice *device) {
  if (!cuContext)
    return failNull("cuContext");
  if (!device)
    return failNull("device");
  return giveDevice(runtime::Device::adopt(cuContext), device);
}

TileStatus tileDeviceCountGPUs(unsigned *count) {
  if (!count)
    return failNull("count");
  Expected<unsigned> found = runtime::Device::countGPUs();
  if (!found)
    return setError(found.takeError());
  *count = *found;
  return TileStatusSuccess;
}

void tileDeviceDestroy(TileDevice device) { destroyHandle(device); }

TileStatus tileDeviceGetInfo(TileDevice device, TileDeviceInfo *info) {
  DeviceObject *object = getObject(device);
  if (!object)
    return TileStatusInvalidHandle;
  if (!info)
    return failNull("info");
  const runtime::DeviceInfo &known = object->device->getInfo();
  *info = {known.isSimulator,        known.ordinal,      wrapString(known.name),
           wrapString(known.target), known.totalMemory,  known.l2Bytes,
           known.numMultiprocessors, known.driverVersion};
  return TileStatusSuccess;
}

TileStatus tileDeviceSynchronize(TileDevice device) {
  DeviceObject *object = getObject(device);
  return object ? setError(object->device->synchronize())
                : TileStatusInvalidHandle;
}

TileStatus
tileDeviceSetSimulatorSettings(TileDevice device,
                               const TileSimulatorSettings *settings) {
  DeviceObject *object = getObject(device);
  if (!object)
    return TileStatusInvalidHandle;
  if (!settings)
    return failNull("settings");
  runtime::SimulatorSettings given;
  given.threads = settings->threads;
  given.findGlobalRaces = !settings->skipGlobalRaces;
  given.findSharedRaces = !settings->skipSharedRaces;
  given.findUninitialized = !settings->skipUninitialized;
  given.strictRaces = settings->strictRaces;
  given.continuesAfterFindings = settings->continueAfterFindings;
  if (settings->multiprocessors)
    given.numMultiprocessors = settings->multiprocessors;
  given.exactArithmetic = settings->exactArithmetic;
  given.findUninitializedGlobal = settings->findUninitializedGlobal;
  if (settings->stepLimit)
    given.stepLimit = settings->stepLimit;
  return setError(runtime::setSimulatorSettings(*object->device, given));
}

TileStatus tileDeviceSetFindingHandler(TileDevice device,
                                       TileFindingHandler handler,
                                       void *userData) {
  DeviceObject *object = getObject(device);
  if (!object)
    return TileStatusInvalidHandle;
  runtime::FindingHandler onFinding;
  if (handler)
    onFinding = [=](const runtime::Kernel &kernel, const sim::Report &report) {
      std::string text;
      llvm::raw_string_ostream os(text);
      sim::print(os, report);
      TileFinding finding = {wrapString(kernel.getInfo().symbol),
                             wrapString(sim::getReportKindName(report.kind)),
                             wrapString(report.message),
                             wrapString(report.location.source),
                             wrapString(report.other.source),
                             wrapString(text),
                             report.isNote,
                             report.count};
      handler(&finding, userData);
    };
  return setError(
      runtime::setFindingHandler(*object->device, std::move(onFinding)));
}

//===----------------------------------------------------------------------===//
// Exact arithmetic
//===----------------------------------------------------------------------===//

/// Sets the format of a type; a status other than Success after an error.
static TileStatus getFormat(MlirStringRef type, sim::exact::Format &format) {
  llvm::StringRef name;
  if (!unwrapString(type, "type", name))
    return TileStatusInvalidArgument;
  std::optional<sim::exact::Format> found = sim::exact::getFormat(name);
  if (!found || name == "tf32")
    return setError(makeError(StatusCode::InvalidArgument,
                              "expected f16, bf16, f32 or f64 as the type, "
                              "found '" +
                                  name + "'"));
  format = *found;
  return TileStatusSuccess;
}

TileStatus tileExactFromFloat(MlirStringRef type, double value,
                              uint64_t *bits) {
  sim::exact::Format format;
  if (TileStatus status = getFormat(type, format))
    return status;
  if (!bits)
    return failNull("bits");
  *bits = sim::exact::encode(sim::exact::Number::fromDouble(value), format);
  return TileStatusSuccess;
}

TileStatus tileExactToNumber(MlirStringRef type, uint64_t bits,
                             double *number) {
  sim::exact::Format format;
  if (TileStatus status = getFormat(type, format))
    return status;
  if (!number)
    return failNull("number");
  *number = sim::exact::decode(bits, format).toDouble();
  return TileStatusSuccess;
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

TileStatus tileDeviceAllocate(TileDevice device, uint64_t bytes,
                              TileDeviceAddress *address) {
  DeviceObject *object = getObject(device);
  if (!object)
    return TileStatusInvalidHandle;
  if (!address)
    return failNull("address");
  Expected<runtime::DeviceAddress> made = object->device->allocate(bytes);
  if (!made)
    return setError(made.takeError());
  *address = *made;
  return TileStatusSuccess;
}

TileStatus tileDeviceFree(TileDevice device, TileDeviceAddress address) {
  DeviceObject *object = getObject(device);
  return object ? setError(object->device->free(address))
                : TileStatusInvalidHandle;
}

TileStatus tileDeviceCopyToDevice(TileDevice device,
                                  TileDeviceAddress destination,
                                  const void *source, uint64_t bytes,
                                  TileStream stream) {
  DeviceObject *object = getObject(device);
  runtime::Stream *queue;
  if (!object || !unwrapStream(stream, queue))
    return TileStatusInvalidHandle;
  if (!source && bytes)
    return failNull("source");
  return setError(
      object->device->copyToDevice(destination, source, bytes, queue));
}

TileStatus tileDeviceCopyToHost(TileDevice device, void *destination,
                                TileDeviceAddress source, uint64_t bytes,
                                TileStream stream) {
  DeviceObject *object = getObject(device);
  runtime::Stream *queue;
  if (!object || !unwrapStream(stream, queue))
    return TileStatusInvalidHandle;
  if (!destination && bytes)
    return failNull("destination");
  return setError(
      object->device->copyToHost(destination, source, bytes, queue));
}

TileStatus tileDeviceCopy(TileDevice device, TileDeviceAddress destination,
                          TileDeviceAddress source, uint64_t bytes,
                          TileStream stream) {
  DeviceObject *object = getObject(device);
  runtime::Stream *queue;
  if (!object || !unwrapStream(stream, queue))
    return TileStatusInvalidHandle;
  return setError(object->device->copy(destination, source, bytes, queue));
}

TileStatus tileDeviceFill(TileDevice device, TileDeviceAddress destination,
                          const void *pattern, unsigned patternBytes,
                          uint64_t count, TileStream stream) {
  DeviceObject *object = getObject(device);
  runtime::Stream *queue;
  if (!object || !unwrapStream(stream, queue))
    return TileStatusInvalidHandle;
  if (!pattern)
    return failNull("pattern");
  return setError(
      object->device->fill(destination, pattern, patternBytes, count, queue));
}

TileStatus tileDeviceAddHostMemory(TileDevice device, void *memory,
                                   uint64_t bytes, MlirStringRef name,
                                   uint8_t *undefined) {
  DeviceObject *object = getObject(device);
  llvm::StringRef text;
  if (!object)
    return TileStatusInvalidHandle;
  if (!unwrapString(name, "name", text))
    return TileStatusInvalidArgument;
  if (!memory)
    return failNull("memory");
  return setError(
      runtime::addHostMemory(*object->device, memory, bytes, text, undefined));
}

TileStatus tileDeviceRemoveHostMemory(TileDevice device, void *memory) {
  DeviceObject *object = getObject(device);
  if (!object)
    return TileStatusInvalidHandle;
  if (!memory)
    return failNull("memory");
  return setError(runtime::removeHostMemory(*object->device, memory));
}

//===----------------------------------------------------------------------===//
// Streams
//===----------------------------------------------------------------------===//

static TileStatus giveStream(Expected<std::unique_ptr<runtime::Stream>> made,
                             TileStream *stream) {
  if (!made)
    return setError(made.takeError());
  auto object = std::make_unique<StreamObject>();
  object->stream = std::move(*made);
  return giveHandle(std::move(object), stream);
}

TileStatus tileStreamCreate(TileDevice device, TileStream *stream) {
  DeviceObject *object = getObject(device);
  if (!object)
    return TileStatusInvalidHandle;
  if (!stream)
    return failNull("stream");
  return giveStream(object->device->createStream(), stream);
}

TileStatus tileStreamAdoptCUDA(TileDevice device, void *cuStream,
                               TileStream *stream) {
  DeviceObject *object = getObject(device);
  if (!object)
    return TileStatusInvalidHandle;
  if (!stream)
    return failNull("stream");
  return giveStream(object->device->adoptStream(cuStream), stream);
}

void tileStreamDestroy(TileStream stream) { destroyHandle(stream); }

TileStatus tileStreamSynchronize(TileStream stream) {
  StreamObject *object = getObject(stream);
  return object ? setError(object->stream->synchronize())
                : TileStatusInvalidHandle;
}

static TileStatus giveAnswer(Expected<bool> answer, bool *isDone) {
  if (!answer)
    return setError(answer.takeError());
  *isDone = *answer;
  return TileStatusSuccess;
}

TileStatus tileStreamIsDone(TileStream stream, bool *isDone) {
  StreamObject *object = getObject(stream);
  if (!object)
    return TileStatusInvalidHandle;
  return isDone ? giveAnswer(object->stream->isDone(), isDone)
                : failNull("isDone");
}

TileStatus tileStreamWait(TileStream stream, TileEvent event) {
  StreamObject *queue = getObject(stream);
  EventObject *mark = queue ? getObject(event) : nullptr;
  return mark ? setError(queue->stream->wait(*mark->event))
              : TileStatusInvalidHandle;
}

//===----------------------------------------------------------------------===//
// Events
//===----------------------------------------------------------------------===//

TileStatus tileEventCreate(TileDevice device, TileEvent *event) {
  DeviceObject *object = getObject(device);
  if (!object)
    return TileStatusInvalidHandle;
  if (!event)
    return failNull("event");
  Expected<std::unique_ptr<runtime::Event>> made =
      object->device->createEvent();
  if (!made)
    return setError(made.takeError());
  auto result = std::make_unique<EventObject>();
  result->event = std::move(*made);
  return giveHandle(std::move(result), event);
}

void tileEventDestroy(TileEvent event) { destroyHandle(event); }

TileStatus tileEventRecord(TileEvent event, TileStream stream) {
  EventObject *object = getObject(event);
  runtime::Stream *queue;
  if (!object || !unwrapStream(stream, queue))
    return TileStatusInvalidHandle;
  return setError(object->event->record(queue));
}

TileStatus tileEventSynchronize(TileEvent event) {
  EventObject *object = getObject(event);
  return object ? setError(object->event->synchronize())
                : TileStatusInvalidHandle;
}

TileStatus tileEventIsDone(TileEvent event, bool *isDone) {
  EventObject *object = getObject(event);
  if (!object)
    return TileStatusInvalidHandle;
  return isDone ? giveAnswer(object->event->isDone(), isDone)
                : failNull("isDone");
}

TileStatus tileEventGetElapsed(TileEvent start, TileEvent end,
                               float *milliseconds) {
  EventObject *first = getObject(start);
  EventObject *last = first ? getObject(end) : nullptr;
  if (!last)
    return TileStatusInvalidHandle;
  if (!milliseconds)
    return failNull("milliseconds");
  Expected<float> elapsed = first->event->getElapsed(*last->event);
  if (!elapsed)
    return setError(elapsed.takeError());
  *milliseconds = *elapsed;
  return TileStatusSuccess;
}
