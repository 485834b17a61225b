package server_test

import (
	"encoding/json"
	"fmt"
	"html"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"haulfront/cmd/haulfront/internal/lead"
	"haulfront/cmd/haulfront/internal/server/servertest"
	"haulfront/cmd/haulfront/internal/testkit"
	"haulfront/cmd/haulfront/internal/testkit/program"
)

// ways are the two forms in which a visitor is answered, by the Accept header.
var ways = map[string]string{"page": "text/html", "JSON": "application/json"}

// A visitorAnswer is what a visitor gets for a quote.
type visitorAnswer struct {
	status int    // of the first answer
	text   string // what is read in the end: after a success the page that tells of it, or the JSON
	took   time.Duration
}

// send posts a quote, and follows a success to its page.
func send(s *program.Site, form url.Values, accept string) (got visitorAnswer, err error) {
	req, err := http.NewRequest(http.MethodPost, s.URL+"/quote", strings.NewReader(form.Encode()))
	if err != nil {
		return got, err
	}
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	req.Header.Set("Accept", accept)
	client := &http.Client{Timeout: testkit.WaitLimit, CheckRedirect: func(next *http.Request, _ []*http.Request) error {
		got.status = next.Response.StatusCode
		return nil
	}}
	began := time.Now()
	answer, err := client.Do(req)
	if err != nil {
		return got, err
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if got.status == 0 {
		got.status = answer.StatusCode
	}
	got.text, got.took = string(body), time.Since(began)
	return got, err
}

// byName is a receiver that answers as the name of the lead says, by its first word; see testkit.Answers.
func byName(t *testing.T, answers map[string]http.HandlerFunc) *httptest.Server {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		var sent struct{ Name string }
		if err := json.NewDecoder(req.Body).Decode(&sent); err != nil {
			t.Errorf("a receiver got no JSON: %v", err)
		}
		name, _, _ := strings.Cut(sent.Name, " ")
		if answer := answers[name]; answer != nil {
			answer(w, req)
		}
	}))
	t.Cleanup(server.Close)
	return server
}

var (
	// toastOn finds the toast of a page.
	toastOn = regexp.MustCompile(`<div role="(\w+)"><div class="Toasts-card" data-kind="(\w+)".*?>([^<]+)</p><p[^>]*>(.+?)</p>`)
	tag     = regexp.MustCompile(`<[^>]+>`)
)

// wantToast checks what a visitor reads, in either form.
func wantToast(text, kind, title, description string) error {
	var got struct {
		Toast struct{ Kind, Title, Description string }
	}
	role := map[string]string{"success": "status", "destructive": "alert"}[kind]
	if found := toastOn.FindStringSubmatch(text); found != nil && found[1] == role {
		got.Toast.Kind, got.Toast.Title, got.Toast.Description = found[2], found[3], html.UnescapeString(tag.ReplaceAllString(found[4], ""))
	} else if err := json.Unmarshal([]byte(text), &got); err != nil {
		return fmt.Errorf("there is no toast in\n%s", testkit.Shorten([]byte(text)))
	}
	if want := (struct{ Kind, Title, Description string }{kind, title, description}); got.Toast != want {
		return fmt.Errorf("the toast is %q, want %q", got.Toast, want)
	}
	return nil
}

