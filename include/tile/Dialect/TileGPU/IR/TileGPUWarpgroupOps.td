//===- TileGPUWarpgroupOps.td - Products of warpgroups -----*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILEGPU_WARPGROUP_OPS_TD
#define TILEGPU_WARPGROUP_OPS_TD

include "tile/Dialect/Tile/IR/WarpRegions.td"
include "tile/Dialect/TileGPU/IR/TileGPUOpBase.td"

def TileGPU_Pending : Type<
    CPred<"::llvm::isa<::mlir::tilegpu::PendingType>($_self)">,
    "sum in flight", "::mlir::tilegpu::PendingType">;

def TileGPU_TensorMemory : Type<
    CPred<"::llvm::isa<::mlir::tilegpu::TensorMemoryType>($_self)">,
    "tensor memory", "::mlir::tilegpu::TensorMemoryType">,
    BuildableType<"$_builder.getType<::mlir::tilegpu::TensorMemoryType>()">;

def TileGPU_TensorPlaces : Type<
    CPred<"::llvm::isa<::mlir::tilegpu::TensorPlacesType>($_self)">,
    "places in tensor memory", "::mlir::tilegpu::TensorPlacesType">;

def TileGPU_MemDescTransOp : TileGPU_Op<"memdesc_trans", [Pure]> {
  let summary = "a place in shared memory with its dimensions exchanged";
  let description = [{
    The same bytes as a place of the transposed matrix. Nothing moves.

    Example:

    ```mlir
    %1 = tilegpu.memdesc_trans %0 : !tilegpu.memdesc<64x32xf16, #tilegpu.swizzled_shared<{vec = 8, perPhase = 2, maxPhase = 4, order = [1, 0]}>> -> !tilegpu.memdesc<32x64xf16, #tilegpu.swizzled_shared<{vec = 8, perPhase = 2, maxPhase = 4, order = [0, 1]}>>
    ```
  }];
  let arguments = (ins
    /// A place of a matrix.
    TileGPU_MemDesc:$src);
  let results = (outs
    /// The same place, of the transposed matrix.
    TileGPU_MemDesc:$result);
  let builders = [OpBuilder<(ins "::mlir::Value":$src)>];
  let assemblyFormat = "$src attr-dict `:` type($src) `->` type($result)";
  let hasVerifier = 1;
}

