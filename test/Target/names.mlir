// RUN: tilec %s --emit=ptx | FileCheck %s

// Symbols that are no PTX identifiers get one each, and keep apart.

// CHECK: .visible .entry square__fp32__1_cconstexpr_4_(
llvm.func @"square__fp32__(1,)cconstexpr_4_"() attributes {nvvm.kernel} {
  llvm.return
}

// CHECK: .visible .entry a_b(
llvm.func @a_b() attributes {nvvm.kernel} {
  llvm.return
}

// CHECK: .visible .entry a_b_1(
llvm.func @a.b() attributes {nvvm.kernel} {
  llvm.return
}

// CHECK: .visible .entry a_b_2(
llvm.func @"a-b"() attributes {nvvm.kernel} {
  llvm.return
}

// CHECK: .visible .entry k_1st(
llvm.func @"1st"() attributes {nvvm.kernel} {
  llvm.return
}

// CHECK: .visible .entry k_WARP_SZ(
llvm.func @WARP_SZ() attributes {nvvm.kernel} {
  llvm.return
}

// CHECK: .visible .entry k__(
llvm.func @_() attributes {nvvm.kernel} {
  llvm.return
}

// Names of instructions are not reserved there.
// CHECK: .visible .entry add(
llvm.func @add() attributes {nvvm.kernel} {
  llvm.return
}
