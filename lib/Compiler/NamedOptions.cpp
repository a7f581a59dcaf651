//===- NamedOptions.cpp - Compiler options by name ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Compiler/NamedOptions.h"

#include "tile/Dialect/Tile/IR/Tile.h"
#include "tile/Hardware/GPUNames.h"
#include "tile/Hardware/TargetInfo.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::tile;

static bool parseBool(StringRef text, bool &value) {
  bool isTrue = text == "true" || text == "1" || text == "on";
  if (!isTrue && text != "false" && text != "0" && text != "off")
    return false;
  value = isTrue;
  return true;
}

static bool parseAutoChoice(StringRef text, tilegpu::AutoChoice &choice) {
  std::optional<tilegpu::AutoChoice> found = tilegpu::parseAutoChoice(text);
  choice = found.value_or(choice);
  return found.has_value();
}

static std::string printBool(bool value) { return value ? "true" : "false"; }

static bool parseUnsigned(StringRef text, unsigned &value, unsigned max) {
  unsigned number;
  if (text.getAsInteger(10, number) || number > max)
    return false;
  value = number;
  return true;
}

/// "8.7" or "87".
static bool parsePTXVersion(StringRef text, unsigned &version) {
  auto [majorText, minorText] = text.split('.');
  unsigned majorVersion, minorVersion = 0;
  if (!parseUnsigned(majorText, majorVersion, 1000))
    return false;
  if (!text.contains('.')) {
    version = majorVersion;
    return true;
  }
  if (!parseUnsigned(minorText, minorVersion, 9))
    return false;
  version = majorVersion * 10 + minorVersion;
  return true;
}

static std::string printAssumptions(ArrayRef<Assumption> assumptions) {
  std::string text;
  for (const Assumption &assumption : assumptions) {
    text += (text.empty() ? "" : ",") + assumption.argument;
    if (assumption.value)
      text += "=" + std::to_string(*assumption.value);
    else
      text += ":" + std::to_string(assumption.divisibility);
  }
  return text;
}

static bool parseAssumptions(StringRef text, std::vector<Assumption> &list) {
  // What printAssumptions makes of none.
  if (text.empty())
    return true;
  std::vector<Assumption> parsed;
  for (StringRef part : llvm::split(text, ',')) {
    std::optional<Assumption> assumption = parseAssumption(part);
    if (!assumption)
      return false;
    parsed.push_back(std::move(*assumption));
  }
  llvm::append_range(list, parsed);
  return true;
}

static constexpr StringLiteral kContractNames[] = {"off", "on", "fast"};

static constexpr unsigned kMaxThreads = 1024;

static constexpr StringLiteral kBool = "true or false";

