//===- InlineFunctions.cpp - Calls become what they call ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// MLIR's inliner, after a count of what it would make: a chain of n functions
// that each call the next one twice becomes 2^n operations.
//
//===----------------------------------------------------------------------===//

#include "tile/Compiler/Passes.h"
#include "tile/Dialect/Tile/IR/Tile.h"

#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"
#include "llvm/ADT/MapVector.h"

namespace mlir::tile {
#define GEN_PASS_DEF_TILEINLINEFUNCTIONS
#include "tile/Compiler/Passes.h.inc"
} // namespace mlir::tile

using namespace mlir;
using namespace mlir::tile;

/// Operations of a function after inlining. Triton's kernels have some
/// thousands. The inliner takes a second for as many.
static constexpr uint64_t kMaxOperations = 100000;

namespace {

/// How many operations functions have when their calls are inlined.
class InlinedSizes {
public:
  explicit InlinedSizes(ModuleOp module) {
    for (auto function : module.getOps<FunctionOpInterface>())
      functions[function.getName()].function = function;
  }

  /// An error at the first call, in a called function before its callers, with
  /// which there are too many.
  LogicalResult verify() {
    for (auto &entry : functions)
      if (!entry.second.isDone && failed(measureFrom(entry.second)))
        return failure();
    return success();
  }

private:
  struct Entry {
    FunctionOpInterface function;
    uint64_t size = 0;
    bool isOpen = false, isDone = false;
    SmallVector<CallOpInterface> calls;
    size_t numVisited = 0;
  };

  static bool isNoInline(FunctionOpInterface function) {
    auto ours = dyn_cast<FuncOp>(function.getOperation());
    return ours && ours.isNoInline();
  }

  Entry *lookup(CallOpInterface call) {
    auto symbol = dyn_cast<SymbolRefAttr>(call.getCallableForCallee());
    if (!symbol)
      return nullptr;
    auto it = functions.find(symbol.getRootReference());
    return it == functions.end() ? nullptr : &it->second;
  }

  void open(Entry &entry, SmallVectorImpl<Entry *> &stack) {
    entry.isOpen = true;
    entry.function->walk([&](Operation *op) {
      ++entry.size;
      if (auto call = dyn_cast<CallOpInterface>(op))
        entry.calls.push_back(call);
    });
    stack.push_back(&entry);
  }

  /// Without recursion, as chains of calls may be long.
  LogicalResult measureFrom(Entry &first) {
    SmallVector<Entry *> stack;
    open(first, stack);
    while (!stack.empty()) {
      Entry &entry = *stack.back();
      if (entry.numVisited == entry.calls.size()) {
        if (failed(close(entry)))
          return failure();
        stack.pop_back();
        continue;
      }
      Entry *callee = lookup(entry.calls[entry.numVisited++]);
      if (callee && !callee->isOpen && !callee->isDone)
        open(*callee, stack);
    }
    return success();
  }

  LogicalResult close(Entry &entry) {
    for (CallOpInterface call : entry.calls) {
      Entry *callee = lookup(call);
      // A circle of calls is not inlined, nor what says so.
      if (!callee || !callee->isDone || callee->function.isExternal() ||
          isNoInline(callee->function))
        continue;
      entry.size += callee->size;
      if (entry.size > kMaxOperations)
        return call->emitOpError()
               << "expected at most " << kMaxOperations
               << " operations in a function when its calls are inlined, found "
                  "more in '"
               << entry.function.getName()
               << "'; a function with 'noinline = true' is not inlined";
    }
    entry.isOpen = false;
    entry.isDone = true;
    return success();
  }

  llvm::MapVector<StringRef, Entry> functions;
};

struct TileInlineFunctions
    : tile::impl::TileInlineFunctionsBase<TileInlineFunctions> {
  LogicalResult initialize(MLIRContext *context) override {
    inliner = OpPassManager(ModuleOp::getOperationName());
    // Without its own canonicalization of each function, as one comes anyway.
    inliner.addPass(createInlinerPass({}, [](OpPassManager &) {}));
    return success();
  }

  void runOnOperation() override {
    ModuleOp module = getOperation();
    unsigned before = countCalls(module);
    // The inliner also erases private functions that nothing calls.
    auto isPublic = [](FunctionOpInterface function) {
      return function.isPublic();
    };
    if (before == 0 &&
        llvm::all_of(module.getOps<FunctionOpInterface>(), isPublic))
      return markAllAnalysesPreserved();
    // What has a region and no definition may define symbols of its own: MLIR's
    // inliner does not survive it.
    if (!SymbolTable::getSymbolUses(&module.getBodyRegion()))
      return markAllAnalysesPreserved();
    if (failed(InlinedSizes(module).verify()) ||
        failed(runPipeline(inliner, module)))
      return signalPassFailure();
    unsigned after = countCalls(module);
    numInlined += before - std::min(before, after);
  }

private:
  static unsigned countCalls(ModuleOp module) {
    unsigned count = 0;
    module.walk([&](CallOpInterface) { ++count; });
    return count;
  }

  OpPassManager inliner;
};

} // namespace
