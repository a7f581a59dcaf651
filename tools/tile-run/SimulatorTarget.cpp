//===- SimulatorTarget.cpp - Runs in the simulator ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Target.h"

#include "tile/Image/ProgramComment.h"
#include "tile/PTX/Parser.h"
#include "tile/Run/Poison.h"
#include "tile/Run/Progress.h"
#include "tile/Runtime/TensorMaps.h"

#include "llvm/Support/MathExtras.h"

#include <cstring>

using namespace mlir;
using namespace mlir::tile;

RunTarget::~RunTarget() = default;

llvm::Expected<std::vector<double>> RunTarget::readBounds(uint64_t) {
  return std::vector<double>();
}

unsigned RunTarget::getProgramsPerCTA(StringRef kernel) const {
  return readProgramComment(ptx, kernel);
}

bool RunTarget::isTensorMapEntry(StringRef kernel) const {
  return tile::isTensorMapEntry(ptx, kernel);
}

llvm::Error tile::makeError(const Twine &message) {
  return makeError(StatusCode::InvalidArgument, message);
}

std::string tile::formatCount(uint64_t number, StringRef unit) {
  return std::to_string(number) + " " + unit.str() + (number == 1 ? "" : "s");
}

void tile::printPTXErrors(const RunCommandLine &line, StringRef ptx,
                          ArrayRef<ptx::Diagnostic> errors) {
  SmallVector<StringRef> lines;
  if (!line.isPTX)
    ptx.split(lines, '\n');
  for (const ptx::Diagnostic &error : errors) {
    unsigned number = error.location.line;
    llvm::errs() << (line.isPTX ? "" : "PTX of ") << line.getInputName() << ':'
                 << number << ':' << error.location.column
                 << ": error: " << error.message << '\n';
    if (number > 0 && number <= lines.size())
      llvm::errs() << "  " << lines[number - 1].trim() << '\n';
  }
}

namespace {

class SimulatorTarget final : public RunTarget {
public:
  SimulatorTarget(RunCommandLine &line, StringRef ptx, const KernelInfo *kernel)
      : RunTarget(ptx), line(line) {
    if (!kernel || !kernel->tensorMapEntry)
      return;
    entry = kernel->tensorMapEntry;
    unsigned ctas = line.persistentCTAs ? line.persistentCTAs
                                        : line.options.numMultiprocessors;
    tensorMaps = std::make_unique<runtime::TensorMaps>(
        *kernel, ctas,
        [](const sim::TensorMap &tensor, void *map) {
          tensor.encode(static_cast<uint8_t *>(map));
          return true;
        },
        runtime::TensorMaps::Clusters::ofOneCTA(ctas));
  }
  bool load();

  std::vector<std::string> getKernels() const override {
    return program->getKernels();
  }
  std::vector<sim::ParameterInfo>
  getParameters(StringRef kernel) const override {
    return program->getParameters(kernel);
  }
  std::optional<sim::Dim3> getRequiredBlock(StringRef kernel) const override {
    return program->getRequiredBlock(kernel);
  }
  llvm::Expected<uint64_t> allocate(StringRef name, const run::HostArray &array,
                                    bool followWrites,
                                    uint64_t alignment) override;
  llvm::Error read(uint64_t address, MutableArrayRef<uint8_t> bytes) override;
  std::string getUnwritten(uint64_t address, StringRef name,
                           const run::HostArray &array) const override;
  llvm::Expected<RunCounts> run(const sim::Launch &launch) override;
  llvm::Error finish(const sim::Launch &launch) override;
  std::string getName() const override { return "the simulator"; }

private:
  RunCommandLine &line;
  /// Of a kernel with a second entry.
  std::optional<TensorMapEntry> entry;
  std::unique_ptr<runtime::TensorMaps> tensorMaps;
  sim::GlobalMemory memory;
  std::unique_ptr<sim::Program> program;
  sim::Statistics statistics;
  std::vector<sim::LineStatistics> lines;
};

} // namespace

bool SimulatorTarget::load() {
  ptx::ParseResult<ptx::Module> parsed = ptx::parseModule(ptx);
  std::vector<ptx::Diagnostic> errors = std::move(parsed.errors);
  if (errors.empty())
    program = sim::Program::load(std::move(parsed.value), memory, errors,
                                 line.arithmetic);
  printPTXErrors(line, ptx, errors);
  return program != nullptr;
}

llvm::Expected<uint64_t> SimulatorTarget::allocate(StringRef name,
                                                   const run::HostArray &array,
                                                   bool followWrites,
                                                   uint64_t alignment) {
  ArrayRef<uint8_t> bytes = array.getBytes();
  uint64_t address = memory.allocate(bytes.size(), "'" + name.str() + "'",
                                     followWrites, alignment);
  if (!address)
    return makeError("no memory for '" + name + "' of " + Twine(bytes.size()) +
                     " bytes");
  if (!memory.write(address, bytes))
    return makeError("cannot fill '" + name + "'");
  return address;
}

llvm::Error SimulatorTarget::read(uint64_t address,
                                  MutableArrayRef<uint8_t> bytes) {
  if (memory.read(address, bytes))
    return llvm::Error::success();
  return makeError("cannot read " + Twine(bytes.size()) + " bytes at 0x" +
                   Twine::utohexstr(address));
}

std::string SimulatorTarget::getUnwritten(uint64_t address, StringRef name,
                                          const run::HostArray &array) const {
  const sim::Buffer *buffer = memory.findBefore(address);
  if (!buffer || !buffer->written)
    return "";
  size_t size = array.getBytes().size();
  std::vector<uint64_t> written((size + 63) / 64, 0);
  for (size_t i = 0; i < size; ++i)
    written[i / 64] |= uint64_t(buffer->written[i] != 0) << (i % 64);
  return run::formatUnwritten(name, array, written);
}

