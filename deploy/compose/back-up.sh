#!/bin/sh
# Makes a backup where this node is the primary, and nothing on a standby: sh /opt/cluster/back-up.sh full|diff|incr
set -eu
kind=${1:?full, diff or incr}
if [ "$(psql -h /run/postgresql -d postgres -Atc 'SELECT pg_is_in_recovery()')" = t ]; then
  echo "a standby: nothing to do"
  exit 0
fi
export PGBACKREST_CONFIG=/tmp/pgbackrest.conf PGBACKREST_STANZA=maple
pgbackrest --type="$kind" backup
exec pgbackrest info
