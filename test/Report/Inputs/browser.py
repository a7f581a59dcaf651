"""A headless Chromium, driven over the DevTools protocol through a pipe.

    with Browser("chromium") as browser:
        page = browser.open("/tmp/report.html", width=1280, height=800)
        page.click(".l[data-line='5']")
        print(page.evaluate("document.title"))
        page.save("/tmp/report.png")

Needs nothing but Python. Errors of the page and lines of its console are kept
in `page.errors`.
"""

import base64
import json
import os
import pathlib
import select
import shutil
import subprocess
import tempfile
import time


# The elements whose texts have a contrast below 4.5 to what is below them (WCAG 2, 1.4.3).
POOR_TEXTS = """(() => {
  const parse = text => { const [r, g, b, a = 1] = text.match(/[\\d.]+/g).map(Number), unit = text.startsWith("color(srgb") ? 255 : 1; return [r * unit, g * unit, b * unit, a]; };
  const light = c => { const [r, g, b] = c.map(v => v / 255).map(v => v <= .04045 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4); return .2126 * r + .7152 * g + .0722 * b; };
  const cover = (c, below) => [0, 1, 2].map(i => c[i] * c[3] + below[i] * (1 - c[3]));
  const getBack = e => { if (!e) return [255, 255, 255]; const c = parse(getComputedStyle(e).backgroundColor); return c[3] === 1 ? c : cover(c, getBack(e.parentElement)); };
  const found = new Set(), walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  let count = 0;
  while (walker.nextNode()) {
    const e = walker.currentNode.parentElement, box = e.getBoundingClientRect();
    if (!walker.currentNode.data.trim() || !e.checkVisibility({visibilityProperty: true, opacityProperty: true}) || box.width < 2 || box.height < 2)
      continue;
    const back = getBack(e), [a, b] = [light(cover(parse(getComputedStyle(e).color), back)), light(back)].sort((x, y) => y - x);
    ++count;
    if ((a + .05) / (b + .05) < 4.5)
      found.add(e.tagName + "." + e.className);
  }
  return count > 100 ? [...found].join(" ") : "few texts: " + count;
})()"""


class Browser:
    """Chromium, from `with` to its end."""

    def __init__(self, program, seconds=300):
        self.program = program
        self.seconds = seconds

    def __enter__(self):
        self.folder = tempfile.mkdtemp(prefix="tilewright-chromium-")
        to_read, self.to = os.pipe()
        self.source, from_write = os.pipe()
        # Chromium reads commands from descriptor 3 and writes to 4.
        command = (
            f"exec {self.program} --headless --no-sandbox --disable-gpu "
            "--disable-dev-shm-usage --no-first-run --disable-extensions "
            "--disable-background-networking --hide-scrollbars "
            f"--user-data-dir={self.folder} --remote-debugging-pipe "
            f"3<&{to_read} 4>&{from_write} about:blank"
        )
        self.process = subprocess.Popen(
            ["bash", "-c", command],
            pass_fds=(to_read, from_write),
            stderr=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
        )
        os.close(to_read)
        os.close(from_write)
        self.buffer = b""
        self.number = 0
        self.handlers = []
        return self

    def __exit__(self, *_):
        try:
            self.call("Browser.close")
        except (OSError, EOFError, TimeoutError, RuntimeError):
            self.process.kill()
        self.process.wait()
        os.close(self.to)
        os.close(self.source)
        shutil.rmtree(self.folder, ignore_errors=True)

    def _read(self, end):
        while b"\0" not in self.buffer:
            ready, _, _ = select.select([self.source], [], [], max(0, end - time.time()))
            if not ready:
                raise TimeoutError("no answer from " + self.program)
            data = os.read(self.source, 1 << 16)
            if not data:
                raise EOFError(self.program + " has ended")
            self.buffer += data
        message, self.buffer = self.buffer.split(b"\0", 1)
        return json.loads(message)

    def call(self, method, session=None, **parameters):
        """Calls a method and returns its result."""
        self.number += 1
        request = {"id": self.number, "method": method, "params": parameters}
        if session:
            request["sessionId"] = session
        os.write(self.to, json.dumps(request).encode() + b"\0")
        end = time.time() + self.seconds
        while True:
            message = self._read(end)
            if message.get("id") == self.number:
                if "error" in message:
                    raise RuntimeError(f"{method}: {message['error']['message']}")
                return message["result"]
            for handler in self.handlers:
                handler(message)

    def open(self, path, width, height, dark=False, ready="document.documentElement?.dataset.ready === 'yes'"):
        return Page(self, pathlib.Path(path).resolve().as_uri(), width, height, dark, ready)


