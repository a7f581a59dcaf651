//===- Target.cpp - From the LLVM dialect to PTX and cubin --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

