"""Makes a C program that uses the functions of every pass that Passes.td files
define, and gives each option that is no string a wrong value.

usage: make-pass-test.py INCLUDE_FOLDER EXPECTED_OUTPUT > PROGRAM.c
"""

import pathlib
import re
import sys

passes = []
for path in sorted(pathlib.Path(sys.argv[1]).rglob("Passes.td")):
    text = path.read_text()
    # Of each `def Tile<X> : Pass<"<name>"`, with the text up to the next one.
    for part in re.split(r"^def ", text, flags=re.M)[1:]:
        match = re.match(r'Tile(\w+)\s*:\s*Pass<\s*"([^"]+)"', part)
        if not match:
            sys.exit("%s: expected 'def Tile... : Pass<\"', found '%s'" % (path, part[:60]))
        options = re.findall(r'Option<\s*"[^"]*",\s*"([^"]+)",\s*"([^"]+)"', part)
        passes.append((match.group(1), match.group(2), options))

print('#include "Check.h"')
print('#include "tile-c/Passes.h"')
print("static void test(MlirPass pass, MlirOpPassManager all) {")
print("  EXPECT(pass.ptr != NULL);")
print("  mlirOpPassManagerAddOwnedPass(all, pass);")
print("}")
print("int main(void) {")
print("  MlirContext context = mlirContextCreate();")
print("  MlirPassManager manager = mlirPassManagerCreate(context);")
print("  MlirOpPassManager all = mlirPassManagerGetAsOpPassManager(manager);")
for function, name, options in passes:
    print("  tileRegister%sPass();" % function)
    print("  {")
    print("    MlirPass pass = tileCreate%sPass();" % function)
    for option, kind in options:
        value = "x" if kind != "std::string" else None
        if value:
            print('    EXPECT_ERROR(TileStatusInvalidArgument, "for the option \'%s\' of \'%s\', found \'%s\'",' % (option, name, value))
            print('                 tilePassSetOptions(pass, tileString("%s=%s")));' % (option, value))
        else:
            print('    EXPECT_OK(tilePassSetOptions(pass, tileString("%s=x")));' % option)
    print("    test(pass, all);")
    print("  }")
print("  mlirPrintPassPipeline(all, printString, NULL);")
print("  mlirPassManagerDestroy(manager);")
print("  mlirContextDestroy(context);")
print("  return 0;")
print("}")

# What the program is to print, without options.
with open(sys.argv[2], "w") as expected:
    expected.write("any(" + ",".join(name for _, name, _ in passes) + ")\n")
