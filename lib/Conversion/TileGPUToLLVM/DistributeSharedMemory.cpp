//===- DistributeSharedMemory.cpp - Tiles in shared memory ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A place in shared memory is a pointer into the function's array there. Copies
// take as many elements at once as SharedAccess.h says, or whole matrices where
// MatrixAccess.h finds a way that takes less time. The offset of an access
// is the XOR of what the thread and what the register contributes: bits that no
// thread sets go into the instruction as a constant.
//
//===----------------------------------------------------------------------===//

#include "DistributePrograms.h"
#include "LaneShuffle.h"
#include "PackedWords.h"
#include "Patterns.h"
#include "SharedAddress.h"

#include "tile/Conversion/TileGPUToLLVM/ThreadLayout.h"
#include "tile/Dialect/Tile/IR/DynamicSharedMemory.h"
#include "tile/Dialect/Tile/IR/ProgramsPerCTA.h"
#include "tile/Dialect/TileGPU/IR/TileGPU.h"
#include "tile/Hardware/SharedMemory.h"
#include "tile/Layout/MatrixAccess.h"
#include "tile/Layout/RegisterSwap.h"
#include "tile/Layout/SharedAccess.h"
#include "tile/Layout/WarpgroupPlan.h"

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
  OpBuilder builder = OpBuilder::atBlockBegin(module.getBody());
  auto declare = [&](FuncOp func, int64_t bytes, LLVM::Linkage linkage,
                     StringRef name) {
    // Aligned such that a tile's banks are those that its layout says.
    unsigned alignment = 128;
    func->getParentOp()->walk([&](Operation *op) {
      bool isByUnits =
          llvm::any_of(getPlaceAccesses(op), [](const PlaceAccess &access) {
            return access.by == PlaceAccess::By::Copies ||
                   access.by == PlaceAccess::By::Products;
          });
      if (isByUnits && (bytes == 0 || func->isAncestor(op)))
        alignment = kWarpgroupAlignment;
    });
    LLVM::GlobalOp::create(builder, func.getLoc(),
                           LLVM::LLVMArrayType::get(builder.getI8Type(), bytes),
                           /*isConstant=*/false, linkage, name, Attribute(),
                           alignment, kSharedSpace);
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

LogicalResult lowerLocalAlloc(LocalAllocOp op, LocalAllocOp::Adaptor,
                              ConversionPatternRewriter &rewriter) {
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
  int64_t bytes = 0,
          end = offset.getInt() + cast<MemDescType>(op.getType()).getNumBytes();
  auto module = op->getParentOfType<ModuleOp>();
  if (auto array = module.lookupSymbol<LLVM::GlobalOp>(name)) {
    bytes = cast<LLVM::LLVMArrayType>(array.getType()).getNumElements();
  } else {
    // The function may have become an llvm.func already.
    name = kDynamicSharedMemoryName.str();
    if (auto source = dyn_cast<FuncOp>(func.getOperation()))
      bytes = getSharedMemory(source);
    else if (auto attr =
                 func->getAttrOfType<IntegerAttr>(kDynamicSharedMemoryAttrName))
      bytes = attr.getInt();
  }
  bytes /= getProgramsPerCTA(module);
  if (bytes < end)
    return op.emitOpError("expected a function with at least ")
           << end << " bytes of shared memory, found " << bytes;
  Location loc = op.getLoc();
  auto type = LLVM::LLVMPointerType::get(rewriter.getContext(), kSharedSpace);
  Value place = LLVM::AddressOfOp::create(rewriter, loc, type, name);
  place = emitSharedPart(rewriter, loc, place, bytes);
  rewriter.replaceOp(
      op, SharedAddress::advance(rewriter, loc, place, offset.getInt()));
  return success();
}

/// The accesses of one copy between registers and shared memory.
class SharedAccessEmitter {
public:
  SharedAccessEmitter(OpBuilder &builder, Location loc, RankedTensorType tile,
                      MemDescType place, Type elementType, Value base,
                      bool isStore, bool mayUseMatrices,
                      ArrayRef<int64_t> start = {})
      : builder(builder), loc(loc), elementType(elementType),
        address(builder, loc, tile, place, base, start),
        bytes(getByteWidth(tile.getElementType())),
        access(planSharedAccess(address.getOffsets(), bytes, isStore)) {
    if (mayUseMatrices && elementType.isIntOrFloat() &&
        !elementType.isInteger(1))
      matrices = chooseMatrixAccess(address.getOffsets(), bytes, isStore);
    if (matrices)
      address.setLanes(matrices->lanes);
  }

  void store(ArrayRef<Value> registers) {
    if (matrices)
      return storeMatrices(registers);
    for (uint32_t number = 0; number < access.getNumAccesses(); ++number) {
      SmallVector<uint32_t> group = access.getRegisters(number);
      SmallVector<Value> elements;
      for (uint32_t reg : group)
        elements.push_back(toInteger(builder, loc, registers[reg]));
      LLVM::StoreOp::create(builder, loc, pack(elements),
                            address.emitPointer(group.front()), getAlignment());
    }
  }

  /// Registers that repeat an element of another one stay null.
  void load(MutableArrayRef<Value> registers) {
    if (matrices)
      return loadMatrices(registers);
    for (uint32_t number = 0; number < access.getNumAccesses(); ++number) {
      SmallVector<uint32_t> group = access.getRegisters(number);
      Value whole = LLVM::LoadOp::create(builder, loc, getAccessType(),
                                         address.emitPointer(group.front()),
                                         getAlignment());
      for (auto [reg, element] : llvm::zip(group, unpack(whole)))
        registers[reg] = fromInteger(builder, loc, element, elementType);
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

  SmallVector<Value> unpackBytes(Value whole, unsigned count) {
    BitBuilder b(builder, loc);
    SmallVector<Value> elements;
    if (count < 4)
      whole = b.zeroExtend(whole, b.i32());
    for (unsigned i = 0; i < count; ++i) {
      bool isVector = isa<VectorType>(whole.getType());
      elements.push_back(
          permuteByte(b, isVector ? b.element(whole, i / 4) : whole, i % 4));
    }
    return elements;
  }

  //===--------------------------------------------------------------------===//
  // Matrices
  //===--------------------------------------------------------------------===//

  NVVM::MMALayout getMatrixLayout() const {
    return matrices->isTransposed ? NVVM::MMALayout::col : NVVM::MMALayout::row;
  }
  NVVM::LdStMatrixShapeAttr getMatrixShape() {
    return NVVM::LdStMatrixShapeAttr::get(builder.getContext(), 8, 8);
  }

  void loadMatrices(MutableArrayRef<Value> registers) {
    BitBuilder b(builder, loc);
    unsigned count = matrices->getNumMatrices();
    Type type = b.i32();
    if (count > 1)
      type = LLVM::LLVMStructType::getLiteral(
          builder.getContext(), SmallVector<Type>(count, b.i32()));
    for (uint32_t number = 0; number < matrices->getNumAccesses(); ++number) {
      Value pointer =
          address.emitPointer(matrices->getRegisters(number, 0).front());
      Value all = b.create<NVVM::LdMatrixOp>(
          type, pointer, count, getMatrixLayout(), getMatrixShape(),
          NVVM::LdStMatrixEltType::B16);
      for (uint32_t matrix = 0; matrix < count; ++matrix) {
        Value word = all;
        if (count > 1)
          word = b.create<LLVM::ExtractValueOp>(all, matrix);
        for (auto [reg, element] :
             llvm::zip(matrices->getRegisters(number, matrix),
                       unpackWord(b, word, elementType)))
          registers[reg] = element;
      }
    }
  }

  void storeMatrices(ArrayRef<Value> registers) {
    BitBuilder b(builder, loc);
    for (uint32_t number = 0; number < matrices->getNumAccesses(); ++number) {
      SmallVector<Value> words;
      for (uint32_t matrix = 0; matrix < matrices->getNumMatrices(); ++matrix) {
        SmallVector<Value> elements;
        for (uint32_t reg : matrices->getRegisters(number, matrix))
          elements.push_back(registers[reg]);
        words.push_back(bitcast(packWord(b, elements), b.i32()));
      }
      NVVM::StMatrixOp::create(
          builder, loc,
          address.emitPointer(matrices->getRegisters(number, 0).front()), words,
          getMatrixLayout(), getMatrixShape(), NVVM::LdStMatrixEltType::B16);
    }
  }

  OpBuilder &builder;
  Location loc;
  Type elementType;
  SharedAddress address;
  unsigned bytes;
  SharedAccess access;
  /// Where `ldmatrix` or `stmatrix` is better than `access`.
  std::optional<MatrixAccess> matrices;
};

LogicalResult lowerLocalStore(LocalStoreOp op, Parts<LocalStoreOp> adaptor,
                              ConversionPatternRewriter &rewriter,
                              const TypeConverter &converter,
                              const TargetInfo &target) {
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
      rewriter, loc, tile, place, converter.convertType(tile.getElementType()),
      adaptor.getDst().front(), /*isStore=*/true, target.hasMatrixStores());
  emitter.store(registers);
  rewriter.eraseOp(op);
  return success();
}

} // namespace

void tile::emitSharedStore(OpBuilder &builder, Location loc,
                           RankedTensorType tile, MemDescType place, Value base,
                           ArrayRef<Value> registers, bool mayUseMatrices) {
  unsigned bytes = getByteWidth(tile.getElementType());
  LinearLayout layout = toLinearLayout(tile), shared = place.toLinearLayout();
  bool usesMatrices =
      mayUseMatrices && chooseMatrixAccess(getSharedOffsets(layout, shared),
                                           bytes, /*isStore=*/true);
  SmallVector<Value> values(registers);
  auto swap =
      usesMatrices ? std::nullopt : findRegisterSwap(layout, shared, bytes);
  if (swap) {
    BitBuilder b(builder, loc);
    Value isSwapped = b.create<LLVM::ICmpOp>(
        LLVM::ICmpPredicate::ne,
        b.bitAnd(emitThreadId(builder, loc), int64_t(1) << swap->lane),
        emitI32(builder, loc, 0));
    for (auto [reg, value] : llvm::enumerate(values))
      value = b.create<LLVM::SelectOp>(
          isSwapped, registers[reg ^ (1u << swap->reg)], registers[reg]);
    tile = RankedTensorType::get(
        tile.getShape(), tile.getElementType(),
        LinearLayoutAttr::get(builder.getContext(),
                              swapRegisters(layout, *swap)));
  }
  SharedAccessEmitter(builder, loc, tile, place, registers[0].getType(), base,
                      /*isStore=*/true, mayUseMatrices)
      .store(values);
}

namespace {

LogicalResult lowerLocalLoad(LocalLoadOp op, Parts<LocalLoadOp> adaptor,
                             ConversionPatternRewriter &rewriter,
                             const TypeConverter &converter) {
  Location loc = op.getLoc();
  auto tile = cast<RankedTensorType>(op.getType());
  auto place = cast<MemDescType>(op.getSrc().getType());
  ThreadLayout layout(tile);
  SmallVector<Value> registers(layout.getNumRegisters());
  SharedAccessEmitter emitter(rewriter, loc, tile, place,
                              converter.convertType(tile.getElementType()),
                              adaptor.getSrc().front(), /*isStore=*/false,
                              /*mayUseMatrices=*/true, op.getOffsets());
  emitter.load(registers);
  for (auto [reg, value] : llvm::enumerate(registers))
    if (!value)
      value = registers[layout.getOwnerRegister(reg)];
  rewriter.replaceOpWithMultiple(op, {registers});
  return success();
}

LogicalResult lowerBarrier(tilegpu::BarrierOp op, tilegpu::BarrierOp::Adaptor,
                           ConversionPatternRewriter &rewriter) {
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

} // namespace

void tile::populateSharedMemoryPatterns(const Distribution &d) {
  d.converter.addConversion([](MemDescType type) -> Type {
    return LLVM::LLVMPointerType::get(type.getContext(), kSharedSpace);
  });
  addLowering(d.converter, d.patterns, lowerLocalStore, d.converter, d.target);
  addLowerings(d.converter, d.patterns, lowerLocalAlloc, lowerBarrier);
  addLowering(d.converter, d.patterns, lowerLocalLoad, d.converter);
}
