//===- ParserImpl.h - The state of the PTX parser --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Recursive descent with one token of lookahead; tokens are read when they are
// needed, and not kept. Each parse function returns false after it has reported
// an error; the caller that knows where the next statement starts recovers
// there.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_PTX_PARSERIMPL_H
#define TILE_LIB_PTX_PARSERIMPL_H

#include "tile/PTX/Parser.h"

#include "llvm/ADT/Twine.h"

namespace mlir::tile::ptx {

class Parser {
public:
  Parser(llvm::StringRef text, TextKind kind, const ParseOptions &options)
      : text(text), kind(kind), lexer(text, kind), current(lexer.next()),
        dataLimit(options.maxDataBytes
                      ? options.maxDataBytes
                      : std::max<uint64_t>(kMinDataLimit,
                                           text.size() * kMaxDataPerByte)) {}

  void parseModule(Module &module);
  /// Statements up to the end of the text.
  void parseStatements(std::vector<Statement> &statements);

  std::vector<Diagnostic> errors;

private:
  // Tokens.
  /// Valid up to the next take().
  const Token &peek() const { return current; }
  /// The token after peek().
  const Token &peekNext() {
    if (!next)
      next = lexer.next();
    return *next;
  }
  bool at(TokenKind tokenKind) const { return peek().is(tokenKind); }
  bool atWord(llvm::StringRef word) const { return peek().is(word); }
  Token take();
  bool consumeIf(TokenKind tokenKind);
  bool consumeIf(llvm::StringRef word);
  bool expect(TokenKind tokenKind, llvm::StringRef what);
  /// Reports "expected `what`, found the next token" and returns false.
  bool fail(const llvm::Twine &what);
  bool failAt(Location location, const llvm::Twine &message);
  std::string describeForeign(const Token &token);
  bool checkForeignStatement(const Token &token);
  bool atOperand() const;
  /// The end of a statement.
  bool expectSemicolon();
  void recover();
  bool isDone() const { return isStopped || errors.size() >= kMaxErrors; }
  /// Reads nothing after this: what follows has no clear meaning any more.
  void stop();

  /// One more element at the end, accounted for; null where that is too much,
  /// which has been reported. Large vectors grow by a half only.
  template <typename T> T *append(std::vector<T> &elements, T value = {}) {
    constexpr size_t kLarge = (size_t(1) << 20) / sizeof(T);
    if (elements.size() == elements.capacity() && elements.size() > kLarge)
      elements.reserve(elements.size() + elements.size() / 2);
    if (!allowData(sizeof(T)))
      return nullptr;
    elements.push_back(std::move(value));
    return &elements.back();
  }
  bool allowData(uint64_t bytes);

  // Operands and constants (ParseExpressions.cpp).
  bool parseOperand(Operand &operand, bool isCall = false);
  bool parseOperands(std::vector<Operand> &operands, bool isCall = false);
  bool parseOperandList(std::vector<Operand> &operands, TokenKind close,
                        llvm::StringRef what);
  /// `a|p`, where the operand is `a` and the bar is taken.
  bool parseRestOfPair(Operand &operand);
  bool parseNamed(Operand &operand);
  bool parseOffset(Operand &operand);
  bool parseConstant(Operand &operand);
  bool parseExpression(Operand &value, unsigned minPrecedence);
  bool parseUnary(Operand &value);
  bool parseInteger(uint64_t &value, llvm::StringRef what,
                    uint64_t max = UINT64_MAX);
  bool parseUnsigned(unsigned &value, llvm::StringRef what);
  bool parseInitializer(Operand &value);

  // Declarations (ParseDeclarations.cpp).
  bool atVariable();
  bool failType();
  bool parseVariable(Variable &variable, bool isParameter);
  bool parseDeclarator(Declarator &declarator);
  bool parseParameters(std::vector<Variable> &params);
  bool parseLinkage(Linkage &linkage);
  bool parseAttribute(std::string &attribute);
  bool parseFunction(Module &module, Linkage linkage);
  bool parseFunctionDirectives(std::vector<Directive> &directives);
  bool parseDirectiveArguments(Directive &directive);
  bool parseFile(FileDirective &file);
  bool parseSection(Section &section);
  template <typename T> bool addItem(Module &module, T item);
  bool parseItem(Module &module);
  bool parseHeader(Module &module);

  // Statements (Parser.cpp).
  void parseBlockContents(std::vector<Statement> &statements);
  bool parseStatement(std::vector<Statement> &statements);
  bool parseBlock(Block &block);
  bool parseInstruction(Instruction &instruction);
  bool parseLine(LineDirective &line);
  bool parseSourceLine(SourceLine &line);
  bool parseTargetList(TargetList &list);
  bool parseCallPrototype(CallPrototype &prototype);
  bool parseName(std::string &name, llvm::StringRef what);

  /// One level of nesting; `ok` is false when it is too deep.
  struct Depth {
    explicit Depth(Parser &parser)
        : parser(parser), ok(++parser.depth <= kMaxDepth) {}
    ~Depth() { --parser.depth; }
    Parser &parser;
    bool ok;
  };

  llvm::StringRef text;
  TextKind kind;
  Lexer lexer;
  Token current;
  std::optional<Token> next;
  /// Tokens taken so far, and the line of the last one.
  size_t position = 0;
  unsigned lastLine = 0;
  uint64_t dataLimit;
  uint64_t dataSize = 0;
  bool isStopped = false;
  std::vector<Operand> operandBuffer;
  unsigned depth = 0;
  bool endReported = false;
  SourceLine source;
};

} // namespace mlir::tile::ptx

#endif // TILE_LIB_PTX_PARSERIMPL_H
