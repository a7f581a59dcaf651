"""Launches as files: NAME.json beside NAME.ttir, and in a bundle also the PTX of both compilers.

What a NAME.json holds:

  kernel    the kernel's name
  ttir      the file of the TTIR, beside this one
  target    what `compiled` is for
  grid, warps, stages
  args      in the order of the kernel's parameters; each has a name and
              value, type                      a scalar
              shape, type, contents            an array; contents is what tile-run takes ("rand:-1:1:seed=3"), or
                                               {"data": BYTES} with the elements' bytes
              block                            the array is passed as a tensor descriptor of such blocks
              output, rtol, atol, check        the kernel writes it; with "check": "none", no two runs need to agree
              answer                           BYTES of what must be in it afterwards
              period                           random contents repeat after so many elements
  compiled  {"ours": ..., "triton": ...}: text, symbol, warps, shared, scratch, programs; or the error as text

BYTES are compressed by zlib, in base64. A period of None stands for none.
"""

import base64
import json
import os
import zlib

import corpus

# Random numbers of longer arrays repeat, as they take long to make.
PERIOD = 1 << 20


def pack(array):
    return base64.b64encode(zlib.compress(array.tobytes(), 9)).decode()


def unpack(text):
    return zlib.decompress(base64.b64decode(text))


def describe_array(array, name, answer):
    contents = array.contents if isinstance(array.contents, str) else {"data": pack(array.contents)}
    result = dict(name=name, shape=list(array.shape), type=array.type, contents=contents)
    if array.output:
        result.update(output=True, rtol=array.rtol, atol=array.atol)
        if answer is None or array.check == "none":
            result["check"] = "none"
        else:
            result["answer"] = pack(corpus.encode(answer, array.type))
    return result


def describe(launch, with_answers=True):
    """The JSON of a launch of the corpus."""
    answers = iter(launch.get_answers() if with_answers else [None] * len(launch.outputs))
    args, values = [], iter(launch.args)
    for name in launch.kernel.arg_names:
        if name in launch.constants:
            continue
        value = next(values)
        if isinstance(value, float):
            args.append(dict(name=name, type="f32", value=value))
        elif isinstance(value, int):
            # A 1 is a constant to Triton: no parameter.
            if value != 1:
                args.append(dict(name=name, type="i32" if -(2**31) <= value < 2**31 else "i64", value=value))
        else:
            array = value.array if isinstance(value, corpus.Descriptor) else value
            described = describe_array(array, name, next(answers) if array.output else None)
            if not with_answers and array.output:
                described["check"] = array.check
            if isinstance(value, corpus.Descriptor):
                described["block"] = list(value.block)
            args.append(described)
    return dict(kernel=launch.kernel.__name__, grid=list(launch.grid), warps=launch.warps, stages=launch.stages, args=args)


def write(folder, name, launch, ttir):
    """Both files of a launch."""
    os.makedirs(folder, exist_ok=True)
    launch = dict(launch, ttir=name + ".ttir")
    with open(os.path.join(folder, launch["ttir"]), "w") as file:
        file.write(ttir)
    with open(os.path.join(folder, name + ".json"), "w") as file:
        # A line for each argument.
        args = launch.pop("args")
        text = json.dumps(launch, sort_keys=True)
        file.write(text[:-1] + ', "args": [\n' + ",\n".join("  " + json.dumps(arg) for arg in args) + "\n]}\n")


def read(folder, only=None):
    """From a name to the JSON of each launch of a folder."""
    launches = {}
    for file_name in sorted(os.listdir(folder)):
        name, extension = os.path.splitext(file_name)
        if extension == ".json" and (not only or any(part in name for part in only)):
            with open(os.path.join(folder, file_name)) as file:
                launches[name] = json.load(file)
    return launches
