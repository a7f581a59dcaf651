//===- ModuleLayout.cpp - Where the variables of a module are -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ModuleLayout.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir::tile;
using namespace mlir::tile::sim;
using llvm::StringRef;

void ModuleLayout::error(const ptx::Location &location,
                         const llvm::Twine &message) {
  errors.push_back({location, message.str()});
}

/// `.extern .shared .align 16 .b8 smem[];`
static bool isDynamicArray(const ptx::Declarator &declarator) {
  return declarator.dims.size() == 1 && !declarator.dims[0] &&
         !declarator.initializer;
}

void ModuleLayout::placeShared(const ptx::Variable &variable, uint64_t &end,
                               bool isDynamic, const FunctionCode *entry) {
  if (!StringRef(variable.space).starts_with("shared"))
    return;
  for (const ptx::Declarator &declarator : variable.names) {
    if (isDynamicArray(declarator) != isDynamic)
      continue;
    VariableSlot slot;
    if (!getLayout(variable, declarator, slot) || slot.size > (1 << 20)) {
      error(declarator.location,
            "expected at most 1 MiB of shared memory, found more with '" +
                declarator.name + "'");
      continue;
    }
    if (isDynamic) {
      program.hasDynamicShared = true;
      program.dynamicSharedAlignment =
          std::max(program.dynamicSharedAlignment, slot.alignment);
      sharedOffsets[&declarator] = dynamicBegin;
      continue;
    }
    end = llvm::alignTo(end, slot.alignment);
    sharedOffsets[&declarator] = end;
    slot.offset = end;
    program.sharedVariables.push_back({declarator.name, slot, entry});
    end += slot.size;
    if (end > (1 << 24)) {
      error(declarator.location, "expected at most 16 MiB of shared variables");
      end = 0;
    }
  }
}

void ModuleLayout::collect(llvm::ArrayRef<ptx::Statement> statements,
                           uint64_t &end, bool isDynamic,
                           const FunctionCode *entry) {
  for (const ptx::Statement &statement : statements) {
    if (const auto *variable = statement.getIf<ptx::Variable>())
      placeShared(*variable, end, isDynamic, entry);
    else if (const auto *block = statement.getIf<ptx::Block>())
      collect(block->statements, end, isDynamic, entry);
  }
}

void ModuleLayout::placeShared() {
  uint64_t common = 0;
  auto place = [&](bool isDynamic) {
    for (const auto &item : program.module.items)
      if (const auto *variable = std::get_if<ptx::Variable>(&item))
        placeShared(*variable, common, isDynamic, nullptr);
    for (const auto &function : program.functions)
      if (!function->isEntry && function->source->body)
        collect(function->source->body->statements, common, isDynamic, nullptr);
    uint64_t greatest = common;
    for (const auto &function : program.functions) {
      if (!function->isEntry || !function->source->body)
        continue;
      uint64_t end = common;
      collect(function->source->body->statements, end, isDynamic,
              function.get());
      greatest = std::max(greatest, end);
    }
    return greatest;
  };
  // Twice: the dynamic memory begins where all the rest ends, and its
  // alignment is known only after all its names are.
  uint64_t end = place(/*isDynamic=*/false);
  place(/*isDynamic=*/true);
  dynamicBegin = llvm::alignTo(end, program.dynamicSharedAlignment);
  place(/*isDynamic=*/true);
  for (const auto &function : program.functions)
    if (function->isEntry)
      function->dynamicSharedBegin = dynamicBegin;
}

void ModuleLayout::placeGlobal(const ptx::Variable &variable,
                               StringRef prefix) {
  for (const ptx::Declarator &declarator : variable.names) {
    VariableSlot slot;
    if (!getLayout(variable, declarator, slot)) {
      error(declarator.location,
            "expected a variable of less than a TiB, found '" +
                declarator.name + "' with more");
      continue;
    }
    // A string of bytes may leave its size to the initializer.
    std::string key =
        prefix.empty()
            ? declarator.name
            : (prefix + "." + llvm::Twine(declarator.location.offset)).str();
    if (program.globals.count(key))
      continue;
    std::string described = "the variable '" + declarator.name + "'";
    uint64_t address =
        StringRef(variable.attribute).contains(".managed") &&
                program.memory.allocateManaged
            ? reinterpret_cast<uintptr_t>(
                  program.memory.allocateManaged(slot.size, described))
            : program.memory.allocate(slot.size, described, false,
                                      slot.alignment);
    if (!address) {
      error(declarator.location, "no memory for the variable '" +
                                     declarator.name + "' of " +
                                     llvm::Twine(slot.size) + " bytes");
      continue;
    }
    program.globals[key] = address;
    if (variable.space != "const")
      continue;
    program.memory.findBefore(address)->isReadOnly = true;
    if (!std::exchange(program.hasConstants, true))
      program.constantBase = address - kFirstConstant;
  }
}

