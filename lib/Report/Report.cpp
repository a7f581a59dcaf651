//===- Report.cpp - What a report shows -----------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Report/Report.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Path.h"

using namespace mlir::tile;
using llvm::StringRef;

unsigned PlaceTable::add(StringRef file, unsigned line) {
  llvm::SmallString<128> path(file);
  llvm::sys::path::remove_dots(path, /*remove_dot_dot=*/true);
  auto [known, isNewFile] = fileNumbers.try_emplace(path, files.size());
  if (isNewFile)
    files.push_back(path.str().str());
  std::pair<unsigned, unsigned> place(known->second, line);
  auto [number, isNew] = placeNumbers.try_emplace(place, places.size());
  if (isNew)
    places.push_back(place);
  return number->second;
}

void ReportLine::addPlace(unsigned place) {
  auto *at = llvm::lower_bound(places, place);
  if (at == places.end() || *at != place)
    places.insert(at, place);
}

const ReportPane *Report::findPane(StringRef name) const {
  for (const ReportPane &pane : panes)
    if (pane.name == name)
      return &pane;
  return nullptr;
}
