//===- Checker.cpp - Whether a target has an instruction ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/PTX/Checker.h"
#include "tile/PTX/Suggestions.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir::tile::ptx;
using llvm::ArrayRef;
using llvm::SmallVector;
using llvm::StringRef;
using llvm::Twine;

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

/// The name, or "$1".
static std::string getSpelling(const Operand &operand) {
  return operand.kind == Operand::Placeholder
             ? "$" + std::to_string(operand.bits)
             : operand.name;
}

static std::string describeKind(const Operand &operand) {
  switch (operand.kind) {
  case Operand::Name:
  case Operand::Placeholder:
    return "'" + getSpelling(operand) + "'";
  case Operand::Integer:
    return "an integer";
  case Operand::F32:
    return "an f32 constant";
  case Operand::F64:
    return "an f64 constant";
  case Operand::String:
    return "a string";
  case Operand::Vector:
    return "a vector";
  case Operand::Address:
    return "an address";
  case Operand::Pair:
    return "a pair";
  case Operand::List:
    return "a list";
  case Operand::Element:
    return "an element of an array";
  case Operand::Generic:
  case Operand::Masked:
    return "an address constant";
  }
  return "";
}

static bool isNamed(const Operand &operand) {
  return operand.kind == Operand::Name || operand.kind == Operand::Placeholder;
}

/// u16, s64: not a pair of them.
static bool isScalarInteger(StringRef type) {
  return (type.starts_with("u") || type.starts_with("s")) &&
         !isFloatType(type) && !type.contains('x');
}

/// Whether a register of a type may stand for `pattern`: as wide (or wider),
/// and of the type itself, or one of the same kind. Registers of .f16x2 count
/// as integers. PTX ISA, "Operand Type Checking", and ptxas.
static bool fitsType(const OperandPattern &pattern, StringRef type) {
  unsigned bits = getTypeBits(type), needed = pattern.getBits();
  if (bits == 0 || needed == 0)
    return true;
  if (type == "pred" || pattern.type == "pred")
    return type == pattern.type;
  // Nothing has registers of less than 8 bits.
  if (pattern.mayBeWider ? bits < needed : bits != std::max(needed, 8u))
    return false;
  auto isUntyped = [](StringRef word) {
    return word.starts_with("b") && !isFloatType(word);
  };
  if (isUntyped(type) || isUntyped(pattern.type) || type == pattern.type)
    return true;
  return isScalarInteger(pattern.type) &&
         (isScalarInteger(type) || type == "f16x2");
}

/// What is wrong with a special register that is read as `pattern`, or "".
static std::string checkSpecialRegister(const Operand &operand,
                                        const SpecialRegister &special,
                                        const OperandPattern &pattern) {
  if (pattern.isWritten)
    return "expected a register, found the special register '" + operand.name +
           "', which is only read";
  bool hasComponent = !operand.component.empty();
  if (special.isVector != hasComponent)
    return special.isVector
               ? "expected a component such as '.x' of '" + operand.name + "'"
               : "expected '" + operand.name + "' without a component";
  if (hasComponent &&
      !StringRef(".x.y.z.w.r.g.b.a").contains(StringRef(operand.component)))
    return "expected a component such as '.x' of '" + operand.name +
           "', found '" + operand.component.str() + "'";
  // The registers of PTX ISA 1.x had other types; they can still be read as
  // these.
  bool isNarrow = special.isVector && pattern.getBits() == 16;
  bool isAnyWidth = special.name == "%gridid";
  if (fitsType(pattern, special.type) ||
      ((isNarrow || isAnyWidth) && !isFloatType(pattern.type)))
    return "";
  return ("expected a value for '." + pattern.type + "', found '" +
          operand.name + "' of type '." + special.type + "'")
      .str();
}

