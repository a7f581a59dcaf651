// The cross entropy of rows of n logits, n to 2^30, with one target each:
// lse = log(sum exp x), loss = lse - x[target]. A row per program; the grid is the
// number of rows. A target that is not a column leaves the row out: its loss is 0.
//
// One loop over the row keeps a maximum and a sum for each column of a tile, as
// softmax_online does.
//
// Idea: Milakov and Gimelshein, "Online normalizer calculation for softmax" (2018).

tile.func public @cross_entropy_f32(
    %x_ptr: !tile.ptr<f32> {tile.divisibility = 16 : i32},
    %target_ptr: !tile.ptr<i32> {tile.divisibility = 16 : i32},
    %loss_ptr: !tile.ptr<f32> {tile.divisibility = 16 : i32},
    %lse_ptr: !tile.ptr<f32> {tile.divisibility = 16 : i32},
    %n: i32) {
  %row = tile.get_program_id x : i32
  %row_64 = arith.extui %row : i32 to i64
  %n_64 = arith.extui %n : i32 to i64
  %start = arith.muli %row_64, %n_64 : i64
  %x_row = tile.addptr %x_ptr, %start : !tile.ptr<f32>, i64
  %target_at = tile.addptr %target_ptr, %row : !tile.ptr<i32>, i32
  %target = tile.load %target_at : !tile.ptr<i32>
  %counts = arith.cmpi ult, %target, %n : i32
  %picked_at = tile.addptr %x_row, %target : !tile.ptr<f32>, i32
  %picked = tile.load %picked_at, %counts : !tile.ptr<f32>
  %zero = arith.constant 0 : i32
  %block = arith.constant 2048 : i32
  %rows = tile.make_range {end = 4 : i32, start = 0 : i32} : tensor<4xi32>
  %c512s = arith.constant dense<512> : tensor<4xi32>
  %row_begins = arith.muli %rows, %c512s : tensor<4xi32>
  %cols = tile.make_range {end = 512 : i32, start = 0 : i32} : tensor<512xi32>
  %row_begins_1 = tile.expand_dims %row_begins {axis = 1 : i32} : tensor<4xi32> -> tensor<4x1xi32>
  %row_begins_2 = tile.broadcast %row_begins_1 : tensor<4x1xi32> -> tensor<4x512xi32>
  %cols_1 = tile.expand_dims %cols {axis = 0 : i32} : tensor<512xi32> -> tensor<1x512xi32>
  %cols_2 = tile.broadcast %cols_1 : tensor<1x512xi32> -> tensor<4x512xi32>
  %places = arith.addi %row_begins_2, %cols_2 : tensor<4x512xi32>
  %lowests = arith.constant dense<0xFF7FFFFF> : tensor<512xf32>
  %zeros = arith.constant dense<0.0> : tensor<512xf32>
  %max_all, %sum_all = scf.for %first = %zero to %n step %block iter_args(%max = %lowests, %sum = %zeros) -> (tensor<512xf32>, tensor<512xf32>) : i32 {
    %first_t = tile.splat %first : i32 -> tensor<4x512xi32>
    %at = arith.addi %places, %first_t : tensor<4x512xi32>
    %n_t = tile.splat %n : i32 -> tensor<4x512xi32>
    %inside = arith.cmpi slt, %at, %n_t : tensor<4x512xi32>
    %x_row_t = tile.splat %x_row : !tile.ptr<f32> -> tensor<4x512x!tile.ptr<f32>>
    %ptrs = tile.addptr %x_row_t, %at : tensor<4x512x!tile.ptr<f32>>, tensor<4x512xi32>
    %minus_infs = arith.constant dense<0xFF800000> : tensor<4x512xf32>
    %x = tile.load %ptrs, %inside, %minus_infs : tensor<4x512x!tile.ptr<f32>>
    %largest = "tile.reduce"(%x) <{axis = 0 : i32}> ({
    ^bb0(%a: f32, %b: f32):
      %max_2 = arith.maxnumf %a, %b : f32
      tile.reduce.return %max_2 : f32
    }) : (tensor<4x512xf32>) -> tensor<512xf32>
    %larger = arith.maxnumf %max, %largest : tensor<512xf32>
    %larger_1 = tile.expand_dims %larger {axis = 0 : i32} : tensor<512xf32> -> tensor<1x512xf32>
    %larger_2 = tile.broadcast %larger_1 : tensor<1x512xf32> -> tensor<4x512xf32>
    %d = arith.subf %x, %larger_2 : tensor<4x512xf32>
    %e = math.exp %d fastmath<afn> : tensor<4x512xf32>
    %shrink = arith.subf %max, %larger : tensor<512xf32>
    %factor = math.exp %shrink fastmath<afn> : tensor<512xf32>
    %old = arith.mulf %sum, %factor : tensor<512xf32>
    %new = "tile.reduce"(%e) <{axis = 0 : i32}> ({
    ^bb0(%a_2: f32, %b_2: f32):
      %sum_2 = arith.addf %a_2, %b_2 : f32
      tile.reduce.return %sum_2 : f32
    }) : (tensor<4x512xf32>) -> tensor<512xf32>
    %grown = arith.addf %old, %new : tensor<512xf32>
    scf.yield %larger, %grown : tensor<512xf32>, tensor<512xf32>
  }
  %m, %s = "tile.reduce"(%max_all, %sum_all) <{axis = 0 : i32, commutative}> ({
  ^bb0(%a_3: f32, %a_4: f32, %b_3: f32, %b_4: f32):
    %m_2 = arith.maxnumf %a_3, %b_3 : f32
    %d_2 = arith.subf %a_3, %m_2 : f32
    %factor_2 = math.exp %d_2 fastmath<afn> : f32
    %part = arith.mulf %a_4, %factor_2 : f32
    %d_3 = arith.subf %b_3, %m_2 : f32
    %factor_3 = math.exp %d_3 fastmath<afn> : f32
    %part_2 = arith.mulf %b_4, %factor_3 : f32
    %s_2 = arith.addf %part, %part_2 : f32
    tile.reduce.return %m_2, %s_2 : f32, f32
  }) : (tensor<512xf32>, tensor<512xf32>) -> (f32, f32)
  %log = math.log %s : f32
  %lse = arith.addf %m, %log : f32
  %difference = arith.subf %lse, %picked : f32
  %zero_2 = arith.constant 0.0 : f32
  %loss = arith.select %counts, %difference, %zero_2 : f32
  %loss_at = tile.addptr %loss_ptr, %row : !tile.ptr<f32>, i32
  tile.store %loss_at, %loss : !tile.ptr<f32>
  %lse_at = tile.addptr %lse_ptr, %row : !tile.ptr<f32>, i32
  tile.store %lse_at, %lse : !tile.ptr<f32>
  tile.return
}

