//===- LoaderText.cpp - The C that loads and launches ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The part of each source that is the same except for names: @name@ is the
// pair's name, @Type@ the prefix of its types, @local@ that of what is in the
// source alone, @codes@ the list of what is embedded.
//
//===----------------------------------------------------------------------===//
//
// It is C11 and C++17, strictly: pointers to functions come from dlsym by
// memcpy, and what malloc returns is cast. GCC's __atomic functions, which
// Clang has too, stand for <stdatomic.h>, which C++17 has not.
//
// A launch of a kernel that is loaded asks the driver which context is current,
// finds it in a list by an atomic read, and calls cuLaunchKernel. Entries of
// the list never change and are added at its head under a lock. They are found
// by the context's number, which cuCtxGetId gives from CUDA 12 on: a context
// can be destroyed, and another get its address.
//
//===----------------------------------------------------------------------===//

#include "CText.h"
#include "EmitCImpl.h"

using namespace mlir::tile;
using namespace mlir::tile::aot;
using llvm::StringRef;

// Types and the table of codes follow.
static constexpr llvm::StringLiteral kHead = R"C(/*
 * @name@.c - Launches GPU kernels
 *
 * Made by Tilewright together with @name@.h, which says how to use it.
 */

#include "@name@.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Bytes of shared memory per CTA of a kernel: those that its code has, and those
 * that each launch adds. */
typedef struct @local@Shared {
  unsigned fixed, dynamic;
} @local@Shared;

/* Code for a GPU. */
typedef struct @local@Code {
  const char *name;
  /* Compute capability, and 'a' (runs on this one only), 'f' (its family) or 0
   * (all later ones). */
  int major, minor;
  char suffix;
  /* A cubin, or else PTX in pieces and how long they are together. */
  const uint64_t *cubin;
  const char *const *ptx;
  unsigned numPieces;
  size_t size;
  /* Of each kernel; null if no launch adds any. */
  const @local@Shared *shared;
} @local@Code;

typedef struct @local@Kernel {
  /* In the source, and in the code. */
  const char *symbol, *entry;
  unsigned numThreads;
  /* Programs per CTA, each on a row of threads. */
  unsigned numRows;
} @local@Kernel;
)C";

static constexpr llvm::StringLiteral kDriver = R"C(
/* What is used of the driver. As in cuda.h, CUresult, CUdevice and enums are
 * int here, and handles are void *. */
typedef struct @local@Driver {
  int (*init)(unsigned flags);
  int (*getErrorString)(int result, const char **text);
  int (*deviceGet)(int *device, int ordinal);
  int (*deviceGetAttribute)(int *value, int attribute, int device);
  int (*primaryRetain)(void **context, int device);
  int (*primaryRelease)(int device);
  int (*contextGetCurrent)(void **context);
  int (*contextSetCurrent)(void *context);
  int (*contextPush)(void *context);
  int (*contextPop)(void **context);
  int (*contextGetDevice)(int *device);
  /* From CUDA 12 on, else null. */
  int (*contextGetId)(void *context, unsigned long long *id);
  int (*moduleLoad)(void **module, const void *image, unsigned numOptions,
      int *options, void **values);
  int (*moduleUnload)(void *module);
  int (*moduleGetFunction)(void **function, void *module, const char *name);
  int (*functionSetAttribute)(void *function, int attribute, int value);
  int (*launch)(void *function, unsigned gridX, unsigned gridY, unsigned gridZ,
      unsigned blockX, unsigned blockY, unsigned blockZ, unsigned sharedBytes,
      void *stream, void **parameters, void **extra);
} @local@Driver;

/* The code as loaded in one context. */
typedef struct @local@Module {
  void *context;
  unsigned long long id;
  void *module;
  const @local@Code *code;
  void *functions[sizeof(@local@Kernels) / sizeof(@local@Kernels[0])];
  struct @local@Module *next;
} @local@Module;

/* Written under the lock, read without; null before the driver is ready. */
static const @local@Driver *@local@ReadyDriver;
static @local@Module *@local@Modules;
static pthread_mutex_t @local@Lock = PTHREAD_MUTEX_INITIALIZER;
/* The primary context of device 0, if it was ever retained, and how often it is
 * now; under the lock. */
