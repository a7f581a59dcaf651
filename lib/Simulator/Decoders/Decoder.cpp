//===- Decoder.cpp - Operands as offsets into the registers ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Decoder.h"
#include "Lanes.h"
#include "Shadow/Undefined.h"

#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir::tile;
using namespace mlir::tile::sim;
using llvm::ArrayRef;
using llvm::StringRef;

ProgramCode &Decoder::program() { return function.program; }

void Decoder::fail(const llvm::Twine &message) {
  function.error(source.location, message);
}

/// Whether the instruction is not a function of registers to registers.
static bool hasEffect(const Inst &inst, const InstInfo &info) {
  switch (inst.cls) {
  case InstructionClass::Global:
  case InstructionClass::Shared:
  case InstructionClass::Local:
  case InstructionClass::Param:
  case InstructionClass::Atomic:
  case InstructionClass::Async:
  case InstructionClass::Barrier:
    return true;
  default:
    return inst.control != Control::None || info.writes.empty();
  }
}

void Decoder::emit(Handler handler) {
  inst.run = handler;
  info.hasEffect = hasEffect(inst, info);
  // Packed numbers have nothing to do with each other.
  bool isPacked = llvm::StringRef(type()).ends_with("x2") && !info.flow &&
                  !info.writes.empty();
  if (isPacked &&
      llvm::all_equal(llvm::map_range(
          llvm::concat<RegisterUse>(
              llvm::drop_begin(info.reads, inst.guard != kTrueOffset ? 1 : 0),
              info.writes),
          [](const RegisterUse &use) { return use.bits; }))) {
    info.flow = flowParts;
    info.table = info.writes.front().bits / 2;
  }
  function.emit(inst, std::move(info));
  info = {};
}

void Decoder::setList(ArrayRef<uint32_t> offsets) {
  uint32_t *copy = program().allocator.Allocate<uint32_t>(offsets.size());
  llvm::copy(offsets, copy);
  inst.list = copy;
  inst.listSize = offsets.size();
}

ArrayRef<ptx::Operand> Decoder::elements(const ptx::Operand &operand) {
  if (operand.kind == ptx::Operand::Vector ||
      operand.kind == ptx::Operand::Pair || operand.kind == ptx::Operand::List)
    return operand.elements;
  return operand;
}

uint32_t Decoder::constant(uint64_t value, unsigned bits) {
  return function.getConstant(value, 0, bits);
}

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

/// The bits of a floating-point constant in a type that an instruction has.
static uint64_t convertConstant(double value, StringRef type) {
  using llvm::APFloat;
  const llvm::fltSemantics *semantics = nullptr;
  if (type == "f32")
    semantics = &APFloat::IEEEsingle();
  else if (type == "f16")
    semantics = &APFloat::IEEEhalf();
  else if (type == "bf16")
    semantics = &APFloat::BFloat();
  APFloat number(value);
  bool losesInfo;
  if (semantics)
    number.convert(*semantics, APFloat::rmNearestTiesToEven, &losesInfo);
  return number.bitcastToAPInt().getZExtValue();
}

static uint64_t getConstantBits(const ptx::Operand &operand, StringRef type) {
  if (operand.kind == ptx::Operand::F64 && ptx::isFloatType(type) &&
      type != "f64") {
    double value;
    std::memcpy(&value, &operand.bits, 8);
    return convertConstant(value, type);
  }
  if (operand.kind == ptx::Operand::F32 && type == "f64") {
    float value;
    std::memcpy(&value, &operand.bits, 4);
    return convertConstant(value, type);
  }
  return operand.bits;
}

static unsigned getWidth(StringRef type) {
  unsigned bits = ptx::getTypeBits(type);
  return bits == 1 ? 1 : std::max(bits, 8u);
}

static uint64_t truncate(uint64_t value, unsigned bits) {
  if (bits == 1)
    return value ? 0xFFFFFFFF : 0;
  return bits >= 64 ? value : value & ((uint64_t(1) << bits) - 1);
}

//===----------------------------------------------------------------------===//
// Special registers
//===----------------------------------------------------------------------===//

