//===- ModuleLayout.h - Where the variables of a module are -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_SIMULATOR_MODULELAYOUT_H
#define TILE_LIB_SIMULATOR_MODULELAYOUT_H

#include "Decoders/FunctionDecoder.h"

namespace mlir::tile::sim {

/// Gives each variable of the module and of its functions an address, and fills
/// those that have an initializer.
///
/// Shared memory begins with the variables of the module and of functions,
/// which any kernel may use; the variables of kernels come after and overlap,
/// as one kernel runs at a time. Dynamic shared memory is after all.
class ModuleLayout {
public:
  ModuleLayout(ProgramCode &program, std::vector<ptx::Diagnostic> &errors)
      : program(program), errors(errors) {}

  void run();

  /// By ptx::Declarator.
  llvm::DenseMap<const void *, uint64_t> sharedOffsets;

private:
  void placeShared();
  /// `entry` is the kernel that the variable belongs to, null if any may use
  /// it.
  void placeShared(const ptx::Variable &variable, uint64_t &end, bool isDynamic,
                   const FunctionCode *entry);
  void collect(llvm::ArrayRef<ptx::Statement> statements, uint64_t &end,
               bool isDynamic, const FunctionCode *entry);
  void placeGlobal(const ptx::Variable &variable, llvm::StringRef prefix);
  void initialize(const ptx::Variable &variable,
                  const ptx::Declarator &declarator, uint64_t address,
                  uint64_t size);
  bool fill(const ptx::Operand &value, llvm::StringRef type,
            std::vector<uint8_t> &bytes, size_t &position);
  void error(const ptx::Location &location, const llvm::Twine &message);

  ProgramCode &program;
  std::vector<ptx::Diagnostic> &errors;
  uint64_t dynamicBegin = 0;
};

} // namespace mlir::tile::sim

#endif // TILE_LIB_SIMULATOR_MODULELAYOUT_H
