//===- Diagnostics.cpp - Messages of a compile for C ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Diagnostics.h"

#include "Status.h"

#include "mlir/IR/Diagnostics.h"
#include "llvm/Support/JSON.h"

using namespace mlir;
using namespace mlir::tile;
using namespace mlir::tile::capi;
namespace json = llvm::json;

static TileSeverity getSeverity(DiagnosticSeverity severity) {
  switch (severity) {
  case DiagnosticSeverity::Error:
    return TileSeverityError;
  case DiagnosticSeverity::Warning:
    return TileSeverityWarning;
  case DiagnosticSeverity::Remark:
    return TileSeverityRemark;
  case DiagnosticSeverity::Note:
    return TileSeverityNote;
  }
  return TileSeverityError;
}

Message capi::makeMessage(Diagnostic &diagnostic) {
  Message message;
  message.severity = getSeverity(diagnostic.getSeverity());
  if (auto place = diagnostic.getLocation()->findInstanceOf<FileLineColLoc>()) {
    message.file = place.getFilename().str();
    message.line = place.getLine();
    message.column = place.getColumn();
  }
  message.text = diagnostic.str();
  for (Diagnostic &note : diagnostic.getNotes())
    message.notes.push_back(makeMessage(note));
  return message;
}

static StringRef getName(TileSeverity severity) {
  switch (severity) {
  case TileSeverityError:
    return "error";
  case TileSeverityWarning:
    return "warning";
  case TileSeverityRemark:
    return "remark";
  case TileSeverityNote:
    return "note";
  }
  return "error";
}

std::string capi::formatMessage(const Message &message) {
  std::string text;
  if (!message.file.empty())
    text = message.file + ":" + std::to_string(message.line) + ":" +
           std::to_string(message.column) + ": ";
  return text + getName(message.severity).str() + ": " + message.text;
}

std::string capi::formatWithNotes(const Message &message) {
  std::string text = formatMessage(message) + "\n";
  for (const Message &note : message.notes)
    text += formatMessage(note) + "\n";
  return text;
}

std::string capi::formatLastError() {
  Message message;
  message.text = tileGetLastErrorMessage().data;
  return formatWithNotes(message);
}

static std::string &getCompileLog() {
  thread_local std::string log;
  return log;
}

void capi::setCompileLog(std::string log) { getCompileLog() = std::move(log); }

TileStatus capi::failCompile(TileStatus status) {
  setCompileLog(formatLastError());
  return status;
}

MlirStringRef tileGetLastCompileLog(void) {
  return wrapString(getCompileLog());
}

static TileDiagnostic view(const Message &message,
                           std::vector<TileDiagnostic> &notes) {
  TileDiagnostic diagnostic = {};
  diagnostic.severity = message.severity;
  diagnostic.file = wrapString(message.file);
  diagnostic.line = message.line;
  diagnostic.column = message.column;
  diagnostic.message = wrapString(message.text);
  diagnostic.notes = notes.data();
  diagnostic.numNotes = notes.size();
  return diagnostic;
}

void capi::deliver(const Message &message,
                   const TileCompileCallbacks *callbacks) {
  if (!callbacks || !callbacks->onDiagnostic)
    return;
  // MLIR's notes have no notes.
  std::vector<TileDiagnostic> none, notes;
  for (const Message &note : message.notes)
    notes.push_back(view(note, none));
  TileDiagnostic diagnostic = view(message, notes);
  callbacks->onDiagnostic(&diagnostic, callbacks->userData);
}

static json::Value toJSON(const Message &message) {
  json::Array notes;
  for (const Message &note : message.notes)
    notes.push_back(toJSON(note));
  return json::Object{{"severity", getName(message.severity)},
                      {"file", json::fixUTF8(message.file)},
                      {"line", message.line},
                      {"column", message.column},
                      {"message", json::fixUTF8(message.text)},
                      {"notes", std::move(notes)}};
}

std::string capi::encodeMessage(const Message &message) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  stream << toJSON(message);
  return text;
}

static std::optional<Message> fromJSON(const json::Value &value,
                                       unsigned depth) {
  const json::Object *object = value.getAsObject();
  if (!object || depth > 1)
    return std::nullopt;
  std::optional<StringRef> severity = object->getString("severity"),
                           file = object->getString("file"),
                           text = object->getString("message");
  std::optional<int64_t> line = object->getInteger("line"),
                         column = object->getInteger("column");
  const json::Array *notes = object->getArray("notes");
  if (!severity || !file || !text || !line || !column || !notes)
    return std::nullopt;
  Message message;
  for (TileSeverity known : {TileSeverityError, TileSeverityWarning,
                             TileSeverityRemark, TileSeverityNote})
    if (getName(known) == *severity)
      message.severity = known;
  message.file = file->str();
  message.text = text->str();
  message.line = *line;
  message.column = *column;
  for (const json::Value &note : *notes) {
    std::optional<Message> read = fromJSON(note, depth + 1);
    if (!read)
      return std::nullopt;
    message.notes.push_back(std::move(*read));
  }
  return message;
}

std::optional<Message> capi::decodeMessage(StringRef text) {
  llvm::Expected<json::Value> value = json::parse(text);
  if (!value) {
    llvm::consumeError(value.takeError());
    return std::nullopt;
  }
  return fromJSON(*value, 0);
}
