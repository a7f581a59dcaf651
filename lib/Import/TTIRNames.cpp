//===- TTIRNames.cpp - The vocabulary of TTIR ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TTIRNames.h"

#include "tile/Import/TTIROperations.h"
#include "tile/Support/NearestNames.h"

#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace mlir::tile;

/// The row of the table for `tt.x`; null for all other names.
static const TTIROperation *findRow(StringRef name) {
  return name.consume_front("tt.") ? findTTIROperation(name) : nullptr;
}

std::optional<RegisteredOperationName>
tile::getTileOperation(StringRef ttName, MLIRContext *context) {
  const TTIROperation *row = findRow(ttName);
  if (!row)
    return std::nullopt;
  switch (row->support) {
  case TTIRSupport::Same:
    return RegisteredOperationName::lookup(("tile." + row->name).str(),
                                           context);
  case TTIRSupport::Renamed:
    return RegisteredOperationName::lookup(("tt." + row->becomes).str(),
                                           context);
  case TTIRSupport::Rewritten:
  case TTIRSupport::Rejected:
    break;
  }
  return std::nullopt;
}

bool tile::isBodyTerminator(StringRef name) {
  return name == "tt.reduce.return" || name == "tt.scan.return" ||
         name == "tt.map_elementwise.return";
}

bool tile::isTritonOperation(StringRef name) { return findRow(name); }

std::string tile::explainUnsupported(StringRef name) {
  if (name.starts_with("ttg.") || name.starts_with("ttng."))
    return ("'" + name +
            "' of TTGIR, the stage after TTIR, is not supported yet")
        .str();
  if (!name.starts_with("tt.") || isTritonOperation(name))
    return ("'" + name + "' is not supported yet").str();
  NearestNames nearest(name.substr(strlen("tt.")), kLettersPerChange);
  for (const TTIROperation &row : getTTIROperations())
    nearest.add(row.name);
  std::string hint;
  if (!nearest.get().empty())
    hint = ("; did you mean 'tt." + nearest.get()[0] + "'").str();
  return ("expected an operation of " + kTritonVersions + ", found '" + name +
          "'" + hint)
      .str();
}

AttributeFate tile::getAttributeFate(StringRef name) {
  using Fate = AttributeFate;
  return llvm::StringSwitch<Fate>(name)
      .Cases({"tt.divisibility", "tt.contiguity", "tt.constancy",
              "tt.num_stages", "tt.flatten"},
             Fate::Rename)
      .Cases({"tt.warp_specialize", "tt.disallow_acc_multi_buffer"},
             Fate::KeepOnLoop)
      .Case("tt.loop_unroll_factor", Fate::Unroll)
      .Cases({"tt.latency", "tt.self_latency", "tt.loop_schedule",
              "tt.scheduled_max_stage"},
             Fate::Drop)
      // For AMD's buffer instructions, and for later stages.
      .Cases({"tt.pointer_range", "tt.desired_encoding", "tt.pointee_type"},
             Fate::Drop)
      .Case("tt.nv_tma_desc", Fate::Reject)
      .Default(Fate::Unknown);
}
