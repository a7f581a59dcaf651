//===- GPUTarget.cpp - Runs on a GPU --------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A GPU does not say what a kernel writes. What can be seen afterwards is: each
// array lies between guards whose bytes must not change, and elements of an
// output that still hold the pattern it started with were probably not written.
// Reads out of bounds are not seen.
//
//===----------------------------------------------------------------------===//

#include "PTXKernels.h"
#include "Target.h"

#include "tile/PTX/Parser.h"
#include "tile/Run/Poison.h"

#include "llvm/Support/Format.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/WithColor.h"

#include <cstdio>

using namespace mlir;
using namespace mlir::tile;

/// On each side of an array: more than a CTA usually writes of one. A multiple
/// of 256, the alignment of allocations.
static constexpr uint64_t kGuardBytes = 64 << 10;

namespace {

class GPUTarget final : public RunTarget {
public:
  GPUTarget(const RunCommandLine &line, std::shared_ptr<runtime::Device> device,
            StringRef ptx)
      : RunTarget(ptx), line(line), device(std::move(device)) {}
  ~GPUTarget() override;
  /// False after errors in the PTX, which are printed.
  llvm::Expected<bool> load(KernelImage image);

  std::vector<std::string> getKernels() const override;
  std::vector<sim::ParameterInfo>
  getParameters(StringRef kernel) const override;
  std::optional<sim::Dim3> getRequiredBlock(StringRef kernel) const override;
  llvm::Expected<uint64_t> allocate(StringRef name, const run::HostArray &array,
                                    bool followWrites,
                                    uint64_t alignment) override;
  llvm::Error read(uint64_t address, MutableArrayRef<uint8_t> bytes) override {
    return device->copyToHost(bytes.data(), address, bytes.size(), nullptr);
  }
  std::string getUnwritten(uint64_t address, StringRef name,
                           const run::HostArray &array) const override;
  llvm::Expected<RunCounts> run(const sim::Launch &launch) override;
  llvm::Error finish(const sim::Launch &launch) override;
  std::string getName() const override { return device->getInfo().name; }

private:
  struct Buffer {
    std::string name;
    /// "8xf32"
    std::string shape;
    unsigned elementBytes;
    uint64_t address, size;
    runtime::DeviceAddress allocation;
  };

  const PTXKernel *find(StringRef kernel) const;
  llvm::Error verifyBlock(const PTXKernel &kernel,
                          const std::optional<sim::Dim3> &block) const;
  llvm::Error enqueue(const sim::Launch &launch) const;
  llvm::Error synchronize() const;
  /// Prints what was written outside of an array; false if anything was.
  llvm::Expected<bool> checkGuards() const;
  llvm::Expected<bool> checkGuard(const Buffer &buffer, bool isBehind) const;

  const RunCommandLine &line;
  std::shared_ptr<runtime::Device> device;
  std::vector<PTXKernel> kernels;
  std::unique_ptr<runtime::Module> module;
  /// The kernel that runs.
  runtime::Kernel *loaded = nullptr;
  std::vector<Buffer> buffers;
};

} // namespace

//===----------------------------------------------------------------------===//
// The program
//===----------------------------------------------------------------------===//

/// Whether the CTAs of a kernel have one dimension, except that each of several
/// programs has a row.
static bool isInRows(const sim::Dim3 &block, unsigned programs) {
  return block.y == programs && block.z == 1;
}

/// The kernel for a launch; none if its CTAs have several dimensions, or an
/// unknown number of threads.
static std::optional<KernelInfo>
makeKernelInfo(const PTXKernel &kernel, const std::optional<sim::Dim3> &block,
               unsigned programs) {
  sim::Dim3 size = kernel.requiredBlock.value_or(block.value_or(sim::Dim3{0}));
  if (size.x == 0 || !isInRows(size, programs))
    return std::nullopt;
  KernelInfo info;
  info.symbol = info.name = kernel.name;
  info.programsPerCTA = programs;
  info.numThreads = size.count();
  info.numWarps = llvm::divideCeil(size.x, 32);
  info.sharedMemory = std::min<uint64_t>(kernel.sharedMemory, UINT32_MAX);
  for (const sim::ParameterInfo &parameter : kernel.parameters) {
    KernelArgument &argument = info.arguments.emplace_back();
    argument.name = parameter.name;
    argument.type = parameter.type;
    argument.size = parameter.size;
  }
  if (programs > 1 && !info.arguments.empty())
    info.arguments.pop_back();
  return info;
}

