//===- MakeReport.h - Compiles a kernel and reports on it -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From a source and options to the reports of its kernels.
//
//===----------------------------------------------------------------------===//
//
// The kernel is compiled with `lineInfo`, which changes no instruction, and
// what every stage prints is read again: so the locations are those that the
// stage had, and the text is printed as it is without them. Where no ptxas is
// found, a report ends at PTX.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_REPORT_MAKEREPORT_H
#define TILE_REPORT_MAKEREPORT_H

#include "tile/Compiler/Compiler.h"
#include "tile/Report/Report.h"

namespace mlir::tile {

struct ReportOptions {
  /// Of the compile. A `kernel` in it is the only one that is reported on.
  CompilerOptions compiler;
  /// More GPUs, whose resources and occupancy are reported.
  std::vector<std::string> otherTargets;
  /// nvdisasm or cuobjdump; empty: none.
  std::string disassemblerPath;
  /// Remarks go to the context's handlers, too, and not only to the report.
  bool showRemarks = false;
};

/// A report, and what it is of.
struct KernelReport {
  Report report;
  /// The compile, with PTX that has line information.
  CompileResult result;
  /// The line in the pane "ptx" of each line of that PTX, both from 1; 0: the
  /// pane is without it.
  std::vector<unsigned> ptxLines;
};

/// Reports on each kernel of the source, in order. Fails after errors, which
/// are diagnostics of the context, and where there is no kernel.
FailureOr<std::vector<KernelReport>> makeReports(llvm::MemoryBufferRef source,
                                                 MLIRContext *context,
                                                 const ReportOptions &options);

/// Adds a run of the PTX of a report, with the lines of that PTX.
void addRun(KernelReport &report, std::string description,
            const sim::Statistics &statistics,
            ArrayRef<sim::LineStatistics> lines);

} // namespace mlir::tile

#endif // TILE_REPORT_MAKEREPORT_H