// Whatever becomes of the webhook, the visitor is answered within eleven seconds and told the truth in the specification's
// words, as a page and as JSON; and the lead is kept until the webhook takes it.
func TestWebhookFailures(t *testing.T) {
	t.Parallel()
	answers := map[string]http.HandlerFunc{
		"500": testkit.Status(500),
		"301": func(w http.ResponseWriter, req *http.Request) {
			http.Redirect(w, req, "/elsewhere", http.StatusMovedPermanently)
		},
		"a-header-without-end": func(w http.ResponseWriter, req *http.Request) {
			testkit.Hijack(w, "HTTP/1.1 200 OK\r\nX-Slow: ", func(conn *net.TCPConn) {
				for drip := range time.Tick(100 * time.Millisecond) {
					if _, err := io.WriteString(conn, drip.Format("5")); err != nil {
						return
					}
				}
			})
		},
		"a-body-without-end": func(w http.ResponseWriter, req *http.Request) {
			w.(http.Flusher).Flush()
			<-req.Context().Done()
		},
	}
	for _, name := range []string{"hang", "reset", "half-a-header", "half-a-body"} {
		answers[name] = testkit.Answers[name]
	}
	webhook := byName(t, answers)
	site := servertest.Start(t, "LEAD_WEBHOOK_URL="+webhook.URL)
	// All at once, and not as parallel tests, of which there are few at a time: most of them wait.
	var visitors sync.WaitGroup
	for name := range answers {
		for way, accept := range ways {
			visitors.Go(func() {
				name := name + " " + way
				got, err := send(site, testkit.QuoteForm(name), accept)
				if err != nil {
					t.Errorf("%s: %v", name, err)
					return
				}
				want, toast := 502, wantToast(got.text, "destructive", testkit.Failed, program.FailedText())
				// The status has come, and a response's status is what makes it ok; its body means nothing.
				if strings.Contains(name, "body") {
					want, toast = map[string]int{"page": 303, "JSON": 200}[way], wantToast(got.text, "success", testkit.Received, program.ReceivedText())
				}
				if toast != nil {
					t.Errorf("%s: %v", name, toast)
				}
				if kept := strings.Contains(got.text, `value="`+name+`"`); kept != (want == 502 && way == "page") {
					t.Errorf("%s: the page keeps what was typed: %v", name, kept)
				}
				if got.status != want || got.took > 11*time.Second {
					t.Errorf("%s: answered with %d after %v, want %d within 11s", name, got.status, got.took, want)
				}
				t.Logf("%s: answered with %d after %v", name, got.status, got.took.Round(time.Millisecond))
			})
		}
	}
	visitors.Wait()
	list := site.Leads(t)
	for _, l := range list {
		want := lead.Queued
		if strings.Contains(l.Request.Name, "body") {
			want = lead.Delivered
		}
		if l.Status() != want || len(l.Webhook.Attempts) == 0 {
			t.Errorf("%s is %s, want %s", l.Request.Name, l.Status(), want)
		}
	}
	if want := len(answers) * len(ways); len(list) != want {
		t.Errorf("the journal has %d leads, want %d", len(list), want)
	}
}

// The e-mail function fails in each of its ways, and nobody sees it: the answer is the same as when it works, byte for byte,
// and does not wait. The log says what it was.
func TestFunctionFailures(t *testing.T) {
	t.Parallel()
	logged := map[string]string{
		"works": `level=INFO msg=delivered lead=%s kind=email`,
		"500":   `level=WARN msg="delivery failed" lead=%s kind=email status=500 .*the function answered with status 500`,
		"relay": `level=WARN msg="delivery failed" lead=%s kind=email status=200 .*the relay could not reach the function`,
		"reset": `level=WARN msg="delivery may have been made and is not repeated" lead=%s kind=email .*no answer from the function`,
		"hang":  `level=INFO msg=delivered lead=%s kind=email`, // in the end it answers
	}
	var site *program.Site
	ids := map[string]string{} // of leads, by name
	// When the program has ended, it has said everything.
	t.Cleanup(func() {
		for name, pattern := range logged {
			for way := range ways {
				want := fmt.Sprintf(pattern, ids[name+" "+way])
				if !regexp.MustCompile(want).MatchString(site.Log.String()) {
					t.Errorf("the log has no line %s; it is\n%s", want, site.Log)
				}
			}
		}
	})
	over := make(chan struct{})
	function := byName(t, map[string]http.HandlerFunc{
		"500": testkit.Status(500), "relay": testkit.Relay, "reset": testkit.Reset,
		"hang": func(http.ResponseWriter, *http.Request) { <-over },
	})
	site = servertest.Start(t, "SUPABASE_URL="+function.URL)
	defer close(over)
	for way, accept := range ways {
		want, err := send(site, testkit.QuoteForm("works "+way), accept)
		if err == nil {
			err = wantToast(want.text, "success", testkit.Received, program.ReceivedText())
		}
		if err != nil {
			t.Fatal(err)
		}
		for name := range logged {
			got, err := send(site, testkit.QuoteForm(name+" "+way), accept)
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			if got.status != want.status || program.WithoutReferences(got.text) != program.WithoutReferences(want.text) || got.took > 5*time.Second {
				t.Errorf("%s: answered with %d after %v, want %d at once and the same as ever; the answer is\n%s", name, got.status, got.took, want.status, testkit.Shorten([]byte(got.text)))
			}
		}
	}
	for _, l := range site.Leads(t) {
		ids[l.Request.Name] = l.ID
		if l.Status() != lead.Delivered {
			t.Errorf("%s is %s, want it delivered", l.Request.Name, l.Status())
		}
	}
}
