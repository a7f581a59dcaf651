"""Talks to a language server as an editor does, with a header before each message.

usage: talk.py SERVER

Each request is sent when the answer to the one before has come, and two at once at the
end: answers come in the order of the requests.
"""

import json
import subprocess
import sys

TEXT = """tile.func public @k(%p: !tile.ptr<f32>, %x: f32) {
  %r = tile.elementwise_inline_asm "ex2.approx.ftz.f32 $0, $1;" {constraints = "=f,f", packed_element = 1 : i32, pure = true} %x : f32 -> f32
  tile.store %p, %r : !tile.ptr<f32>
  tile.return
}
"""


class Server:
    def __init__(self, path):
        self.process = subprocess.Popen([path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        self.number = 0

    def send(self, method, params, is_request=True):
        message = {"jsonrpc": "2.0", "method": method, "params": params}
        if is_request:
            self.number += 1
            message["id"] = self.number
        body = json.dumps(message, ensure_ascii=False).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self.process.stdin.flush()

    def receive(self):
        """The next answer; what the server says by itself is left out."""
        while True:
            length = 0
            while (line := self.process.stdout.readline().strip()):
                length = int(line.split(b":")[1])
            message = json.loads(self.process.stdout.read(length))
            if "id" in message:
                return message


def main():
    server = Server(sys.argv[1])
    document = {"uri": "file:///k.mlir"}
    place = {"textDocument": document, "position": {"line": 1, "character": 38}}
    server.send("initialize", {"processId": 1, "rootUri": "file:///", "capabilities": {}})
    capabilities = server.receive()["result"]["capabilities"]
    print("hover:", capabilities["hoverProvider"], "completion:", "completionProvider" in capabilities)
    server.send("initialized", {}, is_request=False)
    server.send("textDocument/didOpen", {"textDocument": dict(document, languageId="mlir", version=1, text=TEXT)}, is_request=False)
    server.send("textDocument/hover", place)
    print(server.receive()["result"]["contents"]["value"].splitlines()[0])
    server.send("textDocument/completion", place)
    print([item["label"] for item in server.receive()["result"]["items"]])
    server.send("textDocument/hover", dict(place, position={"line": 0, "character": 41}))
    server.send("textDocument/hover", dict(place, position={"line": 2, "character": 5}))
    answers = [server.receive(), server.receive()]
    print([answer["id"] - server.number for answer in answers], answers[0]["result"]["contents"]["value"].split()[-1],
          answers[1]["result"]["contents"]["value"].split()[1])
    server.send("textDocument/didClose", {"textDocument": document}, is_request=False)
    server.send("textDocument/hover", place)
    print("closed:", server.receive()["result"])
    server.send("shutdown", None)
    server.receive()
    server.send("exit", None, is_request=False)
    print("exit code:", server.process.wait(timeout=60))


main()
