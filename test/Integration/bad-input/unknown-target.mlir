// RUN: python3 %S/../expect-error.py %t tilec %s -o %t | FileCheck %s
// RUN: python3 %S/../expect-error.py %t tile-opt %s -o %t | FileCheck %s

// A GPU that does not exist, in the module.
// CHECK: unknown-target.mlir:[[#@LINE+1]]:{{[0-9]+}}: error: unknown target 'sm_42', expected one of sm_80, {{.*}}, sm_121a, sm_121f
module attributes {tile.target = #tile.target<"sm_42", num_warps = 4>} {
}
