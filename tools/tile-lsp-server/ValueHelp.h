//===- ValueHelp.h - A value's type and layout for editors ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which thread has which element of a tile: of a type with a layout, what the
// layout says; of a kernel as its author writes it, what the compiler chooses.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_TOOLS_TILELSPSERVER_VALUEHELP_H
#define TILE_TOOLS_TILELSPSERVER_VALUEHELP_H

#include "Document.h"

#include "tile/Compiler/Compiler.h"

#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/SetVector.h"

#include <map>
#include <string>
#include <tuple>

namespace mlir::tile {

/// The layouts of the values of a module, which the compiler chooses for the
/// module's own target.
class ChosenLayouts {
public:
  /// Compiles one kernel of the module, or all; after errors nothing has a
  /// layout.
  ChosenLayouts(llvm::StringRef text, llvm::StringRef kernel,
                std::shared_ptr<CompilerSession> session);

  /// The compile did not succeed.
  bool hasFailed() const { return target.empty(); }

  /// The types that the compiler gives a value of the source, which has a place
  /// in the same text.
  llvm::SmallVector<RankedTensorType> lookup(Value value) const;

  std::string target;
  unsigned numWarps = 0;

private:
  static constexpr int kArgument = -1;
  void add(Location location, int number, Value value);

  std::shared_ptr<CompilerSession> session;
  OwningOpRef<ModuleOp> module;
  /// By line, column, and number of the result.
  std::map<std::tuple<unsigned, unsigned, int>,
           llvm::SetVector<RankedTensorType>>
      types;
};

/// Markdown about the tile whose name stands at this byte; "" if none does, or
/// the text cannot be parsed.
std::string describeValue(Document &document, size_t offset);

/// Inlay hints between two bytes: the layouts of tiles whose types have none.
llvm::json::Array makeLayoutHints(Document &document, size_t begin, size_t end);

} // namespace mlir::tile

#endif // TILE_TOOLS_TILELSPSERVER_VALUEHELP_H
