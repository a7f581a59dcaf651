// Atomic operations: each element once, in order.

// RUN: tile-run %s --kernel=kinds --device=interpreter --output=p:10xi32=const:-4 | FileCheck %s --check-prefix=KINDS
// RUN: tile-run %s --kernel=count --device=interpreter --grid=5 --output=p:2xf32=zeros --output=old:5xi32 --check='p[i] == 20 - 10 * i; old == 8 * x' --input=x:5xi32=iota | FileCheck %s --check-prefix=COUNT
// RUN: tile-run %s --kernel=cas --device=interpreter --output=p:2xf32=iota --check='p == 7 * (1 - x) + x' --input=x:2xi32=iota | FileCheck %s --check-prefix=CAS
// RUN: tile-run %s --kernel=handshake --device=interpreter --grid=2 --output=p:4xi32=zeros --check='p == 7 * (i == 0) + 2 * (i == 1) + (i == 2)' | FileCheck %s --check-prefix=CAS
// RUN: not tile-run %s --kernel=deadlock --device=interpreter --output=p:2xi32=zeros 2>&1 | FileCheck %s --check-prefix=DEADLOCK
// RUN: not tile-run %s --kernel=kinds --device=interpreter --output=p:8xi32=const:-4 2>&1 | FileCheck %s --check-prefix=OUTSIDE

// OUTSIDE: 'tile.atomic_rmw' op changes 4 bytes at {{.*}}, at the end of 'p', which has 32 bytes
tile.func public @kinds(%p: !tile.ptr<i32>) {
  %5 = arith.constant 5 : i32
  %1 = arith.constant 1 : i32
  %old = tile.atomic_rmw add, relaxed, gpu, %p, %5 : (!tile.ptr<i32>, i32) -> i32
  %p1 = tile.addptr %p, %1 : !tile.ptr<i32>, i32
  %old1 = tile.atomic_rmw max, acquire, gpu, %p1, %5 : (!tile.ptr<i32>, i32) -> i32
  %p2 = tile.addptr %p1, %1 : !tile.ptr<i32>, i32
  %old2 = tile.atomic_rmw min, release, cta, %p2, %5 : (!tile.ptr<i32>, i32) -> i32
  %p3 = tile.addptr %p2, %1 : !tile.ptr<i32>, i32
  %old3 = tile.atomic_rmw umax, acq_rel, sys, %p3, %5 : (!tile.ptr<i32>, i32) -> i32
  %p4 = tile.addptr %p3, %1 : !tile.ptr<i32>, i32
  %old4 = tile.atomic_rmw umin, relaxed, gpu, %p4, %5 : (!tile.ptr<i32>, i32) -> i32
  %p5 = tile.addptr %p4, %1 : !tile.ptr<i32>, i32
  %old5 = tile.atomic_rmw and, relaxed, gpu, %p5, %5 : (!tile.ptr<i32>, i32) -> i32
  %p6 = tile.addptr %p5, %1 : !tile.ptr<i32>, i32
  %old6 = tile.atomic_rmw or, relaxed, gpu, %p6, %5 : (!tile.ptr<i32>, i32) -> i32
  %p7 = tile.addptr %p6, %1 : !tile.ptr<i32>, i32
  %old7 = tile.atomic_rmw xor, relaxed, gpu, %p7, %5 : (!tile.ptr<i32>, i32) -> i32
  %p8 = tile.addptr %p7, %1 : !tile.ptr<i32>, i32
  %old8 = tile.atomic_rmw exch, relaxed, gpu, %p8, %5 : (!tile.ptr<i32>, i32) -> i32
  %i = tile.make_range {start = 0 : i32, end = 8 : i32} : tensor<8xi32>
  %ps = tile.splat %p : !tile.ptr<i32> -> tensor<8x!tile.ptr<i32>>
  %pp = tile.addptr %ps, %i : tensor<8x!tile.ptr<i32>>, tensor<8xi32>
  %v = tile.load %pp : tensor<8x!tile.ptr<i32>>
  %v8 = tile.load %p8 : !tile.ptr<i32>
  tile.print " new " {hex = false, isSigned = array<i32: 1, 1, 1>} : %v, %v8, %old8 : tensor<8xi32>, i32, i32
  // KINDS: new 1
  // KINDS-NEXT: new 5
  // KINDS-NEXT: new -4
  // KINDS-NEXT: new -4
  // KINDS-NEXT: new 5
  // KINDS-NEXT: new 4
  // KINDS-NEXT: new -3
  // KINDS-NEXT: new -7
  // KINDS-NEXT: new 5
  // KINDS-NEXT: new -4
  tile.return
}

