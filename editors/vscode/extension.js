// Extension.js - Tilewright in VS Code
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Starts the language server, shows it the documents of MLIR, and turns what it
// answers into what VS Code shows.

"use strict";

const vscode = require("vscode");
const { Connection } = require("./connection");

const LANGUAGE = "mlir";

// Between the objects of the protocol and those of VS Code.

const toPosition = (p) => new vscode.Position(p.line, p.character);
const toRange = (r) => new vscode.Range(toPosition(r.start), toPosition(r.end));
const fromPosition = (p) => ({ line: p.line, character: p.character });
const fromRange = (r) => ({ start: fromPosition(r.start), end: fromPosition(r.end) });
const toMarkdown = (text) => new vscode.MarkdownString(typeof text === "string" ? text : text.value);
const toTextEdit = (e) => new vscode.TextEdit(toRange(e.range), e.newText);
const toLocation = (l) => new vscode.Location(vscode.Uri.parse(l.uri), toRange(l.range));

function toWorkspaceEdit(edit) {
  const result = new vscode.WorkspaceEdit();
  for (const [uri, edits] of Object.entries(edit.changes || {})) result.set(vscode.Uri.parse(uri), edits.map(toTextEdit));
  return result;
}

// The protocol counts severities and kinds of completions from 1.
function toDiagnostic(d) {
  const result = new vscode.Diagnostic(toRange(d.range), d.message, (d.severity || 1) - 1);
  result.source = d.code ? "tilewright" : d.source;
  if (d.code) result.code = d.codeDescription ? { value: d.code, target: vscode.Uri.parse(d.codeDescription.href) } : d.code;
  result.relatedInformation = (d.relatedInformation || []).map((i) => new vscode.DiagnosticRelatedInformation(toLocation(i.location), i.message));
  return result;
}

function toCompletion(item) {
  const result = new vscode.CompletionItem(item.label, (item.kind || 1) - 1);
  result.detail = item.detail;
  if (item.textEdit) {
    result.insertText = item.textEdit.newText;
    result.range = toRange(item.textEdit.range);
  } else if (item.insertText) {
    result.insertText = item.insertText;
  }
  return result;
}

function toSignatureHelp(help) {
  const result = new vscode.SignatureHelp();
  result.activeSignature = help.activeSignature;
  result.activeParameter = help.activeParameter;
  result.signatures = help.signatures.map((s) => {
    const signature = new vscode.SignatureInformation(s.label, s.documentation);
    signature.parameters = s.parameters.map((p) => new vscode.ParameterInformation(p.label));
    return signature;
  });
  return result;
}

function toInlayHint(hint) {
  const result = new vscode.InlayHint(toPosition(hint.position), hint.label, hint.kind);
  if (hint.tooltip) result.tooltip = toMarkdown(hint.tooltip);
  return result;
}

function toCodeAction(action) {
  const result = new vscode.CodeAction(action.title, vscode.CodeActionKind.QuickFix);
  result.isPreferred = action.isPreferred;
  if (action.edit) result.edit = toWorkspaceEdit(action.edit);
  return result;
}

class Client {
  constructor() {
    this.diagnostics = vscode.languages.createDiagnosticCollection("tilewright");
    this.registered = [];
    this.connection = null;
  }

  async start() {
    const path = vscode.workspace.getConfiguration("tilewright").get("serverPath") || "tile-lsp-server";
    this.connection = new Connection(
      path,
      (method, params) => this.handle(method, params),
      (reason) =>
        vscode.window.showErrorMessage(`expected the language server '${path}' to run, found: ${reason}. The setting 'tilewright.serverPath' names it.`)
    );
    let result;
    try {
      result = await this.connection.request("initialize", { processId: process.pid, rootUri: null, capabilities: {} });
    } catch (error) {
      return; // The message about the end says it.
    }
    this.connection.notify("initialized", {});
    this.listen();
    this.register(result.capabilities);
    for (const document of vscode.workspace.textDocuments) this.open(document);
  }

  async stop() {
    for (const one of this.registered.splice(0)) one.dispose();
    this.diagnostics.clear();
    if (this.connection) await this.connection.end();
  }

  handle(method, params) {
    if (method === "textDocument/publishDiagnostics") this.diagnostics.set(vscode.Uri.parse(params.uri), params.diagnostics.map(toDiagnostic));
  }

  open(document) {
    if (document.languageId !== LANGUAGE) return;
    this.connection.notify("textDocument/didOpen", {
      textDocument: { uri: document.uri.toString(), languageId: LANGUAGE, version: document.version, text: document.getText() },
    });
  }

