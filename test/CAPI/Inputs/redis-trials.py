#!/usr/bin/env python3
"""A cache in Redis whose server and network fail: each compile succeeds, and none waits long.

usage: redis-trials.py REDIS-SERVER PROGRAM FOLDER [KERNEL]

PROGRAM is redis-steps. Between it and the server is a proxy, which loses, cuts and delays what the server says.
With a kernel, PROGRAM is the example: it runs twice with the server, and once without.
"""

import os
import shutil
import socket
import subprocess
import sys
import threading
import time

# Milliseconds: of a call of the store, and without calls after a failure.
LIMIT, PAUSE = 300, 200
# Seconds that a compile may take on a machine with other work. A byte each 50 ms, without a limit of the call, takes longer.
BOUND = 10


def connect(port):
    return socket.create_connection(("127.0.0.1", port), timeout=30)


class Server:
    def __init__(self, program, folder):
        self.program, self.folder, self.process = program, folder, None
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]

    def start(self):
        self.process = subprocess.Popen(
            [self.program, "--port", str(self.port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no",
             "--dir", self.folder, "--logfile", os.path.join(self.folder, "redis.log")],
            stdout=subprocess.DEVNULL)
        end = time.monotonic() + 30
        while True:
            try:
                self.ask("PING")
                return
            except OSError:
                if time.monotonic() > end:
                    sys.exit("redis-server does not answer")
                time.sleep(0.02)

    def kill(self):
        self.process.kill()
        self.process.wait()

    def ask(self, *words):
        """What a command returns, as bytes with its first character."""
        with connect(self.port) as link:
            words = [word if isinstance(word, bytes) else str(word).encode() for word in words]
            link.sendall(b"*%d\r\n" % len(words) + b"".join(b"$%d\r\n%s\r\n" % (len(word), word) for word in words))
            reply = link.makefile("rb")
            line = reply.readline().rstrip()
            if line[:1] == b"$" and line != b"$-1":
                return b"$" + reply.read(int(line[1:]))
            if line[:1] == b"*":
                lines = []
                for _ in range(int(line[1:])):
                    lines.append(reply.read(int(reply.readline()[1:]) + 2)[:-2])
                return lines
            return line


class Proxy:
    """Passes on what clients send. What it does with the answers is its `mode`:
    pass, hang: nothing comes back; drip: a byte each 50 ms; half: a part, and then the end; refuse: no connection
    any more."""

    def __init__(self, server):
        self.server, self.mode, self.ends = server, "pass", []
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            client, _ = self.listener.accept()
            if self.mode == "refuse":
                client.close()
                continue
            try:
                server = connect(self.server.port)
            except OSError:
                client.close()
                continue
            self.ends += [client, server]
            threading.Thread(target=self.pump, args=(client, server, False), daemon=True).start()
            threading.Thread(target=self.pump, args=(server, client, True), daemon=True).start()

    def pump(self, source, target, is_answer):
        try:
            while True:
                data = source.recv(65536)
                if not data:
                    break
                if is_answer and self.mode == "hang":
                    continue
                if is_answer and self.mode == "half":
                    target.sendall(data[: len(data) // 2])
                    break
                if is_answer and self.mode == "drip":
                    for i in range(len(data)):
                        target.sendall(data[i : i + 1])
                        time.sleep(0.05)
                    continue
                target.sendall(data)
        except OSError:
            pass
        self.cut([source, target])

    def cut(self, ends):
        for end in ends:
            try:
                end.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass


class Steps:
    """The program, which compiles."""

    def __init__(self, program, port):
        self.process = subprocess.Popen([program, str(port), str(LIMIT), str(PAUSE)], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, text=True)

    def ask(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        answer = self.process.stdout.readline()
        if not answer:
            sys.exit("the program ended at '%s' with %s" % (line, self.process.wait()))
        return answer.strip()

    def compile(self, number):
        kind, milliseconds, *warning = self.ask("compile %d" % number).split(" ", 2)
        return kind, int(milliseconds), warning[0] if warning else ""

    def close(self):
        self.process.stdin.close()
        if self.process.wait() != 0:
            sys.exit("the program ended with %s" % self.process.returncode)


def expect(what, found, wanted):
    if found != wanted:
        sys.exit("%s: expected %r, found %r" % (what, wanted, found))


class Trials:
    def __init__(self, program, server, proxy):
        self.program, self.server, self.proxy = program, server, proxy
        self.number = 0
        self.longest = 0

    def check(self, what, steps, number, kind, warning=None):
        """One compile: what it is, and the warning that it gives, or none."""
        found, milliseconds, text = steps.compile(number)
        expect(what, found, kind)
        if (warning or "") not in text or bool(warning) != bool(text):
            sys.exit("%s: expected %r as the warning, found %r" % (what, warning, text))
        if milliseconds > 1000 * BOUND:
            sys.exit("%s: the compile took %d ms" % (what, milliseconds))
        self.longest = max(self.longest, milliseconds)
        return milliseconds

    def keys(self):
        return self.server.ask("KEYS", "tilewright:*")

    def store_one(self):
        """The number of a kernel that is in the store, and its key."""
        self.number += 1
        before = set(self.keys())
        steps = Steps(self.program, self.proxy.port)
        self.check("a new kernel", steps, self.number, "compiled")
        self.check("a known kernel", steps, self.number, "hit")
        steps.close()
        new = set(self.keys()) - before
        expect("new keys", len(new), 1)
        return self.number, new.pop()

    def run_share(self):
        number, _ = self.store_one()
        # Another process, as on another machine.
        steps = Steps(self.program, self.proxy.port)
        self.check("another process", steps, number, "hit")
        steps.close()

    def run_bytes(self):
        """Entries with wrong bytes and of wrong sizes are removed, and made again."""
        number, key = self.store_one()
        good = self.server.ask("GET", key)[1:]
        flipped = bytearray(good)
        flipped[len(good) // 2] ^= 1
        for what, value in (("flipped bit", bytes(flipped)), ("half", good[: len(good) // 2]), ("twice", good + good),
                            ("one byte", b"x"), ("another text", b"hello" * 1000)):
            self.server.ask("SET", key, value)
            steps = Steps(self.program, self.proxy.port)
            self.check(what, steps, number, "compiled", "of the shared cache")
            self.check(what + ", again", steps, number, "hit")
            steps.close()
            expect(what + ", still in the store", self.server.ask("GET", key)[1:] == value, False)
        # More than the store takes is damaged, or does not come in time.
        self.server.ask("SET", key, b"x" * (65 << 20))
        steps = Steps(self.program, self.proxy.port)
        self.check("65 MiB", steps, number, "compiled", "the shared cache")
        steps.close()
        # An empty value is none, and no failure.
        self.server.ask("SET", key, b"")
        steps = Steps(self.program, self.proxy.port)
        self.check("an empty value", steps, number, "compiled")
        steps.close()
        # A key of another kind is an error of the server.
        self.server.ask("DEL", key)
        self.server.ask("LPUSH", key, "a")
        steps = Steps(self.program, self.proxy.port)
        self.check("a list", steps, number, "compiled", "cannot read the shared cache: the callback returned io-error")
        steps.close()
        self.server.ask("DEL", key)

    def run_network(self):
        """Loss and delay: a warning, a pause, and then hits again."""
        number, _ = self.store_one()
        for mode in "hang", "drip", "half", "refuse":
            steps = Steps(self.program, self.proxy.port)
            self.check(mode + ", before", steps, number, "hit")
            self.proxy.mode = mode
            if mode == "refuse":
                self.proxy.cut(self.proxy.ends)
            taken = self.check(mode, steps, number, "compiled", "cannot read the shared cache")
            if mode in ("hang", "drip") and taken < LIMIT * 0.9:
                sys.exit("%s: expected a wait of %d ms, found %d ms" % (mode, LIMIT, taken))
            print("%s: %d ms" % (mode, taken))
            # Nothing is asked in the pause, and nothing is said again.
            self.check(mode + ", in the pause", steps, number, "compiled")
            self.proxy.mode = "pass"
            time.sleep(PAUSE / 1000 + 0.1)
            self.check(mode + ", after", steps, number, "hit")
            steps.close()

    def run_server(self):
        """The server pauses, has no memory, is killed, is not there, comes back."""
        number, _ = self.store_one()
        steps = Steps(self.program, self.proxy.port)
        self.check("before a pause of the server", steps, number, "hit")
        self.server.ask("CLIENT", "PAUSE", 2000)
        taken = self.check("a pause of the server", steps, number, "compiled", "cannot read the shared cache")
        print("CLIENT PAUSE: %d ms" % taken)
        time.sleep(2.5)
        self.check("after a pause of the server", steps, number, "hit")
        steps.close()

        self.server.ask("CONFIG", "SET", "maxmemory", "1")
        steps = Steps(self.program, self.proxy.port)
        self.check("a full server", steps, self.number + 1, "compiled", "cannot write to the shared cache")
        steps.close()
        self.server.ask("CONFIG", "SET", "maxmemory", "0")

        # Its idle connection is dead, which is no failure: there is a new server.
        steps = Steps(self.program, self.proxy.port)
        self.check("before the end", steps, number, "hit")
        self.server.kill()
        self.server.start()
        self.check("after a new start", steps, number, "compiled")
        self.check("after a new start, again", steps, number, "hit")
        self.server.kill()
        self.check("without a server", steps, number, "compiled", "cannot read the shared cache")
        steps.close()
        steps = Steps(self.program, self.proxy.port)
        self.check("a start without a server", steps, number, "compiled", "cannot read the shared cache")
        self.server.start()
        time.sleep(PAUSE / 1000 + 0.1)
        self.check("the server comes", steps, number, "compiled")
        self.check("the server is there", steps, number, "hit")
        steps.close()

    def run_storm(self):
        """Eight threads compile while the server is killed and the network fails; and a child of fork."""
        steps = Steps(self.program, self.proxy.port)
        is_done = threading.Event()

        def disturb():
            modes = ["half", "pass", "refuse", "pass"]
            while not is_done.is_set():
                self.proxy.mode = modes[0]
                modes.append(modes.pop(0))
                time.sleep(0.05)
                self.server.kill()
                time.sleep(0.02)
                self.server.start()
                time.sleep(0.1)
            self.proxy.mode = "pass"

        thread = threading.Thread(target=disturb)
        thread.start()
        expect("threads", steps.ask("threads 20 8"), "ok")
        expect("fork", steps.ask("fork 20"), "ok")
        is_done.set()
        thread.join()
        expect("fork, in peace", steps.ask("fork 20"), "ok")
        steps.close()


def main():
    program, folder, kernels = os.path.abspath(sys.argv[2]), sys.argv[3], sys.argv[4:]
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    server = Server(sys.argv[1], folder)
    server.start()
    try:
        if kernels:
            example = [program, "127.0.0.1", str(server.port)] + kernels
            subprocess.run(example, check=True)
            subprocess.run(example, check=True)
            server.kill()
            subprocess.run(example, check=True)
            return
        trials = Trials(program, server, Proxy(server))
        for name in "share", "bytes", "network", "server", "storm":
            getattr(trials, "run_" + name)()
            print("%s: ok" % name, flush=True)
        print("longest compile: %d ms" % trials.longest)
    finally:
        server.kill()


if __name__ == "__main__":
    main()