// Several elements of one address all take effect; those of a false mask do not.
// COUNT: p[i] == 20 - 10 * i: ok, exact
// COUNT: old == 8 * x: ok, exact
tile.func public @count(%p: !tile.ptr<f32>, %out: !tile.ptr<i32>, %x: !tile.ptr<i32>) {
  %i = tile.make_range {start = 0 : i32, end = 8 : i32} : tensor<8xi32>
  %1 = arith.constant dense<1> : tensor<8xi32>
  %4 = arith.constant dense<4> : tensor<8xi32>
  %6 = arith.constant dense<6> : tensor<8xi32>
  %one = arith.constant dense<1.0> : tensor<8xf32>
  %high = arith.cmpi sge, %i, %4 : tensor<8xi32>
  %which = arith.extui %high : tensor<8xi1> to tensor<8xi32>
  %mask = arith.cmpi slt, %i, %6 : tensor<8xi32>
  %ps = tile.splat %p : !tile.ptr<f32> -> tensor<8x!tile.ptr<f32>>
  %pp = tile.addptr %ps, %which : tensor<8x!tile.ptr<f32>>, tensor<8xi32>
  %old = tile.atomic_rmw fadd, relaxed, gpu, %pp, %one, %mask : (tensor<8x!tile.ptr<f32>>, tensor<8xf32>, tensor<8xi1>) -> tensor<8xf32>
  // Each program sees what those before it added.
  %sum = tile.load %p : !tile.ptr<f32>
  %four = arith.constant 4.0 : f32
  %before = arith.subf %sum, %four : f32
  %twice = arith.addf %before, %before : f32
  %number = arith.fptosi %twice : f32 to i32
  %id = tile.get_program_id x : i32
  %o = tile.addptr %out, %id : !tile.ptr<i32>, i32
  tile.store %o, %number : !tile.ptr<i32>
  tile.return
}

// Bits are compared: 0 is not -0.
// CAS: ok, exact
tile.func public @cas(%p: !tile.ptr<f32>, %x: !tile.ptr<i32>) {
  %1 = arith.constant 1 : i32
  %zero = arith.constant 0.0 : f32
  %minus = arith.constant -0.0 : f32
  %seven = arith.constant 7.0 : f32
  %eight = arith.constant 8.0 : f32
  %a = tile.atomic_cas acq_rel, gpu, %p, %minus, %eight : (!tile.ptr<f32>, f32, f32) -> f32
  %b = tile.atomic_cas acq_rel, gpu, %p, %zero, %seven : (!tile.ptr<f32>, f32, f32) -> f32
  %same = arith.cmpf oeq, %a, %b : f32
  tile.assert %same, "both read what was there" : i1
  tile.return
}

// Program 1 waits for program 0, in vain for another number, which takes no time.
tile.func public @handshake(%p: !tile.ptr<i32>) {
  %0 = arith.constant 0 : i32
  %1 = arith.constant 1 : i32
  %2 = arith.constant 2 : i32
  %7 = arith.constant 7 : i32
  %ns = arith.constant 1000000000 : i64
  %id = tile.get_program_id x : i32
  %is_first = arith.cmpi eq, %id, %0 : i32
  %p1 = tile.addptr %p, %1 : !tile.ptr<i32>, i32
  %p2 = tile.addptr %p, %2 : !tile.ptr<i32>, i32
  scf.if %is_first {
    tile.atomic_store release, gpu, %p, %7 : !tile.ptr<i32>
  } else {
    %there = tile.atomic_poll acquire, gpu, %p, %7 : !tile.ptr<i32>, i32 -> i1
    %not = tile.atomic_poll acquire, gpu, %p, %2 timeout %ns : !tile.ptr<i32>, i32 -> i1
    %a = arith.extui %there : i1 to i32
    %b = arith.extui %not : i1 to i32
    %twice = arith.addi %a, %a : i32
    %c = arith.addi %twice, %b : i32
    tile.store %p1, %c : !tile.ptr<i32>
    %x = tile.atomic_load relaxed, gpu, %p : (!tile.ptr<i32>) -> i32
    %same = arith.cmpi eq, %x, %7 : i32
    %d = arith.extui %same : i1 to i32
    tile.store %p2, %d : !tile.ptr<i32>
  }
  tile.return
}

// DEADLOCK: 'tile.atomic_poll' op waits for 7, found 0, and programs run one after the other here
tile.func public @deadlock(%p: !tile.ptr<i32>) {
  %7 = arith.constant 7 : i32
  %0 = tile.atomic_poll acquire, gpu, %p, %7 : !tile.ptr<i32>, i32 -> i1
  tile.return
}
