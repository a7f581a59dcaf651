//===- Program.cpp - From a PTX module to code ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Decoders/Decoder.h"
#include "ExactUses.h"
#include "ModuleLayout.h"
#include "Shadow/ExpectedLoads.h"
#include "Shadow/SharedSources.h"
#include "VectorRegisters.h"
#include "Wgmma.h"

#include "tile/PTX/Characters.h"
#include "tile/PTX/Printer.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir::tile;
using namespace mlir::tile::sim;
using llvm::StringRef;

/// Registers share places in frames of more bytes: a half of the fastest cache
/// of the host.
static constexpr uint32_t kLargeFrame = 16384;

ProgramCode::~ProgramCode() {
  for (auto &[object, destroy] : owned)
    destroy(object);
}

CodeLocation ProgramCode::locate(uint32_t pc) const {
  CodeLocation location;
  if (pc >= infos.size() || !infos[pc].source)
    return location;
  const ptx::Instruction &source = *infos[pc].source;
  location.ptxLine = source.location.line;
  location.instruction = ptx::toString(source);
  location.hasLineInfo = !files.empty();
  if (source.source.file == 0 || source.source.line == 0)
    return location;
  auto print = [&](const ptx::SourceLine &line) -> std::string {
    for (const auto &[number, path] : files)
      if (number == line.file)
        return path + ":" + std::to_string(line.line) + ":" +
               std::to_string(line.column);
    return "";
  };
  location.source = print(source.source);
  auto inlined = inlinedAt.find(infos[pc].line);
  if (inlined == inlinedAt.end())
    return location;
  // The last of the chain is in the kernel itself.
  const std::vector<ptx::SourceLine> &chain = inlined->second;
  unsigned file = chain.back().file;
  std::string *inner = &location.source;
  for (const ptx::SourceLine &line : chain) {
    if (source.source.file == file || inner == nullptr) {
      location.callers.push_back(print(line));
      continue;
    }
    location.inlined.insert(location.inlined.begin(), *inner);
    *inner = print(line);
    if (line.file == file)
      inner = nullptr;
  }
  return location;
}

/// `.reqntid 128, 1, 1`.
static std::optional<Dim3> getDim3(const ptx::Directive &directive) {
  unsigned values[3] = {1, 1, 1};
  for (auto [i, argument] : llvm::enumerate(directive.arguments)) {
    if (i == 3 || argument.kind != ptx::Operand::Integer || !argument.bits ||
        argument.bits > 0x7FFFFFFF)
      return std::nullopt;
    values[i] = argument.bits;
  }
  return Dim3{values[0], values[1], values[2]};
}

static void readDirectives(FunctionCode &function) {
  for (const ptx::Directive &directive : function.source->directives) {
    if (directive.name == "reqntid")
      function.requiredBlock = getDim3(directive);
    else if (directive.name == "maxntid")
      function.maxBlock = getDim3(directive);
    else if (directive.name == "reqnctapercluster")
      function.requiredCluster = getDim3(directive);
    else if (directive.name == "maxnreg" || directive.name == "minnctapersm")
      if (std::optional<Dim3> number = getDim3(directive))
        (directive.name == "maxnreg" ? function.maxRegisters
                                     : function.minBlocks) = number->x;
  }
}

/// Bytes of the shared variables with a size that an entry has or can reach.
static uint64_t countStaticShared(const ProgramCode &code,
                                  const FunctionCode &entry) {
  llvm::SmallPtrSet<const FunctionCode *, 8> reached = {&entry};
  llvm::SmallVector<const FunctionCode *> worklist = {&entry};
  auto reach = [&](const FunctionCode *function) {
    if (reached.insert(function).second)
      worklist.push_back(function);
  };
  if (code.hasFunctionTables)
    for (const auto &function : code.functions)
      if (!function->isEntry)
        reach(function.get());
  while (!worklist.empty())
    for (const FunctionCode *function : worklist.pop_back_val()->functionsNamed)
      reach(function);
  uint64_t bytes = 0;
  for (const NamedSlot &variable : code.sharedVariables) {
    bool isNamed = llvm::any_of(reached, [&](const FunctionCode *function) {
      return function->sharedNamed.contains(variable.slot.offset);
    });
    if (variable.function ? variable.function == &entry : isNamed)
      bytes =
          llvm::alignTo(bytes, variable.slot.alignment) + variable.slot.size;
  }
  return bytes;
}

