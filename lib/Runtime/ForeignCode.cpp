//===- ForeignCode.cpp - Code that other compilers made -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ForeignCode.h"

#include "tile/PTX/Linker.h"
#include "tile/PTX/Parser.h"
#include "tile/Runtime/FatBinary.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Endian.h"

using namespace mlir::tile;
using namespace mlir::tile::runtime;
using llvm::StringRef;
using llvm::Twine;
using llvm::support::endian::read16le;
using llvm::support::endian::read32le;
using llvm::support::endian::read64le;

std::string mlir::tile::runtime::describeInput(size_t index,
                                               const LinkInput &input) {
  std::string text = "input " + std::to_string(index);
  if (!input.name.empty())
    text += ", '" + input.name.str() + "',";
  return text;
}

StringRef mlir::tile::runtime::getName(CodeKind kind) {
  switch (kind) {
  case CodeKind::Auto:
    return "unknown code";
  case CodeKind::PTX:
    return "PTX";
  case CodeKind::Cubin:
    return "a cubin";
  case CodeKind::Fatbin:
    return "a fat binary";
  case CodeKind::Object:
    return "an object file";
  case CodeKind::Library:
    return "an archive of object files";
  }
  return "";
}

//===----------------------------------------------------------------------===//
// Kinds
//===----------------------------------------------------------------------===//

static constexpr uint32_t kElf = 0x464C457F;
/// ELF-64: fields of the header, and the sizes of it and of its tables' rows.
static constexpr size_t kElfHeader = 64, kElfClass = 4, kElfMachine = 18,
                        kProgramOffset = 32, kSectionOffset = 40,
                        kProgramSize = 54, kSectionSize = 58;
static constexpr uint8_t kElfClass64 = 2;
/// EM_CUDA.
static constexpr uint16_t kCudaMachine = 190;

static uint32_t getMagic(StringRef code) {
  return code.size() < 4 ? 0 : read32le(code.data());
}

static bool isELF(StringRef code) {
  return getMagic(code) == kElf && code.size() >= kElfHeader &&
         uint8_t(code[kElfClass]) == kElfClass64;
}

/// Whether a table, and each section of it, ends within the file.
static bool isWholeELF(StringRef code) {
  auto fits = [&](uint64_t offset, uint64_t size) {
    return offset <= code.size() && size <= code.size() - offset;
  };
  auto hasTable = [&](size_t offsetAt, size_t sizeAt) {
    uint64_t size = read16le(code.data() + sizeAt);
    uint64_t count = read16le(code.data() + sizeAt + 2);
    return fits(read64le(code.data() + offsetAt), size * count);
  };
  if (!hasTable(kProgramOffset, kProgramSize) ||
      !hasTable(kSectionOffset, kSectionSize))
    return false;
  // Section headers: the type is at 4, the offset at 24, the size at 32.
  uint64_t at = read64le(code.data() + kSectionOffset);
  unsigned size = read16le(code.data() + kSectionSize);
  unsigned count = read16le(code.data() + kSectionSize + 2);
  constexpr unsigned kSectionHeader = 64, kNoBits = 8;
  if (count && size < kSectionHeader)
    return false;
  for (unsigned i = 0; i < count; ++i) {
    const char *section = code.data() + at + uint64_t(i) * size;
    if (read32le(section + 4) != kNoBits &&
        !fits(read64le(section + 24), read64le(section + 32)))
      return false;
  }
  return true;
}

static bool isWholeFatBinary(StringRef code) {
  return code.size() >= kFatBinaryHeader &&
         getFatBinarySize(code.data()) <= code.size();
}

/// PTX begins with blanks, comments and `.version`.
static bool isPTX(StringRef code) {
  for (;;) {
    code = code.ltrim();
    if (code.consume_front("//"))
      code = code.drop_until([](char c) { return c == '\n'; });
    else if (code.starts_with("/*"))
      code = code.drop_front(std::min(code.find("*/", 2), code.size() - 2) + 2);
    else
      return code.starts_with(".version");
  }
}

