// Products with scales in a loop, by the instructions of sm_120a and its family: copies run
// ahead, ldmatrix loads the operands, a word of a lane has the scales of four blocks, and
// no access has a bank conflict.

// RUN: tilec %s --kernel=mxfp8 --target=sm_120a --num-stages=3 -o - 2>/dev/null | FileCheck %s --check-prefixes=PTX,MXFP8
// RUN: tilec %s --kernel=mxfp4 --target=sm_121a --num-stages=3 -o - 2>/dev/null | FileCheck %s --check-prefixes=PTX,MXFP4
// RUN: tilec %s --kernel=nvfp4 --target=sm_120f --num-stages=3 -o - 2>/dev/null | FileCheck %s --check-prefixes=PTX,NVFP4
// RUN: tilec %s --kernel=mxfp8 --target=sm_100a --num-stages=3 -o - 2>/dev/null | FileCheck %s --check-prefix=UPCAST

// PTX: cp.async.cg.shared.global
// PTX: ldmatrix.sync.aligned.m8n8.x4.shared.b16
// MXFP8-COUNT-32: mma.sync.aligned.m16n8k32.row.col.kind::mxf8f6f4.block_scale.scale_vec::1X.f32.e4m3.e5m2.f32.ue8m0
// MXFP4-COUNT-16: mma.sync.aligned.m16n8k64.row.col.kind::mxf4.block_scale.scale_vec::2X.f32.e2m1.e2m1.f32.ue8m0
// NVFP4-COUNT-16: mma.sync.aligned.m16n8k64.row.col.kind::mxf4nvf4.block_scale.scale_vec::4X.f32.e2m1.e2m1.f32.ue4m3
// PTX-NOT: mma.sync
// UPCAST-NOT: mma.sync
// UPCAST: tcgen05.mma.cta_group::1.kind::f16

// Four instructions, of the same row and column, select a byte each of the same word.
// RUN: tilec %s --kernel=mxfp8 --target=sm_120a --num-stages=3 -o - 2>/dev/null | grep -o '{%rs[0-9]*, %rs[0-9]*}' | sort | uniq -c | FileCheck %s --check-prefix=BYTES
// BYTES-COUNT-4: 16 {%rs
// BYTES-NOT: {

// RUN: tile-run %s --kernel=mxfp8 --target=sm_120a --num-stages=3 --stats --input=a:32768xf8E4M3FN=rand:-4:4 --input=sa:1024xi8=rand:124:127 --input=b:32768xf8E5M2=rand:-4:4 --input=sb:1024xi8=rand:125:126 --output=c:4096xf32 --input=steps:i32=3 --check='c ~= sum(k, 384, a[i / 64 * 512 + k] * exp2(sa[i / 64 * 16 + k / 32] - 127) * b[i % 64 * 512 + k] * exp2(sb[i % 64 * 16 + k / 32] - 127)) atol=1e-4' 2>/dev/null | FileCheck %s --check-prefix=SUMS
// RUN: tile-run %s --kernel=mxfp4 --target=sm_120a --num-stages=3 --stats --input=a:16384xi8=const:0x21 --input=sa:1024xi8=rand:124:127 --input=b:16384xi8=const:0x57 --input=sb:1024xi8=rand:125:127 --output=c:4096xf32 --input=steps:i32=3 --check='c == sum(k, 192, 6 * exp2(sa[i / 64 * 16 + k / 16] - 127) * exp2(sb[i % 64 * 16 + k / 16] - 127))' 2>/dev/null | FileCheck %s --check-prefix=SUMS
// RUN: tile-run %s --kernel=nvfp4 --target=sm_120a --num-stages=3 --stats --input=a:16384xi8=const:0x21 --input=sa:2048xf8E4M3FN=rand:0.5:2 --input=b:16384xi8=const:0x57 --input=sb:2048xf8E4M3FN=rand:0.5:2 --output=c:4096xf32 --input=steps:i32=3 --check='c == sum(k, 192, 6 * sa[i / 64 * 32 + k / 8] * sb[i % 64 * 32 + k / 8])' 2>/dev/null | FileCheck %s --check-prefix=SUMS
// SUMS: check 1 of 1: {{.*}}: ok
// SUMS: shared loads: {{.*}} 0 bank conflicts
// SUMS: shared stores: {{.*}} 0 bank conflicts

