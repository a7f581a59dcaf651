//===- Assembler.cpp - Running ptxas --------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AssemblerProcess.h"
#include "TemporaryFile.h"

#include "llvm/Support/Program.h"

#include <csignal>
#include <thread>

using namespace mlir::tile;
using namespace llvm;

/// Waits for the process, and ends it where the options say so. Polls, because
/// sys::Wait with a limit uses SIGALRM, which is one for the whole process.
static WaitOutcome waitFor(sys::ProcessInfo process,
                           const AssemblerOptions &options, int &code,
                           std::string &message) {
  Deadline deadline(options);
  auto pause = std::chrono::microseconds(200);
  for (;;) {
    sys::ProcessInfo now = deadline.polls()
                               ? sys::Wait(process, 0u, &message, nullptr,
                                           /*Polling=*/true)
                               : sys::Wait(process, std::nullopt, &message);
    if (now.Pid != 0) {
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

AssemblerResult mlir::tile::assemblePTX(StringRef ptx,
                                        const AssemblerOptions &options) {
  AssemblerResult result;
  if (options.ptxasPath.empty())
    return failToAssemble(
        result, "neither ptxas nor libnvJitLink.so was found; expected one in "
                "a CUDA toolkit, or its path in the options");
  if (isAssemblerLibrary(options.ptxasPath))
    return assembleByLibrary(ptx, options);
  if (!sys::fs::can_execute(options.ptxasPath))
    return failToAssemble(result, "cannot run ptxas '" +
                                      Twine(options.ptxasPath) + "'");
  TemporaryFile input, output, errors;
  std::error_code error;
  if ((error = input.create("ptx")) || (error = output.create("cubin")) ||
      (error = errors.create("txt")) || (error = input.write(ptx)) ||
      (error = output.write("")) || (error = errors.write("")))
    return failToAssemble(result, "cannot write a temporary file for ptxas: " +
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
    return failToAssemble(result, "cannot run ptxas '" +
                                      Twine(options.ptxasPath) +
                                      "': " + message);
  int code = 0;
  WaitOutcome outcome = waitFor(process, options, code, message);
  if (outcome != WaitOutcome::Ended)
    return failToAssemble(result, describe(outcome, "ptxas", options));
  parseAssemblerOutput(errors.read(), result);
  result.success = code == 0;
  if (result.success) {
    result.cubin = output.read();
    return result;
  }
  bool explained = any_of(result.messages, [](const AssemblerMessage &m) {
    return m.severity == AssemblerMessage::Error;
  });
  if (!explained)
    return failToAssemble(result, "ptxas failed with code " + Twine(code) +
                                      (message.empty() ? "" : ": " + message));
  return result;
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
