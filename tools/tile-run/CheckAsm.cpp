//===- CheckAsm.cpp - tile-run --check-asm --------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CheckAsm.h"
#include "RunComparison.h"
#include "SourceLines.h"
#include "Target.h"

#include "tile/AsmCheck/AsmPlace.h"
#include "tile/Compiler/Passes.h"
#include "tile/Dialect/Tile/IR/InlineAsm.h"
#include "tile/Hardware/TargetInfo.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/WithColor.h"

using namespace mlir;
using namespace mlir::tile;

/// Groups of a sample: some seconds of two cores, and of a small GPU; an H200
/// takes tenths of one.
static constexpr uint64_t kSimulatorSamples = uint64_t(1) << 22;
static constexpr uint64_t kGPUSamples = uint64_t(1) << 34;

static int fail(const Twine &message) {
  llvm::WithColor::error(llvm::errs(), "tile-run") << message << '\n';
  return 1;
}

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

/// "kernel.mlir:12:8".
static std::string getPlace(Location location) {
  std::string text;
  llvm::raw_string_ostream os(text);
  if (auto file = location->findInstanceOf<FileLineColLoc>())
    os << file.getFilename().getValue() << ':' << file.getLine() << ':'
       << file.getColumn();
  else
    os << location;
  return text;
}

/// The beginning of a body, on one line.
static std::string getTitle(StringRef body) {
  constexpr size_t kLength = 48;
  std::string text;
  for (char c : body) {
    bool isSpace = llvm::isSpace(c);
    if (!isSpace || (!text.empty() && text.back() != ' '))
      text += isSpace ? ' ' : c;
  }
  StringRef title = StringRef(text).trim();
  if (title.size() <= kLength)
    return "\"" + title.str() + "\"";
  return "\"" + title.take_front(kLength - 4).rtrim().str() + " ...\"";
}

/// The registers that hold an element: "$1", "$1 to $4".
static std::string getRegisters(ArrayRef<AsmRegister> registers, bool isResult,
                                const AsmElement &element) {
  std::string text;
  unsigned first = 0, last = 0;
  bool isFound = false;
  for (auto [k, reg] : llvm::enumerate(registers)) {
    if (reg.isResult != isResult || reg.index != element.index)
      continue;
    if (!element.isShared && (element.element < reg.first ||
                              element.element >= reg.first + reg.count))
      continue;
    first = isFound ? first : k;
    last = k;
    isFound = true;
  }
  text = "$" + std::to_string(first);
  return last == first ? text : text + " to $" + std::to_string(last);
}

/// "operand 1, element 0 (f32)".
static std::string describe(const AsmElement &element, bool isResult,
                            unsigned pack) {
  std::string text =
      (isResult ? "result " : "operand ") + std::to_string(element.index);
  if (element.isShared)
    text += ", once per group";
  else if (pack > 1)
    text += ", element " + std::to_string(element.element);
  return text + " (" + run::getName(element.type).str() + ")";
}

/// "0.25 (0x3e800000)".
static std::string formatValue(run::ElementType type, uint64_t bits) {
  std::string text = run::isFloat(type)
                         ? run::formatFloat(type, run::decodeFloat(type, bits))
                         : run::formatInteger(run::decodeInteger(type, bits));
  unsigned digits = std::max(1u, run::getBitWidth(type) / 4);
  llvm::raw_string_ostream(text) << llvm::format(
      " (0x%0*llx)", digits, static_cast<unsigned long long>(bits));
  return text;
}

//===----------------------------------------------------------------------===//
// One asm
//===----------------------------------------------------------------------===//

namespace {

enum class Verdict { Equal, Different, NotChecked, Failed };

class AsmChecker {
public:
  AsmChecker(const RunCommandLine &line,
             std::shared_ptr<runtime::Device> device)
      : line(line), device(std::move(device)) {}

  void check(ElementwiseInlineAsmOp op);
  /// Prints how many there were of each; returns the exit code.
  int finish() const;

private:
  Verdict compare(ElementwiseInlineAsmOp op, const AsmComparison &comparison);
  /// Where and for which target it runs; false after an error.
  bool choose(ElementwiseInlineAsmOp op, CompilerOptions &compiler,
              std::shared_ptr<runtime::Device> &chosen);
  /// What is wrong with the asm for a target, in the version of PTX that is
  /// asked for or, if it needs one, in the newest.
  std::vector<ptx::Finding> tryTarget(ElementwiseInlineAsmOp op,
                                      const TargetInfo &target,
                                      unsigned &ptxVersion) const;
  void print(ElementwiseInlineAsmOp op, const AsmComparison &comparison,
             const ComparisonOutcome &outcome, const CompilerOptions &compiler,
             const runtime::Device &where) const;
  void printGroup(ElementwiseInlineAsmOp op, const AsmComparison &comparison,
                  const ShownGroup &group) const;
  uint64_t getNumSamples(const runtime::Device &where) const;
  llvm::raw_ostream &begin(ElementwiseInlineAsmOp op) const {
    return llvm::outs() << getPlace(op.getLoc()) << ": "
                        << getTitle(op.getAsmString()) << ": ";
  }

