// RUN: tile-opt %s -split-input-file -verify-diagnostics --tile-import-ttir

tt.func private @endless(%x: tensor<64xi32>) {
  %0 = "tt.map_elementwise"(%x) <{pack = 1 : i32}> ({
  ^bb0(%a: i32):
    cf.br ^again
  ^again:
    // expected-error @below {{expected a region that ends, found an endless loop}}
    cf.br ^again
  }) : (tensor<64xi32>) -> tensor<64xi32>
  tt.return
}

// -----

tt.func private @end(%x: tensor<64xi32>) {
  // expected-error @below {{'tile.map_elementwise' op expected blocks that end in a branch or in tile.map_elementwise.return}}
  %0 = "tt.map_elementwise"(%x) <{pack = 1 : i32}> ({
  ^bb0(%a: i32):
    cf.br ^next
  ^next:
    llvm.unreachable
  }) : (tensor<64xi32>) -> tensor<64xi32>
  tt.return
}

// -----

tt.func private @types(%x: tensor<64xi32>, %c: i1) {
  // expected-error @below {{op expects region #0 to have 0 or 1 blocks}}
  %0 = "tt.map_elementwise"(%x) <{pack = 1 : i32}> ({
  ^bb0(%a: i32):
    cf.cond_br %c, ^one, ^other
  ^one:
    %b = arith.extsi %a : i32 to i64
    tt.map_elementwise.return %b : i64
  ^other:
    tt.map_elementwise.return %a : i32
  }) : (tensor<64xi32>) -> tensor<64xi32>
  tt.return
}

// -----

tt.func private @branch(%x: tensor<64xi32>) {
  %0 = "tt.map_elementwise"(%x) <{pack = 1 : i32}> ({
  ^bb0(%a: i32):
    // expected-error @below {{branch has 1 operands for successor #0, but target block has 2}}
    cf.br ^next(%a : i32)
  ^next(%b: i32, %c: i32):
    tt.map_elementwise.return %b : i32
  }) : (tensor<64xi32>) -> tensor<64xi32>
  tt.return
}

// -----

// What the blocks compute is checked as that of one block is.
tt.func private @effects(%x: tensor<64xi32>, %p: !tt.ptr<i32>, %c: i1) {
  %0 = "tt.map_elementwise"(%x) <{pack = 1 : i32}> ({
  ^bb0(%a: i32):
    // expected-error @below {{'scf.if' op expected no side effects in the region of tile.map_elementwise}}
    cf.cond_br %c, ^one, ^other
  ^one:
    tt.store %p, %a : !tt.ptr<i32>
    cf.br ^other
  ^other:
    tt.map_elementwise.return %a : i32
  }) : (tensor<64xi32>) -> tensor<64xi32>
  tt.return
}

// -----

tt.func private @many(%x: tensor<64xi32>) {
  // expected-error @below {{'tile.map_elementwise' op expected a region of at most 100 blocks, found 102}}
  %0 = "tt.map_elementwise"(%x) <{pack = 1 : i32}> ({
  ^bb0(%a: i32):
    cf.br ^b0
  ^b0:
    cf.br ^b1
  ^b1:
    cf.br ^b2
  ^b2:
    cf.br ^b3
  ^b3:
    cf.br ^b4
  ^b4:
    cf.br ^b5
  ^b5:
    cf.br ^b6
  ^b6:
    cf.br ^b7
  ^b7:
    cf.br ^b8
  ^b8:
    cf.br ^b9
  ^b9:
    cf.br ^b10
  ^b10:
    cf.br ^b11
  ^b11:
    cf.br ^b12
  ^b12:
    cf.br ^b13
  ^b13:
    cf.br ^b14
  ^b14:
    cf.br ^b15
  ^b15:
    cf.br ^b16
  ^b16:
    cf.br ^b17
  ^b17:
    cf.br ^b18
  ^b18:
    cf.br ^b19
  ^b19:
    cf.br ^b20
  ^b20:
    cf.br ^b21
  ^b21:
    cf.br ^b22
  ^b22:
    cf.br ^b23
  ^b23:
    cf.br ^b24
  ^b24:
    cf.br ^b25
  ^b25:
    cf.br ^b26
  ^b26:
    cf.br ^b27
  ^b27:
    cf.br ^b28
  ^b28:
    cf.br ^b29
  ^b29:
    cf.br ^b30
  ^b30:
    cf.br ^b31
  ^b31:
    cf.br ^b32
  ^b32:
    cf.br ^b33
  ^b33:
    cf.br ^b34
  ^b34:
    cf.br ^b35
  ^b35:
    cf.br ^b36
  ^b36:
    cf.br ^b37
  ^b37:
    cf.br ^b38
  ^b38:
    cf.br ^b39
  ^b39:
    cf.br ^b40
  ^b40:
    cf.br ^b41
  ^b41:
    cf.br ^b42
  ^b42:
    cf.br ^b43
  ^b43:
    cf.br ^b44
  ^b44:
    cf.br ^b45
  ^b45:
    cf.br ^b46
  ^b46:
    cf.br ^b47
  ^b47:
    cf.br ^b48
  ^b48:
    cf.br ^b49
  ^b49:
    cf.br ^b50
  ^b50:
    cf.br ^b51
  ^b51:
    cf.br ^b52
  ^b52:
    cf.br ^b53
  ^b53:
    cf.br ^b54
  ^b54:
    cf.br ^b55
  ^b55:
    cf.br ^b56
  ^b56:
    cf.br ^b57
  ^b57:
    cf.br ^b58
  ^b58:
    cf.br ^b59
  ^b59:
    cf.br ^b60
  ^b60:
    cf.br ^b61
  ^b61:
    cf.br ^b62
  ^b62:
    cf.br ^b63
  ^b63:
    cf.br ^b64
  ^b64:
    cf.br ^b65
  ^b65:
    cf.br ^b66
  ^b66:
    cf.br ^b67
  ^b67:
    cf.br ^b68
  ^b68:
    cf.br ^b69
  ^b69:
    cf.br ^b70
  ^b70:
    cf.br ^b71
  ^b71:
    cf.br ^b72
  ^b72:
    cf.br ^b73
  ^b73:
    cf.br ^b74
  ^b74:
    cf.br ^b75
  ^b75:
    cf.br ^b76
  ^b76:
    cf.br ^b77
  ^b77:
    cf.br ^b78
  ^b78:
    cf.br ^b79
  ^b79:
    cf.br ^b80
  ^b80:
    cf.br ^b81
  ^b81:
    cf.br ^b82
  ^b82:
    cf.br ^b83
  ^b83:
    cf.br ^b84
  ^b84:
    cf.br ^b85
  ^b85:
    cf.br ^b86
  ^b86:
    cf.br ^b87
  ^b87:
    cf.br ^b88
  ^b88:
    cf.br ^b89
  ^b89:
    cf.br ^b90
  ^b90:
    cf.br ^b91
  ^b91:
    cf.br ^b92
  ^b92:
    cf.br ^b93
  ^b93:
    cf.br ^b94
  ^b94:
    cf.br ^b95
  ^b95:
    cf.br ^b96
  ^b96:
    cf.br ^b97
  ^b97:
    cf.br ^b98
  ^b98:
    cf.br ^b99
  ^b99:
    cf.br ^end
  ^end:
    tt.map_elementwise.return %a : i32
  }) : (tensor<64xi32>) -> tensor<64xi32>
  tt.return
}
