// RUN: tile-opt %s --tile-allocate-shared-memory -split-input-file -verify-diagnostics

#shared = #tilegpu.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#regs = #tile.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {tile.target = #tile.target<"sm_90a", num_warps = 4>} {
// expected-error@below {{'too_large': expected at most 232448 bytes of shared memory per CTA on sm_90a, found 393216: 0 static and 393216 dynamic}}
tile.func private @too_large(%a: tensor<65536xf32, #regs>, %b: tensor<32768xf32, #regs>) -> (tensor<65536xf32, #regs>, tensor<32768xf32, #regs>) {
  // expected-note@below {{262144 bytes for a tile here}}
  %0 = tilegpu.local_alloc : !tilegpu.memdesc<65536xf32, #shared>
  // expected-note@below {{131072 bytes for a tile here}}
  %1 = tilegpu.local_alloc : !tilegpu.memdesc<32768xf32, #shared>
  tilegpu.local_store %a, %0 : tensor<65536xf32, #regs>, !tilegpu.memdesc<65536xf32, #shared>
  tilegpu.local_store %b, %1 : tensor<32768xf32, #regs>, !tilegpu.memdesc<32768xf32, #shared>
  %2 = tilegpu.local_load %0 : !tilegpu.memdesc<65536xf32, #shared> -> tensor<65536xf32, #regs>
  %3 = tilegpu.local_load %1 : !tilegpu.memdesc<32768xf32, #shared> -> tensor<32768xf32, #regs>
  tile.return %2, %3 : tensor<65536xf32, #regs>, tensor<32768xf32, #regs>
}
}
