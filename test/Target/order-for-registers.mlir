// Elements of a thread take turns in a block whose order, operation by operation, would
// need more registers than there are. A block that has room enough keeps its order. Where
// a function has no loop, a block of more than half of the registers takes turns, too.

// RUN: split-file %s %t
// RUN: tilec %t/large.mlir --emit=llvmir | FileCheck %s --check-prefix=LARGE
// RUN: tilec %t/medium.mlir --emit=llvmir | FileCheck %s --check-prefix=LARGE
// RUN: tilec %t/loop.mlir --emit=llvmir | FileCheck %s --check-prefix=SMALL
// RUN: tilec %t/small.mlir --emit=llvmir | FileCheck %s --check-prefix=SMALL

// LARGE-LABEL: define {{.*}} @mix
// LARGE:         %[[A:.*]] = mul i32 %[[X:.*]], -766435501
// LARGE-NEXT:    %[[B:.*]] = mul i32 %[[X]], -845247145
// LARGE-NEXT:    xor i32 %[[A]], %[[B]]
// SMALL-LABEL: define {{.*}} @mix
// SMALL:         mul i32 {{.*}}, -766435501
// SMALL-NEXT:    mul i32 {{.*}}, -766435501
// SMALL-NEXT:    mul i32 {{.*}}, -766435501

//--- large.mlir
tile.func public @mix(%x: !tile.ptr<i32> {tile.divisibility = 16 : i32}, %y: !tile.ptr<i32> {tile.divisibility = 16 : i32}) {
  %i = tile.make_range {end = 8192 : i32, start = 0 : i32} : tensor<8192xi32>
  %xs = tile.splat %x : !tile.ptr<i32> -> tensor<8192x!tile.ptr<i32>>
  %ys = tile.splat %y : !tile.ptr<i32> -> tensor<8192x!tile.ptr<i32>>
  %from = tile.addptr %xs, %i : tensor<8192x!tile.ptr<i32>>, tensor<8192xi32>
  %to = tile.addptr %ys, %i : tensor<8192x!tile.ptr<i32>>, tensor<8192xi32>
  %v = tile.load %from : tensor<8192x!tile.ptr<i32>>
  %p = arith.constant dense<-766435501> : tensor<8192xi32>
  %q = arith.constant dense<-845247145> : tensor<8192xi32>
  %a = tile.mulhiui %v, %p : tensor<8192xi32>
  %b = arith.muli %v, %p : tensor<8192xi32>
  %c = tile.mulhiui %v, %q : tensor<8192xi32>
  %d = arith.muli %v, %q : tensor<8192xi32>
  %e = tile.mulhiui %b, %q : tensor<8192xi32>
  %f = arith.xori %a, %c : tensor<8192xi32>
  %g = arith.xori %b, %d : tensor<8192xi32>
  %h = arith.muli %f, %g : tensor<8192xi32>
  %r = arith.xori %h, %e : tensor<8192xi32>
  tile.store %to, %r : tensor<8192x!tile.ptr<i32>>
  tile.return
}

//--- medium.mlir
tile.func public @mix(%x: !tile.ptr<i32> {tile.divisibility = 16 : i32}, %y: !tile.ptr<i32> {tile.divisibility = 16 : i32}) {
  %i = tile.make_range {end = 4096 : i32, start = 0 : i32} : tensor<4096xi32>
  %xs = tile.splat %x : !tile.ptr<i32> -> tensor<4096x!tile.ptr<i32>>
  %ys = tile.splat %y : !tile.ptr<i32> -> tensor<4096x!tile.ptr<i32>>
  %from = tile.addptr %xs, %i : tensor<4096x!tile.ptr<i32>>, tensor<4096xi32>
  %to = tile.addptr %ys, %i : tensor<4096x!tile.ptr<i32>>, tensor<4096xi32>
  %v = tile.load %from : tensor<4096x!tile.ptr<i32>>
  %p = arith.constant dense<-766435501> : tensor<4096xi32>
  %q = arith.constant dense<-845247145> : tensor<4096xi32>
  %a = tile.mulhiui %v, %p : tensor<4096xi32>
  %b = arith.muli %v, %p : tensor<4096xi32>
  %c = tile.mulhiui %v, %q : tensor<4096xi32>
  %d = arith.muli %v, %q : tensor<4096xi32>
  %e = tile.mulhiui %b, %q : tensor<4096xi32>
  %f = arith.xori %a, %c : tensor<4096xi32>
  %g = arith.xori %b, %d : tensor<4096xi32>
  %h = arith.muli %f, %g : tensor<4096xi32>
  %r = arith.xori %h, %e : tensor<4096xi32>
  tile.store %to, %r : tensor<4096x!tile.ptr<i32>>
  tile.return
}

