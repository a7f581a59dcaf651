// Connection.js - JSON-RPC with a language server
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Starts the server as a process and exchanges messages with it, each with a
// header that has its length. No dependency: the extension is what is in this
// folder.

"use strict";

const child_process = require("child_process");

class Connection {
  // `onNotification` gets method and parameters of what the server says by
  // itself; `onEnd` gets why it ended, when nobody asked it to.
  constructor(path, onNotification, onEnd) {
    this.onNotification = onNotification;
    this.pending = new Map();
    this.number = 0;
    this.isEnding = false;
    this.received = Buffer.alloc(0);
    this.process = child_process.spawn(path, [], { stdio: ["pipe", "pipe", "ignore"] });
    const end = (reason) => {
      for (const [, reject] of this.pending.values()) reject(new Error(reason));
      this.pending.clear();
      if (!this.isEnding) onEnd(reason);
      this.isEnding = true;
    };
    this.process.on("error", (error) => end(error.message));
    this.process.on("exit", (code, signal) => end(`it ended with ${signal || "exit code " + code}`));
    this.process.stdin.on("error", () => {});
    this.process.stdout.on("data", (data) => this.receive(data));
  }

  receive(data) {
    this.received = Buffer.concat([this.received, data]);
    for (;;) {
      const end = this.received.indexOf("\r\n\r\n");
      if (end < 0) return;
      const length = /Content-Length: (\d+)/i.exec(this.received.toString("latin1", 0, end));
      if (!length) {
        this.received = this.received.subarray(end + 4);
        continue;
      }
      const last = end + 4 + Number(length[1]);
      if (this.received.length < last) return;
      const message = JSON.parse(this.received.toString("utf8", end + 4, last));
      this.received = this.received.subarray(last);
      this.handle(message);
    }
  }

  handle(message) {
    if (message.method !== undefined) {
      this.onNotification(message.method, message.params);
      return;
    }
    const functions = this.pending.get(message.id);
    if (!functions) return;
    this.pending.delete(message.id);
    if (message.error) functions[1](new Error(message.error.message));
    else functions[0](message.result);
  }

  write(message) {
    const body = Buffer.from(JSON.stringify({ jsonrpc: "2.0", ...message }));
    this.process.stdin.write(`Content-Length: ${body.length}\r\n\r\n`);
    this.process.stdin.write(body);
  }

  notify(method, params) {
    if (!this.isEnding) this.write({ method, params });
  }

  // The result, or an error with the server's message.
  request(method, params) {
    if (this.isEnding) return Promise.reject(new Error("the language server does not run"));
    const id = ++this.number;
    return new Promise((resolve, reject) => {
      this.pending.set(id, [resolve, reject]);
      this.write({ id, method, params });
    });
  }

  async end() {
    if (this.isEnding) return;
    const shutdown = this.request("shutdown", null).catch(() => {});
    this.isEnding = true;
    await shutdown;
    this.write({ method: "exit" });
    this.process.stdin.end();
  }
}

module.exports = { Connection };
