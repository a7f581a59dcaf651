//===- NamesInOnePiece.cpp - Where a name takes no blank ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// ptxas takes `add .f32`: the words of an instruction may stand apart. But some
// names of several words are opcodes of their own there, which it reads in one
// piece. The list is from ptxas 13.0: scripts/check-ptx-table --blanks compares
// it with the ptxas at hand.
//
//===----------------------------------------------------------------------===//

#include "InstructionFamilies.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir::tile::ptx;
using llvm::StringRef;

bool mlir::tile::ptx::isNameInOnePiece(StringRef name) {
  // Each stands for its beginnings, too: no blank is in `cp.async`, either.
  static constexpr StringRef kNames[] = {
      "bar.arrive",
      "bar.cta.arrive",
      "bar.cta.red",
      "bar.red",
      "bar.warp",
      "barrier.arrive",
      "barrier.cluster.arrive",
      "barrier.cluster.wait",
      "barrier.cta.arrive",
      "barrier.cta.red",
      "barrier.red",
      "brx.idx",
      "cp.async.bulk.commit_group",
      "cp.async.bulk.prefetch.tensor",
      "cp.async.bulk.tensor",
      "cp.async.bulk.wait_group",
      "cp.async.commit_group",
      "cp.async.mbarrier.arrive",
      "cp.async.wait_all",
      "cp.async.wait_group",
      "cp.reduce.async.bulk.tensor",
      "createpolicy.cvt",
      "createpolicy.fractional",
      "createpolicy.range",
      "cvt.pack",
      "cvta.to",
      "div.full",
      "dp2a.hi",
      "dp2a.lo",
      "fence.proxy",
      "mad.hi",
      "mad.lo",
      "mad.wide",
      "mad24.hi",
      "mad24.lo",
      "madc.hi",
      "madc.lo",
      "mbarrier.arrive.expect_tx",
      "mbarrier.arrive_drop.expect_tx",
      "mbarrier.complete_tx",
      "mbarrier.expect_tx",
      "mbarrier.init",
      "mbarrier.inval",
      "mbarrier.pending_count",
      "mbarrier.test_wait.parity",
      "mbarrier.try_wait.parity",
      "membar.proxy",
      "mul.hi",
      "mul.lo",
      "mul.wide",
      "mul24.hi",
      "mul24.lo",
      "multimem.ld_reduce",
      "multimem.red",
      "multimem.st",
      "pmevent.mask",
      "red.async",
      "setmaxnreg.dec",
      "setmaxnreg.inc",
      "shf.l",
      "shf.r",
      "st.async",
      "st.bulk",
      "suld.b",
      "sured.b",
      "sured.p",
      "sust.b",
      "sust.p",
      "tcgen05.alloc",
      "tcgen05.commit",
      "tcgen05.cp",
      "tcgen05.dealloc",
      "tcgen05.fence::after_thread_sync",
      "tcgen05.fence::before_thread_sync",
      "tcgen05.ld",
      "tcgen05.mma.ws",
      "tcgen05.relinquish_alloc_permit",
      "tcgen05.shift",
      "tcgen05.st",
      "tcgen05.wait::ld",
      "tcgen05.wait::st",
      "tensormap.cp_fenceproxy",
      "tensormap.replace",
      "tex.base",
      "tex.grad",
      "tex.level",
      "txq.level",
      "wgmma.commit_group",
      "wgmma.fence",
      "wgmma.mma_async",
      "wgmma.wait_group",
      "wmma.load.a",
      "wmma.load.b",
      "wmma.load.c",
      "wmma.mma",
      "wmma.store.d",
  };
  return llvm::any_of(kNames, [&](StringRef known) {
    return known.consume_front(name) && (known.empty() || known.front() == '.');
  });
}
