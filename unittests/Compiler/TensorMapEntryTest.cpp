//===- TensorMapEntryTest.cpp - Second entries of compiled kernels --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Compiler/Compiler.h"
#include "tile/Runtime/Runtime.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::tile;
using namespace mlir::tile::runtime;

namespace {

/// c = a b, of m x k and k x n numbers. `row` and `column` make the block's
/// first ones. If it `wraps`, those that are loaded are remainders, and the
/// masks are of K alone.
std::string makeKernel(StringRef row, StringRef column, bool wraps) {
  std::string text = R"(
tile.func public @product(
    %a: !tile.ptr<f16> {tile.divisibility = 16 : i32},
    %b: !tile.ptr<f16> {tile.divisibility = 16 : i32},
    %c: !tile.ptr<f32> {tile.divisibility = 16 : i32},
    %m: i32, %n: i32, %k: i32, %lda: i32 {tile.divisibility = 8 : i32},
    %ldb: i32 {tile.divisibility = 8 : i32}, %shift: i32) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %c63 = arith.constant 63 : i32
  %c64 = arith.constant 64 : i32
  %c128 = arith.constant 128 : i32
  %x = tile.get_program_id x : i32
  %y = tile.get_program_id y : i32
  %row0 = )" + row.str() +
                     R"(
  %column0 = )" + column.str() +
                     R"(
  %r64 = tile.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %r128 = tile.make_range {start = 0 : i32, end = 128 : i32} : tensor<128xi32>
  %rows0 = tile.splat %row0 : i32 -> tensor<128xi32>
  %rows = arith.addi %rows0, %r128 : tensor<128xi32>
  %columns0 = tile.splat %column0 : i32 -> tensor<64xi32>
  %columns = arith.addi %columns0, %r64 : tensor<64xi32>
  %ms = tile.splat %m : i32 -> tensor<128xi32>
  %ns = tile.splat %n : i32 -> tensor<64xi32>
)";
  text += wraps ? R"(
  %rows_a = arith.remsi %rows, %ms : tensor<128xi32>
  %columns_b = arith.remsi %columns, %ns : tensor<64xi32>
)"
                : R"(
  %none = arith.constant dense<0> : tensor<128xi32>
  %rows_a = arith.addi %rows, %none : tensor<128xi32>
  %none_b = arith.constant dense<0> : tensor<64xi32>
  %columns_b = arith.addi %columns, %none_b : tensor<64xi32>
)";
  text += R"(
  %ra = tile.expand_dims %rows_a {axis = 1 : i32} : tensor<128xi32> -> tensor<128x1xi32>
  %ldas = tile.splat %lda : i32 -> tensor<128x1xi32>
  %a0 = arith.muli %ra, %ldas : tensor<128x1xi32>
  %a1 = tile.broadcast %a0 : tensor<128x1xi32> -> tensor<128x64xi32>
  %ka = tile.expand_dims %r64 {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
  %a2 = tile.broadcast %ka : tensor<1x64xi32> -> tensor<128x64xi32>
  %a3 = arith.addi %a1, %a2 : tensor<128x64xi32>
  %a4 = tile.splat %a : !tile.ptr<f16> -> tensor<128x64x!tile.ptr<f16>>
  %as = tile.addptr %a4, %a3 : tensor<128x64x!tile.ptr<f16>>, tensor<128x64xi32>
  %kb = tile.expand_dims %r64 {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
  %ldbs = tile.splat %ldb : i32 -> tensor<64x1xi32>
  %b0 = arith.muli %kb, %ldbs : tensor<64x1xi32>
  %b1 = tile.broadcast %b0 : tensor<64x1xi32> -> tensor<64x64xi32>
  %cb = tile.expand_dims %columns_b {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
  %b2 = tile.broadcast %cb : tensor<1x64xi32> -> tensor<64x64xi32>
  %b3 = arith.addi %b1, %b2 : tensor<64x64xi32>
  %b4 = tile.splat %b : !tile.ptr<f16> -> tensor<64x64x!tile.ptr<f16>>
  %bs = tile.addptr %b4, %b3 : tensor<64x64x!tile.ptr<f16>>, tensor<64x64xi32>
  %am = tile.expand_dims %rows {axis = 1 : i32} : tensor<128xi32> -> tensor<128x1xi32>
  %mm = tile.expand_dims %ms {axis = 1 : i32} : tensor<128xi32> -> tensor<128x1xi32>
  %am1 = arith.cmpi slt, %am, %mm : tensor<128x1xi32>
  %bn = tile.expand_dims %columns {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
  %nn = tile.expand_dims %ns {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
  %bn1 = arith.cmpi slt, %bn, %nn : tensor<1x64xi32>
  %am2 = tile.broadcast %am1 : tensor<128x1xi1> -> tensor<128x64xi1>
  %bn2 = tile.broadcast %bn1 : tensor<1x64xi1> -> tensor<64x64xi1>
  %bn3 = tile.broadcast %bn1 : tensor<1x64xi1> -> tensor<128x64xi1>
  %zeros_a = arith.constant dense<0.0> : tensor<128x64xf16>
  %zeros_b = arith.constant dense<0.0> : tensor<64x64xf16>
  %zeros = arith.constant dense<0.0> : tensor<128x64xf32>
  %kk0 = arith.addi %k, %c63 : i32
  %kk = arith.divsi %kk0, %c64 : i32
  %bstep0 = arith.muli %ldb, %c64 : i32
  %astep = tile.splat %c64 : i32 -> tensor<128x64xi32>
  %bstep = tile.splat %bstep0 : i32 -> tensor<64x64xi32>
  %sum, %a_end, %b_end = scf.for %i = %zero to %kk step %one
      iter_args(%acc = %zeros, %ap = %as, %bp = %bs)
      -> (tensor<128x64xf32>, tensor<128x64x!tile.ptr<f16>>, tensor<64x64x!tile.ptr<f16>>) : i32 {
    %done = arith.muli %i, %c64 : i32
    %left = arith.subi %k, %done : i32
    %left_a = tile.splat %left : i32 -> tensor<1x64xi32>
    %ina = arith.cmpi slt, %ka, %left_a : tensor<1x64xi32>
    %ina1 = tile.broadcast %ina : tensor<1x64xi1> -> tensor<128x64xi1>
    %left_b = tile.splat %left : i32 -> tensor<64x1xi32>
    %inb = arith.cmpi slt, %kb, %left_b : tensor<64x1xi32>
    %inb1 = tile.broadcast %inb : tensor<64x1xi1> -> tensor<64x64xi1>
)";
  text += wraps ? R"(
    %va = tile.load %ap, %ina1, %zeros_a : tensor<128x64x!tile.ptr<f16>>
    %vb = tile.load %bp, %inb1, %zeros_b : tensor<64x64x!tile.ptr<f16>>
)"
                : R"(
    %ina2 = arith.andi %ina1, %am2 : tensor<128x64xi1>
    %inb2 = arith.andi %inb1, %bn2 : tensor<64x64xi1>
    %va = tile.load %ap, %ina2, %zeros_a : tensor<128x64x!tile.ptr<f16>>
    %vb = tile.load %bp, %inb2, %zeros_b : tensor<64x64x!tile.ptr<f16>>
)";
  text += R"(
    %d = tile.dot %va, %vb, %acc : tensor<128x64xf16> * tensor<64x64xf16> -> tensor<128x64xf32>
    %an = tile.addptr %ap, %astep : tensor<128x64x!tile.ptr<f16>>, tensor<128x64xi32>
    %bn_ = tile.addptr %bp, %bstep : tensor<64x64x!tile.ptr<f16>>, tensor<64x64xi32>
    scf.yield %d, %an, %bn_ : tensor<128x64xf32>, tensor<128x64x!tile.ptr<f16>>, tensor<64x64x!tile.ptr<f16>>
  }
  %n1 = tile.splat %n : i32 -> tensor<128x1xi32>
  %c0 = arith.muli %am, %n1 : tensor<128x1xi32>
  %c1 = tile.broadcast %c0 : tensor<128x1xi32> -> tensor<128x64xi32>
  %c2 = tile.broadcast %bn : tensor<1x64xi32> -> tensor<128x64xi32>
  %c3 = arith.addi %c1, %c2 : tensor<128x64xi32>
  %c4 = tile.splat %c : !tile.ptr<f32> -> tensor<128x64x!tile.ptr<f32>>
  %cs = tile.addptr %c4, %c3 : tensor<128x64x!tile.ptr<f32>>, tensor<128x64xi32>
  %inc = arith.andi %am2, %bn3 : tensor<128x64xi1>
  tile.store %cs, %sum, %inc : tensor<128x64x!tile.ptr<f32>>
  tile.return
}
)";
  return text;
}

