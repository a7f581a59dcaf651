"""usage: features.py SERVER

One request of each kind that this server answers itself, and what it says.
"""

import sys

from client import Client

TEXT = """// gr\u00fcn
// and more
tile.func public @k(%p: !tile.ptr<f32>, %n: i32) {
  %i = tile.make_range {start = 0 : i32, end = 1024 : i32} : tensor<1024xi32>
  %base = tile.splat %p : !tile.ptr<f32> -> tensor<1024x!tile.ptr<f32>>
  %ptrs = tile.addptr %base, %i : tensor<1024x!tile.ptr<f32>>, tensor<1024xi32>
  %x = tile.load %ptrs : tensor<1024x!tile.ptr<f32>>
  %y = tile.elementwise_inline_asm "/* \u4e2d */ fma.rn.f32 $0, $1, $1, $1;" // an asm
      {constraints = "=f,f", packed_element = 1 : i32, pure = true}
      %x : tensor<1024xf32> -> tensor<1024xf32>
  tile.store %ptrs, %y : tensor<1024x!tile.ptr<f32>>
  cf.br ^end(%n : i32)
^end(%m: i32):
  tile.return
}
tile.func public @other(%x: f32) {
  tile.return
}
"""

BADLY_INDENTED = """// -----
  tile.func public @k(%p: !tile.ptr<f32>, %n: i1) {   \t
\t// a comment, and "a { string"
   scf.if %n {
 // {
          %z = arith.constant 0.0 : f32
        tile.store %p,
           %z : !tile.ptr<f32>
 } else { // {
  }

    tile.return
    }"""

TTIR = """module {
  tt.func public @k(%a: !tt.ptr<f32>) {
    %t = tt.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
    %u = tt.splat %a : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
    %v = tt.addptr %u, %t : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
    %w = tt.load %v : tensor<64x!tt.ptr<f32>>
    %r = tt.elementwise_inline_asm "tanh.f32 $0, $1;" {constraints = "=f,f", packed_element = 1 : i32, pure = true} %w : tensor<64xf32> -> tensor<64xf32>
    tt.store %v, %r : tensor<64x!tt.ptr<f32>>
    tt.return
  }
}
"""


def show_hover(client, title, position):
    answer = client.request("hover", position=position)
    print(f"{title}:", answer["contents"]["value"].strip().replace("\n", "|")[:200] if answer else None)


def rename(client, position, name):
    answer = client.request("rename", position=position, newName=name)
    if "changes" not in answer:
        return answer["message"]
    changes = answer["changes"][client.uri]
    changed = client.apply(changes)
    before = client.text
    errors = client.open(changed, "renamed.mlir")
    client.open(before)
    return f"{len(changes)} places, {len(errors)} errors"


