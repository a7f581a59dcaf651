//===- RaisePTXVersion.cpp - The PTX version that inline PTX needs --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Dialect/Tile/Transforms/RaisePTXVersion.h"

#include "tile/AsmCheck/AsmPlace.h"
#include "tile/Dialect/Tile/IR/BlockScaling.h"
#include "tile/Dialect/Tile/Transforms/InlineAsmAnalyzer.h"
#include "tile/Dialect/Tile/Transforms/Passes.h"
#include "tile/Hardware/TargetInfo.h"

namespace mlir::tile {
#define GEN_PASS_DEF_TILERAISEPTXVERSION
#include "tile/Dialect/Tile/Transforms/Passes.h.inc"
} // namespace mlir::tile

using namespace mlir;
using namespace mlir::tile;

/// "8.7".
static std::string printVersion(unsigned version) {
  return std::to_string(version / 10) + "." + std::to_string(version % 10);
}

static InFlightDiagnostic emitReason(ElementwiseInlineAsmOp op,
                                     const ptx::NeededVersion &needed,
                                     const Twine &more) {
  const ptx::Finding &reason = needed.reason;
  return emitRemark(op.getLoc())
         << ptx::describePlace(reason.location) << reason.message << "; "
         << more << ptx::showPlace(op.getAsmString(), reason.location);
}

/// Whether the fallback has asm of its own, which counts where it runs.
static bool hasAsmInFallback(ElementwiseInlineAsmOp op) {
  return op.hasFallback() && op.getFallback()
                                 .walk([](ElementwiseInlineAsmOp) {
                                   return WalkResult::interrupt();
                                 })
                                 .wasInterrupted();
}

/// The first product of 8-bit floats for which the target has an instruction
/// from kFloat8Products on, if there is one. PTX ISA, "mma": .e4m3 and .e5m2.
static constexpr unsigned kFloat8Products = 84;
static DotOp findFloat8Product(ModuleOp module, StringRef chip) {
  const TargetInfo *info = lookupTarget(chip);
  DotOp found;
  if (info && info->hasFP8Products())
    module.walk([&](DotOp op) {
      Type type = getScalarType(op.getA().getType());
      if (!isa<Float8E4M3FNType, Float8E5M2Type>(type))
        return WalkResult::advance();
      found = op;
      return WalkResult::interrupt();
    });
  return found;
}

/// The atomic operation on pairs that needs the newest version, if the target
/// has any.
static AtomicCASPairOp findNewestPair(ModuleOp module, StringRef chip) {
  const TargetInfo *info = lookupTarget(chip);
  AtomicCASPairOp found;
  if (info && info->has128BitAtomics())
    module.walk([&](AtomicCASPairOp op) {
      if (!found || op.getNeededPTXVersion() > found.getNeededPTXVersion())
        found = op;
    });
  return found;
}

/// A product with scales in tensor memory that needs the newest version.
static std::pair<DotScaledOp, unsigned> findNewestScaling(ModuleOp module,
                                                          StringRef chip) {
  const TargetInfo *info = lookupTarget(chip);
  std::pair<DotScaledOp, unsigned> found;
  if (info && info->hasTensorMemory())
    module.walk([&](DotScaledOp op) {
      if (!fitsTensorMemory(op))
        return;
      auto scaling = getTensorBlockScaling(ScaledTypes::get(op));
      if (scaling && scaling->minPTXVersion > found.second)
        found = {op, scaling->minPTXVersion};
    });
  return found;
}