llvm::Expected<CodeKind>
mlir::tile::runtime::checkCode(size_t index, const LinkInput &input) {
  StringRef code = input.code;
  CodeKind kind = input.kind;
  bool isCubin =
      isELF(code) && read16le(code.data() + kElfMachine) == kCudaMachine;
  CodeKind seen = isCubin                               ? CodeKind::Cubin
                  : isELF(code)                         ? CodeKind::Object
                  : getMagic(code) == kFatBinaryMagic   ? CodeKind::Fatbin
                  : code.starts_with("!<arch>\n")       ? CodeKind::Library
                  : isPTX(code) && !code.contains('\0') ? CodeKind::PTX
                                                        : CodeKind::Auto;
  if (kind == CodeKind::Auto)
    kind = seen;
  if (kind == CodeKind::Auto)
    return makeError(StatusCode::CorruptData,
                     "expected PTX, a cubin, a fat binary, an object file or "
                     "an archive as " +
                         describeInput(index, input) + " found " +
                         Twine(code.size()) + " bytes of something else");
  // Relocatable code of `nvcc -dc -cubin` may be called an object.
  bool fits =
      seen == kind || (kind == CodeKind::Object && seen == CodeKind::Cubin);
  if (!fits)
    return makeError(StatusCode::CorruptData, "expected " + getName(kind) +
                                                  " as " +
                                                  describeInput(index, input) +
                                                  " found " + getName(seen));
  bool isWhole = isELF(code)                ? isWholeELF(code)
                 : kind == CodeKind::Fatbin ? isWholeFatBinary(code)
                                            : true;
  if (!isWhole)
    return makeError(StatusCode::CorruptData,
                     "expected a whole file as " + describeInput(index, input) +
                         " found " + getName(kind) + " of " +
                         Twine(code.size()) + " bytes, whose headers say more");
  return kind;
}

//===----------------------------------------------------------------------===//
// Kernels of PTX
//===----------------------------------------------------------------------===//

/// Bytes of a scalar type such as "u64"; 0 if there are none.
static unsigned getTypeSize(StringRef type) {
  unsigned bits = 0;
  if (type.size() < 2 || type.drop_front().getAsInteger(10, bits))
    return 0;
  return bits / 8;
}

KernelInfo mlir::tile::runtime::describeEntry(const ptx::Function &entry) {
  KernelInfo info;
  info.symbol = info.name = entry.name;
  for (const ptx::Variable &parameter : entry.params)
    for (const ptx::Declarator &name : parameter.names) {
      KernelArgument argument;
      argument.name = name.name;
      argument.type = parameter.type;
      argument.isPointer = parameter.isPointer;
      uint64_t count = std::max(parameter.vectorSize, 1u);
      for (const std::optional<uint64_t> &dim : name.dims)
        count *= dim.value_or(0);
      argument.size = count * getTypeSize(parameter.type);
      if (!name.dims.empty() || parameter.vectorSize)
        argument.type += "[" + std::to_string(count) + "]";
      info.arguments.push_back(std::move(argument));
    }
  for (const ptx::Directive &directive : entry.directives) {
    if (directive.name != "reqntid" || directive.arguments.empty())
      continue;
    bool isLine =
        llvm::all_of(llvm::drop_begin(directive.arguments),
                     [](const ptx::Operand &size) { return size.bits == 1; });
    if (isLine && directive.arguments.front().bits <= 1024)
      info.numThreads = directive.arguments.front().bits;
  }
  info.numWarps = (info.numThreads + 31) / 32;
  return info;
}

std::vector<KernelInfo>
mlir::tile::runtime::describeEntries(const ptx::Module &module) {
  std::vector<KernelInfo> kernels;
  for (const ptx::ModuleItem &item : module.items)
    if (const auto *function = std::get_if<ptx::Function>(&item))
      if (function->isEntry && function->body)
        kernels.push_back(describeEntry(*function));
  return kernels;
}

llvm::Error mlir::tile::runtime::addKernels(std::vector<KernelInfo> &kernels,
                                            llvm::ArrayRef<KernelInfo> added) {
  for (const KernelInfo &kernel : added) {
    for (const KernelInfo &known : kernels)
      if (known.name == kernel.name || known.symbol == kernel.symbol)
        return makeError(StatusCode::InvalidArgument,
                         "expected kernels of different names to link, found "
                         "two of '" +
                             kernel.symbol + "'");
    kernels.push_back(kernel);
  }
  return llvm::Error::success();
}

static std::string print(llvm::ArrayRef<ptx::Diagnostic> errors) {
  std::string text;
  for (const ptx::Diagnostic &error : errors)
    text +=
        "\n" +
        (error.location.line ? std::to_string(error.location.line) + ":" +
                                   std::to_string(error.location.column) + ": "
                             : std::string()) +
        error.message;
  return text;
}

