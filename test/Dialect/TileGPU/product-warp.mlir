// RUN: tilec %S/../../Integration/Inputs/persistent-grid/product_256.ttir --target=sm_100a --num-warps=8 --num-stages=3 --emit=tilegpu -o - 2>/dev/null | FileCheck %s
// RUN: tilec %S/../../Integration/Inputs/persistent-grid/product_256.ttir --target=sm_100a --num-warps=8 --num-stages=3 --persistent-grid=false --emit=tilegpu -o - 2>/dev/null | FileCheck %s --check-prefix=ONCE
// RUN: tilec %S/../../Integration/Inputs/persistent-grid/product_256.ttir --target=sm_100a --num-warps=8 --num-stages=3 --producer-warp=false --persistent-grid=false --emit=tilegpu -o - 2>/dev/null | FileCheck %s --check-prefix=ALL

// A warp issues the products of a loop; the others load the sums, from two places in turn.
// The producer warp asks for the next program, and all 10 warps read the answer.
// CHECK-LABEL: tile.func public @product_tensor_maps
// CHECK-SAME: tilegpu.tensor_memory = 512 : i32
// CHECK: %[[M:.*]] = tilegpu.tensor_memory_alloc
// CHECK: %[[A:.*]] = tilegpu.local_alloc {{.*}} : <3x128x64xf16
// CHECK: %[[B:.*]] = tilegpu.local_alloc {{.*}} : <3x64x256xf16
// CHECK: %[[FULL:.*]] = tilegpu.local_alloc {{.*}} : <3x1xi64
// CHECK: tilegpu.mbarrier_init %[[FULL]] {count = 2 : i32}
// CHECK: %[[EMPTY:.*]] = tilegpu.local_alloc {{.*}} : <3x1xi64
// CHECK: tilegpu.mbarrier_init %[[EMPTY]] {count = 1 : i32}
// CHECK: %[[SUMS:.*]] = tilegpu.tensor_places in %[[M]] : <2, tensor<128x256xf32
// CHECK: %[[MADE:.*]] = tilegpu.local_alloc {{.*}} : <2x1xi64
// CHECK: tilegpu.mbarrier_init %[[MADE]] {count = 1 : i32}
// CHECK: %[[TAKEN:.*]] = tilegpu.local_alloc {{.*}} : <2x1xi64
// CHECK: tilegpu.mbarrier_init %[[TAKEN]] {count = 8 : i32}
// CHECK: %[[ANSWERS:.*]] = tilegpu.local_alloc {{.*}} : <4x2xi64
// CHECK: %[[THERE:.*]] = tilegpu.local_alloc {{.*}} : <4x1xi64
// CHECK: tilegpu.mbarrier_init %[[THERE]] {count = 1 : i32}
// CHECK: %[[READ:.*]] = tilegpu.local_alloc {{.*}} : <4x1xi64
// CHECK: tilegpu.mbarrier_init %[[READ]] {count = 10 : i32}
// CHECK: tilegpu.producer_warp {
// CHECK: %[[ID:.*]] = tile.get_program_id x
// CHECK: scf.while ({{.*}} = %[[ID]], %[[N:.*]] = %{{.*}}, %[[Q:.*]] = %{{.*}}, %[[MORE:.*]] = %true
// CHECK-NEXT: scf.condition(%[[MORE]])
// CHECK: ^bb0({{.*}}, %[[PROGRAM:.*]]: i32, %[[N:.*]]: i32, %[[Q:.*]]: i32, %{{.*}}: i1):
// CHECK: %[[ANSWER:.*]] = tilegpu.memdesc_index %[[ANSWERS]][%[[N]]]
// CHECK: %[[AT:.*]] = tilegpu.memdesc_index %[[THERE]][%[[N]]]
// CHECK: %[[FREE:.*]] = tilegpu.memdesc_index %[[READ]][%[[N]]]
// CHECK: %[[BEFORE:.*]] = arith.xori %[[Q]]
// CHECK: tilegpu.mbarrier_wait %[[FREE]], %[[BEFORE]]
// CHECK: tilegpu.request_program %[[ANSWER]], %[[AT]]
// CHECK: arith.divsi %[[PROGRAM]]
// CHECK-COUNT-2: tilegpu.box_copy
// CHECK: tilegpu.mbarrier_wait %[[AT]], %[[Q]]
// CHECK: %[[NEXT:[a-z0-9]*]], %{{.*}}, %{{.*}}, %[[IS_THERE:[a-zA-Z0-9]*]] = tilegpu.read_program %[[ANSWER]]
// CHECK: tilegpu.mbarrier_arrive %[[FREE]]
// CHECK: scf.yield {{.*}}, %[[NEXT]], %{{.*}}, %{{.*}}, %[[IS_THERE]] :
// CHECK: tilegpu.product_warp {
// CHECK: scf.while
// CHECK-NOT: tilegpu.request_program
// CHECK: %[[T:.*]] = tilegpu.memdesc_index %[[TAKEN]][%[[I:.*]]] :
// CHECK: tilegpu.mbarrier_wait %[[T]]
// CHECK: scf.for {{.*}} iter_args(%[[P:.*]] = %{{.*}}, %[[PARITY:.*]] = %{{.*}}, %[[ADDS:.*]] = %{{.*}})
// CHECK: %[[F:.*]] = tilegpu.memdesc_index %[[FULL]][%[[P]]]
// CHECK: tilegpu.mbarrier_wait %[[F]], %[[PARITY]]
// CHECK: %[[X:.*]] = tilegpu.memdesc_index %[[A]][%[[P]]]
// CHECK: %[[Y:.*]] = tilegpu.memdesc_index %[[B]][%[[P]]]
// CHECK: tilegpu.tensor_product %[[X]], %[[Y]], %[[SUMS]][%[[I]]], %[[ADDS]]
// CHECK: %[[E:.*]] = tilegpu.memdesc_index %[[EMPTY]][%[[P]]]
// CHECK: tilegpu.tensor_commit %[[E]]
// CHECK: scf.yield %{{.*}}, %{{.*}}, %true
// CHECK: %[[D:.*]] = tilegpu.memdesc_index %[[MADE]][%[[I]]]
// CHECK: tilegpu.tensor_commit %[[D]]
// CHECK: tilegpu.read_program
// CHECK: scf.while
// CHECK-NOT: scf.for
// CHECK: tilegpu.mbarrier_wait
// CHECK: tilegpu.tensor_load %[[SUMS]][%{{.*}}] :
// CHECK: tilegpu.mbarrier_arrive
// CHECK: tile.store
// CHECK: tilegpu.read_program
// CHECK: tilegpu.mbarrier_arrive
// CHECK: tilegpu.tensor_memory_dealloc %[[M]] {columns = 512 : i32}

// A loop that runs once has one place for sums, and its places are free for the stores.
// ONCE-LABEL: tile.func public @product_tensor_maps
// ONCE-SAME: tilegpu.tensor_memory = 256 : i32
// ONCE: tilegpu.tensor_places {{.*}} : <1,
// ONCE: tilegpu.product_warp {
// ONCE: tilegpu.tensor_load {{.*}} frees %{{.*}}, %{{.*}} :

// Without a warp of their own all threads meet at each product.
// ALL-LABEL: tile.func public @product_tensor_maps
// ALL-NOT: tilegpu.product_warp
// ALL: tilegpu.warpgroup_dot {{.*}} in %{{.*}} :
// ALL: tilegpu.warpgroup_wait {{.*}} {pending = 1 : i32}
