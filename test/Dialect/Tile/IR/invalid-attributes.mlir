// RUN: tile-opt %s -split-input-file -verify-diagnostics

tile.func private @contiguity_count(%x: tensor<4x8xi32>) {
  // expected-error @below {{expected 'tile.contiguity' to be an array of 2 powers of two, found array<i32: 4>}}
  %0 = arith.addi %x, %x {tile.contiguity = array<i32: 4>} : tensor<4x8xi32>
  tile.return
}

// -----

tile.func private @constancy_value(%x: tensor<4x8xi32>) {
  // expected-error @below {{expected 'tile.constancy' to be an array of 2 powers of two, found array<i32: 1, 3>}}
  %0 = arith.addi %x, %x {tile.constancy = array<i32: 1, 3>} : tensor<4x8xi32>
  tile.return
}

// -----

tile.func private @divisibility_zero(%x: tensor<4x8xi32>) {
  // expected-error @below {{expected 'tile.divisibility' to be an array of 2 powers of two, found array<i32: 0, 1>}}
  %0 = arith.addi %x, %x {tile.divisibility = array<i32: 0, 1>} : tensor<4x8xi32>
  tile.return
}

// -----

tile.func private @divisibility_negative(%x: tensor<4x8xi32>) {
  // expected-error @below {{expected 'tile.divisibility' to be an array of 2 powers of two}}
  %0 = arith.addi %x, %x {tile.divisibility = array<i32: -16, 1>} : tensor<4x8xi32>
  tile.return
}

// -----

tile.func private @contiguity_kind(%x: tensor<4x8xi32>) {
  // expected-error @below {{expected 'tile.contiguity' to be an array of 2 powers of two, found 4 : i32}}
  %0 = arith.addi %x, %x {tile.contiguity = 4 : i32} : tensor<4x8xi32>
  tile.return
}

// -----

tile.func private @contiguity_floats(%x: tensor<4x8xi32>) {
  // expected-error @below {{expected 'tile.contiguity' to be an array of 2 powers of two}}
  %0 = arith.addi %x, %x {tile.contiguity = dense<1.0> : tensor<2xf32>} : tensor<4x8xi32>
  tile.return
}

// -----

tile.func private @contiguity_huge_splat(%x: tensor<4x8xi32>) {
  // expected-error @below {{expected 'tile.contiguity' to be an array of 2 powers of two}}
  %0 = arith.addi %x, %x {tile.contiguity = dense<1> : tensor<1000000000000xi32>} : tensor<4x8xi32>
  tile.return
}

// -----

tile.func private @contiguity_wide_elements(%x: tensor<4x8xi32>) {
  // expected-error @below {{expected 'tile.contiguity' to be an array of 2 powers of two}}
  %0 = arith.addi %x, %x {tile.contiguity = dense<36893488147419103232> : tensor<2xi128>} : tensor<4x8xi32>
  tile.return
}

// -----

tile.func private @unknown(%x: tensor<4x8xi32>) {
  // expected-error @below {{unknown attribute 'tile.alignment'}}
  %0 = arith.addi %x, %x {tile.alignment = 4} : tensor<4x8xi32>
  tile.return
}

// -----

tile.func private @stages_of_something_else(%x: tensor<4x8xi32>) {
  // expected-error @below {{expected 'tile.num_stages' to be an i32 of 0 to 32 on scf.for, found 3 : i32}}
  %0 = arith.addi %x, %x {tile.num_stages = 3 : i32} : tensor<4x8xi32>
  tile.return
}

// -----

tile.func private @flatten_of_something_else(%x: tensor<4x8xi32>) {
  // expected-error @below {{expected 'tile.flatten' to be a unit on scf.for, found unit}}
  %0 = arith.addi %x, %x {tile.flatten} : tensor<4x8xi32>
  tile.return
}

// -----

tile.func private @flatten_is_no_unit(%a: i32) {
  // expected-error @below {{expected 'tile.flatten' to be a unit on scf.for, found true}}
  scf.for %i = %a to %a step %a : i32 {
  } {tile.flatten = true}
  tile.return
}

// -----

tile.func private @many_stages(%a: i32) {
  // expected-error @below {{expected 'tile.num_stages' to be an i32 of 0 to 32 on scf.for, found 33 : i32}}
  scf.for %i = %a to %a step %a : i32 {
  } {tile.num_stages = 33 : i32}
  tile.return
}

// -----

tile.func private @hint_of_something_else(%x: tensor<4x8xi32>) {
  // expected-error @below {{expected 'tile.warp_specialize' to be a unit or a boolean on scf.for, found unit}}
  %0 = arith.addi %x, %x {tile.warp_specialize} : tensor<4x8xi32>
  tile.return
}

// -----

