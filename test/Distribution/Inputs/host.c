/* usage: host KERNEL LIBRARY...
 *
 * Loads libraries in the given order, all with global symbols, then compiles
 * KERNEL with the one that has compileAndCount(). If LLVM's C API is among them
 * it is used before and after. */
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

typedef void *(*Create)(void);
typedef void *(*CreateNamed)(const char *, void *);
typedef char *(*Print)(void *);
typedef int (*Compile)(const char *);

/* ISO C has no conversion from an object pointer to a function pointer. */
static int find(const char *name, void *function) {
  void *symbol = dlsym(RTLD_DEFAULT, name);
  memcpy(function, &symbol, sizeof symbol);
  return symbol != NULL;
}

static void useLLVM(void) {
  Create createContext;
  CreateNamed createModule;
  Print print;
  if (find("LLVMContextCreate", &createContext) &&
      find("LLVMModuleCreateWithNameInContext", &createModule) &&
      find("LLVMPrintModuleToString", &print))
    printf("%s", print(createModule("other", createContext())));
  fflush(stdout);
}

int main(int argc, char **argv) {
  Compile compile;
  int i;
  for (i = 2; i < argc; ++i)
    if (!dlopen(argv[i], RTLD_NOW | RTLD_GLOBAL)) {
      fprintf(stderr, "%s\n", dlerror());
      return 1;
    }
  if (!find("compileAndCount", &compile))
    return 1;
  useLLVM();
  for (i = 0; i < 2; ++i)
    if (compile(argv[1]) != 1)
      return 1;
  useLLVM();
  return 0;
}