static void *@local@Primary;
static unsigned @local@NumRetained;

#ifdef __cplusplus
static thread_local char @local@Message[2048];
#else
static _Thread_local char @local@Message[2048];
#endif

static @Type@Status @local@Fail(@Type@Status status, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  (void)vsnprintf(@local@Message, sizeof(@local@Message), format, arguments);
  va_end(arguments);
  return status;
}

/* `what` is the kernel, `call` what the driver was asked. */
static @Type@Status @local@FailDriver(const @local@Driver *driver,
    const char *what, const char *call, int result) {
  const char *text = NULL;
  if (driver->getErrorString(result, &text) != 0 || !text)
    text = "unknown error";
  /* CUDA_ERROR_OUT_OF_MEMORY, NO_DEVICE, INVALID_DEVICE. */
  return @local@Fail(result == 2           ? @Type@OutOfMemory
          : result == 100 || result == 101 ? @Type@Unavailable
                                           : @Type@DriverError,
      "%s: %s failed: %s (error %d)", what, call, text, result);
}

/* Loads and initialises the driver; under the lock. */
static @Type@Status @local@OpenDriver(const char *what) {
  static @local@Driver driver;
  const struct {
    const char *name;
    void *place;
  } functions[] = {
      {"cuInit", &driver.init},
      {"cuGetErrorString", &driver.getErrorString},
      {"cuDeviceGet", &driver.deviceGet},
      {"cuDeviceGetAttribute", &driver.deviceGetAttribute},
      {"cuDevicePrimaryCtxRetain", &driver.primaryRetain},
      {"cuDevicePrimaryCtxRelease_v2", &driver.primaryRelease},
      {"cuCtxGetCurrent", &driver.contextGetCurrent},
      {"cuCtxSetCurrent", &driver.contextSetCurrent},
      {"cuCtxPushCurrent_v2", &driver.contextPush},
      {"cuCtxPopCurrent_v2", &driver.contextPop},
      {"cuCtxGetDevice", &driver.contextGetDevice},
      {"cuCtxGetId", &driver.contextGetId},
      {"cuModuleLoadDataEx", &driver.moduleLoad},
      {"cuModuleUnload", &driver.moduleUnload},
      {"cuModuleGetFunction", &driver.moduleGetFunction},
      {"cuFuncSetAttribute", &driver.functionSetAttribute},
      {"cuLaunchKernel", &driver.launch},
  };
  void *library;
  size_t i;
  int result;
  if (@local@ReadyDriver)
    return @Type@Success;
  library = dlopen("libcuda.so.1", RTLD_NOW);
  if (!library) {
    const char *reason = dlerror();
    return @local@Fail(@Type@Unavailable,
        "%s: the CUDA driver cannot be loaded: %s", what,
        reason ? reason : "libcuda.so.1");
  }
  for (i = 0; i < sizeof(functions) / sizeof(functions[0]); ++i) {
    void *symbol = dlsym(library, functions[i].name);
    memcpy(functions[i].place, &symbol, sizeof(symbol));
    if (!symbol && functions[i].place != (void *)&driver.contextGetId) {
      (void)dlclose(library);
      return @local@Fail(@Type@Unavailable,
          "%s: the CUDA driver is too old: it has no %s", what,
          functions[i].name);
    }
  }
  result = driver.init(0);
  if (result != 0) {
    @Type@Status status = @local@FailDriver(&driver, what, "cuInit", result);
    (void)dlclose(library);
    return status == @Type@OutOfMemory ? status : @Type@Unavailable;
  }
  __atomic_store_n(&@local@ReadyDriver, &driver, __ATOMIC_RELEASE);
  return @Type@Success;
}

/* The number of the current context; false if there is none. */
static bool @local@GetContext(
    const @local@Driver *driver, unsigned long long *id) {
  void *context = NULL;
  if (driver->contextGetId)
    return driver->contextGetId(NULL, id) == 0;
  if (driver->contextGetCurrent(&context) != 0 || !context)
    return false;
  *id = (unsigned long long)(uintptr_t)context;
  return true;
}

