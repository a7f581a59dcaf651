"""A program with torch, as triton-sim-torch.test runs it on the simulator: what it sees of a GPU, and what it must not."""

import sys
import threading

import torch
import triton
import triton.language as tl
from triton.tools.tensor_descriptor import TensorDescriptor


@triton.jit
def double(x, y, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(y + at, 2 * tl.load(x + at, mask=at < n), mask=at < n)


@triton.jit
def sum_all(addresses, y, count, BLOCK: tl.constexpr):
    total = tl.zeros([BLOCK], tl.float32)
    for i in range(count):
        total += tl.load(tl.load(addresses + i).to(tl.pointer_type(tl.float32)) + tl.arange(0, BLOCK))
    tl.store(y + tl.arange(0, BLOCK), total)


@triton.jit
def product(a, b, c, K, BLOCK: tl.constexpr):
    total = tl.zeros([BLOCK, BLOCK], tl.float32)
    for k in range(0, K, BLOCK):
        total = tl.dot(a.load([0, k]), b.load([k, 0]), total)
    c.store([0, 0], total.to(tl.float16))


def run_double(x):
    y = torch.empty_like(x)
    double[(triton.cdiv(x.numel(), 128),)](x, y, x.numel(), BLOCK=128)
    return y


class Double(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        assert x.is_cuda and x.device == torch.device("cuda", 0)
        return run_double(x)

    @staticmethod
    def backward(ctx, gradient):
        assert gradient.is_cuda and torch.tensor(1.0, device=gradient.device).is_cuda
        return run_double(gradient.contiguous())


def devices():
    x, host = torch.rand(5, 4, device="cuda"), torch.rand(5, 4)
    assert x.device.type == (x * 2).device.type == host.cuda().device.type == host.to(x).device.type == "cuda" and x.get_device() == 0
    assert host.device.type == (host + 1).device.type == x.cpu().device.type == x.to("cpu").device.type == "cpu" and not host.is_cuda
    copy = host.cuda()
    copy += 1
    assert not torch.equal(copy.cpu(), host) and x.cuda() is x and host.cpu() is host
    assert torch.empty(3, device="meta").device.type == "meta" and not torch.empty(3, device="meta").is_cuda
    with torch.device("cuda"):
        assert torch.zeros(3).is_cuda
    assert not torch.zeros(3).is_cuda
    layer = torch.nn.Linear(4, 3).cuda()
    layer(x).sum().backward()
    assert layer.weight.is_cuda and layer.weight.grad.is_cuda
    generator = torch.Generator(device="cuda").manual_seed(3)
    first = torch.rand(4, device="cuda", generator=generator)
    assert generator.device.type == "cuda" and torch.equal(first, torch.rand(4, device="cuda", generator=generator.manual_seed(3)))
    with torch.cuda.device(0), torch.accelerator.device_index(0), torch.cuda.stream(torch.cuda.Stream()):
        start, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
        start.record(), end.record()
        torch.cuda.synchronize()
        assert start.elapsed_time(end) > 0
    assert torch.cuda.is_available() and torch.cuda.get_device_capability() == (9, 0) and torch.cuda.device_count() == 1
    made = []
    thread = threading.Thread(target=lambda: made.append(torch.ones(3, device="cuda")))
    thread.start(), thread.join()
    assert made[0].is_cuda

    @torch.library.custom_op("simulated::double", mutates_args=(), device_types="cuda")
    def doubled(x: torch.Tensor) -> torch.Tensor:
        return run_double(x)

    assert torch.equal(doubled(x), 2 * x)
    assert torch.equal(torch.compile(lambda x: x + 1)(x), x + 1)


def launches():
    x = torch.rand(1000, device="cuda", requires_grad=True)
    y = Double.apply(x)
    y.sum().backward()
    assert torch.equal(y, 2 * x) and torch.equal(x.grad, torch.full_like(x, 2))
    # Tensors that a kernel knows by their addresses in memory.
    parts = [torch.rand(64, device="cuda") for _ in range(3)]
    total = torch.empty(64, device="cuda")
    sum_all[(1,)](torch.tensor([part.data_ptr() for part in parts], device="cuda"), total, 3, BLOCK=64)
    assert torch.allclose(total, sum(parts))
    a, b, c = (torch.rand(64, 64, device="cuda").half() for _ in range(3))
    product[(1,)](*(TensorDescriptor.from_tensor(one, [64, 64]) for one in (a, b, c)), 64, BLOCK=64)
    assert torch.allclose(c, a @ b, rtol=1e-2)
    # Half of it has values, and half is read.
    half = torch.empty(256, device="cuda")
    half[:128] = 1
    double[(1,)](half, half.clone(), 128, BLOCK=128)
    # What a kernel writes by way of the program's own kind of tensor has a value.
    base = torch.empty(256, device="cuda")
    for shape in ((256,), (64,), (2, 256)):  # (2, 256): with a stride of 0
        double[(2,)](torch.rand(256, device="cuda"), View(base, shape), 256, BLOCK=128)
    double[(2,)](base, torch.empty_like(base), 256, BLOCK=128)


class View:
    def __init__(self, base, shape):
        self.inner, self.shape, self.dtype = base, shape, base.dtype

    def data_ptr(self):
        return self.inner.data_ptr()


def uninitialized():
    half = torch.empty(256, device="cuda")
    half[:128] = 1
    print("so far", run_double(half[:100]).sum().item())
    run_double(half)


globals()[sys.argv[1]]()