class Page:
    def __init__(self, browser, address, width, height, dark, ready):
        self.browser = browser
        self.errors = []
        self.session = None
        browser.handlers.append(self._handle)
        target = browser.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = browser.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(domain + ".enable")
        self.resize(width, height)
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.call("Emulation.setEmulatedMedia", features=[scheme])
        self.call("Page.navigate", url=address)
        self.wait(ready)

    def _handle(self, message):
        if not self.session or message.get("sessionId") != self.session:
            return
        method, parameters = message["method"], message["params"]
        if method == "Runtime.exceptionThrown":
            details = parameters["exceptionDetails"]
            self.errors.append(details.get("exception", {}).get("description", details["text"]))
        elif method == "Runtime.consoleAPICalled":
            self.errors.append("console: " + " ".join(str(a.get("value")) for a in parameters["args"]))
        elif method == "Log.entryAdded":
            self.errors.append("log: " + parameters["entry"]["text"])
        elif method == "Network.requestWillBeSent":
            address = parameters["request"]["url"]
            if not address.startswith(("file:", "data:", "about:")):
                self.errors.append("network: " + address)

    def call(self, method, **parameters):
        return self.browser.call(method, self.session, **parameters)

    def resize(self, width, height):
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)

    def evaluate(self, expression):
        """The value of an expression of JavaScript."""
        answer = self.call("Runtime.evaluate", expression=expression, returnByValue=True)
        if "exceptionDetails" in answer:
            raise RuntimeError(expression + ": " + str(answer["exceptionDetails"].get("exception", {}).get("description")))
        return answer["result"].get("value")

    def find_poor_texts(self):
        return self.evaluate(POOR_TEXTS)

    def wait(self, condition):
        end = time.time() + self.browser.seconds
        while not self.evaluate(condition):
            if time.time() > end:
                raise TimeoutError(f"never true: {condition}; {self.errors}")
            time.sleep(0.05)

    def move(self, x, y):
        self.call("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y)

    def click(self, selector):
        """Scrolls to an element and clicks at its left part."""
        box = self.evaluate(
            f"(() => {{ const e = document.querySelector({json.dumps(selector)}); if (!e) return null; "
            "e.scrollIntoView({block: 'nearest', inline: 'nearest'}); const b = e.getBoundingClientRect(); return [b.x + Math.min(b.width / 2, 60), b.y + b.height / 2]; })()"
        )
        if not box:
            raise RuntimeError("no element " + selector)
        for kind in ("mousePressed", "mouseReleased"):
            self.call("Input.dispatchMouseEvent", type=kind, x=box[0], y=box[1], button="left", clickCount=1)

    def press(self, key):
        """Presses a key such as "ArrowDown", "Escape" or "n"."""
        text = {"text": key} if len(key) == 1 else {}
        self.call("Input.dispatchKeyEvent", type="keyDown", key=key, **text)
        self.call("Input.dispatchKeyEvent", type="keyUp", key=key)

    def save(self, path):
        """Writes what is seen as a PNG."""
        picture = self.call("Page.captureScreenshot", format="png")
        pathlib.Path(path).write_bytes(base64.b64decode(picture["data"]))