static const NamedOption kOptions[] = {
    {"target",
     "GPU, sm_80 or later, or a100, h100, h200, b200; empty: the module's, "
     "or sm_90a",
     [](const CompilerOptions &o) { return o.target; },
     [](CompilerOptions &o, StringRef value) {
       StringRef target = resolveGPUName(value);
       if (!target.empty() && !lookupTarget(target))
         return false;
       o.target = target.str();
       return true;
     },
     "a GPU"},
    {"num-warps",
     "warps of a program: 1, 2, 4, 8, 16 or 32; 0: the module's, or 4, or more "
     "if its tiles need them",
     [](const CompilerOptions &o) { return std::to_string(o.numWarps); },
     [](CompilerOptions &o, StringRef value) {
       unsigned number;
       if (!parseUnsigned(value, number, 32) ||
           (number != 0 && !llvm::isPowerOf2_32(number)))
         return false;
       o.numWarps = number;
       return true;
     },
     "0, 1, 2, 4, 8, 16 or 32"},
    {"programs-per-cta",
     "programs that share a CTA, each on num-warps warps: 1, 2, 4, 8, 16 or "
     "32; auto or 0: the module's, or 4 if small programs of one warp gain, "
     "or 1",
     [](const CompilerOptions &o) {
       return o.programsPerCTA ? std::to_string(o.programsPerCTA) : "auto";
     },
     [](CompilerOptions &o, StringRef value) {
       unsigned number = 0;
       if ((value != "auto" && !parseUnsigned(value, number, 32)) ||
           (number != 0 && !llvm::isPowerOf2_32(number)))
         return false;
       o.programsPerCTA = number;
       return true;
     },
     "auto, 0, 1, 2, 4, 8, 16 or 32"},
    {"num-stages",
     "iterations in flight at a time in loops of matrix products that do not "
     "say how many: up to 32; 0 and 1: one after the other",
     [](const CompilerOptions &o) { return std::to_string(o.numStages); },
     [](CompilerOptions &o, StringRef value) {
       return parseUnsigned(value, o.numStages, kMaxStages);
     },
     "0 to 32"},
    {"tensor-maps",
     "a second entry for kernels whose loads can be bulk copies; launches use "
     "it if they can make its tensor maps",
     [](const CompilerOptions &o) { return printBool(o.tensorMaps); },
     [](CompilerOptions &o, StringRef value) {
       return parseBool(value, o.tensorMaps);
     },
     kBool},
    {"producer-warp",
     "in entries for tensor maps, a separate warp that copies, if all loads of "
     "a loop are boxes: auto (for loops with several products), true or false",
     [](const CompilerOptions &o) {
       return tilegpu::stringifyAutoChoice(o.producerWarp).str();
     },
     [](CompilerOptions &o, StringRef value) {
       return parseAutoChoice(value, o.producerWarp);
     },
     "auto, true or false"},
    {"persistent-grid",
     "in entries for tensor maps, CTAs that run one program after the other: "
     "auto (if a CTA fills an SM and all programs take the same time), true or "
     "false",
     [](const CompilerOptions &o) {
       return tilegpu::stringifyAutoChoice(o.persistentGrid).str();
     },
     [](CompilerOptions &o, StringRef value) {
       return parseAutoChoice(value, o.persistentGrid);
     },
     "auto, true or false"},
    {"split-loops",
     "in entries for tensor maps, code for launches that give a program a "
     "cluster of CTAs, which share the iterations of its loop",
     [](const CompilerOptions &o) { return printBool(o.splitLoops); },
     [](CompilerOptions &o, StringRef value) {
       return parseBool(value, o.splitLoops);
     },
     kBool},
    {"cta-pairs",
     "in such entries on sm_100, pairs of CTAs that multiply together, and "
     "each "
     "load a half of the right operand: auto (if neighbours have the same "
     "one), true or false",
     [](const CompilerOptions &o) {
       return tilegpu::stringifyAutoChoice(o.ctaPairs).str();
     },
     [](CompilerOptions &o, StringRef value) {
       return parseAutoChoice(value, o.ctaPairs);
     },
     "auto, true or false"},
    {"overlap-products",
     "begin products of warpgroups early and wait for them late; with a "
     "separate warp that copies, the last product of a loop with several "
     "overlaps the work on the next product's operand",
     [](const CompilerOptions &o) { return printBool(o.overlapProducts); },
     [](CompilerOptions &o, StringRef value) {
       return parseBool(value, o.overlapProducts);
     },
     kBool},
    {"ptx-version",
     "PTX ISA version, 8.7 or 87; 0: the module's, or the first that the "
     "target's features and the inline PTX need",
     [](const CompilerOptions &o) { return std::to_string(o.ptxVersion); },
     [](CompilerOptions &o, StringRef value) {
       return parsePTXVersion(value, o.ptxVersion);
     },
     "a version such as 8.7 or 87"},
    {"fast-math", "less exact mathematics",
     [](const CompilerOptions &o) { return printBool(o.fastMath); },
     [](CompilerOptions &o, StringRef value) {
       return parseBool(value, o.fastMath);
     },
     kBool},
    {"tf32",
     "what products of tf32 do with the bits that tf32 lacks: cut (fastest), "
     "compensated, nearest (most exact)",
     [](const CompilerOptions &o) {
       return stringifyTF32Rounding(o.tf32).str();
     },
     [](CompilerOptions &o, StringRef value) {
       std::optional<TF32Rounding> found = parseTF32Rounding(value);
       if (found)
         o.tf32 = *found;
       return found.has_value();
     },
     "cut, compensated or nearest"},
    {"fp-contract",
     "where a*b+c may become one fma: off, on (where both carry the flag), "
     "fast (everywhere)",
     [](const CompilerOptions &o) {
       return kContractNames[static_cast<unsigned>(o.fpContract)].str();
     },
     [](CompilerOptions &o, StringRef value) {
       const auto *found = llvm::find(kContractNames, value);
       if (found == std::end(kContractNames))
         return false;
       o.fpContract = static_cast<FPContract>(found - kContractNames);
       return true;
     },
     "off, on or fast", OptionUse::Compile},
    {"asm-check",
     "how to report errors in inline PTX: error (they stop the compile), "
     "warn, off (nothing is checked)",
     [](const CompilerOptions &o) {
       return kAsmCheckNames[static_cast<unsigned>(o.asmCheck)].str();
     },
     [](CompilerOptions &o, StringRef value) {
       const auto *found = llvm::find(kAsmCheckNames, value);
       if (found == std::end(kAsmCheckNames))
         return false;
       o.asmCheck = static_cast<AsmCheck>(found - kAsmCheckNames);
       return true;
     },
     "error, warn or off"},
    {"asm",
     "whether an inline asm or its fallback runs: auto (the fallback if the "
     "target lacks an instruction of the asm), native, fallback",
     [](const CompilerOptions &o) {
       return kAsmChoiceNames[static_cast<unsigned>(o.asmChoice)].str();
     },
     [](CompilerOptions &o, StringRef value) {
       const auto *found = llvm::find(kAsmChoiceNames, value);
       if (found == std::end(kAsmChoiceNames))
         return false;
       o.asmChoice = static_cast<AsmChoice>(found - kAsmChoiceNames);
       return true;
     },
     "auto, native or fallback"},
    {"line-info", "source locations in PTX and MLIR, for profilers",
     [](const CompilerOptions &o) { return printBool(o.lineInfo); },
     [](CompilerOptions &o, StringRef value) {
       return parseBool(value, o.lineInfo);
     },
     kBool, OptionUse::Compile},
    {"remarks",
     "report for each layout conversion that remains how it is done and what "
     "it costs, and what each access of memory costs",
     [](const CompilerOptions &o) { return printBool(o.remarks); },
     [](CompilerOptions &o, StringRef value) {
       return parseBool(value, o.remarks);
     },
     kBool},
    // CUDA C++ Programming Guide, "Technical Specifications": 255 per thread.
    {"max-registers", "most registers a thread may have; 0: ptxas decides",
     [](const CompilerOptions &o) { return std::to_string(o.maxRegisters); },
     [](CompilerOptions &o, StringRef value) {
       return parseUnsigned(value, o.maxRegisters, 255);
     },
     "0 to 255", OptionUse::Compile},
    {"kernel", "the only kernel of the module to compile; empty: all",
     [](const CompilerOptions &o) { return o.kernel; },
     [](CompilerOptions &o, StringRef value) {
       o.kernel = value.str();
       return true;
     },
     "a name", OptionUse::FirstPasses},
    {"assume",
     "promises about arguments, by number or name: n:16, a multiple of a power "
     "of two, or n=1, a value",
     [](const CompilerOptions &o) { return printAssumptions(o.assumptions); },
     [](CompilerOptions &o, StringRef value) {
       return parseAssumptions(value, o.assumptions);
     },
     "an argument, a colon and a power of two (n:16), or an equals sign and a "
     "value (n=1)",
     OptionUse::FirstPasses},
    {"ptxas", "ptxas to use, or libnvJitLink.so; empty: looked up",
     [](const CompilerOptions &o) { return o.ptxasPath; },
     [](CompilerOptions &o, StringRef value) {
       o.ptxasPath = value.str();
       return true;
     },
     "a file", OptionUse::Run},
    {"libdevice", "libdevice.10.bc to use; empty: looked up",
     [](const CompilerOptions &o) { return o.libdevicePath; },
     [](CompilerOptions &o, StringRef value) {
       o.libdevicePath = value.str();
       return true;
     },
     "a file", OptionUse::Compile},
    {"ptxas-opt-level", "ptxas's optimisation level",
     [](const CompilerOptions &o) { return std::to_string(o.ptxasOptLevel); },
     [](CompilerOptions &o, StringRef value) {
       return parseUnsigned(value, o.ptxasOptLevel, 3);
     },
     "0 to 3", OptionUse::Compile},
    {"ptxas-time-limit", "seconds after which ptxas is ended; 0: never",
     [](const CompilerOptions &o) { return std::to_string(o.ptxasTimeLimit); },
     [](CompilerOptions &o, StringRef value) {
       return parseUnsigned(value, o.ptxasTimeLimit, ~0u);
     },
     "a number of seconds", OptionUse::Compile},
    {"threads",
     "how many kernels of the module LLVM compiles at the same time; 0: one "
     "per processor, as in tilec without this option",
     [](const CompilerOptions &o) { return std::to_string(o.threads); },
     [](CompilerOptions &o, StringRef value) {
       return parseUnsigned(value, o.threads, kMaxThreads);
     },
     "0 to 1024", OptionUse::Speed},
    {"verify-each", "verifies the IR after each pass",
     [](const CompilerOptions &o) { return printBool(o.verifyEach); },
     [](CompilerOptions &o, StringRef value) {
       return parseBool(value, o.verifyEach);
     },
     kBool, OptionUse::Run},
    {"verify-ptx", "runs ptxas also on PTX that does not become a cubin",
     [](const CompilerOptions &o) { return printBool(o.verifyPTX); },
     [](CompilerOptions &o, StringRef value) {
       return parseBool(value, o.verifyPTX);
     },
     kBool, OptionUse::Run},
};

