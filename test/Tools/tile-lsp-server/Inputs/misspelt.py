"""usage: misspelt.py SERVER

Prints line (from 0) and message of each finding in a document of two parts, each with an
operation that is misspelt.
"""

import sys

from client import Client

TEXT = """tile.func @a(%a: i32) {
  %0 = tile.exapnd_dims %a : i32
  tile.return
}
// -----
tile.func @b(%a: f32) {
  %0 = arith.adddf %a, %a : f32
  tile.return
}
"""

client = Client(sys.argv[1])
for finding in client.open(TEXT):
    print(f"{finding['range']['start']['line']}: {finding['message']}")
client.close()
