// Compiles and launches a kernel, from Go by cgo, which reads the C headers.
//
//	CGO_CFLAGS=$(pkg-config --cflags tilewright) CGO_LDFLAGS=$(pkg-config --libs tilewright) \
//	  go build vector_add.go
//	./vector_add vector_add.mlir sim
package main

/*
#include "tile-c/Runtime.h"
*/
import "C"

import (
	"fmt"
	"os"
	"runtime"
	"unsafe"
)

// The characters are Go's: valid during the call that gets them.
func text(s string) C.MlirStringRef {
	characters := append([]byte(s), 0)
	return C.MlirStringRef{data: (*C.char)(unsafe.Pointer(&characters[0])), length: C.size_t(len(s))}
}

func read(s C.MlirStringRef) string {
	return C.GoStringN(s.data, C.int(s.length))
}

// What fails panics with the library's message; main shows it.
type failure string

func check(status C.TileStatus) {
	if status != C.TileStatusSuccess {
		panic(failure(read(C.tileStatusGetName(status)) + ": " + read(C.tileGetLastErrorMessage())))
	}
}

func run(file, name string) {
	const n = 1000
	const bytes = n * 4
	var noStream C.TileStream

	var device C.TileDevice
	check(C.tileDeviceOpen(text(name), &device))
	defer C.tileDeviceDestroy(device)
	var info C.TileDeviceInfo
	check(C.tileDeviceGetInfo(device, &info))
	options := C.tileCompilerOptionsCreate()
	defer C.tileCompilerOptionsDestroy(options)
	check(C.tileCompilerOptionsSetTarget(options, info.target))
	var compiler C.TileCompiler
	check(C.tileCompilerCreate(options, &compiler))
	defer C.tileCompilerDestroy(compiler)
	var image C.TileKernelImage
	check(C.tileCompilerCompileFile(compiler, text(file), C.TileStagePTX, nil, &image))
	defer C.tileKernelImageDestroy(image)
	var module C.TileModule
	check(C.tileModuleLoad(device, image, &module))
	defer C.tileModuleDestroy(module)
	var kernel C.TileKernel
	check(C.tileModuleGetKernel(module, text(""), &kernel))

	var arrays [3][n]float32
	var addresses [3]C.TileDeviceAddress
	for i := range arrays[0] {
		arrays[0][i], arrays[1][i] = float32(i), 0.5
	}
	for i := range arrays {
		check(C.tileDeviceAllocate(device, bytes, &addresses[i]))
		defer C.tileDeviceFree(device, addresses[i])
		check(C.tileDeviceCopyToDevice(device, addresses[i], unsafe.Pointer(&arrays[i]), bytes, noStream))
	}
	arguments := [4]C.TileArgument{
		C.tileArgumentPointer(addresses[0]), C.tileArgumentPointer(addresses[1]),
		C.tileArgumentPointer(addresses[2]), C.tileArgumentI32(n)}
	grid := C.tileGrid((n+255)/256, 1, 1)
	check(C.tileKernelLaunch(kernel, grid, &arguments[0], 4, noStream))
	check(C.tileDeviceCopyToHost(device, unsafe.Pointer(&arrays[2]), addresses[2], bytes, noStream))
	for i := range arrays[2] {
		if arrays[2][i] != arrays[0][i]+arrays[1][i] {
			panic(failure(fmt.Sprintf("element %d is wrong", i)))
		}
	}
	fmt.Printf("%s: %d sums are right\n", read(info.name), n)

	// An address that the code cannot use is refused.
	arguments[0] = C.tileArgumentPointer(addresses[0] + 4)
	defer func() {
		if message, ok := recover().(failure); ok {
			fmt.Println("refused, " + string(message))
		}
	}()
	check(C.tileKernelLaunch(kernel, grid, &arguments[0], 4, noStream))
}

func main() {
	// The message of an error belongs to the thread that called.
	runtime.LockOSThread()
	defer func() {
		if message, ok := recover().(failure); ok {
			fmt.Fprintln(os.Stderr, "error: "+string(message))
			os.Exit(1)
		}
	}()
	file, name := "vector_add.mlir", "auto"
	if len(os.Args) > 1 {
		file = os.Args[1]
	}
	if len(os.Args) > 2 {
		name = os.Args[2]
	}
	run(file, name)
}
