//===- KernelImageReader.cpp - The header of an image from JSON -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelImageHeader.h"

#include "tile/Image/TensorMapEntry.h"
#include "tile/Support/JSONShape.h"

#include "llvm/ADT/Twine.h"
#include "llvm/Support/JSON.h"

#include <limits>

using namespace mlir::tile;
using namespace mlir::tile::detail;
using llvm::StringRef;
using llvm::Twine;
namespace json = llvm::json;

/// Deeper than any header goes: the arguments of a term are at 11.
static constexpr unsigned kMaxDepth = 12;
/// Shorter than any object that `writeHeader` writes, in bytes.
static constexpr size_t kMinObjectBytes = 24;

/// Whether llvm::json::parse may have the text.
static bool isModest(StringRef text, std::string &problem) {
  JSONShape shape = measureJSON(text);
  if (shape.depth > kMaxDepth) {
    problem = ("expected JSON at most " + Twine(kMaxDepth) + " deep").str();
    return false;
  }
  if (shape.numObjects > text.size() / kMinObjectBytes) {
    problem = ("expected longer JSON objects than " + Twine(shape.numObjects) +
               " in " + Twine(text.size()) + " bytes")
                  .str();
    return false;
  }
  return true;
}

/// The value if it is an integer that an int64_t holds. Not by
/// json::Value::getAsInteger alone: that converts 2^63, a double, as well, to
/// which C++ gives no meaning.
static std::optional<int64_t> getInteger(const json::Value &value) {
  if (std::optional<uint64_t> natural = value.getAsUINT64()) {
    if (*natural > uint64_t(std::numeric_limits<int64_t>::max()))
      return std::nullopt;
    return static_cast<int64_t>(*natural);
  }
  std::optional<double> number = value.getAsNumber();
  return number && *number < 0 ? value.getAsInteger() : std::nullopt;
}

namespace {
/// Takes fields out of JSON objects. The first that is missing or of another
/// type is the problem; from then on nothing is read.
class HeaderReader {
public:
  explicit HeaderReader(std::string &problem) : problem(problem) {}

  bool read(const json::Object &root, KernelImage &image,
            std::vector<StagePlace> &places);

private:
  using Fields = const json::Object &;

  bool fail(StringRef owner, StringRef key, const Twine &expected) {
    problem = ("expected " + expected + " as '" + key + "' of " + owner).str();
    return false;
  }
  bool readString(Fields fields, StringRef owner, StringRef key,
                  std::string &text);
  bool readBool(Fields fields, StringRef owner, StringRef key, bool &value);
  bool readUnsigned(Fields fields, StringRef owner, StringRef key,
                    unsigned &number);
  bool readInteger(Fields fields, StringRef owner, StringRef key, int64_t min,
                   int64_t &number);
  /// Calls back with each object of an array.
  bool readObjects(Fields fields, StringRef owner, StringRef key,
                   llvm::function_ref<bool(Fields)> read);

  bool readKernel(Fields fields, KernelInfo &kernel);
  bool readArgument(Fields fields, KernelArgument &argument);
  /// Nothing, if there are none.
  bool readResources(Fields fields, std::optional<KernelResources> &resources);
  /// No array is a problem, and so is none at all.
  bool readSum(const json::Value *value, StringRef owner, StringRef key,
               ArgumentSum &sum);
  bool readTensorMapDim(Fields fields, TensorMapDim &dim);
  bool readTensorMap(Fields fields, TensorMapInfo &map);
  bool readSplit(Fields entry, std::optional<LoopSplit> &split);
  bool readTensorMapEntry(Fields fields, TensorMapEntry &entry);
  bool readPlace(Fields fields, std::vector<StagePlace> &places);
  bool readTime(Fields fields, StageTime &time);

  std::string &problem;
  unsigned version = 0;
};
} // namespace

bool HeaderReader::readString(Fields fields, StringRef owner, StringRef key,
                              std::string &text) {
  std::optional<StringRef> found = fields.getString(key);
  if (!found)
    return fail(owner, key, "a string");
  text = found->str();
  return true;
}

