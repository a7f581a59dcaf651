// Owners of tile-c/Owners.hpp: each object is destroyed once, and not before.
#include "tile-c/Owners.hpp"

#include <cstdio>
#include <cstdlib>

#define EXPECT(condition)                                                      \
  if (!(condition)) {                                                          \
    std::fprintf(stderr, "line %d: expected %s\n", __LINE__, #condition);      \
    std::exit(1);                                                              \
  }

/// Whether the handle names an object.
static bool isThere(TileDevice device) {
  TileDeviceInfo info;
  return tileDeviceGetInfo(device, &info) == TileStatusSuccess;
}

int main() {
  using namespace tilewright;
  static_assert(!std::is_copy_constructible_v<Device>);
  static_assert(std::is_nothrow_move_constructible_v<Device>);

  TileDevice raw, second;
  {
    Device device;
    EXPECT(!device);
    check(tileDeviceOpen(text("sim"), device.put()));
    raw = device;
    EXPECT(device && isThere(raw));
    Device moved = std::move(device);
    EXPECT(!device && moved && isThere(raw));
    // Another object: the first one is destroyed.
    check(tileDeviceOpen(text("sim"), moved.put()));
    EXPECT(!isThere(raw) && isThere(moved));
    second = moved;
    // By another name: clang warns of a move to itself.
    auto &same = moved;
    moved = std::move(same);
    EXPECT(isThere(second));
    raw = moved.release();
    EXPECT(!moved && isThere(raw));
  }
  EXPECT(isThere(raw));
  {
    Device again(raw);
  }
  EXPECT(!isThere(raw));

  // An exception passes owners, and has the status and the message.
  try {
    Device device;
    check(tileDeviceOpen(text("sim"), device.put()));
    raw = device;
    Memory memory(device, 16);
    Memory other = std::move(memory);
    EXPECT(!memory.get() && other.get());
    check(tileDeviceFree(device, other + 1));
    EXPECT(false);
  } catch (const Error &error) {
    EXPECT(error.getStatus() == TileStatusInvalidArgument);
    EXPECT(std::string(error.what()).find("expected") != std::string::npos);
  }
  EXPECT(!isThere(raw));

  // Memory is freed: its address is not one of the device afterwards.
  Device device;
  check(tileDeviceOpen(text("sim"), device.put()));
  TileDeviceAddress address;
  {
    Memory memory(device, 16);
    address = memory;
    Memory empty;
    empty = std::move(memory);
    EXPECT(empty == address &&
           tileDeviceFill(device, address, "", 1, 16, {}) == TileStatusSuccess);
  }
  EXPECT(tileDeviceFill(device, address, "", 1, 16, {}) != TileStatusSuccess);
  std::puts("ok");
}
