// RUN: tile-run %s --target=sm_100a --num-warps=2 --output=y:256xf16 --check='y == 1.5'
// RUN: tilec %s --target=sm_100a --num-warps=2 -o - | FileCheck %s

// A group of 32 for threads of 4 elements: what the first 4 positions return is
// taken, from neighbouring registers. (Where the last register had the last
// element, LLVM could not select the store for sm_100a.)

// CHECK: mov.b32 [[A:%[a-z]+[0-9]+]], t; mov.b32 [[B:%[a-z]+[0-9]+]], t;
// CHECK: st.global.v2.b32 {{.*}}, {[[A]], [[B]]};
tile.func public @kernel(%out: !tile.ptr<f16> {tile.divisibility = 16 : i32}) {
  %v = tile.elementwise_inline_asm ".reg .f32 t; mov.b32 t, 0x3E003E00; mov.b32 $0, t; mov.b32 $1, t; mov.b32 $2, t; mov.b32 $3, t; mov.b32 $4, t; mov.b32 $5, t; mov.b32 $6, t; mov.b32 $7, t; mov.b32 $8, t; mov.b32 $9, t; mov.b32 $10, t; mov.b32 $11, t; mov.b32 $12, t; mov.b32 $13, t; mov.b32 $14, t; mov.b32 $15, t;" {constraints = "=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f", packed_element = 32 : i32, pure = true} -> tensor<256xf16>
  %r = tile.make_range {end = 256 : i32, start = 0 : i32} : tensor<256xi32>
  %ps = tile.splat %out : !tile.ptr<f16> -> tensor<256x!tile.ptr<f16>>
  %p = tile.addptr %ps, %r : tensor<256x!tile.ptr<f16>>, tensor<256xi32>
  tile.store %p, %v : tensor<256x!tile.ptr<f16>>
  tile.return
}
