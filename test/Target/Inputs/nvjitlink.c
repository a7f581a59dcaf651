/*===- nvjitlink.c - A library that does not work ----------------*- C -*-===*\
|*
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* Has the functions of libnvJitLink.so. Compiling takes SLOW seconds, ends
|* the process (DIES), makes nothing (EMPTY), or fails with a message.
|*
\*===----------------------------------------------------------------------===*/

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char message[] = "no licence";

int nvJitLinkCreate(void **handle, uint32_t count, const char *const *options) {
  (void)count;
  (void)options;
  *handle = handle;
  return 0;
}
int nvJitLinkDestroy(void **handle) { return !handle; }
int nvJitLinkAddData(void *handle, int kind, const void *data, size_t size,
                     const char *name) {
  return !handle || kind != 2 || !data || !size || !name;
}
int nvJitLinkComplete(void *handle) {
  (void)handle;
#ifdef SLOW
  sleep(SLOW);
#endif
#ifdef DIES
  abort();
#endif
#ifdef EMPTY
  return 0;
#else
  return 6;
#endif
}
int nvJitLinkGetLinkedCubinSize(void *handle, size_t *size) {
  *size = 0;
  return !handle;
}
int nvJitLinkGetLinkedCubin(void *handle, void *cubin) {
  return !handle || !cubin;
}
int nvJitLinkGetErrorLogSize(void *handle, size_t *size) {
  *size = sizeof message;
  return !handle;
}
int nvJitLinkGetErrorLog(void *handle, char *log) {
  memcpy(log, message, sizeof message);
  return !handle;
}
int nvJitLinkGetInfoLogSize(void *handle, size_t *size) {
  *size = 0;
  return !handle;
}
int nvJitLinkGetInfoLog(void *handle, char *log) { return !handle || !log; }
