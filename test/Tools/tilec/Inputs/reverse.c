/*===- reverse.c - Launches a kernel with 64 KiB of shared memory -*- C -*-===*\
|*
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
\*===----------------------------------------------------------------------===*/

#include "reverse.h"

#include <stdio.h>

extern int cuMemAlloc_v2(unsigned long long *address, size_t bytes);
extern int cuMemcpyHtoD_v2(unsigned long long to, const void *from,
                           size_t bytes);
extern int cuMemcpyDtoH_v2(void *to, unsigned long long from, size_t bytes);

enum { kSize = 16384, kCTAs = 3, kCount = kCTAs * kSize };

int main(void) {
  static int in[kCount], out[kCount];
  unsigned long long memory = 0;
  int wrong = 0;
  for (int i = 0; i < kCount; ++i)
    in[i] = 3 * i + 1;
  if (reverse_load() != ReverseSuccess) {
    printf("status %d: %s\n", (int)reverse_load(), reverse_error());
    return 1;
  }
  if (cuMemAlloc_v2(&memory, 2 * sizeof(in)) != 0 ||
      cuMemcpyHtoD_v2(memory, in, sizeof(in)) != 0)
    return 1;
  const char *base = (const char *)(uintptr_t)memory;
  for (int launch = 0; launch < 2; ++launch)
    if (reverse_reverse(kCTAs, 1, 1, NULL, base, base + sizeof(in)) !=
        ReverseSuccess) {
      printf("status: %s\n", reverse_error());
      return 1;
    }
  if (cuMemcpyDtoH_v2(out, memory + sizeof(in), sizeof(out)) != 0)
    return 1;
  for (int i = 0; i < kCount; ++i)
    wrong += out[i] != in[i / kSize * kSize + kSize - 1 - i % kSize];
  printf("reversed, %d wrong\n", wrong);
  reverse_unload();
  return wrong != 0;
}
