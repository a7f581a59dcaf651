"""The programs of the packages that the set-up installs, and no others.

A test that calls what only this machine has would fail on a new one. So the PATH of
tests is a folder of links to the programs of the packages that scripts/install-packages
names, of those that they depend on, and of those that each Debian has.
"""

import os
import re
import shutil
import subprocess

ADMIN = "/var/lib/dpkg"
ALTERNATIVES = "/etc/alternatives"
FOLDERS = ["/usr/bin", "/bin", "/usr/sbin", "/sbin"]


def read_packages():
    """The installed packages by name: their fields, and by what they provide."""
    with open(ADMIN + "/status", encoding="utf-8") as file:
        paragraphs = file.read().split("\n\n")
    packages, provided = {}, {}
    for paragraph in paragraphs:
        fields = dict(re.findall(r"^([A-Z][\w-]*): (.*)$", paragraph, re.M))
        if fields.get("Status", "").endswith(" installed"):
            packages[fields["Package"]] = fields
            for name in re.findall(r"[\w.+-]+(?=\s*(?:\(|,|$))", fields.get("Provides", "")):
                provided.setdefault(name, []).append(fields["Package"])
    return packages, provided


def close(names, packages, provided):
    """The packages with all that they depend on; None if one is not installed."""
    reached, pending = set(), list(names)
    while pending:
        name = pending.pop()
        if name in reached:
            continue
        if name not in packages:
            return None
        reached.add(name)
        for field in ("Pre-Depends", "Depends"):
            for group in packages[name].get(field, "").split(","):
                choices = re.findall(r"(?:^|\|)\s*([\w.+-]+)", group)
                installed = [choice for choice in choices if choice in packages]
                installed += [one for choice in choices for one in provided.get(choice, [])]
                pending += installed[:1]
    return reached


def list_files(package, fields):
    for name in (package, "%s:%s" % (package, fields.get("Architecture"))):
        path = "%s/info/%s.list" % (ADMIN, name)
        if os.path.exists(path):
            with open(path, encoding="utf-8") as file:
                return file.read().split("\n")
    return []


def find_alternative(name, files):
    """Which of the programs that the alternatives may choose for a name is of the files."""
    try:
        with open("%s/alternatives/%s" % (ADMIN, name), encoding="utf-8") as file:
            lines = file.read().split("\n")
    except OSError:
        return None
    for line, after in zip(lines, lines[1:]):
        if line in files and re.fullmatch(r"-?\d+", after):
            return line
    return None


def find_programs(names):
    """What each program's name stands for; None if a package is not installed."""
    packages, provided = read_packages()
    names = set(names)
    for name, fields in packages.items():
        if fields.get("Essential") == "yes" or fields.get("Priority") == "required":
            names.add(name)
    names = close(names, packages, provided)
    if names is None:
        return None
    files = set()
    for name in names:
        files.update(list_files(name, packages[name]))
    programs = {}
    for folder in FOLDERS:
        for path in files:
            if os.path.dirname(path) == folder and os.path.exists(path):
                programs.setdefault(os.path.basename(path), path)
        for entry in os.scandir(folder):
            if entry.name in programs or not entry.is_symlink():
                continue
            link = os.readlink(entry.path)
            if os.path.dirname(link) == ALTERNATIVES:
                target = find_alternative(os.path.basename(link), files)
                if target:
                    programs[entry.name] = target
    return programs


def link_programs(folder, source, guarded):
    """Fills the folder with links to the programs, and to those of the machine that are
    guarded: a test that calls one requires a feature of that name. Returns False where the
    packages are not all here: elsewhere than on Debian, and with another LLVM."""
    try:
        list_command = [os.path.join(source, "scripts", "install-packages"), "--list"]
        names = subprocess.run(list_command, check=True, capture_output=True, text=True).stdout.split()
        programs = find_programs(names)
    except OSError:
        return False
    if programs is None:
        return False
    for name in guarded:
        if shutil.which(name):
            programs[name] = shutil.which(name)
    os.makedirs(folder, exist_ok=True)
    new = os.path.join(folder, ".new-%d" % os.getpid())
    python = programs.pop("python3")
    old = {entry.name: os.readlink(entry.path) for entry in os.scandir(folder) if entry.is_symlink()}
    for name in old.keys() - programs.keys():
        os.remove(os.path.join(folder, name))
    for name, target in programs.items():
        if old.get(name) != target:
            os.symlink(target, new)
            os.replace(new, os.path.join(folder, name))
    # Without the packages for Python that this machine has.
    with open(new, "w", encoding="utf-8") as file:
        file.write('#!/bin/sh\nexec %s -S "$@"\n' % python)
    os.chmod(new, 0o755)
    os.replace(new, os.path.join(folder, "python3"))
    return True
