//===- MemoryDecoders.cpp - Loads and stores ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// PTX ISA 9.0, 9.7.9.8 "ld" to 9.7.9.18 "createpolicy", without the copies
// that are asynchronous. Cache hints have no effect on what is loaded.
//
//===----------------------------------------------------------------------===//

#include "MemoryOperand.h"

#include "AsyncDecoders.h"
#include "Block.h"
#include "Lanes.h"
#include "Shadow/Places.h"
#include "Shadow/Undefined.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir::tile;
using namespace mlir::tile::sim;
using llvm::StringRef;

//===----------------------------------------------------------------------===//
// Addresses of an instruction
//===----------------------------------------------------------------------===//

static Space getSpace(const Decoder &d) {
  for (StringRef word : d.match.words) {
    Space space =
        llvm::StringSwitch<Space>(word)
            .Case("global", Space::Global)
            .Case("const", Space::Const)
            .Cases({"shared", "shared::cta"}, Space::Shared)
            .Case("shared::cluster", Space::SharedCluster)
            .Case("local", Space::Local)
            .Cases({"param", "param::entry", "param::func"}, Space::Param)
            .Default(Space::Generic);
    if (space != Space::Generic)
      return space;
  }
  return Space::Generic;
}

static uint64_t getWindowOf(Decoder &d, StringRef space) {
  return space == "shared"  ? kSharedWindow
         : space == "local" ? kLocalWindow
         : space == "param" ? kParamWindow
         : space == "const" ? d.program().constantBase
                            : 0;
}

void mlir::tile::sim::decodeAddress(Decoder &d, const ptx::Operand &operand,
                                    MemoryOperand &memory) {
  memory.access.space = getSpace(d);
  AddressOperand address = d.address(operand);
  memory.base = address.base;
  memory.isNarrow = address.baseBits == 32;
  memory.offset = address.offset;
  memory.isVariable = !address.variableSpace.empty();
  const ptx::Operand &base =
      operand.kind == ptx::Operand::Address && !operand.elements.empty()
          ? operand.elements.front()
          : operand;
  // A number counts from where the CTA's own memory begins.
  if (base.kind == ptx::Operand::Integer &&
      memory.access.space == Space::Shared)
    memory.base = d.function.getSharedAddress(0, 64);
  if (base.kind == ptx::Operand::Name)
    memory.access.origin = d.function.findSharedOrigin(base.name);
  // A variable's address is in its space; where the instruction names none, it
  // must be generic.
  if (memory.access.space == Space::Generic)
    memory.offset += getWindowOf(d, address.variableSpace);
}

void mlir::tile::sim::setAccess(Decoder &d, MemoryOperand &memory,
                                AccessKind kind, unsigned bytes,
                                unsigned elementBytes) {
  memory.access.kind = kind;
  memory.access.bytes = bytes;
  memory.access.alignment = bytes;
  memory.access.isStrong = kind == AccessKind::Atomic || d.has("volatile") ||
                           d.has("relaxed") || d.has("acquire") ||
                           d.has("release") || d.has("mmio");
  memory.access.isOrdering =
      kind == AccessKind::Atomic || d.has("acquire") || d.has("release");
  memory.scope = getScope(d);
  ProgramCode &program = d.program();
  Space space = memory.access.space;
  if (space == Space::Global || space == Space::Generic)
    program.globalGranule = std::min(program.globalGranule, bytes);
  if (space == Space::Shared || space == Space::SharedCluster ||
      space == Space::Generic)
    program.sharedGranule = std::min(program.sharedGranule, bytes);
}

InstructionClass mlir::tile::sim::getClassOf(Space space) {
  switch (space) {
  case Space::Shared:
  case Space::SharedCluster:
    return InstructionClass::Shared;
  case Space::Local:
    return InstructionClass::Local;
  case Space::Param:
  case Space::Const:
    return InstructionClass::Param;
  default:
    return InstructionClass::Global;
  }
}

void mlir::tile::sim::computeAddresses(Warp &w, const MemoryOperand &memory,
                                       uint32_t mask, uint64_t *addresses) {
  if (memory.isNarrow) {
    const uint32_t *base = w.reg<uint32_t>(memory.base);
    forLanes(mask, [&](unsigned l) {
      addresses[l] = uint32_t(base[l] + uint32_t(memory.offset));
    });
    return;
  }
  const uint64_t *base = w.reg<uint64_t>(memory.base);
  uint64_t offset = memory.offset;
  forLanes(mask, [&](unsigned l) { addresses[l] = base[l] + offset; });
}

