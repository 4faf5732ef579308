#!/bin/sh
# Makes what the image holds: sh deploy/image/build.sh SOURCE TARGET. SOURCE is a checkout, of which nothing is changed;
# TARGET is a folder that is empty or not there. Needs Node 26 and the npm registry, and no root.
set -eu
source=$1
target=$2
if [ -e "$target" ] && [ -n "$(ls -A "$target")" ]; then
  echo "build.sh: $target is not empty" >&2
  exit 1
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp -R "$source/." "$work"
cd "$work"
rm -rf node_modules build
# The versions of the lock file, each compared with its hash. No package runs code while it is installed.
npm ci --ignore-scripts --no-audit --no-fund --loglevel=error
node scripts/build-packages.ts
mkdir -p "$target/build"
tar -xzf build/downloads/maple-*.tgz -C "$target" --strip-components=1
# What partners install comes from the service: /docs/downloads.
cp -R build/downloads "$target/build/downloads"
# The two packages that the command does not carry, with what they need.
node deploy/image/carry-packages.js "$work" "$target" stripe twilio
cp deploy/image/health.js "$target/health.js"
chmod -R a+rX,go-w "$target"
