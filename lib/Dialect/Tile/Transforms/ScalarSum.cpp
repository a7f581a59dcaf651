//===- ScalarSum.cpp - Sums of products of scalars ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScalarSum.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::tile;

/// Removes `value` once; false if it is not there.
static bool removeOne(SmallVectorImpl<Value> &values, Value value) {
  auto it = llvm::find(values, value);
  if (it == values.end())
    return false;
  values.erase(it);
  return true;
}

bool ScalarTerm::hasSameValues(const ScalarTerm &other) const {
  if (values.size() != other.values.size())
    return false;
  SmallVector<Value, 2> left = values;
  return llvm::all_of(other.values,
                      [&](Value value) { return removeOne(left, value); });
}

std::optional<ScalarTerm>
ScalarTerm::divideBy(const ScalarTerm &divisor) const {
  ScalarTerm quotient = *this;
  if (divisor.factor == 0 || factor % divisor.factor != 0)
    return std::nullopt;
  quotient.factor /= divisor.factor;
  for (Value value : divisor.values)
    if (!removeOne(quotient.values, value))
      return std::nullopt;
  return quotient;
}

ScalarSum ScalarSum::constant(int64_t value) {
  // Of the least number there is no absolute value.
  return of({value, {}, std::max(value, value < -INT64_MAX ? 1 : -value)});
}

ScalarSum ScalarSum::of(Value value) { return of({1, {value}}); }

ScalarSum ScalarSum::of(ScalarTerm term) {
  ScalarSum sum;
  sum.add(std::move(term));
  return sum;
}

void ScalarSum::add(ScalarTerm term) {
  auto it = llvm::find_if(terms, [&](const ScalarTerm &other) {
    return other.hasSameValues(term);
  });
  if (it == terms.end()) {
    if (term.factor != 0)
      terms.push_back(std::move(term));
    return;
  }
  if (llvm::AddOverflow(it->factor, term.factor, it->factor))
    exact = false;
  it->narrow = std::max(it->narrow, term.narrow);
  if (it->factor == 0)
    terms.erase(it);
}

std::optional<int64_t> ScalarSum::getConstant() const {
  if (!exact || terms.size() > 1)
    return std::nullopt;
  if (terms.empty())
    return 0;
  return terms[0].values.empty() ? std::optional(terms[0].factor)
                                 : std::nullopt;
}

bool ScalarSum::uses(Value value) const {
  return llvm::any_of(terms, [&](const ScalarTerm &term) {
    return llvm::is_contained(term.values, value);
  });
}

ScalarSum ScalarSum::operator+(const ScalarSum &other) const {
  ScalarSum sum = *this;
  sum.exact &= other.exact;
  for (const ScalarTerm &term : other.terms)
    sum.add(term);
  return sum;
}

ScalarSum ScalarSum::operator-(const ScalarSum &other) const {
  return *this + other * constant(-1);
}

ScalarSum ScalarSum::operator*(const ScalarSum &other) const {
  ScalarSum product;
  product.exact = exact && other.exact;
  for (const ScalarTerm &a : terms)
    for (const ScalarTerm &b : other.terms) {
      ScalarTerm term;
      if (llvm::MulOverflow(a.factor, b.factor, term.factor))
        product.exact = false;
      term.values = a.values;
      llvm::append_range(term.values, b.values);
      if (llvm::MulOverflow(a.narrow, b.narrow, term.narrow))
        product.exact = false;
      product.add(std::move(term));
    }
  return product;
}

std::optional<ScalarSum> ScalarSum::divideBy(int64_t divisor) const {
  ScalarSum quotient;
  quotient.exact = exact;
  for (const ScalarTerm &term : terms) {
    auto part = term.divideBy({divisor, {}});
    if (!part)
      return std::nullopt;
    quotient.add(std::move(*part));
  }
  return quotient;
}

ScalarSum ScalarSum::widenConstants() const {
  ScalarSum sum = *this;
  for (ScalarTerm &term : sum.terms)
    if (term.values.empty())
      term.narrow = 1;
  return sum;
}

Value ScalarSum::emit(OpBuilder &builder, Location loc) const {
  Type i32 = builder.getI32Type();
  auto constant = [&](int64_t value) -> Value {
    return arith::ConstantOp::create(
        builder, loc, builder.getI32IntegerAttr(static_cast<int32_t>(value)));
  };
  auto resize = [&](Value value) -> Value {
    unsigned width = value.getType().getIntOrFloatBitWidth();
    if (width > 32)
      return arith::TruncIOp::create(builder, loc, i32, value);
    if (width < 32)
      return arith::ExtSIOp::create(builder, loc, i32, value);
    return value;
  };
  Value sum;
  for (const ScalarTerm &term : terms) {
    Value product;
    for (Value value : term.values) {
      Value factor = resize(value);
      product = product ? arith::MulIOp::create(builder, loc, product, factor)
                        : factor;
    }
    if (!product)
      product = constant(term.factor);
    else if (term.factor != 1)
      product =
          arith::MulIOp::create(builder, loc, product, constant(term.factor));
    sum = sum ? arith::AddIOp::create(builder, loc, sum, product) : product;
  }
  return sum ? sum : constant(0);
}
