/*===- tile-c/Compiler.h - From tile kernels to PTX and cubin ----*- C -*-===*\
|*
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* Options, compilers, kernel images and their cache. Needs no knowledge of
|* MLIR: text goes in, a kernel comes out.
|*
\*===----------------------------------------------------------------------===*/
/*
 *   TileCompilerOptions options = tileCompilerOptionsCreate();
 *   tileCompilerOptionsSetTarget(options, tileString("sm_90a"));
 *   TileCompiler compiler;
 *   TileKernelImage image;
 *   if (tileCompilerCreate(options, &compiler) ||
 *       tileCompilerCompileFile(compiler, tileString("add.mlir"), TileStagePTX,
 *                               NULL, &image))
 *     fprintf(stderr, "%s\n", tileGetLastErrorMessage().data);
 *
 * Four kinds of objects:
 *   TileCompilerOptions  a list of settings; one thread at a time.
 *   TileCompiler         made from options; it keeps a copy of them. Does not
 *                        change; compile with it from any threads at once.
 *   TileKernelImage      what a compile made. Does not change; read it from any
 *                        threads at once.
 *   TileCache            images on disk, shared by threads and processes.
 *
 * Compiling starts no threads, unless a thread pool is given. The only process
 * that it starts is ptxas, for TileStageCubin and where an option asks for it.
 * Sources may be anything except damaged bytecode, which ends the process in
 * MLIR's own reader. So only compile bytecode from sources that you trust. A
 * compile that needs more memory than the system has ends the process too,
 * since LLVM has no other way. "Errors" in Support.h says what else cannot be
 * promised.
 *
 * fork(). Any thread may call it while others compile, and a callback may too.
 * It waits until each compile is between two passes. It does not wait for
 * callbacks or for ptxas. Parent and child can use all compilers, options,
 * images and caches. A child has no threads of a pool, so its compiles run
 * without them. If a single pass takes more than 10 seconds, fork() does not
 * wait any longer. Only the child of such a fork may hang when it compiles.
 * A time in which the whole process is halted does not count.
 * exit(). Any thread may call it while others compile. Their compiles end where
 * they are. No static variable of the library is destroyed, and the library
 * stays in memory when it is closed.
 */

#ifndef TILE_C_COMPILER_H
#define TILE_C_COMPILER_H

#include "mlir-c/IR.h"
#include "tile-c/Support.h"

