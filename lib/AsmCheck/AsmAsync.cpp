//===- AsmAsync.cpp - Asynchronous work that nothing waits for ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// PTX ISA, "Asynchronous copy", "mbarrier", "Asynchronous wgmma Instructions".
//
//===----------------------------------------------------------------------===//
//
// What one body begins another one may wait for, so that a part of a sequence
// is not a mistake by itself. Reported is what is wrong in the order that
// stands in one body: a wait for what was not committed, a read of what was not
// waited for, a product without its fence.
//
//===----------------------------------------------------------------------===//

#include "AsmAddressing.h"

using namespace mlir::tile::ptx;
using llvm::StringRef;
using llvm::Twine;

namespace {

/// The groups of one kind of work: begun, committed, waited for.
struct WorkGroups {
  StringRef name;
  /// Work that may not be done, and its group; 0 is not committed yet.
  struct Work {
    const AsmNode *node;
    unsigned group;
    AsmAddress target;
  };
  std::vector<Work> works;
  unsigned numGroups = 0;

  bool hasUncommitted() const {
    return llvm::any_of(works, [](const Work &w) { return w.group == 0; });
  }
  void commit() {
    ++numGroups;
    for (Work &work : works)
      if (work.group == 0)
        work.group = numGroups;
  }
  /// All but the last `pending` groups are done.
  void wait(unsigned pending) {
    llvm::erase_if(works, [&](const Work &work) {
      return work.group != 0 && work.group + pending <= numGroups;
    });
  }
};

class AsyncChecker {
public:
  AsyncChecker(const AsmGraph &graph, const AsmContext &context,
               FindingList &findings)
      : graph(graph), findings(findings), addressing(graph, context),
        values(graph, context) {
    copies.name = "cp.async";
    bulks.name = "cp.async.bulk";
    products.name = "wgmma";
  }

  void run() {
    for (unsigned i = 0; i < graph.nodes.size(); ++i)
      noteStep(graph.nodes[i]);
    for (unsigned i = 0; i < graph.nodes.size(); ++i)
      check(i);
    checkEnd();
    checkBytes();
  }

private:
  bool has(const AsmNode &node, StringRef word) const {
    return llvm::is_contained(node.instruction->modifiers, word);
  }

  void report(const AsmNode &node, llvm::StringLiteral name,
              const Twine &message, const Twine &hint = "") {
    findings.add(node.instruction->location, Severity::Warning, name, message,
                 hint);
  }

  /// What the body has of the sequences, wherever it stands.
  void noteStep(const AsmNode &node) {
    StringRef opcode = node.instruction->opcode;
    if (opcode == "wgmma")
      hasWholeProduct |= has(node, "commit_group") || has(node, "wait_group");
    if (opcode == "mbarrier")
      hasExpected |= has(node, "expect_tx") || has(node, "arrive") ||
                     has(node, "arrive_drop");
    if (opcode == "cp" && has(node, "mbarrier::complete_tx::bytes") &&
        !bulkCopy)
      bulkCopy = &node;
  }

  void check(unsigned index) {
    const AsmNode &node = graph.nodes[index];
    StringRef opcode = node.instruction->opcode;
    if (opcode == "cp" && has(node, "async"))
      return checkCopy(node);
    if (opcode == "wgmma")
      return checkProduct(index);
    if (opcode == "mbarrier")
      return checkBarrier(index);
    if (opcode == "fence" || opcode == "barrier" || opcode == "bar" ||
        opcode == "membar") {
      initializedBarrier = nullptr;
      if (opcode == "fence" && has(node, "async"))
        storeToShared = nullptr;
      return;
    }
    if (opcode == "st" && node.row && hasSharedWord(node) &&
        !has(node, "async"))
      storeToShared = &node;
    if (opcode == "ld" || opcode == "ldmatrix")
      checkLoad(node);
    checkAccumulators(node);
  }

  static bool hasSharedWord(const AsmNode &node) {
    return llvm::any_of(node.instruction->modifiers,
                        [](const std::string &word) {
                          return StringRef(word).starts_with("shared");
                        });
  }

  AsmAddress getAddress(const AsmNode &node, unsigned number) const {
    for (const Operand &operand : node.instruction->operands)
      if (operand.kind == Operand::Address && number-- == 0 &&
          !operand.elements.empty())
        return addressing.resolve(node, operand.elements[0]);
    return AsmAddress();
  }

  std::optional<int64_t> getCount(const AsmNode &node) const {
    if (node.instruction->operands.empty())
      return std::nullopt;
    return values.findConstant(node, node.instruction->operands[0]);
  }