  const RunCommandLine &line;
  std::shared_ptr<runtime::Device> device;
  /// What was compared, and where.
  std::vector<std::pair<std::unique_ptr<AsmComparison>, std::string>> done;
  std::vector<Verdict> verdicts;
};

/// Whether the asm would be right for another target.
bool isAboutTarget(const ptx::Finding &finding) {
  return finding.name == "needs-target" || finding.name == "needs-ptx-version";
}

} // namespace

std::vector<ptx::Finding> AsmChecker::tryTarget(ElementwiseInlineAsmOp op,
                                                const TargetInfo &target,
                                                unsigned &ptxVersion) const {
  ptxVersion = line.compiler.ptxVersion;
  TargetAttr attr = getTarget(op);
  if (!ptxVersion && attr && attr.getChip() == target.name)
    ptxVersion = attr.getPtxVersion();
  auto find = [&] {
    std::vector<ptx::Finding> errors = findAsmErrors(op, target, ptxVersion);
    if (line.compiler.asmCheck != AsmCheck::Error)
      llvm::erase_if(errors, [](const ptx::Finding &finding) {
        return !isAboutTarget(finding);
      });
    return errors;
  };
  std::vector<ptx::Finding> errors = find();
  bool isOld = llvm::any_of(errors, [](const ptx::Finding &finding) {
    return finding.name == "needs-ptx-version";
  });
  if (ptxVersion || !isOld)
    return errors;
  ptxVersion = kMaxPTXVersion;
  return find();
}

bool AsmChecker::choose(ElementwiseInlineAsmOp op, CompilerOptions &compiler,
                        std::shared_ptr<runtime::Device> &chosen) {
  bool isSimulator = device->getInfo().isSimulator;
  TargetAttr attr = getTarget(op);
  std::string name = !compiler.target.empty() ? compiler.target
                     : attr                   ? attr.getChip().str()
                                              : std::string(kDefaultTarget);
  bool isFixed = !line.compiler.target.empty();
  const TargetInfo *target = lookupTarget(name);
  if (!target) {
    emitError(op.getLoc()) << "expected one of the targets " << getTargetNames()
                           << ", found " << name;
    return false;
  }
  std::vector<ptx::Finding> errors =
      tryTarget(op, *target, compiler.ptxVersion);
  auto report = [&](const Twine &more) {
    for (const ptx::Finding &finding : errors) {
      InFlightDiagnostic diag = emitError(op.getLoc());
      diag << ptx::describePlace(finding.location) << finding.message;
      if (!finding.hint.empty())
        diag << "; " << finding.hint;
      diag << more << " [" << finding.name << "]"
           << ptx::showPlace(op.getAsmString(), finding.location);
    }
    return false;
  };
  chosen = device;
  compiler.target = target->name.str();
  if (errors.empty())
    return true;
  if (!llvm::all_of(errors, isAboutTarget))
    return report("");
  bool isAuto = line.device == "auto" && !line.isTargetGiven;
  if (!isSimulator && !isAuto)
    return report("; --device=sim compares it without such a GPU");
  if (isSimulator && isFixed)
    return report("");
  // Any target will do for the simulator.
  for (const TargetInfo &other : getTargets()) {
    if (!tryTarget(op, other, compiler.ptxVersion).empty())
      continue;
    compiler.target = other.name.str();
    if (!isSimulator) {
      auto simulator = runtime::Device::open("sim");
      if (!simulator) {
        emitError(op.getLoc()) << llvm::toString(simulator.takeError());
        return false;
      }
      chosen = std::move(*simulator);
    }
    return true;
  }
  return report("");
}

uint64_t AsmChecker::getNumSamples(const runtime::Device &where) const {
  return line.checkAsm.samples.value_or(
      where.getInfo().isSimulator ? kSimulatorSamples : kGPUSamples);
}

