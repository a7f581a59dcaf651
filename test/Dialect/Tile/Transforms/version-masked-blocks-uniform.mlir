// RUN: tile-opt %s --allow-unregistered-dialect --tile-version-masked-blocks=all-masks | FileCheck %s

// A mask is versioned where all threads have the same bound. What is not known
// to give them the same may give them what it likes.

tile.func private @lane() -> i32

tile.func private @twice(%x: i32) -> i32 {
  %y = arith.addi %x, %x : i32
  tile.return %y : i32
}

tile.func private @own_lane(%x: i32) -> i32 {
  %lane = tile.elementwise_inline_asm "mov.u32 $0, %laneid;" {constraints = "=r", packed_element = 1 : i32, pure = true} -> i32
  %y = arith.addi %x, %lane : i32
  tile.return %y : i32
}

// CHECK-LABEL: tile.func private @result_of_a_call
// CHECK-NOT:     tile.versioned
// CHECK:         tile.return
tile.func private @result_of_a_call(%p: tensor<64x!tile.ptr<f32>>) {
  %range = tile.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %n = tile.call @lane() : () -> i32
  %ns = tile.splat %n : i32 -> tensor<64xi32>
  %mask = arith.cmpi slt, %range, %ns : tensor<64xi32>
  %v = tile.load %p, %mask : tensor<64x!tile.ptr<f32>>
  tile.store %p, %v, %mask : tensor<64x!tile.ptr<f32>>
  tile.return
}

// CHECK-LABEL: tile.func private @carried_by_a_loop
// CHECK-NOT:     tile.versioned
// CHECK:         tile.return
tile.func private @carried_by_a_loop(%p: tensor<64x!tile.ptr<f32>>, %a: i32, %b: i32) {
  %range = tile.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %one = arith.constant 1 : i32
  %n = scf.for %i = %a to %b step %one iter_args(%last = %a) -> i32 : i32 {
    %lane = tile.elementwise_inline_asm "mov.u32 $0, %laneid;" {constraints = "=r", packed_element = 1 : i32, pure = true} -> i32
    scf.yield %lane : i32
  }
  %ns = tile.splat %n : i32 -> tensor<64xi32>
  %mask = arith.cmpi slt, %range, %ns : tensor<64xi32>
  %v = tile.load %p, %mask : tensor<64x!tile.ptr<f32>>
  tile.store %p, %v, %mask : tensor<64x!tile.ptr<f32>>
  tile.return
}

// CHECK-LABEL: tile.func private @carried_into_a_loop
// CHECK-NOT:     tile.versioned
// CHECK:         tile.return
tile.func private @carried_into_a_loop(%p: tensor<64x!tile.ptr<f32>>, %a: i32, %b: i32) {
  %range = tile.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %one = arith.constant 1 : i32
  scf.for %i = %a to %b step %one iter_args(%n = %a) -> i32 : i32 {
    %ns = tile.splat %n : i32 -> tensor<64xi32>
    %mask = arith.cmpi slt, %range, %ns : tensor<64xi32>
    %v = tile.load %p, %mask : tensor<64x!tile.ptr<f32>>
    tile.store %p, %v, %mask : tensor<64x!tile.ptr<f32>>
    %lane = tile.elementwise_inline_asm "mov.u32 $0, %laneid;" {constraints = "=r", packed_element = 1 : i32, pure = true} -> i32
    scf.yield %lane : i32
  }
  tile.return
}

// CHECK-LABEL: tile.func private @chosen_by_the_lane
// CHECK-NOT:     tile.versioned
// CHECK:         tile.return
tile.func private @chosen_by_the_lane(%p: tensor<64x!tile.ptr<f32>>, %a: i32, %b: i32) {
  %range = tile.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %lane = tile.elementwise_inline_asm "mov.u32 $0, %laneid;" {constraints = "=r", packed_element = 1 : i32, pure = true} -> i32
  %condition = arith.cmpi slt, %lane, %a : i32
  %n = scf.if %condition -> i32 {
    scf.yield %a : i32
  } else {
    scf.yield %b : i32
  }
  %ns = tile.splat %n : i32 -> tensor<64xi32>
  %mask = arith.cmpi slt, %range, %ns : tensor<64xi32>
  %v = tile.load %p, %mask : tensor<64x!tile.ptr<f32>>
  tile.store %p, %v, %mask : tensor<64x!tile.ptr<f32>>
  tile.return
}

