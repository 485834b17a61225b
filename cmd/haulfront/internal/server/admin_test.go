package server

import (
	"bytes"
	"errors"
	"log/slog"
	"net/http/httptest"
	"net/url"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"haulfront/cmd/haulfront/internal/leads/outbox"
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
		warm: make(chan struct{}), content: newReloader(files, BuildSite(t), slog.New(slog.DiscardHandler), time.Now),
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

// Instances that share a secret have the same key; where nothing in the settings is secret, nobody can compute the key.
func TestSharedSecret(t *testing.T) {
	base := &url.URL{Scheme: "https", Host: "junk.test"}
	for _, test := range []struct {
		database, webhook string
		shared            bool
	}{
		{"postgres://haulfront:secret@db/leads", "", true},
		{"postgres://db/leads?user=haulfront&password=secret", "", true},
		{"postgres://haulfront@db/leads", "whsec_c2VjcmV0", true},
		{"postgres://haulfront@db/leads", "", false},
		{"sqlite:leads.db", "whsec_c2VjcmV0", false},
	} {
		set := config.Settings{DatabaseURL: test.database, LeadWebhookSecret: test.webhook}
		if shared := bytes.Equal(sharedSecret(set, base), sharedSecret(set, base)); shared != test.shared {
			t.Errorf("with %s and the webhook's secret %q, two instances share a key: %v", test.database, test.webhook,
				shared)
		}
	}
}
