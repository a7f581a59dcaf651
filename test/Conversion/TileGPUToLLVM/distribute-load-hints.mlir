// RUN: tile-opt %s --tile-distribute-to-threads | FileCheck %s
// RUN: %if ptxas %{ tilec %s --emit=cubin -o %t.cubin %}

#b1 = #tile.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#b4 = #tile.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
// Hints that an LLVM load cannot carry need PTX, with or without a mask.

// CHECK-LABEL: llvm.func @cache_ca(
// CHECK: llvm.inline_asm has_side_effects "ld.global.ca.v4.b32 {$0, $1, $2, $3}, [$4];", "=r,=r,=r,=r,l,~{memory}"
tile.func public @cache_ca(%p: !tile.ptr<f32> {tile.divisibility = 16 : i32}) {
  %r = tile.make_range {start = 0 : i32, end = 512 : i32} : tensor<512xi32, #b4>
  %s = tile.splat %p : !tile.ptr<f32> -> tensor<512x!tile.ptr<f32>, #b4>
  %ps = tile.addptr %s, %r : tensor<512x!tile.ptr<f32>, #b4>, tensor<512xi32, #b4>
  %v = tile.load %ps cacheModifier = ca : tensor<512x!tile.ptr<f32>, #b4>
  tile.return
}

// CHECK-LABEL: llvm.func @cache_cg(
// CHECK: llvm.inline_asm has_side_effects "ld.global.cg.v4.b32 {$0, $1, $2, $3}, [$4];", "=r,=r,=r,=r,l,~{memory}"
tile.func public @cache_cg(%p: !tile.ptr<f32> {tile.divisibility = 16 : i32}) {
  %r = tile.make_range {start = 0 : i32, end = 512 : i32} : tensor<512xi32, #b4>
  %s = tile.splat %p : !tile.ptr<f32> -> tensor<512x!tile.ptr<f32>, #b4>
  %ps = tile.addptr %s, %r : tensor<512x!tile.ptr<f32>, #b4>, tensor<512xi32, #b4>
  %v = tile.load %ps cacheModifier = cg : tensor<512x!tile.ptr<f32>, #b4>
  tile.return
}

// CHECK-LABEL: llvm.func @cache_cs(
// CHECK: llvm.inline_asm has_side_effects "ld.global.cs.v4.b32 {$0, $1, $2, $3}, [$4];", "=r,=r,=r,=r,l,~{memory}"
tile.func public @cache_cs(%p: !tile.ptr<f32> {tile.divisibility = 16 : i32}) {
  %r = tile.make_range {start = 0 : i32, end = 512 : i32} : tensor<512xi32, #b4>
  %s = tile.splat %p : !tile.ptr<f32> -> tensor<512x!tile.ptr<f32>, #b4>
  %ps = tile.addptr %s, %r : tensor<512x!tile.ptr<f32>, #b4>, tensor<512xi32, #b4>
  %v = tile.load %ps cacheModifier = cs : tensor<512x!tile.ptr<f32>, #b4>
  tile.return
}

// CHECK-LABEL: llvm.func @cache_cv(
// CHECK: llvm.inline_asm has_side_effects "ld.global.cv.v4.b32 {$0, $1, $2, $3}, [$4];", "=r,=r,=r,=r,l,~{memory}"
tile.func public @cache_cv(%p: !tile.ptr<f32> {tile.divisibility = 16 : i32}) {
  %r = tile.make_range {start = 0 : i32, end = 512 : i32} : tensor<512xi32, #b4>
  %s = tile.splat %p : !tile.ptr<f32> -> tensor<512x!tile.ptr<f32>, #b4>
  %ps = tile.addptr %s, %r : tensor<512x!tile.ptr<f32>, #b4>, tensor<512xi32, #b4>
  %v = tile.load %ps cacheModifier = cv : tensor<512x!tile.ptr<f32>, #b4>
  tile.return
}

// CHECK-LABEL: llvm.func @evict_first(
// CHECK: llvm.inline_asm has_side_effects "ld.global.L1::evict_first.v4.b32 {$0, $1, $2, $3}, [$4];"
tile.func public @evict_first(%p: !tile.ptr<f32> {tile.divisibility = 16 : i32}) {
  %r = tile.make_range {start = 0 : i32, end = 512 : i32} : tensor<512xi32, #b4>
  %s = tile.splat %p : !tile.ptr<f32> -> tensor<512x!tile.ptr<f32>, #b4>
  %ps = tile.addptr %s, %r : tensor<512x!tile.ptr<f32>, #b4>, tensor<512xi32, #b4>
  %v = tile.load %ps evictionPolicy = evict_first : tensor<512x!tile.ptr<f32>, #b4>
  tile.return
}

