//===- SessionPool.cpp - Compile sessions that wait for work --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SessionPool.h"

using namespace mlir;
using namespace mlir::tile::capi;

/// Compiles that a session serves.
static constexpr unsigned kMaxUses = 64;
/// Sessions that wait; about 1 MB each.
static constexpr size_t kMaxIdle = 16;

namespace {
/// What pools that ended have left.
struct LeftSessions {
  std::mutex mutex;
  std::vector<SessionPool::Entry> entries;
};
} // namespace

/// Never destroyed: a compiler may be used, or end, while the process does.
static LeftSessions &getLeftSessions() {
  static auto *left = new LeftSessions;
  return *left;
}

/// Takes the session that was used last, if there is one that no thread uses.
static SessionPool::Entry takeLast(std::mutex &mutex,
                                   std::vector<SessionPool::Entry> &entries) {
  SessionPool::Entry entry;
  if (std::unique_lock<std::mutex> lock(mutex, std::try_to_lock);
      lock && !entries.empty()) {
    entry = std::move(entries.back());
    entries.pop_back();
  }
  return entry;
}

SessionPool::~SessionPool() {
  if (threadPool)
    return;
  LeftSessions &left = getLeftSessions();
  std::unique_lock<std::mutex> lock(left.mutex, std::try_to_lock);
  if (!lock)
    return;
  while (!idle.empty() && left.entries.size() < kMaxIdle) {
    left.entries.push_back(std::move(idle.back()));
    idle.pop_back();
  }
}

SessionPool::Entry SessionPool::take() {
  Entry entry = takeLast(mutex, idle);
  if (!entry.session && !threadPool)
    entry = takeLast(getLeftSessions().mutex, getLeftSessions().entries);
  bool usesThreads = threadPool && getNumForks() == home;
  if (!entry.session) {
    entry.session = std::make_unique<CompilerSession>();
    if (usesThreads)
      entry.session->getContext()->setThreadPool(*threadPool);
  } else if (threadPool && !usesThreads) {
    entry.session->getContext()->disableMultithreading();
  }
  ++entry.uses;
  return entry;
}

void SessionPool::give(Entry entry) {
  if (entry.uses >= kMaxUses)
    return;
  std::unique_lock<std::mutex> lock(mutex, std::try_to_lock);
  if (lock && idle.size() < kMaxIdle)
    idle.push_back(std::move(entry));
}
