//===- SharedOrigins.h - Which variable an address is of --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds from the code of a function which shared variable each register may
// point into, so that an access past its end is found although another
// variable is there.
//
//===----------------------------------------------------------------------===//
//
// A register is a number, or an address in some variables, or anything:
//
//     mov.u32 %r1, a;            an address in a
//     shl.b32 %r2, %tid, 2;      a number
//     add.u32 %r3, %r1, %r2;     an address in a
//     selp.b32 %r4, %r3, %r5, %p an address in a or b, if %r5 is one in b
//     sub.u32 %r6, %r5, %r1;     anything
//
// What all writes of a register give it is joined, in whatever order they are;
// a number and an address make anything. Anything is never reported, nor are
// addresses that were in memory, and arrays that the launch sizes: so there are
// overruns that are not found, and no false alarms but of code that reaches one
// variable from another on purpose.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_SIMULATOR_SHADOW_SHAREDORIGINS_H
#define TILE_LIB_SIMULATOR_SHADOW_SHAREDORIGINS_H

#include "Code.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"

namespace mlir::tile::sim {

class SharedOrigins {
public:
  SharedOrigins(const ProgramCode &program, const FunctionCode &function);

  /// Of a register or a variable; null if it may be anything.
  const SharedOrigin *find(llvm::StringRef name) const;

private:
  struct Value {
    enum Kind : uint8_t { None, Number, Address, Anything } kind = None;
    SharedOrigin variables;
  };

  void collect(const ptx::Block &block);
  Value get(const ptx::Operand &operand) const;
  Value compute(const ptx::Instruction &instruction) const;
  bool write(const ptx::Operand &operand, const Value &value);
  static bool join(Value &into, const Value &from);
  static Value addNumbers(const Value &address,
                          llvm::ArrayRef<const Value *> numbers);

  llvm::StringMap<Value> values;
  std::vector<const ptx::Instruction *> instructions;
};

} // namespace mlir::tile::sim

#endif // TILE_LIB_SIMULATOR_SHADOW_SHAREDORIGINS_H
