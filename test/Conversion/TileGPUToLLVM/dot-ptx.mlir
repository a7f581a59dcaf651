// REQUIRES: ptxas
// RUN: tilec %s --target=sm_90a --verify-ptx --emit=ptx -o - | FileCheck %s --check-prefixes=CHECK,WG
// RUN: tilec %s --target=sm_80 --verify-ptx --emit=ptx -o - | FileCheck %s --check-prefixes=CHECK,MMA,SM80
// RUN: tilec %s --target=sm_89 --verify-ptx --emit=ptx -o - | FileCheck %s --check-prefixes=CHECK,MMA
// RUN: tilec %s --target=sm_120a --verify-ptx --emit=ptx -o - | FileCheck %s --check-prefixes=CHECK,MMA,STMATRIX

// Nothing stands between the matrices that are loaded and those that are
// multiplied: no move, no conversion, no packing.

// 4 warps of 32x32: two rows of four instructions, four steps of K. Operands by
// `ldmatrix`, the right one transposed by it; half of the result by `stmatrix`.
// CHECK-LABEL: .entry halves(
// MMA: bar.sync
// MMA-NOT: {{mov.b32.*[{]|prmt|selp|cvt.rn}}
// MMA-COUNT-4: ldmatrix.sync.aligned.m8n8.x4{{(.trans)?}}.shared.b16
// MMA-NOT: {{mov.b32.*[{]|prmt|selp|cvt.rn}}
// MMA: mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16
// MMA-NOT: {{mov.b32.*[{]|prmt|selp|cvt.rn}}
// MMA: ldmatrix.sync.aligned.m8n8.x4{{(.trans)?}}.shared.b16
// MMA-NOT: {{mov.b32.*[{]|prmt|selp|cvt.rn}}
// STMATRIX: stmatrix.sync.aligned.m8n8.x4.shared.b16
// SM80-NOT: stmatrix

// A warpgroup multiplies all of it from where it was stored, and its sums, in
// pairs, are stored as they are.
// WG-NOT: ldmatrix
// WG: fence.proxy.async.shared::cta;
// WG-NEXT: bar.sync
// WG-NOT: {{mov.b32.*[{]|prmt|selp|cvt.rn}}
// WG: wgmma.fence.sync.aligned;
// WG-COUNT-4: wgmma.mma_async.sync.aligned.m64n64k16.f16.f16.f16 {
// WG-NOT: wgmma.mma_async
// WG: wgmma.commit_group.sync.aligned;
// WG: wgmma.wait_group.sync.aligned 0;
// WG-NOT: {{mov.b32.*[{]|prmt|selp|cvt.rn}}
// WG-COUNT-4: stmatrix.sync.aligned.m8n8.x4.shared.b16
// WG-NOT: {{mov.b32.*[{]|prmt|selp|cvt.rn}}
// CHECK: ret
tile.func public @halves(%p: !tile.ptr<f16> {tile.divisibility = 16 : i32}) {
  %r = tile.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %r1 = tile.expand_dims %r {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
  %r0 = tile.expand_dims %r {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
  %rows = tile.broadcast %r1 : tensor<64x1xi32> -> tensor<64x64xi32>
  %columns = tile.broadcast %r0 : tensor<1x64xi32> -> tensor<64x64xi32>
  %c64 = arith.constant dense<64> : tensor<64x64xi32>
  %c4096 = arith.constant dense<4096> : tensor<64x64xi32>
  %starts = arith.muli %rows, %c64 : tensor<64x64xi32>
  %at = arith.addi %starts, %columns : tensor<64x64xi32>
  %base = tile.splat %p : !tile.ptr<f16> -> tensor<64x64x!tile.ptr<f16>>
  %pa = tile.addptr %base, %at : tensor<64x64x!tile.ptr<f16>>, tensor<64x64xi32>
  %pb = tile.addptr %pa, %c4096 : tensor<64x64x!tile.ptr<f16>>, tensor<64x64xi32>
  %pd = tile.addptr %pb, %c4096 : tensor<64x64x!tile.ptr<f16>>, tensor<64x64xi32>
  %a = tile.load %pa : tensor<64x64x!tile.ptr<f16>>
  %b = tile.load %pb : tensor<64x64x!tile.ptr<f16>>
  %zero = arith.constant dense<0.0> : tensor<64x64xf16>
  %d = tile.dot %a, %b, %zero : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf16>
  tile.store %pd, %d : tensor<64x64x!tile.ptr<f16>>
  tile.return
}

// Bytes come as words, and go as words: not one is taken apart. b lies along K.
// CHECK-LABEL: .entry bytes(
// CHECK: bar.sync
// CHECK-NOT: {{mov.b32.*[{]|prmt|cvt.rn}}
// MMA: {{ldmatrix|ld.shared.v4.b32}}
// CHECK-NOT: {{mov.b32.*[{]|prmt|cvt.rn}}
// MMA: mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32
// WG: wgmma.mma_async.sync.aligned.m64n64k32.s32.s8.s8
// CHECK-NOT: {{mov.b32.*[{]|prmt|cvt.rn}}
// CHECK: ret
tile.func public @bytes(%p: !tile.ptr<i8> {tile.divisibility = 16 : i32}, %q: !tile.ptr<i32> {tile.divisibility = 16 : i32}) {
  %r = tile.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %r1 = tile.expand_dims %r {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
  %r0 = tile.expand_dims %r {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
  %rows = tile.broadcast %r1 : tensor<64x1xi32> -> tensor<64x64xi32>
  %columns = tile.broadcast %r0 : tensor<1x64xi32> -> tensor<64x64xi32>
  %c64 = arith.constant dense<64> : tensor<64x64xi32>
  %starts = arith.muli %rows, %c64 : tensor<64x64xi32>
  %at = arith.addi %starts, %columns : tensor<64x64xi32>
  %base = tile.splat %p : !tile.ptr<i8> -> tensor<64x64x!tile.ptr<i8>>
  %out = tile.splat %q : !tile.ptr<i32> -> tensor<64x64x!tile.ptr<i32>>
  %pa = tile.addptr %base, %at : tensor<64x64x!tile.ptr<i8>>, tensor<64x64xi32>
  %pd = tile.addptr %out, %at : tensor<64x64x!tile.ptr<i32>>, tensor<64x64xi32>
  %a = tile.load %pa : tensor<64x64x!tile.ptr<i8>>
  %b = tile.trans %a {order = array<i32: 1, 0>} : tensor<64x64xi8> -> tensor<64x64xi8>
  %zero = arith.constant dense<0> : tensor<64x64xi32>
  %d = tile.dot %a, %b, %zero : tensor<64x64xi8> * tensor<64x64xi8> -> tensor<64x64xi32>
  tile.store %pd, %d : tensor<64x64x!tile.ptr<i32>>
  tile.return
}
