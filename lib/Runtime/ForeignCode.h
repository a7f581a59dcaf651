//===- ForeignCode.h - Code that other compilers made -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What code is, whether it is whole, and the kernels that PTX says it has.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_RUNTIME_FOREIGNCODE_H
#define TILE_LIB_RUNTIME_FOREIGNCODE_H

#include "tile/PTX/AST.h"
#include "tile/Runtime/Runtime.h"

namespace mlir::tile::runtime {

/// "input 2" or "input 2, 'helpers.ptx',".
std::string describeInput(size_t index, const LinkInput &input);
/// "PTX", "a cubin", ...
llvm::StringRef getName(CodeKind kind);

/// The kind of an input's code, seen from its first bytes if it is Auto. An
/// error if that is nothing known, or the bytes end before their headers say:
/// drivers read on.
llvm::Expected<CodeKind> checkCode(size_t index, const LinkInput &input);

/// What a launch knows of an entry of PTX: parameters, and the threads of
/// `.reqntid` where they are in one dimension.
KernelInfo describeEntry(const ptx::Function &entry);
/// All entries of a module, in order.
std::vector<KernelInfo> describeEntries(const ptx::Module &module);

/// An error that names what the module declares with `.extern`, and neither it
/// nor the system defines; `what` is the module.
llvm::Error checkDefined(const ptx::Module &module, llvm::StringRef what);

/// The PTX of the inputs, images and fat binaries among them, as one module,
/// and what is known of its kernels. Of a fat binary, the newest PTX that a GPU
/// of the compute capability can run. `what` begins messages: "the simulator
/// links PTX". With an input that has none, an error.
llvm::Expected<ptx::Module> linkPTX(llvm::ArrayRef<LinkInput> inputs,
                                    unsigned capability, llvm::StringRef what,
                                    std::vector<KernelInfo> &kernels);

/// An error if two inputs of PTX define the same name, or contradict each other
/// otherwise. nvJitLink 13.0 prints that to stderr, and links.
llvm::Error checkDefinitions(llvm::ArrayRef<LinkInput> inputs,
                             llvm::ArrayRef<CodeKind> kinds);

/// Adds the kernels of an image; an error if one has a name that is there.
llvm::Error addKernels(std::vector<KernelInfo> &kernels,
                       llvm::ArrayRef<KernelInfo> added);

} // namespace mlir::tile::runtime

#endif // TILE_LIB_RUNTIME_FOREIGNCODE_H
