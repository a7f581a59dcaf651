// Every message of the interpreter, at the operation, with program and element.

// DEFINE: %{run} = not tile-run %s --device=interpreter --grid=2
// DEFINE: %{check} = 2>&1 | FileCheck %s --implicit-check-not="in the interpreter" --check-prefix

// BOUNDS: errors.mlir:[[@LINE+8]]:8: error: 'tile.load' op reads 4 bytes at 0x{{[0-9a-f]+}}, at the end of 'x', which has 12 bytes at 0x{{[0-9a-f]+}}, at element (1, 1) of program (0, 0, 0)
// BOUNDS: tile-run: error: the run stopped here, when 0 of 2 programs had ended; nothing is checked
// RUN: %{run} --kernel=behind --input=x:3xf32 %{check}=BOUNDS
tile.func public @behind(%x: !tile.ptr<f32>) {
  %i = tile.make_range {start = 0 : i32, end = 4 : i32} : tensor<4xi32>
  %xs = tile.splat %x : !tile.ptr<f32> -> tensor<4x!tile.ptr<f32>>
  %xp = tile.addptr %xs, %i : tensor<4x!tile.ptr<f32>>, tensor<4xi32>
  %p2 = tile.reshape %xp : tensor<4x!tile.ptr<f32>> -> tensor<2x2x!tile.ptr<f32>>
  %v = tile.load %p2 : tensor<2x2x!tile.ptr<f32>>
  tile.return
}

// BEFORE: errors.mlir:[[@LINE+9]]:3: error: 'tile.store' op writes 2 bytes at 0x{{[0-9a-f]+}}, 2 bytes before the start of 'x', which has 8 bytes at 0x{{[0-9a-f]+}}, at program (1, 0, 0)
// BEFORE: the run stopped here, when 1 of 2 programs had ended
// RUN: %{run} --kernel=before --output=x:4xi16 %{check}=BEFORE
tile.func public @before(%x: !tile.ptr<i16>) {
  %id = tile.get_program_id x : i32
  %zero = arith.constant 0 : i16
  %b = arith.constant -1 : i32
  %c = arith.muli %id, %b : i32
  %p = tile.addptr %x, %c : !tile.ptr<i16>, i32
  tile.store %p, %zero : !tile.ptr<i16>
  tile.return
}

// FAR: 'tile.store' op writes 1 byte at 0x7, where no buffer is, at program (0, 0, 0)
// RUN: %{run} --kernel=far %{check}=FAR
tile.func public @far() {
  %a = arith.constant 7 : i64
  %zero = arith.constant 0 : i8
  %p = tile.int_to_ptr %a : i64 -> !tile.ptr<i8>
  tile.store %p, %zero : !tile.ptr<i8>
  tile.return
}

// ALIGNED: 'tile.load' op reads 4 bytes at 0x{{[0-9a-f]+}}1, which is not a multiple of 4, at program (0, 0, 0)
// RUN: %{run} --kernel=aligned --input=x:8xi8 %{check}=ALIGNED
tile.func public @aligned(%x: !tile.ptr<i8>) {
  %1 = arith.constant 1 : i32
  %p = tile.addptr %x, %1 : !tile.ptr<i8>, i32
  %q = tile.bitcast %p : !tile.ptr<i8> -> !tile.ptr<f32>
  %v = tile.load %q : !tile.ptr<f32>
  tile.return
}

// SPACE: 'tile.load' op expected a pointer to global memory, found '!tile.ptr<i8, 3>', at program (0, 0, 0)
// RUN: %{run} --kernel=space %{check}=SPACE
tile.func public @space() {
  %a = arith.constant 0 : i64
  %p = tile.int_to_ptr %a : i64 -> !tile.ptr<i8, 3>
  %v = tile.load %p : !tile.ptr<i8, 3>
  tile.return
}

