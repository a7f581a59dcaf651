"""Triton kernels that read and write blocks of tensors: by descriptors and by block pointers.

As kernels.py, whose `sample` describes the arguments. With `passes=False` the text is what Triton's front end
writes, before the pass that replaces block pointers by pointers.
"""

import re

import triton
import triton.language as tl

SAMPLES = {}  # file name -> (kernel, argument types, constants, compile options)


def sample(arguments, name=None, warps=4, passes=True, **constants):
    def add(kernel):
        types = re.split(r",\s*(?![^\[]*\])", arguments)
        SAMPLES[name or kernel.__name__] = (kernel, types, constants, {"num_warps": warps, "passes": passes})
        return kernel

    return add


# A vector, and a tensor of four dimensions, both beyond their bounds.
@sample("*fp32:16, *fp32:16, i32")
@triton.jit
def descriptor_vector(src, dst, n):
    a = tl.make_tensor_descriptor(src, [n], [1], [128])
    b = tl.make_tensor_descriptor(dst, [n], [1], [128])
    at = tl.program_id(0) * 128
    b.store([at], a.load([at]) + 1)


@sample("*fp32:16, *fp32:16, i32")
@triton.jit
def descriptor_ranks(src, dst, n):
    a = tl.make_tensor_descriptor(src, [2, n, 4, 16], [n * 64, 64, 16, 1], [2, 4, 4, 16])
    b = tl.make_tensor_descriptor(dst, [2, n, 4, 16], [n * 64, 64, 16, 1], [2, 4, 4, 16])
    c = tl.make_tensor_descriptor(src, [1, 2, n, 4, 16], [n * 128, n * 64, 64, 16, 1], [1, 1, 4, 4, 16])
    at = tl.program_id(0) * 4
    x = a.load([0, at, 0, 0])
    y = c.load([0, 1, at, 0, 0])
    b.store([0, at, 0, 0], x + tl.reshape(y, [1, 4, 4, 16]))


# What lies before the first element or behind the last one is NaN.
@sample("*fp16:16, *fp16:16, i32, i32:16")
@triton.jit
def descriptor_nan(src, dst, rows, cols):
    a = tl.make_tensor_descriptor(src, [rows, cols], [cols, 1], [16, 32], padding_option="nan")
    x = a.load([-1, -8])
    at = tl.arange(0, 16)[:, None] * 32 + tl.arange(0, 32)[None, :]
    tl.store(dst + at, x)


@sample("*fp32:16, *fp32:16, *i32:16, i32, i32:16")
@triton.jit
def descriptor_rows(src, dst, numbers, rows, cols):
    a = tl.make_tensor_descriptor(src, [rows, cols], [cols, 1], [1, 32])
    b = tl.make_tensor_descriptor(dst, [rows, cols], [cols, 1], [1, 32])
    which = tl.load(numbers + tl.arange(0, 8))
    x = a.gather(which, 8)
    b.scatter(x * 2, which, 16)


@sample("*i32:16, *i32:16, i32", name="descriptor_reduce_i32")
@sample("*u32:16, *u32:16, i32", name="descriptor_reduce_u32")
@sample("*u64:16, *u64:16, i32", name="descriptor_reduce_u64")
@triton.jit
def descriptor_reduce(src, dst, n):
    a = tl.make_tensor_descriptor(src, [n], [1], [64])
    b = tl.make_tensor_descriptor(dst, [6, n], [n, 1], [1, 64])
    x = tl.reshape(a.load([0]), [1, 64])
    b.atomic_add([0, 0], x)
    b.atomic_min([1, 0], x)
    b.atomic_max([2, 0], x)
    b.atomic_and([3, 0], x)
    b.atomic_or([4, 0], x)
    b.atomic_xor([5, 0], x)


@sample("*fp16:16, *fp16:16, i32", name="descriptor_add_f16")
@sample("*bf16:16, *bf16:16, i32", name="descriptor_add_bf16")
@triton.jit
def descriptor_add(src, dst, n):
    a = tl.make_tensor_descriptor(src, [n], [1], [64])
    b = tl.make_tensor_descriptor(dst, [n], [1], [64])
    b.atomic_add([tl.program_id(0) * 0], a.load([0]))


@triton.jit(noinline=True)
def load_from(desc, at):
    return desc.load([at, 0])


# A descriptor goes through a loop, a branch and a function.
@sample("*fp32:16, *fp32:16, *fp32:16, i32, i32:16")
@triton.jit
def descriptor_carried(src, other, dst, n, cols):
    a = tl.make_tensor_descriptor(src, [16, cols], [cols, 1], [16, 32])
    b = tl.make_tensor_descriptor(dst, [16, cols], [cols, 1], [16, 32])
    if n > 2:
        a = tl.make_tensor_descriptor(other, [16, cols], [cols, 1], [16, 32])
    sum = tl.zeros([16, 32], tl.float32)
    for i in range(n):
        sum += a.load([0, 0])
        a = tl.make_tensor_descriptor(other + i * 4, [16 - i, cols], [cols, 1], [16, 32])
    b.store([0, 0], sum + load_from(a, 0))


# Descriptors that the host makes.
@sample("tensordesc<fp32[16,32]>, tensordesc<fp32[16,32]>")
@triton.jit
def descriptor_arguments(src, dst):
    at = tl.program_id(0) * 16
    dst.store([at, 0], src.load([at, 0]) * 2)


@sample("*fp16:16, *fp16:16, i32, i32, i32:16", name="block_pointers_raw", passes=False, TILE=32)
@triton.jit
def block_pointers(src, dst, rows, cols, pitch, TILE: tl.constexpr):
    a = tl.make_block_ptr(src, (rows, cols), (pitch, 1), (tl.program_id(0) * TILE, 0), (TILE, TILE), (1, 0))
    b = tl.make_block_ptr(dst, (rows, cols), (pitch, 1), (tl.program_id(0) * TILE, 0), (TILE, TILE), (1, 0))
    for _ in range(0, cols, TILE):
        tl.store(b, tl.load(a, boundary_check=(0, 1), padding_option="zero"), boundary_check=(0, 1))
        a = tl.advance(a, (0, TILE))
        b = tl.advance(b, (0, TILE))


# Checked along one dimension, along none, and padded by NaN.
@sample("*fp32:16, *fp32:16, i32, i32:16", name="block_pointer_checks", passes=False)
@triton.jit
def block_pointer_checks(src, dst, rows, cols):
    a = tl.make_block_ptr(src, (rows, cols), (cols, 1), (rows - 8, 0), (16, 32), (1, 0))
    b = tl.make_block_ptr(dst, (64, 32), (32, 1), (0, 0), (16, 32), (1, 0))
    tl.store(b, tl.load(a, boundary_check=(0, ), padding_option="nan"))
    b = tl.advance(b, (16, 0))
    tl.store(b, tl.load(tl.advance(a, (-8, 0)), cache_modifier=".cg"), cache_modifier=".cs")
    x = tl.load(tl.advance(a, (0, 16)), boundary_check=(0, 1))
    tl.store(tl.advance(b, (16, 0)), tl.where(x == x, x, 0), boundary_check=(0, ))
