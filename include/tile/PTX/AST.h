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

#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace mlir::tile::ptx {

/// An operand of an instruction, an argument of a directive, or a value of an
/// initializer. Which fields count is said with each kind.
struct Operand {
  enum Kind {
    /// `%r1`, `$L__BB0_1`, `_`, with `.x` in `component`, `+8` in `offset`.
    Name,
    /// `$3` of an asm body: `bits` is the number.
    Placeholder,
    /// `bits` are the value, two's complement of 64 bits.
    Integer,
    /// `bits` are those of an f32, or of an f64.
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
  Location location;
  std::string name;
  /// With its dot: ".x", ".y", ".lo"; empty if none.
  std::string component;
  uint64_t bits = 0;
  /// Of an Integer: it is an unsigned constant (`U`, or too big for s64).
  bool isUnsigned = false;
  /// `!p`: a predicate, negated.
  bool isNegated = false;
  /// Of a Name, Placeholder or Generic: bytes added to it.
  int64_t offset = 0;
  /// The asm operand whose value is added: 2 in `[$1 + $2]`; -1 if none.
  int offsetPlaceholder = -1;
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
  std::optional<Operand> guard;
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
  std::optional<Operand> initializer;
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
  std::optional<Operand> functionName;
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
  std::variant<Instruction, Label, Variable, Block, Directive, LineDirective,
               TargetList, CallPrototype>
      value;

  template <typename T> const T *getIf() const {
    return std::get_if<T>(&value);
  }
  template <typename T> T *getIf() { return std::get_if<T>(&value); }
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

struct Module {
  /// `.version 8.6`
  unsigned versionMajor = 0;
  unsigned versionMinor = 0;
  /// `.target sm_90a, debug`: the words.
  std::vector<std::string> targets;
  /// 32 or 64; 0 if not said.
  unsigned addressSize = 0;
  std::vector<std::variant<Function, Variable, FileDirective, Section,
                           Directive, Alias>>
      items;

  /// The version as the instruction table has it: 86.
  unsigned getVersion() const { return versionMajor * 10 + versionMinor; }
  /// The function of that name with a body, or null.
  const Function *lookupFunction(llvm::StringRef name) const;
};

/// The body of an inline asm.
struct AsmBody {
  std::vector<Statement> statements;
};

} // namespace mlir::tile::ptx

#endif // TILE_PTX_AST_H
