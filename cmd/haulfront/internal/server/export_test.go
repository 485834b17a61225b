package server

import (
	"log/slog"
	"testing"
	"time"

	"haulfront/cmd/haulfront/internal/base/mail"
	"haulfront/cmd/haulfront/internal/leads/outbox"
	"haulfront/cmd/haulfront/internal/server/sources"
	"haulfront/cmd/haulfront/internal/site"
	"haulfront/cmd/haulfront/internal/testkit"
	"haulfront/cmd/haulfront/internal/testkit/program"
)

// ComposeMail composes a mail about a lead in the words of a site.
func ComposeMail(t *testing.T, s *site.Site, kind outbox.Kind, l outbox.Lead) mail.Message {
	m := &mails{owner: []string{"owner@home.example"}, site: func() *site.Site { return s },
		log: slog.New(slog.DiscardHandler), now: time.Now}
	message, err := m.compose(t.Context(), kind, l, []byte(l.Delivery(kind).Body))
	testkit.Must(t, err)
	return message
}

// BuildSite makes a site without serving it.
func BuildSite(t *testing.T, settings ...string) *site.Site {
	t.Helper()
	return buildSite(t, nil, settings...)
}

func buildSite(t *testing.T, export *site.Export, settings ...string) *site.Site {
	t.Helper()
	set := program.Settings(t, append(settings, "RENDER_WORKERS=1")...)
	src, err := sources.Open(set, false)
	testkit.Must(t, err)
	files, err := src.Content(set, false)
	testkit.Must(t, err)
	built, err := sources.Build(t.Context(), src, files, sources.Options{
		Settings: set, Export: export, NewEngine: program.SharedBundle,
		Log: slog.New(slog.DiscardHandler), Now: time.Now,
	})
	testkit.Must(t, err)
	return built
}
