//===- TileDebugOps.td - Printing and assertions -----------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILE_DEBUG_OPS_TD
#define TILE_DEBUG_OPS_TD

include "tile/Dialect/Tile/IR/TileOpBase.td"

def Tile_PrintOp : Tile_Op<"print", [
    MemoryEffects<[MemWrite]>, Tile_AccessesNoMemory, LayoutOpInterface]> {
  let summary = "prints values from the device";
  let description = [{
    Prints one line for each element of each operand: the program's index, the
    element's index in the tile, `prefix`, and the value. With `hex`, values are
    printed as hexadecimal bits. Elements that several threads hold are printed
    once. Lines of different threads come in any order. With `extents`, which an
    operation with a single tile may have, only elements whose index is smaller
    than the extent along each dimension are printed.

    Becomes calls of `vprintf` (CUDA C++ Programming Guide, "Formatted Output").

    Example:

    ```mlir
    tile.print " x: " {hex = false, isSigned = array<i32: 1>} : %0 : tensor<128xi32>
    ```
  }];
  let arguments = (ins
    /// Printed before each value.
    StrAttr:$prefix,
    /// Whether values are printed as hexadecimal bits.
    BoolAttr:$hex,
    /// What to print.
    Variadic<Tile_AnyLike>:$args,
    /// For each operand, whether its integers are signed (1) or not (0).
    DenseI32ArrayAttr:$isSigned,
    /// The extents of the part that is printed, from the first element on;
    /// tile-pad-tiles sets them for tiles that it pads.
    OptionalAttr<DenseI64ArrayAttr>:$extents);
  let assemblyFormat = [{
    $prefix attr-dict (`:` $args^ `:` type($args))?
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// Each operand may have a layout of its own.
    unsigned getNumLayoutClasses() {
      return ::std::max(1u, (*this)->getNumOperands());
    }
    unsigned getOperandLayoutClass(unsigned operand) { return operand; }
    bool isOncePerElement() { return true; }
  }];
}

def Tile_AssertOp : Tile_Op<"assert", [
    MemoryEffects<[MemWrite]>, Tile_AccessesNoMemory, LayoutOpInterface]> {
  let summary = "stops the grid if a condition is false";
  let description = [{
    If an element of `condition` is false, prints `message` with the source
    location and the thread's index, and ends the launch with an error.

    Becomes a branch and a call of `__assertfail` (CUDA C++ Programming Guide,
    "Assertion").

    Example:

    ```mlir
    tile.assert %ok, "index out of range" : tensor<128xi1>
    ```
  }];
  let arguments = (ins
    /// What must hold, for every element.
    Tile_BoolLike:$condition,
    /// What to print otherwise.
    StrAttr:$message);
  let assemblyFormat = "$condition `,` $message attr-dict `:` type($condition)";
}

#endif // TILE_DEBUG_OPS_TD
