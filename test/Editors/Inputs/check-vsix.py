"""usage: check-vsix.py FILE.vsix VERSION

Whether an extension for VS Code has what its manifests name, in one piece.
"""

import json
import re
import sys
import xml.etree.ElementTree as ElementTree
import zipfile


def find_problems(archive, version):
    names = archive.namelist()
    if archive.testzip() is not None:
        yield f"{archive.testzip()} is damaged"
    for needed in ("extension.vsixmanifest", "[Content_Types].xml", "extension/package.json"):
        if needed not in names:
            yield f"expected {needed}, found none"
            return
    space = {"v": "http://schemas.microsoft.com/developer/vsx-schema/2011"}
    manifest = ElementTree.fromstring(archive.read("extension.vsixmanifest"))
    package = json.loads(archive.read("extension/package.json"))
    identity = manifest.find("v:Metadata/v:Identity", space).attrib
    for field, key in (("Id", "name"), ("Version", "version"), ("Publisher", "publisher")):
        if identity[field] != package[key]:
            yield f"expected '{package[key]}' as {field}, found '{identity[field]}'"
    if package["version"] != version:
        yield f"expected version {version}, found {package['version']}"
    for asset in manifest.iterfind("v:Assets/v:Asset", space):
        if asset.attrib["Path"] not in names:
            yield f"expected the asset {asset.attrib['Path']}, found none"
    types = ElementTree.fromstring(archive.read("[Content_Types].xml"))
    known = {entry.attrib["Extension"] for entry in types}
    for name in names:
        suffix = "." + name.rsplit(".", 1)[-1]
        if suffix not in known and name != "[Content_Types].xml":
            yield f"expected a type of {suffix}, found none"

    contributes = package["contributes"]
    languages = {language["id"] for language in contributes["languages"]}
    paths = [package["main"]] + [grammar["path"] for grammar in contributes["grammars"]]
    paths += [language["configuration"] for language in contributes["languages"]]
    for path in paths:
        if "extension/" + path.removeprefix("./") not in names:
            yield f"expected {path}, found none"
    for name in names:
        if name.endswith(".json"):
            json.loads(archive.read(name))
        if name.endswith(".js"):
            text = archive.read(name).decode()
            for module in re.findall(r'require\("(\.[^"]*)"\)', text):
                if "extension/" + module.removeprefix("./") + ".js" not in names:
                    yield f"expected {module} of {name}, found none"
            for setting in re.findall(r'\.get\("(\w+)"\)', text):
                if "tilewright." + setting not in contributes["configuration"]["properties"]:
                    yield f"expected the setting {setting} in package.json, found none"
    for command in contributes["commands"]:
        if command["command"].encode() not in archive.read("extension/extension.js"):
            yield f"expected {command['command']} in extension.js, found none"
    for grammar in contributes["grammars"]:
        if grammar["language"] not in languages:
            yield f"expected a grammar of a language, found {grammar['language']}"
        if "extension/" + grammar["path"].removeprefix("./") not in names:
            continue
        rules = json.loads(archive.read("extension/" + grammar["path"].removeprefix("./")))
        if rules["scopeName"] != grammar["scopeName"]:
            yield f"expected the scope {grammar['scopeName']}, found {rules['scopeName']}"
        for include in re.findall(r'"include": "#(\w+)"', json.dumps(rules)):
            if include not in rules["repository"]:
                yield f"expected the rule {include}, found none"


def main():
    with zipfile.ZipFile(sys.argv[1]) as archive:
        problems = list(find_problems(archive, sys.argv[2]))
        print("\n".join(problems) if problems else f"{len(archive.namelist())} files, all right")
    sys.exit(bool(problems))


main()
