//===- Program.cpp - An asm op as data to change --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Program.h"

#include "tile/Compiler/Compiler.h"
#include "tile/Dialect/Tile/IR/Tile.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Parser/Parser.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::tile;
using namespace mlir::tile::fuzz;

//===----------------------------------------------------------------------===//
// To MLIR
//===----------------------------------------------------------------------===//

static bool isPointer(StringRef type) { return type.starts_with("!tile.ptr"); }

/// "tensor<8x4xf32>", or the type itself.
static std::string makeType(const AsmProgram &program, StringRef element,
                            AsmValue::Shape shape) {
  if (shape == AsmValue::Scalar || program.shape.empty())
    return element.str();
  std::string text = "tensor<";
  for (int64_t size : program.shape)
    text += std::to_string(shape == AsmValue::Ones ? 1 : size) + "x";
  return text + element.str() + ">";
}

static std::string quote(StringRef text) {
  std::string quoted = "\"";
  for (char c : text)
    if (c == '"' || c == '\\' || !llvm::isPrint(c)) {
      quoted += '\\';
      quoted += llvm::hexdigit(uint8_t(c) >> 4);
      quoted += llvm::hexdigit(uint8_t(c) & 15);
    } else {
      quoted += c;
    }
  return quoted + '"';
}

namespace {
/// Writes the body of a kernel, and what its arguments are.
class KernelPrinter {
public:
  explicit KernelPrinter(const AsmProgram &program) : program(program) {}

  std::string print(StringRef name) {
    std::string operandList, operandTypes, resultTypes;
    for (auto [i, operand] : llvm::enumerate(program.operands)) {
      operandList += (i ? ", " : "") + makeOperand(i);
      operandTypes += (i ? ", " : "") + getType(operand);
    }
    for (auto [i, result] : llvm::enumerate(program.results))
      resultTypes +=
          (i ? ", " : "") + makeType(program, result.type, result.shape);
    body += "  ";
    if (!program.results.empty())
      body += "%r:" + std::to_string(program.results.size()) + " = ";
    body += "tile.elementwise_inline_asm " + quote(program.text);
    if (program.isThreadScope)
      body += " scope = thread";
    body += " {constraints = " + quote(llvm::join(program.constraints, ",")) +
            ", packed_element = " + std::to_string(program.pack) +
            " : i32, pure = " + (program.isPure ? "true" : "false");
    if (program.isSignExtended)
      body += ", sign_extend";
    if (!program.perGroup.empty()) {
      body += ", per_group = array<i32: ";
      for (auto [i, k] : llvm::enumerate(program.perGroup))
        body += (i ? ", " : "") + std::to_string(k);
      body += ">";
    }
    body += "} ";
    if (!program.operands.empty())
      body += operandList + " : " + operandTypes + " ";
    body += "-> " + (program.results.empty() ? "()" : resultTypes);
    if (!program.fallback.empty())
      body += " fallback " + program.fallback;
    body += "\n";
    if (program.isUsed)
      for (size_t i = 0; i < program.results.size(); ++i)
        store(i);
    return "module attributes {tile.target = #tile.target<\"" + program.target +
           "\", num_warps = " + std::to_string(program.numWarps) +
           ">} {\ntile.func public @" + name.str() + "(" + arguments + ") {\n" +
           body + "  tile.return\n}\n}\n";
  }

private:
  std::string getType(const AsmValue &value) const {
    return makeType(program, value.type, value.shape);
  }

  void addArgument(const std::string &name, const std::string &type) {
    arguments += (arguments.empty() ? "%" : ", %") + name + ": " + type;
  }

  /// A tile of pointers from the argument `base`; in one dimension, of
  /// neighbours.
  std::string makePointers(const std::string &base, StringRef element,
                           AsmValue::Shape shape) {
    std::string pointer = "!tile.ptr<" + element.str() + ">";
    std::string type = makeType(program, pointer, shape);
    if (type == pointer)
      return "%" + base;
    body += "  %" + base + "s = tile.splat %" + base + " : " + pointer +
            " -> " + type + "\n";
    if (program.shape.size() != 1 || shape != AsmValue::Full)
      return "%" + base + "s";
    std::string size = std::to_string(program.shape[0]);
    body += "  %" + base + "i = tile.make_range {end = " + size +
            " : i32, start = 0 : i32} : tensor<" + size + "xi32>\n  %" + base +
            "p = tile.addptr %" + base + "s, %" + base + "i : " + type +
            ", tensor<" + size + "xi32>\n";
    return "%" + base + "p";
  }

  std::string makeOperand(unsigned index) {
    const AsmValue &operand = program.operands[index];
    std::string name = "x" + std::to_string(index), type = getType(operand);
    names.resize(index + 1);
    if (operand.sameAs >= 0 && operand.sameAs < int(index))
      return names[index] = names[operand.sameAs];
    std::string &value = names[index];
    value = "%" + name;
    bool isTile = type != operand.type;
    if (!operand.constant.empty()) {
      body += "  " + value + " = arith.constant " +
              (isTile ? "dense<" + operand.constant + ">" : operand.constant) +
              " : " + type + "\n";
    } else if (!isTile) {
      addArgument(name, operand.type);
    } else if (isPointer(operand.type)) {
      addArgument(name, operand.type);
      StringRef element = operand.type;
      element.consume_front("!tile.ptr<");
      element.consume_back(">");
      value = makePointers(name, element, operand.shape);
    } else {
      bool isBool = operand.type == "i1";
      std::string element = isBool ? "i8" : operand.type;
      addArgument(name, "!tile.ptr<" + element + ">");
      std::string pointers = makePointers(name, element, operand.shape);
      body += "  %" + name + "v = tile.load " + pointers + " : " +
              makeType(program, "!tile.ptr<" + element + ">", operand.shape) +
              "\n";
      value = "%" + name + "v";
      if (isBool) {
        body += "  %" + name + "b = arith.trunci " + value + " : " +
                makeType(program, "i8", operand.shape) + " to " + type + "\n";
        value = "%" + name + "b";
      }
    }
    return value;
  }

