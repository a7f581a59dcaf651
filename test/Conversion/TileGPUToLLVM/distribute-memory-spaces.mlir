// RUN: tile-opt %s --tile-distribute-to-threads | FileCheck %s
// RUN: %if ptxas %{ tilec %s --emit=cubin -o %t.cubin %}

// What each state space of PTX knows of the hints; the others are dropped.

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {

// CHECK-LABEL: llvm.func @generic(
// CHECK: "ld.cg.b32 $0, [$1];"
// CHECK: "ld.L1::evict_first.b32 $0, [$1];"
// CHECK: "@$2 ld.volatile.b32 $0, [$1];"
// CHECK: "@$2 st.L1::evict_last.b32 [$1], $0;"
tile.func public @generic(%p: !tile.ptr<f32, 0>, %m: i1) {
  %0 = tile.load %p cacheModifier = cg : !tile.ptr<f32, 0>
  %1 = tile.load %p evictionPolicy = evict_first : !tile.ptr<f32, 0>
  %2 = tile.load %p, %m {isVolatile = true} : !tile.ptr<f32, 0>
  tile.store %p, %0 evictionPolicy = evict_last : !tile.ptr<f32, 0>
  tile.return
}

// CHECK-LABEL: llvm.func @shared(
// CHECK: "ld.shared.ca.b32 $0, [$1];"
// CHECK: llvm.load %{{.*}} : !llvm.ptr<3> -> f32
// CHECK: "@$2 ld.volatile.shared.b32 $0, [$1];"
// CHECK: "@$2 st.shared.b32 [$1], $0;"
tile.func public @shared(%p: !tile.ptr<f32, 3>, %m: i1) {
  %0 = tile.load %p cacheModifier = ca : !tile.ptr<f32, 3>
  %1 = tile.load %p evictionPolicy = evict_first : !tile.ptr<f32, 3>
  %2 = tile.load %p, %m {isVolatile = true} : !tile.ptr<f32, 3>
  tile.store %p, %0 evictionPolicy = evict_last : !tile.ptr<f32, 3>
  tile.return
}

// CHECK-LABEL: llvm.func @constant(
// CHECK: llvm.load %{{.*}} : !llvm.ptr<4> -> f32
// CHECK: "@$2 ld.const.b32 $0, [$1];"
tile.func public @constant(%p: !tile.ptr<f32, 4>, %m: i1) {
  %0 = tile.load %p evictionPolicy = evict_first : !tile.ptr<f32, 4>
  %1 = tile.load %p, %m {isVolatile = true} : !tile.ptr<f32, 4>
  tile.return
}

// CHECK-LABEL: llvm.func @local(
// CHECK: "@$2 ld.local.b32 $0, [$1];"
// CHECK: "@$2 st.local.b32 [$1], $0;"
tile.func public @local(%p: !tile.ptr<f32, 5>, %m: i1) {
  %0 = tile.load %p, %m {isVolatile = true} : !tile.ptr<f32, 5>
  tile.store %p, %0 {isVolatile = true} : !tile.ptr<f32, 5>
  tile.return
}
}
