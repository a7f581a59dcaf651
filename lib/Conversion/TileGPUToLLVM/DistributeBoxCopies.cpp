//===- DistributeBoxCopies.cpp - Copies of boxes of tensors ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Thread 0, or a thread of the producer warp, makes the barriers and the
// copies. It arrives with the bytes before the copies begin, so that no phase
// ends early. The instructions are inline asm, as they are to be predicated: a
// branch would part the warps of a warpgroup.
//
//===----------------------------------------------------------------------===//

#include "AsmText.h"
#include "DistributePrograms.h"
#include "Patterns.h"
#include "RegisterGroups.h"
#include "SharedAddress.h"

#include "tile/Conversion/TileGPUToLLVM/ThreadLayout.h"
#include "tile/Dialect/Tile/IR/TensorMaps.h"
#include "tile/Dialect/TileGPU/IR/TileGPU.h"
#include "tile/Hardware/GPUInfo.h"
#include "tile/Layout/WarpgroupPlan.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;
using namespace mlir::tile;
using namespace mlir::tilegpu;

namespace {

/// A thread of the warp, the same one each time. ptxas takes a bulk copy's
/// registers as the same in all threads only where `elect.sync` has chosen one.
/// Otherwise it makes a loop over the threads.
std::string emitElect(AsmText &lines) {
  lines.addLine(".reg .pred acts;");
  lines.addLine("elect.sync _|acts, -1;");
  return "acts";
}

/// Whether the thread is the one that acts for the program.
Value emitIsFirst(OpBuilder &builder, Location loc) {
  return emitOwnerPredicate(builder, loc, builder.getI32Type());
}

/// Of a pair, whether the thread is in the first CTA; of threads that act,
/// which act then.
std::string emitLeads(AsmText &lines, StringRef acts) {
  lines.addLine(".reg .pred leads;");
  lines.addLine(".reg .b32 rank;");
  lines.addLine("mov.u32 rank, %cluster_ctarank;");
  lines.addLine("setp.eq.and.u32 leads, rank, 0, " + acts + ";");
  return "leads";
}

/// The address of a place of the pair's first CTA that is as this one.
std::string emitLeaderAddress(AsmText &lines, StringRef address) {
  lines.addLine(".reg .b32 leader;");
  lines.addLine("mapa.shared::cluster.u32 leader, " + address + ", 0;");
  return "leader";
}

LogicalResult lowerMBarrierInit(MBarrierInitOp op,
                                MBarrierInitOp::Adaptor adaptor,
                                ConversionPatternRewriter &rewriter) {
  auto type = cast<MemDescType>(op.getBarriers().getType());
  AsmText lines(rewriter, op.getLoc());
  std::string isFirst =
      lines.addOperand(emitIsFirst(rewriter, op.getLoc()), "b");
  std::string address = lines.addAddress(adaptor.getBarriers());
  constexpr unsigned kBytes = 8;
  for (int64_t i = 0; i < *type.getNumPlaces(); ++i)
    lines.addLine("@" + isFirst + " mbarrier.init.shared::cta.b64 [" + address +
                  "+" + Twine(i * kBytes) + "], " + Twine(op.getCount()) + ";");
  lines.addLine("@" + isFirst + " fence.mbarrier_init.release.cluster;");
  lines.create();
  rewriter.eraseOp(op);
  return success();
}

LogicalResult lowerMBarrierWait(MBarrierWaitOp op,
                                MBarrierWaitOp::Adaptor adaptor,
                                ConversionPatternRewriter &rewriter) {
  AsmText lines(rewriter, op.getLoc());
  std::string address = lines.addAddress(adaptor.getBarrier());
  std::string parity = lines.addOperand(adaptor.getParity(), "r");
  lines.addLine("{");
  lines.addLine(".reg .pred done;");
  lines.addLine("again:");
  // Of a pair the other CTA may have arrived.
  lines.addLine(Twine("mbarrier.try_wait.parity.") +
                (hasCTAPairs(op) ? "acquire.cluster." : "") +
                "shared::cta.b64 done, [" + address + "], " + parity + ";");
  lines.addLine("@!done bra again;");
  lines.addLine("}");
  lines.create();
  rewriter.eraseOp(op);
  return success();
}

/// A lane of each warp arrives when all of them have come.
LogicalResult lowerMBarrierArrive(MBarrierArriveOp op,
                                  Parts<MBarrierArriveOp> adaptor,
                                  ConversionPatternRewriter &rewriter) {
  Location loc = op.getLoc();
  AsmText lines(rewriter, loc);
  Value predicate = emitThreadBitsAreZero(rewriter, loc, kThreadsPerWarp - 1);
  if (op.getPred())
    predicate = emitAnd(rewriter, loc, predicate, adaptor.getPred().front());
  std::string does = lines.addOperand(predicate, "b");
  std::string barrier = lines.addAddress(adaptor.getBarrier().front());
  lines.addLine("bar.warp.sync -1;");
  if (hasCTAPairs(op)) {
    // What the warps of both CTAs arrive at is the first one's.
    lines.addLine("{");
    lines.addLine("@" + does +
                  " mbarrier.arrive.release.cluster.shared::cluster."
                  "b64 _, [" +
                  emitLeaderAddress(lines, barrier) + "];");
    lines.addLine("}");
  } else {
    lines.addLine("@" + does + " mbarrier.arrive.shared::cta.b64 _, [" +
                  barrier + "];");
  }
  lines.create();
  rewriter.eraseOp(op);
  return success();
}

/// Warpgroup w waits at barrier `kFirst` + w, which the one before gives.
LogicalResult lowerTurn(TurnOp op, TurnOp::Adaptor,
                        ConversionPatternRewriter &rewriter) {
  constexpr int kFirst = 8, kThreads = kWarpgroupWarps * kThreadsPerWarp;
  Location loc = op.getLoc();
  int last = getNumWarps(op) / kWarpgroupWarps - 1;
  Value group = LLVM::LShrOp::create(rewriter, loc, emitThreadId(rewriter, loc),
                                     emitI32(rewriter, loc, 7));
  auto isGroup = [&](int number, LLVM::ICmpPredicate is =
                                     LLVM::ICmpPredicate::eq) -> Value {
    return LLVM::ICmpOp::create(rewriter, loc, is, group,
                                emitI32(rewriter, loc, number));
  };
  auto number = [&](Value of) -> Value {
    return LLVM::AddOp::create(rewriter, loc, of,
                               emitI32(rewriter, loc, kFirst));
  };
  AsmText lines(rewriter, loc);
  auto own = [&] { return lines.addOperand(number(group), "r"); };
  auto next = [&] {
    Value after =
        LLVM::AddOp::create(rewriter, loc, group, emitI32(rewriter, loc, 1));
    return lines.addOperand(
        number(LLVM::SelectOp::create(rewriter, loc, isGroup(last),
                                      emitI32(rewriter, loc, 0), after)),
        "r");
  };
  auto line = [&](const Twine &instruction, const std::string &barrier) {
    lines.addLine(instruction + " " + barrier + ", " + Twine(2 * kThreads) +
                  ";");
  };
  switch (op.getStep()) {
  case TurnStep::Start:
    line("@" + lines.addOperand(isGroup(last), "b") + " bar.arrive",
         std::to_string(kFirst));
    break;
  case TurnStep::Wait:
    line("bar.sync", own());
    break;
  case TurnStep::Give:
    line("bar.arrive", next());
    break;
  case TurnStep::Stop: {
    // The last warpgroup has the turn back: it may start again.
    line("bar.sync", own());
    line("@" + lines.addOperand(isGroup(last, LLVM::ICmpPredicate::ne), "b") +
             " bar.arrive",
         next());
    break;
  }
  }
  lines.create();
  rewriter.eraseOp(op);
  return success();
}

LogicalResult lowerBoxCopy(BoxCopyOp op, BoxCopyOp::Adaptor adaptor,
                           ConversionPatternRewriter &rewriter) {
  Location loc = op.getLoc();
  auto place = cast<MemDescType>(op.getDst().getType());
  ArrayRef<int64_t> shape = place.getTileShape();
  unsigned bytes = getByteWidth(place.getElementType());
  // A vector is lines of one row, side by side.
  int64_t columns = shape[op.getDims()[0]], rows = 1, line = kMaxBox * bytes;
  if (shape.size() > 1) {
    unsigned order[] = {unsigned(op.getDims()[0]), unsigned(op.getDims()[1])};
    line = getWarpgroupLine(shape, bytes, order);
    rows = shape[order[1]];
  }
  int64_t lineElements = line / bytes;

  AsmText lines(rewriter, loc);
  Value predicate =
      emitThreadBitsAreZero(rewriter, loc, ~(kThreadsPerWarp - 1));
  if (op.getPred())
    predicate = emitAnd(rewriter, loc, predicate, adaptor.getPred());
  std::string isWarp = lines.addOperand(predicate, "b");
  std::string barrier = lines.addAddress(adaptor.getBarrier());
  std::string to = lines.addAddress(adaptor.getDst());
  std::string map = lines.addOperand(
      LLVM::PtrToIntOp::create(rewriter, loc, rewriter.getI64Type(),
                               adaptor.getMap()),
      "l");
  SmallVector<std::string> coordinates;
  for (Value coordinate : adaptor.getCoordinates())
    coordinates.push_back(lines.addOperand(coordinate, "r"));
  lines.addLine("{");
  lines.addLine(".reg .b32 c0, c1;");
  std::string does = emitElect(lines);
  lines.addLine("and.pred " + does + ", " + does + ", " + isWarp + ";");
  // The first CTA of a pair waits for the boxes of both.
  bool isPair = hasCTAPairs(op);
  lines.addLine("@" + (isPair ? emitLeads(lines, does) : does) +
                " mbarrier.arrive.expect_tx.shared::cta.b64 _, [" + barrier +
                "], " + Twine(place.getNumBytes() * (isPair ? 2 : 1)) + ";");
  if (isPair)
    barrier = emitLeaderAddress(lines, barrier);
  int64_t offset = 0;
  for (int64_t column = 0; column < columns; column += lineElements)
    for (int64_t row = 0; row < rows; row += kMaxBox) {
      lines.addLine("add.s32 c0, " + coordinates[0] + ", " + Twine(column) +
                    ";");
      std::string at = "c0";
      if (coordinates.size() > 1) {
        lines.addLine("add.s32 c1, " + coordinates[1] + ", " + Twine(row) +
                      ";");
        at += ", c1";
        for (const std::string &other : ArrayRef(coordinates).drop_front(2))
          at += ", " + other;
      }
      lines.addLine(
          "@" + does + " cp.async.bulk.tensor." + Twine(coordinates.size()) +
          "d.shared::cluster.global.tile.mbarrier::complete_tx::"
          "bytes" +
          (isPair ? ".cta_group::2 [" : " [") + to + "+" + Twine(offset) +
          "], [" + map + ", {" + at + "}], [" + barrier + "];");
      offset += std::min(rows - row, kMaxBox) * line;
    }
  lines.addLine("}");
  lines.create();
  rewriter.eraseOp(op);
  return success();
}

/// The registers of a tile of sums that `part`, of as many rows for each warp,
/// has: columns from `column` on, of the first warp.
SmallVector<Value> getColumns(ArrayRef<Value> registers, RankedTensorType tile,
                              RankedTensorType part, int64_t column) {
  // By register, which of the warp's rows, and which column.
  auto list = [](RankedTensorType type) {
    auto mma = cast<NvidiaMmaLayoutAttr>(type.getEncoding());
    int32_t warpRows = mma.getInstrShape()[0],
            allRows = warpRows * mma.getWarpsPerCTA()[0];
    LinearLayout layout = toLinearLayout(type);
    SmallVector<std::pair<int32_t, int32_t>> places;
    for (int32_t reg = 0; reg < layout.getInDimSize(kRegister); ++reg) {
      auto place =
          layout.apply({{kRegister, reg}, {kLane, 0}, {kWarp, 0}, {kBlock, 0}});
      int32_t row = place[0].second;
      places.emplace_back(row / allRows * warpRows + row % allRows,
                          place[1].second);
    }
    return places;
  };
  SmallVector<std::pair<int32_t, int32_t>> all = list(tile);
  SmallVector<Value> values;
  for (auto [row, first] : list(part)) {
    auto *it = llvm::find(all, std::pair(row, int32_t(first + column)));
    values.push_back(registers[it - all.begin()]);
  }
  return values;
}

LogicalResult lowerBoxStore(BoxStoreOp op, Parts<BoxStoreOp> adaptor,
                            ConversionPatternRewriter &rewriter,
                            const TargetInfo &target) {
  Location loc = op.getLoc();
  auto tile = cast<RankedTensorType>(op.getValue().getType());
  auto layout = cast<NvidiaMmaLayoutAttr>(tile.getEncoding());
  auto place = cast<MemDescType>(op.getPlace().getType());
  unsigned numPlaces = *place.getNumPlaces();
  int64_t rows = place.getTileShape()[0], columns = place.getTileShape()[1];
  int64_t warpRows = layout.getInstrShape()[0];
  unsigned rowWarps = layout.getWarpsPerCTA()[0],
           shares = layout.getWarpsPerCTA()[1], warps = rowWarps * shares;
  // In the place the rows of all warps are below each other.
  auto partPlace = MemDescType::get({rows, columns}, place.getElementType(),
                                    place.getLayout());
  auto part = RankedTensorType::get(
      {rows, columns}, tile.getElementType(),
      NvidiaMmaLayoutAttr::get(rewriter.getContext(), layout.getVersionMajor(),
                               layout.getVersionMinor(), {warps, 1},
                               {unsigned(warpRows), unsigned(columns)}));
  int64_t line = partPlace.getNumBytes() / rows;
  int64_t width = layout.getInstrShape()[1];

  constexpr unsigned kWarpShift = llvm::CTLog2<kThreadsPerWarp>();
  Value warp = LLVM::LShrOp::create(rewriter, loc, emitThreadId(rewriter, loc),
                                    emitI32(rewriter, loc, kWarpShift));
  Value offset = LLVM::MulOp::create(rewriter, loc, warp,
                                     emitI32(rewriter, loc, warpRows * line));
  Value rowWarp = warp, share;
  if (shares != 1) {
    rowWarp = LLVM::AndOp::create(rewriter, loc, warp,
                                  emitI32(rewriter, loc, rowWarps - 1));
    share = LLVM::MulOp::create(
        rewriter, loc,
        LLVM::LShrOp::create(rewriter, loc, warp,
                             emitI32(rewriter, loc, llvm::Log2_32(rowWarps))),
        emitI32(rewriter, loc, width));
  }
  Value row = LLVM::MulOp::create(rewriter, loc, rowWarp,
                                  emitI32(rewriter, loc, warpRows));
  Value map = LLVM::PtrToIntOp::create(rewriter, loc, rewriter.getI64Type(),
                                       adaptor.getMap().front());
  SmallVector<Value> registers(adaptor.getValue());
  StringRef begin = op.getAdd() ? "cp.reduce" : "cp",
            operation = op.getAdd() ? "add." : "";
  for (int64_t i = 0; i * columns * shares < tile.getDimSize(1); ++i) {
    // Of the first warp's columns, which may come in several shares.
    int64_t column = i * columns;
    if (shares != 1)
      column += column / width * width * (shares - 1);
    AsmText before(rewriter, loc);
    before.addLine("cp.async.bulk.wait_group.read " + Twine(numPlaces - 1) +
                   ";");
    before.addLine("bar.warp.sync -1;");
    before.create();
    Value base = SharedAddress::advance(
        rewriter, loc, adaptor.getPlace().front(), i % numPlaces * rows * line);
    emitSharedStore(rewriter, loc, part, partPlace, base,
                    getColumns(registers, tile, part, column),
                    target.hasMatrixStores());
    AsmText lines(rewriter, loc);
    std::string from = lines.addAddress(base);
    std::string warpOffset = lines.addOperand(offset, "r");
    std::string warpRow = lines.addOperand(row, "r");
    std::string tensor = lines.addOperand(map, "l");
    SmallVector<std::string> coordinates;
    for (ValueRange coordinate : adaptor.getCoordinates())
      coordinates.push_back(lines.addOperand(coordinate.front(), "r"));
    std::string warpColumn =
        share ? lines.addOperand(share, "r") : std::string();
    lines.addLine("{");
    lines.addLine(".reg .b32 c0, c1, from;");
    lines.addLine("fence.proxy.async.shared::cta;");
    lines.addLine("bar.warp.sync -1;");
    std::string does = emitElect(lines);
    lines.addLine("add.s32 c0, " + coordinates[0] + ", " + Twine(column) + ";");
    if (share)
      lines.addLine("add.s32 c0, c0, " + warpColumn + ";");
    lines.addLine("add.s32 c1, " + coordinates[1] + ", " + warpRow + ";");
    lines.addLine("add.s32 from, " + from + ", " + warpOffset + ";");
    std::string at = "c0, c1";
    for (const std::string &other : ArrayRef(coordinates).drop_front(2))
      at += ", " + other;
    for (int64_t first = 0; first < rows; first += warpRows * warps) {
      if (first)
        lines.addLine("add.s32 c1, c1, " + Twine(warpRows * rowWarps) + ";");
      lines.addLine("@" + does + " " + begin + ".async.bulk.tensor." +
                    Twine(coordinates.size()) + "d.global.shared::cta." +
                    operation + "tile.bulk_group [" + tensor + ", {" + at +
                    "}], [from+" + Twine(first * line) + "];");
    }
    lines.addLine("cp.async.bulk.commit_group;");
    lines.addLine("}");
    lines.create();
  }
  rewriter.eraseOp(op);
  return success();
}

LogicalResult lowerRequestProgram(RequestProgramOp op,
                                  RequestProgramOp::Adaptor adaptor,
                                  ConversionPatternRewriter &rewriter) {
  AsmText lines(rewriter, op.getLoc());
  std::string answer = lines.addAddress(adaptor.getAnswer());
  std::string barrier = lines.addAddress(adaptor.getBarrier());
  int64_t bytes = cast<MemDescType>(op.getAnswer().getType()).getNumBytes();
  lines.addLine("{");
  std::string does = emitElect(lines);
  lines.addLine("@" + does + " mbarrier.arrive.expect_tx.shared::cta.b64 _, [" +
                barrier + "], " + Twine(bytes) + ";");
  // The answer comes to both CTAs of a pair.
  bool isPair = hasCTAPairs(op);
  lines.addLine("@" + (isPair ? emitLeads(lines, does) : does) +
                " clusterlaunchcontrol.try_cancel.async.shared::cta."
                "mbarrier::complete_tx::bytes" +
                (isPair ? ".multicast::cluster::all.b128 [" : ".b128 [") +
                answer + "], [" + barrier + "];");
  lines.addLine("}");
  lines.create();
  rewriter.eraseOp(op);
  return success();
}

LogicalResult lowerReadProgram(ReadProgramOp op, ReadProgramOp::Adaptor adaptor,
                               ConversionPatternRewriter &rewriter) {
  Location loc = op.getLoc();
  Type i32 = rewriter.getI32Type();
  AsmText text(rewriter, loc, {i32, i32, i32, i32});
  std::string address = text.addOperand(
      LLVM::PtrToIntOp::create(rewriter, loc, i32, adaptor.getAnswer()), "r");
  text.addLine("{");
  text.addLine(".reg .b128 answer;");
  text.addLine(".reg .pred isThere;");
  text.addLine("ld.shared.b128 answer, [" + address + "];");
  text.addLine("clusterlaunchcontrol.query_cancel.is_canceled.pred.b128 "
               "isThere, answer;");
  for (StringRef number : {"$0", "$1", "$2"})
    text.addLine("mov.b32 " + number + ", 0;");
  text.addLine("selp.b32 $3, 1, 0, isThere;");
  text.addLine("@isThere clusterlaunchcontrol.query_cancel.get_first_ctaid.v4"
               ".b32.b128 {$0, $1, $2, _}, answer;");
  // The next answer comes by the async proxy to where threads read this one.
  text.addLine("fence.proxy.async.shared::cta;");
  text.addLine("}");
  SmallVector<Value> results = text.create();
  results.back() =
      LLVM::ICmpOp::create(rewriter, loc, LLVM::ICmpPredicate::ne,
                           results.back(), emitI32(rewriter, loc, 0));
  rewriter.replaceOp(op, results);
  return success();
}

LogicalResult lowerBoxStoreWait(BoxStoreWaitOp op, BoxStoreWaitOp::Adaptor,
                                ConversionPatternRewriter &rewriter) {
  AsmText lines(rewriter, op.getLoc());
  lines.addLine(op.getWritten() ? "cp.async.bulk.wait_group 0;"
                                : "cp.async.bulk.wait_group.read 0;");
  lines.create();
  rewriter.eraseOp(op);
  return success();
}

} // namespace