  listen() {
    const { workspace } = vscode;
    const isOurs = (document) => document.languageId === LANGUAGE;
    this.registered.push(
      workspace.onDidOpenTextDocument((document) => this.open(document)),
      workspace.onDidChangeTextDocument(({ document }) => {
        if (isOurs(document))
          this.connection.notify("textDocument/didChange", {
            textDocument: { uri: document.uri.toString(), version: document.version },
            contentChanges: [{ text: document.getText() }],
          });
      }),
      workspace.onDidCloseTextDocument((document) => {
        if (!isOurs(document)) return;
        this.connection.notify("textDocument/didClose", { textDocument: { uri: document.uri.toString() } });
        this.diagnostics.delete(document.uri);
      })
    );
  }

  // Asks about a document; `convert` gets an answer that is not null.
  async ask(what, document, params, convert) {
    const answer = await this.connection.request("textDocument/" + what, { textDocument: { uri: document.uri.toString() }, ...params });
    return answer === null ? null : convert(answer);
  }

  register(capabilities) {
    const { languages } = vscode;
    const selector = { language: LANGUAGE };
    const at = (position) => ({ position: fromPosition(position) });
    const add = (registered) => this.registered.push(registered);

    add(languages.registerHoverProvider(selector, {
      provideHover: (document, position) =>
        this.ask("hover", document, at(position), (a) => new vscode.Hover(toMarkdown(a.contents), a.range && toRange(a.range))),
    }));
    add(languages.registerCompletionItemProvider(selector, {
      provideCompletionItems: (document, position) =>
        this.ask("completion", document, at(position), (a) => new vscode.CompletionList(a.items.map(toCompletion), a.isIncomplete)),
    }, ...capabilities.completionProvider.triggerCharacters));
    add(languages.registerDefinitionProvider(selector, {
      provideDefinition: (document, position) => this.ask("definition", document, at(position), (a) => a.map(toLocation)),
    }));
    add(languages.registerReferenceProvider(selector, {
      provideReferences: (document, position, context) =>
        this.ask("references", document, { ...at(position), context }, (a) => a.map(toLocation)),
    }));
    add(languages.registerCodeActionsProvider(selector, {
      provideCodeActions: (document, range) =>
        this.ask("codeAction", document, { range: fromRange(range), context: { diagnostics: [] } }, (a) => a.map(toCodeAction)),
    }, { providedCodeActionKinds: [vscode.CodeActionKind.QuickFix] }));
    if (capabilities.signatureHelpProvider)
      add(languages.registerSignatureHelpProvider(selector, {
        provideSignatureHelp: (document, position) => this.ask("signatureHelp", document, at(position), toSignatureHelp),
      }, ...capabilities.signatureHelpProvider.triggerCharacters));
    if (capabilities.inlayHintProvider)
      add(languages.registerInlayHintsProvider(selector, {
        provideInlayHints: (document, range) => this.ask("inlayHint", document, { range: fromRange(range) }, (a) => a.map(toInlayHint)),
      }));
    if (capabilities.foldingRangeProvider)
      add(languages.registerFoldingRangeProvider(selector, {
        provideFoldingRanges: (document) =>
          this.ask("foldingRange", document, {}, (a) =>
            a.map((f) => new vscode.FoldingRange(f.startLine, f.endLine, f.kind === "comment" ? vscode.FoldingRangeKind.Comment : vscode.FoldingRangeKind.Region))),
      }));
    if (capabilities.documentFormattingProvider)
      add(languages.registerDocumentFormattingEditProvider(selector, {
        provideDocumentFormattingEdits: (document, options) => this.ask("formatting", document, { options }, (a) => a.map(toTextEdit)),
      }));
    if (capabilities.renameProvider)
      add(languages.registerRenameProvider(selector, {
        prepareRename: async (document, position) => {
          const found = await this.ask("prepareRename", document, at(position), (a) => ({ range: toRange(a.range), placeholder: a.placeholder }));
          if (!found) throw new Error("expected the name of a value, a symbol or a block");
          return found;
        },
        provideRenameEdits: (document, position, newName) => this.ask("rename", document, { ...at(position), newName }, toWorkspaceEdit),
      }));
    if (capabilities.semanticTokensProvider) {
      const { tokenTypes, tokenModifiers } = capabilities.semanticTokensProvider.legend;
      add(languages.registerDocumentSemanticTokensProvider(selector, {
        provideDocumentSemanticTokens: (document) =>
          this.ask("semanticTokens/full", document, {}, (a) => new vscode.SemanticTokens(new Uint32Array(a.data))),
      }, new vscode.SemanticTokensLegend(tokenTypes, tokenModifiers)));
    }
  }
}

let client = null;

async function restart() {
  if (client) await client.stop();
  else client = new Client();
  await client.start();
}

async function activate(context) {
  context.subscriptions.push(vscode.commands.registerCommand("tilewright.restart", restart));
  await restart();
}

async function deactivate() {
  if (client) await client.stop();
  client = null;
}

module.exports = { activate, deactivate };
