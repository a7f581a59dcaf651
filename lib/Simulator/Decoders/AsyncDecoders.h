//===- AsyncDecoders.h - Copies and mbarriers -------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the files about asynchronous instructions share.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_SIMULATOR_DECODERS_ASYNCDECODERS_H
#define TILE_LIB_SIMULATOR_DECODERS_ASYNCDECODERS_H

#include "Mbarrier.h"
#include "MemoryOperand.h"

#include "llvm/ADT/STLFunctionalExtras.h"

namespace mlir::tile::sim {

/// `cp.async.bulk` and `cp.reduce.async.bulk` with all that begins so.
void decodeBulk(Decoder &d);
/// The instructions among them with `.tensor`.
void decodeTensorCopy(Decoder &d);
/// `tensormap`
void decodeTensorMap(Decoder &d);
/// `fence.proxy.tensormap::generic.acquire`
void decodeTensorMapAcquire(Decoder &d);
/// Reports if this launch has changed the tensor map at the address in global
/// memory since the CTA last acquired it.
void checkIsAcquired(Warp &w, const Inst &i, unsigned lane, uint64_t address);
/// `clusterlaunchcontrol`
void decodeClusterLaunch(Decoder &d);
/// `mbarrier`
void decodeMbarrier(Decoder &d);
/// `st.async` and `st.bulk`
void decodeStoreAsync(Decoder &d);
void decodeStoreBulk(Decoder &d);
/// `red.async`
void decodeReductionAsync(Decoder &d);

/// A prefetch and the like: the address may be past the end of what is there,
/// but must be one of the space that the instruction names.
void decodeHint(Decoder &d);

/// Reports if the thread does not know that the barrier is initialised.
void checkIsKnown(Warp &w, const Inst &i, unsigned lane,
                  const Mbarrier &barrier, uint64_t offset);

/// The address of an mbarrier, in `space`.
void decodeMbarrierAddress(Decoder &d, const ptx::Operand &operand, Space space,
                           MemoryOperand &memory);
/// Calls `f(lane, block, offset, barrier)` for the lanes whose address is that
/// of an mbarrier; of the others it reports what is wrong. The state of the
/// barrier is put into its memory afterwards.
void forEachMbarrier(
    Warp &w, const Inst &i, uint32_t mask, const MemoryOperand &memory,
    llvm::function_ref<void(unsigned, Block &, uint64_t, Mbarrier &)> f);

/// The barrier at an offset that a copy or a commit signals; null, after a
/// report, if there is none. Reports, too, if the thread does not know it.
Mbarrier *findSignalled(Warp &w, const Inst &i, unsigned lane, Block &block,
                        uint64_t offset);

/// The barrier at an offset completes the bytes of the copy when it is tested.
void trackAt(Warp &w, const Inst &i, unsigned lane, Block &block,
             uint64_t offset, AsyncCopy copy);

/// A destination in shared memory of a copy by one lane: the place on the
/// host, null after a report.
uint8_t *accessTarget(Warp &w, const Inst &i, unsigned lane, Access access,
                      uint64_t address, Block *&block, uint64_t &offset);
/// An access of one lane; null after a report.
uint8_t *accessOne(Warp &w, const Inst &i, unsigned lane, const Access &access,
                   uint64_t address);

} // namespace mlir::tile::sim

#endif // TILE_LIB_SIMULATOR_DECODERS_ASYNCDECODERS_H
