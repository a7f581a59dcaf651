"""In the place of bench/peers/compare.py, where there is neither GPU nor torch."""
import json
import sys

print("compare of " + sys.argv[1])
rows = [{"kernel": "a_compare", "n": 1024, "ours_gbs": 300.0, "triton_gbs": 200.0}, {"kernel": "b_compare", "warps": 4, "ours_gbs": 90, "triton_gbs": 100}]
json.dump({"gpu": "stand-in", "results": rows}, open(sys.argv[sys.argv.index("--json") + 1], "w"))
