# make run and make test do all set-up by themselves; the rest expects nothing more than they do.
.PHONY: run dev test quick build check bench crash shots lighthouse acceptance generate measures setup next chromium curl postgres java nginx caddy firefox lynx postfix systemd promtool wrk

run: setup
	go run ./cmd/haulfront serve

dev: setup
	go run ./cmd/haulfront serve --dev

# The race detector watches everything but the libraries that only calculate, each in one goroutine at a time, and SQLite, which
# has locks of its own: in them it would take most of the tests' time, and the races that we could make are where we hand their
# work over. It watches encoding/json, which reads and writes what is ours. None of them may use sync.Map or atomic.Pointer: the
# linker could take their copy of that generic code for all packages, and the detector would no longer see who waits for whom.
calculators = github.com/dop251/goja/... github.com/dlclark/regexp2/... github.com/go-sourcemap/... github.com/evanw/esbuild/... \
	github.com/andybalholm/brotli/... github.com/goccy/go-yaml/... github.com/yuin/goldmark/... github.com/srwiley/... \
	github.com/go-text/... golang.org/x/net/html golang.org/x/image/... image/... compress/... hash/... regexp/... unicode/... \
	modernc.org/...
race = -race $(foreach package,$(calculators),-gcflags=$(package)=-race=false)

