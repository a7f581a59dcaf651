//===- DrawLayout.cpp - Layouts as pictures -------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Layout/DrawLayout.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir::tile;
using llvm::Twine;

namespace {
struct Cell {
  std::string text;
  /// Position on a circle of 32 colours; -1 if no thread owns the element.
  int color = -1;
  /// Cells of different groups are parted by a line.
  uint64_t group = 0;
};

/// A table of cells, row after row.
struct Grid {
  size_t numRows, numColumns;
  bool hasRowsOfItsOwn;
  std::vector<Cell> cells;
};
} // namespace

/// An empty grid for the layout's outputs, and the layout whose packed output
/// is the number of the cell.
static std::optional<Grid> makeGrid(LinearLayout &layout, std::string *error) {
  constexpr int32_t kMaxLog2 = 14, kMaxColumns = 32;
  SmallVector<StringRef> outs = layout.getOutDimNames();
  auto fail = [&](const Twine &message) {
    if (error)
      *error = message.str();
    return std::nullopt;
  };
  if (outs.empty() || outs.size() > 2)
    return fail("a picture has one or two dimensions, but the layout has " +
                Twine(outs.size()));
  if (layout.getTotalOutDimSizeLog2() > kMaxLog2)
    return fail("a picture has at most 2^" + Twine(kMaxLog2) +
                " elements, but the layout has 2^" +
                Twine(layout.getTotalOutDimSizeLog2()));
  Grid grid;
  grid.hasRowsOfItsOwn = outs.size() == 2;
  size_t size = size_t(1) << layout.getTotalOutDimSizeLog2();
  grid.numColumns = outs.size() == 2 ? size_t(layout.getOutDimSize(outs[1]))
                                     : std::min<size_t>(size, kMaxColumns);
  grid.numRows = size / grid.numColumns;
  grid.cells.resize(size);
  std::reverse(outs.begin(), outs.end());
  layout = layout.transposeOuts(outs);
  return grid;
}

static void write(const Grid &grid, llvm::StringRef title,
                  llvm::raw_ostream &os) {
  size_t longest = 1;
  for (const Cell &cell : grid.cells)
    longest = std::max(longest, cell.text.size());
  unsigned width = 7 * longest + 8, height = 20, left = 40, top = 20;
  os << "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\""
     << left + width * grid.numColumns + 4 << "\" height=\""
     << top + height * grid.numRows + 4
     << "\" font-family=\"monospace\" font-size=\"11\" "
        "text-anchor=\"middle\" role=\"img\">\n<title>"
     << title
     << "</title>\n"
        "<style>@media (prefers-color-scheme: dark) {"
        " .page { fill: #14161a } .edge { fill: #d8dbe0 } }</style>\n"
        "<rect class=\"page\" width=\"100%\" height=\"100%\" "
        "fill=\"white\"/>\n";
  auto writeText = [&](unsigned x, unsigned y, const Twine &text,
                       llvm::StringRef kind = "") {
    os << "<text" << kind << " x=\"" << x << "\" y=\"" << y << "\">" << text
       << "</text>\n";
  };
  constexpr llvm::StringLiteral kEdge = " class=\"edge\"";
  for (size_t column = 0; column < grid.numColumns; ++column)
    writeText(left + width * column + width / 2, top - 6, Twine(column), kEdge);
  for (size_t row = 0; row < grid.numRows; ++row) {
    unsigned y = top + height * row;
    writeText(left / 2, y + 14,
              Twine(grid.hasRowsOfItsOwn ? row : row * grid.numColumns), kEdge);
    for (size_t column = 0; column < grid.numColumns; ++column) {
      const Cell &cell = grid.cells[row * grid.numColumns + column];
      unsigned x = left + width * column;
      os << "<rect x=\"" << x << "\" y=\"" << y << "\" width=\"" << width
         << "\" height=\"" << height << "\" stroke=\"#ccc\" fill=\"";
      if (cell.color < 0)
        os << "white";
      else
        // Neighbouring numbers get colours that differ: eight hues, each in
        // four shades.
        os << "hsl(" << cell.color % 8 * 45 << ",70%,"
           << 88 - cell.color / 8 * 9 << "%)";
      os << "\"/>\n";
      if (!cell.text.empty())
        writeText(x + width / 2, y + 14, cell.text);
    }
  }
  // Lines between groups, above the cells.
  os << "<path stroke=\"black\" stroke-width=\"2\" fill=\"none\" d=\"";
  for (size_t row = 0; row < grid.numRows; ++row)
    for (size_t column = 0; column < grid.numColumns; ++column) {
      auto getGroup = [&](size_t r, size_t c) {
        return grid.cells[r * grid.numColumns + c].group;
      };
      unsigned x = left + width * column, y = top + height * row;
      if (column && getGroup(row, column) != getGroup(row, column - 1))
        os << "M" << x << " " << y << "v" << height;
      if (row && getGroup(row, column) != getGroup(row - 1, column))
        os << "M" << x << " " << y << "h" << width;
    }
  os << "\"/>\n</svg>\n";
}

