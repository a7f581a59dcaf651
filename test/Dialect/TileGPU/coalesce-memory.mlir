// RUN: tile-opt %s --tile-assign-layouts --tile-coalesce-memory | FileCheck %s

// Layouts for tiles of one dimension.

// CHECK-DAG: #[[$ONE:.+]] = #tile.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK-DAG: #[[$FOUR:.+]] = #tile.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK-DAG: #[[$EIGHT:.+]] = #tile.blocked<{sizePerThread = [8], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK-DAG: #[[$SIXTEEN:.+]] = #tile.blocked<{sizePerThread = [16], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {

// The widest access of f32 is 4 elements. The result goes back to the old layout.
// CHECK-LABEL: @f32
// CHECK: %[[P:.+]] = tile.addptr
// CHECK-NEXT: %[[Q:.+]] = tilegpu.convert_layout %[[P]] : {{.*}} -> tensor<1024x!tile.ptr<f32>, #[[$FOUR]]>
// CHECK-NEXT: %[[X:.+]] = tile.load %[[Q]] : tensor<1024x!tile.ptr<f32>, #[[$FOUR]]>
// CHECK-NEXT: %[[OLD:.+]] = tilegpu.convert_layout %[[X]] : tensor<1024xf32, #[[$FOUR]]> -> tensor<1024xf32, #[[$ONE]]>
// CHECK-NEXT: tilegpu.convert_layout %[[P]]
// CHECK-NEXT: tilegpu.convert_layout %[[OLD]]
// CHECK-NEXT: tile.store {{.*}} : tensor<1024x!tile.ptr<f32>, #[[$FOUR]]>
tile.func @f32(%p: !tile.ptr<f32> {tile.divisibility = 16 : i32}) {
  %r = tile.make_range {start = 0 : i32, end = 1024 : i32} : tensor<1024xi32>
  %s = tile.splat %p : !tile.ptr<f32> -> tensor<1024x!tile.ptr<f32>>
  %q = tile.addptr %s, %r : tensor<1024x!tile.ptr<f32>>, tensor<1024xi32>
  %x = tile.load %q : tensor<1024x!tile.ptr<f32>>
  tile.store %q, %x : tensor<1024x!tile.ptr<f32>>
  tile.return
}

// CHECK-LABEL: @f16(
// CHECK: tile.load {{.*}} : tensor<1024x!tile.ptr<f16>, #[[$EIGHT]]>
tile.func @f16(%p: !tile.ptr<f16> {tile.divisibility = 16 : i32}) {
  %r = tile.make_range {start = 0 : i32, end = 1024 : i32} : tensor<1024xi32>
  %s = tile.splat %p : !tile.ptr<f16> -> tensor<1024x!tile.ptr<f16>>
  %q = tile.addptr %s, %r : tensor<1024x!tile.ptr<f16>>, tensor<1024xi32>
  %x = tile.load %q : tensor<1024x!tile.ptr<f16>>
  tile.return
}

// 512 elements are 4 for each of 128 threads.
// CHECK-LABEL: @f16_small(
// CHECK: tile.load {{.*}} : tensor<512x!tile.ptr<f16>, #[[$FOUR]]>
tile.func @f16_small(%p: !tile.ptr<f16> {tile.divisibility = 16 : i32}) {
  %r = tile.make_range {start = 0 : i32, end = 512 : i32} : tensor<512xi32>
  %s = tile.splat %p : !tile.ptr<f16> -> tensor<512x!tile.ptr<f16>>
  %q = tile.addptr %s, %r : tensor<512x!tile.ptr<f16>>, tensor<512xi32>
  %x = tile.load %q : tensor<512x!tile.ptr<f16>>
  tile.return
}

// CHECK-LABEL: @smaller_than_the_cta(
// CHECK-NOT: convert_layout
// CHECK: tile.load {{.*}} : tensor<64x!tile.ptr<f32>, #[[$ONE]]>
tile.func @smaller_than_the_cta(%p: !tile.ptr<f32> {tile.divisibility = 16 : i32}) {
  %r = tile.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %s = tile.splat %p : !tile.ptr<f32> -> tensor<64x!tile.ptr<f32>>
  %q = tile.addptr %s, %r : tensor<64x!tile.ptr<f32>>, tensor<64xi32>
  %x = tile.load %q : tensor<64x!tile.ptr<f32>>
  tile.return
}

