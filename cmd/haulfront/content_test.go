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
	replace("business.yaml", "(214) 555-0142", phone)

	database := filepath.Join(t.TempDir(), "journal.db")
	start := func() *program.Process {
		t.Helper()
		p := program.New(t, "haulfront")
		p.Lazy()
		p.Cmd.Args = append(p.Cmd.Args, "--content="+dir, "--database-url=sqlite:"+database)
		p.Start(t)
		return p
	}
	const page = "cities/dallas.yaml"
	replace(page, "lead:", "leed:")
	first := start()
	first.AwaitKilled()
	if log := first.Log.String(); !strings.Contains(log, page+":") || strings.Contains(log, "msg=serving") {
		t.Errorf("the first start with invalid content logs\n%s", log)
	}
	replace(page, "leed:", "lead:")
	good := start()
	good.AwaitServing(t)
	kept := strings.TrimSuffix(database, ".db") + "-content.zip"
	if !testkit.Poll(func() bool { _, err := os.Stat(kept); return err == nil }) {
		t.Fatal("the content is not kept")
	}
	_ = good.Cmd.Process.Kill()
	good.AwaitKilled()

	replace(page, "lead:", "leed:")
	p := start()
	p.AwaitServing(t)
	if _, body := program.Get(t, http.MethodGet, p.URL+"/"); !strings.Contains(string(body), phone) {
		t.Error("the home page has not the last good phone number")
	}
	ready := func() string { _, text := p.GetAdmin(t, "/readyz"); return text }
	const warning = "warning: the content on disk has problems"
	if !testkit.Poll(func() bool { return strings.Contains(ready(), warning) }) ||
		!strings.Contains(ready(), page+":") {
		t.Errorf("/readyz = %q, want a warning with %s", ready(), page)
	}
	replace(page, "leed:", "lead:")
	p.Log.Wait(t, `msg="content served"`)
	if text := ready(); text != "ready\n" {
		t.Errorf("/readyz = %q after the content was mended", text)
	}
}
