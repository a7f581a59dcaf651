//! Compiles and launches a kernel, from Rust: rustc alone, no crate.
//!
//!   rustc -O vector_add.rs -L native=<folder of libtilewright.so>
//!   ./vector_add vector_add.mlir sim

use std::ffi::{c_char, c_int, c_uint, c_void};

/// A string of the library, or for it: a pointer and a length.
#[repr(C)]
#[derive(Clone, Copy)]
struct Text {
    data: *const c_char,
    length: usize,
}

impl Text {
    /// Valid as long as the string.
    fn new(text: &str) -> Text {
        Text { data: text.as_ptr() as *const c_char, length: text.len() }
    }
    fn read(self) -> String {
        let bytes = unsafe { std::slice::from_raw_parts(self.data as *const u8, self.length) };
        String::from_utf8_lossy(bytes).into_owned()
    }
}

/// Every handle is a struct of one pointer.
#[repr(C)]
#[derive(Clone, Copy)]
struct Handle(*mut c_void);

#[repr(C)]
#[derive(Clone, Copy)]
struct Grid {
    x: u32,
    y: u32,
    z: u32,
}

/// Integers and addresses; tile-c/Runtime.h has the other types.
#[repr(C)]
#[derive(Clone, Copy)]
struct Argument {
    kind: u32,
    reserved: u32,
    bits: u64,
}

#[repr(C)]
struct DeviceInfo {
    is_simulator: bool,
    ordinal: c_uint,
    name: Text,
    target: Text,
    total_memory: u64,
    l2_size: u64,
    num_multiprocessors: c_uint,
    driver_version: c_uint,
}

const POINTER: u32 = 0;
const I32: u32 = 4;
const PTX: c_int = 4;

#[link(name = "tilewright")]
extern "C" {
    fn tileGetLastErrorMessage() -> Text;
    fn tileStatusGetName(status: c_int) -> Text;
    fn tileDeviceOpen(name: Text, device: *mut Handle) -> c_int;
    fn tileDeviceGetInfo(device: Handle, info: *mut DeviceInfo) -> c_int;
    fn tileDeviceDestroy(device: Handle);
    fn tileDeviceAllocate(device: Handle, bytes: u64, address: *mut u64) -> c_int;
    fn tileDeviceFree(device: Handle, address: u64) -> c_int;
    fn tileDeviceCopyToDevice(device: Handle, to: u64, from: *const c_void, bytes: u64, stream: Handle) -> c_int;
    fn tileDeviceCopyToHost(device: Handle, to: *mut c_void, from: u64, bytes: u64, stream: Handle) -> c_int;
    fn tileCompilerOptionsCreate() -> Handle;
    fn tileCompilerOptionsSetTarget(options: Handle, target: Text) -> c_int;
    fn tileCompilerOptionsDestroy(options: Handle);
    fn tileCompilerCreate(options: Handle, compiler: *mut Handle) -> c_int;
    fn tileCompilerDestroy(compiler: Handle);
    fn tileCompilerCompileFile(compiler: Handle, path: Text, last: c_int, callbacks: *const c_void, image: *mut Handle) -> c_int;
    fn tileKernelImageDestroy(image: Handle);
    fn tileModuleLoad(device: Handle, image: Handle, module: *mut Handle) -> c_int;
    fn tileModuleGetKernel(module: Handle, name: Text, kernel: *mut Handle) -> c_int;
    fn tileModuleDestroy(module: Handle);
    fn tileKernelLaunch(kernel: Handle, grid: Grid, arguments: *const Argument, count: usize, stream: Handle) -> c_int;
}

/// A call that failed, with the library's message of this thread.
fn check(status: c_int) -> Result<(), String> {
    if status == 0 {
        return Ok(());
    }
    Err(unsafe { format!("{}: {}", tileStatusGetName(status).read(), tileGetLastErrorMessage().read()) })
}

/// Destroys an object at the end of its scope.
struct Owner(Handle, unsafe extern "C" fn(Handle));

