package destinations

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"haulfront/cmd/haulfront/internal/base/outbound"
	"haulfront/cmd/haulfront/internal/leads/journal"
	"haulfront/cmd/haulfront/internal/leads/quote"
	"haulfront/cmd/haulfront/internal/testkit"
)

var testLead = journal.Lead{
	ID: "0199b3a4-0000-7000-8000-000000000001", Received: time.Date(2025, 10, 5, 12, 0, 0, 0, time.UTC),
	Request: quote.Request{Name: "Ann van O'Neil", Email: "ann@example.com", Phone: "+1 (214) 555-0100",
		ServiceType: "Yard Waste",
		ZIPCode:     "75024", ServiceTimeframe: "Today", Message: "Two \"piles\" & <b>\nby the gate {name}",
		Source: quote.SourceGet, Page: "/get-quote"},
}

const testNotes = `Name: Ann van O'Neil\nEmail: ann@example.com\nPhone: +1 (214) 555-0100\n` +
	`Service type: Yard Waste\nZip code: 75024\n` +
	`Service timeframe: Today\n\nTwo \"piles\" & <b>\nby the gate {name}\n\nGet Quote Page Form, /get-quote`

// open returns the only destination of some settings.
func open(t *testing.T, s Settings) *Destination {
	t.Helper()
	list, err := s.Open()
	if err != nil || len(list) != 1 {
		t.Fatalf("Open() = %d destinations, %v, want one", len(list), err)
	}
	return list[0]
}

// send sends the test lead and returns the call that arrived.
func send(t *testing.T, d *Destination, r *testkit.Receiver) (testkit.Call, error) {
	t.Helper()
	r.Take()
	_, err := d.Send(t.Context(), testLead.ID, d.Body(testLead))
	calls := r.Take()
	if len(calls) != 1 {
		t.Fatalf("%d calls arrived, want 1 (%v)", len(calls), err)
	}
	return calls[0], err
}

// wantCall checks a call against the documented request.
func wantCall(t *testing.T, got testkit.Call, path, body string, header map[string]string) {
	t.Helper()
	if got.Method != http.MethodPost || got.URL != path {
		t.Errorf("the request is %s %s, want POST %s", got.Method, got.URL, path)
	}
	if got.Body != body {
		t.Errorf("the body is\n%s\nwant\n%s", got.Body, body)
	}
	want := map[string]string{
		"Content-Type": "application/json", "Idempotency-Key": testLead.ID,
	}
	maps.Copy(want, header)
	for name, value := range want {
		if got.Header.Get(name) != value {
			t.Errorf("%s is %q, want %q", name, got.Header.Get(name), value)
		}
	}
}

// TestClassesOfFailures checks the classes, which decide whether a lead is sent again: a wrong one loses or duplicates
// leads.
func TestClassesOfFailures(t *testing.T) {
	receiver := testkit.NewReceiver(t, "destination", nil)
	d := open(t, Settings{HousecallPro: HousecallPro{HousecallProKey: "key", HousecallProURL: receiver.URL}})
	for want, answers := range map[outbound.Class][]http.HandlerFunc{
		succeeded: {testkit.Status(200), testkit.Status(201),
			testkit.Truncated("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{")},
		outbound.Permanent: {testkit.Status(400), testkit.Status(401), testkit.Status(404), testkit.Status(422),
			testkit.Status(302)},
		outbound.Temporary: {testkit.Status(408), testkit.Status(429), testkit.Status(500), testkit.Status(503)},
		outbound.Unknown: {testkit.Status(502), testkit.Status(504), testkit.Status(524), testkit.Disconnect,
			testkit.Reset},
	} {
		for i, answer := range answers {
			receiver.Set(answer)
			if _, err := send(t, d, receiver); classOf(err) != want {
				t.Errorf("the class of answer %d, %v, is %d, want %d", i, err, classOf(err), want)
			}
		}
	}

	d = open(t, Settings{HousecallPro: HousecallPro{HousecallProKey: "key", HousecallProURL: "http://127.0.0.1:1"}})
	if _, err := d.Send(t.Context(), "id", []byte("{}")); classOf(err) != outbound.Temporary ||
		!strings.HasPrefix(err.Error(), "no answer: ") {
		t.Errorf("without a server = %v, want a temporary failure, as there was no answer", err)
	}

	receiver.Set(testkit.Hang)
	d = open(t, Settings{HousecallPro: HousecallPro{HousecallProKey: "key", HousecallProURL: receiver.URL}})
	ctx, cancel := context.WithCancel(t.Context())
	go func() { receiver.Wait(t, 1); cancel() }()
	if _, err := d.Send(ctx, "id", []byte("{}")); classOf(err) != outbound.Unknown {
		t.Errorf("without an answer = %v, want an unknown end", err)
	}
}