tile.func public @cross_entropy_bf16(
    %x_ptr: !tile.ptr<bf16> {tile.divisibility = 16 : i32},
    %target_ptr: !tile.ptr<i32> {tile.divisibility = 16 : i32},
    %loss_ptr: !tile.ptr<f32> {tile.divisibility = 16 : i32},
    %lse_ptr: !tile.ptr<f32> {tile.divisibility = 16 : i32},
    %n: i32) {
  %row = tile.get_program_id x : i32
  %row_64 = arith.extui %row : i32 to i64
  %n_64 = arith.extui %n : i32 to i64
  %start = arith.muli %row_64, %n_64 : i64
  %x_row = tile.addptr %x_ptr, %start : !tile.ptr<bf16>, i64
  %target_at = tile.addptr %target_ptr, %row : !tile.ptr<i32>, i32
  %target = tile.load %target_at : !tile.ptr<i32>
  %counts = arith.cmpi ult, %target, %n : i32
  %picked_at = tile.addptr %x_row, %target : !tile.ptr<bf16>, i32
  %picked = tile.load %picked_at, %counts : !tile.ptr<bf16>
  %picked_f32 = arith.extf %picked : bf16 to f32
  %zero = arith.constant 0 : i32
  %block = arith.constant 4096 : i32
  %rows = tile.make_range {end = 4 : i32, start = 0 : i32} : tensor<4xi32>
  %c1024s = arith.constant dense<1024> : tensor<4xi32>
  %row_begins = arith.muli %rows, %c1024s : tensor<4xi32>
  %cols = tile.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32>
  %row_begins_1 = tile.expand_dims %row_begins {axis = 1 : i32} : tensor<4xi32> -> tensor<4x1xi32>
  %row_begins_2 = tile.broadcast %row_begins_1 : tensor<4x1xi32> -> tensor<4x1024xi32>
  %cols_1 = tile.expand_dims %cols {axis = 0 : i32} : tensor<1024xi32> -> tensor<1x1024xi32>
  %cols_2 = tile.broadcast %cols_1 : tensor<1x1024xi32> -> tensor<4x1024xi32>
  %places = arith.addi %row_begins_2, %cols_2 : tensor<4x1024xi32>
  %lowests = arith.constant dense<0xFF7FFFFF> : tensor<1024xf32>
  %zeros = arith.constant dense<0.0> : tensor<1024xf32>
  %max_all, %sum_all = scf.for %first = %zero to %n step %block iter_args(%max = %lowests, %sum = %zeros) -> (tensor<1024xf32>, tensor<1024xf32>) : i32 {
    %first_t = tile.splat %first : i32 -> tensor<4x1024xi32>
    %at = arith.addi %places, %first_t : tensor<4x1024xi32>
    %n_t = tile.splat %n : i32 -> tensor<4x1024xi32>
    %inside = arith.cmpi slt, %at, %n_t : tensor<4x1024xi32>
    %x_row_t = tile.splat %x_row : !tile.ptr<bf16> -> tensor<4x1024x!tile.ptr<bf16>>
    %ptrs = tile.addptr %x_row_t, %at : tensor<4x1024x!tile.ptr<bf16>>, tensor<4x1024xi32>
    %minus_infs = arith.constant dense<0xFF80> : tensor<4x1024xbf16>
    %x = tile.load %ptrs, %inside, %minus_infs : tensor<4x1024x!tile.ptr<bf16>>
    %x_f32 = arith.extf %x : tensor<4x1024xbf16> to tensor<4x1024xf32>
    %largest = "tile.reduce"(%x_f32) <{axis = 0 : i32}> ({
    ^bb0(%a: f32, %b: f32):
      %max_2 = arith.maxnumf %a, %b : f32
      tile.reduce.return %max_2 : f32
    }) : (tensor<4x1024xf32>) -> tensor<1024xf32>
    %larger = arith.maxnumf %max, %largest : tensor<1024xf32>
    %larger_1 = tile.expand_dims %larger {axis = 0 : i32} : tensor<1024xf32> -> tensor<1x1024xf32>
    %larger_2 = tile.broadcast %larger_1 : tensor<1x1024xf32> -> tensor<4x1024xf32>
    %d = arith.subf %x_f32, %larger_2 : tensor<4x1024xf32>
    %e = math.exp %d fastmath<afn> : tensor<4x1024xf32>
    %shrink = arith.subf %max, %larger : tensor<1024xf32>
    %factor = math.exp %shrink fastmath<afn> : tensor<1024xf32>
    %old = arith.mulf %sum, %factor : tensor<1024xf32>
    %new = "tile.reduce"(%e) <{axis = 0 : i32}> ({
    ^bb0(%a_2: f32, %b_2: f32):
      %sum_2 = arith.addf %a_2, %b_2 : f32
      tile.reduce.return %sum_2 : f32
    }) : (tensor<4x1024xf32>) -> tensor<1024xf32>
    %grown = arith.addf %old, %new : tensor<1024xf32>
    scf.yield %larger, %grown : tensor<1024xf32>, tensor<1024xf32>
  }
  %m, %s = "tile.reduce"(%max_all, %sum_all) <{axis = 0 : i32, commutative}> ({
  ^bb0(%a_3: f32, %a_4: f32, %b_3: f32, %b_4: f32):
    %m_2 = arith.maxnumf %a_3, %b_3 : f32
    %d_2 = arith.subf %a_3, %m_2 : f32
    %factor_2 = math.exp %d_2 fastmath<afn> : f32
    %part = arith.mulf %a_4, %factor_2 : f32
    %d_3 = arith.subf %b_3, %m_2 : f32
    %factor_3 = math.exp %d_3 fastmath<afn> : f32
    %part_2 = arith.mulf %b_4, %factor_3 : f32
    %s_2 = arith.addf %part, %part_2 : f32
    tile.reduce.return %m_2, %s_2 : f32, f32
  }) : (tensor<1024xf32>, tensor<1024xf32>) -> (f32, f32)
  %log = math.log %s : f32
  %lse = arith.addf %m, %log : f32
  %difference = arith.subf %lse, %picked_f32 : f32
  %zero_2 = arith.constant 0.0 : f32
  %loss = arith.select %counts, %difference, %zero_2 : f32
  %loss_at = tile.addptr %loss_ptr, %row : !tile.ptr<f32>, i32
  tile.store %loss_at, %loss : !tile.ptr<f32>
  %lse_at = tile.addptr %lse_ptr, %row : !tile.ptr<f32>, i32
  tile.store %lse_at, %lse : !tile.ptr<f32>
  tile.return
}
