//===- TensorShape.cpp - Kinds, types and sizes of tcgen05.mma -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/PTX/TensorShape.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir::tile::ptx;
using llvm::StringRef;

StringRef mlir::tile::ptx::getTensorGroup(const Instruction &instruction) {
  if (instruction.opcode != "tcgen05")
    return "";
  auto word = llvm::find_if(instruction.modifiers, [](StringRef modifier) {
    return modifier.starts_with("cta_group::");
  });
  return word == instruction.modifiers.end() ? StringRef() : StringRef(*word);
}

unsigned mlir::tile::ptx::getElementBits(TensorElement element) {
  switch (element) {
  case TensorElement::F16:
  case TensorElement::BF16:
    return 16;
  case TensorElement::TF32:
    return 32;
  case TensorElement::E2M3:
  case TensorElement::E3M2:
    return 6;
  case TensorElement::E2M1:
    return 4;
  default:
    return 8;
  }
}

const char *mlir::tile::ptx::getElementName(TensorElement element) {
  constexpr const char *names[] = {"f16",  "bf16", "tf32", "e4m3", "e5m2",
                                   "e2m3", "e3m2", "e2m1", "u8",   "s8"};
  return names[unsigned(element)];
}

/// The type of a code of 3 bits; false if the kind has none.
static bool readType(TensorKind kind, unsigned code, TensorElement &element) {
  using E = TensorElement;
  switch (kind) {
  case TensorKind::F16:
    element = code == 0 ? E::F16 : E::BF16;
    return code <= 1;
  case TensorKind::TF32:
    element = E::TF32;
    return code == 2;
  case TensorKind::I8:
    element = code == 0 ? E::U8 : E::S8;
    return code <= 1;
  case TensorKind::MXF4:
  case TensorKind::MXF4NVF4:
    element = E::E2M1;
    return code == 1;
  case TensorKind::F8F6F4:
  case TensorKind::MXF8F6F4:
    element = code == 0   ? E::E4M3
              : code == 1 ? E::E5M2
              : code == 3 ? E::E2M3
              : code == 4 ? E::E3M2
                          : E::E2M1;
    return code <= 1 || (code >= 3 && code <= 5);
  }
  return false;
}

/// "M 64 or 128", if M or N are not what the form has.
static std::string checkSizes(const TensorForm &form,
                              const TensorShape &shape) {
  auto isStep = [&](unsigned step, unsigned least) {
    return shape.n % step == 0 && shape.n >= least && shape.n <= 256;
  };
  std::string found = ", found M " + std::to_string(shape.m) + " and N " +
                      std::to_string(shape.n);
  if (form.isWeightStationary) {
    if ((shape.m == 32 || shape.m == 64 || shape.m == 128) &&
        (shape.n == 64 || shape.n == 128 || shape.n == 256))
      return "";
    return "M 32, 64 or 128 and N 64, 128 or 256" + found;
  }
  bool isInteger = form.kind == TensorKind::I8;
  if (form.isPair) {
    unsigned step = isInteger || form.isInTensorMemory ? 32 : 16;
    if ((shape.m == 128 || shape.m == 256) && isStep(step, step))
      return "";
    return "M 128 or 256 and N a multiple of " + std::to_string(step) +
           " up to 256" + found;
  }
  if (form.numScales)
    return shape.m == 128 && isStep(8, 8)
               ? ""
               : "M 128 and N a multiple of 8 up to 256" + found;
  bool isSmall = isInteger && (shape.n == 8 || shape.n == 24);
  if (shape.m == 64 && (isSmall || isStep(isInteger ? 16 : 8, 8)))
    return "";
  if (shape.m == 128 && isStep(16, 16))
    return "";
  return (isInteger ? std::string("M 64 and N 8, 24 or a multiple of 16")
                    : std::string("M 64 and N a multiple of 8")) +
         " up to 256, or M 128 and N a multiple of 16 up to 256" + found;
}

