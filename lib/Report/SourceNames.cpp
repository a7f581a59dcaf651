//===- SourceNames.cpp - How the author named a value ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// MLIR does not keep the names of values. A location of an operation is the
// place after "%k = " in the source, so the name is in the text before it.
//
//===----------------------------------------------------------------------===//

#include "Panes.h"

#include "mlir/IR/Location.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"

using namespace mlir;
using namespace mlir::tile;

/// The name before "= " at the end of a line's beginning, if it is all there.
static std::string getAssigned(StringRef text) {
  text = text.trim();
  if (!text.consume_back("="))
    return "";
  text = text.rtrim();
  text.consume_front("%");
  // "%k:2" has two results.
  bool isName = !text.empty() && llvm::all_of(text, [](char c) {
    return llvm::isAlnum(c) || c == '_';
  });
  return isName ? text.str() : "";
}

std::string tile::findNameInSource(Location location, const Report &report) {
  // Of code that is inlined, the code itself; of several places, the first.
  while (!isa<FileLineColRange>(location)) {
    if (auto call = dyn_cast<CallSiteLoc>(location))
      location = call.getCallee();
    else if (auto named = dyn_cast<NameLoc>(location))
      location = named.getChildLoc();
    else if (auto fused = dyn_cast<FusedLoc>(location);
             fused && !fused.getLocations().empty())
      location = fused.getLocations().front();
    else
      return "";
  }
  auto place = cast<FileLineColRange>(location);
  SmallString<128> file(place.getFilename().getValue());
  llvm::sys::path::remove_dots(file, /*remove_dot_dot=*/true);
  unsigned line = place.getStartLine(), column = place.getStartColumn();
  for (StringRef name : {"source", "origin"}) {
    const ReportPane *pane = report.findPane(name);
    if (!pane || line == 0 || column == 0 || line > pane->lines.size())
      continue;
    // A line of the source may have the place of another file: TTIR.
    const ReportLine &text = pane->lines[line - 1];
    auto isHere = [&](unsigned number) {
      auto [fileNumber, lineNumber] = report.places.getPlaces()[number];
      return lineNumber == line && report.places.getFiles()[fileNumber] == file;
    };
    if (llvm::any_of(text.places, isHere))
      return getAssigned(StringRef(text.text).take_front(column - 1));
  }
  return "";
}
