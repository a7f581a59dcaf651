// Layouts as pictures, and shared memory over the program.

const kSvg = "http://www.w3.org/2000/svg";

function draw(tag, attributes, ...children) {
  const element = document.createElementNS(kSvg, tag);
  for (const [key, value] of Object.entries(attributes || {}))
    element.setAttribute(key, value);
  element.append(...children);
  return element;
}

//===-- Layouts -------------------------------------------------------------===//

/// Each element of a tile with its owners, row after row. A layout is linear
/// over bits: an element's coordinates are the exclusive or of the bases of all
/// bits that are 1.
class Picture {
  constructor(layout) {
    this.layout = layout;
    const shape = layout.shape;
    this.size = shape.reduce((a, b) => a * b, 1);
    // One dimension is broken into rows; of several, the last is a row.
    this.columns = shape.length > 1 ? shape[shape.length - 1] : Math.min(this.size, 2 ** (Math.ceil(Math.log2(Math.max(this.size, 2)) / 2) + 1));
    this.rows = this.size / this.columns;
    const flatten = basis => basis.reduce((sum, c, i) => sum * shape[i] + c, 0);
    this.inputs = layout.memory === "shared" ? ["offset"] : ["register", "lane", "warp"];
    this.bases = this.inputs.map(name => (layout.bases[name] || []).map(flatten));
    this.owner = new Int32Array(this.size).fill(-1);
    this.copies = new Int32Array(this.size);
    // Register by register, so that the first owner is the first thread's.
    const [count] = [this.bases.reduce((bits, bases) => bits + bases.length, 0)];
    const all = this.bases.flat();
    for (let place = 0; place < 2 ** count; ++place) {
      let element = 0;
      for (let bit = 0; bit < count; ++bit)
        if (place >> bit & 1)
          element ^= all[bit];
      if (this.owner[element] < 0)
        this.owner[element] = place;
      ++this.copies[element];
    }
  }

  /// The numbers of register, lane and warp, or of the offset, of an element's
  /// first owner.
  locate(element) {
    let place = this.owner[element];
    const found = {};
    this.inputs.forEach((name, i) => {
      const bits = this.bases[i].length;
      found[name] = place & (2 ** bits - 1);
      place >>= bits;
    });
    if (this.layout.memory !== "shared")
      found.thread = found.warp * 2 ** this.bases[1].length + found.lane;
    else
      found.bank = Math.floor(found.offset * this.layout.element_bytes / 4) % 32;
    return found;
  }

  /// "T37:2", as tile-layout writes it, or the offset.
  getText(element) {
    if (this.owner[element] < 0)
      return "";
    const place = this.locate(element);
    if (this.layout.memory === "shared")
      return String(place.offset);
    return "T" + place.thread + ":" + place.register + (this.copies[element] > 1 ? "+" : "");
  }

  describe(element) {
    const coordinates = [];
    let rest = element;
    for (const size of [...this.layout.shape].reverse()) {
      coordinates.unshift(rest % size);
      rest = Math.floor(rest / size);
    }
    const where = "(" + coordinates.join(", ") + "): ";
    if (this.owner[element] < 0)
      return where + "no thread";
    const place = this.locate(element);
    if (this.layout.memory === "shared")
      return where + "offset " + place.offset + ", bank " + place.bank;
    return where + "thread " + place.thread + " (warp " + place.warp + ", lane " + place.lane + "), register " + place.register +
      (this.copies[element] > 1 ? ", " + plural(this.copies[element] - 1, "more copy", "more copies") : "");
  }

  /// The number of a row: its place in the first dimension, or of one dimension its first element.
  getRowNumber(row) {
    return this.layout.shape.length > 1 ? row : row * this.columns;
  }

