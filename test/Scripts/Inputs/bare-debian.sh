# usage: bare-debian.sh FOLDER
#
# Writes into FOLDER/bin the commands that make a bare Debian: the system is a
# folder with little in it, a command in it runs where its clone is, and FOLDER/log
# says what was made how.
set -eu
write() {
  cat > "$folder/bin/$1"
  chmod +x "$folder/bin/$1"
}
folder=$1
printf '#!/bin/sh\necho 0\n' | write id
write debootstrap <<END
#!/bin/sh
echo "debootstrap \$*" >> "$folder/log"
for argument; do root=\$last last=\$argument; done
mkdir -p "\$root/etc/apt/apt.conf.d" "\$root/etc/ssl/certs" "\$root/root"
touch "\$root/etc/debian_version"
END
write unshare <<'END'
#!/bin/sh
while [ "${1#--}" != "$1" ]; do shift; done
exec "$@"
END
# The system is $1; what runs is the last argument.
write chroot <<'END'
#!/bin/sh
for command; do :; done
exec sh -c "$(echo "$command" | sed "s| /root/| $1/root/|; s|>/root/|>$1/root/|")"
END
write apt-get <<'END'
#!/bin/sh
echo 'deb http://mirror/debian/ bookworm main'
echo 'deb http://mirror/debian/ bookworm-updates main'
echo 'deb http://mirror/other/ trixie main'
END
write apt-config <<'END'
#!/bin/sh
echo 'Acquire::http::Proxy "";'
END
