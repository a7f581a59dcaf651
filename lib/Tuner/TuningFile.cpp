//===- TuningFile.cpp - Configurations as a file --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Tuner/TuningFile.h"

#include "tile/Support/JSONShape.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Path.h"

using namespace mlir::tile;
using namespace mlir::tile::tuner;
using llvm::StringRef;
using llvm::Twine;
namespace json = llvm::json;

using ReadSource =
    llvm::function_ref<llvm::Expected<std::string>(StringRef file)>;

static llvm::Error fail(const Twine &message) {
  return makeError(StatusCode::InvalidArgument, message);
}

/// "a string", for messages.
static StringRef describe(const json::Value &value) {
  switch (value.kind()) {
  case json::Value::Null:
    return "null";
  case json::Value::Boolean:
    return "true or false";
  case json::Value::Number:
    return "a number";
  case json::Value::String:
    return "a string";
  case json::Value::Array:
    return "a list";
  case json::Value::Object:
    return "an object";
  }
  return "nothing";
}

namespace {

/// A source file, and what it means for the formulas of the grid.
struct Source {
  std::string file, text;
  std::vector<std::pair<std::string, int64_t>> values;
};

/// A name with the values that are to be tried.
struct Choices {
  std::string name;
  std::vector<std::string> values;
};

/// What an object of the file says; one in `configurations` begins with what
/// the whole file says.
struct Group {
  std::string name;
  std::vector<Source> sources;
  std::vector<Choices> options, tunables;
  std::array<std::string, 3> grid;
};

class FileReader {
public:
  FileReader(ReadSource readSource,
             const std::array<std::string, 3> &defaultGrid)
      : readSource(readSource), defaultGrid(defaultGrid) {}
  llvm::Expected<TuningFile> read(const json::Object &file);

private:
  llvm::Error readGroup(const json::Object &object, Group &group);
  llvm::Error readSources(const json::Value &value, Group &group);
  llvm::Error readSourceEntry(const json::Value &value, Group &group);
  llvm::Error addSource(StringRef file, Group &group);
  /// One object of names, each with a value or a list of them.
  llvm::Error readChoices(StringRef key, const json::Value &value,
                          std::vector<Choices> &choices);
  llvm::Error readGrid(const json::Value &value, Group &group);
  /// All combinations of the group.
  llvm::Error expand(const Group &group);

  ReadSource readSource;
  const std::array<std::string, 3> &defaultGrid;
  TuningFile result;
};

} // namespace

/// The text of an option's value; nothing if it can be none.
static std::optional<std::string> getText(const json::Value &value) {
  if (std::optional<StringRef> text = value.getAsString())
    return text->str();
  if (std::optional<int64_t> number = value.getAsInteger())
    return std::to_string(*number);
  if (std::optional<bool> flag = value.getAsBoolean())
    return *flag ? "true" : "false";
  return std::nullopt;
}

llvm::Error FileReader::addSource(StringRef file, Group &group) {
  llvm::Expected<std::string> text = readSource(file);
  if (!text)
    return text.takeError();
  group.sources.push_back({file.str(), std::move(*text), {}});
  return llvm::Error::success();
}

llvm::Error FileReader::readSourceEntry(const json::Value &value,
                                        Group &group) {
  if (std::optional<StringRef> file = value.getAsString())
    return addSource(*file, group);
  const json::Object *object = value.getAsObject();
  if (!object)
    return fail("expected a file or an object for 'source', found " +
                describe(value));
  for (auto &entry : *object)
    if (entry.first != "file" && entry.first != "values")
      return fail("expected file or values in 'source', found '" +
                  StringRef(entry.first) + "'");
  std::optional<StringRef> file = object->getString("file");
  if (!file)
    return fail("expected a string for 'file' in 'source'");
  if (llvm::Error error = addSource(*file, group))
    return error;
  const json::Value *values = object->get("values");
  if (!values)
    return llvm::Error::success();
  const json::Object *list = values->getAsObject();
  if (!list)
    return fail("expected an object for 'values', found " + describe(*values));
  for (auto &entry : *list) {
    std::optional<int64_t> number = entry.second.getAsInteger();
    if (!number)
      return fail("expected an integer for '" + StringRef(entry.first) +
                  "' in 'values', found " + describe(entry.second));
    group.sources.back().values.emplace_back(entry.first.str(), *number);
  }
  llvm::sort(group.sources.back().values);
  return llvm::Error::success();
}