bool HeaderReader::readBool(Fields fields, StringRef owner, StringRef key,
                            bool &value) {
  std::optional<bool> found = fields.getBoolean(key);
  if (!found)
    return fail(owner, key, "true or false");
  value = *found;
  return true;
}

bool HeaderReader::readUnsigned(Fields fields, StringRef owner, StringRef key,
                                unsigned &number) {
  const json::Value *value = fields.get(key);
  std::optional<uint64_t> found =
      value ? value->getAsUINT64() : std::optional<uint64_t>();
  if (!found || *found > std::numeric_limits<unsigned>::max())
    return fail(owner, key, "an integer of 0 to 4294967295");
  number = static_cast<unsigned>(*found);
  return true;
}

bool HeaderReader::readInteger(Fields fields, StringRef owner, StringRef key,
                               int64_t min, int64_t &number) {
  const json::Value *value = fields.get(key);
  std::optional<int64_t> found =
      value ? getInteger(*value) : std::optional<int64_t>();
  if (!found || *found < min)
    return fail(owner, key,
                "an integer of " + Twine(min) + " to 9223372036854775807");
  number = *found;
  return true;
}

bool HeaderReader::readObjects(Fields fields, StringRef owner, StringRef key,
                               llvm::function_ref<bool(Fields)> read) {
  const json::Array *array = fields.getArray(key);
  if (!array)
    return fail(owner, key, "an array");
  for (const json::Value &value : *array) {
    const json::Object *object = value.getAsObject();
    if (!object)
      return fail(owner, key, "an array of objects");
    if (!read(*object))
      return false;
  }
  return true;
}

bool HeaderReader::readResources(Fields kernel,
                                 std::optional<KernelResources> &read) {
  if (!kernel.get("resources"))
    return true;
  const json::Object *object = kernel.getObject("resources");
  if (!object)
    return fail("a kernel", "resources", "an object");
  Fields fields = *object;
  KernelResources &resources = read.emplace();
  StringRef owner = "the resources of a kernel";
  return readString(fields, owner, "name", resources.name) &&
         readUnsigned(fields, owner, "registers", resources.registers) &&
         readUnsigned(fields, owner, "sharedMemory", resources.sharedMemory) &&
         readUnsigned(fields, owner, "stack", resources.stack) &&
         readUnsigned(fields, owner, "spillStores", resources.spillStores) &&
         readUnsigned(fields, owner, "spillLoads", resources.spillLoads) &&
         readUnsigned(fields, owner, "barriers", resources.barriers);
}

bool HeaderReader::readArgument(Fields fields, KernelArgument &argument) {
  StringRef owner = "an argument";
  constexpr int64_t noMin = std::numeric_limits<int64_t>::min();
  // A launch divides by the divisibility.
  return readBool(fields, owner, "isPointer", argument.isPointer) &&
         readString(fields, owner, "name", argument.name) &&
         readString(fields, owner, "type", argument.type) &&
         readUnsigned(fields, owner, "size", argument.size) &&
         readInteger(fields, owner, "divisibility", 1, argument.divisibility) &&
         (!fields.get("fixedValue") ||
          readInteger(fields, owner, "fixedValue", noMin,
                      argument.fixedValue.emplace()));
}

bool HeaderReader::readSum(const json::Value *value, StringRef owner,
                           StringRef key, ArgumentSum &sum) {
  const json::Array *terms = value ? value->getAsArray() : nullptr;
  if (!terms)
    return fail(owner, key, "an array");
  for (const json::Value &term : *terms) {
    const json::Object *object = term.getAsObject();
    if (!object)
      return fail(owner, key, "an array of objects");
    ArgumentTerm &read = sum.emplace_back();
    const json::Array *arguments = object->getArray("arguments");
    if (!arguments)
      return fail("a term", "arguments", "an array");
    if (!readInteger(*object, "a term", "factor",
                     std::numeric_limits<int64_t>::min(), read.factor))
      return false;
    for (const json::Value &argument : *arguments) {
      std::optional<uint64_t> number = argument.getAsUINT64();
      if (!number || *number > std::numeric_limits<unsigned>::max())
        return fail("a term", "arguments", "numbers of arguments");
      read.arguments.push_back(static_cast<unsigned>(*number));
    }
  }
  return true;
}

