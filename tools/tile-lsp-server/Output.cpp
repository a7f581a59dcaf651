//===- Output.cpp - What MLIR's server writes -----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Output.h"

#include "mlir/Support/LLVM.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

#include <cerrno>
#include <sys/mman.h>
#include <unistd.h>

using namespace mlir;
using namespace mlir::tile;
namespace json = llvm::json;

static constexpr StringRef kHeader = "Content-Length: ";

bool Output::intercept() {
  if (real >= 0)
    return true;
  memory = memfd_create("messages", MFD_CLOEXEC);
  real = dup(STDOUT_FILENO);
  return memory >= 0 && real >= 0 && dup2(memory, STDOUT_FILENO) >= 0;
}

void Output::send(StringRef bytes) {
  while (!bytes.empty()) {
    ssize_t count = write(real, bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR)
      continue;
    // The reader is gone.
    if (count <= 0)
      return;
    bytes = bytes.drop_front(count);
  }
}

void Output::sendMessage(StringRef message) {
  send((kHeader + llvm::Twine(message.size()) + "\r\n\r\n" + message).str());
}

void Output::flush(llvm::function_ref<bool(json::Object &)> change) {
  llvm::outs().flush();
  off_t size = lseek(memory, 0, SEEK_END);
  if (size <= 0)
    return;
  std::string written(size, '\0');
  size_t count = 0;
  while (count < written.size()) {
    ssize_t read =
        pread(memory, &written[count], written.size() - count, count);
    if (read < 0 && errno == EINTR)
      continue;
    if (read <= 0)
      break;
    count += read;
  }
  written.resize(count);
  if (ftruncate(memory, 0) != 0 || lseek(memory, 0, SEEK_SET) != 0)
    return;

  StringRef rest = written;
  while (!rest.empty()) {
    StringRef digits = rest;
    size_t length = 0;
    bool isFramed = digits.consume_front(kHeader) &&
                    !digits.consumeInteger(10, length) &&
                    digits.consume_front("\r\n\r\n") && length <= digits.size();
    if (!isFramed)
      break;
    StringRef message = digits.take_front(length);
    llvm::Expected<json::Value> parsed = json::parse(message);
    json::Object *root = parsed ? parsed->getAsObject() : nullptr;
    if (root && change(*root)) {
      std::string changed = isPretty ? llvm::formatv("{0:2}", *parsed)
                                     : llvm::formatv("{0}", *parsed);
      sendMessage(changed);
    } else {
      send(rest.take_front(digits.begin() + length - rest.begin()));
    }
    if (!parsed)
      llvm::consumeError(parsed.takeError());
    rest = digits.drop_front(length);
  }
  send(rest);
}
