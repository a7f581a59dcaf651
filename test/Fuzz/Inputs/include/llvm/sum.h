//===- sum.h - A header that stands for LLVM's ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

inline int addInHeader(int a, int b) { return a + b; }
