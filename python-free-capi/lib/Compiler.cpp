//===- Compiler.cpp - Compilers of tile-c/Compiler.h ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CompilerObjects.h"
#include "Diagnostics.h"
#include "Environment.h"
#include "ForkGate.h"

#include "mlir/Bytecode/BytecodeWriter.h"
#include "mlir/CAPI/IR.h"
#include "mlir/IR/Diagnostics.h"
#include "tile/Compiler/NamedOptions.h"
#include "tile/Support/InputFile.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"

#include <chrono>

using namespace mlir;
using namespace mlir::tile;
using namespace mlir::tile::capi;

/// A file's path, size and time: another toolkit there makes another text.
static std::string identifyFile(StringRef path) {
  llvm::sys::fs::file_status status;
  if (path.empty() || llvm::sys::fs::status(path, status))
    return path.str();
  auto time = status.getLastModificationTime().time_since_epoch();
  return (path + " " + Twine(status.getSize()) + " " + Twine(time.count()))
      .str();
}

CompilerObject::CompilerObject(OptionsObject given)
    : options(std::move(given)), sessions(options.threadPool) {
  CompilerOptions &compiler = options.compiler;
  if (compiler.ptxasPath.empty() || compiler.libdevicePath.empty()) {
    ToolkitPaths found = findToolkitFiles();
    if (compiler.ptxasPath.empty())
      compiler.ptxasPath = found.ptxas;
    if (compiler.libdevicePath.empty())
      compiler.libdevicePath = found.libdevice;
  }
  // A specializer has the options of a compiler, with its cache.
  if (options.cacheMode == CacheMode::Default && !options.cache) {
    CacheOptions cache;
    cache.folder = findDefaultCacheFolder();
    if (!cache.folder.empty())
      options.cache = std::make_shared<Cache>(std::move(cache));
  }
  identity = getBuildIdentity() + "\n" + identifyFile(compiler.ptxasPath) +
             "\n" + identifyFile(compiler.libdevicePath) + "\n" +
             (options.keepStages ? "all stages" : "last stage");
}

TileStatus tileCompilerCreate(TileCompilerOptions options,
                              TileCompiler *compiler) {
  OptionsObject *object = getObject(options);
  if (!object)
    return TileStatusInvalidHandle;
  if (!compiler)
    return failNull("compiler");
  return giveHandle(std::make_unique<CompilerObject>(*object), compiler);
}

void tileCompilerDestroy(TileCompiler compiler) { destroyHandle(compiler); }

//===----------------------------------------------------------------------===//
// One compile
//===----------------------------------------------------------------------===//

namespace {

/// One call of a compile function.
class Compilation {
public:
  Compilation(CompilerObject &compiler, CompilerOptions options,
              const TileCompileCallbacks *callbacks)
      : compiler(compiler), options(std::move(options)), callbacks(callbacks) {
    // Asked between two passes, where a fork may come, too.
    this->options.shouldCancel = [this] {
      work->pause();
      return askToCancel();
    };
    if (compiler.options.keepStages)
      this->options.onStage = [this](Stage stage, StringRef text) {
        stages[static_cast<unsigned>(stage)] = text.str();
      };
  }

  std::unique_ptr<ImageObject> run(llvm::MemoryBufferRef source, Stage last,
                                   TileStatus &status);
  /// All that was reported, as text; once.
  std::string takeLog() { return std::move(log); }

private:
  std::string makeKey(llvm::MemoryBufferRef source, Stage last) const;
  std::unique_ptr<ImageObject> load(StringRef key);
  std::unique_ptr<ImageObject> compile(llvm::MemoryBufferRef source, Stage last,
                                       TileStatus &status);
  bool askToCancel();
  /// Calls back, too, if there is a callback.
  void report(const Message &message);
  void warn(StringRef text);

