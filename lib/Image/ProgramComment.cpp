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

std::string
mlir::tile::writeProgramComments(llvm::ArrayRef<KernelInfo> kernels) {
  std::string text;
  for (const KernelInfo &kernel : kernels)
    if (kernel.programsPerCTA > 1)
      text += kBefore.str() + kernel.name + ": " +
              std::to_string(kernel.programsPerCTA) + kAfter.str() + "\n";
  return text;
}

unsigned mlir::tile::readProgramComment(StringRef ptx, StringRef entry) {
  // They are the last lines, whatever the text above has in its comments.
  for (StringRef rest = ptx.rtrim(); !rest.empty();) {
    size_t start = rest.rfind('\n') + 1; // npos + 1 is 0
    StringRef line = rest.drop_front(start);
    rest = rest.take_front(start).rtrim();
    if (!line.consume_front(kBefore))
      return 1;
    unsigned programs;
    if (line.consume_front(entry) && line.consume_front(": ") &&
        line.consume_back(kAfter) && !line.getAsInteger(10, programs) &&
        programs > 0)
      return programs;
  }
  return 1;
}
