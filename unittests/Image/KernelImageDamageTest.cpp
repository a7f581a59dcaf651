//===- KernelImageDamageTest.cpp - Bytes that are no image ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestImages.h"
#include "tile/Support/Status.h"

#include <random>

using namespace mlir::tile;
using llvm::StringRef;

namespace {

/// The message of the failure to read, without what all have at the start;
/// "none" if there is no failure.
std::string getProblem(StringRef bytes) {
  llvm::Expected<KernelImage> image = deserialize(bytes);
  if (image)
    return "none";
  auto [code, message] = takeStatus(image.takeError());
  EXPECT_EQ(code, StatusCode::CorruptData);
  StringRef text = message;
  EXPECT_TRUE(text.consume_front("not a kernel image: ")) << message;
  return text.str();
}

constexpr StringRef kEmptyHeader =
    R"({"version":8,"target":"","numWarps":0,"kernels":[],"stages":[],)"
    R"("times":[],"messages":[]})";

/// The header with one place of it, which must be there, replaced.
std::string replaceIn(StringRef text, StringRef from, StringRef to) {
  size_t at = text.find(from);
  EXPECT_NE(at, StringRef::npos) << from.str();
  return (text.take_front(at) + to + text.drop_front(at + from.size())).str();
}

TEST(KernelImageDamage, HandmadeBytesAreRead) {
  EXPECT_EQ(getProblem(makeBytes(kEmptyHeader)), "none");
}

TEST(KernelImageDamage, Truncated) {
  std::string bytes = serialize(makeFullImage());
  for (size_t size = 0; size < bytes.size(); ++size)
    EXPECT_NE(getProblem(StringRef(bytes).take_front(size)), "none") << size;
}

TEST(KernelImageDamage, TooLong) {
  std::string bytes = serialize(makeFullImage());
  EXPECT_NE(getProblem(bytes + '\0'), "none");
  EXPECT_NE(getProblem(bytes + bytes), "none");
}

TEST(KernelImageDamage, EachBit) {
  std::string bytes = serialize(makeFullImage());
  for (size_t bit = 0; bit < 8 * bytes.size(); ++bit) {
    bytes[bit / 8] ^= 1 << bit % 8;
    EXPECT_NE(getProblem(bytes), "none") << bit;
    bytes[bit / 8] ^= 1 << bit % 8;
  }
}

TEST(KernelImageDamage, NamesWhatIsWrong) {
  EXPECT_EQ(getProblem(""), "expected at least 48 bytes, found 0");
  EXPECT_EQ(getProblem("TILEIMG1"), "expected at least 48 bytes, found 8");
  EXPECT_EQ(getProblem(std::string(100, 'x')),
            "expected 'TILEIMG1' at the start");
  EXPECT_EQ(getProblem("TILEIMG1" + std::string(92, '\0')),
            "the checksum of its 100 bytes is wrong");
}

TEST(KernelImageDamage, SizeOfHeader) {
  for (uint64_t size : {uint64_t(-1), uint64_t(1) << 63, uint64_t(1) << 32,
                        uint64_t(kEmptyHeader.size() + 1)})
    EXPECT_EQ(getProblem(makeBytes(kEmptyHeader, "", size)),
              "expected a header of " + std::to_string(size) +
                  " bytes, found " + std::to_string(kEmptyHeader.size()));
  EXPECT_NE(getProblem(makeBytes(kEmptyHeader, "", 0)), "none");
  EXPECT_NE(getProblem(makeBytes(kEmptyHeader, "", kEmptyHeader.size() - 1)),
            "none");
}

TEST(KernelImageDamage, DeepNesting) {
  for (StringRef unit : {"[", "{\"a\":", "[{\"a\":", "[[],"}) {
    std::string header;
    while (header.size() < 1'000'000)
      header += unit;
    EXPECT_EQ(getProblem(makeBytes(header)),
              "header: expected JSON at most 12 deep");
    EXPECT_EQ(
        getProblem(makeBytes(replaceIn(kEmptyHeader, "\"times\":[]",
                                       "\"times\":[]," + ("\"x\":" + header)))),
        "header: expected JSON at most 12 deep");
  }
  // Closing what is not open gains nothing.
  EXPECT_NE(getProblem(makeBytes(std::string(1000, ']') +
                                 std::string(1'000'000, '['))),
            "none");
}

TEST(KernelImageDamage, ManyObjects) {
  std::string objects = "[";
  for (int i = 0; i < 200'000; ++i)
    objects += "{\"\":0},";
  EXPECT_EQ(getProblem(makeBytes(objects + "0]")),
            "header: expected longer JSON objects than 200000 in 1400003 "
            "bytes");
}

TEST(KernelImageDamage, NotJSON) {
  for (StringRef header : {"", "x", "{", "{\"version\":1", "{\"version\":1}}",
                           "\"", "\"\\", "{\"version\":\"\xFF\"}"}) {
    std::string padded = header.str() + std::string(100, ' ');
    EXPECT_TRUE(StringRef(getProblem(makeBytes(padded)))
                    .starts_with("header: not JSON: "))
        << header.str() << ": " << getProblem(makeBytes(padded));
  }
  for (StringRef header : {"[]", "null", "1", "\"{}\""})
    EXPECT_EQ(getProblem(makeBytes(header)), "header: expected a JSON object");
}

TEST(KernelImageDamage, Version) {
  auto withVersion = [](StringRef version) {
    return makeBytes(replaceIn(kEmptyHeader, "\"version\":8",
                               ("\"version\":" + version).str()));
  };
  EXPECT_EQ(getProblem(withVersion("1")), "none");
  EXPECT_EQ(getProblem(withVersion("2")), "none");
  EXPECT_EQ(getProblem(withVersion("3")), "none");
  EXPECT_EQ(getProblem(withVersion("0")),
            "header: expected version 1 to 8, found 0");
  EXPECT_EQ(getProblem(withVersion("9")),
            "header: expected version 1 to 8, found 9");
  EXPECT_EQ(
      getProblem(makeBytes(replaceIn(kEmptyHeader, "\"version\":8,", ""))),
      "header: expected an integer of 0 to 4294967295 as 'version' of the "
      "image");
}

TEST(KernelImageDamage, ProgramsThatDoNotDivideTheThreads) {
  std::string header = getMetadataAsJSON(makeFullImage(), /*pretty=*/false);
  for (StringRef number : {"0", "3", "1024"})
    EXPECT_EQ(getProblem(
                  makeBytes(replaceIn(header, "\"programsPerCTA\":2",
                                      ("\"programsPerCTA\":" + number).str()))),
              "header: expected a divisor of the 512 threads as "
              "'programsPerCTA' of a kernel");
}

// Each field of an image with everything set, missing and as each other type.
TEST(KernelImageDamage, FieldsOfOtherTypes) {
  KernelImage image = makeFullImage();
  image.kernels.resize(1);
  image.kernels[0].arguments.resize(2);
  std::string header = getMetadataAsJSON(image, /*pretty=*/false);
  std::string contents;
  for (const std::string &stage : image.stages)
    contents += stage;
  ASSERT_EQ(getProblem(makeBytes(header, contents)), "none");

  struct Case {
    StringRef field, owner;
    bool isOptional = false;
  };
  const Case cases[] = {
      {R"("target":"sm_90a",)", "the image"},
      {R"("numWarps":4,)", "the image"},
      {R"("symbol":"a.b::<lambda>",)", "a kernel"},
      {R"("name":"x",)", "an argument"},
      {R"("type":"!tile.ptr<f32>",)", "an argument"},
      {R"("isPointer":true,)", "an argument"},
      {R"("size":8,)", "an argument"},
      {R"("divisibility":9223372036854775807,)", "an argument"},
      {R"("numWarps":8,)", "a kernel"},
      {R"("numThreads":512,)", "a kernel"},
      {R"("sharedMemory":232448,)", "a kernel"},
      {R"("programsPerCTA":2,)", "a kernel"},
      {R"("dynamicSharedMemory":65536,)", "a kernel"},
      {R"("registers":168,)", "the resources of a kernel"},
      {R"("sharedMemory":1024,)", "the resources of a kernel"},
      {R"("stack":16,)", "the resources of a kernel"},
      {R"("spillStores":24,)", "the resources of a kernel"},
      {R"("spillLoads":32,)", "the resources of a kernel"},
      {R"("name":"tile",)", "a stage"},
      {R"("offset":9,)", "a stage"},
      {R"("name":"parse",)", "a time"},
  };
  for (const Case &test : cases) {
    StringRef key = test.field.split(':').first;
    std::string as = (" as '" + key.trim('"') + "' of " + test.owner).str();
    for (StringRef value :
         {"", "null", "{}", "[]", "[{}]", "1.5", "-1", "1e300", "-1e300",
          "18446744073709551616", "18446744073709551615",
          test.field.contains(":\"") ? "1" : "\"1\"",
          test.field.contains(":tr") ? "1" : "true"}) {
      std::string changed =
          replaceIn(header, test.field,
                    value.empty() ? "" : (key + ":" + value + ",").str());
      std::string problem = getProblem(makeBytes(changed, contents));
      EXPECT_TRUE(StringRef(problem).starts_with("header: expected ") &&
                  StringRef(problem).ends_with(as))
          << changed << "\n"
          << problem;
    }
  }
  for (StringRef key :
       {"kernels", "arguments", "stages", "times", "messages", "resources"})
    for (StringRef value : {"1", "\"\"", "null", "[1]", "[[]]", "true"}) {
      std::string renamed = ("\"" + key + "\":" + value + ",\"_\":").str();
      std::string changed =
          replaceIn(header, ("\"" + key + "\":").str(), renamed);
      EXPECT_TRUE(StringRef(getProblem(makeBytes(changed, contents)))
                      .contains(("'" + key + "'").str()))
          << changed;
    }
}

// What a launch would compute wrongly, or not at all.
TEST(KernelImageDamage, TensorMapEntries) {
  auto getProblemOf = [](auto change) {
    KernelImage image;
    image.kernels = {makeMappedKernel()};
    change(image.kernels[0], *image.kernels[0].tensorMapEntry);
    return getProblem(serialize(image));
  };
  auto expected = [](StringRef what, StringRef found) {
    return ("header: expected " + what +
            " for the tensor maps of kernel 'mapped', found " + found)
        .str();
  };
  using Kernel = KernelInfo &;
  using Entry = TensorMapEntry &;
  EXPECT_EQ(getProblemOf([](Kernel, Entry) {}), "none");

  for (StringRef name : {"", "mapped"})
    EXPECT_EQ(getProblemOf([&](Kernel, Entry e) { e.name = name; }),
              expected("an entry of another name", ("'" + name + "'").str()));
  EXPECT_EQ(getProblemOf([](Kernel k, Entry) { k.programsPerCTA = 4; }),
            expected("one program per CTA", "4"));
  for (unsigned number : {0, 96, 1025})
    EXPECT_EQ(getProblemOf([&](Kernel, Entry e) { e.numThreads = number; }),
              expected("128 to 1024 threads", std::to_string(number)));
  for (unsigned number : {0, 3, 16})
    EXPECT_EQ(
        getProblemOf([&](Kernel, Entry e) { e.ctasPerCluster = number; }),
        expected("clusters of 1, 2, 4 or 8 CTAs", std::to_string(number)));
  for (unsigned number : {0, 17})
    EXPECT_EQ(getProblemOf([&](Kernel, Entry e) {
                e.maps.assign(number, TensorMapInfo(e.maps[0]));
              }),
              expected("1 to 16 maps", std::to_string(number)));
  EXPECT_EQ(getProblemOf([](Kernel, Entry e) {
              e.maps.assign(16, TensorMapInfo(e.maps[0]));
            }),
            "none");
  for (unsigned number : {0, 6})
    EXPECT_EQ(
        getProblemOf([&](Kernel, Entry e) { e.maps[1].dims.resize(number); }),
        expected("1 to 5 dimensions", std::to_string(number)));
  EXPECT_EQ(getProblemOf([](Kernel, Entry e) { e.maps[1].dims.resize(5); }),
            "none");
  for (unsigned number : {1, 16, 256})
    EXPECT_EQ(
        getProblemOf([&](Kernel, Entry e) { e.maps[0].swizzle = number; }),
        expected("a swizzle of 0, 32, 64 or 128 bytes",
                 std::to_string(number)));
  for (unsigned number : {0u, 257u, 4294967295u})
    EXPECT_EQ(
        getProblemOf([&](Kernel, Entry e) { e.maps[0].dims[1].box = number; }),
        expected("boxes of 1 to 256 elements", std::to_string(number)));
  // Tensors are pointers, and no launch has an argument 3.
  for (unsigned number : {1u, 3u, 4294967295u})
    EXPECT_EQ(
        getProblemOf([&](Kernel, Entry e) { e.maps[1].argument = number; }),
        expected("pointers of 8 bytes", "argument " + std::to_string(number)));
  EXPECT_EQ(getProblemOf([](Kernel k, Entry) { k.arguments[0].size = 4; }),
            expected("pointers of 8 bytes", "argument 0"));
  // Sums are of integers.
  for (unsigned number : {0u, 3u, 4294967295u}) {
    std::string problem = expected("integers as arguments of sums",
                                   "argument " + std::to_string(number));
    ArgumentSum sum = {{1, {1}}, {1, {1, number}}};
    EXPECT_EQ(
        getProblemOf([&](Kernel, Entry e) { e.positives.push_back(sum); }),
        problem);
    EXPECT_EQ(
        getProblemOf([&](Kernel, Entry e) { e.maps[0].dims[0].extent = sum; }),
        problem);
    EXPECT_EQ(
        getProblemOf([&](Kernel, Entry e) { e.maps[0].dims[1].stride = sum; }),
        problem);
  }
  auto getProblemOfSplit = [&](ArgumentSum length, int64_t step,
                               unsigned ctasPerCluster) {
    return getProblemOf([&](Kernel, Entry e) {
      e.split = LoopSplit{std::move(length), step};
      e.ctasPerCluster = ctasPerCluster;
    });
  };
  EXPECT_EQ(getProblemOfSplit({{1, {1}}}, 1, 1), "none");
  EXPECT_EQ(getProblemOfSplit({{1, {0}}}, 1, 1),
            expected("integers as arguments of sums", "argument 0"));
  EXPECT_EQ(
      getProblemOfSplit({{1, {1}}}, 1, 2),
      expected("a split loop without other clusters", "clusters of 2 CTAs"));
  for (StringRef type : {"f32", "i", "ix", "!tile.ptr<i8>", ""})
    EXPECT_EQ(
        getProblemOf([&](Kernel k, Entry) { k.arguments[1].type = type; }),
        expected("integers as arguments of sums", "argument 1"));
  for (unsigned size : {0, 3, 16})
    EXPECT_EQ(
        getProblemOf([&](Kernel k, Entry) { k.arguments[1].size = size; }),
        expected("integers as arguments of sums", "argument 1"));
}

// Each field of the entry, missing and as each other type.
TEST(KernelImageDamage, FieldsOfTensorMapEntriesOfOtherTypes) {
  KernelImage image;
  image.kernels = {makeMappedKernel()};
  image.kernels[0].arguments.resize(3);
  std::string header = getMetadataAsJSON(image, /*pretty=*/false);
  auto [before, entry] = StringRef(header).split(R"("tensorMapEntry":)");
  ASSERT_FALSE(entry.empty());
  struct Case {
    StringRef field, rest, owner;
    bool isOptional = false;
  };
  const Case cases[] = {
      {"name", R"("mapped_tma",)", "an entry for tensor maps"},
      {"numThreads", "160,", "an entry for tensor maps"},
      {"ctasPerCluster", "4,", "an entry for tensor maps"},
      {"isPersistent", "true,", "an entry for tensor maps"},
      {"sharedMemory", "1040,", "an entry for tensor maps"},
      {"dynamicSharedMemory", "196608,", "an entry for tensor maps"},
      {"maps", "[{", "an entry for tensor maps"},
      {"positives", "[[", "an entry for tensor maps"},
      {"resources", "{", "a kernel", true},
      {"argument", "0,", "a tensor map"},
      {"elementType", R"("bf16",)", "a tensor map"},
      {"swizzle", "128,", "a tensor map"},
      {"dims", "[{", "a tensor map"},
      {"box", "64,", "a dimension"},
      {"origin", "0,", "a dimension"},
      {"extent", "[{", "a dimension", true},
      {"stride", "[]", "a dimension"},
      {"factor", "-1,", "a term"},
      {"arguments", "[1]", "a term"},
  };
  for (const Case &test : cases) {
    std::string key = ("\"" + test.field + "\":").str();
    std::string as = (" as '" + test.field + "' of " + test.owner).str();
    for (StringRef value :
         {"", "null", "{}", "[null]", "[1.5]", "[{}]", "1.5", "-1", "1e300",
          "18446744073709551616", "18446744073709551615", "true",
          test.rest.starts_with("\"") ? "1" : "\"1\""}) {
      // Of factors -1 is one, and true is a boolean; an object without fields
      // is short of its own.
      if ((value.empty() && test.isOptional) ||
          (value == "-1" && test.field == "factor") ||
          (value == "true" && test.field == "isPersistent"))
        continue;
      std::string renamed =
          (value.empty() ? "" : key + value.str() + ",") + "\"_\":";
      std::string problem = getProblem(makeBytes(
          (before + "\"tensorMapEntry\":" +
           replaceIn(entry, key + test.rest.str(), renamed + test.rest.str()))
              .str()));
      EXPECT_TRUE(StringRef(problem).starts_with("header: expected "))
          << problem;
      // "[{}]" and "{}" are arrays and objects, which lack fields of their own.
      if (value != "[{}]" && value != "{}" && value != "[null]" &&
          value != "[1.5]")
        EXPECT_TRUE(StringRef(problem).ends_with(as))
            << test.field.str() << value.str() << ": " << problem;
    }
  }
  for (StringRef value : {"1", "null", "[]", "true", "\"\""})
    EXPECT_EQ(getProblem(makeBytes(
                  (before + "\"tensorMapEntry\":" + value + ",\"_\":" + entry)
                      .str())),
              "header: expected an object as 'tensorMapEntry' of a kernel");
}

TEST(KernelImageDamage, Integers) {
  KernelImage image;
  image.kernels.resize(1);
  image.kernels[0].arguments.resize(1);
  image.kernels[0].arguments[0].fixedValue = 5;
  std::string header = getMetadataAsJSON(image, /*pretty=*/false);
  auto withFixed = [&](StringRef value) {
    return makeBytes(replaceIn(header, "\"fixedValue\":5",
                               ("\"fixedValue\":" + value).str()));
  };
  auto withDivisor = [&](StringRef value) {
    return makeBytes(replaceIn(header, "\"divisibility\":1",
                               ("\"divisibility\":" + value).str()));
  };
  for (StringRef value :
       {"0", "-1", "9223372036854775807", "-9223372036854775808"})
    EXPECT_EQ(getProblem(withFixed(value)), "none") << value.str();
  for (StringRef value :
       {"9223372036854775808", "-9223372036854780000", "18446744073709551615",
        "1.5", "-1.5", "1e19", "9.223372036854775808e18", "-1e999", "1e999"})
    EXPECT_EQ(getProblem(withFixed(value)),
              "header: expected an integer of -9223372036854775808 to "
              "9223372036854775807 as 'fixedValue' of an argument")
        << value.str();
  EXPECT_EQ(getProblem(withDivisor("2")), "none");
  for (StringRef value : {"0", "-2", "-9223372036854775808"})
    EXPECT_EQ(getProblem(withDivisor(value)),
              "header: expected an integer of 1 to 9223372036854775807 as "
              "'divisibility' of an argument")
        << value.str();
}

TEST(KernelImageDamage, PlacesOfStages) {
  auto withStages = [](StringRef stages, StringRef contents) {
    return getProblem(
        makeBytes(replaceIn(kEmptyHeader, "\"stages\":[]",
                            ("\"stages\":[" + stages + "]").str()),
                  contents));
  };
  auto stage = [](StringRef name, StringRef offset, StringRef size) {
    return ("{\"name\":\"" + name + "\",\"offset\":" + offset +
            ",\"size\":" + size + "}")
        .str();
  };
  EXPECT_EQ(withStages(stage("ptx", "0", "3"), "abc"), "none");
  EXPECT_EQ(
      withStages(stage("ptx", "0", "2") + "," + stage("llvm", "2", "1"), "abc"),
      "none");
  EXPECT_EQ(withStages("", "abc"), "expected 0 bytes of stages, found 3");
  EXPECT_EQ(withStages(stage("ptx", "0", "2"), "abc"),
            "expected 2 bytes of stages, found 3");
  EXPECT_EQ(withStages(stage("ptx", "0", "4"), "abc"),
            "expected 4 bytes of stage 'ptx', found 3");
  EXPECT_EQ(withStages(stage("ptx", "0", "9223372036854775807"), "abc"),
            "expected 9223372036854775807 bytes of stage 'ptx', found 3");
  EXPECT_EQ(
      withStages(stage("ptx", "9223372036854775807", "9223372036854775807"),
                 "abc"),
      "expected stage 'ptx' at offset 0, found 9223372036854775807");
  // Overlapping, with a gap, twice, and of a name that is none.
  EXPECT_EQ(
      withStages(stage("ptx", "0", "2") + "," + stage("llvm", "1", "2"), "abc"),
      "expected stage 'llvm' at offset 2, found 1");
  EXPECT_EQ(
      withStages(stage("ptx", "0", "1") + "," + stage("llvm", "2", "1"), "abc"),
      "expected stage 'llvm' at offset 1, found 2");
  EXPECT_EQ(
      withStages(stage("ptx", "0", "1") + "," + stage("ptx", "1", "2"), "abc"),
      "header: expected another name than 'ptx' as 'name' of a stage");
  EXPECT_EQ(withStages(stage("sass", "0", "3"), "abc"),
            "header: expected the name of a stage as 'name' of a stage");
  for (StringRef size : {"-1", "18446744073709551615", "1e30"})
    EXPECT_EQ(withStages(stage("ptx", "0", size), "abc"),
              "header: expected an integer of 0 to 9223372036854775807 as "
              "'size' of a stage");
}

// Random changes, with the right checksum: whatever can be read is an image.
TEST(KernelImageDamage, RandomChanges) {
  std::mt19937 random(1);
  const std::string whole = serialize(makeFullImage());
  const std::string body = whole.substr(0, whole.size() - 32);
  const std::string letters = "{}[]\",:\\0123456789-.eE";
  unsigned numRead = 0;
  for (int round = 0; round < 20000; ++round) {
    std::string bytes = body;
    for (unsigned change = 0, n = 1 + random() % 4; change < n; ++change) {
      size_t at = random() % bytes.size();
      switch (random() % 4) {
      case 0:
        bytes[at] = static_cast<char>(random());
        break;
      case 1:
        bytes[at] = letters[random() % letters.size()];
        break;
      case 2:
        bytes.erase(at, random() % 8);
        break;
      case 3:
        bytes.insert(at, bytes.substr(random() % bytes.size(), random() % 40));
        break;
      }
      if (bytes.empty())
        bytes = "x";
    }
    llvm::Expected<KernelImage> image = deserialize(sign(bytes));
    if (!image) {
      EXPECT_EQ(takeStatus(image.takeError()).first, StatusCode::CorruptData);
      continue;
    }
    ++numRead;
    std::string again = serialize(*image);
    llvm::Expected<KernelImage> second = deserialize(again);
    ASSERT_TRUE(bool(second));
    EXPECT_EQ(serialize(*second), again);
  }
  EXPECT_GT(numRead, 100u);
}

} // namespace
