//===- undefined.cpp - What the sanitizers end ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Does what its argument names.
//
//===----------------------------------------------------------------------===//

#include "include/llvm/sum.h"

#include <climits>
#include <cstring>

static int add(int a, int b) { return a + b; }

int main(int argc, char **argv) {
  int array[4] = {};
  int one = argc - 1;
  if (one && !std::strcmp(argv[1], "overflow"))
    return add(INT_MAX, one) > 0;
  if (one && !std::strcmp(argv[1], "bounds"))
    return (array + 3)[one];
  if (one && !std::strcmp(argv[1], "header"))
    return addInHeader(INT_MAX, one) > 0;
  return 0;
}
