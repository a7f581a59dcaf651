// c = clamp(a * b + 1, 0, 6) and d = c * c on f16, two elements per instruction.
//
// Idea: example 2 of "Inline elementwise ASM in Triton", the kernel with inline PTX.
// The constants are 1.0, 0.0 and 6.0, twice each.

tile.func public @fma_clamp_square_f16x2(
    %a_ptr: !tile.ptr<f16> {tile.divisibility = 16 : i32},
    %b_ptr: !tile.ptr<f16> {tile.divisibility = 16 : i32},
    %c_ptr: !tile.ptr<f16> {tile.divisibility = 16 : i32},
    %d_ptr: !tile.ptr<f16> {tile.divisibility = 16 : i32},
    %n: i32) {
  %block = arith.constant 1024 : i32
  %pid = tile.get_program_id x : i32
  %start = arith.muli %pid, %block : i32
  %range = tile.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32>
  %starts = tile.splat %start : i32 -> tensor<1024xi32>
  %offs = arith.addi %starts, %range : tensor<1024xi32>
  %ns = tile.splat %n : i32 -> tensor<1024xi32>
  %mask = arith.cmpi slt, %offs, %ns : tensor<1024xi32>
  %a_base = tile.splat %a_ptr : !tile.ptr<f16> -> tensor<1024x!tile.ptr<f16>>
  %a_ptrs = tile.addptr %a_base, %offs : tensor<1024x!tile.ptr<f16>>, tensor<1024xi32>
  %a = tile.load %a_ptrs, %mask : tensor<1024x!tile.ptr<f16>>
  %b_base = tile.splat %b_ptr : !tile.ptr<f16> -> tensor<1024x!tile.ptr<f16>>
  %b_ptrs = tile.addptr %b_base, %offs : tensor<1024x!tile.ptr<f16>>, tensor<1024xi32>
  %b = tile.load %b_ptrs, %mask : tensor<1024x!tile.ptr<f16>>
  %c, %d = tile.elementwise_inline_asm "{\0A.reg .b32 t<3>;\0Amov.b32 t0, 0x3C003C00;\0Amov.b32 t1, 0x00000000;\0Amov.b32 t2, 0x46004600;\0Afma.rn.f16x2 $0, $2, $3, t0;\0Amax.f16x2 $0, $0, t1;\0Amin.f16x2 $0, $0, t2;\0Amul.rn.f16x2 $1, $0, $0;\0A}" {constraints = "=r,=r,r,r", packed_element = 2 : i32, pure = true} %a, %b : tensor<1024xf16>, tensor<1024xf16> -> tensor<1024xf16>, tensor<1024xf16>
  %c_base = tile.splat %c_ptr : !tile.ptr<f16> -> tensor<1024x!tile.ptr<f16>>
  %c_ptrs = tile.addptr %c_base, %offs : tensor<1024x!tile.ptr<f16>>, tensor<1024xi32>
  tile.store %c_ptrs, %c, %mask : tensor<1024x!tile.ptr<f16>>
  %d_base = tile.splat %d_ptr : !tile.ptr<f16> -> tensor<1024x!tile.ptr<f16>>
  %d_ptrs = tile.addptr %d_base, %offs : tensor<1024x!tile.ptr<f16>>, tensor<1024xi32>
  tile.store %d_ptrs, %d, %mask : tensor<1024x!tile.ptr<f16>>
  tile.return
}
