//===- AtomicOpInterface.td - How an operation is ordered --*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The one place where an atomic operation says what it does to memory.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_ATOMIC_OP_INTERFACE_TD
#define TILE_ATOMIC_OP_INTERFACE_TD

include "mlir/IR/OpBase.td"

def AtomicOpInterface : OpInterface<"AtomicOpInterface"> {
  let cppNamespace = "::mlir::tile";
  let description = [{
    An operation that accesses each element of memory as a whole, only at the
    addresses in its first operand, and is ordered among the accesses of other
    threads (docs/memory-model.md).
  }];
  let methods = [
    InterfaceMethod<"How it is ordered among other accesses.",
      "::mlir::tile::MemSemantic", "getSem", (ins)>,
    InterfaceMethod<"Gives it another order.",
      "void", "setSem", (ins "::mlir::tile::MemSemantic":$sem)>,
    InterfaceMethod<"For which threads it is atomic and ordered.",
      "::mlir::tile::MemSyncScope", "getScope", (ins)>,
    InterfaceMethod<"Whether it reads memory. Default: yes.",
      "bool", "readsMemory", (ins), "", "return true;">,
    InterfaceMethod<"Whether it may write memory. Default: yes.",
      "bool", "writesMemory", (ins), "", "return true;">
  ];
  let extraClassDeclaration = [{
    /// Whether later accesses stay after it, for the threads of its scope.
    bool acquires() {
      return getSem() == MemSemantic::Acquire || getSem() == MemSemantic::AcqRel;
    }
    /// Whether earlier accesses stay before it.
    bool releases() {
      return getSem() == MemSemantic::Release || getSem() == MemSemantic::AcqRel;
    }
  }];
}

#endif // TILE_ATOMIC_OP_INTERFACE_TD
