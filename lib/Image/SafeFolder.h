//===- SafeFolder.h - Folders that no other user can change -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Opens a folder for code that is run later, or says why another user could put
// code there.
//
//===----------------------------------------------------------------------===//
//
// What a cache holds is run, so its folder and its entries must be the work of
// the process's user or of root. Both are checked on the open descriptor, and
// entries are opened relative to the folder's: whoever exchanges a path after
// the check exchanges nothing. The rules:
//
// - The folder belongs to the process's user or to root, and only its owner may
//   write it. It is not a symbolic link.
// - Each folder above it belongs to one of the two as well. Only its owner may
//   write it, unless it has the sticky bit, as /tmp has: then others cannot
//   rename what is in it. The user's private group, whose number is the user's,
//   may write it, too: with a umask of 002 all folders are made so. Nor does it
//   matter that a sandbox shows the host's root as a user without a number.
// - Symbolic links above the folder are followed where they belong to one of
//   the two.
// - An entry is a regular file of one of the two, which only its owner may
//   write, and not a symbolic link.
//
// Access control lists need no rule: what they allow others at most is what the
// mode says of the group.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_IMAGE_SAFEFOLDER_H
#define TILE_LIB_IMAGE_SAFEFOLDER_H

#include "llvm/ADT/StringRef.h"

#include <optional>
#include <string>
#include <sys/stat.h>
#include <utility>

namespace mlir::tile::detail {

/// A file descriptor that is closed with its object; -1 is none.
class Descriptor {
public:
  explicit Descriptor(int number = -1) : number(number) {}
  Descriptor(Descriptor &&other) : number(std::exchange(other.number, -1)) {}
  Descriptor &operator=(Descriptor &&other) {
    std::swap(number, other.number);
    return *this;
  }
  ~Descriptor();

  int get() const { return number; }
  /// It is the caller's to close then.
  int release() { return std::exchange(number, -1); }
  explicit operator bool() const { return number >= 0; }

private:
  int number;
};

/// Which folder it is, by whatever path: device and inode.
using FolderIdentity = std::pair<uint64_t, uint64_t>;

/// What opening a folder came to.
struct FolderOpening {
  /// Good for calls relative to it (`openat`), not for reading what is in it.
  Descriptor folder;
  FolderIdentity identity = {};
  /// The reason if it is not open; empty if there is none of that path.
  std::string problem;
};

/// Opens a folder by the rules above. With `create`, makes it where there is
/// none, and those above it, for their owner alone. `known` is what an earlier
/// call said of the path: if it is still that folder, those above it are not
/// checked again, which takes most of the time.
FolderOpening openSafeFolder(const std::string &path, bool create,
                             std::optional<FolderIdentity> known);

/// Why the file of that status is not a safe entry; empty if it is one.
std::string checkSafeFile(const struct stat &status);

} // namespace mlir::tile::detail

#endif // TILE_LIB_IMAGE_SAFEFOLDER_H
