"""Opens a report's page in a headless Chromium and checks it.

usage: page.py PAGE.html CHECK...

Each CHECK is the name of a function below, and after `::` its further arguments; what fails is printed, and the exit
code is then 1. `picture::FILE::WIDTHxHEIGHT[::dark][::ACTION]...` saves what is seen, after
clicks on #ID and lines of JavaScript.
"""

import json
import os
import pathlib
import re
import sys

sys.path.insert(0, os.path.dirname(__file__))
from browser import Browser  # noqa: E402

WIDTHS = (400, 1280, 2560)
# Elements that are wider than what they are in, and do not scroll there.
OVERFLOW = """(() => {
  const found = [];
  if (document.documentElement.scrollWidth > innerWidth || document.body.scrollWidth > innerWidth)
    found.push("page " + document.documentElement.scrollWidth);
  for (const e of document.querySelectorAll("body *")) {
    const box = e.getBoundingClientRect();
    if (!box.width || e.closest(".lines") || e.closest("dialog") || e.closest("#legend"))
      continue;
    // What scrolls within an element that fits is not lost.
    if (e.parentElement.closest("#tabs, #panels > div, .scroll"))
      continue;
    if (box.right > innerWidth + 1 || box.left < -1)
      found.push(e.tagName + "." + e.className + "#" + e.id + " " + box.left + ".." + box.right);
  }
  return found.join("; ");
})()"""


def expect(what, found, wanted):
    if found != wanted:
        raise AssertionError(f"{what}: expected {wanted!r}, found {found!r}")


def count(page, selector):
    return page.evaluate(f"document.querySelectorAll({selector!r}).length")


def find_line(page, pane, text):
    """The number of the first line of a pane with a text."""
    return page.evaluate(f"findPane({pane!r}).lines.findIndex(line => line[0].includes({text!r})) + 1")


def get_linked(page, pane):
    return page.evaluate(f"findPane({pane!r}).linked.map(i => findPane({pane!r}).lines[i][0].trim()).join('\\n')")


def row(pane, line):
    return f"#pane-{pane} .l[data-line='{line}']"


def in_view(page, selector):
    """Whether an element is seen in the pane that it is in."""
    return page.evaluate(
        f"(() => {{ const e = document.querySelector({selector!r}), b = e.getBoundingClientRect(), "
        "p = e.closest('.body').getBoundingClientRect(); return b.top >= p.top - 1 && b.bottom <= p.bottom + 1; })()"
    )


def opens(browser, path):
    """Without an error, a message or a request, and without anything chosen."""
    for dark in (False, True):
        page = browser.open(path, 1280, 800, dark)
        expect("theme", page.evaluate("document.documentElement.dataset.theme"), "dark" if dark else "light")
        expect("errors", page.errors, [])
        expect("chosen lines", count(page, ".chosen"), 0)
        expect("title", page.evaluate("document.querySelector('h1').textContent"), page.evaluate("data.kernel"))


def fits(browser, path):
    """Nothing is wider than the window, in any tab, with all stages shown."""
    for width in WIDTHS:
        page = browser.open(path, width, 800)
        for name in page.evaluate("kTabs.map(tab => tab.name).join(' ')").split():
            page.click("#tab-" + name)
            expect(f"{name} at {width}", page.evaluate(OVERFLOW), "")
        page.evaluate("panes.forEach(pane => toggle(pane, true))")
        expect(f"all stages at {width}", page.evaluate(OVERFLOW), "")
        page.evaluate("choose(findPane('source'), data.panes.find(p => p.name === 'source').lines.findIndex(line => line[1].length))")
        page.click("#tab-line")
        expect(f"a chosen line at {width}", page.evaluate(OVERFLOW), "")
        expect("errors", page.errors, [])


