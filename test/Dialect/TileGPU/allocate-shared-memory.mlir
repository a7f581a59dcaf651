// RUN: tile-opt %s --tile-allocate-shared-memory | FileCheck %s

// Places get bytes from their first store to their last load.

#a = #tile.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
#s32 = #tilegpu.linear_shared<[[1], [2], [4], [8], [16]]>
#s256 = #tilegpu.linear_shared<[[1], [2], [4], [8], [16], [32], [64], [128]]>
#s512 = #tilegpu.linear_shared<[[1], [2], [4], [8], [16], [32], [64], [128], [256]]>
#s1 = #tilegpu.linear_shared<[], rank = 1>

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {

// The number says that no place is missing.
// CHECK-LABEL: @none()
// CHECK-SAME: {tilegpu.shared_memory = 0 : i32}
// CHECK: tile.return
tile.func private @none() {
  tile.return
}

// What was there before goes away with the last place.
// CHECK-LABEL: @none_any_more()
// CHECK-SAME: {tilegpu.shared_memory = 0 : i32}
// CHECK: tile.return
tile.func private @none_any_more() attributes {tilegpu.shared_memory = 16 : i32} {
  tile.return
}

// CHECK-LABEL: @one_after_the_other
// CHECK-SAME: tilegpu.shared_memory = 1024 : i32
// CHECK: local_alloc {tilegpu.offset = 0 : i32}
// CHECK: local_alloc {tilegpu.offset = 0 : i32}
tile.func private @one_after_the_other(%x: tensor<256xf32, #a>) {
  %0 = tilegpu.local_alloc : !tilegpu.memdesc<256xf32, #s256>
  %1 = tilegpu.local_alloc : !tilegpu.memdesc<256xf32, #s256>
  tilegpu.local_store %x, %0 : tensor<256xf32, #a>, !tilegpu.memdesc<256xf32, #s256>
  %2 = tilegpu.local_load %0 : !tilegpu.memdesc<256xf32, #s256> -> tensor<256xf32, #a>
  tilegpu.local_store %2, %1 : tensor<256xf32, #a>, !tilegpu.memdesc<256xf32, #s256>
  %3 = tilegpu.local_load %1 : !tilegpu.memdesc<256xf32, #s256> -> tensor<256xf32, #a>
  tile.return
}

// Small ones are apart, as long as there are few: the second store needs no
// barrier then.
// CHECK-LABEL: @small
// CHECK-SAME: tilegpu.shared_memory = 256 : i32
// CHECK: local_alloc {tilegpu.offset = 0 : i32}
// CHECK: local_alloc {tilegpu.offset = 128 : i32}
tile.func private @small(%x: tensor<32xf32, #a>) {
  %0 = tilegpu.local_alloc : !tilegpu.memdesc<32xf32, #s32>
  %1 = tilegpu.local_alloc : !tilegpu.memdesc<32xf32, #s32>
  tilegpu.local_store %x, %0 : tensor<32xf32, #a>, !tilegpu.memdesc<32xf32, #s32>
  %2 = tilegpu.local_load %0 : !tilegpu.memdesc<32xf32, #s32> -> tensor<32xf32, #a>
  tilegpu.local_store %2, %1 : tensor<32xf32, #a>, !tilegpu.memdesc<32xf32, #s32>
  %3 = tilegpu.local_load %1 : !tilegpu.memdesc<32xf32, #s32> -> tensor<32xf32, #a>
  tile.return
}

// The largest is placed first.
// CHECK-LABEL: @at_the_same_time
// CHECK-SAME: tilegpu.shared_memory = 3072 : i32
// CHECK: local_alloc {tilegpu.offset = 2048 : i32} : <256xf32
// CHECK: local_alloc {tilegpu.offset = 0 : i32} : <512xf32
tile.func private @at_the_same_time(%x: tensor<256xf32, #a>, %y: tensor<512xf32, #a>) {
  %0 = tilegpu.local_alloc : !tilegpu.memdesc<256xf32, #s256>
  %1 = tilegpu.local_alloc : !tilegpu.memdesc<512xf32, #s512>
  tilegpu.local_store %x, %0 : tensor<256xf32, #a>, !tilegpu.memdesc<256xf32, #s256>
  tilegpu.local_store %y, %1 : tensor<512xf32, #a>, !tilegpu.memdesc<512xf32, #s512>
  %2 = tilegpu.local_load %0 : !tilegpu.memdesc<256xf32, #s256> -> tensor<256xf32, #a>
  %3 = tilegpu.local_load %1 : !tilegpu.memdesc<512xf32, #s512> -> tensor<512xf32, #a>
  tile.return
}

// An i1 takes a byte, and each place begins at a multiple of 16 bytes.
// CHECK-LABEL: @aligned
// CHECK-SAME: tilegpu.shared_memory = 17 : i32
// CHECK: local_alloc {tilegpu.offset = 0 : i32} : <1xi1
// CHECK: local_alloc {tilegpu.offset = 16 : i32} : <1xi1
tile.func private @aligned(%x: tensor<1xi1, #a>) {
  %0 = tilegpu.local_alloc : !tilegpu.memdesc<1xi1, #s1>
  %1 = tilegpu.local_alloc : !tilegpu.memdesc<1xi1, #s1>
  tilegpu.local_store %x, %0 : tensor<1xi1, #a>, !tilegpu.memdesc<1xi1, #s1>
  tilegpu.local_store %x, %1 : tensor<1xi1, #a>, !tilegpu.memdesc<1xi1, #s1>
  %2 = tilegpu.local_load %0 : !tilegpu.memdesc<1xi1, #s1> -> tensor<1xi1, #a>
  %3 = tilegpu.local_load %1 : !tilegpu.memdesc<1xi1, #s1> -> tensor<1xi1, #a>
  tile.return
}

// A place that is made outside of a loop is in use in all of it: what one trip
// stored the next one may load.
// CHECK-LABEL: @loop
// CHECK-SAME: tilegpu.shared_memory = 2048 : i32
// CHECK: local_alloc {tilegpu.offset = 0 : i32}
// CHECK: scf.for
// CHECK: local_alloc {tilegpu.offset = 1024 : i32}
// CHECK: local_alloc {tilegpu.offset = 1024 : i32}
tile.func private @loop(%x: tensor<256xf32, #a>, %n: i32) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %0 = tilegpu.local_alloc : !tilegpu.memdesc<256xf32, #s256>
  scf.for %i = %zero to %n step %one : i32 {
    %1 = tilegpu.local_alloc : !tilegpu.memdesc<256xf32, #s256>
    %2 = tilegpu.local_alloc : !tilegpu.memdesc<256xf32, #s256>
    tilegpu.local_store %x, %0 : tensor<256xf32, #a>, !tilegpu.memdesc<256xf32, #s256>
    %3 = tilegpu.local_load %0 : !tilegpu.memdesc<256xf32, #s256> -> tensor<256xf32, #a>
    tilegpu.local_store %3, %1 : tensor<256xf32, #a>, !tilegpu.memdesc<256xf32, #s256>
    %4 = tilegpu.local_load %1 : !tilegpu.memdesc<256xf32, #s256> -> tensor<256xf32, #a>
    tilegpu.local_store %4, %2 : tensor<256xf32, #a>, !tilegpu.memdesc<256xf32, #s256>
    %5 = tilegpu.local_load %2 : !tilegpu.memdesc<256xf32, #s256> -> tensor<256xf32, #a>
  }
  tile.return
}

// Of two branches one runs.
// CHECK-LABEL: @branches
// CHECK-SAME: tilegpu.shared_memory = 1024 : i32
// CHECK-COUNT-2: local_alloc {tilegpu.offset = 0 : i32}
tile.func private @branches(%x: tensor<256xf32, #a>, %c: i1) {
  scf.if %c {
    %0 = tilegpu.local_alloc : !tilegpu.memdesc<256xf32, #s256>
    tilegpu.local_store %x, %0 : tensor<256xf32, #a>, !tilegpu.memdesc<256xf32, #s256>
    %1 = tilegpu.local_load %0 : !tilegpu.memdesc<256xf32, #s256> -> tensor<256xf32, #a>
  } else {
    %0 = tilegpu.local_alloc : !tilegpu.memdesc<256xf32, #s256>
    tilegpu.local_store %x, %0 : tensor<256xf32, #a>, !tilegpu.memdesc<256xf32, #s256>
    %1 = tilegpu.local_load %0 : !tilegpu.memdesc<256xf32, #s256> -> tensor<256xf32, #a>
  }
  tile.return
}

// Stored before a branch and loaded in it: in use up to there.
// CHECK-LABEL: @into_a_branch
// CHECK-SAME: tilegpu.shared_memory = 2048 : i32
// CHECK: local_alloc {tilegpu.offset = 0 : i32}
// CHECK: scf.if
// CHECK: local_alloc {tilegpu.offset = 1024 : i32}
tile.func private @into_a_branch(%x: tensor<256xf32, #a>, %c: i1) {
  %0 = tilegpu.local_alloc : !tilegpu.memdesc<256xf32, #s256>
  tilegpu.local_store %x, %0 : tensor<256xf32, #a>, !tilegpu.memdesc<256xf32, #s256>
  scf.if %c {
    %1 = tilegpu.local_alloc : !tilegpu.memdesc<256xf32, #s256>
    tilegpu.local_store %x, %1 : tensor<256xf32, #a>, !tilegpu.memdesc<256xf32, #s256>
    %2 = tilegpu.local_load %1 : !tilegpu.memdesc<256xf32, #s256> -> tensor<256xf32, #a>
    %3 = tilegpu.local_load %0 : !tilegpu.memdesc<256xf32, #s256> -> tensor<256xf32, #a>
  }
  tile.return
}

// A place that is handed on may be used anywhere.
// CHECK-LABEL: @handed_on
// CHECK-SAME: tilegpu.shared_memory = 2048 : i32
// CHECK: local_alloc {tilegpu.offset = 0 : i32}
// CHECK: local_alloc {tilegpu.offset = 1024 : i32}
tile.func private @handed_on(%x: tensor<256xf32, #a>, %c: i1) {
  %0 = tilegpu.local_alloc : !tilegpu.memdesc<256xf32, #s256>
  %1 = tilegpu.local_alloc : !tilegpu.memdesc<256xf32, #s256>
  %2 = arith.select %c, %0, %0 : !tilegpu.memdesc<256xf32, #s256>
  tilegpu.local_store %x, %1 : tensor<256xf32, #a>, !tilegpu.memdesc<256xf32, #s256>
  %3 = tilegpu.local_load %1 : !tilegpu.memdesc<256xf32, #s256> -> tensor<256xf32, #a>
  tile.return
}

// Stored in one block and loaded in another: anywhere.
// CHECK-LABEL: @blocks
// CHECK-SAME: tilegpu.shared_memory = 2048 : i32
// CHECK: local_alloc {tilegpu.offset = 0 : i32}
// CHECK: local_alloc {tilegpu.offset = 1024 : i32}
tile.func private @blocks(%x: tensor<256xf32, #a>) {
  %0 = tilegpu.local_alloc : !tilegpu.memdesc<256xf32, #s256>
  %1 = tilegpu.local_alloc : !tilegpu.memdesc<256xf32, #s256>
  tilegpu.local_store %x, %0 : tensor<256xf32, #a>, !tilegpu.memdesc<256xf32, #s256>
  %2 = tilegpu.local_load %0 : !tilegpu.memdesc<256xf32, #s256> -> tensor<256xf32, #a>
  tilegpu.local_store %x, %1 : tensor<256xf32, #a>, !tilegpu.memdesc<256xf32, #s256>
  cf.br ^next
^next:
  %3 = tilegpu.local_load %1 : !tilegpu.memdesc<256xf32, #s256> -> tensor<256xf32, #a>
  tile.return
}
}
