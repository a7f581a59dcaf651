tile.func public @store(%p: !tile.ptr<i32>, %n: i32) {
  tile.store %p, %n : !tile.ptr<i32>
  tile.return
}