def links(browser, path):
    """A click on a line of the source marks the lines of the stages, and one on
    those leads back."""
    page = browser.open(path, 1280, 800)
    line = find_line(page, "source", "tile.load")
    page.click(row("source", line))
    expect("chosen", page.evaluate("document.querySelector('.chosen').dataset.line"), str(line))
    for pane, text in (("tilegpu", "tile.load"), ("ptx", "ld.global")):
        if text not in get_linked(page, pane):
            raise AssertionError(f"{pane}: expected a line with {text}, found {get_linked(page, pane)}")
        linked = page.evaluate(f"findPane({pane!r}).linked[0] + 1")
        expect(f"first of {pane} is marked", count(page, row(pane, linked) + ".linked"), 1)
        expect(f"first of {pane} is seen", in_view(page, row(pane, linked)), True)
    expect("address", page.evaluate("location.hash"), f"#source:{line}")
    linked = page.evaluate("findPane('ptx').linked[0] + 1")
    page.click(row("ptx", linked))
    expect("chosen in PTX", page.evaluate("document.querySelector('.chosen').closest('.pane').id"), "pane-ptx")
    expect("back in the source", count(page, row("source", line) + ".linked"), 1)
    expect("errors", page.errors, [])


def keys(browser, path):
    """The keyboard does what the mouse does."""
    page = browser.open(path, 1280, 800)
    get_chosen = "chosen ? chosen.pane.name + ':' + (chosen.line + 1) : ''"
    line = find_line(page, "source", "tile.load")
    page.evaluate(f"go('source', {line - 1})")
    page.press("ArrowDown")
    expect("down", page.evaluate(get_chosen), f"source:{line + 1}")
    page.press("ArrowUp")
    page.press("ArrowRight")
    expect("right", page.evaluate("chosen.pane.name"), "tilegpu")
    expect("right is linked", page.evaluate(f"findPane('source').linked.includes({line - 1})"), True)
    page.press("ArrowRight")
    expect("right again", page.evaluate("chosen.pane.name"), "ptx")
    first = page.evaluate(get_chosen)
    page.press("n")
    page.press("p")
    expect("n and p", page.evaluate(get_chosen), first)
    page.press("Escape")
    expect("escape", page.evaluate(get_chosen), "")
    shown = page.evaluate("shownPanes().length")
    page.press("2")
    expect("a digit", page.evaluate("shownPanes().length"), shown + 1)
    page.press("t")
    expect("t", page.evaluate("document.documentElement.dataset.theme"), "dark")
    page.press("?")
    expect("?", page.evaluate("document.getElementById('large').open"), True)
    expect("errors", page.errors, [])


def counts(browser, path):
    """Lines have what the run counted, each its own: what a layout conversion takes stands at the
    conversion, and not at the store after it."""
    page = browser.open(path, 1280, 800)
    load = find_line(page, "source", "tile.load")
    expect("a load", page.evaluate(f"document.querySelector({row('source', load)!r} + ' .request').textContent"), "16.0 sect")
    store = find_line(page, "source", "tile.store")
    expect("a store after a conversion", page.evaluate(f"document.querySelector({row('source', store)!r} + ' .request').title"),
           "global memory: 8 requests, 128 sectors of 32 bytes for 4 KiB")
    for text, wanted in (("local_store", "shared memory: 32 requests, 32 wavefronts, 0 bank conflicts"), ("local_load", "shared memory: 8 requests, 32 wavefronts, 0 bank conflicts"), ("tile.store", "global memory: 8 requests, 128 sectors of 32 bytes for 4 KiB")):
        line = row("tilegpu", find_line(page, "tilegpu", text))
        expect(text, page.evaluate(f"document.querySelector({line!r} + ' .request').title"), wanted)
    heat = "document.querySelector({!r} + ' .warps').style.getPropertyValue('--heat')"
    expect("heat of a store", page.evaluate(heat.format(row("source", store))), "100.0%")
    in_all = "findPane({!r}).counts.reduce((all, c, i) => all + (c ? c.warps : 0), 0)"
    expect("warps of tilegpu", page.evaluate(in_all.format("tilegpu")), page.evaluate(in_all.format("ptx")))
    page.click(row("source", store))
    expect("its conversion", count(page, "#conversion-counts"), 1)
    expect("seen", in_view(page, row("source", store)), True)
    page.click("#tab-advice")
    expect("advice", page.evaluate("[...document.querySelectorAll('.advice h3')].map(e => e.textContent).join()"), "● Elements change threads")
    page.click(".advice a")
    expect("where", page.evaluate("chosen.pane.doesConvert(chosen.line)"), True)
    page.click("#tab-run")
    expect("the run", page.evaluate("document.querySelector('#panel-run h3').textContent"), "1 CTA of 128 threads")
    expect("errors", page.errors, [])


