#!/bin/sh
# One of two HAProxy: the primary at port 5000, the standbys at 5001, its state at 7000.
set -eu
export PRIMARY_LISTEN=:5000 STANDBYS_LISTEN=:5001 STATE_LISTEN=:7000
export DB1=10.83.0.11:5432 DB1_REST_HOST=10.83.0.11 DB1_REST_PORT=8008
export DB2=10.83.0.12:5432 DB2_REST_HOST=10.83.0.12 DB2_REST_PORT=8008
export DB3=10.83.0.13:5432 DB3_REST_HOST=10.83.0.13 DB3_REST_PORT=8008
sh /opt/cluster/fill.sh /opt/cluster/haproxy.cfg > /tmp/haproxy.cfg
# With a master: the first process of a container that does not say how it ends at SIGTERM never does, and HAProxy alone does not.
exec haproxy -W -db -f /tmp/haproxy.cfg
