//===- Document.h - A text, and what is known of it -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A document of an editor. What takes time is made when it is first asked for,
// and kept until the text changes: its tokens, and of each part between lines
// "// -----" the parsed module and the layouts that the compiler chooses.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_TOOLS_TILELSPSERVER_DOCUMENT_H
#define TILE_TOOLS_TILELSPSERVER_DOCUMENT_H

#include "Tokens.h"

#include "mlir/AsmParser/AsmParserState.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/SourceMgr.h"

#include <map>
#include <memory>

namespace mlir::tile {

class ChosenLayouts;
class CompilerSession;
struct KernelLayouts;

/// A part of a document as a module.
struct ParsedPart {
  ParsedPart(llvm::StringRef text, size_t begin);
  ~ParsedPart();

  /// The byte of the document for a place of the parser.
  size_t getOffset(SMLoc place) const {
    return begin + (place.getPointer() - start);
  }
  SMLoc getPlace(size_t offset) const {
    return SMLoc::getFromPointer(start + (offset - begin));
  }
  llvm::StringRef getText() const;

  size_t begin; ///< of the part, in the document
  std::unique_ptr<MLIRContext> context;
  llvm::SourceMgr sources;
  const char *start = nullptr;
  /// Has the operations; not verified.
  OwningOpRef<ModuleOp> module;
  AsmParserState state;
  bool isParsed = false;
  /// Made when they are first asked for.
  std::unique_ptr<ChosenLayouts> layouts;
};

class Document {
public:
  Document() = default;
  explicit Document(std::string text) : text(std::move(text)) {}

  /// Takes the text after a change. What compiles it stays.
  void change(std::string newText);

  llvm::StringRef getText() const { return text; }
  llvm::ArrayRef<Token> getTokens();
  /// The part that has this byte; null if it cannot be parsed.
  ParsedPart *getPart(size_t offset);

  /// As the protocol has them.
  llvm::json::Value makePosition(size_t offset);
  llvm::json::Value makeRange(size_t begin, size_t end);
  /// The same, written: where an answer has hundreds of them, objects would
  /// take most of its time.
  void writePosition(size_t offset, llvm::json::OStream &os);
  void writeRange(size_t begin, size_t end, llvm::json::OStream &os);
  /// Line and UTF-16 code unit of a byte.
  std::pair<int64_t, int64_t> findPosition(size_t offset);
  /// Line, and bytes from its beginning.
  std::pair<size_t, size_t> findLine(size_t offset);
  llvm::ArrayRef<size_t> getLines();

  /// For the next compile. It is another one now and then, since a context
  /// keeps the attributes of all texts that it has seen.
  std::shared_ptr<CompilerSession> getSession();
  /// After a compile that failed: its session is not used again.
  void dropSession() { session = nullptr; }
  /// The layouts of a kernel by all that they depend on, also the layouts of
  /// texts before the last changes. Null where they are not known yet.
  std::shared_ptr<KernelLayouts> &findLayouts(std::string key);

private:
  std::shared_ptr<CompilerSession> session;
  unsigned numCompiles = 0;
  std::map<std::string, std::shared_ptr<KernelLayouts>> kernels;
  std::string text;
  std::vector<Token> tokens;
  std::vector<size_t> lines; ///< where each begins
  std::map<size_t, std::unique_ptr<ParsedPart>> parts;
};

} // namespace mlir::tile

#endif // TILE_TOOLS_TILELSPSERVER_DOCUMENT_H
