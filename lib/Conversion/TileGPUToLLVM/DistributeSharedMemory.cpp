//===- DistributeSharedMemory.cpp - Tiles in shared memory ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A place in shared memory is a pointer into the function's array there. Copies
// take as many elements at once as SharedAccess.h says. The offset of an access
// is the XOR of what the thread and what the register contributes: bits that no
// thread sets go into the instruction as a constant.
//
//===----------------------------------------------------------------------===//

#include "DistributePrograms.h"
#include "Patterns.h"

#include "tile/Conversion/TileGPUToLLVM/ThreadLayout.h"
#include "tile/Dialect/Tile/IR/DynamicSharedMemory.h"
#include "tile/Dialect/Tile/IR/ProgramsPerCTA.h"
#include "tile/Dialect/TileGPU/IR/TileGPU.h"
#include "tile/Hardware/SharedMemory.h"
#include "tile/Layout/SharedAccess.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::tile;
using namespace mlir::tilegpu;

/// LLVM's number of PTX's state space .shared.
static constexpr unsigned kSharedSpace = 3;

/// The array of a function's tiles in shared memory, if it has one of its own.
static std::string getArrayName(FunctionOpInterface func) {
  return ("__tile_shared_" + func.getName()).str();
}

int64_t tile::getSharedMemory(FuncOp func) {
  auto bytes = func->getAttrOfType<IntegerAttr>(kSharedMemoryAttrName);
  if (!bytes)
    return 0;
  unsigned programs = getProgramsPerCTA(func);
  return programs * getSharedStride(bytes.getInt(), programs);
}

bool tile::hasDynamicSharedMemory(FuncOp func) {
  return getSharedMemory(func) > kDefaultSharedMemory && func.isKernel();
}

void tile::declareSharedMemory(ModuleOp module) {
  // Aligned such that a tile's banks are those that its layout says.
  constexpr unsigned kAlignment = 128;
  OpBuilder builder = OpBuilder::atBlockBegin(module.getBody());
  auto declare = [&](FuncOp func, int64_t bytes, LLVM::Linkage linkage,
                     StringRef name) {
    LLVM::GlobalOp::create(builder, func.getLoc(),
                           LLVM::LLVMArrayType::get(builder.getI8Type(), bytes),
                           /*isConstant=*/false, linkage, name, Attribute(),
                           kAlignment, kSharedSpace);
  };
  for (FuncOp func : module.getOps<FuncOp>()) {
    int64_t bytes = getSharedMemory(func);
    if (bytes == 0)
      continue;
    if (!hasDynamicSharedMemory(func))
      declare(func, bytes, LLVM::Linkage::Internal, getArrayName(func));
    else if (!module.lookupSymbol(kDynamicSharedMemoryName))
      declare(func, 0, LLVM::Linkage::External, kDynamicSharedMemoryName);
  }
}

namespace {

struct LocalAllocLowering : OpConversionPattern<LocalAllocOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(LocalAllocOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto offset = op->getAttrOfType<IntegerAttr>(kOffsetAttrName);
    if (!offset)
      return op.emitOpError("expected an offset in shared memory at this "
                            "stage; run tile-allocate-shared-memory first");
    // PTX ISA, "ld": addresses are multiples of the access's size.
    if (offset.getInt() % 16 != 0)
      return op.emitOpError("expected an offset that is a multiple of 16, "
                            "found ")
             << offset.getInt();
    auto func = op->getParentOfType<FunctionOpInterface>();
    std::string name = getArrayName(func);
    int64_t bytes = 0, end = offset.getInt() +
                             cast<MemDescType>(op.getType()).getNumBytes();
    auto module = op->getParentOfType<ModuleOp>();
    if (auto array = module.lookupSymbol<LLVM::GlobalOp>(name)) {
      bytes = cast<LLVM::LLVMArrayType>(array.getType()).getNumElements();
    } else {
      // The function may have become an llvm.func already.
      name = kDynamicSharedMemoryName.str();
      if (auto source = dyn_cast<FuncOp>(func.getOperation()))
        bytes = getSharedMemory(source);
      else if (auto attr = func->getAttrOfType<IntegerAttr>(
                   kDynamicSharedMemoryAttrName))
        bytes = attr.getInt();
    }
    bytes /= getProgramsPerCTA(module);
    if (bytes < end)
      return op.emitOpError("expected a function with at least ")
             << end << " bytes of shared memory, found " << bytes;
    Location loc = op.getLoc();
    auto type = LLVM::LLVMPointerType::get(getContext(), kSharedSpace);
    Value place = LLVM::AddressOfOp::create(rewriter, loc, type, name);
    place = emitSharedPart(rewriter, loc, place, bytes);
    if (offset.getInt() != 0)
      place = LLVM::GEPOp::create(rewriter, loc, type, rewriter.getI8Type(),
                                  place, {LLVM::GEPArg(offset.getInt())},
                                  LLVM::GEPNoWrapFlags::inbounds);
    rewriter.replaceOp(op, place);
    return success();
  }
};

