// A conversion of a flag chooses between two constants. LLVM's NVPTX back end
// takes 1 for -1 where it converts a signed flag to bf16 on sm_90 and later
// targets, unless the flag is the result of a comparison.
//
// RUN: tilec %s --target=sm_90a --num-warps=1 -o - | FileCheck %s
// RUN: tilec %s --target=sm_80 --num-warps=1 -o - | FileCheck %s
// RUN: tile-run %s --target=sm_90a --num-warps=1 --grid=1 --input=x:32xi32=iota --input=y:32xi32=iota:-20:2 --output=signed:32xbf16 --output=unsigned:32xbf16 --output=wide:32xf64 --check='signed == -((i < 5) + (2 * i > 40)); unsigned == (i < 5) + (2 * i > 40); wide == -((i < 5) + (2 * i > 40))' | FileCheck %s --check-prefix=OK
//
// OK-COUNT-3: ok, exact

// CHECK-LABEL: .entry flags
// CHECK-NOT: cvt.rn
// CHECK-DAG: selp.b16 %rs{{[0-9]+}}, 0xBF80, 0x0000, %p
// CHECK-DAG: selp.b16 %rs{{[0-9]+}}, 0x3F80, 0x0000, %p
// CHECK-DAG: selp.f64 %rd{{[0-9]+}}, 0dBFF0000000000000, 0d0000000000000000, %p
// CHECK-NOT: cvt.rn
// CHECK: ret;
tile.func public @flags(%x: !tile.ptr<i32> {tile.divisibility = 16 : i32}, %y: !tile.ptr<i32> {tile.divisibility = 16 : i32}, %signed: !tile.ptr<bf16> {tile.divisibility = 16 : i32}, %unsigned: !tile.ptr<bf16> {tile.divisibility = 16 : i32}, %wide: !tile.ptr<f64> {tile.divisibility = 16 : i32}) {
  %range = tile.make_range {start = 0 : i32, end = 32 : i32} : tensor<32xi32>
  %low = arith.constant dense<5> : tensor<32xi32>
  %high = arith.constant dense<20> : tensor<32xi32>
  %x0 = tile.splat %x : !tile.ptr<i32> -> tensor<32x!tile.ptr<i32>>
  %xp = tile.addptr %x0, %range : tensor<32x!tile.ptr<i32>>, tensor<32xi32>
  %v = tile.load %xp : tensor<32x!tile.ptr<i32>>
  %y0 = tile.splat %y : !tile.ptr<i32> -> tensor<32x!tile.ptr<i32>>
  %yp = tile.addptr %y0, %range : tensor<32x!tile.ptr<i32>>, tensor<32xi32>
  %vy = tile.load %yp : tensor<32x!tile.ptr<i32>>
  %below = arith.cmpi slt, %v, %low : tensor<32xi32>
  %above = arith.cmpi sgt, %vy, %high : tensor<32xi32>
  %flag = arith.ori %below, %above : tensor<32xi1>
  %minus = arith.extsi %flag : tensor<32xi1> to tensor<32xi32>
  %s = arith.sitofp %minus : tensor<32xi32> to tensor<32xbf16>
  %u = arith.uitofp %flag : tensor<32xi1> to tensor<32xbf16>
  %w = arith.sitofp %flag : tensor<32xi1> to tensor<32xf64>
  %s0 = tile.splat %signed : !tile.ptr<bf16> -> tensor<32x!tile.ptr<bf16>>
  %sp = tile.addptr %s0, %range : tensor<32x!tile.ptr<bf16>>, tensor<32xi32>
  tile.store %sp, %s : tensor<32x!tile.ptr<bf16>>
  %u0 = tile.splat %unsigned : !tile.ptr<bf16> -> tensor<32x!tile.ptr<bf16>>
  %up = tile.addptr %u0, %range : tensor<32x!tile.ptr<bf16>>, tensor<32xi32>
  tile.store %up, %u : tensor<32x!tile.ptr<bf16>>
  %w0 = tile.splat %wide : !tile.ptr<f64> -> tensor<32x!tile.ptr<f64>>
  %wp = tile.addptr %w0, %range : tensor<32x!tile.ptr<f64>>, tensor<32xi32>
  tile.store %wp, %w : tensor<32x!tile.ptr<f64>>
  tile.return
}
