//===- ExpectedLoads.cpp - Loads that compare-and-swap verifies -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ExpectedLoads.h"
#include "Decoders/MemoryOperand.h"

#include "llvm/ADT/STLExtras.h"

#include <map>

using namespace mlir::tile;
using namespace mlir::tile::sim;
using llvm::StringRef;

static StringRef getOpcode(const InstInfo &info) {
  return info.source ? StringRef(info.source->opcode) : StringRef();
}

static bool isCas(const InstInfo &info) {
  return getOpcode(info) == "atom" &&
         llvm::is_contained(info.source->modifiers, "cas");
}

namespace {
/// An address: a register that is not made of others, and what is added to it.
struct Place {
  int32_t base = -1;
  int64_t offset = 0;

  bool operator==(const Place &other) const {
    return base == other.base && offset == other.offset;
  }
};

/// What a register has on the way from the load.
enum class Content { Guess, Found };
using Contents = std::map<int32_t, Content>;

class Finder {
public:
  Finder(ProgramCode &program, const FunctionCode &function);
  void run();

private:
  std::optional<Place> getPlace(uint32_t pc) const;
  bool isOnlyExpected(uint32_t load);
  /// What registers have after an instruction; false if a guess is used
  /// otherwise.
  bool step(uint32_t pc, Contents &contents, const Place &place);

  ProgramCode &program;
  const FunctionCode &function;
  /// Of each register, the only instruction that writes it; or kMany.
  static constexpr uint32_t kNone = ~0u, kMany = ~0u - 1;
  std::vector<uint32_t> writers;
  bool isVerified = false;
};
} // namespace

Finder::Finder(ProgramCode &program, const FunctionCode &function)
    : program(program), function(function),
      writers(function.numRegisters, kNone) {
  for (uint32_t pc = function.begin; pc < function.end; ++pc)
    for (const RegisterUse &use : program.infos[pc].writes)
      if (use.index >= 0)
        writers[use.index] = writers[use.index] == kNone ? pc : kMany;
}

std::optional<Place> Finder::getPlace(uint32_t pc) const {
  const InstInfo &info = program.infos[pc];
  const auto *address = llvm::find_if(
      info.reads, [](const RegisterUse &use) { return use.isAddress; });
  if (address == info.reads.end() || address->index < 0 ||
      !program.code[pc].data)
    return std::nullopt;
  Place place;
  place.base = address->index;
  place.offset =
      static_cast<const MemoryOperand *>(program.code[pc].data)->offset;
  // Back through copies, conversions of addresses and sums with constants.
  for (unsigned steps = 0; steps < 64; ++steps) {
    uint32_t writer = writers[place.base];
    if (writer == kNone || writer == kMany)
      break;
    const InstInfo &made = program.infos[writer];
    StringRef opcode = getOpcode(made);
    bool isCopy = opcode == "mov" || opcode == "cvta";
    bool isSum = opcode == "add" && made.source->operands.size() == 3 &&
                 made.source->operands[2].kind == ptx::Operand::Integer;
    if ((!isCopy && !isSum) || made.reads.size() != 1 ||
        made.reads[0].index < 0 || program.code[writer].guard != kTrueOffset)
      break;
    if (isSum)
      place.offset += int64_t(made.source->operands[2].bits);
    place.base = made.reads[0].index;
  }
  return place;
}

