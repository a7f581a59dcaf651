"""torch.compile as a program finds it on a machine with a GPU: the compiler sees tensors on "cuda:0", and the Triton kernels that it makes run on
the simulator. `install` waits until the program asks for the compiler, which takes seconds to import.
"""

import functools
import os

import torch
import traced_backward

CUDA, CPU = torch.device("cuda", 0), torch.device("cpu")


def is_cuda_device(value):
    return isinstance(value, torch.device) and value.type == "cuda" or isinstance(value, str) and value.split(":")[0] == "cuda"


def is_traced(tensor, kinds=[]):
    """A tensor of the compiler's own, which knows the device that it stands for."""
    if not kinds:
        from torch._subclasses.fake_tensor import FakeTensor
        from torch._subclasses.functional_tensor import FunctionalTensor

        kinds.append((FakeTensor, FunctionalTensor))
    return isinstance(tensor, kinds[0]) or torch._is_functional_tensor(tensor)


def is_tracing(get=torch._C._get_dispatch_mode, key=torch._C._TorchDispatchModeKey.FAKE):
    """True where operations are on tensors without values: these have the devices that they are given."""
    return get(key) is not None


RECURRENT = {torch.gru, torch.lstm, torch.rnn_tanh, torch.rnn_relu}
run_backward = traced_backward.run


def trace(function, args, kwargs):
    """An operation on tensors without values. A driver would be asked which GPU is meant by "cuda"."""
    to_device = lambda value: CUDA if is_cuda_device(value) else value
    if function is torch.Tensor.cuda:
        return args[0].to(CUDA)
    if function is torch.nn.functional.scaled_dot_product_attention:
        function = torch.ops.aten._scaled_dot_product_attention_math
        return function(*args, **kwargs)[0]
    if function in RECURRENT:
        with torch.backends.cudnn.flags(enabled=False):  # it is asked for what the GPU can do
            return function(*args, **kwargs)
    return function(*map(to_device, args), **{name: to_device(value) for name, value in kwargs.items()})


def replace_tracing(hidden):
    """The compiler traces the program as if the mode `hidden` were none. Its own code has them."""
    import torch._dynamo.output_graph
    import torch._subclasses.fake_tensor
    from torch._dynamo import config, symbolic_convert, trace_rules

    # A dispatch mode that says that it ignores the compiler would be one that forbids it.
    config.inline_torch_dispatch_torch_compile = False
    state = symbolic_convert.SymbolicTorchFunctionState

    class State(state):
        def __init__(self, stack, **others):  # torch 2.15 has more
            stack = list(stack)
            super().__init__(stack, **others)
            # Others keep their places, by which guards and sources find them.
            for mode, variable in zip(stack, list(self.mode_stack)):
                if isinstance(mode, hidden):
                    self.mode_stack.remove(variable)

    symbolic_convert.SymbolicTorchFunctionState = State

    def in_mode(owner, name):
        function = getattr(owner, name)

        @functools.wraps(function)
        def run(*args, **kwargs):
            with hidden():
                return function(*args, **kwargs)

        setattr(owner, name, run)

    in_mode(torch._dynamo.utils, "run_node")
    in_mode(torch._dynamo.variables.optimizer.OptimizerVariable, "call_method")  # which makes an optimizer's state
    in_mode(torch._dynamo.output_graph.OutputGraph, "call_user_compiler")
    trace_rules.SKIP_DIRS.append(os.path.dirname(os.path.abspath(__file__)) + os.sep)
    trace_rules._recompile_re()
    # As where there is no GPU: tensors without values may be on "cuda" nevertheless.
    torch._subclasses.fake_tensor.FakeTensorMode.avoid_device_init = True
    torch._subclasses.fake_tensor.init_gpu_context = lambda device: None


def replace_memory(mark, is_on_host):
    """What generated code asks of torch's C++, which knows of no marks."""
    guards = torch._C._dynamo.guards

    def make(device):
        return lambda size, stride, dtype: torch.empty_strided(size, stride, dtype=dtype, device=device)

    for name in ("_empty_strided_cuda", "_empty_strided_cpu", "_empty_strided_cpu_pinned"):
        if hasattr(guards, name):
            setattr(guards, name, make(CUDA if name.endswith("cuda") else CPU))
    reinterpret = guards._reinterpret_tensor
    guards._reinterpret_tensor = lambda tensor, *args: mark(reinterpret(tensor, *args), is_on_host(tensor))


def replace_tuning():
    """Kernels are compiled in this process, and of their configurations the first that the GPU has room for is the best."""
    from torch._functorch import config as functorch
    from torch._inductor import compile_fx, config
    from torch._inductor.runtime import triton_heuristics

    config.compile_threads = 1
    # What is kept on disk would be taken for a GPU's.
    config.fx_graph_cache = config.fx_graph_remote_cache = config.autotune_local_cache = config.autotune_remote_cache = functorch.enable_autograd_cache = False
    config.use_static_triton_launcher = False
    config.dynamic_scale_rblock = False  # asks ptxas for each kernel
    config.shape_padding = False  # measures products
    compile_fx.cudagraphify = lambda model, *args, **kwargs: model
    tuner = triton_heuristics.CachingAutotuner
    compile_all = tuner._precompile_worker

    @functools.wraps(compile_all)
    def compile_first(self):
        if self.compile_results:
            return
        failed = None
        for configuration in self.configs or []:
            self.configs = [configuration]
            try:
                return compile_all(self)
            except triton_heuristics.NoTritonConfigsError as error:
                failed = error
        if failed:
            raise failed
        compile_all(self)

    tuner._precompile_worker = compile_first


def install(hidden, mark, is_on_host):
    compile = torch.compile
    done = []

    @functools.wraps(compile)
    def compile_for_gpu(*args, **kwargs):
        if not done:
            done.append(True)
            replace_tracing(hidden)
            replace_memory(mark, is_on_host)
            replace_tuning()
        return compile(*args, **kwargs)

    torch.compile = compile_for_gpu