  /// Draws the first rows and columns, with cells of so many pixels; `marked`
  /// says of an owner whether it stands out. Numbers of rows are in the `left` pixels, those of
  /// columns in the `top` pixels.
  paint(canvas, {cell, rows, columns, left, top}, marked) {
    const isDark = document.documentElement.dataset.theme === "dark";
    const [w, h] = cell, scale = window.devicePixelRatio || 1;
    const width = left + columns * w, height = top + rows * h;
    canvas.width = width * scale;
    canvas.height = height * scale;
    canvas.style.width = width + "px";
    canvas.style.height = height + "px";
    const context = canvas.getContext("2d");
    context.scale(scale, scale);
    context.font = "11px ui-monospace, monospace";
    context.textAlign = "center";
    context.textBaseline = "middle";
    // As many numbers as have room, at powers of two.
    const everyColumn = 2 ** Math.max(0, Math.ceil(Math.log2(26 / w))), everyRow = 2 ** Math.max(0, Math.ceil(Math.log2(13 / h)));
    context.fillStyle = isDark ? "#969ca6" : "#666b74";
    for (let column = 0; column < columns; column += everyColumn)
      context.fillText(column, left + (column + .5) * w, top / 2);
    context.textAlign = "right";
    for (let row = 0; row < rows; row += everyRow)
      context.fillText(this.getRowNumber(row), left - 4, top + (row + .5) * h + 1);
    context.textAlign = "center";
    context.translate(left, top);
    const isShared = this.layout.memory === "shared";
    const groups = new Int32Array(rows * columns);
    for (let at = 0; at < groups.length; ++at) {
      const column = at % columns, row = Math.floor(at / columns);
      const x = column * w, y = row * h, element = row * this.columns + column;
      const place = this.owner[element] < 0 ? null : this.locate(element);
      const color = place ? (isShared ? place.bank : place.lane) % 32 : 0;
      groups[at] = !place ? -1 : isShared ? Math.floor(place.offset * this.layout.element_bytes / 128) : place.warp;
      const isMarked = marked && place && marked(place);
      const hue = color % 8 * 45, shade = Math.floor(color / 8);
      context.fillStyle = !place ? "transparent" : isDark ? `hsl(${hue} ${isMarked ? 90 : 34}% ${isMarked ? 68 : 26 + shade * 7}%)` : `hsl(${hue} ${isMarked ? 90 : 62}% ${isMarked ? 42 : 90 - shade * 8}%)`;
      context.fillRect(x, y, w, h);
      if (w >= 30 && h >= 14) {
        context.fillStyle = isDark ? (isMarked ? "#000" : "#d8dbe0") : isMarked ? "#fff" : "#24272c";
        context.fillText(this.getText(element), x + w / 2, y + h / 2 + 1);
      }
    }
    // Lines between warps, or between passes through all banks, where they do
    // not hide what is between them.
    if (Math.min(w, h) < 3)
      return;
    context.fillStyle = isDark ? "#e8eaee" : "#24272c";
    context.globalAlpha = Math.min(w, h) < 8 ? .4 : 1;
    for (let at = 0; at < groups.length; ++at) {
      const column = at % columns, row = Math.floor(at / columns);
      if (column && groups[at] !== groups[at - 1])
        context.fillRect(column * w - .5, row * h, 1, h);
      if (row && groups[at] !== groups[at - columns])
        context.fillRect(column * w, row * h - .5, w, 1);
    }
  }
}

/// Makes a canvas say in `readout` what is below the mouse, and mark all
/// elements of its thread or bank.
function follow(canvas, picture, view, readout, rest) {
  let last = -1;
  canvas.onmousemove = event => {
    const column = Math.floor((event.offsetX - view.left) / view.cell[0]), row = Math.floor((event.offsetY - view.top) / view.cell[1]);
    const element = row * picture.columns + column;
    if (element === last || column >= view.columns || row >= view.rows || column < 0 || row < 0)
      return;
    last = element;
    readout.textContent = picture.describe(element);
    if (picture.owner[element] < 0)
      return;
    const own = picture.locate(element);
    picture.paint(canvas, view, picture.layout.memory === "shared" ? place => place.bank === own.bank : place => place.thread === own.thread);
  };
  canvas.onmouseleave = () => {
    last = -1;
    readout.textContent = rest;
    picture.paint(canvas, view);
  };
}

const describeShape = layout => layout.shape.join(" × ");

/// "8 registers per thread, 4 warps".
function describeLayout(layout) {
  const count = name => 2 ** (layout.bases[name] || []).length;
  if (layout.memory === "shared")
    return plural(count("offset"), "element") + " of " + layout.element_bytes + " bytes in shared memory";
  return plural(count("register"), "register") + " per thread, " + plural(count("warp"), "warp");
}

/// "#blocked1", or of a layout without an alias its kind, "#tile.slice".
const getShortName = layout => layout.name.split("<")[0];

const kCanDraw = layout => layout.shape.reduce((a, b) => a * b, 1) <= 65536;

/// What the text in a cell means, with the first cell as the example.
function explainNames(layout, picture) {
  const text = picture.getText(0);
  if (layout.memory === "shared")
    return text + " in the first cell: the element's offset in the tile's shared memory, in elements of " + plural(layout.element_bytes, "byte") + ".";
  const {thread, register} = picture.locate(0);
  return text + " in the first cell: register " + register + " of thread " + thread + " has the element" + (picture.copies.some(n => n > 1) ? "; + after it: other registers or threads have copies." : ".");
}

/// The picture in full size, with the owner's name in each cell.
function enlarge(layout, picture) {
  const dialog = document.getElementById("large");
  const canvas = make("canvas"), rest = "Point at an element. Esc closes.";
  const readout = make("p", {className: "quiet", textContent: rest});
  const longest = Math.max(...Array.from({length: Math.min(picture.size, 4096)}, (_, i) => picture.getText(i).length));
  const cell = picture.size > 16384 ? [8, 8] : [Math.max(30, longest * 7 + 6), 20];
  const view = {cell, rows: picture.rows, columns: picture.columns, left: 12 + 7 * String(picture.getRowNumber(picture.rows - 1)).length, top: 16};
  picture.paint(canvas, view);
  follow(canvas, picture, view, readout, rest);
  dialog.replaceChildren(make("h3", {textContent: getShortName(layout) + ", " + describeShape(layout)}), make("p", {className: "code quiet", textContent: layout.text}), make("p", {className: "quiet", id: "naming", textContent: explainNames(layout, picture)}), readout, make("div", {className: "scroll"}, canvas));
  dialog.showModal();
}

