#!/bin/sh
# Brings the site to the newest commit. Its image is tagged with the commit, which .env keeps; the last two images stay.
set -eu
cd "$(dirname "$0")"
git pull --ff-only
commit=$(git rev-parse --short=8 HEAD)
grep -v "^SITE_COMMIT=" .env > .env.new || true
echo "SITE_COMMIT=$commit" >> .env.new
mv .env.new .env
${COMPOSE:-docker compose} up -d --build
docker image ls site --format "{{.Tag}}" | grep -vx "$commit" | tail -n +2 | xargs -r -I TAG docker image rm site:TAG
