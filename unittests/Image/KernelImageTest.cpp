//===- KernelImageTest.cpp - Images to bytes and back ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestImages.h"

#include "llvm/Support/JSON.h"

#include <clocale>
#include <cmath>

using namespace mlir::tile;
using llvm::StringRef;
namespace json = llvm::json;

namespace {

KernelImage readBack(const KernelImage &image) {
  llvm::Expected<KernelImage> read = deserialize(serialize(image));
  if (read)
    return std::move(*read);
  ADD_FAILURE() << llvm::toString(read.takeError());
  return {};
}

TEST(KernelImage, FindsKernels) {
  KernelImage image = makeFullImage();
  EXPECT_EQ(image.findKernel("second"), &image.kernels[1]);
  EXPECT_EQ(image.findKernel("a_b__lambda_"), &image.kernels[0]);
  // The symbol of one and the PTX name of the other.
  EXPECT_EQ(image.findKernel("a.b::<lambda>"), &image.kernels[0]);
  EXPECT_EQ(image.findKernel("third"), nullptr);
  EXPECT_EQ(image.findKernel(""), nullptr);
  image.kernels.resize(1);
  EXPECT_EQ(image.findKernel(""), &image.kernels[0]);
  image.kernels.clear();
  EXPECT_EQ(image.findKernel(""), nullptr);
}

TEST(KernelImage, NamesStages) {
  EXPECT_EQ(getStageName(Stage::Tile), "tile");
  EXPECT_EQ(getStageName(Stage::Cubin), "cubin");
  EXPECT_EQ(getStageSuffix(Stage::LLVM), "mlir");
  EXPECT_EQ(getStageSuffix(Stage::LLVMIR), "ll");
  for (unsigned i = 0; i < kNumStages; ++i)
    EXPECT_EQ(getStageByName(getStageName(static_cast<Stage>(i))),
              static_cast<Stage>(i));
  EXPECT_EQ(getStageByName("sass"), std::nullopt);
}

TEST(KernelImage, RoundTripsEverything) {
  KernelImage image = makeFullImage();
  expectEqual(readBack(image), image);
}

TEST(KernelImage, RoundTripsEmpty) {
  KernelImage image;
  expectEqual(readBack(image), image);
}

TEST(KernelImage, RoundTripsLargeStages) {
  KernelImage image = makeImage(5'000'000);
  expectEqual(readBack(image), image);
}

// The checksum is that of Python's hashlib over the bytes before it.
TEST(KernelImage, HasTheFormat) {
  KernelImage image;
  image.target = "sm_90a";
  image.numWarps = 4;
  image.stages[0] = "xy";
  image.stages[4] = "abc";
  image.times = {{"parse", 1.5}};
  image.messages = {"hi"};
  std::string bytes = serialize(image);
  StringRef rest = bytes;
  EXPECT_TRUE(rest.consume_front("TILEIMG1"));
  EXPECT_TRUE(rest.consume_front(StringRef("\xCE\0\0\0\0\0\0\0", 8)));
  EXPECT_TRUE(rest.consume_front(
      R"({"version":8,"target":"sm_90a","numWarps":4,"kernels":[],"stages":)"
      R"([{"name":"tile","offset":0,"size":2},{"name":"ptx","offset":2,)"
      R"("size":3}],"times":[{"name":"parse","nanoseconds":1500000}],)"
      R"("messages":["hi"]})"));
  EXPECT_TRUE(rest.consume_front("xyabc"));
  EXPECT_EQ(llvm::toHex(rest, /*LowerCase=*/true),
            "c0cec8cbf3962bf4b6ad25be1230fe44fb1cf2a685319ea7cd330a0d35446768");
}

TEST(KernelImage, EqualImagesGiveEqualBytes) {
  EXPECT_EQ(serialize(makeFullImage()), serialize(makeFullImage()));
  KernelImage image = makeFullImage();
  EXPECT_EQ(serialize(readBack(image)), serialize(image));
}

TEST(KernelImage, RepairsWhatIsNotUTF8) {
  KernelImage image = makeFullImage();
  image.target = "sm\xFF";
  image.kernels[0].symbol = "\xC3(";
  image.kernels[0].arguments[0].name = "\xED\xA0\x80";
  image.kernels[0].resources->name = "\x80";
  image.times[0].name = "t\xF8";
  image.messages[0] = "m\xE2\x82";
  KernelImage read = readBack(image);
  const std::string replacement = "\xEF\xBF\xBD";
  EXPECT_EQ(read.target, "sm" + replacement);
  EXPECT_EQ(read.kernels[0].symbol, replacement + "(");
  EXPECT_EQ(read.times[0].name, "t" + replacement);
  EXPECT_TRUE(StringRef(read.messages[0]).starts_with("m" + replacement));
  EXPECT_EQ(read.stages, image.stages);
  // Once repaired it stays as it is.
  expectEqual(readBack(read), read);
}

TEST(KernelImage, BracketsInStringsDoNotNest) {
  KernelImage image;
  image.messages = {std::string(1000, '['), std::string(1000, '{'),
                    "\"" + std::string(1000, '['), "\\"};
  expectEqual(readBack(image), image);
}

/// Reads the image with these replacements in its header, all of which must be
/// there.
KernelImage
readWith(const KernelImage &image,
         llvm::ArrayRef<std::pair<StringRef, StringRef>> replacements) {
  std::string header = getMetadataAsJSON(image, /*pretty=*/false);
  for (auto [text, replacement] : replacements) {
    size_t at = header.find(text.str());
    EXPECT_NE(at, std::string::npos) << text.str();
    if (at != std::string::npos)
      header.replace(at, text.size(), replacement.str());
  }
  std::string contents;
  for (const std::string &stage : image.stages)
    contents += stage;
  llvm::Expected<KernelImage> read = deserialize(makeBytes(header, contents));
  EXPECT_TRUE(bool(read));
  if (read)
    return std::move(*read);
  ADD_FAILURE() << llvm::toString(read.takeError());
  return KernelImage();
}

TEST(KernelImage, ImagesOfVersion1NeedNoDynamicSharedMemory) {
  KernelImage image = makeFullImage();
  KernelImage read =
      readWith(image, {{"\"version\":8", "\"version\":1"},
                       {"\"programsPerCTA\":2,", ""},
                       {"\"dynamicSharedMemory\":65536,", ""},
                       {"\"programsPerCTA\":1,", ""},
                       {"\"dynamicSharedMemory\":0", "\"other\":0"}});
  for (KernelInfo &kernel : image.kernels) {
    kernel.dynamicSharedMemory = 0;
    kernel.programsPerCTA = 1;
    kernel.tensorMapEntry.reset();
  }
  expectEqual(read, image);
}

TEST(KernelImage, ImagesOfVersion2HaveOneProgramPerCTA) {
  KernelImage image = makeFullImage();
  KernelImage read = readWith(image, {{"\"version\":8", "\"version\":2"},
                                      {"\"programsPerCTA\":2,", ""},
                                      {"\"programsPerCTA\":1,", ""}});
  for (KernelInfo &kernel : image.kernels) {
    kernel.programsPerCTA = 1;
    kernel.tensorMapEntry.reset();
  }
  expectEqual(read, image);
}

TEST(KernelImage, ImagesOfVersion3HaveNoTensorMapEntries) {
  KernelImage image = makeFullImage();
  KernelImage read = readWith(image, {{"\"version\":8", "\"version\":3"}});
  image.kernels[2].tensorMapEntry.reset();
  expectEqual(read, image);
}

TEST(KernelImage, EntriesOfImagesOfVersion4HaveTheKernelsThreads) {
  KernelImage image;
  image.kernels = {makeMappedKernel()};
  KernelImage read = readWith(
      image, {{"\"version\":8", "\"version\":4"}, {"\"numThreads\":160,", ""}});
  image.kernels[0].tensorMapEntry->numThreads = 128;
  image.kernels[0].tensorMapEntry->isPersistent = false;
  image.kernels[0].tensorMapEntry->maps[0].dims[1].origin = 0;
  expectEqual(read, image);
}

TEST(KernelImage, EntriesOfImagesOfVersion5AreNotPersistent) {
  KernelImage image;
  image.kernels = {makeMappedKernel()};
  for (StringRef replacement : {"", "\"isPersistent\":true,"})
    EXPECT_FALSE(readWith(image, {{"\"version\":8", "\"version\":5"},
                                  {"\"isPersistent\":true,", replacement}})
                     .kernels[0]
                     .tensorMapEntry->isPersistent);
}

TEST(KernelImage, MapsOfImagesOfVersion6BeginAtTheirArguments) {
  KernelImage image;
  image.kernels = {makeMappedKernel()};
  for (StringRef replacement : {"", "\"origin\":1024,"}) {
    KernelImage read = readWith(image, {{"\"version\":8", "\"version\":6"},
                                        {"\"origin\":1024,", replacement}});
    EXPECT_EQ(read.kernels[0].tensorMapEntry->maps[0].dims[1].origin, 0u);
  }
}

// Headers that other programs read: a sum is an array of terms, and dimension 0
// has no extent where no launch reads beyond the end.
TEST(KernelImage, TensorMapEntriesAreJSON) {
  KernelImage image;
  image.kernels = {makeMappedKernel()};
  std::string header = getMetadataAsJSON(image, /*pretty=*/false);
  for (
      StringRef part :
      {R"("tensorMapEntry":{"name":"mapped_tma","numThreads":160,)"
       R"("ctasPerCluster":4,"isPersistent":true,)"
       R"("sharedMemory":1040,"dynamicSharedMemory":196608,"maps":[)"
       R"({"argument":0,"elementType":"bf16","swizzle":128,"dims":[)"
       R"({"box":64,"origin":0,"stride":[]},{"box":256,"origin":1024,"extent":[)"
       R"({"factor":-1,"arguments":[1]},{"factor":4611686018427387904,)"
       R"("arguments":[1,2,1]}],"stride":[{"factor":1,"arguments":[2]}]}]},)",
       R"("dims":[{"box":1,"origin":0,"extent":[],"stride":[]}]}],"positives":[)"
       R"([{"factor":1,"arguments":[1]}],[{"factor":7,"arguments":[]}]],)"
       R"("resources":{"name":"mapped_tma","registers":90,)"})
    EXPECT_TRUE(StringRef(header).contains(part)) << header;
}

// Version 8 has it; before, no CTAs shared a program.
TEST(KernelImage, SplitsOfLoops) {
  KernelImage image;
  image.kernels = {makeMappedKernel()};
  TensorMapEntry &entry = *image.kernels[0].tensorMapEntry;
  entry.ctasPerCluster = 1;
  entry.split = LoopSplit{{{1, {2}}, {63, {}}}, 64};
  std::optional<LoopSplit> split =
      readBack(image).kernels[0].tensorMapEntry->split;
  ASSERT_TRUE(split.has_value());
  EXPECT_TRUE(split->length == entry.split->length);
  EXPECT_EQ(split->step, 64);
  std::string header = getMetadataAsJSON(image, /*pretty=*/false);
  EXPECT_TRUE(StringRef(header).contains(
      R"("split":{"length":[{"factor":1,"arguments":[2]},)"
      R"({"factor":63,"arguments":[]}],"step":64},)"))
      << header;
  KernelImage old = readWith(image, {{"\"version\":8", "\"version\":7"}});
  EXPECT_FALSE(old.kernels[0].tensorMapEntry->split.has_value());
}

TEST(KernelImage, TimesThatAreNoTimesAreZero) {
  KernelImage image;
  image.times = {{"nan", std::nan("")},
                 {"infinite", HUGE_VAL},
                 {"huge", 1e300},
                 {"year", 365.0 * 86400e3}};
  KernelImage read = readBack(image);
  ASSERT_EQ(read.times.size(), 4u);
  EXPECT_EQ(read.times[0].milliseconds, 0);
  EXPECT_EQ(read.times[1].milliseconds, 0);
  EXPECT_EQ(read.times[2].milliseconds, 0);
  EXPECT_EQ(read.times[3].milliseconds, 365.0 * 86400e3);
}

TEST(KernelImage, LocaleHasNoSay) {
  KernelImage image = makeFullImage();
  std::string bytes = serialize(image);
  bool found = false;
  for (const char *name : {"de_DE.UTF-8", "de_DE.utf8", "fr_FR.UTF-8"})
    found |= std::setlocale(LC_ALL, name) != nullptr;
  if (!found)
    GTEST_SKIP() << "no locale with a decimal comma";
  EXPECT_EQ(serialize(image), bytes);
  expectEqual(readBack(image), image);
  std::setlocale(LC_ALL, "C");
}

TEST(KernelImage, MetadataIsJSON) {
  KernelImage image = makeFullImage();
  std::string pretty = getMetadataAsJSON(image);
  EXPECT_TRUE(StringRef(pretty).starts_with("{\n  \"version\": 8,\n"));
  std::string line = getMetadataAsJSON(image, /*pretty=*/false);
  EXPECT_EQ(StringRef(line).count('\n'), 0u);

  llvm::Expected<json::Value> value = json::parse(pretty);
  ASSERT_TRUE(bool(value));
  llvm::Expected<json::Value> same = json::parse(line);
  ASSERT_TRUE(bool(same));
  EXPECT_EQ(*value, *same);
  const json::Object &root = *value->getAsObject();
  EXPECT_EQ(root.getString("target"), StringRef("sm_90a"));
  const json::Object &kernel = *root.getArray("kernels")->front().getAsObject();
  EXPECT_EQ(kernel.getInteger("sharedMemory"), 227 * 1024);
  EXPECT_EQ(kernel.getInteger("dynamicSharedMemory"), 64 * 1024);
  EXPECT_EQ(kernel.getInteger("programsPerCTA"), 2);
  const json::Object &argument =
      *(*kernel.getArray("arguments"))[1].getAsObject();
  EXPECT_EQ(argument.getInteger("fixedValue"),
            std::numeric_limits<int64_t>::min());
  EXPECT_EQ(argument.getBoolean("isPointer"), false);
  EXPECT_EQ(kernel.getObject("resources")->getInteger("spillStores"), 24);
  // "module {}" is 9 bytes, "tilegpu" 7.
  const json::Object &stage = *(*root.getArray("stages"))[2].getAsObject();
  EXPECT_EQ(stage.getString("name"), StringRef("llvm"));
  EXPECT_EQ(stage.getInteger("offset"), 16);
  EXPECT_EQ(stage.getInteger("size"), 3);
}

} // namespace
