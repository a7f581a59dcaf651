// RUN: tile-opt %s -split-input-file -verify-diagnostics --tile-import-ttir

// expected-error @below {{expected a block of integers or floating-point numbers, found one of '!tile.ptr<f32>'}}
tt.func private @element(%d: !tt.tensordesc<tensor<32x!tt.ptr<f32>>>)

// -----

// expected-error @below {{expected a block of known size, found 'tensor<?xf32>'}}
tt.func private @dynamic(%d: !tt.tensordesc<tensor<?xf32>>)

// -----

// expected-error @below {{expected a tensor, found 'f32'}}
tt.func private @scalar(%d: !tt.tensordesc<f32>)

// -----

// expected-error @below {{expected a block of scalars, found one of 'tensor<2xf32>'}}
tt.func private @nested(%d: !tt.tensordesc<4xtensor<2xf32>>)

// -----

// expected-error @below {{expected a block of integers or floating-point numbers, found one of 'si32'}}
tt.func private @sign(%d: !tt.ptr<tensor<4xsi32>>)

// -----

tt.func private @base(%p: !tt.ptr<f16>, %n: i32, %s: i64) {
  // expected-error @below {{'tt.make_tensor_descriptor' op expected a pointer to the block's elements, of type 'f32', found '!tile.ptr<f16>'}}
  %d = tt.make_tensor_descriptor %p, [%n], [%s] : <f16>, <tensor<32xf32>>
  tt.return
}

// -----

tt.func private @sizes(%p: !tt.ptr<f32>, %n: i32, %s: i64) {
  // expected-error @below {{'tt.make_tensor_descriptor' op expected 2 sizes for blocks of 'tensor<32x32xf32>', found 1}}
  %d = tt.make_tensor_descriptor %p, [%n], [%s] : <f32>, <tensor<32x32xf32>>
  tt.return
}

// -----

tt.func private @nan_of_integers(%p: !tt.ptr<i32>, %n: i32, %s: i64) {
  // expected-error @below {{'tt.make_tensor_descriptor' op expected padding by NaN in blocks of floating-point numbers, found it in 'tensor<32xi32>'}}
  %d = tt.make_tensor_descriptor %p, [%n], [%s] {padding = 2 : i32} : <i32>, <tensor<32xi32>>
  tt.return
}

// -----

tt.func private @indices(%d: !tt.tensordesc<tensor<32x32xf32>>, %n: i32) {
  // expected-error @below {{'tt.descriptor_load' op expected 2 indices for blocks of 'tensor<32x32xf32>', found 1}}
  %x = tt.descriptor_load %d[%n] : !tt.tensordesc<tensor<32x32xf32>> -> tensor<32x32xf32>
  tt.return
}

// -----

tt.func private @tile(%d: !tt.tensordesc<tensor<32x32xf32>>, %n: i32, %x: tensor<32x16xf32>) {
  // expected-error @below {{'tt.descriptor_store' op expected a tile of the block's type 'tensor<32x32xf32>', found 'tensor<32x16xf32>'}}
  tt.descriptor_store %d[%n, %n], %x : !tt.tensordesc<tensor<32x32xf32>>, tensor<32x16xf32>
  tt.return
}

// -----

tt.func private @rows(%d: !tt.tensordesc<tensor<2x32xf32>>, %n: i32, %r: tensor<8xi32>) {
  // expected-error @below {{'tt.descriptor_gather' op expected a descriptor of blocks of one row, found '!tt.tensordesc<tensor<2x32xf32>>'}}
  %x = tt.descriptor_gather %d[%r, %n] : (!tt.tensordesc<tensor<2x32xf32>>, tensor<8xi32>, i32) -> tensor<8x32xf32>
  tt.return
}

// -----

tt.func private @row_numbers(%d: !tt.tensordesc<tensor<1x32xf32>>, %n: i32, %r: tensor<8x1xi32>) {
  // expected-error @below {{'tt.descriptor_gather' op expected the rows' numbers in one dimension, found 'tensor<8x1xi32>'}}
  %x = tt.descriptor_gather %d[%r, %n] : (!tt.tensordesc<tensor<1x32xf32>>, tensor<8x1xi32>, i32) -> tensor<8x32xf32>
  tt.return
}

// -----

