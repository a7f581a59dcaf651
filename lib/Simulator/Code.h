//===- Code.h - A program as the simulator runs it --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What decoding makes of a module: a dense array of instructions whose operands
// are byte offsets into the registers of a warp.
//
//===----------------------------------------------------------------------===//
//
// The registers of a warp are one block of bytes for each active function (a
// frame). A register is an array of 32 lanes there: 32 bytes for .b8, 64 for
// .b16, 128 for .b32, 256 for .b64, 512 for .b128; a predicate is 4 bytes, one
// bit per lane. Constants and special registers are registers, too, filled when
// the frame is made: so an instruction is a function over arrays of 32, with no
// cases for what an operand is.
//
//     offset 0    the predicate that is always true (no guard)
//     offset 64   where results without a user go (`_`)
//     ...         constants, special registers, declared registers
//
// Of a large frame, registers that are not needed at the same time share their
// place; see RegisterSlots.h.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_SIMULATOR_CODE_H
#define TILE_LIB_SIMULATOR_CODE_H

#include "tile/PTX/AST.h"
#include "tile/Simulator/Simulator.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Allocator.h"

namespace mlir::tile::sim {

class Warp;
struct Inst;
struct FunctionCode;

inline constexpr unsigned kNumLanes = 32;
inline constexpr uint32_t kAllLanes = ~0u;

/// Executes an instruction for the lanes of `mask`, which are active and whose
/// guard holds; it is never 0.
using Handler = void (*)(Warp &warp, const Inst &inst, uint32_t mask);

/// What an instruction does to the order of execution.
enum class Control : uint8_t {
  None,
  Branch,        ///< To `target`, the lanes that the guard selects.
  IndexedBranch, ///< brx.idx: `a` is the index, `data` an IndexedTargets.
  Call,          ///< `data` is a CallInfo.
  Return,
  Exit,
  /// The handler may make the lanes wait; see Warp::wait.
  Wait,
};

enum InstFlags : uint16_t {
  /// Divergent branches may join here.
  IsJoin = 1,
  /// Something it reads may have undefined bits; see Undefined.h.
  ChecksReads = 2,
  /// A register that it writes may have undefined bits, there or elsewhere.
  MarksWrites = 4,
  /// Inserted by the decoder: not counted, not shown.
  IsHidden = 8,
  /// The lanes of its guard may wait: the others go on without them.
  MayBlock = 32,
  /// Accesses registers that wgmma may have in flight; see Wgmma.h.
  TouchesMatrix = 64,
  /// In exact arithmetic: it makes numbers of integers' bits, or the reverse.
  IsInexact = 128,
  /// Loads what is stored to shared memory, or stores it; see SharedSources.h.
  CopiesToShared = 256,
};

inline constexpr uint32_t kTrueOffset = 0;
inline constexpr uint32_t kSinkOffset = 64;
/// Eight results of 64 bits, or one of 128, may be unwanted.
inline constexpr uint32_t kFirstFreeOffset = 64 + 512;

struct Inst {
  Handler run = nullptr;
  /// Results and operands; what they mean is the handler's business.
  uint32_t dst = kSinkOffset, dst2 = kSinkOffset;
  uint32_t a = 0, b = 0, c = 0, d = 0;
  /// The guard: lanes where the predicate, flipped, is set.
  uint32_t guard = kTrueOffset, guardFlip = 0;
  /// An offset of an address, a lookup table, a barrier's number.
  uint64_t imm = 0;
  /// Offsets of the elements of a vector.
  const uint32_t *list = nullptr;
  /// Owned by the ProgramCode.
  const void *data = nullptr;
  /// Of a branch: where it goes, and where its two ways meet again.
  uint32_t target = 0, reconverge = 0;
  uint16_t flags = 0;
  uint16_t listSize = 0;
  Control control = Control::None;
  InstructionClass cls = InstructionClass::Integer;
  /// Variants that a handler tells apart by itself.
  uint8_t mode = 0;
};

/// A register that an instruction reads or writes.
struct RegisterUse {
  uint32_t offset;
  /// 1 (a predicate), 8, 16, 32, 64 or 128.
  uint16_t bits;
  bool isFloat = false;
  /// Index into the function's registers; -1 for constants.
  int32_t index;
  llvm::StringRef name;
  /// The handler itself looks after undefined bits: a store puts them where
  /// memory may keep them, a shuffle hands them on.
  bool isHandled = false;
  /// The address of an access.
  bool isAddress = false;
};

struct InstInfo;
/// Gives what an instruction writes the undefined bits that come of those that
/// it reads, in the lanes of the mask; before the instruction runs.
using FlowFunction = void (*)(Warp &warp, const Inst &inst,
                              const InstInfo &info, uint32_t mask);

/// Operands of an instruction that say what happens to others.
enum ControlOperands : uint8_t {
  ControlA = 1,
  ControlB = 2,
  ControlC = 4,
  ControlD = 8
};

/// What is needed of an instruction now and then.
struct InstInfo {
  /// Null for hidden ones at the end of a function.
  const ptx::Instruction *source = nullptr;
  /// The last `.loc` before it.
  const ptx::LineDirective *line = nullptr;
  /// A load of local memory, of shared memory, of arguments and results of
  /// calls, or of global memory: what it writes has undefined bits where that
  /// memory has.
  bool loadsLocal = false, loadsShared = false, loadsParam = false;
  bool loadsGlobal = false;
  /// What it reads matters, whoever uses what it writes: it branches, accesses
  /// memory, meets other threads. Undefined bits are reported here. Set by
  /// Decoder::emit for what is not a function of registers to registers.
  bool hasEffect = false;
  /// The handler sets the undefined bits of what it writes.
  bool handlesWrites = false;
  /// It hands values over to a function; the writes are the results.
  bool isCall = false;
  /// What it loads is only what a compare-and-swap on the same address expects;
  /// see ExpectedLoads.h.
  bool isExpectedLoad = false;
  /// Of a function of registers: how undefined bits go through. Null: an
  /// undefined bit makes all results of the lane undefined.
  FlowFunction flow = nullptr;
  /// ControlOperands, for flowMove.
  uint8_t controls = 0;
  /// For flowTable: the value of a function of the bits a, b, c is bit
  /// 4a + 2b + c. For flowParts: the bits of a part.
  uint8_t table = 0;
  /// Lanes whose operands are read, if not all that are active.
  uint32_t usedLanes = kAllLanes;
  llvm::SmallVector<RegisterUse, 4> reads, writes;
};

/// The special registers.
enum class Special : uint8_t {
  Tid,
  Ntid,
  LaneId,
  WarpId,
  NumWarps,
  Ctaid,
  Nctaid,
  ClusterId,
  NumClusters,
  ClusterCtaid,
  ClusterNctaid,
  ClusterCtaRank,
  ClusterNctaRank,
  IsExplicitCluster,
  LaneMaskEq,
  LaneMaskLe,
  LaneMaskLt,
  LaneMaskGe,
  LaneMaskGt,
  SmId,
  NumSm,
  GridId,
  TotalSharedSize,
  DynamicSharedSize,
  ReservedSharedBegin,
  ReservedSharedEnd,
  // Of a cooperative launch: the address of what its barrier counts in.
  GridWorkspaceLow,
  GridWorkspaceHigh,
  Zero,
  // Those that change while a thread runs.
  Clock,
  ClockHi,
  Clock64,
  GlobalTimer,
  GlobalTimerLo,
  GlobalTimerHi,
};

struct SpecialUse {
  Special special;
  /// 0 to 2: x, y, z.
  uint8_t component;
  /// 16, 32 or 64; 1 for a predicate.
  uint8_t bits;
  uint32_t offset;
};

/// A variable or parameter in a space that each thread or CTA has of its own.
struct VariableSlot {
  uint64_t offset = 0, size = 0, alignment = 1;
};

/// A variable, for messages.
struct NamedSlot {
  std::string name;
  VariableSlot slot;
  /// The kernel that alone may use it; null if any function may.
  const FunctionCode *function = nullptr;
};

/// The shared variables that an address may be in; not empty.
using SharedOrigin = llvm::SmallVector<const NamedSlot *, 2>;

struct FunctionCode {
  const ptx::Function *source = nullptr;
  std::string name;
  bool isEntry = false;
  /// The instructions are code[begin] to code[end - 1]; the last is a return.
  uint32_t begin = 0, end = 0;

