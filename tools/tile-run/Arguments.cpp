//===- Arguments.cpp - A kernel's arguments, before and after -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Arguments.h"

#include "tile/Run/Npy.h"
#include "tile/Run/Poison.h"

#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::tile;

static llvm::Error makeError(const Twine &message) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), message);
}

//===----------------------------------------------------------------------===//
// Before the run
//===----------------------------------------------------------------------===//

/// Whether MLIR's type of an element is the array's: `i32` is both i32 and u32.
static bool isSameType(StringRef type, run::ElementType element) {
  std::optional<run::ElementType> named = run::parseElementType(type);
  if (!named)
    return true; // A type that files and the command line cannot name.
  return run::isFloat(*named) == run::isFloat(element) &&
         (run::isFloat(element)
              ? *named == element
              : run::getBitWidth(*named) == run::getBitWidth(element));
}

llvm::Error RunArguments::verifyTypes(const KernelInfo &kernel) const {
  for (auto [i, parameter] : llvm::enumerate(kernel.arguments)) {
    const run::ArgumentSpec &spec = line.arguments[i];
    const Argument &argument = arguments[i];
    std::string place = "argument " + std::to_string(i + 1) + " ('" +
                        parameter.name + "') of '" + kernel.symbol + "'";
    if (parameter.isPointer == spec.isScalar)
      return makeError("expected " +
                       Twine(parameter.isPointer ? "an array" : "a scalar") +
                       " for " + place + ", a " + parameter.type + ", found '" +
                       spec.text + "'");
    StringRef type = parameter.type;
    if (parameter.isPointer) {
      type.consume_front("!tile.ptr<");
      type = type.take_until([](char c) { return c == ',' || c == '>'; });
    }
    if (!isSameType(type, argument.array.getType()))
      return makeError("expected " + Twine(type) + " for " + place +
                       ", found " + run::getName(argument.array.getType()) +
                       " in '" + spec.text + "'");
    if (!parameter.isPointer && parameter.divisibility > 1 &&
        !run::isFloat(argument.array.getType()) &&
        argument.array.getInteger(0) % parameter.divisibility != 0)
      return makeError("expected a multiple of " +
                       Twine(parameter.divisibility) + " for " + place +
                       ", as its code relies on it, found " +
                       Twine(argument.array.getInteger(0)));
  }
  return llvm::Error::success();
}

llvm::Error
RunArguments::verifySizes(ArrayRef<sim::ParameterInfo> parameters) const {
  for (auto [i, parameter] : llvm::enumerate(parameters)) {
    const run::ArgumentSpec &spec = line.arguments[i];
    size_t size = spec.isScalar ? arguments[i].array.getBytes().size() : 8;
    if (size != parameter.size)
      return makeError("expected " + Twine(parameter.size) +
                       " bytes for parameter " + Twine(i + 1) + " ('" +
                       parameter.name + "', ." + parameter.type + "), found '" +
                       spec.text + "' of " + Twine(size) +
                       (spec.isScalar ? "" : " (a pointer)"));
  }
  return llvm::Error::success();
}

llvm::Error RunArguments::prepare(const sim::Program &program,
                                  const std::optional<KernelInfo> &kernel) {
  std::string entry = line.kernel;
  std::vector<std::string> kernels = program.getKernels();
  if (entry.empty() && kernels.size() == 1)
    entry = kernels.front();
  kernelName = kernel ? kernel->symbol : entry;
  std::vector<sim::ParameterInfo> parameters = program.getParameters(entry);
  if (llvm::is_contained(kernels, entry) &&
      parameters.size() != line.arguments.size())
    return makeError("expected " + Twine(parameters.size()) +
                     " --input and --output flags for the parameters of '" +
                     kernelName + "', found " + Twine(line.arguments.size()));
  for (auto [i, spec] : llvm::enumerate(line.arguments)) {
    llvm::Expected<run::HostArray> array = run::makeArgument(spec, i + 1);
    if (!array)
      return array.takeError();
    Argument argument;
    argument.array = std::move(*array);
    argument.name = !spec.name.empty() ? spec.name
                    : kernel           ? kernel->arguments[i].name
                                       : "argument " + std::to_string(i + 1);
    if (spec.role == run::ArgumentRole::Output &&
        spec.init.kind != run::Initializer::Kind::Poison) {
      llvm::Expected<run::HostArray> old = argument.array.clone();
      if (!old)
        return old.takeError();
      argument.old = std::move(*old);
    }
    arguments.push_back(std::move(argument));
  }
  if (llvm::Error error =
          kernel ? verifyTypes(*kernel) : llvm::Error::success())
    return error;
  if (llvm::is_contained(kernels, entry))
    if (llvm::Error error = verifySizes(parameters))
      return error;

  for (auto [spec, argument] : llvm::zip(line.arguments, arguments)) {
    if (spec.isScalar)
      continue;
    ArrayRef<uint8_t> bytes = argument.array.getBytes();
    bool isOutput = spec.role == run::ArgumentRole::Output;
    argument.address = memory.allocate(bytes.size(), "'" + argument.name + "'",
                                       isOutput && !argument.old);
    if (!argument.address)
      return makeError("no memory for '" + argument.name + "' of " +
                       Twine(bytes.size()) + " bytes");
    if (!memory.write(argument.address, bytes))
      return makeError("cannot fill '" + argument.name + "'");
  }
  for (auto [i, spec] : llvm::enumerate(line.arguments)) {
    const Argument &argument = arguments[i];
    if (llvm::Error error = names.add(
            {spec.role, spec.isScalar, spec.name,
             kernel ? kernel->arguments[i].name : std::string(),
             &argument.array, argument.old ? &*argument.old : nullptr}))
      return error;
  }
  for (const run::Check &check : line.checks)
    if (llvm::Error error = run::verifyCheck(check, names))
      return error;
  return llvm::Error::success();
}

