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
  let summary = "What only a GPU has: layout conversions, shared memory, barriers";
  let description = [{
    Operations on tiles with layouts. Authors do not write them; the passes of
    the `tile-to-tilegpu` pipeline insert them.

    A tile in registers has a type `tensor<...>` with a layout of registers,
    lanes and warps. A tile in shared memory is a `!tilegpu.memdesc<...>` with a
    layout of offsets. `tilegpu.local_store` and `tilegpu.local_load` copy from
    one to the other, `tilegpu.barrier` orders what threads do to shared memory.

    Discardable attributes of this dialect:

    | attribute | on | meaning |
    |---|---|---|
    | `tilegpu.offset` | `tilegpu.local_alloc` | integer: the offset of the tile in the function's shared memory, in bytes; `tile-allocate-shared-memory` writes it |
    | `tilegpu.shared_memory` | `tile.func` | integer: bytes of shared memory that the function's tiles take; `tile-allocate-shared-memory` writes it |
    | `tilegpu.products_in_flight` | `scf.for` | unit: the operands that an iteration multiplies stay in shared memory during the next iteration; `tile-schedule-loops` writes it |
    | `tilegpu.copies_in_place` | `scf.for` | unit: each copy comes after what reads the place in which it goes; `tile-schedule-loops` writes it |
    | `tilegpu.ahead` | `tile.load` | `#tilegpu.ahead`: how many iterations ahead the load runs, and how; `tile-schedule-loops` writes it |
    | `tilegpu.products_scheduled` | `tile.func` | unit: the next four attributes say how all products of the function run; `tile-schedule-products` writes it, and `tile-slice-dots` removes it |
    | `tilegpu.late` | `tilegpu.warpgroup_dot` | unit: the product, the last one of its loop, runs an iteration late; `tile-schedule-products` writes it |
    | `tilegpu.turns` | `scf.for` | unit: warpgroups take turns at the products of the loop, which has a late one; `tile-schedule-products` writes it |
    | `tilegpu.slice` | `tile.dot` | integer: how many elements of K a step of the product takes, whose operands are loaded from shared memory; `tile-schedule-products` writes it |
    | `tilegpu.first_slice_ahead` | `scf.for` | unit: the first product's operands are loaded before the last product of the iteration before; `tile-schedule-products` writes it |
    | `tilegpu.programs` | `scf.for` | unit: the loop runs one program of a CTA after the other; `tile-schedule-loops` writes it |
    | `tilegpu.product_warp` | `scf.for` | unit: the product warp multiplies; `tile-schedule-loops` writes it |
    | `tilegpu.producer_warp` | `scf.for` | unit: the producer warp makes the loads that run ahead; `tile-schedule-loops` writes it |
    | `tilegpu.producer_warp` | `llvm.func` | unit: the kernel had a `tilegpu.producer_warp`, and its CTAs have one more warpgroup than the target says; `tile-distribute-to-threads` writes it |
    | `tilegpu.tensor_memory` | `tile.func` | integer: columns of tensor memory that the kernel allocates; `tile-allocate-tensor-memory` writes it |
    | `tilegpu.prefetch_bytes` | `tile.load` | integer, 64, 128 or 256: the bytes that the L2 cache should fetch, because other programs read the neighbours; `tile-coalesce-memory` writes it |
  }];
  let dependentDialects = ["::mlir::tile::TileDialect"];
  let hasConstantMaterializer = 1;
  let hasOperationAttrVerify = 1;
  let useDefaultTypePrinterParser = 1;
  let useDefaultAttributePrinterParser = 1;
  let extraClassDeclaration = [{
    /// Register the attributes and the types. Two functions, because the
    /// storage of each is private to one source file.
    void registerAttributes();
    void registerTypes();
  }];
}

#endif // TILEGPU_DIALECT_TD
