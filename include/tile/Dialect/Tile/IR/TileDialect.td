//===- TileDialect.td - The tile dialect -------------------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILE_DIALECT_TD
#define TILE_DIALECT_TD

include "mlir/IR/OpBase.td"

def Tile_Dialect : Dialect {
  let name = "tile";
  let cppNamespace = "::mlir::tile";
  let summary = "Kernels over tiles, with PTX where it matters";
  let description = [{
    One program of a `tile` kernel works on whole tiles: ranked tensors of 1 to
    20 dimensions, of any size, in the registers of one CTA. Dimensions that are
    not powers of two are padded, see docs/odd-tiles.md. A grid of programs,
    numbered by `tile.get_program_id`, covers the data.

    Arithmetic on tiles is `arith` and `math`, control flow is `scf` and `cf`;
    this dialect adds what they lack: pointers and tiles of pointers, loads and
    stores, the shape operations, conversions of narrow floats, and PTX that is
    injected element by element (`tile.elementwise_inline_asm`).

    The vocabulary and, for most operations, the syntax are the same as in
    Triton's TTIR, which imports by renaming.

    The dialect has two levels. In the source, tensors carry no layout. After
    the `tile-to-tilegpu` pipeline each tensor type carries a layout attribute
    (`#tile.blocked`, `#tile.slice`, `#tile.linear`), which says which register
    of which lane of which warp holds each element.

    Discardable attributes of this dialect:

    | attribute | on | meaning |
    |---|---|---|
    | `tile.target` | module | `#tile.target`: what the module is compiled for |
    | `tile.divisibility` | function argument | an integer, or the address that a pointer holds in bytes, is a multiple of this power of two |
    | `tile.value` | function argument | an integer attribute of the argument's type: the value that it has at every launch; `tile-fix-arguments` replaces the argument by it |
    | `tile.contiguity`, `tile.constancy` | an operation with one tile result | array of integers, one per dimension: a promise about the result, in elements |
    | `tile.bitcode_libraries` | module | array of strings: LLVM bitcode files to link, the empty string is libdevice; lowerings write it |
    | `tile.keep_layouts` | module | unit: tiles keep the layouts that they have, and no pass chooses others; the import of TTGIR writes it |
    | `tile.versioned` | `scf.if` | unit: both regions do the same; the first one has no masks, and runs for tiles that are wholly in bounds; written by `tile-version-masked-blocks` |
    | `tile.num_stages` | `scf.for` | an i32 of 0 to 32: how many iterations are in flight at a time, see `tile-schedule-loops`; 0 and 1: one after the other |
    | `tile.flatten` | `scf.for` | unit: a request that the loop inside loads for its next run before the rest of this iteration, as if both were one loop, see `tile-pipeline-loops` |
    | `tile.warp_specialize`, `tile.disallow_acc_multi_buffer` | `scf.for` | unit or a boolean: requests of the author, from Triton's TTIR; no pass uses them yet |
    | `tile.never_copied` | `llvm.inline_asm` | unit: an author's asm with side effects, which no optimisation may copy, for example by unrolling a loop; written by `tile-distribute-to-threads` |
    | `tile.programs_per_cta` | the module, `llvm.func` | an i32, a power of two up to 32: how many programs share a CTA, see `tile-group-programs`; on a kernel that is an `llvm.func`, the last parameter is then the number of programs, which Tilewright's launches pass |
    | `tile.tensor_map` | function argument | a dictionary: how a launch makes this tensor map from the other arguments (`TensorMaps.h`) |
    | `tile.tensor_map_entry_of` | `tile.func`, `llvm.func` | a string, the name of a kernel: this function does the same, with tensor maps after its arguments; written by `tile-find-boxes` |
    | `tile.positive_arguments` | the same function | array of sums of arguments that are positive at every launch of this function |
    | `tile.persistent` | the same function | unit: a CTA runs several programs, a launch has at most as many CTAs as the GPU runs at a time, and the last three parameters, i32, are the numbers of programs along x, y and z |
    | `tile.loop_split` | the same function | a dictionary: a launch may run each program by a cluster of CTAs along x, which share the iterations of a loop; it has `length` / `step` iterations, the former a sum of arguments, the latter an i64 (`TensorMaps.h`); written by `tile-schedule-loops` |
    | `tile.cta_pairs` | the same function | unit: two CTAs with neighbouring numbers along x are a cluster and work together, a launch has one CTA more if the number of programs along x is odd, and the last parameter, i32, is that number |
    | `tile.tensor_maps` | the same function as an `llvm.func` | array of dictionaries: the `tile.tensor_map` of each of its tensor maps, in order |
    | `tile.dynamic_shared_memory` | `llvm.func` | an i64: bytes of dynamic shared memory per CTA that the kernel needs; each of Tilewright's launches provides them |
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::math::MathDialect",
    "::mlir::scf::SCFDialect", "::mlir::cf::ControlFlowDialect",
    "::mlir::ub::UBDialect"
  ];
  let useDefaultTypePrinterParser = 1;
  let useDefaultAttributePrinterParser = 1;
  let hasConstantMaterializer = 1;
  let hasOperationAttrVerify = 1;
  let hasRegionArgAttrVerify = 1;
  let extraClassDeclaration = [{
    /// Registers the attributes. A function of its own, because their storage
    /// is private to one source file.
    void registerAttributes();
  }];
}

#endif // TILE_DIALECT_TD
