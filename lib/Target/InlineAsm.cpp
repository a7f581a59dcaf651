//===- InlineAsm.cpp - From calls of inline asm to operations ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CodeGenImpl.h"

#include "tile/Dialect/Tile/IR/Tile.h"
#include "tile/PTX/AsmPlace.h"
#include "tile/PTX/Characters.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"

using namespace mlir;
using namespace mlir::tile;

/// The operands that a template can name: outputs, then inputs, tied or not.
static unsigned countOperands(const llvm::InlineAsm &code) {
  unsigned count = 0;
  for (const auto &constraint : code.ParseConstraints())
    count += constraint.Type == llvm::InlineAsm::isOutput ||
             constraint.Type == llvm::InlineAsm::isInput;
  return count;
}

/// Says what is wrong with the `$` in the template, and at which byte; or ""
/// if nothing is. The syntax is that of LLVM's AsmPrinter, which ends the
/// process on an error: `$$`, `$(`, `$|`, `$)`, `$0`, `${0}`, `${0:m}`,
/// `${:name}`.
static std::string checkTemplate(StringRef whole, unsigned numOperands,
                                 size_t &place) {
  StringRef text = whole;
  for (size_t at = text.find('$'); at != StringRef::npos; at = text.find('$')) {
    text = text.drop_front(at);
    place = whole.size() - text.size();
    text = text.drop_front();
    if (text.empty())
      return "expected the number of an operand after '$', found the end of "
             "the asm";
    if (StringRef("$(|)").contains(text.front())) {
      text = text.drop_front();
      continue;
    }
    bool braces = text.consume_front("{");
    if (braces && text.consume_front(":")) {
      StringRef name = text.take_until([](char c) { return c == '}'; });
      if (name != "uid" && name != "comment" && name != "private")
        return ("expected '${:uid}', '${:comment}' or '${:private}', found "
                "'${:" +
                name.take_front(60) + "}'")
            .str();
      text = text.drop_front(name.size());
    } else {
      unsigned number;
      StringRef digits = text.take_while(llvm::isDigit);
      if (digits.empty() || digits.getAsInteger(10, number))
        return ("expected the number of an operand after '$', found '" +
                (digits.empty() ? text.take_front() : digits.take_front(60)) +
                "'")
            .str();
      if (number >= numOperands)
        return ("expected the number of one of " + Twine(numOperands) +
                " operands after '$', found '" + digits + "'")
            .str();
      text = text.drop_front(digits.size());
      if (braces && text.consume_front(":"))
        text = text.drop_front(text.empty() ? 0 : 1);
    }
    if (braces && !text.consume_front("}"))
      return "expected '}' after '${', found " +
             (text.empty() ? "the end of the asm"
                           : "'" + text.take_front().str() + "'");
  }
  return {};
}

/// The same of characters. LLVM stops reading the asm at a zero byte, and says
/// nothing.
static std::string checkCharacters(StringRef text, size_t &place) {
  place = std::min(ptx::findForeignCharacter(text), text.find('\0'));
  if (place == StringRef::npos)
    return {};
  return "expected PTX, found " + ptx::describeCharacter(text.substr(place));
}

/// Whether the code generator can put a value into a register of inline asm: on
/// others it crashes before it looks at the register class.
static bool fitsRegister(llvm::Type *type) {
  if (auto *vector = dyn_cast<llvm::FixedVectorType>(type))
    return llvm::isPowerOf2_32(vector->getNumElements()) &&
           vector->getPrimitiveSizeInBits() <= 128 &&
           fitsRegister(vector->getElementType());
  if (type->isIntegerTy())
    return llvm::is_contained({1, 8, 16, 32, 64, 128},
                              type->getIntegerBitWidth());
  return type->isPointerTy() || type->is16bitFPTy() || type->isFloatTy() ||
         type->isDoubleTy();
}

static LogicalResult verifyCall(Location loc, const llvm::CallInst &call,
                                const llvm::InlineAsm &code) {
  if (llvm::Error error = llvm::InlineAsm::verify(call.getFunctionType(),
                                                  code.getConstraintString()))
    return emitError(loc) << "inline asm with constraints '"
                          << code.getConstraintString()
                          << "': " << llvm::toString(std::move(error));
  SmallVector<llvm::Type *> types(call.getFunctionType()->params());
  if (auto *results = dyn_cast<llvm::StructType>(call.getType()))
    llvm::append_range(types, results->elements());
  else if (!call.getType()->isVoidTy())
    types.push_back(call.getType());
  for (llvm::Type *type : types) {
    if (fitsRegister(type))
      continue;
    std::string name;
    llvm::raw_string_ostream(name) << *type;
    return emitError(loc) << "expected values of 1, 8, 16, 32, 64 or 128 bits "
                             "in inline asm, found "
                          << name;
  }
  size_t place = 0;
  std::string message =
      checkTemplate(code.getAsmString(), countOperands(code), place);
  if (message.empty())
    message = checkCharacters(code.getAsmString(), place);
  if (message.empty())
    return success();
  ptx::Location location = ptx::locateByte(code.getAsmString(), place);
  return emitError(loc) << ptx::describePlace(location) << message
                        << ptx::showPlace(code.getAsmString(), location);
}

LogicalResult tile::annotateInlineAsm(ModuleOp module, llvm::Module &llvmModule,
                                      std::vector<Location> &locations) {
  llvm::LLVMContext &context = llvmModule.getContext();
  unsigned kind = context.getMDKindID("srcloc");
  auto *i64 = llvm::Type::getInt64Ty(context);
  bool failed = false;
  for (auto function : module.getOps<LLVM::LLVMFuncOp>()) {
    llvm::Function *llvmFunction = llvmModule.getFunction(function.getName());
    if (!llvmFunction || llvmFunction->isDeclaration())
      continue;
    // The translation keeps the order of blocks and of operations, and makes
    // inline asm of nothing else. Should that ever change, the counts tell, and
    // messages name the function instead.
    SmallVector<LLVM::InlineAsmOp> ops;
    function.walk([&](LLVM::InlineAsmOp op) { ops.push_back(op); });
    SmallVector<llvm::CallInst *> calls;
    for (llvm::Instruction &instruction : llvm::instructions(*llvmFunction))
      if (auto *call = dyn_cast<llvm::CallInst>(&instruction))
        if (call->isInlineAsm())
          calls.push_back(call);
    for (auto [index, call] : llvm::enumerate(calls)) {
      Location loc =
          ops.size() == calls.size() ? ops[index].getLoc() : function.getLoc();
      auto *code = cast<llvm::InlineAsm>(call->getCalledOperand());
      failed |= verifyCall(loc, *call, *code).failed();
      if (code->hasSideEffects())
        call->setConvergent();
      if (ops.size() == calls.size() &&
          ops[index]->hasAttr(tile::kNeverCopiedAttrName))
        call->addFnAttr(llvm::Attribute::NoDuplicate);
      auto *cookie = llvm::ConstantInt::get(i64, locations.size());
      call->setMetadata(
          kind,
          llvm::MDNode::get(context, llvm::ConstantAsMetadata::get(cookie)));
      locations.push_back(loc);
    }
  }
  return failure(failed);
}
