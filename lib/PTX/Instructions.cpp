//===- Instructions.cpp - The table of PTX instructions -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "InstructionFamilies.h"

#include "tile/Hardware/GPUInfo.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir::tile::ptx;
using llvm::ArrayRef;
using llvm::SmallVector;
using llvm::StringRef;

//===----------------------------------------------------------------------===//
// Rows
//===----------------------------------------------------------------------===//

ArrayRef<ArrayRef<InstructionForm>> mlir::tile::ptx::getInstructionFamilies() {
  static const ArrayRef<InstructionForm> families[] = {
      getIntegerForms(), getFloatForms(),   getDataForms(),
      getMemoryForms(),  getTextureForms(), getAsyncForms(),
      getControlForms(), getMatrixForms(),  getTensorForms()};
  return families;
}

ArrayRef<const InstructionForm *>
mlir::tile::ptx::lookupForms(StringRef opcode) {
  using Index = llvm::StringMap<SmallVector<const InstructionForm *>>;
  static const Index index = [] {
    Index result;
    for (ArrayRef<InstructionForm> family : getInstructionFamilies())
      for (const InstructionForm &form : family)
        result[form.opcode].push_back(&form);
    return result;
  }();
  auto it = index.find(opcode);
  if (it == index.end())
    return {};
  return it->second;
}

// PTX ISA 9.0, "PTX ISA Notes" of ld, st, atom, bar, cvta, mma.
static constexpr WordRequirement kWordRequirements[] = {
    {"", "shared::cta", 78, ""},
    {"", "shared::cluster", 78, "sm_90"},
    {"", "cluster", 78, "sm_90"},
    {"", "param::entry", 83, ""},
    {"", "param::func", 83, ""},
    {"cvta", "param", 77, ""},
    {"isspacep", "param", 77, ""},
    {"", "L1::evict_normal", 74, ""},
    {"", "L1::evict_unchanged", 74, ""},
    {"", "L1::evict_first", 74, ""},
    {"", "L1::evict_last", 74, ""},
    {"", "L1::no_allocate", 74, ""},
    {"", "L2::cache_hint", 74, "sm_80"},
    {"", "L2::64B", 74, ""},
    {"", "L2::128B", 74, ""},
    {"", "L2::256B", 74, "sm_80"},
    {"", "sys", 84, "", "b128"},
    {"bar", "cta", 78, ""},
    {"barrier", "cta", 78, ""},
    {"mbarrier", "relaxed", 80, "sm_90"},
    {"mma", "and", 71, "sm_80"},
    {"multimem", "acc::f32", 82, "sm_90"},
};

bool WordRequirement::appliesTo(StringRef instructionOpcode,
                                ArrayRef<std::string> words) const {
  return (opcode.empty() || opcode == instructionOpcode) &&
         llvm::is_contained(words, StringRef(word)) &&
         (with.empty() || llvm::is_contained(words, StringRef(with)));
}

ArrayRef<WordRequirement> mlir::tile::ptx::getWordRequirements() {
  return kWordRequirements;
}

StringRef mlir::tile::ptx::lookupNativeName(StringRef name) {
  return llvm::StringSwitch<StringRef>(name)
      // C and CUDA.
      .Case("return", "ret")
      .Cases({"goto", "jmp", "br", "branch"}, "bra")
      .Cases({"exp2", "exp2f"}, "ex2")
      .Cases({"log2", "log2f"}, "lg2")
      .Cases({"rsqrtf", "inversesqrt"}, "rsqrt")
      .Cases({"mod", "fmod"}, "rem")
      .Cases({"load", "ldg", "lds", "ldl"}, "ld")
      .Cases({"store", "stg", "sts", "stl"}, "st")
      .Cases({"move", "copy"}, "mov")
      .Cases({"cmp", "compare", "isetp", "fsetp", "dsetp"}, "setp")
      .Cases({"select", "sel", "fsel"}, "selp")
      .Cases({"convert", "i2f", "f2i", "f2f"}, "cvt")
      .Cases({"rotl", "rotr", "rol", "ror"}, "shf")
      .Cases({"atomic", "atomicadd", "atomicmax", "atomiccas"}, "atom")
      .Case("popcount", "popc")
      .Case("syncthreads", "bar")
      // SASS, where other names are not near.
      .Cases({"ffma", "dfma", "hfma2"}, "fma")
      .Cases({"imad", "ffmad"}, "mad")
      .Cases({"iadd3", "iadd"}, "add")
      .Default("");
}

