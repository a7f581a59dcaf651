/* Passes a value of each type, prints what the kernel saw, then two errors. */
#include "arguments.h"

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
  unsigned long long address = 0;
  const char *out;
  long long values[10];
  double f32, f64;
  int i;

  /* The context is the one that this makes current. */
  if (arguments_load() != ArgumentsSuccess) {
    printf("%s\n", arguments_error());
    return 1;
  }
  library = dlopen("libcuda.so.1", RTLD_NOW);
  find("cuMemAlloc_v2", (void *)&allocate);
  find("cuMemcpyDtoH_v2", (void *)&copy);
  if (allocate(&address, sizeof(values)) != 0)
    return 2;
  out = (const char *)(uintptr_t)address;
  /* 1.0 in f16, bf16 and f8E4M3FN. */
  if (arguments_arguments(1, 1, 1, NULL, out, true, -2, -300, 70000,
                          -5000000000, 0x3c00, 0x3f80, 0x38, 1.5f,
                          -2.25) != ArgumentsSuccess) {
    printf("%s\n", arguments_error());
    return 3;
  }
  if (copy(values, address, sizeof(values)) != 0)
    return 4;
  memcpy(&f32, &values[8], sizeof(f32));
  memcpy(&f64, &values[9], sizeof(f64));
  for (i = 0; i < 8; ++i)
    printf("%lld ", values[i]);
  printf("%f %f\n", f32, f64);

  if (arguments_arguments(1, 1, 1, NULL, out + 8, true, 0, 0, 0, 0, 0, 0, 0, 0,
                          0) != ArgumentsInvalidArgument)
    return 5;
  printf("%s\n", arguments_error());
  if (arguments_arguments(1, 1, 1, NULL, out, true, 0, 0, 70001, 0, 0, 0, 0, 0,
                          0) != ArgumentsInvalidArgument)
    return 6;
  printf("%s\n", arguments_error());
  arguments_unload();
  return 0;
}
