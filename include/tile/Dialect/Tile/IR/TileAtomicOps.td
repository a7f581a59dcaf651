//===- TileAtomicOps.td - Atomic operations ----------------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILE_ATOMIC_OPS_TD
#define TILE_ATOMIC_OPS_TD

include "tile/Dialect/Tile/IR/TileOpBase.td"

// An operation that reads and writes each element of memory at once.
class Tile_AtomicOp<string mnemonic, list<Trait> traits = []> :
    Tile_Op<mnemonic, !listconcat([
      Tile_SameLayout, UniformOpInterface,
      DeclareOpInterfaceMethods<LayoutOpInterface,
          ["getAccessedPointers", "getAccessMask", "getLayoutData",
           "getMaxAccessWidth", "isOncePerElement"]>,
      DeclareOpInterfaceMethods<MemoryEffectsOpInterface>,
      TypesMatchWith<"the value is what the pointer points to", "ptr", "val",
                     "::mlir::tile::getPointeeLike($_self)">,
      TypesMatchWith<"the mask is i1 in the pointer's shape", "ptr", "mask",
                     "::mlir::tile::getI1Like($_self)",
                     "!getMask() || std::equal_to<>()">,
      AllTypesMatch<["val", "result"]>], traits)> {
  let hasVerifier = 1;
}

def Tile_AtomicRMWOp : Tile_AtomicOp<"atomic_rmw"> {
  let summary = "reads, changes and writes elements of memory, each at once";
  let description = [{
    For each element, `*ptr = op(*ptr, val)` without other accesses between the
    read and the write; the result is what was read. Where `mask` is false
    nothing happens, and the result is unspecified. A null `mask` means true
    everywhere.

    It happens exactly once per element, or once per program for a scalar: of
    the threads that hold copies one does it, and all get the result. If several
    elements have one address, all of them take effect, in an unspecified order.

    `add` adds integers and `fadd` floating-point numbers, without rounding to
    anything but the element type. `max` and `min` compare signed integers,
    `umax` and `umin` unsigned ones.

    `sem` orders it among other accesses to memory, for the threads of `scope`
    (PTX ISA, "Memory Consistency Model"): an acquire or a release holds for the
    accesses of all threads of the program, since those of one program happen in
    the order of its operations. The compiler puts in the barriers that this
    needs; docs/memory-model.md says which.

    Becomes `atom.global`, or `red.global` where nobody reads the result (PTX
    ISA, "Parallel Synchronization and Communication Instructions: atom, red").
    Neighbours in memory go together in `fadd`, where the target can:

    | type | sm_80 to sm_89 | sm_90 and later |
    |---|---|---|
    | f16 | 2 (`.f16x2`) | 8 in global memory (`.v4.f16x2`), else 2 |
    | bf16 | 2, by a loop of `atom.cas` and `fma.rn.bf16x2` | 8 in global memory (`.v4.bf16x2`), else 2 |
    | f32 | 1 | 4 in global memory (`.v4.f32`), else 1 |

    Then each element is atomic by itself. Sums of f32 in global memory flush
    subnormal numbers to zero; those of f16, bf16 and f64 do not. On targets
    before sm_90, which have no clusters, scope `cluster` is `cta`.

    Example:

    ```mlir
    %old = tile.atomic_rmw fadd, acq_rel, gpu, %p, %v, %m : (tensor<128x!tile.ptr<f32>>, tensor<128xf32>, tensor<128xi1>) -> tensor<128xf32>
    ```
  }];
  let arguments = (ins
    /// What is made of the old value and `val`.
    Tile_RMWOp:$atomic_rmw_op,
    /// Where: a pointer, or a tile of them.
    Tile_PtrLike:$ptr,
    /// The other operand.
    Tile_AnyLike:$val,
    /// Which elements take part; i1 in the pointer's shape.
    Optional<Tile_BoolLike>:$mask,
    /// How it is ordered among other accesses.
    Tile_MemSemantic:$sem,
    /// For whom it is atomic and ordered.
    Tile_MemSyncScope:$scope);
  let results = (outs
    /// What was there before.
    Tile_AnyLike:$result);
  let assemblyFormat = [{
    $atomic_rmw_op `,` $sem `,` $scope `,` $ptr `,` $val (`,` $mask^)? attr-dict
    `:` functional-type(operands, $result)
  }];
  let hasCanonicalizer = 1;
}

def Tile_AtomicCASOp : Tile_AtomicOp<"atomic_cas", [
    AllTypesMatch<["cmp", "val"]>]> {
  let summary = "writes elements of memory that have an expected value";
  let description = [{
    For each element, `if (*ptr == cmp) *ptr = val` without other accesses
    between the read and the write; the result is what was read. Elements are
    compared bit by bit, floating-point numbers too. Where `mask` is false nothing
    happens, and the result is unspecified. A null `mask` means true everywhere.
    What `tile.atomic_rmw` says of copies, order and scope applies here.

    Becomes `atom.global.cas` (PTX ISA, "Parallel Synchronization and
    Communication Instructions: atom").

    Example: a lock that 0 says is free.

    ```mlir
    %old = tile.atomic_cas acquire, gpu, %p, %zero, %one : (!tile.ptr<i32>, i32, i32) -> i32
    ```
  }];
  let arguments = (ins
    /// Where: a pointer, or a tile of them.
    Tile_PtrLike:$ptr,
    /// What must be there; 16, 32 or 64 bits an element.
    Tile_AnyLike:$cmp,
    /// What is written then.
    Tile_AnyLike:$val,
    /// Which elements take part; i1 in the pointer's shape.
    Optional<Tile_BoolLike>:$mask,
    /// How it is ordered among other accesses.
    Tile_MemSemantic:$sem,
    /// For whom it is atomic and ordered.
    Tile_MemSyncScope:$scope);
  let results = (outs
    /// What was there before.
    Tile_AnyLike:$result);
  let assemblyFormat = [{
    $sem `,` $scope `,` $ptr `,` $cmp `,` $val (`,` $mask^)? attr-dict
    `:` functional-type(operands, $result)
  }];
}

#endif // TILE_ATOMIC_OPS_TD
