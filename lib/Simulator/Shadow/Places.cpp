//===- Places.cpp - What an address is the address of ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Places.h"

#include "Access.h"
#include "Block.h"

using namespace mlir::tile;
using namespace mlir::tile::sim;

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

static const char *getName(Space space) {
  switch (space) {
  case Space::Global:
    return "global memory";
  case Space::Shared:
    return "shared memory";
  case Space::SharedCluster:
    return "the cluster's shared memory";
  case Space::Local:
    return "local memory";
  case Space::Const:
    return "constant memory";
  case Space::Param:
    return "parameters";
  case Space::Generic:
    break;
  }
  return "";
}

/// The word of PTX.
static const char *getWord(Space space) {
  switch (space) {
  case Space::Shared:
  case Space::SharedCluster:
    return "shared";
  case Space::Local:
    return "local";
  case Space::Const:
    return "const";
  case Space::Param:
    return "param";
  case Space::Global:
  case Space::Generic:
    return "global";
  }
  return "";
}

static std::string getByte(uint64_t byte, llvm::StringRef of) {
  return "byte " + std::to_string(byte) + " of " + of.str();
}

/// "byte 16 of 'x'", of the variables that are at a place of a space.
static std::string nameByte(llvm::ArrayRef<NamedSlot> variables, uint64_t byte,
                            const FunctionCode *function) {
  for (const NamedSlot &variable : variables)
    if ((!variable.function || variable.function == function) &&
        byte - variable.slot.offset < variable.slot.size)
      return getByte(byte - variable.slot.offset, "'" + variable.name + "'");
  return "byte " + std::to_string(byte);
}

//===----------------------------------------------------------------------===//
// Places
//===----------------------------------------------------------------------===//

std::string mlir::tile::sim::describeSharedByte(const Warp &warp,
                                                uint64_t offset) {
  const LaunchState &launch = warp.block.launch();
  std::string text =
      nameByte(launch.program.sharedVariables, offset, &launch.entry);
  bool hasName = text.back() == '\'';
  return text + (hasName ? " in shared memory" : " of shared memory");
}

static std::optional<Place> findInShared(const Warp &warp, uint64_t address) {
  uint64_t offset;
  const Block *block =
      findShared(warp.block, Space::SharedCluster, address, offset);
  if (!block || offset >= block->shared.size())
    return std::nullopt;
  const LaunchState &launch = warp.block.launch();
  std::string text =
      nameByte(launch.program.sharedVariables, offset, &launch.entry) +
      " in shared memory";
  if (block == &warp.block)
    return Place{Space::Shared, text};
  return Place{Space::SharedCluster, text + " of the CTA of rank " +
                                         std::to_string(block->rank) +
                                         " in the cluster"};
}

static std::optional<Place> findInLocal(const Warp &warp, uint64_t address) {
  const Frame *frame = &warp.frame();
  if (address >= frame->localEnd)
    return std::nullopt;
  while (frame->caller && address < frame->localBase)
    frame = frame->caller;
  return Place{Space::Local, nameByte(frame->function->localVariables,
                                      address - frame->localBase, nullptr) +
                                 " in local memory"};
}

static std::optional<Place> findInBuffers(const Warp &warp, uint64_t address) {
  const Buffer *buffer = warp.block.launch().program.memory.find(address);
  if (!buffer)
    return std::nullopt;
  Space space = buffer->isReadOnly ? Space::Const : Space::Global;
  return Place{space, getByte(address - buffer->address, buffer->name) +
                          " in " + getName(space)};
}

std::optional<Place> mlir::tile::sim::findPlace(const Warp &warp,
                                                uint64_t address) {
  const ProgramCode &program = warp.block.launch().program;
  if (address - kSharedWindow < kWindowSize)
    return findInShared(warp, address - kSharedWindow);
  if (address - kLocalWindow < kWindowSize)
    return findInLocal(warp, address - kLocalWindow);
  if (address - kParamWindow < kWindowSize)
    return Place{Space::Param,
                 getByte(address - kParamWindow, "the parameters")};
  uint64_t function = (address - kFunctionAddress) / kFunctionStride;
  if (address >= kFunctionAddress && function < program.functions.size())
    return Place{Space::Generic,
                 "the function '" + program.functions[function]->name + "'"};
  return findInBuffers(warp, address);
}

/// What a number that is not a generic address may be an address of, if a
/// `cvta` is missing.
static std::optional<Place> guessPlace(const Warp &warp, uint64_t address) {
  // A null pointer is more likely.
  if (address == 0)
    return std::nullopt;
  const ProgramCode &program = warp.block.launch().program;
  if (program.hasConstants && address >= kFirstConstant) {
    std::optional<Place> place =
        findInBuffers(warp, program.constantBase + address);
    if (place && place->space == Space::Const)
      return place;
  }
  if (address / kClusterStride == warp.block.rank)
    if (std::optional<Place> place = findInShared(warp, address))
      return place;
  return findInLocal(warp, address);
}

//===----------------------------------------------------------------------===//
// Messages
//===----------------------------------------------------------------------===//

std::string mlir::tile::sim::explainOtherSpace(const Warp &warp, Space space,
                                               uint64_t address) {
  bool isGlobal = space == Space::Global || space == Space::Generic;
  std::string expected =
      (space == Space::Generic
           ? std::string("expected a generic address")
           : std::string("expected an address of ") + getName(space)) +
      ", found ";
  if (std::optional<Place> place = findPlace(warp, address)) {
    if (isGlobal && place->space == Space::Global)
      return "";
    std::string text = expected;
    text +=
        place->space == Space::Global ? "that of " : "the generic address of ";
    text += place->text;
    bool isOwn = place->space == space || (space == Space::SharedCluster &&
                                           place->space == Space::Shared);
    if (isOwn)
      text += std::string(", which cvta.to.") + getWord(space) +
              " makes one of " + getName(space);
    return text;
  }
  // .shared::cta does not reach other CTAs.
  if (space == Space::Shared && address / kClusterStride != warp.block.rank)
    if (std::optional<Place> place = findInShared(warp, address))
      return expected + "that of " + place->text;
  if (!isGlobal)
    return "";
  if (std::optional<Place> place = guessPlace(warp, address))
    return expected + "what would be " + place->text + " after cvta." +
           getWord(place->space);
  return "";
}

bool mlir::tile::sim::isInOtherSpace(const Warp &warp, Space space,
                                     uint64_t address) {
  std::optional<Place> place = findPlace(warp, address);
  bool isReachable =
      space == Space::Global && (place && (place->space == Space::Global ||
                                           place->space == Space::Const));
  return place && !isReachable;
}

std::string mlir::tile::sim::describeOtherSpace(const Warp &warp,
                                                const Access &access,
                                                Space space, uint64_t address,
                                                const llvm::Twine &otherwise) {
  std::string text = explainOtherSpace(warp, space, address);
  if (text.empty())
    return (describe(access) + otherwise).str();
  return describe(access) + " at 0x" + llvm::utohexstr(address, true) + ", " +
         text;
}
