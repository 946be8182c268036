#!/usr/bin/env bash
# Programs that some tests need besides Node, from Debian's packages: scripts/install-parts.sh [strace] [chromium] [git]
# [curl] [systemd]; without names, all of them. What is there already is left as it is.
set -euo pipefail

declare -A package=([strace]=strace [chromium]=chromium [git]=git [curl]=curl [systemd]=systemd)
declare -A program=([strace]=strace [chromium]=chromium [git]=git [curl]=curl [systemd]=systemd-analyze)

wanted=("$@")
[ "$#" -gt 0 ] || wanted=("${!package[@]}")
missing=()
for name in "${wanted[@]}"; do
  [ -n "${package[$name]:-}" ] || { echo "install-parts: no such part: $name (${!package[*]})" >&2; exit 2; }
  command -v "${program[$name]}" >/dev/null || missing+=("${package[$name]}")
done
[ "${#missing[@]}" -gt 0 ] || exit 0

source "$(dirname "$0")/apt.sh"
install_packages "${missing[@]}"