// CHECK-LABEL: tile.func private @chosen_by_a_block
// CHECK-NOT:     tile.versioned
// CHECK:         tile.return
tile.func private @chosen_by_a_block(%p: tensor<64x!tile.ptr<f32>>, %a: i32, %b: i32) {
  %range = tile.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %lane = tile.elementwise_inline_asm "mov.u32 $0, %laneid;" {constraints = "=r", packed_element = 1 : i32, pure = true} -> i32
  %condition = arith.cmpi slt, %lane, %a : i32
  cf.cond_br %condition, ^end(%a : i32), ^end(%b : i32)
^end(%n: i32):
  %ns = tile.splat %n : i32 -> tensor<64xi32>
  %mask = arith.cmpi slt, %range, %ns : tensor<64xi32>
  %v = tile.load %p, %mask : tensor<64x!tile.ptr<f32>>
  tile.store %p, %v, %mask : tensor<64x!tile.ptr<f32>>
  tile.return
}

// CHECK-LABEL: tile.func private @same_in_all_threads
// CHECK:         scf.for
// CHECK:           tile.store
// CHECK:           } {tile.versioned}
tile.func private @same_in_all_threads(%p: tensor<64x!tile.ptr<f32>>, %a: i32, %q: !tile.ptr<i32>, %x: f32) {
  %range = tile.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %one = arith.constant 1 : i32
  %pid = tile.get_program_id x : i32
  %b = tile.load %q : !tile.ptr<i32>
  %condition = arith.cmpi slt, %a, %b : i32
  %c = scf.if %condition -> i32 {
    scf.yield %pid : i32
  } else {
    %root = math.sqrt %x : f32
    %whole = arith.fptosi %root : f32 to i32
    scf.yield %whole : i32
  }
  scf.for %i = %a to %b step %one iter_args(%n = %c) -> i32 : i32 {
    %ns = tile.splat %n : i32 -> tensor<64xi32>
    %mask = arith.cmpi slt, %range, %ns : tensor<64xi32>
    %v = tile.load %p, %mask : tensor<64x!tile.ptr<f32>>
    tile.store %p, %v, %mask : tensor<64x!tile.ptr<f32>>
    %next = arith.remsi %n, %b : i32
    scf.yield %next : i32
  }
  tile.return
}

// What an atomic operation on a scalar returns is in all threads.
// CHECK-LABEL: tile.func private @result_of_an_atomic_operation
// CHECK:         tile.versioned
tile.func private @result_of_an_atomic_operation(%p: tensor<64x!tile.ptr<f32>>, %q: !tile.ptr<i32>, %one: i32) {
  %range = tile.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %n = tile.atomic_rmw add, relaxed, gpu, %q, %one : (!tile.ptr<i32>, i32) -> i32
  %ns = tile.splat %n : i32 -> tensor<64xi32>
  %mask = arith.cmpi slt, %range, %ns : tensor<64xi32>
  %v = tile.load %p, %mask : tensor<64x!tile.ptr<f32>>
  tile.store %p, %v, %mask : tensor<64x!tile.ptr<f32>>
  tile.return
}

// What nobody has said anything of may be the lane's number, whatever goes in.
// CHECK-LABEL: tile.func private @result_of_an_unknown_operation
// CHECK-NOT:     tile.versioned
// CHECK:         tile.return
tile.func private @result_of_an_unknown_operation(%p: tensor<64x!tile.ptr<f32>>) {
  %range = tile.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %n = "test.make"() : () -> i32
  %ns = tile.splat %n : i32 -> tensor<64xi32>
  %mask = arith.cmpi slt, %range, %ns : tensor<64xi32>
  %v = tile.load %p, %mask : tensor<64x!tile.ptr<f32>>
  tile.store %p, %v, %mask : tensor<64x!tile.ptr<f32>>
  tile.return
}

