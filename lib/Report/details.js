// The title, the legend and the lower part of the page.

const target = data.targets[0];
const conversions = data.messages.filter(isConversion);
const remarks = data.messages.filter(message => !isConversion(message));
const ctaBarriers = data.barriers.filter(barrier => barrier.scope !== "warp");
const sharedBytes = t => t.static_shared_memory + t.dynamic_shared_memory;
const percent = o => o.max_warps ? Math.round(100 * o.warps / o.max_warps) : 0;

//===-- The title -----------------------------------------------------------===//

function showTitle() {
  document.querySelector("h1").textContent = data.kernel;
  const threads = plural(target.threads, "thread") + " in " + plural(target.threads / 32, "warp") +
    (data.programs_per_cta > 1 ? " (" + data.programs_per_cta + " programs)" : "");
  const origin = document.querySelector("#name p");
  origin.textContent = [data.input.split("/").pop(), target.name, threads].join(" · ");
  origin.title = data.input;
  const facts = [];
  const add = (label, value, unit = "", className = "") => facts.push(make("div", {}, make("dt", {textContent: label}), make("dd", {className}, value, unit ? make("small", {textContent: " " + unit}) : "")));
  if (target.registers !== undefined) {
    const spilled = target.spill_stores + target.spill_loads;
    add(target.registers === 1 ? "register" : "registers", String(target.registers));
    add("spilled", spilled.toLocaleString("en"), "B", spilled ? "amber" : "");
  }
  add("shared memory", formatBytes(sharedBytes(target)).replace(/ .*/, ""), formatBytes(sharedBytes(target)).replace(/.* /, ""));
  if (target.occupancy)
    add("occupancy", percent(target.occupancy) + " %", plural(target.occupancy.ctas, "CTA") + " per SM");
  add(ctaBarriers.length === 1 ? "barrier" : "barriers", String(ctaBarriers.length), inLoops(ctaBarriers));
  add(conversions.length === 1 ? "conversion" : "conversions", String(conversions.length));
  document.getElementById("facts").append(...facts);
}

function inLoops(barriers) {
  const inside = barriers.filter(barrier => barrier.loop_depth).length;
  return inside ? inside + (inside === 1 ? " in a loop" : " in loops") : "";
}

function makeLegend() {
  const swatch = color => make("span", {className: "swatch", style: "background:var(" + color + ")"});
  const items = [make("span", {}, swatch("--chosen"), "chosen"), make("span", {}, swatch("--link"), "belongs to it")];
  const used = new Set(panes.flatMap(pane => [...pane.marks.values()].flat().map(mark => mark.kind)));
  for (const [kind, [mark, text]] of Object.entries(kMarks))
    if (used.has(kind))
      items.push(make("span", {}, make("b", {className: kind, textContent: mark}), text));
  return items;
}

function showKeys() {
  const rows = kKeys.map(([keys, what]) => make("tr", {}, make("td", {}, ...keys.split(" ").map(key => key === "to" ? " to " : make("kbd", {textContent: key})).flatMap(k => [k, " "])), make("td", {textContent: what})));
  const dialog = document.getElementById("large");
  dialog.replaceChildren(make("h3", {textContent: "Keys"}), make("table", {className: "keys"}, ...rows));
  dialog.showModal();
}

//===-- Tables --------------------------------------------------------------===//

function makeTable(heads, rows) {
  const isNumber = value => typeof value === "number" || /^[\d,.]+( %| B| KiB)?$/.test(value);
  const numbers = heads.map((_, i) => rows.length && rows.every(row => isNumber(row[i]) || row[i] === ""));
  const cell = (value, i) => {
    const td = make("td", {className: numbers[i] ? "number" : ""});
    td.append(typeof value === "number" ? value.toLocaleString("en") : value);
    return td;
  };
  return make("table", {},
    make("thead", {}, make("tr", {}, ...heads.map((head, i) => make("th", {textContent: head, className: numbers[i] ? "number" : ""})))),
    make("tbody", {}, ...rows.map(row => make("tr", {}, ...row.map(cell)))));
}

/// A link to a line of a pane.
const link = (name, line, text) => make("a", {textContent: text || String(line + 1), href: "#" + name + ":" + (line + 1), onclick: event => {
  event.preventDefault();
  go(name, line);
}});

/// A link to the first line of the source that has one of these places.
function linkPlaces(places) {
  for (const name of ["origin", "source", "tile"]) {
    const pane = findPane(name);
    const lines = pane ? pane.find(places) : [];
    if (lines.length)
      return link(name, lines[0], "line " + (lines[0] + 1));
  }
  return places.length ? "line " + data.places[places[0]][1] : "";
}

