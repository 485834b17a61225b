package main

import (
	"database/sql"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"os/exec"
	"strings"
	"time"

	"haulfront/cmd/haulfront/internal/leads/outbox"
	"haulfront/cmd/haulfront/internal/office"
	"haulfront/cmd/haulfront/internal/testkit"
	"haulfront/cmd/haulfront/internal/testkit/program"
)

// signIn signs the office in, once for all starts: sessions are in the journal.
func (c *crash) signIn(p *program.Process) {
	c.t.Helper()
	if c.session != "" {
		return
	}
	link := exec.Command("haulfront", "office", "link", "crew", "--office-users=crew <crew@example.com>",
		"--database-url="+c.database())
	address, err := url.Parse(strings.TrimSpace(string(testkit.Run(c.t, link))))
	testkit.Must(c.t, err)
	c.session = c.request(p, http.MethodPost, address.Path, nil).Header.Get("Set-Cookie")
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
func (c *crash) sell(p *program.Process, journal *outbox.Outbox) {
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
	yes := url.Values{"answer": {"yes"}, "address": {"12 Elm St"}}
	post := func(path string, form url.Values) bool {
		return c.request(p, http.MethodPost, path, form).StatusCode == http.StatusSeeOther
	}
	page := office.CustomerPath + l.Token
	if post("/office/leads/"+id, price) && post(page, yes) && post(page, yes) { // a customer presses twice
		c.mu.Lock()
		c.booked = append(c.booked, id)
		c.mu.Unlock()
	}
}

// officeActions are what the office does with a request that was held as spam, one after the other, and the request
// after each: stage, price in cents, how often the ledger says stop, whether the webhook's delivery is held, and the
// history.
var officeActions = []struct {
	state, event string
	form         url.Values
}{
	{state: "new 0 0 0", event: "release", form: url.Values{"release": {"on"}}},
	{state: "new 0 0 0", event: "note", form: url.Values{"note": {"Called"}}},
	{state: "contacted 0 0 0", event: "stage", form: url.Values{"stage": {"contacted"}}},
	{state: "quoted 35000 0 0", event: "offer", form: url.Values{"price": {"350"}, "slots": {"2100-01-04T08"}}},
	{state: "quoted 35000 1 0", event: "stop", form: url.Values{"stop": {"on"}}},
	{state: "done 35000 1 0", event: "stage", form: url.Values{"stage": {"done"}}},
	{state: "done 41250 1 0", event: "done", form: url.Values{"done": {"on"}, "amount": {"412.50"}, "paid": {"cash"}}},
}

// operate takes the office's next action, which follows from the history of the request, also after a kill. It checks
// that actions that were answered are there, once, and that none is there in part.
func (c *crash) operate(p *program.Process, journal *outbox.Outbox) {
	form := testkit.QuoteForm(fmt.Sprint("Held ", c.worked))
	form.Set("subject", "https://spam.example") // the honeypot
	form.Set("phone", fmt.Sprintf("214-555-%04d", c.worked))
	var id, state string
	var history sql.NullString
	var revision int
	err := journal.Reader().QueryRow(`SELECT id, revision, stage || ' ' || price || ' ' ||
		(SELECT COUNT(*) FROM consents c WHERE c.phone_key = l.phone_key AND action = 'stop') || ' ' ||
		(SELECT COUNT(*) FROM deliveries WHERE lead_id = id AND kind = 'webhook' AND status = 'quarantined'),
		(SELECT group_concat(action, ' ' ORDER BY number) FROM events WHERE lead_id = id)
		FROM leads l WHERE name = $1`, form.Get("name")).Scan(&id, &revision, &state, &history)
	if errors.Is(err, sql.ErrNoRows) { // it was not sent yet
		c.request(p, http.MethodPost, "/quote", form)
		return
	}
	if err != nil {
		c.t.Errorf("read request %d: %v", c.worked, err)
		return
	}
	wantState, wantHistory := "new 0 0 1", ""
	for _, action := range officeActions[:min(revision, len(officeActions))] {
		wantState, wantHistory = action.state, strings.TrimSpace(wantHistory+" "+action.event)
	}
	if revision < c.answered || revision > c.answered+1 || state != wantState || history.String != wantHistory {
		c.t.Errorf("after %d answered actions, request %s is at revision %d, %q with %q, want %q with %q", c.answered,
			id, revision, state, history.String, wantState, wantHistory)
		revision = len(officeActions)
	}
	if c.answered = revision; revision >= len(officeActions) {
		c.worked, c.answered = c.worked+1, 0
		return
	}
	action := officeActions[revision]
	switch status := c.request(p, http.MethodPost, "/office/leads/"+id, action.form).StatusCode; status {
	case http.StatusSeeOther:
		c.answered++
		c.actions++
	case 0, http.StatusServiceUnavailable: // killed, or not saved
	default:
		c.t.Errorf("%s of request %s was answered with %d", action.event, id, status)
	}
}

// compareOffice checks that every job that a customer was told is booked is booked, and that no yes is there twice.
func (c *crash) compareOffice(journal *outbox.Outbox) {
	t := c.t
	t.Helper()
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
	var worked, stops int
	err := journal.Reader().QueryRow(`SELECT COUNT(*), (SELECT COUNT(*) FROM consents WHERE action = 'stop') FROM leads
		WHERE stage = 'done' AND revision = $1 AND (SELECT COUNT(*) FROM events WHERE lead_id = id) = revision`,
		len(officeActions)).Scan(&worked, &stops)
	if err != nil || worked != c.worked || stops != c.worked {
		t.Errorf("%d requests are done and %d numbers stopped, want %d each, %v", worked, stops, c.worked, err)
	}
	var doubled sql.NullInt64
	err = journal.Reader().QueryRow(`SELECT COUNT(*) FROM (SELECT lead_id FROM events WHERE action = 'yes'
		GROUP BY lead_id HAVING COUNT(*) > 1)`).Scan(&doubled)
	if err != nil || doubled.Int64 > 0 || len(c.booked) == 0 {
		t.Errorf("%d jobs are booked, %d of them twice, %v", len(c.booked), doubled.Int64, err)
	}
}
