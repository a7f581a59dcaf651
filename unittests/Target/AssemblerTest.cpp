//===- AssemblerTest.cpp - What ptxas says, read --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Target/Assembler.h"

#include "llvm/ADT/StringMap.h"
#include "gtest/gtest.h"

using namespace mlir::tile;

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

TEST(Assembler, SaysWhatIsMissing) {
  AssemblerOptions options;
  AssemblerResult result = assemblePTX("", options);
  EXPECT_FALSE(result.success);
  ASSERT_EQ(result.messages.size(), 1u);
  options.ptxasPath = "/nowhere/ptxas";
  result = assemblePTX("", options);
  EXPECT_FALSE(result.success);
  ASSERT_EQ(result.messages.size(), 1u);
  EXPECT_EQ(result.messages[0].text, "cannot run ptxas '/nowhere/ptxas'");
}

} // namespace
