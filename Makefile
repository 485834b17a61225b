# run and test need no other setup.
.PHONY: run dev test quick lint types oxlint stylelint vet staticcheck build release check bench crash shots lighthouse \
	acceptance generate measures setup next libraries clock \
	chromium curl postgres java nginx caddy firefox webkit lynx postfix khal systemd promtool wrk old-browsers

# On this machine, the site has an office, too: the log ends with a link that signs in.
run dev: export BASE_URL ?= http://localhost:$(lastword $(subst :, ,$(or $(ADDR),8080)))
run dev: export OFFICE_USERS ?= Owner <owner@example.com>
run: setup
	go run ./cmd/haulfront serve

# One wgo builds the program after changes of Go code and of what it embeds; the other one restarts it once that has
# succeeded. serve --dev also shows what go build prints, and serves changes of components, styles and content itself.
develop = var/develop
dev: setup
	@mkdir -p $(develop)
	go build -o $(develop)/haulfront ./cmd/haulfront
	@: >$(develop)/problems.txt
	go tool wgo -postpone -debounce 100ms -file '^(cmd|render)/|[.]go$$' -xfile '_test[.]go$$|[.](md|zip|tmp)$$' \
		-xdir '(^|/)testdata$$|^(assets|bin|components|var)$$' \
		sh -c 'go build -o $(develop)/haulfront ./cmd/haulfront 2>&1 | tee $(develop)/problems.txt' \
	:: wgo -dir '^var' -file '^$(develop)/haulfront$$' $(develop)/haulfront serve --dev

# The race detector skips libraries that only compute, each in one goroutine at a time, and SQLite, which has its own
# locks: they would take most of the tests' time, and races are possible only where their results are handed over.
# encoding/json is included, since it reads and writes our values. None of the skipped libraries may use sync.Map or
# atomic.Pointer: the linker could use their uninstrumented copy of that generic code for all packages, and the detector
# would miss synchronization.
calculators = github.com/dop251/goja/... github.com/go-sourcemap/... \
	github.com/evanw/esbuild/... github.com/andybalholm/brotli/... github.com/goccy/go-yaml/... \
	github.com/yuin/goldmark/... github.com/srwiley/... github.com/go-text/... golang.org/x/net/html \
	golang.org/x/image/... image/... compress/... hash/... regexp/... unicode/... modernc.org/...
race = -race $(foreach package,$(calculators),-gcflags=$(package)=-race=false)

# JavaScript produces much garbage: with GOGC=400 the tests take a fifth less time. Four tests of three packages run in
# parallel, since most of them wait. The race detector takes a whole program three times the processor time, so most
# tests, those of $(plain), run first and without it. It looks where goroutines share values: in all tests of $(parts), and
# in those that $(raced) names: of whole programs, which restart under load, reload, share a journal, and answer several
# connections, and of the engine, the site and the office, where several goroutines ask at once.
# Fuzzing runs without coverage, which differs between equal requests to a server; -fuzz would also recompile every
# package for it, which takes minutes.
# All compile libraries as make build does, which a test runs, so that they share the cache. The detector needs cgo.
test quick lint build: export GOFLAGS := $(GOFLAGS) -trimpath -tags=nodynamic
test quick lint build: export CGO_ENABLED = 0
# render is a module of its own: patterns of folders do not match its packages.
render = haulfront/render/...
packages = $(shell go list ./... $(render))
parts = $(filter $(addprefix haulfront/cmd/haulfront/internal/,base/% $(addprefix leads/,backup destinations% journal outbox) \
	$(addprefix server/,alert analytics config connection)),$(packages))
plain = $(filter-out $(parts),$(packages))
raced = ^Test(Restarts|PagesComeAndGoWhileServed|OfficeOfTwoCopies|OfficeEvents|AlertByPost|CustomerPhotos|ServeTLS|Shutdown.*|Drain.*|$\
	Busy|Concurrent|Close|Fork|FirstRenders?|Globals|MaxMemory|Rebuild|Watcher|StreamOfEvents|WaitersShareAnAttempt|$\
	StatesAreRenders|VisitorsSeeTheFormerPage.*|PagesAreKeptByLastUse|HomeFirst|EstimatesAreKept|$\
	MovesAtOnce|AnswersAtOnce|Enter|Office)$$
