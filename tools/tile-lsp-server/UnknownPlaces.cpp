//===- UnknownPlaces.cpp - Places that are not in the text ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// MLIR's server looks up the line and column of each message in the text that
// it has. A message can be about a place that is not there: a location that the
// text itself names, in another file, or one after a carriage return in its
// line. The server then asks for the line of no place, and LLVM, which takes
// every place to be in some text, dies of it.
//
// The linker's option --wrap leads calls of SourceMgr::getLineAndColumn from
// other objects here, and the real one has another name (CMakeLists.txt).
//
//===----------------------------------------------------------------------===//

#include "llvm/Support/SourceMgr.h"

using namespace llvm;

std::pair<unsigned, unsigned> getRealLineAndColumn(
    const SourceMgr *sourceMgr, SMLoc place,
    unsigned buffer) __asm__("__real__ZNK4llvm9SourceMgr16getLineAndColumnENS_"
                             "5SMLocEj");

std::pair<unsigned, unsigned>
getLineAndColumn(const SourceMgr *sourceMgr, SMLoc place,
                 unsigned buffer) __asm__("__wrap__ZNK4llvm9SourceMgr16getLineA"
                                          "ndColumnENS_5SMLocEj");

/// The first character if the place is none.
std::pair<unsigned, unsigned> getLineAndColumn(const SourceMgr *sourceMgr,
                                               SMLoc place, unsigned buffer) {
  if (buffer == 0 && sourceMgr->FindBufferContainingLoc(place) == 0)
    return {1, 1};
  return getRealLineAndColumn(sourceMgr, place, buffer);
}