Verdict AsmChecker::compare(ElementwiseInlineAsmOp op,
                            const AsmComparison &given) {
  CompilerOptions compiler = line.compiler;
  std::shared_ptr<runtime::Device> where;
  if (!choose(op, compiler, where))
    return Verdict::Failed;
  if (where->getInfo().isSimulator) {
    runtime::SimulatorSettings settings;
    settings.threads = line.options.threads;
    settings.stepLimit = line.options.stepLimit;
    // What the kernels do together is known to be right.
    settings.findGlobalRaces = settings.findSharedRaces = false;
    if (llvm::Error error = runtime::setSimulatorSettings(*where, settings)) {
      fail(llvm::toString(std::move(error)));
      return Verdict::Failed;
    }
  }
  // The asm has been checked before; this compiles generated kernels.
  compiler.asmCheck = AsmCheck::Off;
  compiler.lineInfo = false;
  compiler.kernel.clear();
  compiler.assumptions.clear();
  compiler.numWarps = 4;
  AsmComparison comparison = given;
  uint64_t samples = getNumSamples(*where);
  if (comparison.canTryAll() &&
      (!line.checkAsm.samples ||
       uint64_t(1) << comparison.getInputBits() <= samples))
    comparison.tryAll();
  else
    comparison.trySome(samples);
  llvm::Expected<ComparisonOutcome> outcome = runComparison(
      comparison, compiler, line.checkAsm, where, getPlace(op.getLoc()));
  if (!outcome) {
    emitError(op.getLoc()) << llvm::toString(outcome.takeError());
    return Verdict::Failed;
  }
  print(op, comparison, *outcome, compiler, *where);
  return outcome->numDifferent ? Verdict::Different : Verdict::Equal;
}

void AsmChecker::check(ElementwiseInlineAsmOp op) {
  if (std::string obstacle = AsmComparison::findObstacle(op);
      !obstacle.empty()) {
    begin(op) << "not checked: " << obstacle << '\n';
    verdicts.push_back(Verdict::NotChecked);
    return;
  }
  auto comparison = std::make_unique<AsmComparison>(op);
  for (auto [i, other] : llvm::enumerate(done))
    if (other.first->isSame(*comparison)) {
      begin(op) << "the same as at " << other.second << '\n';
      return;
    }
  Verdict verdict = compare(op, *comparison);
  llvm::outs().flush();
  verdicts.push_back(verdict);
  done.emplace_back(std::move(comparison), getPlace(op.getLoc()));
}

//===----------------------------------------------------------------------===//
// What was found
//===----------------------------------------------------------------------===//

void AsmChecker::printGroup(ElementwiseInlineAsmOp op,
                            const AsmComparison &comparison,
                            const ShownGroup &group) const {
  SmallVector<AsmRegister> registers = getAsmRegisters(op);
  unsigned pack = op.getPackedElement();
  for (auto [element, bits] : llvm::zip(comparison.getInputs(), group.inputs))
    llvm::outs() << "  " << getRegisters(registers, false, element) << " = "
                 << describe(element, /*isResult=*/false, pack) << ": "
                 << formatValue(element.type, bits) << '\n';
  for (auto [element, native, fallback] :
       llvm::zip(comparison.getResults(), group.native, group.fallback)) {
    llvm::outs() << "  " << getRegisters(registers, true, element) << " = "
                 << describe(element, /*isResult=*/true, pack) << ": ";
    if (native == fallback)
      llvm::outs() << formatValue(element.type, native) << " in both\n";
    else
      llvm::outs() << "native " << formatValue(element.type, native)
                   << ", fallback " << formatValue(element.type, fallback)
                   << '\n';
  }
}

