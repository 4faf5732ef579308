#!/bin/sh
# Run once by the image of PostgreSQL, on an empty volume: the two roles and the two databases of docs/operating.md.
set -eu
: "${OWNER_PASSWORD:?}" "${SERVICE_PASSWORD:?}"
psql -v ON_ERROR_STOP=1 -U "${POSTGRES_USER:-postgres}" -d postgres <<SQL
CREATE ROLE maple_owner LOGIN PASSWORD '$OWNER_PASSWORD';
CREATE ROLE maple_service LOGIN PASSWORD '$SERVICE_PASSWORD';
SQL
for database in maple_test maple_live; do
  psql -v ON_ERROR_STOP=1 -U "${POSTGRES_USER:-postgres}" -d postgres <<SQL
CREATE DATABASE $database OWNER maple_owner TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C.UTF-8';
\\connect $database
REVOKE ALL ON DATABASE $database FROM PUBLIC;
GRANT CONNECT ON DATABASE $database TO maple_service;
ALTER DEFAULT PRIVILEGES FOR ROLE maple_owner GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO maple_service;
ALTER DEFAULT PRIVILEGES FOR ROLE maple_owner GRANT USAGE ON SEQUENCES TO maple_service;
SQL
done
