//===- AssemblerTest.cpp - What ptxas says, read --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Target/Assembler.h"
#include "tile/Target/Disassembler.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace mlir::tile;
namespace sys = llvm::sys;

namespace {

TEST(AssemblerMessages, ErrorsHaveLines) {
  AssemblerResult result;
  parseAssemblerOutput(
      "ptxas /tmp/x-1.ptx, line 12; error   : Unknown modifier '.foo'\n"
      "ptxas /tmp/x-1.ptx, line 9; warning : Unused variable\n"
      "ptxas fatal   : Ptx assembly aborted due to errors\n",
      result);
  ASSERT_EQ(result.messages.size(), 2u);
  EXPECT_EQ(result.messages[0].line, 12u);
  EXPECT_EQ(result.messages[0].severity, AssemblerMessage::Error);
  EXPECT_EQ(result.messages[0].text, "Unknown modifier '.foo'");
  EXPECT_EQ(result.messages[1].line, 9u);
  EXPECT_EQ(result.messages[1].severity, AssemblerMessage::Warning);
}

TEST(AssemblerMessages, FatalErrorsStay) {
  AssemblerResult result;
  parseAssemblerOutput("ptxas fatal   : Value 'sm_1' is not defined for option "
                       "'gpu-name'\n",
                       result);
  ASSERT_EQ(result.messages.size(), 1u);
  EXPECT_EQ(result.messages[0].line, 0u);
  EXPECT_EQ(result.messages[0].severity, AssemblerMessage::Error);
}

TEST(AssemblerMessages, ResourcesOfEachKernel) {
  AssemblerResult result;
  parseAssemblerOutput(
      "ptxas info    : 0 bytes gmem\n"
      "ptxas info    : Compiling entry function 'a' for 'sm_90a'\n"
      "ptxas info    : Function properties for a\n"
      "    8 bytes stack frame, 16 bytes spill stores, 24 bytes spill loads\n"
      "ptxas info    : Used 32 registers, used 1 barriers, 8 bytes cumulative "
      "stack size, 1024 bytes smem\n"
      "ptxas info    : Compile time = 10.000 ms\n"
      "ptxas info    : Compiling entry function 'b' for 'sm_90a'\n"
      "ptxas info    : Function properties for b\n"
      "    0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads\n"
      "ptxas info    : Used 8 registers, used 0 barriers\n",
      result);
  ASSERT_EQ(result.kernels.size(), 2u);
  EXPECT_EQ(result.kernels[0].name, "a");
  EXPECT_EQ(result.kernels[0].registers, 32u);
  EXPECT_EQ(result.kernels[0].barriers, 1u);
  EXPECT_EQ(result.kernels[0].sharedMemory, 1024u);
  EXPECT_EQ(result.kernels[0].stack, 8u);
  EXPECT_EQ(result.kernels[0].spillStores, 16u);
  EXPECT_EQ(result.kernels[0].spillLoads, 24u);
  EXPECT_EQ(result.kernels[1].name, "b");
  EXPECT_EQ(result.kernels[1].registers, 8u);
  EXPECT_EQ(result.kernels[1].stack, 0u);
}

TEST(AssemblerMessages, SlowWarpgroupsAreAWarning) {
  AssemblerResult result;
  parseAssemblerOutput(
      "ptxas info    : (C7510) Potential Performance Loss: wgmma.mma_async "
      "instructions are serialized due to wgmma pipeline crossing function "
      "boundary at a function call in the function 'k'\n"
      "ptxas info    : (C7001) Something else about wgmma\n",
      result);
  ASSERT_EQ(result.messages.size(), 2u);
  EXPECT_EQ(result.messages[0].severity, AssemblerMessage::Warning);
  EXPECT_EQ(result.messages[0].text,
            "(C7510) Potential Performance Loss: wgmma.mma_async instructions "
            "are serialized due to wgmma pipeline crossing function boundary "
            "at a function call in the function 'k'; each product of "
            "warpgroups then waits for the one before");
  EXPECT_EQ(result.messages[1].severity, AssemblerMessage::Info);
}

TEST(AssemblerMessages, ThoseOfNvJitLinkToo) {
  AssemblerResult result;
  parseAssemblerOutput(
      "ptxas application ptx input, line 11; error   : Not a name of any known "
      "instruction: 'frob'\n"
      "ptxas fatal   : Ptx assembly aborted due to errors\n"
      "ERROR NVJITLINK_ERROR_PTX_COMPILE: JIT the PTX (ptx)\n",
      result);
  ASSERT_EQ(result.messages.size(), 1u);
  EXPECT_EQ(result.messages[0].line, 11u);
  EXPECT_EQ(result.messages[0].text,
            "Not a name of any known instruction: 'frob'");
  parseAssemblerOutput(
      "ptxas info    : Compiling entry function 'k' for 'sm_90a'\n"
      "ptxas info    : Function properties for k\n"
      "ptxas         .     8 bytes stack frame, 16 bytes spill stores, 24 "
      "bytes "
      "spill loads\n"
      "ptxas info    : Used 32 registers, used 1 barriers\n"
      "info    : Function properties for 'k':\n"
      "info    : used 7 registers, used 0 barriers, 0 stack, 0 bytes smem\n",
      result);
  ASSERT_EQ(result.kernels.size(), 1u);
  EXPECT_EQ(result.kernels[0].registers, 32u);
  EXPECT_EQ(result.kernels[0].stack, 8u);
  EXPECT_EQ(result.kernels[0].spillStores, 16u);
  EXPECT_EQ(result.kernels[0].spillLoads, 24u);
}

constexpr llvm::StringLiteral kPTX = ".entry a()\n"   // 1
                                     "{\n"            // 2
                                     ".loc 1 10 3\n"  // 3
                                     "add;\n"         // 4
                                     ".loc\t2 20 5\n" // 5
                                     "sub;\n"         // 6
                                     "}\n"            // 7
                                     ".entry b()\n"   // 8
                                     "{\n"            // 9
                                     "mul;\n"         // 10
                                     "}\n"            // 11
                                     ".file 1 \"x.mlir\"\n"
                                     ".file 2 \"dir\" \"y.py\"\n";

TEST(PTXLines, NearestLocationBefore) {
  auto place = lookupPTXLine(kPTX, 4);
  ASSERT_TRUE(place);
  EXPECT_EQ(place->file, "x.mlir");
  EXPECT_EQ(place->line, 10u);
  EXPECT_EQ(place->column, 3u);
}

TEST(PTXLines, FileInAFolder) {
  auto place = lookupPTXLine(kPTX, 6);
  ASSERT_TRUE(place);
  EXPECT_EQ(place->file, "dir/y.py");
  EXPECT_EQ(place->line, 20u);
}

TEST(PTXLines, NameWithEscapes) {
  auto place =
      lookupPTXLine(".file 1 \"gr\\303\\274n/a\\042b\"\n.loc 1 2 3\nadd;", 3);
  ASSERT_TRUE(place);
  EXPECT_EQ(place->file, "gr\u00FCn/a\"b");
}

TEST(PTXLines, NoneOfAnotherFunction) {
  EXPECT_FALSE(lookupPTXLine(kPTX, 10));
  EXPECT_FALSE(lookupPTXLine(kPTX, 1));
}

TEST(Toolkit, NamedFilesAreTaken) {
  llvm::StringMap<const char *> variables;
  variables["TILEWRIGHT_PTXAS"] = "/somewhere/ptxas";
  variables["TILEWRIGHT_LIBDEVICE"] = "/somewhere/libdevice.bc";
  ToolkitPaths paths =
      findToolkit([&](const char *name) { return variables.lookup(name); });
  EXPECT_EQ(paths.ptxas, "/somewhere/ptxas");
  EXPECT_EQ(paths.libdevice, "/somewhere/libdevice.bc");
}

/// A folder that is removed again.
struct Folder {
  Folder() { EXPECT_FALSE(sys::fs::createUniqueDirectory("toolkit", path)); }
  ~Folder() { sys::fs::remove_directories(path); }
  /// Adds a file, and returns its path.
  std::string add(const llvm::Twine &name, bool isProgram = false) {
    llvm::SmallString<128> file(path);
    sys::path::append(file, name);
    EXPECT_FALSE(sys::fs::create_directories(sys::path::parent_path(file)));
    std::error_code error;
    llvm::raw_fd_ostream(file, error) << "x";
    EXPECT_FALSE(error);
    if (isProgram)
      EXPECT_FALSE(sys::fs::setPermissions(file, sys::fs::all_all));
    return file.str().str();
  }
  llvm::SmallString<128> path;
};

TEST(Toolkit, ALibraryComesAfterEveryPtxas) {
  Folder home, toolkit, libraries, path;
  std::string home64 = home.path.str().str();
  std::string libraryPath = libraries.path.str().str();
  std::string programs = path.path.str().str();
  llvm::StringMap<const char *> variables;
  variables["CUDA_HOME"] = home64.c_str();
  variables["LD_LIBRARY_PATH"] = libraryPath.c_str();
  variables["PATH"] = programs.c_str();
  llvm::StringRef toolkits[] = {toolkit.path};
  auto find = [&] {
    return findToolkit([&](const char *name) { return variables.lookup(name); },
                       toolkits, {})
        .ptxas;
  };
  // From the last place to the first.
  EXPECT_EQ(find(), "");
  std::string libraryFolder = kToolkitLibraries;
  std::string file = toolkit.add(libraryFolder + "/libnvJitLink.so.12");
  EXPECT_EQ(find(), file);
  file = toolkit.add("lib64/libnvJitLink.so.13");
  EXPECT_EQ(find(), file);
  file = libraries.add("libnvJitLink.so.12");
  EXPECT_EQ(find(), file);
  file = libraries.add("libnvJitLink.so.13");
  EXPECT_EQ(find(), file);
  file = home.add("lib/libnvJitLink.so.12");
  EXPECT_EQ(find(), file);
  file = toolkit.add("bin/ptxas", /*isProgram=*/true);
  EXPECT_EQ(find(), file);
  file = path.add("ptxas", /*isProgram=*/true);
  EXPECT_EQ(find(), file);
  file = home.add("bin/ptxas", /*isProgram=*/true);
  EXPECT_EQ(find(), file);
}

TEST(Toolkit, LibrariesOfTheSystemComeLast) {
  Folder system;
  llvm::StringRef folders[] = {system.path};
  std::string file = system.add("libnvJitLink.so.13");
  EXPECT_EQ(
      findToolkit([](const char *) { return nullptr; }, {}, folders).ptxas,
      file);
}

TEST(Toolkit, NvdisasmComesBeforeCuobjdumpWhereverTheyAre) {
  Folder home, toolkit, path;
  std::string homePath = home.path.str().str();
  std::string programs = path.path.str().str();
  llvm::StringMap<const char *> variables;
  variables["CUDA_HOME"] = homePath.c_str();
  variables["PATH"] = programs.c_str();
  llvm::StringRef toolkits[] = {toolkit.path};
  auto find = [&] {
    return findDisassembler(
        [&](const char *name) { return variables.lookup(name); }, toolkits);
  };
  // From the last place to the first.
  EXPECT_EQ(find(), "");
  std::string file = toolkit.add("bin/cuobjdump", /*isProgram=*/true);
  EXPECT_EQ(find(), file);
  file = home.add("bin/cuobjdump", /*isProgram=*/true);
  EXPECT_EQ(find(), file);
  file = toolkit.add("bin/nvdisasm", /*isProgram=*/true);
  EXPECT_EQ(find(), file);
  file = path.add("nvdisasm", /*isProgram=*/true);
  EXPECT_EQ(find(), file);
  file = home.add("bin/nvdisasm", /*isProgram=*/true);
  EXPECT_EQ(find(), file);
  variables["TILEWRIGHT_NVDISASM"] = "/somewhere/nvdisasm";
  EXPECT_EQ(find(), "/somewhere/nvdisasm");
}

TEST(Disassembler, SaysThatItCannotBeRun) {
  llvm::Expected<std::string> text = disassemble("", "/nowhere/nvdisasm");
  ASSERT_FALSE(text);
  EXPECT_TRUE(llvm::StringRef(llvm::toString(text.takeError()))
                  .starts_with("cannot disassemble by '/nowhere/nvdisasm': "));
}

TEST(Assembler, ALibraryIsKnownByItsName) {
  EXPECT_TRUE(isAssemblerLibrary("/a/libnvJitLink.so.13"));
  EXPECT_TRUE(isAssemblerLibrary("libnvJitLink.so"));
  EXPECT_FALSE(isAssemblerLibrary("/lib.so.d/bin/ptxas"));
}

TEST(Assembler, SaysWhatIsWrongWithALibrary) {
  AssemblerOptions options;
  options.ptxasPath = "/nowhere/libnvJitLink.so.13";
  AssemblerResult result = assemblePTX("", options);
  EXPECT_FALSE(result.success);
  ASSERT_EQ(result.messages.size(), 1u);
  EXPECT_TRUE(llvm::StringRef(result.messages[0].text)
                  .starts_with("cannot load '/nowhere/libnvJitLink.so.13': "));
  options.ptxasPath = "libc.so.6";
  result = assemblePTX("", options);
  EXPECT_FALSE(result.success);
  ASSERT_EQ(result.messages.size(), 1u);
  EXPECT_EQ(result.messages[0].text,
            "'libc.so.6' has no function nvJitLinkCreate; expected "
            "libnvJitLink.so of CUDA 12.0 or later");
}

TEST(Assembler, SaysWhatIsMissing) {
  AssemblerOptions options;
  AssemblerResult result = assemblePTX("", options);
  EXPECT_FALSE(result.success);
  ASSERT_EQ(result.messages.size(), 1u);
  EXPECT_EQ(result.messages[0].text,
            "neither ptxas nor libnvJitLink.so was found; expected one in a "
            "CUDA toolkit, or its path in the options");
  options.ptxasPath = "/nowhere/ptxas";
  result = assemblePTX("", options);
  EXPECT_FALSE(result.success);
  ASSERT_EQ(result.messages.size(), 1u);
  EXPECT_EQ(result.messages[0].text, "cannot run ptxas '/nowhere/ptxas'");
}

} // namespace
