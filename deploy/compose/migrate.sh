#!/bin/sh
# Brings the databases to this version's schema, as the role that owns the schema: test, and live where maple.env names one.
# DATABASE_HOSTS names the hosts.
set -eu
: "${OWNER_PASSWORD:?}" "${DATABASE_HOSTS:?}"
export DATABASE_URL="postgres://maple_owner:$OWNER_PASSWORD@$DATABASE_HOSTS/maple_test"
if [ -n "${LIVE_DATABASE_URL:-}" ]; then
  export LIVE_DATABASE_URL="postgres://maple_owner:$OWNER_PASSWORD@$DATABASE_HOSTS/maple_live"
fi
exec node /opt/maple/bin/maple.js migrate
