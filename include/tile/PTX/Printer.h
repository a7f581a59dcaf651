//===- Printer.h - From PTX as data to text --------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Prints what the parser read. The text parses to the same data again; blanks,
// comments and the way numbers are written are not kept. Needs no MLIR.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_PTX_PRINTER_H
#define TILE_PTX_PRINTER_H

#include "tile/PTX/AST.h"

#include "llvm/Support/raw_ostream.h"

namespace mlir::tile::ptx {

void print(llvm::raw_ostream &os, const Module &module);
void print(llvm::raw_ostream &os, const AsmBody &body);
void print(llvm::raw_ostream &os, const Function &function);
/// One statement with its line end, indented by that many tabs.
void print(llvm::raw_ostream &os, const Statement &statement,
           unsigned indent = 0);
/// The instruction with its `;`, without a line end.
void print(llvm::raw_ostream &os, const Instruction &instruction);
void print(llvm::raw_ostream &os, const Operand &operand);

/// The same as a string.
template <typename T> std::string toString(const T &value) {
  std::string text;
  llvm::raw_string_ostream os(text);
  print(os, value);
  return text;
}

} // namespace mlir::tile::ptx

#endif // TILE_PTX_PRINTER_H