#ifdef __cplusplus
extern "C" {
#endif

TILE_DEFINE_HANDLE(TileCompilerOptions);
TILE_DEFINE_HANDLE(TileCompiler);
TILE_DEFINE_HANDLE(TileKernelImage);
TILE_DEFINE_HANDLE(TileCache);

/* What a compile goes through, in this order. */
typedef enum TileStage {
  TileStageTile = 0,    /* The tile dialect, as written or imported: MLIR. */
  TileStageTileGPU = 1, /* Tiles carry layouts: MLIR. */
  TileStageLLVM = 2,    /* The llvm and nvvm dialects: MLIR. */
  TileStageLLVMIR = 3,  /* Optimised LLVM IR. */
  TileStagePTX = 4,
  TileStageCubin = 5 /* Made by ptxas or nvJitLink; an ELF file. */
} TileStage;

/* "tile", "tilegpu", "llvm", "llvmir", "ptx", "cubin"; empty for other
 * numbers. Never freed. */
MLIR_CAPI_EXPORTED MlirStringRef tileStageGetName(TileStage stage);

/*===----------------------------------------------------------------------===*\
|* Options
\*===----------------------------------------------------------------------===*/

/* Where a multiplication and an addition may become one fma. */
typedef enum TileFPContract {
  TileFPContractOff = 0, /* Nowhere. */
  TileFPContractOn = 1,  /* Where both carry the contract flag. */
  TileFPContractFast = 2 /* Everywhere, as nvcc does; the default. */
} TileFPContract;

/* Default options: as `tilec` without flags. ptxas and libdevice are
 * looked up when a compiler is made. Images are cached in the default folder.
 */
MLIR_CAPI_EXPORTED TileCompilerOptions tileCompilerOptionsCreate(void);
MLIR_CAPI_EXPORTED void tileCompilerOptionsDestroy(TileCompilerOptions options);
static inline bool tileCompilerOptionsIsNull(TileCompilerOptions options) {
  return !options.ptr;
}

/* Sets an option by its name from a text. The name is that of tilec's flag,
 * without the dashes, and the text is what the flag takes:
 * ("target", "sm_90a"), ("num-warps", "8"), ("fast-math", "true"),
 * ("assume", "n:16"), ("assume", "n=1"). Lists ("assume") get longer with each
 * call. tileCompilerOptionsForEach has all names. NotFound for another name,
 * InvalidArgument for a wrong value. */
MLIR_CAPI_EXPORTED TileStatus tileCompilerOptionsSet(
    TileCompilerOptions options, MlirStringRef name, MlirStringRef value);
/* The option's value as text that Set takes; lists with commas between. */
MLIR_CAPI_EXPORTED TileStatus
tileCompilerOptionsGet(TileCompilerOptions options, MlirStringRef name,
                       MlirStringCallback callback, void *userData);
/* Calls back with each option's name and its description, in order. The two
 * strings are valid during the call. Returns the number of options. The
 * callback may be null. */
typedef void (*TileOptionCallback)(MlirStringRef name,
                                   MlirStringRef description, void *userData);
MLIR_CAPI_EXPORTED size_t
tileCompilerOptionsForEach(TileOptionCallback callback, void *userData);

/* The GPU, sm_80 or later. Empty (the default): the module's `tile.target`,
 * or sm_90a. If both name a GPU, the option counts. */
MLIR_CAPI_EXPORTED TileStatus
tileCompilerOptionsSetTarget(TileCompilerOptions options, MlirStringRef target);
/* Warps of a program: 1, 2, 4, 8, 16 or 32; 0: the module's, or 4, or more if
 * its tiles need them. */
MLIR_CAPI_EXPORTED TileStatus
tileCompilerOptionsSetNumWarps(TileCompilerOptions options, unsigned numWarps);
/* Programs that share a CTA, each on its own warps: 1, 2, 4, 8, 16 or 32; 0,
 * the default: the module's, or 4 if small programs of one warp gain from
 * it, or 1. docs/performance.md says when it pays. */
MLIR_CAPI_EXPORTED TileStatus tileCompilerOptionsSetProgramsPerCTA(
    TileCompilerOptions options, unsigned programs);
/* How many iterations of a loop of matrix products are in flight at a time, up
 * to 32, unless the loop itself says how many. 0 and 1: one after the other. 3
 * by default. */
MLIR_CAPI_EXPORTED TileStatus
tileCompilerOptionsSetNumStages(TileCompilerOptions options, unsigned stages);
/* PTX ISA version as major * 10 + minor (87 is 8.7); 0: the module's, or the
 * first version that the target's features and the inline PTX need. */
MLIR_CAPI_EXPORTED TileStatus
tileCompilerOptionsSetPTXVersion(TileCompilerOptions options, unsigned version);
/* Less exact mathematics; docs/math.md says which. */
MLIR_CAPI_EXPORTED TileStatus
tileCompilerOptionsSetFastMath(TileCompilerOptions options, bool enable);
MLIR_CAPI_EXPORTED TileStatus tileCompilerOptionsSetFPContract(
    TileCompilerOptions options, TileFPContract contract);
/* Whether errors in inline PTX stop a compile. */
MLIR_CAPI_EXPORTED TileStatus
tileCompilerOptionsSetAsmCheck(TileCompilerOptions options, TileAsmCheck check);
/* Which of an inline asm and its fallback runs. */
MLIR_CAPI_EXPORTED TileStatus tileCompilerOptionsSetAsmChoice(
    TileCompilerOptions options, TileAsmChoice choice);
/* Source locations in the PTX (`.loc`) and in the text of MLIR stages. With
 * them, findings of the simulator have the line of the source. */
MLIR_CAPI_EXPORTED TileStatus
tileCompilerOptionsSetLineInfo(TileCompilerOptions options, bool enable);
/* Most registers a thread may have, 1 to 255; 0 leaves it to ptxas. */
MLIR_CAPI_EXPORTED TileStatus tileCompilerOptionsSetMaxRegisters(
    TileCompilerOptions options, unsigned maxRegisters);
/* Compiles only the kernel of this name; empty: all of the module. */
MLIR_CAPI_EXPORTED TileStatus
tileCompilerOptionsSetKernel(TileCompilerOptions options, MlirStringRef kernel);
/* Promises that an argument, by name or by number from 0, is a multiple of a
 * power of two (a pointer: its address in bytes). Launches check it, and say
 * how to compile without it. 1 withdraws what the source promises. */
MLIR_CAPI_EXPORTED TileStatus tileCompilerOptionsAssumeDivisible(
    TileCompilerOptions options, MlirStringRef argument, int64_t divisor);
/* Promises that an integer argument has this value. The code is correct for
 * this value only. The kernel still has the argument, and launches check it. */
MLIR_CAPI_EXPORTED TileStatus tileCompilerOptionsAssumeValue(
    TileCompilerOptions options, MlirStringRef argument, int64_t value);
/* Drops all assumptions again. */
MLIR_CAPI_EXPORTED TileStatus
tileCompilerOptionsClearAssumptions(TileCompilerOptions options);
/* Files of the CUDA toolkit; empty: looked up. */
MLIR_CAPI_EXPORTED TileStatus tileCompilerOptionsSetPtxasPath(
    TileCompilerOptions options, MlirStringRef path);
MLIR_CAPI_EXPORTED TileStatus tileCompilerOptionsSetLibdevicePath(
    TileCompilerOptions options, MlirStringRef path);
/* ptxas's optimisation level, 0 to 3 (the default). */
MLIR_CAPI_EXPORTED TileStatus tileCompilerOptionsSetPtxasOptLevel(
    TileCompilerOptions options, unsigned level);
/* After how many seconds ptxas is ended (300); 0 waits without limit. */
MLIR_CAPI_EXPORTED TileStatus tileCompilerOptionsSetPtxasTimeLimit(
    TileCompilerOptions options, unsigned seconds);
/* Gives a remark for each layout conversion that remains: how it is done, and
 * what it costs; and for each access of memory what it costs. So the remarks
 * show where a kernel moves elements. */
MLIR_CAPI_EXPORTED TileStatus
tileCompilerOptionsSetRemarks(TileCompilerOptions options, bool enable);
/* Runs MLIR's verifier after each pass, and LLVM's after each step. */
MLIR_CAPI_EXPORTED TileStatus
tileCompilerOptionsSetVerifyEach(TileCompilerOptions options, bool enable);
/* Runs ptxas on the PTX even if the last stage is not a cubin. The image then
 * has each kernel's registers. */
MLIR_CAPI_EXPORTED TileStatus
tileCompilerOptionsSetVerifyPTX(TileCompilerOptions options, bool enable);
/* Keeps the text of every stage in the image, not only of the last one and of
 * PTX. This costs the time to print them. */
MLIR_CAPI_EXPORTED TileStatus
tileCompilerOptionsSetKeepStages(TileCompilerOptions options, bool enable);
/* The cache that compiles look in first, and where they put their images. A
 * null handle turns caching off. Without this call it is the cache in the
 * default folder (see tileCacheGetDefaultFolder), or none if there is no such
 * folder. The options, and compilers made of them, keep the cache alive. By
 * name: ("cache", "off"), ("cache", "default") or ("cache", "<folder>"). */
MLIR_CAPI_EXPORTED TileStatus
tileCompilerOptionsSetCache(TileCompilerOptions options, TileCache cache);
/* Threads for MLIR to use in each compile, see mlir-c/Support.h; null, the
 * default: the calling thread does all. The pool must outlive the compilers. It
 * makes its threads when they are first needed, and LLVM ends the process if
 * the system refuses one. The option "threads" is for LLVM's part of a compile:
 * kernels of a module, also the two entries of one, are compiled on threads
 * that end with the compile. */
MLIR_CAPI_EXPORTED TileStatus tileCompilerOptionsSetThreadPool(
    TileCompilerOptions options, MlirLlvmThreadPool pool);

/*===----------------------------------------------------------------------===*\
|* Compiling
\*===----------------------------------------------------------------------===*/

typedef enum TileSeverity {
  TileSeverityError = 0,
  TileSeverityWarning = 1,
  TileSeverityRemark = 2,
  TileSeverityNote = 3
} TileSeverity;

/* A message about the source. It is valid during the callback only. */
typedef struct TileDiagnostic {
  TileSeverity severity;
  /* The source's name as the caller gave it; empty if it is not known. */
  MlirStringRef file;
  /* From 1; 0 if not known. */
  unsigned line, column;
  MlirStringRef message;
  const struct TileDiagnostic *notes;
  size_t numNotes;
} TileDiagnostic;

/* Called back on the compiling thread. Start with `= {0}`: later versions may
 * append fields. */
typedef struct TileCompileCallbacks {
  /* Gets each diagnostic as it comes; may be null. An error's first line is
   * also in tileGetLastErrorMessage. */
  void (*onDiagnostic)(const TileDiagnostic *diagnostic, void *userData);
  /* Called before each pass, and while ptxas runs. If it returns true, the
   * compile ends with TileStatusCancelled. May be null. With a thread pool, any
   * thread may call it, one at a time. */
  bool (*shouldCancel)(void *userData);
  /* Passed to both. */
  void *userData;
} TileCompileCallbacks;

/* All diagnostics of this thread's last compile, as text: each on a line that
 * ends in a line break, "add.mlir:3:5: error: ...", and its notes after it.
 * These are errors, warnings and remarks, whether the compile failed or not,
 * and also the diagnostics of an image from the cache. It is empty if there
 * were none.
 * After a compile that failed it has an error, even if the compile never began.
 * Compiles are the tileCompilerCompile... functions, tileSpecializerCreate, and
 * the calls of a specializer that make a variant. The text belongs to the
 * library. It is valid until the next compile on this thread. Other threads
 * have their own. */
MLIR_CAPI_EXPORTED MlirStringRef tileGetLastCompileLog(void);

/* Checks that the options fit each other, and makes a compiler of a copy of
 * them. The options may be changed or destroyed afterwards. */
MLIR_CAPI_EXPORTED TileStatus tileCompilerCreate(TileCompilerOptions options,
                                                 TileCompiler *compiler);
MLIR_CAPI_EXPORTED void tileCompilerDestroy(TileCompiler compiler);
static inline bool tileCompilerIsNull(TileCompiler compiler) {
  return !compiler.ptr;
}

/* Compiles MLIR text, MLIR bytecode or Triton's TTIR as far as `last`. `name`
 * is what diagnostics call the source. `callbacks` may be null. The caller
 * destroys the image. With a cache, an image is taken from there if it was made
 * from the same source, with the same options, by the same version of this
 * library. Its warnings are then given again. */
MLIR_CAPI_EXPORTED TileStatus tileCompilerCompileText(
    TileCompiler compiler, MlirStringRef source, MlirStringRef name,
    TileStage last, const TileCompileCallbacks *callbacks,
    TileKernelImage *image);
/* The same from a file; IOError if it cannot be read. */
MLIR_CAPI_EXPORTED TileStatus tileCompilerCompileFile(
    TileCompiler compiler, MlirStringRef path, TileStage last,
    const TileCompileCallbacks *callbacks, TileKernelImage *image);
/* The same from a module, which does not change. The call writes it as bytecode
 * and compiles it in a context of the compiler. So its operations must be of
 * dialects that tileContextRegister registers. No other thread may use the
 * module's context until the call returns. */
MLIR_CAPI_EXPORTED TileStatus tileCompilerCompileModule(
    TileCompiler compiler, MlirModule module, TileStage last,
    const TileCompileCallbacks *callbacks, TileKernelImage *image);

/*===----------------------------------------------------------------------===*\
|* Images
\*===----------------------------------------------------------------------===*/

/* An argument of a kernel. Strings live as long as the image. */
typedef struct TileArgumentInfo {
  /* In the source, or "arg<N>". */
  MlirStringRef name;
  /* As MLIR writes it: "!tile.ptr<f32>", "i32". */
  MlirStringRef type;
  bool isPointer;
  /* Bytes of the parameter. */
  unsigned size;
  /* The code relies on the argument being a multiple of this; 1 if not. */
  int64_t divisibility;
  /* The code is for `fixedValue` alone. */
  bool hasFixedValue;
  int64_t fixedValue;
} TileArgumentInfo;

/* A kernel of an image. Strings live as long as the image. */
typedef struct TileKernelInfo {
  /* The name in the source, and the name of the entry in PTX and cubin. They
   * differ if the first one is not a PTX identifier. */
  MlirStringRef symbol, name;
  size_t numArguments;
  /* Warps of a program, and threads per CTA. */
  unsigned numWarps, numThreads;
  /* Programs that share a CTA, each on a row of numThreads / programsPerCTA
   * threads. It is 1 unless the option programs-per-cta asks for more, or is
   * not set and small programs of one warp gain from 4. Every launch by this
   * library and by the C of tile-c/AOT.h counts programs, and makes CTAs of
   * them by itself. A program that launches the CUfunction of
   * tileKernelGetCUDA by itself, for n programs along x, gives cuLaunchKernel
   * these values if programsPerCTA is above 1:
   *
   *   gridDimX    n / programsPerCTA, rounded up
   *   blockDimX   numThreads / programsPerCTA
   *   blockDimY   programsPerCTA
   *
   * and, after the arguments, one more parameter: n, an unsigned int. */
  unsigned programsPerCTA;
  /* Bytes of static shared memory per CTA. */
  unsigned sharedMemory;
  /* Bytes of dynamic shared memory per CTA that the code needs in addition to
   * the static ones. It is 0 unless the compiler put memory of the kernel
   * there, which it does above 48 KiB, or an llvm.func of the source has the
   * attribute tile.dynamic_shared_memory. Every launch by this library and by
   * the C of tile-c/AOT.h gives these bytes by itself. A program that launches
   * the CUfunction of tileKernelGetCUDA gives them as sharedMemBytes of
   * cuLaunchKernel. */
  unsigned dynamicSharedMemory;
  /* Whether ptxas ran; the fields below are 0 if not. */
  bool hasResources;
  unsigned registers;
  /* Bytes of stack per thread, and of spilled registers. */
  unsigned stack, spillStores, spillLoads;
} TileKernelInfo;

MLIR_CAPI_EXPORTED void tileKernelImageDestroy(TileKernelImage image);
static inline bool tileKernelImageIsNull(TileKernelImage image) {
  return !image.ptr;
}
/* The GPU that it was compiled for, "sm_90a"; empty for a wrong handle. Lives
 * as long as the image. */
MLIR_CAPI_EXPORTED MlirStringRef
tileKernelImageGetTarget(TileKernelImage image);
/* A stage's text or, of the cubin, its bytes; empty if it was not kept or not
 * reached. Lives as long as the image. */
MLIR_CAPI_EXPORTED MlirStringRef tileKernelImageGetStage(TileKernelImage image,
                                                         TileStage stage);
MLIR_CAPI_EXPORTED size_t tileKernelImageGetNumKernels(TileKernelImage image);
/* The number of the kernel of that symbol or name, from 0. An empty name finds
 * the only kernel. The message of NotFound lists all kernels. */
MLIR_CAPI_EXPORTED TileStatus tileKernelImageFindKernel(TileKernelImage image,
                                                        MlirStringRef name,
                                                        size_t *index);
MLIR_CAPI_EXPORTED TileStatus tileKernelImageGetKernel(TileKernelImage image,
                                                       size_t index,
                                                       TileKernelInfo *info);
MLIR_CAPI_EXPORTED TileStatus
tileKernelImageGetArgument(TileKernelImage image, size_t kernel,
                           size_t argument, TileArgumentInfo *info);
/* Whether it came from a cache. */
MLIR_CAPI_EXPORTED bool tileKernelImageIsFromCache(TileKernelImage image);
/* The steps of the compile that made it, with milliseconds. */
MLIR_CAPI_EXPORTED size_t tileKernelImageGetNumSteps(TileKernelImage image);
MLIR_CAPI_EXPORTED TileStatus tileKernelImageGetStep(TileKernelImage image,
                                                     size_t index,
                                                     MlirStringRef *name,
                                                     double *milliseconds);
/* All that is known of the kernels, as JSON. */
MLIR_CAPI_EXPORTED TileStatus tileKernelImageGetMetadata(
    TileKernelImage image, MlirStringCallback callback, void *userData);

/* Writes the image as bytes, in one callback. Equal images give equal bytes. */
MLIR_CAPI_EXPORTED TileStatus tileKernelImageSerialize(
    TileKernelImage image, MlirStringCallback callback, void *userData);
/* The same to a file. At any time, the file is complete or does not exist.
 * IOError if it cannot be written. */
MLIR_CAPI_EXPORTED TileStatus tileKernelImageSave(TileKernelImage image,
                                                  MlirStringRef path);
/* Reads what Serialize or Save wrote; CorruptData if it is anything else, and
 * IOError if a file cannot be read. The caller destroys the image. */
MLIR_CAPI_EXPORTED TileStatus
tileKernelImageDeserialize(MlirStringRef bytes, TileKernelImage *image);
MLIR_CAPI_EXPORTED TileStatus tileKernelImageLoad(MlirStringRef path,
                                                  TileKernelImage *image);

/*===----------------------------------------------------------------------===*\
|* Cache
\*===----------------------------------------------------------------------===*/

typedef struct TileCacheStatistics {
  /* Of this object, not of other processes. */
  uint64_t hits, misses, stores;
  /* Reads and writes that failed, damaged entries among them. */
  uint64_t failures;
  /* Bytes of all entries on disk, now. */
  uint64_t size;
} TileCacheStatistics;

/* A cache in a folder, which is made when it is needed, for its owner alone.
 * Empty: the default folder, or NotFound if it has no name. The cache takes at
 * most about `maxBytes` (0: 1 GiB), and removes the entry first that was unused
 * for longest. Entries run as code. So the folder and each entry must belong to
 * this user or to root. No other user may be able to write them, or to rename a
 * folder above. Neither may be a symbolic link. An entry or folder that breaks
 * this rule is not used. A cache that cannot be used, read or written never
 * fails a compile: the compile gets a warning, once for each of the three. Any
 * threads and any processes may use a cache at once. */
MLIR_CAPI_EXPORTED TileStatus tileCacheCreate(MlirStringRef folder,
                                              uint64_t maxBytes,
                                              TileCache *cache);
/* What a cache that machines share is made of. Start with `= {0}`: later
 * versions may append fields. A key is a text of 64 hex digits. It depends on
 * everything that the bytes depend on, the code of this library too. So equal
 * keys have equal bytes, and an entry never has to be invalidated. Any threads
 * may call the functions at once. The functions must not change objects of this
 * library.
 *
 * Bytes run as code, and nothing says who wrote them: whoever can write to the
 * store decides what runs. A checksum finds only damage.
 *
 * Failures and delays. A cache never fails a compile. After a call that fails,
 * or takes longer than `patience`, the library does not call for `pause`:
 * compiles go on without the cache, and get a warning, once for each kind of
 * call. A call is not interrupted: a function that waits for a network needs a
 * limit of its own. Since 0.1. */
typedef struct TileCacheCallbacks {
  /* Calls `sink` once with the bytes and `sinkData`, and returns Success; or
   * returns NotFound; or another status if it failed. Required. */
  TileStatus (*get)(MlirStringRef key, MlirStringCallback sink, void *sinkData,
                    void *userData);
  /* Keeps bytes, which it copies. Null: nothing is stored. */
  TileStatus (*put)(MlirStringRef key, MlirStringRef bytes, void *userData);
  /* Removes an entry whose bytes were damaged. Null: it stays. */
  TileStatus (*remove)(MlirStringRef key, void *userData);
  void *userData;
  /* Images larger than this are neither stored nor taken; 0: 1 GiB. */
  uint64_t maxBytes;
  /* Milliseconds; 0: 1,000 and 10,000. */
  unsigned patience, pause;
} TileCacheCallbacks;

/* A cache that calls back; what `callbacks` points to is copied. It has no
 * folder, and its size counts as 0. tileCacheClear is Unsupported. Since 0.1.
 */
MLIR_CAPI_EXPORTED TileStatus tileCacheCreateWithCallbacks(
    const TileCacheCallbacks *callbacks, TileCache *cache);
MLIR_CAPI_EXPORTED void tileCacheDestroy(TileCache cache);
static inline bool tileCacheIsNull(TileCache cache) { return !cache.ptr; }
/* Lives as long as the cache. */
MLIR_CAPI_EXPORTED MlirStringRef tileCacheGetFolder(TileCache cache);
MLIR_CAPI_EXPORTED TileStatus
tileCacheGetStatistics(TileCache cache, TileCacheStatistics *statistics);
/* Removes all entries. */
MLIR_CAPI_EXPORTED TileStatus tileCacheClear(TileCache cache);
/* Removes entries until the rest is within the bound. This also happens by
 * itself. */
MLIR_CAPI_EXPORTED TileStatus tileCachePrune(TileCache cache);
/* TILEWRIGHT_CACHE_DIR, or `tilewright` in XDG_CACHE_HOME, or in ~/.cache; as
 * the environment is now. NotFound if none of these is set. */
MLIR_CAPI_EXPORTED TileStatus
tileCacheGetDefaultFolder(MlirStringCallback callback, void *userData);

#ifdef __cplusplus
}
#endif

#endif /* TILE_C_COMPILER_H */
