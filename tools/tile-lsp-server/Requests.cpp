//===- Requests.cpp - What the server answers next to MLIR's --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The server reads a message from `stdin`, answers it, and reads the next one,
// all on one thread. `stdin` is a stream here whose read function does the same
// with the real one, until a message comes that the server shall have. So the
// answers are in the order of the requests, and nothing has to be locked. What
// the server writes passes here, too (Output.h): some answers need more than it
// knows.
//
// MLIR's server parses and verifies each text, also one that MLIR does not
// survive. Of such a text it gets an empty one, and the editor gets the error
// from here.
//
//===----------------------------------------------------------------------===//

#include "Requests.h"

#include "AsmFixes.h"
#include "AsmHelp.h"
#include "Document.h"
#include "FindingPage.h"
#include "Names.h"
#include "OperationHelp.h"
#include "Output.h"
#include "Signatures.h"
#include "SourceCheck.h"
#include "SourceText.h"
#include "Structure.h"
#include "ValueHelp.h"

#include "tile/BuildInfo/BuildInfo.h"
#include "tile/Compiler/Compiler.h"
#include "tile/Compiler/OperationNames.h"
#include "tile/Import/TTIROperations.h"
#include "tile/PTX/InstructionHelp.h"
#include "tile/Support/JSONShape.h"
#include "tile/Support/Version.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/Support/ToolUtilities.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/LSP/Protocol.h"
#include "llvm/Support/LSP/Transport.h"
#include "llvm/Support/raw_ostream.h"

#include <cstdio>
#include <cstring>
#include <functional>
#include <map>
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
      : input(in, style), style(style), isPretty(isPretty), output(isPretty) {}

  void flushOutput() {
    output.flush([&](json::Object &message) { return change(message); });
  }

  /// Bytes for the server; 0 at the end.
  size_t read(char *buffer, size_t size) {
    // Not before: `--help` and the like print, and read nothing.
    if (!output.intercept()) {
      llvm::errs() << "tile-lsp-server: no memory for the output\n";
      return 0;
    }
    while (pending.empty()) {
      // The server is done with the message before, and has said that there is
      // no error in it.
      for (json::Value &error : std::exchange(errors, {}))
        llvm::lsp::JSONTransport(nullptr, llvm::outs(), isPretty)
            .notify("textDocument/publishDiagnostics", std::move(error));
      flushOutput();
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
  /// Writes the result of a request.
  using Writer = std::function<void(json::OStream &)>;
  using Result = llvm::Expected<Writer>;

  std::string frame(const std::string &message) const {
    if (style == llvm::lsp::JSONStreamStyle::Delimited)
      return message + "\n// -----\n";
    return "Content-Length: " + std::to_string(message.size()) + "\r\n\r\n" +
           message;
  }

  /// Whether the message has its answer here. The server gets what it is then.
  bool answer(std::string &message);
  /// The same of a request about a text that is open. No value: the server
  /// shall answer.
  std::optional<Result> answerAbout(Document &document, StringRef uri,
                                    StringRef method,
                                    const json::Object &params,
                                    const json::Value &id);
  static Result makeResult(json::Value value) {
    return Writer(
        [value = std::move(value)](json::OStream &os) { os.value(value); });
  }
  void reply(const json::Value &id, const Writer &result);
  /// Whether MLIR's parser and verifiers survive the text; if not, the error is
  /// published later.
  bool check(StringRef uri, StringRef text);
  std::optional<json::Value> hover(Document &document, size_t offset);
  std::optional<json::Value> complete(Document &document, size_t offset);
  json::Value completeOperation(Document &document, const Token &token,
                                size_t offset);

  /// What the server writes; true if it is changed.
  bool change(json::Object &message);
  void addCapabilities(json::Object &result);
  /// Codes with links, and the names that misspelt operations may mean.
  void addToDiagnostics(json::Array &diagnostics);
  std::string suggest(StringRef message);

  llvm::lsp::JSONTransportInputOverFile input;
  llvm::lsp::JSONStreamStyle style;
  bool isPretty;
  Output output;
  llvm::StringMap<Document> documents;
  std::string pending;
  /// What is published of texts that the server does not get.
  std::vector<json::Value> errors;
  /// The request whose answer says what the server can do.
  std::optional<json::Value> initialization;
  /// Quick fixes, by the request that the server has answered.
  std::vector<std::pair<json::Value, json::Array>> fixes;
  FindingPage page;
  /// Names of all operations, when they were first asked for.
  std::vector<std::string> operations;
  /// For suggestions of names; null until the first one.
  std::unique_ptr<MLIRContext> names;
};
} // namespace

