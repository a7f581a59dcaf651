//===- LineInfo.cpp - Locations as debug information ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CodeGenImpl.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/Transforms/Passes.h"
#include "mlir/Pass/PassManager.h"

using namespace mlir;
using namespace mlir::tile;

/// Whether the location, or the first of those it is made of, names a file.
static bool hasFile(Location location) {
  return TypeSwitch<LocationAttr, bool>(location)
      .Case([](FileLineColLoc) { return true; })
      .Case([](NameLoc loc) { return hasFile(loc.getChildLoc()); })
      .Case([](OpaqueLoc loc) { return hasFile(loc.getFallbackLocation()); })
      .Case([](FusedLoc loc) {
        return !loc.getLocations().empty() &&
               hasFile(loc.getLocations().front());
      })
      .Case([](CallSiteLoc loc) { return hasFile(loc.getCaller()); })
      .Default([](LocationAttr) { return false; });
}

/// The location without the calls of functions that are in no file: the place
/// of such a call stands for what is inlined there.
static Location dropUnknownCallees(Location location) {
  auto site = dyn_cast<CallSiteLoc>(location);
  if (!site)
    return location;
  Location callee = dropUnknownCallees(site.getCallee());
  if (!hasFile(callee))
    return dropUnknownCallees(site.getCaller());
  return CallSiteLoc::get(callee, site.getCaller());
}

LogicalResult tile::addDebugScopes(ModuleOp module) {
  // MLIR's pass needs a file for each level of inlining.
  module.walk(
      [](Operation *op) { op->setLoc(dropUnknownCallees(op->getLoc())); });
  // And a function around what was inlined: a variable that was made for it
  // has none.
  for (Operation &op : *module.getBody())
    while (auto site = dyn_cast<CallSiteLoc>(op.getLoc()))
      op.setLoc(site.getCallee());
  PassManager manager(module.getContext(), ModuleOp::getOperationName());
  LLVM::DIScopeForLLVMFuncOpPassOptions options;
  options.emissionKind = LLVM::DIEmissionKind::DebugDirectivesOnly;
  manager.addPass(LLVM::createDIScopeForLLVMFuncOpPass(options));
  return manager.run(module);
}
