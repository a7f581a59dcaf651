// Tiles without dimensions, which Triton's canonicalizer and tests have, are scalars.
// RUN: tile-opt %s --tile-import-ttir | FileCheck %s
// RUN: tile-run %s --input=x:1xf32=const:3 --output=a:64xf32 --output=b:1xf32 --input=n:i32=5 --check 'a == 32; b == 33' | FileCheck %s --check-prefix=VALUES
// RUN: tile-run %s --device=interpreter --input=x:1xf32=const:3 --output=a:64xf32 --output=b:1xf32 --input=n:i32=5 --check 'a == 32; b == 33' | FileCheck %s --check-prefix=VALUES
// VALUES-COUNT-2: ok, exact

// CHECK-LABEL: @scalar_tiles(
// CHECK-NOT: tensor<{{[f!i]}}
// CHECK: %[[ONE:.*]] = arith.constant 1.0{{.*}} : f32
// CHECK: %[[X:.*]] = tile.load %{{.*}}, %{{.*}}, %{{.*}} : !tile.ptr<f32>
// CHECK: scf.for {{.*}} -> (f32)
// CHECK: tile.splat %{{.*}} : f32 -> tensor<64xf32>
// CHECK: tile.unsplat %{{.*}} : tensor<1x1xf32>
// CHECK: tile.return
tt.func public @scalar_tiles(%x: !tt.ptr<f32>, %a: !tt.ptr<f32>, %b: !tt.ptr<f32>, %n: i32) {
  %true = arith.constant true
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %one = arith.constant dense<1.0> : tensor<f32>
  %other = arith.constant dense<0.0> : tensor<f32>
  %xs = tt.splat %x : !tt.ptr<f32> -> tensor<!tt.ptr<f32>>
  %zs = tt.splat %c0 : i32 -> tensor<i32>
  %xp = tt.addptr %xs, %zs : tensor<!tt.ptr<f32>>, tensor<i32>
  %mask = tt.splat %true : i1 -> tensor<i1>
  %loaded = tt.load %xp, %mask, %other evictionPolicy = evict_last : tensor<!tt.ptr<f32>>
  // 3, 7, 15, 31 and so on, as long as it is less than 20.
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %loaded) -> (tensor<f32>) : i32 {
    %limit = arith.constant dense<20.0> : tensor<f32>
    %less = arith.cmpf olt, %acc, %limit : tensor<f32>
    %twice = arith.addf %acc, %acc : tensor<f32>
    %more = arith.addf %twice, %one : tensor<f32>
    %chosen = arith.select %less, %more, %acc : tensor<i1>, tensor<f32>
    scf.yield %chosen : tensor<f32>
  }
  %next = arith.addf %sum, %one : tensor<f32>
  %wide = tt.splat %next : tensor<f32> -> tensor<64xf32>
  %r = tt.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %as = tt.splat %a : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %ap = tt.addptr %as, %r : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  tt.store %ap, %wide : tensor<64x!tt.ptr<f32>>
  %row = tt.expand_dims %next {axis = 0 : i32} : tensor<f32> -> tensor<1xf32>
  %both = tt.expand_dims %row {axis = 1 : i32} : tensor<1xf32> -> tensor<1x1xf32>
  %back = tt.reshape %both : tensor<1x1xf32> -> tensor<f32>
  %lone = tt.unsplat %back : tensor<f32>
  %again = "tt.splat"(%lone) : (f32) -> tensor<f32>
  %last = arith.addf %again, %one : tensor<f32>
  %bs = tt.splat %b : !tt.ptr<f32> -> tensor<!tt.ptr<f32>>
  tt.store %bs, %last : tensor<!tt.ptr<f32>>
  tt.return
}
