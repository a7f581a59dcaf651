//===- CudaKernel.cpp - Launches of kernels on a GPU ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CudaKernel.h"
#include "Checks.h"

#include "tile/Hardware/SharedMemory.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir::tile;
using namespace mlir::tile::runtime;
using cuda::Result;
using llvm::Twine;

/// The greatest alignment that an instruction asks of shared memory: PTX ISA,
/// "Tensor swizzling modes". Dynamic memory may begin so much after static one.
static constexpr unsigned kMaxSharedAlignment = 1024;

//===----------------------------------------------------------------------===//
// Launches
//===----------------------------------------------------------------------===//

CudaKernel::CudaKernel(KernelInfo kernelInfo, CudaModule &module,
                       cuda::Function function, cuda::Function mapped)
    : Kernel(std::move(kernelInfo)), device(*module.device), module(module),
      function(function), mapped(mapped),
      lastingName(device.intern(getName())) {}

inline void CudaKernel::prepareCall(Call &call, Grid grid, void **parameters,
                                    bool mayTakeMaps, unsigned ctasPerProgram) {
  unsigned rows = info.programsPerCTA;
  call.programs = grid;
  call.ctas = {getNumCTAs(info, grid), grid.y, grid.z};
  call.entry = function;
  call.dynamic = dynamicSharedMemory.load(std::memory_order_relaxed);
  call.block = {info.numThreads / rows, rows, 1};
  call.parameters = parameters;
  call.ctasPerProgram = 1;
  if (rows > 1) {
    call.extended.append(parameters, parameters + info.arguments.size());
    call.extended.push_back(&call.programs.x);
    call.parameters = call.extended.data();
  } else if (mayTakeMaps &&
             encodeTensorMaps(grid, parameters, call.maps, ctasPerProgram)) {
    call.entry = mapped;
    call.ctas = call.maps.ctas;
    call.ctasPerProgram = call.maps.ctasPerProgram;
    call.dynamic = info.tensorMapEntry->dynamicSharedMemory;
    call.block.x = info.tensorMapEntry->numThreads;
    call.extended.append(parameters, parameters + info.arguments.size());
    for (unsigned i = 0, e = info.tensorMapEntry->maps.size(); i < e; ++i)
      call.extended.push_back(call.maps.maps[i]);
    void *numbers[] = {&call.programs.x, &call.programs.y, &call.programs.z};
    call.extended.append(numbers,
                         numbers + countGridParameters(*info.tensorMapEntry));
    call.parameters = call.extended.data();
  }
}

llvm::Error CudaKernel::launchRaw(Grid grid, void **parameters, Stream *stream,
                                  const LaunchOptions *options) {
  if (LLVM_UNLIKELY(!device.owns(stream)))
    return device.makeStreamError(*stream);
  if (LLVM_UNLIKELY(isEmpty(grid)))
    return llvm::Error::success();
  if (LLVM_UNLIKELY(isTooLarge(grid)))
    return makeGridError(*this, grid);
  Call call;
  prepareCall(call, grid, parameters, !options || !takesPlainEntry(*options));
  Result result = Result::Success;
  if (LLVM_LIKELY(!options && call.block.x && call.ctasPerProgram == 1)) {
    result = device.inContext([&] {
      return device.getDriver().launchKernel(
          call.entry, call.ctas.x, call.ctas.y, call.ctas.z, call.block.x,
          call.block.y, 1, call.dynamic, CudaDevice::getStream(stream),
          call.parameters, /*extra=*/nullptr);
    });
  } else if (llvm::Error error =
                 launchWith(call, CudaDevice::getStream(stream),
                            options ? *options : LaunchOptions(), result)) {
    return error;
  }
  if (LLVM_UNLIKELY(result != Result::Success))
    return device.getDriver().makeError("launching kernel '" + getName() + "'",
                                        result, device.getLastKernel(stream));
  device.setLastKernel(stream, lastingName);
  device.noteLaunch(stream, *this, options, call.ctasPerProgram);
  return llvm::Error::success();
}

//===----------------------------------------------------------------------===//
// Launches with options
//===----------------------------------------------------------------------===//

