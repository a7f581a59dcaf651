// Compare and swap of 128 bits: each pair as a whole, once per element or program, in
// the simulator as in the interpreter.

// RUN: tile-run %s --kernel=each --device=sim:sm_90a --output=p:512xi64=iota --output=old:512xi64=const:7 --check='p[i] == where(i / 2 % 3 == 0, where(i < 400, 1000 + i, i), i); old[i] == where(i < 400, i, 7)' | FileCheck %s --check-prefix=OK
// RUN: tile-run %s --kernel=each --device=interpreter --output=p:512xi64=iota --output=old:512xi64=const:7 --check='p[i] == where(i / 2 % 3 == 0, where(i < 400, 1000 + i, i), i); old[i] == where(i < 400, i, 7)' | FileCheck %s --check-prefix=OK
// RUN: tile-run %s --kernel=half --device=sim:sm_90a --output=p:4xf64=iota --output=old:4xf64 --check='p[i] == i; old[i] == i % 2' | FileCheck %s --check-prefix=OK
// RUN: tile-run %s --kernel=half --device=interpreter --output=p:4xf64=iota --output=old:4xf64 --check='p[i] == i; old[i] == i % 2' | FileCheck %s --check-prefix=OK
// RUN: tile-run %s --kernel=count --device=sim:sm_90a --num-warps=2 --grid=20 --output=p:2xi64=zeros --check='p[i] == 20 * (1 + 2 * i)' | FileCheck %s --check-prefix=OK
// RUN: tile-run %s --kernel=count --device=interpreter --grid=20 --output=p:2xi64=zeros --check='p[i] == 20 * (1 + 2 * i)' | FileCheck %s --check-prefix=OK
// OK: ok, exact

// Neighbours of 128 bits begin at multiples of 16 bytes.
// RUN: not tile-run %s --kernel=odd --device=sim:sm_90a --output=p:4xi64=iota 2>&1 | FileCheck %s --check-prefix=ODD
// RUN: not tile-run %s --kernel=odd --device=interpreter --output=p:4xi64=iota 2>&1 | FileCheck %s --check-prefix=INTERPRETED
// ODD: misaligned: {{.*}}16 bytes
// INTERPRETED: 'tile.atomic_cas_pair' op changes 16 bytes at {{.*}}

// The instruction, its version, and that ptxas takes it.
// RUN: tilec %s --target=sm_90a -o - | FileCheck %s --check-prefix=PTX
// RUN: %if ptxas %{ tilec %s --target=sm_90 --verify-ptx -o %t.90.ptx %}
// RUN: %if ptxas %{ tilec %s --target=sm_100a --verify-ptx -o %t.100.ptx %}
// RUN: %if ptxas %{ tilec %s --target=sm_120a --verify-ptx -o %t.120.ptx %}
// PTX: .version 8.4
// PTX: atom.relaxed.gpu.global.cas.b128
// PTX: atom.acq_rel.sys.global.cas.b128
// PTX: atom.relaxed.cta.shared.cas.b128

// RUN: not tilec %s --target=sm_89 -o %t.89.ptx 2>&1 | FileCheck %s --check-prefix=TARGET
// RUN: not tilec %s --target=sm_90a --ptx-version=8.3 -o %t.83.ptx 2>&1 | FileCheck %s --check-prefix=VERSION
// TARGET: error: 'tile.atomic_cas_pair' op expected a target with atomic operations on 128 bits, which sm_90 and later ones have, found sm_89
// VERSION: error: 'tile.atomic_cas_pair' op expected PTX ISA 8.4 or later for an atomic operation on 128 bits of scope sys, found 8.3

