"""Compares tilewright.spdx.json with the files that it lists, and with what SPDX 2.3 asks for.

usage: check-sbom.py FOLDER CPP_FOLDER
"""

import hashlib
import json
import os
import re
import sys

folders = sys.argv[1:]
name = "share/doc/tilewright/tilewright.spdx.json"
with open(os.path.join(folders[0], name), encoding="utf-8") as file:
    document = json.load(file)
errors = []


def check(value, what):
    if not value:
        errors.append(what)


# SPDX 2.3, chapters 6 to 11: the fields that have to be there.
for field in ("spdxVersion", "dataLicense", "SPDXID", "name", "documentNamespace", "creationInfo"):
    check(document.get(field), "expected the field " + field)
check(document["dataLicense"] == "CC0-1.0", "expected CC0-1.0 as the licence of the list")
check(re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", document["creationInfo"]["created"]), "the time is not UTC")
entries = document["packages"] + document["files"]
identities = [entry["SPDXID"] for entry in entries] + ["SPDXRef-DOCUMENT"]
check(len(set(identities)) == len(identities), "an identity is there twice")
for identity in identities:
    check(re.fullmatch(r"SPDXRef-[A-Za-z0-9.-]+", identity), identity + ": not an identity of SPDX")
for relation in document["relationships"]:
    for end in ("spdxElementId", "relatedSpdxElement"):
        check(relation[end] in identities, relation[end] + ": a relation to what is not there")
for package in document["packages"]:
    for field in ("name", "downloadLocation", "licenseConcluded", "licenseDeclared", "copyrightText"):
        check(package.get(field), "%s: expected the field %s" % (package["SPDXID"], field))

print("%s: %s" % (document["spdxVersion"], document["name"]))
files = {entry["SPDXID"]: entry for entry in document["files"]}
inside = [p for p in document["packages"] if not p["filesAnalyzed"]]
own = [p for p in document["packages"] if p["filesAnalyzed"]]
for package, folder in zip(own, folders):
    listed = {}
    for identity in package["hasFiles"]:
        listed[files[identity]["fileName"]] = {c["algorithm"]: c["checksumValue"] for c in files[identity]["checksums"]}
    sums = sorted(file["SHA1"] for file in listed.values())
    code = hashlib.sha1("".join(sums).encode()).hexdigest()
    check(code == package["packageVerificationCode"]["packageVerificationCodeValue"], "the sum over all files is wrong")
    for at, _, found in os.walk(folder):
        for entry in found:
            path = os.path.join(at, entry)
            shown = "./" + os.path.relpath(path, folder)
            if os.path.islink(path) or shown == "./" + name:
                continue
            if shown not in listed:
                errors.append(shown + ": it is not listed")
                continue
            with open(path, "rb") as file:
                content = file.read()
            for algorithm, expected in listed.pop(shown).items():
                value = hashlib.new(algorithm, content).hexdigest()
                check(value == expected, "%s: expected the %s %s that is listed, found %s" % (shown, algorithm, expected, value))
    errors += [path + ": it is listed, and is not there" for path in sorted(listed)]
    print("%s %s: %s: %d files" % (package["name"], package["versionInfo"], package["licenseDeclared"], len(package["hasFiles"])))
for package in inside:
    print("%s %s: %s" % (package["name"], package.get("versionInfo", "without a version"), package["licenseDeclared"]))
print("\n".join(errors) or "ok")
sys.exit(bool(errors))
