//===- WarpRegions.td - Regions of some of the warps -------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILE_WARPREGIONS_TD
#define TILE_WARPREGIONS_TD

include "mlir/IR/OpBase.td"

def Tile_WarpRegionsOpInterface : OpInterface<"WarpRegionsOpInterface"> {
  let cppNamespace = "::mlir::tile";
  let description = [{
    An operation each of whose regions runs on some of the warps that reach the
    operation. Layouts in a region distribute over its warps, and its threads
    are numbered from 0.

    Code that needs a number of warps calls `getNumWarps` in WarpRegions.h,
    which finds the nearest of these operations.
  }];
  let methods = [
    InterfaceMethod<"The number of warps that run a region, a power of two.",
      "unsigned", "getRegionNumWarps", (ins "unsigned":$region)>,
    InterfaceMethod<
      [{The first warp that runs a region. The warps that reach the operation
      are numbered from 0.}], "unsigned", "getRegionFirstWarp", (ins
      "unsigned":$region)>
  ];
}

#endif // TILE_WARPREGIONS_TD
