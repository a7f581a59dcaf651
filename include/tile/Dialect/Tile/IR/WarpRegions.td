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
    An operation whose regions run on some of the warps that come to it, each
    region on its own. Layouts in such a region distribute over its warps, and
    its threads are numbered from 0.

    Everything that asks for a number of warps asks `getNumWarps` in
    WarpRegions.h, which finds the nearest of these operations.
  }];
  let methods = [
    InterfaceMethod<"The number of warps that run a region, a power of two.",
      "unsigned", "getRegionNumWarps", (ins "unsigned":$region)>,
    InterfaceMethod<
      [{The first warp that runs a region, where the warps that come to the
        operation are numbered from 0.}],
      "unsigned", "getRegionFirstWarp", (ins "unsigned":$region)>
  ];
}

#endif // TILE_WARPREGIONS_TD
