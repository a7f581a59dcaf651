"""usage: quick-fixes.py SERVER

For each wrong asm: the finding has its code and the link to its section, the quick fixes
have these titles, and with the first of them the finding is gone.
"""

import sys

from client import Client

# The code; the kernel's asm with its constraints; further words of the operation; what
# the quick fixes are called.
F = "%x : f32 -> f32"
CASES = [
    ("unknown-modifier", '"tanh.f32 $0, $1;"', "=f,f", F, ["write 'tanh.approx.f32'"]),
    ("unknown-modifier", '"/* \\FC\u4e2d */\\0A tanh.f32 $0, $1;"', "=f,f", F, ["write 'tanh.approx.f32'"]),
    ("unknown-modifier", '"div.f32 $0, $1, $1;"', "=f,f", F, ["write 'div.approx.f32'", "write 'div.full.f32'", "write 'div.rn.f32'"]),
    ("unknown-modifier", '"cvt.rn.s32.f32 $0, $1;"', "=f,r", "%i : i32 -> f32", ["write 'cvt.rn.f32.s32'"]),
    ("unknown-instruction", '"nge.f32 $0, $1;"', "=f,f", F, ["write 'neg.f32'"]),
    ("unknown-instruction", '"rsqrtf $0, $1;"', "=f,f", F, ["write 'rsqrt.approx.f32'"]),
    ("operand-type", '"cvt.rn.bf16x2.f32 $0, $1, $1;"', "=l,f", "%x : f32 -> i32", ["use constraint 'r' for $0"]),
    ("operand-type", '"add.f32 $0, $1, 1;"', "=f,f", F, ["write '1.0'"]),
    ("operand-type", '"ld.global.f32 $0, $1;"', "=f,l", "%p : !tile.ptr<f32> -> f32", ["write '[$1]'"]),
    ("operand-type", '"ld.global.f32 $0, [$1];"', "=f,r", "%i : i32 -> f32", ["use constraint 'l' for $1"]),
    ("operand-kind", '"add.s32 $0, $1, $1;"', "=r,f", "%x : f32 -> f32", ["use constraint 'r' for $1"]),
    ("operand-count", '"atom.global.add.u32 [$1], 1; mov.b32 $0, 0;"', "=r,l", "%q : !tile.ptr<i32> -> i32", ["write '_' for the value that was there"]),
    ("register-undeclared", '"neg.f32 $0, %1;"', "=f,f", F, ["write '$1'"]),
    ("register-undeclared", '"mov.u32 $0, laneid;"', "=r", "-> i32", ["write '%laneid'"]),
    ("register-undeclared", '"{ .reg .f32 total; mov.f32 total, $1; neg.f32 $0, totla; }"', "=f,f", F, ["write 'total'"]),
    ("guard-type", '"mov.b32 $0, 0; @$1 mov.b32 $0, 1;"', "=r,r", "%b : i1 -> i32", ["use constraint 'b' for $1"]),
    ("address-offset", '"ld.global.f32 $0, [$1+$2];"', "=f,l,r", "%p, %four : !tile.ptr<f32>, i32 -> f32", ["use constraint 'n' for $2"]),
    ("element-order", '"cvt.rn.bf16x2.f32 $0, $1, $2;"', "=r,f,f", "%t : tensor<128xf32> -> tensor<128xbf16>", ["write $0, $2, $1"]),
    ("carry-lost", '"add.cc.u32 $0, $1, $1; addc.u32 $0, $1, $1; addc.u32 $0, $1, $1;"', "=r,r", "%i : i32 -> i32", ["write 'addc.cc'"]),
    ("pure-store", '"st.global.f32 [$1], 0f00000000; mov.b32 $0, 0;"', "=r,l", "%p : !tile.ptr<f32> -> i32", ["set pure = false"]),
    ("pure-lanes", '"shfl.sync.bfly.b32 $0, $1, 1, 0x1f, 0xffffffff;"', "=r,r", "%i : i32 -> i32", ["set pure = false and scope = thread"]),
    ("pure-clock", '"mov.u64 $0, %clock64;"', "=l", "-> i64", ["set pure = false"]),
    ("pure-scope", '"neg.f32 $0, $1;" scope = thread', "=f,f", F, ["set pure = false", "leave out the scope"]),
]

KERNEL = """// gr\u00fcn
tile.func public @k(%p: !tile.ptr<f32>, %q: !tile.ptr<i32>, %x: f32, %i: i32, %b: i1) {
  %n = tile.make_range {start = 0 : i32, end = 128 : i32} : tensor<128xi32>
  %t = arith.sitofp %n : tensor<128xi32> to tensor<128xf32>
  %four = arith.constant 4 : i32
  %r = tile.elementwise_inline_asm BODY {constraints = "CONSTRAINTS", packed_element = PACK : i32, pure = PURE} SIGNATURE
  tile.return
}
"""


def main():
    client = Client(sys.argv[1])
    failures = 0
    for number, (code, body, constraints, signature, titles) in enumerate(CASES):
        pack = "2" if code == "element-order" else "1"
        text = KERNEL.replace("BODY", body).replace("CONSTRAINTS", constraints).replace("SIGNATURE", signature)
        text = text.replace("PACK", pack).replace("PURE", "true")
        found = [d for d in client.open(text, f"{number}.mlir") if d.get("code") == code]
        if not found:
            failures += 1
            print(f"{code}: {body}: expected the finding, found", [d["message"] for d in client.diagnostics[client.uri]])
            continue
        link = found[0].get("codeDescription", {}).get("href", "none")
        place = found[0]["range"]["start"]
        actions = client.request("codeAction", range={"start": place, "end": place}, context={"diagnostics": found})
        actions = [a for a in actions if a.get("data", {}).get("code") == code]
        if [a["title"] for a in actions] != titles or "inline-ptx.md#" not in link:
            failures += 1
            print(f"{code}: {body}: expected {titles}, found", [a["title"] for a in actions], link, found[0]["message"])
            continue
        fixed = client.apply(actions[0]["edit"]["changes"][client.uri])
        left = [d for d in client.open(fixed, f"{number}-fixed.mlir") if d.get("code") in (code, None)]
        if left:
            failures += 1
            print(f"{code}: {body}: expected no finding after '{titles[0]}', found", [d["message"] for d in left])
        if len(actions) > 1 and any(a["isPreferred"] for a in actions):
            failures += 1
            print(f"{code}: {body}: expected none of several to be preferred")
    print(f"{len(CASES) - failures} of {len(CASES)} fixed, exit code {client.close()}")


main()
