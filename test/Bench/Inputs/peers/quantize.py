"""In the place of bench/peers/quantize.py: what `run` needs is made by `prepare`."""
import json
import os
import sys

if sys.argv[1] == "prepare":
    os.makedirs(sys.argv[3])
    print("prepared")
else:
    assert os.path.isdir(sys.argv[2])
    json.dump({"results": [{"name": "fp8", "gbs": 4000}]}, open(sys.argv[sys.argv.index("--json") + 1], "w"))
