//===- Npy.cpp - Arrays in numpy's file format ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Run/Npy.h"

#include "SpecError.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir::tile::run;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;
using llvm::Twine;

static constexpr StringRef kMagic("\x93NUMPY", 6);
/// The data starts at a multiple of this, as numpy's own files.
static constexpr size_t kAlignment = 64;

namespace {

struct DType {
  /// Without the byte order.
  StringRef name;
  ElementType type;
};
constexpr DType kDTypes[] = {
    {"f8", ElementType::F64}, {"f4", ElementType::F32},
    {"f2", ElementType::F16}, {"i8", ElementType::I64},
    {"i4", ElementType::I32}, {"i2", ElementType::I16},
    {"i1", ElementType::I8},  {"u8", ElementType::U64},
    {"u4", ElementType::U32}, {"u2", ElementType::U16},
    {"u1", ElementType::U8},  {"b1", ElementType::I1},
    {"V2", ElementType::U16}, {"V1", ElementType::U8},
};

struct Header {
  ElementType type = ElementType::F32;
  Shape shape;
  bool isFortranOrder = false;
};

/// Reads the header, a Python dictionary such as
/// {'descr': '<f4', 'fortran_order': False, 'shape': (128, 64), }
class HeaderParser {
public:
  HeaderParser(StringRef text, StringRef file) : rest(text), file(file) {}

  Expected<Header> parse();

private:
  Error fail(const Twine &message) {
    return llvm::createStringError(file + ": " + message);
  }
  Error expected(const Twine &what) {
    return fail(
        "expected " + what + " in the header, found " +
        describeFound(
            rest.take_until([](char c) { return c == '\n'; }).take_front(20)));
  }
  bool consume(StringRef token) {
    rest = rest.ltrim();
    return rest.consume_front(token);
  }
  Error parseString(StringRef &value);
  Error parseType();
  Error parseOrder();
  Error parseShape();

  StringRef rest;
  StringRef file;
  Header header;
};

} // namespace

Error HeaderParser::parseString(StringRef &value) {
  rest = rest.ltrim();
  if (!rest.starts_with("'") && !rest.starts_with("\""))
    return expected("a string");
  size_t end = rest.find(rest.front(), 1);
  if (end == StringRef::npos)
    return expected("a string");
  value = rest.slice(1, end);
  rest = rest.drop_front(end + 1);
  return Error::success();
}

Error HeaderParser::parseType() {
  StringRef descr;
  if (Error error = parseString(descr))
    return error;
  StringRef name = descr;
  char order = name.empty() ? '\0' : name.front();
  if (order == '<' || order == '>' || order == '|' || order == '=')
    name = name.drop_front();
  if (order == '>' && !name.ends_with("1"))
    return fail("expected little-endian data, found the dtype '" + descr +
                "'; numpy's astype('<" + name + "') converts it");
  for (const DType &dtype : kDTypes) {
    if (dtype.name != name)
      continue;
    header.type = dtype.type;
    return Error::success();
  }
  return fail("expected one of the dtypes f2, f4, f8, i1 to i8, u1 to u8 and "
              "b1, found '" +
              descr + "'");
}

Error HeaderParser::parseOrder() {
  header.isFortranOrder = consume("True");
  if (!header.isFortranOrder && !consume("False"))
    return expected("True or False");
  return Error::success();
}

Error HeaderParser::parseShape() {
  if (!consume("("))
    return expected("'(' of the shape");
  while (!consume(")")) {
    rest = rest.ltrim();
    uint64_t size;
    if (rest.consumeInteger(10, size))
      return expected("a size or ')'");
    // Python 2 wrote long integers as 128L.
    consume("L");
    header.shape.push_back(size);
    if (!consume(",") && !rest.ltrim().starts_with(")"))
      return expected("',' or ')'");
  }
  if (header.shape.size() > kMaxRank)
    return fail("expected at most " + Twine(kMaxRank) + " dimensions, found " +
                Twine(header.shape.size()));
  return Error::success();
}

