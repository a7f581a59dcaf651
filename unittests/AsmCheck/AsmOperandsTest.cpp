//===- AsmOperandsTest.cpp - What operands of an inline asm may be --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Textures, surfaces, tensor memory and matrices with scales, as ptxas 13.0
// takes and rejects them.
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
    ".reg .f64 %fd<4>; .reg .pred %p<4>; ";

/// The first error of an instruction, or "".
std::string check(StringRef text, StringRef target = "sm_90a",
                  unsigned version = 90) {
  ParseResult<AsmBody> body = parseAsmBody((Twine(kRegisters) + text).str());
  if (!body)
    return body.errors.front().message;
  for (const Finding &finding :
       test::analyze(body.value, "", {/*isPure=*/false, target, version}))
    if (finding.severity == Severity::Error)
      return finding.message;
  return "";
}

std::string checkOn100(StringRef text) { return check(text, "sm_100a"); }
std::string checkOn120(StringRef text) { return check(text, "sm_120a"); }

//===----------------------------------------------------------------------===//
// Words and constants
//===----------------------------------------------------------------------===//

TEST(AsmOperands, ReduxTakesNoFloatForBits) {
  EXPECT_EQ(check("redux.sync.and.b32 %r0, 7, %r2;"), "");
  EXPECT_EQ(check("redux.sync.and.b32 %r0, 0f3F800000, %r2;"),
            "expected a register for '.b32', found an f32 constant as operand "
            "2 of 'redux.sync.and.b32'");
}

TEST(AsmOperands, BarrierClusterIsFollowedByItsOperation) {
  EXPECT_EQ(check("barrier.cluster.wait.aligned.acquire;"), "");
  EXPECT_EQ(check("barrier.cluster.aligned.wait;"),
            "expected 'barrier.cluster.wait.aligned', found "
            "'barrier.cluster.aligned.wait'");
}

// ptxas finds constants and parameters only where the instruction says so.
TEST(AsmOperands, ConstantsAndParametersNeedAStateSpace) {
  EXPECT_EQ(check(".const .b32 c; ld.const.b32 %r0, [c];"), "");
  EXPECT_EQ(check(".shared .b32 s; ld.b32 %r0, [s];"), "");
  EXPECT_EQ(check(".local .b32 l; st.b32 [l], %r0;"), "");
  EXPECT_EQ(check(".const .b32 c; ld.cs.b32 %r0, [c];"),
            "expected a variable that an address without a state space "
            "reaches, found 'c' in .const as operand 2 of 'ld.cs.b32'");
  EXPECT_EQ(check(".param .b32 p; st.b32 [p], %r0;"),
            "expected a variable that an address without a state space "
            "reaches, found 'p' in .param as operand 1 of 'st.b32'");
  EXPECT_EQ(check(".const .b32 c; prefetch.L1 [c];"),
            "expected a variable that an address without a state space "
            "reaches, found 'c' in .const as operand 1 of 'prefetch.L1'");
  EXPECT_EQ(check(".const .b32 c; red.add.u32 [c+4], 1;"),
            "expected a variable that an address without a state space "
            "reaches, found 'c' in .const as operand 1 of 'red.add.u32'");
}

TEST(AsmOperands, CvtaIsFollowedByTo) {
  EXPECT_EQ(check("cvta.to.global.u64 %rd0, %rd1;"), "");
  EXPECT_EQ(check("cvta.to.u64.shared::cta %rd0, %rd1;"), "");
  EXPECT_EQ(check("cvta.u64.shared %rd0, %rd1;"), "");
  EXPECT_EQ(check("cvta.shared.to.u64 %rd0, %rd1;"),
            "expected 'cvta.to.shared.u64', found 'cvta.shared.to.u64'");
  EXPECT_EQ(check("cvta.u64.to.shared::cta %rd0, %rd1;"),
            "expected 'cvta.to.shared::cta.u64', found "
            "'cvta.u64.to.shared::cta'");
}

TEST(AsmOperands, SinkOfAPairHasNoComponent) {
  EXPECT_EQ(check("elect.sync _|%p0, %r0;"), "");
  EXPECT_EQ(check("elect.sync _.ballot|%p0, %r0;"),
            "expected '_' alone, found more as operand 1 of 'elect.sync'");
}

