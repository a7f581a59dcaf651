//===- TileAtomicOps.td - Atomic operations ----------------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILE_ATOMIC_OPS_TD
#define TILE_ATOMIC_OPS_TD

include "tile/Dialect/Tile/IR/AtomicOpInterface.td"
include "tile/Dialect/Tile/IR/TileOpBase.td"

class Tile_IsPointedTo<string name> :
    TypesMatchWith<"`" # name # "` is what the pointer points to", "ptr", name,
                   "::mlir::tile::getPointeeLike($_self)">;

// An operation that accesses each element of memory as a whole.
class Tile_AtomicOp<string mnemonic, list<Trait> traits = []> :
    Tile_Op<mnemonic, !listconcat([
      Tile_SameLayout, UniformOpInterface, AtomicOpInterface,
      DeclareOpInterfaceMethods<LayoutOpInterface,
          ["getAccessedPointers", "getAccessMask", "getLayoutData",
           "getMaxAccessWidth", "isOncePerElement"]>,
      DeclareOpInterfaceMethods<MemoryEffectsOpInterface>,
      TypesMatchWith<"the mask is i1 in the pointer's shape", "ptr", "mask",
                     "::mlir::tile::getI1Like($_self)",
                     "!getMask() || std::equal_to<>()">], traits)> {
  let hasVerifier = 1;
  let extraClassDefinition = [{
    void $cppClass::getEffects(::mlir::SmallVectorImpl<
        ::mlir::MemoryEffects::EffectInstance> &effects) {
      ::mlir::tile::addAtomicEffects(*this, effects);
    }
    ::mlir::Value $cppClass::getAccessedPointers() {
      return ::mlir::tile::getTileOrNull(getPtr());
    }
    ::mlir::Value $cppClass::getAccessMask() { return getMask(); }
    bool $cppClass::isOncePerElement() { return true; }
  }];
}

// An atomic operation that changes each element, and returns the old value.
class Tile_AtomicChangeOp<string mnemonic, list<Trait> traits = []> :
    Tile_AtomicOp<mnemonic, !listconcat([
      TypesMatchWith<"the value is what the pointer points to", "ptr", "val",
                     "::mlir::tile::getPointeeLike($_self)">,
      AllTypesMatch<["val", "result"]>], traits)>;

