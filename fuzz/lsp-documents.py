#!/usr/bin/env python3
"""Edits documents in the language server as no editor does, and reports what ends in anything but the server's own exit.

usage: lsp-documents.py PATH... [--seed N] [--count N] [--jobs N] [--keep FOLDER]

The documents begin as files of PATH (*.mlir, *.ttir). An edit is one of characters, words or lines (cut, repeated, swapped,
taken from another file), of line ends (a lone carriage return, none), of characters outside of ASCII and halves of them, or
of length. Between edits come requests for places inside and outside of the text. Every fourth session has messages that
are none, too: other JSON, no JSON, wrong lengths. A session of ten documents has 30 s of processor time and 4 GB. What went
wrong is written to the folder of `--keep` as what the server read, named by its seed. The last line is a summary.
"""

import argparse
import concurrent.futures
import glob
import json
import os
import random
import resource
import subprocess
import sys

SECONDS, BYTES, DOCUMENTS = 30, 4 << 30, 10
ODD = ["\r", "\n\r", "\r\r\n", "\r\n", "\x00", "\x0b", "\u2028", "\u0085", "\ud800", "\udc00", "\U0001f600", "\ufeff", "\u00e9", "\t", "\x7f", '"', "\\", "//", "// -----", "\n// -----\n",
       "loc(", "{-#", "#-}", "<", ">", "(", ")", "{", "}", "[", "]", "%", "^", "#", "!", "@", "0x", "1e", "->", "%c#99999999999"]
REQUESTS = ["hover", "completion", "definition", "references", "documentSymbol", "inlayHint", "codeAction", "signatureHelp", "documentLink", "semanticTokens/full", "foldingRange"]
GARBAGE = ["", "{", "[]", "null", "1", '"x"', "{}", '{"jsonrpc":"2.0"}', '{"jsonrpc":"2.0","id":1}', '{"jsonrpc":"2.0","id":{},"method":"textDocument/hover"}', "[" * 100000,
           '{"jsonrpc":"2.0","method":1,"params":[]}', '{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":null}}', '{"a":' * 5000, "\x00\xff", '{"jsonrpc":"1.0","id":1,"method":"shutdown"}']


def change(text, r, texts):
    kind = r.randrange(10)
    at = r.randrange(len(text) + 1)
    end = min(len(text), at + r.choice((1, 1, 2, 10, 100)))
    if kind == 0:
        return text[:at] + text[end:]
    if kind == 1:
        return text[:at] + text[at:end] * r.choice((2, 3, 50)) + text[end:]
    if kind in (2, 3, 4):
        return text[:at] + r.choice(ODD) * r.choice((1, 1, 2, 300)) + text[at:]
    if kind == 5:
        return text.replace("\n", r.choice(("\r", "\r\n", "", "\n\n", "\n\r")))
    if kind == 6:
        return text[:at]
    if kind == 7:
        lines = text.split("\n")
        lines.insert(r.randrange(len(lines) + 1), r.choice(r.choice(texts).split("\n")))
        return "\n".join(lines)
    if kind == 8:
        return text[:at] + "x" * r.choice((1000, 100000)) + text[at:]
    words = text.split(" ")
    words[r.randrange(len(words))] = r.choice(r.choice(texts).split(" "))
    return " ".join(words)


def make_requests(uri, text, r, number):
    lines = text.split("\n")
    for _ in range(4):
        line = r.choice((r.randrange(len(lines)), r.randrange(len(lines)), len(lines), 2**31 - 1))
        length = len(lines[line]) if line < len(lines) else 5
        place = {"line": line, "character": r.choice((0, r.randrange(length + 1), r.randrange(length + 1), length + 1, 2**31 - 1))}
        params = {"textDocument": {"uri": uri}, "position": place, "range": {"start": r.choice((place, {"line": 0, "character": 0})), "end": place}}
        params["context"] = {"diagnostics": [], "includeDeclaration": True}
        yield {"jsonrpc": "2.0", "id": number(), "method": "textDocument/" + r.choice(REQUESTS), "params": params}