std::unique_ptr<Program> Program::load(ptx::Module module, GlobalMemory &memory,
                                       std::vector<ptx::Diagnostic> &errors,
                                       Arithmetic arithmetic) {
  expandVectorRegisters(module);
  auto code = std::make_unique<ProgramCode>(std::move(module), memory);
  code->isExact = arithmetic == Arithmetic::Exact;
  const ptx::Module &source = code->module;
  ptx::Location start{0, 1, 1};
  size_t errorsBefore = errors.size();
  std::optional<ptx::Target> target =
      source.targets.empty() ? std::nullopt
                             : ptx::Target::parse(source.targets[0]);
  if (!target)
    errors.push_back(
        {start, "expected a target such as sm_90a, found " +
                    (source.targets.empty() ? std::string("none")
                                            : "'" + source.targets[0] + "'")});
  if (source.addressSize == 32)
    errors.push_back({start, "expected addresses of 64 bits, found 32"});
  if (errors.size() != errorsBefore)
    return nullptr;

  for (const auto &item : source.items) {
    if (const auto *file = std::get_if<ptx::FileDirective>(&item))
      code->files.push_back({file->number, ptx::unescapeString(file->path)});
    const auto *function = std::get_if<ptx::Function>(&item);
    if (!function)
      continue;
    FunctionCode *&known = code->functionsByName[function->name];
    if (known && (!function->body || known->source->body)) {
      // A declaration of what is there already; two bodies are an error.
      if (function->body)
        errors.push_back(
            {function->location,
             "expected one body of '" + function->name + "', found a second"});
      continue;
    }
    if (!known) {
      code->functions.push_back(std::make_unique<FunctionCode>());
      known = code->functions.back().get();
    }
    known->source = function;
    known->name = function->name;
    known->isEntry = function->isEntry;
    readDirectives(*known);
  }
  for (const auto &item : source.items)
    if (const auto *alias = std::get_if<ptx::Alias>(&item)) {
      auto it = code->functionsByName.find(alias->aliasee);
      if (it != code->functionsByName.end()) {
        FunctionCode *aliasee = it->second;
        code->functionsByName[alias->name] = aliasee;
      }
    }

  ModuleLayout layout(*code, errors);
  layout.run();
  KnownMatches knownMatches;
  for (const auto &function : code->functions) {
    if (!function->source->body)
      continue;
    FunctionDecoder(*code, *function, layout.sharedOffsets, *target,
                    knownMatches, errors)
        .decode();
    if (errors.size() > errorsBefore + ptx::kMaxErrors)
      break;
  }
  if (errors.size() != errorsBefore)
    return nullptr;
  for (const auto &function : code->functions) {
    if (!function->source->body)
      continue;
    findJoins(*code, *function);
    if (function->isEntry)
      function->staticShared = countStaticShared(*code, *function);
    code->followsLocal |= function->localSize != 0;
  }
  code->followsShared |=
      !code->sharedVariables.empty() || code->hasDynamicShared;
  code->followsGlobal = memory.followsUndefined;
  code->followsParams = llvm::any_of(code->functions, [](const auto &function) {
    return function->source->body && !function->isEntry;
  });
  for (const auto &function : code->functions)
    if (function->source->body)
      findUndefinedReads(*code, *function);
  for (const auto &function : code->functions)
    if (function->source->body)
      markMatrixRegisters(*code, *function);
  for (const auto &function : code->functions)
    if (code->isExact && function->source->body)
      markInexact(*code, *function);
  // Of several kernels, most will not run: their code is not made twice.
  auto isKernel = [](const auto &function) {
    return function->isEntry && function->source->body;
  };
  bool hasOneKernel = llvm::count_if(code->functions, isKernel) == 1;
  for (const auto &function : code->functions)
    if (hasOneKernel && function->source->body &&
        function->frameSize > kLargeFrame)
      FunctionDecoder(*code, *function, layout.sharedOffsets, *target,
                      knownMatches, errors)
          .decodeWithSlots(findRegisterSlots(*code, *function));
  for (const auto &function : code->functions)
    if (function->source->body)
      markExpectedLoads(*code, *function);
  linkCopies(*code);
  return std::unique_ptr<Program>(new Program(std::move(code)));
}

Program::Program(std::unique_ptr<ProgramCode> code) : code(std::move(code)) {}
Program::~Program() = default;

std::vector<std::string> Program::getKernels() const {
  std::vector<std::string> names;
  for (const auto &function : code->functions)
    if (function->isEntry && function->source->body)
      names.push_back(function->name);
  return names;
}

std::vector<ParameterInfo> Program::getParameters(StringRef kernel) const {
  std::vector<ParameterInfo> parameters;
  auto it = code->functionsByName.find(kernel);
  if (it == code->functionsByName.end())
    return parameters;
  for (const ptx::Variable &variable : it->second->source->params)
    for (const ptx::Declarator &declarator : variable.names) {
      VariableSlot slot;
      if (!getLayout(variable, declarator, slot))
        continue;
      parameters.push_back({declarator.name, variable.type, unsigned(slot.size),
                            unsigned(slot.alignment)});
    }
  return parameters;
}

uint64_t Program::getStaticSharedMemory(StringRef kernel) const {
  auto it = code->functionsByName.find(kernel);
  return it == code->functionsByName.end() ? 0 : it->second->staticShared;
}

std::optional<Dim3> Program::getRequiredBlock(StringRef kernel) const {
  auto it = code->functionsByName.find(kernel);
  return it == code->functionsByName.end() ? std::nullopt
                                           : it->second->requiredBlock;
}

std::optional<Dim3> Program::getRequiredCluster(StringRef kernel) const {
  auto it = code->functionsByName.find(kernel);
  return it == code->functionsByName.end() ? std::nullopt
                                           : it->second->requiredCluster;
}

unsigned Program::getMaxThreads(StringRef kernel) const {
  auto it = code->functionsByName.find(kernel);
  if (it == code->functionsByName.end())
    return kMaxThreads;
  uint64_t threads = kMaxThreads;
  for (const std::optional<Dim3> &block :
       {it->second->requiredBlock, it->second->maxBlock})
    if (block)
      threads = std::min<uint64_t>(threads, block->count());
  return threads;
}

std::vector<ProgramVariable> Program::getVariables() const {
  std::vector<ProgramVariable> variables;
  for (const auto &entry : code->globals)
    if (const Buffer *buffer = code->memory.find(entry.second))
      variables.push_back(
          {entry.first().str(), entry.second, buffer->size, buffer->isHosts});
  return variables;
}