// CHECK-LABEL: tile.func private @behind_an_unknown_operation
// CHECK-NOT:     tile.versioned
// CHECK:         tile.return
tile.func private @behind_an_unknown_operation(%p: tensor<64x!tile.ptr<f32>>, %a: i32) {
  %range = tile.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %x = "test.make"(%a) : (i32) -> i32
  %n = arith.addi %x, %a : i32
  %ns = tile.splat %n : i32 -> tensor<64xi32>
  %mask = arith.cmpi slt, %range, %ns : tensor<64xi32>
  %v = tile.load %p, %mask : tensor<64x!tile.ptr<f32>>
  tile.store %p, %v, %mask : tensor<64x!tile.ptr<f32>>
  tile.return
}

// Nor is anything known of its control flow.
// CHECK-LABEL: tile.func private @chosen_by_an_unknown_operation
// CHECK-NOT:     tile.versioned
// CHECK:         tile.return
tile.func private @chosen_by_an_unknown_operation(%p: tensor<64x!tile.ptr<f32>>, %a: i32, %b: i32) {
  %range = tile.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %n = "test.choose"() ({
    "test.yield"(%a) : (i32) -> ()
  }, {
    "test.yield"(%b) : (i32) -> ()
  }) : () -> i32
  %ns = tile.splat %n : i32 -> tensor<64xi32>
  %mask = arith.cmpi slt, %range, %ns : tensor<64xi32>
  %v = tile.load %p, %mask : tensor<64x!tile.ptr<f32>>
  tile.store %p, %v, %mask : tensor<64x!tile.ptr<f32>>
  tile.return
}

// Copies of an element may differ, and so what warps make of them.
// CHECK-LABEL: tile.func private @of_a_tile_of_an_unknown_operation
// CHECK-NOT:     tile.versioned
// CHECK:         tile.return
tile.func private @of_a_tile_of_an_unknown_operation(%p: tensor<64x!tile.ptr<f32>>) {
  %range = tile.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %t = "test.make"() : () -> tensor<64xi32>
  %n = "tile.reduce"(%t) <{axis = 0 : i32}> ({
  ^bb0(%a: i32, %b: i32):
    %c = arith.addi %a, %b : i32
    tile.reduce.return %c : i32
  }) : (tensor<64xi32>) -> i32
  %ns = tile.splat %n : i32 -> tensor<64xi32>
  %mask = arith.cmpi slt, %range, %ns : tensor<64xi32>
  %v = tile.load %p, %mask : tensor<64x!tile.ptr<f32>>
  tile.store %p, %v, %mask : tensor<64x!tile.ptr<f32>>
  tile.return
}

// CHECK-LABEL: tile.func private @by_a_combination_of_lanes
// CHECK-NOT:     tile.versioned
// CHECK:         tile.return
tile.func private @by_a_combination_of_lanes(%p: tensor<64x!tile.ptr<f32>>) {
  %range = tile.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %t = tile.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %n = "tile.reduce"(%t) <{axis = 0 : i32}> ({
  ^bb0(%a: i32, %b: i32):
    %lane = tile.elementwise_inline_asm "mov.u32 $0, %laneid;" {constraints = "=r", packed_element = 1 : i32, pure = true} -> i32
    %c = arith.addi %a, %lane : i32
    tile.reduce.return %c : i32
  }) : (tensor<64xi32>) -> i32
  %ns = tile.splat %n : i32 -> tensor<64xi32>
  %mask = arith.cmpi slt, %range, %ns : tensor<64xi32>
  %v = tile.load %p, %mask : tensor<64x!tile.ptr<f32>>
  tile.store %p, %v, %mask : tensor<64x!tile.ptr<f32>>
  tile.return
}

