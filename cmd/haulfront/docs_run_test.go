package main

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/jpeg"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"haulfront/cmd/haulfront/internal/testkit"
	"haulfront/cmd/haulfront/internal/testkit/program"
)

// A document is one of TestDocs while its commands run.
type document struct {
	t *testing.T
	// folder is where the document is, from the top of the checkout.
	folder string
	// dir is the copy of the checkout, empty until a command needs it; home is the home folder of whoever types.
	dir, home string
	// env are the variables of each command.
	env []string
	// printed is what the commands of the last block printed, log what the server has logged.
	printed, log *testkit.Log
	// ended is closed when no server runs. stopServer ends the one that does.
	ended      chan struct{}
	stopServer func()
}

func newDocument(t *testing.T, folder string) *document {
	d := &document{
		t: t, folder: folder, printed: &testkit.Log{}, log: &testkit.Log{}, ended: make(chan struct{}),
		stopServer: func() {},
	}
	close(d.ended)
	t.Cleanup(func() { d.stopServer() })
	return d
}

// docLimit bounds each command and each wait. It is long because machines are shared.
const docLimit = 2 * time.Minute

// copied makes the folder in which the commands run: a clone in which npm ci has been run.
func (d *document) copied() {
	d.t.Helper()
	if d.dir != "" {
		return
	}
	d.dir, d.home = filepath.Join(d.t.TempDir(), "haulfront"), d.t.TempDir()
	copyCheckout(d.t, testkit.Root(d.t), d.dir)
	out, err := exec.CommandContext(d.t.Context(), "go", "env", "GOCACHE", "GOMODCACHE").Output()
	caches := strings.Fields(string(out))
	if err != nil || len(caches) != 2 {
		d.t.Fatalf("go env: %q, %v", out, err)
	}
	realGo, err := exec.LookPath("go")
	testkit.Must(d.t, err)
	binary, err := exec.LookPath("haulfront")
	testkit.Must(d.t, err)
	site, admin := program.UnusedAddress(d.t), program.UnusedAddress(d.t)
	// No settings but the addresses, and Go's caches, which Go would look for in the home folder.
	d.env = []string{"HOME=" + d.home, "PATH=" + filepath.Join(d.home, "bin") + ":" + os.Getenv("PATH"),
		"ADDR=" + site, "ADMIN_ADDR=" + admin, "GOCACHE=" + caches[0], "GOMODCACHE=" + caches[1], "GOPROXY=off"}

	// The documents' addresses lead to the server of this test.
	d.homeFile(".curlrc", fmt.Sprintf("connect-to = localhost:8080:%s\nconnect-to = localhost:9090:%s\n", site, admin))
	// The test binary is the program, built of the same sources. It is asked for few pages.
	d.homeFile("bin/haulfront", `#!/bin/sh
case "$1" in
serve) shift; exec `+binary+` serve --lazy "$@";;
*) exec `+binary+` "$@";;
esac
`)
	d.homeFile("bin/go", `#!/bin/sh
case "$1 $2" in
"run ./cmd/haulfront") shift 2; exec haulfront "$@";;
*) exec `+realGo+` "$@";;
esac
`)
	// Its node_modules is the checkout's own, which nothing may change.
	d.homeFile("bin/npm", "#!/bin/sh\necho 'npm must not change node_modules here' >&2\nexit 1\n")
	var photo bytes.Buffer
	testkit.Must(d.t, jpeg.Encode(&photo, image.NewRGBA(image.Rect(0, 0, 1600, 1200)), nil))
	d.homeFile("Pictures/truck.jpg", photo.String())
}

// homeFile puts a file into the home folder.
func (d *document) homeFile(name, data string) {
	d.t.Helper()
	file := filepath.Join(d.home, name)
	testkit.Must(d.t, os.MkdirAll(filepath.Dir(file), 0o755))
	testkit.Must(d.t, os.WriteFile(file, []byte(data), 0o755))
}

