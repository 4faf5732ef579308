#!/bin/sh
# What PostgreSQL runs for each file of WAL. The first one makes the stanza of pgBackRest.
set -eu
export PGBACKREST_CONFIG=/tmp/pgbackrest.conf PGBACKREST_STANZA=maple
pgbackrest archive-push "$1" && exit 0
pgbackrest stanza-create
exec pgbackrest archive-push "$1"
