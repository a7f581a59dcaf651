"""lit's configuration: which files are tests, and what they may call."""

import os
import shutil
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from litsupport.folders import link_folders
from litsupport.programs import link_programs

config.name = "Tilewright"
(config.tile_source_dir, config.tile_binary_dir), config.test_format = link_folders(
    config.tile_source_dir, config.tile_binary_dir
)
config.suffixes = [".mlir", ".test", ".ttir"]
config.excludes = ["Inputs", "CMakeLists.txt"]
config.test_source_root = os.path.join(config.tile_source_dir, "test")
config.test_exec_root = os.path.join(config.tile_binary_dir, "test")
config.tile_tools_dir = os.path.join(config.tile_binary_dir, "bin")
config.tile_plugin = os.path.join(config.tile_binary_dir, config.tile_plugin)
config.tile_archive = os.path.join(config.tile_binary_dir, config.tile_archive)

path = [config.tile_tools_dir, config.llvm_tools_dir]
# Built for another processor: what tests compile is for it, too. Libraries and languages of
# this machine are none of its. docs/aarch64.md has the tests that are left out.
is_cross = bool(config.cross_programs)
if is_cross:
    config.available_features.add("cross")
    path.insert(0, config.cross_programs)
    os.environ["PATH"] = config.cross_programs + os.pathsep + os.environ["PATH"]

# Of the system's programs, those that the set-up installs.
programs = os.path.join(config.test_exec_root, "bin")
if link_programs(programs, config.tile_source_dir, guarded=["clang-tidy-22", "nvdisasm", "cuobjdump"]):
    system_path = programs
else:
    system_path = os.environ["PATH"]

# ptxas, as the tools look it up: CUDA_HOME, PATH, the toolkit's usual folder.
cuda_home = os.environ.get("CUDA_HOME", "/usr/local/cuda")
ptxas = shutil.which("ptxas", path=os.path.join(cuda_home, "bin")) or shutil.which(
    "ptxas"
)
if ptxas:
    config.available_features.add("ptxas")
    path.append(os.path.dirname(ptxas))
nvcc = os.path.join(cuda_home, "bin", "nvcc")
if os.path.exists(nvcc) and not is_cross:
    config.available_features.add("nvcc")
    config.substitutions.append(("%nvcc", nvcc))
if lit_config.params.get("cuda-modes") == "all":
    config.available_features.add("cuda-all-modes")
if os.path.exists(os.path.join(cuda_home, "nvvm", "libdevice", "libdevice.10.bc")):
    config.available_features.add("libdevice")
# What takes its place where there is none.
for folder in ("lib64", "lib"):
    library = os.path.join(cuda_home, folder, "libnvJitLink.so.13")
    if os.path.exists(library) and not is_cross:
        config.available_features.add("nvjitlink")
        config.substitutions.append(("%nvjitlink", library))
        break
if shutil.which("unshare") and os.path.isdir("/usr/local/cuda"):
    if subprocess.run(["unshare", "-rm", "true"], capture_output=True).returncode == 0:
        config.available_features.add("mount-namespace")
if shutil.which("dpkg-shlibdeps", path=system_path):
    config.available_features.add("dpkg")
if os.geteuid() == 0:
    config.available_features.add("root")
# Debian's checker of packages, which the set-up does not install.
if lintian := shutil.which("lintian"):
    config.available_features.add("lintian")
    config.substitutions.append(("%lintian", lintian))
# Compilers of other languages, which the set-up does not install. The rustc of rustup needs the
# user's folder, and the one it stands for does not.
if (rustc := shutil.which("rustc")) and not is_cross:
    found = subprocess.run([rustc, "--print", "sysroot"], capture_output=True, text=True)
    real = os.path.join(found.stdout.strip(), "bin", "rustc")
    if found.returncode == 0 and os.path.exists(real):
        config.available_features.add("rust")
        config.substitutions.append(("%rustc", real))
for language, program in (("go", shutil.which("go")), ("zig", os.environ.get("TILEWRIGHT_ZIG") or shutil.which("zig"))):
    if program and os.path.exists(program) and not is_cross:
        config.available_features.add(language)
        config.substitutions.append(("%" + language, program))
# VS Code runs extensions in it; the set-up does not install it.
if node := shutil.which("node"):
    config.available_features.add("node")
    config.substitutions.append(("%node", node))
if shutil.which("groff", path=system_path):
    config.available_features.add("groff")
if shutil.which("clang-format-22", path=system_path) and os.path.exists(os.path.join(config.tile_source_dir, ".git")):
    config.available_features.add("clang-format")
if shutil.which("clang-tidy-22") and shutil.which("git"):
    config.available_features.add("clang-tidy")
if os.path.exists(os.path.join(config.test_source_root, "Integration", "Inputs", "h200-instructions.json")):
    config.available_features.add("instruction-recording")
# The generator of the static site, which `make site` installs into the build folder.
mkdocs = os.path.join(config.tile_binary_dir, "site-python", "bin", "mkdocs")
if os.path.exists(mkdocs):
    config.available_features.add("mkdocs")
