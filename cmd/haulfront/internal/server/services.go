package server

import (
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"net/url"
	"slices"
	"strings"

	"haulfront/cmd/haulfront/internal/base/mail"
	"haulfront/cmd/haulfront/internal/office"
	"haulfront/cmd/haulfront/internal/server/analytics"
	"haulfront/cmd/haulfront/internal/server/config"
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
	cfg := office.Config{Journal: s.leads.Journal, Users: users, Now: s.Now, Log: s.log,
		Notify: s.answered, Words: func() *content.Site { return s.Current().Content() },
		Base: func() *url.URL { return s.Current().BaseURL() }}
	if s.mails != nil {
		cfg.Send = s.mails.sendWords
	}
	return office.Open(cfg)
}
