// RUN: tile-opt %s -split-input-file -verify-diagnostics

// expected-error @below {{expected an address space of 0 (generic), 1 (global), 3 (shared), 4 (constant) or 5 (local), found 2}}
tile.func private @address_space(!tile.ptr<f32, 2>)

// -----

// expected-error @below {{expected an address space of 0 (generic), 1 (global), 3 (shared), 4 (constant) or 5 (local), found 4294967295}}
tile.func private @address_space_large(!tile.ptr<f32, 4294967295>)

// -----

// expected-error @below {{expected a pointer to an integer, a floating-point number or a pointer, found a pointer to 'vector<4xf32>'}}
tile.func private @pointee_vector(!tile.ptr<vector<4xf32>>)

// -----

// expected-error @below {{expected a pointer to an integer, a floating-point number or a pointer, found a pointer to 'index'}}
tile.func private @pointee_index(!tile.ptr<index>)

// -----

// expected-error @below {{expected a pointer to an integer, a floating-point number or a pointer, found a pointer to 'i0'}}
tile.func private @pointee_of_no_bits(!tile.ptr<i0>)

// -----

// expected-error @below {{expected a pointer to an integer, a floating-point number or a pointer, found a pointer to 'tensor<4xf32>'}}
tile.func private @pointee_tile(!tile.ptr<tensor<4xf32>>)