// ptxas has no discarded result of pairs of halves.
TEST(AsmOperands, FetchOfPairsOfHalvesHasNoSink) {
  EXPECT_EQ(check("tex.2d.v2.f16x2.f32 {%r0, %r1}, [%rd0, {%f0, %f1}];"), "");
  EXPECT_EQ(check("tex.2d.v4.f16.f32 {%h0, _, %h1, _}, [%rd0, {%f0, %f1}];"),
            "");
  EXPECT_EQ(check("tex.2d.v2.f16x2.f32 {%r0, _}, [%rd0, {%f0, %f1}];"),
            "expected a register, found '_' as operand 1 of "
            "'tex.2d.v2.f16x2.f32'");
}

TEST(AsmOperands, StateSpacesOfACopyKeepTheirOrder) {
  EXPECT_EQ(check("cp.async.shared.ca.global [%r0], [%rd0], 16;"), "");
  EXPECT_NE(check("cp.async.ca.global.shared [%rd0], [%r0], 16;"), "");
  EXPECT_EQ(check("cp.async.bulk.bulk_group.global.shared::cta [%rd0], [%r0], "
                  "16;"),
            "");
  EXPECT_NE(check("cp.async.bulk.bulk_group.shared::cta.global [%rd0], [%r0], "
                  "16;"),
            "");
}

//===----------------------------------------------------------------------===//
// Textures and surfaces
//===----------------------------------------------------------------------===//

TEST(AsmTextures, Geometries) {
  for (const char *good :
       {"1d.v4.f32.f32 {%f0, %f1, %f2, %f3}, [%rd0, {%f4}]",
        "1d.v4.f32.s32 {%f0, %f1, %f2, %f3}, [%rd0, %r4]",
        "2d.v4.s32.f32 {%r0, %r1, %r2, _}, [%rd0, {%f4, 1.0}]",
        "3d.v4.f16.f32 {%h0, %h1, %h2, %h3}, [%rd0, {%f4, %f5, %f6, %f7}]",
        "a1d.v4.f32.f32 {%f0, %f1, %f2, %f3}, [%rd0, {%r0, %f5}]",
        "a2d.v2.f16x2.f32 {%r0, %r1}, [%rd0, {3, %f5, %f6, %f7}]",
        "2d.v4.f32.f32 {%f0, %f1, %f2, %f3}|%p0, [%rd0, {%f4, %f5}], "
        "{%r0, -8}, %f6",
        "2d.v4.f32.f32 {%f0, %f1, %f2, %f3}, [%rd0, {%f4, %f5}], %f6",
        "2dms.v4.f32.s32 {%f0, %f1, %f2, %f3}, [%rd0, {%r0, %r1, %r2, %r3}]"})
    EXPECT_EQ(check("tex." + std::string(good) + ";"), "") << good;
}

TEST(AsmTextures, NumberAndTypeOfCoordinates) {
  EXPECT_EQ(check("tex.2d.v4.f32.f32 {%f0, %f1, %f2, %f3}, [%rd0, {%f4}];"),
            "expected a handle and a vector of 2 coordinates in the brackets "
            "as operand 2 of 'tex.2d.v4.f32.f32'");
  EXPECT_EQ(check("tex.2d.v4.f32.f32 {%f0, %f1, %f2, %f3}, [%rd0];"),
            "expected a handle and coordinates in the brackets as operand 2 of "
            "'tex.2d.v4.f32.f32'");
  EXPECT_EQ(check("tex.2d.v4.f32.f32 {%f0, %f1, %f2, %f3}, [%rd0, {1, %f4}];"),
            "expected a register or a float for '.f32', found an integer as "
            "operand 2 of 'tex.2d.v4.f32.f32'");
  EXPECT_EQ(check("tex.a1d.v4.f32.f32 {%f0, %f1, %f2, %f3}, "
                  "[%rd0, {%f4, %f5}];"),
            "expected a register for '.u32', found one of type '.f32' as "
            "operand 2 of 'tex.a1d.v4.f32.f32'");
  EXPECT_EQ(check("tex.2d.v4.f32.f32 {%f0, %f1, %f2, %f3}, "
                  "[%rd0, {%tid.x, %f5}];"),
            "expected a value for '.f32', found '%tid' of type '.u32' as "
            "operand 2 of 'tex.2d.v4.f32.f32'");
  EXPECT_EQ(check("suld.b.2d.b32.trap %r0, [%rd0, {%tid.x, 1}];"),
            "expected a register, found the special register '%tid' as operand "
            "2 of 'suld.b.2d.b32.trap'");
  EXPECT_EQ(check("tex.cube.v4.f32.s32 {%f0, %f1, %f2, %f3}, "
                  "[%rd0, {%r0, %r1, %r2, %r3}];")
                .substr(0, 15),
            "expected '.f32'");
}