  void store(unsigned index) {
    const AsmValue &result = program.results[index];
    std::string name = "o" + std::to_string(index);
    std::string value = "%r#" + std::to_string(index);
    std::string element = result.type;
    std::string type = getType(result);
    if (result.type == "i1") {
      element = "i8";
      body += "  %" + name + "e = arith.extui " + value + " : " + type +
              " to " + makeType(program, element, result.shape) + "\n";
      value = "%" + name + "e";
    } else if (isPointer(result.type)) {
      element = "i64";
      body += "  %" + name + "e = tile.ptr_to_int " + value + " : " + type +
              " -> " + makeType(program, element, result.shape) + "\n";
      value = "%" + name + "e";
    }
    addArgument(name, "!tile.ptr<" + element + ">");
    std::string pointers = makePointers(name, element, result.shape);
    body += "  tile.store " + pointers + ", " + value + " : " +
            makeType(program, "!tile.ptr<" + element + ">", result.shape) +
            "\n";
  }

  const AsmProgram &program;
  std::string arguments, body;
  std::vector<std::string> names;
};
} // namespace

std::string mlir::tile::fuzz::printKernel(const AsmProgram &program,
                                          StringRef name) {
  return KernelPrinter(program).print(name);
}

//===----------------------------------------------------------------------===//
// From MLIR
//===----------------------------------------------------------------------===//

static std::string toString(Type type) {
  std::string text;
  llvm::raw_string_ostream(text) << type;
  return text;
}

static AsmValue readValue(Type type, ArrayRef<int64_t> shape) {
  AsmValue value;
  auto tile = dyn_cast<RankedTensorType>(type);
  value.type = toString(tile ? tile.getElementType() : type);
  if (!tile)
    value.shape = AsmValue::Scalar;
  else if (tile.getShape() != shape)
    value.shape = AsmValue::Ones;
  return value;
}

static std::string readConstant(Value value) {
  if (auto splat = value.getDefiningOp<SplatOp>())
    value = splat.getSrc();
  Attribute attr;
  if (!matchPattern(value, m_Constant(&attr)))
    return "";
  if (auto splat = dyn_cast<SplatElementsAttr>(attr))
    attr = splat.getSplatValue<Attribute>();
  std::string text;
  llvm::raw_string_ostream os(text);
  if (isa<IntegerAttr, FloatAttr>(attr))
    attr.print(os, /*elideType=*/true);
  return text;
}

/// The region as it is printed behind `fallback`.
static std::string readFallback(ElementwiseInlineAsmOp op) {
  std::string text;
  llvm::raw_string_ostream os(text);
  op->print(os, OpPrintingFlags().useLocalScope());
  // Asm strings come before, with their own words.
  size_t at = text.rfind(" fallback (");
  return at == std::string::npos ? "" : text.substr(at + strlen(" fallback "));
}

static AsmProgram readProgram(ElementwiseInlineAsmOp op, TargetAttr target) {
  AsmProgram program;
  program.text = op.getAsmString().str();
  SmallVector<StringRef> items;
  op.getConstraints().split(items, ',', -1, /*KeepEmpty=*/false);
  for (StringRef item : items)
    program.constraints.push_back(item.str());
  program.pack = op.getPackedElement();
  program.isPure = op.getPure();
  program.isThreadScope = op.getScope() == AsmScope::Thread;
  for (TypeRange types :
       {TypeRange(op.getOperandTypes()), TypeRange(op.getResultTypes())})
    for (Type type : types)
      if (auto tile = dyn_cast<RankedTensorType>(type))
        if (program.shape.empty() || tile.getNumElements() > 1)
          program.shape.assign(tile.getShape().begin(), tile.getShape().end());
  for (Value operand : op.getArgs()) {
    AsmValue value = readValue(operand.getType(), program.shape);
    value.constant = readConstant(operand);
    program.operands.push_back(value);
  }
  for (Value result : op.getResults())
    program.results.push_back(readValue(result.getType(), program.shape));
  program.isSignExtended = op.getSignExtend();
  if (auto list = op.getPerGroup())
    program.perGroup.assign(list->begin(), list->end());
  if (op.hasFallback())
    program.fallback = readFallback(op);
  if (target) {
    program.target = target.getChip().str();
    program.numWarps = target.getNumWarps();
  }
  return program;
}

void mlir::tile::fuzz::readSeeds(StringRef text, MLIRContext *context,
                                 std::vector<AsmProgram> &seeds) {
  ScopedDiagnosticHandler silent(context,
                                 [](Diagnostic &) { return success(); });
  SmallVector<StringRef> parts;
  text.split(parts, "// -----");
  for (StringRef part : parts) {
    auto module = parseSourceString<ModuleOp>(part, context);
    if (!module)
      continue;
    TargetAttr target = getTarget(*module);
    module->walk([&](ElementwiseInlineAsmOp op) {
      seeds.push_back(readProgram(op, target));
    });
  }
}
