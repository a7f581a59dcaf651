/* A user's program: what the library is, and what MLIR's C API in it can do. */
#include <mlir-c/BuiltinTypes.h>
#include <mlir-c/Dialect/Arith.h>
#include <mlir-c/Dialect/Func.h>
#include <mlir-c/IR.h>
#include <mlir-c/Pass.h>
#include <mlir-c/Transforms.h>
#include <stdio.h>
#include <string.h>
#include <tile-c/Support.h>

static void print(MlirStringRef text, void *userData) {
  fwrite(text.data, 1, text.length, userData);
}

int main(void) {
  static const char source[] = "func.func @f(%a: i32) -> i32 {\n"
                               "  %zero = arith.constant 0 : i32\n"
                               "  %sum = arith.addi %a, %zero : i32\n"
                               "  return %sum : i32\n"
                               "}\n";
  MlirContext context = mlirContextCreateWithThreading(false);
  mlirDialectHandleLoadDialect(mlirGetDialectHandle__arith__(), context);
  mlirDialectHandleLoadDialect(mlirGetDialectHandle__func__(), context);
  MlirModule module =
      mlirModuleCreateParse(context, mlirStringRefCreateFromCString(source));
  if (mlirModuleIsNull(module))
    return 1;
  MlirPassManager manager = mlirPassManagerCreate(context);
  mlirPassManagerAddOwnedPass(manager, mlirCreateTransformsCanonicalizer());
  if (mlirLogicalResultIsFailure(
          mlirPassManagerRunOnOp(manager, mlirModuleGetOperation(module))))
    return 1;
  mlirOperationPrint(mlirModuleGetOperation(module), print, stdout);
  mlirPassManagerDestroy(manager);
  mlirModuleDestroy(module);
  mlirContextDestroy(context);

  printf("Tilewright %s\n", tileGetVersion().data);
  return 0;
}