llvm::Error mlir::tile::runtime::checkDefined(const ptx::Module &module,
                                              StringRef what) {
  // CUDA C++ Programming Guide: printf, assert, malloc and free of kernels, and
  // what launches kernels from kernels.
  auto isSystems = [](StringRef name) {
    return name == "vprintf" || name == "__assertfail" || name == "malloc" ||
           name == "free" || name.starts_with("cuda");
  };
  llvm::StringSet<> defined;
  std::vector<StringRef> declared;
  for (const ptx::ModuleItem &item : module.items) {
    if (const auto *function = std::get_if<ptx::Function>(&item)) {
      if (function->body)
        defined.insert(function->name);
      else if (function->linkage == ptx::Linkage::Extern &&
               !isSystems(function->name))
        declared.push_back(function->name);
    } else if (const auto *variable = std::get_if<ptx::Variable>(&item)) {
      for (const ptx::Declarator &name : variable->names)
        if (variable->linkage != ptx::Linkage::Extern)
          defined.insert(name.name);
        else if (!StringRef(variable->space).starts_with("shared"))
          declared.push_back(name.name);
    }
  }
  for (StringRef name : declared)
    if (!defined.contains(name))
      return makeError(StatusCode::CompileFailed,
                       "expected a definition of '" + name + "', which " +
                           what + " declares, found none");
  return llvm::Error::success();
}

llvm::Expected<ptx::Module>
mlir::tile::runtime::linkPTX(llvm::ArrayRef<LinkInput> inputs,
                             unsigned capability, StringRef what,
                             std::vector<KernelInfo> &kernels) {
  std::vector<ptx::LinkInput> parts;
  for (auto [i, input] : llvm::enumerate(inputs)) {
    StringRef text = input.code;
    std::string expanded;
    if (input.image) {
      text = input.image->getStage(Stage::PTX);
      if (text.empty())
        return makeError(StatusCode::Unsupported,
                         Twine(what) + ", and the image of " +
                             describeInput(i, input) + " has none");
    } else {
      llvm::Expected<CodeKind> kind = checkCode(i, input);
      if (!kind)
        return kind.takeError();
      if (*kind == CodeKind::Fatbin) {
        llvm::Expected<std::string> found = findPTX(text, capability);
        if (!found) {
          auto [code, message] = takeStatus(found.takeError());
          std::string part = describeInput(i, input);
          return makeError(code, "cannot take PTX of " +
                                     StringRef(part).rtrim(',') + ": " +
                                     message);
        }
        expanded = std::move(*found);
        text = expanded;
      } else if (*kind != CodeKind::PTX) {
        return makeError(StatusCode::Unsupported, Twine(what) + ", and " +
                                                      describeInput(i, input) +
                                                      " is " + getName(*kind));
      }
    }
    ptx::ParseResult<ptx::Module> parsed = ptx::parseModule(text);
    if (!parsed)
      return makeError(StatusCode::CompileFailed, "cannot read the PTX of " +
                                                      describeInput(i, input) +
                                                      print(parsed.errors));
    if (llvm::Error error =
            addKernels(kernels, input.image ? input.image->kernels
                                            : describeEntries(parsed.value)))
      return std::move(error);
    std::string name = describeInput(i, input);
    if (!input.name.empty())
      name = input.name.str();
    parts.push_back({std::move(name), std::move(parsed.value)});
  }
  if (parts.size() == 1) {
    if (llvm::Error error =
            checkDefined(parts.front().module, parts.front().name))
      return std::move(error);
    return std::move(parts.front().module);
  }
  std::vector<ptx::Diagnostic> errors;
  std::optional<ptx::Module> linked =
      ptx::linkModules(std::move(parts), errors);
  if (!linked)
    return makeError(StatusCode::CompileFailed,
                     "cannot link the PTX:" + print(errors));
  if (llvm::Error error = checkDefined(*linked, "the linked module"))
    return std::move(error);
  return std::move(*linked);
}

llvm::Error
mlir::tile::runtime::checkDefinitions(llvm::ArrayRef<LinkInput> inputs,
                                      llvm::ArrayRef<CodeKind> kinds) {
  std::vector<ptx::LinkInput> parts;
  for (auto [i, input] : llvm::enumerate(inputs)) {
    if (kinds[i] != CodeKind::PTX)
      continue;
    ptx::ParseResult<ptx::Module> parsed = ptx::parseModule(
        input.image ? input.image->getStage(Stage::PTX) : input.code);
    // What we cannot read is for ptxas to judge.
    if (parsed)
      parts.push_back(
          {input.name.empty() ? describeInput(i, input) : input.name.str(),
           std::move(parsed.value)});
  }
  if (parts.size() < 2)
    return llvm::Error::success();
  std::vector<ptx::Diagnostic> errors;
  if (ptx::linkModules(std::move(parts), errors))
    return llvm::Error::success();
  return makeError(StatusCode::CompileFailed,
                   "cannot link the PTX:" + print(errors));
}
