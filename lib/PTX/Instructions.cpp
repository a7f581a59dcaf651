//===- Instructions.cpp - The table of PTX instructions -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "InstructionFamilies.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
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

/// The GPUs whose family-specific features are the same. PTX ISA, ".target".
static unsigned getFamily(unsigned capability) {
  return llvm::is_contained({120u, 121u}, capability)   ? 120
         : llvm::is_contained({100u, 103u}, capability) ? 100
         : llvm::is_contained({101u, 110u}, capability) ? 110
                                                        : capability;
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
  return llvm::StringSwitch<unsigned>(type)
      .Cases({"pred", "b1"}, 1)
      .Cases({"u2", "s2"}, 2)
      .Cases({"u4", "s4", "e2m1"}, 4)
      .Cases({"b8", "u8", "s8", "e2m1x2"}, 8)
      .Cases({"e4m3", "e5m2", "e2m3", "e3m2", "ue8m0", "ue4m3"}, 8)
      .Cases({"b16", "u16", "s16", "f16", "bf16"}, 16)
      .Cases({"e4m3x2", "e5m2x2", "e2m3x2", "e3m2x2", "ue8m0x2"}, 16)
      .Cases({"e2m1x4"}, 16)
      .Cases({"b32", "u32", "s32", "f32", "tf32"}, 32)
      .Cases({"f16x2", "bf16x2", "u16x2", "s16x2"}, 32)
      .Cases({"e4m3x4", "e5m2x4", "e2m3x4", "e3m2x4"}, 32)
      .Cases({"b64", "u64", "s64", "f64", "f32x2"}, 64)
      .Case("b128", 128)
      .Case("b1024", 1024)
      .Default(0);
}

bool mlir::tile::ptx::isFloatType(StringRef type) {
  return getTypeBits(type) != 0 &&
         (type.starts_with("f") || type.starts_with("bf") ||
          type.starts_with("tf") || type.starts_with("e") ||
          type.starts_with("ue"));
}

//===----------------------------------------------------------------------===//
// Words
//===----------------------------------------------------------------------===//

bool InstructionMatch::has(StringRef word) const {
  return llvm::is_contained(words, word);
}

bool mlir::tile::ptx::matchesWord(StringRef pattern, StringRef word) {
  if (!pattern.contains('*'))
    return pattern == word;
  auto [before, after] = pattern.split('*');
  unsigned n;
  return word.consume_front(before) && word.consume_back(after) &&
         !word.getAsInteger(10, n) && n >= 8 && n <= 256 && n % 8 == 0;
}

namespace {
/// Groups of a row against the words of an instruction.
struct WordMatcher {
  struct Group {
    SmallVector<StringRef, 16> alternatives;
    bool isOptional;
  };
  SmallVector<Group, 12> groups;
  ArrayRef<std::string> words;
  /// The index of the word of a group, or -1.
  SmallVector<int, 12> chosen;
  /// "..." ends the row: any words may follow.
  bool isOpen = false;
  /// How much a search may try: a bound for words made to be slow.
  unsigned budget = 2000;

