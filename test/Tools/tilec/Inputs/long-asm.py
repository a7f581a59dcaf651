"""Prints a kernel with an inline asm of 20,000 instructions."""

asm = "add.f32 $0, $1, $1;" * 20000
print(
    """tile.func public @k(%%p: !tile.ptr<f32>) {
  %%v = tile.load %%p : !tile.ptr<f32>
  %%t = tile.splat %%v : f32 -> tensor<64xf32>
  %%x = tile.elementwise_inline_asm "%s" {constraints = "=f,f", packed_element = 1 : i32, pure = true} %%t : tensor<64xf32> -> tensor<64xf32>
  %%q = tile.splat %%p : !tile.ptr<f32> -> tensor<64x!tile.ptr<f32>>
  tile.store %%q, %%x : tensor<64x!tile.ptr<f32>>
  tile.return
}"""
    % asm
)
