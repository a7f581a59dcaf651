/*===- Dialect.c - Registration, pointers, targets, enumerations -*- C -*-===*\
|*
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
\*===----------------------------------------------------------------------===*/
// RUN: %cc_capi %s -o %t
// RUN: %t 2> %t.err | FileCheck %s
// RUN: count 0 < %t.err

#include "Check.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/Diagnostics.h"
#include "tile-c/Dialect.h"

static const MlirContext noContext = {NULL};
static const MlirType noType = {NULL};
static const MlirAttribute noAttribute = {NULL};

static MlirLogicalResult onDiagnostic(MlirDiagnostic diagnostic, void *data) {
  (void)data;
  printf("diagnostic at ");
  mlirLocationPrint(mlirDiagnosticGetLocation(diagnostic), printString, NULL);
  printf(": ");
  mlirDiagnosticPrint(diagnostic, printString, NULL);
  printf("\n");
  return mlirLogicalResultSuccess();
}

static void printAttribute(MlirAttribute attribute) {
  mlirAttributePrint(attribute, printString, NULL);
  printf("\n");
}

static void testRegistration(void) {
  EXPECT(equals(mlirDialectHandleGetNamespace(mlirGetDialectHandle__tile__()),
                "tile"));
  EXPECT(
      equals(mlirDialectHandleGetNamespace(mlirGetDialectHandle__tilegpu__()),
             "tilegpu"));

  /* A single dialect. */
  MlirContext context = mlirContextCreate();
  EXPECT_NULL("expected the tile dialect to be loaded",
              tilePointerTypeGet(mlirF32TypeGet(context), 1));
  EXPECT_NULL("expected the tile dialect to be loaded",
              tileTargetAttrGet(context, tileString("sm_90a"), 4, 0));
  EXPECT(mlirDialectHandleLoadDialect(mlirGetDialectHandle__tile__(), context)
             .ptr);
  EXPECT(mlirContextIsRegisteredOperation(context, tileString("tile.load")));
  EXPECT(!mlirContextIsRegisteredOperation(
      context, tileString("tilegpu.convert_layout")));
  EXPECT(tilePointerTypeGet(mlirF32TypeGet(context), 1).ptr);

  /* All of them; twice is as once. */
  EXPECT_OK(tileContextRegister(context));
  intptr_t numDialects = mlirContextGetNumLoadedDialects(context);
  EXPECT_OK(tileContextRegister(context));
  EXPECT(mlirContextGetNumLoadedDialects(context) == numDialects);
  EXPECT(mlirContextIsRegisteredOperation(
      context, tileString("tilegpu.convert_layout")));
  EXPECT(mlirContextIsRegisteredOperation(context, tileString("scf.for")));
  EXPECT(mlirContextIsRegisteredOperation(context, tileString("llvm.func")));
  mlirContextDestroy(context);

  /* By a registry: known, and loaded when it is needed. */
  MlirDialectRegistry registry = mlirDialectRegistryCreate();
  EXPECT_OK(tileRegisterAllDialects(registry));
  EXPECT_OK(tileRegisterAllDialects(registry));
  context = mlirContextCreateWithRegistry(registry, /*threading=*/false);
  mlirDialectRegistryDestroy(registry);
  MlirModule module = mlirModuleCreateParse(
      context, tileString("tile.func public @f(%p: !tile.ptr<f32>, %x: f32) {\n"
                          "  tile.store %p, %x : !tile.ptr<f32>\n"
                          "  tile.return\n"
                          "}\n"));
  EXPECT(!mlirModuleIsNull(module));
  mlirModuleDestroy(module);
  mlirContextDestroy(context);

  MlirDialectRegistry noRegistry = {NULL};
  EXPECT_ERROR(TileStatusInvalidArgument, "'registry'",
               tileRegisterAllDialects(noRegistry));
  EXPECT_ERROR(TileStatusInvalidArgument, "'context'",
               tileContextRegister(noContext));
}