/// Where a position of the protocol is; none if the text has no such line.
static std::optional<size_t> readPosition(StringRef text,
                                          const json::Object *position) {
  if (!position)
    return std::nullopt;
  std::optional<int64_t> line = position->getInteger("line"),
                         character = position->getInteger("character");
  if (!line || !character || *line < 0 || *character < 0)
    return std::nullopt;
  return findOffset(text, *line, *character);
}

/// Begin and end of a range; an end after the text is that of the text.
static std::optional<std::pair<size_t, size_t>>
readRange(StringRef text, const json::Object *range) {
  if (!range)
    return std::nullopt;
  std::optional<size_t> begin = readPosition(text, range->getObject("start"));
  if (!begin)
    return std::nullopt;
  return std::pair(
      *begin,
      readPosition(text, range->getObject("end")).value_or(text.size()));
}

static json::Value makeHover(std::string text) {
  return json::Object{{"contents", json::Object{{"kind", "markdown"},
                                                {"value", std::move(text)}}}};
}

std::optional<json::Value> Requests::hover(Document &document, size_t offset) {
  StringRef text = document.getText();
  if (std::optional<AsmAtPlace> place = findAsm(text, offset)) {
    AsmWord word = findAsmWord(place->text, place->offset);
    std::string about =
        word.isInstruction ? ptx::describeInstruction(word.whole) : "";
    if (about.empty())
      about = describeAsmOperand(document, offset);
    if (about.empty())
      return std::nullopt;
    return makeHover(std::move(about));
  }
  const Token *token = findToken(document.getTokens(), offset);
  std::string about;
  if (token && token->kind == Token::String)
    about = describeAsmOperand(document, offset);
  else if (token &&
           (token->kind == Token::Type || token->kind == Token::Attribute))
    about = describeTypeOrAttribute(token->in(text));
  else
    about = describeOperation(findName(text, offset));
  if (about.empty())
    about = describeValue(document, offset);
  if (about.empty())
    return std::nullopt;
  return makeHover(std::move(about));
}

static constexpr int kCompletesKeyword = 14, kCompletesFunction = 3,
                     kPlainText = 1;

/// Names of operations, for the word around a byte.
json::Value Requests::completeOperation(Document &document, const Token &token,
                                        size_t offset) {
  StringRef begin = document.getText().slice(token.begin, offset);
  if (operations.empty()) {
    std::unique_ptr<MLIRContext> context = Compiler::createContext();
    context->loadAllAvailableDialects();
    for (RegisteredOperationName name : context->getRegisteredOperations())
      operations.push_back(name.getStringRef().str());
    for (const TTIROperation &operation : getTTIROperations())
      operations.push_back(("tt." + operation.name).str());
    llvm::sort(operations);
    operations.erase(llvm::unique(operations), operations.end());
  }
  json::Array items;
  for (const std::string &name : operations) {
    if (!StringRef(name).starts_with(begin))
      continue;
    std::string about = describeOperation(name);
    StringRef summary = StringRef(about).split("\n\n_").second;
    items.push_back(json::Object{
        {"label", name},
        {"detail", summary.take_front(summary.find("_\n")).str()},
        {"kind", kCompletesFunction},
        {"insertTextFormat", kPlainText},
        {"textEdit",
         json::Object{{"range", document.makeRange(token.begin, token.end)},
                      {"newText", name}}}});
  }
  return json::Object{{"isIncomplete", false}, {"items", std::move(items)}};
}

