package main

import (
	"crypto/x509"
	"debug/elf"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/image/webp"

	"haulfront/cmd/haulfront/internal/testkit"
	"haulfront/cmd/haulfront/internal/testkit/program"
	"haulfront/cmd/haulfront/internal/testkit/servertest"
)

// deployFile reads a file of the folder deploy.
func deployFile(t *testing.T, name string) string {
	t.Helper()
	return readDocument(t, filepath.Join("cmd/haulfront/deploy", name))
}

// The unit starts a command of the program with variables that are settings, as often as it ends.
func TestDeployUnit(t *testing.T) {
	t.Parallel()
	unit := deployFile(t, "haulfront.service")
	general, service, _ := strings.Cut(unit, "[Service]")
	if !strings.Contains(general, "\nStartLimitIntervalSec=0\n") || !strings.Contains(service, "\nRestartSec=") {
		t.Error("the unit gives up after some starts; want no limit, and a pause between them")
	}
	for line := range strings.Lines(unit) {
		switch key, value, _ := strings.Cut(strings.TrimSpace(line), "="); key {
		case "ExecStart":
			parse(t, strings.TrimPrefix(filepath.Base(value), "haulfront "))
		case "Environment":
			if name, _, _ := strings.Cut(value, "="); !slices.Contains(program.SettingNames(), name) {
				t.Errorf("%s: there is no such setting", line)
			}
		}
	}
}

// Documents of the package lead to each other and to their pictures, all of which it has.
func TestPackageDocuments(t *testing.T) {
	t.Parallel()
	_, list, _ := strings.Cut(readDocument(t, "Makefile"), "\ndocuments = ")
	list, _, _ = strings.Cut(list, "\nrelease:")
	documents := strings.Fields(strings.ReplaceAll(list, "\\", ""))
	links, link := 0, regexp.MustCompile(`\]\(([^)#:]+)(#[^)]*)?\)`)
	for _, document := range documents {
		if filepath.Ext(document) != ".md" {
			continue
		}
		for _, found := range link.FindAllStringSubmatch(readDocument(t, document), -1) {
			links++
			if to := filepath.Join(filepath.Dir(document), found[1]); !slices.Contains(documents, to) {
				t.Errorf("%s leads to %s, which the package lacks", document, to)
			}
		}
	}
	if !slices.Contains(documents, "README.md") || links < 10 {
		t.Errorf("the documents %q have %d links", documents, links)
	}
}

// Every metric that an alert or the dashboard names is one that the program has.
func TestDeployMetrics(t *testing.T) {
	t.Parallel()
	// The authority does not answer, and there is no certificate yet.
	s := servertest.Start(t, "TLS_DOMAINS=www.example.com", "TLS_CA=https://"+program.UnusedAddress(t),
		"TLS_STORAGE="+t.TempDir(), "HTTP_ADDR=127.0.0.1:0", "ALERT_AFTER=15m",
		"OFFICE_USERS=Ann <ann@example.com>")
	status, metrics := s.GetAdmin(t, "/metrics")
	if status != 200 {
		t.Fatalf("/metrics = %d", status)
	}
	kinds := map[string]string{}
	for _, line := range regexp.MustCompile(`(?m)^# TYPE (\w+) (\w+)$`).FindAllStringSubmatch(metrics, -1) {
		kinds[line[1]] = line[2]
	}
	for _, name := range []string{"alerts.yml", "alerts_test.yml", "grafana.json"} {
		found := regexp.MustCompile(`\b(haulfront|go|process)_\w+`).FindAllString(deployFile(t, name), -1)
		if len(found) == 0 {
			t.Errorf("%s names no metric", name)
		}
		for _, metric := range found {
			family := regexp.MustCompile(`_(bucket|count|sum)$`).ReplaceAllString(metric, "")
			if kinds[metric] == "" && kinds[family] != "histogram" {
				t.Errorf("%s: there is no metric %s", name, metric)
			}
		}
	}
}

// dockerfile is the last stage of the Dockerfile, by instruction.
func dockerfile(t *testing.T) map[string][]string {
	t.Helper()
	text := strings.ReplaceAll(readDocument(t, "Dockerfile"), "\\\n", " ")
	stages := regexp.MustCompile(`(?m)^FROM `).Split(text, -1)
	steps := map[string][]string{}
	for line := range strings.Lines(stages[len(stages)-1]) {
		name, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		steps[name] = append(steps[name], rest)
	}
	return steps
}

// The image runs as a user other than root, who owns the journal's folder, and is probed by the program itself; its
// variables are settings, and what is copied into the build is there.
func TestDockerfile(t *testing.T) {
	t.Parallel()
	steps := dockerfile(t)
	user, _, _ := strings.Cut(strings.Join(steps["USER"], ""), ":")
	if uid, err := strconv.Atoi(user); err != nil || uid == 0 {
		t.Errorf("USER is %q, want the number of a user other than root", steps["USER"])
	}
	if health := strings.Join(steps["HEALTHCHECK"], ""); !strings.HasSuffix(health, `CMD ["/haulfront", "health"]`) {
		t.Errorf("HEALTHCHECK is %q, want haulfront health", health)
	}
	folder := strings.Join(steps["WORKDIR"], "")
	owned := fmt.Sprintf("--chown=%[1]s:%[1]s --chmod=700 /root/data %[2]s", user, folder)
	if copied := strings.Join(steps["COPY"], "\n"); !strings.HasSuffix(copied, owned) {
		t.Errorf("COPY is %s, want the journal's folder to be the user's: %s", copied, owned)
	}
	for _, pair := range steps["ENV"] {
		name, value, _ := strings.Cut(pair, "=")
		if !slices.Contains(program.SettingNames(), name) || !strings.HasPrefix(value, "sqlite:"+folder+"/") {
			t.Errorf("ENV %s, want a setting, with a journal in %s", pair, folder)
		}
	}
	copies := regexp.MustCompile(`(?m)^COPY ([^-].*) \S+$`)
	for _, copied := range copies.FindAllStringSubmatch(readDocument(t, "Dockerfile"), -1) {
		for _, name := range strings.Fields(copied[1]) {
			_, err := os.Stat(filepath.Join(testkit.Root(t), name))
			testkit.Must(t, err)
		}
	}
}