//===-- Tabs ----------------------------------------------------------------===//

function fillLine(panel) {
  if (!chosen) {
    panel.append(make("p", {className: "quiet", textContent: "Click a line: the lines of all stages that were made of the same line of the source are marked, and come into view."}));
    return;
  }
  const {pane, line, places} = chosen;
  const columns = make("div", {className: "columns"});
  const parts = panes.filter(other => other.linked.length).map(other => {
    const lines = other.linked.slice(0, 12).flatMap((i, n) => [n ? ", " : "", link(other.name, i)]);
    return [other.title, make("span", {}, ...lines, other.linked.length > 12 ? " … " + other.linked.length + " lines" : "")];
  });
  const source = places.map(place => data.files[data.places[place][0]].split("/").pop() + ":" + data.places[place][1]).join(", ");
  columns.append(make("div", {style: "flex: 1 1 420px"},
    make("h3", {textContent: pane.title + ", line " + (line + 1)}),
    make("p", {className: "code", textContent: pane.lines[line][0].trim()}),
    places.length ? makeTable(["stage", "lines from " + source], parts) : make("p", {className: "quiet", textContent: "This line comes from no line of the source."})));
  const said = data.messages.filter(message => message.places.some(place => places.includes(place)));
  if (said.length)
    columns.append(make("div", {style: "flex: 1 1 300px"}, make("h3", {textContent: "What passes say"}), ...said.map(makeMessage)));
  if (pane.counts && pane.counts[line])
    columns.append(make("div", {}, make("h3", {textContent: "In the run"}), makeCounts(pane.counts[line])));
  if (pane.conversionCounts && pane.conversionCounts[line])
    columns.append(make("div", {id: "conversion-counts"}, make("h3", {textContent: "Its layout conversion, in the run"}), makeCounts(pane.conversionCounts[line])));
  const tilegpu = findPane("tilegpu");
  const values = data.values.filter(value => tilegpu.linked.includes(value.line - 1));
  const layouts = [...new Set(values.map(value => value.layout))];
  if (layouts.length)
    columns.append(make("div", {style: "flex: 1 1 320px"}, make("h3", {textContent: "Layouts"}), make("div", {className: "cards"}, ...layouts.slice(0, 4).map(layout => makeCard(data.layouts[layout])))));
  panel.append(columns);
}

function makeCounts(counts) {
  const rows = [["warp instructions", counts.warps], ["lanes per warp", counts.warps ? (counts.lanes / counts.warps).toFixed(1) : "0"]];
  if (counts.global)
    rows.push(["requests of global memory", counts.global], ["sectors per request", (counts.sectors / counts.global).toFixed(2)], ["bytes", counts.globalBytes]);
  if (counts.shared)
    rows.push(["requests of shared memory", counts.shared], ["wavefronts per request", (counts.wavefronts / counts.shared).toFixed(2)], ["bank conflicts", counts.bank_conflicts]);
  if (counts.divergent_branches)
    rows.push(["divergent branches", counts.divergent_branches]);
  return makeTable(["", ""], rows);
}

function fillLayouts(panel) {
  const tilegpu = findPane("tilegpu");
  const users = new Map();
  for (const value of data.values)
    users.has(value.layout) ? users.get(value.layout).push(value) : users.set(value.layout, [value]);
  const cards = data.layouts.map((layout, i) => {
    const values = users.get(i) || [];
    const isUsed = chosen && values.some(value => tilegpu.linked.includes(value.line - 1));
    const card = makeCard(layout, isUsed);
    const shown = values.slice(0, 8).flatMap((value, n) => [n ? ", " : "", link("tilegpu", value.line - 1, value.name)]);
    card.append(make("p", {className: "quiet"}, ...shown, values.length > 8 ? " and " + (values.length - 8) + " more" : ""));
    return card;
  });
  panel.append(make("p", {className: "quiet", textContent: "The thread that has each element: a colour is a lane, or a bank of shared memory. Lines are between warps, or between rows of 128 bytes. Numbers at the edges count rows and columns. Point at an element to see the other elements of its thread. Click a picture for all of it, with names such as T5:2: register 2 of thread 5."}), make("div", {className: "cards"}, ...cards));
}

function fillShared(panel) {
  const {places} = data.shared_memory;
  if (!places.length) {
    panel.append(make("p", {className: "quiet", textContent: "No tile of this kernel is in shared memory."}));
    return;
  }
  panel.append(make("p", {className: "quiet", textContent: "Bytes from top to bottom, the program from left to right. Boxes next to each other use the same bytes one after the other; a rose line is a barrier."}),
    drawSharedMemory(Math.max(300, panel.clientWidth - 40)));
}

