//===- ArgumentSpec.cpp - A kernel's arguments on a command line ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Run/ArgumentSpec.h"

#include "SpecError.h"

#include "llvm/ADT/StringExtras.h"

#include <cmath>

using namespace mlir::tile::run;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;
using llvm::Twine;

static constexpr StringRef kFileSuffix = ".npy";

namespace {

/// Reads the value of one flag from left to right. All parts are views into
/// `text`, which gives the columns of the messages.
class SpecParser {
public:
  SpecParser(StringRef text, ArgumentRole role)
      : text(text), flag(role == ArgumentRole::Input ? "--input" : "--output") {
    spec.role = role;
    spec.text = text.str();
  }

  Expected<ArgumentSpec> parse();

private:
  Error failAt(StringRef part, const Twine &message) const {
    return makeSpecError(flag, text, part.begin() - text.begin(), message);
  }
  Error expected(StringRef part, const Twine &what) const {
    return failAt(part, "expected " + what + ", found " + describeFound(part));
  }

  Error parseName(StringRef &rest);
  Error parseSave(StringRef &rest);
  Error parseTensorMap(StringRef &rest);
  Error parseHead(StringRef head);
  Error parseScalar(StringRef value);
  Error parseInit(StringRef init);
  Error parseConstant(StringRef init);
  Error parseIota(StringRef init);
  Error parseRandom(StringRef init, bool isNormal);
  Error parseSpecial(StringRef init);
  /// A finite number for first or second, which belong to a word such as
  /// "rand".
  Error parseNumber(StringRef part, StringRef after, ElementType type,
                    double &real, Integer &integer);
  Error parseFile(StringRef file);

  StringRef text;
  StringRef flag;
  ArgumentSpec spec;
};

constexpr llvm::StringLiteral kTensorMap = "tensormap";

/// Takes the text up to the next ':', which is dropped, or all. A part at the
/// end of the text stays a view to there.
StringRef takePart(StringRef &rest) {
  StringRef part = rest.take_until([](char c) { return c == ':'; });
  rest = rest.drop_front(std::min(part.size() + 1, rest.size()));
  return part;
}

} // namespace

Error SpecParser::parseName(StringRef &rest) {
  StringRef word =
      rest.take_while([](char c) { return llvm::isAlnum(c) || c == '_'; });
  if (word.empty() || llvm::isDigit(word.front()) ||
      !rest.drop_front(word.size()).starts_with(":"))
    return Error::success();
  if (word == kTensorMap)
    return Error::success();
  if (parseElementType(word))
    return expected(rest.drop_front(word.size()), "'=' after '" + word + "'");
  spec.name = word.str();
  rest = rest.drop_front(word.size() + 1);
  return Error::success();
}

/// "tensormap:64x64:swizzle=128:", which what follows is seen through.
Error SpecParser::parseTensorMap(StringRef &rest) {
  if (!rest.starts_with(kTensorMap) ||
      !rest.drop_front(kTensorMap.size()).starts_with(":"))
    return Error::success();
  takePart(rest);
  spec.tensorMap.emplace();
  StringRef box = takePart(rest), left = box;
  while (true) {
    StringRef digits = left.take_while(llvm::isDigit);
    uint64_t size;
    if (digits.getAsInteger(10, size))
      return expected(left, "a box such as '64x64' after 'tensormap:'");
    spec.tensorMap->box.push_back(size);
    left = left.drop_front(digits.size());
    if (left.empty())
      break;
    if (!left.consume_front("x"))
      return expected(left, "'x' or ':' in the box of a tensor map");
  }
  while (rest.starts_with("swizzle=") || rest.starts_with("fill=")) {
    StringRef part = takePart(rest), value = part;
    if (value.consume_front("fill=")) {
      if (value != "nan")
        return expected(value, "nan after 'fill='");
      spec.tensorMap->fillsNaN = true;
      continue;
    }
    value.consume_front("swizzle=");
    unsigned bytes;
    if (value.getAsInteger(10, bytes) ||
        (bytes != 32 && bytes != 64 && bytes != 128))
      return expected(value, "32, 64 or 128 after 'swizzle='");
    spec.tensorMap->swizzle = bytes;
  }
  return Error::success();
}

Error SpecParser::parseSave(StringRef &rest) {
  static constexpr StringRef keyword = ":save=";
  size_t at = rest.find(keyword);
  if (at == StringRef::npos)
    return Error::success();
  StringRef file = rest.drop_front(at + keyword.size());
  if (spec.role == ArgumentRole::Input)
    return failAt(rest.drop_front(at),
                  "expected the end, found ':save=', which only an --output "
                  "takes");
  if (!file.ends_with(kFileSuffix))
    return expected(file, "a .npy file after ':save='");
  spec.saveFile = file.str();
  rest = rest.take_front(at);
  return Error::success();
}

