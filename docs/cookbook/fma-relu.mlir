// d = relu(a * b + c) on f16, two elements per instruction.

tile.func public @fma_relu(%a_ptr: !tile.ptr<f16> {tile.divisibility = 16 : i32},
                           %b_ptr: !tile.ptr<f16> {tile.divisibility = 16 : i32},
                           %c_ptr: !tile.ptr<f16> {tile.divisibility = 16 : i32},
                           %d_ptr: !tile.ptr<f16> {tile.divisibility = 16 : i32}) {
  %i = tile.make_range {start = 0 : i32, end = 1024 : i32} : tensor<1024xi32>
  %a_base = tile.splat %a_ptr : !tile.ptr<f16> -> tensor<1024x!tile.ptr<f16>>
  %a_ptrs = tile.addptr %a_base, %i : tensor<1024x!tile.ptr<f16>>, tensor<1024xi32>
  %a = tile.load %a_ptrs : tensor<1024x!tile.ptr<f16>>
  %b_base = tile.splat %b_ptr : !tile.ptr<f16> -> tensor<1024x!tile.ptr<f16>>
  %b_ptrs = tile.addptr %b_base, %i : tensor<1024x!tile.ptr<f16>>, tensor<1024xi32>
  %b = tile.load %b_ptrs : tensor<1024x!tile.ptr<f16>>
  %c_base = tile.splat %c_ptr : !tile.ptr<f16> -> tensor<1024x!tile.ptr<f16>>
  %c_ptrs = tile.addptr %c_base, %i : tensor<1024x!tile.ptr<f16>>, tensor<1024xi32>
  %c = tile.load %c_ptrs : tensor<1024x!tile.ptr<f16>>
  %d = tile.elementwise_inline_asm "fma.rn.relu.f16x2 $0, $1, $2, $3;"
      {constraints = "=r,r,r,r", packed_element = 2 : i32, pure = true}
      %a, %b, %c : tensor<1024xf16>, tensor<1024xf16>, tensor<1024xf16> -> tensor<1024xf16>
      fallback (%u: f16, %v: f16, %w: f16) {
    %zero = arith.constant 0.0 : f16
    %sum = math.fma %u, %v, %w : f16
    %r = arith.maximumf %sum, %zero : f16
    tile.asm.return %r : f16
  }
  %d_base = tile.splat %d_ptr : !tile.ptr<f16> -> tensor<1024x!tile.ptr<f16>>
  %d_ptrs = tile.addptr %d_base, %i : tensor<1024x!tile.ptr<f16>>, tensor<1024xi32>
  tile.store %d_ptrs, %d : tensor<1024x!tile.ptr<f16>>
  tile.return
}
