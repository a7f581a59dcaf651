// Loads, stores and polls that are atomic: all types, odd sizes and copies, in the simulator as in the interpreter.

// DEFINE: %{accesses} = --kernel=accesses --output=a:100xi8=iota --output=b:100xbf16=iota --output=c:100xf64=iota --output=d:100xf8e5m2=const:2 --check='a == 2 * i; b == where(i < 50, i + 1, i); c == -i; d == 2'
// RUN: tile-run %s %{accesses} --device=sim:sm_90a | FileCheck %s --check-prefix=OK
// RUN: tile-run %s %{accesses} --device=sim:sm_80 --num-warps=1 | FileCheck %s --check-prefix=OK
// RUN: tile-run %s %{accesses} --device=interpreter | FileCheck %s --check-prefix=OK

// Each program waits for the one before it, and adds 1 to all that it wrote. Those that
// wait may run first.
// RUN: tile-run %s --kernel=chain --device=sim:sm_90a --grid=12 --output=flags:100xi32=zeros --output=data:100xi32=zeros --check='flags == 12; data == 12 * i' | FileCheck %s --check-prefix=OK
// RUN: tile-run %s --kernel=chain --device=sim:sm_90a --grid=12 --num-warps=8 --threads=1 --output=flags:100xi32=zeros --output=data:100xi32=zeros --check='flags == 12; data == 12 * i' | FileCheck %s --check-prefix=OK
// RUN: tile-run %s --kernel=chain --device=interpreter --grid=12 --output=flags:100xi32=zeros --output=data:100xi32=zeros --check='flags == 12; data == 12 * i' | FileCheck %s --check-prefix=OK

// All threads learn what one of them has waited for.
// RUN: tile-run %s --kernel=late --device=sim:sm_90a --output=p:256xi64=iota --output=seen:256xi32=const:7 --check='seen == (i / 16 % 2 == 0)' | FileCheck %s --check-prefix=OK
// RUN: tile-run %s --kernel=late --device=interpreter --output=p:256xi64=iota --output=seen:256xi32=const:7 --check='seen == (i / 16 % 2 == 0)' | FileCheck %s --check-prefix=OK
// OK: ok, exact
// OK-NOT: warning

// The same without orders is a race.
// RUN: not tile-run %s --kernel=unordered --device=sim:sm_90a --grid=2 --output=flag:1xi32=zeros --output=data:128xi32=zeros --output=out:128xi32=zeros 2>&1 | FileCheck %s --check-prefix=RACE
// RACE: race

// Grids that depend on each other: nothing on older targets.
// RUN: tilec %s --target=sm_90a -o - | FileCheck %s --check-prefix=PTX
// RUN: tilec %s --target=sm_80 -o - | FileCheck %s --implicit-check-not=griddepcontrol --check-prefix=OLD
// RUN: %if ptxas %{ tilec %s --target=sm_90a --verify-ptx -o %t.90.ptx %}
// RUN: %if ptxas %{ tilec %s --target=sm_80 --verify-ptx -o %t.80.ptx %}
// RUN: tile-run %s --kernel=grids --device=sim:sm_90a --output=p:128xi32=iota --check='p == i + 1' | FileCheck %s --check-prefix=OK
// RUN: tile-run %s --kernel=grids --device=interpreter --output=p:128xi32=iota --check='p == i + 1' | FileCheck %s --check-prefix=OK
// PTX-LABEL: .entry grids(
// PTX: griddepcontrol.wait;
// PTX: ld.global
// PTX: griddepcontrol.launch_dependents;
// PTX: st.global
// OLD: .entry grids(

