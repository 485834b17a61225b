package server

import (
	"crypto/tls"
	"encoding/json"
	"errors"
	"net/http"
	"net/url"

	"haulfront/cmd/haulfront/internal/selftest"
)

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
