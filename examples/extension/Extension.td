// A dialect with one operation: the hardware's fast hyperbolic tangent.
include "mlir/IR/OpBase.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def Extension_Dialect : Dialect {
  let name = "extension";
  let cppNamespace = "::extension";
  let summary = "operations that tile lacks";
}

def Extension_F32Like : AnyTypeOf<[F32, RankedTensorOf<[F32]>], "an f32 or a tile of f32">;

def Extension_FastTanhOp : Op<Extension_Dialect, "fast_tanh", [
    Pure, AllTypesMatch<["source", "result"]>]> {
  let summary = "tanh of each element, to about 1 in 2^11";
  let description = [{
    Becomes inline PTX, `tanh.approx.f32`, by the pass `extension-expand`.

    ```mlir
    %y = extension.fast_tanh %x : tensor<1024xf32>
    ```
  }];
  let arguments = (ins Extension_F32Like:$source);
  let results = (outs Extension_F32Like:$result);
  let assemblyFormat = "$source attr-dict `:` type($source)";
}
