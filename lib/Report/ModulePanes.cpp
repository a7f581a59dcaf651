//===- ModulePanes.cpp - Stages of MLIR as lines --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Panes.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/AsmParser/AsmParserState.h"
#include "mlir/Bytecode/BytecodeReader.h"
#include "mlir/IR/AsmState.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;
using namespace mlir::tile;

void tile::setText(ReportPane &pane, StringRef text) {
  text.consume_back("\n");
  SmallVector<StringRef> lines;
  text.split(lines, '\n');
  for (StringRef line : lines)
    pane.lines.emplace_back().text = line.rtrim('\r').str();
}

void tile::addPlaces(Location location, PlaceTable &places,
                     SmallVectorImpl<unsigned> &result) {
  location->walk([&](Location part) {
    if (auto range = dyn_cast<FileLineColRange>(part))
      if (range.getStartLine() != 0)
        result.push_back(places.add(range.getFilename(), range.getStartLine()));
    return WalkResult::advance();
  });
}

/// Adds the places of a location to a line, from 1.
static void link(ReportPane &pane, unsigned line, Location location,
                 PlaceTable &places) {
  if (line == 0 || line > pane.lines.size())
    return;
  SmallVector<unsigned> found;
  addPlaces(location, places, found);
  for (unsigned place : found)
    pane.lines[line - 1].addPlace(place);
}

void tile::fillSourcePane(ReportPane &pane, llvm::MemoryBufferRef source,
                          MLIRContext *context, PlaceTable &places) {
  if (isBytecode(source))
    return;
  setText(pane, source.getBuffer());
  // A copy, because the lexer needs a terminating null.
  llvm::SourceMgr sourceMgr;
  unsigned buffer = sourceMgr.AddNewSourceBuffer(
      llvm::MemoryBuffer::getMemBufferCopy(source.getBuffer(),
                                           source.getBufferIdentifier()),
      llvm::SMLoc());
  ScopedDiagnosticHandler quiet(context,
                                [](Diagnostic &) { return success(); });
  Block block;
  AsmParserState state;
  // The compile has read it, so errors are not expected; what was read counts.
  (void)parseAsmSourceFile(sourceMgr, &block,
                           ParserConfig(context, /*verifyAfterParse=*/false),
                           &state);
  for (const AsmParserState::OperationDefinition &definition :
       state.getOpDefs())
    link(pane, sourceMgr.getLineAndColumn(definition.loc.Start, buffer).first,
         definition.op->getLoc(), places);
}

void tile::fillFilePane(ReportPane &pane, StringRef path, PlaceTable &places) {
  auto buffer = llvm::MemoryBuffer::getFile(path, /*IsText=*/true);
  if (!buffer)
    return;
  setText(pane, (*buffer)->getBuffer());
  for (auto [i, line] : llvm::enumerate(pane.lines))
    line.addPlace(places.add(path, i + 1));
}

std::optional<PrintedModule> tile::fillModulePane(ReportPane &pane,
                                                  StringRef text,
                                                  MLIRContext *context,
                                                  PlaceTable &places) {
  // What was printed can be read; where it cannot, the pane has the text.
  ScopedDiagnosticHandler quiet(context,
                                [](Diagnostic &) { return success(); });
  PrintedModule printed;
  printed.module = parseSourceString<ModuleOp>(
      text, ParserConfig(context, /*verifyAfterParse=*/false));
  if (!printed.module) {
    setText(pane, text);
    return std::nullopt;
  }
  AsmState::LocationMap locations;
  AsmState state(*printed.module, OpPrintingFlags(), &locations);
  std::string plain;
  llvm::raw_string_ostream stream(plain);
  printed.module->print(stream, state);
  setText(pane, plain);
  for (auto [op, place] : locations) {
    printed.lines[op] = place.first;
    link(pane, place.first, op->getLoc(), places);
  }
  return printed;
}
