// RUN: tile-opt %s --tile-version-masked-blocks | FileCheck %s
// RUN: tile-opt %s --tile-version-masked-blocks --tile-version-masked-blocks | FileCheck %s

// What spans are made of, and when there is none.

// CHECK-LABEL: tile.func public @vector_add
// CHECK-SAME:    %[[N:[a-z0-9]+]]: i32)
// CHECK:         %[[START:.*]] = arith.muli
// CHECK:         %[[MASK:.*]] = arith.cmpi slt, %{{.*}} : tensor<1024xi32>
// CHECK:         %[[OUT:.*]] = tile.addptr %{{.*}}, %[[OFFSETS:.*]] : tensor<1024x!tile.ptr<f32>>
// CHECK:         %[[S:.*]] = arith.extsi %[[START]] : i32 to i64
// CHECK:         %[[LAST:.*]] = arith.addi %[[S]], %c1023_i64 : i64
// CHECK:         %[[B:.*]] = arith.extsi %[[N]] : i32 to i64
// CHECK:         %[[OK:.*]] = arith.cmpi slt, %[[LAST]], %[[B]] : i64
// CHECK:         scf.if %[[OK]] {
// CHECK-NEXT:      %[[A:.*]] = tile.load %{{[0-9]+}} cacheModifier = cg : tensor
// CHECK-NEXT:      %[[C:.*]] = arith.negf %[[A]]
// CHECK-NEXT:      tile.store %{{[0-9]+}}, %[[C]] : tensor
// CHECK-NEXT:    } else {
// CHECK-NEXT:      %[[A:.*]] = tile.load %{{[0-9]+}}, %[[MASK]], %{{.*}} cacheModifier = cg : tensor
// CHECK-NEXT:      %[[C:.*]] = arith.negf %[[A]]
// CHECK-NEXT:      tile.store %{{[0-9]+}}, %[[C]], %[[MASK]] : tensor
// CHECK-NEXT:    } {tile.versioned}
// CHECK-NEXT:    tile.return
tile.func public @vector_add(%x: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %o: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %n: i32) {
  %c1024 = arith.constant 1024 : i32
  %zero = arith.constant dense<0.0> : tensor<1024xf32>
  %pid = tile.get_program_id x : i32
  %start = arith.muli %pid, %c1024 : i32
  %range = tile.make_range {start = 0 : i32, end = 1024 : i32} : tensor<1024xi32>
  %starts = tile.splat %start : i32 -> tensor<1024xi32>
  %offsets = arith.addi %starts, %range : tensor<1024xi32>
  %bound = tile.splat %n : i32 -> tensor<1024xi32>
  %mask = arith.cmpi slt, %offsets, %bound : tensor<1024xi32>
  %xs = tile.splat %x : !tile.ptr<f32> -> tensor<1024x!tile.ptr<f32>>
  %from = tile.addptr %xs, %offsets : tensor<1024x!tile.ptr<f32>>, tensor<1024xi32>
  %a = tile.load %from, %mask, %zero cacheModifier = cg : tensor<1024x!tile.ptr<f32>>
  %c = arith.negf %a : tensor<1024xf32>
  // Needs nothing that is loaded: moves before the branch.
  %os = tile.splat %o : !tile.ptr<f32> -> tensor<1024x!tile.ptr<f32>>
  %to = tile.addptr %os, %offsets : tensor<1024x!tile.ptr<f32>>, tensor<1024xi32>
  tile.store %to, %c, %mask : tensor<1024x!tile.ptr<f32>>
  tile.return
}

