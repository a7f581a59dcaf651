// RUN: tile-opt %s -split-input-file -verify-diagnostics

tile.func private @dot_c1(%a: tensor<16xf16>, %b: tensor<16xf16>, %c: tensor<16xf32>) {
  // expected-error @below {{'tile.dot' op expected three tiles of 2 or of 3 dimensions, found 1, 1 and 1 dimensions}}
  %0 = tile.dot %a, %b, %c : tensor<16xf16> * tensor<16xf16> -> tensor<16xf32>
  tile.return
}

// -----

tile.func private @dot_c1_four(%a: tensor<2x2x16x16xf16>, %c: tensor<2x2x16x16xf32>) {
  // expected-error @below {{'tile.dot' op expected three tiles of 2 or of 3 dimensions, found 4, 4 and 4 dimensions}}
  %0 = tile.dot %a, %a, %c : tensor<2x2x16x16xf16> * tensor<2x2x16x16xf16> -> tensor<2x2x16x16xf32>
  tile.return
}

// -----

tile.func private @dot_c1_different(%a: tensor<2x16x16xf16>, %b: tensor<16x16xf16>, %c: tensor<2x16x16xf32>) {
  // expected-error @below {{'tile.dot' op expected three tiles of 2 or of 3 dimensions, found 3, 2 and 3 dimensions}}
  %0 = tile.dot %a, %b, %c : tensor<2x16x16xf16> * tensor<16x16xf16> -> tensor<2x16x16xf32>
  tile.return
}

// -----

tile.func private @dot_c2_k(%a: tensor<16x32xf16>, %b: tensor<16x8xf16>, %c: tensor<16x8xf32>) {
  // expected-error @below {{'tile.dot' op expected tiles of MxK, KxN and MxN elements, found 16x32, 16x8 and 16x8}}
  %0 = tile.dot %a, %b, %c : tensor<16x32xf16> * tensor<16x8xf16> -> tensor<16x8xf32>
  tile.return
}

// -----

tile.func private @dot_c2_m(%a: tensor<16x32xf16>, %b: tensor<32x8xf16>, %c: tensor<32x8xf32>) {
  // expected-error @below {{'tile.dot' op expected tiles of MxK, KxN and MxN elements, found 16x32, 32x8 and 32x8}}
  %0 = tile.dot %a, %b, %c : tensor<16x32xf16> * tensor<32x8xf16> -> tensor<32x8xf32>
  tile.return
}

// -----

tile.func private @dot_c2_n(%a: tensor<16x32xf16>, %b: tensor<32x8xf16>, %c: tensor<16x16xf32>) {
  // expected-error @below {{'tile.dot' op expected tiles of MxK, KxN and MxN elements, found 16x32, 32x8 and 16x16}}
  %0 = tile.dot %a, %b, %c : tensor<16x32xf16> * tensor<32x8xf16> -> tensor<16x16xf32>
  tile.return
}

// -----

tile.func private @dot_c2_batch(%a: tensor<4x16x32xf16>, %b: tensor<2x32x8xf16>, %c: tensor<4x16x8xf32>) {
  // expected-error @below {{'tile.dot' op expected tiles of MxK, KxN and MxN elements, found 4x16x32, 2x32x8 and 4x16x8}}
  %0 = tile.dot %a, %b, %c : tensor<4x16x32xf16> * tensor<2x32x8xf16> -> tensor<4x16x8xf32>
  tile.return
}

// -----

tile.func private @dot_c3_operands(%a: tensor<16x16xf16>, %b: tensor<16x16xbf16>, %c: tensor<16x16xf32>) {
  // expected-error @below {{'tile.dot' op expected elements of f16 with f16 or f32, bf16 with f32 or bf16, f32, f64, 8-bit floats with f32 or f16, or i8 with i32, found 'f16' and 'bf16' with 'f32'}}
  %0 = tile.dot %a, %b, %c : tensor<16x16xf16> * tensor<16x16xbf16> -> tensor<16x16xf32>
  tile.return
}

// -----

tile.func private @dot_c3_sum(%a: tensor<16x16xi8>, %c: tensor<16x16xf32>) {
  // expected-error @below {{found 'i8' and 'i8' with 'f32'}}
  %0 = tile.dot %a, %a, %c : tensor<16x16xi8> * tensor<16x16xi8> -> tensor<16x16xf32>
  tile.return
}

// -----

tile.func private @dot_c3_bytes(%a: tensor<16x16xf8E4M3FN>, %b: tensor<16x16xf8E5M2>, %c: tensor<16x16xbf16>) {
  // expected-error @below {{found 'f8E4M3FN' and 'f8E5M2' with 'bf16'}}
  %0 = tile.dot %a, %b, %c : tensor<16x16xf8E4M3FN> * tensor<16x16xf8E5M2> -> tensor<16x16xbf16>
  tile.return
}

// -----

tile.func private @dot_c4(%a: tensor<16x16xf8E5M2>, %c: tensor<16x16xf32>) {
  // expected-error @below {{'tile.dot' op expected a maxNumImpreciseAcc of 0 or more, found -1}}
  %0 = tile.dot %a, %a, %c {maxNumImpreciseAcc = -1 : i32} : tensor<16x16xf8E5M2> * tensor<16x16xf8E5M2> -> tensor<16x16xf32>
  tile.return
}

// -----

tile.func private @dot_scaled_c1(%a: tensor<32xf8E5M2>, %c: tensor<32xf32>) {
  // expected-error @below {{'tile.dot_scaled' op expected three tiles of 2 or of 3 dimensions, found 1, 1 and 1 dimensions}}
  %0 = tile.dot_scaled %a, %a, %c lhs = e5m2 rhs = e5m2 {fastMath = false} : tensor<32xf8E5M2> * tensor<32xf8E5M2> -> tensor<32xf32>
  tile.return
}

