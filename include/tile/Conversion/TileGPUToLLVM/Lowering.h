//===- Lowering.h - From tiles to each thread's scalars ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the patterns share that turn operations on tiles into operations on the
// scalars which one thread holds.
//
//===----------------------------------------------------------------------===//
//
// A tile of layout L becomes one scalar for each register of L, in the order of
// the register index (a 1:N type conversion). An operation on tiles becomes,
// for each register, the same operation on scalars: arith and math operations
// stay arith and math, operations of the tile dialect become llvm and nvvm
// ones. The second step, `tile-convert-to-llvm`, lowers the scalar arith and
// math.
//
// Scalars convert as follows: pointers to !llvm.ptr, 8-bit floats to i8; all
// others stay.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_CONVERSION_TILEGPUTOLLVM_LOWERING_H
#define TILE_CONVERSION_TILEGPUTOLLVM_LOWERING_H

#include "tile/Dialect/Tile/IR/Lowerings.h"
#include "tile/Dialect/Tile/IR/Tile.h"
#include "tile/Hardware/TargetInfo.h"

namespace mlir {
class LLVMTypeConverter;
} // namespace mlir

namespace mlir::tile {

/// Makes the operations of llvm and nvvm legal, the most frequent ones by
/// themselves: a target finds these faster than a dialect, by its name.
void addLLVMOps(ConversionTarget &target);

/// Converts tiles to one scalar a register, and scalars as said above.
class ThreadTypeConverter : public TypeConverter {
public:
  explicit ThreadTypeConverter(MLIRContext *context);

  /// The type of one element of `type`, a tile or a scalar, in a register.
  Type convertElement(Type type) const {
    return convertType(getScalarType(type));
  }

  /// The scalars that a thread holds of a value of this type: 1 for a scalar.
  static unsigned getNumRegisters(Type type);
};

/// Adds a pattern for an elementwise operation with one result. `lower` makes
/// an element of the operands' elements; operands that are scalars where the
/// result is a tile go to every element. It cannot fail: what does not lower is
/// rejected by the verifiers.
template <typename Op>
void addElementLowering(
    const ThreadTypeConverter &converter, RewritePatternSet &patterns,
    Value (*lower)(Op, ArrayRef<Value> operands, Type elementType,
                   ConversionPatternRewriter &, const ThreadTypeConverter &)) {
  patterns.add<Lowering<Op, Parts<Op>>>(
      converter, patterns.getContext(),
      [&converter, lower](Op op, Parts<Op> adaptor,
                          ConversionPatternRewriter &rewriter) {
        Type type = op->getResult(0).getType();
        SmallVector<Value> results;
        for (unsigned i = 0, e = converter.getNumRegisters(type); i < e; ++i) {
          SmallVector<Value, 4> scalars;
          for (ValueRange registers : adaptor.getOperands())
            scalars.push_back(registers[registers.size() == 1 ? 0 : i]);
          results.push_back(lower(op, scalars, converter.convertElement(type),
                                  rewriter, converter));
        }
        rewriter.replaceOpWithMultiple(op, {results});
        return success();
      });
}

/// The arith and math operations that become instructions of the GPU other than
/// upstream's patterns choose; docs/math.md lists them. Take precedence.
/// `fastMath` chooses faster, less exact instructions; so does `afn` on an
/// operation. Where a*b+c becomes an fma is Target's matter.
void populateScalarMathPatterns(LLVMTypeConverter &converter,
                                RewritePatternSet &patterns,
                                const TargetInfo &target, bool fastMath);

} // namespace mlir::tile

#endif // TILE_CONVERSION_TILEGPUTOLLVM_LOWERING_H
