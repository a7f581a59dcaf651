//===- SimulatorStream.h - Streams, events, graphs of the simulator
//-*-C++-*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Work of a stream is done at once, or becomes nodes of a graph while the
// stream is captured.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_RUNTIME_SIMULATORSTREAM_H
#define TILE_LIB_RUNTIME_SIMULATORSTREAM_H

#include "SimulatorDevice.h"

#include <chrono>

namespace mlir::tile::runtime {

class SimulatorKernel;

/// What is done when a graph comes to it.
using SimulatorWork = std::function<llvm::Error()>;

struct SimulatorNode {
  GraphNodeKind kind;
  SimulatorWork work;
  /// Of a launch; the module is null if no shared_ptr owns it.
  SimulatorKernel *kernel = nullptr;
  std::shared_ptr<Module> module = nullptr;
};

/// What was captured so far, by a stream and by those that waited for it.
struct SimulatorCapture {
  std::mutex mutex;
  std::vector<SimulatorNode> nodes;
  /// The stream that began it.
  const Stream *origin = nullptr;
  std::atomic<bool> hasEnded{false};
};

class SimulatorStream final : public Stream {
public:
  SimulatorStream(std::shared_ptr<SimulatorDevice> device, int priority)
      : device(std::move(device)), priority(priority) {}
  llvm::Error synchronize() override;
  llvm::Expected<bool> isDone() override;
  llvm::Error wait(Event &event) override;
  llvm::Error addCallback(std::function<void()> callback) override;
  llvm::Expected<int> getPriority() override { return priority; }
  llvm::Error beginCapture() override;
  llvm::Expected<std::unique_ptr<Graph>> endCapture() override;
  llvm::Expected<bool> isCapturing() override {
    return getCapture() != nullptr;
  }
  void *getNative() const override { return nullptr; }
  Device &getDevice() const override { return *device; }

  /// Null if it is not captured.
  std::shared_ptr<SimulatorCapture> getCapture() const;

private:
  std::shared_ptr<SimulatorDevice> device;
  int priority;
  mutable std::mutex mutex;
  std::shared_ptr<SimulatorCapture> capture;
};

/// Remembers the host's time.
class SimulatorEvent final : public Event {
public:
  explicit SimulatorEvent(std::shared_ptr<SimulatorDevice> device)
      : device(std::move(device)) {}
  llvm::Error record(Stream *stream) override;
  llvm::Error synchronize() override;
  llvm::Expected<bool> isDone() override;
  llvm::Expected<float> getElapsed(Event &end) override;
  void *getNative() const override { return nullptr; }
  Device &getDevice() const override { return *device; }

private:
  friend class SimulatorStream;
  std::shared_ptr<SimulatorCapture> getCapture() const;

  std::shared_ptr<SimulatorDevice> device;
  std::atomic<std::chrono::steady_clock::duration> time{};
  std::atomic<bool> isRecorded{false};
  /// In which it was recorded last.
  mutable std::mutex mutex;
  std::weak_ptr<SimulatorCapture> capture;
};

class SimulatorGraph final : public Graph {
public:
  SimulatorGraph(std::shared_ptr<SimulatorDevice> device,
                 std::vector<SimulatorNode> nodes)
      : device(std::move(device)), nodes(std::move(nodes)) {}
  llvm::Error launch(Stream *stream) override;
  size_t getNumNodes() const override { return nodes.size(); }
  GraphNodeKind getNodeKind(size_t node) const override {
    return nodes[node].kind;
  }
  Kernel *getNodeKernel(size_t node) const override;
  llvm::Error setNode(size_t node, Grid grid, void **parameters) override;
  void *getNative() const override { return nullptr; }
  Device &getDevice() const override { return *device; }

private:
  std::shared_ptr<SimulatorDevice> device;
  /// Held while the work of a node is read or changed.
  std::mutex mutex;
  std::vector<SimulatorNode> nodes;
};

/// Does the work, or adds it to what the stream captures. `stream` is null or
/// one of the simulator.
llvm::Error submit(Stream *stream, SimulatorNode node);

} // namespace mlir::tile::runtime

#endif // TILE_LIB_RUNTIME_SIMULATORSTREAM_H
