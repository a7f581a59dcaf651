# Installs packages into an empty system, and purges them again. Needs root, as dpkg does.
# usage: install-debs.sh FOLDER_OF_DEBS EMPTY_FOLDER
set -eu
admin=$2/var/lib/dpkg
mkdir -p "$admin/info" "$admin/updates" "$admin/triggers"
touch "$admin/status" "$admin/available"
# The system has no libc6.
dpkg --root="$2" --force-depends -i "$1"/*.deb > "$2.log" 2>&1 || { cat "$2.log"; exit 1; }
count() { find "$2" -path "$2/var/lib/dpkg" -prune -o ! -type d -print | wc -l; }
installed=$(count "$@")
names=$(for deb in "$1"/*.deb; do dpkg-deb -f "$deb" Package; done)
dpkg --root="$2" --force-depends -P $names > "$2.log" 2>&1 || { cat "$2.log"; exit 1; }
echo "$(echo $names | wc -w) packages: $installed files, $(count "$@") after removal"
