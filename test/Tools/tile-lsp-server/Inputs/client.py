"""The other side of a language server, for tests: requests and their answers."""

import json
import subprocess
import time


class Client:
    def __init__(self, path):
        self.process = subprocess.Popen([path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        self.number = 0
        self.diagnostics = {}
        self.uri = None
        self.seconds = 0
        self.initialized = self.ask("initialize", {"processId": 1, "rootUri": None, "capabilities": {}})
        self.send("initialized", {})

    def send(self, method, params, **more):
        body = json.dumps(dict({"jsonrpc": "2.0", "method": method, "params": params}, **more)).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self.process.stdin.flush()

    def receive(self):
        length = 0
        while line := self.process.stdout.readline().strip():
            length = int(line.split(b":")[1])
        message = json.loads(self.process.stdout.read(length))
        if message.get("method") == "textDocument/publishDiagnostics":
            self.diagnostics[message["params"]["uri"]] = message["params"]["diagnostics"]
        return message

    def ask(self, method, params):
        """The result of a request, or its error."""
        self.number += 1
        begin = time.perf_counter()
        self.send(method, params, id=self.number)
        while (message := self.receive()).get("id") != self.number:
            pass
        self.seconds = time.perf_counter() - begin
        return message["error"] if "error" in message else message["result"]

    def open(self, text, name="k.mlir"):
        """Shows a text; the findings in it."""
        self.uri = "file:///" + name
        self.text = text
        self.send("textDocument/didOpen", {"textDocument": {"uri": self.uri, "languageId": "mlir", "version": 1, "text": text}})
        self.request("foldingRange")
        return self.diagnostics[self.uri]

    def request(self, what, **params):
        return self.ask("textDocument/" + what, dict(textDocument={"uri": self.uri}, **params))

    def at(self, piece, more=0, count=1):
        """The position `more` characters into the `count`-th place that has the piece."""
        offset = -1
        for _ in range(count):
            offset = self.text.index(piece, offset + 1)
        return self.position(offset + more)

    def position(self, offset):
        before = self.text[:offset]
        line = before.rsplit("\n", 1)[-1]
        return {"line": before.count("\n"), "character": len(line.encode("utf-16-le")) // 2}

    def offset(self, position):
        lines = self.text.split("\n")
        units = lines[position["line"]].encode("utf-16-le")[: 2 * position["character"]]
        return sum(len(line) + 1 for line in lines[: position["line"]]) + len(units.decode("utf-16-le"))

    def whole(self):
        return {"start": {"line": 0, "character": 0}, "end": self.position(len(self.text))}

    def apply(self, edits):
        """The text with edits of it; two that overlap are an error."""
        text, end = self.text, len(self.text)
        places = sorted(((self.offset(e["range"]["start"]), self.offset(e["range"]["end"]), e["newText"]) for e in edits), reverse=True)
        for first, last, new in places:
            assert first <= last <= end, "edits overlap"
            text, end = text[:first] + new + text[last:], first
        return text

    def close(self):
        self.ask("shutdown", None)
        self.send("exit", None)
        return self.process.wait(timeout=60)
