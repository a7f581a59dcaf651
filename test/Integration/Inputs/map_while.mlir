// The steps that each number takes to 1, halved where it is even, else times 3 plus 1;
// then their running sums. Each element leaves its loop by itself.
tile.func public @map_while(%x_ptr: !tile.ptr<i32>, %y_ptr: !tile.ptr<i32>) {
  %range = tile.make_range {end = 256 : i32, start = 0 : i32} : tensor<256xi32>
  %x_base = tile.splat %x_ptr : !tile.ptr<i32> -> tensor<256x!tile.ptr<i32>>
  %x_ptrs = tile.addptr %x_base, %range : tensor<256x!tile.ptr<i32>>, tensor<256xi32>
  %x = tile.load %x_ptrs : tensor<256x!tile.ptr<i32>>
  %steps = "tile.map_elementwise"(%x) <{pack = 2 : i32}> ({
  ^bb0(%a: i32, %b: i32):
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c2 = arith.constant 2 : i32
    %c3 = arith.constant 3 : i32
    %c200 = arith.constant 200 : i32
    %r:2 = scf.while (%n = %a, %count = %c0) : (i32, i32) -> (i32, i32) {
      %more = arith.cmpi ne, %n, %c1 : i32
      scf.condition(%more) %n, %count : i32, i32
    } do {
    ^bb0(%n: i32, %count: i32):
      %odd = arith.andi %n, %c1 : i32
      %is_odd = arith.cmpi eq, %odd, %c1 : i32
      %next = scf.if %is_odd -> (i32) {
        %three = arith.muli %n, %c3 : i32
        %up = arith.addi %three, %c1 : i32
        scf.yield %up : i32
      } else {
        %half = arith.shrui %n, %c1 : i32
        scf.yield %half : i32
      }
      %counted = arith.addi %count, %c1 : i32
      scf.yield %next, %counted : i32, i32
    }
    // The same of the other element, by a loop that all elements end at once.
    %s:2 = scf.for %i = %c0 to %c200 step %c1 iter_args(%n = %b, %count = %c0) -> (i32, i32) : i32 {
      %done = arith.cmpi eq, %n, %c1 : i32
      %t:2 = scf.if %done -> (i32, i32) {
        scf.yield %n, %count : i32, i32
      } else {
        %odd = arith.andi %n, %c1 : i32
        %three = arith.muli %n, %c3 : i32
        %up = arith.addi %three, %c1 : i32
        %half = arith.shrui %n, %c1 : i32
        %is_odd = arith.cmpi eq, %odd, %c1 : i32
        %next = arith.select %is_odd, %up, %half : i32
        %counted = arith.addi %count, %c1 : i32
        scf.yield %next, %counted : i32, i32
      }
      scf.yield %t#0, %t#1 : i32, i32
    }
    tile.map_elementwise.return %r#1, %s#1 : i32, i32
  }) : (tensor<256xi32>) -> tensor<256xi32>
  %y = "tile.scan"(%steps) <{axis = 0 : i32, reverse = false}> ({
  ^bb0(%a: i32, %b: i32):
    %sum = arith.addi %a, %b : i32
    tile.scan.return %sum : i32
  }) : (tensor<256xi32>) -> tensor<256xi32>
  %y_base = tile.splat %y_ptr : !tile.ptr<i32> -> tensor<256x!tile.ptr<i32>>
  %y_ptrs = tile.addptr %y_base, %range : tensor<256x!tile.ptr<i32>>, tensor<256xi32>
  tile.store %y_ptrs, %y : tensor<256x!tile.ptr<i32>>
  tile.return
}