StringRef mlir::tile::ptx::lookupNativeInstruction(StringRef name) {
  name.consume_front("__");
  return llvm::StringSwitch<StringRef>(name)
      .Case("syncthreads", "'bar.sync'")
      .Case("syncwarp", "'bar.warp.sync'")
      .Case("threadfence", "'fence.acq_rel.gpu'")
      .Case("threadfence_block", "'fence.acq_rel.cta'")
      .Case("threadfence_system", "'fence.acq_rel.sys'")
      .Case("shfl_sync", "'shfl.sync.idx.b32'")
      .Case("shfl_up_sync", "'shfl.sync.up.b32'")
      .Case("shfl_down_sync", "'shfl.sync.down.b32'")
      .Case("shfl_xor_sync", "'shfl.sync.bfly.b32'")
      .Case("ballot_sync", "'vote.sync.ballot.b32'")
      .Case("any_sync", "'vote.sync.any.pred'")
      .Case("all_sync", "'vote.sync.all.pred'")
      .Case("activemask", "'activemask.b32'")
      .Case("ldg", "'ld.global.nc'")
      .Cases({"popc", "popcll"}, "'popc'")
      .Cases({"clz", "clzll"}, "'clz'")
      .Cases({"brev", "brevll"}, "'brev'")
      .Case("byte_perm", "'prmt.b32'")
      .Case("funnelshift_l", "'shf.l.wrap.b32'")
      .Case("funnelshift_r", "'shf.r.wrap.b32'")
      .Case("mulhi", "'mul.hi.s32'")
      .Case("umulhi", "'mul.hi.u32'")
      .Cases({"expf", "exp"},
             "'ex2.approx.f32', after a multiplication by log2(e)")
      .Cases({"logf", "log"}, "'lg2.approx.f32', and a multiplication by ln(2)")
      .Cases({"exp2f", "mufu.ex2"}, "'ex2.approx.f32'")
      .Cases({"log2f", "mufu.lg2"}, "'lg2.approx.f32'")
      .Cases({"sinf", "mufu.sin"}, "'sin.approx.f32'")
      .Cases({"cosf", "mufu.cos"}, "'cos.approx.f32'")
      .Cases({"tanhf", "mufu.tanh"}, "'tanh.approx.f32'")
      .Cases({"rsqrtf", "mufu.rsq"}, "'rsqrt.approx.f32'")
      .Case("mufu.rcp", "'rcp.approx.f32'")
      .Case("mufu.sqrt", "'sqrt.approx.f32'")
      .Default("");
}

//===----------------------------------------------------------------------===//
// Targets
//===----------------------------------------------------------------------===//

std::optional<Target> Target::parse(StringRef name) {
  Target target;
  if (!name.consume_front("sm_"))
    return std::nullopt;
  if (name.ends_with("a") || name.ends_with("f")) {
    target.suffix = name.back();
    name = name.drop_back();
  }
  if (name.getAsInteger(10, target.capability) || target.capability == 0 ||
      target.capability > 999)
    return std::nullopt;
  return target;
}

std::string Target::getName() const {
  std::string name = "sm_" + std::to_string(capability);
  if (suffix)
    name += suffix;
  return name;
}

/// The GPUs whose family-specific features are the same.
static unsigned getFamily(unsigned capability) {
  // Before PTX 9.0 the name of sm_110.
  if (capability == 101)
    capability = 110;
  const mlir::tile::GPUInfo &info = mlir::tile::getGPUInfo(capability);
  return info.capability == capability ? info.family : capability;
}

