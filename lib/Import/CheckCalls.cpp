//===- CheckCalls.cpp - Which functions may call which --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Steps.h"

#include "tile/Dialect/Tile/IR/Tile.h"

#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace mlir::tile;

using CallGraph = llvm::MapVector<Operation *, SmallVector<CallOp>>;

/// The calls in each function, in order.
static CallGraph collectCalls(ModuleOp module) {
  CallGraph graph;
  module.walk([&](CallOp call) {
    if (auto func = call->getParentOfType<FuncOp>())
      graph[func].push_back(call);
  });
  return graph;
}

/// `circle`: the calls from a function to itself.
static LogicalResult reportCircle(ArrayRef<CallOp> circle) {
  CallOp last = circle.back();
  InFlightDiagnostic error = last.emitError()
                             << "'tt.call' op expected no function that calls "
                                "itself, found '"
                             << last.getCallee() << "', which does";
  for (CallOp call : circle.drop_back())
    error.attachNote(call.getLoc()) << "through this call";
  return error;
}

LogicalResult tile::verifyNoRecursion(ModuleOp module) {
  CallGraph graph = collectCalls(module);
  if (graph.empty())
    return success();
  SymbolTableCollection symbols;
  llvm::SmallPtrSet<Operation *, 8> done;
  // A frame for each function that is being visited: it, and its next call. A
  // chain of calls can be longer than the stack is deep.
  struct Frame {
    Operation *func;
    size_t next;
  };
  for (auto &[root, calls] : graph) {
    SmallVector<Frame> stack{{root, 0}};
    SmallVector<CallOp> path;
    while (!stack.empty()) {
      Frame &frame = stack.back();
      auto it = graph.find(frame.func);
      if (it == graph.end() || done.contains(frame.func) ||
          frame.next == it->second.size()) {
        done.insert(frame.func);
        stack.pop_back();
        if (!path.empty())
          path.pop_back();
        continue;
      }
      CallOp call = it->second[frame.next++];
      Operation *callee =
          symbols.lookupNearestSymbolFrom(call, call.getCalleeAttr());
      auto *outer = llvm::find_if(
          stack, [&](const Frame &frame) { return frame.func == callee; });
      if (outer != stack.end()) {
        path.push_back(call);
        return reportCircle(
            ArrayRef<CallOp>(path).drop_front(outer - stack.begin()));
      }
      if (callee) {
        stack.push_back({callee, 0});
        path.push_back(call);
      }
    }
  }
  return success();
}
