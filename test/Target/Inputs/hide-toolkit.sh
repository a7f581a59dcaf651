# Runs a command on a machine whose CUDA toolkit has libnvJitLink.so and no
# ptxas, or that has no toolkit: in a mount namespace of its own.
# usage: hide-toolkit.sh FOLDER library|nothing COMMAND...
set -eu
folder=$1 what=$2
shift 2
command=$(command -v "$1")
shift
rm -rf "$folder"
mkdir -p "$folder/toolkit/lib64"
exec unshare -rm sh -c '
  folder=$1 what=$2
  shift 2
  toolkit=$(readlink -f /usr/local/cuda)
  if [ "$what" = library ]; then
    mount --bind "$toolkit/lib64" "$folder/toolkit/lib64"
  fi
  mount --rbind "$folder/toolkit" "$toolkit"
  unset CUDA_HOME TILEWRIGHT_PTXAS LD_LIBRARY_PATH
  PATH= exec "$@"' sh "$folder" "$what" "$command" "$@"
