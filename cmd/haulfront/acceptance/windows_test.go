//go:build acceptance

package acceptance

import (
	"bytes"
	"errors"
	"io/fs"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"haulfront/cmd/haulfront/internal/testkit"
	"haulfront/cmd/haulfront/internal/testkit/program"
	"haulfront/content"
)

// A content folder that was saved on Windows replaces the original while it is served: each page keeps its bytes.
func TestWindowsContent(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "content")
	if out, err := exec.Command(builtProgram(t), "content", dir).CombinedOutput(); err != nil {
		t.Fatalf("haulfront content: %v\n%s", err, out)
	}
	p := serveBuilt(t, "CONTENT_DIR="+dir)
	pages := map[string][]byte{}
	for _, route := range program.Words().Routes() {
		_, pages[route.Path] = program.Get(t, http.MethodGet, p.URL+route.Path)
	}
	saved := dir + " on Windows"
	testkit.Must(t, os.CopyFS(saved, content.FS))
	testkit.Must(t, filepath.WalkDir(saved, func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return errors.Join(err, os.WriteFile(filepath.Join(name, "Thumbs.db"), []byte("\xd0\xcf\x11\xe0"), 0o600),
				os.WriteFile(filepath.Join(name, "desktop.ini"), []byte("[ViewState]\r\n"), 0o600))
		}
		text, err := os.ReadFile(name)
		text = append([]byte("\ufeff"), bytes.ReplaceAll(text, []byte("\n"), []byte("\r\n"))...)
		return errors.Join(err, os.WriteFile(name, text, 0o600))
	}))
	testkit.Must(t, errors.Join(os.Rename(dir, dir+".old"), os.Rename(saved, dir)))
	p.Log.Wait(t, `msg="content served"`)
	for path, before := range pages {
		if answer, body := program.Get(t, http.MethodGet, p.URL+path); answer.StatusCode != http.StatusOK ||
			!bytes.Equal(body, before) {
			t.Errorf("%s = %d with %d bytes, want the %d from before", path, answer.StatusCode, len(body), len(before))
		}
	}
}
