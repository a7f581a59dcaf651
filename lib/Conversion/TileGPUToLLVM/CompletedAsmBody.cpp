//===- CompletedAsmBody.cpp - What LLVM gets of an asm body ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CompletedAsmBody.h"

#include "tile/Dialect/Tile/IR/InlineAsm.h"
#include "tile/PTX/Parser.h"

using namespace mlir;
using namespace mlir::tile;

/// Replaces `$k` and `${k}` by the name that `names` has for k, if it has one.
static std::string
replaceReferences(StringRef text,
                  const llvm::SmallDenseMap<unsigned, std::string> &names) {
  std::string result;
  while (!text.empty()) {
    size_t at = text.find('$');
    result += text.take_front(at);
    text = text.substr(at);
    // `$$` is a dollar, `${:uid}` a number.
    size_t length = text.starts_with("$$") ? 2 : text.empty() ? 0 : 1;
    size_t start = text.starts_with("${") ? 2 : 1;
    StringRef digits = text.substr(start).take_while(llvm::isDigit);
    unsigned number;
    auto it = names.end();
    if (length == 1 && !digits.getAsInteger(10, number))
      it = names.find(number);
    if (it != names.end()) {
      result += it->second;
      length = start + digits.size() + (start == 2);
    } else {
      result += text.take_front(length);
    }
    text = text.drop_front(length);
  }
  return result;
}

CompletedAsmBody tile::completeAsmBody(StringRef text,
                                       ArrayRef<ptx::AsmOperand> operands) {
  AsmBody body = scanAsmBody(text);
  ptx::ParseResult<ptx::AsmBody> parsed = ptx::parseAsmBody(text);
  SmallVector<unsigned> written =
      ptx::findWrittenInputs(parsed.value, operands);
  CompletedAsmBody completed;
  completed.hasSeveralStatements = body.numStatements > 1 || !written.empty();
  if (written.empty()) {
    bool needsBraces =
        body.numStatements > 1 || body.hasLabels || body.hasDeclarations;
    completed.text = needsBraces && !body.isBraced
                         ? ("{\n" + text + "\n}").str()
                         : text.str();
    return completed;
  }
  // A name that the text has not, nor as the beginning of another.
  std::string prefix = "copy_of_";
  while (text.contains(prefix))
    prefix = "_" + prefix;
  llvm::SmallDenseMap<unsigned, std::string> names;
  std::string copies;
  for (unsigned k : written) {
    std::string number = std::to_string(k);
    StringRef type = operands[k].type;
    // A register without a kind, as LLVM's are.
    unsigned bits = ptx::getTypeBits(type);
    std::string word = type == "pred" ? type.str() : "b" + std::to_string(bits);
    names[k] = prefix + number;
    copies += ".reg ." + word + " " + names[k] + ";\nmov." + word + " " +
              names[k] + ", $" + number + ";\n";
  }
  completed.text = "{\n" + copies + replaceReferences(text, names) + "\n}";
  return completed;
}