bool mlir::tile::drawOwners(const LinearLayout &layout, llvm::raw_ostream &os,
                            std::string *error) {
  static constexpr StringRef kInputs[] = {"register", "lane", "warp", "block"};
  LinearLayout full = layout;
  for (StringRef name : layout.getInDimNames())
    if (!llvm::is_contained(kInputs, name)) {
      if (error)
        *error = (Twine("a picture has the input dimensions register, lane, "
                        "warp and block, but the layout has '") +
                  name + "'")
                     .str();
      return false;
    }
  for (StringRef name : kInputs)
    if (!layout.hasInDim(name))
      full = full.unsqueezeIn(name);
  full = full.transposeIns(kInputs);
  std::optional<Grid> grid = makeGrid(full, error);
  if (!grid)
    return false;
  uint32_t numRegisters = full.getInDimSize("register"),
           numLanes = full.getInDimSize("lane"),
           numWarps = full.getInDimSize("warp");
  for (int64_t place = 0; place < full.getTotalInDimSize(); ++place) {
    Cell &cell = grid->cells[full.applyPacked(place)];
    if (cell.color >= 0) {
      if (!llvm::StringRef(cell.text).ends_with("+"))
        cell.text += "+";
      continue;
    }
    uint64_t reg = place % numRegisters, thread = place / numRegisters;
    cell.color = thread % numLanes % 32;
    cell.group = thread / numLanes;
    cell.text = ("T" + Twine(thread % (uint64_t(numLanes) * numWarps)) + ":" +
                 Twine(reg))
                    .str();
  }
  write(*grid,
        "The thread and the register of each element: T3:1 is register 1 of "
        "thread 3",
        os);
  return true;
}

bool mlir::tile::drawBanks(const LinearLayout &layout, unsigned elementBytes,
                           llvm::raw_ostream &os, std::string *error) {
  constexpr unsigned kBankBytes = 4, kNumBanks = 32;
  if (layout.getNumInDims() != 1 || !layout.hasInDim("offset") ||
      !layout.isInvertible()) {
    if (error)
      *error = "expected a bijection from offset to the tile";
    return false;
  }
  LinearLayout shared = layout;
  std::optional<Grid> grid = makeGrid(shared, error);
  if (!grid)
    return false;
  for (uint64_t offset = 0; offset < grid->cells.size(); ++offset) {
    Cell &cell = grid->cells[shared.applyPacked(offset)];
    cell.text = std::to_string(offset);
    cell.color = offset * elementBytes / kBankBytes % kNumBanks;
    cell.group = offset * elementBytes / (kBankBytes * kNumBanks);
  }
  write(*grid,
        "The offset of each element in shared memory; a colour is a bank", os);
  return true;
}
