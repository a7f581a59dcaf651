//===- CompletedAsmBody.cpp - What LLVM gets of an asm body ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CompletedAsmBody.h"

#include "tile/AsmCheck/AsmImmediates.h"
#include "tile/Dialect/Tile/IR/AsmInfo.h"
#include "tile/PTX/Characters.h"

using namespace mlir;
using namespace mlir::tile;

/// Replaces `$k` and `${k}` by what `getName` says of k and the offset, if it
/// says something.
static std::string replaceReferences(
    StringRef whole,
    llvm::function_ref<std::string(unsigned number, size_t offset)> getName) {
  std::string result;
  for (StringRef text = whole; !text.empty();) {
    size_t at = text.find('$');
    result += text.take_front(at);
    text = text.substr(at);
    // `$$` is a dollar, `${:uid}` a number.
    size_t length = text.starts_with("$$") ? 2 : text.empty() ? 0 : 1;
    size_t start = text.starts_with("${") ? 2 : 1;
    StringRef digits = text.substr(start).take_while(llvm::isDigit);
    unsigned number;
    std::string name;
    if (length == 1 && !digits.getAsInteger(10, number))
      name = getName(number, whole.size() - text.size());
    if (!name.empty()) {
      result += name;
      length = start + digits.size() + (start == 2);
    } else {
      result += text.take_front(length);
    }
    text = text.drop_front(length);
  }
  return result;
}

CompletedAsmBody tile::completeAsmBody(ElementwiseInlineAsmOp op,
                                       const AsmConstraints &constraints) {
  StringRef text = op.getAsmString();
  std::shared_ptr<const AsmInfo> info = getAsmInfo(op);
  const AsmSummary &body = info->summary;
  SmallVector<ptx::AsmOperand> operands = getPTXOperands(op, constraints);
  SmallVector<unsigned> written = ptx::findWrittenInputs(info->body, operands);
  CompletedAsmBody completed;
  completed.hasSeveralStatements = body.numStatements > 1 || !written.empty();
  llvm::SmallDenseMap<unsigned, std::string> names;
  // A name that the text has not, nor as the beginning of another.
  std::string prefix = "copy_of_";
  while (text.contains(prefix))
    prefix = "_" + prefix;
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
  bool needsBraces =
      !written.empty() ||
      (!body.isBraced &&
       (body.numStatements > 1 || body.hasLabels || body.hasDeclarations));
  bool hasImmediates = llvm::any_of(
      operands, [](const ptx::AsmOperand &o) { return o.isImmediate; });
  SmallVector<size_t> asIntegers =
      ptx::findFloatsAsIntegers(info->body, operands);
  auto getName = [&](unsigned k, size_t offset) -> std::string {
    if (k >= operands.size() || !operands[k].constant)
      return names.lookup(k);
    AsmImmediate immediate{operands[k].type, *operands[k].constant};
    if (llvm::is_contained(asIntegers, offset))
      immediate.type = "";
    return immediate.print();
  };
  completed.text = ptx::escapeComments(ptx::makeCommentsASCII(
      names.empty() && !hasImmediates ? text.str()
                                      : replaceReferences(text, getName)));
  if (needsBraces)
    completed.text = "{\n" + copies + completed.text + "\n}";
  return completed;
}