Expected<Header> HeaderParser::parse() {
  bool hasType = false, hasOrder = false, hasShape = false;
  if (!consume("{"))
    return expected("'{'");
  while (!consume("}")) {
    StringRef key;
    if (Error error = parseString(key))
      return error;
    if (!consume(":"))
      return expected("':' after '" + key + "'");
    if (key == "descr") {
      // A list is a structured type.
      if (consume("["))
        return fail("expected elements of one number each, found a "
                    "structured dtype");
      if (Error error = parseType())
        return error;
      hasType = true;
    } else if (key == "fortran_order") {
      if (Error error = parseOrder())
        return error;
      hasOrder = true;
    } else if (key == "shape") {
      if (Error error = parseShape())
        return error;
      hasShape = true;
    } else {
      return fail("expected 'descr', 'fortran_order' or 'shape' in the header, "
                  "found " +
                  describeFound(key));
    }
    if (!consume(",") && !rest.ltrim().starts_with("}"))
      return expected("',' or '}'");
  }
  rest = rest.trim();
  if (!rest.empty())
    return expected("the end after '}'");
  if (!hasType || !hasOrder || !hasShape)
    return fail(Twine("expected '") +
                (!hasType    ? "descr"
                 : !hasOrder ? "fortran_order"
                             : "shape") +
                "' in the header, found none");
  return header;
}

/// Copies elements whose first index runs fastest to the order of C.
static void copyTransposed(StringRef data, HostArray &array) {
  llvm::ArrayRef<uint64_t> shape = array.getShape();
  unsigned size = getByteSize(array.getType());
  uint8_t *to = array.getBytes().data();
  Shape index(shape.size(), 0);
  for (uint64_t from = 0, e = array.getNumElements(); from < e; ++from) {
    uint64_t flat = 0;
    for (size_t d = 0; d < shape.size(); ++d)
      flat = flat * shape[d] + index[d];
    std::copy_n(data.data() + from * size, size, to + flat * size);
    for (size_t d = 0; d < shape.size() && ++index[d] == shape[d]; ++d)
      index[d] = 0;
  }
}

Expected<HostArray> mlir::tile::run::parseNpy(StringRef contents,
                                              StringRef name) {
  auto fail = [&](const Twine &message) {
    return llvm::createStringError(name + ": " + message);
  };
  StringRef rest = contents;
  if (!rest.consume_front(kMagic))
    return fail("expected a .npy file, which starts with \"\\x93NUMPY\"");
  if (rest.size() < 2)
    return fail("expected a version, found the end of the file");
  unsigned major = static_cast<uint8_t>(rest[0]);
  unsigned minor = static_cast<uint8_t>(rest[1]);
  if (major < 1 || major > 3 || minor != 0)
    return fail("expected version 1.0, 2.0 or 3.0, found " + Twine(major) +
                "." + Twine(minor));
  rest = rest.drop_front(2);
  size_t lengthSize = major == 1 ? 2 : 4;
  if (rest.size() < lengthSize)
    return fail("expected the length of the header, found the end of the file");
  size_t length = major == 1 ? llvm::support::endian::read16le(rest.data())
                             : llvm::support::endian::read32le(rest.data());
  rest = rest.drop_front(lengthSize);
  if (rest.size() < length)
    return fail("expected a header of " + Twine(length) + " bytes, found " +
                Twine(rest.size()));
  Expected<Header> header = HeaderParser(rest.take_front(length), name).parse();
  if (!header)
    return header.takeError();

  StringRef data = rest.drop_front(length);
  std::optional<uint64_t> numBytes = getNumBytes(header->type, header->shape);
  // Compared before the memory is asked for: a header can claim anything.
  if (!numBytes)
    return fail("expected an array of at most 64 GiB, found " +
                formatShape(header->type, header->shape));
  if (data.size() != *numBytes)
    return fail("expected " + Twine(*numBytes) + " bytes of data for " +
                formatShape(header->type, header->shape) + ", found " +
                Twine(data.size()));
  Expected<HostArray> array = HostArray::create(header->type, header->shape);
  if (!array)
    return fail(llvm::toString(array.takeError()));
  if (header->isFortranOrder)
    copyTransposed(data, *array);
  else
    llvm::copy(data.bytes(), array->getBytes().begin());
  return array;
}

