//===- TileProgramOps.td - The place of a program in its grid -*- tablegen -*-//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILE_PROGRAM_OPS_TD
#define TILE_PROGRAM_OPS_TD

include "tile/Dialect/Tile/IR/TileOpBase.td"

class Tile_ProgramQueryOp<string mnemonic> : Tile_Op<mnemonic, [
    Pure, UniformOpInterface,
    DeclareOpInterfaceMethods<InferIntRangeInterface, ["inferResultRanges"]>,
    DeclareOpInterfaceMethods<InferTypeOpInterface>]> {
  let arguments = (ins Tile_ProgramAxis:$axis);
  let results = (outs I32:$result);
  let assemblyFormat = "$axis attr-dict `:` type($result)";
}

def Tile_GetProgramIdOp : Tile_ProgramQueryOp<"get_program_id"> {
  let summary = "the index of this program in the grid";
  let description = [{
    The index along `axis`, from 0 to the number of programs less one. The same
    in all threads of the program.

    Becomes a read of `%ctaid` (PTX ISA, "Special Registers"); along x, if P
    programs share a CTA, `P * %ctaid.x + %tid.y` (`tile-group-programs`).

    Example:

    ```mlir
    %pid = tile.get_program_id x : i32
    ```
  }];
}

def Tile_GetNumProgramsOp : Tile_ProgramQueryOp<"get_num_programs"> {
  let summary = "the number of programs in the grid";
  let description = [{
    The number of programs that the launch asked for along `axis`.

    Becomes a read of `%nctaid` (PTX ISA, "Special Registers"); along x, if
    several programs share a CTA, of a parameter that the launch fills in
    (`tile-group-programs`).

    Example:

    ```mlir
    %n = tile.get_num_programs y : i32
    ```
  }];
}

#endif // TILE_PROGRAM_OPS_TD
