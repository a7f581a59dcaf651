//===- Builtins.cpp - Functions that the driver provides ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CUDA C++ Programming Guide, "Formatted Output", "Assertion" and "Dynamic
// Global Memory Allocation and Operations".
//
//===----------------------------------------------------------------------===//

#include "Builtins.h"
#include "Block.h"
#include "Lanes.h"
#include "Shadow/Undefined.h"

#include "llvm/ADT/StringExtras.h"

using namespace mlir::tile;
using namespace mlir::tile::sim;

/// No string of a kernel is longer.
static constexpr unsigned kMaxString = 64 * 1024;
/// Nor what one printf prints: as much as its buffer has on a GPU, where the
/// program does not change that.
static constexpr unsigned kMaxPrinted = 1 << 20;
/// No width and no precision is greater. The C library takes memory in
/// proportion to them, and fails where they are no int.
static constexpr unsigned kMaxWidth = 1024;

/// Bytes at a generic address of a lane; false after a finding.
static bool readGeneric(Warp &w, const Inst &i, unsigned lane, uint64_t address,
                        void *to, unsigned bytes) {
  uint64_t addresses[kNumLanes];
  uint8_t *pointers[kNumLanes];
  addresses[lane] = address;
  Access access;
  access.isCounted = false;
  access.bytes = bytes;
  access.alignment = 1;
  if (!w.access(i, 1u << lane, access, addresses, pointers))
    return false;
  if (w.followedLanes && hasUndefinedBits(w.shadows[lane], bytes)) {
    Space space = w.shadowSpaces[lane];
    std::memset(w.shadows[lane], 0, bytes);
    w.report(space == Space::Shared   ? ReportKind::UninitializedShared
             : space == Space::Global ? ReportKind::UninitializedGlobal
                                      : ReportKind::UninitializedLocal,
             i, lane,
             llvm::Twine("the function reads ") +
                 (space == Space::Shared   ? "shared"
                  : space == Space::Global ? "global"
                                           : "local") +
                 " memory that was never written");
  }
  std::memcpy(to, pointers[lane], bytes);
  return true;
}

static std::string readString(Warp &w, const Inst &i, unsigned lane,
                              uint64_t address) {
  std::string text;
  char c = 0;
  while (text.size() < kMaxString &&
         readGeneric(w, i, lane, address + text.size(), &c, 1) && c)
    text += c;
  return text;
}

/// The argument of a call, as 64 bits.
static uint64_t getArgument(Warp &w, const Inst &i, unsigned number,
                            unsigned lane) {
  const auto &call = *static_cast<const CallInfo *>(i.data);
  if (number >= call.arguments.size())
    return 0;
  const CallInfo::Value &value = call.arguments[number];
  Frame &frame = w.frame();
  const uint8_t *from =
      value.isParam
          ? frame.params + lane * frame.function->paramSize + value.offset
          : frame.registers + value.offset + lane * value.size;
  uint64_t result = 0;
  std::memcpy(&result, from, std::min<uint64_t>(value.size, 8));
  return result;
}

static void setResult(Warp &w, const Inst &i, unsigned lane, uint64_t result) {
  const auto &call = *static_cast<const CallInfo *>(i.data);
  if (call.results.empty())
    return;
  const CallInfo::Value &value = call.results.front();
  Frame &frame = w.frame();
  uint8_t *to =
      value.isParam
          ? frame.params + lane * frame.function->paramSize + value.offset
          : frame.registers + value.offset + lane * value.size;
  uint64_t size = std::min<uint64_t>(value.size, 8);
  std::memcpy(to, &result, size);
  if (value.isParam && w.block.launch().program.followsParams)
    std::memset(to + kNumLanes * frame.function->paramSize, 0, size);
}

/// Flags, width and precision of a conversion without its length, which is made
/// that of 64 bits.
static std::string getFlags(llvm::StringRef spec) {
  std::string flags;
  for (spec = spec.drop_front().drop_back(); !spec.empty();) {
    llvm::StringRef digits = spec.take_while(llvm::isDigit);
    if (digits.empty()) {
      if (!llvm::StringRef("hljztL").contains(spec[0]))
        flags += spec[0];
      spec = spec.drop_front();
      continue;
    }
    spec = spec.drop_front(digits.size());
    // Zeros before a width are a flag.
    llvm::StringRef number = digits.ltrim('0');
    flags += digits.drop_back(number.size());
    unsigned width = 0;
    if (number.getAsInteger(10, width) || width > kMaxWidth)
      width = kMaxWidth;
    if (!number.empty())
      flags += std::to_string(width);
  }
  return flags;
}

/// What the C library makes of it.
template <typename T>
static std::string formatValue(const std::string &conversion, T value) {
  int size = std::snprintf(nullptr, 0, conversion.c_str(), value);
  if (size < 0)
    return "";
  std::string text(size + 1, 0);
  std::snprintf(text.data(), text.size(), conversion.c_str(), value);
  text.resize(size);
  return text;
}

