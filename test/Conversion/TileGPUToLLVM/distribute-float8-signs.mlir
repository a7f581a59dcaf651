// Signs of 8-bit floats are bits that change.
// RUN: tile-opt %s --tile-distribute-to-threads | FileCheck %s

#line = #tile.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {

// CHECK-LABEL: @signs(
// CHECK-NOT: absf
// CHECK: %[[MAGNITUDE:.*]] = arith.constant 127 : i8
// CHECK: arith.andi %{{.*}}, %[[MAGNITUDE]] : i8
// CHECK: %[[SIGN:.*]] = arith.constant -128 : i8
// CHECK: arith.xori %{{.*}}, %[[SIGN]] : i8
// CHECK-NOT: negf
// CHECK: return
tile.func public @signs(%p: !tile.ptr<f8E4M3FN>) {
  %r = tile.make_range {start = 0 : i32, end = 128 : i32} : tensor<128xi32, #line>
  %ps = tile.splat %p : !tile.ptr<f8E4M3FN> -> tensor<128x!tile.ptr<f8E4M3FN>, #line>
  %pp = tile.addptr %ps, %r : tensor<128x!tile.ptr<f8E4M3FN>, #line>, tensor<128xi32, #line>
  %x = tile.load %pp : tensor<128x!tile.ptr<f8E4M3FN>, #line>
  %a = math.absf %x : tensor<128xf8E4M3FN, #line>
  %n = arith.negf %a : tensor<128xf8E4M3FN, #line>
  tile.store %pp, %n : tensor<128x!tile.ptr<f8E4M3FN>, #line>
  tile.return
}

}
