//===- ArgumentNames.cpp - What a check calls the arguments ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Run/ArgumentNames.h"

using namespace mlir::tile::run;
using llvm::StringRef;

static StringRef dropPointerSuffix(StringRef name) {
  name.consume_back("_ptr");
  return name;
}

llvm::Error ArgumentNames::add(Argument argument) {
  StringRef name = argument.specName;
  if (name == "i" || name == "inf" || name == "nan")
    return llvm::createStringError("expected a name for an argument other than "
                                   "i, inf and nan, found '" +
                                   name + "'");
  if (!name.empty())
    for (const Argument &other : arguments)
      if (other.specName == name)
        return llvm::createStringError("expected one argument named '" + name +
                                       "', found two");
  arguments.push_back(std::move(argument));
  return llvm::Error::success();
}

const ArgumentNames::Argument *
ArgumentNames::findNumbered(StringRef name) const {
  auto findOutput = [&](unsigned number) -> const Argument * {
    for (const Argument &argument : arguments)
      if (argument.role == ArgumentRole::Output && number-- == 0)
        return &argument;
    return nullptr;
  };
  if (name.size() == 1 && name[0] >= 'a' && name[0] <= 'z') {
    unsigned number = name[0] - 'a';
    for (const Argument &argument : arguments)
      if (argument.role == ArgumentRole::Input && !argument.isScalar &&
          number-- == 0)
        return &argument;
    return nullptr;
  }
  if (name == "out")
    return findOutput(0);
  unsigned number;
  if (StringRef digits = name;
      digits.consume_front("out") && !digits.getAsInteger(10, number))
    return findOutput(number);
  if (StringRef digits = name; digits.consume_front("arg") &&
                               !digits.getAsInteger(10, number) &&
                               number < arguments.size())
    return &arguments[number];
  return nullptr;
}

const ArgumentNames::Argument *
ArgumentNames::findArgument(StringRef name) const {
  for (const Argument &argument : arguments)
    if (argument.specName == name)
      return &argument;
  for (const Argument &argument : arguments)
    if (argument.kernelName == name)
      return &argument;
  for (const Argument &argument : arguments)
    if (dropPointerSuffix(argument.kernelName) == name)
      return &argument;
  return nullptr;
}

const HostArray *ArgumentNames::find(StringRef name, bool isOld) const {
  if (name.empty())
    return nullptr;
  const Argument *argument = findArgument(name);
  if (!argument)
    argument = findNumbered(name);
  if (!argument)
    return nullptr;
  if (isOld && (argument->old || argument->role == ArgumentRole::Output))
    return argument->old;
  return argument->array;
}

std::string ArgumentNames::listNames() const {
  std::string list;
  auto append = [&](StringRef name) {
    list += (list.empty() ? "" : ", ") + name.str();
  };
  unsigned numArrays = 0, numOutputs = 0;
  for (const auto &[position, argument] : llvm::enumerate(arguments)) {
    bool isOutput = argument.role == ArgumentRole::Output;
    std::string generic = "arg" + std::to_string(position);
    if (isOutput)
      generic = "out" + std::to_string(numOutputs++);
    else if (!argument.isScalar && numArrays < 26)
      generic = std::string(1, static_cast<char>('a' + numArrays++));
    if (!argument.specName.empty())
      append(argument.specName);
    else if (!argument.kernelName.empty())
      append(dropPointerSuffix(argument.kernelName));
    else
      append(generic);
  }
  return list;
}
