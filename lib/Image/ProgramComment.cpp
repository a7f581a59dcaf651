//===- ProgramComment.cpp - Programs per CTA, as PTX says it --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Image/ProgramComment.h"

using namespace mlir::tile;
using llvm::StringLiteral;
using llvm::StringRef;

static constexpr StringLiteral kBefore = "// kernel ";
static constexpr StringLiteral kAfter =
    " programs per CTA, the last parameter is their number";
static constexpr StringLiteral kOfMaps =
    ": with tensor maps, the other entry of ";
static constexpr StringLiteral kPersistent =
    ", persistent, the last parameters are the programs along x, y and z";

static constexpr StringLiteral kPadded =
    ", in whole clusters, the last parameter is the programs along x";

std::string
mlir::tile::writeProgramComments(llvm::ArrayRef<KernelInfo> kernels) {
  std::string text;
  for (const KernelInfo &kernel : kernels)
    if (kernel.programsPerCTA > 1)
      text += kBefore.str() + kernel.name + ": " +
              std::to_string(kernel.programsPerCTA) + kAfter.str() + "\n";
    else if (kernel.tensorMapEntry)
      text += kBefore.str() + kernel.tensorMapEntry->name + kOfMaps.str() +
              kernel.name +
              (kernel.tensorMapEntry->isPersistent         ? kPersistent.str()
               : kernel.tensorMapEntry->ctasPerCluster > 1 ? kPadded.str()
                                                           : "") +
              "\n";
  return text;
}

/// Calls `read` for what the comments say of an entry, the last one first,
/// until it returns true.
static void readComments(StringRef ptx, StringRef entry,
                         llvm::function_ref<bool(StringRef)> read) {
  // They are the last lines, whatever the text above has in its comments.
  for (StringRef rest = ptx.rtrim(); !rest.empty();) {
    size_t start = rest.rfind('\n') + 1; // npos + 1 is 0
    StringRef line = rest.drop_front(start);
    rest = rest.take_front(start).rtrim();
    if (!line.consume_front(kBefore))
      return;
    if (line.consume_front(entry) && line.starts_with(": ") && read(line))
      return;
  }
}

unsigned mlir::tile::readProgramComment(StringRef ptx, StringRef entry) {
  unsigned programs = 1;
  readComments(ptx, entry, [&](StringRef line) {
    unsigned number;
    if (!line.consume_front(": ") || !line.consume_back(kAfter) ||
        line.getAsInteger(10, number) || number == 0)
      return false;
    programs = number;
    return true;
  });
  return programs;
}

bool mlir::tile::isTensorMapEntry(StringRef ptx, StringRef entry) {
  bool found = false;
  readComments(ptx, entry, [&](StringRef line) {
    return found = line.starts_with(kOfMaps);
  });
  return found;
}