Error SpecParser::parseHead(StringRef head) {
  StringRef rest = head;
  if (!rest.empty() && llvm::isDigit(rest.front())) {
    spec.shape.emplace();
    while (!rest.empty() && llvm::isDigit(rest.front())) {
      StringRef digits = rest.take_while(llvm::isDigit);
      uint64_t size;
      if (digits.getAsInteger(10, size))
        return expected(digits, "a size below 2^64");
      spec.shape->push_back(size);
      rest = rest.drop_front(digits.size());
      if (!rest.starts_with("x"))
        return expected(rest, "'x' and a type after '" +
                                  head.take_front(rest.begin() - head.begin()) +
                                  "'");
      rest = rest.drop_front(1);
    }
    if (spec.shape->size() > kMaxRank)
      return failAt(head, "expected at most " + Twine(kMaxRank) +
                              " dimensions, found " +
                              Twine(spec.shape->size()));
  }
  spec.type = parseElementType(rest);
  if (!spec.type && spec.shape)
    return expected(rest, "a type (" + listElementTypes() + ")");
  if (!spec.type && !rest.empty() && !rest.contains('.') &&
      llvm::all_of(rest, [](char c) { return llvm::isAlnum(c) || c == '_'; }) &&
      spec.name.empty())
    return expected(rest, "a shape such as '128x64xf16', a .npy file or a type "
                          "(" +
                              listElementTypes() + "), after a name as in '" +
                              rest + ":i32=8'");
  if (!spec.type)
    return expected(rest, "a shape such as '128x64xf16', a .npy file or a type "
                          "(" +
                              listElementTypes() + ")");
  if (spec.shape && !getNumBytes(*spec.type, *spec.shape))
    return expected(head, "an array of at most 64 GiB");
  return Error::success();
}

Error SpecParser::parseFile(StringRef file) {
  spec.init.kind = Initializer::Kind::File;
  spec.init.file = file.str();
  return Error::success();
}

Error SpecParser::parseScalar(StringRef value) {
  if (value.ends_with(kFileSuffix))
    return parseFile(value);
  if (spec.role == ArgumentRole::Output)
    return failAt(text.take_front(0),
                  "expected an array such as '128xf32', found a scalar, which "
                  "a kernel cannot write");
  spec.isScalar = true;
  spec.shape.emplace();
  spec.init.kind = Initializer::Kind::Constant;
  if (std::optional<std::string> what =
          parseElement(*spec.type, value, spec.init.bits))
    return expected(value, *what + " after '" + getName(*spec.type) + "='");
  return Error::success();
}

Error SpecParser::parseConstant(StringRef value) {
  spec.init.kind = Initializer::Kind::Constant;
  if (std::optional<std::string> what =
          parseElement(*spec.type, value, spec.init.bits))
    return expected(value, *what + " after 'const:'");
  return Error::success();
}

Error SpecParser::parseNumber(StringRef part, StringRef after, ElementType type,
                              double &real, Integer &integer) {
  uint64_t bits;
  if (std::optional<std::string> what = parseElement(type, part, bits))
    return expected(part, *what + " after '" + after + "'");
  if (!isFloat(type)) {
    integer = decodeInteger(type, bits);
    return Error::success();
  }
  real = decodeFloat(type, bits);
  if (!std::isfinite(real))
    return expected(part, "a finite number after '" + after + "'");
  return Error::success();
}

Error SpecParser::parseIota(StringRef rest) {
  Initializer &init = spec.init;
  init.kind = Initializer::Kind::Iota;
  init.second = 1;
  init.secondInteger = 1;
  // A step need not fit the type; only the elements must.
  ElementType type = isFloat(*spec.type) ? ElementType::F64 : ElementType::I64;
  StringRef whole = rest;
  if (!rest.empty()) {
    StringRef part = takePart(rest);
    if (Error error =
            parseNumber(part, "iota:", type, init.first, init.firstInteger))
      return error;
  }
  if (!rest.empty()) {
    StringRef part = takePart(rest);
    if (Error error = parseNumber(part, "iota:START:", type, init.second,
                                  init.secondInteger))
      return error;
  }
  if (!rest.empty())
    return expected(rest, "the end after 'iota:START:STEP'");
  if (!isFloat(*spec.type))
    return Error::success();
  uint64_t count = 1;
  for (uint64_t size : *spec.shape)
    count *= size;
  double last = init.first + init.second * static_cast<double>(count - 1);
  double largest = getLargest(*spec.type);
  if (std::fabs(init.first) > largest || !(std::fabs(last) <= largest))
    return failAt(whole, Twine("expected numbers that fit ") +
                             getName(*spec.type) + ", whose largest is " +
                             formatFloat(*spec.type, largest) +
                             ", found an iota from " +
                             formatFloat(ElementType::F32, init.first) +
                             " to " + formatFloat(ElementType::F32, last));
  return Error::success();
}