static std::optional<Special> getSpecialByName(StringRef name) {
  return llvm::StringSwitch<std::optional<Special>>(name)
      .Case("%tid", Special::Tid)
      .Case("%ntid", Special::Ntid)
      .Case("%laneid", Special::LaneId)
      .Case("%warpid", Special::WarpId)
      .Case("%nwarpid", Special::NumWarps)
      .Case("%ctaid", Special::Ctaid)
      .Case("%nctaid", Special::Nctaid)
      .Case("%smid", Special::SmId)
      .Case("%nsmid", Special::NumSm)
      .Case("%gridid", Special::GridId)
      .Case("%is_explicit_cluster", Special::IsExplicitCluster)
      .Case("%clusterid", Special::ClusterId)
      .Case("%nclusterid", Special::NumClusters)
      .Case("%cluster_ctaid", Special::ClusterCtaid)
      .Case("%cluster_nctaid", Special::ClusterNctaid)
      .Case("%cluster_ctarank", Special::ClusterCtaRank)
      .Case("%cluster_nctarank", Special::ClusterNctaRank)
      .Case("%lanemask_eq", Special::LaneMaskEq)
      .Case("%lanemask_le", Special::LaneMaskLe)
      .Case("%lanemask_lt", Special::LaneMaskLt)
      .Case("%lanemask_ge", Special::LaneMaskGe)
      .Case("%lanemask_gt", Special::LaneMaskGt)
      .Case("%clock", Special::Clock)
      .Case("%clock_hi", Special::ClockHi)
      .Case("%clock64", Special::Clock64)
      .Case("%globaltimer", Special::GlobalTimer)
      .Case("%globaltimer_lo", Special::GlobalTimerLo)
      .Case("%globaltimer_hi", Special::GlobalTimerHi)
      .Case("%total_smem_size", Special::TotalSharedSize)
      .Case("%aggr_smem_size", Special::TotalSharedSize)
      .Case("%dynamic_smem_size", Special::DynamicSharedSize)
      .Cases({"%reserved_smem_offset_begin", "%reserved_smem_offset_0",
              "%reserved_smem_offset_1"},
             Special::ReservedSharedBegin)
      .Cases({"%reserved_smem_offset_end", "%reserved_smem_offset_cap"},
             Special::ReservedSharedEnd)
      .Case("%current_graph_exec", Special::Zero)
      // What drivers put there: cooperative_groups/details/driver_abi.h of the
      // CUDA toolkit. They have nothing in the others.
      .Case("%envreg1", Special::GridWorkspaceHigh)
      .Case("%envreg2", Special::GridWorkspaceLow)
      .StartsWith("%envreg", Special::Zero)
      .Default(std::nullopt);
}

static uint32_t readSpecial(Decoder &d, const ptx::Operand &operand,
                            unsigned bits) {
  std::optional<Special> special = getSpecialByName(operand.name);
  if (!special)
    return d.function.readNotSimulated(d.inst, bits);
  if (*special == Special::ReservedSharedBegin)
    d.program().usesReservedShared = d.program().followsShared = true;
  unsigned component = 0;
  if (!operand.component.empty()) {
    size_t found =
        StringRef("xyzw").find(StringRef(operand.component).drop_front());
    // .w is there for vectors of four, and 0.
    if (found == 3)
      special = Special::Zero;
    else if (found < 3)
      component = found;
  }
  if (*special >= Special::Clock)
    return d.function.readDynamicSpecial(*special, bits);
  return d.function.getSpecial(*special, component, bits);
}

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

bool Decoder::isConstant(const ptx::Operand &operand, int64_t &value) const {
  if (operand.kind != ptx::Operand::Integer)
    return false;
  value = int64_t(operand.bits);
  return true;
}

bool Decoder::immediate(const ptx::Operand &operand, int64_t &value) {
  if (isConstant(operand, value))
    return true;
  fail("expected an integer constant, found '" + operand.name + "'");
  return false;
}

uint32_t Decoder::readWide(const ptx::Operand &operand, StringRef type,
                           unsigned &bits) {
  bits = getWidth(type);
  switch (operand.kind) {
  case ptx::Operand::Integer:
  case ptx::Operand::F32:
  case ptx::Operand::F64: {
    uint64_t low = truncate(
        function.getNumber(operand, type, getConstantBits(operand, type)),
        bits);
    // An integer is signed unless it says otherwise: -1 fills 128 bits.
    uint64_t high = bits == 128 && operand.kind == ptx::Operand::Integer &&
                            !operand.isUnsigned && int64_t(low) < 0
                        ? ~uint64_t(0)
                        : 0;
    return function.getConstant(low, high, bits);
  }
  case ptx::Operand::Placeholder:
  case ptx::Operand::Name: {
    Symbol symbol = function.lookup(operand);
    switch (symbol.kind) {
    case Symbol::Register: {
      bits = getWidth(symbol.type);
      info.reads.push_back({symbol.offset, uint16_t(bits),
                            ptx::isFloatType(symbol.type), symbol.index,
                            operand.name});
      if (operand.offset == 0)
        return symbol.offset;
      fail("expected a register without an offset, found '" + operand.name +
           "'");
      return 0;
    }
    case Symbol::Variable:
      if (symbol.space == "local")
        return function.getLocalAddress(
            symbol.address + uint64_t(operand.offset), bits);
      if (symbol.space == "shared")
        return function.getSharedAddress(
            symbol.address + uint64_t(operand.offset), bits);
      if (FunctionCode::Formal *formal = function.getFormal(symbol)) {
        std::optional<uint64_t> copy =
            function.getLocalCopy(*formal, operand.name);
        if (copy)
          return function.getLocalAddress(*copy + uint64_t(operand.offset),
                                          bits);
        fail("expected at most 512 KiB of local memory a thread, found more "
             "with the copy of '" +
             operand.name + "', whose address is taken");
        return 0;
      }
      [[fallthrough]];
    case Symbol::Function:
      return function.getConstant(
          truncate(symbol.address + uint64_t(operand.offset), bits), 0, bits);
    case Symbol::SpecialRegister:
      return readSpecial(*this, operand, bits);
    default:
      break;
    }
    if (operand.name == "WARP_SZ")
      return function.getConstant(kNumLanes, 0, bits);
    fail("expected a register or variable that is declared, found '" +
         operand.name + operand.component.str() + "'");
    return 0;
  }
  default:
    fail("expected a register or constant as operand");
    return 0;
  }
}

