//===- Printer.cpp - From PTX as data to text -----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/PTX/Printer.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Format.h"

using namespace mlir::tile::ptx;
using llvm::raw_ostream;
using llvm::StringRef;

static StringRef getLinkagePrefix(Linkage linkage) {
  switch (linkage) {
  case Linkage::None:
    return "";
  case Linkage::Visible:
    return ".visible ";
  case Linkage::Extern:
    return ".extern ";
  case Linkage::Weak:
    return ".weak ";
  case Linkage::Common:
    return ".common ";
  }
  return "";
}

/// Deep blocks are not indented further, so that their text stays in
/// proportion.
static std::string makeIndent(unsigned indent) {
  return std::string(std::min(indent, 16u), '\t');
}

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

static void printOffset(raw_ostream &os, const Operand &operand) {
  if (operand.offset > 0)
    os << '+' << operand.offset;
  else if (operand.offset < 0)
    os << "+-" << 0 - uint64_t(operand.offset);
  if (operand.offsetPlaceholder >= 0)
    os << "+$" << operand.offsetPlaceholder;
}

static void printElements(raw_ostream &os, const Operand &operand, char open,
                          char close) {
  os << open;
  llvm::interleaveComma(operand.elements, os, [&](const Operand &element) {
    mlir::tile::ptx::print(os, element);
  });
  os << close;
}

void mlir::tile::ptx::print(raw_ostream &os, const Operand &operand) {
  if (operand.isNegated)
    os << '!';
  if (operand.isMinus)
    os << '-';
  switch (operand.kind) {
  case Operand::Name:
    os << operand.name << operand.component;
    printOffset(os, operand);
    return;
  case Operand::Placeholder:
    os << '$' << operand.bits << operand.component;
    printOffset(os, operand);
    return;
  case Operand::Integer:
    if (operand.isUnsigned)
      os << operand.bits << 'U';
    else
      os << int64_t(operand.bits);
    return;
  case Operand::F32:
    os << llvm::format("0f%08X", unsigned(operand.bits));
    return;
  case Operand::F64:
    os << llvm::format("0d%016llX", (unsigned long long)operand.bits);
    return;
  case Operand::String:
    os << '"' << operand.name << '"';
    return;
  case Operand::Vector:
    return printElements(os, operand, '{', '}');
  case Operand::Address:
    return printElements(os, operand, '[', ']');
  case Operand::List:
    return printElements(os, operand, '(', ')');
  case Operand::Pair:
    for (const Operand &element : operand.elements) {
      if (&element != &operand.elements.front())
        os << '|';
      print(os, element);
    }
    return;
  case Operand::Element:
    os << operand.name;
    return printElements(os, operand, '[', ']');
  case Operand::Generic:
    os << "generic(" << operand.name << ')';
    printOffset(os, operand);
    return;
  case Operand::Masked:
    os << operand.bits << '(';
    if (operand.elements.empty()) {
      os << operand.name;
      printOffset(os, operand);
    } else {
      print(os, operand.elements.front());
    }
    os << ')';
    return;
  }
}

void mlir::tile::ptx::print(raw_ostream &os, const Instruction &instruction) {
  if (instruction.guard) {
    os << '@';
    print(os, *instruction.guard);
    os << ' ';
  }
  os << instruction.getMnemonic();
  for (const Operand &operand : instruction.operands) {
    os << (&operand == &instruction.operands.front() ? "\t" : ", ");
    print(os, operand);
  }
  os << ';';
}

//===----------------------------------------------------------------------===//
// Declarations
//===----------------------------------------------------------------------===//

static void printDeclarator(raw_ostream &os, const Declarator &declarator) {
  os << declarator.name;
  if (declarator.rangeCount)
    os << '<' << *declarator.rangeCount << '>';
  for (const std::optional<uint64_t> &dim : declarator.dims) {
    os << '[';
    if (dim)
      os << *dim;
    os << ']';
  }
  if (declarator.initializer) {
    os << " = ";
    mlir::tile::ptx::print(os, *declarator.initializer);
  }
}

/// The declaration without its end.
static void printVariable(raw_ostream &os, const Variable &variable) {
  os << getLinkagePrefix(variable.linkage) << '.' << variable.space;
  if (!variable.attribute.empty())
    os << " .attribute(" << variable.attribute << ')';
  if (variable.alignment)
    os << " .align " << variable.alignment;
  if (variable.vectorSize)
    os << " .v" << variable.vectorSize;
  os << " ." << variable.type;
  if (variable.isPointer) {
    os << " .ptr";
    if (!variable.pointeeSpace.empty())
      os << " ." << variable.pointeeSpace;
    if (variable.pointeeAlignment)
      os << " .align " << variable.pointeeAlignment;
  }
  os << ' ';
  llvm::interleaveComma(variable.names, os, [&](const Declarator &declarator) {
    printDeclarator(os, declarator);
  });
}

