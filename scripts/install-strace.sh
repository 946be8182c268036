#!/usr/bin/env bash
# strace for the tests that watch an answer wait for the disk, on Debian. Where that cannot be done (no apt, no right to
# install, no network) those tests are left out, and a line says so.
set -euo pipefail

leave() {
  echo "install-strace: $1; what it would show is left out" >&2
  exit 0
}

command -v strace >/dev/null && exit 0
command -v apt-get >/dev/null || leave 'there is no apt-get'
as_root=()
if [ "$(id -u)" != 0 ]; then
  sudo -n true 2>/dev/null || leave 'this user may not install packages'
  as_root=(sudo -n)
fi

export DEBIAN_FRONTEND=noninteractive
"${as_root[@]}" apt-get update -q || leave 'the lists of packages cannot be read'
"${as_root[@]}" apt-get install -q -y --no-install-recommends --no-upgrade strace || leave 'strace cannot be installed'