//===----------------------------------------------------------------------===//
// ld
//===----------------------------------------------------------------------===//

namespace {
/// A load or store: `elements` registers of the list, whose lanes have
/// `registerBytes`; in memory an element has `elementBytes`.
struct VectorAccess : MemoryOperand {
  unsigned elementBytes = 4, registerBytes = 4;
  bool isSigned = false;
  /// All lanes get the same: a parameter of the kernel.
  bool isUniform = false;
  bool isAcquire = false, isRelease = false;
};
} // namespace

/// Loads `T` into registers of R; T may be the low part of R.
template <typename T, typename R, bool IsSigned>
static void loadElements(Warp &w, const Inst &i, uint32_t mask,
                         uint8_t *const *pointers) {
  for (unsigned e = 0; e < i.listSize; ++e) {
    R *d = w.reg<R>(i.list[e]);
    forLanes(mask, [&](unsigned l) {
      T value;
      std::memcpy(&value, pointers[l] + e * sizeof(T), sizeof(T));
      if constexpr (IsSigned)
        d[l] = R(std::make_signed_t<R>(std::make_signed_t<T>(value)));
      else
        d[l] = R(value);
    });
  }
}

static void load128(Warp &w, const Inst &i, uint32_t mask,
                    uint8_t *const *pointers) {
  for (unsigned e = 0; e < i.listSize; ++e) {
    auto *d = w.reg<Bits128>(i.list[e]);
    forLanes(mask,
             [&](unsigned l) { std::memcpy(&d[l], pointers[l] + e * 16, 16); });
  }
}

using LoadFunction = void (*)(Warp &, const Inst &, uint32_t, uint8_t *const *);

template <typename T, typename R> static LoadFunction getLoad(bool isSigned) {
  return isSigned ? loadElements<T, R, true> : loadElements<T, R, false>;
}

template <typename T> static LoadFunction getLoad(unsigned to, bool isSigned) {
  switch (to) {
  case 1:
    return getLoad<T, uint8_t>(isSigned);
  case 2:
    return getLoad<T, uint16_t>(isSigned);
  case 4:
    return getLoad<T, uint32_t>(isSigned);
  default:
    return getLoad<T, uint64_t>(isSigned);
  }
}

static LoadFunction getLoad(unsigned from, unsigned to, bool isSigned) {
  switch (from) {
  case 1:
    return getLoad<uint8_t>(to, isSigned);
  case 2:
    return getLoad<uint16_t>(to, isSigned);
  case 4:
    return getLoad<uint32_t>(to, isSigned);
  case 8:
    return getLoad<uint64_t>(to, isSigned);
  default:
    return load128;
  }
}

namespace {
struct LoadData : VectorAccess {
  LoadFunction load = nullptr;
};
} // namespace

/// Orders of `.acquire` and `.release` accesses.
static void synchronize(Warp &w, const MemoryOperand &memory) {
  fence(w, memory.scope);
}

static void runLoad(Warp &w, const Inst &i, uint32_t mask) {
  const auto &memory = *static_cast<const LoadData *>(i.data);
  uint64_t addresses[kNumLanes];
  uint8_t *pointers[kNumLanes];
  computeAddresses(w, memory, mask, addresses);
  uint32_t good = w.access(i, mask, memory.access, addresses, pointers);
  if (good)
    memory.load(w, i, good, pointers);
  if (good & w.followedLanes)
    followLoad(w, i, good, memory.access.bytes, memory.load);
  // What could not be loaded is 0, so that the run goes on the same each time.
  if (uint32_t bad = mask & ~good) {
    static const uint8_t zeros[64] = {};
    for (uint8_t *&pointer : pointers)
      pointer = const_cast<uint8_t *>(zeros);
    memory.load(w, i, bad, pointers);
  }
  if (i.flags & CopiesToShared)
    noteLoad(w, i, mask, addresses);
  if (memory.isAcquire)
    synchronize(w, memory);
}

