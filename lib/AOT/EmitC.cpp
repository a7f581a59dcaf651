//===- EmitC.cpp - Kernels as C source ------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/AOT/EmitC.h"

#include "CText.h"
#include "EmitCImpl.h"

#include "tile/Hardware/TargetInfo.h"
#include "tile/Image/ArgumentText.h"
#include "tile/Support/Status.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::tile;
using namespace mlir::tile::aot;
using llvm::ArrayRef;
using llvm::Error;
using llvm::StringRef;
using llvm::Twine;

/// CUDA C++ Programming Guide, "Technical Specifications".
static constexpr unsigned kMaxThreads = 1024;

static Error makeInvalid(const Twine &message) {
  return makeError(StatusCode::InvalidArgument, message);
}

static bool equals(const KernelArgument &a, const KernelArgument &b) {
  return a.name == b.name && a.type == b.type && a.isPointer == b.isPointer &&
         a.size == b.size && a.divisibility == b.divisibility &&
         a.fixedValue == b.fixedValue;
}

/// Whether a program can launch the kernels of both images by one function.
static Error checkSame(const KernelImage &a, const KernelImage &b) {
  std::string both = "images for " + a.target + " and " + b.target;
  if (a.target == b.target)
    return makeInvalid("expected images for different targets, found two for " +
                       a.target);
  if (a.kernels.size() != b.kernels.size())
    return makeInvalid("expected the same kernels in the " + both + ", found " +
                       Twine(a.kernels.size()) + " and " +
                       Twine(b.kernels.size()));
  for (auto [x, y] : llvm::zip(a.kernels, b.kernels)) {
    if (x.symbol != y.symbol || x.name != y.name)
      return makeInvalid("expected the same kernels in the " + both +
                         ", found '" + x.symbol + "' and '" + y.symbol + "'");
    if (x.programsPerCTA != y.programsPerCTA)
      return makeInvalid("expected the same number of programs per CTA for "
                         "kernel '" +
                         x.symbol + "' in the " + both + ", found " +
                         Twine(x.programsPerCTA) + " and " +
                         Twine(y.programsPerCTA) +
                         "; compile both with the same programs-per-cta");
    if (x.numThreads != y.numThreads)
      return makeInvalid("expected the same number of threads for kernel '" +
                         x.symbol + "' in the " + both + ", found " +
                         Twine(x.numThreads) + " and " + Twine(y.numThreads));
    if (x.arguments.size() != y.arguments.size())
      return makeInvalid("expected the same arguments of kernel '" + x.symbol +
                         "' in the " + both + ", found " +
                         Twine(x.arguments.size()) + " and " +
                         Twine(y.arguments.size()));
    for (auto [i, first, second] : llvm::enumerate(x.arguments, y.arguments))
      if (!equals(first, second))
        return makeInvalid("expected the same type and assumptions of "
                           "" +
                           describeArgument(x, i) + " in the " + both);
  }
  return Error::success();
}

/// The parameter's kind and type in C; its size in `size`.
static std::optional<ParameterKind> getType(const KernelArgument &argument,
                                            std::string &type, unsigned &size) {
  if (argument.isPointer) {
    type = "const void *";
    size = 8;
    return ParameterKind::Pointer;
  }
  struct Entry {
    StringRef type;
    unsigned size;
    ParameterKind kind;
  };
  using Kind = ParameterKind;
  Entry entry = llvm::StringSwitch<Entry>(argument.type)
                    .Case("i1", {"bool", 1, Kind::Integer})
                    .Case("i8", {"int8_t", 1, Kind::Integer})
                    .Case("i16", {"int16_t", 2, Kind::Integer})
                    .Case("i32", {"int32_t", 4, Kind::Integer})
                    .Cases({"i64", "index"}, {"int64_t", 8, Kind::Integer})
                    .Cases({"f16", "bf16"}, {"uint16_t", 2, Kind::Bits})
                    .Cases({"f8E4M3FN", "f8E5M2"}, {"uint8_t", 1, Kind::Bits})
                    .Case("f32", {"float", 4, Kind::Float})
                    .Case("f64", {"double", 8, Kind::Float})
                    .Default({"", 0, Kind::Bits});
  if (entry.type.empty())
    return std::nullopt;
  type = entry.type.str();
  size = entry.size;
  return entry.kind;
}

static bool canHold(unsigned size, bool isBool, int64_t value) {
  return isBool ? value >= -1 && value <= 1
                : llvm::isIntN(8 * size, value) ||
                      (value >= 0 && llvm::isUIntN(8 * size, value));
}

