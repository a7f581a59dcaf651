//===- Assembler.cpp - Running ptxas --------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AssemblerProcess.h"
#include "TemporaryFile.h"

#include "llvm/BinaryFormat/ELF.h"
#include "llvm/Support/Program.h"

#include <csignal>
#include <cstring>
#include <thread>

using namespace mlir::tile;
using namespace llvm;

/// Waits for the process, and ends it where the options say so. `code` is
/// nothing if another part of the program has taken it: the host ignores
/// SIGCHLD, or waits for all children in a handler. Polls, because sys::Wait
/// with a limit uses SIGALRM, which is one for the whole process.
static WaitOutcome waitFor(sys::ProcessInfo process,
                           const AssemblerOptions &options,
                           std::optional<int> &code, std::string &message) {
  Deadline deadline(options);
  auto pause = std::chrono::microseconds(200);
  for (;;) {
    sys::ProcessInfo now = deadline.polls()
                               ? sys::Wait(process, 0u, &message, nullptr,
                                           /*Polling=*/true)
                               : sys::Wait(process, std::nullopt, &message);
    if (now.Pid != 0) {
      if (now.Pid == process.Pid)
        code = now.ReturnCode;
      return WaitOutcome::Ended;
    }
    WaitOutcome outcome = deadline.check();
    if (outcome != WaitOutcome::Ended) {
      ::kill(process.Pid, SIGKILL);
      sys::Wait(process, std::nullopt, &message);
      return outcome;
    }
    std::this_thread::sleep_for(pause);
    pause = std::min(pause * 2, std::chrono::microseconds(2000));
  }
}

bool mlir::tile::isWholeFile(StringRef bytes) {
  ELF::Elf64_Ehdr header;
  if (bytes.size() < sizeof(header))
    return false;
  std::memcpy(&header, bytes.data(), sizeof(header));
  ELF::Elf64_Shdr section;
  uint64_t size = bytes.size();
  if (!header.checkMagic() || header.e_shnum == 0 ||
      header.e_shentsize != sizeof(section) || header.e_shoff > size ||
      (size - header.e_shoff) / sizeof(section) < header.e_shnum)
    return false;
  for (unsigned i = 0; i < header.e_shnum; ++i) {
    std::memcpy(&section, bytes.data() + header.e_shoff + i * sizeof(section),
                sizeof(section));
    if (section.sh_type != ELF::SHT_NOBITS &&
        (section.sh_offset > size ||
         section.sh_size > size - section.sh_offset))
      return false;
  }
  return true;
}

std::string mlir::tile::describeNoCubin(StringRef bytes,
                                        const AssemblerOptions &options) {
  return "expected a cubin, an ELF file, from '" + options.ptxasPath +
         "', found " +
         (bytes.empty() ? "nothing"
                        : std::to_string(bytes.size()) + " other bytes");
}

std::string mlir::tile::describe(WaitOutcome outcome, StringRef program,
                                 const AssemblerOptions &options) {
  if (outcome == WaitOutcome::TimeOut)
    return (program + " took longer than " + Twine(options.timeLimit) +
            " seconds and was ended")
        .str();
  return (program + " was cancelled").str();
}

AssemblerResult mlir::tile::failToAssemble(AssemblerResult result,
                                           const Twine &text) {
  result.success = false;
  result.messages.push_back({AssemblerMessage::Error, 0, text.str()});
  return result;
}

AssemblerResult mlir::tile::failToStart(const Twine &text) {
  AssemblerResult result = failToAssemble({}, text);
  result.messages.back().isAboutCode = false;
  return result;
}

AssemblerResult mlir::tile::assemblePTX(StringRef ptx,
                                        const AssemblerOptions &options) {
  AssemblerResult result;
  if (options.ptxasPath.empty())
    return failToStart(
        "neither ptxas nor libnvJitLink.so was found; expected one in "
        "a CUDA toolkit, or its path in the options");
  if (isAssemblerLibrary(options.ptxasPath))
    return assembleByLibrary(ptx, options);
  if (!sys::fs::can_execute(options.ptxasPath))
    return failToStart("cannot run ptxas '" + Twine(options.ptxasPath) + "'");
  TemporaryFile input, output, errors;
  std::error_code error;
  if ((error = input.create("ptx")) || (error = output.create("cubin")) ||
      (error = errors.create("txt")) || (error = input.write(ptx)) ||
      (error = output.write("")) || (error = errors.write("")))
    return failToStart("cannot write a temporary file for ptxas: " +
                       Twine(error.message()));

  std::string optLevel = "-O" + std::to_string(options.optLevel);
  SmallVector<StringRef> arguments = {
      options.ptxasPath, "--gpu-name", options.chip,    "-v",
      optLevel,          "-o",         output.getPath()};
  if (options.lineInfo)
    arguments.push_back("-lineinfo");
  arguments.push_back(input.getPath());
  std::optional<StringRef> redirects[] = {StringRef(), errors.getPath(),
                                          errors.getPath()};
  std::string message;
  bool executionFailed = false;
  sys::ProcessInfo process =
      sys::ExecuteNoWait(options.ptxasPath, arguments, std::nullopt, redirects,
                         0, &message, &executionFailed);
  if (executionFailed)
    return failToStart("cannot run ptxas '" + Twine(options.ptxasPath) +
                       "': " + message);
  std::optional<int> code;
  WaitOutcome outcome = waitFor(process, options, code, message);
  if (outcome != WaitOutcome::Ended)
    return failToAssemble(result, describe(outcome, "ptxas", options));
  parseAssemblerOutput(errors.read(), result);
  bool explained = any_of(result.messages, [](const AssemblerMessage &m) {
    return m.severity == AssemblerMessage::Error;
  });
  result.cubin = output.read();
  // If it is not known how ptxas ended, its output says it.
  bool isWhole = isWholeFile(result.cubin);
  result.success = isWhole && (code ? *code == 0 : !explained);
  if (result.success)
    return result;
  std::string cubin = std::move(result.cubin);
  result.cubin.clear();
  if (explained)
    return result;
  if (code && *code == 0)
    return failToAssemble(result, describeNoCubin(cubin, options));
  if (!code)
    return failToAssemble(result, "ptxas left no cubin; how it ended is not "
                                  "known, as the program ignores SIGCHLD, or "
                                  "waits for processes that it did not start");
  return failToAssemble(result, "ptxas failed with code " + Twine(*code) +
                                    (message.empty() ? "" : ": " + message));
}

unsigned mlir::tile::findPTXVersion(StringRef ptxasPath) {
  AssemblerOptions options;
  options.ptxasPath = ptxasPath.str();
  options.chip = "sm_80";
  options.timeLimit = 10;
  // "Unsupported .version 99.9; current version is '9.0'".
  AssemblerResult result =
      assemblePTX(".version 99.9\n.target sm_80\n", options);
  for (const AssemblerMessage &message : result.messages) {
    StringRef text =
        StringRef(message.text).split("current version is '").second;
    unsigned majorVersion, minorVersion;
    if (!text.consumeInteger(10, majorVersion) && text.consume_front(".") &&
        !text.consumeInteger(10, minorVersion))
      return majorVersion * 10 + minorVersion;
  }
  return ~0u;
}
