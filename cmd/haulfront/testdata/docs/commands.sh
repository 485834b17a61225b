# The commands of the documents, as TestDocs runs them, in a copy of the checkout: what takes long, changes the machine or
# has tests of its own only has its names checked. The program is the test binary.
set -eu -o pipefail
out=$HOME/out log=$HOME/log server=
: >"$out" >"$log"
trap stop_server EXIT

stop_server() {
	[ -z "$server" ] || { kill "$server" && wait "$server" || true; }
	server=
}

# serve starts a server and waits until it serves.
serve() {
	stop_server
	command haulfront serve --lazy "$@" >"$log" 2>&1 &
	server=$!
	await msg=serving
}

# await waits until the server logs a match, for two minutes: a busy machine starts it in one.
await() {
	local end=$((SECONDS + 120))
	until grep -qE -- "$1" "$log"; do
		kill -0 "$server"
		((SECONDS < end))
		sleep 0.1
	done
}

# expect checks that the last block has printed a match. The server's log has it if the block printed nothing.
expect() {
	if [ -s "$out" ]; then
		grep -qE -- "$1" "$out"
	else
		await "$1"
	fi
}

# exist checks the files among the words of a command, but for those that make makes.
exist() {
	local word
	for word; do
		word=${word%...}
		case $word in ./bin/*) ;; ./* | cmd/*) [ -e "$word" ] ;; esac
	done
}

make() {
	case $1 in
	run) BASE_URL=http://localhost:8080 OFFICE_USERS=owner@example.com serve ;;
	dev) serve --dev ;;
	*) command make -n "$@" >/dev/null ;;
	esac
}

haulfront() {
	case $1 in
	serve) serve "${@:2}" ;;
	*) command haulfront "$@" ;;
	esac
}

go() {
	case "$1 $2" in
	"run ./cmd/haulfront") haulfront "${@:3}" ;;
	"doc "*) command go "$@" ;;
	*) exist "$@" ;;
	esac
}

npx() { exist "$@"; }
sudo() {
	[ ! -p /dev/stdin ] || cat >/dev/null # what writes to it must not fail
	exist "$@"
}
