// Panes of lines that are linked by places, and the keyboard. The other scripts
// draw pictures (pictures.js) and fill the lower part (details.js).
"use strict";

const data = JSON.parse(document.getElementById("data").textContent);

/// An element with attributes or properties, and children.
function make(tag, properties, ...children) {
  const element = document.createElement(tag);
  for (const [key, value] of Object.entries(properties || {}))
    if (key === "className" || key === "textContent" || key.startsWith("on"))
      element[key] = value;
    else
      element.setAttribute(key, value);
  element.append(...children.filter(child => child !== null && child !== undefined));
  return element;
}

const plural = (n, unit, several = unit + "s") => n.toLocaleString("en") + " " + (n === 1 ? unit : several);

/// 1234567 as "1.2M".
function short(n) {
  for (const [size, unit] of [[1e9, "G"], [1e6, "M"], [1e4, "k"]])
    if (n >= size)
      return (n / (unit === "k" ? 1e3 : size)).toFixed(n < 10 * size && unit !== "k" ? 1 : 0) + unit;
  return String(n);
}

/// 49152 as "48 KiB".
const formatBytes = n => n >= 1024 && n % 1024 === 0 ? n / 1024 + " KiB" : n.toLocaleString("en") + " B";

//===-- Links ---------------------------------------------------------------===//

/// A stage: its lines, and where each place is in it.
class Pane {
  constructor(description) {
    this.name = description.name;
    this.title = description.title;
    this.lines = description.lines;
    this.linesOf = new Map();
    this.lines.forEach(([, places], i) => {
      for (const place of places)
        this.linesOf.has(place) ? this.linesOf.get(place).push(i) : this.linesOf.set(place, [i]);
    });
    this.marks = new Map();
    this.counts = null;
    this.rows = null;
    this.linked = [];
  }

  /// The lines that have one of these places, in order.
  find(places) {
    const found = new Set();
    for (const place of places)
      for (const line of this.linesOf.get(place) || [])
        found.add(line);
    return [...found].sort((a, b) => a - b);
  }

  /// Whether a line of tilegpu may be a part of a layout conversion.
  doesConvert(line) {
    return /tilegpu\.(local_alloc|local_store|local_load|convert_layout|barrier)/.test(this.lines[line][0]);
  }
}

const panes = data.panes.map(description => new Pane(description));
const findPane = name => panes.find(pane => pane.name === name);

/// What is chosen: a pane, the index of a line, and its places.
let chosen = null;
const listeners = [];

//===-- Marks and counts ----------------------------------------------------===//

const kMarks = {
  conversion: ["⇄", "layout conversion"],
  barrier: ["‖", "barrier"],
  message: ["●", "remark"],
  divergent: ["÷", "divergent branch"],
};
// The first of a line's marks is shown.
const kMarkOrder = ["message", "barrier", "conversion", "divergent"];

function addMark(pane, line, kind, text) {
  if (!pane.marks.has(line))
    pane.marks.set(line, []);
  pane.marks.get(line).push({kind, text});
}

const isConversion = message => message.text.startsWith("layout conversion");

for (const message of data.messages)
  for (const pane of panes) {
    const kind = isConversion(message) ? "conversion" : "message";
    const lines = ["origin", "source", "tilegpu"].includes(pane.name) ? pane.find(message.places) : [];
    // In tilegpu a conversion is done by several of the lines.
    const moves = lines.filter(line => kind === "conversion" && /tilegpu\.(local_store|local_load|convert_layout)/.test(pane.lines[line][0]));
    for (const line of moves.length ? moves : lines.slice(0, 1))
      addMark(pane, line, kind, message.severity + ": " + message.text);
  }
for (const barrier of data.barriers)
  addMark(findPane("tilegpu"), barrier.line - 1, "barrier", "barrier of the " + (barrier.scope === "cta" ? "CTA" : barrier.scope));

/// The counts of some lines of PTX together: what accesses global memory apart
/// from what accesses shared memory.
function sum(lines) {
  const total = {warps: 0, lanes: 0, global: 0, globalBytes: 0, sectors: 0, shared: 0, wavefronts: 0, bank_conflicts: 0, divergent_branches: 0};
  for (const line of lines) {
    for (const key of ["warps", "lanes", "sectors", "wavefronts", "bank_conflicts", "divergent_branches"])
      total[key] += line[key] || 0;
    if (line.sectors) {
      total.global += line.requests;
      total.globalBytes += line.bytes;
    }
    if (line.wavefronts)
      total.shared += line.requests;
  }
  return total;
}

