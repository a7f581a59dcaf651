// c = a b of tf32, a of f32, 128 x 32, b of f32, 32 x 64, rows contiguous.
tile.func public @tf32_operand(%a_ptr: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %b_ptr: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %c_ptr: !tile.ptr<f32> {tile.divisibility = 16 : i32}) {
  %rows = tile.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32>
  %columns = tile.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %ks = tile.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32>
  %rows_1 = tile.expand_dims %rows {axis = 1 : i32} : tensor<128xi32> -> tensor<128x1xi32>
  %down_1 = tile.expand_dims %ks {axis = 1 : i32} : tensor<32xi32> -> tensor<32x1xi32>
  %along_1 = tile.expand_dims %ks {axis = 0 : i32} : tensor<32xi32> -> tensor<1x32xi32>
  %columns_1 = tile.expand_dims %columns {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
  %width_a = arith.constant dense<32> : tensor<128x1xi32>
  %begins_a = arith.muli %rows_1, %width_a : tensor<128x1xi32>
  %begins_a_2 = tile.broadcast %begins_a : tensor<128x1xi32> -> tensor<128x32xi32>
  %along_a = tile.broadcast %along_1 : tensor<1x32xi32> -> tensor<128x32xi32>
  %offsets_a = arith.addi %begins_a_2, %along_a : tensor<128x32xi32>
  %base_a = tile.splat %a_ptr : !tile.ptr<f32> -> tensor<128x32x!tile.ptr<f32>>
  %ptrs_a = tile.addptr %base_a, %offsets_a : tensor<128x32x!tile.ptr<f32>>, tensor<128x32xi32>
  %a = tile.load %ptrs_a : tensor<128x32x!tile.ptr<f32>>
  %width_b = arith.constant dense<64> : tensor<32x1xi32>
  %begins_b = arith.muli %down_1, %width_b : tensor<32x1xi32>
  %begins_b_2 = tile.broadcast %begins_b : tensor<32x1xi32> -> tensor<32x64xi32>
  %along_b = tile.broadcast %columns_1 : tensor<1x64xi32> -> tensor<32x64xi32>
  %offsets_b = arith.addi %begins_b_2, %along_b : tensor<32x64xi32>
  %base_b = tile.splat %b_ptr : !tile.ptr<f32> -> tensor<32x64x!tile.ptr<f32>>
  %ptrs_b = tile.addptr %base_b, %offsets_b : tensor<32x64x!tile.ptr<f32>>, tensor<32x64xi32>
  %b = tile.load %ptrs_b : tensor<32x64x!tile.ptr<f32>>
  %none = arith.constant dense<0.0> : tensor<128x64xf32>
  %sum = tile.dot %a, %b, %none, inputPrecision = tf32 : tensor<128x32xf32> * tensor<32x64xf32> -> tensor<128x64xf32>
  %width_c = arith.constant dense<64> : tensor<128x1xi32>
  %begins_c = arith.muli %rows_1, %width_c : tensor<128x1xi32>
  %begins_c_2 = tile.broadcast %begins_c : tensor<128x1xi32> -> tensor<128x64xi32>
  %along_c = tile.broadcast %columns_1 : tensor<1x64xi32> -> tensor<128x64xi32>
  %offsets_c = arith.addi %begins_c_2, %along_c : tensor<128x64xi32>
  %base_c = tile.splat %c_ptr : !tile.ptr<f32> -> tensor<128x64x!tile.ptr<f32>>
  %ptrs_c = tile.addptr %base_c, %offsets_c : tensor<128x64x!tile.ptr<f32>>, tensor<128x64xi32>
  tile.store %ptrs_c, %sum : tensor<128x64x!tile.ptr<f32>>
  tile.return
}