/// What is wrong with one value, or "".
static std::string checkValue(const Operand &operand,
                              const OperandPattern &pattern,
                              TypeLookup lookupType) {
  if (operand.isNegated && !(pattern.mayBeNegated && pattern.type == "pred"))
    return "expected an operand without '!', found '!" + getSpelling(operand) +
           "'";
  if (operand.isMinus && !pattern.mayBeMinus)
    return "expected an operand without '-', found '-" + getSpelling(operand) +
           "'";
  if (isNamed(operand)) {
    if (operand.isSink())
      return pattern.isWritten ? "" : "expected a value, found '_'";
    if (operand.kind == Operand::Name)
      if (const SpecialRegister *special = lookupSpecialRegister(operand.name))
        return checkSpecialRegister(operand, *special, pattern);
    StringRef type = lookupType(operand);
    // `$k` of the classes f and d are registers without a kind.
    bool isFloat =
        operand.kind == Operand::Name && isFloatType(type) && type != "f16x2";
    if (fitsType(pattern, type) && !(isFloat && pattern.mayNotBeFloat))
      return "";
    return ("expected " +
            (pattern.widthFactor == 1
                 ? "a register for '." + pattern.type.str() + "'"
                 : "a register of " + std::to_string(pattern.getBits()) +
                       " bits") +
            ", found one of type '." + type + "'")
        .str();
  }
  bool isConstant = operand.kind == Operand::Integer ||
                    operand.kind == Operand::F32 ||
                    operand.kind == Operand::F64;
  bool isValue = isConstant || operand.kind == Operand::Element;
  if (pattern.isWritten || !isValue)
    return "expected a register, found " + describeKind(operand);
  bool isInteger = operand.kind == Operand::Integer;
  bool needsFloat = isFloatType(pattern.type);
  bool needsInteger =
      pattern.type.starts_with("u") || pattern.type.starts_with("s");
  if (isConstant && pattern.mayNotBeConstant)
    return ("expected a register for '." + pattern.type + "', found " +
            describeKind(operand))
        .str();
  if (isConstant && ((needsFloat && isInteger) ||
                     (needsInteger && !isInteger && !needsFloat))) {
    // Of floats, only these have constants.
    bool isHalf = needsFloat && pattern.type != "f32" && pattern.type != "f64";
    return ("expected a register" +
            StringRef(isHalf       ? ""
                      : needsFloat ? " or a float"
                                   : " or an integer") +
            " for '." + pattern.type + "', found " + describeKind(operand))
        .str();
  }
  return "";
}

/// What is wrong with the brackets `[texture, {x, y}]`, or "".
static std::string checkCoordinates(const Operand &operand,
                                    const OperandPattern &pattern,
                                    TypeLookup lookupType,
                                    const Operand *&culprit) {
  unsigned count = pattern.numCoordinates;
  // In the independent mode a sampler stands between.
  bool hasSampler =
      operand.elements.size() == 3 && isNamed(operand.elements[1]);
  if (operand.elements.size() != 2 && !hasSampler)
    return "expected a handle and coordinates in the brackets";
  const Operand &coordinates = operand.elements.back();
  // A single one may stand without braces.
  bool isScalar = count == 1 && isNamed(coordinates);
  if (!isScalar && (coordinates.kind != Operand::Vector ||
                    coordinates.elements.size() != count))
    return "expected a handle and a vector of " + std::to_string(count) +
           (count == 1 ? " coordinate" : " coordinates") + " in the brackets";
  ArrayRef<Operand> elements = coordinates.elements;
  if (isScalar)
    elements = coordinates;
  for (auto [i, element] : llvm::enumerate(elements)) {
    culprit = &element;
    std::string problem =
        checkValue(element, pattern.getCoordinate(i), lookupType);
    if (!problem.empty())
      return problem;
  }
  return "";
}

