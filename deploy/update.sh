#!/bin/sh
# Brings the site to the newest commit, also for the first time. Its image is tagged with the commit, which .env keeps; the last
# two images stay. Changes of your own in this clone are kept, committed or not.
set -eu
cd "$(dirname "$0")"
former=$(git rev-parse HEAD)
git pull --rebase --autostash
# Ends here while such a change is in conflict with the newest commit, as git has said.
[ -z "$(git ls-files --unmerged ..)" ]
commit=$(git rev-parse --short=8 HEAD)
grep -v "^SITE_COMMIT=" .env > .env.new || true
echo "SITE_COMMIT=$commit" >> .env.new
# Keeps the mode of .env, which has passwords.
cat .env.new > .env
rm .env.new
${COMPOSE:-docker compose} up -d --build
git diff --quiet "$former" HEAD -- Caddyfile || ${COMPOSE:-docker compose} restart caddy
docker image ls site --format "{{.Tag}}" | grep -vx "$commit" | tail -n +2 | xargs -r -I TAG docker image rm site:TAG
echo "Version $commit is starting. Its log says when it is ready, and names the backup if the database had to change: docker compose logs --tail 30 site"
