// RUN: tilec %s --num-warps=1 | FileCheck %s

// What is volatile stays one access an element, though the first's value is not
// used; hints reach the instruction.
// CHECK-LABEL: .visible .entry volatile(
// CHECK-COUNT-2: ld.volatile.global
// CHECK-NOT: ld.
// CHECK-COUNT-2: st.volatile.global
// CHECK-NOT: st.
tile.func public @volatile(%p: !tile.ptr<i32> {tile.divisibility = 16 : i32}) {
  %x = tile.load %p {isVolatile = true} : !tile.ptr<i32>
  %y = tile.load %p {isVolatile = true} : !tile.ptr<i32>
  tile.store %p, %y {isVolatile = true} : !tile.ptr<i32>
  tile.store %p, %y {isVolatile = true} : !tile.ptr<i32>
  tile.return
}

// CHECK-LABEL: .visible .entry hints(
// CHECK: ld.global.cg{{.*}}.v4.b32
// CHECK: st.global.{{.*}}L1::evict_first{{.*}}.v4.b32
tile.func public @hints(%p: !tile.ptr<f32> {tile.divisibility = 16 : i32}) {
  %range = tile.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32>
  %base = tile.splat %p : !tile.ptr<f32> -> tensor<128x!tile.ptr<f32>>
  %ptrs = tile.addptr %base, %range : tensor<128x!tile.ptr<f32>>, tensor<128xi32>
  %x = tile.load %ptrs cacheModifier = cg : tensor<128x!tile.ptr<f32>>
  tile.store %ptrs, %x evictionPolicy = evict_first : tensor<128x!tile.ptr<f32>>
  tile.return
}