/// One conversion of a format: its letters, and how many bytes it takes.
static void printConversion(llvm::raw_ostream &os, Warp &w, const Inst &i,
                            unsigned lane, const std::string &spec,
                            uint64_t arguments, uint64_t &offset) {
  char kind = spec.back();
  bool isLong = spec.find('l') != std::string::npos ||
                spec.find('z') != std::string::npos ||
                spec.find('j') != std::string::npos;
  bool isFloat = llvm::StringRef("fFeEgGaA").contains(kind);
  unsigned bytes = isLong || isFloat || kind == 's' || kind == 'p' ? 8 : 4;
  offset = llvm::alignTo(offset, bytes);
  uint64_t bits = 0;
  if (!readGeneric(w, i, lane, arguments + offset, &bits, bytes))
    return;
  offset += bytes;
  std::string start = "%" + getFlags(spec);
  if (isFloat) {
    double value;
    std::memcpy(&value, &bits, 8);
    os << formatValue(start + kind, value);
  } else if (kind == 's') {
    std::string text = readString(w, i, lane, bits);
    os << formatValue(start + "s", text.c_str());
  } else if (kind == 'c') {
    os << formatValue(start + "c", int(bits));
  } else if (kind == 'p') {
    os << formatValue("0x%llx", (unsigned long long)bits);
  } else if (kind == 'd' || kind == 'i') {
    os << formatValue(start + "lld",
                      isLong ? (long long)bits : (long long)int32_t(bits));
  } else {
    os << formatValue(start + "ll" + kind, (unsigned long long)bits);
  }
}

/// int vprintf(const char *format, void *arguments): C's promoted arguments,
/// one after the other, each at a multiple of its size.
static void runPrintf(Warp &w, const Inst &i, uint32_t mask) {
  LaunchState &launch = w.block.launch();
  for (; mask; mask &= mask - 1) {
    unsigned lane = __builtin_ctz(mask);
    std::string format = readString(w, i, lane, getArgument(w, i, 0, lane));
    uint64_t arguments = getArgument(w, i, 1, lane), offset = 0;
    std::string text;
    llvm::raw_string_ostream os(text);
    uint32_t count = 0;
    for (size_t at = 0; at < format.size() && text.size() < kMaxPrinted; ++at) {
      if (format[at] != '%') {
        os << format[at];
        continue;
      }
      if (at + 1 < format.size() && format[at + 1] == '%') {
        os << '%';
        ++at;
        continue;
      }
      size_t end = format.find_first_of("diouxXfFeEgGaAcsp", at + 1);
      size_t flagsEnd =
          format.find_first_not_of("-+ #0123456789.hljztL", at + 1);
      if (end == std::string::npos || end != flagsEnd || end - at > 30) {
        os << '%';
        continue;
      }
      printConversion(os, w, i, lane, format.substr(at, end - at + 1),
                      arguments, offset);
      ++count;
      at = end;
    }
    setResult(w, i, lane, count);
    if (!launch.options.output)
      continue;
    std::lock_guard<std::mutex> lock(launch.outputMutex);
    *launch.options.output << text;
  }
}

/// void __assertfail(message, file, line, function, size)
static void runAssertFail(Warp &w, const Inst &i, uint32_t mask) {
  unsigned lane = __builtin_ctz(mask);
  std::string message = readString(w, i, lane, getArgument(w, i, 0, lane));
  std::string file = readString(w, i, lane, getArgument(w, i, 1, lane));
  uint32_t line = getArgument(w, i, 2, lane);
  w.report(ReportKind::Trap, i, lane,
           "assertion failed: " + message + ", at " + file + ":" +
               llvm::Twine(line));
  w.stopRun();
}

/// void *malloc(size_t bytes): null if the heap is full.
static void runMalloc(Warp &w, const Inst &i, uint32_t mask) {
  for (; mask; mask &= mask - 1) {
    unsigned lane = __builtin_ctz(mask);
    setResult(w, i, lane,
              w.block.launch().program.memory.allocateInHeap(
                  getArgument(w, i, 0, lane)));
  }
}

/// void free(void *block): null is accepted, and frees nothing.
static void runFree(Warp &w, const Inst &i, uint32_t mask) {
  using Result = GlobalMemory::HeapResult;
  for (; mask; mask &= mask - 1) {
    unsigned lane = __builtin_ctz(mask);
    uint64_t address = getArgument(w, i, 0, lane);
    Result result = address
                        ? w.block.launch().program.memory.freeInHeap(address)
                        : Result::Freed;
    if (result == Result::FreedBefore)
      w.report(ReportKind::UseAfterFree, i, lane,
               "free of the block at 0x" + llvm::Twine::utohexstr(address) +
                   ", which is freed already");
    else if (result == Result::NoBlock)
      w.report(ReportKind::OutOfBounds, i, lane,
               "expected free of what malloc has given, found 0x" +
                   llvm::Twine::utohexstr(address));
  }
}

Handler mlir::tile::sim::lookupBuiltin(llvm::StringRef name) {
  if (name == "vprintf")
    return runPrintf;
  if (name == "__assertfail")
    return runAssertFail;
  if (name == "malloc")
    return runMalloc;
  if (name == "free")
    return runFree;
  return nullptr;
}
