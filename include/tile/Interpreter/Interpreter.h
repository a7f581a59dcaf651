//===- Interpreter.h - Evaluates kernels over plain arrays ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs a kernel of the tile dialect as its operations are described: program by
// program, operation by operation, each tile an array in row-major order. What
// a compiled kernel computes can be compared with it.
//
//===----------------------------------------------------------------------===//
//
// Nothing here knows threads, layouts, LLVM or PTX. Layouts of tiles are
// ignored, and so are cache hints, fast-math flags and contraction: a product
// and a sum round twice.
//
// Programs run one after the other, the x axis of the grid fastest; each sees
// the memory that those before it left.
//
// Floats. An operation on f16, bf16, f32 or f64 rounds its exact result once,
// to nearest even; operations of `math` and of libdevice are the host's
// functions in f64, rounded. A NaN that an operation makes has the bits that
// PTX gives it.
//
// Sums. A reduction combines neighbours first: elements 0 and 1, 2 and 3, ...,
// then these pairs, and so on, whatever it computes. A sum of floats therefore
// may differ from that of a compiled kernel, which is grouped in another way;
// InterpreterOptions::followBounds says by how much. A matrix product computes
// its sums in f64, or for f64 with twice the digits, and rounds them once.
//
// What an operation leaves unspecified is a pattern that is easy to recognise:
// run::getPoison. It is the value of `ub.poison`, of what a load's mask leaves
// out where there is no `other`, of a shift by too much, and of a float that
// does not fit the integer that it becomes. Undefined behaviour ends the launch
// with an error: an integer division by zero, the overflow of a signed one, a
// loop whose step is not positive.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_INTERPRETER_INTERPRETER_H
#define TILE_INTERPRETER_INTERPRETER_H

#include "tile/Dialect/Tile/IR/Tile.h"
#include "tile/Interpreter/Memory.h"

#include "llvm/Support/raw_ostream.h"

#include <array>
#include <functional>

namespace mlir::tile::interp {

struct InterpreterOptions {
  /// Programs along x, y and z.
  std::array<uint32_t, 3> grid{1, 1, 1};
  /// What a program may do before it counts as a runaway loop: one step for
  /// each operation, and one for each 1024 elements of its results.
  uint64_t stepLimit = 100'000'000;
  /// Where tile.print prints; null: nowhere.
  llvm::raw_ostream *output = nullptr;
  /// Whether each element that a sum of floats made carries a bound: the
  /// farthest that any other order of the same sum can be from it. It goes
  /// through operations that move, order and choose elements, and through
  /// matrix products, arithmetic and monotone functions; any other operation
  /// makes it infinite. A store leaves it in Memory::Buffer::bounds. Not
  /// followed: how often a loop runs, which way a branch between blocks goes,
  /// and whether and where an element is stored, if that depends on such an
  /// element.
  bool followBounds = false;
  /// Called after each program with how many have ended; may be empty.
  std::function<void(uint64_t done, uint64_t total)> onProgress;
};

/// Runs every program of the grid. `arguments` has the bits of each argument of
/// `kernel`, an address for a pointer. Fails at the first error, which is
/// reported at the operation that made it, with the program and the element.
LogicalResult interpret(FuncOp kernel, ArrayRef<uint64_t> arguments,
                        Memory &memory, const InterpreterOptions &options);

/// The names of all operations that can be evaluated, in order.
std::vector<std::string> getEvaluatedOperations();

} // namespace mlir::tile::interp

#endif // TILE_INTERPRETER_INTERPRETER_H
