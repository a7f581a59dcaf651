"""Copies of all shapes: strides, pages, windows, block pointers, descriptors."""

import numpy as np
import triton
import triton.language as tl

from corpus import Descriptor, Launch, case, cdiv, data, inout, next_power, out, rand, randn


@triton.jit
def transpose_kernel(x, y, m, n, BM: tl.constexpr, BN: tl.constexpr):
    row = tl.program_id(0) * BM + tl.arange(0, BM)
    column = tl.program_id(1) * BN + tl.arange(0, BN)
    v = tl.load(x + row[:, None] * n + column[None, :], mask=(row[:, None] < m) & (column[None, :] < n))
    tl.store(y + column[:, None] * m + row[None, :], tl.trans(v), mask=(column[:, None] < n) & (row[None, :] < m))


@case(dict(m=40, n=50, b=32), dict(m=16384, n=8192, b=64))
def transpose_f16(m, n, b):
    return Launch(transpose_kernel, (cdiv(m, b), cdiv(n, b)), [randn(m, n, type="f16"), out(n, m, type="f16", rtol=0), m, n], dict(BM=b, BN=b), lambda x, y: x.T)


@triton.jit
def permute_kernel(x, y, a, b, c, BA: tl.constexpr, BB: tl.constexpr, BC: tl.constexpr):
    i = tl.program_id(0) * BA + tl.arange(0, BA)
    j = tl.program_id(1) * BB + tl.arange(0, BB)
    k = tl.program_id(2) * BC + tl.arange(0, BC)
    inside = (i < a)[:, None, None] & (j < b)[None, :, None] & (k < c)[None, None, :]
    v = tl.load(x + (i[:, None, None] * b + j[None, :, None]) * c + k[None, None, :], mask=inside)
    v = tl.permute(v, (1, 2, 0))
    inside = (j < b)[:, None, None] & (k < c)[None, :, None] & (i < a)[None, None, :]
    tl.store(y + (j[:, None, None] * c + k[None, :, None]) * a + i[None, None, :], v, mask=inside)


@case(dict(a=10, b=5, c=20, block=(8, 2, 16)), dict(a=512, b=128, c=1024, block=(32, 2, 32)))
def permute_3d(a, b, c, block):
    grid = [cdiv(size, part) for size, part in zip((a, b, c), block)]
    return Launch(permute_kernel, grid, [randn(a, b, c, type="bf16"), out(b, c, a, type="bf16", rtol=0), a, b, c], dict(BA=block[0], BB=block[1], BC=block[2]), lambda x, y: x.transpose(1, 2, 0))


@triton.jit
def strided_kernel(x, y, d0, d1, d2, s0, s1, s2, t0, t1, t2, BLOCK: tl.constexpr):
    at = (tl.program_id(0).to(tl.int64) * BLOCK) + tl.arange(0, BLOCK).to(tl.int64)
    i = at // (d1 * d2)
    rest = at % (d1 * d2)
    j = rest // d2
    k = rest % d2
    inside = i < d0
    v = tl.load(x + i * s0 + j * s1 + k * s2, mask=inside)
    tl.store(y + i * t0 + j * t1 + k * t2, v, mask=inside)


@case(dict(d=(3, 10, 7), block=64), dict(d=(256, 512, 300), block=1024))
def strided_copy_i64(d, block):
    a, b, c = d
    args = [rand(-100, 100, b, a, c, 2, type="i8"), out(a, b, c + 1, type="i8"), a, b, c, c * 2, a * c * 2, 2, b * (c + 1), c + 1, 1]

    def answer(x, y):
        y = y.copy()
        y[:, :, :c] = x[..., 0].transpose(1, 0, 2)
        return y

    return Launch(strided_kernel, (cdiv(a * b * c, block),), args, dict(BLOCK=block), answer)


