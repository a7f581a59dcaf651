#!/usr/bin/env python3
"""Writes a C program that calls each function of the C API with bad arguments.

usage: generate.py LIBRARY INCLUDE_FOLDER COMPILER... > calls.c

INCLUDE_FOLDER has tile-c/, COMPILER... is a C compiler with the flags to find
mlir-c/. Each function is called with good arguments, and then with each argument
replaced by each bad value of its kind (Inputs/Hostile.h), with several of them
replaced, and with all of them 0.

Longer than other files, as half of it are the good values of all functions.

Fails for a function, parameter or type of which it does not know what a good
value is, and if the headers do not declare what the library exports: so a new
function is called too, or the test fails.
"""

import glob
import os
import re
import subprocess
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "Inputs"))
from declarations import Declarations

# Good values, as C. The first pattern that "function.parameter" matches.
GOOD = [
    # Compiler.h
    (r"tileStatusGetName\.status", "TileStatusNotFound"),
    (r"tileCompilerOptionsSet\.name", 'tileString("num-warps")'),
    (r"tileCompilerOptionsSet\.value", 'tileString("8")'),
    (r"tileCompilerOptionsGet\.name", 'tileString("target")'),
    (r"\w+\.target", 'tileString("sm_90a")'),
    (r"tileCompilerOptionsSetKernel\.kernel", 'tileString("double")'),
    (r"tileCompilerOptionsAssume\w+\.argument", 'tileString("n")'),
    (r"\w+\.divisor", "16"),
    (r"\w+AssumeValue\.value", "100"),
    (r"\w+\.numWarps", "4"),
    (r"tileCompilerOptionsSetProgramsPerCTA\.programs", "4"),
    (r"tileCompilerOptionsSetNumStages\.stages", "4"),
    (r"\w+\.version", "87"),
    (r"\w+\.enable", "true"),
    (r"\w+\.contract", "TileFPContractOn"),
    (r"\w+AsmCheck\.check", "TileAsmCheckWarn"),
    (r"\w+AsmChoice\.choice", "TileAsmChoiceNative"),
    (r"\w+\.maxRegisters", "128"),
    (r"\w+\.level", "2"),
    (r"\w+\.seconds", "20"),
    (r"tileCompilerCompileText\.name", 'tileString("double.mlir")'),
    (r"tileCompilerCompileFile\.path", "kernelPath()"),
    (r"tile(Compiler|Specializer)\w+\.source", "kernelText()"),
    (r"\w+\.(last|stage)", "TileStagePTX"),
    (r"tileKernelImageFindKernel\.name", 'tileString("double")'),
    (r"tileKernelImageGet\w+\.(index|kernel|argument)", "0"),
    (r"tileKernelImageSave\.path", 'tileString("saved.image")'),
    (r"tileKernelImageLoad\.path", "imagePath()"),
    (r"tileKernelImageDeserialize\.bytes", "imageBytes()"),
    (r"tileCacheCreate\.folder", 'tileString("cache")'),
    (r"tileCacheCreate\.maxBytes", "0"),
    (r"tileCompilerOptionsSet\w+\.path", 'tileString("nowhere")'),
    # Runtime.h
    (r"tileDeviceOpen\.name", 'tileString("sim")'),
    (r"tileDeviceAdoptCUDA\.cuContext", "NULL"),
    (r"tileStreamAdoptCUDA\.cuStream", "NULL"),
    (r"tileDeviceAllocate\.bytes", "256"),
    (r"tileDeviceSetSimulatorSettings\.settings", "{.threads = 2, .findUninitializedGlobal = true}"),
    (r"tileExact\w+\.type", 'tileString("f16")'),
    (r"tileExactFromFloat\.value", "0.5"),
    (r"tileExactToNumber\.bits", "1"),
    (r"tileDeviceAddHostMemory\.memory", "newHostMemory(false)"),
    (r"tileDeviceRemoveHostMemory\.memory", "newHostMemory(true)"),
    (r"tileDeviceAddHostMemory\.name", 'tileString("own")'),
    (r"tileDeviceFree\.address", "newAddress()"),
    (r"tileDevice\w+\.bytes", "64"),
    (r"tileDeviceCopy\.source", "goodAddress() + 256"),
    (r"tileDeviceCopyToHost\.source", "goodAddress()"),
    (r"tileDevice\w+\.destination", "goodAddress()"),
    (r"tileDeviceCopyToDevice\.source", "hostMemory()"),
    (r"tileDeviceFill\.pattern", "hostMemory()"),
    (r"tileDeviceFill\.patternBytes", "4"),
    (r"tileDeviceFill\.count", "4"),
    (r"tileModuleGetKernel\.name", 'tileString("double")'),
    (r"tileKernelGetArgument\.argument", "0"),
    (r"tileKernelSetDynamicSharedMemory\.bytes", "1024"),
    (r"\w+\.grid", "{1, 1, 1}"),
    (r"tile(?!ModuleAppend)\w+\.numArguments", "4"),
    (r"tileSpecializerCreate\.name", 'tileString("double.mlir")'),
    (r"tileSpecializerCreate\.kernel", 'tileString("double")'),
    (r"tile\w+Benchmark\.options", "{0.01, 0.01, 1, 3, false}"),
    (r"tileArgument\w+\.value", "2.5"),
    (r"tileCacheCreateWithCallbacks\.callbacks", "{findNothing, NULL, NULL, NULL, 1000, 1000, 1}"),
    # Modules.h
    (r"tileModuleLoadCode\.code", "foreignCode()"),
    (r"tileModuleGetGlobal\.name", 'tileString("offset")'),
    (r"tileModuleLink\.numInputs", "2"),
    (r"tileKernelGetOccupancy\.threads", "128"),
    (r"tileKernelGetOccupancy\.dynamicBytes", "1024"),
    # Launches.h
    (r"tileKernel(Launch\w*With|GetClusterOccupancy)\.options", "{.hasPriority = true, .priority = -1}"),
    (r"\w+\.percent", "50"),
    (r"\w+\.priority", "-1"),
    (r"\w+\.blocking", "true"),
    (r"tileGraph\w+\.node", "0"),
    (r"tileEventAdoptCUDA\.cuEvent", "NULL"),
    # Memory.h
    (r"tileDeviceSetAllocator\.allocator", "{giveMemory, takeMemory, NULL}"),
    (r"tileDeviceAllocateAsync\.bytes", "64"),
    (r"tileDeviceFreeAsync\.address", "newAddress()"),
    (r"tileMemoryPool\w+\.bytes", "0"),
    (r"tileDeviceFreeHost\.memory", "newPinnedMemory()"),
    (r"tileDeviceRegisterHost\.memory", "newHostMemory(false)"),
    (r"tileDeviceUnregisterHost\.memory", "newHostMemory(true)"),
    (r"tileDevice\w+Rows\w*\.(destinationPitch|sourcePitch|pitch)", "32"),
    (r"tileDevice\w+Rows\w*\.width", "16"),
    (r"tileDevice\w+Rows\w*\.height", "4"),
    (r"tileDeviceFillRows\.(count|patternBytes)", "4"),
    (r"tileDeviceFillRows\.pattern", "hostMemory()"),
    (r"tileDevice(CopyRows|CopyFromPeer)\.source", "goodAddress() + 256"),
    (r"tileDeviceCopyRowsToHost\.source", "goodAddress()"),
    (r"tileDeviceCopyRowsToDevice\.source", "hostMemory()"),
    (r"tileDeviceGetLimit\.name", 'tileString("warp-size")'),
    (r"tileKernelCount\.maxCTAs", "1"),
    # Inspect.h
    (r"tileAsmCheckText\.text", 'tileString("mov.b32 $0, $1;")'),
    (r"tileAsmCheckText\.constraints", 'tileString("=r,r")'),
    (r"tileCompiler(Report|Interpret)\.name", 'tileString("double.mlir")'),
    (r"tileCompilerInterpret\.kernel", 'tileString("double")'),
    (r"tileCompilerInterpret\.stepLimit", "1000"),
    (r"tileCompilerInterpret\.numArrays", "1"),
    # Tuner.h
    (r"tileTunerCreate\.kernel", 'tileString("double")'),
    (r"tileTunerAddConfiguration\.configuration",
     '{tileString("eight"), kernelText(), {NULL, 0}, tileString("num-warps=8"), {NULL, 0}, {1, 1, 1}}'),
    (r"tileTunerAddFile\.path", "tuningPath()"),
    (r"tileTunerSetSettings\.settings", "{1, 1, 2, 1.0, 2.0, 1}"),
    (r"tileTunerRestore\.argument", "0"),
    (r"tileTunerRestore\.bytes", "64"),
    (r"tileTunerSetKey\.key", 'tileString("any")'),
    (r"tileTunerGetResult\.index", "0"),
    # AOT.h
    (r"tileAOT\w+\.numImages", "1"),
    (r"tileAOTEmitC\.name", 'tileString("doubled")'),
    (r"tileAOTWriteC\.prefix", 'tileString("doubled")'),
    # Builder.h
    (r"tileModuleAppendKernel\.name", "newKernelName()"),
    (r"tileModuleAppendKernel\.numArguments", "2"),
    (r"tileBlockAppendOperation\.name", 'tileString("arith.addi")'),
    (r"tileModuleAppendFunction\.name", "newKernelName()"),
    (r"tileModuleAppendFunction\.num(Arguments|Results)", "2"),
    (r"tileBlockAppendOperationWithResults\.name", 'tileString("arith.addi")'),
    (r"tileBlockAppendOperation(WithResults)?\.numOperands", "2"),
    (r"tileBlockAppendOperation(WithResults)?\.numAttributes", "1"),
    (r"tileBlockAppendOperationWithResults\.numResults", "1"),
    (r"tileBlockAppendInteger\.value", "7"),
    (r"tileBlockAppendFloat\.value", "0.5"),
    (r"tileBlockAppendCall\.function", "calledFunction()"),
    (r"tileBlockAppend(Call|If)\.num\w+", "1"),
    (r"tileBlockAppendIf\.hasElse", "true"),
    (r"tileBlockAppendFor\.numValues", "2"),
    (r"tileBlockAppend(For|While|InlineAsm)\.num\w+", "1"),
    (r"tileBlockAppend(Commutative)?(Reduce|Scan)\.numOperands", "1"),
    (r"tileBlockAppendScan\.reverse", "true"),
    (r"tileBlockAppendMap\.num\w+", "1"),
    (r"tileBlockAppend(Commutative)?(Reduce|Scan)\.axis", "0"),
    (r"tileBlockAppendMap\.pack", "1"),
    (r"tileBlockAppendInlineAsm\.inlineAsm",
     '{tileString("cvt.u64.u32 $0, $1;"), tileString("=l,r"), 1, true, false, TileAsmScopeElement, TileAsmFallbackElement, 0}'),
    (r"tileBlockEnd\.numValues", "0"),
    (r"tileBlock\w+Argument\w*\.argument", "1"),
    (r"tileBlockSetArgumentName\.name", 'tileString("n")'),
    # Scalars of the block by number, and a tile.
    (r"tileBlockAppendFor\.(from|to|step)", "blockValue(0)"),
    (r"tileBlockAppendIf\.condition", "blockValue(2)"),
    # Passes.h
    (r"tilePassSetOptions\.options", 'tileString("num-warps=8")'),
    (r"tilePipeline\w+\.options", "{tileString(\"sm_90a\"), 4, 0, true, TileAsmCheckWarn, TileAsmChoiceAuto, 2, 3}"),
    # Dialect.h
    (r"\w+\.addressSpace", "1"),
    (r"\w+\.chip", 'tileString("sm_90a")'),
    (r"\w+\.ptxVersion", "80"),
    (r"tile(Slice|Blocked)LayoutAttrGet(Checked|ForShape)?\.(dim|rank)", "1"),
    (r"tileNvidiaMmaLayoutAttrGet(Checked)?\.(versionMajor|rank)", "2"),
    (r"tileNvidiaMmaLayoutAttrGet(Checked)?\.versionMinor", "0"),
    (r"tileDotOperandLayoutAttrGet(Checked)?\.(opIdx|kWidth)", "1"),
    (r"\w+\.(rank|numIn|numOut)", "1"),
    (r"\w+\.(position|dim|out|bit)", "0"),
    (r"tileLinearLayoutGetContiguity\.in", "0"),
    (r"\w+\.in", "1"),
    (r"tileLinearLayoutCreate\.num(Ins|Outs)", "1"),
    (r"tileLinearLayoutCreate\.numCoordinates", "1"),
    (r"\w+\.numIns", "4"),
    (r"\w+\.numOuts", "1"),
    (r"tileLinearLayoutCompose\.first", "invertedLayout()"),
    (r"tileLinearLayoutPrintTable\.style", 'tileString("thread")'),
]