llvm::Error CudaKernel::prepareCall(Call &call, const LaunchOptions &options) {
  if (call.entry == function) {
    llvm::Expected<Grid> block = getBlock(options);
    if (!block)
      return block.takeError();
    call.block = *block;
  }
  if (llvm::Error error = checkCluster(*this, call.ctas, options))
    return error;
  if (options.dynamicSharedMemory) {
    uint64_t bytes = uint64_t(call.dynamic) + options.dynamicSharedMemory;
    if (llvm::Error error =
            checkDynamicSharedMemory(*this, bytes - info.dynamicSharedMemory,
                                     device.getMaxSharedMemory()))
      return error;
    if (llvm::Error error =
            allowSharedMemory(call.entry, info.sharedMemory, bytes))
      return error;
    call.dynamic = bytes;
  }
  uint64_t cluster =
      uint64_t(options.cluster.x) * options.cluster.y * options.cluster.z;
  // CUDA C++ Programming Guide, "Thread Block Clusters": 8 are portable.
  constexpr unsigned kPortableCluster = 8;
  if (cluster > kPortableCluster) {
    Result result = device.inContext([&] {
      return device.getDriver().functionSetAttribute(
          call.entry, cuda::FunctionAttribute::NonPortableClusterSizeAllowed,
          1);
    });
    if (result != Result::Success)
      return device.getDriver().makeError(
          "allowing clusters of " + Twine(cluster) + " CTAs for kernel '" +
              getName() + "'",
          result);
  }
  if (options.isCooperative) {
    llvm::Expected<unsigned> most = countResidentCTAs(
        call.block.x * call.block.y * call.block.z, call.dynamic);
    if (!most)
      return most.takeError();
    if (llvm::Error error = checkCooperative(
            *this, call.ctas,
            uint64_t(*most) * device.getInfo().numMultiprocessors))
      return error;
  }
  return llvm::Error::success();
}

unsigned CudaKernel::makeAttributes(const LaunchOptions &options,
                                    cuda::LaunchAttribute *attributes) const {
  unsigned count = 0;
  auto add = [&](cuda::LaunchAttributeID id, int value) {
    attributes[count] = {};
    attributes[count].id = id;
    attributes[count++].number = value;
  };
  if (options.isCooperative)
    add(cuda::LaunchAttributeID::Cooperative, 1);
  if (options.isDependent)
    add(cuda::LaunchAttributeID::ProgrammaticStreamSerialization, 1);
  if (options.priority)
    add(cuda::LaunchAttributeID::Priority, *options.priority);
  if (options.cluster.x) {
    add(cuda::LaunchAttributeID::ClusterDimension, options.cluster.x);
    attributes[count - 1].clusterDim[1] = options.cluster.y;
    attributes[count - 1].clusterDim[2] = options.cluster.z;
  }
  return count;
}

/// Of `makeAttributes`.
static constexpr unsigned kMostAttributes = 4;

llvm::Error CudaKernel::launchWith(Call &call, cuda::Stream stream,
                                   const LaunchOptions &options,
                                   Result &result) {
  if (llvm::Error error = prepareCall(call, options))
    return error;
  LaunchOptions all = options;
  if (call.ctasPerProgram > 1)
    all.cluster = {call.ctasPerProgram, 1, 1};
  cuda::LaunchAttribute attributes[kMostAttributes];
  cuda::LaunchConfig config = {{call.ctas.x, call.ctas.y, call.ctas.z},
                               {call.block.x, call.block.y, call.block.z},
                               call.dynamic,
                               stream,
                               attributes,
                               makeAttributes(all, attributes)};
  const cuda::Driver &driver = device.getDriver();
  if (config.numAttributes && !driver.launchKernelEx)
    return driver.makeMissing("a launch with attributes", "cuLaunchKernelEx",
                              "11.8");
  result = device.inContext([&] {
    if (!config.numAttributes)
      return driver.launchKernel(call.entry, call.ctas.x, call.ctas.y,
                                 call.ctas.z, call.block.x, call.block.y,
                                 call.block.z, call.dynamic, stream,
                                 call.parameters, /*extra=*/nullptr);
    return driver.launchKernelEx(&config, call.entry, call.parameters,
                                 /*extra=*/nullptr);
  });
  return llvm::Error::success();
}

llvm::Error CudaKernel::setNode(cuda::GraphExec exec, cuda::GraphNode node,
                                Grid grid, void **parameters,
                                const LaunchOptions &options,
                                unsigned ctasPerProgram) {
  if (isEmpty(grid))
    return makeError(StatusCode::InvalidArgument,
                     "expected a grid of at least one CTA for a node of a "
                     "graph, found " +
                         Twine(grid.x) + " x " + Twine(grid.y) + " x " +
                         Twine(grid.z));
  if (isTooLarge(grid))
    return makeGridError(*this, grid);
  Call call;
  prepareCall(call, grid, parameters, !takesPlainEntry(options),
              ctasPerProgram);
  if (llvm::Error error = prepareCall(call, options))
    return error;
  cuda::KernelNodeParams params;
  params.function = call.entry;
  const unsigned ctas[] = {call.ctas.x, call.ctas.y, call.ctas.z};
  const unsigned block[] = {call.block.x, call.block.y, call.block.z};
  std::copy(ctas, ctas + 3, params.grid);
  std::copy(block, block + 3, params.block);
  params.sharedMemory = call.dynamic;
  params.parameters = call.parameters;
  Result result = device.inContext([&] {
    return device.getDriver().graphExecKernelNodeSetParams(exec, node, &params);
  });
  if (result != Result::Success)
    return device.getDriver().makeError(
        "changing the node of kernel '" + getName() + "' in a graph", result);
  return llvm::Error::success();
}

