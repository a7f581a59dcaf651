//===- TileProgramOps.td - A program in its grid, and grids *- tablegen -*-===//
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
    The index along `axis`, from 0 to the number of programs minus 1. It is the
    same in all threads of the program.

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

// All threads execute it, and each of them waits or signals: no barrier is
// needed.
class Tile_GridDependencyOp<string mnemonic> : Tile_Op<mnemonic, [
    MemoryEffects<[MemRead, MemWrite]>, Tile_AccessesNoMemory]> {
  let assemblyFormat = "attr-dict";
}

def Tile_GridDependencyWaitOp : Tile_GridDependencyOp<"grid_dependency_wait"> {
  let summary = "waits for earlier grids";
  let description = [{
    A launch with the attribute for programmatic dependent launch may begin
    while the previous grid still runs. This operation waits until all earlier
    grids have ended and their writes are visible. Operations before it must not
    read what those grids write. An atomic operation after it that releases
    makes the data visible to other programs. In a grid that was launched
    without the attribute, it does not wait.

    Becomes `griddepcontrol.wait` (PTX ISA, "Parallel Synchronization and
    Communication Instructions: griddepcontrol"), and nothing on targets before
    sm_90, which have no such launches.

    Example:

    ```mlir
    tile.grid_dependency_wait
    ```
  }];
}

def Tile_GridDependencyLaunchDependentsOp :
    Tile_GridDependencyOp<"grid_dependency_launch_dependents"> {
  let summary = "lets the next grid begin";
  let description = [{
    The next grid, if it was launched with the attribute for programmatic
    dependent launch, may begin when every program of this grid has executed
    this operation or ended. The operation orders no memory: the next grid waits
    by `tile.grid_dependency_wait` before it reads what this grid writes.
    Without such a grid nothing happens.

    Becomes `griddepcontrol.launch_dependents` (PTX ISA, "Parallel Synchronization
    and Communication Instructions: griddepcontrol"), and nothing on targets
    before sm_90, which have no such launches.

    Example:

    ```mlir
    tile.grid_dependency_launch_dependents
    ```
  }];
}

#endif // TILE_PROGRAM_OPS_TD
