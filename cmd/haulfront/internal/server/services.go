package server

import (
	"context"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"net/url"
	"strings"

	"haulfront/cmd/haulfront/internal/analytics"
	"haulfront/cmd/haulfront/internal/config"
	"haulfront/cmd/haulfront/internal/lead"
	"haulfront/cmd/haulfront/internal/supabase"
	"haulfront/cmd/haulfront/internal/web"
)

// sharedSecret returns a key that only the instances of this site have. It is derived from settings that they share, of
// which the database's password and the webhook's secret are secret. A database in a file belongs to one instance and
// has no password; there, and where no setting is secret, the key is random and lasts as long as the process.
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

// relay returns the relay of page views, nil for none.
func (s *Server) relay(site *url.URL) (*analytics.Relay, error) {
	if s.Settings.AnalyticsURL == nil {
		return nil, nil
	}
	cfg := s.Settings.Analytics(site)
	cfg.Log, cfg.Now = s.log, s.Now
	return analytics.New(cfg)
}

// session returns where the browser signs visitors in, nil for nowhere.
func session(set config.Settings) *web.Session {
	if !set.SupabaseAnonymousSession {
		return nil
	}
	return &web.Session{URL: set.SupabaseURL, Key: set.SupabaseAnonKey}
}

// openLeads opens the journal and what delivers from it.
func (s *Server) openLeads(ctx context.Context) (*lead.Service, error) {
	set := s.Settings
	leads := lead.Config{
		DatabaseURL: set.DatabaseURL, WebhookSecret: set.LeadWebhookSecret, Destinations: set.Destinations,
		Retention: set.LeadRetention, Log: s.log, Now: s.Now, Observe: s.deliveries.observe,
	}
	if set.LeadWebhookURL != nil {
		leads.WebhookURL = set.LeadWebhookURL.String()
	}
	if set.SupabaseURL != nil {
		client, err := supabase.New(set.SupabaseURL.String(), set.SupabaseAnonKey)
		if err != nil {
			return nil, err
		}
		leads.Supabase = client
	}
	// Nothing is sent before the site is there, see run.
	if m := newMails(set, s.Current, s.log, s.Now); m != nil {
		s.mails = m
		leads.Mail = &lead.Mail{Send: m.send, Acknowledge: set.Acknowledge}
	}
	return lead.Open(ctx, leads)
}
