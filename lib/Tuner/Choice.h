//===- Choice.h - A tuning's choice on disk ---------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Keeps the image of a choice in a cache of images, with the table of outcomes
// as the first of its messages.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_TUNER_CHOICE_H
#define TILE_LIB_TUNER_CHOICE_H

#include "tile/Tuner/Tuner.h"

namespace mlir::tile::tuner {

/// The cache's key: device, driver, kernel, configurations, arguments.
std::string makeChoiceKey(const TuningJob &job);

/// What is kept under the key, if it is there and fits the job.
std::optional<Tuning> loadChoice(const TuningJob &job, llvm::StringRef key,
                                 std::string &warning);

void storeChoice(const TuningJob &job, llvm::StringRef key,
                 const Tuning &tuning, std::string &warning);

} // namespace mlir::tile::tuner

#endif // TILE_LIB_TUNER_CHOICE_H
