//===- TileGPUDialect.td - The tilegpu dialect -------------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILEGPU_DIALECT_TD
#define TILEGPU_DIALECT_TD

include "mlir/IR/OpBase.td"

def TileGPU_Dialect : Dialect {
  let name = "tilegpu";
  let cppNamespace = "::mlir::tilegpu";
  let summary = "What only a GPU has: other layouts, shared memory, barriers";
  let description = [{
    Operations that appear once tiles carry layouts. They have no counterpart in
    what an author writes; the passes of the `tile-to-tilegpu` pipeline insert
    them.

    A tile in registers has a type `tensor<...>` with a layout of registers,
    lanes and warps. A tile in shared memory is a `!tilegpu.memdesc<...>` with a
    layout of offsets. `tilegpu.local_store` and `tilegpu.local_load` copy from
    one to the other, `tilegpu.barrier` orders what threads do to shared memory.

    Discardable attributes of this dialect:

    | attribute | on | meaning |
    |---|---|---|
    | `tilegpu.offset` | `tilegpu.local_alloc` | integer: the first byte of the tile in the shared memory of the function; `tile-allocate-shared-memory` writes it |
    | `tilegpu.shared_memory` | `tile.func` | integer: bytes of shared memory that the function's tiles take; `tile-allocate-shared-memory` writes it |
    | `tilegpu.products_in_flight` | `scf.for` | unit: what an iteration multiplies stays in shared memory during the next one; `tile-pipeline-loops` writes it |
    | `tilegpu.producer_warp` | `llvm.func` | unit: its CTAs have a warpgroup more than the target says, `tilegpu.producer_warp` before; `tile-distribute-to-threads` writes it |
    | `tilegpu.tensor_memory` | `tile.func` | integer: columns of tensor memory that the kernel allocates; `tile-allocate-tensor-memory` writes it |
    | `tilegpu.prefetch_bytes` | `tile.load` | integer, 64, 128 or 256: the bytes that the L2 cache should fetch, as other programs read the neighbours; `tile-coalesce-memory` writes it |
  }];
  let dependentDialects = ["::mlir::tile::TileDialect"];
  let hasConstantMaterializer = 1;
  let hasOperationAttrVerify = 1;
  let useDefaultTypePrinterParser = 1;
  let useDefaultAttributePrinterParser = 1;
  let extraClassDeclaration = [{
    /// Registers the attributes and the types; apart, because their storage is
    /// private to one source file each.
    void registerAttributes();
    void registerTypes();
  }];
}

#endif // TILEGPU_DIALECT_TD
