package web_test

import (
	"cmp"
	"database/sql"
	"fmt"
	"html"
	"net"
	"net/http"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"haulfront/cmd/haulfront/internal/office"
	"haulfront/cmd/haulfront/internal/testkit"
	"haulfront/cmd/haulfront/internal/testkit/postgres"
	"haulfront/cmd/haulfront/internal/testkit/program"
	"haulfront/cmd/haulfront/internal/testkit/servertest"
)

// A fuse passes on connections to PostgreSQL, and cuts all of them once clients have sent a number of messages.
type fuse struct {
	mu    sync.Mutex
	left  int  // messages before the cut; negative: no cut
	stays bool // the cut refuses new connections, too
	blown bool
	open  []net.Conn
}

func (f *fuse) set(left int, stays bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.left, f.stays, f.blown = left, stays, false
}

func (f *fuse) hasBlown() bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.blown
}

// spend counts a message of a client.
func (f *fuse) spend() {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.left--; f.left == -1 {
		f.blown = true
		for _, c := range f.open {
			c.Close()
		}
		f.open = nil
	}
}

// add adds a connection with its server's, unless they are refused.
func (f *fuse) add(both ...net.Conn) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.blown && f.stays {
		return false
	}
	f.open = append(f.open, both...)
	return true
}

// listen passes on connections to a server's socket in one directory from a socket in another.
func (f *fuse) listen(t *testing.T, from, to string) {
	const socket = ".s.PGSQL.5432"
	listener, err := net.Listen("unix", filepath.Join(from, socket))
	testkit.Must(t, err)
	t.Cleanup(func() { listener.Close() })
	pass := func(to, from net.Conn, before func()) {
		defer to.Close()
		defer from.Close()
		buffer := make([]byte, 64<<10)
		for {
			n, err := from.Read(buffer)
			if err != nil {
				return
			}
			before()
			if _, err := to.Write(buffer[:n]); err != nil {
				return
			}
		}
	}
	go func() {
		for {
			client, err := listener.Accept()
			if err != nil {
				return
			}
			server, err := net.Dial("unix", filepath.Join(to, socket))
			if err != nil || !f.add(client, server) {
				client.Close()
				continue
			}
			go pass(server, client, f.spend)
			go pass(client, server, func() {})
		}
	}()
}

