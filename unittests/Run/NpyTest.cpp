//===- NpyTest.cpp - Arrays in numpy's file format ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Run/Npy.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "gtest/gtest.h"

using namespace mlir::tile::run;
using llvm::StringRef;

namespace {

/// A file with a header as written, in version 1.0.
std::string makeFile(StringRef header, StringRef data = "") {
  std::string file("\x93NUMPY\x01\x00", 8);
  file += static_cast<char>(header.size() & 0xFF);
  file += static_cast<char>(header.size() >> 8);
  return file + header.str() + data.str();
}

std::string makeHeader(StringRef descr, StringRef shape,
                       StringRef order = "False") {
  return ("{'descr': '" + descr + "', 'fortran_order': " + order +
          ", 'shape': " + shape + ", }\n")
      .str();
}

HostArray parse(StringRef contents) {
  llvm::Expected<HostArray> array = parseNpy(contents, "x.npy");
  if (array)
    return std::move(*array);
  ADD_FAILURE() << llvm::toString(array.takeError());
  return {};
}

std::string errorOf(StringRef contents) {
  llvm::Expected<HostArray> array = parseNpy(contents, "x.npy");
  return array ? "none" : llvm::toString(array.takeError());
}

HostArray makeArray(ElementType type, llvm::ArrayRef<uint64_t> shape) {
  llvm::Expected<HostArray> array = HostArray::create(type, shape);
  EXPECT_TRUE(bool(array));
  return std::move(*array);
}

TEST(Npy, AFileAsNumpyWritesIt) {
  // numpy.save of array([[1, 2, 3], [-1, 0.5, 0]], dtype=float32).
  std::string header = "{'descr': '<f4', 'fortran_order': False, 'shape': (2, "
                       "3), }";
  header.resize(117, ' ');
  header += '\n';
  std::string data("\0\0\x80\x3f\0\0\0\x40\0\0\x40\x40"
                   "\0\0\x80\xbf\0\0\0\x3f\0\0\0\0",
                   24);
  std::string file = makeFile(header, data);
  EXPECT_EQ(file.size(), 128u + 24u);
  HostArray array = parse(file);
  EXPECT_EQ(array.getType(), ElementType::F32);
  EXPECT_EQ(array.getShape().vec(), (std::vector<uint64_t>{2, 3}));
  const double wanted[] = {1, 2, 3, -1, 0.5, 0};
  for (uint64_t k = 0; k < 6; ++k)
    EXPECT_EQ(array.getDouble(k), wanted[k]);
  // And byte for byte what is written again.
  EXPECT_EQ(makeNpyHeader(array) + data, file);
}

TEST(Npy, LaterVersionsHaveALongerLength) {
  std::string header = makeHeader("|u1", "(2,)");
  for (char version : {'\x02', '\x03'}) {
    std::string file("\x93NUMPY", 6);
    file += {version, '\0', static_cast<char>(header.size()), '\0', '\0', '\0'};
    HostArray array = parse(file + header + "\x05\x07");
    EXPECT_EQ(array.getInteger(1), 7);
  }
}

TEST(Npy, Types) {
  const std::pair<StringRef, ElementType> types[] = {
      {"<f8", ElementType::F64}, {"<f4", ElementType::F32},
      {"<f2", ElementType::F16}, {"<i8", ElementType::I64},
      {"<i4", ElementType::I32}, {"<i2", ElementType::I16},
      {"|i1", ElementType::I8},  {"<u8", ElementType::U64},
      {"<u4", ElementType::U32}, {"<u2", ElementType::U16},
      {"|u1", ElementType::U8},  {"|b1", ElementType::I1},
      {"|V2", ElementType::U16}, {"|V1", ElementType::U8},
      {"=f4", ElementType::F32}, {"f4", ElementType::F32},
      {">u1", ElementType::U8}};
  for (auto [descr, type] : types) {
    std::string data(3 * getByteSize(type), '\1');
    EXPECT_EQ(parse(makeFile(makeHeader(descr, "(3,)"), data)).getType(), type)
        << descr.str();
  }
}

TEST(Npy, HeadersInOtherOrderAndSpacing) {
  HostArray array = parse(makeFile(
      "{\"shape\":(2L,1),'fortran_order':False,'descr':'|i1'}", "\xff\x02"));
  EXPECT_EQ(array.getShape().vec(), (std::vector<uint64_t>{2, 1}));
  EXPECT_EQ(array.getInteger(0), -1);
}

TEST(Npy, AScalarHasNoDimensions) {
  HostArray array = parse(makeFile(makeHeader("|i1", "()"), "\x07"));
  EXPECT_EQ(array.getShape().size(), 0u);
  EXPECT_EQ(array.getInteger(0), 7);
}

TEST(Npy, FortranOrderIsTransposed) {
  // [[0, 1, 2], [3, 4, 5]] in columns.
  HostArray array = parse(makeFile(makeHeader("|u1", "(2, 3)", "True"),
                                   StringRef("\0\3\1\4\2\5", 6)));
  for (int k = 0; k < 6; ++k)
    EXPECT_EQ(array.getInteger(k), k);
  // Element (i, j, k) of 2x2x2 holds 4 i + 2 j + k.
  array = parse(makeFile(makeHeader("|u1", "(2, 2, 2)", "True"),
                         StringRef("\0\4\2\6\1\5\3\7", 8)));
  for (int k = 0; k < 8; ++k)
    EXPECT_EQ(array.getInteger(k), k);
}

TEST(Npy, FilesAreReadBack) {
  for (ElementType type :
       {ElementType::F64, ElementType::F16, ElementType::I32, ElementType::U8,
        ElementType::I1, ElementType::U64}) {
    llvm::SmallString<64> path;
    ASSERT_FALSE(llvm::sys::fs::createTemporaryFile("npy", "npy", path));
    HostArray array = makeArray(type, {3, 1, 2});
    for (uint64_t k = 0; k < 6; ++k)
      array.setInteger(k, k % 2);
    ASSERT_FALSE(bool(writeNpy(path, array)));
    llvm::Expected<HostArray> back = readNpy(path);
    llvm::sys::fs::remove(path);
    ASSERT_TRUE(bool(back));
    EXPECT_EQ(back->getType(), type);
    EXPECT_EQ(back->getShape(), array.getShape());
    EXPECT_EQ(back->getBytes(), array.getBytes());
  }
}

TEST(Npy, TypesThatNumpyLacks) {
  EXPECT_NE(makeNpyHeader(makeArray(ElementType::BF16, {2})).find("'<u2'"),
            std::string::npos);
  EXPECT_NE(makeNpyHeader(makeArray(ElementType::F8E4M3, {2})).find("'|u1'"),
            std::string::npos);
  EXPECT_EQ(getNpyNote(ElementType::BF16), "bf16 is stored as u16");
  EXPECT_EQ(getNpyNote(ElementType::F8E5M2), "f8e5m2 is stored as u8");
  EXPECT_EQ(getNpyNote(ElementType::F16), "");
}

TEST(Npy, WrittenBooleansAreZeroOrOne) {
  llvm::SmallString<64> path;
  ASSERT_FALSE(llvm::sys::fs::createTemporaryFile("npy", "npy", path));
  HostArray array = makeArray(ElementType::I1, {2});
  array.setBits(1, 0xA5);
  ASSERT_FALSE(bool(writeNpy(path, array)));
  auto buffer = llvm::MemoryBuffer::getFile(path);
  llvm::sys::fs::remove(path);
  ASSERT_TRUE(bool(buffer));
  EXPECT_TRUE((*buffer)->getBuffer().ends_with(StringRef("\0\1", 2)));
}

TEST(Npy, HeadersAreAligned) {
  // The length of the digits moves the end of the header by one each.
  for (uint64_t size = 1; size <= 100000000; size *= 10) {
    HostArray array = makeArray(ElementType::U8, {size});
    EXPECT_EQ(makeNpyHeader(array).size() % 64, 0u);
  }
}

TEST(NpyErrors, Garbage) {
  EXPECT_EQ(errorOf("hello"), "x.npy: expected a .npy file, which starts with "
                              "\"\\x93NUMPY\"");
  EXPECT_EQ(errorOf(""), "x.npy: expected a .npy file, which starts with "
                         "\"\\x93NUMPY\"");
  EXPECT_EQ(errorOf("\x93NUMPY\x01"),
            "x.npy: expected a version, found the end of the file");
  EXPECT_EQ(errorOf(StringRef("\x93NUMPY\x04\x00", 8)),
            "x.npy: expected version 1.0, 2.0 or 3.0, found 4.0");
  EXPECT_EQ(errorOf(StringRef("\x93NUMPY\x02\x00\x10", 9)),
            "x.npy: expected the length of the header, found the end of the "
            "file");
  EXPECT_EQ(errorOf(StringRef("\x93NUMPY\x01\x00\x10\x00{}", 12)),
            "x.npy: expected a header of 16 bytes, found 2");
}

TEST(NpyErrors, Headers) {
  auto headerError = [](StringRef header) { return errorOf(makeFile(header)); };
  EXPECT_EQ(headerError("[]"), "x.npy: expected '{' in the header, found '[]'");
  EXPECT_EQ(headerError("{1: 2}"),
            "x.npy: expected a string in the header, found '1: 2}'");
  EXPECT_EQ(headerError("{'descr"),
            "x.npy: expected a string in the header, found ''descr'");
  EXPECT_EQ(headerError("{'descr' 3"),
            "x.npy: expected ':' after 'descr' in the header, found '3'");
  EXPECT_EQ(headerError("{'color': 3}"),
            "x.npy: expected 'descr', 'fortran_order' or 'shape' in the "
            "header, found 'color'");
  EXPECT_EQ(headerError("{'descr': '<f4' 'shape'"),
            "x.npy: expected ',' or '}' in the header, found ''shape''");
  EXPECT_EQ(headerError("{'fortran_order': 1}"),
            "x.npy: expected True or False in the header, found '1}'");
  EXPECT_EQ(headerError("{'shape': 3}"),
            "x.npy: expected '(' of the shape in the header, found '3}'");
  EXPECT_EQ(headerError("{'shape': (-1,)}"),
            "x.npy: expected a size or ')' in the header, found '-1,)}'");
  EXPECT_EQ(headerError("{'shape': (1 2)}"),
            "x.npy: expected ',' or ')' in the header, found '2)}'");
  EXPECT_EQ(headerError("{'shape': (1,"),
            "x.npy: expected a size or ')' in the header, found the end");
  EXPECT_EQ(headerError("{}"),
            "x.npy: expected 'descr' in the header, found none");
  EXPECT_EQ(headerError("{'descr': '<f4'}"),
            "x.npy: expected 'fortran_order' in the header, found none");
  EXPECT_EQ(headerError("{'descr': '<f4', 'fortran_order': False}"),
            "x.npy: expected 'shape' in the header, found none");
  EXPECT_EQ(headerError(makeHeader("<f4", "()") + "x"),
            "x.npy: expected the end after '}' in the header, found 'x'");
  std::string shape = "(";
  for (int k = 0; k < 33; ++k)
    shape += "1,";
  EXPECT_EQ(headerError(makeHeader("<f4", shape + ")")),
            "x.npy: expected at most 32 dimensions, found 33");
}

TEST(NpyErrors, Types) {
  EXPECT_EQ(errorOf(makeFile(makeHeader(">f4", "(2,)"))),
            "x.npy: expected little-endian data, found the dtype '>f4'; "
            "numpy's astype('<f4') converts it");
  EXPECT_EQ(errorOf(makeFile(makeHeader("<c8", "(2,)"))),
            "x.npy: expected one of the dtypes f2, f4, f8, i1 to i8, u1 to u8 "
            "and b1, found '<c8'");
  EXPECT_EQ(errorOf(makeFile(makeHeader("", "(2,)"))),
            "x.npy: expected one of the dtypes f2, f4, f8, i1 to i8, u1 to u8 "
            "and b1, found ''");
  EXPECT_EQ(errorOf(makeFile("{'descr': [('a', '<f4')], }")),
            "x.npy: expected elements of one number each, found a structured "
            "dtype");
}

TEST(NpyErrors, Sizes) {
  EXPECT_EQ(errorOf(makeFile(makeHeader("<f4", "(2,)"), "1234567")),
            "x.npy: expected 8 bytes of data for 2xf32, found 7");
  EXPECT_EQ(errorOf(makeFile(makeHeader("<f4", "(2,)"), "123456789")),
            "x.npy: expected 8 bytes of data for 2xf32, found 9");
  EXPECT_EQ(errorOf(makeFile(makeHeader("<f4", "(4000000000,)"), "1234")),
            "x.npy: expected 16000000000 bytes of data for 4000000000xf32, "
            "found 4");
  EXPECT_EQ(
      errorOf(makeFile(makeHeader("<f4", "(4294967296, 4294967296)"), "")),
      "x.npy: expected an array of at most 64 GiB, found "
      "4294967296x4294967296xf32");
}

TEST(NpyErrors, Paths) {
  auto readError = [](StringRef path) {
    return llvm::toString(readNpy(path).takeError());
  };
  EXPECT_EQ(readError("/nowhere/x.npy"),
            "/nowhere/x.npy: cannot be read: No such file or directory");
  EXPECT_EQ(readError("/dev/zero"),
            "/dev/zero: expected a file, found a folder or device");
  EXPECT_EQ(readError("/"), "/: expected a file, found a folder or device");
  EXPECT_EQ(llvm::toString(
                writeNpy("/nowhere/x.npy", makeArray(ElementType::U8, {1}))),
            "/nowhere/x.npy: cannot be written: No such file or directory");
}

TEST(NpyErrors, FullDevice) {
  if (!llvm::sys::fs::exists("/dev/full"))
    GTEST_SKIP();
  EXPECT_EQ(
      llvm::toString(writeNpy("/dev/full", makeArray(ElementType::U8, {1}))),
      "/dev/full: cannot be written: No space left on device");
}

} // namespace
