// RUN: tile-opt %s --tile-remove-layout-conversions | FileCheck %s

// What is carried through loops and branches has one layout at all its stations.

#one = #tile.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#four = #tile.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>

// CHECK-DAG: #[[ONE:.*]] = #tile.blocked<{sizePerThread = [1],
// CHECK-DAG: #[[FOUR:.*]] = #tile.blocked<{sizePerThread = [4],

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {

tile.func private @make(i32) -> tensor<512xf32, #one>

// CHECK-LABEL: @for
// CHECK: arith.constant dense<0.000000e+00> : tensor<512xf32, #[[FOUR]]>
// CHECK: scf.for {{.*}} -> (tensor<512xf32, #[[FOUR]]>)
// CHECK-NOT: convert_layout
// CHECK: tile.return
tile.func private @for(%p: tensor<512x!tile.ptr<f32>, #four>, %n: i32) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %init = arith.constant dense<0.0> : tensor<512xf32, #one>
  %sum = scf.for %i = %zero to %n step %one iter_args(%x = %init) -> (tensor<512xf32, #one>) : i32 {
    %v = tile.load %p : tensor<512x!tile.ptr<f32>, #four>
    %w = tilegpu.convert_layout %v : tensor<512xf32, #four> -> tensor<512xf32, #one>
    %y = arith.addf %x, %w : tensor<512xf32, #one>
    scf.yield %y : tensor<512xf32, #one>
  }
  %z = tilegpu.convert_layout %sum : tensor<512xf32, #one> -> tensor<512xf32, #four>
  tile.store %p, %z : tensor<512x!tile.ptr<f32>, #four>
  tile.return
}

// Two layouts want the carried tile, one within, one behind the loop: the loop
// keeps one, and the other is converted to.
// CHECK-LABEL: @for_two_layouts
// CHECK: %[[R:.*]] = scf.for {{.*}} iter_args(%[[X:.*]] = %{{.*}}) -> (tensor<512x!tile.ptr<f32>, #[[L:.*]]>)
// CHECK: scf.yield %[[X]] : tensor<512x!tile.ptr<f32>, #[[L]]>
// CHECK: tile.return %{{.*}} : tensor<512x!tile.ptr<f32>, #[[FOUR]]>
tile.func private @for_two_layouts(%p: tensor<512x!tile.ptr<f32>, #four>, %n: i32) -> tensor<512x!tile.ptr<f32>, #four> {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %q = tilegpu.convert_layout %p : tensor<512x!tile.ptr<f32>, #four> -> tensor<512x!tile.ptr<f32>, #one>
  %r = scf.for %i = %zero to %n step %one iter_args(%x = %q) -> (tensor<512x!tile.ptr<f32>, #one>) : i32 {
    %v = tile.call @make(%i) : (i32) -> tensor<512xf32, #one>
    tile.store %x, %v : tensor<512x!tile.ptr<f32>, #one>
    scf.yield %x : tensor<512x!tile.ptr<f32>, #one>
  }
  %s = tilegpu.convert_layout %r : tensor<512x!tile.ptr<f32>, #one> -> tensor<512x!tile.ptr<f32>, #four>
  tile.return %s : tensor<512x!tile.ptr<f32>, #four>
}

// A known number of iterations changes nothing of that.
// CHECK-LABEL: @for_once
// CHECK: scf.for {{.*}} -> (tensor<512x!tile.ptr<f32>, #[[L:.*]]>)
// CHECK: tile.return %{{.*}} : tensor<512x!tile.ptr<f32>, #[[FOUR]]>
tile.func private @for_once(%p: tensor<512x!tile.ptr<f32>, #one>) -> tensor<512x!tile.ptr<f32>, #four> {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %r = scf.for %i = %zero to %one step %one iter_args(%x = %p) -> (tensor<512x!tile.ptr<f32>, #one>) : i32 {
    %v = tile.call @make(%i) : (i32) -> tensor<512xf32, #one>
    tile.store %x, %v : tensor<512x!tile.ptr<f32>, #one>
    scf.yield %x : tensor<512x!tile.ptr<f32>, #one>
  }
  %s = tilegpu.convert_layout %r : tensor<512x!tile.ptr<f32>, #one> -> tensor<512x!tile.ptr<f32>, #four>
  tile.return %s : tensor<512x!tile.ptr<f32>, #four>
}