# JavaScript leaves much garbage: collected a quarter as often, as in the program itself, the tests take a fifth less time.
# Four tests of a package run at a time, since most of them wait. The packages that start the program, $(whole), run first and
# without the race detector, with which they would take five times as long: the browser tests drive the same program, built
# with these flags, and each package below, $(parts), runs with the detector in its own tests.
test: export PROGRAM_FLAGS = $(race)
whole = ./cmd/haulfront $(addprefix ./cmd/haulfront/internal/,command/... develop/... server/... sources/...)
parts = $(filter-out $(whole),$(patsubst %/,./%/...,$(wildcard cmd/haulfront/internal/*/)))
test: setup chromium curl postgres java
	npx tsc --noEmit
	npx oxlint
	npx stylelint '{assets,components}/**/*.css'
	go vet $(race) ./...
	GOGC=400 go test -vet=off -parallel 4 -timeout 25m $(whole)
	GOGC=400 go test -vet=off $(race) -parallel 4 -timeout 25m ./cmd/haulfront/browsertest ./cmd/haulfront/bench $(parts) \
		./content/... ./render/...
	go test -run '^$$' -fuzz '^FuzzQuote$$' -fuzztime 30s ./cmd/haulfront/internal/server

# The loop while writing: types, vet, and every test that needs neither a browser nor a database server nor much time. In a
# short run, package browsertest runs nothing, and the helper that starts PostgreSQL skips the test that asks for it, as do
# the tests of the built program and of the HTML validators. Packages that have not changed are not tested again.
quick: setup curl
	npx tsc --noEmit
	npx oxlint
	go vet ./...
	GOGC=400 go test -vet=off -short -p 4 -parallel 4 ./...

# The program carries its sources, so that it runs anywhere, without Node and without this checkout. Without cgo it also
# runs without a C library, whatever compilers there are here; libraries that could load one at run time are told not to.
# Both commands have -trimpath, so that what the first one compiled is there for the second.
program = bin/haulfront
build: export CGO_ENABLED = 0
build: setup
	go run -trimpath -tags nodynamic ./cmd/haulfront pack cmd/haulfront/internal/sources/packed.zip
	go build -trimpath -tags packed,nodynamic -ldflags '-s -w' -o $(program) ./cmd/haulfront

# Next.js is large and used nowhere else, so it is installed, and measured, only where it is asked for: make bench NEXT=on.
bench: setup nginx wrk chromium $(if $(NEXT),next)
	go test -run '^$$' -bench . -skip '^BenchmarkLighthouse$$' -benchtime 1x -timeout 60m ./cmd/haulfront/bench$(if $(NEXT), -next)
	go test -run '^$$' -bench '^BenchmarkDevelop$$' -benchtime 1x ./cmd/haulfront/browsertest$(if $(NEXT), -next)

# npm ci would want the packages of all systems in the lock file.
next:
	npm install --no-save --no-audit --no-fund --prefix cmd/haulfront/bench/next

# Kills servers under load, a thousand on SQLite and 200 of three at a time on PostgreSQL, and counts what is lost or doubled.
crash: postgres
	go test -count 1 -v -timeout 60m -run '^TestCrash$$' ./cmd/haulfront/internal/lead -crash-sqlite 1000 -crash-postgres 200

# Every kind of page at three widths, and a sheet of them for each width, under var/shots/.
shots: setup chromium
	go test -run '^$$' -bench '^BenchmarkShots$$' -benchtime 1x ./cmd/haulfront/browsertest

# Lighthouse is large and used nowhere else, so it is installed only here.
lighthouse: setup chromium
	npm install --no-save --no-audit --no-fund lighthouse@13.5.0
	go test -run '^$$' -bench '^BenchmarkLighthouse$$' -benchtime 1x -timeout 20m ./cmd/haulfront/bench

# The built program behind the web servers that people use, in other browsers than Chromium, in front of a mail server, and
# among attackers.
acceptance: build nginx caddy firefox lynx postfix systemd promtool
	go test -tags acceptance -count 1 -v -timeout 30m ./cmd/haulfront/acceptance
	go test -count 1 -v -timeout 10m -run '^TestRestarts$$' ./cmd/haulfront -restarts 20
	go test -count 1 -v -timeout 20m -run '^(TestAttackers|TestFileLimit)$$' ./cmd/haulfront -attackers 500 -idle-connections 20000

# What the pages say to people and to machines, and whether they agree; after a change of copy, note its day with --update.
check: setup
	go run ./cmd/haulfront check

# The size of the code, without generated and downloaded files; columns count tabs as four.
sources = git ls-files '*.go' ':!**/testdata/**'
measures:
	@echo "$$($(sources) | grep -v '_test\.go$$\|/testkit/\|/examples/' | xargs cat | wc -l) lines of Go without tests"
	@echo "$$($(sources) | grep '_test\.go$$\|/testkit/' | xargs cat | wc -l) lines of tests and testkit"
	@echo "$$(git ls-files | wc -l) files"
	@echo "$$(ls cmd/haulfront/*.go | wc -l) sources in cmd/haulfront itself"
	@echo "$$($(sources) | xargs expand -t4 | LC_ALL=C.UTF-8 grep -cE '.{121}') lines of Go over 120 columns"

# The TypeScript types of the props follow the structs in content/.
generate:
	go tool tygo generate

setup: node_modules/.package-lock.json

node_modules/.package-lock.json: package.json package-lock.json
	npm ci --no-audit --no-fund

# The tests drive a real browser and a real database server, and the Nu validator runs on Java; all as Debian packages them.
chromium:
	@{ command -v chromium && command -v chromium-headless-shell; } >/dev/null || $(call install,chromium chromium-headless-shell)

# The documents' commands use it.
curl:
	@command -v curl >/dev/null || $(call install,curl)

postgres:
	@ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || $(call install,postgresql)

java:
	@command -v java >/dev/null || $(call install,default-jre-headless)

nginx:
	@ls /usr/lib/nginx/modules/*brotli_static* >/dev/null 2>&1 || $(call install,nginx-light libnginx-mod-http-brotli-static)

caddy:
	@command -v caddy >/dev/null || $(call install,caddy)

firefox:
	@command -v firefox-esr >/dev/null || $(call install,firefox-esr)

lynx:
	@command -v lynx >/dev/null || $(call install,lynx)

postfix:
	@command -v postfix >/dev/null || $(call install,postfix)
systemd:
	@command -v systemd-socket-activate >/dev/null || $(call install,systemd)
promtool:
	@command -v promtool >/dev/null || $(call install,prometheus)

wrk:
	@command -v wrk >/dev/null || $(call install,wrk)

define install
{ if [ "$$(id -u)" = 0 ]; then as=; elif sudo -n true 2>/dev/null; then as="sudo -n"; else \
	echo "The tests need Debian's package $(1), and only root may install it: sudo apt-get install $(1)" >&2; exit 1; fi; \
	$$as apt-get update -q && DEBIAN_FRONTEND=noninteractive $$as apt-get install -q -y $(1); }
endef
