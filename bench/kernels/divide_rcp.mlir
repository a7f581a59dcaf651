// Divides two vectors by an approximate reciprocal: c = a * rcp(b).
//
// Idea: example 1 of "Inline elementwise ASM in Triton"; PTX ISA, "rcp.approx.ftz.f32".

tile.func public @divide_rcp(
    %a_ptr: !tile.ptr<f32> {tile.divisibility = 16 : i32},
    %b_ptr: !tile.ptr<f32> {tile.divisibility = 16 : i32},
    %c_ptr: !tile.ptr<f32> {tile.divisibility = 16 : i32},
    %n: i32) {
  %block = arith.constant 1024 : i32
  %pid = tile.get_program_id x : i32
  %start = arith.muli %pid, %block : i32
  %range = tile.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32>
  %starts = tile.splat %start : i32 -> tensor<1024xi32>
  %offs = arith.addi %starts, %range : tensor<1024xi32>
  %ns = tile.splat %n : i32 -> tensor<1024xi32>
  %mask = arith.cmpi slt, %offs, %ns : tensor<1024xi32>
  %one = arith.constant dense<1.0> : tensor<1024xf32>
  %a_base = tile.splat %a_ptr : !tile.ptr<f32> -> tensor<1024x!tile.ptr<f32>>
  %a_ptrs = tile.addptr %a_base, %offs : tensor<1024x!tile.ptr<f32>>, tensor<1024xi32>
  %a = tile.load %a_ptrs, %mask : tensor<1024x!tile.ptr<f32>>
  %b_base = tile.splat %b_ptr : !tile.ptr<f32> -> tensor<1024x!tile.ptr<f32>>
  %b_ptrs = tile.addptr %b_base, %offs : tensor<1024x!tile.ptr<f32>>, tensor<1024xi32>
  %b = tile.load %b_ptrs, %mask, %one : tensor<1024x!tile.ptr<f32>>
  %r = tile.elementwise_inline_asm "rcp.approx.ftz.f32 $0, $1;" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %b : tensor<1024xf32> -> tensor<1024xf32>
  %c = arith.mulf %a, %r : tensor<1024xf32>
  %c_base = tile.splat %c_ptr : !tile.ptr<f32> -> tensor<1024x!tile.ptr<f32>>
  %c_ptrs = tile.addptr %c_base, %offs : tensor<1024x!tile.ptr<f32>>, tensor<1024xi32>
  tile.store %c_ptrs, %c, %mask : tensor<1024x!tile.ptr<f32>>
  tile.return
}