# Arrays of ArraySize numbers: their first elements, the others are 0.
ARRAYS = [
    (r"tileBlockedLayoutAttrGet\w*\.(sizePerThread|warpsPerCTA)", "4"),
    (r"tileBlockedLayoutAttrGet\w*\.threadsPerWarp", "32"),
    (r"tileNvidiaMmaLayoutAttrGet(Checked)?\.warpsPerCTA", "4, 1, 1, 1, 1"),
    (r"tileNvidiaMmaLayoutAttrGet(Checked)?\.instrShape", "16, 8"),
    (r"tileBlockedLayoutAttrGet\w*\.order", "0, 1, 2, 3, 4"),
    (r"\w+\.shape", "128, 1, 1, 1, 1"),
    (r"\w+\.divisibility", "16, 1, 0"),
    (r"\w+\.coordinates", "1"),
    (r"\w+\.place", "0"),
]

# Structs that have functions of their own in Hostile.h: (type, name there).
STRUCT_ARRAYS = {
    "TileArgument": "Arguments",
    "TileLinkInput": "LinkInputs",
    "TileHostArray": "HostArrays",
    "TileKernelImage": "Images",
    "TileLayoutDimension": "Dimensions",
    "MlirType": "Types",
    "MlirValue": "Values",
    "MlirNamedAttribute": "NamedAttributes",
}

