//===- Parts.h - Kernels that are compiled one by one -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to lib/Target: divides an LLVM module into modules that share
// nothing, so that LLVM compiles them at the same time, and so that the code of
// a kernel does not depend on the kernels next to it. Joins their PTX.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_TARGET_PARTS_H
#define TILE_LIB_TARGET_PARTS_H

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/BitVector.h"

#include <memory>
#include <string>

namespace llvm {
class LLVMContext;
class MemoryBufferRef;
class Module;
} // namespace llvm

namespace mlir::tile {

/// The functions and variables of a module that form a part, by their position
/// in the module's lists.
struct ModulePart {
  llvm::BitVector functions, variables;
};

/// Divides what `module` defines. PTX names nothing twice: what two kernels
/// use is in one part with both, except functions that are inlined anyway and
/// variables that are defined elsewhere. The parts are in the order of their
/// first functions; there is at least one.
SmallVector<ModulePart> divideModule(const llvm::Module &module);

/// Erases what other parts define, and what is copied to them alone.
void keepPart(llvm::Module &module, const ModulePart &part);

/// Reads one part of the module whose bitcode is `bitcode`.
std::unique_ptr<llvm::Module> readPart(llvm::MemoryBufferRef bitcode,
                                       const ModulePart &part,
                                       llvm::LLVMContext &context);

/// The PTX of a part, and how many functions it defines.
struct PartText {
  StringRef text;
  unsigned numFunctions;
};

/// The PTX that LLVM writes for all parts together: one head, the declarations,
/// and the functions, whose labels are numbered on.
std::string joinPTX(ArrayRef<PartText> parts);

} // namespace mlir::tile

#endif // TILE_LIB_TARGET_PARTS_H
