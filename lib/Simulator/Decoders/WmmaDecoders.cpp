//===- WmmaDecoders.cpp - wmma --------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// PTX ISA 9.0, 9.7.14.4 "wmma.load", "wmma.store", "wmma.mma".
//
//===----------------------------------------------------------------------===//
//
// Which element of a matrix is in which register of which lane is not defined:
// a program may only count on fragments of one shape to agree. Here C and D
// have theirs where the m16n8 parts of mma.sync have them on the hardware, one
// part next to or below the other:
//
//     m16n16   row L / 4 + 8 * (e / 2 % 2), column 8 * (e / 4) + c
//     m32n8    row 16 * (e / 4) + L / 4 + 8 * (e / 2 % 2), column c
//     m8n32    row L / 4, column 8 * (e / 2) + c
//     m8n8     row L / 4, column c
//
// of the element e of lane L, with c = 2 * (L % 4) + e % 2. The elements of A
// and B are dealt out in the order of their rows of A or columns of B: lane 0
// has the first ones, lane 1 those after, and so on; fragments with room for
// more elements than the matrix has start again. What is smaller than a byte is
// moved in words.
//
//===----------------------------------------------------------------------===//

#include "ExactDecoders.h"
#include "MatrixDecoders.h"
#include "MemoryOperand.h"
#include "MmaOperands.h"

#include "Block.h"
#include "Lanes.h"
#include "Shadow/Undefined.h"

#include "tile/Simulator/Float/FloatArithmetic.h"

using namespace mlir::tile;
using namespace mlir::tile::sim;
using llvm::StringRef;

namespace {
constexpr unsigned kMaxSide = 32;

/// The place of a unit in its matrix: an element, or a word of small ones.
struct Place {
  unsigned row, column;
};

/// A matrix in the registers of a warp.
struct WmmaFragment {
  enum Kind : uint8_t { A, B, Sum } kind = A;
  /// In units.
  unsigned rows = 0, columns = 0;
  unsigned unitBytes = 4, registerBytes = 4;
  unsigned numRegisters = 0;

  unsigned perRegister() const { return registerBytes / unitBytes; }
  unsigned perLane() const { return numRegisters * perRegister(); }

  Place locate(unsigned lane, unsigned e) const {
    unsigned index = lane * perLane() + e;
    if (kind == A)
      return {index / columns % rows, index % columns};
    if (kind == B)
      return {index % rows, index / rows % columns};
    unsigned row = lane / 4, column = 2 * (lane % 4) + e % 2;
    if (rows == 8)
      return {row, 8 * (e / 2) + column};
    row += 8 * (e / 2 % 2);
    return columns == 8 ? Place{16 * (e / 4) + row, column}
                        : Place{row, 8 * (e / 4) + column};
  }
};

/// `Inst::a` is the stride, in elements; `Inst::list` the registers.
struct FragmentAccess : MemoryOperand {
  WmmaFragment fragment;
  bool isRowMajor = false;
  /// Elements of a unit.
  unsigned perUnit = 1;
};
} // namespace

/// The unit `e` of a lane, in its register.
static uint8_t *getUnit(Warp &w, const Inst &i, const WmmaFragment &fragment,
                        unsigned lane, unsigned e) {
  return w.reg<uint8_t>(i.list[e / fragment.perRegister()]) +
         lane * fragment.registerBytes +
         e % fragment.perRegister() * fragment.unitBytes;
}

//===----------------------------------------------------------------------===//
// wmma.load, wmma.store
//===----------------------------------------------------------------------===//

/// The address and the stride must be the same in all lanes.
static void checkUniform(Warp &w, const Inst &i, const uint64_t *addresses,
                         const uint32_t *strides) {
  for (unsigned lane = 1; lane < kNumLanes; ++lane) {
    if (addresses[lane] == addresses[0] && strides[lane] == strides[0])
      continue;
    bool isAddress = addresses[lane] != addresses[0];
    w.report(ReportKind::Undefined, i, lane,
             "expected the same " +
                 llvm::Twine(isAddress ? "address" : "stride") +
                 " in all threads of the warp, found " +
                 (isAddress ? "0x" + llvm::utohexstr(addresses[lane]) +
                                  " and 0x" + llvm::utohexstr(addresses[0])
                            : std::to_string(strides[lane]) + " and " +
                                  std::to_string(strides[0])));
    return;
  }
}

