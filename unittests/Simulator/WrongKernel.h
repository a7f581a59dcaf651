//===- WrongKernel.h - Kernels with one mistake -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs a kernel whose mistake is at the line marked with "//!", and expects
// that it is found there.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_UNITTESTS_SIMULATOR_WRONGKERNEL_H
#define TILE_UNITTESTS_SIMULATOR_WRONGKERNEL_H

#include "TestKernel.h"

#include <algorithm>

namespace mlir::tile::sim {

/// Runs the kernel, which must have one finding, of that kind at "//!".
inline TestRun runWrong(const TestKernel &kernel, const std::string &body,
                        const std::string &kind,
                        const std::vector<uint8_t> &input = {}) {
  std::string text = kernel.getText(body);
  size_t mark = text.find("//!");
  EXPECT_NE(mark, std::string::npos);
  size_t line = 1 + std::count(text.begin(), text.begin() + mark, '\n');
  TestRun run = kernel.run(body, input);
  EXPECT_EQ(run.errors, "");
  EXPECT_EQ(run.getFindings(), kind + "@" + std::to_string(line));
  return run;
}

/// The message of the only finding.
inline std::string getMessage(const TestRun &run) {
  return run.result.reports.size() == 1 ? run.result.reports.front().message
                                        : "";
}

} // namespace mlir::tile::sim

#endif // TILE_UNITTESTS_SIMULATOR_WRONGKERNEL_H
