//===- Trial.cpp - What becomes of an asm op ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Trial.h"

#include "tile/Compiler/Compiler.h"
#include "tile/Target/Assembler.h"

#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::tile;
using namespace mlir::tile::fuzz;

/// A context keeps all types and constants that it sees.
static constexpr unsigned kProgramsPerContext = 200;

struct Compilations::Impl {
  std::unique_ptr<MLIRContext> context;
  unsigned used = 0;
  std::string libdevicePath;
};

Compilations::Compilations(StringRef libdevicePath)
    : impl(std::make_unique<Impl>()) {
  impl->libdevicePath = libdevicePath.str();
}
Compilations::~Compilations() = default;

/// Splits the text at its first kernel; variables of the module, which other
/// modules have as well, get the kernel's name.
static void takeKernel(StringRef text, StringRef name, Accepted &accepted) {
  static constexpr StringLiteral kShared = "__tile_exchange";
  SmallVector<StringRef> lines;
  text.split(lines, '\n');
  for (StringRef line : lines) {
    if (line.trim().empty() || line.starts_with("//"))
      continue;
    bool isHeader = line.starts_with(".version") ||
                    line.starts_with(".target") ||
                    line.starts_with(".address_size");
    std::string &to = isHeader ? accepted.header : accepted.ptx;
    std::string copy = line.str();
    for (size_t at = 0; (at = copy.find(kShared, at)) != std::string::npos;) {
      copy.insert(at + kShared.size(), ("_" + name).str());
      at += kShared.size();
    }
    to += copy + "\n";
  }
}

Outcome Compilations::compile(const AsmProgram &program, uint64_t number,
                              bool checksAsm, Accepted &accepted,
                              std::string &message) {
  if (!impl->context || ++impl->used > kProgramsPerContext) {
    impl->context = Compiler::createContext();
    impl->used = 0;
  }
  std::string name = "k" + std::to_string(number);
  std::string text = printKernel(program, name);
  message.clear();
  ScopedDiagnosticHandler handler(
      impl->context.get(), [&](Diagnostic &diagnostic) {
        if (message.empty() &&
            diagnostic.getSeverity() == DiagnosticSeverity::Error)
          message = diagnostic.str();
        return success();
      });
  OwningOpRef<ModuleOp> module = Compiler::parse(
      llvm::MemoryBufferRef(text, "fuzz.mlir"), impl->context.get());
  if (!module)
    return Outcome::Invalid;
  CompilerOptions options;
  if (!checksAsm)
    options.asmCheck = AsmCheck::Off;
  static constexpr AsmChoice kChoices[] = {AsmChoice::Auto, AsmChoice::Native,
                                           AsmChoice::Fallback};
  options.libdevicePath = impl->libdevicePath;
  options.asmChoice = kChoices[program.choice];
  FailureOr<CompileResult> result =
      Compiler(options).compile(*module, Stage::PTX);
  if (failed(result))
    return StringRef(message).starts_with("in the asm, ") ? Outcome::Found
                                                          : Outcome::Late;
  accepted = {number, program.target, "", ""};
  takeKernel(result->ptx, name, accepted);
  return Outcome::Accepted;
}

static constexpr StringLiteral kOptimizerDies = "ptxas dies, but not with -O0";

bool mlir::tile::fuzz::isKnownException(StringRef message, StringRef ptx) {
  if (message == kOptimizerDies)
    return true;
  // How much a kernel takes in all: every invocation has the variables of its
  // body, and how many there are follows from the layout.
  if (message.contains("too much shared data") ||
      message.contains("too much local"))
    return true;
  // Signatures and kinds of functions stand in the module, not in the body.
  if (ptx.contains("call"))
    if (message.contains("call") || message.contains("Call"))
      return true;
  return false;
}

void mlir::tile::fuzz::assemble(
    ArrayRef<Accepted> kernels, StringRef ptxasPath,
    function_ref<void(const Accepted &, StringRef)> onRejection) {
  if (kernels.empty())
    return;
  std::string text = kernels[0].header;
  unsigned line = llvm::count(text, '\n');
  std::vector<unsigned> lastLines;
  for (const Accepted &kernel : kernels) {
    text += kernel.ptx;
    line += llvm::count(kernel.ptx, '\n');
    lastLines.push_back(line);
  }
  AssemblerOptions options;
  options.ptxasPath = ptxasPath.str();
  options.chip = kernels[0].target;
  options.timeLimit = 120;
  AssemblerResult result = assemblePTX(text, options);
  if (result.success)
    return;
  std::string first = "no message";
  std::vector<bool> isBlamed(kernels.size());
  for (const AssemblerMessage &message : llvm::reverse(result.messages)) {
    if (message.severity != AssemblerMessage::Error)
      continue;
    first = message.text;
    size_t index =
        llvm::lower_bound(lastLines, message.line) - lastLines.begin();
    if (message.line != 0 && index < kernels.size())
      isBlamed[index] = true;
  }
  if (kernels.size() == 1) {
    // Of a kernel that it takes as it stands, ptxas dies optimising: its own
    // mistake, which no check can know.
    if (StringRef(first).contains("failed with code") ||
        StringRef(first).contains("Internal compiler error")) {
      options.optLevel = 0;
      if (assemblePTX(text, options).success)
        first = kOptimizerDies.str();
    }
    onRejection(kernels[0], first);
    return;
  }
  std::vector<Accepted> rest;
  for (auto [kernel, blamed] : llvm::zip(kernels, isBlamed))
    if (!blamed)
      rest.push_back(kernel);
  if (rest.size() == kernels.size() || rest.empty()) {
    // ptxas names no kernel.
    size_t half = kernels.size() / 2;
    assemble(kernels.take_front(half), ptxasPath, onRejection);
    assemble(kernels.drop_front(half), ptxasPath, onRejection);
    return;
  }
  for (size_t i = 0; i < kernels.size(); ++i)
    if (isBlamed[i])
      assemble(kernels.slice(i, 1), ptxasPath, onRejection);
  assemble(rest, ptxasPath, onRejection);
}