TEST(AsmTextures, Handles) {
  constexpr llvm::StringLiteral kEnd =
      "expected a register of 64 bits with the handle of a texture or surface "
      "as operand 2 of 'tex.1d.v4.f32.f32'";
  for (const char *bad : {"%r0", "%fd0", "%rd0+4", "buffer"})
    EXPECT_EQ(check(".shared .b32 buffer; tex.1d.v4.f32.f32 {%f0, %f1, %f2, "
                    "%f3}, [" +
                    std::string(bad) + ", {%f4}];"),
              kEnd.str())
        << bad;
  EXPECT_EQ(check("suq.width.b32 %r0, [%rd0];"), "");
  EXPECT_EQ(check("suq.width.b32 %r0, [%r1];"),
            "expected a register of 64 bits with the handle of a texture or "
            "surface as operand 2 of 'suq.width.b32'");
}

TEST(AsmTextures, OptionalOperandsByTheirKind) {
  EXPECT_EQ(check("tex.level.2d.v4.f32.f32 {%f0, %f1, %f2, %f3}, "
                  "[%rd0, {%f4, %f5}], %f6, {%r0, %r1}, %f7;"),
            "");
  EXPECT_EQ(check("tex.grad.2d.v4.f32.f32 {%f0, %f1, %f2, %f3}, "
                  "[%rd0, {%f4, %f5}], {%f6, %f7}, {%f8, %f9};"),
            "");
  // No comparison of integers, no offset in a cube.
  EXPECT_NE(check("tex.2d.v4.f32.s32 {%f0, %f1, %f2, %f3}, "
                  "[%rd0, {%r0, %r1}], {%r2, %r3}, %f7;"),
            "");
  EXPECT_NE(check("tex.cube.v4.f32.f32 {%f0, %f1, %f2, %f3}, "
                  "[%rd0, {%f4, %f5, %f6, %f7}], {%r0, %r1, %r2, %r3};"),
            "");
}

TEST(AsmTextures, PredicatesNeedANewerVersion) {
  StringRef text = "tld4.r.2d.v4.f32.f32 {%f0, %f1, %f2, %f3}|%p0, "
                   "[%rd0, {%f4, %f5}];";
  EXPECT_EQ(check(text, "sm_75", 71), "");
  EXPECT_EQ(check(text, "sm_75", 70),
            "'tld4.r.2d.v4.f32.f32' needs PTX ISA 7.1, version is 7.0");
}

TEST(AsmSurfaces, LoadsStoresAndReductions) {
  for (const char *good :
       {"suld.b.1d.b8.trap %h0, [%rd0, {%r0}]",
        "suld.b.cg.a2d.v4.b32.zero {%r0, %r1, %r2, %r3}, "
        "[%rd0, {%r4, %r5, %r6, %r7}]",
        "sust.b.2d.v2.b64.clamp [%rd0, {%r0, %r1}], {%rd1, %rd2}",
        "sust.p.1d.b32.trap [%rd0, {%r0}], %f0",
        "sured.b.min.3d.s64.trap [%rd0, {%r0, %r1, %r2, %r3}], %rd1",
        "sured.p.and.1d.b32.trap [%rd0, {%r0}], %r1",
        "txq.level.width.b32 %r0, [%rd0], %r1", "istypep.texref %p0, %rd0"})
    EXPECT_EQ(check(std::string(good) + ";"), "") << good;
  for (const char *bad :
       {"suld.b.1d.b32 %r1, [%rd0, {%r0}]",
        "suld.b.1d.v4.b64.trap {%rd1, %rd2, %rd3, %rd4}, [%rd0, {%r0}]",
        "suld.b.1d.b32.trap _, [%rd0, {%r0}]",
        "suld.b.1d.b32.trap %r1, [%rd0, {%f0}]",
        "sust.b.1d.b8.trap [%rd0, {%r0}], 1.0",
        "sured.b.add.1d.s64.trap [%rd0, {%r0}], %rd1",
        "sured.b.add.a1d.u32.trap [%rd0, {%r0, %r1}], %r1",
        "txq.level.filter_mode.b32 %r0, [%rd0], %r1",
        "istypep.texref %r0, %rd0"})
    EXPECT_NE(check(std::string(bad) + ";"), "") << bad;
}

//===----------------------------------------------------------------------===//
// Tensor memory
//===----------------------------------------------------------------------===//

