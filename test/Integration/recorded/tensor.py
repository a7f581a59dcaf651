#!/usr/bin/env python3
"""Copies of tensors: loads, stores and reductions of 1 to 5 dimensions, of every type,
swizzle and fill, inside, across and outside of the tensor's borders. recording.py says
how to run it.

usage: tensor.py --record FILE | --compare FILE
"""

import ctypes
import math
import random
import sys

import recording

# By the numbers of CUtensorMapDataType.
TYPES = ["u8", "u16", "u32", "s32", "u64", "s64", "f16", "f32", "f64", "bf16", "f32ftz", "tf32", "tf32ftz"]
BYTES = [1, 2, 4, 4, 8, 8, 2, 4, 8, 2, 4, 4, 4]
FIRST_FLOAT, FIRST_TF32 = 6, 11
SWIZZLES = [0, 32, 64, 128]
REDUCTIONS = {
    "add": ["u32", "s32", "u64", "f16", "bf16", "f32"],
    "min": ["u32", "s32", "u64", "s64", "f16", "bf16"],
    "max": ["u32", "s32", "u64", "s64", "f16", "bf16"],
    "inc": ["u32"],
    "dec": ["u32"],
    "and": ["u32", "s32", "u64"],
    "or": ["u32", "s32", "u64"],
    "xor": ["u32", "s32", "u64"],
}
BOX_BYTES, TENSOR_BYTES = 16384, 65536

HEAD = """.version 8.4
.target sm_90a
.address_size 64
.visible .entry k(.param .align 64 .b8 map[128], .param .u64 in, .param .u64 out, .param .u32 bytes,
    .param .u32 p0, .param .u32 p1, .param .u32 p2, .param .u32 p3, .param .u32 p4) {
  .reg .pred %%q, %%c, %%p;
  .reg .b32 %%t, %%v<8>, %%x<5>, %%s, %%bytes;
  .reg .b64 %%in, %%out, %%at, %%map, %%state;
  .shared .align 1024 .b8 s[16384];
  .shared .align 8 .b64 barrier;
  mov.u32 %%t, %%tid.x;
  mov.u32 %%s, s;
  ld.param.u64 %%in, [in];
  ld.param.u64 %%out, [out];
  ld.param.u32 %%bytes, [bytes];
  ld.param.u32 %%x0, [p0];
  ld.param.u32 %%x1, [p1];
  ld.param.u32 %%x2, [p2];
  ld.param.u32 %%x3, [p3];
  ld.param.u32 %%x4, [p4];
  mov.b64 %%map, map;
  cvta.param.u64 %%map, %%map;
  setp.eq.u32 %%q, %%t, 0;
  mul.lo.u32 %%v6, %%t, 16;
L:
  add.u32 %%v4, %%s, %%v6;
  cvt.u64.u32 %%at, %%v6;
  add.u64 %%at, %%at, %%in;
  ld.global.v4.b32 {%%v0, %%v1, %%v2, %%v3}, [%%at];
  st.shared.v4.b32 [%%v4], {%%v0, %%v1, %%v2, %%v3};
  add.u32 %%v6, %%v6, 2048;
  setp.lt.u32 %%c, %%v6, 16384;
  @%%c bra L;
  fence.proxy.async;
"""

# Shared memory is the output. A copy that never ends is given up, and marked.
LOAD = HEAD + """  mov.u32 %%v5, barrier;
  @%%q mbarrier.init.shared::cta.b64 [%%v5], 1;
  @%%q fence.mbarrier_init.release.cluster;
  @%%q fence.proxy.async;
  bar.sync 0;
  @%%q mbarrier.arrive.expect_tx.shared::cta.b64 %%state, [%%v5], %%bytes;
  @%%q cp.async.bulk.tensor.%dd.shared::cluster.global.mbarrier::complete_tx::bytes [%%s], [%%map, {%s}], [%%v5];
  mov.u32 %%v7, 0;
W:
  mbarrier.try_wait.parity.shared::cta.b64 %%c, [%%v5], 0;
  @%%c bra E;
  add.u32 %%v7, %%v7, 1;
  setp.lt.u32 %%p, %%v7, 10000;
  @%%p bra W;
E:
  not.pred %%q, %%c;
  mul.lo.u32 %%v6, %%t, 16;
S:
  add.u32 %%v4, %%s, %%v6;
  cvt.u64.u32 %%at, %%v6;
  add.u64 %%at, %%at, %%out;
  ld.shared.v4.b32 {%%v0, %%v1, %%v2, %%v3}, [%%v4];
  st.global.v4.b32 [%%at], {%%v0, %%v1, %%v2, %%v3};
  add.u32 %%v6, %%v6, 2048;
  setp.lt.u32 %%c, %%v6, 16384;
  @%%c bra S;
  @%%q st.global.b32 [%%out], 0xdeadbeef;
  ret;
}
"""