// 16 bytes of i8 would tear the store of f32 apart; 4 are what its 128 bits cover.
// CHECK-LABEL: @i8_and_f32(
// CHECK: tile.load {{.*}} : tensor<4096x!tile.ptr<i8>, #[[$FOUR]]>
// CHECK: tile.store {{.*}} : tensor<4096x!tile.ptr<f32>, #[[$FOUR]]>
tile.func @i8_and_f32(%b: !tile.ptr<i8> {tile.divisibility = 16 : i32}, %p: !tile.ptr<f32> {tile.divisibility = 16 : i32}) {
  %r = tile.make_range {start = 0 : i32, end = 4096 : i32} : tensor<4096xi32>
  %bs = tile.splat %b : !tile.ptr<i8> -> tensor<4096x!tile.ptr<i8>>
  %bq = tile.addptr %bs, %r : tensor<4096x!tile.ptr<i8>>, tensor<4096xi32>
  %x = tile.load %bq : tensor<4096x!tile.ptr<i8>>
  %y = arith.sitofp %x : tensor<4096xi8> to tensor<4096xf32>
  %s = tile.splat %p : !tile.ptr<f32> -> tensor<4096x!tile.ptr<f32>>
  %q = tile.addptr %s, %r : tensor<4096x!tile.ptr<f32>>, tensor<4096xi32>
  tile.store %q, %y : tensor<4096x!tile.ptr<f32>>
  tile.return
}

// Only the offsets are shared, which are cheap: each has its own layout.
// CHECK-LABEL: @i8_beside_f32(
// CHECK: tile.load {{.*}} : tensor<4096x!tile.ptr<i8>, #[[$SIXTEEN]]>
// CHECK: tile.store {{.*}} : tensor<4096x!tile.ptr<i8>, #[[$SIXTEEN]]>
// CHECK: tile.load {{.*}} : tensor<4096x!tile.ptr<f32>, #[[$FOUR]]>
// CHECK: tile.store {{.*}} : tensor<4096x!tile.ptr<f32>, #[[$FOUR]]>
tile.func @i8_beside_f32(%b: !tile.ptr<i8> {tile.divisibility = 16 : i32}, %p: !tile.ptr<f32> {tile.divisibility = 16 : i32}) {
  %r = tile.make_range {start = 0 : i32, end = 4096 : i32} : tensor<4096xi32>
  %bs = tile.splat %b : !tile.ptr<i8> -> tensor<4096x!tile.ptr<i8>>
  %bq = tile.addptr %bs, %r : tensor<4096x!tile.ptr<i8>>, tensor<4096xi32>
  %x = tile.load %bq : tensor<4096x!tile.ptr<i8>>
  tile.store %bq, %x : tensor<4096x!tile.ptr<i8>>
  %s = tile.splat %p : !tile.ptr<f32> -> tensor<4096x!tile.ptr<f32>>
  %q = tile.addptr %s, %r : tensor<4096x!tile.ptr<f32>>, tensor<4096xi32>
  %y = tile.load %q : tensor<4096x!tile.ptr<f32>>
  tile.store %q, %y : tensor<4096x!tile.ptr<f32>>
  tile.return
}

