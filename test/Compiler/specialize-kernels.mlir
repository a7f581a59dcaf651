// RUN: split-file %s %t
// RUN: tile-opt %t/kernels.mlir --tile-specialize-kernels="kernel=scale assume=n:16,0:8,m=3" | FileCheck %s
// RUN: tile-opt %t/kernels.mlir --tile-specialize-kernels | FileCheck %s --check-prefix=ALL
// RUN: not tile-opt %t/kernels.mlir --tile-specialize-kernels=kernel=scales 2>&1 | FileCheck %s --check-prefix=KERNEL
// RUN: not tile-opt %t/kernels.mlir --tile-specialize-kernels=assume=k:16 2>&1 | FileCheck %s --check-prefix=ARGUMENT
// RUN: not tile-opt %t/kernels.mlir --tile-specialize-kernels=assume=n:17 2>&1 | FileCheck %s --check-prefix=VALUE

// The promises are those of the named pipelines, too.
// RUN: tile-opt %t/kernels.mlir --tile-to-tilegpu="kernel=scale assume=n:16,m=3" | FileCheck %s --check-prefix=PIPELINE
// PIPELINE-NOT: @other
// PIPELINE: tile.func public @scale({{.*}}: i32 {tile.divisibility = 16 : i32}, {{.*}}: i32 {tile.value = 3 : i32})

// CHECK-NOT: @helper
// CHECK-NOT: @other
// CHECK: tile.func public @scale({{.*}}: !tile.ptr<i32> {tile.divisibility = 8 : i32}, {{.*}}: i32 {tile.divisibility = 16 : i32}, {{.*}}: i32 {tile.value = 3 : i32})
// CHECK: arith.constant 4 : i32
// CHECK-NOT: @other

// ALL: tile.func private @helper
// ALL: tile.func public @other
// ALL: tile.func public @scale({{.*}}: !tile.ptr<i32>, {{.*}}: i32, {{.*}}: i32)
// ALL-NOT: tile.tunable

// KERNEL: error: expected one of the kernels other, scale, found 'scales'
// ARGUMENT: error: no kernel has an argument 'k', for which an assumption is made
// VALUE: error: expected an argument, a colon and a power of two (n:16), or an equals sign and a value (n=1) for 'assume', found 'n:17'

//--- kernels.mlir
#n = loc("n")
#m = loc("m")
tile.func private @helper(%x: i32) -> i32 {
  tile.return %x : i32
}
tile.func public @other(%p: !tile.ptr<i32>, %x: i32) {
  %y = tile.call @helper(%x) : (i32) -> i32
  tile.store %p, %y : !tile.ptr<i32>
  tile.return
}
tile.func public @scale(%p: !tile.ptr<i32>, %n: i32 loc(#n), %m: i32 loc(#m)) {
  %c = arith.constant {tile.tunable = "factor"} 4 : i32
  %y = arith.muli %n, %c : i32
  %z = arith.muli %y, %m : i32
  tile.store %p, %z : !tile.ptr<i32>
  tile.return
}
