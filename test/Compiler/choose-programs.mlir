// RUN: tile-opt %s --split-input-file --tile-choose-programs-per-cta | FileCheck %s

// CHECK: module attributes {tile.programs_per_cta = 4 : i32, tile.target =
// CHECK: @smallProgram
#row = #tile.blocked<{sizePerThread = [8], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
  tile.func public @smallProgram(%p: !tile.ptr<f32>) {
    %pid = tile.get_program_id x : i32
    %row = tile.addptr %p, %pid : !tile.ptr<f32>, i32
    %s = tile.splat %row : !tile.ptr<f32> -> tensor<256x!tile.ptr<f32>, #row>
    %x = tile.load %s : tensor<256x!tile.ptr<f32>, #row>
    tile.store %s, %x : tensor<256x!tile.ptr<f32>, #row>
    tile.return
  }
}

// -----

// CHECK: module attributes {tile.target =
// CHECK: @severalWarps
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 2>} {
  tile.func public @severalWarps(%p: !tile.ptr<i32>) {
    %pid = tile.get_program_id x : i32
    tile.store %p, %pid : !tile.ptr<i32>
    tile.return
  }
}

// -----

// CHECK: module attributes {tile.programs_per_cta = 1 : i32, tile.target =
// CHECK: @saidByTheModule
module attributes {tile.programs_per_cta = 1 : i32, tile.target = #tile.target<"sm_90a", num_warps = 1>} {
  tile.func public @saidByTheModule(%p: !tile.ptr<i32>) {
    %pid = tile.get_program_id x : i32
    tile.store %p, %pid : !tile.ptr<i32>
    tile.return
  }
}

// -----

// 2 KB read and 2 KB written.
// CHECK: module attributes {tile.target =
// CHECK: @muchMemory
#row = #tile.blocked<{sizePerThread = [8], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
  tile.func public @muchMemory(%p: !tile.ptr<f32>) {
    %pid = tile.get_program_id x : i32
    %row = tile.addptr %p, %pid : !tile.ptr<f32>, i32
    %s = tile.splat %row : !tile.ptr<f32> -> tensor<512x!tile.ptr<f32>, #row>
    %x = tile.load %s : tensor<512x!tile.ptr<f32>, #row>
    tile.store %s, %x : tensor<512x!tile.ptr<f32>, #row>
    tile.return
  }
}

// -----

// CHECK: module attributes {tile.target =
// CHECK: @muchSharedMemory
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
  tile.func public @muchSharedMemory(%p: !tile.ptr<i32>) attributes {tilegpu.shared_memory = 4096 : i32} {
    %pid = tile.get_program_id x : i32
    tile.store %p, %pid : !tile.ptr<i32>
    tile.return
  }
}

// -----

// A program may wait for another one in a loop.
// CHECK: module attributes {tile.target =
// CHECK: @loop
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
  tile.func public @loop(%p: !tile.ptr<i32>) {
    %pid = tile.get_program_id x : i32
    scf.while : () -> () {
      %v = tile.load %p : !tile.ptr<i32>
      %wait = arith.cmpi ne, %v, %pid : i32
      scf.condition(%wait)
    } do {
      scf.yield
    }
    tile.return
  }
}

// -----

// CHECK: module attributes {tile.target =
// CHECK: @loopOfBranches
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
  tile.func public @loopOfBranches(%p: !tile.ptr<i32>) {
    %pid = tile.get_program_id x : i32
    cf.br ^loop
  ^loop:
    %v = tile.load %p : !tile.ptr<i32>
    %wait = arith.cmpi ne, %v, %pid : i32
    cf.cond_br %wait, ^loop, ^end
  ^end:
    tile.return
  }
}

// -----

// An early return takes no longer.
// CHECK: module attributes {tile.programs_per_cta = 4 : i32
// CHECK: @earlyReturn
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
  tile.func public @earlyReturn(%p: !tile.ptr<i32>, %n: i32) {
    %pid = tile.get_program_id x : i32
    %out = arith.cmpi sge, %pid, %n : i32
    cf.cond_br %out, ^end, ^body
  ^body:
    tile.store %p, %pid : !tile.ptr<i32>
    cf.br ^end
  ^end:
    tile.return
  }
}

// -----

// CHECK: module attributes {tile.target =
// CHECK: @programsAlongY
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
  tile.func public @programsAlongY(%p: !tile.ptr<i32>) {
    %x = tile.get_program_id x : i32
    %y = tile.get_program_id y : i32
    %sum = arith.addi %x, %y : i32
    tile.store %p, %sum : !tile.ptr<i32>
    tile.return
  }
}

// -----

// CHECK: module attributes {tile.target =
// CHECK: @noProgramId
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
  tile.func public @noProgramId(%p: !tile.ptr<i32>, %x: i32) {
    tile.store %p, %x : !tile.ptr<i32>
    tile.return
  }
}

// -----

// One kernel decides for the module.
// CHECK: module attributes {tile.target =
// CHECK: @small
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
  tile.func public @small(%p: !tile.ptr<i32>) {
    %pid = tile.get_program_id x : i32
    tile.store %p, %pid : !tile.ptr<i32>
    tile.return
  }
  tile.func public @noProgramId(%p: !tile.ptr<i32>, %x: i32) {
    tile.store %p, %x : !tile.ptr<i32>
    tile.return
  }
}

// -----

// CHECK: module attributes {tile.target =
// CHECK: @calls
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1>} {
  tile.func private @callee(%p: !tile.ptr<i32>, %x: i32) {
    tile.store %p, %x : !tile.ptr<i32>
    tile.return
  }
  tile.func public @calls(%p: !tile.ptr<i32>) {
    %pid = tile.get_program_id x : i32
    tile.call @callee(%p, %pid) : (!tile.ptr<i32>, i32) -> ()
    tile.return
  }
}

// -----

// CHECK: module
// CHECK-NOT: programs_per_cta
// CHECK: @noTarget
module {
  tile.func public @noTarget(%p: !tile.ptr<i32>) {
    %pid = tile.get_program_id x : i32
    tile.store %p, %pid : !tile.ptr<i32>
    tile.return
  }
}