function makeCard(layout, isUsed) {
  const rest = describeLayout(layout);
  const readout = make("p", {className: "readout", textContent: rest});
  const card = make("div", {className: "card" + (isUsed ? " used" : ""), "data-layout": layout.name},
    make("h3", {}, getShortName(layout), make("span", {textContent: describeShape(layout)})));
  if (kCanDraw(layout)) {
    const picture = layout.picture = layout.picture || new Picture(layout);
    // Of a large tile the first elements, whose pattern goes on.
    const columns = Math.min(picture.columns, 72), rows = Math.min(picture.rows, 40);
    const left = 12 + 7 * String(picture.getRowNumber(rows - 1)).length;
    const side = Math.max(2, Math.min(24, Math.floor((300 - left) / columns)));
    const view = {cell: [side, Math.min(side, 16)], rows, columns, left, top: 16};
    const canvas = make("canvas", {role: "img", "aria-label": "Owners of the elements of " + layout.name, title: "Click for the full size", onclick: () => enlarge(layout, picture)});
    picture.paint(canvas, view);
    follow(canvas, picture, view, readout, rest);
    card.append(canvas);
    if (rows < picture.rows || columns < picture.columns)
      card.append(make("p", {className: "readout", textContent: "its first " + rows + " × " + columns + " elements; click for all"}));
  }
  card.append(readout, make("p", {className: "code", textContent: layout.text}));
  return card;
}

//===-- Shared memory -------------------------------------------------------===//

/// The bytes of shared memory from top to bottom, the lines of tilegpu from left
/// to right.
function drawSharedMemory(width) {
  const {bytes, places} = data.shared_memory;
  const left = 64, right = 8, top = 6, bottom = 24;
  const height = Math.max(90, Math.min(240, places.length * 34)) + top + bottom;
  const first = Math.min(...places.map(place => place.first)), last = Math.max(...places.map(place => place.last));
  const x = line => left + (line - first) / (last - first + 1) * (width - left - right);
  const y = byte => top + byte / bytes * (height - top - bottom);
  const svg = draw("svg", {width, height, role: "img", "aria-label": "Shared memory over the program"}, draw("title", {}, "Shared memory over the program"));
  const edges = new Set([0, bytes]);
  for (const place of places)
    edges.add(place.offset);
  let lastLabel = -99;
  for (const edge of [...edges].sort((a, b) => a - b)) {
    svg.append(draw("line", {class: "axis", x1: left, x2: width - right, y1: y(edge), y2: y(edge)}));
    if (y(edge) - lastLabel < 12)
      continue;
    lastLabel = y(edge);
    svg.append(draw("text", {x: left - 8, y: y(edge) + 4, "text-anchor": "end"}, edge.toLocaleString("en")));
  }
  for (const place of places) {
    const box = {x: x(place.first), y: y(place.offset), width: Math.max(3, x(place.last + 1) - x(place.first)), height: Math.max(2, y(place.offset + place.bytes) - y(place.offset))};
    const rect = draw("rect", {class: "place", rx: 3, ...box, "data-line": place.line},
      draw("title", {}, place.name + ": " + plural(place.bytes, "byte") + " at " + place.offset + ", lines " + place.first + " to " + place.last + "\n" + place.type));
    rect.addEventListener("click", () => go("tilegpu", place.line - 1));
    if (chosen && chosen.pane.name === "tilegpu" && place.line === chosen.line + 1)
      rect.classList.add("used");
    svg.append(rect);
    if (box.height >= 13 && box.width > 60)
      svg.append(draw("text", {class: "label", x: box.x + 6, y: box.y + Math.min(box.height / 2 + 4, 16)}, place.name + (box.width > 130 ? "  " + formatBytes(place.bytes) : "")));
  }
  for (const barrier of data.barriers)
    if (barrier.scope !== "warp" && barrier.line >= first && barrier.line <= last)
      svg.append(draw("line", {class: "wait", x1: x(barrier.line), x2: x(barrier.line), y1: top, y2: height - bottom}));
  if (chosen && chosen.pane.name === "tilegpu" && chosen.line + 1 >= first && chosen.line + 1 <= last)
    svg.append(draw("line", {class: "now", x1: x(chosen.line + 1), x2: x(chosen.line + 1), y1: top, y2: height - bottom}));
  svg.append(draw("text", {x: left, y: height - 6}, "line " + first + " of tilegpu"), draw("text", {x: width - right, y: height - 6, "text-anchor": "end"}, "line " + last));
  return svg;
}
