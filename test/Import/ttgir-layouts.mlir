// A kernel from TTGIR is compiled with the layouts that the TTGIR names, also where the passes would choose others.
// RUN: tilec %s --emit=tilegpu | FileCheck %s
// RUN: tilec %s --kernel=copy | FileCheck %s --check-prefix=COPY
// RUN: tile-run %s --kernel=copy --input=1024xf32=iota --output=1024xf32 --check 'out == a[i]' | FileCheck %s --check-prefix=EXACT
// RUN: tile-run %s --kernel=rows --input=512xf32=iota --output=32xf32 --check 'out == 16 * a[16 * i] + 120' | FileCheck %s --check-prefix=EXACT
// RUN: tile-run %s --kernel=moved --input=1024xi32=iota --output=1024xi32 --check 'out == a[i]' | FileCheck %s --check-prefix=EXACT
// RUN: tile-run %s --kernel=product --input=256xf16=iota:-8:0.125 --input=256xf16=const:2 --output=256xf32 --check 'out == sum(k, 16, a[i / 16 * 16 + k] * 2)' | FileCheck %s --check-prefix=EXACT
// EXACT: : ok, exact

// One number at a time, where a thread could load four.
// COPY: ld.global.b32
// COPY-NOT: v4
// CHECK-DAG: #[[ONE:.*]] = #tile.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#one = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// Addresses follow one another along dimension 1, and lanes do along dimension 0.
// CHECK-DAG: #[[ACROSS:.*]] = #tile.blocked<{sizePerThread = [1, 16], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [0, 1]}>
#across = #ttg.blocked<{sizePerThread = [1, 16], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [0, 1]}>
// CHECK-DAG: #[[LINEAR:.*]] = #tile.linear<{register = {{\[\[}}256], [512], [1]], lane = {{\[\[}}2], [4], [8], [16], [32]], warp = {{\[\[}}64], [128]], block = []}>
#linear = #ttg.linear<{register = [[256], [512], [1]], lane = [[2], [4], [8], [16], [32]], warp = [[64], [128]], block = []}>
// CHECK-DAG: #[[MMA:.*]] = #tile.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [1, 4], instrShape = [16, 8]}>
#mma = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [1, 4], instrShape = [16, 8]}>
// CHECK-DAG: #[[MATRICES:.*]] = #tile.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [4, 1, 1], instrShape = [16, 8]}>
#matrices = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [4, 1, 1], instrShape = [1, 16, 8]}>
// CHECK-DAG: #[[A:.*]] = #tile.dot_op<{opIdx = 0, parent = #[[MMA]], kWidth = 2}>
// CHECK-DAG: #[[B:.*]] = #tile.dot_op<{opIdx = 1, parent = #[[MMA]], kWidth = 2}>
#a = #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>
#b = #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>
#square = #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>

