// RUN: tile-opt %s -split-input-file -verify-diagnostics --tile-import-ttir
// RUN: python3 -c "print(''.join('tt.func private @f%%d() {\n tt.call @f%%d() : () -> ()\n tt.call @f%%d() : () -> ()\n tt.return\n}\n' %% (i, i + 1, i + 1) for i in range(40)) + 'tt.func private @f40() {\n tt.return\n}\n')" > %t.ttir
// RUN: not tile-opt %t.ttir --tile-import-ttir --tile-inline-functions 2>&1 | FileCheck %s

// Forty functions, each of which calls the next one twice.
// CHECK: error: 'tile.call' op expected at most 100000 operations in a function when its calls are inlined, found more in 'f
// CHECK-NOT: error:

// What is not inlined costs nothing, and one chain of calls is as long as all of it.
// RUN: sed -e 's/() {/() attributes {noinline = true} {/' %t.ttir | tile-opt --tile-import-ttir --tile-inline-functions -o /dev/null
// RUN: sed -e '1,200{3~5d}' %t.ttir | tile-opt --tile-import-ttir --tile-inline-functions -o /dev/null

// A function that is missing is no matter of size.
tt.func public @missing() {
  // expected-error @below {{'tile.call' op expected a tile.func, found 'nobody', which is none}}
  tt.call @nobody() : () -> ()
  tt.return
}
