// RUN: tile-opt %s --tile-to-llvm -split-input-file -verify-diagnostics

tile.func public @add(%p: !tile.ptr<f8E4M3FN>) {
  %x = tile.load %p : !tile.ptr<f8E4M3FN>
  // expected-error @below {{'arith.addf' op expected no 8-bit floats, which tile.fp_to_fp converts, found 'f8E4M3FN'}}
  %y = arith.addf %x, %x : f8E4M3FN
  tile.store %p, %y : !tile.ptr<f8E4M3FN>
  tile.return
}

// -----

// Of a tile, from a division that has other types.
tile.func public @narrow(%p: !tile.ptr<f8E5M2>) {
  %ps = tile.splat %p : !tile.ptr<f8E5M2> -> tensor<16x!tile.ptr<f8E5M2>>
  %x = tile.load %ps : tensor<16x!tile.ptr<f8E5M2>>
  %a = arith.extf %x : tensor<16xf8E5M2> to tensor<16xf32>
  %b = arith.divf %a, %a : tensor<16xf32>
  // expected-error @below {{'arith.truncf' op expected no 8-bit floats, which tile.fp_to_fp converts, found 'f8E5M2'}}
  %y = arith.truncf %b : tensor<16xf32> to tensor<16xf8E5M2>
  tile.store %ps, %y : tensor<16x!tile.ptr<f8E5M2>>
  tile.return
}

// -----

tile.func public @compare(%p: !tile.ptr<f8E5M2>, %q: !tile.ptr<i1>) {
  %x = tile.load %p : !tile.ptr<f8E5M2>
  // expected-error @below {{'arith.cmpf' op expected no 8-bit floats, which tile.fp_to_fp converts, found 'f8E5M2'}}
  %y = arith.cmpf olt, %x, %x : f8E5M2
  tile.store %q, %y : !tile.ptr<i1>
  tile.return
}

// -----

tile.func public @clamp(%p: !tile.ptr<f8E5M2>) {
  %x = tile.load %p : !tile.ptr<f8E5M2>
  // expected-error @below {{'tile.clampf' op expected no 8-bit floats, which tile.fp_to_fp converts, found 'f8E5M2'}}
  %y = tile.clampf %x, %x, %x, propagateNan = none : f8E5M2
  tile.store %p, %y : !tile.ptr<f8E5M2>
  tile.return
}

// -----

// What only moves bits, and what widens, is fine.
tile.func public @move(%p: !tile.ptr<f8E5M2>, %q: !tile.ptr<f32>, %c: i1) {
  %x = tile.load %p : !tile.ptr<f8E5M2>
  %one = arith.constant 1.0 : f8E5M2
  %s = arith.select %c, %x, %one : f8E5M2
  %b = arith.bitcast %s : f8E5M2 to i8
  %r = arith.bitcast %b : i8 to f8E5M2
  %w = arith.extf %r : f8E5M2 to f32
  tile.store %q, %w : !tile.ptr<f32>
  tile.return
}