config.substitutions.append(("%mkdocs", mkdocs))
config.substitutions.append(("%site-python", os.path.join(os.path.dirname(mkdocs), "python")))
for name in ("chromium", "chromium-browser", "google-chrome"):
    if shutil.which(name):
        config.available_features.add("chromium")
        config.environment["TILEWRIGHT_CHROMIUM"] = shutil.which(name)
        break
if config.sanitizers:
    config.available_features.add("sanitizers")
if config.build_type == "Release" and not config.sanitizers:
    config.available_features.add("release")
if os.path.exists(config.tile_plugin) and not config.sanitizers:
    config.available_features.add("plugin")
# Tools around the library, as the distribution has them.
if os.path.exists(os.path.join(config.tile_binary_dir, "thin", "tilec")):
    config.available_features.add("thin-tools")

# A Python that has Triton and numpy, for the tools that compare with it.
triton_python = shutil.which(os.environ.get("TILEWRIGHT_TRITON_PYTHON", "python3")) or "python3"
if not config.sanitizers and not is_cross:
    command = [triton_python, "-c", "import numpy, triton; assert triton.__version__.startswith('3.6.')"]
    try:
        if subprocess.run(command, capture_output=True).returncode == 0:
            config.available_features.add("triton")
            if subprocess.run([triton_python, "-c", "import torch"], capture_output=True).returncode == 0:
                config.available_features.add("triton-torch")
    except OSError:
        pass
config.substitutions.append(("%triton-python", triton_python))
# A Python that has JAX and numpy, which may be another one.
jax_python = shutil.which(os.environ.get("TILEWRIGHT_JAX_PYTHON", triton_python)) or triton_python
if not config.sanitizers:
    if subprocess.run([jax_python, "-c", "import jax, numpy"], capture_output=True).returncode == 0:
        config.available_features.add("jax")
config.substitutions.append(("%jax-python", jax_python))

# A server of Redis and its library, for the example of a cache that machines share.
redis_server = shutil.which("redis-server")
if redis_server and os.path.exists("/usr/include/hiredis/hiredis.h"):
    config.available_features.add("redis")
    config.substitutions.append(("%redis-server", redis_server))

# A GPU: not the driver that the simulator is, which is named so.
simulator = os.path.join(config.tile_binary_dir, "lib", "sim")
if os.path.exists(os.path.join(simulator, "libcuda.so.1")) and not config.sanitizers:
    config.available_features.add("simulated-driver")
config.substitutions.append(("%simulator", simulator))
# A test fails where the simulator finds something, whatever it does with the results.
config.environment["TILEWRIGHT_SIM_ON_FINDING"] = "stop"


def find_gpu():
    command = [os.path.join(config.tile_tools_dir, "tile-run"), "--device=cuda:0"]
    command += [os.path.join(config.tile_source_dir, "bench", "kernels", "copy.mlir")]
    command += ["--input=8xf32", "--output=8xf32", "--input=i32=8"]
    try:
        run = subprocess.run(command, capture_output=True, text=True)
    except OSError:
        return False
    return run.returncode == 0 and "PTX simulator" not in run.stdout


if not config.sanitizers and find_gpu():
    config.available_features.add("cuda")

config.environment["PATH"] = os.pathsep.join(path + [system_path])
config.environment["CUDA_HOME"] = cuda_home
# Where nvcc's outputs are kept.
config.environment.update((name, value) for name, value in os.environ.items() if name.startswith("CCACHE_"))
# Not the user's.
config.environment["TILEWRIGHT_CACHE_DIR"] = os.path.join(config.test_exec_root, "cache")
# The same with and without a GPU; tests of GPUs give --device.
config.environment["TILEWRIGHT_DEVICE"] = "sim"
config.substitutions.append(("%kernels", os.path.join(config.tile_source_dir, "bench", "kernels")))
config.substitutions.append(("%version", config.tile_version))
config.substitutions.append(("%processor", config.processor))
architecture = {"x86_64": "amd64", "aarch64": "arm64"}.get(config.processor, config.processor)
config.substitutions.append(("%deb-architecture", architecture))
cross_system = "--system=" + os.path.dirname(config.cross_programs) if is_cross else ""
config.substitutions.append(("%deb-options", cross_system))
config.substitutions.append(("%build", config.tile_binary_dir))
config.substitutions.append(("%src", config.tile_source_dir))
config.substitutions.append(("%plugin", config.tile_plugin))
# What `ninja dist` makes, and how to have its files in an empty folder %t: as a
# copy of what it packed, as unpacking takes ten times as long.
config.substitutions.append(("%archive", config.tile_archive))
packed = os.path.join(config.tile_binary_dir, "dist", os.path.basename(config.tile_archive)[: -len(".tar.xz")])
config.substitutions.append(("%packed", packed))
# The same of the archive for C++, and its files as well in the folder that %unpack made.
folder, name = os.path.split(config.tile_archive)
config.substitutions.append(("%cpp-archive", os.path.join(folder, name.replace("tilewright-", "tilewright-cpp-", 1))))
cpp_packed = os.path.join(config.tile_binary_dir, "dist-cpp", os.path.basename(packed))
config.substitutions.append(("%cpp-packed", cpp_packed))
config.substitutions.append(("%add-cpp", "cp -a " + cpp_packed + "/. %t"))
config.substitutions.append(("%unpack", "rm -rf %t && cp -a " + packed + " %t"))
