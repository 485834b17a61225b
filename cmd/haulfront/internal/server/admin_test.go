package server

import (
	"errors"
	"log/slog"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"haulfront/cmd/haulfront/internal/leads/outbox"
	"haulfront/cmd/haulfront/internal/office"
	"haulfront/cmd/haulfront/internal/server/config"
	"haulfront/cmd/haulfront/internal/server/sources"
	"haulfront/cmd/haulfront/internal/testkit"
)

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
