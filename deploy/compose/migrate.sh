#!/bin/sh
# Brings both databases to this version's schema, as the role that owns the schema.
set -eu
: "${OWNER_PASSWORD:?}"
export DATABASE_URL="postgres://maple_owner:$OWNER_PASSWORD@database:5432/maple_test"
export LIVE_DATABASE_URL="postgres://maple_owner:$OWNER_PASSWORD@database:5432/maple_live"
exec node /opt/maple/bin/maple.js migrate
