//===- KernelWriter.h - A kernel that tries one instruction ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each thread loads its operands, executes the instruction, and stores all
// results. All kernels have the same parameters and differ in a few lines.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_INSTRUCTIONTEST_KERNELWRITER_H
#define TILE_INSTRUCTIONTEST_KERNELWRITER_H

#include "Inputs.h"

#include "tile/PTX/Enumerate.h"

#include "llvm/ADT/Twine.h"

namespace mlir::tile::itest {

/// What a GPU's results say about the simulator's.
enum class ResultClass : uint8_t {
  /// PTX says what it is, or the simulator does what an H200 does.
  Exact,
  /// `.approx`, and sums on tensor cores.
  Approximate,
  /// PTX says that it is undefined, or ptxas does not do what PTX says; shown,
  /// never an error.
  Undefined,
};

llvm::StringRef getName(ResultClass cls);

/// Results of all threads, one after the other.
struct Output {
  /// "d", "old", "memory".
  std::string name;
  unsigned bytes;
};

struct TestCase {
  /// "k12".
  std::string name;
  /// "add.rn.f32", and what tells cases of it apart ("table 0x96") or "".
  std::string mnemonic, variant;
  ResultClass cls = ResultClass::Exact;
  unsigned threads = kThreads;
  /// Of a matrix product: the type of what is stored.
  std::string productType;
  std::vector<Output> outputs;
  /// Names of the arrays that it reads.
  std::vector<std::string> inputs;
  /// The entry, with "@(name)" for the place of an array in the arena.
  std::string text;

  size_t getOutputBytes() const;
  /// With places for names.
  std::string getText(const InputArena &arena) const;
  /// Of the text and the contents of the arrays: equal for equal results.
  uint64_t getIdentity(const InputArena &arena) const;
};

/// Makes a TestCase line by line.
class KernelWriter {
public:
  KernelWriter(InputArena &arena, std::string mnemonic,
               std::string variant = "", unsigned threads = kThreads);

  /// A new register of 1 (a predicate) to 128 bits, or ".b8" for 8.
  std::string makeRegister(unsigned bits);
  void emit(const llvm::Twine &line);
  /// A declaration in the kernel.
  void declare(const llvm::Twine &line);

  /// The thread's value of an array, in a register of the array's width; 8 bits
  /// in one of 16.
  std::string load(InputKey key);
  std::string load(llvm::StringRef kind, unsigned arity, unsigned position) {
    return load({kind.str(), arity, position});
  }
  /// A predicate that is true in about half of the threads.
  std::string loadPredicate(unsigned position = 0);
  /// The address of the thread's value in an array.
  std::string getAddress(const InputKey &key);
  /// The address of place `index` (a register) in an array, `bytes` a place.
  std::string getAddress(const InputKey &key, llvm::StringRef index,
                         unsigned bytes);

  /// Stores a register of that width; predicates as 0 or 1 in 32 bits.
  void store(llvm::StringRef reg, unsigned bits, llvm::StringRef name);
  /// The address of the thread's place in a new output.
  std::string makeOutput(unsigned bytes, llvm::StringRef name);

  /// The index of the thread in the grid, in the CTA, and in the warp.
  static constexpr const char *kIndex = "%index", *kThread = "%thread",
                              *kLane = "%lane";
  /// The third parameter of all kernels: kValue.
  static constexpr const char *kParameter = "value";
  static constexpr uint64_t kValue = 0x89abcdef81237654;

  void setProductType(llvm::StringRef type) { test.productType = type.str(); }

  TestCase finish(ResultClass cls = ResultClass::Exact);

private:
  InputArena &arena;
  TestCase test;
  std::string declarations, body;
  unsigned counts[9] = {};
  size_t outputBytes = 0;
};

/// What a family makes of an instruction: cases, or why there are none.
struct CaseList {
  std::vector<TestCase> cases;
  /// Empty if cases were made.
  std::string whyNone;
};

/// Instructions that compute on registers of a thread.
CaseList makeArithmeticCases(InputArena &arena,
                             const ptx::EnumeratedInstruction &instruction);
/// ld, st, atom, red, ldmatrix, stmatrix.
CaseList makeMemoryCases(InputArena &arena,
                         const ptx::EnumeratedInstruction &instruction);
/// shfl, vote, mma: instructions of a warp; barriers that reduce.
CaseList makeLaneCases(InputArena &arena,
                       const ptx::EnumeratedInstruction &instruction);

/// cvta, isspacep, mapa, getctarank.
CaseList makeAddressCases(InputArena &arena,
                          const ptx::EnumeratedInstruction &instruction);
/// wmma.mma with the loads and stores of its fragments.
CaseList makeFragmentCases(InputArena &arena,
                           const ptx::EnumeratedInstruction &instruction);
/// Video instructions of an opcode with parts of words as operands.
CaseList makeVideoCases(InputArena &arena, llvm::StringRef opcode);

/// Everything that is tried.
struct TestSuite {
  InputArena arena;
  std::vector<TestCase> cases;
  /// Instructions without a case, and why.
  std::vector<std::pair<std::string, std::string>> skipped;

  static constexpr unsigned kCasesPerModule = 100;
  unsigned getNumModules() const {
    return (cases.size() + kCasesPerModule - 1) / kCasesPerModule;
  }
  llvm::ArrayRef<TestCase> getModule(unsigned number) const {
    return llvm::ArrayRef<TestCase>(cases)
        .drop_front(size_t(number) * kCasesPerModule)
        .take_front(kCasesPerModule);
  }
  std::string getModuleText(llvm::ArrayRef<TestCase> cases) const;
};

/// Cases of all instructions of sm_90a whose mnemonic starts with `only`.
std::unique_ptr<TestSuite> makeTestSuite(llvm::StringRef only);

} // namespace mlir::tile::itest

#endif // TILE_INSTRUCTIONTEST_KERNELWRITER_H
