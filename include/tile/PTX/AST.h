//===- AST.h - PTX as data -------------------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A module of PTX, or the body of an inline asm, as plain values that can be
// read, changed, compared and printed. Names are kept as written: which of them
// is a register is said by the declarations around it. Needs no MLIR.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_PTX_AST_H
#define TILE_PTX_AST_H

#include "tile/PTX/Lexer.h"

#include "llvm/ADT/StringRef.h"

#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace mlir::tile::ptx {

/// A value that may be missing, as std::optional, or that is big and rare: one
/// pointer, so that what holds it stays small. Copies are deep. There are
/// millions of statements and operands in a large module.
template <typename T> class Boxed {
public:
  Boxed() = default;
  Boxed(std::nullopt_t) {}
  Boxed(T value) : held(std::make_unique<T>(std::move(value))) {}
  Boxed(Boxed &&) = default;
  Boxed(const Boxed &other)
      : held(other.held ? std::make_unique<T>(*other.held) : nullptr) {}
  Boxed &operator=(Boxed &&) = default;
  Boxed &operator=(const Boxed &other) { return *this = Boxed(other); }

  template <typename... Args> T &emplace(Args &&...args) {
    held = std::make_unique<T>(std::forward<Args>(args)...);
    return *held;
  }
  void reset() { held.reset(); }
  bool has_value() const { return held != nullptr; }
  explicit operator bool() const { return has_value(); }
  T &operator*() { return *held; }
  const T &operator*() const { return *held; }
  T *operator->() { return held.get(); }
  const T *operator->() const { return held.get(); }
  /// So that std::visit finds what takes a `const T &`.
  operator const T &() const { return *held; }

private:
  std::unique_ptr<T> held;
};

/// The `.x` of `%tid.x`, with its dot, or nothing; short and in place.
class Component {
public:
  static constexpr size_t kMaxSize = 7;

  Component() = default;
  /// The first `kMaxSize` bytes of the word; the parser takes no longer ones.
  Component(llvm::StringRef word) {
    word = word.take_front(kMaxSize);
    std::copy(word.begin(), word.end(), text);
    size = word.size();
  }
  Component(const char *word) : Component(llvm::StringRef(word)) {}
  operator llvm::StringRef() const { return {text, size}; }
  std::string str() const { return std::string(text, size); }
  bool empty() const { return size == 0; }

  friend bool operator==(const Component &a, llvm::StringRef b) {
    return llvm::StringRef(a) == b;
  }
  friend bool operator!=(const Component &a, llvm::StringRef b) {
    return !(a == b);
  }

private:
  char text[kMaxSize] = {};
  uint8_t size = 0;
};

/// An operand of an instruction, an argument of a directive, or a value of an
/// initializer. Which fields count is said with each kind.
struct Operand {
  enum Kind : uint8_t {
    /// `%r1`, `$L__BB0_1`, `_`, with `.x` in `component`, `+8` in `offset`.
    Name,
    /// `$3` of an asm body: `bits` is the number.
    Placeholder,
    /// `bits` are the value, two's complement of 64 bits.
    Integer,
    /// `bits` are the bits of an f32, or of an f64.
    F32,
    F64,
    /// `"text"`: `name` is the text without quotes.
    String,
    /// `{a, b, _}`; in an initializer these nest.
    Vector,
    /// `[base]`, `[base+imm]`, `[base, {x, y}]`: the parts are `elements`.
    Address,
    /// `p|q`: two elements.
    Pair,
    /// `(a, b)` of a call.
    List,
    /// `array[3]` or `array[%r1+4]`: `name`, and the index as the one element.
    Element,
    /// `generic(var)` of an initializer: `name` is the variable.
    Generic,
    /// `0xff00(var)` of an initializer: a byte of an address; `bits` the mask.
    Masked,
  };

  Kind kind = Name;
  /// Of an Integer: it is an unsigned constant (`U`, or too big for s64).
  bool isUnsigned = false;
  /// `!p`: a predicate, negated.
  bool isNegated = false;
  /// `-%r1`: the negative of a register, as vmad has it.
  bool isMinus = false;
  /// The asm operand whose value is added: 2 in `[$1 + $2]`; -1 if none.
  int offsetPlaceholder = -1;
  Location location;
  std::string name;
  /// ".x", ".y", ".b0"; empty if none.
  Component component;
  uint64_t bits = 0;
  /// Of a Name, Placeholder or Generic: bytes added to it.
  int64_t offset = 0;
  std::vector<Operand> elements;

  bool isSink() const { return kind == Name && name == "_"; }
};

/// A place in a source file, as `.loc` says it. File 0 is "nowhere".
struct SourceLine {
  unsigned file = 0;
  unsigned line = 0;
  unsigned column = 0;
};

struct Instruction {
  Location location;
  /// `@p` or `@!p` (isNegated).
  Boxed<Operand> guard;
  /// The first word: "add", "cp".
  std::string opcode;
  /// The other words without their dots: {"async", "bulk"}.
  std::vector<std::string> modifiers;
  /// As written; `call (r), f, (a, b)` has a List, a Name and a List.
  std::vector<Operand> operands;
  /// The last `.loc` before the instruction.
  SourceLine source;

