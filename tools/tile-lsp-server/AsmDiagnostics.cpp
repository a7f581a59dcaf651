//===- AsmDiagnostics.cpp - Findings in an editor -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// MLIR's server publishes the diagnostics that parser and verifier emit. So the
// check comes with the verifier, through the dialect interface AsmSource, and
// its findings, errors too, fail nothing: names and types stay known.
//
// A string of MLIR is on one line, with escapes. Byte 5 of the asm below is
// `a`, the character 34 of the line, from 0; an editor counts UTF-16 code
// units.
//
//   %r = tile.elementwise_inline_asm "// \\FC\\0Aadd.f32 $0, $1, $1;"
//
//===----------------------------------------------------------------------===//

#include "AsmDiagnostics.h"
#include "SourceText.h"

#include "tile/Dialect/Tile/IR/AsmSource.h"
#include "tile/Dialect/Tile/Transforms/CheckInlineAsm.h"
#include "tile/Dialect/Tile/Transforms/InlineAsmAnalyzer.h"
#include "tile/Hardware/TargetInfo.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::tile;

namespace {

/// An asm string in the text of a file.
struct Literal {
  FileLineColLoc place; ///< of its first quote, with a column in bytes
  unsigned units;       ///< UTF-16 code units of the line before it
  std::string text;     ///< between the quotes, with escapes
};

class AsmDiagnostics : public AsmSourceInterface {
public:
  using AsmSourceInterface::AsmSourceInterface;

  void noteParsed(OpAsmParser &parser, SMLoc place, StringAttr text) override;
  void noteVerified(ElementwiseInlineAsmOp op) override;
  std::optional<Location> locate(ElementwiseInlineAsmOp op,
                                 size_t offset) override;

private:
  const Literal *findLiteral(ElementwiseInlineAsmOp op) const;

  /// The findings of each asm, in the order of the text. A parser is done
  /// before the verifier begins.
  DenseMap<StringAttr, std::vector<Literal>> literals;
};

} // namespace

/// The bytes that the character at the beginning of a string's text takes, and
/// how many bytes of the string it is.
static std::pair<size_t, size_t> readCharacter(StringRef text) {
  if (text.front() != '\\')
    return {1, 1};
  bool isHex =
      text.size() > 2 && llvm::isHexDigit(text[1]) && llvm::isHexDigit(text[2]);
  return {std::min<size_t>(isHex ? 3 : 2, text.size()), 1};
}

void AsmDiagnostics::noteParsed(OpAsmParser &parser, SMLoc place,
                                StringAttr text) {
  auto location = dyn_cast<FileLineColLoc>(parser.getEncodedSourceLoc(place));
  const char *begin = place.getPointer();
  // Another name of the string stands here.
  if (!location || *begin != '"')
    return;
  const char *end = begin + 1;
  while (*end != '"' && *end != '\0')
    end += *end == '\\' ? 2 : 1;
  const char *line = begin - (location.getColumn() - 1);
  literals[text].push_back({location, countUnits(StringRef(line, begin - line)),
                            std::string(begin + 1, end)});
}

const Literal *AsmDiagnostics::findLiteral(ElementwiseInlineAsmOp op) const {
  auto it = literals.find(op.getAsmStringAttr());
  if (it == literals.end())
    return nullptr;
  // Parts of a file are parsed one after the other: the last literals are those
  // of the module that is verified now, in the order of its operations.
  Operation *root = op;
  while (Operation *parent = root->getParentOp())
    root = parent;
  size_t count = 0, number = 0;
  root->walk<WalkOrder::PreOrder>([&](ElementwiseInlineAsmOp other) {
    if (other == op)
      number = count;
    count += other.getAsmStringAttr() == op.getAsmStringAttr();
  });
  const std::vector<Literal> &found = it->second;
  return count <= found.size() ? &found[found.size() - count + number]
                               : nullptr;
}

std::optional<Location> AsmDiagnostics::locate(ElementwiseInlineAsmOp op,
                                               size_t offset) {
  const Literal *literal = findLiteral(op);
  if (!literal)
    return std::nullopt;
  StringRef rest = literal->text;
  for (size_t at = 0; at < offset && !rest.empty();) {
    auto [length, bytes] = readCharacter(rest);
    rest = rest.drop_front(length);
    at += bytes;
  }
  StringRef before = StringRef(literal->text).drop_back(rest.size());
  // From 1, after the quote.
  unsigned column = literal->units + 1 + countUnits(before) + 1;
  return FileLineColLoc::get(literal->place.getFilename(),
                             literal->place.getLine(), column);
}

void AsmDiagnostics::noteVerified(ElementwiseInlineAsmOp op) {
  auto module = op->getParentOfType<ModuleOp>();
  if (!module)
    return;
  InlineAsmAnalyzer analyzer(module);
  ArrayRef<ptx::Finding> findings = analyzer.analyze(op);
  // A compile takes a newer version where it may.
  bool isVersionFree =
      llvm::any_of(findings,
                   [](const ptx::Finding &finding) {
                     return finding.name == "needs-ptx-version";
                   }) &&
      !analyzer.hasGivenVersion() &&
      analyzer.findNeededVersion(op, kPTXVersions);
  for (const ptx::Finding &finding : findings) {
    if (InlineAsmAnalyzer::isAboutTarget(finding) &&
        (op.hasFallback() ||
         (isVersionFree && finding.name == "needs-ptx-version")))
      continue;
    std::optional<Location> place = locate(op, finding.location.offset);
    Location location = place.value_or(op.getLoc());
    InFlightDiagnostic diagnostic = finding.severity == ptx::Severity::Error
                                        ? emitError(location)
                                        : emitWarning(location);
    diagnostic << describeFinding(finding);
  }
}

void tile::registerAsmDiagnostics(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *, TileDialect *dialect) {
    dialect->addInterfaces<AsmDiagnostics>();
  });
}
