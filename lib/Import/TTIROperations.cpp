//===- TTIROperations.cpp - The operations of TTIR ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The rows are the operations of the dialect `tt` that
// Triton 3.3 to 3.9 register.
//
//===----------------------------------------------------------------------===//

#include "tile/Import/TTIROperations.h"

#include "TTIRNames.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Location.h"
#include "mlir/IR/OperationSupport.h"

using namespace mlir;
using namespace mlir::tile;

using S = TTIRSupport;

static const TTIROperation kOperations[] = {
    {"addptr", S::Same, "", "", ""},
    {"advance", S::Rewritten, "3.7", "",
     "adds to the offsets of a block pointer"},
    {"approx_divf", S::Same, "", "", ""},
    {"assert", S::Same, "", "", "of scalars and tiles"},
    {"atomic_cas", S::Same, "", "",
     "all types and orders that Triton has; see "
     "[memory-model.md](../memory-model.md#atomic-operations)"},
    {"atomic_load", S::Same, "", "", ""},
    {"atomic_poll", S::Same, "", "",
     "the other threads wait for the one that polls"},
    {"atomic_rmw", S::Same, "", "",
     "all operations, types, orders and scopes that Triton has; `acq_rel` "
     "orders the accesses of all threads of the program"},
    {"atomic_store", S::Same, "", "", ""},
    {"bitcast", S::Same, "", "", ""},
    {"broadcast", S::Same, "", "", ""},
    {"call", S::Same, "", "",
     "inlined, unless the function has `noinline = true`; a function that "
     "calls itself is an error"},
    {"cat", S::Same, "", "", "the order is kept, `can_reorder` or not"},
    {"clampf", S::Same, "", "", ""},
    {"descriptor_gather", S::Rewritten, "", "",
     "becomes a `tile.load` under a mask"},
    {"descriptor_load", S::Rewritten, "", "",
     "becomes a `tile.load` under a mask; any rank; a result without the "
     "dimensions of size 1 is reshaped"},
    {"descriptor_reduce", S::Rewritten, "", "",
     "becomes `tile.atomic_rmw` in relaxed order: `add` of i32, i64, f16, "
     "bf16, f32, f64; `min` and `max` of i32, i64, f16, bf16, f32, f64; `and`, "
     "`or`, `xor` of i32, i64. `inc` and `dec`, which no function of Triton's "
     "language makes, are an error"},
    {"descriptor_scatter", S::Rewritten, "", "",
     "becomes a `tile.store` under a mask"},
    {"descriptor_store", S::Rewritten, "", "",
     "becomes a `tile.store` under a mask; any rank"},
    {"dot", S::Same, "", "",
     "all types and precisions that Triton has, in two and three dimensions"},
    {"dot_scaled", S::Same, "", "", "all types and scales that Triton has"},
    {"elementwise_inline_asm", S::Same, "", "",
     "see [inline-ptx.md](../inline-ptx.md)"},
    {"expand_dims", S::Same, "", "", ""},
    {"experimental_descriptor_gather", S::Renamed, "3.3", "descriptor_gather",
     ""},
    {"experimental_descriptor_load", S::Renamed, "3.3", "descriptor_load", ""},
    {"experimental_descriptor_scatter", S::Renamed, "3.3", "descriptor_scatter",
     ""},
    {"experimental_descriptor_store", S::Renamed, "3.3", "descriptor_store",
     ""},
    {"experimental_tensormap_create", S::Rejected, "3.3", "",
     "belongs to a later stage: writes a descriptor of the tensor memory "
     "accelerator"},
    {"experimental_tensormap_fenceproxy_acquire", S::Rejected, "3.3", "",
     "belongs to a later stage"},
    {"extern_elementwise", S::Same, "", "",
     "functions of libdevice, and of any bitcode file that `libpath` names; if "
     "the named `libdevice.10.bc` does not exist, the one that the compiler "
     "finds"},
    {"fp_to_fp", S::Same, "", "", "both roundings"},
    {"func", S::Same, "", "", ""},
    {"gather", S::Same, "", "",
     "an index beyond the tile gives some element of the tile"},
    {"get_num_programs", S::Same, "", "", ""},
    {"get_program_id", S::Same, "", "", ""},
    {"grid_dependency_launch_dependents", S::Same, "", "",
     "also what Triton 3.6 to 3.8 write for it, an inline asm"},
    {"grid_dependency_wait", S::Same, "", "",
     "also what Triton 3.6 to 3.8 write for it, an inline asm"},
    {"histogram", S::Same, "", "",
     "with and without a mask; any rank, integers of 8 to 64 bits, as many "
     "bins as shared memory has room for; other numbers are not counted"},
    {"int_to_ptr", S::Same, "", "", ""},
    {"join", S::Same, "", "", ""},
    {"load", S::Same, "", "",
     "up to Triton 3.7 of block pointers, too: with `boundaryCheck` and "
     "`padding` it becomes a load under a mask"},
    {"make_range", S::Same, "", "", ""},
    {"make_tensor_descriptor", S::Rewritten, "", "",
     "becomes its pointer, sizes and strides; `padding` may be zero or NaN"},
    {"make_tensor_ptr", S::Rewritten, "3.7", "",
     "becomes its pointer, sizes, strides and offsets"},
    {"map_elementwise", S::Same, "", "",
     "with `scf.if`, `scf.for` and `scf.while` inside; branches between "
     "blocks become these"},
    {"map_elementwise.return", S::Same, "", "", ""},
    {"mulhiui", S::Same, "", "", ""},
    {"precise_divf", S::Same, "", "", ""},
    {"precise_sqrt", S::Same, "", "", ""},
    {"print", S::Same, "", "", "of scalars and tiles"},
    {"ptr_to_int", S::Same, "", "", ""},
    {"reduce", S::Same, "", "",
     "any region, several operands, any axis "
     "([reductions.md](../reductions.md))"},
    {"reduce.return", S::Same, "", "", ""},
    {"reinterpret_tensor_descriptor", S::Rejected, "3.3", "",
     "reads a descriptor of the tensor memory accelerator from memory"},
    {"reshape", S::Same, "", "", "row-major, `allow_reorder` or not"},
    {"return", S::Same, "", "", ""},
    {"scan", S::Same, "", "",
     "along any dimension, in both directions, with any region "
     "([scans.md](../scans.md))"},
    {"scan.return", S::Same, "", "", ""},
    {"splat", S::Same, "", "", ""},
    {"split", S::Same, "", "", ""},
    {"store", S::Same, "", "",
     "up to Triton 3.7 of block pointers, too; `ignore_cta` is dropped"},
    {"trans", S::Same, "", "", ""},
    {"unsplat", S::Same, "", "", ""},
};

