// RUN: tile-opt %s --split-input-file --tile-distribute-to-threads | FileCheck %s

#blocked = #tile.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>, tile.programs_per_cta = 4 : i32} {

// The kernel gets the number of programs, and rows without one end.
// CHECK-LABEL: llvm.func @ids(
// CHECK-SAME: %[[P:.*]]: !llvm.ptr<1>, %[[N:.*]]: i32)
// CHECK-SAME: nvvm.reqntid = array<i32: 32, 4>
// CHECK-SAME: tile.programs_per_cta = 4 : i32
// CHECK: %[[CTA:.*]] = nvvm.read.ptx.sreg.ctaid.x : i32
// CHECK: %[[FOUR:.*]] = llvm.mlir.constant(4 : i32)
// CHECK: %[[FIRST:.*]] = llvm.mul %[[CTA]], %[[FOUR]] overflow<nsw, nuw>
// CHECK: %[[ROW:.*]] = nvvm.read.ptx.sreg.tid.y range <i32, 0, 4> : i32
// CHECK: %[[ID:.*]] = llvm.add %[[FIRST]], %[[ROW]] overflow<nsw, nuw>
// CHECK: %[[IN:.*]] = llvm.icmp "ult" %[[ID]], %[[N]] : i32
// CHECK: cf.cond_br %[[IN]], ^[[BODY:.*]], ^[[END:.*]]
// CHECK: ^[[BODY]]:
// CHECK-NOT: ctaid.x
// CHECK: arith.addi %[[ID]], %[[N]]
// CHECK: ^[[END]]:
// CHECK-NEXT: llvm.return
tile.func public @ids(%p: !tile.ptr<i32>) {
  %id = tile.get_program_id x : i32
  %n = tile.get_num_programs x : i32
  %sum = arith.addi %id, %n : i32
  tile.store %p, %sum : !tile.ptr<i32>
  tile.return
}

// CHECK-LABEL: llvm.func @otherAxes(
// CHECK: ctaid.x
// CHECK: cf.cond_br
// CHECK: nvvm.read.ptx.sreg.ctaid.y : i32
// CHECK: nvvm.read.ptx.sreg.ctaid.z : i32
// CHECK: nvvm.read.ptx.sreg.nctaid.y : i32
// CHECK: nvvm.read.ptx.sreg.nctaid.z : i32
tile.func public @otherAxes(%p: !tile.ptr<i32>) {
  %y = tile.get_program_id y : i32
  %z = tile.get_program_id z : i32
  %ny = tile.get_num_programs y : i32
  %nz = tile.get_num_programs z : i32
  %a = arith.addi %y, %z : i32
  %b = arith.addi %ny, %nz : i32
  %sum = arith.addi %a, %b : i32
  tile.store %p, %sum : !tile.ptr<i32>
  tile.return
}

// A thread's number is that in its row, and LLVM knows how long that is.
// CHECK-LABEL: llvm.func @threads(
// CHECK: nvvm.read.ptx.sreg.tid.x range <i32, 0, 32> : i32
tile.func public @threads(%p: !tile.ptr<i32>) {
  %range = tile.make_range {start = 0 : i32, end = 32 : i32} : tensor<32xi32, #blocked>
  %ps = tile.splat %p : !tile.ptr<i32> -> tensor<32x!tile.ptr<i32>, #blocked>
  tile.store %ps, %range : tensor<32x!tile.ptr<i32>, #blocked>
  tile.return
}

// What one warp has to wait for is its own.
// CHECK-LABEL: llvm.func @barriers(
// CHECK-NOT: nvvm.barrier
// CHECK-COUNT-2: nvvm.bar.warp.sync
// CHECK-NOT: nvvm.barrier
tile.func public @barriers() {
  tilegpu.barrier cta
  tilegpu.barrier warp
  tile.return
}

// A program's number, and not the CTA's.
// CHECK-LABEL: llvm.func @prints(
// CHECK: ^bb1:
// CHECK: nvvm.read.ptx.sreg.ctaid.x
// CHECK: llvm.mul
// CHECK: nvvm.read.ptx.sreg.tid.y
// CHECK: %[[ID:.*]] = llvm.add
// CHECK: llvm.store %[[ID]]
// CHECK: llvm.call @vprintf
tile.func public @prints(%x: i32) {
  tile.print " x = " {hex = false, isSigned = array<i32: 1>} : %x : i32
  tile.return
}

