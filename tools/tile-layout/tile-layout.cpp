//===- tile-layout.cpp - Layouts, and conversions between them ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Prints which thread owns which element of a tile, draws it, and shows how a
// conversion to another layout is done and what it costs.
//
//===----------------------------------------------------------------------===//

#include "Tools.h"

#include "tile/BuildInfo/BuildInfo.h"
#include "tile/Dialect/Tile/IR/Tile.h"
#include "tile/Dialect/TileGPU/IR/TileGPU.h"
#include "tile/Layout/ConversionPlan.h"
#include "tile/Layout/DrawLayout.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/Support/FileUtilities.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/ToolOutputFile.h"
#include "llvm/Support/WithColor.h"

using namespace mlir;
using namespace mlir::tile;
namespace cl = llvm::cl;

namespace {

struct Flags {
  cl::OptionCategory category{"tile-layout options"};
  cl::opt<std::string> layout{cl::Positional, cl::Required,
                              cl::desc("<layout attribute>"),
                              cl::cat(category)};
  cl::opt<std::string> shape{"shape", cl::Required, cl::cat(category),
                             cl::value_desc("AxB..."),
                             cl::desc("The tile's sizes, such as 32x64")};
  cl::opt<std::string> to{"to", cl::cat(category), cl::value_desc("layout"),
                          cl::desc("Show the conversion to this layout")};
  cl::opt<unsigned> bits{"bits", cl::init(32), cl::cat(category),
                         cl::value_desc("n"),
                         cl::desc("Bits of an element (default: 32)")};
  cl::opt<std::string> table{
      "table", cl::init("thread"), cl::cat(category),
      cl::value_desc("thread|warp|none"),
      cl::desc("How to name the owners (default: thread)")};
  cl::opt<bool> throughShared{
      "shared", cl::cat(category),
      cl::desc("With --to: the way through shared memory, even where shuffles "
               "are cheaper")};
  cl::opt<std::string> svg{
      "svg", cl::cat(category), cl::value_desc("file"),
      cl::desc("Draw the layout, or with --to the shared memory between the "
               "two")};
};

LogicalResult fail(const Twine &message) {
  llvm::WithColor::error(llvm::errs(), "tile-layout") << message << '\n';
  return failure();
}

/// The map of a layout attribute for a tile of this shape.
FailureOr<LinearLayout> parseLayout(StringRef text, ArrayRef<int64_t> shape,
                                    MLIRContext &context) {
  Attribute attribute = parseAttribute(text, &context);
  if (!attribute)
    return failure();
  auto emitError = [&] { return mlir::emitError(UnknownLoc::get(&context)); };
  Type f32 = Float32Type::get(&context);
  if (auto shared = dyn_cast<tilegpu::SharedLayoutAttrInterface>(attribute)) {
    auto place =
        tilegpu::MemDescType::getChecked(emitError, shape, f32, shared);
    if (!place)
      return failure();
    return place.toLinearLayout();
  }
  auto layout = dyn_cast<LayoutAttrInterface>(attribute);
  if (!layout)
    return fail("expected a layout such as #tile.blocked<...>, found '" + text +
                "'");
  auto type =
      RankedTensorType::getChecked(emitError, shape, f32, Attribute(layout));
  if (!type)
    return failure();
  return layout.toLinearLayout(shape);
}

LogicalResult parseShape(StringRef text, SmallVectorImpl<int64_t> &shape) {
  for (StringRef part : llvm::split(text, 'x')) {
    int64_t size;
    if (part.getAsInteger(10, size) || size <= 0 || !llvm::isPowerOf2_64(size))
      return fail("expected sizes that are powers of two, such as 32x64, found "
                  "'" +
                  text + "'");
    shape.push_back(size);
  }
  return success();
}

LogicalResult draw(StringRef file,
                   llvm::function_ref<bool(raw_ostream &, std::string *)> how) {
  std::string text, message;
  llvm::raw_string_ostream stream(text);
  if (!how(stream, &message))
    return fail(message);
  std::unique_ptr<llvm::ToolOutputFile> output = openOutputFile(file, &message);
  if (!output)
    return fail(message);
  output->os() << text;
  output->keep();
  return success();
}

//===----------------------------------------------------------------------===//
// Plans
//===----------------------------------------------------------------------===//

void printColumns(StringRef name, ArrayRef<uint32_t> columns) {
  llvm::outs() << "  " << name << ":";
  for (uint32_t column : columns)
    llvm::outs() << ' ' << column;
  llvm::outs() << '\n';
}

void printAccess(StringRef name, const SharedAccess &access,
                 unsigned elementBytes) {
  llvm::outs() << "  " << name << ": " << access.getNumAccesses() << " of "
               << (elementBytes << access.vector.size()) << " bytes, "
               << access.wavefronts
               << (access.wavefronts == 1 ? " wavefront each\n"
                                          : " wavefronts each\n");
}

void printPlan(const ConversionPlan &plan, unsigned elementBytes) {
  const Work &work = plan.getWork();
  switch (plan.getKind()) {
  case ConversionPlan::Kind::Nothing:
    llvm::outs() << "conversion: nothing to do\n";
    return;
  case ConversionPlan::Kind::Registers:
    llvm::outs() << "conversion: each thread renames its registers\n";
    printColumns(
        "register bits read",
        llvm::map_to_vector(plan.getMap().getColumns().take_front(
                                plan.getMap().getInDimSizeLog2("register")),
                            [](uint64_t column) { return uint32_t(column); }));
    return;
  case ConversionPlan::Kind::Lanes: {
    const LaneExchange &lanes = plan.getLanes();
    llvm::outs() << "conversion: by shuffles, " << work.shuffles
                 << " shuffles and " << work.selects << " selects per warp\n";
    if (!lanes.packed.empty())
      llvm::outs() << "  " << (1u << lanes.packed.size())
                   << " elements per shuffle\n";
    printColumns("sender by round", lanes.senderByRound);
    printColumns("sender by lane", lanes.senderByLane);
    printColumns("register sent by round", lanes.sentByRound);
    printColumns("register sent by lane", lanes.sentByLane);
    printColumns("register received by lane", lanes.receivedByLane);
    return;
  }
  case ConversionPlan::Kind::Shared: {
    const SharedExchange &shared = plan.getShared();
    llvm::outs() << "conversion: through " << plan.getShared().bytes
                 << " bytes of shared memory, "
                 << (shared.isWithinWarp ? "each warp for itself\n"
                                         : "one barrier\n");
    printAccess("stores", shared.store, elementBytes);
    printAccess("loads", shared.load, elementBytes);
    llvm::outs() << "  " << work.wavefronts << " wavefronts per warp\n"
                 << shared.layout;
    return;
  }
  }
}

//===----------------------------------------------------------------------===//
// Shared memory
//===----------------------------------------------------------------------===//

bool isShared(const LinearLayout &layout) {
  return layout.getInDimNames().front() == "offset";
}

/// Rows and columns of a tile, with the offset of each element.
void printOffsets(const LinearLayout &layout) {
  LinearLayout offsets = layout.invert();
  SmallVector<StringRef> dims = offsets.getInDimNames();
  int32_t columns = offsets.getInDimSize(dims.back());
  int32_t rows = offsets.getTotalInDimSize() / columns;
  unsigned width = std::to_string(rows * columns - 1).size();
  for (int32_t row = 0; row < rows; ++row) {
    for (int32_t column = 0; column < columns; ++column) {
      SmallVector<std::pair<StringRef, int32_t>> place;
      if (dims.size() == 2)
        place.emplace_back(dims.front(), row);
      place.emplace_back(dims.back(), column);
      llvm::outs() << (column ? "  " : "")
                   << llvm::format_decimal(offsets.apply(place)[0].second,
                                           width);
    }
    llvm::outs() << '\n';
  }
}

LogicalResult runShared(const Flags &flags, const LinearLayout &layout) {
  if (!flags.to.empty())
    return fail("expected a layout of registers for --to to begin with, found "
                "one of shared memory");
  llvm::outs() << layout;
  if (flags.table != "none" && layout.getNumOutDims() <= 2)
    printOffsets(layout);
  if (flags.svg.empty())
    return success();
  unsigned bytes = llvm::bit_ceil(std::max(8u, unsigned(flags.bits))) / 8;
  return draw(flags.svg, [&](raw_ostream &os, std::string *error) {
    return drawBanks(layout, bytes, os, error);
  });
}

LogicalResult run(const Flags &flags) {
  MLIRContext context;
  context.loadDialect<TileDialect, tilegpu::TileGPUDialect>();
  SmallVector<int64_t> shape;
  if (failed(parseShape(flags.shape, shape)))
    return failure();
  if (flags.table != "thread" && flags.table != "warp" && flags.table != "none")
    return fail("expected thread, warp or none for --table, found '" +
                flags.table + "'");
  FailureOr<LinearLayout> layout = parseLayout(flags.layout, shape, context);
  if (failed(layout))
    return failure();
  if (isShared(*layout))
    return runShared(flags, *layout);
  std::string message;
  if (flags.to.empty()) {
    llvm::outs() << *layout;
    // Of more than two dimensions there are the bases alone.
    if (flags.table != "none" && shape.size() <= 2 &&
        !layout->printTable(llvm::outs(), flags.table, &message))
      return fail(message);
    if (flags.svg.empty())
      return success();
    return draw(flags.svg, [&](raw_ostream &os, std::string *error) {
      return drawOwners(*layout, os, error);
    });
  }

  FailureOr<LinearLayout> to = parseLayout(flags.to, shape, context);
  if (failed(to))
    return failure();
  if (isShared(*to))
    return fail("expected a layout of registers as --to, found one of shared "
                "memory");
  auto plan =
      flags.throughShared || !flags.svg.empty()
          ? ConversionPlan::createShared(*layout, *to, flags.bits, &message)
          : ConversionPlan::create(*layout, *to, flags.bits, &message);
  if (!plan)
    return fail(message);
  unsigned bytes = llvm::bit_ceil(std::max(8u, unsigned(flags.bits))) / 8;
  printPlan(*plan, bytes);
  if (flags.svg.empty())
    return success();
  return draw(flags.svg, [&](raw_ostream &os, std::string *error) {
    return drawBanks(plan->getShared().layout, bytes, os, error);
  });
}

} // namespace

int tile::tileLayoutMain(int argc, char **argv) {
  llvm::InitLLVM setup(argc, argv);
  Flags flags;
  cl::HideUnrelatedOptions(flags.category);
  setVersionPrinter();
  cl::ParseCommandLineOptions(
      argc, argv,
      "Who owns which element of a tile, and what a conversion costs\n");
  return failed(run(flags));
}
