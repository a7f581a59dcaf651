"""What the families of hostile programs are made of."""

PROGRAMS = {}  # family -> {name: bytes}
# Tiles of 2^20 elements, each thread of which has 8,192: they compile, and that takes up to a minute.
LARGE = {
    "blocks/shape_9",
    "blocks/shape_12",
    "code/print_huge",
    "dot/f16_1024_1024_16",
    "dot/f32_1024_1024_16",
    "dot/rank3_batch1000",
    "reduce/reduce_rank20",
    "reduce/scan_huge",
    "reduce/scan_rank20",
    "shapes/trans_rank20",
    "types/splat_10485767",
}


def add(family, name, text):
    programs = PROGRAMS.setdefault(family, {})
    assert name not in programs, (family, name)
    programs[name] = text if isinstance(text, bytes) else text.encode()


def kernel(body, args="%p: !tt.ptr<f32>, %q: !tt.ptr<i32>, %n: i32, %m: i64", more="", name="kernel"):
    """A kernel with a body, and functions behind it."""
    return "tt.func public @%s(%s) {\n%s\n  tt.return\n}\n%s" % (name, args, body, more)


def k(family, name, body, more="", **kw):
    add(family, name, kernel(body, more=more, **kw))


RANGE = "  %r = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32>\n"
PTRS = RANGE + """  %b = tt.splat %p : !tt.ptr<f32> -> tensor<128x!tt.ptr<f32>>
  %a = tt.addptr %b, %r : tensor<128x!tt.ptr<f32>>, tensor<128xi32>
"""
LOAD = PTRS + "  %x = tt.load %a : tensor<128x!tt.ptr<f32>>\n"


def stored(value, type="f32"):
    return "  tt.store %%a, %s : tensor<128x!tt.ptr<%s>>\n" % (value, type)