/// A load in a loop that waits for others, perhaps.
static void runStrongLoad(Warp &w, const Inst &i, uint32_t mask) {
  const auto &memory = *static_cast<const LoadData *>(i.data);
  uint32_t lane = __builtin_ctz(mask);
  uint64_t addresses[kNumLanes], value = 0;
  computeAddresses(w, memory, 1u << lane, addresses);
  runLoad(w, i, mask);
  std::memcpy(&value, w.reg<uint8_t>(i.list[0]) + lane * memory.registerBytes,
              std::min<size_t>(memory.registerBytes, sizeof(value)));
  w.notePoll(i, addresses[lane], value);
}

/// A parameter of the kernel: the same for all lanes, and checked before.
static void runLoadParameter(Warp &w, const Inst &i, uint32_t mask) {
  const auto &memory = *static_cast<const LoadData *>(i.data);
  uint8_t *pointers[kNumLanes];
  uint8_t *at = w.block.launch().params.data() + memory.offset;
  forLanes(mask, [&](unsigned l) { pointers[l] = at; });
  memory.load(w, i, mask, pointers);
}

/// Whether all of the access is in the parameters of the launch.
static bool isParameter(Decoder &d, const LoadData &memory) {
  const FunctionCode &function = d.function.function;
  return memory.access.space == Space::Param && function.isEntry &&
         memory.isVariable && memory.offset >= 0 &&
         memory.offset % memory.access.alignment == 0 &&
         uint64_t(memory.offset) + memory.access.bytes <=
             function.formalParamSize;
}

static void decodeLoad(Decoder &d) {
  LoadData memory;
  StringRef type = d.type();
  memory.elementBytes = std::max(ptx::getTypeBits(type) / 8, 1u);
  memory.isSigned = type.starts_with("s");
  decodeAddress(d, d.operand(1), memory);
  llvm::ArrayRef<ptx::Operand> elements = Decoder::elements(d.operand(0));
  setAccess(d, memory, AccessKind::Read,
            memory.elementBytes * unsigned(elements.size()),
            memory.elementBytes);
  memory.isAcquire = d.has("acquire");
  if (d.numOperands() > 2)
    d.read(2, "b64"); // A cache policy.
  llvm::SmallVector<uint32_t, 8> list;
  unsigned registerBits = 0;
  for (const ptx::Operand &element : elements) {
    unsigned bits;
    list.push_back(d.writeWide(element, type, bits));
    if (list.back() == kSinkOffset)
      continue;
    if (registerBits && registerBits != bits)
      return d.fail("expected registers of one width, found '" + element.name +
                    "' with " + llvm::Twine(bits) + " bits");
    registerBits = bits;
  }
  memory.registerBytes = registerBits ? registerBits / 8 : memory.elementBytes;
  if (memory.registerBytes < memory.elementBytes)
    return d.fail("expected registers of at least " +
                  llvm::Twine(memory.elementBytes * 8) + " bits");
  memory.load =
      getLoad(memory.elementBytes, memory.registerBytes, memory.isSigned);
  d.setList(list);
  d.inst.cls = getClassOf(memory.access.space);
  bool isParam = isParameter(d, memory);
  Space space = memory.access.space;
  d.info.loadsLocal = space == Space::Local || space == Space::Generic;
  d.info.loadsShared = space == Space::Shared ||
                       space == Space::SharedCluster || space == Space::Generic;
  d.info.loadsParam =
      (space == Space::Param && !isParam) || space == Space::Generic;
  d.info.loadsGlobal = space == Space::Global || space == Space::Generic;
  d.setData(memory);
  if (memory.access.isStrong && !isParam)
    d.inst.control = Control::Wait;
  d.emit(isParam                  ? runLoadParameter
         : memory.access.isStrong ? runStrongLoad
                                  : runLoad);
}

//===----------------------------------------------------------------------===//
// st
//===----------------------------------------------------------------------===//

using StoreFunction = void (*)(Warp &, const Inst &, uint32_t,
                               uint8_t *const *);

template <typename T, typename R>
static void storeElements(Warp &w, const Inst &i, uint32_t mask,
                          uint8_t *const *pointers) {
  for (unsigned e = 0; e < i.listSize; ++e) {
    const R *a = w.reg<R>(i.list[e]);
    forLanes(mask, [&](unsigned l) {
      T value;
      std::memcpy(&value, &a[l], sizeof(T));
      std::memcpy(pointers[l] + e * sizeof(T), &value, sizeof(T));
    });
  }
}

