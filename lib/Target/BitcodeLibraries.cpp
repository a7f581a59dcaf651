//===- BitcodeLibraries.cpp - libdevice and the like --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CodeGenImpl.h"
#include "tile/Dialect/Tile/IR/Tile.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/IR/Module.h"
#include "llvm/IRReader/IRReader.h"
#include "llvm/Linker/Linker.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Transforms/IPO/Internalize.h"

using namespace mlir;
using namespace mlir::tile;

/// Functions that need no definition: those that the CUDA driver itself
/// provides (CUDA C++ Programming Guide, "Formatted Output", "Assertion",
/// "Dynamic Global Memory Allocation"), and the one that LLVM folds (NVPTX
/// usage guide, "NVVMReflect").
static bool isProvided(StringRef name) {
  return name == "vprintf" || name == "__assertfail" || name == "malloc" ||
         name == "free" || name == "__nvvm_reflect";
}

static bool isUndefined(const llvm::Function &function) {
  return function.isDeclaration() && !function.isIntrinsic() &&
         !function.use_empty() && !isProvided(function.getName());
}

/// Where a function is called first, for messages.
static Location getUseLocation(ModuleOp module, StringRef name) {
  Location loc = module.getLoc();
  module.walk([&](LLVM::CallOp call) {
    if (call.getCallee() != name)
      return WalkResult::advance();
    loc = call.getLoc();
    return WalkResult::interrupt();
  });
  return loc;
}

/// Where the first function is called that a library has to define.
static Location getFirstUse(ModuleOp module, const llvm::Module &llvmModule) {
  for (const llvm::Function &function : llvmModule)
    if (isUndefined(function))
      return getUseLocation(module, function.getName());
  return module.getLoc();
}

/// Links what `into` declares, and does not define, of `library`. Only names
/// that `keepsName` says are seen from outside of `into`.
static bool linkDeclared(llvm::Module &into,
                         std::unique_ptr<llvm::Module> library,
                         llvm::function_ref<bool(StringRef)> keepsName) {
  // libdevice names a triple and a data layout of its own ("gpulibs").
  library->setDataLayout(into.getDataLayout());
  library->setTargetTriple(into.getTargetTriple());
  return !llvm::Linker::linkModules(
      into, std::move(library), llvm::Linker::LinkOnlyNeeded,
      [&](llvm::Module &linked, const llvm::StringSet<> &names) {
        llvm::internalizeModule(linked, [&](const llvm::GlobalValue &value) {
          return !value.hasName() || !names.contains(value.getName()) ||
                 keepsName(value.getName());
        });
      });
}

static bool keepsNone(StringRef) { return false; }

/// Opens a bitcode library; null, with an error, if it cannot be read.
static std::unique_ptr<llvm::Module>
openLibrary(ModuleOp module, llvm::Module &llvmModule, StringRef path) {
  // A device may have no end, and "-" is the standard input.
  llvm::sys::fs::file_type type = llvm::sys::fs::get_file_type(path);
  bool exists = type != llvm::sys::fs::file_type::file_not_found &&
                type != llvm::sys::fs::file_type::status_error;
  if (path == "-" ||
      (exists && type != llvm::sys::fs::file_type::regular_file &&
       type != llvm::sys::fs::file_type::fifo_file)) {
    emitError(getFirstUse(module, llvmModule))
        << "cannot read bitcode library '" << path
        << "': expected a file or a pipe";
    return nullptr;
  }
  llvm::SMDiagnostic error;
  // Lazily: of libdevice's 350 functions a kernel calls a few.
  std::unique_ptr<llvm::Module> library =
      llvm::getLazyIRFileModule(path, error, llvmModule.getContext());
  if (!library)
    emitError(getFirstUse(module, llvmModule))
        << "cannot read bitcode library '" << path
        << "': " << error.getMessage();
  return library;
}

static LogicalResult linkLibrary(ModuleOp module, llvm::Module &llvmModule,
                                 StringRef path) {
  std::unique_ptr<llvm::Module> library = openLibrary(module, llvmModule, path);
  if (!library)
    return failure();
  Location loc = getFirstUse(module, llvmModule);
  if (!linkDeclared(llvmModule, std::move(library), keepsNone))
    return emitError(loc) << "cannot link bitcode library '" << path << "'";
  return success();
}

/// What the functions of `names`, taken of the library at `path` for `machine`,
/// depend on; empty if the file may be another one next time.
static std::string makeFunctionsKey(StringRef path, ArrayRef<StringRef> names,
                                    const llvm::TargetMachine &machine) {
  llvm::sys::fs::file_status status;
  if (llvm::sys::fs::status(path, status) ||
      status.type() != llvm::sys::fs::file_type::regular_file)
    return {};
  auto time = status.getLastModificationTime().time_since_epoch();
  llvm::sys::fs::UniqueID id = status.getUniqueID();
  return (path + " " + Twine(id.getDevice()) + " " + Twine(id.getFile()) + " " +
          Twine(status.getSize()) + " " + Twine(time.count()) + " " +
          machine.getTargetCPU() + " " + machine.getTargetFeatureString() +
          " " + llvm::join(names, " "))
      .str();
}

