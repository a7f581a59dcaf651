//===- Plugin.cpp - The plugin for mlir-opt -------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// mlir-opt --load-dialect-plugin=TilewrightPlugin.so
//          --load-pass-plugin=TilewrightPlugin.so ...
//
// Linked against the same libMLIR.so as mlir-opt, which must be of the version
// that the plugin was built with: MLIR's C++ interfaces are not stable.
//
//===----------------------------------------------------------------------===//

#include "tile/Compiler/Registration.h"

#include "mlir/Tools/Plugins/DialectPlugin.h"
#include "mlir/Tools/Plugins/PassPlugin.h"
#include "llvm/Config/llvm-config.h"

extern "C" LLVM_ATTRIBUTE_VISIBILITY_DEFAULT mlir::DialectPluginLibraryInfo
mlirGetDialectPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "Tilewright", LLVM_VERSION_STRING,
          [](mlir::DialectRegistry *registry) {
            mlir::tile::registerDialects(*registry);
          }};
}

extern "C" LLVM_ATTRIBUTE_VISIBILITY_DEFAULT mlir::PassPluginLibraryInfo
mlirGetPassPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "Tilewright", LLVM_VERSION_STRING,
          [] { mlir::tile::registerOwnPasses(); }};
}
