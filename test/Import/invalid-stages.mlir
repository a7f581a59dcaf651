// RUN: tile-opt %s -split-input-file -verify-diagnostics --tile-import-ttir

tt.func public @negative_stages(%n: i32) {
  // expected-error @below {{expected 'tt.num_stages' to be an integer of at least 0, found -1 : i32}}
  scf.for %i = %n to %n step %n : i32 {
  } {tt.num_stages = -1 : i32}
  tt.return
}

// -----

tt.func public @stages_in_words(%n: i32) {
  // expected-error @below {{expected 'tt.num_stages' to be an integer of at least 0, found "three"}}
  scf.for %i = %n to %n step %n : i32 {
  } {tt.num_stages = "three"}
  tt.return
}

// -----

tt.func public @no_unroll(%n: i32) {
  // expected-error @below {{expected 'tt.loop_unroll_factor' to be an integer of 1 to 1024, found 0 : i32}}
  scf.for %i = %n to %n step %n : i32 {
  } {tt.loop_unroll_factor = 0 : i32}
  tt.return
}
