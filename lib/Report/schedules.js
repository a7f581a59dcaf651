// Schedules of loops: what each role does in the first iterations, in order, and
// what is in the places of the loops' rings meanwhile.

const kUseNames = {fill: "a place is filled", read: "it is read"};
const kStepNames = {copy: "asynchronous copy", load: "load", store: "store", write: "write to shared memory", read: "read", product: "product", wait: "wait", arrive: "arrive or commit"};

/// An entry of the legend, which no end of a line parts.
function makeKind(kind, name) {
  return make("span", {className: "kind"}, make("span", {className: "swatch " + kind}), name);
}

/// "place 2 of %3", "%3" if it has one place.
const namePlace = (ring, place) => ring.places > 1 ? "place " + place + " of " + ring.name : ring.name;

/// What says that a place is full and free.
function describeGuards(ring) {
  const parts = [];
  if (ring.full)
    parts.push("full: " + ring.full);
  if (ring.empty)
    parts.push("free: " + ring.empty);
  if (ring.groups)
    parts.push("full: groups of copies");
  return parts.join(", ");
}

/// The lanes of a schedule from top to bottom: its roles, and each place of its rings.
function makeLanes(schedule) {
  const lanes = schedule.roles.map((name, role) => ({name, role}));
  schedule.rings.forEach((ring, number) => {
    for (let place = 0; place < ring.places; ++place)
      if (schedule.uses.some(use => use.ring === number && use.place === place))
        lanes.push({name: ring.places > 1 ? ring.name + "[" + place + "]" : ring.name, ring: number, place, isFirst: !lanes.some(lane => lane.ring === number)});
  });
  return lanes;
}

/// One step, one column. Roles first, with an arrow from what ends a wait.
function drawSchedule(schedule) {
  const cell = 22, row = 24, left = 128, top = 30;
  const lanes = makeLanes(schedule);
  const columns = Math.max(...schedule.steps.map(step => step.column), ...schedule.uses.map(use => use.last)) + 1;
  const width = left + columns * cell + 8;
  const gap = 10;
  const y = i => top + i * row + (lanes[i].role === undefined ? gap : 0);
  const height = y(lanes.length - 1) + row + 8;
  const title = "Schedule of " + schedule.function + ": an order, not measured time";
  const svg = draw("svg", {width, height, class: "schedule", role: "img", "aria-label": title}, draw("title", {}, title));

  svg.append(draw("text", {x: 4, y: top - 8}, "order, not time"));
  // The first role that has a loop names the iterations.
  const numbered = Math.min(...schedule.steps.filter(step => step.loop).map(step => step.role));

  // Iterations of each loop in each role, as bands with their numbers.
  lanes.forEach((lane, i) => {
    svg.append(draw("line", {class: "axis", x1: left, x2: width - 8, y1: y(i) + row, y2: y(i) + row}));
    svg.append(draw("text", {x: left - 8, y: y(i) + 16, "text-anchor": "end"}, lane.name));
    if (lane.role === undefined)
      return;
    const bands = new Map();
    for (const step of schedule.steps)
      if (step.role === lane.role && step.loop) {
        const key = step.loop + ":" + step.iteration;
        const band = bands.get(key) || {iteration: step.iteration, loop: step.loop, first: step.column, last: step.column};
        band.first = Math.min(band.first, step.column);
        band.last = Math.max(band.last, step.column);
        bands.set(key, band);
      }
    for (const band of bands.values())
      svg.append(draw("rect", {class: "band" + (band.iteration % 2 ? " odd" : ""), x: left + band.first * cell, y: y(i), width: (band.last - band.first + 1) * cell, height: row},
        draw("title", {}, "iteration " + band.iteration + " of the loop in line " + band.loop)));
    if (lane.role === numbered)
      for (const band of bands.values())
        svg.append(draw("text", {x: left + band.first * cell, y: top - 8}, (band.last > band.first + 1 ? "iteration " : "") + band.iteration));
  });

  for (const use of schedule.uses) {
    const i = lanes.findIndex(lane => lane.ring === use.ring && lane.place === use.place);
    const ring = schedule.rings[use.ring], step = schedule.steps[use.step];
    const rect = draw("rect", {class: "use use-" + use.kind, rx: 2, x: left + use.first * cell + 1, y: y(i) + 4, width: (use.last - use.first + 1) * cell - 2, height: row - 8, "data-line": step.line},
      draw("title", {}, namePlace(ring, use.place) + " is " + (use.kind === "fill" ? "filled" : "read") + ": " + step.text));
    rect.addEventListener("click", () => go("tilegpu", step.line - 1));
    svg.append(rect);
  }
  for (const step of schedule.steps) {
    const x = left + step.column * cell, at = y(step.role);
    if (step.after !== undefined) {
      const from = schedule.steps[step.after];
      if (from.role !== step.role)
        svg.append(draw("path", {class: "after", d: `M${left + (from.column + .5) * cell} ${y(from.role) + row / 2} L${x + 4} ${at + row / 2}`}));
    }
    const box = draw("rect", {class: "step kind-" + step.kind + (chosen && chosen.pane.name === "tilegpu" && step.line === chosen.line + 1 ? " used" : ""), rx: 3, x: x + 2, y: at + 3, width: cell - 4, height: row - 6, "data-line": step.line},
      draw("title", {}, step.text + (step.loop ? ", iteration " + step.iteration : ", outside of loops") + ", line " + step.line));
    box.addEventListener("click", () => go("tilegpu", step.line - 1));
    svg.append(box);
    const place = /\[(\d+)\]/.exec(step.text);
    if (place)
      svg.append(draw("text", {class: "number", x: x + cell / 2, y: at + 16, "text-anchor": "middle"}, place[1]));
  }
  return svg;
}

function fillSchedules(panel) {
  if (!data.schedules.length) {
    panel.append(make("p", {className: "quiet", textContent: "No loop of this kernel accesses memory, waits or multiplies tiles."}));
    return;
  }
  panel.append(make("p", {className: "quiet", textContent: "The first iterations of the loops, in order from left to right. This is an order, not measured time: each step has one column, and a wait is after what ends it. Numbers are places of buffers and of barriers. A buffer of several places is a ring. Bars show how long each place is filled, and then read. An arrow leads from what ends a wait in another role. Point at a box for its operation; click it for its line."}));
  for (const schedule of data.schedules) {
    const kinds = Object.keys(kStepNames).filter(kind => schedule.steps.some(step => step.kind === kind));
    const guards = schedule.rings.filter(describeGuards).map(ring => [link("tilegpu", ring.line - 1, ring.name), ring.places, describeGuards(ring)]);
    panel.append(make("div", {className: "timeline"},
      make("h3", {textContent: schedule.function + ": " + plural(schedule.roles.length, "role") + ", " + plural(schedule.rings.length, "buffer") + " in shared memory"}),
      make("p", {className: "kinds"}, ...kinds.map(kind => makeKind("kind-" + kind, kStepNames[kind])),
        ...["fill", "read"].filter(kind => schedule.uses.some(use => use.kind === kind)).map(kind => makeKind("use-" + kind, kUseNames[kind]))),
      make("div", {className: "scroll", tabindex: "0", "aria-label": "Schedule of " + schedule.function}, drawSchedule(schedule)),
      guards.length ? makeTable(["buffer", "places", "what guards a place"], guards) : null));
  }
}
