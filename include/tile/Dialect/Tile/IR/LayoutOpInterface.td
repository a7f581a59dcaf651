//===- LayoutOpInterface.td - What an op means for layouts -*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The one place where an operation says what it means for layouts.
// LayoutOpInterface.h explains it, with an example for each kind of operation.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LAYOUT_OP_INTERFACE_TD
#define TILE_LAYOUT_OP_INTERFACE_TD

include "mlir/IR/Interfaces.td"

def LayoutOpInterface : OpInterface<"LayoutOpInterface"> {
  let cppNamespace = "::mlir::tile";
  let description = [{
    What an operation means for the layouts of its tiles. Its tile operands and
    results belong to *layout classes*, numbered from 0; the members of one
    class have one layout. The defaults describe a map: one class, any layout,
    nothing else. Passes use `LayoutModel`, which also handles operations
    without this interface.
  }];
  let methods = [
    //===------------------------------------------------------------------===//
    // Classes
    //===------------------------------------------------------------------===//
    InterfaceMethod<[{The number of layout classes, at least 1.}],
      "unsigned", "getNumLayoutClasses", (ins), "", "return 1;">,
    InterfaceMethod<[{The class of an operand; not used for scalars.}],
      "unsigned", "getOperandLayoutClass", (ins "unsigned":$operand), "",
      "return 0;">,
    InterfaceMethod<[{The class of a result; not used for scalars.}],
      "unsigned", "getResultLayoutClass", (ins "unsigned":$result), "",
      "return 0;">,
    InterfaceMethod<[{
      The class whose layout determines the layouts of all other classes that
      are tied to it. Default: the last one.}],
      "unsigned", "getDecidingClass", (ins), "",
      "return $_op.getNumLayoutClasses() - 1;">,
    InterfaceMethod<[{
      A class that can have any layout, with a layout for each of the others that
      follows. Default: the last one.}],
      "unsigned", "getFreeClass", (ins), "",
      "return $_op.getNumLayoutClasses() - 1;">,

    //===------------------------------------------------------------------===//
    // Ties between classes
    //===------------------------------------------------------------------===//
    InterfaceMethod<[{
      The bit of a coordinate in class `to` that is this bit of class `from`;
      nothing if the tiles of `to` have no such bit, or if the two classes are
      not tied. Default: the same bit within one class, or else nothing.}],
      "::std::optional<::mlir::tile::CoordinateBit>", "mapBit",
      (ins "unsigned":$from, "::mlir::tile::CoordinateBit":$bit,
           "unsigned":$to), "", [{
        return from == to ? ::std::optional(bit) : ::std::nullopt;
      }]>,
    InterfaceMethod<[{
      The dimension of class `whole` that tiles of class `slice` lack, if the
      layout of `slice` is the #tile.slice of the layout of `whole`: threads that
      differ only along this dimension hold copies. Default: nothing.}],
      "::std::optional<unsigned>", "getSliceDim",
      (ins "unsigned":$slice, "unsigned":$whole), "",
      "return ::std::nullopt;">,
    InterfaceMethod<[{
      The layout of class `to`, if class `from` has this one and no element may
      move between threads; null if none follows. Where `to` has a dimension
      that `from` lacks, `layout` covers at most size 1 along it.
      With `forAnyExtent` the answer must hold for larger tiles too, as
      tile.broadcast makes them from the result; only a #tile.slice is enough
      for that. Default: the layout that follows from `mapBit` and `getSliceDim`.}],
      "::mlir::Attribute", "inferLayout",
      (ins "unsigned":$from, "::mlir::Attribute":$layout, "unsigned":$to,
           "bool":$forAnyExtent), "", [{
        return ::mlir::tile::detail::inferLayoutFromBits(
            $_op, from, layout, to, forAnyExtent);
      }]>,

    //===------------------------------------------------------------------===//
    // Needs
    //===------------------------------------------------------------------===//
    InterfaceMethod<[{
      Bits of coordinates that should lie in the registers of one thread, in
      a CTA of `numThreads`. Layouts are chosen so, unless these are too many
      elements for one thread. Default: none.}],
      "::llvm::SmallVector<::mlir::tile::LayoutDemand>", "getLayoutDemands",
      (ins "int64_t":$numThreads), "", "return {};">,
    InterfaceMethod<[{
      Whether the operation can work with this layout of a class. A layout that
      it does not accept is never chosen if there is another one. Default: yes.}],
      "bool", "acceptsLayout",
      (ins "unsigned":$layoutClass, "::mlir::Attribute":$layout), "",
      "return true;">,
    InterfaceMethod<[{
      What all warps of the CTA do between threads, or more than once, if the
      deciding class has this layout. Cost.h has the prices. Default: nothing.}],
      "::mlir::tile::Work", "getWork", (ins "::mlir::Attribute":$layout), "",
      "return {};">,
    InterfaceMethod<[{
      The layout that the operation prefers for a class, on a CTA of `numWarps`:
      for example the layout of the fragments of an mma instruction. Null, the
      default, if it prefers none.}],
      "::mlir::Attribute", "getPreferredLayout",
      (ins "unsigned":$layoutClass, "unsigned":$numWarps), "", "return {};">,

    //===------------------------------------------------------------------===//
    // Role in the choice
    //===------------------------------------------------------------------===//
    InterfaceMethod<[{
      The tile of pointers that the operation accesses; null if it accesses no
      memory, or by a scalar pointer. Default: null.}],
      "::mlir::Value", "getAccessedPointers", (ins), "", "return {};">,
    InterfaceMethod<[{
      The mask of this access: which elements take part; null, the default, if all
      do.}],
      "::mlir::Value", "getAccessMask", (ins), "", "return {};">,
    InterfaceMethod<[{
      The largest number of elements, neighbours in memory, that one instruction
      of this access can take. Default: as many as fill 128 bits.}],
      "unsigned", "getMaxAccessWidth", (ins), "", [{
        return ::mlir::tile::detail::getFullAccessWidth(
            $_op.getAccessedPointers());
      }]>,
    InterfaceMethod<[{
      Whether the operation is an anchor: it determines a layout, and other
      operations follow. Default: memory accesses are anchors.}],
      "bool", "isLayoutAnchor", (ins), "",
      "return bool($_op.getAccessedPointers());">,
    InterfaceMethod<[{
      The tile of an anchor's deciding class whose layout the anchor takes if that
      layout is known already. Default: the first operand of that class, or else
      the first result.}],
      "::mlir::Value", "getLayoutData", (ins), "", [{
        return ::mlir::tile::detail::getFirstTile(
            $_op, $_op.getDecidingClass());
      }]>,
    InterfaceMethod<[{
      Whether computing the result again in another layout is cheaper than moving
      its elements: a few instructions per element, no memory. Default: no.}],
      "bool", "isCheap", (ins), "", "return false;">,
    InterfaceMethod<[{
      Whether the operation acts once per element, so that only one of the threads
      that hold copies may run it. Default: no, all may run it.}],
      "bool", "isOncePerElement", (ins), "", "return false;">,
    InterfaceMethod<[{
      Whether something else fixes the layouts of all operands and results,
      as the callee does for a call. Default: no.}],
      "bool", "hasFixedLayouts", (ins), "", "return false;">,
    InterfaceMethod<[{
      Whether kernels with the operation have few and large CTAs, as with
      a matrix product: operands lie in shared memory and results in
      registers. So layout conversions may take all of a CTA's shared memory,
      and the number of CTAs that fit on an SM limits the registers of a thread.
      Default: no.}],
      "bool", "wantsLargeCTAs", (ins), "", "return false;">
  ];
}

#endif // TILE_LAYOUT_OP_INTERFACE_TD