tt.func private @gathered(%d: !tt.tensordesc<tensor<1x32xf32>>, %n: i32, %r: tensor<8xi32>, %x: tensor<8x16xf32>) {
  // expected-error @below {{'tt.descriptor_scatter' op expected a tile of type 'tensor<8x32xf32>', found 'tensor<8x16xf32>'}}
  tt.descriptor_scatter %d[%r, %n], %x : !tt.tensordesc<tensor<1x32xf32>>, tensor<8xi32>, i32, tensor<8x16xf32>
  tt.return
}

// -----

tt.func private @reduction(%d: !tt.tensordesc<tensor<32xi8>>, %n: i32, %x: tensor<32xi8>) {
  // expected-error @below {{'tt.descriptor_reduce' op expected add of i32, i64, f16, bf16, f32 or f64, min or max of i32, i64, f16, bf16, f32 or f64, or and, or, xor of i32 or i64, found add of 'i8'}}
  tt.descriptor_reduce add, %d[%n], %x : !tt.tensordesc<tensor<32xi8>>, tensor<32xi8>
  tt.return
}

// -----

tt.func private @advance(%b: !tt.ptr<tensor<32x32xf32>>, %n: i32) {
  // expected-error @below {{'tt.advance' op expected 2 offsets for blocks of 'tensor<32x32xf32>', found 1}}
  %c = tt.advance %b, [%n] : !tt.ptr<tensor<32x32xf32>>
  tt.return
}

// -----

tt.func private @bounds(%b: !tt.ptr<tensor<32x32xf32>>) {
  // expected-error @below {{'tt.load' op expected 'boundaryCheck' to name dimensions of 'tensor<32x32xf32>', found 2}}
  %x = tt.load %b {boundaryCheck = array<i32: 2>} : !tt.ptr<tensor<32x32xf32>>
  tt.return
}

// -----

tt.func private @nan_of_integer_blocks(%b: !tt.ptr<tensor<32xi32>>) {
  // expected-error @below {{'tt.load' op expected padding by NaN in blocks of floating-point numbers, found it in 'tensor<32xi32>'}}
  %x = tt.load %b {boundaryCheck = array<i32: 0>, padding = 2 : i32} : !tt.ptr<tensor<32xi32>>
  tt.return
}

// -----

tt.func private @stored(%b: !tt.ptr<tensor<32xf32>>, %x: tensor<64xf32>) {
  // expected-error @below {{'tt.store' op expected a tile of the block's type 'tensor<32xf32>', found 'tensor<64xf32>'}}
  "tt.store"(%b, %x) : (!tt.ptr<tensor<32xf32>>, tensor<64xf32>) -> ()
  tt.return
}

// -----

tt.func private @mask(%b: !tt.ptr<tensor<32xf32>>, %m: tensor<32xi1>) {
  // expected-error @below {{expected 1 operands, found 2}}
  %x = tt.load %b, %m : !tt.ptr<tensor<32xf32>>
  tt.return
}

// -----

tt.func private @generic_mask(%b: !tt.ptr<tensor<32xf32>>, %m: tensor<32xi1>) {
  // expected-error @below {{'tt.load' op expected 1 operands with a block pointer, found 2}}
  %x = "tt.load"(%b, %m) <{operandSegmentSizes = array<i32: 1, 1, 0>}> : (!tt.ptr<tensor<32xf32>>, tensor<32xi1>) -> tensor<32xf32>
  tt.return
}

// -----

tt.func private @no_value(%p: !tt.ptr<f32>) {
  // expected-error @below {{expected 2 to 3 operands, found 1}}
  tt.store %p : !tt.ptr<f32>
  tt.return
}

// -----

tt.func private @modifier(%p: !tt.ptr<f32>) {
  // expected-error @below {{expected a case of 'cache', found 'fast'}}
  %x = tt.load %p cacheModifier = fast : !tt.ptr<f32>
  tt.return
}

// -----

tt.func private @modifiers(%p: !tt.ptr<f32>) {
  // expected-error @below {{expected 'cache' once, found it twice}}
  %x = tt.load %p cacheModifier = cg cacheModifier = cg : !tt.ptr<f32>
  tt.return
}

// -----

tt.func private @other_operation(%d: !tt.tensordesc<tensor<32xf32>>) {
  // expected-error @below {{'scf.execute_region' op expected no tensor descriptor and no block pointer among its operands and results}}
  %e = scf.execute_region -> !tt.tensordesc<tensor<32xf32>> {
    scf.yield %d : !tt.tensordesc<tensor<32xf32>>
  }
  tt.return
}
