//===- StaticVariables.cpp - The library's static variables ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Static variables, ours as LLVM's and MLIR's, live as long as the process.
// Their destructors would run in exit() while other threads compile, and take
// PassRegistry, for one, away under them: up to 30 of 100 exits crashed. None
// of them does anything that the end of a process does not. What a program's
// last words need, the flushing of outs(), is done where a tool begins
// (Tools.cpp).
//
// The compiler registers destructors by __cxa_atexit. The linker's option
// --wrap=F leads the library's calls of F to __wrap_F, and calls of __real_F to
// F. It acts on the archives of LLVM as on our objects, and on nothing outside
// the library. Destructors of thread_local variables are registered by another
// function, and run.
//
//===----------------------------------------------------------------------===//

extern "C" int __wrap___cxa_atexit(void (*)(void *), void *, void *) noexcept {
  return 0;
}
