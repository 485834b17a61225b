package main

import (
	"database/sql"
	"net/http"
	"net/url"
	"os/exec"
	"strings"
	"time"

	"haulfront/cmd/haulfront/internal/lead"
	"haulfront/cmd/haulfront/internal/testkit"
	"haulfront/cmd/haulfront/internal/testkit/program"
	"haulfront/content"
)

// signIn signs the office in, once for all starts: sessions are in the journal.
func (c *crash) signIn(p *program.Process) {
	c.t.Helper()
	if c.session != "" {
		return
	}
	link := exec.Command("haulfront", "office", "link", "crew", "--database-url="+c.database())
	address, err := url.Parse(strings.TrimSpace(string(testkit.Run(c.t, link))))
	testkit.Must(c.t, err)
	c.session = c.request(p, http.MethodGet, address.Path, nil).Header.Get("Set-Cookie")
	c.session, _, _ = strings.Cut(c.session, ";")
}

// request sends a request with the office's session, and returns the response, an empty one if there is none.
func (c *crash) request(p *program.Process, method, path string, form url.Values) *http.Response {
	request, err := http.NewRequest(method, p.URL+path, strings.NewReader(form.Encode()))
	testkit.Must(c.t, err)
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	request.Header.Set("Cookie", c.session)
	response, err := http.DefaultTransport.RoundTrip(request)
	if err != nil {
		return &http.Response{}
	}
	response.Body.Close()
	return response
}

// sell sends a price for the next lead that was answered, and says yes as its customer. A lead without both answers is
// the next one again, also after a kill.
func (c *crash) sell(p *program.Process, journal *lead.Journal) {
	c.mu.Lock()
	var name string
	if len(c.booked) < len(c.stored) {
		name = c.stored[len(c.booked)]
	}
	c.mu.Unlock()
	var id string
	err := journal.Reader().QueryRow(`SELECT id FROM leads WHERE name = $1`, name).Scan(&id)
	if err != nil { // none is left
		<-time.After(time.Millisecond)
		return
	}
	l, err := journal.Get(c.t.Context(), id)
	if err != nil {
		return
	}
	price := url.Values{"price": {"350-450"}, "note": {"Second floor"}}
	yes := url.Values{"answer": {"yes"}}
	post := func(path string, form url.Values) bool {
		return c.request(p, http.MethodPost, path, form).StatusCode == http.StatusSeeOther
	}
	page := content.CustomerPath + l.Token
	if post("/office/leads/"+id, price) && post(page, yes) && post(page, yes) { // a customer presses twice
		c.mu.Lock()
		c.booked = append(c.booked, id)
		c.mu.Unlock()
	}
}

// compareOffice checks that every job that a customer was told is booked is booked, and that no yes is there twice.
func (c *crash) compareOffice() {
	t := c.t
	t.Helper()
	journal, err := lead.OpenJournal(t.Context(), c.database())
	testkit.Must(t, err)
	defer journal.Close()
	for _, id := range c.booked {
		var stage string
		var revision, events, answers int
		err := journal.Reader().QueryRow(`SELECT stage, revision, (SELECT COUNT(*) FROM events WHERE lead_id = id),
			(SELECT COUNT(*) FROM events WHERE lead_id = id AND action = 'yes') FROM leads WHERE id = $1`, id).
			Scan(&stage, &revision, &events, &answers)
		if err != nil || stage != "booked" || revision != events || answers != 1 {
			t.Errorf("lead %s is %s at revision %d, with %d events and %d times yes, %v", id, stage, revision, events,
				answers, err)
		}
	}
	var doubled sql.NullInt64
	err = journal.Reader().QueryRow(`SELECT COUNT(*) FROM (SELECT lead_id FROM events WHERE action = 'yes'
		GROUP BY lead_id HAVING COUNT(*) > 1)`).Scan(&doubled)
	if err != nil || doubled.Int64 > 0 || len(c.booked) == 0 {
		t.Errorf("%d jobs are booked, %d of them twice, %v", len(c.booked), doubled.Int64, err)
	}
}