  CompilerObject &compiler;
  CompilerOptions options;
  const TileCompileCallbacks *callbacks;
  /// While there is anything to keep fork() out of.
  std::optional<WorkInside> work;
  std::array<std::string, kNumStages> stages;
  /// Kept for images that come from the cache.
  std::vector<std::string> messages;
  std::string firstError, log;
  /// With a thread pool several passes may ask at once.
  std::mutex cancelMutex;
  bool cancelled = false;
};

} // namespace

bool Compilation::askToCancel() {
  if (!callbacks || !callbacks->shouldCancel)
    return false;
  std::lock_guard<std::mutex> lock(cancelMutex);
  if (!cancelled) {
    WorkOutside outside(*work);
    cancelled = callbacks->shouldCancel(callbacks->userData);
  }
  return cancelled;
}

void Compilation::report(const Message &message) {
  log += formatWithNotes(message);
  if (!callbacks || !callbacks->onDiagnostic)
    return;
  std::optional<WorkOutside> outside;
  if (work)
    outside.emplace(*work);
  deliver(message, callbacks);
}

/// A warning that concerns no place in the source.
void Compilation::warn(StringRef text) {
  Message message;
  message.severity = TileSeverityWarning;
  message.text = text.str();
  report(message);
}

std::string Compilation::makeKey(llvm::MemoryBufferRef source,
                                 Stage last) const {
  return makeCacheKey({compiler.identity, describeOptions(options),
                       getStageName(last), source.getBufferIdentifier(),
                       source.getBuffer()});
}

std::unique_ptr<ImageObject> Compilation::load(StringRef key) {
  std::string warning;
  std::optional<KernelImage> image = compiler.options.cache->load(key, warning);
  if (!warning.empty())
    warn(warning);
  if (!image)
    return nullptr;
  for (const std::string &text : image->messages)
    if (std::optional<Message> message = decodeMessage(text))
      report(*message);
  auto object = std::make_unique<ImageObject>();
  object->image = std::move(*image);
  object->isFromCache = true;
  return object;
}

std::unique_ptr<ImageObject> Compilation::compile(llvm::MemoryBufferRef source,
                                                  Stage last,
                                                  TileStatus &status) {
  SessionPool::Entry entry = compiler.sessions.take();
  MLIRContext *context = entry.session->getContext();
  FailureOr<CompileResult> result = failure();
  {
    ScopedDiagnosticHandler handler(context, [&](Diagnostic &diagnostic) {
      Message message = makeMessage(diagnostic);
      if (message.severity == TileSeverityError && firstError.empty())
        firstError = formatMessage(message);
      messages.push_back(encodeMessage(message));
      report(message);
      return success();
    });
    auto start = std::chrono::steady_clock::now();
    OwningOpRef<ModuleOp> module = Compiler::parse(source, context);
    std::chrono::duration<double, std::milli> parseTime =
        std::chrono::steady_clock::now() - start;
    if (module)
      result = Compiler(options).compile(*module, last, *entry.session);
    if (succeeded(result))
      result->times.insert(result->times.begin(), {"parse", parseTime.count()});
  }
  if (failed(result)) {
    status = cancelled ? setError(StatusCode::Cancelled,
                                  "the compile was cancelled by its callback")
                       : setError(StatusCode::CompileFailed, firstError);
    return nullptr;
  }
  compiler.sessions.give(std::move(entry));
  auto object = std::make_unique<ImageObject>();
  object->image = makeImage(std::move(*result));
  for (unsigned i = 0; i < kNumStages; ++i)
    if (!stages[i].empty())
      object->image.stages[i] = std::move(stages[i]);
  object->image.messages = std::move(messages);
  return object;
}

std::unique_ptr<ImageObject> Compilation::run(llvm::MemoryBufferRef source,
                                              Stage last, TileStatus &status) {
  Cache *cache = compiler.options.cache.get();
  std::string key;
  if (cache) {
    key = makeKey(source, last);
    if (std::unique_ptr<ImageObject> found = load(key))
      return found;
  }
  work.emplace();
  std::unique_ptr<ImageObject> object = compile(source, last, status);
  if (object && cache) {
    // Prunes under a lock, which a child needs, too.
    work->pause();
    std::string warning;
    (void)cache->store(key, object->image, warning);
    if (!warning.empty())
      warn(warning);
  }
  return object;
}

