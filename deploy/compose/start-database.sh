#!/bin/sh
# One of three nodes of PostgreSQL, under Patroni. MEMBER is its name, ADDRESS its own address.
set -eu
: "${MEMBER:?}" "${ADDRESS:?}" "${POSTGRES_PASSWORD:?}" "${REPLICATION_PASSWORD:?}" "${CIPHER_PASSWORD:?}"
export SUPERUSER_PASSWORD="$POSTGRES_PASSWORD"
export REST_LISTEN="$ADDRESS:8008" REST_ADDRESS="$MEMBER:8008" ETCD_HOSTS=etcd1:2379,etcd2:2379,etcd3:2379
export POSTGRES_LISTEN="$ADDRESS:5432" POSTGRES_ADDRESS="$MEMBER:5432" POSTGRES_PORT=5432
export DATA_DIRECTORY=/var/lib/postgresql/data POSTGRES_PROGRAMS=/usr/lib/postgresql/15/bin
export SOCKET_DIRECTORY=/run/postgresql PGPASS_FILE=/tmp/pgpass NETWORK=samenet
export ARCHIVE_COMMAND="sh /opt/cluster/pgbackrest-push.sh %p"
export REPOSITORY=/var/lib/pgbackrest LOCK_DIRECTORY=/tmp/pgbackrest SPOOL_DIRECTORY=/tmp/pgbackrest-spool
umask 077
sh /opt/cluster/fill.sh /opt/cluster/patroni.yml > /tmp/patroni.yml
sh /opt/cluster/fill.sh /opt/cluster/pgbackrest.conf > /tmp/pgbackrest.conf
exec patroni /tmp/patroni.yml
