//===- FunctionDecoder.h - From the body of a function to code --*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Names, scopes and registers of one function while it is decoded.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_SIMULATOR_DECODERS_FUNCTIONDECODER_H
#define TILE_LIB_SIMULATOR_DECODERS_FUNCTIONDECODER_H

#include "Code.h"
#include "ExactUses.h"
#include "RegisterSlots.h"
#include "Shadow/SharedOrigins.h"

#include "tile/PTX/Instructions.h"

#include "llvm/ADT/DenseMap.h"

#include <map>
#include <tuple>

namespace mlir::tile::sim {

/// What a name stands for.
struct Symbol {
  enum Kind { None, Register, Variable, Function, Label, SpecialRegister };
  Kind kind = None;
  /// Of a register: "b32", and where it is.
  llvm::StringRef type;
  uint32_t offset = 0;
  int32_t index = -1;
  /// Of a variable: its space, and its address or offset there.
  llvm::StringRef space;
  uint64_t address = 0;
  /// Of a special register.
  const ptx::SpecialRegister *special = nullptr;
};

/// What the table of instructions says of those that were decoded, by all that
/// it looks at: their words, and of each operand the type or the name.
using KnownMatches = llvm::StringMap<ptx::InstructionMatch>;

class FunctionDecoder {
public:
  FunctionDecoder(ProgramCode &program, FunctionCode &function,
                  const llvm::DenseMap<const void *, uint64_t> &sharedOffsets,
                  const ptx::Target &target, KnownMatches &knownMatches,
                  std::vector<ptx::Diagnostic> &errors)
      : program(program), function(function), sharedOffsets(sharedOffsets),
        target(target), knownMatches(knownMatches), errors(errors) {}

  void decode();
  /// Decodes the body of an asm, in which `$k` is `registers[k]` and the
  /// instructions have these rows, in the order of the text. `first` is emitted
  /// before it, and `last` after it.
  void decodeAsm(llvm::ArrayRef<ptx::Statement> body,
                 llvm::ArrayRef<const ptx::InstructionMatch *> rows,
                 llvm::ArrayRef<Symbol> registers,
                 std::pair<Inst, InstInfo> first,
                 std::pair<Inst, InstInfo> last);
  /// A register of the type that has no name.
  Symbol makeRegister(llvm::StringRef type);
  /// Decodes the function once more, with registers that share places. The
  /// marks of its instructions stay.
  void decodeWithSlots(const RegisterSlots &found);

  ProgramCode &program;
  FunctionCode &function;

  Symbol lookup(const ptx::Operand &operand);
  /// Offset of a constant of 8 to 128 bits in all lanes (1: a predicate).
  uint32_t getConstant(uint64_t low, uint64_t high, unsigned bits);
  /// Offset of a special register; 0 if it has none of that width.
  uint32_t getSpecial(Special special, unsigned component, unsigned bits);
  /// Offset of a register that holds an address of local memory: byte `value`
  /// of what the function's `.local` variables take.
  uint32_t getLocalAddress(uint64_t value, unsigned bits);
  /// Offset of a register that holds the address of byte `value` of the CTA's
  /// own shared memory.
  uint32_t getSharedAddress(uint64_t value, unsigned bits);
  /// The parameter of a function (not of an entry) in `.param` that the
  /// variable is; or null.
  FunctionCode::Formal *getFormal(const Symbol &variable);
  /// Where its copy is in local memory: made when its address is first taken.
  /// Nothing if there is no room.
  std::optional<uint64_t> getLocalCopy(FunctionCode::Formal &formal,
                                       llvm::StringRef name);
  /// Emits an instruction that sets `offset` when it runs.
  uint32_t readDynamicSpecial(Special special, unsigned bits);
  /// The predicate whose shadow is that of the carry, which is not a register.
  RegisterUse getCarry();
  /// Emits an instruction that reports, when it runs, that what it reads is not
  /// simulated; it has the guard of `user`.
  uint32_t readNotSimulated(const Inst &user, unsigned bits);
  /// A register that the decoder needs for itself.
  uint32_t makeTemporary(unsigned bits) { return allocate(bits); }

