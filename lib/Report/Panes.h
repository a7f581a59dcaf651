//===- Panes.h - The stages of a compile as lines ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From what each stage prints to lines with places.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_REPORT_PANES_H
#define TILE_LIB_REPORT_PANES_H

#include "tile/Report/Report.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/Support/MemoryBufferRef.h"

namespace mlir::tile {

/// A module as a pane shows it, and the line of each operation, from 1.
struct PrintedModule {
  OwningOpRef<ModuleOp> module;
  DenseMap<Operation *, unsigned> lines;
};

/// Breaks a text into lines without places.
void setText(ReportPane &pane, StringRef text);

/// The lines of the source, with the places of the operations in them; none of
/// a file of bytecode.
void fillSourcePane(ReportPane &pane, llvm::MemoryBufferRef source,
                    MLIRContext *context, PlaceTable &places);

/// A file that the places name, with each line's own place; nothing if it
/// cannot be read.
void fillFilePane(ReportPane &pane, StringRef path, PlaceTable &places);

/// A stage of MLIR, from its text with locations; null if that cannot be read.
/// The operations are in `context`.
std::optional<PrintedModule> fillModulePane(ReportPane &pane, StringRef text,
                                            MLIRContext *context,
                                            PlaceTable &places);

/// Of a place in a function that is inlined, the places of the calls by which
/// all code of the place came into the kernel.
using CallPlaces = DenseMap<unsigned, SmallVector<unsigned>>;

/// LLVM IR with debug locations, which the pane is without.
CallPlaces fillLLVMIRPane(ReportPane &pane, StringRef text, PlaceTable &places);

/// Adds the places of the calls to a pane: LLVM writes PTX without them.
void addCalls(ReportPane &pane, const CallPlaces &calls);

/// PTX with line information, which the pane is without. Returns the line in
/// the pane of each line of the text, both from 1; 0: it is not there.
std::vector<unsigned> fillPTXPane(ReportPane &pane, StringRef text,
                                  PlaceTable &places);

/// What nvdisasm or cuobjdump print of a kernel.
void fillSASSPane(ReportPane &pane, StringRef text, StringRef kernel,
                  PlaceTable &places);

/// Adds the places that a location names: for inlined code, the place of the
/// code and the places of the calls.
void addPlaces(Location location, PlaceTable &places,
               SmallVectorImpl<unsigned> &result);

/// The name that the source gives to what the operation at `location` makes:
/// "k" of `%k = tile.load` or, in Python, of `k = tl.load(...)`. Empty if none
/// is known. The panes of the source are there.
std::string findNameInSource(Location location, const Report &report);

/// Layouts, values, shared memory and barriers of the kernel in a module of the
/// tilegpu stage.
void describeTileGPU(Report &report, const PrintedModule &printed);

/// What the kernel's loops do, in order; the module is as above.
void describeSchedules(Report &report, const PrintedModule &printed);

} // namespace mlir::tile

#endif // TILE_LIB_REPORT_PANES_H
