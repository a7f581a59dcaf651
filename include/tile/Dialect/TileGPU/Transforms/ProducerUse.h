//===- ProducerUse.h - When a warp of its own copies ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILE_DIALECT_TILEGPU_TRANSFORMS_PRODUCERUSE_H
#define TILE_DIALECT_TILEGPU_TRANSFORMS_PRODUCERUSE_H

#include "llvm/ADT/StringRef.h"

#include <optional>

namespace mlir::tilegpu {

/// For which loops of boxes a warp of its own copies (PipelineLoops.h): those
/// that gain, which have several products; all that it can; or none.
enum class ProducerUse { Auto, Always, Never };

/// "auto", "true" or "false"; nothing if it is none of them.
std::optional<ProducerUse> parseProducerUse(llvm::StringRef text);
llvm::StringRef stringifyProducerUse(ProducerUse use);

} // namespace mlir::tilegpu

#endif // TILE_DIALECT_TILEGPU_TRANSFORMS_PRODUCERUSE_H
