// RUN: tile-opt %s -split-input-file -verify-diagnostics

tile.func private @callee_missing() {
  // expected-error @below {{expected a tile.func, found 'nowhere', which is none}}
  tile.call @nowhere() : () -> ()
  tile.return
}

// -----

module @not_a_function {}
tile.func private @callee_kind() {
  // expected-error @below {{expected a tile.func, found 'not_a_function', which is none}}
  tile.call @not_a_function() : () -> ()
  tile.return
}

// -----

tile.func private @callee(i32)
tile.func private @operand_types(%x: f32) {
  // expected-error @below {{expected operands of types ('i32'), found ('f32')}}
  tile.call @callee(%x) : (f32) -> ()
  tile.return
}

// -----

tile.func private @callee(i32)
tile.func private @operand_count() {
  // expected-error @below {{expected operands of types ('i32'), found ()}}
  tile.call @callee() : () -> ()
  tile.return
}

// -----

tile.func private @callee() -> i32
tile.func private @result_types() {
  // expected-error @below {{expected results of types ('i32'), found ('i64')}}
  %0 = tile.call @callee() : () -> i64
  tile.return
}

// -----

// expected-error @below {{requires attribute 'callee'}}
"tile.call"() : () -> ()
