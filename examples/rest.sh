#!/bin/sh
# World Weaver from a shell, with nothing but curl: remember, recall, correct, make a mistake, forget.
#
#   npx -y world-weaver@0.1.0 serve   # in another terminal
#   sh rest.sh
#
# A server elsewhere: sh rest.sh http://memory.lan:8000, with WW_KEY=ww_… before it if the server asks for a key. What
# the example remembers it forgets at its end.
set -eu

server=${1:-http://localhost:8000}

# Every operation is POST /tools/{name}: the body is its input, the answer its output. A refused call fails, and says why.
call() {
  answer=$(curl -sS --fail-with-body "$server/tools/$1" -d "$2" -H 'content-type: application/json' \
    ${WW_KEY:+-H "authorization: Bearer $WW_KEY"}) || { echo "$1 failed: $answer" >&2; return 1; }
}

# A text field of the answer that is in it once. For more than an example, use jq.
field() { printf '%s\n' "$answer" | sed -n "s/.*\"$1\":\"\([^\"]*\)\".*/\1/p"; }

ask() {
  echo "> $1"
  call recall "{\"query\": \"$1\", \"limit\": 1}"
  case $answer in
    *'"nothing_relevant":true'*) echo 'Nothing is known about that.' ;;
    *) field content ;;
  esac
}

call remember '{"text": "The staging database listens on port 5432.", "tags": ["infra"]}'
id=$(field id)
echo 'Remembered a port.'
ask 'Which port does the staging database use?'
ask 'When is the next dentist appointment?'

call correct "{\"id\": \"$id\", \"text\": \"The staging database listens on port 5433.\"}"
id=$(field new_id)
echo 'Corrected it.'
ask 'Which port does the staging database use?'

echo 'A call with a mistake in it:'
call recall '{"question": "Which port?"}' || true

call forget "{\"ids\": [\"$id\"], \"dry_run\": false}"
echo 'Forgot it, with its older version.'
ask 'Which port does the staging database use?'
