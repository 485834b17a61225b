package main

import (
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"haulfront/cmd/haulfront/internal/command"
	"haulfront/cmd/haulfront/internal/testkit"
	"haulfront/cmd/haulfront/internal/testkit/program"
)

// A restart with invalid content serves the last good content with a warning, and takes up the mended content. A first
// start with invalid content ends with the problems.
func TestRestartWithInvalidContent(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "content")
	testkit.Must(t, command.Run(t.Context(), []string{"content", dir}, io.Discard, io.Discard))
	name := func(file string) string { return filepath.Join(dir, filepath.FromSlash(file)) }
	replace := func(file, old, text string) {
		t.Helper()
		data, err := os.ReadFile(name(file))
		testkit.Must(t, err)
		testkit.Must(t, os.WriteFile(name(file), []byte(strings.Replace(string(data), old, text, 1)), 0o600))
	}
	const phone = "(972) 555-0187"
	testkit.Must(t, os.MkdirAll(name("photos"), 0o755))
	replace("business.yaml", "(214) 555-0142", phone)

	database := filepath.Join(t.TempDir(), "journal.db")
	start := func(t *testing.T) *program.Process {
		t.Helper()
		p := program.New(t, "haulfront")
		p.Lazy()
		p.Cmd.Args = append(p.Cmd.Args, "--content="+dir, "--database-url=sqlite:"+database)
		p.Start(t)
		return p
	}
	kill := func(p *program.Process) {
		_ = p.Cmd.Process.Kill()
		p.AwaitKilled()
	}
	const page = "cities/dallas.yaml"
	replace(page, "title:", "titel:")
	first := start(t)
	first.AwaitKilled()
	if log := first.Log.String(); !strings.Contains(log, page+":") || strings.Contains(log, "msg=serving") {
		t.Errorf("the first start with invalid content logs\n%s", log)
	}
	replace(page, "titel:", "title:")
	good := start(t)
	good.AwaitServing(t)
	kept := strings.TrimSuffix(database, ".db") + "-content.zip"
	if !testkit.Poll(func() bool { _, err := os.Stat(kept); return err == nil }) {
		t.Fatal("the content is not kept")
	}
	kill(good)

	for _, test := range []struct {
		name, problem string
		spoil, mend   func() error
	}{
		{"page", page + ":", func() error { replace(page, "title:", "titel:"); return nil },
			func() error { replace(page, "titel:", "title:"); return nil }},
		{"folder", "CONTENT_DIR: ", func() error { return os.Rename(dir, dir+".old") },
			func() error { return os.Rename(dir+".old", dir) }},
		{"photograph", "hero.jpg", func() error { return os.WriteFile(name("photos/hero.jpg"), []byte("half"), 0o600) },
			func() error { return os.Remove(name("photos/hero.jpg")) }},
	} {
		t.Run(test.name, func(t *testing.T) {
			testkit.Must(t, test.spoil())
			p := start(t)
			p.AwaitServing(t)
			if _, body := program.Get(t, http.MethodGet, p.URL+"/"); !strings.Contains(string(body), phone) {
				t.Error("the home page has not the last good phone number")
			}
			ready := func() string { _, text := p.GetAdmin(t, "/readyz"); return text }
			const warning = "warning: the content on disk has problems"
			if !testkit.Poll(func() bool { return strings.Contains(ready(), warning) }) ||
				!strings.Contains(ready(), test.problem) {
				t.Errorf("/readyz = %q, want a warning with %s", ready(), test.problem)
			}
			testkit.Must(t, test.mend())
			p.Log.Wait(t, `msg="content served"`)
			if text := ready(); text != "ready\n" {
				t.Errorf("/readyz = %q after the content was mended", text)
			}
			kill(p)
		})
	}
}
