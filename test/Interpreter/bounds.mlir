// --bounds saves how far the sums of an output can be from those of another order.

// RUN: tile-run %s --device=interpreter --kernel=sums --input=x:4x64xf32=rand --output=y:4xf32 --bounds=%t.npy | FileCheck %s
// RUN: tile-run %s --device=interpreter --kernel=sums --input=x:4x64xf32=iota --output=y:4xf32 --bounds=y=%t.exact.npy
// RUN: python3 -c "import struct; read = lambda name: struct.unpack('<4d', open(name, 'rb').read()[-32:]); print(*(0 < bound < 1e-3 for bound in read('%t.npy')), *read('%t.exact.npy'))" | FileCheck %s --check-prefix=VALUES

// So many roundings to f16 may change the sum by more than its magnitude.
// RUN: tile-run %s --device=interpreter --kernel=many --input=x:4096xf16=rand --output=y:1xf16 --bounds=%t.many.npy
// RUN: python3 -c "import struct; print(struct.unpack('<d', open('%t.many.npy', 'rb').read()[-8:])[0] > 4096)" | FileCheck %s --check-prefix=MANY
// MANY: True

// A sum by atomic operations of two programs has one, too, and is exact where every order is.
// RUN: tile-run %s --device=interpreter --kernel=atomic --grid=2 --input=x:512xf32=rand --output=y:1xf32=zeros --bounds=%t.atomic.npy
// RUN: tile-run %s --device=interpreter --kernel=atomic --grid=2 --input=x:512xf32=iota --output=y:1xf32=zeros --bounds=%t.whole.npy
// RUN: python3 -c "import struct; read = lambda name: struct.unpack('<d', open(name, 'rb').read()[-8:])[0]; print(0 < read('%t.atomic.npy') < 0.02, read('%t.whole.npy'))" | FileCheck %s --check-prefix=ATOMIC
// ATOMIC: True 0.0

// CHECK: sums: 1 program, in the interpreter
// CHECK: saved the bounds of y in {{.*}}.npy
// VALUES: True True True True 0.0 0.0 0.0 0.0

tile.func public @sums(%x: !tile.ptr<f32>, %y: !tile.ptr<f32>) {
  %i = tile.make_range {start = 0 : i32, end = 256 : i32} : tensor<256xi32>
  %xs = tile.splat %x : !tile.ptr<f32> -> tensor<256x!tile.ptr<f32>>
  %xp = tile.addptr %xs, %i : tensor<256x!tile.ptr<f32>>, tensor<256xi32>
  %v = tile.load %xp : tensor<256x!tile.ptr<f32>>
  %rows = tile.reshape %v : tensor<256xf32> -> tensor<4x64xf32>
  %sum = "tile.reduce"(%rows) <{axis = 1 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %c = arith.addf %a, %b : f32
    tile.reduce.return %c : f32
  }) : (tensor<4x64xf32>) -> tensor<4xf32>
  %j = tile.make_range {start = 0 : i32, end = 4 : i32} : tensor<4xi32>
  %ys = tile.splat %y : !tile.ptr<f32> -> tensor<4x!tile.ptr<f32>>
  %yp = tile.addptr %ys, %j : tensor<4x!tile.ptr<f32>>, tensor<4xi32>
  tile.store %yp, %sum : tensor<4x!tile.ptr<f32>>
  tile.return
}

tile.func public @many(%x: !tile.ptr<f16>, %y: !tile.ptr<f16>) {
  %i = tile.make_range {start = 0 : i32, end = 4096 : i32} : tensor<4096xi32>
  %xs = tile.splat %x : !tile.ptr<f16> -> tensor<4096x!tile.ptr<f16>>
  %xp = tile.addptr %xs, %i : tensor<4096x!tile.ptr<f16>>, tensor<4096xi32>
  %v = tile.load %xp : tensor<4096x!tile.ptr<f16>>
  %sum = "tile.reduce"(%v) <{axis = 0 : i32}> ({
  ^bb0(%a: f16, %b: f16):
    %c = arith.addf %a, %b : f16
    tile.reduce.return %c : f16
  }) : (tensor<4096xf16>) -> f16
  tile.store %y, %sum : !tile.ptr<f16>
  tile.return
}

tile.func public @atomic(%x: !tile.ptr<f32>, %y: !tile.ptr<f32>) {
  %pid = tile.get_program_id x : i32
  %size = arith.constant 256 : i32
  %start = arith.muli %pid, %size : i32
  %first = tile.addptr %x, %start : !tile.ptr<f32>, i32
  %i = tile.make_range {start = 0 : i32, end = 256 : i32} : tensor<256xi32>
  %xs = tile.splat %first : !tile.ptr<f32> -> tensor<256x!tile.ptr<f32>>
  %xp = tile.addptr %xs, %i : tensor<256x!tile.ptr<f32>>, tensor<256xi32>
  %v = tile.load %xp : tensor<256x!tile.ptr<f32>>
  %ys = tile.splat %y : !tile.ptr<f32> -> tensor<256x!tile.ptr<f32>>
  %old = tile.atomic_rmw fadd, relaxed, gpu, %ys, %v : (tensor<256x!tile.ptr<f32>>, tensor<256xf32>) -> tensor<256xf32>
  tile.return
}