void AsmChecker::print(ElementwiseInlineAsmOp op,
                       const AsmComparison &comparison,
                       const ComparisonOutcome &outcome,
                       const CompilerOptions &compiler,
                       const runtime::Device &where) const {
  const runtime::DeviceInfo &info = where.getInfo();
  llvm::raw_ostream &os = begin(op);
  if (outcome.numDifferent) {
    os << "differ for " << formatCount(outcome.numDifferent, "group");
    if (outcome.maxUlp != ~uint64_t(0))
      os << " by up to " << outcome.maxUlp << " ulp";
    os << "; ";
  } else {
    os << "equal";
    if (uint64_t ulp = line.checkAsm.tolerance.maxUlp)
      os << " within " << ulp << " ulp";
    os << "; ";
  }
  std::string inputs =
      "2^" + std::to_string(comparison.getInputBits()) + " inputs";
  if (outcome.triesAll && outcome.isComplete) {
    if (outcome.numGroups == 1)
      os << "the only input";
    else
      os << "all " << formatNumber(outcome.numGroups) << " inputs";
  } else if (outcome.triesAll) {
    os << "the first " << outcome.numGroups << " of " << inputs;
    if (outcome.numSpecial)
      os << " and " << outcome.numSpecial << " special values";
  } else {
    os << formatNumber(outcome.numGroups) << " of " << inputs;
    if (outcome.numSpecial)
      os << ", " << formatNumber(outcome.numSpecial)
         << " of them special values";
  }
  os << " (" << (info.isSimulator ? "simulator" : info.name) << ", "
     << compiler.target << ", "
     << llvm::format(outcome.seconds < 1 ? "%.2f" : "%.1f", outcome.seconds)
     << " s)\n";
  if (outcome.numOnlyNaN)
    os << "  another NaN for " << formatCount(outcome.numOnlyNaN, "group")
       << ", which is a difference with --nan=bits\n";
  if (where.getInfo().isSimulator && (op.getAsmString().contains(".approx") ||
                                      op.getAsmString().contains(".full")))
    os << "  the simulator's .approx and .full functions are not a GPU's to "
          "the last bit\n";
  if (outcome.first)
    printGroup(op, comparison, *outcome.first);
}

int AsmChecker::finish() const {
  if (verdicts.empty()) {
    std::string kernel =
        line.kernel.empty() ? "" : " of kernel '" + line.kernel + "'";
    return fail("expected an inline asm with a fallback in '" +
                line.getInputName() + "'" + kernel + ", found none");
  }
  auto count = [&](Verdict verdict) { return llvm::count(verdicts, verdict); };
  llvm::raw_ostream &os = llvm::outs();
  os << formatCount(verdicts.size(), "asm") << ": " << count(Verdict::Equal)
     << " equal";
  for (auto [verdict, word] : {std::pair(Verdict::Different, "different"),
                               std::pair(Verdict::NotChecked, "not checked"),
                               std::pair(Verdict::Failed, "failed")})
    if (count(verdict))
      os << ", " << count(verdict) << ' ' << word;
  os << '\n';
  bool isAnyChecked = count(Verdict::Equal) != 0;
  return isAnyChecked && !count(Verdict::Different) && !count(Verdict::Failed)
             ? 0
             : 1;
}

//===----------------------------------------------------------------------===//
// All of a module
//===----------------------------------------------------------------------===//

/// The functions that a kernel of the name runs, or all of the module.
static std::optional<llvm::SetVector<FuncOp>> findFunctions(ModuleOp module,
                                                            StringRef kernel) {
  llvm::SetVector<FuncOp> functions;
  std::vector<std::string> names;
  for (auto function : module.getOps<FuncOp>()) {
    if (function.isKernel())
      names.push_back(function.getName().str());
    if (kernel.empty() || (function.isKernel() && function.getName() == kernel))
      functions.insert(function);
  }
  if (functions.empty() && !names.empty()) {
    fail("expected the name of a kernel for --kernel, one of " +
         llvm::join(names, ", ") + ", found '" + kernel + "'");
    return std::nullopt;
  }
  for (size_t i = 0; i < functions.size(); ++i)
    FuncOp(functions[i]).walk([&](CallOp call) {
      if (auto callee = module.lookupSymbol<FuncOp>(call.getCallee()))
        functions.insert(callee);
    });
  return functions;
}

int tile::checkAsm(const RunCommandLine &line,
                   std::unique_ptr<llvm::MemoryBuffer> buffer,
                   std::shared_ptr<runtime::Device> device) {
  llvm::SourceMgr sourceMgr;
  llvm::MemoryBufferRef source = *buffer;
  sourceMgr.AddNewSourceBuffer(std::move(buffer), llvm::SMLoc());
  std::unique_ptr<MLIRContext> context = Compiler::createContext();
  cutSourceLines(sourceMgr);
  SourceMgrDiagnosticHandler handler(sourceMgr, context.get());
  OwningOpRef<ModuleOp> module = Compiler::parse(source, context.get());
  if (!module)
    return 1;
  auto functions = findFunctions(*module, line.kernel);
  if (!functions)
    return 1;
  AsmChecker checker(line, std::move(device));
  for (FuncOp function : *functions)
    function.walk<WalkOrder::PreOrder>([&](ElementwiseInlineAsmOp op) {
      if (op.hasFallback())
        checker.check(op);
    });
  return checker.finish();
}
