"""Cases of live.py, one of which ends the process, as triton-replay-live.test runs them."""

import os
import sys

sys.path += [os.path.join(os.path.dirname(os.path.abspath(__file__)), *[os.pardir] * 3, "bench", "triton_replay")]
import cases
import live

cases.run({"scales": lambda: live.run("scale"), "raises": lambda: live.run("raises"), "dies": lambda: os._exit(9), "adds": lambda: live.run("add")})