std::unique_ptr<ImageObject>
capi::compileSource(CompilerObject &compiler, llvm::MemoryBufferRef source,
                    Stage last, const TileCompileCallbacks *callbacks,
                    TileStatus &status,
                    llvm::function_ref<void(CompilerOptions &)> changes) {
  CompilerOptions options = compiler.options.compiler;
  if (changes)
    changes(options);
  Compilation compilation(compiler, std::move(options), callbacks);
  std::unique_ptr<ImageObject> image = compilation.run(source, last, status);
  // Only now: callbacks may compile, too.
  std::string log = compilation.takeLog();
  if (!image && status != TileStatusCompileFailed)
    log += formatLastError();
  setCompileLog(std::move(log));
  return image;
}

//===----------------------------------------------------------------------===//
// Entry points
//===----------------------------------------------------------------------===//

static TileStatus compileInto(CompilerObject &compiler,
                              llvm::MemoryBufferRef source, TileStage last,
                              const TileCompileCallbacks *callbacks,
                              TileKernelImage *image) {
  Stage stage;
  if (!unwrapStage(last, stage))
    return failCompile(TileStatusInvalidArgument);
  if (!image)
    return failCompile(failNull("image"));
  TileStatus status = TileStatusInternal;
  std::unique_ptr<ImageObject> object =
      compileSource(compiler, source, stage, callbacks, status);
  return object ? giveHandle(std::move(object), image) : status;
}

TileStatus tileCompilerCompileText(TileCompiler compiler, MlirStringRef source,
                                   MlirStringRef name, TileStage last,
                                   const TileCompileCallbacks *callbacks,
                                   TileKernelImage *image) {
  CompilerObject *object = getObject(compiler);
  if (!object)
    return failCompile(TileStatusInvalidHandle);
  StringRef text, nameText;
  if (!unwrapString(source, "source", text) ||
      !unwrapString(name, "name", nameText))
    return failCompile(TileStatusInvalidArgument);
  return compileInto(*object, llvm::MemoryBufferRef(text, nameText), last,
                     callbacks, image);
}

TileStatus tileCompilerCompileFile(TileCompiler compiler, MlirStringRef path,
                                   TileStage last,
                                   const TileCompileCallbacks *callbacks,
                                   TileKernelImage *image) {
  CompilerObject *object = getObject(compiler);
  if (!object)
    return failCompile(TileStatusInvalidHandle);
  StringRef text;
  if (!unwrapString(path, "path", text))
    return failCompile(TileStatusInvalidArgument);
  auto buffer = readInputFile(text);
  if (!buffer)
    return failCompile(setError(buffer.takeError()));
  return compileInto(*object, **buffer, last, callbacks, image);
}

TileStatus tileCompilerCompileModule(TileCompiler compiler, MlirModule module,
                                     TileStage last,
                                     const TileCompileCallbacks *callbacks,
                                     TileKernelImage *image) {
  CompilerObject *object = getObject(compiler);
  if (!object)
    return failCompile(TileStatusInvalidHandle);
  if (!module.ptr)
    return failCompile(
        setError(StatusCode::InvalidArgument, "expected a module, found null"));
  // As bytecode it gets into a context of ours, and is a key for the cache.
  std::string bytes;
  llvm::raw_string_ostream stream(bytes);
  if (failed(writeBytecodeToFile(unwrap(module), stream)))
    return failCompile(
        setError(StatusCode::InvalidArgument,
                 "expected a module that can be written as bytecode"));
  return compileInto(*object, llvm::MemoryBufferRef(bytes, "<module>"), last,
                     callbacks, image);
}