template <typename T> static StoreFunction getStore(unsigned registerBytes) {
  if constexpr (sizeof(T) <= 1)
    if (registerBytes == 1)
      return storeElements<T, uint8_t>;
  if constexpr (sizeof(T) <= 2)
    if (registerBytes == 2)
      return storeElements<T, uint16_t>;
  if constexpr (sizeof(T) <= 4)
    if (registerBytes == 4)
      return storeElements<T, uint32_t>;
  if constexpr (sizeof(T) <= 8)
    if (registerBytes == 8)
      return storeElements<T, uint64_t>;
  return storeElements<T, Bits128>;
}

static StoreFunction getStore(unsigned to, unsigned registerBytes) {
  switch (to) {
  case 1:
    return getStore<uint8_t>(registerBytes);
  case 2:
    return getStore<uint16_t>(registerBytes);
  case 4:
    return getStore<uint32_t>(registerBytes);
  case 8:
    return getStore<uint64_t>(registerBytes);
  default:
    return getStore<Bits128>(registerBytes);
  }
}

namespace {
struct StoreData : VectorAccess {
  StoreFunction store = nullptr;
};
} // namespace

/// Lanes of one store that write different values to one place of shared
/// memory: which stays is not defined.
static void findClashes(Warp &w, const Inst &i, uint32_t mask,
                        const Access &access, uint8_t *const *pointers) {
  // After the store: a lane whose bytes are not there lost them to another.
  const auto &memory = *static_cast<const StoreData *>(i.data);
  for (uint32_t lanes = mask; lanes; lanes &= lanes - 1) {
    unsigned lane = __builtin_ctz(lanes);
    for (unsigned e = 0; e < i.listSize; ++e) {
      const uint8_t *wanted =
          w.reg<uint8_t>(i.list[e]) + lane * memory.registerBytes;
      if (std::memcmp(wanted, pointers[lane] + e * memory.elementBytes,
                      memory.elementBytes) == 0)
        continue;
      w.report(access.space == Space::Global ? ReportKind::GlobalRace
                                             : ReportKind::SharedRace,
               i, lane,
               "lanes of one store write different values to the same place");
      return;
    }
  }
}

/// Most bytes that a lane accesses.
static constexpr unsigned kMaxAccess = 64;

static void runStore(Warp &w, const Inst &i, uint32_t mask) {
  const auto &memory = *static_cast<const StoreData *>(i.data);
  uint64_t addresses[kNumLanes];
  uint8_t *pointers[kNumLanes];
  if (memory.isRelease)
    synchronize(w, memory);
  computeAddresses(w, memory, mask, addresses);
  // What is stored is compared with what is there if it races.
  uint8_t values[kNumLanes * kMaxAccess];
  Access access = memory.access;
  const LaunchState &launch = w.block.launch();
  if (access.space == Space::Global
          ? launch.globalShadow != nullptr
          : access.space != Space::Local && access.space != Space::Param) {
    for (unsigned lane = 0; lane < kNumLanes; ++lane)
      pointers[lane] = values + lane * access.bytes;
    memory.store(w, i, mask, pointers);
    access.values = values;
  }
  uint32_t good = w.access(i, mask, access, addresses, pointers);
  if (i.flags & ChecksReads)
    followStore(w, i, mask, good, memory.access.bytes, memory.store);
  if (!good)
    return;
  if (i.flags & CopiesToShared)
    noteStore(w, i, good, memory.access, addresses);
  // Values that were compared in global memory are there.
  if (!access.values || access.space != Space::Global)
    memory.store(w, i, good, pointers);
  if (memory.access.space != Space::Param &&
      memory.access.space != Space::Local && !memory.access.isStrong)
    findClashes(w, i, good, memory.access, pointers);
}

