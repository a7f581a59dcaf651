//===- Arguments.cpp - A kernel's arguments, before and after -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Arguments.h"

#include "tile/Image/ArgumentText.h"
#include "tile/Run/ExactArrays.h"
#include "tile/Run/Npy.h"
#include "tile/Simulator/TensorMap.h"

#include "llvm/Support/MathExtras.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace mlir;
using namespace mlir::tile;

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
    std::string place = describeArgument(kernel, i);
    if (parameter.isPointer == spec.isScalar)
      return makeError("expected " +
                       Twine(parameter.isPointer ? "an array" : "a scalar") +
                       " for " + place + " of type " + parameter.type +
                       ", found '" + spec.text + "'");
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
                       Twine(argument.array.getInteger(0)) + "; " +
                       describeRemedy(kernel, i));
    if (parameter.fixedValue) {
      int64_t expected = *parameter.fixedValue;
      int64_t found = argument.array.getInteger(0);
      // An i1 is 0 or 1; an integer without a sign is the same bits.
      unsigned unused = 64 - (parameter.type == "i1" ? 1 : 8 * parameter.size);
      if (static_cast<uint64_t>(expected ^ found) << unused != 0)
        return makeError("expected " + Twine(expected) + " for " + place +
                         ", the one value its code is for, found " +
                         Twine(found) + "; " + describeRemedy(kernel, i));
    }
  }
  return llvm::Error::success();
}

llvm::Error
RunArguments::verifySizes(ArrayRef<sim::ParameterInfo> parameters) const {
  for (auto [i, parameter] : llvm::enumerate(parameters)) {
    const run::ArgumentSpec &spec = line.arguments[i];
    bool isValue = arguments[i].isValue;
    size_t size = isValue          ? arguments[i].array.getBytes().size()
                  : spec.tensorMap ? sim::TensorMap::kBytes
                                   : 8;
    if (size != parameter.size)
      return makeError("expected " + Twine(parameter.size) +
                       " bytes for argument " + Twine(i) + " '" +
                       parameter.name + "' of type ." + parameter.type +
                       ", found '" + spec.text + "' of " + Twine(size) +
                       (isValue ? "" : " (a pointer)"));
  }
  return llvm::Error::success();
}

/// The name of a parameter in PTX if a person gave it: not "copy_param_0".
static std::string getOwnName(const sim::ParameterInfo &parameter,
                              unsigned position) {
  std::string suffix = "_param_" + std::to_string(position);
  return StringRef(parameter.name).ends_with(suffix) ? "" : parameter.name;
}

/// Fails if a file could not be made there.
static llvm::Error verifySaveFile(StringRef file) {
  StringRef folder = llvm::sys::path::parent_path(file);
  if (std::error_code error = llvm::sys::fs::access(
          folder.empty() ? "." : folder, llvm::sys::fs::AccessMode::Write))
    return makeError(Twine(file) + ": cannot be written: " + error.message());
  return llvm::Error::success();
}

llvm::Error RunArguments::prepare(const std::optional<KernelInfo> &kernel) {
  entry = line.kernel;
  std::vector<std::string> kernels = target.getKernels();
  // Launches choose it; who names it runs it as it is.
  llvm::erase_if(kernels, [&](const std::string &name) {
    return name != entry && target.isTensorMapEntry(name);
  });
  if (entry.empty() && kernels.size() == 1)
    entry = kernels.front();
  kernelName = kernel ? kernel->symbol : entry;
  if (kernels.empty())
    return makeError("expected a kernel in '" + Twine(line.getInputName()) +
                     "', found none");
  if (!llvm::is_contained(kernels, entry))
    return makeError("expected the name of a kernel for --kernel, one of " +
                     Twine(llvm::join(kernels, ", ")) + ", found '" + entry +
                     "'");
  if (!line.block && !target.getRequiredBlock(entry))
    return makeError("expected the number of threads in a CTA for --block, as "
                     "the kernel '" +
                     Twine(entry) + "' has no .reqntid");
  std::vector<sim::ParameterInfo> parameters = target.getParameters(entry);
  // The run fills in the number of programs.
  if (target.getProgramsPerCTA(entry) > 1 && !parameters.empty())
    parameters.pop_back();
  if (parameters.size() != line.arguments.size()) {
    std::vector<std::string> names;
    for (auto [i, parameter] : llvm::enumerate(parameters))
      names.push_back(kernel ? kernel->arguments[i].name
                             : getOwnName(parameter, i));
    return makeError("expected " + Twine(parameters.size()) +
                     " --input and --output flags for the parameters of '" +
                     kernelName + "', found " + Twine(line.arguments.size()) +
                     (names.empty() ? "" : "; they are ") +
                     llvm::join(names, ", "));
  }
  for (auto [i, spec] : llvm::enumerate(line.arguments)) {
    llvm::Expected<run::HostArray> array = run::makeArgument(spec, i + 1);
    if (!array)
      return array.takeError();
    if (line.isExact())
      run::encodeExact(*array);
    if (!spec.saveFile.empty())
      if (llvm::Error error = verifySaveFile(spec.saveFile))
        return error;
    Argument argument;
    argument.array = std::move(*array);
    // A struct is an array of bytes to PTX.
    bool isStruct = parameters[i].type == "b8" && parameters[i].size > 1;
    argument.isValue =
        spec.isScalar ||
        (isStruct && spec.role == run::ArgumentRole::Input && !spec.tensorMap);
    argument.kernelName =
        kernel ? kernel->arguments[i].name : getOwnName(parameters[i], i);
    argument.name = !spec.name.empty() ? spec.name
                    : !argument.kernelName.empty()
                        ? argument.kernelName
                        : "argument " + std::to_string(i);
    if (spec.role == run::ArgumentRole::Output &&
        spec.init.kind != run::Initializer::Kind::Poison) {
      llvm::Expected<run::HostArray> old = argument.array.clone();
      if (!old)
        return old.takeError();
      argument.old = std::move(*old);
    }
    arguments.push_back(std::move(argument));
  }
  if (kernel)
    if (llvm::Error error = verifyTypes(*kernel))
      return error;
  if (llvm::Error error = verifySizes(parameters))
    return error;
  if (llvm::Error error = allocate(kernel))
    return error;
  return prepareChecks();
}