// mainRoots prints how many authorities the program trusts.
func mainRoots() {
	roots, err := x509.SystemCertPool()
	if err != nil {
		panic(err)
	}
	//lint:ignore SA1019 the embedded pool lists all its certificates, unlike the system's
	fmt.Println(len(roots.Subjects()))
}

// Where the system has no certificates of authorities, as in an empty root, the program brings its own.
func TestRootsInTheProgram(t *testing.T) {
	t.Parallel()
	cmd := exec.Command("haulfront-roots")
	cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "SSL_CERT_FILE=" + os.DevNull, "SSL_CERT_DIR=" + t.TempDir()}
	out, err := cmd.Output()
	if n, _ := strconv.Atoi(strings.TrimSpace(string(out))); err != nil || n < 100 {
		t.Errorf("without the system's certificates the program trusts %q authorities, %v, want a hundred and more",
			out, err)
	}
}

// The program as make build makes it: one file that needs nothing else.
func TestBuiltProgram(t *testing.T) {
	if testing.Short() {
		t.Skip("make build takes too long for a short run")
	}
	t.Parallel()
	binary := filepath.Join(t.TempDir(), "haulfront")
	build := exec.Command("make", "build", "program="+binary)
	build.Dir = testkit.Root(t)
	testkit.Run(t, build)

	t.Run("is static", func(t *testing.T) {
		t.Parallel()
		file, err := elf.Open(binary)
		testkit.Must(t, err)
		defer file.Close()
		libraries, err := file.ImportedLibraries()
		if err != nil || len(libraries) != 0 {
			t.Errorf("it needs the libraries %v, %v", libraries, err)
		}
		for _, part := range file.Progs {
			if part.Type == elf.PT_INTERP {
				t.Error("it needs a dynamic loader")
			}
		}
	})

	t.Run("runs in an empty root", func(t *testing.T) {
		t.Parallel()
		folder := t.TempDir()
		testkit.Must(t, os.Link(binary, filepath.Join(folder, "haulfront")))
		p := program.New(t, "/haulfront")
		p.Cmd.Path, p.Cmd.Dir, p.Cmd.Err = "/haulfront", "/", nil
		p.Cmd.Env = p.Settings()
		p.Cmd.SysProcAttr = &syscall.SysProcAttr{Chroot: folder}
		if os.Geteuid() != 0 {
			// Nobody but root may change the root, unless in a user namespace of their own.
			p.Cmd.SysProcAttr.Cloneflags = syscall.CLONE_NEWUSER
			p.Cmd.SysProcAttr.UidMappings = []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Geteuid(), Size: 1}}
		}
		p.Cmd.Args = append(p.Cmd.Args, "--database-url=sqlite:/haulfront.db")
		p.Start(t)
		p.AwaitServing(t)
		wantType(t, p, "/", "text/html")
		if got := p.Submit(http.DefaultClient, "Ann"); got != http.StatusOK {
			t.Errorf("a quote is answered with %d, want 200", got)
		}
		// Not even what a kill leaves behind is more than the journal.
		testkit.Must(t, p.Cmd.Process.Kill())
		p.AwaitKilled()
		testkit.Must(t, filepath.WalkDir(folder, func(path string, entry os.DirEntry, err error) error {
			if name := entry.Name(); err == nil && path != folder && !strings.HasPrefix(name, "haulfront") {
				t.Errorf("it left %s behind", path)
			}
			return err
		}))
	})

	t.Run("takes the sources that it is given", func(t *testing.T) {
		t.Parallel()
		folder := t.TempDir()
		for _, name := range []string{"components", "node_modules", "tsconfig.json", "package.json"} {
			testkit.Must(t, os.Symlink(filepath.Join(testkit.Root(t), name), filepath.Join(folder, name)))
		}
		assets := filepath.Join(folder, "assets")
		testkit.Must(t, os.CopyFS(assets, os.DirFS(filepath.Join(testkit.Root(t), "assets"))))
		testkit.Must(t, os.RemoveAll(filepath.Join(assets, "photos")))
		testkit.Photograph(t, filepath.Join(assets, "photos", "hero.jpg"))
		p := program.New(t, binary)
		p.Cmd.Args = append(p.Cmd.Args, "--sources="+folder)
		p.Start(t)
		p.AwaitServing(t)
		page := wantType(t, p, "/", "text/html")
		// The encoder works without a C library too.
		path := regexp.MustCompile(`/assets/photos/hero-\d+-\w+\.webp`).FindString(page)
		if picture, err := webp.Decode(strings.NewReader(wantType(t, p, path, "image/webp"))); err != nil ||
			picture.Bounds().Empty() {
			t.Errorf("%q is no picture: %v", path, err)
		}
	})
}

// wantType asks for a path and wants a body of a media type.
func wantType(t *testing.T, p *program.Process, path, mediaType string) string {
	t.Helper()
	answer, body := program.Get(t, http.MethodGet, p.URL+path)
	got := answer.Header.Get("Content-Type")
	if answer.StatusCode != http.StatusOK || !strings.HasPrefix(got, mediaType) {
		t.Fatalf("GET %s = %d %s, want 200 %s", path, answer.StatusCode, got, mediaType)
	}
	return string(body)
}
