//===- UniformOpInterface.td - What all threads agree on ---*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The one place where an operation says that its results do not depend on the
// thread. Uniformity.h explains it.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_UNIFORM_OP_INTERFACE_TD
#define TILE_UNIFORM_OP_INTERFACE_TD

include "mlir/IR/OpBase.td"

def UniformOpInterface : OpInterface<"UniformOpInterface"> {
  let cppNamespace = "::mlir::tile";
  let description = [{
    An operation whose results do not depend on the thread: if all threads of
    the program have the same scalar operands, and all copies of an element of a
    tile are equal, then the same is true of its results. An operation without
    this interface may return another value in each thread. Passes call
    `keepsUniform` in Uniformity.h, which also handles operations of other
    dialects.
  }];
  let methods = [
    InterfaceMethod<[{
      Whether this operation has the property. The operations in its regions are
      checked separately. Default: yes.}], "bool", "isUniformMap", (ins), "",
      "return true;">
  ];
}

#endif // TILE_UNIFORM_OP_INTERFACE_TD