def Tile_AtomicRMWOp : Tile_AtomicChangeOp<"atomic_rmw", [
    AttrSizedOperandSegments]> {
  let summary = "reads, changes and writes elements of memory, each atomically";
  let description = [{
    For each element, `*ptr = op(*ptr, val)` without other accesses between the
    read and the write; the result is the old value. Where `mask` is false
    nothing happens, and the result is unspecified. A null `mask` means true
    everywhere.

    It happens exactly once per element, or once per program for a scalar: one
    of the threads that hold copies does it, and all get the result. If several
    elements have the same address, all of them take effect, in an unspecified
    order.

    `add` adds integers and `fadd` floating-point numbers, rounded only to the
    element type. `max` and `min` compare signed integers, `umax` and `umin`
    unsigned ones.

    `sem` orders the operation among other accesses to memory, for the threads
    of `scope` (PTX ISA, "Memory Consistency Model"). An acquire or a release
    orders the accesses of all threads of the program, since accesses of one
    program happen in the order of its operations. The compiler inserts the
    barriers that this needs; docs/memory-model.md says which.

    Becomes `atom.global`, or `red.global` if no operation reads the result (PTX
    ISA, "Parallel Synchronization and Communication Instructions: atom, red").
    One instruction of `fadd` adds several neighbours in memory, if the target
    has it:

    | elements of | sm_80 to sm_89 | sm_90 and later |
    |---|---|---|
    | f16 | 2 (`.f16x2`) | 8 in global memory (`.v4.f16x2`), else 2 |
    | bf16 | 2, by a loop of `atom.cas` and `fma.rn.bf16x2` | 8 in global memory (`.v4.bf16x2`), else 2 |
    | f32 | 1 | 4 in global memory (`.v4.f32`), else 1 |

    Each element is then atomic by itself. Sums of f32 in global memory flush
    subnormal numbers to zero; additions of f16, bf16 and f64 do not. On targets
    before sm_90, which have no clusters, scope `cluster` is `cta`.

    With `box` a bulk reduction may add the same elements, as in `tile.store`:
    no operation reads the result, and nothing after it in the program needs to
    see the sums.

    Examples:

    ```mlir
    %old = tile.atomic_rmw fadd, acq_rel, gpu, %p, %v, %m : (tensor<128x!tile.ptr<f32>>, tensor<128xf32>, tensor<128xi1>) -> tensor<128xf32>
    %unread = tile.atomic_rmw fadd, relaxed, gpu, %p2, %v2 box %map[%column, %row] along [1, 0] : (tensor<64x128x!tile.ptr<f32>>, tensor<64x128xf32>, !tile.tensor_map, i32, i32) -> tensor<64x128xf32>
    ```
  }];
  let arguments = (ins
    /// How the old value and `val` give the new value.
    Tile_RMWOp:$atomic_rmw_op,
    /// Where: a pointer, or a tile of them.
    Tile_PtrLike:$ptr,
    /// The other operand.
    Tile_AnyLike:$val,
    /// Which elements take part; i1 in the pointer's shape.
    Optional<Tile_BoolLike>:$mask,
    /// The tensor that they are a box of.
    Optional<Tile_TensorMap>:$map,
    /// Where the box begins, in elements.
    Variadic<I32>:$coordinates,
    /// How it is ordered among other accesses.
    Tile_MemSemantic:$sem,
    /// The threads for which it is atomic and ordered.
    Tile_MemSyncScope:$scope,
    /// The tile's dimensions in the order of the tensor's first ones.
    DefaultValuedAttr<DenseI32ArrayAttr, "{}">:$boxDims);
  let results = (outs
    /// What was there before.
    Tile_AnyLike:$result);
  let assemblyFormat = [{
    $atomic_rmw_op `,` $sem `,` $scope `,` $ptr `,` $val (`,` $mask^)?
    (`box` $map^ `[` $coordinates `]` `along` $boxDims)? attr-dict
    `:` functional-type(operands, $result)
  }];
  let builders = [
    // Without a box.
    OpBuilder<(ins "::mlir::tile::RMWOp":$op, "::mlir::Value":$ptr,
                   "::mlir::Value":$val, "::mlir::Value":$mask,
                   "::mlir::tile::MemSemantic":$sem,
                   "::mlir::tile::MemSyncScope":$scope), [{
      build($_builder, $_state, val.getType(), op, ptr, val, mask,
            /*map=*/::mlir::Value(), /*coordinates=*/::mlir::ValueRange(), sem,
            scope, ::llvm::ArrayRef<int32_t>());
    }]>
  ];
  let hasCanonicalizeMethod = 1;
  let extraClassDeclaration = [{
    /// It says no more that it is a box.
    void dropBox() {
      getCoordinatesMutable().clear();
      getMapMutable().clear();
      setBoxDims({});
    }
  }];
}