// CHECK-LABEL: llvm.func @evict_last(
// CHECK: llvm.inline_asm has_side_effects "ld.global.L1::evict_last.v4.b32 {$0, $1, $2, $3}, [$4];"
tile.func public @evict_last(%p: !tile.ptr<f32> {tile.divisibility = 16 : i32}) {
  %r = tile.make_range {start = 0 : i32, end = 512 : i32} : tensor<512xi32, #b4>
  %s = tile.splat %p : !tile.ptr<f32> -> tensor<512x!tile.ptr<f32>, #b4>
  %ps = tile.addptr %s, %r : tensor<512x!tile.ptr<f32>, #b4>, tensor<512xi32, #b4>
  %v = tile.load %ps evictionPolicy = evict_last : tensor<512x!tile.ptr<f32>, #b4>
  tile.return
}

// PTX knows no access with both; the cache operator wins.
// CHECK-LABEL: llvm.func @both(
// CHECK: llvm.inline_asm has_side_effects "ld.global.cg.v4.b32
tile.func public @both(%p: !tile.ptr<f32> {tile.divisibility = 16 : i32}) {
  %r = tile.make_range {start = 0 : i32, end = 512 : i32} : tensor<512xi32, #b4>
  %s = tile.splat %p : !tile.ptr<f32> -> tensor<512x!tile.ptr<f32>, #b4>
  %ps = tile.addptr %s, %r : tensor<512x!tile.ptr<f32>, #b4>, tensor<512xi32, #b4>
  %v = tile.load %ps cacheModifier = cg evictionPolicy = evict_first : tensor<512x!tile.ptr<f32>, #b4>
  tile.return
}

// CHECK-LABEL: llvm.func @normal(
// CHECK-NOT: llvm.inline_asm
// CHECK: llvm.load
tile.func public @normal(%p: !tile.ptr<f32> {tile.divisibility = 16 : i32}) {
  %r = tile.make_range {start = 0 : i32, end = 512 : i32} : tensor<512xi32, #b4>
  %s = tile.splat %p : !tile.ptr<f32> -> tensor<512x!tile.ptr<f32>, #b4>
  %ps = tile.addptr %s, %r : tensor<512x!tile.ptr<f32>, #b4>, tensor<512xi32, #b4>
  %v = tile.load %ps evictionPolicy = evict_normal : tensor<512x!tile.ptr<f32>, #b4>
  tile.return
}

// CHECK-LABEL: llvm.func @volatile(
// CHECK-NOT: llvm.inline_asm
// CHECK: llvm.load volatile %{{.*}} {alignment = 16 : i64} : !llvm.ptr<1> -> vector<4xf32>
tile.func public @volatile(%p: !tile.ptr<f32> {tile.divisibility = 16 : i32}) {
  %r = tile.make_range {start = 0 : i32, end = 512 : i32} : tensor<512xi32, #b4>
  %s = tile.splat %p : !tile.ptr<f32> -> tensor<512x!tile.ptr<f32>, #b4>
  %ps = tile.addptr %s, %r : tensor<512x!tile.ptr<f32>, #b4>, tensor<512xi32, #b4>
  %v = tile.load %ps {isVolatile = true} : tensor<512x!tile.ptr<f32>, #b4>
  tile.return
}

// A volatile access takes no cache operator.
// CHECK-LABEL: llvm.func @volatile_masked(
// CHECK: llvm.inline_asm has_side_effects "@$2 ld.volatile.global.b32 $0, [$1];", "=r,l,b,0,~{memory}"
tile.func public @volatile_masked(%p: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %b: i1) {
  %r = tile.make_range {start = 0 : i32, end = 128 : i32} : tensor<128xi32, #b1>
  %s = tile.splat %p : !tile.ptr<f32> -> tensor<128x!tile.ptr<f32>, #b1>
  %ps = tile.addptr %s, %r : tensor<128x!tile.ptr<f32>, #b1>, tensor<128xi32, #b1>
  %m = tile.splat %b : i1 -> tensor<128xi1, #b1>
  %v = tile.load %ps, %m cacheModifier = cg {isVolatile = true} : tensor<128x!tile.ptr<f32>, #b1>
  tile.return
}

// CHECK-LABEL: llvm.func @masked(
// CHECK: llvm.inline_asm has_side_effects "@$2 ld.global.L1::evict_first.b32 $0, [$1];"
tile.func public @masked(%p: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %b: i1) {
  %r = tile.make_range {start = 0 : i32, end = 128 : i32} : tensor<128xi32, #b1>
  %s = tile.splat %p : !tile.ptr<f32> -> tensor<128x!tile.ptr<f32>, #b1>
  %ps = tile.addptr %s, %r : tensor<128x!tile.ptr<f32>, #b1>, tensor<128xi32, #b1>
  %m = tile.splat %b : i1 -> tensor<128xi1, #b1>
  %v = tile.load %ps, %m evictionPolicy = evict_first : tensor<128x!tile.ptr<f32>, #b1>
  tile.return
}
}
