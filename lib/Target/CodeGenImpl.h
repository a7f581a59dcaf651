//===- CodeGenImpl.h - What the steps of code generation share --*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to lib/Target: the single steps, one source file each.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_TARGET_CODEGENIMPL_H
#define TILE_LIB_TARGET_CODEGENIMPL_H

#include "tile/Target/CodeGen.h"

#include "mlir/IR/BuiltinOps.h"

namespace llvm {
class Module;
class raw_pwrite_stream;
} // namespace llvm

namespace mlir::tile {

/// Gives the functions of `module` the debug information that PTX's `.loc`
/// needs: lines, no variables. Where an inlined function is in no file, its
/// operations get the place of the call.
LogicalResult addDebugScopes(ModuleOp module);

/// Registers what the translation does with the tile dialect's attributes on
/// llvm.inline_asm: the call of one that is marked `tile.never_copied` cannot
/// be duplicated, and each call that numberInlineAsm numbered knows its
/// operation.
void registerAsmTranslation(DialectRegistry &registry);

/// Numbers the inline asm of a module for its translation: the number is an
/// index in `locations`. forgetNumbers takes the numbers away again.
void numberInlineAsm(ModuleOp module, std::vector<Location> &locations);
void forgetNumbers(ModuleOp module);

/// Makes the calls of inline asm with side effects convergent, which MLIR's
/// llvm.inline_asm cannot say. Rejects what LLVM would die of: constraints that
/// do not fit the operands, and `$k` out of range.
LogicalResult verifyInlineAsm(ModuleOp module, llvm::Module &llvmModule,
                              std::vector<Location> &locations);

/// The identifiers of PTX are [a-zA-Z][a-zA-Z0-9_$]* or [_$%][a-zA-Z0-9_$]+
/// (PTX ISA, "Identifiers"); MLIR's symbols are any string. Renames what does
/// not fit and records old name -> new name.
void legalizeNames(llvm::Module &module, llvm::StringMap<std::string> &renamed);

/// Links the bitcode libraries that `module` names in `tile.bitcode_libraries`,
/// and libdevice where `__nv_` functions are declared; without libdevice those
/// that are a few instructions are defined. Rejects functions that are called
/// and nowhere defined. What is taken of libdevice is kept in `cache`, which
/// may be null.
LogicalResult linkBitcodeLibraries(ModuleOp module, llvm::Module &llvmModule,
                                   const CodeGenOptions &options,
                                   llvm::TargetMachine &machine,
                                   CodeGenCache *cache);

/// Marks a function that is as simple as it gets, and always inlined: before
/// the optimisation of what calls it.
constexpr llvm::StringLiteral kSimpleAttrName = "tile.simple";

/// Simplifies the functions of libdevice in `library` by themselves and marks
/// them, where all of them are always inlined.
void simplifyLibrary(llvm::Module &library, llvm::TargetMachine &machine);

/// Gives a function of libdevice that is a few instructions its body. False if
/// it is none of them, or has other types.
bool defineDeviceFunction(llvm::Function &function);

/// LLVM's optimisation pipeline; passes are left out once `shouldCancel`, which
/// may be empty, says so.
void optimizeModule(llvm::Module &module, llvm::TargetMachine &machine,
                    bool verify, const std::function<bool()> &shouldCancel);

/// Writes the PTX of `module`, which is used up. False if LLVM has no way to.
bool writePTX(llvm::Module &module, llvm::TargetMachine &machine, bool verify,
              const std::function<bool()> &shouldCancel,
              llvm::raw_pwrite_stream &stream);

/// Makes conversions of integers to floats some that the back end gets right.
/// `hasBF16Conversions`: the target converts integers to bf16 by one
/// instruction. True if something changed.
bool convertIntegers(llvm::Module &module, bool hasBF16Conversions);

/// Orders the instructions of blocks that need more registers than a thread
/// has, so that they need fewer. True if something changed.
bool orderForRegisters(llvm::Module &module);

/// Makes minima and maxima of two numbers that share a register one of both.
/// True if something changed.
bool pairHalves(llvm::Module &module);

/// Compares many positions with one number by the number's distance. True if
/// something changed.
bool compareDistances(llvm::Module &module);

/// Writes divisions by a common divisor as multiplications. True if something
/// changed.
bool shareDivisors(llvm::Module &module);

/// Makes structs that loops carry one value per member. True if something
/// changed.
bool splitStructs(llvm::Module &module);

/// Keeps loads that are independent of each other together. True if something
/// changed.
bool issueLoadsTogether(llvm::Module &module);

/// Makes additions of a condition to a loop's counter additions under a
/// predicate. True if something changed.
bool countInPlace(llvm::Module &module);

} // namespace mlir::tile

#endif // TILE_LIB_TARGET_CODEGENIMPL_H