function fillMovement(panel) {
  const ptx = findPane("ptx"), tilegpu = findPane("tilegpu");
  const heads = ["what", "source", "price"];
  if (data.run)
    heads.push("warp instructions");
  const count = places => {
    const lines = data.run.lines.filter(line => ptx.lines[line.line - 1][1].some(place => places.includes(place)));
    return lines.length ? sum(lines).warps : 0;
  };
  const kind = (name, text) => make("span", {}, make("b", {className: name, textContent: kMarks[name][0] + " "}), text);
  const rows = conversions.map(message => [kind("conversion", "layout conversion"), linkPlaces(message.places), message.text.replace("layout conversion ", ""), ...(data.run ? [count(message.places)] : [])]);
  for (const barrier of data.barriers) {
    const price = (barrier.clocks ? "about " + barrier.clocks + " clocks" : "a few clocks") + (barrier.loop_depth ? ", in " + plural(barrier.loop_depth, "loop") : "");
    const where = make("span", {}, linkPlaces(tilegpu.lines[barrier.line - 1][1]), ", tilegpu ", link("tilegpu", barrier.line - 1));
    rows.push([kind("barrier", "barrier of the " + (barrier.scope === "cta" ? "CTA" : barrier.scope)), where, price, ...(data.run ? [""] : [])]);
  }
  panel.append(rows.length ? makeTable(heads, rows) : make("p", {className: "quiet", textContent: "No layout is converted, and no thread waits for another."}));
}

function makeMessage(message) {
  return make("p", {},
    make("b", {className: isConversion(message) ? "conversion" : "message", textContent: (isConversion(message) ? kMarks.conversion[0] : kMarks.message[0]) + " "}),
    message.text + " ", make("span", {className: "quiet"}, message.severity + ", ", linkPlaces(message.places)),
    ...message.notes.map(note => make("span", {className: "quiet", textContent: " – " + note})));
}

function fillRemarks(panel) {
  if (!data.messages.length)
    panel.append(make("p", {className: "quiet", textContent: "No pass has anything to say."}));
  panel.append(...remarks.map(makeMessage), ...conversions.map(makeMessage));
}

function fillTargets(panel) {
  const rows = data.targets.map(t => {
    const o = t.occupancy;
    const meter = o ? make("span", {}, make("span", {className: "meter"}, make("span", {style: "width:" + percent(o) + "%"})), percent(o) + " %") : "";
    return [t.name, t.threads, t.registers ?? "", t.registers === undefined ? "" : t.spill_stores + t.spill_loads, formatBytes(t.static_shared_memory), formatBytes(t.dynamic_shared_memory), o ? o.ctas : "", o ? o.warps + " of " + o.max_warps : "", meter, o ? o.limit : ""];
  });
  panel.append(makeTable(["GPU", "threads", "registers", "bytes spilled", "shared, static", "dynamic", "CTAs per SM", "warps", "occupancy", "limited by"], rows));
  for (const gap of data.gaps)
    panel.append(make("p", {className: "quiet", textContent: gap, style: "margin-top:10px"}));
}

function fillRun(panel) {
  const run = data.run, columns = make("div", {className: "columns"});
  const accesses = [["global loads", run.global_loads], ["global stores", run.global_stores], ["global atomics", run.global_atomics], ["shared loads", run.shared_loads], ["shared stores", run.shared_stores], ["shared atomics", run.shared_atomics]]
    .filter(([, m]) => m.requests)
    .map(([name, m]) => [name, m.requests, m.bytes, m.sectors ? (m.sectors / m.requests).toFixed(2) : "", m.wavefronts ? (m.wavefronts / m.requests).toFixed(2) : "", m.wavefronts ? m.bank_conflicts : ""]);
  const bytes = line => 32 * (line.sectors || 0) + 128 * (line.wavefronts || 0);
  const most = run.lines.filter(bytes).sort((a, b) => bytes(b) - bytes(a)).slice(0, 8)
    .map(line => [link("ptx", line.line - 1), make("span", {className: "code", textContent: findPane("ptx").lines[line.line - 1][0].trim().slice(0, 60)}), line.sectors, line.wavefronts]);
  columns.append(
    make("div", {}, make("h3", {textContent: run.description}), makeTable(["", ""], [["warp instructions", run.warp_instructions], ["lanes per warp", (run.lane_instructions / Math.max(1, run.warp_instructions)).toFixed(1)], ["barriers that a warp waited at", run.barriers], ["branches", run.branches], ["divergent branches", run.divergent_branches]])),
    make("div", {}, make("h3", {textContent: "Memory"}), makeTable(["", "requests", "bytes", "sectors per request", "wavefronts per request", "bank conflicts"], accesses)),
    make("div", {}, make("h3", {textContent: "Lines of PTX that move most"}), makeTable(["line", "", "sectors", "wavefronts"], most)));
  panel.append(columns);
}