static llvm::Expected<Parameter> planParameter(const KernelInfo &kernel,
                                               unsigned index) {
  const KernelArgument &argument = kernel.arguments[index];
  std::string what = describeArgument(kernel, index);
  Parameter parameter;
  parameter.argument = &argument;
  unsigned size = 0;
  auto kind = getType(argument, parameter.type, size);
  if (!kind)
    return makeError(StatusCode::Unsupported, what + " is of type " +
                                                  argument.type +
                                                  ", for which C has none");
  parameter.kind = *kind;
  if (size != argument.size)
    return makeInvalid("expected " + Twine(size) + " bytes for " + what +
                       " of type " + argument.type + ", found " +
                       Twine(argument.size));
  bool canAssume = *kind == ParameterKind::Integer;
  if (argument.divisibility < 1 ||
      (argument.divisibility > 1 && !canAssume && !argument.isPointer))
    return makeInvalid(what + " of type " + argument.type +
                       " cannot be a multiple of " +
                       Twine(argument.divisibility));
  if (argument.fixedValue &&
      (!canAssume ||
       !canHold(size, argument.type == "i1", *argument.fixedValue)))
    return makeInvalid(what + " of type " + argument.type +
                       " cannot always be " + Twine(*argument.fixedValue));
  // In a signed byte 255 is -1; in a bool -1 is true.
  if (argument.fixedValue)
    parameter.fixedValue =
        argument.type == "i1"
            ? *argument.fixedValue & 1
            : llvm::SignExtend64(*argument.fixedValue, 8 * size);
  return parameter;
}

/// Names that do not occur elsewhere in the function.
static void nameParameters(const Plan &plan, Function &function) {
  UniqueNames names;
  for (StringRef name :
       {"gridX", "gridY", "gridZ", "stream", "parameters", "numPrograms"})
    names.reserve(name);
  for (Parameter &parameter : function.parameters) {
    std::string name = replaceForeign(parameter.argument->name);
    if (name.empty() || llvm::isDigit(name.front()) || name.front() == '_')
      name.insert(0, "arg");
    // What the function uses begins with one of two prefixes.
    bool isTaken = isReserved(name);
    for (StringRef prefix : {plan.typeName, plan.localName})
      if (StringRef rest = name; rest.consume_front(prefix))
        isTaken |= !rest.empty() && llvm::isUpper(rest.front());
    if (isTaken)
      name += '_';
    parameter.name = names.claim(name);
  }
}

static Error planFunctions(const KernelImage &image, Plan &plan) {
  UniqueNames names;
  for (StringRef name : {"error", "load", "unload"})
    names.reserve(name);
  for (const KernelInfo &kernel : image.kernels) {
    if (kernel.numThreads == 0 || kernel.numThreads > kMaxThreads)
      return makeInvalid("expected 1 to " + Twine(kMaxThreads) +
                         " threads per CTA for kernel '" + kernel.symbol +
                         "', found " + Twine(kernel.numThreads));
    if (kernel.programsPerCTA == 0 ||
        kernel.numThreads % kernel.programsPerCTA != 0)
      return makeInvalid("expected a divisor of " + Twine(kernel.numThreads) +
                         " threads as the number of programs per CTA for "
                         "kernel '" +
                         kernel.symbol + "', found " +
                         Twine(kernel.programsPerCTA));
    Function &function = plan.functions.emplace_back();
    function.kernel = &kernel;
    function.name =
        plan.name + "_" + names.claim(replaceForeign(kernel.symbol));
    for (unsigned i = 0, e = kernel.arguments.size(); i < e; ++i) {
      auto parameter = planParameter(kernel, i);
      if (!parameter)
        return parameter.takeError();
      function.parameters.push_back(std::move(*parameter));
    }
    nameParameters(plan, function);
  }
  return Error::success();
}

/// Cubins, then PTX; of each kind first what is made for the newest GPU, and of
/// that first what runs on the fewest. So the first that fits is the best.
static Error planCodes(ArrayRef<const KernelImage *> images, Plan &plan) {
  for (const KernelImage *image : images) {
    const TargetInfo *target = lookupTarget(image->target);
    if (!target)
      return makeInvalid("unknown target '" + image->target +
                         "' of an image, expected one of " + getTargetNames());
    StringRef ptx = image->getStage(Stage::PTX).rtrim('\0');
    StringRef cubin = image->getStage(Stage::Cubin);
    if (ptx.empty() && cubin.empty())
      return makeInvalid("expected PTX or a cubin in the image for " +
                         image->target + ", found neither");
    if (ptx.contains('\0'))
      return makeInvalid("expected text as PTX in the image for " +
                         image->target + ", found a null character");
    if (!ptx.empty())
      plan.codes.push_back({target, Stage::PTX, ptx, image});
    if (!cubin.empty())
      plan.codes.push_back({target, Stage::Cubin, cubin, image});
  }
  auto rank = [](const Code &code) {
    char suffix = code.target->suffix;
    return std::make_tuple(code.stage == Stage::Cubin, code.target->capability,
                           suffix == 'a' ? 2 : suffix == 'f');
  };
  llvm::sort(plan.codes,
             [&](const Code &a, const Code &b) { return rank(a) > rank(b); });
  return Error::success();
}

static std::string makeConstant(int64_t value) {
  if (llvm::isInt<32>(value) && value != INT32_MIN)
    return std::to_string(value);
  if (value == INT64_MIN)
    return "(-INT64_C(9223372036854775807) - 1)";
  return "INT64_C(" + std::to_string(value) + ")";
}