tile.func private @hint_in_numbers(%a: i32) {
  // expected-error @below {{expected 'tile.warp_specialize' to be a unit or a boolean on scf.for, found 1 : i32}}
  scf.for %i = %a to %a step %a : i32 {
  } {tile.warp_specialize = 1 : i32}
  tile.return
}

// -----

tile.func private @versioned_kind(%x: tensor<4x8xi32>) {
  // expected-error @below {{expected 'tile.versioned' to be a unit on scf.if, found unit}}
  %0 = arith.addi %x, %x {tile.versioned} : tensor<4x8xi32>
  tile.return
}

// -----

tile.func private @tunable_is_no_constant(%x: i32) {
  // expected-error @below {{expected 'tile.tunable' to be a string on a constant: an integer, an index, a float or a tile of equal ones, found "STEP"}}
  %0 = arith.addi %x, %x {tile.tunable = "STEP"} : i32
  tile.return
}

// -----

tile.func private @tunable_is_no_string() {
  // expected-error @below {{expected 'tile.tunable' to be a string on a constant: an integer, an index, a float or a tile of equal ones, found unit}}
  %0 = arith.constant {tile.tunable} 4 : i32
  tile.return
}

// -----

tile.func private @tunable_has_two_values() {
  // expected-error @below {{expected 'tile.tunable' to be a string on a constant: an integer, an index, a float or a tile of equal ones, found "STEP"}}
  %0 = arith.constant {tile.tunable = "STEP"} dense<[1, 2]> : tensor<2xi32>
  tile.return
}

// -----

tile.func private @never_copied(%x: tensor<4x8xi32>) {
  // expected-error @below {{expected 'tile.never_copied' to be a unit on llvm.inline_asm, found unit}}
  %0 = arith.addi %x, %x {tile.never_copied} : tensor<4x8xi32>
  tile.return
}

// -----

// expected-error @below {{expected 'tile.dynamic_shared_memory' to be a number of bytes, an i64 of 0 to 2147483647, on llvm.func, found -1 : i64}}
llvm.func @dynamic_shared_memory_negative() attributes {tile.dynamic_shared_memory = -1 : i64}

// -----

// expected-error @below {{on llvm.func, found 2147483648 : i64}}
llvm.func @dynamic_shared_memory_size() attributes {tile.dynamic_shared_memory = 2147483648 : i64}

// -----

// expected-error @below {{on llvm.func, found 16 : i32}}
llvm.func @dynamic_shared_memory_type() attributes {tile.dynamic_shared_memory = 16 : i32}

// -----

// expected-error @below {{on llvm.func, found 16 : i64}}
tile.func private @dynamic_shared_memory_place() attributes {tile.dynamic_shared_memory = 16 : i64} {
  tile.return
}

// -----

// expected-error @below {{unknown argument attribute 'tile.contiguity'}}
tile.func private @argument_unknown(%x: i32 {tile.contiguity = 4 : i32}) {
  tile.return
}

// -----

// expected-error @below {{expected 'tile.divisibility' on an integer or a pointer, found argument 0 of type 'f32'}}
tile.func private @argument_type(%x: f32 {tile.divisibility = 4 : i32}) {
  tile.return
}

// -----

// expected-error @below {{expected 'tile.divisibility' of argument 1 to be a power of two, found 12 : i32}}
tile.func private @argument_value(%x: i32, %y: i32 {tile.divisibility = 12 : i32}) {
  tile.return
}

// -----

// expected-error @below {{expected 'tile.divisibility' of argument 0 to be a power of two, found -16 : i32}}
tile.func private @argument_negative(%x: i32 {tile.divisibility = -16 : i32}) {
  tile.return
}

// -----

// expected-error @below {{expected 'tile.divisibility' of argument 0 to be a power of two, found 16 : ui32}}
tile.func private @argument_unsigned(%x: i32 {tile.divisibility = 16 : ui32}) {
  tile.return
}

// -----

// expected-error @below {{expected 'tile.divisibility' of argument 0 to be a power of two, found 36893488147419103232 : i128}}
tile.func private @argument_wide(%x: i32 {tile.divisibility = 36893488147419103232 : i128}) {
  tile.return
}

// -----

// expected-error @below {{expected 'tile.divisibility' of argument 0 to be a power of two, found true}}
tile.func private @argument_bool(%x: i32 {tile.divisibility = true}) {
  tile.return
}

// -----

// expected-error @below {{expected 'tile.value' of argument 0 to be an integer of the argument's type 'i32', found 1 : i64}}
tile.func private @value_of_another_type(%n: i32 {tile.value = 1 : i64}) {
  tile.return
}

// -----

// expected-error @below {{expected 'tile.value' of argument 0 to be an integer of the argument's type '!tile.ptr<i32>'}}
tile.func private @value_of_pointer(%p: !tile.ptr<i32> {tile.value = 1 : i64}) {
  tile.return
}

// -----

