package server

import (
	"errors"
	"log/slog"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"haulfront/cmd/haulfront/internal/lead"
	"haulfront/cmd/haulfront/internal/sources"
)

func TestReady(t *testing.T) {
	leads, err := lead.Open(t.Context(), lead.Config{
		DatabaseURL: "sqlite:" + filepath.Join(t.TempDir(), "leads.db"), Log: slog.New(slog.DiscardHandler), Now: time.Now,
	})
	if err != nil {
		t.Fatal(err)
	}
	s := &Server{
		log: slog.New(slog.DiscardHandler), leads: leads, deliveries: newDeliveryTimes(), renders: newRenderTimes(),
		warm: make(chan struct{}), content: newReloader(&sources.Content{}, nil, slog.New(slog.DiscardHandler), time.Now),
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
	close(s.warm)
	want("/readyz", 200, "ready\n")
	s.content.refuse(errors.New("content:\nprices.yaml:7: the price is no number; wanted one"))
	want("/readyz", 200, "ready\nwarning: the content on disk has problems, and earlier content is served\nprices.yaml:7: the price is no number; wanted one\n")

	if err := leads.Close(); err != nil {
		t.Fatal(err)
	}
	want("/readyz", 503, "the journal of leads cannot be written: ")
	want("/healthz", 200, "ok\n")
}