// succeeded stands for an attempt that did not fail.
const succeeded outbound.Class = -1

func classOf(err error) outbound.Class {
	var failure *outbound.Error
	if errors.As(err, &failure) {
		return failure.Class
	}
	return succeeded
}

// TestReasonIsNotInTheError checks that the error, which is logged, lacks the answer, which the journal keeps.
func TestReasonIsNotInTheError(t *testing.T) {
	receiver := testkit.NewReceiver(t, "destination", nil)
	receiver.Set(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Retry-After", "7")
		w.WriteHeader(422)
		fmt.Fprint(w, "{\n \"error\": \"phone 214-555-0100 is taken\x1b\"}"+strings.Repeat("x", 1000))
	})
	d := open(t, Settings{HousecallPro: HousecallPro{HousecallProKey: "key-secret", HousecallProURL: receiver.URL}})
	_, err := send(t, d, receiver)
	var failure *outbound.Error
	if !errors.As(err, &failure) || !strings.HasPrefix(failure.Reason, `{ "error": "phone 214-555-0100 is taken"}`) ||
		len([]rune(failure.Reason)) != maxReason+1 || failure.Header.Get("Retry-After") != "7" {
		t.Errorf("the failure is %+v, want its reason in %d characters and its header", failure, maxReason)
	}
	for _, secret := range []string{"214-555", "key-secret", receiver.URL} {
		if strings.Contains(err.Error(), secret) {
			t.Errorf("the error %q contains %q", err, secret)
		}
	}
}

// TestReason cuts an answer after the last character that is kept.
func TestReason(t *testing.T) {
	full := strings.Repeat("é", maxReason)
	for answer, want := range map[string]string{" two\n lines ": "two lines", full: full, full + "e": full + "…"} {
		if got := reason([]byte(answer)); got != want {
			t.Errorf("reason(%q) = %q, want %q", answer, got, want)
		}
	}
}

// TestHosts names destinations in logs, without the parts of their addresses that may be secret.
func TestHosts(t *testing.T) {
	list, err := Settings{
		Workiz:       Workiz{WorkizToken: "token", WorkizURL: "https://workiz.test/v1"},
		HousecallPro: HousecallPro{HousecallProKey: "key", HousecallProURL: "https://user:pass@pro.test:8443/?key=k"},
	}.Open()
	testkit.Must(t, err)
	want := []string{"workiz at workiz.test", "housecallpro at pro.test:8443"}
	if hosts := Hosts(list); !slices.Equal(hosts, want) || !slices.Contains(Names(), list[0].Name) {
		t.Errorf("Hosts() = %q, want %q; the names are %q", hosts, want, Names())
	}
}

func TestBadSettings(t *testing.T) {
	for _, test := range []struct {
		settings Settings
		want     []string
	}{
		{Settings{Workiz: Workiz{WorkizSecret: "sec"}}, []string{"WORKIZ_TOKEN is"}},
		{Settings{Workiz: Workiz{WorkizToken: "a b-secret", WorkizURL: "https://api.workiz.com"}},
			[]string{"WORKIZ_TOKEN is"}},
		{Settings{Workiz: Workiz{WorkizToken: "api", WorkizURL: "ftp://x/path-secret"},
			HousecallPro: HousecallPro{HousecallProKey: "k", HousecallProURL: "x"}},
			[]string{"WORKIZ_URL is", "HOUSECALL_PRO_URL is"}},
		{Settings{HousecallPro: HousecallPro{HousecallProKey: "line-secret\n", HousecallProURL: "https://x"}},
			[]string{"HOUSECALL_PRO_KEY is"}},
		{Settings{HousecallPro: HousecallPro{HousecallProKey: "delete-secret\x7f", HousecallProURL: "https://x"}},
			[]string{"HOUSECALL_PRO_KEY is"}},
		{Settings{Template: Template{LeadTemplateURL: "https://x"}},
			[]string{`LEAD_TEMPLATE_FILE is ""; want a file of JSON, because LEAD_TEMPLATE_URL is set`}},
		{Settings{Template: Template{LeadTemplateAuthorization: "Bearer t-secret"}},
			[]string{`LEAD_TEMPLATE_FILE is ""; want a file of JSON, because LEAD_TEMPLATE_AUTHORIZATION is set`}},
		{Settings{Template: Template{LeadTemplateFile: "x.json"}}, []string{"LEAD_TEMPLATE_URL is"}},
		{Settings{Template: Template{LeadTemplateFile: "none.json", LeadTemplateURL: "x",
			LeadTemplateAuthorization: "token-secret\r\nX: y"}},
			[]string{"LEAD_TEMPLATE_URL is", "LEAD_TEMPLATE_AUTHORIZATION is", "LEAD_TEMPLATE_FILE: open none.json"}},
	} {
		_, err := test.settings.Open()
		for _, want := range test.want {
			if err == nil || !strings.Contains("\n"+err.Error(), "\n"+want) {
				t.Errorf("Open(%+v) = %v, want a line that begins with %q", test.settings, err, want)
			}
		}
		if err != nil && strings.Contains(err.Error(), "-secret") {
			t.Errorf("a secret is in %v", err)
		}
	}
}

