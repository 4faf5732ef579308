#!/bin/sh
# One of three nodes of etcd. MEMBER is its name, ADDRESS its own address.
set -eu
: "${MEMBER:?}" "${ADDRESS:?}"
exec etcd --name="$MEMBER" --data-dir="/var/lib/etcd/$MEMBER" \
  --listen-client-urls="http://$ADDRESS:2379,http://127.0.0.1:2379" --advertise-client-urls="http://$MEMBER:2379" \
  --listen-peer-urls="http://$ADDRESS:2380" --initial-advertise-peer-urls="http://$MEMBER:2380" \
  --initial-cluster=etcd1=http://etcd1:2380,etcd2=http://etcd2:2380,etcd3=http://etcd3:2380 \
  --initial-cluster-state=new --initial-cluster-token=maple --enable-v2=true --log-level=warn