unsigned tile::raisePTXVersion(ModuleOp module, AsmChoice choice,
                               function_ref<unsigned()> getNewest,
                               InlineAsmAnalyzer &analyzer) {
  TargetAttr target = getTarget(module);
  if (!target || target.getPtxVersion() != 0)
    return 0;
  auto newer = ArrayRef(kPTXVersions).drop_while([&](unsigned version) {
    return version <= analyzer.getVersion();
  });
  std::optional<unsigned> newest;
  ElementwiseInlineAsmOp highest;
  std::optional<ptx::NeededVersion> reason;
  module.walk<WalkOrder::PreOrder>([&](ElementwiseInlineAsmOp op) {
    if (op.getUseFallback() ||
        (op.hasFallback() && choice == AsmChoice::Fallback))
      return WalkResult::advance();
    if (llvm::none_of(analyzer.analyze(op), InlineAsmAnalyzer::isAboutTarget))
      return WalkResult::skip();
    std::optional<ptx::NeededVersion> needed =
        analyzer.findNeededVersion(op, newer);
    if (!needed)
      return choice == AsmChoice::Auto && hasAsmInFallback(op)
                 ? WalkResult::advance()
                 : WalkResult::skip();
    if (!newest)
      newest =
          getNewest ? std::min(getNewest(), kMaxPTXVersion) : kMaxPTXVersion;
    if (needed->version > *newest) {
      emitReason(op, *needed,
                 "the version stays, as ptxas has PTX ISA up to " +
                     printVersion(*newest) + ", and this needs " +
                     printVersion(needed->version));
      return WalkResult::advance();
    }
    if (!reason || needed->version > reason->version) {
      highest = op;
      reason = std::move(needed);
    }
    return WalkResult::skip();
  });
  unsigned version = reason ? reason->version : 0;
  auto raiseFor = [&](Operation *op, unsigned needed, const Twine &what) {
    if (!op || std::max(version, analyzer.getVersion()) >= needed)
      return;
    if (!newest)
      newest =
          getNewest ? std::min(getNewest(), kMaxPTXVersion) : kMaxPTXVersion;
    // With an older one there are other ways, or an error later says it.
    if (*newest < needed)
      return;
    version = needed;
    op->emitRemark(what) << " are instructions from PTX ISA "
                         << printVersion(version)
                         << " on; the module is compiled as that";
  };
  raiseFor(findFloat8Product(module, target.getChip()), kFloat8Products,
           "products of 8-bit floats");
  if (auto [op, needed] = findNewestScaling(module, target.getChip()); op)
    raiseFor(op, needed, "products of pairs with scales of 16");
  if (AtomicCASPairOp pair = findNewestPair(module, target.getChip()))
    raiseFor(pair, pair.getNeededPTXVersion(),
             "atomic operations on 128 bits of scope " +
                 stringifyMemSyncScope(pair.getScope()));
  if (version == 0)
    return 0;
  if (reason && version == reason->version)
    emitReason(highest, *reason,
               "the module is compiled as PTX ISA " + printVersion(version));
  module->setAttr(kTargetAttrName,
                  TargetAttr::get(module.getContext(), target.getChip(),
                                  target.getNumWarps(), version));
  return version;
}

namespace {

struct TileRaisePTXVersion
    : tile::impl::TileRaisePTXVersionBase<TileRaisePTXVersion> {
  using TileRaisePTXVersionBase::TileRaisePTXVersionBase;
  TileRaisePTXVersion(const TileRaisePTXVersionOptions &options,
                      std::function<unsigned()> getNewest)
      : TileRaisePTXVersionBase(options), getNewest(std::move(getNewest)) {}

  void runOnOperation() override {
    auto ask = [&] {
      unsigned version = getNewest ? getNewest() : kMaxPTXVersion;
      return newest ? std::min<unsigned>(version, newest) : version;
    };
    bool changed = raisePTXVersion(getOperation(), choice, ask,
                                   getAnalysis<InlineAsmAnalyzer>()) != 0;
    numRaised += changed;
    if (!changed)
      markAllAnalysesPreserved();
  }

  std::function<unsigned()> getNewest;
};

} // namespace

std::unique_ptr<Pass>
tile::createRaisePTXVersionPass(AsmChoice choice,
                                std::function<unsigned()> getNewest) {
  TileRaisePTXVersionOptions options;
  options.choice = choice;
  return std::make_unique<TileRaisePTXVersion>(options, std::move(getNewest));
}