test: setup chromium curl postgres java
	$(MAKE) -j2 lint
	GOGC=400 go test -vet=off -p 3 -parallel 4 -timeout 25m $(plain)
	CGO_ENABLED=1 GOGC=400 go test -vet=off $(race) -parallel 4 -timeout 25m $(parts)
	CGO_ENABLED=1 GOGC=400 PROGRAM_FLAGS='$(race)' go test -vet=off $(race) -run '$(raced)' -timeout 25m \
		./cmd/haulfront $(addprefix ./cmd/haulfront/internal/,server server/web site office) haulfront/render haulfront/render/develop
	GOGC=400 go test -vet=off -run '^$$' ./cmd/haulfront/internal/server -args \
		-test.fuzz='^FuzzQuote$$' -test.fuzztime=5s -test.fuzzcachedir=$(CURDIR)/var/fuzz

# Prints flags of go with which the clock stands at AT now. Tests, and the programs that they build, take the time from
# Go's package time: the flags replace it by a copy whose Now adds an offset, which the linker sets.
clock = $(CURDIR)/var/clock
clock:
	@mkdir -p var
	@sed -e 's|^\tsec, nsec, mono := runtimeNow()$$|&\n\tsec += int64(clockOffset / Second)|' \
		-e '$$a var offset = "0s"\nvar clockOffset, _ = ParseDuration(offset)' \
		"$$(go env GOROOT)/src/time/time.go" >$(clock).txt
	@grep -q 'sec += int64(clockOffset' $(clock).txt
	@echo "{\"Replace\": {\"$$(go env GOROOT)/src/time/time.go\": \"$(clock).txt\"}}" >$(clock).json
	@at=$$(date -d '$(AT)' +%s) && echo "-overlay=$(clock).json -ldflags=-X=time.offset=$$((at - $$(date +%s)))s"

# While writing: types, linters, and every fast test without a browser or a database server. With -short, tests of
# PostgreSQL, the built program and HTML validators are skipped; those of browsers and benchmarks would only be linked.
# Results of unchanged packages are cached.
quick: setup curl
	$(MAKE) -j2 types oxlint stylelint staticcheck
	GOGC=400 go test -vet=off -short -p 4 -parallel 4 \
		./cmd/haulfront ./cmd/haulfront/internal/... ./content/... $(render)

# staticcheck waits for vet, which compiles what it reads, too.
lint: types oxlint stylelint staticcheck var/deadcode
types:
	npx tsc --noEmit
oxlint:
	npx oxlint
stylelint:
	npx stylelint '{assets,components}/**/*.css'
vet:
	go vet -tags acceptance ./... $(render)
	go -C render vet ./...
staticcheck: vet
	go tool staticcheck ./... $(render)

# Reports functions that main does not reach. deadcode loads all libraries, which takes 20 s of processor time and 5 GB,
# so it runs only if sources have changed.
var/deadcode: go.mod $(shell find cmd content render -name '*.go' ! -name '*_test.go' ! -path '*/node_modules/*')
	! go tool deadcode ./cmd/haulfront | grep .
	@mkdir -p var && touch $@

# The program contains its sources, so that it runs without Node and a checkout. Without cgo, and with nodynamic for
# libraries that would load C libraries at run time, it also runs without a C library.
program = bin/haulfront
build: setup
	go run ./cmd/haulfront pack cmd/haulfront/internal/server/sources/packed.zip
	go build -tags packed,nodynamic -ldflags '-s -w' -o $(program) ./cmd/haulfront

# A Debian package of the program: its units, its user, its settings, and the files of deploy that it is used with. The
# version is the time of the commit.
deploy = cmd/haulfront/deploy
root = var/package
version = $(shell TZ=UTC git log -1 --date=format-local:%Y%m%d.%H%M%S --format=%cd)
# Its documents have their places in the checkout, so that their links lead to each other.
documents = README.md README.webp README-office.webp README-office-phone.webp CONTRIBUTING.md cmd/haulfront/OFFICE.md \
	content/README.md components/README.md components/art/README.md render/README.md render/RATIONALE.md
