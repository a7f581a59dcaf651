//===- EmbedCode.cpp - PTX and cubins as C data ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// PTX stays readable: lines in string literals. Cubins are numbers of 64 bits,
// mostly 0, so that they are aligned and quick to compile.
//
//===----------------------------------------------------------------------===//

#include "CText.h"
#include "EmitCImpl.h"

#include "tile/Hardware/TargetInfo.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Endian.h"

#include <cstring>

using namespace mlir::tile;
using llvm::StringRef;

/// C11, 5.2.4.1: the longest string literal that each compiler takes has 4095
/// characters, and so has the longest line.
static constexpr size_t kMaxLiteral = 4000, kMaxLine = 900;

/// Pieces of whole lines, each a literal of several lines of source. Returns
/// how many there are.
static unsigned writePieces(StringRef text, llvm::raw_ostream &os) {
  unsigned pieces = 0;
  size_t used = 0;
  while (!text.empty()) {
    size_t size = std::min(text.find('\n'), text.size() - 1) + 1;
    StringRef line = text.take_front(std::min(size, kMaxLine));
    text = text.drop_front(line.size());
    if (pieces == 0 || used + line.size() > kMaxLiteral) {
      os << (pieces ? ",\n" : "");
      ++pieces;
      used = 0;
    } else {
      os << '\n';
    }
    os << "    \"" << aot::escapeString(line) << '"';
    used += line.size();
  }
  return pieces;
}

static void writeWords(StringRef bytes, llvm::raw_ostream &os) {
  std::string line;
  for (size_t i = 0; i < bytes.size(); i += 8) {
    char word[8] = {};
    std::memcpy(word, bytes.data() + i, std::min<size_t>(8, bytes.size() - i));
    uint64_t value = llvm::support::endian::read64le(word);
    std::string text = value ? "0x" + llvm::utohexstr(value, true) : "0";
    if (i + 8 < bytes.size())
      text += ',';
    if (4 + line.size() + text.size() > 80) {
      os << "    " << line << '\n';
      line.clear();
    }
    line += text;
  }
  os << "    " << line;
}

/// Whether a launch of any kernel has to give dynamic shared memory.
static bool hasDynamicShared(const KernelImage &image) {
  return llvm::any_of(image.kernels, [](const KernelInfo &kernel) {
    return kernel.dynamicSharedMemory != 0;
  });
}

/// The shared memory of each kernel, once for all codes of an image.
static void writeShared(const aot::Plan &plan, llvm::raw_ostream &os) {
  llvm::SmallPtrSet<const KernelImage *, 8> done;
  for (const aot::Code &code : plan.codes) {
    if (!hasDynamicShared(*code.image) || !done.insert(code.image).second)
      continue;
    os << "/* " << code.target->name << ": shared memory of each kernel */\n"
       << "static const " << plan.localName << "Shared " << plan.localName
       << "Shared_" << code.target->name << "[] = {\n";
    for (const KernelInfo &kernel : code.image->kernels)
      os << "    {" << kernel.sharedMemory << ", " << kernel.dynamicSharedMemory
         << "},\n";
    os << "};\n\n";
  }
}

void aot::embedCodes(const Plan &plan, llvm::raw_ostream &os) {
  const std::string &local = plan.localName;
  writeShared(plan, os);
  std::string table;
  llvm::raw_string_ostream entries(table);
  for (const Code &code : plan.codes) {
    bool isCubin = code.stage == Stage::Cubin;
    std::string name =
        local + (isCubin ? "Cubin_" : "PTX_") + code.target->name.str();
    unsigned pieces = 0;
    if (isCubin) {
      os << "/* " << code.target->name << ": cubin, " << code.content.size()
         << " bytes */\nstatic const uint64_t " << name << "[] = {\n";
      writeWords(code.content, os);
    } else {
      os << "/* " << code.target->name << ": PTX */\nstatic const char *const "
         << name << "[] = {\n";
      pieces = writePieces(code.content, os);
    }
    os << "};\n\n";
    entries << "    {\"" << code.target->name << (isCubin ? " cubin" : " PTX")
            << "\", " << code.target->capability / 10 << ", "
            << code.target->capability % 10 << ", ";
    if (code.target->suffix)
      entries << '\'' << code.target->suffix << '\'';
    else
      entries << '0';
    if (isCubin)
      entries << ", " << name << ", NULL, 0, 0, ";
    else
      entries << ", NULL, " << name << ", " << pieces << ", "
              << code.content.size() << ", ";
    if (hasDynamicShared(*code.image))
      entries << local << "Shared_" << code.target->name << "},\n";
    else
      entries << "NULL},\n";
  }
  os << "/* In the order in which they are tried. */\nstatic const " << local
     << "Code " << local << "Codes[] = {\n"
     << table << "};\n";
}