ArrayRef<NamedOption> tile::getNamedOptions() { return kOptions; }

llvm::Error tile::setOption(CompilerOptions &options, StringRef name,
                            StringRef value) {
  const auto *option = llvm::find_if(
      kOptions, [&](const NamedOption &entry) { return entry.name == name; });
  if (option == std::end(kOptions)) {
    auto names = llvm::map_range(
        kOptions, [](const NamedOption &entry) { return entry.name; });
    return makeError(StatusCode::NotFound, "unknown option '" + name +
                                               "', expected one of " +
                                               llvm::join(names, ", "));
  }
  if (option->set(options, value))
    return llvm::Error::success();
  std::string expected = option->expected.str();
  if (name == "target")
    expected = "one of " + getTargetNames();
  return makeError(StatusCode::InvalidArgument, "expected " + expected +
                                                    " for '" + name +
                                                    "', found '" + value + "'");
}

bool NamedOption::isSwitch() const { return expected == kBool; }

static void describe(const NamedOption &option, const CompilerOptions &options,
                     std::string &text) {
  std::string value = option.get(options);
  text += option.name.str() + " " + std::to_string(value.size()) + " " + value +
          "\n";
}

std::string tile::describeOptions(const CompilerOptions &options) {
  std::string text;
  for (const NamedOption &option : kOptions)
    if (option.use != OptionUse::Speed)
      describe(option, options, text);
  return text;
}

std::string tile::describePassOptions(const CompilerOptions &options,
                                      Stage stage) {
  std::string text;
  for (const NamedOption &option : kOptions)
    if (option.use == OptionUse::Passes || option.use == OptionUse::Run ||
        (option.use == OptionUse::FirstPasses && stage == Stage::Tile))
      describe(option, options, text);
  return text;
}
