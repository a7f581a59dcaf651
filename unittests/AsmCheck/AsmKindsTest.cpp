//===- AsmKindsTest.cpp - Kinds of registers and constants in an asm ------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which registers, constants and variables may stand where an instruction takes
// bits, as ptxas 13.0 takes and rejects them.
//
//===----------------------------------------------------------------------===//

#include "AsmTest.h"

#include "llvm/ADT/Twine.h"

using namespace mlir::tile::ptx;
using llvm::StringRef;
using llvm::Twine;

namespace {

/// Registers of the body for all that follows.
constexpr llvm::StringLiteral kRegisters =
    ".reg .b16 %h<8>; .reg .b32 %r<16>; .reg .b64 %rd<8>; .reg .f32 %f<16>; "
    ".reg .f64 %fd<4>; .reg .pred %p<4>; .reg .u32 %u<8>; .reg .f16x2 %x<8>; "
    ".reg .b128 %q<2>; .shared .align 16 .b8 sv[64]; .local .b32 lv; "
    ".const .b32 cv; .global .align 16 .b8 gv[64]; ";

/// The first error of an instruction, or "".
std::string check(StringRef text, StringRef target = "sm_90a") {
  ParseResult<AsmBody> body = parseAsmBody((Twine(kRegisters) + text).str());
  if (!body)
    return body.errors.front().message;
  for (const Finding &finding :
       test::analyze(body.value, "", {/*isPure=*/false, target, 90}))
    if (finding.severity == Severity::Error &&
        finding.name != "register-uninitialized")
      return finding.message;
  return "";
}

bool isRight(StringRef text, StringRef target = "sm_90a") {
  return check(text, target).empty();
}

/// The first error begins with that.
testing::AssertionResult starts(const std::string &message, StringRef prefix) {
  return !prefix.empty() && StringRef(message).starts_with(prefix)
             ? testing::AssertionSuccess()
             : testing::AssertionFailure() << "found: '" << message << "'";
}

//===----------------------------------------------------------------------===//
// Scalars
//===----------------------------------------------------------------------===//

TEST(AsmKinds, CountsMasksAndPoliciesAreNoFloats) {
  EXPECT_TRUE(isRight("mbarrier.init.shared.b64 [%r0], %r1;"));
  EXPECT_EQ(check("mbarrier.init.shared.b64 [%r0], %f1;"),
            "expected a register for '.b32', found one of type '.f32' as "
            "operand 2 of 'mbarrier.init.shared.b64'");
  EXPECT_TRUE(starts(check("bar.sync %f1;"), "expected a register for '.b32'"));
  EXPECT_TRUE(starts(check("ld.global.L2::cache_hint.b32 %r0, [%rd0], %fd1;"),
                     "expected a register for '.b64'"));
  EXPECT_TRUE(starts(check("shl.b32 %r0, %r1, %f1;"),
                     "expected a register for '.b32'"));
  EXPECT_TRUE(
      starts(check("popc.b32 %f0, %r1;"), "expected a register for '.b32'"));
}

TEST(AsmKinds, DataAndMetadataMayBeFloats) {
  EXPECT_TRUE(isRight("shl.b32 %f0, %f1, %r1;"));
  EXPECT_TRUE(isRight("prmt.b32 %r0, %r1, %r2, %f1;"));
  EXPECT_TRUE(isRight("shfl.sync.idx.b32 %f0, %f1, %f2, %f3, %r1;"));
  EXPECT_TRUE(isRight("mma.sp.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 "
                      "{%r0, %r1}, {%r2, %r3}, {%r4, %r5}, {%r6, %r7}, %f1, "
                      "0;"));
}

// LLVM declares the registers of the class f as .b32.
TEST(AsmKinds, OperandsOfTheAsmHaveNoKind) {
  EXPECT_EQ(test::messages("bar.sync $0;", "f"), "");
  EXPECT_EQ(
      test::messages(".reg .u32 a; mov.u32 a, 1; mov.b64 $0, {a, $1};", "=l,f"),
      "");
}

TEST(AsmKinds, StochasticRoundingTakesNoConstantBits) {
  EXPECT_TRUE(isRight("cvt.rs.f16x2.f32 %r0, %f1, %f2, %r3;", "sm_100a"));
  EXPECT_EQ(check("cvt.rs.f16x2.f32 %r0, %f1, %f2, 63U;", "sm_100a"),
            "expected a register for '.b32', found an integer as operand 4 of "
            "'cvt.rs.f16x2.f32'");
  EXPECT_TRUE(starts(check("cvt.rs.satfinite.e4m3x4.f32 %r0, {%f1, %f2, %f3, "
                           "%f4}, 5;",
                           "sm_100a"),
                     "expected a register for '.b32', found an integer"));
  EXPECT_TRUE(
      starts(check("cvt.rs.f16x2.f32 %r0, %f1, %f2, WARP_SZ;", "sm_100a"),
             "expected a register for '.b32', found an integer"));
  EXPECT_TRUE(starts(check("cvt.rs.bf16x2.f32 %r0, %f1, %f2, %f3;", "sm_100a"),
                     "expected a register for '.b32', found one of type"));
  EXPECT_TRUE(isRight("cvt.pack.sat.u8.s32.b32 %r0, %r1, %r2, 1;"));
}

TEST(AsmKinds, FlushedResultOf64BitsIsNotIn128) {
  EXPECT_TRUE(isRight("cvt.f64.f32 %q0, %f1;"));
  EXPECT_TRUE(isRight("cvt.ftz.f32.f32 %q0, %f1;"));
  EXPECT_TRUE(isRight("cvt.ftz.f64.f32 %fd0, %f1;"));
  EXPECT_EQ(check("cvt.ftz.f64.f32 %q0, %f1;"),
            "expected a register of at most 64 bits for a result of '.ftz', "
            "found one of type '.b128' as operand 1 of 'cvt.ftz.f64.f32'");
  EXPECT_FALSE(isRight("cvt.rn.ftz.f32.f64 %q0, %fd1;"));
  EXPECT_FALSE(isRight("cvt.rni.ftz.s64.f32 %q0, %f1;"));
}

TEST(AsmKinds, CopyTakesASizeOrAPredicate) {
  constexpr llvm::StringLiteral kCopy =
      "cp.async.ca.shared.global [%r0], [%rd0], 16, ";
  for (StringRef last : {"8;", "%r1;", "%p0;", "!%p0;"})
    EXPECT_TRUE(isRight((kCopy + last).str())) << last.str();
  for (StringRef last : {"17;", "%f0;", "%h0;", "%rd1;", "0f00000000;"})
    EXPECT_FALSE(isRight((kCopy + last).str())) << last.str();
  EXPECT_TRUE(isRight("cp.async.cg.shared.global.L2::cache_hint [%r0], [%rd0], "
                      "16, !%p0, %rd1;"));
  EXPECT_FALSE(isRight("cp.async.cg.shared.global.L2::cache_hint [%r0], "
                       "[%rd0], 16, %p0;"));
}

//===----------------------------------------------------------------------===//
// Vectors
//===----------------------------------------------------------------------===//

TEST(AsmKinds, NeighboursInAVectorHaveOneKind) {
  EXPECT_TRUE(isRight("sust.p.2d.v2.b32.trap [%rd0, {%r0, %r1}], {%r2, %f1};"));
  EXPECT_TRUE(isRight("sust.p.2d.v4.b32.trap [%rd0, {%r0, %r1}], {1, %r2, %f1, "
                      "0f3F800000};"));
  EXPECT_EQ(check("sust.p.2d.v2.b32.trap [%rd0, {%r0, %r1}], {0f00000000, "
                  "127};"),
            "expected neighbouring elements of one kind, found an f32 constant "
            "and an integer as operand 2 of 'sust.p.2d.v2.b32.trap'");
  EXPECT_EQ(check("mov.b64 %rd0, {%f1, %u1};"),
            "expected neighbouring elements of one kind, found '%f1' of type "
            "'.f32' and '%u1' of type '.u32' as operand 2 of 'mov.b64'");
  EXPECT_FALSE(isRight("mov.b64 {%f1, %u1}, %rd0;"));
  EXPECT_FALSE(isRight("st.global.v2.b32 [%rd0], {%x0, 3};"));
  EXPECT_FALSE(isRight("ld.global.v4.b32 {%u0, _, %f1, %r0}, [%rd0];"));
  EXPECT_FALSE(isRight(".reg .f16 a; mov.b32 %r0, {a, 3U};"));
}

TEST(AsmKinds, ConstantsOfTwoWidthsAreNoNeighbours) {
  constexpr llvm::StringLiteral kProduct =
      "mma.sync.aligned.m16n8k4.row.col.f32.tf32.tf32.f32 {%f0, %f1, %f2, "
      "%f3}, {%r1, %r2}, {%r3}, ";
  EXPECT_TRUE(
      isRight((kProduct + "{%f1, %f2, %f3, 0d3FF0000000000000};").str()));
  EXPECT_TRUE(starts(check((kProduct + "{0f3F800000, 0d3FF0000000000000, %f2, "
                                       "%f3};")
                               .str()),
                     "expected neighbouring elements of one kind, found an f32 "
                     "constant and an f64 constant"));
}

TEST(AsmKinds, FragmentsAreDeclaredAsTheirMatrix) {
  constexpr llvm::StringLiteral kHalf =
      "mma.sync.aligned.m16n8k8.row.col.f16.f16.f16.f16 {%r0, %r1}, {%r2, "
      "%r3}, {%r4}, ";
  EXPECT_TRUE(isRight((kHalf + "{%x0, %x1};").str()));
  EXPECT_TRUE(isRight((kHalf + "{%u0, %r1};").str()));
  EXPECT_EQ(check((kHalf + "{%u0, %u1};").str()),
            "expected a register declared as '.b32' or '.f16x2' in a fragment "
            "of '.f16', found '%u0' of type '.u32' as operand 4 of "
            "'mma.sync.aligned.m16n8k8.row.col.f16.f16.f16.f16'");
  constexpr llvm::StringLiteral kInteger =
      "mma.sync.aligned.m8n8k16.row.col.s32.s8.s8.s32 {%r0, %r1}, ";
  EXPECT_TRUE(isRight((kInteger + "{%u1}, {%r2}, {%u2, %u3};").str()));
  EXPECT_FALSE(isRight((kInteger + "{%f1}, {%r2}, {%u2, %u3};").str()));
  EXPECT_FALSE(isRight((kInteger + "{%r1}, {%r2}, {%f2, %f3};").str()));
  EXPECT_FALSE(isRight("wmma.load.a.sync.aligned.row.m16n16k16.global.bf16 "
                       "{%x0, %x1, %x2, %x3}, [%rd0];"));
}

TEST(AsmKinds, SumsOfWgmmaAreNoSinks) {
  EXPECT_FALSE(isRight("wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 "
                       "{%f0, _, %f2, %f3}, %rd0, %rd1, 1, 1, 1, 0, 0;"));
  EXPECT_TRUE(starts(
      check("wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%f0, _, %f2, "
            "%f3}, %rd0, %rd1, %p0, 1, 1, 0, 0;"),
      "expected a register, found '_' as operand 1"));
}

TEST(AsmKinds, SourcesOfMovAreNoSinks) {
  EXPECT_TRUE(isRight("mov.b64 {%r0, _}, %rd0;"));
  EXPECT_FALSE(isRight("mov.b64 %rd0, {%r0, _};"));
}

TEST(AsmKinds, FetchForAPredicateAloneIsNone) {
  EXPECT_TRUE(isRight("tex.2d.v4.f32.f32 {%f0, _, _, _}|%p0, [%rd0, {%f1, "
                      "%f2}];"));
  EXPECT_FALSE(isRight("tex.2d.v4.f32.f32 _|%p0, [%rd0, {%f1, %f2}];"));
}

//===----------------------------------------------------------------------===//
// Addresses
//===----------------------------------------------------------------------===//

TEST(AsmKinds, BarriersOfACopyAreShared) {
  constexpr llvm::StringLiteral kCopy =
      "cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes [sv], "
      "[%rd0], 16, ";
  EXPECT_TRUE(isRight((kCopy + "[sv];").str()));
  EXPECT_EQ(check((kCopy + "[gv];").str()),
            "expected a variable in .shared, found 'gv' in .global as operand "
            "4 of 'cp.async.bulk.shared::cta.global.mbarrier::complete_tx::"
            "bytes'");
  EXPECT_TRUE(isRight("mbarrier.inval.b64 [sv];"));
  EXPECT_FALSE(isRight("mbarrier.inval.b64 [gv];"));
  EXPECT_FALSE(isRight("st.async.shared::cluster.mbarrier::complete_tx::bytes."
                       "b32 [lv], %r1, [%rd0];"));
}

TEST(AsmKinds, AddressesWithoutAStateSpaceReachNoConstants) {
  EXPECT_TRUE(isRight("ldmatrix.sync.aligned.m8n8.x1.b16 {%r0}, [sv];"));
  EXPECT_TRUE(starts(check("ldmatrix.sync.aligned.m8n8.x1.b16 {%r0}, [cv];"),
                     "expected a variable that an address without a state "
                     "space reaches, found 'cv' in .const"));
  EXPECT_FALSE(isRight("wmma.load.a.sync.aligned.row.m16n16k16.u8 {%r0, %r1}, "
                       "[cv];"));
}

TEST(AsmKinds, ElementsOfArraysAreLoadedAndStored) {
  EXPECT_TRUE(isRight("ld.shared.b8 %h0, sv[1];"));
  EXPECT_EQ(check("red.shared.add.u32 sv[1], %r0;"),
            "expected an address in brackets, found an element of an array as "
            "operand 1 of 'red.shared.add.u32'");
}

TEST(AsmKinds, AddressesThatAreNotOfVariables) {
  EXPECT_TRUE(starts(check("prefetchu.L1 [sv];"),
                     "expected a register in an address of 'prefetchu', found "
                     "the variable 'sv'"));
  EXPECT_TRUE(starts(check("atom.add.u32 %r0, [lv], 1;"),
                     "expected a variable in .global or .shared, found 'lv' in "
                     ".local"));
}

TEST(AsmKinds, CoordinatesAreRegistersAlone) {
  constexpr llvm::StringLiteral kFetch =
      "cp.async.bulk.prefetch.tensor.2d.L2.global.tile ";
  EXPECT_TRUE(isRight((kFetch + "[%rd0, {%r0, 5}];").str()));
  EXPECT_FALSE(isRight((kFetch + "[%rd0, {%r0, sv}];").str()));
  EXPECT_FALSE(isRight((kFetch + "[%rd0, {%r0+4, %r1}];").str()));
  EXPECT_EQ(check((kFetch + "[%rd0+4, {%r0, %r1}];").str()),
            "expected the address of a tensor alone, found a sum as operand 1 "
            "of 'cp.async.bulk.prefetch.tensor.2d.L2.global.tile'");
  EXPECT_TRUE(starts(check("sured.p.min.1d.b64.zero [%rd0, WARP_SZ], %rd1;"),
                     "expected a register or braces around a coordinate, found "
                     "a constant"));
}

TEST(AsmKinds, OffsetsOfAnImageAreOnePerDimension) {
  constexpr llvm::StringLiteral kFetch =
      "cp.async.bulk.prefetch.tensor.4d.L2.global.im2col [%rd0, {%r0, %r1, "
      "%r2, %r3}], ";
  EXPECT_TRUE(isRight((kFetch + "{%h0, %h1};").str()));
  EXPECT_TRUE(starts(check((kFetch + "{%h0};").str()),
                     "expected a vector of 2 offsets, found one of 1"));
}

//===----------------------------------------------------------------------===//
// Words
//===----------------------------------------------------------------------===//

TEST(AsmKinds, WordsOfANameStandFirst) {
  EXPECT_TRUE(isRight("madc.hi.u32.cc %r0, %r1, %r2, %r3;"));
  EXPECT_FALSE(isRight("madc.u32.cc.hi %r0, %r1, %r2, %r3;"));
  EXPECT_FALSE(isRight("madc.cc.hi.u32 %r0, %r1, %r2, %r3;"));
  EXPECT_FALSE(isRight("mad24.u32.hi %r0, %r1, %r2, %r3;"));
  EXPECT_TRUE(isRight("membar.proxy.alias;"));
  EXPECT_FALSE(isRight("membar.alias.proxy;"));
  EXPECT_TRUE(isRight("wmma.load.b.aligned.sync.col.m8n8k32.global.s4 {%r0}, "
                      "[%rd0], 32;"));
  EXPECT_FALSE(isRight("wmma.load.global.sync.aligned.col.m8n8k32.b.s4 {%r0}, "
                       "[%rd0], 32;"));
}

} // namespace
