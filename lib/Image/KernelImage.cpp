//===- KernelImage.cpp - Compiled kernels as one value --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Image/KernelImage.h"

#include "KernelImageHeader.h"
#include "tile/Support/Status.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/SHA256.h"

using namespace mlir::tile;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;
using llvm::Twine;

static constexpr llvm::StringLiteral kMagic = "TILEIMG1";
static constexpr size_t kSizeBytes = 8, kChecksumBytes = 32;
static constexpr size_t kFixedBytes = kMagic.size() + kSizeBytes;

const KernelInfo *KernelImage::findKernel(StringRef name) const {
  if (name.empty())
    return kernels.size() == 1 ? &kernels.front() : nullptr;
  for (const KernelInfo &kernel : kernels)
    if (kernel.symbol == name)
      return &kernel;
  for (const KernelInfo &kernel : kernels)
    if (kernel.name == name)
      return &kernel;
  return nullptr;
}

static std::array<uint8_t, kChecksumBytes> getChecksum(StringRef bytes) {
  return llvm::SHA256::hash(llvm::arrayRefFromStringRef(bytes));
}

std::string mlir::tile::serialize(const KernelImage &image) {
  std::string header = detail::writeHeader(image, /*pretty=*/false);
  size_t size = kFixedBytes + header.size() + kChecksumBytes;
  for (const std::string &stage : image.stages)
    size += stage.size();

  std::string bytes;
  bytes.reserve(size);
  bytes += kMagic;
  char headerSize[kSizeBytes];
  llvm::support::endian::write64le(headerSize, header.size());
  bytes.append(headerSize, kSizeBytes);
  bytes += header;
  for (const std::string &stage : image.stages)
    bytes += stage;
  std::array<uint8_t, kChecksumBytes> checksum = getChecksum(bytes);
  bytes.append(reinterpret_cast<const char *>(checksum.data()), kChecksumBytes);
  return bytes;
}

static Error makeDamage(const Twine &message) {
  return makeError(StatusCode::CorruptData, "not a kernel image: " + message);
}

Expected<KernelImage> mlir::tile::deserialize(StringRef bytes) {
  if (!bytes.starts_with(kMagic.take_front(bytes.size())))
    return makeDamage("expected '" + kMagic + "' at the start");
  if (bytes.size() < kFixedBytes + kChecksumBytes)
    return makeDamage("expected at least " +
                      Twine(kFixedBytes + kChecksumBytes) + " bytes, found " +
                      Twine(bytes.size()));
  StringRef checked = bytes.drop_back(kChecksumBytes);
  if (bytes.take_back(kChecksumBytes) !=
      llvm::toStringRef(getChecksum(checked)))
    return makeDamage("the checksum of its " + Twine(bytes.size()) +
                      " bytes is wrong");

  uint64_t headerSize =
      llvm::support::endian::read64le(checked.data() + kMagic.size());
  StringRef rest = checked.drop_front(kFixedBytes);
  if (headerSize > rest.size())
    return makeDamage("expected a header of " + Twine(headerSize) +
                      " bytes, found " + Twine(rest.size()));

  KernelImage image;
  std::vector<detail::StagePlace> places;
  std::string problem;
  if (!detail::readHeader(rest.take_front(headerSize), image, places, problem))
    return makeDamage("header: " + problem);

  StringRef contents = rest.drop_front(headerSize);
  uint64_t end = 0;
  for (const detail::StagePlace &place : places) {
    StringRef name = getStageName(place.stage);
    if (place.offset != end)
      return makeDamage("expected stage '" + name + "' at offset " +
                        Twine(end) + ", found " + Twine(place.offset));
    if (place.size > contents.size() - end)
      return makeDamage("expected " + Twine(place.size) + " bytes of stage '" +
                        name + "', found " + Twine(contents.size() - end));
    std::string &stage = image.stages[static_cast<unsigned>(place.stage)];
    stage = contents.substr(end, place.size).str();
    end += place.size;
  }
  if (end != contents.size())
    return makeDamage("expected " + Twine(end) + " bytes of stages, found " +
                      Twine(contents.size()));
  return image;
}

std::string mlir::tile::getMetadataAsJSON(const KernelImage &image,
                                          bool pretty) {
  return detail::writeHeader(image, pretty);
}
