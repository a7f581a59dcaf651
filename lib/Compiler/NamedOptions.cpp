//===- NamedOptions.cpp - Compiler options by name ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Compiler/NamedOptions.h"

#include "tile/Dialect/Tile/IR/Tile.h"
#include "tile/Hardware/GPUInfo.h"
#include "tile/Hardware/GPUNames.h"
#include "tile/Hardware/TargetInfo.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::tile;

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

// What most options are: members of a type that has a way to be read and set.

template <bool CompilerOptions::*member>
static constexpr NamedOption makeSwitch(StringLiteral name,
                                        StringLiteral description,
                                        OptionUse use = OptionUse::Passes) {
  return {name,
          description,
          [](const CompilerOptions &o) -> std::string {
            return o.*member ? "true" : "false";
          },
          [](CompilerOptions &o, StringRef value) {
            bool isTrue = value == "true" || value == "1" || value == "on";
            if (!isTrue && value != "false" && value != "0" && value != "off")
              return false;
            o.*member = isTrue;
            return true;
          },
          kBool,
          use};
}

/// An enum, and the names of its cases in order.
template <auto member, const auto &names>
static constexpr NamedOption
makeChoice(StringLiteral name, StringLiteral description,
           StringLiteral expected, OptionUse use = OptionUse::Passes) {
  return {name,
          description,
          [](const CompilerOptions &o) {
            return names[static_cast<unsigned>(o.*member)].str();
          },
          [](CompilerOptions &o, StringRef value) {
            const auto *found = llvm::find(names, value);
            if (found == std::end(names))
              return false;
            o.*member =
                static_cast<std::decay_t<decltype(o.*member)>>(found - names);
            return true;
          },
          expected,
          use};
}

template <unsigned CompilerOptions::*member, unsigned max>
static constexpr NamedOption
makeNumber(StringLiteral name, StringLiteral description,
           StringLiteral expected, OptionUse use = OptionUse::Passes) {
  return {name,
          description,
          [](const CompilerOptions &o) { return std::to_string(o.*member); },
          [](CompilerOptions &o, StringRef value) {
            return parseUnsigned(value, o.*member, max);
          },
          expected,
          use};
}

template <std::string CompilerOptions::*member>
static constexpr NamedOption makeText(StringLiteral name,
                                      StringLiteral description,
                                      StringLiteral expected, OptionUse use) {
  return {name,
          description,
          [](const CompilerOptions &o) { return o.*member; },
          [](CompilerOptions &o, StringRef value) {
            o.*member = value.str();
            return true;
          },
          expected,
          use};
}

