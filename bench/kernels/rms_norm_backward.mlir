// The gradients of rms_norm, of rows of at most 4096: with normal = x * rstd,
//
//   dx = (w * dy - normal * mean(normal * w * dy)) * rstd
//   dw = sum over the rows of dy * normal
//
// rms_norm_backward_* runs in a grid of p programs, each of which takes every p-th of the
// m rows, writes dx, and the sums over its rows to row `program` of the p x n matrix dw.
// column_sums of layer_norm_backward.mlir then adds up its rows.
//
// While a row of 16-bit numbers is worked on, the next one is fetched into the L2 cache,
// a line of 128 bytes per thread. Of rows of f32 enough is under way without it.
//
// Idea: Zhang and Sennrich, "Root Mean Square Layer Normalization" (2019).

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 8>} {

tile.func public @rms_norm_backward_f32(
    %dy_ptr: !tile.ptr<f32> {tile.divisibility = 16 : i32},
    %x_ptr: !tile.ptr<f32> {tile.divisibility = 16 : i32},
    %w_ptr: !tile.ptr<f32> {tile.divisibility = 16 : i32},
    %rstd_ptr: !tile.ptr<f32> {tile.divisibility = 16 : i32},
    %dx_ptr: !tile.ptr<f32> {tile.divisibility = 16 : i32},
    %dw_ptr: !tile.ptr<f32> {tile.divisibility = 16 : i32},
    %m: i32,
    %n: i32) {
  %pid = tile.get_program_id x : i32
  %cols = tile.make_range {end = 4096 : i32, start = 0 : i32} : tensor<4096xi32>
  %n_t = tile.splat %n : i32 -> tensor<4096xi32>
  %mask = arith.cmpi slt, %cols, %n_t : tensor<4096xi32>
  %count = tile.get_num_programs x : i32
  %w_ptr_t = tile.splat %w_ptr : !tile.ptr<f32> -> tensor<4096x!tile.ptr<f32>>
  %w_ptrs = tile.addptr %w_ptr_t, %cols : tensor<4096x!tile.ptr<f32>>, tensor<4096xi32>
  %zeros = arith.constant dense<0.0> : tensor<4096xf32>
  %w = tile.load %w_ptrs, %mask, %zeros : tensor<4096x!tile.ptr<f32>>
  %one = arith.constant 1.0 : f32
  %n_f32 = arith.uitofp %n : i32 to f32
  %one_nth = arith.divf %one, %n_f32 : f32
  %dw_all = scf.for %row = %pid to %m step %count iter_args(%dw = %zeros) -> (tensor<4096xf32>) : i32 {
    %row_64 = arith.extui %row : i32 to i64
    %n_64 = arith.extui %n : i32 to i64
    %start = arith.muli %row_64, %n_64 : i64
    %x_row = tile.addptr %x_ptr, %start : !tile.ptr<f32>, i64
    %x_row_t = tile.splat %x_row : !tile.ptr<f32> -> tensor<4096x!tile.ptr<f32>>
    %x_ptrs = tile.addptr %x_row_t, %cols : tensor<4096x!tile.ptr<f32>>, tensor<4096xi32>
    %x = tile.load %x_ptrs, %mask, %zeros : tensor<4096x!tile.ptr<f32>>
    %dy_row = tile.addptr %dy_ptr, %start : !tile.ptr<f32>, i64
    %dy_row_t = tile.splat %dy_row : !tile.ptr<f32> -> tensor<4096x!tile.ptr<f32>>
    %dy_ptrs = tile.addptr %dy_row_t, %cols : tensor<4096x!tile.ptr<f32>>, tensor<4096xi32>
    %dy = tile.load %dy_ptrs, %mask, %zeros : tensor<4096x!tile.ptr<f32>>
    %rstd_at = tile.addptr %rstd_ptr, %row : !tile.ptr<f32>, i32
    %rstd = tile.load %rstd_at : !tile.ptr<f32>
    %rstd_t = tile.splat %rstd : f32 -> tensor<4096xf32>
    %normal = arith.mulf %x, %rstd_t : tensor<4096xf32>
    %wdy = arith.mulf %dy, %w : tensor<4096xf32>
    %product = arith.mulf %normal, %wdy : tensor<4096xf32>
    %along = "tile.reduce"(%product) <{axis = 0 : i32}> ({
    ^bb0(%a: f32, %b: f32):
      %sum = arith.addf %a, %b : f32
      tile.reduce.return %sum : f32
    }) : (tensor<4096xf32>) -> f32
    %mean_along = arith.mulf %along, %one_nth : f32
    %mean_along_t = tile.splat %mean_along : f32 -> tensor<4096xf32>
    %off = arith.mulf %normal, %mean_along_t : tensor<4096xf32>
    %less = arith.subf %wdy, %off : tensor<4096xf32>
    %dx = arith.mulf %less, %rstd_t : tensor<4096xf32>
    %dx_row = tile.addptr %dx_ptr, %start : !tile.ptr<f32>, i64
    %dx_row_t = tile.splat %dx_row : !tile.ptr<f32> -> tensor<4096x!tile.ptr<f32>>
    %dx_ptrs = tile.addptr %dx_row_t, %cols : tensor<4096x!tile.ptr<f32>>, tensor<4096xi32>
    tile.store %dx_ptrs, %dx, %mask : tensor<4096x!tile.ptr<f32>>
    %dw_row = arith.mulf %dy, %normal : tensor<4096xf32>
    %dw_next = arith.addf %dw, %dw_row : tensor<4096xf32>
    scf.yield %dw_next : tensor<4096xf32>
  }
  %pid_64 = arith.extui %pid : i32 to i64
  %n_64_2 = arith.extui %n : i32 to i64
  %start_2 = arith.muli %pid_64, %n_64_2 : i64
  %dw_row_2 = tile.addptr %dw_ptr, %start_2 : !tile.ptr<f32>, i64
  %dw_row_2_t = tile.splat %dw_row_2 : !tile.ptr<f32> -> tensor<4096x!tile.ptr<f32>>
  %dw_ptrs = tile.addptr %dw_row_2_t, %cols : tensor<4096x!tile.ptr<f32>>, tensor<4096xi32>
  tile.store %dw_ptrs, %dw_all, %mask : tensor<4096x!tile.ptr<f32>>
  tile.return
}

tile.func public @rms_norm_backward_bf16(
    %dy_ptr: !tile.ptr<bf16> {tile.divisibility = 16 : i32},
    %x_ptr: !tile.ptr<bf16> {tile.divisibility = 16 : i32},
    %w_ptr: !tile.ptr<f32> {tile.divisibility = 16 : i32},
    %rstd_ptr: !tile.ptr<f32> {tile.divisibility = 16 : i32},
    %dx_ptr: !tile.ptr<bf16> {tile.divisibility = 16 : i32},
    %dw_ptr: !tile.ptr<f32> {tile.divisibility = 16 : i32},
    %m: i32,
    %n: i32) {
  %pid = tile.get_program_id x : i32
  %cols = tile.make_range {end = 4096 : i32, start = 0 : i32} : tensor<4096xi32>
  %n_t = tile.splat %n : i32 -> tensor<4096xi32>
  %mask = arith.cmpi slt, %cols, %n_t : tensor<4096xi32>
  %count = tile.get_num_programs x : i32
  %lines = tile.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %line_size = arith.constant dense<64> : tensor<64xi32>
  %line_cols = arith.muli %lines, %line_size : tensor<64xi32>
  %one_col = arith.constant 1 : i32
  %last_col = arith.subi %n, %one_col : i32
  %last_col_t = tile.splat %last_col : i32 -> tensor<64xi32>
  %ahead = arith.minsi %line_cols, %last_col_t : tensor<64xi32>
  %w_ptr_t = tile.splat %w_ptr : !tile.ptr<f32> -> tensor<4096x!tile.ptr<f32>>
  %w_ptrs = tile.addptr %w_ptr_t, %cols : tensor<4096x!tile.ptr<f32>>, tensor<4096xi32>
  %zeros = arith.constant dense<0.0> : tensor<4096xf32>
  %w = tile.load %w_ptrs, %mask, %zeros : tensor<4096x!tile.ptr<f32>>
  %one = arith.constant 1.0 : f32
  %n_f32 = arith.uitofp %n : i32 to f32
  %one_nth = arith.divf %one, %n_f32 : f32
  %dw_all = scf.for %row = %pid to %m step %count iter_args(%dw = %zeros) -> (tensor<4096xf32>) : i32 {
    %row_64 = arith.extui %row : i32 to i64
    %n_64 = arith.extui %n : i32 to i64
    %start = arith.muli %row_64, %n_64 : i64
    %x_row = tile.addptr %x_ptr, %start : !tile.ptr<bf16>, i64
    %x_row_t = tile.splat %x_row : !tile.ptr<bf16> -> tensor<4096x!tile.ptr<bf16>>
    %x_ptrs = tile.addptr %x_row_t, %cols : tensor<4096x!tile.ptr<bf16>>, tensor<4096xi32>
    %zeros_2 = arith.constant dense<0.0> : tensor<4096xbf16>
    %x = tile.load %x_ptrs, %mask, %zeros_2 : tensor<4096x!tile.ptr<bf16>>
    %x_f32 = arith.extf %x : tensor<4096xbf16> to tensor<4096xf32>
    %dy_row = tile.addptr %dy_ptr, %start : !tile.ptr<bf16>, i64
    %dy_row_t = tile.splat %dy_row : !tile.ptr<bf16> -> tensor<4096x!tile.ptr<bf16>>
    %dy_ptrs = tile.addptr %dy_row_t, %cols : tensor<4096x!tile.ptr<bf16>>, tensor<4096xi32>
    %dy = tile.load %dy_ptrs, %mask, %zeros_2 : tensor<4096x!tile.ptr<bf16>>
    %dy_f32 = arith.extf %dy : tensor<4096xbf16> to tensor<4096xf32>
    %next = arith.addi %row, %count : i32
    %is_row = arith.cmpi slt, %next, %m : i32
    scf.if %is_row {
      %next_64 = arith.extui %next : i32 to i64
      %next_start = arith.muli %next_64, %n_64 : i64
      %x_next = tile.addptr %x_ptr, %next_start : !tile.ptr<bf16>, i64
      %x_next_t = tile.splat %x_next : !tile.ptr<bf16> -> tensor<64x!tile.ptr<bf16>>
      %x_lines = tile.addptr %x_next_t, %ahead : tensor<64x!tile.ptr<bf16>>, tensor<64xi32>
      tile.elementwise_inline_asm "prefetch.global.L2 [$0];" {constraints = "l", packed_element = 1 : i32, pure = false} %x_lines : tensor<64x!tile.ptr<bf16>> -> () fallback (%line: !tile.ptr<bf16>) {
        tile.asm.return
      }
      %dy_next = tile.addptr %dy_ptr, %next_start : !tile.ptr<bf16>, i64
      %dy_next_t = tile.splat %dy_next : !tile.ptr<bf16> -> tensor<64x!tile.ptr<bf16>>
      %dy_lines = tile.addptr %dy_next_t, %ahead : tensor<64x!tile.ptr<bf16>>, tensor<64xi32>
      tile.elementwise_inline_asm "prefetch.global.L2 [$0];" {constraints = "l", packed_element = 1 : i32, pure = false} %dy_lines : tensor<64x!tile.ptr<bf16>> -> () fallback (%line: !tile.ptr<bf16>) {
        tile.asm.return
      }
    }
    %rstd_at = tile.addptr %rstd_ptr, %row : !tile.ptr<f32>, i32
    %rstd = tile.load %rstd_at : !tile.ptr<f32>
    %rstd_t = tile.splat %rstd : f32 -> tensor<4096xf32>
    %normal = arith.mulf %x_f32, %rstd_t : tensor<4096xf32>
    %wdy = arith.mulf %dy_f32, %w : tensor<4096xf32>
    %product = arith.mulf %normal, %wdy : tensor<4096xf32>
    %along = "tile.reduce"(%product) <{axis = 0 : i32}> ({
    ^bb0(%a: f32, %b: f32):
      %sum = arith.addf %a, %b : f32
      tile.reduce.return %sum : f32
    }) : (tensor<4096xf32>) -> f32
    %mean_along = arith.mulf %along, %one_nth : f32
    %mean_along_t = tile.splat %mean_along : f32 -> tensor<4096xf32>
    %off = arith.mulf %normal, %mean_along_t : tensor<4096xf32>
    %less = arith.subf %wdy, %off : tensor<4096xf32>
    %dx = arith.mulf %less, %rstd_t : tensor<4096xf32>
    %dx_row = tile.addptr %dx_ptr, %start : !tile.ptr<bf16>, i64
    %dx_row_t = tile.splat %dx_row : !tile.ptr<bf16> -> tensor<4096x!tile.ptr<bf16>>
    %dx_ptrs = tile.addptr %dx_row_t, %cols : tensor<4096x!tile.ptr<bf16>>, tensor<4096xi32>
    %dx_bf16 = arith.truncf %dx : tensor<4096xf32> to tensor<4096xbf16>
    tile.store %dx_ptrs, %dx_bf16, %mask : tensor<4096x!tile.ptr<bf16>>
    %dw_row = arith.mulf %dy_f32, %normal : tensor<4096xf32>
    %dw_next = arith.addf %dw, %dw_row : tensor<4096xf32>
    scf.yield %dw_next : tensor<4096xf32>
  }
  %pid_64 = arith.extui %pid : i32 to i64
  %n_64_2 = arith.extui %n : i32 to i64
  %start_2 = arith.muli %pid_64, %n_64_2 : i64
  %dw_row_2 = tile.addptr %dw_ptr, %start_2 : !tile.ptr<f32>, i64
  %dw_row_2_t = tile.splat %dw_row_2 : !tile.ptr<f32> -> tensor<4096x!tile.ptr<f32>>
  %dw_ptrs = tile.addptr %dw_row_2_t, %cols : tensor<4096x!tile.ptr<f32>>, tensor<4096xi32>
  tile.store %dw_ptrs, %dw_all, %mask : tensor<4096x!tile.ptr<f32>>
  tile.return
}

}
