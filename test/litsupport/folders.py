"""Tests in folders whose names a shell or a regular expression would read otherwise.

RUN lines name files by %s, %t and the like, without quotes. Where the path of the
sources or of the build has a blank or another character that means something, or is
long, these stand for paths through a link in a folder with a plain name.
"""

import atexit
import os
import re
import shutil
import tempfile

import lit.formats
import lit.TestRunner


def is_plain(path):
    return len(path) <= 120 and re.fullmatch(r"[\w./-]+", path)


class Test(lit.formats.ShTest):
    """ShTest, whose paths go through the links: lit itself follows them."""

    def __init__(self, links):
        super().__init__(execute_external=False)
        # Path: the link that leads there. The longest path comes first.
        self.links = sorted(links.items(), key=lambda item: -len(item[0]))

    def link(self, path):
        for real, link in self.links:
            if path == real or path.startswith(real + os.sep):
                return link + path[len(real) :]
        return path

    def execute(self, test, lit_config):
        if not self.links:
            return super().execute(test, lit_config)
        source, temporary = self.link(test.getSourcePath()), self.link(test.getExecPath())
        folder, name = os.path.split(temporary)
        # lit's own come after these.
        substitutions = test.config.substitutions + [
            ("%s", source),
            ("%S", os.path.dirname(source)),
            ("%t", os.path.join(folder, "Output", name + ".tmp")),
        ]
        return lit.TestRunner.executeShTest(test, lit_config, False, substitutions)


def link_folders(*paths):
    """The path, or the link to it, of each of the paths, and the format of tests."""
    paths = [os.path.realpath(path) for path in paths]
    if all(is_plain(path) for path in paths):
        return paths, Test({})
    folder = tempfile.mkdtemp(prefix="tests-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    links = {}
    for name, path in zip(("source", "build"), paths):
        links[path] = os.path.join(folder, name)
        os.symlink(path, links[path])
    return [links[path] for path in paths], Test(links)