/// The accesses of one copy between registers and shared memory.
class SharedAccessEmitter {
public:
  SharedAccessEmitter(OpBuilder &builder, Location loc, RankedTensorType tile,
                      MemDescType place, Type elementType, Value base,
                      bool isStore)
      : builder(builder), loc(loc), elementType(elementType), base(base),
        offsets(getSharedOffsets(toLinearLayout(tile), place.toLinearLayout())),
        bytes(getByteWidth(tile.getElementType())),
        access(planSharedAccess(offsets, bytes, isStore)) {
    SmallVector<uint32_t> columns;
    for (StringRef dim : {kLane, kWarp})
      for (int32_t bit = 0; bit < offsets.getInDimSizeLog2(dim); ++bit) {
        columns.push_back(offsets.getBasis(dim, bit)[0] * bytes);
        threadBits |= columns.back();
      }
    if (threadBits)
      threadOffset =
          emitLinearMap(builder, loc, emitThreadId(builder, loc), columns);
  }

  const SharedAccess &getAccess() const { return access; }

  void store(ArrayRef<Value> registers) {
    for (uint32_t number = 0; number < access.getNumAccesses(); ++number) {
      SmallVector<uint32_t> group = access.getRegisters(number);
      SmallVector<Value> elements;
      for (uint32_t reg : group)
        elements.push_back(toInteger(registers[reg]));
      LLVM::StoreOp::create(builder, loc, pack(elements),
                            emitAddress(group.front()), getAlignment());
    }
  }

  /// Registers that repeat an element of another one stay null.
  void load(MutableArrayRef<Value> registers) {
    for (uint32_t number = 0; number < access.getNumAccesses(); ++number) {
      SmallVector<uint32_t> group = access.getRegisters(number);
      Value whole =
          LLVM::LoadOp::create(builder, loc, getAccessType(),
                               emitAddress(group.front()), getAlignment());
      for (auto [reg, element] : llvm::zip(group, unpack(whole)))
        registers[reg] = fromInteger(element);
    }
  }

private:
  Type getInteger(unsigned bits) { return builder.getIntegerType(bits); }
  unsigned getAlignment() const { return bytes << access.vector.size(); }

  /// An access of 32 bits or more is one of words: the elements of a vector of
  /// bytes would be moved one by one.
  Type getAccessType() {
    unsigned total = getAlignment();
    if (bytes >= 4 || total <= 4)
      return bytes >= 4 && !access.vector.empty()
                 ? Type(VectorType::get({int64_t(total / bytes)},
                                        getInteger(8 * bytes)))
                 : getInteger(8 * total);
    return VectorType::get({int64_t(total / 4)}, getInteger(32));
  }

  Value bitcast(Value value, Type type) {
    return value.getType() == type
               ? value
               : LLVM::BitcastOp::create(builder, loc, type, value).getRes();
  }

  Value pack(ArrayRef<Value> elements) {
    if (elements.size() == 1)
      return elements[0];
    auto type =
        VectorType::get({int64_t(elements.size())}, elements[0].getType());
    Value vector = LLVM::PoisonOp::create(builder, loc, type);
    for (auto [i, element] : llvm::enumerate(elements))
      vector = LLVM::InsertElementOp::create(builder, loc, vector, element,
                                             emitI32(builder, loc, i));
    return bitcast(vector, getAccessType());
  }

  SmallVector<Value> unpack(Value whole) {
    unsigned count = 1u << access.vector.size();
    if (count == 1)
      return {whole};
    SmallVector<Value> elements;
    if (bytes == 1)
      return unpackBytes(whole, count);
    whole = bitcast(whole,
                    VectorType::get({int64_t(count)}, getInteger(8 * bytes)));
    for (unsigned i = 0; i < count; ++i)
      elements.push_back(LLVM::ExtractElementOp::create(
          builder, loc, whole, emitI32(builder, loc, i)));
    return elements;
  }

  /// By an instruction that LLVM does not look into: of shifts and of vectors
  /// of bytes it would make a load for each byte.
  SmallVector<Value> unpackBytes(Value whole, unsigned count) {
    Value zero = emitI32(builder, loc, 0);
    SmallVector<Value> elements;
    for (unsigned i = 0; i < count; ++i) {
      Value word = whole;
      if (isa<VectorType>(whole.getType()))
        word = LLVM::ExtractElementOp::create(builder, loc, whole,
                                              emitI32(builder, loc, i / 4));
      else if (count < 4)
        word = LLVM::ZExtOp::create(builder, loc, getInteger(32), whole);
      // PTX ISA, "prmt": the lowest byte is byte i, the others are of zero.
      if (i % 4 != 0)
        word = NVVM::PermuteOp::create(builder, loc, getInteger(32), word, zero,
                                       emitI32(builder, loc, 0x4440 + i % 4),
                                       NVVM::PermuteMode::DEFAULT);
      elements.push_back(
          LLVM::TruncOp::create(builder, loc, getInteger(8), word));
    }
    return elements;
  }

