"""usage: latency.py SERVER TILEC KERNEL PART

The processor time of each kind of request on a file, after a change in its first kernel: the
least of twelve, in ms. The clock on the wall counts what other processes take, too. A compile of the
same kernel says how fast this machine is: each answer shall take less than 1 / PART of it.
"all new" is after a change of all kernels at once, as when the file is opened; an editor then asks for
the lines that it shows.
"""

import os
import re
import resource
import subprocess
import sys

from client import Client


def cpu(client):
    """Milliseconds that the server has run."""
    with open(f"/proc/{client.process.pid}/schedstat") as file:
        return int(file.read().split()[0]) / 1e6


def compile_time(tilec, kernel):
    """Milliseconds of processor time of a compile to PTX."""

    def children():
        usage = resource.getrusage(resource.RUSAGE_CHILDREN)
        return usage.ru_utime + usage.ru_stime

    begin = children()
    subprocess.run([tilec, kernel, "-o", os.devnull], check=True, stderr=subprocess.DEVNULL)
    return (children() - begin) * 1000


def main():
    server, tilec, kernel, part = sys.argv[1:]
    client = Client(server)
    with open(kernel) as file:
        text = file.read()
    client.open(text, os.path.basename(kernel))
    kernel_at = text.index("tile.func public")
    tile = re.compile(r"^  %\w+ = .*tensor<.*\n", re.M).search(text, kernel_at)
    place = client.position(tile.start() + 3)
    line = place["line"]
    # What an editor shows at a time.
    window = {"start": {"line": max(line - 20, 0), "character": 0}, "end": {"line": line + 20, "character": 0}}
    requests = {
        "semanticTokens/full": {},
        "foldingRange": {},
        "formatting": {"options": {"tabSize": 2, "insertSpaces": True}},
        "codeAction": {"range": client.whole(), "context": {"diagnostics": []}},
        "rename": {"position": place, "newName": "fresh_name"},
        "hover": {"position": place},
        "inlayHint": {"range": window},
        "inlayHint of a window, all new": {"range": window},
        "inlayHint of all": {"range": client.whole()},
        "inlayHint of all, all new": {"range": client.whole()},
        "signatureHelp": {"position": client.at(" = tile.", 12)},
        "completion": {"position": client.at(" = tile.", 9)},
        "references": {"position": place, "context": {"includeDeclaration": True}},
    }
    # One of each in turn, as a machine may be slow for a while.
    times = {name: [] for name in requests}
    compiles = []
    for round in range(12):
        if round % 4 == 0:
            compiles.append(compile_time(tilec, kernel))
        for number, (name, params) in enumerate(requests.items()):
            changed = text[: tile.end()] + f"  // {round} {number}\n" + text[tile.end() :]
            if name.endswith("all new"):
                changed = f"!alias{round}x{number} = f32\n" + text
            client.send("textDocument/didChange", {"textDocument": {"uri": client.uri, "version": 2}, "contentChanges": [{"text": changed}]})
            client.ask("textDocument/foldingRange", {"textDocument": {"uri": "file:///other.mlir"}})
            begin = cpu(client)
            client.request(name.split()[0], **params)
            times[name].append(cpu(client) - begin)
    least = {name: min(of) for name, of in times.items()}
    for name, time in least.items():
        print(f"{name}: {time:.1f} ms")
    client.close()
    whole = min(compiles)
    print(f"a whole compile: {whole:.1f} ms")
    first = least.pop("inlayHint of all, all new")
    print("the layouts of all kernels at once take less than a quarter of it:", first < whole / 4)
    print(f"each other answer takes less than 1 / {part} of it:", max(least.values()) < whole / int(part))


main()
