// Each CTA reverses 16384 integers by way of 64 KiB of dynamic shared memory.
// As lowered code asks for it: an array without a size, and at the kernel how
// many bytes a launch gives it.

llvm.mlir.global external @__tile_dynamic_shared()
    {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<0 x i8>

llvm.func @reverse(%in: !llvm.ptr<1>, %out: !llvm.ptr<1>)
    attributes {nvvm.kernel, nvvm.reqntid = array<i32: 256>,
                tile.dynamic_shared_memory = 65536 : i64} {
  %shared = llvm.mlir.addressof @__tile_dynamic_shared : !llvm.ptr<3>
  %step = llvm.mlir.constant(256 : i32) : i32
  %size = llvm.mlir.constant(16384 : i32) : i32
  %last = llvm.mlir.constant(16383 : i32) : i32
  %thread = nvvm.read.ptx.sreg.tid.x : i32
  %cta = nvvm.read.ptx.sreg.ctaid.x : i32
  %begin = llvm.mul %cta, %size : i32
  %from = llvm.getelementptr %in[%begin] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
  %to = llvm.getelementptr %out[%begin] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
  llvm.br ^read(%thread : i32)
^read(%i: i32):
  %source = llvm.getelementptr %from[%i] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
  %x = llvm.load %source : !llvm.ptr<1> -> i32
  %place = llvm.getelementptr %shared[%i] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
  llvm.store %x, %place : i32, !llvm.ptr<3>
  %i_next = llvm.add %i, %step : i32
  %more = llvm.icmp "slt" %i_next, %size : i32
  llvm.cond_br %more, ^read(%i_next : i32), ^barrier
^barrier:
  nvvm.barrier0
  llvm.br ^write(%thread : i32)
^write(%k: i32):
  %mirrored = llvm.sub %last, %k : i32
  %other = llvm.getelementptr %shared[%mirrored] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
  %y = llvm.load %other : !llvm.ptr<3> -> i32
  %target = llvm.getelementptr %to[%k] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
  llvm.store %y, %target : i32, !llvm.ptr<1>
  %k_next = llvm.add %k, %step : i32
  %rest = llvm.icmp "slt" %k_next, %size : i32
  llvm.cond_br %rest, ^write(%k_next : i32), ^end
^end:
  llvm.return
}