  /// Bytes of a frame, and what they start as.
  uint32_t frameSize = kFirstFreeOffset;
  /// Constants: offset and contents.
  struct Constant {
    uint32_t offset, laneBytes;
    uint8_t bytes[16];
  };
  std::vector<Constant> constants;
  std::vector<SpecialUse> specials;
  /// How many registers may be followed for undefined bits.
  uint32_t numRegisters = 0;
  /// Registers that may be read before anything is written to them; and whether
  /// any register of the function may have undefined bits.
  std::vector<RegisterUse> unwritten;
  bool hasUndefined = false;
  /// By their numbers, those that may have undefined bits.
  llvm::BitVector followed;

  /// Bytes of `.local` variables a thread, and what their start is a multiple
  /// of.
  uint64_t localSize = 0, localAlignment = 16;
  /// Registers that hold the address of a `.local` variable. Where the
  /// variables of a frame begin is known when it is made: `offset` gets that
  /// plus `value`.
  struct LocalAddress {
    uint32_t offset;
    uint32_t bits;
    uint64_t value;
  };
  std::vector<LocalAddress> localAddresses;
  /// Registers that hold an address in the CTA's own shared memory: `offset`
  /// gets where that begins, plus `value`.
  std::vector<LocalAddress> sharedAddresses;
  std::vector<NamedSlot> localVariables;
  /// Bytes of `.param` variables: a function's own, its formal ones included.
  uint64_t paramSize = 0;
  /// Of these, the formal parameters.
  uint64_t formalParamSize = 0;
  /// Formal parameters and results, where they are in that area; of an entry,
  /// in the launch's parameters.
  struct Formal {
    VariableSlot slot;
    /// Set if it is a register, which is given by `call`.
    uint32_t registerOffset = 0;
    uint16_t registerBits = 0;
    int32_t registerIndex = -1;
    /// Of a function's parameter whose address is taken: where the copy is in
    /// local memory, as a `.local` variable of the function.
    std::optional<uint64_t> localCopy;
  };
  std::vector<Formal> params, results;