static void testPointers(MlirContext context) {
  MlirType f16 = mlirF16TypeGet(context);
  MlirType global = tilePointerTypeGet(f16, TileAddressSpaceGlobal);
  MlirType shared = tilePointerTypeGet(global, TileAddressSpaceShared);
  mlirTypePrint(shared, printString, NULL);
  printf("\n");
  // CHECK: {{^}}!tile.ptr<!tile.ptr<f16>, 3>{{$}}
  EXPECT(mlirTypeEqual(
      global, mlirTypeParseGet(context, tileString("!tile.ptr<f16>"))));
  EXPECT(tileTypeIsAPointer(global) && tileTypeIsAPointer(shared));
  EXPECT(mlirTypeEqual(tilePointerTypeGetPointee(global), f16));
  EXPECT(mlirTypeEqual(tilePointerTypeGetPointee(shared), global));
  EXPECT(tilePointerTypeGetAddressSpace(global) == 1);
  EXPECT(tilePointerTypeGetAddressSpace(shared) == 3);
  EXPECT(
      mlirTypeIDEqual(mlirTypeGetTypeID(global), tilePointerTypeGetTypeID()));

  /* Not pointers. */
  EXPECT(!tileTypeIsAPointer(noType) && !tileTypeIsAPointer(f16));
  EXPECT(!tilePointerTypeGetPointee(noType).ptr);
  EXPECT(!tilePointerTypeGetPointee(f16).ptr);
  EXPECT(tilePointerTypeGetAddressSpace(noType) == 0);
  EXPECT(tilePointerTypeGetAddressSpace(f16) == 0);

  /* No pointers to, or in, these: without a location only the last error says
   * so, with one there is a diagnostic, too. */
  EXPECT_NULL("expected an address space of 0 (generic)",
              tilePointerTypeGet(f16, 2));
  EXPECT_NULL("found a pointer to 'index'",
              tilePointerTypeGet(mlirIndexTypeGet(context), 1));
  EXPECT_NULL("found null", tilePointerTypeGet(noType, 1));
  MlirLocation here =
      mlirLocationFileLineColGet(context, tileString("here.c"), 7, 3);
  MlirLocation nowhere = {NULL};
  EXPECT(mlirTypeEqual(tilePointerTypeGetChecked(here, f16, 1), global));
  printf("checked\n");
  EXPECT_NULL("found 9", tilePointerTypeGetChecked(here, f16, 9));
  EXPECT_NULL("found null", tilePointerTypeGetChecked(here, noType, 1));
  EXPECT_NULL("found null", tilePointerTypeGetChecked(nowhere, f16, 1));
  // CHECK-NEXT: checked
  // CHECK-NEXT: diagnostic at loc("here.c":7:3): expected an address space
  // CHECK-NEXT: diagnostic at loc("here.c":7:3): expected a type to point to
}

static void testTargets(MlirContext context) {
  MlirAttribute target = tileTargetAttrGet(context, tileString("sm_80"), 8, 0);
  printAttribute(target);
  // CHECK-NEXT: #tile.target<"sm_80", num_warps = 8>
  EXPECT(tileAttributeIsATarget(target));
  EXPECT(equals(tileTargetAttrGetChip(target), "sm_80"));
  EXPECT(tileTargetAttrGetChip(target).data[5] == '\0');
  EXPECT(tileTargetAttrGetNumWarps(target) == 8);
  EXPECT(tileTargetAttrGetPTXVersion(target) == 0);
  EXPECT(mlirTypeIDEqual(mlirAttributeGetTypeID(target),
                         tileTargetAttrGetTypeID()));
  EXPECT(tileTargetAttrGetPTXVersion(
             tileTargetAttrGet(context, tileString("sm_90a"), 4, 81)) == 81);

  EXPECT(!tileAttributeIsATarget(noAttribute));
  MlirAttribute unit = mlirUnitAttrGet(context);
  EXPECT(!tileAttributeIsATarget(unit));
  EXPECT(equals(tileTargetAttrGetChip(unit), ""));
  EXPECT(tileTargetAttrGetNumWarps(unit) == 0);
  EXPECT(tileTargetAttrGetPTXVersion(noAttribute) == 0);

  EXPECT_NULL("unknown target 'sm_10'",
              tileTargetAttrGet(context, tileString("sm_10"), 4, 0));
  EXPECT_NULL("16 or 32 warps, found 3",
              tileTargetAttrGet(context, tileString("sm_80"), 3, 0));
  EXPECT_NULL("expected a PTX version",
              tileTargetAttrGet(context, tileString("sm_80"), 4, 10));
  EXPECT_NULL("'chip'",
              tileTargetAttrGet(context, mlirStringRefCreate(NULL, 5), 4, 0));
  EXPECT_NULL("found null",
              tileTargetAttrGet(noContext, tileString("sm_80"), 4, 0));
  EXPECT_NULL("unknown target 'x'",
              tileTargetAttrGetChecked(mlirLocationUnknownGet(context),
                                       tileString("x"), 4, 0));
  // CHECK-NEXT: diagnostic at loc(unknown): unknown target 'x'
}