tile.func public @accesses(%a: !tile.ptr<i8>, %b: !tile.ptr<bf16>, %c: !tile.ptr<f64>, %d: !tile.ptr<f8E5M2>) {
  %i = tile.make_range {start = 0 : i32, end = 100 : i32} : tensor<100xi32>
  %as = tile.splat %a : !tile.ptr<i8> -> tensor<100x!tile.ptr<i8>>
  %pa = tile.addptr %as, %i : tensor<100x!tile.ptr<i8>>, tensor<100xi32>
  %x = tile.atomic_load acquire, gpu, %pa : (tensor<100x!tile.ptr<i8>>) -> tensor<100xi8>
  %x2 = arith.addi %x, %x : tensor<100xi8>
  tile.atomic_store release, gpu, %pa, %x2 : tensor<100x!tile.ptr<i8>>
  %bs = tile.splat %b : !tile.ptr<bf16> -> tensor<100x!tile.ptr<bf16>>
  %pb = tile.addptr %bs, %i : tensor<100x!tile.ptr<bf16>>, tensor<100xi32>
  %n = arith.constant dense<50> : tensor<100xi32>
  %mask = arith.cmpi slt, %i, %n : tensor<100xi32>
  %y = tile.atomic_load relaxed, sys, %pb, %mask : (tensor<100x!tile.ptr<bf16>>, tensor<100xi1>) -> tensor<100xbf16>
  %one = arith.constant dense<1.0> : tensor<100xbf16>
  %y1 = arith.addf %y, %one : tensor<100xbf16>
  tile.atomic_store relaxed, cta, %pb, %y1, %mask : tensor<100x!tile.ptr<bf16>>
  %cs = tile.splat %c : !tile.ptr<f64> -> tensor<100x!tile.ptr<f64>>
  %pc = tile.addptr %cs, %i : tensor<100x!tile.ptr<f64>>, tensor<100xi32>
  %z = tile.atomic_load relaxed, cta, %pc : (tensor<100x!tile.ptr<f64>>) -> tensor<100xf64>
  %z1 = arith.negf %z : tensor<100xf64>
  tile.atomic_store release, sys, %pc, %z1 : tensor<100x!tile.ptr<f64>>
  %ds = tile.splat %d : !tile.ptr<f8E5M2> -> tensor<100x!tile.ptr<f8E5M2>>
  %pd = tile.addptr %ds, %i : tensor<100x!tile.ptr<f8E5M2>>, tensor<100xi32>
  %w = tile.atomic_load acquire, gpu, %pd : (tensor<100x!tile.ptr<f8E5M2>>) -> tensor<100xf8E5M2>
  tile.atomic_store relaxed, gpu, %pd, %w : tensor<100x!tile.ptr<f8E5M2>>
  tile.return
}

tile.func public @chain(%flags: !tile.ptr<i32>, %data: !tile.ptr<i32>) {
  %one = arith.constant 1 : i32
  %id = tile.get_program_id x : i32
  %next = arith.addi %id, %one : i32
  %i = tile.make_range {start = 0 : i32, end = 100 : i32} : tensor<100xi32>
  %fs = tile.splat %flags : !tile.ptr<i32> -> tensor<100x!tile.ptr<i32>>
  %pf = tile.addptr %fs, %i : tensor<100x!tile.ptr<i32>>, tensor<100xi32>
  %ids = tile.splat %id : i32 -> tensor<100xi32>
  %ok = tile.atomic_poll acquire, gpu, %pf, %ids : tensor<100x!tile.ptr<i32>>, tensor<100xi32> -> tensor<100xi1>
  %ds = tile.splat %data : !tile.ptr<i32> -> tensor<100x!tile.ptr<i32>>
  %pd = tile.addptr %ds, %i : tensor<100x!tile.ptr<i32>>, tensor<100xi32>
  %x = tile.load %pd : tensor<100x!tile.ptr<i32>>
  %more = arith.addi %x, %i : tensor<100xi32>
  tile.store %pd, %more : tensor<100x!tile.ptr<i32>>
  %nexts = tile.splat %next : i32 -> tensor<100xi32>
  tile.atomic_store release, gpu, %pf, %nexts, %ok : tensor<100x!tile.ptr<i32>>
  tile.return
}

