package server

import (
	"bytes"
	"errors"
	"log/slog"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"haulfront/cmd/haulfront/internal/leads/outbox"
	"haulfront/cmd/haulfront/internal/office"
	"haulfront/cmd/haulfront/internal/server/config"
	"haulfront/cmd/haulfront/internal/server/sources"
	"haulfront/cmd/haulfront/internal/testkit"
	"haulfront/content/scaffold"
)

// What a public site says unconfirmed is named in the log and at /readyz.
func TestUnconfirmedIsNamed(t *testing.T) {
	dir := t.TempDir()
	files, err := scaffold.Company{Name: "Saguaro Hauling", Phone: "(520) 623-4188", Email: "hello@saguarohauling.com",
		URL: "https://www.saguarohauling.com", State: "AZ",
		Towns: []string{"Tucson"}, Services: []string{"junk-removal"},
		Hours: "Mon-Sat 7am-7pm"}.Files()
	testkit.Must(t, err)
	for name, data := range files {
		testkit.Must(t, os.WriteFile(filepath.Join(dir, name), data, 0o600))
	}
	folder, err := sources.Sources{}.Content(config.Settings{ContentDir: dir}, false)
	testkit.Must(t, err)
	for base, named := range map[string]bool{"https://www.saguarohauling.com": true, "http://localhost:8080": false} {
		var log bytes.Buffer
		content := newReloader(folder, BuildSite(t, "CONTENT_DIR="+dir, "BASE_URL="+base),
			slog.New(slog.NewTextHandler(&log, nil)), time.Now)
		s := &Server{log: content.log, content: content, warm: make(chan struct{}),
			office: office.Open(office.Config{})}
		content.logNotes(s.Current())
		ready := httptest.NewRecorder()
		s.writeContentWarnings(ready)
		const promise = `the sentence "donate" is not confirmed`
		if strings.Contains(ready.Body.String(), promise) != named ||
			strings.Contains(log.String(), "donate") != named {
			t.Errorf("at %s, /readyz has %s and the log %s", base, ready.Body, &log)
		}
	}
}

func TestReady(t *testing.T) {
	leads, err := outbox.Open(t.Context(), outbox.Config{
		DatabaseURL: "sqlite:" + filepath.Join(t.TempDir(), "leads.db"), Log: slog.New(slog.DiscardHandler),
		Now: time.Now,
	})
	testkit.Must(t, err)
	files, err := sources.Sources{}.Content(config.Settings{ContentDir: t.TempDir()}, false)
	testkit.Must(t, err)
	s := &Server{
		log: slog.New(slog.DiscardHandler), leads: leads, deliveries: newDeliveryTimes(), renders: newRenderTimes(),
		warm: make(chan struct{}), office: office.Open(office.Config{}),
		content: newReloader(files, BuildSite(t), slog.New(slog.DiscardHandler), time.Now),
	}
	want := func(path string, status int, body string) {
		t.Helper()
		answer := httptest.NewRecorder()
		s.adminHandler().ServeHTTP(answer, httptest.NewRequest("GET", path, nil))
		if answer.Code != status || !strings.HasPrefix(answer.Body.String(), body) {
			t.Errorf("%s = %d %q, want %d %q", path, answer.Code, answer.Body, status, body)
		}
	}
	want("/readyz", 503, "pages are still being made\n")
	want("/healthz", 200, "ok\n")
	s.content.refuse(errors.New("content:\nprices.yaml:7: the price is no number; wanted one"))
	const refused = "warning: the content on disk has problems, and earlier content is served\n" +
		"prices.yaml:7: the price is no number; wanted one\n"
	want("/readyz", 503, "pages are still being made\n"+refused)
	close(s.warm)
	want("/readyz", 200, "ready\n"+refused)

	testkit.Must(t, leads.Close())
	want("/readyz", 503, "the journal of leads is unavailable: ")
	s.warm = make(chan struct{})
	want("/readyz", 503, "pages are still being made\nthe journal of leads is unavailable: ")
	want("/healthz", 200, "ok\n")
}