//===----------------------------------------------------------------------===//
// What a kernel takes
//===----------------------------------------------------------------------===//

llvm::Expected<int>
CudaKernel::getAttribute(cuda::FunctionAttribute attribute) const {
  int value = 0;
  Result result = device.inContext([&] {
    return device.getDriver().functionGetAttribute(&value, attribute, function);
  });
  if (result != Result::Success)
    return device.getDriver().makeError("asking for an attribute of kernel '" +
                                            getName() + "'",
                                        result, device.getLastKernel(nullptr));
  return value;
}

llvm::Expected<KernelUsage> CudaKernel::getUsage() {
  using cuda::FunctionAttribute;
  KernelUsage usage;
  usage.isKnown = !device.isSimulated();
  const std::pair<FunctionAttribute, unsigned *> fields[] = {
      {FunctionAttribute::NumRegisters, &usage.registers},
      {FunctionAttribute::LocalSizeBytes, &usage.localMemory},
      {FunctionAttribute::SharedSizeBytes, &usage.sharedMemory},
      {FunctionAttribute::ConstSizeBytes, &usage.constantMemory},
      {FunctionAttribute::MaxThreadsPerBlock, &usage.maxThreads},
      {FunctionAttribute::PTXVersion, &usage.ptxTarget},
      {FunctionAttribute::BinaryVersion, &usage.binaryTarget},
  };
  for (auto [attribute, field] : fields) {
    llvm::Expected<int> value = getAttribute(attribute);
    if (!value)
      return value.takeError();
    *field = *value;
  }
  return usage;
}

llvm::Expected<unsigned> CudaKernel::countResidentCTAs(unsigned threads,
                                                       uint64_t dynamicBytes) {
  if (llvm::Error error = checkThreads(*this, threads))
    return std::move(error);
  const cuda::Driver &driver = device.getDriver();
  if (!driver.occupancyMaxActiveBlocks)
    return driver.makeMissing(
        "occupancy", "cuOccupancyMaxActiveBlocksPerMultiprocessor", "6.5");
  int count = 0;
  Result result = device.inContext([&] {
    return driver.occupancyMaxActiveBlocks(&count, function, threads,
                                           dynamicBytes);
  });
  if (result != Result::Success)
    return driver.makeError(
        "asking for the occupancy of kernel '" + getName() + "'", result);
  return count;
}

llvm::Expected<unsigned>
CudaKernel::countResidentClusters(const LaunchOptions &options) {
  llvm::Expected<Grid> block = getBlock(options);
  if (!block)
    return block.takeError();
  if (llvm::Error error = checkCluster(*this, options.cluster, options))
    return std::move(error);
  const cuda::Driver &driver = device.getDriver();
  if (!driver.occupancyMaxActiveClusters)
    return driver.makeMissing("the occupancy of clusters",
                              "cuOccupancyMaxActiveClusters", "11.8");
  cuda::LaunchAttribute attributes[kMostAttributes];
  Grid ctas = options.cluster.x ? options.cluster : Grid{1, 1, 1};
  cuda::LaunchConfig config = {{ctas.x, ctas.y, ctas.z},
                               {block->x, block->y, block->z},
                               dynamicSharedMemory +
                                   options.dynamicSharedMemory,
                               nullptr,
                               attributes,
                               makeAttributes(options, attributes)};
  int count = 0;
  Result result = device.inContext([&] {
    return driver.occupancyMaxActiveClusters(&count, function, &config);
  });
  if (result != Result::Success)
    return driver.makeError("asking for the clusters of kernel '" + getName() +
                                "' that run at a time",
                            result);
  return count;
}

llvm::Error CudaKernel::setSharedMemoryCarveout(int percent) {
  if (llvm::Error error = checkCarveout(percent))
    return error;
  for (cuda::Function entry : {function, mapped}) {
    if (!entry)
      continue;
    Result result = device.inContext([&] {
      return device.getDriver().functionSetAttribute(
          entry, cuda::FunctionAttribute::PreferredSharedMemoryCarveout,
          percent);
    });
    if (result != Result::Success)
      return device.getDriver().makeError(
          "setting the shared memory of kernel '" + getName() + "' to " +
              Twine(percent) + " per cent",
          result);
  }
  return llvm::Error::success();
}