bool HeaderReader::readTensorMapDim(Fields fields, TensorMapDim &dim) {
  StringRef owner = "a dimension";
  const json::Value *extent = fields.get("extent");
  return readUnsigned(fields, owner, "box", dim.box) &&
         (version < 7 || readUnsigned(fields, owner, "origin", dim.origin)) &&
         (!extent || readSum(extent, owner, "extent", dim.extent.emplace())) &&
         readSum(fields.get("stride"), owner, "stride", dim.stride);
}

bool HeaderReader::readTensorMap(Fields fields, TensorMapInfo &map) {
  StringRef owner = "a tensor map";
  return readUnsigned(fields, owner, "argument", map.argument) &&
         readString(fields, owner, "elementType", map.elementType) &&
         readUnsigned(fields, owner, "swizzle", map.swizzle) &&
         readObjects(fields, owner, "dims", [&](Fields dim) {
           return readTensorMapDim(dim, map.dims.emplace_back());
         });
}

bool HeaderReader::readSplit(Fields entry, std::optional<LoopSplit> &split) {
  if (!entry.get("split"))
    return true;
  const json::Object *object = entry.getObject("split");
  if (!object)
    return fail("an entry for tensor maps", "split", "an object");
  Fields fields = *object;
  StringRef owner = "a split of a loop";
  return readSum(fields.get("length"), owner, "length",
                 split.emplace().length) &&
         readInteger(fields, owner, "step", 1, split->step);
}

bool HeaderReader::readTensorMapEntry(Fields fields, TensorMapEntry &entry) {
  StringRef owner = "an entry for tensor maps";
  if (!readString(fields, owner, "name", entry.name) ||
      (version >= 5 &&
       !readUnsigned(fields, owner, "numThreads", entry.numThreads)) ||
      !readUnsigned(fields, owner, "ctasPerCluster", entry.ctasPerCluster) ||
      (version >= 6 &&
       !readBool(fields, owner, "isPersistent", entry.isPersistent)) ||
      (version >= 8 && !readSplit(fields, entry.split)) ||
      !readUnsigned(fields, owner, "sharedMemory", entry.sharedMemory) ||
      !readUnsigned(fields, owner, "dynamicSharedMemory",
                    entry.dynamicSharedMemory) ||
      !readObjects(fields, owner, "maps", [&](Fields map) {
        return readTensorMap(map, entry.maps.emplace_back());
      }))
    return false;
  const json::Array *positives = fields.getArray("positives");
  if (!positives)
    return fail(owner, "positives", "an array");
  for (const json::Value &sum : *positives)
    if (!readSum(&sum, owner, "positives", entry.positives.emplace_back()))
      return false;
  return readResources(fields, entry.resources);
}

