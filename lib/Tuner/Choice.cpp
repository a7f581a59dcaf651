//===- Choice.cpp - A tuning's choice on disk -----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Choice.h"

#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir::tile;
using namespace mlir::tile::tuner;
using llvm::StringRef;
namespace json = llvm::json;

/// Changes with the meaning of an entry, or the way in which it is measured.
static constexpr llvm::StringLiteral kVersion = "tuning 1";

std::string mlir::tile::tuner::makeChoiceKey(const TuningJob &job) {
  std::vector<std::string> parts;
  auto addNumber = [&](uint64_t value) {
    parts.push_back(std::to_string(value));
  };
  const runtime::DeviceInfo &device = job.device->getInfo();
  parts = {kVersion.str(), job.identity, device.name, device.target};
  addNumber(device.driverVersion);
  addNumber(device.numMultiprocessors);
  addNumber(device.totalMemory >> 30);
  parts.push_back(job.kernel);
  addNumber(job.configurations.size());
  for (const Configuration &c : job.configurations) {
    parts.insert(parts.end(), {c.name, c.source, c.sourceName});
    addNumber(c.options.size());
    for (auto &[name, value] : c.options)
      parts.insert(parts.end(), {name, value});
    for (const auto *list : {&c.tunables, &c.values}) {
      addNumber(list->size());
      for (auto &[name, value] : *list)
        parts.insert(parts.end(), {name, std::to_string(value)});
    }
    parts.insert(parts.end(), c.grid.begin(), c.grid.end());
  }
  const TuningSettings &settings = job.settings;
  parts.push_back(std::to_string(settings.slowerThan));
  parts.push_back(std::to_string(settings.duration));
  addNumber(settings.minSamples);
  addNumber(settings.maxSamples);
  addNumber(settings.simulatedCTAs);
  parts.push_back(job.argumentKey);
  if (job.argumentKey.empty())
    for (const runtime::LaunchArgument &argument : job.arguments) {
      addNumber(static_cast<uint64_t>(argument.type));
      bool isPointer = argument.type == runtime::ArgumentType::Pointer;
      bool isInteger = argument.type >= runtime::ArgumentType::I1 &&
                       argument.type <= runtime::ArgumentType::I64;
      addNumber(isPointer   ? argument.bits % 16 == 0
                : isInteger ? argument.bits
                            : 0);
    }
  std::vector<StringRef> views(parts.begin(), parts.end());
  return makeCacheKey(views);
}

static json::Value toJSON(const Outcome &outcome) {
  return json::Object{
      {"fate", static_cast<int64_t>(outcome.fate)},
      {"reason", json::fixUTF8(outcome.reason)},
      {"code", static_cast<int64_t>(outcome.code)},
      {"compile", outcome.compileMilliseconds},
      {"resources", outcome.hasResources},
      {"registers", outcome.registers},
      {"spilled", outcome.spilledBytes},
      {"shared", outcome.sharedMemory},
      {"grid", json::Array{outcome.grid.x, outcome.grid.y, outcome.grid.z}},
      {"score", outcome.score},
      {"samples", outcome.numSamples}};
}

static bool fromJSON(const json::Value &value, Outcome &outcome) {
  const json::Object *object = value.getAsObject();
  const json::Array *grid = object ? object->getArray("grid") : nullptr;
  if (!grid || grid->size() != 3)
    return false;
  auto getNumber = [](const json::Value *number) -> unsigned {
    return number ? number->getAsInteger().value_or(0) : 0;
  };
  auto get = [&](StringRef name) { return getNumber(object->get(name)); };
  std::optional<StringRef> reason = object->getString("reason");
  std::optional<double> score = object->getNumber("score");
  std::optional<double> compile = object->getNumber("compile");
  if (!reason || !score || !compile ||
      get("fate") > static_cast<unsigned>(Fate::Duplicate))
    return false;
  outcome.fate = static_cast<Fate>(get("fate"));
  outcome.reason = reason->str();
  outcome.code = static_cast<StatusCode>(get("code"));
  outcome.compileMilliseconds = *compile;
  outcome.hasResources = object->getBoolean("resources").value_or(false);
  outcome.registers = get("registers");
  outcome.spilledBytes = get("spilled");
  outcome.sharedMemory = get("shared");
  outcome.grid = {getNumber(&(*grid)[0]), getNumber(&(*grid)[1]),
                  getNumber(&(*grid)[2])};
  outcome.score = *score;
  outcome.numSamples = get("samples");
  return true;
}

std::optional<Tuning> mlir::tile::tuner::loadChoice(const TuningJob &job,
                                                    StringRef key,
                                                    std::string &warning) {
  std::optional<KernelImage> image = job.cache->load(key, warning);
  if (!image || image->messages.empty())
    return std::nullopt;
  llvm::Expected<json::Value> parsed = json::parse(image->messages.front());
  if (!parsed) {
    llvm::consumeError(parsed.takeError());
    return std::nullopt;
  }
  const json::Object *object = parsed->getAsObject();
  const json::Array *outcomes = object ? object->getArray("outcomes") : nullptr;
  std::optional<int64_t> choice =
      object ? object->getInteger("choice") : std::nullopt;
  if (!outcomes || outcomes->size() != job.configurations.size() || !choice ||
      *choice < 0 || *choice >= static_cast<int64_t>(outcomes->size()))
    return std::nullopt;
  Tuning tuning;
  tuning.outcomes.resize(outcomes->size());
  for (size_t i = 0; i < outcomes->size(); ++i)
    if (!fromJSON((*outcomes)[i], tuning.outcomes[i]))
      return std::nullopt;
  tuning.choice = *choice;
  image->messages.erase(image->messages.begin());
  tuning.image = std::move(*image);
  tuning.isFromCache = true;
  return tuning;
}

void mlir::tile::tuner::storeChoice(const TuningJob &job, StringRef key,
                                    const Tuning &tuning,
                                    std::string &warning) {
  json::Array outcomes;
  for (const Outcome &outcome : tuning.outcomes)
    outcomes.push_back(toJSON(outcome));
  std::string text;
  llvm::raw_string_ostream(text) << json::Value(json::Object{
      {"choice", int64_t(tuning.choice)}, {"outcomes", std::move(outcomes)}});
  KernelImage image = tuning.image;
  image.messages.insert(image.messages.begin(), std::move(text));
  (void)job.cache->store(key, image, warning);
}
