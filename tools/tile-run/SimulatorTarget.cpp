//===- SimulatorTarget.cpp - Runs in the simulator ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Target.h"

#include "tile/PTX/Parser.h"
#include "tile/Run/Poison.h"
#include "tile/Run/Progress.h"

using namespace mlir;
using namespace mlir::tile;

RunTarget::~RunTarget() = default;

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
  explicit SimulatorTarget(RunCommandLine &line) : line(line) {}
  bool load(StringRef ptx);

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
  sim::GlobalMemory memory;
  std::unique_ptr<sim::Program> program;
  sim::Statistics statistics;
};

} // namespace

bool SimulatorTarget::load(StringRef ptx) {
  ptx::ParseResult<ptx::Module> parsed = ptx::parseModule(ptx);
  std::vector<ptx::Diagnostic> errors = std::move(parsed.errors);
  if (errors.empty())
    program = sim::Program::load(std::move(parsed.value), memory, errors);
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

/// A line of the source often becomes several instructions, all wrong for the
/// same reason: the first one stands for them.
static void printFindings(ArrayRef<sim::Report> reports) {
  auto isSame = [](const sim::Report &a, const sim::Report &b) {
    return a.kind == b.kind && !a.location.source.empty() &&
           a.location.source == b.location.source;
  };
  for (auto [i, report] : llvm::enumerate(reports)) {
    auto isThis = [&, &report = report](const sim::Report &other) {
      return isSame(other, report);
    };
    if (llvm::any_of(reports.take_front(i), isThis))
      continue;
    sim::print(llvm::errs(), report);
    if (size_t others = llvm::count_if(reports.drop_front(i + 1), isThis))
      llvm::errs() << "  the same at " << others << " other instruction"
                   << (others == 1 ? "" : "s") << " of "
                   << report.location.source << '\n';
  }
}

llvm::Expected<RunCounts> SimulatorTarget::run(const sim::Launch &launch) {
  sim::LaunchResult result;
  {
    run::Progress progress("CTAs");
    line.options.onProgress = [&](uint64_t done, uint64_t total) {
      progress.update(done, total);
    };
    result = program->run(launch, line.options);
  }
  if (!result.error.empty())
    return makeError(result.error);
  llvm::outs().flush();
  printFindings(result.reports);
  statistics = std::move(result.statistics);
  if (result.stopped) {
    bool hasMany = result.reports.size() >= line.options.maxReports;
    return makeError(
        "the run stopped " +
        (hasMany ? "after " + formatCount(result.reports.size(), "finding")
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
  return llvm::Error::success();
}

std::unique_ptr<RunTarget> tile::loadInSimulator(RunCommandLine &line,
                                                 StringRef ptx) {
  auto target = std::make_unique<SimulatorTarget>(line);
  return target->load(ptx) ? std::move(target) : nullptr;
}
