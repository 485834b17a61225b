package main

import (
	"context"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"fmt"
	"log/slog"
	"net/url"
	"strings"
	"time"

	"haulfront/cmd/haulfront/internal/analytics"
	"haulfront/cmd/haulfront/internal/lead"
	"haulfront/cmd/haulfront/internal/site"
	"haulfront/cmd/haulfront/internal/supabase"
	"haulfront/cmd/haulfront/internal/web"
)

// sharedSecret returns a key that only the instances of this site have. It is derived from settings that they share, of which
// the database's password and the webhook's secret are secret. A database in a file belongs to one instance and has no
// password; there, and where no setting is secret, the key is random and lasts as long as the process.
func (s settings) sharedSecret(base *url.URL) []byte {
	parts := []string{s.databaseURL, s.webhookSecret, base.String()}
	if strings.HasPrefix(s.databaseURL, "sqlite:") || (s.webhookSecret == "" && !hasPassword(s.databaseURL)) {
		parts = append(parts, rand.Text())
	}
	key, err := hkdf.Key(sha256.New, []byte(strings.Join(parts, "\x00")), nil, "haulfront: redirects", sha256.Size)
	if err != nil {
		panic("haulfront: a key of one hash's length was refused: " + err.Error())
	}
	return key
}

// hasPassword reports whether an address has a password.
func hasPassword(address string) bool {
	u, err := url.Parse(address)
	if err != nil {
		return false
	}
	password, _ := u.User.Password()
	return password != "" || u.Query().Get("password") != "" // libpq takes it from either
}

// relay returns where page views go, nil where they are not reported.
func (s settings) relay(site *url.URL, log *slog.Logger, now func() time.Time) (*analytics.Relay, error) {
	if s.analyticsURL == "" {
		return nil, nil
	}
	return analytics.New(analytics.Config{
		URL: s.analyticsURL, Format: s.analyticsFormat, Secret: s.analyticsSecret, Site: site, Log: log, Now: now,
	})
}

// session returns where visitors are signed in, nil where they are not.
func (s settings) session() (*web.Session, error) {
	if !s.supabaseSession {
		return nil, nil
	}
	address, err := url.Parse(s.supabaseURL)
	if err != nil {
		return nil, fmt.Errorf("SUPABASE_URL: %w", err)
	}
	return &web.Session{URL: address, Key: s.supabaseKey}, nil
}

// openLeads opens the journal and what delivers from it.
func openLeads(ctx context.Context, set settings, env *environment, s *server) (*lead.Service, error) {
	cfg := lead.Config{
		DatabaseURL: set.databaseURL, WebhookURL: set.webhookURL, WebhookSecret: set.webhookSecret,
		Destinations: set.destinations, Retention: set.leadRetention, Log: s.log, Now: env.Now, Observe: s.deliveries.observe,
	}
	if set.supabaseURL != "" {
		client, err := supabase.New(set.supabaseURL, set.supabaseKey)
		if err != nil {
			return nil, err
		}
		cfg.Supabase = client
	}
	// Nothing is sent before the site is there, see run.
	if m := set.mails(func() *site.Site { return s.content.current.Load() }, s.log, env.Now); m != nil {
		s.mails = m
		cfg.Mail = &lead.Mail{Send: m.send, Acknowledge: set.acknowledge}
	}
	return lead.Open(ctx, cfg)
}
