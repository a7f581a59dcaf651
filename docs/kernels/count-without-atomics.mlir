// counts[x[i]] += 1 by a load and a store: two threads that count the same value lose one of the two.

tile.func public @count(%x: !tile.ptr<i32>, %counts: !tile.ptr<i32>) {
  %i = tile.make_range {start = 0 : i32, end = 128 : i32} : tensor<128xi32>
  %xs = tile.splat %x : !tile.ptr<i32> -> tensor<128x!tile.ptr<i32>>
  %from = tile.addptr %xs, %i : tensor<128x!tile.ptr<i32>>, tensor<128xi32>
  %value = tile.load %from : tensor<128x!tile.ptr<i32>>
  %base = tile.splat %counts : !tile.ptr<i32> -> tensor<128x!tile.ptr<i32>>
  %place = tile.addptr %base, %value : tensor<128x!tile.ptr<i32>>, tensor<128xi32>
  %old = tile.load %place : tensor<128x!tile.ptr<i32>>
  %ones = arith.constant dense<1> : tensor<128xi32>
  %new = arith.addi %old, %ones : tensor<128xi32>
  tile.store %place, %new : tensor<128x!tile.ptr<i32>>
  tile.return
}
