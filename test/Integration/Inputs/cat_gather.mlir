// 32 rows of 16 of x, then as many of z, each element chosen within its column by a
// number of j that may be too large.
tile.func public @cat_gather(
    %x_ptr: !tile.ptr<f16>, %z_ptr: !tile.ptr<f16>, %j_ptr: !tile.ptr<i32>,
    %y_ptr: !tile.ptr<f16>, %c_ptr: !tile.ptr<f16>) {
  %half = tile.make_range {end = 512 : i32, start = 0 : i32} : tensor<512xi32>
  %half_2 = tile.reshape %half : tensor<512xi32> -> tensor<32x16xi32>
  %range = tile.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32>
  %range_2 = tile.reshape %range : tensor<1024xi32> -> tensor<64x16xi32>
  %x_base = tile.splat %x_ptr : !tile.ptr<f16> -> tensor<32x16x!tile.ptr<f16>>
  %x_ptrs = tile.addptr %x_base, %half_2 : tensor<32x16x!tile.ptr<f16>>, tensor<32x16xi32>
  %x = tile.load %x_ptrs : tensor<32x16x!tile.ptr<f16>>
  %z_base = tile.splat %z_ptr : !tile.ptr<f16> -> tensor<32x16x!tile.ptr<f16>>
  %z_ptrs = tile.addptr %z_base, %half_2 : tensor<32x16x!tile.ptr<f16>>, tensor<32x16xi32>
  %z = tile.load %z_ptrs : tensor<32x16x!tile.ptr<f16>>
  %j_base = tile.splat %j_ptr : !tile.ptr<i32> -> tensor<64x16x!tile.ptr<i32>>
  %j_ptrs = tile.addptr %j_base, %range_2 : tensor<64x16x!tile.ptr<i32>>, tensor<64x16xi32>
  %j = tile.load %j_ptrs : tensor<64x16x!tile.ptr<i32>>
  %both = tile.cat %x, %z : tensor<32x16xf16> -> tensor<64x16xf16>
  %y = tile.gather %both[%j] {axis = 0 : i32} : (tensor<64x16xf16>, tensor<64x16xi32>) -> tensor<64x16xf16>
  %y_base = tile.splat %y_ptr : !tile.ptr<f16> -> tensor<64x16x!tile.ptr<f16>>
  %y_ptrs = tile.addptr %y_base, %range_2 : tensor<64x16x!tile.ptr<f16>>, tensor<64x16xi32>
  tile.store %y_ptrs, %y : tensor<64x16x!tile.ptr<f16>>
  %c_base = tile.splat %c_ptr : !tile.ptr<f16> -> tensor<64x16x!tile.ptr<f16>>
  %c_ptrs = tile.addptr %c_base, %range_2 : tensor<64x16x!tile.ptr<f16>>, tensor<64x16xi32>
  tile.store %c_ptrs, %both : tensor<64x16x!tile.ptr<f16>>
  tile.return
}