// The mask is as constant as the vectors are wide: nothing to gain.
// CHECK-LABEL: tile.func public @divisible_bound
// CHECK-NOT:     scf.if
// CHECK:         tile.return
tile.func public @divisible_bound(%x: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %n: i32 {tile.divisibility = 16 : i32}) {
  %c1024 = arith.constant 1024 : i32
  %zero = arith.constant dense<0.0> : tensor<1024xf32>
  %pid = tile.get_program_id x : i32
  %start = arith.muli %pid, %c1024 : i32
  %range = tile.make_range {start = 0 : i32, end = 1024 : i32} : tensor<1024xi32>
  %starts = tile.splat %start : i32 -> tensor<1024xi32>
  %offsets = arith.addi %starts, %range : tensor<1024xi32>
  %bound = tile.splat %n : i32 -> tensor<1024xi32>
  %mask = arith.cmpi slt, %offsets, %bound : tensor<1024xi32>
  %xs = tile.splat %x : !tile.ptr<f32> -> tensor<1024x!tile.ptr<f32>>
  %to = tile.addptr %xs, %offsets : tensor<1024x!tile.ptr<f32>>, tensor<1024xi32>
  tile.store %to, %zero, %mask : tensor<1024x!tile.ptr<f32>>
  tile.return
}

// The pointer is not known to be aligned: vectors are impossible anyway.
// CHECK-LABEL: tile.func public @unaligned_pointer
// CHECK-NOT:     scf.if
// CHECK:         tile.return
tile.func public @unaligned_pointer(%x: !tile.ptr<f32>, %n: i32) {
  %zero = arith.constant dense<0.0> : tensor<128xf32>
  %range = tile.make_range {start = 0 : i32, end = 128 : i32} : tensor<128xi32>
  %bound = tile.splat %n : i32 -> tensor<128xi32>
  %mask = arith.cmpi slt, %range, %bound : tensor<128xi32>
  %xs = tile.splat %x : !tile.ptr<f32> -> tensor<128x!tile.ptr<f32>>
  %to = tile.addptr %xs, %range : tensor<128x!tile.ptr<f32>>, tensor<128xi32>
  tile.store %to, %zero, %mask : tensor<128x!tile.ptr<f32>>
  tile.return
}

// What is loaded and used after the span becomes a result of the branch.
// CHECK-LABEL: tile.func public @used_after
// CHECK:         %[[R:.*]]:2 = scf.if %{{.*}} -> (tensor<128xf32>, tensor<128xf32>) {
// CHECK:           %[[A:.*]] = tile.load %{{[^,]*}} : tensor
// CHECK:           %[[B:.*]] = arith.negf %[[A]]
// CHECK:           %[[C:.*]] = tile.load %{{[^,]*}} : tensor
// CHECK:           scf.yield %[[B]], %[[C]]
// CHECK:         } else {
// CHECK:           %[[A:.*]] = tile.load %{{.*}}, %{{.*}} : tensor
// CHECK:           %[[B:.*]] = arith.negf %[[A]]
// CHECK:           %[[C:.*]] = tile.load %{{.*}}, %{{.*}} : tensor
// CHECK:           scf.yield %[[B]], %[[C]]
// CHECK:         }
// CHECK:         %[[D:.*]] = arith.addf %[[R]]#0, %[[R]]#1
// CHECK-NEXT:    tile.store %{{.*}}, %[[D]] : tensor
// CHECK-NEXT:    tile.return
tile.func public @used_after(%x: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %n: i32) {
  %range = tile.make_range {start = 0 : i32, end = 128 : i32} : tensor<128xi32>
  %bound = tile.splat %n : i32 -> tensor<128xi32>
  %mask = arith.cmpi slt, %range, %bound : tensor<128xi32>
  %xs = tile.splat %x : !tile.ptr<f32> -> tensor<128x!tile.ptr<f32>>
  %from = tile.addptr %xs, %range : tensor<128x!tile.ptr<f32>>, tensor<128xi32>
  %a = tile.load %from, %mask : tensor<128x!tile.ptr<f32>>
  %b = arith.negf %a : tensor<128xf32>
  %c = tile.load %from, %mask : tensor<128x!tile.ptr<f32>>
  %d = arith.addf %b, %c : tensor<128xf32>
  tile.store %from, %d : tensor<128x!tile.ptr<f32>>
  tile.return
}