/* What is loaded in the current context, or null. */
static const @local@Module *@local@FindModule(const @local@Driver *driver) {
  unsigned long long id = 0;
  const @local@Module *module;
  if (!@local@GetContext(driver, &id))
    return NULL;
  module = __atomic_load_n(&@local@Modules, __ATOMIC_ACQUIRE);
  while (module && module->id != id)
    module = module->next;
  return module;
}

/* Makes the primary context of device 0 current if there is no other; under
 * the lock. One that was given back is still current, and no more alive. */
static @Type@Status @local@NeedContext(
    const @local@Driver *driver, const char *what) {
  void *context = NULL;
  int device = 0;
  int result = driver->contextGetCurrent(&context);
  if (result == 0 && context &&
      (context != @local@Primary || @local@NumRetained > 0))
    return @Type@Success;
  result = driver->deviceGet(&device, 0);
  if (result != 0)
    return @local@FailDriver(driver, what, "cuDeviceGet", result);
  result = driver->primaryRetain(&context, device);
  if (result != 0)
    return @local@FailDriver(driver, what, "cuDevicePrimaryCtxRetain", result);
  @local@Primary = context;
  ++@local@NumRetained;
  result = driver->contextSetCurrent(context);
  if (result != 0)
    return @local@FailDriver(driver, what, "cuCtxSetCurrent", result);
  return @Type@Success;
}

/* CUDA C++ Programming Guide, "Application Compatibility" and "Feature
 * Availability". */
static bool @local@Fits(const @local@Code *code, int major, int minor) {
  if (code->suffix == 'a')
    return code->major == major && code->minor == minor;
  if (code->suffix == 'f' || code->cubin)
    return code->major == major && code->minor <= minor;
  return code->major < major || (code->major == major && code->minor <= minor);
}

/* Loads one code into the current context. `canRetry` is for errors that mean
 * that another may do. */
static @Type@Status @local@LoadCode(const @local@Driver *driver,
    const char *what, const @local@Code *code, void **module, bool *canRetry) {
  /* CU_JIT_ERROR_LOG_BUFFER and its size. */
  int options[] = {5, 6};
  char log[1024] = "";
  void *values[] = {log, (void *)(uintptr_t)(sizeof(log) - 1)};
  const char *text = NULL;
  int result;
  if (code->cubin) {
    result = driver->moduleLoad(module, code->cubin, 0, NULL, NULL);
  } else {
    size_t used = 0;
    unsigned i;
    char *ptx = (char *)malloc(code->size + 1);
    if (!ptx)
      return @local@Fail(@Type@OutOfMemory, "%s: out of memory", what);
    for (i = 0; i < code->numPieces; ++i) {
      size_t length = strlen(code->ptx[i]);
      memcpy(ptx + used, code->ptx[i], length);
      used += length;
    }
    ptx[used] = '\0';
    result = driver->moduleLoad(module, ptx, 2, options, values);
    free(ptx);
  }
  if (result == 0)
    return @Type@Success;
  /* NO_BINARY_FOR_GPU, INVALID_PTX, JIT_COMPILER_NOT_FOUND and
   * UNSUPPORTED_PTX_VERSION. */
  *canRetry = result == 209 || result == 218 || result == 221 || result == 222;
  if (driver->getErrorString(result, &text) != 0 || !text)
    text = "unknown error";
  return @local@Fail(*canRetry ? @Type@NoCode
          : result == 2        ? @Type@OutOfMemory
                               : @Type@DriverError,
      "%s: loading the %s failed: %s (error %d)%s%s", what, code->name, text,
      result, *log ? ": " : "", log);
}