/// A compiled kernel on the simulator, or on the device that
/// TILEWRIGHT_TEST_DEVICE names.
struct Product {
  explicit Product(StringRef source, unsigned numStages = 3) {
    CompilerOptions options;
    options.target = "sm_90a";
    options.numWarps = 4;
    options.numStages = numStages;
    options.tensorMaps = true;
    std::unique_ptr<MLIRContext> context = Compiler::createContext();
    std::string messages;
    ScopedDiagnosticHandler handler(context.get(), [&](Diagnostic &diagnostic) {
      messages += diagnostic.str() + "\n";
      return success();
    });
    FailureOr<CompileResult> result =
        Compiler(options).compile(llvm::MemoryBufferRef(source, "product.mlir"),
                                  context.get(), Stage::PTX);
    EXPECT_TRUE(succeeded(result)) << messages;
    if (failed(result))
      return;
    image = makeImage(std::move(*result));
    const char *name = std::getenv("TILEWRIGHT_TEST_DEVICE");
    auto opened = Device::open(name ? name : "sim:sm_90a");
    EXPECT_TRUE(bool(opened));
    device = *opened;
    auto loaded = device->load(image);
    EXPECT_TRUE(bool(loaded)) << llvm::toString(loaded.takeError());
    module = std::move(*loaded);
    kernel = llvm::cantFail(module->findKernel("product"));
  }

