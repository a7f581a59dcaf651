// A second entry whose CTAs run several programs each: a launch has at most as many CTAs
// as the simulator has multiprocessors, or as asked for, and gives them the numbers of
// programs: 300 programs are three rounds of 100. Each program writes the number of CTAs, 0
// in the plain entry.

// DEFINE: %{run} = tile-run %s --target=sm_90a --kernel=count
// RUN: %{run} --grid=3x5x2 --persistent-ctas=4 --output=out:30xi32 --input=a:512xf16 --check='out == 4' | FileCheck %s --check-prefix=FOUR
// RUN: %{run} --grid=300 --output=out:300xi32 --input=a:512xf16 --check='out == 100' | FileCheck %s --check-prefix=MANY
// RUN: %{run} --grid=132 --output=out:132xi32 --input=a:512xf16 --check='out == 132'
// RUN: %{run} --grid=3x5x2 --shared=16 --output=out:30xi32 --input=a:512xf16 --check='out == 0'
// RUN: tilec %s --target=sm_90a -o - | FileCheck %s
// RUN: tilec %s --target=sm_90a --emit=llvm -o - | FileCheck %s --check-prefix=LLVM
// RUN: not tile-run %s --device=interpreter --persistent-ctas=4 2>&1 | FileCheck %s --check-prefix=INTERPRETER

// FOUR: count: 4 CTAs
// MANY: count: 100 CTAs
// INTERPRETER: expected a GPU or the simulator for --persistent-ctas

// LLVM: llvm.func @count_maps
// LLVM-SAME: tile.persistent

// CHECK: .entry count(
// CHECK: .entry count_maps(
// CHECK: // kernel count_maps: with tensor maps, the other entry of count, persistent, the last parameters are the programs along x, y and z

#lines = #tilegpu.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>
#word = #tilegpu.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>

tile.func public @count(%out: !tile.ptr<i32>, %a: !tile.ptr<f16>) {
  %x = tile.get_program_id x : i32
  %y = tile.get_program_id y : i32
  %z = tile.get_program_id z : i32
  %columns = tile.get_num_programs x : i32
  %rows = tile.get_num_programs y : i32
  %plane = arith.muli %z, %rows : i32
  %row = arith.addi %plane, %y : i32
  %before = arith.muli %row, %columns : i32
  %program = arith.addi %before, %x : i32
  %place = tile.addptr %out, %program : !tile.ptr<i32>, i32
  %none = arith.constant 0 : i32
  tile.store %place, %none : !tile.ptr<i32>
  tile.return
}

// As the compiler would write one, except that nobody looks at what is copied.
tile.func public @count_maps(
    %out: !tile.ptr<i32>, %a: !tile.ptr<f16>,
    %map: !tile.tensor_map {tile.tensor_map = {argument = 1 : i32, box = array<i32: 64, 8>, element = "f16", extents = [[array<i64: 64>], [array<i64: 8>]], strides = [[], [array<i64: 64>]], swizzle = 128 : i32}},
    %x: i32, %y: i32, %z: i32) attributes {tile.tensor_map_entry_of = "count", tile.persistent} {
  %zero = arith.constant 0 : i32
  %box = tilegpu.local_alloc : !tilegpu.memdesc<8x64xf16, #lines>
  %barriers = tilegpu.local_alloc : !tilegpu.memdesc<1x1xi64, #word>
  tilegpu.mbarrier_init %barriers {count = 1 : i32} : !tilegpu.memdesc<1x1xi64, #word>
  %barrier = tilegpu.memdesc_index %barriers[%zero] : !tilegpu.memdesc<1x1xi64, #word> -> !tilegpu.memdesc<1xi64, #word>
  tilegpu.box_copy %map[%zero, %zero], %box, %barrier along [1, 0] : !tilegpu.memdesc<8x64xf16, #lines>, !tilegpu.memdesc<1xi64, #word>
  tilegpu.mbarrier_wait %barrier, %zero : !tilegpu.memdesc<1xi64, #word>
  %first = tile.get_program_id x : i32
  %ctas = tile.get_num_programs x : i32
  %plane = arith.muli %x, %y : i32
  %programs = arith.muli %plane, %z : i32
  scf.for %program = %first to %programs step %ctas : i32 {
    %place = tile.addptr %out, %program : !tile.ptr<i32>, i32
    tile.store %place, %ctas : !tile.ptr<i32>
  }
  tile.return
}