bool Target::satisfies(StringRef targets) const {
  if (targets.empty())
    return true;
  SmallVector<StringRef, 4> names;
  targets.split(names, '|');
  return llvm::any_of(names, [&](StringRef name) {
    std::optional<Target> needed = Target::parse(name);
    if (!needed)
      return false;
    if (needed->suffix == 'a')
      return suffix == 'a' && capability == needed->capability;
    if (needed->suffix == 'f')
      return suffix != 0 && capability >= needed->capability &&
             getFamily(capability) == getFamily(needed->capability);
    return capability >= needed->capability;
  });
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

unsigned mlir::tile::ptx::getTypeBits(StringRef type) {
  // The usual ones first.
  return llvm::StringSwitch<unsigned>(type)
      .Cases({"f32", "b32", "u32", "s32"}, 32)
      .Cases({"pred", "b1"}, 1)
      .Cases({"b16", "u16", "s16", "f16", "bf16"}, 16)
      .Cases({"b64", "u64", "s64", "f64"}, 64)
      .Cases({"f16x2", "bf16x2", "u16x2", "s16x2", "tf32"}, 32)
      .Cases({"u2", "s2"}, 2)
      .Cases({"u4", "s4", "e2m1"}, 4)
      .Cases({"b8", "u8", "s8", "e2m1x2"}, 8)
      .Cases({"e4m3", "e5m2", "e2m3", "e3m2", "ue8m0", "ue4m3"}, 8)
      .Cases({"e4m3x2", "e5m2x2", "e2m3x2", "e3m2x2", "ue8m0x2"}, 16)
      .Cases({"e2m1x4"}, 16)
      .Cases({"e4m3x4", "e5m2x4", "e2m3x4", "e3m2x4"}, 32)
      .Case("f32x2", 64)
      .Case("b128", 128)
      .Case("b1024", 1024)
      .Default(0);
}

bool mlir::tile::ptx::isFloatType(StringRef type) {
  return (type.starts_with("f") || type.starts_with("bf") ||
          type.starts_with("tf") || type.starts_with("e") ||
          type.starts_with("ue")) &&
         getTypeBits(type) != 0;
}

//===----------------------------------------------------------------------===//
// Special registers
//===----------------------------------------------------------------------===//

// PTX ISA 9.0, 10 "Special Registers".
static constexpr SpecialRegister kSpecialRegisters[] = {
    {"%tid", "u32", true, 10, "", SpecialRegister::Threads, "y"},
    {"%ntid", "u32", true, 10, "", SpecialRegister::Nowhere, "y"},
    {"%laneid", "u32", false, 13, "", SpecialRegister::Threads},
    {"%warpid", "u32", false, 13, "", SpecialRegister::Threads, "*"},
    {"%nwarpid", "u32", false, 20, "", SpecialRegister::Nowhere, "*"},
    {"%ctaid", "u32", true, 10, "", SpecialRegister::Nowhere, "x"},
    {"%nctaid", "u32", true, 10, "", SpecialRegister::Nowhere, "x"},
    {"%smid", "u32", false, 13, ""},
    {"%nsmid", "u32", false, 20, ""},
    {"%gridid", "u64", false, 10, ""},
    {"%is_explicit_cluster", "pred", false, 78, "sm_90",
     SpecialRegister::Nowhere, "*"},
    {"%clusterid", "u32", true, 78, "sm_90", SpecialRegister::Nowhere, "xyz"},
    {"%nclusterid", "u32", true, 78, "sm_90", SpecialRegister::Nowhere, "xyz"},
    {"%cluster_ctaid", "u32", true, 78, "sm_90", SpecialRegister::Nowhere,
     "xyz"},
    {"%cluster_nctaid", "u32", true, 78, "sm_90", SpecialRegister::Nowhere,
     "xyz"},
    {"%cluster_ctarank", "u32", false, 78, "sm_90", SpecialRegister::Nowhere,
     "*"},
    {"%cluster_nctarank", "u32", false, 78, "sm_90", SpecialRegister::Nowhere,
     "*"},
    {"%lanemask_eq", "u32", false, 20, "", SpecialRegister::Threads},
    {"%lanemask_le", "u32", false, 20, "", SpecialRegister::Threads},
    {"%lanemask_lt", "u32", false, 20, "", SpecialRegister::Threads},
    {"%lanemask_ge", "u32", false, 20, "", SpecialRegister::Threads},
    {"%lanemask_gt", "u32", false, 20, "", SpecialRegister::Threads},
    {"%clock", "u32", false, 10, "", SpecialRegister::Reads},
    {"%clock_hi", "u32", false, 50, "", SpecialRegister::Reads},
    {"%clock64", "u64", false, 20, "", SpecialRegister::Reads},
    {"%globaltimer", "u64", false, 31, "", SpecialRegister::Reads},
    {"%globaltimer_lo", "u32", false, 31, "", SpecialRegister::Reads},
    {"%globaltimer_hi", "u32", false, 31, "", SpecialRegister::Reads},
    {"%reserved_smem_offset_begin", "b32", false, 76, "sm_80"},
    {"%reserved_smem_offset_end", "b32", false, 76, "sm_80"},
    {"%reserved_smem_offset_cap", "b32", false, 76, "sm_80"},
    {"%reserved_smem_offset_0", "b32", false, 76, "sm_80"},
    {"%reserved_smem_offset_1", "b32", false, 76, "sm_80"},
    {"%total_smem_size", "u32", false, 41, "", SpecialRegister::Nowhere, "*"},
    {"%aggr_smem_size", "u32", false, 81, "sm_90", SpecialRegister::Nowhere,
     "*"},
    {"%dynamic_smem_size", "u32", false, 41, "", SpecialRegister::Nowhere, "*"},
    {"%current_graph_exec", "u64", false, 80, ""},
#define PERFORMANCE(n)                                                         \
  {"%pm" #n, "u32", false, n < 4 ? 13 : 30, "", SpecialRegister::Reads}, {     \
    "%pm" #n "_64", "u64", false, 40, "", SpecialRegister::Reads               \
  }
    PERFORMANCE(0),
    PERFORMANCE(1),
    PERFORMANCE(2),
    PERFORMANCE(3),
    PERFORMANCE(4),
    PERFORMANCE(5),
    PERFORMANCE(6),
    PERFORMANCE(7),
#define ENVIRONMENT(n) {"%envreg" #n, "b32", false, 21, ""}
    ENVIRONMENT(0),
    ENVIRONMENT(1),
    ENVIRONMENT(2),
    ENVIRONMENT(3),
    ENVIRONMENT(4),
    ENVIRONMENT(5),
    ENVIRONMENT(6),
    ENVIRONMENT(7),
    ENVIRONMENT(8),
    ENVIRONMENT(9),
    ENVIRONMENT(10),
    ENVIRONMENT(11),
    ENVIRONMENT(12),
    ENVIRONMENT(13),
    ENVIRONMENT(14),
    ENVIRONMENT(15),
    ENVIRONMENT(16),
    ENVIRONMENT(17),
    ENVIRONMENT(18),
    ENVIRONMENT(19),
    ENVIRONMENT(20),
    ENVIRONMENT(21),
    ENVIRONMENT(22),
    ENVIRONMENT(23),
    ENVIRONMENT(24),
    ENVIRONMENT(25),
    ENVIRONMENT(26),
    ENVIRONMENT(27),
    ENVIRONMENT(28),
    ENVIRONMENT(29),
    ENVIRONMENT(30),
    ENVIRONMENT(31),
};

ArrayRef<SpecialRegister> mlir::tile::ptx::getSpecialRegisters() {
  return kSpecialRegisters;
}

const SpecialRegister *mlir::tile::ptx::lookupSpecialRegister(StringRef name) {
  if (!name.starts_with("%"))
    return nullptr;
  using Index = llvm::StringMap<const SpecialRegister *>;
  static const Index index = [] {
    Index result;
    for (const SpecialRegister &entry : kSpecialRegisters)
      result[entry.name] = &entry;
    return result;
  }();
  return index.lookup(name);
}
