"""Launches, compares and times PTX on a GPU: the CUDA driver by ctypes, and numpy."""

import ctypes
import statistics

import bundle
import corpus
import numpy as np

FLUSH_BYTES = 256 << 20
NUMBERS = {"i32": ctypes.c_int32, "i64": ctypes.c_int64, "f32": ctypes.c_float, "f64": ctypes.c_double, "i8": ctypes.c_int8, "i1": ctypes.c_int8, "i16": ctypes.c_int16}
# ctypes has no numbers of 2 bytes: their bits, rounded to even.
NUMBERS["f16"] = lambda value: ctypes.c_uint16(int(np.float16(value).view(np.uint16)))
NUMBERS["bf16"] = lambda value: ctypes.c_uint16(int(corpus.encode(np.array([value], np.float32), "bf16")[0]))
MAX_DYNAMIC_SHARED = 8  # CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES


class Driver:
    """The driver, with the current context or the first device's own."""

    def __init__(self, ordinal=0):
        self.ordinal = ordinal
        self.c = ctypes.CDLL("libcuda.so.1")
        self.check(self.c.cuInit(0))
        context, device = ctypes.c_void_p(), ctypes.c_int()
        self.check(self.c.cuCtxGetCurrent(ctypes.byref(context)))
        self.check(self.c.cuDeviceGet(ctypes.byref(device), ordinal))
        if not context:
            self.check(self.c.cuDevicePrimaryCtxRetain(ctypes.byref(context), device))
            self.check(self.c.cuCtxSetCurrent(context))
        self.context = context
        name = ctypes.create_string_buffer(100)
        self.check(self.c.cuDeviceGetName(name, 100, device))
        self.name = name.value.decode()

    def enter(self):
        """Makes the context this thread's: gradients are computed in threads of their own."""
        self.check(self.c.cuCtxSetCurrent(self.context))

    def get_target(self):
        major, minor = ctypes.c_int(), ctypes.c_int()
        for number, result in ((75, major), (76, minor)):  # CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, _MINOR
            self.check(self.c.cuDeviceGetAttribute(ctypes.byref(result), number, self.ordinal))
        return "sm_%d%d%s" % (major.value, minor.value, "a" if major.value >= 9 else "")

    def check(self, status):
        if status:
            text = ctypes.c_char_p()
            self.c.cuGetErrorString(status, ctypes.byref(text))
            raise RuntimeError("the driver says: %s" % (text.value or b"error %d" % status).decode())

    def allocate(self, size):
        address = ctypes.c_uint64()
        self.check(self.c.cuMemAlloc_v2(ctypes.byref(address), ctypes.c_size_t(max(size, 1))))
        return address.value

    def free(self, address):
        self.check(self.c.cuMemFree_v2(ctypes.c_uint64(address)))

    def copy(self, to, source, size):
        if size:
            self.check(self.c.cuMemcpyDtoD_v2(ctypes.c_uint64(to), ctypes.c_uint64(source), ctypes.c_size_t(size)))

    def upload(self, address, array):
        self.check(self.c.cuMemcpyHtoD_v2(ctypes.c_uint64(address), ctypes.c_void_p(array.ctypes.data), ctypes.c_size_t(array.nbytes)))

    def download(self, address, array):
        if array.nbytes:
            self.check(self.c.cuMemcpyDtoH_v2(ctypes.c_void_p(array.ctypes.data), ctypes.c_uint64(address), ctypes.c_size_t(array.nbytes)))

    def fill(self, address, size, byte=0):
        self.check(self.c.cuMemsetD8_v2(ctypes.c_uint64(address), ctypes.c_ubyte(byte), ctypes.c_size_t(size)))

    def synchronize(self):
        self.check(self.c.cuCtxSynchronize())

    def load(self, compiled):
        module, function = ctypes.c_void_p(), ctypes.c_void_p()
        self.check(self.c.cuModuleLoadData(ctypes.byref(module), compiled.text.encode()))
        self.check(self.c.cuModuleGetFunction(ctypes.byref(function), module, compiled.symbol.encode()))
        if compiled.shared > 48 << 10:
            self.check(self.c.cuFuncSetAttribute(function, MAX_DYNAMIC_SHARED, compiled.shared))
        return function

    def bind(self, compiled, grid, values):
        """A function that launches with ctypes numbers. The parameters behind the arguments are Triton's scratch memory.
        Ours is launched by our library if that has made it in this process, or else, without tensor maps, as Triton's is."""
        if compiled.bind:
            return compiled.bind(self.context, grid, values)
        function = self.load(compiled)
        values = list(values)
        missing = compiled.num_parameters - len(values)
        scratch = self.allocate(compiled.scratch * grid[0] * grid[1] * grid[2]) if compiled.scratch else 0
        if compiled.programs > 1:
            # Ours: the number of programs, which share CTAs.
            values.append(ctypes.c_uint32(grid[0]))
            grid = (-(-grid[0] // compiled.programs), *grid[1:])
        else:
            values += [ctypes.c_uint64(scratch if i == 0 else 0) for i in range(missing)]
        pointers = (ctypes.c_void_p * len(values))(*(ctypes.addressof(value) for value in values))

        def launch():
            self.check(self.c.cuLaunchKernel(function, *grid, 32 * compiled.warps, compiled.programs, 1, compiled.shared, None, pointers, None))

        launch.kept, launch.scratch = values, scratch
        return launch

    def get_times(self, jobs, repeat):
        """Median microseconds of each function, in turn. `jobs` are pairs of what restores its arguments, and the function.
        The L2 cache is flushed before each launch."""
        flush = self.allocate(FLUSH_BYTES)
        event = lambda: ctypes.c_void_p()
        start, end = event(), event()
        for made in (start, end):
            self.check(self.c.cuEventCreate(ctypes.byref(made), 0))
        samples = [[] for _ in jobs]
        for i in range(repeat + 1):
            for (restore, function), times in zip(jobs, samples):
                restore()
                self.fill(flush, FLUSH_BYTES, i & 255)
                self.check(self.c.cuEventRecord(start, None))
                function()
                self.check(self.c.cuEventRecord(end, None))
                self.check(self.c.cuEventSynchronize(end))
                took = ctypes.c_float()
                self.check(self.c.cuEventElapsedTime(ctypes.byref(took), start, end))
                if i:
                    times.append(took.value * 1e3)
        for made in (start, end):
            self.check(self.c.cuEventDestroy_v2(made))
        self.free(flush)
        return [statistics.median(times) for times in samples]


class Buffer:
    """An array of a launch on the GPU, with its first contents kept where the kernel writes."""

    def __init__(self, driver, arg):
        self.driver, self.arg = driver, arg
        dtype = np.dtype(corpus.NUMPY_TYPES[arg["type"]])
        self.count = int(np.prod(arg["shape"]))
        self.size = self.count * dtype.itemsize
        self.address = driver.allocate(self.size)
        self.kept = driver.allocate(self.size) if arg.get("output") else None
        first = self.make_contents(dtype)
        driver.upload(self.address, first)
        filled = first.nbytes
        while filled < self.size:
            part = min(filled, self.size - filled)
            driver.copy(self.address + filled, self.address, part)
            filled += part
        if self.kept:
            driver.copy(self.kept, self.address, self.size)

    def make_contents(self, dtype):
        contents = self.arg["contents"]
        if not isinstance(contents, str):
            return np.frombuffer(bundle.unpack(contents["data"]), dtype)
        period = self.count if contents.startswith("iota") else min(self.count, bundle.PERIOD)
        return np.ascontiguousarray(corpus.make_contents(contents, (period,), self.arg["type"]))

    def restore(self):
        if self.kept:
            self.driver.copy(self.address, self.kept, self.size)

    def read(self):
        result = np.empty(self.count, corpus.NUMPY_TYPES[self.arg["type"]])
        self.driver.download(self.address, result)
        return result

    def free(self):
        self.driver.free(self.address)
        if self.kept:
            self.driver.free(self.kept)


def list_descriptor(shape):
    """What our kernels take behind the pointer of a tensor descriptor: shape, strides, whether NaNs are beyond the border,
    and both again as Triton passes them."""
    strides = [int(np.prod(shape[i + 1 :])) for i in range(len(shape))]
    numbers = [ctypes.c_int64(n) for n in shape + strides] + [ctypes.c_int8(0)]
    return numbers + [ctypes.c_int32(n) for n in shape] + [ctypes.c_int64(n) for n in strides]


def get_error(found, wanted, type, rtol=0, atol=0):
    """The largest difference, as a part of what the tolerance allows where there is one; 0 of equal bits. Both are arrays of bits."""
    if found.tobytes() == wanted.tobytes():
        return 0.0
    worst = 0.0
    for start in range(0, len(found), 1 << 24):
        f, w = (corpus.decode(bits[start : start + (1 << 24)], type).astype(np.float64) for bits in (found, wanted))
        with np.errstate(all="ignore"):
            error = np.abs(f - w) / np.maximum(atol + rtol * np.abs(w), 1e-300)
        error = np.where((f == w) | (np.isnan(f) & np.isnan(w)), 0, error)
        worst = max(worst, float(np.max(np.nan_to_num(error, nan=np.inf))))
    return worst


def call_unstable(row, again):
    """Of a launch whose results differ, as two of Triton's own do: nothing is compared."""
    row.update(unstable=True, note="unstable: two runs of Triton's differ, too: %.2g of tolerance; ours: %.2g" % (again, row.pop("error_triton")))


def run_launch(driver, launch, compiled, repeat):
    """Runs what both compilers made of a launch, or one of them. A dictionary: `error_triton` and `error_answer` are of ours against Triton's
    results and the recorded answers, in parts of the tolerance; `triton_error_answer`; `ours_us`, `triton_us`."""
    row = {}
    if any("block" in arg for arg in launch["args"]):
        # Triton's kernel wants tensor maps.
        row["note"] = "descriptors from the host: only ours runs"
        compiled = {"ours": compiled["ours"]}
    buffers, values = [], []
    try:
        for arg in launch["args"]:
            if "value" in arg:
                values.append(NUMBERS[arg["type"]](arg["value"]))
            else:
                buffers.append(Buffer(driver, arg))
                values.append(ctypes.c_uint64(buffers[-1].address))
                if "block" in arg:
                    values += list_descriptor(arg["shape"])
        outputs = [buffer for buffer in buffers if buffer.kept and buffer.arg.get("check") != "none"]

        def restore():
            for buffer in buffers:
                buffer.restore()

        results, jobs = {}, []
        for who in ("ours", "triton"):
            if who not in compiled:
                continue
            try:
                launch_one = driver.bind(compiled[who], launch["grid"], values)
                restore()
                launch_one()
                driver.synchronize()
            except RuntimeError as error:
                if who == "ours":
                    raise
                row["note"] = "Triton's does not run: %s" % error
                continue
            results[who] = [buffer.read() for buffer in outputs]
            jobs.append((who, (restore, launch_one)))
        compare = lambda a, b: max([get_error(x, y, o.arg["type"], o.arg["rtol"], o.arg["atol"]) for x, y, o in zip(a, b, outputs)], default=0.0)
        if len(results) == 2:
            row["error_triton"] = compare(results["ours"], results["triton"])
            if row["error_triton"] > 1:
                restore()
                jobs[-1][1][1]()
                driver.synchronize()
                again = compare([buffer.read() for buffer in outputs], results["triton"])
                if again > 1:
                    call_unstable(row, again)
        if all("answer" in buffer.arg for buffer in outputs):
            answers = [np.frombuffer(bundle.unpack(buffer.arg["answer"]), corpus.NUMPY_TYPES[buffer.arg["type"]]) for buffer in outputs]
            for who, key in (("ours", "error_answer"), ("triton", "triton_error_answer")):
                if who in results:
                    row[key] = compare(results[who], answers)
        if repeat:
            for (who, job), time in zip(jobs, driver.get_times([job for _, job in jobs], repeat)):
                row[who + "_us"] = time
        for _, (_, launch_one) in jobs:
            if launch_one.scratch:
                driver.free(launch_one.scratch)
        return row
    finally:
        for buffer in buffers:
            buffer.free()
