//===- Environment.cpp - What the C API reads of the environment ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Environment.h"

#include "tile/Image/Cache.h"
#include "tile/Support/Version.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringExtras.h"

#include <cstdlib>
#include <cstring>
#include <elf.h>
#include <link.h>

using namespace mlir::tile;
using namespace mlir::tile::capi;

static const char *getVariable(const char *name) { return std::getenv(name); }

ToolkitPaths capi::findToolkitFiles() { return findToolkit(getVariable); }

std::string capi::findDefaultCacheFolder() {
  return findCacheFolder(getVariable);
}

namespace {
struct BuildIdSearch {
  /// An address in the object that is looked for.
  uintptr_t address;
  llvm::ArrayRef<uint8_t> found;
};
} // namespace

/// The description of the GNU build ID among the notes of a segment.
static llvm::ArrayRef<uint8_t> findBuildId(const uint8_t *notes, size_t size) {
  // Elf64_Nhdr, the name and the description, each padded to 4 bytes.
  auto pad = [](size_t length) { return (length + 3) & ~size_t(3); };
  while (size >= sizeof(ElfW(Nhdr))) {
    ElfW(Nhdr) header;
    std::memcpy(&header, notes, sizeof(header));
    size_t total = sizeof(header) + pad(header.n_namesz) + pad(header.n_descsz);
    if (total > size)
      break;
    const uint8_t *name = notes + sizeof(header);
    if (header.n_type == NT_GNU_BUILD_ID && header.n_namesz == 4 &&
        std::memcmp(name, "GNU", 4) == 0)
      return {name + pad(header.n_namesz), header.n_descsz};
    notes += total;
    size -= total;
  }
  return {};
}

static int visitObject(dl_phdr_info *info, size_t, void *data) {
  auto *search = static_cast<BuildIdSearch *>(data);
  bool isOurs = false;
  for (unsigned i = 0; i < info->dlpi_phnum; ++i) {
    const ElfW(Phdr) &header = info->dlpi_phdr[i];
    uintptr_t begin = info->dlpi_addr + header.p_vaddr;
    isOurs |= header.p_type == PT_LOAD && search->address >= begin &&
              search->address - begin < header.p_memsz;
  }
  if (!isOurs)
    return 0;
  for (unsigned i = 0; i < info->dlpi_phnum && search->found.empty(); ++i) {
    const ElfW(Phdr) &header = info->dlpi_phdr[i];
    if (header.p_type == PT_NOTE)
      search->found = findBuildId(
          reinterpret_cast<const uint8_t *>(info->dlpi_addr + header.p_vaddr),
          header.p_memsz);
  }
  return 1;
}

const std::string &capi::getBuildIdentity() {
  static const std::string identity = [] {
    BuildIdSearch search{reinterpret_cast<uintptr_t>(&visitObject), {}};
    dl_iterate_phdr(visitObject, &search);
    return (kVersion + "-" + llvm::toHex(search.found, /*LowerCase=*/true))
        .str();
  }();
  return identity;
}
