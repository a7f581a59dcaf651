//===- tile-lsp-server.cpp - Language server for editors ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AsmDiagnostics.h"
#include "Requests.h"
#include "ToolSetup.h"
#include "Tools.h"

#include "tile/Compiler/Registration.h"

#include "mlir/IR/DialectRegistry.h"
#include "mlir/Tools/mlir-lsp-server/MlirLspServerMain.h"

int mlir::tile::tileLspServerMain(int argc, char **argv) {
  setUpTool();
  hideLibraryOptions();
  if (!interceptRequests(argc, argv))
    return 1;
  mlir::DialectRegistry registry;
  mlir::tile::registerDialects(registry);
  mlir::tile::registerAsmDiagnostics(registry);
  mlir::LogicalResult result = mlir::MlirLspServerMain(argc, argv, registry);
  endRequests();
  return mlir::failed(result);
}
