//===- InstructionHelp.cpp - What editors show of instructions ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The summaries follow PTX ISA 9.0, 9.7 "Instructions".
//
//===----------------------------------------------------------------------===//

#include "tile/PTX/InstructionHelp.h"

#include "InstructionFamilies.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir::tile::ptx;
using llvm::SmallVector;
using llvm::StringRef;

//===----------------------------------------------------------------------===//
// Summaries
//===----------------------------------------------------------------------===//

static constexpr struct {
  llvm::StringLiteral opcode, summary;
} kSummaries[] = {
    {"abs", "absolute value"},
    {"activemask", "mask of the warp's lanes that execute it"},
    {"add", "sum"},
    {"addc", "sum with carry in, for numbers of several registers"},
    {"alloca", "memory on the thread's stack"},
    {"and", "bitwise and"},
    {"applypriority", "eviction priority of a cache line"},
    {"atom", "atomic operation on memory, with the old value as the result"},
    {"bar", "barrier of the CTA or a part of it; the older name of barrier"},
    {"barrier", "barrier of the CTA, a part of it, or the cluster"},
    {"bfe", "extracts a field of bits"},
    {"bfi", "inserts a field of bits"},
    {"bfind", "position of the highest bit that is not the sign"},
    {"bmsk", "mask of bits from a position and a width"},
    {"bra", "branch to a label"},
    {"brev", "bits in reverse order"},
    {"brkpt", "suspends execution, for a debugger"},
    {"brx", "branch by an index into a list of labels"},
    {"call", "calls a function"},
    {"clusterlaunchcontrol", "takes the work of a cluster that has not begun"},
    {"clz", "number of leading zeros"},
    {"cnot", "1 for zero, else 0"},
    {"copysign", "magnitude of one operand with the sign of another"},
    {"cos", "approximate cosine"},
    {"cp", "asynchronous copy: single values, bulk, or tensors by TMA"},
    {"createpolicy", "cache policy that loads and stores can name"},
    {"cvt", "conversion between types, with rounding and saturation"},
    {"cvta", "address between generic and another state space"},
    {"discard", "drops a cache line without writing it back"},
    {"div", "quotient"},
    {"dp2a", "dot product of two 16-bit and two 8-bit numbers, plus a sum"},
    {"dp4a", "dot product of four 8-bit numbers, plus a sum"},
    {"elect", "elects one lane of a mask"},
    {"ex2", "approximate power of 2"},
    {"exit", "ends the thread"},
    {"fence", "orders memory accesses, or accesses of several proxies"},
    {"fma", "product and sum with one rounding"},
    {"fns", "position of the n-th bit that is set"},
    {"getctarank", "number in the cluster of the CTA that has an address"},
    {"griddepcontrol", "order of grids that depend on each other"},
    {"isspacep", "whether a generic address is in a state space"},
    {"istypep", "whether an opaque variable is of a type"},
    {"ld", "load"},
    {"ldmatrix", "a warp loads 8x8 matrices from shared memory as fragments"},
    {"ldu", "load of memory that is only read, at a uniform address"},
    {"lg2", "approximate logarithm to base 2"},
    {"lop3", "any bitwise function of three operands, by its truth table"},
    {"mad", "product and sum"},
    {"mad24", "product of 24-bit numbers, and sum"},
    {"madc", "product and sum with carry in"},
    {"mapa", "address of a shared variable in another CTA of the cluster"},
    {"match", "mask of the lanes that have the same value"},
    {"max", "maximum"},
    {"mbarrier", "barrier object in shared memory: init, arrive, wait"},
    {"membar", "orders memory accesses; the older name of fence"},
    {"min", "minimum"},
    {"mma", "matrix product and sum of a warp, on tensor cores"},
    {"mov", "copies a register, an address, or the parts of a vector"},
    {"movmatrix", "a warp transposes an 8x8 matrix in registers"},
    {"mul", "product; of integers its lower, upper or whole bits"},
    {"mul24", "product of 24-bit numbers"},
    {"multimem",
     "load with a reduction, store or reduction at a multicast address"},
    {"nanosleep", "suspends the thread for about so many nanoseconds"},
    {"neg", "negative value"},
    {"not", "bitwise complement"},
    {"or", "bitwise or"},
    {"pmevent", "triggers a performance monitor event"},
    {"popc", "number of bits that are set"},
    {"prefetch", "brings a cache line into a cache"},
    {"prefetchu", "brings a cache line into the uniform cache"},
    {"prmt", "picks four bytes of eight"},
    {"rcp", "reciprocal"},
    {"red", "atomic operation on memory without a result"},
    {"redux", "reduction over the lanes of a mask"},
    {"rem", "remainder"},
    {"ret", "returns from a function"},
    {"rsqrt", "approximate reciprocal of the square root"},
    {"sad", "absolute difference, plus a sum"},
    {"selp", "one of two values, by a predicate"},
    {"set", "comparison with a number as the result"},
    {"setmaxnreg", "changes how many registers the warp's threads have"},
    {"setp", "comparison with a predicate as the result"},
    {"shf", "shifts two registers as one of twice the width"},
    {"shfl", "a value from another lane of the warp"},
    {"shl", "shift to the left"},
    {"shr", "shift to the right"},
    {"sin", "approximate sine"},
    {"slct", "one of two values, by a number's sign"},
    {"sqrt", "square root"},
    {"st", "store"},
    {"stackrestore", "puts the stack pointer back"},
    {"stacksave", "reads the stack pointer"},
    {"stmatrix", "a warp stores fragments as 8x8 matrices in shared memory"},
    {"sub", "difference"},
    {"subc", "difference with borrow in, for numbers of several registers"},
    {"suld", "load from a surface"},
    {"suq", "attribute of a surface"},
    {"sured", "atomic operation on a surface, without a result"},
    {"sust", "store to a surface"},
    {"szext", "sign or zero extension from a number of bits"},
    {"tanh", "approximate hyperbolic tangent"},
    {"tcgen05", "tensor memory and matrix products of the fifth generation"},
    {"tensormap", "changes a field of a tensor map"},
    {"testp", "whether a float is finite, a NaN, subnormal and so on"},
    {"tex", "reads a texture, with filtering"},
    {"tld4", "the four elements of a texture that a filter would read"},
    {"trap", "ends the grid with an error"},
    {"txq", "attribute of a texture or sampler"},
    {"vabsdiff", "video: absolute difference of bytes, halves or words"},
    {"vabsdiff2", "video: absolute differences of two pairs of halves"},
    {"vabsdiff4", "video: absolute differences of four pairs of bytes"},
    {"vadd", "video: sum of bytes, halves or words"},
    {"vadd2", "video: sums of two pairs of halves"},
    {"vadd4", "video: sums of four pairs of bytes"},
    {"vavrg2", "video: averages of two pairs of halves"},
    {"vavrg4", "video: averages of four pairs of bytes"},
    {"vmad", "video: product and sum of bytes or halves"},
    {"vmax", "video: maximum of bytes, halves or words"},
    {"vmax2", "video: maxima of two pairs of halves"},
    {"vmax4", "video: maxima of four pairs of bytes"},
    {"vmin", "video: minimum of bytes, halves or words"},
    {"vmin2", "video: minima of two pairs of halves"},
    {"vmin4", "video: minima of four pairs of bytes"},
    {"vote", "predicates of a mask's lanes: all, any, uniform, or as bits"},
    {"vset", "video: comparison of bytes, halves or words"},
    {"vset2", "video: compares two pairs of halves"},
    {"vset4", "video: compares four pairs of bytes"},
    {"vshl", "video: shift to the left"},
    {"vshr", "video: shift to the right"},
    {"vsub", "video: difference of bytes, halves or words"},
    {"vsub2", "video: differences of two pairs of halves"},
    {"vsub4", "video: differences of four pairs of bytes"},
    {"wgmma", "asynchronous matrix product of a warpgroup"},
    {"wmma", "matrix product of a warp, with loads and stores of fragments"},
    {"xor", "bitwise exclusive or"},
};

