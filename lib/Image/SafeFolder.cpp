//===- SafeFolder.cpp - Folders that no other user can change -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SafeFolder.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

#include <cerrno>
#include <climits>
#include <fcntl.h>
#include <system_error>
#include <unistd.h>

using namespace mlir::tile::detail;
using llvm::StringRef;

/// As the kernel follows in one path.
static constexpr unsigned kMaxLinks = 40;
static constexpr mode_t kOthersWrite = S_IWGRP | S_IWOTH;

Descriptor::~Descriptor() {
  if (number >= 0)
    (void)close(number);
}

static std::string getReason(int error) {
  return std::generic_category().message(error);
}

//===----------------------------------------------------------------------===//
// The rules
//===----------------------------------------------------------------------===//

static bool isOurs(const struct stat &status) {
  return status.st_uid == geteuid() || status.st_uid == 0;
}

static std::string refuseOwner(const struct stat &status) {
  std::string users = geteuid() == 0
                          ? "root"
                          : "user " + std::to_string(geteuid()) + " or root";
  return "to belong to " + users + ", found user " +
         std::to_string(status.st_uid);
}

static std::string getMode(const struct stat &status) {
  unsigned mode = status.st_mode & 07777;
  std::string digits;
  for (int shift = 9; shift >= 0; shift -= 3)
    digits += char('0' + (mode >> shift & 7));
  return digits;
}

/// The rules for what can hold code: the folder itself and its entries.
static std::string checkHolder(const struct stat &status) {
  if (!isOurs(status))
    return refuseOwner(status);
  if (status.st_mode & kOthersWrite)
    return "to be writable by its owner only, found mode " + getMode(status);
  return "";
}

/// Whether a user of this number is how a user shows that has none in this
/// namespace of users, as the host's root in a sandbox: user_namespaces(7),
/// "Unmapped user and group IDs".
static bool isUnmapped(uid_t user) {
  constexpr uid_t kOverflowUser = 65534;
  if (user != kOverflowUser)
    return false;
  auto map = llvm::MemoryBuffer::getFileAsStream("/proc/self/uid_map");
  if (!map)
    return false;
  // Each line: the first number inside, the first one outside, how many.
  StringRef rest = (*map)->getBuffer();
  uint64_t first, outside, count;
  while (!rest.ltrim().empty()) {
    rest = rest.ltrim();
    if (rest.consumeInteger(10, first))
      return false;
    rest = rest.ltrim();
    if (rest.consumeInteger(10, outside))
      return false;
    rest = rest.ltrim();
    if (rest.consumeInteger(10, count) ||
        (user >= first && user - first < count))
      return false;
  }
  return true;
}

static std::string checkParentOwner(const struct stat &status) {
  return isOurs(status) || isUnmapped(status.st_uid) ? "" : refuseOwner(status);
}

/// The rules for folders above that one.
static std::string checkParent(const struct stat &status) {
  if (std::string problem = checkParentOwner(status); !problem.empty())
    return problem;
  mode_t others = status.st_mode & kOthersWrite;
  // Root has no private group: others may be in group 0.
  if (others == S_IWGRP && status.st_uid != 0 && status.st_gid == status.st_uid)
    others = 0;
  if (others && !(status.st_mode & S_ISVTX))
    return "to be writable by its owner only, or to have the sticky bit, found "
           "mode " +
           getMode(status);
  return "";
}

std::string mlir::tile::detail::checkSafeFile(const struct stat &status) {
  if (!S_ISREG(status.st_mode))
    return "not a regular file";
  std::string problem = checkHolder(status);
  return problem.empty() ? problem : "expected it " + problem;
}

//===----------------------------------------------------------------------===//
// The walk
//===----------------------------------------------------------------------===//

namespace {

/// Goes from the root to a folder, checking each on its way.
class FolderWalk {
public:
  FolderWalk(const std::string &path, bool create)
      : path(path), create(create) {}

  FolderOpening run();

private:
  void push(StringRef text);
  bool start();
  bool enter(const std::string &name);
  bool follow(const Descriptor &link, const struct stat &status);
  bool fail(int error);
  bool refuse(const std::string &problem);

  const std::string &path;
  bool create;
  FolderOpening result;
  /// Names yet to go through, the next one last.
  llvm::SmallVector<std::string, 16> names;
  /// Where the walk is, for messages; not what `..` makes of it.
  std::string place;
  unsigned numLinks = 0;
};

} // namespace