Expected<HostArray> mlir::tile::run::readNpy(StringRef path) {
  auto fail = [&](const Twine &message) {
    return llvm::createStringError(path + ": " + message);
  };
  llvm::sys::fs::file_status status;
  if (std::error_code error = llvm::sys::fs::status(path, status))
    return fail("cannot be read: " + error.message());
  // A device or a pipe may never end.
  if (status.type() != llvm::sys::fs::file_type::regular_file)
    return fail("expected a file, found a folder or device");
  auto buffer = llvm::MemoryBuffer::getFile(path, /*IsText=*/false,
                                            /*RequiresNullTerminator=*/false);
  if (!buffer)
    return fail("cannot be read: " + buffer.getError().message());
  return parseNpy((*buffer)->getBuffer(), path);
}

Expected<HostArray> mlir::tile::run::readNpyAs(StringRef path,
                                               ElementType type) {
  Expected<HostArray> array = readNpy(path);
  if (!array)
    return array;
  ElementType found = array->getType();
  if (found == type)
    return array;
  bool isRaw = !isFloat(found) && found != ElementType::I1 &&
               type != ElementType::I1 &&
               getBitWidth(found) == getBitWidth(type);
  if (!isRaw)
    return llvm::createStringError(
        path + ": expected elements of type " + getName(type) +
        (type == ElementType::I1
             ? Twine()
             : " or integers of " + Twine(getBitWidth(type)) + " bits") +
        ", found " + getName(found));
  Expected<HostArray> typed = HostArray::create(type, array->getShape());
  if (typed)
    llvm::copy(array->getBytes(), typed->getBytes().begin());
  return typed;
}

/// The integer type that stands for a type that numpy lacks.
static ElementType getStoredType(ElementType type) {
  switch (type) {
  case ElementType::BF16:
    return ElementType::U16;
  case ElementType::F8E4M3:
  case ElementType::F8E5M2:
    return ElementType::U8;
  default:
    return type;
  }
}

std::string mlir::tile::run::getNpyNote(ElementType type) {
  ElementType stored = getStoredType(type);
  if (stored == type)
    return "";
  return (getName(type) + " is stored as " + getName(stored)).str();
}

std::string mlir::tile::run::makeNpyHeader(const HostArray &array) {
  ElementType stored = getStoredType(array.getType());
  const DType *dtype = llvm::find_if(
      kDTypes, [&](const DType &entry) { return entry.type == stored; });
  std::string text = "{'descr': '";
  text += getByteSize(stored) == 1 ? '|' : '<';
  text += dtype->name.str() + "', 'fortran_order': False, 'shape': (";
  llvm::ArrayRef<uint64_t> shape = array.getShape();
  for (size_t d = 0; d < shape.size(); ++d)
    text += (d ? ", " : "") + std::to_string(shape[d]);
  text += shape.size() == 1 ? ",), }" : "), }";
  // kMaxRank sizes of 20 digits fit version 1's 16-bit length.
  size_t prefix = kMagic.size() + 4;
  size_t padding = kAlignment - (prefix + text.size() + 1) % kAlignment;
  text.append(padding % kAlignment, ' ');
  text += '\n';
  std::string header = kMagic.str();
  header += {'\x01', '\x00', static_cast<char>(text.size() & 0xFF),
             static_cast<char>(text.size() >> 8)};
  return header + text;
}

Error mlir::tile::run::writeNpy(StringRef path, const HostArray &array) {
  std::error_code error;
  llvm::raw_fd_ostream os(path, error);
  if (!error) {
    os << makeNpyHeader(array);
    if (array.getType() == ElementType::I1) {
      // A byte never written is neither True nor False.
      for (uint8_t byte : array.getBytes())
        os << (byte ? '\x01' : '\x00');
    } else {
      os << llvm::toStringRef(array.getBytes());
    }
    os.close();
    error = os.error();
    os.clear_error();
  }
  if (error)
    return llvm::createStringError(path +
                                   ": cannot be written: " + error.message());
  return Error::success();
}
