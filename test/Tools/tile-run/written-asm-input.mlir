// RUN: tile-run %s --grid=1 --input=64xi32 --input=64xi32 --output=64xi32 --output=64xi32 --check 'y == x + x + 3' --check 'z == x + w' 2>&1 | FileCheck %s
// RUN: tile-run %s --grid=1 --asm-check=off --input=64xi32 --input=64xi32 --output=64xi32 --output=64xi32 --check 'y == x + x + 3' --check 'z == x + w'

// An asm that uses an input as a scratch register leaves later uses right: w
// would be read as w + 1, and x as x + 3, without the copies.

// CHECK: warning: in the asm, line 1, column 9: expected inputs to be only read, found a write of $1, which gets a copy; {{.*}} [input-written]
// CHECK: check 1 of 2: y == x + x + 3: ok
// CHECK: check 2 of 2: z == x + w: ok

tile.func public @scratch(%x: !tile.ptr<i32>, %w: !tile.ptr<i32>, %y: !tile.ptr<i32>, %z: !tile.ptr<i32>) {
  %range = tile.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %xs = tile.splat %x : !tile.ptr<i32> -> tensor<64x!tile.ptr<i32>>
  %xp = tile.addptr %xs, %range : tensor<64x!tile.ptr<i32>>, tensor<64xi32>
  %ws = tile.splat %w : !tile.ptr<i32> -> tensor<64x!tile.ptr<i32>>
  %wp = tile.addptr %ws, %range : tensor<64x!tile.ptr<i32>>, tensor<64xi32>
  %ys = tile.splat %y : !tile.ptr<i32> -> tensor<64x!tile.ptr<i32>>
  %yp = tile.addptr %ys, %range : tensor<64x!tile.ptr<i32>>, tensor<64xi32>
  %zs = tile.splat %z : !tile.ptr<i32> -> tensor<64x!tile.ptr<i32>>
  %zp = tile.addptr %zs, %range : tensor<64x!tile.ptr<i32>>, tensor<64xi32>
  %a = tile.load %xp : tensor<64x!tile.ptr<i32>>
  %b = tile.load %wp : tensor<64x!tile.ptr<i32>>
  // $0 = x + 3, with $1 and $2 as scratch.
  %r = tile.elementwise_inline_asm "add.s32 $1, $1, 3; add.s32 $2, $2, 1; mov.b32 $0, $1;" {constraints = "=r,r,r", packed_element = 1 : i32, pure = true} %a, %b : tensor<64xi32>, tensor<64xi32> -> tensor<64xi32>
  %s = arith.addi %r, %a : tensor<64xi32>
  tile.store %yp, %s : tensor<64x!tile.ptr<i32>>
  %t = arith.addi %a, %b : tensor<64xi32>
  tile.store %zp, %t : tensor<64x!tile.ptr<i32>>
  tile.return
}
