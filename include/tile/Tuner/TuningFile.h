//===- TuningFile.h - Configurations as a file ------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lists of sources, options and tunables as JSON, whose product is what is
// tuned. docs/c-api.md has the format.
//
//===----------------------------------------------------------------------===//
//
//   {
//     "kernel": "matmul",
//     "source": [{"file": "128x128.mlir", "values": {"BM": 128, "BN": 128}},
//                {"file": "64x128.mlir", "values": {"BM": 64, "BN": 128}}],
//     "options": {"num-warps": [4, 8], "num-stages": [3, 4]},
//     "tunables": {"GROUP": [1, 8]},
//     "grid": "ceildiv(m, BM) * ceildiv(n, BN)"
//   }
//
//===----------------------------------------------------------------------===//

#ifndef TILE_TUNER_TUNINGFILE_H
#define TILE_TUNER_TUNINGFILE_H

#include "tile/Tuner/Tuner.h"

namespace mlir::tile::tuner {

struct TuningFile {
  /// Empty if the file does not say.
  std::string kernel;
  std::vector<Configuration> configurations;
};

/// More configurations than this are a mistake.
inline constexpr size_t kMaxConfigurations = 10000;

/// Reads a file of configurations. `readSource` returns the text of a file that
/// it names, as it names it; where it names none, it is asked for "". Where the
/// file gives no grid, it is `defaultGrid`. The errors, of InvalidArgument, say
/// where in the file and what was expected.
llvm::Expected<TuningFile> parseTuningFile(
    llvm::StringRef text, const std::array<std::string, 3> &defaultGrid,
    llvm::function_ref<llvm::Expected<std::string>(llvm::StringRef file)>
        readSource);

/// The path of a source that the file of that path names: in its folder, unless
/// it is absolute.
std::string findSource(llvm::StringRef file, llvm::StringRef source);

} // namespace mlir::tile::tuner

#endif // TILE_TUNER_TUNINGFILE_H