  void emit(const Inst &inst, InstInfo info);
  /// The label that the instruction emitted next branches to.
  void branchTo(llvm::StringRef label);
  /// The list of labels, for brx.idx, and the list of functions, for call.
  void branchToList(llvm::StringRef list, IndexedTargets *targets);
  void error(const ptx::Location &location, const llvm::Twine &message);
  /// A declared `.param` variable of the body; null if there is none.
  const VariableSlot *lookupParam(llvm::StringRef name);
  /// The shared variables that an address with that base is in; null if it may
  /// be anywhere.
  const SharedOrigin *findSharedOrigin(llvm::StringRef base);
  /// The bits of a constant of a type, as the program's arithmetic has them.
  uint64_t getNumber(const ptx::Operand &constant, llvm::StringRef type,
                     uint64_t bits) const;
  /// A `.callprototype` of the body, or null.
  const ptx::CallPrototype *lookupPrototype(llvm::StringRef name);

private:
  struct RegisterDecl {
    llvm::StringRef type;
    std::optional<uint64_t> rangeCount;
  };
  struct Allocated {
    uint32_t offset;
    int32_t index;
    llvm::StringRef type;

    Symbol getSymbol() const;
  };
  struct Scope {
    Scope *parent = nullptr;
    llvm::StringMap<RegisterDecl> registers;
    llvm::StringMap<Allocated> allocated;
    llvm::StringMap<Symbol> variables;
    llvm::StringMap<VariableSlot> params;
    llvm::StringMap<uint32_t> labels;
    llvm::StringMap<const ptx::TargetList *> lists;
    llvm::StringMap<const ptx::CallPrototype *> prototypes;
  };

  void declareFormals();
  /// Emits the end of the function, and sets what is known only there.
  void finish();
  void declare(const ptx::Variable &variable);
  void declareVariable(const ptx::Variable &variable,
                       const ptx::Declarator &declarator);
  /// Puts a variable after the others of local memory; false if there is no
  /// room.
  bool addLocal(llvm::StringRef name, VariableSlot &slot);
  void decodeStatements(llvm::ArrayRef<ptx::Statement> statements);
  void decodeInstruction(const ptx::Instruction &instruction);
  /// The row of the table that the instruction is of; null after an error.
  const ptx::InstructionMatch *match(const ptx::Instruction &instruction);
  Symbol getRegister(Scope &scope, llvm::StringRef name, const RegisterDecl &d);
  uint32_t allocate(unsigned bits);
  void resolveLabels();
  void noteLine(const ptx::LineDirective &line);
  std::optional<uint32_t> findLabel(Scope *scope, llvm::StringRef name) const;

  const llvm::DenseMap<const void *, uint64_t> &sharedOffsets;
  const RegisterSlots *slots = nullptr;
  const ptx::Target &target;
  KnownMatches &knownMatches;
  /// Of an asm: the rows of the instructions that are left, and `$k`.
  llvm::ArrayRef<const ptx::InstructionMatch *> knownRows;
  llvm::ArrayRef<Symbol> asmRegisters;
  std::vector<ptx::Diagnostic> &errors;
  std::vector<std::unique_ptr<Scope>> scopes;
  Scope *scope = nullptr;
  struct Reference {
    uint32_t pc;
    std::string label;
    Scope *scope;
    /// Of a list: the place in it.
    IndexedTargets *targets = nullptr;
    size_t number = 0;
    ptx::Location location;
  };
  std::vector<Reference> references;
  llvm::SmallVector<std::string, 1> pendingLabels;
  std::map<std::tuple<uint64_t, uint64_t, unsigned>, uint32_t> constants;
  std::map<std::tuple<Special, unsigned, unsigned>, uint32_t> specials;
  std::map<std::pair<uint64_t, unsigned>, uint32_t> localAddresses;
  std::map<std::pair<uint64_t, unsigned>, uint32_t> sharedAddresses;
  std::unique_ptr<SharedOrigins> sharedOrigins;
  /// In exact arithmetic.
  std::unique_ptr<ExactUses> exactUses;
  const ptx::Instruction *currentSource = nullptr;
  const ptx::LineDirective *currentLine = nullptr;
  /// Where the code of a line is inlined, by the last `.loc` of the line.
  std::map<std::tuple<unsigned, unsigned, unsigned>,
           std::vector<ptx::SourceLine>>
      lines;
  RegisterUse carry{0, 1, false, -1, ""};
};

/// Finds where divergent branches of the function meet again, and marks it.
void findJoins(ProgramCode &program, const FunctionCode &function);

/// Finds which registers may have undefined bits, and marks the instructions
/// that read or write them. Which memory is followed must be known.
void findUndefinedReads(ProgramCode &program, FunctionCode &function);

/// Size and alignment in bytes of a variable; false if the size is too big.
bool getLayout(const ptx::Variable &variable, const ptx::Declarator &declarator,
               VariableSlot &slot);

} // namespace mlir::tile::sim

#endif // TILE_LIB_SIMULATOR_DECODERS_FUNCTIONDECODER_H