StringRef mlir::tile::ptx::getSummary(StringRef opcode) {
  for (const auto &entry : kSummaries)
    if (entry.opcode == opcode)
      return entry.summary;
  return "";
}

std::vector<StringRef> mlir::tile::ptx::getSummarizedOpcodes() {
  std::vector<StringRef> opcodes;
  for (const auto &entry : kSummaries)
    opcodes.push_back(entry.opcode);
  return opcodes;
}

//===----------------------------------------------------------------------===//
// Descriptions
//===----------------------------------------------------------------------===//

static std::string describeNeeds(unsigned version, StringRef targets) {
  std::string text = "PTX ISA " + std::to_string(version / 10) + "." +
                     std::to_string(version % 10);
  for (StringRef rest = targets; !rest.empty();) {
    auto [target, others] = rest.split('|');
    text += (rest.size() == targets.size() ? ", " : " or ") + target.str();
    rest = others;
  }
  return text;
}

/// A row as PTX ISA writes syntax: `add{.rn|.rz}{.ftz}.f32  T, T, T`.
static std::string printForm(const InstructionForm &form) {
  std::string text = StringRef(form.opcode).str();
  RowWords words(form);
  for (const WordGroup &group : words.groups) {
    std::string choices = "." + llvm::join(group.choices, "|.");
    text += group.isOptional            ? "{" + choices + "}"
            : group.choices.size() == 1 ? choices
                                        : "(" + choices + ")";
  }
  if (words.isOpen)
    text += "...";
  SmallVector<StringRef> operands;
  StringRef(form.operands).split(operands, ' ', -1, /*KeepEmpty=*/false);
  if (!operands.empty())
    text += "  " + llvm::join(operands, ", ");
  return text;
}

