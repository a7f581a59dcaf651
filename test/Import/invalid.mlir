// RUN: tile-opt %s -split-input-file -verify-diagnostics --tile-import-ttir

// A name that Triton does not have.
tt.func public @unknown_operation(%x: i32) {
  // expected-error @below {{expected an operation of Triton 3.3 to 3.9, found 'tt.frobnicate'}}
  %0 = tt.frobnicate %x : i32
  tt.return
}

// -----

tt.func public @no_operation(%x: i32) {
  // expected-error @below {{expected an operation of Triton 3.3 to 3.9, found 'tt.frobnicate'}}
  %0 = "tt.frobnicate"(%x) : (i32) -> i32
  tt.return
}

// -----

// What is inside an operation that is not supported is not reported again.
tt.func private @generic_form(%x: tensor<16x16xf32>) {
  // expected-error @below {{'tt.reinterpret_tensor_descriptor' is not supported yet}}
  %0 = "tt.reinterpret_tensor_descriptor"(%x) ({
  ^bb0(%a: f32, %b: f32):
    %1 = "tt.experimental_tensormap_create"(%x) : (tensor<16x16xf32>) -> tensor<16x16xf32>
    tt.scan.return %b : f32
  }) : (tensor<16x16xf32>) -> tensor<16x16xf32>
  // expected-error @below {{'tt.experimental_tensormap_create' is not supported yet}}
  %2 = "tt.experimental_tensormap_create"(%x) : (tensor<16x16xf32>) -> tensor<16x16xf32>
  tt.return
}

// -----

// In pretty form, too, all are reported, in all functions, and nothing else.
tt.func private @pretty_form(%x: tensor<16x16xf32>) -> tensor<128xf32> {
  // expected-error @below {{'tt.reinterpret_tensor_descriptor' is not supported yet}}
  %0 = tt.reinterpret_tensor_descriptor %x, %x, flag = some : tensor<16x16xf32> * tensor<16x16xf32> -> tensor<16x16xf32>
  %1 = tt.reshape %0 allow_reorder : tensor<16x16xf32> -> tensor<128x2xf32>
  %2, %3 = tt.split %1 : tensor<128x2xf32> -> tensor<128xf32>
  %4 = arith.addf %2, %3 : tensor<128xf32>
  tt.return %4 : tensor<128xf32>
}
tt.func private @another(%x: tensor<16x16xf16>, %y: tensor<16x16xf32>) -> tensor<16x16xf32> {
  // expected-error @below {{'tt.reinterpret_tensor_descriptor' is not supported yet}}
  %0 = tt.reinterpret_tensor_descriptor %x, %x, %y : tensor<16x16xf16> * tensor<16x16xf16> -> tensor<16x16xf32>
  tt.return %0 : tensor<16x16xf32>
}

// -----

// Outside of a function as well.
// expected-error @below {{'tt.experimental_tensormap_fenceproxy_acquire' is not supported yet}}
tt.experimental_tensormap_fenceproxy_acquire

// -----

// What the tile dialect has and Triton has not is none of TTIR.
tt.func private @not_triton(%x: tensor<16xf32>) {
  // expected-error @below {{expected an operation of Triton 3.3 to 3.9, found 'tt.sort'}}
  %0 = tt.sort %x {axis = 0 : i32} : tensor<16xf32>
  tt.return
}

// -----

// expected-error @below {{expected a type of Triton 3.3 to 3.9, found '!tt.pointer'}}
tt.func public @unknown_type(%p: !tt.pointer<f32>) {
  tt.return
}

// -----

// expected-error @below {{'tt.func' op expected a kernel's arguments to be scalars, pointers and descriptors, found '!tt.ptr<tensor<32xf32>>'}}
tt.func public @block_pointer(%p: !tt.ptr<tensor<32xf32>>) {
  tt.return
}

// -----

// The operations' own rules hold, under the tile dialect's names.
tt.func public @rule(%p: !tt.ptr<f32>, %x: f32) {
  // expected-error @below {{'tile.store' op expected a cache modifier of stores (none, wb, cg, cs, wt), found ca}}
  tt.store %p, %x cacheModifier = ca : !tt.ptr<f32>
  tt.return
}

// -----

tt.func public @syntax(%p: !tt.ptr<f32>) {
  // expected-error @below {{custom op 'tt.load' 'ptr' must be tile pointer or tile of pointers of tile pointer values, but got 'f32'}}
  %x = tt.load %p : f32
  tt.return
}

// -----

tt.func public @wrong_property(%p: !tt.ptr<f32>) {
  // expected-error @below {{'tt.load' op as 'tile.load': Invalid attribute `cache` in property conversion: "cg"}}
  %x = "tt.load"(%p) <{cache = "cg", operandSegmentSizes = array<i32: 1, 0, 0>}> : (!tt.ptr<f32>) -> f32
  tt.return
}

// -----

tt.func public @wrong_attribute(%i: i32) {
  // expected-error @below {{'tt.make_range' op as 'tile.make_range': attribute 'end' failed to satisfy constraint: 32-bit signless integer attribute}}
  %x = "tt.make_range"() {start = 0 : i32, end = 64 : i64} : () -> tensor<64xi32>
  tt.return
}

// -----

// expected-error @below {{expected 'tt.divisibility' to be a positive integer, found 0 : i32}}
tt.func public @no_divisor(%i: i32 {tt.divisibility = 0 : i32}) {
  tt.return
}

// -----

tt.func public @no_divisors(%i: i32) {
  // expected-error @below {{expected 'tt.constancy' to be a tensor of positive integers, found 4 : i32}}
  %0 = arith.addi %i, %i {tt.constancy = 4 : i32} : i32
  tt.return
}

// -----

