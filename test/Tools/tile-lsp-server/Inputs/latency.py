"""usage: latency.py SERVER KERNEL

The processor time of each kind of request on a kernel, after a change of the text: the least
of three, in ms. The clock on the wall counts what other processes take, too.
"""

import os
import sys

from client import Client


def cpu(client):
    """Milliseconds that the server has run."""
    with open(f"/proc/{client.process.pid}/schedstat") as file:
        return int(file.read().split()[0]) / 1e6


def main():
    client = Client(sys.argv[1])
    with open(sys.argv[2]) as file:
        text = file.read()
    client.open(text, os.path.basename(sys.argv[2]))
    place = client.at("\n  %", 4)
    requests = {
        "semanticTokens/full": {},
        "foldingRange": {},
        "formatting": {"options": {"tabSize": 2, "insertSpaces": True}},
        "codeAction": {"range": client.whole(), "context": {"diagnostics": []}},
        "rename": {"position": place, "newName": "fresh_name"},
        "hover": {"position": place},
        "inlayHint": {"range": client.whole()},
        "signatureHelp": {"position": client.at(" = tile.", 12)},
        "completion": {"position": client.at(" = tile.", 9)},
        "references": {"position": place, "context": {"includeDeclaration": True}},
    }
    slowest = layouts = 0
    for name, params in requests.items():
        times = []
        for round in range(3):
            client.send("textDocument/didChange", {"textDocument": {"uri": client.uri, "version": 2}, "contentChanges": [{"text": text + "\n" * round}]})
            client.ask("textDocument/foldingRange", {"textDocument": {"uri": "file:///other.mlir"}})
            begin = cpu(client)
            client.request(name, **params)
            times.append(cpu(client) - begin)
        print(f"{name}: {min(times):.1f} ms")
        if name == "inlayHint":
            layouts = min(times)
        else:
            slowest = max(slowest, min(times))
    # Layouts are those of a compile up to them.
    print("layouts under 200 ms:", layouts < 200)
    print("each other one under 50 ms:", slowest < 50)
    client.close()


main()
