"""Opens a report's page in a headless Chromium and checks it.

usage: page.py PAGE.html CHECK...

Each CHECK is the name of a function below; what fails is printed, and the exit
code is then 1. `picture::FILE::WIDTHxHEIGHT[::dark][::ACTION]...` saves what is seen, after
clicks on #ID and lines of JavaScript.
"""

import os
import sys

sys.path.insert(0, os.path.dirname(__file__))
from browser import Browser  # noqa: E402

WIDTHS = (1280, 2560)
# Elements that are wider than what they are in, and do not scroll there.
OVERFLOW = """(() => {
  const found = [];
  if (document.documentElement.scrollWidth > innerWidth || document.body.scrollWidth > innerWidth)
    found.push("page " + document.documentElement.scrollWidth);
  for (const e of document.querySelectorAll("body *")) {
    const box = e.getBoundingClientRect();
    if (!box.width || e.closest(".lines") || e.closest("dialog") || e.closest("#legend"))
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
    """Lines have what the run counted; those of shared memory are not mixed with
    those of global memory."""
    page = browser.open(path, 1280, 800)
    load = find_line(page, "source", "tile.load")
    expect("a load", page.evaluate(f"document.querySelector({row('source', load)!r} + ' .request').textContent"), "16.0 sect")
    store = find_line(page, "source", "tile.store")
    expect("a store after a conversion", page.evaluate(f"document.querySelector({row('source', store)!r} + ' .request').title"),
           "global memory: 8 requests, 128 sectors of 32 bytes for 4 KiB\nshared memory: 40 requests, 64 wavefronts, 0 bank conflicts")
    page.click("#tab-run")
    expect("the run", page.evaluate("document.querySelector('#panel-run h3').textContent"), "1 CTA of 128 threads")
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