/// Calls `f(unit, lanes that have access, pointers)` unit by unit.
template <typename F>
static void forUnits(Warp &w, const Inst &i, const FragmentAccess &data, F f) {
  uint64_t bases[kNumLanes], addresses[kNumLanes];
  uint8_t *pointers[kNumLanes];
  computeAddresses(w, data, kAllLanes, bases);
  const uint32_t *strides = w.reg<uint32_t>(i.a);
  checkUniform(w, i, bases, strides);
  const WmmaFragment &fragment = data.fragment;
  uint64_t step = uint64_t(strides[0]) / data.perUnit * fragment.unitBytes;
  for (unsigned e = 0; e < fragment.perLane(); ++e) {
    for (unsigned lane = 0; lane < kNumLanes; ++lane) {
      Place place = fragment.locate(lane, e);
      unsigned line = data.isRowMajor ? place.row : place.column;
      unsigned in = data.isRowMajor ? place.column : place.row;
      addresses[lane] = bases[0] + line * step + in * fragment.unitBytes;
    }
    f(e, w.access(i, kAllLanes, data.access, addresses, pointers), pointers);
  }
}

static void runLoad(Warp &w, const Inst &i, uint32_t mask) {
  if (!checkWholeWarp(w, i, mask))
    return;
  const auto &data = *static_cast<const FragmentAccess *>(i.data);
  const WmmaFragment &fragment = data.fragment;
  uint32_t origin = 0;
  forUnits(w, i, data, [&](unsigned e, uint32_t good, uint8_t **pointers) {
    for (unsigned lane = 0; lane < kNumLanes; ++lane) {
      uint8_t *to = getUnit(w, i, fragment, lane, e);
      if (good >> lane & 1)
        std::memcpy(to, pointers[lane], fragment.unitBytes);
      else
        std::memset(to, 0, fragment.unitBytes);
    }
    uint32_t followed = good & w.followedLanes;
    if (!followed || !(i.flags & MarksWrites))
      return;
    forLanes(followed, [&](unsigned lane) {
      if (!hasUndefinedBits(w.shadows[lane], fragment.unitBytes))
        return;
      if (!origin)
        origin = w.getLoadedOrigin(i, lane, fragment.unitBytes);
      withShadows(w, [&] {
        std::memcpy(getUnit(w, i, fragment, lane, e), w.shadows[lane],
                    fragment.unitBytes);
      });
    });
  });
  if (!origin)
    return;
  const ProgramCode &program = w.block.launch().program;
  for (const RegisterUse &use : program.infos[program.getPc(i)].writes)
    noteShadow(w.frame(), use, kAllLanes, origin);
}

static void runStore(Warp &w, const Inst &i, uint32_t mask) {
  if (!checkWholeWarp(w, i, mask))
    return;
  const auto &data = *static_cast<const FragmentAccess *>(i.data);
  const WmmaFragment &fragment = data.fragment;
  uint32_t origin;
  bool isUndefined = findHandled(w, i, mask, origin);
  forUnits(w, i, data, [&](unsigned e, uint32_t good, uint8_t **pointers) {
    uint32_t followed = isUndefined ? good & w.followedLanes : 0;
    forLanes(good, [&](unsigned lane) {
      std::memcpy(pointers[lane], getUnit(w, i, fragment, lane, e),
                  fragment.unitBytes);
    });
    // Where memory has no shadows, the value leaves the kernel.
    uint32_t leaving = isUndefined ? good & ~w.followedLanes : 0;
    withShadows(w, [&] {
      leaving = collectLanes(leaving, [&](unsigned lane) {
        return hasUndefinedBits(getUnit(w, i, fragment, lane, e),
                                fragment.unitBytes);
      });
    });
    if (leaving)
      w.reportHandled(i, leaving);
    for (; followed; followed &= followed - 1) {
      unsigned lane = __builtin_ctz(followed);
      withShadows(w, [&] {
        std::memcpy(w.shadows[lane], getUnit(w, i, fragment, lane, e),
                    fragment.unitBytes);
      });
      noteOrigin(w, w.shadows[lane], fragment.unitBytes, origin);
    }
  });
}