TEST(AsmTensorMemory, Products) {
  for (const char *good :
       {"mma.cta_group::1.kind::f16 [%r0], %rd0, %rd1, %r1, %p0",
        "mma.cta_group::1.kind::tf32.collector::a::use [%r0+4], [%r2], %rd1, "
        "%r1, {%r4, %r5, %r6, %r7}, !%p0, 15",
        "mma.cta_group::2.kind::f16 [%r0], %rd0, %rd1, %r1, {%r4, %r5, %r6, "
        "%r7, %r8, %r9, %r10, %r11}, 1",
        "mma.cta_group::1.kind::i8.ashift [%r0], [%r2], %rd1, %r1, %p0",
        "mma.sp.cta_group::1.kind::f8f6f4 [%r0], %rd0, %rd1, [%r3], %r1, %p0",
        "mma.cta_group::1.kind::mxf4.block_scale [%r0], %rd0, %rd1, %r1, "
        "[%r3], [%r4], %p0",
        "mma.ws.cta_group::1.kind::f16.collector::b3::fill [%r0], %rd0, %rd1, "
        "%r1, %p0, %rd3"})
    EXPECT_EQ(checkOn100("tcgen05." + std::string(good) + ";"), "") << good;
  for (const char *bad :
       {"mma.kind::f16 [%r0], %rd0, %rd1, %r1, %p0",
        "mma.cta_group::1.kind::f16 [%rd0], %rd0, %rd1, %r1, %p0",
        "mma.cta_group::1.kind::f16 [%r0], %fd0, %rd1, %r1, %p0",
        "mma.cta_group::1.kind::f16 [%r0], %rd0, %rd1, %r1, %p0, 16",
        "mma.cta_group::1.kind::f16 [%r0], %rd0, %rd1, %r1, %p0, %r2",
        "mma.cta_group::1.kind::f16 [%r0], %rd0, %rd1, %r1, {%r4, %r5}, %p0",
        "mma.cta_group::1.kind::f16 [%r0], %rd0, %rd1, %r1, {%r4, %r5, %r6, "
        "_}, %p0",
        "mma.cta_group::1.kind::f8f6f4 [%r0], %rd0, %rd1, %r1, %p0, 3",
        "mma.cta_group::1.kind::f16.ashift [%r0], %rd0, %rd1, %r1, %p0",
        "mma.cta_group::1.kind::f16.ashift.collector::a::use [%r0], [%r2], "
        "%rd1, %r1, %p0",
        "mma.cta_group::1.kind::mxf4 [%r0], %rd0, %rd1, %r1, [%r3], [%r4], %p0",
        "mma.cta_group::1.kind::mxf4nvf4.block_scale [%r0], %rd0, %rd1, %r1, "
        "[%r3], [%r4], %p0",
        "mma.cta_group::1.kind::mxf8f6f4.block_scale.scale_vec::2X [%r0], "
        "%rd0, %rd1, %r1, [%r3], [%r4], %p0",
        "mma.ws.cta_group::2.kind::f16 [%r0], %rd0, %rd1, %r1, %p0",
        "mma.sp.ws.cta_group::1.kind::f16 [%r0], %rd0, %rd1, [%r3], %r1, %p0",
        "mma.ws.cta_group::1.kind::f16.collector::b4::fill [%r0], %rd0, %rd1, "
        "%r1, %p0"})
    EXPECT_NE(checkOn100("tcgen05." + std::string(bad) + ";"), "") << bad;
}

TEST(AsmTensorMemory, TargetsAndVersions) {
  StringRef integers =
      "tcgen05.mma.cta_group::1.kind::i8 [%r0], %rd0, %rd1, %r1, %p0;";
  EXPECT_EQ(check(integers, "sm_110a"), "");
  EXPECT_EQ(check(integers, "sm_103a"),
            "'tcgen05.mma.cta_group::1.kind::i8' needs sm_100a or sm_110a, "
            "target is sm_103a");
  StringRef scaled = "tcgen05.mma.cta_group::1.kind::f16 [%r0], %rd0, %rd1, "
                     "%r1, %p0, 3;";
  EXPECT_EQ(check(scaled, "sm_103a"), "");
  EXPECT_NE(check(scaled, "sm_110a"), "");
  StringRef blocks = "tcgen05.mma.cta_group::1.kind::mxf4.block_scale.block32 "
                     "[%r0], %rd0, %rd1, %r1, [%r3], [%r4], %p0;";
  EXPECT_EQ(check(blocks, "sm_100f", 88), "");
  EXPECT_NE(check(blocks, "sm_100a", 87), "");
  StringRef vectors = "tcgen05.mma.cta_group::1.kind::mxf4.block_scale."
                      "scale_vec::2X [%r0], %rd0, %rd1, %r1, [%r3], [%r4], "
                      "%p0;";
  EXPECT_EQ(check(vectors, "sm_100a", 86), "");
  EXPECT_NE(check(vectors, "sm_100f", 88), "");
}

