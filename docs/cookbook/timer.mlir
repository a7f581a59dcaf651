// y = 2 x, and when each CTA began and ended, in nanoseconds. What lies between
// are memory accesses: an impure asm is not moved over them, but arithmetic may
// move over it.

tile.func public @timer(%x_ptr: !tile.ptr<f32> {tile.divisibility = 16 : i32},
                        %y_ptr: !tile.ptr<f32> {tile.divisibility = 16 : i32},
                        %begin_ptr: !tile.ptr<i64>, %end_ptr: !tile.ptr<i64>) {
  %begin = tile.elementwise_inline_asm "mov.u64 $0, %globaltimer;" scope = thread
      {constraints = "=l", packed_element = 1 : i32, pure = false} -> i64
  %size = arith.constant 1024 : i32
  %two = arith.constant dense<2.0> : tensor<1024xf32>
  %pid = tile.get_program_id x : i32
  %start = arith.muli %pid, %size : i32
  %range = tile.make_range {start = 0 : i32, end = 1024 : i32} : tensor<1024xi32>
  %starts = tile.splat %start : i32 -> tensor<1024xi32>
  %i = arith.addi %starts, %range : tensor<1024xi32>
  %x_base = tile.splat %x_ptr : !tile.ptr<f32> -> tensor<1024x!tile.ptr<f32>>
  %x_ptrs = tile.addptr %x_base, %i : tensor<1024x!tile.ptr<f32>>, tensor<1024xi32>
  %x = tile.load %x_ptrs : tensor<1024x!tile.ptr<f32>>
  %y = arith.mulf %x, %two : tensor<1024xf32>
  %y_base = tile.splat %y_ptr : !tile.ptr<f32> -> tensor<1024x!tile.ptr<f32>>
  %y_ptrs = tile.addptr %y_base, %i : tensor<1024x!tile.ptr<f32>>, tensor<1024xi32>
  tile.store %y_ptrs, %y : tensor<1024x!tile.ptr<f32>>
  // All threads have come here; thread 0 stores its own two times.
  tile.elementwise_inline_asm "bar.sync 0;" scope = thread
      {constraints = "", packed_element = 1 : i32, pure = false} -> ()
  %end = tile.elementwise_inline_asm "mov.u64 $0, %globaltimer;" scope = thread
      {constraints = "=l", packed_element = 1 : i32, pure = false} -> i64
  %begins = tile.addptr %begin_ptr, %pid : !tile.ptr<i64>, i32
  tile.store %begins, %begin : !tile.ptr<i64>
  %ends = tile.addptr %end_ptr, %pid : !tile.ptr<i64>, i32
  tile.store %ends, %end : !tile.ptr<i64>
  tile.return
}
