//===- ChosenLayouts.h - The layouts that a compile chooses -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An editor asks for layouts after each change of the text. Most changes are in
// one kernel: only that one is compiled again.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_TOOLS_TILELSPSERVER_CHOSENLAYOUTS_H
#define TILE_TOOLS_TILELSPSERVER_CHOSENLAYOUTS_H

#include "Document.h"

#include "tile/Compiler/Compiler.h"
#include "tile/Dialect/Tile/IR/Tile.h"

#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"

#include <map>
#include <string>
#include <tuple>

namespace mlir::tile {

/// The layouts of the values of one kernel and of the functions that it calls.
/// None if the compile failed.
struct KernelLayouts {
  /// A place that an edit in another function does not move: the function, the
  /// line from its first one on, the column, and the number of the result.
  using Place = std::tuple<std::string, unsigned, unsigned, int>;

  /// Has the types.
  std::shared_ptr<CompilerSession> session;
  std::map<Place, llvm::SetVector<RankedTensorType>> types;
};

/// The layouts of the values of a part of a document, which the compiler
/// chooses for the part's own target.
class ChosenLayouts {
public:
  ChosenLayouts(Document &document, ParsedPart &part);

  /// The types that the compiler gives a value of the part.
  llvm::SmallVector<RankedTensorType> lookup(Value value);

  /// Empty if there are errors.
  std::string target;
  unsigned numWarps = 0;

private:
  /// A function's text, and where it is in the part.
  struct Function {
    FuncOp op;
    llvm::StringRef text;
    std::pair<unsigned, unsigned> begin, end; ///< line and column
    /// The kernel whose compile gives its values their layouts: itself, or the
    /// first that calls it. Null: the function is in no kernel.
    FuncOp kernel;
  };

  void findFunctions();
  void findKernels();
  std::vector<FuncOp> findReached(FuncOp kernel);
  /// All that the compile of a kernel depends on.
  std::string makeKey(FuncOp kernel);
  std::shared_ptr<KernelLayouts> compile(FuncOp kernel);
  const KernelLayouts &getLayouts(FuncOp kernel);
  KernelLayouts::Place makePlace(FileLineColLoc place, int number);

  Document &document;
  ParsedPart &part;
  std::shared_ptr<CompilerSession> session;
  /// At the stage `tile`.
  OwningOpRef<ModuleOp> module;
  /// In their order.
  std::vector<Function> functions;
  llvm::DenseMap<Operation *, size_t> numbers;
  /// What is outside of functions: aliases, attributes of the module.
  std::string outside;
  llvm::DenseMap<Operation *, std::shared_ptr<KernelLayouts>> kernels;
};

} // namespace mlir::tile

#endif // TILE_TOOLS_TILELSPSERVER_CHOSENLAYOUTS_H
