//===- FindingPage.h - The page about a finding -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// docs/inline-ptx.md has a row about each finding in an asm. The server looks
// for the page where its own program was installed, or was built.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_TOOLS_TILELSPSERVER_FINDINGPAGE_H
#define TILE_TOOLS_TILELSPSERVER_FINDINGPAGE_H

#include "llvm/ADT/StringRef.h"

#include <optional>
#include <string>

namespace mlir::tile {

class FindingPage {
public:
  /// "file:///.../inline-ptx.md#errors-instructions", the section that has the
  /// name; "" if there is no page, or the page does not have the name.
  std::string findLink(llvm::StringRef name);

private:
  std::string path;
  /// Read when it is first asked for.
  std::optional<std::string> text;
};

} // namespace mlir::tile

#endif // TILE_TOOLS_TILELSPSERVER_FINDINGPAGE_H
