//===- Tools.h - The tools as functions -------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each tool is a function with the contract of main(), so that it can be an
// executable of its own or a part of libtilewright.so. One runs in a process,
// once: they register options with llvm::cl.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_TOOLS_TOOLS_H
#define TILE_TOOLS_TOOLS_H

namespace mlir::tile {

int tileLayoutMain(int argc, char **argv);
int tilecMain(int argc, char **argv);
int tileLspServerMain(int argc, char **argv);
int tileOptMain(int argc, char **argv);
int tilePTXTableMain(int argc, char **argv);
int tileRunMain(int argc, char **argv);
int tileTranslateMain(int argc, char **argv);

} // namespace mlir::tile

#endif // TILE_TOOLS_TOOLS_H
