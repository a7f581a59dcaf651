//===- InlineAsm.h - The registers of an inline asm -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What `$0`, `$1`, ... of a tile.elementwise_inline_asm are, and what its
// constraint string says of them. The verifier and the lowering both ask here.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_DIALECT_TILE_IR_INLINEASM_H
#define TILE_DIALECT_TILE_IR_INLINEASM_H

#include "tile/AsmCheck/AsmAnalysis.h"
#include "tile/Dialect/Tile/IR/Tile.h"
#include "tile/PTX/Parser.h"

#include "mlir/IR/OpImplementation.h"

namespace mlir::tile {

/// The type of its first tile, result or operand; null if it has none.
RankedTensorType getTileOf(ElementwiseInlineAsmOp op);

/// One register of an invocation: `$k` for the k-th.
struct AsmRegister {
  bool isResult;
  unsigned index;          ///< of the result or operand
  unsigned first;          ///< its first element in the group
  unsigned count;          ///< its elements, from the low bits up
  Type elementType;        ///< of each of them
  bool isPerGroup = false; ///< a group has one element of this operand

  /// Bits that the elements take; i1 counts as a byte where it is packed or
  /// travels in an integer register.
  unsigned getBits() const {
    unsigned width = getBitWidth(elementType);
    return count * (width == 1 ? 8 : width);
  }
  /// "$3 (operand 1, elements 0 to 1, f16)", for messages.
  std::string describe(unsigned number) const;
};

/// All registers of an invocation: the results' registers, then the operands'.
SmallVector<AsmRegister> getAsmRegisters(ElementwiseInlineAsmOp op);

/// All registers in a line, with one entry per result or operand: "$0 to $1 =
/// result 0, elements 0 to 3 (f16), 2 each; $2 = operand 0, element 0 (i32)".
std::string describeRegisters(ArrayRef<AsmRegister> registers);

/// One item of a constraint string.
struct AsmConstraint {
  bool isOutput = false;
  bool isEarlyClobber = false; ///< `=&`
  bool isImmediate = false;    ///< `n` or `i`
  int tiedTo = -1;             ///< the output that an input shares, or -1
  char letter = 0;             ///< the register class: h r l q f d b
};

struct AsmConstraints {
  SmallVector<AsmConstraint> registers; ///< outputs, then inputs
  SmallVector<StringRef> clobbers;      ///< "~{memory}", ...
};

/// Bits of a register of the class `letter`; 0 if there is no such class.
unsigned getRegisterClassBits(char letter);

/// The type that LLVM gives an operand of the class `letter`.
Type getRegisterClassType(MLIRContext *context, char letter);

/// Parses a constraint string. Items are not checked against registers. Where
/// `emitError` is null, a wrong string fails without a message.
FailureOr<AsmConstraints>
parseAsmConstraints(StringRef text,
                    function_ref<InFlightDiagnostic()> emitError);

/// What stands in the text for a constant (`n` or `i`): the number that the
/// same operand would be in a register of 32 bits or more.
struct AsmImmediate {
  /// f32 or f64, which PTX writes by their bits; "" of an integer, and of the
  /// bits of a narrower float.
  StringRef type;
  int64_t value = 0; ///< the integer, or the bits

  /// "253", "0f3F800000", "0d3FF0000000000000".
  std::string print() const;
};

/// The operand of that number as an immediate; none if its elements are not one
/// constant. As in a register, an element of less than 32 bits is extended with
/// zeros, or with `sign_extend` by its sign.
std::optional<AsmImmediate> getAsmImmediate(ElementwiseInlineAsmOp op,
                                            unsigned operand);

/// The registers as the analysis of asm bodies wants them, with the values of
/// immediates; one item a register.
SmallVector<ptx::AsmOperand> getPTXOperands(ElementwiseInlineAsmOp op,
                                            const AsmConstraints &constraints);

/// What the verifier and the lowering ask of a body.
struct AsmSummary {
  unsigned numStatements = 0; ///< that end in `;`
  bool hasLabels = false;
  bool hasDeclarations = false; ///< of registers or variables
  bool isBraced = false;        ///< all of it stands in one `{ }`
  int maxRegister = -1;         ///< the largest k of `$k`
  ptx::Location maxLocation;    ///< where that is
  std::string badReference;     ///< the first `$...` that LLVM does not know
  ptx::Location badLocation;    ///< where that is
  std::string error;            ///< the first mistake in the grammar; or ""
  ptx::Location errorLocation;  ///< where that is
};

/// Of a body as the parser of PTX reads it, which knows no opcodes. `$` counts
/// in comments and strings, too, since LLVM replaces it everywhere. AsmInfo.h
/// has this of each op.
AsmSummary summarizeAsmBody(StringRef text,
                            const ptx::ParseResult<ptx::AsmBody> &parsed);

/// Where a body first has `$k` or `${k}`; none if it has not.
std::optional<ptx::Location> findAsmReference(StringRef text, unsigned number);

/// The textual form of the asm: a string, whose place is noted for those who
/// ask (AsmSource.h).
ParseResult parseAsmText(OpAsmParser &parser, StringAttr &text);
void printAsmText(OpAsmPrinter &printer, Operation *op, StringAttr text);

/// The textual form of operands and results: `%a, %b : A, B -> C, D`, where
/// either half may be absent, and `-> ()` where both are: the first operand of
/// the next line must not be taken for one of the asm.
ParseResult parseAsmSignature(
    OpAsmParser &parser, SmallVectorImpl<OpAsmParser::UnresolvedOperand> &args,
    SmallVectorImpl<Type> &argTypes, SmallVectorImpl<Type> &resultTypes);
void printAsmSignature(OpAsmPrinter &printer, Operation *op, OperandRange args,
                       TypeRange argTypes, TypeRange resultTypes);

/// The textual form of the region: `(%x: f32, %y: f32) { ... }`.
ParseResult parseAsmFallback(OpAsmParser &parser,
                             SmallVectorImpl<std::unique_ptr<Region>> &regions);
void printAsmFallback(OpAsmPrinter &printer, Operation *op,
                      RegionRange regions);

} // namespace mlir::tile

#endif // TILE_DIALECT_TILE_IR_INLINEASM_H