llvm::Expected<bool> GPUTarget::load(KernelImage image) {
  ptx::ParseResult<ptx::Module> parsed = ptx::parseModule(ptx);
  printPTXErrors(line, ptx, parsed.errors);
  if (!parsed)
    return false;
  kernels = collectPTXKernels(parsed.value);
  if (line.isPTX) {
    if (!parsed.value.targets.empty())
      image.target = parsed.value.targets.front();
    for (const PTXKernel &kernel : kernels)
      if (std::optional<KernelInfo> info = makeKernelInfo(
              kernel, line.block, getProgramsPerCTA(kernel.name)))
        image.kernels.push_back(std::move(*info));
  }
  llvm::Expected<std::unique_ptr<runtime::Module>> loading =
      device->load(image);
  if (!loading)
    return loading.takeError();
  module = std::move(*loading);
  return true;
}

const PTXKernel *GPUTarget::find(StringRef kernel) const {
  const auto *found = llvm::find_if(
      ArrayRef(kernels), [&](const PTXKernel &k) { return k.name == kernel; });
  return found == ArrayRef(kernels).end() ? nullptr : found;
}

std::vector<std::string> GPUTarget::getKernels() const {
  std::vector<std::string> names;
  for (const PTXKernel &kernel : kernels)
    names.push_back(kernel.name);
  return names;
}

std::vector<sim::ParameterInfo>
GPUTarget::getParameters(StringRef kernel) const {
  const PTXKernel *found = find(kernel);
  return found ? found->parameters : std::vector<sim::ParameterInfo>();
}

