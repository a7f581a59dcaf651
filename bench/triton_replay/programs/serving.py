"""What the programs of serving packages share: random tensors, batches of sequences, and in torch what the packages have compiled for CUDA.

With --small before the names of cases, sizes are for the simulator; else for a GPU.
"""

import os
import random
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), os.pardir))

import torch  # noqa: E402

SMALL = "--small" in sys.argv
if SMALL:
    sys.argv.remove("--small")
BF16, F32, FP8, INT8 = torch.bfloat16, torch.float32, torch.float8_e4m3fn, torch.int8
BITS = random.Random(0)


def pick(large, small):
    return small if SMALL else large


def randn(*shape, type=BF16, scale=1.0):
    return (torch.randn(shape, device="cuda") * scale).to(type)


def rand(*shape, type=F32):
    return torch.rand(shape, device="cuda").to(type)


def randint(low, high, *shape, type=torch.int32):
    return torch.randint(low, high, shape, device="cuda").to(type)


def empty(*shape, type=BF16):
    return torch.empty(shape, dtype=type, device="cuda")


def zeros(*shape, type=BF16):
    return torch.zeros(shape, dtype=type, device="cuda")


def one(value=1.0):
    return torch.full((1,), value, dtype=F32, device="cuda")


def ints(values, type=torch.int32):
    return torch.tensor(list(values), dtype=type, device="cuda")


def starts(lengths, type=torch.int32):
    """Where each of some sequences begins behind the others, and where the last one ends."""
    sums = [0]
    for length in lengths:
        sums.append(sums[-1] + length)
    return ints(sums, type)