  void checkWait(const AsmNode &node, WorkGroups &groups, StringRef commit) {
    if (groups.hasUncommitted()) {
      report(node, "async-uncommitted",
             "expected '" + commit + "' between '" +
                 getFirst(groups).instruction->getMnemonic() +
                 "' and the wait for its group, found none, so that the wait "
                 "does not know it",
             "commit the group first");
      groups.works.clear();
      return;
    }
    if (std::optional<int64_t> pending = getCount(node))
      groups.wait(std::max<int64_t>(0, *pending));
    else
      groups.works.clear();
  }

  static const AsmNode &getFirst(const WorkGroups &groups) {
    return *llvm::find_if(groups.works, [](const WorkGroups::Work &work) {
              return work.group == 0;
            })->node;
  }

  void checkCopy(const AsmNode &node) {
    bool isBulk = has(node, "bulk");
    WorkGroups &groups = isBulk ? bulks : copies;
    bool isGroupStep = has(node, "commit_group") || has(node, "wait_group") ||
                       has(node, "wait_all");
    if (isGroupStep && !isBulk && copies.works.empty() &&
        bulks.hasUncommitted()) {
      report(node, "async-uncommitted",
             "expected 'cp.async.bulk.commit_group' and "
             "'cp.async.bulk.wait_group' after '" +
                 getFirst(bulks).instruction->getMnemonic() + "', found '" +
                 node.instruction->getMnemonic() +
                 "', which knows no bulk copies",
             "the same instruction of '.bulk'");
      bulks.works.clear();
      return;
    }
    if (has(node, "commit_group"))
      return groups.commit();
    if (has(node, "wait_group"))
      return checkWait(node, groups,
                       isBulk ? "cp.async.bulk.commit_group"
                              : "cp.async.commit_group");
    if (has(node, "wait_all") || has(node, "mbarrier")) {
      copies.works.clear();
      return;
    }
    if (has(node, "prefetch"))
      return;
    bool isToMemory = has(node, "bulk_group");
    if (has(node, "mbarrier::complete_tx::bytes"))
      arriving.push_back({&node, 0, getAddress(node, 0)});
    if (!isBulk || isToMemory)
      groups.works.push_back({&node, 0, getAddress(node, 0)});
    if (isToMemory && storeToShared) {
      report(node, "async-unfenced",
             "expected 'fence.proxy.async' between '" +
                 storeToShared->instruction->getMnemonic() + "' and '" +
                 node.instruction->getMnemonic() +
                 "', which does not see what ordinary stores wrote, found none",
             "fence.proxy.async.shared::cta, and a barrier where other "
             "threads store");
      storeToShared = nullptr;
    }
    if (has(node, "mbarrier::complete_tx::bytes") && initializedBarrier) {
      report(node, "async-unfenced",
             "expected 'fence.mbarrier_init' or a barrier between "
             "'mbarrier.init' and '" +
                 node.instruction->getMnemonic() + "', found none",
             "fence.mbarrier_init.release.cluster, or fence.proxy.async");
      initializedBarrier = nullptr;
    }
  }

  void checkLoad(const AsmNode &node) {
    AsmAddress address = getAddress(node, 0);
    for (const WorkGroups::Work &work : arriving)
      if (work.target.variable && work.target.variable == address.variable) {
        report(node, "async-unwaited",
               "expected a wait for the mbarrier of '" +
                   work.node->instruction->getMnemonic() + "' before '" +
                   node.instruction->getMnemonic() +
                   "' of the same variable, found none",
               "mbarrier.try_wait in a loop");
        arriving.clear();
        return;
      }
    for (const WorkGroups::Work &work : copies.works)
      if (work.target.isSame(address)) {
        report(node, "async-unwaited",
               "expected a wait for '" + work.node->instruction->getMnemonic() +
                   "' before '" + node.instruction->getMnemonic() +
                   "' of the same place, found none that covers it",
               "cp.async.commit_group and cp.async.wait_group 0, or "
               "cp.async.wait_all");
        copies.works.clear();
        return;
      }
  }

  //===--- Matrix products ------------------------------------------------===//

