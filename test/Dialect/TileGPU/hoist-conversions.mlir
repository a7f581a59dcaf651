// RUN: tile-opt %s --tile-insert-shared-memory | FileCheck %s
// RUN: tile-opt %s --tile-insert-shared-memory=remarks -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK

#rows = #tile.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#columns = #tile.blocked<{sizePerThread = [4, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 4], order = [0, 1]}>
#one = #tile.linear<{register = [[0, 1], [0, 2], [0, 4]], lane = [[0, 8], [0, 16], [1, 0], [2, 0], [4, 0]], warp = [[8, 0], [16, 0]], block = []}>
#two = #tile.linear<{register = [[0, 2], [0, 1], [0, 4]], lane = [[0, 8], [0, 16], [1, 0], [2, 0], [4, 0]], warp = [[8, 0], [16, 0]], block = []}>
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {

// The remark is about the conversion where it is afterwards.
// REMARK: :[[@LINE+12]]:{{.*}}: remark: layout conversion through 4096 bytes of shared memory

// CHECK-LABEL: @invariant
// CHECK: tilegpu.local_store
// CHECK: tilegpu.local_load
// CHECK: scf.for
// CHECK-NOT: tilegpu
// CHECK: tile.return
tile.func private @invariant(%x: tensor<32x32xf32, #rows>, %y: tensor<32x32xf32, #columns>, %n: i32) -> tensor<32x32xf32, #columns> {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%s = %y) -> (tensor<32x32xf32, #columns>) : i32 {
    %c = tilegpu.convert_layout %x : tensor<32x32xf32, #rows> -> tensor<32x32xf32, #columns>
    %t = arith.addf %s, %c : tensor<32x32xf32, #columns>
    scf.yield %t : tensor<32x32xf32, #columns>
  }
  tile.return %sum : tensor<32x32xf32, #columns>
}

// What the value is made of moves along.
// CHECK-LABEL: @computed
// CHECK: arith.mulf
// CHECK: tilegpu.local_load
// CHECK: scf.for
// CHECK-NOT: tilegpu
// CHECK: tile.return
tile.func private @computed(%x: tensor<32x32xf32, #rows>, %y: tensor<32x32xf32, #columns>, %n: i32) -> tensor<32x32xf32, #columns> {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%s = %y) -> (tensor<32x32xf32, #columns>) : i32 {
    %square = arith.mulf %x, %x : tensor<32x32xf32, #rows>
    %c = tilegpu.convert_layout %square : tensor<32x32xf32, #rows> -> tensor<32x32xf32, #columns>
    %t = arith.addf %s, %c : tensor<32x32xf32, #columns>
    scf.yield %t : tensor<32x32xf32, #columns>
  }
  tile.return %sum : tensor<32x32xf32, #columns>
}

// CHECK-LABEL: @nested
// CHECK: tilegpu.local_load
// CHECK: scf.for
// CHECK: scf.for
// CHECK-NOT: tilegpu
// CHECK: tile.return
tile.func private @nested(%x: tensor<32x32xf32, #rows>, %y: tensor<32x32xf32, #columns>, %n: i32) -> tensor<32x32xf32, #columns> {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%s = %y) -> (tensor<32x32xf32, #columns>) : i32 {
    %inner = scf.for %j = %c0 to %n step %c1 iter_args(%q = %s) -> (tensor<32x32xf32, #columns>) : i32 {
      %c = tilegpu.convert_layout %x : tensor<32x32xf32, #rows> -> tensor<32x32xf32, #columns>
      %t = arith.addf %q, %c : tensor<32x32xf32, #columns>
      scf.yield %t : tensor<32x32xf32, #columns>
    }
    scf.yield %inner : tensor<32x32xf32, #columns>
  }
  tile.return %sum : tensor<32x32xf32, #columns>
}

// Out of the inner loop only.
// CHECK-LABEL: @invariant_of_the_inner_loop
// CHECK: scf.for
// CHECK: arith.addf
// CHECK: tilegpu.local_load
// CHECK: scf.for
// CHECK-NOT: tilegpu
// CHECK: tile.return
tile.func private @invariant_of_the_inner_loop(%x: tensor<32x32xf32, #rows>, %y: tensor<32x32xf32, #columns>, %n: i32) -> tensor<32x32xf32, #columns> {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %sum:2 = scf.for %i = %c0 to %n step %c1 iter_args(%s = %y, %z = %x) -> (tensor<32x32xf32, #columns>, tensor<32x32xf32, #rows>) : i32 {
    %next = arith.addf %z, %z : tensor<32x32xf32, #rows>
    %inner = scf.for %j = %c0 to %n step %c1 iter_args(%q = %s) -> (tensor<32x32xf32, #columns>) : i32 {
      %c = tilegpu.convert_layout %next : tensor<32x32xf32, #rows> -> tensor<32x32xf32, #columns>
      %t = arith.addf %q, %c : tensor<32x32xf32, #columns>
      scf.yield %t : tensor<32x32xf32, #columns>
    }
    scf.yield %inner, %next : tensor<32x32xf32, #columns>, tensor<32x32xf32, #rows>
  }
  tile.return %sum#0 : tensor<32x32xf32, #columns>
}