// On sm_90a the bytes come by bulk copies, and are upcast. On sm_100a, where 64 rows are too few
// for scales, threads store what they have upcast.
// RUN: tile-run %s --kernel=mxfp8 --target=sm_90a --strict-races --num-stages=3 --stats --input=a:32768xf8E4M3FN=rand:-4:4 --input=sa:1024xi8=rand:124:127 --input=b:32768xf8E5M2=rand:-4:4 --input=sb:1024xi8=rand:125:126 --output=c:4096xf32 --input=steps:i32=3 --check='c ~= sum(k, 384, a[i / 64 * 512 + k] * exp2(sa[i / 64 * 16 + k / 32] - 127) * b[i % 64 * 512 + k] * exp2(sb[i % 64 * 16 + k / 32] - 127)) atol=1e-4' 2>/dev/null | FileCheck %s --check-prefix=BULK
// RUN: tile-run %s --kernel=mxfp8 --target=sm_100a --strict-races --num-stages=3 --stats --input=a:32768xf8E4M3FN=rand:-4:4 --input=sa:1024xi8=rand:124:127 --input=b:32768xf8E5M2=rand:-4:4 --input=sb:1024xi8=rand:125:126 --output=c:4096xf32 --input=steps:i32=3 --check='c ~= sum(k, 384, a[i / 64 * 512 + k] * exp2(sa[i / 64 * 16 + k / 32] - 127) * b[i % 64 * 512 + k] * exp2(sb[i % 64 * 16 + k / 32] - 127)) atol=1e-4' 2>/dev/null | FileCheck %s --check-prefix=BULK
// BULK: check 1 of 1: {{.*}}: ok
// BULK: bulk copies among these: {{[1-9]}}

