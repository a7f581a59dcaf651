// RUN: tilec %S/../../Integration/Inputs/cta-pairs/grouped.ttir --target=sm_100a --num-warps=8 --num-stages=3 --emit=tilegpu -o - 2>/dev/null | FileCheck %s
// RUN: tilec %S/../../Integration/Inputs/cta-pairs/grouped.ttir --target=sm_100a --num-warps=8 --num-stages=3 --cta-pairs=false --emit=tilegpu -o - 2>/dev/null | FileCheck %s --check-prefix=ALONE
// RUN: tilec %S/../../Integration/Inputs/cta-pairs/grouped.ttir --target=sm_90a --num-warps=8 --num-stages=3 --cta-pairs=true --emit=tilegpu -o - 2>/dev/null | FileCheck %s --check-prefix=ALONE
// RUN: tilec %S/../../Integration/Inputs/persistent-grid/product_256.ttir --target=sm_100a --num-warps=8 --num-stages=3 -o /dev/null 2>&1 | FileCheck %s --check-prefix=ORDER
// RUN: tilec %S/../../Integration/Inputs/persistent-grid/batched.ttir --target=sm_100a --num-warps=8 --num-stages=3 --persistent-grid=true -o /dev/null 2>&1 | FileCheck %s --check-prefix=AXES

// The last parameter is the number of programs along x. A CTA has half of the right
// operand's columns, and one place more. Both CTAs read the sums and the answers.
// CHECK-LABEL: tile.func public @grouped_tensor_maps
// CHECK-SAME: %[[COUNT:[a-z0-9]*]]: i32) attributes {{{.*}}tile.cta_pairs
// CHECK: tilegpu.local_alloc {{.*}} : <4x128x64xbf16
// CHECK: tilegpu.local_alloc {{.*}} : <4x128x64xbf16
// CHECK: tilegpu.tensor_places {{.*}} : <2, tensor<128x256xf32
// CHECK: tilegpu.mbarrier_init {{.*}} {count = 16 : i32}
// CHECK: tilegpu.mbarrier_init {{.*}} {count = 20 : i32}

// The first CTA asks for the next programs, in the first pass.
// CHECK: tilegpu.producer_warp {
// CHECK: scf.while
// CHECK: scf.if
// CHECK: scf.if
// CHECK: tilegpu.mbarrier_wait
// CHECK: tilegpu.request_program
// CHECK: %[[LAST:.*]] = arith.subi %[[COUNT]], %{{.*}} : i32
// CHECK: arith.minui %{{.*}}, %[[LAST]] : i32
// CHECK: %[[DIFFERS:.*]] = arith.cmpi ne
// CHECK: arith.select
// CHECK: scf.for
// CHECK-COUNT-2: tilegpu.box_copy
// CHECK: scf.if
// CHECK: scf.yield
// CHECK: tilegpu.mbarrier_wait
// CHECK-NEXT: tilegpu.read_program
// CHECK: tilegpu.mbarrier_arrive

// The producer warp waits until the products have read all places.
// CHECK-COUNT-4: tilegpu.mbarrier_wait

// CHECK: tilegpu.product_warp {
// CHECK: tilegpu.tensor_product {{.*}} : <128x64xbf16, #{{.*}}>, <64x128xbf16, #{{.*}}>, <2, tensor<128x256xf32
// CHECK: tilegpu.tensor_load
// CHECK: tilegpu.mbarrier_arrive
// CHECK: scf.if
// CHECK: tile.store

// ALONE-NOT: tile.cta_pairs
// ALONE: 256x64xbf16

// ORDER: is not multiplied by pairs of CTAs: neighbours along x have different right operands
// AXES: is not multiplied by pairs of CTAs: programs have numbers along y or z, too
