// c = int(a) and d = max(float(a), b), for bytes a and floats b, four elements an asm.
//
// Idea: the example of Triton's reference of inline_asm_elementwise.
// $0 to $3 are c, $4 to $7 are d, $8 holds four bytes of a, $9 to $12 are b.

tile.func public @bytes_max(
    %a_ptr: !tile.ptr<i8> {tile.divisibility = 16 : i32},
    %b_ptr: !tile.ptr<f32> {tile.divisibility = 16 : i32},
    %c_ptr: !tile.ptr<i32> {tile.divisibility = 16 : i32},
    %d_ptr: !tile.ptr<f32> {tile.divisibility = 16 : i32},
    %n: i32) {
  %block = arith.constant 1024 : i32
  %pid = tile.get_program_id x : i32
  %start = arith.muli %pid, %block : i32
  %range = tile.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32>
  %starts = tile.splat %start : i32 -> tensor<1024xi32>
  %offs = arith.addi %starts, %range : tensor<1024xi32>
  %ns = tile.splat %n : i32 -> tensor<1024xi32>
  %mask = arith.cmpi slt, %offs, %ns : tensor<1024xi32>
  %a_base = tile.splat %a_ptr : !tile.ptr<i8> -> tensor<1024x!tile.ptr<i8>>
  %a_ptrs = tile.addptr %a_base, %offs : tensor<1024x!tile.ptr<i8>>, tensor<1024xi32>
  %a = tile.load %a_ptrs, %mask : tensor<1024x!tile.ptr<i8>>
  %b_base = tile.splat %b_ptr : !tile.ptr<f32> -> tensor<1024x!tile.ptr<f32>>
  %b_ptrs = tile.addptr %b_base, %offs : tensor<1024x!tile.ptr<f32>>, tensor<1024xi32>
  %b = tile.load %b_ptrs, %mask : tensor<1024x!tile.ptr<f32>>
  %c, %d = tile.elementwise_inline_asm "{\0A.reg .b8 t<4>;\0Amov.b32 {t0, t1, t2, t3}, $8;\0Acvt.u32.u8 $0, t0;\0Acvt.u32.u8 $1, t1;\0Acvt.u32.u8 $2, t2;\0Acvt.u32.u8 $3, t3;\0Acvt.rn.f32.s32 $4, $0;\0Acvt.rn.f32.s32 $5, $1;\0Acvt.rn.f32.s32 $6, $2;\0Acvt.rn.f32.s32 $7, $3;\0Amax.f32 $4, $4, $9;\0Amax.f32 $5, $5, $10;\0Amax.f32 $6, $6, $11;\0Amax.f32 $7, $7, $12;\0A}" {constraints = "=r,=r,=r,=r,=r,=r,=r,=r,r,r,r,r,r", packed_element = 4 : i32, pure = true} %a, %b : tensor<1024xi8>, tensor<1024xf32> -> tensor<1024xi32>, tensor<1024xf32>
  %c_base = tile.splat %c_ptr : !tile.ptr<i32> -> tensor<1024x!tile.ptr<i32>>
  %c_ptrs = tile.addptr %c_base, %offs : tensor<1024x!tile.ptr<i32>>, tensor<1024xi32>
  tile.store %c_ptrs, %c, %mask : tensor<1024x!tile.ptr<i32>>
  %d_base = tile.splat %d_ptr : !tile.ptr<f32> -> tensor<1024x!tile.ptr<f32>>
  %d_ptrs = tile.addptr %d_base, %offs : tensor<1024x!tile.ptr<f32>>, tensor<1024xi32>
  tile.store %d_ptrs, %d, %mask : tensor<1024x!tile.ptr<f32>>
  tile.return
}