// A splat can claim any number of elements.
tt.func public @many_divisors(%i: i32) {
  // expected-error @below {{expected 'tt.constancy' to be a tensor of positive integers, found dense<4> : tensor<1000000000000xi32>}}
  %0 = arith.addi %i, %i {tt.constancy = dense<4> : tensor<1000000000000xi32>} : i32
  tt.return
}

// -----

tt.func private @wrong_rank(%i: tensor<64xi32>) {
  // expected-error @below {{expected 'tile.contiguity' to be an array of 1 powers of two, found array<i32: 1, 64>}}
  %0 = arith.addi %i, %i {tt.contiguity = dense<[1, 64]> : tensor<2xi32>} : tensor<64xi32>
  tt.return
}

// -----

// expected-error @below {{attribute 'tt.nv_tma_desc' is not supported yet}}
tt.func public @tma(%p: !tt.ptr<i8> {tt.nv_tma_desc = 1 : i32}) {
  tt.return
}

// -----

// expected-warning @below {{expected an attribute of Triton 3.3 to 3.9, found 'tt.wish', which is dropped}}
tt.func public @unknown_attribute(%p: !tt.ptr<i8>) attributes {tt.wish = 1 : i32} {
  tt.return
}

// -----

// expected-error @below {{'tile.func' op requires attribute 'function_type'}}
"tt.func"() <{sym_name = "no_type"}> ({
  "tt.return"() : () -> ()
}) : () -> ()

// -----

tt.func private @no_callee() {
  // expected-error @below {{'tile.call' op requires attribute 'callee'}}
  "tt.call"() : () -> ()
  tt.return
}

// -----

tt.func private @no_region(%x: tensor<16xf32>) {
  // expected-error @below {{'tile.reduce' op requires one region}}
  %0 = "tt.reduce"(%x) <{axis = 0 : i32}> : (tensor<16xf32>) -> f32
  tt.return
}

// -----

tt.func private @wrong_hint(%p: !tt.ptr<f32>, %x: f32) {
  // expected-error @below {{'tt.store' op attribute 'evict' failed to satisfy constraint: eviction priority of a load or a store}}
  tt.store %p, %x {evict = false} : !tt.ptr<f32>
  tt.return
}

// -----

// expected-error @below {{expected the address space global, constant or descriptor, found 'shared'}}
tt.func public @address_space(%p: !tt.ptr<f32, "shared">) {
  tt.return
}

// -----

tt.func public @hints_twice(%p: !tt.ptr<f32>) {
  // expected-error @below {{'tt.load' op expected cache hints once, found them outside of 'cachePolicy', too}}
  %x = tt.load %p cacheModifier = cg {cachePolicy = #tt.cache_policy<cache_modifier = cg, eviction_policy = evict_normal>} : !tt.ptr<f32>
  tt.return
}

// -----

tt.func public @no_policy(%p: !tt.ptr<f32>) {
  // expected-error @below {{'tt.load' op as 'tile.load': expected 'cachePolicy' to be a #tt.cache_policy, found 3 : i32}}
  %x = "tt.load"(%p) <{cachePolicy = 3 : i32, operandSegmentSizes = array<i32: 1, 0, 0>}> : (!tt.ptr<f32>) -> f32
  tt.return
}

// -----

tt.func public @descriptor_hints_twice(%d: !tt.tensordesc<8x16xf16>, %i: i32) {
  // expected-error @below {{'tt.descriptor_load' op expected cache hints once, found them outside of 'cachePolicy', too}}
  %x = tt.descriptor_load %d[%i, %i] cacheModifier = cg {cachePolicy = #tt.cache_policy<cache_modifier = cg, eviction_policy = evict_normal>} : !tt.tensordesc<8x16xf16> -> tensor<8x16xf16>
  tt.return
}

// -----

tt.func public @unknown_policy(%p: !tt.ptr<f32>) {
  // expected-error @below {{expected an attribute of Triton 3.3 to 3.9, found '#tt.cache_plan'}}
  %x = tt.load %p {cachePolicy = #tt.cache_plan<cache_modifier = cg>} : !tt.ptr<f32>
  tt.return
}

// -----

// An operation that a later version may have.
tt.func public @later(%p: !tt.ptr<i32>, %x: i32) {
  // expected-error @below {{expected an operation of Triton 3.3 to 3.9, found 'tt.atomic_wait'}}
  %0 = tt.atomic_wait acquire, gpu, %p, %x : !tt.ptr<i32>, i32 -> i1
  tt.return
}

// -----

tt.func public @no_operands() {
  // expected-error @below {{'tile.atomic_poll' op}}
  %0 = "tt.atomic_poll"() <{scope = 1 : i32, sem = 2 : i32}> : () -> i1
  tt.return
}

// -----

// expected-error @below {{'ttng.tensordesc_im2col' of TTGIR, the stage after TTIR, is not supported yet}}
tt.func public @im2col(%d: !ttng.tensordesc_im2col<64x64xf16>) {
  tt.return
}

// -----

tt.func public @policy_of_a_later_stage(%p: !tt.ptr<f32>) {
  // expected-error @below {{'ttng.cache_policy' of TTGIR, the stage after TTIR, is not supported yet}}
  %x = tt.load %p {cachePolicy = #ttng.cache_policy<evict_first>} : !tt.ptr<f32>
  tt.return
}

// -----

tt.func public @operation_of_a_later_stage() {
  // expected-error @below {{'ttng.fence' of TTGIR, the stage after TTIR, is not supported yet}}
  ttng.fence
  tt.return
}

// -----

tt.func public @generic_operation_of_a_later_stage() {
  // expected-error @below {{'ttng.fence' of TTGIR, the stage after TTIR, is not supported yet}}
  "ttng.fence"() : () -> ()
  tt.return
}