static WmmaFragment makeFragment(const MmaShape &shape, WmmaFragment::Kind kind,
                                 StringRef type, unsigned numRegisters) {
  WmmaFragment fragment;
  fragment.kind = kind;
  fragment.numRegisters = numRegisters;
  unsigned bits = std::max(ptx::getTypeBits(type), 1u);
  if (type == "tf32")
    bits = 32;
  unsigned k = bits < 8 ? shape.k * bits / 32 : shape.k;
  fragment.rows = kind == WmmaFragment::B ? k : shape.m;
  fragment.columns = kind == WmmaFragment::A ? k : shape.n;
  fragment.unitBytes = bits < 8 ? 4 : bits / 8;
  fragment.registerBytes = std::max(fragment.unitBytes, 4u);
  return fragment;
}

static void decodeAccess(Decoder &d, bool isLoad) {
  FragmentAccess data;
  StringRef type = d.type();
  const ptx::Operand &registers = d.operand(isLoad ? 0 : 1);
  WmmaFragment::Kind kind = d.has("a")   ? WmmaFragment::A
                            : d.has("b") ? WmmaFragment::B
                                         : WmmaFragment::Sum;
  data.fragment = makeFragment(getMmaShape(d), kind, type,
                               Decoder::elements(registers).size());
  data.isRowMajor = d.has("row");
  const WmmaFragment &fragment = data.fragment;
  unsigned bits = std::max(ptx::getTypeBits(type), 1u);
  data.perUnit = bits < 8 ? 32 / bits : 1;
  decodeAddress(d, d.operand(isLoad ? 1 : 0), data);
  setAccess(d, data, isLoad ? AccessKind::Read : AccessKind::Write,
            fragment.unitBytes, fragment.unitBytes);
  // Without a stride, that of a matrix of its own.
  unsigned width = data.isRowMajor ? fragment.columns : fragment.rows;
  d.inst.a = d.numOperands() > 2 ? d.read(2, "b32")
                                 : d.constant(width * data.perUnit, 32);
  Space space = data.access.space;
  d.info.loadsShared =
      isLoad && (space == Space::Shared || space == Space::Generic);
  d.info.loadsGlobal =
      isLoad && (space == Space::Global || space == Space::Generic);
  StringRef word = fragment.registerBytes == 8 ? "b64" : "b32";
  llvm::SmallVector<uint32_t, 8> list;
  size_t numReads = d.info.reads.size();
  for (const ptx::Operand &element : Decoder::elements(registers))
    list.push_back(isLoad ? d.write(element, word) : d.read(element, word));
  for (size_t r = numReads; r < d.info.reads.size(); ++r)
    d.info.reads[r].isHandled = true;
  d.setList(list);
  d.setData(data);
  d.emit(isLoad ? runLoad : runStore, getClassOf(space));
}

//===----------------------------------------------------------------------===//
// wmma.mma
//===----------------------------------------------------------------------===//

namespace {
/// `Inst::list` has the registers of A, B, C and D.
struct WmmaData : MmaData {
  WmmaFragment a, b, c, d;
  bool isHalfC = false;
  double (*fuse)(double, double, double) = nullptr;
};

/// The words of a fragment's elements, in the order of a matrix.
template <typename T> struct Matrix {
  T at[kMaxSide][kMaxSide];
};
} // namespace

/// Calls `f(lane, unit, place)` for the units of a fragment.
template <typename F> static void forPlaces(const WmmaFragment &fragment, F f) {
  for (unsigned e = 0; e < fragment.perLane(); ++e)
    for (unsigned lane = 0; lane < kNumLanes; ++lane)
      f(lane, e, fragment.locate(lane, e));
}

/// The units of a fragment whose registers begin at `first` of the list, as
/// numbers of their bits.
template <typename T>
static void gather(Warp &w, const Inst &i, const WmmaFragment &fragment,
                   unsigned first, Matrix<T> &to) {
  Inst part = i;
  part.list = i.list + first;
  forPlaces(fragment, [&](unsigned lane, unsigned e, Place place) {
    T value = 0;
    std::memcpy(&value, getUnit(w, part, fragment, lane, e),
                fragment.unitBytes);
    to.at[place.row][place.column] = value;
  });
}