def TileGPU_WarpgroupDotOp : TileGPU_Op<"warpgroup_dot", [
    DeclareOpInterfaceMethods<PlaceAccessOpInterface>,
    LayoutOpInterface, AttrSizedOperandSegments,
    MemoryEffects<[MemRead<TileGPU_SharedMemory>,
                   MemWrite<TileGPU_SharedMemory>]>]> {
  let summary = "begins a matrix product of warpgroups";
  let description = [{
    Begins `a * b + c`, as in `tile.dot`, and continues at once. Until a
    `tilegpu.warpgroup_wait` for the result, the sums are in flight: no
    operation may read them, and the operands (places in shared memory,
    registers of `a`) must not change.

    In a layout of version 3 each group of four warps makes 64 rows at a time. `a`
    comes from shared memory or from registers, `b` from shared memory;
    `WarpgroupPlan.h` has the layouts that they may have. Tensor cores read shared
    memory through the async proxy. So threads that wrote an operand execute a
    `tilegpu.fence_proxy`, and a barrier follows before the product.

    `c` is a tile, or the sum of another product in flight: then this product is
    added after the other one. If `c` is a constant 0, the sum begins with this
    product.

    Becomes one group of `wgmma.mma_async` (PTX ISA, "Asynchronous Warpgroup Level
    Matrix Multiply-Accumulate Operation"), with the fence before it.

    In a layout of version 5 the sums are in tensor memory, from `column` of
    `memory` on: first all columns of the first 128 rows (or 64, if there are no
    more), then of the next 128 rows. If `c` is a tile, the threads first store
    it there. If `a` is in registers, they store it from `column_of_a` on. After
    a barrier of the CTA, one thread issues `tcgen05.mma` for all warpgroups,
    and a `tcgen05.commit`. `tile-allocate-tensor-memory` chooses the columns.

    With scales it computes a `tile.dot_scaled`, in a layout of version 5 only.
    The threads store the scales from `column_of_scales` on, first the scales of
    `a`. The lanes of each warp together have all scales, as `TensorScales.h`
    says.

    Example:

    ```mlir
    %sum = tilegpu.warpgroup_dot %a, %b, %c : !tilegpu.memdesc<128x64xf16, #shared>, !tilegpu.memdesc<64x256xf16, #shared1>, tensor<128x256xf32, #mma> -> !tilegpu.pending<tensor<128x256xf32, #mma>>
    ```
  }];
  let arguments = (ins
    /// The left matrix, M x K.
    AnyTypeOf<[Tile_Tile, TileGPU_MemDesc]>:$a,
    /// The right matrix, K x N, in shared memory.
    TileGPU_MemDesc:$b,
    /// What the product is added to, M x N.
    AnyTypeOf<[Tile_Tile, TileGPU_Pending]>:$c,
    /// The scales of both operands, for a block-scaled product.
    Optional<Tile_Tile>:$a_scale,
    Optional<Tile_Tile>:$b_scale,
    /// The memory for sums of version 5, once it is allocated.
    Optional<TileGPU_TensorMemory>:$memory,
    /// The element types of a block-scaled product's operands.
    OptionalAttr<Tile_ScaledElement>:$a_elem_type,
    OptionalAttr<Tile_ScaledElement>:$b_elem_type,
    /// The first column of the sums.
    DefaultValuedAttr<I32Attr, "0">:$column,
    /// The first column of `a`, if it is a tile and there is a `memory`.
    DefaultValuedAttr<I32Attr, "0">:$column_of_a,
    /// The first column of the scales, if there are some and a `memory`.
    DefaultValuedAttr<I32Attr, "0">:$column_of_scales,
    /// Whether each step along K begins as soon as its part of `a` is there.
    UnitAttr:$in_steps);
  let results = (outs
    /// The sum, in flight.
    TileGPU_Pending:$result);
  let builders = [OpBuilder<(ins "::mlir::Type":$result, "::mlir::Value":$a,
      "::mlir::Value":$b, "::mlir::Value":$c), [{
    build($_builder, $_state, result, a, b, c, ::mlir::Value(), ::mlir::Value(),
          /*memory=*/::mlir::Value(), ::mlir::tile::ScaledElementAttr(),
          ::mlir::tile::ScaledElementAttr());
  }]>];
  let assemblyFormat = [{
    $a `,` $b `,` $c (`scale` $a_scale^ `,` $b_scale)? (`in` $memory^)? attr-dict
    `:` type($a) `,` type($b) `,` type($c)
    (`scale` type($a_scale)^ `,` type($b_scale))? `->` type($result)
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    unsigned getNumLayoutClasses() { return 2; }
    unsigned getOperandLayoutClass(unsigned number) {
      return number == 0 ? 1 : 0;
    }
    bool hasFixedLayouts() { return true; }
    bool wantsLargeCTAs() { return true; }
  }];
}

def TileGPU_WarpgroupWaitOp : TileGPU_Op<"warpgroup_wait", [
    MemoryEffects<[MemRead<TileGPU_SharedMemory>,
                   MemWrite<TileGPU_SharedMemory>]>]> {
  let summary = "waits for products of warpgroups";
  let description = [{
    The warpgroup waits until at most `pending` of the products that it began,
    the newest ones, are in flight. If the operand's product is older than
    these, as with `pending` 0, the result is the sum. Otherwise the product is
    still in flight, and only the operands of older products may change again.

    Becomes `wgmma.wait_group`. In a layout of version 5 it waits at the
    mbarrier of the newest product that must have ended, and `tcgen05.ld` loads
    the tile. There the result may be a pending sum with `pending` 0, too: the
    sum stays in tensor memory for the next product that adds to it.

    Example:

    ```mlir
    %1 = tilegpu.warpgroup_wait %0 {pending = 0 : i32} : !tilegpu.pending<tensor<128x256xf32, #mma>> -> tensor<128x256xf32, #mma>
    %3 = tilegpu.warpgroup_wait %2 {pending = 1 : i32} : !tilegpu.pending<tensor<128x256xf32, #mma>> -> !tilegpu.pending<tensor<128x256xf32, #mma>>
    ```
  }];
  let arguments = (ins
    /// The sum of the newest product that began.
    TileGPU_Pending:$src,
    /// How many products may be in flight, the newest ones.
    I32Attr:$pending,
    /// The memory for sums of version 5, once it is allocated.
    Optional<TileGPU_TensorMemory>:$memory,
    /// The first column of the sums.
    DefaultValuedAttr<I32Attr, "0">:$column);
  let results = (outs
    /// The sum.
    AnyTypeOf<[Tile_Tile, TileGPU_Pending]>:$result);
  let builders = [OpBuilder<(ins "::mlir::Type":$result, "::mlir::Value":$src,
      "uint32_t":$pending), [{
    build($_builder, $_state, result, src, pending,
          /*memory=*/::mlir::Value());
  }]>];
  let assemblyFormat = [{
    $src (`in` $memory^)? attr-dict `:` type($src) `->` type($result)
  }];
  let hasVerifier = 1;
}

def TileGPU_PendingSumOp : TileGPU_Op<"pending_sum", [
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>, TypesMatchWith<"the result is the tile in flight", "src", "result",
        "::mlir::tilegpu::PendingType::get("
        "::llvm::cast<::mlir::RankedTensorType>($_self))">]> {
  let summary = "a tile as the start of a sum of products";
  let description = [{
    The first value of a sum in flight that a loop carries; nothing is in flight
    yet. In a layout of version 5 the threads store the tile in tensor memory.

    Example:

    ```mlir
    %1 = tilegpu.pending_sum %0 : tensor<128x256xf32, #mma>
    ```
  }];
  let arguments = (ins
    /// The sum.
    Tile_Tile:$src,
    /// The memory for sums of version 5, once it is allocated.
    Optional<TileGPU_TensorMemory>:$memory,
    /// The first column of the sums.
    DefaultValuedAttr<I32Attr, "0">:$column);
  let results = (outs
    /// The same sum, as an operand of products.
    TileGPU_Pending:$result);
  let builders = [OpBuilder<(ins "::mlir::Type":$result, "::mlir::Value":$src),
      [{ build($_builder, $_state, result, src, /*memory=*/::mlir::Value()); }]>];
  let assemblyFormat = "$src (`in` $memory^)? attr-dict `:` type($src)";
}

def TileGPU_TensorMemoryAllocOp : TileGPU_Op<"tensor_memory_alloc", [
    MemoryEffects<[MemRead<TileGPU_SharedMemory>,
                   MemWrite<TileGPU_SharedMemory>]>]> {
  let summary = "tensor memory for a CTA";
  let description = [{
    The first warp allocates `columns` columns of tensor memory for the CTA, and
    waits while other CTAs of the SM have them; then all threads wait at a
    barrier. A kernel has one such operation, before all products in tensor
    memory, and a `tilegpu.tensor_memory_dealloc` before each return.

    `barriers` are `kTensorProductBarriers` mbarriers of one arrival: product
    number `i` signals barrier `i` modulo their number. `address` is the place
    for the address of the tensor memory.

    Becomes `tcgen05.alloc` and `tcgen05.relinquish_alloc_permit`.

    Example:

    ```mlir
    %memory = tilegpu.tensor_memory_alloc %address, %barriers {columns = 256 : i32} : <1xi32, #tilegpu.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>>, <4x1xi64, #tilegpu.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>>
    ```
  }];
  let arguments = (ins
    /// A place of one i32.
    TileGPU_MemDesc:$address,
    /// Places of mbarriers.
    TileGPU_MemDesc:$barriers,
    /// A power of two from 32 to 512.
    I32Attr:$columns);
  let results = (outs
    /// The columns.
    TileGPU_TensorMemory:$result);
  let assemblyFormat = [{
    $address `,` $barriers attr-dict `:` type($address) `,` type($barriers)
  }];
  let hasVerifier = 1;
}

def TileGPU_TensorMemoryDeallocOp : TileGPU_Op<"tensor_memory_dealloc", [
    MemoryEffects<[MemRead<TileGPU_SharedMemory>,
                   MemWrite<TileGPU_SharedMemory>]>]> {
  let summary = "frees the tensor memory of a CTA";
  let description = [{
    All threads wait at a barrier; then the first warp frees the columns. No
    product may be in flight.

    Becomes `tcgen05.dealloc`.

    Example:

    ```mlir
    tilegpu.tensor_memory_dealloc %memory {columns = 256 : i32}
    ```
  }];
  let arguments = (ins
    /// What was allocated.
    TileGPU_TensorMemory:$memory,
    /// The number of columns that were allocated.
    I32Attr:$columns);
  let results = (outs);
  let assemblyFormat = "$memory attr-dict";
}

def TileGPU_ProductWarpOp : TileGPU_Op<"product_warp", [
    RecursiveMemoryEffects, NoTerminator, SingleBlock,
    DeclareOpInterfaceMethods<Tile_WarpRegionsOpInterface>]> {
  let summary = "runs a region on a second additional warp";
  let description = [{
    Stands directly after `tilegpu.producer_warp`. The region runs on a second
    warp of the producer's warpgroup, which ends after the region. It has
    scalars only: it waits for places that the producer fills, and issues
    products of them.

    Example:

    ```mlir
    tilegpu.producer_warp {
    }
    tilegpu.product_warp {
      tilegpu.mbarrier_wait %full, %parity : !tilegpu.memdesc<1xi64, #words>
      tilegpu.tensor_product %a, %b, %sums[%i], %adds : !tilegpu.memdesc<128x64xf16, #shared>, !tilegpu.memdesc<64x256xf16, #shared>, !tilegpu.tensor_places<2, tensor<128x256xf32, #mma5>>
      tilegpu.tensor_commit %empty : !tilegpu.memdesc<1xi64, #words>
    }
    ```
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

def TileGPU_TensorPlacesOp : TileGPU_Op<"tensor_places", [Pure]> {
  let summary = "places in tensor memory for sums of products";
  let description = [{
    Places for sums that a product warp computes and the other warps load.
    `tile-allocate-tensor-memory` chooses their columns, which follow each
    other.

    Example:

    ```mlir
    %sums = tilegpu.tensor_places : !tilegpu.tensor_places<2, tensor<128x256xf32, #mma5>>
    ```
  }];
  let arguments = (ins
    /// The memory, once it is allocated.
    Optional<TileGPU_TensorMemory>:$memory,
    /// The first column.
    DefaultValuedAttr<I32Attr, "0">:$column);
  let results = (outs
    /// The places.
    TileGPU_TensorPlaces:$result);
  let assemblyFormat = "(`in` $memory^)? attr-dict `:` type($result)";
}

def TileGPU_TensorProductOp : TileGPU_Op<"tensor_product", [
    DeclareOpInterfaceMethods<PlaceAccessOpInterface>,
    MemoryEffects<[MemRead<TileGPU_SharedMemory>,
                   MemWrite<TileGPU_SharedMemory>]>]> {
  let summary = "issues a product whose sums are in tensor memory";
  let description = [{
    The warp issues `sums[index] = a * b + (adds ? sums[index] : 0)`, and
    continues at once. Products end in the order in which they were issued. Both
    operands are in shared memory, in layouts of `WarpgroupPlan.h`. The
    operation stands only in a product warp.

    Becomes `tcgen05.mma`.

    Example:

    ```mlir
    tilegpu.tensor_product %a, %b, %sums[%i], %adds : !tilegpu.memdesc<128x64xf16, #shared>, !tilegpu.memdesc<64x256xf16, #shared>, !tilegpu.tensor_places<2, tensor<128x256xf32, #mma5>>
    ```
  }];
  let arguments = (ins
    /// The left matrix, M x K.
    TileGPU_MemDesc:$a,
    /// The right matrix, K x N.
    TileGPU_MemDesc:$b,
    /// Where the sums are, M x N each.
    TileGPU_TensorPlaces:$sums,
    /// The number of the place.
    I32:$index,
    /// Whether the product is added to what is there.
    I1:$adds);
  let results = (outs);
  let assemblyFormat = [{
    $a `,` $b `,` $sums `[` $index `]` `,` $adds attr-dict `:` type($a) `,`
    type($b) `,` type($sums)
  }];
  let hasVerifier = 1;
}

def TileGPU_TensorCommitOp : TileGPU_Op<"tensor_commit", [
    DeclareOpInterfaceMethods<PlaceAccessOpInterface>,
    MemoryEffects<[MemRead<TileGPU_SharedMemory>,
                   MemWrite<TileGPU_SharedMemory>]>]> {
  let summary = "arrives at a barrier when the warp's products have ended";
  let description = [{
    Arrives once at the barrier, as soon as all products that the warp has
    issued before have ended. The operation stands only in a product warp.

    Becomes `tcgen05.commit`.

    Example:

    ```mlir
    tilegpu.tensor_commit %empty : !tilegpu.memdesc<1xi64, #words>
    ```
  }];
  let arguments = (ins
    /// A place of one i64.
    TileGPU_MemDesc:$barrier);
  let results = (outs);
  let assemblyFormat = "$barrier attr-dict `:` type($barrier)";
}

def TileGPU_TensorLoadOp : TileGPU_Op<"tensor_load", [
    LayoutOpInterface, MemoryEffects<[MemRead<TileGPU_SharedMemory>,
                   MemWrite<TileGPU_SharedMemory>]>]> {
  let summary = "loads sums from tensor memory";
  let description = [{
    Loads the sums of a place, after a `tilegpu.mbarrier_wait` for the commit of
    the product warp. Then the bytes of `places` are free: the products that
    read them have ended.

    Becomes `tcgen05.ld`.

    Example:

    ```mlir
    %0 = tilegpu.tensor_load %sums[%i] frees %p, %q : !tilegpu.tensor_places<2, tensor<128x256xf32, #mma5>> -> tensor<128x256xf32, #mma5>, !tilegpu.memdesc<4x128x64xf16, #shared>, !tilegpu.memdesc<4x64x256xf16, #shared>
    ```
  }];
  let arguments = (ins
    /// Where the sums are.
    TileGPU_TensorPlaces:$sums,
    /// The number of the place.
    I32:$index,
    /// The places that the products have read.
    Variadic<TileGPU_MemDesc>:$places);
  let results = (outs
    /// The sums.
    Tile_Tile:$result);
  let assemblyFormat = [{
    $sums `[` $index `]` (`frees` $places^)? attr-dict `:` type($sums) `->`
    type($result) (`,` type($places)^)?
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    bool hasFixedLayouts() { return true; }
    bool wantsLargeCTAs() { return true; }
  }];
}

def TileGPU_FenceProxyOp : TileGPU_Op<"fence_proxy", [
    MemoryEffects<[MemRead<TileGPU_SharedMemory>,
                   MemWrite<TileGPU_SharedMemory>]>]> {
  let summary = "lets tensor cores see what the thread wrote";
  let description = [{
    After this fence and a barrier, the asynchronous proxy (products of
    warpgroups) sees what the thread wrote to shared memory before, and the
    copies that it has waited for. `tile-insert-barriers` inserts it.

    Becomes `fence.proxy.async.shared::cta` (PTX ISA, "membar, fence").

    Example:

    ```mlir
    tilegpu.fence_proxy
    ```
  }];
  let arguments = (ins);
  let results = (outs);
  let assemblyFormat = "attr-dict";
}

#endif // TILEGPU_WARPGROUP_OPS_TD