static std::string describeEffects(uint8_t effects) {
  static constexpr std::pair<InstructionEffects, const char *> kEffects[] = {
      {ReadsMemory, "reads memory"},
      {WritesMemory, "writes memory"},
      {Synchronizes, "waits or orders memory"},
      {Convergent, "other lanes take part"},
      {AcrossWarps, "other warps take part"},
      {ControlFlow, "changes control flow"}};
  SmallVector<StringRef> texts;
  for (auto [effect, text] : kEffects)
    if (effects & effect)
      texts.push_back(text);
  return llvm::join(texts, ", ");
}

std::string mlir::tile::ptx::describeInstruction(StringRef mnemonic) {
  constexpr size_t kMaxForms = 12;
  auto [opcode, rest] = mnemonic.split('.');
  llvm::ArrayRef<const InstructionForm *> forms = lookupForms(opcode);
  if (forms.empty())
    return "";
  std::vector<std::string> words;
  while (!rest.empty()) {
    auto [word, others] = rest.split('.');
    words.push_back(word.str());
    rest = others;
  }
  SmallVector<const InstructionForm *> matching;
  for (const InstructionForm *form : forms)
    if (matchWords(*form, words))
      matching.push_back(form);
  std::string text;
  llvm::raw_string_ostream os(text);
  os << "`" << opcode << "`: " << getSummary(opcode) << "\n\n```\n";
  llvm::ArrayRef<const InstructionForm *> shown =
      matching.empty() ? forms : llvm::ArrayRef(matching);
  uint8_t effects = 0;
  for (const InstructionForm *form : shown.take_front(kMaxForms)) {
    os << printForm(*form) << "  // "
       << describeNeeds(form->version, form->targets) << '\n';
    effects |= form->effects;
  }
  if (shown.size() > kMaxForms)
    os << "// and " << shown.size() - kMaxForms << " more\n";
  os << "```\n";
  if (std::string what = describeEffects(effects); !what.empty())
    os << "\nBesides its results: " << what << ".\n";
  if (matching.empty())
    os << "\nNo form has the words of `" << mnemonic << "`.\n";
  return text;
}