  WordMatcher(StringRef pattern, ArrayRef<std::string> words) : words(words) {
    SmallVector<StringRef, 12> parts;
    pattern.split(parts, ' ', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
    for (StringRef part : parts) {
      if (part == "...") {
        isOpen = true;
        continue;
      }
      Group group;
      group.isOptional = part.consume_back("?");
      part.split(group.alternatives, '|');
      groups.push_back(std::move(group));
    }
    chosen.assign(groups.size(), -1);
  }

  bool fits(unsigned group, unsigned word) const {
    return llvm::any_of(groups[group].alternatives, [&](StringRef pattern) {
      return matchesWord(pattern, words[word]);
    });
  }

  bool matchInOrder(unsigned group, unsigned word) {
    if (budget == 0)
      return false;
    --budget;
    if (group == groups.size())
      return isOpen || word == words.size();
    if (word < words.size() && fits(group, word)) {
      chosen[group] = word;
      if (matchInOrder(group + 1, word + 1))
        return true;
      chosen[group] = -1;
    }
    return groups[group].isOptional && matchInOrder(group + 1, word);
  }

  /// Words from `word` on, to groups from `start` on. Types keep their order,
  /// as `cvt.rn.f32.s32` is not `cvt.rn.s32.f32`, and so do the state spaces of
  /// a copy, of which the first is that of the destination.
  bool matchInAnyOrder(unsigned word, unsigned start) {
    if (budget == 0)
      return false;
    --budget;
    if (word == words.size())
      return llvm::all_of(llvm::seq<size_t>(0, groups.size()), [&](size_t i) {
        return groups[i].isOptional || chosen[i] >= 0;
      });
    for (unsigned group = start; group < groups.size(); ++group) {
      if (chosen[group] >= 0 || !fits(group, word) ||
          hasSuccessorBehind(group, words[word]))
        continue;
      chosen[group] = word;
      if (matchInAnyOrder(word + 1, start))
        return true;
      chosen[group] = -1;
    }
    return false;
  }

  /// Whether a word that was read before `word` belongs behind it, as both are
  /// types or both are state spaces.
  bool hasSuccessorBehind(unsigned group, StringRef word) const {
    bool isType = getTypeBits(word) != 0, isSpace = isCopySpace(word);
    return llvm::any_of(llvm::drop_begin(chosen, group + 1), [&](int other) {
      return other >= 0 && ((isType && getTypeBits(words[other]) != 0) ||
                            (isSpace && isCopySpace(words[other])));
    });
  }

  /// The state spaces between which copies are.
  static bool isCopySpace(StringRef word) {
    return word == "global" || word == "shared" || word == "shared::cta" ||
           word == "shared::cluster";
  }

  /// As matchInAnyOrder, but what comes first in the row, up to the first group
  /// that must be there, comes first: `mbarrier.arrive`, `div.full`.
  bool matchInAnyOrderAfterFirst() {
    unsigned word = 0;
    for (unsigned group = 0; group < groups.size(); ++group) {
      bool isThere = word < words.size() && fits(group, word);
      if (isThere)
        chosen[group] = word++;
      else if (!groups[group].isOptional)
        return false;
      // `cp.reduce.async.bulk` is one name.
      bool isName = isThere && group + 1 < groups.size() &&
                    isOperationWord(groups[group + 1].alternatives[0]);
      if (!groups[group].isOptional && !isName)
        return matchInAnyOrder(word, group + 1);
    }
    return false;
  }

  static bool isOperationWord(StringRef word) {
    return word == "async" || word == "bulk" || word == "tensor" ||
           word == "arrive" || word == "parity" || word == "mbarrier" ||
           word == "noinc" || word == "expect_tx" || word == "noComplete" ||
           // `barrier.cluster.wait`, `tcgen05.mma.ws`.
           word == "wait" || word == "ws" ||
           // The matrices of `wmma.load.a`.
           word == "a" || word == "b" || word == "c" || word == "d";
  }
};
} // namespace

/// Whether the first words are a part of the opcode.
static bool hasOperationWord(StringRef opcode, StringRef words) {
  if (opcode == "div")
    return words.starts_with("full");
  // `madc.hi.cc.u32`
  if (words.starts_with("wide") || words.starts_with("hi|lo"))
    return true;
  if (opcode == "cvta")
    return words.starts_with("to");
  if (opcode == "dp2a" || opcode == "shf")
    return true;
  if (opcode == "red" || opcode == "st")
    return words.starts_with("async") || words.starts_with("bulk");
  if (opcode == "fence" || opcode == "membar")
    return words.starts_with("proxy");
  return llvm::StringSwitch<bool>(opcode)
      .Cases({"tex", "txq", "suld", "sust", "sured"}, true)
      .Cases({"bar", "barrier", "cp", "createpolicy", "mbarrier"}, true)
      .Cases({"multimem", "setmaxnreg", "tcgen05", "tensormap"}, true)
      .Cases({"wgmma", "wmma"}, true)
      .Default(false);
}

std::optional<InstructionMatch>
mlir::tile::ptx::matchWords(const InstructionForm &form,
                            ArrayRef<std::string> words) {
  WordMatcher matcher(form.words, words);
  if (!matcher.isOpen && words.size() > matcher.groups.size())
    return std::nullopt;
  if (!matcher.matchInOrder(0, 0)) {
    if (matcher.isOpen)
      return std::nullopt;
    bool isMatch = hasOperationWord(form.opcode, form.words)
                       ? matcher.matchInAnyOrderAfterFirst()
                       : matcher.matchInAnyOrder(0, 0);
    if (!isMatch)
      return std::nullopt;
  }
  InstructionMatch match;
  match.form = &form;
  for (int index : matcher.chosen) {
    StringRef word = index < 0 ? StringRef() : StringRef(words[index]);
    match.words.push_back(word);
    if (getTypeBits(word) != 0 && word != "b1024")
      match.types.push_back(word);
    else if (word == "v2" || word == "v4" || word == "v8")
      match.vectorSize = word.back() - '0';
  }
  return match;
}

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

OperandPattern OperandPattern::getCoordinate(unsigned index) const {
  OperandPattern pattern;
  pattern.type = hasIndex && index == 0 ? StringRef("u32") : type;
  return pattern;
}

/// `[]`, `[t]`, `[h]{i2}U`; the type is left as the row has it.
static bool parseAddress(StringRef &text, OperandPattern &pattern) {
  if (!text.starts_with("["))
    return false;
  pattern.kind = OperandPattern::Address;
  pattern.addressKind = text.starts_with("[t")   ? OperandPattern::TensorMemory
                        : text.starts_with("[h") ? OperandPattern::Handle
                                                 : OperandPattern::Memory;
  text = text.split(']').second;
  if (text.consume_front("{")) {
    pattern.hasIndex = text.consume_front("i");
    text.consumeInteger(10, pattern.numCoordinates);
    text.consume_front("}");
  }
  return true;
}

SmallVector<OperandPattern, 6>
mlir::tile::ptx::getOperandPatterns(const InstructionMatch &match) {
  SmallVector<OperandPattern, 6> patterns;
  SmallVector<StringRef, 8> texts;
  StringRef(match.form->operands).split(texts, ' ', -1, /*KeepEmpty=*/false);
  for (StringRef text : texts) {
    OperandPattern pattern;
    if (size_t mark = text.find('?'); mark != StringRef::npos) {
      StringRef word = text.substr(mark + 1);
      text = text.take_front(mark);
      if (!word.empty() && !match.has(word))
        continue;
      pattern.isOptional = word.empty();
    }
    pattern.mustBePair = text.consume_back("&pred");
    pattern.mayBePair = text.consume_back("|pred") || pattern.mustBePair;
    pattern.isWritten = text.consume_front("=");
    pattern.mustBeSink = text.consume_front("_");
    pattern.mayBeNegated = text.consume_front("!");
    pattern.mayBeMinus = text.consume_front("-");
    pattern.mayNotBeConstant = text != "..." && text.consume_front(".");
    bool isOfAnyKind = text.consume_front("%");
    bool isAddress = parseAddress(text, pattern);
    if (text.consume_front("{")) {
      auto [size, rest] = text.split('}');
      text = rest;
      if (size == "v") { // A scalar may stand in braces, too.
        pattern.vectorSize = std::max(match.vectorSize, 1u);
        pattern.mayLackBraces = match.vectorSize == 0;
      } else if (size == "*")
        pattern.vectorSize = kAnyVectorSize;
      else
        size.getAsInteger(10, pattern.vectorSize);
    }
    pattern.mayBeWider = text.consume_front("~");
    if (text.consume_front("2"))
      pattern.widthFactor = 2;
    if (!isAddress)
      pattern.kind = llvm::StringSwitch<OperandPattern::Kind>(text)
                         .Case("#", OperandPattern::Immediate)
                         .Case("label", OperandPattern::Label)
                         .Case("name", OperandPattern::Name)
                         .Case("list", OperandPattern::List)
                         .Cases({"any", "..."}, OperandPattern::Any)
                         .Default(OperandPattern::Value);
    if (pattern.kind == OperandPattern::Value || pattern.numCoordinates) {
      size_t number = StringRef("TUVW").find(text);
      bool isWord = text.size() == 1 && number < match.types.size();
      pattern.type = isWord ? match.types[number] : text;
      // As data, floats are bits like others.
      pattern.mayNotBeFloat = !isWord && !isOfAnyKind && !isAddress &&
                              pattern.vectorSize == 0 &&
                              pattern.type.starts_with("b");
    }
    patterns.push_back(pattern);
  }
  return patterns;
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
  using Index = llvm::StringMap<const SpecialRegister *>;
  static const Index index = [] {
    Index result;
    for (const SpecialRegister &entry : kSpecialRegisters)
      result[entry.name] = &entry;
    return result;
  }();
  return index.lookup(name);
}
