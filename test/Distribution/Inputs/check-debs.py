"""Compares Debian packages with the folder of files that they were made of.

usage: check-debs.py FOLDER DEBS

Each file of FOLDER is in one package, in the folder that Debian has for it; a package has
nothing else than its own documents; Installed-Size is the size of its files.
"""

import glob
import io
import os
import subprocess
import sys
import tarfile

folder, debs = sys.argv[1:]
errors, owners, sources = [], {}, {}
# The folder has the packages, too.
for at, names, files in os.walk(folder):
    names[:] = [name for name in names if os.path.join(at, name) != debs.rstrip("/")]
    for name in files:
        path = os.path.join(at, name)
        if not os.path.islink(path) and not name.startswith("LICENSE"):
            with open(path, "rb") as file:
                sources.setdefault(name, []).append(file.read())
# What the packages change: compressed, without a search path, with the places of Debian.
changed = {"tilewright.pc"} | set(os.listdir(os.path.join(folder, "bin")))
for deb in sorted(glob.glob(os.path.join(debs, "*.deb"))):
    package = os.path.basename(deb).split("_")[0]
    data = subprocess.run(["dpkg-deb", "--fsys-tarfile", deb], check=True, capture_output=True).stdout
    size = count = 0
    tar = tarfile.open(fileobj=io.BytesIO(data))
    for member in tar:
        path = member.name[1:]
        # As dpkg-gencontrol: whole KiB of a file, one for all else.
        size += -(-member.size // 1024) if member.isfile() else (path != "")
        if (member.uid, member.gid) != (0, 0) or (not member.issym() and member.mode & 0o022):
            errors.append(path + ": expected it to be of root, and nobody else may write")
        if member.isdir():
            continue
        count += 1
        if not path.startswith("/usr/"):
            errors.append(path + ": expected it under /usr")
        if path in owners:
            errors.append("%s: in %s and in %s" % (path, owners[path], package))
        owners[path] = package
        name = os.path.basename(path)
        own = path.startswith(("/usr/share/doc/%s/c" % package, "/usr/share/lintian/"))
        if member.isfile() and not own:
            key = name[:-3] if name.endswith(".1.gz") else name
            content = tar.extractfile(member).read()
            found = sources.get(key, [])
            if name not in changed and not name.endswith(".1.gz") and content not in found:
                errors.append(path + ": not a file of the folder")
            elif name in changed or name.endswith(".1.gz"):
                del found[:1]
            else:
                found.remove(content)
    fields = subprocess.run(["dpkg-deb", "-f", deb, "Installed-Size"], check=True, capture_output=True, text=True).stdout
    if abs(int(fields) - size) > 1:
        errors.append("%s: its Installed-Size is %s KiB, its files have %d" % (package, fields.strip(), size))
    print("%s: %d files, %d KiB" % (package, count, size))
for name, left in sorted(sources.items()):
    if left:
        errors.append("%s: in no package" % name)
print("\n".join(errors) or "ok")
sys.exit(bool(errors))
