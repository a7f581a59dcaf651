// RUN: tile-run %s --kernel=lock --grid=40 --device=sim --output 1xi32=zeros --output 256xi32=zeros --check 'p == 40; l == 0'
// RUN: tile-run %s --kernel=lock --grid=40 --num-warps=1 --device=sim:sm_80 --output 1xi32=zeros --output 256xi32=zeros --check 'p == 40; l == 0'
// RUN: tile-run %s --kernel=add --grid=40 --device=sim:sm_80 --output 256xbf16=zeros --check 'p == 40'
// RUN: tile-run %s --kernel=last --grid=9 --device=sim --output 1xi32=zeros --output 2304xi32 --output 256xi32 --check 'sums == sum(k, 9, k * 256 + i)'

// RUN: sed s/acq_rel/relaxed/ %s | not tile-run - --kernel=last --grid=9 --device=sim --output 1xi32=zeros --output 2304xi32 --output 256xi32 2>&1 | FileCheck %s
// CHECK: race

// What CTAs do to memory that others use, with no race.

// One after the other adds to a tile.
tile.func public @lock(%l: !tile.ptr<i32>, %p: !tile.ptr<i32>) {
  %i = tile.make_range {end = 256 : i32, start = 0 : i32} : tensor<256xi32>
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %ones = arith.constant dense<1> : tensor<256xi32>
  %ps = tile.splat %p : !tile.ptr<i32> -> tensor<256x!tile.ptr<i32>>
  %at = tile.addptr %ps, %i : tensor<256x!tile.ptr<i32>>, tensor<256xi32>
  scf.while : () -> () {
    %old = tile.atomic_cas acquire, gpu, %l, %zero, %one : (!tile.ptr<i32>, i32, i32) -> i32
    %c = arith.cmpi ne, %old, %zero : i32
    scf.condition(%c)
  } do {
    scf.yield
  }
  %v = tile.load %at : tensor<256x!tile.ptr<i32>>
  %w = arith.addi %v, %ones : tensor<256xi32>
  tile.store %at, %w : tensor<256x!tile.ptr<i32>>
  %o = tile.atomic_rmw exch, release, gpu, %l, %zero : (!tile.ptr<i32>, i32) -> i32
  tile.return
}

// Targets before sm_90 add bf16 in a loop.
tile.func public @add(%p: !tile.ptr<bf16> {tile.divisibility = 16 : i32}) {
  %i = tile.make_range {end = 256 : i32, start = 0 : i32} : tensor<256xi32>
  %one = arith.constant dense<1.0> : tensor<256xbf16>
  %ps = tile.splat %p : !tile.ptr<bf16> -> tensor<256x!tile.ptr<bf16>>
  %at = tile.addptr %ps, %i : tensor<256x!tile.ptr<bf16>>, tensor<256xi32>
  %old = tile.atomic_rmw fadd, relaxed, gpu, %at, %one : (tensor<256x!tile.ptr<bf16>>, tensor<256xbf16>) -> tensor<256xbf16>
  tile.return
}

// Each program stores a tile; the last one to have done so adds all of them up.
tile.func public @last(%count: !tile.ptr<i32>, %parts: !tile.ptr<i32>, %sums: !tile.ptr<i32>) {
  %i = tile.make_range {end = 256 : i32, start = 0 : i32} : tensor<256xi32>
  %c256 = arith.constant 256 : i32
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %none = arith.constant dense<0> : tensor<256xi32>
  %pid = tile.get_program_id x : i32
  %programs = tile.get_num_programs x : i32
  %last = arith.subi %programs, %one : i32
  %start = arith.muli %pid, %c256 : i32
  %starts = tile.splat %start : i32 -> tensor<256xi32>
  %at = arith.addi %starts, %i : tensor<256xi32>
  %ps = tile.splat %parts : !tile.ptr<i32> -> tensor<256x!tile.ptr<i32>>
  %pp = tile.addptr %ps, %at : tensor<256x!tile.ptr<i32>>, tensor<256xi32>
  tile.store %pp, %at : tensor<256x!tile.ptr<i32>>
  %before = tile.atomic_rmw add, acq_rel, gpu, %count, %one : (!tile.ptr<i32>, i32) -> i32
  %isLast = arith.cmpi eq, %before, %last : i32
  scf.if %isLast {
    %total = scf.for %p = %zero to %programs step %one iter_args(%sum = %none) -> tensor<256xi32> : i32 {
      %first = arith.muli %p, %c256 : i32
      %firsts = tile.splat %first : i32 -> tensor<256xi32>
      %there = arith.addi %firsts, %i : tensor<256xi32>
      %tp = tile.addptr %ps, %there : tensor<256x!tile.ptr<i32>>, tensor<256xi32>
      %part = tile.load %tp : tensor<256x!tile.ptr<i32>>
      %next = arith.addi %sum, %part : tensor<256xi32>
      scf.yield %next : tensor<256xi32>
    }
    %ss = tile.splat %sums : !tile.ptr<i32> -> tensor<256x!tile.ptr<i32>>
    %sp = tile.addptr %ss, %i : tensor<256x!tile.ptr<i32>>, tensor<256xi32>
    tile.store %sp, %total : tensor<256x!tile.ptr<i32>>
  }
  tile.return
}