// CHECK-LABEL: @while_two_layouts
// CHECK: scf.while (%{{.*}} = %{{.*}}) : (tensor<512xi32, #[[A:.*]]>) -> tensor<512xi32, #[[B:.*]]> {
// CHECK: tile.return %{{.*}} : tensor<512xi32, #[[FOUR]]>
tile.func private @while_two_layouts(%a: tensor<512xi32, #one>, %p: tensor<512x!tile.ptr<i32>, #one>, %c: i1) -> tensor<512xi32, #four> {
  %r = scf.while (%x = %a) : (tensor<512xi32, #one>) -> tensor<512xi32, #one> {
    scf.condition(%c) %x : tensor<512xi32, #one>
  } do {
  ^bb0(%y: tensor<512xi32, #one>):
    tile.store %p, %y : tensor<512x!tile.ptr<i32>, #one>
    %z = tile.load %p : tensor<512x!tile.ptr<i32>, #one>
    scf.yield %z : tensor<512xi32, #one>
  }
  %s = tilegpu.convert_layout %r : tensor<512xi32, #one> -> tensor<512xi32, #four>
  tile.return %s : tensor<512xi32, #four>
}

// CHECK-LABEL: @if
// CHECK: %[[R:.*]] = scf.if %{{.*}} -> (tensor<512xf32, #[[FOUR]]>) {
// CHECK:   tile.load
// CHECK:   scf.yield
// CHECK: } else {
// CHECK:   arith.constant dense<1.000000e+00> : tensor<512xf32, #[[FOUR]]>
// CHECK: }
// CHECK-NOT: convert_layout
// CHECK: tile.store %{{.*}}, %[[R]]
tile.func private @if(%p: tensor<512x!tile.ptr<f32>, #four>, %c: i1) {
  %r = scf.if %c -> (tensor<512xf32, #one>) {
    %v = tile.load %p : tensor<512x!tile.ptr<f32>, #four>
    %w = tilegpu.convert_layout %v : tensor<512xf32, #four> -> tensor<512xf32, #one>
    scf.yield %w : tensor<512xf32, #one>
  } else {
    %k = arith.constant dense<1.0> : tensor<512xf32, #one>
    scf.yield %k : tensor<512xf32, #one>
  }
  %z = tilegpu.convert_layout %r : tensor<512xf32, #one> -> tensor<512xf32, #four>
  tile.store %p, %z : tensor<512x!tile.ptr<f32>, #four>
  tile.return
}

// CHECK-LABEL: @index_switch
// CHECK: scf.index_switch %{{.*}} -> tensor<512xf32, #[[FOUR]]>
// CHECK: arith.constant dense<1.000000e+00> : tensor<512xf32, #[[FOUR]]>
// CHECK: arith.constant dense<2.000000e+00> : tensor<512xf32, #[[FOUR]]>
// CHECK-NOT: convert_layout
// CHECK: tile.return
tile.func private @index_switch(%p: tensor<512x!tile.ptr<f32>, #four>, %i: i32) {
  %j = arith.index_cast %i : i32 to index
  %r = scf.index_switch %j -> tensor<512xf32, #one>
  case 0 {
    %k = arith.constant dense<1.0> : tensor<512xf32, #one>
    scf.yield %k : tensor<512xf32, #one>
  }
  default {
    %k = arith.constant dense<2.0> : tensor<512xf32, #one>
    scf.yield %k : tensor<512xf32, #one>
  }
  %z = tilegpu.convert_layout %r : tensor<512xf32, #one> -> tensor<512xf32, #four>
  tile.store %p, %z : tensor<512x!tile.ptr<f32>, #four>
  tile.return
}

// CHECK-LABEL: @execute_region
// CHECK: scf.execute_region -> tensor<512xf32, #[[FOUR]]>
// CHECK-NOT: convert_layout
// CHECK: tile.return
tile.func private @execute_region(%p: tensor<512x!tile.ptr<f32>, #four>) {
  %r = scf.execute_region -> tensor<512xf32, #one> {
    %k = arith.constant dense<1.0> : tensor<512xf32, #one>
    scf.yield %k : tensor<512xf32, #one>
  }
  %z = tilegpu.convert_layout %r : tensor<512xf32, #one> -> tensor<512xf32, #four>
  tile.store %p, %z : tensor<512x!tile.ptr<f32>, #four>
  tile.return
}

// Blocks, in an order that is not the order of execution.
// CHECK-LABEL: @blocks
// CHECK: ^bb1(%{{.*}}: tensor<512xf32, #[[ONE]]>):
// CHECK-COUNT-2: tile.store %{{.*}} : tensor<512x!tile.ptr<f32>, #[[ONE]]>
// CHECK: tile.call @make(%{{.*}}) : (i32) -> tensor<512xf32, #[[ONE]]>
// CHECK: arith.constant dense<1.000000e+00> : tensor<512xf32, #[[ONE]]>
tile.func private @blocks(%p: tensor<512x!tile.ptr<f32>, #four>, %c: i1, %i: i32) {
  cf.br ^first
^last(%x: tensor<512xf32, #one>):
  %z = tilegpu.convert_layout %x : tensor<512xf32, #one> -> tensor<512xf32, #four>
  %b = tilegpu.convert_layout %v : tensor<512xf32, #one> -> tensor<512xf32, #four>
  tile.store %p, %z : tensor<512x!tile.ptr<f32>, #four>
  tile.store %p, %b : tensor<512x!tile.ptr<f32>, #four>
  tile.return
^first:
  %v = tile.call @make(%i) : (i32) -> tensor<512xf32, #one>
  %k = arith.constant dense<1.0> : tensor<512xf32, #one>
  cf.cond_br %c, ^last(%v : tensor<512xf32, #one>), ^last(%k : tensor<512xf32, #one>)
}
}