/* Loads the best code into the current context; under the lock. */
static @Type@Status @local@LoadBest(
    const @local@Driver *driver, const char *what, @local@Module *module) {
  int device = 0, major = 0, minor = 0, result;
  @Type@Status status = @Type@NoCode;
  bool canRetry = false;
  char before[sizeof(@local@Message)];
  size_t i;
  result = driver->contextGetDevice(&device);
  if (result != 0)
    return @local@FailDriver(driver, what, "cuCtxGetDevice", result);
  /* CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR and _MINOR. */
  result = driver->deviceGetAttribute(&major, 75, device);
  if (result == 0)
    result = driver->deviceGetAttribute(&minor, 76, device);
  if (result != 0)
    return @local@FailDriver(driver, what, "cuDeviceGetAttribute", result);
  /* What one code lacks is not an error if another loads. */
  memcpy(before, @local@Message, sizeof(before));
  for (i = 0; i < sizeof(@local@Codes) / sizeof(@local@Codes[0]); ++i) {
    module->code = &@local@Codes[i];
    if (!@local@Fits(module->code, major, minor))
      continue;
    status = @local@LoadCode(
        driver, what, module->code, &module->module, &canRetry);
    if (status == @Type@Success)
      memcpy(@local@Message, before, sizeof(before));
    if (status == @Type@Success || !canRetry)
      return status;
  }
  if (canRetry)
    return status;
  return @local@Fail(@Type@NoCode,
      "%s: there is no code for this GPU, sm_%d%d, only for "
      "@codes@",
      what, major, minor);
}

/* Finds a kernel in a loaded module, and lets its launches have the shared
 * memory that it needs; under the lock. */
static @Type@Status @local@FindKernel(
    const @local@Driver *driver, @local@Module *module, size_t kernel) {
  const char *what = @local@Kernels[kernel].symbol;
  const @local@Shared *shared =
      module->code->shared ? &module->code->shared[kernel] : NULL;
  int device = 0, most = 0;
  int result = driver->moduleGetFunction(
      &module->functions[kernel], module->module, @local@Kernels[kernel].entry);
  if (result != 0)
    return @local@FailDriver(driver, what, "cuModuleGetFunction", result);
  /* Every GPU gives 48 KiB without being asked. The dynamic bytes begin at a
   * multiple of up to 1 KiB. */
  if (!shared || shared->dynamic == 0 ||
      (shared->fixed + 1023) / 1024 * 1024 + shared->dynamic <= 48 * 1024)
    return @Type@Success;
  result = driver->contextGetDevice(&device);
  if (result != 0)
    return @local@FailDriver(driver, what, "cuCtxGetDevice", result);
  /* CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN. */
  result = driver->deviceGetAttribute(&most, 97, device);
  if (result != 0)
    return @local@FailDriver(driver, what, "cuDeviceGetAttribute", result);
  if (shared->fixed + shared->dynamic > (unsigned)most)
    return @local@Fail(@Type@NoCode,
        "expected at most %d bytes of shared memory per CTA for kernel '%s', "
        "which is what this GPU has, found %u: %u static and %u dynamic",
        most, what, shared->fixed + shared->dynamic, shared->fixed,
        shared->dynamic);
  /* CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES. */
  result = driver->functionSetAttribute(
      module->functions[kernel], 8, (int)shared->dynamic);
  if (result != 0)
    return @local@FailDriver(driver, what, "cuFuncSetAttribute", result);
  return @Type@Success;
}

/* Loads all kernels into the current context; under the lock. */
static @Type@Status @local@LoadModule(const @local@Driver *driver,
    const char *what, const @local@Module **loaded) {
  @Type@Status status;
  size_t i;
  @local@Module *module = (@local@Module *)calloc(1, sizeof(*module));
  if (!module)
    return @local@Fail(@Type@OutOfMemory, "%s: out of memory", what);
  if (driver->contextGetCurrent(&module->context) != 0 ||
      !@local@GetContext(driver, &module->id)) {
    free(module);
    return @local@Fail(@Type@DriverError, "%s: there is no CUDA context", what);
  }
  status = @local@LoadBest(driver, what, module);
  if (status != @Type@Success) {
    free(module);
    return status;
  }
  for (i = 0; i < sizeof(@local@Kernels) / sizeof(@local@Kernels[0]); ++i) {
    status = @local@FindKernel(driver, module, i);
    if (status != @Type@Success) {
      (void)driver->moduleUnload(module->module);
      free(module);
      return status;
    }
  }
  module->next = @local@Modules;
  __atomic_store_n(&@local@Modules, module, __ATOMIC_RELEASE);
  *loaded = module;
  return @Type@Success;
}

