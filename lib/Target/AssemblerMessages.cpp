//===- AssemblerMessages.cpp - Reading what ptxas says --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// ptxas writes, with -v:
//
//   ptxas /tmp/x.ptx, line 12; error   : Unknown modifier '.foo'
//   ptxas fatal   : Ptx assembly aborted due to errors
//   ptxas info    : Compiling entry function 'k' for 'sm_90a'
//   ptxas info    : Function properties for k
//       0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads
//   ptxas info    : Used 8 registers, used 0 barriers, 1024 bytes smem, ...
//
// nvJitLink has the same text in its logs, with "ptxas application ptx input,
// line 12; error   : ...", "ptxas         .     0 bytes stack frame, ...", and
// lines of its own that do not begin with ptxas.
//
//===----------------------------------------------------------------------===//

#include "tile/PTX/Characters.h"
#include "tile/Target/Assembler.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/Path.h"

using namespace mlir::tile;
using namespace llvm;

static KernelResources &getKernel(AssemblerResult &result, StringRef name) {
  for (KernelResources &kernel : result.kernels)
    if (kernel.name == name)
      return kernel;
  result.kernels.emplace_back();
  result.kernels.back().name = name.str();
  return result.kernels.back();
}

/// Reads "<number> <what>" lists: "0 bytes stack frame, 16 bytes spill stores".
static void parseResources(StringRef text, KernelResources &kernel) {
  SmallVector<StringRef> parts;
  text.split(parts, ',');
  for (StringRef part : parts) {
    part = part.trim();
    part.consume_front_insensitive("used ");
    unsigned number;
    if (part.consumeInteger(10, number))
      continue;
    part = part.trim();
    unsigned *field = StringSwitch<unsigned *>(part)
                          .Case("registers", &kernel.registers)
                          .Case("barriers", &kernel.barriers)
                          .Case("bytes smem", &kernel.sharedMemory)
                          .Case("bytes stack frame", &kernel.stack)
                          .Case("bytes spill stores", &kernel.spillStores)
                          .Case("bytes spill loads", &kernel.spillLoads)
                          .Default(nullptr);
    if (field)
      *field = number;
  }
}

/// Whether a message says that products of warpgroups (`wgmma`) wait where the
/// program does not ask for it: "(C7510) Potential Performance Loss:
/// wgmma.mma_async instructions are serialized due to ...". ptxas calls that an
/// information.
static bool slowsWarpgroups(StringRef text) {
  unsigned number = 0;
  return text.consume_front("(C") && !text.consumeInteger(10, number) &&
         number >= 7507 && number <= 7519 && text.contains("wgmma");
}

void mlir::tile::parseAssemblerOutput(StringRef output,
                                      AssemblerResult &result) {
  std::string current;
  SmallVector<StringRef> lines;
  output.split(lines, '\n', -1, /*KeepEmpty=*/false);
  for (StringRef line : lines) {
    StringRef rest = line;
    if (!rest.consume_front("ptxas")) {
      // The continuation of "Function properties for".
      if (!current.empty() && line.contains("bytes stack frame"))
        parseResources(line, getKernel(result, current));
      continue;
    }
    if (StringRef more = rest.ltrim(); more.consume_front(". ")) {
      if (!current.empty() && more.contains("bytes stack frame"))
        parseResources(more, getKernel(result, current));
      continue;
    }
    AssemblerMessage message;
    size_t at = rest.find(", line ");
    if (at != StringRef::npos) {
      StringRef number = rest.drop_front(at + 7);
      if (!number.consumeInteger(10, message.line) && number.consume_front(";"))
        rest = number;
    }
    auto [kind, text] = rest.split(':');
    kind = kind.trim();
    message.text = text.trim().str();
    if (slowsWarpgroups(message.text)) {
      message.severity = AssemblerMessage::Warning;
      message.text += "; each product of warpgroups then waits for the one "
                      "before";
    } else if (kind == "info") {
      message.severity = AssemblerMessage::Info;
      StringRef info = text.trim();
      if (info.consume_front("Compiling entry function '"))
        current = info.take_until([](char c) { return c == '\''; }).str();
      else if (info.consume_front("Function properties for "))
        current = info.trim().str();
      else if (info.starts_with("Used ") && !current.empty())
        parseResources(info, getKernel(result, current));
    } else if (kind == "warning") {
      message.severity = AssemblerMessage::Warning;
    } else if (message.text == "Ptx assembly aborted due to errors") {
      continue; // says nothing that the errors before it do not
    }
    result.messages.push_back(std::move(message));
  }
}

std::optional<PTXSourceLocation> mlir::tile::lookupPTXLine(StringRef ptx,
                                                           unsigned line) {
  // `.file` directives may follow the functions; so two passes over the text.
  DenseMap<unsigned, std::string> files;
  std::optional<PTXSourceLocation> found;
  unsigned foundFile = 0, number = 0;
  SmallVector<StringRef> lines;
  ptx.split(lines, '\n');
  for (StringRef text : lines) {
    ++number;
    text = text.trim();
    if (text.consume_front(".file")) {
      unsigned index;
      text = text.ltrim();
      if (!text.consumeInteger(10, index)) {
        // .file 1 "folder" "name" or .file 1 "path"
        SmallString<128> path;
        SmallVector<StringRef> parts;
        text.split(parts, '"');
        for (size_t i = 1; i < parts.size(); i += 2)
          sys::path::append(path, ptx::unescapeString(parts[i]));
        files[index] = path.str().str();
      }
    } else if (number > line) {
      continue;
    } else if (text == "}" && number < line) {
      found.reset();
    } else if (text.consume_front(".loc")) {
      PTXSourceLocation place;
      unsigned file;
      text = text.ltrim();
      if (text.consumeInteger(10, file))
        continue;
      text = text.ltrim();
      if (text.consumeInteger(10, place.line))
        continue;
      text = text.ltrim();
      if (text.consumeInteger(10, place.column))
        place.column = 0;
      foundFile = file;
      found = place;
    }
  }
  if (!found || !files.count(foundFile))
    return std::nullopt;
  found->file = files[foundFile];
  return found;
}
