//===- SanitizerOptions.cpp - Defaults of sanitizer builds ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Linked into the programs of sanitizer builds only.
//
//===----------------------------------------------------------------------===//

// LLVM's headers poison parts of its arenas, and the standard containers
// annotate their ends, when they are compiled with the address sanitizer;
// LLVM's archives are not, and read there.
//
// Memory that a kernel asks for and the host does not have is an error with a
// message, and no crash.
//
// What a sanitizer finds ends the program as an assertion does. A test that
// expects a failure takes no such end for one.

extern "C" const char *__asan_default_options();
extern "C" const char *__ubsan_default_options();

extern "C" const char *__asan_default_options() {
  return "allow_user_poisoning=0:detect_container_overflow=0:detect_leaks=0:"
         "allocator_may_return_null=1:abort_on_error=1";
}

extern "C" const char *__ubsan_default_options() {
  return "print_stacktrace=1";
}
