"""Which programs a machine with certain packages gives to tests.

usage: packages.py FOLDER_OF_LITSUPPORT NEW_FOLDER
"""

import os
import shutil
import sys

sys.dont_write_bytecode = True  # not into the source tree
sys.path.insert(0, sys.argv[1])
from litsupport import programs

folder = sys.argv[2]
shutil.rmtree(folder, ignore_errors=True)
programs.ADMIN = os.path.join(folder, "dpkg")
programs.ALTERNATIVES = os.path.join(folder, "etc")
bin = os.path.join(folder, "bin")
programs.FOLDERS = [bin]
for path in (bin, os.path.join(folder, "dpkg", "info"), os.path.join(folder, "dpkg", "alternatives"), programs.ALTERNATIVES):
    os.makedirs(path)

STATUS = """Package: coreutils
Essential: yes
Status: install ok installed
Architecture: amd64
Pre-Depends: awk

Package: mawk
Status: install ok installed
Architecture: amd64
Provides: awk, other (= 1.0)

Package: gawk
Status: install ok installed
Architecture: amd64

Package: build
Status: install ok installed
Architecture: amd64
Depends: gcc:any (>= 4), make | remake (>= 1), python3
Recommends: gdb

Package: gcc
Status: install ok installed
Architecture: amd64
Depends: build

Package: make
Status: install ok installed
Architecture: amd64

Package: remake
Status: install ok installed
Architecture: amd64

Package: python3
Status: install ok installed
Architecture: amd64

Package: gdb
Status: install ok installed
Architecture: amd64

Package: removed
Status: deinstall ok config-files
Architecture: amd64
"""
with open(os.path.join(programs.ADMIN, "status"), "w") as file:
    file.write(STATUS)
FILES = {"coreutils": "ls", "mawk": "mawk", "gawk": "gawk", "gcc:amd64": "gcc", "make": "make",
         "remake": "remake", "python3": "python3", "gdb": "gdb", "build": "not-there"}
for package, name in FILES.items():
    with open(os.path.join(programs.ADMIN, "info", package + ".list"), "w") as file:
        file.write("/.\n%s\n%s/%s\n" % (bin, bin, name))
    if name != "not-there":
        open(os.path.join(bin, name), "w").close()
# The machine's choice is a package that the set-up does not install.
for name, choice, choices in [("awk", "gawk", ["gawk", "mawk"]), ("cc", "gcc", ["gcc"]), ("debugger", "gdb", ["gdb"])]:
    os.symlink(os.path.join(programs.ALTERNATIVES, name), os.path.join(bin, name))
    os.symlink(os.path.join(bin, choice), os.path.join(programs.ALTERNATIVES, name))
    with open(os.path.join(programs.ADMIN, "alternatives", name), "w") as file:
        file.write("auto\n%s/%s\n\n" % (bin, name) + "".join("%s/%s\n10\n" % (bin, one) for one in choices) + "\n")

found = programs.find_programs(["build"])
assert found["awk"].endswith("/mawk") and found["cc"].endswith("/gcc"), found
print("named:", " ".join(sorted(found)))
print("one is missing:", "none" if programs.find_programs(["build", "removed"]) is None else "some")
