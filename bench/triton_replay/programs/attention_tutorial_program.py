"""Runs the attention of Triton's tutorial with each of its configurations, forward and backward.

TILEWRIGHT_TUTORIAL names the file (python/tutorials/06-fused-attention.py of Triton, MIT), which is used as it is.
With TILEWRIGHT_TUTORIAL_SMALL=1 sizes are for the simulator.
"""

import importlib.util
import os
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), os.pardir))

import cases  # noqa: E402
import torch  # noqa: E402

SMALL = os.environ.get("TILEWRIGHT_TUTORIAL_SMALL") == "1"
# Heads and rows.
SIZES = [(1, 256)] if SMALL else [(32, 4096), (16, 16384)]
# The rows and keys of a tile, numbers of warps and stages.
TILES = [(128, 128, 8, 2), (128, 128, 8, 3), (128, 64, 4, 3), (64, 128, 4, 3), (64, 64, 4, 3)]
# What has room in shared memory for heads of 256.
TILES_256 = [(128, 64, 4, 2), (128, 32, 4, 3), (64, 64, 4, 2), (64, 64, 4, 3)]


def load(path):
    spec = importlib.util.spec_from_file_location("attention_tutorial", path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def make_cases():
    tutorial = load(os.environ["TILEWRIGHT_TUTORIAL"])
    choices = tutorial._attn_fwd.configs
    # The replay launches no descriptors that come from the host, so the kernel makes them.
    tutorial.supports_host_descriptor = lambda: False

    def choose(tiles):
        rows, keys, warps, stages = tiles
        found = [c for c in choices if (c.kwargs["BLOCK_M"], c.kwargs["BLOCK_N"], c.num_warps, c.num_stages) == tiles]
        if not found:
            raise ValueError("the tutorial has no configuration of %d rows, %d keys, %d warps and %d stages" % tiles)
        tutorial._attn_fwd.configs = found[:1]

    def forward(heads, n, d, causal, tiles, backward=False):
        choose(tiles)
        # The autotuner keeps what it chose for a size.
        tutorial._attn_fwd.cache.clear()
        q, k, v = (torch.randn(1, heads, n, d, device="cuda", dtype=torch.float16).requires_grad_(backward) for _ in range(3))
        found = tutorial.attention(q, k, v, causal, d**-0.5, False, False)
        if backward:
            found.backward(torch.randn_like(found))

    for d in (128, 64, 256):
        for heads, n in SIZES:
            for causal in (False, True):
                for tiles in TILES_256 if d == 256 else TILES:
                    # The tutorial leaves out fewer rows than keys with a mask, and more keys than the head has numbers.
                    if tiles[1] > d or (causal and tiles[0] < tiles[1]):
                        continue
                    name = "d%d %dx%d%s %s" % (d, heads, n, " causal" if causal else "", "x".join(map(str, tiles)))
                    yield name, lambda heads=heads, n=n, d=d, causal=causal, tiles=tiles: forward(heads, n, d, causal, tiles)
    for d in (128, 64):
        for heads, n in SIZES:
            for causal in (False, True):
                yield "backward d%d %dx%d%s" % (d, heads, n, " causal" if causal else ""), lambda heads=heads, n=n, d=d, causal=causal: forward(heads, n, d, causal, TILES[2], backward=True)


torch.manual_seed(0)
cases.run(dict(make_cases()))
