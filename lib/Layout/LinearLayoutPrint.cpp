//===- LinearLayoutPrint.cpp - Layouts as text and as tables --------------===//
//
// Part of the Tilewright project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The two forms a person reads: the bases, and the tile with the owners of each
// element. Both are stable, tests may match them.
//
//===----------------------------------------------------------------------===//

#include "tile/Layout/LinearLayout.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir::tile;
using llvm::Twine;

void LinearLayout::print(llvm::raw_ostream &os) const {
  for (const Dim &in : inDims) {
    os << " - " << in.name;
    if (in.log2 == 0)
      os << " has size 1";
    for (int32_t pos = 0; pos < in.log2; ++pos) {
      uint64_t column = columns[in.offset + pos];
      os << (pos == 0 ? "=" : ", ") << (1 << pos) << " -> (";
      llvm::interleaveComma(outDims, os,
                            [&](const Dim &out) { os << out.extract(column); });
      os << ")";
    }
    os << "\n";
  }
  os << "into ";
  llvm::interleaveComma(outDims, os, [&](const Dim &out) {
    os << out.name << " (size " << (1 << out.log2) << ")";
  });
  os << (outDims.empty() ? "nothing\n" : "\n");
}

std::string LinearLayout::toString() const {
  std::string result;
  llvm::raw_string_ostream os(result);
  print(os);
  return result;
}

/// Prints `cells`, row by row, below a line of column numbers. Columns are as
/// wide as their widest cell; no line ends in a blank. Row r is labelled
/// r * labelStep.
static void printCells(llvm::raw_ostream &os, ArrayRef<std::string> cells,
                       size_t numCols, size_t labelStep) {
  size_t numRows = cells.size() / numCols;
  size_t labelWidth = llvm::utostr((numRows - 1) * labelStep).size();
  SmallVector<size_t> widths;
  for (size_t col = 0; col < numCols; ++col)
    widths.push_back(llvm::utostr(col).size());
  for (size_t i = 0; i < cells.size(); ++i)
    widths[i % numCols] = std::max(widths[i % numCols], cells[i].size());

  auto printRow = [&](StringRef label,
                      llvm::function_ref<std::string(size_t)> cell) {
    os << llvm::right_justify(label, labelWidth);
    for (size_t col = 0; col < numCols; ++col) {
      std::string text = cell(col);
      os << "  " << text;
      if (col + 1 < numCols)
        os.indent(widths[col] - text.size());
    }
    os << "\n";
  };
  printRow("", [](size_t col) { return llvm::utostr(col); });
  for (size_t row = 0; row < numRows; ++row)
    printRow(llvm::utostr(row * labelStep),
             [&](size_t col) { return cells[row * numCols + col]; });
}

bool LinearLayout::printTable(llvm::raw_ostream &os, StringRef style,
                              std::string *error) const {
  auto fail = [&](const Twine &message) {
    if (error)
      *error = message.str();
    return false;
  };
  const StringRef hardware[] = {"register", "lane", "warp", "block"};
  constexpr int32_t maxTableLog2 = 20;
  constexpr size_t maxColsOf1D = 16;

  if (style != "thread" && style != "warp")
    return fail("table style must be 'thread' or 'warp', but is '" + style +
                "'");
  for (const Dim &in : inDims)
    if (!llvm::is_contained(hardware, in.name))
      return fail("a table has the input dimensions register, lane, warp and "
                  "block, but the layout has '" +
                  in.name + "'");
  if (outDims.empty() || outDims.size() > 2)
    return fail(
        "a table has one or two output dimensions, but the layout has " +
        Twine(outDims.size()));
  if (std::max(getTotalInDimSizeLog2(), getTotalOutDimSizeLog2()) >
      maxTableLog2)
    return fail("a table has at most 2^" + Twine(maxTableLog2) +
                " elements and owners, but the layout has 2^" +
                Twine(getTotalOutDimSizeLog2()) + " and 2^" +
                Twine(getTotalInDimSizeLog2()));

  // With the inputs in this order, counting up is the order of the owners; with
  // the last output minor, a packed output is the number of the cell.
  LinearLayout full = *this;
  for (StringRef name : hardware)
    if (!hasInDim(name))
      full = full.unsqueezeIn(name);
  full = full.transposeIns(hardware);
  SmallVector<StringRef> outOrder = getOutDimNames();
  std::reverse(outOrder.begin(), outOrder.end());
  full = full.transposeOuts(outOrder);
  const Dim &reg = full.inDims[0], &lane = full.inDims[1],
            &warp = full.inDims[2], &block = full.inDims[3];

  std::vector<std::string> cells(getTotalOutDimSize());
  for (int64_t place = 0; place < getTotalInDimSize(); ++place) {
    std::string &cell = cells[full.applyPacked(place)];
    llvm::raw_string_ostream owner(cell);
    if (!cell.empty())
      owner << "|";
    if (block.log2)
      owner << "B" << block.extract(place) << ":";
    int32_t laneId = lane.extract(place), warpId = warp.extract(place);
    if (style == "thread")
      owner << "T" << laneId + (warpId << lane.log2);
    else
      owner << "W" << warpId << ":L" << laneId;
    owner << ":R" << reg.extract(place);
  }
  for (std::string &cell : cells)
    if (cell.empty())
      cell = "-";

  if (outDims.size() == 2) {
    printCells(os, cells, size_t(1) << outDims.back().log2, /*labelStep=*/1);
  } else {
    size_t numCols = std::min(cells.size(), maxColsOf1D);
    printCells(os, cells, numCols, /*labelStep=*/numCols);
  }
  return true;
}
