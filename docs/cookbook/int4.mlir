// 4-bit integers to f16. A byte q holds two, each 8 more than the number that it
// stands for; element 2 i of y is the lower one of byte i, element 2 i + 1 the
// upper one.
//
// The f16 of the bits 0x6400 is 1024, and 0x6400 + n is 1024 + n for n < 1024: an
// `or` puts the number into the mantissa. 0x6408 is 1032. The upper four bits are
// taken where they stand, as 1024 + 16 n; 0x2C00 is 1/16, 0xD480 is -72.

tile.func public @int4(%q_ptr: !tile.ptr<i8> {tile.divisibility = 16 : i32},
                       %y_ptr: !tile.ptr<f16> {tile.divisibility = 16 : i32}) {
  %i = tile.make_range {start = 0 : i32, end = 1024 : i32} : tensor<1024xi32>
  %q_base = tile.splat %q_ptr : !tile.ptr<i8> -> tensor<1024x!tile.ptr<i8>>
  %q_ptrs = tile.addptr %q_base, %i : tensor<1024x!tile.ptr<i8>>, tensor<1024xi32>
  %q = tile.load %q_ptrs : tensor<1024x!tile.ptr<i8>>
  // $0, $1: lower halves of bytes 0 to 3; $2, $3: upper halves; $4: the bytes.
  %low, %high = tile.elementwise_inline_asm ".reg .b32 t<4>, k<4>; mov.b32 k0, 0x64006400; mov.b32 k1, 0x64086408; mov.b32 k2, 0x2C002C00; mov.b32 k3, 0xD480D480; prmt.b32 t0, $4, 0, 0x4140; prmt.b32 t1, $4, 0, 0x4342; lop3.b32 t2, t0, 0x000F000F, k0, 0xEA; lop3.b32 t3, t1, 0x000F000F, k0, 0xEA; lop3.b32 t0, t0, 0x00F000F0, k0, 0xEA; lop3.b32 t1, t1, 0x00F000F0, k0, 0xEA; sub.rn.f16x2 $0, t2, k1; sub.rn.f16x2 $1, t3, k1; fma.rn.f16x2 $2, t0, k2, k3; fma.rn.f16x2 $3, t1, k2, k3;"
      {constraints = "=r,=r,=r,=r,r", packed_element = 4 : i32, pure = true}
      %q : tensor<1024xi8> -> tensor<1024xf16>, tensor<1024xf16>
      fallback (%b: i8) {
    %four = arith.constant 4 : i8
    %eight = arith.constant 8 : i8
    %mask = arith.constant 15 : i8
    %l = arith.andi %b, %mask : i8
    %l_signed = arith.subi %l, %eight : i8
    %l_f16 = arith.sitofp %l_signed : i8 to f16
    %h = arith.shrui %b, %four : i8
    %h_signed = arith.subi %h, %eight : i8
    %h_f16 = arith.sitofp %h_signed : i8 to f16
    tile.asm.return %l_f16, %h_f16 : f16, f16
  }
  %pairs = tile.join %low, %high : tensor<1024xf16> -> tensor<1024x2xf16>
  %y = tile.reshape %pairs : tensor<1024x2xf16> -> tensor<2048xf16>
  %j = tile.make_range {start = 0 : i32, end = 2048 : i32} : tensor<2048xi32>
  %y_base = tile.splat %y_ptr : !tile.ptr<f16> -> tensor<2048x!tile.ptr<f16>>
  %y_ptrs = tile.addptr %y_base, %j : tensor<2048x!tile.ptr<f16>>, tensor<2048xi32>
  tile.store %y_ptrs, %y : tensor<2048x!tile.ptr<f16>>
  tile.return
}