void tile::populateBoxCopyPatterns(const Distribution &d) {
  addLowerings(d.converter, d.patterns, lowerMBarrierInit, lowerMBarrierWait,
               lowerMBarrierArrive, lowerTurn, lowerBoxCopy, lowerBoxStoreWait,
               lowerRequestProgram, lowerReadProgram);
  addLowering(d.converter, d.patterns, lowerBoxStore, d.target);
}

/// Registers of the threads that are not the producer's, the first ones: of all
/// that a CTA has, what those leave. 0 if there are enough as it is.
static unsigned getConsumerRegisters(LLVM::LLVMFuncOp func, unsigned threads) {
  constexpr unsigned kMost = 240, kStep = 8;
  auto ctas = func->getAttrOfType<IntegerAttr>(
      NVVM::NVVMDialect::getMinctasmAttrName());
  unsigned producers = kProducerWarps * kThreadsPerWarp,
           all = threads + producers;
  unsigned each = llvm::alignDown(
      kRegistersPerSM / (ctas ? ctas.getInt() : 1) / all, kStep);
  if (each >= kMost)
    return 0;
  return std::min(
      kMost,
      unsigned(llvm::alignDown(
          (each * all - kProducerRegisters * producers) / threads, kStep)));
}

void tile::lowerProducerWarps(ModuleOp module) {
  SmallVector<ProducerWarpOp> producers;
  module.walk([&](ProducerWarpOp op) { producers.push_back(op); });
  for (ProducerWarpOp op : producers) {
    OpBuilder builder(op);
    Location loc = op.getLoc();
    // All threads, once.
    bool isPair = hasCTAPairs(op);
    if (isPair)
      emitClusterBarrier(builder, loc);
    else
      NVVM::Barrier0Op::create(builder, loc);
    unsigned first = getFirstThread(&op.getBody());
    Value thread = emitThreadId(builder, loc);
    auto isFrom = [&](unsigned number) {
      return LLVM::ICmpOp::create(builder, loc, LLVM::ICmpPredicate::uge,
                                  thread, emitI32(builder, loc, number));
    };
    auto func = op->getParentOfType<LLVM::LLVMFuncOp>();
    // A second warp of the group.
    auto products = dyn_cast_or_null<ProductWarpOp>(op->getNextNode());
    auto setRegisters = [&](unsigned number, NVVM::SetMaxRegisterAction what) {
      NVVM::SetMaxRegisterOp::create(builder, loc, number, what);
    };
    Region *body = op->getParentRegion();
    Block *before = op->getBlock(), *own = &op.getBody().front();
    Block *others = before->splitBlock(op);
    body->getBlocks().splice(others->getIterator(), op.getBody().getBlocks());
    Block *group = builder.createBlock(own), *end = builder.createBlock(others);
    builder.setInsertionPointToEnd(before);
    LLVM::CondBrOp::create(builder, loc, isFrom(first), group, others);
    builder.setInsertionPointToEnd(group);
    unsigned number = getConsumerRegisters(func, first);
    if (number)
      setRegisters(kProducerRegisters, NVVM::SetMaxRegisterAction::decrease);
    Block *after = end;
    if (products) {
      Block *issuing = &products.getBody().front();
      body->getBlocks().splice(end->getIterator(),
                               products.getBody().getBlocks());
      after = builder.createBlock(issuing);
      LLVM::CondBrOp::create(builder, loc, isFrom(first + 2 * kThreadsPerWarp),
                             end, issuing);
      builder.setInsertionPointToEnd(issuing);
      LLVM::BrOp::create(builder, loc, end);
      builder.setInsertionPointToEnd(group);
    }
    LLVM::CondBrOp::create(builder, loc, isFrom(first + kThreadsPerWarp), after,
                           own);
    builder.setInsertionPointToEnd(own);
    LLVM::BrOp::create(builder, loc, end);
    builder.setInsertionPointToEnd(end);
    // With those that free tensor memory.
    if (isPair)
      emitClusterBarrier(builder, loc);
    LLVM::ReturnOp::create(builder, loc, ValueRange());
    builder.setInsertionPoint(op);
    if (number)
      setRegisters(number, NVVM::SetMaxRegisterAction::increase);
    if (products)
      products.erase();
    op.erase();
  }
}
