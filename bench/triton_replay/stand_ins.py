"""Stand-ins for modules that are not there, so that a package's Triton kernels can be imported alone.

Whatever is asked of a stand-in is `Anything`: a class that can be called, inherited from and asked for more. `install` is for programs
that name what they do without; packages.py has a rule of its own.
"""

import importlib.abc
import importlib.machinery
import importlib.util
import sys
import types

# What torch has for GPUs of other makers: by these packages find out where they are.
OTHERS = ("mlu", "npu", "musa", "xpu", "gcu", "txda", "ptpu", "spacemit", "mps", "hpu")
# What packages ask for before they define their kernels: an H200's.
PROPERTIES = types.SimpleNamespace(name="NVIDIA H200", major=9, minor=0, multi_processor_count=132, total_memory=140 << 30, warp_size=32)
ANSWERS = {"__version__": "2.9.0", "get_device_capability": lambda *args: (9, 0), "get_device_properties": lambda *args: PROPERTIES, "get_device_name": lambda *args: PROPERTIES.name,
           "device_count": lambda: 1, "is_available": lambda: True}


class AnyType(type):
    """Whatever is asked of a missing module: a class that can be called, inherited from and asked for more."""

    def __getattr__(cls, name):
        return answer(name)

    def __call__(cls, *args, **kwargs):
        # As a decorator, it leaves the function as it is.
        if cls is Anything:
            return args[0] if len(args) == 1 and callable(args[0]) and not isinstance(args[0], AnyType) else Anything
        return super().__call__(*args, **kwargs)

    __getitem__ = __or__ = __ror__ = __add__ = __sub__ = __mul__ = lambda cls, other: Anything
    __ge__ = __gt__ = __le__ = __lt__ = lambda cls, other: False
    __iter__ = lambda cls: iter(())
    __enter__ = lambda cls: cls
    __exit__ = lambda cls, *args: None
    __len__ = lambda cls: 0
    __int__ = lambda cls: 1
    __index__ = lambda cls: 1
    __bool__ = lambda cls: False


class Anything(metaclass=AnyType):
    def __init_subclass__(cls, **kwargs):
        pass


def answer(name):
    """What a module that is missing, or anything of it, has of a name."""
    if name in ANSWERS:
        return ANSWERS[name]
    if name.startswith("__") or name in OTHERS:
        raise AttributeError(name)
    return Anything


class StandIns(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Finds every module for which `is_wanted(name)`."""

    def __init__(self, is_wanted):
        self.is_wanted = is_wanted

    def find_spec(self, name, path=None, target=None):
        return importlib.machinery.ModuleSpec(name, self, is_package=True) if self.is_wanted(name) else None

    def create_module(self, spec):
        module = types.ModuleType(spec.name)
        module.__getattr__ = answer
        module.__path__ = []
        return module

    def exec_module(self, module):
        pass


class Bare(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Finds the named packages, and runs nothing of their own: their modules can be imported without what the package imports. What the package
    itself would define is a stand-in."""

    def __init__(self, names):
        self.names = names

    def find_spec(self, name, path=None, target=None):
        found = importlib.machinery.PathFinder.find_spec(name, path) if name in self.names else None
        if not found:
            return None
        spec = importlib.machinery.ModuleSpec(name, self, origin=found.origin, is_package=True)
        spec.submodule_search_locations = found.submodule_search_locations
        return spec

    def create_module(self, spec):
        return None

    def exec_module(self, module):
        def get(name):
            whole = "%s.%s" % (module.__name__, name)
            return importlib.import_module(whole) if not name.startswith("__") and importlib.util.find_spec(whole) else answer(name)

        module.__getattr__ = get


def install(missing, bare=()):
    """Modules and packages with a name of `missing` are stand-ins from now on, whether they are there or not; the packages of `bare` are `Bare`."""
    roots = tuple(name + "." for name in missing)
    sys.meta_path[:0] = [StandIns(lambda name: (name + ".").startswith(roots)), Bare(bare)]
