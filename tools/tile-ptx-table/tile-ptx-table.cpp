//===- tile-ptx-table.cpp - The table of PTX instructions, printed --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Shows the rows of the instruction table, makes instructions of them for
// tests, and checks a module of PTX, or bodies of inline asm, by it.
//
//===----------------------------------------------------------------------===//

#include "Tools.h"

#include "tile/AsmCheck/AsmAnalysis.h"
#include "tile/BuildInfo/BuildInfo.h"
#include "tile/PTX/Checker.h"
#include "tile/PTX/Enumerate.h"
#include "tile/PTX/Parser.h"
#include "tile/Support/InputFile.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/WithColor.h"

#include <set>

using namespace mlir::tile::ptx;
using llvm::StringRef;
namespace cl = llvm::cl;
namespace json = llvm::json;

namespace {

enum class Action { List, Enumerate, Registers, Dictionary, Check, CheckAsm };
enum class Format { Text, Markdown, JSON };

struct Flags {
  cl::OptionCategory category{"tile-ptx-table options"};
  cl::opt<Action> action{
      cl::desc("What to do:"), cl::init(Action::List),
      cl::values(
          clEnumValN(Action::List, "list", "Print the rows (default)"),
          clEnumValN(
              Action::Enumerate, "enumerate",
              "Print instructions made from the rows, as JSON, one per line"),
          clEnumValN(Action::Registers, "registers",
                     "Print the special registers"),
          clEnumValN(Action::Dictionary, "dictionary",
                     "Print all words, as a dictionary for libFuzzer"),
          clEnumValN(Action::Check, "check",
                     "Check a module of PTX against the table"),
          clEnumValN(Action::CheckAsm, "check-asm",
                     "Check bodies of inline asm, one per line, for --target")),
      cl::cat(category)};
  cl::opt<std::string> input{cl::Positional,
                             cl::desc("<file for --check and --check-asm>"),
                             cl::init("-"), cl::cat(category)};
  cl::opt<std::string> forms{"forms", cl::desc("Only the rows of this opcode"),
                             cl::value_desc("opcode"), cl::cat(category)};
  cl::opt<Format> format{
      "format", cl::desc("How to print rows and registers"),
      cl::init(Format::Text),
      cl::values(clEnumValN(Format::Text, "text", "Columns (default)"),
                 clEnumValN(Format::Markdown, "markdown", "A table"),
                 clEnumValN(Format::JSON, "json", "One object per line")),
      cl::cat(category)};
  cl::opt<std::string> target{
      "target",
      cl::desc("Only what this target has, for --list, --enumerate and "
               "--check-asm (default: all)"),
      cl::value_desc("sm"), cl::cat(category)};
  cl::opt<unsigned> version{
      "ptx-version", cl::desc("PTX ISA version (default: 90)"), cl::init(90),
      cl::value_desc("version"), cl::cat(category)};
  cl::opt<bool> all{"all",
                    cl::desc("With --enumerate: also instructions that the "
                             "target lacks; 'supported' says which"),
                    cl::cat(category)};
  cl::opt<unsigned> maxPerRow{
      "max-per-row",
      cl::desc("At most so many instructions per row (default: "
               "60)"),
      cl::init(60), cl::value_desc("n"), cl::cat(category)};
  cl::opt<unsigned> seed{"seed", cl::desc("Of the sample (default: 1)"),
                         cl::init(1), cl::value_desc("n"), cl::cat(category)};
};

int fail(const llvm::Twine &message) {
  llvm::WithColor::error(llvm::errs(), "tile-ptx-table") << message << '\n';
  return 1;
}

/// The names of the effects.
json::Array listEffects(uint8_t effects) {
  static constexpr std::pair<InstructionEffects, const char *> kNames[] = {
      {ReadsMemory, "reads"},         {WritesMemory, "writes"},
      {Synchronizes, "synchronizes"}, {Convergent, "convergent"},
      {ControlFlow, "control-flow"},  {AcrossWarps, "across-warps"},
      {IsNumberedBarrier, "barrier"},
  };
  json::Array result;
  for (auto [bit, name] : kNames)
    if (effects & bit)
      result.push_back(name);
  return result;
}

json::Object describeForm(const InstructionForm &form) {
  return json::Object{
      {"opcode", form.opcode},     {"words", form.words},
      {"operands", form.operands}, {"version", form.version},
      {"targets", form.targets},   {"effects", listEffects(form.effects)}};
}

json::Object describeOperand(const OperandPattern &pattern) {
  static constexpr const char *kKinds[] = {
      "value", "address", "immediate", "label", "name", "list", "any"};
  json::Object result{{"kind", kKinds[pattern.kind]}};
  if (pattern.kind == OperandPattern::Value) {
    result["type"] = pattern.type;
    result["bits"] = pattern.getBits();
  }
  if (pattern.kind == OperandPattern::Address) {
    static constexpr const char *kSpaces[] = {"memory", "tensor", "handle"};
    result["space"] = kSpaces[pattern.addressKind];
    json::Array coordinates;
    for (unsigned i = 0; i < pattern.numCoordinates; ++i)
      coordinates.push_back(pattern.getCoordinate(i).type);
    result["coordinates"] = std::move(coordinates);
  }
  // -1: of any size.
  if (pattern.vectorSize)
    result["vector"] = pattern.vectorSize == kAnyVectorSize
                           ? int64_t(-1)
                           : int64_t(pattern.vectorSize);
  for (auto [flag, name] : {std::pair{pattern.isWritten, "written"},
                            std::pair{pattern.mayBeWider, "wider"},
                            std::pair{pattern.mayBeNegated, "negatable"},
                            std::pair{pattern.mayBePair, "pair"},
                            std::pair{pattern.mustBePair, "pair-only"},
                            std::pair{pattern.mustBeSink, "sink-only"},
                            std::pair{pattern.mayLackBraces, "braces-optional"},
                            std::pair{pattern.isOptional, "optional"}})
    if (flag)
      result[name] = true;
  return result;
}

/// Text and Markdown columns have '|' as a separator of words, too.
void printRow(llvm::raw_ostream &os, Format format,
              llvm::ArrayRef<std::string> cells) {
  bool isMarkdown = format == Format::Markdown;
  for (const std::string &cell : cells) {
    os << (isMarkdown ? "| " : &cell == cells.begin() ? "" : "\t");
    for (char c : cell)
      os << (isMarkdown && c == '|' ? "\\|" : StringRef(&c, 1));
    os << (isMarkdown ? " " : "");
  }
  os << (isMarkdown ? "|\n" : "\n");
}

void printHead(llvm::raw_ostream &os, Format format,
               llvm::ArrayRef<std::string> cells) {
  if (format != Format::Markdown)
    return;
  printRow(os, format, cells);
  printRow(os, format, std::vector<std::string>(cells.size(), "---"));
}

std::string describeVersion(unsigned version) {
  return std::to_string(version / 10) + "." + std::to_string(version % 10);
}

/// Calls `visit` for each row that the options ask for.
void forEachForm(const Flags &flags,
                 llvm::function_ref<void(const InstructionForm &)> visit) {
  for (llvm::ArrayRef<InstructionForm> family : getInstructionFamilies())
    for (const InstructionForm &form : family)
      if (flags.forms.empty() || form.opcode == flags.forms)
        visit(form);
}

void list(const Flags &flags, const std::optional<Target> &target) {
  llvm::raw_ostream &os = llvm::outs();
  printHead(os, flags.format,
            {"opcode", "words", "operands", "PTX", "targets", "effects"});
  forEachForm(flags, [&](const InstructionForm &form) {
    if (target &&
        (!target->satisfies(form.targets) || form.version > flags.version))
      return;
    if (flags.format == Format::JSON) {
      os << json::Value(describeForm(form)) << '\n';
      return;
    }
    std::string effects;
    for (const json::Value &name : listEffects(form.effects))
      effects += (effects.empty() ? "" : " ") + name.getAsString()->str();
    printRow(os, flags.format,
             {form.opcode.str(), form.words.str(), form.operands.str(),
              describeVersion(form.version), form.targets.str(), effects});
  });
}

void enumerate(const Flags &flags, const std::optional<Target> &target) {
  EnumerationLimits limits{flags.maxPerRow, flags.seed};
  forEachForm(flags, [&](const InstructionForm &form) {
    for (const EnumeratedInstruction &instruction :
         enumerateForm(form, limits)) {
      bool isThere =
          !target || isSupported(instruction, *target, flags.version);
      if (!isThere && !flags.all)
        continue;
      json::Object result{{"mnemonic", instruction.getMnemonic()},
                          {"form", describeForm(form)}};
      json::Array operands;
      InstructionMatch match = instruction.getMatch();
      for (const OperandPattern &pattern : getOperandPatterns(match))
        operands.push_back(describeOperand(pattern));
      result["operands"] = std::move(operands);
      if (flags.all)
        result["supported"] = isThere;
      llvm::outs() << json::Value(std::move(result)) << '\n';
    }
  });
}

void printRegisters(const Flags &flags) {
  printHead(llvm::outs(), flags.format, {"register", "type", "PTX", "targets"});
  for (const SpecialRegister &entry : getSpecialRegisters()) {
    if (flags.format == Format::JSON)
      llvm::outs() << json::Value(json::Object{{"name", entry.name},
                                               {"type", entry.type},
                                               {"vector", entry.isVector},
                                               {"version", entry.version},
                                               {"targets", entry.targets}})
                   << '\n';
    else
      printRow(llvm::outs(), flags.format,
               {entry.name.str(),
                (entry.isVector ? ".v4 ." : ".") + entry.type.str(),
                describeVersion(entry.version), entry.targets.str()});
  }
}

/// One quoted entry a line: opcodes, words with their dot, special registers.
void printDictionary() {
  std::set<std::string> entries;
  for (llvm::ArrayRef<InstructionForm> family : getInstructionFamilies())
    for (const InstructionForm &form : family) {
      entries.insert(form.opcode.str());
      llvm::SmallVector<StringRef> groups, words;
      StringRef(form.words).split(groups, ' ', -1, /*KeepEmpty=*/false);
      for (StringRef group : groups) {
        group.consume_back("?");
        group.split(words, '|');
      }
      for (StringRef word : words)
        if (word != "...")
          entries.insert("." + word.str());
    }
  for (const SpecialRegister &entry : getSpecialRegisters())
    entries.insert(entry.name.str());
  for (const std::string &entry : entries)
    llvm::outs() << '"' << entry << "\"\n";
}

int check(const Flags &flags) {
  auto buffer = mlir::tile::readInput(flags.input);
  if (!buffer)
    return fail(llvm::toString(buffer.takeError()));
  ParseResult<Module> module = parseModule((*buffer)->getBuffer());
  std::vector<Diagnostic> errors = std::move(module.errors);
  if (errors.empty())
    errors = checkModule(module.value);
  for (const Diagnostic &error : errors)
    llvm::outs() << flags.input << ':' << error.location.line << ':'
                 << error.location.column << ": " << error.message << '\n';
  return !errors.empty();
}

/// The errors in each line, with their names. A body has no operands, so that
/// it declares all registers.
int checkAsm(const Flags &flags, const std::optional<Target> &target) {
  auto buffer = mlir::tile::readInput(flags.input);
  if (!buffer)
    return fail(llvm::toString(buffer.takeError()));
  AsmContext context;
  context.target = target;
  context.version = flags.version;
  bool isFine = true;
  llvm::SmallVector<StringRef> lines;
  (*buffer)->getBuffer().split(lines, '\n');
  for (auto [number, line] : llvm::enumerate(lines)) {
    auto print = [&, number = number](const Location &location,
                                      StringRef message, StringRef name) {
      isFine = false;
      llvm::outs() << flags.input << ':' << number + 1 << ':' << location.column
                   << ": " << message << " [" << name << "]\n";
    };
    ParseResult<AsmBody> body = parseAsmBody(line);
    for (const Diagnostic &error : body.errors)
      print(error.location, error.message, "syntax");
    if (!body)
      continue;
    for (const Finding &finding : analyzeAsmBody(body.value, context))
      if (finding.severity == Severity::Error)
        print(finding.location, finding.message, finding.name);
  }
  return !isFine;
}

} // namespace

int mlir::tile::tilePTXTableMain(int argc, char **argv) {
  Flags flags;
  cl::HideUnrelatedOptions(flags.category);
  mlir::tile::setVersionPrinter();
  cl::ParseCommandLineOptions(argc, argv, "The table of PTX instructions\n");
  std::optional<Target> target;
  if (!flags.target.empty()) {
    target = Target::parse(flags.target);
    if (!target)
      return fail("expected a target such as sm_90a, found '" + flags.target +
                  "'");
  }
  if (!flags.forms.empty() && lookupForms(flags.forms).empty())
    return fail("expected an instruction of PTX, found '" + flags.forms + "'");
  switch (flags.action) {
  case Action::List:
    list(flags, target);
    return 0;
  case Action::Enumerate:
    enumerate(flags, target);
    return 0;
  case Action::Registers:
    printRegisters(flags);
    return 0;
  case Action::Dictionary:
    printDictionary();
    return 0;
  case Action::Check:
    return check(flags);
  case Action::CheckAsm:
    return checkAsm(flags, target);
  }
  return 0;
}
