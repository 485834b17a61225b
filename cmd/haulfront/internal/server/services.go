package server

import (
	"context"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"crypto/tls"
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"haulfront/cmd/haulfront/internal/analytics"
	"haulfront/cmd/haulfront/internal/config"
	"haulfront/cmd/haulfront/internal/lead"
	"haulfront/cmd/haulfront/internal/mail"
	"haulfront/cmd/haulfront/internal/office"
	"haulfront/cmd/haulfront/internal/selftest"
	"haulfront/cmd/haulfront/internal/supabase"
	"haulfront/cmd/haulfront/internal/web"
	"haulfront/content"
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
		Retention: set.LeadRetention, Log: s.log, Now: s.Now, Observe: s.observeDelivery,
		Stored: func(id string) { s.enqueue(news{id: id}) },
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

// newOffice returns the office, nil where nobody may sign in.
func (s *Server) newOffice() *office.Office {
	set := s.Settings
	users := slices.Clone(set.OfficeUsers)
	for _, owner := range set.OwnerEmail {
		if !slices.ContainsFunc(users, func(u mail.Address) bool { return strings.EqualFold(u.Email, owner) }) {
			users = append(users, mail.Address{Email: owner})
		}
	}
	if len(users) == 0 {
		return nil
	}
	cfg := office.Config{Journal: s.leads.Journal(), Transact: s.leads.Transact, Users: users, Now: s.Now, Log: s.log,
		Notify: s.answered, Words: func() *content.Site { return s.Current().Content() },
		Base: func() *url.URL { return s.Current().BaseURL() }}
	if s.mails != nil {
		cfg.Send = s.mails.sendWords
	}
	return office.Open(cfg)
}

// SelfTestPath is the admin path that runs self-tests.
const SelfTestPath = "/self-test"

// serveSelfTest runs a self-test and streams its steps, one JSON object per line.
func (s *Server) serveSelfTest(w http.ResponseWriter, r *http.Request) {
	control := http.NewResponseController(w)
	out := json.NewEncoder(w)
	err := s.selfTest.Run(r.Context(), func(step selftest.Step) {
		_ = out.Encode(step) // the client may have disconnected
		_ = control.Flush()
	})
	if errors.Is(err, selftest.ErrRunning) {
		http.Error(w, err.Error(), http.StatusConflict)
	}
}

// newSelfTest returns the tester of this server.
func (s *Server) newSelfTest() *selftest.Tester {
	set := s.Settings
	visitor := ""
	if set.Acknowledge {
		visitor = set.OwnerEmail[0] // receives the mail to the visitor
	}
	var secure *tls.Config
	if len(set.TLSDomains) > 0 {
		secure = &tls.Config{} // as visitors do: an expired certificate fails the test
	}
	return selftest.New(selftest.Config{
		TLS:   secure,
		Leads: s.leads, Log: s.log, Now: s.Now,
		Site:    func() *url.URL { return s.Current().BaseURL() },
		Address: func() string { return s.listener.Addr().String() },
		Phone:   func() string { return s.Current().Content().Brand().Phone.Label },
		Email:   visitor,
	})
}