// A loop body has its own branch; the loop is not cloned.
// CHECK-LABEL: tile.func public @loop_body
// CHECK-NOT:     scf.if
// CHECK:         scf.for %[[I:.*]] = %{{.*}} iter_args
// CHECK:           %[[WIDE:.*]] = arith.extsi %[[I]] : i32 to i64
// CHECK:           arith.addi %[[WIDE]], %c127_i64
// CHECK:           %[[R:.*]] = scf.if %{{.*}} -> (tensor<128xf32>)
// CHECK:             tile.load %{{[^,]*}} : tensor
// CHECK:           } else {
// CHECK:             tile.load %{{.*}}, %{{.*}} : tensor
// CHECK:           }
// CHECK:           %[[SUM:.*]] = arith.addf %{{.*}}, %[[R]]
// CHECK:           scf.yield %[[SUM]]
// CHECK:         scf.if
// CHECK:           tile.store %{{.*}}, %{{[^,]*}} : tensor
// CHECK-NOT:     scf.for
tile.func public @loop_body(%x: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c128 = arith.constant 128 : i32
  %zero = arith.constant dense<0.0> : tensor<128xf32>
  %range = tile.make_range {start = 0 : i32, end = 128 : i32} : tensor<128xi32>
  %bound = tile.splat %n : i32 -> tensor<128xi32>
  %xs = tile.splat %x : !tile.ptr<f32> -> tensor<128x!tile.ptr<f32>>
  %sum = scf.for %i = %c0 to %n step %c128 iter_args(%acc = %zero) -> tensor<128xf32> : i32 {
    %is = tile.splat %i : i32 -> tensor<128xi32>
    %offsets = arith.addi %is, %range : tensor<128xi32>
    %mask = arith.cmpi slt, %offsets, %bound : tensor<128xi32>
    %from = tile.addptr %xs, %offsets : tensor<128x!tile.ptr<f32>>, tensor<128xi32>
    %a = tile.load %from, %mask, %zero : tensor<128x!tile.ptr<f32>>
    %next = arith.addf %acc, %a : tensor<128xf32>
    scf.yield %next : tensor<128xf32>
  }
  %mask = arith.cmpi slt, %range, %bound : tensor<128xi32>
  %to = tile.addptr %xs, %range : tensor<128x!tile.ptr<f32>>, tensor<128xi32>
  tile.store %to, %sum, %mask : tensor<128x!tile.ptr<f32>>
  tile.return
}

// A nested operation without masked accesses is cloned with the span.
// CHECK-LABEL: tile.func public @clones_plain_loop
// CHECK:         scf.if
// CHECK:           tile.load %{{[^,]*}} : tensor
// CHECK:           scf.for
// CHECK:           tile.store %{{[^,]*}}, %{{[^,]*}} : tensor
// CHECK:         } else {
// CHECK:           scf.for
// CHECK:           tile.store %{{[^,]*}}, %{{[^,]*}}, %{{[^,]*}} : tensor
// CHECK:         } {tile.versioned}
// CHECK-NEXT:    tile.return
tile.func public @clones_plain_loop(%x: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %range = tile.make_range {start = 0 : i32, end = 128 : i32} : tensor<128xi32>
  %bound = tile.splat %n : i32 -> tensor<128xi32>
  %mask = arith.cmpi slt, %range, %bound : tensor<128xi32>
  %xs = tile.splat %x : !tile.ptr<f32> -> tensor<128x!tile.ptr<f32>>
  %from = tile.addptr %xs, %range : tensor<128x!tile.ptr<f32>>, tensor<128xi32>
  %a = tile.load %from, %mask : tensor<128x!tile.ptr<f32>>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %a) -> tensor<128xf32> : i32 {
    %next = arith.mulf %acc, %a : tensor<128xf32>
    scf.yield %next : tensor<128xf32>
  }
  tile.store %from, %r, %mask : tensor<128x!tile.ptr<f32>>
  tile.return
}