Error SpecParser::parseRandom(StringRef rest, bool isNormal) {
  static constexpr StringRef seedKeyword = "seed=";
  Initializer &init = spec.init;
  ElementType type = *spec.type;
  StringRef word = isNormal ? "randn:" : "rand:";
  init.kind = isNormal ? Initializer::Kind::Normal : Initializer::Kind::Uniform;
  init.first = isNormal ? 0 : -1;
  init.second = 1;
  if (!isFloat(type)) {
    init.firstInteger = getMin(type);
    init.secondInteger = getMax(type);
  }
  if (!rest.empty() && !rest.starts_with(seedKeyword)) {
    StringRef first = takePart(rest);
    if (Error error =
            parseNumber(first, word, type, init.first, init.firstInteger))
      return error;
    StringRef second = takePart(rest);
    if (Error error = parseNumber(second, (word + first + ":").str(), type,
                                  init.second, init.secondInteger))
      return error;
    if (isNormal && init.second < 0)
      return expected(second, "a deviation of at least 0");
    if (!isNormal && (isFloat(type) ? init.second < init.first
                                    : init.secondInteger < init.firstInteger))
      return expected(second, "a number of at least " + first);
  }
  if (!rest.empty()) {
    StringRef part = rest, digits = rest;
    uint64_t seed;
    if (!digits.consume_front(seedKeyword))
      return expected(part, "'seed=' or the end");
    if (digits.getAsInteger(10, seed))
      return expected(digits, "an integer of at most 64 bits after 'seed='");
    init.seed = seed;
  }
  return Error::success();
}

Error SpecParser::parseSpecial(StringRef rest) {
  spec.init.kind = Initializer::Kind::Special;
  if (rest.empty())
    return Error::success();
  if (rest.getAsInteger(10, spec.init.hold) || spec.init.hold == 0)
    return expected(rest, "a positive integer after 'special:'");
  return Error::success();
}

Error SpecParser::parseInit(StringRef init) {
  if (init.ends_with(kFileSuffix))
    return parseFile(init);
  StringRef rest = init;
  StringRef word = takePart(rest);
  bool hasColon = word.size() < init.size();
  if (word == "zeros" || word == "poison") {
    if (hasColon)
      return expected(init.drop_front(word.size()),
                      "the end after '" + word + "'");
    spec.init.kind = word == "zeros" ? Initializer::Kind::Constant
                                     : Initializer::Kind::Poison;
    return Error::success();
  }
  if (word == "const") {
    if (!hasColon)
      return expected(init.drop_front(word.size()), "':' after 'const'");
    return parseConstant(rest);
  }
  if (hasColon && rest.empty())
    return expected(rest, "a number after '" + word + ":'");
  if (word == "iota")
    return parseIota(rest);
  if (word == "rand")
    return parseRandom(rest, /*isNormal=*/false);
  if (word == "randn") {
    if (!isFloat(*spec.type))
      return failAt(init, Twine("expected a float type for 'randn', found ") +
                              getName(*spec.type));
    return parseRandom(rest, /*isNormal=*/true);
  }
  if (word == "special")
    return parseSpecial(rest);
  return expected(word, "zeros, const:VALUE, iota, rand, randn, special, "
                        "poison or a .npy file after '='");
}

Expected<ArgumentSpec> SpecParser::parse() {
  StringRef rest = text;
  if (Error error = parseName(rest))
    return error;
  if (Error error = parseSave(rest))
    return error;
  if (Error error = parseTensorMap(rest))
    return error;

  StringRef head = rest.take_until([](char c) { return c == '='; });
  bool hasValue = head.size() < rest.size();
  if (!hasValue && head.ends_with(kFileSuffix)) {
    if (Error error = parseFile(head))
      return error;
    return std::move(spec);
  }
  if (Error error = parseHead(head))
    return error;
  StringRef value = rest.drop_front(std::min(head.size() + 1, rest.size()));
  if (spec.tensorMap && !spec.shape)
    return expected(head, "an array such as '512x512xf16' after a tensor map");
  if (!spec.shape) {
    if (!hasValue)
      return expected(value, "'=' and a value after '" + head + "'");
    if (Error error = parseScalar(value))
      return error;
    return std::move(spec);
  }
  if (!hasValue) {
    if (spec.role == ArgumentRole::Input)
      if (Error error = parseRandom("", /*isNormal=*/false))
        return error;
    return std::move(spec);
  }
  if (Error error = parseInit(value))
    return error;
  return std::move(spec);
}

Expected<ArgumentSpec> mlir::tile::run::parseArgumentSpec(StringRef text,
                                                          ArgumentRole role) {
  return SpecParser(text, role).parse();
}

Expected<ExpectedSpec> mlir::tile::run::parseExpectedSpec(StringRef text,
                                                          StringRef option) {
  ExpectedSpec spec;
  StringRef file = text;
  StringRef word =
      text.take_while([](char c) { return llvm::isAlnum(c) || c == '_'; });
  if (!word.empty() && text.drop_front(word.size()).starts_with("=")) {
    spec.name = word.str();
    file = text.drop_front(word.size() + 1);
  }
  if (!file.ends_with(kFileSuffix))
    return makeSpecError(option, text, file.begin() - text.begin(),
                         "expected [NAME=]FILE.npy, found " +
                             describeFound(file));
  spec.file = file.str();
  return spec;
}
