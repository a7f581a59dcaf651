//===- ExactDecoders.cpp - Instructions in exact arithmetic ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ExactDecoders.h"

#include "Block.h"
#include "Decoder.h"
#include "Shadow/Undefined.h"
#include "Warp.h"

#include "tile/Simulator/Float/Conversion.h"

#include "llvm/ADT/StringSwitch.h"

#include <array>
#include <cmath>
#include <limits>

using namespace mlir::tile;
using namespace mlir::tile::sim;
using exact::Format;
using exact::Number;
using llvm::StringRef;

void mlir::tile::sim::reportInexact(Warp &warp, const Inst &inst,
                                    uint32_t mask) {
  unsigned lane = __builtin_ctz(mask);
  if (warp.isRepeat(ReportKind::NotExact, inst, lane, /*isNote=*/true))
    return;
  Report report = warp.makeReport(
      ReportKind::NotExact, inst, lane,
      "bits of floats are made or used as integers here: in exact arithmetic "
      "the bits are different, and the result has no meaning");
  report.isNote = true;
  LaunchState &launch = warp.block.launch();
  launch.add(std::move(report), launch.program.getPc(inst));
}

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

namespace {
enum class Clamp : uint8_t { None, Sat, Relu };

using Function = Number (*)(Number, Number, Number);

/// `Inst::a`, `b` and `c` are the operands.
struct ExactData {
  Function function;
  unsigned numOperands = 1;
  Format from[3], to;
  /// Numbers in a register.
  unsigned count = 1;
  Clamp clamp = Clamp::None;
};
} // namespace

static Number applyClamp(Number x, Clamp clamp) {
  if (clamp == Clamp::None)
    return x;
  // .sat makes 0 of NaN, .relu keeps it.
  if (clamp == Clamp::Relu)
    return x.isNaN() ? x : exact::maximum(x, Number());
  return exact::minimum(exact::maximum(x, Number()), Number::fromInteger(1));
}

static uint64_t readLane(Warp &w, uint32_t offset, unsigned lane,
                         unsigned bytes) {
  uint64_t value = 0;
  std::memcpy(&value, w.reg<uint8_t>(offset) + lane * bytes, bytes);
  return value;
}

static void runExact(Warp &w, const Inst &i, uint32_t mask) {
  const auto &data = *static_cast<const ExactData *>(i.data);
  const uint32_t offsets[] = {i.a, i.b, i.c};
  unsigned bits = exact::getBits(data.to), bytes = data.count * bits / 8;
  uint32_t foreign = 0;
  for (uint32_t lanes = mask; lanes; lanes &= lanes - 1) {
    unsigned lane = __builtin_ctz(lanes);
    uint64_t result = 0;
    bool isForeign = false;
    for (unsigned part = 0; part < data.count; ++part) {
      Number x[3];
      for (unsigned o = 0; o < data.numOperands; ++o) {
        unsigned width = exact::getBits(data.from[o]);
        uint64_t word = readLane(w, offsets[o], lane, data.count * width / 8);
        x[o] = exact::decode(word >> (part * width % 64), data.from[o],
                             &isForeign);
      }
      Number y = applyClamp(data.function(x[0], x[1], x[2]), data.clamp);
      result |= exact::encode(y, data.to) << (part * bits % 64);
    }
    std::memcpy(w.reg<uint8_t>(i.dst) + lane * bytes, &result, bytes);
    foreign |= uint32_t(isForeign) << lane;
  }
  if (foreign)
    reportInexact(w, i, foreign);
}

template <Number (*F)(Number)> static Number unary(Number a, Number, Number) {
  return F(a);
}
template <Number (*F)(Number, Number)>
static Number binary(Number a, Number b, Number) {
  return F(a, b);
}

namespace {
struct Named {
  Function function;
  unsigned numOperands;
};
} // namespace

static Named getFunction(StringRef opcode) {
  return llvm::StringSwitch<Named>(opcode)
      .Case("add", {binary<exact::add>, 2})
      .Case("sub", {binary<exact::subtract>, 2})
      .Case("mul", {binary<exact::multiply>, 2})
      .Cases({"fma", "mad"}, {exact::fma, 3})
      .Case("div", {binary<exact::divide>, 2})
      .Case("rcp", {unary<exact::inverse>, 1})
      .Case("sqrt", {unary<exact::sqrt>, 1})
      .Case("rsqrt", {unary<exact::rsqrt>, 1})
      .Case("ex2", {unary<exact::exp2>, 1})
      .Case("lg2", {unary<exact::log2>, 1})
      .Case("sin", {unary<exact::sin>, 1})
      .Case("cos", {unary<exact::cos>, 1})
      .Case("tanh", {unary<exact::tanh>, 1})
      .Default({nullptr, 0});
}

