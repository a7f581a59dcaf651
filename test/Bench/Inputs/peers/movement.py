"""In the place of bench/peers/movement.py, where there is neither GPU nor torch."""
import json
import sys

print("movement of " + sys.argv[1])
rows = [{"kernel": "a_movement", "n": 1024, "ours_gbs": 300.0, "triton_gbs": 200.0}, {"kernel": "b_movement", "warps": 4, "ours_gbs": 90, "triton_gbs": 100}]
json.dump({"gpu": "stand-in", "results": rows}, open(sys.argv[sys.argv.index("--json") + 1], "w"))

# As with a check that fails: there are figures all the same.
sys.exit("--repeat=99" in sys.argv)
