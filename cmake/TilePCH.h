//===- TilePCH.h - Precompiled MLIR headers -------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The MLIR headers that nearly every translation unit reads. Sources still
// include what they use: this file changes build time, and one thing more. Our
// objects are compiled with hidden visibility, which would hide the identities
// of MLIR's templated traits too: `static TypeID id` in TypeIDResolver. The
// plugin must share those with libMLIR.so, so MLIR's headers stay visible.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_PCH_H
#define TILE_PCH_H

#pragma GCC visibility push(default)

#include "mlir/Analysis/DataFlow/SparseAnalysis.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/FunctionImplementation.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/DialectConversion.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "llvm/ADT/TypeSwitch.h"

#pragma GCC visibility pop

#endif // TILE_PCH_H
