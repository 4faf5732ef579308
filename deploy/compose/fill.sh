#!/bin/sh
# Prints a file of deploy/cluster with the values of its variables. A variable without a value ends it with 1.
# sh fill.sh FILE
set -eu
for name in $(grep -v '^ *[#;]' "$1" | grep -o '\${[A-Z0-9_]*}' | tr -d '${}' | sort -u); do
  if ! printenv "$name" > /dev/null; then
    echo "fill.sh: no value for $name in $1" >&2
    exit 1
  fi
done
exec envsubst < "$1"