// Where a line is what a person wrote, or one instruction.
const hasFullCounts = pane => pane.counts && ["origin", "source", "tilegpu", "ptx"].includes(pane.name);

/// The access that a line of PTX or of tilegpu makes: lines of both belong together if they
/// come from one line of the source and make the same access.
function getAccess(text) {
  if (/tilegpu\.local_store|\b(st|atom|red)\b[\w.:]*\.shared|\bstmatrix/.test(text))
    return "store";
  if (/tilegpu\.local_load|\bld\b[\w.:]*\.shared|\bldmatrix/.test(text))
    return "load";
  if (/tilegpu\.barrier|\bbar(rier)?\.(cta\.)?(sync|arrive)/.test(text))
    return "barrier";
  if (/\btile\.(load|store|atomic\w*)|\b(ld|st|atom|red)\b[\w.:]*\.global/.test(text))
    return "global";
  return "";
}

/// Distributes the lines of PTX that have exactly these places to the lines of tilegpu that do.
/// What computes an address belongs to the access after it; of several lines with the same
/// access the first has the counts. Returns the lines of PTX by line of tilegpu.
function distribute(places) {
  const ptx = findPane("ptx"), tilegpu = findPane("tilegpu"), key = places.join();
  const group = tilegpu.find(places).filter(line => tilegpu.lines[line][1].join() === key);
  const found = new Map(group.map(line => [line, []]));
  if (!group.length)
    return found;
  const accesses = group.map(line => getAccess(tilegpu.lines[line][0]));
  const pick = access => group[Math.max(0, accesses.includes(access) ? accesses.indexOf(access) : accesses.indexOf(""))];
  let access = "";
  for (const line of ptx.find(places).reverse()) {
    const own = getAccess(ptx.lines[line][0]);
    // A barrier has no address.
    access = own === "barrier" ? access : own || access;
    found.get(pick(own || access)).unshift(line);
  }
  return found;
}

if (data.run) {
  const ptx = findPane("ptx"), tilegpu = findPane("tilegpu");
  const distributed = new Map();
  const getShares = places => {
    if (!distributed.has(places.join()))
      distributed.set(places.join(), distribute(places));
    return distributed.get(places.join());
  };
  const conversionPlaces = new Set(data.messages.filter(isConversion).flatMap(message => message.places));
  /// The lines of PTX whose counts a line has, and those of its layout conversions.
  const findOwn = (pane, places, i) => {
    const all = ptx.find(places);
    if (pane === ptx)
      return [[i], []];
    if (pane === tilegpu)
      return [getShares(places).get(i), []];
    if (!["origin", "source"].includes(pane.name) || !places.some(place => conversionPlaces.has(place)) || /convert_layout/.test(pane.lines[i][0]))
      return [all, []];
    const converts = new Set([...getShares(places)].flatMap(([line, lines]) => tilegpu.doesConvert(line) ? lines : []));
    return [all.filter(line => !converts.has(line)), [...converts]];
  };
  const byLine = new Map(data.run.lines.map(line => [line.line - 1, line]));
  for (const pane of panes) {
    if (pane.name === "sass")
      continue;
    pane.conversionCounts = [];
    pane.counts = pane.lines.map(([, places], i) => {
      const [own, conversion] = places.length || pane === ptx ? findOwn(pane, places, i) : [[], []];
      const [lines, moved] = [own, conversion].map(found => found.map(line => byLine.get(line)).filter(Boolean));
      pane.conversionCounts.push(moved.length ? sum(moved) : null);
      return lines.length ? sum(lines) : null;
    });
    pane.counts.forEach((counts, i) => {
      if (counts && counts.divergent_branches && hasFullCounts(pane))
        addMark(pane, i, "divergent", plural(counts.divergent_branches, "divergent branch", "divergent branches"));
    });
  }
}

/// "4.0 sect" of global memory, "2.0 wave" of shared memory; whether it is more
/// than the bytes need; and the sentence for it. Null without accesses.
function describeRequests(counts) {
  const texts = [], titles = [];
  let isBad = false;
  if (counts.global) {
    texts.push((counts.sectors / counts.global).toFixed(1) + " sect");
    titles.push("global memory: " + plural(counts.global, "request") + ", " + plural(counts.sectors, "sector") + " of 32 bytes for " + formatBytes(counts.globalBytes));
    isBad = counts.sectors > 1.5 * Math.max(counts.globalBytes / 32, counts.global);
  }
  if (counts.shared) {
    texts.push((counts.wavefronts / counts.shared).toFixed(1) + " wave");
    titles.push("shared memory: " + plural(counts.shared, "request") + ", " + plural(counts.wavefronts, "wavefront") + ", " + plural(counts.bank_conflicts, "bank conflict"));
    isBad = isBad || counts.bank_conflicts > 0;
  }
  return texts.length ? {text: texts[0], isBad, title: titles.join("\n")} : null;
}