TEST(AsmTensorMemory, RegistersByShapeAndNumber) {
  struct Move {
    const char *shape;
    unsigned count;
  };
  for (Move move : {Move{"32x32b.x1", 1},
                    {"16x64b.x4", 4},
                    {"16x128b.x1", 2},
                    {"16x128b.x2", 4},
                    {"16x256b.x1", 4},
                    {"16x256b.x2", 8}})
    for (unsigned count = 1; count <= 8; ++count) {
      std::string list = "{%r0";
      for (unsigned i = 1; i < count; ++i)
        list += ", %r" + std::to_string(i);
      std::string load = "tcgen05.ld.sync.aligned." + std::string(move.shape) +
                         ".b32 " + list + "}, [%r9];";
      std::string store = "tcgen05.st.sync.aligned." + std::string(move.shape) +
                          ".b32 [%r9], " + list + "};";
      bool isRight = count == move.count;
      EXPECT_EQ(checkOn100(load) == "", isRight) << load;
      EXPECT_EQ(checkOn100(store) == "", isRight) << store;
    }
  EXPECT_EQ(checkOn100("tcgen05.ld.sync.aligned.16x256b.x1.b32 {%r0, %r1}, "
                       "[%r9];"),
            "expected a vector of 4 elements, found one of 2 as operand 1 of "
            "'tcgen05.ld.sync.aligned.16x256b.x1.b32'");
  constexpr llvm::StringLiteral kReduction =
      "tcgen05.ld.red.sync.aligned.32x32b.x2.max.f32 {%r0, %r1}, %f0, [%r9];";
  EXPECT_EQ(check(kReduction, "sm_103a"), "");
  EXPECT_NE(check(kReduction, "sm_100a"), "");
  EXPECT_NE(check("tcgen05.ld.red.sync.aligned.32x32b.x1.max.f32 {%r0}, %f0, "
                  "[%r9];",
                  "sm_103a"),
            "");
  EXPECT_NE(check("tcgen05.ld.red.sync.aligned.32x32b.x2.max.abs.u32 {%r0, "
                  "%r1}, %r2, [%r9];",
                  "sm_103a"),
            "");
}

/// The names of the findings, warnings too.
static std::string nameOn100(StringRef text) {
  ParseResult<AsmBody> body = parseAsmBody((Twine(kRegisters) + text).str());
  if (!body)
    return body.errors.front().message;
  std::string names;
  for (const Finding &finding :
       test::analyze(body.value, "", {/*isPure=*/false, "sm_100a", 90}))
    if (StringRef(finding.name).starts_with("tensor-"))
      names += finding.name.str() + ": " + finding.message + "\n";
  return names;
}

TEST(AsmTensorMemory, RegistersAreWrittenAfterTheWait) {
  std::string load =
      "tcgen05.ld.sync.aligned.32x32b.x2.b32 {%r0, %r1}, [%r9]; ";
  std::string wait = "tcgen05.wait::ld.sync.aligned; ";
  EXPECT_EQ(nameOn100(load + wait + "add.u32 %r2, %r1, 1;"), "");
  EXPECT_EQ(nameOn100(load + "add.u32 %r2, %r3, 1; " + wait), "");
  EXPECT_EQ(nameOn100(load + "mov.u32 %r1, 1;"),
            "tensor-wait: expected 'tcgen05.wait::ld.sync.aligned' between "
            "'tcgen05.ld.sync.aligned.32x32b.x2.b32' and 'mov.u32', which "
            "writes '%r1', found none\n");
  EXPECT_NE(nameOn100(load + "tcgen05.wait::st.sync.aligned; "
                             "mov.u32 %r0, 0;")
                .find("which writes '%r0'"),
            std::string::npos);
  // What reads a register comes after its load, and what writes it then, too.
  EXPECT_EQ(nameOn100(load + "add.u32 %r2, %r1, 1;"), "");
  EXPECT_EQ(nameOn100(load + "add.u32 %r1, %r1, 1;"), "");
  // Another path may have waited.
  EXPECT_EQ(nameOn100(load + "L: mov.u32 %r1, 1; " + wait + "@%p0 bra L;"), "");
}

TEST(AsmTensorMemory, AllocationsBeforeTheRightIsGivenUp) {
  std::string allocate =
      "tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [%r0], 64; ";
  std::string relinquish =
      "tcgen05.relinquish_alloc_permit.cta_group::1.sync.aligned; ";
  EXPECT_EQ(nameOn100(allocate + relinquish), "");
  EXPECT_EQ(nameOn100(relinquish + allocate),
            "tensor-alloc: expected no allocation after "
            "'tcgen05.relinquish_alloc_permit.cta_group::1.sync.aligned', "
            "found 'tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32'"
            "\n");
}