tile.func public @late(%p: !tile.ptr<i64>, %seen: !tile.ptr<i32>) {
  %ns = arith.constant 40 : i64
  %i = tile.make_range {start = 0 : i32, end = 16 : i32} : tensor<16xi32>
  %rows = tile.expand_dims %i {axis = 1 : i32} : tensor<16xi32> -> tensor<16x1xi32>
  %ps = tile.splat %p : !tile.ptr<i64> -> tensor<16x1x!tile.ptr<i64>>
  %pp = tile.addptr %ps, %rows : tensor<16x1x!tile.ptr<i64>>, tensor<16x1xi32>
  // Those of even rows are there.
  %two = arith.constant dense<2> : tensor<16x1xi32>
  %odd = arith.remsi %rows, %two : tensor<16x1xi32>
  %what = arith.addi %rows, %odd : tensor<16x1xi32>
  %wide = arith.extsi %what : tensor<16x1xi32> to tensor<16x1xi64>
  %ok = tile.atomic_poll relaxed, gpu, %pp, %wide timeout %ns : tensor<16x1x!tile.ptr<i64>>, tensor<16x1xi64> -> tensor<16x1xi1>
  %all = tile.broadcast %ok : tensor<16x1xi1> -> tensor<16x16xi1>
  %bits = arith.extui %all : tensor<16x16xi1> to tensor<16x16xi32>
  %columns = tile.expand_dims %i {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
  %sixteen = arith.constant dense<16> : tensor<16x1xi32>
  %first = arith.muli %rows, %sixteen : tensor<16x1xi32>
  %firsts = tile.broadcast %first : tensor<16x1xi32> -> tensor<16x16xi32>
  %rest = tile.broadcast %columns : tensor<1x16xi32> -> tensor<16x16xi32>
  %place = arith.addi %firsts, %rest : tensor<16x16xi32>
  %ss = tile.splat %seen : !tile.ptr<i32> -> tensor<16x16x!tile.ptr<i32>>
  %sp = tile.addptr %ss, %place : tensor<16x16x!tile.ptr<i32>>, tensor<16x16xi32>
  tile.store %sp, %bits : tensor<16x16x!tile.ptr<i32>>
  tile.return
}

tile.func public @unordered(%flag: !tile.ptr<i32>, %data: !tile.ptr<i32>, %out: !tile.ptr<i32>) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %id = tile.get_program_id x : i32
  %is_first = arith.cmpi eq, %id, %zero : i32
  %i = tile.make_range {start = 0 : i32, end = 128 : i32} : tensor<128xi32>
  %ds = tile.splat %data : !tile.ptr<i32> -> tensor<128x!tile.ptr<i32>>
  %pd = tile.addptr %ds, %i : tensor<128x!tile.ptr<i32>>, tensor<128xi32>
  scf.if %is_first {
    tile.store %pd, %i : tensor<128x!tile.ptr<i32>>
    tile.atomic_store relaxed, gpu, %flag, %one : !tile.ptr<i32>
  } else {
    %ok = tile.atomic_poll relaxed, gpu, %flag, %one : !tile.ptr<i32>, i32 -> i1
    %x = tile.load %pd : tensor<128x!tile.ptr<i32>>
    %os = tile.splat %out : !tile.ptr<i32> -> tensor<128x!tile.ptr<i32>>
    %po = tile.addptr %os, %i : tensor<128x!tile.ptr<i32>>, tensor<128xi32>
    tile.store %po, %x : tensor<128x!tile.ptr<i32>>
  }
  tile.return
}

tile.func public @grids(%p: !tile.ptr<i32>) {
  %one = arith.constant dense<1> : tensor<128xi32>
  %i = tile.make_range {start = 0 : i32, end = 128 : i32} : tensor<128xi32>
  %ps = tile.splat %p : !tile.ptr<i32> -> tensor<128x!tile.ptr<i32>>
  %pp = tile.addptr %ps, %i : tensor<128x!tile.ptr<i32>>, tensor<128xi32>
  tile.grid_dependency_wait
  %x = tile.load %pp : tensor<128x!tile.ptr<i32>>
  %y = arith.addi %x, %one : tensor<128xi32>
  tile.grid_dependency_launch_dependents
  tile.store %pp, %y : tensor<128x!tile.ptr<i32>>
  tile.return
}