bool mlir::tile::ptx::readTensorShape(uint32_t descriptor,
                                      const TensorForm &form,
                                      TensorShape &shape, std::string &wrong) {
  auto bits = [&](unsigned first, unsigned count) {
    return descriptor >> first & ((1u << count) - 1);
  };
  auto fail = [&](std::string message) {
    wrong = std::move(message);
    return false;
  };
  bool isScaled = form.numScales != 0;
  if (bits(2, 1) != form.isSparse)
    return fail(form.isSparse ? "1 in bit 2, as A is sparse, found 0"
                              : "0 in bit 2, as A is not sparse, found 1");
  shape.isSparse = form.isSparse;
  shape.selector = form.isSparse ? bits(0, 2) : 0;
  if (form.isWeightStationary && bits(30, 2))
    shape.maxShift = 4u << bits(30, 2);
  if (!readType(form.kind, bits(7, 3), shape.a))
    return fail("a type of A of this kind in bits 7 to 9, found " +
                std::to_string(bits(7, 3)));
  if (!readType(form.kind, bits(10, 3), shape.b))
    return fail("a type of B of this kind in bits 10 to 12, found " +
                std::to_string(bits(10, 3)));
  if (form.kind == TensorKind::F16 && shape.a != shape.b)
    return fail("the same type of A and B, found " +
                std::string(getElementName(shape.a)) + " and " +
                getElementName(shape.b));
  shape.n = bits(17, 6) << 3;
  shape.m = bits(24, 5) << 4;
  shape.negatesA = bits(13, 1);
  shape.negatesB = bits(14, 1);
  shape.isTransposedA = bits(15, 1);
  shape.isTransposedB = bits(16, 1);
  shape.saturates = bits(3, 1);
  shape.isInteger = form.kind == TensorKind::I8;
  shape.isPacked =
      form.kind == TensorKind::MXF4 || form.kind == TensorKind::MXF4NVF4;
  if (isScaled) {
    shape.scaleB = bits(4, 2);
    shape.scaleA = bits(29, 2);
    shape.hasUE8M0 = bits(23, 1);
    if (shape.scaleA % form.numScales || shape.scaleB % form.numScales)
      return fail("the scales of an instruction to begin at a multiple of " +
                  std::to_string(form.numScales) + ", found " +
                  std::to_string(shape.scaleA) + " of A and " +
                  std::to_string(shape.scaleB) + " of B");
    if (!shape.hasUE8M0 && form.kind != TensorKind::MXF4NVF4)
      return fail("scales of ue8m0, 1 in bit 23, found 0");
    if (!shape.hasUE8M0 && form.numScales != 4)
      return fail("scales of ue8m0, 1 in bit 23, for blocks of 32, found 0");
    if (shape.isPacked && bits(31, 1))
      return fail("0 in bit 31, K of 64, as only sm_103a has K of 96, found 1");
  } else {
    unsigned type = bits(4, 2);
    bool isRight = shape.isInteger ? type == 2
                   : type == 0     ? form.kind == TensorKind::F8F6F4 ||
                                         shape.a == TensorElement::F16
                                   : type == 1;
    if (form.kind == TensorKind::TF32)
      isRight = type == 1;
    if (!isRight)
      return fail("a type of D that goes with this kind and " +
                  std::string(getElementName(shape.a)) +
                  " in bits 4 and 5, found " + std::to_string(type));
    shape.isHalf = type == 0;
  }
  if (shape.saturates && !shape.isInteger)
    return fail("0 in bit 3, as only integers saturate, found 1");
  if (shape.isInteger && (shape.negatesA || shape.negatesB))
    return fail("0 in bits 13 and 14, as integers are not negated, found 1");
  for (bool isA : {true, false}) {
    unsigned bits = getElementBits(isA ? shape.a : shape.b);
    if ((isA ? shape.isTransposedA : shape.isTransposedB) &&
        (bits < 8 || shape.isPacked))
      return fail("a K-major matrix of " +
                  std::string(getElementName(isA ? shape.a : shape.b)) + ", " +
                  (isA ? "0 in bit 15" : "0 in bit 16") + ", found 1");
  }
  if (form.isInTensorMemory && shape.isTransposedA)
    return fail("a K-major A in tensor memory, 0 in bit 15, found 1");
  bool hasSelector =
      form.kind == TensorKind::F16 || form.kind == TensorKind::TF32;
  if (shape.selector && !hasSelector)
    return fail("0 in bits 0 and 1, as this kind has no sparsity selector, "
                "found " +
                std::to_string(shape.selector));
  wrong = checkSizes(form, shape);
  return wrong.empty();
}

bool mlir::tile::ptx::readTensorForm(const InstructionMatch &match,
                                     TensorForm &form) {
  form.isPair = match.has("cta_group::2");
  form.isWeightStationary = match.has("ws");
  form.isSparse = match.has("sp");
  struct Row {
    const char *word;
    TensorKind kind;
    unsigned numScales;
  };
  constexpr Row rows[] = {{"kind::f16", TensorKind::F16, 0},
                          {"kind::tf32", TensorKind::TF32, 0},
                          {"kind::f8f6f4", TensorKind::F8F6F4, 0},
                          {"kind::i8", TensorKind::I8, 0},
                          {"kind::mxf8f6f4", TensorKind::MXF8F6F4, 1},
                          {"kind::mxf4", TensorKind::MXF4, 2},
                          {"kind::mxf4nvf4", TensorKind::MXF4NVF4, 2}};
  for (const Row &row : rows)
    if (match.has(row.word)) {
      form.kind = row.kind;
      form.numScales = row.numScales;
      if (match.has("scale_vec::4X") || match.has("block16"))
        form.numScales = 4;
      return true;
    }
  return false;
}
