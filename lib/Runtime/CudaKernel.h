//===- CudaKernel.h - Modules and kernels on a GPU --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A module of the driver, and functions of it.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_RUNTIME_CUDAKERNEL_H
#define TILE_LIB_RUNTIME_CUDAKERNEL_H

#include "CudaDevice.h"

#include "tile/Runtime/TensorMaps.h"

#include "llvm/ADT/SmallVector.h"

namespace mlir::tile::runtime {

class CudaModule final : public Module {
public:
  static llvm::Expected<std::unique_ptr<Module>>
  load(std::shared_ptr<CudaDevice> device, const KernelImage &image,
       const LoadOptions &options);
  static llvm::Expected<std::unique_ptr<Module>>
  link(std::shared_ptr<CudaDevice> device, llvm::ArrayRef<LinkInput> inputs,
       const LoadOptions &options);
  ~CudaModule() override;

  llvm::Expected<Kernel *> findKernel(llvm::StringRef name) override;
  llvm::Expected<std::vector<std::string>> getKernelNames() override;
  llvm::Expected<GlobalVariable> findGlobal(llvm::StringRef name) override;
  void *getNative() const override { return module; }
  Device &getDevice() const override { return *device; }

private:
  friend class CudaKernel;
  explicit CudaModule(std::shared_ptr<CudaDevice> device)
      : device(std::move(device)) {}
  llvm::Error loadCode(const KernelImage &image, const LoadOptions &options);
  llvm::Error compile(const std::string &ptx, const LoadOptions &options);
  llvm::Expected<cuda::Function> findEntry(const std::string &name,
                                           const KernelInfo &info) const;
  llvm::Error addKernel(const KernelInfo &info);
  llvm::Error loadBinary(llvm::StringRef code, const llvm::Twine &what);
  /// Kernels whose names only the driver knows. Nothing before CUDA 12.4.
  llvm::Error addNamedKernels();
  /// What the driver says of an entry.
  KernelInfo describeEntry(const std::string &name,
                           cuda::Function function) const;

  std::shared_ptr<CudaDevice> device;
  cuda::Module module = nullptr;
  /// Held while kernels are looked for, as some are found by their names.
  std::mutex mutex;
  std::vector<std::unique_ptr<Kernel>> kernels;
  /// Code is in it whose kernels only the driver knows.
  bool hasForeignKernels = false;
};

class CudaKernel final : public Kernel {
public:
  /// `mapped` is the second entry, or null.
  CudaKernel(KernelInfo info, CudaModule &module, cuda::Function function,
             cuda::Function mapped);

  llvm::Error launchRaw(Grid grid, void **parameters, Stream *stream,
                        const LaunchOptions *options) override;
  llvm::Error setDynamicSharedMemory(uint64_t bytes) override;
  llvm::Error setSharedMemoryCarveout(int percent) override;
  llvm::Expected<KernelUsage> getUsage() override;
  llvm::Expected<unsigned> countResidentCTAs(unsigned threads,
                                             uint64_t dynamicBytes) override;
  llvm::Expected<unsigned>
  countResidentClusters(const LaunchOptions &options) override;
  /// Gives a node of a graph another grid and other parameters.
  llvm::Error setNode(cuda::GraphExec exec, cuda::GraphNode node, Grid grid,
                      void **parameters, const LaunchOptions &options,
                      unsigned ctasPerProgram);
  Device &getDevice() const override { return device; }
  Module &getModule() const override { return module; }
  void *getNative() const override { return function; }

  /// Once, before the first launch: lets launches request the kernel's dynamic
  /// shared memory, and take the second entry. The caller has added none yet.
  llvm::Error prepare();

private:
  /// What the driver gets; `parameters` may point into the object.
  struct Call {
    cuda::Function entry;
    Grid programs, ctas, block;
    unsigned dynamic;
    /// As in EncodedTensorMaps; 1 for other entries.
    unsigned ctasPerProgram;
    void **parameters;
    EncodedTensorMaps maps;
    llvm::SmallVector<void *, 128> extended;
  };
  /// Fills in all but the block and what the options say.
  void prepareCall(Call &call, Grid grid, void **parameters, bool mayTakeMaps,
                   unsigned ctasPerProgram = 0);
  llvm::Error prepareCall(Call &call, const LaunchOptions &options);
  llvm::Error launchWith(Call &call, cuda::Stream stream,
                         const LaunchOptions &options, cuda::Result &result);
  /// The launch's attributes; their number.
  unsigned makeAttributes(const LaunchOptions &options,
                          cuda::LaunchAttribute *attributes) const;
  llvm::Expected<int> getAttribute(cuda::FunctionAttribute attribute) const;

  /// CTAs of the second entry that the GPU runs at a time; 0 if the entry is
  /// not persistent.
  uint64_t countMappedCTAs() const;
  /// Clusters of the second entry that the GPU runs at a time; none if the
  /// entry's loop is whole, or the driver starts none or does not say.
  TensorMaps::Clusters countMappedClusters() const;
  llvm::Error allowSharedMemory(cuda::Function entry, uint64_t staticBytes,
                                uint64_t dynamicBytes) const;

  CudaDevice &device;
  CudaModule &module;
  cuda::Function function, mapped;
  /// getName(), for messages when the kernel is no more.
  const std::string *lastingName;
};

} // namespace mlir::tile::runtime

#endif // TILE_LIB_RUNTIME_CUDAKERNEL_H
