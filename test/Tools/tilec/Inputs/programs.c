/* Launches numbers of programs that do not fill their last CTA. */
#include "programs.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

static void *library;

static void find(const char *name, void *place) {
  void *symbol = dlsym(library, name);
  memcpy(place, &symbol, sizeof(symbol));
}

int main(void) {
  int (*allocate)(unsigned long long *address, size_t bytes);
  int (*copy)(void *to, unsigned long long from, size_t bytes);
  int (*fill)(unsigned long long to, unsigned char byte, size_t count);
  unsigned long long address = 0;
  int values[16], count, i;

  if (programs_load() != ProgramsSuccess) {
    printf("%s\n", programs_error());
    return 1;
  }
  library = dlopen("libcuda.so.1", RTLD_NOW);
  find("cuMemAlloc_v2", (void *)&allocate);
  find("cuMemcpyDtoH_v2", (void *)&copy);
  find("cuMemsetD8_v2", (void *)&fill);
  if (allocate(&address, sizeof(values)) != 0)
    return 2;
  for (count = 1; count < 16; count += 2) {
    if (fill(address, 0xff, sizeof(values)) != 0 ||
        programs_number((unsigned)count, 1, 1, NULL,
                        (const void *)(uintptr_t)address,
                        1000) != ProgramsSuccess ||
        copy(values, address, sizeof(values)) != 0)
      return 3;
    for (i = 0; i < 16; ++i)
      if (values[i] != (i < count ? 1000 * count + i : -1))
        return 4;
  }
  if (programs_nothing(5, 1, 1, NULL) != ProgramsSuccess)
    return 5;
  printf("all programs ran\n");
  programs_unload();
  return 0;
}