/// The word that a register of numbers is read by.
static StringRef getRegisterType(Format format, unsigned count) {
  if (count == 1 && format == Format::F32)
    return "f32";
  if (count == 1 && format == Format::F64)
    return "f64";
  unsigned bits = count * exact::getBits(format);
  return bits == 16 ? "b16" : bits == 32 ? "b32" : "b64";
}

static bool decodeFunction(Decoder &d) {
  Named named = getFunction(d.source.opcode);
  StringRef type = d.type();
  ExactData data;
  data.count = type.consume_back("x2") ? 2 : 1;
  std::optional<Format> format = exact::getFormat(type);
  if (!named.function || !format || d.numOperands() != named.numOperands + 1)
    return false;
  data.function = named.function;
  data.numOperands = named.numOperands;
  data.to = *format;
  // Of mixed precision, the last operand alone has the type of the result; of
  // add and sub the first alone has not.
  std::optional<Format> mixed = exact::getFormat(d.type(1));
  for (unsigned o = 0; o < named.numOperands; ++o)
    data.from[o] = mixed && o + 1 < named.numOperands ? *mixed : *format;
  data.clamp = d.has("sat")    ? Clamp::Sat
               : d.has("relu") ? Clamp::Relu
                               : Clamp::None;
  uint32_t *const offsets[] = {&d.inst.a, &d.inst.b, &d.inst.c};
  for (unsigned o = 0; o < named.numOperands; ++o)
    *offsets[o] = d.read(o + 1, getRegisterType(data.from[o], data.count));
  d.inst.dst = d.write(0, getRegisterType(data.to, data.count));
  if (exact::getBits(*format) == 16)
    d.inst.cls = InstructionClass::Half;
  d.setData(data);
  d.emit(runExact);
  return true;
}

//===----------------------------------------------------------------------===//
// cvt
//===----------------------------------------------------------------------===//

namespace {
/// A type of cvt: numbers of the ring, floats of few bits, or integers.
struct ExactType {
  ConversionType type;
  std::optional<Format> format;
  /// Of floats of few bits: the numbers of all codes, and a code for each
  /// number that is one of them.
  const std::vector<Number> *numbers = nullptr;
  const llvm::DenseMap<int32_t, uint8_t> *codes = nullptr;
};

/// `Inst::list` has the sources.
struct ExactConversion {
  ExactType to, from;
  llvm::SmallVector<unsigned, 5> sourceBytes;
  unsigned resultBytes = 4;
  Clamp clamp = Clamp::None;
  /// The name of a rounding to integers, "rni"; or empty.
  StringRef integral;
};

/// The floats of a type of 8 bits or fewer.
struct SmallFloats {
  std::vector<Number> numbers;
  llvm::DenseMap<int32_t, uint8_t> codes;

  explicit SmallFloats(const FloatFormat &format) {
    for (unsigned code = 0; code < 1u << format.getBits(); ++code) {
      double value = llvm::bit_cast<double>(
          kF64.encode(format.decode(code), Rounding::NearestEven));
      Number number = Number::fromDouble(value);
      numbers.push_back(number);
      if (number.isFinite())
        codes.try_emplace(number.get(), code);
    }
  }
};
} // namespace

static const SmallFloats *getSmallFloats(StringRef type) {
  static const SmallFloats e4m3(kE4M3), e5m2(kE5M2), e3m2(kE3M2), e2m3(kE2M3),
      e2m1(kE2M1), ue8m0(kUE8M0);
  return llvm::StringSwitch<const SmallFloats *>(type)
      .Case("e4m3", &e4m3)
      .Case("e5m2", &e5m2)
      .Case("e3m2", &e3m2)
      .Case("e2m3", &e2m3)
      .Case("e2m1", &e2m1)
      .Case("ue8m0", &ue8m0)
      .Default(nullptr);
}

