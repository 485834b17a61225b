package server

import (
	"net/url"
	"slices"
	"strings"

	"haulfront/cmd/haulfront/internal/base/mail"
	"haulfront/cmd/haulfront/internal/office"
	"haulfront/cmd/haulfront/internal/server/analytics"
	"haulfront/content"
)

// relay returns the relay of page views, nil for none.
func (s *Server) relay(site *url.URL) (*analytics.Relay, error) {
	if s.Settings.AnalyticsURL == nil {
		return nil, nil
	}
	cfg := s.Settings.Analytics(site)
	cfg.Log, cfg.Now = s.log, s.Now
	return analytics.New(cfg)
}

// newOffice returns the office, which is off where nobody may sign in.
func (s *Server) newOffice() *office.Office {
	set := s.Settings
	users := slices.Clone(set.OfficeUsers)
	for _, owner := range set.OwnerEmail {
		if !slices.ContainsFunc(users, func(u mail.Address) bool { return strings.EqualFold(u.Email, owner) }) {
			users = append(users, mail.Address{Email: owner})
		}
	}
	cfg := office.Config{Journal: s.leads.Journal, Users: users, Crew: set.OfficeCrew, Now: s.Now, Log: s.log,
		Notify: s.answered, Words: func() *content.Site { return s.Current().Content() },
		Base: func() *url.URL { return s.Current().BaseURL() }}
	if s.mails != nil {
		cfg.Send = s.mails.sendWords
	}
	return office.Open(cfg)
}