impl Owner {
    fn make(destroy: unsafe extern "C" fn(Handle), create: impl FnOnce(&mut Handle) -> c_int) -> Result<Owner, String> {
        let mut handle = Handle(std::ptr::null_mut());
        check(create(&mut handle))?;
        Ok(Owner(handle, destroy))
    }
}

impl Drop for Owner {
    fn drop(&mut self) {
        unsafe { (self.1)(self.0) }
    }
}

/// Memory of a device with a copy of an array; it is freed before the device.
struct Memory<'a>(&'a Owner, u64);

impl<'a> Memory<'a> {
    fn new(device: &'a Owner, array: &[f32]) -> Result<Memory<'a>, String> {
        let (bytes, mut address) = (std::mem::size_of_val(array) as u64, 0);
        check(unsafe { tileDeviceAllocate(device.0, bytes, &mut address) })?;
        let memory = Memory(device, address);
        check(unsafe { tileDeviceCopyToDevice(device.0, address, array.as_ptr() as *const c_void, bytes, NONE) })?;
        Ok(memory)
    }
}

impl Drop for Memory<'_> {
    fn drop(&mut self) {
        unsafe { tileDeviceFree((self.0).0, self.1) };
    }
}

const NONE: Handle = Handle(std::ptr::null_mut());

fn run(file: &str, name: &str) -> Result<(), String> {
    unsafe {
        let device = Owner::make(tileDeviceDestroy, |device| tileDeviceOpen(Text::new(name), device))?;
        let mut info: DeviceInfo = std::mem::zeroed();
        check(tileDeviceGetInfo(device.0, &mut info))?;
        let options = Owner(tileCompilerOptionsCreate(), tileCompilerOptionsDestroy);
        check(tileCompilerOptionsSetTarget(options.0, info.target))?;
        let compiler = Owner::make(tileCompilerDestroy, |compiler| tileCompilerCreate(options.0, compiler))?;
        let image = Owner::make(tileKernelImageDestroy, |image| {
            tileCompilerCompileFile(compiler.0, Text::new(file), PTX, std::ptr::null(), image)
        })?;
        let module = Owner::make(tileModuleDestroy, |module| tileModuleLoad(device.0, image.0, module))?;
        let mut kernel = NONE;
        check(tileModuleGetKernel(module.0, Text::new(""), &mut kernel))?;

        const N: usize = 1000;
        let x: Vec<f32> = (0..N).map(|i| i as f32).collect();
        let (y, mut z) = (vec![0.5f32; N], vec![0f32; N]);
        let (xs, ys, zs) = (Memory::new(&device, &x)?, Memory::new(&device, &y)?, Memory::new(&device, &z)?);
        let pointer = |address| Argument { kind: POINTER, reserved: 0, bits: address };
        let size = Argument { kind: I32, reserved: 0, bits: N as u64 };
        let mut arguments = [pointer(xs.1), pointer(ys.1), pointer(zs.1), size];
        let grid = Grid { x: N.div_ceil(256) as u32, y: 1, z: 1 };
        check(tileKernelLaunch(kernel, grid, arguments.as_ptr(), 4, NONE))?;
        check(tileDeviceCopyToHost(device.0, z.as_mut_ptr() as *mut c_void, zs.1, (N * 4) as u64, NONE))?;
        if let Some(wrong) = (0..N).find(|&i| z[i] != x[i] + y[i]) {
            return Err(format!("element {wrong} is wrong"));
        }
        println!("{}: {} sums are right", info.name.read(), N);

        // An address that the code cannot use is refused.
        arguments[0] = pointer(xs.1 + 4);
        if let Err(message) = check(tileKernelLaunch(kernel, grid, arguments.as_ptr(), 4, NONE)) {
            println!("refused, {message}");
        }
    }
    Ok(())
}

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let get = |i: usize, other: &'static str| arguments.get(i).map(String::as_str).unwrap_or(other).to_owned();
    if let Err(message) = run(&get(1, "vector_add.mlir"), &get(2, "auto")) {
        eprintln!("error: {message}");
        std::process::exit(1);
    }
}
