// RUN: tile-opt %s --tile-find-boxes | FileCheck %s

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {

// Later programs have more iterations: in the entry for tensor maps they come
// first.
// CHECK-LABEL: tile.func public @growing(
// CHECK-NOT: get_num_programs
// CHECK-LABEL: tile.func public @growing_tensor_maps(
// CHECK: %[[ID:.*]] = tile.get_program_id x
// CHECK: %[[ALL:.*]] = tile.get_num_programs x
// CHECK: %[[LAST:.*]] = arith.addi %[[ALL]], %c-1
// CHECK: %[[OTHER:.*]] = arith.subi %[[LAST]], %[[ID]]
// CHECK-NOT: %[[ID]]
// CHECK: arith.muli %[[OTHER]]
// CHECK: tile.load {{.*}} box

tile.func public @growing(%a: !tile.ptr<f16> {tile.divisibility = 16 : i32}, %out: !tile.ptr<f32>, %n: i32) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %c64 = arith.constant 64 : i32
  %pid = tile.get_program_id x : i32
  %m = arith.muli %pid, %c64 : i32
  %hi = arith.addi %m, %c64 : i32
  %end = arith.minsi %hi, %n : i32
  %r = tile.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %rows = tile.expand_dims %r {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
  %c64s = arith.constant dense<64> : tensor<64x1xi32>
  %rows64 = arith.muli %rows, %c64s : tensor<64x1xi32>
  %rowsb = tile.broadcast %rows64 : tensor<64x1xi32> -> tensor<64x64xi32>
  %cols = tile.expand_dims %r {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
  %colsb = tile.broadcast %cols : tensor<1x64xi32> -> tensor<64x64xi32>
  %offsets = arith.addi %rowsb, %colsb : tensor<64x64xi32>
  %as = tile.splat %a : !tile.ptr<f16> -> tensor<64x64x!tile.ptr<f16>>
  %p0 = tile.addptr %as, %offsets : tensor<64x64x!tile.ptr<f16>>, tensor<64x64xi32>
  %step = arith.constant dense<4096> : tensor<64x64xi32>
  %left = arith.constant dense<1.0> : tensor<64x64xf16>
  %none = arith.constant dense<0.0> : tensor<64x64xf32>
  %sum, %last = scf.for %i = %zero to %end step %c64 iter_args(%acc = %none, %p = %p0) -> (tensor<64x64xf32>, tensor<64x64x!tile.ptr<f16>>) : i32 {
    %v = tile.load %p : tensor<64x64x!tile.ptr<f16>>
    %d = tile.dot %left, %v, %acc : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
    %q = tile.addptr %p, %step : tensor<64x64x!tile.ptr<f16>>, tensor<64x64xi32>
    scf.yield %d, %q : tensor<64x64xf32>, tensor<64x64x!tile.ptr<f16>>
  }
  %first = arith.muli %pid, %c64 : i32
  %o = tile.addptr %out, %first : !tile.ptr<f32>, i32
  %os = tile.splat %o : !tile.ptr<f32> -> tensor<64x64x!tile.ptr<f32>>
  %ps = tile.addptr %os, %offsets : tensor<64x64x!tile.ptr<f32>>, tensor<64x64xi32>
  tile.store %ps, %sum : tensor<64x64x!tile.ptr<f32>>
  tile.return
}

// Here earlier ones have more, or all have as many.
// CHECK-LABEL: tile.func public @shrinking_tensor_maps(
// CHECK-NOT: get_num_programs

tile.func public @shrinking(%a: !tile.ptr<f16> {tile.divisibility = 16 : i32}, %out: !tile.ptr<f32>, %n: i32) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %c64 = arith.constant 64 : i32
  %pid = tile.get_program_id x : i32
  %m = arith.muli %pid, %c64 : i32
  %end = arith.subi %n, %m : i32
  %r = tile.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %rows = tile.expand_dims %r {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
  %c64s = arith.constant dense<64> : tensor<64x1xi32>
  %rows64 = arith.muli %rows, %c64s : tensor<64x1xi32>
  %rowsb = tile.broadcast %rows64 : tensor<64x1xi32> -> tensor<64x64xi32>
  %cols = tile.expand_dims %r {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
  %colsb = tile.broadcast %cols : tensor<1x64xi32> -> tensor<64x64xi32>
  %offsets = arith.addi %rowsb, %colsb : tensor<64x64xi32>
  %as = tile.splat %a : !tile.ptr<f16> -> tensor<64x64x!tile.ptr<f16>>
  %p0 = tile.addptr %as, %offsets : tensor<64x64x!tile.ptr<f16>>, tensor<64x64xi32>
  %step = arith.constant dense<4096> : tensor<64x64xi32>
  %left = arith.constant dense<1.0> : tensor<64x64xf16>
  %none = arith.constant dense<0.0> : tensor<64x64xf32>
  %sum, %last = scf.for %i = %zero to %end step %c64 iter_args(%acc = %none, %p = %p0) -> (tensor<64x64xf32>, tensor<64x64x!tile.ptr<f16>>) : i32 {
    %v = tile.load %p : tensor<64x64x!tile.ptr<f16>>
    %d = tile.dot %left, %v, %acc : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
    %q = tile.addptr %p, %step : tensor<64x64x!tile.ptr<f16>>, tensor<64x64xi32>
    scf.yield %d, %q : tensor<64x64xf32>, tensor<64x64x!tile.ptr<f16>>
  }
  %first = arith.muli %pid, %c64 : i32
  %o = tile.addptr %out, %first : !tile.ptr<f32>, i32
  %os = tile.splat %o : !tile.ptr<f32> -> tensor<64x64x!tile.ptr<f32>>
  %ps = tile.addptr %os, %offsets : tensor<64x64x!tile.ptr<f32>>, tensor<64x64xi32>
  tile.store %ps, %sum : tensor<64x64x!tile.ptr<f32>>
  tile.return
}

// CHECK-LABEL: tile.func public @even_tensor_maps(
// CHECK-NOT: get_num_programs

tile.func public @even(%a: !tile.ptr<f16> {tile.divisibility = 16 : i32}, %out: !tile.ptr<f32>, %n: i32) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %c64 = arith.constant 64 : i32
  %pid = tile.get_program_id x : i32
  %end = arith.addi %n, %zero : i32
  %r = tile.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %rows = tile.expand_dims %r {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
  %c64s = arith.constant dense<64> : tensor<64x1xi32>
  %rows64 = arith.muli %rows, %c64s : tensor<64x1xi32>
  %rowsb = tile.broadcast %rows64 : tensor<64x1xi32> -> tensor<64x64xi32>
  %cols = tile.expand_dims %r {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
  %colsb = tile.broadcast %cols : tensor<1x64xi32> -> tensor<64x64xi32>
  %offsets = arith.addi %rowsb, %colsb : tensor<64x64xi32>
  %as = tile.splat %a : !tile.ptr<f16> -> tensor<64x64x!tile.ptr<f16>>
  %p0 = tile.addptr %as, %offsets : tensor<64x64x!tile.ptr<f16>>, tensor<64x64xi32>
  %step = arith.constant dense<4096> : tensor<64x64xi32>
  %left = arith.constant dense<1.0> : tensor<64x64xf16>
  %none = arith.constant dense<0.0> : tensor<64x64xf32>
  %sum, %last = scf.for %i = %zero to %end step %c64 iter_args(%acc = %none, %p = %p0) -> (tensor<64x64xf32>, tensor<64x64x!tile.ptr<f16>>) : i32 {
    %v = tile.load %p : tensor<64x64x!tile.ptr<f16>>
    %d = tile.dot %left, %v, %acc : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
    %q = tile.addptr %p, %step : tensor<64x64x!tile.ptr<f16>>, tensor<64x64xi32>
    scf.yield %d, %q : tensor<64x64xf32>, tensor<64x64x!tile.ptr<f16>>
  }
  %first = arith.muli %pid, %c64 : i32
  %o = tile.addptr %out, %first : !tile.ptr<f32>, i32
  %os = tile.splat %o : !tile.ptr<f32> -> tensor<64x64x!tile.ptr<f32>>
  %ps = tile.addptr %os, %offsets : tensor<64x64x!tile.ptr<f32>>, tensor<64x64xi32>
  tile.store %ps, %sum : tensor<64x64x!tile.ptr<f32>>
  tile.return
}

// Programs that may wait for others keep their order.
// CHECK-LABEL: tile.func public @waiting_tensor_maps(
// CHECK-NOT: get_num_programs

tile.func public @waiting(%a: !tile.ptr<f16> {tile.divisibility = 16 : i32}, %out: !tile.ptr<f32>, %n: i32, %counter: !tile.ptr<i32>) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %c64 = arith.constant 64 : i32
  %pid = tile.get_program_id x : i32
  %m = arith.muli %pid, %c64 : i32
  %hi = arith.addi %m, %c64 : i32
  %end = arith.minsi %hi, %n : i32
  %r = tile.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %rows = tile.expand_dims %r {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
  %c64s = arith.constant dense<64> : tensor<64x1xi32>
  %rows64 = arith.muli %rows, %c64s : tensor<64x1xi32>
  %rowsb = tile.broadcast %rows64 : tensor<64x1xi32> -> tensor<64x64xi32>
  %cols = tile.expand_dims %r {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
  %colsb = tile.broadcast %cols : tensor<1x64xi32> -> tensor<64x64xi32>
  %offsets = arith.addi %rowsb, %colsb : tensor<64x64xi32>
  %as = tile.splat %a : !tile.ptr<f16> -> tensor<64x64x!tile.ptr<f16>>
  %p0 = tile.addptr %as, %offsets : tensor<64x64x!tile.ptr<f16>>, tensor<64x64xi32>
  %step = arith.constant dense<4096> : tensor<64x64xi32>
  %left = arith.constant dense<1.0> : tensor<64x64xf16>
  %none = arith.constant dense<0.0> : tensor<64x64xf32>
  %old = tile.atomic_rmw add, acq_rel, gpu, %counter, %one : (!tile.ptr<i32>, i32) -> i32
  %sum, %last = scf.for %i = %zero to %end step %c64 iter_args(%acc = %none, %p = %p0) -> (tensor<64x64xf32>, tensor<64x64x!tile.ptr<f16>>) : i32 {
    %v = tile.load %p : tensor<64x64x!tile.ptr<f16>>
    %d = tile.dot %left, %v, %acc : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
    %q = tile.addptr %p, %step : tensor<64x64x!tile.ptr<f16>>, tensor<64x64xi32>
    scf.yield %d, %q : tensor<64x64xf32>, tensor<64x64x!tile.ptr<f16>>
  }
  %first = arith.muli %pid, %c64 : i32
  %o = tile.addptr %out, %first : !tile.ptr<f32>, i32
  %os = tile.splat %o : !tile.ptr<f32> -> tensor<64x64x!tile.ptr<f32>>
  %ps = tile.addptr %os, %offsets : tensor<64x64x!tile.ptr<f32>>, tensor<64x64xi32>
  tile.store %ps, %sum : tensor<64x64x!tile.ptr<f32>>
  tile.return
}
}