/// The number of an element type in tensor maps; none for those that have none.
static std::optional<unsigned> getTensorType(run::ElementType type) {
  using run::ElementType;
  switch (type) {
  case ElementType::U8:
  case ElementType::I8:
  case ElementType::F8E4M3:
  case ElementType::F8E5M2:
    return 0;
  case ElementType::U16:
  case ElementType::I16:
    return 1;
  case ElementType::U32:
    return 2;
  case ElementType::I32:
    return 3;
  case ElementType::U64:
    return 4;
  case ElementType::I64:
    return 5;
  case ElementType::F16:
    return 6;
  case ElementType::F32:
    return 7;
  case ElementType::F64:
    return 8;
  case ElementType::BF16:
    return 9;
  default:
    return std::nullopt;
  }
}

llvm::Error RunArguments::makeTensorMap(const run::ArgumentSpec &spec,
                                        Argument &argument) {
  auto fail = [&](const Twine &message) {
    return makeError("the tensor map '" + Twine(spec.text) + "': " + message);
  };
  if (target.getName() != "the simulator")
    return fail("expected the simulator as the device, as only it reads these");
  ArrayRef<uint64_t> shape = argument.array.getShape();
  const run::TensorMapSpec &given = *spec.tensorMap;
  std::optional<unsigned> type = getTensorType(argument.array.getType());
  if (!type)
    return fail("expected elements of 8 bits or more");
  if (given.box.size() != shape.size())
    return fail("expected a box of " + Twine(shape.size()) + " sizes, found " +
                Twine(given.box.size()));
  sim::TensorMap map;
  map.type = *type;
  map.rank = shape.size();
  map.address = argument.address;
  map.swizzle = given.swizzle ? llvm::Log2_32(given.swizzle / 16) : 0;
  map.fill = given.fillsNaN;
  uint64_t stride = run::getByteSize(argument.array.getType());
  for (unsigned d = 0; d < std::min(map.rank, map.kMaxRank); ++d) {
    size_t from = shape.size() - 1 - d;
    map.sizes[d] = shape[from];
    map.box[d] = uint32_t(std::min<uint64_t>(given.box[from], 1 << 20));
    stride *= shape[from];
    if (d + 1 < map.rank && d + 1 < map.kMaxRank)
      map.strides[d] = stride;
  }
  std::string wrong = map.check();
  if (!wrong.empty())
    return fail(wrong);
  argument.tensorMap.resize(map.kBytes);
  map.encode(argument.tensorMap.data());
  return llvm::Error::success();
}

llvm::Error RunArguments::allocate(const std::optional<KernelInfo> &kernel) {
  for (auto [i, spec] : llvm::enumerate(line.arguments)) {
    Argument &argument = arguments[i];
    if (argument.isValue)
      continue;
    bool isOutput = spec.role == run::ArgumentRole::Output;
    // What the kernel was promised of its pointers holds.
    uint64_t alignment = kernel ? kernel->arguments[i].divisibility : 1;
    llvm::Expected<uint64_t> address = target.allocate(
        argument.name, argument.array, isOutput && !argument.old, alignment);
    if (!address)
      return address.takeError();
    argument.address = *address;
    if (spec.tensorMap)
      if (llvm::Error error = makeTensorMap(spec, argument))
        return error;
  }
  return llvm::Error::success();
}

