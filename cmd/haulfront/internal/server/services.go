package server

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
	"haulfront/cmd/haulfront/internal/config"
	"haulfront/cmd/haulfront/internal/lead"
	"haulfront/cmd/haulfront/internal/site"
	"haulfront/cmd/haulfront/internal/supabase"
	"haulfront/cmd/haulfront/internal/web"
)

// sharedSecret returns a key that only the instances of this site have. It is derived from settings that they share, of which
// the database's password and the webhook's secret are secret. A database in a file belongs to one instance and has no
// password; there, and where no setting is secret, the key is random and lasts as long as the process.
func sharedSecret(s config.Settings, base *url.URL) []byte {
	parts := []string{s.DatabaseURL, s.LeadWebhookSecret, base.String()}
	if strings.HasPrefix(s.DatabaseURL, "sqlite:") || (s.LeadWebhookSecret == "" && !hasPassword(s.DatabaseURL)) {
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
func relay(s config.Settings, site *url.URL, log *slog.Logger, now func() time.Time) (*analytics.Relay, error) {
	if s.AnalyticsURL == "" {
		return nil, nil
	}
	return analytics.New(analytics.Config{
		URL: s.AnalyticsURL, Format: s.AnalyticsFormat, Secret: s.AnalyticsSecret, Site: site, Log: log, Now: now,
	})
}

// session returns where visitors are signed in, nil where they are not.
func session(s config.Settings) (*web.Session, error) {
	if !s.SupabaseSession {
		return nil, nil
	}
	address, err := url.Parse(s.SupabaseURL)
	if err != nil {
		return nil, fmt.Errorf("SUPABASE_URL: %w", err)
	}
	return &web.Session{URL: address, Key: s.SupabaseAnonKey}, nil
}

// openLeads opens the journal and what delivers from it.
func (s *Server) openLeads(ctx context.Context, cfg Config) (*lead.Service, error) {
	set := cfg.Settings
	leads := lead.Config{
		DatabaseURL: set.DatabaseURL, WebhookURL: set.LeadWebhookURL, WebhookSecret: set.LeadWebhookSecret,
		Destinations: set.Destinations, Retention: set.LeadRetention, Log: s.log, Now: cfg.Now, Observe: s.deliveries.observe,
	}
	if set.SupabaseURL != "" {
		client, err := supabase.New(set.SupabaseURL, set.SupabaseAnonKey)
		if err != nil {
			return nil, err
		}
		leads.Supabase = client
	}
	// Nothing is sent before the site is there, see run.
	if m := newMails(set, func() *site.Site { return s.content.current.Load() }, s.log, cfg.Now); m != nil {
		s.mails = m
		leads.Mail = &lead.Mail{Send: m.send, Acknowledge: set.Acknowledge}
	}
	return lead.Open(ctx, leads)
}