// -----

// 32 bytes of pairs are 64 elements along K.
tile.func private @dot_scaled_c2(%a: tensor<16x32xi8>, %b: tensor<32x16xf8E5M2>, %c: tensor<16x16xf32>) {
  // expected-error @below {{'tile.dot_scaled' op expected tiles of MxK, KxN and MxN elements, found 16x64, 32x16 and 16x16}}
  %0 = tile.dot_scaled %a, %b, %c lhs = e2m1 rhs = e5m2 {fastMath = false} : tensor<16x32xi8> * tensor<32x16xf8E5M2> -> tensor<16x16xf32>
  tile.return
}

// -----

// Pairs along M.
tile.func private @dot_scaled_c2_across(%a: tensor<16x32xi8>, %b: tensor<32x16xf8E5M2>, %c: tensor<16x16xf32>) {
  // expected-error @below {{'tile.dot_scaled' op expected tiles of MxK, KxN and MxN elements, found 32x32, 32x16 and 16x16}}
  %0 = tile.dot_scaled %a, %b, %c lhs = e2m1 rhs = e5m2 {fastMath = false, lhs_k_pack = false} : tensor<16x32xi8> * tensor<32x16xf8E5M2> -> tensor<16x16xf32>
  tile.return
}

// -----

tile.func private @dot_scaled_c3_a(%a: tensor<32x32xf8E5M2>, %c: tensor<32x32xf32>) {
  // expected-error @below {{'tile.dot_scaled' op expected elements of e4m3 as a, found 'f8E5M2'}}
  %0 = tile.dot_scaled %a, %a, %c lhs = e4m3 rhs = e5m2 {fastMath = false} : tensor<32x32xf8E5M2> * tensor<32x32xf8E5M2> -> tensor<32x32xf32>
  tile.return
}

// -----

tile.func private @dot_scaled_c3_b(%a: tensor<32x32xbf16>, %c: tensor<32x32xf32>) {
  // expected-error @below {{'tile.dot_scaled' op expected elements of fp16 as b, found 'bf16'}}
  %0 = tile.dot_scaled %a, %a, %c lhs = bf16 rhs = fp16 {fastMath = false} : tensor<32x32xbf16> * tensor<32x32xbf16> -> tensor<32x32xf32>
  tile.return
}

// -----

tile.func private @dot_scaled_c4_type(%a: tensor<32x32xf8E5M2>, %s: tensor<32x1xf16>, %c: tensor<32x32xf32>) {
  // expected-error @below {{'tile.dot_scaled' op expected scales of i8 or f8E4M3FN for a, found 'f16'}}
  %0 = tile.dot_scaled %a scale %s, %a, %c lhs = e5m2 rhs = e5m2 {fastMath = false} : tensor<32x32xf8E5M2>, tensor<32x1xf16> * tensor<32x32xf8E5M2> -> tensor<32x32xf32>
  tile.return
}

// -----

tile.func private @dot_scaled_c4_count(%a: tensor<32x64xf8E5M2>, %b: tensor<64x32xf8E5M2>, %s: tensor<32x4xi8>, %c: tensor<32x32xf32>) {
  // expected-error @below {{'tile.dot_scaled' op expected a scale for each 32 elements along K of b, found 'tensor<32x4xi8>'}}
  %0 = tile.dot_scaled %a, %b scale %s, %c lhs = e5m2 rhs = e5m2 {fastMath = false} : tensor<32x64xf8E5M2> * tensor<64x32xf8E5M2>, tensor<32x4xi8> -> tensor<32x32xf32>
  tile.return
}

// -----

tile.func private @dot_scaled_c4_floats(%a: tensor<32x64xf8E5M2>, %b: tensor<64x32xf8E5M2>, %s: tensor<32x2xf8E4M3FN>, %c: tensor<32x32xf32>) {
  // expected-error @below {{'tile.dot_scaled' op expected a scale for each 16 elements along K of a, found 'tensor<32x2xf8E4M3FN>'}}
  %0 = tile.dot_scaled %a scale %s, %b, %c lhs = e5m2 rhs = e5m2 {fastMath = false} : tensor<32x64xf8E5M2>, tensor<32x2xf8E4M3FN> * tensor<64x32xf8E5M2> -> tensor<32x32xf32>
  tile.return
}

// -----

tile.func private @dot_scaled_c4_rows(%a: tensor<32x64xf8E5M2>, %b: tensor<64x16xf8E5M2>, %s: tensor<2x16xi8>, %c: tensor<32x16xf32>) {
  // expected-error @below {{'tile.dot_scaled' op expected a scale for each 32 elements along K of b, found 'tensor<2x16xi8>'}}
  %0 = tile.dot_scaled %a, %b scale %s, %c lhs = e5m2 rhs = e5m2 {fastMath = false} : tensor<32x64xf8E5M2> * tensor<64x16xf8E5M2>, tensor<2x16xi8> -> tensor<32x16xf32>
  tile.return
}

// -----

tile.func private @dot_scaled_c5(%a: tensor<32x32xf8E5M2>, %c: tensor<32x32xf16>) {
  // expected-error @below {{'tile.dot_scaled' op expected f32 as elements of c, found 'f16'}}
  %0 = tile.dot_scaled %a, %a, %c lhs = e5m2 rhs = e5m2 {fastMath = false} : tensor<32x32xf8E5M2> * tensor<32x32xf8E5M2> -> tensor<32x32xf16>
  tile.return
}