bool HeaderReader::readKernel(Fields fields, KernelInfo &kernel) {
  StringRef owner = "a kernel";
  if (!readString(fields, owner, "symbol", kernel.symbol) ||
      !readString(fields, owner, "name", kernel.name) ||
      !readObjects(fields, owner, "arguments",
                   [&](Fields argument) {
                     return readArgument(argument,
                                         kernel.arguments.emplace_back());
                   }) ||
      !readUnsigned(fields, owner, "numWarps", kernel.numWarps) ||
      !readUnsigned(fields, owner, "numThreads", kernel.numThreads) ||
      !readUnsigned(fields, owner, "sharedMemory", kernel.sharedMemory) ||
      (version >= 2 && !readUnsigned(fields, owner, "dynamicSharedMemory",
                                     kernel.dynamicSharedMemory)) ||
      (version >= 3 &&
       !readUnsigned(fields, owner, "programsPerCTA", kernel.programsPerCTA)))
    return false;
  // A launch divides by it.
  if (kernel.programsPerCTA == 0 ||
      kernel.numThreads % kernel.programsPerCTA != 0)
    return fail(owner, "programsPerCTA",
                "a divisor of the " + Twine(kernel.numThreads) + " threads");
  if (!readResources(fields, kernel.resources))
    return false;
  if (version < 4 || !fields.get("tensorMapEntry"))
    return true;
  const json::Object *entry = fields.getObject("tensorMapEntry");
  if (!entry)
    return fail(owner, "tensorMapEntry", "an object");
  kernel.tensorMapEntry.emplace().numThreads = kernel.numThreads;
  if (!readTensorMapEntry(*entry, *kernel.tensorMapEntry))
    return false;
  problem = findTensorMapProblem(kernel);
  return problem.empty();
}

bool HeaderReader::readPlace(Fields fields, std::vector<StagePlace> &places) {
  StringRef owner = "a stage";
  std::string name;
  int64_t offset, size;
  if (!readString(fields, owner, "name", name) ||
      !readInteger(fields, owner, "offset", 0, offset) ||
      !readInteger(fields, owner, "size", 0, size))
    return false;
  std::optional<Stage> stage = getStageByName(name);
  if (!stage)
    return fail(owner, "name", "the name of a stage");
  for (const StagePlace &place : places)
    if (place.stage == *stage)
      return fail(owner, "name", "another name than '" + Twine(name) + "'");
  places.push_back(
      {*stage, static_cast<uint64_t>(offset), static_cast<uint64_t>(size)});
  return true;
}

bool HeaderReader::readTime(Fields fields, StageTime &time) {
  int64_t nanoseconds;
  if (!readString(fields, "a time", "name", time.name) ||
      !readInteger(fields, "a time", "nanoseconds",
                   std::numeric_limits<int64_t>::min(), nanoseconds))
    return false;
  time.milliseconds = static_cast<double>(nanoseconds) / 1e6;
  return true;
}

bool HeaderReader::read(const json::Object &root, KernelImage &image,
                        std::vector<StagePlace> &places) {
  StringRef owner = "the image";
  if (!readUnsigned(root, owner, "version", version))
    return false;
  if (version < kOldestVersion || version > kVersion) {
    problem = ("expected version " + Twine(kOldestVersion) + " to " +
               Twine(kVersion) + ", found " + Twine(version))
                  .str();
    return false;
  }
  if (!readString(root, owner, "target", image.target) ||
      !readUnsigned(root, owner, "numWarps", image.numWarps) ||
      !readObjects(root, owner, "kernels",
                   [&](Fields kernel) {
                     return readKernel(kernel, image.kernels.emplace_back());
                   }) ||
      !readObjects(root, owner, "stages",
                   [&](Fields stage) { return readPlace(stage, places); }) ||
      !readObjects(root, owner, "times", [&](Fields time) {
        return readTime(time, image.times.emplace_back());
      }))
    return false;
  const json::Array *messages = root.getArray("messages");
  if (!messages)
    return fail(owner, "messages", "an array");
  for (const json::Value &message : *messages) {
    std::optional<StringRef> text = message.getAsString();
    if (!text)
      return fail(owner, "messages", "an array of strings");
    image.messages.push_back(text->str());
  }
  return true;
}

bool detail::readHeader(StringRef text, KernelImage &image,
                        std::vector<StagePlace> &places, std::string &problem) {
  if (!isModest(text, problem))
    return false;
  llvm::Expected<json::Value> value = json::parse(text);
  if (!value) {
    problem = "not JSON: " + llvm::toString(value.takeError());
    return false;
  }
  const json::Object *root = value->getAsObject();
  if (!root) {
    problem = "expected a JSON object";
    return false;
  }
  return HeaderReader(problem).read(*root, image, places);
}
