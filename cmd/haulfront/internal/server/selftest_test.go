package server_test

import (
	"fmt"
	"io"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"

	"haulfront/cmd/haulfront/internal/command"
	"haulfront/cmd/haulfront/internal/lead"
	"haulfront/cmd/haulfront/internal/server/servertest"
	"haulfront/cmd/haulfront/internal/testkit"
	"haulfront/cmd/haulfront/internal/testkit/program"
)

// selfTestSite serves a site with a webhook, the email function and a destination.
func selfTestSite(t *testing.T, settings ...string) (*program.Site, *testkit.Receiver) {
	t.Helper()
	site := program.NewSite(t)
	crm := testkit.NewReceiver(t, "crm", nil)
	set := append(append(site.Settings(), "QUOTE_RATE_LIMIT=1", "HOUSECALL_PRO_KEY=key", "HOUSECALL_PRO_URL="+crm.URL,
		"LEAD_WEBHOOK_SECRET=whsec_d2hhdCB0aGUgc2NyaXB0cyBzaWduIHdpdGg="), settings...)
	servertest.Serve(t, site, program.Settings(t, set...), time.Now)
	return site, crm
}

// selfTestOf runs "haulfront self-test" and returns what it prints.
func selfTestOf(t *testing.T, site *program.Site) (string, error) {
	t.Helper()
	var out strings.Builder
	err := command.Run(t.Context(), []string{"self-test", "--admin-addr", strings.TrimPrefix(site.Admin, "http://")},
		&out, io.Discard)
	return out.String(), err
}

// A self-test goes the whole way, says so to every receiver, and leaves nothing behind.
func TestSelfTest(t *testing.T) {
	t.Parallel()
	server := testkit.NewSMTPServer(t)
	site, crm := selfTestSite(t, "SMTP_URL=smtp://"+server.Addr, "OWNER_EMAIL=owner@clearacre.example",
		"ACKNOWLEDGE=on")
	before := countedQuotes(t, site)
	for range 2 { // the second one exceeds a visitor's rate limit
		out, err := selfTestOf(t, site)
		if err != nil {
			t.Fatalf("self-test = %v\n%s", err, out)
		}
		want := regexp.MustCompile(`^form +\d+ ms  ok\nquote +\d+ ms  ok\njournal +\d+ ms  ok\n` +
			`(?:(?:webhook|email|owner|visitor|housecallpro) +\d+ ms  ok\n){5}removal +\d+ ms  ok\n$`)
		if !want.MatchString(out) {
			t.Errorf("self-test prints\n%s\nwant %s", out, want)
		}
	}
	for _, calls := range [][]testkit.Call{site.Calls.Take(), crm.Take()} {
		if len(calls) == 0 {
			t.Error("a receiver got nothing")
		}
		for _, c := range calls {
			if c.Header.Get("X-Haulfront-Self-Test") != "1" || !strings.Contains(c.Body, "Self-test") {
				t.Errorf("the %s got %v %s, want the header of self-tests", c.Receiver, c.Header, c.Body)
			}
		}
	}
	mails := server.All()
	for _, m := range mails {
		if read := m.Read(t); read.Get("X-Haulfront-Self-Test") != "1" || m.To[0] != "owner@clearacre.example" {
			t.Errorf("the mail to %q has no header of self-tests:\n%s", m.To, m.Data)
		}
	}
	if len(mails) != 4 {
		t.Errorf("%d mails were sent, want those to the owner and to the visitor, twice", len(mails))
	}
	if leads := site.Leads(t); len(leads) != 0 {
		t.Errorf("the journal has %v, want nothing", leads)
	}
	if after := countedQuotes(t, site); after != before {
		t.Errorf("the metrics of quotes are\n%s\nwant them as they were:\n%s", after, before)
	}
	if _, metrics := site.GetAdmin(t, "/metrics"); !strings.Contains(metrics,
		"haulfront_self_tests_total{outcome=\"passed\"} 2") {
		t.Error("the metrics do not count two self-tests")
	}
}

// countedQuotes returns the metrics that visitors' quotes change.
func countedQuotes(t *testing.T, site *program.Site) string {
	t.Helper()
	_, metrics := site.GetAdmin(t, "/metrics")
	return strings.Join(regexp.MustCompile(`(?m)^haulfront_(quote_answers_total|leads|emails|deliveries|`+
		`delivery_attempt_seconds_count|http_request_seconds_count).*$`).
		FindAllString(metrics, -1), "\n")
}