// copyCheckout copies a checkout without what is built or installed; node_modules is linked.
func copyCheckout(t *testing.T, from, to string) {
	t.Helper()
	leave := map[string]bool{".git": true, "bin": true, "node_modules": true, "var": true}
	testkit.Must(t, filepath.WalkDir(from, func(file string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name, err := filepath.Rel(from, file)
		switch {
		case err != nil:
			return err
		case leave[name] && entry.IsDir():
			return fs.SkipDir
		case entry.IsDir():
			return os.MkdirAll(filepath.Join(to, name), 0o755)
		case leave[name] || !entry.Type().IsRegular():
			return nil
		}
		data, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		return os.WriteFile(filepath.Join(to, name), data, 0o644)
	}))
	modules, err := filepath.EvalSymlinks(filepath.Join(from, "node_modules"))
	testkit.Must(t, err)
	testkit.Must(t, os.Symlink(modules, filepath.Join(to, "node_modules")))
	// Times tell make whether npm ci is needed.
	installed, err := os.Stat(filepath.Join(modules, ".package-lock.json"))
	if err != nil {
		t.Fatalf("want the packages that npm ci installs: %v", err)
	}
	for _, name := range []string{"package.json", "package-lock.json"} {
		testkit.Must(t, os.Chtimes(filepath.Join(to, name), time.Time{}, installed.ModTime()))
	}
}

// shell makes a command ready to start.
func (d *document) shell(ctx context.Context, command string) *exec.Cmd {
	d.t.Helper()
	d.copied()
	cmd := exec.CommandContext(ctx, "bash", "-eu", "-o", "pipefail", "-c", command)
	cmd.Dir, cmd.Env = d.dir, d.env
	// Child processes end with the command.
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	return cmd
}

// built has the test binary take the place of the program that make build makes.
func built(command string) string { return strings.Replace(command, "bin/haulfront ", "haulfront ", 1) }

// run runs a command to its end.
func (d *document) run(command string) {
	d.t.Helper()
	ctx, cancel := context.WithTimeout(d.t.Context(), docLimit)
	defer cancel()
	cmd := d.shell(ctx, built(command))
	var stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = d.printed, &stderr
	if err := cmd.Run(); err != nil {
		d.t.Fatalf("%s: %v\n%s%s\nthe server's log:\n%s", command, err, d.printed, &stderr, d.log)
	}
	_, _ = d.printed.Write([]byte("\n")) // as a terminal begins its prompt on a line of its own
}

// serve starts a server and waits until it serves.
func (d *document) serve(command string) {
	d.t.Helper()
	d.stopServer()
	d.log.Take()
	ctx, cancel := context.WithCancel(context.WithoutCancel(d.t.Context()))
	cmd := d.shell(ctx, built(command))
	cmd.Stdout, cmd.Stderr = d.log, d.log
	if err := cmd.Start(); err != nil {
		cancel()
		d.t.Fatal(err)
	}
	ended := make(chan struct{})
	go func() {
		_ = cmd.Wait() // it is killed, or its log says why it ended
		close(ended)
	}()
	d.ended = ended
	d.stopServer = func() {
		cancel()
		<-ended
	}
	if !d.eventually(regexp.MustCompile("msg=serving")) {
		d.t.Fatalf("%s does not serve:\n%s", command, d.log)
	}
}

// output wants each of the lines to be printed by the last block's commands or logged by the server.
func (d *document) output(lines []string) {
	d.t.Helper()
	for _, line := range lines {
		pattern := strings.ReplaceAll(regexp.QuoteMeta(strings.TrimSpace(line)), "…", ".*")
		if !d.eventually(regexp.MustCompile(`(?m)^\s*` + pattern + `\s*$`)) {
			d.t.Fatalf("nothing printed the line %q\nprinted:\n%s\nthe server's log:\n%s", line, d.printed, d.log)
		}
	}
}

// eventually reports whether a match has been printed or logged, or is logged while the server runs.
func (d *document) eventually(pattern *regexp.Regexp) (found bool) {
	testkit.Poll(func() (over bool) {
		select {
		case <-d.ended:
			over = true
		default:
		}
		found = pattern.MatchString(d.printed.String()) || pattern.MatchString(d.log.String())
		return found || over
	})
	return found
}
