"""A program with torch.compile, as triton-sim-compile.test runs it on the simulator: forward and backward, and what eager code sees in between."""

import torch
import torch.nn.attention.flex_attention


class Block(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.norm, self.linear = torch.nn.LayerNorm(24), torch.nn.Linear(24, 24)

    def forward(self, x):
        q = self.linear(self.norm(x))
        return x + torch.nn.functional.scaled_dot_product_attention(q, q, x, is_causal=True)


def run(function, x):
    x.grad = None
    result = function(x)
    result.square().sum().backward()
    return result.detach(), x.grad


def break_graph(x):
    y = x.sin()
    print("seen on", y.device)
    return y + torch.ones(3, device="cuda"), y.to("cpu").to("cuda").cos()


block = Block()
assert {str(value.device) for value in block.parameters()} == {"cpu"}
block = block.to("cuda")
x = torch.randn(2, 9, 24, device="cuda", requires_grad=True)
torch.testing.assert_close(run(torch.compile(block), x), run(block, x))
assert {str(value.device) for value in (*block.parameters(), x.grad, block.linear.weight.grad)} == {"cuda:0"}

norm = torch.nn.BatchNorm1d(4).to("cuda")
assert str(norm.running_mean.device) == "cuda:0"
y = torch.ones(3, device="cuda")
made = torch.compile(break_graph)(y)
torch.testing.assert_close(made, break_graph(y))
assert [str(value.device) for value in made] == ["cuda:0", "cuda:0"]

q, k, v = (torch.randn(1, 2, 128, 16, device="cuda", requires_grad=True) for _ in range(3))
attention = torch.compile(torch.nn.attention.flex_attention.flex_attention)
made, known = attention(q, k, v), torch.nn.functional.scaled_dot_product_attention(q, k, v)
weight = torch.randn_like(known)
torch.testing.assert_close(torch.autograd.grad(made, (q, k, v), weight), torch.autograd.grad(known, (q, k, v), weight), rtol=1e-2, atol=1e-2)
