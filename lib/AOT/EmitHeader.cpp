//===- EmitHeader.cpp - The header of a pair ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CText.h"
#include "EmitCImpl.h"

#include "tile/Hardware/TargetInfo.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir::tile;
using namespace mlir::tile::aot;
using llvm::StringRef;

static constexpr llvm::StringLiteral kHead = R"C(/*
 * @name@.h - Launches GPU kernels
 *
 * Made by Tilewright. The source next to it, @name@.c, holds them for
 *   @codes@
 * Compile that as C11 or C++17 with GCC or Clang; link with -pthread, and with
 * -ldl where the C library wants it. It loads the CUDA driver, libcuda.so.1,
 * when it is first called; nothing else of CUDA is needed.
 *
 * Each function below that launches a kernel
 *
 * - works in the calling thread's current CUDA context. Where there is none,
 *   it makes the primary context of device 0 current, as the CUDA runtime does.
 *   The code is loaded at the first launch in a context: the cubin made for the
 *   GPU, else the newest PTX that runs on it.
 * - takes the grid in CTAs, which is the caller's to compute: how many elements
 *   a CTA works on is written in the kernel's source. A grid with a 0 in it
 *   launches nothing, and succeeds. One larger than a GPU takes is refused.
 * - takes a stream: a CUstream or cudaStream_t, or null for the context's
 *   legacy default stream. It does not wait for the kernel; what goes wrong in
 *   the kernel shows in a later call of CUDA.
 * - takes device memory as `const void *`: what cudaMalloc gives fits as it is,
 *   a CUdeviceptr by a cast, and an integer in its place does not compile.
 *   `const` says nothing of what the kernel does. f16, bf16 and the floats of
 *   8 bits are passed as their bits.
 * - checks what the code relies on before it launches.
 * - may be called from any threads at once.
 */

#ifndef @name@_TILEWRIGHT_H
#define @name@_TILEWRIGHT_H

#include <stdint.h>
#ifndef __cplusplus
#include <stdbool.h>
#endif

#ifdef __cplusplus
extern "C" {
#endif

typedef enum @Type@Status {
  @Type@Success = 0,
  /* An argument is not what the kernel's code relies on, or the grid is too
   * large. */
  @Type@InvalidArgument = 1,
  /* There is no CUDA driver, or no GPU. */
  @Type@Unavailable = 2,
  /* None of the code can be loaded on this GPU, or it needs more shared memory
   * than this GPU has. */
  @Type@NoCode = 3,
  @Type@OutOfMemory = 4,
  /* Another error of the CUDA driver. */
  @Type@DriverError = 5
} @Type@Status;

/* What went wrong in the last call below that failed on this thread; empty if
 * none did. Valid until the next call that fails on this thread. */
const char *@name@_error(void);

/* Loads the code for the current context now, so that no launch has to: before
 * a measurement, or before a stream is captured. */
@Type@Status @name@_load(void);

/* Gives back all that was loaded, in all contexts, and the primary context
 * where a call of this header made it current. No other thread may be in such a
 * call, and no kernel still running. Call it before contexts are destroyed, or
 * not at all. The next launch loads again. */
void @name@_unload(void);
)C";

static constexpr llvm::StringLiteral kTail = R"C(
#ifdef __cplusplus
}
#endif

#endif /* @name@_TILEWRIGHT_H */
)C";

std::string aot::getDeclaration(const Parameter &parameter) {
  return parameter.type +
         (parameter.kind == ParameterKind::Pointer ? "" : " ") + parameter.name;
}

std::string aot::getPrototype(const Plan &plan, const Function &function) {
  std::string text = plan.typeName + "Status " + function.name + "(";
  std::string indent(text.size(), ' ');
  if (indent.size() > 40)
    indent.assign(4, ' ');
  std::vector<std::string> parts = {"uint64_t gridX", "uint64_t gridY",
                                    "uint64_t gridZ", "void *stream"};
  for (const Parameter &parameter : function.parameters)
    parts.push_back(getDeclaration(parameter));
  size_t column = text.size();
  for (auto [i, part] : llvm::enumerate(parts)) {
    part += i + 1 == parts.size() ? ")" : ",";
    // One more for the semicolon.
    if (column + part.size() + 2 > 80) {
      text += '\n' + indent;
      column = indent.size();
    } else if (i != 0) {
      text += ' ';
      ++column;
    }
    text += part;
    column += part.size();
  }
  return text;
}

static void describeArgument(const Parameter &parameter,
                             llvm::raw_ostream &os) {
  const KernelArgument &argument = *parameter.argument;
  os << " *   " << parameter.name << ": " << escapeComment(argument.type);
  if (argument.name != parameter.name)
    os << ", '" << escapeComment(argument.name) << "' in the source";
  if (parameter.fixedValue)
    os << ", always " << *parameter.fixedValue;
  else if (argument.divisibility > 1)
    os << ", a multiple of " << argument.divisibility
       << (argument.isPointer ? " bytes" : "");
  os << '\n';
}

static void describeFunction(const Plan &plan, const Function &function,
                             llvm::raw_ostream &os) {
  const KernelInfo &kernel = *function.kernel;
  os << "\n/* Kernel '" << escapeComment(kernel.symbol)
     << "': " << kernel.numThreads << " threads per CTA";
  if (kernel.programsPerCTA > 1)
    os << ", " << kernel.programsPerCTA << " programs";
  if (function.mostShared) {
    os << ", ";
    if (function.leastShared != function.mostShared)
      os << function.leastShared << " to ";
    os << function.mostShared << " bytes of shared memory";
  }
  os << (function.parameters.empty() ? "." : ".\n");
  for (const Parameter &parameter : function.parameters)
    describeArgument(parameter, os);
  os << " */\n" << getPrototype(plan, function) << ";\n";
}

/// Breaks a list at commas, for the comment at the head.
static std::string wrapList(StringRef text) {
  std::string result;
  size_t column = 3;
  for (StringRef rest = text; !rest.empty();) {
    auto [part, after] = rest.split("), ");
    std::string item = part.str() + (after.empty() ? "" : "),");
    if (column + 1 + item.size() > 79 && column > 3) {
      result += "\n *   ";
      column = 5;
    } else if (!result.empty()) {
      result += ' ';
      ++column;
    }
    result += item;
    column += item.size();
    rest = after;
  }
  return result;
}

std::string aot::listCodes(const Plan &plan) {
  std::vector<std::pair<const TargetInfo *, std::string>> targets;
  for (const Code &code : plan.codes) {
    auto it = llvm::find_if(
        targets, [&](const auto &entry) { return entry.first == code.target; });
    StringRef stage = code.stage == Stage::Cubin ? "cubin" : "PTX";
    if (it == targets.end())
      targets.push_back({code.target, stage.str()});
    else
      it->second += ", " + stage.str();
  }
  // The table of targets is in ascending order.
  llvm::sort(targets);
  std::string text;
  for (const auto &[target, stages] : targets)
    text +=
        (text.empty() ? "" : ", ") + target->name.str() + " (" + stages + ")";
  return text;
}

std::string aot::emitHeader(const Plan &plan) {
  std::string codes = wrapList(listCodes(plan));
  std::pair<StringRef, StringRef> keys[] = {
      {"name", plan.name}, {"Type", plan.typeName}, {"codes", codes}};
  std::string text = fillTemplate(kHead, keys);
  llvm::raw_string_ostream os(text);
  for (const Function &function : plan.functions)
    describeFunction(plan, function, os);
  os << fillTemplate(kTail, keys);
  return text;
}
