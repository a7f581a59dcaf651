//! Compiles and launches a kernel, from Zig, with C's printf and no other library.
//!
//!   zig build-exe vector_add.zig -lc -L <folder of libtilewright.so> -ltilewright
//!   ./vector_add vector_add.mlir sim

const Text = extern struct { data: ?[*]const u8, length: usize };
/// Every handle is a struct of one pointer.
const Handle = extern struct { ptr: ?*anyopaque = null };
const Grid = extern struct { x: u32, y: u32 = 1, z: u32 = 1 };
/// Integers and addresses; tile-c/Runtime.h has the other types.
const Argument = extern struct { kind: u32, reserved: u32 = 0, bits: u64 };
const DeviceInfo = extern struct {
    is_simulator: bool,
    ordinal: c_uint,
    name: Text,
    target: Text,
    total_memory: u64,
    l2_size: u64,
    num_multiprocessors: c_uint,
    driver_version: c_uint,
};
const pointer: u32 = 0;
const int32: u32 = 4;
const ptx: c_int = 4;

extern fn printf(format: [*:0]const u8, ...) c_int;
extern fn strlen(text: [*:0]const u8) usize;
extern fn tileGetLastErrorMessage() Text;
extern fn tileStatusGetName(status: c_int) Text;
extern fn tileDeviceOpen(name: Text, device: *Handle) c_int;
extern fn tileDeviceGetInfo(device: Handle, info: *DeviceInfo) c_int;
extern fn tileDeviceDestroy(device: Handle) void;
extern fn tileDeviceAllocate(device: Handle, bytes: u64, address: *u64) c_int;
extern fn tileDeviceFree(device: Handle, address: u64) c_int;
extern fn tileDeviceCopyToDevice(device: Handle, to: u64, from: *const anyopaque, bytes: u64, stream: Handle) c_int;
extern fn tileDeviceCopyToHost(device: Handle, to: *anyopaque, from: u64, bytes: u64, stream: Handle) c_int;
extern fn tileCompilerOptionsCreate() Handle;
extern fn tileCompilerOptionsSetTarget(options: Handle, target: Text) c_int;
extern fn tileCompilerOptionsDestroy(options: Handle) void;
extern fn tileCompilerCreate(options: Handle, compiler: *Handle) c_int;
extern fn tileCompilerDestroy(compiler: Handle) void;
extern fn tileCompilerCompileFile(compiler: Handle, path: Text, last: c_int, callbacks: ?*const anyopaque, image: *Handle) c_int;
extern fn tileKernelImageDestroy(image: Handle) void;
extern fn tileModuleLoad(device: Handle, image: Handle, module: *Handle) c_int;
extern fn tileModuleGetKernel(module: Handle, name: Text, kernel: *Handle) c_int;
extern fn tileModuleDestroy(module: Handle) void;
extern fn tileKernelLaunch(kernel: Handle, grid: Grid, arguments: [*]const Argument, count: usize, stream: Handle) c_int;

const Failure = error{ Call, WrongElement };

fn check(status: c_int) Failure!void {
    if (status != 0) return Failure.Call;
}

const n = 1000;
const bytes = n * 4;
var x: [n]f32 = undefined;
var y: [n]f32 = undefined;
var z: [n]f32 = undefined;

fn run(file: Text, name: Text) Failure!void {
    var device = Handle{};
    try check(tileDeviceOpen(name, &device));
    defer tileDeviceDestroy(device);
    var info: DeviceInfo = undefined;
    try check(tileDeviceGetInfo(device, &info));
    const options = tileCompilerOptionsCreate();
    defer tileCompilerOptionsDestroy(options);
    try check(tileCompilerOptionsSetTarget(options, info.target));
    var compiler = Handle{};
    try check(tileCompilerCreate(options, &compiler));
    defer tileCompilerDestroy(compiler);
    var image = Handle{};
    try check(tileCompilerCompileFile(compiler, file, ptx, null, &image));
    defer tileKernelImageDestroy(image);
    var module = Handle{};
    try check(tileModuleLoad(device, image, &module));
    defer tileModuleDestroy(module);
    var kernel = Handle{};
    try check(tileModuleGetKernel(module, .{ .data = "", .length = 0 }, &kernel));

    var i: usize = 0;
    while (i < n) : (i += 1) {
        x[i] = @floatFromInt(i);
        y[i] = 0.5;
        z[i] = 0;
    }
    const arrays = [_]*[n]f32{ &x, &y, &z };
    var addresses = [_]u64{ 0, 0, 0 };
    // Address 0 may be freed.
    defer for (addresses) |address| {
        _ = tileDeviceFree(device, address);
    };
    for (arrays, &addresses) |array, *address| {
        try check(tileDeviceAllocate(device, bytes, address));
        try check(tileDeviceCopyToDevice(device, address.*, array, bytes, .{}));
    }
    var arguments = [_]Argument{
        .{ .kind = pointer, .bits = addresses[0] }, .{ .kind = pointer, .bits = addresses[1] },
        .{ .kind = pointer, .bits = addresses[2] }, .{ .kind = int32, .bits = n },
    };
    const grid = Grid{ .x = (n + 255) / 256 };
    try check(tileKernelLaunch(kernel, grid, &arguments, 4, .{}));
    try check(tileDeviceCopyToHost(device, &z, addresses[2], bytes, .{}));
    for (x, y, z) |one, other, sum| {
        if (sum != one + other) return Failure.WrongElement;
    }
    _ = printf("%s: %d sums are right\n", info.name.data, @as(c_int, n));

    // An address that the code cannot use is refused.
    arguments[0].bits += 4;
    const status = tileKernelLaunch(kernel, grid, &arguments, 4, .{});
    if (status != 0)
        _ = printf("refused, %s: %s\n", tileStatusGetName(status).data, tileGetLastErrorMessage().data);
}

fn argument(argc: c_int, argv: [*]const [*:0]const u8, i: usize, other: [*:0]const u8) Text {
    const text = if (i < argc) argv[i] else other;
    return .{ .data = text, .length = strlen(text) };
}

pub export fn main(argc: c_int, argv: [*]const [*:0]const u8) c_int {
    run(argument(argc, argv, 1, "vector_add.mlir"), argument(argc, argv, 2, "auto")) catch |failure| {
        const message = if (failure == Failure.Call) tileGetLastErrorMessage().data else "an element is wrong";
        _ = printf("error: %s\n", message);
        return 1;
    };
    return 0;
}
