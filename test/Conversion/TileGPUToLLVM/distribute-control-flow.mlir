// RUN: tile-opt %s --tile-distribute-to-threads | FileCheck %s
// RUN: tile-opt %s --tilegpu-to-llvm | FileCheck %s --check-prefix=LLVM

#two = #tile.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>

// LLVM-NOT: scf.
// LLVM-NOT: cf.
// LLVM-NOT: unrealized_conversion_cast
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {

// CHECK-LABEL: @for
// CHECK-SAME: %[[A:.*]]: f32, %[[B:.*]]: f32,
tile.func private @for(%a: tensor<256xf32, #two>, %n: i32) -> tensor<256xf32, #two> {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  // CHECK: %[[R:.*]]:2 = scf.for {{.*}} iter_args(%[[X:.*]] = %[[A]], %[[Y:.*]] = %[[B]]) -> (f32, f32)
  // CHECK-DAG: %[[U:.*]] = arith.addf %[[X]], %[[X]] : f32
  // CHECK-DAG: %[[V:.*]] = arith.addf %[[Y]], %[[Y]] : f32
  // CHECK: scf.yield %[[U]], %[[V]]
  %0 = scf.for %i = %zero to %n step %one iter_args(%x = %a) -> (tensor<256xf32, #two>) : i32 {
    %1 = arith.addf %x, %x : tensor<256xf32, #two>
    scf.yield %1 : tensor<256xf32, #two>
  }
  // CHECK: llvm.insertvalue %[[R]]#0, %{{.*}}[0]
  // CHECK: llvm.insertvalue %[[R]]#1, %{{.*}}[1]
  tile.return %0 : tensor<256xf32, #two>
}

// A loop that carries scalars only stays.
// CHECK-LABEL: @for_scalar
tile.func private @for_scalar(%n: i32) -> i32 {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  // CHECK: scf.for {{.*}} -> (i32) : i32
  %0 = scf.for %i = %zero to %n step %one iter_args(%x = %zero) -> (i32) : i32 {
    %1 = arith.addi %x, %i : i32
    scf.yield %1 : i32
  }
  tile.return %0 : i32
}

// CHECK-LABEL: @if
tile.func private @if(%c: i1, %a: tensor<256x!tile.ptr<f32>, #two>, %b: tensor<256x!tile.ptr<f32>, #two>) -> tensor<256x!tile.ptr<f32>, #two> {
  // CHECK: %[[R:.*]]:2 = scf.if %{{.*}} -> (!llvm.ptr<1>, !llvm.ptr<1>)
  %0 = scf.if %c -> (tensor<256x!tile.ptr<f32>, #two>) {
    scf.yield %a : tensor<256x!tile.ptr<f32>, #two>
  } else {
    scf.yield %b : tensor<256x!tile.ptr<f32>, #two>
  }
  tile.return %0 : tensor<256x!tile.ptr<f32>, #two>
}

// CHECK-LABEL: @while
tile.func private @while(%a: tensor<256xi32, #two>, %n: i32) -> (tensor<256xi32, #two>, i32) {
  // CHECK: scf.while (%{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}) : (i32, i32, i32) -> (i32, i32, i32)
  // CHECK: scf.condition(%{{.*}}) %{{.*}}, %{{.*}}, %{{.*}} : i32, i32, i32
  // CHECK: scf.yield %{{.*}}, %{{.*}}, %{{.*}} : i32, i32, i32
  %0:2 = scf.while (%x = %a, %i = %n) : (tensor<256xi32, #two>, i32) -> (tensor<256xi32, #two>, i32) {
    %zero = arith.constant 0 : i32
    %more = arith.cmpi sgt, %i, %zero : i32
    scf.condition(%more) %x, %i : tensor<256xi32, #two>, i32
  } do {
  ^bb0(%x: tensor<256xi32, #two>, %i: i32):
    %one = arith.constant 1 : i32
    %next = arith.subi %i, %one : i32
    %sum = arith.addi %x, %x : tensor<256xi32, #two>
    scf.yield %sum, %next : tensor<256xi32, #two>, i32
  }
  tile.return %0#0, %0#1 : tensor<256xi32, #two>, i32
}

// CHECK-LABEL: @branch
tile.func private @branch(%c: i1, %a: tensor<256xf16, #two>, %b: tensor<256xf16, #two>) -> tensor<256xf16, #two> {
  // CHECK: cf.cond_br %{{.*}}, ^[[LEFT:.*]]({{.*}} : f16, f16), ^[[RIGHT:.*]]({{.*}} : f16, f16)
  cf.cond_br %c, ^left(%a : tensor<256xf16, #two>), ^right(%b : tensor<256xf16, #two>)
^left(%x: tensor<256xf16, #two>):
  // CHECK: ^[[LEFT]](%[[X:.*]]: f16, %[[Y:.*]]: f16):
  // CHECK: cf.br ^[[RIGHT]]({{.*}} : f16, f16)
  %0 = arith.addf %x, %a : tensor<256xf16, #two>
  cf.br ^right(%0 : tensor<256xf16, #two>)
^right(%y: tensor<256xf16, #two>):
  // CHECK: ^[[RIGHT]](%{{.*}}: f16, %{{.*}}: f16):
  tile.return %y : tensor<256xf16, #two>
}

// CHECK-LABEL: @nested
tile.func private @nested(%a: tensor<256xf32, #two>, %n: i32, %c: i1) -> tensor<256xf32, #two> {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  // CHECK: scf.for {{.*}} -> (f32, f32)
  // CHECK: scf.if {{.*}} -> (f32, f32)
  %0 = scf.for %i = %zero to %n step %one iter_args(%x = %a) -> (tensor<256xf32, #two>) : i32 {
    %1 = scf.if %c -> (tensor<256xf32, #two>) {
      %2 = arith.mulf %x, %x : tensor<256xf32, #two>
      scf.yield %2 : tensor<256xf32, #two>
    } else {
      %3 = ub.poison : tensor<256xf32, #two>
      scf.yield %3 : tensor<256xf32, #two>
    }
    scf.yield %1 : tensor<256xf32, #two>
  }
  tile.return %0 : tensor<256xf32, #two>
}
}
