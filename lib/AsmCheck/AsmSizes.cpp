//===- AsmSizes.cpp - What the declarations of an asm take ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AsmSizes.h"

#include "tile/Hardware/SharedMemory.h"

#include "llvm/ADT/Twine.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir::tile;
using namespace mlir::tile::ptx;
using llvm::StringRef;
using llvm::Twine;

/// ptxas takes a second for each hundred million.
static constexpr uint64_t kMaxRegisters = 1 << 24;

/// ptxas takes seconds from here on, and gigabytes at 2^31.
static constexpr uint64_t kMaxAlignment = 1 << 23;

/// CUDA Programming Guide, "Technical Specifications per Compute Capability":
/// local memory of a thread, and constant memory.
static constexpr uint64_t kMaxLocal = 512 * 1024;
static constexpr uint64_t kMaxConstants = 64 * 1024;

/// The shared memory that a kernel may declare.
static uint64_t getMaxShared(std::optional<Target> target) {
  return target ? getMaxStaticSharedMemory(target->capability, target->suffix)
                : kLargestSharedMemory;
}

/// In bytes, rounded up to the alignment; UINT64_MAX of more.
static uint64_t getBytes(const Variable &variable,
                         const Declarator &declarator) {
  uint64_t bits =
      getTypeBits(variable.type) * std::max<uint64_t>(variable.vectorSize, 1);
  bool overflows = false;
  uint64_t bytes = llvm::divideCeil(bits, 8);
  for (std::optional<uint64_t> size : declarator.dims) {
    bool overflowsHere = false;
    bytes = llvm::SaturatingMultiply(bytes, size.value_or(1), &overflowsHere);
    overflows |= overflowsHere;
  }
  uint64_t alignment = std::max<uint64_t>(variable.alignment, 1);
  return overflows || bytes > UINT64_MAX - alignment
             ? UINT64_MAX
             : llvm::alignTo(bytes, alignment);
}

std::optional<OperandProblem> AsmSizes::add(const Variable &variable) {
  StringRef space = variable.space;
  if (variable.alignment > kMaxAlignment)
    return OperandProblem{variable.location, "declaration",
                          "expected an alignment of at most " +
                              std::to_string(kMaxAlignment) + ", found " +
                              std::to_string(variable.alignment),
                          ""};
  std::optional<OperandProblem> problem;
  for (const Declarator &declarator : variable.names) {
    std::optional<OperandProblem> found;
    if (space == "reg")
      found = addTo(registers, declarator.rangeCount.value_or(1), kMaxRegisters,
                    "registers in the body", declarator);
    else if (space == "shared")
      found = addTo(shared, getBytes(variable, declarator),
                    getMaxShared(target), "bytes of shared memory", declarator);
    else if (space == "local")
      found = addTo(local, getBytes(variable, declarator), kMaxLocal,
                    "bytes of local memory", declarator);
    else if (space == "const")
      found = addTo(constants, getBytes(variable, declarator), kMaxConstants,
                    "bytes of constant memory", declarator);
    if (found && !problem)
      problem = std::move(found);
  }
  return problem;
}

std::optional<OperandProblem> AsmSizes::addTo(Total &total, uint64_t size,
                                              uint64_t limit, StringRef what,
                                              const Declarator &declarator) {
  total.used = llvm::SaturatingAdd(total.used, size);
  if (total.used <= limit || total.isReported)
    return std::nullopt;
  total.isReported = true;
  std::string name = declarator.name;
  if (declarator.rangeCount)
    name += "<" + std::to_string(*declarator.rangeCount) + ">";
  bool isOfTarget = what == "bytes of shared memory" && target;
  return OperandProblem{
      declarator.location, "declaration",
      ("expected at most " + Twine(limit) + " " + what +
       (isOfTarget ? " for " + target->getName() : "") + ", found " +
       (total.used == UINT64_MAX ? "more than 2^64" : Twine(total.used)) +
       " with '" + name + "'")
          .str(),
      ""};
}