template <typename T>
static void scatter(Warp &w, const Inst &i, const WmmaFragment &fragment,
                    unsigned first, const Matrix<T> &from) {
  Inst part = i;
  part.list = i.list + first;
  forPlaces(fragment, [&](unsigned lane, unsigned e, Place place) {
    std::memcpy(getUnit(w, part, fragment, lane, e),
                &from.at[place.row][place.column], fragment.unitBytes);
  });
}

static void runFloat(Warp &w, const Inst &i, uint32_t mask) {
  if (!checkWholeWarp(w, i, mask))
    return;
  const auto &data = *static_cast<const WmmaData *>(i.data);
  Matrix<uint32_t> a, b, c;
  gather(w, i, data.a, 0, a);
  gather(w, i, data.b, data.beginB(), b);
  gather(w, i, data.c, data.beginC(), c);
  FloatMatrices x;
  x.m = std::min(data.d.rows, FloatMatrices::kMaxM);
  x.k = data.k;
  for (unsigned row = 0; row < data.d.rows; row += x.m)
    for (unsigned col = 0; col < data.d.columns; col += FloatMatrices::kN) {
      for (unsigned k = 0; k < x.k; ++k) {
        for (unsigned m = 0; m < x.m; ++m)
          x.setA(m, k, data.unpackA(a.at[row + m][k], data.tableA));
        for (unsigned n = 0; n < FloatMatrices::kN; ++n)
          x.setB(k, n, data.unpackB(b.at[k][col + n], data.tableB));
      }
      for (unsigned m = 0; m < x.m; ++m)
        for (unsigned n = 0; n < FloatMatrices::kN; ++n) {
          uint32_t word = c.at[row + m][col + n];
          x.setC(m, n, unpackSum(data.model, word, data.isHalfC));
        }
      // A sum of f32 becomes an f16 by a conversion.
      x.multiply(data.model, data.isHalf && data.isHalfC);
      for (unsigned m = 0; m < x.m; ++m)
        for (unsigned n = 0; n < FloatMatrices::kN; ++n)
          c.at[row + m][col + n] = packSum(data.model, x.c[m][n], data.isHalf);
    }
  scatter(w, i, data.d, data.beginD(), c);
}

/// A chain of fused multiply-adds, in the order of the columns of A.
static void runDouble(Warp &w, const Inst &i, uint32_t mask) {
  if (!checkWholeWarp(w, i, mask))
    return;
  const auto &data = *static_cast<const WmmaData *>(i.data);
  Matrix<uint64_t> a, b, c;
  gather(w, i, data.a, 0, a);
  gather(w, i, data.b, data.beginB(), b);
  gather(w, i, data.c, data.beginC(), c);
  for (unsigned row = 0; row < data.d.rows; ++row)
    for (unsigned col = 0; col < data.d.columns; ++col) {
      auto sum = llvm::bit_cast<double>(c.at[row][col]);
      for (unsigned k = 0; k < data.k; ++k)
        sum = data.fuse(llvm::bit_cast<double>(a.at[row][k]),
                        llvm::bit_cast<double>(b.at[k][col]), sum);
      c.at[row][col] = llvm::bit_cast<uint64_t>(sum);
    }
  scatter(w, i, data.d, data.beginD(), c);
}

static void runInteger(Warp &w, const Inst &i, uint32_t mask) {
  if (!checkWholeWarp(w, i, mask))
    return;
  const auto &data = *static_cast<const WmmaData *>(i.data);
  Matrix<uint32_t> a, b, c;
  gather(w, i, data.a, 0, a);
  gather(w, i, data.b, data.beginB(), b);
  gather(w, i, data.c, data.beginC(), c);
  unsigned perUnit = data.a.unitBytes * 8 / data.bits;
  auto dot = [&](uint32_t x, uint32_t y) {
    if (data.bits == 1)
      return __builtin_popcount(data.isAnd ? x & y : x ^ y);
    int32_t sum = 0;
    for (unsigned at = 0; at < perUnit; ++at)
      sum += extractInteger(x, at, data.bits, data.isSignedA) *
             extractInteger(y, at, data.bits, data.isSignedB);
    return sum;
  };
  for (unsigned row = 0; row < data.d.rows; ++row)
    for (unsigned col = 0; col < data.d.columns; ++col) {
      int64_t sum = int32_t(c.at[row][col]);
      for (unsigned k = 0; k < data.a.columns; ++k)
        sum += dot(a.at[row][k], b.at[k][col]);
      c.at[row][col] = uint32_t(finishInteger(sum, data.saturates));
    }
  scatter(w, i, data.d, data.beginD(), c);
}

