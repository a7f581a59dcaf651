"""Opens pages of the static site in a headless Chromium and checks them, light and dark.

usage: site-in-browser.py SITE_FOLDER

Prints the checks that hold; what does not ends the script.
"""

import os
import pathlib
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "Report" / "Inputs"))
from browser import Browser  # noqa: E402

# How many lines each element takes.
LINES = "[...document.querySelectorAll(%r)].map(e => new Set([...e.getClientRects()].map(b => Math.round(b.top))).size)"


def expect(what, found, wanted):
    if found != wanted:
        raise SystemExit(f"{what}: expected {wanted!r}, found {found!r}")


def main():
    site = pathlib.Path(sys.argv[1])
    # A profile keeps the scheme that it saw first.
    for scheme in ("default", "slate"):
        with Browser(os.environ["TILEWRIGHT_CHROMIUM"]) as browser:
            ready = f"document.readyState === 'complete' && document.body.dataset.mdColorScheme === '{scheme}'"
            for name in ("index.html", "docs/matmul.html"):
                page = browser.open(site / name, 1280, 900, scheme == "slate", ready)
                for width in (1280, 400):
                    page.resize(width, 900)
                    where = f"{name}, {scheme}, {width}"
                    expect(where + ": poor contrast", page.find_poor_texts(), "")
                    expect(where + ": the width of the page", page.evaluate("document.documentElement.scrollWidth"), width)
                    # The generator's search needs a server.
                    expect(where + ": a button for a search that is hidden", page.evaluate("document.querySelector('.md-search').hidden && document.querySelector('.md-header [for=__search]').checkVisibility()"), False)
                    flags = page.evaluate(LINES % ".language-console .na")
                    expect(where + ": flags in one line", (len(flags) > 0, set(flags)), (True, {1}))
                if name == "index.html":
                    expect("lines of a line, and of its caret", page.evaluate(LINES % ".language-console .gt"), [1, 1])
                else:
                    expect("pictures at their size, which scroll", page.evaluate("[...document.querySelectorAll('.md-content p > img[src$=svg]')].map(e => e.offsetWidth >= e.naturalWidth && e.parentElement.offsetWidth < 400 && e.parentElement.scrollWidth >= e.offsetWidth).join()"), "true,true,true,true")
                expect("errors", page.errors, [])
        print(scheme)


main()
