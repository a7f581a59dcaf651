// RUN: tile-opt %s -split-input-file -verify-diagnostics

tile.func private @is_signed_too_few(%x: i32) {
  // expected-error @below {{expected one entry of 'isSigned' for each of 2 operands, found 1}}
  tile.print "x" {hex = false, isSigned = array<i32: 1>} : %x, %x : i32, i32
  tile.return
}

// -----

tile.func private @is_signed_too_many() {
  // expected-error @below {{expected one entry of 'isSigned' for each of 0 operands, found 1}}
  tile.print "x" {hex = false, isSigned = array<i32: 1>}
  tile.return
}

// -----

tile.func private @is_signed_missing(%x: i32) {
  // expected-error @below {{requires attribute 'isSigned'}}
  tile.print "x" {hex = false} : %x : i32
  tile.return
}

// -----

tile.func private @assert_condition(%x: i32) {
  // expected-error @below {{operand #0 must be 1-bit signless integer or tile of i1}}
  tile.assert %x, "x" : i32
  tile.return
}