TEST(AsmTensorMemory, InstructionDescriptors) {
  auto multiply = [](const char *words, uint32_t descriptor,
                     const char *metadata = "") {
    return nameOn100("mov.b32 %r1, " + std::to_string(descriptor) +
                     "; tcgen05.mma." + words + " [%r0], %rd0, %rd1, " +
                     metadata + "%r1, %p0;");
  };
  constexpr uint32_t kShape = 1 << 4 | 64 / 8 << 17 | 128 / 16 << 24;
  EXPECT_EQ(multiply("cta_group::1.kind::f16", kShape), "");
  EXPECT_EQ(multiply("sp.cta_group::1.kind::f16", kShape | 4, "[%r3], "), "");
  EXPECT_NE(multiply("cta_group::1.kind::tf32", kShape)
                .find("expected a type of A of this kind in bits 7 to 9"),
            std::string::npos);
  EXPECT_NE(multiply("cta_group::1.kind::f16", kShape & ~(31u << 24))
                .find("found M 0 and N 64"),
            std::string::npos);
  EXPECT_NE(multiply("sp.cta_group::1.kind::f16", kShape, "[%r3], ")
                .find("1 in bit 2, as A is sparse"),
            std::string::npos);
  // What is not known is not wrong.
  EXPECT_EQ(nameOn100("tcgen05.mma.cta_group::1.kind::f16 [%r0], %rd0, %rd1, "
                      "%r1, %p0;"),
            "");
}

TEST(AsmTensorMemory, OneCTAOrAPairInAllOfABody) {
  std::string first = "tcgen05.shift.cta_group::1.down [%r0]; ";
  std::string second = "tcgen05.relinquish_alloc_permit.cta_group::";
  EXPECT_EQ(checkOn100(first + second + "1.sync.aligned;"), "");
  EXPECT_EQ(checkOn100(first + "{ " + second + "2.sync.aligned; }"),
            "expected '.cta_group::1' as in the instructions before, found "
            "'tcgen05.relinquish_alloc_permit.cta_group::2.sync.aligned'");
}

//===----------------------------------------------------------------------===//
// Matrices with scales
//===----------------------------------------------------------------------===//

std::string checkScaled(const std::string &words, const std::string &selectors,
                        bool isSparse = false) {
  std::string name = isSparse ? "mma.sp::ordered_metadata" : "mma";
  return checkOn120(name + ".sync.aligned." + words +
                    " {%f0, %f1, %f2, %f3}, {%r0, %r1, %r2, %r3}, " +
                    (isSparse ? "{%r4, %r5, %r6, %r7}" : "{%r4, %r5}") +
                    ", {%f4, %f5, %f6, %f7}, " + (isSparse ? "%r9, 0, " : "") +
                    selectors + ";");
}

TEST(AsmScaledMatrices, Words) {
  std::string start = "m16n8k64.row.col.kind::";
  std::string end = ".f32.e2m1.e2m1.f32.ue8m0";
  std::string all = "%r8, {0, 0}, %r9, {0, 0}";
  EXPECT_EQ(checkScaled(start + "mxf4.block_scale" + end, all), "");
  EXPECT_EQ(checkScaled(start + "mxf4nvf4.block_scale.scale_vec::4X.f32.e2m1."
                                "e2m1.f32.ue4m3",
                        all),
            "");
  EXPECT_EQ(checkScaled("m16n8k64.row.col.kind::mxf8f6f4.block_scale.f32.e4m3."
                        "e2m1.f32.ue8m0",
                        all, /*isSparse=*/true),
            "");
  for (const char *bad : {"mxf4", "mxf4.block_scale.scale_vec::4X",
                          "mxf4nvf4.block_scale", "mxf8f6f4.block_scale"})
    EXPECT_NE(checkScaled(start + bad + end, all), "") << bad;
  EXPECT_NE(
      checkScaled(start + "mxf4.block_scale.f32.e2m1.e2m1.ue8m0.f32", all), "");
}

TEST(AsmScaledMatrices, SparseOnesInFourBitsAreOfOneGPU) {
  std::string text = "mma.sp::ordered_metadata.sync.aligned.m16n8k128.row.col."
                     "kind::mxf4.block_scale.f32.e2m1.e2m1.f32.ue8m0 "
                     "{%f0, %f1, %f2, %f3}, {%r0, %r1, %r2, %r3}, {%r4, %r5, "
                     "%r6, %r7}, {%f4, %f5, %f6, %f7}, %r9, 0, %r8, {0, 0}, "
                     "%r9, {0, 0};";
  EXPECT_EQ(check(text, "sm_121a", 88), "");
  EXPECT_NE(check(text, "sm_120f", 88), "");
}

