// RUN: tilec %s -o - | FileCheck %s
// RUN: tile-run %s --device=sim --kernel=lock_acq_rel_acq_rel --grid=12 --output=data:128xi32=const:0 --output=lock:1xi32=const:0 --check='data == 12; lock == 0'
// RUN: tile-run %s --device=sim --kernel=lock_acquire_release --grid=12 --output=data:128xi32=const:0 --output=lock:1xi32=const:0 --check='data == 12; lock == 0'

// Programs that add 1 to 128 numbers, one after the other under a lock. By the letter of
// PTX the last two race, because nothing acquires after the lock is taken. They are right all
// the same on a GPU, as what gives the lock back acquires for the next program.
//
// CHECK-LABEL: .entry lock_acq_rel_acq_rel(
// CHECK: atom.acq_rel.gpu.global.cas.b32
// CHECK: atom.acq_rel.gpu.global.exch.b32
// CHECK-LABEL: .entry lock_acquire_release(
// CHECK: atom.acquire.gpu.global.cas.b32
// CHECK: atom.release.gpu.global.exch.b32
// CHECK-LABEL: .entry lock_relaxed_acq_rel(
// CHECK: atom.relaxed.gpu.global.cas.b32
// CHECK: atom.acq_rel.gpu.global.exch.b32
// CHECK-LABEL: .entry lock_release_acq_rel(
// CHECK: atom.release.gpu.global.cas.b32
// CHECK: atom.acq_rel.gpu.global.exch.b32

tile.func public @lock_acq_rel_acq_rel(
    %data_ptr: !tile.ptr<i32> {tile.divisibility = 16 : i32},
    %lock_ptr: !tile.ptr<i32>) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %ones = arith.constant dense<1> : tensor<128xi32>
  %range = tile.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32>
  %base = tile.splat %data_ptr : !tile.ptr<i32> -> tensor<128x!tile.ptr<i32>>
  %ptrs = tile.addptr %base, %range : tensor<128x!tile.ptr<i32>>, tensor<128xi32>
  scf.while : () -> () {
    %found = tile.atomic_cas acq_rel, gpu, %lock_ptr, %zero, %one : (!tile.ptr<i32>, i32, i32) -> i32
    %is_taken = arith.cmpi ne, %found, %zero : i32
    scf.condition(%is_taken)
  } do {
    scf.yield
  }
  %old = tile.load %ptrs : tensor<128x!tile.ptr<i32>>
  %new = arith.addi %old, %ones : tensor<128xi32>
  tile.store %ptrs, %new : tensor<128x!tile.ptr<i32>>
  tilegpu.barrier cta
  %free = tile.atomic_rmw exch, acq_rel, gpu, %lock_ptr, %zero : (!tile.ptr<i32>, i32) -> i32
  tile.return
}

tile.func public @lock_acquire_release(
    %data_ptr: !tile.ptr<i32> {tile.divisibility = 16 : i32},
    %lock_ptr: !tile.ptr<i32>) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %ones = arith.constant dense<1> : tensor<128xi32>
  %range = tile.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32>
  %base = tile.splat %data_ptr : !tile.ptr<i32> -> tensor<128x!tile.ptr<i32>>
  %ptrs = tile.addptr %base, %range : tensor<128x!tile.ptr<i32>>, tensor<128xi32>
  scf.while : () -> () {
    %found = tile.atomic_cas acquire, gpu, %lock_ptr, %zero, %one : (!tile.ptr<i32>, i32, i32) -> i32
    %is_taken = arith.cmpi ne, %found, %zero : i32
    scf.condition(%is_taken)
  } do {
    scf.yield
  }
  %old = tile.load %ptrs : tensor<128x!tile.ptr<i32>>
  %new = arith.addi %old, %ones : tensor<128xi32>
  tile.store %ptrs, %new : tensor<128x!tile.ptr<i32>>
  tilegpu.barrier cta
  %free = tile.atomic_rmw exch, release, gpu, %lock_ptr, %zero : (!tile.ptr<i32>, i32) -> i32
  tile.return
}

tile.func public @lock_relaxed_acq_rel(
    %data_ptr: !tile.ptr<i32> {tile.divisibility = 16 : i32},
    %lock_ptr: !tile.ptr<i32>) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %ones = arith.constant dense<1> : tensor<128xi32>
  %range = tile.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32>
  %base = tile.splat %data_ptr : !tile.ptr<i32> -> tensor<128x!tile.ptr<i32>>
  %ptrs = tile.addptr %base, %range : tensor<128x!tile.ptr<i32>>, tensor<128xi32>
  scf.while : () -> () {
    %found = tile.atomic_cas relaxed, gpu, %lock_ptr, %zero, %one : (!tile.ptr<i32>, i32, i32) -> i32
    %is_taken = arith.cmpi ne, %found, %zero : i32
    scf.condition(%is_taken)
  } do {
    scf.yield
  }
  %old = tile.load %ptrs : tensor<128x!tile.ptr<i32>>
  %new = arith.addi %old, %ones : tensor<128xi32>
  tile.store %ptrs, %new : tensor<128x!tile.ptr<i32>>
  tilegpu.barrier cta
  %free = tile.atomic_rmw exch, acq_rel, gpu, %lock_ptr, %zero : (!tile.ptr<i32>, i32) -> i32
  tile.return
}

tile.func public @lock_release_acq_rel(
    %data_ptr: !tile.ptr<i32> {tile.divisibility = 16 : i32},
    %lock_ptr: !tile.ptr<i32>) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %ones = arith.constant dense<1> : tensor<128xi32>
  %range = tile.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32>
  %base = tile.splat %data_ptr : !tile.ptr<i32> -> tensor<128x!tile.ptr<i32>>
  %ptrs = tile.addptr %base, %range : tensor<128x!tile.ptr<i32>>, tensor<128xi32>
  scf.while : () -> () {
    %found = tile.atomic_cas release, gpu, %lock_ptr, %zero, %one : (!tile.ptr<i32>, i32, i32) -> i32
    %is_taken = arith.cmpi ne, %found, %zero : i32
    scf.condition(%is_taken)
  } do {
    scf.yield
  }
  %old = tile.load %ptrs : tensor<128x!tile.ptr<i32>>
  %new = arith.addi %old, %ones : tensor<128xi32>
  tile.store %ptrs, %new : tensor<128x!tile.ptr<i32>>
  tilegpu.barrier cta
  %free = tile.atomic_rmw exch, acq_rel, gpu, %lock_ptr, %zero : (!tile.ptr<i32>, i32) -> i32
  tile.return
}