def frame(message):
    body = message if isinstance(message, str) else json.dumps(message)
    body = body.encode("utf-8", errors="surrogatepass")
    return b"Content-Length: %d\r\n\r\n%s" % (len(body), body)


def make(seed, texts):
    """What the server reads in a session, and whether all of it are messages."""
    r = random.Random(seed)
    count = [0]

    def number():
        count[0] += 1
        return count[0]

    is_proper = seed % 4 != 0
    messages = [frame({"jsonrpc": "2.0", "id": number(), "method": "initialize", "params": {"processId": None, "rootUri": None, "capabilities": {}}})]
    for document in range(DOCUMENTS):
        uri = "%s:///d%d.mlir" % (r.choice(("file", "file", "file", "untitled", "mlir.bytecode-mlir")), document)
        text = r.choice(texts)
        for _ in range(r.randrange(4)):
            text = change(text, r, texts)
        messages.append(frame({"jsonrpc": "2.0", "method": "textDocument/didOpen", "params": {"textDocument": {"uri": uri, "languageId": "mlir", "version": 1, "text": text}}}))
        for version in range(2, 5):
            messages += [frame(request) for request in make_requests(uri, text, r, number)]
            if not is_proper and r.randrange(3) == 0:
                body = r.choice(GARBAGE)
                messages.append(frame(body) if r.randrange(4) else b"Content-Length: %d\r\n\r\n%s" % (r.choice((0, 1, 5, 10**11, 2**64, -1)), body.encode(errors="replace")))
            text = change(text, r, texts)
            messages.append(frame({"jsonrpc": "2.0", "method": "textDocument/didChange", "params": {"textDocument": {"uri": uri, "version": version}, "contentChanges": [{"text": text}]}}))
        if r.randrange(2):
            messages.append(frame({"jsonrpc": "2.0", "method": "textDocument/didClose", "params": {"textDocument": {"uri": uri}}}))
    messages += [frame({"jsonrpc": "2.0", "id": number(), "method": "shutdown"}), frame({"jsonrpc": "2.0", "method": "exit"})]
    return b"".join(messages), is_proper


def run(session, is_proper):
    """What is wrong with how the server ended, if anything."""

    def limit():
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_AS, (BYTES, BYTES))
        resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS + 1))

    done = subprocess.run(["tile-lsp-server", "--log=error"], input=session, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, preexec_fn=limit)
    if done.returncode == 0 or (done.returncode == 1 and not is_proper):
        return None
    return "ended with %d: %s" % (done.returncode, done.stderr.decode(errors="replace")[-600:])


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("paths", nargs="+")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--keep")
    flags = parser.parse_args()
    texts = []
    for path in flags.paths:
        for pattern in ("*.mlir", "*.ttir") if os.path.isdir(path) else ("",):
            for name in sorted(glob.glob(os.path.join(path, "**", pattern), recursive=True)) if pattern else [path]:
                with open(name, errors="replace") as file:
                    texts.append(file.read())
    texts = [text for text in texts if 0 < len(text) < 20000]
    counts = {"documents": 0, "wrong": 0}

    def handle(seed):
        session, is_proper = make(seed, texts)
        problem = run(session, is_proper)
        counts["documents"] += DOCUMENTS
        if not problem:
            return
        counts["wrong"] += 1
        print("seed %d: %s" % (seed, problem), flush=True)
        if flags.keep:
            os.makedirs(flags.keep, exist_ok=True)
            with open(os.path.join(flags.keep, "%d.session" % seed), "wb") as out:
                out.write(session)

    with concurrent.futures.ThreadPoolExecutor(flags.jobs) as pool:
        for _ in pool.map(handle, range(flags.seed, flags.seed + (flags.count + DOCUMENTS - 1) // DOCUMENTS)):
            pass
    print("%(documents)d documents, %(wrong)d sessions wrong" % counts)
    return 1 if counts["wrong"] else 0


if __name__ == "__main__":
    sys.exit(main())