static void testEnums(MlirContext context) {
  MlirAttribute cg = tileCacheModifierAttrGet(context, TileCacheModifierCG);
  printAttribute(cg);
  // CHECK-NEXT: 3 : i32
  EXPECT(mlirIntegerAttrGetValueInt(cg) == TileCacheModifierCG);
  EXPECT(tileAttributeIsACacheModifier(cg));
  EXPECT(equals(tileCacheModifierGetName(TileCacheModifierCG), "cg"));
  EXPECT(equals(tileProgramAxisGetName(TileProgramAxisZ), "z"));
  EXPECT(equals(tileEvictionPolicyGetName(TileEvictionPolicyEvictFirst),
                "evict_first"));
  EXPECT(equals(tileRoundingModeGetName(TileRoundingModeRTNE), "rtne"));
  EXPECT(equals(tilePropagateNanGetName(TilePropagateNanALL), "all"));
  EXPECT(equals(tileAsmScopeGetName(TileAsmScopeThread), "thread"));
  EXPECT(tileAttributeIsAProgramAxis(
      tileProgramAxisAttrGet(context, TileProgramAxisX)));
  EXPECT(tileAttributeIsAEvictionPolicy(
      tileEvictionPolicyAttrGet(context, TileEvictionPolicyNormal)));
  EXPECT(tileAttributeIsARoundingMode(
      tileRoundingModeAttrGet(context, TileRoundingModeRTZ)));
  EXPECT(tileAttributeIsAPropagateNan(
      tilePropagateNanAttrGet(context, TilePropagateNanALL)));
  EXPECT(tileAttributeIsAAsmScope(
      tileAsmScopeAttrGet(context, TileAsmScopeElement)));

  EXPECT(!tileAttributeIsACacheModifier(noAttribute));
  EXPECT(!tileAttributeIsACacheModifier(mlirUnitAttrGet(context)));
  EXPECT(!tileAttributeIsACacheModifier(
      mlirIntegerAttrGet(mlirIntegerTypeGet(context, 32), 8)));
  EXPECT(!tileAttributeIsACacheModifier(
      mlirIntegerAttrGet(mlirIntegerTypeGet(context, 64), 3)));
  EXPECT_NULL("expected a value of TileCacheModifier, found 8",
              tileCacheModifierAttrGet(context, (TileCacheModifier)8));
  EXPECT_NULL("'context'", tileAsmScopeAttrGet(noContext, TileAsmScopeThread));
  EXPECT(equals(tileProgramAxisGetName((TileProgramAxis)3), ""));
}

int main(void) {
  testRegistration();
  MlirContext context = mlirContextCreate();
  EXPECT_OK(tileContextRegister(context));
  mlirContextAttachDiagnosticHandler(context, onDiagnostic, NULL, NULL);
  testPointers(context);
  testTargets(context);
  testEnums(context);
  mlirContextDestroy(context);
  printf("done\n");
  // CHECK-NEXT: done
  return 0;
}
