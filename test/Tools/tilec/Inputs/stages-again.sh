# stages-again.sh FOLDER KERNEL TARGET...: compiles KERNEL, and again from the text of each stage. Compares the PTX, and
# the stage that tile-opt makes by the passes of --print-pipeline.
set -e -o pipefail
folder=$1 kernel=$2
shift 2
mkdir -p $folder
for target in "$@"; do
  tilec $kernel --target=$target -o $folder/once.ptx 2> /dev/null
  grep -q .entry $folder/once.ptx
  for stage in tile schedule tilegpu llvm; do
    tilec $kernel --target=$target --emit=$stage -o $folder/stage.mlir 2> /dev/null
    tilec $folder/stage.mlir -o $folder/again.ptx 2> /dev/null
    diff $folder/once.ptx $folder/again.ptx
    # A stage is what it was.
    tilec $folder/stage.mlir --emit=$stage -o $folder/same.mlir 2> /dev/null
    diff $folder/stage.mlir $folder/same.mlir
    tilec $kernel --target=$target --emit=$stage --print-pipeline -o $folder/passes
    tile-opt $kernel --pass-pipeline="$(cat $folder/passes)" -o $folder/passes.mlir 2> /dev/null
    diff $folder/stage.mlir $folder/passes.mlir
    # From a stage on.
    tilec $folder/stage.mlir --print-pipeline -o $folder/passes
    tile-opt $folder/stage.mlir --pass-pipeline="$(cat $folder/passes)" -o $folder/last.mlir 2> /dev/null
  done
  diff $folder/stage.mlir $folder/last.mlir
done
