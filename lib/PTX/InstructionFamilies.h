//===- InstructionFamilies.h - The files of the table ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The rows of the instruction table are in one file a family.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_PTX_INSTRUCTIONFAMILIES_H
#define TILE_LIB_PTX_INSTRUCTIONFAMILIES_H

#include "tile/PTX/Instructions.h"

namespace mlir::tile::ptx {

llvm::ArrayRef<InstructionForm> getFloatForms();
llvm::ArrayRef<InstructionForm> getIntegerForms();
llvm::ArrayRef<InstructionForm> getDataForms();
llvm::ArrayRef<InstructionForm> getMemoryForms();
llvm::ArrayRef<InstructionForm> getAsyncForms();
llvm::ArrayRef<InstructionForm> getControlForms();
llvm::ArrayRef<InstructionForm> getMatrixForms();
llvm::ArrayRef<InstructionForm> getTensorForms();
llvm::ArrayRef<InstructionForm> getTextureForms();

/// A group of a row's words.
struct WordGroup {
  llvm::SmallVector<llvm::StringRef, 4> choices;
  bool isOptional = false;
};

/// The words of a row: one choice of each group, in order.
struct RowWords {
  explicit RowWords(const InstructionForm &form);

  llvm::SmallVector<WordGroup, 6> groups;
  /// "..." ends the row: any words may follow.
  bool isOpen = false;
};

/// Whether a word is what an alternative of a group stands for: `m64n*k16` is
/// each `m64n...k16` with a multiple of 8 up to 256.
bool matchesWord(llvm::StringRef pattern, llvm::StringRef word);

/// Whether ptxas reads the name only without a blank before its last word:
/// "bar.arrive", as it is an opcode of its own there, but not "bar.sync".
bool isNameInOnePiece(llvm::StringRef name);

/// The opcode for which C, CUDA or the assembler of the GPU has the name
/// `name`: `ret` of "return"; "" if there is none.
llvm::StringRef lookupNativeName(llvm::StringRef name);

/// The instruction that a function of CUDA, or a name of the GPU's assembler
/// with its first word, becomes: `bar.warp.sync` of "__syncwarp"; "" if there
/// is none. In lower case.
llvm::StringRef lookupNativeInstruction(llvm::StringRef name);

} // namespace mlir::tile::ptx

#endif // TILE_LIB_PTX_INSTRUCTIONFAMILIES_H
