"""Draws what bench/run.py measured, as SVG, without a library.

usage: plots.py BENCH_JSON FOLDER

FOLDER/bench-compile.svg     processor time of a compile against the operations of the kernel
FOLDER/bench-ratios.svg      ours against each peer, a bar per kernel, a group per program
                             of bench/peers; needs peers
FOLDER/bench-bandwidth.svg   GB/s against the size; needs a GPU

A picture whose figures were not measured is not drawn, and an old one is kept.
"""

import json
import math
import os
import sys
import textwrap

COLORS = ("#2f6db3", "#c4572b", "#3f8f4f", "#8a5aa8", "#a08020", "#3a8f96", "#b04a78", "#666666",
          "#7a4b2a", "#111111")
# Of the parts of bench/run.py.
HEADINGS = {"compile_reductions": "Compiles", "compare": "Elementwise kernels", "movement": "Kernels that move elements",
            "reductions": "Reductions, scans, sorts", "quantize": "Quantisation", "matmul sm_80": "Products for sm_80", "matmul sm_90a": "Products for sm_90a"}
# Of bench/drivers/bandwidth.c: these run in one CTA.
ONE_CTA = ("copy_peeled", "copy_rows")
STYLE = 'font-family="sans-serif" font-size="13"'


def escape(text):
    return str(text).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


class Picture:
    """Shapes in pixels; y grows downwards."""

    def __init__(self, width, height, title, note):
        self.width, self.height = width, height
        self.parts = []
        self.title = title
        self.text(16, 26, title, size=16, bold=True)
        lines = textwrap.wrap(note, int((width - 32) / 6))
        self.height += 14 * (len(lines) - 1)
        for i, line in enumerate(lines):
            self.text(16, height - 12 + 14 * i, line, size=11, color="#555")

    def text(self, x, y, text, size=13, anchor="start", bold=False, color="#111"):
        self.parts.append(
            '<text x="%.1f" y="%.1f" font-size="%d" text-anchor="%s" fill="%s"%s>%s</text>'
            % (x, y, size, anchor, color, ' font-weight="bold"' if bold else "", escape(text)))

    def line(self, x1, y1, x2, y2, color="#ccc", width=1):
        self.parts.append('<line x1="%.1f" y1="%.1f" x2="%.1f" y2="%.1f" stroke="%s" stroke-width="%g"/>' % (
            x1, y1, x2, y2, color, width))

    def rectangle(self, x, y, width, height, color, title=""):
        self.parts.append('<rect x="%.1f" y="%.1f" width="%.1f" height="%.1f" fill="%s"><title>%s</title></rect>' % (
            x, y, max(width, 0.5), height, color, escape(title)))

    def polyline(self, points, color, width=2):
        """Points (x, y, title), joined by a line unless its width is 0."""
        self.parts.append('<polyline fill="none" stroke="%s" stroke-width="%g" points="%s"/>' % (
            color if width else "none", width, " ".join("%.1f,%.1f" % point[:2] for point in points)))
        for x, y, title in points:
            self.parts.append('<circle cx="%.1f" cy="%.1f" r="3" fill="%s"><title>%s</title></circle>' % (x, y, color, escape(title)))

    def write(self, path):
        with open(path, "w", encoding="utf-8") as out:
            out.write('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%d" height="%d" role="img" %s>\n' % (
                self.width, self.height, self.width, self.height, STYLE))
            out.write("<title>%s</title>\n" % escape(self.title))
            # Of a dark page: what is near to black becomes light. Colours of data stay.
            out.write('<style>@media (prefers-color-scheme: dark) { .page { fill: #14161a } [fill="#111"] { fill: #d8dbe0 } '
                      '[fill="#555"] { fill: #969ca6 } [stroke="#ccc"] { stroke: #3b465a } [stroke="#111"] { stroke: #d8dbe0 } }</style>\n')
            out.write('<rect class="page" width="100%" height="100%" fill="white"/>\n')
            out.write("\n".join(self.parts) + "\n</svg>\n")


