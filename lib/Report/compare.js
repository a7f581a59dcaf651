// Two compiles side by side: another report's page or JSON, line by line beside this one.

/// The lines that two texts share, as pairs of indices, by Myers' method: the shortest way of
/// deletions and insertions. Where they differ in more than `kMostSteps` lines, the rest is one
/// change.
const kMostSteps = 2000;

function pairLines(left, right) {
  let start = 0, endLeft = left.length, endRight = right.length;
  while (start < endLeft && start < endRight && left[start] === right[start])
    ++start;
  while (endLeft > start && endRight > start && left[endLeft - 1] === right[endRight - 1]) {
    --endLeft;
    --endRight;
  }
  const pairs = [];
  for (let i = 0; i < start; ++i)
    pairs.push([i, i]);
  const n = endLeft - start, m = endRight - start, reach = [], furthest = new Map([[1, 0]]);
  let steps = 0, isDone = n === 0 && m === 0;
  for (; !isDone && steps <= Math.min(n + m, kMostSteps); ++steps) {
    reach.push(new Map(furthest));
    for (let k = -steps; k <= steps && !isDone; k += 2) {
      let x = k === -steps || (k !== steps && (furthest.get(k - 1) ?? -1) < (furthest.get(k + 1) ?? -1)) ? furthest.get(k + 1) : furthest.get(k - 1) + 1;
      let y = x - k;
      while (x < n && y < m && left[start + x] === right[start + y]) {
        ++x;
        ++y;
      }
      furthest.set(k, x);
      isDone = x >= n && y >= m;
    }
  }
  if (isDone && reach.length) {
    const middle = [];
    let x = n, y = m;
    for (let step = reach.length - 1; step >= 0; --step) {
      const before = reach[step], k = x - y;
      const from = k === -step || (k !== step && (before.get(k - 1) ?? -1) < (before.get(k + 1) ?? -1)) ? k + 1 : k - 1;
      const fromX = step ? before.get(from) : 0, fromY = step ? fromX - from : 0;
      while (x > fromX && y > fromY)
        middle.push([start + --x, start + --y]);
      x = fromX;
      y = fromY;
    }
    pairs.push(...middle.reverse());
  }
  for (let i = endLeft, j = endRight; i < left.length; ++i, ++j)
    pairs.push([i, j]);
  return pairs;
}

/// Rows [line here, line there, whether they are the same] of two panes: a line that one lacks is
/// null there, and lines that take each other's place stand in one row.
function alignLines(left, right) {
  const rows = [];
  let i = 0, j = 0;
  for (const [a, b] of [...pairLines(left, right), [left.length, right.length]]) {
    while (i < a || j < b)
      rows.push([i < a ? i++ : null, j < b ? j++ : null, false]);
    if (a < left.length)
      rows.push([i++, j++, true]);
  }
  return rows;
}

/// Registers are numbered anew by each compile: lines that differ in numbers alone are the same.
const withoutNumbers = (text, name) => ["tilegpu", "tile", "llvm", "llvmir", "ptx"].includes(name) ? text.replace(/%[\w.#]+/g, "%").trim() : text.trim();

let other = null, comparedPane = "ptx";

function fillCompare(panel) {
  const input = make("input", {type: "file", id: "other", accept: ".html,.json", onchange: async () => {
    try {
      compareWith(await input.files[0].text(), input.files[0].name);
    } catch (error) {
      panel.append(make("p", {className: "amber", textContent: "Expected a report, a page or JSON; found " + input.files[0].name + ": " + error.message}));
    }
  }});
  panel.append(make("p", {}, make("label", {for: "other"}, "Another report of the kernel, a page or JSON: "), input));
  if (!other)
    return;
  const facts = report => {
    const t = report.targets[0];
    return [report.otherName || "this report", t.name, t.registers ?? "", t.registers === undefined ? "" : t.spill_stores + t.spill_loads, sharedBytes(t), t.occupancy ? percent(t.occupancy) + " %" : "", report.messages.filter(isConversion).length, report.barriers.length, report.run ? report.run.warp_instructions : ""];
  };
  panel.append(makeTable(["", "GPU", "registers", "bytes spilled", "bytes of shared memory", "occupancy", "conversions", "barriers", "warp instructions"], [facts(data), facts(other)]));
  const shared = panes.filter(pane => other.panes.some(description => description.name === pane.name));
  panel.append(make("div", {className: "choices"}, ...shared.map(pane => make("button", {type: "button", "aria-pressed": pane.name === comparedPane, textContent: pane.title, onclick: () => {
    comparedPane = pane.name;
    refill();
  }}))));
  const here = findPane(comparedPane).lines.map(([text]) => text), there = other.panes.find(pane => pane.name === comparedPane).lines.map(([text]) => text);
  const simplify = lines => lines.map(text => withoutNumbers(text, comparedPane));
  const rows = alignLines(simplify(here), simplify(there));
  const changed = rows.filter(([, , isSame]) => !isSame).length;
  panel.append(make("p", {className: "quiet", id: "changes", textContent: changed ? (changed === 1 ? "1 line differs" : plural(changed, "line") + " differ") + "; names of values do not count" : "No line differs; names of values do not count"}));
  const side = (line, lines, kind) => make("td", {className: line === null ? "missing" : kind}, make("i", {textContent: line === null ? "" : line + 1}), line === null ? "" : lines[line]);
  // Around each change three lines are shown.
  const near = rows.map((_, i) => rows.slice(Math.max(0, i - 3), i + 4).some(([, , isSame]) => !isSame));
  panel.append(make("div", {className: "scroll"}, make("table", {className: "diff"}, ...rows.flatMap(([a, b, isSame], i) => near[i] ? [make("tr", {}, side(a, here, isSame ? "" : "removed"), side(b, there, isSame ? "" : "added"))] : i && near[i - 1] ? [make("tr", {className: "skipped"}, make("td", {colspan: 2, textContent: "…"}))] : []))));
}

/// Takes the text of another report.
function compareWith(text, name) {
  const page = /<script type="application\/json" id="data">([^]*?)<\/script>/.exec(text);
  const found = JSON.parse(page ? page[1] : text);
  if (!found.panes || !found.targets)
    throw new Error("it has no stages");
  other = {...found, otherName: name};
  if (!other.panes.some(pane => pane.name === comparedPane))
    comparedPane = other.panes[0].name;
  open(kTabs.find(tab => tab.name === "compare"));
}
