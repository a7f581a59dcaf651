//===- Requests.cpp - What the server answers beside MLIR's ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The server reads a message from `stdin`, answers it, and reads the next one,
// all on one thread. `stdin` is a stream here whose read function does the same
// with the real one, until a message comes that the server shall have. So the
// answers are in the order of the requests, and nothing has to be locked.
//
// MLIR's server parses and verifies each text, also one that MLIR does not
// survive. Of such a text it gets an empty one, and the editor gets the error
// from here.
//
//===----------------------------------------------------------------------===//

#include "Requests.h"

#include "OperationHelp.h"
#include "SourceCheck.h"
#include "SourceText.h"
#include "ValueHelp.h"

#include "tile/PTX/InstructionHelp.h"
#include "tile/Support/JSONShape.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/Support/ToolUtilities.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/LSP/Transport.h"
#include "llvm/Support/raw_ostream.h"

#include <cstdio>
#include <cstring>
#include <utility>

using namespace mlir;
using namespace mlir::tile;
namespace json = llvm::json;

/// Deeper than any message of the protocol goes.
static constexpr unsigned kMaxDepth = 100;

namespace {
class Requests {
public:
  Requests(std::FILE *in, llvm::lsp::JSONStreamStyle style, bool isPretty)
      : input(in, style), style(style), isPretty(isPretty) {}

  /// Bytes for the server; 0 at the end.
  size_t read(char *buffer, size_t size) {
    while (pending.empty()) {
      // The server is done with the message before, and has said that there is
      // no error in it.
      for (json::Value &error : std::exchange(errors, {}))
        llvm::lsp::JSONTransport(nullptr, llvm::outs(), isPretty)
            .notify("textDocument/publishDiagnostics", std::move(error));
      std::string message;
      if (input.isEndOfInput())
        return 0;
      if (failed(input.readMessage(message)))
        continue;
      if (measureJSON(message).depth > kMaxDepth) {
        llvm::lsp::Logger::error("expected JSON at most {0} deep", kMaxDepth);
        continue;
      }
      if (!answer(message))
        pending = frame(message);
    }
    size_t count = std::min(size, pending.size());
    std::memcpy(buffer, pending.data(), count);
    pending.erase(0, count);
    return count;
  }

private:
  std::string frame(const std::string &message) const {
    if (style == llvm::lsp::JSONStreamStyle::Delimited)
      return message + "\n// -----\n";
    return "Content-Length: " + std::to_string(message.size()) + "\r\n\r\n" +
           message;
  }

  /// Whether the message has its answer here. The server gets what it is then.
  bool answer(std::string &message);
  /// Whether MLIR's parser and verifiers survive the text; if not, the error is
  /// published later.
  bool check(StringRef uri, StringRef text);
  std::optional<json::Value> hover(StringRef text, size_t offset);
  std::optional<json::Value> complete(StringRef text, size_t offset);

  llvm::lsp::JSONTransportInputOverFile input;
  llvm::lsp::JSONStreamStyle style;
  bool isPretty;
  llvm::StringMap<std::string> documents;
  std::string pending;
  /// What is published of texts that the server does not get.
  std::vector<json::Value> errors;
};
} // namespace

static json::Value makeHover(std::string text) {
  return json::Object{{"contents", json::Object{{"kind", "markdown"},
                                                {"value", std::move(text)}}}};
}

std::optional<json::Value> Requests::hover(StringRef text, size_t offset) {
  if (std::optional<AsmAtPlace> place = findAsm(text, offset)) {
    AsmWord word = findAsmWord(place->text, place->offset);
    if (word.isInstruction)
      if (std::string about = ptx::describeInstruction(word.whole);
          !about.empty())
        return makeHover(std::move(about));
    return std::nullopt;
  }
  if (std::string about = describeOperation(findName(text, offset));
      !about.empty())
    return makeHover(std::move(about));
  auto [part, begin] = findPart(text, offset);
  if (std::string about = describeValue(part, offset - begin); !about.empty())
    return makeHover(std::move(about));
  return std::nullopt;
}

std::optional<json::Value> Requests::complete(StringRef text, size_t offset) {
  std::optional<AsmAtPlace> place = findAsm(text, offset);
  if (!place)
    return std::nullopt;
  AsmWord word = findAsmWord(place->text, place->offset);
  std::vector<ptx::Completion> completions;
  if (word.isInstruction)
    completions = ptx::completeInstruction(word.before);
  else if (word.before.starts_with("%"))
    completions = ptx::completeSpecialRegister(word.before);
  // From the last dot on, where an editor takes a word to begin.
  size_t done = word.isInstruction ? 0 : word.before.rfind('.') + 1;
  constexpr int kKeyword = 14, kPlainText = 1;
  json::Array items;
  for (const ptx::Completion &completion : completions)
    items.push_back(json::Object{{"label", completion.word.substr(done)},
                                 {"detail", completion.detail},
                                 {"kind", kKeyword},
                                 {"insertTextFormat", kPlainText}});
  return json::Object{{"isIncomplete", false}, {"items", std::move(items)}};
}