/* What is loaded in the current context, loaded now if need be. */
static @Type@Status @local@Need(
    const char *what, const @local@Module **module) {
  @Type@Status status;
  (void)pthread_mutex_lock(&@local@Lock);
  status = @local@OpenDriver(what);
  if (status == @Type@Success)
    status = @local@NeedContext(@local@ReadyDriver, what);
  if (status == @Type@Success) {
    *module = @local@FindModule(@local@ReadyDriver);
    if (!*module)
      status = @local@LoadModule(@local@ReadyDriver, what, module);
  }
  (void)pthread_mutex_unlock(&@local@Lock);
  return status;
}

static @Type@Status @local@Launch(unsigned kernel, uint64_t gridX,
    uint64_t gridY, uint64_t gridZ, void *stream, void **parameters) {
  const @local@Driver *driver =
      __atomic_load_n(&@local@ReadyDriver, __ATOMIC_ACQUIRE);
  const @local@Module *module = driver ? @local@FindModule(driver) : NULL;
  unsigned sharedBytes, numRows = @local@Kernels[kernel].numRows;
  int result;
  if (gridX == 0 || gridY == 0 || gridZ == 0)
    return @Type@Success;
  /* CUDA C++ Programming Guide, "Technical Specifications per Compute
   * Capability". */
  if (gridX > 2147483647 || gridY > 65535 || gridZ > 65535)
    return @local@Fail(@Type@InvalidArgument,
        "expected a grid of at most 2147483647 x 65535 x 65535 CTAs for kernel "
        "'%s', found %llu x %llu x %llu",
        @local@Kernels[kernel].symbol, (unsigned long long)gridX,
        (unsigned long long)gridY, (unsigned long long)gridZ);
  if (!module) {
    @Type@Status status = @local@Need(@local@Kernels[kernel].symbol, &module);
    if (status != @Type@Success)
      return status;
    driver = __atomic_load_n(&@local@ReadyDriver, __ATOMIC_ACQUIRE);
  }
  sharedBytes = module->code->shared ? module->code->shared[kernel].dynamic : 0;
  result = driver->launch(module->functions[kernel],
      (unsigned)((gridX + numRows - 1) / numRows), (unsigned)gridY,
      (unsigned)gridZ, @local@Kernels[kernel].numThreads / numRows, numRows, 1,
      sharedBytes, stream, parameters, NULL);
  if (result != 0)
    return @local@FailDriver(
        driver, @local@Kernels[kernel].symbol, "cuLaunchKernel", result);
  return @Type@Success;
}

const char *@name@_error(void) { return @local@Message; }

@Type@Status @name@_load(void) {
  const @local@Module *module = NULL;
  return @local@Need("@name@_load", &module);
}

void @name@_unload(void) {
  const @local@Driver *driver;
  @local@Module *module;
  (void)pthread_mutex_lock(&@local@Lock);
  driver = @local@ReadyDriver;
  module = @local@Modules;
  __atomic_store_n(&@local@Modules, (@local@Module *)NULL, __ATOMIC_RELEASE);
  while (module) {
    @local@Module *next = module->next;
    unsigned long long id = module->id;
    void *popped = NULL;
    /* Unless the context is gone, and its modules with it. */
    if ((!driver->contextGetId ||
            driver->contextGetId(module->context, &id) == 0) &&
        id == module->id && driver->contextPush(module->context) == 0) {
      (void)driver->moduleUnload(module->module);
      (void)driver->contextPop(&popped);
    }
    free(module);
    module = next;
  }
  for (; @local@NumRetained > 0; --@local@NumRetained) {
    int device = 0;
    (void)driver->deviceGet(&device, 0);
    (void)driver->primaryRelease(device);
  }
  (void)pthread_mutex_unlock(&@local@Lock);
}
)C";

static std::string fillNames(const Plan &plan, StringRef text) {
  std::string codes = listCodes(plan);
  std::pair<StringRef, StringRef> keys[] = {{"name", plan.name},
                                            {"Type", plan.typeName},
                                            {"local", plan.localName},
                                            {"codes", codes}};
  return fillTemplate(text, keys);
}

std::string aot::getLoaderHead(const Plan &plan) {
  return fillNames(plan, kHead);
}
std::string aot::getLoaderTail(const Plan &plan) {
  return fillNames(plan, kDriver);
}