@triton.jit
def concat_kernel(a, b, y, rows, n_a, n_b, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    at = tl.program_id(1) * BLOCK + tl.arange(0, BLOCK)
    first = at < n_a
    v = tl.load(a + row * n_a + at, mask=first, other=0.0)
    w = tl.load(b + row * n_b + at - n_a, mask=(at >= n_a) & (at < n_a + n_b), other=0.0)
    tl.store(y + row * (n_a + n_b) + at, tl.where(first, v, w), mask=at < n_a + n_b)


@case(dict(rows=4, n_a=37, n_b=70, block=64), dict(rows=16384, n_a=1000, n_b=3000, block=1024))
def concat_columns(rows, n_a, n_b, block):
    args = [randn(rows, n_a), randn(rows, n_b), out(rows, n_a + n_b, rtol=0), rows, n_a, n_b]
    return Launch(concat_kernel, (rows, cdiv(n_a + n_b, block)), args, dict(BLOCK=block), lambda a, b, y: np.concatenate([a, b], 1))


@triton.jit
def paged_kernel(cache, table, lengths, y, longest, pages_per_row, heads, PAGE: tl.constexpr, WIDTH: tl.constexpr):
    sequence = tl.program_id(0)
    page = tl.program_id(1)
    head = tl.program_id(2)
    length = tl.load(lengths + sequence)
    if page * PAGE >= length:
        return
    number = tl.load(table + sequence * pages_per_row + page).to(tl.int64)
    token = tl.arange(0, PAGE)[:, None]
    at = tl.arange(0, WIDTH)[None, :]
    inside = page * PAGE + token < length
    v = tl.load(cache + ((number * PAGE + token) * heads + head) * WIDTH + at, mask=inside, other=0.0)
    tl.store(y + ((sequence * longest + page * PAGE + token) * heads + head) * WIDTH + at, v, mask=inside)


@case(dict(sequences=3, pages=4, heads=2, page=8, width=16), dict(sequences=64, pages=128, heads=8, page=16, width=128))
def paged_gather(sequences, pages, heads, page, width):
    total = sequences * pages
    step = next(s for s in range(total // 2 + 1, 2 * total) if np.gcd(s, total) == 1)
    table = (np.arange(total) * step % total).reshape(sequences, pages)
    lengths = np.arange(1, sequences + 1) * pages * page // (sequences + 1)

    def answer(cache, t, n, y):
        y = y.copy()
        for s in range(sequences):
            y[s, : lengths[s]] = cache[table[s]].reshape(pages * page, heads, width)[: lengths[s]]
        return y

    args = [randn(total, page, heads, width, type="bf16"), data(table, "i32"), data(lengths, "i32"), out(sequences, pages * page, heads, width, type="bf16", rtol=0), pages * page, pages, heads]
    return Launch(paged_kernel, (sequences, pages, heads), args, dict(PAGE=page, WIDTH=width), answer)


@triton.jit
def cache_store_kernel(key, cache, slots, width, page_stride, BLOCK: tl.constexpr):
    token = tl.program_id(0)
    slot = tl.load(slots + token)
    if slot < 0:
        return
    at = tl.arange(0, BLOCK)
    v = tl.load(key + token * width + at, mask=at < width)
    tl.store(cache + (slot // 8) * page_stride + (slot % 8) * width + at, v.to(tl.float8e5), mask=at < width)


@case(dict(tokens=5, pages=3, width=100), dict(tokens=65536, pages=8192, width=1024))
def cache_store_fp8(tokens, pages, width):
    slots = np.arange(tokens, dtype=np.int64) * 5 % (pages * 8)
    slots[2] = -1
    stride = 8 * width + 16

    def answer(key, cache, s):
        cache = cache.copy()
        for token, slot in enumerate(slots):
            if slot >= 0:
                cache[slot // 8, slot % 8 * width : (slot % 8 + 1) * width] = key[token]
        return cache

    args = [randn(tokens, width, type="f16"), out(pages, stride, type="f8e5m2", contents="const:0.5"), data(slots, "i64"), width, stride]
    return Launch(cache_store_kernel, (tokens,), args, dict(BLOCK=next_power(width)), answer)


@triton.jit
def flip_pad_kernel(x, y, n, pad, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    at = tl.arange(0, BLOCK)
    v = tl.flip(tl.load(x + row * BLOCK + at), 0)
    tl.store(y + row * (BLOCK + 2 * pad) + pad + at, v)
    edge = tl.arange(0, 16)
    tl.store(y + row * (BLOCK + 2 * pad) + edge, 0.0, mask=edge < pad)
    tl.store(y + row * (BLOCK + 2 * pad) + pad + BLOCK + edge, 0.0, mask=edge < pad)


@case(dict(rows=3, n=64, pad=5), dict(rows=65536, n=1024, pad=16))
def flip_and_pad(rows, n, pad):
    return Launch(flip_pad_kernel, (rows,), [randn(rows, n), out(rows, n + 2 * pad, rtol=0), n, pad], dict(BLOCK=n), lambda x, y: np.pad(x[:, ::-1], ((0, 0), (pad, pad))))


@triton.jit
def max_pool_kernel(x, y, index, h, w, out_h, out_w, BLOCK: tl.constexpr, K: tl.constexpr):
    plane = tl.program_id(1)
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    inside = at < out_h * out_w
    row = at // out_w * 2 - 1
    column = at % out_w * 2 - 1
    best = tl.full((BLOCK,), -float("inf"), tl.float32)
    where = tl.zeros((BLOCK,), tl.int32)
    for i in tl.static_range(K):
        for j in tl.static_range(K):
            r = row + i
            c = column + j
            good = inside & (r >= 0) & (r < h) & (c >= 0) & (c < w)
            v = tl.load(x + plane * h * w + r * w + c, mask=good, other=-float("inf"))
            where = tl.where(v > best, r * w + c, where)
            best = tl.maximum(best, v)
    tl.store(y + plane * out_h * out_w + at, best, mask=inside)
    tl.store(index + plane * out_h * out_w + at, where, mask=inside)


@case(dict(planes=2, h=11, w=14, block=32), dict(planes=4096, h=112, w=112, block=512))
def max_pool_2d(planes, h, w, block):
    oh, ow = (h - 1) // 2 + 1, (w - 1) // 2 + 1

    def answer(x, y, index):
        big = np.pad(x, ((0, 0), (1, 2), (1, 2)), constant_values=-np.inf)
        number = np.pad(np.arange(h * w).reshape(h, w), ((1, 2), (1, 2)))
        windows = np.stack([big[:, i : i + 2 * oh : 2, j : j + 2 * ow : 2][:, :oh, :ow] for i in range(3) for j in range(3)])
        numbers = np.stack([number[i : i + 2 * oh : 2, j : j + 2 * ow : 2][:oh, :ow] for i in range(3) for j in range(3)])
        best = windows.argmax(0)
        return windows.max(0), np.take_along_axis(np.broadcast_to(numbers[:, None], windows.shape), best[None], 0)[0]

    args = [randn(planes, h, w), out(planes, oh, ow, rtol=0), out(planes, oh, ow, type="i32"), h, w, oh, ow]
    return Launch(max_pool_kernel, (cdiv(oh * ow, block), planes), args, dict(BLOCK=block, K=3), answer)


@triton.jit
def conv1d_kernel(x, w, bias, y, length, width, BT: tl.constexpr, BD: tl.constexpr, K: tl.constexpr):
    batch = tl.program_id(2)
    t = tl.program_id(0) * BT + tl.arange(0, BT)[:, None]
    d = tl.program_id(1) * BD + tl.arange(0, BD)[None, :]
    total = tl.zeros((BT, BD), tl.float32) + tl.load(bias + d, mask=d < width, other=0.0).to(tl.float32)
    for k in tl.static_range(K):
        s = t + k - (K - 1)
        v = tl.load(x + (batch * length + s) * width + d, mask=(s >= 0) & (s < length) & (d < width), other=0.0).to(tl.float32)
        total += v * tl.load(w + d * K + k, mask=d < width, other=0.0).to(tl.float32)
    total = total * tl.sigmoid(total)
    tl.store(y + (batch * length + t) * width + d, total.to(y.dtype.element_ty), mask=(t < length) & (d < width))


@case(dict(batch=2, length=20, width=24, bt=8, bd=16), dict(batch=8, length=4096, width=4096, bt=16, bd=128))
def causal_conv1d(batch, length, width, bt, bd):
    def answer(x, w, bias, y):
        big = np.pad(x, ((0, 0), (3, 0), (0, 0)))
        v = sum(big[:, k : k + length] * w[:, k] for k in range(4)) + bias
        return v / (1 + np.exp(-v))

    args = [randn(batch, length, width, type="bf16"), randn(width, 4, type="bf16"), randn(width, type="bf16"), out(batch, length, width, type="bf16"), length, width]
    return Launch(conv1d_kernel, (cdiv(length, bt), cdiv(width, bd), batch), args, dict(BT=bt, BD=bd, K=4), answer)


@triton.jit
def block_pointer_kernel(x, y, m, n, BM: tl.constexpr, BN: tl.constexpr):
    source = tl.make_block_ptr(x, (m, n), (n, 1), (tl.program_id(0) * BM, 0), (BM, BN), (1, 0))
    target = tl.make_block_ptr(y, (m, n), (n, 1), (tl.program_id(0) * BM, 0), (BM, BN), (1, 0))
    carry = tl.zeros((BM,), tl.float32)
    for _ in range(0, tl.cdiv(n, BN)):
        v = tl.load(source, boundary_check=(0, 1), padding_option="zero").to(tl.float32)
        tl.store(target, (v + carry[:, None]).to(y.dtype.element_ty), boundary_check=(0, 1))
        carry += tl.sum(v, axis=1)
        source = tl.advance(source, (0, BN))
        target = tl.advance(target, (0, BN))


@case(dict(m=13, n=100, bm=8, bn=32), dict(m=16384, n=4096, bm=16, bn=128))
def block_pointers_carry(m, n, bm, bn):
    def answer(x, y):
        sums = np.cumsum(np.stack([x[:, s : s + bn].sum(1) for s in range(0, n, bn)]), 0)
        sums = np.concatenate([np.zeros((1, m)), sums[:-1]])
        return x + np.repeat(sums, bn, 0)[:n].T

    return Launch(block_pointer_kernel, (cdiv(m, bm),), [randn(m, n, type="f16"), out(m, n, type="f16"), m, n], dict(BM=bm, BN=bn), answer)


@triton.jit
def descriptor_kernel(x, y, m, n, BM: tl.constexpr, BN: tl.constexpr):
    source = tl.make_tensor_descriptor(x, shape=[m, n], strides=[n, 1], block_shape=[BM, BN])
    target = tl.make_tensor_descriptor(y, shape=[n, m], strides=[m, 1], block_shape=[BN, BM])
    i = tl.program_id(0) * BM
    for j in range(0, n, BN):
        v = source.load([i, j])
        target.store([j, i], (v * 2).trans())


@case(dict(m=24, n=48, bm=16, bn=16), dict(m=8192, n=8192, bm=64, bn=64))
def descriptor_transpose(m, n, bm, bn):
    return Launch(descriptor_kernel, (cdiv(m, bm),), [randn(m, n, type="f16"), out(n, m, type="f16", rtol=0), m, n], dict(BM=bm, BN=bn), lambda x, y: 2 * x.T)


@triton.jit
def descriptor_reduce_kernel(x, y, n, BM: tl.constexpr, BN: tl.constexpr):
    i = tl.program_id(0) * BM
    target = tl.make_tensor_descriptor(y, shape=[BM, n], strides=[n, 1], block_shape=[BM, BN])
    source = tl.make_tensor_descriptor(x, shape=[i + BM, n], strides=[n, 1], block_shape=[BM, BN])
    for j in range(0, n, BN):
        target.atomic_add([0, j], source.load([i, j]))


@case(dict(parts=3, m=8, n=40, bn=32), dict(parts=512, m=32, n=4096, bn=64))
def descriptor_atomic_add(parts, m, n, bn):
    # Programs add in any order. Sums on the way are of the size of sqrt(parts), and each addition rounds one.
    atol = max(1e-4, parts * 2.0**-21)
    return Launch(descriptor_reduce_kernel, (parts,), [randn(parts * m, n), inout(randn(m, n), rtol=1e-4, atol=atol), n], dict(BM=m, BN=bn), lambda x, y: y + x.reshape(parts, m, n).sum(0))


@triton.jit
def host_descriptor_kernel(x, y, scale, BM: tl.constexpr, BN: tl.constexpr):
    i = tl.program_id(0) * BM
    j = tl.program_id(1) * BN
    y.store([i, j], (x.load([i, j]).to(tl.float32) * scale).to(tl.bfloat16))


@case(dict(m=40, n=64, bm=16, bn=32), dict(m=16384, n=8192, bm=64, bn=128))
def descriptor_from_host(m, n, bm, bn):
    args = [Descriptor(randn(m, n, type="bf16"), (bm, bn)), Descriptor(out(m, n, type="bf16"), (bm, bn)), 3.0]
    return Launch(host_descriptor_kernel, (cdiv(m, bm), cdiv(n, bn)), args, dict(BM=bm, BN=bn), lambda x, y: 3 * x)


@triton.jit
def descriptor_gather_kernel(x, index, y, rows, n, BM: tl.constexpr, BN: tl.constexpr):
    source = tl.make_tensor_descriptor(x, shape=[rows, n], strides=[n, 1], block_shape=[1, BN])
    at = tl.program_id(0) * BM + tl.arange(0, BM)
    i = tl.load(index + at)
    v = source.gather(i, tl.program_id(1) * BN)
    column = tl.program_id(1) * BN + tl.arange(0, BN)
    tl.store(y + at[:, None] * n + column[None, :], v)


@case(dict(rows=30, count=16, n=64, bm=8, bn=32), dict(rows=65536, count=65536, n=1024, bm=32, bn=128))
def descriptor_gather_rows(rows, count, n, bm, bn):
    args = [randn(rows, n, type="bf16"), rand(0, rows - 1, count, type="i32"), out(count, n, type="bf16", rtol=0), rows, n]
    return Launch(descriptor_gather_kernel, (count // bm, n // bn), args, dict(BM=bm, BN=bn), lambda x, i, y: x[i])
