// usage: node vscode.js FOLDER_OF_EXTENSION SERVER
//
// Runs the extension in a stand-in for VS Code: it opens a document, and asks
// each provider that the extension registers.

"use strict";

const Module = require("module");
const path = require("path");

const TEXT = `tile.func public @k(%p: !tile.ptr<f32>, %n: i32) {
  %i = tile.make_range {start = 0 : i32, end = 1024 : i32} : tensor<1024xi32>
  %base = tile.splat %p : !tile.ptr<f32> -> tensor<1024x!tile.ptr<f32>>
    %ptrs = tile.addptr %base, %i : tensor<1024x!tile.ptr<f32>>, tensor<1024xi32>
  %x = tile.load %ptrs : tensor<1024x!tile.ptr<f32>>
  %y = tile.elementwise_inline_asm "tanh.f32 $0, $1;" {constraints = "=f,f", packed_element = 1 : i32, pure = true} %x : tensor<1024xf32> -> tensor<1024xf32>
  tile.store %ptrs, %y : tensor<1024x!tile.ptr<f32>>
  tile.return
}
`;

// What of VS Code the extension uses: plain objects that keep what they get.
const record = (...fields) => function (...values) { fields.forEach((field, i) => (this[field] = values[i])); };
const providers = {}, listeners = {}, shown = [];
let published = new Map();
let notify = () => {};
const register = (name) => (selector, provider, ...more) => {
  providers[name] = provider;
  providers[name].more = more;
  return { dispose() { delete providers[name]; } };
};
const on = (name) => (listener) => { listeners[name] = listener; return { dispose() { delete listeners[name]; } }; };
const document = { languageId: "mlir", version: 1, text: TEXT, uri: { toString: () => "file:///k.mlir" }, getText() { return this.text; } };
class WorkspaceEdit {
  constructor() { this.all = []; }
  set(uri, edits) { this.all.push([String(uri), edits]); }
}
const kinds = { QuickFix: "quickfix" };
const vscode = {
  Position: record("line", "character"), Range: record("start", "end"), MarkdownString: record("value"), TextEdit: record("range", "newText"),
  Location: record("uri", "range"), Diagnostic: record("range", "message", "severity"), DiagnosticRelatedInformation: record("location", "message"),
  CompletionItem: record("label", "kind"), CompletionList: record("items", "isIncomplete"), SignatureHelp: record(), SignatureInformation: record("label", "documentation"),
  ParameterInformation: record("label"), InlayHint: record("position", "label", "kind"), CodeAction: record("title", "kind"), Hover: record("contents", "range"),
  FoldingRange: record("start", "end", "kind"), SemanticTokens: record("data"), SemanticTokensLegend: record("types", "modifiers"),
  FoldingRangeKind: { Comment: 1, Region: 3 }, CodeActionKind: kinds, WorkspaceEdit,
  Uri: { parse: (text) => ({ toString: () => text }) },
  languages: new Proxy({
    createDiagnosticCollection: () => ({ set: (uri, all) => { published.set(String(uri), all); notify(); }, delete: (uri) => published.delete(String(uri)), clear: () => published.clear() }),
  }, { get: (own, name) => own[name] || register(name.replace(/^register|Provider$/g, "")) }),
  workspace: {
    getConfiguration: () => ({ get: () => process.argv[3] }), textDocuments: [document],
    onDidOpenTextDocument: on("open"), onDidChangeTextDocument: on("change"), onDidCloseTextDocument: on("close"),
  },
  window: { showErrorMessage: (text) => shown.push(text) },
  commands: { registerCommand: (name) => (console.log("command:", name), { dispose() {} }) },
};
const load = Module._load;
Module._load = (name, ...more) => (name === "vscode" ? vscode : load(name, ...more));

const nextDiagnostics = () => new Promise((resolve) => (notify = resolve));
const at = (piece, more) => {
  const before = document.text.slice(0, document.text.indexOf(piece) + more);
  return { line: before.split("\n").length - 1, character: before.length - (before.lastIndexOf("\n") + 1) };
};
const apply = (edits) => {
  const lines = document.text.split("\n");
  const offset = (p) => lines.slice(0, p.line).reduce((sum, line) => sum + line.length + 1, 0) + p.character;
  return edits.map((e) => [offset(e.range.start), offset(e.range.end), e.newText]).sort((a, b) => b[0] - a[0])
    .reduce((text, [first, last, by]) => text.slice(0, first) + by + text.slice(last), document.text);
};

async function main() {
  const extension = require(path.join(process.argv[2], "extension.js"));
  const first = nextDiagnostics();
  await extension.activate({ subscriptions: [] });
  if (shown.length) {
    console.log("error:", shown[0]);
    return;
  }
  await first;
  const [finding] = published.get("file:///k.mlir");
  console.log("finding:", finding.source, finding.code.value, String(finding.code.target).split("/").pop(), finding.severity, finding.range.start.line);
  console.log("providers:", Object.keys(providers).sort().join(" "));
  console.log("hover:", (await providers.Hover.provideHover(document, at("tile.load", 6))).contents.value.split("\n")[0]);
  const completion = await providers.CompletionItem.provideCompletionItems(document, at("tile.load", 7));
  console.log("completion:", completion.items.map((i) => i.insertText).join(" "), completion.items[0].range.end.character - completion.items[0].range.start.character);
  const help = await providers.SignatureHelp.provideSignatureHelp(document, at("%base, %i", 8));
  console.log("signature:", help.signatures[0].label.split(" attr-dict")[0], help.activeParameter);
  console.log("definition:", (await providers.Definition.provideDefinition(document, at("%base, %i", 2)))[0].range.start.line);
  console.log("references:", (await providers.Reference.provideReferences(document, at("%base, %i", 2), { includeDeclaration: true })).length);
  const everything = { start: { line: 0, character: 0 }, end: { line: 9, character: 0 } };
  console.log("hints:", (await providers.InlayHints.provideInlayHints(document, everything)).length);
  console.log("folds:", (await providers.FoldingRange.provideFoldingRanges(document)).map((f) => `${f.start}-${f.end}`).join(" "));
  console.log("colours:", (await providers.DocumentSemanticTokens.provideDocumentSemanticTokens(document)).data.length > 100);
  const formatted = apply(await providers.DocumentFormattingEdit.provideDocumentFormattingEdits(document, { tabSize: 2, insertSpaces: true }));
  console.log("formatted:", formatted === TEXT.replace("    %ptrs", "  %ptrs"));
  const place = await providers.Rename.prepareRename(document, at("%base", 2));
  const renamed = (await providers.Rename.provideRenameEdits(document, at("%base", 2), "begin")).all;
  console.log("rename:", place.placeholder, renamed[0][0], apply(renamed[0][1]) === TEXT.replaceAll("%base", "%begin"));
  await providers.Rename.provideRenameEdits(document, at("%base", 2), "x").catch((e) => console.log("not renamed:", e.message));
  const actions = await providers.CodeActions.provideCodeActions(document, finding.range);
  const [fix] = actions.filter((a) => a.isPreferred);
  console.log("fix:", fix.title, fix.kind);
  document.text = apply(fix.edit.all[0][1]);
  document.version = 2;
  const second = nextDiagnostics();
  listeners.change({ document });
  await second;
  console.log("findings after it:", published.get("file:///k.mlir").length);
  listeners.close(document);
  await extension.deactivate();
  console.log("after the end:", Object.keys(providers).length + Object.keys(listeners).length, "registered,", [...published.values()].flat().length, "findings,", shown.length, "errors");
}

main();