  /// Of an entry: `.reqntid`, `.maxntid`, `.reqnctapercluster`.
  std::optional<Dim3> requiredBlock, maxBlock, requiredCluster;
  /// `.maxnreg`, `.minnctapersm`; 0 if there is none.
  unsigned maxRegisters = 0, minBlocks = 0;
  /// Offsets of the `.shared` variables that its instructions name, and the
  /// functions.
  llvm::SmallSet<uint64_t, 8> sharedNamed;
  llvm::SmallPtrSet<const FunctionCode *, 8> functionsNamed;
  /// Of an entry: where the dynamic shared memory begins, after what any
  /// kernel of the module may use.
  uint64_t dynamicSharedBegin = 0;
  /// Of an entry: bytes of its `.shared` variables, and of those that are named
  /// by what it can reach, which is what counts for a launch.
  uint64_t staticShared = 0;
};

/// The targets of a brx.idx.
struct IndexedTargets {
  std::vector<uint32_t> targets;
};

/// What a call hands over.
struct CallInfo {
  /// Null for a call through a register, `Inst::a`.
  const FunctionCode *callee = nullptr;
  /// Of `vprintf` and the like.
  Handler builtin = nullptr;
  struct Value {
    /// Of a `.param` variable of the caller; or of a register or constant.
    bool isParam = false;
    uint64_t offset = 0;
    uint64_t size = 0;
    int32_t registerIndex = -1;
  };
  std::vector<Value> arguments, results;
};

/// Where functions, as values, seem to be.
inline constexpr uint64_t kFunctionAddress = 0x8'0000'0000;
inline constexpr uint64_t kFunctionStride = 16;
/// An address of constant memory is its generic address less
/// ProgramCode::constantBase; the first one is this, so that a null pointer is
/// none.
inline constexpr uint64_t kFirstConstant = 0x1'0000;

/// Generic addresses: windows of 4 GiB for what is not global.
inline constexpr uint64_t kSharedWindow = 0x2'0000'0000;
inline constexpr uint64_t kLocalWindow = 0x4'0000'0000;
inline constexpr uint64_t kParamWindow = 0x6'0000'0000;
inline constexpr uint64_t kWindowSize = 0x1'0000'0000;
/// In the shared window, and in .shared addresses, the shared memory of the CTA
/// of rank r begins at r times this, its own too, as on a GPU. CUTLASS relies
/// on it: `address & 0xFEFFFFFF` is that in the CTA of even rank of a pair.
inline constexpr uint64_t kClusterStride = 0x100'0000;
/// Bytes of shared memory per CTA that are reserved for the system, from sm_80
/// on, and where they are: far from the kernel's bytes, so that no overrun of
/// these reaches them.
inline constexpr uint64_t kReservedShared = 1024;
inline constexpr uint64_t kReservedSharedOffset = 0xF0'0000;
/// Threads that a CTA may have: CUDA C++ Programming Guide, "Technical
/// Specifications per Compute Capability".
inline constexpr unsigned kMaxThreads = 1024;
/// Most bytes of local memory that a thread may have.
inline constexpr uint64_t kMaxLocal = 512 * 1024;

struct CopyLinks;

class ProgramCode {
public:
  explicit ProgramCode(ptx::Module module, GlobalMemory &memory)
      : module(std::move(module)), memory(memory) {}
  ~ProgramCode();

