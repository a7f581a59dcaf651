//===- BuildInfo.cpp - Which Tilewright this is ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/BuildInfo/BuildInfo.h"

#include "tile/Hardware/TargetInfo.h"
#include "tile/PTX/Instructions.h"
#include "tile/Support/Version.h"

#include "llvm/Config/llvm-config.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir::tile;

// scripts/stamp-revision looks for the name, which stands nowhere else in a
// linked file, and changes what follows, up to the end of the array. Volatile:
// what is read is what the file has, not what the compiler saw.
#define TILE_REVISION_NAME "TILEWRIGHT_REVISION="
static const volatile char revision[64] = TILE_REVISION_NAME "unknown";

llvm::StringRef mlir::tile::getRevision() {
  static const std::string text = [] {
    std::string read;
    for (size_t i = sizeof(TILE_REVISION_NAME) - 1;
         i < sizeof(revision) && revision[i] != 0; ++i)
      read += revision[i];
    return read;
  }();
  return text;
}

namespace {
/// From the first version to the last: 70 and 90.
struct Versions {
  unsigned first = ~0u, last = 0;

  void add(unsigned version) {
    first = std::min(first, version);
    last = std::max(last, version);
  }
  std::string print() const {
    auto one = [](unsigned version) {
      return std::to_string(version / 10) + "." + std::to_string(version % 10);
    };
    return one(first) + " to " + one(last);
  }
};
} // namespace

const std::string &mlir::tile::describeBuild() {
  static const std::string text = [] {
    Versions written, read;
    for (const TargetInfo &target : getTargets())
      written.add(target.minPTXVersion);
    written.add(kMaxPTXVersion);
    for (llvm::ArrayRef<ptx::InstructionForm> family :
         ptx::getInstructionFamilies())
      for (const ptx::InstructionForm &form : family)
        read.add(form.version);
    for (const ptx::WordRequirement &word : ptx::getWordRequirements())
      read.add(word.version);
    return ("Tilewright " + kVersion + ", revision " + getRevision() +
            ", " TILE_BUILD_TYPE " build\nLLVM " LLVM_VERSION_STRING
            "\nPTX ISA " +
            written.print() + " written, " + read.print() + " read\n")
        .str();
  }();
  return text;
}

void mlir::tile::setVersionPrinter() {
  llvm::cl::SetVersionPrinter(
      [](llvm::raw_ostream &os) { os << describeBuild(); });
}
