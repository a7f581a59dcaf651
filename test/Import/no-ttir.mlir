// A module of the tile dialect stays as it is.
// RUN: tile-opt %s -o %t.before
// RUN: tile-opt %s --tile-import-ttir -o %t.after
// RUN: diff %t.before %t.after

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>, other.kept = 1 : i32} {
  tile.func public @kernel(%p: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    scf.for %i = %c0 to %n step %c1 : i32 {
      %r = tile.make_range {start = 0 : i32, end = 128 : i32} : tensor<128xi32>
      %s = arith.muli %r, %r {tile.constancy = array<i32: 4>} : tensor<128xi32>
      %b = tile.splat %p : !tile.ptr<f32> -> tensor<128x!tile.ptr<f32>>
      %q = tile.addptr %b, %s : tensor<128x!tile.ptr<f32>>, tensor<128xi32>
      %x = tile.load %q : tensor<128x!tile.ptr<f32>>
      tile.store %q, %x : tensor<128x!tile.ptr<f32>>
    } {llvm.loop_annotation = #llvm.loop_annotation<disableNonforced = true>}
    tile.return
  }
}