static std::optional<ExactType> getExactType(StringRef word) {
  std::optional<ConversionType> known = ConversionType::get(word);
  if (!known)
    return std::nullopt;
  ExactType type;
  type.type = *known;
  StringRef name = word.take_until([](char c) { return c == 'x'; });
  type.format = exact::getFormat(name);
  if (const SmallFloats *floats = getSmallFloats(name)) {
    type.numbers = &floats->numbers;
    type.codes = &floats->codes;
  }
  if (known->format && !type.format && !type.numbers)
    return std::nullopt;
  return type;
}

static uint64_t getMask(unsigned bits) {
  return bits >= 64 ? ~uint64_t(0) : (uint64_t(1) << bits) - 1;
}

static Number decodeElement(const ExactType &type, uint64_t code,
                            bool &isForeign) {
  code &= getMask(type.type.bits);
  if (type.format)
    return exact::decode(code, *type.format, &isForeign);
  if (type.numbers)
    return (*type.numbers)[code % type.numbers->size()];
  if (!type.type.isSigned)
    return Number::fromInteger(int64_t(code % uint64_t(exact::kModulus)));
  unsigned shift = 64 - type.type.bits;
  return Number::fromInteger(int64_t(code << shift) >> shift);
}

static uint64_t encodeElement(const ExactType &type, Number number) {
  if (type.format)
    return exact::encode(number, *type.format);
  unsigned bits = type.type.bits;
  if (type.numbers) {
    auto it =
        number.isFinite() ? type.codes->find(number.get()) : type.codes->end();
    if (it != type.codes->end())
      return it->second;
    // What is not one of the floats becomes any of those that are numbers.
    Number any = exact::apply("small", number);
    uint64_t code = any.isFinite() ? uint64_t(any.get() + exact::kGreatest) : 0;
    for (code %= type.numbers->size(); !(*type.numbers)[code].isFinite();)
      code = (code + 1) % type.numbers->size();
    return code;
  }
  // An integer is what it was, if it is small; else the nearest.
  double value = number.isNaN() ? 0 : number.toDouble();
  double low = type.type.isSigned ? -std::ldexp(1.0, int(bits) - 1) : 0;
  double high = std::ldexp(1.0, int(bits) - type.type.isSigned);
  if (value >= high)
    return getMask(bits - type.type.isSigned);
  return uint64_t(int64_t(std::max(value, low))) & getMask(bits);
}

static void runExactConvert(Warp &w, const Inst &i, uint32_t mask) {
  const auto &data = *static_cast<const ExactConversion *>(i.data);
  unsigned count = data.to.type.count;
  bool isPacked = data.from.type.count == count;
  uint32_t foreign = 0;
  for (uint32_t lanes = mask; lanes; lanes &= lanes - 1) {
    unsigned lane = __builtin_ctz(lanes);
    uint64_t result = 0;
    bool isForeign = false;
    for (unsigned e = 0; e < count; ++e) {
      // The first of several sources is the highest part of the result.
      unsigned source = isPacked ? 0 : count - 1 - e;
      uint64_t code =
          readLane(w, i.list[source], lane, data.sourceBytes[source]);
      if (isPacked)
        code >>= e * data.from.type.stride;
      Number x = decodeElement(data.from, code, isForeign);
      if (!data.integral.empty() && data.to.type.format)
        x = exact::apply(data.integral, x);
      result |= encodeElement(data.to, applyClamp(x, data.clamp))
                << (e * data.to.type.stride);
    }
    if (data.to.type.isSigned && !data.to.type.format) {
      unsigned shift = 64 - data.to.type.bits;
      result = uint64_t(int64_t(result << shift) >> shift);
    }
    std::memcpy(w.reg<uint8_t>(i.dst) + lane * data.resultBytes, &result,
                data.resultBytes);
    foreign |= uint32_t(isForeign) << lane;
  }
  if (foreign)
    reportInexact(w, i, foreign);
}