// Of 256 pairs 200 take part, and each third one is what is expected.
tile.func public @each(%p: !tile.ptr<i64> {tile.divisibility = 16 : i32}, %old: !tile.ptr<i64>) {
  %i = tile.make_range {start = 0 : i32, end = 256 : i32} : tensor<256xi32>
  %live = arith.constant dense<200> : tensor<256xi32>
  %m = arith.cmpi slt, %i, %live : tensor<256xi32>
  %two = arith.constant dense<2> : tensor<256xi32>
  %three = arith.constant dense<3> : tensor<256xi32>
  %one = arith.constant dense<1> : tensor<256xi64>
  %thousand = arith.constant dense<1000> : tensor<256xi64>
  %zero = arith.constant dense<0> : tensor<256xi32>
  %at = arith.muli %i, %two : tensor<256xi32>
  %ps = tile.splat %p : !tile.ptr<i64> -> tensor<256x!tile.ptr<i64>>
  %pp = tile.addptr %ps, %at : tensor<256x!tile.ptr<i64>>, tensor<256xi32>
  %a = arith.extsi %at : tensor<256xi32> to tensor<256xi64>
  %b = arith.addi %a, %one : tensor<256xi64>
  // The first is right everywhere, the second for each third pair.
  %rest = arith.remsi %i, %three : tensor<256xi32>
  %third = arith.cmpi eq, %rest, %zero : tensor<256xi32>
  %expected = arith.select %third, %b, %a : tensor<256xi1>, tensor<256xi64>
  %c = arith.addi %a, %thousand : tensor<256xi64>
  %d = arith.addi %b, %thousand : tensor<256xi64>
  %was:2 = tile.atomic_cas_pair relaxed, gpu, %pp, (%a, %expected), (%c, %d), %m : tensor<256x!tile.ptr<i64>>
  %os = tile.splat %old : !tile.ptr<i64> -> tensor<256x!tile.ptr<i64>>
  %o0 = tile.addptr %os, %at : tensor<256x!tile.ptr<i64>>, tensor<256xi32>
  %ones = arith.constant dense<1> : tensor<256xi32>
  %o1 = tile.addptr %o0, %ones : tensor<256x!tile.ptr<i64>>, tensor<256xi32>
  tile.store %o0, %was#0, %m : tensor<256x!tile.ptr<i64>>
  tile.store %o1, %was#1, %m : tensor<256x!tile.ptr<i64>>
  tile.return
}

// One right half is not enough. All threads get what was there.
tile.func public @half(%p: !tile.ptr<f64> {tile.divisibility = 16 : i32}, %old: !tile.ptr<f64>) {
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  %nine = arith.constant 9.0 : f64
  %was:2 = tile.atomic_cas_pair relaxed, gpu, %p, (%zero, %zero), (%nine, %nine) : !tile.ptr<f64>
  %now:2 = tile.atomic_cas_pair relaxed, gpu, %p, (%one, %one), (%nine, %nine) : !tile.ptr<f64>
  %i = tile.make_range {start = 0 : i32, end = 4 : i32} : tensor<4xi32>
  %ones = arith.constant dense<1> : tensor<4xi32>
  %bit = arith.andi %i, %ones : tensor<4xi32>
  %isSecond = arith.trunci %bit : tensor<4xi32> to tensor<4xi1>
  %firsts = tile.splat %was#0 : f64 -> tensor<4xf64>
  %seconds = tile.splat %now#1 : f64 -> tensor<4xf64>
  %v = arith.select %isSecond, %seconds, %firsts : tensor<4xi1>, tensor<4xf64>
  %os = tile.splat %old : !tile.ptr<f64> -> tensor<4x!tile.ptr<f64>>
  %op = tile.addptr %os, %i : tensor<4x!tile.ptr<f64>>, tensor<4xi32>
  tile.store %op, %v : tensor<4x!tile.ptr<f64>>
  tile.return
}

// Programs add 1 to the first and 3 to the second, both or neither.
tile.func public @count(%p: !tile.ptr<i64> {tile.divisibility = 16 : i32}) {
  %true = arith.constant true
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %three = arith.constant 3 : i64
  %end:3 = scf.while (%a = %zero, %b = %zero, %again = %true) : (i64, i64, i1) -> (i64, i64, i1) {
    scf.condition(%again) %a, %b, %again : i64, i64, i1
  } do {
  ^bb0(%a: i64, %b: i64, %again: i1):
    %c = arith.addi %a, %one : i64
    %d = arith.addi %b, %three : i64
    %was:2 = tile.atomic_cas_pair acq_rel, sys, %p, (%a, %b), (%c, %d) : !tile.ptr<i64>
    %x = arith.cmpi ne, %was#0, %a : i64
    %y = arith.cmpi ne, %was#1, %b : i64
    %z = arith.ori %x, %y : i1
    scf.yield %was#0, %was#1, %z : i64, i64, i1
  }
  tile.return
}

tile.func public @odd(%p: !tile.ptr<i64> {tile.divisibility = 16 : i32}) {
  %one = arith.constant 1 : i32
  %x = arith.constant 5 : i64
  %q = tile.addptr %p, %one : !tile.ptr<i64>, i32
  %was:2 = tile.atomic_cas_pair relaxed, gpu, %q, (%x, %x), (%x, %x) : !tile.ptr<i64>
  tile.return
}

tile.func public @in_shared_memory(%p: !tile.ptr<i64, 3>, %q: !tile.ptr<i64>) {
  %x = arith.constant 5 : i64
  %was:2 = tile.atomic_cas_pair relaxed, cta, %p, (%x, %x), (%x, %x) : !tile.ptr<i64, 3>
  tile.store %q, %was#1 : !tile.ptr<i64>
  tile.return
}