/// The functions of these names, with all that they need, simplified.
static std::unique_ptr<llvm::Module>
takeFunctions(ModuleOp module, llvm::Module &llvmModule, StringRef path,
              ArrayRef<StringRef> names, llvm::TargetMachine &machine) {
  std::unique_ptr<llvm::Module> library = openLibrary(module, llvmModule, path);
  if (!library)
    return nullptr;
  auto taken =
      std::make_unique<llvm::Module>("functions", llvmModule.getContext());
  taken->setDataLayout(llvmModule.getDataLayout());
  taken->setTargetTriple(llvmModule.getTargetTriple());
  for (StringRef name : names)
    llvm::Function::Create(llvmModule.getFunction(name)->getFunctionType(),
                           llvm::GlobalValue::ExternalLinkage, name, *taken);
  if (!linkDeclared(*taken, std::move(library), [&](StringRef name) {
        return llvm::is_contained(names, name);
      })) {
    emitError(getFirstUse(module, llvmModule))
        << "cannot link bitcode library '" << path << "'";
    return nullptr;
  }
  // Whether f32 denormals are flushed is what libdevice asks of the compiler
  // (NVVM IR specification, "Reflection Parameters").
  taken->addModuleFlag(llvm::Module::Override, "nvvm-reflect-ftz", 0u);
  simplifyLibrary(*taken, machine);
  return taken;
}

/// Links the functions of these names of libdevice.
static LogicalResult linkLibdevice(ModuleOp module, llvm::Module &llvmModule,
                                   StringRef path, ArrayRef<StringRef> names,
                                   llvm::TargetMachine &machine,
                                   CodeGenCache *cache) {
  std::string key = cache ? makeFunctionsKey(path, names, machine) : "";
  std::unique_ptr<llvm::Module> functions;
  if (const std::string *kept =
          key.empty() ? nullptr : cache->findFunctions(key))
    functions = llvm::cantFail(llvm::parseBitcodeFile(
        llvm::MemoryBufferRef(*kept, path), llvmModule.getContext()));
  if (!functions) {
    functions = takeFunctions(module, llvmModule, path, names, machine);
    if (!functions)
      return failure();
    if (!key.empty()) {
      llvm::SmallString<0> bitcode;
      llvm::raw_svector_ostream stream(bitcode);
      llvm::WriteBitcodeToFile(*functions, stream);
      cache->keepFunctions(key, bitcode.str().str());
    }
  }
  if (!linkDeclared(llvmModule, std::move(functions), keepsNone))
    return emitError(getFirstUse(module, llvmModule))
           << "cannot link bitcode library '" << path << "'";
  return success();
}

/// Whether a path names the libdevice of the machine that wrote the module, and
/// this one does not have it there: then this one's does.
static bool isOtherLibdevice(StringRef path) {
  return llvm::sys::path::filename(path) == "libdevice.10.bc" &&
         !llvm::sys::fs::exists(path);
}

LogicalResult tile::linkBitcodeLibraries(ModuleOp module,
                                         llvm::Module &llvmModule,
                                         const CodeGenOptions &options,
                                         llvm::TargetMachine &machine,
                                         CodeGenCache *cache) {
  SmallVector<StringRef> paths, libdeviceUsers;
  if (auto names = module->getAttrOfType<ArrayAttr>(kBitcodeLibrariesAttrName))
    for (Attribute attr : names) {
      auto path = dyn_cast<StringAttr>(attr);
      if (!path)
        return emitError(module.getLoc())
               << "expected '" << kBitcodeLibrariesAttrName
               << "' to hold strings, found " << attr;
      // The empty path is libdevice; whether it is needed, the calls tell.
      if (!path.getValue().empty() && !llvm::is_contained(paths, path))
        paths.push_back(path);
    }
  for (StringRef path : paths)
    if (!isOtherLibdevice(path) &&
        failed(linkLibrary(module, llvmModule, path)))
      return failure();

  for (llvm::Function &function : llvmModule)
    if (isUndefined(function) && function.getName().starts_with("__nv_") &&
        (!options.libdevicePath.empty() || !defineDeviceFunction(function)))
      libdeviceUsers.push_back(function.getName());
  if (!libdeviceUsers.empty()) {
    if (options.libdevicePath.empty())
      return emitError(getUseLocation(module, libdeviceUsers.back()))
             << "function '" << libdeviceUsers.back()
             << "' is libdevice's, which was not found; expected "
                "nvvm/libdevice/libdevice.10.bc of a CUDA toolkit, or its path "
                "in the option 'libdevice'";
    llvm::sort(libdeviceUsers);
    if (failed(linkLibdevice(module, llvmModule, options.libdevicePath,
                             libdeviceUsers, machine, cache)))
      return failure();
  }

  bool failed = false;
  for (const llvm::Function &function : llvmModule)
    if (isUndefined(function)) {
      emitError(getUseLocation(module, function.getName()))
          << "function '" << function.getName()
          << "' is not defined in the module"
          << (paths.empty() && libdeviceUsers.empty()
                  ? ""
                  : " nor in the bitcode libraries");
      failed = true;
    }
  return failure(failed);
}