static const NamedOption kOptions[] = {
    {"target",
     "GPU, sm_80 or later, or a100, h100, h200, b200; empty: the module's, or "
     "sm_90a",
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
     "32; auto or 0: the module's, or 4 if small programs of one warp gain, or "
     "1",
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
    makeNumber<&CompilerOptions::numStages, kMaxStages>(
        "num-stages",
        "iterations in flight at a time in loops of matrix products that do "
        "not say how many: up to 32; 0 and 1: one after the other",
        "0 to 32"),
    makeSwitch<&CompilerOptions::tensorMaps>(
        "tensor-maps",
        "a second entry for kernels whose loads can be bulk copies; launches "
        "use it if they can make its tensor maps"),
    makeChoice<&CompilerOptions::producerWarp, tilegpu::kAutoChoiceNames>(
        "producer-warp",
        "in entries for tensor maps, a separate warp that copies, if all loads "
        "of a loop are boxes: auto (for loops with several products), true or "
        "false",
        "auto, true or false"),
    makeChoice<&CompilerOptions::persistentGrid, tilegpu::kAutoChoiceNames>(
        "persistent-grid",
        "in entries for tensor maps, CTAs that run one program after the "
        "other: auto (if a CTA fills an SM and all programs take the same "
        "time), true or false",
        "auto, true or false"),
    makeSwitch<&CompilerOptions::splitLoops>(
        "split-loops",
        "in entries for tensor maps, code for launches that give a program a "
        "cluster of CTAs, which share the iterations of its loop"),
    makeChoice<&CompilerOptions::ctaPairs, tilegpu::kAutoChoiceNames>(
        "cta-pairs",
        "in such entries on sm_100, pairs of CTAs that multiply together, and "
        "each load a half of the right operand: auto (if neighbours have the "
        "same one), true or false",
        "auto, true or false"),
    makeSwitch<&CompilerOptions::overlapProducts>(
        "overlap-products",
        "begin products of warpgroups early and wait for them late; with a "
        "separate warp that copies, the last product of a loop with several "
        "overlaps the work on the next product's operand"),
    {"ptx-version",
     "PTX ISA version, 8.7 or 87; 0: the module's, or the first that the "
     "target's features and the inline PTX need",
     [](const CompilerOptions &o) { return std::to_string(o.ptxVersion); },
     [](CompilerOptions &o, StringRef value) {
       return parsePTXVersion(value, o.ptxVersion);
     },
     "a version such as 8.7 or 87"},
    makeSwitch<&CompilerOptions::fastMath>("fast-math",
                                           "less exact mathematics"),
    makeChoice<&CompilerOptions::tf32, kTF32RoundingNames>(
        "tf32",
        "what products of tf32 do with the bits that tf32 lacks: cut "
        "(fastest), compensated, nearest (most exact)",
        "cut, compensated or nearest"),
    makeChoice<&CompilerOptions::fpContract, kContractNames>(
        "fp-contract",
        "where a*b+c may become one fma: off, on (where both carry the flag), "
        "fast (everywhere)",
        "off, on or fast", OptionUse::Compile),
    makeChoice<&CompilerOptions::asmCheck, kAsmCheckNames>(
        "asm-check",
        "how to report errors in inline PTX: error (they stop the compile), "
        "warn, off (nothing is checked)",
        "error, warn or off"),
    makeChoice<&CompilerOptions::asmChoice, kAsmChoiceNames>(
        "asm",
        "whether an inline asm or its fallback runs: auto (the fallback if the "
        "target lacks an instruction of the asm), native, fallback",
        "auto, native or fallback"),
    makeSwitch<&CompilerOptions::lineInfo>(
        "line-info", "source locations in PTX and MLIR, for profilers",
        OptionUse::Compile),
    makeSwitch<&CompilerOptions::remarks>(
        "remarks",
        "report for each layout conversion that remains how it is done and "
        "what it costs, and what each access of memory costs"),
    makeNumber<&CompilerOptions::maxRegisters, kMaxThreadRegisters>(
        "max-registers", "most registers a thread may have; 0: ptxas decides",
        "0 to 255", OptionUse::Compile),
    makeText<&CompilerOptions::kernel>(
        "kernel", "the only kernel of the module to compile; empty: all",
        "a name", OptionUse::FirstPasses),
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
    makeText<&CompilerOptions::ptxasPath>(
        "ptxas", "ptxas to use, or libnvJitLink.so; empty: looked up", "a file",
        OptionUse::Run),
    makeText<&CompilerOptions::libdevicePath>(
        "libdevice", "libdevice.10.bc to use; empty: looked up", "a file",
        OptionUse::Compile),
    makeNumber<&CompilerOptions::ptxasOptLevel, 3>(
        "ptxas-opt-level", "ptxas's optimisation level", "0 to 3",
        OptionUse::Compile),
    makeNumber<&CompilerOptions::ptxasTimeLimit, ~0u>(
        "ptxas-time-limit", "seconds after which ptxas is ended; 0: never",
        "a number of seconds", OptionUse::Compile),
    makeNumber<&CompilerOptions::threads, kMaxThreads>(
        "threads",
        "how many kernels of the module LLVM compiles at the same time; 0: one "
        "per processor, as in tilec without this option",
        "0 to 1024", OptionUse::Speed),
    makeSwitch<&CompilerOptions::verifyEach>(
        "verify-each", "verifies the IR after each pass", OptionUse::Run),
    makeSwitch<&CompilerOptions::verifyPTX>(
        "verify-ptx", "runs ptxas also on PTX that does not become a cubin",
        OptionUse::Run),
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
