// RUN: tile-opt %s --split-input-file --verify-diagnostics --tile-group-programs=programs=4

// expected-error @below {{expected the module to have the attribute 'tile.target', found none; tile-set-target sets it}}
module {
  tile.func public @noTarget() {
    tile.return
  }
}

// -----

// expected-error @below {{expected a power of two up to 2 as the number of programs of 16 warps that share a CTA, found 4}}
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 16>} {
  tile.func public @tooManyWarps() {
    tile.return
  }
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
  tile.func public @barrierOfAsm() {
    // expected-error @below {{'tile.elementwise_inline_asm' op expected no operation that concerns a whole CTA, which 4 programs share, found the barrier 'bar.sync'; compile the kernel with programs-per-cta = 1}}
    tile.elementwise_inline_asm "bar.sync 0;" scope = thread {constraints = "", packed_element = 1 : i32, pure = false} -> ()
    tile.return
  }
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
  tile.func public @namedBarrierOfAsm() {
    // expected-error @below {{found the barrier 'barrier.sync'}}
    tile.elementwise_inline_asm "barrier.sync 3, 64;" scope = thread {constraints = "", packed_element = 1 : i32, pure = false} -> ()
    tile.return
  }
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
  tile.func public @clusterBarrierOfAsm() {
    // expected-error @below {{found what several warps do together, 'barrier.cluster.arrive'}}
    tile.elementwise_inline_asm "barrier.cluster.arrive;" scope = thread {constraints = "", packed_element = 1 : i32, pure = false} -> ()
    tile.return
  }
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
  tile.func public @readsCtaid(%p: !tile.ptr<i32>) {
    // expected-error @below {{found '%ctaid.x'}}
    %0 = tile.elementwise_inline_asm "mov.u32 $0, %ctaid.x;" {constraints = "=r", packed_element = 1 : i32, pure = true} -> i32
    tile.store %p, %0 : !tile.ptr<i32>
    tile.return
  }
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
  tile.func public @readsNctaid(%p: !tile.ptr<i32>) {
    // expected-error @below {{found '%nctaid.x'}}
    %0 = tile.elementwise_inline_asm "mov.u32 $0, %nctaid.x;" {constraints = "=r", packed_element = 1 : i32, pure = true} -> i32
    tile.store %p, %0 : !tile.ptr<i32>
    tile.return
  }
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
  tile.func public @readsRow(%p: !tile.ptr<i32>) {
    // expected-error @below {{found '%tid.y'}}
    %0 = tile.elementwise_inline_asm "{ .reg .b32 t; mov.u32 t, %tid.y; mov.u32 $0, t; }" {constraints = "=r", packed_element = 1 : i32, pure = true} -> i32
    tile.store %p, %0 : !tile.ptr<i32>
    tile.return
  }
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
  tile.func public @sharedVariable(%x: i32) {
    // expected-error @below {{found a variable in shared memory}}
    tile.elementwise_inline_asm "{ .shared .b32 t; st.shared.b32 [t], $0; }" scope = thread {constraints = "r", packed_element = 1 : i32, pure = false} %x : i32 -> ()
    tile.return
  }
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
  tile.func public @sharedAccess(%x: i32) {
    // expected-error @below {{found shared memory in 'st.shared.b32'}}
    tile.elementwise_inline_asm "st.shared.b32 [$0], $0;" scope = thread {constraints = "r", packed_element = 1 : i32, pure = false} %x : i32 -> ()
    tile.return
  }
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
  tile.func public @unknownInstruction(%x: i32) {
    // expected-error @below {{found the unknown instruction 'frobnicate.b32'}}
    tile.elementwise_inline_asm "frobnicate.b32 $0;" scope = thread {constraints = "r", packed_element = 1 : i32, pure = false} %x : i32 -> ()
    tile.return
  }
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
  tile.func public @barrierOfTheCTA() {
    // expected-error @below {{'nvvm.barrier0' op expected no operation that concerns a whole CTA, which 4 programs share, found an operation that may concern all of it}}
    nvvm.barrier0
    tile.return
  }
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
  tile.func public @threadOfTheCTA() {
    // expected-error @below {{'nvvm.read.ptx.sreg.tid.x' op expected no operation that concerns a whole CTA}}
    %0 = nvvm.read.ptx.sreg.tid.x : i32
    tile.return
  }
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
  tile.func public @asmOfLLVM() {
    // expected-error @below {{'llvm.inline_asm' op expected no operation that concerns a whole CTA}}
    llvm.inline_asm has_side_effects "bar.sync 0;", "" : () -> ()
    tile.return
  }
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
  tile.func public @numberedBarrier() {
    // expected-error @below {{'tilegpu.barrier' op expected no operation that concerns a whole CTA, which 4 programs share, found a barrier with a number of its own}}
    tilegpu.barrier group {id = 1 : i32, warps = 4 : i32}
    tile.return
  }
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
  tile.func private @elsewhere()
  tile.func public @callsElsewhere() {
    // expected-error @below {{'tile.call' op expected no operation that concerns a whole CTA, which 4 programs share, found a call of a function that is defined elsewhere}}
    tile.call @elsewhere() : () -> ()
    tile.return
  }
}

// -----

module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
  tile.func public @impureLibrary(%x: f32) {
    // expected-error @below {{found an impure function of a library}}
    %0 = tile.extern_elementwise %x {libname = "l", libpath = "", symbol = "f", pure = false} : (f32) -> f32
    tile.return
  }
}

// -----

// expected-error @below {{expected 'tile.programs_per_cta' to be an i32, a power of two up to 32, on a module or llvm.func, found 3 : i32}}
module attributes {tile.programs_per_cta = 3 : i32} {
}

// -----

// expected-error @below {{expected 'tile.programs_per_cta' to be an i32, a power of two up to 32, on a module or llvm.func, found 4 : i64}}
module attributes {tile.programs_per_cta = 4 : i64} {
}

// -----

// expected-error @below {{on a module or llvm.func, found 4 : i32}}
tile.func public @ofAFunction() attributes {tile.programs_per_cta = 4 : i32} {
  tile.return
}

// -----

// expected-error @below {{expected the last parameter of a kernel with 'tile.programs_per_cta' to be the number of programs, an i32, found '!llvm.func<void (i64)>'}}
llvm.func @noNumber(%x: i64) attributes {nvvm.kernel, tile.programs_per_cta = 4 : i32} {
  llvm.return
}