// TestUnsavedForms cuts PostgreSQL's connections at each message that each form of the office and of customers causes,
// for a moment or for good, in a sweep both. Either the answer is a success and the change is stored, or it says that
// it was not saved and has the form again.
func TestUnsavedForms(t *testing.T) {
	t.Parallel()
	server, cut := &postgres.Server{Settings: []string{"fsync=off"}}, &fuse{left: -1}
	address, dir := postgres.New(t, server), t.TempDir()
	cut.listen(t, dir, server.Dir)
	s := program.NewSite(t)
	s.Database = strings.Replace(address, url.QueryEscape(server.Dir), url.QueryEscape(dir), 1)
	smtp := testkit.NewSMTPServer(t)
	servertest.Serve(t, s, program.Settings(t, append(s.Settings(), "OFFICE_USERS=Ann <ann@example.com>",
		"TRUSTED_PROXIES=127.0.0.1", "SMTP_URL=smtp://"+smtp.Addr, "OWNER_EMAIL=owner@clearacre.example")...), time.Now)
	s.Database = address
	u := servertest.SignedIn(t, s, commandLink(t, s))
	id := u.Request("Ann")
	request, customer := office.Path+"/leads/"+id, office.CustomerPath+s.Leads(t)[0].Token
	db, err := sql.Open("pgx", address)
	testkit.Must(t, err)
	defer db.Close()
	do := func(statement string, args ...any) {
		t.Helper()
		_, err := db.ExecContext(t.Context(), statement, args...)
		testkit.Must(t, err)
	}
	count := func(query string) (n int) {
		t.Helper()
		testkit.Must(t, db.QueryRowContext(t.Context(), query).Scan(&n))
		return n
	}
	slot := servertest.NextSlots()[0]
	offer := `{"low": 350, "high": 350, "quotedAt": 1, "slots": ["` + slot + `"]}`
	event := func(action string) string {
		return `SELECT COUNT(*) FROM events WHERE lead_id = '` + id + `' AND action = '` + action + `'`
	}
	const subscribed = `SELECT COUNT(*) FROM push_subscriptions WHERE endpoint = 'https://push.example/1'`
	type form struct {
		path   string
		fields url.Values
		stage  string // before
		stored string // a query that is not 0 after the change; empty: nothing is stored before the answer
		once   bool   // it cannot be repeated
	}
	forms := []form{
		{customer, url.Values{"answer": {"yes"}, "slot": {slot}, "offer": {"1"}, "address": {"12 Elm St"}},
			office.Quoted, event("yes"), false},
		{customer, url.Values{"address": {"14 Elm St"}}, office.Booked, event("address"), false},
		{customer, url.Values{"answer": {"other"}}, office.Quoted, event("other"), false},
		{customer, url.Values{"answer": {"no"}}, office.Quoted, event("no"), false},
		{customer, url.Values{"note": {"Gate <code>"}}, office.New, event("note"), false},
		{customer, url.Values{"stop": {"on"}}, office.New, event("stop"), false},
		{request, url.Values{"stage": {"contacted"}, "tapped": {"on"}}, office.New, event("tap"), false},
		{request, url.Values{"stage": {"lost"}, "lost": {"too far"}}, office.New, event("stage"), false},
		{request, url.Values{"note": {"Gate 12"}, "revision": {"0"}}, office.New, event("note"), false},
		{request, url.Values{"price": {"350"}, "slots": {slot}}, office.New, event("offer"), false},
		{request, url.Values{"price": {"350"}, "slots": {slot}, "stage": {"booked"}}, office.New, event("offer"),
			false},
		{request, url.Values{"where": {"on"}, "address": {"12 Elm St"}}, office.Booked, event("address"), false},
		{office.NewPath, url.Values{"name": {"Bob"}, "phone": {"214 555 0199"}, "price": {"350"}}, office.New,
			`SELECT COUNT(*) FROM leads WHERE name = 'Bob' AND price = 35000`, false},
		{request, url.Values{"review": {"on"}}, office.Done, event("review"), false},
		{request, url.Values{"stop": {"on"}}, office.New, event("stop"), false},
		{request, url.Values{"release": {"on"}}, "held", event("release"), false},
		{request, url.Values{"replay": {"on"}}, office.New, event("replay"), false},
		{"/office/push", url.Values{"endpoint": {"https://push.example/1"}, "p256dh": {"p"}, "auth": {"a"}}, office.New,
			subscribed, false},
		{"/office/calendar", url.Values{}, office.New, "", false},
		{"/office/sessions", url.Values{"end": {"00000000"}}, office.New, "", false},
		{"/office/sign-in", url.Values{"email": {"eve@example.com"}}, office.New, "", false},
		{request + "/remove", nil, office.New, `SELECT 1 - COUNT(*) FROM leads WHERE id = '` + id + `'`, true},
		{"/office/sign-out", nil, office.New, `SELECT 1 - COUNT(*) FROM sessions`, true},
	}
	begin := func(stage string) {
		t.Helper()
		do(`DELETE FROM events`)
		do(`DELETE FROM consents`)
		do(`DELETE FROM push_subscriptions`)
		// With another body, so that a success of the replay before does not count for this one.
		do(`UPDATE deliveries SET status = $1, lease = '', lease_until = 0, body = body || ' '
			WHERE kind = 'webhook'`, map[bool]string{true: "quarantined", false: "dead"}[stage == "held"])
		do(`DELETE FROM visits`)
		do(`UPDATE leads SET stage = $1, job = $2, closed_at = 0, revision = 0`,
			strings.Replace(stage, "held", office.New, 1), offer)
	}
	// The actions of which no form above has a field, from a stage in which the field alone does them.
	for path, actions := range map[string][]office.Action{request: office.UserActions(),
		customer: office.CustomerActions()} {
		for _, a := range actions {
			if len(a.Fields) == 0 || slices.ContainsFunc(forms, func(f form) bool {
				value := f.fields.Get(a.Fields[0])
				return f.path == path && value != "" && (a.Value == "" || value == a.Value)
			}) {
				continue
			}
			alone := form{path, url.Values{a.Fields[0]: {cmp.Or(a.Value, "on")}}, "", event(a.Name), false}
			for _, alone.stage = range office.Stages() {
				begin(alone.stage)
				u.Do("POST", path, alone.fields)
				if count(alone.stored) > 0 {
					forms = append([]form{alone}, forms...)
					break
				}
			}
		}
	}
	type cutForm struct {
		form
		number int
		stays  bool
	}
	var all []cutForm
	for i, f := range forms {
		all = append(all, cutForm{f, i, i%2 == 0 && !f.once})
		if !f.once {
			all = append(all, cutForm{f, i, i%2 == 1})
		}
	}
	for _, form := range testkit.Sweep(all, func(f cutForm) int { return f.number }) {
		for n := 0; ; n++ {
			cut.set(-1, false)
			if !testkit.Poll(func() bool { // until no connection of the pool has ended
				response, _ := u.Do("GET", "/office/week", nil)
				return response.StatusCode == http.StatusOK
			}) {
				t.Fatal("the office does not come back")
			}
			begin(form.stage)
			cut.set(n, form.stays)
			response, body := u.Do("POST", form.path, form.fields, "X-Forwarded-For", fmt.Sprint("198.51.100.", n))
			blown := cut.hasBlown()
			if response.StatusCode < http.StatusBadRequest && form.stored != "" && count(form.stored) == 0 {
				t.Errorf("POST %s %v, cut after %d messages (%v) = %d, but nothing is stored", form.path,
					form.fields, n, form.stays, response.StatusCode)
			}
			if response.StatusCode >= http.StatusBadRequest {
				wantRetry(t, form.path, form.fields, response, body)
			}
			if response.StatusCode < http.StatusBadRequest && (!blown || form.once) || t.Failed() {
				break
			}
		}
	}
}

// wantRetry checks that an answer says that a form was not saved, and has it again.
func wantRetry(t *testing.T, path string, form url.Values, response *http.Response, body string) {
	t.Helper()
	texts := []string{`role="alert">That wasn’t saved`, `action="` + path + `"`, `type="submit">Try again</button>`}
	for name, values := range form {
		for _, value := range values {
			texts = append(texts, `<input type="hidden" name="`+name+`" value="`+html.EscapeString(value)+`"`)
		}
	}
	if response.StatusCode != http.StatusServiceUnavailable {
		t.Errorf("POST %s %v = %d:\n%s", path, form, response.StatusCode, testkit.Shorten([]byte(body)))
	}
	servertest.Has(t, body, texts...)
}
