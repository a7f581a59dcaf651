//===- Measurement.h - Measures several kernels in turn ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Samples of kernels that do the same, on one device.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_TUNER_MEASUREMENT_H
#define TILE_LIB_TUNER_MEASUREMENT_H

#include "tile/Tuner/Tuner.h"

namespace mlir::tile::tuner {

/// A kernel that is to be measured.
struct Candidate {
  runtime::Kernel *kernel = nullptr;
  runtime::Grid grid;
  Outcome *outcome = nullptr;
  std::vector<double> samples;
};

class Measurement {
public:
  /// Asked between launches, with the samples done and those that may come at
  /// most; true ends the measurement.
  using ShouldStop = llvm::function_ref<bool(size_t done, size_t total)>;

  explicit Measurement(const TuningJob &job) : job(job) {}
  ~Measurement();

  /// Fills in fates, scores and numbers of samples. Fails if the device cannot
  /// go on, and with Cancelled.
  llvm::Error run(std::vector<Candidate> &candidates, ShouldStop shouldStop);

private:
  /// Copies the arrays that are to be restored, and makes room to replace the
  /// L2 cache by.
  llvm::Error prepare();
  llvm::Error restore();
  llvm::Error replaceL2();
  llvm::Error launch(Candidate &candidate);
  /// Runs each once; a candidate that fails is dropped.
  llvm::Error tryAll(std::vector<Candidate> &candidates, ShouldStop shouldStop);
  llvm::Error countAll(std::vector<Candidate> &candidates,
                       ShouldStop shouldStop);
  llvm::Error sample(Candidate &candidate);
  llvm::Error sampleAll(std::vector<Candidate> &candidates,
                        ShouldStop shouldStop);
  /// Takes who is clearly slower out of the list.
  void dropSlow(std::vector<Candidate> &candidates) const;

  const TuningJob &job;
  std::unique_ptr<runtime::Stream> stream;
  std::unique_ptr<runtime::Event> begin, end;
  runtime::DeviceAddress flushBuffer = 0;
  uint64_t flushBytes = 0;
  struct Copy {
    runtime::DeviceAddress array, copy;
    uint64_t bytes;
  };
  std::vector<Copy> copies;
};

/// Of an even number of samples, the lower one in the middle.
double getMedian(std::vector<double> samples);

} // namespace mlir::tile::tuner

#endif // TILE_LIB_TUNER_MEASUREMENT_H