std::optional<sim::Dim3> GPUTarget::getRequiredBlock(StringRef kernel) const {
  const PTXKernel *found = find(kernel);
  return found ? found->requiredBlock : std::nullopt;
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

/// What a guard holds: bytes without a pattern that a kernel could write, and
/// others in each guard, as a kernel may copy one to the other.
static std::vector<uint8_t> makeGuard(uint64_t address) {
  std::vector<uint8_t> bytes(kGuardBytes);
  uint32_t state = uint32_t(address >> 8) * 2654435761u;
  for (uint8_t &byte : bytes) {
    state = state * 1664525 + 1013904223;
    byte = state >> 24;
  }
  return bytes;
}

llvm::Expected<uint64_t> GPUTarget::allocate(StringRef name,
                                             const run::HostArray &array,
                                             bool followWrites,
                                             uint64_t alignment) {
  ArrayRef<uint8_t> bytes = array.getBytes();
  uint64_t size = bytes.size();
  auto prefixError = [&](llvm::Error error) {
    auto [code, message] = takeStatus(std::move(error));
    return makeError(code, "no memory for '" + name + "' of " + Twine(size) +
                               " bytes: " + message);
  };
  uint64_t extra = alignment > 256 ? alignment : 0;
  if (extra > run::kMaxArrayBytes)
    return makeError("no memory for '" + name + "' at a multiple of " +
                     Twine(alignment));
  llvm::Expected<runtime::DeviceAddress> allocation =
      device->allocate(size + 2 * kGuardBytes + extra);
  if (!allocation)
    return prefixError(allocation.takeError());
  uint64_t address =
      llvm::alignTo(*allocation + kGuardBytes, std::max<uint64_t>(extra, 1));
  buffers.push_back(
      {name.str(), run::formatShape(array.getType(), array.getShape()),
       run::getByteSize(array.getType()), address, size, *allocation});
  for (uint64_t at : {address - kGuardBytes, address + size}) {
    std::vector<uint8_t> guard = makeGuard(at);
    if (llvm::Error error =
            device->copyToDevice(at, guard.data(), kGuardBytes, nullptr))
      return prefixError(std::move(error));
  }
  if (llvm::Error error =
          device->copyToDevice(address, bytes.data(), size, nullptr))
    return prefixError(std::move(error));
  return address;
}

GPUTarget::~GPUTarget() {
  // After an error of a kernel nothing can be freed any more.
  for (const Buffer &buffer : buffers)
    llvm::consumeError(device->free(buffer.allocation));
}

llvm::Expected<bool> GPUTarget::checkGuard(const Buffer &buffer,
                                           bool isBehind) const {
  std::vector<uint8_t> found(kGuardBytes);
  uint64_t from =
      isBehind ? buffer.address + buffer.size : buffer.address - kGuardBytes;
  if (llvm::Error error =
          device->copyToHost(found.data(), from, kGuardBytes, nullptr))
    return error;
  std::vector<uint8_t> expected = makeGuard(from);
  auto first = std::mismatch(found.begin(), found.end(), expected.begin());
  if (first.first == found.end())
    return true;
  auto last = std::mismatch(found.rbegin(), found.rend(), expected.rbegin());
  // Of the array's first byte.
  int64_t base = isBehind ? int64_t(buffer.size) : -int64_t(kGuardBytes);
  int64_t begin = base + (first.first - found.begin());
  int64_t end = base + (last.first.base() - found.begin());
  llvm::errs() << "error: out of bounds: the kernel wrote "
               << (isBehind ? "after '" : "before '") << buffer.name << "', "
               << buffer.shape << " of " << formatCount(buffer.size, "byte")
               << ": from offset " << begin << " to " << end - 1;
  if (isBehind)
    llvm::errs() << ", from element " << begin / buffer.elementBytes;
  llvm::errs() << '\n';
  return false;
}

llvm::Expected<bool> GPUTarget::checkGuards() const {
  bool areIntact = true;
  for (const Buffer &buffer : buffers)
    for (bool isBehind : {false, true}) {
      llvm::Expected<bool> isIntact = checkGuard(buffer, isBehind);
      if (!isIntact)
        return isIntact.takeError();
      areIntact &= *isIntact;
    }
  return areIntact;
}

/// How many elements in a row must have the pattern before it is reported:
/// kernels compute each value of a small type now and then.
static unsigned getSuspiciousCount(run::ElementType type) {
  unsigned bits = run::getBitWidth(type);
  if (type == run::ElementType::I1 || bits >= 32)
    return 1;
  if (bits == 16)
    return run::isFloat(type) ? 1 : 2;
  return 4;
}

std::string GPUTarget::getUnwritten(uint64_t address, StringRef name,
                                    const run::HostArray &array) const {
  uint64_t numElements = array.getNumElements();
  unsigned size = run::getByteSize(array.getType());
  unsigned enough = getSuspiciousCount(array.getType());
  std::vector<uint64_t> written(llvm::divideCeil(numElements * size, 64),
                                ~uint64_t(0));
  for (uint64_t begin = 0, end; begin < numElements; begin = end + 1) {
    end = begin;
    while (end < numElements && run::isPoison(array, end))
      ++end;
    if (end - begin < enough)
      continue;
    for (uint64_t k = begin * size; k < end * size; ++k)
      written[k / 64] &= ~(uint64_t(1) << (k % 64));
  }
  std::string text = run::formatUnwritten(name, array, written);
  return text.empty() ? text
                      : text + " (probably: they hold what it began with)";
}

//===----------------------------------------------------------------------===//
// Launches
//===----------------------------------------------------------------------===//

static std::string format(const sim::Dim3 &size) {
  return std::to_string(size.x) + "x" + std::to_string(size.y) + "x" +
         std::to_string(size.z);
}

llvm::Error
GPUTarget::verifyBlock(const PTXKernel &kernel,
                       const std::optional<sim::Dim3> &block) const {
  sim::Dim3 size = kernel.requiredBlock ? *kernel.requiredBlock : *block;
  if (block && format(*block) != format(size))
    return makeError("expected CTAs of " + format(size) +
                     " threads, as .reqntid of '" + kernel.name +
                     "' says, found " + format(*block));
  if (!isInRows(size, getProgramsPerCTA(kernel.name)))
    return makeError("expected CTAs of one dimension on a GPU for '" +
                     kernel.name + "', found " + format(size) +
                     "; --device=sim has no such limit");
  return llvm::Error::success();
}

llvm::Error GPUTarget::enqueue(const sim::Launch &launch) const {
  std::vector<void *> parameters;
  for (const std::vector<uint8_t> &bytes : launch.arguments)
    parameters.push_back(const_cast<uint8_t *>(bytes.data()));
  return loaded->launchRaw({launch.grid.x, launch.grid.y, launch.grid.z},
                           parameters.data(), /*stream=*/nullptr);
}

llvm::Error GPUTarget::synchronize() const {
  llvm::Error error = device->synchronize();
  // What the kernel prints comes through C's stream.
  std::fflush(stdout);
  return error;
}

llvm::Expected<RunCounts> GPUTarget::run(const sim::Launch &launch) {
  const PTXKernel &kernel = *find(launch.kernel);
  if (llvm::Error error = verifyBlock(kernel, launch.block))
    return error;
  llvm::Expected<runtime::Kernel *> found = module->findKernel(launch.kernel);
  if (!found)
    return found.takeError();
  loaded = *found;
  // What the code needs itself, each launch has.
  if (llvm::Error error = loaded->setDynamicSharedMemory(line.sharedMemory))
    return error;
  llvm::outs().flush();
  if (llvm::Error error = enqueue(launch))
    return error;
  if (llvm::Error error = synchronize())
    return error;
  llvm::Expected<bool> areIntact = checkGuards();
  if (!areIntact)
    return areIntact.takeError();
  sim::Dim3 ctas = launch.grid;
  ctas.x = llvm::divideCeil(ctas.x, loaded->getInfo().programsPerCTA);
  uint64_t blocks = ctas.count();
  return RunCounts{blocks, blocks * loaded->getInfo().numThreads, *areIntact};
}

llvm::Error GPUTarget::finish(const sim::Launch &launch) {
  if (!line.benchmark)
    return llvm::Error::success();
  llvm::Expected<runtime::BenchmarkResult> result = runtime::benchmark(
      *device, [&] { return enqueue(launch); }, runtime::BenchmarkOptions());
  if (!result)
    return result.takeError();
  if (llvm::Error error = synchronize())
    return error;
  uint64_t bytes = 0;
  for (const Buffer &buffer : buffers)
    bytes += buffer.size;
  llvm::outs() << llvm::format("time: median %.2f us, p10 %.2f us, p90 %.2f us",
                               result->median * 1e3, result->p10 * 1e3,
                               result->p90 * 1e3)
               << " (" << formatCount(result->numSamples, "sample")
               << ", cold L2)\n";
  llvm::outs() << llvm::format("bandwidth: %.1f GB/s",
                               bytes / result->median * 1e-6)
               << " for the " << formatCount(bytes, "byte")
               << " of all arrays\n";
  return llvm::Error::success();
}

llvm::Expected<std::unique_ptr<RunTarget>>
tile::loadOnGPU(const RunCommandLine &line,
                std::shared_ptr<runtime::Device> device, KernelImage image) {
  auto target = std::make_unique<GPUTarget>(line, std::move(device),
                                            image.getStage(Stage::PTX));
  llvm::Expected<bool> isLoaded = target->load(std::move(image));
  if (!isLoaded)
    return isLoaded.takeError();
  if (!*isLoaded)
    return nullptr;
  return target;
}
