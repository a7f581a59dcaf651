// All bytes, as f16 and bf16, signed and not. Four or two of a thread that share a
// word are converted without an instruction for each.
//
// DEFINE: %{io} = --input=x:256xi8=iota --output=sh:256xf16 --output=uh:256xf16 --output=sb:256xbf16 --output=ub:256xbf16
// DEFINE: %{right} = --check='sh == (i + 128) %% 256 - 128; uh == i; sb == (i + 128) %% 256 - 128; ub == i'
// RUN: tile-run %s %{io} %{right} --device=interpreter | FileCheck %s
// RUN: tile-run %s %{io} %{right} --num-warps=1 --target=sm_90a | FileCheck %s
// RUN: tile-run %s %{io} %{right} --num-warps=4 --target=sm_90a | FileCheck %s
// RUN: tile-run %s %{io} %{right} --num-warps=1 --target=sm_100a | FileCheck %s
// RUN: tile-run %s %{io} %{right} --num-warps=1 --target=sm_80 | FileCheck %s
// RUN: tilec %s --target=sm_90a --num-warps=1 -o - | FileCheck %s --check-prefix=PTX
// RUN: tilec %s --target=sm_90a --num-warps=4 -o - | FileCheck %s --check-prefix=PAIRS
//
// CHECK-COUNT-4: : ok
// PTX-NOT: cvt.rn
// PTX-COUNT-2: sub.{{.*}}f16x2
// PTX-NOT: cvt.rn
// PAIRS-NOT: cvt.rn
// PAIRS: sub.{{.*}}f16x2
// PAIRS-NOT: cvt.rn
tile.func public @bytes(%x: !tile.ptr<i8> {tile.divisibility = 16 : i32}, %sh: !tile.ptr<f16> {tile.divisibility = 16 : i32}, %uh: !tile.ptr<f16> {tile.divisibility = 16 : i32}, %sb: !tile.ptr<bf16> {tile.divisibility = 16 : i32}, %ub: !tile.ptr<bf16> {tile.divisibility = 16 : i32}) {
  %i = tile.make_range {start = 0 : i32, end = 256 : i32} : tensor<256xi32>
  %xs = tile.splat %x : !tile.ptr<i8> -> tensor<256x!tile.ptr<i8>>
  %xq = tile.addptr %xs, %i : tensor<256x!tile.ptr<i8>>, tensor<256xi32>
  %bytes = tile.load %xq : tensor<256x!tile.ptr<i8>>
  %a = arith.sitofp %bytes : tensor<256xi8> to tensor<256xf16>
  %b = arith.uitofp %bytes : tensor<256xi8> to tensor<256xf16>
  %c = arith.sitofp %bytes : tensor<256xi8> to tensor<256xbf16>
  %d = arith.uitofp %bytes : tensor<256xi8> to tensor<256xbf16>
  %as = tile.splat %sh : !tile.ptr<f16> -> tensor<256x!tile.ptr<f16>>
  %aq = tile.addptr %as, %i : tensor<256x!tile.ptr<f16>>, tensor<256xi32>
  tile.store %aq, %a : tensor<256x!tile.ptr<f16>>
  %bs = tile.splat %uh : !tile.ptr<f16> -> tensor<256x!tile.ptr<f16>>
  %bq = tile.addptr %bs, %i : tensor<256x!tile.ptr<f16>>, tensor<256xi32>
  tile.store %bq, %b : tensor<256x!tile.ptr<f16>>
  %cs = tile.splat %sb : !tile.ptr<bf16> -> tensor<256x!tile.ptr<bf16>>
  %cq = tile.addptr %cs, %i : tensor<256x!tile.ptr<bf16>>, tensor<256xi32>
  tile.store %cq, %c : tensor<256x!tile.ptr<bf16>>
  %ds = tile.splat %ub : !tile.ptr<bf16> -> tensor<256x!tile.ptr<bf16>>
  %dq = tile.addptr %ds, %i : tensor<256x!tile.ptr<bf16>>, tensor<256xi32>
  tile.store %dq, %d : tensor<256x!tile.ptr<bf16>>
  tile.return
}