/// What is wrong with an operand, or ""; `culprit` is the part that is wrong.
static std::string checkOperand(const Operand &operand,
                                const OperandPattern &pattern,
                                TypeLookup lookupType,
                                const Operand *&culprit) {
  culprit = &operand;
  auto expect = [&](bool ok, const Twine &what) -> std::string {
    if (ok)
      return "";
    return ("expected " + what + ", found " + describeKind(operand)).str();
  };
  switch (pattern.kind) {
  case OperandPattern::Any:
    if (pattern.vectorSize == 0)
      return "";
    return expect(operand.kind == Operand::Vector, "a vector");
  case OperandPattern::Address:
    if (pattern.numCoordinates != 0 && operand.kind == Operand::Address)
      return checkCoordinates(operand, pattern, lookupType, culprit);
    return expect(operand.kind == Operand::Address ||
                      operand.kind == Operand::Element,
                  "an address");
  case OperandPattern::Immediate:
    // Names are constants that are declared elsewhere, as WARP_SZ.
    return expect(operand.kind == Operand::Integer || isNamed(operand),
                  "an integer constant");
  case OperandPattern::Label:
    return expect(isNamed(operand), "a label");
  case OperandPattern::Name:
    return expect(isNamed(operand), "a name");
  case OperandPattern::List:
    return expect(operand.kind == Operand::List, "a list");
  case OperandPattern::Value:
    break;
  }
  if (pattern.mustBeSink && !operand.isSink())
    return expect(false, "'_'");
  if (pattern.mustBePair && operand.kind != Operand::Pair)
    return expect(false, "a pair with a predicate");
  if (operand.kind == Operand::Pair) {
    if (!pattern.mayBePair)
      return "expected a register, found a pair";
    OperandPattern predicate;
    predicate.type = "pred";
    predicate.isWritten = true;
    OperandPattern first = pattern;
    first.mayBePair = first.mustBePair = false;
    std::string problem =
        checkOperand(operand.elements[0], first, lookupType, culprit);
    if (!problem.empty())
      return problem;
    culprit = &operand.elements[1];
    return checkValue(*culprit, predicate, lookupType);
  }
  if (operand.kind == Operand::Vector && pattern.vectorSize != 0) {
    if (pattern.vectorSize != kAnyVectorSize &&
        operand.elements.size() != pattern.vectorSize)
      return "expected a vector of " + std::to_string(pattern.vectorSize) +
             " elements, found one of " +
             std::to_string(operand.elements.size());
    for (const Operand &element : operand.elements) {
      culprit = &element;
      std::string problem = checkValue(element, pattern, lookupType);
      // A sink is all right where it is written only.
      if (!problem.empty())
        return problem;
    }
    return "";
  }
  // A vector register, or one element without braces.
  if (pattern.vectorSize > 1 && !isNamed(operand))
    return expect(false, "a vector");
  if (pattern.vectorSize > 1 && !lookupType(operand).empty())
    return ("expected a vector, found a register of type '." +
            lookupType(operand) + "'")
        .str();
  return checkValue(operand, pattern, lookupType);
}

namespace {
/// Why the operands of a row do not fit; the further, the better it explains.
struct Mismatch {
  size_t position = 0;
  Location location;
  std::string message;
  const Operand *operand = nullptr;
  OperandPattern pattern;
};
} // namespace

/// Whether the operands fit the patterns; optional ones may be left out.
static bool matchOperands(ArrayRef<Operand> operands,
                          ArrayRef<OperandPattern> patterns, size_t position,
                          TypeLookup lookupType, Mismatch &mismatch) {
  if (patterns.empty())
    return position == operands.size();
  if (position < operands.size()) {
    const Operand *culprit = nullptr;
    std::string problem =
        checkOperand(operands[position], patterns.front(), lookupType, culprit);
    if (problem.empty()) {
      if (matchOperands(operands, patterns.drop_front(), position + 1,
                        lookupType, mismatch))
        return true;
    } else if (mismatch.message.empty() || position > mismatch.position) {
      mismatch = {position, operands[position].location, problem, culprit,
                  patterns.front()};
    }
  }
  return patterns.front().isOptional &&
         matchOperands(operands, patterns.drop_front(), position, lookupType,
                       mismatch);
}

//===----------------------------------------------------------------------===//
// Instructions
//===----------------------------------------------------------------------===//

/// "sm_90a", "sm_100a or sm_103a". Of a family, the GPU that has the features
/// of all of it: its name is older than that of the family.
static std::string describeTargets(StringRef targets) {
  SmallVector<StringRef, 4> names;
  targets.split(names, '|');
  std::string text;
  for (StringRef name : names) {
    if (!text.empty())
      text += name == names.back() ? " or " : ", ";
    text += name.consume_back("f") ? (name + "a").str() : name.str();
  }
  return text;
}

static std::string describeVersion(unsigned version) {
  return std::to_string(version / 10) + "." + std::to_string(version % 10);
}

static std::string describeCounts(llvm::SmallVectorImpl<size_t> &counts) {
  llvm::sort(counts);
  counts.erase(llvm::unique(counts), counts.end());
  std::string text;
  for (size_t count : counts) {
    if (!text.empty())
      text += count == counts.back() ? " or " : ", ";
    text += std::to_string(count);
  }
  return text +
         (counts.size() == 1 && counts[0] == 1 ? " operand" : " operands");
}