static bool decodeConvert(Decoder &d) {
  if (!ptx::isFloatType(d.type(0)) && !ptx::isFloatType(d.type(1)))
    return false;
  std::optional<ExactType> to = getExactType(d.type(0)),
                           from = getExactType(d.type(1));
  if (!to || !from || d.has("pack"))
    return false;
  ExactConversion data;
  data.to = *to;
  data.from = *from;
  data.clamp = d.has("relu")                     ? Clamp::Relu
               : d.has("sat") && to->type.format ? Clamp::Sat
                                                 : Clamp::None;
  for (StringRef word : {"rni", "rzi", "rmi", "rpi"})
    if (d.has(word))
      data.integral = word;
  // What follows the numbers are random bits, for a rounding that is none.
  unsigned numSources = from->type.count == to->type.count ? 1 : to->type.count;
  llvm::SmallVector<uint32_t, 5> list;
  for (unsigned o = 1; o < d.numOperands(); ++o)
    for (const ptx::Operand &element : Decoder::elements(d.operand(o))) {
      unsigned bits = list.size() < numSources ? from->type.getTotalBits() : 32;
      StringRef type = bits == 64 ? (from->format ? "f64" : "b64")
                       : bits == 32
                           ? (from->format == Format::F32 ? "f32" : "b32")
                       : bits == 16 ? "b16"
                                    : "b8";
      list.push_back(d.readWide(element, type, bits));
      data.sourceBytes.push_back(bits / 8);
    }
  if (list.size() < numSources)
    return false;
  unsigned bits;
  d.inst.dst = d.writeWide(d.operand(0), d.type(0), bits);
  data.resultBytes = bits / 8;
  if (list.size() > 1)
    d.info.flow = list.size() == 2 && to->type.count == 2 ? flowPair : flowAll;
  d.setList(list);
  d.setData(std::move(data));
  d.emit(runExactConvert);
  return true;
}

bool mlir::tile::sim::decodeExact(Decoder &d) {
  return d.source.opcode == "cvt" ? decodeConvert(d) : decodeFunction(d);
}

//===----------------------------------------------------------------------===//
// Matrices
//===----------------------------------------------------------------------===//

double ExactFmaF64::operator()(double a, double b, double c) const {
  auto get = [](double x) {
    return exact::decode(llvm::bit_cast<uint64_t>(x), Format::F64);
  };
  return llvm::bit_cast<double>(
      exact::encode(exact::fma(get(a), get(b), get(c)), Format::F64));
}

MatrixElement mlir::tile::sim::unpackExact16(uint16_t code) {
  // Infinities and NaN of f16 are not numbers of the ring; in bf16 they are
  // above the numbers.
  int magnitude = code & 0x7FFF;
  double value = magnitude < 0x7C00 ? magnitude
                 : magnitude == 0x7C00 || magnitude == 0x7F80
                     ? std::numeric_limits<double>::infinity()
                     : std::numeric_limits<double>::quiet_NaN();
  return {code & 0x8000 ? -value : value, 0};
}

static std::array<MatrixElement, 256> makeExact(const MatrixElement *table) {
  std::array<MatrixElement, 256> numbers;
  for (unsigned byte = 0; byte < 256; ++byte)
    numbers[byte] = {Number::fromDouble(table[byte].value).toDouble(), 0};
  return numbers;
}

const MatrixElement *mlir::tile::sim::getExactElementTable(StringRef type) {
  auto make = [](StringRef type) {
    return makeExact(getElementTable(type, /*isEmulated=*/false));
  };
  static const auto e4m3 = make("e4m3"), e5m2 = make("e5m2"),
                    e3m2 = make("e3m2"), e2m3 = make("e2m3"),
                    e2m1 = make("e2m1");
  const auto *table = type == "e4m3"   ? &e4m3
                      : type == "e5m2" ? &e5m2
                      : type == "e3m2" ? &e3m2
                      : type == "e2m3" ? &e2m3
                      : type == "e2m1" ? &e2m1
                                       : nullptr;
  return table ? table->data() : nullptr;
}

const MatrixElement *mlir::tile::sim::getExactScaleTable(StringRef type) {
  static const auto ue8m0 = makeExact(getScaleTable("ue8m0")),
                    ue4m3 = makeExact(getScaleTable("ue4m3"));
  return type == "ue8m0"   ? ue8m0.data()
         : type == "ue4m3" ? ue4m3.data()
                           : nullptr;
}

uint32_t mlir::tile::sim::packExact(double value, Format format) {
  Number number = std::isfinite(value) ? Number::fromInteger(int64_t(value))
                                       : Number::fromDouble(value);
  return uint32_t(exact::encode(number, format));
}
