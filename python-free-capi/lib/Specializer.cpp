//===- Specializer.cpp - Kernels compiled for the arguments they meet -----===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a variant relies on is two bits for each argument: nothing, a multiple
// of 16, or the value 1. These bits are the variant's key. Variants are a list
// to whose head new ones are added and from which none is taken, so it is
// searched without a lock; there are few of them.
//
//===----------------------------------------------------------------------===//

#include "CompilerObjects.h"
#include "ForkMutex.h"
#include "RuntimeObjects.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"

#include <atomic>

using namespace mlir::tile;
using namespace mlir::tile::capi;
using llvm::ArrayRef;
using llvm::StringRef;
using runtime::ArgumentType;
using runtime::LaunchArgument;

/// Alignment of the widest vector access; also what Triton specialises for.
static constexpr int64_t kDivisor = 16;
/// PTX allows 32,764 bytes of parameters; no real kernel has so many arguments.
static constexpr size_t kMaxArguments = 4096;

namespace mlir::tile::capi {

class SpecializerObject {
public:
  SpecializerObject(const OptionsObject &options,
                    std::shared_ptr<runtime::Device> device, StringRef source,
                    StringRef name)
      : compiler(options), device(std::move(device)), source(source.str()),
        name(name.str()) {}
  ~SpecializerObject();

  /// Finds the kernel in the source, and its arguments.
  TileStatus initialize(StringRef kernel);
  /// Null, with the error set and in `status`, after a failure.
  runtime::Kernel *find(ArrayRef<LaunchArgument> arguments,
                        const TileCompileCallbacks *callbacks,
                        TileStatus &status, TileKernel *handle);
  size_t getNumVariants() const { return numVariants; }

private:
  using Key = llvm::SmallVector<uint64_t, 4>;
  struct Variant {
    Key key;
    /// Graphs with its kernel have it, too.
    std::shared_ptr<runtime::Module> module;
    runtime::Kernel *kernel = nullptr;
    TileKernel handle = {nullptr};
    const Variant *next = nullptr;
  };

  const Variant *search(const Key &key) const;
  std::unique_ptr<Variant> compile(const Key &key,
                                   const TileCompileCallbacks *callbacks,
                                   TileStatus &status);

  CompilerObject compiler;
  std::shared_ptr<runtime::Device> device;
  std::string source, name;
  KernelInfo kernel;
  std::optional<runtime::ArgumentChecker> checker;
  std::atomic<const Variant *> variants{nullptr};
  std::atomic<size_t> numVariants{0};
  /// One thread compiles; others that need the same variant wait for it.
  ForkMutex compiling;
};

} // namespace mlir::tile::capi

namespace {
/// What is known of an argument.
enum Trait : uint64_t { Nothing = 0, Divisible = 1, One = 2 };
} // namespace

static Trait getTrait(const LaunchArgument &argument) {
  switch (argument.type) {
  case ArgumentType::Pointer:
    return argument.bits % kDivisor == 0 ? Divisible : Nothing;
  case ArgumentType::I8:
  case ArgumentType::I16:
  case ArgumentType::I32:
  case ArgumentType::I64: {
    unsigned unused = 64 - 8 * getSize(argument.type);
    uint64_t bits = argument.bits << unused >> unused;
    return bits == 1 ? One : bits % kDivisor == 0 ? Divisible : Nothing;
  }
  default:
    return Nothing;
  }
}

static Trait getTrait(ArrayRef<uint64_t> key, size_t argument) {
  return static_cast<Trait>(key[argument / 32] >> argument % 32 * 2 & 3);
}

SpecializerObject::~SpecializerObject() {
  const Variant *variant = variants;
  while (variant) {
    const Variant *next = variant->next;
    releaseHandle(variant->handle);
    delete variant;
    variant = next;
  }
}

