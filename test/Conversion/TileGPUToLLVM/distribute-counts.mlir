// RUN: tile-opt %s --tile-distribute-to-threads | FileCheck %s

#src = #tile.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#bins = #tilegpu.linear_shared<[[0, 1], [0, 2], [0, 4], [0, 8], [1, 0], [2, 0]]>
#bins256 = #tilegpu.linear_shared<[[0, 1], [0, 2], [0, 4], [0, 8], [0, 16], [0, 32], [0, 64], [0, 128]]>

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {

// Row w mod 4 of warp w: 64 bytes each.
// CHECK-LABEL: @rows(
// CHECK: %[[ADDRESS:.*]] = llvm.ptrtoint %{{.*}} : !llvm.ptr<3> to i32
// CHECK: %[[THREAD:.*]] = nvvm.read.ptx.sreg.tid.x
// CHECK: %[[WARP:.*]] = llvm.and %[[THREAD]], %{{.*}}
// CHECK: %[[ROW:.*]] = llvm.shl %[[WARP]], %{{.*}}
// CHECK: %[[IN:.*]] = llvm.icmp "ult" %arg0, %{{.*}} : i32
// CHECK: %[[PREDICATE:.*]] = llvm.and %arg2, %[[IN]]
// CHECK: llvm.inline_asm has_side_effects {{.*}}"@$1 red.relaxed.cta.shared.add.u32 [$0], 1;", "r,b,~{memory}" %{{.*}}, %[[PREDICATE]]
// CHECK: llvm.inline_asm
// CHECK-NOT: llvm.inline_asm
// CHECK: llvm.return
tile.func private @rows(%x: tensor<256xi32, #src>, %m: tensor<256xi1, #src>) attributes {tilegpu.shared_memory = 256 : i32} {
  %place = tilegpu.local_alloc {tilegpu.offset = 0 : i32} : !tilegpu.memdesc<4x16xi32, #bins>
  tilegpu.local_count %x where %m, %place : tensor<256xi32, #src>, !tilegpu.memdesc<4x16xi32, #bins>
  tile.return
}

// A byte always has a bin of 256.
// CHECK-LABEL: @bytes(
// CHECK-NOT: llvm.icmp
// CHECK: "red.relaxed.cta.shared.add.u32 [$0], 1;", "r,~{memory}"
tile.func private @bytes(%x: tensor<256xi8, #src>) attributes {tilegpu.shared_memory = 1024 : i32} {
  %place = tilegpu.local_alloc {tilegpu.offset = 0 : i32} : !tilegpu.memdesc<1x256xi32, #bins256>
  tilegpu.local_count %x, %place : tensor<256xi8, #src>, !tilegpu.memdesc<1x256xi32, #bins256>
  tile.return
}

// Of 64 elements on 128 threads, half of the threads count.
// CHECK-LABEL: @copies(
// CHECK: %[[OWNER:.*]] = llvm.icmp "eq"
// CHECK: llvm.inline_asm has_side_effects {{.*}}"@$1 red{{.*}} %{{.*}}, %[[OWNER]]
tile.func private @copies(%x: tensor<128xi8, #src>) attributes {tilegpu.shared_memory = 1024 : i32} {
  %place = tilegpu.local_alloc {tilegpu.offset = 0 : i32} : !tilegpu.memdesc<1x256xi32, #bins256>
  tilegpu.local_count %x, %place : tensor<128xi8, #src>, !tilegpu.memdesc<1x256xi32, #bins256>
  tile.return
}

}