# How many elements an array has is not known to the library.
COUNTS = (
    r"rank|numImages|numInputs|numArrays|numArguments|numIns|numOuts|numCoordinates|numOperands|numAttributes"
    r"|numResults|numValues"
)

# What may be null.
NULLABLE = [
    r"tile(?!Stream)\w+\.stream",
    r"tileCompilerOptionsSetCache\.cache",
    r"tileDeviceCopyRowsToDevice\.source",
    r"tileDeviceCopyRowsToHost\.destination",
    r"tileCompilerOptionsForEach\.callback",
    r"tile(Compiler|KernelSpecialize)\w*\.callbacks",
    r"tileDeviceAllocateAsync\.pool",
    r"tileDeviceSetAllocator\.allocator",
    r"tileKernel(Launch\w*With|GetClusterOccupancy)\.options",
    r"tileEventAdoptCUDA\.cuEvent",
    r"tileDeviceFreeHost\.memory",
    r"tileTunerRun\.onProgress",
    r"tileDeviceSetFindingHandler\.handler",
    r"tile(Pipeline\w+|\w+Benchmark)\.options",
    r"tileBlockedLayoutAttrGetForShape\.(sizePerThread|order)",
    r"tilePassDestroy\.pass",
    r"tileModuleAppendKernel\.divisibility",
    r"tileBlockAppendOperation\.(type|result)",
    r"tileBlockAppendOperationWithResults\.types",
    r"tileBlockEnd\.next",
    r"tileStreamAdoptCUDA\.cuStream",
]

