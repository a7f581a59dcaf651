// Signs of 8-bit floats, of all 256 of them: in tiles, in scalars and in the region of a map.
// RUN: tile-run %s --device=sim:sm_90a --input=x:256xi8=iota:-128 --output=a:256xi8 --output=b:256xi8 --output=c:256xi8 --output=d:256xi8 --output=e:1xi8 --check 'a == where(x < 0, x + 128, x); b == where(x < 0, x + 128, x - 128); c == where(x < 0, x, x - 128); d == x; e == 0' | FileCheck %s
// RUN: tile-run %s --device=interpreter --input=x:256xi8=iota:-128 --output=a:256xi8 --output=b:256xi8 --output=c:256xi8 --output=d:256xi8 --output=e:1xi8 --check 'a == where(x < 0, x + 128, x); b == where(x < 0, x + 128, x - 128); c == where(x < 0, x, x - 128); d == x; e == 0' | FileCheck %s
// CHECK-COUNT-5: ok, exact

tile.func public @signs(%x: !tile.ptr<i8>, %a: !tile.ptr<i8>, %b: !tile.ptr<i8>, %c: !tile.ptr<i8>, %d: !tile.ptr<i8>, %e: !tile.ptr<i8>) {
  %p = tile.bitcast %x : !tile.ptr<i8> -> !tile.ptr<f8E4M3FN>
  %pa = tile.bitcast %a : !tile.ptr<i8> -> !tile.ptr<f8E4M3FN>
  %pb = tile.bitcast %b : !tile.ptr<i8> -> !tile.ptr<f8E4M3FN>
  %pc = tile.bitcast %c : !tile.ptr<i8> -> !tile.ptr<f8E4M3FN>
  %pd = tile.bitcast %d : !tile.ptr<i8> -> !tile.ptr<f8E5M2>
  %pe = tile.bitcast %e : !tile.ptr<i8> -> !tile.ptr<f8E4M3FN>
  %r = tile.make_range {start = 0 : i32, end = 256 : i32} : tensor<256xi32>
  %ps = tile.splat %p : !tile.ptr<f8E4M3FN> -> tensor<256x!tile.ptr<f8E4M3FN>>
  %pp = tile.addptr %ps, %r : tensor<256x!tile.ptr<f8E4M3FN>>, tensor<256xi32>
  %loaded = tile.load %pp : tensor<256x!tile.ptr<f8E4M3FN>>
  %as = tile.splat %pa : !tile.ptr<f8E4M3FN> -> tensor<256x!tile.ptr<f8E4M3FN>>
  %ap = tile.addptr %as, %r : tensor<256x!tile.ptr<f8E4M3FN>>, tensor<256xi32>
  %absolute = math.absf %loaded : tensor<256xf8E4M3FN>
  tile.store %ap, %absolute : tensor<256x!tile.ptr<f8E4M3FN>>
  %bs = tile.splat %pb : !tile.ptr<f8E4M3FN> -> tensor<256x!tile.ptr<f8E4M3FN>>
  %bp = tile.addptr %bs, %r : tensor<256x!tile.ptr<f8E4M3FN>>, tensor<256xi32>
  %negated = arith.negf %loaded : tensor<256xf8E4M3FN>
  tile.store %bp, %negated : tensor<256x!tile.ptr<f8E4M3FN>>
  %cs = tile.splat %pc : !tile.ptr<f8E4M3FN> -> tensor<256x!tile.ptr<f8E4M3FN>>
  %cp = tile.addptr %cs, %r : tensor<256x!tile.ptr<f8E4M3FN>>, tensor<256xi32>
  %mapped = "tile.map_elementwise"(%loaded) <{pack = 1 : i32}> ({
  ^bb0(%element: f8E4M3FN):
    %abs = math.absf %element : f8E4M3FN
    %neg = arith.negf %abs : f8E4M3FN
    tile.map_elementwise.return %neg : f8E4M3FN
  }) : (tensor<256xf8E4M3FN>) -> tensor<256xf8E4M3FN>
  tile.store %cp, %mapped : tensor<256x!tile.ptr<f8E4M3FN>>
  %other = tile.bitcast %loaded : tensor<256xf8E4M3FN> -> tensor<256xf8E5M2>
  %magnitude = math.absf %other : tensor<256xf8E5M2>
  %ds = tile.splat %pd : !tile.ptr<f8E5M2> -> tensor<256x!tile.ptr<f8E5M2>>
  %dp = tile.addptr %ds, %r : tensor<256x!tile.ptr<f8E5M2>>, tensor<256xi32>
  %copied = math.copysign %magnitude, %other : tensor<256xf8E5M2>
  tile.store %dp, %copied : tensor<256x!tile.ptr<f8E5M2>>
  %first = tile.load %p : !tile.ptr<f8E4M3FN>
  %zero = math.absf %first : f8E4M3FN
  tile.store %pe, %zero : !tile.ptr<f8E4M3FN>
  tile.return
}
