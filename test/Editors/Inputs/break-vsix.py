"""usage: break-vsix.py FILE.vsix OUTPUT.vsix

A copy without the grammar, and with another publisher in the manifest.
"""

import sys
import zipfile

with zipfile.ZipFile(sys.argv[1]) as whole, zipfile.ZipFile(sys.argv[2], "w") as broken:
    for name in whole.namelist():
        data = whole.read(name)
        if name.endswith("vsixmanifest"):
            data = data.replace(b'Publisher="tilewright"', b'Publisher="other"')
        if not name.endswith("tmLanguage.json"):
            broken.writestr(name, data)