// CHECK: module attributes {tile.keep_layouts, tile.target
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: tile.func public @copy
  // CHECK: tile.load %{{.*}} : tensor<1024x!tile.ptr<f32>, #[[ONE]]>
  // CHECK: tile.store %{{.*}} : tensor<1024x!tile.ptr<f32>, #[[ONE]]>
  tt.func public @copy(%x: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %y: !tt.ptr<f32> {tt.divisibility = 16 : i32}) {
    %i = tt.make_range {start = 0 : i32, end = 1024 : i32} : tensor<1024xi32, #one>
    %p = tt.splat %x : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>, #one>
    %q = tt.addptr %p, %i : tensor<1024x!tt.ptr<f32>, #one>, tensor<1024xi32, #one>
    %v = tt.load %q : tensor<1024x!tt.ptr<f32>, #one>
    %r = tt.splat %y : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>, #one>
    %s = tt.addptr %r, %i : tensor<1024x!tt.ptr<f32>, #one>, tensor<1024xi32, #one>
    tt.store %s, %v : tensor<1024x!tt.ptr<f32>, #one>
    tt.return
  }

  // CHECK-LABEL: tile.func public @rows
  // CHECK: tile.load %{{.*}} : tensor<32x16x!tile.ptr<f32>, #[[ACROSS]]>
  // CHECK: tile.store %{{.*}} : tensor<32x!tile.ptr<f32>, #tile.slice<{dim = 1, parent = #[[ACROSS]]}>>
  tt.func public @rows(%x: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %y: !tt.ptr<f32> {tt.divisibility = 16 : i32}) {
    %i = tt.make_range {start = 0 : i32, end = 32 : i32} : tensor<32xi32, #ttg.slice<{dim = 1, parent = #across}>>
    %j = tt.make_range {start = 0 : i32, end = 16 : i32} : tensor<16xi32, #ttg.slice<{dim = 0, parent = #across}>>
    %i2 = tt.expand_dims %i {axis = 1 : i32} : tensor<32xi32, #ttg.slice<{dim = 1, parent = #across}>> -> tensor<32x1xi32, #across>
    %j2 = tt.expand_dims %j {axis = 0 : i32} : tensor<16xi32, #ttg.slice<{dim = 0, parent = #across}>> -> tensor<1x16xi32, #across>
    %c16 = arith.constant dense<16> : tensor<32x1xi32, #across>
    %row = arith.muli %i2, %c16 : tensor<32x1xi32, #across>
    %ib = tt.broadcast %row : tensor<32x1xi32, #across> -> tensor<32x16xi32, #across>
    %jb = tt.broadcast %j2 : tensor<1x16xi32, #across> -> tensor<32x16xi32, #across>
    %at = arith.addi %ib, %jb : tensor<32x16xi32, #across>
    %p = tt.splat %x : !tt.ptr<f32> -> tensor<32x16x!tt.ptr<f32>, #across>
    %q = tt.addptr %p, %at : tensor<32x16x!tt.ptr<f32>, #across>, tensor<32x16xi32, #across>
    %v = tt.load %q : tensor<32x16x!tt.ptr<f32>, #across>
    %sum = "tt.reduce"(%v) <{axis = 1 : i32}> ({
    ^bb0(%l: f32, %m: f32):
      %n = arith.addf %l, %m : f32
      tt.reduce.return %n : f32
    }) : (tensor<32x16xf32, #across>) -> tensor<32xf32, #ttg.slice<{dim = 1, parent = #across}>>
    %r = tt.splat %y : !tt.ptr<f32> -> tensor<32x!tt.ptr<f32>, #ttg.slice<{dim = 1, parent = #across}>>
    %s = tt.addptr %r, %i : tensor<32x!tt.ptr<f32>, #ttg.slice<{dim = 1, parent = #across}>>, tensor<32xi32, #ttg.slice<{dim = 1, parent = #across}>>
    tt.store %s, %sum : tensor<32x!tt.ptr<f32>, #ttg.slice<{dim = 1, parent = #across}>>
    tt.return
  }

  // CHECK-LABEL: tile.func public @moved
  // CHECK: tile.load %{{.*}} : tensor<1024x!tile.ptr<i32>, #[[LINEAR]]>
  // CHECK: tilegpu.local_store %{{.*}} : tensor<1024xi32, #[[LINEAR]]>
  // CHECK: tilegpu.local_load %{{.*}} -> tensor<1024xi32, #[[ONE]]>
  // CHECK: tile.store %{{.*}} : tensor<1024x!tile.ptr<i32>, #[[ONE]]>
  tt.func public @moved(%x: !tt.ptr<i32> {tt.divisibility = 16 : i32}, %y: !tt.ptr<i32> {tt.divisibility = 16 : i32}) {
    %i = tt.make_range {start = 0 : i32, end = 1024 : i32} : tensor<1024xi32, #linear>
    %p = tt.splat %x : !tt.ptr<i32> -> tensor<1024x!tt.ptr<i32>, #linear>
    %q = tt.addptr %p, %i : tensor<1024x!tt.ptr<i32>, #linear>, tensor<1024xi32, #linear>
    %v = tt.load %q : tensor<1024x!tt.ptr<i32>, #linear>
    %w = ttg.convert_layout %v : tensor<1024xi32, #linear> -> tensor<1024xi32, #one>
    %j = tt.make_range {start = 0 : i32, end = 1024 : i32} : tensor<1024xi32, #one>
    %r = tt.splat %y : !tt.ptr<i32> -> tensor<1024x!tt.ptr<i32>, #one>
    %s = tt.addptr %r, %j : tensor<1024x!tt.ptr<i32>, #one>, tensor<1024xi32, #one>
    tt.store %s, %w : tensor<1024x!tt.ptr<i32>, #one>
    tt.return
  }

  // The sums go along columns, though the passes would rather have warps along rows.
  // CHECK-LABEL: tile.func public @product
  // CHECK: tile.dot %{{.*}} : tensor<16x16xf16, #[[A]]> * tensor<16x16xf16, #[[B]]> -> tensor<16x16xf32, #[[MMA]]>
  // CHECK: tile.store %{{.*}} : tensor<16x16x!tile.ptr<f32>, #[[MMA]]>
  tt.func public @product(%x: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %y: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %z: !tt.ptr<f32> {tt.divisibility = 16 : i32}) {
    %i = tt.make_range {start = 0 : i32, end = 16 : i32} : tensor<16xi32, #ttg.slice<{dim = 1, parent = #square}>>
    %j = tt.make_range {start = 0 : i32, end = 16 : i32} : tensor<16xi32, #ttg.slice<{dim = 0, parent = #square}>>
    %i2 = tt.expand_dims %i {axis = 1 : i32} : tensor<16xi32, #ttg.slice<{dim = 1, parent = #square}>> -> tensor<16x1xi32, #square>
    %j2 = tt.expand_dims %j {axis = 0 : i32} : tensor<16xi32, #ttg.slice<{dim = 0, parent = #square}>> -> tensor<1x16xi32, #square>
    %c16 = arith.constant dense<16> : tensor<16x1xi32, #square>
    %row = arith.muli %i2, %c16 : tensor<16x1xi32, #square>
    %ib = tt.broadcast %row : tensor<16x1xi32, #square> -> tensor<16x16xi32, #square>
    %jb = tt.broadcast %j2 : tensor<1x16xi32, #square> -> tensor<16x16xi32, #square>
    %at = arith.addi %ib, %jb : tensor<16x16xi32, #square>
    %xp = tt.splat %x : !tt.ptr<f16> -> tensor<16x16x!tt.ptr<f16>, #square>
    %xq = tt.addptr %xp, %at : tensor<16x16x!tt.ptr<f16>, #square>, tensor<16x16xi32, #square>
    %xv = tt.load %xq : tensor<16x16x!tt.ptr<f16>, #square>
    %yp = tt.splat %y : !tt.ptr<f16> -> tensor<16x16x!tt.ptr<f16>, #square>
    %yq = tt.addptr %yp, %at : tensor<16x16x!tt.ptr<f16>, #square>, tensor<16x16xi32, #square>
    %yv = tt.load %yq : tensor<16x16x!tt.ptr<f16>, #square>
    %l = ttg.convert_layout %xv : tensor<16x16xf16, #square> -> tensor<16x16xf16, #a>
    %r = ttg.convert_layout %yv : tensor<16x16xf16, #square> -> tensor<16x16xf16, #b>
    %zero = arith.constant dense<0.0> : tensor<16x16xf32, #mma>
    %d = tt.dot %l, %r, %zero : tensor<16x16xf16, #a> * tensor<16x16xf16, #b> -> tensor<16x16xf32, #mma>
    %zp = tt.splat %z : !tt.ptr<f32> -> tensor<16x16x!tt.ptr<f32>, #mma>
    %zat = ttg.convert_layout %at : tensor<16x16xi32, #square> -> tensor<16x16xi32, #mma>
    %zq = tt.addptr %zp, %zat : tensor<16x16x!tt.ptr<f32>, #mma>, tensor<16x16xi32, #mma>
    tt.store %zq, %d : tensor<16x16x!tt.ptr<f32>, #mma>
    tt.return
  }

  // Triton's instrShape has a size of 1 for the number of matrices.
  // CHECK-LABEL: tile.func public @several
  // CHECK: tile.store %{{.*}} : tensor<4x16x8x!tile.ptr<f32>, #[[MATRICES]]>
  tt.func public @several(%z: !tt.ptr<f32> {tt.divisibility = 16 : i32}) {
    %zero = arith.constant dense<0.0> : tensor<4x16x8xf32, #matrices>
    %zp = tt.splat %z : !tt.ptr<f32> -> tensor<4x16x8x!tt.ptr<f32>, #matrices>
    tt.store %zp, %zero : tensor<4x16x8x!tt.ptr<f32>, #matrices>
    tt.return
  }
}
