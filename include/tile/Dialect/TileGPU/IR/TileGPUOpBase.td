//===- TileGPUOpBase.td - What all tilegpu operations share -*- tablegen -*-==//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILEGPU_OP_BASE_TD
#define TILEGPU_OP_BASE_TD

include "tile/Dialect/TileGPU/IR/PlaceAccessOpInterface.td"
include "tile/Dialect/TileGPU/IR/TileGPUDialect.td"
include "tile/Dialect/TileGPU/IR/TileGPUTypes.td"
include "tile/Dialect/Tile/IR/TileOpBase.td"

class TileGPU_Op<string mnemonic, list<Trait> traits = []> :
    Op<TileGPU_Dialect, mnemonic, !listconcat(traits, [Tile_LegalTiles])>;

// The memory that local_alloc, local_store and local_load access, and barriers
// order.
def TileGPU_SharedMemory : Resource<"::mlir::tilegpu::SharedMemory">;

def TileGPU_MemDesc : Type<
    CPred<"::llvm::isa<::mlir::tilegpu::MemDescType>($_self)">,
    "tile in shared memory", "::mlir::tilegpu::MemDescType">;

#endif // TILEGPU_OP_BASE_TD