def main():
    client = Client(sys.argv[1])
    info = client.initialized["serverInfo"]
    print("server:", info["name"], info["version"].split(" ")[0])
    assert client.open(TEXT) == [], client.diagnostics

    show_hover(client, "register", client.at("$1, $1;", 1))
    show_hover(client, "register of braces", client.at("$0,", 0))
    show_hover(client, "constraint of output", client.at('"=f,f"', 2))
    show_hover(client, "constraint of input", client.at('"=f,f"', 4))
    show_hover(client, "type", client.at("!tile.ptr", 3))

    for title, position in [("middle of a name", client.at("tile.load", 7)), ("middle of a mnemonic", client.at("fma.rn", 1)), ("middle of a word", client.at("fma.rn", 5))]:
        items = client.request("completion", position=position)["items"]
        edits = {client.apply([item["textEdit"]])[:client.offset(position) + 30].rsplit("\n", 1)[-1].strip() for item in items}
        print(f"completion in the {title}:", len(items), sorted(edits)[0])

    help = client.request("signatureHelp", position=client.at("$1, $1;", 5))
    signature = help["signatures"][help["activeSignature"]]
    first, last = signature["parameters"][help["activeParameter"]]["label"]
    print("signature of PTX:", signature["label"].split("  ")[0], help["activeParameter"], signature["label"][first:last])
    help = client.request("signatureHelp", position=client.at("%base, %i", 8))
    signature = help["signatures"][0]
    first, last = signature["parameters"][help["activeParameter"]]["label"]
    print("signature of an operation:", signature["label"].split(" attr-dict")[0], signature["label"][first:last])
    print("no signature:", client.request("signatureHelp", position=client.at("// gr", 4)))

    hints = client.request("inlayHint", range=client.whole())
    for hint in hints:
        line = TEXT.split("\n")[hint["position"]["line"]]
        print("hint:", line[: hint["position"]["character"]].strip() + hint["label"], "#tile." in hint["tooltip"]["value"])
    line = {"line": 6, "character": 0}
    print("hints of a line:", len(client.request("inlayHint", range={"start": line, "end": {"line": 7, "character": 0}})))

    legend = client.initialized["capabilities"]["semanticTokensProvider"]["legend"]["tokenTypes"]
    data = client.request("semanticTokens/full")["data"]
    line = character = 0
    for delta, start, length, kind, _ in zip(*[iter(data)] * 5):
        character = start if delta else character + start
        line += delta
        begin = client.offset({"line": line, "character": character})
        if line in (0, 7, 8):
            word = TEXT[begin:client.offset({"line": line, "character": character + length})]
            print(f"colour: {word} {legend[kind]}")

    for fold in client.request("foldingRange"):
        print("fold:", fold["startLine"], fold["endLine"], fold["kind"])

    print("rename a value:", rename(client, client.at("%ptrs", 2), "places"))
    print("rename at its end:", rename(client, client.at("%ptrs", 5, count=2), "%places"))
    print("rename an argument:", rename(client, client.at("%n", 1), "size"))
    print("rename a block:", rename(client, client.at("^end", 1), "^done"))
    print("rename a symbol:", rename(client, client.at("@k", 1), "kernel"))
    print("a name that is there:", rename(client, client.at("%n", 1), "x"))
    print("a name that is in the other function:", rename(client, client.at("%x: f32", 1), "i"))
    print("a wrong name:", rename(client, client.at("%x", 1), "a b"))
    print("no name:", rename(client, client.at("public", 1), "b"))
    place = client.request("prepareRename", position=client.at("%ptrs", 2))
    print("prepare:", place["placeholder"], client.request("prepareRename", position=client.at("public", 1)))

    assert client.open(BADLY_INDENTED, "f.mlir") == [], client.diagnostics
    options = {"tabSize": 2, "insertSpaces": True}
    formatted = client.apply(client.request("formatting", options=options))
    print(formatted.replace("\n", "\n|"))
    client.open(formatted, "formatted.mlir")
    print("formatted again:", client.request("formatting", options=options))
    client.open("tile.func @k( {", "broken.mlir")
    print("not parsed:", client.request("formatting", options=options)["message"])

    for finding in client.open(TTIR, "k.ttir"):
        print("TTIR:", finding["code"], finding["range"]["start"], finding["message"].split(";")[0])
        place = finding["range"]
    [action] = client.request("codeAction", range=place, context={"diagnostics": []})[:1]
    print("TTIR, fixed:", client.open(client.apply(action["edit"]["changes"][client.uri]), "fixed.ttir"))
    show_hover(client, "TTIR, operation", client.at("tt.load", 4))
    show_hover(client, "TTIR, type", client.at("!tt.ptr", 4))
    show_hover(client, "TTIR, value", client.at("%w", 1))
    show_hover(client, "TTIR, register", client.at("$1", 1))
    print("TTIR, hints:", len(client.request("inlayHint", range=client.whole())))
    print("TTIR, rename:", rename(client, client.at("%v", 1), "where"))
    items = client.request("completion", position=client.at("tt.load", 5))["items"]
    print("TTIR, completion:", [item["label"] for item in items])
    print("exit code:", client.close())


main()
