//===- TileGPUOps.td - Operations of the tilegpu dialect ---*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The file is long, as each operation has its reference here. Sorts and products
// of warpgroups have files of their own.
//
//===----------------------------------------------------------------------===//

#ifndef TILEGPU_OPS_TD
#define TILEGPU_OPS_TD

include "tile/Dialect/TileGPU/IR/TileGPUOpBase.td"
include "tile/Dialect/TileGPU/IR/TileGPUSortOps.td"
include "tile/Dialect/TileGPU/IR/TileGPUWarpgroupOps.td"
include "tile/Dialect/Tile/IR/WarpRegions.td"


def TileGPU_ConvertLayoutOp : TileGPU_Op<"convert_layout", [
    Pure, UniformOpInterface, SameOperandsAndResultShape,
    SameOperandsAndResultElementType,
    DeclareOpInterfaceMethods<LayoutOpInterface,
        ["getNumLayoutClasses", "getResultLayoutClass"]>]> {
  let summary = "the same tile in another layout";
  let description = [{
    The elements stay the same, and move to other threads. The two layouts
    determine how (ConversionPlan.h): not at all, by renaming registers, by
    shuffles between the lanes of each warp, or through shared memory, which
    `tile-insert-shared-memory` makes explicit.

    A `pinned` conversion is part of a choice of layouts:
    `tile-remove-layout-conversions` keeps it, and chooses the layouts before
    and after it independently.

    Example:

    ```mlir
    %1 = tilegpu.convert_layout %0 : tensor<128xf32, #tile.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>> -> tensor<128xf32, #tile.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>
    ```
  }];
  let arguments = (ins
    /// The tile in its present layout.
    Tile_Tile:$src,
    /// Whether later choices of layouts keep it.
    UnitAttr:$pinned);
  let results = (outs
    /// The tile in the other layout.
    Tile_Tile:$result);
  let builders = [
    OpBuilder<(ins "::mlir::Type":$type, "::mlir::Value":$src), [{
      build($_builder, $_state, type, src, /*pinned=*/false);
    }]>
  ];
  let assemblyFormat = "(`pinned` $pinned^)? $src attr-dict `:` type($src) `->` type($result)";
  let hasFolder = 1;
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Shared memory
//===----------------------------------------------------------------------===//

def TileGPU_LocalAllocOp : TileGPU_Op<"local_alloc", [LayoutOpInterface]> {
  let summary = "a place for a tile in shared memory";
  let description = [{
    The tile's elements are undefined until they are stored. The type of the
    place says where each element lies. It does not depend on the layouts of
    tiles in registers: `tilegpu.local_store` and `tilegpu.local_load` take any
    layout, and their cost depends on both layouts. No other tile uses the bytes
    from the first store to the last load, loops included; before and after,
    other tiles may. `tile-allocate-shared-memory` sets the attribute
    `tilegpu.offset`.

    Example:

    ```mlir
    %0 = tilegpu.local_alloc : !tilegpu.memdesc<64x64xf32, #tilegpu.swizzled_shared<{vec = 4, perPhase = 1, maxPhase = 8, order = [1, 0]}>>
    ```
  }];
  let arguments = (ins);
  let results = (outs
    /// The place.
    Res<TileGPU_MemDesc, "", [MemAlloc<TileGPU_SharedMemory>]>:$result);
  let assemblyFormat = "attr-dict `:` type($result)";
}

def TileGPU_LocalStoreOp : TileGPU_Op<"local_store", [
    DeclareOpInterfaceMethods<PlaceAccessOpInterface>,
    DeclareOpInterfaceMethods<LayoutOpInterface,
        ["getWork", "isLayoutAnchor", "isOncePerElement"]>]> {
  let summary = "copies a tile from registers to shared memory";
  let description = [{
    Each element is stored once: of the threads that hold copies, the thread
    whose free bits are 0 stores it. No barrier is implied, before or after;
    `tile-insert-barriers` inserts the barriers that are needed.

    Example:

    ```mlir
    tilegpu.local_store %tile, %place : tensor<64x64xf32, #blocked>, !tilegpu.memdesc<64x64xf32, #shared>
    ```
  }];
  let arguments = (ins
    /// The tile in registers.
    Tile_Tile:$src,
    /// Where its elements go: a place of the tile's shape and element type.
    Arg<TileGPU_MemDesc, "", [MemWrite<TileGPU_SharedMemory>]>:$dst);
  let results = (outs);
  let assemblyFormat = "$src `,` $dst attr-dict `:` type($src) `,` type($dst)";
  let hasVerifier = 1;
}

def TileGPU_LocalLoadOp : TileGPU_Op<"local_load", [
    DeclareOpInterfaceMethods<PlaceAccessOpInterface>,
    UniformOpInterface,
    DeclareOpInterfaceMethods<LayoutOpInterface,
        ["getWork", "isLayoutAnchor"]>]> {
  let summary = "copies a tile from shared memory to registers";
  let description = [{
    Each thread loads the elements that the result's layout gives it, copies
    included. No barrier is implied; `tile-insert-barriers` inserts the barriers
    that are needed.

    With `offsets`, multiples of the tile's extents, the tile is the part of the
    place that begins there.

    Becomes `ldmatrix` if the layouts fit (PTX ISA, "Warp-level matrix load
    instruction: ldmatrix"), or else `ld.shared`.

    Examples:

    ```mlir
    %tile = tilegpu.local_load %place : !tilegpu.memdesc<64x64xf32, #shared> -> tensor<64x64xf32, #blocked>
    %part = tilegpu.local_load %place at [0, 32] : !tilegpu.memdesc<64x64xf32, #shared> -> tensor<64x16xf32, #blocked>
    ```
  }];
  let arguments = (ins
    /// Where the elements are.
    Arg<TileGPU_MemDesc, "", [MemRead<TileGPU_SharedMemory>]>:$src,
    /// The first element, if the tile is a part of the place; otherwise empty.
    DefaultValuedAttr<DenseI64ArrayAttr, "{}">:$offsets);
  let results = (outs
    /// The tile in registers, of the place's element type.
    Tile_Tile:$result);
  let builders = [
    OpBuilder<(ins "::mlir::Type":$type, "::mlir::Value":$src), [{
      build($_builder, $_state, type, src, ::llvm::ArrayRef<int64_t>());
    }]>
  ];
  let assemblyFormat = [{
    $src (`at` $offsets^)? attr-dict `:` type($src) `->` type($result)
  }];
  let hasVerifier = 1;
}

def TileGPU_LocalGatherOp : TileGPU_Op<"local_gather", [
    DeclareOpInterfaceMethods<PlaceAccessOpInterface>,
    UniformOpInterface, LayoutOpInterface]> {
  let summary = "loads elements of a tile in shared memory by their numbers";
  let description = [{
    Element (i, j, k) of the result is, for `axis` 1, element
    (i, indices[i, j, k], k) of the place. Bits of an index beyond
    the place's extent are ignored, so that no access leaves the place. No barrier
    is implied; `tile-insert-barriers` inserts the barriers that are needed.
    `tile-insert-shared-memory` makes it from a `tile.gather` that needs elements
    of other warps. Becomes one `ld.shared` per register of the result.

    Example:

    ```mlir
    %tile = tilegpu.local_gather %place[%indices] {axis = 1 : i32} : (!tilegpu.memdesc<64x64xf32, #shared>, tensor<64x16xi32, #blocked>) -> tensor<64x16xf32, #blocked>
    ```
  }];
  let arguments = (ins
    /// Where the elements are.
    Arg<TileGPU_MemDesc, "", [MemRead<TileGPU_SharedMemory>]>:$src,
    /// The positions along `axis`; the other extents are the place's.
    Tile_IntTile:$indices,
    /// The dimension that the indices count along.
    I32Attr:$axis);
  let results = (outs
    /// The elements, in the shape and layout of `indices`.
    Tile_Tile:$result);
  let assemblyFormat = [{
    $src `[` $indices `]` attr-dict `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

def TileGPU_LocalCountOp : TileGPU_Op<"local_count", [
    DeclareOpInterfaceMethods<PlaceAccessOpInterface>,
    Tile_SameLayout,
    DeclareOpInterfaceMethods<LayoutOpInterface, ["isOncePerElement"]>,
    TypesMatchWith<"the mask is i1 in the shape of `src`", "src", "mask",
                   "::mlir::tile::getI1Like($_self)",
                   "!getMask() || std::equal_to<>()">]> {
  let summary = "counts numbers in shared memory";
  let description = [{
    `dst` has rows of bins. For each element of `src` that is smaller than the
    number of bins, as an unsigned number, and whose `mask` is true, the bin of
    that number grows by 1, in the row of the warp that holds the element: row
    `warp mod rows`. A null `mask` means true everywhere.

    Each element counts once: of the threads that hold copies, the thread whose
    free bits are 0 counts it. No barrier is implied, before or after;
    `tile-insert-barriers` inserts the barriers that are needed. Two counts need no
    barrier between them.

    Becomes `red.relaxed.cta.shared.add.u32` of the constant 1, which ptxas turns
    into `ATOMS.POPC.INC`: lanes that count the same number are added up by the
    hardware, so that equal numbers take no longer than different ones.

    Example:

    ```mlir
    tilegpu.local_count %src where %mask, %bins : tensor<1024xi32, #blocked>, !tilegpu.memdesc<4x256xi32, #shared>
    ```
  }];
  let arguments = (ins
    /// The numbers.
    Tile_IntTile:$src,
    /// Which numbers are counted; i1 in the shape and layout of `src`.
    Optional<Tile_I1Tile>:$mask,
    /// The counts: rows of bins of i32.
    Arg<TileGPU_MemDesc, "", [MemRead<TileGPU_SharedMemory>,
                              MemWrite<TileGPU_SharedMemory>]>:$dst);
  let results = (outs);
  let assemblyFormat = [{
    $src (`where` $mask^)? `,` $dst attr-dict `:` type($src) `,` type($dst)
  }];
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Several places, and asynchronous copies
//===----------------------------------------------------------------------===//

def TileGPU_MemDescIndexOp : TileGPU_Op<"memdesc_index", [Pure]> {
  let summary = "one of several places in shared memory";
  let description = [{
    The place with this number, counted from 0. The number must be less than the
    number of places; this is not checked.

    Example:

    ```mlir
    %place = tilegpu.memdesc_index %places[%i] : !tilegpu.memdesc<3x64x64xf32, #shared> -> !tilegpu.memdesc<64x64xf32, #shared>
    ```
  }];
  let arguments = (ins
    /// The places.
    TileGPU_MemDesc:$src,
    /// The number of the place.
    I32:$index);
  let results = (outs
    /// The place.
    TileGPU_MemDesc:$result);
  let assemblyFormat = [{
    $src `[` $index `]` attr-dict `:` type($src) `->` type($result)
  }];
  let hasVerifier = 1;
}

def TileGPU_AsyncCopyOp : TileGPU_Op<"async_copy", [
    DeclareOpInterfaceMethods<PlaceAccessOpInterface>,
    MemoryEffects<[MemRead]>, AttrSizedOperandSegments,
    DeclareOpInterfaceMethods<LayoutOpInterface,
        ["getAccessedPointers", "getAccessMask", "isOncePerElement"]>,
    TypesMatchWith<"the mask is i1 in the pointer's shape", "ptr", "mask",
                   "::mlir::tile::getI1Like($_self)",
                   "!getMask() || std::equal_to<>()">]> {
  let summary = "begins to copy a tile from global to shared memory";
  let description = [{
    Copies the elements that the pointers point to, like `tile.load` and
    `tilegpu.local_store`, but the thread continues at once. Where `mask` is
    false nothing is read, whatever the address, and the element becomes 0. Each
    element is copied once, by the thread that `tilegpu.local_store` would take.
    If `pred` is false, the place does not change.

    The thread that copied the elements may read them after a
    `tilegpu.async_wait` for the group of this copy, and all threads
    after a barrier that follows. `tile-insert-barriers` inserts it.

    Becomes `cp.async` of 16 bytes, or of 8 or 4 if the layouts or the known
    alignment of the addresses do not allow more (PTX ISA, "Data movement and
    conversion instructions: cp.async"). Copies of less than 4 bytes do not exist:
    such a tile needs a load and a store. Copies of 16 bytes bypass the L1 cache
    unless `cache` is `ca`. There is no eviction priority: ptxas before 13.4 may
    make an illegal instruction of a `cp.async` with `.L2::cache_hint`.

    Example:

    ```mlir
    tilegpu.async_copy %p, %place mask %m if %more : tensor<64x64x!tile.ptr<f16>, #blocked>, !tilegpu.memdesc<64x64xf16, #shared>
    ```
  }];
  let arguments = (ins
    /// What is copied.
    Tile_PtrTile:$ptr,
    /// Where to: a place of the shape and the pointee type of `ptr`.
    Arg<TileGPU_MemDesc, "", [MemWrite<TileGPU_SharedMemory>]>:$dst,
    /// Which elements are read; the others become 0.
    Optional<Tile_I1Tile>:$mask,
    /// Whether anything is copied; the same in all threads.
    Optional<I1>:$pred,
    /// The cache operator of the read: `ca`, or `cg` for 16 bytes.
    DefaultValuedAttr<Tile_CacheModifier, "::mlir::tile::CacheModifier::None">:$cache);
  let results = (outs);
  let assemblyFormat = [{
    $ptr `,` $dst (`mask` $mask^)? (`if` $pred^)? (`cacheModifier` `=` $cache^)?
    attr-dict `:` type($ptr) `,` type($dst)
  }];
  let hasVerifier = 1;
}

def TileGPU_AsyncCommitGroupOp : TileGPU_Op<"async_commit_group", [
    MemoryEffects<[MemWrite<TileGPU_SharedMemory>]>]> {
  let summary = "makes a group of the copies that belong to no group yet";
  let description = [{
    All `tilegpu.async_copy` of the thread that belong to no group yet form a
    group, which may be empty.

    Becomes `cp.async.commit_group`.

    Example:

    ```mlir
    tilegpu.async_commit_group
    ```
  }];
  let arguments = (ins);
  let results = (outs);
  let assemblyFormat = "attr-dict";
}

def TileGPU_AsyncWaitOp : TileGPU_Op<"async_wait", [
    MemoryEffects<[MemRead<TileGPU_SharedMemory>,
                   MemWrite<TileGPU_SharedMemory>]>]> {
  let summary = "waits for groups of copies";
  let description = [{
    The thread waits until at most the newest `pending` of its groups
    (`tilegpu.async_commit_group`) are in flight.

    Becomes `cp.async.wait_group`.

    Example:

    ```mlir
    tilegpu.async_wait {pending = 1 : i32}
    ```
  }];
  let arguments = (ins
    /// How many groups may be in flight, the newest ones.
    I32Attr:$pending);
  let results = (outs);
  let assemblyFormat = "attr-dict";
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Bulk copies
//===----------------------------------------------------------------------===//

def TileGPU_MBarrierInitOp : TileGPU_Op<"mbarrier_init", [
    DeclareOpInterfaceMethods<PlaceAccessOpInterface>]> {
  let summary = "initializes barriers that copies signal";
  let description = [{
    Each of the places, of one i64, becomes an mbarrier. A phase ends when
    `count` threads have arrived and all bytes that they expect have arrived.
    One thread initializes the mbarriers; `tile-insert-barriers` makes the
    others wait for it.

    Becomes `mbarrier.init` (PTX ISA, "mbarrier.init"), with the fence that
    makes the barriers visible to bulk copies.

    Example:

    ```mlir
    tilegpu.mbarrier_init %barriers {count = 2 : i32} : !tilegpu.memdesc<3x1xi64, #tilegpu.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>>
    ```
  }];
  let arguments = (ins
    /// Several places of one i64 each.
    Arg<TileGPU_MemDesc, "", [MemWrite<TileGPU_SharedMemory>]>:$barriers,
    /// The arrivals that end a phase.
    I32Attr:$count);
  let results = (outs);
  let assemblyFormat = "$barriers attr-dict `:` type($barriers)";
  let hasVerifier = 1;
}

def TileGPU_MBarrierWaitOp : TileGPU_Op<"mbarrier_wait", [
    DeclareOpInterfaceMethods<PlaceAccessOpInterface>,
    MemoryEffects<[MemRead<TileGPU_SharedMemory>,
                   MemWrite<TileGPU_SharedMemory>]>]> {
  let summary = "waits for a phase of a barrier";
  let description = [{
    Each thread waits until the phase of this parity has ended: the first phase
    has parity 0, the second 1, the third 0. Then it sees what the copies of
    this phase have written.

    Becomes `mbarrier.try_wait.parity` in a loop.

    Example:

    ```mlir
    tilegpu.mbarrier_wait %barrier, %parity : !tilegpu.memdesc<1xi64, #tilegpu.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>>
    ```
  }];
  let arguments = (ins
    /// A place of one i64.
    TileGPU_MemDesc:$barrier,
    /// 0 or 1.
    I32:$parity);
  let results = (outs);
  let assemblyFormat = "$barrier `,` $parity attr-dict `:` type($barrier)";
  let hasVerifier = 1;
}

def TileGPU_MBarrierArriveOp : TileGPU_Op<"mbarrier_arrive", [
    DeclareOpInterfaceMethods<PlaceAccessOpInterface>,
    MemoryEffects<[MemRead<TileGPU_SharedMemory>,
                   MemWrite<TileGPU_SharedMemory>]>,
    AttrSizedOperandSegments]> {
  let summary = "each warp arrives at a barrier";
  let description = [{
    Each warp arrives once, when all its threads have reached the operation:
    their earlier reads and writes are done. From then on `places` belong to the
    warp that waits for the phase: a thread that has arrived does not access
    them until it has waited for the barrier that says that they are filled
    again. If `pred` is false, nothing happens.

    Becomes `bar.warp.sync` and, in one lane, `mbarrier.arrive`.

    Example:

    ```mlir
    tilegpu.mbarrier_arrive %empty if %isLater hands %place : !tilegpu.memdesc<1xi64, #tilegpu.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>>, !tilegpu.memdesc<128x64xf16, #tilegpu.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>>
    ```
  }];
  let arguments = (ins
    /// A place of one i64.
    TileGPU_MemDesc:$barrier,
    /// Whether warps arrive; the same in all threads.
    Optional<I1>:$pred,
    /// The places that the threads may not access any more.
    Variadic<TileGPU_MemDesc>:$places);
  let results = (outs);
  let assemblyFormat = [{
    $barrier (`if` $pred^)? (`hands` $places^)? attr-dict `:` type($barrier)
    (`,` type($places)^)?
  }];
  let hasVerifier = 1;
}

def TileGPU_ProducerWarpOp : TileGPU_Op<"producer_warp", [
    RecursiveMemoryEffects, NoTerminator, SingleBlock,
    DeclareOpInterfaceMethods<Tile_WarpRegionsOpInterface>]> {
  let summary = "runs a region on one additional warp";
  let description = [{
    All threads wait for each other here once. Then the region runs on one
    additional warp, which is not one of the warps of the module's target and
    ends after the region. The operations after this one run on the other warps,
    and later `cta` barriers wait for these only.

    The region has scalars only. It waits for places that the other warps release,
    and fills them.

    Example:

    ```mlir
    tilegpu.producer_warp {
      tilegpu.mbarrier_wait %empty, %parity : !tilegpu.memdesc<1xi64, #tilegpu.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>>
      tilegpu.box_copy %map[%k, %row], %place, %full along [1, 0] : !tilegpu.memdesc<128x64xf16, #tilegpu.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>>, !tilegpu.memdesc<1xi64, #tilegpu.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>>
    }
    ```

    Becomes a branch at the beginning of the kernel, and `setmaxnreg`. The
    kernel has one more warpgroup: one of its warps runs the region, the others
    end, and the warpgroup gives registers to the other warpgroups.
  }];
  let arguments = (ins);
  let results = (outs);
  let regions = (region SizedRegion<1>:$body);
  let builders = [OpBuilder<(ins), [{
    $_state.addRegion()->emplaceBlock();
  }]>];
  let skipDefaultBuilders = 1;
  let assemblyFormat = "$body attr-dict";
  let hasVerifier = 1;
}

def TileGPU_BoxCopyOp : TileGPU_Op<"box_copy", [
    DeclareOpInterfaceMethods<PlaceAccessOpInterface>,
    MemoryEffects<[MemRead]>, AttrSizedOperandSegments]> {
  let summary = "begins to copy a box of a tensor to shared memory";
  let description = [{
    One thread begins the copy, and arrives at the barrier, whose phase does not
    end before the bytes have arrived. The box begins at `coordinates`; the
    first one counts along the tensor's contiguous dimension. Elements
    outside of the tensor become 0. If `pred` is false, the operation does nothing.

    The place of a matrix has a layout that a descriptor of
    `tilegpu.warpgroup_dot` can name: lines of 32, 64 or 128 bytes, swizzled. That
    of a vector has its elements in order, a multiple of 128 bytes. `dims` are
    the tile's dimensions, first the dimension along the lines.

    Becomes `mbarrier.arrive.expect_tx` and as many
    `cp.async.bulk.tensor` as there are lines side by side, or 256 of them, or of
    a vector's elements, one after the other (PTX ISA, "cp.async.bulk.tensor").

    Example:

    ```mlir
    tilegpu.box_copy %map[%k, %row], %place, %barrier if %more along [1, 0] : !tilegpu.memdesc<128x64xf16, #tilegpu.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>>, !tilegpu.memdesc<1xi64, #tilegpu.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>>
    ```
  }];
  let arguments = (ins
    /// The tensor.
    Tile_TensorMap:$map,
    /// Where the box begins, in elements.
    Variadic<I32>:$coordinates,
    /// Where to: a place of the tile's shape and element type.
    Arg<TileGPU_MemDesc, "", [MemWrite<TileGPU_SharedMemory>]>:$dst,
    /// The mbarrier; the copy is part of its phase.
    TileGPU_MemDesc:$barrier,
    /// Whether anything is copied; the same in all threads.
    Optional<I1>:$pred,
    /// The tile's dimensions in the order of the tensor's first ones.
    DenseI32ArrayAttr:$dims);
  let results = (outs);
  let assemblyFormat = [{
    $map `[` $coordinates `]` `,` $dst `,` $barrier (`if` $pred^)?
    `along` $dims attr-dict `:` type($dst) `,` type($barrier)
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// Where each element of a tile of this shape lies in the place: a map from
    /// "offset". Nothing if a copy cannot bring the tile.
    static ::std::optional<::mlir::tile::LinearLayout>
    getPlace(::llvm::ArrayRef<int64_t> shape, unsigned elementBytes,
             ::llvm::ArrayRef<int32_t> dims);
  }];
}

def TileGPU_BoxStoreOp : TileGPU_Op<"box_store", [
    DeclareOpInterfaceMethods<PlaceAccessOpInterface>,
    MemoryEffects<[MemWrite]>]> {
  let summary = "begins to copy or add sums of warpgroups to a box of a tensor";
  let description = [{
    Each warp stores its rows in its part of the place, a group of columns at a
    time, and begins a copy of each group. It does not wait for other warps or
    for the copy's writes. Before it stores, it waits until an earlier copy has
    read this part of the place. No other operation may use the place's bytes.

    The box begins at `coordinates`. The first coordinate counts along the
    columns. Elements outside of the tensor are not written. The sums have the
    layout of a product of warpgroups. If warps share the columns, the place has
    the rows of each share one after the other.

    With `add` the elements are added to the tensor's elements, each by a
    relaxed atomic operation of the GPU's scope.

    Becomes `stmatrix` or stores, `fence.proxy.async` and
    `cp.async.bulk.tensor` or `cp.reduce.async.bulk.tensor` (PTX ISA).
    `tilegpu.box_store_wait` has to come after the last one.

    Examples:

    ```mlir
    #sums = #tile.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 128]}>
    tilegpu.box_store %sum, %map[%column, %row], %place : tensor<64x128xf16, #sums>, !tilegpu.memdesc<2x64x64xf16, #tilegpu.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>>
    tilegpu.box_store %sum, %map[%column, %row], %place {add} : tensor<64x128xf16, #sums>, !tilegpu.memdesc<2x64x64xf16, #tilegpu.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>>
    ```
  }];
  let arguments = (ins
    /// What to write.
    Tile_Tile:$value,
    /// The tensor.
    Tile_TensorMap:$map,
    /// Where the box begins, in elements.
    Variadic<I32>:$coordinates,
    /// One or two places of all rows and as many columns as a swizzled line has.
    Arg<TileGPU_MemDesc, "", [MemWrite<TileGPU_SharedMemory>]>:$place,
    /// Whether it adds to the tensor's elements.
    UnitAttr:$add);
  let results = (outs);
  let assemblyFormat = [{
    $value `,` $map `[` $coordinates `]` `,` $place attr-dict `:`
    type($value) `,` type($place)
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// Rows and columns of a place for sums of this layout, if it takes them.
    static ::std::optional<::std::array<int64_t, 2>>
    getPart(::mlir::RankedTensorType tile,
            ::mlir::tile::NvidiaMmaLayoutAttr layout);
  }];
}

def TileGPU_BoxStoreWaitOp : TileGPU_Op<"box_store_wait", [
    MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "waits until copies to tensors have read shared memory";
  let description = [{
    Stands before the end of the CTA, after which another CTA gets its shared
    memory. With `written` it waits until the copies have written the tensors:
    before a box is written that an earlier iteration may have written.

    Becomes `cp.async.bulk.wait_group.read`, or without `.read`.

    Example:

    ```mlir
    tilegpu.box_store_wait
    tilegpu.box_store_wait {written}
    ```
  }];
  let arguments = (ins
    /// Whether to wait for the writes, too.
    UnitAttr:$written);
  let results = (outs);
  let assemblyFormat = "attr-dict";
}

//===----------------------------------------------------------------------===//
// Programs that no CTA has begun
//===----------------------------------------------------------------------===//

def TileGPU_RequestProgramOp : TileGPU_Op<"request_program", [
    DeclareOpInterfaceMethods<PlaceAccessOpInterface>,
    MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "asks for a program of the grid that no CTA has begun";
  let description = [{
    One thread of the producer warp asks. The answer comes to `answer`, and its
    bytes are part of the barrier's phase. A program that the answer names is
    this CTA's: no other CTA will run it. After an answer that names none the
    CTA may not ask again.

    Becomes `mbarrier.arrive.expect_tx` and `clusterlaunchcontrol.try_cancel`
    (PTX ISA, "clusterlaunchcontrol.try_cancel").

    Example:

    ```mlir
    tilegpu.producer_warp {
      tilegpu.request_program %answer, %barrier : !tilegpu.memdesc<2xi64, #tilegpu.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>>, !tilegpu.memdesc<1xi64, #tilegpu.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>>
    }
    ```
  }];
  let arguments = (ins
    /// A place of two i64.
    Arg<TileGPU_MemDesc, "", [MemWrite<TileGPU_SharedMemory>]>:$answer,
    /// A place of one i64, the mbarrier.
    TileGPU_MemDesc:$barrier);
  let results = (outs);
  let assemblyFormat = [{
    $answer `,` $barrier attr-dict `:` type($answer) `,` type($barrier)
  }];
  let hasVerifier = 1;
}

def TileGPU_ReadProgramOp : TileGPU_Op<"read_program", [
    DeclareOpInterfaceMethods<PlaceAccessOpInterface>,
    UniformOpInterface,
    MemoryEffects<[MemRead<TileGPU_SharedMemory>,
                   MemWrite<TileGPU_SharedMemory>]>]> {
  let summary = "reads the answer of tilegpu.request_program";
  let description = [{
    Stands after a `tilegpu.mbarrier_wait` for the answer. All threads read the
    same. If the answer names no program, its numbers are 0.

    Becomes `ld.shared`, `clusterlaunchcontrol.query_cancel` (PTX ISA,
    "clusterlaunchcontrol.query_cancel") and `fence.proxy.async`, so that the
    next answer may come to the same place.

    Example:

    ```mlir
    %x, %y, %z, %isThere = tilegpu.read_program %answer : !tilegpu.memdesc<2xi64, #tilegpu.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>>
    ```
  }];
  let arguments = (ins
    /// A place of two i64.
    TileGPU_MemDesc:$answer);
  let results = (outs
    /// The program's number along x, y and z.
    I32:$x, I32:$y, I32:$z,
    /// Whether the answer names a program.
    I1:$isThere);
  let assemblyFormat = "$answer attr-dict `:` type($answer)";
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Clusters of CTAs
//===----------------------------------------------------------------------===//

def TileGPU_CTARankOp : TileGPU_Op<"cta_rank", [Pure, UniformOpInterface]> {
  let summary = "the number of this CTA in its cluster";
  let description = [{
    From 0 to `tilegpu.cluster_size` minus 1. Becomes a read of
    `%cluster_ctarank` (PTX ISA, "Special Registers").

    Example:

    ```mlir
    %rank = tilegpu.cta_rank : i32
    ```
  }];
  let results = (outs I32:$result);
  let assemblyFormat = "attr-dict `:` type($result)";
}

def TileGPU_ClusterSizeOp
    : TileGPU_Op<"cluster_size", [Pure, UniformOpInterface]> {
  let summary = "the number of CTAs in this cluster";
  let description = [{
    1 in a launch without clusters. Becomes a read of `%cluster_nctarank` (PTX
    ISA, "Special Registers").

    Example:

    ```mlir
    %size = tilegpu.cluster_size : i32
    ```
  }];
  let results = (outs I32:$result);
  let assemblyFormat = "attr-dict `:` type($result)";
}

def TileGPU_ClusterSumOp : TileGPU_Op<"cluster_sum", [
    DeclareOpInterfaceMethods<PlaceAccessOpInterface>,
    AllTypesMatch<["src", "result"]>,
    MemoryEffects<[MemRead<TileGPU_SharedMemory>,
                   MemWrite<TileGPU_SharedMemory>]>]> {
  let summary = "the sum of the tiles of all CTAs of a cluster";
  let description = [{
    The CTA of rank 0 gets the sum of the cluster's tiles, element by element,
    in an order that depends on the element's place only. What the other CTAs
    get is not defined. All warps of all 2, 4 or 8 CTAs of the cluster take
    part, except the producer warps.

    The elements go through the place of each CTA, some registers of each
    thread at a time: each CTA adds a share of them and writes it to the place
    of rank 0.

    Becomes `barrier.cluster`, `mapa`, and loads and stores of
    `.shared::cluster` (PTX ISA, "barrier.cluster", "mapa").

    Example:

    ```mlir
    %all = tilegpu.cluster_sum %sum, %place : tensor<64x128xf32, #tile.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 128]}>>, !tilegpu.memdesc<8192xi32, #tilegpu.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>>
    ```
  }];
  let arguments = (ins
    /// Elements of 32 bits.
    Tile_Tile:$src,
    /// Words: one or more registers of each thread.
    TileGPU_MemDesc:$place);
  let results = (outs
    /// The sums.
    Tile_Tile:$result);
  let assemblyFormat = [{
    $src `,` $place attr-dict `:` type($src) `,` type($place)
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// How many registers of each thread, all or a power of two, fit a place of
    /// so many words; 0 if none do.
    static unsigned getRegistersAtOnce(::mlir::RankedTensorType tile,
                                       int64_t words, unsigned threads);
  }];
}

//===----------------------------------------------------------------------===//
// Barriers
//===----------------------------------------------------------------------===//

def TileGPU_BarrierOp : TileGPU_Op<"barrier", [
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "threads wait for each other";
  let description = [{
    No thread continues before all threads of the scope have arrived here.
    Afterwards their earlier writes to memory are visible to all of them. The
    scopes:

    - `warp`: the 32 threads of each warp (`bar.warp.sync`).
    - `group`: the first `warps` warps that arrive at barrier `id`
      (`barrier.sync id, 32 * warps`). These barriers have the numbers 1 to 15;
      barrier 0 is the CTA's.
    - `cta`: all threads of the program, which are the threads of the CTA
      (`barrier.sync 0`). If several programs share a CTA, each has its own
      barrier (`bar.warp.sync` for one warp, or else `barrier.sync` with the number
      1 + `%tid.y`).

    Control flow must be the same in all threads of the scope.

    The compiler inserts the barriers that tiles in shared memory need. A
    barrier of scope `cta` that the author wrote is kept. TTIR's `gpu.barrier`,
    which is Triton's `tl.debug_barrier`, becomes such a barrier.

    Examples:

    ```mlir
    tilegpu.barrier cta
    tilegpu.barrier warp
    tilegpu.barrier group {id = 1 : i32, warps = 4 : i32}
    ```
  }];
  let arguments = (ins
    /// The threads that wait for each other.
    TileGPU_BarrierScope:$scope,
    /// The barrier's number, 1 to 15; for scope `group` only.
    OptionalAttr<I32Attr>:$id,
    /// The number of warps that wait; for scope `group` only.
    OptionalAttr<I32Attr>:$warps);
  let results = (outs);
  let builders = [
    OpBuilder<(ins "::mlir::tilegpu::BarrierScope":$scope), [{
      build($_builder, $_state, scope, ::mlir::IntegerAttr(),
            ::mlir::IntegerAttr());
    }]>
  ];
  let assemblyFormat = "$scope attr-dict";
  let hasVerifier = 1;
}

def TileGPU_TurnOp : TileGPU_Op<"turn", [
    MemoryEffects<[MemRead<TileGPU_SharedMemory>,
                   MemWrite<TileGPU_SharedMemory>]>]> {
  let summary = "warpgroups take turns";
  let description = [{
    The warpgroups of a program take turns, in their order, again and again:

    - `start`: warpgroup 0 has the turn.
    - `wait`: each warpgroup waits until it has the turn.
    - `give`: the next warpgroup gets the turn; after the last one, warpgroup 0.
    - `stop`: stands after all turns, when each warpgroup has executed `give` as
      often as `wait`. The last warpgroup continues when all others have reached
      `stop`, so that turns may start again.

    The operation orders no memory. While one warpgroup multiplies, the others
    do other work, and the tensor cores always have work.

    Warpgroup w waits at barrier 8 + w (`bar.sync`, `bar.arrive`), so that no
    other code may use barriers 8 to 15. Control flow must be the same in all
    threads of the program.

    Example:

    ```mlir
    tilegpu.turn wait
    ```
  }];
  let arguments = (ins
    /// What the warpgroup does with the turn.
    TileGPU_TurnStep:$step);
  let results = (outs);
  let assemblyFormat = "$step attr-dict";
}

#endif // TILEGPU_OPS_TD