TEST(AsmScaledMatrices, Selectors) {
  std::string one = "m16n8k32.row.col.kind::mxf8f6f4.block_scale.f32.e4m3.e4m3."
                    "f32.ue8m0";
  std::string two = "m16n8k64.row.col.kind::mxf4.block_scale.f32.e2m1.e2m1.f32."
                    "ue8m0";
  EXPECT_EQ(checkScaled(one, "%r8, {3, 1}, %r9, {3, 3}"), "");
  EXPECT_EQ(checkScaled(two, "%r8, {2, 1}, %r9, {%h0, 3}"), "");
  EXPECT_EQ(checkScaled(one, "%r8, {4, 0}, %r9, {0, 0}"),
            "expected 0 to 3 as the byte, found 4 as operand 6 of "
            "'mma.sync.aligned." +
                one + "'");
  EXPECT_EQ(checkScaled(two, "%r8, {1, 0}, %r9, {0, 0}"),
            "expected 0 or 2 as the byte, found 1 as operand 6 of "
            "'mma.sync.aligned." +
                two + "'");
  EXPECT_EQ(checkScaled(two, "%r8, {0, 2}, %r9, {0, 0}"),
            "expected 0 to 1 as the lane, found 2 as operand 6 of "
            "'mma.sync.aligned." +
                two + "'");
  EXPECT_NE(checkScaled(two, "%r8, {0, 0}, %r9, {0, 4}"), "");
  EXPECT_NE(checkScaled(two, "%r8, {%r1, 0}, %r9, {0, 0}"), "");
  EXPECT_NE(checkScaled(two, "8, {0, 0}, %r9, {0, 0}"), "");
  EXPECT_NE(checkScaled(two, "%r8, 0, %r9, {0, 0}"), "");
}

//===----------------------------------------------------------------------===//
// Parameters, masks, results of conversions
//===----------------------------------------------------------------------===//

TEST(AsmOperands, ParametersHaveNoAddressAndNoGuard) {
  constexpr llvm::StringLiteral kParameter = ".param .b64 pv; ";
  auto with = [&](StringRef text) {
    return check((Twine(kParameter) + text).str());
  };
  EXPECT_EQ(with("st.param.b64 [pv], %rd1;"), "");
  EXPECT_EQ(with("@%p1 st.param.b64 [pv], %rd1;"),
            "expected 'st.param.b64' of the parameter 'pv' without a guard");
  EXPECT_EQ(with("@%p1 ld.param.b64 %rd1, [pv];"),
            "expected 'ld.param.b64' of the parameter 'pv' without a guard");
  EXPECT_EQ(with("mov.u64 %rd1, pv;"),
            "expected a register, found the parameter 'pv', which has no "
            "address as operand 2 of 'mov.u64'");
  EXPECT_EQ(with("cvta.param.u64 %rd1, pv;"),
            "expected a register, found the parameter 'pv', which has no "
            "address as operand 2 of 'cvta.param.u64'");
}

TEST(AsmOperands, AnElementIsInTheSpaceOfItsArray) {
  EXPECT_EQ(check(".shared .b32 sv[2]; cvta.shared.u64 %rd1, sv[1];"), "");
  EXPECT_EQ(check(".shared .b32 sv[2]; cvta.global.u64 %rd1, sv[1];"),
            "expected a variable in .global, found 'sv' in .shared as operand "
            "2 of 'cvta.global.u64'");
}

TEST(AsmOperands, ResultsOfNarrowingWithFtzAreNotWider) {
  EXPECT_EQ(check("cvt.rz.ftz.f32.f64 %r1, %fd1;"), "");
  EXPECT_EQ(check("cvt.rz.f32.f64 %rd1, %fd1;"), "");
  EXPECT_EQ(check("cvt.rn.ftz.f32.f64 %rd1, %fd1;"), "");
  EXPECT_EQ(check("cvt.rz.ftz.f32.f64 %rd1, %fd1;"),
            "expected a register of 32 bits for a result of '.ftz', found one "
            "of type '.b64' as operand 1 of 'cvt.rz.ftz.f32.f64'");
}

