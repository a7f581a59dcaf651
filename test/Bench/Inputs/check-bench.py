"""Counts what is in a folder of bench/run.py, and reads its pictures as XML.

usage: check-bench.py FOLDER [--fill-bandwidth]

With the option, it puts three bandwidths of each kernel into bench.json.
"""

import json
import os
import sys
import xml.etree.ElementTree as xml

folder = sys.argv[1]
bench = json.load(open(os.path.join(folder, "bench.json")))
for key in ("date", "machine", "command", "version"):
    assert bench[key], key
assert all(row["seconds"] > 0 for row in bench["compile"]["sizes"])
print("bench.json: %d kernels, %d sizes, %d ratios, %d bandwidths" % (
    len(bench["compile"]["kernels"]), len(bench["compile"]["sizes"]), len(bench["ratios"]), len(bench.get("bandwidth", []))))
if "--fill-bandwidth" in sys.argv:
    names = {row["kernel"] for row in bench["bandwidth"]}
    bench["bandwidth"] = [{"kernel": name, "n": n, "gigabytesPerSecond": n / 2e4 + len(name)}
                          for name in sorted(names) for n in (1 << 18, 1 << 22, 1 << 26)]
    json.dump(bench, open(os.path.join(folder, "bench.json"), "w"))
SPACE = "{http://www.w3.org/2000/svg}"
for name in sorted(os.listdir(folder)):
    if not name.endswith(".svg"):
        continue
    root = xml.parse(os.path.join(folder, name)).getroot()
    width, height = float(root.get("width")), float(root.get("height"))
    for shape in root.iter():
        for x, y in (("x", "y"), ("x1", "y1"), ("x2", "y2"), ("cx", "cy")):
            if shape.get(x) and shape.get(y):
                assert 0 <= float(shape.get(x)) <= width and 0 <= float(shape.get(y)) <= height, xml.tostring(shape)
    lines = [len(line.get("points").split()) for line in root.iter(SPACE + "polyline")]
    titled = [bar.find(SPACE + "title").text for bar in root.iter(SPACE + "rect") if bar.find(SPACE + "title") is not None]
    if lines:
        print("%s: %s" % (name, ", ".join("%s %d points" % pair for pair in zip(titled, lines))))
    else:
        print("%s: %d bars" % (name, len(titled)))