static void printDirective(raw_ostream &os, const Directive &directive) {
  os << '.' << directive.name;
  if (!directive.arguments.empty())
    os << ' ';
  llvm::interleaveComma(directive.arguments, os, [&](const Operand &argument) {
    mlir::tile::ptx::print(os, argument);
  });
  if (directive.name == "pragma")
    os << ';';
}

static void printParameters(raw_ostream &os,
                            const std::vector<Variable> &params) {
  os << '(';
  llvm::interleaveComma(params, os, [&](const Variable &variable) {
    printVariable(os, variable);
  });
  os << ')';
}

//===----------------------------------------------------------------------===//
// Statements
//===----------------------------------------------------------------------===//

namespace {
struct StatementPrinter {
  raw_ostream &os;
  unsigned indent;

  void operator()(const Instruction &instruction) {
    print(os, instruction);
    os << '\n';
  }
  void operator()(const Label &label) { os << label.name << ":\n"; }
  void operator()(const Variable &variable) {
    printVariable(os, variable);
    os << ";\n";
  }
  void operator()(const Directive &directive) {
    printDirective(os, directive);
    os << '\n';
  }
  void operator()(const Block &block) {
    os << "{\n";
    for (const Statement &statement : block.statements)
      print(os, statement, indent + 1);
    os << makeIndent(indent) << "}\n";
  }
  void operator()(const LineDirective &line) {
    auto printPlace = [&](const SourceLine &place) {
      os << place.file << ' ' << place.line << ' ' << place.column;
    };
    os << ".loc ";
    printPlace(line.source);
    if (line.functionName && line.inlinedAt) {
      os << ", function_name ";
      print(os, *line.functionName);
      os << ", inlined_at ";
      printPlace(*line.inlinedAt);
    }
    os << '\n';
  }
  void operator()(const TargetList &list) {
    os << (list.isCall ? ".calltargets " : ".branchtargets ");
    llvm::interleaveComma(list.names, os);
    os << ";\n";
  }
  void operator()(const CallPrototype &prototype) {
    os << ".callprototype ";
    if (!prototype.results.empty()) {
      printParameters(os, prototype.results);
      os << ' ';
    }
    os << prototype.name << ' ';
    printParameters(os, prototype.params);
    for (const Directive &directive : prototype.directives) {
      os << ' ';
      printDirective(os, directive);
    }
    os << ";\n";
  }
};
} // namespace

void mlir::tile::ptx::print(raw_ostream &os, const Statement &statement,
                            unsigned indent) {
  // Labels stand out.
  if (!statement.getIf<Label>())
    os << makeIndent(indent);
  std::visit(StatementPrinter{os, indent}, statement.value);
}

void mlir::tile::ptx::print(raw_ostream &os, const AsmBody &body) {
  for (const Statement &statement : body.statements)
    print(os, statement);
}

//===----------------------------------------------------------------------===//
// Functions and modules
//===----------------------------------------------------------------------===//

void mlir::tile::ptx::print(raw_ostream &os, const Function &function) {
  os << getLinkagePrefix(function.linkage)
     << (function.isEntry ? ".entry " : ".func ");
  if (!function.attribute.empty())
    os << ".attribute(" << function.attribute << ") ";
  if (!function.results.empty()) {
    printParameters(os, function.results);
    os << ' ';
  }
  os << function.name << "(";
  for (const Variable &param : function.params) {
    os << (&param == &function.params.front() ? "\n\t" : ",\n\t");
    printVariable(os, param);
  }
  os << (function.params.empty() ? ")" : "\n)");
  for (const Directive &directive : function.directives) {
    os << '\n';
    printDirective(os, directive);
  }
  if (!function.body) {
    os << ";\n";
    return;
  }
  os << "\n{\n";
  for (const Statement &statement : function.body->statements)
    print(os, statement, 1);
  os << "}\n";
}

namespace {
struct ItemPrinter {
  raw_ostream &os;

  void operator()(const Function &function) { print(os, function); }
  void operator()(const Variable &variable) {
    printVariable(os, variable);
    os << ";\n";
  }
  void operator()(const Directive &directive) {
    printDirective(os, directive);
    os << '\n';
  }
  void operator()(const FileDirective &file) {
    os << ".file " << file.number << " \"" << file.path << '"';
    for (uint64_t number : file.numbers)
      os << ", " << number;
    os << '\n';
  }
  void operator()(const Section &section) {
    os << ".section " << section.name << " {" << section.text << "}\n";
  }
  void operator()(const Alias &alias) {
    os << ".alias " << alias.name << ", " << alias.aliasee << ";\n";
  }
};
} // namespace

void mlir::tile::ptx::print(raw_ostream &os, const Module &module) {
  // A fragment has no header.
  if (module.getVersion() != 0)
    os << ".version " << module.versionMajor << '.' << module.versionMinor
       << '\n';
  if (!module.targets.empty()) {
    os << ".target ";
    llvm::interleaveComma(module.targets, os);
    os << '\n';
  }
  if (module.addressSize)
    os << ".address_size " << module.addressSize << '\n';
  for (const auto &item : module.items) {
    os << '\n';
    std::visit(ItemPrinter{os}, item);
  }
}