// A mask that differs between neighbours changes nothing here.
// CHECK-LABEL: @masked(
// CHECK: %[[M:.+]] = tilegpu.convert_layout {{.*}} -> tensor<1024xi1, #[[$FOUR]]>
// CHECK: %[[O:.+]] = tilegpu.convert_layout {{.*}} -> tensor<1024xf32, #[[$FOUR]]>
// CHECK: tile.load %{{.+}}, %[[M]], %[[O]] : tensor<1024x!tile.ptr<f32>, #[[$FOUR]]>
tile.func @masked(%p: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %n: i32) {
  %r = tile.make_range {start = 0 : i32, end = 1024 : i32} : tensor<1024xi32>
  %n_tile = tile.splat %n : i32 -> tensor<1024xi32>
  %mask = arith.cmpi slt, %r, %n_tile : tensor<1024xi32>
  %other = arith.constant dense<0.0> : tensor<1024xf32>
  %s = tile.splat %p : !tile.ptr<f32> -> tensor<1024x!tile.ptr<f32>>
  %q = tile.addptr %s, %r : tensor<1024x!tile.ptr<f32>>, tensor<1024xi32>
  %x = tile.load %q, %mask, %other : tensor<1024x!tile.ptr<f32>>
  tile.return
}

// Rows that begin anywhere: one element per access, neighbours beside each other.
// CHECK-LABEL: @odd_pitch(
// CHECK-NOT: convert_layout
// CHECK: tile.load {{.*}} : tensor<1024x!tile.ptr<f32>, #[[$ONE]]>
tile.func @odd_pitch(%p: !tile.ptr<f32> {tile.divisibility = 16 : i32}) {
  %pid = tile.get_program_id x : i32
  %pitch = arith.constant 1185 : i32
  %start = arith.muli %pid, %pitch : i32
  %row = tile.addptr %p, %start : !tile.ptr<f32>, i32
  %r = tile.make_range {start = 0 : i32, end = 1024 : i32} : tensor<1024xi32>
  %s = tile.splat %row : !tile.ptr<f32> -> tensor<1024x!tile.ptr<f32>>
  %q = tile.addptr %s, %r : tensor<1024x!tile.ptr<f32>>, tensor<1024xi32>
  %x = tile.load %q : tensor<1024x!tile.ptr<f32>>
  tile.return
}

// Four requests of 16 sectors each, or one of 4: the load decides.
// CHECK-LABEL: @odd_pitch_to_aligned(
// CHECK-NOT: convert_layout
// CHECK: tile.load {{.*}} : tensor<1024x!tile.ptr<f32>, #[[$ONE]]>
// CHECK: tile.store {{.*}} : tensor<1024x!tile.ptr<f32>, #[[$ONE]]>
tile.func @odd_pitch_to_aligned(%p: !tile.ptr<f32> {tile.divisibility = 16 : i32}) {
  %pid = tile.get_program_id x : i32
  %pitch = arith.constant 1185 : i32
  %start = arith.muli %pid, %pitch : i32
  %row = tile.addptr %p, %start : !tile.ptr<f32>, i32
  %r = tile.make_range {start = 0 : i32, end = 1024 : i32} : tensor<1024xi32>
  %s = tile.splat %row : !tile.ptr<f32> -> tensor<1024x!tile.ptr<f32>>
  %q = tile.addptr %s, %r : tensor<1024x!tile.ptr<f32>>, tensor<1024xi32>
  %x = tile.load %q : tensor<1024x!tile.ptr<f32>>
  %t = tile.splat %p : !tile.ptr<f32> -> tensor<1024x!tile.ptr<f32>>
  %u = tile.addptr %t, %r : tensor<1024x!tile.ptr<f32>>, tensor<1024xi32>
  tile.store %u, %x : tensor<1024x!tile.ptr<f32>>
  tile.return
}

// The second load has no consecutive addresses and no say.
// CHECK-LABEL: @gathered(
// CHECK: tile.load {{.*}} : tensor<1024x!tile.ptr<i32>, #[[$FOUR]]>
// CHECK: tile.load {{.*}} : tensor<1024x!tile.ptr<f32>, #[[$FOUR]]>
tile.func @gathered(%p: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %i: !tile.ptr<i32> {tile.divisibility = 16 : i32}) {
  %r = tile.make_range {start = 0 : i32, end = 1024 : i32} : tensor<1024xi32>
  %is = tile.splat %i : !tile.ptr<i32> -> tensor<1024x!tile.ptr<i32>>
  %iq = tile.addptr %is, %r : tensor<1024x!tile.ptr<i32>>, tensor<1024xi32>
  %index = tile.load %iq : tensor<1024x!tile.ptr<i32>>
  %s = tile.splat %p : !tile.ptr<f32> -> tensor<1024x!tile.ptr<f32>>
  %q = tile.addptr %s, %index : tensor<1024x!tile.ptr<f32>>, tensor<1024xi32>
  %x = tile.load %q : tensor<1024x!tile.ptr<f32>>
  tile.return
}

