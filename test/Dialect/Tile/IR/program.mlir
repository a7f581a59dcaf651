// RUN: tile-opt %s | FileCheck %s
// RUN: tile-opt %s | tile-opt | FileCheck %s
// RUN: tile-opt %s -mlir-print-op-generic | tile-opt | FileCheck %s
// RUN: tile-opt %s -emit-bytecode | tile-opt | FileCheck %s

// CHECK-LABEL: tile.func private @program_id(
tile.func private @program_id() {
  // CHECK: %{{.*}} = tile.get_program_id x : i32
  %x = tile.get_program_id x : i32
  // CHECK: %{{.*}} = tile.get_program_id y : i32
  %y = tile.get_program_id y : i32
  // CHECK: %{{.*}} = tile.get_program_id z : i32
  %z = tile.get_program_id z : i32
  tile.return
}

// CHECK-LABEL: tile.func private @num_programs(
tile.func private @num_programs() {
  // CHECK: %{{.*}} = tile.get_num_programs x : i32
  %x = tile.get_num_programs x : i32
  // CHECK: %{{.*}} = tile.get_num_programs y : i32
  %y = tile.get_num_programs y : i32
  // CHECK: %{{.*}} = tile.get_num_programs z : i32
  %z = tile.get_num_programs z : i32
  tile.return
}

// CHECK-LABEL: tile.func private @grid_dependency(
tile.func private @grid_dependency() {
  // CHECK: tile.grid_dependency_wait
  tile.grid_dependency_wait
  // CHECK: tile.grid_dependency_launch_dependents
  tile.grid_dependency_launch_dependents
  tile.return
}