  /// Multiplies small integers and compares. Returns which entry ran.
  /// The kernel counts rows from row number `before`.
  bool run(int m, int n, int k, int lda, int ldb, int before = 0,
           int shift = 0) {
    // IEEE 754 binary16 of 0 to 3.
    const uint16_t halves[] = {0, 0x3C00, 0x4000, 0x4200};
    std::vector<uint16_t> a(size_t(m) * lda), b(size_t(k) * ldb + 1);
    auto getA = [](int i, int j) { return (i * 7 + j * 3 + i * j) & 3; };
    auto getB = [](int i, int j) { return (i * 5 + j + (i ^ j)) & 3; };
    for (int i = 0; i < m; ++i)
      for (int j = 0; j < lda; ++j)
        a[i * lda + j] = halves[j < k ? getA(i, j) : 3];
    for (int i = 0; i < k; ++i)
      for (int j = 0; j < ldb; ++j)
        b[i * ldb + j] = halves[j < n ? getB(i, j) : 3];
    std::vector<float> c(size_t(m) * n, -1);
    auto upload = [&](const auto &data) {
      uint64_t bytes = data.size() * sizeof(data[0]);
      DeviceAddress address = llvm::cantFail(device->allocate(bytes));
      llvm::cantFail(
          device->copyToDevice(address, data.data(), bytes, nullptr));
      return address;
    };
    DeviceAddress da = upload(a), db = upload(b), dc = upload(c);
    LaunchArgument arguments[] = {
        LaunchArgument::pointer(da + 2 * before * lda),
        LaunchArgument::pointer(db),
        LaunchArgument::pointer(dc + 4 * before * n),
        LaunchArgument::integer(ArgumentType::I32, m - before),
        LaunchArgument::integer(ArgumentType::I32, n),
        LaunchArgument::integer(ArgumentType::I32, k),
        LaunchArgument::integer(ArgumentType::I32, lda),
        LaunchArgument::integer(ArgumentType::I32, ldb),
        LaunchArgument::integer(ArgumentType::I32, shift)};
    void *parameters[std::size(arguments)];
    for (auto [i, argument] : llvm::enumerate(arguments))
      parameters[i] = &argument.bits;
    Grid grid{uint32_t(m + 127) / 128, uint32_t(n + 63) / 64};
    bool isMapped = kernel->takesTensorMaps(grid, parameters);
    llvm::Error error = kernel->launchRaw(grid, parameters, nullptr);
    EXPECT_FALSE(bool(error)) << llvm::toString(std::move(error));
    llvm::cantFail(device->synchronize());
    llvm::cantFail(device->copyToHost(c.data(), dc, c.size() * 4, nullptr));
    int wrong = 0;
    for (int i = 0; i < m; ++i)
      for (int j = 0; j < n; ++j) {
        float sum = 0;
        for (int l = 0; l < k; ++l)
          sum += getA(i, l) * getB(l, j);
        if (c[size_t(i) * n + j] != sum && wrong++ == 0)
          ADD_FAILURE() << m << "x" << n << "x" << k << ": at " << i << ", "
                        << j << " expected " << sum << ", found "
                        << c[size_t(i) * n + j];
      }
    for (DeviceAddress address : {da, db, dc})
      llvm::cantFail(device->free(address));
    return isMapped;
  }

