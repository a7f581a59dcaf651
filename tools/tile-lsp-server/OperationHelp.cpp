//===- OperationHelp.cpp - Descriptions of operations for editors ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OperationHelp.h"

#include "mlir/Support/LLVM.h"

using namespace mlir;
using namespace mlir::tile;

// What mlir-tblgen makes of ODS, as string literals.
static constexpr llvm::StringLiteral kPages[] = {
#include "TileOperations.md.inc"
    ,
#include "TileGPUOperations.md.inc"
};

std::string tile::describeOperation(StringRef name) {
  std::string title = name.str();
  std::string text;
  if (name.consume_front("tt.")) {
    title = ("tile." + name).str();
    text = "Triton's `tt." + name.str() + "`, imported as `" + title + "`.\n\n";
  }
  std::string heading = "\n### `" + title + "` (";
  for (StringRef page : kPages) {
    size_t begin = page.find(heading);
    if (begin == StringRef::npos)
      continue;
    StringRef section = page.substr(begin + 1);
    section = section.take_front(
        std::min(section.find("\n### "), section.find("\n## ")));
    return text + "### `" + title + "`\n\n" +
           section.drop_until([](char c) { return c == '\n'; }).trim().str() +
           "\n";
  }
  return "";
}

std::string tile::describeTypeOrAttribute(StringRef name) {
  std::string title = name.str();
  std::string text;
  if (name.consume_front("!tt.")) {
    title = ("!tile." + name).str();
    text =
        "Triton's `!tt." + name.str() + "`, imported as `" + title + "`.\n\n";
  }
  for (StringRef page : kPages) {
    // Its syntax or an example begins a line, or stands in the sentences.
    size_t types =
        std::min(page.find("\n## Attributes\n"), page.find("\n## Types\n"));
    size_t syntax = StringRef::npos;
    for (const std::string &pattern :
         {"\n" + title + "<", "`" + title + "<", "`" + title + "`"})
      if (syntax == StringRef::npos && types != StringRef::npos)
        syntax = page.find(pattern, types);
    if (syntax == StringRef::npos)
      continue;
    size_t begin = page.take_front(syntax).rfind("\n### ") + 1;
    StringRef section = page.substr(begin);
    section = section.take_front(
        std::min(section.find("\n### "), section.find("\n## ")));
    return text + "### `" + title + "`\n\n" +
           section.drop_until([](char c) { return c == '\n'; }).trim().str() +
           "\n";
  }
  return "";
}
