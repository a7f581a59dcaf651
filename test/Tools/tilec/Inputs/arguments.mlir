// Stores each of its arguments, so that the host sees what arrived.

tile.func public @arguments(
    %out: !tile.ptr<i64> {tile.divisibility = 16 : i32}, %i1: i1, %i8: i8,
    %i16: i16, %i32: i32 {tile.divisibility = 16 : i32}, %i64: i64, %f16: f16,
    %bf16: bf16, %f8: f8E4M3FN, %f32: f32, %f64: f64) {
  %0 = arith.extui %i1 : i1 to i64
  %1 = arith.extsi %i8 : i8 to i64
  %2 = arith.extsi %i16 : i16 to i64
  %3 = arith.extsi %i32 : i32 to i64
  %f16_bits = arith.bitcast %f16 : f16 to i16
  %5 = arith.extui %f16_bits : i16 to i64
  %bf16_bits = arith.bitcast %bf16 : bf16 to i16
  %6 = arith.extui %bf16_bits : i16 to i64
  %f8_bits = arith.bitcast %f8 : f8E4M3FN to i8
  %7 = arith.extui %f8_bits : i8 to i64
  %f32_wide = arith.extf %f32 : f32 to f64
  %8 = arith.bitcast %f32_wide : f64 to i64
  %9 = arith.bitcast %f64 : f64 to i64
  %c1 = arith.constant 1 : i32
  %p1 = tile.addptr %out, %c1 : !tile.ptr<i64>, i32
  %p2 = tile.addptr %p1, %c1 : !tile.ptr<i64>, i32
  %p3 = tile.addptr %p2, %c1 : !tile.ptr<i64>, i32
  %p4 = tile.addptr %p3, %c1 : !tile.ptr<i64>, i32
  %p5 = tile.addptr %p4, %c1 : !tile.ptr<i64>, i32
  %p6 = tile.addptr %p5, %c1 : !tile.ptr<i64>, i32
  %p7 = tile.addptr %p6, %c1 : !tile.ptr<i64>, i32
  %p8 = tile.addptr %p7, %c1 : !tile.ptr<i64>, i32
  %p9 = tile.addptr %p8, %c1 : !tile.ptr<i64>, i32
  tile.store %out, %0 : !tile.ptr<i64>
  tile.store %p1, %1 : !tile.ptr<i64>
  tile.store %p2, %2 : !tile.ptr<i64>
  tile.store %p3, %3 : !tile.ptr<i64>
  tile.store %p4, %i64 : !tile.ptr<i64>
  tile.store %p5, %5 : !tile.ptr<i64>
  tile.store %p6, %6 : !tile.ptr<i64>
  tile.store %p7, %7 : !tile.ptr<i64>
  tile.store %p8, %8 : !tile.ptr<i64>
  tile.store %p9, %9 : !tile.ptr<i64>
  tile.return
}