//--- loop.mlir
tile.func public @mix(%x: !tile.ptr<i32> {tile.divisibility = 16 : i32}, %y: !tile.ptr<i32> {tile.divisibility = 16 : i32}, %n: i32) {
  %i = tile.make_range {end = 4096 : i32, start = 0 : i32} : tensor<4096xi32>
  %xs = tile.splat %x : !tile.ptr<i32> -> tensor<4096x!tile.ptr<i32>>
  %ys = tile.splat %y : !tile.ptr<i32> -> tensor<4096x!tile.ptr<i32>>
  %from = tile.addptr %xs, %i : tensor<4096x!tile.ptr<i32>>, tensor<4096xi32>
  %to = tile.addptr %ys, %i : tensor<4096x!tile.ptr<i32>>, tensor<4096xi32>
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  scf.for %k = %zero to %n step %one : i32 {
    %v = tile.load %from : tensor<4096x!tile.ptr<i32>>
    %p = arith.constant dense<-766435501> : tensor<4096xi32>
    %q = arith.constant dense<-845247145> : tensor<4096xi32>
    %a = tile.mulhiui %v, %p : tensor<4096xi32>
    %b = arith.muli %v, %p : tensor<4096xi32>
    %c = tile.mulhiui %v, %q : tensor<4096xi32>
    %d = arith.muli %v, %q : tensor<4096xi32>
    %e = tile.mulhiui %b, %q : tensor<4096xi32>
    %f = arith.xori %a, %c : tensor<4096xi32>
    %g = arith.xori %b, %d : tensor<4096xi32>
    %h = arith.muli %f, %g : tensor<4096xi32>
    %r = arith.xori %h, %e : tensor<4096xi32>
    tile.store %to, %r : tensor<4096x!tile.ptr<i32>>
  }
  tile.return
}

//--- small.mlir
tile.func public @mix(%x: !tile.ptr<i32> {tile.divisibility = 16 : i32}, %y: !tile.ptr<i32> {tile.divisibility = 16 : i32}) {
  %i = tile.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32>
  %xs = tile.splat %x : !tile.ptr<i32> -> tensor<1024x!tile.ptr<i32>>
  %ys = tile.splat %y : !tile.ptr<i32> -> tensor<1024x!tile.ptr<i32>>
  %from = tile.addptr %xs, %i : tensor<1024x!tile.ptr<i32>>, tensor<1024xi32>
  %to = tile.addptr %ys, %i : tensor<1024x!tile.ptr<i32>>, tensor<1024xi32>
  %v = tile.load %from : tensor<1024x!tile.ptr<i32>>
  %p = arith.constant dense<-766435501> : tensor<1024xi32>
  %q = arith.constant dense<-845247145> : tensor<1024xi32>
  %a = tile.mulhiui %v, %p : tensor<1024xi32>
  %b = arith.muli %v, %p : tensor<1024xi32>
  %c = tile.mulhiui %v, %q : tensor<1024xi32>
  %d = arith.muli %v, %q : tensor<1024xi32>
  %e = tile.mulhiui %b, %q : tensor<1024xi32>
  %f = arith.xori %a, %c : tensor<1024xi32>
  %g = arith.xori %b, %d : tensor<1024xi32>
  %h = arith.muli %f, %g : tensor<1024xi32>
  %r = arith.xori %h, %e : tensor<1024xi32>
  tile.store %to, %r : tensor<1024x!tile.ptr<i32>>
  tile.return
}
