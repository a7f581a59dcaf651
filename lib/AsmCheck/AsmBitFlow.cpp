//===- AsmBitFlow.cpp - Bits of registers through an asm body -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AsmBitFlow.h"

using namespace mlir::tile::ptx;

/// Words of memory, and rounds over the text, before a body is given up.
static constexpr size_t kMaxWords = 1 << 18;
static constexpr unsigned kMaxRounds = 8;

AsmBitFlow::State AsmBitFlow::makeEntry() {
  State state(graph.symbols.size());
  for (AsmBits &bits : state)
    bits.isUnwritten = true;
  for (auto [k, operand] : llvm::enumerate(context.operands)) {
    if (operand.isOutput || operand.isImmediate)
      continue;
    unsigned symbol = operand.tiedTo >= 0 ? operand.tiedTo : k;
    AsmBits bits;
    bits.zeros = ~AsmBitAlgebra::getMask(operand.valueBits);
    for (auto [s, source] : llvm::enumerate(sources))
      if (source.operand == k)
        algebra.addElement(bits, s, source.index * getElementBits(operand),
                           operand.isBoolean ? 1 : getElementBits(operand));
    if (operand.isBoolean)
      bits.zeros |= ~uint64_t(0x0101010101010101);
    if (sources.empty())
      bits.copied = ~bits.zeros;
    if (context.isSignExtended && operand.numElements == 1)
      bits = algebra.extractSigned(bits, 0, operand.valueBits);
    if (operand.valueBits == 0 || operand.valueBits > 64)
      bits = algebra.makeOpen(bits);
    state[symbol] = std::move(bits);
  }
  return state;
}

bool AsmBitFlow::solve(Visitor visitor) {
  unsigned count = graph.nodes.size();
  findTargets();
  size_t words =
      (starts.size() + 1) * graph.symbols.size() * (sources.size() + 4);
  if (words > kMaxWords || count * sources.size() > kMaxWords)
    return false;
  opened.resize(starts.size());
  // Without branches the first round is the last one.
  bool isStable = starts.empty();
  for (unsigned round = 0; round < kMaxRounds && !isStable; ++round)
    isStable = runText(std::nullopt);
  if (isStable)
    runText(visitor);
  return isStable;
}

void AsmBitFlow::findTargets() {
  for (const AsmNode &node : graph.nodes)
    starts.insert(starts.end(), node.targets.begin(), node.targets.end());
  llvm::sort(starts);
  starts.erase(llvm::unique(starts), starts.end());
}

/// Whether all loops agree with what they began with.
bool AsmBitFlow::runText(std::optional<Visitor> visitor) {
  bool isStable = true;
  std::vector<std::optional<State>> entries(starts.size());
  std::optional<State> state = makeEntry();
  auto joinInto = [&](std::optional<State> &into, const State &from) {
    if (!into) {
      into = from;
      return;
    }
    for (auto [a, b] : llvm::zip(*into, from))
      algebra.join(a, b);
  };
  for (unsigned i = 0, next = 0; i <= graph.nodes.size(); ++i) {
    if (next < starts.size() && starts[next] == i) {
      if (state)
        joinInto(entries[next], *state);
      if (entries[next])
        open(*entries[next], opened[next]);
      state = entries[next++];
    }
    if (i == graph.nodes.size() || !state)
      continue;
    const AsmNode &node = graph.nodes[i];
    if (visitor)
      (*visitor)(i, *state, /*isBehind=*/false);
    rules.run(node, *state);
    if (visitor)
      (*visitor)(i, *state, /*isBehind=*/true);
    for (unsigned target : node.targets) {
      unsigned index = llvm::lower_bound(starts, target) - starts.begin();
      if (target > i)
        joinInto(entries[index], *state);
      else if (entries[index])
        isStable &= !noteChanges(*entries[index], *state, opened[index]);
    }
    hasBranch |= !node.targets.empty() && node.guard >= 0;
    if (!node.fallsThrough)
      state.reset();
  }
  end = std::move(state);
  return isStable;
}

/// The symbols that a loop changes; whether there are new ones.
bool AsmBitFlow::noteChanges(const State &before, const State &after,
                             llvm::BitVector &changed) const {
  changed.resize(before.size());
  bool isNew = false;
  for (size_t symbol = 0; symbol < before.size(); ++symbol) {
    const AsmBits &a = before[symbol], &b = after[symbol];
    bool isSame = a.isUnwritten || (a.zeros == b.zeros && a.ones == b.ones);
    isSame &= a.open == b.open || a.isUnwritten;
    for (size_t s = 0; s < sources.size() && isSame && !a.isUnwritten; ++s)
      isSame = a.get(s) == b.get(s);
    if (isSame || changed[symbol])
      continue;
    changed.set(symbol);
    isNew = true;
  }
  return isNew;
}

/// What a loop changes may be anything; of one place it stays so.
void AsmBitFlow::open(State &state, const llvm::BitVector &changed) {
  for (unsigned symbol : changed.set_bits())
    if (!state[symbol].isUnwritten)
      state[symbol] = algebra.makeOpen(state[symbol]);
}