  KernelImage image;
  std::shared_ptr<Device> device;
  std::unique_ptr<Module> module;
  Kernel *kernel = nullptr;
};

constexpr StringLiteral kRow = "arith.muli %x, %c128 : i32",
                        kColumn = "arith.muli %y, %c64 : i32";

TEST(TensorMapEntry, DescribesTheTensors) {
  Product product(makeKernel(kRow, kColumn, /*wraps=*/false));
  ASSERT_TRUE(product.kernel);
  ASSERT_EQ(product.image.kernels.size(), 1u);
  const auto &entry = product.image.kernels[0].tensorMapEntry;
  ASSERT_TRUE(entry);
  EXPECT_EQ(entry->name, "product_tensor_maps");
  ASSERT_EQ(entry->maps.size(), 2u);
  const TensorMapInfo &a = entry->maps[0];
  EXPECT_EQ(a.argument, 0u);
  EXPECT_EQ(a.elementType, "f16");
  EXPECT_EQ(a.swizzle, 128u);
  ASSERT_EQ(a.dims.size(), 2u);
  EXPECT_EQ(a.dims[0].box, 64u);
  EXPECT_EQ(a.dims[1].box, 128u);
  // k, m and lda.
  EXPECT_EQ(a.dims[0].extent, ArgumentSum({{1, {5}}}));
  EXPECT_EQ(a.dims[1].extent, ArgumentSum({{1, {3}}}));
  EXPECT_EQ(a.dims[1].stride, ArgumentSum({{1, {6}}}));
  const TensorMapInfo &b = entry->maps[1];
  EXPECT_EQ(b.dims[0].extent, ArgumentSum({{1, {4}}}));
  EXPECT_EQ(b.dims[1].extent, ArgumentSum({{1, {5}}}));
}

TEST(TensorMapEntry, MultipliesAtAllSizes) {
  for (bool wraps : {false, true})
    for (unsigned stages : {2, 3, 4}) {
      Product product(makeKernel(kRow, kColumn, wraps), stages);
      ASSERT_TRUE(product.kernel);
      EXPECT_TRUE(product.run(128, 64, 64, 64, 64));
      EXPECT_TRUE(product.run(130, 72, 200, 208, 72));
      // A tensor without elements has no map.
      EXPECT_FALSE(product.run(1, 8, 0, 8, 8));
      EXPECT_TRUE(product.run(77, 61, 1, 8, 64));
      EXPECT_TRUE(product.run(200, 100, 449, 456, 104));
    }
}

TEST(TensorMapEntry, OtherLaunchesTakeThePlainEntry) {
  Product product(makeKernel(kRow, kColumn, /*wraps=*/false));
  ASSERT_TRUE(product.kernel);
  EXPECT_TRUE(product.run(130, 64, 70, 72, 64));
  product.kernel->setUsesTensorMaps(false);
  EXPECT_FALSE(product.run(130, 64, 70, 72, 64));
}

/// What is in front of the tensor is not a zero.
TEST(TensorMapEntry, NegativeCoordinatesAreTested) {
  // By the launch.
  Product added(makeKernel("arith.addi %shift, %x : i32", kColumn,
                           /*wraps=*/false));
  ASSERT_TRUE(added.kernel);
  EXPECT_TRUE(added.run(64, 64, 64, 64, 64));
  EXPECT_FALSE(added.run(100, 64, 130, 136, 64, /*before=*/8, /*shift=*/-8));
  // By the kernel.
  Product subtracted(makeKernel("arith.subi %x, %shift : i32", kColumn,
                                /*wraps=*/false));
  ASSERT_TRUE(subtracted.kernel);
  EXPECT_TRUE(subtracted.run(64, 64, 64, 64, 64));
  EXPECT_TRUE(subtracted.run(100, 64, 130, 136, 64, /*before=*/8, /*shift=*/8));
}

/// A line may begin anywhere.
TEST(TensorMapEntry, UnalignedLinesAreNoBoxes) {
  Product product(makeKernel(kRow, "arith.addi %shift, %y : i32",
                             /*wraps=*/false));
  ASSERT_TRUE(product.kernel);
  const auto &entry = product.image.kernels[0].tensorMapEntry;
  ASSERT_TRUE(entry);
  EXPECT_EQ(entry->maps.size(), 1u);
}

} // namespace
