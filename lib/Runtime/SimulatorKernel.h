//===- SimulatorKernel.h - Modules and kernels on the simulator -*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A module is a program of the simulator, and a kernel one of its entries.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_RUNTIME_SIMULATORKERNEL_H
#define TILE_LIB_RUNTIME_SIMULATORKERNEL_H

#include "Checks.h"
#include "SimulatorStream.h"

#include "tile/Runtime/CountedLaunch.h"
#include "tile/Runtime/TensorMaps.h"

namespace mlir::tile::runtime {

class SimulatorModule final : public Module {
public:
  static llvm::Expected<std::unique_ptr<Module>>
  load(std::shared_ptr<SimulatorDevice> device, const KernelImage &image);
  static llvm::Expected<std::unique_ptr<Module>>
  link(std::shared_ptr<SimulatorDevice> device,
       llvm::ArrayRef<LinkInput> inputs);
  ~SimulatorModule() override;

  llvm::Expected<Kernel *> findKernel(llvm::StringRef name) override;
  llvm::Expected<std::vector<std::string>> getKernelNames() override;
  llvm::Expected<GlobalVariable> findGlobal(llvm::StringRef name) override;
  void *getNative() const override { return nullptr; }
  Device &getDevice() const override { return *device; }

private:
  friend class SimulatorKernel;
  /// Puts the code on the device, and makes the kernels. `what` begins errors.
  llvm::Error setCode(ptx::Module code, llvm::ArrayRef<KernelInfo> infos,
                      llvm::StringRef what);
  explicit SimulatorModule(std::shared_ptr<SimulatorDevice> device)
      : device(std::move(device)) {}

  std::shared_ptr<SimulatorDevice> device;
  std::unique_ptr<sim::Program> program;
  /// The module's variables in the device's memory.
  std::vector<DeviceAddress> variables;
  /// One per multiprocessor.
  unsigned maxPersistentCTAs = 0;
  /// Of the code's first target, 90; 0 if it has none.
  unsigned ptxTarget = 0;
  std::vector<std::unique_ptr<Kernel>> kernels;
};

class SimulatorKernel final : public Kernel {
public:
  SimulatorKernel(KernelInfo info, SimulatorModule &module)
      : Kernel(std::move(info)), module(module),
        parameters(module.program->getParameters(this->info.name)) {
    if (!this->info.tensorMapEntry)
      return;
    tensorMaps = std::make_unique<TensorMaps>(
        this->info, module.maxPersistentCTAs,
        [](const sim::TensorMap &tensor, void *map) {
          tensor.encode(static_cast<uint8_t *>(map));
          return true;
        },
        TensorMaps::Clusters::ofOneCTA(module.maxPersistentCTAs));
  }

  llvm::Error launchRaw(Grid grid, void **values, Stream *stream,
                        const LaunchOptions *options) override;
  /// What a launch does; an error if there can be none.
  llvm::Expected<SimulatorWork> makeWork(Grid grid, void **values,
                                         const LaunchOptions &options);
  /// The same for the first CTAs, which it counts.
  llvm::Expected<LaunchCounts> count(Grid grid, void **values,
                                     uint64_t maxCTAs);
  llvm::Error setDynamicSharedMemory(uint64_t bytes) override {
    if (llvm::Error error = checkDynamicSharedMemory(
            *this, bytes, module.device->getMaxSharedMemory()))
      return error;
    dynamicSharedMemory = info.dynamicSharedMemory + bytes;
    return llvm::Error::success();
  }
  /// Whatever it is, each launch computes the same.
  llvm::Error setSharedMemoryCarveout(int percent) override;
  llvm::Expected<KernelUsage> getUsage() override;
  llvm::Expected<unsigned> countResidentCTAs(unsigned threads,
                                             uint64_t dynamicBytes) override;
  llvm::Expected<unsigned>
  countResidentClusters(const LaunchOptions &options) override;
  Device &getDevice() const override { return module.getDevice(); }
  Module &getModule() const override { return module; }
  void *getNative() const override { return nullptr; }

private:
  /// `ctasPerProgram` as in `TensorMaps::encode`.
  sim::Launch makeLaunch(Grid grid, void **values, const LaunchOptions &options,
                         Grid block, unsigned ctasPerProgram = 0) const;
  llvm::Error runLaunch(const sim::Launch &launch);
  /// The device's settings.
  sim::RunOptions makeOptions() const;
  /// The device's mutex is held.
  sim::LaunchResult run(const sim::Launch &launch,
                        const sim::RunOptions &options) const;

  SimulatorModule &module;
  /// Of the entry without tensor maps. The other entry has maps after them.
  std::vector<sim::ParameterInfo> parameters;
};

} // namespace mlir::tile::runtime

#endif // TILE_LIB_RUNTIME_SIMULATORKERNEL_H