std::vector<std::vector<uint8_t>> RunArguments::getLaunchArguments() const {
  std::vector<std::vector<uint8_t>> result;
  for (auto [spec, argument] : llvm::zip(line.arguments, arguments)) {
    if (spec.isScalar) {
      result.push_back(argument.array.getBytes().vec());
      continue;
    }
    std::vector<uint8_t> bytes(8);
    std::memcpy(bytes.data(), &argument.address, 8);
    result.push_back(std::move(bytes));
  }
  return result;
}

std::string RunArguments::getTarget(StringRef ptx) const {
  size_t at = ptx.find(".target");
  if (at == StringRef::npos)
    return "";
  return ptx.substr(at + 7)
      .ltrim()
      .take_until([](char c) { return llvm::isSpace(c) || c == ','; })
      .str();
}

//===----------------------------------------------------------------------===//
// After the run
//===----------------------------------------------------------------------===//

llvm::Error RunArguments::readOutputs() {
  for (auto [spec, argument] : llvm::zip(line.arguments, arguments)) {
    if (spec.isScalar)
      continue;
    // Inputs, too: a kernel may write to them, and checks see what is there.
    if (spec.role == run::ArgumentRole::Output &&
        !memory.read(argument.address, argument.array.getBytes()))
      return makeError("cannot read '" + argument.name + "' back");
    const sim::Buffer *buffer = memory.findBefore(argument.address);
    if (!buffer || !buffer->written)
      continue;
    size_t size = argument.array.getBytes().size();
    std::vector<uint64_t> written((size + 63) / 64, 0);
    for (size_t i = 0; i < size; ++i)
      written[i / 64] |= uint64_t(buffer->written[i] != 0) << (i % 64);
    std::string text =
        run::formatUnwritten(argument.name, argument.array, written);
    if (!text.empty())
      llvm::errs() << "warning: " << text
                   << (StringRef(text).ends_with("\n") ? "" : "\n");
  }
  return llvm::Error::success();
}

/// --expected is a check against an array of a name of its own.
llvm::Error RunArguments::compareExpected(bool &succeeded, unsigned &number) {
  for (const run::ExpectedSpec &spec : line.expected) {
    const run::HostArray *output = nullptr;
    std::string name = spec.name;
    if (name.empty()) {
      for (auto [s, argument] : llvm::zip(line.arguments, arguments)) {
        if (s.role != run::ArgumentRole::Output)
          continue;
        if (output)
          return makeError("expected NAME=FILE.npy for --expected, as there "
                           "are several outputs, found '" +
                           Twine(spec.file) + "'");
        output = &argument.array;
      }
      name = "out";
    } else {
      output = names.find(name, /*isOld=*/false);
    }
    if (!output)
      return makeError("expected the name of an output for --expected, found "
                       "'" +
                       Twine(name) + "'; there are " + names.listNames());
    llvm::Expected<run::HostArray> wanted =
        run::readNpyAs(spec.file, output->getType());
    if (!wanted)
      return wanted.takeError();
    if (wanted->getNumElements() != output->getNumElements())
      return makeError(
          "expected " +
          Twine(run::formatShape(output->getType(), output->getShape())) +
          " in '" + spec.file + "', found " +
          run::formatShape(wanted->getType(), wanted->getShape()));
    std::string wantedName = "expected" + std::to_string(number);
    expectedArrays.push_back(
        std::make_unique<run::HostArray>(std::move(*wanted)));
    names.addOther(wantedName, expectedArrays.back().get());
    llvm::Expected<std::vector<run::Check>> checks =
        run::parseChecks(name + " ~= " + wantedName);
    if (!checks)
      return checks.takeError();
    run::Check &check = checks->front();
    check.text = name + " ~= " + spec.file;
    llvm::Expected<run::CheckResult> result = run::runCheck(check, names);
    if (!result)
      return result.takeError();
    llvm::outs() << run::formatResult(
        check, *result, ++number, line.checks.size() + line.expected.size());
    succeeded &= result->hasPassed();
  }
  return llvm::Error::success();
}

llvm::Error RunArguments::finish(bool &succeeded) {
  if (llvm::Error error = readOutputs())
    return error;
  for (auto [spec, argument] : llvm::zip(line.arguments, arguments)) {
    if (spec.saveFile.empty())
      continue;
    if (llvm::Error error = run::writeNpy(spec.saveFile, argument.array))
      return error;
    std::string note = run::getNpyNote(argument.array.getType());
    llvm::outs() << "saved " << argument.name << " in " << spec.saveFile
                 << (note.empty() ? "" : " (" + note + ")") << '\n';
  }
  unsigned number = 0;
  for (const run::Check &check : line.checks) {
    llvm::Expected<run::CheckResult> result = run::runCheck(check, names);
    if (!result)
      return result.takeError();
    llvm::outs() << run::formatResult(
        check, *result, ++number, line.checks.size() + line.expected.size());
    succeeded &= result->hasPassed();
  }
  return compareExpected(succeeded, number);
}
