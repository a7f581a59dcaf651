//===- AsmMessagesTest.cpp - What the messages about an asm say -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Mistakes as people make them who come from C, CUDA, Triton or SASS: each has
// one message, which names the mistake and what to write instead.
//
//===----------------------------------------------------------------------===//

#include "AsmTest.h"

using namespace mlir::tile::ptx;
using llvm::StringRef;

namespace {

std::string messages(StringRef text, StringRef constraints,
                     bool isPure = false) {
  return test::messages(text, constraints, {isPure, "sm_90a", 86});
}

TEST(AsmMessages, AMissingWordIsNamed) {
  EXPECT_EQ(messages("cvt.f16.f32 $0, $1;", "=h,f"),
            "expected a rounding ('.rn', '.rz', '.rm' or '.rp') in "
            "'cvt.f16.f32', found none; write 'cvt.rn.f16.f32'");
  EXPECT_EQ(
      messages("cvt.bf16.f32 $0, $1;", "=h,f"),
      "expected a rounding ('.rn', '.rz', '.rm' or '.rp') in 'cvt.bf16.f32', "
      "found none; write 'cvt.rn.bf16.f32' or 'cvt.rz.bf16.f32'");
  EXPECT_EQ(messages("cvt.s32.f32 $0, $1;", "=r,f"),
            "expected a rounding ('.rni', '.rzi', '.rmi' or '.rpi'; '.rzi' is "
            "what C does) in 'cvt.s32.f32', found none; write "
            "'cvt.rni.s32.f32'");
  EXPECT_EQ(messages("cvt.f32.s32 $0, $1;", "=f,r"),
            "expected a rounding ('.rn', '.rz', '.rm' or '.rp') in "
            "'cvt.f32.s32', found none; write 'cvt.rn.f32.s32'");
  EXPECT_EQ(messages("cvt.f32.f64 $0, $1;", "=f,d"),
            "expected a rounding ('.rn', '.rz', '.rm' or '.rp') in "
            "'cvt.f32.f64', found none; write 'cvt.rn.f32.f64'");
  EXPECT_EQ(messages("cvt.rn.e4m3x2.f32 $0, $1, $2;", "=h,f,f"),
            "expected '.satfinite' in 'cvt.rn.e4m3x2.f32', found none; write "
            "'cvt.rn.satfinite.e4m3x2.f32'");
  EXPECT_EQ(
      messages("cvt.tf32.f32 $0, $1;", "=r,f"),
      "expected a rounding ('.rna', '.rn' or '.rz') in 'cvt.tf32.f32', found "
      "none; write 'cvt.rna.tf32.f32', 'cvt.rn.tf32.f32' or 'cvt.rz.tf32.f32'");
  EXPECT_EQ(
      messages("div.f32 $0, $1, $2;", "=f,f,f"),
      "expected '.approx', '.full', '.rn', '.rz', '.rm' or '.rp' in 'div.f32', "
      "found none; write 'div.approx.f32', 'div.full.f32' or 'div.rn.f32'");
  EXPECT_EQ(messages("div.f64 $0, $1, $2;", "=d,d,d"),
            "expected a rounding ('.rn', '.rz', '.rm' or '.rp') in 'div.f64', "
            "found none; write 'div.rn.f64'");
  EXPECT_EQ(messages("sqrt.f32 $0, $1;", "=f,f"),
            "expected '.approx', '.rn', '.rz', '.rm' or '.rp' in 'sqrt.f32', "
            "found none; write 'sqrt.approx.f32' or 'sqrt.rn.f32'");
  EXPECT_EQ(messages("rcp.f32 $0, $1;", "=f,f"),
            "expected '.approx', '.rn', '.rz', '.rm' or '.rp' in 'rcp.f32', "
            "found none; write 'rcp.approx.f32' or 'rcp.rn.f32'");
  EXPECT_EQ(messages("rsqrt.f32 $0, $1;", "=f,f"),
            "expected '.approx' in 'rsqrt.f32', found none; write "
            "'rsqrt.approx.f32'");
  EXPECT_EQ(
      messages("ex2.f32 $0, $1;", "=f,f"),
      "expected '.approx' in 'ex2.f32', found none; write 'ex2.approx.f32'");
  EXPECT_EQ(messages("ex2.ftz.f32 $0, $1;", "=f,f"),
            "expected '.approx' in 'ex2.ftz.f32', found none; write "
            "'ex2.approx.ftz.f32'");
  EXPECT_EQ(messages("fma.f32 $0, $1, $1, $1;", "=f,f"),
            "expected a rounding ('.rn', '.rz', '.rm' or '.rp') in 'fma.f32', "
            "found none; write 'fma.rn.f32'");
  EXPECT_EQ(messages("mul.s32 $0, $1, $1;", "=r,r"),
            "expected '.hi' or '.lo' in 'mul.s32', found none; write "
            "'mul.hi.s32' or 'mul.lo.s32'");
  EXPECT_EQ(messages("mad.s32 $0, $1, $1, $1;", "=r,r"),
            "expected '.hi' or '.lo' in 'mad.s32', found none; write "
            "'mad.hi.s32' or 'mad.lo.s32'");
  EXPECT_EQ(messages("mov $0, $1;", "=r,r"),
            "expected a type ('.b32', '.u32', '.s32' or '.f32') in 'mov', "
            "found none; write 'mov.b32'");
  EXPECT_EQ(
      messages(".reg .pred p; setp.f32 p, $1, $2; selp.f32 $0, $1, $2, p;",
               "=f,f,f"),
      "expected a comparison ('.eq', '.ne', '.lt', '.le', '.gt', '.ge' and 8 "
      "more) in 'setp.f32', found none; write 'setp.eq.f32'");
  EXPECT_EQ(messages("shfl.bfly.b32 $0, $1, 1, 31;", "=r,r"),
            "expected '.sync' in 'shfl.bfly.b32', found none; write "
            "'shfl.sync.bfly.b32'");
  EXPECT_EQ(messages("membar;", ""),
            "expected '.cta', '.gl' or '.sys' in 'membar', found none; write "
            "'membar.cta', 'membar.gl' or 'membar.sys'");
  EXPECT_EQ(messages("cp.async.shared.global [$0], [$1], 16;", "l,l"),
            "expected '.ca' or '.cg' in 'cp.async.shared.global', found none; "
            "write 'cp.async.ca.shared.global' or 'cp.async.cg.shared.global'");
  EXPECT_EQ(messages("shf.l.b32 $0, $1, $1, $2;", "=r,r,r"),
            "expected '.clamp' or '.wrap' in 'shf.l.b32', found none; write "
            "'shf.l.clamp.b32' or 'shf.l.wrap.b32'");
  EXPECT_EQ(messages("ld.global $0, [$1];", "=f,l"),
            "expected a type ('.b8', '.b16', '.b32' or '.f32') in 'ld.global', "
            "found none; write 'ld.global.b8'");
  EXPECT_EQ(messages("mma.m16n8k16.f32.f16.f16.f32 {$0,$0,$0,$0}, "
                     "{$1,$1,$1,$1}, {$1,$1}, {$0,$0,$0,$0};",
                     "=f,r"),
            "expected 'mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32', "
            "found 'mma.m16n8k16.f32.f16.f16.f32'");
  EXPECT_EQ(
      messages("ldmatrix.x4.shared.b16 {$0,$1,$2,$3}, [$4];", "=r,=r,=r,=r,r"),
      "expected 'ldmatrix.sync.aligned.m8n8.x4.shared.b16', found "
      "'ldmatrix.x4.shared.b16'");
}

TEST(AsmMessages, AWrongWordIsFollowedByTheNearest) {
  EXPECT_EQ(messages("ld.global.v3.f32 {$0, $1, $2}, [$3];", "=f,=f,=f,l"),
            "expected '.v2' or '.v4' after 'ld.global', found '.v3'; write "
            "'ld.global.v2.f32' or 'ld.global.v4.f32'");
  EXPECT_EQ(messages("cvt.rn.s32.f32 $0, $1;", "=r,f"),
            "expected '.rni', '.rzi', '.rmi' or '.rpi' after 'cvt', found "
            "'.rn'; write 'cvt.rni.s32.f32'");
  EXPECT_EQ(messages("cvt.s32.rn.f32 $0, $1;", "=r,f"),
            "expected '.rni', '.rzi', '.rmi' or '.rpi' after 'cvt.s32', found "
            "'.rn'; write 'cvt.rni.s32.f32'");
  EXPECT_EQ(messages("cvt.rn.f32.f16 $0, $1;", "=h,f"),
            "expected 'cvt.rn.f16.f32', found 'cvt.rn.f32.f16'; the type of "
            "the result comes first");
  EXPECT_EQ(messages("sin.approx.f64 $0, $1;", "=d,d"),
            "expected '.f32' after 'sin.approx', found '.f64'; write "
            "'sin.approx.f32'");
  EXPECT_EQ(
      messages("div.approx.f64 $0, $1, $2;", "=d,d,d"),
      "expected '.rn', '.rz', '.rm' or '.rp' after 'div', found '.approx'");
  EXPECT_EQ(messages("add.f23 $0, $1, $2;", "=f,f,f"),
            "expected '.f32' after 'add', found '.f23'; write 'add.f32'");
  EXPECT_EQ(messages("add.F32 $0, $1, $2;", "=f,f,f"),
            "expected '.f32' after 'add', found '.F32'; write 'add.f32'");
  EXPECT_EQ(
      messages("add.i32 $0, $1, $2;", "=r,r,r"),
      "expected '.u32', '.s32', '.f32', '.u16', '.u64', '.s16' or '.s64' after "
      "'add', found '.i32'; write 'add.u32', 'add.s32' or 'add.f32'");
  EXPECT_EQ(messages("and.u32 $0, $1, $2;", "=r,r,r"),
            "expected '.b32', '.b16', '.b64' or '.pred' after 'and', found "
            "'.u32'; write 'and.b32'");
  EXPECT_EQ(messages("mov.f16 $0, $1;", "=h,h"),
            "expected '.b16', '.u16', '.s16' and 9 more after 'mov', found "
            "'.f16'; write 'mov.b16', 'mov.u16' or 'mov.s16'");
  EXPECT_EQ(
      messages(".reg .pred p; setp.less.f32 p, $1, $2; selp.f32 $0, $1, $2, p;",
               "=f,f,f"),
      "expected '.le', '.leu', '.eq', '.ne', '.lt', '.ge' and 8 more after "
      "'setp', found '.less'");
  EXPECT_EQ(messages("shfl.sync.xor.b32 $0, $1, 1, 31, -1;", "=r,r"),
            "expected '.up', '.down', '.idx' or '.bfly' after 'shfl.sync', "
            "found '.xor'");
  EXPECT_EQ(
      messages("ld.shmem.f32 $0, [$1];", "=f,r"),
      "expected nothing or one of '.shared', '.param', '.weak', '.const', "
      "'.local', '.ca' and 20 more after 'ld', found '.shmem'; write 'ld.f32'");
  EXPECT_EQ(messages("atom.global.max.f32 $0, [$1], $2;", "=f,l,f"),
            "expected 'atom.global.add.f32', 'atom.global.max.u32' or "
            "'atom.global.max.s32', found 'atom.global.max.f32'");
  EXPECT_EQ(messages("mma.sync.aligned.m16n8k15.row.col.f32.f16.f16.f32 "
                     "{$0,$0,$0,$0}, {$1,$1,$1,$1}, {$1,$1}, {$0,$0,$0,$0};",
                     "=f,r"),
            "expected '.m16n8k16' after 'mma.sync.aligned', found '.m16n8k15'; "
            "write 'mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32'");
  EXPECT_EQ(messages("min.nan.f32 $0, $1, $2;", "=f,f,f"),
            "expected '.NaN' after 'min', found '.nan'; write 'min.NaN.f32'");
  EXPECT_EQ(messages("add.ftz.f64 $0, $1, $2;", "=d,d,d"),
            "expected nothing after 'add', found '.ftz'; write 'add.f64'");
  EXPECT_EQ(messages("shf.wrap.l.b32 $0, $1, $1, $2;", "=r,r,r"),
            "expected 'shf.l.wrap.b32', found 'shf.wrap.l.b32'");
}

TEST(AsmMessages, AnUnknownInstructionIsFollowedByTheNearest) {
  EXPECT_EQ(
      messages("ad.f32 $0, $1, $2;", "=f,f,f"),
      "expected an instruction of PTX, found 'ad'; did you mean 'add.f32'");
  EXPECT_EQ(messages("fmaa.rn.f32 $0, $1, $2, $2;", "=f,f,f"),
            "expected an instruction of PTX, found 'fmaa'; did you mean "
            "'fma.rn.f32'");
  EXPECT_EQ(
      messages("ADD.F32 $0, $1, $2;", "=f,f,f"),
      "expected an instruction of PTX, found 'ADD'; did you mean 'add.f32'");
  EXPECT_EQ(
      messages("FADD $0, $1, $2;", "=f,f,f"),
      "expected an instruction of PTX, found 'FADD'; did you mean 'add.f32'");
  EXPECT_EQ(messages("FFMA $0, $1, $2, $2;", "=f,f,f"),
            "expected an instruction of PTX, found 'FFMA'; did you mean "
            "'fma.rn.f32'");
  EXPECT_EQ(
      messages("fmul.f32 $0, $1, $2;", "=f,f,f"),
      "expected an instruction of PTX, found 'fmul'; did you mean 'mul.f32'");
  EXPECT_EQ(
      messages("mov.f32 $0, $1; return;", "=f,f"),
      "expected an instruction of PTX, found 'return'; did you mean 'ret'");
  EXPECT_EQ(messages("exp2.f32 $0, $1;", "=f,f"),
            "expected an instruction of PTX, found 'exp2'; did you mean "
            "'ex2.approx.f32'");
  EXPECT_EQ(
      messages("mod.s32 $0, $1, $2;", "=r,r,r"),
      "expected an instruction of PTX, found 'mod'; did you mean 'rem.s32'");
  EXPECT_EQ(messages("syncthreads;", ""),
            "expected an instruction of PTX, found 'syncthreads'; did you mean "
            "'bar.sync'");
  EXPECT_EQ(messages("atomicAdd.f32 $0, [$1], $2;", "=f,l,f"),
            "expected an instruction of PTX, found 'atomicAdd'; did you mean "
            "'atom.add.f32'");
  EXPECT_EQ(messages("reg .f32 a; mov.f32 $0, $1;", "=f,f"),
            "expected an instruction of PTX, found 'reg'; a declaration begins "
            "with a dot: write '.reg'");
}

TEST(AsmMessages, APercentIsNoRegister) {
  EXPECT_EQ(messages("add.f32 %0, %1, %2;", "=f,f,f"),
            "expected $0 to $2, found '%0'; the registers of an asm begin with "
            "'$' here, not '%'");
  EXPECT_EQ(messages("mul.f32 %0, %1, %2; add.f32 %0, %0, %1;", "=f,f,f"),
            "expected $0 to $2, found '%0'; the registers of an asm begin with "
            "'$' here, not '%'");
  EXPECT_EQ(messages("st.global.f32 [%0], %1;", "l,f"),
            "expected $0 or $1, found '%0'; the registers of an asm begin with "
            "'$' here, not '%'");
  EXPECT_EQ(messages("add.f32 $$0, $$1, $$2;", "=f,f,f"),
            "expected $0 to $2, found '$$0'; '$$' is a plain '$'; write $0");
  EXPECT_EQ(messages("add.f32 $0, $1, $$2;", "=f,f,f"),
            "expected $0 to $2, found '$$2'; '$$' is a plain '$'; write $2");
}

TEST(AsmMessages, AConstantOfTheOtherKindIsShownAsItMustBe) {
  EXPECT_EQ(messages("mul.f32 $0, $1, 2;", "=f,f"),
            "expected a register or a float for '.f32', found an integer as "
            "operand 3 of 'mul.f32'; write 2.0");
  EXPECT_EQ(messages("mul.f32 $0, $1, -1;", "=f,f"),
            "expected a register or a float for '.f32', found an integer as "
            "operand 3 of 'mul.f32'; write -1.0");
  EXPECT_EQ(messages("mul.f32 $0, $1, 0x3f800000;", "=f,f"),
            "expected a register or a float for '.f32', found an integer as "
            "operand 3 of 'mul.f32'; write 1065353216.0, or 0f3F800000 for a "
            "float of these bits");
  EXPECT_EQ(messages("add.s32 $0, $1, 2.0;", "=r,r"),
            "expected a register or an integer for '.s32', found an f64 "
            "constant as operand 3 of 'add.s32'; write 2");
  EXPECT_EQ(
      messages("add.f16 $0, $1, 1.0;", "=h,h"),
      "expected a register for '.f16', found an f64 constant as operand 3 of "
      "'add.f16'; put it into a register by mov.b16 first, as the bits 0x3C00");
  EXPECT_EQ(
      messages("add.f16 $0, $1, 1;", "=h,h"),
      "expected a register for '.f16', found an integer as operand 3 of "
      "'add.f16'; put it into a register by mov.b16 first, as the bits 0x3C00");
}

TEST(AsmMessages, BracketsAndBracesAreShown) {
  EXPECT_EQ(messages("st.global.f32 $0, $1;", "l,f"),
            "expected an address, found '$0' as operand 1 of 'st.global.f32'; "
            "write [$0]");
  EXPECT_EQ(messages("ld.global.f32 $0, $1;", "=f,l"),
            "expected an address, found '$1' as operand 2 of 'ld.global.f32'; "
            "write [$1]");
  EXPECT_EQ(messages("atom.global.add.f32 $0, $1, $2;", "=f,l,f"),
            "expected an address, found '$1' as operand 2 of "
            "'atom.global.add.f32'; write [$1]");
  EXPECT_EQ(messages("ld.global.v2.f32 $0, $1, [$2];", "=f,=f,l"),
            "expected 2 operands of 'ld.global.v2.f32', found 3; write the 2 "
            "registers of a vector in braces");
  EXPECT_EQ(messages("ld.global.v2.f32 $0, [$1];", "=f,l"),
            "expected a vector, found a register of type '.f32' as operand 1 "
            "of 'ld.global.v2.f32'; write 2 registers in braces");
  EXPECT_EQ(messages("add.f32 $0, $1, [$2];", "=f,f,l"),
            "expected a register, found an address as operand 3 of 'add.f32'; "
            "load it into a register by ld first, or leave out the brackets");
}

TEST(AsmMessages, AnUnknownNameIsFollowedByTheNearest) {
  EXPECT_EQ(
      messages("add.f32 tmp, $1, $2; mov.f32 $0, tmp;", "=f,f,f"),
      "expected $0 to $2 or a register declared in the body, found 'tmp'");
  EXPECT_EQ(messages(".reg .f32 temp; add.f32 temp, $1, $2; mov.f32 $0, tmep;",
                     "=f,f,f"),
            "expected $0 to $2 or a register declared in the body, found "
            "'tmep'; did you mean 'temp'");
  EXPECT_EQ(
      messages("add.f32 %f3, %f1, %f2;", "=f,f,f"),
      "expected $0 to $2 or a register declared in the body, found '%f3'");
  EXPECT_EQ(
      messages(".reg .f32 t<2>; add.f32 t1, $1, $2; mov.f32 $0, t2;", "=f,f,f"),
      "expected $0 to $2 or a register declared in the body, found 't2'; "
      "'t<...>' declares fewer registers");
  EXPECT_EQ(messages("mov.u32 $0, tid.x;", "=r"),
            "expected $0 or a register declared in the body, found 'tid'; "
            "write '%tid.x'");
  EXPECT_EQ(messages("mov.u32 $0, threadIdx.x;", "=r"),
            "expected $0 or a register declared in the body, found "
            "'threadIdx'; write '%tid.x'");
  EXPECT_EQ(messages("mov.u32 $0, %lane_id;", "=r"),
            "expected $0 or a register declared in the body, found '%lane_id'; "
            "did you mean '%laneid'");
  EXPECT_EQ(messages(".reg .pred p; setp.gt.s32 p, $1, 0; mov.b32 $0, 0; @p "
                     "bra DONE; mov.b32 $0, 1; DON:",
                     "=r,r"),
            "expected a label of the body, found 'DONE'; did you mean 'DON'");
}

TEST(AsmMessages, OneMistakeIsOneMessage) {
  EXPECT_EQ(messages("@$2 mov.b32 $0, $1;", "=r,r,r"),
            "expected a predicate after '@', found a register of type '.b32'; "
            "compare with setp first, or use constraint 'b'");
  EXPECT_EQ(messages("@p mov.b32 $0, $1;", "=r,r"),
            "expected $0 or $1 or a register declared in the body, found 'p'");
  EXPECT_EQ(messages(".reg .f32 a = 1.0; mov.f32 $0, a;", "=f,f"),
            "expected no initial value for '.f32' in .reg; write it with mov");
  EXPECT_EQ(messages("call sinf, ($1);", "=f,f"),
            "expected a function of the module, found 'sinf'");
  EXPECT_EQ(messages("", "=f,f"),
            "expected the asm to write $0, found no instruction that does");
  EXPECT_EQ(messages("add.f32 $0, $1, $3;", "=f,f,f"),
            "expected registers up to $2, found $3");
  EXPECT_EQ(messages("and.pred $0, $1, $2;", "=r,r,r"),
            "expected a register for '.pred', found one of type '.b32' as "
            "operand 1 of 'and.pred'; write a '.reg .pred' of the body, and "
            "make a number of it with selp");
  EXPECT_EQ(messages("add.f32 $0.f32, $1.f32, $2.f32;", "=f,f,f"),
            "expected '$0' without a component, found '.f32' as operand 1 of "
            "'add.f32'");
}

TEST(AsmMessages, WhatBelongsToCIsNamed) {
  EXPECT_EQ(messages("mov.u32 $0, %%laneid;", "=r"),
            "expected an operand, found '%'; write %laneid, with one '%'");
  EXPECT_EQ(messages("mov.u32 $0, %%tid.x;", "=r"),
            "expected an operand, found '%'; write %tid, with one '%'");
  EXPECT_EQ(
      messages("asm(\"add.f32 %0, %1, %2;\" : \"=f\"(x) : \"f\"(y), \"f\"(z));",
               "=f,f,f"),
      "expected only what stands in the quotes of a C asm, found 'asm'");
  EXPECT_EQ(messages("asm volatile(\"add.f32 $0, $1, $2;\");", "=f,f,f"),
            "expected only what stands in the quotes of a C asm, found 'asm'");
  EXPECT_EQ(messages("\"add.f32 $0, $1, $2;\"", "=f,f,f"),
            "expected only what stands in the quotes of a C asm, found "
            "'\"add.f32 $0, $1, $2;\"'");
  EXPECT_EQ(
      messages("add.f32 $0, $1, $2; : \"=f\"(x) : \"f\"(y)", "=f,f,f"),
      "expected a statement, found ':'; the constraints and operands that C "
      "has after the text of an asm are not part of the text here");
  EXPECT_EQ(messages("add.f32 $0, $1, $2;\\n\\tmul.f32 $0, $0, $2;", "=f,f,f"),
            "expected a line break (\\0A in the text of MLIR), found '\\n'");
  EXPECT_EQ(messages("# sum\nadd.f32 $0, $1, $2;", "=f,f,f"),
            "expected a comment as '// ...', found '#'");
  EXPECT_EQ(messages("$0 = $1 + $2;", "=f,f,f"),
            "expected the name of an instruction, found '$0'; registers follow "
            "the name, as in 'mov.b32 $0, $1;'");
  EXPECT_EQ(messages("add.f32 %[out], %[a], %[b];", "=f,f,f"),
            "expected an operand, found '%'; registers have numbers here, as "
            "$0, and no names");
  EXPECT_EQ(
      messages("__syncthreads();", ""),
      "expected an instruction, found '__syncthreads(' as in a call of C; "
      "did you mean 'bar.sync'");
  EXPECT_EQ(messages("mul.f32 $0, $1, 2.0f;", "=f,f"),
            "expected a number without the 'f' of C, found '2.0f'");
  EXPECT_EQ(messages("add.f32 $0, $1, $2 mul.f32 $0, $0, $2;", "=f,f,f"),
            "expected ',' or ';', found 'mul'");
  EXPECT_EQ(messages("add.f32 $0 $1, $2;", "=f,f,f"),
            "expected ',' or ';', found '$1'");
  EXPECT_EQ(messages(".reg .float a; mov.f32 $0, $1;", "=f,f"),
            "expected a type, found '.float'; write '.f32'");
  EXPECT_EQ(messages(".reg a; mov.f32 $0, $1;", "=f,f"),
            "expected a type, found 'a'; write one as '.b32', '.f32' or "
            "'.pred' before the name");
  EXPECT_EQ(messages(".reg .i32 a; mov.b32 $0, $1;", "=r,r"),
            "expected a type, found '.i32'; write '.s32'");
}

TEST(AsmMessages, NegatedPredicatesAreTakenAsByPtxas) {
  EXPECT_EQ(
      messages(".reg .pred p; setp.lt.f32 p, $1, $2; selp.f32 $0, $1, $2, !p;",
               "=f,f,f"),
      "");
}

TEST(AsmMessages, DeclarationsAreBounded) {
  EXPECT_EQ(messages(".reg .b32 t<2000000000>; mov.b32 $0, $1;", "=r,r"),
            "expected at most 16777216 registers in the body, found 2000000000 "
            "with 't<2000000000>'");
  EXPECT_EQ(messages(".reg .b32 t<16777216>; mov.b32 $0, $1;", "=r,r"), "");
  EXPECT_EQ(
      messages(".shared .align 0x80000000 .b8 s[4]; mov.b32 $0, $1;", "=r,r"),
      "expected an alignment of at most 8388608, found 2147483648");
  EXPECT_EQ(messages(".shared .align 128 .b8 s[232448]; mov.b32 $0, s;", "=r"),
            "");
  EXPECT_EQ(messages(".shared .align 128 .b8 s[232449]; mov.b32 $0, s;", "=r"),
            "expected at most 232448 bytes of shared memory for sm_90a, found "
            "232576 with 's'");
  // ptxas takes 2^32 for 0.
  EXPECT_EQ(messages(".shared .b8 s[0x100000000]; mov.b32 $0, s;", "=r"),
            "expected at most 232448 bytes of shared memory for sm_90a, found "
            "4294967296 with 's'");
  EXPECT_EQ(
      messages(".shared .b64 s[0x7fffffffffffffff]; mov.b32 $0, s;", "=r"),
      "expected at most 232448 bytes of shared memory for sm_90a, found "
      "more than 2^64 with 's'");
  EXPECT_EQ(messages("{ .shared .b8 s[200000]; .shared .b8 t[40000]; mov.b32 "
                     "$0, s; }",
                     "=r"),
            "expected at most 232448 bytes of shared memory for sm_90a, found "
            "240000 with 't'");
  EXPECT_EQ(messages(".local .b8 s[524289]; mov.b32 $0, s;", "=r"),
            "expected at most 524288 bytes of local memory, found 524289 with "
            "'s'");
}

TEST(AsmMessages, ConstantsAreThoseOfTheSimulator) {
  EXPECT_EQ(messages("lop3.b32 $0, $1, $1, $1, 254;", "=r,r"), "");
  EXPECT_EQ(messages("lop3.b32 $0, $1, $1, $1, 255;", "=r,r"),
            "expected a table of the three operands as operand 5 of "
            "'lop3.b32', found 255, which gives all ones");
  EXPECT_EQ(messages("lop3.b32 $0, $1, $1, $1, 256;", "=r,r"),
            "expected 0 to 255, found 256 as operand 5 of 'lop3.b32'");
  EXPECT_EQ(messages("lop3.b32 $0, $1, $1, $1, -1;", "=r,r"),
            "expected 0 to 255, found -1 as operand 5 of 'lop3.b32'");
  EXPECT_EQ(messages("mbarrier.init.shared.b64 [$0], 0;", "r"),
            "expected 1 to 1048575, found 0 as operand 2 of "
            "'mbarrier.init.shared.b64'");
}

TEST(AsmMessages, NegatedPredicates) {
  EXPECT_EQ(messages("{ .reg .pred p, q; setp.lt.s32 p, $1, 0; mov.pred q, !p; "
                     "selp.b32 $0, $1, 7, !q; }",
                     "=r,r"),
            "");
  EXPECT_EQ(messages("mov.b32 $0, !$1;", "=r,r"),
            "expected an operand without '!', found '!$1' as operand 2 of "
            "'mov.b32'");
}

// The bits of a half are what an author means who writes them out: as a number,
// they would be another constant.
TEST(AsmMessages, BitsOfHalvesStayThoseBits) {
  EXPECT_EQ(messages("mul.f16x2 $0, $1, 0x3c003c00;", "=r,r"),
            "expected a register for '.f16x2', found an integer as operand 3 "
            "of 'mul.f16x2'; put it into a register by mov.b32 first, as the "
            "bits 0x3C003C00");
  EXPECT_EQ(messages("fma.rn.bf16x2 $0, $1, 0x3f803f80, $1;", "=r,r"),
            "expected a register for '.bf16x2', found an integer as operand 3 "
            "of 'fma.rn.bf16x2'; put it into a register by mov.b32 first, as "
            "the bits 0x3F803F80");
  EXPECT_EQ(messages("add.f16 $0, $1, 0x3C00;", "=h,h"),
            "expected a register for '.f16', found an integer as operand 3 of "
            "'add.f16'; put it into a register by mov.b16 first, as the bits "
            "0x3C00");
  // Small ones are numbers.
  EXPECT_EQ(messages("mul.f16x2 $0, $1, 2;", "=r,r"),
            "expected a register for '.f16x2', found an integer as operand 3 "
            "of 'mul.f16x2'; put it into a register by mov.b32 first, as the "
            "bits 0x40004000");
  EXPECT_EQ(messages("mul.bf16 $0, $1, -3;", "=h,h"),
            "expected a register for '.bf16', found an integer as operand 3 of "
            "'mul.bf16'; put it into a register by mov.b16 first, as the bits "
            "0xC040");
}

// Floats of 8 bits are converted in pairs; no other format stands for them.
TEST(AsmMessages, FormatsOfEightBitsComeInPairs) {
  EXPECT_EQ(messages("cvt.rn.f16.e4m3 $0, $1;", "=h,h"),
            "expected 'cvt.rn.f16x2.e4m3x2', found 'cvt.rn.f16.e4m3'");
  EXPECT_EQ(messages("cvt.rn.f32.e5m2 $0, $1;", "=f,h"),
            "expected 'cvt.rn.f16x2.e5m2x2', found 'cvt.rn.f32.e5m2'");
  EXPECT_EQ(messages("cvt.rn.satfinite.e4m3.f32 $0, $1;", "=h,f"),
            "expected '.e4m3x2' or '.e5m2x2' after 'cvt.rn.satfinite', found "
            "'.e4m3'; write 'cvt.rn.satfinite.e4m3x2.f32'");
}

// A word that the instruction has with another type is not misspelt.
TEST(AsmMessages, AnOperationStays) {
  EXPECT_EQ(messages("redux.sync.add.b32 $0, $1, -1;", "=r,r"),
            "expected '.u32' or '.s32' after 'redux.sync.add', found '.b32'; "
            "write 'redux.sync.add.u32' or 'redux.sync.add.s32'");
}

TEST(AsmMessages, AtomHasAResultAndRedHasNone) {
  EXPECT_EQ(messages("red.global.add.u32 $0, [$1], 1;", "=r,l"),
            "expected 2 operands of 'red.global.add.u32', found 3; 'atom' "
            "returns the value that was there, 'red' does not");
  EXPECT_EQ(messages("atom.global.add.u32 [$0], 1;", "l"),
            "expected 3 operands of 'atom.global.add.u32', found 2; write '_' "
            "for the value that was there, or 'red'");
}

TEST(AsmMessages, FunctionsOfCUDA) {
  EXPECT_EQ(messages("__syncwarp;", ""),
            "expected an instruction of PTX, found '__syncwarp'; did you mean "
            "'bar.warp.sync'");
  EXPECT_EQ(messages("__expf $0, $1;", "=f,f"),
            "expected an instruction of PTX, found '__expf'; did you mean "
            "'ex2.approx.f32', after a multiplication by log2(e)");
  EXPECT_EQ(messages("tanhf $0, $1;", "=f,f"),
            "expected an instruction of PTX, found 'tanhf'; did you mean "
            "'tanh.approx.f32'");
  EXPECT_EQ(messages("MUFU.RSQ $0, $1;", "=f,f"),
            "expected an instruction of PTX, found 'MUFU'; did you mean "
            "'rsqrt.approx.f32'");
}

TEST(AsmMessages, RegistersOfEightBitsAreThoseOfTheBody) {
  EXPECT_EQ(test::messages("cvt.rn.satfinite.e2m1x2.f32 $0, $2, $1;", "=h,f,f",
                           {false, "sm_100a", 90}),
            "expected a register for '.e2m1x2', found one of type '.b16' as "
            "operand 1 of 'cvt.rn.satfinite.e2m1x2.f32'; use a '.reg .b8 t' of "
            "the body, and cvt.u16.u8 $0, t;");
  EXPECT_EQ(test::messages("cvt.rn.f16x2.e2m1x2 $0, $1;", "=r,r",
                           {false, "sm_100a", 90}),
            "expected a register for '.e2m1x2', found one of type '.b32' as "
            "operand 2 of 'cvt.rn.f16x2.e2m1x2'; use a '.reg .b8 t' of the "
            "body, and cvt.u8.u32 t, $1;");
}

TEST(AsmMessages, TypesThatRegistersDoNotHave) {
  EXPECT_EQ(messages(".reg .bf16 t; mov.b16 t, $1; mov.b16 $0, t;", "=h,h"),
            "expected a type that variables have, found '.bf16'; write '.b16'");
  EXPECT_EQ(messages(".reg .b32 t = 5; add.s32 $0, $1, t;", "=r,r"),
            "expected no initial value for '.b32' in .reg; write it with mov");
}

} // namespace
