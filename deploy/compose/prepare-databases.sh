#!/bin/sh
# The two roles and the two databases of docs/operating.md. Run before each migration; run again, nothing is made twice, and
# the roles have the passwords of now.
set -eu
: "${OWNER_PASSWORD:?}" "${SERVICE_PASSWORD:?}"
export PGUSER="${POSTGRES_USER:-postgres}" PGPASSWORD="${PGPASSWORD:-${POSTGRES_PASSWORD:-}}"
run() { psql -v ON_ERROR_STOP=1 -qAt "$@"; }
prepare_role() {
  [ -n "$(run -d postgres -c "SELECT 1 FROM pg_roles WHERE rolname = '$1'")" ] || run -d postgres -c "CREATE ROLE $1 LOGIN"
  echo "ALTER ROLE $1 PASSWORD '$2'" | run -d postgres
}
prepare_role maple_owner "$OWNER_PASSWORD"
prepare_role maple_service "$SERVICE_PASSWORD"
for database in maple_test maple_live; do
  [ -n "$(run -d postgres -c "SELECT 1 FROM pg_database WHERE datname = '$database'")" ] || run -d postgres <<SQL
CREATE DATABASE $database OWNER maple_owner TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C.UTF-8';
SQL
  run -d "$database" <<SQL
REVOKE ALL ON DATABASE $database FROM PUBLIC;
GRANT CONNECT ON DATABASE $database TO maple_service;
ALTER DEFAULT PRIVILEGES FOR ROLE maple_owner GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO maple_service;
ALTER DEFAULT PRIVILEGES FOR ROLE maple_owner GRANT USAGE ON SEQUENCES TO maple_service;
GRANT EXECUTE ON FUNCTION pg_ls_waldir() TO maple_service;
SQL
done