bool Finder::step(uint32_t pc, Contents &contents, const Place &place) {
  const InstInfo &info = program.infos[pc];
  auto has = [&](const RegisterUse &use, Content content) {
    auto it = contents.find(use.index);
    return use.index >= 0 && it != contents.end() && it->second == content;
  };
  auto readsAny = [&](Content content) {
    return llvm::any_of(
        info.reads, [&](const RegisterUse &use) { return has(use, content); });
  };
  bool readsGuess = readsAny(Content::Guess);
  std::optional<Content> result;
  if (isCas(info)) {
    // Its operands: the address, what it expects, what it puts.
    const RegisterUse *expected = nullptr;
    for (const RegisterUse &use : info.reads)
      if (use.isAddress && has(use, Content::Guess))
        return false;
      else if (!use.isAddress && use.bits != 1 && !expected)
        expected = &use;
    bool isExpected = expected && has(*expected, Content::Guess);
    if (readsGuess && !(isExpected && getPlace(pc) == place))
      return false;
    if (isExpected) {
      isVerified = true;
      result = Content::Found;
    }
  } else if (readsGuess && getOpcode(info) == "setp") {
    if (!llvm::all_of(llvm::drop_begin(info.source->operands),
                      [](const ptx::Operand &operand) {
                        return operand.kind == ptx::Operand::Name;
                      }) ||
        !llvm::all_of(info.reads, [&](const RegisterUse &use) {
          return use.bits == 1 || has(use, Content::Guess) ||
                 has(use, Content::Found);
        }))
      return false;
  } else if (readsGuess) {
    if (info.hasEffect || info.isCall ||
        llvm::any_of(info.writes,
                     [](const RegisterUse &use) { return use.bits == 1; }))
      return false;
    result = Content::Guess;
  } else if (getOpcode(info) == "mov" && readsAny(Content::Found)) {
    result = Content::Found;
  }
  for (const RegisterUse &use : info.writes) {
    if (use.index < 0)
      continue;
    // The address becomes another one.
    if (use.index == place.base && writers[place.base] == kMany)
      return false;
    if (result)
      contents[use.index] = *result;
    else if (program.code[pc].guard == kTrueOffset)
      contents.erase(use.index);
  }
  return true;
}

bool Finder::isOnlyExpected(uint32_t load) {
  std::optional<Place> place = getPlace(load);
  if (!place)
    return false;
  isVerified = false;
  std::map<uint32_t, Contents> before;
  std::vector<uint32_t> work;
  auto flow = [&](uint32_t pc, const Contents &contents) {
    if (pc < function.begin || pc >= function.end || contents.empty())
      return;
    Contents &known = before[pc];
    bool isChanged = false;
    for (auto [index, content] : contents) {
      auto [it, isNew] = known.try_emplace(index, content);
      // What may be a guess is one.
      bool isWorse =
          !isNew && it->second != content && content == Content::Guess;
      if (isWorse)
        it->second = content;
      isChanged |= isNew || isWorse;
    }
    if (isChanged)
      work.push_back(pc);
  };
  Contents loaded;
  for (const RegisterUse &use : program.infos[load].writes)
    if (use.index >= 0)
      loaded[use.index] = Content::Guess;
  flow(load + 1, loaded);
  // More than any such loop takes.
  for (unsigned steps = 0; !work.empty(); ++steps) {
    if (steps == 10'000)
      return false;
    uint32_t pc = work.back();
    work.pop_back();
    Contents contents = before[pc];
    if (!step(pc, contents, *place))
      return false;
    const Inst &inst = program.code[pc];
    bool isGuarded = inst.guard != kTrueOffset;
    bool leaves = inst.control == Control::Branch ||
                  inst.control == Control::IndexedBranch ||
                  inst.control == Control::Return ||
                  inst.control == Control::Exit;
    if (inst.control == Control::Branch)
      flow(inst.target, contents);
    if (inst.control == Control::IndexedBranch)
      for (uint32_t target :
           static_cast<const IndexedTargets *>(inst.data)->targets)
        flow(target, contents);
    if (!leaves || isGuarded)
      flow(pc + 1, contents);
  }
  return isVerified;
}

void Finder::run() {
  std::vector<Place> swapped;
  for (uint32_t pc = function.begin; pc < function.end; ++pc)
    if (isCas(program.infos[pc]))
      if (std::optional<Place> place = getPlace(pc))
        swapped.push_back(*place);
  if (swapped.empty())
    return;
  for (uint32_t pc = function.begin; pc < function.end; ++pc) {
    InstInfo &info = program.infos[pc];
    if (getOpcode(info) != "ld")
      continue;
    std::optional<Place> place = getPlace(pc);
    info.isExpectedLoad =
        place && llvm::is_contained(swapped, *place) && isOnlyExpected(pc);
  }
}

void mlir::tile::sim::markExpectedLoads(ProgramCode &program,
                                        const FunctionCode &function) {
  Finder(program, function).run();
}

bool mlir::tile::sim::isExpectedRace(const ProgramCode &program, uint32_t pc,
                                     uint32_t otherPc) {
  const InstInfo &info = program.infos[pc], &other = program.infos[otherPc];
  auto isAtomic = [](const InstInfo &info) {
    return getOpcode(info) == "atom" || getOpcode(info) == "red";
  };
  return (info.isExpectedLoad && isAtomic(other)) ||
         (other.isExpectedLoad && isAtomic(info));
}