// ZERO: 'arith.remsi' op expected a divisor other than 0, found 0, at element (2) of program (0, 0, 0)
// RUN: %{run} --kernel=zero %{check}=ZERO
tile.func public @zero() {
  %a = arith.constant dense<[3, 1, 0, 0]> : tensor<4xi32>
  %v = arith.remsi %a, %a : tensor<4xi32>
  tile.return
}

// OVERFLOW: 'arith.divsi' op expected a quotient that fits the type, found the smallest number divided by -1, at program (0, 0, 0)
// RUN: %{run} --kernel=overflow %{check}=OVERFLOW
tile.func public @overflow() {
  %a = arith.constant -128 : i8
  %b = arith.constant -1 : i8
  %v = arith.divsi %a, %b : i8
  tile.return
}

// POWER: 'math.ipowi' op expected a base other than 0 for a negative exponent, found 0, at program (0, 0, 0)
// RUN: %{run} --kernel=power %{check}=POWER
tile.func public @power() {
  %a = arith.constant 0 : i8
  %b = arith.constant -1 : i8
  %v = math.ipowi %a, %b : i8
  tile.return
}

// STEP: 'scf.for' op expected a step above 0, found 0, in program (0, 0, 0)
// RUN: %{run} --kernel=step --input=i32=0 %{check}=STEP
tile.func public @step(%step: i32) {
  %a = arith.constant 0 : i32
  %b = arith.constant 1 : i32
  scf.for %i = %a to %b step %step : i32 {
  }
  tile.return
}

// ENDLESS: is the end of the run: expected at most 1000 steps in a program, found more, in program (0, 0, 0)
// RUN: %{run} --kernel=endless --step-limit=1000 %{check}=ENDLESS
// RUN: %{run} --kernel=turning --step-limit=1000 %{check}=ENDLESS
tile.func public @endless() {
  %true = arith.constant true
  scf.while : () -> () {
    scf.condition(%true)
  } do {
    scf.yield
  }
  tile.return
}
tile.func public @turning() {
  cf.br ^again
^again:
  cf.br ^again
}

// DEEP: 'tile.call' op expected at most 500 calls in one another, found more, in program (0, 0, 0)
// RUN: %{run} --kernel=deep %{check}=DEEP
tile.func private @recurse() attributes {noinline = true} {
  tile.call @recurse() : () -> ()
  tile.return
}
tile.func public @deep() {
  tile.call @recurse() : () -> ()
  tile.return
}

// BODY: 'tile.call' op expected a function with a body, found 'elsewhere' without one, in program (0, 0, 0)
// RUN: %{run} --kernel=body %{check}=BODY
tile.func private @elsewhere()
tile.func public @body() {
  tile.call @elsewhere() : () -> ()
  tile.return
}

// PTX: 'tile.elementwise_inline_asm' op is not evaluated: expected a fallback, which says what it computes, found only PTX, in program (0, 0, 0)
// RUN: %{run} --kernel=ptx --input=i32=1 %{check}=PTX
tile.func public @ptx(%x: i32) {
  %y = tile.elementwise_inline_asm "neg.s32 $0, $1;" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x : i32 -> i32
  tile.return
}

// THREADS: 'tile.elementwise_inline_asm' op is not evaluated: expected 'scope = element', found 'scope = thread', and programs have no threads here, in program (0, 0, 0)
// RUN: %{run} --kernel=threads --input=i32=1 %{check}=THREADS
tile.func public @threads(%x: i32) {
  %y = tile.elementwise_inline_asm "neg.s32 $0, $1;" scope = thread {constraints = "=r,r", packed_element = 1 : i32, pure = false} %x : i32 -> i32 fallback (%v: i32) {
    tile.asm.return %v : i32
  }
  tile.return
}

// EXTERN: 'tile.extern_elementwise' op calls '__nv_j0q', which is not evaluated: the interpreter knows the common functions of libdevice only, in program (0, 0, 0)
// RUN: %{run} --kernel=extern --input=f32=1 %{check}=EXTERN
tile.func public @extern(%x: f32) {
  %y = tile.extern_elementwise %x {libname = "libdevice", libpath = "", symbol = "__nv_j0q", pure = true} : (f32) -> f32
  tile.return
}

