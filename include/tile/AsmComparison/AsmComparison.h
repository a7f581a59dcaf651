//===- AsmComparison.h - An inline asm against its fallback -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels that run an inline asm and its fallback on the same inputs, count how
// often they differ, and show one input with both results.
//
//===----------------------------------------------------------------------===//
//
// A *group* is what one invocation of the asm gets. Its inputs are the elements
// of the operands (for packed_element = 4: four of each; of operands that are
// per_group or scalars: one), without those that are constants because the asm
// wants an immediate. Inputs are made from the group's number, on the device:
//
//   All      the bits of the number are the inputs' bits, the first one
//            lowest. For at most 32 bits in all.
//   Special  the special values of each input's type (tile/Run/SpecialValues.h)
//            in many combinations: all combinations for any t inputs, where a
//            limit of groups decides t. With
//            t = 2 and three inputs, group n = a + 256 b has the values number
//            (a, a ^ b, a ^ 2b) of their lists, products in GF(2^8): whatever
//            two of these are to be, some a and b make them so (Reed-Solomon
//            codes are orthogonal arrays).
//   Random   from a hash of the number and a seed, a mixture of: random bits,
//            exponents around 1, few leading bits with a neighbour of that,
//            small integers, and special values.
//
// The asm is given its registers and not the elements, and the fallback the
// elements in operands of their own. So each group is one element of a tile,
// and no layout decides which elements belong together.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_ASMCOMPARISON_ASMCOMPARISON_H
#define TILE_ASMCOMPARISON_ASMCOMPARISON_H

#include "tile/AsmCheck/AsmAnalysis.h"
#include "tile/Dialect/Tile/IR/Tile.h"
#include "tile/Run/ElementType.h"

#include "mlir/IR/OwningOpRef.h"

namespace mlir::tile {

struct TargetInfo;

/// An element of an operand or a result, of one group.
struct AsmElement {
  unsigned index;   ///< of the operand or result
  unsigned element; ///< its place in the group
  /// The group has one of it: per_group, or a scalar.
  bool isShared = false;
  run::ElementType type;
};

/// How inputs are made from a group's number.
enum class AsmInputs { All, Special, Random };

/// Groups of these inputs, with numbers from 0.
struct AsmSection {
  AsmInputs inputs;
  uint64_t numGroups;
};

/// What the kernel "compare_..." adds to, in this order.
struct AsmDifferences {
  uint64_t numGroups = 0;
  uint64_t firstGroup = ~uint64_t(0);
  /// Groups that differ only in what NaN it is; none where that counts as a
  /// difference.
  uint64_t numOnlyNaN = 0;
  /// The most values of a float's format that two results which differ are
  /// apart; all ones if one of them is NaN, or no float.
  uint64_t maxUlp = 0;
};

/// What counts as a difference.
struct AsmTolerance {
  /// All NaNs are the same.
  bool areNaNsEqual = true;
  /// Floats that are at most so many values of their format apart are equal;
  /// with 0, only the same bits are.
  uint64_t maxUlp = 0;
};

class AsmComparison {
public:
  /// Groups that a CTA of the kernel "compare_..." compares.
  static constexpr unsigned kGroupsPerCTA = 4096;

  /// Why an asm with a fallback cannot be compared with it: "it is not pure".
  /// Empty if it can.
  static std::string findObstacle(ElementwiseInlineAsmOp op);

  /// The op must live as long, have a fallback and no obstacle.
  explicit AsmComparison(ElementwiseInlineAsmOp op);

  /// Whether both compare the same.
  bool isSame(const AsmComparison &other) const;

  /// The inputs that vary, and the results.
  ArrayRef<AsmElement> getInputs() const { return inputs; }
  ArrayRef<AsmElement> getResults() const { return results; }
  unsigned getInputBits() const { return inputBits; }
  /// Whether all inputs can be tried.
  bool canTryAll() const { return inputBits <= 32; }

  /// Chooses the inputs: all of them, if there are many after some special
  /// ones, which find most of what is wrong at once; or `numGroups`, at most
  /// half of them special.
  void tryAll();
  void trySome(uint64_t numGroups);
  ArrayRef<AsmSection> getSections() const { return sections; }

  /// A module with two kernels for each section, "compare_X" and "show_X", X
  /// being "all", "special" or "random":
  ///
  ///   compare_X(start: i64, end: i64, seed: i64, table: pointer to i64,
  ///             differences: pointer to AsmDifferences)
  ///
  /// CTA c compares the groups from start + c * kGroupsPerCTA on, those below
  /// `end`.
  ///
  ///   show_X(number: i64, -, seed: i64, table: pointer, out: pointer to i64)
  ///
  /// writes of one group the bits of each input, of each result of the asm, and
  /// of each result of the fallback.
  OwningOpRef<ModuleOp> buildModule(const AsmTolerance &tolerance) const;
  static std::string getKernelName(AsmInputs inputs, bool shows);

  /// What `table` points to: the special values of each input.
  const std::vector<uint64_t> &getTable() const { return table; }
  /// In words that are independent of one another for nearby seeds.
  static uint64_t scrambleSeed(uint64_t seed);

private:
  friend class AsmKernelBuilder;
  /// Adds a section of at most that many special groups, if there can be any.
  uint64_t addSpecial(uint64_t maxGroups);
  /// The immediate of an operand, null if it has none.
  Attribute getConstant(unsigned operand) const;

  ElementwiseInlineAsmOp op;
  SmallVector<AsmElement> inputs, results;
  unsigned inputBits = 0;
  /// Inputs for which all combinations of special values are tried.
  unsigned strength = 0;
  SmallVector<AsmSection> sections;
  std::vector<uint64_t> table;
};

/// What is wrong with the asm on a target, errors only. `ptxVersion` may be 0.
std::vector<ptx::Finding> findAsmErrors(ElementwiseInlineAsmOp op,
                                        const TargetInfo &target,
                                        unsigned ptxVersion);

} // namespace mlir::tile

#endif // TILE_ASMCOMPARISON_ASMCOMPARISON_H
