//===- KernelImageWriter.cpp - The header of an image as JSON -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Numbers are integers only: llvm::json writes and reads others by the
// process's locale, which a host may set to one with a decimal comma.
//
//===----------------------------------------------------------------------===//

#include "KernelImageHeader.h"

#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

#include <cmath>

using namespace mlir::tile;
using namespace mlir::tile::detail;
using llvm::StringRef;
namespace json = llvm::json;

static void writeString(json::OStream &os, StringRef key, StringRef text) {
  if (json::isUTF8(text))
    os.attribute(key, text);
  else
    os.attribute(key, json::fixUTF8(text));
}

/// Rounded; what is not a number of nanoseconds is 0.
static int64_t getNanoseconds(double milliseconds) {
  double nanoseconds = milliseconds * 1e6;
  if (!(std::fabs(nanoseconds) < 9e18))
    return 0;
  return std::llround(nanoseconds);
}

static void writeResources(json::OStream &os,
                           const KernelResources &resources) {
  os.attributeObject("resources", [&] {
    writeString(os, "name", resources.name);
    os.attribute("registers", resources.registers);
    os.attribute("sharedMemory", resources.sharedMemory);
    os.attribute("stack", resources.stack);
    os.attribute("spillStores", resources.spillStores);
    os.attribute("spillLoads", resources.spillLoads);
    os.attribute("barriers", resources.barriers);
  });
}

static void writeArgument(json::OStream &os, const KernelArgument &argument) {
  os.object([&] {
    writeString(os, "name", argument.name);
    writeString(os, "type", argument.type);
    os.attribute("isPointer", argument.isPointer);
    os.attribute("size", argument.size);
    os.attribute("divisibility", argument.divisibility);
    if (argument.fixedValue)
      os.attribute("fixedValue", *argument.fixedValue);
  });
}

static void writeSum(json::OStream &os, const ArgumentSum &sum) {
  os.array([&] {
    for (const ArgumentTerm &term : sum)
      os.object([&] {
        os.attribute("factor", term.factor);
        os.attributeArray("arguments", [&] {
          for (unsigned argument : term.arguments)
            os.value(argument);
        });
      });
  });
}

static void writeMap(json::OStream &os, const TensorMapInfo &map) {
  os.object([&] {
    os.attribute("argument", map.argument);
    writeString(os, "elementType", map.elementType);
    os.attribute("swizzle", map.swizzle);
    os.attributeArray("dims", [&] {
      for (const TensorMapDim &dim : map.dims)
        os.object([&] {
          os.attribute("box", dim.box);
          os.attribute("origin", dim.origin);
          if (dim.extent) {
            os.attributeBegin("extent");
            writeSum(os, *dim.extent);
            os.attributeEnd();
          }
          os.attributeBegin("stride");
          writeSum(os, dim.stride);
          os.attributeEnd();
        });
    });
  });
}

static void writeTensorMapEntry(json::OStream &os,
                                const TensorMapEntry &entry) {
  os.attributeObject("tensorMapEntry", [&] {
    writeString(os, "name", entry.name);
    os.attribute("numThreads", entry.numThreads);
    os.attribute("ctasPerCluster", entry.ctasPerCluster);
    os.attribute("isPersistent", entry.isPersistent);
    if (entry.split)
      os.attributeObject("split", [&] {
        os.attributeBegin("length");
        writeSum(os, entry.split->length);
        os.attributeEnd();
        os.attribute("step", entry.split->step);
      });
    os.attribute("sharedMemory", entry.sharedMemory);
    os.attribute("dynamicSharedMemory", entry.dynamicSharedMemory);
    os.attributeArray("maps", [&] {
      for (const TensorMapInfo &map : entry.maps)
        writeMap(os, map);
    });
    os.attributeArray("positives", [&] {
      for (const ArgumentSum &sum : entry.positives)
        writeSum(os, sum);
    });
    if (entry.resources)
      writeResources(os, *entry.resources);
  });
}

static void writeKernel(json::OStream &os, const KernelInfo &kernel) {
  os.object([&] {
    writeString(os, "symbol", kernel.symbol);
    writeString(os, "name", kernel.name);
    os.attributeArray("arguments", [&] {
      for (const KernelArgument &argument : kernel.arguments)
        writeArgument(os, argument);
    });
    os.attribute("numWarps", kernel.numWarps);
    os.attribute("numThreads", kernel.numThreads);
    os.attribute("programsPerCTA", kernel.programsPerCTA);
    os.attribute("sharedMemory", kernel.sharedMemory);
    os.attribute("dynamicSharedMemory", kernel.dynamicSharedMemory);
    if (kernel.resources)
      writeResources(os, *kernel.resources);
    if (kernel.tensorMapEntry)
      writeTensorMapEntry(os, *kernel.tensorMapEntry);
  });
}

static void writeStages(json::OStream &os, const KernelImage &image) {
  os.attributeArray("stages", [&] {
    uint64_t offset = 0;
    for (unsigned i = 0; i < kNumStages; ++i) {
      uint64_t size = image.stages[i].size();
      if (size == 0)
        continue;
      os.object([&] {
        os.attribute("name", getStageName(static_cast<Stage>(i)));
        os.attribute("offset", offset);
        os.attribute("size", size);
      });
      offset += size;
    }
  });
}

std::string detail::writeHeader(const KernelImage &image, bool pretty) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  json::OStream os(stream, pretty ? 2 : 0);
  os.object([&] {
    os.attribute("version", kVersion);
    writeString(os, "target", image.target);
    os.attribute("numWarps", image.numWarps);
    os.attributeArray("kernels", [&] {
      for (const KernelInfo &kernel : image.kernels)
        writeKernel(os, kernel);
    });
    writeStages(os, image);
    os.attributeArray("times", [&] {
      for (const StageTime &time : image.times)
        os.object([&] {
          writeString(os, "name", time.name);
          os.attribute("nanoseconds", getNanoseconds(time.milliseconds));
        });
    });
    os.attributeArray("messages", [&] {
      for (const std::string &message : image.messages)
        os.value(json::isUTF8(message) ? message : json::fixUTF8(message));
    });
  });
  return text;
}