// UNKNOWN: 'tilegpu.local_alloc' op is not evaluated: the interpreter does not know it, in program (0, 0, 0)
// RUN: %{run} --kernel=unknown %{check}=UNKNOWN
tile.func public @unknown() {
  %0 = tilegpu.local_alloc : !tilegpu.memdesc<4xi32, #tilegpu.linear_shared<[[1], [2]]>>
  tile.return
}

// BYTES: 'arith.addf' op expected floats of 16, 32 or 64 bits, found 'f8E5M2', in program (0, 0, 0)
// RUN: %{run} --kernel=bytes %{check}=BYTES
tile.func public @bytes() {
  %x = arith.constant 1.0 : f8E5M2
  %y = arith.addf %x, %x : f8E5M2
  tile.return
}

// TRUNC: 'arith.truncf' op expected no 8-bit floats, which tile.fp_to_fp converts, found 'f8E5M2', in program (0, 0, 0)
// RUN: %{run} --kernel=trunc %{check}=TRUNC
tile.func public @trunc() {
  %x = arith.constant 1.0 : f16
  %y = arith.truncf %x : f16 to f8E5M2
  tile.return
}

// EXT: 'arith.extf' op expected no 8-bit floats, which tile.fp_to_fp converts, found 'f8E5M2', in program (0, 0, 0)
// RUN: %{run} --kernel=ext %{check}=EXT
tile.func public @ext() {
  %x = arith.constant 1.0 : f8E5M2
  %y = arith.extf %x : f8E5M2 to f16
  tile.return
}

// FROM: 'arith.sitofp' op is not evaluated from 'i8' to 'f8E5M2', in program (0, 0, 0)
// RUN: %{run} --kernel=from %{check}=FROM
tile.func public @from() {
  %x = arith.constant 1 : i8
  %y = arith.sitofp %x : i8 to f8E5M2
  tile.return
}

// WIDTH: 'arith.trunci' op is not evaluated: expected integers of 1, 8, 16, 32 or 64 bits, floats of 8, 16, 32 or 64 or pointers, or tiles of them, found 'i7', in program (0, 0, 0)
// RUN: %{run} --kernel=width --input=i32=1 %{check}=WIDTH
tile.func public @width(%x: i32) {
  %y = arith.trunci %x : i32 to i7
  tile.return
}

// VECTOR: 'arith.constant' op is not evaluated: expected integers of {{.*}} found 'vector<4xi32>', in program (0, 0, 0)
// RUN: %{run} --kernel=vector %{check}=VECTOR
tile.func public @vector() {
  %x = arith.constant dense<1> : vector<4xi32>
  tile.return
}

// ASSUME: 'llvm.intr.assume' op expected an assumption that is true, found false, in program (1, 0, 0)
// RUN: %{run} --kernel=assume %{check}=ASSUME
tile.func public @assume() {
  %id = tile.get_program_id x : i32
  %zero = arith.constant 0 : i32
  %ok = arith.cmpi eq, %id, %zero : i32
  llvm.intr.assume %ok : i1
  tile.return
}

// ASSERT: 'tile.assert' op failed: no luck, at element (1) of program (1, 0, 0)
// RUN: %{run} --kernel=assert %{check}=ASSERT
tile.func public @assert() {
  %id = tile.get_program_id x : i32
  %ids = tile.splat %id : i32 -> tensor<2xi32>
  %i = tile.make_range {start = 0 : i32, end = 2 : i32} : tensor<2xi32>
  %sum = arith.muli %ids, %i : tensor<2xi32>
  %zero = arith.constant dense<0> : tensor<2xi32>
  %ok = arith.cmpi eq, %sum, %zero : tensor<2xi32>
  tile.assert %ok, "no luck" : tensor<2xi1>
  tile.return
}
