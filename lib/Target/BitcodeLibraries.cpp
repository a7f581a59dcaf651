//===- BitcodeLibraries.cpp - libdevice and the like --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CodeGenImpl.h"
#include "tile/Dialect/Tile/IR/Tile.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "llvm/IR/Module.h"
#include "llvm/IRReader/IRReader.h"
#include "llvm/Linker/Linker.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Transforms/IPO/Internalize.h"

using namespace mlir;

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

static LogicalResult linkLibrary(ModuleOp module, llvm::Module &llvmModule,
                                 StringRef path) {
  // A device may have no end, and "-" is the standard input.
  llvm::sys::fs::file_type type = llvm::sys::fs::get_file_type(path);
  bool exists = type != llvm::sys::fs::file_type::file_not_found &&
                type != llvm::sys::fs::file_type::status_error;
  if (path == "-" ||
      (exists && type != llvm::sys::fs::file_type::regular_file &&
       type != llvm::sys::fs::file_type::fifo_file))
    return emitError(getFirstUse(module, llvmModule))
           << "cannot read bitcode library '" << path
           << "': expected a file or a pipe";
  llvm::SMDiagnostic error;
  // Lazily: of libdevice's 350 functions a kernel calls a few.
  std::unique_ptr<llvm::Module> library =
      llvm::getLazyIRFileModule(path, error, llvmModule.getContext());
  if (!library)
    return emitError(getFirstUse(module, llvmModule))
           << "cannot read bitcode library '" << path
           << "': " << error.getMessage();
  // libdevice names a triple and a data layout of its own ("gpulibs").
  library->setDataLayout(llvmModule.getDataLayout());
  library->setTargetTriple(llvmModule.getTargetTriple());
  Location loc = getFirstUse(module, llvmModule);
  bool failed = llvm::Linker::linkModules(
      llvmModule, std::move(library), llvm::Linker::LinkOnlyNeeded,
      [](llvm::Module &linked, const llvm::StringSet<> &names) {
        llvm::internalizeModule(linked, [&](const llvm::GlobalValue &value) {
          return !value.hasName() || !names.contains(value.getName());
        });
      });
  if (failed)
    return emitError(loc) << "cannot link bitcode library '" << path << "'";
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
                                         const CodeGenOptions &options) {
  SmallVector<StringRef> paths;
  StringRef libdeviceUser;
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
      libdeviceUser = function.getName();
  if (!libdeviceUser.empty()) {
    if (options.libdevicePath.empty())
      return emitError(getUseLocation(module, libdeviceUser))
             << "function '" << libdeviceUser
             << "' is libdevice's, which was not found; expected "
                "nvvm/libdevice/libdevice.10.bc of a CUDA toolkit, or its path "
                "in the option 'libdevice'";
    // Whether f32 denormals are flushed is what libdevice asks of the compiler
    // (NVVM IR specification, "Reflection Parameters").
    llvmModule.addModuleFlag(llvm::Module::Override, "nvvm-reflect-ftz", 0u);
    if (failed(linkLibrary(module, llvmModule, options.libdevicePath)))
      return failure();
  }

  bool failed = false;
  for (const llvm::Function &function : llvmModule)
    if (isUndefined(function)) {
      emitError(getUseLocation(module, function.getName()))
          << "function '" << function.getName()
          << "' is not defined in the module"
          << (paths.empty() && libdeviceUser.empty()
                  ? ""
                  : " nor in the bitcode libraries");
      failed = true;
    }
  return failure(failed);
}