def colors(browser, path):
    """Words have colours in all panes, in both themes, and they can be read: contrast 4.5."""
    for dark in (False, True):
        page = browser.open(path, 1280, 800, dark)
        page.evaluate("panes.forEach(pane => toggle(pane, true))")
        page.wait("panes.every(pane => pane.list.querySelector('.l s.op, .l s.value'))")
        for pane, kind, text in (("source", "op", "tile.load"), ("tilegpu", "type", "tensor"), ("llvmir", "op", "define"), ("ptx", "op", "ld.param.b64")):
            # A line in view, as others are coloured when they come into view.
            page.evaluate(f"findPane({pane!r}).body.scrollTop = 18 * ({find_line(page, pane, text)} - 3)")
            page.wait(f"[...document.querySelectorAll('#pane-{pane} s.{kind}')].some(e => e.textContent.trim() === {text!r})")
        poor = page.evaluate("""(() => {
          const light = c => { const [r, g, b] = c.match(/[\\d.]+/g).map(v => v / 255).map(v => v <= .04045 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4); return .2126 * r + .7152 * g + .0722 * b; };
          const back = light(getComputedStyle(document.querySelector('.pane')).backgroundColor);
          return ['comment', 'string', 'value', 'symbol', 'op', 'type', 'number'].filter(kind => {
            const e = document.querySelector('.l:not(.plain) s.' + kind) || document.querySelector('s.' + kind);
            if (!e) return false;
            const [a, b] = [light(getComputedStyle(e).color), back].sort((x, y) => y - x);
            return (a + .05) / (b + .05) < 4.5;
          }).join();
        })()""")
        expect("poor contrast", poor, "")
        for name in page.evaluate("kTabs.map(tab => tab.name).join(' ')").split():
            page.click("#tab-" + name)
            expect(f"poor contrast, dark {dark}, {name}", page.find_poor_texts(), "")
        expect("the text stays", page.evaluate("panes.every(pane => pane.rows.every((row, i) => row.lastChild.textContent === pane.lines[i][0]))"), True)
        expect("errors", page.errors, [])


def scrolls(browser, path):
    """A long line scrolls below its number, which stays; a chosen line's beginning is seen again."""
    page = browser.open(path, 1280, 800)
    page.evaluate("document.querySelector('#pane-tilegpu .body').scrollLeft = 300")
    left = "(() => { const e = document.querySelector('#pane-tilegpu .l .gutter').getBoundingClientRect(); return Math.round(e.left - document.querySelector('#pane-tilegpu .body').getBoundingClientRect().left); })()"
    expect("scrolled", page.evaluate("document.querySelector('#pane-tilegpu .body').scrollLeft"), 300)
    expect("the number", page.evaluate(left), 0)
    page.evaluate("go('source', findPane('source').lines.findIndex(line => line[0].includes('tile.load')))")
    expect("the beginning", page.evaluate("document.querySelector('#pane-tilegpu .body').scrollLeft"), 0)


def heights(browser, path):
    """Panes use the height that the lower part does not need."""
    page = browser.open(path, 1280, 800)
    share = "document.getElementById('panes').clientHeight / innerHeight"
    if page.evaluate(share) < 0.7:
        raise AssertionError(f"expected panes of 0.7 of the window, found {page.evaluate(share):.2f}")
    page.click("#tab-layouts")
    if not 0.4 < page.evaluate(share) < 0.7:
        raise AssertionError(f"expected room for layouts, found panes of {page.evaluate(share):.2f}")