TEST(AsmOperands, MasksOfBitsAreNoFloats) {
  EXPECT_EQ(check("bmsk.clamp.b32 %r1, %r2, %r3;"), "");
  EXPECT_NE(check("bmsk.clamp.b32 %f1, %r2, %r3;"), "");
}

TEST(AsmOperands, SpecialRegistersInVectorsOfTensors) {
  EXPECT_EQ(check("st.global.v2.b32 [%rd1], {%tid.x, %r1};"), "");
  EXPECT_EQ(checkOn100("tcgen05.st.sync.aligned.32x32b.x2.b32 [%r2], {%r1, "
                       "%tid.x};"),
            "expected a register, found the special register '%tid' as operand "
            "2 of 'tcgen05.st.sync.aligned.32x32b.x2.b32'");
  EXPECT_EQ(check("cp.async.bulk.prefetch.tensor.3d.L2.global.im2col [%rd1, "
                  "{%r0, %r1, %r2}], {%tid.x};"),
            "expected a register, found the special register '%tid' as operand "
            "2 of 'cp.async.bulk.prefetch.tensor.3d.L2.global.im2col'");
}

TEST(AsmOperands, TensorsHaveAddressesOf64Bits) {
  EXPECT_EQ(check("cp.async.bulk.prefetch.tensor.1d.L2.global.tile [%rd1, "
                  "{%r0}];"),
            "");
  EXPECT_EQ(check("cp.async.bulk.prefetch.tensor.1d.L2.global.tile [%r1, "
                  "{%r0}];"),
            "expected 64 bits in the address of a tensor, found a register of "
            "type '.b32' as operand 1 of "
            "'cp.async.bulk.prefetch.tensor.1d.L2.global.tile'");
}

TEST(AsmOperands, CoordinatesAndMetadataAreNoFloats) {
  constexpr llvm::StringLiteral kCopy =
      "cp.async.bulk.prefetch.tensor.1d.L2.global.tile [%rd1, ";
  EXPECT_EQ(check((Twine(kCopy) + "{%r0}];").str()), "");
  EXPECT_NE(check((Twine(kCopy) + "{%f0}];").str()), "");
  constexpr llvm::StringLiteral kProduct =
      "mma.sp::ordered_metadata.sync.aligned.m16n8k64.row.col.f32.e4m3.e5m2."
      "f32 {%f0, %f1, %f2, %f3}, {%r4, %r5, %r6, %r7}, {%r8, %r9, %r10, %r11}, "
      "{%f0, %f1, %f2, %f3}, ";
  EXPECT_EQ(check((Twine(kProduct) + "%r2, 0;").str()), "");
  EXPECT_NE(check((Twine(kProduct) + "%f2, 0;").str()), "");
}

TEST(AsmOperands, ACommitTakesItsMaskInARegister) {
  constexpr llvm::StringLiteral kCommit =
      "tcgen05.commit.cta_group::1.mbarrier::arrive::one.multicast::cluster."
      "b64 [%rd2], ";
  EXPECT_EQ(checkOn100((Twine(kCommit) + "%h1;").str()), "");
  EXPECT_NE(checkOn100((Twine(kCommit) + "3;").str()), "");
}

TEST(AsmOperands, SparseProductsOf8BitsHaveMetadataInAllLanes) {
  constexpr llvm::StringLiteral kProduct =
      "wgmma.mma_async.sp.sync.aligned.m64n8k64.s32.s8.s8 {%r0, %r1, %r2, "
      "%r3}, %rd2, %rd3, %r4, ";
  EXPECT_EQ(check((Twine(kProduct) + "0, %p1;").str()), "");
  EXPECT_EQ(check((Twine(kProduct) + "1, %p1;").str()),
            "expected 0, found 1 as operand 5 of "
            "'wgmma.mma_async.sp.sync.aligned.m64n8k64.s32.s8.s8'");
  EXPECT_EQ(check("wgmma.mma_async.sp.sync.aligned.m64n8k32.f16.f16.f16 {%r0, "
                  "%r1}, %rd2, %rd3, %r4, 1, %p1, 1, 1, 0, 0;"),
            "");
}

TEST(AsmOperands, SumsOfHalvesOf8BitFactorsAreNoFloats) {
  constexpr llvm::StringLiteral kProduct =
      "mma.sync.aligned.m16n8k32.row.col.f16.e5m2.e4m3.f16 {%r0, %r1}, {%r4, "
      "%r5, %r6, %r7}, {%r8, %r9}, ";
  EXPECT_EQ(check((Twine(kProduct) + "{%r2, %r3};").str()), "");
  EXPECT_NE(check((Twine(kProduct) + "{%f2, %r3};").str()), "");
}

} // namespace
