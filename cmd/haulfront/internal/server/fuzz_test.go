package server_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"haulfront/cmd/haulfront/internal/leads/outbox"
	"haulfront/cmd/haulfront/internal/leads/quote"
	"haulfront/cmd/haulfront/internal/server/web"
	"haulfront/cmd/haulfront/internal/testkit"
	"haulfront/cmd/haulfront/internal/testkit/servertest"
)

// FuzzQuote posts whatever comes to the real program, and looks at all of its ends: the answer, the log, the journal,
// the webhook. A panic shows as status 500, and in the log.
func FuzzQuote(f *testing.F) {
	const rest = "&phone=469-555-0188&serviceType=Other&zipCode=75201&serviceTimeframe=Today"
	for _, body := range []string{
		"name=Ann" + rest,
		"name=Ann%0D%0ASet-Cookie:+a%3Db%0d%0alevel%3DERROR" + rest +
			"&page=%0d%0aLocation:+//evil.example&form=%0d%0a%00%22",
		"name=%3Cscript%3Ealert(1)%3C/script%3E&form=hero-form",
		"name=%ff%fe%00" + rest + "&message=%e2%80%a8%1b[31m&token=a.b.c%0d%0aX:+1&key=%00%0a",
		"name=Ann" + rest + "&elapsed=3&subject=http://spam.example",
		"name=Ann" + rest + "&message=" + strings.Repeat("a", web.MaxBody),
		`{"name":"Ann\r\nX-Injected: 1","phone":"1","serviceType":"\u0000 x",` +
			`"zipCode":"1","serviceTimeframe":"\u2028y"}`,
		"",
	} {
		f.Add(body, "text/html", strings.HasPrefix(body, "{"))
		f.Add(body, "application/json", strings.HasPrefix(body, "{"))
	}
	site := servertest.Start(f, "SUPABASE_ANONYMOUS_SESSION=on")
	journal, err := outbox.Attach(f.Context(), site.Database)
	testkit.Must(f, err)
	f.Cleanup(func() { journal.Close() })
	client := &http.Client{
		Timeout:       testkit.WaitLimit,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	f.Fuzz(func(t *testing.T, body, accept string, isJSON bool) {
		req, err := http.NewRequest(http.MethodPost, site.URL+"/quote", strings.NewReader(body))
		testkit.Must(t, err)
		req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		if isJSON {
			req.Header.Set("Content-Type", "application/json")
		}
		if strings.IndexFunc(accept, func(r rune) bool { return r < ' ' || r > '~' }) < 0 {
			req.Header.Set("Accept", accept)
		}
		answer, err := client.Do(req)
		testkit.Must(t, err)
		page, err := io.ReadAll(answer.Body)
		answer.Body.Close()
		testkit.Must(t, err)
		// Media types have no case.
		asJSON := strings.HasPrefix(strings.ToLower(strings.TrimSpace(req.Header.Get("Accept"))), "application/json")
		if err := soundAnswer(answer, page, asJSON); err != nil {
			t.Errorf("%v\n%d %v\n%s", err, answer.StatusCode, answer.Header, testkit.Shorten(page))
		}
		log := site.Log.Take()
		for line := range strings.Lines(log) {
			if !strings.HasPrefix(line, "time=") || strings.ContainsAny(strings.TrimSuffix(line, "\n"), "\x00\r\x1b") ||
				strings.Contains(line, " level=ERROR ") {
				t.Errorf("the log has the line %q", line)
			}
		}
		took := takenIn.FindStringSubmatch(log)
		if success := answer.StatusCode < 400; success != (took != nil) {
			t.Errorf("the status is %d, and the log has\n%s", answer.StatusCode, log)
		}
		if took != nil {
			l, err := journal.Get(t.Context(), took[1])
			if err != nil {
				t.Fatalf("the visitor was told of success: %v", err)
			}
			if !isSound(l.Request) {
				t.Errorf("the journal has %+v", l.Request)
			}
		}
		for _, c := range site.Calls.Take() {
			if err := soundCall(c); err != nil {
				t.Error(err)
			}
		}
	})
}

// takenIn is how the log tells of a lead that is in the journal.
var takenIn = regexp.MustCompile(`msg="lead (?:stored|repeated)" lead=(\S+)`)

// ownPage is an address that a visitor may be sent back to.
var ownPage = regexp.MustCompile(`^/q/[\w-]{22}$`)

// soundAnswer checks that an answer is one of those that package web lists, in the form that was asked for.
func soundAnswer(answer *http.Response, page []byte, asJSON bool) error {
	done := map[bool]int{true: http.StatusOK, false: http.StatusSeeOther}[asJSON]
	if !slices.Contains([]int{done, 400, 413, 422}, answer.StatusCode) {
		return fmt.Errorf("the status is %d", answer.StatusCode)
	}
	if h := answer.Header; h.Get("Set-Cookie") != "" || h.Get("X-Injected") != "" || h.Get("X") != "" {
		return fmt.Errorf("the answer has headers that were sent to it")
	}
	success := answer.StatusCode == done
	switch mediaType := answer.Header.Get("Content-Type"); {
	case asJSON:
		var told struct {
			Toast struct{ Kind, Title, Description string }
		}
		if err := json.Unmarshal(page, &told); err != nil || !strings.HasPrefix(mediaType, "application/json") ||
			told.Toast.Description == "" {
			return fmt.Errorf("the answer is not the JSON of a toast: %v", err)
		}
		if success != (told.Toast.Title == testkit.Received) || success != (told.Toast.Kind == "success") {
			return fmt.Errorf("the toast does not suit the status")
		}
	case success:
		if to := answer.Header.Get("Location"); !ownPage.MatchString(to) {
			return fmt.Errorf("the answer leads to %q", to)
		}
	case mediaType != "text/html; charset=utf-8" || !bytes.HasPrefix(page, []byte("<!doctype html>")) ||
		!bytes.HasSuffix(page, []byte("</html>")):
		return fmt.Errorf("the answer is not a page")
	case bytes.Contains(page, []byte(`data-kind="success"`)) || bytes.Contains(page, []byte("<script>alert")):
		return fmt.Errorf("the page tells of success, or has markup that was sent to it")
	}
	return nil
}

// isSound reports whether a request is clean and has all required fields.
func isSound(r quote.Request) bool {
	missing := func(f quote.Field) bool { return f.Required && f.Text(&r) == "" }
	return reflect.DeepEqual(r, r.Clean()) && !slices.ContainsFunc(quote.Fields(), missing)
}

// soundCall checks that a call to a receiver is what it must be, whatever a visitor typed.
func soundCall(c testkit.Call) error {
	var sent map[string]string
	if err := json.Unmarshal([]byte(c.Body), &sent); err != nil {
		return fmt.Errorf("the %s got %q: %w", c.Receiver, c.Body, err)
	}
	want := map[string]int{"webhook": 9, "function": 7}[c.Receiver]
	r := quote.Request{Name: sent["name"], Email: sent["email"], Phone: sent["phone"], ServiceType: sent["serviceType"],
		ZIPCode: sent["zipCode"], ServiceTimeframe: sent["serviceTimeframe"], Message: sent["message"],
		Source: sent["source"]}
	bearer, _ := strings.CutPrefix(c.Header.Get("Authorization"), "Bearer ")
	if len(sent) != want || !isSound(r) || c.Header.Get("X") != "" || strings.ContainsAny(bearer, " \r\n") {
		return fmt.Errorf("the %s got %v with %v", c.Receiver, sent, c.Header)
	}
	return nil
}