// The pointers and the sum are carried by the loop, and tie the load to the store.
// CHECK-LABEL: @carried(
// CHECK: scf.for
// CHECK: tile.load {{.*}} : tensor<1024x!tile.ptr<f16>, #[[$FOUR]]>
// CHECK: tile.store {{.*}} : tensor<1024x!tile.ptr<f32>, #[[$FOUR]]>
tile.func @carried(%p: !tile.ptr<f16> {tile.divisibility = 16 : i32}, %d: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %n: i32) {
  %r = tile.make_range {start = 0 : i32, end = 1024 : i32} : tensor<1024xi32>
  %s = tile.splat %p : !tile.ptr<f16> -> tensor<1024x!tile.ptr<f16>>
  %q = tile.addptr %s, %r : tensor<1024x!tile.ptr<f16>>, tensor<1024xi32>
  %step = arith.constant dense<1024> : tensor<1024xi32>
  %zero = arith.constant dense<0.0> : tensor<1024xf32>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %sum:2 = scf.for %i = %c0 to %n step %c1 iter_args(%at = %q, %acc = %zero) -> (tensor<1024x!tile.ptr<f16>>, tensor<1024xf32>) : i32 {
    %x = tile.load %at : tensor<1024x!tile.ptr<f16>>
    %y = arith.extf %x : tensor<1024xf16> to tensor<1024xf32>
    %more = arith.addf %acc, %y : tensor<1024xf32>
    %next = tile.addptr %at, %step : tensor<1024x!tile.ptr<f16>>, tensor<1024xi32>
    scf.yield %next, %more : tensor<1024x!tile.ptr<f16>>, tensor<1024xf32>
  }
  %t = tile.splat %d : !tile.ptr<f32> -> tensor<1024x!tile.ptr<f32>>
  %u = tile.addptr %t, %r : tensor<1024x!tile.ptr<f32>>, tensor<1024xi32>
  tile.store %u, %sum#1 : tensor<1024x!tile.ptr<f32>>
  tile.return
}

// The layouts of arguments cannot be chosen.
// CHECK-LABEL: @device_function(
// CHECK-NOT: convert_layout
// CHECK: tile.load {{.*}} : tensor<1024x!tile.ptr<f32>, #[[$ONE]]>
// CHECK: tile.store {{.*}} : tensor<1024x!tile.ptr<f32>, #[[$ONE]]>
tile.func private @device_function(%q: tensor<1024x!tile.ptr<f32>>) attributes {noinline = true} {
  %x = tile.load %q : tensor<1024x!tile.ptr<f32>>
  tile.store %q, %x : tensor<1024x!tile.ptr<f32>>
  tile.return
}
tile.func @calls(%p: !tile.ptr<f32> {tile.divisibility = 16 : i32}) {
  %r = tile.make_range {start = 0 : i32, end = 1024 : i32} : tensor<1024xi32>
  %s = tile.splat %p : !tile.ptr<f32> -> tensor<1024x!tile.ptr<f32>>
  %q = tile.addptr %s, %r : tensor<1024x!tile.ptr<f32>>, tensor<1024xi32>
  tile.call @device_function(%q) : (tensor<1024x!tile.ptr<f32>>) -> ()
  tile.return
}

// Scalars have no layout.
// CHECK-LABEL: @scalars(
// CHECK-NOT: convert_layout
// CHECK: tile.return
tile.func @scalars(%p: !tile.ptr<f32> {tile.divisibility = 16 : i32}) {
  %x = tile.load %p : !tile.ptr<f32>
  tile.store %p, %x : !tile.ptr<f32>
  tile.return
}

}
