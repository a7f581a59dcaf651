//===- Links.cpp - The linker of the simulated driver ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Links PTX, which is the code of the simulator: what cuLinkComplete gives is a
// text that a module can be loaded of.
//
//===----------------------------------------------------------------------===//

#include "State.h"

#include "tile/PTX/Linker.h"
#include "tile/PTX/Parser.h"
#include "tile/PTX/Printer.h"

using namespace mlir::tile;
using namespace mlir::tile::cuda;

namespace mlir::tile::cuda {

struct LinkStateObject {
  std::vector<ptx::LinkInput> inputs;
  /// The result, which lives as long as this object.
  std::string text;
  /// The caller's options, which it keeps until the end: where messages go.
  std::vector<JITOption> options;
  std::vector<void *> values;
};

} // namespace mlir::tile::cuda

static Result fail(const LinkStateObject &state,
                   llvm::ArrayRef<ptx::Diagnostic> errors) {
  std::string text;
  for (const ptx::Diagnostic &error : errors)
    text += "PTX " + std::to_string(error.location.line) + ":" +
            std::to_string(error.location.column) + ": " + error.message + "\n";
  reportErrors(text, state.options.size(), state.options.data(),
               state.values.data());
  return Result::InvalidPTX;
}

TILE_CUDA_API cuLinkCreate_v2(unsigned numOptions, JITOption *options,
                              void **values, LinkState *state) {
  Context context;
  if (Result result = getCurrent(context); result != Result::Success)
    return result;
  if (!state || (numOptions && (!options || !values)))
    return Result::InvalidValue;
  auto made = std::make_unique<LinkStateObject>();
  made->options.assign(options, options + numOptions);
  made->values.assign(values, values + numOptions);
  *state = made.release();
  State::get().add(*state);
  return Result::Success;
}

TILE_CUDA_API cuLinkAddData_v2(LinkState state, JITInput kind, void *data,
                               size_t size, const char *name, unsigned,
                               JITOption *, void **) {
  if (!State::get().isLive(state))
    return Result::InvalidHandle;
  if (!data)
    return Result::InvalidValue;
  std::string text, errors;
  if (kind == JITInput::PTX)
    text = llvm::StringRef(static_cast<const char *>(data), size)
               .take_until([](char c) { return c == '\0'; })
               .str();
  else if (Result result = findText(data, text, errors);
           result != Result::Success) {
    reportErrors(errors, state->options.size(), state->options.data(),
                 state->values.data());
    return result;
  }
  ptx::ParseResult<ptx::Module> parsed = ptx::parseModule(text);
  if (!parsed)
    return fail(*state, parsed.errors);
  state->inputs.push_back({name ? name : "", std::move(parsed.value)});
  return Result::Success;
}

TILE_CUDA_API cuLinkComplete(LinkState state, void **result, size_t *size) {
  if (!State::get().isLive(state))
    return Result::InvalidHandle;
  if (!result)
    return Result::InvalidValue;
  std::vector<ptx::Diagnostic> errors;
  std::optional<ptx::Module> linked = ptx::linkModules(state->inputs, errors);
  if (!linked)
    return fail(*state, errors);
  state->text = ptx::toString(*linked);
  *result = state->text.data();
  if (size)
    *size = state->text.size() + 1;
  return Result::Success;
}

TILE_CUDA_API cuLinkDestroy(LinkState state) {
  if (!State::get().remove(state))
    return Result::InvalidHandle;
  delete state;
  return Result::Success;
}
