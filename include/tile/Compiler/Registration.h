//===- Registration.h - Dialects and passes of a tool -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What every tool registers.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_COMPILER_REGISTRATION_H
#define TILE_COMPILER_REGISTRATION_H

namespace mlir {
class DialectRegistry;
} // namespace mlir

namespace mlir::tile {

/// Adds the project's dialects, those they build on, and their interfaces.
void registerDialects(DialectRegistry &registry);

/// Registers the project's passes and named pipelines with the pass parser.
/// Calling it twice does nothing more.
void registerOwnPasses();

/// The same, and the upstream passes that go with them; not for a plugin of
/// mlir-opt, which has registered those already.
void registerPasses();

} // namespace mlir::tile

#endif // TILE_COMPILER_REGISTRATION_H
