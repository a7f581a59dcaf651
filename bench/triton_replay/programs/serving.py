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
