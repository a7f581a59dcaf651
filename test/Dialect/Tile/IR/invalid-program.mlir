// RUN: tile-opt %s -split-input-file -verify-diagnostics

tile.func private @axis_name() {
  // expected-error @below {{expected string or keyword containing one of the following enum values for attribute 'axis' [x, y, z]}}
  %0 = tile.get_program_id w : i32
  tile.return
}

// -----

tile.func private @axis_number() {
  // expected-error @below {{attribute 'axis' failed to satisfy constraint: an axis of the grid}}
  %0 = "tile.get_num_programs"() {axis = 3 : i32} : () -> i32
  tile.return
}

// -----

tile.func private @result_type() {
  // expected-error @below {{result #0 must be 32-bit signless integer, but got 'i64'}}
  %0 = tile.get_program_id x : i64
  tile.return
}