// A self-test names each delivery that failed. It does not wait for those that cannot arrive in time: a failing webhook
// leaves the email waiting.
func TestSelfTestFails(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		webhook, function, crm int
		failed                 string
		prints                 []string // in any order
	}{
		{200, http.StatusGatewayTimeout, http.StatusUnauthorized, "2 of 7 steps failed", []string{"webhook .* ok\n",
			"email .*FAILED: unsure: the function answered with status 504\n",
			"housecallpro .*FAILED: dead: answered with status 401\n"}},
		{http.StatusInternalServerError, 200, 200, "3 of 7 steps failed", []string{
			"quote .*FAILED: /quote answered with status 502\n",
			"webhook .*FAILED: not arrived: the webhook answered with status 500\n",
			"email .*FAILED: not arrived\n"}},
	} {
		site, crm := selfTestSite(t)
		site.Webhook.Set(testkit.Status(test.webhook))
		site.Function.Set(testkit.Status(test.function))
		crm.Set(testkit.Status(test.crm))
		out, err := selfTestOf(t, site)
		if err == nil || !strings.Contains(err.Error(), test.failed) {
			t.Errorf("self-test = %v, want that %s", err, test.failed)
		}
		for _, want := range append(test.prints, "removal .* ok\n$") {
			if !regexp.MustCompile(want).MatchString(out) {
				t.Errorf("self-test prints\n%s\nwant %s", out, want)
			}
		}
		// The webhook and the function, or the webhook and its retry after five seconds.
		if calls := site.Calls.All(); len(calls) != 2 {
			t.Errorf("the calls are %v, want two", calls)
		}
		if leads := site.Leads(t); len(leads) != 0 || !site.Log.Has("self-test failed") {
			t.Errorf("the journal has %v, want nothing; the log is\n%s", leads, site.Log)
		}
	}
	out, err := selfTestOf(t, &program.Site{Admin: "http://127.0.0.1:1"})
	if err == nil || !strings.Contains(err.Error(), "nothing is running at the admin address 127.0.0.1:1") {
		t.Errorf("self-test without a program = %q, %v", out, err)
	}
}

// A shutdown does not wait for a self-test, and leaves nothing of it.
func TestShutdownEndsSelfTest(t *testing.T) {
	t.Parallel()
	site := program.NewSite(t)
	crm := testkit.NewReceiver(t, "crm", nil)
	crm.AllowBroken()
	set := program.Settings(t, append(site.Settings(), "HOUSECALL_PRO_KEY=key", "HOUSECALL_PRO_URL="+crm.URL)...)
	stop := servertest.Serve(t, site, set, time.Now)
	crm.Set(testkit.Status(http.StatusServiceUnavailable))
	done := make(chan string, 1)
	go func() {
		out, err := selfTestOf(t, site)
		done <- fmt.Sprint(out, err)
	}()
	crm.Wait(t, 1)
	stop()
	if out := <-done; !regexp.MustCompile(`removal .* ok\n`).MatchString(out) {
		t.Errorf("self-test prints %s, want that the lead is removed", out)
	}
	if !site.Log.Has("self-test broken off") || strings.Contains(site.Log.String(), "self-test failed") {
		t.Error("the log must say that the self-test was broken off, and not that it failed")
	}
}

// Whoever forges the mark hides nothing, and passes no limit.
func TestForgedSelfTest(t *testing.T) {
	t.Parallel()
	site, _ := selfTestSite(t)
	post := func(name string) int {
		form := strings.NewReader(testkit.QuoteForm(name).Encode())
		req, err := http.NewRequest(http.MethodPost, site.URL+"/quote", form)
		testkit.Must(t, err)
		req.Header = http.Header{"Content-Type": {"application/x-www-form-urlencoded"}, "Accept": {"application/json"},
			lead.SelfTestHeader: {"1"}}
		answer, err := http.DefaultClient.Do(req)
		testkit.Must(t, err)
		answer.Body.Close()
		return answer.StatusCode
	}
	if status := post("Ann"); status != http.StatusOK {
		t.Errorf("a forged mark is answered with %d, want 200", status)
	}
	if status := post("Bob"); status != http.StatusTooManyRequests {
		t.Errorf("a second quote with a forged mark is answered with %d, want 429", status)
	}
	leads := site.Leads(t)
	if len(leads) != 1 || leads[0].Request.Name != "Ann" {
		t.Errorf("the journal has %v, want Ann's lead", leads)
	}
	for _, c := range site.Calls.Wait(t, 1) {
		if c.Header.Get(lead.SelfTestHeader) != "" {
			t.Errorf("the %s got the header of self-tests", c.Receiver)
		}
	}

	// A page in a browser on the same machine cannot run self-tests.
	answer, _ := program.Get(t, http.MethodPost, site.Admin+"/self-test", "Origin", "https://elsewhere.example",
		"Sec-Fetch-Site", "cross-site")
	if answer.StatusCode != http.StatusForbidden {
		t.Errorf("a post from another site = %d, want 403", answer.StatusCode)
	}
}
