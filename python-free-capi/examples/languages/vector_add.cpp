// Compiles and launches a kernel, from C++: tile-c/Owners.hpp destroys what it
// owns, and a call that fails throws.
//
//   c++ -std=c++17 vector_add.cpp $(pkg-config --cflags --libs tilewright)
//   ./a.out vector_add.mlir sim
#include "tile-c/Owners.hpp"

#include <iostream>
#include <vector>

using tilewright::check;
using tilewright::view;

static void run(const char *file, const char *name) {
  constexpr int n = 1000;
  constexpr uint64_t bytes = n * sizeof(float);

  tilewright::Device device;
  check(tileDeviceOpen(tileString(name), device.put()));
  TileDeviceInfo info;
  check(tileDeviceGetInfo(device, &info));
  tilewright::CompilerOptions options(tileCompilerOptionsCreate());
  check(tileCompilerOptionsSetTarget(options, info.target));
  tilewright::Compiler compiler;
  check(tileCompilerCreate(options, compiler.put()));
  tilewright::KernelImage image;
  check(tileCompilerCompileFile(compiler, tileString(file), TileStagePTX,
                                nullptr, image.put()));
  tilewright::Module module;
  check(tileModuleLoad(device, image, module.put()));
  TileKernel kernel;
  check(tileModuleGetKernel(module, tileString(""), &kernel));

  std::vector<float> x(n), y(n, 0.5f), z(n);
  for (int i = 0; i < n; ++i)
    x[i] = static_cast<float>(i);
  tilewright::Memory xs(device, bytes), ys(device, bytes), zs(device, bytes);
  check(tileDeviceCopyToDevice(device, xs, x.data(), bytes, {}));
  check(tileDeviceCopyToDevice(device, ys, y.data(), bytes, {}));
  TileArgument arguments[] = {tileArgumentPointer(xs), tileArgumentPointer(ys),
                              tileArgumentPointer(zs), tileArgumentI32(n)};
  TileGrid grid = tileGrid(tileCeilDiv(n, 256), 1, 1);
  check(tileKernelLaunch(kernel, grid, arguments, 4, {}));
  check(tileDeviceCopyToHost(device, z.data(), zs, bytes, {}));
  for (int i = 0; i < n; ++i)
    if (z[i] != x[i] + y[i])
      throw std::runtime_error("element " + std::to_string(i) + " is wrong");
  std::cout << view(info.name) << ": " << n << " sums are right\n";

  // An address that the code cannot use is refused.
  arguments[0] = tileArgumentPointer(xs + 4);
  try {
    check(tileKernelLaunch(kernel, grid, arguments, 4, {}));
  } catch (const tilewright::Error &error) {
    std::cout << "refused, " << view(tileStatusGetName(error.getStatus()))
              << ": " << error.what() << '\n';
  }
}

int main(int argc, char **argv) {
  try {
    run(argc > 1 ? argv[1] : "vector_add.mlir", argc > 2 ? argv[2] : "auto");
    return 0;
  } catch (const std::exception &error) {
    std::cerr << "error: " << error.what() << '\n';
    return 1;
  }
}