/// Whether the target and the version have the words, whatever the row; else
/// `error` says why.
static bool checkRequirements(const Instruction &instruction,
                              const Target &target, unsigned version,
                              InstructionError &error) {
  // Most words need nothing.
  static const llvm::StringSet<> words = [] {
    llvm::StringSet<> result;
    for (const WordRequirement &needed : getWordRequirements())
      result.insert(needed.word);
    return result;
  }();
  if (llvm::none_of(instruction.modifiers, [](const std::string &word) {
        return words.contains(word);
      }))
    return true;
  for (const WordRequirement &needed : getWordRequirements()) {
    if (!needed.appliesTo(instruction.opcode, instruction.modifiers))
      continue;
    std::string what = "'." + needed.word.str() + "' of '" +
                       instruction.getMnemonic() + "' needs ";
    if (!target.satisfies(needed.targets)) {
      error.kind = InstructionError::Target;
      error.message = what + describeTargets(needed.targets) + ", target is " +
                      target.getName();
      return false;
    }
    if (version < needed.version) {
      error.kind = InstructionError::Version;
      error.message = what + "PTX ISA " + describeVersion(needed.version) +
                      ", version is " + describeVersion(version);
      return false;
    }
  }
  return true;
}

/// Whether the instruction may read special registers, and the target and
/// version have those that it names; else `error` says why.
static bool checkSpecialRegisters(const Instruction &instruction,
                                  ArrayRef<Operand> operands,
                                  const Target &target, unsigned version,
                                  InstructionError &error) {
  for (const Operand &operand : operands) {
    error.location = operand.location;
    if (!checkSpecialRegisters(instruction, operand.elements, target, version,
                               error))
      return false;
    const SpecialRegister *special = operand.kind == Operand::Name
                                         ? lookupSpecialRegister(operand.name)
                                         : nullptr;
    if (!special)
      continue;
    error.location = operand.location;
    if (!target.satisfies(special->targets)) {
      error.kind = InstructionError::Target;
      error.message = "'" + operand.name + "' needs " +
                      describeTargets(special->targets) + ", target is " +
                      target.getName();
      return false;
    }
    if (version < special->version) {
      error.kind = InstructionError::Version;
      error.message = "'" + operand.name + "' needs PTX ISA " +
                      describeVersion(special->version) + ", version is " +
                      describeVersion(version);
      return false;
    }
    bool isOperand = operands.data() == instruction.operands.data();
    bool isRead = instruction.opcode == "mov" ||
                  (instruction.opcode == "cvt" &&
                   !llvm::is_contained(instruction.modifiers, "pack"));
    if (isOperand && !isRead && &operand != operands.data()) {
      error.kind = InstructionError::SpecialRegister;
      error.message = "expected a register, found the special register '" +
                      operand.name + "', which only mov and cvt read";
      return false;
    }
  }
  error.location = instruction.location;
  return true;
}

/// Whether `form` is nearer to what there is than `other`: the target has it,
/// or an older GPU, in a version that will do.
static bool asksForLess(const InstructionForm &form,
                        const InstructionForm &other, const Target &target,
                        unsigned version) {
  auto rank = [&](const InstructionForm &row) {
    std::optional<Target> first =
        Target::parse(StringRef(row.targets).split('|').first);
    return std::tuple(!target.satisfies(row.targets), row.version > version,
                      first ? first->capability : 0);
  };
  return rank(form) < rank(other);
}

std::optional<InstructionMatch>
mlir::tile::ptx::checkInstruction(const Instruction &instruction,
                                  const Target &target, unsigned version,
                                  TypeLookup lookupType, Diagnostic &error) {
  InstructionError details;
  std::optional<InstructionMatch> match =
      checkInstruction(instruction, target, version, lookupType, details);
  if (!details.hint.empty())
    details.message += "; " + details.hint;
  error = std::move(details);
  return match;
}

