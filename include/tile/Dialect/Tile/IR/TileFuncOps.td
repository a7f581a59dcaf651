//===- TileFuncOps.td - Functions and calls ----------------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILE_FUNC_OPS_TD
#define TILE_FUNC_OPS_TD

include "tile/Dialect/Tile/IR/TileOpBase.td"
include "mlir/IR/OpAsmInterface.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/CallInterfaces.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"
include "mlir/Interfaces/FunctionInterfaces.td"

def Tile_FuncOp : Tile_Op<"func", [
    AffineScope, AutomaticAllocationScope, IsolatedFromAbove,
    FunctionOpInterface, OpAsmOpInterface]> {
  let summary = "a kernel or a device function";
  let description = [{
    A public function without results is a kernel: each program of the grid runs
    it once. Private functions are called by `tile.call` and may take and return
    tiles. They are inlined, except functions with the attribute `noinline =
    true`.

    Argument attributes, such as `tile.divisibility`: see the dialect.

    Becomes `llvm.func`; a kernel gets `nvvm.kernel` and `nvvm.reqntid` with 32
    times the target's warps (PTX ISA, ".entry" and ".reqntid").

    Example:

    ```mlir
    tile.func public @store_zero(%p: !tile.ptr<i32> {tile.divisibility = 16 : i32}) {
      %zero = arith.constant 0 : i32
      tile.store %p, %zero : !tile.ptr<i32>
      tile.return
    }
    ```
  }];
  let arguments = (ins
    SymbolNameAttr:$sym_name,
    TypeAttrOf<FunctionType>:$function_type,
    OptionalAttr<StrAttr>:$sym_visibility,
    OptionalAttr<DictArrayAttr>:$arg_attrs,
    OptionalAttr<DictArrayAttr>:$res_attrs);
  let regions = (region AnyRegion:$body);
  let builders = [
    OpBuilder<(ins "::llvm::StringRef":$name, "::mlir::FunctionType":$type,
      CArg<"::llvm::ArrayRef<::mlir::NamedAttribute>", "{}">:$attrs)>
  ];
  let skipDefaultBuilders = 1;
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// Whether this is a kernel: a public definition.
    bool isKernel() { return isPublic() && !isDeclaration(); }

    /// Whether calls to this function must stay calls.
    bool isNoInline();

    // FunctionOpInterface.
    ::mlir::Region *getCallableRegion() {
      return isExternal() ? nullptr : &getBody();
    }
    ::llvm::ArrayRef<::mlir::Type> getArgumentTypes() {
      return getFunctionType().getInputs();
    }
    ::llvm::ArrayRef<::mlir::Type> getResultTypes() {
      return getFunctionType().getResults();
    }

    // OpAsmOpInterface: `return` stays `tile.return`, as in TTIR.
    bool isDeclaration() { return isExternal(); }
  }];
}

def Tile_CallOp : Tile_Op<"call", [
    CallOpInterface, LayoutOpInterface,
    DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "calls a function of the module";
  let description = [{
    Calls a private `tile.func`. Tiles are passed by value: each thread passes
    the elements that it holds.

    Becomes a PTX `call` of a `.func` if the callee is not inlined.

    Example:

    ```mlir
    tile.func private @twice(%x: tensor<128xf32>) -> tensor<128xf32> {
      %0 = arith.addf %x, %x : tensor<128xf32>
      tile.return %0 : tensor<128xf32>
    }
    tile.func private @four_times(%x: tensor<128xf32>) -> tensor<128xf32> {
      %0 = tile.call @twice(%x) : (tensor<128xf32>) -> tensor<128xf32>
      %1 = tile.call @twice(%0) : (tensor<128xf32>) -> tensor<128xf32>
      tile.return %1 : tensor<128xf32>
    }
    ```
  }];
  let arguments = (ins
    /// The function that is called.
    FlatSymbolRefAttr:$callee,
    /// One value for each argument of the callee, of its type.
    Variadic<AnyType>:$operands,
    OptionalAttr<DictArrayAttr>:$arg_attrs,
    OptionalAttr<DictArrayAttr>:$res_attrs);
  let results = (outs Variadic<AnyType>);
  let assemblyFormat = [{
    $callee `(` $operands `)` attr-dict `:` functional-type($operands, results)
  }];
  let builders = [
    OpBuilder<(ins "::mlir::tile::FuncOp":$callee,
                   "::mlir::ValueRange":$operands), [{
      $_state.addOperands(operands);
      $_state.getOrAddProperties<Properties>().callee =
          ::mlir::SymbolRefAttr::get(callee);
      $_state.addTypes(callee.getFunctionType().getResults());
    }]>
  ];
  let extraClassDeclaration = [{
    /// They follow from the callee's type.
    bool hasFixedLayouts() { return true; }

    ::mlir::CallInterfaceCallable getCallableForCallee() {
      return (*this)->getAttrOfType<::mlir::SymbolRefAttr>("callee");
    }
    void setCalleeFromCallable(::mlir::CallInterfaceCallable callee) {
      (*this)->setAttr("callee",
                       ::llvm::cast<::mlir::SymbolRefAttr>(callee));
    }
    ::mlir::Operation::operand_range getArgOperands() { return getOperands(); }
    ::mlir::MutableOperandRange getArgOperandsMutable() {
      return getOperandsMutable();
    }
  }];
}

def Tile_ReturnOp : Tile_Op<"return", [
    HasParent<"FuncOp">, Pure, ReturnLike, Terminator,
    LayoutOpInterface]> {
  let summary = "ends a function";
  let description = [{
    Returns from the enclosing `tile.func`; a kernel returns nothing.

    Example:

    ```mlir
    tile.func private @twice(%x: tensor<128xf32>) -> tensor<128xf32> {
      %0 = arith.addf %x, %x : tensor<128xf32>
      tile.return %0 : tensor<128xf32>
    }
    ```
  }];
  let arguments = (ins
    /// One value for each result of the function, of its type.
    Variadic<AnyType>:$results);
  let assemblyFormat = "attr-dict ($results^ `:` type($results))?";
  let builders = [OpBuilder<(ins), [{ build($_builder, $_state, {}); }]>];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// They follow from the function's type.
    bool hasFixedLayouts() { return true; }
  }];
}

#endif // TILE_FUNC_OPS_TD
