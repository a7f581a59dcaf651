// RUN: tile-opt %s --tile-set-target=target=sm_80 --tile-assign-layouts --tile-choose-dot-layouts --split-input-file | FileCheck %s

// Two numbers of 4 bits in a byte are taken apart on fragments: a byte is loaded once,
// both halves are made of it, and only the loads are converted. A lane has 8 neighbours
// along K, of 4 bytes, in both operands. The columns, which are computed, are split first.
// CHECK: #[[MMA:.*]] = #tile.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [1, 4], instrShape = [16, 8]}>
// CHECK-DAG: #[[A:.*]] = #tile.dot_op<{opIdx = 0, parent = #[[MMA]], kWidth = 8}>
// CHECK-DAG: #[[B:.*]] = #tile.dot_op<{opIdx = 1, parent = #[[MMA]], kWidth = 8}>
// CHECK-LABEL: @halves(
// CHECK: %[[Q:.*]] = tile.load {{.*}} : tensor<32x128x!tile.ptr<i8>
// CHECK: %[[BYTES:.*]] = tilegpu.convert_layout pinned %[[Q]] : {{.*}} -> tensor<32x128xi8, #[[LINEAR:.*]]>
// CHECK: %[[LOW:.*]] = arith.andi %[[BYTES]], %{{.*}} : tensor<32x128xi8, #[[LINEAR]]>
// CHECK: %[[HIGH:.*]] = arith.shrui %[[BYTES]], %{{.*}} : tensor<32x128xi8, #[[LINEAR]]>
// CHECK: tile.join
// CHECK: %[[W:.*]] = tile.reshape {{.*}} -> tensor<64x128xi8, #[[B]]>
// CHECK: %[[F:.*]] = arith.uitofp %[[W]] : {{.*}} to tensor<64x128xf16, #[[B]]>
// CHECK: tilegpu.convert_layout pinned %{{.*}} -> tensor<128xf16, #tile.slice<{dim = 0, parent = #[[B]]}>>
// CHECK: %[[SCALED:.*]] = arith.mulf %[[F]], %{{.*}} : tensor<64x128xf16, #[[B]]>
// CHECK: %[[X:.*]] = tilegpu.convert_layout pinned %{{.*}} -> tensor<64x64xf16, #[[A]]>
// CHECK: tile.dot %[[X]], %[[SCALED]]
tile.func private @halves(%p: tensor<64x64x!tile.ptr<f16>>, %q: tensor<32x128x!tile.ptr<i8>>, %s: tensor<128x!tile.ptr<f16>>, %c: tensor<64x128xf32>) -> tensor<64x128xf32> {
  %a = tile.load %p : tensor<64x64x!tile.ptr<f16>>
  %bytes = tile.load %q : tensor<32x128x!tile.ptr<i8>>
  %scales = tile.load %s : tensor<128x!tile.ptr<f16>>
  %c15 = arith.constant dense<15> : tensor<32x128xi8>
  %c4 = arith.constant dense<4> : tensor<32x128xi8>
  %low = arith.andi %bytes, %c15 : tensor<32x128xi8>
  %high = arith.shrui %bytes, %c4 : tensor<32x128xi8>
  %both = tile.join %low, %high : tensor<32x128xi8> -> tensor<32x128x2xi8>
  %turned = tile.trans %both {order = array<i32: 0, 2, 1>} : tensor<32x128x2xi8> -> tensor<32x2x128xi8>
  %w = tile.reshape %turned : tensor<32x2x128xi8> -> tensor<64x128xi8>
  %f = arith.uitofp %w : tensor<64x128xi8> to tensor<64x128xf16>
  %row = tile.expand_dims %scales {axis = 0 : i32} : tensor<128xf16> -> tensor<1x128xf16>
  %factors = tile.broadcast %row : tensor<1x128xf16> -> tensor<64x128xf16>
  %scaled = arith.mulf %f, %factors : tensor<64x128xf16>
  %d = tile.dot %a, %scaled, %c : tensor<64x64xf16> * tensor<64x128xf16> -> tensor<64x128xf32>
  tile.return %d : tensor<64x128xf32>
}

// -----

// An inline asm with two results and a fallback goes along, too.
// CHECK-LABEL: @asm(
// CHECK: %[[BYTES:.*]] = tilegpu.convert_layout pinned %{{.*}} -> tensor<32x128xi8, #[[LINEAR:.*]]>
// CHECK: tile.elementwise_inline_asm {{.*}} %[[BYTES]] : tensor<32x128xi8, #[[LINEAR]]> -> tensor<32x128xf16, #[[LINEAR]]>, tensor<32x128xf16, #[[LINEAR]]>
// CHECK: tile.reshape {{.*}} -> tensor<64x128xf16, #dot_op
tile.func private @asm(%p: tensor<64x64x!tile.ptr<f16>>, %q: tensor<32x128x!tile.ptr<i8>>, %c: tensor<64x128xf32>) -> tensor<64x128xf32> {
  %a = tile.load %p : tensor<64x64x!tile.ptr<f16>>
  %bytes = tile.load %q : tensor<32x128x!tile.ptr<i8>>
  %low, %high = tile.elementwise_inline_asm "cvt.rn.f16.s16 $0, $2; cvt.rn.f16.u16 $1, $2;" {constraints = "=h,=h,h", packed_element = 1 : i32, pure = true} %bytes : tensor<32x128xi8> -> tensor<32x128xf16>, tensor<32x128xf16> fallback (%x: i8) {
    %y = arith.sitofp %x : i8 to f16
    tile.asm.return %y, %y : f16, f16
  }
  %both = tile.join %low, %high : tensor<32x128xf16> -> tensor<32x128x2xf16>
  %turned = tile.trans %both {order = array<i32: 0, 2, 1>} : tensor<32x128x2xf16> -> tensor<32x2x128xf16>
  %w = tile.reshape %turned : tensor<32x2x128xf16> -> tensor<64x128xf16>
  %d = tile.dot %a, %w, %c : tensor<64x64xf16> * tensor<64x128xf16> -> tensor<64x128xf32>
  tile.return %d : tensor<64x128xf32>
}

// -----

// Somebody else reads one half: the operand is converted as it is.
// CHECK-LABEL: @read_elsewhere(
// CHECK-NOT: pinned {{.*}}xi8
// CHECK: tile.reshape
// CHECK: tilegpu.convert_layout pinned %{{.*}} -> tensor<64x128xf16, #dot_op
// CHECK: tile.return
tile.func private @read_elsewhere(%p: tensor<64x64x!tile.ptr<f16>>, %q: tensor<32x128x!tile.ptr<f16>>, %c: tensor<64x128xf32>) -> (tensor<64x128xf32>, tensor<32x128xf16>) {
  %a = tile.load %p : tensor<64x64x!tile.ptr<f16>>
  %x = tile.load %q : tensor<32x128x!tile.ptr<f16>>
  %low = arith.addf %x, %x : tensor<32x128xf16>
  %high = arith.mulf %x, %x : tensor<32x128xf16>
  %both = tile.join %low, %high : tensor<32x128xf16> -> tensor<32x128x2xf16>
  %turned = tile.trans %both {order = array<i32: 0, 2, 1>} : tensor<32x128x2xf16> -> tensor<32x2x128xf16>
  %w = tile.reshape %turned : tensor<32x2x128xf16> -> tensor<64x128xf16>
  %d = tile.dot %a, %w, %c : tensor<64x64xf16> * tensor<64x128xf16> -> tensor<64x128xf32>
  tile.return %d, %low : tensor<64x128xf32>, tensor<32x128xf16>
}