llvm::Error CudaKernel::setDynamicSharedMemory(uint64_t bytes) {
  if (llvm::Error error =
          checkDynamicSharedMemory(*this, bytes, device.getMaxSharedMemory()))
    return error;
  bytes += info.dynamicSharedMemory;
  if (llvm::Error error = allowSharedMemory(function, info.sharedMemory, bytes))
    return error;
  dynamicSharedMemory = bytes;
  return llvm::Error::success();
}

llvm::Error CudaKernel::prepare() {
  if (llvm::Error error = setDynamicSharedMemory(0))
    return error;
  if (!mapped)
    return llvm::Error::success();
  if (llvm::Error error =
          allowSharedMemory(mapped, info.tensorMapEntry->sharedMemory,
                            info.tensorMapEntry->dynamicSharedMemory))
    return error;
  if (!device.getDriver().tensorMapEncodeTiled)
    return llvm::Error::success();
  tensorMaps = std::make_unique<TensorMaps>(
      info, countMappedCTAs(),
      [&device = device](const sim::TensorMap &tensor, void *map) {
        return device.inContext([&] {
          return device.getDriver().tensorMapEncodeTiled(
              map, tensor.type, tensor.rank,
              reinterpret_cast<void *>(tensor.address), tensor.sizes,
              tensor.strides, tensor.box, tensor.elementStrides,
              tensor.interleave, tensor.swizzle, tensor.promotion, tensor.fill);
        }) == Result::Success;
      },
      countMappedClusters());
  return llvm::Error::success();
}

uint64_t CudaKernel::countMappedCTAs() const {
  const TensorMapEntry &entry = *info.tensorMapEntry;
  if (!entry.isPersistent)
    return 0;
  // A driver that does not say leaves one: any number gives the same results.
  int perMultiprocessor = 0;
  if (device.getDriver().occupancyMaxActiveBlocks)
    (void)device.inContext([&] {
      return device.getDriver().occupancyMaxActiveBlocks(
          &perMultiprocessor, mapped, static_cast<int>(entry.numThreads),
          entry.dynamicSharedMemory);
    });
  return uint64_t(device.getInfo().numMultiprocessors) *
         std::max(perMultiprocessor, 1);
}

TensorMaps::Clusters CudaKernel::countMappedClusters() const {
  const TensorMapEntry &entry = *info.tensorMapEntry;
  const cuda::Driver &driver = device.getDriver();
  TensorMaps::Clusters clusters;
  if (!entry.split || !driver.launchKernelEx ||
      !driver.occupancyMaxActiveClusters)
    return clusters;
  clusters.multiprocessors = device.getInfo().numMultiprocessors;
  unsigned ctas = 1;
  for (uint64_t &resident : clusters.resident) {
    ctas *= 2;
    LaunchOptions options;
    options.cluster = {ctas, 1, 1};
    cuda::LaunchAttribute attributes[kMostAttributes];
    cuda::LaunchConfig config = {{ctas, 1, 1},
                                 {entry.numThreads, 1, 1},
                                 entry.dynamicSharedMemory,
                                 nullptr,
                                 attributes,
                                 makeAttributes(options, attributes)};
    int count = 0;
    if (device.inContext([&] {
          return driver.occupancyMaxActiveClusters(&count, mapped, &config);
        }) == Result::Success)
      resident = std::max(count, 0);
  }
  return clusters;
}

llvm::Error CudaKernel::allowSharedMemory(cuda::Function entry,
                                          uint64_t staticBytes,
                                          uint64_t bytes) const {
  // How much of the L1 cache becomes shared memory is left to the driver: on an
  // H100, kernels that copy through 16 to 227 KiB per CTA gain at most 1 % from
  // asking for all of it, and lose as much.
  if (bytes && bytes + llvm::alignTo(staticBytes, kMaxSharedAlignment) >
                   kDefaultSharedMemory) {
    Result result = device.inContext([&] {
      return device.getDriver().functionSetAttribute(
          entry, cuda::FunctionAttribute::MaxDynamicSharedSizeBytes,
          static_cast<int>(bytes));
    });
    if (result != Result::Success)
      return device.getDriver().makeError("giving kernel '" + getName() + "' " +
                                              Twine(bytes) +
                                              " bytes of dynamic shared memory",
                                          result);
  }
  return llvm::Error::success();
}