namespace {
/// Prints findings when they are met. A line of the source often becomes
/// several instructions, all wrong for the same reason: the first one that is
/// met stands for them.
class FindingPrinter {
public:
  void print(const sim::Report &report) {
    if (llvm::any_of(printed, [&](const sim::Report &other) {
          return isSame(other, report);
        }))
      return;
    printed.push_back(report);
    sim::print(llvm::errs(), report);
  }

  /// Of what is printed, how often it came and where else.
  void printRepeats(ArrayRef<sim::Report> all) const;

private:
  static bool isSame(const sim::Report &a, const sim::Report &b) {
    return a.kind == b.kind && a.isNote == b.isNote &&
           !a.location.source.empty() && a.location.source == b.location.source;
  }
  static bool isThat(const sim::Report &a, const sim::Report &b) {
    return a.kind == b.kind && a.isNote == b.isNote &&
           a.location.ptxLine == b.location.ptxLine &&
           a.location.instruction == b.location.instruction;
  }

  std::vector<sim::Report> printed;
};
} // namespace

static std::string getPlace(const sim::Report &report) {
  std::string text;
  llvm::raw_string_ostream os(text);
  auto print = [&](const sim::Dim3 &d) {
    os << '(' << d.x << ", " << d.y << ", " << d.z << ')';
  };
  os << "CTA ";
  print(report.block);
  os << ", thread ";
  print(report.thread);
  return text;
}

void FindingPrinter::printRepeats(ArrayRef<sim::Report> all) const {
  for (const sim::Report &first : printed) {
    auto known = llvm::find_if(
        all, [&](const sim::Report &other) { return isThat(first, other); });
    if (known == all.end())
      continue;
    size_t others = llvm::count_if(all, [&](const sim::Report &other) {
      return isSame(first, other) && !isThat(first, other);
    });
    if (known->count == 1 && !others)
      continue;
    llvm::raw_ostream &os = llvm::errs();
    os << "note: " << sim::getReportKindName(first.kind) << " at PTX line "
       << first.location.ptxLine << ": ";
    if (known->count > 1) {
      os << known->count << " times";
      // That is the same whatever host thread was faster.
      if (getPlace(*known) != getPlace(first))
        os << ", the first in " << getPlace(*known);
      os << (others ? "; " : "");
    }
    if (others)
      os << "the same at " << others << " other instruction"
         << (others == 1 ? "" : "s") << " of " << first.location.source;
    os << '\n';
  }
}

llvm::Expected<RunCounts> SimulatorTarget::run(const sim::Launch &inPrograms) {
  sim::Launch launch = inPrograms;
  if (unsigned programs = getProgramsPerCTA(launch.kernel); programs > 1) {
    std::vector<uint8_t> &number = launch.arguments.emplace_back(4);
    std::memcpy(number.data(), &launch.grid.x, number.size());
    launch.grid.x = llvm::divideCeil(launch.grid.x, programs);
  }
  // As every launch by the runtime does.
  if (tensorMaps && line.sharedMemory == 0)
    runtime::takeTensorMapEntry(*tensorMaps, *entry, launch,
                                line.ctasPerProgram);
  sim::LaunchResult result;
  FindingPrinter printer;
  {
    run::Progress progress("CTAs");
    line.options.onFinding = [&](const sim::Report &report) {
      progress.interrupt([&] {
        llvm::outs().flush();
        printer.print(report);
      });
    };
    line.options.onProgress = [&](uint64_t done, uint64_t total) {
      progress.update(done, total);
    };
    result = program->run(launch, line.options);
  }
  if (!result.error.empty())
    return makeError(result.error);
  llvm::outs().flush();
  printer.printRepeats(result.reports);
  if (result.numOmitted)
    llvm::errs() << "note: " << formatCount(result.numOmitted, "more finding")
                 << (result.numOmitted == 1 ? " is" : " are") << " not shown\n";
  statistics = std::move(result.statistics);
  lines = std::move(result.lines);
  if (result.stopped) {
    size_t numFindings = result.countFindings();
    bool hasMany = numFindings >= line.options.maxReports;
    bool repeats = llvm::any_of(result.reports, [&](const sim::Report &report) {
      return !report.isNote && report.count > line.options.maxRepeats;
    });
    return makeError(
        "the run stopped " +
        (hasMany   ? "after " + formatCount(numFindings, "finding")
         : repeats ? "after " + formatCount(line.options.maxRepeats, "repeat") +
                         " of one finding (--max-repeats)"
                   : std::string("here")) +
        ", when " + Twine(statistics.blocks) + " of " +
        formatCount(launch.grid.count(), "CTA") +
        " had ended; nothing is checked");
  }
  return RunCounts{statistics.blocks, statistics.threads, result.succeeded()};
}

llvm::Error SimulatorTarget::finish(const sim::Launch &launch) {
  if (line.statistics == StatisticsFormat::Text)
    sim::print(llvm::outs(), statistics);
  else if (line.statistics == StatisticsFormat::JSON)
    sim::printJSON(llvm::outs(), statistics);
  if (!line.kernelReport)
    return llvm::Error::success();
  unsigned threads =
      statistics.threads / std::max<uint64_t>(1, statistics.blocks);
  addRun(*line.kernelReport,
         formatCount(statistics.blocks, "CTA") + " of " +
             formatCount(threads, "thread"),
         statistics, lines);
  return writeReport(line.report, line.kernelReport->report);
}

std::unique_ptr<RunTarget> tile::loadInSimulator(RunCommandLine &line,
                                                 StringRef ptx,
                                                 const KernelInfo *kernel) {
  auto target = std::make_unique<SimulatorTarget>(line, ptx, kernel);
  return target->load() ? std::move(target) : nullptr;
}