  void checkProduct(unsigned index) {
    const AsmNode &node = graph.nodes[index];
    if (has(node, "fence")) {
      isFenced = true;
      writtenSinceFence.clear();
      return;
    }
    if (has(node, "commit_group"))
      return products.commit();
    if (has(node, "wait_group"))
      return checkWait(node, products, "wgmma.commit_group.sync.aligned");
    if (!has(node, "mma_async"))
      return;
    checkDescriptors(node);
    if (storeToShared) {
      report(node, "async-unfenced",
             "expected 'fence.proxy.async' between '" +
                 storeToShared->instruction->getMnemonic() + "' and '" +
                 node.instruction->getMnemonic() +
                 "', which does not see what ordinary stores wrote, found none",
             "fence.proxy.async.shared::cta before the barrier");
      storeToShared = nullptr;
    }
    bool isAfterWrite = llvm::any_of(node.uses, [&](const AsmUse &use) {
      return llvm::is_contained(writtenSinceFence, use.symbol);
    });
    if (hasWholeProduct && (!isFenced || isAfterWrite) && !isFenceReported) {
      isFenceReported = true;
      report(node, "async-unfenced",
             "expected 'wgmma.fence.sync.aligned' between the last write of "
             "the registers and '" +
                 node.instruction->getMnemonic() + "', found none",
             "wgmma.fence.sync.aligned before the first product");
    }
    products.works.push_back({&node, 0, AsmAddress()});
  }

  /// PTX ISA, "Matrix Descriptor Format": bits 4 to 17 of the address.
  void checkDescriptors(const AsmNode &node) {
    for (const Operand &operand : node.instruction->operands) {
      if (operand.kind != Operand::Name)
        continue;
      bool hasVariable = false, hasShift = false;
      values.forEachSource(node, operand, [&](const AsmNode &source) {
        for (const AsmVariableUse &use : source.variables)
          hasVariable |= use.space == "shared";
        hasShift |= llvm::is_contained({"shr", "bfe", "shf", "prmt", "div"},
                                       source.instruction->opcode);
      });
      if (!hasVariable || hasShift)
        continue;
      report(node, "matrix-descriptor",
             "expected bits 4 to 17 of an address in the descriptor '" +
                 operand.name + "' of '" + node.instruction->getMnemonic() +
                 "', found an address that nothing shifts",
             "shr.u64 by 4 of the address, and then and.b64 with 0x3fff");
      return;
    }
  }

  /// Registers of products that are still running; and those that the next
  /// fence has to be after.
  void checkAccumulators(const AsmNode &node) {
    for (const AsmUse &use : node.uses)
      if (use.isWritten)
        writtenSinceFence.push_back(use.symbol);
    for (const WorkGroups::Work &work : products.works)
      for (const AsmUse &use : node.uses)
        if (isAccumulator(*work.node, use.symbol)) {
          report(node, "async-unwaited",
                 "expected 'wgmma.wait_group' before '" +
                     node.instruction->getMnemonic() + "' uses '" +
                     graph.symbols[use.symbol] +
                     "', which a product still writes, found none that covers "
                     "it",
                 "wgmma.commit_group.sync.aligned and "
                 "wgmma.wait_group.sync.aligned 0");
          products.works.clear();
          return;
        }
  }

  static bool isAccumulator(const AsmNode &product, unsigned symbol) {
    return llvm::any_of(product.uses, [&](const AsmUse &use) {
      return use.isWritten && use.symbol == symbol;
    });
  }

  void checkEnd() {
    for (const WorkGroups::Work &work : products.works) {
      bool isResult = llvm::any_of(work.node->uses, [&](const AsmUse &use) {
        return use.isWritten && use.symbol < graph.numOperands;
      });
      if (!isResult || !hasWholeProduct)
        continue;
      report(*work.node, "async-unwaited",
             "expected 'wgmma.wait_group' before the end of the asm, whose "
             "results '" +
                 work.node->instruction->getMnemonic() +
                 "' still writes, found none that covers it",
             "wgmma.commit_group.sync.aligned and "
             "wgmma.wait_group.sync.aligned 0");
      return;
    }
  }

  //===--- mbarriers ------------------------------------------------------===//

  /// What one instruction announces to an mbarrier, or brings.
  struct Bytes {
    unsigned node;
    int64_t count;
    bool isBrought;
  };

