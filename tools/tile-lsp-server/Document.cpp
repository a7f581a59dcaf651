//===- Document.cpp - A text, and what is known of it ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Document.h"

#include "ChosenLayouts.h"
#include "SourceText.h"

#include "tile/Compiler/Compiler.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/Diagnostics.h"

using namespace mlir;
using namespace mlir::tile;
namespace json = llvm::json;

ParsedPart::ParsedPart(StringRef text, size_t begin)
    : begin(begin), context(Compiler::createContext()),
      module(ModuleOp::create(UnknownLoc::get(context.get()))) {
  ScopedDiagnosticHandler silent(context.get(),
                                 [](Diagnostic &) { return success(); });
  auto buffer = llvm::MemoryBuffer::getMemBufferCopy(text, "kernel.mlir");
  start = buffer->getBufferStart();
  sources.AddNewSourceBuffer(std::move(buffer), SMLoc());
  ParserConfig config(context.get(), /*verifyAfterParse=*/false);
  isParsed =
      succeeded(parseAsmSourceFile(sources, module->getBody(), config, &state));
}

ParsedPart::~ParsedPart() = default;

StringRef ParsedPart::getText() const {
  return sources.getMemoryBuffer(sources.getMainFileID())->getBuffer();
}

void Document::change(std::string newText) {
  parts.clear();
  tokens.clear();
  lines.clear();
  text = std::move(newText);
}

std::shared_ptr<CompilerSession> Document::getSession() {
  constexpr unsigned kMaxCompiles = 100;
  if (!session || numCompiles == kMaxCompiles) {
    session = std::make_shared<CompilerSession>();
    numCompiles = 0;
    // They would keep the contexts of earlier sessions.
    kernels.clear();
  }
  ++numCompiles;
  return session;
}

std::shared_ptr<KernelLayouts> &Document::findLayouts(std::string key) {
  constexpr size_t kMostKernels = 100;
  if (kernels.size() >= kMostKernels)
    kernels.clear();
  return kernels[std::move(key)];
}

ArrayRef<Token> Document::getTokens() {
  if (tokens.empty())
    tokens = tokenize(text);
  return tokens;
}

ParsedPart *Document::getPart(size_t offset) {
  auto [part, begin] = findPart(text, offset);
  std::unique_ptr<ParsedPart> &parsed = parts[begin];
  if (!parsed)
    parsed = std::make_unique<ParsedPart>(part, begin);
  return parsed->isParsed ? parsed.get() : nullptr;
}

ArrayRef<size_t> Document::getLines() {
  if (lines.empty()) {
    lines.push_back(0);
    for (size_t at = 0; (at = text.find('\n', at)) != std::string::npos;)
      lines.push_back(++at);
  }
  return lines;
}

std::pair<size_t, size_t> Document::findLine(size_t offset) {
  ArrayRef<size_t> begins = getLines();
  size_t line = llvm::upper_bound(begins, offset) - begins.begin() - 1;
  return {line, offset - begins[line]};
}

std::pair<int64_t, int64_t> Document::findPosition(size_t offset) {
  auto [line, bytes] = findLine(std::min(offset, text.size()));
  StringRef before = StringRef(text).substr(lines[line], bytes);
  return {int64_t(line), int64_t(countUnits(before))};
}

json::Value Document::makePosition(size_t offset) {
  auto [line, character] = findPosition(offset);
  return json::Object{{"line", line}, {"character", character}};
}

json::Value Document::makeRange(size_t begin, size_t end) {
  return json::Object{{"start", makePosition(begin)},
                      {"end", makePosition(end)}};
}

void Document::writePosition(size_t offset, json::OStream &os) {
  auto [line, character] = findPosition(offset);
  os.objectBegin();
  os.attribute("character", character);
  os.attribute("line", line);
  os.objectEnd();
}

void Document::writeRange(size_t begin, size_t end, json::OStream &os) {
  os.objectBegin();
  os.attributeBegin("end");
  writePosition(end, os);
  os.attributeEnd();
  os.attributeBegin("start");
  writePosition(begin, os);
  os.attributeEnd();
  os.objectEnd();
}
