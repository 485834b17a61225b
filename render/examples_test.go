package render_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// localPackages are what the examples install, here from the checkout's node_modules and without a registry. The last
// two are what the others need.
var localPackages = []string{"react", "react-dom", "@types/react", "@types/react-dom", "scheduler", "csstype"}

// TestExamples builds and runs a copy of each example in a folder of its own, with @haulfront/render installed by npm.
func TestExamples(t *testing.T) {
	for name, path := range map[string]string{"nethttp": "/?name=%3CAnn%3E", "fiber": "/?start=7"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			source, err := os.ReadFile(filepath.Join("examples", name, "main.go"))
			if err != nil || bytes.Count(source, []byte("\n")) > 40 {
				t.Errorf("main.go has more than 40 lines, or cannot be read: %v", err)
			}
			url := serveExample(t, exampleFolder(t, name))
			page := get(t, url+path)
			want := map[string]string{
				"nethttp": `<h1>Howdy, <!-- -->&lt;Ann&gt;</h1>`,
				"fiber": `>7<!-- --> boxes</button></div>` +
					`<script type="application/json" data-island-props="counter">{"start":7}</script>`,
			}[name]
			if !strings.HasPrefix(page, "<!doctype html><html") || !strings.Contains(page, want) {
				t.Errorf("the page is %s, want %s in it", page, want)
			}
			files := map[string]string{
				`src="(/assets/[^"]+\.js)"`: "data-island", `href="(/assets/[^"]+\.css)"`: ".Counter",
			}
			for pattern, want := range files {
				m := regexp.MustCompile(pattern).FindStringSubmatch(page)
				if m == nil {
					t.Fatalf("the page is %s, want %s in it", page, pattern)
				}
				if file := get(t, url+m[1]); !strings.Contains(file, want) {
					t.Errorf("%s is %s, want %s in it", m[1], file, want)
				}
			}
		})
	}
}

// exampleFolder returns a copy of an example, installed, type-checked and built.
func exampleFolder(t *testing.T, name string) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(filepath.Join("examples", name))); err != nil {
		t.Fatal(err)
	}
	checkout, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	sums, err := os.ReadFile(filepath.Join(checkout, "go.sum"))
	if err = errors.Join(err, os.WriteFile(filepath.Join(dir, "go.sum"), sums, 0o600)); err != nil {
		t.Fatal(err)
	}
	var manifest struct {
		Private         bool              `json:"private"`
		Dependencies    map[string]string `json:"dependencies"`
		DevDependencies map[string]string `json:"devDependencies,omitempty"`
	}
	path := filepath.Join(dir, "package.json")
	data, err := os.ReadFile(path)
	if err == nil {
		err = json.Unmarshal(data, &manifest)
	}
	if err != nil {
		t.Fatal(err)
	}
	local := map[string]string{"@haulfront/render": "file:" + filepath.Join(checkout, "render")}
	for _, name := range localPackages {
		local[name] = "file:" + filepath.Join(checkout, "node_modules", name)
	}
	for name := range manifest.Dependencies {
		if local[name] == "" {
			t.Fatalf("the example depends on %s: add it to localPackages", name)
		}
	}
	manifest.Dependencies, manifest.DevDependencies = local, nil
	if data, err = json.Marshal(manifest); err == nil {
		err = os.WriteFile(path, data, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	run := func(name string, args ...string) {
		t.Helper()
		command := exec.CommandContext(t.Context(), name, args...)
		command.Dir = dir
		command.Env = append(os.Environ(), "GOFLAGS=-mod=mod", "GOWORK=off")
		if out, err := command.CombinedOutput(); err != nil {
			t.Fatalf("%s: %v\n%s", command, err, out)
		}
	}
	run("npm", "install", "--offline", "--no-audit", "--no-fund", "--ignore-scripts")
	run(filepath.Join(checkout, "node_modules", ".bin", "tsc"))
	run("go", "mod", "edit", "-replace", "haulfront="+checkout)
	run("go", "build", "-o", "example", ".")
	return dir
}

// serveExample starts the program and returns the address in its output.
func serveExample(t *testing.T, dir string) string {
	t.Helper()
	command := exec.CommandContext(t.Context(), filepath.Join(dir, "example"))
	command.Dir, command.Env = dir, append(os.Environ(), "ADDR=127.0.0.1:0")
	out, err := command.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	command.Stderr = command.Stdout
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = command.Process.Kill()
		_ = command.Wait() // it was killed
	})
	address := regexp.MustCompile(`http://127\.0\.0\.1:[1-9]\d*`)
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		if found := address.FindString(lines.Text()); found != "" {
			go func() { _, _ = io.Copy(io.Discard, out) }()
			return found
		}
		t.Log(lines.Text())
	}
	t.Fatal("the program ended before it listened")
	return ""
}

func get(t *testing.T, url string) string {
	t.Helper()
	response, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil || response.StatusCode != http.StatusOK {
		t.Fatalf("%s: status %d, %v: %s", url, response.StatusCode, err, body)
	}
	return string(body)
}