// TestWorkiz answers as the documentation of POST /lead/create/ shows.
func TestWorkiz(t *testing.T) {
	receiver := testkit.NewReceiver(t, "workiz", nil)
	answer := func(status int, body string) {
		receiver.Set(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(status); fmt.Fprint(w, body) })
	}
	d := open(t, Settings{Workiz: Workiz{WorkizToken: "api_1", WorkizSecret: "sec_1",
		WorkizURL: receiver.URL + "/api/v1"}})

	answer(200, `{"flag":true,"data":[{"UUID":"ABCD12","ClientId":"1001",`+
		`"link":"https://app.workiz.com/root/lead/ABCD12/1"}],"code":201}`)
	call, err := send(t, d, receiver)
	if err != nil {
		t.Errorf("a created lead = %v, want no error", err)
	}
	wantCall(t, call, "/api/v1/api_1/lead/create/",
		`{"auth_secret":"sec_1","FirstName":"Ann","LastName":"van O'Neil","Phone":"2145550100",`+
			`"Email":"ann@example.com","PostalCode":"75024","Country":"US","JobType":"Yard Waste",`+
			`"JobSource":"Get Quote Page Form",`+
			`"LeadNotes":"`+testNotes+`","CreatedBy":"Website"}`, nil)

	for _, refusal := range []struct {
		status       int
		body, reason string
	}{
		{200, `{"flag":false,"msg":"JobType is unknown"}`, "JobType is unknown"},
		{200, `{"flag":false}`, "flag is false"},
		{403, `{"success":false,"error":"Forbidden","message":"Invalid API path or malformed API key."}`,
			`{"success":false,"error":"Forbidden","message":"Invalid API path or malformed API key."}`},
	} {
		answer(refusal.status, refusal.body)
		_, err := send(t, d, receiver)
		var failure *outbound.Error
		if !errors.As(err, &failure) || failure.Class != outbound.Permanent || failure.Reason != refusal.reason {
			t.Errorf("%d %s = %+v, want a permanent failure for the reason %q", refusal.status, refusal.body, failure,
				refusal.reason)
		}
	}
}

func TestHousecallPro(t *testing.T) {
	receiver := testkit.NewReceiver(t, "housecallpro", nil)
	receiver.Set(func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(http.StatusCreated)
		fmt.Fprint(w, `{"id":"lea_9f0a1c8d","customer":{"id":"cus_c3fd9f15"}}`)
	})
	d := open(t, Settings{HousecallPro: HousecallPro{HousecallProKey: "key", HousecallProURL: receiver.URL}})
	call, err := send(t, d, receiver)
	if err != nil {
		t.Errorf("a created lead = %v, want no error", err)
	}
	wantCall(t, call, "/leads",
		`{"customer":{"first_name":"Ann","last_name":"van O'Neil","email":"ann@example.com",`+
			`"mobile_number":"2145550100"},`+
			`"note":"`+testNotes+`"}`, map[string]string{"Authorization": "Token key"})

	for typed, want := range map[string]string{
		"214-555-0100 x7": `"2145550100"`, "+1469555\u20110188": `"4695550188"`, "+52 55 1234 5678": `"+525512345678"`,
	} {
		lead := testLead
		lead.Request.Phone = typed
		if got := string(d.Body(lead)); !strings.Contains(got, `"mobile_number":`+want) {
			t.Errorf("the number %q is sent in %s", typed, got)
		}
	}

	// A member without a value would be stored as an empty one.
	short := testLead
	short.Request.Name, short.Request.Email, short.Request.Phone, short.Request.Message = "Ann", "", "ask my son", ""
	if got, want := string(d.Body(short)), `{"customer":{"first_name":"Ann"},`+
		`"note":"Name: Ann\nPhone: ask my son\nService type: Yard Waste\n`+
		`Zip code: 75024\nService timeframe: Today\n\nGet Quote Page Form, /get-quote"}`; got != want {
		t.Errorf("the body is\n%s\nwant\n%s", got, want)
	}
}
