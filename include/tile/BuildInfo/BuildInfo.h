//===- BuildInfo.h - Which Tilewright this is -------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What --version prints: Tilewright's version and revision, how it was built,
// LLVM's version, and the versions of PTX.
//
//===----------------------------------------------------------------------===//
//
// The revision is not compiled. It is a piece of constant data, which
// scripts/stamp-revision writes into a tool or library after the link. So a
// commit compiles and links nothing again, and the linker's build ID, by which
// the cache of compiled kernels knows a library, is that of the code alone: a
// kernel stays in the cache as long as the compiler is the same.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_BUILDINFO_BUILDINFO_H
#define TILE_BUILDINFO_BUILDINFO_H

#include "llvm/ADT/StringRef.h"

#include <string>

namespace mlir::tile {

/// The git revision, "8f0b5cf3a1d2", with "-dirty" if files were changed, or
/// "unknown" where there was no git.
llvm::StringRef getRevision();

/// Some lines, each with its line break:
///
///   Tilewright 0.1.0, revision 8f0b5cf3a1d2, Release build
///   LLVM 22.1.5
///   PTX ISA 7.0 to 9.0 written, 1.0 to 9.0 read
const std::string &describeBuild();

/// Makes llvm::cl's --version print that.
void setVersionPrinter();

} // namespace mlir::tile

#endif // TILE_BUILDINFO_BUILDINFO_H
