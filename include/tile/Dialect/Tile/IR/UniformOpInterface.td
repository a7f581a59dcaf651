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
    An operation whose results do not depend on the thread: if all threads of the
    program have the same scalars as operands, and the same copies of each
    element of a tile, then so are its results. An operation without this
    interface may return another value in each thread. Passes ask `keepsUniform`
    in Uniformity.h, which also knows operations of other dialects.
  }];
  let methods = [
    InterfaceMethod<[{
      Whether that is so of this very operation; what is in its regions is
      asked on its own. Default: yes.}],
      "bool", "isUniformMap", (ins), "", "return true;">
  ];
}

#endif // TILE_UNIFORM_OP_INTERFACE_TD
