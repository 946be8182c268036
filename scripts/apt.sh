# Sourced by what installs packages of Debian for the tests. Where that cannot be done (no apt, no right to install, no
# network) `leave` says so and ends the script, and the tests go on with what is there.
readonly installer=$(basename "$0" .sh)

leave() {
  echo "$installer: $1; the tests go on with what is there" >&2
  exit 0
}

command -v apt-get >/dev/null || leave 'there is no apt-get'
as_root=()
if [ "$(id -u)" != 0 ]; then
  sudo -n true 2>/dev/null || leave 'this user may not install packages'
  as_root=(sudo -n)
fi

install_packages() {
  export DEBIAN_FRONTEND=noninteractive
  "${as_root[@]}" apt-get update -q || leave 'the lists of packages cannot be read'
  "${as_root[@]}" apt-get install -q -y --no-install-recommends --no-upgrade "$@" || leave "$* cannot be installed"
}
