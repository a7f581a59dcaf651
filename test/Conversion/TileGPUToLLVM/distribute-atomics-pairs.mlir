// RUN: tile-opt %s --tile-distribute-to-threads | FileCheck %s

// Pairs of 64 bits are registers of 128 bits within the inline PTX.

#one = #tile.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
#two = #tile.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 1, ptx = 84>} {

// CHECK-LABEL: @all(
// CHECK: %[[OLD:.*]] = llvm.inline_asm has_side_effects {{.*}}"{\0A.reg .b128 expected, wanted, old;\0Amov.b128 expected, {$3, $4};\0Amov.b128 wanted, {$5, $6};\0Aatom.acq_rel.gpu.global.cas.b128 old, [$2], expected, wanted;\0Amov.b128 {$0, $1}, old;\0A}", "=l,=l,l,l,l,l,l,~{memory}"
// CHECK: %[[FIRST:.*]] = llvm.extractvalue %[[OLD]][0]
// CHECK: %[[SECOND:.*]] = llvm.extractvalue %[[OLD]][1]
// CHECK: llvm.insertvalue %[[FIRST]], %{{.*}}[0]
// CHECK: llvm.insertvalue %[[SECOND]], %{{.*}}[1]
tile.func private @all(%p: tensor<32x!tile.ptr<i64>, #one>, %x: tensor<32xi64, #one>, %y: tensor<32xi64, #one>) -> (tensor<32xi64, #one>, tensor<32xi64, #one>) {
  %0:2 = tile.atomic_cas_pair acq_rel, gpu, %p, (%x, %x), (%y, %y) : tensor<32x!tile.ptr<i64>, #one>
  tile.return %0#0, %0#1 : tensor<32xi64, #one>, tensor<32xi64, #one>
}

// Where nothing happens the results are not written either.
// CHECK-LABEL: @some(
// CHECK-SAME: %[[MASK:[a-z0-9]+]]: i1)
// CHECK: "{{.*}}@$7 atom.relaxed.cta.shared.cas.b128 old, [$2], expected, wanted;\0A@$7 mov.b128 {$0, $1}, old;\0A}", "=l,=l,l,l,l,l,l,b,0,1,~{memory}" %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %[[MASK]],
tile.func private @some(%p: tensor<32x!tile.ptr<i64, 3>, #one>, %x: tensor<32xi64, #one>, %m: tensor<32xi1, #one>) -> tensor<32xi64, #one> {
  %0:2 = tile.atomic_cas_pair relaxed, cta, %p, (%x, %x), (%x, %x), %m : tensor<32x!tile.ptr<i64, 3>, #one>
  tile.return %0#1 : tensor<32xi64, #one>
}

// Floats travel as integers. Of several, one fence orders all.
// CHECK-LABEL: @floats(
// CHECK: "fence.acq_rel.sys;"
// CHECK: llvm.bitcast %{{.*}} : f64 to i64
// CHECK-COUNT-2: atom.relaxed.sys.global.cas.b128
// CHECK-NOT: fence
// CHECK: llvm.return
tile.func private @floats(%p: tensor<64x!tile.ptr<f64>, #two>, %x: tensor<64xf64, #two>) {
  %0:2 = tile.atomic_cas_pair release, sys, %p, (%x, %x), (%x, %x) : tensor<64x!tile.ptr<f64>, #two>
  tile.return
}

}
