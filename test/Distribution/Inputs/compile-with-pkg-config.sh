# usage: compile-with-pkg-config.sh DISTRIBUTION SOURCE OUTPUT
set -eu
PKG_CONFIG_PATH=$1/lib/pkgconfig
export PKG_CONFIG_PATH
cc -std=c11 -Wall -Wextra -Werror -pedantic "$2" -o "$3" \
  $(pkg-config --cflags --libs tilewright)
