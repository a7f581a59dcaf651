// Integers become the nearest bf16. Targets before sm_90 convert by way of f32;
// so that nothing is rounded to the even neighbour twice, integers are rounded to
// odd before. 1790967808 is the middle between two bf16.
//
// RUN: tile-run %s --kernel=integers --device=sim:sm_80 --target=sm_80 --num-warps=1 --input=x:256xi32=iota:1790967680 --output=signed:256xbf16 --output=unsigned:256xbf16 --output=long:256xbf16 --check='signed == -1795162112 + 8388608 * (x < 1790967808); unsigned == 1786773504 + 8388608 * (x >= 1790967808); long == (1786773504 + 8388608 * (x >= 1790967808)) * 4294967296' | FileCheck %s --check-prefix=OK
// RUN: tile-run %s --kernel=integers --device=sim:sm_90a --target=sm_90a --num-warps=1 --input=x:256xi32=iota:1790967680 --output=signed:256xbf16 --output=unsigned:256xbf16 --output=long:256xbf16 --check='signed == -1795162112 + 8388608 * (x < 1790967808); unsigned == 1786773504 + 8388608 * (x >= 1790967808); long == (1786773504 + 8388608 * (x >= 1790967808)) * 4294967296' | FileCheck %s --check-prefix=OK
//
// OK-COUNT-3: ok, exact
//
// RUN: tilec %s --kernel=short --target=sm_80 --num-warps=1 -o - | FileCheck %s

// An f32 has all bits of shorter ones.
// CHECK-LABEL: .entry short
// CHECK-NOT: clz
// CHECK: cvt.rn.f32.s16
// CHECK-NOT: clz
// CHECK: ret;
tile.func public @short(%x: !tile.ptr<i16>, %y: !tile.ptr<bf16>) {
  %v = tile.load %x : !tile.ptr<i16>
  %f = arith.sitofp %v : i16 to bf16
  tile.store %y, %f : !tile.ptr<bf16>
  tile.return
}

tile.func public @integers(%x: !tile.ptr<i32> {tile.divisibility = 16 : i32}, %signed: !tile.ptr<bf16> {tile.divisibility = 16 : i32}, %unsigned: !tile.ptr<bf16> {tile.divisibility = 16 : i32}, %long: !tile.ptr<bf16> {tile.divisibility = 16 : i32}) {
  %range = tile.make_range {start = 0 : i32, end = 256 : i32} : tensor<256xi32>
  %x0 = tile.splat %x : !tile.ptr<i32> -> tensor<256x!tile.ptr<i32>>
  %xp = tile.addptr %x0, %range : tensor<256x!tile.ptr<i32>>, tensor<256xi32>
  %v = tile.load %xp : tensor<256x!tile.ptr<i32>>
  %zero = arith.constant dense<0> : tensor<256xi32>
  %minus = arith.subi %zero, %v : tensor<256xi32>
  %high = arith.constant dense<32> : tensor<256xi64>
  %wide = arith.extui %v : tensor<256xi32> to tensor<256xi64>
  %shifted = arith.shli %wide, %high : tensor<256xi64>
  %s = arith.sitofp %minus : tensor<256xi32> to tensor<256xbf16>
  %u = arith.uitofp %v : tensor<256xi32> to tensor<256xbf16>
  %l = arith.sitofp %shifted : tensor<256xi64> to tensor<256xbf16>
  %s0 = tile.splat %signed : !tile.ptr<bf16> -> tensor<256x!tile.ptr<bf16>>
  %sp = tile.addptr %s0, %range : tensor<256x!tile.ptr<bf16>>, tensor<256xi32>
  tile.store %sp, %s : tensor<256x!tile.ptr<bf16>>
  %u0 = tile.splat %unsigned : !tile.ptr<bf16> -> tensor<256x!tile.ptr<bf16>>
  %up = tile.addptr %u0, %range : tensor<256x!tile.ptr<bf16>>, tensor<256xi32>
  tile.store %up, %u : tensor<256x!tile.ptr<bf16>>
  %l0 = tile.splat %long : !tile.ptr<bf16> -> tensor<256x!tile.ptr<bf16>>
  %lp = tile.addptr %l0, %range : tensor<256x!tile.ptr<bf16>>, tensor<256xi32>
  tile.store %lp, %l : tensor<256x!tile.ptr<bf16>>
  tile.return
}
