//===- EmitCImpl.h - What the parts of emitC share --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The plan of a pair, which is made first, and the functions that write it.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_AOT_EMITCIMPL_H
#define TILE_AOT_EMITCIMPL_H

#include "tile/AOT/EmitC.h"

#include "llvm/Support/raw_ostream.h"

namespace mlir::tile {

struct TargetInfo;

namespace aot {

/// How C passes an argument.
enum class ParameterKind { Pointer, Integer, Bits, Float };

struct Parameter {
  const KernelArgument *argument = nullptr;
  ParameterKind kind = ParameterKind::Pointer;
  /// "int32_t"; for pointers with the '*'.
  std::string type, name;
  /// The argument's, as a value of the C type.
  std::optional<int64_t> fixedValue;
};

struct Function {
  const KernelInfo *kernel = nullptr;
  /// "add_vector_add".
  std::string name;
  std::vector<Parameter> parameters;
  /// Bytes of shared memory per CTA, static and dynamic: the least and the most
  /// of the images.
  uint64_t leastShared = 0, mostShared = 0;
};

/// A cubin or a PTX text of an image.
struct Code {
  const TargetInfo *target = nullptr;
  Stage stage = Stage::PTX;
  llvm::StringRef content;
  /// What it is of. Its kernels are in the order of the functions.
  const KernelImage *image = nullptr;
};

struct Plan {
  /// "my_add", "MyAdd", and "myAdd" for what only the source sees.
  std::string name, typeName, localName;
  std::vector<Function> functions;
  /// In the order in which the loader tries them.
  std::vector<Code> codes;
};

/// "const void *x" or "int32_t n".
std::string getDeclaration(const Parameter &parameter);
/// The function's head without a semicolon.
std::string getPrototype(const Plan &plan, const Function &function);
/// "sm_80 (cubin, PTX), sm_90a (PTX)".
std::string listCodes(const Plan &plan);

std::string emitHeader(const Plan &plan);
/// Defines <local>Codes, a table for the loader, and the data it points to.
void embedCodes(const Plan &plan, llvm::raw_ostream &os);
/// The source up to the tables, and from there to the launch functions.
std::string getLoaderHead(const Plan &plan);
std::string getLoaderTail(const Plan &plan);

} // namespace aot
} // namespace mlir::tile

#endif // TILE_AOT_EMITCIMPL_H
