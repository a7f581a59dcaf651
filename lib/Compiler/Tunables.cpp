//===- Tunables.cpp - Replaces constants of a source ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Compiler/Tunables.h"

#include "tile/Compiler/Compiler.h"
#include "tile/Dialect/Tile/IR/Tunable.h"
#include "tile/Support/Status.h"

#include "mlir/Bytecode/BytecodeWriter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::tile;

/// The number as a value of that type; null if the type has no such value.
static TypedAttr makeValue(Type type, int64_t number) {
  if (auto shaped = dyn_cast<ShapedType>(type)) {
    TypedAttr element = makeValue(shaped.getElementType(), number);
    return element ? DenseElementsAttr::get(shaped, Attribute(element))
                   : TypedAttr();
  }
  if (auto floating = dyn_cast<FloatType>(type))
    return FloatAttr::get(floating, static_cast<double>(number));
  if (isa<IndexType>(type))
    return IntegerAttr::get(type, number);
  auto integer = dyn_cast<IntegerType>(type);
  if (!integer)
    return {};
  unsigned width = integer.getWidth();
  if (width < 64 && !llvm::isIntN(width, number) &&
      !llvm::isUIntN(width, static_cast<uint64_t>(number)))
    return {};
  return IntegerAttr::get(type, APInt(width, static_cast<uint64_t>(number),
                                      /*isSigned=*/false,
                                      /*implicitTrunc=*/true));
}

/// Replaces the constants of one name.
static llvm::Error setTunable(ModuleOp module, StringRef name, int64_t number) {
  bool isFound = false;
  std::string problem;
  SmallVector<StringRef> others;
  module.walk([&](arith::ConstantOp constant) {
    auto tunable = constant->getAttrOfType<StringAttr>(kTunableAttrName);
    if (!tunable)
      return;
    if (tunable.getValue() != name) {
      others.push_back(tunable.getValue());
      return;
    }
    isFound = true;
    if (TypedAttr value = makeValue(constant.getType(), number)) {
      constant.setValueAttr(value);
      return;
    }
    llvm::raw_string_ostream(problem)
        << "expected a value of " << constant.getType() << " for the tunable '"
        << name << "', found " << number;
  });
  if (!isFound) {
    llvm::sort(others);
    others.erase(llvm::unique(others), others.end());
    problem = ("expected the name of a tunable of the source, " +
               (others.empty() ? std::string("which has none")
                               : "one of " + llvm::join(others, ", ")) +
               ", found '" + name + "'")
                  .str();
  }
  return problem.empty() ? llvm::Error::success()
                         : makeError(StatusCode::InvalidArgument, problem);
}

llvm::Expected<std::string> mlir::tile::setTunables(
    llvm::MemoryBufferRef source,
    llvm::ArrayRef<std::pair<std::string, int64_t>> values) {
  if (values.empty())
    return source.getBuffer().str();
  std::unique_ptr<MLIRContext> context = Compiler::createContext();
  std::string firstError;
  ScopedDiagnosticHandler handler(context.get(), [&](Diagnostic &diagnostic) {
    if (firstError.empty() &&
        diagnostic.getSeverity() == DiagnosticSeverity::Error) {
      llvm::raw_string_ostream os(firstError);
      if (auto place =
              diagnostic.getLocation()->findInstanceOf<FileLineColLoc>())
        os << place.getFilename().getValue() << ':' << place.getLine() << ':'
           << place.getColumn() << ": ";
      os << "error: " << diagnostic;
    }
    return success();
  });
  OwningOpRef<ModuleOp> module = Compiler::parse(source, context.get());
  if (!module)
    return makeError(StatusCode::CompileFailed, firstError);
  for (auto &[name, value] : values)
    if (llvm::Error error = setTunable(*module, name, value))
      return std::move(error);
  std::string bytes;
  llvm::raw_string_ostream stream(bytes);
  if (failed(writeBytecodeToFile(*module, stream)))
    return makeError(StatusCode::InvalidArgument,
                     "expected a source that can be written as bytecode");
  return bytes;
}

void mlir::tile::dropTunables(ModuleOp module) {
  module.walk([](arith::ConstantOp constant) {
    constant->removeAttr(kTunableAttrName);
  });
}
