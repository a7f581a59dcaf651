//===- ControlDecoders.cpp - Branches, calls, exits -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// PTX ISA 9.0, 9.7.12 "Control Flow Instructions" and 9.7.19 "Miscellaneous
// Instructions".
//
//===----------------------------------------------------------------------===//

#include "Builtins.h"
#include "Decoder.h"
#include "Lanes.h"

using namespace mlir::tile;
using namespace mlir::tile::sim;
using llvm::StringRef;

static void decodeBranch(Decoder &d) {
  const ptx::Operand &label = d.operand(0);
  d.inst.control = Control::Branch;
  d.function.branchTo(label.name);
  d.emit(nullptr);
}

static void decodeIndexedBranch(Decoder &d) {
  d.inst.a = d.read(0, "b32");
  auto *targets =
      const_cast<IndexedTargets *>(d.program().keep(IndexedTargets()));
  d.inst.data = targets;
  d.inst.control = Control::IndexedBranch;
  d.function.branchToList(d.operand(1).name, targets);
  d.emit(nullptr);
}

static void decodeReturn(Decoder &d) {
  d.inst.control = Control::Return;
  d.emit(nullptr);
}

static void decodeExit(Decoder &d) {
  d.inst.control = Control::Exit;
  d.emit(nullptr);
}

/// The value that an argument of a call is, or where a result goes.
static CallInfo::Value getValue(Decoder &d, const ptx::Operand &operand,
                                const FunctionCode::Formal *formal,
                                const ptx::Variable *variable, bool isResult) {
  CallInfo::Value value;
  if (operand.kind == ptx::Operand::Name)
    if (const VariableSlot *slot = d.function.lookupParam(operand.name)) {
      value.isParam = true;
      value.offset = slot->offset;
      value.size = slot->size;
      return value;
    }
  StringRef type = variable ? StringRef(variable->type) : StringRef("b32");
  unsigned bits = 0;
  value.offset = isResult ? d.writeWide(operand, type, bits)
                          : d.readWide(operand, type, bits);
  value.size = std::max(bits / 8, 1u);
  auto &uses = isResult ? d.info.writes : d.info.reads;
  bool isRegister = !uses.empty() && uses.back().offset == value.offset;
  if (isRegister) {
    value.registerIndex = uses.back().index;
    uses.back().isHandled = true;
  }
  if (bits == 1)
    d.fail("a predicate cannot be handed over by a call");
  return value;
}

/// The i-th variable of a list of declarations; each may name several
/// variables.
static const ptx::Variable *
getVariable(const std::vector<ptx::Variable> &variables, size_t i) {
  for (const ptx::Variable &variable : variables) {
    if (i < variable.names.size())
      return &variable;
    i -= std::max<size_t>(variable.names.size(), 1);
  }
  return nullptr;
}

static void decodeCall(Decoder &d) {
  const ptx::Operand *results = nullptr, *arguments = nullptr,
                     *callee = nullptr, *prototype = nullptr;
  for (const ptx::Operand &operand : d.source.operands) {
    if (operand.kind == ptx::Operand::List)
      (callee ? arguments : results) = &operand;
    else if (!callee)
      callee = &operand;
    else
      prototype = &operand;
  }
  if (!callee)
    return d.fail("expected a function to call");
  CallInfo call;
  auto it = d.program().functionsByName.find(callee->name);
  const std::vector<ptx::Variable> *formalResults = nullptr,
                                   *formalParams = nullptr;
  if (it != d.program().functionsByName.end()) {
    const FunctionCode &function = *it->second;
    d.function.function.functionsNamed.insert(&function);
    formalResults = &function.source->results;
    formalParams = &function.source->params;
    if (function.source->body) {
      call.callee = &function;
    } else {
      call.builtin = lookupBuiltin(callee->name);
      if (callee->name == "malloc" && !d.program().memory.makeHeap())
        return d.fail("no memory for the heap of malloc");
      if (!call.builtin) {
        d.inst.data = nullptr;
        return d.emitNotSimulated();
      }
    }
  } else {
    d.inst.a = d.read(*callee, "b64");
    if (prototype)
      if (const ptx::CallPrototype *p =
              d.function.lookupPrototype(prototype->name)) {
        formalResults = &p->results;
        formalParams = &p->params;
      }
  }
  auto collect = [&](const ptx::Operand *list,
                     const std::vector<ptx::Variable> *formals,
                     std::vector<CallInfo::Value> &values, bool isResult) {
    size_t expected = 0;
    if (formals)
      for (const ptx::Variable &variable : *formals)
        expected += std::max<size_t>(variable.names.size(), 1);
    size_t found = list ? list->elements.size() : 0;
    if (formals && expected != found)
      return d.fail("expected " + llvm::Twine(expected) +
                    (isResult ? " results" : " arguments") + " of '" +
                    callee->name + "', found " + llvm::Twine(found));
    for (size_t i = 0; i < found; ++i)
      values.push_back(getValue(d, list->elements[i], nullptr,
                                formals ? getVariable(*formals, i) : nullptr,
                                isResult));
  };
  collect(arguments, formalParams, call.arguments, false);
  collect(results, formalResults, call.results, true);
  d.setData(std::move(call));
  d.info.handlesWrites = d.info.isCall = true;
  d.inst.control = Control::Call;
  d.emit(nullptr);
}

static void runTrap(Warp &w, const Inst &i, uint32_t mask) {
  w.report(ReportKind::Trap, i, __builtin_ctz(mask),
           "the kernel stopped itself");
  w.stopRun();
}

static void decodeTrap(Decoder &d) {
  d.inst.control = Control::Wait;
  d.emit(runTrap);
}

static void runNothing(Warp &, const Inst &, uint32_t) {}

/// Hints, and what has no effect on one kernel that runs alone: pmevent,
/// brkpt, griddepcontrol.
static void decodeNothing(Decoder &d) { d.emit(runNothing); }

static void runNanosleep(Warp &w, const Inst &, uint32_t) { w.yield(); }

static void decodeNanosleep(Decoder &d) {
  d.inst.a = d.read(0, "u32");
  d.inst.control = Control::Wait;
  d.emit(runNanosleep);
}

void mlir::tile::sim::addControlDecoders(DecoderTable &table) {
  auto add = [&](StringRef opcode, DecodeFunction decode) {
    table.add(opcode, decode, InstructionClass::Control);
  };
  add("bra", decodeBranch);
  add("brx", decodeIndexedBranch);
  add("call", decodeCall);
  add("ret", decodeReturn);
  add("exit", decodeExit);
  add("trap", decodeTrap);
  add("brkpt", decodeNothing);
  add("pmevent", decodeNothing);
  add("setmaxnreg", decodeSetRegisters);
  add("griddepcontrol", decodeNothing);
  add("nanosleep", decodeNanosleep);
}