ArrayRef<TTIROperation> tile::getTTIROperations() { return kOperations; }

const TTIROperation *tile::findTTIROperation(StringRef name) {
  const TTIROperation *it = llvm::lower_bound(
      kOperations, name, [](const TTIROperation &row, StringRef name) {
        return StringRef(row.name) < name;
      });
  return it != std::end(kOperations) && it->name == name ? it : nullptr;
}

static StringRef getWord(TTIRSupport support) {
  switch (support) {
  case S::Same:
    return "accepted";
  case S::Renamed:
  case S::Rewritten:
    return "rewritten";
  case S::Rejected:
    return "an error";
  }
  llvm_unreachable("all cases are handled");
}

/// Whether there is an operation for what the table says.
static LogicalResult verifyRow(const TTIROperation &row, MLIRContext *context) {
  auto exists = [&](const Twine &name) {
    return RegisteredOperationName::lookup(name.str(), context).has_value();
  };
  switch (row.support) {
  case S::Same:
    return success(exists("tile." + row.name));
  case S::Renamed:
    return success(exists("tt." + row.becomes));
  case S::Rewritten:
    return success(exists("tt." + row.name));
  case S::Rejected:
    return success(!exists("tile." + row.name) && !exists("tt." + row.name));
  }
  llvm_unreachable("all cases are handled");
}

LogicalResult tile::printTTIROperations(raw_ostream &os, MLIRContext *context) {
  os << "<!-- Printed by tile-translate --ttir-operations; do not edit -->\n\n"
        "# Operations of Triton's TTIR\n\n"
        "What `tile-import-ttir` makes of each operation of the dialect `tt` "
        "of "
     << kTritonVersions
     << ": an operation of "
        "the tile dialect with the same name (accepted), other operations "
        "(rewritten), or an error. [ttir.md](../ttir.md) has the rest.\n\n"
        "| operation | | |\n|---|---|---|\n";
  for (const TTIROperation &row : kOperations) {
    if (failed(verifyRow(row, context)))
      return emitError(UnknownLoc::get(context))
             << "the table of operations is wrong about '" << row.name << "'";
    os << "| `" << row.name << "` | " << getWord(row.support) << " | ";
    if (!row.until.empty())
      os << "Triton " << row.until << " and before; ";
    if (!row.becomes.empty())
      os << "an older name of `" << row.becomes << "`";
    os << row.note << " |\n";
  }
  return success();
}
