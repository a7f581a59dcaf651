# Runs each example that was built, with --device=sim.
# usage: run-examples.sh FOLDER
cd "$1" || exit 1
count=0
for source in *.c; do
  example=${source%.c}
  echo "== $example"
  # This one knows no devices but those of the CUDA driver.
  path=
  [ "$example" = aot ] && path=../../../lib/tilewright/sim
  LD_LIBRARY_PATH=$path "./$example" --device=sim || {
    echo "$example: exit code $?"
    exit 1
  }
  count=$((count + 1))
done
echo "$count examples: ok"