  /// "add.rn.f32"
  std::string getMnemonic() const;
};

/// One name of a declaration: `x`, `%r<57>`, `a[4][2] = {...}`.
struct Declarator {
  Location location;
  std::string name;
  /// `%r<57>` declares %r0 to %r56.
  std::optional<uint64_t> rangeCount;
  /// The sizes of an array, outermost first; no value is `[]`.
  std::vector<std::optional<uint64_t>> dims;
  Boxed<Operand> initializer;
};

enum class Linkage { None, Visible, Extern, Weak, Common };

/// A declaration of registers, variables, or a parameter.
struct Variable {
  Location location;
  Linkage linkage = Linkage::None;
  /// Without the dot: reg, sreg, const, global, local, param, shared,
  /// shared::cta, shared::cluster, tex.
  std::string space;
  /// In bytes; 0 if not said.
  uint64_t alignment = 0;
  /// 2, 4 or 8 of `.v2`, `.v4` or `.v8`; 0 if not a vector.
  unsigned vectorSize = 0;
  /// Without the dot: b32, f64, pred.
  std::string type;
  /// `.attribute(.managed)` as text between the parentheses; empty if none.
  std::string attribute;
  /// `.ptr .global .align 16` of a kernel's parameter.
  bool isPointer = false;
  std::string pointeeSpace;
  uint64_t pointeeAlignment = 0;
  std::vector<Declarator> names;
};

/// `.reqntid 128, 1, 1` or `.pragma "nounroll";`.
struct Directive {
  Location location;
  /// Without the dot.
  std::string name;
  std::vector<Operand> arguments;
};

struct Label {
  Location location;
  std::string name;
};

/// `.file 1 "kernels.py", 1700000000, 42`.
struct FileDirective {
  Location location;
  unsigned number = 0;
  std::string path;
  /// The time stamp and the size, where they are given.
  std::vector<uint64_t> numbers;
};

/// `.loc 1 72 16, function_name $L__info+8, inlined_at 1 3 4`.
struct LineDirective {
  Location location;
  SourceLine source;
  /// A Name with an offset; only with `inlinedAt`.
  Boxed<Operand> functionName;
  std::optional<SourceLine> inlinedAt;
};

/// `.section .debug_info { ... }`, kept as it is, without the braces.
struct Section {
  Location location;
  std::string name;
  std::string text;
};

/// `targets: .branchtargets L1, L2;` or `f: .calltargets g, h;`.
struct TargetList {
  Location location;
  bool isCall = false;
  std::vector<std::string> names;
};

/// `proto: .callprototype (.param .b32 _) _ (.param .b64 _);` is a function
/// without a body.
struct CallPrototype {
  Location location;
  std::vector<Variable> results;
  std::string name;
  std::vector<Variable> params;
  std::vector<Directive> directives;
};

struct Statement;
/// `{ ... }`
struct Block {
  Location location;
  std::vector<Statement> statements;
};

struct Statement {
  std::variant<Instruction, Label, Boxed<Variable>, Block, Directive,
               LineDirective, TargetList, Boxed<CallPrototype>>
      value;

  /// The value as a T, one of the types above, boxed or not; else null.
  template <typename T> const T *getIf() const {
    if constexpr (std::is_same_v<T, Variable> ||
                  std::is_same_v<T, CallPrototype>) {
      const auto *boxed = std::get_if<Boxed<T>>(&value);
      return boxed ? boxed->operator->() : nullptr;
    } else {
      return std::get_if<T>(&value);
    }
  }
  template <typename T> T *getIf() {
    return const_cast<T *>(std::as_const(*this).template getIf<T>());
  }
};

struct Function {
  Location location;
  Linkage linkage = Linkage::None;
  /// `.entry`, not `.func`.
  bool isEntry = false;
  std::string attribute;
  std::vector<Variable> results;
  std::string name;
  std::vector<Variable> params;
  /// Performance directives and `.noreturn`, in order.
  std::vector<Directive> directives;
  /// No value: a declaration.
  std::optional<Block> body;
};

/// `.alias f, g;`
struct Alias {
  Location location;
  std::string name;
  std::string aliasee;
};

using ModuleItem =
    std::variant<Function, Variable, FileDirective, Section, Directive, Alias>;

struct Module {
  /// `.version 8.6`
  unsigned versionMajor = 0;
  unsigned versionMinor = 0;
  /// `.target sm_90a, debug`: the words.
  std::vector<std::string> targets;
  /// 32 or 64; 0 if not said.
  unsigned addressSize = 0;
  std::vector<ModuleItem> items;

  /// The version as the instruction table has it: 86.
  unsigned getVersion() const { return versionMajor * 10 + versionMinor; }
};

/// The body of an inline asm.
struct AsmBody {
  std::vector<Statement> statements;
};

/// Whether two are the same, wherever they stand in their texts.
bool isSame(const Operand &a, const Operand &b);
bool isSame(const Statement &a, const Statement &b);
bool isSame(const Module &a, const Module &b);
bool isSame(const AsmBody &a, const AsmBody &b);

} // namespace mlir::tile::ptx

#endif // TILE_PTX_AST_H
