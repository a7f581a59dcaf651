//===- ChosenLayouts.cpp - The layouts that a compile chooses -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A value of the source is found again in the compiled module by its location,
// the number of its result, and its shape.
//
// The number of warps is that of all kernels. So the whole text is parsed and
// imported after each change, and the number is part of what a kernel's layouts
// depend on.
//
//===----------------------------------------------------------------------===//

#include "ChosenLayouts.h"

#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/StringMap.h"

using namespace mlir;
using namespace mlir::tile;

static constexpr StringRef kFile = "kernel.mlir";
static constexpr int kArgument = -1;

static CompilerOptions makeOptions() {
  CompilerOptions options;
  options.asmCheck = AsmCheck::Off;
  return options;
}

ChosenLayouts::ChosenLayouts(Document &document, ParsedPart &part)
    : document(document), part(part), session(document.getSession()) {
  MLIRContext *context = session->getContext();
  ScopedDiagnosticHandler silent(context,
                                 [](Diagnostic &) { return success(); });
  module =
      Compiler::parse(llvm::MemoryBufferRef(part.getText(), kFile), context);
  if (!module)
    return;
  FailureOr<CompileResult> imported =
      Compiler(makeOptions()).compile(*module, Stage::Tile, *session);
  if (failed(imported)) {
    document.dropSession();
    return;
  }
  target = imported->target;
  numWarps = imported->numWarps;
  findFunctions();
  findKernels();
}

void ChosenLayouts::findFunctions() {
  StringRef text = part.getText();
  for (const AsmParserState::OperationDefinition &op : part.state.getOpDefs())
    if (auto func = dyn_cast<FuncOp>(op.op); func && op.scopeLoc.isValid()) {
      StringRef code(op.scopeLoc.Start.getPointer(),
                     op.scopeLoc.End.getPointer() -
                         op.scopeLoc.Start.getPointer());
      functions.push_back(
          {func, code, part.sources.getLineAndColumn(op.scopeLoc.Start),
           part.sources.getLineAndColumn(op.scopeLoc.End), nullptr});
    }
  llvm::sort(functions, [](const Function &a, const Function &b) {
    return a.begin < b.begin;
  });
  const char *at = text.begin();
  for (const auto &[number, function] : llvm::enumerate(functions)) {
    numbers[function.op] = number;
    outside.append(at, function.text.begin());
    at = function.text.end();
  }
  outside.append(at, text.end());
  // Comments and empty lines there change nothing.
  SmallVector<StringRef> lines;
  std::string all = std::exchange(outside, {});
  StringRef(all).split(lines, '\n');
  for (StringRef line : lines)
    if (StringRef rest = line.trim(); !rest.empty() && !rest.starts_with("//"))
      outside += (line + "\n").str();
}

/// A kernel and what it calls.
std::vector<FuncOp> ChosenLayouts::findReached(FuncOp kernel) {
  llvm::StringMap<FuncOp> named;
  for (Function &function : functions)
    named[function.op.getSymName()] = function.op;
  llvm::SetVector<Operation *> reached;
  reached.insert(kernel);
  for (size_t i = 0; i < reached.size(); ++i)
    reached[i]->walk([&](CallOp call) {
      if (FuncOp callee = named.lookup(call.getCallee()))
        reached.insert(callee);
    });
  std::vector<FuncOp> result;
  for (Function &function : functions)
    if (reached.contains(function.op))
      result.push_back(function.op);
  return result;
}

void ChosenLayouts::findKernels() {
  for (Function &function : functions)
    if (function.op.isPublic() && !function.op.isExternal())
      for (FuncOp reached : findReached(function.op))
        if (Function &other = functions[numbers[reached]]; !other.kernel)
          other.kernel = function.op;
}

std::string ChosenLayouts::makeKey(FuncOp kernel) {
  std::string key = target + ' ' + std::to_string(numWarps) + ' ' +
                    kernel.getSymName().str() + '\n' + outside;
  for (FuncOp func : findReached(kernel)) {
    const Function &function = functions[numbers[func]];
    // Columns of the first line count from the line's beginning.
    key += '\n' + std::to_string(function.begin.second) + ' ';
    key += function.text;
  }
  return key;
}

KernelLayouts::Place ChosenLayouts::makePlace(FileLineColLoc place,
                                              int number) {
  std::pair<unsigned, unsigned> at(place.getLine(), place.getColumn());
  // A place in another file, as TTIR has them, moves with nothing.
  if (place.getFilename() == kFile) {
    auto after =
        llvm::upper_bound(functions, at, [](const auto &a, const Function &b) {
          return a < b.begin;
        });
    if (after != functions.begin() && at <= std::prev(after)->end)
      return {std::prev(after)->op.getSymName().str(),
              at.first - std::prev(after)->begin.first, at.second, number};
  }
  return {"", at.first, at.second, number};
}

std::shared_ptr<KernelLayouts> ChosenLayouts::compile(FuncOp kernel) {
  auto layouts = std::make_shared<KernelLayouts>();
  layouts->session = session;
  ScopedDiagnosticHandler silent(session->getContext(),
                                 [](Diagnostic &) { return success(); });
  OwningOpRef<ModuleOp> copy = module->clone();
  if (failed(keepKernel(*copy, kernel.getSymName())) ||
      failed(Compiler(makeOptions()).chooseLayouts(*copy, *session))) {
    document.dropSession();
    return layouts;
  }
  auto add = [&](Location location, int number, Value value) {
    auto type = dyn_cast<RankedTensorType>(value.getType());
    if (!type || !isa_and_present<LayoutAttrInterface>(type.getEncoding()))
      return;
    location->walk([&](Location at) {
      if (auto place = dyn_cast<FileLineColLoc>(at))
        layouts->types[makePlace(place, number)].insert(type);
      return WalkResult::advance();
    });
  };
  copy->walk([&](Operation *op) {
    for (Region &region : op->getRegions())
      for (Block &block : region)
        for (BlockArgument argument : block.getArguments())
          add(argument.getLoc(), kArgument, argument);
    for (OpResult result : op->getResults())
      add(op->getLoc(), int(result.getResultNumber()), result);
  });
  return layouts;
}

const KernelLayouts &ChosenLayouts::getLayouts(FuncOp kernel) {
  std::shared_ptr<KernelLayouts> &known = kernels[kernel];
  if (!known) {
    std::shared_ptr<KernelLayouts> &kept =
        document.findLayouts(makeKey(kernel));
    if (!kept)
      kept = compile(kernel);
    known = kept;
  }
  return *known;
}

SmallVector<RankedTensorType> ChosenLayouts::lookup(Value value) {
  auto place = dyn_cast<FileLineColLoc>(value.getLoc());
  auto wanted = dyn_cast<RankedTensorType>(value.getType());
  Operation *op = value.getDefiningOp();
  if (!op)
    op = cast<BlockArgument>(value).getOwner()->getParentOp();
  while (op && !isa<FuncOp>(op))
    op = op->getParentOp();
  auto function = numbers.find(op);
  if (!place || !wanted || !op || function == numbers.end() ||
      !functions[function->second].kernel)
    return {};
  const KernelLayouts &layouts = getLayouts(functions[function->second].kernel);
  auto result = dyn_cast<OpResult>(value);
  auto it = layouts.types.find(
      makePlace(place, result ? int(result.getResultNumber()) : kArgument));
  SmallVector<RankedTensorType> found;
  if (it != layouts.types.end())
    for (RankedTensorType type : it->second)
      if (type.getShape() == wanted.getShape())
        found.push_back(type);
  return found;
}