tile.func public @mxfp8(%a: !tile.ptr<f8E4M3FN> {tile.divisibility = 16 : i32}, %sa: !tile.ptr<i8> {tile.divisibility = 16 : i32}, %b: !tile.ptr<f8E5M2> {tile.divisibility = 16 : i32}, %sb: !tile.ptr<i8> {tile.divisibility = 16 : i32}, %c: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %steps: i32) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %a_r = tile.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %a_c = tile.make_range {start = 0 : i32, end = 128 : i32} : tensor<128xi32>
  %a_r2 = tile.expand_dims %a_r {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
  %a_c2 = tile.expand_dims %a_c {axis = 0 : i32} : tensor<128xi32> -> tensor<1x128xi32>
  %a_rs = arith.constant dense<512> : tensor<64x1xi32>
  %a_cs = arith.constant dense<1> : tensor<1x128xi32>
  %a_r3 = arith.muli %a_r2, %a_rs : tensor<64x1xi32>
  %a_c3 = arith.muli %a_c2, %a_cs : tensor<1x128xi32>
  %a_r4 = tile.broadcast %a_r3 : tensor<64x1xi32> -> tensor<64x128xi32>
  %a_c4 = tile.broadcast %a_c3 : tensor<1x128xi32> -> tensor<64x128xi32>
  %a_o = arith.addi %a_r4, %a_c4 : tensor<64x128xi32>
  %a_s = tile.splat %a : !tile.ptr<f8E4M3FN> -> tensor<64x128x!tile.ptr<f8E4M3FN>>
  %a_p = tile.addptr %a_s, %a_o : tensor<64x128x!tile.ptr<f8E4M3FN>>, tensor<64x128xi32>
  %b_r = tile.make_range {start = 0 : i32, end = 128 : i32} : tensor<128xi32>
  %b_c = tile.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %b_r2 = tile.expand_dims %b_r {axis = 1 : i32} : tensor<128xi32> -> tensor<128x1xi32>
  %b_c2 = tile.expand_dims %b_c {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
  %b_rs = arith.constant dense<1> : tensor<128x1xi32>
  %b_cs = arith.constant dense<512> : tensor<1x64xi32>
  %b_r3 = arith.muli %b_r2, %b_rs : tensor<128x1xi32>
  %b_c3 = arith.muli %b_c2, %b_cs : tensor<1x64xi32>
  %b_r4 = tile.broadcast %b_r3 : tensor<128x1xi32> -> tensor<128x64xi32>
  %b_c4 = tile.broadcast %b_c3 : tensor<1x64xi32> -> tensor<128x64xi32>
  %b_o = arith.addi %b_r4, %b_c4 : tensor<128x64xi32>
  %b_s = tile.splat %b : !tile.ptr<f8E5M2> -> tensor<128x64x!tile.ptr<f8E5M2>>
  %b_p = tile.addptr %b_s, %b_o : tensor<128x64x!tile.ptr<f8E5M2>>, tensor<128x64xi32>
  %sa_r = tile.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %sa_c = tile.make_range {start = 0 : i32, end = 4 : i32} : tensor<4xi32>
  %sa_r2 = tile.expand_dims %sa_r {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
  %sa_c2 = tile.expand_dims %sa_c {axis = 0 : i32} : tensor<4xi32> -> tensor<1x4xi32>
  %sa_rs = arith.constant dense<16> : tensor<64x1xi32>
  %sa_cs = arith.constant dense<1> : tensor<1x4xi32>
  %sa_r3 = arith.muli %sa_r2, %sa_rs : tensor<64x1xi32>
  %sa_c3 = arith.muli %sa_c2, %sa_cs : tensor<1x4xi32>
  %sa_r4 = tile.broadcast %sa_r3 : tensor<64x1xi32> -> tensor<64x4xi32>
  %sa_c4 = tile.broadcast %sa_c3 : tensor<1x4xi32> -> tensor<64x4xi32>
  %sa_o = arith.addi %sa_r4, %sa_c4 : tensor<64x4xi32>
  %sa_s = tile.splat %sa : !tile.ptr<i8> -> tensor<64x4x!tile.ptr<i8>>
  %sa_p = tile.addptr %sa_s, %sa_o : tensor<64x4x!tile.ptr<i8>>, tensor<64x4xi32>
  %sb_r = tile.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %sb_c = tile.make_range {start = 0 : i32, end = 4 : i32} : tensor<4xi32>
  %sb_r2 = tile.expand_dims %sb_r {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
  %sb_c2 = tile.expand_dims %sb_c {axis = 0 : i32} : tensor<4xi32> -> tensor<1x4xi32>
  %sb_rs = arith.constant dense<16> : tensor<64x1xi32>
  %sb_cs = arith.constant dense<1> : tensor<1x4xi32>
  %sb_r3 = arith.muli %sb_r2, %sb_rs : tensor<64x1xi32>
  %sb_c3 = arith.muli %sb_c2, %sb_cs : tensor<1x4xi32>
  %sb_r4 = tile.broadcast %sb_r3 : tensor<64x1xi32> -> tensor<64x4xi32>
  %sb_c4 = tile.broadcast %sb_c3 : tensor<1x4xi32> -> tensor<64x4xi32>
  %sb_o = arith.addi %sb_r4, %sb_c4 : tensor<64x4xi32>
  %sb_s = tile.splat %sb : !tile.ptr<i8> -> tensor<64x4x!tile.ptr<i8>>
  %sb_p = tile.addptr %sb_s, %sb_o : tensor<64x4x!tile.ptr<i8>>, tensor<64x4xi32>
  %c_r = tile.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %c_c = tile.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %c_r2 = tile.expand_dims %c_r {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
  %c_c2 = tile.expand_dims %c_c {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
  %c_rs = arith.constant dense<64> : tensor<64x1xi32>
  %c_cs = arith.constant dense<1> : tensor<1x64xi32>
  %c_r3 = arith.muli %c_r2, %c_rs : tensor<64x1xi32>
  %c_c3 = arith.muli %c_c2, %c_cs : tensor<1x64xi32>
  %c_r4 = tile.broadcast %c_r3 : tensor<64x1xi32> -> tensor<64x64xi32>
  %c_c4 = tile.broadcast %c_c3 : tensor<1x64xi32> -> tensor<64x64xi32>
  %c_o = arith.addi %c_r4, %c_c4 : tensor<64x64xi32>
  %c_s = tile.splat %c : !tile.ptr<f32> -> tensor<64x64x!tile.ptr<f32>>
  %c_p = tile.addptr %c_s, %c_o : tensor<64x64x!tile.ptr<f32>>, tensor<64x64xi32>
  %none = arith.constant dense<0.0> : tensor<64x64xf32>
  %a_step = arith.constant dense<128> : tensor<64x128xi32>
  %b_step = arith.constant dense<128> : tensor<128x64xi32>
  %sa_step = arith.constant dense<4> : tensor<64x4xi32>
  %sb_step = arith.constant dense<4> : tensor<64x4xi32>
  %sum:5 = scf.for %i = %zero to %steps step %one iter_args(%so_far = %none, %a_at = %a_p, %b_at = %b_p, %sa_at = %sa_p, %sb_at = %sb_p) -> (tensor<64x64xf32>, tensor<64x128x!tile.ptr<f8E4M3FN>>, tensor<128x64x!tile.ptr<f8E5M2>>, tensor<64x4x!tile.ptr<i8>>, tensor<64x4x!tile.ptr<i8>>) : i32 {
    %a_x = tile.load %a_at : tensor<64x128x!tile.ptr<f8E4M3FN>>
    %b_x = tile.load %b_at : tensor<128x64x!tile.ptr<f8E5M2>>
    %sa_x = tile.load %sa_at : tensor<64x4x!tile.ptr<i8>>
    %sb_x = tile.load %sb_at : tensor<64x4x!tile.ptr<i8>>
    %more = tile.dot_scaled %a_x scale %sa_x, %b_x scale %sb_x, %so_far lhs = e4m3 rhs = e5m2 {fastMath = false} : tensor<64x128xf8E4M3FN>, tensor<64x4xi8> * tensor<128x64xf8E5M2>, tensor<64x4xi8> -> tensor<64x64xf32>
    %a_next = tile.addptr %a_at, %a_step : tensor<64x128x!tile.ptr<f8E4M3FN>>, tensor<64x128xi32>
    %b_next = tile.addptr %b_at, %b_step : tensor<128x64x!tile.ptr<f8E5M2>>, tensor<128x64xi32>
    %sa_next = tile.addptr %sa_at, %sa_step : tensor<64x4x!tile.ptr<i8>>, tensor<64x4xi32>
    %sb_next = tile.addptr %sb_at, %sb_step : tensor<64x4x!tile.ptr<i8>>, tensor<64x4xi32>
    scf.yield %more, %a_next, %b_next, %sa_next, %sb_next : tensor<64x64xf32>, tensor<64x128x!tile.ptr<f8E4M3FN>>, tensor<128x64x!tile.ptr<f8E5M2>>, tensor<64x4x!tile.ptr<i8>>, tensor<64x4x!tile.ptr<i8>>
  }
  tile.store %c_p, %sum#0 : tensor<64x64x!tile.ptr<f32>>
  tile.return
}
tile.func public @mxfp4(%a: !tile.ptr<i8> {tile.divisibility = 16 : i32}, %sa: !tile.ptr<i8> {tile.divisibility = 16 : i32}, %b: !tile.ptr<i8> {tile.divisibility = 16 : i32}, %sb: !tile.ptr<i8> {tile.divisibility = 16 : i32}, %c: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %steps: i32) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %a_r = tile.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %a_c = tile.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %a_r2 = tile.expand_dims %a_r {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
  %a_c2 = tile.expand_dims %a_c {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
  %a_rs = arith.constant dense<256> : tensor<64x1xi32>
  %a_cs = arith.constant dense<1> : tensor<1x64xi32>
  %a_r3 = arith.muli %a_r2, %a_rs : tensor<64x1xi32>
  %a_c3 = arith.muli %a_c2, %a_cs : tensor<1x64xi32>
  %a_r4 = tile.broadcast %a_r3 : tensor<64x1xi32> -> tensor<64x64xi32>
  %a_c4 = tile.broadcast %a_c3 : tensor<1x64xi32> -> tensor<64x64xi32>
  %a_o = arith.addi %a_r4, %a_c4 : tensor<64x64xi32>
  %a_s = tile.splat %a : !tile.ptr<i8> -> tensor<64x64x!tile.ptr<i8>>
  %a_p = tile.addptr %a_s, %a_o : tensor<64x64x!tile.ptr<i8>>, tensor<64x64xi32>
  %b_r = tile.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %b_c = tile.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %b_r2 = tile.expand_dims %b_r {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
  %b_c2 = tile.expand_dims %b_c {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
  %b_rs = arith.constant dense<1> : tensor<64x1xi32>
  %b_cs = arith.constant dense<256> : tensor<1x64xi32>
  %b_r3 = arith.muli %b_r2, %b_rs : tensor<64x1xi32>
  %b_c3 = arith.muli %b_c2, %b_cs : tensor<1x64xi32>
  %b_r4 = tile.broadcast %b_r3 : tensor<64x1xi32> -> tensor<64x64xi32>
  %b_c4 = tile.broadcast %b_c3 : tensor<1x64xi32> -> tensor<64x64xi32>
  %b_o = arith.addi %b_r4, %b_c4 : tensor<64x64xi32>
  %b_s = tile.splat %b : !tile.ptr<i8> -> tensor<64x64x!tile.ptr<i8>>
  %b_p = tile.addptr %b_s, %b_o : tensor<64x64x!tile.ptr<i8>>, tensor<64x64xi32>
  %sa_r = tile.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %sa_c = tile.make_range {start = 0 : i32, end = 4 : i32} : tensor<4xi32>
  %sa_r2 = tile.expand_dims %sa_r {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
  %sa_c2 = tile.expand_dims %sa_c {axis = 0 : i32} : tensor<4xi32> -> tensor<1x4xi32>
  %sa_rs = arith.constant dense<16> : tensor<64x1xi32>
  %sa_cs = arith.constant dense<1> : tensor<1x4xi32>
  %sa_r3 = arith.muli %sa_r2, %sa_rs : tensor<64x1xi32>
  %sa_c3 = arith.muli %sa_c2, %sa_cs : tensor<1x4xi32>
  %sa_r4 = tile.broadcast %sa_r3 : tensor<64x1xi32> -> tensor<64x4xi32>
  %sa_c4 = tile.broadcast %sa_c3 : tensor<1x4xi32> -> tensor<64x4xi32>
  %sa_o = arith.addi %sa_r4, %sa_c4 : tensor<64x4xi32>
  %sa_s = tile.splat %sa : !tile.ptr<i8> -> tensor<64x4x!tile.ptr<i8>>
  %sa_p = tile.addptr %sa_s, %sa_o : tensor<64x4x!tile.ptr<i8>>, tensor<64x4xi32>
  %sb_r = tile.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %sb_c = tile.make_range {start = 0 : i32, end = 4 : i32} : tensor<4xi32>
  %sb_r2 = tile.expand_dims %sb_r {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
  %sb_c2 = tile.expand_dims %sb_c {axis = 0 : i32} : tensor<4xi32> -> tensor<1x4xi32>
  %sb_rs = arith.constant dense<16> : tensor<64x1xi32>
  %sb_cs = arith.constant dense<1> : tensor<1x4xi32>
  %sb_r3 = arith.muli %sb_r2, %sb_rs : tensor<64x1xi32>
  %sb_c3 = arith.muli %sb_c2, %sb_cs : tensor<1x4xi32>
  %sb_r4 = tile.broadcast %sb_r3 : tensor<64x1xi32> -> tensor<64x4xi32>
  %sb_c4 = tile.broadcast %sb_c3 : tensor<1x4xi32> -> tensor<64x4xi32>
  %sb_o = arith.addi %sb_r4, %sb_c4 : tensor<64x4xi32>
  %sb_s = tile.splat %sb : !tile.ptr<i8> -> tensor<64x4x!tile.ptr<i8>>
  %sb_p = tile.addptr %sb_s, %sb_o : tensor<64x4x!tile.ptr<i8>>, tensor<64x4xi32>
  %c_r = tile.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %c_c = tile.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %c_r2 = tile.expand_dims %c_r {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
  %c_c2 = tile.expand_dims %c_c {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
  %c_rs = arith.constant dense<64> : tensor<64x1xi32>
  %c_cs = arith.constant dense<1> : tensor<1x64xi32>
  %c_r3 = arith.muli %c_r2, %c_rs : tensor<64x1xi32>
  %c_c3 = arith.muli %c_c2, %c_cs : tensor<1x64xi32>
  %c_r4 = tile.broadcast %c_r3 : tensor<64x1xi32> -> tensor<64x64xi32>
  %c_c4 = tile.broadcast %c_c3 : tensor<1x64xi32> -> tensor<64x64xi32>
  %c_o = arith.addi %c_r4, %c_c4 : tensor<64x64xi32>
  %c_s = tile.splat %c : !tile.ptr<f32> -> tensor<64x64x!tile.ptr<f32>>
  %c_p = tile.addptr %c_s, %c_o : tensor<64x64x!tile.ptr<f32>>, tensor<64x64xi32>
  %none = arith.constant dense<0.0> : tensor<64x64xf32>
  %a_step = arith.constant dense<64> : tensor<64x64xi32>
  %b_step = arith.constant dense<64> : tensor<64x64xi32>
  %sa_step = arith.constant dense<4> : tensor<64x4xi32>
  %sb_step = arith.constant dense<4> : tensor<64x4xi32>
  %sum:5 = scf.for %i = %zero to %steps step %one iter_args(%so_far = %none, %a_at = %a_p, %b_at = %b_p, %sa_at = %sa_p, %sb_at = %sb_p) -> (tensor<64x64xf32>, tensor<64x64x!tile.ptr<i8>>, tensor<64x64x!tile.ptr<i8>>, tensor<64x4x!tile.ptr<i8>>, tensor<64x4x!tile.ptr<i8>>) : i32 {
    %a_x = tile.load %a_at : tensor<64x64x!tile.ptr<i8>>
    %b_x = tile.load %b_at : tensor<64x64x!tile.ptr<i8>>
    %sa_x = tile.load %sa_at : tensor<64x4x!tile.ptr<i8>>
    %sb_x = tile.load %sb_at : tensor<64x4x!tile.ptr<i8>>
    %more = tile.dot_scaled %a_x scale %sa_x, %b_x scale %sb_x, %so_far lhs = e2m1 rhs = e2m1 {fastMath = false} : tensor<64x64xi8>, tensor<64x4xi8> * tensor<64x64xi8>, tensor<64x4xi8> -> tensor<64x64xf32>
    %a_next = tile.addptr %a_at, %a_step : tensor<64x64x!tile.ptr<i8>>, tensor<64x64xi32>
    %b_next = tile.addptr %b_at, %b_step : tensor<64x64x!tile.ptr<i8>>, tensor<64x64xi32>
    %sa_next = tile.addptr %sa_at, %sa_step : tensor<64x4x!tile.ptr<i8>>, tensor<64x4xi32>
    %sb_next = tile.addptr %sb_at, %sb_step : tensor<64x4x!tile.ptr<i8>>, tensor<64x4xi32>
    scf.yield %more, %a_next, %b_next, %sa_next, %sb_next : tensor<64x64xf32>, tensor<64x64x!tile.ptr<i8>>, tensor<64x64x!tile.ptr<i8>>, tensor<64x4x!tile.ptr<i8>>, tensor<64x4x!tile.ptr<i8>>
  }
  tile.store %c_p, %sum#0 : tensor<64x64x!tile.ptr<f32>>
  tile.return
}
tile.func public @nvfp4(%a: !tile.ptr<i8> {tile.divisibility = 16 : i32}, %sa: !tile.ptr<f8E4M3FN> {tile.divisibility = 16 : i32}, %b: !tile.ptr<i8> {tile.divisibility = 16 : i32}, %sb: !tile.ptr<f8E4M3FN> {tile.divisibility = 16 : i32}, %c: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %steps: i32) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %a_r = tile.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %a_c = tile.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %a_r2 = tile.expand_dims %a_r {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
  %a_c2 = tile.expand_dims %a_c {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
  %a_rs = arith.constant dense<256> : tensor<64x1xi32>
  %a_cs = arith.constant dense<1> : tensor<1x64xi32>
  %a_r3 = arith.muli %a_r2, %a_rs : tensor<64x1xi32>
  %a_c3 = arith.muli %a_c2, %a_cs : tensor<1x64xi32>
  %a_r4 = tile.broadcast %a_r3 : tensor<64x1xi32> -> tensor<64x64xi32>
  %a_c4 = tile.broadcast %a_c3 : tensor<1x64xi32> -> tensor<64x64xi32>
  %a_o = arith.addi %a_r4, %a_c4 : tensor<64x64xi32>
  %a_s = tile.splat %a : !tile.ptr<i8> -> tensor<64x64x!tile.ptr<i8>>
  %a_p = tile.addptr %a_s, %a_o : tensor<64x64x!tile.ptr<i8>>, tensor<64x64xi32>
  %b_r = tile.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %b_c = tile.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %b_r2 = tile.expand_dims %b_r {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
  %b_c2 = tile.expand_dims %b_c {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
  %b_rs = arith.constant dense<1> : tensor<64x1xi32>
  %b_cs = arith.constant dense<256> : tensor<1x64xi32>
  %b_r3 = arith.muli %b_r2, %b_rs : tensor<64x1xi32>
  %b_c3 = arith.muli %b_c2, %b_cs : tensor<1x64xi32>
  %b_r4 = tile.broadcast %b_r3 : tensor<64x1xi32> -> tensor<64x64xi32>
  %b_c4 = tile.broadcast %b_c3 : tensor<1x64xi32> -> tensor<64x64xi32>
  %b_o = arith.addi %b_r4, %b_c4 : tensor<64x64xi32>
  %b_s = tile.splat %b : !tile.ptr<i8> -> tensor<64x64x!tile.ptr<i8>>
  %b_p = tile.addptr %b_s, %b_o : tensor<64x64x!tile.ptr<i8>>, tensor<64x64xi32>
  %sa_r = tile.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %sa_c = tile.make_range {start = 0 : i32, end = 8 : i32} : tensor<8xi32>
  %sa_r2 = tile.expand_dims %sa_r {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
  %sa_c2 = tile.expand_dims %sa_c {axis = 0 : i32} : tensor<8xi32> -> tensor<1x8xi32>
  %sa_rs = arith.constant dense<32> : tensor<64x1xi32>
  %sa_cs = arith.constant dense<1> : tensor<1x8xi32>
  %sa_r3 = arith.muli %sa_r2, %sa_rs : tensor<64x1xi32>
  %sa_c3 = arith.muli %sa_c2, %sa_cs : tensor<1x8xi32>
  %sa_r4 = tile.broadcast %sa_r3 : tensor<64x1xi32> -> tensor<64x8xi32>
  %sa_c4 = tile.broadcast %sa_c3 : tensor<1x8xi32> -> tensor<64x8xi32>
  %sa_o = arith.addi %sa_r4, %sa_c4 : tensor<64x8xi32>
  %sa_s = tile.splat %sa : !tile.ptr<f8E4M3FN> -> tensor<64x8x!tile.ptr<f8E4M3FN>>
  %sa_p = tile.addptr %sa_s, %sa_o : tensor<64x8x!tile.ptr<f8E4M3FN>>, tensor<64x8xi32>
  %sb_r = tile.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %sb_c = tile.make_range {start = 0 : i32, end = 8 : i32} : tensor<8xi32>
  %sb_r2 = tile.expand_dims %sb_r {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
  %sb_c2 = tile.expand_dims %sb_c {axis = 0 : i32} : tensor<8xi32> -> tensor<1x8xi32>
  %sb_rs = arith.constant dense<32> : tensor<64x1xi32>
  %sb_cs = arith.constant dense<1> : tensor<1x8xi32>
  %sb_r3 = arith.muli %sb_r2, %sb_rs : tensor<64x1xi32>
  %sb_c3 = arith.muli %sb_c2, %sb_cs : tensor<1x8xi32>
  %sb_r4 = tile.broadcast %sb_r3 : tensor<64x1xi32> -> tensor<64x8xi32>
  %sb_c4 = tile.broadcast %sb_c3 : tensor<1x8xi32> -> tensor<64x8xi32>
  %sb_o = arith.addi %sb_r4, %sb_c4 : tensor<64x8xi32>
  %sb_s = tile.splat %sb : !tile.ptr<f8E4M3FN> -> tensor<64x8x!tile.ptr<f8E4M3FN>>
  %sb_p = tile.addptr %sb_s, %sb_o : tensor<64x8x!tile.ptr<f8E4M3FN>>, tensor<64x8xi32>
  %c_r = tile.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %c_c = tile.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %c_r2 = tile.expand_dims %c_r {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
  %c_c2 = tile.expand_dims %c_c {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
  %c_rs = arith.constant dense<64> : tensor<64x1xi32>
  %c_cs = arith.constant dense<1> : tensor<1x64xi32>
  %c_r3 = arith.muli %c_r2, %c_rs : tensor<64x1xi32>
  %c_c3 = arith.muli %c_c2, %c_cs : tensor<1x64xi32>
  %c_r4 = tile.broadcast %c_r3 : tensor<64x1xi32> -> tensor<64x64xi32>
  %c_c4 = tile.broadcast %c_c3 : tensor<1x64xi32> -> tensor<64x64xi32>
  %c_o = arith.addi %c_r4, %c_c4 : tensor<64x64xi32>
  %c_s = tile.splat %c : !tile.ptr<f32> -> tensor<64x64x!tile.ptr<f32>>
  %c_p = tile.addptr %c_s, %c_o : tensor<64x64x!tile.ptr<f32>>, tensor<64x64xi32>
  %none = arith.constant dense<0.0> : tensor<64x64xf32>
  %a_step = arith.constant dense<64> : tensor<64x64xi32>
  %b_step = arith.constant dense<64> : tensor<64x64xi32>
  %sa_step = arith.constant dense<8> : tensor<64x8xi32>
  %sb_step = arith.constant dense<8> : tensor<64x8xi32>
  %sum:5 = scf.for %i = %zero to %steps step %one iter_args(%so_far = %none, %a_at = %a_p, %b_at = %b_p, %sa_at = %sa_p, %sb_at = %sb_p) -> (tensor<64x64xf32>, tensor<64x64x!tile.ptr<i8>>, tensor<64x64x!tile.ptr<i8>>, tensor<64x8x!tile.ptr<f8E4M3FN>>, tensor<64x8x!tile.ptr<f8E4M3FN>>) : i32 {
    %a_x = tile.load %a_at : tensor<64x64x!tile.ptr<i8>>
    %b_x = tile.load %b_at : tensor<64x64x!tile.ptr<i8>>
    %sa_x = tile.load %sa_at : tensor<64x8x!tile.ptr<f8E4M3FN>>
    %sb_x = tile.load %sb_at : tensor<64x8x!tile.ptr<f8E4M3FN>>
    %more = tile.dot_scaled %a_x scale %sa_x, %b_x scale %sb_x, %so_far lhs = e2m1 rhs = e2m1 {fastMath = false} : tensor<64x64xi8>, tensor<64x8xf8E4M3FN> * tensor<64x64xi8>, tensor<64x8xf8E4M3FN> -> tensor<64x64xf32>
    %a_next = tile.addptr %a_at, %a_step : tensor<64x64x!tile.ptr<i8>>, tensor<64x64xi32>
    %b_next = tile.addptr %b_at, %b_step : tensor<64x64x!tile.ptr<i8>>, tensor<64x64xi32>
    %sa_next = tile.addptr %sa_at, %sa_step : tensor<64x8x!tile.ptr<f8E4M3FN>>, tensor<64x8xi32>
    %sb_next = tile.addptr %sb_at, %sb_step : tensor<64x8x!tile.ptr<f8E4M3FN>>, tensor<64x8xi32>
    scf.yield %more, %a_next, %b_next, %sa_next, %sb_next : tensor<64x64xf32>, tensor<64x64x!tile.ptr<i8>>, tensor<64x64x!tile.ptr<i8>>, tensor<64x8x!tile.ptr<f8E4M3FN>>, tensor<64x8x!tile.ptr<f8E4M3FN>>
  }
  tile.store %c_p, %sum#0 : tensor<64x64x!tile.ptr<f32>>
  tile.return
}
