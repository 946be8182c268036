#!/usr/bin/env bash
# PostgreSQL 15 and pgvector for the tests, on Debian: what is there already is left as it is. Without them the tests run
# on PGlite, and say so.
set -euo pipefail

readonly home=/usr/lib/postgresql/15
# pgvector is not in bookworm; the archive that apt already uses has its source in this suite.
readonly suite=trixie

has_server() { [ -x "$home/bin/initdb" ] && [ -x "$home/bin/postgres" ]; }
has_pgvector() { [ -f "$("$home/bin/pg_config" --sharedir)/extension/vector.control" ]; }

if has_server && has_pgvector; then exit 0; fi
source "$(dirname "$0")/apt.sh"
install_packages postgresql-15 postgresql-server-dev-15 build-essential
has_pgvector && exit 0

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
# apt fetches as a user of its own.
chmod 755 "$scratch"
mkdir -p "$scratch/parts" "$scratch/lists/partial" "$scratch/source"
archive=$(apt-get indextargets --format '$(ORIGIN) $(CREATED_BY) $(REPO_URI)' | awk '$1 == "Debian" && $2 == "Packages" && $3 !~ /security/ { print $3; exit }')
[ -n "$archive" ] || leave 'apt knows no archive of Debian'
cat >"$scratch/parts/pgvector.sources" <<SOURCES
Types: deb-src
URIs: $archive
Suites: $suite
Components: main
Signed-By: /usr/share/keyrings/debian-archive-keyring.gpg
SOURCES

# Lists of its own: the machine's stay as they are, and nothing else is ever installed from that suite.
apt_of_suite() {
  apt-get -q -o Dir::Etc::SourceList=/dev/null -o "Dir::Etc::SourceParts=$scratch/parts" \
    -o "Dir::State::Lists=$scratch/lists" -o "Dir::Cache::srcpkgcache=" -o "Dir::Cache::pkgcache=" "$@"
}
cd "$scratch/source"
apt_of_suite update || leave "the sources of $suite cannot be read"
apt_of_suite source pgvector || leave 'the source of pgvector cannot be fetched'
cd pgvector-*/
# Without flags for this very processor, as Debian builds it.
make -s OPTFLAGS="" PG_CONFIG="$home/bin/pg_config" || leave 'pgvector cannot be built'
"${as_root[@]}" make -s install OPTFLAGS="" PG_CONFIG="$home/bin/pg_config" || leave 'pgvector cannot be installed'
echo "install-postgres: PostgreSQL 15 with $(basename "$PWD")"
