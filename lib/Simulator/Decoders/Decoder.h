//===- Decoder.h - From an instruction to its handler -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the families of instructions decode with: the words that the table of
// instructions found, and operands as offsets into the registers.
//
//===----------------------------------------------------------------------===//
//
// To add an instruction to the simulator, write a handler over 32 lanes and a
// decode function, and name it in the family's `add...Decoders`:
//
//   template <typename T> static void runSad(Warp &w, const Inst &i,
//                                            uint32_t mask) {
//     T *d = w.reg<T>(i.dst);
//     const T *a = w.reg<T>(i.a), *b = w.reg<T>(i.b), *c = w.reg<T>(i.c);
//     forLanes(mask, [&](unsigned l) {
//       d[l] = c[l] + (a[l] < b[l] ? b[l] - a[l] : a[l] - b[l]);
//     });
//   }
//
//   static void decodeSad(Decoder &d) {
//     StringRef type = d.type();            // the first type word, "u32"
//     d.inst.a = d.read(1, type);
//     d.inst.b = d.read(2, type);
//     d.inst.c = d.read(3, type);
//     d.inst.dst = d.write(0, type);        // after the operands
//     d.emit(selectInteger(type, ...));
//   }
//
// The checker has compared operands with the table: their number and kinds are
// right. What is not simulated is `d.emitNotSimulated()`.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_SIMULATOR_DECODERS_DECODER_H
#define TILE_LIB_SIMULATOR_DECODERS_DECODER_H

#include "Code.h"

#include "tile/PTX/Instructions.h"

namespace mlir::tile::sim {

class FunctionDecoder;

/// An address operand: the value of a register plus `offset`.
struct AddressOperand {
  /// A register of 32 or 64 bits per lane; a constant 0 for `[variable]`.
  uint32_t base = 0;
  unsigned baseBits = 64;
  int64_t offset = 0;
  /// The variable is in `.param` (its slot's offset is in `offset`), "" if the
  /// address is a register.
  llvm::StringRef variableSpace;
};

class Decoder {
public:
  Decoder(FunctionDecoder &function, const ptx::Instruction &source,
          const ptx::InstructionMatch &match)
      : source(source), match(match), function(function) {}

  const ptx::Instruction &source;
  const ptx::InstructionMatch &match;
  /// What `emit` emits. Guard and class are set.
  Inst inst;

  /// The words of the instruction.
  bool has(llvm::StringRef word) const { return match.has(word); }
  /// The type words, in order; "" if there are fewer.
  llvm::StringRef type(unsigned number = 0) const {
    return number < match.types.size() ? match.types[number]
                                       : llvm::StringRef();
  }
  unsigned numOperands() const { return source.operands.size(); }
  const ptx::Operand &operand(unsigned i) const { return source.operands[i]; }

  /// The offset of operand `i` as an array of 32 values of the type's width
  /// (8 to 128 bits; a mask for pred): a register, a constant, a special
  /// register, the address of a variable. Constants are converted to the type.
  uint32_t read(unsigned i, llvm::StringRef type);
  uint32_t read(const ptx::Operand &operand, llvm::StringRef type);
  /// The same for a register that may be wider than the type: `bits` is the
  /// width of what is at the offset.
  uint32_t readWide(const ptx::Operand &operand, llvm::StringRef type,
                    unsigned &bits);
  /// A predicate that may be negated: `flip` is ~0 or 0, to be xor-ed.
  uint32_t readPredicate(const ptx::Operand &operand, uint32_t &flip);
  /// A constant of that value, in all lanes.
  uint32_t constant(uint64_t value, unsigned bits);

  /// Where the result goes: a register of the type's width, or the sink. To be
  /// called after all reads.
  uint32_t write(unsigned i, llvm::StringRef type);
  uint32_t write(const ptx::Operand &operand, llvm::StringRef type);
  uint32_t writeWide(const ptx::Operand &operand, llvm::StringRef type,
                     unsigned &bits);

  /// The parts of `[...]`, or of a plain variable or register.
  AddressOperand address(const ptx::Operand &operand);
  /// The value of an operand that must be an integer constant; false, after an
  /// error, if it is not.
  bool immediate(const ptx::Operand &operand, int64_t &value);
  /// Whether the operand is a constant, and its value.
  bool isConstant(const ptx::Operand &operand, int64_t &value) const;
  /// `{a, b}` as its elements, anything else as itself alone.
  static llvm::ArrayRef<ptx::Operand> elements(const ptx::Operand &operand);
  /// A list that lives as long as the program.
  void setList(llvm::ArrayRef<uint32_t> offsets);
  template <typename T> void setData(T value);

  /// Emits `inst` with its handler.
  void emit(Handler handler);
  void emit(Handler handler, InstructionClass cls) {
    inst.cls = cls;
    emit(handler);
  }
  /// An instruction that reports, when it runs, that it is not simulated.
  void emitNotSimulated();
  /// An error at the instruction.
  void fail(const llvm::Twine &message);

  ProgramCode &program();
  FunctionDecoder &function;
  InstInfo info;
};

using DecodeFunction = void (*)(Decoder &);

/// `setmaxnreg`
void decodeSetRegisters(Decoder &d);

/// The decode function of each opcode. Opcodes that integers and floats have
/// (add, min ...) are added twice: an entry of a class of floats is for those.
class DecoderTable {
public:
  void add(llvm::StringRef opcode, DecodeFunction decode,
           InstructionClass cls) {
    bool isFloat = cls == InstructionClass::Float ||
                   cls == InstructionClass::Half ||
                   cls == InstructionClass::Special;
    (isFloat ? floatEntries : entries)[opcode] = {decode, cls};
  }
  struct Entry {
    DecodeFunction decode = nullptr;
    InstructionClass cls = InstructionClass::Integer;
  };
  /// `type` is the first type word of the instruction, or "".
  Entry lookup(llvm::StringRef opcode, llvm::StringRef type) const {
    auto it = floatEntries.find(opcode);
    if (it != floatEntries.end() &&
        (ptx::isFloatType(type) || !entries.count(opcode)))
      return it->second;
    return entries.lookup(opcode);
  }
  static const DecoderTable &get();

private:
  llvm::StringMap<Entry> entries, floatEntries;
};

// The families; each begins in its <Family>Decoders.cpp.
void addIntegerDecoders(DecoderTable &table);
void addBitDecoders(DecoderTable &table);
void addFloatDecoders(DecoderTable &table);
void addCompareDecoders(DecoderTable &table);
void addConvertDecoders(DecoderTable &table);
void addMoveDecoders(DecoderTable &table);
void addMemoryDecoders(DecoderTable &table);
void addAtomicDecoders(DecoderTable &table);
void addAsyncDecoders(DecoderTable &table);
void addBarrierDecoders(DecoderTable &table);
void addCollectiveDecoders(DecoderTable &table);
void addMatrixDecoders(DecoderTable &table);
void addControlDecoders(DecoderTable &table);
void addStackDecoders(DecoderTable &table);
void addVideoDecoders(DecoderTable &table);

} // namespace mlir::tile::sim

#include "FunctionDecoder.h"

template <typename T> void mlir::tile::sim::Decoder::setData(T value) {
  inst.data = program().keep(std::move(value));
}

#endif // TILE_LIB_SIMULATOR_DECODERS_DECODER_H