  /// An element as an integer of as many bytes.
  Value toInteger(Value element) {
    Type type = getInteger(8 * bytes);
    if (isa<LLVM::LLVMPointerType>(elementType))
      return LLVM::PtrToIntOp::create(builder, loc, type, element);
    if (elementType.isInteger(1))
      return LLVM::ZExtOp::create(builder, loc, type, element);
    return bitcast(element, type);
  }
  Value fromInteger(Value bits) {
    if (isa<LLVM::LLVMPointerType>(elementType))
      return LLVM::IntToPtrOp::create(builder, loc, elementType, bits);
    if (elementType.isInteger(1))
      return LLVM::TruncOp::create(builder, loc, elementType, bits);
    return bitcast(bits, elementType);
  }

  /// The address of the access that begins with register `reg`.
  Value emitAddress(uint32_t reg) {
    uint32_t constant = 0;
    for (int32_t bit = 0; bit < offsets.getInDimSizeLog2(kRegister); ++bit)
      if (reg >> bit & 1)
        constant ^= offsets.getBasis(kRegister, bit)[0] * bytes;
    // Bits that threads set as well have to be flipped in each thread.
    uint32_t flipped = constant & threadBits;
    Value &address = addresses[flipped];
    auto type = base.getType();
    if (!address) {
      address = base;
      Value offset = threadOffset;
      if (offset && flipped)
        offset = LLVM::XOrOp::create(builder, loc, offset,
                                     emitI32(builder, loc, flipped));
      if (offset)
        address = LLVM::GEPOp::create(builder, loc, type, builder.getI8Type(),
                                      base, ValueRange{offset},
                                      LLVM::GEPNoWrapFlags::inbounds);
    }
    constant &= ~threadBits;
    if (constant == 0)
      return address;
    return LLVM::GEPOp::create(builder, loc, type, builder.getI8Type(), address,
                               {LLVM::GEPArg(constant)},
                               LLVM::GEPNoWrapFlags::inbounds);
  }

  OpBuilder &builder;
  Location loc;
  Type elementType;
  Value base;
  LinearLayout offsets;
  unsigned bytes;
  SharedAccess access;
  /// What the thread contributes to the offset in bytes, and the bits of it.
  Value threadOffset;
  uint32_t threadBits = 0;
  /// By the bits that are flipped in the thread's part.
  DenseMap<uint32_t, Value> addresses;
};

struct LocalStoreLowering : OpConversionPattern<LocalStoreOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(LocalStoreOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    auto tile = cast<RankedTensorType>(op.getSrc().getType());
    auto place = cast<MemDescType>(op.getDst().getType());
    SmallVector<Value> registers(adaptor.getSrc());
    // Of the threads that hold copies, one stores.
    Value owner = ThreadLayout(tile).emitIsOwner(rewriter, loc);
    OpBuilder::InsertionGuard guard(rewriter);
    if (owner) {
      auto branch = scf::IfOp::create(rewriter, loc, owner);
      rewriter.setInsertionPointToStart(branch.thenBlock());
    }
    SharedAccessEmitter emitter(
        rewriter, loc, tile, place,
        getTypeConverter()->convertType(tile.getElementType()),
        adaptor.getDst().front(), /*isStore=*/true);
    emitter.store(registers);
    rewriter.eraseOp(op);
    return success();
  }
};

struct LocalLoadLowering : OpConversionPattern<LocalLoadOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(LocalLoadOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    auto tile = cast<RankedTensorType>(op.getType());
    auto place = cast<MemDescType>(op.getSrc().getType());
    ThreadLayout layout(tile);
    SmallVector<Value> registers(layout.getNumRegisters());
    SharedAccessEmitter emitter(
        rewriter, loc, tile, place,
        getTypeConverter()->convertType(tile.getElementType()),
        adaptor.getSrc().front(), /*isStore=*/false);
    emitter.load(registers);
    for (auto [reg, value] : llvm::enumerate(registers))
      if (!value)
        value = registers[layout.getOwnerRegister(reg)];
    rewriter.replaceOpWithMultiple(op, {registers});
    return success();
  }
};

struct BarrierLowering : OpConversionPattern<tilegpu::BarrierOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(tilegpu::BarrierOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    switch (op.getScope()) {
    case BarrierScope::Warp:
      rewriter.replaceOpWithNewOp<NVVM::SyncWarpOp>(op,
                                                    emitI32(rewriter, loc, -1));
      break;
    case BarrierScope::Group:
      NVVM::BarrierOp::create(
          rewriter, loc, TypeRange(), emitI32(rewriter, loc, *op.getId()),
          emitI32(rewriter, loc, kThreadsPerWarp * *op.getWarps()),
          NVVM::BarrierReductionAttr(), Value());
      rewriter.eraseOp(op);
      break;
    case BarrierScope::CTA:
      emitProgramBarrier(rewriter, loc);
      rewriter.eraseOp(op);
      break;
    }
    return success();
  }
};

} // namespace

void tile::populateSharedMemoryPatterns(ThreadTypeConverter &converter,
                                        RewritePatternSet &patterns) {
  converter.addConversion([](MemDescType type) -> Type {
    return LLVM::LLVMPointerType::get(type.getContext(), kSharedSpace);
  });
  patterns.add<LocalAllocLowering, LocalStoreLowering, LocalLoadLowering,
               BarrierLowering>(converter, patterns.getContext());
}
