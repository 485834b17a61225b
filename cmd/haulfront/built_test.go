package main

import (
	"debug/elf"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/image/webp"

	"haulfront/cmd/haulfront/internal/site"
	"haulfront/cmd/haulfront/internal/testkit"
	"haulfront/cmd/haulfront/internal/testkit/program"
)

// The program as make build makes it: one file that needs nothing else.
func TestBuiltProgram(t *testing.T) {
	if testing.Short() {
		t.Skip("make build takes too long for a short run")
	}
	t.Parallel()
	binary := filepath.Join(t.TempDir(), "haulfront")
	build := exec.Command("make", "build", "program="+binary)
	build.Dir = testkit.Root(t)
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("make build: %v\n%s", err, out)
	}

	t.Run("is static", func(t *testing.T) {
		t.Parallel()
		file, err := elf.Open(binary)
		if err != nil {
			t.Fatal(err)
		}
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
		if err := os.Link(binary, filepath.Join(folder, "haulfront")); err != nil {
			t.Fatal(err)
		}
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
		if err := p.Cmd.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		p.AwaitKilled()
		err := filepath.WalkDir(folder, func(path string, entry os.DirEntry, err error) error {
			if name := entry.Name(); err == nil && path != folder && !strings.HasPrefix(name, "haulfront") {
				t.Errorf("it left %s behind", path)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	})

	t.Run("ignores a checkout around it", func(t *testing.T) {
		t.Parallel()
		folder := t.TempDir()
		entry := filepath.Join(folder, site.ServerEntry)
		if err := os.MkdirAll(filepath.Dir(entry), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(entry, []byte("not what is served"), 0o600); err != nil {
			t.Fatal(err)
		}
		p := program.New(t, binary)
		p.Cmd.Dir = folder
		p.Start(t)
		p.AwaitServing(t)
		wantType(t, p, "/", "text/html")
	})

	t.Run("takes the sources that it is given", func(t *testing.T) {
		t.Parallel()
		folder := t.TempDir()
		for _, name := range []string{"components", "node_modules", "tsconfig.json", "package.json"} {
			if err := os.Symlink(filepath.Join(testkit.Root(t), name), filepath.Join(folder, name)); err != nil {
				t.Fatal(err)
			}
		}
		if err := os.CopyFS(filepath.Join(folder, "assets"), os.DirFS(filepath.Join(testkit.Root(t), "assets"))); err != nil {
			t.Fatal(err)
		}
		if err := os.RemoveAll(filepath.Join(folder, "assets", "photos")); err != nil {
			t.Fatal(err)
		}
		testkit.Photograph(t, filepath.Join(folder, "assets", "photos", "hero.jpg"))
		p := program.New(t, binary)
		p.Cmd.Args = append(p.Cmd.Args, "--sources="+folder)
		p.Start(t)
		p.AwaitServing(t)
		page := wantType(t, p, "/", "text/html")
		// The encoder works without a C library too.
		path := regexp.MustCompile(`/assets/photos/hero-\d+-\w+\.webp`).FindString(page)
		if picture, err := webp.Decode(strings.NewReader(wantType(t, p, path, "image/webp"))); err != nil || picture.Bounds().Empty() {
			t.Errorf("%q is no picture: %v", path, err)
		}
	})
}

// wantType asks for a path and wants a body of a media type.
func wantType(t *testing.T, p *program.Process, path, mediaType string) string {
	t.Helper()
	answer, err := http.Get(p.URL + path)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	if got := answer.Header.Get("Content-Type"); answer.StatusCode != http.StatusOK || !strings.HasPrefix(got, mediaType) {
		t.Fatalf("GET %s = %d %s, want 200 %s", path, answer.StatusCode, got, mediaType)
	}
	return string(body)
}
