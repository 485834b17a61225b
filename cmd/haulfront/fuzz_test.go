package main

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"

	"haulfront/cmd/haulfront/internal/quote"
)

// FuzzQuote posts whatever comes to the real program, and looks at all of its ends: the answer, the log, the webhook.
func FuzzQuote(f *testing.F) {
	const rest = "&phone=469-555-0188&serviceType=Other&zipCode=75201&serviceTimeframe=Today"
	for _, body := range []string{
		"name=Ann" + rest,
		"name=Ann%0D%0ASet-Cookie:+a%3Db%0d%0alevel%3DERROR" + rest + "&page=%0d%0aLocation:+//evil.example&form=%0d%0a%00%22",
		"name=%3Cscript%3Ealert(1)%3C/script%3E&form=hero-form",
		"name=%ff%fe%00" + rest + "&message=%e2%80%a8%1b[31m&token=a.b.c%0d%0aX:+1&key=%00%0a",
		"name=Ann" + rest + "&elapsed=3&website=http://spam.example",
		`{"name":"Ann\r\nX-Injected: 1","phone":"1","serviceType":"\u0000 x","zipCode":"1","serviceTimeframe":"\u2028y"}`,
		"",
	} {
		f.Add(body, "text/html", strings.HasPrefix(body, "{"))
		f.Add(body, "application/json", strings.HasPrefix(body, "{"))
	}
	site := startSite(f, false, func(fl *flags) { fl.QuoteRateLimit = "1000000000" })
	client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	known := []int{200, 303, 400, 413, 422}
	f.Fuzz(func(t *testing.T, body, accept string, isJSON bool) {
		req, err := http.NewRequest(http.MethodPost, site.url+"/quote", strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		if isJSON {
			req.Header.Set("Content-Type", "application/json")
		}
		if strings.IndexFunc(accept, func(r rune) bool { return r < ' ' || r > '~' }) < 0 {
			req.Header.Set("Accept", accept)
		}
		callsBefore, logBefore := len(site.calls.all()), len(site.log.String())
		answer, err := client.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		page, err := io.ReadAll(answer.Body)
		answer.Body.Close()
		if err != nil || !slices.Contains(known, answer.StatusCode) {
			t.Fatalf("the status is %d (%v):\n%s", answer.StatusCode, err, shorten(page))
		}
		if answer.Header.Get("Set-Cookie") != "" || answer.Header.Get("X-Injected") != "" {
			t.Errorf("the answer has headers that were sent to it: %v", answer.Header)
		}
		if to := answer.Header.Get("Location"); to != "" && !strings.HasPrefix(to, "/?received=") {
			t.Errorf("the answer leads to %q", to)
		}
		if strings.Contains(string(page), "<script>alert") {
			t.Errorf("the page has markup that was sent to it")
		}
		for line := range strings.Lines(site.log.String()[logBefore:]) {
			if !strings.HasPrefix(line, "time=") || strings.ContainsAny(strings.TrimSuffix(line, "\n"), "\x00\r\x1b") {
				t.Errorf("the log has the line %q", line)
			}
		}
		for _, c := range site.calls.all()[callsBefore:] {
			if err := soundCall(c); err != nil {
				t.Error(err)
			}
		}
	})
}

// soundCall checks that a call to a receiver is what it must be, whatever a visitor typed.
func soundCall(c call) error {
	var sent map[string]string
	if err := json.Unmarshal([]byte(c.body), &sent); err != nil {
		return fmt.Errorf("the %s got %q: %w", c.receiver, c.body, err)
	}
	want := map[string]int{"webhook": 9, "function": 7}[c.receiver]
	r := quote.Request{Name: sent["name"], Email: sent["email"], Phone: sent["phone"], ServiceType: sent["serviceType"],
		ZIPCode: sent["zipCode"], ServiceTimeframe: sent["serviceTimeframe"], Message: sent["message"], Source: sent["source"]}
	if len(sent) != want || r != r.Clean() || len(r.Missing()) > 0 || c.header.Get("X") != "" {
		return fmt.Errorf("the %s got %v with %v", c.receiver, sent, c.header)
	}
	return nil
}