  /// The bytes that bulk copies bring to an mbarrier of the body, and those it
  /// is to expect, where all of them stand in one row of instructions.
  void checkBytes() {
    if (!bulkCopy || !hasExpected)
      return;
    std::vector<Bytes> known;
    AsmAddress barrier;
    for (unsigned i = 0; i < graph.nodes.size(); ++i) {
      const AsmNode &node = graph.nodes[i];
      const std::vector<Operand> &operands = node.instruction->operands;
      bool isBrought = node.instruction->opcode == "cp" &&
                       has(node, "mbarrier::complete_tx::bytes");
      bool isExpected =
          node.instruction->opcode == "mbarrier" && has(node, "expect_tx");
      if (!isBrought && !isExpected)
        continue;
      unsigned place = isBrought ? 2 : 0;
      AsmAddress address = getAddress(node, place);
      bool isPlain = !has(node, "tensor") && operands.size() >= 2;
      std::optional<int64_t> count;
      if (isPlain)
        count = values.findConstant(node, isBrought && operands.size() > 2
                                              ? operands[2]
                                              : operands.back());
      if (!count || (!known.empty() && !barrier.isSame(address)))
        return;
      barrier = address;
      known.push_back({i, *count, isBrought});
    }
    if (known.empty() || !areInOneRow(known.front().node, known.back().node))
      return;
    int64_t numExpected = 0, numBrought = 0;
    for (const Bytes &bytes : known)
      (bytes.isBrought ? numBrought : numExpected) += bytes.count;
    if (numExpected >= numBrought)
      return;
    report(*bulkCopy, "async-uncommitted",
           "expected 'mbarrier.arrive.expect_tx' of the " + Twine(numBrought) +
               " bytes that copies bring, found " + Twine(numExpected));
  }

  /// Whether all instructions from one to another run, or none does, and each
  /// once.
  bool areInOneRow(unsigned first, unsigned last) const {
    for (unsigned i = 0; i < graph.nodes.size(); ++i)
      for (unsigned target : graph.nodes[i].targets) {
        bool isInside = target > first && target <= last;
        bool isFrom = i >= first && i < last;
        if (isInside || isFrom || (target <= first && i >= last))
          return false;
      }
    for (unsigned i = first; i <= last; ++i)
      if (graph.nodes[i].guard != graph.nodes[first].guard)
        return false;
    return true;
  }

  void checkBarrier(unsigned index) {
    const AsmNode &node = graph.nodes[index];
    if (has(node, "init"))
      initializedBarrier = &node;
    if (!has(node, "try_wait") && !has(node, "test_wait"))
      return;
    arriving.clear();
    if (bulkCopy && !hasExpected && !isExpectReported) {
      isExpectReported = true;
      report(*bulkCopy, "async-uncommitted",
             "expected 'mbarrier.arrive.expect_tx' of the bytes that '" +
                 bulkCopy->instruction->getMnemonic() +
                 "' brings, before the wait for them, found none");
    }
    bool isInLoop = false;
    for (unsigned i = index; i < graph.nodes.size(); ++i)
      for (unsigned target : graph.nodes[i].targets)
        isInLoop |= target <= index;
    const AsmUse *result = llvm::find_if(
        node.uses, [](const AsmUse &use) { return use.isWritten; });
    if (isInLoop || result == node.uses.end())
      return;
    bool isRead = result->symbol < graph.numOperands, isBranch = false;
    for (unsigned i = index + 1; i < graph.nodes.size(); ++i)
      for (const AsmUse &use : graph.nodes[i].uses)
        if (!use.isWritten && use.symbol == result->symbol) {
          bool isGuard = graph.nodes[i].guard == int(use.symbol) &&
                         !graph.nodes[i].targets.empty();
          (isGuard ? isBranch : isRead) = true;
        }
    if (isRead)
      return;
    report(node, "wait-once",
           "expected a loop around '" + node.instruction->getMnemonic() +
               "', which may give false before the phase is complete, found " +
               (isBranch ? "none" : "that nothing reads its result"),
           "branch back to it while the predicate is false");
  }

  const AsmGraph &graph;
  FindingList &findings;
  AsmAddressing addressing;
  AsmValues values;
  WorkGroups copies, bulks, products;
  /// Copies that an mbarrier is to be waited for.
  std::vector<WorkGroups::Work> arriving;
  const AsmNode *bulkCopy = nullptr;
  const AsmNode *storeToShared = nullptr;
  const AsmNode *initializedBarrier = nullptr;
  llvm::SmallVector<unsigned> writtenSinceFence;
  bool hasWholeProduct = false, hasExpected = false;
  bool isFenced = false, isFenceReported = false, isExpectReported = false;
};

} // namespace

void mlir::tile::ptx::checkAsmAsync(const AsmGraph &graph,
                                    const AsmContext &context,
                                    FindingList &findings) {
  bool isAsync = llvm::any_of(graph.nodes, [](const AsmNode &node) {
    StringRef opcode = node.instruction->opcode;
    return opcode == "cp" || opcode == "wgmma" || opcode == "mbarrier";
  });
  if (isAsync)
    AsyncChecker(graph, context, findings).run();
}
