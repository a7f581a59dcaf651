"""Gathers and scatters of rows."""

import numpy as np
import triton
import triton.language as tl

from corpus import Launch, case, cdiv, data, filled, inout, next_power, out, rand, randn


@triton.jit
def embedding_kernel(table, index, y, count, width, padding, scale, BM: tl.constexpr, BN: tl.constexpr):
    row = tl.program_id(0) * BM + tl.arange(0, BM)
    column = tl.program_id(1) * BN + tl.arange(0, BN)
    i = tl.load(index + row, mask=row < count, other=padding)
    inside = (row < count)[:, None] & (column < width)[None, :]
    v = tl.load(table + i[:, None] * width + column[None, :], mask=inside & (i != padding)[:, None], other=0.0)
    tl.store(y + row[:, None] * width + column[None, :], (v * scale).to(y.dtype.element_ty), mask=inside)


@case(dict(words=50, count=11, width=40, bm=8, bn=32), dict(words=128000, count=65536, width=2048, bm=4, bn=256))
def embedding_gather(words, count, width, bm, bn):
    def answer(table, index, y):
        return np.where(index[:, None] == 3, 0, table[index] * 2)

    args = [randn(words, width, type="bf16"), rand(0, 6 if words < 100 else words - 1, count, type="i64"), out(count, width, type="bf16"), count, width, 3, 2.0]
    return Launch(embedding_kernel, (cdiv(count, bm), cdiv(width, bn)), args, dict(BM=bm, BN=bn), answer)


@triton.jit
def embedding_backward_kernel(dy, index, grad, count, width, BN: tl.constexpr):
    row = tl.program_id(0)
    i = tl.load(index + row)
    if i < 0:
        return
    column = tl.program_id(1) * BN + tl.arange(0, BN)
    v = tl.load(dy + row * width + column, mask=column < width).to(tl.float32)
    tl.atomic_add(grad + i * width + column, v, mask=column < width, sem="relaxed")


@case(dict(words=5, count=12, width=48, bn=64), dict(words=4096, count=32768, width=1024, bn=1024))
def embedding_backward(words, count, width, bn):
    def answer(dy, index, grad):
        total = np.zeros((words, width))
        np.add.at(total, index[index >= 0], dy[index >= 0])
        return total

    args = [randn(count, width, type="bf16"), rand(-1, words - 1, count, type="i32"), inout(filled(0, words, width), rtol=1e-4), count, width]
    return Launch(embedding_backward_kernel, (count, cdiv(width, bn)), args, dict(BN=bn), answer)


@triton.jit
def index_add_kernel(x, index, y, rows, width, alpha, BM: tl.constexpr, BN: tl.constexpr):
    row = tl.program_id(0) * BM + tl.arange(0, BM)[:, None]
    column = tl.arange(0, BN)[None, :]
    inside = (row < rows) & (column < width)
    i = tl.load(index + row, mask=row < rows, other=0)
    v = tl.load(x + row * width + column, mask=inside, other=0)
    tl.atomic_add(y + i * width + column, (v * alpha).to(tl.float16), mask=inside)


@case(dict(rows=9, slots=20, width=24, bm=4), dict(rows=65536, slots=65536, width=256, bm=8))
def index_add_f16(rows, slots, width, bm):
    index = np.arange(rows) * 7 % slots

    def answer(x, i, y):
        y = y.copy()
        np.add.at(y, index, x * 0.5)
        return y

    args = [randn(rows, width, type="f16"), data(index, "i32"), inout(randn(slots, width, type="f16"), rtol=2.0**-8), rows, width, 0.5]
    return Launch(index_add_kernel, (cdiv(rows, bm),), args, dict(BM=bm, BN=next_power(width)), answer)


@triton.jit
def scatter_kernel(x, index, y, n, columns, y_columns, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    inside = at < n
    row = at // columns
    column = tl.load(index + at, mask=inside, other=-1)
    column = tl.where(column < 0, column + y_columns, column)
    tl.store(y + row * y_columns + column, tl.load(x + at, mask=inside), mask=inside & (column < y_columns))


@case(dict(rows=6, columns=10, y_columns=16, block=64), dict(rows=65536, columns=500, y_columns=512, block=1024))
def scatter_last(rows, columns, y_columns, block):
    index = (np.arange(rows * columns).reshape(rows, columns) % columns * 3 + np.arange(rows)[:, None]) % y_columns - y_columns // 2
    index = np.where(np.arange(columns) == 2, y_columns + 5, index) if np.gcd(3, y_columns) == 1 else index

    def answer(x, i, y):
        y = y.copy()
        i = np.where(i < 0, i + y_columns, i)
        for row in range(rows):
            good = i[row] < y_columns
            y[row, i[row][good]] = x[row][good]
        return y

    args = [randn(rows, columns, type="f16"), data(index, "i64"), out(rows, y_columns, type="f16"), rows * columns, columns, y_columns]
    return Launch(scatter_kernel, (cdiv(rows * columns, block),), args, dict(BLOCK=block), answer)


@triton.jit
def one_hot_kernel(labels, y, rows, classes, on, off, BM: tl.constexpr, BN: tl.constexpr):
    row = tl.program_id(0) * BM + tl.arange(0, BM)
    label = tl.load(labels + row, mask=row < rows, other=-1).to(tl.int32)
    at = tl.arange(0, BN)
    hot = label[:, None] == at[None, :]
    v = tl.where(hot, on, off)
    tl.store(y + row[:, None] * classes + at[None, :], v.to(y.dtype.element_ty), mask=(row < rows)[:, None] & (at < classes)[None, :])


@case(dict(rows=13, classes=20, bm=8), dict(rows=1 << 20, classes=100, bm=16))
def one_hot_u8(rows, classes, bm):
    def answer(labels, y):
        return np.where(labels[:, None] == np.arange(classes), 0.875, 0.125)

    return Launch(one_hot_kernel, (cdiv(rows, bm),), [rand(0, classes - 1, rows, type="u8"), out(rows, classes, type="bf16"), rows, classes, 0.875, 0.125], dict(BM=bm, BN=next_power(classes)), answer)


@triton.jit
def bag_kernel(table, index, offsets, weights, y, width, BN: tl.constexpr):
    bag = tl.program_id(0)
    column = tl.arange(0, BN)
    start = tl.load(offsets + bag)
    end = tl.load(offsets + bag + 1)
    total = tl.zeros((BN,), tl.float32)
    for k in range(start, end):
        i = tl.load(index + k)
        w = tl.load(weights + k)
        total += w * tl.load(table + i * width + column, mask=column < width, other=0.0).to(tl.float32)
    tl.store(y + bag * width + column, total / tl.maximum(end - start, 1).to(tl.float32), mask=column < width)


@case(dict(words=30, bags=5, most=6, width=48), dict(words=100000, bags=32768, most=32, width=128))
def embedding_bag_mean(words, bags, most, width):
    offsets = np.concatenate([[0], np.cumsum(np.arange(bags) * 5 % most)])

    def answer(table, index, o, weights, y):
        return np.stack([(weights[s:e, None] * table[index[s:e]]).sum(0) / max(e - s, 1) for s, e in zip(offsets, offsets[1:])])

    total = int(offsets[-1])
    args = [randn(words, width, type="bf16"), rand(0, words - 1, total, type="i64"), data(offsets, "i32"), rand(0, 1, total), out(bags, width), width]
    return Launch(bag_kernel, (bags,), args, dict(BN=next_power(width)), answer, warps=1)