std::optional<json::Value> Requests::complete(Document &document,
                                              size_t offset) {
  StringRef text = document.getText();
  std::optional<AsmAtPlace> place = findAsm(text, offset);
  if (!place) {
    const Token *token = findToken(document.getTokens(), offset);
    if (token && token->begin < offset && isOperationName(text, *token) &&
        token->in(text).contains('.'))
      return completeOperation(document, *token, offset);
    return std::nullopt;
  }
  AsmWord word = findAsmWord(place->text, place->offset);
  std::vector<ptx::Completion> completions;
  if (word.isInstruction)
    completions = ptx::completeInstruction(word.before);
  else if (word.before.starts_with("%"))
    completions = ptx::completeSpecialRegister(word.before);
  // From the last dot on, where an editor takes a word to begin, to the next
  // one: what is completed in the middle of a word takes the rest's place.
  size_t done = word.isInstruction ? 0 : word.before.rfind('.') + 1;
  size_t before = word.before.size() - (word.before.rfind('.') + 1);
  size_t after = word.whole.substr(word.before.size()).find_first_of(".:");
  after = std::min(after, word.whole.size() - word.before.size());
  json::Array items;
  for (const ptx::Completion &completion : completions) {
    std::string label = completion.word.substr(done);
    items.push_back(json::Object{
        {"label", label},
        {"detail", completion.detail},
        {"kind", kCompletesKeyword},
        {"insertTextFormat", kPlainText},
        {"textEdit", json::Object{{"range", document.makeRange(offset - before,
                                                               offset + after)},
                                  {"newText", label}}}});
  }
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

std::optional<Requests::Result>
Requests::answerAbout(Document &document, StringRef uri, StringRef method,
                      const json::Object &params, const json::Value &id) {
  StringRef text = document.getText();
  auto orServer =
      [](std::optional<json::Value> result) -> std::optional<Result> {
    if (!result)
      return std::nullopt;
    return makeResult(std::move(*result));
  };
  if (method == "textDocument/semanticTokens/full")
    return makeResult(json::Object{{"data", makeSemanticTokens(document)}});
  if (method == "textDocument/foldingRange")
    return makeResult(makeFoldingRanges(document));
  if (method == "textDocument/formatting") {
    const json::Object *options = params.getObject("options");
    int64_t size =
        options ? options->getInteger("tabSize").value_or(2) : int64_t(2);
    auto edits = formatDocument(document, std::clamp<int64_t>(size, 1, 8));
    if (!edits)
      return Result(edits.takeError());
    return Writer([&document, edits = std::move(*edits)](json::OStream &os) {
      os.array([&] {
        for (const Edit &edit : edits)
          os.object([&] {
            os.attribute("newText", edit.text);
            os.attributeBegin("range");
            document.writeRange(edit.begin, edit.end, os);
            os.attributeEnd();
          });
      });
    });
  }
  std::optional<std::pair<size_t, size_t>> range =
      readRange(text, params.getObject("range"));
  if (method == "textDocument/inlayHint" && range)
    return Writer([&document, range = *range](json::OStream &os) {
      writeLayoutHints(document, range.first, range.second, os);
    });
  if (method == "textDocument/codeAction" && range) {
    // The server adds its own ones.
    fixes.emplace_back(
        id, makeAsmFixes(document, uri, range->first, range->second));
    return std::nullopt;
  }
  std::optional<size_t> offset =
      readPosition(text, params.getObject("position"));
  if (!offset)
    return std::nullopt;
  if (method == "textDocument/hover")
    return orServer(hover(document, *offset));
  if (method == "textDocument/completion")
    return orServer(complete(document, *offset));
  if (method == "textDocument/signatureHelp") {
    std::optional<json::Value> help = makeSignatureHelp(document, *offset);
    return makeResult(help ? std::move(*help) : json::Value(nullptr));
  }
  if (method == "textDocument/prepareRename") {
    const Token *token = findRenamable(document, *offset);
    if (!token)
      return makeResult(nullptr);
    return makeResult(
        json::Object{{"range", document.makeRange(token->begin, token->end)},
                     {"placeholder", token->in(text).str()}});
  }
  if (method == "textDocument/rename") {
    llvm::Expected<json::Array> edits =
        renameAt(document, *offset, params.getString("newName").value_or(""));
    if (!edits)
      return Result(edits.takeError());
    return makeResult(json::Object{
        {"changes", json::Object{{uri.str(), std::move(*edits)}}}});
  }
  return std::nullopt;
}

void Requests::reply(const json::Value &id, const Writer &result) {
  std::string message;
  llvm::raw_string_ostream stream(message);
  json::OStream os(stream, isPretty ? 2 : 0);
  os.object([&] {
    os.attribute("id", id);
    os.attribute("jsonrpc", "2.0");
    os.attributeBegin("result");
    result(os);
    os.attributeEnd();
  });
  // What was written before comes before.
  flushOutput();
  output.sendMessage(message);
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
  const json::Value *id = root ? root->get("id") : nullptr;
  if (method && *method == "initialize" && id)
    initialization = *id;
  if (!method || !uri)
    return false;
  if (*method == "textDocument/didOpen") {
    Document &opened = documents[*uri];
    opened = Document(document->getString("text").value_or("").str());
    if (!check(*uri, opened.getText())) {
      (*document)["text"] = "";
      message = llvm::formatv("{0}", *parsed).str();
    }
  } else if (*method == "textDocument/didChange") {
    Document &changed = documents[*uri];
    // The server asks for whole texts.
    if (const json::Array *changes = params->getArray("contentChanges"))
      for (const json::Value &change : *changes)
        if (const json::Object *whole = change.getAsObject())
          changed.change(whole->getString("text").value_or("").str());
    if (!check(*uri, changed.getText())) {
      (*params)["contentChanges"] = json::Array{json::Object{{"text", ""}}};
      message = llvm::formatv("{0}", *parsed).str();
    }
  } else if (*method == "textDocument/didClose") {
    documents.erase(*uri);
  } else if (auto it = documents.find(*uri); id && it != documents.end()) {
    std::optional<Result> result =
        answerAbout(it->second, *uri, *method, *params, *id);
    if (!result)
      return false;
    if (*result)
      reply(*id, **result);
    else
      llvm::lsp::JSONTransport(nullptr, llvm::outs(), isPretty)
          .reply(*id, result->takeError());
    return true;
  }
  return false;
}

//===----------------------------------------------------------------------===//
// What MLIR's server says
//===----------------------------------------------------------------------===//

void Requests::addCapabilities(json::Object &result) {
  result["serverInfo"] =
      json::Object{{"name", "tile-lsp-server"},
                   {"version", (kVersion + " (" + getRevision() + ")").str()}};
  json::Object *capabilities = result.getObject("capabilities");
  if (!capabilities)
    return;
  json::Object &all = *capabilities;
  all["semanticTokensProvider"] = json::Object{
      {"legend", json::Object{{"tokenTypes", getSemanticTokenTypes()},
                              {"tokenModifiers", json::Array{}}}},
      {"full", true}};
  all["foldingRangeProvider"] = true;
  all["documentFormattingProvider"] = true;
  all["inlayHintProvider"] = true;
  all["renameProvider"] = json::Object{{"prepareProvider", true}};
  all["signatureHelpProvider"] =
      json::Object{{"triggerCharacters", json::Array{" ", ","}}};
}

/// "expected ... [operand-type]" gives "operand-type".
static StringRef findCode(StringRef message) {
  if (!message.contains("in the asm, line ") || !message.consume_back("]"))
    return "";
  StringRef name = message.substr(message.rfind('[') + 1);
  bool isName = !name.empty() && llvm::all_of(name, [](char c) {
    return llvm::isLower(c) || llvm::isDigit(c) || c == '-';
  });
  return isName ? name : "";
}

std::string Requests::suggest(StringRef message) {
  // A context takes milliseconds: it is made with the first unknown name.
  if (!message.contains("custom op '") &&
      !message.starts_with("unregistered operation '"))
    return "";
  if (!names)
    names = Compiler::createContext();
  return suggestOperation(message, names.get());
}

void Requests::addToDiagnostics(json::Array &diagnostics) {
  for (json::Value &value : diagnostics) {
    json::Object *diagnostic = value.getAsObject();
    if (!diagnostic)
      continue;
    std::string message = diagnostic->getString("message").value_or("").str();
    if (std::string more = suggest(StringRef(message).rtrim()); !more.empty())
      (*diagnostic)["message"] = (StringRef(message).rtrim() + more).str();
    StringRef code = findCode(message);
    if (code.empty())
      continue;
    std::string link = page.findLink(code);
    (*diagnostic)["code"] = code.str();
    if (!link.empty())
      (*diagnostic)["codeDescription"] = json::Object{{"href", link}};
  }
}

bool Requests::change(json::Object &message) {
  if (message.getString("method") == "textDocument/publishDiagnostics") {
    json::Object *params = message.getObject("params");
    if (json::Array *all = params ? params->getArray("diagnostics") : nullptr)
      addToDiagnostics(*all);
    return true;
  }
  const json::Value *id = message.get("id");
  json::Value *result = message.get("result");
  if (!id || !result)
    return false;
  if (initialization && *id == *initialization) {
    initialization.reset();
    if (json::Object *all = result->getAsObject())
      addCapabilities(*all);
    return true;
  }
  for (auto it = fixes.begin(); it != fixes.end(); ++it) {
    if (it->first != *id)
      continue;
    json::Array all = std::move(it->second);
    fixes.erase(it);
    if (json::Array *others = result->getAsArray())
      for (json::Value &other : *others)
        all.push_back(std::move(other));
    *result = std::move(all);
    return true;
  }
  return false;
}

static Requests *instance = nullptr;

void tile::endRequests() {
  if (instance)
    instance->flushOutput();
}

bool tile::interceptRequests(int argc, char **argv) {
  bool isDelimited = false, isPretty = false;
  for (int i = 1; i < argc; ++i) {
    StringRef option = StringRef(argv[i]).ltrim('-');
    isDelimited |= option == "lit-test" || option == "input-style=delimited";
    isPretty |= option == "lit-test" || option == "pretty";
  }
  // As long as the process.
  instance = new Requests(stdin,
                          isDelimited ? llvm::lsp::JSONStreamStyle::Delimited
                                      : llvm::lsp::JSONStreamStyle::Standard,
                          isPretty);
  cookie_io_functions_t functions = {};
  functions.read = [](void *cookie, char *buffer, size_t size) -> ssize_t {
    return static_cast<Requests *>(cookie)->read(buffer, size);
  };
  std::FILE *stream = fopencookie(instance, "r", functions);
  if (!stream) {
    llvm::errs() << "tile-lsp-server: no memory for the input\n";
    return false;
  }
  stdin = stream;
  return true;
}