llvm::Error RunArguments::prepareChecks() {
  for (auto [spec, argument] : llvm::zip(line.arguments, arguments))
    if (llvm::Error error = names.add(
            {spec.role, spec.isScalar, spec.name, argument.kernelName,
             &argument.array, argument.old ? &*argument.old : nullptr}))
      return error;
  for (const run::Check &check : line.checks)
    if (llvm::Error error = run::verifyCheck(check, names))
      return error;
  for (const run::ExpectedSpec &spec : line.expected)
    if (llvm::Error error = prepareExpected(spec))
      return error;
  for (const run::ExpectedSpec &spec : line.bounds) {
    llvm::Expected<const Argument *> output = findOutput(spec, "--bounds");
    if (!output)
      return output.takeError();
    if (llvm::Error error = verifySaveFile(spec.file))
      return error;
  }
  return llvm::Error::success();
}

namespace {
/// Knows an output and what it should be.
class ExpectedNames : public run::NameResolver {
public:
  ExpectedNames(const run::HostArray *output, const run::HostArray *wanted)
      : output(output), wanted(wanted) {}
  const run::HostArray *find(StringRef name, bool) const override {
    return name == "out" ? output : wanted;
  }
  std::string listNames() const override { return "out, expected"; }

private:
  const run::HostArray *output, *wanted;
};
} // namespace

llvm::Expected<const RunArguments::Argument *>
RunArguments::findOutput(const run::ExpectedSpec &spec,
                         StringRef option) const {
  const run::HostArray *named =
      spec.name.empty() ? nullptr : names.find(spec.name, /*isOld=*/false);
  const Argument *output = nullptr;
  std::vector<std::string> outputs;
  for (auto [s, argument] : llvm::zip(line.arguments, arguments)) {
    if (s.role != run::ArgumentRole::Output)
      continue;
    outputs.push_back(argument.name);
    if (spec.name.empty() || &argument.array == named)
      output = &argument;
  }
  if (outputs.empty())
    return makeError("expected an --output " +
                     Twine(option == "--expected" ? "to compare with '"
                                                  : "whose bounds go into '") +
                     spec.file + "', found none");
  if (spec.name.empty() && outputs.size() > 1)
    return makeError("expected NAME=FILE.npy for " + option +
                     ", as there are several outputs (" +
                     Twine(llvm::join(outputs, ", ")) + "), found '" +
                     spec.file + "'");
  if (!output)
    return makeError("expected the name of an output (" +
                     Twine(llvm::join(outputs, ", ")) + ") for " + option +
                     ", found '" + spec.name + "'");
  return output;
}

/// What an output of exact arithmetic is compared with: floats, also those that
/// such an output was saved as.
static llvm::Expected<run::HostArray> readExact(StringRef file,
                                                run::ElementType type) {
  llvm::Expected<run::HostArray> array = run::readNpy(file);
  if (!array)
    return array;
  if (!run::isFloat(type) || !run::isFloat(array->getType())) {
    array = run::readNpyAs(file, type);
    if (!array)
      return array;
  }
  run::encodeExact(*array);
  return array;
}

/// --expected is a check against the array of a file.
llvm::Error RunArguments::prepareExpected(const run::ExpectedSpec &spec) {
  llvm::Expected<const Argument *> found = findOutput(spec, "--expected");
  if (!found)
    return found.takeError();
  const Argument *output = *found;
  llvm::Expected<run::HostArray> wanted =
      line.isExact() ? readExact(spec.file, output->array.getType())
                     : run::readNpyAs(spec.file, output->array.getType());
  if (!wanted)
    return wanted.takeError();
  if (wanted->getNumElements() != output->array.getNumElements())
    return makeError("expected " +
                     Twine(run::formatShape(output->array.getType(),
                                            output->array.getShape())) +
                     " in '" + spec.file + "', as '" + output->name +
                     "' is, found " +
                     run::formatShape(wanted->getType(), wanted->getShape()));
  llvm::Expected<std::vector<run::Check>> checks =
      run::parseChecks("out ~= expected");
  if (!checks)
    return checks.takeError();
  expected.push_back({std::move(*wanted), &output->array,
                      std::move(checks->front()),
                      output->name + " ~= " + spec.file});
  return llvm::Error::success();
}

