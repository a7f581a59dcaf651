//===- ArgumentNames.h - What a check calls the arguments -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each argument has several names; of two arguments with the same name the one
// whose name stands first in this list is meant:
//
//   1. the name of its specification: x in --input=x:8xf32
//   2. the name in the kernel: x_ptr
//   3. that without `_ptr`: x
//   4. an array of another source: `expected`
//   5. the inputs that are arrays, in order: a, b, ... z; the outputs: out0,
//      out1, ...; the first output also: out
//   6. all, by position: arg0, arg1, ...
//
//===----------------------------------------------------------------------===//

#ifndef TILE_RUN_ARGUMENTNAMES_H
#define TILE_RUN_ARGUMENTNAMES_H

#include "tile/Run/ArgumentSpec.h"
#include "tile/Run/Check.h"

namespace mlir::tile::run {

/// Knows arrays, which must outlive it, by name.
class ArgumentNames : public NameResolver {
public:
  struct Argument {
    ArgumentRole role = ArgumentRole::Input;
    bool isScalar = false;
    /// Empty if none.
    std::string specName;
    std::string kernelName;
    const HostArray *array = nullptr;
    /// The contents before the run; null if not kept. If an input's are not
    /// kept, `array` has them.
    const HostArray *old = nullptr;
  };

  /// Adds the next argument. Fails if its specName was given before or has a
  /// meaning of its own in expressions.
  llvm::Error add(Argument argument);

  const HostArray *find(llvm::StringRef name, bool isOld) const override;
  std::string listNames() const override;

private:
  const Argument *findArgument(llvm::StringRef name) const;
  const Argument *findNumbered(llvm::StringRef name) const;

  std::vector<Argument> arguments;
};

} // namespace mlir::tile::run

#endif // TILE_RUN_ARGUMENTNAMES_H
