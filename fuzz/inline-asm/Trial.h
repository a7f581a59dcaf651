//===- Trial.h - What becomes of an asm op ---------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Compiles asm ops to PTX, and gives what the compiler accepts to ptxas, many
// kernels at once.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_FUZZ_INLINEASM_TRIAL_H
#define TILE_FUZZ_INLINEASM_TRIAL_H

#include "Program.h"

#include "llvm/ADT/STLFunctionalExtras.h"

#include <memory>

namespace mlir::tile::fuzz {

enum class Outcome {
  /// The op's verifier, or the parser.
  Invalid,
  /// A finding of the check of inline PTX.
  Found,
  /// An error of a later step.
  Late,
  /// There is PTX.
  Accepted,
  /// ptxas does not take the PTX.
  Rejected,
};
inline constexpr unsigned kNumOutcomes = 5;

struct Accepted {
  uint64_t number;
  /// "sm_90a"
  std::string target;
  /// `.version` and so on, up to the first kernel.
  std::string header;
  std::string ptx;
};

class Compilations {
public:
  /// Mathematical functions of fallbacks are in libdevice; "" is none.
  explicit Compilations(llvm::StringRef libdevicePath);
  ~Compilations();
  /// The kernel is named k<number>. `message` is the first error.
  Outcome compile(const AsmProgram &program, uint64_t number, bool checksAsm,
                  Accepted &accepted, std::string &message);

private:
  struct Impl;
  std::unique_ptr<Impl> impl;
};

/// Finds which of the kernels, all of one header, ptxas rejects.
void assemble(
    llvm::ArrayRef<Accepted> kernels, llvm::StringRef ptxasPath,
    llvm::function_ref<void(const Accepted &, llvm::StringRef)> onRejection);

/// Whether the message is about what no check of a body can know, or what the
/// table says that it does not.
bool isKnownException(llvm::StringRef ptxasMessage, llvm::StringRef ptx);

} // namespace mlir::tile::fuzz

#endif // TILE_FUZZ_INLINEASM_TRIAL_H
