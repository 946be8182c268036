#!/usr/bin/env bash
# strace for the tests that watch an answer wait for the disk, on Debian. Without it they are left out, and a line says so.
set -euo pipefail

command -v strace >/dev/null && exit 0
source "$(dirname "$0")/apt.sh"
install_packages strace
