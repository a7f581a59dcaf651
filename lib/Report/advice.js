// What a person may try, from what the compile and the run found.

/// Each has a title, what was found, what to try, a share of the work that it concerns (for the
/// order, 0 to 1), and a line of a pane.
function findAdvice() {
  const found = [];
  const add = (share, title, what, todo, pane, line) => found.push({share, title, what, todo, pane, line});
  const spilled = target.registers === undefined ? 0 : target.spill_stores + target.spill_loads;
  if (spilled)
    add(.9, "Registers are spilled", plural(spilled, "byte") + " per thread go to memory and back, as " + plural(target.registers, "register") + " are not enough.", "Take a smaller tile, or more warps (--num-warps), or raise --max-registers if it was given.");
  const o = target.occupancy;
  if (o && percent(o) < 25)
    add(.3, "Few warps per SM", plural(o.warps, "warp") + " of " + o.max_warps + " fit; the limit is " + o.limit + ".", {registers: "Take a smaller tile, or limit registers with --max-registers.", "shared memory": "Take a smaller tile, or fewer stages (--num-stages)."}[o.limit] || "Take another number of warps (--num-warps).");
  const tilegpu = findPane("tilegpu");
  for (const barrier of ctaBarriers.filter(barrier => barrier.loop_depth))
    add(.1, "All warps wait in a loop", "A barrier of the CTA stands in " + plural(barrier.loop_depth, "loop") + ", about " + plural(barrier.clocks, "clock") + " each time.", "A reduction or a conversion in the loop needs it: move it out of the loop, or let more elements be in one warp.", tilegpu.name, barrier.line - 1);
  if (!data.run)
    return found;
  const ptx = findPane("ptx"), run = data.run;
  const sectors = run.lines.reduce((all, line) => all + (line.sectors || 0), 0);
  const wavefronts = run.lines.reduce((all, line) => all + (line.wavefronts || 0), 0);
  for (const line of run.lines) {
    const at = line.line - 1;
    const needed = Math.max(Math.ceil((line.bytes || 0) / 32), line.requests || 0);
    const times = n => "× " + n.toFixed(1);
    if (line.sectors > 1.5 * needed)
      add((line.sectors - needed) / sectors, "More of memory is moved than is used", plural(line.requests, "request") + " move " + plural(line.sectors, "sector") + " of 32 bytes, " + times(line.sectors / needed) + " of what " + formatBytes(line.bytes) + " need.", "Neighbouring lanes should access neighbouring addresses. Let the last dimension of the tile be the one whose stride is 1, or transpose the tile after a load of rows.", ptx.name, at);
    if (line.bank_conflicts)
      add(line.bank_conflicts / wavefronts, "Lanes wait for a bank of shared memory", plural(line.requests, "request") + " take " + plural(line.wavefronts, "wavefront") + ", of these " + plural(line.bank_conflicts, "conflict") + ".", "Look at the layout in the tab Layouts: lanes of one request have the same bank. Another order of the dimensions or another size of the tile changes it.", ptx.name, at);
    if (line.divergent_branches)
      add(line.warps * 1.0 / Math.max(1, run.warp_instructions), "Lanes of a warp go different ways", plural(line.divergent_branches, "branch", "branches") + " of " + line.warps + " had lanes on both sides, which run one after the other.", "Choose values with arith.select where both sides are cheap, or let the condition be the same for a whole tile.", ptx.name, at);
    if (line.lanes && line.warps && line.lanes / line.warps < 24)
      add(.05, "Lanes have nothing to do", "On average " + (line.lanes / line.warps).toFixed(1) + " of 32 lanes execute the instruction.", "A tile with fewer elements than threads leaves lanes idle: take fewer warps, or larger tiles.", ptx.name, at);
  }
  for (const message of conversions) {
    const pane = findPane("tilegpu"), lines = pane.find(message.places).filter(line => pane.doesConvert(line));
    const counts = lines.map(line => pane.counts[line]).filter(Boolean);
    const warps = counts.reduce((all, c) => all + c.warps, 0);
    if (warps)
      add(warps / Math.max(1, run.warp_instructions), "Elements change threads", "A layout conversion executes " + plural(warps, "warp instruction") + ", " + Math.round(100 * warps / run.warp_instructions) + " % of the run.", "Two operations want the tile in different layouts. Compute what both need before the load, or let both access memory in the same order.", pane.name, lines[0]);
  }
  // One entry for the lines of a kind that belong to one line of the source.
  const first = new Map();
  for (const entry of found.sort((a, b) => b.share - a.share)) {
    const places = entry.pane ? findPane(entry.pane).lines[entry.line][1].join() : "";
    const key = entry.title + places, known = first.get(key);
    known ? ++known.more : first.set(key, {...entry, more: 0});
  }
  return [...first.values()];
}

function fillAdvice(panel) {
  const rows = findAdvice();
  if (!rows.length) {
    panel.append(make("p", {className: "quiet", textContent: "Nothing was found that a change of the kernel would clearly make better." + (data.run ? "" : " A run in the simulator (tile-run --report) finds more.")}));
    return;
  }
  for (const {title, what, todo, pane, line, more} of rows)
    panel.append(make("div", {className: "advice"},
      make("h3", {}, make("b", {className: "message", textContent: "● "}), title),
      make("p", {}, what + " ", pane ? make("span", {className: "quiet"}, findPane(pane).title + " ", link(pane, line, "line " + (line + 1)), ", source ", linkPlaces(findPane(pane).lines[line][1])) : "", more ? make("span", {className: "quiet", textContent: ", and " + plural(more, "more line")}) : ""),
      make("p", {className: "todo"}, todo)));
}