def narrow(browser, path):
    """In a narrow window the panes are one below the other, as wide as the window, and nothing covers another thing."""
    page = browser.open(path, 400, 800)
    boxes = page.evaluate("JSON.stringify([...document.querySelectorAll('header, nav, .pane:not([hidden]), #details')].map(e => { const b = e.getBoundingClientRect(); return [b.left, b.right, b.top, b.bottom]; }))")
    boxes = json.loads(boxes)
    for above, below in zip(boxes, boxes[1:]):
        if below[2] < above[3] - 1:
            raise AssertionError(f"expected one below the other, found {above} and {below}")
    for left, right, _, _ in boxes:
        if left > 13 or right < 387:
            raise AssertionError(f"expected the width of the window, found {left} to {right}")
    page.click("#tab-layouts")
    top = page.evaluate("document.getElementById('tabs').getBoundingClientRect().top")
    if not -1 <= top <= 400:
        raise AssertionError(f"expected what a tab shows in view, found the tabs at {top} of 800")


def numbers(browser, path):
    """Words agree with their number: one conversion, two conversions."""
    page = browser.open(path, 1280, 800)
    for name in page.evaluate("kTabs.map(tab => tab.name).join(' ')").split():
        page.click("#tab-" + name)
        text = page.evaluate("document.body.innerText.replace(/\\s+/g, ' ')")
        wrong = re.search(r"(?<![\d.,])1 (conversions|barriers|registers|stores|loads|wavefronts|requests|bytes|lines|warps|threads|loops|sectors|CTAs|roles|buffers|places)\b", text)
        if wrong:
            raise AssertionError(f"{name}: expected the singular, found {text[max(0, wrong.start() - 60):wrong.end() + 20]!r}")


def legends(browser, path):
    """A layout's picture has numbers of rows and columns, says what T0:0 is, and scrolls in the dialog."""
    page = browser.open(path, 1280, 800)
    page.click("#tab-layouts")
    page.evaluate("{ const i = data.layouts.findIndex(layout => layout.memory !== 'shared' && layout.shape.length === 2 && layout.shape[0] >= 32 && layout.shape[1] >= 32); document.querySelectorAll('.card')[i].querySelector('canvas').click(); }")
    text = page.evaluate("document.getElementById('naming').textContent")
    if not text.startswith("T0:0"):
        raise AssertionError(f"expected what T0:0 is, found {text!r}")
    inked = "(() => { const c = document.querySelector('dialog canvas'), d = c.getContext('2d').getImageData(%s).data; return d.some((v, i) => i %% 4 === 3 && v > 0); })()"
    expect("numbers of columns", page.evaluate(inked % "20, 0, 200, 14"), True)
    expect("numbers of rows", page.evaluate(inked % "0, 18, 30, 200"), True)
    dialog = "document.getElementById('large')"
    expect("the dialog does not scroll", page.evaluate(f"{dialog}.scrollHeight <= {dialog}.clientHeight + 1 && {dialog}.scrollWidth <= {dialog}.clientWidth + 1"), True)
    expect("the picture scrolls", page.evaluate("(() => { const e = document.querySelector('dialog .scroll'); return e.scrollWidth > e.clientWidth || e.scrollHeight > e.clientHeight; })()"), True)


