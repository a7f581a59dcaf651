//===- FatalErrors.cpp - LLVM's fatal errors become failures --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `report_fatal_error` calls the installed handler, holding no lock, and ends
// the process if the handler returns. LLVM is built without exceptions, so the
// only way not to return is longjmp. It skips the destructors of the frames in
// between. For LLVM's code generator this means lost memory and nothing else:
// it holds no locks and no files while it works, and the caller gives up the
// LLVMContext with everything in it (see CodeGen). llvm::CrashRecoveryContext
// rests on the same reasoning; it is not used because its other half, handlers
// for SIGSEGV and its like, is process-wide and not a library's to install.
//
// What this does not catch: crashes by signals, and running out of memory.
//
//===----------------------------------------------------------------------===//

#include "tile/Target/CodeGen.h"

#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/raw_ostream.h"

#include <csetjmp>

using namespace mlir;

namespace {
/// What the handler needs of a thread inside `runProtected`.
struct ProtectedCall {
  std::jmp_buf target;
  std::string *message;
};
} // namespace

// The handler is one for the process and knows nothing of the thread's work;
// hence this state, which is null outside `runProtected`.
static thread_local ProtectedCall *activeCall = nullptr;

static void handleFatalError(void *, const char *reason, bool) {
  if (!activeCall) {
    llvm::errs() << "LLVM ERROR: " << reason << '\n';
    return;
  }
  *activeCall->message = reason;
  std::longjmp(activeCall->target, 1);
}

LogicalResult tile::runProtected(llvm::function_ref<void()> body,
                                 std::string &message) {
  static const bool installed = [] {
    llvm::install_fatal_error_handler(handleFatalError);
    return true;
  }();
  (void)installed;

  ProtectedCall call;
  call.message = &message;
  ProtectedCall *outer = activeCall;
  if (setjmp(call.target) != 0) {
    activeCall = outer;
    return failure();
  }
  activeCall = &call;
  body();
  activeCall = outer;
  return success();
}
