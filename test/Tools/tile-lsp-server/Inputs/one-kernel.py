"""usage: one-kernel.py SERVER

Prints the layouts that are shown of a function which two kernels call, and of the kernels.
The pointer of the second kernel is aligned: its threads have four elements in a row.
"""

import sys

from client import Client

TEXT = """tile.func private @twice(%x: tensor<1024xf32>) -> tensor<1024xf32> {
  %both = arith.addf %x, %x : tensor<1024xf32>
  tile.return %both : tensor<1024xf32>
}
tile.func public @first(%p: !tile.ptr<f32>) {
  %i = tile.make_range {start = 0 : i32, end = 1024 : i32} : tensor<1024xi32>
  %base = tile.splat %p : !tile.ptr<f32> -> tensor<1024x!tile.ptr<f32>>
  %ptrs = tile.addptr %base, %i : tensor<1024x!tile.ptr<f32>>, tensor<1024xi32>
  %a = tile.load %ptrs : tensor<1024x!tile.ptr<f32>>
  %y = tile.call @twice(%a) : (tensor<1024xf32>) -> tensor<1024xf32>
  tile.store %ptrs, %y : tensor<1024x!tile.ptr<f32>>
  tile.return
}
tile.func public @second(%p: !tile.ptr<f32> {tile.divisibility = 16 : i32}) {
  %i = tile.make_range {start = 0 : i32, end = 1024 : i32} : tensor<1024xi32>
  %base = tile.splat %p : !tile.ptr<f32> -> tensor<1024x!tile.ptr<f32>>
  %ptrs = tile.addptr %base, %i : tensor<1024x!tile.ptr<f32>>, tensor<1024xi32>
  %b = tile.load %ptrs : tensor<1024x!tile.ptr<f32>>
  %y = tile.call @twice(%b) : (tensor<1024xf32>) -> tensor<1024xf32>
  tile.store %ptrs, %y : tensor<1024x!tile.ptr<f32>>
  tile.return
}
"""


def layouts(client, name):
    """The layouts in the hover of a name's first place."""
    answer = client.request("hover", position=client.at(name, 1)) or {}
    lines = answer.get("contents", {}).get("value", "").splitlines()
    return [line[line.index("sizePerThread") :] for line in lines if "sizePerThread" in line]


def main():
    client = Client(sys.argv[1])
    client.open(TEXT)
    for name in "%both", "%a = ", "%b = ":
        print(name.split()[0], *layouts(client, name))
    client.close()


main()