static void decodeStore(Decoder &d) {
  if (d.has("async"))
    return decodeStoreAsync(d);
  if (d.has("bulk"))
    return decodeStoreBulk(d);
  StoreData memory;
  StringRef type = d.type();
  memory.elementBytes = std::max(ptx::getTypeBits(type) / 8, 1u);
  decodeAddress(d, d.operand(0), memory);
  llvm::ArrayRef<ptx::Operand> elements = Decoder::elements(d.operand(1));
  setAccess(d, memory, AccessKind::Write,
            memory.elementBytes * unsigned(elements.size()),
            memory.elementBytes);
  memory.isRelease = d.has("release");
  if (d.numOperands() > 2)
    d.read(2, "b64"); // A cache policy.
  llvm::SmallVector<uint32_t, 8> list;
  llvm::SmallVector<unsigned, 8> widths;
  unsigned registerBits = 0;
  size_t numReads = d.info.reads.size();
  for (const ptx::Operand &element : elements) {
    list.push_back(d.readWide(element, type, widths.emplace_back()));
    if (element.kind == ptx::Operand::Name)
      registerBits = std::max(registerBits, widths.back());
  }
  for (size_t r = numReads; r < d.info.reads.size(); ++r)
    d.info.reads[r].isHandled = true;
  if (!registerBits)
    registerBits = memory.elementBytes * 8;
  for (auto [element, offset, bits] : llvm::zip(elements, list, widths)) {
    if (bits == registerBits)
      continue;
    if (element.kind == ptx::Operand::Name)
      return d.fail("expected registers of one width, found '" + element.name +
                    "' with " + llvm::Twine(bits) + " bits");
    // Constants get the width of the registers next to them.
    int64_t value;
    if (d.isConstant(element, value))
      offset = d.constant(uint64_t(value), registerBits);
  }
  memory.registerBytes = registerBits / 8;
  if (memory.registerBytes < memory.elementBytes)
    return d.fail("expected registers of at least " +
                  llvm::Twine(memory.elementBytes * 8) + " bits");
  memory.store = getStore(memory.elementBytes, memory.registerBytes);
  d.setList(list);
  d.inst.cls = getClassOf(memory.access.space);
  d.setData(memory);
  d.emit(runStore);
}

//===----------------------------------------------------------------------===//
// Hints
//===----------------------------------------------------------------------===//

static void runNothing(Warp &, const Inst &, uint32_t) {}

static void runHint(Warp &w, const Inst &i, uint32_t mask) {
  const auto &memory = *static_cast<const MemoryOperand *>(i.data);
  Space space = memory.access.space;
  uint64_t addresses[kNumLanes];
  computeAddresses(w, memory, mask, addresses);
  for (; mask; mask &= mask - 1) {
    unsigned lane = __builtin_ctz(mask);
    if (!isInOtherSpace(w, space, addresses[lane]))
      continue;
    w.report(ReportKind::OutOfBounds, i, lane, [&] {
      return "the address 0x" + llvm::utohexstr(addresses[lane], true) + ": " +
             explainOtherSpace(w, space, addresses[lane]);
    });
    return;
  }
}

void mlir::tile::sim::decodeHint(Decoder &d) {
  MemoryOperand memory;
  decodeAddress(d, d.operand(0), memory);
  Space space = memory.access.space;
  d.setData(memory);
  d.emit(space == Space::Generic ? runNothing : runHint,
         InstructionClass::Global);
}

/// A cache policy is opaque; here it is 0.
static void decodePolicy(Decoder &d) {
  d.inst.a = d.constant(0, 64);
  d.inst.dst = d.write(0, "b64");
  d.emit(
      [](Warp &w, const Inst &i, uint32_t mask) {
        uint64_t *to = w.reg<uint64_t>(i.dst);
        forLanes(mask, [&](unsigned l) { to[l] = 0; });
      },
      InstructionClass::Move);
}

void mlir::tile::sim::addMemoryDecoders(DecoderTable &table) {
  table.add("ld", decodeLoad, InstructionClass::Global);
  table.add("ldu", decodeLoad, InstructionClass::Global);
  table.add("st", decodeStore, InstructionClass::Global);
  table.add("prefetch", decodeHint, InstructionClass::Global);
  table.add("prefetchu", decodeHint, InstructionClass::Global);
  table.add("applypriority", decodeHint, InstructionClass::Global);
  table.add("discard", decodeHint, InstructionClass::Global);
  table.add("createpolicy", decodePolicy, InstructionClass::Move);
}
