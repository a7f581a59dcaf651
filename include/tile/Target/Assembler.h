//===- Assembler.h - From PTX to cubin --------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs NVIDIA's ptxas on PTX text, or the library that has it inside, and reads
// what it says. Needs no MLIR, no GPU, and reads no environment variable.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_TARGET_ASSEMBLER_H
#define TILE_TARGET_ASSEMBLER_H

#include "tile/Image/KernelInfo.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace mlir::tile {

struct AssemblerOptions {
  /// Path of ptxas, or of libnvJitLink.so.
  std::string ptxasPath;
  /// The GPU, as `--gpu-name` takes it.
  std::string chip;
  /// ptxas's own optimisation level, 0 to 3.
  unsigned optLevel = 3;
  /// After how many seconds ptxas is ended; 0 waits without limit.
  unsigned timeLimit = 300;
  /// Whether to keep the line table that the PTX's `.loc` directives make.
  bool lineInfo = false;
  /// Asked every few milliseconds while ptxas runs: true ends it. May be empty.
  std::function<bool()> shouldCancel;
};

/// One message of ptxas.
struct AssemblerMessage {
  enum Severity { Error, Warning, Info };
  Severity severity = Error;
  /// Line of the PTX text, from 1; 0 if ptxas names none.
  unsigned line = 0;
  std::string text;
  /// False where the assembler did not run: no kernel is to blame.
  bool isAboutCode = true;
};

struct AssemblerResult {
  bool success = false;
  std::string cubin;
  std::vector<KernelResources> kernels;
  std::vector<AssemblerMessage> messages;
};

/// Whether the path is that of a library, by its name, and not of a program.
bool isAssemblerLibrary(llvm::StringRef path);

/// Assembles PTX text. Where ptxas cannot be run or takes too long, the result
/// has one message without a line that says so. Safe to call from many threads.
AssemblerResult assemblePTX(llvm::StringRef ptx,
                            const AssemblerOptions &options);

/// The newest PTX ISA version that a ptxas takes, major * 10 + minor; the
/// largest number where it does not say. Runs it, in some milliseconds.
unsigned findPTXVersion(llvm::StringRef ptxasPath);

/// Reads what ptxas wrote to its standard error.
void parseAssemblerOutput(llvm::StringRef output, AssemblerResult &result);

/// A place in a source file.
struct PTXSourceLocation {
  std::string file;
  unsigned line = 0, column = 0;
};

/// The source location that holds for a line of PTX text, from its `.file` and
/// `.loc` directives; none if no `.loc` precedes it in its function.
std::optional<PTXSourceLocation> lookupPTXLine(llvm::StringRef ptx,
                                               unsigned line);

/// Where the parts of the CUDA toolkit are. Empty: not found.
struct ToolkitPaths {
  /// Or libnvJitLink.so, where there is no ptxas.
  std::string ptxas;
  std::string libdevice;
};

// Folders of libraries for this processor: of a toolkit, where NVIDIA calls
// servers with Arm "sbsa", and of Debian.
#ifdef __aarch64__
inline constexpr char kToolkitLibraries[] = "targets/sbsa-linux/lib";
inline constexpr char kDebianLibraries[] = "/usr/lib/aarch64-linux-gnu";
#else
inline constexpr char kToolkitLibraries[] = "targets/x86_64-linux/lib";
inline constexpr char kDebianLibraries[] = "/usr/lib/x86_64-linux-gnu";
#endif

/// Where toolkits are, and where packages of the system put their libraries.
inline constexpr llvm::StringRef kToolkitFolders[] = {"/usr/local/cuda",
                                                      "/usr/lib/cuda"};
inline constexpr llvm::StringRef kLibraryFolders[] = {
    kDebianLibraries, "/usr/lib64", "/usr/local/lib"};

/// Looks up ptxas and libdevice. `getVariable` returns the value of an
/// environment variable, null if there is none; this is the only way by which
/// the environment comes in. The order, for each:
/// 1. TILEWRIGHT_PTXAS, TILEWRIGHT_LIBDEVICE: the file itself;
/// 2. the toolkit in CUDA_HOME;
/// 3. for ptxas, PATH; for libdevice, the toolkit that ptxas belongs to;
/// 4. the toolkits in `folders`, by default /usr/local/cuda and /usr/lib/cuda.
/// Where that finds no ptxas, libnvJitLink.so.13 or .12 is looked up instead:
/// 5. in lib64, lib and kToolkitLibraries of the toolkit in CUDA_HOME;
/// 6. in LD_LIBRARY_PATH;
/// 7. in the toolkits in `folders`;
/// 8. in `libraryFolders`, by default the system's.
/// NVIDIA's other library for this, nvPTXCompiler, cannot be used: toolkits
/// have it only as libnvptxcompiler_static.a, to be linked.
ToolkitPaths
findToolkit(llvm::function_ref<const char *(const char *)> getVariable,
            llvm::ArrayRef<llvm::StringRef> folders = kToolkitFolders,
            llvm::ArrayRef<llvm::StringRef> libraryFolders = kLibraryFolders);

} // namespace mlir::tile

#endif // TILE_TARGET_ASSEMBLER_H
