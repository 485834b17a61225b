package server

import (
	"context"
	"log/slog"

	"haulfront/cmd/haulfront/internal/lead"
	"haulfront/cmd/haulfront/internal/mail"
	"haulfront/cmd/haulfront/internal/site"
)

// ComposeMail composes a mail about a lead in the words of a site.
func ComposeMail(ctx context.Context, s *site.Site, kind lead.Kind, l lead.Lead) mail.Message {
	m := &mails{owner: []string{"owner@home.example"}, site: func() *site.Site { return s }, log: slog.New(slog.DiscardHandler)}
	return m.compose(ctx, kind, l)
}