# What stays good. The library cannot know how far memory of the host goes from a
# pointer, and a kernel runs as often as the grid says.
FIXED = (
    r"tileDeviceCopyRowsToDevice\.sourcePitch|tileDeviceCopyRowsToHost\.destinationPitch"
    r"|tileCompilerInterpret\.(grid|stepLimit)|tileCompilerReport\.(source|name)"
)

# Types and attributes that a function is for (names in Hostile.h), and those
# that it may also take.
ATTRIBUTES = [
    (r"tileAttributeIsALayout", "AttrBlocked", "AttrLayout"),
    (r"tileAttributeIsATarget|tileTargetAttr\w+", "AttrTarget", "AttrTarget"),
    (r"tileLayoutAttr\w+", "AttrBlocked", "AttrLayout"),
    (r"tile(AttributeIsA)?BlockedLayout\w*", "AttrBlocked", "AttrBlocked"),
    (r"tileSliceLayoutAttrGet(Checked)?", None, "AttrLayout"),
    (r"tile(AttributeIsA)?SliceLayout\w*", "AttrSlice", "AttrSlice"),
    (r"tileDotOperandLayoutAttrGet(Checked)?", "AttrMma", "AttrLayout"),
    (r"tile(AttributeIsA)?NvidiaMmaLayout\w*", "AttrMma", "AttrMma"),
    (r"tile(AttributeIsA)?DotOperandLayout\w*", "AttrOperand", "AttrOperand"),
    (r"tileLinearLayoutCreateFromAttribute", "AttrBlocked", "AttrLayout"),
    (r"tile(AttributeIsA)?LinearLayout\w*", "AttrLinear", "AttrLinear"),
    (r"tileAttributeIsA\w+", None, "AttrInteger"),
]
TYPES = [
    (r"tilePointerTypeGet(Checked)?", "TypeInteger", "TypeInteger | TypePointer | TypeFloat"),
    (r"tileTypeIsAPointer|tilePointerType\w+", "TypePointer", "TypePointer"),
    (r"tileTypeIsATensorMap", "TypeTensorMap", "TypeTensorMap"),
    (r"tileLinearLayoutCreateFromType", "TypeTile", "TypeTile"),
    (r"tileBlockAppendOperation", "TypeInteger", "~0u"),
    (r"tileBlockAppendInteger", "TypeInteger", "TypeInteger | TypeTile | TypePlainTile"),
    (r"tileBlockAppendFloat", "TypeFloat", "TypeFloat"),
]

# Functions that cannot succeed without a GPU, or whose good result may be 0.
MAY_FAIL = (
    r"tileDeviceAdoptCUDA|tileDeviceCountGPUs|tileStreamAdoptCUDA|tileDeviceAddHostMemory"
    r"|tile\w+GetCUDA|tileEventAdoptCUDA|tileDeviceSetPeerAccess|tileDeviceRegisterHost"
    r"|tileKernelImageIsFromCache|tileKernelGetCUDA|tileLayoutAttrGetOrder"
    r"|tileSpecializerGetNumVariants|tileNvidiaMmaLayoutAttrGetVersionMinor"
)

# Statements that make good arguments better.
PREPARE = [
    (r"tileCompilerInterpret", "fillHostArguments(&a->values_p_arguments);"),
    (r"tileStreamEndCapture", "(void)tileStreamBeginCapture(goodTileStream());"),
    (r"tileBlockAppendOperationWithResults", "a->values_p_types.values[0] = makeType(TypeInteger);"),
    (r"tileBlockAppend(Commutative)?(Reduce|Scan)", "a->values_p_operands.values[0] = blockTile(0);"),
    (r"tileBlockAppendMap", "a->values_p_operands.values[0] = blockTile(0); a->values_p_types.values[0] = mlirValueGetType(blockTile(0));"),
]

# Statements after a call that succeeded: what makes use of what it has set.
AFTER = [
    (r"tileStreamBeginCapture", "TileGraph graph; if (!isAnyOrder && !tileStreamEndCapture(a->p_stream, &graph)) tileGraphDestroy(graph);"),
    # The library cannot know that there are fewer bytes.
    (r"tileDeviceAddHostMemory", "if (a->p_bytes > 64) (void)tileDeviceRemoveHostMemory(a->p_device, a->p_memory);"),
    (r"tileDeviceRegisterHost", "if (a->p_bytes > 64) (void)tileDeviceUnregisterHost(a->p_device, a->p_memory);"),
    (r"tileDeviceAllocateHost", "void *memory; memcpy(&memory, a->room_p_memory.memory.bytes, sizeof memory); (void)tileDeviceFreeHost(a->p_device, memory);"),
    (r"tileGraphSetKernel", "(void)tileGraphLaunch(a->p_graph, goodTileStream());"),
    (r"tileCompilerOptions(Set|Assume|Clear)\w*", "compileWith(a->options);"),
    (r"tileTuner(Add|Enumerate|Set(Key|Settings)|Restore)\w*", "(void)tileTunerRun(a->p_tuner, NULL, 0, NULL, NULL);"),
    (r"tileDeviceSetSimulatorSettings|tileKernelSetDynamicSharedMemory", "launchOnce();"),
]