bool Requests::check(StringRef uri, StringRef text) {
  std::string message;
  int64_t line = 0, character = 0;
  auto makeHandler = [&](MLIRContext *context) {
    return std::make_shared<ScopedDiagnosticHandler>(
        context, [&](Diagnostic &diagnostic) {
          if (!message.empty())
            return success();
          message = diagnostic.str();
          if (auto loc = dyn_cast<FileLineColLoc>(diagnostic.getLocation())) {
            line = std::max<int64_t>(loc.getLine(), 1) - 1;
            size_t begin = findOffset(text, line, 0).value_or(text.size());
            size_t bytes = std::max<size_t>(loc.getColumn(), 1) - 1;
            character = countUnits(text.substr(begin, bytes));
          }
          return success();
        });
  };
  if (succeeded(checkSource({text, uri}, kDefaultSplitMarker, makeHandler)))
    return true;
  json::Value place = json::Object{{"line", line}, {"character", character}};
  errors.push_back(json::Object{
      {"uri", uri.str()},
      {"diagnostics",
       json::Array{json::Object{
           {"range", json::Object{{"start", place}, {"end", place}}},
           {"severity", 1},
           {"source", "mlir"},
           {"message", message}}}}});
  return false;
}

bool Requests::answer(std::string &message) {
  llvm::Expected<json::Value> parsed = json::parse(message);
  if (!parsed) {
    llvm::consumeError(parsed.takeError());
    return false;
  }
  json::Object *root = parsed->getAsObject();
  json::Object *params = root ? root->getObject("params") : nullptr;
  json::Object *document = params ? params->getObject("textDocument") : nullptr;
  std::optional<StringRef> method =
      root ? root->getString("method") : std::nullopt;
  std::optional<StringRef> uri =
      document ? document->getString("uri") : std::nullopt;
  if (!method || !uri)
    return false;
  if (*method == "textDocument/didOpen") {
    std::string &text = documents[*uri];
    text = document->getString("text").value_or("").str();
    if (!check(*uri, text)) {
      (*document)["text"] = "";
      message = llvm::formatv("{0}", *parsed).str();
    }
  } else if (*method == "textDocument/didChange") {
    std::string &text = documents[*uri];
    // The server asks for whole texts.
    if (const json::Array *changes = params->getArray("contentChanges"))
      for (const json::Value &change : *changes)
        if (const json::Object *whole = change.getAsObject())
          text = whole->getString("text").value_or("").str();
    if (!check(*uri, text)) {
      (*params)["contentChanges"] = json::Array{json::Object{{"text", ""}}};
      message = llvm::formatv("{0}", *parsed).str();
    }
  } else if (*method == "textDocument/didClose") {
    documents.erase(*uri);
  } else if (*method == "textDocument/hover" ||
             *method == "textDocument/completion") {
    const json::Object *position = params->getObject("position");
    const json::Value *id = root->get("id");
    auto it = documents.find(*uri);
    if (!position || !id || it == documents.end())
      return false;
    std::optional<int64_t> line = position->getInteger("line"),
                           character = position->getInteger("character");
    if (!line || !character || *line < 0 || *character < 0)
      return false;
    std::optional<size_t> offset = findOffset(it->second, *line, *character);
    if (!offset)
      return false;
    std::optional<json::Value> result = *method == "textDocument/hover"
                                            ? hover(it->second, *offset)
                                            : complete(it->second, *offset);
    if (!result)
      return false;
    llvm::lsp::JSONTransport(nullptr, llvm::outs(), isPretty)
        .reply(*id, std::move(*result));
    return true;
  }
  return false;
}

bool tile::interceptRequests(int argc, char **argv) {
  bool isDelimited = false, isPretty = false;
  for (int i = 1; i < argc; ++i) {
    StringRef option = StringRef(argv[i]).ltrim('-');
    isDelimited |= option == "lit-test" || option == "input-style=delimited";
    isPretty |= option == "lit-test" || option == "pretty";
  }
  // As long as the process.
  auto *requests =
      new Requests(stdin,
                   isDelimited ? llvm::lsp::JSONStreamStyle::Delimited
                               : llvm::lsp::JSONStreamStyle::Standard,
                   isPretty);
  cookie_io_functions_t functions = {};
  functions.read = [](void *cookie, char *buffer, size_t size) -> ssize_t {
    return static_cast<Requests *>(cookie)->read(buffer, size);
  };
  std::FILE *stream = fopencookie(requests, "r", functions);
  if (!stream) {
    llvm::errs() << "tile-lsp-server: no memory for the input\n";
    return false;
  }
  stdin = stream;
  return true;
}
