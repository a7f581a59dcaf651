// RUN: tile-run %s --device=interpreter --input=a:32x64xf16=const:1 --input=b:64x32xf16=iota --input=rows:64xi32=iota --output=out:32x32xf32:save=%t.npy --input=i32=4
// RUN: tile-run %s --target=sm_80 --num-stages=2 --input=a:32x64xf16=const:1 --input=b:64x32xf16=iota --input=rows:64xi32=iota --output=out:32x32xf32 --input=i32=4 --expected=out=%t.npy 2>&1 | FileCheck %s
// RUN: tilec %s --target=sm_80 --num-stages=2 --emit=schedule 2>&1 | FileCheck %s --check-prefix=SCHEDULE

// Loads at two distances need one loaded number: of one iteration for the copies,
// and of the iteration after it for what waits in registers. Each gets its own.
// SCHEDULE: #tilegpu.ahead<2 by registers
// SCHEDULE: #tilegpu.ahead<1 by copy
// CHECK: remark: is read ahead into registers
// CHECK: out{{.*}}: ok
tile.func public @gathered(%a: !tile.ptr<f16> {tile.divisibility = 16 : i32}, %b: !tile.ptr<f16> {tile.divisibility = 16 : i32}, %rows: !tile.ptr<i32> {tile.divisibility = 16 : i32}, %out: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c16 = arith.constant 16 : i32
  %zero = arith.constant dense<0.0> : tensor<32x32xf32>
  %width = arith.constant dense<32> : tensor<32x1xi32>
  %width16 = arith.constant dense<32> : tensor<16x1xi32>
  %pitch = arith.constant dense<64> : tensor<32x1xi32>
  %r = tile.make_range {start = 0 : i32, end = 32 : i32} : tensor<32xi32>
  %r16 = tile.make_range {start = 0 : i32, end = 16 : i32} : tensor<16xi32>
  %column = tile.expand_dims %r {axis = 0 : i32} : tensor<32xi32> -> tensor<1x32xi32>
  %row = tile.expand_dims %r {axis = 1 : i32} : tensor<32xi32> -> tensor<32x1xi32>
  %columns = tile.broadcast %column : tensor<1x32xi32> -> tensor<32x32xi32>
  %columns16 = tile.broadcast %column : tensor<1x32xi32> -> tensor<16x32xi32>
  %lines = arith.muli %row, %pitch : tensor<32x1xi32>
  %linesAll = tile.broadcast %lines : tensor<32x1xi32> -> tensor<32x16xi32>
  %as = tile.splat %a : !tile.ptr<f16> -> tensor<32x16x!tile.ptr<f16>>
  %aLines = tile.addptr %as, %linesAll : tensor<32x16x!tile.ptr<f16>>, tensor<32x16xi32>
  %bs = tile.splat %b : !tile.ptr<f16> -> tensor<16x32x!tile.ptr<f16>>
  %bColumns = tile.addptr %bs, %columns16 : tensor<16x32x!tile.ptr<f16>>, tensor<16x32xi32>
  %js = tile.splat %rows : !tile.ptr<i32> -> tensor<16x!tile.ptr<i32>>
  %jp = tile.addptr %js, %r16 : tensor<16x!tile.ptr<i32>>, tensor<16xi32>
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> (tensor<32x32xf32>) : i32 {
    %first = arith.muli %i, %c16 : i32
    %firsts = tile.splat %first : i32 -> tensor<16xi32>
    %jq = tile.addptr %jp, %firsts : tensor<16x!tile.ptr<i32>>, tensor<16xi32>
    %j = tile.load %jq : tensor<16x!tile.ptr<i32>>
    %jc = tile.expand_dims %j {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
    %jColumns = tile.broadcast %jc : tensor<1x16xi32> -> tensor<32x16xi32>
    %ap = tile.addptr %aLines, %jColumns : tensor<32x16x!tile.ptr<f16>>, tensor<32x16xi32>
    %jr = tile.expand_dims %j {axis = 1 : i32} : tensor<16xi32> -> tensor<16x1xi32>
    %jLines = arith.muli %jr, %width16 : tensor<16x1xi32>
    %jLinesAll = tile.broadcast %jLines : tensor<16x1xi32> -> tensor<16x32xi32>
    %bp = tile.addptr %bColumns, %jLinesAll : tensor<16x32x!tile.ptr<f16>>, tensor<16x32xi32>
    %x = tile.load %ap : tensor<32x16x!tile.ptr<f16>>
    %y = tile.load %bp : tensor<16x32x!tile.ptr<f16>>
    %d = tile.dot %x, %y, %acc : tensor<32x16xf16> * tensor<16x32xf16> -> tensor<32x32xf32>
    scf.yield %d : tensor<32x32xf32>
  }
  %outLines = arith.muli %row, %width : tensor<32x1xi32>
  %outLinesAll = tile.broadcast %outLines : tensor<32x1xi32> -> tensor<32x32xi32>
  %os = tile.splat %out : !tile.ptr<f32> -> tensor<32x32x!tile.ptr<f32>>
  %ol = tile.addptr %os, %outLinesAll : tensor<32x32x!tile.ptr<f32>>, tensor<32x32xi32>
  %op = tile.addptr %ol, %columns : tensor<32x32x!tile.ptr<f32>>, tensor<32x32xi32>
  tile.store %op, %sum : tensor<32x32x!tile.ptr<f32>>
  tile.return
}