llvm::Error FileReader::readSources(const json::Value &value, Group &group) {
  group.sources.clear();
  const json::Array *list = value.getAsArray();
  if (!list)
    return readSourceEntry(value, group);
  if (list->empty())
    return fail("expected at least one file for 'source', found none");
  for (const json::Value &entry : *list)
    if (llvm::Error error = readSourceEntry(entry, group))
      return error;
  return llvm::Error::success();
}

llvm::Error FileReader::readChoices(StringRef key, const json::Value &value,
                                    std::vector<Choices> &choices) {
  const json::Object *object = value.getAsObject();
  if (!object)
    return fail("expected an object for '" + key + "', found " +
                describe(value));
  for (auto &entry : *object) {
    Choices choice;
    choice.name = entry.first.str();
    auto add = [&](const json::Value &item) -> llvm::Error {
      bool isRight = key == "tunables" ? item.getAsInteger().has_value()
                                       : getText(item).has_value();
      if (!isRight)
        return fail("expected " +
                    Twine(key == "tunables"
                              ? "an integer"
                              : "a string, an integer or a bool") +
                    " for '" + choice.name + "' in '" + key + "', found " +
                    describe(item));
      choice.values.push_back(*getText(item));
      return llvm::Error::success();
    };
    if (const json::Array *list = entry.second.getAsArray()) {
      if (list->empty())
        return fail("expected at least one value for '" + choice.name +
                    "' in '" + key + "', found none");
      for (const json::Value &item : *list)
        if (llvm::Error error = add(item))
          return error;
    } else if (llvm::Error error = add(entry.second)) {
      return error;
    }
    llvm::erase_if(choices,
                   [&](const Choices &c) { return c.name == choice.name; });
    choices.push_back(std::move(choice));
  }
  // An object of JSON has no order.
  llvm::sort(choices, [](const Choices &a, const Choices &b) {
    return a.name < b.name;
  });
  return llvm::Error::success();
}

llvm::Error FileReader::readGrid(const json::Value &value, Group &group) {
  group.grid = {"1", "1", "1"};
  json::Array single;
  single.push_back(value);
  const json::Array *list = value.getAsArray();
  if (!list)
    list = &single;
  if (list->empty() || list->size() > 3)
    return fail("expected one to three sizes for 'grid', found " +
                Twine(list->size()));
  for (auto [item, size] : llvm::zip(*list, group.grid)) {
    std::optional<int64_t> number = item.getAsInteger();
    std::optional<StringRef> formula = item.getAsString();
    if (!number && !formula)
      return fail("expected an integer or a formula for 'grid', found " +
                  describe(item));
    size = number ? std::to_string(*number) : formula->str();
  }
  return llvm::Error::success();
}

llvm::Error FileReader::readGroup(const json::Object &object, Group &group) {
  for (auto &entry : object) {
    StringRef key = entry.first;
    const json::Value &value = entry.second;
    llvm::Error error = llvm::Error::success();
    if (key == "source") {
      error = readSources(value, group);
    } else if (key == "options") {
      error = readChoices(key, value, group.options);
    } else if (key == "tunables") {
      error = readChoices(key, value, group.tunables);
    } else if (key == "grid") {
      error = readGrid(value, group);
    } else if (key == "name" && value.getAsString()) {
      group.name = value.getAsString()->str();
    } else if (key != "kernel" && key != "configurations") {
      error = fail("expected name, source, options, tunables, grid, kernel or "
                   "configurations, found '" +
                   key + "'" +
                   (key == "name" ? " of " + describe(value).str() : ""));
    }
    if (error)
      return error;
  }
  return llvm::Error::success();
}