//===----------------------------------------------------------------------===//
// Completion
//===----------------------------------------------------------------------===//

namespace {
/// The candidates by their word, each with the least that it needs.
class Candidates {
public:
  explicit Candidates(StringRef prefix) : prefix(prefix) {}

  void add(StringRef word, unsigned version, StringRef targets) {
    if (!word.starts_with(prefix))
      return;
    auto [it, isNew] = numbers.try_emplace(word, found.size());
    if (isNew)
      found.push_back({word.str(), version, targets});
    else if (version < found[it->second].version)
      found[it->second] = {word.str(), version, targets};
  }

  std::vector<Completion> take() const {
    std::vector<Completion> result;
    for (const Candidate &candidate : found)
      result.push_back({candidate.word,
                        describeNeeds(candidate.version, candidate.targets)});
    return result;
  }

private:
  struct Candidate {
    std::string word;
    unsigned version;
    StringRef targets;
  };
  StringRef prefix;
  llvm::StringMap<size_t> numbers;
  std::vector<Candidate> found;
};
} // namespace

/// The words that can follow `words` in a row.
static void addNextWords(const InstructionForm &form,
                         llvm::ArrayRef<StringRef> words,
                         Candidates &candidates) {
  const SmallVector<WordGroup, 6> groups = RowWords(form).groups;
  // Which groups may come next, as groups may be left out.
  SmallVector<bool> isNext(groups.size() + 1, false);
  auto reach = [&](size_t group) {
    isNext[group] = true;
    while (group < groups.size() && groups[group].isOptional)
      isNext[++group] = true;
  };
  reach(0);
  for (StringRef word : words) {
    SmallVector<bool> before = isNext;
    isNext.assign(groups.size() + 1, false);
    for (size_t group = 0; group < groups.size(); ++group)
      if (before[group] &&
          llvm::any_of(groups[group].choices,
                       [&](StringRef c) { return matchesWord(c, word); }))
        reach(group + 1);
  }
  for (size_t group = 0; group < groups.size(); ++group) {
    if (!isNext[group])
      continue;
    for (StringRef choice : groups[group].choices) {
      if (!choice.contains('*')) {
        candidates.add(choice, form.version, form.targets);
        continue;
      }
      auto [front, back] = choice.split('*');
      for (unsigned n = 8; n <= 256; n += 8)
        candidates.add((front + llvm::Twine(n) + back).str(), form.version,
                       form.targets);
    }
  }
}

std::vector<Completion> mlir::tile::ptx::completeInstruction(StringRef text) {
  SmallVector<StringRef> words;
  text.split(words, '.');
  StringRef last = words.pop_back_val();
  if (words.empty()) {
    std::vector<Completion> result;
    for (const auto &entry : kSummaries)
      if (entry.opcode.starts_with(last))
        result.push_back({entry.opcode.str(), entry.summary.str()});
    return result;
  }
  Candidates candidates(last);
  for (const InstructionForm *form : lookupForms(words.front()))
    addNextWords(*form, llvm::ArrayRef(words).drop_front(), candidates);
  return candidates.take();
}

std::vector<Completion>
mlir::tile::ptx::completeSpecialRegister(StringRef text) {
  std::vector<Completion> result;
  for (const SpecialRegister &reg : getSpecialRegisters()) {
    std::string detail =
        (reg.type + ", " + describeNeeds(reg.version, reg.targets)).str();
    if (!reg.isVector) {
      if (reg.name.starts_with(text))
        result.push_back({reg.name.str(), detail});
      continue;
    }
    for (const char *component : {".x", ".y", ".z"})
      if (std::string name = reg.name.str() + component;
          StringRef(name).starts_with(text))
        result.push_back({name, detail});
  }
  return result;
}