class Batch:
    """Sequences of which `queries[i]` tokens are new, behind `contexts[i]` that are in the cache."""

    def __init__(self, queries, contexts):
        self.queries, self.contexts = list(queries), list(contexts)
        self.lengths = [query + context for query, context in zip(self.queries, self.contexts)]
        self.count, self.tokens = len(self.queries), sum(self.queries)
        self.longest_query, self.longest = max(self.queries), max(self.lengths)

    def make_table(self, page):
        """Pages of each sequence, in any order, and how many there are. A row has room for longer sequences, as a server's has."""
        needed = [-(-length // page) for length in self.lengths]
        order = list(range(sum(needed)))
        BITS.shuffle(order)
        rows = [[order.pop() for _ in range(count)] + [0] * (max(needed) + 8 - count) for count in needed]
        return torch.tensor(rows, dtype=torch.int32, device="cuda"), sum(needed)

    def make_slots(self, lengths, page=1):
        """The place of each token in the cache, sequence by sequence, and how many places there are: pages in any order."""
        order = list(range(sum(-(-length // page) for length in lengths)))
        count = len(order) * page
        BITS.shuffle(order)
        places = []
        for length in lengths:
            pages = [order.pop() * page for _ in range(-(-length // page))]
            places += [pages[token // page] + token % page for token in range(length)]
        return ints(places, torch.int64), count


def spread(count, least, most):
    """Lengths between two."""
    return [BITS.randint(least, most) for _ in range(count)]


PREFILL = Batch(*pick(([1500, 1024, 700], [0, 512, 0]), ([40, 17], [0, 24])))
DECODE = Batch(*pick(([1] * 16, spread(16, 500, 4000)), ([1, 1], [75, 40])))
WIDE_DECODE = Batch(*pick(([1] * 64, spread(64, 200, 2000)), ([1] * 3, [37, 80, 16])))
MIXED = Batch(*pick(([512] + [1] * 31, [1024] + spread(31, 200, 3000)), ([24, 1, 1], [16, 70, 33])))


def route(tokens, experts, top):
    """For each token, `top` different experts and their weights."""
    weights, ids = torch.topk(torch.softmax(torch.randn(tokens, experts, device="cuda"), -1), top)
    return weights / weights.sum(-1, keepdim=True), ids.to(torch.int32)


class Experts:
    """The weights of a layer's experts, for a package's `function`: `width` is that of the tokens, `inner` that of an expert."""

    def __init__(self, function, count, top, width, inner):
        self.function, self.count, self.top, self.width, self.shapes = function, count, top, width, ((count, 2 * inner, width), (count, width, inner))

    def run(self, tokens, weights, scales=(None, None), **kwargs):
        self.function(randn(tokens, self.width), *weights, *route(tokens, self.count, self.top), w1_scale=scales[0], w2_scale=scales[1], **kwargs)

    def run_bf16(self, tokens):
        self.run(tokens, [randn(*shape, scale=shape[-1] ** -0.5) for shape in self.shapes])

    def run_fp8_blocks(self, tokens):
        self.run(tokens, *zip(*(quantize_blocks(randn(*shape), 128, 128) for shape in self.shapes)), use_fp8_w8a8=True, block_shape=[128, 128])

    def run_channels(self, tokens, type, **kwargs):
        """A scale per row of the weights, and per token."""
        self.run(tokens, *zip(*(quantize(randn(*shape), 1, type) for shape in self.shapes)), per_channel_quant=True, **kwargs)

    def run_int8_weights(self, tokens):
        found = [quantize(randn(*shape), 1, INT8) for shape in self.shapes]
        self.run(tokens, [numbers for numbers, _ in found], [scales[..., 0] for _, scales in found], use_int8_w8a16=True)

    def run_grouped_weights(self, tokens, bits, group=128):
        """A scale per group of a row of the weights."""
        per_byte = 8 // bits
        self.run(tokens, [randint(0, 256, *shape[:-1], shape[-1] // per_byte, type=torch.uint8) for shape in self.shapes], [rand(*shape[:-1], shape[-1] // group, type=BF16) for shape in self.shapes], block_shape=[0, group],
                 **{"use_int%d_w%da16" % (bits, bits): True})


FEW, MANY = pick(16, 2), pick(1024, 40)


def make_experts(function):
    """Cases of mixtures of experts for a package's `function`: Mixtral's, an eighth of each expert, and Qwen3's, a fourth and a half."""
    wide, fine, halves = (Experts(function, *sizes) for sizes in pick(((8, 2, 4096, 1792), (128, 8, 2048, 192), (128, 8, 2048, 384)), ((8, 2, 256, 128), (16, 4, 128, 64), (8, 2, 256, 128))))
    for tokens in FEW, MANY:
        yield "experts_bf16_%d" % tokens, lambda tokens=tokens: wide.run_bf16(tokens)
        yield "experts_fine_bf16_%d" % tokens, lambda tokens=tokens: fine.run_bf16(tokens)
        yield "experts_fp8_blocks_%d" % tokens, lambda tokens=tokens: halves.run_fp8_blocks(tokens)
        yield "experts_fp8_channels_%d" % tokens, lambda tokens=tokens: halves.run_channels(tokens, FP8, use_fp8_w8a8=True)
        yield "experts_int8_%d" % tokens, lambda tokens=tokens: halves.run_channels(tokens, INT8, use_int8_w8a8=True)
        yield "experts_int8_weights_%d" % tokens, lambda tokens=tokens: halves.run_int8_weights(tokens)
        yield "experts_int8_groups_%d" % tokens, lambda tokens=tokens: halves.run_grouped_weights(tokens, 8)
        yield "experts_int4_groups_%d" % tokens, lambda tokens=tokens: halves.run_grouped_weights(tokens, 4)


def call_block_scaled(function, type):
    """A product whose rows have scales per 128 numbers, and whose weights per block."""
    m, n, k = pick((512, 4096, 4096), (40, 256, 256))
    numbers, scales = quantize(randn(m, k), k // 128, type)
    weights, of_them = quantize_blocks(randn(n, k), 128, 128, type)
    function(numbers, weights, scales, of_them, [128, 128], BF16)


def call_row_scaled(function, type):
    m, n, k = pick((512, 4096, 4096), (40, 128, 256))
    (numbers, scales), (weights, of_them) = quantize(randn(m, k), 1, type), quantize(randn(n, k), 1, type)
    function(numbers, weights.T, scales, of_them, BF16)


def make_awq():
    """4 bits in words of 32, with scales and zero points per 128 of a column."""
    n, k = pick((4096, 4096), (128, 256))
    words = lambda count: torch.randint(-(1 << 31), 1 << 31, (count, n // 8), device="cuda").to(torch.int32)
    return words(k), randn(k // 128, n, type=torch.float16), words(k // 128)


def call_awq(dequantize, multiply):
    words, scales, zeros_of_them = make_awq()
    dequantize(words, scales, zeros_of_them)
    multiply(randn(pick(64, 5), scales.shape[0] * 128, type=torch.float16), words, scales, zeros_of_them, 8)


def call_lightning(function, step):
    """Linear attention with a decay per head: over sequences, and a token of each."""
    batch, heads, length, dim = pick((2, 16, 1024, 128), (1, 2, 300, 64))
    function(*(randn(batch, heads, length, dim, type=F32, scale=0.3) for _ in range(3)), rand(heads), 256)
    batch = WIDE_DECODE.count
    step(*(randn(batch, heads, 1, dim) for _ in range(3)), randn(batch + 1, heads, dim, dim, type=F32), rand(heads), ints(range(1, batch + 1)))


def call_state_step(function):
    """A token of each sequence through Mamba 2's scan."""
    heads, dim, groups, states = pick((64, 64, 8, 128), (4, 32, 2, 16))
    count = WIDE_DECODE.count
    x = randn(count, heads, dim)
    function(randn(count + 1, heads, dim, states, type=F32), x, randn(count, heads, 1).expand(-1, -1, dim), (-rand(heads, 1, 1)).expand(-1, dim, states), randn(count, groups, states), randn(count, groups, states),
             rand(heads, 1).expand(-1, dim), dt_bias=rand(heads, 1).expand(-1, dim), dt_softplus=True, state_batch_indices=ints(range(1, count + 1)), out=empty(*x.shape))


def make_delta_rule(batch, is_channelwise=False):
    """Queries, keys, values, gates and beta of a gated delta rule, as Qwen3-Next and Kimi Linear have it, and a state for each sequence and one more."""
    heads, value_heads, dim = pick((16, 32, 128), (2, 4, 64))
    value_heads = heads if is_channelwise else value_heads
    gate = torch.nn.functional.logsigmoid(randn(1, batch.tokens, value_heads, *([dim] if is_channelwise else []), type=F32))
    tokens = randn(1, batch.tokens, heads, dim), randn(1, batch.tokens, heads, dim), randn(1, batch.tokens, value_heads, dim), gate, rand(1, batch.tokens, value_heads, type=BF16)
    return tokens, randn(batch.count + 1, value_heads, dim, dim, type=F32, scale=0.1)


def make_invariant(get_function):
    """Cases of operations that give the same result however requests are batched."""
    tokens, width = pick((2048, 4096), (20, 256))
    matrix = lambda rows, columns: randn(rows, columns, scale=columns**-0.5)
    yield "invariant_matmul", lambda: get_function("matmul_persistent")(matrix(tokens, width), matrix(width, width))
    yield "invariant_bmm", lambda: get_function("bmm_batch_invariant")(randn(8, pick(512, 40), pick(128, 32)), randn(8, pick(128, 32), pick(512, 48)))
    yield "invariant_log_softmax", lambda: get_function("log_softmax")(randn(pick(256, 5), pick(32000, 500), type=F32))
    yield "invariant_mean", lambda: get_function("mean_dim")(randn(tokens, width, type=F32), 1)
    yield "invariant_rms_norm", lambda: get_function("rms_norm_batch_invariant")(randn(tokens, width), randn(width))


# What the packages have compiled for CUDA.
def align_experts(ids, count, block, sorted_ids, expert_ids, padded, first=0):
    """Of each expert, the places of its tokens, filled up to whole blocks with a place that is none; and the expert of each block. `first` is what the
    first expert is called."""
    flat = ids.reshape(-1).tolist()
    places = [[] for _ in range(count)]
    for place, expert in enumerate(flat):
        places[expert - first].append(place)
    order, blocks = [], []
    for expert, found in enumerate(places):
        rows = -(-len(found) // block)
        order += found + [len(flat)] * (rows * block - len(found))
        blocks += [expert + first] * rows
    sorted_ids.fill_(len(flat))
    sorted_ids[: len(order)] = ints(order)
    expert_ids.zero_()
    expert_ids[: len(blocks)] = ints(blocks)
    padded.fill_(len(order))


def silu_and_mul(out, x):
    half = x.shape[-1] // 2
    out.copy_(torch.nn.functional.silu(x[..., :half].float()) * x[..., half:].float())


def quantize(x, groups, type, least=1e-10):
    """`x` in `groups` along the last dimension as numbers of `type`, and their scales."""
    most = 127.0 if type == INT8 else torch.finfo(type).max
    parts = x.float().unflatten(-1, (groups, -1))
    scales = parts.abs().amax(-1, keepdim=True).clamp(min=least) / most
    numbers = parts / scales
    numbers = numbers.round() if type == INT8 else numbers
    return numbers.clamp(-most, most).to(type).flatten(-2), scales[..., 0]


def quantize_blocks(x, rows, columns, type=FP8):
    """`x`, the last two of its dimensions in blocks of rows x columns, as numbers of `type`, and their scales. Whole blocks."""
    *rest, m, n = x.shape
    blocks = x.unflatten(-1, (n // columns, columns)).unflatten(-3, (m // rows, rows)).transpose(-2, -3).flatten(-2)
    numbers, scales = quantize(blocks, 1, type)
    return numbers.unflatten(-1, (rows, columns)).transpose(-2, -3).reshape(x.shape), scales[..., 0]
