"""Checks the archive of a distribution without unpacking it.

usage: check-archive.py ARCHIVE MAX_BYTES FOLDER FORBIDDEN...

One folder at the top, sorted names, files of root with one time, links to what
is there, no file that contains one of the forbidden strings; the same files as
in FOLDER.
"""

import io
import os
import subprocess
import sys
import tarfile

SHOWN = [
    "bin/",
    "include/tile-c/",
    "lib/",
    "lib/cmake/Tilewright/",
    "lib/pkgconfig/",
    "lib/tilewright/",
    "lib/tilewright/sim/",
    "share/bash-completion/completions/",
    "share/doc/tilewright/",
    "share/man/man1/",
    "share/zsh/site-functions/",
]


def main():
    archive, limit, folder, forbidden = sys.argv[1], int(sys.argv[2]), sys.argv[3], sys.argv[4:]
    packed = {os.path.relpath(os.path.join(at, name), folder) for at, _, files in os.walk(folder) for name in files}
    errors = []
    size = os.path.getsize(archive)
    if size > limit:
        errors.append("expected at most %d bytes, found %d" % (limit, size))
    data = subprocess.run(["xz", "-dcq", archive], check=True, capture_output=True).stdout
    tar = tarfile.open(fileobj=io.BytesIO(data))
    members = tar.getmembers()
    names = [member.name for member in members]
    title = os.path.basename(archive)[: -len(".tar.xz")]
    top = os.path.basename(folder)

    if [n for n in names if n.split("/")[0] != top]:
        errors.append("expected all in the folder " + top)
    # tar sorts within each folder.
    keys = [name.split("/") for name in names]
    if keys != sorted(keys):
        errors.append("expected sorted names")
    if len({member.mtime for member in members}) != 1:
        errors.append("expected one time for all files")

    shown = {folder: [] for folder in SHOWN}
    for member in members:
        path = member.name[len(top) + 1 :]
        if (member.uid, member.gid, member.uname, member.gname) != (0, 0, "", ""):
            errors.append(path + ": expected root as owner")
        if member.mode & 0o022 or not member.mode & 0o004:
            errors.append("%s: its mode is %o" % (path, member.mode))
        if member.issym():
            target = os.path.normpath(os.path.join(os.path.dirname(member.name), member.linkname))
            if target not in names:
                errors.append("%s: a link to %s" % (path, member.linkname))
        if not member.isdir():
            at, name = os.path.split(path)
            if at + "/" in shown:
                shown[at + "/"].append(name)
        if member.isfile():
            content = tar.extractfile(member).read()
            packed.discard(path)
            with open(os.path.join(folder, path), "rb") as original:
                if content != original.read():
                    errors.append(path + ": expected the bytes that are in the folder")
            for text in forbidden:
                if text.encode() in content:
                    errors.append("%s: contains '%s'" % (path, text))

    links = {member.name[len(top) + 1 :] for member in members if member.issym()}
    errors += [path + ": it is only in the folder" for path in sorted(packed - links)]
    print("%s: %d files, %d bytes" % (title, sum(m.isfile() for m in members), size))
    for at, entries in shown.items():
        print(at + ": " + " ".join(entries))
    print("\n".join(errors) or "ok")
    return bool(errors)


sys.exit(main())
