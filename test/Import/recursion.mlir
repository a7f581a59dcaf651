// RUN: tile-opt %s -split-input-file -verify-diagnostics --tile-import-ttir

tt.func private @itself(%x: f32) -> f32 attributes {noinline = true} {
  // expected-error @below {{'tt.call' op expected no function that calls itself, found 'itself', which does}}
  %y = tt.call @itself(%x) : (f32) -> f32
  tt.return %y : f32
}

// -----

// Calls that end, and one function that is called twice, are no circle.
tt.func public @kernel(%p: !tt.ptr<f32>) {
  %c = arith.constant 1.0 : f32
  %w = tt.call @leaf(%c) : (f32) -> f32
  %v = tt.call @leaf(%w) : (f32) -> f32
  %x = tt.call @one(%v) : (f32) -> f32
  tt.store %p, %x : !tt.ptr<f32>
  tt.return
}
tt.func private @leaf(%x: f32) -> f32 {
  tt.return %x : f32
}
tt.func private @one(%x: f32) -> f32 attributes {noinline = true} {
  %z = tt.call @leaf(%x) : (f32) -> f32
  // expected-note @below {{through this call}}
  %y = tt.call @two(%z) : (f32) -> f32
  tt.return %y : f32
}
tt.func private @two(%x: f32) -> f32 attributes {noinline = true} {
  // expected-error @below {{'tt.call' op expected no function that calls itself, found 'one', which does}}
  %y = tt.call @one(%x) : (f32) -> f32
  tt.return %y : f32
}
