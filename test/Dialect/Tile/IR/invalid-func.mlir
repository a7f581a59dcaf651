// RUN: tile-opt %s -split-input-file -verify-diagnostics

// expected-error @below {{expected scalars and tiles as arguments, found 'index' as argument 0}}
tile.func private @argument_index(index)

// -----

// expected-error @below {{expected scalars and tiles as arguments, found 'vector<4xf32>' as argument 1}}
tile.func private @argument_vector(i32, vector<4xf32>)

// -----

// expected-error @below {{expected scalars and tiles as arguments, found 'tensor<*xf32>' as argument 0}}
tile.func private @argument_unranked(tensor<*xf32>)

// -----

// expected-error @below {{expected scalars and tiles as arguments, found 'i7' as argument 0}}
tile.func private @argument_odd_width(i7)

// -----

// expected-error @below {{expected scalars and tiles as arguments, found 'ui32' as argument 0}}
tile.func private @argument_unsigned(ui32)

// -----

// expected-error @below {{expected scalars and tiles as arguments, found 'f80' as argument 0}}
tile.func private @argument_wide_float(f80)

// -----

// expected-error @below {{expected a size of 1 or more for dimension 0 of a tile, found 0 in 'tensor<0xf32>'}}
tile.func private @argument_tile_size(tensor<0xf32>)

// -----

// expected-error @below {{expected scalars as a kernel's arguments, found 'tensor<128xf32>' as argument 0}}
tile.func public @kernel_tile_argument(%t: tensor<128xf32>) {
  tile.return
}

// -----

// expected-error @below {{expected scalars and tiles as results, found 'memref<4xf32>'}}
tile.func private @result_memref() -> memref<4xf32>

// -----

// expected-error @below {{expected a tile of static shape, found 'tensor<?xf32>'}}
tile.func private @result_dynamic() -> tensor<?xf32>

// -----

// expected-error @below {{expected a kernel to have no results, found 1; make the function private if other functions call it}}
tile.func public @kernel_result(%x: i32) -> i32 {
  tile.return %x : i32
}

// -----

tile.func private @return_count() -> i32 {
  // expected-error @below {{expected values of the function's result types ('i32'), found ()}}
  tile.return
}

// -----

tile.func private @return_type(%x: f32) -> i32 {
  // expected-error @below {{expected values of the function's result types ('i32'), found ('f32')}}
  tile.return %x : f32
}

// -----

tile.func private @return_parent(%c: i1) {
  scf.if %c {
    // expected-error @below {{expects parent op 'tile.func'}}
    tile.return
  }
  tile.return
}

// -----

// expected-error @below {{entry block must have 0 arguments to match function signature}}
"tile.func"() ({
^bb0(%a: i32):
  "tile.return"() : () -> ()
}) {sym_name = "body_arguments", function_type = () -> ()} : () -> ()

// -----

// expected-error @below {{requires attribute 'function_type'}}
"tile.func"() ({}) {sym_name = "no_type"} : () -> ()

// -----

// expected-error @below {{attribute 'function_type' failed to satisfy constraint: type attribute of function type}}
"tile.func"() ({}) {sym_name = "type_of_something_else", function_type = i32} : () -> ()

// -----

// LLVM's own functions are declared and never defined.
// expected-error @below {{'tile.func' op expected a name that does not begin with 'llvm.', found 'llvm.memcpy'}}
tile.func private @llvm.memcpy(%x: i32) {
  tile.return
}