//===-- Panes ---------------------------------------------------------------===//

// Of a row in pixels, as in report.css; and rows of a group.
const kRow = 18, kGroup = 50;

function makeRow(pane, [text, places], i, most) {
  const row = make("div", {className: "l", "data-line": i + 1});
  if (!places.length)
    row.classList.add("plain");
  const mark = make("b");
  const marks = pane.marks.get(i);
  if (marks) {
    const kind = kMarkOrder.find(kind => marks.some(mark => mark.kind === kind));
    mark.textContent = kMarks[kind][0];
    mark.className = kind;
    mark.title = marks.map(mark => mark.text).join("\n");
  }
  // What stays in view where a long line is scrolled.
  const gutter = make("span", {className: "gutter"}, make("i", {textContent: i + 1}), mark);
  row.append(gutter);
  if (hasFullCounts(pane)) {
    const counts = pane.counts[i];
    const warps = make("u", {className: "warps"});
    const request = make("u", {className: "request"});
    if (counts) {
      warps.textContent = short(counts.warps);
      warps.title = plural(counts.warps, "warp instruction") + ", " + plural(counts.lanes, "lane");
      warps.style.setProperty("--heat", (most ? 100 * counts.warps / most : 0).toFixed(1) + "%");
      const requests = describeRequests(counts);
      if (requests) {
        request.textContent = requests.text;
        request.title = requests.title;
        request.classList.toggle("amber", requests.isBad);
      }
    }
    gutter.append(warps, request);
  }
  row.append(make("code", {textContent: text}));
  return row;
}

/// Builds the rows of a pane when it is first shown.
function fill(pane) {
  if (pane.rows)
    return;
  // Bars say something where lines differ.
  const warps = new Set((pane.counts || []).filter(counts => counts && counts.warps).map(counts => counts.warps));
  const most = warps.size > 1 ? Math.max(...warps) : 0;
  pane.rows = pane.lines.map((line, i) => makeRow(pane, line, i, most));
  if (hasFullCounts(pane))
    pane.list.append(make("div", {className: "heads"}, make("span", {textContent: "warps", style: "width:98px"}), make("span", {textContent: "per request", style: "width:68px"})));
  // The browser lays out only the groups that are seen.
  for (let i = 0; i < pane.rows.length; i += kGroup) {
    const rows = pane.rows.slice(i, i + kGroup);
    pane.list.append(make("div", {className: "group", style: "height:" + rows.length * kRow + "px"}, ...rows));
  }
  const longest = pane.lines.reduce((most, [text]) => Math.max(most, text.length + 3 * (text.split("\t").length - 1)), 0);
  pane.list.style.width = "max(100%, calc(" + longest + "ch + " + (hasFullCounts(pane) ? 200 : 90) + "px))";
  pane.list.onclick = event => {
    const row = event.target.closest(".l");
    if (row && !String(getSelection()))
      choose(pane, row.dataset.line - 1);
  };
  colorWhenSeen(pane);
  markRows(pane);
}

function makePane(pane, number) {
  pane.list = make("div", {className: "lines"});
  pane.body = make("div", {className: "body", tabindex: "0", role: "region", "aria-label": pane.title}, pane.list);
  pane.state = make("span");
  pane.element = make("div", {className: "pane", id: "pane-" + pane.name, hidden: ""}, make("h2", {}, pane.title, pane.state), pane.body);
  pane.chip = make("button", {type: "button", "aria-pressed": "false", title: "Show or hide (" + number + ")", onclick: () => toggle(pane)}, make("kbd", {textContent: number}), pane.title);
  document.getElementById("panes").append(pane.element);
  document.getElementById("chips").append(pane.chip);
}

function toggle(pane, isShown = pane.element.hidden) {
  pane.element.hidden = !isShown;
  pane.chip.setAttribute("aria-pressed", isShown);
  if (isShown) {
    fill(pane);
    showLinked(pane);
  }
}

//===-- Choosing ------------------------------------------------------------===//

