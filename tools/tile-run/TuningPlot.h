//===- TuningPlot.h - A picture of what a tuner measured --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What --tune-plot writes: an SVG with a bar for each configuration.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_TOOLS_TILERUN_TUNINGPLOT_H
#define TILE_TOOLS_TILERUN_TUNINGPLOT_H

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <string>

namespace mlir::tile {

/// A bar of the picture.
struct TuningBar {
  std::string name;
  /// Time or cost; 0 if there is none.
  double score = 0;
  /// "791", "12.31 us": what stands after the bar. Without a score, why there
  /// is none.
  std::string label;
  bool isChosen = false;
};

/// Writes the bars from the top to the bottom, from 0 to the largest score. The
/// picture follows a dark page.
void drawTuning(StringRef title, ArrayRef<TuningBar> bars, raw_ostream &os);

} // namespace mlir::tile

#endif // TILE_TOOLS_TILERUN_TUNINGPLOT_H
