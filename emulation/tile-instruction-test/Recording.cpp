//===- Recording.cpp - Outputs of kernels in files ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Recording.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Compression.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"

#include <map>
#include <mutex>

using namespace mlir::tile;
using namespace mlir::tile::itest;
using llvm::StringRef;
using llvm::Twine;
namespace json = llvm::json;

std::string mlir::tile::itest::formatHash(uint64_t hash) {
  std::string digits = llvm::utohexstr(hash, /*LowerCase=*/true);
  return std::string(16 - digits.size(), '0') + digits;
}

llvm::Error mlir::tile::itest::writeFile(const Twine &path, StringRef bytes) {
  return llvm::writeToOutput(path.str(), [&](llvm::raw_ostream &os) {
    os << bytes;
    return llvm::Error::success();
  });
}

static llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
readFile(const Twine &path) {
  auto buffer = llvm::MemoryBuffer::getFile(path);
  if (!buffer)
    return llvm::createStringError(buffer.getError(),
                                   "cannot read '" + path +
                                       "': " + buffer.getError().message());
  return std::move(*buffer);
}

llvm::Expected<Recording> Recording::load(StringRef folder) {
  if (!llvm::compression::zlib::isAvailable())
    return llvm::createStringError("this build of LLVM has no zlib");
  Recording recording;
  for (unsigned part = 0;; ++part) {
    std::string path = (folder + "/outputs-" + Twine(part) + ".bin").str();
    if (part > 0 && !llvm::sys::fs::exists(path))
      return recording;
    auto buffer = readFile(path);
    if (!buffer)
      return buffer.takeError();
    StringRef rest = (*buffer)->getBuffer();
    while (!rest.empty()) {
      auto getWord = [&](unsigned i) {
        return llvm::support::endian::read64le(rest.data() + 8 * i);
      };
      if (rest.size() < 24 || getWord(2) > rest.size() - 24)
        return llvm::createStringError("'" + path + "' ends in a record");
      recording.outputs[getWord(0)] = {getWord(1),
                                       rest.substr(24, getWord(2)).str()};
      rest = rest.drop_front(24 + getWord(2));
    }
  }
}

llvm::Expected<std::vector<uint8_t>> Recording::get(uint64_t identity) const {
  const Entry &entry = outputs.find(identity)->second;
  llvm::SmallVector<uint8_t, 0> bytes;
  if (llvm::Error error = llvm::compression::zlib::decompress(
          llvm::arrayRefFromStringRef(entry.compressed), bytes, entry.size))
    return error;
  return std::vector<uint8_t>(bytes.begin(), bytes.end());
}

llvm::Expected<HashRecording> HashRecording::load(StringRef file) {
  auto buffer = readFile(file);
  if (!buffer)
    return buffer.takeError();
  llvm::Expected<json::Value> parsed = json::parse((*buffer)->getBuffer());
  if (!parsed)
    return parsed.takeError();
  auto malformed = [&] {
    return llvm::createStringError(
        "expected an object with 'device' and 'hashes' in '" + file + "'");
  };
  const json::Object *top = parsed->getAsObject();
  const json::Object *hashes = top ? top->getObject("hashes") : nullptr;
  if (!hashes || !top->getString("device"))
    return malformed();
  HashRecording recording;
  recording.device = top->getString("device")->str();
  for (const auto &[key, value] : *hashes) {
    uint64_t identity, hash;
    std::optional<StringRef> text = value.getAsString();
    if (!text || StringRef(key).getAsInteger(16, identity) ||
        text->getAsInteger(16, hash))
      return malformed();
    recording.hashes[identity] = hash;
  }
  return recording;
}

llvm::Error mlir::tile::itest::record(const TestSuite &suite, unsigned workers,
                                      StringRef folder) {
  if (!llvm::compression::zlib::isAvailable())
    return llvm::createStringError("this build of LLVM has no zlib");
  if (std::error_code error = llvm::sys::fs::create_directories(folder))
    return llvm::createStringError(error, "cannot make the folder '" + folder +
                                              "': " + error.message());
  std::mutex mutex;
  std::string records;
  std::map<std::string, std::string> hashes;
  simulate(suite, workers, [&](unsigned index, SimulatedCase &result) {
    if (result.status != SimulatedCase::Ran)
      return;
    llvm::SmallVector<uint8_t, 0> compressed;
    llvm::compression::zlib::compress(result.output, compressed);
    uint64_t identity = suite.cases[index].getIdentity(suite.arena);
    std::string hash = formatHash(hashBytes(result.output));
    std::lock_guard<std::mutex> lock(mutex);
    char words[24];
    llvm::support::endian::write64le(words, identity);
    llvm::support::endian::write64le(words + 8, result.output.size());
    llvm::support::endian::write64le(words + 16, compressed.size());
    records.append(words, 24);
    records += llvm::toStringRef(compressed);
    hashes[formatHash(identity)] = hash;
  });
  if (llvm::Error error = writeFile(folder + "/outputs-0.bin", records))
    return error;
  json::Object object;
  for (const auto &[identity, hash] : hashes)
    object[identity] = hash;
  json::Value top =
      json::Object{{"device", "simulator"}, {"hashes", std::move(object)}};
  return writeFile(folder + "/hashes.json",
                   llvm::formatv("{0:1}\n", top).str());
}