NUMBERS = ["unsigned", "uint32_t", "int32_t", "int64_t", "uint64_t", "size_t", "double", "bool"]
SPECIAL = {"tileStatusGetName": "status"}  # "unknown", not nothing


def find(table, key):
    for row in table:
        if re.fullmatch(row[0], key):
            return row[1:] if len(row) > 2 else row[1]
    return None


def is_nullable(key):
    return any(re.fullmatch(pattern, key) for pattern in NULLABLE)


class Writer:
    """One function's part of the program."""

    def __init__(self, declarations, function, number):
        self.declarations = declarations
        self.function = function
        self.number = number
        self.fields, self.fills, self.cases, self.arguments = [], [], [], []
        self.rooms = []  # (name, C size, handle type or None)
        self.must_fail_if_zero = False
        self.count = None  # of the arrays that come next
        self.is_maker = function.name.endswith("Destroy")
        for parameter in function.parameters:
            self.add(parameter)
            if re.fullmatch(FIXED, "%s.%s" % (function.name, parameter.name)):
                self.cases[-1] = "return NoMore;"
        prepare = find(PREPARE, function.name)
        self.fills.append("if (!isAnyOrder) { %s }" % prepare if prepare else "")

    def changes_tuner(self):
        """Whether the call leaves a tuner without the results that others want."""
        return bool(re.match(r"tileTuner(Add|Enumerate|Set|Restore|Run)", self.function.name))

    def fail(self, parameter):
        sys.exit(
            "%s: what is a good value of '%s' (%s)? Tell generate.py"
            % (self.function.name, parameter.name, parameter.declaration().strip())
        )

    def add(self, parameter):
        key = "%s.%s" % (self.function.name, parameter.name)
        name, kind = parameter.name, self.declarations.aliases.get(parameter.type, parameter.type)
        self.field = self.p(name)
        if re.fullmatch(COUNTS, name):
            self.count = self.field
        if parameter.pointers == 0:
            self.add_value(parameter, key, kind)
        elif name in ("userData", "undefined"):
            self.plain(parameter, "NULL", "return NoMore;")
        elif kind == "void":
            self.add_memory(parameter, key)
        elif parameter.pointers == 1 and parameter.isConst:
            self.add_input(parameter, key, kind)
        elif parameter.pointers == 1:
            self.add_output(parameter, key, kind)
        else:
            self.fail(parameter)

    @staticmethod
    def p(name):
        return "p_" + name

    def plain(self, parameter, good, vary, requires=False):
        """A parameter that is a single field."""
        self.fields.append("%s%s;" % (parameter.declaration(), self.field))
        self.fills.append("a->%s = %s;" % (self.field, good))
        self.cases.append(vary)
        self.arguments.append("a->" + self.field)
        self.must_fail_if_zero |= requires

    def add_value(self, parameter, key, kind):
        declarations, field = self.declarations, self.field
        good = find(GOOD, key)
        if kind in declarations.handles:
            make = "new" if self.is_maker or kind == "TileCompilerOptions" or self.changes_tuner() else "good"
            nullable = is_nullable(key)
            self.plain(
                parameter,
                good or "isAnyOrder ? (%s){someObject(Kind%s)} : %s%s()" % (kind, kind, make, kind),
                "return varyHandle(&a->%s.ptr, Kind%s, %s, variant);" % (field, kind, str(nullable).lower()),
                not nullable,
            )
        elif kind == "MlirAttribute":
            found = find(ATTRIBUTES, self.function.name)
            if not found:
                self.fail(parameter)
            value = "makeAttribute(%s)" % found[0]
            if self.function.name.startswith("tileSliceLayoutAttrGet") and not found[0]:
                value = "tileSliceLayoutAttrGetParent(makeAttribute(AttrSlice))"
            elif not found[0]:
                enum = self.function.name.replace("tileAttributeIsA", "")
                value = "tile%sAttrGet(goodMlirContext(), (Tile%s)%d)" % (
                    enum, enum, declarations.enums["Tile" + enum][0])
            self.plain(parameter, value, "return varyMlirAttribute(&a->%s, %s, variant);" % (field, found[1]), True)
        elif kind == "MlirType":
            found = find(TYPES, self.function.name)
            if not found:
                self.fail(parameter)
            self.plain(parameter, "makeType(%s)" % found[0],
                       "Expectation e = varyMlirType(&a->%s, %s, variant); return %s;"
                       % (field, found[1], "e == MustFail ? MayFail : e" if is_nullable(key) else "e"),
                       not is_nullable(key))
        elif re.fullmatch(r"Mlir(Context|Location|Module|Pass|OpPassManager|DialectRegistry|LlvmThreadPool)", kind):
            make = "new" if self.is_maker else "good"
            nullable = is_nullable(key) or kind == "MlirLlvmThreadPool"
            self.plain(parameter, "%s%s()" % (make, kind), "return vary%s(&a->%s, variant);" % (kind, field),
                       not nullable)
        elif kind == "MlirValue" and good is not None:
            self.plain(parameter, good, "return varyMlirValue(&a->%s, variant);" % field, True)
        elif kind == "MlirBlock":
            vary = "return varyMlirBlock(&a->%s, variant);" % field
            if "Argument" in self.function.name:
                # Of any block.
                vary = "Expectation e = varyMlirBlock(&a->%s, variant); return e == MustFail && a->%s.ptr ? MayFail : e;" % (field, field)
            self.plain(parameter, "newMlirBlock()", vary, True)
        elif kind in declarations.enums:
            values = declarations.enums[kind]
            if good is None:
                good = "(%s)%d" % (kind, values[0])
            lines = "static const int values[] = {%s}; int number; " % ", ".join(map(str, values))
            lines += "Expectation e = varyEnum(&number, values, %d, variant); " % len(values)
            result = "e == MustFail ? MayFail : e" if self.function.name in SPECIAL else "e"
            lines += "if (e != NoMore) a->%s = (%s)number; return %s;" % (field, kind, result)
            self.plain(parameter, good, lines)
        elif kind in declarations.callbacks + ["MlirStringCallback"]:
            self.add_callback(parameter, key, kind)
        elif kind == "MlirStringRef" and good is not None:
            isOperation = re.fullmatch(r"tileBlockAppendOperation(WithResults)?\.name", key)
            vary = "OperationName" if isOperation else "MlirStringRef"
            self.plain(parameter, good, "return vary%s(&a->%s, variant);" % (vary, field))
        elif kind in declarations.structs and good is not None:
            self.fields.append("%s %s;" % (kind, field))
            self.fills.append("const %s value_%s = %s; a->%s = value_%s;" % (kind, field, good, field, field))
            self.cases.append(self.vary_fields(kind, "a->" + field) + " return NoMore;")
            self.arguments.append("a->" + field)
        elif kind in NUMBERS and good is not None:
            vary = "vary_" + kind
            if re.fullmatch(COUNTS, parameter.name):
                vary = "varyCount"
            self.plain(parameter, good, "return %s(&a->%s, variant);" % (vary, field))
        else:
            self.fail(parameter)

    def add_callback(self, parameter, key, kind):
        good = {
            "MlirStringCallback": "ignoreString",
            "TileOptionCallback": "ignoreOption",
            "TilePlaceCallback": "ignorePlace",
            "TileBenchmarkStep": "doNothing",
            "TileFindingHandler": "ignoreFinding",
            "TileHostCallback": "ignoreCall",
            "TileAsmFindingHandler": "ignoreAsmFinding",
            "TileNumberCallback": "ignoreNumber",
            "TileTunerEnumerator": "enumerateNothing",
            "TileTunerCallback": "goOn",
        }.get(kind)
        if not good:
            self.fail(parameter)
        nullable = is_nullable(key)
        vary = "if (*variant == 0) { a->%s = NULL; describe(\"a null function\", 0); return %s; } --*variant; return NoMore;"
        self.plain(parameter, good, vary % (self.field, "MayFail" if nullable else "BadArgument"), not nullable)

    def vary_fields(self, struct, value):
        """Tries each field of a struct, if that is the variant."""
        lines = []
        for kind, name in self.declarations.fields(struct):
            kind = self.declarations.aliases.get(kind, kind)
            place = "%s.%s" % (value, name)
            if kind == "callback":
                lines.append('if (*variant == 0) { %s = NULL; describe("a null function", 0); return MayFail; } --*variant;' % place)
            elif kind in self.declarations.handles:
                lines.append("{ Expectation e = varyHandle(&%s.ptr, Kind%s, true, variant); if (e != NoMore) return e; }" % (place, kind))
            elif kind in self.declarations.structs:
                lines.append(self.vary_fields(kind, place))
            elif kind in NUMBERS + ["MlirStringRef"]:
                prefix = "vary_" if kind in NUMBERS else "vary"
                lines.append("{ Expectation e = %s%s(&%s, variant); if (e != NoMore) return e; }" % (prefix, kind, place))
            elif kind in self.declarations.enums:
                values = self.declarations.enums[kind]
                lines.append("{ static const int values[] = {%s}; int number; Expectation e = varyEnum(&number, values, %d, variant); "
                             "if (e != NoMore) { %s = (%s)number; return e; } }"
                             % (", ".join(map(str, values)), len(values), place, kind))
            else:
                sys.exit("%s: a field of type %s? Tell generate.py" % (struct, kind))
        return " ".join(lines)

    def add_input(self, parameter, key, kind):
        """A pointer to a struct or an array."""
        field = self.field
        nullable = is_nullable(key)
        null = "{ Expectation e = varyPointer((const void **)&a->%s, %s, variant); if (e != NoMore) return e; }" % (
            field, "MayFail" if nullable else "BadArgument")
        good = find(GOOD, key)
        if kind in STRUCT_ARRAYS:
            name = STRUCT_ARRAYS[kind]
            self.fields.append("%s values_%s;" % (name, field))
            extra = ', "%s"' % ("register" if parameter.name == "ins" else "dim0") if name == "Dimensions" else ""
            self.fills.append("fill%s(&a->values_%s%s);" % (name, field, extra))
            good, vary = "a->values_%s.values" % field, "return vary%s(&a->values_%s, variant);" % (name, field)
        elif kind == "TileCompileCallbacks" or kind in self.declarations.structs and good:
            good = good or "{ignoreDiagnostic, neverCancel, NULL}"
            self.fields.append("%s value_%s;" % (kind, field))
            self.fills.append("const %s value_%s = %s; a->value_%s = value_%s;" % (kind, field, good, field, field))
            good, vary = "&a->value_" + field, self.vary_fields(kind, "a->value_" + field) + " return NoMore;"
        elif kind in NUMBERS and find(ARRAYS, key):
            self.fields.append("%s values_%s[ArraySize];" % (kind, field))
            self.fills.append("static const %s values_%s[ArraySize] = {%s}; memcpy(a->values_%s, values_%s, sizeof values_%s);"
                              % (kind, field, find(ARRAYS, key), field, field, field))
            good = "a->values_" + field
            vary = "for (unsigned i = 0; i < 6; ++i) { Expectation e = vary_%s(&a->values_%s[i], variant); if (e != NoMore) return e; } return NoMore;" % (kind, field)
        else:
            self.fail(parameter)
        if self.count:
            # Nothing looks at an array of 0 elements.
            vary = vary.replace("return vary", "Expectation e = vary").replace("return NoMore;", "Expectation e = NoMore;")
            vary += " return e != NoMore && !a->%s ? MayFail : e;" % self.count
            null = null.replace("return e;", "return a->%s ? e : MayFail;" % self.count)
        self.plain(parameter, good, null + " " + vary, not nullable)

    def add_output(self, parameter, key, kind):
        field = self.field
        known = kind in NUMBERS + ["float", "MlirStringRef", "MlirBlock", "MlirValue"] or kind in self.declarations.structs or kind in self.declarations.enums
        if not known:
            self.fail(parameter)
        size = "sizeof(%s)" % kind
        if find(ARRAYS, key):
            size += " * 4"
        bad = "MayFail" if is_nullable(key) else "BadArgument"
        if parameter.name == "results":
            size += " * ArraySize"
            bad = "a->%s ? BadArgument : MayFail" % self.count
        destroy = "tile%sDestroy" % kind[4:]
        owned = kind in self.declarations.handles and any(f.name == destroy for f in self.declarations.functions)
        self.rooms.append((field, size, (kind, destroy) if owned else None))
        self.fields.append("Room room_%s;" % field)
        self.fills.append("clearRoom(&a->room_%s);" % field)
        self.plain(parameter, "(%s *)a->room_%s.memory.bytes" % (kind, field),
                   "return varyPointer((const void **)&a->%s, %s, variant);"
                   % (field, bad), not is_nullable(key))

    def add_memory(self, parameter, key):
        """Pointers to anything."""
        field = self.field
        if parameter.pointers == 2 and parameter.name == "memory":
            # Where a pointer goes.
            self.rooms.append((field, "sizeof(void *)", None))
            self.fields.append("Room room_%s;" % field)
            self.fills.append("clearRoom(&a->room_%s);" % field)
            self.plain(parameter, "(void **)a->room_%s.memory.bytes" % field,
                       "return varyPointer((const void **)&a->%s, BadArgument, variant);" % field, True)
            return
        good = find(GOOD, key)
        null = "return varyPointer((const void **)&a->%s, %s, variant);" % (
            field, "MayFail" if is_nullable(key) else "BadArgument")
        if re.fullmatch(r"tileKernelLaunchRaw(With)?\.parameters", key):
            self.fields.append("Parameters values_%s;" % field)
            self.fills.append("fillParameters(&a->values_%s);" % field)
            self.plain(parameter, "a->values_%s.values" % field, null)
        elif re.fullmatch(r"tileDeviceCopy(Rows)?ToHost\.destination", key):
            self.fields.append("uint64_t host[AddressBytes / 8];")
            self.plain(parameter, "a->host", null)
        elif good:
            self.plain(parameter, good, null)
        else:
            self.fail(parameter)

    def write(self, out):
        function, n = self.function, self.number
        out.append("/* %s */" % function.name)
        out.append("struct A%d { %s };" % (n, " ".join(self.fields) or "char none;"))
        out.append("static void fill%d(void *arguments) { struct A%d *a = arguments; (void)a; %s }" % (n, n, " ".join(self.fills)))
        out.append("static Expectation vary%d(void *arguments, unsigned parameter, unsigned *variant) {" % n)
        out.append("  struct A%d *a = arguments; (void)a; (void)variant; switch (parameter) {" % n)
        for i, case in enumerate(self.cases):
            out.append("  case %d: { %s }" % (i, case))
        out.append("  default: return NoMore; } }")
        out.append("static void call%d(void *arguments, Expectation expectation) {" % n)
        out.append("  struct A%d *a = arguments; (void)a; bool failed = false; (void)failed;" % n)
        if re.fullmatch(MAY_FAIL, function.name):
            out.append("  if (expectation == MustSucceed) expectation = MayFail;")
        for field, size, owned in self.rooms:
            out.append("  clearRoom(&a->room_%s);" % field)
        self.write_call(out)
        for field, size, owned in self.rooms:
            out.append("  checkRoom(&a->room_%s, failed, %s);" % (field, size))
            if owned:
                result = "*(%s *)a->room_%s.memory.bytes" % (owned[0], field)
                out.append("  if (!failed && isAnyOrder) keepObject(Kind%s, (%s).ptr);" % (owned[0], result))
                out.append("  else if (!failed) %s(%s);" % (owned[1], result))
            elif field == "p_address" and function.name.startswith("tileDeviceAllocate"):
                # The host's memory that is copied to has as many bytes.
                out.append("  if (!failed && isAnyOrder && a->p_bytes <= AddressBytes) "
                           "keepAddress(*(TileDeviceAddress *)a->room_%s.memory.bytes);" % field)
        after = find(AFTER, function.name)
        if after:
            out.append("  if (!failed) { %s }" % after.replace("a->options", "a->p_options"))
        for parameter in function.parameters:
            if parameter.type == "TileCompilerOptions" and not self.is_maker:
                out.append("  if (!isAnyOrder) tileCompilerOptionsDestroy(a->%s);" % self.p(parameter.name))
            if parameter.type == "TileTuner" and parameter.pointers == 0 and self.changes_tuner():
                out.append("  if (!isAnyOrder) tileTunerDestroy(a->%s);" % self.p(parameter.name))
        out.append("}")

    def write_call(self, out):
        function = self.function
        call = "%s(%s)" % (function.name, ", ".join(self.arguments))
        result = self.declarations.aliases.get(function.result, function.result)
        # A result says nothing of failure where there is no argument, or a
        # status to name.
        expectation = "MayFail" if function.name in SPECIAL else "expectation"
        out.append("  beginCall();")
        if result == "TileStatus":
            out.append("  TileStatus result = %s; failed = result != TileStatusSuccess; endStatus(result, expectation);" % call)
        elif result == "void":
            out.append("  (void)expectation; %s;" % call)
        elif result == "MlirStringRef":
            out.append("  (void)expectation; MlirStringRef result = %s; checkString(result); endValue(result.length == 0, %s);" % (
                call, "MayFail" if function.name in ("tileGetLastErrorMessage", "tileGetLastCompileLog") else expectation))
        elif result in NUMBERS:
            out.append("  %s result = %s; endValue(result == 0, expectation);" % (result, call))
        elif result == "void *":
            out.append("  void *result = %s; endValue(!result, expectation);" % call)
        elif result == "MlirPass":
            out.append("  MlirPass result = %s; endValue(!result.ptr, expectation); tilePassDestroy(result);" % call)
        elif result in self.declarations.handles:
            out.append("  %s result = %s; endValue(!result.ptr, expectation); "
                       "if (result.ptr && isAnyOrder) keepObject(Kind%s, result.ptr); else tile%sDestroy(result);"
                       % (result, call, result, result[4:]))
        elif re.fullmatch("Mlir(Type|Attribute|TypeID|DialectHandle)", result):
            out.append("  %s result = %s; endValue(!result.ptr, expectation);" % (result, call))
        elif result == "TileArgument":
            out.append("  TileArgument result = %s; (void)expectation; endValue(result.type == 0, MayFail);" % call)
        elif result == "TileTunerSettings":
            out.append("  TileTunerSettings result = %s; endValue(result.maxSamples == 0, expectation);" % call)
        elif result == "TileBenchmarkOptions":
            out.append("  TileBenchmarkOptions result = %s; endValue(result.maxSamples == 0, expectation);" % call)
        else:
            sys.exit("%s: what is a bad result of type %s? Tell generate.py" % (function.name, result))