// A store under the mask of the span is part of it, though its addresses are
// scattered; one under another mask is not, and keeps it.
// CHECK-LABEL: tile.func public @follows_mask
// CHECK:         scf.if
// CHECK:           tile.load %{{[^,]*}} : tensor
// CHECK:           tile.store %{{[^,]*}}, %{{[^,]*}} : tensor
// CHECK:         } else {
// CHECK:         }
// CHECK-NOT:     scf.if
// CHECK:         tile.store %{{[^,]*}}, %{{[^,]*}}, %{{[^,]*}} : tensor
tile.func public @follows_mask(%x: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %n: i32, %k: i32) {
  %c7 = arith.constant dense<7> : tensor<128xi32>
  %range = tile.make_range {start = 0 : i32, end = 128 : i32} : tensor<128xi32>
  %bound = tile.splat %n : i32 -> tensor<128xi32>
  %mask = arith.cmpi slt, %range, %bound : tensor<128xi32>
  %otherBound = tile.splat %k : i32 -> tensor<128xi32>
  %otherMask = arith.cmpi slt, %range, %otherBound : tensor<128xi32>
  %xs = tile.splat %x : !tile.ptr<f32> -> tensor<128x!tile.ptr<f32>>
  %from = tile.addptr %xs, %range : tensor<128x!tile.ptr<f32>>, tensor<128xi32>
  %scattered = arith.muli %range, %c7 : tensor<128xi32>
  %to = tile.addptr %xs, %scattered : tensor<128x!tile.ptr<f32>>, tensor<128xi32>
  %a = tile.load %from, %mask : tensor<128x!tile.ptr<f32>>
  tile.store %to, %a, %mask : tensor<128x!tile.ptr<f32>>
  tile.store %to, %a, %otherMask : tensor<128x!tile.ptr<f32>>
  tile.return
}

// A scalar that one span reads, and the test of another needs.
// CHECK-LABEL: tile.func public @scalar_between
// CHECK:         %[[R:.*]]:2 = scf.if %{{.*}} -> (tensor<128xf32>, i32) {
// CHECK:         } else {
// CHECK:         }
// CHECK:         %[[M:.*]] = arith.extsi %[[R]]#1 : i32 to i64
// CHECK:         arith.cmpi slt, %{{.*}}, %[[M]] : i64
// CHECK:         scf.if
tile.func public @scalar_between(%x: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %p: !tile.ptr<i32>, %n: i32) {
  %range = tile.make_range {start = 0 : i32, end = 128 : i32} : tensor<128xi32>
  %bound = tile.splat %n : i32 -> tensor<128xi32>
  %mask = arith.cmpi slt, %range, %bound : tensor<128xi32>
  %xs = tile.splat %x : !tile.ptr<f32> -> tensor<128x!tile.ptr<f32>>
  %from = tile.addptr %xs, %range : tensor<128x!tile.ptr<f32>>, tensor<128xi32>
  %a = tile.load %from, %mask : tensor<128x!tile.ptr<f32>>
  %m = tile.load %p : !tile.ptr<i32>
  tile.store %from, %a, %mask : tensor<128x!tile.ptr<f32>>
  %bound2 = tile.splat %m : i32 -> tensor<128xi32>
  %mask2 = arith.cmpi slt, %range, %bound2 : tensor<128xi32>
  %b = tile.load %from, %mask2 : tensor<128x!tile.ptr<f32>>
  %c = arith.addf %a, %b : tensor<128xf32>
  tile.store %from, %c : tensor<128x!tile.ptr<f32>>
  tile.return
}

// Blocks of branches that are not structured.
// CHECK-LABEL: tile.func public @blocks
// CHECK:         cf.cond_br
// CHECK:       ^bb1:
// CHECK:         scf.if
// CHECK:         tile.return
tile.func public @blocks(%x: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %n: i32, %c: i1) {
  %zero = arith.constant dense<0.0> : tensor<128xf32>
  %range = tile.make_range {start = 0 : i32, end = 128 : i32} : tensor<128xi32>
  %bound = tile.splat %n : i32 -> tensor<128xi32>
  %mask = arith.cmpi slt, %range, %bound : tensor<128xi32>
  %xs = tile.splat %x : !tile.ptr<f32> -> tensor<128x!tile.ptr<f32>>
  %to = tile.addptr %xs, %range : tensor<128x!tile.ptr<f32>>, tensor<128xi32>
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  tile.store %to, %zero, %mask : tensor<128x!tile.ptr<f32>>
  tile.return
^bb2:
  tile.return
}