function markRows(pane) {
  for (const row of pane.list.querySelectorAll(".linked, .chosen"))
    row.classList.remove("linked", "chosen");
  const isOwn = chosen && chosen.pane === pane;
  pane.state.textContent = plural(pane.lines.length, "line");
  if (!chosen || !pane.rows)
    return;
  for (const line of pane.linked)
    pane.rows[line].classList.add("linked");
  if (isOwn)
    pane.rows[chosen.line].classList.add("chosen");
  const others = pane.linked.filter(line => !isOwn || line !== chosen.line).length;
  pane.state.textContent = (others || !isOwn ? others + " linked of " : "") + plural(pane.lines.length, "line");
}

function scrollTo(pane, line) {
  const body = pane.body, top = line * kRow + (hasFullCounts(pane) ? 16 : 0);
  if (top < body.scrollTop + 20 || top > body.scrollTop + body.clientHeight * .6)
    body.scrollTop = top - body.clientHeight / 3;
  body.scrollLeft = 0;
}

function showLinked(pane) {
  if (chosen && pane.rows && chosen.pane === pane)
    scrollTo(pane, chosen.line);
  else if (pane.rows && pane.linked.length)
    scrollTo(pane, pane.linked[0]);
}

/// Chooses a line, from 0; the lines that belong to it are marked everywhere.
function choose(pane, line) {
  const places = pane.lines[line][1];
  chosen = {pane, line, places};
  for (const other of panes) {
    other.linked = other.find(places);
    other.element.classList.toggle("active", other === pane);
    markRows(other);
  }
  setHash("#" + pane.name + ":" + (line + 1));
  // The lower part may get another height: lines are brought into view after that.
  listeners.forEach(listener => listener());
  shownPanes().forEach(showLinked);
}

function clear() {
  chosen = null;
  for (const pane of panes) {
    pane.linked = [];
    pane.element.classList.remove("active");
    markRows(pane);
  }
  setHash("#");
  listeners.forEach(listener => listener());
}

function setHash(hash) {
  try {
    history.replaceState(null, "", hash);
  } catch (error) {
    // Some viewers show pages without an address.
  }
}

/// Chooses a line and makes sure that its pane is seen.
function go(name, line) {
  const pane = findPane(name);
  if (!pane || !pane.lines[line])
    return;
  if (pane.element.hidden)
    toggle(pane, true);
  choose(pane, line);
}

function readHash() {
  const match = /^#([a-z]+):([0-9]+)$/.exec(location.hash);
  if (match)
    go(match[1], match[2] - 1);
}

//===-- Keys ----------------------------------------------------------------===//

const kKeys = [
  ["1 to " + panes.length, "show or hide a stage"],
  ["↑ ↓", "choose the line before or after"],
  ["← →", "go to the same place in the next stage"],
  ["n p", "next and previous line that belongs to the chosen one"],
  ["Esc", "choose nothing"],
  ["t", "light or dark"],
  ["?", "this list"],
];

const shownPanes = () => panes.filter(pane => !pane.element.hidden);

function step(by) {
  const pane = chosen ? chosen.pane : shownPanes()[0];
  const line = chosen ? chosen.line + by : 0;
  if (pane && pane.lines[line])
    choose(pane, line);
}

function stepPane(by) {
  const shown = shownPanes();
  const next = shown[chosen ? shown.indexOf(chosen.pane) + by : 0];
  if (!next)
    return;
  if (!chosen || next.linked.length)
    choose(next, chosen ? next.linked[0] : 0);
  next.body.focus({preventScroll: true});
}

function stepLinked(by) {
  if (!chosen || !chosen.pane.linked.length)
    return;
  const {pane, line} = chosen, linked = pane.linked;
  const at = linked.indexOf(line);
  choose(pane, linked[(at + by + linked.length) % linked.length]);
}

function toggleTheme() {
  const root = document.documentElement;
  root.dataset.theme = root.dataset.theme === "dark" ? "light" : "dark";
  listeners.forEach(listener => listener("theme"));
}

document.addEventListener("keydown", event => {
  if (event.ctrlKey || event.metaKey || event.altKey || document.getElementById("large").open)
    return;
  const isTab = event.target.getAttribute && ["tab", "separator"].includes(event.target.getAttribute("role"));
  const actions = {
    ArrowUp: () => step(-1), ArrowDown: () => step(1),
    ArrowLeft: () => stepPane(-1), ArrowRight: () => stepPane(1),
    n: () => stepLinked(1), p: () => stepLinked(-1),
    Escape: clear, t: toggleTheme, "?": showKeys,
  };
  const pane = panes[event.key - 1];
  const action = pane ? () => toggle(pane) : actions[event.key];
  if (!action || (isTab && event.key.startsWith("Arrow")))
    return;
  event.preventDefault();
  action();
});