def Tile_AtomicCASOp : Tile_AtomicChangeOp<"atomic_cas", [
    AllTypesMatch<["cmp", "val"]>]> {
  let summary = "writes elements of memory that have an expected value";
  let description = [{
    For each element, `if (*ptr == cmp) *ptr = val` without other accesses
    between the read and the write; the result is what was read. Elements are
    compared bit by bit, floating-point numbers too. Where `mask` is false nothing
    happens, and the result is unspecified. A null `mask` means true everywhere.
    What `tile.atomic_rmw` says of copies, order and scope applies here.

    Becomes `atom.global.cas` (PTX ISA, "Parallel Synchronization and
    Communication Instructions: atom"). `tile.atomic_cas_pair` does the same
    with 128 bits.

    Example: a lock that is free if it is 0.

    ```mlir
    %old = tile.atomic_cas acquire, gpu, %p, %zero, %one : (!tile.ptr<i32>, i32, i32) -> i32
    ```
  }];
  let arguments = (ins
    /// Where: a pointer, or a tile of them.
    Tile_PtrLike:$ptr,
    /// The expected value; 16, 32 or 64 bits per element.
    Tile_AnyLike:$cmp,
    /// What is written then.
    Tile_AnyLike:$val,
    /// Which elements take part; i1 in the pointer's shape.
    Optional<Tile_BoolLike>:$mask,
    /// How it is ordered among other accesses.
    Tile_MemSemantic:$sem,
    /// The threads for which it is atomic and ordered.
    Tile_MemSyncScope:$scope);
  let results = (outs
    /// What was there before.
    Tile_AnyLike:$result);
  let assemblyFormat = [{
    $sem `,` $scope `,` $ptr `,` $cmp `,` $val (`,` $mask^)? attr-dict
    `:` functional-type(operands, $result)
  }];
}

def Tile_AtomicCASPairOp : Tile_AtomicOp<"atomic_cas_pair", [
    Tile_IsPointedTo<"cmpFirst">, Tile_IsPointedTo<"cmpSecond">,
    Tile_IsPointedTo<"first">, Tile_IsPointedTo<"second">,
    Tile_IsPointedTo<"oldFirst">, Tile_IsPointedTo<"oldSecond">]> {
  let summary = "writes pairs of elements of memory that have expected values";
  let description = [{
    `tile.atomic_cas` of 128 bits: of two neighbours in memory of 64 bits each.
    For each element of `ptr`,
    `if (ptr[0] == cmpFirst && ptr[1] == cmpSecond) { ptr[0] = first; ptr[1] = second; }`
    without other accesses between the read and the write; the results are what
    was read. Elements are compared bit by bit, floating-point numbers too. Where
    `mask` is false nothing happens, and the results are unspecified. A null `mask`
    means true everywhere. What `tile.atomic_rmw` says of copies, order and scope
    applies here.

    The address is a multiple of 16 bytes; if it is not, the behaviour is
    undefined, and the simulator reports it.

    Becomes `atom.cas.b128` (PTX ISA, "Parallel Synchronization and Communication
    Instructions: atom"), which needs sm_90 and PTX 8.3 (for scope `sys` 8.4). The
    elements are pairs rather than numbers of 128 bits, because registers, shared
    memory and shuffles have 64 bits at most for an element, and no other
    operation has a use for more.

    Example: a pointer with a counter. The counter shows that a pointer was
    replaced, even if the same pointer is there again.

    ```mlir
    %old:2 = tile.atomic_cas_pair acq_rel, gpu, %p, (%seen, %count), (%new, %next) : !tile.ptr<i64>
    ```
  }];
  let arguments = (ins
    /// Where the first of two neighbours is: a pointer, or a tile of them.
    Tile_PtrLike:$ptr,
    /// The expected value of the first neighbour; 64 bits per element.
    Tile_AnyLike:$cmpFirst,
    /// The expected value of the second neighbour.
    Tile_AnyLike:$cmpSecond,
    /// The new value of the first neighbour.
    Tile_AnyLike:$first,
    /// The new value of the second neighbour.
    Tile_AnyLike:$second,
    /// Which elements take part; i1 in the pointer's shape.
    Optional<Tile_BoolLike>:$mask,
    /// How it is ordered among other accesses.
    Tile_MemSemantic:$sem,
    /// The threads for which it is atomic and ordered.
    Tile_MemSyncScope:$scope);
  let results = (outs
    /// What was there before.
    Tile_AnyLike:$oldFirst,
    /// The old value of the second neighbour.
    Tile_AnyLike:$oldSecond);
  let assemblyFormat = [{
    $sem `,` $scope `,` $ptr `,` `(` $cmpFirst `,` $cmpSecond `)` `,`
    `(` $first `,` $second `)` (`,` $mask^)? attr-dict `:` type($ptr)
  }];
  let extraClassDeclaration = [{
    /// The first PTX ISA version that has it, major * 10 + minor: PTX ISA,
    /// "atom", .b128, and scope sys.
    unsigned getNeededPTXVersion() {
      return getScope() == MemSyncScope::System ? 84 : 83;
    }
  }];
}

def Tile_AtomicLoadOp : Tile_AtomicOp<"atomic_load", [
    Tile_IsPointedTo<"result">]> {
  let summary = "reads elements of memory, each atomically";
  let description = [{
    The result is what is in memory; all bytes of an element are read at the
    same time. Where `mask` is false nothing is read, and the result is
    unspecified. A null `mask` means true everywhere. `sem` is `relaxed` or
    `acquire`. No pass removes the operation or joins it with another one, so
    that a loop sees what other programs write. What `tile.atomic_rmw` says of
    copies, order and scope applies here.

    Becomes `ld.relaxed` or `ld.acquire` (PTX ISA, "Data Movement Instructions:
    ld").

    Example:

    ```mlir
    %x = tile.atomic_load acquire, gpu, %p, %m : (tensor<128x!tile.ptr<f32>>, tensor<128xi1>) -> tensor<128xf32>
    ```
  }];
  let arguments = (ins
    /// Where: a pointer, or a tile of them.
    Tile_PtrLike:$ptr,
    /// Which elements take part; i1 in the pointer's shape.
    Optional<Tile_BoolLike>:$mask,
    /// How it is ordered among other accesses.
    Tile_MemSemantic:$sem,
    /// The threads for which it is atomic and ordered.
    Tile_MemSyncScope:$scope);
  let results = (outs
    /// What is in memory; 8, 16, 32 or 64 bits per element.
    Tile_AnyLike:$result);
  let assemblyFormat = [{
    $sem `,` $scope `,` $ptr (`,` $mask^)? attr-dict
    `:` functional-type(operands, $result)
  }];
  let extraClassDeclaration = "bool writesMemory() { return false; }";
  let hasCanonicalizeMethod = 1;
}

def Tile_AtomicStoreOp : Tile_AtomicOp<"atomic_store", [
    Tile_IsPointedTo<"value">]> {
  let summary = "writes elements of memory, each atomically";
  let description = [{
    Writes `value`; all bytes of an element are written at the same time. Where
    `mask` is false nothing is written. A null `mask` means true everywhere.
    `sem` is `relaxed` or `release`. What `tile.atomic_rmw` says of copies,
    order and scope applies here.

    Becomes `st.relaxed` or `st.release` (PTX ISA, "Data Movement Instructions:
    st").

    Example: the flag that another program waits for.

    ```mlir
    tile.atomic_store release, gpu, %p, %one : !tile.ptr<i32>
    ```
  }];
  let arguments = (ins
    /// Where: a pointer, or a tile of them.
    Tile_PtrLike:$ptr,
    /// What to write; 8, 16, 32 or 64 bits per element.
    Tile_AnyLike:$value,
    /// Which elements take part; i1 in the pointer's shape.
    Optional<Tile_BoolLike>:$mask,
    /// How it is ordered among other accesses.
    Tile_MemSemantic:$sem,
    /// The threads for which it is atomic and ordered.
    Tile_MemSyncScope:$scope);
  let assemblyFormat = [{
    $sem `,` $scope `,` $ptr `,` $value (`,` $mask^)? attr-dict `:` type($ptr)
  }];
  let extraClassDeclaration = "bool readsMemory() { return false; }";
  let hasCanonicalizeMethod = 1;
}

def Tile_AtomicPollOp : Tile_AtomicOp<"atomic_poll", [
    AttrSizedOperandSegments, Tile_IsPointedTo<"expected">,
    TypesMatchWith<"the result is i1 in the pointer's shape", "ptr", "result",
                   "::mlir::tile::getI1Like($_self)">]> {
  let summary = "waits until elements of memory have an expected value";
  let description = [{
    Reads each element, as `tile.atomic_load` does, again and again until it is
    equal to `expected`; then its result is true. All elements together have
    `timeout` nanoseconds from the start of the operation. An element that is
    not equal to `expected` by then has the result false. Each element is read
    at least once, also with a `timeout` of 0. With a null `timeout` the
    operation waits without end. Where `mask` is false nothing is read, and the
    result is unspecified. A null `mask` means true everywhere.

    `sem` is `relaxed` or `acquire`. With `acquire`, later accesses see what the
    other program wrote before it wrote the expected value. An element with the
    result false orders nothing. What `tile.atomic_rmw` says of copies, order
    and scope applies here: one thread waits for an element, the others for that
    thread.

    A program may wait only for a program that runs at the same time. The launch
    decides which programs do: a grid with more CTAs than the device has room
    for may wait without end.

    Becomes a loop of `ld.relaxed`, and of `%globaltimer` with a `timeout`, with a
    `fence.acq_rel` after it to acquire (PTX ISA, "Data Movement Instructions:
    ld", "Special Registers: %globaltimer").

    Example:

    ```mlir
    %in_time = tile.atomic_poll acquire, gpu, %p, %one timeout %ns : !tile.ptr<i32>, i32 -> i1
    ```
  }];
  let arguments = (ins
    /// Where: a pointer, or a tile of them.
    Tile_PtrLike:$ptr,
    /// What to wait for; integers of 16, 32 or 64 bits.
    Tile_IntLike:$expected,
    /// Which elements take part; i1 in the pointer's shape.
    Optional<Tile_BoolLike>:$mask,
    /// The nanoseconds after which the operation gives up; unsigned.
    Optional<I64>:$timeout,
    /// How it is ordered among other accesses.
    Tile_MemSemantic:$sem,
    /// The threads for which it is atomic and ordered.
    Tile_MemSyncScope:$scope);
  let results = (outs
    /// Whether the expected value was there in time.
    Tile_BoolLike:$result);
  let assemblyFormat = [{
    $sem `,` $scope `,` $ptr `,` $expected (`,` $mask^)? (`timeout` $timeout^)?
    attr-dict `:` qualified(type($ptr)) `,` type($expected) `->` type($result)
  }];
  let extraClassDeclaration = "bool writesMemory() { return false; }";
}

#endif // TILE_ATOMIC_OPS_TD
