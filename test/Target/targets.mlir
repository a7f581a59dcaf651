// Each target, with its default PTX version.
// RUN: tilec %s --target=sm_80 --emit=ptx | FileCheck %s -DV=8.1 -DT=sm_80
// RUN: tilec %s --target=sm_86 --emit=ptx | FileCheck %s -DV=8.1 -DT=sm_86
// RUN: tilec %s --target=sm_87 --emit=ptx | FileCheck %s -DV=8.1 -DT=sm_87
// RUN: tilec %s --target=sm_88 --emit=ptx | FileCheck %s -DV=9.0 -DT=sm_88
// RUN: tilec %s --target=sm_89 --emit=ptx | FileCheck %s -DV=8.1 -DT=sm_89
// RUN: tilec %s --target=sm_90 --emit=ptx | FileCheck %s -DV=8.1 -DT=sm_90
// RUN: tilec %s --target=sm_90a --emit=ptx | FileCheck %s -DV=8.1 -DT=sm_90a
// RUN: tilec %s --target=sm_100 --emit=ptx | FileCheck %s -DV=8.6 -DT=sm_100
// RUN: tilec %s --target=sm_100a --emit=ptx | FileCheck %s -DV=8.6 -DT=sm_100a
// RUN: tilec %s --target=sm_100f --emit=ptx | FileCheck %s -DV=8.8 -DT=sm_100f
// RUN: tilec %s --target=sm_103 --emit=ptx | FileCheck %s -DV=8.8 -DT=sm_103
// RUN: tilec %s --target=sm_103a --emit=ptx | FileCheck %s -DV=8.8 -DT=sm_103a
// RUN: tilec %s --target=sm_103f --emit=ptx | FileCheck %s -DV=8.8 -DT=sm_103f
// RUN: tilec %s --target=sm_110 --emit=ptx | FileCheck %s -DV=9.0 -DT=sm_110
// RUN: tilec %s --target=sm_110a --emit=ptx | FileCheck %s -DV=9.0 -DT=sm_110a
// RUN: tilec %s --target=sm_110f --emit=ptx | FileCheck %s -DV=9.0 -DT=sm_110f
// RUN: tilec %s --target=sm_120 --emit=ptx | FileCheck %s -DV=8.7 -DT=sm_120
// RUN: tilec %s --target=sm_120a --emit=ptx | FileCheck %s -DV=8.7 -DT=sm_120a
// RUN: tilec %s --target=sm_120f --emit=ptx | FileCheck %s -DV=8.8 -DT=sm_120f
// RUN: tilec %s --target=sm_121 --emit=ptx | FileCheck %s -DV=8.8 -DT=sm_121
// RUN: tilec %s --target=sm_121a --emit=ptx | FileCheck %s -DV=8.8 -DT=sm_121a
// RUN: tilec %s --target=sm_121f --emit=ptx | FileCheck %s -DV=8.8 -DT=sm_121f
// RUN: tilec %s --target=sm_90 --ptx-version=8.7 --emit=ptx | FileCheck %s -DV=8.7 -DT=sm_90
// RUN: tilec %s --target=sm_80 --ptx-version=70 --emit=ptx | FileCheck %s -DV=7.0 -DT=sm_80

// CHECK: .version [[V]]
// CHECK: .target [[T]]{{$}}
llvm.func @k(%p: !llvm.ptr<1>, %n: i32) attributes {nvvm.kernel} {
  llvm.store %n, %p : i32, !llvm.ptr<1>
  llvm.return
}
