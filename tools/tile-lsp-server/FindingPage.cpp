//===- FindingPage.cpp - The page about a finding -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FindingPage.h"

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/LSP/Protocol.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace mlir;
using namespace mlir::tile;

/// From the folder of the program: in an installation, in a build folder.
static constexpr llvm::StringLiteral kPages[] = {
    "../share/doc/tilewright/docs/inline-ptx.md",
    "../../../docs/inline-ptx.md",
};

/// The name of a heading in links: "Errors: names" gives "errors-names".
static std::string makeAnchor(StringRef heading) {
  std::string anchor;
  for (char c : heading.ltrim("# ")) {
    if (llvm::isAlnum(c) || c == '-' || c == '_')
      anchor += llvm::toLower(c);
    else if (c == ' ')
      anchor += '-';
  }
  return anchor;
}

std::string FindingPage::findLink(StringRef name) {
  if (!text) {
    text = "";
    std::string program = llvm::sys::fs::getMainExecutable(nullptr, nullptr);
    for (StringRef page : kPages) {
      llvm::SmallString<256> place(llvm::sys::path::parent_path(program));
      llvm::sys::path::append(place, page);
      llvm::sys::path::remove_dots(place, /*remove_dot_dot=*/true);
      auto buffer = llvm::MemoryBuffer::getFile(place, /*IsText=*/true);
      if (!buffer)
        continue;
      path = place.str().str();
      text = (*buffer)->getBuffer().str();
      break;
    }
  }
  StringRef all = *text;
  // A row has the names that it is about in its first cell.
  std::string quoted = ("`" + name + "`").str();
  StringRef heading;
  bool isFound = false;
  while (!isFound && !all.empty()) {
    auto [line, rest] = all.split('\n');
    all = rest;
    if (line.starts_with("#"))
      heading = line;
    isFound = line.starts_with("| ") &&
              line.drop_front().split('|').first.contains(quoted);
  }
  if (!isFound)
    return "";
  llvm::Expected<llvm::lsp::URIForFile> uri =
      llvm::lsp::URIForFile::fromFile(path);
  if (!uri) {
    llvm::consumeError(uri.takeError());
    return "";
  }
  return (uri->uri() + "#" + makeAnchor(heading)).str();
}
