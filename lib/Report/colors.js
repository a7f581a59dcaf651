// Colours of words in the panes.

/// What is coloured, by language: each group of a pattern is a class in report.css.
const kWords = {
  mlir: /(?<comment>\/\/.*$)|(?<string>"(?:[^"\\]|\\.)*")|(?<value>%[\w.$-]+(?:#\d+)?)|(?<symbol>@[\w.$-]+|[#!][\w.$]+)|(?<op>\b(?:tile|tt|tilegpu|ttg|arith|math|scf|cf|llvm|nvvm|ub|gpu|func|builtin)\.[\w.]+|\b(?:module|attributes|loc)\b)|(?<type>\b(?:tensor|vector|memref|index|none|i\d+|f\d+|bf16|tf32|f8E\w+)\b)|(?<number>(?<![\w.])-?(?:0x[\da-fA-F]+|\d+(?:\.\d+)?(?:[eE][-+]?\d+)?)\b)/gm,
  llvm: /(?<comment>;.*$)|(?<string>"(?:[^"\\]|\\.)*")|(?<value>%[\w.$-]+)|(?<symbol>[@#!][\w.$-]+)|(?<type>\b(?:void|ptr|i\d+|float|double|half|bfloat|label|addrspace)\b)|(?<op>\b(?:define|declare|call|tail|br|ret|switch|phi|select|load|store|getelementptr|extractvalue|insertvalue|extractelement|insertelement|shufflevector|[su]?(?:add|sub|mul|div|rem)|f(?:add|sub|mul|div|rem|neg|cmp|ptrunc|pext)|icmp|and|or|xor|shl|lshr|ashr|zext|sext|trunc|bitcast|asm|sideeffect|fence|atomicrmw|cmpxchg)\b)|(?<number>(?<![\w.])-?(?:0x[\da-fA-F]+|\d+(?:\.\d+)?(?:[eE][-+]?\d+)?)\b)/gm,
  ptx: /(?<comment>\/\/.*$)|(?<string>"[^"]*")|(?<value>%[\w.$]+)|(?<type>\.(?:[busf]\d+(?:x\d)?|pred|bf16(?:x2)?|tf32|e\dm\d(?:x2)?)\b)|(?<symbol>\$[\w$]+|@!?%?\w+)|(?<op>^\s*(?:@!?%\w+\s+)?[a-z][\w]*(?:[.:]+[\w:]+)*|^\s*\.[a-z]\w*)|(?<number>(?<![\w.%])-?(?:0[xfd][\da-fA-F]+|\d+)\b)/gm,
  sass: /(?<value>\b(?:U?R\d+|U?P\d|RZ|URZ|PT|UPT|SR_\w+)\b)|(?<symbol>`?\(?\.L_\w+\)?|@!?U?P\d)|(?<op>(?<=^[\da-f]+\s+(?:@!?U?P\w\s+)?)[A-Z][A-Z\d]*(?:\.[\w.]+)*)|(?<number>(?<![\w.])-?(?:0x[\da-f]+|\d+(?:\.\d+)?)\b)/gm,
  python: /(?<comment>#.*$)|(?<string>'[^']*'|"[^"]*")|(?<op>\b(?:def|return|if|elif|else|for|while|in|import|from|as|not|and|or|assert|None|True|False)\b)|(?<symbol>@[\w.]+|\btl\.[\w.]+)|(?<number>(?<![\w.])\d+(?:\.\d+)?(?:[eE][-+]?\d+)?\b)/gm,
};
const kLanguages = {origin: "python", source: "mlir", tile: "mlir", tilegpu: "mlir", llvm: "mlir", llvmir: "llvm", ptx: "ptx", sass: "sass"};

/// The pieces of a line: texts, and elements of one class each.
function colorWords(text, language) {
  const pieces = [];
  let end = 0;
  for (const match of text.matchAll(kWords[language])) {
    const [kind] = Object.entries(match.groups).find(([, word]) => word !== undefined);
    pieces.push(text.slice(end, match.index), make("s", {className: kind, textContent: match[0]}));
    end = match.index + match[0].length;
  }
  return [...pieces, text.slice(end)];
}

/// Colours the rows of a pane, group after group, when they are first seen: a pane may have
/// ten thousand lines.
function colorWhenSeen(pane) {
  const language = kLanguages[pane.name];
  if (!language)
    return;
  const observer = new IntersectionObserver(entries => {
    for (const {target, isIntersecting} of entries)
      if (isIntersecting) {
        observer.unobserve(target);
        for (const row of target.children)
          row.lastChild.replaceChildren(...colorWords(row.lastChild.textContent, language));
      }
  }, {root: pane.body, rootMargin: "600px"});
  for (const group of pane.list.querySelectorAll(".group"))
    observer.observe(group);
}