/// An element of the result is undefined if something is in its row of A, in
/// its column of B, or in C.
static void followWmma(Warp &w, const Inst &i, const InstInfo &, uint32_t) {
  const auto &data = *static_cast<const WmmaData *>(i.data);
  withShadows(w, [&] {
    Matrix<uint64_t> a, b, c;
    gather(w, i, data.a, 0, a);
    gather(w, i, data.b, data.beginB(), b);
    gather(w, i, data.c, data.beginC(), c);
    bool rows[kMaxSide] = {}, columns[kMaxSide] = {};
    forPlaces(data.a, [&](unsigned, unsigned, Place place) {
      rows[place.row] |= a.at[place.row][place.column] != 0;
    });
    forPlaces(data.b, [&](unsigned, unsigned, Place place) {
      columns[place.column] |= b.at[place.row][place.column] != 0;
    });
    forPlaces(data.d, [&](unsigned, unsigned, Place place) {
      uint64_t &bits = c.at[place.row][place.column];
      bits =
          rows[place.row] || columns[place.column] || bits ? ~uint64_t(0) : 0;
    });
    scatter(w, i, data.d, data.beginD(), c);
  });
}

static double fuseExact(double a, double b, double c) {
  return ExactFmaF64()(a, b, c);
}

template <Rounding R> static double fuse(double a, double b, double c) {
  return FmaF64<R>()(a, b, c);
}

static void decodeProduct(Decoder &d) {
  WmmaData data;
  MmaShape shape = getMmaShape(d);
  // Of `wmma.mma...f32.f16` the types are the types of D and C.
  bool isHalfProduct = d.type(2).empty();
  StringRef typeD = d.type(0), typeC = d.type(isHalfProduct ? 1 : 3),
            typeA = isHalfProduct ? StringRef("f16") : d.type(1),
            typeB = isHalfProduct ? StringRef("f16") : d.type(2);
  data.m = shape.m;
  data.k = shape.k;
  data.isHalf = typeD == "f16";
  data.isHalfC = typeC == "f16";
  Handler handler = nullptr;
  StringRef word = "b32";
  if (typeD == "f64") {
    word = "b64";
    handler = runDouble;
    data.fuse = d.program().isExact ? fuseExact
                : d.has("rz")       ? fuse<Rounding::Zero>
                : d.has("rm")       ? fuse<Rounding::Down>
                : d.has("rp")       ? fuse<Rounding::Up>
                                    : fuse<Rounding::NearestEven>;
  } else if (typeD == "s32") {
    handler = runInteger;
    data.bits = std::max(ptx::getTypeBits(typeA), 1u);
    data.isSignedA = typeA.starts_with("s");
    data.isSignedB = typeB.starts_with("s");
    data.saturates = d.has("satfinite");
    data.isAnd = d.has("and");
  } else {
    data.model = getDotModel(d, typeA);
    // Made of two instructions of half the k.
    if (typeA == "tf32")
      data.model.length = data.k / 2;
    if (setUnpack(typeA, data, /*isA=*/true) &&
        setUnpack(typeB, data, /*isA=*/false))
      handler = runFloat;
  }
  if (!handler || shape.m == 0 || d.numOperands() != 4)
    return d.emitNotSimulated();
  llvm::SmallVector<uint32_t, 32> list;
  readMmaRegisters(d, word, data, list);
  data.a = makeFragment(shape, WmmaFragment::A, typeA, data.numA);
  data.b = makeFragment(shape, WmmaFragment::B, typeB, data.numB);
  data.c = makeFragment(shape, WmmaFragment::Sum, typeC, data.numC);
  data.d = makeFragment(shape, WmmaFragment::Sum, typeD, data.numD);
  d.info.flow = followWmma;
  d.setList(list);
  d.setData(data);
  d.emit(handler);
}

void mlir::tile::sim::decodeWmma(Decoder &d) {
  if (d.has("mma"))
    return decodeProduct(d);
  decodeAccess(d, d.has("load"));
}
