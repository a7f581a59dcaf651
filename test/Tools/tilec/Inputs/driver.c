/*===- driver.c - A CUDA driver that only says what it is asked ---*- C -*-===*\
|*
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* What the generated C needs of libcuda.so.1, for a GPU of the compute
|* capability in DRIVER_SM whose CTAs can have DRIVER_SHARED bytes. Prints what
|* is loaded and launched. DRIVER_REFUSE is the error for cubins, DRIVER_INIT
that
|* of cuInit, DRIVER_ATTRIBUTE that of a function's attribute.
|*
\*===----------------------------------------------------------------------===*/

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int getNumber(const char *name) {
  const char *text = getenv(name);
  return text ? atoi(text) : 0;
}

/* The number of the current context; 0 is none. The first is the primary one,
 * which is gone while it is not retained. */
static _Thread_local unsigned long long current;
static int retained;
static int isGone(unsigned long long context) {
  return context == 1 && retained == 0;
}

int cuInit(unsigned flags) {
  (void)flags;
  return getNumber("DRIVER_INIT");
}
int cuGetErrorString(int result, const char **text) {
  static _Thread_local char buffer[32];
  snprintf(buffer, sizeof(buffer), "error number %d", result);
  *text = buffer;
  return 0;
}
int cuDeviceGet(int *device, int ordinal) {
  *device = ordinal;
  return 0;
}
int cuDeviceGetAttribute(int *value, int attribute, int device) {
  int capability = getNumber("DRIVER_SM");
  (void)device;
  if (attribute == 97) {
    *value = getNumber("DRIVER_SHARED");
    return 0;
  }
  if (attribute != 75 && attribute != 76)
    return 1;
  *value = attribute == 75 ? capability / 10 : capability % 10;
  return 0;
}
int cuDevicePrimaryCtxRetain(void **context, int device) {
  (void)device;
  *context = (void *)1;
  printf("retain %d\n", ++retained);
  return 0;
}
int cuDevicePrimaryCtxRelease_v2(int device) {
  (void)device;
  printf("release %d\n", retained--);
  return 0;
}
int cuCtxGetCurrent(void **context) {
  *context = (void *)current;
  return 0;
}
int cuCtxSetCurrent(void *context) {
  current = (unsigned long long)context;
  return 0;
}
int cuCtxPushCurrent_v2(void *context) {
  printf("push %llu\n", (unsigned long long)context);
  return 0;
}
int cuCtxPopCurrent_v2(void **context) {
  *context = NULL;
  return 0;
}
int cuCtxGetDevice(int *device) {
  *device = 0;
  return isGone(current) ? 709 : 0;
}
#ifndef NO_CONTEXT_ID
int cuCtxGetId(void *context, unsigned long long *id) {
  *id = context ? (unsigned long long)context : current;
  return *id == 0 ? 201 : isGone(*id) ? 709 : 0;
}
#endif
int cuModuleLoadDataEx(void **module, const void *image, unsigned numOptions,
                       int *options, void **values) {
  const char *text = (const char *)image;
  const char *target;
  static int numModules;
  unsigned i;
  if (isGone(current))
    return 709;
  if (memcmp(text, "\177ELF", 4) == 0) {
    /* "e_flags" has the architecture in bits 8 to 15: that of 64-bit ELF is at
     * byte 48. */
    printf("load cubin of sm_%d into %llu\n", (unsigned char)text[49], current);
    if (getNumber("DRIVER_REFUSE"))
      return getNumber("DRIVER_REFUSE");
  } else {
    target = strstr(text, ".target ");
    printf("load PTX of %.*s into %llu, %zu bytes\n",
           (int)strcspn(target + 8, "\n"), target + 8, current, strlen(text));
    if (getNumber("DRIVER_REFUSE_PTX")) {
      for (i = 0; i < numOptions; ++i)
        if (options[i] == 5)
          strcpy((char *)values[i], "the log");
      return getNumber("DRIVER_REFUSE_PTX");
    }
  }
  *module = (char *)NULL + ++numModules;
  return 0;
}
int cuModuleUnload(void *module) {
  printf("unload %d\n", (int)(size_t)module);
  return 0;
}
int cuModuleGetFunction(void **function, void *module, const char *name) {
  (void)module;
  printf("get %s\n", name);
  *function = (void *)name;
  return 0;
}
int cuFuncSetAttribute(void *function, int attribute, int value) {
  printf("set attribute %d of %s to %d\n", attribute, (const char *)function,
         value);
  return getNumber("DRIVER_ATTRIBUTE");
}
int cuMemAlloc_v2(unsigned long long *address, size_t bytes) {
  *address = 256;
  return (int)(bytes == 0);
}
int cuMemcpyHtoD_v2(unsigned long long to, const void *from, size_t bytes) {
  return to == 0 || !from || bytes == 0;
}
int cuMemcpyDtoH_v2(void *to, unsigned long long from, size_t bytes) {
  return from == 0 || !to || bytes == 0;
}
int cuLaunchKernel(void *function, unsigned gridX, unsigned gridY,
                   unsigned gridZ, unsigned blockX, unsigned blockY,
                   unsigned blockZ, unsigned sharedBytes, void *stream,
                   void **parameters, void **extra) {
  (void)parameters, (void)extra;
  printf("launch %s %u %u %u, %u %u %u, %u, %s in %llu\n",
         (const char *)function, gridX, gridY, gridZ, blockX, blockY, blockZ,
         sharedBytes, stream ? "stream" : "null", current);
  return getNumber("DRIVER_LAUNCH");
}
