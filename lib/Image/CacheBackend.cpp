//===- CacheBackend.cpp - Caches that others keep -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Image/Cache.h"
#include "tile/Support/Status.h"

using namespace mlir::tile;
using llvm::StringRef;
using llvm::Twine;
using Answer = CacheBackend::Answer;
using Clock = std::chrono::steady_clock;

Answer
Cache::callBackend(const char *what, Trouble trouble, std::string &warning,
                   llvm::function_ref<Answer(std::string &problem)> call) {
  Clock::time_point begin = Clock::now();
  if (begin.time_since_epoch().count() < pauseEnd)
    return Answer::Failed;
  std::string problem;
  Answer answer = call(problem);
  Clock::duration taken = Clock::now() - begin;
  bool isSlow = taken > options.backend->patience;
  if (answer != Answer::Failed && !isSlow)
    return answer;
  pauseEnd = (Clock::now() + options.backend->pause).time_since_epoch().count();
  auto milliseconds =
      std::chrono::duration_cast<std::chrono::milliseconds>(taken).count();
  if (answer != Answer::Failed || problem.empty())
    problem = answer == Answer::Failed
                  ? "the callback failed"
                  : "the callback took " + std::to_string(milliseconds) + " ms";
  fail(trouble, warning,
       Twine("cannot ") + what + " the shared cache: " + problem +
           "; it is not asked for " + Twine(options.backend->pause.count()) +
           " ms");
  return answer;
}

std::optional<KernelImage> Cache::loadFromBackend(StringRef key,
                                                  std::string &warning) {
  std::string bytes;
  Answer answer =
      callBackend("read", ReadTrouble, warning, [&](std::string &problem) {
        return options.backend->get(key, bytes, problem);
      });
  // What an answer has was paid for, however long it took.
  if (answer != Answer::Done) {
    ++misses;
    return std::nullopt;
  }
  llvm::Expected<KernelImage> image = deserialize(bytes);
  if (image) {
    ++hits;
    return std::move(*image);
  }
  ++misses;
  fail(ReadTrouble, warning,
       "cannot use the entry " + key +
           " of the shared cache: " + takeStatus(image.takeError()).second);
  if (options.backend->remove)
    options.backend->remove(key);
  return std::nullopt;
}

bool Cache::storeInBackend(StringRef key, const KernelImage &image,
                           std::string &warning) {
  if (!options.backend->put)
    return false;
  std::string bytes = serialize(image);
  if (bytes.size() > options.maxBytes) {
    fail(WriteTrouble, warning,
         "cannot write to the shared cache: expected images of at most " +
             Twine(options.maxBytes) + " bytes, found " + Twine(bytes.size()));
    return false;
  }
  Answer answer =
      callBackend("write to", WriteTrouble, warning, [&](std::string &problem) {
        return options.backend->put(key, bytes, problem);
      });
  stores += answer == Answer::Done;
  return answer == Answer::Done;
}