std::vector<std::vector<uint8_t>> RunArguments::getLaunchArguments() const {
  std::vector<std::vector<uint8_t>> result;
  for (const Argument &argument : arguments) {
    if (argument.isValue) {
      result.push_back(argument.array.getBytes().vec());
      continue;
    }
    if (!argument.tensorMap.empty()) {
      result.push_back(argument.tensorMap);
      continue;
    }
    std::vector<uint8_t> bytes(8);
    std::memcpy(bytes.data(), &argument.address, 8);
    result.push_back(std::move(bytes));
  }
  return result;
}

//===----------------------------------------------------------------------===//
// After the run
//===----------------------------------------------------------------------===//

llvm::Error RunArguments::readOutputs() {
  for (auto [spec, argument] : llvm::zip(line.arguments, arguments)) {
    if (argument.isValue)
      continue;
    if (spec.role == run::ArgumentRole::Input) {
      if (llvm::Error error = warnIfChanged(argument))
        return error;
      continue;
    }
    if (llvm::Error error =
            target.read(argument.address, argument.array.getBytes()))
      return error;
    if (argument.old)
      continue;
    std::string text =
        target.getUnwritten(argument.address, argument.name, argument.array);
    if (!text.empty())
      llvm::errs() << "warning: " << text << '\n';
  }
  return llvm::Error::success();
}

/// Checks see an input as it was before the run.
llvm::Error RunArguments::warnIfChanged(const Argument &argument) const {
  ArrayRef<uint8_t> before = argument.array.getBytes();
  std::vector<uint8_t> after(before.size());
  if (llvm::Error error = target.read(argument.address, after))
    return error;
  if (before != ArrayRef(after))
    llvm::errs() << "warning: the kernel writes to '" << argument.name
                 << "'; checks see it only if it is an --output\n";
  return llvm::Error::success();
}

llvm::Error RunArguments::saveBounds(const run::ExpectedSpec &spec) {
  llvm::Expected<const Argument *> output = findOutput(spec, "--bounds");
  if (!output)
    return output.takeError();
  const run::HostArray &array = (*output)->array;
  auto bounds = target.readBounds((*output)->address);
  if (!bounds)
    return bounds.takeError();
  llvm::Expected<run::HostArray> result =
      run::HostArray::create(run::ElementType::F64, array.getShape());
  if (!result)
    return result.takeError();
  unsigned width = run::getByteSize(array.getType());
  for (uint64_t i = 0; i * width < bounds->size(); ++i)
    result->setDouble(i, (*bounds)[i * width]);
  if (llvm::Error error = run::writeNpy(spec.file, *result))
    return error;
  line.getOutput() << "saved the bounds of " << (*output)->name << " in "
                   << spec.file << '\n';
  return llvm::Error::success();
}

llvm::Error RunArguments::finish(bool &succeeded) {
  if (llvm::Error error = readOutputs())
    return error;
  llvm::raw_ostream &os = line.getOutput();
  for (auto [spec, argument] : llvm::zip(line.arguments, arguments)) {
    if (spec.saveFile.empty())
      continue;
    if (line.isExact()) {
      llvm::Expected<run::HostArray> floats =
          run::makeExactFloats(argument.array);
      if (!floats)
        return floats.takeError();
      if (llvm::Error error = run::writeNpy(spec.saveFile, *floats))
        return error;
      os << "saved the numbers of " << argument.name << " in " << spec.saveFile
         << '\n';
      continue;
    }
    if (llvm::Error error = run::writeNpy(spec.saveFile, argument.array))
      return error;
    std::string note = run::getNpyNote(argument.array.getType());
    os << "saved " << argument.name << " in " << spec.saveFile
       << (note.empty() ? "" : " (" + note + ")") << '\n';
  }
  for (const run::ExpectedSpec &spec : line.bounds)
    if (llvm::Error error = saveBounds(spec))
      return error;
  unsigned number = 0, total = line.checks.size() + expected.size();
  for (const run::Check &check : line.checks) {
    llvm::Expected<run::CheckResult> result =
        run::runCheck(check, names, line.isExact());
    if (!result)
      return result.takeError();
    os << run::formatResult(check, *result, ++number, total);
    succeeded &= result->hasPassed();
  }
  for (Expected &entry : expected) {
    llvm::Expected<run::CheckResult> result =
        run::runCheck(entry.check, ExpectedNames(entry.output, &entry.wanted),
                      line.isExact());
    if (!result)
      return result.takeError();
    entry.check.text = entry.title;
    // They would only say again what was expected.
    result->worst.inputs.clear();
    for (run::ElementReport &element : result->firstFailed)
      element.inputs.clear();
    os << run::formatResult(entry.check, *result, ++number, total);
    succeeded &= result->hasPassed();
  }
  return llvm::Error::success();
}
