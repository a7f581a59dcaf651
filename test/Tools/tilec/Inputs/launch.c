/* Launches in contexts and threads, for the driver that prints what it is
 * asked; with CHOICE, only loads and prints how that went. */
#include "add.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef CHOICE
int main(void) {
  AddStatus status = add_load();
  printf("status %d: %s\n", (int)status, add_error());
  return 0;
}
#else

static void launch(uint32_t x, uint32_t y, uint32_t z, void *stream) {
  AddStatus status = add_vector_add(x, y, z, stream, NULL, NULL, NULL, 1);
  if (status == AddSuccess)
    return;
  printf("status %d: %s\n", (int)status, add_error());
  exit(1);
}

static int (*setCurrent)(void *context);

static void setContext(int number) {
  (void)setCurrent((void *)(intptr_t)number);
}

static void *runThread(void *unused) {
  setContext(3);
  launch(3, 1, 1, NULL);
  return unused;
}

int main(void) {
  pthread_t threads[8];
  char stream;
  int i;
  void *symbol = dlsym(dlopen("libcuda.so.1", RTLD_NOW), "cuCtxSetCurrent");
  memcpy(&setCurrent, &symbol, sizeof(symbol));

  launch(5, 6, 7, NULL);
  launch(1, 1, 1, &stream);
  setContext(2);
  launch(2, 1, 1, NULL);
  setContext(1);
  launch(1, 1, 1, NULL);
  for (i = 0; i < 8; ++i)
    if (pthread_create(&threads[i], NULL, runThread, NULL) != 0)
      return 2;
  for (i = 0; i < 8; ++i)
    (void)pthread_join(threads[i], NULL);
  add_unload();
  printf("unloaded\n");
  launch(1, 1, 1, NULL);
  add_unload();
  printf("unloaded again\n");
  if (add_load() != AddSuccess) {
    printf("%s\n", add_error());
    return 3;
  }
  add_unload();
  return 0;
}
#endif
