//===- InlineAsm.cpp - Calls of inline asm and their operations -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CodeGenImpl.h"

#include "tile/AsmCheck/AsmPlace.h"
#include "tile/Dialect/Tile/IR/Tile.h"
#include "tile/PTX/Characters.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Target/LLVMIR/LLVMTranslationInterface.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"

using namespace mlir;
using namespace mlir::tile;

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
  // Of the operands that a template can name, inputs and outputs.
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
  std::string message = checkTemplate(code.getAsmString(), types.size(), place);
  if (message.empty())
    message = checkCharacters(code.getAsmString(), place);
  if (message.empty())
    return success();
  ptx::Location location = ptx::locateByte(code.getAsmString(), place);
  return emitError(loc) << ptx::describePlace(location) << message
                        << ptx::showPlace(code.getAsmString(), location);
}

/// On each llvm.inline_asm while it is translated: its number, an index.
static constexpr StringLiteral kAsmNumberAttrName = "tile.asm_number";

namespace {
/// Gives the calls that operations become what the dialect's attributes on the
/// operations say.
struct AsmTranslation : LLVMTranslationDialectInterface {
  using LLVMTranslationDialectInterface::LLVMTranslationDialectInterface;

  LogicalResult convertOperation(Operation *op, llvm::IRBuilderBase &,
                                 LLVM::ModuleTranslation &) const override {
    return op->emitError("cannot be converted to LLVM IR: '")
           << op->getName()
           << "' is of an earlier stage, run the pipeline tile-to-llvm first";
  }

  LogicalResult amendOperation(Operation *op,
                               ArrayRef<llvm::Instruction *> instructions,
                               NamedAttribute attribute,
                               LLVM::ModuleTranslation &) const override {
    if (!isa<LLVM::InlineAsmOp>(op))
      return success();
    for (llvm::Instruction *instruction : instructions) {
      auto *call = dyn_cast<llvm::CallInst>(instruction);
      if (!call || !call->isInlineAsm())
        continue;
      if (attribute.getName() == tile::kNeverCopiedAttrName)
        call->addFnAttr(llvm::Attribute::NoDuplicate);
      else if (attribute.getName() == kAsmNumberAttrName)
        setPlace(*call, cast<IntegerAttr>(attribute.getValue()).getInt());
    }
    return success();
  }

  /// The number that LLVM's messages about the call come with.
  static void setPlace(llvm::CallInst &call, uint64_t number) {
    llvm::LLVMContext &context = call.getContext();
    auto *cookie =
        llvm::ConstantInt::get(llvm::Type::getInt64Ty(context), number);
    call.setMetadata(
        "srcloc",
        llvm::MDNode::get(context, llvm::ConstantAsMetadata::get(cookie)));
  }

  static std::optional<uint64_t> getPlace(const llvm::CallInst &call) {
    const llvm::MDNode *place = call.getMetadata("srcloc");
    if (!place)
      return std::nullopt;
    return llvm::mdconst::extract<llvm::ConstantInt>(place->getOperand(0))
        ->getZExtValue();
  }
};
} // namespace

void tile::registerAsmTranslation(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *, TileDialect *dialect) {
    dialect->addInterfaces<AsmTranslation>();
  });
}

void tile::numberInlineAsm(ModuleOp module, std::vector<Location> &locations) {
  Builder builder(module.getContext());
  module.walk([&](LLVM::InlineAsmOp op) {
    op->setAttr(kAsmNumberAttrName, builder.getIndexAttr(locations.size()));
    locations.push_back(op.getLoc());
  });
}

void tile::forgetNumbers(ModuleOp module) {
  module.walk([](LLVM::InlineAsmOp op) { op->removeAttr(kAsmNumberAttrName); });
}

LogicalResult tile::verifyInlineAsm(ModuleOp module, llvm::Module &llvmModule,
                                    std::vector<Location> &locations) {
  bool failed = false;
  for (llvm::Function &function : llvmModule)
    for (llvm::Instruction &instruction : llvm::instructions(function)) {
      auto *call = dyn_cast<llvm::CallInst>(&instruction);
      if (!call || !call->isInlineAsm())
        continue;
      std::optional<uint64_t> place = AsmTranslation::getPlace(*call);
      if (!place) {
        // Made of another operation: messages name the function.
        Operation *op = SymbolTable::lookupSymbolIn(module, function.getName());
        place = locations.size();
        locations.push_back(op ? op->getLoc() : module.getLoc());
        AsmTranslation::setPlace(*call, *place);
      }
      auto *code = cast<llvm::InlineAsm>(call->getCalledOperand());
      failed |= verifyCall(locations[*place], *call, *code).failed();
      if (code->hasSideEffects())
        call->setConvergent();
    }
  return failure(failed);
}