// expected-error @below {{expected 'tile.persistent' to be a unit on the entry of a kernel for tensor maps, found unit}}
tile.func public @persistent_place(%x: i32, %y: i32, %z: i32) attributes {tile.persistent} {
  tile.return
}

// -----

// expected-error @below {{expected 'tile.persistent' to be a unit on the entry of a kernel for tensor maps, found true}}
tile.func public @persistent_type(%x: i32, %y: i32, %z: i32) attributes {tile.tensor_map_entry_of = "f", tile.persistent = true} {
  tile.return
}

// -----

// expected-error @below {{expected the last 3 parameters of an entry with 'tile.persistent' to be the programs along x, y and z, each an i32, found '(i32, i32) -> ()'}}
tile.func public @persistent_few(%x: i32, %y: i32) attributes {tile.tensor_map_entry_of = "f", tile.persistent} {
  tile.return
}

// -----

// expected-error @below {{each an i32, found '(i32, i64, i32) -> ()'}}
tile.func public @persistent_wide(%x: i32, %y: i64, %z: i32) attributes {tile.tensor_map_entry_of = "f", tile.persistent} {
  tile.return
}

// -----

// expected-error @below {{expected 'tile.loop_split' to be {length = a sum of arguments, step = a positive i64} on the entry of a kernel for tensor maps, found {length = [array<i64: 1, 0>], step = 64 : i64}}}
tile.func public @split_place(%k: i32) attributes {tile.loop_split = {length = [array<i64: 1, 0>], step = 64 : i64}} {
  tile.return
}

// -----

// expected-error @below {{on the entry of a kernel for tensor maps, found {length = [array<i64: 1, 0>], step = 0 : i64}}}
tile.func public @split_step(%k: i32) attributes {tile.tensor_map_entry_of = "f", tile.loop_split = {length = [array<i64: 1, 0>], step = 0 : i64}} {
  tile.return
}

// -----

// expected-error @below {{on the entry of a kernel for tensor maps, found {step = 64 : i64}}}
tile.func public @split_length(%k: i32) attributes {tile.tensor_map_entry_of = "f", tile.loop_split = {step = 64 : i64}} {
  tile.return
}

// -----

// expected-error @below {{expected 'tile.keep_layouts' to be a unit on a module, found unit}}
tile.func private @keep_layouts_place() attributes {tile.keep_layouts} {
  tile.return
}

// -----

// expected-error @below {{expected 'tile.keep_layouts' to be a unit on a module, found true}}
module attributes {tile.keep_layouts = true} {
}

// -----

// expected-error @below {{expected 'tile.tensor_maps' to be descriptions of tensors at arguments that are pointers, on llvm.func, found [3 : i32]}}
llvm.func @tensor_maps_kind() attributes {tile.tensor_maps = [3 : i32]}

// -----

// expected-error @below {{expected 'tile.tensor_maps' to be descriptions of tensors at arguments that are pointers, on llvm.func, found}}
llvm.func @tensor_maps_argument(%x: !llvm.ptr<1>, %n: i32) attributes {tile.tensor_maps = [{argument = 1 : i32, box = array<i32: 32, 128>, element = "f16", extents = [[array<i64: 1, 1>], [array<i64: 1, 1>]], origins = array<i32: 0, 0>, strides = [[], [array<i64: 1, 1>]], swizzle = 64 : i32}]}

// -----

// expected-error @below {{expected 'tile.tensor_maps' to be descriptions of tensors at arguments that are pointers, on llvm.func, found}}
llvm.func @tensor_maps_number(%x: !llvm.ptr<1>, %n: i32) attributes {tile.tensor_maps = [{argument = 2 : i32, box = array<i32: 32, 128>, element = "f16", extents = [[array<i64: 1, 1>], [array<i64: 1, 1>]], origins = array<i32: 0, 0>, strides = [[], [array<i64: 1, 1>]], swizzle = 64 : i32}]}

// -----

// expected-error @below {{expected 'tile.tensor_maps' to be descriptions of tensors at arguments that are pointers, on llvm.func, found []}}
tile.func private @tensor_maps_place() attributes {tile.tensor_maps = []} {
  tile.return
}

// -----

// expected-error @below {{expected 'tile.cta_pairs' to be a unit on the entry of a kernel for tensor maps, found unit}}
tile.func public @pairs_place(%x: i32) attributes {tile.cta_pairs} {
  tile.return
}

// -----

// expected-error @below {{expected 'tile.cta_pairs' to be a unit on the entry of a kernel for tensor maps, found true}}
tile.func public @pairs_type(%x: i32) attributes {tile.tensor_map_entry_of = "f", tile.cta_pairs = true} {
  tile.return
}

// -----

// expected-error @below {{expected the last parameter of an entry with 'tile.cta_pairs' to be the programs along x, an i32, found '(i64) -> ()'}}
tile.func public @pairs_wide(%x: i64) attributes {tile.tensor_map_entry_of = "f", tile.cta_pairs} {
  tile.return
}