uint32_t Decoder::read(const ptx::Operand &operand, StringRef type) {
  unsigned bits;
  uint32_t offset = readWide(operand, type, bits);
  if (bits == getWidth(type) || offset == 0)
    return offset;
  fail("expected a register of " + llvm::Twine(getWidth(type)) +
       " bits, found '" + operand.name + "' with " + llvm::Twine(bits));
  return 0;
}

uint32_t Decoder::read(unsigned i, StringRef type) {
  return read(operand(i), type);
}

uint32_t Decoder::readPredicate(const ptx::Operand &operand, uint32_t &flip) {
  flip = operand.isNegated ? ~0u : 0;
  return read(operand, "pred");
}

uint32_t Decoder::writeWide(const ptx::Operand &operand, StringRef type,
                            unsigned &bits) {
  bits = getWidth(type);
  if (operand.isSink())
    return kSinkOffset;
  bool isNamed = operand.kind == ptx::Operand::Name ||
                 operand.kind == ptx::Operand::Placeholder;
  Symbol symbol = isNamed ? function.lookup(operand) : Symbol();
  if (symbol.kind != Symbol::Register) {
    fail("expected a register that is declared, found '" + operand.name + "'");
    return kSinkOffset;
  }
  bits = getWidth(symbol.type);
  info.writes.push_back({symbol.offset, uint16_t(bits),
                         ptx::isFloatType(symbol.type), symbol.index,
                         operand.name});
  return symbol.offset;
}

uint32_t Decoder::write(const ptx::Operand &operand, StringRef type) {
  unsigned bits;
  uint32_t offset = writeWide(operand, type, bits);
  if (bits == getWidth(type) || offset == kSinkOffset)
    return offset;
  fail("expected a register of " + llvm::Twine(getWidth(type)) +
       " bits, found '" + operand.name + "' with " + llvm::Twine(bits));
  return kSinkOffset;
}

uint32_t Decoder::write(unsigned i, StringRef type) {
  return write(operand(i), type);
}

AddressOperand Decoder::address(const ptx::Operand &operand) {
  const ptx::Operand &base =
      operand.kind == ptx::Operand::Address && !operand.elements.empty()
          ? operand.elements.front()
          : operand;
  AddressOperand result;
  if (base.kind == ptx::Operand::Integer) {
    result.base = constant(0, 64);
    result.offset = int64_t(base.bits);
    return result;
  }
  if (base.kind == ptx::Operand::Element) {
    fail("expected a register, a variable or a number as address, found an "
         "element of '" +
         base.name + "'");
    return result;
  }
  Symbol symbol = function.lookup(base);
  result.offset = base.offset;
  switch (symbol.kind) {
  case Symbol::Register:
    result.baseBits = getWidth(symbol.type);
    if (result.baseBits != 32 && result.baseBits != 64)
      fail("expected a register of 32 or 64 bits as address, found '" +
           base.name + "' with " + llvm::Twine(result.baseBits));
    info.reads.push_back({symbol.offset, uint16_t(result.baseBits), false,
                          symbol.index, base.name});
    info.reads.back().isAddress = true;
    result.base = symbol.offset;
    return result;
  case Symbol::Variable:
    result.base = symbol.space == "local"    ? function.getLocalAddress(0, 64)
                  : symbol.space == "shared" ? function.getSharedAddress(0, 64)
                                             : constant(0, 64);
    result.offset += int64_t(symbol.address);
    result.variableSpace = symbol.space;
    return result;
  case Symbol::SpecialRegister:
    result.base = read(base, "b64");
    return result;
  default:
    fail("expected a register or variable that is declared, found '" +
         base.name + "'");
    return result;
  }
}

//===----------------------------------------------------------------------===//
// The table of families
//===----------------------------------------------------------------------===//

const DecoderTable &DecoderTable::get() {
  static const DecoderTable table = [] {
    DecoderTable t;
    addIntegerDecoders(t);
    addBitDecoders(t);
    addFloatDecoders(t);
    addCompareDecoders(t);
    addConvertDecoders(t);
    addMoveDecoders(t);
    addMemoryDecoders(t);
    addAtomicDecoders(t);
    addAsyncDecoders(t);
    addBarrierDecoders(t);
    addCollectiveDecoders(t);
    addMatrixDecoders(t);
    addControlDecoders(t);
    addStackDecoders(t);
    addVideoDecoders(t);
    return t;
  }();
  return table;
}