def show(value):
    return "%d" % value if value >= 10 else "%.3g" % value


def show_size(n):
    """2^28 and 2^28 - 3 are read more easily than their digits."""
    for bits in range(10, 40):
        if 0 <= (1 << bits) - n <= 16:
            return "2^%d" % bits + (" - %d" % ((1 << bits) - n) if n < 1 << bits else "")
    return "%d" % n


def get_marks(xs):
    """Where a logarithmic axis has numbers: at its values if they are powers of two, or 1, 2, 5, 10..."""
    if all(x & (x - 1) == 0 for x in xs):
        return xs
    steps = [step * 10**e for e in range(12) for step in (1, 2, 5)]
    return [mark for mark in steps if xs[0] <= mark <= xs[-1]] or xs[:1]


def draw_lines(path, title, note, series, x_label, y_label, log_y, scattered=()):
    """Lines over a logarithmic x: series is a dict of names to lists of (x, y, title). Points
    of the series in `scattered` are not joined."""
    left, right, top, bottom, width, height = 70, 190, 62, 62, 820, 440
    picture = Picture(width, height, title, note)
    xs = sorted({point[0] for points in series.values() for point in points})
    ys = [point[1] for points in series.values() for point in points]
    low, high = math.log10(xs[0]), math.log10(max(xs[-1], xs[0] * 1.001))
    if log_y:
        bottom_y, top_y = math.floor(math.log10(min(ys))), math.ceil(math.log10(max(ys)))
        top_y = max(top_y, bottom_y + 1)
        marks = [10.0**e for e in range(bottom_y, top_y + 1)]
    else:
        step = 10 ** math.floor(math.log10(max(ys)))
        marks = [step * i for i in range(0, int(max(ys) / step) + 2)]
        bottom_y, top_y = 0, marks[-1]

    def at(x, y):
        y = math.log10(y) if log_y else y
        return (left + (math.log10(x) - low) / (high - low) * (width - left - right),
                height - bottom - (y - bottom_y) / (top_y - bottom_y) * (height - top - bottom))

    for mark in marks:
        _, y = at(xs[0], mark)
        picture.line(left, y, width - right, y)
        picture.text(left - 8, y + 4, show(mark), anchor="end", size=11)
    for x in get_marks(xs):
        across, _ = at(x, marks[0])
        picture.line(across, height - bottom, across, height - bottom + 4)
        picture.text(across, height - bottom + 16, show_size(x), anchor="middle", size=11)
    picture.text((left + width - right) / 2, height - bottom + 34, x_label, anchor="middle", size=12)
    picture.text(left - 50, top - 14, y_label, size=12)
    for i, (name, points) in enumerate(series.items()):
        color = COLORS[i % len(COLORS)]
        picture.polyline([at(x, y) + (title,) for x, y, title in sorted(points)], color, width=0 if name in scattered else 2)
        picture.rectangle(width - right + 14, top + 20 * i, 12, 12, color, name)
        picture.text(width - right + 32, top + 20 * i + 11, name, size=12)
    picture.write(path)


def arrange(groups, columns):
    """For each group (heading, rows) its column and first line: the next one goes where the
    least lines are. Also returns the lines of the longest column."""
    ends, places = [0] * columns, []
    for _, rows in groups:
        column = ends.index(min(ends))
        places.append((column, ends[column]))
        ends[column] += len(rows) + 3
    return places, max(ends) - 1