def schedules(browser, path):
    """Each schedule has a lane for each role and each place, a title that says what the columns are, numbers that can be
    read, boxes that lead to their line, and scrolls in the panel."""
    for dark in (False, True):
        page = browser.open(path, 400, 800, dark)
        page.click("#tab-schedule")
        expect("pictures", count(page, "svg.schedule"), page.evaluate("data.schedules.length"))
        expect("titles", page.evaluate("[...document.querySelectorAll('svg.schedule')].every(svg => svg.querySelector('title').textContent.endsWith('an order, not measured time'))"), True)
        lanes = "[...document.querySelectorAll('svg.schedule')].map(svg => [...svg.querySelectorAll('text[text-anchor=end]')].map(e => e.textContent).join(' ')).join('; ')"
        wanted = "data.schedules.map(s => [...s.roles, ...s.rings.flatMap((ring, r) => Array.from({length: ring.places}, (_, p) => p).filter(p => s.uses.some(use => use.ring === r && use.place === p)).map(p => ring.places > 1 ? ring.name + '[' + p + ']' : ring.name))].join(' ')).join('; ')"
        expect("lanes", page.evaluate(lanes), page.evaluate(wanted))
        expect("boxes", count(page, "svg.schedule .step"), page.evaluate("data.schedules.reduce((sum, s) => sum + s.steps.length, 0)"))
        expect("titles of boxes", page.evaluate("[...document.querySelectorAll('svg.schedule .step')].every(e => e.querySelector('title').textContent.includes(', line '))"), True)
        expect("names of iterations", page.evaluate("[...document.querySelectorAll('svg.schedule')].every(svg => [...svg.querySelectorAll('text')].some(e => e.textContent.startsWith('iteration')))"), True)
        # A kind has one colour, and no box is as its lane.
        expect("colours", page.evaluate("[...document.querySelectorAll('svg.schedule .step')].some(e => ['none', 'rgb(0, 0, 0)', getComputedStyle(document.querySelector('.pane')).backgroundColor].includes(getComputedStyle(e).fill))"), False)
        expect("a text's stroke", page.evaluate("[...document.querySelectorAll('svg.schedule text')].every(e => getComputedStyle(e).stroke === 'none')"), True)
        legends = "[...document.querySelectorAll('.kinds')]"
        expect("the legend has the bars", page.evaluate(legends + ".every((e, i) => e.querySelectorAll('[class*=use-]').length === new Set(data.schedules[i].uses.map(use => use.kind)).size && e.textContent.includes('it is read'))"), True)
        expect("each entry is in one line", page.evaluate("[...document.querySelectorAll('.kinds .kind')].every(e => e.getClientRects().length === 1 && e.offsetHeight < 30)"), True)
        expect("it scrolls", page.evaluate("[...document.querySelectorAll('svg.schedule')].every(svg => svg.parentElement.clientWidth <= 400 && svg.parentElement.scrollWidth >= svg.clientWidth)"), True)
        page.resize(1280, 800)
        expect("a legend is as wide as its page", page.evaluate(legends + ".every(e => e.offsetWidth === e.parentElement.offsetWidth)"), True)
        page.resize(400, 800)
        page.evaluate("document.querySelector('svg.schedule .kind-copy').dispatchEvent(new MouseEvent('click', {bubbles: true}))")
        expect("its line", page.evaluate("/_copy|async_copy/.test(chosen.pane.lines[chosen.line][0]) && chosen.pane.name"), "tilegpu")
        expect("it is marked", page.evaluate("document.querySelectorAll('svg.schedule .step.used').length > 0"), True)
        expect("errors", page.errors, [])