const kTabs = [
  {name: "line", title: "Line", fill: fillLine},
  {name: "layouts", title: "Layouts", fill: fillLayouts, count: data.layouts.length},
  {name: "shared", title: "Shared memory", fill: fillShared, count: data.shared_memory.places.length},
  {name: "schedule", title: "Schedule", fill: fillSchedules, count: data.schedules.length},
  {name: "movement", title: "Conversions and barriers", fill: fillMovement, count: conversions.length + data.barriers.length},
  {name: "remarks", title: "Remarks", fill: fillRemarks, count: data.messages.length},
  {name: "advice", title: "Advice", fill: fillAdvice},
  {name: "targets", title: "Occupancy", fill: fillTargets, count: data.targets.length},
  ...(data.run ? [{name: "run", title: "Simulated run", fill: fillRun}] : []),
  {name: "compare", title: "Compare", fill: fillCompare},
];
let openTab = null;

function open(tab) {
  openTab = tab;
  for (const other of kTabs) {
    other.button.setAttribute("aria-selected", other === tab);
    other.button.tabIndex = other === tab ? 0 : -1;
    other.panel.hidden = other !== tab;
  }
  refill();
  shownPanes().forEach(showLinked);
}

/// As a person opens it: below stacked panes, what a tab shows would be out of view.
function openAndShow(tab) {
  open(tab);
  if (matchMedia("(max-width: 760px)").matches)
    document.getElementById("details").scrollIntoView({block: "start"});
}

function refill() {
  openTab.panel.replaceChildren();
  openTab.fill(openTab.panel);
}

function makeTabs() {
  for (const tab of kTabs) {
    tab.panel = make("div", {role: "tabpanel", id: "panel-" + tab.name, tabindex: "0", "aria-labelledby": "tab-" + tab.name, hidden: ""});
    tab.button = make("button", {type: "button", role: "tab", id: "tab-" + tab.name, "aria-controls": "panel-" + tab.name, onclick: () => openAndShow(tab)}, tab.title, tab.count === undefined ? "" : make("small", {textContent: tab.count}));
    document.getElementById("tabs").append(tab.button);
    document.getElementById("panels").append(tab.panel);
  }
  document.getElementById("tabs").addEventListener("keydown", event => {
    const by = {ArrowLeft: -1, ArrowRight: 1}[event.key];
    const next = by && kTabs[kTabs.indexOf(openTab) + by];
    if (!next)
      return;
    open(next);
    next.button.focus();
  });
}

//===-- The height of the lower part ----------------------------------------===//

function makeDivider() {
  const divider = document.getElementById("divider"), details = document.getElementById("details");
  const resize = height => {
    details.style.height = details.style.maxHeight = Math.max(90, Math.min(innerHeight - 260, height)) + "px";
  };
  divider.onpointerdown = event => {
    divider.setPointerCapture(event.pointerId);
    divider.onpointermove = move => resize(innerHeight - move.clientY - 4);
  };
  divider.onpointerup = () => {
    divider.onpointermove = null;
  };
  divider.addEventListener("keydown", event => {
    const by = {ArrowUp: 30, ArrowDown: -30}[event.key];
    if (by)
      resize(details.clientHeight + by);
  });
}

//===-- The beginning -------------------------------------------------------===//

function start() {
  document.documentElement.dataset.theme = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  showTitle();
  panes.forEach((pane, i) => makePane(pane, i + 1));
  const first = findPane("origin") ? "origin" : "source";
  const narrow = [first, "tilegpu", "ptx"], wide = [...narrow, "llvmir", "sass"];
  for (const pane of panes)
    if ((innerWidth >= 1900 ? wide : narrow).includes(pane.name))
      toggle(pane, true);
  panes.forEach(markRows);
  document.getElementById("legend").append(...makeLegend());
  document.getElementById("theme").onclick = toggleTheme;
  document.getElementById("help").onclick = showKeys;
  makeTabs();
  makeDivider();
  open(kTabs[0]);
  listeners.push(refill);
  addEventListener("resize", refill);
  addEventListener("hashchange", readHash);
  readHash();
  document.documentElement.dataset.ready = "yes";
}

start();
