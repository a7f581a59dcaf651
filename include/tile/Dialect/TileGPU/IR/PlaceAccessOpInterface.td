//===- PlaceAccessOpInterface.td - Who touches places ------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The one place where an operation says how it touches shared memory.
//
//===----------------------------------------------------------------------===//

#ifndef TILEGPU_PLACE_ACCESS_OP_INTERFACE_TD
#define TILEGPU_PLACE_ACCESS_OP_INTERFACE_TD

include "mlir/IR/Interfaces.td"

def PlaceAccessOpInterface : OpInterface<"PlaceAccessOpInterface"> {
  let cppNamespace = "::mlir::tilegpu";
  let description = [{
    An operation that reads or writes places in shared memory. Barriers, fences,
    allocation, and the passes that move operations ask this, and no pass has a
    list of such operations. An operation of the dialect without this interface
    touches no place.
  }];
  let methods = [
    InterfaceMethod<[{
      What the operation does to each place, in the order in which it does so.}],
      "::llvm::SmallVector<::mlir::tilegpu::PlaceAccess, 2>",
      "getPlaceAccesses", (ins)>
  ];
}

#endif // TILEGPU_PLACE_ACCESS_OP_INTERFACE_TD