def readable(browser, path):
    """A picture of docs: each text has a contrast of 4.5 to what is below it (WCAG 2, 1.4.3), light and dark."""
    for dark in (False, True):
        page = browser.open(path, 1280, 800, dark, ready="document.readyState === 'complete' && location.protocol === 'file:'")
        expect("the scheme", page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches"), dark)
        bad = page.evaluate(
            """(() => {
            const light = c => { const [r, g, b] = c.match(/\\d+/g).map(v => v / 255).map(v => v <= .03928 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4); return .2126 * r + .7152 * g + .0722 * b; };
            const found = [];
            for (const text of document.querySelectorAll('text')) {
              const t = text.getBoundingClientRect(), x = t.x + t.width / 2, y = t.y + t.height / 2;
              const below = [...document.querySelectorAll('rect')].filter(e => { const b = e.getBoundingClientRect(); return b.left <= x && x <= b.right && b.top <= y && y <= b.bottom; }).pop();
              const [a, b] = [text, below].map(e => light(getComputedStyle(e).fill)).sort((a, b) => b - a);
              if ((a + .05) / (b + .05) < 4.5)
                found.push(text.textContent);
            }
            return JSON.stringify([document.querySelectorAll('text').length > 0, found]);
            })()"""
        )
        expect("texts that are there, and hard to read", bad, "[true,[]]")


def compares(browser, path, other):
    """Another report is shown line by line next to this one, and a report has no difference from itself."""
    page = browser.open(path, 1280, 800)
    for file, wanted in ((path, "No line differs"), (other, "lines differ")):
        text = pathlib.Path(file).read_text()
        page.evaluate(f"compareWith({json.dumps(text)}, 'other.html')")
        found = page.evaluate("document.getElementById('changes').textContent")
        if wanted not in found:
            raise AssertionError(f"expected {wanted!r}, found {found!r}")
    rows = page.evaluate("JSON.stringify((() => { const name = comparedPane, a = findPane(name).lines.map(l => withoutNumbers(l[0], name)), b = other.panes.find(p => p.name === name).lines.map(l => withoutNumbers(l[0], name)); return [alignLines(a, b), a, b]; })())")
    rows, here, there = json.loads(rows)
    expect("all lines here", [a for a, _, _ in rows if a is not None], list(range(len(here))))
    expect("all lines there", [b for _, b, _ in rows if b is not None], list(range(len(there))))
    expect("equal lines", [row for row in rows if row[2] and here[row[0]] != there[row[1]]], [])
    expect("marked", count(page, ".diff .removed") > 0 and count(page, ".diff .added") > 0, True)
    shortest = "(() => { const d = alignLines([...'abcabba'], [...'cbabac']); return d.reduce((n, [a, b, isSame]) => n + (isSame ? 0 : (a !== null) + (b !== null)), 0); })()"
    expect("the shortest way", page.evaluate(shortest), 5)
    refused = page.evaluate("(() => { try { compareWith('{}', 'x'); return 'taken'; } catch (e) { return e.message; } })()")
    expect("what is no report", refused, "it has no stages")
    expect("errors", page.errors, [])


def pictures(browser, path):
    """Prints each element's owner in the first layout of 32 x 32 elements, as
    tile-layout does."""
    page = browser.open(path, 1280, 800)
    page.click("#tab-layouts")
    expect("cards", count(page, ".card"), page.evaluate("data.layouts.length"))
    layout = "data.layouts.find(layout => layout.shape.join() === '32,32' && layout.memory === 'registers')"
    print(page.evaluate(layout + ".text"))
    print(
        page.evaluate(
            f"(() => {{ const p = new Picture({layout}); return Array.from({{length: p.rows}}, (_, r) => "
            "Array.from({length: p.columns}, (_, c) => p.getText(r * p.columns + c)).join(' ')).join('\\n'); })()"
        )
    )
    page.click(".card canvas")
    expect("enlarged", page.evaluate("document.getElementById('large').open"), True)
    expect("errors", page.errors, [])


def picture(browser, path, file, size, *actions):
    width, height = map(int, size.split("x"))
    page = browser.open(path, width, height, "dark" in actions)
    for action in actions:
        if action.startswith("#"):
            page.click(action)
        elif action != "dark":
            page.evaluate(action)
    page.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
    page.save(file)
    print(page.errors)


def main():
    path = sys.argv[1]
    status = 0
    with Browser(os.environ.get("TILEWRIGHT_CHROMIUM", "chromium")) as browser:
        for check in sys.argv[2:]:
            name, *words = check.split("::")
            try:
                globals()[name](browser, path, *words)
            except (AssertionError, RuntimeError, TimeoutError) as error:
                print(f"{name}: {error}")
                status = 1
    return status


sys.exit(main())
