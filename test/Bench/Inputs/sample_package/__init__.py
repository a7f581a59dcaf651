"""A package as triton-packages.test compiles it: it needs torch and another package, neither of which is there."""

import torch
from missing_package import decorate

from .ops.scale import scale


@decorate
class Layer(torch.nn.Module):
    def forward(self, x):
        return scale(x)