TileStatus SpecializerObject::initialize(StringRef kernelName) {
  TileStatus status = TileStatusInternal;
  std::unique_ptr<ImageObject> image = compileSource(
      compiler, llvm::MemoryBufferRef(source, name), Stage::Tile,
      /*callbacks=*/nullptr, status, [](CompilerOptions &options) {
        options.assumptions.clear();
        options.kernel.clear();
      });
  if (!image)
    return status;
  const KernelInfo *found = image->image.findKernel(kernelName);
  if (!found) {
    std::vector<StringRef> names;
    for (const KernelInfo &entry : image->image.kernels)
      names.push_back(entry.symbol);
    return setError(StatusCode::NotFound,
                    "expected one of the kernels " +
                        (names.empty() ? std::string("(there is none)")
                                       : llvm::join(names, ", ")) +
                        " of '" + name + "', found '" + kernelName + "'");
  }
  kernel = *found;
  if (kernel.arguments.size() > kMaxArguments)
    return setError(StatusCode::Unsupported,
                    "expected at most " + llvm::Twine(kMaxArguments) +
                        " arguments for kernel '" + kernel.symbol +
                        "', found " + llvm::Twine(kernel.arguments.size()));
  // Only types and the source's own fixed values: what it promises beyond them
  // the arguments decide.
  for (KernelArgument &argument : kernel.arguments)
    argument.divisibility = 1;
  checker.emplace(kernel);
  return TileStatusSuccess;
}

const SpecializerObject::Variant *
SpecializerObject::search(const Key &key) const {
  const Variant *variant = variants.load(std::memory_order_acquire);
  while (variant && variant->key != key)
    variant = variant->next;
  return variant;
}

std::unique_ptr<SpecializerObject::Variant> SpecializerObject::compile(
    const Key &key, const TileCompileCallbacks *callbacks, TileStatus &status) {
  const CompilerOptions &given = compiler.options.compiler;
  // The driver compiles PTX as well as nvJitLink does, which it has inside.
  bool isCubin = !device->getInfo().isSimulator && !given.ptxasPath.empty() &&
                 !isAssemblerLibrary(given.ptxasPath);
  std::unique_ptr<ImageObject> image = compileSource(
      compiler, llvm::MemoryBufferRef(source, name),
      isCubin ? Stage::Cubin : Stage::PTX, callbacks, status,
      [&](CompilerOptions &options) {
        options.kernel = kernel.symbol;
        if (options.target.empty())
          options.target = device->getInfo().target;
        options.assumptions.clear();
        for (auto [i, argument] : llvm::enumerate(kernel.arguments)) {
          bool isInteger = StringRef(argument.type).starts_with("i");
          if (!argument.isPointer && !isInteger)
            continue;
          // This also withdraws what the source promises.
          Trait trait = getTrait(key, i);
          std::string name = std::to_string(i);
          options.assumptions.push_back(
              {name, trait == Divisible ? kDivisor : 1, std::nullopt});
          if (trait == One)
            options.assumptions.push_back({name, 1, 1});
        }
      });
  if (!image)
    return nullptr;
  llvm::Expected<std::unique_ptr<runtime::Module>> module =
      device->load(image->image);
  if (!module) {
    status = setError(module.takeError());
    return nullptr;
  }
  llvm::Expected<runtime::Kernel *> found =
      (*module)->findKernel(kernel.symbol);
  if (!found) {
    status = setError(found.takeError());
    return nullptr;
  }
  auto variant = std::make_unique<Variant>();
  variant->key = key;
  variant->module = std::move(*module);
  variant->kernel = *found;
  variant->handle = lendHandle<TileKernel>(*found);
  if (!variant->handle.ptr) {
    status = setError(StatusCode::OutOfMemory, "too many objects");
    return nullptr;
  }
  return variant;
}