// A function that asks for the number of programs gets it from its callers,
// through those that do not ask.
// CHECK-LABEL: llvm.func internal @asks(
// CHECK-SAME: %[[N:[a-z0-9]+]]: i32) -> i32
// CHECK: llvm.return %[[N]]
tile.func private @asks() -> i32 attributes {noinline = true} {
  %n = tile.get_num_programs x : i32
  tile.return %n : i32
}
// CHECK-LABEL: llvm.func internal @between(
// CHECK-SAME: %[[N:[a-z0-9]+]]: i32) -> i32
// CHECK: llvm.call @asks(%[[N]])
tile.func private @between() -> i32 attributes {noinline = true} {
  %n = tile.call @asks() : () -> i32
  tile.return %n : i32
}
// CHECK-LABEL: llvm.func internal @asksNot() -> i32
// CHECK: nvvm.read.ptx.sreg.tid.y
tile.func private @asksNot() -> i32 attributes {noinline = true} {
  %id = tile.get_program_id x : i32
  tile.return %id : i32
}
// CHECK-LABEL: llvm.func @calls(
// CHECK-SAME: %[[N:[a-z0-9]+]]: i32)
// CHECK: llvm.call @between(%[[N]])
// CHECK: llvm.call @asksNot()
tile.func public @calls(%p: !tile.ptr<i32>) {
  %n = tile.call @between() : () -> i32
  %id = tile.call @asksNot() : () -> i32
  %sum = arith.addi %n, %id : i32
  tile.store %p, %sum : !tile.ptr<i32>
  tile.return
}
}

// -----

#blocked = #tile.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [2], order = [0]}>
#shared = #tilegpu.linear_shared<[[1], [2], [4], [8], [16], [32]]>
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 2>, tile.programs_per_cta = 8 : i32} {

// Each program has 384 bytes, its 272 rounded up to 128, and a barrier of its own.
// CHECK: llvm.mlir.global internal @__tile_shared_memory() {addr_space = 3 : i32, alignment = 128 : i64} : !llvm.array<3072 x i8>
// CHECK-LABEL: llvm.func @memory(
// CHECK-SAME: nvvm.reqntid = array<i32: 64, 8>
// CHECK: %[[BASE:.*]] = llvm.mlir.addressof @__tile_shared_memory
// CHECK: %[[ROW:.*]] = nvvm.read.ptx.sreg.tid.y range <i32, 0, 8>
// CHECK: %[[BYTES:.*]] = llvm.mlir.constant(384 : i32)
// CHECK: %[[OFFSET:.*]] = llvm.mul %[[ROW]], %[[BYTES]]
// CHECK: %[[PART:.*]] = llvm.getelementptr inbounds %[[BASE]][%[[OFFSET]]]
// CHECK: llvm.getelementptr inbounds %[[PART]][16]
// CHECK: %[[ROW2:.*]] = nvvm.read.ptx.sreg.tid.y
// CHECK: %[[ONE:.*]] = llvm.mlir.constant(1 : i32)
// CHECK: %[[NUMBER:.*]] = llvm.add %[[ROW2]], %[[ONE]]
// CHECK: %[[COUNT:.*]] = llvm.mlir.constant(64 : i32)
// CHECK: nvvm.barrier id = %[[NUMBER]] number_of_threads = %[[COUNT]]
tile.func public @memory(%p: !tile.ptr<f32>) attributes {tilegpu.shared_memory = 272 : i32} {
  %range = tile.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32, #blocked>
  %place = tilegpu.local_alloc {tilegpu.offset = 16 : i32} : !tilegpu.memdesc<64xi32, #shared>
  tilegpu.local_store %range, %place : tensor<64xi32, #blocked>, !tilegpu.memdesc<64xi32, #shared>
  tilegpu.barrier cta
  tile.return
}
}

// -----

// One program's 16 KiB are static, those of four are for launches to give.
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>, tile.programs_per_cta = 4 : i32} {
// CHECK: llvm.mlir.global external @__tile_dynamic_shared() {{.*}} : !llvm.array<0 x i8>
// CHECK-LABEL: llvm.func @dynamic(
// CHECK-SAME: tile.dynamic_shared_memory = 65536 : i64
tile.func public @dynamic() attributes {tilegpu.shared_memory = 16384 : i32} {
  tile.return
}
}