// CHECK-LABEL: tile.func private @of_a_tile
// CHECK:         tile.versioned
tile.func private @of_a_tile(%p: tensor<64x!tile.ptr<f32>>) {
  %range = tile.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %t = tile.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %n = "tile.reduce"(%t) <{axis = 0 : i32}> ({
  ^bb0(%a: i32, %b: i32):
    %c = arith.addi %a, %b : i32
    tile.reduce.return %c : i32
  }) : (tensor<64xi32>) -> i32
  %ns = tile.splat %n : i32 -> tensor<64xi32>
  %mask = arith.cmpi slt, %range, %ns : tensor<64xi32>
  %v = tile.load %p, %mask : tensor<64x!tile.ptr<f32>>
  tile.store %p, %v, %mask : tensor<64x!tile.ptr<f32>>
  tile.return
}

// Each thread reads at a time of its own.
// CHECK-LABEL: tile.func private @volatile_load
// CHECK-NOT:     tile.versioned
// CHECK:         tile.return
tile.func private @volatile_load(%p: tensor<64x!tile.ptr<f32>>, %q: !tile.ptr<i32>) {
  %range = tile.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %n = tile.load %q {isVolatile = true} : !tile.ptr<i32>
  %ns = tile.splat %n : i32 -> tensor<64xi32>
  %mask = arith.cmpi slt, %range, %ns : tensor<64xi32>
  %v = tile.load %p, %mask : tensor<64x!tile.ptr<f32>>
  tile.store %p, %v, %mask : tensor<64x!tile.ptr<f32>>
  tile.return
}

// CHECK-LABEL: tile.func private @asm_of_the_clock
// CHECK-NOT:     tile.versioned
// CHECK:         tile.return
tile.func private @asm_of_the_clock(%p: tensor<64x!tile.ptr<f32>>) {
  %range = tile.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %n = tile.elementwise_inline_asm "mov.u32 $0, %clock;" {constraints = "=r", packed_element = 1 : i32, pure = true} -> i32
  %ns = tile.splat %n : i32 -> tensor<64xi32>
  %mask = arith.cmpi slt, %range, %ns : tensor<64xi32>
  %v = tile.load %p, %mask : tensor<64x!tile.ptr<f32>>
  tile.store %p, %v, %mask : tensor<64x!tile.ptr<f32>>
  tile.return
}

// An asm of arithmetic alone gives all threads the same.
// CHECK-LABEL: tile.func private @asm_of_its_operands
// CHECK:         tile.versioned
tile.func private @asm_of_its_operands(%p: tensor<64x!tile.ptr<f32>>, %a: i32) {
  %range = tile.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %n = tile.elementwise_inline_asm "add.u32 $0, $1, 1;" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %a : i32 -> i32
  %ns = tile.splat %n : i32 -> tensor<64xi32>
  %mask = arith.cmpi slt, %range, %ns : tensor<64xi32>
  %v = tile.load %p, %mask : tensor<64x!tile.ptr<f32>>
  tile.store %p, %v, %mask : tensor<64x!tile.ptr<f32>>
  tile.return
}

// Of a call, what the callee does counts.
// CHECK-LABEL: tile.func private @result_of_a_known_call
// CHECK:         tile.versioned
tile.func private @result_of_a_known_call(%p: tensor<64x!tile.ptr<f32>>, %a: i32) {
  %range = tile.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %n = tile.call @twice(%a) : (i32) -> i32
  %ns = tile.splat %n : i32 -> tensor<64xi32>
  %mask = arith.cmpi slt, %range, %ns : tensor<64xi32>
  %v = tile.load %p, %mask : tensor<64x!tile.ptr<f32>>
  tile.store %p, %v, %mask : tensor<64x!tile.ptr<f32>>
  tile.return
}

// CHECK-LABEL: tile.func private @result_of_a_call_of_asm
// CHECK-NOT:     tile.versioned
// CHECK:         tile.return
tile.func private @result_of_a_call_of_asm(%p: tensor<64x!tile.ptr<f32>>, %a: i32) {
  %range = tile.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %n = tile.call @own_lane(%a) : (i32) -> i32
  %ns = tile.splat %n : i32 -> tensor<64xi32>
  %mask = arith.cmpi slt, %range, %ns : tensor<64xi32>
  %v = tile.load %p, %mask : tensor<64x!tile.ptr<f32>>
  tile.store %p, %v, %mask : tensor<64x!tile.ptr<f32>>
  tile.return
}