// CHECK-LABEL: @changes
// CHECK: scf.for
// CHECK: tilegpu.local_load
tile.func private @changes(%x: tensor<32x32xf32, #rows>, %y: tensor<32x32xf32, #columns>, %n: i32) -> tensor<32x32xf32, #columns> {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %sum:2 = scf.for %i = %c0 to %n step %c1 iter_args(%s = %y, %z = %x) -> (tensor<32x32xf32, #columns>, tensor<32x32xf32, #rows>) : i32 {
    %c = tilegpu.convert_layout %z : tensor<32x32xf32, #rows> -> tensor<32x32xf32, #columns>
    %t = arith.addf %s, %c : tensor<32x32xf32, #columns>
    %next = arith.addf %z, %z : tensor<32x32xf32, #rows>
    scf.yield %t, %next : tensor<32x32xf32, #columns>, tensor<32x32xf32, #rows>
  }
  tile.return %sum#0 : tensor<32x32xf32, #columns>
}

// Memory may change.
// CHECK-LABEL: @loads
// CHECK: scf.for
// CHECK: tile.load
// CHECK: tilegpu.local_load
tile.func private @loads(%p: tensor<32x32x!tile.ptr<f32>, #rows>, %y: tensor<32x32xf32, #columns>, %n: i32) -> tensor<32x32xf32, #columns> {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%s = %y) -> (tensor<32x32xf32, #columns>) : i32 {
    %x = tile.load %p : tensor<32x32x!tile.ptr<f32>, #rows>
    %c = tilegpu.convert_layout %x : tensor<32x32xf32, #rows> -> tensor<32x32xf32, #columns>
    %t = arith.addf %s, %c : tensor<32x32xf32, #columns>
    scf.yield %t : tensor<32x32xf32, #columns>
  }
  tile.return %sum : tensor<32x32xf32, #columns>
}

// CHECK-LABEL: @in_a_branch
// CHECK: scf.for
// CHECK: scf.if
// CHECK: tilegpu.local_load
tile.func private @in_a_branch(%x: tensor<32x32xf32, #rows>, %y: tensor<32x32xf32, #columns>, %n: i32) -> tensor<32x32xf32, #columns> {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%s = %y) -> (tensor<32x32xf32, #columns>) : i32 {
    %first = arith.cmpi eq, %i, %c1 : i32
    %u = scf.if %first -> tensor<32x32xf32, #columns> {
      %c = tilegpu.convert_layout %x : tensor<32x32xf32, #rows> -> tensor<32x32xf32, #columns>
      %t = arith.addf %s, %c : tensor<32x32xf32, #columns>
      scf.yield %t : tensor<32x32xf32, #columns>
    } else {
      scf.yield %s : tensor<32x32xf32, #columns>
    }
    scf.yield %u : tensor<32x32xf32, #columns>
  }
  tile.return %sum : tensor<32x32xf32, #columns>
}

// 64 registers more in the loop: how many does not matter.
// CHECK-LABEL: @many_registers
// CHECK: tilegpu.local_load
// CHECK: scf.for
// CHECK-NOT: tilegpu
// CHECK: tile.return
tile.func private @many_registers(%x: tensor<64x128xf32, #rows>, %y: tensor<64x128xf32, #columns>, %n: i32) -> (tensor<64x128xf32, #columns>, tensor<64x128xf32, #rows>) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %sum:2 = scf.for %i = %c0 to %n step %c1 iter_args(%s = %y, %z = %x) -> (tensor<64x128xf32, #columns>, tensor<64x128xf32, #rows>) : i32 {
    %c = tilegpu.convert_layout %x : tensor<64x128xf32, #rows> -> tensor<64x128xf32, #columns>
    %t = arith.addf %s, %c : tensor<64x128xf32, #columns>
    %u = arith.addf %z, %x : tensor<64x128xf32, #rows>
    scf.yield %t, %u : tensor<64x128xf32, #columns>, tensor<64x128xf32, #rows>
  }
  tile.return %sum#0, %sum#1 : tensor<64x128xf32, #columns>, tensor<64x128xf32, #rows>
}

// Other names of registers cost nothing.
// CHECK-LABEL: @free
// CHECK: scf.for
// CHECK: tilegpu.convert_layout
tile.func private @free(%x: tensor<32x32xf32, #one>, %y: tensor<32x32xf32, #two>, %n: i32) -> tensor<32x32xf32, #two> {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%s = %y) -> (tensor<32x32xf32, #two>) : i32 {
    %c = tilegpu.convert_layout %x : tensor<32x32xf32, #one> -> tensor<32x32xf32, #two>
    %t = arith.addf %s, %c : tensor<32x32xf32, #two>
    scf.yield %t : tensor<32x32xf32, #two>
  }
  tile.return %sum : tensor<32x32xf32, #two>
}

}
