"""usage: edits.py SERVER KERNEL...

After each of some edits, a server that has seen all texts before shows the same layouts as one
that sees the text for the first time. Layouts of kernels that an edit leaves as they are come
from earlier texts: so each edit changes what another of their parts depends on.
"""

import sys

from client import Client

TEXT = """// Two kernels, a function of both, and one of none.
tile.func private @twice(%x: tensor<4096xf32>) -> tensor<4096xf32> {
  %both = arith.addf %x, %x : tensor<4096xf32>
  tile.return %both : tensor<4096xf32>
}
tile.func private @unused(%x: tensor<64xf32>) -> tensor<64xf32> {
  %no = arith.addf %x, %x : tensor<64xf32>
  tile.return %no : tensor<64xf32>
}
tile.func public @first(%p: !tile.ptr<f32>) {
  %i = tile.make_range {start = 0 : i32, end = 4096 : i32} : tensor<4096xi32>
  %base = tile.splat %p : !tile.ptr<f32> -> tensor<4096x!tile.ptr<f32>>
  %ptrs = tile.addptr %base, %i : tensor<4096x!tile.ptr<f32>>, tensor<4096xi32>
  %a = tile.load %ptrs : tensor<4096x!tile.ptr<f32>>
  %y = tile.call @twice(%a) : (tensor<4096xf32>) -> tensor<4096xf32>
  tile.store %ptrs, %y : tensor<4096x!tile.ptr<f32>>
  tile.return
}
tile.func public @second(%p: !tile.ptr<f32> {tile.divisibility = 16 : i32}) {
  %i = tile.make_range {start = 0 : i32, end = 4096 : i32} : tensor<4096xi32>
  %base = tile.splat %p : !tile.ptr<f32> -> tensor<4096x!tile.ptr<f32>>
  %ptrs = tile.addptr %base, %i : tensor<4096x!tile.ptr<f32>>, tensor<4096xi32>
  %b = tile.load %ptrs : tensor<4096x!tile.ptr<f32>>
  %y = tile.call @twice(%b) : (tensor<4096xf32>) -> tensor<4096xf32>
  tile.store %ptrs, %y : tensor<4096x!tile.ptr<f32>>
  tile.return
}
"""

# A sum over so many elements that programs get more warps: in a kernel next to the others.
LARGE = """tile.func public @large(%p: !tile.ptr<f32>) {
  %i = tile.make_range {start = 0 : i32, end = 65536 : i32} : tensor<65536xi32>
  %base = tile.splat %p : !tile.ptr<f32> -> tensor<65536x!tile.ptr<f32>>
  %ptrs = tile.addptr %base, %i : tensor<65536x!tile.ptr<f32>>, tensor<65536xi32>
  %a = tile.load %ptrs : tensor<65536x!tile.ptr<f32>>
  %s = "tile.reduce"(%a) <{axis = 0 : i32}> ({
  ^bb0(%x: f32, %y: f32):
    %z = arith.addf %x, %y : f32
    tile.reduce.return %z : f32
  }) : (tensor<65536xf32>) -> f32
  tile.store %p, %s : !tile.ptr<f32>
  tile.return
}
"""


def wrap(text):
    return "module attributes {tile.target = #tile.target<\"sm_80\", num_warps = 2>} {\n" + text + "}\n"


EDITS = {
    "as it is": lambda text: text,
    "lines above": lambda text: "// more\n\n" + text,
    "a line in a kernel": lambda text: text.replace("  %a = ", "\n  // here\n  %a = "),
    "a column": lambda text: text.replace("  %b = ", "       %b = "),
    "the called function": lambda text: text.replace("addf %x, %x", "mulf %x, %x"),
    "a line in the called function": lambda text: text.replace("  %both", "\n  %both"),
    "an argument's promise": lambda text: text.replace("f32>) {", "f32> {tile.divisibility = 8 : i32}) {"),
    "another order": lambda text: text[text.index("tile.func public @second") :] + text[: text.index("tile.func public @second")],
    "a kernel that changes the number of warps": lambda text: text + LARGE,
    "the same without the lines above": lambda text: text[text.index("tile.func") :] + LARGE,
    "the module's target": wrap,
    "an error": lambda text: text.replace("tile.return\n", "tile.retur\n"),
    "all of it again": lambda text: text,
    "one kernel": lambda text: text[: text.index("tile.func public @second")],
    "a name": lambda text: text.replace("@first", "@one"),
}


def get_hints(client):
    return client.request("inlayHint", range=client.whole())


def main():
    client = Client(sys.argv[1])
    client.open(TEXT)
    for name, edit in EDITS.items():
        client.text = edit(TEXT)
        client.send("textDocument/didChange", {"textDocument": {"uri": client.uri, "version": 2}, "contentChanges": [{"text": client.text}]})
        fresh = Client(sys.argv[1])
        fresh.open(client.text)
        hints = get_hints(client)
        labels = len({hint["tooltip"]["value"] for hint in hints})
        print(f"{name}: the same: {hints == get_hints(fresh)}, {len(hints)} hints, {labels} layouts")
        fresh.close()
    client.close()


main()