# The tensor is the output.
STORE = HEAD + """  bar.sync 0;
  @%%q cp%s.async.bulk.tensor.%dd.global.shared::cta%s.tile.bulk_group [%%map, {%s}], [%%s];
  cp.async.bulk.commit_group;
  cp.async.bulk.wait_group 0;
  ret;
}
"""


def make_kernel(operation, rank):
    coordinates = ", ".join("%%x%d" % d for d in range(rank))
    if operation == "load":
        return LOAD % (rank, coordinates)
    reduces = operation != "store"
    return STORE % (".reduce" if reduces else "", rank, "." + operation if reduces else "", coordinates)


def choose_tensor(source, size, rank, swizzle, has_steps):
    """Sizes, strides, box, steps: the box below BOX_BYTES, the tensor below TENSOR_BYTES."""
    while True:
        span = swizzle or 256
        unit = max(1, 16 // size)
        most = min(span // size, 256)
        box = [unit * source.randint(1, max(1, most // unit))]
        steps = [source.choice([1, 2, 3]) if has_steps else 1]
        sizes = [source.randint(1, 2 * box[0])]
        for _ in range(1, rank):
            box.append(source.randint(1, {2: 40, 3: 12, 4: 6, 5: 4}[rank]))
            steps.append(source.choice([1, 1, 2, 3, 8]) if has_steps else 1)
            sizes.append(source.randint(1, 2 * box[-1]))
        strides, bytes_below = [], sizes[0] * size
        for d in range(1, rank):
            stride = -(-bytes_below // 16) * 16 + source.choice([0, 0, 16, 64])
            strides.append(stride)
            bytes_below = stride * sizes[d]
        counts = [box[0]] + [-(-b // s) for b, s in zip(box[1:], steps[1:])]
        # With a swizzle each row has a line of it.
        if max(size * box[0], swizzle) * math.prod(box[1:]) <= BOX_BYTES and bytes_below <= TENSOR_BYTES and counts[0] * size % 16 == 0:
            return sizes, strides + [0], box, steps, counts


def make_case(operation, kind, rank, swizzle, fill, has_steps, number):
    name = "%s %s %dd sw%d fill%d%s %d" % (operation, TYPES[kind], rank, swizzle, fill, " steps" if has_steps else "", number)
    source = random.Random(name)
    size = BYTES[kind]
    sizes, strides, box, steps, counts = choose_tensor(source, size, rank, swizzle, has_steps)
    coordinates = [source.choice([0, source.randint(-b, s), source.randint(0, s)]) for b, s in zip(box, sizes)]
    if number % 8 == 0:
        coordinates[0] = sizes[0] + 5
    # What the hardware refuses: boxes that do not begin at 16 bytes, stores before the tensor.
    coordinates[0] -= coordinates[0] % max(1, 16 // size)
    if operation != "load":
        coordinates = [max(0, each) for each in coordinates]
    box_bytes = math.prod(counts) * size
    text = make_kernel(operation, rank)

    def make_run():
        tensor, image = source.randbytes(TENSOR_BYTES), source.randbytes(BOX_BYTES)
        if kind >= FIRST_TF32:
            # Ties of the rounding, in each second element.
            keeps = int.from_bytes(b"\x00\xf0\xff\xff\xff\xff\xff\xff" * (TENSOR_BYTES // 8), "little")
            tensor = (int.from_bytes(tensor, "little") & keeps).to_bytes(TENSOR_BYTES, "little")
        loads = operation == "load"

        def make_arguments(driver, memory, out):
            if not loads:
                driver.copy_to(out, tensor)
            where = memory + BOX_BYTES if loads else out
            tensor_map = driver.encode_map(kind, where, sizes, strides, box, steps, SWIZZLES.index(swizzle), fill)
            values = coordinates + [0] * (5 - rank)
            return [tensor_map, ctypes.c_uint64(memory), ctypes.c_uint64(out), ctypes.c_uint32(box_bytes), *map(ctypes.c_int32, values)]

        # Of a load the image is what shared memory has before it.
        return (image + tensor if loads else image), (BOX_BYTES if loads else TENSOR_BYTES), make_arguments

    return name, text, make_run


def make_cases():
    for kind in range(len(TYPES)):
        for rank in range(1, 6):
            for swizzle in SWIZZLES:
                fill = int(kind >= FIRST_FLOAT and (rank + swizzle // 32) % 2)
                yield make_case("load", kind, rank, swizzle, fill, False, rank + kind)
            yield make_case("load", kind, rank, SWIZZLES[(kind + rank) % 4], 0, True, rank)
            if kind % 3 == rank % 3:
                yield make_case("store", kind, rank, SWIZZLES[(kind + 2 * rank) % 4], 0, rank % 2 == 0, rank)
    for number, (operation, types) in enumerate(REDUCTIONS.items()):
        for kind, each in enumerate(TYPES):
            if each in types:
                for repeat in range(2):
                    rank = (number + kind + 2 * repeat) % 5 + 1
                    yield make_case(operation, kind, rank, SWIZZLES[(kind + repeat) % 4], 0, False, 1 + repeat)


if __name__ == "__main__":
    sys.exit(recording.main(list(make_cases())))
