// Kernels and arguments with names and types that C sees differently.

tile.func public @"add.one-by:one"(
    %new: !tile.ptr<i32> {tile.divisibility = 16 : i32}, %class: i1,
    %n: i32 {tile.divisibility = 8 : i32}, %oddAdd: i8) {
  tile.return
}

tile.func public @load() {
  tile.return
}

tile.func public @load_2(
    %b: i1, %c: i8, %d: i16, %e: i64, %f: f16, %g: bf16, %h: f64, %i: f32,
    %j: f8E4M3FN, %k: f8E5M2, %0: i32, %x.y: i32, %x-y: i32, %INT8_MAX: i32,
    %_x: i32, %gridX: i32) {
  tile.return
}
