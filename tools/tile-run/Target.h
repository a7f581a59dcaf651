//===- Target.h - What a kernel runs on -------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A loaded program and the memory it works on, in the simulator, on a GPU or in
// the interpreter: what tile-run asks of all of them.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_TOOLS_TILERUN_TARGET_H
#define TILE_TOOLS_TILERUN_TARGET_H

#include "Options.h"

#include "tile/Runtime/Runtime.h"

namespace mlir::tile {

/// What ran.
struct RunCounts {
  /// The interpreter has no threads.
  uint64_t blocks = 0, threads = 0;
  /// Nothing was found wrong; findings are printed already.
  bool succeeded = true;
};

class RunTarget {
public:
  virtual ~RunTarget();

  /// Of the program's kernels, by their names in PTX.
  virtual std::vector<std::string> getKernels() const = 0;
  virtual std::vector<sim::ParameterInfo>
  getParameters(StringRef kernel) const = 0;
  /// How many of the kernel's programs share a CTA, as the PTX says. If several
  /// do, the last of the parameters is the number of programs.
  unsigned getProgramsPerCTA(StringRef kernel) const;
  /// Whether it is a kernel's second entry, as the PTX says.
  bool isTensorMapEntry(StringRef kernel) const;
  /// What `.reqntid` says.
  virtual std::optional<sim::Dim3> getRequiredBlock(StringRef kernel) const = 0;

  /// Puts an array where the kernel can reach it, at a multiple of 256 and of
  /// `alignment`, a power of two. With `followWrites` getUnwritten can be asked
  /// of it.
  virtual llvm::Expected<uint64_t> allocate(StringRef name,
                                            const run::HostArray &array,
                                            bool followWrites,
                                            uint64_t alignment) = 0;
  virtual llvm::Error read(uint64_t address,
                           MutableArrayRef<uint8_t> bytes) = 0;
  /// The elements that the kernel did not write, for a warning; empty if there
  /// are none. `array` was poison before the run and read after it.
  virtual std::string getUnwritten(uint64_t address, StringRef name,
                                   const run::HostArray &array) const = 0;

  /// For each byte of an array at which an element starts, how far the sums in
  /// it could be from sums in another order; empty if none could. Only of the
  /// interpreter.
  virtual llvm::Expected<std::vector<double>> readBounds(uint64_t address);

  /// Runs a kernel once, its grid in programs, and prints what was found wrong.
  /// Fails if the results are not to be looked at.
  virtual llvm::Expected<RunCounts> run(const sim::Launch &launch) = 0;

  /// After the checks: prints what else the command line asks for.
  virtual llvm::Error finish(const sim::Launch &launch) = 0;

  /// "the simulator", "NVIDIA H200".
  virtual std::string getName() const = 0;

protected:
  explicit RunTarget(StringRef ptx) : ptx(ptx) {}
  /// As it was loaded; empty where there is none.
  const std::string ptx;
};

/// Loads PTX into the simulator. Null after errors, which are printed.
/// `kernel` is what the compiler says of the kernel, if it made the PTX.
std::unique_ptr<RunTarget> loadInSimulator(RunCommandLine &line, StringRef ptx,
                                           const KernelInfo *kernel);

/// Loads an image, with the PTX that its kernels are launched by, onto a GPU;
/// of PTX input the kernels are not yet in it. Null after errors in the PTX,
/// which are printed.
llvm::Expected<std::unique_ptr<RunTarget>>
loadOnGPU(const RunCommandLine &line, std::shared_ptr<runtime::Device> device,
          KernelImage image);

/// Loads MLIR or TTIR into the interpreter. `kernel` is what it says of the one
/// that is to run. Null after errors, which are printed.
std::unique_ptr<RunTarget>
loadInInterpreter(RunCommandLine &line,
                  std::unique_ptr<llvm::MemoryBuffer> buffer,
                  std::optional<KernelInfo> &kernel);

/// Prints errors in the PTX at their lines. If the PTX was compiled here, also
/// prints these lines, as the user has not seen them.
void printPTXErrors(const RunCommandLine &line, StringRef ptx,
                    ArrayRef<ptx::Diagnostic> errors);

/// An error of what the command line asks for.
llvm::Error makeError(const Twine &message);

/// "1 CTA", "3 CTAs".
std::string formatCount(uint64_t number, StringRef unit);

} // namespace mlir::tile

#endif // TILE_TOOLS_TILERUN_TARGET_H