bool ModuleLayout::fill(const ptx::Operand &value, StringRef type,
                        std::vector<uint8_t> &bytes, size_t &position) {
  unsigned size = std::max(ptx::getTypeBits(type) / 8, 1u);
  if (value.kind == ptx::Operand::Vector) {
    for (const ptx::Operand &element : value.elements)
      if (!fill(element, type, bytes, position))
        return false;
    return true;
  }
  if (position + size > bytes.size()) {
    error(value.location, "expected at most " + llvm::Twine(bytes.size()) +
                              " bytes of initializers");
    return false;
  }
  uint64_t bits = value.bits;
  if (value.kind == ptx::Operand::F64 && type == "f32") {
    double wide;
    std::memcpy(&wide, &value.bits, 8);
    float narrow = wide;
    bits = 0;
    std::memcpy(&bits, &narrow, 4);
  }
  bool isMasked = value.kind == ptx::Operand::Masked;
  if (value.kind == ptx::Operand::Name || value.kind == ptx::Operand::Generic ||
      isMasked) {
    // The variable is in the mask's operand, or within generic() in that.
    const ptx::Operand &named =
        isMasked && !value.elements.empty() ? value.elements[0] : value;
    const std::string &name = named.name;
    auto it = program.globals.find(name);
    uint64_t address = 0;
    if (it != program.globals.end()) {
      address = it->second;
      // By itself a name is the address in its space.
      if (named.kind != ptx::Operand::Generic &&
          program.memory.findBefore(address)->isReadOnly)
        address -= program.constantBase;
    } else if (program.functionsByName.count(name)) {
      size_t index = 0;
      while (program.functions[index].get() !=
             program.functionsByName.lookup(name))
        ++index;
      address = kFunctionAddress + index * kFunctionStride;
      program.hasFunctionTables = true;
    } else {
      error(value.location, "expected a variable or function of the module, "
                            "found '" +
                                name + "'");
      return false;
    }
    address += uint64_t(named.offset);
    if (isMasked && value.bits)
      address = (address & value.bits) >> llvm::countr_zero(value.bits);
    bits = address;
  }
  std::memcpy(bytes.data() + position, &bits, std::min(size, 8u));
  position += size;
  return true;
}

void ModuleLayout::initialize(const ptx::Variable &variable,
                              const ptx::Declarator &declarator,
                              uint64_t address, uint64_t size) {
  std::vector<uint8_t> bytes(size);
  size_t position = 0;
  if (declarator.initializer &&
      !fill(*declarator.initializer, variable.type, bytes, position))
    return;
  Buffer *buffer = program.memory.findBefore(address);
  if (size)
    std::memcpy(buffer->data, bytes.data(), size);
}

void ModuleLayout::run() {
  placeShared();
  // All addresses first: initializers name variables that come later.
  std::vector<std::tuple<const ptx::Variable *, std::string>> found;
  std::function<void(llvm::ArrayRef<ptx::Statement>, const std::string &)>
      collectGlobals = [&](llvm::ArrayRef<ptx::Statement> statements,
                           const std::string &prefix) {
        for (const ptx::Statement &statement : statements) {
          if (const auto *variable = statement.getIf<ptx::Variable>())
            found.push_back({variable, prefix});
          else if (const auto *block = statement.getIf<ptx::Block>())
            collectGlobals(block->statements, prefix);
        }
      };
  for (const auto &item : program.module.items)
    if (const auto *variable = std::get_if<ptx::Variable>(&item))
      found.push_back({variable, ""});
  for (const auto &function : program.functions)
    if (function->source->body)
      collectGlobals(function->source->body->statements, function->name);
  // Constants are together, so that their addresses are small.
  for (const char *space : {"const", "global"})
    for (auto &[variable, prefix] : found)
      if (variable->space == space)
        placeGlobal(*variable, prefix);
  for (auto &[variable, prefix] : found) {
    if (variable->space != "global" && variable->space != "const")
      continue;
    for (const ptx::Declarator &declarator : variable->names) {
      std::string key =
          prefix.empty()
              ? declarator.name
              : prefix + "." + std::to_string(declarator.location.offset);
      auto it = program.globals.find(key);
      VariableSlot slot;
      if (it == program.globals.end() ||
          !getLayout(*variable, declarator, slot))
        continue;
      if (declarator.initializer || variable->space == "const")
        initialize(*variable, declarator, it->second, slot.size);
    }
  }
}
