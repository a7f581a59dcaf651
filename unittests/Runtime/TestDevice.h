//===- TestDevice.h - Devices and images for tests --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The device that tests run on, "sim" or what TILEWRIGHT_TEST_DEVICE says, and
// an image of small kernels in PTX that every device can load.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_UNITTESTS_RUNTIME_TESTDEVICE_H
#define TILE_UNITTESTS_RUNTIME_TESTDEVICE_H

#include "tile/Runtime/Runtime.h"

#include "gtest/gtest.h"

#include <cstdlib>

namespace mlir::tile::runtime {

inline std::string getTestDevice() {
  const char *spec = std::getenv("TILEWRIGHT_TEST_DEVICE");
  return spec ? spec : "sim";
}

/// Fails the test on an error.
template <typename T> T take(llvm::Expected<T> value) {
  if (!value) {
    ADD_FAILURE() << takeStatus(value.takeError()).second;
    std::abort();
  }
  return std::move(*value);
}
inline void check(llvm::Error error) {
  auto [code, message] = takeStatus(std::move(error));
  EXPECT_EQ(code, StatusCode::Success) << message;
}

/// "<code>: <message>" of an error.
inline std::string getText(llvm::Error error) {
  auto [code, message] = takeStatus(std::move(error));
  return getStatusName(code).str() + ": " + message;
}
template <typename T> std::string getText(llvm::Expected<T> value) {
  return getText(value.takeError());
}

inline std::shared_ptr<Device> openTestDevice() {
  return take(Device::open(getTestDevice()));
}

inline KernelArgument makeArgument(std::string name, std::string type,
                                   unsigned size, int64_t divisibility = 1) {
  KernelArgument argument;
  argument.name = std::move(name);
  argument.type = std::move(type);
  argument.isPointer = argument.type.find("ptr") != std::string::npos;
  argument.size = size;
  argument.divisibility = divisibility;
  return argument;
}

/// Two kernels of 32 threads per CTA:
///   scale(x, a, n)   x[i] *= a for i < n; the store is line 23
///   sum(out)         out[0] = the sum of 0..31 by way of dynamic shared memory
inline KernelImage makeImage() {
  KernelImage image;
  image.target = "sm_80";
  image.numWarps = 1;
  image.stages[unsigned(Stage::PTX)] = R"(.version 8.1
.target sm_80
.address_size 64
.extern .shared .align 16 .b8 dynamic[];
.visible .entry scale_entry(.param .u64 x, .param .f32 a, .param .u32 n)
.reqntid 32
{
.reg .pred %p;
.reg .b32 %i, %n, %t, %c;
.reg .f32 %a, %v;
.reg .b64 %x, %o;
ld.param.u64 %x, [x];
ld.param.f32 %a, [a];
ld.param.u32 %n, [n];
mov.u32 %t, %tid.x;
mov.u32 %c, %ctaid.x;
mad.lo.u32 %i, %c, 32, %t;
setp.ge.u32 %p, %i, %n; @%p ret;
mul.wide.u32 %o, %i, 4;
add.u64 %x, %x, %o;
ld.global.f32 %v, [%x];
mul.f32 %v, %v, %a;
st.global.f32 [%x], %v;
ret;
}
.visible .entry sum_entry(.param .u64 out)
.reqntid 32
{
.reg .pred %p;
.reg .b32 %t, %s, %v, %i, %a;
.reg .b64 %out;
mov.u32 %t, %tid.x;
mov.u32 %s, dynamic;
mad.lo.u32 %a, %t, 4, %s;
st.shared.u32 [%a], %t;
bar.sync 0;
setp.ne.u32 %p, %t, 0;
@%p bra done;
mov.u32 %i, 0;
mov.u32 %v, 0;
loop:
mad.lo.u32 %a, %i, 4, %s;
ld.shared.u32 %t, [%a];
add.u32 %v, %v, %t;
add.u32 %i, %i, 1;
setp.lt.u32 %p, %i, 32;
@%p bra loop;
ld.param.u64 %out, [out];
st.global.u32 [%out], %v;
done:
ret;
}
)";
  KernelInfo scale;
  scale.symbol = "scale";
  scale.name = "scale_entry";
  scale.numWarps = 1;
  scale.numThreads = 32;
  scale.arguments = {makeArgument("x", "!tile.ptr<f32>", 8, 16),
                     makeArgument("a", "f32", 4), makeArgument("n", "i32", 4)};
  KernelInfo sum;
  sum.symbol = "sum";
  sum.name = "sum_entry";
  sum.numWarps = 1;
  sum.numThreads = 32;
  sum.arguments = {makeArgument("out", "!llvm.ptr<1>", 8)};
  image.kernels = {scale, sum};
  return image;
}

} // namespace mlir::tile::runtime

#endif // TILE_UNITTESTS_RUNTIME_TESTDEVICE_H
