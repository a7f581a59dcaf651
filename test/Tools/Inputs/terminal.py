"""usage: terminal.py COMMAND...

Runs a command in a terminal, and prints what appears there and its exit code.
"""

import os
import pty
import sys

child, terminal = pty.fork()
if child == 0:
    os.execvp(sys.argv[1], sys.argv[1:])
text = b""
while True:
    try:
        data = os.read(terminal, 4096)
    except OSError:
        break
    if not data:
        break
    text += data
_, status = os.waitpid(child, 0)
print(text.decode().replace("\r\n", "\n").replace("\x1b", "<colour>"), end="")
print("exit code:", os.waitstatus_to_exitcode(status))
