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
	"haulfront/cmd/haulfront/internal/site"
	"haulfront/cmd/haulfront/internal/supabase"
	"haulfront/cmd/haulfront/internal/web"
)

// sharedSecret returns a key that only the instances of this site have. It is derived from settings that they share, of
// which the database's password and the webhook's secret are secret. A database in a file belongs to one instance and
// has no password; there, and where no setting is secret, the key is random and lasts as long as the process.
func sharedSecret(s config.Settings, base *url.URL) []byte {
	database, webhook := string(s.DatabaseURL), string(s.LeadWebhookSecret.Secret)
	parts := []string{database, webhook, base.String()}
	if strings.HasPrefix(database, "sqlite:") || (webhook == "" && !hasPassword(database)) {
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
	if s.Settings.AnalyticsURL.Parsed() == nil {
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
	return &web.Session{URL: set.SupabaseURL.Parsed(), Key: string(set.SupabaseAnonKey)}
}

// openLeads opens the journal and what delivers from it.
func (s *Server) openLeads(ctx context.Context) (*lead.Service, error) {
	set := s.Settings
	leads := lead.Config{
		DatabaseURL: string(set.DatabaseURL), WebhookURL: set.LeadWebhookURL.String(),
		WebhookSecret: string(set.LeadWebhookSecret.Secret),
		Destinations:  set.Destinations, Retention: set.LeadRetention.Duration, Log: s.log, Now: s.Now,
		Observe: s.deliveries.observe,
	}
	if set.SupabaseURL.Parsed() != nil {
		client, err := supabase.New(set.SupabaseURL.String(), string(set.SupabaseAnonKey))
		if err != nil {
			return nil, err
		}
		leads.Supabase = client
	}
	// Nothing is sent before the site is there, see run.
	if m := newMails(set, func() *site.Site { return s.Current() }, s.log, s.Now); m != nil {
		s.mails = m
		leads.Mail = &lead.Mail{Send: m.send, Acknowledge: bool(set.Acknowledge)}
	}
	return lead.Open(ctx, leads)
}