/// The check of an argument. Messages are the same as the runtime's, except
/// that there is no specializer.
static void emitCheck(const Plan &plan, const Function &function,
                      unsigned index, llvm::raw_ostream &os) {
  const Parameter &parameter = function.parameters[index];
  const KernelArgument &argument = *parameter.argument;
  bool isPointer = parameter.kind == ParameterKind::Pointer;
  auto check = [&](const std::string &condition, const std::string &expected) {
    os << "  if (" << condition << ")\n    return " << plan.localName << "Fail("
       << plan.typeName << "InvalidArgument,\n        \""
       << escapeString(describeArgument(*function.kernel, index), true)
       << ": \"\n        \"expected " << expected << ", found "
       << (isPointer ? "0x%llx" : "%lld") << "; \"\n        \""
       << escapeString(describeRemedy(*function.kernel, index), true)
       << "\",\n        "
       << (isPointer ? "(unsigned long long)(uintptr_t)" : "(long long)")
       << parameter.name << ");\n";
  };
  if (parameter.fixedValue) {
    check(parameter.name + " != " + makeConstant(*parameter.fixedValue),
          std::to_string(*parameter.fixedValue) +
              ", the one value its code is for");
  } else if (argument.divisibility > 1) {
    std::string divisor = isPointer
                              ? std::to_string(argument.divisibility) + "u"
                              : makeConstant(argument.divisibility);
    check((isPointer ? "(uintptr_t)" : "(int64_t)") + parameter.name + " % " +
              divisor + " != 0",
          "a multiple of " + std::to_string(argument.divisibility) +
              ", as its code relies on it");
  }
}

static void emitFunction(const Plan &plan, unsigned index,
                         llvm::raw_ostream &os) {
  const Function &function = plan.functions[index];
  os << '\n' << getPrototype(plan, function) << " {\n";
  std::vector<std::string> names;
  for (const Parameter &parameter : function.parameters)
    names.push_back(parameter.name);
  // What the launch checks of gridX comes before anybody reads this.
  if (function.kernel->programsPerCTA > 1) {
    os << "  uint32_t numPrograms = (uint32_t)gridX;\n";
    names.push_back("numPrograms");
  }
  if (!names.empty()) {
    std::string line = "  void *parameters[] = {";
    for (auto [i, name] : llvm::enumerate(names)) {
      bool isLast = i + 1 == names.size();
      std::string item = "&" + name + (isLast ? "};" : ",");
      if (line.size() + 1 + item.size() > 80) {
        os << line << '\n';
        line.assign(24, ' ');
      } else if (i != 0) {
        line += ' ';
      }
      line += item;
    }
    os << line << '\n';
  }
  for (unsigned i = 0, e = function.parameters.size(); i < e; ++i)
    emitCheck(plan, function, i, os);
  os << "  return " << plan.localName << "Launch(" << index
     << ", gridX, gridY, gridZ, stream, "
     << (names.empty() ? "NULL" : "parameters") << ");\n}\n";
}

static std::string emitSource(const Plan &plan) {
  std::string text = getLoaderHead(plan);
  llvm::raw_string_ostream os(text);
  os << '\n';
  embedCodes(plan, os);
  os << "\nstatic const " << plan.localName << "Kernel " << plan.localName
     << "Kernels[] = {\n";
  for (const Function &function : plan.functions)
    os << "    {\"" << escapeString(function.kernel->symbol) << "\", \""
       << escapeString(function.kernel->name) << "\", "
       << function.kernel->numThreads << ", " << function.kernel->programsPerCTA
       << "},\n";
  os << "};\n" << getLoaderTail(plan);
  for (unsigned i = 0, e = plan.functions.size(); i < e; ++i)
    emitFunction(plan, i, os);
  return text;
}

llvm::Expected<CSources> tile::emitC(ArrayRef<const KernelImage *> images,
                                     StringRef name) {
  if (!isCIdentifier(name))
    return makeInvalid("expected a C identifier as the name of C sources, "
                       "found '" +
                       name + "'");
  if (images.empty())
    return makeInvalid("expected at least one image, found none");
  if (images.front()->kernels.empty())
    return makeInvalid("expected a kernel in the image for " +
                       images.front()->target + ", found none");
  for (size_t i = 0; i < images.size(); ++i)
    for (size_t k = 0; k < i; ++k)
      if (Error error = checkSame(*images[k], *images[i]))
        return error;
  Plan plan;
  plan.name = name.str();
  plan.typeName = plan.localName = makeCamelCase(name);
  plan.localName.front() = llvm::toLower(plan.localName.front());
  if (Error error = planFunctions(*images.front(), plan))
    return error;
  if (Error error = planCodes(images, plan))
    return error;
  for (auto [i, function] : llvm::enumerate(plan.functions)) {
    function.leastShared = UINT64_MAX;
    for (const KernelImage *image : images) {
      const KernelInfo &kernel = image->kernels[i];
      uint64_t bytes =
          uint64_t(kernel.sharedMemory) + kernel.dynamicSharedMemory;
      function.leastShared = std::min(function.leastShared, bytes);
      function.mostShared = std::max(function.mostShared, bytes);
    }
  }
  return CSources{emitHeader(plan), emitSource(plan)};
}
