package render_test

import (
	"archive/tar"
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
)

// TestExamples does with each example what the README says, in an empty folder.
func TestExamples(t *testing.T) {
	registry := newRegistry(t)
	for name, test := range map[string]struct{ path, want string }{
		"nethttp": {"/?name=%3CAnn%3E", `<h1>Howdy, <!-- -->&lt;Ann&gt;</h1>`},
		"fiber": {"/?start=7", `>7<!-- --> boxes</button></div>` +
			`<script type="application/json" data-island-props="counter">{"start":7}</script>`},
		"develop": {"/?name=Ann", `<h1>Howdy, <!-- -->Ann</h1>`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			source, err := os.ReadFile(filepath.Join("examples", name, "main.go"))
			if err != nil || bytes.Count(source, []byte("\n")) > 41 {
				t.Errorf("main.go has more than 41 lines, or cannot be read: %v", err)
			}
			url := runExample(t, name, registry)
			_, page := get(t, url+test.path)
			if !strings.HasPrefix(page, "<!doctype html><html") || !strings.Contains(page, test.want) {
				t.Errorf("the page is %s, want %s in it", page, test.want)
			}
			files := map[string]string{
				`src="(/assets/[^"]+\.js)"`: "Counter", `href="(/assets/[^"]+\.css)"`: ".Counter",
			}
			for pattern, want := range files {
				m := regexp.MustCompile(pattern).FindStringSubmatch(page)
				if m == nil {
					t.Fatalf("the page is %s, want %s in it", page, pattern)
				}
				if status, file := get(t, url+m[1]); status != http.StatusOK || !strings.Contains(file, want) {
					t.Errorf("%s is %d, %s, want %s in it", m[1], status, file, want)
				}
			}
		})
	}
}

// commands are those of the README that copy and run an example.
var commands = regexp.MustCompile("(?s)```text\n(render=.*?)```")

// runExample runs the README's commands for an example, type-checks its sources, and returns the address in its output.
func runExample(t *testing.T, name, registry string) string {
	t.Helper()
	readme, err := os.ReadFile("README.md")
	goEnv, envErr := exec.CommandContext(t.Context(), "go", "env", "GOMODCACHE", "GOCACHE", "GOENV").Output()
	must(t, errors.Join(err, envErr))
	m := commands.FindSubmatch(readme)
	if m == nil {
		t.Fatal("the README has no commands that copy an example")
	}
	script := strings.ReplaceAll(string(m[1]), "nethttp", name)
	home, caches := t.TempDir(), strings.Fields(string(goEnv))
	command := exec.CommandContext(t.Context(), "bash", "-ec", script)
	command.Dir = ".."
	command.Env = append(os.Environ(), "HOME="+home, "ADDR=127.0.0.1:0", "npm_config_registry="+registry,
		"GOMODCACHE="+caches[0], "GOCACHE="+caches[1], "GOENV="+caches[2],
		"GOPROXY=off")
	command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	out, err := command.StdoutPipe()
	must(t, err)
	command.Stderr = command.Stdout
	must(t, command.Start())
	t.Cleanup(func() {
		_ = syscall.Kill(-command.Process.Pid, syscall.SIGKILL)
		_ = command.Wait() // it was killed
	})
	address := regexp.MustCompile(`http://127\.0\.0\.1:[1-9]\d*`)
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		if url := address.FindString(lines.Text()); url != "" {
			go func() { _, _ = io.Copy(io.Discard, out) }()
			check := exec.CommandContext(t.Context(), "node", "node_modules/typescript/bin/tsc", "--project",
				filepath.Join(home, "boxes"))
			check.Dir = ".."
			if out, err := check.CombinedOutput(); err != nil {
				t.Errorf("%s: %v\n%s", check, err, out)
			}
			return url
		}
		t.Log(lines.Text())
	}
	t.Fatal("the program ended before it listened")
	return ""
}

// newRegistry returns the address of a server that has the checkout's packages, as npm's registry does.
func newRegistry(t *testing.T) string {
	t.Helper()
	modules, err := filepath.Abs("../node_modules")
	must(t, err)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		name, isFile := strings.CutSuffix(strings.TrimPrefix(r.URL.Path, "/"), ".tgz")
		dir := filepath.Join(modules, name)
		data, err := os.ReadFile(filepath.Join(dir, "package.json"))
		var manifest map[string]any
		if err != nil || json.Unmarshal(data, &manifest) != nil {
			http.NotFound(w, r)
			return
		}
		if isFile {
			_ = writePackage(w, os.DirFS(dir)) // npm reports broken files
			return
		}
		manifest["dist"] = map[string]string{"tarball": "http://" + r.Host + "/" + name + ".tgz"}
		delete(manifest, "optionalDependencies") // large files for each system
		version := manifest["version"].(string)
		_ = json.NewEncoder(w).Encode(map[string]any{
			"name": name, "dist-tags": map[string]string{"latest": version},
			"versions": map[string]any{version: manifest},
		})
	}))
	t.Cleanup(server.Close)
	return server.URL
}

// writePackage writes files as npm packs them.
func writePackage(w io.Writer, files fs.FS) error {
	zip := gzip.NewWriter(w)
	archive := tar.NewWriter(zip)
	err := fs.WalkDir(files, ".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		data, err := fs.ReadFile(files, path)
		header := &tar.Header{Name: "package/" + path, Mode: 0o644, Size: int64(len(data))}
		if err := errors.Join(err, archive.WriteHeader(header)); err != nil {
			return err
		}
		_, err = archive.Write(data)
		return err
	})
	return errors.Join(err, archive.Close(), zip.Close())
}

func get(t *testing.T, url string) (status int, body string) {
	t.Helper()
	response, err := http.Get(url)
	must(t, err)
	defer response.Body.Close()
	data, err := io.ReadAll(response.Body)
	must(t, err)
	return response.StatusCode, string(data)
}