llvm::Error FileReader::expand(const Group &group) {
  uint64_t count = group.sources.size();
  for (const auto *list : {&group.options, &group.tunables})
    for (const Choices &choice : *list)
      count = std::min<uint64_t>(count * choice.values.size(),
                                 kMaxConfigurations + 1);
  if (result.configurations.size() + count > kMaxConfigurations)
    return fail("expected at most " + Twine(kMaxConfigurations) +
                " configurations, found more");
  for (uint64_t number = 0; number < count; ++number) {
    uint64_t rest = number;
    // The last of the lists changes fastest.
    auto take = [&](const Choices &choice) -> const std::string & {
      const std::string &value = choice.values[rest % choice.values.size()];
      rest /= choice.values.size();
      return value;
    };
    Configuration configuration;
    std::vector<std::string> parts;
    for (const Choices &choice : llvm::reverse(group.tunables)) {
      const std::string &text = take(choice);
      int64_t value = 0;
      (void)StringRef(text).getAsInteger(10, value);
      configuration.tunables.emplace_back(choice.name, value);
      if (choice.values.size() > 1)
        parts.push_back(choice.name + "=" + text);
    }
    for (const Choices &choice : llvm::reverse(group.options)) {
      const std::string &text = take(choice);
      configuration.options.emplace_back(choice.name, text);
      if (choice.values.size() > 1)
        parts.push_back(choice.name + "=" + text);
    }
    const Source &source = group.sources[rest];
    configuration.source = source.text;
    configuration.sourceName = source.file;
    configuration.values = source.values;
    configuration.grid = group.grid.front().empty() ? defaultGrid : group.grid;
    if (group.sources.size() > 1)
      parts.push_back(source.file);
    if (!group.name.empty())
      parts.push_back(group.name);
    std::reverse(parts.begin(), parts.end());
    configuration.name = parts.empty() ? "default" : llvm::join(parts, " ");
    result.configurations.push_back(std::move(configuration));
  }
  return llvm::Error::success();
}

llvm::Expected<TuningFile> FileReader::read(const json::Object &file) {
  if (const json::Value *kernel = file.get("kernel")) {
    if (!kernel->getAsString())
      return fail("expected a string for 'kernel', found " + describe(*kernel));
    result.kernel = kernel->getAsString()->str();
  }
  Group common;
  if (llvm::Error error = readGroup(file, common))
    return error;
  std::vector<Group> groups = {common};
  if (const json::Value *list = file.get("configurations")) {
    const json::Array *objects = list->getAsArray();
    if (!objects || objects->empty())
      return fail("expected a list of objects for 'configurations'");
    groups.clear();
    for (const json::Value &value : *objects) {
      const json::Object *object = value.getAsObject();
      if (!object)
        return fail("expected an object in 'configurations', found " +
                    describe(value));
      for (StringRef key : {"kernel", "configurations"})
        if (object->get(key))
          return fail("expected no '" + key + "' inside of 'configurations'");
      groups.push_back(common);
      if (llvm::Error error = readGroup(*object, groups.back()))
        return error;
    }
  }
  for (Group &group : groups) {
    if (group.sources.empty())
      if (llvm::Error error = addSource("", group))
        return error;
    if (llvm::Error error = expand(group))
      return error;
  }
  return std::move(result);
}

llvm::Expected<TuningFile> mlir::tile::tuner::parseTuningFile(
    StringRef text, const std::array<std::string, 3> &defaultGrid,
    ReadSource readSource) {
  // Deeper than any of its parts goes.
  constexpr unsigned kMaxDepth = 100;
  if (measureJSON(text).depth > kMaxDepth)
    return fail("expected JSON at most " + llvm::Twine(kMaxDepth) + " deep");
  llvm::Expected<json::Value> parsed = json::parse(text);
  if (!parsed)
    return fail("expected JSON: " + llvm::toString(parsed.takeError()));
  const json::Object *file = parsed->getAsObject();
  if (!file)
    return fail("expected an object, found " + describe(*parsed));
  return FileReader(readSource, defaultGrid).read(*file);
}

std::string mlir::tile::tuner::findSource(StringRef file, StringRef source) {
  if (llvm::sys::path::is_absolute(source))
    return source.str();
  llvm::SmallString<128> place(llvm::sys::path::parent_path(file));
  llvm::sys::path::append(place, source);
  return std::string(place);
}