release: build
	rm -rf $(root)
	install -D $(program) $(root)/usr/bin/haulfront
	install -D -m 644 -t $(root)/usr/lib/systemd/system $(wildcard $(deploy)/haulfront*.service $(deploy)/*.socket $(deploy)/*.timer)
	install -D -m 644 $(deploy)/sysusers.conf $(root)/usr/lib/sysusers.d/haulfront.conf
	install -D -m 600 -t $(root)/etc $(deploy)/haulfront.env
	for file in $(documents); do install -D -m 644 $$file $(root)/usr/share/doc/haulfront/$$file || exit; done
	install -D -m 644 -t $(root)/usr/share/doc/haulfront LICENSE $(addprefix $(deploy)/,nginx.conf Caddyfile alerts.yml grafana.json litestream.yml)
	install -D -t $(root)/DEBIAN $(deploy)/debian/postinst $(deploy)/debian/prerm
	install -m 644 -t $(root)/DEBIAN $(deploy)/debian/conffiles
	sed 's/{version}/$(version)/; s/{architecture}/'"$$(go env GOARCH)"'/' $(deploy)/debian/control >$(root)/DEBIAN/control
	dpkg-deb --root-owner-group --build $(root) $(program).deb

# make bench NEXT=on also installs and measures Next.js, which is large and used nowhere else.
bench: setup nginx wrk chromium $(if $(NEXT),next)
	go test -run '^$$' -bench . -skip '^BenchmarkLighthouse$$' -benchtime 1x -timeout 60m ./cmd/haulfront/bench$(if $(NEXT), -next)
	go test -run '^$$' -bench '^BenchmarkDevelop$$' -benchtime 1x ./cmd/haulfront/browsertest$(if $(NEXT), -next)
	go test -run '^$$' -bench '^BenchmarkAttack$$' -benchtime 1x ./cmd/haulfront
	GOGC=400 go test -run '^$$' -bench '^BenchmarkShapes$$' -benchtime 1x haulfront/render

# Not npm ci, which would require a lock file with the packages of all systems.
install_packages = npm install --no-save --no-audit --no-fund --prefix
next:
	$(install_packages) cmd/haulfront/bench/next

libraries:
	$(install_packages) cmd/haulfront/acceptance/libraries

# Kills servers under load, 1,000 on SQLite and 200 of three at a time on PostgreSQL, then the whole program, its backups
# and restores, and counts lost or duplicate leads and incomplete backups.
crash: postgres
	go test -count 1 -v -timeout 60m -run '^TestCrash$$' ./cmd/haulfront/internal/leads/outbox -crash-sqlite 1000 -crash-postgres 200
	go test -count 1 -v -timeout 60m -run '^TestCrash$$' ./cmd/haulfront -crash 100

# Screenshots of every kind of page at three widths, under var/shots/.
shots: setup chromium
	go test -run '^$$' -bench '^BenchmarkShots$$' -benchtime 1x ./cmd/haulfront/browsertest

# Lighthouse is large and used nowhere else, so only this target installs it.
lighthouse: setup chromium
	npm install --no-save --no-audit --no-fund lighthouse@13.5.0
	go test -run '^$$' -bench '^BenchmarkLighthouse$$' -benchtime 1x -timeout 20m ./cmd/haulfront/bench

# What visitors with old phones need, tested in old browsers, too.
tested = ^Test(OptionalPart|QuoteInTheBrowser|ChangedPages|Sheet|MenusByMouse|HeaderAtEveryWidth|OtherOwnerFits|Confirmation|Estimator)$$

# The built program behind common web servers, in other browsers than Chromium, with a mail server, and under attack;
# what make test does with one page of each kind, one combination of each kind and a few kills, with all of them. All
# lines run, also after a failure. If they pass, var/acceptance has the hash of HEAD's tree, unless files were changed.
acceptance-lines = $(addprefix acceptance-,program chromium-92 chromium-110 sweeps restarts elements libraries attackers)
.PHONY: $(acceptance-lines)
acceptance $(acceptance-lines): export GOFLAGS := $(GOFLAGS) -trimpath -tags=nodynamic -vet=off
acceptance $(acceptance-lines): export CGO_ENABLED = 0
acceptance: release libraries chromium nginx caddy firefox webkit lynx postfix khal systemd promtool old-browsers
	@rm -f var/acceptance; git rev-parse 'HEAD^{tree}' >var/tested
	@failed=; for line in $(acceptance-lines); do $(MAKE) --no-print-directory $$line || failed="$$failed $$line"; done; \
	if [ "$$failed" ]; then echo "failed:$$failed" >&2; exit 1; fi
	@if [ "$$(git status --porcelain; git rev-parse 'HEAD^{tree}')" = "$$(cat var/tested)" ]; \
	then mv var/tested var/acceptance; else echo "passed, but not for var/acceptance: the work tree has changes" >&2; fi

acceptance-program:
	go test -tags acceptance -count 1 -v -timeout 30m ./cmd/haulfront/acceptance
acceptance-chromium-92 acceptance-chromium-110:
	go test -count 1 -timeout 10m -run '$(tested)' ./cmd/haulfront/browsertest -whole -browser $(CURDIR)/var/$(@:acceptance-%=%)
acceptance-sweeps:
	GOGC=400 go test -count 1 -parallel 4 -timeout 25m ./cmd/haulfront/browsertest -whole
	go test -count 1 -timeout 10m -run '^TestUnsavedForms$$' ./cmd/haulfront/internal/server/web -whole
	go test -count 1 -timeout 10m -run '^TestCrash$$' ./cmd/haulfront/internal/leads/outbox -crash-sqlite 50 -crash-postgres 50
acceptance-restarts:
	go test -count 1 -v -timeout 10m -run '^TestRestarts$$' ./cmd/haulfront -restarts 20
acceptance-elements:
	go test -count 1 -timeout 20m -run '^TestElements$$' haulfront/render -rapid.checks 100000
acceptance-libraries:
	go test -tags acceptance -count 1 -v -timeout 20m -run '^TestLibraries$$' ./cmd/haulfront/browsertest
acceptance-attackers:
	go test -count 1 -v -timeout 20m -run '^(TestAttackers|TestFileLimit)$$' ./cmd/haulfront -attackers 500 -idle-connections 19000

# Whether pages and documents for crawlers agree. After a change of copy, --update records its date.
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

# The tests use a real browser, a real database server, and Java for the Nu validator, all from Debian.
chromium:
	@{ command -v chromium && command -v chromium-headless-shell; } >/dev/null || $(call install,chromium chromium-headless-shell)

# For commands in the documents.
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

# The engine of Safari. Its browser has no mode without a screen.
webkit:
	@{ command -v WebKitWebDriver && command -v Xvfb; } >/dev/null || $(call install,webkit2gtk-driver xvfb)

lynx:
	@command -v lynx >/dev/null || $(call install,lynx)

postfix:
	@command -v postfix >/dev/null || $(call install,postfix)
khal:
	@command -v khal >/dev/null || $(call install,khal)
systemd:
	@command -v systemd-socket-activate >/dev/null || $(call install,systemd)
promtool:
	@command -v promtool >/dev/null || $(call install,prometheus)

# npm packages contain Chromium 92 and 110, compressed.
old = cmd/haulfront/acceptance/old
old-browsers: var/chromium-92 var/chromium-110
var/chromium-92: package = chrome-aws-lambda
var/chromium-110: package = @sparticuz/chromium
var/chromium-92 var/chromium-110: $(old)/package.json
	npm install --no-save --no-audit --no-fund --legacy-peer-deps --ignore-scripts --prefix $(old)
	@mkdir -p var
	node -e 'fs.writeFileSync("$@", zlib.brotliDecompressSync(fs.readFileSync("$(old)/node_modules/$(package)/bin/chromium.br")), { mode: 0o755 })'

wrk:
	@command -v wrk >/dev/null || $(call install,wrk)

define install
{ if [ "$$(id -u)" = 0 ]; then as=; elif sudo -n true 2>/dev/null; then as="sudo -n"; else \
	echo "The tests need Debian's package $(1), and only root may install it: sudo apt-get install $(1)" >&2; exit 1; fi; \
	$$as apt-get update -q && DEBIAN_FRONTEND=noninteractive $$as apt-get install -q -y $(1); }
endef