bool FolderWalk::fail(int error) {
  // A folder that is a file shows when something is to be written there.
  if (create || (error != ENOENT && error != ENOTDIR))
    result.problem = getReason(error);
  return false;
}

bool FolderWalk::refuse(const std::string &problem) {
  result.problem = "expected '" + place + "' " + problem;
  return false;
}

void FolderWalk::push(StringRef text) {
  llvm::SmallVector<StringRef, 16> parts;
  text.split(parts, '/', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
  for (StringRef part : llvm::reverse(parts))
    if (part != ".")
      names.push_back(part.str());
}

/// To the root.
bool FolderWalk::start() {
  result.folder = Descriptor(open("/", O_PATH | O_DIRECTORY | O_CLOEXEC));
  place = "/";
  struct stat status;
  if (!result.folder || fstat(result.folder.get(), &status) != 0)
    return fail(errno);
  std::string problem = checkParent(status);
  return problem.empty() || refuse(problem);
}

/// Puts a link's target in its place.
bool FolderWalk::follow(const Descriptor &link, const struct stat &status) {
  if (names.empty())
    return refuse("to be a folder, found a symbolic link");
  if (std::string problem = checkParentOwner(status); !problem.empty())
    return refuse(problem);
  if (++numLinks > kMaxLinks)
    return fail(ELOOP);
  char target[PATH_MAX];
  ssize_t size = readlinkat(link.get(), "", target, sizeof(target));
  if (size < 0)
    return fail(errno);
  if (size == sizeof(target))
    return fail(ENAMETOOLONG);
  StringRef text(target, size);
  push(text);
  if (text.starts_with("/"))
    return start();
  place = llvm::sys::path::parent_path(place).str();
  return true;
}

/// To the folder of that name in the one where the walk is.
bool FolderWalk::enter(const std::string &name) {
  constexpr int kFlags = O_PATH | O_NOFOLLOW | O_CLOEXEC;
  int above = result.folder.get();
  place += (StringRef(place).ends_with("/") ? "" : "/") + name;
  Descriptor next(openat(above, name.c_str(), kFlags));
  struct stat status;
  if (!next && errno == ENOENT && create) {
    bool isMade = mkdirat(above, name.c_str(), S_IRWXU) == 0;
    if (!isMade && errno != EEXIST)
      return fail(errno);
    next = Descriptor(openat(above, name.c_str(), kFlags));
    // The umask may take rights from the owner, too.
    if (isMade && next && fstat(next.get(), &status) == 0 &&
        (status.st_mode & S_IRWXU) != S_IRWXU)
      (void)fchmodat(above, name.c_str(), S_IRWXU, /*flag=*/0);
  }
  if (!next || fstat(next.get(), &status) != 0)
    return fail(errno);
  if (S_ISLNK(status.st_mode))
    return follow(next, status);
  if (!S_ISDIR(status.st_mode))
    return fail(ENOTDIR);
  std::string problem =
      names.empty() ? checkHolder(status) : checkParent(status);
  if (!problem.empty())
    return refuse(problem);
  result.folder = std::move(next);
  result.identity = {status.st_dev, status.st_ino};
  return true;
}

FolderOpening FolderWalk::run() {
  push(path);
  bool isOpen = true;
  if (StringRef(path).contains('\0')) {
    isOpen = fail(EINVAL);
  } else if (!StringRef(path).starts_with("/")) {
    // Its path has no links; there is none if the folder was removed.
    char current[PATH_MAX];
    isOpen = getcwd(current, sizeof(current)) ? true : fail(errno);
    if (isOpen)
      push(current);
  }
  // The root can be the folder itself.
  if (names.empty())
    names.push_back(".");
  isOpen = isOpen && start();
  while (isOpen && !names.empty())
    isOpen = enter(names.pop_back_val());
  if (!isOpen)
    result.folder = Descriptor();
  return std::move(result);
}

FolderOpening
mlir::tile::detail::openSafeFolder(const std::string &path, bool create,
                                   std::optional<FolderIdentity> known) {
  if (known) {
    FolderOpening opening;
    opening.folder = Descriptor(
        open(path.c_str(), O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    struct stat status;
    if (opening.folder && fstat(opening.folder.get(), &status) == 0 &&
        *known == FolderIdentity(status.st_dev, status.st_ino) &&
        checkHolder(status).empty()) {
      opening.identity = *known;
      return opening;
    }
  }
  return FolderWalk(path, create).run();
}