def check_exports(library, functions):
    """That the library exports these functions, and no other named tile..."""
    output = subprocess.run(["nm", "-D", "--defined-only", library], stdout=subprocess.PIPE, text=True, check=True).stdout
    exported = set(re.findall(r" T (tile\w+|mlirGetDialectHandle__tile\w*__)(?:@\S+)?$", output, re.M)) - {"tileToolMain"}
    declared = {function.name for function in functions}
    if exported != declared:
        sys.exit("only exported: %s\nonly declared: %s" % (sorted(exported - declared), sorted(declared - exported)))


def main():
    library, include, compiler = sys.argv[1], sys.argv[2], sys.argv[3:]
    declarations = Declarations(sorted(glob.glob(os.path.join(include, "tile-c", "*.h"))), compiler[:1] + ["-I" + include] + compiler[1:])
    check_exports(library, declarations.functions)
    out = ["/* Made by generate.py. */", '#include "Hostile.h"', ""]
    table = []
    for number, function in enumerate(declarations.functions):
        writer = Writer(declarations, function, number)
        writer.write(out)
        zero = "MustFail" if writer.must_fail_if_zero else "MayFail"
        table.append('    {"%s", %d, sizeof(struct A%d), fill%d, vary%d, call%d, %s},' % (
            function.name, len(function.parameters), number, number, number, number, zero))
    out += ["", "const Function functions[] = {"] + table + ["};"]
    out.append("const unsigned numFunctions = sizeof functions / sizeof *functions;")
    print("\n".join(out))


if __name__ == "__main__":
    main()