  ptx::Module module;
  GlobalMemory &memory;
  /// Floats are numbers of a ring: Arithmetic::Exact.
  bool isExact = false;
  std::vector<Inst> code;
  std::vector<InstInfo> infos;
  std::vector<std::unique_ptr<FunctionCode>> functions;
  llvm::StringMap<FunctionCode *> functionsByName;
  /// Module variables: generic addresses (global, const).
  llvm::StringMap<uint64_t> globals;
  /// The generic address of address 0 of `.const`.
  uint64_t constantBase = 0;
  bool hasConstants = false;
  std::vector<NamedSlot> sharedVariables;
  /// An initializer has a function's address: any code may call any function.
  bool hasFunctionTables = false;
  /// There is an array without a size: the launch gives its size.
  bool hasDynamicShared = false;
  /// It has instructions of tcgen05.
  bool usesTensorMemory = false;
  /// It reads where the shared memory is that is reserved for the system.
  bool usesReservedShared = false;
  /// Alignment of the dynamic shared memory.
  uint64_t dynamicSharedAlignment = 16;
  /// Undefined bits are followed in local memory, as there are `.local`
  /// variables; in shared memory; in arguments and results of calls, as there
  /// are functions; and in global memory, if the host says what is undefined.
  bool followsLocal = false, followsShared = false, followsParams = false;
  bool followsGlobal = false;
  /// The least bytes that an instruction accesses in global and in shared
  /// memory: how finely races must be distinguished.
  unsigned globalGranule = 16, sharedGranule = 16;
  /// Where the code of a `.loc` is inlined: there, where that is inlined, and
  /// so on. The last is in the function itself.
  llvm::DenseMap<const ptx::LineDirective *, std::vector<ptx::SourceLine>>
      inlinedAt;
  /// Source file names of `.file`.
  std::vector<std::pair<unsigned, std::string>> files;
  llvm::BumpPtrAllocator allocator;
  /// Null if there is no wgmma; see SharedSources.h.
  const CopyLinks *copyLinks = nullptr;

  /// Owned until the program ends.
  template <typename T> const T *keep(T value) {
    auto *kept = new T(std::move(value));
    owned.emplace_back(kept, [](void *p) { delete static_cast<T *>(p); });
    return kept;
  }

  CodeLocation locate(uint32_t pc) const;
  uint32_t getPc(const Inst &inst) const { return &inst - code.data(); }

private:
  std::vector<std::pair<void *, void (*)(void *)>> owned;
};

} // namespace mlir::tile::sim

#endif // TILE_LIB_SIMULATOR_CODE_H
