# Builds for 64-bit Arm with Debian, on another machine: the toolchain file of the
# preset `aarch64`.
#
# TILE_AARCH64_SYSTEM is the folder that `scripts/build-aarch64 system` fills: Debian's
# packages for arm64, and qemu-aarch64, which runs what they and we have built. clang and
# lld compile for Arm as they are. What runs during the build is of this machine, if it is
# LLVM's, and runs in qemu, if it is ours.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)

list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES TILE_AARCH64_SYSTEM)
if(NOT EXISTS ${TILE_AARCH64_SYSTEM}/usr/include)
  message(FATAL_ERROR "expected Debian's packages for arm64 in TILE_AARCH64_SYSTEM, "
    "found none in '${TILE_AARCH64_SYSTEM}': scripts/build-aarch64 puts them there")
endif()
set(CMAKE_SYSROOT ${TILE_AARCH64_SYSTEM})
set(CMAKE_LIBRARY_ARCHITECTURE aarch64-linux-gnu)
set(CMAKE_C_COMPILER_TARGET aarch64-linux-gnu)
set(CMAKE_CXX_COMPILER_TARGET aarch64-linux-gnu)
set(CMAKE_CROSSCOMPILING_EMULATOR ${TILE_AARCH64_SYSTEM}/qemu)
# What tests call by these names: cc, c++, mlir-opt.
set(TILE_CROSS_PROGRAMS ${TILE_AARCH64_SYSTEM}/programs)

# The programs of LLVM that know every target, and make our tables.
set(TILE_LLVM_TOOLS_DIR /usr/lib/llvm-22/bin CACHE PATH "LLVM's programs of this machine")
foreach(tool AR RANLIB NM STRIP OBJCOPY OBJDUMP READELF)
  string(TOLOWER ${tool} name)
  set(CMAKE_${tool} ${TILE_LLVM_TOOLS_DIR}/llvm-${name} CACHE FILEPATH "")
endforeach()
foreach(kind EXE SHARED MODULE)
  set(CMAKE_${kind}_LINKER_FLAGS_INIT -fuse-ld=lld)
endforeach()

# Libraries and packages are Arm's, programs are this machine's.
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