def draw_bars(path, title, note, groups):
    """Groups (heading, rows) of a bar per row (name, ratio), with a line at 1. Bars begin where
    the least ratios are, so that differences are seen."""
    columns = 1 if sum(len(rows) for _, rows in groups) < 20 else 2
    left, right, top, bottom, step, width = 262, 92, 44, 40, 17, 510
    places, lines = arrange(groups, columns)
    picture = Picture(width * columns, top + step * lines + bottom, title, note)
    most = max(1.2, min(max(ratio for _, rows in groups for _, ratio in rows), 2.5))
    low = max(0, math.floor(10 * min(ratio for _, rows in groups for _, ratio in rows) - 1) / 10)
    low = min(low, 0.8)
    scale = (width - left - right) / (most - low)
    marks = [low] + ([1.0, 1.5, 2.0, 2.5] if most > 1.5 else [1.0, 1.2])
    for (heading, rows), (column, line) in zip(groups, places):
        x, y = width * column + left, top + step * line
        picture.text(x - left + 16, y + 13, heading, bold=True)
        # Below the heading, which hides no number of the axis.
        for mark in marks:
            if mark <= most:
                picture.text(x + (mark - low) * scale, y + 2 * step - 4, "%g" % mark, anchor="middle", size=11)
                picture.line(x + (mark - low) * scale, y + 2 * step - 2, x + (mark - low) * scale, y + step * (len(rows) + 2))
        for i, (name, ratio) in enumerate(rows):
            at = y + step * (i + 2)
            color = "#3f8f4f" if ratio >= 0.995 else "#b9a13a" if ratio >= 0.97 else "#c4572b"
            picture.text(x - 8, at + 13, name, anchor="end", size=12)
            picture.rectangle(x, at + 2, (min(ratio, most) - low) * scale, step - 4, color, "%s: %.3f" % (name, ratio))
            # A line at 1 goes through no number.
            end = max((min(ratio, most) - low) * scale, (1 - low) * scale if ratio > low + 0.5 * (1 - low) else 0)
            picture.text(x + end + 5, at + 13, "%.2f%s" % (ratio, ", bar cut" if ratio > most else ""), size=11)
        picture.line(x + (1 - low) * scale, y + 2 * step - 2, x + (1 - low) * scale, y + step * (len(rows) + 2), "#111", 1.5)
    picture.write(path)


def draw(bench, folder):
    """Returns the names of the pictures that it wrote."""
    os.makedirs(folder, exist_ok=True)
    note = "%s, %s. %s" % (bench["date"], bench["machine"], bench["command"])
    written = []

    def path(name):
        written.append(name)
        return os.path.join(folder, name)

    sizes = bench.get("compile", {}).get("sizes")
    if sizes:
        series = {}
        for row in sizes:
            title = "%s: %.1f ms" % (row.get("kernel", "%d operations" % row["operations"]), 1e3 * row["seconds"])
            series.setdefault(row["kind"], []).append((row["operations"], 1e3 * row["seconds"], title))
        draw_lines(path("bench-compile.svg"), "tilec: text to PTX, a whole process", note, series,
                   "operations in the kernel", "ms of processor time", log_y=True, scattered=("bench/kernels",))
    groups = {}
    for row in bench.get("ratios", []):
        heading = "%s, beside %s" % (HEADINGS.get(row["part"], row["part"]), row["peer"])
        groups.setdefault(heading, []).append((row["name"], row["ratio"]))
    if groups:
        draw_bars(path("bench-ratios.svg"), "Speed / the peer's: above 1 ours is faster; green from 0.995, yellow from 0.97", note, list(groups.items()))
    bandwidth = {}
    for row in bench.get("bandwidth", []):
        if row["gigabytesPerSecond"] > 0 and row["kernel"] not in ONE_CTA:
            title = "%s of %s: %.0f GB/s" % (row["kernel"], show_size(row["n"]), row["gigabytesPerSecond"])
            bandwidth.setdefault(row["kernel"], []).append((row["n"], row["gigabytesPerSecond"], title))
    bandwidth = {name: points for name, points in bandwidth.items() if len(points) > 1}
    if bandwidth:
        draw_lines(path("bench-bandwidth.svg"), "Bandwidth against the number of elements", note, bandwidth,
                   "elements", "GB/s", log_y=False)
    return written


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__.split("\n\n")[1])
    with open(sys.argv[1], encoding="utf-8") as file:
        bench = json.load(file)
    for name in draw(bench, sys.argv[2]):
        print(name)


if __name__ == "__main__":
    main()