runtime::Kernel *SpecializerObject::find(ArrayRef<LaunchArgument> arguments,
                                         const TileCompileCallbacks *callbacks,
                                         TileStatus &status,
                                         TileKernel *handle) {
  if (LLVM_UNLIKELY(arguments.size() != kernel.arguments.size())) {
    status = setError(checker->check(arguments));
    return nullptr;
  }
  Key key((arguments.size() + 31) / 32, 0);
  for (auto [i, argument] : llvm::enumerate(arguments))
    key[i / 32] |= getTrait(argument) << i % 32 * 2;
  const Variant *variant = search(key);
  if (LLVM_UNLIKELY(!variant)) {
    status = setError(checker->check(arguments));
    if (status != TileStatusSuccess)
      return nullptr;
    std::lock_guard<std::mutex> lock(compiling.get());
    variant = search(key);
    if (!variant) {
      std::unique_ptr<Variant> made = compile(key, callbacks, status);
      if (!made)
        return nullptr;
      made->next = variants.load(std::memory_order_relaxed);
      variant = made.release();
      variants.store(variant, std::memory_order_release);
      ++numVariants;
    }
  }
  if (handle)
    *handle = variant->handle;
  return variant->kernel;
}

//===----------------------------------------------------------------------===//
// Entry points
//===----------------------------------------------------------------------===//

TileStatus tileSpecializerCreate(TileCompiler compiler, TileDevice device,
                                 MlirStringRef source, MlirStringRef name,
                                 MlirStringRef kernel,
                                 TileSpecializer *specializer) {
  CompilerObject *maker = getObject(compiler);
  DeviceObject *place = maker ? getObject(device) : nullptr;
  if (!place)
    return TileStatusInvalidHandle;
  StringRef text, nameText, kernelText;
  if (!unwrapString(source, "source", text) ||
      !unwrapString(name, "name", nameText) ||
      !unwrapString(kernel, "kernel", kernelText))
    return TileStatusInvalidArgument;
  if (!specializer)
    return failNull("specializer");
  auto object = std::make_unique<SpecializerObject>(
      maker->options, place->device, text, nameText);
  TileStatus status = object->initialize(kernelText);
  return status == TileStatusSuccess
             ? giveHandle(std::move(object), specializer)
             : status;
}

void tileSpecializerDestroy(TileSpecializer specializer) {
  destroyHandle(specializer);
}

TileStatus tileKernelSpecialize(TileSpecializer specializer,
                                const TileArgument *arguments,
                                size_t numArguments,
                                const TileCompileCallbacks *callbacks,
                                TileKernel *kernel) {
  SpecializerObject *object = getObject(specializer);
  if (!object)
    return TileStatusInvalidHandle;
  ArrayRef<LaunchArgument> list;
  if (!unwrapArguments(arguments, numArguments, list))
    return TileStatusInvalidArgument;
  if (!kernel)
    return failNull("kernel");
  TileStatus status = TileStatusInternal;
  TileKernel handle;
  runtime::Kernel *found = object->find(list, callbacks, status, &handle);
  if (!found)
    return status;
  // A variant is found by what it relies on; types are looked at only now.
  if (llvm::Error error = found->checkArguments(list))
    return setError(std::move(error));
  *kernel = handle;
  return TileStatusSuccess;
}

TileStatus tileSpecializerLaunch(TileSpecializer specializer, TileGrid grid,
                                 const TileArgument *arguments,
                                 size_t numArguments, TileStream stream) {
  SpecializerObject *object = getObject(specializer);
  runtime::Stream *queue;
  if (LLVM_UNLIKELY(!object || !unwrapStream(stream, queue)))
    return TileStatusInvalidHandle;
  ArrayRef<LaunchArgument> list;
  if (LLVM_UNLIKELY(!unwrapArguments(arguments, numArguments, list)))
    return TileStatusInvalidArgument;
  TileStatus status = TileStatusInternal;
  runtime::Kernel *kernel =
      object->find(list, /*callbacks=*/nullptr, status, /*handle=*/nullptr);
  if (LLVM_UNLIKELY(!kernel))
    return status;
  return setError(kernel->launch({grid.x, grid.y, grid.z}, list, queue));
}

size_t tileSpecializerGetNumVariants(TileSpecializer specializer) {
  SpecializerObject *object = lookupHandle(specializer);
  return object ? object->getNumVariants() : 0;
}
