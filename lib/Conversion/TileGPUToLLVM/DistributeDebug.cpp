//===- DistributeDebug.cpp - Printing and assertions --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DistributePrograms.h"
#include "Extents.h"
#include "Patterns.h"

#include "tile/Conversion/TileGPUToLLVM/ThreadLayout.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::tile;

namespace {

/// The address of a constant string, ended by a zero, in generic space. Equal
/// strings are one.
Value emitString(Operation *op, OpBuilder &builder, StringRef text) {
  auto module = op->getParentOfType<ModuleOp>();
  Location loc = op->getLoc();
  std::string bytes = text.str();
  bytes.push_back('\0');
  auto value = builder.getStringAttr(bytes);
  std::string name;
  for (unsigned number = 0;; ++number) {
    name = "tile_string_" + std::to_string(number);
    Operation *symbol = module.lookupSymbol(name);
    auto other = dyn_cast_or_null<LLVM::GlobalOp>(symbol);
    if (other && other.getValueOrNull() == value)
      break;
    if (symbol)
      continue;
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(module.getBody());
    LLVM::GlobalOp::create(
        builder, loc,
        LLVM::LLVMArrayType::get(builder.getI8Type(), bytes.size()),
        /*isConstant=*/true, LLVM::Linkage::Internal, name, value,
        /*alignment=*/0, /*addrSpace=*/1);
    break;
  }
  auto global = LLVM::LLVMPointerType::get(builder.getContext(), 1);
  auto generic = LLVM::LLVMPointerType::get(builder.getContext());
  return LLVM::AddrSpaceCastOp::create(
      builder, loc, generic,
      LLVM::AddressOfOp::create(builder, loc, global, name));
}

/// The declaration of an external function of CUDA's device runtime.
FlatSymbolRefAttr declare(Operation *op, OpBuilder &builder, StringRef name,
                          LLVM::LLVMFunctionType type) {
  auto module = op->getParentOfType<ModuleOp>();
  if (!module.lookupSymbol(name)) {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(module.getBody());
    LLVM::LLVMFuncOp::create(builder, op->getLoc(), name, type);
  }
  return FlatSymbolRefAttr::get(builder.getContext(), name);
}

/// An argument of vprintf: promoted as C promotes variadic arguments, and the
/// conversion that prints it.
std::pair<Value, std::string> promote(OpBuilder &builder, Location loc,
                                      Value value, Type source, bool hex,
                                      bool isSigned) {
  Type type = value.getType();
  if (isa<LLVM::LLVMPointerType>(type)) {
    auto generic = LLVM::LLVMPointerType::get(builder.getContext());
    if (type != generic)
      value = LLVM::AddrSpaceCastOp::create(builder, loc, generic, value);
    return {value, "%p"};
  }
  unsigned width = type.getIntOrFloatBitWidth();
  if (isa<FloatType>(type) && !hex) {
    Type f64 = builder.getF64Type();
    if (type != f64)
      value = LLVM::FPExtOp::create(builder, loc, f64, value);
    return {value, "%f"};
  }
  // 8-bit floats travel as bits and are printed as such.
  bool asHex = hex || isa<FloatType>(source);
  if (isa<FloatType>(type))
    value = LLVM::BitcastOp::create(builder, loc, builder.getIntegerType(width),
                                    value);
  if (width < 32) {
    Type i32 = builder.getI32Type();
    bool signExtend = isSigned && !asHex && width > 1;
    value = signExtend
                ? LLVM::SExtOp::create(builder, loc, i32, value).getRes()
                : LLVM::ZExtOp::create(builder, loc, i32, value).getRes();
  }
  std::string prefix = width == 64 ? "ll" : "";
  if (asHex)
    return {value,
            "0x%0" + std::to_string(std::max(1u, width / 4)) + prefix + "x"};
  return {value, "%" + prefix + (isSigned ? "d" : "u")};
}

std::string escapePercent(StringRef text) {
  std::string result;
  for (char c : text) {
    result += c;
    if (c == '%')
      result += c;
  }
  return result;
}

/// Runs `emit` in the threads whose bits in `freeThreads` are 0.
void emitGuarded(PrintOp op, ConversionPatternRewriter &rewriter,
                 unsigned freeThreads, function_ref<void()> emit) {
  if (freeThreads == 0)
    return emit();
  Value owner = emitThreadBitsAreZero(rewriter, op.getLoc(), freeThreads);
  auto branch = scf::IfOp::create(rewriter, op.getLoc(), owner);
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPointToStart(branch.thenBlock());
  emit();
}

/// A buffer for arguments, one for all calls of a function that pass the same
/// types: on the stack, from the function's entry on, since one made where it
/// is used would grow the stack in each iteration of a loop.
Value getBuffer(PrintOp op, ConversionPatternRewriter &rewriter,
                LLVM::LLVMStructType type) {
  auto func = op->getParentOfType<FunctionOpInterface>();
  Block &entry = func.getFunctionBody().front();
  for (auto buffer : entry.getOps<LLVM::AllocaOp>())
    if (buffer.getElemType() == type)
      return buffer;
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPointToStart(&entry);
  auto pointer = LLVM::LLVMPointerType::get(rewriter.getContext());
  return LLVM::AllocaOp::create(rewriter, op.getLoc(), pointer, type,
                                emitI32(rewriter, op.getLoc(), 1));
}

/// CUDA C++ Programming Guide, "Formatted Output": vprintf takes the format
/// and a buffer of the arguments, each at its natural alignment.
void emitCall(PrintOp op, ConversionPatternRewriter &rewriter, StringRef format,
              ArrayRef<Value> arguments) {
  Location loc = op.getLoc();
  auto pointer = LLVM::LLVMPointerType::get(rewriter.getContext());
  auto type =
      LLVM::LLVMFunctionType::get(rewriter.getI32Type(), {pointer, pointer});
  FlatSymbolRefAttr vprintf = declare(op, rewriter, "vprintf", type);
  SmallVector<Type> types(ValueRange(arguments).getTypes());
  auto structType =
      LLVM::LLVMStructType::getLiteral(rewriter.getContext(), types);
  Value buffer = getBuffer(op, rewriter, structType);
  for (auto [i, argument] : llvm::enumerate(arguments)) {
    Value slot =
        LLVM::GEPOp::create(rewriter, loc, pointer, structType, buffer,
                            ArrayRef<LLVM::GEPArg>{0, static_cast<int32_t>(i)});
    LLVM::StoreOp::create(rewriter, loc, argument, slot);
  }
  Value text = emitString(op, rewriter, format);
  LLVM::CallOp::create(rewriter, loc, TypeRange{rewriter.getI32Type()}, vprintf,
                       ValueRange{text, buffer});
}

LogicalResult lowerPrint(PrintOp op, Parts<PrintOp> adaptor,
                         ConversionPatternRewriter &rewriter) {
  Location loc = op.getLoc();
  SmallVector<Value> program;
  for (ProgramAxis axis : {ProgramAxis::X, ProgramAxis::Y, ProgramAxis::Z})
    program.push_back(emitProgramId(rewriter, loc, axis));
  std::string prefix = escapePercent(op.getPrefix());
  if (op.getArgs().empty())
    emitGuarded(op, rewriter, ~0u, [&] {
      emitCall(op, rewriter, "pid (%d, %d, %d)" + prefix + "\n", program);
    });
  for (auto [i, arg] : llvm::enumerate(op.getArgs())) {
    auto tile = dyn_cast<RankedTensorType>(arg.getType());
    Type source = getScalarType(arg.getType());
    ValueRange registers = adaptor.getArgs()[i];
    bool isSigned = op.getIsSigned()[i] != 0;
    auto printOne = [&](Value value, ArrayRef<Value> index) {
      auto [promoted, conversion] =
          promote(rewriter, loc, value, source, op.getHex(), isSigned);
      std::string format = "pid (%d, %d, %d)";
      SmallVector<Value> arguments(program);
      if (!index.empty()) {
        format += " idx (";
        for (size_t d = 0; d < index.size(); ++d)
          format += d ? ", %d" : "%d";
        format += ")";
        llvm::append_range(arguments, index);
      }
      arguments.push_back(promoted);
      emitCall(op, rewriter, format + prefix + conversion + "\n", arguments);
    };
    if (!tile) {
      emitGuarded(op, rewriter, ~0u, [&] { printOne(registers.front(), {}); });
      continue;
    }
    ThreadLayout layout(tile);
    emitGuarded(op, rewriter, layout.getFreeThreadMask(), [&] {
      SmallVector<Value> thread = layout.emitThreadOffset(rewriter, loc);
      for (unsigned reg = 0; reg < layout.getNumRegisters(); ++reg) {
        if (reg & layout.getFreeRegisterMask())
          continue;
        SmallVector<Value> index;
        for (unsigned dim = 0; dim < layout.getRank(); ++dim)
          index.push_back(
              layout.emitCoordinate(rewriter, loc, thread[dim], reg, dim));
        if (!op.getExtents()) {
          printOne(registers[reg], index);
          continue;
        }
        auto branch = scf::IfOp::create(
            rewriter, loc,
            emitIsWithin(rewriter, loc, layout, thread, reg, *op.getExtents()));
        OpBuilder::InsertionGuard guard(rewriter);
        rewriter.setInsertionPointToStart(branch.thenBlock());
        printOne(registers[reg], index);
      }
    });
  }
  rewriter.eraseOp(op);
  return success();
}

LogicalResult lowerAssert(AssertOp op, Parts<AssertOp> adaptor,
                          ConversionPatternRewriter &rewriter) {
  Location loc = op.getLoc();
  Value holds;
  for (Value condition : adaptor.getCondition())
    holds = holds
                ? LLVM::AndOp::create(rewriter, loc, holds, condition).getRes()
                : condition;
  Value yes = LLVM::ConstantOp::create(rewriter, loc, rewriter.getI1Type(),
                                       rewriter.getBoolAttr(true));
  Value fails = LLVM::XOrOp::create(rewriter, loc, holds, yes);
  auto branch = scf::IfOp::create(rewriter, loc, fails);
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPointToStart(branch.thenBlock());

  StringRef file = "unknown";
  unsigned line = 0;
  if (auto location = loc->findInstanceOf<FileLineColLoc>()) {
    file = location.getFilename();
    line = location.getLine();
  }
  StringRef function = "unknown";
  if (auto parent = op->getParentOfType<FunctionOpInterface>())
    function = parent.getName();
  // CUDA's device runtime: void __assertfail(const char *message,
  // const char *file, unsigned line, const char *function, size_t charSize).
  auto pointer = LLVM::LLVMPointerType::get(rewriter.getContext());
  Type i64 = rewriter.getI64Type();
  auto type = LLVM::LLVMFunctionType::get(
      LLVM::LLVMVoidType::get(rewriter.getContext()),
      {pointer, pointer, rewriter.getI32Type(), pointer, i64});
  FlatSymbolRefAttr assertFail = declare(op, rewriter, "__assertfail", type);
  Value charSize = LLVM::ConstantOp::create(rewriter, loc, i64,
                                            rewriter.getI64IntegerAttr(1));
  LLVM::CallOp::create(
      rewriter, loc, TypeRange{}, assertFail,
      ValueRange{emitString(op, rewriter, op.getMessage()),
                 emitString(op, rewriter, file), emitI32(rewriter, loc, line),
                 emitString(op, rewriter, function), charSize});
  rewriter.eraseOp(op);
  return success();
}

} // namespace

void tile::populateDebugPatterns(const Distribution &d) {
  addLowerings(d.converter, d.patterns, lowerPrint, lowerAssert);
}