std::optional<InstructionMatch> mlir::tile::ptx::checkInstruction(
    const Instruction &instruction, const Target &target, unsigned version,
    TypeLookup lookupType, InstructionError &error) {
  error = InstructionError();
  error.location = instruction.location;
  auto lookup = [&](const Operand &operand) {
    return lookupType ? lookupType(operand) : StringRef();
  };
  auto explain = [&](WordsProblem problem) {
    error.message = std::move(problem.message);
    error.hint = std::move(problem.hint);
    for (const std::string &mnemonic : problem.replacements)
      error.fixes.push_back(Fix::rename(instruction, mnemonic));
  };
  auto fits = [&](const InstructionMatch &match) {
    Mismatch ignored;
    return match.form->operands == "..." ||
           matchOperands(instruction.operands, getOperandPatterns(match), 0,
                         lookup, ignored);
  };
  ArrayRef<const InstructionForm *> forms = lookupForms(instruction.opcode);
  if (forms.empty()) {
    explain(explainOpcode(instruction, target, version, fits));
    return std::nullopt;
  }
  if (instruction.guard && !lookup(*instruction.guard).empty() &&
      lookup(*instruction.guard) != "pred") {
    error.kind = InstructionError::Guard;
    error.location = instruction.guard->location;
    error.operand = &*instruction.guard;
    error.message =
        ("expected a predicate after '@', found a register of type '." +
         lookup(*instruction.guard) + "'")
            .str();
    return std::nullopt;
  }

  if (!checkSpecialRegisters(instruction, instruction.operands, target, version,
                             error))
    return std::nullopt;

  bool wordsMatch = false;
  const InstructionForm *unmet = nullptr;
  SmallVector<size_t, 4> counts;
  unsigned vectorSize = 0;
  Mismatch mismatch;
  ArrayRef<Operand> operands = instruction.operands;
  for (const InstructionForm *form : forms) {
    std::optional<InstructionMatch> match =
        matchWords(*form, instruction.modifiers);
    if (!match)
      continue;
    wordsMatch = true;
    if (form->operands != "...") {
      SmallVector<OperandPattern, 6> patterns = getOperandPatterns(*match);
      size_t least = llvm::count_if(
          patterns, [](const OperandPattern &p) { return !p.isOptional; });
      for (const OperandPattern &pattern : patterns)
        vectorSize = std::max(vectorSize, pattern.vectorSize);
      for (size_t count = least; count <= patterns.size(); ++count)
        counts.push_back(count);
      if (operands.size() < least || operands.size() > patterns.size() ||
          !matchOperands(operands, patterns, 0, lookup, mismatch))
        continue;
    }
    if (target.satisfies(form->targets) && version >= form->version) {
      if (!checkRequirements(instruction, target, version, error))
        return std::nullopt;
      return match;
    }
    // Of several rows, the one that asks for least is reported.
    if (!unmet || asksForLess(*form, *unmet, target, version))
      unmet = form;
  }

  std::string name = instruction.getMnemonic();
  if (!wordsMatch) {
    error.kind = InstructionError::Words;
    explain(explainWords(instruction, forms, target, version, fits));
  } else if (unmet && !target.satisfies(unmet->targets)) {
    error.kind = InstructionError::Target;
    error.message = "'" + name + "' needs " + describeTargets(unmet->targets) +
                    ", target is " + target.getName();
  } else if (unmet) {
    error.kind = InstructionError::Version;
    error.message = "'" + name + "' needs PTX ISA " +
                    describeVersion(unmet->version) + ", version is " +
                    describeVersion(version);
  } else if (!mismatch.message.empty()) {
    error.kind = InstructionError::Operand;
    error.location = mismatch.location;
    error.operand = mismatch.operand;
    error.pattern = mismatch.pattern;
    // Of an element of a vector, the vector is there.
    OperandPattern pattern = mismatch.pattern;
    if (mismatch.operand != &operands[mismatch.position])
      pattern.vectorSize = 0;
    if (mismatch.operand)
      error.hint = suggestOperand(*mismatch.operand, pattern, error.fixes);
    error.message = mismatch.message + " as operand " +
                    std::to_string(mismatch.position + 1) + " of '" + name +
                    "'";
  } else {
    error.kind = InstructionError::OperandCount;
    error.message = "expected " + describeCounts(counts) + " of '" + name +
                    "', found " + std::to_string(operands.size());
    bool lacksBraces = vectorSize > 1 && vectorSize != kAnyVectorSize &&
                       llvm::all_of(operands, [](const Operand &operand) {
                         return operand.kind != Operand::Vector;
                       });
    if (lacksBraces)
      error.hint = "write the " + std::to_string(vectorSize) +
                   " registers of a vector in braces";
    bool isResultMissing = !operands.empty() && instruction.opcode == "atom" &&
                           operands[0].kind == Operand::Address;
    if (isResultMissing) {
      error.hint = "write '_' for the value that was there, or 'red'";
      Fix fix;
      fix.title = "write '_' for the value that was there";
      fix.edits.push_back({operands[0].location.offset, "[", "_, ["});
      error.fixes.push_back(std::move(fix));
    }
    bool hasResult = operands.size() > 1 && instruction.opcode == "red" &&
                     operands[1].kind == Operand::Address;
    if (hasResult)
      error.hint = "'atom' returns the value that was there, 'red' does not";
  }
  return std::nullopt;
}
