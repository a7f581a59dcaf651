/*===- ToolMain.c - A tool that is in libtilewright.so --------------------===*\
|*
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
\*===----------------------------------------------------------------------===*/

#include "LibraryTools.h"

/* The build defines TILE_TOOL_NAME, a string. */
int main(int argc, char **argv) {
  return tileToolMain(TILE_TOOL_NAME, argc, argv);
}
