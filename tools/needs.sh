#!/usr/bin/env bash
# What the tests need besides Python: found on the machine, or installed from Debian's packages when we may.
# What cannot be had is named; the tests that need it are then skipped, and where CI is set a skip is a failure.
set -u

missing=()
has_postgres() { command -v initdb >/dev/null 2>&1 || compgen -G '/usr/lib/postgresql/*/bin/initdb' >/dev/null; }
has_chromium() { command -v chromium >/dev/null 2>&1 || command -v chromium-browser >/dev/null 2>&1; }

has_postgres || missing+=(postgresql)
command -v redis-server >/dev/null 2>&1 || missing+=(redis-server)
has_chromium || missing+=(chromium)
[ ${#missing[@]} -eq 0 ] && exit 0

if [ "$(id -u)" -eq 0 ] && command -v apt-get >/dev/null 2>&1; then
  echo "Installing for the tests: ${missing[*]}"
  export DEBIAN_FRONTEND=noninteractive
  mkdir -p /etc/postgresql-common 2>/dev/null
  # The package would start a server of its own: the tests start theirs.
  [ -f /etc/postgresql-common/createcluster.conf ] || echo "create_main_cluster = false" > /etc/postgresql-common/createcluster.conf
  apt-get update -qq >/dev/null 2>&1
  for package in "${missing[@]}"; do
    apt-get install -y -qq --no-install-recommends "$package" >/dev/null 2>&1 || echo "Could not install $package"
  done
else
  echo "Not on this machine, and not installed without root: ${missing[*]}. Tests that need them are skipped."
fi
exit 0
